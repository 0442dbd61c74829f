"""Leaks planted in the application above the games: each lets something that is sent depend on what is hidden.

Each is a function that plants it, with pytest's monkeypatch. What is hidden is a number made of the whole state of the
game, or a single bit of it.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace
from starlette.datastructures import MutableHeaders

from app import own_tables, previews
from app.main import Tertulia
from app.protocol import messages
from app.protocol.messages import Pong, Refusal
from app.push import devices, letters, notifier
from app.replay.downloads import Key
from app.rooms import audience, room, session, views
from app.rooms.outbox import Message, Outbox
from app.rooms.together import Together
from app.services import adviser
from app.table import moves
from app.table.moves import result_of
from app.table.seating import Past
from app.table.state import Table
from app.web import api, calls_api, devices_api, exports, pages, rooms_lookup, templates, websocket
from games.dealer import Line
from games.frame import heard
from games.text import Text, say
from tests.blindfold.worlds import NOW

Plant = Callable[[pytest.MonkeyPatch], None]


def secret() -> int:
    """A number made of what is hidden in the game that is played; 0 without one."""
    table = NOW[0].room.table if NOW and NOW[0].room is not None else None
    if table is None or table.playing is None or table.playing.outcome is not None:
        return 0
    return int.from_bytes(sha256(msgspec.json.encode(table.playing.state)).digest()[:4])


def bit() -> bool:
    """One bit of it."""
    return secret() % 2 == 1


def after(owner: Any, name: str, changed: Callable[..., Any]) -> Plant:
    """Change what a function returns: `changed` is given that, and its arguments."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        sound = getattr(owner, name)
        patch.setattr(owner, name, lambda *given, **named: changed(sound(*given, **named), *given))

    return plant


def instead(owner: Any, name: str, leaky: Any) -> Plant:
    """Replace a function."""
    return lambda patch: patch.setattr(owner, name, leaky)


def twice_if(owner: Any, name: str) -> Plant:
    """Do something twice, or once."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        sound = getattr(owner, name)

        def leaky(*given: Any, **named: Any) -> Any:
            if bit():
                sound(*given, **named)
            return sound(*given, **named)

        patch.setattr(owner, name, leaky)

    return plant


def often(owner: Any, name: str) -> Plant:
    """Do something so often that it tells."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        sound = getattr(owner, name)
        patch.setattr(owner, name, lambda *given: [sound(*given) for _ in range(1 + secret() % 20)] and None)

    return plant


