"""Color Dice, following its rules sentence by sentence, from hand-written positions: the table, the dice, and the
end."""

from games import engine
from games.bot import Seeded
from games.color_dice import GAME
from games.color_dice.moves import Keep
from games.color_dice.options import Options
from games.color_dice.rules import State
from games.color_dice.view import view
from games.dealer import Scripted
from tests.games.cases import cases
from tests.games.color_dice_tables import answer, asked, asked_in_turn, drawn, kept, outside, play, read
from tests.games.conversation import result

START = "r2 / y3 / g4 / b5"


def begin(players: int, starter: int = 0, dice: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> State:
    return engine.begin(GAME, players, Options(), Scripted([starter, *dice[: max(players, 4)]]))


@cases("""
    players | starter | inside | pawns_outside
Each following player begins with one pawn more at home, and dummies with all.
    2 | 0 | r2 / y3 / g9 / b9            | r7 y6
    3 | 0 | r2 / y3 / g4 / b9            | r7 y6 g5
    4 | 0 | r2 / y3 / g4 / b5            | r7 y6 g5 b4
    5 | 0 | r2 / y3 / g4 / b5 / k6       | r7 y6 g5 b4 k3
    6 | 0 | r2 / y3 / g4 / b5 / k6 / w7  | r7 y6 g5 b4 k3 w2
Chance decides who begins, and the pawns follow clockwise from there.
    4 | 2 | r4 / y5 / g2 / b3            | r5 y4 g7 b6
With three players the dummy keeps its nine, whoever begins.
    3 | 2 | r3 / y4 / g2 / b9            | r6 y5 g7
""")
def test_how_a_table_begins(players: str, starter: str, inside: str, pawns_outside: str) -> None:
    g = begin(int(players), int(starter))
    assert (drawn(g), outside(g), g.turn) == (inside, pawns_outside, int(starter))


def test_two_to_six_may_play_for_sixty_rounds_and_nine_at_home_win_nothing() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    assert view(kept(f"{START} : 3 3 3 3 : turn b, turns_over {60 * 4 - 1}"), None).round == 60
    assert GAME.outcome(read("r9 / y3 / g4 / b9 : : players 3")) is None


def test_a_turn_begins_with_a_throw_of_all_dice_those_of_dummies_too() -> None:
    g = begin(2, dice=(3, 1, 6, 2))
    assert [(die.value, die.thrown) for die in g.dice] == [(3, 1), (1, 1), (6, 1), (2, 1)]
    assert asked(g) == "r throwing"


def test_any_dice_may_be_thrown_again_together_and_keep_their_new_value_even_if_the_old_was_better() -> None:
    g = play(read(f"{START} : 5 1 4 6"), "throw ryb", drawn=[2, 4, 1])
    assert [(die.value, die.thrown) for die in g.dice] == [(2, 2), (4, 2), (4, 1), (1, 2)]
    assert asked(g) == "r throwing"


def test_a_die_thrown_three_times_stays_and_one_thrown_twice_may_be_thrown() -> None:
    g = read(f"{START} : 5 1 4 6 : thrown 3 2 1 3")
    assert engine.pick(GAME, g, 0) == engine.Pick("rethrow", "dice", (1, 2), 1, 2)
    assert play(g, "throw y", drawn=[6]).dice[1].thrown == 3


def test_the_next_turn_begins_with_fresh_dice_and_nobody_attacked() -> None:
    g = play(read(f"{START} : 2 1 2 2"), "keep", "attack y", "move 1 out>y", drawn=[1, 2, 3, 4])
    assert asked(g) == "y throwing"
    assert [(die.value, die.thrown) for die in g.dice] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert (g.attacked, g.steps) == ([], [])


@cases("""
    before | answers | asks
Turns go clockwise, and equal dice allow nothing either way.
    r2 / y3 / g4 / b5 : 1 1 1 1 : turn g | keep, keep       | b throwing, r throwing
Nobody is asked any more when every die was thrown three times.
    r2 / y3 / g4 / b5 : 5 1 5 5 : thrown 3 2 3 3 | throw y  | r attacking
With only higher or only lower dice there is nothing to choose.
    r2 / y3 / g4 / b5 : 6 6 1 4 | keep                      | r attacking
    r2 / y3 / g4 / b5 : 4 6 4 4 | keep                      | y countering
The higher die of a dummy that never counterattacks leaves nothing to choose.
    r2 / y3 / g9 / b9 : 4 1 6 4 : players 2, dummies none | keep | r attacking
With a higher and a lower die the player chooses: all attacks come before all counterattacks, or all of them after.
    r2 / y3 / g4 / b5 : 4 6 1 3 | keep, attack_first, attack b, move 1 out>b, attack g, move 3 out>g | r ordering, r attacking, r sending, r going_on, r sending, y countering
    r2 / y3 / g4 / b5 : 4 6 1 5 | keep, counter_first, decline, decline | r ordering, y countering, b countering, r attacking
The sixtieth round is played to its end.
    r2 / y3 / g4 / b5 : 3 3 3 3 : turn g, turns_over 238 | keep | b throwing
""")  # noqa: E501
def test_who_is_asked_what(before: str, answers: str, asks: str) -> None:
    assert asked_in_turn(read(before), answers) == asks


@cases("""
    before | answers | winners | scores | why
Nine pawns in one foreign area win at once, with attacks still to come.
    / y3 / r8 / b5 : 6 1 5 6 | keep, attack g, move 1 out>g | 0 | 99 0 0 0 | seat 0 has all nine pawns in seat 2’s area.
Scores are the most in one foreign area and all in foreign areas.
    / y3 / r8 / y1 g2 b5 : 6 6 5 6 | keep, attack g, move 1 out>g | 0 | 99 11 22 0 | seat 0 has all nine pawns in seat 2’s area.
Nine in the area of a dummy win too.
    / y3 / r8 / b9 : 6 6 5 6 : players 2 | keep, attack g, move 1 out>g | 0 | 99 0 | seat 0 has all nine pawns in the green dummy’s area.
A counterattack wins at once in another player's turn.
    y7 / / g4 / b5 : 4 6 1 6 | keep, counter_first, move 2 out>r | 1 | 0 99 0 0 | seat 1 has all nine pawns in seat 0’s area.
After sixty rounds most pawns in one foreign area win.
    g3 / y3 r2 / g4 / b5 r2 : 3 3 3 3 : turn b, turns_over 239 | keep | 2 | 24 0 33 0 | 60 rounds are over. Most pawns in one area away from home: seat 2, with 3 pawns.
After sixty rounds ties share.
    g3 / y3 / r3 g1 / b5 r2 : 3 3 3 3 : turn b, turns_over 239 | keep | 0 2 | 35 0 33 0 | 60 rounds are over. Most pawns in one area away from home: seat 0 and seat 2, with 3 pawns.
""")  # noqa: E501
def test_who_wins(before: str, answers: str, winners: str, scores: str, why: str) -> None:
    assert GAME.outcome(read(before)) is None
    g = play(read(before), answers)
    assert asked(g) == "over"
    assert result(GAME.outcome(g)) == (winners, scores, why)


def test_a_player_whose_time_runs_out_keeps_the_dice_and_attacks_first() -> None:
    g = read(f"{START} : 4 6 1 4")
    assert engine.lapsed(GAME, g, 0, Seeded("late")) == Keep()
    g = play(g, "keep")
    words = {str(engine.lapsed(GAME, g, 0, Seeded(f"{n}"))) for n in range(3)}
    assert words == {"Attack before the counterattacks"}


@cases("""
    before | answers | boards
Then they make one attack by lot and stop.
    r2 / y3 / g4 / b5 : 6 5 3 6 : target colour | | r1 / r1 y2 / g4 / b5, r1 / r1 y3 / g4 / b5, r2 / r1 y3 / g4 / b5, r2 / y3 / r3 g4 / b5
    r2 / y3 / g4 / b5 : 6 6 3 6 | | r2 / r3 y3 / g4 / b5, r2 / y3 / g4 / r3 b5, r2 / y3 / r3 g4 / b5
And do not counterattack.
    r2 / y3 / g4 / b5 : 1 6 6 6 | | r2 / y3 / g4 / b5
Who chose a second opponent and then ran out of time attacks no more.
    r2 / y3 / g4 / b5 : 6 5 3 6 | attack y, move 1 out>y, attack g | r2 / r1 y3 / g4 / b5
""")  # noqa: E501
def test_what_comes_of_time_that_has_run_out(before: str, answers: str, boards: str) -> None:
    g = play(kept(before), answers)
    assert sorted({drawn(late(g, f"late {n}")) for n in range(40)}) == boards.split(", ")


def late(g: State, seed: str) -> State:
    """The table after time has run out for every asked seat until the next dice are thrown."""
    chance, turn = Seeded(seed), g.turn
    while g.question is not None and g.turn == turn:
        seat = g.question.seat
        dealer = Scripted([1] * 4 if not g.steps else [])
        g = engine.play(GAME, g, seat, engine.lapsed(GAME, g, seat, chance), dealer)
    return g


@cases("""
    before | answers | words | label
A button says all that will happen.
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | move 1 out>y    | Move 1 pawn from outside to seat 1’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | move 1 r>y      | Move 1 pawn from home to seat 1’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | strike 1 r>y: y | Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from home
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | strike 1 g>y: y | Strike 1 pawn of seat 1 in seat 1’s area with 1 pawn from seat 2’s area
    r2 / y3 / g4 r1 / b5 : 2 1 2 2 | keep, attack y | back            | Go back
So does that of a mixed attack.
    r4 / y3 b3 / g4 / b5 : 5 1 5 5 | keep, attack y | 1+3 r>y         | In seat 1’s area, move 1 pawn and strike 3 pawns of seat 1, from home
And where it is to be chosen whom to strike, how many.
    r4 / y2 g1 b1 / g3 / b4 : 4 1 4 4 : target area | keep, attack y | strike 3 r>y: ? | Strike 3 pawns in seat 1’s area with 3 pawns from home
    r4 / y2 g1 b1 / g3 / b4 : 4 1 4 4 : target area | keep, attack y, strike 3 r>y: ? | strike yyb | Strike 2 pawns of seat 1 and 1 pawn of seat 3
""")  # noqa: E501
def test_what_a_button_says(before: str, answers: str, words: str, label: str) -> None:
    assert str(answer(play(read(before), answers), words)) == label
