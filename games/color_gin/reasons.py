"""Why a move in Color Gin is good, and what another one lacks, in sentences: from what the policy looks at."""

from collections.abc import Iterable, Sequence

from games.color_gin.cards import JOKERS, SUITS, Card, Meld, named, suit_named
from games.color_gin.deadwood import LINKS, deadwood, makes_a_meld
from games.color_gin.evaluator import Arrangement, after_shedding, bits, cards_in, melds_in
from games.color_gin.going_out import cards_to_shed, ways_out
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import State
from games.dealer import Line
from games.engine import Move, Seat, Text, say


def reason(g: State, seat: Seat, heard: Sequence[Line], move: Move) -> Text | None:
    """The first that holds; None where there is nothing to say."""
    match move:
        case Take(card):
            return _why_take(g, card)
        case Draw() | Pass() if g.pile:
            return _why_leave(g, g.pile[-1])
        case Discard(card):
            return _why_discard(g, card)
        case GoOut(points=int()):
            return _why_go_out(g, move)
    return None


def lacks(g: State, seat: Seat, heard: Sequence[Line], best: Move, other: Move) -> Text | None:
    """What another move costs or gives away that the best one does not."""
    match best, other:
        case Take(card), Draw() | Pass():
            return _without(g, card)
        case Draw() | Pass(), Take(card):
            return _with(g, card)
        case Discard(card), Discard(another):
            return _sheds_worse(g, card, another)
        case GoOut(points=int(points)), Discard():
            return say("You would stay in, instead of going out with {points}.", points=points)
        case Discard(), GoOut(points=int(points)) if points:
            return say("If you knock with {points}, you may be undercut.", points=points)
        case GoOut(), GoOut():
            return _goes_out_worse(best, other)
    return None


def about(g: State, seat: Seat, said: Text) -> list[str]:
    """The cards that a sentence names."""
    names = [said.with_.get("card"), *said.with_.get("cards", [])]
    return [f"card-{card}" for card in (*g.hands[seat], *g.pile[-1:]) if named(card) in names]


# --- Take or draw -------------------------------------------------------------------------------------------


def _why_take(g: State, card: Card) -> Text | None:
    if meld := _meld_with(g, card):
        return say("The {card} makes a meld with these: {cards}.", card=named(card), cards=_others(meld, card))
    if ways := ways_out(_hand_with(g, card), card, [*g.closed]):
        least = min(way.points or 0 for way in ways)
        return say("With the {card} you can go out, with a deadwood of {points}.", card=named(card), points=least)
    return None


def _why_leave(g: State, card: Card) -> Text | None:
    if not makes_a_meld(bits(g.hand), bits([card])):
        return say("You have no meld with the {card}.", card=named(card))
    return _in_vain(g, card)


def _in_vain(g: State, card: Card) -> Text | None:
    """That a card leaves as much deadwood as there is without it."""
    now, then = deadwood(bits(g.hand)), _left_with(g, card)
    if then < now:
        return None
    template = "The {card} saves you nothing: your deadwood would be {points}, and now it is {now}."
    return say(template, card=named(card), points=then, now=now)


def _without(g: State, card: Card) -> Text | None:
    if meld := _meld_with(g, card):
        return say("You would go without the meld of {cards}.", cards=[named(each) for each in meld])
    return None


def _with(g: State, card: Card) -> Text | None:
    if in_vain := _in_vain(g, card):
        return in_vain
    now, then = deadwood(bits(g.hand)), _left_with(g, card)
    return say("The {card} saves you no more than {points}.", card=named(card), points=now - then)


def _hand_with(g: State, card: Card) -> list[Card]:
    """The hand with one more card."""
    return [*g.hand, card]


def _left_with(g: State, card: Card) -> int:
    """The least deadwood after taking this card and discarding another."""
    hand = bits(_hand_with(g, card))
    return min(deadwood(hand ^ bits([shed])) for shed in cards_to_shed(g.hand, None))


def _meld_with(g: State, card: Card) -> Meld | None:
    """The longest meld that the hand makes with this card."""
    return max((meld for meld in melds_in(_hand_with(g, card)) if card in meld), key=len, default=None)


def _others(meld: Iterable[Card], card: Card) -> list[Text]:
    return [named(each) for each in meld if each != card]


# --- Discard ------------------------------------------------------------------------------------------------


def _why_discard(g: State, card: Card) -> Text | None:
    hand = bits(g.hand)
    left = {other: deadwood(hand ^ bits([other])) for other in cards_to_shed(g.hand, g.taken)}
    if left[card] == min(left.values()):
        template = "Without the {card} your deadwood is {points}: no other discard leaves less."
        return say(template, card=named(card), points=left[card])
    usual = [other for other in left if left[other] == min(left.values())]
    for kept in usual:
        if linked := _links(g, kept, but=card):
            return say("The {card} can become a meld with these: {cards}.", card=named(kept), cards=linked)
    return _why_its_suit(after_shedding(g.hand), card, usual[0])


def _why_its_suit(after: dict[Card, Arrangement], card: Card, least: Card) -> Text | None:
    """The suits that it leaves open to score in."""
    spared = [suit for suit in SUITS if suit in after[least].spoiled and suit not in after[card].spoiled]
    if not spared:
        return None
    return say("Your hand then no longer spoils: {suits}.", suits=[suit_named(suit) for suit in spared])


def _links(g: State, card: Card, but: Card) -> list[Text]:
    """The cards in the hand with which this one can become a meld, without one that is discarded."""
    linked = bits(g.hand) & LINKS[bits([card])] & ~bits([but])
    return [named(each) for each in cards_in(linked)]


def _sheds_worse(g: State, card: Card, other: Card) -> Text | None:
    hand = bits(g.hand)
    left, then = (deadwood(hand ^ bits([each])) for each in (card, other))
    if then > left:
        template = "Without the {card} your deadwood would be {points}, not {fewer}."
        return say(template, card=named(other), points=then, fewer=left)
    if linked := _links(g, other, but=card):
        return say("The {card} can become a meld with these: {cards}.", card=named(other), cards=linked)
    after = after_shedding(g.hand)
    spoiled = [suit for suit in SUITS if suit in after[other].spoiled and suit not in after[card].spoiled]
    if spoiled:
        return say("Your hand would still spoil: {suits}.", suits=[suit_named(suit) for suit in spoiled])
    return None


# --- Going out ----------------------------------------------------------------------------------------------


def _why_go_out(g: State, way: GoOut) -> Text:
    points = way.points or 0
    if not points and way.suits:
        return say("No one can undercut gin, and it brings a bonus of {points}.", points=g.options.gin_bonus)
    if way.card in JOKERS:  # then one has to go out, however much deadwood there is
        return say("With a joker you have to go out: this way with a deadwood of {points}.", points=points)
    return say("The other hand probably has more deadwood than {points}.", points=points)


def _goes_out_worse(best: GoOut, other: GoOut) -> Text | None:
    missing = [suit for suit in best.suits or () if suit not in (other.suits or ())]
    if missing:
        return say("It cannot score in: {suits}.", suits=[suit_named(suit) for suit in missing])
    return None
