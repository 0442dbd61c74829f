"""Desfases, sentence by sentence of its rules: scoring, feeding the timer and the end."""

from typing import Any

import pytest

from games import engine
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import SQUARES, Coin, Side, Square
from games.desfases.moves import Choose, Feed, Score
from games.desfases.rules import Feeding, Moving, Scoring, State, outcome, tiles_facing
from games.engine import IllegalMove
from games.piecepack import VALUES
from tests.games.desfases_tables import RECORDED, asked, choices, facing, play, said, table

# The pawn of suns on b2, its timer run down; only a2, the 4 of moons, faces it.
FACED = table(pawns="b2 e3 e2 b5", dice="0 3 1 3", under="4 3 1 3")
# The pawn of suns on a3, its timer run down; nothing faces it.
NOT_FACED = table(pawns="a3 e3 e2 b5", dice="0 3 1 3", under="4 3 1 3")


# --- Scoring ------------------------------------------------------------------------------------------------


def test_a_tile_that_faces_the_pawn_is_scored_with_the_coin_from_under_the_die_and_the_pawn_stays() -> None:
    assert choices(asked(FACED)) == ["a2"]
    g = play(FACED, Score("a2"))
    assert g.tiles["a2"].coin == Coin("suns", 4)
    assert (g.pieces["suns"].under, g.pieces["suns"].reserve) == (None, [0, 1, 2, 3, 5])
    assert said(FACED, Score("a2"), to=0)[-1].endswith("Points: 8.")
    assert (g.question.seat, choices(g), g.pieces["suns"].pawn) == (0, ["0", "1", "2", "3", "5"], "b2")


@pytest.mark.parametrize(("side", "expected"), [("N", ["d1"]), ("E", ["c2"]), ("S", []), ("W", ["e2"])])
def test_where_all_tiles_face_one_way_one_faces_the_pawn(side: Side, expected: list[Square]) -> None:
    g = table()
    for tile in g.tiles.values():
        tile.facing = side
    # The tile in the north is scored already.
    g.tiles["d3"].coin = Coin("moons", 4)
    assert tiles_facing(g, "d2") == expected


def test_diagonal_neighbours_face_nobody() -> None:
    # Around b2 everything lies away from it, and every corner tile towards its row or its column.
    board = """
        M1/E  A3/W  A2/W  C2/S  S3/N
        S5/N  M0/E  C4/S  C0/S  M5/E
        A4/S  M2/N   gap  C5/S  M3/E
        M4/W  A5/W  C3/E  A1/W  C1/S
        C5/N  C1/S  A0/W  M2/E  A0/W
    """
    assert tiles_facing(table(board), "b2") == []


def test_tiles_of_any_suit_can_be_scored() -> None:
    board = RECORDED.replace("A5/W", "S5/W").replace("C3/S", "C3/W").replace("S2/N", "A2/S").replace("S1/N", "S1/W")
    g = asked(table(board, pawns="b2 e3 e2 b5", dice="0 3 1 3"))
    assert facing(g, "b3 c2 b1 a2") == "S W N E"
    assert sorted(choices(g)) == ["a2", "b1", "b3", "c2"]
    assert {g.tiles[square].suit for square in ("a2", "b1", "b3", "c2")} == {"suns", "moons", "crowns", "arms"}


def test_a_tile_with_another_pawn_on_it_can_be_scored() -> None:
    g = asked(table(pawns="b2 a2 e2 b5", dice="0 3 1 3"))
    assert choices(g) == ["a2"]


def test_the_tile_under_the_own_pawn_cannot_be_scored() -> None:
    for side in "NESW":
        board = RECORDED.replace("A5/W", f"A5/{side}").replace("M4/E", "M4/W")
        assert "b2" not in tiles_facing(table(board), "b2")


def test_a_scored_tile_is_not_scored_again() -> None:
    g = asked(table(pawns="b2 e3 e2 b5", dice="0 3 1 3", coins={"a2": "A5"}))
    assert g.question == Feeding(0, suit="suns", number=1)


