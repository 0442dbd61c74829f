"""Example arguments for sentences, so that each can be read with every kind.

A placeholder is filled by its name: {seat} with people, {card} with cards, in some games otherwise; with numbers if it
is not listed here. None, one, two, few; beginning with vowels, consonants, a silent h; of each gender; one letter and
very long.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine import Argument, Chair, Text

PEOPLE: Final = ("Antonio", "Bo", "Hélène", "O", "Inés", "Yves", "Wilhelmina von Habsburg-Lothringen", "Íñigo")
"""The names at the table, by seat."""

NUMBERS: Final = (0, 1, 2, 5, 12_345)
FEW: Final = (1, 2, 5)
LIMITS: Final = (2, 5, 30)
"""Arguments that are always more than one."""
CHAIRS: Final = tuple(Chair(seat) for seat in range(len(PEOPLE)))
GROUPS: Final = ([Chair(0)], [Chair(1), Chair(2)], [Chair(5), Chair(3), Chair(4)], [Chair(0), Chair(7)])
"""Lists of people."""

SUITS: Final = tuple(map(Text, ("suns", "moons", "crowns", "arms")))
VALUES: Final = tuple(map(Text, ("null", "ace", "2", "5")))
TILES: Final = tuple(
    Text("{value} of {suit}", {"value": value, "suit": suit}) for value, suit in zip(VALUES, SUITS, strict=True)
)
COINS: Final = (*TILES, Text("coin of {suit}", {"suit": SUITS[0]}), Text("coin of {suit}", {"suit": SUITS[1]}))

FRENCH_SUITS: Final = tuple(map(Text, ("hearts", "spades", "diamonds", "clubs")))
CARDS: Final = (
    *(
        Text("{rank} of {suit}", {"rank": Text(rank), "suit": FRENCH_SUITS[nth % 4]})
        for nth, rank in enumerate(("ace", "7", "8", "jack", "queen", "king", "10"))
    ),
    Text("joker"),
)

PIECES: Final = tuple(map(Text, ("red", "yellow", "joker", "green", "blue")))
PLAYERS_AND_DUMMIES: Final[Sequence[Argument]] = (
    *CHAIRS[:4],
    Text("the red dummy"),
    Text("the {colour} dummy", {"colour": Text("blue")}),
)
AREAS: Final = tuple(Text("{who}’s area", {"who": who}) for who in PLAYERS_AND_DUMMIES)
ORIGINS: Final = (Text("outside"), Text("home"), *AREAS)
PAWNS: Final = (Text("1 pawn"), *(Text("{number} pawns", {"number": number}) for number in (2, 5)))
PAWNS_OF: Final = tuple(
    Text("{pawns} of {who}", {"pawns": pawns, "who": who})
    for pawns, who in zip(PAWNS * 2, PLAYERS_AND_DUMMIES, strict=True)
)
COLOURED: Final = tuple(
    Text("{count} {colour}", {"count": count, "colour": Text(colour)})
    for count, colour in ((1, "red"), (2, "yellow"), (5, "green"), (1, "black"), (2, "white"), (3, "blue"))
)
DEEDS: Final = tuple(
    Text("{pawns} from {origin} to {area}", {"pawns": pawns, "origin": origin, "area": area})
    for pawns, origin, area in zip(PAWNS * 2, ORIGINS[:6], AREAS, strict=True)
)
DICE: Final = tuple(
    Text("{who}: die {value}", {"who": Text(alone), "value": value})
    for alone, value in (("Red dummy", 1), ("White dummy", 6))
)


def lists_of(items: Sequence[Argument]) -> tuple[Argument, ...]:
    """Lists of one, two and several items."""
    return list(items[:1]), list(items[1:3]), list(items[2:6])


Examples = dict[str, Sequence[Argument]]


def _each(names: str, items: Sequence[Argument]) -> Examples:
    return dict.fromkeys(names.split(), items)


COMMON: Final[Examples] = {
    **_each("seat name other dealer opener partner receiver rival host bot first", CHAIRS),
    **_each("seats names players people", GROUPS),
    **_each("age bytes least lifts minutes most rounds steps takes target turns", LIMITS),
    **_each("game title", ("TCNCCC", "Sin Color", "Desfases", "Color Gin", "Color Dice")),
    **_each("author publisher", ("Antonio Recuenco Muñoz", "Simplicatus Games")),
    **_each("games options", (["one"], ["one", "other"])),
    **_each("reason type", ("move: expected `str`",)),
    **_each("answer prompt answers", (Text("Pass"),)),
    **_each("question", (Text("Draw a piece from the bag, or lift a cylinder."),)),
    **_each("text", ("Hola",)),
    **_each(
        "time",
        (Text("{count} days", {"count": 1}), Text("{count} days", {"count": 3}), Text("{count} min", {"count": 5})),
    ),
    **_each("others", ("2, 3",)),
    **_each("level", (Text("easy"), Text("hard"))),
    **_each("only", FEW),
    **_each("place", (Text("1st"), Text("2nd"))),
    **_each("suit", SUITS),
    **_each("suits", lists_of(FRENCH_SUITS)),
    **_each("value", VALUES),
}
PARTS: Final[dict[str, Examples]] = {
    "core": {
        "has": (Text("Points: {points}", {"points": 1}),),
        "suits": NUMBERS,
    },
    "tcnccc": {
        "piece": PIECES,
        "pieces": lists_of(PIECES),
        "draws": GROUPS,
        "name": (*(Text("Cylinder {cylinder}", {"cylinder": number}) for number in FEW), *CHAIRS),
    },
    "sin_color": {
        "tile": (*TILES, Text("a tile without colour")),
        **_each("top down", TILES),
        "up": (*SUITS, *VALUES),
        **_each("coins tiles given taken", lists_of(TILES)),
        "coin": TILES,
        **_each("die one", (Text("top"), Text("bottom"))),
        "other": (Text("top"), *CHAIRS[:3]),
        "suits": NUMBERS,
        "face": (*SUITS, *VALUES),
        "side": TILES,
    },
    "desfases": {
        "tile": TILES,
        "coin": COINS,
        **_each("coins", lists_of(COINS)),
        **_each("tiles", NUMBERS),
        **_each("square here there", ("a1", "e5")),
        "marks": lists_of(COINS),
    },
    "color_gin": {
        **_each("card other", CARDS),
        **_each("cards melded", lists_of(CARDS)),
        "suit": FRENCH_SUITS,
        "rank": (Text("ace"), Text("queen"), Text("king"), Text("7")),
        "group": (Text("Meld"),),
        "what": (Text("Pass"),),
        "left": LIMITS,
    },
    "color_dice": {
        **_each("who target", PLAYERS_AND_DUMMIES),
        **_each("area", AREAS),
        **_each("origin place", ORIGINS),
        **_each("pawns moved striking", PAWNS),
        **_each("struck groups", lists_of(PAWNS_OF)),
        "groups": lists_of(COLOURED),
        "group": COLOURED,
        "colour": tuple(map(Text, ("red", "blue", "white"))),
        "deed": DEEDS,
        "dice": lists_of([Text("{colour} {value}", {"colour": Text("red"), "value": value}) for value in FEW] * 2),
        "die": (*DICE, *FEW),
        "next": lists_of([Text("{who} attacks", {"who": [who]}) for who in PLAYERS_AND_DUMMIES]),
        "value": FEW,
        "number": LIMITS,
    },
}

_HOLES: Final = re.compile(r"\{(\w+)\}")


def examples(part: str, english: str) -> Iterator[Text]:
    """The sentence with examples, as often as it takes to show every kind of argument."""
    holes = _HOLES.findall(english)
    fillings = [_kinds(part, english, hole) for hole in holes]
    for nth in range(max(map(len, fillings), default=1)):
        yield Text(english, {hole: kinds[nth % len(kinds)] for hole, kinds in zip(holes, fillings, strict=True)})


def _kinds(part: str, english: str, hole: str) -> Sequence[Argument]:
    if re.search(rf"{{{hole}}} (?:seats|players|in a row)", english):
        return LIMITS
    if re.search(rf"[Cc]oin {{{hole}}}", english):
        return NUMBERS
    return PARTS.get(part, {}).get(hole) or COMMON.get(hole, NUMBERS)
