"""Decisions of the host: the game, its options, the room's settings, bots, people. Each function decides one command at
the table as it stands: it returns the event, or raises Refusal with the reason. Nothing here writes, sends, or changes
the table."""

import secrets
from collections.abc import Collection, Mapping
from math import ceil
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from app.protocol.commands import Doors, LevelOrOlder, level_of
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.table import events
from app.table.gathering import WhoIsHere, host_only, refuse_present, seat_at, set_table
from app.table.state import Table
from games.engine import say

GRACE_S: Final = 30.0  # how long the seat of a player who went away is kept from everybody else

# --- The table ----------------------------------------------------------------------------------------------


def change_game(table: Table, guest: str, game_key: str, seats: int, options: Mapping[str, Any]) -> events.Changed:
    """Set game, seats and options. Players keep their seats, or get free ones. Raises not_host, not_now, bad_option."""
    host_only(table, guest)
    _not_while_playing(table)
    game, chosen = set_table(game_key, seats, options)
    people = [number for number, seat in enumerate(table.seats) if seat.guest is not None]
    if len(people) > seats:
        sentence = (
            "There are {count} players here, but {game} has only {seats} seats. Move someone to the audience first."
        )
        raise Refusal("bad_option", say(sentence, count=len(people), game=game.title, seats=seats))
    return events.Changed(game.key, seats, chosen, _places(table, seats))


def _places(table: Table, seats: int) -> list[int | None]:
    """The new places of all seats: players beyond the last seat move to a free one, or to a bot's."""
    places: list[int | None] = [number if number < len(table.seats) else None for number in range(seats)]
    for homeless in [number for number, seat in enumerate(table.seats) if seat.guest and number >= seats]:
        bots_or_nobodys = (at for at, seat in enumerate(places) if seat is None or table.seats[seat].guest is None)
        places[next(bots_or_nobodys)] = homeless
    return places


def reorder(table: Table, guest: str, places: list[int] | None) -> events.Reordered:
    """Rearrange the seats; None: at random. Raises not_host, not_now, bad_option."""
    host_only(table, guest)
    _not_while_playing(table)
    everybody = list(range(len(table.seats)))
    if places is None:
        places = secrets.SystemRandom().sample(everybody, len(everybody))
    if sorted(places) != everybody:
        raise Refusal("bad_option", say("An order names every seat once: {seats}.", seats=everybody))
    return events.Reordered(places)


def keep(table: Table, guest: str, command: Doors, password: str | None) -> events.Kept:
    """Change the room's settings. `password`: the hash of the new one, if one is given. Raises not_host, not_now."""
    host_only(table, guest)
    if command.clock is not UNSET and table.phase == "playing" and not table.paused:
        raise Refusal("not_now", say("Pause the game before you change its clocks."))
    given = {name: value for name, value in asdict(command).items() if name != "id" and value is not UNSET}
    if "password" in given:
        given["password"] = password
    return events.Kept(replace(table.settings, **given))


def pause(table: Table, guest: str) -> events.Paused:
    """Stop the game and its clocks. Raises not_host, not_now."""
    host_only(table, guest)
    if table.paused:
        raise Refusal("not_now", say("The host has paused the game."))
    if table.phase != "playing":
        raise Refusal("not_now", say("No game is going on."))
    return events.Paused()


def resume(table: Table, guest: str) -> events.Resumed:
    """Resume the game. Raises not_host, not_now."""
    host_only(table, guest)
    if not table.paused:
        raise Refusal("not_now", say("The game is not paused."))
    return events.Resumed()


def close(table: Table, guest: str) -> events.Closed:
    """Close the room for good. Raises not_host."""
    host_only(table, guest)
    return events.Closed()


# --- People -------------------------------------------------------------------------------------------------


def seat_bot(table: Table, guest: str, number: int, level: LevelOrOlder, here: Collection[str]) -> events.BotSeated:
    """Give a free seat to a bot of this level, or an absent player's seat to a medium one, which neither throws the
    game nor wins it for them; between games, change the level of the bot there. Raises not_host, taken, full."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if seat.bot is not None and (seat.guest is not None or table.phase == "playing" or seat.bot == level_of(level)):
        raise Refusal("taken", say("A bot has this seat already."))
    if seat.guest is not None and seat.guest in here:
        raise Refusal("taken", say("{name} is here and playing.", name=seat.name or ""))
    return events.BotSeated(number, level_of(level) if seat.guest is None else "medium")


def admit(table: Table, guest: str, wisher: str | None, yes: bool, who: WhoIsHere) -> events.Admitted | events.Declined:
    """Answer a guest's request for a seat; guests may withdraw their own. Raises not_host, not_now, taken."""
    wish = None if wisher is None else table.people.wishes.get(wisher)
    if yes or wisher != guest:
        _refuse_to_answer(table, guest, wish, who)
    if wisher is None or wish is None:
        raise Refusal("not_now", say("No one with that name is waiting for a seat."))
    if not yes:
        return events.Declined(wisher)
    if wish.back:
        refuse_present(table, wish.seat, who)
    elif table.phase == "playing" or seat_at(table, wish.seat).guest is not None:
        raise Refusal("not_now", say("That seat is not free any more."))
    return events.Admitted(wisher)


