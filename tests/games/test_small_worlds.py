"""Small worlds of TCNCCC, whole: with few pieces, every state that any moves and draws lead to. Their numbers are
published in docs/rules.md, as chess programs publish perft."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final

import pytest

from games import GAMES
from games.tcnccc import rules
from games.tcnccc.notation import NOTATION
from games.tcnccc.rules import Placing, State
from tests.games.small_worlds import MOST, World, answers, explored
from tests.support.effort import LONG

TCNCCC: Final = GAMES["tcnccc"]
WORLDS: Final[dict[str, tuple[int, int]]] = {
    "rr / - - - - / - -": (462, 166),
    "rj / - - - - / - -": (480, 171),
    "rry / - - - - / - -": (4_589, 1_117),
}
LARGER: Final[dict[str, tuple[int, int]]] = {
    "r / r - x x / y gb": (9_709, 620),
    "rr / - - x x / yg j": (10_514, 631),
    "rryy / - - - - / - -": (14_206, 2_756),
}
"""Position -> how many states there are, and in how many of them the game is over."""
BY_MOVES: Final = [1, 3, 8, 22, 29, 79, 86, 213, 336, 308, 524, 470, 458, 606, 542, 385, 279, 115, 58, 36, 23, 8]
"""How many states of the third world are first reached after so many moves."""


def same(g: State) -> Any:
    """What matters of a state: not the order of what is only looked at together, nor how many turns are left."""
    question = g.question if g.agenda else None
    placed = (question.piece, sorted(question.full)) if isinstance(question, Placing) else None
    under = [(cylinder, sorted(pieces)) for cylinder, pieces in g.cylinders.items()]
    return g.bag, under, [sorted(held) for held in g.held], g.out, g.turn, type(question).__name__, placed


@cache
def whole(position: str) -> World:
    return world(position, MOST)


def world(position: str, most: int) -> World:
    start = NOTATION.read(position)
    return explored(TCNCCC, start, same, partial(wrong_with, pieces(start)), most=most)


def wrong_with(all_pieces: Counter[str], g: State) -> Iterator[str]:
    if pieces(g) != all_pieces:
        yield "pieces were lost or made"
    if g.agenda and not [*answers(TCNCCC, g)]:
        yield "somebody is asked and has no answer"
    if g.agenda and any(g.out[seat] for seat in g.question.seats):
        yield "somebody who is out is asked"


def faults(position: str, found: World) -> list[str]:
    """What is wrong in a world."""
    return [
        *sorted(found.faults),
        *["a game that never ends"] * (found.from_which_an_end_is_reached() < len(found.after)),
        *["another number of states"] * ((len(found.after), len(found.ends)) != (WORLDS | LARGER)[position]),
    ]


def pieces(g: State) -> Counter[str]:
    """All pieces, wherever they are."""
    drawn = [g.question.piece] if g.agenda and isinstance(g.question, Placing) else []
    return Counter([*g.bag, *drawn, *(each for row in [*g.cylinders.values(), *g.held] for each in row)])


@pytest.mark.parametrize("position", WORLDS | (LARGER if LONG else {}))
def test_every_state_of_a_small_world_is_sound_and_an_end_is_reached_from_it(position: str) -> None:
    assert faults(position, whole(position)) == []


def test_the_published_numbers_of_states_by_moves_are_those_of_the_rules() -> None:
    assert whole("rry / - - - - / - -").by_distance == BY_MOVES


def gone_with_their_pieces(g: State, seat: int, dealer: Any) -> None:
    g.out[seat], g.held[seat] = True, []


PLANTED: Final[dict[str, Callable[..., Any]]] = {
    "has_a_pair": lambda found: len(found) >= 2,
    "put_back": lambda g, found: g.bag.extend(found[1:]),
    "without": lambda found, taken: found,
    "go_out": gone_with_their_pieces,
    "let_the_others_draw": lambda g, lifter, dealer: None,
    "remove": lambda g, cylinder, dealer: None,
    "clockwise_from": lambda g, seat: [other for other in range(2) if not g.out[other]],
    "can_draw": lambda g: True,
}
"""A function of the rules, and one that does something else."""


@pytest.mark.parametrize("name", PLANTED)
def test_a_rule_that_is_broken_on_purpose_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, name, PLANTED[name])
    assert any(has_faults(position, most=2_000) for position in ("rr / - - - - / - -", "rj / - - - - / - -"))


def has_faults(position: str, most: int) -> bool:
    try:
        return faults(position, world(position, most)) != []
    except Exception:  # a broken rule may break anything
        return True
