"""L7: fuzzing: a million malformed messages for the decoder, and a hundred thousand for open sockets.

Valid messages are mutated at random, reproducibly: bytes flipped, cut out, doubled, deeply nested brackets, huge
numbers, duplicate keys, NaN. On the wire also invalid frames: bad UTF-8, endless fragments, binary, pings, reserved
bits, wrong lengths. Nothing may be raised but refusals, sockets may be closed only with a listed code, the server
survives, and logs no error.
"""

import asyncio
import json
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import psutil

from app.protocol import messages as wire
from app.protocol.messages import Refusal
from benchmarks.load.figures import Figure, at_most, told
from benchmarks.load.flooder import LISTED, frame
from benchmarks.load.line import FIN, PING, PONG, TEXT, Line, open_line
from benchmarks.load.pages import Page, ask, new_room
from benchmarks.load.servers import UNLIMITED, Server, tertulia

DECODED: Final = 1_000_000
SENT: Final = 100_000
SOCKETS: Final = 16
SEED: Final = 20_260_101
BAR_MB: Final = 20.0
WAIT_S: Final = 0.5
PAUSE_S: Final = 0.002

UNDERSTOOD: Final = tuple(
    json.dumps(message)
    for message in (
        {"type": "hello", "name": "Zoë", "seen": 17, "password": "let me in"},
        {"type": "play", "id": "0123456789abcdef" * 2, "question": 7, "move": {"do": "lift", "cylinder": 2}},
        {"type": "play", "id": "a" * 32, "question": None, "move": {"do": "turn_over", "coin": 1}, "seat": 0},
        {"type": "sit", "seat": 1, "also": "Ben"},
        {"type": "chat", "text": "½ a moment … 🎲", "seat": None},
        {"type": "react", "what": "laugh"},
        {"type": "earlier", "before": 100},
        {"type": "change_game", "game": "color_gin", "seats": 2, "options": {"target": 50, "mode": "coop"}},
        {"type": "order", "places": [1, 0, 2]},
        {"type": "doors", "sitting": "asked", "clock": {"seconds": 60, "each": "question"}, "password": ""},
        {"type": "propose", "matter": "undo"},
        {"type": "agree", "yes": True},
        {"type": "kick", "person": "5b0c5b0c5b0c5b0c", "out": False},
        {"type": "start"},
    )
)
VALUES: Final = (
    *("NaN", "-Infinity", "1e999", "9" * 400, "-0", "1.5", "true", "null", '""', "[]", "{}", '"\\ud800"', '"\\u0000"'),
    *("[" * 2000, '{"a":' * 1500, "[" * 3000 + "]" * 3000, '"' + "x" * 9000 + '"', "1" + "0" * 5000),
)


# --- Mutating messages -------------------------------------------------------------------------------------------


