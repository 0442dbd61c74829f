"""Evaluates a hand exactly: every way to lay it out in melds.

Internally, a set of cards is a number with one bit for each card, so that every question about it is one operation. The
search goes through ALL collections of melds that share no card, since a meld may also be left undeclared (RULES.md,
decision 9). Eleven cards have a few dozen of them, seldom more.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from games.color_gin.cards import CARDS, JOKERS, PLACE, POINTS, SUITS, Card, Meld, Suit, in_order

MOST_TO_KNOCK: Final = 10

Bits: TypeAlias = int
"""A set of cards."""
Spoils: TypeAlias = int
"""A set of suits, a bit for each, the first suit first."""

RANKS_OF_A_SUIT: Final[Bits] = (1 << 13) - 1
ACES: Final[Bits] = sum(1 << 13 * suit for suit in range(4))
KINGS: Final[Bits] = ACES << 12


class Arrangement(Struct, frozen=True):
    """A hand laid out: melds, and what is left over. `spoiled`: the suits that it could not score in."""

    melds: tuple[Meld, ...]
    leftovers: tuple[Card, ...]
    points: int
    spoiled: tuple[Suit, ...]

    @property
    def is_gin(self) -> bool:
        return not self.leftovers


class Defence(Struct, frozen=True):
    """The hand of the player who did not go out. `laid_off`: each card with the index of its meld, in order."""

    melds: tuple[Meld, ...]
    leftovers: tuple[Card, ...]
    laid_off: tuple[tuple[Card, int], ...]
    points: int


class _Known(NamedTuple):
    """The properties of a meld."""

    cards: Bits
    points: int
    spoils: Spoils


class Way(NamedTuple):
    """Some melds of a hand that share no card, and their totals."""

    used: Bits
    points: int
    spoils: Spoils
    melds: tuple[Bits, ...]


# --- Cards and bits -----------------------------------------------------------------------------------------


def bits(cards: Iterable[Card]) -> Bits:
    """The set of these cards; jokers are in no set."""
    return sum([1 << PLACE[card] for card in cards if card not in JOKERS])


@lru_cache(maxsize=1 << 10)
def cards_in(hand: Bits) -> tuple[Card, ...]:
    """The cards of a set, in order."""
    return tuple([CARDS[bit.bit_length() - 1] for bit in _single(hand)])


def _single(hand: Bits) -> Iterator[Bits]:
    while hand:
        yield hand & -hand
        hand &= hand - 1


def points_in(hand: Bits) -> int:
    """The points of these cards when they are left over."""
    return sum([_POINTS_IN_A_SUIT[hand >> 13 * suit & RANKS_OF_A_SUIT] for suit in range(4)])


def _points_in_a_suit() -> list[int]:
    points = [0]
    for rank in range(13):
        points += [POINTS[CARDS[rank]] + lower for lower in points]
    return points


_POINTS_IN_A_SUIT: Final = _points_in_a_suit()
"""The sum for each set of ranks, computed once, because this is asked most of all."""


def suits_in(hand: Bits) -> Spoils:
    """The suits of these cards."""
    return sum([1 << suit for suit in range(4) if hand >> 13 * suit & RANKS_OF_A_SUIT])


def suits_named(spoils: Spoils) -> tuple[Suit, ...]:
    return tuple(suit for place, suit in enumerate(SUITS) if spoils >> place & 1)


# --- Melds --------------------------------------------------------------------------------------------------


def _runs() -> Iterator[_Known]:
    # "At least three cards in order all of the same suit"; it "spoils you in its suit."
    for suit in range(4):
        for length in range(3, 14):
            for lowest in range(14 - length):
                run = ((1 << length) - 1) << (13 * suit + lowest)
                yield _Known(run, points_in(run), 1 << suit)


def _sets() -> Iterator[_Known]:
    # "A three-of-a-kind spoils you in the missing suit"; "four-of-a-kinds don't have that problem."
    for rank in range(13):
        four = ACES << rank
        yield _Known(four, points_in(four), 0)
        for suit in range(4):
            three = four & ~(1 << 13 * suit + rank)
            yield _Known(three, points_in(three), 1 << suit)


_MELDS: Final[dict[Bits, _Known]] = {meld.cards: meld for meld in (*_runs(), *_sets())}


def spoiled_by(meld: Bits) -> Spoils:
    """The suit that a meld spoils; none for four of a kind."""
    return _MELDS[meld].spoils


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether these cards, in whatever order, are a run or a set."""
    return _meld_of(cards) is not None


