"""Links as QR codes, for the phone beside the screen."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import segno
from msgspec import Struct
from segno.utils import matrix_to_lines  # type: ignore[attr-defined]  # its types lack it

MOST_KEPT: Final = 128
"""Cached codes, about 10 KB each."""


class QrCode(Struct, frozen=True):
    """`path`: the dark modules as an SVG path in units of one module. `size`: its width in modules."""

    path: str
    size: int


def qr_code(address: str) -> QrCode:
    """The link as a QR code, without the light margin that scanners need."""
    code = segno.make(address, micro=False)
    # Each run of dark modules is a rectangle one module high.
    runs = (f"M{x} {y}h{end - x}v1h-{end - x}z" for (x, y), (end, _) in matrix_to_lines(code.matrix, 0, 0))
    return QrCode("".join(runs), len(code.matrix))


class QrCodes:
    """Makes codes one at a time in a thread of its own, as each takes milliseconds, and caches the newest."""

    def __init__(self) -> None:
        self._kept: dict[str, asyncio.Future[QrCode]] = {}
        self._artist = ThreadPoolExecutor(1, "qr")

    def kept(self, address: str) -> bool:
        """Whether this code is cached, or is being made."""
        return address in self._kept

    async def of(self, address: str) -> QrCode:
        """The code of this address."""
        loop = asyncio.get_running_loop()
        code = self._kept.pop(address, None) or loop.run_in_executor(self._artist, qr_code, address)
        self._kept[address] = code  # most recently used last
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return await asyncio.shield(code)  # others may wait for it, too


QR_CODES: Final = QrCodes()
