"""Access to a room over the network: passwords and their cost, removed guests, and what programs may read."""

import asyncio
import csv
import io
import json
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from app.access import passwords
from app.access.passwords import MOST_WAITING, Passwords
from app.protocol import commands, messages
from app.protocol.messages import Refusal
from app.replay.room_log import _exported
from app.rooms.registry import Rooms
from app.rooms.views import results
from app.settings import Rate, Settings
from app.table.events import LetIn, Linked, Result
from app.table.seating import Past
from app.web.exports import _as_csv
from tests.client import AppPage, Friend, Page, two_at_a_table
from tests.support.decisions import Tables
from tests.support.played_games import finished_room
from tests.support.tables import ANN, BEN, EVE, Company, altered, held_up, settled

Comes = Callable[[str], Any]
Two = tuple[Page, Page]
"""The pages of Ann, who is host, and of Ben."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return altered(settings, limits_passwords=Rate(3, 60))


@pytest.fixture
async def person(app: FastAPI) -> AsyncIterator[Comes]:
    """Opens a page for somebody by name; closed after the test."""
    async with AsyncExitStack() as stack:
        yield lambda name: stack.enter_async_context(Friend(app, name))


@pytest.fixture
async def table(person: Comes) -> Two:
    return await two_at_a_table(await person("Ann"), await person("Ben"))


async def locked(ann: Page, password: str = "swordfish") -> None:
    await ann.send(type="doors", password=password)
    await ann.see("table", password=True)


async def test_who_knows_the_password_comes_in_at_once_and_is_asked_no_more(table: Two, person: Comes) -> None:
    await locked(table[0])
    eve = await person("Eve")
    page = await eve.enter(table[0].room)
    assert (await page.see("refused"))["code"] == "password"
    assert [message["type"] for message in page.heard] == ["refused"]
    await page.send(type="hello", name="Eve", password="sailfish")
    await page.see("refused", text={"text": "That is not the password of this table."})
    await page.send(type="hello", name="Eve", password="swordfish")
    await page.see("table")
    await page.catch_up()
    await page.leave()
    again = await eve.enter(table[0].room)
    await again.see("table")
    await again.catch_up()
    await table[0].see_table(lambda shown: shown["watching"] == ["Eve"])
    await table[0].send(type="kick", person=table[0].person("Eve"), out=True)
    assert await again.hear_the_end() == 4403
    assert await (await eve.enter(table[0].room, password="swordfish")).hear_the_end() == 4403


async def test_an_onlooker_is_shown_nothing_more_until_they_give_the_new_password(table: Two, person: Comes) -> None:
    eve = await person("Eve")
    page = await eve.enter(table[0].room)
    await page.catch_up()
    await locked(table[0])
    assert await page.hear_the_end() == 1012
    assert page.heard[-1] == {"type": "bye", "retry_ms": 0}
    assert "table" not in [message["type"] for message in page.heard if message.get("password")]
    again = await eve.enter(table[0].room)
    assert (await again.see("refused"))["code"] == "password"
    await again.send(type="hello", name="Eve", password="swordfish")
    await again.see("table")
    await table[1].catch_up()


async def test_who_has_given_one_password_has_to_give_the_next_one_too(table: Two, person: Comes) -> None:
    await locked(table[0])
    eve = await person("Eve")
    page = await eve.enter(table[0].room, password="swordfish")
    await page.see("table")
    await locked(table[0], "sailfish")
    assert await page.hear_the_end() == 1012
    again = await eve.enter(table[0].room, password="swordfish")
    assert (await again.see("refused"))["code"] == "password"


@pytest.mark.parametrize(("now", "opens"), [("sailfish", False), ("", True)], ids=["another", "none"])
async def test_what_was_the_password_when_it_was_tried_opens_no_table_that_has_another_by_then(
    table: Two, person: Comes, monkeypatch: pytest.MonkeyPatch, now: str, opens: bool
) -> None:
    await locked(table[0])
    tried, may = held_up(monkeypatch, Passwords, "fits")
    eve = await (await person("Eve")).enter(table[0].room, password="swordfish")
    await tried.wait()
    await table[0].asks(type="doors", password=now)
    may.set()
    if opens:
        await eve.see("table")
    else:
        await eve.see("refused", text={"text": "That is not the password of this table."})


async def test_tries_are_counted_and_then_even_the_right_one_waits(table: Two, person: Comes) -> None:
    await locked(table[0])
    eve = await (await person("Eve")).enter(table[0].room)
    for guess in ("a", "b", "c"):
        await eve.send(type="hello", password=guess)
    await eve.send(type="hello", password="swordfish")
    assert (await eve.see("refused", code="busy"))["text"]["text"] == "Too many attempts. Wait a minute."
    assert [message["code"] for message in eve.heard] == ["password"] * 4 + ["busy"]


# --- What programs may read ---


def test_nothing_that_opens_a_door_and_no_guest_is_in_the_log_that_can_be_read(given: Tables) -> None:
    table = given(ANN, BEN, length=2)
    table.when(ANN, commands.ChangeSettings(password="swordfish-canary"))
    table.when(BEN, commands.MakeLink())
    table.writes(EVE.id, LetIn())
    table.enters(EVE)
    table.when(ANN, commands.Mute(person="Eve", yes=True), commands.HandOver(person="Ben"))
    table.when(BEN, commands.HandOver(person="Ann"), commands.Stand())
    table.when(EVE, commands.Sit(1))
    table.begun().puts(ANN, EVE)
    table.when(ANN, commands.Kick(person="Ben", out=True), commands.Rematch(), commands.Propose("end"))
    table.when(EVE, commands.Agree(True))
    told = b"".join([b"[", *_exported(table.log, {"": ""}), b"]"]).decode()
    log = json.loads(told)
    kinds = {event["body"]["kind"] for event in log}
    assert kinds >= {"linked", "kept", "let_in", "muted", "handed", "kicked", "finished", "stopped"}
    assert {event["actor"] for event in log} == {"guest 1", "guest 2", "guest 3"}
    (stored,) = [event.body.link for event in table.log if isinstance(event.body, Linked)]
    secrets = {table.link, stored, "swordfish-canary", *(f'"{guest.id}"' for guest in (ANN, BEN, EVE))}
    assert [secret for secret in secrets if secret in told] == []


async def test_results_are_read_as_json_and_as_lines_for_a_spreadsheet(client: httpx.AsyncClient, rooms: Rooms) -> None:
    room = await finished_room(rooms, "tcnccc", 2)
    told = (await client.get(f"/api/rooms/{room.table.room}/results")).content
    assert told == messages.encode(results(room.table))
    winner = room.table.past[0].result.winners[0]
    answer = await client.get(f"/t/{room.table.room}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [(line["name"], line["seat"], line["won"], line["place"]) for line in lines] == [
        ("Ann", "1", "no" if winner else "yes", "2" if winner else "1"),
        ("Benedikt", "2", "yes" if winner else "no", "1" if winner else "2"),
    ]
    has = {line["won"]: line["has"] for line in lines}
    assert re.fullmatch(r"Pieces: \d", has["yes"]) and re.fullmatch(r"Pieces: \d|Out of the game", has["no"])


def test_a_name_in_which_a_spreadsheet_finds_a_formula_is_none() -> None:
    written = {"=1+1": "'=1+1", "x;=A1; -2": "x;'=A1;' -2", "1-1=0": "1-1=0"}
    result = Result("tcnccc", [None, None, None], [*written], [0], [1, 0, 0])
    lines = b"".join(_as_csv([Past(1, 1, 2, 0, False, result)]))
    assert [line["name"] for line in csv.DictReader(io.StringIO(lines.decode("utf-8-sig")))] == [*written.values()]


class Gone(AppPage):
    """A page whose connection breaks before it is accepted."""

    async def _take_in(self, event: Any) -> None:
        raise OSError("nobody is there")


async def test_who_goes_before_he_is_let_in_is_no_fault_of_ours(table: Two, caplog: pytest.LogCaptureFixture) -> None:
    ann, _ = table
    await Gone(ann.friend, ann.room)._task
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


# --- What a password costs ---


class Slow:
    """A scrypt that takes as long as told; counts how many run at the same time."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.made = self.at_once = self.most_at_once = 0

    def __call__(self, password: str, salt: bytes | None = None) -> str:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.may_end.wait(5)
        self.at_once -= 1
        self.made += 1
        return password


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setattr(passwords, "hashed", slow)
    return slow


