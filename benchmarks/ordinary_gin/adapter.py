"""Color Gin's strong bot at a table of ordinary gin, with one column instead of four, where no suit is spoiled.

It reads only what its seat may know of OpenSpiel's state: its own hand, and from the history the cards turned up, taken
and discarded in public.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.cards import CARDS, SUITS, Card, Discarded, Took, TurnedUp, in_order
from games.color_gin.evaluator import MOST_TO_KNOCK, Spoils, after_shedding, bits, cards_in, defence
from games.color_gin.going_out import cards_to_shed
from games.color_gin.laid_open import WayOut
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.options import Options
from games.color_gin.prospects import NOBODY, race
from games.color_gin.rollout import World
from games.color_gin.rules import Shedding, State, Turn, Upcard
from games.color_gin.strategy import (
    STRATEGY,
    best_discards,
    candidates,
    gain,
    least_useful_card,
    policy,
    world,
    world_of,
)
from games.color_gin.tally import Tally
from games.dealer import Chance, Line
from games.engine import Move, Seat, say
from games.search import strongest
from games.strategy import Strategy

TAKE_UPCARD, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
"""OpenSpiel's actions; lower ones are the cards."""
OPTIONS: Final = Options(target=100, gin_bonus=25, undercut_bonus=25)
DEALT: Final = 21
"""Cards dealt: two hands and the first discard, turned up last."""
GIN: Final = 10
"""The number of cards in melds for gin, after which nothing can be laid off."""
KNOCKS: Final = 2
ROLLOUTS: Final = 256


# --- The game -----------------------------------------------------------------------------------------------


class OneColumn(Tally):
    """A score sheet that uses only the first suit's column."""

    def open_to(self, way: WayOut) -> Spoils:
        return 1

    def share(self, seat: Seat) -> float:
        if self.closed[0] != NOBODY:
            return float(self.closed[0] == seat)
        first = race(self.options.target - self.scores[0], self.options.target - self.scores[4])
        return 1 - first if seat else first


def one_column(g: State) -> OneColumn:
    first, second = (columns["S"] for columns in g.scores)
    return OneColumn(OPTIONS, (first, 0, 0, 0, second, 0, 0, 0), (NOBODY,) * 4)