def in_headers(name: str, value: Callable[[], str]) -> Plant:
    """A header of every answer."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        sound = Tertulia.__call__

        async def leaky(app: Tertulia, scope: Any, receive: Any, send: Any) -> None:
            async def sending(message: Any) -> None:
                if message["type"] == "http.response.start":
                    MutableHeaders(scope=message)[name] = value()
                await send(message)

            await sound(app, scope, receive, sending)

        patch.setattr(Tertulia, "__call__", leaky)

    return plant


def numbered() -> list[Message]:
    """So many messages."""
    return [Message(b'{"type":"x"}', 0)] * (secret() % 5)


def field_of(encoded: bytes, *_: Any) -> bytes:
    return b'%b,"x":%d}' % (encoded[:-1], secret())


def padded(encoded: bytes, *_: Any) -> bytes:
    return encoded + b" " * bit()


def finished_or_not(patch: pytest.MonkeyPatch) -> None:
    """Replay, deal and whatever else there is of finished games, of the one that is played."""
    sound = rooms_lookup.chosen_past

    def leaky(table: Table, guest: Any, number: str | None) -> Past:
        if table.phase != "playing" or number != str(table.number):
            return sound(table, guest, number)
        result = result_of(table, None)
        return Past(table.number, table._began, table.seq, table.at, False, result, table._deal, table._rules)

    patch.setattr(rooms_lookup, "chosen_past", leaky)


def marked(text: Text, *_: Any) -> Text:
    return say("{text} {number}", text=text, number=secret())


def reversed_if(items: Any, *_: Any) -> list[Any]:
    return [*items][::-1] if bit() else [*items]


def shorter_if(items: Any, *_: Any) -> list[Any]:
    return [*items][:-1] if bit() else [*items]


def lines_of_others(lines: Any, table: Table, *_: Any) -> Any:
    return heard([replace(line, only_for=None) for line in table.lines], None)


def with_a_date(table: Any, *_: Any) -> Any:
    return None if table is None else replace(table, evening=4_000_000_000_000 + secret())


def frames_of_seat_0(patch: pytest.MonkeyPatch) -> None:
    frame = views.Showing.frame
    patch.setattr(views.Showing, "frame", lambda showing, seat: frame(showing, 0))


def frame_of_the_last_seat_on_the_tv(patch: pytest.MonkeyPatch) -> None:
    frame = views.Showing.frame

    def leaky(showing: views.Showing, seat: int | None) -> bytes:
        return frame(showing, len(showing._table.seats) - 1 if seat is None else seat)

    patch.setattr(views.Showing, "frame", leaky)


def hints_for_everybody(patch: pytest.MonkeyPatch) -> None:
    def tell(room: room.Room, seat: int, request: adviser.HintRequest) -> None:
        for viewer in room.audience.viewers if request.encoded is not None else ():
            viewer.outbox.put(Message(request.encoded, None))

    patch.setattr(adviser, "_tell", tell)


def hint_with_a_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(adviser, "encode", lambda message: field_of(views.encode(message)))


def snapshots_in_another_order(patch: pytest.MonkeyPatch) -> None:
    everything = audience.Audience.everything_for
    patch.setattr(audience.Audience, "everything_for", lambda *given: reversed_if(everything(*given)))


def log_to_this_moment(patch: pytest.MonkeyPatch) -> None:
    logged = api.logged
    patch.setattr(api, "logged", lambda store, code, ended, hidden: logged(store, code, NOW[0].room.table.seq, hidden))
    patch.setattr(api, "Key", lambda *key: Key(*key[:2], secret() or key[2], *key[3:]))


def lines_with_other_numbers(patch: pytest.MonkeyPatch) -> None:
    init = views.Showing.__init__

    def leaky(showing: views.Showing, table: Table, lines: Any, now: int) -> None:
        init(showing, table, [replace(line, seq=line.seq + bit()) for line in lines], now)

    patch.setattr(views.Showing, "__init__", leaky)


def private_lines_for_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Line, "reaches", lambda line, you: True)


def answer_of(size: Callable[[], int]) -> Plant:
    """Every page ends with so many spaces."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        filled = templates.Shell.filled
        patch.setattr(templates.Shell, "filled", lambda shell, own: filled(shell, own) + b" " * size())

    return plant


def extra_pong(patch: pytest.MonkeyPatch) -> None:
    put = Outbox.put

    def leaky(outbox: Outbox, message: Message) -> None:
        put(outbox, message)
        if b'"pong"' in message.encoded and bit():
            put(outbox, Message(views.encode(Pong()), None))

    patch.setattr(Outbox, "put", leaky)


async def renamed_cookie(given: Any, *_: Any) -> Any:
    guest, cookie = await given
    return guest, f"{cookie}; Expires={secret()}"


def other_code(no: Refusal, *_: Any) -> Refusal:
    return Refusal("not_now", no.text) if bit() else no


