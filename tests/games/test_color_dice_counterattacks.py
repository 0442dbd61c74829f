"""Color Dice: counterattacks out of turn, and those of dummies."""

from collections import Counter

import pytest

from games import engine
from games.bot import Seeded
from games.color_dice import GAME
from games.color_dice.options import Options
from games.color_dice.rules import State
from games.dealer import Scripted
from games.engine import NotAsked
from games.frame import frame
from tests.games.color_dice_tables import answer, asked, attacks, choices, drawn, in_words, kept, play, said, table

START = "r2 / y3 / g4 / b5"
DUMMIES = "r2 / y3 / g9 / b9"
NEXT = [1, 1, 1, 1]
"""The throw with which the next turn begins."""


def of_dummies(how: str) -> Options:
    return Options(dummies=how)  # type: ignore[arg-type]


# --- Out of turn --------------------------------------------------------------------------------------------


def test_with_the_lowest_but_one_die_a_player_may_only_wait_for_counterattacks() -> None:
    # Red has 2: yellow may answer with three pawns, blue with one; green has 2 as well.
    g = kept(START, "2 5 2 3")
    assert asked(g) == "y countering"
    assert attacks(g, "r") == {"move 3 out>r", "move 3 y>r", "2+1 y>r", "1+2 y>r"}
    g = play(g, "decline")
    assert asked(g) == "b countering"
    assert attacks(g, "r") == {"move 1 out>r", "move 1 b>r", "strike 1 b>r: r"}
    assert asked(play(g, "decline", drawn=NEXT)) == "y throwing"


def test_a_counterattack_is_one_group_against_whoever_has_the_turn() -> None:
    g = play(kept(START, "2 5 2 3"), "1+2 y>r")
    assert drawn(g) == "y3 /  / g4 / b5"
    assert asked(g) == "b countering"
    ways = attacks(kept("r2 g1 / y3 r1 g1 / r1 g2 / b5", "2 2 2 3"), "r")
    assert {way for way in ways if way.startswith("strike")} == {
        "strike 1 b>r: r",
        "strike 1 b>y: r",
        "strike 1 b>g: r",
    }


def test_counterattacks_go_clockwise_from_the_left_of_whose_turn_it_is() -> None:
    g = kept(START, "5 5 2 5", turn="g")
    assert asked(g) == "b countering"
    g = play(g, "decline")
    assert asked(g) == "r countering"
    assert asked(play(g, "decline")) == "y countering"


def test_dummies_come_last() -> None:
    g = kept("r2 / y3 / g4 / b9", "5 2 5 5", players=3, turn="y")
    order = [asked(g), asked(play(g, "decline")), asked(play(g, "decline", "decline"))]
    assert order == ["g countering", "r countering", "g deciding"]


def test_nobody_has_to_counterattack() -> None:
    assert said(kept(START, "2 5 2 2"), "decline", drawn=NEXT)[0] == "No counterattack of seat 1."


def test_whoever_cannot_counterattack_is_not_asked() -> None:
    # Yellow has no five pawns in one place.
    g = kept("r2 / y3 k1 / y2 g4 / b5 / k6", "1 6 1 2 1")
    assert asked(g) == "b countering"


def test_each_counterattack_is_judged_on_what_the_one_before_it_has_left() -> None:
    g = kept("r1 / y1 / g4 / b1", "1 2 1 2")
    assert "strike 1 b>r: r" in attacks(play(g, "decline"), "r")
    assert "strike 1 b>r: r" not in attacks(play(g, "strike 1 y>r: r"), "r")


def test_first_the_counterattacks_then_the_attack_from_what_they_have_left() -> None:
    # Red is three ahead of green, and yellow two ahead of red.
    g = kept("r3 / y3 / g4 / b5", "4 6 1 4")
    assert "move 3 r>g" in attacks(play(g, "attack_first"), "g")
    g = play(g, "counter_first", "strike 2 y>r: rr")
    assert asked(g) == "r attacking"
    assert attacks(g, "g") == {"move 3 out>g"}


