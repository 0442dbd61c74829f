"""An unobstructed move takes the fast path, with the same results as on the slow one, and nobody waits there for
computations about another's hand. That frames tell no secrets: tests/games/test_every_game.py; that what is sent is
each viewer's own: tests/test_replays.py."""

import asyncio
import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.protocol import commands
from app.rooms import fast_path
from app.rooms.outbox import Outbox
from app.rooms.registry import Rooms
from app.rooms.room import FOLDED_EVERY, Room
from app.settings import Settings
from app.storage import writer
from app.storage.commit import Committer, Job, OutcomeUnknown
from app.storage.database import Cursor
from app.storage.store import Store
from app.table import moves
from app.table.decide import Command, Entry
from app.table.event_ids import SERVER, new_id
from app.table.events import Event
from app.table.seals import digest_of_state
from games import GAMES, engine
from games.bot import Seeded, careful
from games.engine import Game, Move
from tests.amounts import amount
from tests.company import ANN, BEN, AtPlay, Company, check_log, question_of, settled, until
from tests.direct import DirectPage
from tests.finished import NAMES, begun, guest_called
from tests.games.played import AT_LENGTH
from tests.rooms_alone import database_url as database_url

Told = list[Event | OutcomeUnknown | None]


def put(room: Room, bead: int = 1) -> commands.Play:
    return commands.Play(new_id(), question_of(room), msgspec.Raw(msgspec.json.encode({"do": "put", "bead": bead})))


def no_page() -> Outbox:
    return Outbox(lambda seen: (), 0, None)


def tried(room: Room, play: commands.Play, guest: str = ANN.id) -> tuple[bool, Told]:
    """Whether the move took the fast path, and its outcome."""
    told: Told = []
    went = fast_path.play(room, guest, play.id, lambda table: moves.answer(table, guest, play), told.append, no_page())
    return went, told


async def answered(told: Told) -> Any:
    await until(lambda: bool(told))
    return told[0]


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_adopted_every_move_is_the_one_that_its_log_leads_to(store: Store, game: str) -> None:
    room = await begun(Rooms(store, Settings()), game, GAMES[game].seats[0])
    went = 0
    for _ in range(60):
        if room.table.phase != "playing":
            break
        answer, told = bots_answer(room), Told()
        if fast_path.play(room, SERVER, new_id(), answer, told.append, no_page()):
            went += isinstance(await answered(told), Event)
        else:
            await room.do(SERVER, new_id(), answer)
    assert went >= 20
    await check_log(store, room.table)


def bots_answer(room: Room) -> Command:
    question = room.table.playing.state.question
    return lambda table: moves.bots_answer(table, question.seats[0], question.number)


