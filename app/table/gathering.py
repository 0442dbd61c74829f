"""Decisions about people around a game: seats, names, chat, start and rematch. Each function decides one command at the
table as it stands: it returns the event, or raises Refusal with the reason. Nothing here writes, sends, or changes the
table."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from app.protocol.commands import MAX_CHAT_CHARACTERS, Figure
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.protocol.names import clean_name
from app.protocol.talk import Speaker
from app.protocol.typed_text import clean_text
from app.table.deal import (
    OPENED_WITHIN_MS,
    Bound,
    Prepared,
    Sealed,
    Starting,
    canonical,
    commitment_to,
    key_of,
    new_secret,
    with_position,
)
from app.table.decide import refuse_banned
from app.table.evening import SaidReady
from app.table.events import Began, Declined, Gave, LetIn, Linked, Opened, Returned, Said, Sat, SeatRequested, Stood
from app.table.game import first_state
from app.table.hands import Seat
from app.table.moves import first_seat, is_silent, own_seat, refuse_free_seats
from app.table.seals import digest_of_state
from app.table.state import Table
from games import GAMES, by_rules
from games.dealer import Dealer
from games.engine import Game, Text, begin, say

# --- Opening ------------------------------------------------------------------------------------------------


def open_room(
    game_key: str, seats: int, options: Mapping[str, Any], name: str, prepared: Prepared | None = None
) -> Opened:
    """A new room. Raises bad_name, and bad_option for an unknown game, a wrong number of seats or a wrong option."""
    game, chosen = set_table(game_key, seats, options)
    return Opened(game.key, seats, chosen, clean_name(name), prepared)


def set_table(game_key: str, seats: int, options: Mapping[str, Any]) -> tuple[Game, msgspec.Raw]:
    """The game, and its options as they are stored. Raises bad_option."""
    game = GAMES.get(game_key)
    if game is None:
        sentence = "There is no game called {game}. There are: {games}."
        raise Refusal("bad_option", say(sentence, game=game_key, games=[*GAMES]))
    if seats not in game.seats:
        sentence = "{game} is for {seats} players, not {given}."
        raise Refusal("bad_option", say(sentence, game=game.title, seats=_one_of(game.seats), given=seats))
    return game, msgspec.Raw(msgspec.json.encode(_options(game, options)))


def _one_of(seats: Sequence[int]) -> Text:
    *others, last = seats
    if not others:
        return say("{only}", only=last)
    return say("{others} or {last}", others=", ".join(map(str, others)), last=last)


def _options(game: Game, values: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(values, game.Options)
    except msgspec.ValidationError as error:
        known = [field.name for field in msgspec.structs.fields(game.Options)]
        sentence = "An option does not fit: {reason}, given {given}. The options of {game} are: {options}."
        encoded = msgspec.json.encode(values).decode()[:200]
        text = say(sentence, reason=str(error), given=encoded, game=game.title, options=known)
        raise Refusal("bad_option", text) from None


# --- Seats --------------------------------------------------------------------------------------------------


def sit(table: Table, guest: str, name: str | None, number: int) -> Sat | SeatRequested:
    """Take a free seat, or a bot's between games; if the room requires it, ask the host instead. Raises full, taken,
    not_now, bad_name, name_taken."""
    _refuse_taken_seat(table, guest, number)
    if name is None:
        raise Refusal("bad_name", say("Enter your name before you sit down."))
    refuse_taken_name(table, guest, name)
    if table.settings.sitting == "asked" and guest != table.host and table.people.seat_of(guest) is None:
        return SeatRequested(number, name)
    return Sat(number, name)


def sit_also(table: Table, guest: str, number: int, name: str) -> Sat:
    """Take another seat on the same device, for somebody beside its owner. Raises like `sit`, and not_seated,
    forbidden."""
    refuse_muted(table, guest)
    first_seat(table, guest)
    _refuse_taken_seat(table, guest, number)
    if table.settings.sitting == "asked" and guest != table.host:
        raise Refusal("not_now", say("At this table the host decides who sits down. Let your friend ask for a seat."))
    cleaned = clean_name(name)
    refuse_taken_name(table, guest, cleaned, [table.seats[seat].name for seat in table.people.seats_of(guest)])
    return Sat(number, cleaned, also=True)


def _refuse_taken_seat(table: Table, guest: str, number: int) -> None:
    seat = seat_at(table, number)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun: no one can sit down until it is over."))
    if seat.guest is not None:
        raise Refusal("taken", say("{name} sits there. Choose another seat.", name=seat.name or ""))


def sit_under_name(table: Table, guest: str, name: str) -> Sat:
    """Keep the seat and change the name. Raises not_seated, not_now, name_taken."""
    own = first_seat(table, guest)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun already."))
    if table.seats[own].name == name:
        raise Refusal("not_now", say("You have that name already."))
    refuse_taken_name(table, guest, name, [table.seats[seat].name for seat in table.people.seats_of(guest)[1:]])
    return Sat(own, name, also=True)


def request_under_name(table: Table, guest: str, name: str) -> SeatRequested:
    """Keep waiting for a seat, under another name. Raises not_now, name_taken."""
    request = table.people.seat_requests.get(guest)
    if request is None:
        raise Refusal("not_now", say("No one with that name is waiting for a seat."))
    if is_silent(table):
        raise Refusal("not_now", say("A team is playing and does not talk. Change your name when the game is over."))
    refuse_taken_name(table, guest, name)
    return SeatRequested(request.seat, name)


def choose_figure(table: Table, guest: str, figure: Figure, seat: int | None) -> Sat:
    """Be shown to everybody as this figure from now on. Raises not_seated, not_your_seat."""
    own = own_seat(table, guest, seat)
    return Sat(own, table.seats[own].name or "", also=True, figure=figure)


def stand(table: Table, guest: str, seat: int | None) -> Stood | Declined:
    """Leave one seat or all of one's own, or stop waiting for one. Raises not_seated, not_your_seat, not_now."""
    if guest in table.people.seat_requests or table.people.heir_of(guest) is not None:
        return Declined(guest)
    first_seat(table, guest) if seat is None else own_seat(table, guest, seat)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun. If you leave the page, the host can let a bot play for you."))
    return Stood(seat)


