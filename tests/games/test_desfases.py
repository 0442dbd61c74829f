"""Desfases, sentence by sentence of its rules: the table, the turning tiles and the moving pawns."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import RAYS, SQUARES, turned
from games.desfases.moves import Choose, Feed
from games.desfases.options import Options
from games.desfases.rules import Choosing, Moving, State
from games.engine import IllegalMove, NotAsked
from games.piecepack import SUITS, VALUES, Suit
from tests.games.desfases_tables import RECORDED, asked, choices, drawn, facing, play, said, table, to

IN_ORDER = list(SQUARES)
"""Suns from null to 5 on a1, b1 and so on; then moons, crowns and arms."""


def begin(seats: int = 4, first: int = 0, **options: str) -> State:
    g: State = engine.begin(GAME, seats, msgspec.convert(options, Options), Scripted([IN_ORDER, first]))
    return g


def chosen(g: State, *suits: Suit, dice: tuple[int, ...] = (4, 3, 1, 3)) -> State:
    return play(g, *map(Choose, suits), drawn=dice)


# --- The table ----------------------------------------------------------------------------------------------


def test_two_or_four_may_play_and_not_three() -> None:
    assert list(GAME.seats) == [2, 4]
    with pytest.raises(ValueError, match="Desfases is for 2 or 4 players, not 3"):
        begin(3)


def test_the_24_tiles_lie_around_a_gap() -> None:
    g = begin()
    assert len(g.tiles) == 24
    assert "c3" not in g.tiles
    assert {(tile.suit, tile.value) for tile in g.tiles.values()} == {(s, v) for s in SUITS for v in VALUES}


def test_chance_decides_where_the_tiles_lie() -> None:
    squares = list(reversed(SQUARES))
    g: State = engine.begin(GAME, 4, Options(), Scripted([squares, 0]))
    assert (g.tiles["e5"].suit, g.tiles["e5"].value) == ("suns", 0)
    assert (g.tiles["a1"].suit, g.tiles["a1"].value) == ("arms", 5)


def test_chance_decides_who_begins() -> None:
    assert begin(first=2).question == Choosing(2, number=1)


def test_each_of_four_chooses_a_suit_in_turn_and_the_last_one_is_left_over() -> None:
    g = begin(first=2)
    assert choices(g) == ["suns", "moons", "crowns", "arms"]
    g = play(g, Choose("moons"))
    assert (choices(g), g.question.seat) == (["suns", "crowns", "arms"], 3)
    g = play(g, Choose("arms"))
    assert (choices(g), g.question.seat) == (["suns", "crowns"], 0)
    g = chosen(g, "suns")
    assert g.players == {"moons": 2, "arms": 3, "suns": 0, "crowns": 1}


@pytest.mark.parametrize(
    ("seats", "first", "suits", "players", "turns"),
    [
        (
            4,
            2,
            ("moons", "arms", "suns"),
            {"moons": 2, "arms": 3, "suns": 0, "crowns": 1},
            "moons arms suns crowns moons",
        ),
        (
            2,
            0,
            ("suns", "arms", "moons"),
            {"suns": 0, "arms": 1, "moons": 0, "crowns": 1},
            "suns arms moons crowns suns",
        ),
    ],
)
def test_the_suits_take_their_turns_in_the_order_in_which_they_were_chosen_and_two_players_choose_alternately(
    seats: int, first: int, suits: tuple[Suit, ...], players: dict[Suit, int], turns: str
) -> None:
    g = chosen(begin(seats, first), *suits, dice=(5, 5, 5, 5))
    assert g.players == players
    for suit in turns.split():
        assert (g.question.suit, g.question.seat) == (suit, players[suit])  # type: ignore[index]
        g = play(g, engine.moves(GAME, g, g.question.seat)[0])


def test_suits_may_be_drawn_by_lot() -> None:
    script = [IN_ORDER, 1, ["crowns", "suns", "arms", "moons"], 5, 5, 5, 5]
    g: State = engine.begin(GAME, 4, Options(suits="random"), Scripted(script))
    assert g.players == {"crowns": 1, "suns": 2, "arms": 3, "moons": 0}
    assert isinstance(g.question, Moving)


def sides(g: State) -> dict[str, set[str]]:
    """How the tiles of each suit lie; those of the suit whose turn it is have turned once."""
    return {suit: {tile.facing for tile in g.tiles.values() if tile.suit == suit} for suit in g.players}


def test_the_tiles_of_a_suit_face_its_player_and_seats_are_clockwise_from_the_north() -> None:
    g = play(begin(first=2), Choose("moons"), Choose("arms"))
    assert sides(g) == {"moons": {"S"}, "arms": {"W"}}
    g = play(begin(), Choose("moons"), Choose("arms"))
    assert sides(g) == {"moons": {"N"}, "arms": {"E"}}


def test_two_players_sit_opposite_each_other_and_both_their_suits_face_them() -> None:
    g = play(begin(2, first=1), Choose("moons"), Choose("arms"))
    assert sides(g) == {"moons": {"S"}, "arms": {"N"}}
    assert sides(chosen(g, "suns"))["crowns"] == {"N"}


@pytest.mark.parametrize(("first", "faced"), [(0, "NESW"), (1, "ESWN")])
def test_with_four_sides_the_suits_of_two_players_face_them_in_order_of_play(first: int, faced: str) -> None:
    g = chosen(begin(2, first, sides="four"), "suns", "arms", "moons", dice=(5, 0, 0, 0))
    first_side = {turned(faced[0]), faced[0]}  # type: ignore[arg-type]
    assert sides(g) == {"suns": first_side, "arms": {faced[1]}, "moons": {faced[2]}, "crowns": {faced[3]}}
    north_and_south = {suit for suit, seat in g.players.items() if seat == 0}
    assert {faced[[*g.players].index(suit)] for suit in north_and_south} == {"N", "S"}


def test_sides_of_their_own_change_nothing_for_four() -> None:
    usual, four = (chosen(begin(first=3, sides=sides), "suns", "arms", "moons") for sides in ("own", "four"))
    assert usual.tiles == four.tiles


def test_the_dice_are_thrown_when_all_suits_are_chosen() -> None:
    assert play(begin(), Choose("suns"), Choose("moons")).pieces == {}
    g = chosen(begin(), "suns", "moons", "crowns", dice=(4, 3, 1, 0))
    assert [pieces.die for pieces in g.pieces.values()] == [4, 3, 1, 0]


def test_the_coin_thrown_lies_under_the_die_and_the_pawn_stands_on_the_tile_thrown() -> None:
    g = chosen(begin(), "suns", "moons", "crowns", dice=(4, 3, 1, 0))
    for suit, pieces in g.pieces.items():
        assert pieces.under == pieces.die
        assert pieces.reserve == [value for value in VALUES if value != pieces.die]
        assert (g.tiles[pieces.pawn].suit, g.tiles[pieces.pawn].value) == (suit, pieces.die)


@pytest.mark.parametrize("wrong", [{"scores": "secret"}, {"suits": "bought"}, {"sides": "two"}, {"seats": 4}])
def test_there_are_no_other_options(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Options)


# --- The tiles turn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "next_side"), [("S", "W"), ("W", "N"), ("N", "E"), ("E", "S")])
def test_a_quarter_turn_is_clockwise(side: Any, next_side: str) -> None:
    assert turned(side) == next_side


@pytest.mark.parametrize(
    ("more", "squares", "lie"),
    [
        ({}, "c1 b1 b3 e5 a4 a1", "E E E E E N"),
        ({"pawns": "a1 e5 e2 b5"}, "b1 e5", "E N"),
        ({"coins": {"b1": "M4"}}, "c1 b1", "E N"),
        ({"pawns": "a1 e3 e2 b5", "coins": {"e5": "M4"}}, "c1 e5", "E N"),
    ],
    ids=["under the own pawn", "under another", "with a coin on it", "or only that"],
)
def test_the_tiles_of_the_suit_turn_before_its_move_but_not_a_tile_under_a_pawn_or_a_coin(
    more: dict[str, Any], squares: str, lie: str
) -> None:
    assert set(facing(table(), squares).split()) == {"N"}
    assert facing(asked(table(**more)), squares) == lie


def test_tiles_of_other_suits_do_not_turn() -> None:
    before, after = table().tiles, asked(table()).tiles
    assert all(after[square] == tile for square, tile in before.items() if tile.suit != "suns")


def test_a_tile_turns_again_when_the_pawn_has_left_it() -> None:
    g = play(table(dice="4 4 4 4"), *to("a2", "d3", "d2", "c5"))
    assert facing(g, "a1 c1") == "E S"


# --- Moving the pawn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pawns", "coins", "near", "reached"),
    [
        ("a1 e3 e2 b5", {}, "", "a2 a3 a4 a5 b1 b2 c1 d1 e1"),
        ("a3 e3 e2 b5", {}, "b3 d3", "b3"),
        ("b2 e3 e1 a5", {}, "c3 d4 e5", ""),
        ("b3 e3 e2 a5", {}, "c4 d5", "c4 d5"),
        ("a1 a3 c1 e5", {}, "", "a2 b1 b2"),
        ("a1 e3 e2 b5", {"a2": "M4"}, "a2 a3", "a2 a3"),
    ],
    ids=[
        "it moves in eight directions as far as it likes",
        "it does not cross the gap",
        "nor askew",
        "it may pass the corner of the gap",
        "it neither crosses nor joins another",
        "it may cross and enter tiles with coins",
    ],
)
def test_where_a_pawn_gets(pawns: str, coins: dict[str, str], near: str, reached: str) -> None:
    found = choices(asked(table(pawns=pawns, coins=coins)))
    assert sorted(square for square in found if not near or square in near.split()) == reached.split()


def test_on_an_empty_board_no_pawn_has_more_than_twelve_squares_to_go_to() -> None:
    reach = {square: sum(map(len, rays)) for square, rays in RAYS.items()}
    assert (reach["a1"], reach["b1"], reach["b2"]) == (9, 12, 11)
    assert max(reach.values()) == 12


def test_after_the_move_the_die_goes_down_and_the_turn_is_over() -> None:
    g = play(table(), *to("a4"))
    assert (g.pieces["suns"].pawn, g.pieces["suns"].die) == ("a4", 3)
    assert g.question == Moving(1, suit="moons", number=2)


def test_a_die_that_reaches_null_does_not_score_in_the_same_turn() -> None:
    # b1 comes to face a1 in this very turn.
    board = RECORDED.replace("S1/N", "S1/S")
    g = play(table(board, pawns="a2 e3 e2 b5", dice="1 3 1 3"), *to("a1"))
    assert facing(g, "b1") == "W"
    assert (g.pieces["suns"].die, g.pieces["suns"].under) == (0, 1)
    assert g.question.suit == "moons"


def test_a_pawn_that_can_move_nowhere_stays_and_its_die_goes_down() -> None:
    g = asked(table(pawns="a1 a2 b1 b2", dice="3 3 3 3"))
    assert (g.pieces["suns"].pawn, g.pieces["suns"].die) == ("a1", 2)
    assert g.question == Moving(1, suit="moons", number=1)
    assert said(table(pawns="a1 a2 b1 b2")) == ["~The pawn of suns could not move and stayed on a1."]


def test_a_pawn_with_one_way_to_go_has_to_take_it() -> None:
    g = asked(table(pawns="a1 a2 b1 e5", dice="3 3 3 3"))
    assert engine.moves(GAME, g, 0) == to("b2")


def test_a_pawn_that_can_move_has_to() -> None:
    g = asked(table())
    with pytest.raises(IllegalMove, match="expected: Move to a2"):
        play(g, *to("a1"))


def test_only_the_player_whose_turn_it_is_may_move() -> None:
    with pytest.raises(NotAsked, match="seat 2 was not asked to: Move to a2"):
        engine.play(GAME, asked(table()), 2, to("a2")[0], Scripted([]))


def test_coins_are_fed_only_when_it_is_asked_for() -> None:
    with pytest.raises(IllegalMove, match="seat 0 cannot: Load the 3"):
        play(table(), Feed(3))


def test_a_table_is_written_as_it_is_drawn() -> None:
    assert drawn(table()).split() == RECORDED.split()
