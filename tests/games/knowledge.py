"""Public knowledge in each game: facts written from its rules, independently of its view.

Two states with equal public knowledge must look the same to whoever joins the table now.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from games.dealer import Line
from games.desfases.board import Used
from games.engine import Seat
from games.sin_color.rules import Arranging, Offering
from games.tcnccc.rules import GivingBack, Placing


def tcnccc(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "The table" and decisions 3 and 17: the same for everybody."""
    over = g.question is None
    room_left = any(len(under_lid) < g.options.capacity for under_lid in g.cylinders.values())
    return (
        (g.turn, g.turns_left, tuple(map(tuple, g.held)), tuple(g.out), tuple(g.cylinders), len(g.bag) == 0, over),
        (isinstance(g.question, GivingBack), g.question.piece if isinstance(g.question, Placing) else None),
        # An empty bag is announced; but only at the beginning of a turn.
        over or isinstance(g.question, Placing | GivingBack) or (bool(g.bag) and room_left),
    )


def desfases(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "The table" and decision 15: the same for everybody."""
    over = g.question is None
    coins_are_open = over or g.options.scores == "open"
    return (
        (g.options, g.starter, tuple(g.players.items()), g.turns_over, type(g.question).__name__, over),
        # A tile's direction means nothing before somebody plays its suit.
        tuple((at, t.suit, t.value, t.suit in g.players and t.facing) for at, t in g.tiles.items()),
        # A used coin's place and suit are public, its value is not.
        tuple((at, t.coin.suit, coins_are_open and t.coin.value) for at, t in g.tiles.items() if t.coin),
        tuple((suit, p.pawn, p.die, tuple(p.reserve)) for suit, p in g.pieces.items()),
        tuple((p.under is not None, coins_are_open and p.under) for p in g.pieces.values()),
        tuple((len(p.gap), coins_are_open and tuple(p.gap)) for p in g.pieces.values()),
    )


def sin_color(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "The table" and decisions 2, 6, 11, 14, 15 and 18."""
    over, question = g.question is None, g.question
    arranging, offering = isinstance(question, Arranging), isinstance(question, Offering)
    return (
        (g.options, g.turn, g.turns_over, g.last_payment),
        # The upper side of every coin, once all are arranged; both sides of one's own.
        tuple(tuple(arranging or (coin.up, getattr(coin.face, coin.up)) for coin in row) for row in g.rows),
        tuple(tuple(coin.face for coin in row) for owner, row in enumerate(g.rows) if over or owner == you),
        # The top of each stack, if it has colour.
        tuple(tuple(stack) if over else stack[0] for stack in g.stacks),
        tuple(g.paid) if over or g.options.paid_coins == "open" else len(g.paid),
        (tuple(g.offers.items()), tuple(g.dice.items()), tuple(g.steps)),
        # The question; of secret answers, one's own.
        (type(question).__name__, () if over else question.seats, getattr(question, "die", None)),
        question.answers.get(you) if arranging or offering else None,
        # Whether somebody can pay is public. With which coins only the asked player is told; it follows from their row.
    )


def color_gin(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "What you may see" and decision 15."""
    question, shown = g.question, g.showdown
    return (
        (g.options, g.round, g.turns, g.dealing, g.takes),
        # The top of the pile; the size of the deck and of the other hand.
        (len(g.deck), len(g.pile), tuple(g.pile[-1:]), tuple(map(len, g.hands))),
        # One's own hand, and its newest card; at a showdown both hands, as laid out.
        tuple(g.hands[you]) if you is not None else None,
        (g.taken, g.drawn) if you == g.turn and shown is None else None,
        (shown.out, shown.how, shown.shed, shown.hands) if shown is not None else None,
        # The sheet, and the question.
        (tuple(tuple(columns.items()) for columns in g.scores), tuple(sorted(g.closed.items())), g.sheet),
        (type(question).__name__, question.seats if question is not None else None),
    )


def color_dice(g: Any, you: Seat | None) -> tuple[Any, ...]:
    """RULES.md, "The table": everything, the same for everybody."""
    table = g.copy()
    # The question with everything chosen so far; only the number of questions so far is not on the table.
    table.agenda, table.asked_so_far = [replace(question, number=0) for question in g.agenda[:1]], 0
    return (msgspec.json.encode(table),)


OPEN_WORDS: dict[str, set[str]] = {
    "color_dice": {"area", "deed", "dice", "pawns", "seat", "target", "who"},
    "sin_color": {"given", "partner", "seat", "stack", "taken"},
}
"""What a line of the log may name whatever is public now: everybody saw who did it, where, and with how many."""


def is_of_ones_own_coin(g: Any, line: Line, you: Seat | None) -> bool:
    """RULES.md of Desfases, decision 15: whoever uses a coin is told which one it was."""
    return isinstance(line.sight, Used) and g.players[line.sight.suit] == you


TOLD_TO_ITS_PLAYER_ALONE: dict[str, Callable[[Any, Line, Seat | None], bool]] = {"desfases": is_of_ones_own_coin}
"""Games in which hidden things stay hidden from everybody until the end, even for a moment, except in these lines."""

OPEN_FACTS: dict[str, Callable[[Any, Seat | None], tuple[Any, ...]]] = {
    "color_dice": color_dice, "color_gin": color_gin, "desfases": desfases, "sin_color": sin_color, "tcnccc": tcnccc,
}  # fmt: skip

NOTHING_HIDDEN: set[str] = {"color_dice"}
"""Games without hidden information: redeals change nothing."""
