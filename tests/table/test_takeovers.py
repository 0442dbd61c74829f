"""One dishonest person with two browsers, against somebody who is away: whatever they try, in whatever order, they
are shown no hand that was dealt to the other, who has their seat and their rights again as soon as they return."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.messages import Refusal
from app.rooms.identities import handle_of
from app.rooms.views import may_watch
from app.storage.guests import Guest
from app.table.event_ids import SERVER
from app.table.events import Body, Handed, Kicked
from app.table.host import patience_s
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO

MALLORY, OTHER = (Guest(f"{name.lower()}-id", name.encode(), name) for name in ("Mallory", "Trent"))
"""The dishonest person's first browser, and their second one."""
TWO: Final = (MALLORY, OTHER)
MOST_STATES: Final = 20_000 if os.environ.get("LONG") else 300
WALKS: Final = 400 if os.environ.get("LONG") else 12
STEPS: Final = 40

SETUPS: dict[str, tuple[tuple[Guest, ...], tuple[Guest, ...], tuple[Guest, ...]]] = {
    "the host against one player": ((MALLORY, BEN), (BEN,), ()),
    "a player against the host": ((ANN, MALLORY), (ANN,), ()),
    "the host, with a friend who is here": ((MALLORY, BEN, CLEO), (BEN,), (CLEO,)),
    "the host, everybody else gone": ((MALLORY, BEN, CLEO), (BEN, CLEO), ()),
    "a player, everybody else gone": ((ANN, BEN, MALLORY), (ANN, BEN), ()),
    "both browsers play": ((MALLORY, BEN, OTHER), (BEN,), ()),
    "both browsers play against the host": ((ANN, MALLORY, OTHER), (ANN,), ()),
    "a stranger and a host who plays bots alone": ((ANN,), (ANN,), ()),
    "a stranger, with everybody gone": ((ANN, BEN), (ANN, BEN), ()),
}
"""Who sits, the first one as host; who of them is away; and who is here and does nothing."""


class Act(NamedTuple):
    """Something that somebody tries, or that happens by itself."""

    kind: str
    guest: Guest | None
    wish: FromBrowser | None


class Attempt:
    """One state of the table, with what led to it."""

    def __init__(self, given: Given, steps: tuple[Act | str, ...] = ()) -> None:
        self.given = given
        self.steps = steps

    def fork(self, step: Act | str) -> Attempt:
        given = copy(self.given)
        given.table = self.given.table.copy_for_trial()
        given.log, given.here, given._away = [], dict(self.given.here), dict(self.given._away)
        return Attempt(given, (*self.steps, step))

    def key(self) -> bytes:
        """What the future depends on, without what only counts."""
        given, table = self.given, self.given.table
        asked = table.playing.state.question.seats if table.phase == "playing" else ()
        away = sorted((guest, away_s > 30, away_s > 60) for guest, away_s in given._away.items())
        proposal = table.playing.proposal if table.playing else None
        said = (table.phase, table.number, table.closed, asked, proposal, sorted(given.here), away, given.link)
        known = msgspec.to_builtins((table.people, table.settings, said), str_keys=True, order="sorted")
        return msgspec.json.encode(known)

    # --- What may be tried ---

    def acts(self) -> list[Act]:
        """Everything that may be tried in this state."""
        given, table = self.given, self.given.table
        acts = [Act("time", None, None)] if any(away_s < 61 for away_s in given._away.values()) else []
        acts += [Act("bot", None, None)] if any(table.seats[seat].bot for seat in given.asked) else []
        if given.away_s(table.host) > max(60, patience_s(table)):
            acts.append(Act("server", None, None))
        for guest in TWO:
            if guest.id in given.here:
                acts += [Act("command", guest, wish) for wish in self._wishes(guest)]
            if guest.id not in table.people.banned:
                acts.append(Act("goes" if guest.id in given.here else "comes", guest, None))
        return acts

    def after(self, act: Act) -> Attempt | None:
        """The state after this; None if it is refused."""
        trial = self.fork(act)
        given, table, guest = trial.given, trial.given.table, act.guest
        try:
            match act.kind:
                case "time":
                    given._away = {guest: away_s + 61 for guest, away_s in given._away.items()}
                case "bot":
                    seat = next(seat for seat in given.asked if table.seats[seat].bot)
                    given.writes(SERVER, given.bot_would_answer(seat))
                case "server":
                    given.house_looks_for_a_host()
                case "goes":
                    given.leaves(guest, ago=0)
                case "comes":
                    trial.enters(guest)
                case _:
                    body = given.judged(guest, act.wish)
                    if self._is_fair(body):
                        return None
                    given.writes(guest.id, body)
        except Refusal:
            return None
        return trial

    def _is_fair(self, body: Body) -> bool:
        """Whether a host removes a player from a seat that is their own, or hands the table over to one."""
        others, people = {ANN.id, BEN.id, CLEO.id}, self.given.table.people
        if isinstance(body, Kicked) and body.guest in others:
            own = [number for number in people.seats_of(body.guest) if number not in people.heirs]
            return own != [] and not people.hosts
        return isinstance(body, Handed) and body.guest in others

    def _wishes(self, guest: Guest) -> Iterator[FromBrowser]:
        table = self.given.table
        seats, people = range(len(table.seats)), {*TWO, ANN, BEN, CLEO}
        here = [handle_of(table, person.id) for person in people if person.id != guest.id]
        for seat in seats:
            yield commands.Sit(seat, back=True)
            yield commands.SeatBot(seat, "medium")
            yield commands.MakeLink(seat)
            yield from (commands.GiveSeat(seat=seat, person=handle_of(table, each.id)) for each in TWO)
            if table.phase != "playing":
                yield commands.Sit(seat)
                yield commands.Stand(seat)
        for person in here:
            yield from (commands.Admit(person=person, yes=yes) for yes in (True, False))
            yield from (commands.Kick(person=person, out=out) for out in (True, False))
            yield commands.HandOver(person=person)
        yield commands.TakeSeat(self.given.link)
        yield commands.Propose("end")
        yield commands.Agree(True)
        yield commands.Start()
        yield commands.Rematch()
        if table.phase != "playing":
            yield commands.Order([*seats][::-1])
            yield commands.ChangeGame("beads", len(table.seats), {"length": 4})
            yield commands.ChangeSettings(password="swordfish", onlookers=False, sitting="asked")
            yield commands.Hello("Xenia")
        yield commands.CloseRoom()
        own = [seat for seat in self.given.asked if table.seats[seat].guest == guest.id]
        yield from (self.given.answer("put", seat, bead=1) for seat in own)

    # --- What must hold ---

    def enters(self, guest: Guest) -> None:
        """As app/rooms/dispatch.py does it for a hello."""
        self.given.enters(guest)
        if self.given.table.people.gets_back(guest.id):
            self.given.when(guest, commands.Hello(None))

    def assert_shows_nothing(self, victims: tuple[Guest, ...]) -> None:
        table, theirs = self.given.table, {guest.id for guest in victims}
        if table.phase != "playing":
            return
        for guest in TWO:
            for seat in range(len(table.seats)):
                view = table.people.viewpoint_of(guest.id, seat)
                hand = next(iter(table.seats[view].dealt), None) if view is not None else None
                assert hand not in theirs, self.steps

    def assert_all_get_back(self, victims: tuple[Guest, ...], before: Given) -> None:
        for victim in victims:
            if self.given.table.closed:
                continue
            trial = self.fork(f"{victim.name} is back")
            table, people = trial.given.table, trial.given.table.people
            assert victim.id not in people.banned, trial.steps
            assert not people.is_locked_out(victim.id, table.settings.password), trial.steps
            trial.enters(victim)
            (seat,) = people.seats_of(victim.id) or (None,)
            assert seat is not None and table.seats[seat].name == victim.name, trial.steps
            assert before.table.host != victim.id or table.host == victim.id, trial.steps
            if table.phase == "playing" and victim.id in table.seats[seat].dealt:
                assert people.viewpoint_of(victim.id, None) == seat and table.seats[seat].bot is None, trial.steps
            if table.phase == "playing":
                assert may_watch(table, victim.id), trial.steps
            assert all(past.has_played(victim.id) for past in table.past[: len(before.table.past)]), trial.steps


