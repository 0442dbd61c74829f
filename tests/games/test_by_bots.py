"""What an answer is worth among careful bots, who play on from worlds that its seat thinks possible."""

from typing import Any

from benchmarks.blunders import HARMLESS, Trial, careful_game, false_marks
from benchmarks.by_bots import ByBots
from games.analysis import Analysis, Curve, Missed
from games.record import Made, Moment
from games.sin_color import GAME
from games.sin_color.moves import NoTrade, Pay, PayNothing
from tests.games.sin_color_tables import pays, play
from tests.games.test_analysed_games import LAST_COIN


def judged() -> tuple[ByBots, Pay, PayNothing]:
    g: Any = play(LAST_COIN, "none (2), sink 3")
    return ByBots(GAME, [Moment(1, g, [], 0)], 3, 0, "judged", 100), pays("S3"), PayNothing()


def test_to_keep_the_last_coin_is_plainly_worse_than_to_win_with_it() -> None:
    judge, wins, keeps = judged()
    assert judge.is_plainly_worse(keeps, wins, 0.3)
    assert judge.knows(keeps, wins, HARMLESS) > 0.3


def test_an_answer_that_wins_is_not_worse_than_another_nor_than_itself() -> None:
    judge, wins, keeps = judged()
    assert not judge.is_plainly_worse(wins, keeps, 0.05)
    assert judge.knows(wins, wins, HARMLESS) == 0


def test_a_loss_that_is_not_large_enough_is_not_plain() -> None:
    judge, wins, keeps = judged()
    assert not judge.is_plainly_worse(keeps, wins, 0.99)


def test_a_mark_is_false_if_the_answer_called_better_is_the_one_that_was_given() -> None:
    record = careful_game(GAME, 3, "marks")
    seq, seat = next((s.seq, s.seat) for s in record.played if isinstance(s, Made) and b"no_trade" in bytes(s.move))
    found = Analysis([], [], [Missed(seq, seat, NoTrade().label(), 9)], Curve([], [], []), None)
    assert [*false_marks(Trial(GAME, 3, "marks", by_bots=50), record, found, set())] == [seq]
    assert [*false_marks(Trial(GAME, 3, "marks", by_bots=50), record, found, {seq})] == []
