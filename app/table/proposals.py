"""Decisions that players make together: taking a move back, ending the game, showing their hands to spectators, the
words that they add to the deal; and what reminds them. Each function decides one command at the table as it stands: it
returns the event, or raises Refusal with the reason."""

from typing import Final

from app.protocol.commands import Matter
from app.protocol.messages import Refusal
from app.protocol.talk import Speaker
from app.table.deal import WordOpened, WordSealed, seal_of
from app.table.decide import refuse_banned
from app.table.evening import HandsShown
from app.table.events import Agreed, Objected, Proposed, Stopped, Undone
from app.table.game import Playing, Proposal
from app.table.gathering import refuse_muted
from app.table.moves import a_bot_plays, asked_seats, game_in_progress, is_silent, knows_hands, own_seat, result_of
from app.table.state import Table
from app.table.takeback import answer_stands, answer_still_secret
from games.engine import AskAll, Text, say
from games.frame import Undo
from games.views import seen_by_all

NOTHING_TO_UNDO: Final = say(
    "You can’t take back a move: you haven’t made one, or something has been drawn or revealed since."
)
ANSWER_STANDS: Final = say("Your move stands: the rules do not let you take it back.")

NO_MOVE: Final = Undo("no", NOTHING_TO_UNDO)
OVER: Final = Undo("no", say("The game is over."))


def propose(table: Table, guest: str, matter: Matter, seat: int | None) -> Proposed | Undone | Stopped:
    """Propose to take one's last move back, or to end the game; done at once when nobody else has to agree. Raises
    not_seated, not_your_seat, not_now."""
    own = own_seat(table, guest, seat)
    playing = game_in_progress(table)
    if table.seats[own].bot is not None:
        raise a_bot_plays(table.seats[own])
    if pending(table) is not None:
        raise Refusal("not_now", say("There is a proposal already. Answer it first."))
    if matter == "undo" and (undo := can_undo(table, own)).can == "no":
        raise Refusal("not_now", undo.why or NOTHING_TO_UNDO)
    return Proposed(own, matter) if _to_be_asked(table, playing, matter, own) else _done(table, playing, matter, own)


def agree(
    table: Table, guest: str, yes: bool, seat: int | None, matter: Matter | None = None
) -> Agreed | Objected | Undone | Stopped:
    """Answer a proposal, or one of this matter; the last yes carries it out. Raises not_seated, not_your_seat,
    not_now."""
    own = own_seat(table, guest, seat)
    playing = game_in_progress(table)
    proposal = pending(table)
    if proposal is None or matter not in (None, proposal.matter):
        raise Refusal("not_now", say("There is no proposal to answer."))
    if not yes:
        return Objected(own)
    if own not in waiting_for(table):
        raise Refusal("not_now", say("You do not need to answer that."))
    if set(waiting_for(table)) - {own}:
        return Agreed(own)
    return _done(table, playing, proposal.matter, proposal.seat)


def pending(table: Table) -> Proposal | None:
    """The open proposal; None also when its proposer no longer plays, or nobody is left who has to answer."""
    proposal = table.playing.proposal if table.playing else None
    if proposal is None or proposal.seat not in table.people.players() or not waiting_for(table):
        return None
    return proposal


def waiting_for(table: Table) -> list[int]:
    """The seats that have yet to agree to the proposal that there is."""
    playing = table.playing
    assert playing is not None and playing.proposal is not None
    proposal = playing.proposal
    return sorted(_to_be_asked(table, playing, proposal.matter, proposal.seat) - proposal.agreed)


def nobody_can_undo(table: Table) -> Undo | None:
    """The result of can_undo() if it is the same for every seat, else None."""
    playing = table.playing
    if playing is None or playing.outcome is not None:
        return OVER
    if not playing.undoing.moves and not isinstance(playing.state.question, AskAll):
        return NO_MOVE
    return None


def can_undo(table: Table, seat: int) -> Undo:
    """Whether the last move of this seat can be taken back."""
    playing = table.playing
    if playing is None or playing.outcome is not None:
        return OVER
    if answer_stands(playing.state, seat) or playing.lapsed.get(seat) == playing.state.question.number:
        return Undo("no", ANSWER_STANDS)
    if playing.answered_before == playing.state.question.number and playing.source and playing.source.seat == seat:
        return NO_MOVE
    if answer_still_secret(playing.state, seat):
        return Undo("now")
    if playing.undoing.last_of(seat) is None:
        return NO_MOVE
    if _to_be_asked(table, playing, "undo", seat):
        return Undo("ask", say("Others have moved since: they have to agree."))
    return Undo("now")


def _to_be_asked(table: Table, playing: Playing, matter: Matter, seat: int) -> set[int]:
    """The seats that have to agree: other people, never bots; for a move, only those who have moved since."""
    seats = table.seats
    # Players on the same device can just talk.
    others = {each for each in table.people.players() if seats[each].guest != seats[seat].guest}
    if matter == "end":
        return others
    if answer_still_secret(playing.state, seat):
        return set()
    last = playing.undoing.last_of(seat)
    return others & playing.undoing.others_since(last) if last else set()


