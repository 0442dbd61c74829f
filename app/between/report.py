"""What a room's people are told of one another: who is ahead of whom, and every game that they have played together."""

from msgspec import Struct

from app.protocol.commands import Figure


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody who has played with others in this room. Games as a team are not among their games and wins."""

    name: str
    """Their newest name."""
    games: int
    """How many games they have played with others, each for themselves."""
    won: int
    """How many of these they won, alone or with others."""
    run: int
    """The most of them that they won in a row."""
    seat: int
    """The seat that they have, or else had in their last game."""
    figure: Figure | None = None
    """The figure they have chosen for the seat that they have; null: that of the seat's number."""
    namesake: int = 0
    """Which one they are of several people whose names look alike, from 1; 0: the only one."""
    rival: int | None = None
    """The person with whom it is most contested, by their index in `people`; null: with none."""


class Pair(Struct, frozen=True):
    """Two people who have met in at least three games. Whoever is placed above the other has beaten them."""

    one: int
    """The first of them, by their index in `people`."""
    other: int
    """The second."""
    ahead: int
    """How often the first has beaten the second."""
    behind: int
    """How often the second has beaten the first."""
    even: int
    """How often they shared a place."""
    latest: list[int]
    """Their newest games, at most ten, oldest first: 1: the first has beaten the second; -1: the second the first; 0:
    they shared a place."""
    run: int
    """How often in a row the same one has beaten the other by now; negative: it is the second."""


class Met(Struct, frozen=True, omit_defaults=True):
    """A game that counts, in which at least two people played. `who`, `places` and `winners` are by seat."""

    number: int
    """The game's number in its room, from 1."""
    title: str
    """The title of the game."""
    at: int
    """When it ended, in milliseconds since 1970."""
    who: list[int | str]
    """By seat: a person, by their index in `people`; or a bot, by its name."""
    winners: list[int]
    """The winning seats; none if a team lost."""
    places: list[int] | None = None
    """By seat, from 1; equals share one. Null for a team."""
    team: int | None = None
    """The team's score; null for other games, and if the team lost."""


class Between(Struct, frozen=True):
    """How the people of a room have done against one another. It counts games that were played to their end by at least
    two people, from a deal of their own."""

    people: list[Person]
    """Who has played, by games won."""
    you: list[int]
    """Which of them the reader is; several, if people play beside one another on this device."""
    pairs: list[Pair]
    """Every two who have met in at least three games."""
    games: list[Met]
    """The games, oldest first."""
    evenings: list[int]
    """How many of the games each evening had, oldest first: one ends when no game ends for six hours."""
