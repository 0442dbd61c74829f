"""Desfases: whole games among careful bots, and how the bot decides.

PLAYTHROUGHS=2000 python -m pytest tests/games/test_desfases_played.py looks at so many games, step by step; without
it at a hundred.
"""

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final

import pytest

from games import engine
from games.bot import Seeded
from games.desfases import GAME
from games.desfases.board import SQUARES
from games.desfases.bot import careful
from games.desfases.moves import Feed, MoveTo, Score
from games.desfases.rules import Choosing, Feeding, Moving, Scoring, State, points
from games.piecepack import SUITS, VALUES
from games.playthrough import Playthrough
from tests.games.desfases_tables import RECORDED, asked, table
from tests.games.played import played

GAMES_WATCHED: Final = int(os.environ.get("PLAYTHROUGHS", "100"))
ALL: Final = Counter(product(SUITS, VALUES))


# --- Whole games --------------------------------------------------------------------------------------------


def test_no_tile_and_no_coin_is_ever_lost_or_made() -> None:
    for game in watched():
        for step in game.steps:
            g: Any = step.after
            assert Counter((tile.suit, tile.value) for tile in g.tiles.values()) == ALL
            if g.pieces:
                assert Counter(coins(g)) == ALL
                assert all(pieces.die <= pieces.under for pieces in g.pieces.values() if pieces.under is not None)
                assert len({pieces.pawn for pieces in g.pieces.values()}) == 4


def watched() -> Iterator[Playthrough]:
    """Games for two and for four, half and half."""
    for number in range(GAMES_WATCHED // 2):
        yield from (played(GAME, seats, f"watched {number}") for seats in GAME.seats)


def coins(g: State) -> Iterator[tuple[str, int]]:
    for suit, pieces in g.pieces.items():
        under = [] if pieces.under is None else [pieces.under]
        yield from ((suit, value) for value in [*under, *pieces.reserve, *pieces.gap])
    yield from ((tile.coin.suit, tile.coin.value) for tile in g.tiles.values() if tile.coin)


@cache
def twenty(seats: int) -> list[Playthrough]:
    return [played(GAME, seats, f"twenty {number}") for number in range(20)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_suit_takes_21_turns_and_the_game_84(seats: int) -> None:
    for game in twenty(seats):
        g: Any = game.state
        assert g.turns_over == 83
        assert all(pieces.stopped for pieces in g.pieces.values())


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_suit_is_asked_for_15_moves_unless_its_pawn_is_blocked(seats: int) -> None:
    for game in twenty(seats):
        moves = sum(isinstance(step.move, MoveTo) for step in game.steps)
        stays = sum("cannot move" in line.text.text for line in game.heard_by(None))
        assert moves + stays == 4 * 15


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_coin_but_the_first_is_fed_and_every_coin_scores_or_is_thrown_away(seats: int) -> None:
    for game in twenty(seats):
        assert sum(isinstance(step.move, Feed) for step in game.steps) == 4 * 5
        scored = sum(isinstance(step.move, Score) for step in game.steps)
        thrown_away = sum("goes to the gap" in line.text.text for line in game.heard_by(None))
        assert scored + thrown_away == 4 * 6


def test_no_question_has_more_than_twelve_answers() -> None:
    most: Counter[type] = Counter()
    for game in twenty(4):
        for step in game.steps:
            if question := step.after.question:
                most[type(question)] = max(most[type(question)], len(engine.moves(GAME, step.after, question.seat)))
    assert most[Moving] <= 12
    assert most[Scoring] <= 4
    assert most[Feeding] == 5
    assert most[Choosing] == 3


def test_careful_players_score_about_as_much_as_sensible_ones_do() -> None:
    scores: list[int] = []
    for game in twenty(2) + twenty(4):
        g: Any = game.state
        scores += [points(g, suit) for suit in g.players]
    assert 24 <= sum(scores) / len(scores) <= 31
    assert max(scores) <= 43


# --- The bot ------------------------------------------------------------------------------------------------


def decides(g: State) -> set[Any]:
    """What the bot may do."""
    chances = (Seeded(str(number)) for number in range(30))
    return {careful(g, g.question.seat, [], chance) for chance in chances}


def test_the_bot_scores_the_tile_that_is_worth_most() -> None:
    board = RECORDED.replace("A5/W", "S5/W").replace("C3/S", "C3/W").replace("S2/N", "A2/S").replace("S1/N", "S1/W")
    g = asked(table(board, pawns="b2 e3 e2 b5", dice="0 3 1 3"))
    assert decides(g) == {Score("a2")}


def test_the_bot_goes_where_the_best_tile_will_face_its_pawn_when_the_timer_has_run_down() -> None:
    # A quarter turn from now the 5 of suns on a4, which lies to the east, faces a3.
    assert decides(asked(table(dice="1 3 1 3"))) == {MoveTo("a3")}


def test_the_bot_knows_that_a_tile_under_another_pawn_does_not_turn() -> None:
    # A pawn holds the 5 of suns on a4, which faces a3 now and will go on doing so.
    g = asked(table(RECORDED.replace("S5/N", "S5/S"), pawns="a1 a4 e2 b5", dice="1 3 1 3"))
    assert decides(g) == {MoveTo("a3")}


def test_the_bot_knows_that_the_tile_it_leaves_will_turn() -> None:
    # A pawn holds a4, which faces no square in reach. When its own pawn has left a1, the 4 of suns there will face b1.
    assert decides(asked(table(pawns="a1 a4 e2 b5", dice="1 3 1 3"))) == {MoveTo("b1")}


def test_the_bot_looks_two_moves_ahead() -> None:
    board = """
        S0/N  S0/N  S0/N  S0/N  S0/N
        S0/N  S0/N  S0/N  S0/N  M5/E
        S0/N  S0/N   gap  S0/N  S0/N
        S0/N  S0/N  S0/N  S0/N  S0/N
        S0/N  S0/N  S0/N  S0/N  S0/N
    """
    # In two quarter turns the 5 of moons on e4 faces d4, where a pawn gets from a4 or d1.
    assert decides(asked(table(board, dice="2 3 1 3"))) == {MoveTo("a4"), MoveTo("d1")}


def test_the_bot_gives_up_its_least_coin_where_no_tile_is_left_to_score() -> None:
    scored: dict[str, str] = dict.fromkeys(SQUARES, "M5")
    g = asked(table(pawns="a3 e3 e2 b5", dice="0 3 1 3", under="4 3 1 3", coins=scored))
    assert decides(g) == {Feed(0)}


def test_the_bot_feeds_the_coin_that_promises_most() -> None:
    # Only the ace of arms on d2 is left. It will face d3, then e2 where another pawn is, then d1, then c2.
    scored: dict[str, str] = dict.fromkeys((square for square in SQUARES if square != "d2"), "M5")
    g = asked(table(pawns="e1 e3 e2 b5", dice="0 3 1 3", under="4 3 1 3", coins=scored))
    assert decides(g) == {Feed(2), Feed(3)}


def test_the_bot_goes_by_what_lies_open_not_by_what_the_coins_are() -> None:
    game = played(GAME, 4, "fair")
    for step in game.steps[:-1]:
        g: Any = step.after
        seat = g.question.seat
        once, again = (GAME.scramble(g, seat, Seeded(seed)) for seed in ("once", "again"))
        assert careful(once, seat, [], Seeded("bot")) == careful(again, seat, [], Seeded("bot"))