def _done(table: Table, playing: Playing, matter: Matter, seat: int) -> Undone | Stopped:
    if matter == "end":
        return Stopped(result_of(table, None))
    if answer_still_secret(playing.state, seat):
        return Undone(seat, 0)
    last = playing.undoing.last_of(seat)
    assert last is not None  # a move drops the proposal to take back an earlier one
    return Undone(seat, last.seq)


# --- Hands that spectators see ------------------------------------------------------------------------------

SHOWN_BEFORE: Final = say("Spectators have been shown the hands of this game: the seat changes hands when it is over.")


def show_hands(table: Table, guest: str, yes: bool, seat: int | None) -> HandsShown:
    """Agree that spectators see the hands of this game, or end it. Raises not_seated, not_your_seat, not_now,
    forbidden."""
    own, hands = own_seat(table, guest, seat), table.people.open_hands
    game_in_progress(table)
    if not yes:
        if not hands.agreed:
            raise Refusal("not_now", say("Spectators do not see the hands, and no one has proposed it."))
        return HandsShown(own, False)
    if (why := why_hands_stay_hidden(table)) is not None:
        raise Refusal("forbidden", why)
    if table.seats[own].bot is not None:
        raise a_bot_plays(table.seats[own])
    if own in hands.agreed:
        raise Refusal("not_now", say("You have agreed already."))
    return HandsShown(own, True)


def why_hands_stay_hidden(table: Table) -> Text | None:
    """Why the hands of this table's games cannot be shown to spectators; None: they can."""
    if table.is_team:
        return say("In this game you are one team: spectators could help it, and do not see the hands.")
    if isinstance(table.game.view, seen_by_all):
        # Where memory is the game, as in TCNCCC, what lies hidden is hidden from the players, too.
        return say("In this game everybody sees the same: there are no hands to show.")
    if not table.settings.onlookers:
        return say("This game is closed to spectators.")
    return None


def refuse_informed_heir(table: Table, guest: str, yes: bool) -> None:
    """Whoever may have seen the hands does not play on with one of them. Raises not_now."""
    if yes and knows_hands(table) and table.people.heir_of(guest) is not None:
        raise Refusal("not_now", SHOWN_BEFORE)


# --- Reminding ------------------------------------------------------------------------------------------------

NUDGED_AFTER_MS: Final = 60_000


def nudge(table: Table, guest: str, other: str, seat: int | None, is_away: bool, now: int) -> tuple[Speaker, Speaker]:
    """Remind another player that they are waited for; returns who reminds whom. While a team plays, only somebody who
    has been asked for a minute: the moment of a nudge would tell something. Raises forbidden, not_seated,
    not_your_seat, not_now."""
    refuse_banned(table, guest)
    refuse_muted(table, guest)
    own = own_seat(table, guest, seat)
    seats = [number for number in table.people.seats_of(other) if table.seats[number].bot is None]
    if other == guest or not seats:
        raise Refusal("not_now", say("You can nudge only other players."))
    asked = [number for number in seats if number in asked_seats(table)]
    nudged, name = next(iter(asked or seats)), table.people.name_of(other) or ""
    if is_silent(table):
        since = table.playing.timing.awaited.get(nudged, now) if table.playing else now
        if not asked or now - since < NUDGED_AFTER_MS:
            sentence = "You are one team, and do not talk. {name} can be nudged when asked for a minute or longer."
            raise Refusal("not_now", say(sentence, name=name))
    elif not (asked or is_away or (table.phase != "playing" and not table.seats[nudged].is_ready)):
        raise Refusal("not_now", say("No one is waiting for {name}.", name=name))
    return Speaker(own, table.seats[own].name or ""), Speaker(nudged, table.seats[nudged].name or "")


# --- Words for the deal ---------------------------------------------------------------------------------------


def seal_word(table: Table, guest: str, seal: str, seat: int | None) -> WordSealed:
    """Have a word for the next game, of which this is the seal; a newer one takes its place. Raises not_seated,
    not_your_seat, not_now."""
    own = own_seat(table, guest, seat)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun already."))
    return WordSealed(own, seal)


def open_word(table: Table, guest: str, word: str, seat: int | None) -> WordOpened:
    """Open the word for the game that is starting. Raises not_seated, not_your_seat, not_now, illegal."""
    own, starting = own_seat(table, guest, seat), table.starting
    if starting is None:
        raise Refusal("not_now", say("No game is going on."))
    if own in starting.words:
        raise Refusal("not_now", say("You have said so already."))
    seals = starting.fixed.seals
    if seal_of(bytes.fromhex(word), table.room, table.number + 1).hex() != seals[own]:
        sentence = "It does NOT hold: the word of seat {number} was not sealed before."
        raise Refusal("illegal", say(sentence, number=own + 1))
    return WordOpened(own, word)