def explored(given: Given, most: int = MOST_STATES) -> Iterator[Attempt]:
    """The states that can be reached, nearest first."""
    first = Attempt(given)
    seen, waiting = {first.key()}, [first]
    while waiting and len(seen) < most:
        attempt = waiting.pop(0)
        yield attempt
        for further in filter(None, map(attempt.after, attempt.acts())):
            if (key := further.key()) not in seen:
                seen.add(key)
                waiting.append(further)
    yield from waiting


def one_further(attempt: Attempt, chance: Random) -> Attempt:
    """A state that follows, each kind of act being as likely as any other."""
    kinds: dict[str, list[Act]] = {}
    for act in attempt.acts():
        kinds.setdefault(f"{act.kind} {type(act.wish).__name__}", []).append(act)
    while kinds:
        kind = chance.choice(sorted(kinds))
        act = kinds[kind].pop(chance.randrange(len(kinds[kind])))
        kinds = {kind: acts for kind, acts in kinds.items() if acts}
        if (further := attempt.after(act)) is not None:
            return further
    return attempt


def table_of(given: Tables, setup: str, **options: Any) -> Given:
    sit, away, _ = SETUPS[setup]
    table = given(*sit, seats=max(2, len(sit)), length=4).begun(**options)
    table.enters(*TWO)
    table.leaves(*away, ago=0)
    return table


def assert_all_is_well(attempt: Attempt, before: Given, victims: tuple[Guest, ...]) -> None:
    attempt.assert_shows_nothing(victims)
    attempt.assert_all_get_back(victims, before)


@pytest.mark.parametrize("setup", SETUPS)
def test_whatever_is_tried_first_shows_no_hand_and_everybody_gets_theirs_back(given: Tables, setup: str) -> None:
    table, (_, victims, _) = table_of(given, setup), SETUPS[setup]
    for attempt in explored(table):
        assert_all_is_well(attempt, table, victims)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_long_siege_shows_no_hand_and_everybody_gets_theirs_back(given: Tables, setup: str) -> None:
    table, (_, victims, _) = table_of(given, setup), SETUPS[setup]
    for seed in range(WALKS):
        chance, attempt = Random(f"{setup}/{seed}"), Attempt(table)
        for _ in range(STEPS):
            attempt = one_further(attempt, chance)
            assert_all_is_well(attempt, table, victims)
            if attempt.given.table.closed:
                break
