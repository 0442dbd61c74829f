"""Chat: who hears whom, and who may not talk."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.protocol import commands
from app.rooms.audience import CHATS_SHOWN
from app.rooms.identities import handle_of
from app.rooms.outbox import Viewer
from app.rooms.views import Surroundings
from app.settings import Rate
from app.storage.guests import Guest
from app.table.event_ids import new_id
from app.table.events import CHATS_KEPT, Said
from tests.support.decisions import Tables
from tests.support.played_games import reopened
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, Page, company, put, settled, until


async def said_to(page: Page) -> list[str]:
    return [chat["text"] for chat in await page.hears("chat")]


async def test_players_and_onlookers_hear_each_other_but_while_a_game_is_played(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, length=2)
    eve = party.page(room, EVE)
    await ann.asks(commands.Speak("  <b>welcome</b>  all "))
    await eve.asks(commands.Speak("thanks"))
    before = ["<b>welcome</b> all", "thanks"]
    for page in (ann, ben, eve, party.page(room, BEN)):
        assert await said_to(page) == before
    whom = [{"seat": 0, "name": "Ann"}, {"seat": None, "name": "Eve"}]
    assert [chat["from"] for chat in await ben.hears("chat")] == whom
    await ann.asks(commands.Start(), commands.Speak("your turn"))
    await eve.asks(commands.Speak("she has a seven"))
    heard = [[*before, "your turn"]] * 2 + [[*before, "she has a seven"]]
    assert [await said_to(page) for page in (ann, ben, eve)] == heard
    assert [await said_to(party.page(room, guest)) for guest in (ANN, BEN, EVE)] == heard
    await put(ann, ben)
    await eve.asks(commands.Speak("well played"))
    assert (await said_to(ann))[-1] == "well played"


async def test_talk_can_neither_ring_a_bell_nor_turn_what_stands_beside_it(party: Company) -> None:
    _, (ann, ben) = await party.seated(ANN, BEN, length=2)
    await ann.asks(commands.Speak("a\x07 b\x1b[31m\u202e c\u2028d 👨\u200d👩\u200d👧"))
    assert await said_to(ben) == ["a b[31m c d 👨\u200d👩\u200d👧"]


async def test_what_was_said_in_a_game_is_for_those_who_played_or_watched_it_then(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN, length=2)
    eve = party.page(room, EVE)
    await ann.asks(commands.Speak("I have nothing"))
    await eve.asks(commands.Speak("she has a seven"))
    await put(ann, ben)
    await ben.asks(commands.Stand())
    await eve.asks(commands.Sit(1))
    heard = [["I have nothing"], ["I have nothing"], ["she has a seven"]]
    assert [await said_to(party.page(room, guest)) for guest in (ANN, BEN, EVE)] == heard
    await ann.asks(commands.Rematch(), commands.Speak("again"))
    heard = [["I have nothing", "again"], ["I have nothing"], ["she has a seven", "again"]]
    assert [await said_to(party.page(room, guest)) for guest in (ANN, BEN, EVE)] == heard


@pytest.mark.parametrize(("game", "options"), [("beads", {"team": True}), ("color_gin", {"mode": "coop"})])
async def test_a_team_is_silent_while_it_plays(party: Company, game: str, options: dict[str, Any]) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN, game=game, **options)
    await ann.asks(commands.Speak("good luck"))  # read again though it was said before the game
    await ann.asks(commands.Start())
    assert (await ann.sees("table"))["team"] is True
    for wish in (commands.Speak("I have three sevens"), commands.React("wow")):
        assert "you are one team: no chat" in await ben.refused(wish)
    await party.page(room, EVE).asks(commands.Speak("sh"))
    await ann.asks(commands.Propose("end"))
    await ben.asks(commands.Agree(True), commands.Speak("that was close"))


async def test_while_a_team_plays_no_name_of_an_onlooker_is_a_message_to_it(party: Company) -> None:
    room, (ann, ben, cleo) = await party.seated(ANN, BEN, CLEO, seats=4, team=True)
    await ann.asks(commands.ChangeSettings(sitting="asked"))
    dora = party.page(room, Guest("dora-id", b"dora", "Dora"))
    await dora.asks(commands.Sit(3))
    await ann.asks(commands.SeatBot(3), commands.Start())
    eve = party.page(room, EVE)
    await eve.asks(commands.Hello("Ben has a seven"))
    await ann.asks(commands.Mute(person=handle_of(room.table, EVE.id), yes=True))
    for page in (ann, ben, cleo):
        table = await page.sees("table")
        assert table["watching"] == ["Dora", "…"] and "seven" not in str(table)
        (shown,) = [other for other in table["audience"] if other["person"] == handle_of(room.table, EVE.id)]
        assert shown.keys() == {"person", "number", "muted"}
    assert "A team is playing" in await dora.refused(commands.Hello("Ben has an eight"))
    await ann.asks(commands.Propose("end"))
    for page in (ben, cleo):
        await page.asks(commands.Agree(True))
    assert "seven" in str((await ann.sees("table"))["watching"])


def test_who_is_given_a_seat_of_a_team_that_plays_tells_it_nothing_by_their_name(given: Tables) -> None:
    table = given(ANN, BEN, CLEO, team=True).begun()
    spy = Guest("spy-id", b"spy", "Ben has a seven")
    table.leaves(BEN)
    table.enters(spy)
    table.when(ANN, commands.GiveSeat(seat=1, person=handle_of(table.table, spy.id)))
    shown = Surroundings(table.table, table.here, table.who(), []).table(ANN, 0)
    assert b'"heirs":[{"name":"\xe2\x80\xa6"' in shown and b"seven" not in shown
    assert not any("seven" in str(line.text) for line in table.table.lasting(0))
    table.when(ANN, commands.Propose("end"))
    table.when(CLEO, commands.Agree(True))
    assert table.seats[1] == "Ben has a seven"


@pytest.mark.parametrize("guest", [BEN, EVE], ids=["a player", "an onlooker"])
async def test_who_is_muted_neither_talks_nor_reacts_until_they_may_again(party: Company, guest: Any) -> None:
    room, (ann, _) = await party.playing(ANN, BEN)
    page = party.page(room, guest)
    await ann.asks(commands.Mute(person=guest.name, yes=True))
    assert (await page.sees("table"))["muted"] == [guest.name]
    for wish in (commands.Speak("but"), commands.React("ouch")):
        assert "The host has muted you" in await page.refused(wish)
    await ann.asks(commands.Mute(person=guest.name, yes=False))
    await page.asks(commands.Speak("thank you"))


def test_who_is_muted_plays_but_names_nobody_and_what_is_said_is_not_too_much(given: Tables) -> None:
    table = given(ANN, BEN, seats=3)
    for text in (" ", "x" * 301):
        assert "A message has 1 to 300 characters" in table.refuses(BEN, commands.Speak(text))
    table.when(ANN, commands.Mute(person="Ben", yes=True))
    assert "forbidden" in table.refuses(BEN, commands.Sit(2, also="you cheat"))
    table.begun().puts(ANN, BEN)


@pytest.mark.usefixtures("gone_at_once")
async def test_who_is_muted_and_comes_back_under_another_name_has_their_seat_again(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    ben.leaves()
    await until(lambda: BEN.id not in room.audience.here)
    await ann.asks(commands.Mute(person="Ben", yes=True), commands.SeatBot(1))
    assert "The host has muted you" in await party.page(room, BEN).refused(commands.Hello("you cheat"))
    assert room.table.seats[1].bot is None


async def test_who_talks_too_fast_is_asked_to_wait(tmp_path: Path) -> None:
    async with company(tmp_path, limits_chat=Rate(3, 10)) as party:
        _, (ann, ben) = await party.seated(ANN, BEN)
        for number in range(3):
            await ann.asks(commands.Speak(f"word {number}"))
        for wish in (commands.Speak("more"), commands.React("hurry")):
            assert "busy" in await ann.refused(wish)
        await ben.asks(commands.Speak("my turn"))


async def test_a_reaction_reaches_those_who_would_hear_its_author_and_is_not_kept(party: Company) -> None:
    room, (ann, ben) = await party.seated(ANN, BEN)
    eve = party.page(room, EVE)
    await settled()
    await eve.asks(commands.React("laugh"))
    for page in (ann, ben, eve):
        assert len(await page.hears("reaction")) == 1
        await page.forgets()
    await ann.asks(commands.Start())
    before = room.table.seq
    await ann.asks(commands.React("bravo"))
    await eve.asks(commands.React("ouch"))
    bravo = {"type": "reaction", "from": {"seat": 0, "name": "Ann"}, "what": "bravo"}
    ouch = {"type": "reaction", "from": {"seat": None, "name": "Eve"}, "what": "ouch"}
    assert [await page.hears("reaction") for page in (ann, ben, eve)] == [[bravo], [bravo], [ouch]]
    assert room.table.seq == before


async def much_talk(party: Company, lines: int) -> Page:
    """Ann has sent this many lines; a page that has seen none."""
    room = await party.table()
    for number in range(lines):
        said = Said(0, "Ann", f"line {number}")
        await room.do(ANN.id, new_id(), lambda table, said=said: said)
    return party.page(await reopened(party.rooms, room), ANN)


def test_two_thousand_lines_are_kept_and_the_oldest_go(given: Tables) -> None:
    table = given(ANN, seats=2)
    for number in range(CHATS_KEPT + 5):
        table.writes(ANN.id, Said(0, "Ann", f"line {number}"))
    kept = [chat.text for chat, _ in table.table.chats]
    assert (len(kept), kept[0], kept[-1]) == (CHATS_KEPT, "line 5", f"line {CHATS_KEPT + 4}")


async def test_who_comes_in_hears_the_newest_and_reads_on(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.rooms.audience.CHATS_SHOWN", 20)
    monkeypatch.setattr("app.rooms.audience.EARLIER_SHOWN", 5)
    page = await much_talk(party, 33)
    read = {chat["seq"]: chat["text"] for chat in await page.hears("chat")}
    assert [*read.values()] == [f"line {number}" for number in range(13, 33)]
    while True:
        await page.forgets()
        await page.asks(commands.Earlier(min(read)))
        earlier = {chat["seq"]: chat["text"] for chat in await page.hears("chat")}
        if not earlier:
            break
        assert max(earlier) < min(read)
        read |= earlier
    assert [read[seq] for seq in sorted(read)] == [f"line {number}" for number in range(33)]
    await page.asks(commands.Earlier(0))
    assert await said_to(page) == []


async def test_who_still_reads_what_was_said_is_not_too_slow(party: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.writer.BETWEEN_COMMITS_S", 0)
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
    # Arrivals are announced after a moment: on a busy machine once more.
    await until(lambda: len(read) >= CHATS_SHOWN + 2)
    writer.cancel()
