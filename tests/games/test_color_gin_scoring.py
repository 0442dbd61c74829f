"""Color Gin: going out, the showdown, the four columns, and the end of a match."""

from typing import Any

import pytest

from games import engine
from games.color_gin import GAME
from games.color_gin.moves import Discard, GoOut, Next
from games.color_gin.rules import State
from games.dealer import Scripted
from games.engine import IllegalMove
from tests.games.cases import cases
from tests.games.color_gin_tables import HIGH, LOW, choices, deal_of, go_out, gone_out, hand_of, options, play, shedding

GIN = "QS QH QC, TD JD QD, 3D 4D 5D 6D; KS"
STUCK = "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H"
"""The other hand of the rule sheet's example, with two fives and an eight as deadwood."""
KNOCK = "KS KH KC, 4H 5H 6H, 7D 8D 9D; AH; QD"
"""The ace of hearts is deadwood: 1 point, spoiling diamonds and hearts."""
CAN_LAY_OFF = "KD 3H TD JD 2S 2C 9S 8C 5C AS"
AS_LITTLE = "2C 3C 4C JH JS JC TH TS TC AS"
"""1 point of deadwood."""
LESS = "2S 3S 4S JH JS JC TH TS TC TD"
"""No deadwood."""
BY_NAME = {"gin": GIN, "stuck": STUCK, "knock": KNOCK, "can lay off": CAN_LAY_OFF, "as little": AS_LITTLE, "less": LESS}


def outs(g: State) -> list[GoOut]:
    return [move for move in engine.moves(GAME, g, 0) if isinstance(move, GoOut)]


@cases("""
    out | other | more | how | counts | winner | points | suits | spoiled
The example of the sheet scores 38 in all suits but diamonds.
    gin | stuck |            | gin | 0-18 | 0 | 38 | S H C | D
In a suit that is closed nobody scores, and a closed suit may be spoiled without harm.
    gin | stuck | closed H1  | gin | 0-18 | 0 | 38 | S C   | D
    gin | stuck | closed D1  | gin | 0-18 | 0 | 38 | S H C | D
A run of twos and a set of four spoil one suit in all.
    2S 3S 4S, 2H 2D 2C, 9S 9H 9D 9C; KS | QS QD 4D 6D 8D TD 3C 5C 7C JC | | gin | 0-73 | 0 | 93 | H D C | S
After a gin nothing is laid off.
    KS KH KC, 4H 5H 6H, 7D 8D 9D TD; QC | KD QS 2S 2C 9S 8C 5C AS 3C 6S | | gin | 0-56 | 0 | 76 | S C | H D
Eleven cards in melds are worth no more than ten.
    4S 5S 6S, 2H 3H 4H 5H, 7D 8D 9D; 3S | TS JS TH JH 4D TD JD 4C 5C 6C | | gin | 0-4 | 0 | 24 | C | S H D
Even with the third card of the deck: two are left.
    gin | stuck | deck AC 2C | gin | 0-18 | 0 | 38 | S H C | D
The host chooses the gin bonus.
    gin | stuck | gin_bonus 50 | gin | 0-18 | 0 | 68 | S H C | D
After a knock the other lays off and the knocker scores the difference, in a team too.
    knock | can lay off |           | knock | 1-27 | 0 | 26 | S C | H D
    knock | can lay off | mode coop | knock | 1-27 | 0 | 26 | S C | H D
Nothing is laid off on a card left over.
    KS KH KC, 4H 5H 6H, 7D 8D 9D; AS; QC | 2S 3S TD JD KD 2C 9S 8C 5C 9C | | knock | 1-38 | 0 | 37 | C | S H D
Who has less left over than the knocker undercuts, and scores where the knocker has spoiled nothing.
    KS KH KC, 4H 5H 6H, 7D 8D 9D; 9S; QD | 2C 3C 4C JH JS JC TH TS TC 2S | | knock | 9-2 | 1 | 17 | C | S H D
Equal counts score the undercut bonus for the other.
    knock | as little |       | knock | 1-1 | 1 | 10 | S C | H D
The host may choose that nobody scores on equal counts, and an undercut of nothing is scored by nobody.
    knock | as little | equal_counts nobody | knock | 1-1 | None | 0 | | H D
    knock | as little | undercut_bonus 0    | knock | 1-1 | None | 0 | | H D
The host chooses the undercut bonus.
    knock | less | undercut_bonus 50 | knock | 1-0 | 1 | 51 | S C | H D
A meld may be left undeclared, and its cards count and spoil.
    4H 5H 6H, 7D 8D 9D TD; AS AH AD; KS | 2S 2C 9S 8C 5C 3C 6S QC QS JC | | knock | 3-65 | 0 | 62 | C | S H D
""")
def test_a_showdown(
    out: str, other: str, more: str, how: str, counts: str, winner: str, points: str, suits: str, spoiled: str
) -> None:
    g = gone_out(BY_NAME.get(out, out), BY_NAME.get(other, other), **options(more))
    shown = g.showdown
    assert (shown.how, "-".join(str(hand.count) for hand in shown.hands)) == (how, counts)
    line = g.sheet[-1]
    assert (str(line.winner), str(line.points), " ".join(line.suits)) == (winner, points, suits)
    assert " ".join(shown.spoiled) == spoiled
    assert (line.round, line.dealer, line.out, line.how) == (1, 1, 0, how)
    assert (line.winner, line.points) == (shown.winner, shown.points)
    assert line.winner is None or line.suits == shown.suits


