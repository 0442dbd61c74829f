"""Any life a table may have: people come and go, sit, play, take back, quarrel, pause, change the game and come back
after a restart, in any order, over the socket layer of the server. What they are told always fits together.

    LIFE_OF_A_TABLE=200 python -m pytest tests/test_life_of_a_table.py

lives so many lives at random, of fifty steps each; without it the same forty every time.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

import app.room
from app import events, players
from app.events import Body, Event, Finished, Moved, Undone
from app.main import create_app
from app.room import Room
from app.settings import Rate, Settings
from games import GAMES
from tests.beads import BEADS
from tests.company import Clock, check_log, told
from tests.wires import Message, Person, Wire

LIVES = 40
STEPS = 50
PLENTY = Rate(1_000_000, 1)
NAMES = ("Ann", "Ben", "Cleo", "Dora")
MOST_PAGES = 6
OFTEN = (
    events.Moved, events.Finished, events.Undone, events.Stopped, events.Kicked, events.Gave, events.Linked,
    events.Handed, events.Changed, events.Reordered, events.Paused, events.Resumed, events.Returned,
)  # fmt: skip
"""What has to have happened, or nothing was shown."""

seats = st.integers(0, 3)
names = st.sampled_from(NAMES)
yes = st.booleans()
whoever = st.integers(0, MOST_PAGES - 1)

during_a_game = precondition(lambda self: self.room.table.phase == "playing")
between_games = precondition(lambda self: self.room.table.phase != "playing")


class World:
    """A server in this process, and a loop in which it runs only while somebody does something."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.lived: Counter[type] = Counter()
        """How often each kind of thing has happened."""
        GAMES["beads"] = BEADS
        self.gone_after_s, app.room.GONE_AFTER_S = app.room.GONE_AFTER_S, 0.0  # type: ignore[misc]
        settings = Settings(
            database_url=f"sqlite:///{self.folder}/log.sqlite3",
            bot_delay_ms=0,
            **dict.fromkeys(
                ("limits_handshakes", "limits_guests", "limits_rooms", "limits_chat", "limits_messages",
                 "limits_bytes", "limits_passwords"), PLENTY
            ),
            limits_sockets_per_address=PLENTY.times,
        )  # fmt: skip
        self.app = create_app(replace(settings, limits_sockets_per_guest=PLENTY.times))
        self.app.state.store._clock = self.clock
        self.house = self.app.router.lifespan_context(self.app)
        self.runner.run(self.house.__aenter__())
        self.runner.run(self.app.state.clocks.close())  # no rounds: the clock goes on only when it is told

    def close(self) -> None:
        self.runner.run(self.house.__aexit__(None, None, None))
        self.runner.close()
        shutil.rmtree(self.folder)
        del GAMES["beads"]
        app.room.GONE_AFTER_S = self.gone_after_s  # type: ignore[misc]


