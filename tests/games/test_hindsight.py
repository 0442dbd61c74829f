"""What is told of finished games: facts of hand-written games, where they turned, and what was hidden."""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from games import GAMES, HINDSIGHT, hindsight_of
from games.color_gin.sheet import Row
from games.dealer import Line
from games.engine import Chair, Game, Seat, say
from games.hindsight import heard_once
from tests.games import color_dice_tables, color_gin_tables, desfases_tables, sin_color_tables, tcnccc_tables
from tests.games.cases import cases
from tests.games.played import at_every_table, sample, steps

TABLES: Final[dict[str, Callable[[str], Any]]] = {
    "color_dice": color_dice_tables.read, "color_gin": lambda words: color_gin_tables.table(),
    "desfases": desfases_tables.read, "sin_color": sin_color_tables.read, "tcnccc": tcnccc_tables.table,
}  # fmt: skip
SAID: Final = {
    "drew": {"drew": "{seat} drew: {piece}."},
    "put": {"placed": "{seat} put a piece in cylinder {cylinder}: {piece}."},
    "lifted": {"lifted": "{seat} lifted cylinder {cylinder}: {pieces}."},
    "paired": {"lifted": "{seat} lifted cylinder {cylinder}: {pieces}.", "kept_nothing": "{seat} kept nothing."},
    "missed": {"lifted": "{seat} lifted cylinder {cylinder}: {pieces}.", "no_pair": "{seat} found no pair."},
    "left": {"lifted_empty": "{seat} lifted cylinder {cylinder}: it was empty.", "out": "{seat} is out."},
    "gone": {"removed": "Cylinder {cylinder} has left the game."},
    "traded": {"traded": "{seat} traded with {partner}: {given} coins for {taken}."},
    "paid": {"paid": "{seat} paid for the tile on stack {stack}: {coin}."},
    "turned": {"turned_over": "{seat} turned over coin {coin}: {up}."},
    "stopped": {"stopped": "The timer of {suit} has stopped."},
    "knocked": {"discarded": "{seat} discarded a card.", "knock": "{seat} knocked with {points}."},
    "attacked": {"attack": "{seat} attacked {target}: {deed}."},
    "countered": {"counter": "Counterattack by {who} on {target}: {deed}."},
    "threw": {"threw_again": "{seat} threw again: {dice}."},
}
"""What the log says of it."""
START: Final = {"color_dice": "r2 / y3 / g4 / b5", "sin_color": "S0, S4, S5", "tcnccc": "- / - - - - / - - -"}


def lines(words: str) -> list[Line]:
    """What the log says of "0 drew, 1 lifted 2": who, what, and the other seat or thing."""
    each = [did.split() for did in words.split(", ") if did]
    return [line(kind, template, int(seat), *what) for seat, did, *what in each for kind, template in SAID[did].items()]


def line(kind: str, template: str, seat: Seat, what: str = "1") -> Line:
    thing = int(what) if what.isdigit() else what
    known = {"seat": Chair(seat), "partner": Chair(thing)}
    words = {word: known.get(word, thing) for word in re.findall(r"{(\w+)}", template)}
    return Line(kind, say(template, **words), seat=seat)


def told(key: str, g: Any, said: str = "") -> str:
    return " ".join(map(str, hindsight_of(GAMES[key]).facts(g, lines(said))))


@cases(f"""
    key | said | facts
The best memory is praised.
    tcnccc | 0 paired, 1 paired, 1 missed, 0 paired, 0 left, 2 paired | seat 0 found a pair in 2 of 3 lifts.
Not one lift, which is luck, nor if nobody found one, nor if two are level.
    tcnccc | 0 paired, 1 missed, 1 missed |
    tcnccc | 0 missed, 0 left |
    tcnccc | 0 paired, 0 missed, 1 missed, 1 paired |
Which cylinder nobody lifted for most turns, while it was in the game.
    tcnccc | 0 drew, 0 drew, 1 left 1, 1 lifted 2, 1 lifted 4, {"0 drew, " * 3}1 lifted 3{", 0 drew" * 6} | No one lifted cylinder 1 for 12 turns.
    tcnccc | 0 lifted 1, 0 gone 1, {"0 drew, " * 6}0 lifted 2, 0 lifted 3{", 0 drew" * 2} | No one lifted cylinder 4 for 11 turns.
Which lid covered most.
    tcnccc | 0 put 2, 0 put 2, 0 put 4, 0 put 2, 1 lifted 2, 0 put 2, 0 put 2, 0 put 4 | Most pieces under one lid: 3, in cylinder 2.
Who traded, paid and turned over most, and who paid first.
    sin_color | 0 traded 1, 1 paid, 2 traded 1, 2 paid, 2 paid{", 2 turned" * 3} | seat 1 traded most often: 2 times. The first coin was paid by seat 1. seat 2 paid the most coins: 2. seat 2 turned coins over most often: 3.
Nobody who paid a single coin, and nobody where two are level.
    sin_color | 1 paid | The first coin was paid by seat 1.
    sin_color | 0 traded 1, 1 traded 0 |
Who attacked and how often dice flew.
    color_dice | 1 attacked, 1 attacked, 0 countered{", 0 threw" * 3} | seat 1 attacked most often: 2 times. Counterattacks: 1. Extra throws: 3.
""")  # noqa: E501
def test_what_is_told_of_what_was_done(key: str, said: str, facts: str) -> None:
    assert told(key, TABLES[key](START[key]), said) == facts


