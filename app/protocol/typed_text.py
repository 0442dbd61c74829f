"""Cleans what people type of everything that could act on the text around it or hide in it, and leaves what scripts and
emoji need.

Removed: control characters, overrides, embeddings and isolates of direction, byte order marks, noncharacters, and tags
outside a flag. Line and paragraph separators become spaces. Joiners and variation selectors stay where they change what
is seen (RFC 5892, appendix A.1 and A.2; UTS #51; Unicode Standard 23.4): elsewhere they would only be another way to
spell the same word.
"""

import re
import unicodedata
from typing import Final

ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"
_KEYCAP: Final = "\u20e3"
_VIRAMA: Final = 9  # the combining class of signs that join consonants

_REMOVED: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # controls that are no spaces
    "\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ud800-\udfff"
    "\U000e0080-\U000e00ff\U000e01f0-\U000e0fff"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17))
    + "]"
)
_FLAGS: Final = tuple(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")  # all that are shown anywhere (emoji-sequences.txt of UTS #51)
)
_FLAG_OR_TAG: Final = re.compile(f"({'|'.join(_FLAGS)})|[\U000e0000-\U000e007f]")
_CHANGES_ITS_NEIGHBOUR: Final = re.compile(f"[{ZWNJ}{ZWJ}\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")

_PICTURE: Final = re.compile(
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d"
    "\u3297\u3299\U0001f000-\U0001faff]"
)
"""Extended_Pictographic of UTS #51 in whole blocks, with those that are reserved for emoji to come."""
_SKIN_TONE: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_CURSIVE: Final = re.compile(
    "[\u0610-\u077f\u07c0-\u07ff\u0840-\u08ff\u1807-\u18af\ua840-\ua877\ufb50-\ufdff\ufe70-\ufefc"
    "\U00010ac0-\U00010aff\U00010b80-\U00010baf\U00010d00-\U00010d3f\U00010f30-\U00010fdf\U0001e900-\U0001e95f]"
)
"""Scripts whose letters join: Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa, Adlam and older ones."""
_MONGOLIAN: Final = re.compile("[\u1820-\u18aa]")
_HAN: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def clean_text(raw: str) -> str:
    """The text as it is stored and shown: in one line, with single spaces."""
    if raw.isascii() and raw.isprintable():
        return " ".join(raw.split())
    return " ".join(with_joiners_that_matter(_REMOVED.sub("", raw)).split())


def with_joiners_that_matter(text: str) -> str:
    """The text without joiners, variation selectors and tags that change nothing where they stand."""
    text = _FLAG_OR_TAG.sub(lambda match: match[1] or "", text)
    if not _CHANGES_ITS_NEIGHBOUR.search(text):
        return text
    kept: list[str] = []
    for character, after in zip(text, [*text[1:], ""], strict=True):
        if not _CHANGES_ITS_NEIGHBOUR.match(character) or _has_effect(kept, character, after):
            kept.append(character)
    return "".join(kept)


def is_picture(character: str) -> bool:
    """Whether this is an emoji, or another symbol that may be shown like one."""
    return _PICTURE.match(character) is not None


def is_unseen(character: str) -> bool:
    """Whether the character shows nothing by itself: a joiner, or a tag of a flag."""
    return character in (ZWNJ, ZWJ) or "\U000e0020" <= character <= "\U000e007f"


def _has_effect(before: list[str], character: str, after: str) -> bool:
    last = before[-1] if before else ""
    if character == ZWJ:
        return _joined_by(before, last, after)
    if character == ZWNJ:
        return _kept_apart_by(before, last, after)
    if character in "\ufe0e\ufe0f":
        return is_picture(last) or (last in {*"0123456789#*"} and after == _KEYCAP)
    if "\u180b" <= character <= "\u180f":
        return _MONGOLIAN.match(last) is not None
    return _is_letter(last) and not last.isascii() if character < "\ufe10" else _HAN.match(last) is not None


def _joined_by(before: list[str], last: str, after: str) -> bool:
    base = _base(before)
    in_an_emoji = is_picture(base) and is_picture(after) and last != "\ufe0e"
    in_a_cluster = _is_letter(base) and (_is_virama(last) or _is_virama(after))
    return in_an_emoji or in_a_cluster or _is_cursive(base) or _is_cursive(after)


def _kept_apart_by(before: list[str], last: str, after: str) -> bool:
    base = _base(before)
    in_a_cluster = _is_letter(base) and ((_is_virama(last) and _is_letter(after)) or _is_virama(after))
    return in_a_cluster or (_is_cursive(base) and _is_cursive(after))


def _base(before: list[str]) -> str:
    """The latest character that is no mark, selector or skin tone."""
    marks = (c for c in reversed(before) if unicodedata.category(c)[0] != "M" and not _SKIN_TONE.match(c))
    return next(marks, "")


def _is_letter(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] == "L"


def _is_virama(character: str) -> bool:
    return character != "" and unicodedata.combining(character) == _VIRAMA


def _is_cursive(character: str) -> bool:
    return _is_letter(character) and _CURSIVE.match(character) is not None
