"""Hints in every game and at every kind of decision: who asked is told good answers, everybody else that they asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.room import Room
from app.services.adviser import Adviser
from app.table.event_ids import SERVER, new_id
from app.table.moves import asked_seats, bots_answer
from app.workers.pool import Workers
from games import GAMES, by_rules
from games.thinking import MOST_ADVICE, Thought, hint
from tests.amounts import amount
from tests.company import ANN, BEN, EVE, Company, Page, question_of, until

DECISIONS = amount(60, 1000)
ROLLOUTS = 24
FEWEST_KINDS = {"tcnccc": 2, "sin_color": 4, "desfases": 3, "color_gin": 3, "color_dice": 2}
ASKS = "{seat} asked for a hint."


class Here(Workers):
    """Thinks here, and not for long."""

    async def think(self, work: Callable[[Thought], Any], thought: Thought) -> Any:
        game = by_rules(thought.rules)
        assert game.strategy is not None
        return hint(replace(game, strategy=replace(game.strategy, rollouts=ROLLOUTS)), thought)


@pytest.fixture
async def adviser(party: Company) -> AsyncIterator[Adviser]:
    adviser = Adviser(Here(1))
    party.rooms.watchers.append(adviser.watch)
    yield adviser
    await adviser.close()


async def kinds_of_decisions(room: Room) -> AsyncIterator[tuple[str, int]]:
    """Each kind of question once, with a person who is asked it; everybody plays with care."""
    seen: set[str] = set()
    for _ in range(DECISIONS):
        if room.table.playing is None or not (asked := asked_seats(room.table)):
            return
        kind, seat = type(room.table.playing.state.question).__name__, asked[0]
        if kind not in seen and room.table.seats[seat].bot is None:
            seen.add(kind)
            yield kind, seat
        number = question_of(room)
        await room.do(SERVER, new_id(), lambda table, seat=seat, number=number: bots_answer(table, seat, number))


async def told_of(page: Page) -> list[str]:
    return [line["text"]["text"] for frame in await page.hears("frame") for line in frame["lines"]]


@pytest.mark.parametrize("game", GAMES)
async def test_who_asks_is_told_good_answers_and_everybody_else_that_they_asked(
    game: str, party: Company, adviser: Adviser
) -> None:
    room, people = await party.playing(ANN, BEN, seats=GAMES[game].seats[0], game=game)
    everybody = [*people, party.page(room, EVE)]
    await people[0].asks(commands.Doors(hints=True))
    kinds: list[str] = []
    async for kind, seat in kinds_of_decisions(room):
        for page in everybody:
            await page.forgets()
        await people[seat].asks(commands.AskForHint(question_of(room)))
        await until(lambda seat=seat: any(message["type"] == "hint" for message in people[seat].heard))
        (told,) = await people[seat].hears("hint")
        assert (told["seat"], told["question"]) == (seat, question_of(room))
        assert 1 <= len(told["answers"]) <= MOST_ADVICE
        assert told["answers"][0]["behind"] == 0
        assert [ASKS in await told_of(page) for page in everybody] == [True] * 3
        assert [page for page in everybody if await page.hears("hint")] == [people[seat]]
        kinds.append(kind)
    assert len(kinds) >= FEWEST_KINDS[game], kinds