def test_whoever_can_score_has_to_even_if_it_brings_nothing() -> None:
    board = RECORDED.replace("M4/E", "M0/E").replace("M0/E", "M4/E", 1)
    g = asked(table(board, pawns="b2 e3 e2 b5", dice="0 3 1 3"))
    assert g.question == Scoring(0, suit="suns", number=1)
    with pytest.raises(IllegalMove, match="expected: Score the tile on a2"):
        play(g, Feed(1))


def test_the_tiles_turn_before_they_are_looked_at() -> None:
    # Of suns: b1 comes to face a1 by its turn.
    g = asked(table(RECORDED.replace("S1/N", "S1/S"), pawns="a1 e3 e2 b5", dice="0 3 1 3"))
    assert choices(g) == ["b1"]


def test_if_no_tile_faces_the_pawn_the_coin_goes_to_the_gap() -> None:
    g = asked(NOT_FACED)
    assert (g.pieces["suns"].gap, g.pieces["suns"].under) == ([4], None)
    assert g.question == Feeding(0, suit="suns", number=1)
    assert not any(tile.coin for tile in g.tiles.values())


# --- Feeding the timer --------------------------------------------------------------------------------------


def test_the_coin_goes_under_the_die_which_shows_its_value_and_the_turn_is_over() -> None:
    g = play(FACED, Score("a2"), Feed(3))
    assert (g.pieces["suns"].under, g.pieces["suns"].die) == (3, 3)
    assert g.pieces["suns"].reserve == [0, 1, 2, 5]
    assert g.question == Moving(1, suit="moons", number=3)


def test_a_coin_that_is_used_cannot_be_fed() -> None:
    with pytest.raises(IllegalMove, match="seat 0 cannot: Load the 4"):
        play(FACED, Score("a2"), Feed(4))


def test_a_five_brings_five_moves_and_then_a_score_and_a_null_a_score_at_once() -> None:
    assert turns_of("suns", play(NOT_FACED, Feed(5))) == ["move"] * 5 + ["score"]
    assert turns_of("suns", play(NOT_FACED, Feed(0))) == ["score"]


def turns_of(suit: str, g: State) -> list[str]:
    """What a suit does in its turns up to and with the next in which it scores or throws away its coin."""
    kinds = []
    while "score" not in kinds:
        before = g.turns_over
        if g.question.suit == suit:
            kinds.append("move" if isinstance(g.question, Moving) else "score")
        while g.agenda and g.turns_over == before:
            g = play(g, engine.moves(GAME, g, g.question.seat)[0])
    return kinds


def test_a_null_thrown_at_the_beginning_scores_in_the_first_turn() -> None:
    # Arms from null to 5 on e4, a5, b5, c5, d5 and e5.
    g: State = engine.begin(GAME, 4, GAME.Options(), Scripted([list(SQUARES), 0]))
    g = play(g, Choose("arms"), Choose("suns"), Choose("moons"), drawn=[0, 5, 5, 5])
    assert facing(g, "e4 a5 b5 c5 d5 e5") == "N E E E E E"
    assert (g.pieces["arms"].pawn, g.pieces["arms"].gap) == ("e4", [0])
    assert g.question == Feeding(0, suit="arms", number=4)


# --- The end ------------------------------------------------------------------------------------------------


def last_round(**changes: str) -> State:
    """The last round: all coins are used, and every timer has run down once more."""
    words = {"pawns": "b2 e3 e2 b5", "dice": "0 0 0 0", "under": "5 5 5 5", "gaps": "01234 01234 01234 01234"}
    return table(**{**words, **changes}, round=21)  # type: ignore[arg-type]


def test_while_a_coin_can_be_fed_the_timer_has_not_stopped() -> None:
    g = play(last_round(gaps="0124 01234 01234 01234"), Score("a2"))
    assert isinstance(g.question, Feeding)
    assert not g.pieces["suns"].stopped