LEAKS: Final[dict[str, Plant]] = {
    # Messages: their fields
    "table: another field": after(views.Surroundings, "table", field_of),
    "table: its size": after(views.Surroundings, "table", padded),
    "table: who is here": after(views, "_seat", lambda seat, *_: replace(seat, here=seat.here != bit())),
    "table: the handles": after(views, "handle_of", lambda handle, *_: f"{handle}{secret()}"),
    "table: whether it is practice": instead(views, "is_practice", lambda table: bit()),
    "table: the best scores": after(
        views.Surroundings, "__init__", lambda made, self, *_: setattr(self, "_after_you", padded(self._after_you))
    ),
    "table: bots and their levels": after(
        views, "_seat", lambda seat, *_: replace(seat, bot="easy" if bit() else None)
    ),
    "frame: another field": after(views.Showing, "frame", field_of),
    "frame: its size": after(views.Showing, "frame", padded),
    "frame: whether one may take back": instead(views, "nobody_can_undo", lambda table: bit()),
    "frame: clocks": instead(views, "_clocks", lambda table, now: [secret()]),
    "frame: that of seat 0 for all": frames_of_seat_0,
    "frame: that of a seat for onlookers": frame_of_the_last_seat_on_the_tv,
    "lines: those of others": private_lines_for_all,
    "lines: their numbers": lines_with_other_numbers,
    "lines: how many": after(Table, "lasting", shorter_if),
    "results: their time": after(views, "results", lambda all, *_: replace(all, games=[]) if bit() else all),
    "ack: its number": instead(session, "Ack", lambda id, seq: messages.Ack(id, seq + bit())),
    "welcome: the epoch": instead(session, "Welcome", lambda epoch: messages.Welcome(f"{epoch}{bit()}")),
    "refusal: its words": after(moves, "_stale", lambda no, *_: Refusal(no.code, marked(no.text))),
    "refusal: its code": after(moves, "_stale", other_code),
    "hint: told to everybody": hints_for_everybody,
    "hint: a number": hint_with_a_number,
    "hint: its reason": after(adviser, "hint", lambda it, *_: replace(it, reason=say("{n}", n=secret()))),
    # Messages: order and number
    "snapshot: its order": snapshots_in_another_order,
    "pong: how often": extra_pong,
    "frames: how often": twice_if(audience.Audience, "_show_frames"),
    "table: how often": twice_if(audience.Audience, "show_table"),
    "reactions: how often": often(audience.Audience, "show_reaction"),
    "chat: how often": after(views, "chats_for", lambda some, *_: [*some] * (1 + secret() % 5)),
    "together: what is sent": after(Together, "everything_for", lambda some, *_: [*some, *numbered()]),
    "onlookers: whether they see": instead(views, "may_watch", lambda table, guest: not bit()),
    # Calls
    "push: its words": after(notifier, "letter", lambda it, *_: it._replace(game=f"{it.game} {secret()}")),
    "push: its topic": after(devices, "_topic", lambda topic, *_: f"{topic}{secret()}"),
    "push: how long it is kept": after(letters, "_kept_s", lambda seconds, *_: seconds + secret() % 1000),
    # HTTP: headers, status, size
    "http: ETag": in_headers("etag", lambda: f'"{secret():x}"'),
    "http: Cache-Control": in_headers("cache-control", lambda: f"max-age={secret() % 1000}"),
    "http: Server-Timing": in_headers("server-timing", lambda: f"state;dur={secret() % 100}"),
    "http: Vary": in_headers("vary", lambda: f"x-{secret() % 1000}"),
    "http: the cookie": after(pages, "guest_and_cookie", renamed_cookie),
    "handshake: the cookie": after(websocket, "guest_and_cookie", renamed_cookie),
    "page: its size": answer_of(lambda: secret() % 50),
    "page: what scripts are told": instead(pages, "_source", lambda *_: f"#{secret()}"),
    # HTTP: what is told
    "preview: its title": after(previews, "_invitation", marked),
    "own tables: their state": after(own_tables, "_state", marked),
    "own tables: the last word": after(own_tables, "_last_word", lambda text, *_: marked(text or say("-"))),
    "own tables: when their evening is": after(own_tables, "own_table", with_a_date),
    "room: its summary": after(
        api, "summary", lambda it, *_: it.model_copy(update={"title": f"{it.title} {secret()}"})
    ),
    "lines: asked for by a call": after(api, "lines_for", lines_of_others),
    "replay and deal of the game that is played": finished_or_not,
    "log: up to now": log_to_this_moment,
    "results: as CSV": after(exports, "_written", lambda text, *_: text + b" " * (secret() % 50)),
    "results: as JSON": after(exports, "_as_json", lambda parts, *_: iter([*parts, b" " * (secret() % 50)])),
    "invitation: its link": after(api, "friends_origin", lambda origin, *_: f"{origin}/{secret()}"),
    "devices: their times": after(
        devices_api, "_shown", lambda it, *_: it.model_copy(update={"at": it.at + secret() % 1000})
    ),
    "calls: quiet hours": after(calls_api, "_clock", lambda *_: f"{secret() % 24:02}:00"),
    "unknown rooms: their status": after(
        rooms_lookup, "no_such_room", lambda no, *_: Refusal("forbidden", no.text) if bit() else no
    ),
}
