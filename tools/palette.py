"""Converts a true-colour PNG, as a browser writes it, to at most 256 colours: a quarter of the size."""

import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
MOST_COLOURS: Final = 256
RGB: Final = 2
INDEXED: Final = 3

Colour = tuple[int, int, int]


def with_palette(png: bytes) -> bytes:
    """The same picture with a palette. Raises ValueError unless it is RGB with 8 bits a channel."""
    width, height, rows = _rows(png)
    pixels = [[*zip(row[::3], row[1::3], row[2::3], strict=True)] for row in rows]
    counted = Counter(pixel for row in pixels for pixel in row)
    palette, index = _palette(counted)
    lines = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, INDEXED, 0, 0, 0)
    colours = bytes(channel for colour in palette for channel in colour)
    chunks = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


# --- Reading ------------------------------------------------------------------------------------------------


def _rows(png: bytes) -> tuple[int, int, list[bytearray]]:
    parts = dict[bytes, bytes]()
    for kind, body in _chunks(png):
        parts[kind] = parts.get(kind, b"") + body
    width, height, depth, colour, *_, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if (depth, colour, interlaced) != (8, RGB, 0):
        raise ValueError("expected RGB with 8 bits a channel")
    raw, stride = zlib.decompress(parts[b"IDAT"]), 3 * width
    rows = [bytearray(stride)]
    for at in range(0, height * (stride + 1), stride + 1):
        rows.append(_unfiltered(raw[at], bytearray(raw[at + 1 : at + 1 + stride]), rows[-1]))
    return width, height, rows[1:]


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _unfiltered(kind: int, row: bytearray, above: bytearray) -> bytearray:
    for at in range(len(row)):
        left, up = row[at - 3] if at >= 3 else 0, above[at]
        corner = above[at - 3] if at >= 3 else 0
        row[at] = row[at] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind] & 255
    return row


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


# --- Fewer colours ------------------------------------------------------------------------------------------


def _palette(counted: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """The palette, and the index in it for each colour, by median cut."""
    boxes = [[*counted]]
    while len(boxes) < MOST_COLOURS and any(len(box) > 1 for box in boxes):
        boxes += _halves(boxes.pop(_widest(boxes, counted)), counted)
    return (
        [_mean(box, counted) for box in boxes],
        {colour: number for number, box in enumerate(boxes) for colour in box},
    )


def _widest(boxes: list[list[Colour]], counted: Counter[Colour]) -> int:
    return max(range(len(boxes)), key=lambda number: _error(boxes[number], counted))


def _error(box: list[Colour], counted: Counter[Colour]) -> float:
    if len(box) == 1:
        return 0
    return float(max(_spreads(box)) ** 2 * sum(counted[colour] for colour in box) ** 0.5)


def _spreads(box: list[Colour]) -> list[int]:
    return [max(channel) - min(channel) for channel in zip(*box, strict=True)]


def _halves(box: list[Colour], counted: Counter[Colour]) -> list[list[Colour]]:
    """The box cut across the channel with the widest range, with half of the pixels on either side."""
    spreads = _spreads(box)
    channel = spreads.index(max(spreads))
    box.sort(key=lambda colour: colour[channel])
    half, seen, cut = sum(counted[colour] for colour in box) / 2, 0, 0
    while seen < half and cut < len(box) - 1:
        seen += counted[box[cut]]
        cut += 1
    return [box[:cut], box[cut:]]


def _mean(box: list[Colour], counted: Counter[Colour]) -> Colour:
    weight = sum(counted[colour] for colour in box)
    red, green, blue = (round(_sum(box, channel, counted) / weight) for channel in range(3))
    return red, green, blue


def _sum(box: Iterable[Colour], channel: int, counted: Counter[Colour]) -> int:
    return sum(colour[channel] * counted[colour] for colour in box)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
