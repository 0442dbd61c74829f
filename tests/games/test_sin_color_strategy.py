"""Sin Color as a strong bot sees it: the light table follows the rules, what was seen stays where it was, and who has
fewest coins is not left alone with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games import engine
from games.bot import Seeded, anything
from games.dealer import Dealer, Sight
from games.engine import Move, Outcome, Seat
from games.playthrough import variants
from games.search import GATE, Luck, appraise
from games.sin_color import GAME
from games.sin_color.bot import careful
from games.sin_color.model import NUMBERS, PHASES, LightTable
from games.sin_color.moves import NoTrade, Offer, Sink
from games.sin_color.pieces import Coin, Face, Moved, Paid, Traded, TurnedOver
from games.sin_color.rules import Arranging, State
from games.sin_color.strategy import STRATEGY, candidates, world
from tests.amounts import amount
from tests.games.cases import cases
from tests.games.heard import heard
from tests.games.sin_color_tables import after, all_but, face, meant, read, table

GAMES_EACH = amount(1, 20)


def steps(options: Any, seats: int, seed: str) -> Iterator[tuple[State, Seat, Move, int]]:
    """Every state of a game, after the rows were arranged, in which one answer of three is any answer."""
    chance = Seeded(seed)
    g: Any = engine.begin(GAME, seats, options, Dealer(chance))
    for luck in range(3000):
        if g.question is None:
            return
        seat = g.question.seats[chance.below(len(g.question.seats), "who")]
        move = careful(g, seat, [], chance) if chance.below(3, "wild") else anything(GAME, g, seat, chance)
        if g.turn is not None:
            yield g, seat, move, luck
        g = engine.play(GAME, g, seat, move, Dealer(Luck(luck)))


def follows(light: LightTable, g: State) -> bool:
    if g.question is None:
        return light.asks == "nothing"
    return (
        (light.asks, light.seats) == (PHASES[type(g.question)], [*g.question.seats])
        and light.rows == [[NUMBERS[coin.face] for coin in row] for row in g.rows]
        and light.stacks == [[NUMBERS[tile] for tile in tiles] for tiles in g.stacks]
        and all(light.owners[coin] == seat for seat, row in enumerate(light.rows) for coin in row)
        and (light.turn, light.dice, light.turns_over) == (g.turn, g.dice, g.turns_over)
        and light.steps == [(step.seat, step.die) for step in g.steps]
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_the_light_table_follows_the_rules(seats: int) -> None:
    for options in variants(GAME):
        for number in range(GAMES_EACH):
            light: LightTable | None = None
            for g, seat, move, luck in steps(options, seats, f"light {number}"):
                light = light or LightTable(g)
                assert follows(light, g)
                light.play(seat, move, Luck(luck))
                last = engine.play(GAME, g, seat, move, Dealer(Luck(luck)))
            outcome = GAME.outcome(last)
            assert isinstance(outcome, Outcome)
            assert light is not None
            assert {seat for seat, share in enumerate(light.shares()) if share} == set(outcome.winners)


def test_a_world_plays_on_to_the_end_and_its_model_stays_as_it_is() -> None:
    for g, seat, _, luck in steps(GAME.Options(), 3, "clone"):
        model = world(g, seat, [], Luck(luck))
        before = [getattr(model.clone(), name) for name in LightTable.__slots__]
        assert sum(model.clone().playout(Luck(luck))) == pytest.approx(1)
        assert [getattr(model, name) for name in LightTable.__slots__] == before


# --- What a seat knows ---------------------------------------------------------------------------------------

STACKS = "S3 C0 C1 C2, M0 C3 A0 A1, C5 A3 A4 A5, A2 M1 M2 M3, S1 M5 S2 C4, M4 S0 S4 S5"


def dealt() -> State:
    return table(stacks=STACKS.split(","), rows=["C0 C1 C2 C3 S0 S1 S2 S3", "A0 A1 A2 A3 A4 A5 M5 S4",
                                                 "C4 C5 M0 M1 M2 M3 M4 S5"])  # fmt: skip


def worlds(g: State, *sights: Sight) -> list[Any]:
    return [world(g, 0, heard(*sights), Luck(seed)) for seed in range(20)]


def test_tiles_that_were_seen_lie_where_they_were_seen() -> None:
    # The 4 of suns went under the top of stack 6 when the 4 of moons came up, and one below the top of stack 1 is grey.
    seen = (Moved(5, "bottom", face("S4")), Moved(5, "top", face("M4")))
    for model in worlds(dealt(), *seen):
        assert model.stacks[5][:2] == [NUMBERS[face("M4")], NUMBERS[face("S4")]]
    assert len({tuple(model.stacks[0]) for model in worlds(dealt(), *seen)}) > 10


def test_a_coin_that_has_shown_both_sides_is_known_wherever_it_goes() -> None:
    # It lies in the last place of its row, is turned over twice, and is traded for the last coin of another.
    g = dealt()
    g.rows[1][7], g.rows[2][7] = g.rows[2][7], g.rows[1][7]
    seen = (TurnedOver(1, 7, 5), TurnedOver(1, 7, "suns"), Traded(1, 2, (7,), (7,)))
    g.rows[2][7] = Coin(Face("suns", 5), "suit")
    assert {model.rows[2][7] for model in worlds(g, *seen)} == {NUMBERS[face("S5")]}
    assert {model.rows[2][7] for model in worlds(g)} == {NUMBERS[face("S5")], NUMBERS[face("S4")]}


def test_what_was_not_heard_breaks_nothing() -> None:
    # Of a coin that is paid, and of two that were turned, but a trade between was missed.
    seen = (TurnedOver(1, 7, 5), TurnedOver(2, 7, 5), Paid(1, 9, 0, face("S3")), Moved(0, "top", face("A5")))
    for model in worlds(dealt(), *seen):
        assert sorted(number for tiles in model.stacks for number in tiles) == [*range(24)]


# --- Decisions -----------------------------------------------------------------------------------------------


def test_a_strong_bot_gives_all_for_the_few_that_somebody_has_where_the_policy_never_does() -> None:
    rows = ["C0 A1 A3 C1 M1", "S4", "S5 M3 S0 M2 C4"]
    held = " ".join(rows).split()
    stacks = [" ".join(tile if tile in held else "-" for tile in tiles.split()) for tiles in STACKS.split(",")]
    g = table(stacks=stacks, rows=rows, paid=all_but(" ".join(held)))
    best = appraise(GAME, g, 0, [], Seeded("a"), 1000)[0]
    assert best.move == Offer((0, 1, 2, 3, 4))
    assert best.gain > 2 * GATE * best.error
    usual = [careful(g, 0, [], Seeded(str(seed))) for seed in range(40)]
    assert all(isinstance(move, NoTrade) or len(move.coins) < 4 for move in usual if isinstance(move, NoTrade | Offer))


def test_there_are_at_most_a_dozen_offers_and_no_plan_for_arranging() -> None:
    g = dealt()
    assert 8 <= len(candidates(g, 0, [], Luck(0))) <= 12
    assert len(candidates(after(g, "offer 0 1 2 3 4 5"), 1, [], Luck(0))) <= 12
    g.turn, g.agenda = None, [Arranging((0, 1, 2))]
    assert candidates(g, 0, [], Luck(0)) == []
    assert world(g, 0, [], Luck(0)).asks == "trading"


# --- Reasons -------------------------------------------------------------------------------------------------


@cases(
    "before answers move reason",
    """
