"""Frames as sent on the fast path: each viewer's own, without others' secrets, and nobody waits for computations about
another's hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from app.protocol import commands
from app.rooms import fast_path, views
from app.rooms.room import Room
from app.storage import writer
from app.storage.commit import Committer, Job
from app.storage.database import Cursor
from app.storage.guests import Guest
from app.table.proposals import can_undo
from games import GAMES, engine
from games.bot import Seeded, careful
from games.engine import Game, Move
from games.frame import Frame
from tests.amounts import amount
from tests.company import Company, check_log, settled, until
from tests.direct import DirectPage
from tests.games.played import usual

GUESTS = [Guest(f"{name}-id", name.encode() * 8, name) for name in ("Ada", "Bob", "Cyd", "Dov", "Eli", "Fay", "Gil")]
MOVES: Final = amount(40, 400)
SIZES: Final = [(key, game.seats[-1]) for key, game in GAMES.items()]


class Table:
    """A room with every seat taken and a spectator, each with a page of their own."""

    def __init__(self, company: Company, room: Room, pages: list[DirectPage], seed: str) -> None:
        self.company = company
        self.room = room
        self.pages = pages
        self._chance = Seeded(seed)

    @classmethod
    async def of(
        cls, company: Company, game: str, seats: int, seed: str, note: Callable[[int, str], None] | None = None
    ) -> Table:
        """`note` is called with the seat and each message sent to it."""
        room = await company.table(seats, game, GUESTS[0], **msgspec.structs.asdict(usual(GAMES[game])))
        helpers = [company.page(room, guest) for guest in GUESTS[:seats]]
        for seat, helper in enumerate(helpers[1:], 1):
            await helper.asks(commands.Sit(seat))
        await helpers[0].asks(commands.Start())
        for helper in helpers:
            helper.leaves()
        pages = []
        for seat, guest in enumerate([*GUESTS[:seats], GUESTS[6]]):
            noted = None if note is None else (lambda text, seat=seat: note(seat, text))
            pages.append(DirectPage(company, room, guest, noted))
        for page in pages:
            await page.opens()
        await settled()
        return cls(company, room, pages, seed)

    @property
    def is_over(self) -> bool:
        return self.room.table.phase != "playing"

    def answer(self) -> tuple[int, Move]:
        """A careful answer of somebody who is asked."""
        playing = self.room.table.playing
        seats = playing.state.question.seats
        seat = seats[self._chance.below(len(seats), "who")]
        heard = [line for line in self.room.table.heard if line.reaches(seat)]
        return seat, careful(self.room.table.game, playing.state, seat, heard, self._chance)

    async def goes_on(self) -> None:
        """Play one more move."""
        seat, move = self.answer()
        id = self.pages[seat].plays(move)
        await until(lambda: self.pages[seat].is_answered(id))
        await settled()

    async def takes_back(self, seat: int) -> None:
        """Propose for this seat to take back, and let everybody asked agree."""
        self.pages[seat].says(type="propose", matter="undo")
        await settled()
        for page in self.pages[:-1]:
            page.says(type="agree", yes=True)
        before = -1
        while before != self.room.table.seq:
            before = self.room.table.seq
            await self.room.read_on()  # whoever holds the room's turn is done then
            await settled()

    async def closes(self) -> None:
        for page in self.pages:
            await page.leaves()
        await check_log(self.company.store, self.room.table)


class Shown:
    """The room's newest moment, rendered again with something else in its place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: tuple[Any, ...] = ()
        init = views.Showing.__init__

        def note(showing: views.Showing, table: Any, lines: Any, now: int) -> None:
            lines = list(lines)
            self.given = table, lines, now
            init(showing, table, lines, now)

        monkeypatch.setattr(views.Showing, "__init__", note)

    def frame(self, you: int | None) -> Frame:
        """The frame, made alone and not as one of several."""
        showing = views.Showing(*self.given)
        undo = None if you is None else showing._nobody_can_undo or can_undo(showing._table, you)
        return showing._moment.frame(you, undo)

    def frame_of(self, state: Any, you: int | None) -> bytes:
        """The frame's bytes if the state were this one."""
        table, *_ = self.given
        real, table.playing.state = table.playing.state, state
        try:
            return msgspec.json.encode(self.frame(you))
        finally:
            table.playing.state = real


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    return Shown(monkeypatch)


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each attempted move, whether it took the fast path."""
    went: list[bool] = []
    play = fast_path.play

    def note(*given: Any) -> bool:
        went.append(play(*given))
        return went[-1]

    monkeypatch.setattr(fast_path, "play", note)
    return went


@pytest.mark.parametrize(("game", "seats"), SIZES)
async def test_what_leaves_is_what_a_viewer_would_be_sent_of_any_state_that_they_cannot_tell_from_this_one(
    party: Company, shown: Shown, went: list[bool], game: str, seats: int
) -> None:
    table = await Table.of(party, game, seats, f"as sent/{game}")
    chance, compared = Seeded("redeals"), 0
    for number in range(MOVES):
        if table.is_over:
            break
        for page in table.pages:
            page.sent.clear()
        if number % 9 == 8:
            await table.takes_back(number % seats)
        else:
            await table.goes_on()
        if table.is_over or table.room.table.playing is None:
            break
        state = table.room.table.playing.state
        for you, page in [*enumerate(table.pages[:-1]), (None, table.pages[-1])]:
            if page.of("frame"):
                left = page.of("frame")[-1].encode()
                assert left == shown.frame_of(state, you)
                game = table.room.table.game
                redealt = [game.scramble(state, you, chance), *game.extremes(state, you)]
                assert {shown.frame_of(other, you) for other in redealt} == {left}
                compared += 1
    assert sum(went) >= min(10, number - 2)
    assert compared >= 20
    await table.closes()


async def test_a_leak_that_is_planted_in_what_leaves_is_seen(party: Company, shown: Shown) -> None:
    """Proof that the comparison can fail."""
    table = await Table.of(party, "color_gin", 2, "leak")
    real, found = table.room.table.game, 0
    table.room.table.game = dataclasses.replace(real, view=lambda g, you: [real.view(g, you), str(g)])
    chance = Seeded("redeals")
    for _ in range(5):
        await table.goes_on()
        state, left = table.room.table.playing.state, table.pages[-1].of("frame")[-1].encode()
        assert left == shown.frame_of(state, None)
        found += left != shown.frame_of(real.scramble(state, None, chance), None)
    assert found
    await table.closes()


class Order:
    """The order of computations (for which seat of which room), commits and acknowledgements."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.noted: list[tuple[str, Any]] = []
        self._patch = monkeypatch
        for name in ("moves", "pick", "free"):
            self._spy_on(name)
        write = Committer._write

        def commit(committer: Committer, batch: list[Job], cursor: Cursor, now: int) -> None:
            write(committer, batch, cursor, now)
            self.noted.append(("commit", len(batch)))

        monkeypatch.setattr(Committer, "_write", commit)

    def _spy_on(self, name: str) -> None:
        real: Any = getattr(engine, name)

        def spy(game: Game, g: Any, seat: int) -> Any:
            self.noted.append((name, seat))
            return real(game, g, seat)

        self._patch.setattr(engine, name, spy)

    def view_of(self, room: Room) -> None:
        game = room.table.game

        def view(g: Any, seat: int | None) -> Any:
            self.noted.append(("view", seat))
            return game.view(g, seat)

        self._patch.setattr(room.table, "game", dataclasses.replace(game, view=view))

    def between(self) -> list[tuple[str, Any]] | None:
        """The computations between the commit and the last acknowledgement of its moves; None if there were several
        commits, as when a thread had part of the moves."""
        whats = [what for what, _ in self.noted]
        if whats.count("commit") != 1:
            return None
        end = max(number for number, what in enumerate(whats) if what == "ack")
        return [each for each in self.noted[whats.index("commit") + 1 : end] if each[0] != "ack"]