def plain_world(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> World:
    thought = world(g, seat, heard, chance)
    thought.tally = one_column(g)
    return thought


def plain_candidates(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Sequence[Move]:
    if not isinstance(g.question, Shedding):
        return candidates(g, seat, heard, chance)
    return [*best_discards(g), *knocks(g)[:KNOCKS]]


def knocks(g: State) -> list[GoOut]:
    after = after_shedding(g.hand)
    cards = sorted(cards_to_shed(g.hand, g.taken), key=lambda card: after[card].points)
    return [GoOut(card, after[card].melds) for card in cards if after[card].points <= MOST_TO_KNOCK]


def plain_policy(g: State, seat: Seat, heard: Sequence[Line], chance: Chance) -> Move:
    """Goes out whenever Color Gin's policy would, but with the least deadwood."""
    if isinstance(g.question, Shedding):
        thought = world_of(g, hasty=1 - seat)
        thought.tally = one_column(g)
        knock = next(iter(knocks(g)), None)
        if knock is not None and gain(thought, knock) > thought.least_gain():
            return knock
        return least_useful_card(g)
    return policy(g, seat, heard, chance)


PLAIN: Final[Strategy] = replace(STRATEGY, candidates=plain_candidates, world=plain_world, policy=plain_policy)


# --- Cards of OpenSpiel -------------------------------------------------------------------------------------

THEIR_SUITS: Final = "SCDH"
OURS: Final[list[Card]] = [CARDS[SUITS.index(suit) * 13 + rank] for suit in THEIR_SUITS for rank in range(13)]  # type: ignore[arg-type]
THEIRS: Final[dict[Card, int]] = {card: number for number, card in enumerate(OURS)}


class Player:
    """A bot with OpenSpiel's `step`. `scores`: both seats' points so far in this game to a hundred."""

    def __init__(self, pyspiel: Any, seat: Seat, scores: Sequence[int], seed: str, rollouts: int = ROLLOUTS) -> None:
        self._utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self._seat = seat
        self._scores = scores
        self._seed = seed
        self._game = replace(GAME, strategy=replace(PLAIN, rollouts=rollouts))
        self._planned: list[int] = []

    def step(self, state: Any) -> int:
        legal = state.legal_actions()
        if not self._planned:
            self._planned = [*self._plan(state, legal)]
        action = self._planned.pop(0)
        if action not in legal:
            raise ValueError(f"{state.action_to_string(self._seat, action)} is not one of {legal} in {state}")
        return action

    def _plan(self, state: Any, legal: Sequence[int]) -> Iterator[int]:
        """The next action, or all remaining ones after a knock."""
        phase = str(state.current_phase()).rpartition(".")[2]
        if len(legal) == 1:
            yield legal[0]
        elif phase == "LAYOFF":
            yield from self._defence(state)
        elif phase == "WALL":
            yield PASS
        else:
            yield from self._answer(seen(state, self._seat, phase, self._scores), heard_of(state))

    def _answer(self, g: State, heard: Sequence[Line]) -> Iterator[int]:
        chance = Seeded(f"{self._seed}/{g.turns}/{len(g.hand)}")
        match strongest(self._game, g, self._seat, heard, chance):
            case Take():
                yield TAKE_UPCARD
            case Draw():
                yield DRAW
            case Pass():
                yield PASS
            case Discard(card):
                yield THEIRS[card]
            case GoOut(card, melds):
                yield from (KNOCK, THEIRS[card], *map(self._meld, melds), PASS)

    def _defence(self, state: Any) -> Iterator[int]:
        """Lay off as much as possible, then show its own melds."""
        table = tuple(cards_in(bits(map(OURS.__getitem__, meld))) for meld in self._melds_on_table(state))
        if sum(map(len, table)) == GIN:
            table = ()
        laid = defence(map(OURS.__getitem__, state.hands()[self._seat]), table)
        if not state.finished_layoffs():
            yield from (THEIRS[card] for card, _ in laid.laid_off)
            yield PASS
        yield from map(self._meld, laid.melds)
        yield PASS

    def _melds_on_table(self, state: Any) -> list[list[int]]:
        return [self._utils.int_to_meld[meld] for meld in state.layed_melds()[1 - self._seat]]

    def _meld(self, cards: Sequence[Card]) -> int:
        return FIRST_MELD + int(self._utils.meld_to_int([THEIRS[card] for card in cards]))


# --- What a seat knows --------------------------------------------------------------------------------------


def heard_of(state: Any) -> list[Line]:
    """The public lines, as at a table of Color Gin."""
    return [Line("shown", say("…"), fades=True, sight=sight) for sight in sights(state)]


def sights(state: Any) -> Iterator[TurnedUp | Took | Discarded]:
    top, dealt = -1, 0
    for move in state.full_history():
        action = move.action
        if move.player < 0:
            dealt += 1
            if dealt == DEALT:
                top = action
                yield TurnedUp(OURS[action])
        elif action == TAKE_UPCARD:
            yield Took(move.player, OURS[top])
        elif action < TAKE_UPCARD:
            top = action
            yield Discarded(move.player, OURS[action])


def seen(state: Any, seat: Seat, phase: str, scores: Sequence[int]) -> State:
    """The table as this seat sees it; hidden cards are in arbitrary order."""
    shown = [*sights(state)]
    pile: list[Card] = []
    taken: Card | None = None
    for sight in shown:
        if isinstance(sight, Took):
            pile.remove(sight.card)
            taken = sight.card
        else:
            pile.append(sight.card)
            taken = None
    hand = in_order(OURS[card] for card in state.hands()[seat])
    unseen = [card for card in CARDS if card not in hand and card not in pile]
    hands = [hand, hand]
    hands[1 - seat] = unseen[:10]
    g = State(
        options=OPTIONS,
        dealing=1,
        hands=hands,
        deck=unseen[10 : 10 + state.stock_size()],
        pile=pile,
        turn=seat,
        turns=sum(isinstance(sight, Discarded) for sight in shown),
        taken=taken if taken in hand else None,
        scores=[dict.fromkeys(SUITS, points) for points in scores],
    )
    g.first({"FIRST_UPCARD": Upcard, "DRAW": Turn, "DISCARD": Shedding}[phase](seat))
    return g
