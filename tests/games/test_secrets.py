"""Hidden things, in words: complete, and never sent; and redeals, which nobody can tell apart."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from games import GAMES
from games.bot import Seeded
from games.engine import Game, State
from games.playthrough import viewers
from games.sin_color.rules import Arranging
from tests.games import color_gin_tables, desfases_tables, sin_color_tables, tcnccc_tables
from tests.games.knowledge import NOTHING_HIDDEN
from tests.games.played import at_every_table, some_states
from tests.games.secrecy import Blindfold
from tests.games.tcnccc_tables import FULL
from tests.support.effort import amount

ROOT = Path(__file__).resolve().parent.parent.parent


def told(game: Game, g: State) -> list[str]:
    return [str(secret) for secret in game.secrets(g)]


def redeals(game: Game, g: State) -> Iterator[State]:
    """Other states with the same public knowledge for a spectator."""
    yield from (game.scramble(g, None, Seeded(f"secrets/{number}")) for number in range(3))
    yield from game.extremes(g, None)


# --- Every game ---------------------------------------------------------------------------------------------


@at_every_table
def test_two_states_that_an_onlooker_cannot_tell_apart_have_different_secrets(game: Game, seats: int) -> None:
    compared = 0
    for g in some_states(game, seats, 2, amount(12, 60)):
        for other in redeals(game, g):
            if other != g:
                compared += 1
                assert told(game, other) != told(game, g)
    assert compared > (0 if game.key not in NOTHING_HIDDEN else -1)


def test_only_replays_ask_a_game_for_its_secrets() -> None:
    files = [*(ROOT / "app").rglob("*.py"), *(ROOT / "games").rglob("*.py")]
    asking = [path for path in files if re.search(r"\.secrets\b(?! import)", path.read_text())]
    assert asking == [ROOT / "app/replay/replays.py"]


# --- Each game ----------------------------------------------------------------------------------------------


def test_tcnccc_tells_what_is_under_the_lids_and_in_the_bag() -> None:
    assert " ".join(told(GAMES["tcnccc"], lids("rjr / rb - x j / - -"))) == (
        "Cylinder 1, from the bottom up: red and blue. Cylinder 2: empty."
        " Cylinder 4, from the bottom up: joker. The bag: 2 × red and 1 × joker."
    )
    assert told(GAMES["tcnccc"], lids("- / - - - - / - -"))[-1] == "The bag: empty."


def test_sin_color_tells_whole_stacks_and_both_sides_of_coins() -> None:
    _, stack, *_, coins, paid = told(GAMES["sin_color"], sin(paid_coins="counted"))
    assert stack == "Stack 2, from the top: without colour, 4 of suns, without colour and without colour."
    assert coins == "Coins of seat 2: 3 of crowns and 4 of crowns."
    assert paid.startswith("Paid so far: null of suns, ace of suns, 2 of suns, ")


def test_sin_color_tells_offers_and_how_coins_were_laid_before_they_are_shown() -> None:
    assert told(GAMES["sin_color"], sin("offer 0, offer 1"))[-1] == "seat 1 has offered, not yet shown: 3 of moons."
    g = sin()
    g.turn, g.agenda = None, [Arranging((0, 1, 2))]
    assert told(GAMES["sin_color"], sin_color_tables.play(g, "arrange 1, arrange"))[-2:] == [
        "seat 0 has placed value side up, not yet shown: 4 of moons.",
        "seat 1 has placed all coins suit side up, not yet shown.",
    ]


def test_desfases_tells_the_coins_that_lie_suit_side_up_if_scores_are_hidden() -> None:
    g = desfases_tables.read(": : under 4 3 1 5, gaps - 0 - -, coins a2=S3")
    assert " ".join(told(GAMES["desfases"], desfases_tables.asked(g))).startswith(
        "On a2, on the 4 of moons: the 3 of suns. Under the die of suns: the 4. Points of suns so far: 7."
        " Under the die of moons: the 3. In the gap, coins of moons: null. Points of moons so far: 0."
    )
    assert told(GAMES["desfases"], desfases_tables.read(": : scores open")) == []


# --- Redeals of positions that games seldom come to -----------------------------------------------------------


def lids(position: str, moves: str = "") -> Any:
    return tcnccc_tables.play(tcnccc_tables.table(position), moves)


def sin(answers: str = "", **more: Any) -> Any:
    return sin_color_tables.play(sin_color_tables.endgame(**more), answers)


POSITIONS: Final = {
    "tcnccc, every cylinder full": lids(f"rbj / {FULL} {FULL} {FULL} {FULL} / r b"),
    "tcnccc, the bag empty": lids(f"- / {FULL} r - x / r b"),
    "tcnccc, room in one": lids(f"r / {FULL} {FULL} {FULL} ry / r b"),
    "tcnccc, the last piece in hand": lids(f"r / {FULL} {FULL} {FULL} ry / - -", "draw (r)"),
    "tcnccc, nothing under the lids": lids("rb / - x x x / - -"),
    "color_gin, a joker": color_gin_tables.play(color_gin_tables.table(mode="jokers", pile="KC KD KS"), "draw (*2)"),
    "sin_color, paying": sin("none (0)"),
    "sin_color, paying, counted": sin("none (0)", paid_coins="counted"),
    "sin_color, may pay": sin("none (0)", payments="optional", turn=2),
    "sin_color, sealed offers": sin("offer 0, offer 1"),
    "sin_color, open offers": sin("offer 0, offer 1", offers="open"),
    "sin_color, a turn later": sin("none (0), pay S3"),
}


@pytest.mark.parametrize("position", POSITIONS)
def test_nobody_can_tell_a_redeal_from_the_table_and_nothing_is_lost_in_it(position: str) -> None:
    key, g = position.split(", ")[0], POSITIONS[position]
    game, seats = GAMES[key], 3 if key == "sin_color" else 2
    blindfold = Blindfold(game, Seeded("by hand"))
    for _ in range(3):
        assert blindfold.leaks(g, seats) == []
    assert blindfold.compared >= 3 * 6
    for you in viewers(seats):
        for other in [*(game.scramble(g, you, Seeded(str(number))) for number in range(5)), *game.extremes(g, you)]:
            assert sorted(EVERYTHING[key](other)) == sorted(EVERYTHING[key](g))


EVERYTHING: Final[dict[str, Callable[[Any], list[str]]]] = {
    "color_gin": lambda g: [*g.hands[0], *g.hands[1], *g.deck, *g.pile],
    "sin_color": lambda g: [str(coin.face) for row in g.rows for coin in row] + [str(face) for face in g.paid],
    "tcnccc": lambda g: [*g.bag, *(piece for under_lid in g.cylinders.values() for piece in under_lid)],
}
"""Everything that a redeal may exchange."""
