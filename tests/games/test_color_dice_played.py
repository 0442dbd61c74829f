"""Color Dice: whole games among careful bots, and how the bot decides.

PLAYTHROUGHS=2000 python -m pytest tests/games/test_color_dice_played.py looks at so many games, step by step; without
it at eighty.
"""

import os
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any, Final

import msgspec
import pytest

from games import engine
from games.bot import Seeded, anything
from games.color_dice import GAME
from games.color_dice.board import PAWNS, Board
from games.color_dice.bot import careful
from games.color_dice.options import Options
from games.color_dice.rules import State
from games.dealer import Dealer
from games.playthrough import Playthrough, variants
from tests.games.color_dice_tables import choices, in_short, kept, play, table
from tests.games.played import played

GAMES_WATCHED: Final = int(os.environ.get("PLAYTHROUGHS", "80"))
MOST_ANSWERS: Final = 60


# --- Whole games --------------------------------------------------------------------------------------------


def test_no_pawn_is_ever_lost_or_made_and_no_area_overfull() -> None:
    for game in watched():
        before: Any = game.start
        for step in game.steps:
            g: Any = step.after
            check_pawns(g.board)
            check_locked(before.board, g.board)
            assert all(1 <= die.value <= 6 and 1 <= die.thrown <= 3 for die in g.dice)
            before = g


def watched() -> Iterator[Playthrough]:
    """Games at tables of all sizes and with all options, in turn."""
    tables = [(seats, options) for options in variants(GAME) for seats in GAME.seats]
    for number in range(GAMES_WATCHED):
        seats, options = tables[number % len(tables)]
        yield played(GAME, seats, f"watched {number}", options)


def check_pawns(board: Board) -> None:
    for colour in board.colours:
        inside = [pawns[colour] for pawns in board.areas]
        assert min(*inside, board.outside[colour], board.gone[colour]) >= 0
        assert sum(inside) + board.outside[colour] + board.gone[colour] == PAWNS
        assert not (board.gone[colour] and not board.is_dummy(colour))
        assert not (board.outside[colour] and board.is_dummy(colour))
        assert not (board.is_dummy(colour) and PAWNS in board.abroad(colour))
    assert all(board.empty(area) >= 0 for area in board.colours)


def check_locked(before: Board, after: Board) -> None:
    for area in before.colours:
        for colour in before.colours:
            # Nobody comes home, and locked pawns stay.
            assert area != colour or after.areas[area][colour] <= before.areas[area][colour]
            if before.is_locked(colour, area):
                assert after.areas[area][colour] >= before.areas[area][colour]


@cache
def thirty(seats: int) -> list[Playthrough]:
    return [played(GAME, seats, f"thirty {number}") for number in range(30)]


@pytest.mark.parametrize(
    ("seats", "shortest", "longest"), [(2, 6, 16), (3, 9, 22), (4, 12, 26), (5, 12, 30), (6, 14, 36)]
)
def test_games_are_neither_short_nor_endless(seats: int, shortest: int, longest: int) -> None:
    turns = [turns_of(game) for game in thirty(seats)]
    assert shortest <= median(turns) <= longest
    assert max(turns) < 60 * seats / 2


def turns_of(game: Playthrough) -> int:
    g: Any = game.state
    turns: int = g.turns_over + 1
    return turns


def test_no_question_lists_too_many_answers() -> None:
    for options in variants(GAME):
        for seats in GAME.seats:
            for step in played(GAME, seats, "answers", options).steps:
                assert number_of_answers(step.after) <= MOST_ANSWERS


def number_of_answers(g: Any) -> int:
    return len(engine.moves(GAME, g, g.question.seat)) if g.question is not None else 0


@pytest.mark.parametrize("target", ["colour", "area", "free"])
@pytest.mark.parametrize("seats", [2, 6])
def test_nor_among_players_who_do_anything(seats: int, target: str) -> None:
    chance = Seeded(f"anything {seats} {target}")
    g = engine.begin(GAME, seats, msgspec.convert({"target": target}, Options), Dealer(chance))
    for _ in range(400):
        if g.question is None:
            return
        assert number_of_answers(g) <= MOST_ANSWERS
        engine.advance(GAME, g, g.question.seat, anything(GAME, g, g.question.seat, chance), Dealer(chance))


def test_nor_where_one_pawn_of_each_place_may_go_anywhere() -> None:
    everywhere = "r2 / r1 y1 g2 b2 k1 w1 / r1 y1 g1 b2 k2 w1 / r1 y1 g1 b1 k2 w2 / r1 y2 b1 k2 w2 / r1 y2 g2 b1 w1"
    g = play(kept(everywhere, "2 1 2 2 2 2", options=Options(target="free")), "attack y")
    assert 50 <= number_of_answers(g) <= MOST_ANSWERS


