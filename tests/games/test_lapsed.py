"""Answers for seats whose time has run out, in TCNCCC, Sin Color and Desfases."""

from typing import Any

from games import engine
from games.bot import Seeded
from games.desfases import GAME as DESFASES
from games.desfases.moves import Feed
from games.sin_color import GAME as SIN_COLOR
from games.sin_color.moves import NoTrade, Offer
from games.sin_color.rules import Choosing
from games.tcnccc import GAME as TCNCCC
from games.tcnccc.rules import Draw, GiveBack, Lift, Place
from tests.games import desfases_tables, sin_color_tables, tcnccc_tables
from tests.games.cases import cases
from tests.games.tcnccc_tables import FULL
from tests.games.test_dealer import Asked

TRIES = 40


def answers(game: engine.Game, g: Any) -> set[Any]:
    """All possible answers of the seat asked first."""
    seat = g.question.seats[0]
    return {engine.lapsed(game, g, seat, Seeded(f"lapsed {number}")) for number in range(TRIES)}


def lots_of(g: Any) -> list[Any]:
    """The answer for each draw, for the player of TCNCCC who is asked: there is one draw, with equally likely
    answers."""
    lot = Asked(0)
    engine.lapsed(TCNCCC, g, g.question.seat, lot)
    ((among, _),) = lot.asked
    return [engine.lapsed(TCNCCC, g, g.question.seat, Asked(falls)) for falls in range(among)]


def test_a_piece_is_drawn_if_one_can_be() -> None:
    assert answers(TCNCCC, tcnccc_tables.table("rb / - - - - / - -")) == {Draw()}


def test_otherwise_any_cylinder_is_lifted_each_as_likely_also_an_empty_one() -> None:
    """Letting time run out reveals nothing, and is no better than guessing."""
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


def test_nobody_trades_when_time_runs_out() -> None:
    assert answers(SIN_COLOR, sin_color_tables.endgame()) == {NoTrade()}


def test_who_opened_a_trade_takes_none_of_the_offers_when_time_runs_out() -> None:
    g = sin_color_tables.play(sin_color_tables.endgame(), Offer((0,)), Offer((0,)), Offer((0,)))
    assert isinstance(g.question, Choosing)
    assert answers(SIN_COLOR, g) == {NoTrade()}


def test_one_coin_is_offered_by_lot() -> None:
    offers = answers(SIN_COLOR, sin_color_tables.play(sin_color_tables.endgame(), Offer((0,))))
    assert len(offers) > 1
    assert all(len(offer.coins) == 1 for offer in offers)


def test_a_pawn_goes_where_the_lot_sends_it() -> None:
    g = desfases_tables.asked(desfases_tables.read(": 2 3 1 3"))
    assert answers(DESFASES, g) == set(engine.moves(DESFASES, g, g.question.seat))


def test_the_highest_tile_is_scored_and_the_lowest_coin_is_fed() -> None:
    g = desfases_tables.asked(desfases_tables.read("b2 e3 e2 b5 : 0 3 1 3 : board A5/W=S5/W C3/S=C3/W"))
    tiles = {move.tile: g.tiles[move.tile].value for move in engine.moves(DESFASES, g, g.question.seat)}
    (scored,) = answers(DESFASES, g)
    assert tiles[scored.tile] == max(tiles.values())
    fed = desfases_tables.play(g, scored)
    (coin,) = answers(DESFASES, fed)
    assert coin == Feed(min(fed.pieces[fed.suit].reserve))
