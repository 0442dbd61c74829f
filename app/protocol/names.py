"""Rules for people's names."""

import re
import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Final

from app.protocol.commands import MAX_NAME_UNITS
from app.protocol.lookalikes import is_mark, looks_of, skeleton
from app.protocol.messages import Refusal
from app.protocol.typed_text import is_picture, is_unseen, with_joiners_that_matter
from games.text import say

MOST_LETTERS: Final = 20
MOST_MARKS: Final = 4  # per letter; Hebrew and Thai need them
MOST_TYPED: Final = MAX_NAME_UNITS // 2
"""Some letters decompose into eighteen: a name of this length can be checked without delaying the event loop."""


def clean_name(raw: str) -> str:
    """The name as it is shown: NFKC, single spaces, nothing invisible but joiners that scripts and emoji need. Raises
    Refusal `bad_name`."""
    if len(raw) > MOST_TYPED:
        raise _too_long(len(raw))
    name = " ".join(_visible(unicodedata.normalize("NFKC", raw)).split())
    letters = sum(map(_takes_a_place, name))
    if not any(_can_be_read(character) for character in name):
        raise Refusal("bad_name", say("A name needs letters or digits."))
    if letters > MOST_LETTERS:
        raise _too_long(letters)
    if _most_marks_in_a_row(name) > MOST_MARKS or is_mark(name[0]):
        raise Refusal("bad_name", say("A letter of a name has at most {most} accents.", most=MOST_MARKS))
    if not is_fit(name):
        raise Refusal("bad_name", say("This name could be taken for the server’s. Choose another one."))
    return name


def _too_long(count: int) -> Refusal:
    return Refusal("bad_name", say("A name has 1 to {most} letters, not {count}.", most=MOST_LETTERS, count=count))


@lru_cache(maxsize=4096)
def is_fit(name: str) -> bool:
    """Whether somebody may be shown under this name: it must not look like the server's own or a numbered guest's."""
    _, number_sign, tag = re.sub("[♯＃﹟]", "#", name).rpartition("#")
    if number_sign and _DIGITS.fullmatch(skeleton(tag)):
        return False
    numbered = _NUMBERED_GUEST if any(map(str.isdigit, name)) else _GUEST_LIKE_A_NUMBER
    return not any(_NUMBER_AT_THE_END.sub("", look) in _RESERVED or numbered.fullmatch(look) for look in looks_of(name))


def first_letters(name: str, most: int) -> str:
    """At most this many letters, with all their accents."""
    letters = 0
    for place, character in enumerate(name):
        letters += _takes_a_place(character)
        if letters > most:
            return name[:place]
    return name


def _visible(text: str) -> str:
    """The text without control, private and unassigned characters, blank letters, and what shapes or orders letters
    where it does neither."""
    characters = (" " if character.isspace() else character for character in text)
    return with_joiners_that_matter("".join(filter(_is_seen, characters)))


def _is_seen(character: str) -> bool:
    if is_unseen(character) or is_picture(character):  # also emoji that this Python does not know yet
        return True
    return unicodedata.category(character)[0] != "C" and not _BLANK.match(character)


# Letters, symbols and marks that show nothing.
_BLANK: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159]")


def _takes_a_place(character: str) -> bool:
    return not is_mark(character) and not is_unseen(character)


def _can_be_read(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LN" or category == "So" or (category == "Cn" and is_picture(character))


def _most_marks_in_a_row(name: str) -> int:
    runs = groupby(unicodedata.normalize("NFD", name), is_mark)
    return max((len([*run]) for are_marks, run in runs if are_marks), default=0)


_NUMBER_AT_THE_END: Final = re.compile("[0-9ol]+$")  # of a skeleton, where 0 is o and 1 is l
_DIGITS: Final = re.compile("[0-9ol]{2,}")
_GUEST: Final = "(?:guest|gast|visita|anonyme|visitante)"  # guests without a name
_NUMBERED_GUEST: Final = re.compile(_GUEST + "[0-9ol]+")
_GUEST_LIKE_A_NUMBER: Final = re.compile(_GUEST + "[0-9ol]{2,}")  # the server's have two digits; Gasto is a name
_RESERVED: Final = {
    _NUMBER_AT_THE_END.sub("", skeleton(word))
    for word in (
        "admin", "administrator", "bot", "everybody", "everyone", "host", "moderator", "nobody", "player", "seat",
        "server", "serveur", "servidor", "system", "tertulia", "you",
    )
}  # fmt: skip
