"""Sin Color: whole games among careful bots, and how the bot decides.

PLAYTHROUGHS=2000 python -m pytest --timeout 0 tests/games/test_sin_color_played.py looks at so many games, step by
step; without it at 28.
"""

import gzip
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any, Final

import msgspec
import pytest

from games.bot import Seeded
from games.dealer import Line, Sight
from games.engine import say
from games.frame import frame
from games.playthrough import Playthrough, viewers
from games.sin_color import GAME
from games.sin_color.bot import careful
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Raise, Sink, Trade
from games.sin_color.options import Options
from games.sin_color.pieces import FACES, Moved, Paid
from games.sin_color.rules import Arranging, State
from tests.games.played import played
from tests.games.sin_color_tables import face, pays, play, table

GAMES_WATCHED: Final = int(os.environ.get("PLAYTHROUGHS", "28"))


# --- Whole games --------------------------------------------------------------------------------------------


def test_no_coin_and_no_tile_is_ever_lost_or_made() -> None:
    for game in watched():
        for step in game.steps:
            assert_whole(step.after)


def watched() -> Iterator[Playthrough]:
    """Games for three and for four, half and half, with payments compulsory and optional."""
    for number in range(GAMES_WATCHED // 4):
        for seats in GAME.seats:
            yield played(GAME, seats, f"watched {number}")
            yield played(GAME, seats, f"watched {number}", Options(payments="optional"))


def assert_whole(g: Any) -> None:
    """Every coin is in one row or paid; a tile has lost its colour if and only if its coin is paid."""
    in_rows = [coin.face for row in g.rows for coin in row]
    tiles = [tile for tiles in g.stacks for tile in tiles]
    assert len(in_rows) + len(g.paid) == len(tiles) == 24
    assert {*in_rows, *g.paid} == set(FACES.values())
    assert {tile for tile in tiles if tile is not None} == set(in_rows)
    assert tiles.count(None) == len(g.paid)
    assert all(len(tiles) == 4 for tiles in g.stacks)


@cache
def twenty(seats: int) -> list[Playthrough]:
    return [played(GAME, seats, f"twenty {number}") for number in range(20)]


@pytest.mark.parametrize("seats", GAME.seats)
def test_careful_players_take_neither_too_few_turns_nor_too_many(seats: int) -> None:
    turns = [game.state.turns_over + 1 for game in twenty(seats)]  # type: ignore[attr-defined]
    assert 20 <= median(turns) <= 45
    assert max(turns) < 100


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_can_be_done_is_done(seats: int) -> None:
    done = Counter(type(step.move).__name__ for game in twenty(seats) for step in game.steps)
    kinds = {"Arrange", "TurnOver", "Offer", "NoTrade", "Trade", "Order", "Sink", "Raise", "Pay"}
    assert done.keys() == kinds
    assert min(done.values()) > 50


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_row_is_empty_only_when_its_owner_has_won(seats: int) -> None:
    for game in twenty(seats):
        for step in game.steps:
            g: Any = step.after
            assert all(g.rows) or (g.question is None and [] in g.rows)


@pytest.mark.parametrize("seats", GAME.seats)
def test_coins_are_under_offer_only_during_a_trade(seats: int) -> None:
    trading = {"Offering", "Choosing"}
    for game in twenty(seats):
        for step in game.steps:
            g: Any = step.after
            assert bool(g.offers) == (type(g.question).__name__ in trading)


def test_a_frame_is_small() -> None:
    for step in twenty(4)[0].steps:
        for you in viewers(4):
            sent = msgspec.json.encode(frame(GAME, step.after, you, 1000, step.lines))
            assert len(gzip.compress(sent)) < 2048


# --- How the bot decides ------------------------------------------------------------------------------------


def heard(*sights: Sight) -> list[Line]:
    return [Line(say("something"), fades=True, sight=sight) for sight in sights]


def always(n: int = 0) -> Any:
    class Always:
        def below(self, limit: int, label: str) -> int:
            return min(n, limit - 1)

    return Always()


def bot(g: State, *sights: Sight, n: int = 0) -> Any:
    return careful(g, g.question.seats[0], heard(*sights), always(n))


DEEP = ("S3 C0 C1 C2", "M0 C3 A0 A1", "C5 A3 A4 A5", "A2 M1 M2 M3", "S1 M5 S2 C4", "M4 S0 S4 S5")
ROWS = ["C0 A1", "S4 M1", "S5 M2"]


def moving(die: int, rows: list[str] = ROWS, stacks: tuple[str, ...] = DEEP) -> State:
    return play(table(rows=rows, stacks=stacks), NoTrade(), drawn=[die])


def test_the_bot_lays_any_coins_value_up() -> None:
    g = table(rows=ROWS)
    g.turn = None
    g.agenda = [Arranging((0, 1, 2))]
    assert {bot(g, n=n) for n in (0, 1)} == {Arrange(()), Arrange((0, 1))}


def test_the_bot_pays_what_it_can_also_if_it_does_not_have_to() -> None:
    assert bot(play(table(rows=["M2 C5", "S4", "S5"], payments="optional"), NoTrade(), drawn=[0])) == pays("C5", 1)


def test_the_bot_brings_up_a_tile_that_it_remembers_and_needs() -> None:
    # The null of crowns went from the top of stack 3 to its bottom: it lay there when the 5 came up.
    seen = (Moved(2, "bottom", face("C0")), Moved(2, "bottom", face("C5")))
    assert bot(moving(3), *seen) == Raise(2)
    # Two moves up, then two others: it lies right below the top again.
    seen = (Moved(4, "top", face("C0")), Moved(4, "top", face("S1")))
    assert bot(moving(2), *seen) == Sink(4)


def test_the_bot_rather_tries_a_tile_that_it_does_not_know_than_one_for_others() -> None:
    known = [Moved(stack, "bottom", face("A5")) for stack in range(1, 6)]
    tops = [Moved(stack, "bottom", tiles(stack)) for stack in range(1, 6)]
    assert {bot(moving(3), *known, *tops, n=n) for n in range(6)} == {Raise(0)}


def tiles(stack: int) -> Any:
    return face(DEEP[stack].split()[0])


def test_the_bot_knows_that_a_tile_that_was_paid_for_has_no_colour() -> None:
    seen = (Paid(1, 0, 0, face("C0")), Moved(0, "bottom", face("S3")))
    assert bot(moving(3), *seen, n=0) != Raise(0)


def test_the_bot_does_not_cover_a_tile_that_it_needs() -> None:
    g = moving(2, rows=["S3 M0 C5 A2 S1", "S4", "S5"])
    assert {bot(g, n=n) for n in range(6)} == {Sink(5)}


def test_the_bot_has_a_short_memory() -> None:
    long_ago = (Moved(2, "bottom", face("C0")), Moved(2, "bottom", face("C5")))
    since = [Paid(1, 0, 5, face("M4"))] * 12
    assert bot(moving(3), *long_ago, *since) == Raise(0)


def test_the_bot_opens_a_trade_now_and_then_with_coins_that_are_hard_to_place() -> None:
    g = table(rows=["C5 M2", "S4 M1", "S5 M3"], stacks=DEEP)
    assert bot(g, n=0) == Offer((1,))
    assert bot(g, n=1) == NoTrade()


def test_the_bot_keeps_coins_that_it_can_pay() -> None:
    g = table(rows=["C5 A2", "S4 M1", "S5 M3"], stacks=DEEP)
    assert bot(g, n=0) == NoTrade()


def test_the_bot_offers_as_many_coins_as_are_offered_to_it() -> None:
    g = play(table(rows=["C0 A1 S2", "S4 M1 S3", "S5 M3"], stacks=DEEP), Offer((0, 1)))
    assert bot(g) == Offer((0, 1))
    assert len(bot(play(table(rows=["C0 A1 S2", "S4", "S5"]), Offer((0, 1)))).coins) == 1


def test_the_bot_trades_for_fewest_coins_or_for_some_that_might_match() -> None:
    rows = ["C0 A1", "S4 M3", "C2v M3v"]
    offered = play(table(rows=rows), Offer((0,)), Offer((0, 1)), Offer((0,)))
    assert bot(offered) == Trade(2)
    promising = play(
        table(rows=["C0 A1", "C4v", "C2v"], stacks=("S3 - - -", "A4 - - -")), Offer((0,)), *[Offer((0,))] * 2
    )
    assert bot(promising, n=1) == Trade(1)


def test_the_bot_trades_with_nobody_if_it_would_get_more_than_it_gives() -> None:
    g = play(table(rows=["C0", "S4 M3 A5", "S5 M2 C1"]), Offer((0,)), Offer((0, 1, 2)), Offer((0, 1, 2)))
    assert bot(g) == NoTrade()


def test_the_bot_acts_first_and_uses_an_ace_as_soon_as_it_can_pay_and_not_before() -> None:
    offers = Offer((0,)), Offer((0,)), Offer((0,))
    can_pay = play(table(rows=["C0 C5", "S4", "S2"]), *offers, Trade(1), drawn=[4, 1])
    assert bot(can_pay) == Order(0, (1, 4))
    cannot = play(table(rows=["C0 C1", "S4", "S2"]), *offers, Trade(1), drawn=[1, 4])
    assert bot(cannot) == Order(0, (4, 1))


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_bot_goes_by_what_it_sees_and_remembers_and_not_by_what_is_there(seats: int) -> None:
    game = played(GAME, seats, "fair")
    for number, step in enumerate(game.steps[:-1], 1):
        seat, g = step.after.question.seats[0], step.after
        known = [line for earlier in game.steps[:number] for line in earlier.lines if line.reaches(seat)]
        redealt = [GAME.scramble(g, seat, Seeded(seed)) for seed in ("once", "again")]
        once, again, really = (careful(other, seat, known, Seeded("bot")) for other in [*redealt, g])
        assert once == again == really
