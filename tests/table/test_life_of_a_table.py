"""Random lives of a table: people come and go, sit, play, take back, quarrel, pause, change the game and return after a
restart, in any order. What they are shown is always consistent.

    LIFE_OF_A_TABLE=200 python -m pytest tests/table/test_life_of_a_table.py

runs this many random lives of fifty steps each; by day, without it, always the same few.
"""

import json
import os
import re
from collections import defaultdict
from contextlib import closing
from itertools import repeat

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from app.protocol import commands
from app.protocol.commands import FromBrowser
from app.protocol.lookalikes import skeleton
from app.rooms.views import may_watch
from app.table import events
from app.table.event_ids import new_id
from app.table.events import Event, Undone, move_in
from tests.client import Message
from tests.support import simulation
from tests.support.effort import amount
from tests.support.simulation import (
    Living,
    all_agree,
    between_games,
    during_a_game,
    names,
    seats,
    somebody,
    whoever,
    yes,
)
from tests.support.tables import Page, check_log, question_of

LIVES = amount(20, 120)
STEPS = 50
LIVED = (
    events.Moved, events.Finished, events.Undone, events.Stopped, events.Kicked, events.Gave, events.Linked,
    events.Handed, events.Changed, events.Reordered, events.Paused, events.Resumed, events.Returned,
)  # fmt: skip
"""What has to happen at least once for the run to show anything."""

anybodys = st.one_of(
    st.builds(commands.ChooseViewpoint, somebody),
    st.builds(commands.Propose, simulation.matters, somebody),
    st.builds(commands.Agree, yes, somebody),
    st.builds(commands.OpenHands, yes, somebody),
    st.sampled_from([commands.Start(), commands.Rematch(), commands.Speak("well, well"), commands.React("wow")]),
)
of_seats = st.one_of(
    st.builds(commands.Sit, seats),
    st.builds(lambda seat: commands.Sit(seat, also=f"Friend {seat}"), seats),
    st.builds(commands.Stand, somebody),
)
of_people = st.one_of(
    st.builds(commands.SeatBot, seats, st.just("medium")),
    st.builds(commands.Kick, person=names, out=st.sampled_from([False] * 7 + [True])),
    st.builds(commands.HandOver, person=names),
    st.builds(commands.GiveSeat, person=names, seat=seats),
)
of_settings = st.one_of(
    st.builds(commands.Admit, person=names, yes=yes),
    st.builds(commands.Mute, person=names, yes=yes),
    st.builds(commands.ChangeSettings, onlookers=yes, sitting=st.sampled_from(["asked", "freely"])),
    st.sampled_from([commands.ChangeSettings(clock=clock) for clock in
                     (None, commands.Clock("question", 30), commands.Clock("game", 60))]),
)  # fmt: skip
another_game = st.one_of(
    st.just(commands.Order(None)),
    st.builds(
        lambda seats, together, length: commands.ChangeGame("beads", seats, {"length": length, "together": together}),
        st.integers(2, 4), yes, st.integers(2, 8),
    ),
)  # fmt: skip