def test_the_best_coin_is_told_and_who_scored_most_and_what_was_lost() -> None:
    assert told("desfases", desfases_tables.read(": : under 4 3 1 5, gaps - 0 - 12, coins a2=S3 a1=S1 b2=M5")) == (
        "The best coin: 10 points for seat 1, on b2. seat 0 scored the most tiles: 2. Coins that went to the gap: 3."
    )


def test_the_best_round_is_told_and_who_went_out_and_gins_and_nothing_of_rounds_without_a_winner() -> None:
    g = color_gin_tables.table()
    out: dict[str, Any] = {"dealer": 0, "out": 1, "winner": 1}
    won = Row(round=1, how="knock", points=12, **out), Row(round=2, how="gin", points=31, **out)
    without = Row(round=3, dealer=0), Row(round=4, dealer=0, out=0, how="knock")
    g.sheet = (*won, *without)
    best = "The best round: 31 points for seat 1, in round 2."
    often = "seat 1 went out in 2 of 4 rounds. Rounds that ended with gin: 1 of 4."
    assert told("color_gin", g) == f"{best} {often}"
    g.sheet = without
    assert told("color_gin", g) == ""


def test_what_was_shown_and_is_written_down_is_not_counted_twice() -> None:
    shown, written = (
        Line("put", say("{seat} put red.", seat=1), 1, fades=True, seq=4),
        Line("put", say("Put."), 1, seq=4),
    )
    others = [
        replace(written, seat=2),
        replace(written, kind="drew"),
        replace(written, seq=5),
        replace(written, only_for=1),
    ]
    assert heard_once([written, shown, *others]) == [shown, *others]


@cases("""
    key | before | after | said | turns
Somebody is out and another lacks one piece.
    tcnccc | - / - - - - / ry gb - | - / - - - - / ryj gb x | 2 left | seat 2 is out. seat 0 lacks only one piece.
    tcnccc | - / - - - - / ryj gb x | - / - - - - / ryj gb x | |
Fewest coins.
    sin_color | S0 S1, S4 M1, S5 | S0, S4 M1, S5 M0 | | seat 0 takes the lead. seat 0 has only one coin left.
    sin_color | S0, S4 M1, S5 M0 | S0, S4 M1, S5 M0 | |
A timer that has stopped, and who leads, only where points are open.
    desfases | : : scores hidden | : : scores hidden, coins a2=S3 | 0 stopped suns | The timer of suns has stopped.
    desfases | : : scores open   | : : scores open, coins a2=S3   | 0 stopped suns | The timer of suns has stopped. seat 0 takes the lead.
The end of a round.
    color_gin | | | 1 knocked 7 | seat 1 knocked with 7.
A lead in Color Dice.
    color_dice | r1 / y2 / g4 / b5    | r1 y1 / y2 / g4 / b5 | | seat 1 takes the lead.
    color_dice | r1 y1 / y2 / g4 / b5 | y2 / y2 r1 / g4 / b5 | |
""")  # noqa: E501
def test_where_a_game_turns(key: str, before: str, after: str, said: str, turns: str) -> None:
    found = hindsight_of(GAMES[key]).turning(TABLES[key](before), TABLES[key](after), lines(said))
    assert " ".join(map(str, found)) == turns


def beneath(key: str, g: Any) -> Any:
    return msgspec.to_builtins(hindsight_of(GAMES[key]).beneath(g))


def test_what_lay_hidden_is_shown() -> None:
    lids = beneath("tcnccc", tcnccc_tables.table("rjr / rb - x j / - -"))
    assert lids == {"cylinders": [["red", "blue"], [], None, ["joker"]], "bag": ["joker", "red", "red"]}
    sides = beneath("sin_color", sin_color_tables.table(stacks=("S3 -", "M0")))
    assert sides["coins"] == [[["suns", 0]], [["suns", 4]], [["suns", 5]]]
    assert sides["stacks"] == [[["suns", 3], None], [["moons", 0]]]
    covered = desfases_tables.read(": : under 4 3 1 5, gaps - 0 - -, coins a2=S3")
    shown = beneath("desfases", desfases_tables.asked(covered))
    assert (shown["tiles"], shown["suits"]["suns"]["under"], shown["suits"]["moons"]["gap"]) == ({"a2": 3}, 4, [0])
    assert beneath("desfases", desfases_tables.asked(desfases_tables.read(": : scores open"))) is None


@at_every_table
def test_every_fact_and_turn_is_an_english_sentence_and_most_games_have_some(game: Game, seats: int) -> None:
    hindsight = hindsight_of(game)
    playthrough = sample(game.key, seats)[0]
    said = [text for g, step in steps(playthrough) for text in hindsight.turning(g, step.after, heard_once(step.lines))]
    facts = hindsight.facts(playthrough.state, heard_once([line for step in playthrough.steps for line in step.lines]))
    assert bool(facts) == bool(said) == (game.key in HINDSIGHT)
    assert all(str(text).endswith(".") for text in [*facts, *said])
