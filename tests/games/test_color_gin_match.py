"""Color Gin: the end of a match."""

import pytest

from games.color_gin import GAME
from games.color_gin.moves import Discard
from tests.games.cases import cases
from tests.games.color_gin_tables import LOW, gone_out, options, play, shedding

GIN = "QS QH QC, TD JD QD, 3D 4D 5D 6D; KS", "2S 3S 4S 9S 9H 9C 9D 5H 5C 8H"
"""Seat 0 goes gin: 38 points in all suits but diamonds."""


@cases(
    "before winners suits team why",
    """
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
    scores 70 0 100 40 - 20 100 0 120, closed D0 H1 C1, two_each total | 0 | 2 2 | None | Two suits each; seat 0 has more points in all, 248.
Equal totals are a tie even then.
    scores 70 0 100 32 - 20 100 0 120, closed D0 H1 C1, two_each total | 0 1 | 2 2 | None | Two suits each and equal points in all: a tie.
A team with two suits each has all eight columns, and a total decides nothing.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, mode coop | 0 1 | 2 2 | 478 | Two suits each: the team has 478 points.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, mode jokers | 0 1 | 2 2 | 478 | Two suits each: the team has 478 points.
    scores 70 0 100 30 - 20 100 0 120, closed D0 H1 C1, mode coop, two_each total | 0 1 | 2 2 | 478 | Two suits each: the team has 478 points.
A team in which one wins three suits has failed.
    scores 90 90 0 90 - 0 0 50 0, mode coop | | 3 0 | None | seat 0 has won a third suit: the team has lost.
    scores 90 90 0 90 - 0 0 50 0, mode jokers | | 3 0 | None | seat 0 has won a third suit: the team has lost.
    scores 90 90 0 90 - 0 0 100 0, closed D1, mode coop | | 3 1 | None | seat 0 has won a third suit: the team has lost.
After the hundredth round more suits win.
    round 100, scores 0 0 120 0 - 90 90 0 90, closed D0 | 0 | 1 0 | None | After 100 rounds seat 0 has won the most suits.
Then the higher total, and then it is a tie.
    round 100, scores 0 0 0 0 - 90 25 0 0 | 1 | 0 0 | None | After 100 rounds seat 1 has won the most suits.
    round 100, scores 0 0 0 0 - 90 24 0 0 | 0 1 | 0 0 | None | After 100 rounds
    round 100, scores 0 0 0 0 - 90 23 0 0 | 0 | 0 0 | None | After 100 rounds seat 0 has won the most suits.
A team without two suits each has failed by then.
    round 100, scores 0 0 120 0 - 90 90 0 90, closed D0, mode coop | | 1 0 | None | After 100 rounds the players do not have two suits each: the team has lost.
""",  # noqa: E501
)
def test_a_match_ends(before: str, winners: str, suits: str, team: str, why: str) -> None:
    g = gone_out(*GIN, **options(before))
    ended = GAME.outcome(g)
    assert ended is not None and g.question is None
    assert (ended.winners, ended.scores) == (tuple(map(int, winners.split())), tuple(map(int, suits.split())))
    assert (str(ended.team), str(ended.why)[: len(why)]) == (team, why)


@pytest.mark.parametrize("before", ["scores 70 0 0 0 - 0 120 0 0, closed H1", "round 99"])
def test_at_one_suit_each_and_before_the_hundredth_round_it_goes_on(before: str) -> None:
    g = gone_out(*GIN, **options(before))
    assert GAME.outcome(g) is None and g.question is not None


@pytest.mark.parametrize("target", [25, 38, 39, 500])
def test_the_host_chooses_the_target(target: int) -> None:
    assert (GAME.outcome(gone_out(*GIN, target=target)) is not None) == (target <= 38)


@pytest.mark.parametrize(("mode", "team"), [("versus", False), ("coop", True), ("jokers", True)])
def test_they_are_one_team_in_the_co_op_modes(mode: str, team: bool) -> None:
    assert GAME.is_team(GAME.Options(mode=mode)) == team


def test_a_void_round_can_be_the_last() -> None:
    g = play(shedding(f"{LOW} KC", deck="AC QC", round=100), Discard("KC"))
    assert GAME.outcome(g) is not None and g.question is None