def _meld_of(cards: Sequence[Card]) -> _Known | None:
    meld = _MELDS.get(bits(cards))
    # A card named twice, or a joker among them, makes fewer bits than cards.
    return meld if meld is not None and meld.cards.bit_count() == len(cards) else None


def melds_in(cards: Iterable[Card]) -> list[Meld]:
    """All melds that these cards make, including overlapping ones."""
    return [cards_in(meld.cards) for meld in _melds_in(bits(cards))]


def _melds_in(hand: Bits) -> Iterator[_Known]:
    for suit in range(4):
        for run in _runs_among(hand >> 13 * suit & RANKS_OF_A_SUIT):
            yield _MELDS[run << 13 * suit]
    yield from _sets_in(hand)


@lru_cache(maxsize=1 << 13)
def _runs_among(ranks: Bits) -> tuple[Bits, ...]:
    """The runs among the cards of one suit."""
    found: list[Bits] = []
    longer = ranks & ranks >> 1 & ranks >> 2  # where runs of three begin
    length = 3
    while longer:
        found += (lowest * ((1 << length) - 1) for lowest in _single(longer))
        longer &= ranks >> length
        length += 1
    return tuple(found)


def _sets_in(hand: Bits) -> Iterator[_Known]:
    spades, hearts, diamonds, clubs = (hand >> 13 * suit & RANKS_OF_A_SUIT for suit in range(4))
    two_black, two_red = spades & clubs, hearts & diamonds
    for rank in _single(two_black & (hearts | diamonds) | two_red & (spades | clubs)):
        held = hand & ACES * rank
        yield _MELDS[held]
        if held.bit_count() == 4:
            yield from (_MELDS[held ^ card] for card in _single(held))


# --- Arrangements -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def all_ways(hand: Bits) -> tuple[Way, ...]:
    """All collections of melds in a hand that share no card; the first has none."""
    ways = [Way(0, 0, 0, ())]
    for meld, points, spoils in _melds_in(hand):
        ways += [
            Way(way.used | meld, way.points + points, way.spoils | spoils, (*way.melds, meld))
            for way in ways
            if not way.used & meld
        ]
    return tuple(ways)


def _arranged(hand: Bits, way: Way) -> Arrangement:
    left = hand & ~way.used
    return Arrangement(
        melds=_in_order(way.melds),
        leftovers=cards_in(left),
        points=points_in(left),
        spoiled=suits_named(way.spoils | suits_in(left)),
    )


def _in_order(melds: Iterable[Bits]) -> tuple[Meld, ...]:
    return tuple(cards_in(meld) for meld in sorted(melds, key=lambda meld: meld & -meld))


