"""Guests and what they are called.

A guest is a browser with a cookie of 256 random bits. The server keeps only the cookie's SHA-256; a cookie it
never gave is ignored and replaced, so nobody can prepare a cookie for somebody else.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from hashlib import sha256
from typing import Final

from starlette.requests import HTTPConnection

from app.codes import cell_of
from app.guests import Guest
from app.limits import Limits
from app.security import address_of, own_origin
from app.settings import Settings
from app.store import Store
from app.wire import Refusal
from games.text import say

COOKIE: Final = "tertulia"
LIFETIME_S: Final = 400 * 24 * 3600  # as long as browsers keep any cookie

MOST_LETTERS: Final = 20
MOST_MARKS: Final = 4  # on one letter; Hebrew and Thai need them

# --- Guests ---------------------------------------------------------------------------------------------------


async def guest_of(connection: HTTPConnection, store: Store) -> tuple[Guest, str | None]:
    """The guest behind a request or a socket; for a new one also the Set-Cookie header to answer with.

    Raises Refusal `busy` when too many new guests come from one address, and OutcomeUnknown.
    """
    known = await known_guest(connection, store)
    return await new_guest(connection, store) if known is None else (known, None)


async def new_guest(connection: HTTPConnection, store: Store) -> tuple[Guest, str]:
    """Somebody who is here for the first time, as `guest_of` does."""
    limits: Limits = connection.app.state.limits
    if limits.new_guest(address_of(connection)) is not None:
        raise Refusal("busy", say("Too many new visitors at once. Try again in a minute."))
    token = secrets.token_urlsafe(32)
    guest = Guest(secrets.token_hex(16), _hash(token), None)
    await store.guests.add(guest)
    return guest, _set_cookie(_cookie_name(connection), token)


async def known_guest(connection: HTTPConnection, store: Store) -> Guest | None:
    """The guest behind a request, if he has been here before."""
    token = connection.cookies.get(_cookie_name(connection))
    return None if token is None else await store.guests.by_token(_hash(token))


def _cookie_name(connection: HTTPConnection) -> str:
    """__Host-… is what browsers take only over https, from this very host; over plain http they refuse it. Each cell
    has a cookie of its own, for it knows nothing of the guests of others: the one that the room's code names."""
    cell = _cell_of(connection)
    name = f"{COOKIE}-{cell}" if cell else COOKIE
    return f"__Host-{name}" if own_origin(connection).startswith("https:") else name


def _cell_of(connection: HTTPConnection) -> str:
    settings: Settings = connection.app.state.settings
    room = connection.path_params.get("room")
    return settings.cell if room is None else cell_of(room)


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def _set_cookie(name: str, token: str) -> str:
    secure = "; Secure" if name.startswith("__Host-") else ""
    return f"{name}={token}; Path=/; Max-Age={LIFETIME_S}; HttpOnly; SameSite=Lax{secure}"


# --- Names ----------------------------------------------------------------------------------------------------


def clean_name(raw: str) -> str:
    """The name as it will be shown: NFKC, nothing invisible, single spaces. Raises Refusal `bad_name`."""
    name = " ".join(_visible(unicodedata.normalize("NFKC", raw)).split())
    letters = sum(not _is_mark(character) for character in name)
    if not any(_can_be_read(character) for character in name):
        raise Refusal("bad_name", say("A name has letters or digits."))
    if letters > MOST_LETTERS:
        text = say("A name has 1 to {most} letters, not {count}.", most=MOST_LETTERS, count=letters)
        raise Refusal("bad_name", text)
    if _most_marks_in_a_row(name) > MOST_MARKS or _is_mark(name[0]):
        raise Refusal("bad_name", say("A letter of a name has at most {most} accents.", most=MOST_MARKS))
    if _NUMBER_AT_THE_END.sub("", skeleton(name)) in _RESERVED:
        raise Refusal("bad_name", say("This name could be taken for the server’s. Choose another one."))
    return name


def skeleton(name: str) -> str:
    """What names that look alike have in common: "Ánn", "ANN" and "Аnn" (with a Cyrillic А) are all "ann"."""
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(character for character in decomposed if not _is_mark(character)).translate(_LOOKS_LIKE)
    plain = "".join(character for character in letters if character.isalnum())
    # A name of pictures alone has no letters to compare.
    return plain.replace("rn", "m").replace("vv", "w") or letters


def _visible(text: str) -> str:
    """Without controls, formats (zero width, direction), private and unassigned characters, and blank letters."""
    shown = (" " if character.isspace() else character for character in text)
    return "".join(c for c in shown if unicodedata.category(c)[0] != "C" and not _BLANK.match(c))


# Letters, symbols and marks that show nothing: fillers, joiners, variation selectors.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def _is_mark(character: str) -> bool:
    # A skin tone changes the picture before it, as an accent does a letter.
    return unicodedata.category(character)[0] == "M" or "\U0001f3fb" <= character <= "\U0001f3ff"


def _can_be_read(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN" or unicodedata.category(character) == "So"


def _most_marks_in_a_row(name: str) -> int:
    decomposed = unicodedata.normalize("NFD", name)
    most = run = 0
    for character in decomposed:
        run = run + 1 if _is_mark(character) else 0
        most = max(most, run)
    return most


# Small Latin letters and what looks like them, or like their capitals. To the eye I, l and 1 are the same letter.
_LIKE: Final = {
    "a": "аαɑᴀ", "b": "вβʙ", "c": "сϲᴄ", "d": "ԁđᴅ", "e": "еєεᴇ", "g": "ԍɡɢ", "h": "нһηħհʜ", "j": "јϳᴊ",
    "k": "кκᴋ", "l": "1|iіιıɩɪӏǀłʟ", "m": "мμᴍ", "n": "νոɴ", "o": "0оοσօøᴏ", "p": "рρᴘ", "q": "ԛզ",
    "r": "ʀ", "s": "ѕ", "t": "тτŧᴛ", "u": "սᴜ", "v": "ѵᴠ", "w": "ԝωᴡ", "x": "хχ", "y": "уυʏ", "z": "ζᴢ",
}  # fmt: skip
_LOOKS_LIKE: Final = str.maketrans({other: letter for letter, others in _LIKE.items() for other in others})

_NUMBER_AT_THE_END: Final = re.compile("[0-9ol]+$")  # as a skeleton has it, where 0 is o and 1 is l
_RESERVED: Final = {
    _NUMBER_AT_THE_END.sub("", skeleton(word))
    for word in (
        "admin", "administrator", "bot", "everybody", "everyone", "host", "moderator", "nobody", "player", "seat",
        "server", "serveur", "servidor", "system", "tertulia", "you",
    )
}  # fmt: skip
