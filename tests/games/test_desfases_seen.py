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
from games.desfases.moves import Choose, Feed, Score
from games.desfases.options import Options
from games.desfases.rules import State
from games.desfases.view import extremes, scramble, view
from games.frame import frame
from games.piecepack import VALUES
from games.playthrough import viewers
from tests.games.desfases_tables import asked, play, said, shown, table, to
from tests.games.played import played, sample
from tests.games.secrecy import Blindfold, as_sent

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


def test_a_tile_is_seen_with_its_suit_value_and_the_way_it_faces() -> None:
    expected = {"suit": "moons", "value": 4, "facing": "E", "pinned": False, "coin": None}
    assert seen(asked(midgame()))["tiles"]["a2"] == expected


def test_the_tiles_are_seen_in_the_order_of_the_squares() -> None:
    assert list(seen(asked(midgame()))["tiles"]) == list(SQUARES)


def test_pinned_are_the_tiles_with_a_pawn_or_a_coin_on_them() -> None:
    tiles = seen(asked(midgame()))["tiles"]
    assert {square for square, tile in tiles.items() if tile["pinned"]} == {"b2", "e3", "e2", "b5", "d2"}


def test_whose_turn_it_is_is_seen_and_which_round_of_21() -> None:
    g = asked(midgame())
    assert (seen(g)["turn"], seen(g)["round"]) == ({"suit": "suns", "seat": 0}, 3)
    g = play(midgame(), Score("a2"), Feed(5))
    assert (seen(g)["turn"], seen(g)["round"]) == ({"suit": "moons", "seat": 1}, 3)


def test_a_suit_is_seen_with_pawn_die_and_reserve() -> None:
    assert seen(asked(midgame()))["suits"][1] == {
        "suit": "moons",
        "seat": 1,
        "side": "E",
        "pawn": "e3",
        "die": 3,
        "under": {"suit": "moons", "value": None},
        "reserve": [0, 1, 2, 4],
        "gap": [],
        "stopped": False,
        "points": None,
    }


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


def test_between_scoring_and_feeding_no_coin_lies_under_the_die() -> None:
    sent = seen(play(midgame(), Score("a2")))
    assert sent["suits"][0]["under"] is None
    assert sent["tiles"]["a2"]["coin"] == {"suit": "suns", "value": None}


def test_in_the_end_the_coins_are_turned_over() -> None:
    g = table(dice="0 0 0 0", under="- - - 5", gaps="012345 01235 012345 01234", turn="arms", round=21,
              pawns="a1 e3 e2 e5", coins={"a2": "M4"})  # fmt: skip
    sent = seen(asked(g))
    assert (sent["turn"], sent["round"]) == (None, 21)
    assert sent["tiles"]["a2"]["coin"] == {"suit": "moons", "value": 4}
    assert [coin["value"] for coin in sent["suits"][3]["gap"]] == [0, 1, 2, 3, 4, 5]
    assert [suit["points"] for suit in sent["suits"]] == [0, 8, 0, 0]
    assert all(suit["stopped"] for suit in sent["suits"])


def test_while_suits_are_chosen_the_others_face_nowhere() -> None:
    g: State = engine.begin(GAME, 4, Options(), Scripted([list(SQUARES), 0]))
    sent = seen(play(g, Choose("moons")))
    assert (sent["turn"], sent["round"]) == (None, 0)
    assert {(tile["suit"], tile["facing"]) for tile in sent["tiles"].values()} == {
        ("suns", None), ("moons", "N"), ("crowns", None), ("arms", None)
    }  # fmt: skip
    (moons,) = sent["suits"]
    assert (moons["pawn"], moons["die"], moons["under"], moons["reserve"]) == (None, None, None, [*VALUES])


@pytest.mark.parametrize(
    ("seats", "options", "sides"),
    [(4, Options(), "NESW"), (2, Options(), "NS"), (2, Options(sides="four"), "NE")],
)
def test_where_everybody_sits_is_seen(seats: int, options: Options, sides: str) -> None:
    g: State = engine.begin(GAME, seats, options, Scripted([list(SQUARES), 0]))
    assert view(g, None).sides == tuple(sides)


def test_everybody_sees_the_same() -> None:
    g = asked(midgame())
    assert view(g, 0) == view(g, 3) == view(g, None)


# --- What is said -------------------------------------------------------------------------------------------


def test_of_the_choice_of_suits_the_log_tells_who_plays_what() -> None:
    g: State = engine.begin(GAME, 4, Options(), Scripted([list(SQUARES), 0]))
    assert said(g, Choose("suns"), Choose("moons")) == ["seat 0 plays suns.", "seat 1 plays moons."]
    assert said(play(g, Choose("suns"), Choose("moons")), Choose("arms"), drawn=[5, 4, 3, 2]) == [
        "seat 2 plays arms.",
        "seat 3 plays crowns.",
        "~The die of suns shows 5: its pawn begins on a2.",
        "~The die of moons shows 4: its pawn begins on a3.",
        "~The die of arms shows 3: its pawn begins on c5.",
        "~The die of crowns shows 2: its pawn begins on a4.",
    ]


OTHERS = [1, 2, 3, None]
"""Everybody but the player of suns, onlookers too."""


