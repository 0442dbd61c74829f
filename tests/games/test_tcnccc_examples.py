"""TCNCCC: the worked examples of its rules, played."""

import pytest

from games.tcnccc.pieces import ALL_PIECES, COLOURS, JOKER, Lifted
from games.tcnccc.rules import GiveBack, Lift, outcome
from tests.games.examples import examples, numbers_in
from tests.games.positions import State, after, pieces, play, shown, table

EXAMPLES = examples("tcnccc")


def standing(lifted: str, held: list[str], bag: str = "-") -> State:
    """The first cylinder and what the players have, as the drawings name pieces."""
    cylinder, *hands = ("".join(word[0] for word in words.split()) or "-" for words in (lifted, *held))
    return table(f"{bag} / {cylinder} - - - / {' '.join(hands)}")


def sorted_pieces(words: str) -> list[str]:
    return sorted(pieces(words))


def test_there_are_as_many_pieces_as_are_drawn() -> None:
    assert {ALL_PIECES.count(colour) for colour in COLOURS} == {6}
    # The drawing counts them by figures of its own.
    assert numbers_in("tcnccc", "pieces") == sorted([len(ALL_PIECES), 6, ALL_PIECES.count(JOKER)])


def test_a_drawn_piece_goes_where_it_is_put_and_is_seen_no_more() -> None:
    g = after(table("g / - - - - / - -"), "draw g, place 2")
    assert (g.bag, g.cylinders[1]) == ([], ["green"])
    assert numbers_in("tcnccc", "placing") == [1 + 1]


def test_a_pair_brings_one_of_each_colour_that_is_missing_and_the_joker() -> None:
    pair = EXAMPLES["pair"]
    after = play(standing(pair["lifted"], [pair["held"], ""]), Lift(0))
    assert (after.held[0], after.bag) == (pieces(pair["kept"]), sorted_pieces(pair["back"]))


def test_without_a_pair_all_goes_back_and_the_piece_that_was_chosen() -> None:
    example = EXAMPLES["no_pair"]
    after = play(standing(example["lifted"], [example["held"], ""]), Lift(0), GiveBack(example["given"]))
    assert after.held[0] == pieces(example["kept"])
    assert after.bag == sorted_pieces(f"{example['lifted']} {example['given']}")


def test_without_a_piece_to_give_the_others_draw_until_one_of_them_wins() -> None:
    example = EXAMPLES["others_draw"]
    g = standing(example["lifted"], ["", *example["others"]], bag="rb")
    after = play(g, Lift(0), drawn=pieces(example["drawn"]))
    assert after.held == [[], *map(pieces, example["kept"])]
    ended = outcome(after)
    assert ended is not None and ended.winners == (3,)


def test_whoever_lifts_an_empty_cylinder_is_out_and_the_pieces_go_back() -> None:
    g = standing("", [EXAMPLES["empty"]["held"], "", ""])
    assert shown(g, Lift(2)) == [Lifted(2, [])]
    after = play(g, Lift(2))
    assert (after.out[0], after.held[0], after.bag) == (True, [], sorted_pieces(EXAMPLES["empty"]["held"]))


def test_four_win_and_three_are_not_enough() -> None:
    for held in EXAMPLES["four"]["enough"]:
        ended = outcome(standing("", [held, "", ""]))
        assert ended is not None and ended.winners == (0,)
    assert outcome(standing("", [EXAMPLES["four"]["too_few"], "", ""])) is None


@pytest.mark.parametrize("figure", ["pair", "no_pair", "others_draw", "empty", "four"])
def test_where_nothing_has_to_be_counted_no_figures_are_written(figure: str) -> None:
    assert numbers_in("tcnccc", figure) == []