class LifeOfATable(RuleBasedStateMachine):
    """One room and four people with several pages each. Most wishes may be refused: what is checked is what is told."""

    world: World

    def __init__(self) -> None:
        super().__init__()
        self.acked: dict[str, int] = {}
        self.refused: set[str] = set()
        self.checked = 0
        self.wires: list[Wire] = []
        self.people = [Person(self.world.app, name) for name in NAMES]

    @initialize(together=yes, third=st.sampled_from(["person", "bot"]), length=st.integers(3, 9))
    def three_sit_down_and_begin(self, together: bool, third: str, length: int) -> None:
        self.run(self._open(together, third, length))

    def run(self, work: Any) -> Any:
        return self.world.runner.run(work)

    async def _open(self, together: bool, third: str, length: int) -> None:
        self.room_code = await self.people[0].opens("beads", 3, together=together, length=length)
        for person in self.people[1:]:
            await person.opens("beads", 2)  # for the cookie
        ann, ben, cleo = [await self._enter(who) for who in range(3)]
        await self._settle()
        await self._wish(ben, {"type": "sit", "seat": 1})
        if third == "person":
            await self._wish(cleo, {"type": "sit", "seat": 2})
        else:
            await self._wish(ann, {"type": "seat_bot", "seat": 2, "level": "careful"})
        await self._wish(ann, {"type": "start"})

    # --- Help ---

    @property
    def room(self) -> Room:
        rooms = self.world.app.state.rooms
        found: Room | None = rooms._live.get(self.room_code) or self.run(rooms.find(self.room_code))
        assert found is not None
        return found

    async def _enter(self, who: int, seen: int = 0) -> Wire:
        wire = await self.people[who].enters(self.room_code, seen)
        self.wires.append(wire)
        return wire

    def open_wires(self) -> list[Wire]:
        return [wire for wire in self.wires if wire.code is None and not wire.closed]

    def wire(self, number: int) -> Wire | None:
        wires = self.open_wires()
        return wires[number % len(wires)] if wires else None

    def seated_wire(self, number: int) -> Wire | None:
        """An open page of somebody who sits."""
        wires = [wire for wire in self.open_wires() if wire.table["you"]["seats"]]
        return wires[number % len(wires)] if wires else None

    def wish(self, number: int, **message: Any) -> None:
        """One of the open pages asks for this."""
        if (wire := self.wire(number)) is not None:
            self.run(self._wish(wire, message))

    def host_wishes(self, number: int, **message: Any) -> None:
        """The host does, more often than not."""
        hosts = [wire for wire in self.open_wires() if wire.table["you"]["host"]]
        if hosts and number % 4:
            self.run(self._wish(hosts[0], message))
        else:
            self.wish(number, **message)

    async def _wish(self, wire: Wire, message: Message) -> None:
        await wire.send(**message)
        await self._settle()

    async def _settle(self) -> None:
        """Everybody has heard what there is to hear, and the bots have done what they had to."""
        state = self.world.app.state
        for wire in self.open_wires():
            await wire.catches_up()
        for _ in range(2000):
            if not state.bots._busy and not state.clocks._tasks:
                break
            await asyncio.sleep(0.0005)
        room = await self.world.app.state.rooms.find(self.room_code)
        if room is not None:
            room.show_table()  # what is told a moment later is told now
        for wire in self.open_wires():
            await wire.catches_up()
        self._note_answers()

    def _note_answers(self) -> None:
        for wire in self.wires:
            for message in wire.heard:
                if message["type"] == "ack":
                    assert self.acked.setdefault(message["id"], message["seq"]) == message["seq"]
                elif message["type"] == "refused" and message["id"]:
                    self.refused.add(message["id"])

    # --- Coming and going ---

    @rule(who=st.integers(0, len(NAMES) - 1))
    def opens_a_page(self, who: int) -> None:
        if len(self.open_wires()) < MOST_PAGES:
            self.run(self._enter(who))
            self.run(self._settle())

    @rule(number=whoever)
    def a_connection_breaks(self, number: int) -> None:
        if (wire := self.wire(number)) is not None and len(self.open_wires()) > 2:
            self.run(wire.leaves())

    @rule(number=whoever)
    def a_page_comes_back(self, number: int) -> None:
        if (wire := self.wire(number)) is not None:
            self.run(self._come_back(wire))

    async def _come_back(self, wire: Wire) -> None:
        await wire.leaves()
        seen = wire.frame.get("seq", 0)
        again = await self._enter(self.people.index(wire.person), seen)
        await self._settle()
        if again.frame and again.code is None:
            assert again.frame["seq"] >= seen
            assert all(line["seq"] > seen and not line["fades"] for line in again.frame["lines"])

    @rule()
    def the_server_forgets_the_table_and_reads_its_log(self) -> None:
        before = self.room
        for wire in self.wires:
            self.run(wire.leaves())
        self.run(self._forget(before))
        assert self.room is not before
        assert told(self.room.table) == told(before.table)
        self.run(self._all_enter())

    async def _all_enter(self) -> None:
        for who in range(len(NAMES)):
            await self._enter(who)
        await self._settle()

    async def _forget(self, room: Room) -> None:
        self.world.app.state.rooms.forget(room)

    @rule(seconds=st.sampled_from([1, 20, 90, 400]))
    def time_goes_by(self, seconds: int) -> None:
        self.world.clock.goes_on(seconds)
        self.run(self._look())

    async def _look(self) -> None:
        room = await self.world.app.state.rooms.find(self.room_code)
        await self.world.app.state.clocks.look(room)
        await self._settle()

    # --- Seats ---

    @rule(number=whoever, seat=seats)
    @between_games
    def sits(self, number: int, seat: int) -> None:
        self.wish(number, type="sit", seat=seat)

    @rule(number=whoever, seat=seats)
    @between_games
    def a_friend_sits_beside(self, number: int, seat: int) -> None:
        self.wish(number, type="sit", seat=seat, also=f"Friend {seat}")

    @rule(number=whoever, seat=st.none() | seats)
    @between_games
    def stands(self, number: int, seat: int | None) -> None:
        self.wish(number, type="stand", seat=seat)

    @rule(number=whoever, seat=st.none() | seats)
    def looks(self, number: int, seat: int | None) -> None:
        self.wish(number, type="look", seat=seat)

    @rule(maker=whoever, taker=whoever)
    def a_seat_goes_to_another_device(self, maker: int, taker: int) -> None:
        wire = self.wire(maker)
        if wire is not None:
            self.run(self._wish(wire, {"type": "link"}))
            links = [message for message in wire.heard if message["type"] == "link"]
            if links:
                self.wish(taker, type="take_seat", link=links[-1]["link"])

    @rule(who=st.integers(0, len(NAMES) - 1), seat=seats, admits=yes)
    @between_games
    def somebody_asks_for_a_seat(self, who: int, seat: int, admits: bool) -> None:
        self.host_wishes(1, type="doors", sitting="asked")
        self.run(self._sits_if_he_may(who, seat))
        self.admits_or_mutes(1, NAMES[who], admits)

    async def _sits_if_he_may(self, who: int, seat: int) -> None:
        wire = await self._enter(who)
        await self._settle()
        if wire.code is None:
            await self._wish(wire, {"type": "sit", "seat": seat})

    @rule(number=whoever, heir=names, comes_back=yes)
    @during_a_game
    def somebody_vanishes_and_his_seat_is_played_on(self, number: int, heir: str, comes_back: bool) -> None:
        wire = self.seated_wire(number)
        if wire is None or wire.table["you"]["host"]:
            return
        seat = wire.table["you"]["seats"][0]
        for page in self.open_wires():
            if page.person is wire.person:
                self.run(page.leaves())
        self.run(asyncio.sleep(0.001))
        if comes_back:
            self.host_wishes(1, type="seat_bot", seat=seat, level="careful")
        else:
            self.host_wishes(1, type="give_seat", seat=seat, name=heir)
        self.run(self._enter(self.people.index(wire.person)))
        self.run(self._settle())

    # --- The host's hand ---

    @rule(number=whoever, seat=seats)
    def seats_a_bot(self, number: int, seat: int) -> None:
        self.host_wishes(number, type="seat_bot", seat=seat, level="careful")

    @rule(number=whoever, name=names, out=st.sampled_from([False] * 7 + [True]))
    def kicks(self, number: int, name: str, out: bool) -> None:
        self.host_wishes(number, type="kick", name=name, out=out)

    @rule(number=whoever, name=names)
    def hands_over(self, number: int, name: str) -> None:
        self.host_wishes(number, type="hand_over", name=name)

    @rule(number=whoever, name=names, seat=seats)
    @during_a_game
    def gives_a_seat(self, number: int, name: str, seat: int) -> None:
        self.host_wishes(number, type="give_seat", name=name, seat=seat)

    @rule(number=whoever, name=names, yes=yes)
    def admits_or_mutes(self, number: int, name: str, yes: bool) -> None:
        waiting = self.room.table.people.wishes.values()
        self.host_wishes(number, type="admit", name=next((wish.name for wish in waiting), name), yes=yes)
        self.host_wishes(number, type="mute", name=name, yes=yes)

    @rule(number=whoever, onlookers=yes, asked=yes)
    def keeps_the_doors(self, number: int, onlookers: bool, asked: bool) -> None:
        self.host_wishes(number, type="doors", onlookers=onlookers, sitting="asked" if asked else "freely")

    @rule(number=whoever, clock=st.sampled_from([None, ("question", 30), ("game", 60)]))
    def sets_a_clock(self, number: int, clock: tuple[str, int] | None) -> None:
        given = clock and {"each": clock[0], "seconds": clock[1]}
        self.host_wishes(number, type="doors", clock=given)

    @rule(number=whoever, going_on=yes)
    @during_a_game
    def pauses_or_goes_on(self, number: int, going_on: bool) -> None:
        self.host_wishes(number, type="resume" if going_on else "pause")

    @rule(number=whoever, seats=st.integers(2, 4), together=yes, length=st.integers(2, 8))
    @between_games
    def changes_the_game(self, number: int, seats: int, together: bool, length: int) -> None:
        options = {"length": length, "together": together}
        self.host_wishes(number, type="options", game="beads", seats=seats, options=options)

    @rule(number=whoever)
    @between_games
    def draws_lots_for_the_order(self, number: int) -> None:
        self.host_wishes(number, type="order", seats=None)

    # --- The game ---

    @rule(number=whoever)
    @between_games
    def begins(self, number: int) -> None:
        self.wish(number, type="start")

    @rule(number=whoever)
    @between_games
    def plays_again(self, number: int) -> None:
        self.wish(number, type="rematch")

    @rule(number=whoever)
    @precondition(lambda self: self.room.table.phase != "playing" or self.room.table.paused)
    def all_seats_are_filled_and_they_go_on(self, number: int) -> None:
        """So that most lives are full of games."""
        for wire in self.open_wires():
            if wire.table["you"]["host"]:
                for seat in range(len(wire.table["seats"])):
                    self.run(self._wish(wire, {"type": "seat_bot", "seat": seat, "level": "careful"}))
            for wish in ("start", "rematch", "resume"):
                self.run(self._wish(wire, {"type": wish}))

    @rule(number=whoever, choice=st.sampled_from([0, 1, 0, 1, 2, 3]), twice=yes)
    @during_a_game
    def plays(self, number: int, choice: int, twice: bool) -> None:
        """Whoever is asked; the second time from another tab, under the same id."""
        self._plays(number, choice, twice)

    @rule(number=whoever, choice=st.sampled_from([0, 1]))
    @during_a_game
    def plays_and_thinks_better_of_it(self, number: int, choice: int) -> None:
        wire = self._plays(number, choice, twice=False)
        if wire is not None:
            self.run(self._wish(wire, {"type": "propose", "matter": "undo", "seat": wire.frame["you"]}))

    @rule(moves=st.lists(st.tuples(whoever, st.integers(0, 1)), min_size=1, max_size=6))
    @during_a_game
    def several_play(self, moves: list[tuple[int, int]]) -> None:
        for number, choice in moves:
            self._plays(number, choice, twice=False)

    def _plays(self, number: int, choice: int, twice: bool) -> Wire | None:
        asked = [wire for wire in self.open_wires() if wire.frame.get("choices") and wire.table["state"] == "playing"]
        if asked:
            wire = asked[number % len(asked)]
            others = [other for other in self.open_wires() if other.person is wire.person]
            self.run(self._play([wire, others[-1]] if twice else [wire], choice))
            return wire
        return None

    async def _play(self, wires: list[Wire], choice: int) -> None:
        frame = wires[0].frame
        move = frame["choices"][choice % len(frame["choices"])]["move"]
        id = os.urandom(16).hex()
        for wire in wires:
            message = {"type": "play", "id": id, "question": frame["question"], "move": move, "seat": frame["you"]}
            await wire.send(**message)
        await self._settle()

    @rule(number=whoever)
    @during_a_game
    def plays_out_of_turn(self, number: int) -> None:
        wire = self.wire(number)
        if wire is not None and wire.frame:
            self.run(wire.plays({"do": "put", "bead": 1}))
            self.run(self._settle())

    @rule(number=whoever, matter=st.sampled_from(["undo", "end"]), seat=st.none() | seats)
    @during_a_game
    def proposes(self, number: int, matter: str, seat: int | None) -> None:
        self.wish(number, type="propose", matter=matter, seat=seat)

    @rule(number=whoever, yes=yes, seat=st.none() | seats)
    @during_a_game
    def agrees(self, number: int, yes: bool, seat: int | None) -> None:
        self.wish(number, type="agree", yes=yes, seat=seat)

    @rule(
        number=whoever,
        matter=st.sampled_from(["undo", "end"]),
        answers=st.lists(st.sampled_from([True, True, False]), min_size=9, max_size=9),
    )
    @during_a_game
    def something_is_proposed_and_answered(self, number: int, matter: str, answers: list[bool]) -> None:
        if (wire := self.seated_wire(number)) is None:
            return
        self.run(self._wish(wire, {"type": "propose", "matter": matter, "seat": wire.table["you"]["seats"][0]}))
        for page, yes in zip(self.open_wires(), answers, strict=False):
            for seat in (page.table["proposal"] or {}).get("waiting", []):
                if seat in page.table["you"]["seats"]:
                    self.run(self._wish(page, {"type": "agree", "yes": yes, "seat": seat}))

    @rule(number=whoever)
    def talks(self, number: int) -> None:
        self.wish(number, type="chat", text="well, well")
        self.wish(number, type="react", what="wow")

    # --- What holds ---

    @invariant()
    def people_fit_the_table(self) -> None:
        people = self.room.table.people
        seated = [seat for seat in people.seats if seat.guest is not None]
        assert not people.banned & {seat.guest for seat in seated}
        assert people.host not in people.banned
        looks = [players.skeleton(seat.name or "") for seat in seated]
        assert len(looks) == len(set(looks))
        assert all(people.seats[seat].guest is not None for seat in people.links.values())

    @invariant()
    def nobody_is_shown_an_older_table(self) -> None:
        for wire in self.wires:
            seqs = [message["seq"] for message in wire.heard if message["type"] == "frame"]
            assert seqs == sorted(seqs)

    @invariant()
    def every_page_shows_the_table_as_it_is(self) -> None:
        room = self.room
        for wire in self.open_wires():
            viewer = self._viewer_of(room, wire)
            if viewer is None:
                continue
            shown = {m["type"]: m for m in map(_decoded, room.snapshot(viewer, 0))}
            assert _lasting(wire.table) == _lasting(shown["table"])
            if "frame" in shown:
                assert _of_the_game(wire.frame) == _of_the_game(shown["frame"])

    def _viewer_of(self, room: Room, wire: Wire) -> Any:
        """The server's side of a page: the one of this guest that looks through these eyes."""
        you = wire.table["you"]
        seats = [viewer for viewer in room.viewers if viewer.guest.name == wire.person.name]
        return next((viewer for viewer in seats if room.eye(viewer) == you["seat"]), None)

    @invariant()
    def frames_go_only_to_whom_they_belong(self) -> None:
        table = self.room.table
        for wire in self.open_wires():
            frame, you = wire.frame, wire.table["you"]
            if not frame or wire.table["state"] == "gathering":
                continue  # the page shows no game, but keeps its last frame
            if you["seats"] or table.manners.onlookers:
                assert frame["you"] in (None, *you["seats"])
            if frame["choices"]:
                assert frame["you"] in frame["asked"]
            if frame["you"] is None:
                assert frame["view"]["mine"] == []
                assert not any(line.get("yours") for line in frame["lines"])

    @invariant()
    def the_log_is_what_was_told(self) -> None:
        self.run(self._check_log())

    async def _check_log(self) -> None:
        room = await self.world.app.state.rooms.find(self.room_code)
        if self.checked == room.table.seq:
            return
        self.checked = room.table.seq
        log = await self.world.app.state.store.load(self.room_code)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        by_id = {event.id: event.seq for event in log}
        assert self.acked.items() <= by_id.items()
        assert not (self.refused - self.acked.keys()) & by_id.keys()
        _check_moves(log)
        await check_log(self.world.app.state.store, room.table)

    def teardown(self) -> None:
        log = self.run(self.world.app.state.store.load(self.room_code))
        self.world.lived.update(type(event.body) for event in log)
        for wire in self.wires:
            self.run(wire.leaves())


