"""Color Gin: other tables that a viewer cannot tell from the real one."""

from typing import Any

import pytest

from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.cards import CARDS
from games.color_gin.evaluator import best, can_be_gin
from games.color_gin.moves import Draw, Take
from games.color_gin.redeal import extremes, scramble
from games.color_gin.rules import State
from games.playthrough import viewers
from tests.games.color_gin_tables import HIGH, gone_out, play, table
from tests.games.secrecy import Blindfold

VIEWERS = viewers(2)
OVER: State = gone_out("QS QH QC, TD JD QD, 3D 4D 5D 6D; KS", "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H")


def redeals(g: State, you: int | None) -> list[State]:
    return [*extremes(g, you), *(scramble(g, you, Seeded(str(number))) for number in range(5))]


POSITIONS = {
    "the first discard": lambda: table(ask="upcard", turns=0),
    "a turn": lambda: table(pile="KC KD KS"),
    "a card taken": lambda: play(table(pile="KC KD KS"), Take("KS")),
    "a card drawn": lambda: play(table(pile="KC KD KS"), Draw(), drawn=["AH"]),
    "a joker": lambda: play(table(pile="KC KD KS", mode="jokers"), Draw(), drawn=["*2"]),
    "a showdown": lambda: OVER,
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS.keys())
def test_nobody_can_tell_a_redeal_and_no_card_is_lost_in_it(position: Any) -> None:
    g = position()
    blindfold = Blindfold(GAME, Seeded("redeal"))
    assert blindfold.leaks(g, 2) == []
    for you in VIEWERS:
        for other in redeals(g, you):
            everything = [*other.hands[0], *other.hands[1], *other.deck, *other.pile]
            assert sorted(everything) == sorted([*g.hands[0], *g.hands[1], *g.deck, *g.pile])
            assert other.deck == [card for card in (*CARDS, "*1", "*2") if card in other.deck]


def test_the_other_hand_may_be_anything_from_gin_to_hopeless() -> None:
    hands = [other.hands[1] for other in extremes(table(), 0)]
    assert any(can_be_gin(hand) for hand in hands)
    assert any(not can_be_gin(hand) and best(hand).points <= 10 for hand in hands)
    assert any(best(hand).points > 80 for hand in hands)
    assert any(len(best(hand).leftovers) == 1 and best(hand).points == 10 for hand in hands)


def test_an_own_hand_is_never_dealt_anew() -> None:
    for other in redeals(table(), 1):
        assert other.hands[1] == HIGH.split()


def test_the_card_that_the_other_has_just_taken_is_forgotten() -> None:
    g = play(table(), Take("KS"))
    taken = {other.taken for other in redeals(g, 1)}
    assert len(taken) > 1
    assert all(other.taken in other.hands[0] for other in redeals(g, 1))
    assert {other.taken for other in redeals(g, 0)} == {"KS"}


def test_deeper_discards_change_places_with_the_deck() -> None:
    g = table(pile="KC KD KS")
    piles = {tuple(other.pile) for other in redeals(g, 0)}
    assert len(piles) > 1 and all(pile[-1] == "KS" for pile in piles)


def test_at_a_showdown_both_hands_stay_as_they_lie() -> None:
    g = OVER
    assert all(other.hands == g.hands for you in VIEWERS for other in redeals(g, you))