def test_a_counterattack_wins_at_once_in_another_players_turn() -> None:
    g = kept("y7 / / g4 / b5", "4 6 1 6")
    g = play(g, "counter_first", "move 2 out>r")
    assert asked(g) == "over"
    outcome = GAME.outcome(g)
    assert outcome is not None
    assert outcome.winners == (1,)
    assert str(outcome.why) == "seat 1 has all nine pawns in seat 0’s area."


def test_nobody_else_answers_for_whoever_is_asked() -> None:
    g = kept(START, "2 5 2 3")
    for seat in (0, 2, 3):
        with pytest.raises(NotAsked):
            engine.play(GAME, g, seat, answer(g, "decline"), Scripted([]))


def test_what_the_others_read_meanwhile() -> None:
    g = kept(START, "2 5 2 3")
    prompts = [str(frame(GAME, g, you, 0, []).prompt) for you in (1, 0, None)]
    assert prompts == [
        "You may counterattack seat 0 with 3 pawns.",
        "seat 1 may counterattack seat 0 with 3 pawns.",
        "seat 1 may counterattack seat 0 with 3 pawns.",
    ]


# --- Of dummies ---------------------------------------------------------------------------------------------


def test_of_two_players_the_opponent_decides_for_the_dummies() -> None:
    g = kept(DUMMIES, "2 2 3 4", players=2)
    assert asked(g) == "y deciding"
    assert attacks(g, "r") == {"move 1 g>r", "strike 1 g>r: r"}
    g = play(g, "strike 1 g>r: r")
    assert drawn(g) == "r1 g1 / y3 / g8 / b9"
    assert asked(g) == "y deciding"
    assert asked(play(g, "decline", drawn=NEXT)) == "y throwing"


def test_of_three_the_next_player_decides() -> None:
    g = kept("r2 / y3 / g4 / b9", "3 3 2 4", players=3, turn="g")
    assert [asked(play(g, "decline")), asked(play(g, "decline", "decline"))] == ["y countering", "r deciding"]


def test_what_is_read_when_somebody_decides_for_a_dummy() -> None:
    g = kept(DUMMIES, "2 2 3 2", players=2)
    prompts = [str(frame(GAME, g, you, 0, []).prompt) for you in (1, 0)]
    assert prompts == [
        "Decide for the green dummy, which may counterattack seat 0 with 1 pawn.",
        "seat 1 decides for the green dummy, which may counterattack seat 0 with 1 pawn.",
    ]


def test_a_dummy_with_six_pawns_left_needs_five_of_them_in_one_place() -> None:
    five, four = "r2 / y3 b1 / g9 / b5", "r2 / y3 b2 / g9 / b4"
    assert attacks(kept(five, "1 1 1 6", players=2, gone="b3"), "r") == {"move 5 b>r", "4+1 b>r", "3+2 b>r"}
    assert asked(play(table(four, "1 1 1 6", players=2, gone="b3"), "keep", drawn=NEXT)) == "y throwing"


def test_a_dummy_may_not_bring_nine_pawns_into_a_foreign_area() -> None:
    eight_at_home = "g1 / y3 / g6 / b9"
    assert "move 5 g>r" in attacks(kept(eight_at_home, "1 1 6 1", players=2, gone="g2"), "r")
    g = table("g5 / y3 / g4 / b9", "1 1 5 1", players=2)
    assert asked(play(g, "keep", drawn=NEXT)) == "y throwing"


def test_struck_pawns_of_a_player_go_outside_also_when_a_dummy_strikes_them() -> None:
    g = play(kept(DUMMIES, "2 2 3 2", players=2), "strike 1 g>r: r", drawn=NEXT)
    assert in_words(g.board.outside) == "r8 y6"


def test_dummies_that_never_counterattack_are_not_asked_about() -> None:
    g = table(DUMMIES, "2 2 3 4", players=2, options=of_dummies("none"))
    assert asked(play(g, "keep", drawn=NEXT)) == "y throwing"


