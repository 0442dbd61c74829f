"""What has no end by the rules has one all the same, for whoever does it; and no game ends by it."""

from __future__ import annotations

import msgspec
import pytest

from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.room import Room
from app.table.event_ids import new_id
from tests.company import ANN, BEN, EVE, Company, Page
from tests.company import question_of as question
from tests.finished import one_move, play_to_the_end

IDLE = 12


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.table.decide.MOST_IDLE_OF_A_SEAT", IDLE)
    monkeypatch.setattr("app.table.decide.MOST_GAMES", 3)


async def coins_on_the_table(party: Company) -> tuple[Room, Page, Page]:
    """Sin Color, in which coins may be turned over by now."""
    room = await party.table(3, "sin_color")
    ann, ben = party.page(room, ANN), party.page(room, BEN)
    await ben.asks(commands.Sit(1))
    await ann.asks(commands.SeatBot(2, "medium"))
    await ann.asks(commands.Start())
    while room.table.playing and room.table.playing.state.turn is None:  # type: ignore[attr-defined]
        await one_move(room)
    return room, ann, ben


def turn_a_coin_over() -> commands.Play:
    return commands.Play(new_id(), None, msgspec.Raw(b'{"do":"turn_over","coin":0}'))


async def test_who_has_turned_coins_over_and_over_can_only_answer_and_others_go_on_as_before(party: Company) -> None:
    room, ann, ben = await coins_on_the_table(party)
    for _ in range(IDLE):
        await ann.asks(turn_a_coin_over())
    with pytest.raises(Refusal, match="only make your moves"):
        await ann.asks(turn_a_coin_over())
    await ben.asks(turn_a_coin_over())
    before = question(room)
    await one_move(room)
    assert question(room) != before


async def test_taking_moves_back_is_counted_and_others_may_still_do_so(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await puts_and_takes_back(ann, IDLE)
    await ann.plays("put", bead=1)
    with pytest.raises(Refusal, match="only make your moves"):
        await ann.asks(commands.Propose("undo"))
    await puts_and_takes_back(ben, 1)
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    assert room.table.phase == "over"


async def test_what_was_proposed_in_time_is_taken_back(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await puts_and_takes_back(ann, IDLE - 1)
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=1)
    await ann.asks(commands.Propose("undo"))
    await ben.asks(commands.Agree(True))
    assert room.table.playing is not None
    assert room.table.playing.state.string == []  # type: ignore[attr-defined]


async def puts_and_takes_back(page: Page, times: int) -> None:
    for _ in range(times):
        await page.plays("put", bead=1)
        await page.asks(commands.Propose("undo"))


async def test_talk_and_comings_and_goings_use_up_nothing_that_a_game_needs(party: Company) -> None:
    room, ann, ben = await coins_on_the_table(party)
    for _ in range(3 * IDLE):
        await ben.asks(commands.Speak("la la la"))
        await ben.asks(commands.Propose("end"))
        await ann.asks(commands.Agree(False))
    await ann.asks(turn_a_coin_over())
    await play_to_the_end(room, most=2000)
    await ann.asks(commands.Rematch())
    assert room.table.number == 2


async def test_in_the_next_game_nobody_is_tired_yet(party: Company) -> None:
    room, ann, ben = await coins_on_the_table(party)
    for _ in range(IDLE):
        await ann.asks(turn_a_coin_over())
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True))
    await ann.asks(commands.Rematch())
    while room.table.playing and room.table.playing.state.turn is None:  # type: ignore[attr-defined]
        await one_move(room)
    await ann.asks(turn_a_coin_over())


async def test_after_very_many_games_no_other_begins_and_all_else_goes_on(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    for number in range(3):
        await ann.asks(commands.Propose("end"))
        await ben.asks(commands.Agree(True))
        if number < 2:
            await ann.asks(commands.Rematch())
    with pytest.raises(Refusal, match="Open a new one"):
        await ann.asks(commands.Rematch())
    eve = party.page(room, EVE)
    await ben.asks(commands.Stand())
    await eve.asks(commands.Sit(1))
    await eve.asks(commands.Speak("and now?"))
    await ann.asks(commands.CloseRoom())
    assert room.table.closed