# --- When one may go out ------------------------------------------------------------------------------------


@cases("""
    out | legal
One may knock with ten points and not with eleven.
    4H 5H 6H, 7D 8D 9D, AS AH AD; TC; KS      | yes
    2H 3H 4H 5H, 7H 8H 9H TH; 9S AC; KS       | yes
    2H 3H 4H 5H, 7H 8H 9H TH; 9S 2C; KS       | no
    2H 3H 4H 5H, 7H 8H 9H TH; JS AC; KS       | no
With all four suits spoiled one may not go out.
    3S 4S 5S, 7H 8H 9H, TD JD QD; AC; QC      | no
""")
def test_whether_one_may_go_out(out: str, legal: str) -> None:
    hand, move = hand_of(out)
    g = shedding(hand, "2D 4D 6D KD KH 3C 5C 7C 9C 8C")
    assert engine.is_answer(GAME, g, 0, move) == (legal == "yes")
    assert any(each.card == move.card for each in outs(g)) == (legal == "yes")


def test_with_every_unspoiled_suit_closed_one_may_not_even_go_gin() -> None:
    hand, move = hand_of(GIN)
    g = shedding(hand, STUCK, closed="S0 H1 C1")
    assert not any(move.points == 0 for move in outs(g))
    with pytest.raises(IllegalMove):
        play(g, move)


GIN_MELDS = hand_of(GIN)[1].melds


@pytest.mark.parametrize(("move", "more"), [
    (go_out("KS", "QS QH QC", "TD JD QD KD", "3D 4D 5D 6D"), {}), (GoOut("AS", GIN_MELDS), {}),
    (GoOut("QD", GIN_MELDS), {}), (GoOut("KS", GIN_MELDS, 1, ("S", "H", "C")), {}),
    (GoOut("KS", GIN_MELDS, 0, ("S", "H", "D", "C")), {}), (GoOut("KS", GIN_MELDS), {"taken": "KS"}),
])  # fmt: skip
def test_what_is_no_arrangement_of_the_hand_is_refused_and_to_shed_the_card_just_taken(move: GoOut, more: Any) -> None:
    with pytest.raises(IllegalMove):
        play(shedding(hand_of(GIN)[0], STUCK, **more), move)


def test_each_proposal_says_what_it_comes_to_and_of_a_gin_that_it_is_one() -> None:
    assert choices(shedding(hand_of(KNOCK)[0], CAN_LAY_OFF))[11:] == [
        "Discard the queen of diamonds and knock with 1: spades and clubs may score",
        "Discard the ace of hearts and knock with 10: spades and clubs may score",
    ]
    gin = "Discard the king of spades and go gin: spades, hearts and clubs may score"
    assert gin in choices(shedding(hand_of(GIN)[0], STUCK))


def test_a_worse_count_is_proposed_where_it_saves_another_suit() -> None:
    g = shedding("3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH", "5D 7D 9D JD 6C 8C TC QC 6S 8S")
    proposed = [(move.points, move.suits) for move in outs(g) if move.card == "KH"]
    assert proposed == [(1, ("D",)), (7, ("S",)), (10, ("H",))]


def test_any_other_legal_arrangement_is_accepted_in_whatever_order_it_is_written() -> None:
    shown = gone_out("3C 3D 3H, 2H 2S 2C 2D; 3S AS AH; KS", "5D 7D 9D JD 6C 8C TC QC 6S 8S").showdown
    assert shown.hands[0].melds == (("2S", "2H", "2D", "2C"), ("3H", "3D", "3C"))
    assert (shown.hands[0].leftovers, shown.hands[0].count) == (("AS", "3S", "AH"), 5)


