"""A player who asks for a hint gets good answers, in every game and for every kind of decision; everybody reads that
they asked, but not what they were told."""

from collections.abc import AsyncIterator
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
from games.thinking import MOST_ADVICE, Advice, Hint, Thought, hint
from tests.services.test_bots import PLAYS_AHEAD
from tests.support.beads import BEADS, Put
from tests.support.effort import amount
from tests.support.inline_workers import Here
from tests.support.tables import ANN, BEN, EVE, Company, Page, question_of, until


@pytest.fixture
async def adviser(party: Company) -> Adviser:
    return party.employs(Adviser(Workers(0)))


def hint_for(page: Page, seat: int | None = None) -> commands.AskForHint:
    return commands.AskForHint(question_of(page.room), seat)


async def test_who_plays_bots_alone_may_ask_once_and_hears_it_on_every_page(party: Company, adviser: Adviser) -> None:
    room, (ann,) = await party.playing(ANN, seats=2)
    await ann.asks(hint_for(ann))
    assert "not_now: You have asked for a hint already" in await ann.refused(hint_for(ann))
    for page in (ann, party.page(room, ANN)):
        await until(lambda page=page: any(message["type"] == "hint" for message in page.heard))
        (hint,) = await page.hears("hint")
        best = {
            "move": {"do": "put", "bead": 1},
            "label": {"text": "Put {bead}", "with": {"bead": 1}},
            "behind": 0,
            "lacks": None,
        }
        assert (hint["seat"], hint["answers"], hint["counted"]) == (0, [best], False)


async def test_among_people_the_host_decides_and_only_who_is_asked_asks(party: Company, adviser: Adviser) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    assert "forbidden: The host has not allowed hints" in await ann.refused(hint_for(ann))
    assert "Allow or forbid hints before the next one" in await ann.refused(commands.ChangeSettings(hints=True))
    await ann.asks(commands.Pause())
    assert "Allow or forbid hints before the next one" in await ann.refused(commands.ChangeSettings(hints=True))
    await ann.asks(commands.Resume(), commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    await ann.asks(commands.ChangeSettings(hints=True), commands.Rematch())
    assert "Allow or forbid hints before the next one" in await ann.refused(commands.ChangeSettings(hints=False))
    await ann.asks(commands.ChangeSettings(hints=True, fast_bots=True))
    if room.table.playing.state.question.seats != (0,):
        await ben.plays("put", bead=1)
    assert "not_asked" in await ben.refused(hint_for(ben))
    old = question_of(room)
    await ann.plays("put", bead=1)
    assert "stale" in await ann.refused(commands.AskForHint(old))


async def test_who_gets_their_device_back_is_told_again_and_nobody_else(party: Company, adviser: Adviser) -> None:
    _, (ann, _) = await party.seated(ANN, BEN, seats=3)
    await ann.asks(commands.Sit(2, also="Bea"), commands.ChangeSettings(hints=True), commands.Start())
    await ann.asks(commands.ChooseViewpoint(0))
    await ann.asks(hint_for(ann, 0))
    await adviser._tasks.finish()
    for seat, told in ((2, 0), (None, 0), (0, 1)):
        await ann.forgets()
        await ann.asks(commands.ChooseViewpoint(seat))
        assert len(await ann.hears("hint")) == told, seat


async def test_a_hint_that_comes_late_is_not_told(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))
    workers = Here(lambda _: Hint([Advice(Put(0), Put(0).label())]), waits=True)
    adviser = party.employs(Adviser(workers))
    _, (ann, ben) = await party.playing(ANN, BEN, hints=True)
    await ann.asks(hint_for(ann))
    await ann.plays("put", bead=1)
    workers.may.set()
    await adviser._tasks.finish()
    assert await ann.hears("hint") == []
    await ben.asks(hint_for(ben))
    await until(lambda: any(message["type"] == "hint" for message in ben.heard))
    assert (await ben.sees("hint"))["counted"]


async def test_who_waits_for_the_best_answers_is_told_a_careful_one_until_they_come(
    party: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "beads", replace(BEADS, strategy=PLAYS_AHEAD))
    late = [None, Hint([Advice(Put(0), Put(0).label())])]
    adviser = party.employs(Adviser(Here(lambda _: late.pop(0))))
    _, (ann, ben) = await party.playing(ANN, BEN, hints=True)
    await ann.asks(hint_for(ann))
    await adviser._tasks.finish()
    told = await ann.hears("hint")
    assert [(hint["answers"][0]["move"]["bead"], hint["counted"]) for hint in told] == [(1, False), (0, True)]
    await ann.plays("put", bead=1)
    late[:] = [None, None]
    await ben.asks(hint_for(ben))
    await adviser._tasks.finish()
    assert [hint["counted"] for hint in await ben.hears("hint")] == [False]


async def test_where_a_hint_cannot_be_worked_out_the_log_says_so_and_they_play_on(
    party: Company, adviser: Adviser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.services.adviser.to_think_about", lambda table, seat: {}["no such world"])
    _, (ann, _) = await party.playing(ANN, BEN, hints=True)
    await ann.asks(hint_for(ann))
    await adviser._tasks.finish()
    assert [record.getMessage() for record in caplog.records if record.exc_info] == ["a hint could not be computed"]
    await ann.plays("put", bead=1)


FEWEST_KINDS = {"tcnccc": 2, "sin_color": 4, "desfases": 3, "color_gin": 3, "color_dice": 2}


def not_for_long(thought: Thought) -> Any:
    game = by_rules(thought.rules)
    return hint(replace(game, strategy=replace(game.strategy, rollouts=24)), thought)


async def kinds_of_decisions(room: Room) -> AsyncIterator[tuple[str, int]]:
    """Each kind of question once, with a person who is asked; everybody plays carefully."""
    seen: set[str] = set()
    for _ in range(amount(60, 1000)):
        if room.table.playing is None or not (asked := asked_seats(room.table)):
            return
        kind, seat = type(room.table.playing.state.question).__name__, asked[0]
        if kind not in seen and room.table.seats[seat].bot is None:
            seen.add(kind)
            yield kind, seat
        number = question_of(room)
        await room.do(SERVER, new_id(), lambda table, seat=seat, number=number: bots_answer(table, seat, number))


@pytest.mark.parametrize("game", GAMES)
async def test_who_asks_is_told_good_answers_and_everybody_else_that_they_asked(game: str, party: Company) -> None:
    party.employs(Adviser(Here(not_for_long)))
    room, people = await party.playing(ANN, BEN, seats=GAMES[game].seats[0], game=game, hints=True)
    everybody = [*people, party.page(room, EVE)]
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
        for page in everybody:
            lines = [line["text"]["text"] for frame in await page.hears("frame") for line in frame["lines"]]
            assert "{seat} asked for a hint." in lines
        assert [page for page in everybody if await page.hears("hint")] == [people[seat]]
        kinds.append(kind)
    assert len(kinds) >= FEWEST_KINDS[game], kinds
