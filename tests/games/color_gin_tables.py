"""Positions of Color Gin written down in words, and what is played from them."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games import engine
from games.color_gin import GAME
from games.color_gin.cards import CARDS, JOKERS, SUITS, Card, Suit, in_order
from games.color_gin.moves import GoOut
from games.color_gin.options import Options
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn, Upcard
from games.color_gin.sheet import Row
from games.dealer import Scripted
from games.engine import Move

LOW = "AS 3S 5S 7S 9S 2H 4H 6H 8H TH"
"""Ten cards that make no meld."""
HIGH = "2D 4D 6D 8D TD 3C 5C 7C 9C JC"
"""Ten others."""


def cards(words: str) -> list[Card]:
    """ "QH TD" as cards."""
    return cast(list[Card], words.split())


def suits(letters: str) -> list[Suit]:
    return [suit for suit in SUITS if suit in letters]


def table(
    *,
    hands: tuple[str, str] = (LOW, HIGH),
    pile: str = "KS",
    deck: str | None = None,
    ask: str = "turn",
    turn: int = 0,
    taken: str | None = None,
    drawn: str | None = None,
    scores: tuple[str, str] = ("0 0 0 0", "0 0 0 0"),
    closed: Mapping[str, int] | None = None,
    takes: int = 0,
    round: int = 1,
    dealing: int = 1,
    turns: int = 2,
    **options: Any,
) -> State:
    """A table where seat `turn` is asked. The pile goes from the bottom up; the deck has what is nowhere else. Scores
    are by suit: spades, hearts, diamonds, clubs."""
    held = [in_order(cards(hand)) for hand in hands]
    placed = {card for hand in held for card in hand} | set(cards(pile))
    everything = [*CARDS, *JOKERS] if options.get("mode") == "jokers" else CARDS
    g = State(
        options=Options(**options),
        dealing=dealing,
        round=round,
        hands=held,
        deck=in_order(cards(deck)) if deck is not None else [card for card in everything if card not in placed],
        pile=cards(pile),
        turn=turn,
        turns=turns,
        taken=cast(Card | None, taken),
        drawn=cast(Card | None, drawn),
        takes=takes,
        scores=[dict(zip(SUITS, map(int, columns.split()), strict=True)) for columns in scores],
        closed=cast(dict[Suit, int], dict(closed or {})),
        sheet=[Row(round=number, dealer=0) for number in range(1, round)],
    )
    questions = {"upcard": Upcard, "turn": Turn, "shedding": Shedding, "joker": JokerDrawn}
    g.first(questions[ask](seat=turn))
    return g


def shedding(hand: str, other: str = HIGH, **words: Any) -> State:
    """Seat 0 has eleven cards: these ten and the last of the line, which it has just drawn."""
    words.setdefault("drawn", hand.split()[-1] if "taken" not in words else None)
    return table(hands=(hand, other), ask="shedding", **words)


def go_out(card: str, *melds: str) -> GoOut:
    """Shed this card and go out with these melds."""
    return GoOut(cast(Card, card), tuple(tuple(cards(meld)) for meld in melds))


def play(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> State:
    """The table after these moves, each by whoever is asked then, and these draws, all of them."""
    return _carried_out(g, moves, drawn)[0]


def said(g: State, *moves: Move, drawn: Sequence[Any] = ()) -> list[str]:
    """What everybody hears while these moves are carried out; ~ before what fades."""
    lines = _carried_out(g, moves, drawn)[1].lines
    return [f"{'~' if line.fades else ''}{line.text}" for line in lines if line.only_for is None]


def shown(g: State, *moves: Move, you: int | None = None, drawn: Sequence[Any] = ()) -> list[Any]:
    """What is shown to this viewer for a moment while these moves are carried out."""
    lines = _carried_out(g, moves, drawn)[1].lines
    return [line.sight for line in lines if line.sight is not None and line.reaches(you)]


def choices(g: State) -> list[str]:
    """What the asked seat may answer, as its buttons say it."""
    return [str(move) for move in engine.moves(GAME, g, g.question.seats[0])]


def deal_of(*hands: str, up: str = "KS") -> list[str]:
    """What is drawn for a deal: the hands, seat by seat, and the first discard."""
    return [*(card for hand in hands for card in hand.split()), up]


def _carried_out(g: State, moves: Sequence[Move], drawn: Sequence[Any]) -> tuple[State, Scripted]:
    dealer = Scripted(drawn)
    for move in moves:
        g = engine.play(GAME, g, g.question.seats[0], move, dealer)
    dealer.finish()
    return g, dealer
