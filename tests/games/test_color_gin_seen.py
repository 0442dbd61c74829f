"""Color Gin: who sees what, what is shown for a moment, and what the log says."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.color_gin import GAME
from games.color_gin.cards import Discarded, Drew, Took, TurnedUp
from games.color_gin.moves import Discard, Draw, Next, Pass, Take
from games.color_gin.rules import State
from games.dealer import Scripted
from games.playthrough import viewers
from tests.games.color_gin_tables import HIGH, LOW, deal_of, hand_of, play, said, shedding, shown, table
from tests.games.played import sample
from tests.games.secrecy import as_sent

GIN, OUT = hand_of("QS QH QC, TD JD QD, 3D 4D 5D 6D; KS")
STUCK = "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H"
OWN = {"hand", "taken", "drawn", "best", "sheds"}
VIEWERS = viewers(2)


def seen(g: State, you: int | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(GAME.view(g, you)))


def over() -> State:
    return play(shedding(GIN, STUCK), OUT)


# --- The hands ----------------------------------------------------------------------------------------------


def test_a_hand_is_seen_by_its_owner_only() -> None:
    assert [seen(table(), you)["hand"] for you in VIEWERS] == [LOW.split(), HIGH.split(), None]


def test_of_another_hand_everybody_sees_how_many_cards_it_has() -> None:
    g = play(table(), Draw(), drawn=["AH"])
    assert [seen(g, you)["hands"] for you in VIEWERS] == [[11, 10]] * 3


@pytest.mark.parametrize(("pile", "deck"), [("7C AC", 30), ("7C AC KH", 29)])
def test_everybody_sees_the_top_of_the_pile_and_how_many_cards_lie_where(pile: str, deck: int) -> None:
    g = table(hands=(LOW, "2D 4D 6D 8D TD 3C 5C 2C 9C JC"), pile=pile)
    for you in VIEWERS:
        view = seen(g, you)
        assert (view["discard"], view["discards"], view["deck"]) == (pile.split()[-1], len(pile.split()), deck)


def test_a_card_that_lay_below_is_seen_again_when_it_is_on_top_again() -> None:
    g = play(table(pile="4S KC"), Take("KC"))
    assert [seen(g, you)["discard"] for you in VIEWERS] == ["4S"] * 3


def test_a_deeper_discard_is_in_nobodys_frame() -> None:
    g = play(table(pile="4D 9C", hands=(LOW, "2D 6D 8D TD 3C 5C 7C JC KC QC")), Take("9C"), Discard("AS"))
    for you in VIEWERS:
        assert b"4D" not in as_sent(GAME, g, you)
        assert (b"9C" in as_sent(GAME, g, you)) == (you == 0)
        assert seen(g, you)["discard"] == "AS"


def test_what_is_in_the_deck_is_in_nobodys_frame() -> None:
    g = table()
    for you in VIEWERS:
        sent = as_sent(GAME, g, you).decode()
        assert not [card for card in g.deck if f'"{card}"' in sent]


def test_which_card_was_just_taken_or_drawn_is_seen_by_its_owner() -> None:
    taken, drawn = play(table(), Take("KS")), play(table(), Draw(), drawn=["AH"])
    assert [seen(taken, you)["taken"] for you in VIEWERS] == ["KS", None, None]
    assert [seen(drawn, you)["drawn"] for you in VIEWERS] == ["AH", None, None]
    assert seen(play(taken, Discard("AS")), 0)["taken"] is None


def test_besides_their_own_all_see_the_same_and_onlookers_nothing_of_either_hand() -> None:
    for step in sample("color_gin", 2)[0].steps:
        views = [seen(step.after, you) for you in VIEWERS]
        assert {name for name in OWN if views[-1][name] is not None} == set()
        assert len({str({name: view[name] for name in view if name not in OWN}) for view in views}) == 1


# --- What a hand is worth -----------------------------------------------------------------------------------


def test_the_best_arrangement_of_ones_own_hand_is_shown() -> None:
    g = table(hands=("3S QS QH QC 4H 3D 4D 5D 6D TD", LOW.replace("3S", "KD").replace("4H", "5H")))
    assert seen(g, 0)["best"] == {
        "melds": [["QS", "QH", "QC"], ["3D", "4D", "5D", "6D"]],
        "leftovers": ["3S", "4H", "TD"],
        "points": 17,
    }


def test_for_each_card_to_shed_it_is_shown_what_is_left_over_after_it() -> None:
    view = seen(shedding(GIN, STUCK), 0)
    assert " ".join(shed["card"] for shed in view["sheds"]) == "QS KS QH 3D 4D 5D 6D TD JD QD QC"
    assert view["sheds"][1] == {
        "card": "KS",
        "points": 0,
        "spoiled": ["D"],
        "melds": [["QS", "QH", "QC"], ["3D", "4D", "5D", "6D"], ["TD", "JD", "QD"]],
    }


def test_a_card_that_may_not_be_shed_is_not_among_them() -> None:
    assert "KS" not in [shed["card"] for shed in seen(shedding(GIN, STUCK, taken="KS"), 0)["sheds"]]


def test_with_a_joker_only_the_joker_is() -> None:
    g = play(table(mode="jokers"), Draw(), drawn=["*1"])
    assert [shed["card"] for shed in seen(g, 0)["sheds"]] == ["*1"]
    assert seen(g, 0)["best"]["points"] == seen(g, 0)["sheds"][0]["points"] == 55


def test_the_other_learns_that_a_joker_was_drawn_and_of_the_hand_nothing() -> None:
    g = play(table(mode="jokers"), Draw(), drawn=["*1"])
    assert seen(g, 1)["phase"] == "joker"
    assert seen(g, 1)["sheds"] is None and b"*1" not in as_sent(GAME, g, 1)


# --- The sheet and the showdown -----------------------------------------------------------------------------


def test_the_score_sheet_is_open_and_stays_so() -> None:
    g = play(over(), Next(), Next(), drawn=deal_of(LOW, HIGH))
    for you in VIEWERS:
        view = seen(g, you)
        assert view["scores"] == [{"S": 38, "H": 38, "D": 0, "C": 38}, {"S": 0, "H": 0, "D": 0, "C": 0}]
        assert view["sheet"] == [
            {"round": 1, "dealer": 1, "out": 0, "how": "gin", "counts": [0, 18], "winner": 0, "points": 38,
             "suits": ["S", "H", "C"]}
        ]  # fmt: skip


def test_closed_suits_are_seen_with_who_won_them_in_the_order_of_the_suits() -> None:
    assert [*seen(table(closed={"C": 1, "S": 0}), None)["closed"].items()] == [("S", 0), ("C", 1)]


def test_at_a_showdown_everybody_sees_both_hands_and_what_they_come_to() -> None:
    for you in VIEWERS:
        view = seen(over(), you)
        assert view["phase"] == "round_over"
        assert view["showdown"] == {
            "out": 0,
            "how": "gin",
            "shed": "KS",
            "hands": [
                {
                    "melds": [["QS", "QH", "QC"], ["3D", "4D", "5D", "6D"], ["TD", "JD", "QD"]],
                    "leftovers": [],
                    "laid_off": [],
                    "count": 0,
                },
                {
                    "melds": [["2S", "3S", "4S"], ["9S", "9H", "9D", "9C"]],
                    "leftovers": ["5H", "8H", "5C"],
                    "laid_off": [],
                    "count": 18,
                },
            ],
            "spoiled": ["D"],
            "suits": ["S", "H", "C"],
            "winner": 0,
            "points": 38,
            "sum": {
                "text": "{against} + {bonus} = {points}",
                "with": {"against": 18, "bonus": 20, "points": 38},
            },
            "won": [],
        }


def test_the_hands_stay_open_until_both_have_gone_on() -> None:
    once = play(over(), Next())
    assert all(seen(once, you)["showdown"] is not None for you in VIEWERS)
    g = play(once, Next(), drawn=deal_of(HIGH, LOW))
    for you in VIEWERS:
        assert seen(g, you)["showdown"] is None
        assert b"QS" not in as_sent(GAME, g, you)


def test_a_team_sees_what_it_has_together_and_others_do_not_add_up() -> None:
    assert seen(table(scores=("7 0 1 0", "2 0 0 0"), mode="coop"), None)["team"] == 10
    assert seen(table(scores=("7 0 1 0", "2 0 0 0")), None)["team"] is None


# --- What is shown for a moment, and the log ----------------------------------------------------------------


UNDERCUT, KNOCK = hand_of("KS KH KC, 4H 5H 6H, 7D 8D 9D; 9S; QD")


@pytest.mark.parametrize(
    ("g", "moves", "drawn", "lines"),
    [
        (table(), [Take("KS")], "", ["~seat 0 takes the king of spades.", "seat 0 took the discard."]),
        (
            table(),
            [Draw(), Discard("AH")],
            "AH",
            ["seat 0 draws from the deck.", "~seat 0 discards the ace of hearts.", "seat 0 discarded."],
        ),
        (table(ask="upcard"), [Pass()], "", ["seat 0 passes."]),
        (
            shedding(GIN, STUCK, scores=("90 0 0 0", "0 0 0 0")),
            [OUT],
            "",
            ["seat 0 goes gin.", "seat 0 scores 38 in spades, hearts and clubs.", "seat 0 wins spades."],
        ),
        (
            shedding(UNDERCUT, "2C 3C 4C JH JS JC TH TS TC 2S"),
            [KNOCK],
            "",
            ["seat 0 knocks with 9.", "seat 1 undercuts and scores 17 in clubs."],
        ),
        (table(mode="jokers"), [Draw()], "*1", ["seat 0 draws a joker and has to go out."]),
    ],
    ids=["a card taken", "a discard", "passing", "gin", "an undercut", "a joker"],
)
def test_the_log_names_no_card_but_for_a_moment(g: State, moves: list[Any], drawn: str, lines: list[str]) -> None:
    assert said(g, *moves, drawn=drawn.split()) == lines


def test_a_void_round_is_in_the_log() -> None:
    told = said(table(deck="AC KC QC"), Draw(), Discard("KC"), drawn=["KC", *deal_of(LOW, HIGH)])
    assert "2 cards are left in the deck: the round is void, and seat 1 deals again." in told


def test_a_card_taken_and_a_discard_are_shown_to_everybody() -> None:
    assert shown(table(), Take("KS")) == [Took(0, "KS")]
    assert shown(table(), Draw(), Discard("AH"), drawn=["AH"]) == [Discarded(0, "AH")]


def test_a_drawn_card_is_shown_to_whoever_draws_it() -> None:
    assert said(table(), Draw(), drawn=["AH"]) == ["seat 0 draws from the deck."]
    assert [shown(table(), Draw(), to=you, drawn=["AH"]) for you in VIEWERS] == [[Drew(0, "AH")], [], []]


def test_the_first_discard_is_named_for_a_moment() -> None:
    drawn = deal_of(LOW, HIGH, up="KS")
    assert said(over(), Next(), Next(), drawn=drawn) == [
        "Round 2: seat 0 deals.",
        "~The first discard is the king of spades.",
    ]
    assert shown(over(), Next(), Next(), drawn=drawn) == [TurnedUp("KS")]


def test_no_line_that_lasts_ever_names_a_card() -> None:
    for line in sample("color_gin", 2)[0].heard_by(None):
        assert line.fades or " of " not in str(line.text)


# --- What is told after the match ---------------------------------------------------------------------------


def test_whoever_looks_at_a_finished_match_again_is_told_where_every_card_was() -> None:
    told = [str(text) for text in GAME.secrets(table(hands=("KS", "QH"), pile="2C 3C", deck="AS"))]
    assert told == [
        "The hand of seat 0: king of spades.",
        "The hand of seat 1: queen of hearts.",
        "The discard pile, from the bottom up: 2 of clubs and 3 of clubs.",
        "In the deck: ace of spades.",
    ]


def test_a_refused_move_says_nothing_about_other_cards() -> None:
    with pytest.raises(engine.IllegalMove) as refusal:
        engine.play(GAME, table(pile="KC KD KS"), 0, Take("KD"), Scripted([]))
    assert (
        str(refusal.value)
        == "seat 0 cannot: Take the king of diamonds; expected: Draw from the deck, Take the king of spades"
    )
