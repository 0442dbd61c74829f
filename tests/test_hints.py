"""A player who asks for a hint is told good answers; everybody reads that they asked, nobody else what they heard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.services.adviser import Adviser
from app.workers.pool import Workers
from games import GAMES
from games.thinking import Advice, Hint
from tests.beads import BEADS, Put
from tests.company import ANN, BEN, EVE, Company, Page, question_of, until
from tests.test_bots import PLAYS_AHEAD, Told

BEST = {"move": {"do": "put", "bead": 1}, "label": {"text": "Put {bead}", "with": {"bead": 1}}, "behind": 0}
ASKS = "{seat} asked for a hint."


@pytest.fixture
async def adviser(party: Company) -> AsyncIterator[Adviser]:
    adviser = Adviser(Workers(0))
    party.rooms.watchers.append(adviser.watch)
    yield adviser
    await adviser.close()


async def asks(page: Page, seat: int | None = None) -> None:
    await page.asks(commands.AskForHint(question_of(page.room), seat))


async def test_who_plays_against_bots_alone_may_always_ask(party: Company, adviser: Adviser) -> None:
    _, (ann,) = await party.playing(ANN, seats=2)
    await asks(ann)
    await until(lambda: any(message["type"] == "hint" for message in ann.heard))
    hint = await ann.sees("hint")
    assert (hint["seat"], hint["answers"], hint["counted"]) == (0, [BEST], False)


async def test_among_people_the_host_decides_and_only_who_asked_hears_more_than_that(
    party: Company, adviser: Adviser
) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    with pytest.raises(Refusal, match="forbidden: The host has not allowed hints"):
        await asks(ann)
    await ann.asks(commands.Doors(hints=True))
    await asks(ann)
    await until(lambda: any(message["type"] == "hint" for message in ann.heard))
    for other in (ben, eve):
        assert await other.hears("hint") == []
        assert [line["text"]["text"] for line in (await other.sees("frame"))["lines"]] == [ASKS]


async def test_a_decision_has_one_hint_which_a_page_that_opens_again_hears_too(
    party: Company, adviser: Adviser
) -> None:
    room, (ann,) = await party.playing(ANN, seats=2)
    await asks(ann)
    with pytest.raises(Refusal, match="not_now: You have asked for a hint already"):
        await asks(ann)
    again = party.page(room, ANN)
    await until(lambda: any(message["type"] == "hint" for message in again.heard))
    assert len(await ann.hears("hint")) == 1


async def test_nobody_asks_for_another_or_about_what_is_over(party: Company, adviser: Adviser) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(commands.Doors(hints=True))
    with pytest.raises(Refusal, match="not_asked"):
        await asks(ben)
    old = question_of(room)
    await ann.plays("put", bead=1)
    with pytest.raises(Refusal, match="stale"):
        await ann.asks(commands.AskForHint(old))


async def test_a_hint_that_comes_late_is_not_told(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))
    workers = Told(Hint([Advice(Put(0), Put(0).label())]))
    adviser = Adviser(workers)
    party.rooms.watchers.append(adviser.watch)
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(commands.Doors(hints=True))
    workers.may.clear()
    await asks(ann)
    await ann.plays("put", bead=1)
    workers.may.set()
    await adviser._tasks.finish()
    assert await ann.hears("hint") == []
    workers.answer = Hint([Advice(Put(0), Put(0).label())])
    await asks(ben)
    await until(lambda: any(message["type"] == "hint" for message in ben.heard))
    assert (await ben.sees("hint"))["counted"]
