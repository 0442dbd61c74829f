"""Any life a table may have: people come and go, sit, play, take back, quarrel, pause, change the game and come back
after a restart, in any order, over the socket layer of the server. What they are told always fits together.

    LIFE_OF_A_TABLE=200 python -m pytest tests/test_life_of_a_table.py

lives so many lives at random, of fifty steps each; without it by day the same few every time.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from itertools import repeat
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from app.protocol.lookalikes import skeleton
from app.rooms.room import Room
from app.table import events
from app.table.events import Event, Moved, Undone, move_in
from tests.amounts import amount
from tests.client import Message, Page
from tests.company import check_log
from tests.living import Living, World, between_games, during_a_game, names, seats, where, whoever, yes

LIVES = amount(40, 120)
STEPS = 50
LIVED = (
    events.Moved, events.Finished, events.Undone, events.Stopped, events.Kicked, events.Gave, events.Linked,
    events.Handed, events.Changed, events.Reordered, events.Paused, events.Resumed, events.Returned,
)  # fmt: skip
"""What has to have happened, or nothing was shown."""


class LifeOfATable(Living):
    """Most wishes may be refused: what is checked is what is told."""

    # --- The host's hand ---

    @rule(number=whoever, seat=seats)
    def seats_a_bot(self, number: int, seat: int) -> None:
        self.host_wishes(number, type="seat_bot", seat=seat, level="medium")

    @rule(number=whoever, name=names, seated=yes, out=st.sampled_from([False] * 7 + [True]))
    def kicks(self, number: int, name: str, seated: bool, out: bool) -> None:
        guests = [wire for wire in self.open_wires() if wire.table["you"]["seats"] and not wire.table["you"]["host"]]
        if seated and guests:
            name = guests[number % len(guests)].friend.name
            number = 1  # the host does
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
    def pauses_and_perhaps_goes_on(self, number: int, going_on: bool) -> None:
        self.host_wishes(number, type="pause")
        self._plays(number, 0, twice=False)
        if going_on:
            self.host_wishes(number, type="resume")

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

    @rule()
    @where(lambda self: self.room.table.phase != "playing" or self.room.table.paused)
    def all_seats_are_filled_and_they_go_on(self) -> None:
        self.fill_all_seats_and_go_on()

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
            self._agree(repeat(True))

    @rule(moves=st.lists(st.tuples(whoever, st.integers(0, 1)), min_size=1, max_size=6))
    @during_a_game
    def several_play(self, moves: list[tuple[int, int]]) -> None:
        for number, choice in moves:
            self._plays(number, choice, twice=False)

    def _plays(self, number: int, choice: int, twice: bool) -> Page | None:
        asked = [wire for wire in self.open_wires() if wire.frame.get("choices") and wire.table["state"] == "playing"]
        if asked:
            wire = asked[number % len(asked)]
            others = [other for other in self.open_wires() if other.friend is wire.friend]
            self.run(self._play([wire, others[-1]] if twice else [wire], choice))
            return wire
        return None

    async def _play(self, wires: list[Page], choice: int) -> None:
        frame = wires[0].frame
        move = frame["choices"][choice % len(frame["choices"])]["move"]
        id = os.urandom(16).hex()
        for wire in wires:
            message = {"type": "play", "id": id, "question": frame["question"], "move": move, "seat": frame["you"]}
            await wire.send(**message)
        await self._settle()

    @rule(number=whoever, ago=st.integers(1, 6))
    @during_a_game
    def answers_a_question_of_the_past(self, number: int, ago: int) -> None:
        if (wire := self.seated_wire(number)) is not None:
            asked = [message["question"] for message in wire.heard if message["type"] == "frame" and message["choices"]]
            if asked:
                move = {"do": "put", "bead": 1}
                self.run(wire.play(move, question=asked[-min(ago, len(asked))], seat=wire.table["you"]["seats"][0]))
                self.run(self._settle())

    @rule(number=whoever)
    @during_a_game
    def plays_out_of_turn(self, number: int) -> None:
        wire = self.wire(number)
        if wire is not None and wire.frame:
            self.run(wire.play({"do": "put", "bead": 1}))
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
        self._agree(answers)

    def _agree(self, answers: Iterable[bool]) -> None:
        """Who is here and asked says so, or does not."""
        for page, agrees in zip(self.open_wires(), answers, strict=False):
            for seat in (page.table["proposal"] or {}).get("waiting", []):
                if seat in page.table["you"]["seats"]:
                    self.run(self._wish(page, {"type": "agree", "yes": agrees, "seat": seat}))

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
        looks = [skeleton(seat.name or "") for seat in seated]
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
            shown = {m["type"]: m for m in (json.loads(message.text) for message in room.snapshot(viewer, 0))}
            assert _lasting(wire.table) == _lasting(shown["table"])
            if "frame" in shown:
                assert _of_the_game(wire.frame) == _of_the_game(shown["frame"])

    def _viewer_of(self, room: Room, wire: Page) -> Any:
        """The server's side of a page: the one of this guest that looks through these eyes."""
        you = wire.table["you"]
        seats = [viewer for viewer in room.audience.viewers if viewer.guest.name == wire.friend.name]
        return next((viewer for viewer in seats if room.audience.seat_of_view(viewer) == you["seat"]), None)

    @invariant()
    def frames_go_only_to_whom_they_belong(self) -> None:
        table = self.room.table
        for wire in self.open_wires():
            frame, you = wire.frame, wire.table["you"]
            if not frame or wire.table["state"] == "gathering":
                continue  # the page shows no game, but keeps its last frame
            if you["seats"] or table.settings.onlookers:
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
        room = await self.world.app.state.services.rooms.find(self.room_code)
        if self.checked == room.table.seq:
            return
        self.checked = room.table.seq
        log = await self.world.app.state.services.store.load(self.room_code)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        by_id = {event.id: event.seq for event in log}
        assert self.acked.items() <= by_id.items()
        assert not (self.refused - self.acked.keys()) & by_id.keys()
        _check_moves(log)
        await check_log(self.world.app.state.services.store, room.table)

    def teardown(self) -> None:
        log = self.run(self.world.app.state.services.store.load(self.room_code))
        self.world.lived.update(type(event.body) for event in log)
        for wire in self.wires:
            self.run(wire.leave())


