"""Decisions of the host: the game, its options, the room's settings, bots, people; and about the seats of people who
are away, the host's included. Each function decides one command at the table as it stands: it returns the event, or
raises Refusal with the reason. Nothing here writes, sends, or changes the table. What becomes of a seat that is taken
over, and what everybody gets back by returning, is in app/table/hands.py."""

import secrets
from collections.abc import Collection, Mapping
from math import ceil
from typing import Any, Final, Protocol

from msgspec import UNSET
from msgspec.structs import asdict, replace

from app.protocol.commands import ChangeSettings
from app.protocol.lookalikes import look_alike
from app.protocol.messages import Refusal
from app.table import clock, events
from app.table.clock import AtStake, Called
from app.table.evening import around_it
from app.table.gathering import host_only, seat_at, set_table
from app.table.moves import hides_names, only_players
from app.table.state import Table
from games.bot import Level
from games.engine import Text, say

WAITS_S: Final = 60.0
"""How long the request for a seat stays after its guest has gone."""

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


def change_settings(table: Table, guest: str, command: ChangeSettings, now: int) -> events.SettingsChanged:
    """Change the room's settings; a new password comes as its hash. Raises not_host, not_now, bad_option."""
    host_only(table, guest)
    if command.clock is not UNSET and table.phase == "playing" and not table.paused:
        raise Refusal("not_now", say("Pause the game before you change its clocks."))
    if command.hints not in (UNSET, table.settings.hints) and table.phase == "playing":
        raise Refusal("not_now", say("A game is being played. Allow or forbid hints before the next one."))
    if command.onlookers is True and not table.settings.onlookers and table.people.hosts:
        sentence = "You are the host only while the host is away, and cannot let spectators in on their games."
        raise Refusal("not_now", say(sentence))
    given = {name: value for name, value in asdict(command).items() if name != "id" and value is not UNSET}
    if "password" in given:
        given["password"] = command.password or None
    given |= around_it(command, table.settings.evening, now)
    return events.SettingsChanged(replace(table.settings, **given))


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
    """Close the room for good. Raises not_host, and not_now for somebody who is host only while the host is away."""
    host_only(table, guest)
    if table.people.hosts:
        raise Refusal("not_now", say("You are the host only while the host is away, and cannot close their table."))
    return events.Closed()


# --- People -------------------------------------------------------------------------------------------------


def seat_bot(table: Table, guest: str, number: int, level: Level, here: Collection[str]) -> events.BotSeated:
    """Give a free seat to a bot of this level, or an absent player's seat to a medium one, which neither throws the
    game nor wins it for them; between games, change the level of the bot there. Raises not_host, taken, full."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if seat.bot is not None and (seat.guest is not None or table.phase == "playing" or seat.bot == level):
        raise Refusal("taken", say("A bot has this seat already."))
    if seat.guest is not None and seat.guest in here:
        raise Refusal("taken", say("{name} is here and playing.", name=seat.name or ""))
    return events.BotSeated(number, level if seat.guest is None else "medium")


def kick(table: Table, guest: str, other: str, out: bool, here: Collection[str]) -> events.Kicked:
    """Take somebody's seats; `out`: and remove them. Raises not_host, not_now."""
    host_only(table, guest)
    _refuse_oneself(guest, other)
    if other in table.people.banned:  # the same command has arrived again
        raise Refusal("not_now", say("This person is not at the table any more."))
    is_seated = table.people.seat_of(other) is not None
    if not out and not is_seated:
        raise Refusal("not_now", say("Only seated players can be moved to the audience."))
    if table.people.is_protected(other):
        raise Refusal("not_now", say("Their seat was taken over while they were away: no one can remove them now."))
    if table.people.hosts and is_seated and other not in here:
        raise Refusal(
            "not_now", say("You are the host only while the host is away, and cannot remove other absent players.")
        )
    return events.Kicked(other, out)


def hand_over(table: Table, guest: str, other: str) -> events.Handed:
    """Make somebody else the host. Raises not_host, not_now."""
    host_only(table, guest)
    _refuse_oneself(guest, other)
    return events.Handed(other)


def mute(table: Table, guest: str, other: str, muted: bool, name: str | None) -> events.Muted:
    """Mute somebody, who is shown under this name while muted, or let them talk again. Raises not_host, not_now."""
    host_only(table, guest)
    _refuse_oneself(guest, other)
    if muted and table.people.is_protected(other):
        raise Refusal("not_now", say("Their seat was taken over while they were away: no one can mute them now."))
    if muted and other in table.people.muted:
        raise Refusal("not_now", say("This person is muted already."))
    return events.Muted(other, muted, (name or "") if muted else "")


