"""Webhooks: what each service is sent, who is called there and when, and who may know the address; and quiet hours."""

import asyncio
import json
import logging
import re
from datetime import datetime, timedelta
from email.header import decode_header, make_header
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select

from app.i18n import CORE, LANGUAGES, Speaker
from app.push.letters import SAYS, Letter, letter
from app.push.notifier import Push
from app.push.webhooks import LOST, Hooks, Kind, Line, line_of, post_for
from app.push.webpush import PushSender, open_key
from app.quiet_hours import QuietHours
from app.rooms.room import Room
from app.rooms.table_commands import call_first
from app.storage.schema import calls_put_off
from app.storage.subscriptions import Call, Webhook
from games import GAMES
from tests.conftest import HERE
from tests.support.played_games import begun, one_move
from tests.support.push_service import Browser, PushService
from tests.support.push_service import sender as sender
from tests.support.push_service import service as service
from tests.support.tables import ANN, BEN, Company, Page, question_of, settled, until

A_MOMENT = 0.02
URL = "https://games.example/t/k7Qm2xZ9vB3nR5wT"

pytestmark = pytest.mark.usefixtures("gone_at_once")


# --- What is sent ---


def line(text: str = "Ben: It’s your turn. (TCNCCC, Ann’s table)", title: str = "TCNCCC · Tertulia") -> Line:
    return Line(title, text, URL, "Ben", "TCNCCC")


def sent_as(kind: str, what: Line) -> Any:
    return json.loads(post_for(kind, what).body)


def test_each_service_is_sent_the_line_in_its_own_form() -> None:
    plain, text = line(), "Ben: It’s your turn. (TCNCCC, Ann’s table)"
    escaped = r"Ben\: It’s your turn\. \(TCNCCC\, Ann’s table\)"
    assert sent_as("discord", plain) == {
        "content": f"{escaped}\n<{URL}>", "allowed_mentions": {"parse": []}, "flags": 4,
    }  # fmt: skip
    assert sent_as("slack", plain) == {"text": f"{text}\n{URL}", "mrkdwn": False}
    assert sent_as("matrix", plain) == {"text": f"{text}\n{URL}", "html": f'{text}<br><a href="{URL}">{URL}</a>'}
    assert sent_as("other", plain) == {"text": text, "url": URL, "name": "Ben", "game": "TCNCCC"}
    kind, body, headers = post_for("ntfy", plain)
    assert (kind, body.decode(), dict(headers)["Click"]) == ("text/plain; charset=utf-8", text, URL)


@pytest.mark.parametrize("title", ["TCNCCC · Tertulia", "Ünïcödé 🎲, a title longer than a line of a letter" * 3])
def test_a_title_is_one_line_of_ascii_for_ntfy(title: str) -> None:
    header = dict(post_for("ntfy", line(title=title)).headers)["Title"]
    assert header.isascii() and header.isprintable()
    assert str(make_header(decode_header(header))) == title


SLY = ["@everyone", "<@123>", "<!channel>", "<https://evil.example|Ann>", "[a](https://evil.example)", "*a* _b_ `c`",
       "<b>a</b>", "&amp;", "||a||", "# a", "\\@here", '"><script>']  # fmt: skip


