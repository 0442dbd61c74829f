"""What a table tells only at times: while hands are, or could be, open to spectators, and while a game is starting."""

from msgspec import Struct


class HandsView(Struct, frozen=True):
    """Whether spectators see the hands of the game on the table, at least so many `moves` and `seconds` late. `agreed`:
    the seats that have agreed; `waiting`: those that have yet to. All players have to; bots have no say."""

    open: bool
    agreed: list[int]
    waiting: list[int]
    moves: int
    seconds: int


class StartingView(Struct, frozen=True):
    """The next game is fixed, and begins as soon as its players have opened their words: its number in the room, and
    the commitment to its secret."""

    number: int
    deal: str
