"""What is answered for a seat whose time has run out, in TCNCCC, Sin Color and Desfases."""

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
from tests.games import desfases_tables, positions, sin_color_tables

TRIES = 40


def answers(game: engine.Game, g: Any) -> set[Any]:
    """Everything that may be answered for the first seat that is asked."""
    seat = g.question.seats[0]
    return {engine.lapsed(game, g, seat, Seeded(f"lapsed {number}")) for number in range(TRIES)}


class Lots:
    """A chance that falls as it is told, and remembers among how many."""

    def __init__(self, falls: int) -> None:
        self.falls = falls
        self.among: list[int] = []

    def below(self, n: int, label: str) -> int:
        self.among.append(n)
        return self.falls % n


def lots_of(g: Any) -> list[Any]:
    """What each lot answers for the player of TCNCCC who is asked: one lot, and every answer of it as likely."""
    lots = [Lots(0)]
    engine.lapsed(TCNCCC, g, g.question.seat, lots[0])
    (among,) = lots[0].among
    return [engine.lapsed(TCNCCC, g, g.question.seat, Lots(falls)) for falls in range(among)]


# --- TCNCCC -------------------------------------------------------------------------------------------------


def test_a_piece_is_drawn_if_one_can_be() -> None:
    assert answers(TCNCCC, positions.table(bag="red blue")) == {Draw()}


def test_otherwise_any_cylinder_is_lifted_each_as_likely_also_an_empty_one() -> None:
    """Whoever lets the time run out learns nothing by it, and is no better off than one who guesses."""
    assert lots_of(positions.table(cylinders=("", "red", None, "blue blue"))) == [Lift(0), Lift(1), Lift(3)]


def test_a_piece_goes_into_any_cylinder_each_as_likely_also_a_full_one() -> None:
    g = positions.play(
        positions.table(bag="red", cylinders=(positions.FULL, "", positions.FULL, None)), Draw(), drawn=["red"]
    )
    assert lots_of(g) == [Place(0), Place(1), Place(2)]


def test_a_piece_goes_into_none_of_the_cylinders_that_were_announced_full_in_this_turn() -> None:
    g = positions.table(bag="red", cylinders=(positions.FULL, "", positions.FULL, positions.FULL))
    once = positions.play(g, Draw(), Place(2), drawn=["red"])
    assert lots_of(once) == [Place(0), Place(1), Place(3)]
    assert lots_of(positions.play(once, Place(0))) == [Place(1), Place(3)]


def test_what_was_announced_full_in_a_turn_is_forgotten_in_the_next_one() -> None:
    g = positions.table(bag="blue red", cylinders=(positions.FULL, "", "", ""))
    next_turn = positions.play(g, Draw(), Place(0), Place(1), Draw(), drawn=["red", "blue"])
    assert lots_of(next_turn) == [Place(0), Place(1), Place(2), Place(3)]


def test_a_joker_is_given_back_only_if_there_is_nothing_else() -> None:
    lifted = {"cylinders": ("red", "", "", ""), "bag": "blue"}
    with_both = positions.play(positions.table(**lifted, held=("joker red", "")), Lift(0))
    assert answers(TCNCCC, with_both) == {GiveBack("red")}
    with_jokers = positions.play(positions.table(**lifted, held=("joker joker", "")), Lift(0))
    assert answers(TCNCCC, with_jokers) == {GiveBack("joker")}


# --- Sin Color ----------------------------------------------------------------------------------------------


def test_nobody_trades_when_time_runs_out() -> None:
    assert answers(SIN_COLOR, sin_color_tables.endgame()) == {NoTrade()}


def test_who_opened_a_trade_takes_none_of_the_offers_when_time_runs_out() -> None:
    g = sin_color_tables.play(sin_color_tables.endgame(), Offer((0,)), Offer((0,)), Offer((0,)))
    assert isinstance(g.question, Choosing)
    assert answers(SIN_COLOR, g) == {NoTrade()}


def test_one_coin_is_offered_by_lot() -> None:
    g = sin_color_tables.play(sin_color_tables.endgame(), Offer((0,)))
    offers = answers(SIN_COLOR, g)
    assert len(offers) > 1
    assert all(len(offer.coins) == 1 for offer in offers)


# --- Desfases -----------------------------------------------------------------------------------------------


def test_a_pawn_goes_where_the_lot_sends_it() -> None:
    g = desfases_tables.asked(desfases_tables.table(dice="2 3 1 3"))
    assert answers(DESFASES, g) == set(engine.moves(DESFASES, g, g.question.seat))


def test_the_highest_tile_is_scored_and_the_lowest_coin_is_fed() -> None:
    board = desfases_tables.RECORDED.replace("A5/W", "S5/W").replace("C3/S", "C3/W")
    g = desfases_tables.asked(desfases_tables.table(board, pawns="b2 e3 e2 b5", dice="0 3 1 3"))
    tiles = {move.tile: g.tiles[move.tile].value for move in engine.moves(DESFASES, g, g.question.seat)}
    (scored,) = answers(DESFASES, g)
    assert tiles[scored.tile] == max(tiles.values())
    fed = desfases_tables.play(g, scored)
    (coin,) = answers(DESFASES, fed)
    assert coin == Feed(min(fed.pieces[fed.suit].reserve))
