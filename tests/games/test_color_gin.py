"""Color Gin: the course of a round, from hand-written positions."""

import pytest

from games import engine
from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.cards import CARDS, JOKERS
from games.color_gin.moves import Discard, Draw, Next, Pass, Take
from games.color_gin.options import Options
from games.color_gin.rules import JokerDrawn, Shedding, Turn, Upcard
from games.dealer import Scripted
from games.engine import IllegalMove
from tests.games.color_gin_tables import HIGH, LOW, choices, deal_of, go_out, play, said, shedding, table

GIN = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
"""Ten cards that are gin, and the king of spades besides."""


def lapsed(g: object) -> object:
    return engine.lapsed(GAME, g, g.question.seats[0], Seeded("lapsed"))  # type: ignore[attr-defined, arg-type]


# --- The deal -----------------------------------------------------------------------------------------------


def test_each_is_dealt_ten_cards_one_is_turned_up_and_the_dealers_opponent_starts() -> None:
    g = engine.begin(GAME, 2, Options(), Scripted([0, *deal_of(LOW, HIGH, up="KS")]))
    assert g.hands == [LOW.split(), HIGH.split()]
    assert (g.pile, len(g.deck)) == (["KS"], 31)
    assert g.question == Upcard(1, number=1)


def test_hands_are_kept_by_suit_and_rank_however_they_are_dealt() -> None:
    dealt = deal_of(" ".join(reversed(LOW.split())), HIGH)
    assert engine.begin(GAME, 2, Options(), Scripted([0, *dealt])).hands[0] == LOW.split()


def test_lots_decide_who_deals_first() -> None:
    g = engine.begin(GAME, 2, Options(), Scripted([1, *deal_of(LOW, HIGH)]))
    assert (g.dealing, g.turn) == (1, 0)


@pytest.mark.parametrize(("mode", "in_deck"), [("versus", 31), ("coop", 31), ("jokers", 33)])
def test_jokers_are_shuffled_in_after_the_deal(mode: str, in_deck: int) -> None:
    g = engine.begin(GAME, 2, Options(mode=mode), Scripted([0, *deal_of(LOW, HIGH)]))  # type: ignore[arg-type]
    assert len(g.deck) == in_deck
    assert ("*1" in g.deck and "*2" in g.deck) == (mode == "jokers")


def test_no_joker_can_be_dealt_nor_turned_up() -> None:
    everything: list[list[str]] = []

    class Watching(Scripted):
        def _draw(self, items: list, label: str) -> object:  # type: ignore[override, type-arg]
            everything.append(items)
            return super()._draw(items, label)

    engine.begin(GAME, 2, Options(mode="jokers"), Watching([0, *deal_of(LOW, HIGH)]))
    assert len(everything) == 1 + 21
    assert not any(joker in items for items in everything for joker in JOKERS)


# --- The first discard --------------------------------------------------------------------------------------


def test_the_starting_player_takes_the_first_discard_or_passes_and_does_not_draw() -> None:
    assert choices(table(ask="upcard", turns=0)) == ["Take the king of spades", "Pass"]


def test_when_the_starting_player_passes_the_dealer_is_asked() -> None:
    g = play(table(ask="upcard", turns=0), Pass())
    assert g.question.seats == (1,)
    assert choices(g) == ["Take the king of spades", "Pass"]


def test_when_both_pass_the_starting_player_gets_a_card_from_the_deck_unasked() -> None:
    g = play(table(ask="upcard", turns=0), Pass(), Pass(), drawn=["KH"])
    assert isinstance(g.question, Shedding) and g.question.seat == 0
    assert (g.drawn, len(g.hands[0]), len(g.deck), g.pile) == ("KH", 11, 30, ["KS"])


def test_when_the_dealer_takes_it_he_sheds_another_card_and_the_starting_player_goes_on() -> None:
    g = play(table(ask="upcard", turns=0), Pass(), Take("KS"))
    assert g.question.seats == (1,)
    assert "Discard the king of spades" not in choices(g)
    g = play(g, Discard("JC"))
    assert isinstance(g.question, Turn) and g.question.seat == 0
    assert g.pile == ["JC"]


def test_while_the_first_discard_is_in_a_hand_there_is_no_pile() -> None:
    assert play(table(ask="upcard", turns=0), Take("KS")).pile == []


# --- A turn -------------------------------------------------------------------------------------------------


def test_a_turn_begins_with_a_card_from_the_deck_or_the_top_of_the_pile() -> None:
    assert choices(table(pile="QH KS")) == ["Draw from the deck", "Take the king of spades"]


def test_deeper_discards_cannot_be_taken() -> None:
    with pytest.raises(IllegalMove):
        play(table(pile="QH KS"), Take("QH"))


def test_what_is_drawn_joins_the_hand_and_leaves_the_deck() -> None:
    g = play(table(), Draw(), drawn=["AH"])
    assert g.hands[0] == ["AS", "3S", "5S", "7S", "9S", "AH", "2H", "4H", "6H", "8H", "TH"]
    assert "AH" not in g.deck


