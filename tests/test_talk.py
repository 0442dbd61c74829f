"""Talk: who hears whom, and who may not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app import wishes
from app.audience import CHATS_SHOWN, Viewer
from app.events import CHATS_KEPT, Said
from app.ids import new_id
from app.settings import Rate
from app.wire import Refusal
from tests.company import ANN, BEN, EVE, Company, Page, check_log, company, settled, until


@pytest.fixture
async def party(tmp_path: Path) -> AsyncIterator[Company]:
    async with company(tmp_path) as it:
        yield it


async def said_to(page: Page) -> list[str]:
    return [chat["text"] for chat in await page.hears("chat")]


# --- Apart while a game is played ---


async def test_before_a_game_everybody_hears_everybody(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.asks(wishes.Speak("welcome"))
    await eve.asks(wishes.Speak("thanks"))
    for page in (ann, ben, eve):
        assert await said_to(page) == ["welcome", "thanks"]


async def test_while_a_game_is_played_players_hear_players_and_onlookers_onlookers(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.asks(wishes.Speak("your turn"))
    await eve.asks(wishes.Speak("she has a seven"))
    assert [await said_to(page) for page in (ann, ben, eve)] == [["your turn"], ["your turn"], ["she has a seven"]]


async def test_what_was_said_apart_stays_apart_for_who_comes_later(party: Company) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.asks(wishes.Speak("your turn"))
    await eve.asks(wishes.Speak("she has a seven"))
    assert await said_to(party.page(room, BEN)) == ["your turn"]
    assert await said_to(party.page(room, EVE)) == ["she has a seven"]


async def test_after_the_game_they_talk_together_again(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    eve = party.page(room, EVE)
    for page in (ann, ben):
        await page.plays("put", bead=1)
    await eve.asks(wishes.Speak("well played"))
    assert await said_to(ann) == ["well played"]


async def test_who_is_asked_to_watch_hears_the_players_no_more(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN)
    await ann.asks(wishes.Kick(name="Ben"))
    await ann.asks(wishes.Speak("now then"))
    assert await said_to(ben) == []


# --- Teams ---


@pytest.mark.parametrize(
    ("game", "options"), [("beads", {"team": True}), ("color_gin", {"mode": "coop"})], ids=["beads", "color_gin"]
)
async def test_a_team_may_not_talk_while_it_plays(party: Company, game: str, options: dict[str, Any]) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, game=game, **options)
    eve = party.page(room, EVE)
    await ann.asks(wishes.Speak("good luck"))
    await ann.asks(wishes.Start())
    assert (await ann.sees("table"))["team"] is True
    for wish in (wishes.Speak("I have three sevens"), wishes.React("wow")):
        with pytest.raises(Refusal, match="you are one team, and may not talk"):
            await ben.asks(wish)
    await eve.asks(wishes.Speak("sh"))
    assert await said_to(eve) == ["good luck", "sh"]
    assert await said_to(ann) == ["good luck"]


async def test_a_team_talks_again_when_it_is_over(party: Company) -> None:
    _, (ann, ben) = await party.playing(ANN, BEN, team=True, length=2)
    for page in (ann, ben):
        await page.plays("put", bead=1)
    await ann.asks(wishes.Speak("that was close"))
    assert await said_to(ben) == ["that was close"]


# --- Reactions ---


async def test_a_reaction_reaches_those_who_would_hear_its_author_and_is_not_kept(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    before = room.table.seq
    await settled()
    await ann.asks(wishes.React("bravo"))
    await eve.asks(wishes.React("ouch"))
    bravo = {"type": "reaction", "from": {"seat": 0, "name": "Ann"}, "what": "bravo"}
    ouch = {"type": "reaction", "from": {"seat": None, "name": "Eve"}, "what": "ouch"}
    assert [await page.hears("reaction") for page in (ann, ben, eve)] == [[bravo], [bravo], [ouch]]
    assert room.table.seq == before


async def test_before_a_game_a_reaction_reaches_everybody(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    await settled()
    await eve.asks(wishes.React("laugh"))
    for page in (ann, ben, eve):
        assert len(await page.hears("reaction")) == 1


# --- Muted ---


async def test_who_is_muted_neither_talks_nor_reacts_until_he_may_again(party: Company) -> None:
    _room, (ann, ben) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Mute(name="Ben", yes=True))
    assert (await ben.sees("table"))["muted"] == ["Ben"]
    for wish in (wishes.Speak("but"), wishes.React("ouch")):
        with pytest.raises(Refusal, match="The host has asked you not to talk here"):
            await ben.asks(wish)
    await ann.asks(wishes.Mute(name="Ben", yes=False))
    await ben.asks(wishes.Speak("thank you"))
    assert await said_to(ann) == ["thank you"]


async def test_an_onlooker_can_be_muted_too(party: Company) -> None:
    room, (ann, _) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.asks(wishes.Mute(name="Eve", yes=True))
    with pytest.raises(Refusal, match="not to talk"):
        await eve.asks(wishes.Speak("but"))
    assert (await ann.sees("table"))["muted"] == ["Eve"]


async def test_who_is_muted_still_plays(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    await ann.plays("put", bead=1)
    await ann.asks(wishes.Mute(name="Ben", yes=True))
    await ben.plays("put", bead=1)
    assert room.table.playing is not None
    assert len(room.table.playing.state.string) == 2


# --- Much talk ---


async def much_talk(party: Company, lines: int) -> Page:
    """Ann has said all this; a page that saw none of it."""
    room = await party.table()
    for number in range(lines):
        said = Said(0, "Ann", f"line {number}")
        await room.do(ANN.id, new_id(), lambda table, said=said: said)
    party.rooms.forget(room)
    again = await party.rooms.find(room.table.room)
    assert again is not None
    return party.page(again, ANN)


async def test_two_thousand_lines_are_kept_and_the_oldest_go(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.writer.BETWEEN_COMMITS_S", 0)
    page = await much_talk(party, CHATS_KEPT + 5)
    kept = [chat.text for chat, _ in page.room.table.chats]
    assert (len(kept), kept[0], kept[-1]) == (CHATS_KEPT, "line 5", f"line {CHATS_KEPT + 4}")
    await check_log(party.store, page.room.table)


async def test_who_comes_in_is_told_the_newest_and_asks_for_earlier_ones(party: Company) -> None:
    page = await much_talk(party, CHATS_SHOWN + 30)
    await settled()
    chats = await page.hears("chat")
    assert [chat["text"] for chat in chats] == [f"line {number}" for number in range(30, CHATS_SHOWN + 30)]
    await page.forgets()
    await page.asks(wishes.Earlier(chats[0]["seq"]))
    assert [chat["text"] for chat in await page.hears("chat")] == [f"line {number}" for number in range(30)]


async def test_all_that_was_said_can_be_read_a_part_at_a_time(party: Company) -> None:
    page = await much_talk(party, 3 * CHATS_SHOWN)
    read = {chat["seq"]: chat["text"] for chat in await page.hears("chat")}
    while True:
        await page.forgets()
        await page.asks(wishes.Earlier(min(read)))
        earlier = {chat["seq"]: chat["text"] for chat in await page.hears("chat")}
        if not earlier:
            break
        assert max(earlier) < min(read)
        read |= earlier
    assert [read[seq] for seq in sorted(read)] == [f"line {number}" for number in range(3 * CHATS_SHOWN)]


async def test_a_page_that_is_still_reading_what_was_said_before_is_not_too_slow(party: Company) -> None:
    room = (await much_talk(party, CHATS_SHOWN)).room
    reading, read = asyncio.Event(), list[str]()

    async def slowly(text: str) -> None:
        await reading.wait()
        read.append(text)

    viewer = Viewer(room, BEN, 0)
    room.enter(viewer)
    writer = asyncio.create_task(viewer.outbox.send_all(slowly))
    await settled()
    room.audience.show_table()
    reading.set()
    await until(lambda: len(read) == CHATS_SHOWN + 2)
    writer.cancel()


async def test_nobody_hears_of_what_is_earlier_than_all(party: Company) -> None:
    _, (ann, _) = await party.seated(ANN, BEN)
    await ann.asks(wishes.Earlier(0))
    assert await said_to(ann) == []


async def test_who_talks_too_fast_is_asked_to_wait(tmp_path: Path) -> None:
    async with company(tmp_path, limits_chat=Rate(3, 10)) as party:
        _, (ann, ben) = await party.seated(ANN, BEN)
        for number in range(3):
            await ann.asks(wishes.Speak(f"word {number}"))
        for wish in (wishes.Speak("more"), wishes.React("hurry")):
            with pytest.raises(Refusal, match="busy"):
                await ann.asks(wish)
        await ben.asks(wishes.Speak("my turn"))