def say_ready(table: Table, guest: str, ready: bool, seat: int | None) -> SaidReady:
    """Be ready for the next game, or not after all. Raises not_seated, not_your_seat, not_now."""
    own = own_seat(table, guest, seat)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun already."))
    if table.seats[own].is_ready == ready:
        raise Refusal("not_now", say("You have said so already."))
    return SaidReady(own, ready)


def come_back(table: Table, guest: str) -> Returned:
    """Take back the seats that bots play for this guest, and what others have taken over from them. Raises not_seated
    when there is nothing."""
    if not table.people.returns(guest):
        raise Refusal("not_seated", say("No bot is playing for you."))
    return Returned()


def refuse_taken_name(table: Table, guest: str, name: str, others: Sequence[str | None] = ()) -> None:
    """Refuse a name like that of another guest, sitting or waiting, or like one of `others`. Raises name_taken."""
    seated = [seat.name for seat in table.seats if seat.guest != guest]
    owners = [owner.name for seat in table.seats if seat.guest != guest for owner in seat.owners]
    waiting = [request.name for other, request in table.people.seat_requests.items() if other != guest]
    if any(look_alike(name, other) for other in (*seated, *owners, *waiting, *others) if other is not None):
        sentence = "Someone at this table is already called {name}. Choose another name."
        raise Refusal("name_taken", say(sentence, name=name))


# --- A seat on another device -------------------------------------------------------------------------------


def make_link(table: Table, guest: str, seat: int | None, token: str) -> Linked:
    """Make a link with which one's seat can be taken from another device. Raises not_seated, not_your_seat."""
    return Linked(own_seat(table, guest, seat), _hash(token))


def take_seat(table: Table, guest: str, token: str) -> Gave:
    """Use a link: the seat goes to this guest. Raises not_now when it was used, and when this guest sits already."""
    seat = table.people.links.get(_hash(token))
    if seat is None:
        raise Refusal("not_now", say("This link has been used, or a newer one was made. Make another one."))
    if table.people.seat_of(guest) is not None:
        raise Refusal("not_now", say("This device has a seat already."))
    return Gave(seat, guest, _hash(token), host=seat == table.people.seat_of(table.host))


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


# --- The game -----------------------------------------------------------------------------------------------


def start(table: Table, guest: str, here: Collection[str] = ()) -> Began | Starting:
    """Host: begin the game, with the position that was prepared for it if there is one; or fix it first, if any player
    who is `here` has a word to open. Raises not_host, and not_now while a seat is free."""
    host_only(table, guest)
    if table.phase != "gathering":
        raise Refusal("not_now", say("The game has begun already."))
    return _begin_or_fix(table, here)


def rematch(table: Table, guest: str, here: Collection[str] = ()) -> Began | Starting:
    """Any player: play the same game again once it is over. Raises not_seated, not_now."""
    first_seat(table, guest)
    if table.phase != "over":
        raise Refusal("not_now", say("A rematch can begin when the game is over."))
    return _begin_or_fix(table, here)


def _begin_or_fix(table: Table, here: Collection[str]) -> Began | Starting:
    """By the newest rules, even if it is a rematch of a game that was played by older ones."""
    refuse_free_seats(table)
    rules = GAMES[table.game.key].rules if table.prepared is None else table.prepared.rules
    secret, seals = new_secret(), ["" if seat.bot else seat.seal for seat in table.seats]
    commitment = commitment_to(secret, bound_of(table, by_rules(rules)))
    fixed = Starting(rules, secret.hex(), commitment.hex(), seals if any(seals) else [])
    opens = any(seal and seat.guest in here for seal, seat in zip(seals, table.seats, strict=True))
    return fixed if opens else _begin(table, fixed, {})