def _refuse_oneself(guest: str, other: str) -> None:
    if other == guest:
        raise Refusal("not_now", say("That is you."))


def _not_while_playing(table: Table) -> None:
    if table.phase == "playing":
        raise Refusal("not_now", say("A game is being played. Wait for its end, or end it together."))


# --- Seats of players who are away --------------------------------------------------------------------------


class WhoIsHere(Protocol):
    """The guests who have a page of the room open, on any node."""

    @property
    def here(self) -> Collection[str]:
        """Their ids."""

    def away_s(self, guest: str) -> float:
        """How many seconds a guest has certainly been away; 0 for guests who are here."""

    def called_s(self, guest: str) -> float:
        """How many seconds ago a guest who is away was last called; infinity for those who were not."""


class TooSoon(Refusal):
    """The player of a seat is still waited for."""

    def __init__(self, text: Text) -> None:
        super().__init__("not_now", text)


def patience_s(table: Table) -> float:
    """How many seconds a player has to be away before anybody may take over from them: in a slow game, as long as they
    may think; a clock that was changed during the game makes it no shorter."""
    promised_s = table.playing.patience_s if table.playing is not None else 0
    return max(promised_s, clock.patience_s(table.settings.clock))


def ask_back(table: Table, guest: str, number: int, who: WhoIsHere) -> events.SeatRequested:
    """Ask for the seat of an absent player, as the same person on another device. Raises full, taken, not_now."""
    seat = seat_at(table, number)
    if seat.guest is None or seat.name is None:
        raise Refusal("not_now", say("No one has lost this seat."))
    if table.people.seat_of(guest) is not None or table.people.heir_of(guest) is not None:
        raise Refusal("not_now", say("This device has a seat already."))
    _refuse_present(table, number, who)
    return events.SeatRequested(number, seat.name, back=True)


def _refuse_present(table: Table, number: int, who: WhoIsHere) -> None:
    seat = seat_at(table, number)
    if seat.guest is not None and seat.guest in who.here:
        sentence = "{name} is here, on another device. Close the page there, then ask again."
        raise Refusal("taken", say(sentence, name=seat.name or ""))


def admit(table: Table, guest: str, requester: str, yes: bool, who: WhoIsHere) -> events.Admitted | events.Declined:
    """Answer a guest's request for a seat; guests may withdraw their own. Raises not_host, not_seated, not_now,
    taken."""
    if (number := table.people.heir_of(requester)) is not None:
        return _admit_heir(table, guest, number, yes, who)
    request = table.people.seat_requests.get(requester)
    if yes or requester != guest:
        _refuse_to_answer(table, guest, request, who)
    if request is None:
        raise Refusal("not_now", say("No one with that name is waiting for a seat."))
    if not yes:
        return events.Declined(requester)
    if request.back:
        _refuse_present(table, request.seat, who)
        refuse_too_soon(table, table.seats[request.seat].guest or "", who)
    elif table.phase == "playing" or seat_at(table, request.seat).guest is not None:
        raise Refusal("not_now", say("That seat is not free any more."))
    return events.Admitted(requester)


def _refuse_to_answer(table: Table, guest: str, request: events.SeatRequested | None, who: WhoIsHere) -> None:
    """Only the host may answer; requests for an absent host's seat, any other player. Raises not_host, not_now."""
    is_the_hosts = request is not None and request.back and request.seat == table.people.seat_of(table.host)
    if guest == table.host or not is_the_hosts or table.people.seat_of(guest) is None or table.host in who.here:
        return host_only(table, guest)
    refuse_too_soon(table, table.host, who)


def _admit_heir(table: Table, guest: str, number: int, yes: bool, who: WhoIsHere) -> events.Admitted | events.Declined:
    """Agree that somebody plays on with the hand of this seat, as one more player of this game; the host may change
    their mind instead. Raises not_host, not_seated, not_now, taken."""
    heir = table.people.heirs[number]
    if not yes:
        if guest != heir.guest:
            host_only(table, guest)
        return events.Declined(heir.guest)
    voter = table.people.voter(guest)
    if voter is None:
        raise only_players()
    if voter in heir.agreed:
        raise Refusal("not_now", say("You have agreed already. Another player has to agree as well."))
    _refuse_present(table, number, who)
    return events.Admitted(heir.guest)


