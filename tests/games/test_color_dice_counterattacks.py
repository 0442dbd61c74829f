"""Color Dice: counterattacks out of turn, and those of dummies."""

from collections import Counter

import pytest

from games import engine
from games.bot import Seeded
from games.color_dice import GAME
from games.color_dice.attacking import Attacking, Countering, targets
from games.dealer import Dealer
from games.frame import frame
from tests.games.cases import cases
from tests.games.color_dice_tables import (
    LETTERS,
    answer,
    asked_in_turn,
    attacks,
    choices,
    drawn,
    kept,
    play,
    read,
    said,
)
from tests.games.played import all_steps

START = "r2 / y3 / g4 / b5"
DUMMIES = "r2 / y3 / g9 / b9"
NEXT = [1, 1, 1, 1]
"""The throw with which the next turn begins."""


@cases("""
    before | answers | asks
With the lowest die but one a player may only wait for counterattacks.
    r2 / y3 / g4 / b5 : 2 5 2 3 | keep, decline, decline | y countering, b countering, y throwing
Counterattacks go clockwise from the left of whose turn it is.
    r2 / y3 / g4 / b5 : 5 5 2 5 : turn g | keep, decline, decline | b countering, r countering, y countering
Dummies come last, and of three players the next one decides.
    r2 / y3 / g4 / b9 : 5 2 5 5 : players 3, turn y | keep, decline, decline | g countering, r countering, g deciding
    r2 / y3 / g4 / b9 : 3 3 2 4 : players 3, turn g | keep, decline, decline | r countering, y countering, r deciding
Whoever cannot counterattack is not asked: yellow has no five pawns in one place.
    r2 / y3 k1 / y2 g4 / b5 / k6 : 1 6 1 2 1 | keep      | b countering
Of two players the opponent decides for the dummies.
    r2 / y3 / g9 / b9 : 2 2 3 4 : players 2 | keep, strike 1 g>r: r, decline | y deciding, y deciding, y throwing
Dummies that never counterattack are not asked about.
    r2 / y3 / g9 / b9 : 2 2 3 4 : players 2, dummies none | keep            | y throwing
A dummy with six pawns left needs five of them in one place.
    r2 / y3 b2 / g9 / b4 : 1 1 1 6 : players 2, gone b3 | keep              | y throwing
A dummy may not bring nine pawns into a foreign area.
    g5 / y8 / g4 / b9 : 1 1 5 1 : players 2 | keep                          | y throwing
A counterattack too asks whom to strike, and so does a dummy's of whoever decides for it.
    r1 g1 / y3 / g3 / b5 : 2 3 2 2 : target area | keep, strike 1 y>r: ?, back | y countering, y striking, y countering
    r1 y1 / y2 / g9 / b9 : 2 2 3 2 : players 2, target area | keep, strike 1 g>r: ?, back | y deciding, y striking, y deciding
""")  # noqa: E501
def test_who_is_asked_what(before: str, answers: str, asks: str) -> None:
    assert asked_in_turn(read(before), answers) == asks


@cases("""
    before | answers | may
Until the order is chosen all may do what the dice allow, then whoever has not done it.
    r2 / y3 / g4 / b5 : 4 6 1 5 | keep                                                 | counter attack counter
    r2 / y3 / g4 / b5 : 4 6 1 5 | keep, counter_first, decline                         | None attack counter
    r2 / y3 / g4 / b5 : 4 6 1 5 | keep, counter_first, decline, decline                | None attack None
A colour that was attacked shows it; one that was not can no longer be attacked once attacks are over.
    r2 / y3 / g4 / b5 : 4 6 1 3 | keep, attack_first, attack g, move 3 out>g, stop     | counter attack None
""")
def test_what_may_still_be_done_is_shown_and_nothing_that_is_over(before: str, answers: str, may: str) -> None:
    _, *others = GAME.view(play(read(before), answers), None).colours
    assert " ".join(str(colour.may) for colour in others) == may


