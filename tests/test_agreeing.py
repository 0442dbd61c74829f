"""Taking back and ending: at once, by agreement, or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app import events, wishes
from app.bots import Bots
from app.ids import HOUSE, new_id
from app.judging import lapse
from app.wire import Refusal
from tests.company import ANN, BEN, CLEO, EVE, Company, company, question_of, until


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


def string(room: Any) -> list[tuple[int, int]]:
    return list(room.table.playing.state.string)


# --- Taking back at once ---


async def test_a_move_nobody_has_answered_is_taken_back_at_once(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    assert (await ann.sees("frame"))["undo"] == {"can": "now", "why": None}
    await ann.asks(wishes.Propose("undo"))
    assert string(room) == []
    frame = await ben.sees("frame")
    assert (frame["asked"], frame["lines"][-1]["text"]["text"]) == ([0], "{seat} took a move back.")


async def test_the_question_that_is_back_has_a_new_number(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    first = question_of(room)
    await ann.plays("put", bead=1)
    second = question_of(room)
    await ann.asks(wishes.Propose("undo"))
    assert question_of(room) > second > first
    with pytest.raises(Refusal, match="stale"):
        await ann.plays("put", question=first, bead=0)
    with pytest.raises(Refusal, match="stale"):
        await ben.plays("put", question=second, bead=0)


async def test_several_moves_can_be_taken_back_one_after_the_other(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    for page in (ann, ben, ann):
        await page.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    await ben.asks(wishes.Propose("undo"))
    await ann.asks(wishes.Propose("undo"))
    assert string(room) == []
    assert (await ann.sees("frame"))["undo"]["can"] == "no"


async def test_a_move_taken_back_leaves_no_line_of_it_but_that_it_was(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    frame = await party.page(room, EVE).sees("frame")
    assert [line["text"]["text"] for line in frame["lines"]] == ["{seat} took a move back."]


async def test_bots_always_agree(party: Company) -> None:
    room, (ann,) = await party.playing(ANN, seats=2)
    bots = Bots(pause=0)
    room.changed = bots.watch
    await ann.plays("put", bead=0)
    await until(lambda: len(string(room)) == 2)
    await bots.close()
    assert (await ann.sees("frame"))["undo"]["can"] == "now"
    await ann.asks(wishes.Propose("undo"))
    assert string(room) == []


async def test_the_bot_answers_again_what_it_is_asked_again(party: Company) -> None:
    room, (ann,) = await party.playing(ANN, seats=2)
    bots = Bots(pause=0)
    room.changed = bots.watch
    for bead in (0, 1):
        await ann.plays("put", bead=bead)
        await until(lambda: len(string(room)) == 2)
        assert string(room) == [(0, bead), (1, 1)]
        await ann.asks(wishes.Propose("undo"))
    await bots.close()


async def test_an_answer_that_is_still_secret_can_be_changed_at_once(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, together=True)
    await ann.plays("say", bead=0)
    assert (await ann.sees("frame"))["undo"]["can"] == "now"
    await ann.asks(wishes.Propose("undo"))
    await ann.plays("say", bead=1)
    await ben.plays("say", bead=0)
    assert string(room) == [(0, 1), (1, 0)]
    assert (await ann.sees("frame"))["undo"]["can"] == "no"


async def test_who_changes_a_secret_answer_leaves_those_of_the_others_alone(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO, together=True)
    await ben.plays("say", bead=1)
    await ann.plays("say", bead=0)
    await ann.asks(wishes.Propose("undo"))
    assert (await cleo.sees("frame"))["asked"] == [0, 2]
    await cleo.plays("say", bead=1)
    await ann.plays("say", bead=1)
    assert string(room) == [(0, 1), (1, 1), (2, 1)]


# --- Taking back by agreement ---


async def test_who_has_moved_since_is_asked(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    undo = (await ann.sees("frame"))["undo"]
    assert (undo["can"], undo["why"]["text"]) == ("ask", "Others have moved since: they are asked.")
    await ann.asks(wishes.Propose("undo"))
    assert (await ben.sees("table"))["proposal"] == {"matter": "undo", "seat": 0, "waiting": [1]}
    assert len(string(room)) == 2
    await ben.asks(wishes.Agree(True))
    assert string(room) == []
    assert (await ben.sees("table"))["proposal"] is None


async def test_who_has_not_moved_since_is_not_asked(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    with pytest.raises(Refusal, match="You need not answer that"):
        await cleo.asks(wishes.Agree(True))
    await ben.asks(wishes.Agree(True))
    assert string(room) == []


async def test_all_who_moved_since_have_to_agree(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    for page in (ann, ben, cleo):
        await page.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    await cleo.asks(wishes.Agree(True))
    assert (await ben.sees("table"))["proposal"]["waiting"] == [1]
    await ben.asks(wishes.Agree(True))
    assert string(room) == []


async def test_one_who_objects_is_enough(party: Company) -> None:
    room, (ann, ben, _) = await party.playing(ANN, BEN, CLEO)
    for page in (ann, ben):
        await page.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    await ben.asks(wishes.Agree(False))
    assert len(string(room)) == 2
    assert (await ann.sees("table"))["proposal"] is None


async def test_a_move_meanwhile_ends_the_asking(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    await ann.asks(wishes.Propose("undo"))
    await ann.plays("put", bead=1)
    assert len(string(room)) == 3
    with pytest.raises(Refusal, match="Nothing is proposed"):
        await ben.asks(wishes.Agree(True))


@pytest.mark.parametrize("move", ["draw", "show"])
async def test_nothing_is_taken_back_across_a_draw_or_a_reveal(party: Company, move: str) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ben.plays(move)
    for page in (ann, ben):
        undo = (await page.sees("frame"))["undo"]
        assert undo["can"] == "no"
        assert "something was drawn or shown since" in undo["why"]["text"]
        with pytest.raises(Refusal, match="You have no move to take back"):
            await page.asks(wishes.Propose("undo"))
    assert len(string(room)) == 2


async def test_a_lapsed_move_is_not_ones_own_to_take_back(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    number = question_of(room)
    await room.do(HOUSE, new_id(), lambda table: lapse(table, 0, number))
    assert (await ann.sees("frame"))["undo"]["can"] == "no"


async def test_nobody_takes_back_in_a_game_that_is_over(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    assert room.table.phase == "over"
    with pytest.raises(Refusal, match="No game is being played"):
        await ben.asks(wishes.Propose("undo"))
    assert str((await ben.sees("frame"))["undo"]["why"]["text"]) == "The game is over."


async def test_an_onlooker_is_told_nothing_of_taking_back_and_takes_nothing_back(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.plays("put", bead=1)
    assert (await eve.sees("frame"))["undo"] is None
    for wish in (wishes.Propose("undo"), wishes.Propose("end"), wishes.Agree(True), wishes.Agree(False)):
        with pytest.raises(Refusal, match="not_seated"):
            await eve.asks(wish)


# --- The end by agreement ---


async def test_a_game_ends_when_all_agree(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Propose("end"))
    await ben.asks(wishes.Agree(True))
    assert room.table.phase == "playing"
    await cleo.asks(wishes.Agree(True))
    frame = await ben.sees("frame")
    assert (frame["outcome"]["winners"], frame["asked"], frame["question"]) == ([], [], None)
    (game,) = (await ben.sees("results"))["games"]
    assert (game["stopped"], game["winners"], game["scores"]) == (True, [], [0, 0, 0])


async def test_the_wish_to_end_stands_while_the_game_goes_on(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Propose("end"))
    await ann.plays("put", bead=1)
    await ben.asks(wishes.Agree(True))
    assert room.table.phase == "over"


async def test_who_proposed_may_withdraw(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Propose("end"))
    await ann.asks(wishes.Agree(False))
    with pytest.raises(Refusal, match="Nothing is proposed"):
        await ben.asks(wishes.Agree(True))
    assert room.table.phase == "playing"


async def test_one_thing_is_proposed_at_a_time(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Propose("end"))
    with pytest.raises(Refusal, match="Something has been proposed already"):
        await ben.asks(wishes.Propose("end"))


async def test_among_bots_a_game_ends_at_once(party: Company) -> None:
    room, (ann,) = await party.playing(ANN, seats=3)
    await ann.asks(wishes.Propose("end"))
    assert room.table.phase == "over"


async def test_nobody_waits_for_somebody_who_has_gone(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.room.GONE_AFTER_S", 0)
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Propose("end"))
    ben.leaves()
    await ann.sees("table")
    await ann.asks(wishes.SeatBot(1, "careful"))
    assert (await ann.sees("table"))["proposal"] is None
    await ann.asks(wishes.Propose("end"))
    assert room.table.phase == "over"


async def test_what_was_proposed_by_somebody_who_has_to_go_is_off(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    await ben.asks(wishes.Propose("end"))
    await ann.asks(wishes.Kick(name="Ben"))
    assert (await cleo.sees("table"))["proposal"] is None
    for page in (ann, cleo):
        with pytest.raises(Refusal, match="Nothing is proposed"):
            await page.asks(wishes.Agree(True))
    await cleo.asks(wishes.Propose("end"))
    await ann.asks(wishes.Agree(True))
    assert room.table.phase == "over"


async def test_the_same_people_play_again_after_an_end_by_agreement(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    last = question_of(room)
    await ann.asks(wishes.Propose("end"))
    await ben.asks(wishes.Agree(True))
    await ben.asks(wishes.Rematch())
    assert room.table.phase == "playing"
    assert question_of(room) > last


async def test_a_game_that_ended_by_agreement_can_be_looked_back_at(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Propose("end"))
    await ben.asks(wishes.Agree(True))
    (past,) = room.table.past
    assert isinstance((await party.log(room))[past.ended - 1].body, events.Stopped)
    assert room.table.may_look_back(EVE.id, past)


async def test_an_undo_in_a_pause_leaves_the_game_paused(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Pause())
    await ann.asks(wishes.Propose("undo"))
    assert string(room) == []
    assert room.table.paused
