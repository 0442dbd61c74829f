"""What has no end by the rules has one all the same, for whoever does it, and nobody does it so fast that others wait;
no game ends by it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.access.rate_limits import Limits
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.page_limits import Pace
from app.rooms.room import Room
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.table import events
from app.table.event_ids import new_id
from tests.company import ANN, BEN, EVE, Company, Page, company
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


# --- How fast -----------------------------------------------------------------------------------------------


FEW, MORE = Rate(5, 600), Rate(12, 600)


async def refused_as_busy(page: Page, message: commands.FromBrowser) -> None:
    before = page.room.table.seq
    with pytest.raises(Refusal) as refused:
        await page.asks(message)
    assert (refused.value.code, page.room.table.seq) == ("busy", before)


async def sits_and_stands(page: Page, times: int) -> None:
    for number in range(times):
        await page.asks(commands.Stand() if number % 2 else commands.Sit(1))


async def test_a_stranger_who_sits_and_stands_is_told_to_wait_and_the_others_are_not(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, (ann,) = await them.seated(ANN, seats=3)
        eve = them.page(room, EVE)
        await sits_and_stands(eve, 4)
        await eve.asks(commands.Sit(2))
        await refused_as_busy(eve, commands.Stand())
        await them.page(room, BEN).asks(commands.Sit(1))
        await ann.asks(commands.Doors(sitting="asked"))


async def test_another_page_of_the_same_guest_has_no_measure_of_its_own(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, _ = await them.seated(ANN, seats=2)
        await sits_and_stands(them.page(room, EVE), 5)
        await refused_as_busy(them.page(room, EVE), commands.Stand())


async def test_many_guests_of_one_address_have_a_measure_together(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands_per_address=MORE) as them:
        room, (ann,) = await them.seated(ANN, seats=2)
        strangers = [Guest(f"stranger {number}", b"", f"Stranger {number}") for number in range(7)]
        pages = [them.page(room, stranger, address="198.51.100.1") for stranger in strangers]
        for page in pages[:6]:
            await sits_and_stands(page, 2)
        await refused_as_busy(pages[6], commands.Sit(1))
        await ann.asks(commands.Doors(sitting="asked"))
        await them.page(room, BEN).asks(commands.Sit(1))


async def test_what_is_refused_uses_nothing_up(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, (_, ben) = await them.seated(ANN, BEN)
        eve = them.page(room, EVE)
        for _ in range(10):
            with pytest.raises(Refusal, match="sits there"):
                await eve.asks(commands.Sit(1))
        await ben.asks(commands.Stand())
        await sits_and_stands(eve, 5)


async def test_a_host_in_a_hurry_can_still_have_peace(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, (ann, _) = await them.seated(ANN, BEN)
        for number in range(5):
            await ann.asks(commands.Doors(onlookers=bool(number % 2)))
        await refused_as_busy(ann, commands.Doors(sitting="asked"))
        await ann.asks(commands.Mute(name="Ben", yes=True))
        await ann.asks(commands.Kick(name="Ben", out=True))
        await ann.asks(commands.CloseRoom())
        assert room.table.closed


async def test_free_moves_have_a_measure_of_their_own_and_the_game_goes_to_its_end(tmp_path: Path) -> None:
    async with company(tmp_path, limits_free_moves=FEW) as them:
        room, ann, ben = await coins_on_the_table(them)
        for _ in range(5):
            await ann.asks(turn_a_coin_over())
        await refused_as_busy(ann, turn_a_coin_over())
        await ben.asks(turn_a_coin_over())
        await ann.asks(commands.Propose("end"))
        await play_to_the_end(room, most=2000)
        assert room.table.phase == "over"


async def test_a_move_that_was_written_is_acknowledged_however_fast_it_comes_again(tmp_path: Path) -> None:
    async with company(tmp_path, limits_free_moves=Rate(1, 600)) as them:
        room, ann, _ = await coins_on_the_table(them)
        once = turn_a_coin_over()
        await ann.asks(once)
        seq = room.table.seq
        for _ in range(3):
            await ann.asks(once)
        acks = await ann.hears("ack")
        assert [ack["seq"] for ack in acks] == [seq] * 4
        await refused_as_busy(ann, turn_a_coin_over())


async def test_an_onlooker_changes_his_name_no_faster(tmp_path: Path) -> None:
    async with company(tmp_path, limits_commands=FEW) as them:
        room, _ = await them.seated(ANN, BEN)
        eve = them.page(room, EVE)
        for number in range(5):
            await eve.asks(commands.Hello(f"Eve {number}"))
        await refused_as_busy(eve, commands.Hello("Eve again"))
        await eve.asks(commands.Hello("Eve 4"))


NEVER_TOO_MUCH = [
    events.Moved(0, 7, msgspec.Raw(b"{}"), []),
    events.Stopped(events.Result("beads", [], [], [], [])),
    events.Returned(),
    events.Kicked("ben-id", out=True),
    events.Muted("ben-id", muted=True),
    events.Closed(),
]


@pytest.mark.parametrize("body", NEVER_TOO_MUCH, ids=events.kind_of)
def test_what_a_game_or_a_host_needs_is_never_too_much(body: events.Body) -> None:
    none_left = Settings(limits_commands=Rate(1, 600), limits_commands_per_address=Rate(1, 600))
    pace = Pace(Limits(none_left), "ann", "192.0.2.7", "room")
    pace.refuse_haste(events.Stood())
    with pytest.raises(Refusal, match="Too much at once"):
        pace.refuse_haste(events.Stood())
    for _ in range(1000):
        pace.refuse_haste(body)
