"""The board: six colours, their pawns and dice, a home area for each; and how they are named."""

from typing import Annotated, Final, Literal, Self, TypeAlias, get_args

from msgspec import Meta, Struct

from games.engine import Argument, Chair, Seat, Text, say

Colour: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
"""The first colours are those of the players, by seat; any others are dummies."""
Area: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
"""The home of this colour."""

Name: TypeAlias = Literal["red", "yellow", "green", "blue", "black", "white"]
NAMES: Final[tuple[Name, ...]] = get_args(Name)
PAWNS: Final = 9
"""Pawns of each colour, and places in each area."""
LOCKED: Final = (7, 8)
FEWEST_COLOURS: Final = 4


class Board(Struct):
    """Where the pawns are. Those of one colour in one place are alike."""

    players: int
    """The number of colours with a player; the others are dummies."""
    areas: list[list[int]]
    """In each area, how many pawns of each colour."""
    outside: list[int]
    """Pawns outside, by colour."""
    gone: list[int]
    """Struck pawns of dummies."""

    @property
    def colours(self) -> range:
        """All of them, dummies last."""
        return range(len(self.areas))

    def copy(self) -> Self:
        """A board that shares nothing with this one."""
        return type(self)(self.players, [row[:] for row in self.areas], self.outside[:], self.gone[:])

    def is_dummy(self, colour: Colour) -> bool:
        """Whether nobody plays this colour."""
        return colour >= self.players

    def decider(self, colour: Colour, turn: Seat) -> Seat:
        """Who decides for this colour in this seat's turn: for a dummy, the next player."""
        return (turn + 1) % self.players if self.is_dummy(colour) else colour

    def empty(self, area: Area) -> int:
        """The number of empty places in this area."""
        return PAWNS - sum(self.areas[area])

    def is_locked(self, colour: Colour, area: Area) -> bool:
        """ "When you have 7 or 8 pawns in an area of another color, they are locked." """
        return area != colour and self.areas[area][colour] in LOCKED

    def abroad(self, colour: Colour) -> list[int]:
        """Its pawns in each area but its home."""
        return [pawns[colour] for area, pawns in enumerate(self.areas) if area != colour]


def set_up(players: int, starter: Colour) -> Board:
    """ "The starting player begins with 2 pawns in their home area … each following player with 1 pawn more"; dummies
    "start with all 9 pawns inside"."""
    colours = max(players, FEWEST_COLOURS)
    at_home = [2 + (colour - starter) % players if colour < players else PAWNS for colour in range(colours)]
    return Board(
        players=players,
        areas=[[at_home[colour] if colour == area else 0 for colour in range(colours)] for area in range(colours)],
        outside=[PAWNS - pawns for pawns in at_home],
        gone=[0] * colours,
    )


# --- Names --------------------------------------------------------------------------------------------------


def who(colour: Colour, players: int) -> Chair | Text:
    """The player of this colour; a dummy by its colour. Not for the beginning of a sentence."""
    return Chair(colour) if colour < players else say("the {colour} dummy", colour=_NAMES[colour])


def area_of(area: Area, players: int) -> Text:
    """The area as words in a sentence."""
    return say("{who}’s area", who=who(area, players))


def place(origin: Area | None, colour: Colour, players: int) -> Text:
    """Where pawns of this colour come from, as words in a sentence."""
    if origin is None:
        return say("outside")
    return say("home") if origin == colour else area_of(origin, players)


def pawns(number: int) -> Text:
    """A number of pawns, as words in a sentence."""
    return say("1 pawn") if number == 1 else say("{number} pawns", number=number)


def pawns_of(colours: tuple[Colour, ...], players: int) -> list[Argument]:
    """These pawns, counted by owner."""
    return [
        say("{pawns} of {who}", pawns=pawns(colours.count(colour)), who=who(colour, players))
        for colour in dict.fromkeys(colours)
    ]


def name(colour: Colour) -> Text:
    """The colour as a word in a sentence."""
    return _NAMES[colour]


def die_named(colour: Colour, value: int) -> Text:
    """A die and what it shows: "red 5"."""
    return say("{colour} {value}", colour=_NAMES[colour], value=value)


_NAMES: Final[tuple[Text, ...]] = (
    say("red"),
    say("yellow"),
    say("green"),
    say("blue"),
    say("black"),
    say("white"),
)