class LifeOfATable(Living):
    """Most commands may be refused: what is checked is what pages show."""

    checked = 0

    @rule(number=whoever, wish=anybodys)
    def anybody_wishes(self, number: int, wish: FromBrowser) -> None:
        self.wish(self.page(number), wish)

    @rule(number=whoever, wish=of_seats)
    @between_games
    def somebody_sits_or_stands(self, number: int, wish: FromBrowser) -> None:
        self.wish(self.page(number), wish)

    def the_host_wishes(self, number: int, wish: FromBrowser) -> None:
        """Send a command of the host, who sends more than others."""
        self.wish(self.page(number, self.hosts() if number % 4 else None), wish)

    seats_sends_away_or_hands_over = rule(number=whoever, wish=of_people)(the_host_wishes)
    changes_the_settings = rule(number=whoever, wish=of_settings)(the_host_wishes)
    changes_the_game_or_draws_lots = rule(number=whoever, wish=another_game)(between_games(the_host_wishes))

    @rule(number=whoever, going_on=yes)
    @during_a_game
    def pauses_and_perhaps_goes_on(self, number: int, going_on: bool) -> None:
        self.the_host_wishes(number, commands.Pause())
        self._plays(number, 0)
        if going_on:
            self.the_host_wishes(number, commands.Resume())

    @rule()
    def all_seats_are_filled_and_they_go_on(self) -> None:
        if self.room.table.phase != "playing" or self.room.table.paused:
            self.fill_all_seats_and_go_on()

    @rule(number=whoever, out=st.sampled_from([False] * 7 + [True]))
    def the_host_sends_a_player_away(self, number: int, out: bool) -> None:
        players = [page for page in self.players() if page not in self.hosts()]
        if (page := self.page(number, players)) is not None:
            self.wish(self.page(0, self.hosts()), commands.Kick(person=page.guest.name, out=out))

    # --- The game ---

    @rule(number=whoever, choice=st.sampled_from([0, 1, 0, 1, 2, 3]), twice=yes)
    @during_a_game
    def plays(self, number: int, choice: int, twice: bool) -> None:
        """Answer for whoever is asked; if `twice`, also from another tab, under the same id."""
        self._plays(number, choice, twice)

    @rule(moves=st.lists(st.tuples(whoever, st.integers(0, 1)), min_size=3, max_size=6))
    @during_a_game
    def several_play(self, moves: list[tuple[int, int]]) -> None:
        for number, choice in moves:
            self._plays(number, choice)

    def _plays(self, number: int, choice: int, twice: bool = False) -> tuple[Page, int] | None:
        frames = [(page, frame) for page in self.pages() if (frame := newest(page, "frame")).get("choices")]
        if self.room.table.phase != "playing" or not frames:
            return None
        page, frame = frames[number % len(frames)]
        move = frame["choices"][choice % len(frame["choices"])]["move"]
        wish = commands.Play(new_id(), frame["question"], msgspec.Raw(msgspec.json.encode(move)), frame["you"])
        self.wish(page, wish)
        if twice:
            self.wish([other for other in self.pages() if other.guest is page.guest][-1], wish)
        return page, frame["you"]

    @rule(number=whoever, choice=st.sampled_from([0, 1]))
    @during_a_game
    def plays_and_thinks_better_of_it(self, number: int, choice: int) -> None:
        if (played := self._plays(number, choice)) is not None:
            self.wish(played[0], commands.Propose("undo", played[1]))
            all_agree(self, repeat(True))

    @rule(number=whoever, ago=st.integers(0, 6))
    @during_a_game
    def answers_out_of_turn_or_a_question_of_the_past(self, number: int, ago: int) -> None:
        if (page := self.page(number, self.players())) is not None:
            put = msgspec.Raw(b'{"do":"put","bead":1}')
            question = max(0, question_of(self.room) - ago)
            self.wish(page, commands.Play(new_id(), question, put, self.seats_of(page)[0]))

    @rule(number=whoever, matter=simulation.matters, answers=st.tuples(*[st.sampled_from([True, True, False])] * 9))
    @during_a_game
    def something_is_proposed_and_answered(self, number: int, matter: str, answers: tuple[bool, ...]) -> None:
        if (page := self.page(number, self.players())) is not None:
            self.wish(page, commands.Propose(matter, self.seats_of(page)[0]))
            all_agree(self, answers)

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
    def hands_are_open_only_where_every_player_agrees_and_only_to_mere_spectators(self) -> None:
        table = self.room.table
        hands, people = table.people.open_hands, {at for at, seat in enumerate(table.seats) if seat.guest is not None}
        assert not hands.is_open or (table.phase == "playing" and hands.agreed == people)
        lookers = {page.guest.id for page in self.pages() if page.viewer.eyes is not None}
        assert not lookers or (hands.is_open and lookers.isdisjoint({*hands.insiders, table.host}))

    @invariant()
    def nobody_is_shown_an_older_table_or_one_that_is_not_theirs(self) -> None:
        for page in self.pages():
            frames = [message for message in page.heard if message["type"] == "frame"]
            assert [frame["seq"] for frame in frames] == sorted(frame["seq"] for frame in frames)
            frame, mine = newest(page, "frame"), self.seats_of(page)
            if not frame or self.room.table.phase == "gathering":
                continue  # the page shows no game, but keeps its last frame
            if may_watch(self.room.table, page.guest.id):
                assert frame["you"] in (None, *mine)
            assert not frame["choices"] or frame["you"] in frame["asked"]
            if frame["you"] is None:
                assert frame["view"]["mine"] == []
                assert not any(line.get("yours") for line in frame["lines"])

    @invariant()
    def every_page_shows_the_table_as_it_is(self) -> None:
        for page in self.pages():
            shown = {m["type"]: m for m in (json.loads(told.encoded) for told in self.room.snapshot(page.viewer, 0))}
            assert _lasting(newest(page, "table")) == _lasting(shown["table"])
            if "frame" in shown:
                assert _of_the_game(newest(page, "frame")) == _of_the_game(shown["frame"])

    @invariant()
    def the_log_is_what_was_told(self) -> None:
        self.run(self._check_log())

    async def _check_log(self) -> None:
        if self.checked == self.room.table.seq:
            return
        self.checked, log = self.room.table.seq, await self.party.log(self.room)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        by_id = {event.id: event.seq for event in log}
        acks = [message for page in self.party.pages for message in page.heard if message["type"] == "ack"]
        assert [ack for ack in acks if by_id.get(ack["id"]) != ack["seq"]] == []
        _check_moves(log)
        await check_log(self.party.store, self.room.table)


