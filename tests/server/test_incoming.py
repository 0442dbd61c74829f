"""Whatever a client sends, in whatever chunks: the application hears what the parser makes of it, and floods end."""

import asyncio
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.frames import Close

from app.server.process import MOST_MESSAGE_BYTES
from app.server.websocket import BYTES_AT_ONCE, FRAMES
from tests.conftest import House
from tests.support.effort import amount
from tests.support.sockets import HANDSHAKE, Served, by_the_parser, frame, served
from tests.support.tables import settled

LENGTHS: Final = [0, 1, 125, 126, BYTES_AT_ONCE - 1, BYTES_AT_ONCE, 2 * BYTES_AT_ONCE, 30_000]

texts: Final = st.one_of(
    st.text(max_size=40).map(str.encode),
    st.sampled_from(LENGTHS).map(lambda length: b"x" * length),
    st.just("ü€🂡".encode()),
)
short_payloads: Final = st.one_of(st.binary(max_size=8), st.just(b"p" * 125))
whole: Final = st.builds(lambda payload: [frame(1, payload)], texts)
lengthy: Final = st.builds(
    lambda payload, size: [frame(1, payload, size=size)], st.binary(max_size=20).map(bytes.hex).map(str.encode),
    st.sampled_from([3, 9]),
)  # fmt: skip
binary: Final = st.builds(lambda payload: [frame(2, payload)], st.binary(max_size=9))
control: Final = st.builds(lambda opcode, payload: [frame(opcode, payload)], st.sampled_from([9, 10]), short_payloads)


