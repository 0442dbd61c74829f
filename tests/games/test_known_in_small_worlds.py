"""What a perfect memory could know, against brute force in small worlds: whatever a viewer may be sent there, each
hidden place may hold exactly what it holds in some state that fits all of it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import Any, Final

import pytest
from msgspec.structs import replace

from games import GAMES
from games.bot import Seeded
from games.color_gin import knowledge as of_color_gin
from games.color_gin.cards import CARDS, Discarded, Took, in_order
from games.dealer import Dealer, Line
from games.engine import State, begin
from games.knowledge import Follower
from games.sin_color import knowledge as of_sin_color
from games.sin_color.notation import FACES
from games.sin_color.pieces import Coin, Moved, Paid, Traded
from games.sin_color.rules import Arranging, Ordering
from games.tcnccc import knowledge as of_tcnccc
from games.tcnccc.notation import NOTATION
from games.tcnccc.pieces import Drawn, Lifted, Placed
from tests.games.all_that_fits import SmallWorld, alike
from tests.games.test_small_worlds_of_sin_color import one_for_each_deed
from tests.support.effort import LONG, amount

pytestmark = pytest.mark.timeout(amount(120, 4 * 3600))  # seconds

TCNCCC: Final = GAMES["tcnccc"]
SIN_COLOR: Final = GAMES["sin_color"]
COLOR_GIN: Final = GAMES["color_gin"]
MOST: Final = 30_000
"""The most minds of one world to look at, the nearest first."""


class Found(list[str]):
    """The first few differences between a follower and all that fits, and how much was compared."""

    minds: int = 0
    most_fitting: int = 0


def compared(
    world: SmallWorld, deals: list[Any], follower: Follower, most: int = MOST, said: Sequence[Line] = ()
) -> Found:
    found = Found()
    for mind in islice(world.minds(deals, follower, said), most):
        found += world.differences(mind)
        found.minds += 1
        found.most_fitting = max(found.most_fitting, len(mind.fitting))
        if found:
            break
    return found


# --- TCNCCC -------------------------------------------------------------------------------------------------

BAGS: Final = {"rr": 463, "rj": 527} | ({"rry": 5_632} if LONG else {})
"""The pieces in the bag at first -> how many minds there are."""


def with_many_turns_left(g: Any) -> State:
    return replace(g.copy(), agenda=unnumbered(g), asked_so_far=0, turns_left=100)


def unnumbered(g: Any) -> list[Any]:
    return [replace(question, number=0) for question in g.agenda]


def in_tcnccc(bag: str, you: int | None, follower: Callable[..., Follower] = of_tcnccc.Follower) -> Found:
    g: Any = NOTATION.read(f"{bag} / - - - - / - -")
    return compared(SmallWorld(TCNCCC, 2, you, with_many_turns_left), [g], follower(g.options, 2, you, g.bag))


@pytest.mark.parametrize("you", [0, 1, None])
@pytest.mark.parametrize("bag", BAGS)
def test_in_tcnccc_only_one_state_fits_and_that_is_known(bag: str, you: int | None) -> None:
    found = in_tcnccc(bag, you)
    assert found == []
    assert (found.minds, found.most_fitting) == (BAGS[bag], 1)


# --- Sin Color ----------------------------------------------------------------------------------------------


def sin_color(box: str, in_first_row: int, **options: str) -> Iterator[Any]:
    """Every deal of these coins to two seats and of their tiles to one stack, before the coins are arranged."""
    faces = [FACES[word] for word in box.split()]
    for tiles, coins in ((tiles, coins) for tiles in permutations(faces) for coins in permutations(faces)):
        row = [Coin(face, "suit") for face in coins]
        rows = [row[:in_first_row], row[in_first_row:]]
        g = SIN_COLOR.State(options=SIN_COLOR.Options(**options), rows=rows, stacks=[[*tiles]])
        g.first(Arranging((0, 1)))
        yield g


def with_many_turns_to_come(g: Any) -> State:
    """Dice matter no longer than until their order is chosen."""
    dice = g.dice if isinstance(g.question, Ordering) else {}
    return replace(g.copy(), agenda=unnumbered(g), asked_so_far=0, turns_over=0, last_payment=0, dice=dice)


def in_sin_color(
    box: str,
    in_first_row: int,
    you: int | None,
    follower: Callable[..., Follower] = of_sin_color.Follower,
    most: int = MOST,
    **options: str,
) -> Found:
    deals = alike(SIN_COLOR, [*sin_color(box, in_first_row, **options)], you)[0]
    names = {f"{face.suit} {face.value}": face for face in map(FACES.__getitem__, box.split())}
    world = SmallWorld(SIN_COLOR, 2, you, with_many_turns_to_come, one_for_each_deed)
    return compared(world, deals, follower(deals[0].options, 2, you, names), most)


@pytest.mark.parametrize(
    "options", [{}, {"payments": "optional"}, {"paid_coins": "counted"}, {"offers": "open"}], ids=str
)
def test_in_sin_color_a_coin_or_tile_may_be_what_it_is_in_some_state_that_fits(options: dict[str, str]) -> None:
    found = in_sin_color("S2 S3", 1, None, most=amount(400, MOST), **options)
    assert found == []
    assert found.most_fitting == 4


@pytest.mark.skipif(not LONG, reason="takes minutes")
@pytest.mark.parametrize(("box", "in_first_row", "you", "minds"), [
    ("S2 S3", 1, None, 19_933), ("S2 M3", 1, None, 20_083), ("S2 M2", 1, 0, 4_668),
    ("S2 S3 M2", 2, 1, MOST), ("S2 S3 M2", 2, None, MOST),
])  # fmt: skip
def test_so_it_is_in_larger_worlds_of_sin_color(box: str, in_first_row: int, you: int | None, minds: int) -> None:
    found = in_sin_color(box, in_first_row, you)
    assert found == []
    assert found.minds == minds


# --- Color Gin ----------------------------------------------------------------------------------------------

FEW_CARDS: Final = tuple(card for card in CARDS if card[0] in "A23")
"""Aces, twos and threes."""


@pytest.fixture
def with_few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cards each, and nothing after the first round."""
    monkeypatch.setattr("games.color_gin.rules.CARDS", FEW_CARDS)
    monkeypatch.setattr("games.color_gin.rules.HAND", 3)
    monkeypatch.setattr("games.color_gin.match.MOST_ROUNDS", 1)


