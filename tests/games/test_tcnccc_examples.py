"""TCNCCC: the worked examples of its rules, played."""

from games.tcnccc.pieces import ALL_PIECES, COLOURS, JOKER
from games.tcnccc.rules import GiveBack, Lift, outcome
from tests.games.conversation import result
from tests.games.examples import examples, numbers_in
from tests.games.tcnccc_tables import State, pieces, play, table

EXAMPLES = examples("tcnccc")


def standing(lifted: str, held: list[str], bag: str = "-") -> State:
    """A table with this first cylinder and these players' pieces, as named in the drawings."""
    cylinder, *hands = ("".join(word[0] for word in words.split()) or "-" for words in (lifted, *held))
    return table(f"{bag} / {cylinder} - - - / {' '.join(hands)}")


def test_there_are_as_many_pieces_as_are_drawn() -> None:
    assert {ALL_PIECES.count(colour) for colour in COLOURS} == {6}
    assert numbers_in("tcnccc", "pieces") == sorted([len(ALL_PIECES), 6, ALL_PIECES.count(JOKER)])


def test_a_drawn_piece_goes_where_it_is_put_and_is_seen_no_more() -> None:
    (cylinder,) = numbers_in("tcnccc", "placing")
    g = play(table("g / - - - - / - -"), f"draw (g), place {cylinder}")
    assert (g.bag, g.cylinders[1]) == ([], ["green"])


def test_a_pair_brings_one_of_each_colour_that_is_missing_and_the_joker() -> None:
    pair = EXAMPLES["pair"]
    g = play(standing(pair["lifted"], [pair["held"], ""]), Lift(0))
    assert (g.held[0], g.bag) == (pieces(pair["kept"]), sorted(pieces(pair["back"])))


def test_without_a_pair_all_goes_back_and_the_piece_that_was_chosen() -> None:
    example = EXAMPLES["no_pair"]
    g = play(standing(example["lifted"], [example["held"], ""]), Lift(0), GiveBack(example["given"]))
    back = pieces(f"{example['lifted']} {example['given']}")
    assert (g.held[0], g.bag) == (pieces(example["kept"]), sorted(back))


def test_without_a_piece_to_give_the_others_draw_until_one_of_them_wins() -> None:
    example = EXAMPLES["others_draw"]
    g = standing(example["lifted"], ["", *example["others"]], bag="rb")
    g = play(g, Lift(0), drawn=pieces(example["drawn"]))
    assert (g.held, result(outcome(g))[0]) == ([[], *map(pieces, example["kept"])], "3")


def test_whoever_lifts_an_empty_cylinder_is_out_and_the_pieces_go_back() -> None:
    held = EXAMPLES["empty"]["held"]
    g = play(standing("", [held, "", ""]), Lift(2))
    assert (g.out[0], g.held[0], g.bag) == (True, [], sorted(pieces(held)))


def test_four_win_and_three_are_not_enough() -> None:
    too_few, enough = EXAMPLES["four"]["too_few"], EXAMPLES["four"]["enough"]
    ends = [outcome(standing("", [held, "", ""])) for held in (too_few, *enough)]
    assert [ended and ended.winners for ended in ends] == [None, (0,), (0,)]
