"""Desfases: the worked examples of its rules, played."""

from typing import Any

import pytest

from games import engine
from games.desfases import GAME
from games.desfases.board import Square
from games.desfases.moves import Feed, Score
from games.desfases.rules import State, points_on, tiles_facing, turn_tiles
from tests.games.desfases_tables import RECORDED, asked, choices, drawn, facing, play, table, to
from tests.games.examples import examples, numbers_in

EXAMPLES = examples("desfases")
LATER = " ".join(EXAMPLES["moving"]["pawns"])


def later(dice: str, under: str = "", coins: str = "") -> State:
    """The turn of arms, whose pawn has come to b2; `coins`: those of arms that are used up."""
    used = {square: f"A{value}" for square, value in zip(("c2", "d4", "e5"), coins, strict=False)}
    return asked(table(pawns=LATER, dice=dice, under=under, coins=used, turn="arms"))


def test_the_table_for_four_is_the_start_of_a_recorded_game() -> None:
    start = EXAMPLES["start"]
    board = "\n".join("  ".join(f"{word:>4}" for word in row) for row in start["board"])
    g = table(pawns=" ".join(start["pawns"]), dice=" ".join(map(str, start["dice"])))
    assert board == drawn(g) == drawn(table(RECORDED))
    assert [(g.tiles[each.pawn].suit, g.tiles[each.pawn].value) for each in g.pieces.values()] == [
        (suit, each.die) for suit, each in g.pieces.items()
    ]


def test_of_the_tiles_of_a_suit_those_turn_that_nothing_holds() -> None:
    turning = EXAMPLES["turning"]
    g = table(pawns=" ".join(turning["pawns"]), coins=turning["coins"], turn="moons")
    assert g.suit == "suns"
    tiles = [g.tiles[square] for square in turning["squares"]]
    assert [f"{tile.suit[0].upper()}{tile.value}" for tile in tiles] == turning["tiles"]
    for lie in turning["facing"]:
        assert facing(g, " ".join(turning["squares"])).split() == lie
        turn_tiles(g)


def test_the_pawn_may_go_where_the_rings_are() -> None:
    moving = EXAMPLES["moving"]
    g = later("4 3 1 3")
    arms = {square: tile for square, tile in g.tiles.items() if tile.suit == "arms"}
    assert arms.pop("b2").facing == "W"
    assert {square: f"A{tile.value}/{tile.facing}" for square, tile in arms.items()} == moving["turned"]
    assert sorted(choices(g)) == sorted(moving["targets"])
    after = play(g, *to(moving["to"]))
    assert (after.pieces["arms"].pawn, after.pieces["arms"].die) == (moving["to"], moving["die"] - 1)


def test_two_tiles_face_the_pawn_and_score_what_is_written_on_them() -> None:
    scoring = EXAMPLES["scoring"]
    g = later("4 3 1 0", under=f"4 3 1 {scoring['coin']}")
    assert sorted(tiles_facing(g, "b2")) == sorted(scoring["scores"])
    for square, (value, coin, points) in scoring["scores"].items():
        tile = play(g, Score(square)).tiles[square]
        assert tile.coin is not None
        assert (tile.value, tile.coin.value, points_on(tile, tile.coin)) == (value, coin, points)
    assert numbers_in("desfases", "scoring") == sorted([3, 4, 4, 3, 7, 1, 3, 4, 4])


def test_then_the_timer_is_fed_and_runs_down() -> None:
    scoring, feeding = EXAMPLES["scoring"], EXAMPLES["feeding"]
    g = play(later("4 3 1 0", under=f"4 3 1 {scoring['coin']}"), Score(scoring["chosen"]))
    assert choices(g) == [str(value) for value in feeding["reserve"]]
    g = play(g, Feed(feeding["coin"]))
    shown = [g.pieces["arms"].die]
    while shown[-1]:
        g = play(g, engine.moves(GAME, g, g.question.seats[0])[0])  # whoever is asked does anything
        if g.pieces["arms"].die != shown[-1]:
            shown.append(g.pieces["arms"].die)
    assert shown == feeding["dice"]


MEANWHILE = [
    [*to("a2"), *to("e4"), *to("e3")],
    [*to("a3"), *to("e5"), Score("e4"), Feed(0)],
    [*to("a4"), *to("d4"), Score("e2"), Feed(2)],
]
"""What suns, moons and crowns do between the turns of arms."""


def test_a_cycle_leads_from_one_coin_to_the_points_it_brings() -> None:
    cycle, squares = EXAMPLES["cycle"], [square for rank in EXAMPLES["cycle"]["squares"] for square in rank]
    *steps, last = cycle["steps"]
    g = play(later("4 3 1 0", under="4 3 1 3"), Score("a2"), Feed(cycle["coin"]))
    for step, others, moves_to in zip(steps, MEANWHILE, [*(step["pawn"] for step in steps[1:]), None], strict=True):
        assert seen(g, squares) == step
        g = play(g, *others)
        g = play(g, *to(moves_to)) if moves_to else g
    assert seen(g, squares) == last
    assert sorted(tiles_facing(g, last["pawn"])) == sorted(cycle["scores"])
    for square, (value, coin, points) in cycle["scores"].items():
        tile = play(g, Score(square)).tiles[square]
        assert tile.coin is not None
        assert (tile.value, tile.coin.value, points_on(tile, tile.coin)) == (value, coin, points)
    assert str(cycle["next"]) in choices(play(g, Score(cycle["chosen"])))


def seen(g: State, squares: list[Square]) -> dict[str, Any]:
    """A step of the figure: where the pawn of arms is, what their die shows, and how the tiles lie."""
    arms, tiles = g.pieces["arms"], [g.tiles[square] for square in squares]
    return {
        "pawn": arms.pawn,
        "die": arms.die,
        "tiles": [f"{tile.suit[0].upper()}{tile.value}/{tile.facing}" for tile in tiles],
    }


@pytest.mark.parametrize("figure", ["set_up", "turning", "moving", "facing", "feeding", "cycle"])
def test_a_caption_names_the_same_numbers_in_every_language(figure: str) -> None:
    numbers_in("desfases", figure)
