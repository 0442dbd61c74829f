"""How fast a guest may write into the log of a room: whoever is noisy waits, and nobody else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.access.rate_limits import Limits
from app.protocol import commands
from app.protocol.messages import Refusal
from app.rooms.page_limits import Pace
from app.settings import Rate, Settings
from app.storage.guests import Guest
from app.table import events
from tests.company import ANN, BEN, EVE, Page, company
from tests.finished import play_to_the_end
from tests.test_bounds import coins_on_the_table, turn_a_coin_over

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