@cases("""
    before | blocked
Everything that these dice allow can be done.
    r2 / y3 / g4 / b5 : 4 6 1 5 | -
No place has three red pawns that are free to go, but two can attack.
    r2 g3 / r7 / g4 / b5 : 4 1 2 4 | y
A dummy counterattacks only from inside: with one pawn there not by three.
    r2 / y2 / g2 b1 / b1 : 1 2 2 4 : players 3, gone b6 | b
""")
def test_what_the_dice_allow_and_the_pawns_do_not_is_shown_while_dice_are_thrown(before: str, blocked: str) -> None:
    seen = GAME.view(read(before), None).colours
    assert ("".join(LETTERS[colour] for colour, each in enumerate(seen) if each.blocked) or "-") == blocked


@pytest.mark.parametrize("seats", GAME.seats)
def test_only_what_is_blocked_is_not_offered(seats: int) -> None:
    for g, _ in all_steps(GAME, seats):
        seen = dict(enumerate(GAME.view(g, None).colours))
        if isinstance(g.question, Attacking):
            open_to_attack = {
                c for c, each in seen.items() if each.may == "attack" and not each.attacked | each.blocked
            }
            assert open_to_attack == set(targets(g))
        elif isinstance(g.question, Countering):
            assert not seen[g.question.colour].blocked


@cases("""
    before | answers | target | like | ways
Three pawns counter three less, one pawn one less.
    r2 / y3 / g4 / b5 : 2 5 2 3 : target colour | keep          | r | > | move 3 out>r, move 3 y>r, 2+1 y>r, 1+2 y>r
    r2 / y3 / g4 / b5 : 2 5 2 3 : target colour | keep, decline | r | > | move 1 out>r, move 1 b>r, strike 1 b>r: r
By the sheet, they move to any area but home, and strike only pawns of the player whose turn it is.
    r2 / y3 / g4 / b5 : 2 5 2 2 | keep          | r | > | move 3 out>r, move 3 out>g, move 3 out>b, move 3 y>r, move 3 y>g, move 3 y>b, 2+1 y>r, 1+2 y>r
    r2 g1 / y3 / g4 / b5 : 2 2 2 3 | keep       | r | b> | move 1 b>r, move 1 b>y, move 1 b>g, strike 1 b>r: r
A counterattack is against whoever has the turn, wherever the pawns are.
    r2 g1 / y3 r1 g1 / r1 g2 / b5 : 2 2 2 3 | keep | r | strike | strike 1 b>r: r, strike 1 b>y: r, strike 1 b>g: r
Each counterattack is judged on what the one before it has left.
    r1 / y1 / g4 / b1 : 1 2 1 2 | keep, decline          | r | strike | strike 1 b>r: r
    r1 / y1 / g4 / b1 : 1 2 1 2 | keep, strike 1 y>r: r  | r | strike |
So is the attack.
    r3 / y3 / g4 / b5 : 4 6 1 4 | keep, attack_first     | g | >g | move 3 out>g, move 3 r>g, strike 3 r>g: ggg, 2+1 r>g, 1+2 r>g
    r3 / y3 / g4 / b5 : 4 6 1 4 | keep, counter_first, strike 2 y>r: rr | g | >g | move 3 out>g
For a dummy one decides among its ways.
    r2 / y3 / g9 / b9 : 2 2 3 4 : players 2 | keep | r | > | move 1 g>r, move 1 g>y, strike 1 g>r: r
    r2 / y3 b1 / g9 / b5 : 1 1 1 6 : players 2, gone b3, target colour | keep | r | > | move 5 b>r, 4+1 b>r, 3+2 b>r
    g1 / y5 / g6 / b9 : 1 1 6 1 : players 2, gone g2 | keep | r | move | move 5 g>r
""")  # noqa: E501
def test_the_ways_to_counterattack(before: str, answers: str, target: str, like: str, ways: str) -> None:
    found = attacks(play(read(before), answers), target)
    assert {way for way in found if like in way} == set(filter(None, ways.split(", ")))