def give_seat(table: Table, guest: str, number: int, other: str, name: str | None, who: WhoIsHere) -> events.Gave:
    """Give a lost seat to a spectator, who plays under their own name unless they may be the same person on another
    device. `name`: the spectator's, which may have digits. Raises not_host, not_now, taken."""
    host_only(table, guest)
    seat = seat_at(table, number)
    if table.people.seat_of(other) is not None or table.people.heir_of(other) is not None:
        raise Refusal("not_now", say("Only a spectator can be given a seat."))
    if seat.guest is None:
        raise Refusal("not_now", say("No one has lost this seat."))
    if seat.guest in who.here:
        raise Refusal("taken", say("{name} is here and playing.", name=seat.name or ""))
    refuse_too_soon(table, seat.guest, who)
    if name is None:
        return events.Gave(number, other, name=events.NAMELESS)
    is_same = look_alike(name.partition(" #")[0], seat.name or "")
    public_name = events.NAMELESS if hides_names(table) else name
    return events.Gave(number, other, name=public_name, called="" if is_same else name)


def refuse_too_soon(table: Table, owner: str, who: WhoIsHere) -> None:
    """Protect the seat of a player whose page is only being reloaded, who is not expected yet, or who has just been
    called. Raises not_now."""
    _refuse_recent(table, owner, who)
    left_s = patience_s(table) - who.called_s(owner)
    if left_s > 0:
        name = table.people.name_of(owner) or ""
        raise TooSoon(say("{name} has just been notified. Wait {seconds} s.", name=name, seconds=ceil(left_s)))


def _refuse_recent(table: Table, owner: str, who: WhoIsHere) -> None:
    left_s = patience_s(table) - who.away_s(owner)
    if left_s > 0:
        name = table.people.name_of(owner) or ""
        raise TooSoon(say("{name} was here a moment ago. Wait {seconds} s.", name=name, seconds=ceil(left_s)))


def call(table: Table, guest: str, about: AtStake, who: WhoIsHere) -> Called:
    """Server: call a guest who is certainly away, before their seat passes to somebody else, or their place as host to
    whoever is here: once until they are back. Raises not_now."""
    has_it = guest == table.host if about == "host" else table.people.seat_of(guest) is not None
    if not has_it or who.away_s(guest) == 0 or table.people.is_called(guest, about):
        raise Refusal("not_now", say("No one needs to take over."))
    if about == "host":
        succeed(table, who)
    return Called(guest, about)


def refuse_end_without_asking(table: Table, who: WhoIsHere) -> None:
    """Protect the game of somebody who is only reloading the page: a bot that plays for them is not asked whether it
    should end. Raises not_now."""
    for seat in table.seats:
        if seat.bot is not None and seat.guest is not None and seat.guest not in who.here:
            _refuse_recent(table, seat.guest, who)


def succeed(table: Table, who: WhoIsHere) -> events.Admitted | events.Handed:
    """Server: replace a host who has been away for long. A guest who asks for the seat of a host who is alone with bots
    gets it; otherwise the first player who is here becomes host or, if no seat is taken, anybody who is here. Raises
    not_now."""
    if table.host not in who.here:
        if (asks := _who_asks_for_the_only_seat(table, who.here)) is not None:
            return events.Admitted(asks)
        seated = [seat.guest for seat in table.seats if seat.guest is not None]
        for heir in seated or sorted(who.here):
            if heir in who.here:
                return events.Handed(heir)
    raise Refusal("not_now", say("No one needs to take over."))


def give_up(table: Table, who: WhoIsHere, after_s: float = WAITS_S) -> events.Declined:
    """Server: drop the request of a guest who has been away for so long. Raises not_now."""
    for guest in table.people.seat_requests:
        if who.away_s(guest) >= after_s:
            return events.Declined(guest)
    raise Refusal("not_now", say("No one with that name is waiting for a seat."))


def _who_asks_for_the_only_seat(table: Table, here: Collection[str]) -> str | None:
    """The guest who asks for the host's seat, if nobody else has one who could be asked."""
    if {seat.guest for seat in table.seats} - {None, table.host}:
        return None
    people, password = table.people, table.settings.password
    seat = people.seat_of(table.host)
    asking = (guest for guest, request in people.seat_requests.items() if request.back and request.seat == seat)
    return next((guest for guest in asking if guest in here and not people.is_locked_out(guest, password)), None)
