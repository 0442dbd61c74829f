"""What people may do around a game: each function judges one wish by the table as it stands and gives the event
that fulfils it, or raises a Refusal that says why not. Nothing here writes or sends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from app.deal import Sealed, new_key
from app.events import Began, BotSeated, Moved, Opened, Returned, Said, Sat, Stood
from app.players import clean_name, skeleton
from app.table import Seat, Table, decode_move
from app.wire import MAX_CHAT_CHARACTERS, Level, Play, Refusal
from games import GAMES
from games.dealer import Dealer
from games.engine import Game, IllegalMove, Move, NotAsked, Text, begin, free, play, say

# --- Opening ---


def open_room(game_key: str, seats: int, options: Mapping[str, Any], name: str) -> Opened:
    """Raises bad_option for an unknown game, a wrong number of seats or an option that does not fit, and bad_name."""
    game = GAMES.get(game_key)
    if game is None:
        sentence = "There is no game called {game}. There are: {games}."
        raise Refusal("bad_option", say(sentence, game=game_key, games=[*GAMES]))
    if seats not in game.seats:
        sentence = "{game} is for {seats} players, not {given}."
        raise Refusal("bad_option", say(sentence, game=game.title, seats=_one_of(game.seats), given=seats))
    return Opened(game.key, seats, msgspec.Raw(msgspec.json.encode(_options(game, options))), clean_name(name))


def _one_of(seats: Sequence[int]) -> Text:
    *others, last = seats
    if not others:
        return say("{only}", only=last)
    return say("{others} or {last}", others=", ".join(map(str, others)), last=last)


def _options(game: Game, given: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(given, game.Options)
    except msgspec.ValidationError as error:
        known = [field.name for field in msgspec.structs.fields(game.Options)]
        sentence = "An option does not fit: {reason}, given {given}. The options of {game} are: {options}."
        shown = msgspec.json.encode(given).decode()[:200]
        text = say(sentence, reason=str(error), given=shown, game=game.title, options=known)
        raise Refusal("bad_option", text) from None


# --- Seats ---


def sit(table: Table, guest: str, name: str | None, number: int) -> Sat:
    """Take a free seat, or a bot's while nobody plays. Raises full, taken, not_now, bad_name, name_taken."""
    seat = _seat(table, number)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun: nobody can sit down until it is over."))
    if seat.guest is not None:
        raise Refusal("taken", say("{name} sits there. Choose another seat.", name=seat.name or ""))
    if name is None:
        raise Refusal("bad_name", say("Say your name before you sit down."))
    refuse_taken_name(table, guest, name, {})
    return Sat(number, name)


def sit_under_name(table: Table, guest: str, name: str) -> Sat:
    """Keep the seat and take another name. Raises not_seated, name_taken."""
    refuse_taken_name(table, guest, name, {})
    return Sat(_own_seat(table, guest), name)


def stand(table: Table, guest: str) -> Stood:
    """Leave the seat. Raises not_seated, and not_now while a game is played."""
    _own_seat(table, guest)
    if table.phase == "playing":
        raise Refusal("not_now", say("The game has begun. If you leave the page, the host can let a bot play for you."))
    return Stood()


def seat_bot(table: Table, guest: str, number: int, level: Level, here: Collection[str]) -> BotSeated:
    """Host: a bot for a free seat, or for a player who is away. Raises not_host, taken, not_now."""
    _host_only(table, guest)
    seat = _seat(table, number)
    if seat.bot is not None:
        raise Refusal("taken", say("A bot has this seat already."))
    if seat.guest is not None and seat.guest in here:
        raise Refusal("taken", say("{name} is here and plays.", name=seat.name or ""))
    return BotSeated(number, level)


def come_back(table: Table, guest: str) -> Returned:
    """A player whose seat a bot plays takes it back. Raises not_seated when there is nothing to take back."""
    if table.seats[_own_seat(table, guest)].bot is None:
        raise Refusal("not_seated", say("Nobody plays for you."))
    return Returned()


def refuse_taken_name(table: Table, guest: str, name: str, onlookers: Mapping[str, str | None]) -> None:
    """Raises name_taken when another guest at the table, sitting or looking on, goes by this name or by one that
    looks the same."""
    seated = [seat.name for seat in table.seats if seat.guest != guest]
    watching = [other for id, other in onlookers.items() if id != guest]
    if skeleton(name) in {skeleton(other) for other in (*seated, *watching) if other is not None}:
        raise Refusal("name_taken", say("Somebody at this table is called {name}. Choose another name.", name=name))