def test_a_turn_ends_with_a_discard_on_top_of_the_pile() -> None:
    g = play(table(pile="4S 9H"), Draw(), Discard("AS"), drawn=["AH"])
    assert g.pile == ["4S", "9H", "AS"]
    assert "AS" not in g.hands[0] and len(g.hands[0]) == 10
    assert g.question.seats == (1,)


def test_a_card_just_taken_from_the_pile_is_not_shed() -> None:
    g = play(table(pile="7C", hands=(LOW, "2D 4D 6D 8D TD 3C 5C KC 9C JC")), Take("7C"))
    assert "Discard the 7 of clubs" not in choices(g)
    with pytest.raises(IllegalMove):
        play(g, Discard("7C"))


def test_in_a_later_turn_it_may_be_shed() -> None:
    g = play(table(), Take("KS"), Discard("AS"), Draw(), Discard("KH"), Draw(), drawn=["KH", "KD"])
    assert "Discard the king of spades" in choices(g)


def test_a_card_drawn_from_the_deck_may_be_shed() -> None:
    assert play(table(), Draw(), Discard("7H"), drawn=["7H"]).pile == ["KS", "7H"]


def test_below_the_card_that_was_taken_lies_the_one_that_lay_there_before() -> None:
    g = play(table(pile="4S 9H"), Take("9H"))
    assert GAME.view(g, None).discard == "4S"
    assert GAME.view(play(g, Discard("AS")), None).discard == "AS"


# --- A deck at its end --------------------------------------------------------------------------------------


def test_with_two_cards_left_after_a_discard_the_round_is_void_and_the_same_player_deals_again() -> None:
    g = table(deck="AC KC QC", dealing=1, scores=("7 0 0 0", "0 0 0 0"))
    after = play(g, Draw(), Discard("KC"), drawn=["KC", *deal_of(HIGH, LOW, up="QS")])
    assert (after.round, after.dealing, after.turn) == (2, 1, 0)
    assert (after.sheet[0].how, after.sheet[0].winner) == ("void", None)
    assert after.scores == g.scores
    assert (after.hands[0], len(after.deck), after.pile) == (HIGH.split(), 31, ["QS"])


def test_with_three_cards_left_the_round_goes_on() -> None:
    g = play(table(deck="AC KC QC 2C"), Draw(), Discard("KC"), drawn=["KC"])
    assert (g.round, g.question.seats) == (1, (1,))


def test_taking_the_discard_when_two_are_left_would_not_save_the_round() -> None:
    # Two left means that the round is over already: with three a discard is taken, and it goes on.
    g = play(table(deck="AC KC QC"), Take("KS"), Discard("AS"))
    assert (g.round, g.question.seats) == (1, (1,))


def test_whoever_goes_out_with_the_third_card_of_the_deck_scores() -> None:
    g = table(hands=(GIN.removesuffix(" KS"), HIGH), pile="KS", deck="AC KC QD", closed=None)
    g = play(g, Draw(), go_out("KC", "QS QH QC", "TD JD QD", "3D 4D 5D 6D"), drawn=["KC"])
    assert g.showdown is not None and g.showdown.winner == 0


# --- What never ends ----------------------------------------------------------------------------------------


def test_after_twenty_takes_in_a_row_the_next_card_comes_from_the_deck() -> None:
    g = play(table(takes=19), Take("KS"), Discard("AS"))
    assert choices(g) == ["Draw from the deck"]
    with pytest.raises(IllegalMove):
        play(g, Take("AS"))


def test_after_a_draw_the_discard_may_be_taken_again() -> None:
    g = play(table(takes=20), Draw(), Discard("AH"), drawn=["AH"])
    assert choices(g) == ["Draw from the deck", "Take the ace of hearts"]


def test_everybody_is_told_why_the_discard_cannot_be_taken() -> None:
    assert said(table(takes=19), Take("KS"), Discard("AS"))[-1] == (
        "The discard has been taken 20 times in a row: the next card comes from the deck."
    )


# --- Jokers -------------------------------------------------------------------------------------------------


def test_whoever_draws_a_joker_has_to_go_out_and_sheds_it() -> None:
    g = play(table(mode="jokers"), Draw(), drawn=["*1"])
    assert isinstance(g.question, JokerDrawn)
    assert all(choice.startswith("Discard the joker and knock with ") for choice in choices(g))
    with pytest.raises(IllegalMove):
        play(g, Discard("AS"))


def test_with_a_joker_no_other_card_is_shed_to_go_out() -> None:
    # Without the king of clubs all else is gin: but it is the joker that goes.
    g = table(hands=("QS QH QC TD JD QD 3D 4D 5D KC", LOW), mode="jokers")
    g = play(g, Draw(), drawn=["*1"])
    with pytest.raises(IllegalMove):
        play(g, go_out("KC", "QS QH QC", "TD JD QD", "3D 4D 5D"))


