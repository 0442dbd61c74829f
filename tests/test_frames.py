"""In which order an event is shown: nobody waits for what is worked out of another's hand."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.outbox import Message, Outbox
from app.rooms.views import Showing
from games import engine
from tests.company import ANN, BEN, CLEO, EVE, Company, settled, until
from tests.direct import DirectPage

MADE = Showing.frame


@pytest.fixture
def order(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The eyes for which a frame was made, and acknowledgements, one after the other."""
    order: list[Any] = []
    put = Outbox.put

    def make(shown: Showing, you: int | None) -> str:
        order.append(you)
        return MADE(shown, you)

    def note(outbox: Outbox, message: Message) -> None:
        if message.text.startswith('{"type":"ack"'):
            order.append("ack")
        put(outbox, message)

    monkeypatch.setattr(Showing, "frame", make)
    monkeypatch.setattr(Outbox, "put", note)
    return order


async def test_onlookers_and_the_mover_come_first_then_the_answer_then_the_others_and_the_asked_last(
    party: Company, order: list[Any]
) -> None:
    room, pages = await party.playing(ANN, BEN, CLEO)
    pages.append(party.page(room, EVE))
    for page in pages:
        await page.forgets()
    order.clear()
    await pages[0].plays("put", bead=1)
    assert order == [None, 0, "ack"]
    for page in pages:
        assert len(await page.hears("frame")) == 1
    assert order == [None, 0, "ack", 2, 1]


async def test_a_dealer_who_passes_is_answered_before_anything_is_worked_out_of_the_other_hand(
    party: Company, order: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def worked_out(*hand: Any) -> list[Any]:
        order.append("worked out")
        return []

    room, pages = await party.seated(ANN, BEN, game="color_gin")
    await pages[0].asks(commands.Start())
    dealer: int = room.table.playing.state.dealing  # type: ignore[union-attr,attr-defined]
    monkeypatch.setattr("games.color_gin.rules.ways_out", worked_out)
    await pages[1 - dealer].plays("pass")
    for page in pages:
        await page.forgets()
    order.clear()
    await pages[dealer].plays("pass")
    assert order == [dealer, "ack"]
    assert (await pages[1 - dealer].sees("frame"))["choices"]
    assert order == [dealer, "ack", 1 - dealer, "worked out"]


async def test_what_follows_at_once_comes_after_the_frames_that_were_still_to_be_made(party: Company) -> None:
    room, (ann, ben, cleo) = await party.playing(ANN, BEN, CLEO)
    for page in (ann, ben, cleo):
        await page.forgets()
    began = room.table.seq
    await ann.plays("put", bead=1)
    await ben.plays("put", bead=0)
    await ann.asks(commands.Speak("well played"))
    for page in (ben, cleo):
        heard = [message["seq"] for message in await page.hears() if message["type"] in ("frame", "chat")]
        assert heard == [began + 1, began + 2, began + 3]


async def test_a_page_that_opens_meanwhile_is_shown_the_table_once(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    assert len(await party.page(room, BEN).hears("frame")) == 1


async def test_a_room_whose_last_frames_cannot_be_made_rests(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(shown: Showing, you: int | None) -> str:
        if you == 1:
            raise ZeroDivisionError
        return MADE(shown, you)

    room, (ann, ben) = await party.playing(ANN, BEN)
    monkeypatch.setattr(Showing, "frame", fail)
    await ann.plays("put", bead=1)
    assert (await ann.hears("ack"))[-1]["seq"] == room.table.seq
    await ben.hears()
    assert room.is_broken


async def test_what_could_be_written_at_once_does_not_overtake_what_is_queued() -> None:
    told: list[str] = []

    def write_now(text: str) -> bool:
        told.append(f"{text} at once")
        return True

    async def send(text: str) -> None:
        told.append(text)

    outbox = Outbox(lambda seen: [], 0, write_now)
    outbox.put(Message("one", None))
    outbox.put(Message("two", None))
    writer = asyncio.create_task(outbox.send_all(send))
    await settled()
    outbox.put(Message("three", None))
    outbox.finish(1000)
    assert await writer == 1000
    assert told == ["one", "two", "three at once"]


async def test_what_is_gathered_leaves_in_one_piece_or_in_its_order_where_a_page_does_not_keep_up() -> None:
    for keeps_up in (True, False):
        pieces: list[tuple[str, ...]] = []

        async def send(text: str, pieces: list[tuple[str, ...]] = pieces) -> None:
            pieces.append((text,))

        def at_once(*texts: str, keeps_up: bool = keeps_up, pieces: list[tuple[str, ...]] = pieces) -> bool:
            return keeps_up and pieces.append(texts) is None

        outbox = Outbox(lambda seen: [], 0, at_once)
        assert outbox.send_now()
        outbox.gather()
        outbox.put(Message("one", 1))
        outbox.put(Message("two", None))
        assert pieces == []
        outbox.let_go()
        writer = asyncio.create_task(outbox.send_all(send))
        await settled()
        outbox.gather()
        outbox.put(Message("three", None))
        outbox.finish(1000)  # also while something is gathered
        outbox.let_go()
        assert await writer == 1000
        assert pieces == ([("one", "two"), ("three",)] if keeps_up else [("one",), ("two",), ("three",)])


async def test_the_frame_of_the_player_who_moved_and_the_answer_leave_in_one_piece(party: Company) -> None:
    room, _ = await party.playing(ANN, BEN)
    page = DirectPage(party, room, ANN)
    await page.opens()
    id = page.plays(engine.moves(room.table.game, room.table.playing.state, 0)[0])  # type: ignore[union-attr]
    await until(lambda: page.is_answered(id))
    (piece,) = (piece for piece in page.pieces if any(id in text for text in piece))
    assert [text[9:12] for text in piece] == ["fra", "ack"]
    await page.leaves()