def newest(page: Page, type: str) -> Message:
    """The newest message of this type that the page was sent, if any."""
    return next((message for message in reversed(page.heard) if message["type"] == type), {})


def _lasting(table: Message) -> Message:
    """The table without the number of digits that tell equal names apart, which is sent a moment later."""
    name = table["you"]["name"]
    return {**table, "you": {**table["you"], "name": name and re.sub(r" #\d+$", "", name)}}


def _of_the_game(frame: Message) -> Message:
    """The frame without lines since the previous one, and without clocks."""
    return {**frame, "lines": None, "clocks": None, "seq": None}


def _check_moves(log: list[Event]) -> None:
    """No seat answers a question twice, unless it took its answer back while that was secret."""
    answered: dict[int, list[int]] = defaultdict(list)
    for event in log:
        move = move_in(event.body)
        if move is not None and move.question is not None:
            assert move.question not in answered[move.seat]
            answered[move.seat].append(move.question)
        elif isinstance(event.body, Undone) and not event.body.since:
            answered[event.body.seat].pop()


def test_whatever_happens_at_a_table_fits_together(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = int(os.environ.get("LIFE_OF_A_TABLE", 0))
    monkeypatch.setattr("app.rooms.room.GONE_AFTER_S", 0.0)
    monkeypatch.setattr("app.table.clock.GRACE_S", 0.0)
    monkeypatch.setattr("app.storage.writer.BETWEEN_COMMITS_S", 0.0)
    how = {"max_examples": wanted or LIVES, "stateful_step_count": STEPS, "deadline": None, "database": None}
    how |= {"phases": [Phase.generate, Phase.shrink] if wanted else [Phase.generate], "derandomize": not wanted}
    with closing(simulation.World()) as LifeOfATable.world:
        run_state_machine_as_test(LifeOfATable, settings=settings(**how, suppress_health_check=list(HealthCheck)))
    lived = LifeOfATable.world.lived
    seldom = {kind.__name__ for kind in LIVED if not lived[kind]}
    assert not seldom, f"{dict(lived)}: so little happened that this shows little"