@cases("""
    before | answers | areas
A mixed counterattack.
    r2 / y3 / g4 / b5 : 2 5 2 3 | keep, 1+2 y>r | y3 /  / g4 / b5
A dummy's pawn strikes.
    r2 / y3 / g9 / b9 : 2 2 3 4 : players 2 | keep, strike 1 g>r: r | r1 g1 / y3 / g8 / b9
Whom to strike is chosen.
    r1 g1 / y3 / g3 / b5 : 2 3 2 2 : target area | keep, strike 1 y>r: ?, strike g | r1 y1 / y2 / g3 / b5
    r1 y1 / y2 / g9 / b9 : 2 2 3 2 : players 2, target area | keep, strike 1 g>r: ?, strike r | y1 g1 / y2 / g8 / b9
An automatic dummy that cannot counterattack does nothing.
    r2 / y3 / g2 / b9 : 1 1 6 1 : players 2, gone g7, dummies automatic | keep | r2 / y3 / g2 / b9
""")
def test_what_comes_of_it(before: str, answers: str, areas: str) -> None:
    assert drawn(play(read(before), answers)) == areas


def test_what_is_read_meanwhile() -> None:
    attack, dummy = "counterattack seat 0 with 3 pawns", "the green dummy: counterattack seat 0 with 1 pawn?"
    for before, may, waiting in (
        (f"{START} : 2 5 2 3", f"You may {attack}.", f"Waiting for seat 1 to {attack}, or not."),
        (f"{DUMMIES} : 2 2 3 2 : players 2", f"Decide for {dummy}", f"Waiting for seat 1 to decide for {dummy}"),
    ):
        assert [str(frame(GAME, kept(before), you, 0, []).prompt) for you in (1, 0, None)] == [may, waiting, waiting]


AUTOMATIC = f"{DUMMIES} : 2 2 3 2 : players 2, dummies automatic, target colour"


def test_a_dummy_that_always_counterattacks_does_what_lots_decide_and_it_is_said() -> None:
    g = read(AUTOMATIC)
    boards = Counter(drawn(engine.play(GAME, g, 0, answer(g, "keep"), Dealer(Seeded(f"even {n}")))) for n in range(200))
    assert boards.keys() == {"r2 g1 / y3 / g8 / b9", "r1 g1 / y3 / g8 / b9"} and min(boards.values()) > 70
    assert said(read(AUTOMATIC), "keep")[1].startswith("Counterattack by the green dummy on seat 0: 1 pawn from home")


def test_lots_decide_too_whom_it_strikes() -> None:
    g = read("r1 y1 / y2 / g9 / b9 : 2 2 3 2 : players 2, dummies automatic, target area")
    assert drawn(play(g, "keep", drawn=[1, 0, *NEXT])) == "y1 g1 / y2 / g8 / b9"
    assert drawn(play(g, "keep", drawn=[1, 1, *NEXT])) == "r1 g1 / y2 / g8 / b9"


def test_when_time_runs_out_there_is_no_counterattack() -> None:
    g = play(read("r1 g1 / y3 / g3 / b5 : 2 3 2 2 : target area"), "keep")
    deciding = kept(f"{DUMMIES} : 2 2 3 2 : players 2")
    for asking, lapsed in ((g, "decline"), (play(g, "strike 1 y>r: ?"), "back"), (deciding, "decline")):
        assert engine.lapsed(GAME, asking, 1, Seeded("late")) == answer(asking, lapsed)


def test_when_time_runs_out_over_whom_to_strike_in_a_compulsory_attack_lots_decide() -> None:
    g = play(read("r4 / y1 b1 / y1 g4 / b4 : 2 1 2 2 : target area"), "keep, attack y, strike 1 r>y: ?")
    assert choices(g) == ["strike y", "strike b", "back"]
    struck = {str(engine.lapsed(GAME, g, 0, Seeded(f"late {n}"))) for n in range(20)}
    assert struck == {"Strike 1 pawn of seat 1", "Strike 1 pawn of seat 3"}
