"""Answers for seats whose time has run out, in TCNCCC, Sin Color and Desfases."""

from typing import Any

from games import engine
from games.bot import Seeded
from games.desfases import GAME as DESFASES
from games.desfases.moves import Feed, Score
from games.sin_color import GAME as SIN_COLOR
from games.sin_color.moves import NoTrade, Offer
from games.tcnccc import GAME as TCNCCC
from games.tcnccc.rules import Draw, GiveBack, Lift, Place
from tests.games import desfases_tables, sin_color_tables, tcnccc_tables
from tests.games.cases import cases
from tests.games.tcnccc_tables import FULL
from tests.games.test_dealer import Asked
from tests.games.test_desfases_bot import FOUR_FACE


def answers(game: engine.Game, g: Any) -> set[Any]:
    """All possible answers of the seat asked first."""
    seat = g.question.seats[0]
    return {engine.lapsed(game, g, seat, Seeded(f"lapsed {number}")) for number in range(40)}


def lots_of(g: Any) -> list[Any]:
    """The answer for each draw, for the player of TCNCCC who is asked: there is one draw, with equally likely
    answers."""
    lot = Asked(0)
    engine.lapsed(TCNCCC, g, g.question.seat, lot)
    ((among, _),) = lot.asked
    return [engine.lapsed(TCNCCC, g, g.question.seat, Asked(falls)) for falls in range(among)]


def test_a_piece_is_drawn_if_one_can_be_and_otherwise_any_cylinder_lifted_each_as_likely_also_an_empty_one() -> None:
    """Letting time run out reveals nothing, and is no better than guessing."""
    assert answers(TCNCCC, tcnccc_tables.table("rb / - - - - / - -")) == {Draw()}
    assert lots_of(tcnccc_tables.table("- / - r x bb / - -")) == [Lift(0), Lift(1), Lift(3)]


@cases(f"""
    before | moves | places
A piece goes into any cylinder, each as likely, also a full one.
    r / {FULL} - {FULL} x / - -            | draw (r)                 | 0 1 2
It goes into none that were announced full in this turn.
    r / {FULL} - {FULL} {FULL} / - -       | draw (r), place 3        | 0 1 3
    r / {FULL} - {FULL} {FULL} / - -       | draw (r), place 3, place 1 | 1 3
What was announced full in a turn is forgotten in the next one.
    rb / {FULL} - - - / - -                | draw (r), place 1, place 2, draw (b) | 0 1 2 3
""")
def test_where_a_piece_goes(before: str, moves: str, places: str) -> None:
    g = tcnccc_tables.play(tcnccc_tables.table(before), moves)
    assert lots_of(g) == [Place(int(place)) for place in places.split()]


def test_a_joker_is_given_back_only_if_there_is_nothing_else() -> None:
    for held, given in (("jr", "red"), ("jj", "joker")):
        g = tcnccc_tables.play(tcnccc_tables.table(f"b / r - - - / {held} -"), "lift 1")
        assert answers(TCNCCC, g) == {GiveBack(given)}


def test_nobody_trades_when_time_runs_out_nor_takes_an_offer() -> None:
    for answered in ("", "offer 0, offer 0, offer 0"):
        assert answers(SIN_COLOR, sin_color_tables.play(sin_color_tables.endgame(), answered)) == {NoTrade()}


def test_one_coin_is_offered_by_lot() -> None:
    g = sin_color_tables.play(sin_color_tables.endgame(), "offer 0")
    assert answers(SIN_COLOR, g) == {Offer((0,)), Offer((1,))}


def test_a_pawn_goes_where_the_lot_sends_it() -> None:
    g = desfases_tables.asked(desfases_tables.read(": 2 3 1 3"))
    assert answers(DESFASES, g) == set(engine.moves(DESFASES, g, g.question.seat))


def test_the_highest_tile_is_scored_and_the_lowest_coin_is_fed() -> None:
    g = desfases_tables.asked(desfases_tables.read(f"b2 e3 e2 b5 : 0 3 1 3 : {FOUR_FACE}"))
    assert answers(DESFASES, g) == {Score("a2")}
    assert answers(DESFASES, desfases_tables.play(g, "a2")) == {Feed(1)}
