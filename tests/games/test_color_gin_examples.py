"""Color Gin: the worked examples of its rules, counted and scored."""

from typing import Any

import pytest

from games.color_gin.cards import POINTS, Card, Suit
from games.color_gin.evaluator import MOST_TO_KNOCK, arrangement, best, is_meld
from games.color_gin.going_out import may_score
from games.color_gin.options import Options
from games.color_gin.rules import State
from games.color_gin.showdown import Showdown
from tests.games.color_gin_tables import GoOut, play, shedding
from tests.games.examples import examples, numbers_in

EXAMPLES = examples("color_gin")
OPTIONS = Options()


def group(joined: str) -> tuple[Card, ...]:
    """ "8C-9C" as cards."""
    return tuple(joined.split("-")) if joined else ()  # type: ignore[return-value]


def all_of(hand: Any) -> list[Card]:
    return [card for joined in (*hand["melds"], hand["leftovers"]) for card in group(joined)]


def gone_out(example: Any, **words: Any) -> State:
    """The table when the first of the two hands has gone out as it is drawn. It sheds a card that neither has."""
    out, other = example["out"], example["other"]
    spare = next(card for card in POINTS if card not in (*all_of(out), *all_of(other)))
    g = shedding(" ".join([*all_of(out), spare]), " ".join(all_of(other)), **words)
    return play(g, GoOut(spare, tuple(map(group, out["melds"]))))


def shown_of(g: State) -> Showdown:
    assert g.showdown is not None
    return g.showdown


def scored(g: State, seat: int) -> dict[Suit, int]:
    return {suit: points for suit, points in g.scores[seat].items() if points}


def points_of(cards: tuple[Card, ...]) -> list[int]:
    return [POINTS[card] for card in cards]


def ranks(*joined: str) -> list[int]:
    """The ranks that are called by a number."""
    return [int(card[0]) if card[0] != "T" else 10 for each in joined for card in group(each) if card[0] not in "AJQK"]


# --- Melds and what is left over ----------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "cards"), EXAMPLES["melds"].items())
def test_every_meld_is_one(kind: str, cards: str) -> None:
    assert is_meld(group(cards))
    assert len({card[1] for card in group(cards)}) == {"run": 1, "three": 3, "four": 4}[kind]


def test_the_caption_of_the_melds_names_the_ranks_that_are_drawn() -> None:
    assert numbers_in("color_gin", "melds") == sorted(ranks(EXAMPLES["melds"]["run"]))


def test_a_hand_with_ten_left_over_may_just_knock_and_score_in_one_suit() -> None:
    example = EXAMPLES["left_over"]
    laid = best(all_of(example))
    assert set(laid.melds) == {tuple(sorted(group(meld), key=[*POINTS].index)) for meld in example["melds"]}
    assert laid.points == example["points"] == MOST_TO_KNOCK
    assert list(laid.spoiled) == example["spoiled"]
    assert may_score(laid, ()) == ("H",)


def test_the_caption_adds_up_what_is_left_over() -> None:
    example = EXAMPLES["left_over"]
    assert numbers_in("color_gin", "left_over") == sorted([*points_of(group(example["leftovers"])), example["points"]])


@pytest.mark.parametrize(("kind", "example"), EXAMPLES["spoiling"].items())
def test_every_group_spoils_what_is_struck_out_beside_it(kind: str, example: Any) -> None:
    cards = group(example["cards"])
    melds = () if kind == "left_over" else (cards,)
    assert list(arrangement(cards, melds).spoiled) == example["spoiled"]


def test_the_caption_of_what_spoils_names_no_figure() -> None:
    assert numbers_in("color_gin", "spoiling") == []


# --- Showdowns ----------------------------------------------------------------------------------------------


