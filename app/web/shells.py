"""Pages that are alike for many readers: made and compressed once, with holes for what each reader is told."""

import re
import zlib
from collections.abc import Mapping
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

_HOLE: Final = re.compile("\0(\\w+)\0")
_LEAST_ZIPPED: Final = 4096
"""Shorter pieces are compressed together with what is put into the holes beside them: each piece begins afresh."""
_LOOKED_BACK: Final = 12 * 1024  # bytes; more takes longer
_LEVEL: Final = 6  # of what is compressed for every reader
_HEAD: Final = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"  # of a gzip file: deflate, no name, no time (RFC 1952)
_END: Final = b"\x03\0"  # an empty last block (RFC 1951)


def hole(name: str) -> Markup:
    """Stands for what each reader is told under this name, while the page is made."""
    return Markup(f"\0{name}\0")


class Piece(Struct, frozen=True):
    """A piece between holes: plain, and compressed if it is long."""

    plain: bytes
    zipped: bytes | None


class Shell:
    """A page with holes."""

    def __init__(self, text: str) -> None:
        """`text`: the page, with hole() where something is to be put in."""
        pieces = _HOLE.split(text)
        self._pieces = [_piece(piece.encode()) for piece in pieces[::2]]
        self._holes = pieces[1::2]

    def filled(self, own: Mapping[str, str]) -> bytes:
        """The page for a reader. `own`: text, or Markup, by hole."""
        return b"".join(piece if isinstance(piece, bytes) else piece.plain for piece in self._parts(own))

    def zipped(self, own: Mapping[str, str]) -> bytes:
        """The same as a gzip file: compressed pieces follow one another in one stream (RFC 1951, 3.2.3)."""
        zipped, length, checksum, waiting, before = [_HEAD], 0, 0, b"", b""
        for part in (*self._parts(own), Piece(b"", b"")):
            plain = part if isinstance(part, bytes) else part.plain
            length, checksum = length + len(plain), zlib.crc32(plain, checksum)
            if isinstance(part, Piece) and part.zipped is not None:
                zipped += [_zipped(waiting, before), part.zipped] if waiting else [part.zipped]
                waiting, before = b"", part.plain
            else:
                waiting += plain
        return b"".join([*zipped, _END, checksum.to_bytes(4, "little"), length.to_bytes(4, "little")])

    def _parts(self, own: Mapping[str, str]) -> list[Piece | bytes]:
        """The pieces, with what is put between them."""
        parts: list[Piece | bytes] = [self._pieces[0]]
        for name, piece in zip(self._holes, self._pieces[1:], strict=True):
            parts += [str(escape(own[name])).encode(), piece]
        return parts


def _piece(plain: bytes) -> Piece:
    return Piece(plain, _zipped(plain, level=9) if len(plain) >= _LEAST_ZIPPED else None)


def _zipped(plain: bytes, before: bytes = b"", level: int = _LEVEL) -> bytes:
    """Blocks of a deflate stream that refer to nothing but what comes right before them, and leave it open."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=before[-_LOOKED_BACK:])
    return deflate.compress(plain) + deflate.flush(zlib.Z_FULL_FLUSH)
