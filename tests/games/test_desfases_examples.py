"""Desfases: the worked examples of its rules, played."""

from typing import Any

from games.desfases.board import Square
from games.desfases.rules import State, points_on, tiles_facing, turn_tiles
from tests.games.desfases_tables import RECORDED, asked, choices, facing, play, read
from tests.games.examples import examples, numbers_in

EXAMPLES = examples("desfases")
LATER = " ".join(EXAMPLES["moving"]["pawns"])


def later(dice: str, under: str = "") -> State:
    """The turn of arms, whose pawn has reached b2."""
    return asked(read(f"{LATER} : {dice} : turn arms, under {under or dice}"))


def names(g: State, squares: list[Square]) -> list[str]:
    """The tiles on these squares as the figures have them, such as "M4/E"."""
    tiles = (g.tiles[square] for square in squares)
    return [f"{tile.suit[0].upper()}{tile.value}/{tile.facing}" for tile in tiles]


def test_the_table_for_four_is_the_start_of_a_recorded_game() -> None:
    start = EXAMPLES["start"]
    assert [word.replace("/", "") for row in start["board"] for word in row] == RECORDED.split()
    g = read(f"{' '.join(start['pawns'])} : {' '.join(map(str, start['dice']))}")
    for suit, each in g.pieces.items():
        assert (g.tiles[each.pawn].suit, g.tiles[each.pawn].value) == (suit, each.die)


def test_of_the_tiles_of_a_suit_those_turn_that_nothing_holds() -> None:
    turning = EXAMPLES["turning"]
    coins = " ".join(f"{square}={coin}" for square, coin in turning["coins"].items())
    g = read(f"{' '.join(turning['pawns'])} : : coins {coins}, turn moons")
    assert g.suit == "suns"
    for lie in turning["facing"]:
        assert names(g, turning["squares"]) == [f"{t}/{at}" for t, at in zip(turning["tiles"], lie, strict=True)]
        turn_tiles(g)


def test_the_pawn_may_go_where_the_rings_are() -> None:
    moving = EXAMPLES["moving"]
    g = later("4 3 1 3")
    assert facing(g, "b2") == "W"
    arms = [square for square, tile in g.tiles.items() if tile.suit == "arms" and square != "b2"]
    assert dict(zip(arms, names(g, arms), strict=True)) == moving["turned"]
    assert sorted(choices(g)) == sorted(moving["targets"])
    after = play(g, moving["to"])
    assert (after.pieces["arms"].pawn, after.pieces["arms"].die) == (moving["to"], moving["die"] - 1)


def scores(g: State, expected: dict[Square, list[int]]) -> bool:
    """Whether these tiles face the pawn of arms, and score what is expected of them with the coin."""
    found = {}
    for square in tiles_facing(g, g.pieces["arms"].pawn):
        tile = play(g, square).tiles[square]
        found[square] = [tile.value, tile.coin.value, points_on(tile, tile.coin)]
    return found == expected


def test_two_tiles_face_the_pawn_and_score_what_is_written_on_them() -> None:
    scoring = EXAMPLES["scoring"]
    assert scores(later("4 3 1 0", under=f"4 3 1 {scoring['coin']}"), scoring["scores"])
    assert numbers_in("desfases", "scoring") == sorted([3, 4, 4, 3, 7, 1, 3, 4, 4])


def test_then_the_timer_is_fed_and_runs_down() -> None:
    scoring, feeding = EXAMPLES["scoring"], EXAMPLES["feeding"]
    g = play(later("4 3 1 0", under=f"4 3 1 {scoring['coin']}"), scoring["chosen"])
    assert choices(g) == [str(value) for value in feeding["reserve"]]
    g = play(g, str(feeding["coin"]))
    shown = [g.pieces["arms"].die]
    while shown[-1]:
        g = play(g, choices(g)[0])  # any answer of the seat that is asked
        if g.pieces["arms"].die != shown[-1]:
            shown.append(g.pieces["arms"].die)
    assert shown == feeding["dice"]


MEANWHILE = ["a2 e4 e3", "a3 e5 e4 0", "a4 d4 e2 2"]
"""The moves of suns, moons and crowns between the turns of arms."""


def test_a_cycle_leads_from_one_coin_to_the_points_it_brings() -> None:
    cycle, squares = EXAMPLES["cycle"], [square for rank in EXAMPLES["cycle"]["squares"] for square in rank]
    *steps, last = cycle["steps"]
    g = play(later("4 3 1 0", under="4 3 1 3"), "a2", str(cycle["coin"]))
    for step, others, next_step in zip(steps, MEANWHILE, [*steps[1:], None], strict=True):
        assert seen(g, squares) == step
        g = play(g, *others.split(), *([next_step["pawn"]] if next_step else []))
    assert seen(g, squares) == last
    assert scores(g, cycle["scores"])
    assert str(cycle["next"]) in choices(play(g, cycle["chosen"]))


def seen(g: State, squares: list[Square]) -> dict[str, Any]:
    """A step of the figure: the pawn of arms, the value of its die, and the directions of the tiles."""
    return {"pawn": g.pieces["arms"].pawn, "die": g.pieces["arms"].die, "tiles": names(g, squares)}