def test_a_joker_lets_one_knock_with_any_number_of_points() -> None:
    hand = "2S JS 5H TH KH 3D 7D 6C 8S 9C"
    g = table(hands=(hand, "AS 3S 4S 9S 2H 4H 6H AD 4D AC"), mode="jokers")
    g = play(g, Draw(), go_out("*1"), drawn=["*1"])
    assert g.showdown is not None
    assert (g.showdown.hands[0].count, g.showdown.how, g.pile[-1]) == (70, "knock", "*1")


def test_with_a_joker_and_no_suit_that_can_score_nobody_scores_and_the_deal_goes_on() -> None:
    # "2S 5H 7D 9C JS KH 3D 6C 8S TH": no meld, all four suits spoiled.
    g = table(hands=("2S 5H 7D 9C JS KH 3D 6C 8S TH", "AS 3S 4S 9S 2H 4H 6H AD 4D AC"), mode="jokers", dealing=1)
    g = play(g, Draw(), drawn=["*2"])
    assert choices(g) == ["Discard the joker and knock with 70: no score"]
    g = play(g, go_out("*2"))
    assert (g.showdown.winner, g.showdown.points, g.showdown.suits) == (None, 0, ())
    assert all(points == 0 for columns in g.scores for points in columns.values())
    g = play(g, Next(), Next(), drawn=deal_of(LOW, HIGH))
    assert (g.round, g.dealing) == (2, 0)


def test_with_a_joker_one_has_to_go_gin_if_one_can() -> None:
    g = table(hands=("QS QH QC TD JD QD 3D 4D 5D 6D", HIGH.replace("4D", "4H").replace("6D", "6H")), mode="jokers")
    g = play(g, Draw(), drawn=["*1"])
    assert choices(g) == ["Discard the joker and go gin: spades, hearts and clubs may score"]
    with pytest.raises(IllegalMove):
        play(g, go_out("*1", "QS QH QC", "3D 4D 5D 6D"))


def test_with_a_joker_it_is_gin_even_if_only_a_knock_could_score() -> None:
    g = table(hands=("QS QH QC TD JD QD 3D 4D 5D 6D", LOW), closed={"S": 0, "H": 1, "C": 1}, mode="jokers")
    g = play(g, Draw(), drawn=["*1"])
    assert choices(g) == ["Discard the joker and go gin: no score"]


def test_a_joker_is_never_a_card_of_a_meld() -> None:
    g = play(table(hands=("7S 8S 2H 4H 6H 8H TH QH AD 3D", HIGH), mode="jokers"), Draw(), drawn=["*1"])
    with pytest.raises(IllegalMove):
        play(g, go_out("*1", "7S 8S *1"))


def test_when_the_first_card_after_two_passes_is_a_joker_it_counts_like_any_other() -> None:
    g = play(table(ask="upcard", turns=0, mode="jokers"), Pass(), Pass(), drawn=["*1"])
    assert isinstance(g.question, JokerDrawn)


# --- When a clock runs out ----------------------------------------------------------------------------------


def test_a_first_discard_is_passed() -> None:
    assert lapsed(table(ask="upcard")) == Pass()


def test_a_card_is_drawn_from_the_deck() -> None:
    assert lapsed(table()) == Draw()


def test_the_card_that_was_drawn_is_discarded_even_if_one_could_go_gin() -> None:
    assert lapsed(shedding(GIN)) == Discard("KS")


def test_after_a_take_the_highest_card_left_over_is_discarded() -> None:
    # The kings are a meld with the one that was taken; of what is left over the ten counts most.
    g = shedding("3S 5S KS 2H TH KH 4D 8D KD 6C 9C", taken="KS")
    assert lapsed(g) == Discard("TH")


def test_after_a_take_with_nothing_left_over_the_highest_card_of_all_is_discarded() -> None:
    g = shedding("3S 4S 5S 6S 2H 3H 4H 5H 7D 8D 9D", taken="3S")
    assert lapsed(g) == Discard("9D")


def test_with_a_joker_one_goes_out_with_as_little_left_over_as_can_be() -> None:
    g = table(hands=("7S 8S 9S 2H 4H 6H 8H TH AD 3D", HIGH), mode="jokers")
    g = play(g, Draw(), drawn=["*1"])
    assert lapsed(g) == engine.moves(GAME, g, 0)[0]
    assert engine.moves(GAME, g, 0)[0].points == 2 + 4 + 6 + 8 + 10 + 1 + 3  # type: ignore[attr-defined]


def test_one_goes_on_to_the_next_round() -> None:
    g = play(shedding(GIN, LOW.replace("3S", "2S")), go_out("KS", "QS QH QC", "TD JD QD", "3D 4D 5D 6D"))
    assert lapsed(g) == Next()


def test_the_tables_of_these_tests_have_every_card_once() -> None:
    g = table()
    assert sorted([*g.hands[0], *g.hands[1], *g.deck, *g.pile]) == sorted(CARDS)
