"""Why a move in Color Gin is good, in a sentence: from what the strong bots' policy looks at."""

from collections.abc import Sequence

from games.color_gin.cards import JOKERS, Card, named
from games.color_gin.deadwood import deadwood, makes_a_meld
from games.color_gin.evaluator import bits
from games.color_gin.going_out import cards_to_shed
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import State
from games.dealer import Line
from games.engine import Move, Seat, Text, say


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first that holds; None where there is nothing to say."""
    match move:
        case Take(card):
            return _why_take(g, card)
        case Draw() | Pass() if g.pile and not makes_a_meld(bits(g.hand), bits(g.pile[-1:])):
            return say("You have no meld with the {card}.", card=named(g.pile[-1]))
        case Discard(card):
            return _why_discard(g, card)
        case GoOut(card, points=points):
            return _why_go_out(card, points)
    return None


def _why_take(g: State, card: Card) -> Text:
    if makes_a_meld(bits(g.hand), bits([card])):
        return say("You get a meld with the {card}, or a longer one.", card=named(card))
    return say("You can go out with the {card}.", card=named(card))


def _why_discard(g: State, card: Card) -> Text:
    hand = bits(g.hand)
    left = {other: deadwood(hand ^ bits([other])) for other in cards_to_shed(g.hand, g.taken)}
    if left[card] == min(left.values()):
        return say("No other discard leaves you less deadwood.")
    return say("What you keep can still become melds, or spoils less.")


def _why_go_out(card: Card, points: int | None) -> Text | None:
    if points == 0:
        return say("No one can undercut gin, and it brings its bonus.")
    if points is None or card in JOKERS:
        return None  # with a joker one has to go out, however much deadwood there is
    return say("The other hand probably has more deadwood than {points}.", points=points)