def dealt_otherwise(g: Any, you: int) -> Iterator[Any]:
    """Every deal in which this seat has the same hand and the same card is turned up."""
    hidden = [*g.hands[1 - you], *g.deck]
    for hand in combinations(hidden, len(g.hands[1 - you])):
        other = g.copy()
        other.hands[1 - you] = in_order(hand)
        other.deck = [card for card in hidden if card not in hand]
        yield other


def at_the_first_turn(g: Any) -> State:
    return replace(g.copy(), agenda=unnumbered(g), asked_so_far=0, turns=0, takes=0)


def in_color_gin(you: int, follower: Callable[..., Follower] = of_color_gin.Follower, most: int = MOST) -> Found:
    dealer = Dealer(Seeded("few cards"))
    deals = [*dealt_otherwise(begin(COLOR_GIN, 2, COLOR_GIN.Options(), dealer), you)]
    assert len(alike(COLOR_GIN, deals, you)) == 1
    world = SmallWorld(COLOR_GIN, 2, you, at_the_first_turn)
    return compared(world, deals, follower(deals[0].options, 2, you, FEW_CARDS), most, dealer.lines)


@pytest.mark.usefixtures("with_few_cards")
@pytest.mark.parametrize("you", [0, 1])
def test_in_color_gin_a_card_may_be_where_it_is_in_some_state_that_fits(you: int) -> None:
    found = in_color_gin(you, most=amount(60, 3_000))
    assert found == []
    assert found.most_fitting == amount(56, 280)


# --- Lenses broken on purpose -------------------------------------------------------------------------------


def deaf_to(follower: type[Any], *what: Any) -> type[Any]:
    """One who does not hear lines of these kinds, or with these sights."""

    class Deaf(follower):
        def follow(self, view: Any, lines: Any) -> None:
            super().follow(view, [line for line in lines if line.kind not in what and type(line.sight) not in what])

    return Deaf


class Forgetful(of_sin_color.Follower):
    """Remembers no side of a coin that lies down now."""

    def follow(self, view: Any, lines: Any) -> None:
        for coin in (coin for row in self._rows for coin in row):
            coin.sides = set()
        super().follow(view, lines)


class Credulous(of_sin_color.Follower):
    """Draws no conclusion from being asked to pay."""

    def __init__(self, *table: Any) -> None:
        super().__init__(*table)
        self._must_pay = False


class OneByOne(of_sin_color.Follower):
    """Looks at each coin as if there were no others."""

    def _possible(self, view: Any, lying: Any) -> Any:
        return [
            self._bits(face for face in self._faces if self._rows[owner][place].may_be(face)) for owner, place in lying
        ]


BROKEN: Final = {
    **{broken.__name__: broken for broken in (Forgetful, Credulous, OneByOne)},
    **{f"deaf to {what}": deaf_to(of_sin_color.Follower, what) for what in ("no_match", Moved, Traded, Paid)},
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_follower_of_sin_color_that_is_broken_on_purpose_is_found(name: str) -> None:
    assert is_found(lambda: in_sin_color("S2 S3", 1, None, BROKEN[name]))


def is_found(compare: Callable[[], Found]) -> bool:
    try:
        return compare() != []
    except IndexError:  # a broken follower may look for what is not there
        return True


@pytest.mark.usefixtures("with_few_cards")
@pytest.mark.parametrize("unheard", [Took, Discarded])
def test_a_follower_of_color_gin_that_is_broken_on_purpose_is_found(unheard: type[Any]) -> None:
    assert is_found(lambda: in_color_gin(0, deaf_to(of_color_gin.Follower, unheard), most=100))


@pytest.mark.parametrize("unheard", [Drawn, Placed, Lifted])
def test_a_follower_of_tcnccc_that_is_broken_on_purpose_is_found(unheard: type[Any]) -> None:
    assert in_tcnccc("rr", None, deaf_to(of_tcnccc.Follower, unheard))
