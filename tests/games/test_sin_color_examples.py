"""Sin Color: the worked examples of its rules, played."""

from collections import Counter

import pytest

from games.piecepack import NULL
from games.sin_color.moves import NoTrade, Offer, Raise, Sink, Trade, TurnOver
from games.sin_color.notation import coins
from games.sin_color.pieces import FACES
from tests.games.examples import examples, numbers_in
from tests.games.sin_color_tables import by, choices, face, pays, play, row, stack, table

EXAMPLES = examples("sin_color")


def words(of: list[str]) -> str:
    return " ".join(of)


def test_the_table_for_three_has_all_24_coins_in_rows_of_eight() -> None:
    dealt = EXAMPLES["dealt"]
    assert [len(row) for row in dealt["rows"]] == [8, 8, 8]
    assert Counter(coin.face for row in dealt["rows"] for coin in coins(words(row))) == Counter(FACES.values())
    assert len({face(top) for top in dealt["tops"]}) == 6


def test_a_coin_that_is_turned_over_shows_its_other_side() -> None:
    assert row(by(table(rows=["C5", "S4", "S5"]), 0, TurnOver(0)), 0) == "C5v"
    assert numbers_in("sin_color", "two_sides") == [5, 5]


def test_coins_that_are_traded_go_to_the_right_ends_as_they_lie() -> None:
    trade = EXAMPLES["trade"]
    offers = [Offer(tuple(places)) for places in trade["offers"]]
    g = play(table(rows=[words(row) for row in trade["rows"]]), *offers, Trade(1), drawn=EXAMPLES["thrown"])
    assert [row(g, seat) for seat in range(3)] == [words(row) for row in trade["after"]]


@pytest.mark.parametrize("throw", range(3))
def test_a_throw_moves_the_tiles_of_the_stack_as_it_is_drawn(throw: int) -> None:
    example = EXAMPLES["stack"]
    before = [example["lies"], *example["after"]][throw]
    g = table(stacks=[words(before), *"-----"])
    die = example["throws"][throw]
    g = play(g, NoTrade(), Sink(0) if die in (2, 4) else Raise(0), drawn=[die])
    assert stack(g, 0) == words(example["after"][throw])


def test_only_the_coin_with_suit_and_value_of_a_top_tile_can_be_paid() -> None:
    payment = EXAMPLES["payment"]
    paid = payment["row"][payment["coin"]]
    g = table(stacks=payment["tops"], rows=[words(payment["row"]), "S1", "S2"])
    g = play(g, NoTrade(), drawn=[NULL])
    assert choices(g) == [pays(paid, payment["coin"])]
    g = play(g, pays(paid, payment["coin"]))
    assert row(g, 0) == words(payment["left"])
    assert stack(g, payment["stack"]) == "-"
