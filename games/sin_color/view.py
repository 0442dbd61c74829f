"""What each seat sees: the upper sides of all coins, both sides of its own, and the tops of the stacks."""

from msgspec import Struct

from games.engine import Seat
from games.piecepack import ACE, Value
from games.sin_color.pieces import Face, Shown, Tile
from games.sin_color.rules import (
    DEEDS,
    MOST_TURNS,
    Arranging,
    Deed,
    MayPay,
    Paying,
    Raising,
    Sinking,
    State,
    Step,
    turns_left,
    under_offer,
)


class View(Struct, frozen=True):
    """What a seat, or a spectator, can see. Lists are by seat, by place in a row, or by stack."""

    turn: Seat | None
    rows: list[list[Shown | None]]
    """The upper sides; null until everybody has arranged."""
    coins: list[list[Face] | None]
    """Both sides of each coin in your own row; when the game is over, in every row."""
    value_up: list[int] | None
    """Which of your coins you laid value up, while the others still arrange theirs."""
    tops: list[Tile]
    """Null is the grid side."""
    paid: list[Face] | None
    """In the order in which they were paid; null at a table that only counts them."""
    paid_count: int
    offers: list[list[int] | None]
    """Coins under offer, by their places. Until all offers are in, only the player who made a sealed one sees it."""
    dice: list[Value | None]
    """The dice as last thrown."""
    steps: list[Step]
    """The steps of this turn: first the one that is being done, then those that follow."""
    deeds: tuple[Deed, ...]
    """What each face of a die does, from null to 5."""
    turns_left: int
    """Turns until the game is stopped, if nobody pays any more …"""
    stops_anyway: bool
    """… or even if somebody does, because it has lasted that long."""
    stacks: list[list[Tile]] | None
    """When the game is over: each stack from the top down."""


def view(g: State, seat: Seat | None) -> View:
    """What this seat sees; None is a spectator."""
    over = g.question is None
    return View(
        turn=None if over else g.turn,
        rows=[[coin.upper if g.turn is not None else None for coin in row] for row in g.rows],
        coins=[[coin.face for coin in row] if over or owner == seat else None for owner, row in enumerate(g.rows)],
        value_up=arranged_by(g, seat),
        tops=[tiles[0] for tiles in g.stacks],
        paid=list(g.paid) if over or g.options.paid_coins == "open" else None,
        paid_count=len(g.paid),
        offers=[offered(g, owner, seat) for owner in range(len(g.rows))],
        dice=[g.dice.get(owner) for owner in range(len(g.rows))],
        steps=[] if over else [*being_taken(g), *g.steps],
        deeds=DEEDS,
        turns_left=turns_left(g),
        stops_anyway=turns_left(g) == MOST_TURNS - g.turns_over,
        stacks=[list(tiles) for tiles in g.stacks] if over else None,
    )


def arranged_by(g: State, seat: Seat | None) -> list[int] | None:
    if isinstance(g.question, Arranging) and seat in g.question.answers:
        return sorted(g.question.answers[seat].value_up)
    return None


def offered(g: State, owner: Seat, seat: Seat | None) -> list[int] | None:
    """What this seat sees under offer in the owner's row."""
    coins = under_offer(g, owner) if owner == seat else g.offers.get(owner, ())
    return sorted(coins) or None


def being_taken(g: State) -> list[Step]:
    """The step that waits for its answer now."""
    match g.question:
        case Sinking(seat, die=die) | Raising(seat, die=die):
            return [Step(seat, die)]
        case Paying(seat) | MayPay(seat):
            # The payment that ends a turn is its last step; any other is an ace.
            return [Step(seat, ACE if g.steps else None)]
        case _:
            return []
