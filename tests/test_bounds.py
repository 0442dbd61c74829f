"""What has no end by the rules has one all the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app import wishes
from app.ids import new_id
from app.wire import Refusal
from tests.company import ANN, BEN, company
from tests.company import question_of as question
from tests.finished import one_move


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bounds.MOST_EVENTS_OF_A_GAME", 30)
    monkeypatch.setattr("app.bounds.MOST_EVENTS", 60)


async def test_in_a_very_long_game_only_what_is_asked_is_answered(tmp_path: Path) -> None:
    async with company(tmp_path) as them:
        room = await them.table(3, "sin_color")
        pages = [them.page(room, ANN), them.page(room, BEN)]
        await pages[1].asks(wishes.Sit(1))
        await pages[0].asks(wishes.SeatBot(2, "careful"))
        await pages[0].asks(wishes.Start())
        while room.table.playing and room.table.playing.state.turn is None:  # type: ignore[attr-defined]
            await one_move(room)
        while room.table.length_of_game < 30:
            await pages[0].asks(turn_a_coin_over())
        with pytest.raises(Refusal, match="very long"):
            await pages[0].asks(turn_a_coin_over())
        before = question(room)
        await one_move(room)
        assert question(room) != before


def turn_a_coin_over() -> wishes.Play:
    return wishes.Play(new_id(), None, msgspec.Raw(b'{"do":"turn_over","coin":0}'))


async def test_a_very_long_room_can_be_left_and_closed_but_not_lengthened(tmp_path: Path) -> None:
    async with company(tmp_path) as them:
        room, (ann, ben) = await them.seated(ANN, BEN)
        while room.table.seq < 60:
            await ben.asks(wishes.Speak("la la la"))
        for wish in (wishes.Start(), wishes.Speak("and on"), wishes.Doors(sitting="asked")):
            with pytest.raises(Refusal, match="open a new one"):
                await ann.asks(wish)
        await ann.asks(wishes.Kick("Ben", False))
        await ann.asks(wishes.CloseRoom())
        assert room.table.closed
