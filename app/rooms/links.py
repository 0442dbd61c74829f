"""Links as QR codes, for the phone beside the screen."""

from functools import partial
from typing import Final

import segno
from msgspec import Struct
from segno.utils import matrix_to_lines  # type: ignore[attr-defined]  # its types lack it

from app.slow import MadeOnce, Slow

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


class QrCodes(MadeOnce[str, QrCode]):
    """Makes codes one at a time in a thread of its own, as each takes milliseconds, and caches the newest."""

    def __init__(self) -> None:
        super().__init__(MOST_KEPT)
        self._slow = Slow("qr")

    async def of(self, address: str) -> QrCode:
        """The code of this address."""
        return await self.get(address, lambda: self._slow.do(partial(qr_code, address)))


QR_CODES: Final = QrCodes()
