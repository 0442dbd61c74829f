"""Small worlds of Sin Color, whole: two seats with a few coins, and every state that any moves and dice lead to."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

import pytest

from games import GAMES
from games.engine import Seat
from games.sin_color import rules
from games.sin_color.notation import coins, tiles
from games.sin_color.rules import DEEDS, Arranging, Ordering, State, Step, turns_left
from tests.games.small_worlds import World, answers, explored
from tests.support.effort import LONG

SIN_COLOR: Final = GAMES["sin_color"]
SMALLEST: Final = "S2 S3, M2 M3 : S2 S3, M2 M3"
WORLDS: Final[dict[str, tuple[int, int]]] = {SMALLEST: (2_016, 111)}
LARGER: Final[dict[str, tuple[int, int]]] = {
    "S2 S3, M2 M3 : S2 S3 M2 M3": (3_615, 115),
    "S2 S3 S4, M2 M3 M4 : S2 S3 S4, M2 M3 M4": (25_885, 466),
    "S2 S3 S4 S5, M2 M3 M4 M5 : S2 S3 S4 S5, M2 M3 M4 M5": (315_932, 1_833),
}
"""Rows and stacks, before the coins are arranged -> how many states there are, and in how many the game is over."""
BY_MOVES: Final = [1, 2, 1, 7, 10, 135, 421, 251, 196, 138, 127, 239, 302, 162, 24]
"""How many states of the smallest world are first reached after so many moves."""


def start(position: str) -> State:
    """Rows and stacks as in the notation, with fewer seats and coins than it reads."""
    rows, stacks = (part.split(", ") for part in position.split(" : "))
    g = State(options=SIN_COLOR.Options(), rows=[*map(coins, rows)], stacks=[*map(tiles, stacks)])
    g.first(Arranging((0, 1)))
    return g


def same(g: State) -> Any:
    """What matters of a state. Not what the pieces show, only which tile has its coin where; nor the order of the
    stacks, of the coins in a row, and of the seats but for whose turn it is; nor which sides of coins lie up, what a
    die shows but for what it does, and how many turns are left."""
    who = partial(from_turn, g)
    stacks = sorted(bytes(coin_of(g, tile) for tile in stack) for stack in g.stacks)
    steps = [(who(step.seat), None if step.die is None else DEEDS[step.die]) for step in g.steps]
    return stacks, g.turn is None, type(g.question).__name__, what_is_asked(g), steps


def from_turn(g: State, seat: Seat) -> int:
    return (seat - (g.turn or 0)) % len(g.rows)


def coin_of(g: State, tile: Any) -> int:
    """Where the coin of this tile is: with which player, under offer or not; 0: it has been paid."""
    for seat, row in enumerate(g.rows):
        for place, coin in enumerate(row):
            if coin.face == tile:
                return 1 + 2 * from_turn(g, seat) + (place in g.offers.get(seat, ()))
    return 0


def what_is_asked(g: State) -> Any:
    match g.question:
        case None:
            return None
        case Arranging(answers=arranged):
            return sorted(arranged)
        case Ordering(seat, partner=partner):
            return DEEDS[g.dice[seat]], DEEDS[g.dice[partner]]
        case question:
            return [from_turn(g, seat) for seat in question.seats]


def one_for_each_deed(n: int, label: str) -> range:
    """Of a die the faces that do something else: null, ace, 2 and 3."""
    return range(len({*DEEDS})) if label == "die" else range(n)


def wrong_with(first: State, g: State) -> Iterator[str]:
    in_rows = [coin.face for row in g.rows for coin in row]
    coloured = [tile for stack in g.stacks for tile in stack if tile is not None]
    if ordered(in_rows) != ordered(coloured) or ordered(in_rows + g.paid) != ordered(faces(first)):
        yield "coins were lost or made, or have no tile"
    if [*map(len, g.stacks)] != [*map(len, first.stacks)]:
        yield "a stack is higher or lower"
    if g.agenda and not [*answers(SIN_COLOR, g)]:
        yield "somebody is asked and has no answer"
    if g.agenda and not all(g.rows):
        yield "somebody has no coins and has not won"
    if turns_left(g) == 0:
        yield "the turns are over, which hides what would follow"


def faces(g: State) -> list[Any]:
    return [coin.face for row in g.rows for coin in row]


def ordered(pieces: list[Any]) -> list[tuple[str, int]]:
    return sorted((face.suit, face.value) for face in pieces)


@cache
def whole(position: str) -> World:
    return world(position, most=1_000_000)


def world(position: str, most: int) -> World:
    first = start(position)
    return explored(SIN_COLOR, first, same, partial(wrong_with, first), one_for_each_deed, most)


def faults(position: str, found: World) -> list[str]:
    """What is wrong in a world."""
    return [
        *sorted(found.faults),
        *["a game that never ends"] * (found.from_which_an_end_is_reached() < len(found.after)),
        *["another number of states"] * ((len(found.after), len(found.ends)) != (WORLDS | LARGER)[position]),
    ]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("position", WORLDS | (LARGER if LONG else {}))
def test_every_state_of_a_small_world_is_sound_and_an_end_is_reached_from_it(position: str) -> None:
    assert faults(position, whole(position)) == []


def test_the_published_numbers_of_states_by_moves_are_those_of_the_rules() -> None:
    assert whole(SMALLEST).by_distance == BY_MOVES


# --- Rules broken on purpose --------------------------------------------------------------------------------


def paid_in_the_dark(g: State, seat: Seat, place: int, dealer: Any) -> None:
    g.paid.append(g.rows[seat].pop(place).face)


def given_away(g: State, seat: Seat, partner: Seat, dealer: Any) -> None:
    g.rows[partner] += rules.take_out(g.rows[seat], g.offers[seat])
    g.offers = {}


def thrown_for_nothing(g: State, seat: Seat, dealer: Any) -> None:
    rules.throw(g, [seat], dealer)
    g.steps = [Step(seat, g.dice[seat])]


PLANTED: Final[dict[str, Any]] = {
    "take_out": lambda row, offered: [row[place] for place in offered],
    "pay": paid_in_the_dark,
    "swap": given_away,
    "throw_alone": thrown_for_nothing,
    "clockwise_from": lambda g, seat: [seat],
    "payable": lambda g, seat: [],
    "DEEDS": ("nothing", "pay", "sink", "sink", "sink", "sink"),
    "one_or_more": lambda g, seat: rules.Pick("offer", "coins", rules.places(g, seat), 0, 1),
    "ask_for_offers": lambda g, opener: g.first(rules.Choosing(opener)),
}
"""Something of the rules, and something else instead."""


@pytest.mark.parametrize("name", PLANTED)
def test_a_rule_that_is_broken_on_purpose_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, name, PLANTED[name])
    assert has_faults(SMALLEST, most=WORLDS[SMALLEST][0])


def has_faults(position: str, most: int) -> bool:
    try:
        return faults(position, world(position, most)) != []
    except Exception:  # a broken rule may break anything
        return True
