"""Color Gin: the worked examples of its rules, counted and scored, and the numbers in their captions."""

from typing import Any

import pytest

from games.color_gin.cards import POINTS, Card, Suit
from games.color_gin.evaluator import MOST_TO_KNOCK, arrangement, best, is_meld
from games.color_gin.going_out import may_score
from games.color_gin.options import Options
from games.color_gin.rules import State
from games.color_gin.showdown import Showdown
from tests.games.color_gin_tables import GoOut, play, shedding
from tests.games.examples import examples, names

EXAMPLES = examples("color_gin")
OPTIONS = Options()


def group(joined: str) -> tuple[Card, ...]:
    """ "8C-9C" as cards."""
    return tuple(joined.split("-")) if joined else ()


def all_of(hand: Any) -> list[Card]:
    return [card for joined in (*hand["melds"], hand["leftovers"]) for card in group(joined)]


def gone_out(example: Any, **words: Any) -> tuple[State, Showdown]:
    """The table after the first of the two hands has gone out as drawn. It sheds a card that neither has."""
    out, other = example["out"], example["other"]
    spare = next(card for card in POINTS if card not in (*all_of(out), *all_of(other)))
    g = shedding(" ".join([*all_of(out), spare]), " ".join(all_of(other)), **words)
    g = play(g, GoOut(spare, tuple(map(group, out["melds"]))))
    assert g.showdown is not None and list(g.showdown.spoiled) == example["spoiled"]
    return g, g.showdown


def scored(g: State, seat: int) -> dict[Suit, int]:
    return {suit: points for suit, points in g.scores[seat].items() if points}


def test_every_meld_is_one_of_its_kind() -> None:
    for kind, suits in (("run", 1), ("three", 3), ("four", 4)):
        cards = group(EXAMPLES["melds"][kind])
        assert is_meld(cards) and len({card[1] for card in cards}) == suits
    ranks = [card[0].replace("T", "10") for card in group(EXAMPLES["melds"]["run"])]
    assert names("color_gin", "melds", *(int(rank) for rank in ranks if rank.isdigit()))


def test_a_hand_with_ten_left_over_may_just_knock_and_score_in_one_suit() -> None:
    example = EXAMPLES["left_over"]
    laid, points = best(all_of(example)), [POINTS[card] for card in group(example["leftovers"])]
    assert set(laid.melds) == {tuple(sorted(group(meld), key=[*POINTS].index)) for meld in example["melds"]}
    assert laid.points == example["points"] == MOST_TO_KNOCK
    assert (list(laid.spoiled), may_score(laid, ())) == (example["spoiled"], ("H",))
    assert names("color_gin", "left_over", *points, example["points"])


@pytest.mark.parametrize(("kind", "example"), EXAMPLES["spoiling"].items())
def test_every_group_spoils_what_is_struck_out_beside_it(kind: str, example: Any) -> None:
    cards = group(example["cards"])
    assert list(arrangement(cards, () if kind == "left_over" else (cards,)).spoiled) == example["spoiled"]


def test_the_gin_scores_what_is_left_over_and_the_bonus_in_every_suit_but_the_spoiled_one() -> None:
    example = EXAMPLES["gin"]
    g, shown = gone_out(example)
    other = shown.hands[1]
    assert (shown.how, other.leftovers) == ("gin", group(example["other"]["leftovers"]))
    assert [POINTS[card] for card in other.leftovers] == example["parts"]
    assert (other.count, OPTIONS.gin_bonus) == (example["against"], example["bonus"])
    assert scored(g, 0) == dict.fromkeys("SHC", example["points"])
    assert names("color_gin", "gin", *example["parts"], other.count, other.count, example["bonus"], example["points"])


def test_what_is_laid_off_is_left_over_no_more() -> None:
    example = EXAMPLES["laying_off"]
    g, shown = gone_out(example)
    assert best(all_of(example["other"])).points == example["before"]
    melds = [shown.hands[0].melds.index(group(meld)) for meld in example["out"]["melds"]]
    assert dict(shown.hands[1].laid_off) == {each["card"]: melds[each["on"]] for each in example["laid_off"]}
    left, against = example["left"], example["against"]
    assert (shown.hands[0].count, shown.hands[1].count) == (left, against)
    assert scored(g, 0) == dict.fromkeys("SC", example["points"])
    assert names("color_gin", "laying_off", 3, 9, 10, *(left, against) * 2, example["before"], example["points"])


def test_cards_are_laid_off_in_an_order_in_which_each_fits() -> None:
    melds = [group(meld) for meld in EXAMPLES["laying_off"]["out"]["melds"]]
    for each in EXAMPLES["laying_off"]["laid_off"]:
        melds[each["on"]] = (*melds[each["on"]], each["card"])
        assert is_meld(melds[each["on"]])


def test_an_undercut_scores_the_difference_and_the_bonus_where_the_knocker_has_spoiled_nothing() -> None:
    example = EXAMPLES["undercut"]
    g, shown = gone_out(example)
    left, against = example["left"], example["against"]
    assert (shown.hands[0].count, shown.hands[1].count) == (left, against)
    assert set(shown.hands[1].melds) == {group(meld) for meld in example["other"]["melds"]}
    assert (shown.winner, OPTIONS.undercut_bonus) == (1, example["bonus"])
    assert scored(g, 1) == {"C": example["points"]}
    assert names("color_gin", "undercut", left, against, left, against, example["bonus"], example["points"])


def test_the_knock_wins_two_suits_at_once_and_leaves_out_the_closed_one() -> None:
    example = EXAMPLES["winning"]
    before = [" ".join(map(str, row)) for row in example["before"]]
    closed = " ".join(f"{suit}{seat}" for suit, seat in example["closed_before"].items())
    g, _ = gone_out(EXAMPLES["laying_off"], scores=" - ".join(before), closed=closed)
    assert [[*scores.values()] for scores in g.scores] == example["after"]
    assert (g.closed, OPTIONS.target) == (example["closed"], 100)
    (spades, _, _, clubs), (_, hearts, _, _) = example["before"]
    won, _, _, and_won = example["after"][0]
    assert names("color_gin", "winning", spades, clubs, hearts, EXAMPLES["laying_off"]["points"], won, and_won)
