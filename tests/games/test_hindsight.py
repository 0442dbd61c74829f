"""What is told of a game that is over: facts of games written down by hand, where they turned, and what lay hidden."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games import GAMES, HINDSIGHT, hindsight_of
from games.color_gin.sheet import Row
from games.dealer import Line
from games.desfases.options import Options
from games.engine import Chair, Game, say
from games.hindsight import heard_once
from games.text import Text
from tests.games import color_dice_tables, color_gin_tables, desfases_tables, positions, sin_color_tables
from tests.games.played import at_every_table, sample

ANA, BO, CY = range(3)


def told(key: str, g: Any, *lines: Line) -> list[str]:
    return [str(fact) for fact in hindsight_of(GAMES[key]).facts(g, lines)]


def turned(key: str, before: Any, after: Any, *lines: Line) -> list[str]:
    return [str(why) for why in hindsight_of(GAMES[key]).turning(before, after, lines)]


def did(seat: int, template: str, **words: Any) -> Line:
    return Line(say(template, seat=Chair(seat), **words), seat=seat)


# --- TCNCCC -----------------------------------------------------------------------------------------------------

NOWHERE = positions.table("- / - - - - / - - -")


def lifts(seat: int, came_of_it: str) -> list[Line]:
    """With a pair ("kept"), without, or of an empty cylinder."""
    if came_of_it == "empty":
        return [
            did(seat, "{seat} lifted cylinder {cylinder}: it was empty.", cylinder=1),
            did(seat, "{seat} lifted an empty cylinder and is out."),
        ]
    return [
        did(seat, "{seat} lifted cylinder {cylinder}: {pieces}.", cylinder=1, pieces=[]),
        did(seat, "{seat} lifted a cylinder and kept nothing.")
        if came_of_it == "kept"
        else did(seat, "{seat} lifted a cylinder without a pair."),
    ]


def lifted(*who: tuple[int, str]) -> list[Line]:
    return [line for seat, came_of_it in who for line in lifts(seat, came_of_it)]


def test_tcnccc_praises_the_best_memory() -> None:
    lines = lifted((ANA, "kept"), (BO, "kept"), (BO, "none"), (ANA, "kept"), (ANA, "empty"), (CY, "kept"))
    assert told("tcnccc", NOWHERE, *lines) == ["seat 0 found a pair in 2 of 3 lifts."]


@pytest.mark.parametrize(
    "who",
    [
        [(ANA, "kept"), (BO, "none"), (BO, "none")],
        [(ANA, "none"), (ANA, "empty")],
        [(ANA, "kept"), (ANA, "none"), (BO, "none"), (BO, "kept")],
    ],
    ids=["one lift is luck", "nobody found one", "two are level"],
)
def test_tcnccc_praises_nobody_without_a_reason(who: Sequence[tuple[int, str]]) -> None:
    assert told("tcnccc", NOWHERE, *lifted(*who)) == []


def drawn(times: int) -> list[Line]:
    return [did(ANA, "{seat} drew: {piece}.", piece=say("red"))] * times


def test_tcnccc_tells_which_cylinder_stayed_closed_for_most_turns() -> None:
    lift_3 = did(BO, "{seat} lifted cylinder {cylinder}: it was empty.", cylinder=3)
    others = [did(BO, "{seat} lifted cylinder {cylinder}: it was empty.", cylinder=other) for other in (1, 2, 4)]
    lines = [*drawn(2), *others, *drawn(3), lift_3, *drawn(6)]
    assert told("tcnccc", NOWHERE, *lines) == ["Cylinder 1 stayed closed for 12 turns."]


def test_tcnccc_tells_which_lid_covered_most() -> None:
    into = [did(ANA, "{seat} put a piece in cylinder {cylinder}: {piece}.", cylinder=n, piece="") for n in (2, 2, 4)]
    lines = [*into, into[0], did(BO, "{seat} lifted cylinder {cylinder}: {pieces}.", cylinder=2, pieces=[]), *into]
    assert told("tcnccc", NOWHERE, *lines) == ["Most pieces under one lid: 3, in cylinder 2."]


def test_tcnccc_turns_when_somebody_lacks_one_piece_or_is_out() -> None:
    before, after = positions.table("- / - - - - / ry gb -"), positions.table("- / - - - - / ryj gb x")
    out = lifts(CY, "empty")
    assert turned("tcnccc", before, after, *out) == [
        "seat 2 lifted an empty cylinder and is out.",
        "seat 0 lacks only one piece.",
    ]
    assert turned("tcnccc", after, after) == []


def test_tcnccc_shows_what_stands_under_every_lid() -> None:
    g = positions.table("rjr / rb - x j / - -")
    assert msgspec.to_builtins(hindsight_of(GAMES["tcnccc"]).beneath(g)) == {
        "cylinders": [["red", "blue"], [], None, ["joker"]],
        "bag": ["joker", "red", "red"],
    }


def test_an_aided_log_is_not_counted_twice() -> None:
    shown = Line(say("Hear!"), fades=True, seq=4)
    again, later = Line(say("Hear!"), seq=4), Line(say("Hear!"), seq=5)
    assert heard_once([shown, again, later]) == [shown, later]


# --- Sin Color --------------------------------------------------------------------------------------------------


def traded(seat: int, partner: int) -> Line:
    return did(
        seat, "{seat} traded with {partner}: {given} coins for {taken}.", partner=Chair(partner), given=1, taken=1
    )


def paid(seat: int) -> Line:
    return did(seat, "{seat} paid for the tile on stack {stack}: {coin}.", stack=1, coin="")


def test_sin_color_tells_who_traded_and_paid() -> None:
    g = sin_color_tables.table()
    turns = [did(CY, "{seat} turned over coin {coin}: {up}.", coin=1, up="")] * 3
    lines = [traded(ANA, BO), paid(BO), traded(CY, BO), paid(CY), paid(CY), *turns]
    assert told("sin_color", g, *lines) == [
        "seat 1 traded most often: 2 times.",
        "The first coin was paid by seat 1.",
        "seat 2 paid the most coins: 2.",
        "seat 2 turned over the most coins: 3.",
    ]


def test_sin_color_names_nobody_where_two_are_level() -> None:
    assert told("sin_color", sin_color_tables.table(), traded(ANA, BO), traded(BO, ANA)) == []


def test_sin_color_turns_with_the_fewest_coins() -> None:
    level, ahead = (sin_color_tables.table(rows=rows) for rows in (("S0 S1", "S4 M1", "S5"), ("S0", "S4 M1", "S5 M0")))
    assert turned("sin_color", level, ahead) == ["seat 0 takes the lead.", "seat 0 has only one coin left."]
    assert turned("sin_color", ahead, ahead) == []


def test_sin_color_shows_both_sides_and_whole_stacks() -> None:
    beneath = hindsight_of(GAMES["sin_color"]).beneath(sin_color_tables.table(stacks=("S3 -", "M0")))
    assert msgspec.to_builtins(beneath) == {
        "coins": [[["suns", 0]], [["suns", 4]], [["suns", 5]]],
        "stacks": [[["suns", 3], None], [["moons", 0]]],
    }


# --- Desfases ---------------------------------------------------------------------------------------------------


def test_desfases_tells_the_best_coin_who_scored_most_and_what_was_lost() -> None:
    g = desfases_tables.table(under="4 3 1 5", gaps="- 0 - 12", coins={"a2": "S3", "a1": "S1", "b2": "M5"})
    assert told("desfases", g) == [
        "The best coin: 10 points for seat 1, on b2.",
        "seat 0 scored the most tiles: 2.",
        "Coins that went to the gap: 3.",
    ]


def test_desfases_turns_when_a_timer_stops_and_shows_who_leads_only_where_points_are_open() -> None:
    stopped = Line(say("The timer of {suit} has stopped.", suit=say("suns")), seat=ANA)
    for scores, leads in ((Options().scores, []), ("open", ["seat 0 takes the lead."])):
        options = Options(scores=scores)
        before, after = (desfases_tables.table(coins=coins, options=options) for coins in ({}, {"a2": "S3"}))
        assert turned("desfases", before, after, stopped) == ["The timer of suns has stopped.", *leads]


def test_desfases_shows_the_coins_that_lie_suit_side_up() -> None:
    beneath = hindsight_of(GAMES["desfases"]).beneath
    g = desfases_tables.table(under="4 3 1 5", gaps="- 0 - -", coins={"a2": "S3"})
    shown = beneath(desfases_tables.asked(g))
    assert shown.tiles == {"a2": 3}
    assert (shown.suits["suns"].under, shown.suits["moons"].gap) == (4, [0])
    assert beneath(desfases_tables.asked(desfases_tables.table(options=Options(scores="open")))) is None


# --- Color Gin --------------------------------------------------------------------------------------------------


def gin_after(*rows: Row) -> Any:
    g = color_gin_tables.table()
    g.sheet = list(rows)
    return g


def test_color_gin_tells_the_best_round_who_went_out_and_gins() -> None:
    rows = [
        Row(round=1, dealer=0, out=1, how="knock", winner=1, points=12),
        Row(round=2, dealer=1, out=1, how="gin", winner=1, points=31),
        Row(round=3, dealer=0),
        Row(round=4, dealer=0, out=0, how="knock", winner=None),
    ]
    assert told("color_gin", gin_after(*rows)) == [
        "The best round: 31 points for seat 1, in round 2.",
        "seat 1 went out in 2 of 4 rounds.",
        "Rounds that ended with gin: 1 of 4.",
    ]
    assert told("color_gin", gin_after(*rows[2:])) == []


def test_color_gin_turns_when_a_round_ends() -> None:
    g = color_gin_tables.table()
    knock = did(BO, "{seat} knocked with {points}.", points=7)
    assert turned("color_gin", g, g, did(BO, "{seat} discarded a card."), knock) == ["seat 1 knocked with 7."]


# --- Color Dice -------------------------------------------------------------------------------------------------


def test_color_dice_tells_who_attacked_and_how_often_dice_flew() -> None:
    g = color_dice_tables.table("r2 / y3 / g4 / b5")
    attacks = [did(BO, "{seat} attacked {target}: {deed}.", target="", deed="")] * 2
    counter = Line(say("Counterattack by {who} on {target}: {deed}.", who="", target="", deed=""))
    again = [did(ANA, "{seat} threw again: {dice}.", dice="")] * 3
    assert told("color_dice", g, *attacks, counter, *again) == [
        "seat 1 attacked most often: 2 times.",
        "Counterattacks: 1.",
        "Extra throws: 3.",
    ]


def test_color_dice_turns_when_somebody_leads() -> None:
    before, after = (color_dice_tables.table(areas) for areas in ("r1 y1 / y2 / g4 / b5", "y2 / y2 r1 / g4 / b5"))
    assert turned("color_dice", before, after) == []
    assert turned("color_dice", color_dice_tables.table("r1 / y2 / g4 / b5"), before) == ["seat 1 takes the lead."]


# --- Every game -------------------------------------------------------------------------------------------------


@at_every_table
def test_every_fact_and_turn_is_an_english_sentence_and_most_games_have_some(game: Game, seats: int) -> None:
    hindsight = hindsight_of(game)
    for playthrough in sample(game.key, seats)[:1]:
        before, lines, said = playthrough.start, list[Line](), list[Text]()
        for step in playthrough.steps:
            said += hindsight.turning(before, step.after, step.lines)
            before, lines = step.after, [*lines, *step.lines]
        facts = hindsight.facts(playthrough.state, heard_once(lines))
        assert bool(facts) == bool(said) == (game.key in HINDSIGHT)
        assert all(str(text).endswith(".") for text in [*facts, *said])
