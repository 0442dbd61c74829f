"""Color Dice: the rules, the light model and the evaluation that bots think with know the same attacks as an exhaustive
search, by every reading and with two to six players."""

from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import engine
from games.color_dice import GAME
from games.color_dice.attacking import Countering, Sending
from games.color_dice.attacks import attacks, strikeable, ways_to_strike
from games.color_dice.board import FEWEST_COLOURS, PAWNS, Board
from games.color_dice.eye import Eye
from games.color_dice.model import LightTable
from games.color_dice.moves import Send
from games.color_dice.options import Options
from games.color_dice.quick import World
from tests.games.color_dice_oracle import Way, all_attacks, ways
from tests.games.played import played, states
from tests.support.effort import amount

READINGS = get_args(get_args(get_type_hints(Options, include_extras=True)["target"])[0])
by_every_reading = pytest.mark.parametrize("reading", READINGS)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any arrangement of the pawns, with large groups, full areas and dummies that have lost some."""
    players = draw(st.integers(2, 6))
    colours = range(max(players, FEWEST_COLOURS))
    areas = [[0] * len(colours) for _ in colours]
    outside, gone = [0] * len(colours), [0] * len(colours)
    for colour in colours:
        left = PAWNS
        for area in draw(st.lists(st.sampled_from(colours), max_size=3, unique=True)):
            # Nine abroad have won: no question is asked after that.
            most = min(left, PAWNS - sum(areas[area]), PAWNS if area == colour else PAWNS - 1)
            areas[area][colour] = number = draw(st.integers(0, most))
            left -= number
        (outside if colour < players else gone)[colour] = left
    return Board(players, areas, outside, gone)


def found_by_rules(board: Board, options: Options, colour: int, target: int, pawns: int) -> list[Way]:
    return [
        way for send in attacks(board, options, colour, target, pawns) for way in all_of(board, options, target, send)
    ]


def all_of(board: Board, options: Options, target: int, send: Send) -> list[Way]:
    """The group with each choice of pawns to strike, if these are yet to be chosen."""
    struck = [send.struck]
    if send.struck is None:
        available = strikeable(board, options, send.colour, target, send.area)
        struck = [*ways_to_strike(available, send.strikes)]
    return [Way(send.origin, send.area, send.moves, tuple(sorted(each or ()))) for each in struck]


def test_the_readings_are_those_of_the_host() -> None:
    assert READINGS == ("sheet", "colour", "area", "free")
    assert Options().target == "sheet"


@by_every_reading
@given(board=boards())
@settings(max_examples=amount(60, 2000))
def test_the_rules_know_every_attack_once_and_no_other(reading: Any, board: Board) -> None:
    for colour, target, pawns in all_attacks(board):
        found = found_by_rules(board, Options(target=reading), colour, target, pawns)
        assert len(found) == len(set(found))
        assert set(found) == ways(board, reading, colour, target, pawns)


@by_every_reading
@given(board=boards(), seat=st.integers(0, 1))
@settings(max_examples=amount(25, 500))
def test_the_evaluation_finds_the_best_attack_among_them(reading: Any, board: Board, seat: int) -> None:
    eye = Eye(board, Options(target=reading), seat, turn=0)
    for colour, target, pawns in all_attacks(board):
        possible = ways(board, reading, colour, target, pawns)
        best = eye.best(colour, target, pawns)
        assert (best is None) == (not possible)
        if best is not None:
            worth, send = best
            assert send.struck is not None
            assert Way(send.origin, send.area, send.moves, tuple(sorted(send.struck))) in possible
            every = [eye.effect(as_sent(board, colour, way)) for way in possible]
            assert worth == pytest.approx(max(every)) == pytest.approx(eye.effect(send))


def as_sent(board: Board, colour: int, way: Way) -> Send:
    kind: Any = "strike" if not way.moves else "mixed" if way.struck else "move"
    return Send(colour=colour, kind=kind, origin=way.origin, area=way.area, moves=way.moves,
                strikes=len(way.struck), struck=way.struck, players=board.players)  # fmt: skip


@by_every_reading
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_offered_in_a_game_is_what_the_search_finds(reading: Any, seats: int) -> None:
    options = Options(target=reading)
    for g in states(played(GAME, seats, f"oracle {reading}", options)):
        question = g.question
        if isinstance(question, Sending | Countering):
            colour = question.colour if isinstance(question, Countering) else g.turn
            offered = [move for move in engine.moves(GAME, g, question.seat) if isinstance(move, Send)]
            found = [way for send in offered for way in all_of(g.board, options, question.target, send)]
            assert set(found) == ways(g.board, reading, colour, question.target, question.pawns)
        light = World(g, 1)
        for target in g.board.colours:
            if light.ahead(target) < 0 and target not in g.attacked:
                possible = ways(g.board, reading, g.turn, target, -light.ahead(target))
                assert LightTable.can_attack(light, target) == bool(possible)