def _decoded(message: Any) -> Message:
    decoded: Message = json.loads(message.text)
    return decoded


def _lasting(table: Message) -> Message:
    """Without who is here: that is told a moment later."""
    seats = [{**seat, "here": None} for seat in table["seats"]]
    return {**table, "seats": seats, "watching": None, "muted": None}


def _of_the_game(frame: Message) -> Message:
    """Without what was said since the frame before, and without clocks."""
    return {**frame, "lines": None, "clocks": None, "seq": None}


def _check_moves(log: list[Event]) -> None:
    """No seat answers a question twice, but one that took its answer back while it was secret."""
    answered: set[tuple[int, int]] = set()
    last: dict[int, tuple[int, int]] = {}
    for event in log:
        body = event.body.moved if isinstance(event.body, Finished) else event.body
        if isinstance(body, Moved) and body.question is not None:
            assert (body.seat, body.question) not in answered
            answered.add((body.seat, body.question))
            last[body.seat] = (body.seat, body.question)
        elif isinstance(body, Undone) and not body.since:
            answered.discard(last[body.seat])


def test_whatever_happens_at_a_table_fits_together() -> None:
    wanted = int(os.environ.get("LIFE_OF_A_TABLE", 0))
    LifeOfATable.world = World()
    try:
        run_state_machine_as_test(
            LifeOfATable,
            settings=settings(
                max_examples=wanted or LIVES,
                stateful_step_count=STEPS,
                derandomize=not wanted,
                deadline=None,
                database=None,
                phases=[Phase.generate, Phase.shrink] if wanted else [Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )
        lived = LifeOfATable.world.lived
    finally:
        LifeOfATable.world.close()
    seldom = {kind.__name__: lived[kind] for kind in OFTEN if lived[kind] < 3}
    assert not seldom, "so little happened that this shows little"


def test_the_check_of_moves_is_not_blind() -> None:
    """Two answers of one seat to one question are found."""
    twice = [Event("r", seq, str(seq), "", "a", Moved(0, 7, msgspec.Raw(b"{}"), [])) for seq in (1, 2)]
    with pytest.raises(AssertionError):
        _check_moves(twice)