def test_both_have_to_go_on_before_the_next_round_and_the_deal_alternates() -> None:
    g = gone_out(GIN, STUCK, dealer=1)
    assert g.question.seats == (0, 1)
    g = engine.play(GAME, g, 1, Next(), Scripted([]))
    assert g.question.seats == (0,) and g.showdown is not None
    g = play(g, Next(), drawn=deal_of(LOW, HIGH))
    assert (g.round, g.dealing, g.turn, g.showdown) == (2, 0, 1, None)
    assert (g.turns, g.takes, g.taken, g.drawn) == (0, 0, None, None)
    assert GAME.view(g, None).showdown is None
    assert [*g.scores[0].values()] == [38, 38, 0, 38]


# --- The end of a match --------------------------------------------------------------------------------------


@cases("""
    before | winners | suits | team | why
Three suits win even if the fourth is open.
    scores 90 90 0 90 - 0 0 50 0 | 0 | 3 0 | None | seat 0 has won spades, hearts and clubs.
The last suit may decide, three to one.
    scores 100 0 110 70 - 0 120 0 99, closed S0 D0 H1 | 0 | 3 1 | None | seat 0 has won spades, diamonds and clubs.
Two suits won in one round make three.
    scores 70 0 100 70 - 0 100 0 0, closed D0 H1 | 0 | 3 1 | None | seat 0 has won diamonds, spades and clubs.
Two suits each is a tie.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1 | 0 1 | 2 2 | None | Two suits each: a tie.
The host may choose that then the higher total wins: 70 + 38 + 100 + 30 = 238 against 240.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, two_each total | 1 | 2 2 | None | Two suits each; seat 1 has more points in all, 240.
Equal totals are a tie even then.
    scores 70 0 100 32 - 20 100 0 120, closed D0 H1 C1, two_each total | 0 1 | 2 2 | None | Two suits each and equal points in all: a tie.
A team with two suits each has all eight columns, and a total decides nothing.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, mode coop | 0 1 | 2 2 | 478 | Two suits each: the team has 478 points.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, mode coop, two_each total | 0 1 | 2 2 | 478 | Two suits each: the team has 478 points.
A team in which one wins three suits has failed.
    scores 90 90 0 90 - 0 0 50 0, mode coop | | 3 0 | None | seat 0 has won a third suit: the team has lost.
    scores 90 90 0 90 - 0 0 100 0, closed D1, mode coop | | 3 1 | None | seat 0 has won a third suit: the team has lost.
After the hundredth round more suits win.
    round 100, scores 0 0 120 0 - 90 90 0 90, closed D0 | 0 | 1 0 | None | After 100 rounds seat 0 has more suits, or as many and more points in all.
Then the higher total, and then it is a tie.
    round 100, scores 0 0 0 0 - 90 25 0 0 | 1 | 0 0 | None | After 100 rounds seat 1 has more suits, or as many and more points in all.
    round 100, scores 0 0 0 0 - 90 24 0 0 | 0 1 | 0 0 | None | After 100 rounds
A team without two suits each has failed by then.
    round 100, scores 0 0 120 0 - 90 90 0 90, closed D0, mode coop | | 1 0 | None | After 100 rounds the players do not have two suits each: the team has lost.
""")  # noqa: E501
def test_a_match_ends(before: str, winners: str, suits: str, team: str, why: str) -> None:
    g = gone_out(GIN, STUCK, **options(before))
    ended = GAME.outcome(g)
    assert ended is not None and g.question is None
    assert (ended.winners, ended.scores) == (tuple(map(int, winners.split())), tuple(map(int, suits.split())))
    assert (str(ended.team), str(ended.why)[: len(why)]) == (team, why)


@cases("""
    before | over
At one suit each and before the hundredth round it goes on.
    scores 70 0 0 0 - 0 120 0 0, closed H1 | no
    round 99                               | no
The host chooses the target.
    target 38 | yes
    target 39 | no
""")
def test_whether_a_match_is_over(before: str, over: str) -> None:
    g = gone_out(GIN, STUCK, **options(before))
    assert (GAME.outcome(g) is not None) == (g.question is None) == (over == "yes")


def test_they_are_one_team_in_the_co_op_modes() -> None:
    assert [GAME.is_team(GAME.Options(mode=mode)) for mode in ("versus", "coop", "jokers")] == [False, True, True]


def test_a_void_round_can_be_the_last() -> None:
    g = play(shedding(f"{LOW} KC", deck="AC QC", round=100), Discard("KC"))
    assert GAME.outcome(g) is not None and g.question is None