@pytest.mark.parametrize("rooms", [1, 3])
@pytest.mark.parametrize(("game", "seats"), SIZES)
async def test_between_commit_and_acknowledgement_nothing_is_worked_out_of_a_hand_but_the_movers(
    party: Company, monkeypatch: pytest.MonkeyPatch, went: list[bool], game: str, seats: int, rooms: int
) -> None:
    monkeypatch.setattr(writer, "_off_the_processor", lambda: 0.0)  # the disk counts as fast: one commit for all
    order = Order(monkeypatch)

    def note(seat: int, text: str) -> None:
        if text.startswith('{"type":"ack"'):
            order.noted.append(("ack", seat))

    tables = [await Table.of(party, game, seats, f"order/{game}/{number}", note) for number in range(rooms)]
    for table in tables:
        order.view_of(table.room)
    together = 0
    for _ in range(MOVES // 2):
        answers = [table.answer() for table in tables]
        went.clear()
        order.noted.clear()
        ids = [table.pages[seat].plays(move) for table, (seat, move) in zip(tables, answers, strict=True)]
        for table, (seat, _), id in zip(tables, answers, ids, strict=True):
            await until(lambda page=table.pages[seat], id=id: page.is_answered(id))
        if all(went) and (worked_out := order.between()) is not None:
            together += 1
            assert {seat for _, seat in worked_out} <= {None, *(seat for seat, _ in answers)}
            if rooms == 1:
                assert ("view", None) in worked_out
        await settled()
        if any(table.is_over for table in tables):
            break
    assert together >= 5
    for table in tables:
        await table.closes()
