"""Desfases: what is seen, what is shown for a moment, and what the log says."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from games import engine
from games.bot import Seeded
from games.dealer import Scripted
from games.desfases import GAME
from games.desfases.board import SQUARES, Fed, Scored, ThrownAway, Used
from games.desfases.moves import Feed, Score
from games.desfases.options import Options
from games.desfases.rules import State
from games.desfases.view import extremes, scramble, view
from games.playthrough import viewers
from tests.games.desfases_tables import asked, play, said, shown, table, to
from tests.games.played import played, sample

OPEN = Options(scores="open")


def midgame(options: Options | None = None) -> State:
    """Suns may score a2; moons have scored d2 with a 5, crowns have thrown away a 5."""
    return table(
        pawns="b2 e3 e2 b5",
        dice="0 3 1 3",
        under="4 3 1 3",
        gaps="- - 5 -",
        coins={"d2": "M5"},
        round=3,
        options=options,
    )


def seen(g: State) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view(g, None)))


# --- The view -----------------------------------------------------------------------------------------------


def test_of_used_coins_the_suit_is_seen_and_not_the_value() -> None:
    sent = seen(asked(midgame()))
    assert sent["tiles"]["d2"]["coin"] == {"suit": "moons", "value": None}
    assert sent["suits"][2]["gap"] == [{"suit": "crowns", "value": None}]
    assert {suit["under"]["value"] for suit in sent["suits"]} == {None}
    assert {suit["points"] for suit in sent["suits"]} == {None}


def test_with_open_scores_values_and_points_are_seen() -> None:
    sent = seen(asked(midgame(OPEN)))
    assert sent["tiles"]["d2"]["coin"] == {"suit": "moons", "value": 5}
    assert sent["suits"][2]["gap"] == [{"suit": "crowns", "value": 5}]
    assert [suit["under"]["value"] for suit in sent["suits"]] == [4, 3, 1, 3]
    assert [suit["points"] for suit in sent["suits"]] == [0, 6, 0, 0]


@pytest.mark.parametrize(
    ("seats", "options", "sides"),
    [(4, Options(), "NESW"), (2, Options(), "NS"), (2, Options(sides="four"), "NE")],
)
def test_where_everybody_sits_is_seen(seats: int, options: Options, sides: str) -> None:
    g: State = engine.begin(GAME, seats, options, Scripted([list(SQUARES), 0]))
    assert view(g, None).sides == tuple(sides)


# --- What is said -------------------------------------------------------------------------------------------

OTHERS = [1, 2, 3, None]
"""Everybody but the player of suns, onlookers too."""


def test_of_a_scoring_others_hear_neither_the_value_of_the_coin_nor_the_points() -> None:
    for you in OTHERS:
        assert said(midgame(), Score("a2"), Feed(3), *to("e5"), to=you) == [
            "~seat 0 scored the 4 of moons on a2 with a coin of suns.",
            "~seat 0 loaded the timer with the 3 of suns.",
            "~seat 1 moved the pawn of moons from e3 to e5.",
        ]
        assert shown(midgame(), Score("a2"), Feed(3), to=you) == [Scored("suns", "a2"), Fed("suns", 3)]


def test_whoever_scores_hears_all_of_it_and_it_is_not_written_down() -> None:
    assert said(midgame(), Score("a2"), to=0) == [
        "~seat 0 scored the 4 of moons on a2 with a coin of suns.",
        "~Your coin was the 4 of suns. Points: 8.",
    ]
    assert shown(midgame(), Score("a2"), to=0) == [Scored("suns", "a2"), Used("suns", 4, 8)]


def not_faced(options: Options | None = None) -> State:
    """No tile faces the pawn of suns, which have the ace under their die."""
    return table(pawns="a3 e3 e2 b5", dice="0 3 1 3", under="1 3 1 3", options=options)


def test_of_a_coin_thrown_away_only_its_player_hears_the_value() -> None:
    for you in OTHERS:
        assert said(not_faced(), to=you) == ["~No tile faced the pawn of suns: its coin went to the gap."]
        assert shown(not_faced(), to=you) == [ThrownAway("suns")]
    assert said(not_faced(), to=0)[1:] == ["~Your coin was the ace of suns. Points: 0."]
    assert shown(not_faced(), to=0) == [ThrownAway("suns"), Used("suns", 1, 0)]


def test_with_open_scores_the_turns_are_written_down_too() -> None:
    assert said(midgame(OPEN), Score("a2"), *to()) == [
        "~seat 0 scored the 4 of moons on a2 with the 4 of suns. Points: 8.",
        "seat 0 scored the 4 of moons on a2 with the 4 of suns. Points: 8.",
    ]
    assert said(not_faced(OPEN))[1:] == ["No tile faced the pawn of suns: the ace of suns went to the gap."]
    assert said(play(midgame(OPEN), Score("a2"), Feed(3)), *to("e5")) == [
        "seat 1 moved the pawn of moons from e3 to e5."
    ]


def test_open_scores_show_everybody_the_coin_and_the_points_for_a_moment() -> None:
    for you in viewers(4):
        assert shown(midgame(OPEN), Score("a2"), Feed(3), to=you) == [Scored("suns", "a2", 4, 8), Fed("suns", 3)]
        assert shown(not_faced(OPEN), to=you) == [ThrownAway("suns", 1)]


# A log that tells the turns would tell every coin: its value is how many moves lie between two feedings.
LASTING = {
    "First turn: {seat}.",
    "{seat} chose {suit}.",
    "Revealed, {suit}: {marks}.",
    "Points of {seat} with {suit}: {points}.",
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_while_scores_are_hidden_the_log_tells_no_turn(seats: int) -> None:
    for game in sample("desfases", seats):
        lasting = [line.text.text for line in game.heard_by(None) if not line.fades]
        assert set(lasting) == LASTING
        assert lasting[-4:] == ["Points of {seat} with {suit}: {points}."] * 4
        assert "Points of {seat} with {suit}: {points}." not in lasting[:-4]
        assert "Revealed, {suit}: {marks}." not in lasting[:-8]


# --- What the used coins could be ---------------------------------------------------------------------------


def used(g: State) -> tuple[Any, ...]:
    """The values of suns: under the die, on the tiles, in the gap."""
    pieces = g.pieces["suns"]
    on_tiles = [tile.coin.value for tile in g.tiles.values() if tile.coin and tile.coin.suit == "suns"]
    return (pieces.under, *on_tiles, *pieces.gap)


def test_under_a_die_may_lie_any_used_coin_that_is_not_less_than_the_die_shows() -> None:
    g = asked(table(dice="3 3 1 3", under="4 3 1 3", coins={"d2": "S2"}, gaps="5 - - -"))
    possible = {order for order in permutations((2, 4, 5)) if order[0] >= 3}
    assert {used(scramble(g, None, Seeded(str(number)))) for number in range(100)} == possible
    assert {used(other) for other in extremes(g, None)} == {(4, 2, 5), (4, 5, 2), (5, 2, 4), (5, 4, 2)}


def test_where_no_coin_lies_under_the_die_the_others_may_lie_anywhere() -> None:
    g = asked(table(pawns="a3 e3 e2 b5", dice="0 3 1 3", under="4 3 1 3", coins={"d2": "S2"}, gaps="5 - - -"))
    possible = {(None, *order) for order in permutations((2, 4, 5))}
    assert {used(scramble(g, None, Seeded(str(number)))) for number in range(100)} == possible


def test_a_single_used_coin_is_no_secret() -> None:
    g = asked(table())
    assert scramble(g, None, Seeded("1")) == g


@pytest.mark.parametrize("options", [OPEN, Options()])
def test_open_coins_are_not_dealt_anew(options: Options) -> None:
    game = played(GAME, 2, "open", options)
    g: Any = game.steps[70].after if options == OPEN else game.state
    assert [*extremes(g, None), scramble(g, None, Seeded("1"))] == [g] * 5
