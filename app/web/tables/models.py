"""What is said of several tables with one deal."""

from pydantic import Field

from app.duplicates.sharing import TABLES
from app.web.models import Answer, Body, Said, SeatSummary
from games.bot import Level


class ShareDeal(Body):
    """Have the next deal of a table played at several."""

    tables: int = Field(examples=[3], ge=TABLES[0], le=TABLES[-1])
    """How many tables, this one included."""


class SharedTable(Answer):
    """One of the tables."""

    table: int = Field(examples=[1])
    """Its number, from 1."""
    room: str = Field(examples=["k7Qm2xZ9vB3nR5wT"])
    """The code of its room."""
    dealt: bool
    """Whether its game has begun; what happens then is not told before all have ended."""
    seats: list[SeatSummary] | None
    """Its seats; null while nothing is told of it."""
    yours: bool
    """Whether the caller has a seat there."""


class SeatCompared(Answer):
    """What a seat made of the deal, and how that compares with the same seat at the other tables."""

    seat: int
    """The seat, from 0."""
    name: str = Field(examples=["Ann"])
    """Who played it."""
    bot: Level | None
    """The level of its bot; null: a person."""
    score: int
    """What it scored; of a team, the team."""
    has: Said
    """The score, in words."""
    won: bool
    """Whether it won at its table; with a team: all of it."""
    points: int
    """Two for each other table where this seat did worse, one for each where it did as well."""
    share: float
    """These of the most that there could be, 0 to 1; half where there is no other table."""


class TableCompared(Answer):
    """What one of the tables made of the deal."""

    table: int
    """Its number, from 1."""
    room: str
    """The code of its room."""
    game: int
    """The number of the game there, for its replay."""
    open: bool
    """Whether the caller may look back at it."""
    seats: list[SeatCompared] | None
    """By seat; null: the game did not end by its rules, and is not compared."""


class SharedTables(Answer):
    """The tables with one deal, and, when all have ended, what each made of it."""

    game: str = Field(examples=["tcnccc"])
    """The key of their game."""
    title: str = Field(examples=["TCNCCC"])
    """The title of their game."""
    over: bool
    """Whether all have ended, or the evening has."""
    may_end: bool
    """Whether the caller has set the tables, and may end their evening."""
    tables: list[SharedTable]
    """The tables, by number."""
    results: list[TableCompared] | None
    """What each made of it; null before all have ended."""