def test_of_a_scoring_others_hear_neither_the_value_of_the_coin_nor_the_points() -> None:
    for you in OTHERS:
        assert said(midgame(), Score("a2"), Feed(3), *to("e5"), to=you) == [
            "~seat 0 scores the 4 of moons on a2 with a coin of suns.",
            "~seat 0 feeds the timer with the 3 of suns.",
            "~seat 1 moves the pawn of moons from e3 to e5.",
        ]
        assert shown(midgame(), Score("a2"), Feed(3), to=you) == [Scored("suns", "a2"), Fed("suns", 3)]


def test_whoever_scores_hears_all_of_it_and_it_is_not_written_down() -> None:
    assert said(midgame(), Score("a2"), to=0) == [
        "~seat 0 scores the 4 of moons on a2 with a coin of suns.",
        "~Your coin was the 4 of suns. Points: 8.",
    ]
    assert shown(midgame(), Score("a2"), to=0) == [Scored("suns", "a2"), Used("suns", 4, 8)]


def not_faced(options: Options | None = None) -> State:
    """No tile faces the pawn of suns, which have the ace under their die."""
    return table(pawns="a3 e3 e2 b5", dice="0 3 1 3", under="1 3 1 3", options=options)


def test_of_a_coin_thrown_away_only_its_player_hears_the_value() -> None:
    for you in OTHERS:
        assert said(not_faced(), to=you) == ["~No tile faces the pawn of suns: its coin goes to the gap."]
        assert shown(not_faced(), to=you) == [ThrownAway("suns")]
    assert said(not_faced(), to=0)[1:] == ["~Your coin was the ace of suns. Points: 0."]
    assert shown(not_faced(), to=0) == [ThrownAway("suns"), Used("suns", 1, 0)]


def test_when_the_game_ends_everybody_hears_which_coins_lie_where() -> None:
    g = table(dice="0 0 0 0", under="- - - 5", gaps="02345 01235 012345 01234", turn="arms", round=21,
              pawns="a1 e3 e2 e5", coins={"a2": "M4", "b3": "S1"})  # fmt: skip
    for you in viewers(4):
        assert [line for line in said(g, to=you) if not line.startswith("~")] == [
            "Turned over, suns: the ace on b3 (2 of suns).",
            "Turned over, moons: the 4 on a2 (4 of moons).",
            "Points of seat 0 with suns: 3.",
            "Points of seat 1 with moons: 8.",
            "Points of seat 2 with crowns: 0.",
            "Points of seat 3 with arms: 0.",
        ]


def test_with_open_scores_the_turns_are_written_down_too() -> None:
    assert said(midgame(OPEN), Score("a2"), *to()) == [
        "~seat 0 scores the 4 of moons on a2 with the 4 of suns. Points: 8.",
        "seat 0 scores the 4 of moons on a2 with the 4 of suns. Points: 8.",
    ]
    assert said(not_faced(OPEN))[1:] == ["No tile faces the pawn of suns: the ace of suns goes to the gap."]
    assert said(play(midgame(OPEN), Score("a2"), Feed(3)), *to("e5")) == [
        "seat 1 moves the pawn of moons from e3 to e5."
    ]


def test_open_scores_show_everybody_the_coin_and_the_points_for_a_moment() -> None:
    for you in viewers(4):
        assert shown(midgame(OPEN), Score("a2"), Feed(3), to=you) == [Scored("suns", "a2", 4, 8), Fed("suns", 3)]
        assert shown(not_faced(OPEN), to=you) == [ThrownAway("suns", 1)]


# A log that tells the turns would tell every coin: its value is how many moves lie between two feedings.
LASTING = {
    "{seat} begins.",
    "{seat} plays {suit}.",
    "Turned over, {suit}: {marks}.",
    "Points of {seat} with {suit}: {points}.",
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_while_scores_are_hidden_the_log_tells_no_turn(seats: int) -> None:
    for game in sample("desfases", seats):
        lasting = [line.text.text for line in game.heard_by(None) if not line.fades]
        assert set(lasting) == LASTING
        assert lasting[-4:] == ["Points of {seat} with {suit}: {points}."] * 4
        assert "Points of {seat} with {suit}: {points}." not in lasting[:-4]
        assert "Turned over, {suit}: {marks}." not in lasting[:-8]


def test_whoever_comes_back_is_sent_neither_values_nor_points() -> None:
    one = table(dice="3 3 1 3", under="4 3 1 3", coins={"d2": "S2"}, gaps="5 - - -")
    other = table(dice="3 3 1 3", under="5 3 1 3", coins={"d2": "S4"}, gaps="2 - - -")
    for you in viewers(4):
        assert as_sent(GAME, asked(one), you) == as_sent(GAME, asked(other), you)


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


def test_nobody_can_tell_a_redeal_from_the_table() -> None:
    blindfold = Blindfold(GAME, Seeded("by hand"))
    for g in (asked(midgame()), play(midgame(), Score("a2")), play(midgame(), Score("a2"), Feed(5))):
        assert blindfold.leaks(g, seats=4) == []
    assert blindfold.compared == 3 * 5 * 5


def test_the_prompts_name_the_suit() -> None:
    g = asked(midgame())
    assert str(frame(GAME, g, 0, 1, []).prompt) == "The timer of suns has run down: choose a tile to score."
    assert str(frame(GAME, g, 2, 1, []).prompt) == "seat 0 scores a tile with suns."
