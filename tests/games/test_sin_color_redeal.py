"""Sin Color: what could lie on the lower sides and in the stacks, as far as a viewer can tell."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from games import engine
from games.bot import Seeded
from games.dealer import Line, Scripted, WrongDraw
from games.engine import Seat
from games.playthrough import Step, viewers
from games.sin_color import GAME
from games.sin_color.matching import matched
from games.sin_color.moves import Arrange, NoTrade, Offer
from games.sin_color.options import Options
from games.sin_color.pieces import FACES
from games.sin_color.redeal import extremes, scramble
from games.sin_color.rules import Paying, State, payable
from tests.amounts import amount
from tests.games import soundness
from tests.games.knowledge import OPEN_FACTS
from tests.games.played import played
from tests.games.secrecy import Blindfold
from tests.games.sin_color_tables import all_but, by, coins, endgame, face, pays, play, row, stack, table


def redeals(g: State, you: Seat | None, number: int = 60) -> list[State]:
    return [*(scramble(g, you, Seeded(str(seed))) for seed in range(number)), *extremes(g, you)]


# --- A thing for every place --------------------------------------------------------------------------------


def every_way(fitting: dict[str, list[int]]) -> Iterator[dict[str, int]]:
    """By trying them all."""
    for things in product(*fitting.values()):
        if len(set(things)) == len(things):
            yield dict(zip(fitting, things, strict=True))


def puzzles() -> Iterator[dict[str, list[int]]]:
    """Two to five places and five things, at random."""
    for number in range(400):
        chance = Seeded(f"puzzle {number}")
        places = "abcde"[: 2 + chance.below(4, "")]
        yield {place: [thing for thing in range(5) if chance.below(5, "") < 2] for place in places}


def test_there_is_a_match_exactly_if_trying_everything_finds_one() -> None:
    solvable = 0
    for fitting in puzzles():
        ways = list(every_way(fitting))
        found = matched(fitting)
        assert found in ways if ways else found is None
        solvable += bool(ways)
    assert 100 < solvable < 300


def test_every_match_can_come_of_some_order() -> None:
    for fitting in list(puzzles())[:100]:
        for way in every_way(fitting):
            own_first = {place: sorted(things, key=lambda t: t != way[place]) for place, things in fitting.items()}
            assert matched(own_first) == way


# --- Coins --------------------------------------------------------------------------------------------------


def consistent(g: State, you: Seat | None) -> set[tuple[str, ...]]:
    """By trying them all: how these six coins might lie in the rows."""
    found = set()
    for order in permutations(coins("S3 S4 M3 M4 C3 C4")):
        left = iter(order)
        rows = [[type(coin)(next(left).face, coin.up) for coin in old] for old in g.rows]
        as_before = all(
            new.upper == coin.upper and (new == coin or owner != you)
            for owner, (news, olds) in enumerate(zip(rows, g.rows, strict=True))
            for new, coin in zip(news, olds, strict=True)
        )
        if as_before:
            other = g.copy()
            other.rows = rows
            found.add(tuple(row(other, seat) for seat in range(3)))
    return found


@pytest.mark.parametrize("you", [0, 1, 2, None])
def test_a_redeal_is_any_table_that_shows_the_same_and_no_other(you: Seat | None) -> None:
    found = {tuple(row(other, seat) for seat in range(3)) for other in redeals(endgame(), you, amount(150, 300))}
    assert found == consistent(endgame(), you)
    assert len(found) > 1 or you is not None


def test_one_keeps_ones_own_coins() -> None:
    assert {row(other, 1) for other in redeals(endgame(), 1)} == {"S4v M3"}


def test_a_coin_keeps_the_side_that_it_shows() -> None:
    for other in redeals(endgame(), None):
        assert [[coin.upper for coin in row] for row in other.rows] == [["suns", 4], [4, "moons"], [3, "crowns"]]


def test_while_the_rows_are_arranged_any_coin_may_lie_anywhere() -> None:
    g: State = engine.begin(GAME, 3, Options(), Scripted([list(FACES), list(FACES)]))
    assert len({other.rows[1][0].face for other in redeals(g, 0, 100)}) == 16


@pytest.mark.parametrize("options", [Options(), Options(paid_coins="counted")], ids=["open", "counted"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_redeal_has_all_24_coins_and_all_24_tiles(seats: int, options: Options) -> None:
    for step in played(GAME, seats, "24", options).steps[:: amount(15, 5)]:
        g: Any = step.after
        for you in (0, None):
            for other in redeals(g, you, 3):
                soundness.check("sin_color", g, other)
                assert len(other.paid) == len(g.paid)


def test_coins_that_are_only_counted_are_dealt_anew_too_but_a_top_tile_has_its_coin_in_a_row() -> None:
    g = endgame(paid_coins="counted")
    found = redeals(g, 2, 200)
    assert len({frozenset(other.paid) for other in found}) > 10
    for other in found:
        rows = [coin.face for row in other.rows for coin in row]
        assert face("S3") in rows and face("C3") in rows


# --- Whoever is asked to pay --------------------------------------------------------------------------------


@pytest.mark.parametrize("paid_coins", ["open", "counted"])
def test_whoever_is_asked_to_pay_has_a_coin_to_pay(paid_coins: str) -> None:
    g = play(endgame(paid_coins=paid_coins), NoTrade(), drawn=[0])
    assert isinstance(g.question, Paying)
    for you in (1, 2, None):
        for other in redeals(g, you):
            assert payable(other, 0)


def test_he_may_have_one_or_several_and_this_one_or_that_one() -> None:
    rows = ["S3 S5 M4 C3v", "S4 M3v A3", "C4"]
    stacks = ["S3 - - -", "- M3 S4 -", "S5 - - -", "- - - M4", "- C3 A3 -", "C4 - - -"]
    g = play(table(rows=rows, stacks=stacks, paid=all_but("S3 S4 S5 M3 M4 C3 C4 A3")), NoTrade(), drawn=[0])
    choices = {frozenset(payable(other, 0)) for other in redeals(g, 2, 200)}
    assert {len(choice) for choice in choices} == {1, 2}
    assert frozenset().union(*choices) == {pays("S3", 0), pays("S3", 1), pays("S5", 0), pays("S5", 1)}


# --- Extremes -----------------------------------------------------------------------------------------------


def test_at_the_extremes_a_row_can_pay_as_much_or_as_little_as_can_be() -> None:
    rows = ["S3 S5", "S0 M4v", "M0v M5"]
    stacks = ["S3 - - -", "M4 - - -", "S0 - - -", "S5 - - -", "M0 - - -", "M5 - - -"]
    paid = all_but("S3 S5 S0 M4 M0 M5")
    below = ["- - - -", "- M4 - -", "- S0 - -", "S5 - - -", "- M0 - -", "- M5 - S3"]
    for tops, most in ((stacks, 2), (below, 1)):
        g = table(rows=rows, stacks=tops, paid=paid)
        numbers = [len(payable(other, 0)) for other in extremes(g, 2)]
        assert max(numbers) == most
    assert min(numbers) == 0


def test_at_the_extremes_a_stack_is_all_colour_or_all_grey_below_its_top() -> None:
    found = [[stack(other, number) for number in range(6)] for other in extremes(endgame(), None)]
    assert any(stacks[-1] == "- - - -" for stacks in found)
    assert any(stacks[-1].count("-") < 3 for stacks in found)


# --- Secret answers -----------------------------------------------------------------------------------------


def test_what_others_have_offered_in_secret_might_be_anything_and_ones_own_offer_stays() -> None:
    g = by(by(play(endgame(), Offer((0,))), 1, Offer((0,))), 2, Offer((0,)))
    assert g.offers == {0: (0,), 1: (0,), 2: (0,)}
    g = by(play(endgame(), Offer((0,))), 1, Offer((0,)))
    assert {other.question.answers[1].coins for other in redeals(g, 2)} == {(0,), (1,), (0, 1)}
    assert {other.question.answers[1].coins for other in redeals(g, 1)} == {(0,)}


def test_so_might_how_others_have_arranged_their_coins() -> None:
    g: State = engine.begin(GAME, 4, Options(), Scripted([list(FACES), list(FACES)]))
    g = by(by(g, 1, Arrange((0, 2))), 3, Arrange((1,)))
    others = redeals(g, 1)
    assert {other.question.answers[1] for other in others} == {Arrange((0, 2))}
    assert {len(other.question.answers[3].value_up) for other in others} == {0, 1, 2, 3, 4, 5, 6}


# --- By hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "g",
    [
        endgame(),
        endgame(paid_coins="counted"),
        play(endgame(), NoTrade(), drawn=[0]),
        play(endgame(paid_coins="counted"), NoTrade(), drawn=[0]),
        play(endgame(payments="optional", turn=2), NoTrade(), drawn=[0]),
        play(endgame(), Offer((0,)), Offer((1,))),
        play(endgame(offers="open"), Offer((0,)), Offer((1,))),
        play(endgame(), NoTrade(), pays("S3"), drawn=[0]),
    ],
    ids=["endgame", "counted", "paying", "paying, counted", "may pay", "sealed", "open offers", "a turn later"],
)
def test_nobody_can_tell_a_redeal_from_the_table(g: State) -> None:
    blindfold = Blindfold(GAME, Seeded("by hand"))
    for _ in range(3):
        assert blindfold.leaks(g, seats=3) == []
    assert blindfold.compared >= 3 * 22


@pytest.mark.parametrize("options", [Options("optional", "open", "counted", "aided"), Options(paid_coins="counted")])
@pytest.mark.parametrize("seats", GAME.seats)
def test_nobody_can_tell_it_whatever_the_host_chose(seats: int, options: Options) -> None:
    blindfold = Blindfold(GAME, Seeded("options"))
    for step in played(GAME, seats, "options", options).steps[:: amount(12, 4)]:
        assert blindfold.leaks(step.after, seats) == []


# --- From one frame to the next -----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [Options(), Options("optional", "open", "counted", "aided")])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_one_hears_follows_from_what_lay_open_before_and_lies_open_now(seats: int, options: Options) -> None:
    game, compared = played(GAME, seats, "heard", options), 0
    for number, step in list(enumerate(game.steps))[:: amount(4, 1)]:
        before = game.steps[number - 1].after if number else game.start
        for you in viewers(seats):
            for other in redeals(before, you, 2):  # type: ignore[arg-type]
                dealer = Scripted(step.drawn)
                if (after := as_it_went_on(other, step, dealer)) and open_to(after, you) == open_to(step.after, you):
                    assert reaching(dealer.lines, you) == reaching(step.lines, you)
                    compared += 1
    assert compared > amount(200, 1000)


def as_it_went_on(g: State, step: Step, dealer: Scripted) -> State | None:
    """After the same move with the same draws; None if that cannot be."""
    try:
        after: State = engine.play(GAME, g, step.seat, step.move, dealer)
    except (engine.IllegalMove, WrongDraw):
        return None
    return after


def open_to(g: Any, you: Seat | None) -> Any:
    return OPEN_FACTS["sin_color"](g, you)


def reaching(lines: list[Line], you: Seat | None) -> list[tuple[str, Any]]:
    return [(str(line.text), line.sight) for line in lines if line.reaches(you)]
