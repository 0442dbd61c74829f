"""What is told of finished games: facts of hand-written games, where they turned, and what was hidden."""

from typing import Any

import msgspec
import pytest

from games import GAMES, HINDSIGHT, hindsight_of
from games.color_gin.sheet import Row
from games.dealer import Line
from games.engine import Chair, Game, say
from games.hindsight import heard_once
from games.text import Text
from tests.games import color_dice_tables, color_gin_tables, desfases_tables, sin_color_tables, tcnccc_tables
from tests.games.played import at_every_table, sample

ANA, BO, CY = range(3)


def told(key: str, g: Any, *lines: Line) -> list[str]:
    return [str(fact) for fact in hindsight_of(GAMES[key]).facts(g, lines)]


def turned(key: str, before: Any, after: Any, *lines: Line) -> list[str]:
    return [str(why) for why in hindsight_of(GAMES[key]).turning(before, after, lines)]


def did(seat: int, template: str, **words: Any) -> Line:
    return Line(say(template, seat=Chair(seat), **words), seat=seat)


def counted(*lines: tuple[int, Line]) -> list[Line]:
    return [line for times, line in lines for _ in range(times)]


# --- Lines --------------------------------------------------------------------------------------------------

LIFTED = "{seat} lifted cylinder {cylinder}: {pieces}."
LIFTED_EMPTY = "{seat} lifted cylinder {cylinder}: it was empty."


def lifts(seat: int, came_of_it: str) -> list[Line]:
    """Lifting with a pair ("kept"), without one, or of an empty cylinder."""
    if came_of_it == "empty":
        return [did(seat, LIFTED_EMPTY, cylinder=1), did(seat, "{seat} lifted an empty cylinder and is out.")]
    ends = {"kept": "{seat} lifted a cylinder and kept nothing.", "none": "{seat} lifted a cylinder without a pair."}
    return [did(seat, LIFTED, cylinder=1, pieces=[]), did(seat, ends[came_of_it])]


def lifted(*who: tuple[int, str]) -> list[Line]:
    return [line for seat, came_of_it in who for line in lifts(seat, came_of_it)]


def closed(cylinder: int) -> Line:
    return did(BO, LIFTED_EMPTY, cylinder=cylinder)


def put(cylinder: int) -> Line:
    return did(ANA, "{seat} put a piece in cylinder {cylinder}: {piece}.", cylinder=cylinder, piece="")


def traded(seat: int, partner: int) -> Line:
    told = "{seat} traded with {partner}: {given} coins for {taken}."
    return did(seat, told, partner=Chair(partner), given=1, taken=1)


def paid(seat: int) -> Line:
    return did(seat, "{seat} paid for the tile on stack {stack}: {coin}.", stack=1, coin="")


def gin_after(*rows: Row) -> Any:
    g = color_gin_tables.table()
    g.sheet = tuple(rows)
    return g


NOWHERE = tcnccc_tables.table("- / - - - - / - - -")
DREW = did(ANA, "{seat} drew: {piece}.", piece=say("red"))
TURNED_OVER = did(CY, "{seat} turned over coin {coin}: {up}.", coin=1, up="")
ATTACKED = did(BO, "{seat} attacked {target}: {deed}.", target="", deed="")
COUNTERED = Line(say("Counterattack by {who} on {target}: {deed}.", who="", target="", deed=""))
THREW_AGAIN = did(ANA, "{seat} threw again: {dice}.", dice="")
SHEET = [
    Row(round=1, dealer=0, out=1, how="knock", winner=1, points=12),
    Row(round=2, dealer=1, out=1, how="gin", winner=1, points=31),
    Row(round=3, dealer=0),
    Row(round=4, dealer=0, out=0, how="knock", winner=None),
]
FACTS: dict[str, tuple[str, Any, list[Line], list[str]]] = {
    "the best memory is praised": (
        "tcnccc", NOWHERE,
        lifted((ANA, "kept"), (BO, "kept"), (BO, "none"), (ANA, "kept"), (ANA, "empty"), (CY, "kept")),
        ["seat 0 found a pair in 2 of 3 lifts."],
    ),
    "not one lift, which is luck": ("tcnccc", NOWHERE, lifted((ANA, "kept"), (BO, "none"), (BO, "none")), []),
    "nor if nobody found one": ("tcnccc", NOWHERE, lifted((ANA, "none"), (ANA, "empty")), []),
    "nor if two are level": (
        "tcnccc", NOWHERE, lifted((ANA, "kept"), (ANA, "none"), (BO, "none"), (BO, "kept")), []
    ),
    "which cylinder stayed closed for most turns": (
        "tcnccc", NOWHERE,
        counted((2, DREW), *((1, closed(n)) for n in (1, 2, 4)), (3, DREW), (1, closed(3)), (6, DREW)),
        ["Cylinder 1 stayed closed for 12 turns."],
    ),
    "which lid covered most": (
        "tcnccc", NOWHERE,
        [put(2), put(2), put(4), put(2), did(BO, LIFTED, cylinder=2, pieces=[]), put(2), put(2), put(4)],
        ["Most pieces under one lid: 3, in cylinder 2."],
    ),
    "who traded and paid": (
        "sin_color", sin_color_tables.table(),
        [traded(ANA, BO), paid(BO), traded(CY, BO), paid(CY), paid(CY), *[TURNED_OVER] * 3],
        ["seat 1 traded most often: 2 times.", "The first coin was paid by seat 1.", "seat 2 paid the most coins: 2.",
         "seat 2 turned over the most coins: 3."],
    ),
    "nobody who paid a single coin": (
        "sin_color", sin_color_tables.table(), [paid(BO)], ["The first coin was paid by seat 1."],
    ),
    "nobody where two are level": ("sin_color", sin_color_tables.table(), [traded(ANA, BO), traded(BO, ANA)], []),
    "the best coin, who scored most and what was lost": (
        "desfases", desfases_tables.read(": : under 4 3 1 5, gaps - 0 - 12, coins a2=S3 a1=S1 b2=M5"), [],
        ["The best coin: 10 points for seat 1, on b2.", "seat 0 scored the most tiles: 2.",
         "Coins that went to the gap: 3."],
    ),
    "the best round, who went out and gins": (
        "color_gin", gin_after(*SHEET), [],
        ["The best round: 31 points for seat 1, in round 2.", "seat 1 went out in 2 of 4 rounds.",
         "Rounds that ended with gin: 1 of 4."],
    ),
    "nothing of rounds without a winner": ("color_gin", gin_after(*SHEET[2:]), [], []),
    "who attacked and how often dice flew": (
        "color_dice", color_dice_tables.table("r2 / y3 / g4 / b5"),
        [ATTACKED, ATTACKED, COUNTERED, *[THREW_AGAIN] * 3],
        ["seat 1 attacked most often: 2 times.", "Counterattacks: 1.", "Extra throws: 3."],
    ),
}  # fmt: skip


