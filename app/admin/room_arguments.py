"""The arguments of the `rooms` command. Nothing is imported here that a health check does not need."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from typing import Any, Final

PHASES: Final = ("gathering", "playing", "over", "closed")
SECONDS: Final = {"d": 86_400, "h": 3600, "min": 60}
MOST_LETTERS: Final = 200

_ABOUT: Final = {
    "list": "list all rooms, or those that fit (the default)",
    "open": "open a table, also where nobody else may; prints the links to it",
    "show": "show a room: its game, its players, and whose turn it is",
    "token": "print the token that stands for a room in the log",
    "close": "let nobody into a room any more, or into all that fit; their pages are told; deleted after a day",
    "delete": "delete a room at once, or all that fit, with their games, results and replays",
    "people": "list the people who are known here, or at one table",
    "forget": "forget a person: name, cookie, devices, notifications; says what stays at tables, and until when",
    "announce": "show a line at all tables of the running servers",
}


def add_room_commands(parser: ArgumentParser) -> None:
    """Add everything that can be done with rooms and people."""
    parser.set_defaults(what="list", by="last", most=None, json=False, room=None, yes=False)
    parser.set_defaults(phase=None, idle=None, unstarted=False, game=None)
    commands = parser.add_subparsers(metavar="what")
    each = {what: commands.add_parser(what, help=about) for what, about in _ABOUT.items()}
    for what, command in each.items():
        command.set_defaults(what=what)
    for what in ("show", "token"):
        _add_room(each[what])
    _add_opening(each["open"])
    for what in ("close", "delete"):
        _add_room(each[what], nargs="?")
    _add_room(each["people"], nargs="?")
    each["forget"].add_argument("person", metavar="PERSON", help="their name, or the letters that rooms people prints")
    each["forget"].add_argument("--rooms", action="store_true", help="also delete the tables where nobody plays")
    each["announce"].add_argument("words", metavar="WORDS", type=_words, help=f"at most {MOST_LETTERS} letters")
    for what in ("close", "delete", "forget"):
        each[what].add_argument("--yes", action="store_true", default=SUPPRESS, help="do not ask")
    for lists in (parser, each["list"]):
        _add_order(lists)
    for filtered in (parser, each["list"], each["close"], each["delete"]):
        _add_filters(filtered)
    for any_of_them in (parser, *each.values()):
        any_of_them.add_argument("--json", action="store_true", default=SUPPRESS, help="print JSON")


def _add_opening(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="its key, such as sin_color")
    command.add_argument("name", metavar="NAME", help="what the host is called at the table")
    command.add_argument("--seats", type=_positive, metavar="N", help="how many play; otherwise as few as possible")


def _add_room(command: ArgumentParser, **how: Any) -> None:
    command.add_argument("room", metavar="ROOM", help="its code, its link, or its token in the log", **how)


def _add_order(lists: ArgumentParser) -> None:
    orders = "most recently active first, oldest first, or most events first"
    lists.add_argument("--by", choices=("last", "age", "size"), default=SUPPRESS, help=orders)
    lists.add_argument("--most", type=_positive, metavar="N", default=SUPPRESS, help="list at most N rooms")


def _add_filters(filtered: ArgumentParser) -> None:
    filtered.add_argument("--phase", choices=PHASES, default=SUPPRESS, help="in this phase")
    about = "where nothing has happened for so long, such as 7d, 12h or 30min"
    filtered.add_argument("--idle", type=_seconds, metavar="TIME", default=SUPPRESS, help=about)
    filtered.add_argument("--unstarted", action="store_true", default=SUPPRESS, help="where no game has ever begun")
    filtered.add_argument("--game", metavar="GAME", default=SUPPRESS, help="set to this game, such as tcnccc")


def _seconds(text: str) -> int:
    digits = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    if not digits.isdecimal() or text[len(digits) :] not in SECONDS:
        raise ArgumentTypeError(f"expected a time such as 7d, 12h or 30min, got {text!r}")
    return int(digits) * SECONDS[text[len(digits) :]]


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def _words(text: str) -> str:
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not 0 < len(words) <= MOST_LETTERS:
        raise ArgumentTypeError(f"expected 1 to {MOST_LETTERS} letters, got {len(words)}")
    return words
