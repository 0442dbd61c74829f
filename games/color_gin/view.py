"""What each seat sees: its own hand and what that is worth, the top of the discard pile, and the score sheet."""

from collections import Counter
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct, field

from games.color_gin.cards import SUITS, Card, Meld, Suit
from games.color_gin.evaluator import MOST_TO_KNOCK, after_shedding, best
from games.color_gin.going_out import cards_to_shed
from games.color_gin.match import totals
from games.color_gin.rules import TAKES_IN_A_ROW, JokerDrawn, Shedding, State
from games.color_gin.sheet import Columns, Row, ThisSheet
from games.color_gin.showdown import Showdown
from games.engine import Seat

Phase: TypeAlias = Literal["upcard", "turn", "shedding", "joker", "round_over", "over"]

ROWS_SHOWN: Final = 8
"""How many rounds are sent in full: a match may have a hundred, and every frame has the sheet."""


class Best(Struct, frozen=True):
    """The least deadwood of a hand as it is."""

    melds: tuple[Meld, ...]
    leftovers: tuple[Card, ...]
    points: int


class Shed(Struct, frozen=True):
    """The least deadwood when this card is shed; `spoiled` goes with these melds."""

    card: Card
    points: int
    spoiled: tuple[Suit, ...]
    melds: tuple[Meld, ...]


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a seat, or a spectator, can see."""

    phase: Phase
    mode: Literal["versus", "coop", "jokers"]
    target: int
    round: int
    turns: int
    """Turns played in this round."""
    dealer: Seat
    turn: Seat | None
    deck: int
    discard: Card | None
    """The top of the pile; what lies deeper is for the players to remember."""
    discards: int
    hands: list[int]
    takes_left: int
    """How often in a row the pile may be taken before somebody has to draw."""
    hand: list[Card] | None
    """Your own, as are the next four."""
    taken: Card | None
    """The card that may not be shed in this turn."""
    drawn: Card | None
    best: Best | None
    sheds: list[Shed] | None
    """For each card that you may shed now."""
    most_to_knock: int
    """The most deadwood with which one may go out, but for a joker."""
    scores: list[Columns]
    closed: dict[Suit, Seat]
    closed_in: dict[Suit, int] = field(default_factory=dict)
    """The round in which each of these was won. Left out where there are none."""
    sheet: tuple[Row, ...]
    """The newest rounds, at most eight."""
    showdown: Showdown | None
    team: int | None
    """All eight columns together, in a team."""
    before: str = ""
    """All rounds before those of `sheet`, a word for each: how it ended (its first letter), who went out, who scored
    (`-`: nobody), how much and in which suits: `k1019SH`. A void round is `v`. Left out where there are none."""


def view(g: State, seat: Seat | None) -> View:
    """What this seat sees; None is a spectator."""
    is_turn = g.showdown is None and seat == g.turn
    return View(
        phase=phase(g),
        mode=g.options.mode,
        target=g.options.target,
        round=g.round,
        turns=g.turns,
        dealer=g.dealing,
        turn=g.turn if g.question is not None and g.showdown is None else None,
        deck=len(g.deck),
        discard=g.pile[-1] if g.pile else None,
        discards=len(g.pile),
        hands=[len(hand) for hand in g.hands],
        takes_left=TAKES_IN_A_ROW - g.takes,
        hand=list(g.hands[seat]) if seat is not None else None,
        taken=g.taken if is_turn else None,
        drawn=g.drawn if is_turn else None,
        best=best_of(g.hands[seat]) if seat is not None else None,
        sheds=sheds(g) if is_turn and isinstance(g.question, Shedding | JokerDrawn) else None,
        most_to_knock=MOST_TO_KNOCK,
        scores=[dict(columns) for columns in g.scores],
        closed={suit: g.closed[suit] for suit in SUITS if suit in g.closed},
        closed_in=dict(closings(ThisSheet(g.sheet), g.options.target)),
        sheet=g.sheet[-ROWS_SHOWN:],
        showdown=g.showdown,
        team=sum(totals(g)) if g.options.is_team else None,
        before=in_short(ThisSheet(g.sheet)),
    )


def phase(g: State) -> Phase:
    if g.question is None:
        return "over"
    phase: Phase = g.question.__struct_config__.tag
    return phase


@lru_cache(maxsize=256)
def in_short(sheet: ThisSheet) -> str:
    """A word for each round that is not told in full; cached, since they stay the same for a whole round and are sent
    with every move."""
    return " ".join(map(in_a_word, sheet.rows[:-ROWS_SHOWN]))


def in_a_word(row: Row) -> str:
    if row.out is None:
        return row.how[0]
    winner = "-" if row.winner is None else row.winner
    return f"{row.how[0]}{row.out}{winner}{row.points}{''.join(row.suits)}"


@lru_cache(maxsize=256)
def closings(sheet: ThisSheet, target: int) -> dict[Suit, int]:
    """The suits that are won, each with the round in which it was; cached like the words above."""
    sums, closed = Counter[tuple[Seat | None, Suit]](), dict[Suit, int]()
    for row in sheet.rows:
        for suit in row.suits:
            sums[row.winner, suit] += row.points
            if sums[row.winner, suit] >= target:
                closed[suit] = row.round
    return closed


def best_of(hand: list[Card]) -> Best:
    laid_out = best(hand)
    return Best(laid_out.melds, laid_out.leftovers, laid_out.points)


def sheds(g: State) -> list[Shed]:
    after = after_shedding(g.hand)
    return [
        Shed(card, after[card].points, after[card].spoiled, after[card].melds)
        for card in cards_to_shed(g.hand, g.taken)
    ]