def test_a_dummy_that_always_counterattacks_does_what_lots_decide() -> None:
    g = table(DUMMIES, "2 2 3 2", players=2, options=of_dummies("automatic"))
    assert drawn(play(g, "keep", drawn=[0, *NEXT])) == "r2 g1 / y3 / g8 / b9"
    assert drawn(play(g, "keep", drawn=[1, *NEXT])) == "r1 g1 / y3 / g8 / b9"
    assert said(g, "keep", drawn=[1, *NEXT])[1] == (
        "Counterattack of the green dummy on seat 0: 1 pawn from home against 1 pawn of seat 0 in seat 0’s area."
    )


def test_lots_decide_too_whom_it_strikes() -> None:
    g = table("r1 y1 / y2 / g9 / b9", "2 2 3 2", players=2, options=Options(dummies="automatic", target="area"))
    assert drawn(play(g, "keep", drawn=[1, 0, *NEXT])) == "y1 g1 / y2 / g8 / b9"
    assert drawn(play(g, "keep", drawn=[1, 1, *NEXT])) == "r1 g1 / y2 / g8 / b9"


def test_an_automatic_dummy_that_cannot_counterattack_does_nothing() -> None:
    g = table("r2 / y3 / g2 / b9", "1 1 6 1", players=2, gone="g7", options=of_dummies("automatic"))
    assert said(g, "keep", drawn=NEXT)[0] == "seat 0 cannot attack."
    assert drawn(play(g, "keep", drawn=NEXT)) == "r2 / y3 / g2 / b9"


def test_every_counterattack_of_an_automatic_dummy_is_as_likely() -> None:
    g = table(DUMMIES, "2 2 3 2", players=2, options=of_dummies("automatic"))
    boards = Counter(drawn(after_keeping(g, f"even {n}")) for n in range(200))
    assert len(boards) == 2
    assert min(boards.values()) > 70


def after_keeping(g: State, seed: str) -> State:
    dealer = engine.Dealer(Seeded(seed))
    return engine.play(GAME, g, g.question.seat, answer(g, "keep"), dealer)


# --- When several colours could be struck -------------------------------------------------------------------


def test_a_counterattack_too_asks_whom_to_strike() -> None:
    g = kept("r1 g1 / y3 / g3 / b5", "2 3 2 2", options=Options(target="area"))
    g = play(g, "strike 1 y>r: ?")
    assert asked(g) == "y striking"
    assert choices(g) == ["strike r", "strike g", "back"]
    assert asked(play(g, "back")) == "y countering"
    assert drawn(play(g, "strike g", drawn=NEXT)) == "r1 y1 / y2 / g3 / b5"


def test_so_does_a_dummys_of_whoever_decides_for_it() -> None:
    g = kept("r1 y1 / y2 / g9 / b9", "2 2 3 2", players=2, options=Options(target="area"))
    g = play(g, "strike 1 g>r: ?")
    assert asked(g) == "y striking"
    assert asked(play(g, "back")) == "y deciding"
    assert drawn(play(g, "strike r", drawn=NEXT)) == "y1 g1 / y2 / g8 / b9"


def test_when_time_runs_out_there_is_no_counterattack() -> None:
    g = kept("r1 g1 / y3 / g3 / b5", "2 3 2 2", options=Options(target="area"))
    assert engine.lapsed(GAME, g, 1, Seeded("late")) == answer(g, "decline")
    g = play(g, "strike 1 y>r: ?")
    assert engine.lapsed(GAME, g, 1, Seeded("late")) == answer(g, "back")
    g = kept(DUMMIES, "2 2 3 2", players=2)
    assert engine.lapsed(GAME, g, 1, Seeded("late")) == answer(g, "decline")


def test_when_time_runs_out_over_whom_to_strike_in_a_compulsory_attack_lots_decide() -> None:
    g = kept("r4 / y1 b1 / y1 g4 / b4", "2 1 2 2", options=Options(target="area"))
    g = play(g, "attack y", "strike 1 r>y: ?")
    struck = {str(engine.lapsed(GAME, g, 0, Seeded(f"late {n}"))) for n in range(20)}
    assert struck == {"Strike 1 pawn of seat 1", "Strike 1 pawn of seat 3"}