@st.composite
def in_parts(draw: st.DrawFn) -> list[bytes]:
    """A message in fragments that may split a character, with pings and pongs between them."""
    payload = draw(texts)
    cuts = sorted(draw(st.lists(st.integers(0, len(payload)), min_size=1, max_size=4)))
    parts = [payload[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
    opcode = draw(st.sampled_from([1, 2]))
    frames: list[bytes] = []
    for number, part in enumerate(parts):
        frames.append(frame(0 if number else opcode, part, fin=number == len(parts) - 1))
        if number < len(parts) - 1:
            frames += draw(st.one_of(st.just([]), control))
    return frames


right: Final = st.lists(st.one_of(whole, whole, whole, control, in_parts(), lengthy, binary), max_size=12)

WRONG: Final = {
    "not masked": frame(1, b"text", masked=False),
    "a reserved bit": frame(1, b"text", more=4),
    "another reserved bit": frame(10, b"", more=1),
    "no such opcode": frame(3, b"text"),
    "a part of nothing": frame(0, b"text"),
    "no UTF-8": frame(1, b"\xff\xfe"),
    "half a character": frame(1, "ü".encode()[:1]),
    "half a surrogate": frame(1, b"\xed\xa0\x80"),
    "no UTF-8, and long": frame(1, b"x" * 5000 + b"\xff"),
    "a long pong": frame(10, b"x" * 126),
    "a ping in parts": frame(9, b"", fin=False),
    "a pong in parts": frame(10, b"", fin=False),
    "too big": frame(1, b"x" * (MOST_MESSAGE_BYTES + 1)),
    "65,535 bytes": frame(1, b"x" * 65_535),
    "65,536 bytes": frame(1, b"x" * 65_536),
    "a text within a text": frame(1, b"text", fin=False) + frame(1, b"text"),
    "a close of one byte": frame(8, b"\x03"),
    "a close without a code that may be": frame(8, (1005).to_bytes(2)),
}
FAREWELLS: Final = [frame(8, b""), frame(8, Close(1000, "bye").serialize()), frame(8, Close(4000, "").serialize())]


@st.composite
def cut(draw: st.DrawFn, stream: bytes) -> list[bytes]:
    """The same stream in arbitrary chunks."""
    cuts = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    return [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True) if begin < end]


# --- The same -----------------------------------------------------------------------------------------------

HELLO: Final = frame(1, b"hello")


@settings(max_examples=amount(80, 5_000))
@given(st.data())
def test_a_stream_in_any_portions_is_what_the_parser_makes_of_it(data: st.DataObject) -> None:
    frames = [HELLO, *(each for message in data.draw(right) for each in message), *data.draw(endings())]
    assert served(data.draw(cut(b"".join(frames)))) == by_the_parser(frames)


def endings() -> st.SearchStrategy[list[bytes]]:
    """Nothing, or a close frame, possibly followed by more."""
    after = st.sampled_from([[], [frame(1, b"too late")], [WRONG["no such opcode"]]])
    return st.one_of(st.just([]), st.builds(lambda close, rest: [close, *rest], st.sampled_from(FAREWELLS), after))


@pytest.mark.parametrize("wrong", WRONG)
@settings(max_examples=amount(6, 200))
@given(data=st.data())
def test_what_is_wrong_closes_with_the_code_of_the_parser(data: st.DataObject, wrong: str) -> None:
    before = [HELLO, *(each for message in data.draw(right) for each in message)]
    frames = [*before, WRONG[wrong], frame(1, b"too late"), frame(9, b"")]
    heard, expected = served(data.draw(cut(b"".join(frames)))), by_the_parser(frames)
    # Data in the same chunk may be lost: uvicorn drops it with the connection.
    assert heard.messages == expected.messages[: len(heard.messages)]
    assert (heard.over, code_in(heard.written)) == (True, code_in(expected.written))


def code_in(written: bytes) -> int:
    """The code of the close frame among the bytes sent."""
    while written:
        length = written[1]
        if written[0] == 0x88:
            return int.from_bytes(written[2:4])
        written = written[2 + length :]
    raise AssertionError("no close frame")


MOST: Final = FRAMES.times


ONE: Final = frame(1, b"x")
AT_ONCE: Final = BYTES_AT_ONCE // len(ONE)
"""How many of those are read from one chunk before a check."""
FLOODS: Final[dict[str, tuple[list[bytes], int]]] = {
    "texts at once": ([ONE * (2 * MOST)], MOST + AT_ONCE),
    "many more at once": ([ONE * 10 * MOST], MOST + AT_ONCE),
    "texts one by one": ([ONE] * (2 * MOST), MOST),
    "texts cut in two": ([ONE[:3], *[ONE[3:] + ONE[:3]] * (2 * MOST)], MOST),
    "pongs": ([frame(10, b"") * (2 * MOST)], 1),
    "pings": ([frame(9, b"")] * (2 * MOST), 1),
}
"""The chunks, and how many messages at most are read from them."""


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_stopped(flood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.websocket.time.monotonic", lambda: 1000.0)
    portions, most = FLOODS[flood]
    heard = served([HELLO, *portions], let_in=True)
    assert (heard.over, code_in(heard.written)) == (True, 1008)
    assert min(most, MOST) - 1 <= len(heard.messages) <= most


# --- Before and after ---------------------------------------------------------------------------------------


def test_what_comes_together_with_hello_is_heard_once_and_in_its_order_nor_does_text_overtake_what_is_none() -> None:
    for together in (1, 2, 5, 50):
        said, later = [f"{number}" for number in range(together)], [f"later {number}" for number in range(3)]
        portions = [b"".join(frame(1, text.encode()) for text in said), *(frame(1, text.encode()) for text in later)]
        assert served(portions).messages == [*said, *later]
    frames = [frame(2, b"bytes"), frame(1, b"text"), frame(2, b"more"), frame(1, b"last")]
    assert served([HELLO, b"".join(frames)]).messages == ["hello", b"bytes", "text", b"more", "last"]


async def test_after_the_connection_is_lost_nothing_is_delivered() -> None:
    it = Served()
    await it.opens()
    await it.receives([HELLO, frame(1, b"heard")])
    it.wire.closed = True
    it.socket.connection_lost(ConnectionResetError())
    for late in (frame(1, b"late"), frame(1, b"late", size=3), frame(1, b"la", fin=False), frame(0, b"te")):
        it.socket.data_received(late)
    await settled()
    assert it.messages == ["hello", "heard"]
    assert it.socket.receiver is None


async def test_what_a_receiver_closes_hears_no_more_of_the_same_portion() -> None:
    it = Served()
    await it.opens()
    await it.receives([HELLO])

    def only_one(text: str) -> None:
        it.messages.append(text)
        it.wire.abort()

    it.socket.receiver = only_one
    await it.receives([frame(1, b"one") + frame(1, b"two") + frame(1, b"three", size=3)])
    await it.ends()
    assert it.messages == ["hello", "one"]


async def test_who_asks_and_closes_in_one_piece_gets_the_farewell_and_no_answer() -> None:
    it, sent = Served(), list[bool]()
    await it.opens()
    await it.receives([HELLO])
    it.socket.receiver = lambda _: sent.append(it.socket.write_now(b"answer"))
    heard = await it.receives([frame(1, b"a question") + FAREWELLS[1]])
    await it.ends()
    assert sent == [False]
    assert code_in(heard.written) == 1000


async def test_what_a_client_sends_before_it_was_let_in_spoils_nothing(lasting_house: House) -> None:
    """It has to wait for the response (RFC 6455, section 4.1); whatever comes with the request is dropped."""
    host, port = lasting_house.address
    reader, writer = await asyncio.open_connection(host, port)
    request = HANDSHAKE.replace(b"Host: here", f"Host: {host}:{port}\r\nOrigin: http://{host}:{port}".encode())
    writer.write(request + frame(1, b"early")[:4])
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
    writer.write(frame(1, b'{"type":"hello"}'))
    assert b"unknown_room" in await reader.readuntil(b"}")
    writer.close()
    await writer.wait_closed()
