"""Sin Color: the light model follows the rules, seen things stay where they were, and how bots decide."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games.bot import Seeded
from games.dealer import Line, Sight
from games.playthrough import Step
from games.search import GATE, FastRandom, appraise
from games.sin_color import GAME
from games.sin_color.bot import careful, how_deep, recall
from games.sin_color.model import NUMBERS
from games.sin_color.moves import Arrange, NoTrade, Offer, Pay, Raise, Sink, TurnOver
from games.sin_color.pieces import Coin, Face, Moved, Paid, Traded, TurnedOver
from games.sin_color.quick import World
from games.sin_color.quick import step as step_on
from games.sin_color.rules import Arranging, State
from games.sin_color.strategy import candidates, world
from tests.games.cases import cases
from tests.games.heard import Always, heard
from tests.games.played import played
from tests.games.sin_color_tables import all_but, face, meant, play, read
from tests.support.effort import amount

STACKS = "S3 C0 C1 C2, M0 C3 A0 A1, C5 A3 A4 A5, A2 M1 M2 M3, S1 M5 S2 C4, M4 S0 S4 S5"


def dealt() -> State:
    return read(f"C0 C1 C2 C3 S0 S1 S2 S3, A0 A1 A2 A3 A4 A5 M5 S4, C4 C5 M0 M1 M2 M3 M4 S5 : {STACKS}")


def worlds(g: State, *sights: Sight) -> list[Any]:
    return [world(g, 0, heard(*sights), FastRandom(seed)) for seed in range(20)]


def test_tiles_that_were_seen_lie_where_they_were_seen() -> None:
    # The 4 of suns went under the top of stack 6 when the 4 of moons came up, and the tile below the top of stack 1 is
    # grey.
    seen = (Moved(5, "bottom", face("S4")), Moved(5, "top", face("M4")))
    for model in worlds(dealt(), *seen):
        assert model.stacks[5][:2] == [NUMBERS[face("M4")], NUMBERS[face("S4")]]
    assert len({tuple(model.stacks[0]) for model in worlds(dealt(), *seen)}) > 10


def test_a_coin_that_has_shown_both_sides_is_known_wherever_it_goes() -> None:
    # It is last in its row, is turned over twice, and is traded for the last coin of another row.
    g = dealt()
    g.rows[1][7], g.rows[2][7] = g.rows[2][7], g.rows[1][7]
    seen = (TurnedOver(1, 7, 5), TurnedOver(1, 7, "suns"), Traded(1, 2, (7,), (7,)))
    g.rows[2][7] = Coin(Face("suns", 5), "suit")
    assert {model.rows[2][7] for model in worlds(g, *seen)} == {NUMBERS[face("S5")]}
    assert {model.rows[2][7] for model in worlds(g)} == {NUMBERS[face("S5")], NUMBERS[face("S4")]}


def test_what_was_not_heard_breaks_nothing() -> None:
    # A paid coin and two turned ones were noticed, but a trade in between was missed.
    seen = (TurnedOver(1, 7, 5), TurnedOver(2, 7, 5), Paid(1, 9, 0, face("S3")), Moved(0, "top", face("A5")))
    for model in worlds(dealt(), *seen):
        assert sorted(number for tiles in model.stacks for number in tiles) == [*range(24)]


def test_bots_offer_all_that_they_cannot_pay_for_the_few_that_somebody_has() -> None:
    paid = all_but("C0 A1 A3 C1 M1 S4 S5 M3 S0 M2 C4")
    stacks = re.sub("|".join(paid.split()), "-", STACKS)
    g = read(f"C0 A1 A3 C1 M1, S4, S5 M3 S0 M2 C4 : {stacks} : paid {paid}")
    everything = Offer((0, 1, 2, 3, 4))
    assert {careful(g, 0, [], Seeded(str(seed))) for seed in range(40)} == {everything, NoTrade()}
    values = {each.move: each for each in appraise(GAME, g, 0, [], Seeded("a"), 1000)}
    few = values[NoTrade()]
    assert max(values, key=lambda move: values[move].gain) == everything
    assert values[everything].gain - few.gain > 2 * GATE * max(values[everything].error, few.error)


def test_there_are_at_most_a_dozen_offers_and_no_plan_for_arranging() -> None:
    g = dealt()
    assert 8 <= len(candidates(g, 0, [], FastRandom(0))) <= 12
    assert len(candidates(play(g, "offer 0 1 2 3 4 5"), 1, [], FastRandom(0))) <= 12
    g.turn, g.agenda = None, [Arranging((0, 1, 2))]
    assert candidates(g, 0, [], FastRandom(0)) == []
    assert world(g, 0, [], FastRandom(0)).asks == "trading"


ROWS = "C0 A1, S4 M1, S5 M2"


def bot(g: State, *sights: Sight, n: int = 0) -> Any:
    return careful(g, g.question.seats[0], heard(*sights), Always(n))


def moving(die: int, rows: str = ROWS) -> State:
    return play(read(f"{rows} : {STACKS}"), f"none ({die})")


@cases(f"""
    before | answers | lot | decision
