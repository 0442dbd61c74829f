"""What spectators are told of the hands that players have opened to them."""

from msgspec import Struct


class HandsView(Struct, frozen=True):
    """Whether spectators see the hands of the game on the table, at least so many `moves` and `seconds` late. `agreed`:
    the seats that have agreed; `waiting`: those that have yet to. All players have to; bots have no say."""

    open: bool
    agreed: list[int]
    waiting: list[int]
    moves: int
    seconds: int
