"""What may be answered beforehand at a table, whether an answer still holds, and the move that it becomes. Nothing here
writes, sends, or changes the table."""

from collections.abc import Mapping
from typing import Final

import msgspec

from app.protocol.commands import Play
from app.protocol.messages import Refusal
from app.protocol.watching import OfferView
from app.storage.entries import AnswerBeforehand
from app.table.deal import Sealed
from app.table.event_ids import id_of, new_id
from app.table.moves import Decision, a_bot_plays, answer, asked_seats, game_in_progress, is_practice, own_seat
from app.table.state import Table
from games import BEFOREHAND, offers_in
from games.beforehand import Offer
from games.engine import say

LEAST_MS: Final = 2_000
MOST_MS: Final = 6_000
"""An answer is given so long after its question has come: as long as somebody takes who looks and answers at once."""

CHANGED: Final = say("Something has changed on which your answer depended.")
NOT_OFFERED: Final = say("This cannot be answered beforehand now.")


def takes_answers(table: Table) -> bool:
    """Whether players may answer beforehand: in a game among people, who may wait for each other for days."""
    is_offered = table.game.key in BEFOREHAND and not is_practice(table)
    return table.phase == "playing" and is_offered


def offers_to(table: Table, seat: int) -> Mapping[str, Offer]:
    """What this seat may answer beforehand, by name. Raises not_now."""
    playing = game_in_progress(table)
    return {offer.key: offer for offer in offers_in(table.game, playing.state, seat)}


def seat_of(table: Table, guest: str, seat: int | None) -> int:
    """The seat for which this guest may answer beforehand. Raises not_seated, not_your_seat, not_now."""
    own = own_seat(table, guest, seat)
    game_in_progress(table)
    if table.seats[own].bot is not None:
        raise a_bot_plays(table.seats[own])
    if not takes_answers(table):
        raise Refusal("not_now", NOT_OFFERED)
    return own


def offer_for(table: Table, seat: int, key: str) -> Offer:
    """The offer of this name that this seat may answer beforehand now. Raises not_now."""
    offer = offers_to(table, seat).get(key)
    if offer is None or seat in asked_seats(table):
        raise Refusal("not_now", NOT_OFFERED)
    return offer


def answered(table: Table, seat: int, offer: Offer) -> AnswerBeforehand:
    """This offer as the answer of this seat, under an id of its own."""
    guest = table.seats[seat].guest or ""
    return AnswerBeforehand(table.room, seat, guest, table.number, offer.key, offer.fingerprint, id_of(new_id()))


def is_of_this_game(table: Table, kept: AnswerBeforehand) -> bool:
    """Whether its player still has the seat in the same game, and plays it."""
    if not takes_answers(table) or kept.game != table.number:
        return False
    seat = table.seats[kept.seat]
    return seat.guest == kept.guest and seat.bot is None


def held_by(table: Table, kept: AnswerBeforehand) -> Offer | None:
    """The offer that was answered, if nothing on which it depends has changed."""
    offer = offers_to(table, kept.seat).get(kept.offer)
    return offer if offer is not None and offer.fingerprint == kept.basis else None


def asked_of(table: Table, kept: AnswerBeforehand, offer: Offer) -> int | None:
    """The number of the question that is meant, if its seat is asked it now."""
    question = game_in_progress(table).state.question
    return question.number if offer.answers(question) and kept.seat in asked_seats(table) else None


def due_at(table: Table, seat: int) -> int:
    """When the question that this seat is asked is answered (ms). The pause is drawn for this question, from a secret
    of the game: it depends neither on the answer nor on who gives it, and nobody can work it out and compare."""
    playing = game_in_progress(table)
    since = playing.timing.since[seat]
    chance = Sealed(playing.key, 0, f"beforehand/{playing.state.question.number}/{seat}")
    pause = LEAST_MS + chance.below(MOST_MS - LEAST_MS + 1, "pause")
    if table.settings.clock is not None:
        pause = min(pause, playing.timing.left(table.settings.clock, seat, since) // 2)
    return since + pause


def given(table: Table, kept: AnswerBeforehand, question: int) -> Decision:
    """The answer as the move of its player, to this question. Raises what answer() raises, and not_now if something has
    changed on which it depends."""
    offer = held_by(table, kept) if is_of_this_game(table, kept) else None
    if offer is None:
        raise Refusal("not_now", CHANGED)
    move = msgspec.Raw(msgspec.json.encode(offer.move))
    return answer(table, kept.guest, Play(kept.id, question, move, kept.seat))


def shown(offer: Offer) -> OfferView:
    """The offer in words."""
    return OfferView(offer.key, offer.when, offer.words)
