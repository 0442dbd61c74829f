"""Positions of Color Gin in text notation, and play from them."""

from typing import Any

from games.color_gin import GAME
from games.color_gin.cards import CARDS, JOKERS, SUITS, Card, in_order
from games.color_gin.moves import Discard, Draw, GoOut, Next, Pass, Take
from games.color_gin.options import Options
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn, Upcard
from games.color_gin.sheet import Row
from games.engine import Move
from tests.games.cases import named
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

LOW = "AS 3S 5S 7S 9S 2H 4H 6H 8H TH"
"""Ten cards without a meld."""
HIGH = "2D 4D 6D 8D TD 3C 5C 7C 9C JC"
"""Ten others."""


def cards(words: str) -> list[Card]:
    """ "QH TD" as cards."""
    return words.split()


def table(
    *, hands: tuple[str, str] = (LOW, HIGH), pile: str = "KS", deck: str | None = None, ask: str = "turn", **more: Any
) -> State:
    """A table where seat `turn` is asked. The pile is listed from the bottom up; the deck has all cards not elsewhere.
    Scores are by suit: spades, hearts, diamonds, clubs. Other arguments are fields of the state, or options."""
    facts = {"dealing": 1, "round": 1, "turns": 2, "scores": ("0 0 0 0", "0 0 0 0")}
    facts |= {name: more.pop(name) for name in State.__struct_fields__ if name in more}
    facts["scores"] = [dict(zip(SUITS, map(int, columns.split()), strict=True)) for columns in facts["scores"]]
    held = [in_order(cards(hand)) for hand in hands]
    placed = {card for hand in held for card in hand} | set(cards(pile))
    everything = [*CARDS, *JOKERS] if more.get("mode") == "jokers" else CARDS
    left = in_order(cards(deck)) if deck is not None else [card for card in everything if card not in placed]
    g = State(options=Options(**more), hands=held, deck=left, pile=cards(pile), **facts)
    g.sheet = tuple(Row(round=number, dealer=0) for number in range(1, g.round))
    g.first({"upcard": Upcard, "turn": Turn, "shedding": Shedding, "joker": JokerDrawn}[ask](seat=g.turn))
    return g


def shedding(hand: str, other: str = HIGH, **words: Any) -> State:
    """Seat 0 has eleven cards: these ten and the last one of the line, just drawn."""
    words.setdefault("drawn", hand.split()[-1] if "taken" not in words else None)
    return table(hands=(hand, other), **{"ask": "shedding", **words})


def go_out(card: str, *melds: str) -> GoOut:
    """Shed this card and go out with these melds."""
    return GoOut(card, tuple(tuple(cards(meld)) for meld in melds))


def hand_of(words: str) -> tuple[str, GoOut]:
    """ "KS KH KC, 4H 5H 6H, 7D 8D 9D; AH; QD": a hand of these melds, its deadwood, and the card shed to go out with
    them."""
    melds, *left, shed = (part.strip() for part in words.split(";"))
    laid = [meld.strip() for meld in melds.split(",") if meld.strip()]
    return " ".join([*laid, *left, shed]), go_out(shed, *laid)


def gone_out(words: str, other: str, **more: Any) -> State:
    """The table after seat 0 has gone out like this."""
    hand, move = hand_of(words)
    return play(shedding(hand, other, **more), move)


def options(words: str) -> dict[str, Any]:
    """ "mode jokers, target 25, closed H1 D0, scores 70 0 100 70 - 0 100 0 0" as arguments of a table."""
    given = named(words)
    if "closed" in given:
        given["closed"] = {each[0]: int(each[1]) for each in given["closed"].split()}
    if "scores" in given:
        given["scores"] = tuple(given["scores"].split(" - "))
    return given


def move(verb: str, *card: str) -> Move:
    """The answer for this notation: "draw", "discard AS", "take KS", "pass", "next"."""
    return {"draw": Draw, "discard": Discard, "take": Take, "pass": Pass, "next": Next}[verb](*card)


_at_the_table = Conversation(GAME, in_short=str, meant=lambda g, words: move(*words.split()))
play, said, shown, choices = _at_the_table.play, _at_the_table.said, _at_the_table.shown, _at_the_table.choices


def deal_of(*hands: str, up: str = "KS") -> list[str]:
    """The draws of a deal: the hands, seat by seat, and the first discard."""
    return [*(card for hand in hands for card in hand.split()), up]


OVER: State = gone_out("QS QH QC, TD JD QD, 3D 4D 5D 6D; KS", "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H")
"""Seat 0 has gone gin: 38 in all suits except diamonds, as on the rule sheet."""