def arrangement(hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> Arrangement:
    """This hand with these melds. Raises ValueError unless they are melds of it that share no card."""
    held, way = bits(hand), Way(0, 0, 0, ())
    for cards in melds:
        known = _meld_of(cards)
        if known is None or known.cards & (way.used | ~held):
            raise ValueError(f"not a meld of {in_order(hand)} besides {_in_order(way.melds)}: {tuple(cards)}")
        way = Way(way.used | known.cards, way.points, way.spoils | known.spoils, (*way.melds, known.cards))
    return _arranged(held, way)


def best(hand: Iterable[Card]) -> Arrangement:
    """The arrangement with least left over; of several, one that spoils the fewest suits."""
    held = bits(hand)
    return _best(held, all_ways(held))


def after_shedding(hand: Iterable[Card]) -> dict[Card, Arrangement]:
    """For each card of a hand the best arrangement of the others; jokers are not counted among these."""
    cards = in_order(hand)
    held = bits(cards)
    return {card: _best(held & ~bits([card]), _ways_without(held, bits([card]))) for card in cards}


def _ways_without(held: Bits, card: Bits) -> list[Way]:
    return [way for way in all_ways(held) if not way.used & card]


def _best(held: Bits, ways: Sequence[Way]) -> Arrangement:
    most = max(way.points for way in ways)
    # Nearly always there is only one that melds this much.
    return min((_arranged(held, way) for way in ways if way.points == most), key=lambda laid: len(laid.spoiled))


def can_be_gin(hand: Iterable[Card]) -> bool:
    """Whether the hand can be laid out with nothing left over."""
    held = bits(hand)
    return any(way.used == held for way in all_ways(held))


# --- Going out ----------------------------------------------------------------------------------------------


def proposals(hand: Iterable[Card], closed: Iterable[Suit] = (), most: int | None = MOST_TO_KNOCK) -> list[Arrangement]:
    """The Pareto front of all arrangements of a hand by the points left over (at most `most`; None: any) and by the
    suits that may score: neither spoiled nor closed. Fewest points first."""
    held, shut = bits(hand), sum(1 << SUITS.index(suit) for suit in closed)
    front: dict[Spoils, Way] = {}
    found = [(left, spoils | shut, way) for left, spoils, way in _results(held, most)]
    for _, barred, way in sorted(found, key=lambda result: (result[0], result[1].bit_count())):
        if not any(barred & others == others for others in front):
            front[barred] = way
    return [_arranged(held, way) for way in front.values()]


def every_result(hand: Iterable[Card], most: int | None = MOST_TO_KNOCK) -> list[Arrangement]:
    """One arrangement for each pair of points and spoiled suits that a hand can have."""
    held = bits(hand)
    found = {(left, spoils): way for left, spoils, way in _results(held, most)}
    return [_arranged(held, way) for way in found.values()]


def _results(held: Bits, most: int | None) -> Iterator[tuple[int, Spoils, Way]]:
    whole = points_in(held)
    for way in all_ways(held):
        left = whole - way.points
        if most is None or left <= most:
            yield left, way.spoils | suits_in(held & ~way.used), way


# --- Laying off ---------------------------------------------------------------------------------------------


def defence(hand: Iterable[Card], melds: tuple[Meld, ...]) -> Defence:
    """The best defence of a hand that may also lay off on these melds of the other player; () after a gin."""
    held = bits(hand)
    table = tuple(map(bits, melds))

    def left(way: Way) -> tuple[int, int]:
        rest = held & ~way.used
        off = sum(card for card, _ in fitted(rest, table))
        return points_in(rest & ~off), off.bit_count()

    # Of equal counts the one that lays off fewest cards: one's own melds are easier to read.
    way = min(all_ways(held), key=left)
    laid_off = fitted(held & ~way.used, table)
    leftovers = held & ~way.used & ~sum(card for card, _ in laid_off)
    return Defence(
        melds=_in_order(way.melds),
        leftovers=cards_in(leftovers),
        laid_off=tuple((cards_in(card)[0], meld) for card, meld in laid_off),
        points=points_in(leftovers),
    )


def fitted(cards: Bits, melds: tuple[Bits, ...]) -> list[tuple[Bits, int]]:
    """As many of the cards as can be laid off, each on a meld that it extends. Runs take cards before sets: only there
    others may follow."""
    found: list[tuple[Bits, int]] = []
    for fitting_to in (_ends_of_run, _fourth_of_set):
        for place, meld in enumerate(melds):
            while fitting := fitting_to(meld) & cards:
                card = fitting & -fitting
                found.append((card, place))
                meld |= card
                cards ^= card
    return found


def _ends_of_run(meld: Bits) -> Bits:
    """The cards that extend a run; none for a set. Nothing goes below the ace or above the king."""
    if not _is_run(meld):
        return 0
    lowest, highest = meld & -meld, 1 << meld.bit_length() - 1
    return (lowest & ~ACES) >> 1 | (highest & ~KINGS) << 1


def _fourth_of_set(meld: Bits) -> Bits:
    """The card that a set of three lacks; none for a run."""
    return 0 if _is_run(meld) else ACES << (meld.bit_length() - 1) % 13 & ~meld


def _is_run(meld: Bits) -> bool:
    return suits_in(meld).bit_count() == 1
