"""What a seat may know about the hidden cards from what it has seen and heard, and how they may lie."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.color_gin.cards import CARDS, JOKERS, Discarded, Took, TurnedUp
from games.color_gin.deadwood import Bit, deadwood, least_useful, singles
from games.color_gin.evaluator import MOST_TO_KNOCK, Bits, bits
from games.color_gin.model import JOKER
from games.color_gin.rules import State
from games.dealer import Chance, Line, Sight
from games.engine import Seat

EVERY_CARD: Final[Bits] = (1 << len(CARDS)) - 1


class Known(NamedTuple):
    """`held`: the other player took these and still has them. `gone`: discards that nobody can take any more."""

    held: Bits
    gone: Bits


class Hidden(NamedTuple):
    """One way the hidden cards may lie: in the other hand and in the deck, whose last card comes next."""

    hand: Bits
    deck: list[Bit]


def known(g: State, seat: Seat, heard: Sequence[Line]) -> Known:
    """The knowledge from the sights of this round; they are ignored if they contradict what lies open."""
    held = gone = 0
    for sight in sights_of_round(heard):
        match sight:
            case Took(who, card):
                gone &= ~bits([card])
                held |= bits([card]) if who != seat else 0
            case TurnedUp(card) | Discarded(_, card):
                gone |= bits([card])
                held &= ~bits([card])
    seen = bits(g.hands[seat]) | bits(g.pile[-1:])
    held, gone = held & ~seen, gone & ~seen
    fits = held.bit_count() <= len(g.hands[1 - seat]) and gone.bit_count() < max(1, len(g.pile))
    return Known(held, gone) if fits else Known(0, 0)


def sights_of_round(heard: Sequence[Line]) -> list[Sight]:
    """The sights since the first discard of this round was turned up, that one first."""
    sights: list[Sight] = []
    for line in reversed(heard):
        if line.sight is not None:
            sights.append(line.sight)
        if isinstance(line.sight, TurnedUp):
            break
    return sights[::-1]


def guessed(g: State, seat: Seat, known: Known, chance: Chance) -> Hidden:
    """The cards that this seat has not seen, dealt anew; the other hand is then improved turn by turn."""
    seen = bits(g.hands[seat]) | bits(g.pile[-1:]) | known.held | known.gone
    unseen = shuffled([*singles(EVERY_CARD & ~seen)], chance)
    in_hand = sum(card not in JOKERS for card in g.hands[1 - seat]) - known.held.bit_count()
    hand = known.held | sum(unseen[:in_hand])
    deck = unseen[in_hand:]
    turns = min(turns_of(g, 1 - seat), len(deck))
    for place in range(0, len(deck), len(deck) // turns) if turns else ():
        hand, deck[place] = after_turn(hand, deck[place], known.held)
    return Hidden(hand, with_jokers(g, deck, chance))


def after_turn(hand: Bits, drawn: Bit, kept: Bits) -> tuple[Bits, Bit]:
    """The hand after a turn, and the card shed. A hand that could have gone out would have ended the round."""
    shed = least_useful(hand | drawn, kept)
    better = (hand | drawn) ^ shed
    return (better, shed) if deadwood(better) > MOST_TO_KNOCK else (hand, drawn)


def turns_of(g: State, seat: Seat) -> int:
    """How many cards this seat has drawn or taken; it could keep or shed all but one of them."""
    return (g.turns + (seat != g.dealing)) // 2 + 1


def with_jokers(g: State, cards: list[Bit], chance: Chance) -> list[Bit]:
    """As many cards as are in the deck; jokers lie anywhere among them."""
    jokers = sum(card in JOKERS for card in g.deck)
    deck = cards[: len(g.deck) - jokers]
    for _ in range(jokers):
        deck.insert(chance.below(len(deck) + 1, "joker"), JOKER)
    return deck


def shuffled(cards: list[Bit], chance: Chance) -> list[Bit]:
    for place in range(len(cards) - 1, 0, -1):
        other = chance.below(place + 1, "world")
        cards[place], cards[other] = cards[other], cards[place]
    return cards