def test_with_no_coin_left_the_timer_stops_and_the_turn_is_over() -> None:
    g = play(last_round(), Score("a2"))
    assert g.pieces["suns"].stopped
    assert "~The timer of suns has stopped." in said(last_round(), Score("a2"))


def test_the_game_is_over_when_all_four_timers_have_stopped() -> None:
    g = asked(last_round())
    while g.agenda:
        assert outcome(g) is None
        g = play(g, engine.moves(GAME, g, g.question.seat)[0])
    assert all(pieces.stopped for pieces in g.pieces.values())
    assert outcome(g) is not None


def test_a_pawn_whose_timer_has_stopped_stays_holds_its_tile_and_is_in_the_way() -> None:
    g = table(pawns="a1 b1 b2 e5", dice="0 1 1 1", gaps="01234 - - -", under="5 1 1 1", turn="moons", round=21)
    g.pieces["suns"].under = None
    g = asked(g)
    assert g.pieces["suns"].stopped
    assert "a1" not in choices(g)


def test_the_tiles_of_a_suit_that_has_stopped_turn_no_more() -> None:
    g = play(last_round(), Score("a2"))
    suns = "a4 b3 b1 c1 e5"
    lie = facing(g, suns)
    while g.agenda:
        g = play(g, engine.moves(GAME, g, g.question.seat)[0])
    assert facing(g, suns) == lie


def ended(coins: dict[str, str], players: str) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    """Winners, scores and sentence of a game that ends with these coins on the tiles, all others in the gap."""
    words = ["".join(str(v) for v in VALUES if f"{letter}{v}" not in coins.values()) for letter in "SMCA"]
    gaps = " ".join(word or "-" for word in words)
    g = table(dice="0 0 0 0", under="- - - -", gaps=gaps, coins=coins, players=players, round=21, turn="arms")
    end = outcome(g)
    assert end is not None
    return end.winners, end.scores, str(end.why)


FOUR = "suns 0, moons 1, crowns 2, arms 3"
TWO = "suns 0, moons 1, crowns 0, arms 1"


@pytest.mark.parametrize(
    ("coins", "players", "end"),
    [
        # Suns: 4 + 5 on a2, 0 + 2 on d4; moons: 5 + 0 on b2.
        ({"a2": "S5", "d4": "S2", "b2": "M0"}, FOUR, ((0,), (11, 5, 0, 0), "seat 0, with 11.")),
        # Suns 4 + 5, crowns 5 + 4; moons 5 + 5, arms 3 + 1.
        ({"a2": "S5", "b2": "C4", "a4": "M5", "e3": "A1"}, TWO, ((0,), (18, 14), "seat 0, with 18.")),
        # Suns 4 + 5 and crowns 5 + 0; moons 5 + 5 and arms 3 + 1.
        ({"a2": "S5", "b2": "C0", "a4": "M5", "e3": "A1"}, TWO, ((0, 1), (14, 14), "seat 0 and seat 1, with 14.")),
        ({}, FOUR, ((0, 1, 2, 3), (0, 0, 0, 0), "seat 0, seat 1, seat 2 and seat 3, with 0.")),
        (
            {"a4": "S5", "e4": "S4", "b2": "S3", "d3": "S2", "a2": "S1", "c4": "S0"},
            FOUR,
            ((0,), (43, 0, 0, 0), "seat 0, with 43."),
        ),
    ],
    ids=[
        "the score is the sum of tiles and coins marked by the suit",
        "with two players both suits are added up",
        "ties share the win",
        "coins in the gap are worth nothing",
        "the most a suit can score is 43",
    ],
)
def test_the_end(coins: dict[str, str], players: str, end: tuple[Any, Any, str]) -> None:
    assert ended(coins, players) == (*end[:2], f"Most points: {end[2]}")