@pytest.mark.parametrize("fact", FACTS, ids=[f"{key}, {name}" for name, (key, *_) in FACTS.items()])
def test_what_is_told_of_a_game(fact: str) -> None:
    key, g, lines, said = FACTS[fact]
    assert told(key, g, *lines) == said


def test_an_aided_log_is_not_counted_twice() -> None:
    shown = Line(say("Hear!"), fades=True, seq=4)
    again, later = Line(say("Hear!"), seq=4), Line(say("Hear!"), seq=5)
    assert heard_once([shown, again, later]) == [shown, later]


NEARLY = tcnccc_tables.table("- / - - - - / ryj gb x")
LEVEL, AHEAD = (sin_color_tables.read(rows) for rows in ("S0 S1, S4 M1, S5", "S0, S4 M1, S5 M0"))
DICE = [color_dice_tables.table(a) for a in ("r1 / y2 / g4 / b5", "r1 y1 / y2 / g4 / b5", "y2 / y2 r1 / g4 / b5")]
GIN = color_gin_tables.table()
SCORED = {scores: [desfases_tables.read(f": : scores {scores}{coins}") for coins in ("", ", coins a2=S3")]
          for scores in ("hidden", "open")}  # fmt: skip
STOPPED = Line(say("The timer of {suit} has stopped.", suit=say("suns")), seat=ANA)
KNOCK = [did(BO, "{seat} discarded a card."), did(BO, "{seat} knocked with {points}.", points=7)]
TURNS: dict[str, tuple[str, Any, Any, list[Line], list[str]]] = {
    "somebody is out and another lacks one piece": (
        "tcnccc", tcnccc_tables.table("- / - - - - / ry gb -"), NEARLY, lifts(CY, "empty"),
        ["seat 2 lifted an empty cylinder and is out.", "seat 0 lacks only one piece."],
    ),
    "nothing new in TCNCCC": ("tcnccc", NEARLY, NEARLY, [], []),
    "fewest coins": (
        "sin_color", LEVEL, AHEAD, [], ["seat 0 takes the lead.", "seat 0 has only one coin left."]
    ),
    "nothing new in Sin Color": ("sin_color", AHEAD, AHEAD, [], []),
    "a timer that has stopped": ("desfases", *SCORED["hidden"], [STOPPED], ["The timer of suns has stopped."]),
    "who leads, only where points are open": (
        "desfases", *SCORED["open"], [STOPPED], ["The timer of suns has stopped.", "seat 0 takes the lead."]
    ),
    "the end of a round": ("color_gin", GIN, GIN, KNOCK, ["seat 1 knocked with 7."]),
    "a lead in Color Dice": ("color_dice", DICE[0], DICE[1], [], ["seat 1 takes the lead."]),
    "nothing new in Color Dice": ("color_dice", DICE[1], DICE[2], [], []),
}  # fmt: skip


@pytest.mark.parametrize("turn", TURNS, ids=[f"{key}, {name}" for name, (key, *_) in TURNS.items()])
def test_where_a_game_turns(turn: str) -> None:
    key, before, after, lines, said = TURNS[turn]
    assert turned(key, before, after, *lines) == said


def beneath(key: str, g: Any) -> Any:
    return msgspec.to_builtins(hindsight_of(GAMES[key]).beneath(g))


def test_what_lay_hidden_is_shown() -> None:
    assert beneath("tcnccc", tcnccc_tables.table("rjr / rb - x j / - -")) == {
        "cylinders": [["red", "blue"], [], None, ["joker"]],
        "bag": ["joker", "red", "red"],
    }
    assert beneath("sin_color", sin_color_tables.table(stacks=("S3 -", "M0"))) == {
        "coins": [[["suns", 0]], [["suns", 4]], [["suns", 5]]],
        "stacks": [[["suns", 3], None], [["moons", 0]]],
    }
    covered = desfases_tables.read(": : under 4 3 1 5, gaps - 0 - -, coins a2=S3")
    shown = beneath("desfases", desfases_tables.asked(covered))
    assert shown["tiles"] == {"a2": 3}
    assert (shown["suits"]["suns"]["under"], shown["suits"]["moons"]["gap"]) == (4, [0])
    assert beneath("desfases", desfases_tables.asked(desfases_tables.read(": : scores open"))) is None


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
