"""Leaks in Color Gin: the other hand, the deck, and the pile below its top."""

from dataclasses import replace
from typing import Any, Final

from games.color_gin import GAME, rules
from games.color_gin.cards import Card, named
from games.color_gin.evaluator import best
from games.color_gin.moves import Draw, Take
from games.color_gin.rules import JokerDrawn, Shedding, State, Turn
from games.dealer import Dealer
from games.engine import Chair, Game, Move, Seat, say
from tests.games.leaks.planting import Leak, after, counting, digest, hunt, in_refusals, in_view, in_views, instead

BRIEFLY = hunt(2, games=1)


def is_hidden(g: State) -> bool:
    """Whether hands are hidden: not at a showdown."""
    return g.question is not None and g.showdown is None


def others(g: State, you: Seat | None) -> list[Card]:
    """The other player's hand."""
    return g.hands[1] if you == 0 else g.hands[0]


IN_VIEW: Final = {
    "the other hand": others,
    "whether the other is one card from gin": lambda g, you: len(best(others(g, you)).leftovers) == 1,
    "whether the other has the queen of spades": lambda g, you: "QS" in others(g, you),
    "the deck": lambda g, you: g.deck,
    "the second discard": lambda g, you: g.pile[-2:-1],
    "the discards, sorted": lambda g, you: sorted(g.pile),
    "which card the other has just taken": lambda g, you: g.taken if you != g.turn else None,
    "which card the other has just drawn": lambda g, you: g.drawn if you != g.turn else None,
    "a hash of the state": digest,
    "a hand, but only for onlookers": lambda g, you: g.hands[1] if you is None else None,
    "the other hand, when eleven are held": lambda g, you: others(g, you) if isinstance(g.question, Shedding) else None,
}


def telling_order(self: Turn, g: State, seat: Seat) -> list[Move]:
    found: list[Move] = [Draw(), Take(g.pile[-1])]
    return found[:: 1 if "QS" in g.hands[g.other] else -1]


def name_what_was_taken(g: State, dealer: Dealer) -> None:
    dealer.say("took", say("{seat} has the {card} now.", seat=Chair(g.turn), card=named(g.taken or "*1")), seat=g.turn)


def playing(**options: Any) -> Game:
    def setup(seats: int, _: Any, dealer: Dealer) -> State:
        return rules.setup(seats, GAME.Options(**options), dealer)

    return replace(GAME, setup=setup)


LEAKS: Final[dict[str, Leak]] = {
    **in_views(GAME, IN_VIEW, BRIEFLY, hidden=is_hidden),
    "a discard is offered by what the other has": instead(GAME, Turn, "moves", telling_order, BRIEFLY),
    "a refusal knows the other hand": in_refusals(GAME, lambda g, seat: g.hands[1 - seat], BRIEFLY),
    "a question number counts cards": after(
        GAME, rules, "shed", lambda g, card: counting(g, sum(each[1] == "H" for each in g.pile)), BRIEFLY
    ),
    "a log names the card taken": after(GAME, rules, "take", name_what_was_taken, BRIEFLY),
    "a joker is known by its number": in_view(
        playing(mode="jokers"),
        lambda g, you: g.hand[0] if isinstance(g.question, JokerDrawn) else None,
        hunt(2, games=2),
        hidden=is_hidden,
    ),
}
