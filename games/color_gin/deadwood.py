"""A hand's deadwood, computed on numbers only, for playing thousands of rounds ahead.

A set of cards is a number with a bit for each card, as in evaluator.py, which is the reference; this module computes
the same points of a hand several times faster.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from games.color_gin.cards import CARDS, PLACE, POINTS
from games.color_gin.evaluator import ACES, RANKS_OF_A_SUIT, Bits

Bit: TypeAlias = int
"""One card: a set that has no other."""

POINTS_OF: Final[dict[Bit, int]] = {1 << PLACE[card]: POINTS[card] for card in CARDS}
WORTH_OF_A_LINK: Final = 2.5
"""Points that a card may cost for each other one with which it could make a meld."""
WORTH_OF_A_SUIT: Final = 5
"""Extra cost in points of a card in a suit where there would be something to score."""
REMEMBERED: Final = 1 << 14
"""Hands whose results are cached: within one decision the same ones come again and again."""


def singles(cards: Bits) -> Iterator[Bit]:
    """Each card of a set, in order."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


# --- Least points -------------------------------------------------------------------------------------------


def _least_left_in_a_suit() -> list[int]:
    """For each set of ranks: the points left over besides the best runs."""
    least = [0]
    for ranks in range(1, RANKS_OF_A_SUIT + 1):
        lowest = ranks & -ranks
        left = POINTS_OF[lowest] + least[ranks ^ lowest]
        run = lowest * 7
        while run <= ranks and ranks & run == run:
            left = min(left, least[ranks ^ run])
            run |= run << 1
        least.append(left)
    return least


_LEFT: Final = _least_left_in_a_suit()
_UP_TO_JACK: Final[Bits] = (ACES << 11) - ACES
"""The ranks at which a run may begin."""


@lru_cache(maxsize=REMEMBERED)
def deadwood(hand: Bits) -> int:
    """The least deadwood of a hand, in points."""
    spades, hearts = hand & RANKS_OF_A_SUIT, hand >> 13 & RANKS_OF_A_SUIT
    diamonds, clubs = hand >> 26 & RANKS_OF_A_SUIT, hand >> 39
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    if not ranks:
        return _LEFT[spades] + _LEFT[hearts] + _LEFT[diamonds] + _LEFT[clubs]
    begin = hand & hand >> 1 & hand >> 2 & _UP_TO_JACK
    in_runs = begin | begin << 1 | begin << 2
    for rank in singles(ranks):
        held = hand & ACES * rank
        if not held & in_runs:  # a set whose cards are in no run
            hand ^= held
            ranks ^= rank
    return _least_with_sets(hand, ranks)


def _least_with_sets(hand: Bits, ranks: Bits) -> int:
    """The least, with or without sets of these ranks, of each of which there are three cards."""
    if not ranks:
        return (
            _LEFT[hand & RANKS_OF_A_SUIT]
            + _LEFT[hand >> 13 & RANKS_OF_A_SUIT]
            + _LEFT[hand >> 26 & RANKS_OF_A_SUIT]
            + _LEFT[hand >> 39]
        )
    rank = ranks & -ranks
    others, held = ranks ^ rank, hand & ACES * rank
    least = min(_least_with_sets(hand, others), _least_with_sets(hand ^ held, others))
    if held.bit_count() == 4:
        for card in singles(held):
            least = min(least, _least_with_sets(hand & ~held | card, others))
    return least


# --- One card more or less ----------------------------------------------------------------------------------


def _linked(card: Bit) -> Bits:
    """The cards that make two thirds of a meld with this one."""
    place = card.bit_length() - 1
    near = [place + step for step in (-2, -1, 1, 2) if (place + step) // 13 == place // 13 and place + step >= 0]
    return (ACES << place % 13 | sum(1 << other for other in near)) & ~card


LINKS: Final[dict[Bit, Bits]] = {card: _linked(card) for card in POINTS_OF}


def _partners(card: Bit) -> tuple[Bits, ...]:
    """The pairs of cards that make a meld of three with this one."""
    others = [*singles(LINKS[card])]
    pairs = [one | other for place, one in enumerate(others) for other in others[:place]]
    return tuple(pair for pair in pairs if deadwood(pair | card) == 0)


PARTNERS: Final[dict[Bit, tuple[Bits, ...]]] = {card: _partners(card) for card in POINTS_OF}


def makes_a_meld(hand: Bits, card: Bit) -> bool:
    """Whether this card makes a meld with two or more of the hand."""
    return any(hand & pair == pair for pair in PARTNERS[card])


@lru_cache(maxsize=REMEMBERED)
def least_useful(hand: Bits, kept: Bits, wanted: Bits = 0) -> Bit:
    """The card to shed, other than `kept`: the one whose loss leaves least, allowing for melds that the rest may become
    and for `wanted` suits, in which nothing should stay."""
    left = deadwood(hand)
    least, found = 1000.0, 0
    for use, card in _by_use(hand, hand & ~kept, wanted):
        if use + left >= least:
            break
        cost = use + POINTS_OF[card] + deadwood(hand ^ card)
        if cost < least:
            least, found = cost, card
    return found


def _by_use(hand: Bits, cards: Bits, wanted: Bits) -> list[tuple[float, Bit]]:
    """These cards of a hand with use_of() each; inlined, because nothing is called as often."""
    found = []
    while cards:
        card = cards & -cards
        cards ^= card
        use = WORTH_OF_A_LINK * (hand & LINKS[card]).bit_count() - POINTS_OF[card]
        found.append((use - WORTH_OF_A_SUIT if card & wanted else use, card))
    found.sort()
    return found


def use_of(hand: Bits, card: Bit, wanted: Bits = 0) -> float:
    """What a card may become, minus what it costs."""
    use = WORTH_OF_A_LINK * (hand & LINKS[card]).bit_count() - POINTS_OF[card]
    return use - WORTH_OF_A_SUIT if card & wanted else use