def test_nor_where_the_pawns_to_strike_may_be_of_five_colours() -> None:
    five = "r5 / y2 g2 b2 k2 w1 / / / /"
    g = play(kept(five, "5 1 5 5 5 5", options=Options(target="free")), "attack y", "strike 4 r>y: ?")
    assert 30 <= number_of_answers(g) <= MOST_ANSWERS


# --- The bot ------------------------------------------------------------------------------------------------


def decides(g: State) -> set[str]:
    """What the bot may do, in short."""
    chances = (Seeded(str(number)) for number in range(20))
    return {in_short(careful(g, g.question.seat, [], chance)) for chance in chances}


def test_the_bot_beats_whoever_does_anything() -> None:
    wins = [winner_against_anything(f"against {number}") for number in range(12)]
    assert wins.count(0) >= 11


def winner_against_anything(seed: str) -> int:
    chance = Seeded(seed)
    g = engine.begin(GAME, 2, Options(), Dealer(chance))
    while g.question is not None:
        seat = g.question.seat
        move = careful(g, seat, [], chance) if seat == 0 else anything(GAME, g, seat, chance)
        engine.advance(GAME, g, seat, move, Dealer(chance))
    outcome = GAME.outcome(g)
    assert outcome is not None
    return outcome.winners[0]


def test_the_bot_wins_when_it_can() -> None:
    g = kept("r1 / y3 / r8 / b5", "6 1 5 6")
    assert decides(g) == {"attack g"}
    assert decides(play(g, "attack g")) == {"move 1 r>g"}


def test_the_bot_keeps_dice_with_which_it_wins() -> None:
    assert decides(table("r1 / y3 / r8 / b5", "6 6 5 6")) == {"keep"}


def test_the_bot_throws_a_lowest_die_again() -> None:
    assert decides(table("r2 / y3 / g4 / b5", "1 4 5 3")) == {"throw r"}


def test_the_bot_throws_again_those_dice_that_threaten_it() -> None:
    # Blue could strike five red pawns in the green area.
    g = table("/ y3 / r6 / b6", "1 1 1 6", thrown="3 3 3 1")
    assert decides(g) == {"throw b"}


def test_the_bot_gathers_rather_than_scatters() -> None:
    g = play(kept("r2 / y3 / r4 / r2 b5", "2 2 1 1"), "attack g")
    assert decides(g) <= {"move 1 out>g", "move 1 r>g", "strike 1 r>b: g"}


def test_the_bot_breaks_up_what_others_have_gathered() -> None:
    # Yellow has six in green: the next two lock them.
    g = play(kept("r4 / y1 / y6 / b9", "4 1 4 4"), "attack y")
    assert decides(g) == {"strike 3 r>g: yyy"}


def test_the_bot_stops_when_the_next_attack_would_do_more_harm_than_good() -> None:
    # Four pawns for yellow could only come from the six in green.
    g = play(kept("r2 / y3 / r6 / r1 b7", "6 2 6 5"), "attack b", "strike 1 r>b: b")
    assert choices(g) == ["attack y", "stop"]
    assert decides(g) == {"stop"}


def test_the_bot_counterattacks_when_it_wins() -> None:
    g = play(kept("y7 / / g4 / b5", "4 6 1 6"), "counter_first")
    assert decides(g) == {"move 2 out>r"}


def test_the_bot_declines_what_only_takes_its_pawns_apart() -> None:
    g = kept("/ / y6 / b9", "1 5 1 1")
    assert choices(g) == ["move 4 g>r", "decline"]
    assert decides(g) == {"decline"}


def test_the_bot_sets_a_dummy_on_its_rival() -> None:
    assert decides(kept("r2 / y3 / g9 / b9", "2 2 3 2", players=2)) == {"strike 1 g>r: r"}


def test_the_bot_lets_counterattacks_come_first_when_its_attack_would_expose_it() -> None:
    # Blue could strike two of the pawns that red is about to gather in green; now it could only move in.
    assert decides(kept("/ y9 / g4 / b5", "4 4 1 6")) == {"counter_first"}


def test_the_bot_attacks_first_when_that_wins() -> None:
    g = kept("r1 / y3 / r8 / b5", "5 6 4 6")
    assert decides(g) == {"attack_first"}


def test_the_bot_strikes_whoever_has_gathered_most() -> None:
    g = kept("r3 / y4 b1 k2 / g4 / b5 / k6", "2 1 2 2 2", options=Options(target="area"))
    g = play(g, "attack y", "strike 1 r>y: ?")
    assert decides(g) == {"strike k"}
