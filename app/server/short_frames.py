"""Parses the frames that pages send most: a short text or a pong, whole and masked (RFC 6455, section 5.2)."""

from typing import Final

from websockets.frames import Opcode
from websockets.speedups import apply_mask

LONGEST: Final = 4096
"""Maximum payload in bytes; longer frames, and limits on them, are left to the parser."""

_TEXT: Final = 0x81
"""First byte of a frame: FIN (0x80) and the opcode for text."""
_PONG: Final = 0x8A


def short_frame(data: bytes, at: int) -> tuple[Opcode, bytes, int] | None:
    """The frame at this offset, if it is complete and one of these: opcode, payload, and the offset of the next one."""
    if len(data) < at + 6:
        return None
    first, length = data[at], data[at + 1] - 0x80  # the mask bit has to be set
    if (first != _TEXT and first != _PONG) or not 0 <= length <= 126 or (first == _PONG and length > 125):
        return None
    mask = at + 2
    if length == 126:
        length, mask = int.from_bytes(data[mask : mask + 2], "big"), mask + 2
        if not 126 <= length <= LONGEST:
            return None
    begin = mask + 4
    end = begin + length
    if len(data) < end:
        return None
    payload = apply_mask(data[begin:end], data[mask:begin])
    return Opcode.TEXT if first == _TEXT else Opcode.PONG, payload, end