The bot pays what it can, also if it does not have to.
    M2 C5, S4, S5 : : payments optional      | none (0)   | 0 | pay C5
In most turns it opens a trade with all coins but those that it can pay.
    C5 M2 C0, S4 M1, S5 M3 : {STACKS}        |            | 0 | none
    C5 M2 C0, S4 M1, S5 M3 : {STACKS}        |            | 1 | offer 1 2
    C5 A2, S4 M1, S5 M3 : {STACKS}           |            | 1 | none
It offers as many coins as are offered to it, but never its last ones for more.
    C0 A1 S2, S4 M1 S3, S5 M3 : {STACKS}     | offer 0 1  | 0 | offer 0 1
    C0 A1 S2, S4, S5                         | offer 0 1  | 0 | offer 0
It trades for fewest coins, then for those that might match, and with nobody for more than it gives.
    C0 A1, S4 M3, C2v A3v                    | offer 0, offer 0 1, offer 0     | 0 | trade 2
    C0 A1, C4v, C2v : S3 - - -, A4 - - -     | offer 0, offer 0, offer 0       | 1 | trade 1
    C0, S4 M3 A5, S5 M2 C1                   | offer 0, offer 0 1 2, offer 0 1 2 | 0 | none
It acts first and uses an ace as soon as it can pay, and not before.
    C0 C5, S4, S2                            | offer 0, offer 0, offer 0, trade 1 (4 1) | 0 | order 0 1 4
    C0 C1, S4, S2                            | offer 0, offer 0, offer 0, trade 1 (1 4) | 0 | order 0 4 1