# --- The game ---


def start(table: Table, guest: str) -> Began:
    """Host: begin, once every seat is taken. Raises not_host, not_now."""
    _host_only(table, guest)
    if table.phase != "gathering":
        raise Refusal("not_now", say("The game has begun already."))
    return _begin(table)


def rematch(table: Table, guest: str) -> Began:
    """Any player: the same again, once the game is over. Raises not_seated, not_now."""
    _own_seat(table, guest)
    if table.phase != "over":
        raise Refusal("not_now", say("A rematch can begin when the game is over."))
    return _begin(table)


def _begin(table: Table) -> Began:
    if free := [number + 1 for number, seat in enumerate(table.seats) if seat.free]:
        raise Refusal(
            "not_now",
            say("These seats are free: {seats}. Wait for your friends, or give them to bots.", seats=free),
        )
    key = new_key()
    dealer = Dealer(Sealed(key, 0))
    begin(table.game, len(table.seats), table.options, dealer)
    return Began(f"{table.game.key}@{table.game.version}", key.hex(), dealer.drawn)


def answer(table: Table, guest: str, wish: Play) -> Moved:
    """A player's move. Raises not_seated, not_your_seat, not_now, stale, not_asked, malformed, illegal."""
    seat = _own_seat(table, guest)
    if table.seats[seat].bot is not None:
        raise Refusal("not_your_seat", say("A bot plays this seat. Open the page again to take it back."))
    return judge(table, seat, wish.question, wish.move)


def judge(table: Table, seat: int, question: int | None, move: msgspec.Raw, *, bot: bool = False) -> Moved:
    """The event of this seat's answer, with what the dealer draws for it. Raises as `answer` does."""
    if table.playing is None or table.phase != "playing":
        raise Refusal("not_now", say("No game is being played."))
    _refuse_stale(table, question)
    wish = _decode_move(table.game, move)
    if question is None and wish not in free(table.game, table.playing.state, seat):
        raise Refusal("illegal", say("Only moves that are always allowed need no question."))
    dealer = Dealer(Sealed(table.playing.key, table.playing.draws))
    try:
        play(table.game, table.playing.state, seat, wish, dealer)
    except NotAsked:
        raise Refusal("not_asked", say("It is not your turn to answer.")) from None
    except IllegalMove as error:
        raise Refusal("illegal", say("That is not possible now: {reason}.", reason=str(error))) from None
    return Moved(seat, question, move, dealer.drawn, bot)


def _refuse_stale(table: Table, question: int | None) -> None:
    assert table.playing is not None
    pending = table.playing.state.question
    if question is not None and (pending is None or pending.number != question):
        raise Refusal("stale", say("That question has been answered already. Look at the table again."))


def _decode_move(game: Game, move: msgspec.Raw) -> Move:
    try:
        return decode_move(game, move)
    except msgspec.MsgspecError as error:
        raise Refusal("malformed", say("The move is not understood: {reason}.", reason=str(error))) from None


# --- Talk ---


def speak(table: Table, guest: str, name: str | None, text: str) -> Said:
    """Say something as a seat, or as an onlooker with a name. Raises malformed, bad_name."""
    words = " ".join(text.split())
    if not words or len(words) > MAX_CHAT_CHARACTERS:
        raise Refusal(
            "malformed",
            say(
                "A message has 1 to {most} characters, not {count}.",
                most=MAX_CHAT_CHARACTERS,
                count=len(words),
            ),
        )
    seat = table.seat_of(guest)
    name = table.seats[seat].name if seat is not None else name
    if name is None:
        raise Refusal("bad_name", say("Say your name before you talk."))
    return Said(seat, name, words)


# --- Who may ---


def _host_only(table: Table, guest: str) -> None:
    if guest != table.host:
        raise Refusal("not_host", say("Only the host can do that."))


def _own_seat(table: Table, guest: str) -> int:
    seat = table.seat_of(guest)
    if seat is None:
        raise Refusal("not_seated", say("You are watching. Only players can do that."))
    return seat


def _seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise Refusal(
            "full",
            say("There is no seat {seat}: the table has {seats}.", seat=number + 1, seats=len(table.seats)),
        )
    return table.seats[number]