def test_the_gin_scores_what_is_left_over_and_the_bonus_in_every_suit_but_the_spoiled_one() -> None:
    example = EXAMPLES["gin"]
    g = gone_out(example)
    shown = shown_of(g)
    assert shown.how == "gin" and list(shown.spoiled) == example["spoiled"]
    assert shown.hands[1].leftovers == group(example["other"]["leftovers"])
    assert points_of(shown.hands[1].leftovers) == example["parts"]
    assert (shown.hands[1].count, OPTIONS.gin_bonus) == (example["against"], example["bonus"])
    assert scored(g, 0) == dict.fromkeys("SHC", example["points"])


def test_the_caption_of_the_gin_adds_it_up() -> None:
    example = EXAMPLES["gin"]
    sums = [*example["parts"], example["against"], example["against"], example["bonus"], example["points"]]
    assert numbers_in("color_gin", "gin") == sorted(sums)


def test_what_is_laid_off_is_left_over_no_more() -> None:
    example = EXAMPLES["laying_off"]
    g = gone_out(example)
    shown = shown_of(g)
    assert best(all_of(example["other"])).points == example["before"]
    melds = [shown.hands[0].melds.index(group(meld)) for meld in example["out"]["melds"]]
    assert dict(shown.hands[1].laid_off) == {each["card"]: melds[each["on"]] for each in example["laid_off"]}
    assert (shown.hands[0].count, shown.hands[1].count) == (example["left"], example["against"])
    assert list(shown.spoiled) == example["spoiled"]
    assert scored(g, 0) == dict.fromkeys("SC", example["points"])


def test_cards_are_laid_off_in_an_order_in_which_each_fits() -> None:
    example = EXAMPLES["laying_off"]
    melds = [group(meld) for meld in example["out"]["melds"]]
    for each in example["laid_off"]:
        melds[each["on"]] = (*melds[each["on"]], each["card"])
        assert is_meld(melds[each["on"]])


def test_the_caption_of_what_is_laid_off_counts_it() -> None:
    example = EXAMPLES["laying_off"]
    counts = [example["left"], example["before"], example["against"], example["points"]]
    the_sum, named = [example["against"], example["left"]], [3, 10, 9]
    assert numbers_in("color_gin", "laying_off") == sorted(counts + the_sum + named)


def test_an_undercut_scores_the_difference_and_the_bonus_where_the_knocker_has_spoiled_nothing() -> None:
    example = EXAMPLES["undercut"]
    g = gone_out(example)
    shown = shown_of(g)
    assert (shown.hands[0].count, shown.hands[1].count) == (example["left"], example["against"])
    assert set(shown.hands[1].melds) == {group(meld) for meld in example["other"]["melds"]}
    assert (shown.winner, OPTIONS.undercut_bonus) == (1, example["bonus"])
    assert list(shown.spoiled) == example["spoiled"]
    assert scored(g, 1) == {"C": example["points"]}


def test_the_caption_of_the_undercut_adds_it_up() -> None:
    example = EXAMPLES["undercut"]
    sums = [example[part] for part in ("left", "against", "left", "against", "bonus", "points")]
    assert numbers_in("color_gin", "undercut") == sorted(sums)


# --- The end ------------------------------------------------------------------------------------------------


def columns(scores: list[list[int]]) -> tuple[str, str]:
    one, other = (" ".join(map(str, row)) for row in scores)
    return one, other


def test_the_knock_wins_two_suits_at_once_and_leaves_out_the_closed_one() -> None:
    example = EXAMPLES["winning"]
    g = gone_out(EXAMPLES["laying_off"], scores=columns(example["before"]), closed=example["closed_before"])
    assert [[*scores.values()] for scores in g.scores] == example["after"]
    assert g.closed == example["closed"]
    assert OPTIONS.target == 100


def test_the_caption_of_the_end_names_the_scores_that_are_drawn() -> None:
    (spades, _, _, clubs), (_, hearts, _, _) = EXAMPLES["winning"]["before"]
    now = EXAMPLES["winning"]["after"][0]
    gained = EXAMPLES["laying_off"]["points"]
    assert numbers_in("color_gin", "winning") == sorted([spades, clubs, hearts, gained, now[0], now[3]])