def begin_fixed(table: Table, here: Collection[str], now: int) -> Began:
    """Server: begin the game that is starting, once every player who is here has opened their word, or time is up.
    Raises not_now."""
    if table.starting is None or now < due_to_begin(table, here):
        raise Refusal("not_now", say("The game is starting. Wait a moment."))
    return _begin(table, table.starting.fixed, table.starting.words)


def due_to_begin(table: Table, here: Collection[str]) -> int:
    """When the game that is starting begins (ms): at once if nobody who is here has yet to open their word."""
    assert table.starting is not None
    waited_for = any(
        seal and number not in table.starting.words and table.seats[number].guest in here
        for number, seal in enumerate(table.starting.fixed.seals)
    )
    return table.starting.at + OPENED_WITHIN_MS * waited_for


def bound_of(table: Table, game: Game) -> Bound:
    """What the deal of the table's next game is valid for, by the rules of this game."""
    bound = Bound(table.room, table.number + 1, game.rules, canonical(table.options_for(game)))
    if table.prepared is None:
        return bound
    return with_position(bound, digest_of_state(first_state(game, table.prepared.onward)), table.prepared.onward)


def _begin(table: Table, fixed: Starting, opened: Mapping[int, str]) -> Began:
    game, seats = by_rules(fixed.rules), len(table.seats)
    words = [opened.get(seat, "") for seat in range(seats)]
    key = key_of(bytes.fromhex(fixed.secret), bound_of(table, game), [bytes.fromhex(word) for word in words])
    of_players = (fixed.seals, words) if fixed.seals else ()
    if table.prepared is not None:
        onward = table.prepared.onward
        return Began(fixed.rules, key.hex(), [], 0, None, fixed.secret, fixed.commitment, onward, *of_players)
    starts = _next_to_start(table)
    dealer = Dealer(Sealed(key, 0), starts=starts)
    begin(game, seats, table.options_for(game), dealer)
    last_question = table.playing.state.asked_so_far if table.playing else table.asked_before
    told = (fixed.secret, fixed.commitment, None)
    return Began(game.rules, key.hex(), dealer.drawn, last_question, starts, *told, *of_players)


def _next_to_start(table: Table) -> int | None:
    """The starting seat: in a rematch, the one after the previous start; else None, which leaves it to chance."""
    if table.playing is None or table.playing.starts is None:
        return None
    return (table.playing.starts + 1) % len(table.seats)


# --- Talk ---------------------------------------------------------------------------------------------------


def speak(table: Table, guest: str, name: str | None, text: str, seat: int | None) -> Said:
    """Say something as a seat, or as a spectator with a name. Raises malformed, bad_name, forbidden, not_now."""
    words = clean_text(text)
    if not words or len(words) > MAX_CHAT_CHARACTERS:
        sentence = "A message has 1 to {most} characters, not {count}."
        raise Refusal("malformed", say(sentence, most=MAX_CHAT_CHARACTERS, count=len(words)))
    speaker = speaker_of(table, guest, name, seat)
    return Said(speaker.seat, speaker.name, words, apart=table.phase == "playing")


def speaker_of(table: Table, guest: str, name: str | None, seat: int | None) -> Speaker:
    """The seat or name under which a guest talks: this seat of theirs, else their first, else their name as a
    spectator. Raises bad_name, forbidden for guests who are muted or were removed, and not_now for players of a team
    during the game."""
    refuse_banned(table, guest)
    refuse_muted(table, guest)
    if is_silent(table) and table.people.seat_of(guest) is not None:
        raise Refusal("not_now", say("In this game you are one team: no chat until it is over."))
    own = seat if seat in table.people.seats_of(guest) else table.people.seat_of(guest)
    name = table.seats[own].name if own is not None else name
    if name is None:
        raise Refusal("bad_name", say("Enter your name before you chat."))
    return Speaker(own, name)


# --- Permissions --------------------------------------------------------------------------------------------

NO_PASSWORD: Final = say("This table has a password. Ask your host for it.")
WRONG_PASSWORD: Final = say("That is not the password of this table.")


def let_in(table: Table, password_hash: str) -> LetIn:
    """Come in with the password of this hash, unless it has been changed meanwhile. Raises password."""
    if table.settings.password not in (password_hash, None):
        raise Refusal("password", WRONG_PASSWORD)
    return LetIn()


def refuse_muted(table: Table, guest: str) -> None:
    """Raises forbidden for a guest whom the host has muted; names can be messages, too."""
    if guest in table.people.muted:
        raise Refusal("forbidden", say("The host has muted you."))


def host_only(table: Table, guest: str) -> None:
    """Raises not_host for anybody but the host."""
    if guest != table.host:
        raise Refusal("not_host", say("Only the host can do that."))


def seat_at(table: Table, number: int) -> Seat:
    """The seat of this number. Raises full if there is none."""
    if number >= len(table.seats):
        raise no_such_seat(number, len(table.seats))
    return table.seats[number]


def no_such_seat(number: int, seats: int) -> Refusal:
    """The refusal for a seat beyond the last one."""
    return Refusal("full", say("There is no seat {seat}: the table has {seats}.", seat=number + 1, seats=seats))