async def test_a_password_is_known_however_a_keyboard_makes_its_letters_and_with_blanks_around_it() -> None:
    doors = Passwords()
    kept = await doors.hashed(" café ")
    for typed in ("café", "cafe\u0301", "café ", " café"):
        assert await doors.fits(typed, kept), ascii(typed)
    assert not await doors.fits("cafe", kept)
    of_blanks = await doors.hashed("  ")
    assert await doors.fits("  ", of_blanks) and not await doors.fits("", of_blanks)


async def test_one_is_made_or_tried_at_a_time_a_few_may_wait_and_other_threads_work(slow: Slow) -> None:
    making = Passwords()
    tasks = [asyncio.create_task(making.hashed(f"word {number}")) for number in range(MOST_WAITING)]
    await settled()
    for one_too_many in (making.hashed("word"), making.fits("word", "00$word")):
        with pytest.raises(Refusal, match="busy: Too many passwords"):
            await one_too_many
    async with asyncio.timeout(2):
        assert await asyncio.gather(*(asyncio.to_thread(len, "abc") for _ in range(20))) == [3] * 20
    slow.may_end.set()
    assert await asyncio.gather(*tasks) == [f"word {number}" for number in range(MOST_WAITING)]
    assert slow.most_at_once == 1
    assert await making.hashed("the next") == "the next"


async def test_who_sets_one_after_another_has_to_wait_and_only_hosts_cost_scrypt(party: Company, slow: Slow) -> None:
    slow.may_end.set()
    _, (ann, ben) = await party.seated(ANN, BEN)
    assert "not_host" in await ben.refused(commands.ChangeSettings(password="mine"))
    assert slow.made == 0
    for number in range(5):
        await ann.asks(commands.ChangeSettings(password=f"word {number}"))
    assert "busy" in await ann.refused(commands.ChangeSettings(password="one too many"))
    await ann.asks(commands.ChangeSettings(password=""))
