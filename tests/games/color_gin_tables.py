"""Play from positions of Color Gin."""

from typing import Any

from games.color_gin import GAME
from games.color_gin.cards import CARDS, Card
from games.color_gin.moves import Discard, Draw, GoOut, Next, Pass, Take
from games.color_gin.notation import read
from games.color_gin.rules import State
from games.engine import Move
from tests.games.conversation import Conversation
from tests.games.conversation import asked as asked

LOW = "AS 3S 5S 7S 9S 2H 4H 6H 8H TH"
"""Ten cards without a meld."""
HIGH = "2D 4D 6D 8D TD 3C 5C 7C 9C JC"
"""Ten others."""


def cards(words: str) -> list[Card]:
    """ "QH TD" as cards."""
    return words.split()


def table(*, hands: tuple[str, str] = (LOW, HIGH), pile: str = "", **facts: object) -> State:
    """A table after two turns, where seat 0 is asked. The discard is the king of spades, or another card if somebody
    holds it. Other arguments are what the notation has by name."""
    given = ", ".join(f"{name} {value}" for name, value in {"turns": 2, **facts}.items() if value != "")
    discard = next(card for card in ("KS", *CARDS) if card not in " ".join(hands))
    return read(f"{' / '.join(hands)} / {pile or discard} : {given}")


def shedding(hand: str, other: str = "", **words: Any) -> State:
    """Seat 0 has eleven cards: these ten and the last one of the line, just drawn. The other hand is HIGH, or has ten
    cards that are not in this one."""
    if not other:
        other = HIGH if not {*HIGH.split()} & {*hand.split()} else " ".join([c for c in CARDS if c not in hand][:10])
    drawn = {} if "taken" in words else {"drawn": hand.split()[-1]}
    return table(hands=(hand, other), **drawn, **words)


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
    return dict(each.strip().split(" ", 1) for each in words.split(",") if each.strip())


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