@pytest.mark.parametrize("name", SLY)
def test_a_name_is_no_markup_and_calls_nobody_else(name: str) -> None:
    sly = line(f"{name}: It’s your turn.")
    discord = sent_as("discord", sly)
    said = discord["content"].partition("\n")[0]
    assert discord["allowed_mentions"] == {"parse": []}
    assert re.sub(r"\\([^A-Za-z0-9\s])", r"\1", said) == sly.text, "Discord takes away what escapes"
    assert not re.search(r"[@<>*_`\[\]()|#~]", re.sub(r"\\.", "", said))
    assert not {"<", ">"} & set(sent_as("slack", sly)["text"])
    assert not {"<", ">"} & set(sent_as("matrix", sly)["html"].partition("<br>")[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_names_player_game_and_host_in_the_guests_language(language: str) -> None:
    row = Webhook(guest="ben", kind="other", address=b"", origin=HERE, language=language)
    for about in SAYS:
        said = line_of(letter_to_ben(about), row)
        assert all(word in said.text for word in ("Ben", "TCNCCC", "Ann", Speaker(language, (CORE,))(SAYS[about])))
        assert said.url == f"{HERE}/t/k7Qm2xZ9vB3nR5wT"


def letter_to_ben(about: str) -> Letter:
    return Letter("k7Qm2xZ9vB3nR5wT", about, "TCNCCC", "Ben", "Ann", False, 600)


@pytest.mark.parametrize("game", GAMES)
async def test_a_call_says_nothing_of_the_game(party: Company, game: str) -> None:
    """Whatever happens in it: the bytes are the same at every question, and made of names alone."""
    room = await begun(party.rooms, game, max(GAMES[game].seats))
    guest = room.table.seats[1].guest or ""
    row = Webhook(guest=guest, kind="other", address=b"", origin=HERE, language="en")
    said = set()
    for _ in range(25):
        call = Call(room.table.room, guest, "question", question_of(room))
        said.add(post_for("other", line_of(letter(room.table, call), row)).body)
        await one_move(room)
    (body,) = said
    title = GAMES[game].title
    text = f"Benedikt: It’s your turn. ({title}, Ann’s table)"
    url = f"{HERE}/t/{room.table.room}"
    assert json.loads(body) == {"text": text, "url": url, "name": "Benedikt", "game": title}


# --- Who is called, and when ---


def notifier(node: Company, sender: PushSender, wait_s: float = A_MOMENT) -> Push:
    push: Push = node.employs(Push(node.rooms, sender, wait_s))
    push.start()
    return push


@pytest.fixture
async def push(party: Company, sender: PushSender) -> Push:
    """A notifier that waits only a moment; Ben has a webhook."""
    return notifier(party, sender)


async def hooked(push: Push, service: PushService, kind: Kind = "other") -> None:
    await push.webhooks.keep(BEN.id, kind, service.endpoint("/hook"), HERE, "en")


async def missed(party: Company) -> tuple[Room, Page]:
    """Ben plays with Ann, has left, and is asked."""
    room, (ann, ben) = await party.playing(ANN, BEN, seats=2)
    ben.leaves()
    await ann.plays("put", bead=0)
    await settled()
    return room, ann


def called(service: PushService) -> list[str]:
    return [first.split()[1] for first, _, _ in service.sent]


async def all_sent(push: Push) -> None:
    """Until nothing waits to be sent and nothing is on its way."""
    await until(lambda: not push._turns._waiting and not push._turns._at_work)


async def test_a_guest_is_called_once_for_a_question_however_many_devices_and_nodes_there_are(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    await hooked(push, service)
    room, _ = await missed(party)
    for device in ("phone", "tablet"):
        row = Browser(service.endpoint(f"/{device}")).row(room.table.room, BEN.id, device)
        await party.store.subscriptions.keep(row)
    other = await party.other_node()
    second = notifier(other, sender)
    page = other.page(await other.finds(room), ANN)
    await until(lambda: len(service.sent) >= 3)
    for node in (push, second):
        node._put(Call(room.table.room, BEN.id, "question", question_of(room)))
        await all_sent(node)
    assert sorted(called(service)) == ["/hook", "/phone", "/tablet"]
    page.writer.cancel()


async def test_the_next_server_calls_nobody_again(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    await hooked(push, service)
    room, _ = await missed(party)
    await until(lambda: service.sent)
    await all_sent(push)
    await push.close()
    after = notifier(await party.other_node(), sender)
    after._put(Call(room.table.room, BEN.id, "question", question_of(room)))
    await all_sent(after)
    assert called(service) == ["/hook"]


async def test_who_sees_the_table_is_not_called(party: Company, push: Push, service: PushService) -> None:
    await hooked(push, service)
    room, (ann, _) = await party.playing(ANN, BEN, seats=2)
    await ann.plays("put", bead=0)
    push._put(Call(room.table.room, BEN.id, "question", question_of(room)))
    await all_sent(push)
    assert service.sent == []


async def test_a_webhook_is_called_from_every_room_and_no_longer_when_it_is_removed(
    party: Company, push: Push, service: PushService
) -> None:
    await hooked(push, service)
    rooms = [(await missed(party))[0].table.room for _ in range(2)]
    await until(lambda: len(service.sent) == 2)
    assert {json.loads(body)["url"] for _, _, body in service.sent} == {f"{HERE}/t/{room}" for room in rooms}
    await party.store.webhooks.drop(BEN.id)
    await missed(party)
    await all_sent(push)
    assert len(service.sent) == 2


async def test_a_guest_with_nothing_but_a_webhook_is_called_before_their_seat_passes(
    party: Company, push: Push, service: PushService
) -> None:
    room, _ = await missed(party)
    assert not await party.store.calls.reach(room.table.room, BEN.id)
    await hooked(push, service)
    assert await party.store.calls.reach(room.table.room, BEN.id)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_webhook_that_is_gone_is_switched_off_and_its_owner_is_told(
    party: Company, push: Push, service: PushService, status: int
) -> None:
    await hooked(push, service)
    service.status = status
    room, _ = await missed(party)
    await until(lambda: service.sent)
    await all_sent(push)
    shown = await push.webhooks.shown(BEN.id)
    assert shown is not None and shown.trouble is not None
    assert shown.trouble.with_ == {"host": "localhost", "status": status}
    assert not await party.store.calls.reach(room.table.room, BEN.id)
    service.status = 200
    assert (await push.webhooks.trial(BEN.id, "Ben")).is_taken
    shown = await push.webhooks.shown(BEN.id)
    assert shown is not None and shown.trouble is None


@pytest.mark.parametrize("status", [429, 500])
async def test_a_webhook_in_trouble_is_tried_again(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr("app.push.notifier.TRY_AGAIN_S", A_MOMENT)
    await hooked(push, service)
    service.status = status
    await missed(party)
    await until(lambda: len(service.sent) > 1)
    service.status = 200
    await until(lambda: not [task for task in push._tasks if "_call_again" in str(task.get_coro())])
    await all_sent(push)


async def test_a_webhook_that_fails_keeps_no_device_from_being_called(
    party: Company, push: Push, service: PushService
) -> None:
    await push.webhooks.keep(BEN.id, "other", "https://no-such-host.invalid/hook", HERE, "en")
    room, _ = await missed(party)
    await party.store.subscriptions.keep(Browser(service.endpoint("/phone")).row(room.table.room, BEN.id, "phone"))
    push._put(Call(room.table.room, BEN.id, "question", question_of(room)))
    await until(lambda: called(service) == ["/phone"])


# --- Quiet hours ---


def around(party: Company, begins_in_h: float, ends_in_h: float) -> QuietHours:
    """Hours around the present one."""
    zone = ZoneInfo("America/Caracas")
    now = datetime.fromtimestamp(party.clock() / 1000, zone)
    times = [now + timedelta(hours=hours) for hours in (begins_in_h, ends_in_h)]
    return QuietHours(*(at.hour * 60 + at.minute for at in times), zone.key)


async def test_who_has_quiet_hours_is_called_when_they_end_also_by_the_next_server(
    party: Company, push: Push, sender: PushSender, service: PushService
) -> None:
    await hooked(push, service)
    await party.store.quiet_times.keep(BEN.id, around(party, -1, 9))
    await missed(party)
    await until(lambda: push._turns._at_work or not push._turns._waiting)
    while not await put_off(party):
        await settled()
    await push.close()
    party.clock.advance(8 * 3600)
    after = notifier(await party.other_node(), sender)
    await after._look_for_calls_put_off()
    assert (called(service), await put_off(party)) == ([], 1)
    party.clock.advance(3600)
    await after._look_for_calls_put_off()
    await until(lambda: called(service) == ["/hook"])
    while await put_off(party):
        await settled()
    await after._look_for_calls_put_off()
    await all_sent(after)
    assert called(service) == ["/hook"]


async def put_off(party: Company) -> int:
    """How many calls wait for the end of quiet hours."""
    count = select(func.count()).select_from(calls_put_off)
    return int(await party.store.read(lambda connection: connection.execute(count).scalar_one()))


async def test_who_has_played_before_their_quiet_hours_end_is_not_called(
    party: Company, push: Push, service: PushService
) -> None:
    await hooked(push, service)
    await party.store.quiet_times.keep(BEN.id, around(party, -1, 9))
    room, _ = await missed(party)
    while not await put_off(party):
        await settled()
    ben = party.page(room, BEN)
    await ben.plays("put", bead=0)
    ben.leaves()
    party.clock.advance(9 * 3600)
    await push._look_for_calls_put_off()
    while await put_off(party):
        await settled()
    assert service.sent == []


async def test_who_gives_their_quiet_hours_up_is_called_for_what_they_have_put_off(
    party: Company, push: Push, service: PushService
) -> None:
    await hooked(push, service)
    await party.store.quiet_times.keep(BEN.id, around(party, -1, 9))
    await missed(party)
    while not await put_off(party):
        await settled()
    await party.store.quiet_times.keep(BEN.id, around(party, -1, 2))
    await push._look_for_calls_put_off()
    await all_sent(push)
    assert (called(service), await put_off(party)) == ([], 1)
    await party.store.quiet_times.keep(BEN.id, None)
    await push._look_for_calls_put_off()
    await until(lambda: called(service) == ["/hook"])


async def test_in_quiet_hours_nobody_is_called_before_their_seat_passes_and_nobody_says_they_were(
    party: Company, push: Push, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.audience.Audience.away_s", lambda *_: 3600.0)
    await hooked(push, service)
    await party.store.quiet_times.keep(BEN.id, around(party, -1, 1))
    room, _ = await missed(party)
    await call_first(room, BEN.id, "seat")
    assert room.table.people.called == {}
    party.clock.advance(3600)
    await call_first(room, BEN.id, "seat")
    assert room.table.people.called.keys() == {BEN.id}


# --- Who may know the address ---


def test_an_address_is_read_with_its_key_as_its_owners_alone(tmp_path: Path) -> None:
    key, other = open_key(tmp_path / "key.pem"), open_key(tmp_path / "other.pem")
    sealed = key.seal("https://ntfy.sh/secret", "ben")
    assert (open_key(tmp_path / "key.pem").unseal(sealed, "ben"), b"ntfy" in sealed) == (
        "https://ntfy.sh/secret",
        False,
    )
    assert [key.unseal(sealed, "eve"), other.unseal(sealed, "ben"), key.unseal(sealed[:-1] + b"x", "ben")] == [None] * 3
    assert key.seal("https://ntfy.sh/secret", "ben") != sealed


async def test_with_another_key_the_guest_is_asked_to_enter_it_again(
    party: Company, push: Push, sender: PushSender, service: PushService, tmp_path: Path
) -> None:
    await hooked(push, service)
    moved = Hooks(party.store, open_key(tmp_path / "another.pem"), sender.outward)
    shown = await moved.shown(BEN.id)
    assert shown is not None and (shown.address, shown.trouble) == ("", LOST)
    assert await moved.receiver(BEN.id) is None


async def test_an_address_is_in_no_log_and_no_table(
    party: Company, push: Push, service: PushService, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "sEcReTpArTsEcReTpArT"
    await push.webhooks.keep(BEN.id, "other", f"https://no-such-host.invalid/{secret}", HERE, "en")
    await missed(party)
    await until(lambda: "tertulia.push" in [record.name for record in caplog.records])
    await push.webhooks.trial(BEN.id, "Ben")
    assert secret not in caplog.text and "no-such-host" not in caplog.text
    assert not await asyncio.to_thread(files_with, secret, tmp_path)
    assert await asyncio.to_thread(files_with, "webhooks", tmp_path)


def files_with(text: str, folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()]
