"""Sin Color: what the lower sides and the stacks could be, as far as a viewer can tell."""

from itertools import permutations

import pytest

from games import engine
from games.bot import Seeded
from games.dealer import Scripted
from games.engine import Seat
from games.sin_color import GAME
from games.sin_color.moves import Arrange, Offer
from games.sin_color.notation import coins
from games.sin_color.options import Options
from games.sin_color.pieces import FACES
from games.sin_color.redeal import extremes, scramble
from games.sin_color.rules import Paying, State, payable
from tests.games.sin_color_tables import all_but, by, endgame, face, pays, play, read, rows
from tests.support.effort import amount


def redeals(g: State, you: Seat | None, number: int = 60) -> list[State]:
    return [*(scramble(g, you, Seeded(str(seed))) for seed in range(number)), *extremes(g, you)]


def consistent(g: State, you: Seat | None) -> set[str]:
    """All possible rows of these six coins, by exhaustive search."""
    found = set()
    for order in permutations(coins("S3 S4 M3 M4 C3 C4")):
        left, other = iter(order), g.copy()
        other.rows = [[type(coin)(next(left).face, coin.up) for coin in row] for row in g.rows]
        if seen(other, you) == seen(g, you):
            found.add(rows(other))
    return found


def seen(g: State, you: Seat | None) -> object:
    return [[coin.upper for coin in row] for row in g.rows], you is not None and g.rows[you]


@pytest.mark.parametrize("you", [0, 1, 2, None])
def test_a_redeal_is_any_table_that_shows_the_same_and_no_other(you: Seat | None) -> None:
    found = {rows(other) for other in redeals(endgame(), you, amount(150, 300))}
    assert found == consistent(endgame(), you)
    assert len(found) > 1 or you is not None


def test_while_the_rows_are_arranged_any_coin_may_lie_anywhere() -> None:
    g: State = engine.begin(GAME, 3, Options(), Scripted([list(FACES), list(FACES)]))
    assert len({other.rows[1][0].face for other in redeals(g, 0, 100)}) == 16


def test_coins_that_are_only_counted_are_dealt_anew_too_but_a_top_tile_has_its_coin_in_a_row() -> None:
    found = redeals(endgame(paid_coins="counted"), 2, 200)
    assert len({frozenset(other.paid) for other in found}) > 10
    assert all({face("S3"), face("C3")} <= {coin.face for row in other.rows for coin in row} for other in found)


@pytest.mark.parametrize("paid_coins", ["open", "counted"])
def test_whoever_is_asked_to_pay_has_a_coin_to_pay(paid_coins: str) -> None:
    g = play(endgame(paid_coins=paid_coins), "none (0)")
    assert isinstance(g.question, Paying)
    assert all(payable(other, 0) for you in (1, 2, None) for other in redeals(g, you))


def test_they_may_have_one_or_several_and_this_one_or_that_one() -> None:
    left = "S3 S5 M4 C3v, S4 M3v A3, C4 : S3 - - -, - M3 S4 -, S5 - - -, - - - M4, - C3 A3 -, C4 - - -"
    g = play(read(f"{left} : paid {all_but('S3 S4 S5 M3 M4 C3 C4 A3')}"), "none (0)")
    choices = {frozenset(payable(other, 0)) for other in redeals(g, 2, 200)}
    assert {len(choice) for choice in choices} == {1, 2}
    assert frozenset().union(*choices) == {pays("S3", 0), pays("S3", 1), pays("S5", 0), pays("S5", 1)}


def test_at_the_extremes_a_row_can_pay_as_much_or_as_little_as_can_be() -> None:
    paid = all_but("S3 S5 S0 M4 M0 M5")
    for stacks, most in (
        ("S3 - - -, M4 - - -, S0 - - -, S5 - - -, M0 - - -, M5 - - -", 2),
        ("- - - -, - M4 - -, - S0 - -, S5 - - -, - M0 - -, - M5 - S3", 1),
    ):
        g = read(f"S3 S5, S0 M4v, M0v M5 : {stacks} : paid {paid}")
        numbers = [len(payable(other, 0)) for other in extremes(g, 2)]
        assert max(numbers) == most
    assert min(numbers) == 0


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
