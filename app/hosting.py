"""The host's hand: each function judges one wish by the table as it stands and gives the event that fulfils it, or
raises a Refusal. Nothing here writes or sends."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from app.events import (
    Admitted,
    BotSeated,
    Changed,
    Closed,
    Declined,
    Gave,
    Handed,
    Kept,
    Kicked,
    Muted,
    Paused,
    Reordered,
    Resumed,
)
from app.lobby import host_only, seat_at, set_table
from app.table import Table
from app.wire import Refusal
from app.wishes import Doors, Level
from games.engine import say

# --- The table ----------------------------------------------------------------------------------------------


def change_game(table: Table, guest: str, game_key: str, seats: int, options: Mapping[str, Any]) -> Changed:
    """Set another game, number of seats or options. Those who sit keep their seats, or get the nearest free ones.
    Raises not_host, not_now, bad_option."""
    host_only(table, guest)
    _not_while_playing(table)
    game, chosen = set_table(game_key, seats, options)
    people = [number for number, seat in enumerate(table.seats) if seat.guest is not None]
    if len(people) > seats:
        sentence = "{count} people sit here, and {game} would have {seats} seats. Ask somebody to watch first."
        raise Refusal("bad_option", say(sentence, count=len(people), game=game.title, seats=seats))
    return Changed(game.key, seats, chosen, _places(table, seats))


def _places(table: Table, seats: int) -> list[int | None]:
    """Whoever sits beyond the last seat moves to a free one, or to a bot's."""
    places: list[int | None] = [number if number < len(table.seats) else None for number in range(seats)]
    for homeless in [number for number, seat in enumerate(table.seats) if seat.guest and number >= seats]:
        bots_or_nobodys = [number for number in range(seats) if _is_nobodys(table, places[number])]
        places[bots_or_nobodys[0]] = homeless
    return places


def _is_nobodys(table: Table, place: int | None) -> bool:
    return place is None or table.seats[place].guest is None


def reorder(table: Table, guest: str, places: list[int] | None) -> Reordered:
    """Another order of the people; None: by lot. Raises not_host, not_now, bad_option."""
    host_only(table, guest)
    _not_while_playing(table)
    everybody = list(range(len(table.seats)))
    if places is None:
        places = secrets.SystemRandom().sample(everybody, len(everybody))
    if sorted(places) != everybody:
        raise Refusal("bad_option", say("An order names every seat once: {seats}.", seats=everybody))
    return Reordered(places)


def keep(table: Table, guest: str, wish: Doors, password: str | None) -> Kept:
    """How the room is kept. `password`: the new one's hash, if one is given. Raises not_host, not_now."""
    host_only(table, guest)
    if wish.clock is not UNSET and table.phase == "playing" and not table.paused:
        raise Refusal("not_now", say("Pause the game before you change its clocks."))
    given = {name: value for name in ("sitting", "onlookers", "clock") if (value := getattr(wish, name)) is not UNSET}
    if wish.password is not UNSET:
        given["password"] = password
    return Kept(replace(table.manners, **given))


def pause(table: Table, guest: str) -> Paused:
    """Raises not_host, not_now."""
    host_only(table, guest)
    if table.phase != "playing" or table.paused:
        raise Refusal("not_now", say("No game is going on."))
    return Paused()


def resume(table: Table, guest: str) -> Resumed:
    """Raises not_host, not_now."""
    host_only(table, guest)
    if not table.paused:
        raise Refusal("not_now", say("The game is not paused."))
    return Resumed()


def close(table: Table, guest: str) -> Closed:
    """Raises not_host."""
    host_only(table, guest)
    return Closed()


# --- People -------------------------------------------------------------------------------------------------


def seat_bot(table: Table, guest: str, number: int, level: Level, here: Collection[str]) -> BotSeated:
    """A bot for a free seat, or for a player who is away. Raises not_host, taken, not_now."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if seat.bot is not None:
        raise Refusal("taken", say("A bot has this seat already."))
    if seat.guest is not None and seat.guest in here:
        raise Refusal("taken", say("{name} is here and plays.", name=seat.name or ""))
    return BotSeated(number, level)


def admit(table: Table, guest: str, wisher: str | None, yes: bool) -> Admitted | Declined:
    """Let somebody sit down who asked. He may withdraw himself. Raises not_host, not_now, name_taken."""
    if yes or wisher != guest:
        host_only(table, guest)
    if wisher is None or wisher not in table.people.wishes:
        raise Refusal("not_now", say("Nobody of this name waits to sit down."))
    if not yes:
        return Declined(wisher)
    wish = table.people.wishes[wisher]
    if table.phase == "playing" or seat_at(table, wish.seat).guest is not None:
        raise Refusal("not_now", say("That seat is not free any more."))
    return Admitted(wisher)


def kick(table: Table, guest: str, other: str | None, out: bool) -> Kicked:
    """Take somebody's seats, and perhaps show him the door. Raises not_host, not_now."""
    host_only(table, guest)
    other = _somebody_else(guest, other)
    if not out and table.people.seat_of(other) is None:
        raise Refusal("not_now", say("Only people who sit can be asked to watch."))
    return Kicked(other, out)


def hand_over(table: Table, guest: str, other: str | None) -> Handed:
    """Somebody else is the host. Raises not_host, not_now."""
    host_only(table, guest)
    return Handed(_somebody_else(guest, other))


def inherit(table: Table, here: Collection[str]) -> Handed:
    """The house: the host has been gone for long; whoever sits first and is here takes over. Raises not_now."""
    heirs = [seat.guest for seat in table.seats if seat.guest in here]
    if table.host in here or not heirs or heirs[0] is None:
        raise Refusal("not_now", say("Nobody has to take over."))
    return Handed(heirs[0])


def give_seat(table: Table, guest: str, number: int, other: str | None, here: Collection[str]) -> Gave:
    """A lost seat goes to an onlooker: the same person with another device. Raises not_host, not_now, taken."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if other is None or table.people.seat_of(other) is not None:
        raise Refusal("not_now", say("Only an onlooker can be given a seat."))
    if seat.guest is None:
        raise Refusal("not_now", say("Nobody has lost this seat."))
    if seat.guest in here:
        raise Refusal("taken", say("{name} is here and plays.", name=seat.name or ""))
    return Gave(number, other)


def mute(table: Table, guest: str, other: str | None, muted: bool) -> Muted:
    """Somebody may not talk, or may again. Raises not_host, not_now."""
    host_only(table, guest)
    return Muted(_somebody_else(guest, other), muted)


def _somebody_else(guest: str, other: str | None) -> str:
    if other is None:
        raise Refusal("not_now", say("Nobody of this name is at the table."))
    if other == guest:
        raise Refusal("not_now", say("That is yourself."))
    return other


def _not_while_playing(table: Table) -> None:
    if table.phase == "playing":
        raise Refusal("not_now", say("A game is being played. Wait for its end, or end it together."))


# --- The password -------------------------------------------------------------------------------------------

_COST: Final[dict[str, int]] = {"n": 2**14, "r": 8, "p": 1}


def hashed(password: str, salt: bytes | None = None) -> str:
    """Salt and scrypt of a password, in hex. Takes some 50 ms: not for the event loop."""
    salt = salt or secrets.token_bytes(16)
    return f"{salt.hex()}${hashlib.scrypt(password.encode(), salt=salt, **_COST).hex()}"


def is_password(password: str, kept: str) -> bool:
    """Whether it is the one that was hashed."""
    salt, _, _ = kept.partition("$")
    return secrets.compare_digest(hashed(password, bytes.fromhex(salt)), kept)
