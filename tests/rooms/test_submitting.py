"""The road of an action through its room, and that nobody waits on it for computations about another's hand. That
frames tell no secrets: tests/games/test_every_game.py; that what is sent is each viewer's own:
tests/replay/test_replays.py."""

import asyncio
import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.protocol import commands
from app.rooms.registry import Rooms
from app.rooms.replica import FOLDED_EVERY
from app.rooms.room import Outcome, Room
from app.settings import Settings
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
from tests.games.played import AT_LENGTH
from tests.support.connections import DirectPage
from tests.support.effort import amount
from tests.support.played_games import NAMES, begun, guest_called
from tests.support.room_fixtures import database_url as database_url
from tests.support.tables import ANN, BEN, AtPlay, Company, check_log, question_of, settled, until


def put(room: Room, bead: int = 1) -> commands.Play:
    return commands.Play(new_id(), question_of(room), msgspec.Raw(msgspec.json.encode({"do": "put", "bead": bead})))


def submitted(room: Room, play: commands.Play, guest: str = ANN.id) -> list[Outcome]:
    """The outcome of this move, as soon as there is one."""
    told: list[Outcome] = []
    room.submit(guest, play.id, lambda table: moves.answer(table, guest, play), told.append)
    return told


async def outcome(told: list[Outcome]) -> Any:
    await until(lambda: bool(told))
    (only,) = told
    return only


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_that_adopted_every_move_is_the_one_that_its_log_leads_to(store: Store, game: str) -> None:
    room = await begun(Rooms(store, Settings()), game, GAMES[game].seats[0])
    for _ in range(60):
        if room.table.phase != "playing":
            break
        await room.do(SERVER, new_id(), bots_answer(room))
    assert room.table.seq >= 20
    await check_log(store, room.table)


def bots_answer(room: Room) -> Command:
    question = room.table.playing.state.question
    return lambda table: moves.bots_answer(table, question.seats[0], question.number)