def _lasting(table: Message) -> Message:
    """Without who is here: that is told a moment later, and so is by how many digits two of one name are told apart."""
    name = table["you"]["name"]
    you = {**table["you"], "name": name and re.sub(r" #\d+$", "", name)}
    seats = [{**seat, "here": None} for seat in table["seats"]]
    wishes = [wish for wish in table["wishes"] if not wish.get("back")]
    later = dict.fromkeys(("watching", "audience", "muted", "away"))
    return {**table, **later, "you": you, "seats": seats, "wishes": wishes}


def _of_the_game(frame: Message) -> Message:
    """Without what was said since the frame before, and without clocks."""
    return {**frame, "lines": None, "clocks": None, "seq": None}


def _check_moves(log: list[Event]) -> None:
    """No seat answers a question twice, but one that took its answer back while it was secret."""
    answered: set[tuple[int, int]] = set()
    last: dict[int, tuple[int, int]] = {}
    for event in log:
        move = move_in(event.body)
        if move is not None and move.question is not None:
            assert (move.seat, move.question) not in answered
            answered.add((move.seat, move.question))
            last[move.seat] = (move.seat, move.question)
        elif isinstance(event.body, Undone) and not event.body.since:
            answered.discard(last[event.body.seat])


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
    seldom = {kind.__name__ for kind in LIVED if not lived[kind]}
    assert not seldom, f"{dict(lived)}: so little happened that this shows little"


def test_the_check_of_moves_is_not_blind() -> None:
    """Two answers of one seat to one question are found."""
    twice = [Event("r", seq, str(seq), "", "a", Moved(0, 7, msgspec.Raw(b"{}"), [])) for seq in (1, 2)]
    with pytest.raises(AssertionError):
        _check_moves(twice)


def test_the_check_of_moves_lets_a_secret_answer_be_taken_back() -> None:
    """The same two with its undoing between them are none."""
    bodies = [Moved(0, 7, msgspec.Raw(b"{}"), []), Undone(0, 0), Moved(0, 7, msgspec.Raw(b"{}"), [])]
    _check_moves([Event("r", seq, str(seq), "", "a", body) for seq, body in enumerate(bodies, 1)])