""")
def test_the_bot_decides(before: str, answers: str, lot: str, decision: str) -> None:
    g = play(read(before), answers)
    assert bot(g, n=int(lot)) == meant(g, decision)


def test_the_bot_lays_any_coins_value_up() -> None:
    g = read(ROWS)
    g.turn, g.agenda = None, [Arranging((0, 1, 2))]
    assert {bot(g, n=n) for n in (0, 1)} == {Arrange(()), Arrange((0, 1))}


def test_the_bot_brings_up_a_tile_that_it_remembers_and_needs() -> None:
    # The null of crowns went from the top of stack 3 to its bottom: it was there when the 5 came up.
    seen = (Moved(2, "bottom", face("C0")), Moved(2, "bottom", face("C5")))
    assert bot(moving(3), *seen) == Raise(2)
    # This bot has a short memory.
    assert bot(moving(3), *seen, *[Paid(1, 0, 5, face("M4"))] * 12) == Raise(0)
    # Two moves up, then two others: it is right below the top again.
    assert bot(moving(2), Moved(4, "top", face("C0")), Moved(4, "top", face("S1"))) == Sink(4)


def test_the_bot_rather_tries_a_tile_that_it_does_not_know_than_one_for_others() -> None:
    tops = [Moved(n, "bottom", face(stack.split()[0])) for n, stack in enumerate(STACKS.split(",")) if n]
    known = [Moved(stack, "bottom", face("A5")) for stack in range(1, 6)]
    assert {bot(moving(3), *known, *tops, n=n) for n in range(6)} == {Raise(0)}


def test_the_bot_knows_that_a_tile_that_was_paid_for_has_no_colour_and_does_not_cover_one_that_it_needs() -> None:
    assert bot(moving(3), Paid(1, 0, 0, face("C0")), Moved(0, "bottom", face("S3"))) != Raise(0)
    assert {bot(moving(2, "S3 M0 C5 A2 S1, S4, S5"), n=n) for n in range(6)} == {Sink(5)}


# --- The light table ----------------------------------------------------------------------------------------


def steps_of(seats: int, seed: str) -> Iterator[tuple[State, list[Line], Step]]:
    """The steps of a game that answer a question once the rows are arranged, with what was there and said before."""
    walk = played(GAME, seats, seed)
    before, lines = walk.start, [*walk.lines]
    for step in walk.steps:
        if before.turn is not None and not isinstance(step.move, TurnOver):
            yield before, lines, step
        before, lines = step.after, lines + step.lines


def remembered(light: World) -> dict[int, int]:
    depths = light.depths()
    return {coin: depths[coin] for row in light.rows for coin in row}


def as_bots_do(g: State, lines: list[Line]) -> dict[int, int]:
    known = recall(g, lines)
    return {NUMBERS[coin.face]: how_deep(coin.face, known) for row in g.rows for coin in row}


@pytest.mark.parametrize("seats", GAME.seats)
def test_players_of_the_light_table_remember_the_tiles_that_careful_bots_remember(seats: int) -> None:
    for before, lines, step in steps_of(seats, "remembered"):
        light = World(before, lines)
        assert remembered(light) == as_bots_do(before, lines)
        if isinstance(step.move, Sink | Raise | Pay):
            light.play(step.seat, step.move, FastRandom(0))
            assert remembered(light) == as_bots_do(step.after, lines + step.lines)


def stack_moved(before: State, lines: list[Line], seed: int) -> int:
    light, was = World(before, lines), World(before).stacks
    step_on(light, FastRandom(seed), FastRandom(seed))
    return next(stack for stack, tiles in enumerate(was) if light.stacks[stack] != tiles)


@pytest.mark.parametrize("seats", GAME.seats)
def test_players_of_the_light_table_move_the_tiles_that_careful_bots_move(seats: int) -> None:
    for before, lines, step in [*steps_of(seats, "moved")][:: amount(3, 1)]:
        if isinstance(step.move, Sink | Raise) and all(len({*tiles}) > 1 for tiles in before.stacks):
            by_bots = {careful(before, step.seat, lines, Seeded(str(seed))).stack for seed in range(60)}
            assert {stack_moved(before, lines, seed) for seed in range(60)} == by_bots


def test_whoever_can_pay_their_last_coin_before_anybody_moves_will_win() -> None:
    light = World(read(f"S3, C0 C1, A0 A1 A2 : {STACKS}"))
    assert light.prospects()[0] > 0.9
    light.turn = 2
    assert 1 / 3 < light.prospects()[0] < 0.9
    assert sum(light.prospects()) == pytest.approx(1)


@pytest.mark.parametrize("move", [NoTrade(), Offer((0,))])
def test_a_playout_goes_once_round_the_table(move: Any) -> None:
    light = world(dealt(), 0, [], FastRandom(0))
    light.play(0, move, FastRandom(1))
    light.playout(FastRandom(1))
    assert (light.asks, light.turns_over) == ("trading", 3)


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_can_be_done_is_done(seats: int) -> None:
    games = [played(GAME, seats, f"everything {number}") for number in range(amount(4, 20))]
    done = Counter(type(step.move).__name__ for game in games for step in game.steps)
    assert done.keys() == {"Arrange", "TurnOver", "Offer", "NoTrade", "Trade", "Order", "Sink", "Raise", "Pay"}
    assert min(done.values()) > amount(10, 50)
