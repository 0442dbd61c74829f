"""Whatever a client sends, in whatever chunks: messages read before the parser equal those the parser would give."""

import asyncio
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from websockets.frames import Close, Frame
from websockets.server import ServerProtocol

from app.server.process import MOST_MESSAGE_BYTES
from app.server.short_frames import LONGEST, short_frame
from app.server.websocket import BYTES_AT_ONCE, FRAMES
from tests.amounts import amount
from tests.company import settled
from tests.conftest import House
from tests.wires import HANDSHAKE, Served, by_the_parser, frame, served

LENGTHS: Final = [0, 1, 2, 124, 125, 126, 127, 128, 1000, LONGEST - 1, LONGEST, LONGEST + 1, 2 * LONGEST, 30_000]

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


@pytest.mark.parametrize("length", [*LENGTHS, 32_767, MOST_MESSAGE_BYTES])
@pytest.mark.parametrize("short_of", [0, 1, 7])
def test_a_text_of_any_length_that_may_be_arrives_also_when_its_end_comes_later(length: int, short_of: int) -> None:
    frames = [HELLO, frame(1, b"before"), frame(1, b"x" * length), frame(1, b"after")]
    stream = b"".join(frames)
    end = len(stream) - len(frames[-1]) - short_of
    assert served([frames[0], stream[len(HELLO) : end], stream[end:]]) == by_the_parser(frames)


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


@given(st.binary(max_size=300), st.integers(0, 5))
@example(frame(1, b"x" * 126)[:4], 0)
def test_of_any_bytes_what_is_called_a_short_frame_is_one_by_the_parser(data: bytes, at: int) -> None:
    taken = short_frame(data, at)
    if taken is not None:
        opcode, payload, end = taken
        parser = ServerProtocol()
        parser.receive_data(HANDSHAKE)
        (request, *_) = parser.events_received()
        parser.send_response(parser.accept(request))
        parser.receive_data(data[at:end])
        (event,) = parser.events_received()
        assert event == Frame(opcode, payload)


MOST: Final = FRAMES.times


ONE: Final = frame(1, b"x")
LONG: Final = frame(1, b"x", size=3)
"""A message for the parser."""
AT_ONCE: Final = BYTES_AT_ONCE // len(LONG)
"""How many of those are read from one chunk before a check."""
FLOODS: Final[dict[str, tuple[list[bytes], int, int]]] = {
    "short texts at once": ([ONE * (2 * MOST)], MOST, 0),
    "many more at once": ([ONE * 10 * MOST], MOST, 0),
    "short texts one by one": ([ONE] * (2 * MOST), MOST, 0),
    "pongs": ([frame(10, b"") * (2 * MOST)], 1, 0),
    "pings": ([frame(9, b"")] * (2 * MOST), 1, 0),
    "texts for the parser": ([LONG] * (2 * MOST), MOST, 0),
    "many of them at once": ([LONG * 10 * MOST], MOST, AT_ONCE),
    "texts cut in two": ([ONE[:3], *[ONE[3:] + ONE[:3]] * (2 * MOST)], MOST, 0),
}
"""The chunks, how many messages are read from them, and how many more are allowed."""


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_stopped_at_the_same_count_on_every_way(flood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.server.websocket.time.monotonic", lambda: 1000.0)
    portions, most, more = FLOODS[flood]
    heard = served([HELLO, *portions], let_in=True)
    assert (heard.over, code_in(heard.written)) == (True, 1008)
    assert most - 1 <= len(heard.messages) <= most + more


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


@pytest.mark.parametrize("opcode", [1, 2])
def test_what_looks_like_a_frame_within_a_message_is_none(opcode: int) -> None:
    looks = bytes([0x81, 0x80, 0x81, 0x81, 0x81, 0x81]) * 5  # as frames, empty texts; unmasked, letters
    message = bytes([0x80 | opcode, 0x80 | len(looks)]) + b"\xe0" * 4 + looks
    for cut in range(1, len(message)):
        frames = [HELLO, message, frame(1, b"after")]
        portions = [HELLO, message[:cut], message[cut:] + frames[-1]]
        assert served(portions, let_in=True) == by_the_parser(frames)