async def test_nothing_is_told_before_a_commit(party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    room, ann, ben = table
    held: list[tuple[Entry, Any, Any]] = []
    monkeypatch.setattr(party.store, "submit_move", lambda *given: held.append(given))
    before = room.table.seq
    for page in (ann, ben):
        await page.forgets()
    went, told = tried(room, put(room))
    assert (went, told, room.table.seq) == (True, [], before)
    assert [await page.hears() for page in (ann, ben)] == [[], []]
    monkeypatch.undo()
    party.store.submit_move(*held[0])
    assert (await answered(told)).seq == before + 1 == room.table.seq
    assert [len(await page.hears("frame")) for page in (ann, ben)] == [1, 1]


async def test_what_was_done_already_is_left_to_the_long_way_which_gives_the_same_answer(table: AtPlay) -> None:
    room, ann, _ = table
    play = put(room)
    _, told = tried(room, play)
    seq = (await answered(told)).seq
    assert tried(room, play) == (False, [])
    await ann.asks(play)
    assert room.table.seq == seq


async def test_while_somebody_has_the_turn_or_waits_for_it_nobody_else_takes_it(table: AtPlay) -> None:
    room, _, _ = table
    async with room.turn.taken():
        waits = asyncio.create_task(room.read_on())
        assert tried(room, put(room)) == (False, [])
        await asyncio.sleep(0)
    assert not waits.done()
    assert tried(room, put(room)) == (False, [])  # the turn is free, but promised to somebody
    await waits
    went, told = tried(room, put(room))
    assert went
    await answered(told)


async def test_what_is_refused_has_changed_nothing_and_the_long_way_says_why(table: AtPlay) -> None:
    room, _, _ = table
    right, before = put(room), room.table.seq
    assert tried(room, right, BEN.id) == (False, [])
    assert room.table.seq == before
    assert tried(room, right)[0]
    await room.read_on()


async def test_the_last_move_of_a_game_goes_the_long_way(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN, length=1)
    assert tried(room, put(room)) == (False, [])


async def test_after_an_unknown_outcome_the_log_is_read_before_anything_else(
    party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, ann, _ = table
    submit, play = party.store.submit_move, put(room)

    def lost(entry: Entry, answer: Any, afterwards: Any) -> None:
        submit(entry, lambda event: answer(OutcomeUnknown("the answer was lost")), afterwards)

    monkeypatch.setattr(party.store, "submit_move", lost)
    _, told = tried(room, play)
    assert isinstance(await answered(told), OutcomeUnknown)
    assert room.turn.in_doubt
    assert tried(room, play) == (False, [])
    before = room.table.seq
    await ann.asks(play)
    assert (room.table.seq, room.turn.in_doubt) == (before + 1, False)


async def test_where_another_was_faster_the_long_way_is_asked(party: Company, table: AtPlay) -> None:
    room, _, _ = table
    elsewhere = await (await party.other_node()).finds(room)
    _, told = tried(elsewhere, put(room))
    event = await answered(told)
    assert (await party.log(room))[-1] == event
    assert (event.body.seat, event.body.question) == (0, question_of(room))
    _, told = tried(room, put(room))
    assert await answered(told) is None
    await room.read_on()
    assert room.table.seq == elsewhere.table.seq


async def test_a_state_that_is_not_what_the_log_leads_to_is_found_within_a_few_moves(store: Store) -> None:
    room = await begun(Rooms(store, Settings()), "tcnccc", 2)
    for _ in range(FOLDED_EVERY):
        if room.is_broken:
            break
        told: Told = []
        fast_path.play(room, SERVER, new_id(), altered_answer(room), told.append, no_page())
        await answered(told)
    assert room.is_broken


def altered_answer(room: Room) -> Command:
    """A bot's answer, by rules other than those that read the log."""
    answer = bots_answer(room)

    def otherwise(table: Any) -> Any:
        decision = answer(table)
        after = decision.played.after.copy()
        after.asked_so_far += 1
        return replace(decision, played=replace(decision.played, after=after, digest=digest_of_state(after)))

    return otherwise


async def test_a_written_move_is_acknowledged_even_unfolded(table: AtPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    room, _, ben = table
    monkeypatch.setattr(room._rooms.fanout, "publish", lambda hint: 1 / 0)
    _, told = tried(room, put(room))
    event = await answered(told)
    assert isinstance(event, Event)
    assert room.turn.in_doubt
    monkeypatch.undo()
    await ben.plays("put", bead=0, question=event.body.question + 1)
    assert room.table.seq == event.seq + 1
    assert not room.is_broken


# --- Nobody waits for another's hand ---


class Table:
    """A room with every seat taken and a spectator, each with a page of their own."""

    def __init__(self, company: Company, room: Room, seed: str, note: Callable[[int, str], None]) -> None:
        """`note` is called with the seat and each message sent to it."""
        self.room = room
        names = [*NAMES[: len(room.table.seats)], "Gil"]
        self.pages = [DirectPage(company, room, guest_called(n), partial(note, seat)) for seat, n in enumerate(names)]
        self._chance = Seeded(seed)

    def answer(self) -> tuple[int, Move]:
        """A careful answer of somebody who is asked."""
        playing = self.room.table.playing
        seats = playing.state.question.seats
        seat = seats[self._chance.below(len(seats), "who")]
        heard = [line for line in self.room.table.heard if line.reaches(seat)]
        return seat, careful(self.room.table.game, playing.state, seat, heard, self._chance)


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
@pytest.mark.parametrize(("game", "seats"), [(key, game.seats[-1]) for key, game in GAMES.items()])
async def test_between_commit_and_acknowledgement_nothing_is_worked_out_of_a_hand_but_the_movers(
    party: Company, monkeypatch: pytest.MonkeyPatch, went: list[bool], game: str, seats: int, rooms: int
) -> None:
    monkeypatch.setattr(writer, "_off_the_processor", lambda: 0.0)  # the disk counts as fast: one commit for all
    order = Order(monkeypatch)

    def note(seat: int, text: str) -> None:
        if text.startswith('{"type":"ack"'):
            order.noted.append(("ack", seat))

    begun_rooms = [await begun(party.rooms, game, seats, **AT_LENGTH.get(game, {})) for _ in range(rooms)]
    tables = [Table(party, room, f"order/{game}/{number}", note) for number, room in enumerate(begun_rooms)]
    for table in tables:
        for page in table.pages:
            await page.opens()
        order.view_of(table.room)
    await settled()
    together = 0
    for _ in range(amount(20, 200)):
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
        if any(table.room.table.phase != "playing" for table in tables):
            break
    assert together >= 5
    for table in tables:
        for page in table.pages:
            await page.leaves()
        await check_log(party.store, table.room.table)
