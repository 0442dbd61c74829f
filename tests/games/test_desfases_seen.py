"""Desfases: what is seen, what is shown for a moment, and what is logged."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from games import engine
from games.bot import Seeded
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import SQUARES, Fed, Scored, ThrownAway, Used
from games.desfases.options import Options
from games.desfases.rules import State
from games.desfases.view import extremes, scramble, view
from games.playthrough import viewers
from tests.games.cases import cases
from tests.games.desfases_tables import asked, play, read, said, shown
from tests.games.played import sample

MIDGAME = "b2 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, gaps - - 5 -, coins d2=M5, round 3"
"""Suns may score a2; moons have scored d2 with a 5, crowns have thrown away a 5."""
NOT_FACED = "a3 e3 e2 b5 : 0 3 1 3 : under 1 3 1 3"
"""No tile faces the pawn of suns, which have the ace under their die."""
OTHERS = [1, 2, 3, None]
"""Everybody except the player of suns, spectators included."""


@cases("""
    scores | coin | thrown_away | under | points
Of used coins the suit is seen and not the value.
    hidden | None | None | None None None None | None None None None
With open scores values and points are seen.
    open   | 5    | 5    | 4 3 1 3             | 0 6 0 0
""")
def test_what_is_seen_of_used_coins(scores: str, coin: str, thrown_away: str, under: str, points: str) -> None:
    sent: Any = msgspec.to_builtins(view(asked(read(f"{MIDGAME}, scores {scores}")), None))
    seen_there, gap = sent["tiles"]["d2"]["coin"], sent["suits"][2]["gap"]
    assert (seen_there["suit"], str(seen_there["value"])) == ("moons", coin)
    assert [(each["suit"], str(each["value"])) for each in gap] == [("crowns", thrown_away)]
    assert " ".join(str(suit["under"]["value"]) for suit in sent["suits"]) == under
    assert " ".join(str(suit["points"]) for suit in sent["suits"]) == points


def test_the_points_that_a_tile_would_bring_are_seen_while_it_can_be_scored_and_coins_are_open() -> None:
    for seat in (0, *OTHERS):
        assert view(asked(read(f"{MIDGAME}, scores open")), seat).scores == {"a2": 8}
    assert view(play(read(f"{MIDGAME}, scores open"), "a2"), 0).scores == {}
    assert view(asked(read(f"{NOT_FACED}, scores open")), 0).scores == {}
    assert view(asked(read(MIDGAME)), 0).scores == {}


def test_where_everybody_sits_is_seen() -> None:
    for seats, options, sides in ((4, Options(), "NESW"), (2, Options(), "NS"), (2, Options(sides="four"), "NE")):
        g: State = engine.begin(GAME, seats, options, Scripted([list(SQUARES), 0]))
        assert view(g, None).sides == tuple(sides)


def test_only_whoever_scores_hears_the_value_of_the_coin_and_the_points_and_nothing_is_written_down() -> None:
    for you in OTHERS:
        assert said(read(MIDGAME), "a2", "3", "e5", to=you) == [
            "~seat 0 scored the 4 of moons on a2 with a coin of suns.",
            "~seat 0 loaded the timer with the 3 of suns.",
            "~seat 1 moved the pawn of moons from e3 to e5.",
        ]
        assert shown(read(MIDGAME), "a2", "3", to=you) == [Scored("suns", "a2"), Fed("suns", 3)]
    assert said(read(MIDGAME), "a2", to=0)[1:] == ["~Your coin was the 4 of suns. Points: 8."]
    assert shown(read(MIDGAME), "a2", to=0) == [Scored("suns", "a2"), Used("suns", 4, 8)]


def test_of_a_coin_thrown_away_only_its_player_hears_the_value() -> None:
    for you in OTHERS:
        assert said(read(NOT_FACED), to=you) == ["~No tile faced the pawn of suns: its coin went to the gap."]
        assert shown(read(NOT_FACED), to=you) == [ThrownAway("suns")]
    assert said(read(NOT_FACED), to=0)[1:] == ["~Your coin was the ace of suns. Points: 0."]
    assert shown(read(NOT_FACED), to=0) == [ThrownAway("suns"), Used("suns", 1, 0)]


def test_with_open_scores_the_turns_are_written_down_and_everybody_is_shown_the_coin_and_the_points() -> None:
    midgame, not_faced = read(f"{MIDGAME}, scores open"), read(f"{NOT_FACED}, scores open")
    scored = "seat 0 scored the 4 of moons on a2 with the 4 of suns. Points: 8."
    assert said(midgame, "a2") == [f"~{scored}", scored]
    assert said(not_faced)[1:] == ["No tile faced the pawn of suns: the ace of suns went to the gap."]
    assert said(play(midgame, "a2", "3"), "e5") == ["seat 1 moved the pawn of moons from e3 to e5."]
    for you in viewers(4):
        assert shown(midgame, "a2", "3", to=you) == [Scored("suns", "a2", 4, 8), Fed("suns", 3)]
        assert shown(not_faced, to=you) == [ThrownAway("suns", 1)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_while_scores_are_hidden_the_log_tells_no_turn(seats: int) -> None:
    """Otherwise coins would follow from turns: each one's value is the number of moves between two feedings."""
    for game in sample("desfases", seats):
        *before, one, two, three, four = (line.text.text for line in game.heard_by(None) if not line.fades)
        assert {one, two, three, four} == {"Points of {seat} with {suit}: {points}."}
        assert set(before[-4:]) == {"Revealed, {suit}: {marks}."}
        assert set(before[:-4]) <= {"First turn: {seat}.", "{seat} plays {suit}."}


def test_in_the_end_used_coins_are_seen() -> None:
    sent: Any = msgspec.to_builtins(view(sample("desfases", 2)[0].state, None))
    marks = [tile["coin"]["value"] for tile in sent["tiles"].values() if tile["coin"]]
    assert marks and None not in marks


def used(g: Any) -> tuple[Any, ...]:
    """The values of suns: under the die, on d2, in the gap."""
    return (g.pieces["suns"].under, g.tiles["d2"].coin.value, *g.pieces["suns"].gap)


def redealt(g: State) -> set[tuple[Any, ...]]:
    return {used(scramble(g, None, Seeded(str(number)))) for number in range(100)}


def test_under_a_die_may_lie_any_used_coin_that_is_not_less_than_the_die_shows() -> None:
    g = asked(read("a1 e3 e2 b5 : 3 3 1 3 : under 4 3 1 3, coins d2=S2, gaps 5 - - -"))
    assert redealt(g) == {order for order in permutations((2, 4, 5)) if order[0] >= 3}
    assert {used(other) for other in extremes(g, None)} == {(4, 2, 5), (4, 5, 2), (5, 2, 4), (5, 4, 2)}
    # Where none lies under the die, the others may lie anywhere.
    g = asked(read("a3 e3 e2 b5 : 0 3 1 3 : under 4 3 1 3, coins d2=S2, gaps 5 - - -"))
    assert redealt(g) == {(None, *order) for order in permutations((2, 4, 5))}