async def test_nothing_is_told_before_a_commit(party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    room, ann, ben = table
    before, append = room.table.seq, party.store.append
    held: list[tuple[Entry, asyncio.Future[Event]]] = []

    def hold(entry: Entry) -> asyncio.Future[Event]:
        held.append((entry, asyncio.get_running_loop().create_future()))
        return held[-1][1]

    monkeypatch.setattr(party.store, "append", hold)
    for page in (ann, ben):
        await page.forgets()
    told = submitted(room, put(room))
    await settled()
    assert (told, room.table.seq) == ([], before)
    assert [await page.hears() for page in (ann, ben)] == [[], []]
    ((entry, promised),) = held
    promised.set_result(await append(entry))
    assert await outcome(told) == before + 1 == room.table.seq
    assert [len(await page.hears("frame")) for page in (ann, ben)] == [1, 1]


async def test_what_was_done_already_has_the_same_outcome_again(table: AtPlay) -> None:
    room, _, _ = table
    play = put(room)
    seq = await outcome(submitted(room, play))
    assert await outcome(submitted(room, play)) == seq == room.table.seq


async def test_nobody_is_told_the_outcome_of_the_id_of_somebody_else(table: AtPlay) -> None:
    room, _, _ = table
    play = put(room)
    await outcome(submitted(room, play))
    assert (await outcome(submitted(room, play, BEN.id))).code == "forbidden"


async def test_actions_wait_for_those_who_read_or_extend_the_log_in_the_order_in_which_they_came(table: AtPlay) -> None:
    room, _, _ = table
    async with room.lock:
        reads = asyncio.create_task(room.read_on())
        await asyncio.sleep(0)
        first, second = submitted(room, put(room)), submitted(room, put(room))
        await settled()
        assert (reads.done(), first, second) == (False, [], [])
    await reads
    assert await outcome(first) == room.table.seq
    assert (await outcome(second)).code == "stale"


async def test_who_no_longer_waits_for_the_lock_does_not_keep_it_from_the_next(table: AtPlay) -> None:
    room, _, _ = table
    async with room.lock:
        waiting = [asyncio.create_task(room.read_on()) for _ in range(2)]
        await settled()
        waiting[0].cancel()
        told = submitted(room, put(room))
    await asyncio.sleep(0)
    waiting[1].cancel()  # in the moment in which it is given the lock
    assert await outcome(told) == room.table.seq


async def test_what_is_refused_has_changed_nothing_and_holds_nobody_up(table: AtPlay) -> None:
    room, _, _ = table
    right, before = put(room), room.table.seq
    assert (await outcome(submitted(room, right, BEN.id))).code == "not_asked"
    assert room.table.seq == before
    assert await outcome(submitted(room, right)) == before + 1


async def test_an_error_of_the_rules_is_the_outcome_and_holds_nobody_up(table: AtPlay) -> None:
    room, _, _ = table
    told: list[Outcome] = []
    room.submit(ANN.id, new_id(), lambda table: 1 / 0, told.append)
    assert isinstance(await outcome(told), ZeroDivisionError)
    assert await outcome(submitted(room, put(room))) == room.table.seq


async def test_after_an_unknown_outcome_the_log_is_read_before_anything_else(
    party: Company, table: AtPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _, _ = table
    append, play = party.store.append, put(room)

    async def lost(entry: Entry) -> Event:
        await append(entry)
        raise OutcomeUnknown("the answer was lost")

    with monkeypatch.context() as patch:
        patch.setattr(party.store, "append", lambda entry: asyncio.ensure_future(lost(entry)))
        assert isinstance(await outcome(submitted(room, play)), OutcomeUnknown)
    assert room.in_doubt
    before = room.table.seq
    assert await outcome(submitted(room, play)) == before + 1 == room.table.seq
    assert not room.in_doubt


async def test_where_another_node_was_faster_it_is_decided_again(party: Company, table: AtPlay) -> None:
    room, _, _ = table
    elsewhere = await (await party.other_node()).finds(room)
    seq = await outcome(submitted(elsewhere, put(room)))
    assert (await party.log(room))[-1].seq == seq
    assert (await outcome(submitted(room, put(room)))).code == "stale"
    assert room.table.seq == elsewhere.table.seq == seq


async def test_one_action_at_two_nodes_has_the_same_outcome_at_both(party: Company, table: AtPlay) -> None:
    room, _, _ = table
    elsewhere, play = await (await party.other_node()).finds(room), put(room)
    outcomes = [await outcome(told) for told in (submitted(elsewhere, play), submitted(room, play))]
    assert outcomes == [room.table.seq] * 2


async def test_who_waits_for_an_action_may_leave_and_it_is_done(table: AtPlay) -> None:
    room, _, _ = table
    play, before = put(room), room.table.seq
    waits = asyncio.create_task(room.do(ANN.id, play.id, lambda table: moves.answer(table, ANN.id, play)))
    await asyncio.sleep(0)
    waits.cancel()
    await until(lambda: room.table.seq == before + 1)
    assert not room.in_doubt


async def test_a_state_that_is_not_what_the_log_leads_to_is_found_within_a_few_moves(store: Store) -> None:
    room = await begun(Rooms(store, Settings()), "tcnccc", 2)
    for _ in range(FOLDED_EVERY):
        if room.is_broken:
            break
        await room.do(SERVER, new_id(), altered_answer(room))
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
    with monkeypatch.context() as patch:
        patch.setattr(room._context.notices, "publish", lambda notice: 1 / 0)
        seq, question = await outcome(submitted(room, put(room))), question_of(room)
    assert seq == room.table.seq + 1
    assert room.in_doubt
    await ben.plays("put", bead=0, question=question + 1)
    assert room.table.seq == seq + 1
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
        heard = [line for line in self.room.table.lines if line.reaches(seat)]
        return seat, careful(self.room.table.game, playing.state, seat, heard, self._chance)


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

    def between(self) -> list[tuple[str, Any]]:
        """The computations between the commit and the acknowledgement of a move."""
        whats = [what for what, _ in self.noted]
        return self.noted[whats.index("commit") + 1 : whats.index("ack")]


@pytest.mark.parametrize(("game", "seats"), [(key, game.seats[-1]) for key, game in GAMES.items()])
async def test_between_commit_and_acknowledgement_nothing_is_worked_out_of_a_hand_but_the_movers(
    party: Company, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    order = Order(monkeypatch)

    def note(seat: int, text: str) -> None:
        if text.startswith('{"type":"ack"'):
            order.noted.append(("ack", seat))

    room = await begun(party.rooms, game, seats, **AT_LENGTH.get(game, {}))
    table = Table(party, room, f"order/{game}", note)
    for page in table.pages:
        await page.opens()
    order.view_of(room)
    for number in range(amount(20, 200)):
        await settled()
        if room.table.phase != "playing":
            assert number >= 5
            break
        seat, move = table.answer()
        order.noted.clear()
        id = table.pages[seat].plays(move)
        await until(lambda id=id, page=table.pages[seat]: page.is_answered(id))
        worked_out = order.between()
        assert {seat for _, seat in worked_out} <= {None, seat}
        assert ("view", None) in worked_out
    for page in table.pages:
        await page.leaves()
    await check_log(party.store, room.table)
