"""Addresses as QR codes, for the telephone beside the screen."""

import segno
from msgspec import Struct


class QrCode(Struct, frozen=True):
    """`path`: the dark modules as an SVG path in units of one module. `size`: how many modules it is wide."""

    path: str
    size: int


def qr_code(address: str) -> QrCode:
    """The address as a QR code, without the light margin that scanners want around it."""
    code = segno.make(address, micro=False)
    return QrCode("".join(run for y, row in enumerate(code.matrix) for run in _runs(y, row)), len(code.matrix))


def _runs(y: int, row: bytearray) -> list[str]:
    """Each run of dark modules is a rectangle one module high."""
    runs: list[str] = []
    x = 0
    while x < len(row):
        length = next((n for n, dark in enumerate(row[x:]) if not dark), len(row) - x)
        if length:
            runs.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length or 1
    return runs