class Spoiler:
    """Mutates messages at random; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._ways = (self._cut, self._double, self._flip, self._replace, self._rename, self._repeat_key, self._value)

    def text(self) -> str:
        """A message from a malicious or broken client."""
        text = self._chance.choice(UNDERSTOOD)
        for _ in range(self._chance.randint(1, 4)):
            text = self._chance.choice(self._ways)(text)
        return text

    def frames(self) -> bytes:
        """The same as bytes on the wire, sometimes in invalid frames."""
        text, chance = self.text().encode("utf-8", "surrogatepass"), self._chance
        match chance.randrange(12):
            case 0:
                return frame(TEXT, chance.randbytes(chance.randrange(100)))  # mostly bad UTF-8
            case 1:
                return frame(2, text[:60_000])
            case 2:
                return b"".join((head(TEXT, text[:9]), *(head(0, text[at : at + 1]) for at in range(9, 20))))
            case 3:
                return head(0, b"of nothing")
            case 4:
                return frame(chance.choice((PING, PONG)), b"x" * chance.randrange(126)) * chance.randrange(1, 50)
            case 5:
                return frame(chance.randrange(16), b"")
            case 6:
                return bytes((FIN | TEXT | chance.choice((0x10, 0x20, 0x40, 0x70)), 0x80)) + bytes(4)
            case 7:
                return frame(8, chance.choice((b"", b"\x03", b"\0\1", b"\x03\xe8\xff\xfe")))
            case 8:
                return bytes((FIN | TEXT, chance.randrange(256))) + chance.randbytes(12)
        return frame(TEXT, text[:60_000])

    def _at(self, text: str) -> int:
        return self._chance.randrange(len(text) + 1)

    def _cut(self, text: str) -> str:
        at = self._at(text)
        return text[:at] + text[at + self._chance.randrange(1, 9) :]

    def _double(self, text: str) -> str:
        begin, end = sorted((self._at(text), self._at(text)))
        return text[:end] + text[begin:end] + text[end:]

    def _flip(self, text: str) -> str:
        at = self._at(text)
        return text[:at] + chr(self._chance.choice((0, 10, 34, 92, 123, 125, 0x202E, 0xD800, 0x1F3B2))) + text[at + 1 :]

    def _replace(self, text: str) -> str:
        """Replace the value of a field."""
        before, colon, after = text.partition(":")
        return before + colon + self._chance.choice(VALUES) + after[after.find(",") :] if colon else text

    def _rename(self, text: str) -> str:
        return text.replace(self._chance.choice(("type", "id", "seat", "name", "move", "do")), "other", 1)

    def _repeat_key(self, text: str) -> str:
        return text[:1] + '"type":"start","id":3,' + text[1:]

    def _value(self, text: str) -> str:
        return self._chance.choice(VALUES) if self._chance.random() < 0.3 else text + self._chance.choice(VALUES)


def head(opcode: int, data: bytes) -> bytes:
    """The head of a non-final frame."""
    whole = frame(opcode, data)
    return bytes((whole[0] & ~FIN,)) + whole[1:]


# --- The decoder alone -------------------------------------------------------------------------------------------


def decoded(times: int, seed: int) -> Counter[str]:
    """The outcomes of this many messages: refusals by code, and other exceptions by type."""
    spoiler, became = Spoiler(seed), Counter[str]()
    for _ in range(times):
        text = spoiler.text()
        try:
            wire.decode(text)
            became["understood"] += 1
        except Refusal as refusal:
            became[refusal.code] += 1
        except Exception as error:
            became[f"raised {type(error).__name__}"] += 1
        try:
            wire.id_in(text)
        except Exception as error:
            became[f"raised {type(error).__name__} for its id"] += 1
    return became


# --- Open sockets ------------------------------------------------------------------------------------------------


class Nuisance:
    """Sockets for sending it; each is reopened when it was closed."""

    def __init__(self, server: Server, room: str, cookie: str, messages: int) -> None:
        self._server = server
        self._room = room
        self._cookie = cookie
        self._left = messages
        self.sent = 0
        self.ended: Counter[int] = Counter()
        self.waited_for = 0

    async def go_on(self, seed: int) -> None:
        spoiler = Spoiler(seed)
        while self.sent < self._left:
            closed = asyncio.Event()
            line = await open_line(self._server, f"/ws/{self._room}", self._cookie)
            line.lost = partial(_note, closed)
            line.say(b'{"type":"hello"}')
            await self._send(line, spoiler, closed)

    async def _send(self, line: Line, spoiler: Spoiler, closed: asyncio.Event) -> None:
        for number in range(200):
            if closed.is_set() or self.sent >= self._left:
                break
            self.sent += 1
            with suppress(OSError):
                line.write(spoiler.frames())
            await asyncio.sleep(PAUSE_S if number % 2 else 0)
        line.close()
        await self._see_the_end(line, closed)

    async def _see_the_end(self, line: Line, closed: asyncio.Event) -> None:
        try:
            await asyncio.wait_for(closed.wait(), WAIT_S)
            self.ended[line.code or 0] += 1
        except TimeoutError:
            # Half a frame was sent: the server waits for the rest.
            line.cut()
            self.waited_for += 1


def _note(closed: asyncio.Event, code: int) -> None:
    closed.set()


async def nuisance(folder: Path, messages: int) -> tuple[Nuisance, float, bool]:
    """Send this many messages; the server's growth in megabytes, and whether others are served afterwards."""
    async with tertulia(folder, UNLIMITED, folder / "said") as server:
        room, cookie = await new_room(server)
        coming = Nuisance(server, room, cookie, messages)
        warm_up = Nuisance(server, room, cookie, min(200, messages))
        await warm_up.go_on(SEED - 1)
        before = psutil.Process(server.pid).memory_info().rss
        await asyncio.gather(*(coming.go_on(SEED + number) for number in range(SOCKETS)))
        grown = (psutil.Process(server.pid).memory_info().rss - before) / 2**20
        page = Page(cookie, "Friend 1")
        await page.open(server, room)
        await page.until(lambda page: page.table is not None)
        status, _, _ = await ask(server, "GET", "/readyz")
        return coming, grown, status == 200 and server.runs


# --- The measurement ---------------------------------------------------------------------------------------------


async def measure(folder: Path, quick: bool) -> list[Figure]:
    times, messages = (5_000, 1_000) if quick else (DECODED, SENT)
    began = time.perf_counter()
    became = await asyncio.to_thread(decoded, times, SEED)
    per_second = times / (time.perf_counter() - began)
    raised = sum(count for what, count in became.items() if what.startswith("raised"))
    coming, grown, alive = await nuisance(folder, messages)
    written = [line for line in (folder / "said").read_text().splitlines() if _is_error(line)]
    codes = dict(sorted(coming.ended.items()))
    unlisted = len(codes.keys() - LISTED)
    return [
        at_most(f"malformed, {sum(became.values()):,} for the decoder ({_words(became)}): raised", raised, 0, ""),
        told("malformed: decoded per second", per_second, ""),
        at_most(f"malformed, {coming.sent:,} over sockets, closed with {codes}: unlisted", unlisted, 0, ""),
        at_most(f"malformed: errors logged by the server {written[:1] or ''}".strip(), len(written), 0, ""),
        Figure("malformed: the server still serves", "yes" if alive else "no", "yes", alive),
        at_most("malformed: growth of the server", grown, BAR_MB, "MB"),
    ]


def _is_error(line: str) -> bool:
    if line.startswith("{"):
        return json.loads(line)["level"] not in ("debug", "info")
    return not line.startswith("Tertulia is open at ")


def _words(counted: Counter[Any]) -> str:
    return ", ".join(f"{what} {count:,}" for what, count in counted.most_common())
