"""Bots answer for their seats, once, while anybody is there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from copy import deepcopy
from dataclasses import replace

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.services.bots import Bots
from games.dealer import Chance, Line
from games.engine import Move, State, say
from tests.company import ANN, BEN, EVE, Company, until
from tests.given import Tables
from tests.timed import moves_in


@pytest.fixture
async def bots(party: Company) -> AsyncIterator[Bots]:
    bots = Bots(pause=0)
    party.rooms.watchers.append(bots.watch)
    yield bots
    await bots.close()


@pytest.fixture
async def table(party: Company, bots: Bots) -> Room:
    """Every seat is a bot's. Nobody has opened a page."""
    room = await party.table(3, "tcnccc")
    ann = party.page(room, ANN)
    await ann.asks(commands.Stand())
    for seat in range(3):
        await ann.asks(commands.SeatBot(seat, "medium"))
    ann.leaves()
    await ann.asks(commands.Start())
    return room


async def is_over(room: Room) -> None:
    while room.table.phase != "over":
        await until(lambda seq=room.table.seq: room.table.seq > seq)  # type: ignore[misc]


async def test_bots_play_a_game_to_its_end_when_somebody_comes_to_watch(
    party: Company, table: Room, bots: Bots
) -> None:
    assert bots._busy == {}
    assert await moves_in(party, table) == []
    party.page(table, EVE)
    await is_over(table)
    moves = await moves_in(party, table)
    assert moves
    assert all(move.bot for move in moves)


async def test_two_nodes_that_run_the_same_bot_make_one_move(party: Company, table: Room) -> None:
    other, bots = await party.other_node(), Bots(pause=0)
    other.rooms.watchers.append(bots.watch)
    elsewhere = await other.finds(table)
    pages = party.page(table, EVE), other.page(elsewhere, EVE)
    await is_over(table)
    await bots.close()
    pages[1].writer.cancel()
    questions = [move.question for move in await moves_in(party, table)]
    assert len(questions) == len(set(questions))


def test_a_bot_sees_a_scramble_and_what_its_seat_has_heard_and_has_a_chance_of_its_own(given: Tables) -> None:
    table = deepcopy(given(ANN, BEN, game="tcnccc").begun())
    playing, careful, seat = table.table.playing, table.table.game.careful, table.asked[0]
    assert playing is not None and careful is not None
    handed: list[tuple[State, list[str], int]] = []

    def watched(g: State, seat: int, lines: Sequence[Line], chance: Chance) -> Move:
        handed.append((g, [line.text.text for line in lines], chance.below(2**32, "bag")))
        return careful(g, seat, lines, chance)

    table.table.game = replace(table.table.game, careful=watched)
    table.table.heard += [Line(say("yours"), only_for=seat), Line(say("theirs"), only_for=1 - seat)]
    for key in (b"1" * 32, b"1" * 32, b"2" * 32):
        playing.key = key
        table.bot_would_answer()
    assert all(g is not playing.state for g, _, _ in handed)
    assert {tuple(lines) for _, lines, _ in handed} == {("First turn: {seat}.", "yours")}
    once, again, otherwise = [chance for _, _, chance in handed]
    assert once == again != otherwise