It is said whose few coins are worth a trade, or else what a trade brings.
    C0 A1 S2, S4, S5 M3 |                          | offer 0 1   | seat 1 has fewer coins than you offer
    C0 A1 S2, S4, S5 M3 |                          | offer 0     | A trade brings you a second die, and
Why not to trade.
    C5 A1, S4, S0 M3    |                          | none        | a partner could cover its tile
    C0, S4, S0 M3       |                          | none        | No one has fewer coins than you
    C0 A1, S4, S0 M3    |                          | none        | None
    C5, S4 M3, S0 M2    | offer 0, offer 0 1, offer 0 1 | none   | Every offer would leave you with more coins.
What to answer to an offer.
    C0, S4 C5, S0 M3    | offer 0                  | offer 0 1   | No one likes to take more coins than they give.
    C0, S4 C5, S0 M3    | offer 0                  | offer 0     | You keep what you can pay.
    C0, S4 C1, S0 M3    | offer 0                  | offer 0     | None
Whom to trade with.
    C0 A1, S4, S0 M3    | offer 0 1, offer 0, offer 0 1 | trade 1 | You give more coins than you take.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 | trade 2    | A trade brings you a second die.
Who goes first.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 1 4 | With the ace first you pay at once.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 4 1 | before seat 1 can cover a tile
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 1 4 1 | seat 1 acts first, and cannot cover
Which stack.
    C5 M4, S1, S3 M3    | none (2)                 | sink 0      | This leaves a tile on top for which you can pay.
    C5 M4, S1, S3 M3    | none (2)                 | sink 2      | None
    C1 M1, S4, S3 M3    | none (2)                 | sink 0      | a tile for which someone else has the coin
    C1 M1, S4, S3 M3 : - M1, S3 M3 | none (2)      | sink 0      | A tile may come up that matches one of your coins.
Nothing, when all are as good.
    C5, S4 : : payments optional | none (1)        | pay C5      | None
""",
)
def test_a_reason_is_given_in_words(before: str, answers: str, move: str, reason: str) -> None:
    g = after(read(before), answers)
    assert reason in str(STRATEGY.reason(g, g.question.seats[0], [], meant(g, *move.split())))


def test_a_tile_that_was_seen_is_a_reason_to_bring_it_up() -> None:
    g = after(table(stacks=STACKS.split(","), rows=["C0", "S3", "M5"]), "none (2)")
    seen = heard(Moved(0, "bottom", face("C0")), Moved(0, "top", face("S3")))
    assert "someone else has the coin" in str(STRATEGY.reason(g, 0, [], Sink(0)))
    assert "matches one of your coins" in str(STRATEGY.reason(g, 0, seen, Sink(0)))