def _refuse_to_answer(table: Table, guest: str, wish: events.Wished | None, who: WhoIsHere) -> None:
    """Only the host may answer; requests for an absent host's seat, any other player. Raises not_host, not_now."""
    is_the_hosts = wish is not None and wish.back and wish.seat == table.people.seat_of(table.host)
    if guest == table.host or not is_the_hosts or table.people.seat_of(guest) is None or table.host in who.here:
        return host_only(table, guest)
    refuse_too_soon(table, table.host, who)


def kick(table: Table, guest: str, other: str | None, out: bool) -> events.Kicked:
    """Take somebody's seats; `out`: and remove them. Raises not_host, not_now."""
    host_only(table, guest)
    # Somebody who was removed is gone, even if the same command arrives again.
    other = _somebody_else(guest, None if other in table.people.banned else other)
    if not out and table.people.seat_of(other) is None:
        raise Refusal("not_now", say("Only seated players can be moved to the audience."))
    return events.Kicked(other, out)


def hand_over(table: Table, guest: str, other: str | None) -> events.Handed:
    """Make somebody else the host. Raises not_host, not_now."""
    host_only(table, guest)
    return events.Handed(_somebody_else(guest, other))


def succeed(table: Table, who: WhoIsHere) -> events.Admitted | events.Handed:
    """Server: replace a host who has been away for long. A guest who asks for the host's seat gets it, if there is
    nobody to ask; otherwise the first player who is here becomes host or, if no seat is taken, anybody who is here.
    Raises not_now."""
    if table.host not in who.here:
        if (asks := _who_asks_for_the_hosts_seat(table, who.here)) is not None:
            return events.Admitted(asks)
        seated = [seat.guest for seat in table.seats if seat.guest is not None]
        for heir in seated or sorted(who.here):
            if heir in who.here:
                return events.Handed(heir)
    raise Refusal("not_now", say("No one needs to take over."))


def _who_asks_for_the_hosts_seat(table: Table, here: Collection[str]) -> str | None:
    """The guest who asks for it, if there is nobody to decide: no other player or, between games, none who is here."""
    others = {seat.guest for seat in table.seats} - {None, table.host}
    if others if table.phase == "playing" else others & {*here}:
        return None
    people, password = table.people, table.settings.password
    asking = (guest for guest, wish in people.wishes.items() if wish.back and wish.seat == people.seat_of(table.host))
    return next((guest for guest in asking if guest in here and not people.is_locked_out(guest, password)), None)


def give_seat(
    table: Table, guest: str, number: int, other: str | None, name: str | None, who: WhoIsHere
) -> events.Gave:
    """Give a lost seat to a spectator, who plays under their own name unless they may be the same person on another
    device. `name`: the spectator's, which may have digits. Raises not_host, not_now, taken."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if other is None or table.people.seat_of(other) is not None:
        raise Refusal("not_now", say("Only a spectator can be given a seat."))
    if seat.guest is None:
        raise Refusal("not_now", say("No one has lost this seat."))
    if seat.guest in who.here:
        raise Refusal("taken", say("{name} is here and playing.", name=seat.name or ""))
    refuse_too_soon(table, seat.guest, who)
    if name is None:
        return events.Gave(number, other, name=events.NAMELESS)
    is_same = look_alike(name.partition(" #")[0], seat.name or "")
    return events.Gave(number, other, name=name, called="" if is_same else name)


def refuse_too_soon(table: Table, owner: str, who: WhoIsHere) -> None:
    """Protect the seat of a player whose page is only being reloaded. Raises not_now."""
    wait_s = ceil(GRACE_S - who.away_s(owner))
    if wait_s > 0:
        name = table.people.name_of(owner) or ""
        raise Refusal("not_now", say("{name} was here a moment ago. Wait {seconds} s.", name=name, seconds=wait_s))


def refuse_end_without_asking(table: Table, who: WhoIsHere) -> None:
    """Protect the game of somebody who is only reloading the page: a bot that plays for them is not asked whether it
    should end. Raises not_now."""
    for seat in table.seats:
        if seat.bot is not None and seat.guest is not None and seat.guest not in who.here:
            refuse_too_soon(table, seat.guest, who)


def mute(table: Table, guest: str, other: str | None, muted: bool, name: str | None) -> events.Muted:
    """Mute somebody, who is shown under this name while muted, or let them talk again. Raises not_host, not_now."""
    host_only(table, guest)
    other = _somebody_else(guest, other)
    if muted and other in table.people.muted:
        raise Refusal("not_now", say("This person is muted already."))
    return events.Muted(other, muted, (name or "") if muted else "")


def _somebody_else(guest: str, other: str | None) -> str:
    if other is None:
        raise Refusal("not_now", say("No one at this table has that name."))
    if other == guest:
        raise Refusal("not_now", say("That is you."))
    return other


def _not_while_playing(table: Table) -> None:
    if table.phase == "playing":
        raise Refusal("not_now", say("A game is being played. Wait for its end, or end it together."))
