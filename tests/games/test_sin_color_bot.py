"""Sin Color: how the bot decides, and that it does everything that can be done."""

from collections import Counter
from typing import Any

import pytest

from games.dealer import Sight
from games.sin_color import GAME
from games.sin_color.bot import careful
from games.sin_color.moves import Arrange, NoTrade, Offer, Order, Raise, Sink, Trade
from games.sin_color.pieces import Moved, Paid
from games.sin_color.rules import Arranging, State
from tests.amounts import amount
from tests.games.heard import Always, heard
from tests.games.played import played
from tests.games.sin_color_tables import after, face, pays, read, table

DEEP = "S3 C0 C1 C2, M0 C3 A0 A1, C5 A3 A4 A5, A2 M1 M2 M3, S1 M5 S2 C4, M4 S0 S4 S5"
ROWS = "C0 A1, S4 M1, S5 M2"
OFFERED = "offer 0, offer 0, offer 0"


def bot(g: State, *sights: Sight, n: int = 0) -> Any:
    return careful(g, g.question.seats[0], heard(*sights), Always(n))


def moving(die: int, rows: str = ROWS) -> State:
    return after(read(f"{rows} : {DEEP}"), f"none ({die})")


@pytest.mark.parametrize(
    ("before", "answers", "n", "decision"),
    [
        ("M2 C5, S4, S5 : : payments optional", "none (0)", 0, pays("C5", 1)),
        (f"C5 M2, S4 M1, S5 M3 : {DEEP}", "", 0, Offer((1,))),
        (f"C5 M2, S4 M1, S5 M3 : {DEEP}", "", 1, NoTrade()),
        (f"C5 A2, S4 M1, S5 M3 : {DEEP}", "", 0, NoTrade()),
        (f"C0 A1 S2, S4 M1 S3, S5 M3 : {DEEP}", "offer 0 1", 0, Offer((0, 1))),
        ("C0 A1, S4 M3, C2v M3v", "offer 0, offer 0 1, offer 0", 0, Trade(2)),
        ("C0 A1, C4v, C2v : S3 - - -, A4 - - -", OFFERED, 1, Trade(1)),
        ("C0, S4 M3 A5, S5 M2 C1", "offer 0, offer 0 1 2, offer 0 1 2", 0, NoTrade()),
        ("C0 C5, S4, S2", f"{OFFERED}, trade 1 (4 1)", 0, Order(0, (1, 4))),
        ("C0 C1, S4, S2", f"{OFFERED}, trade 1 (1 4)", 0, Order(0, (4, 1))),
    ],
    ids=[
        "it pays what it can, also if it does not have to",
        "it opens a trade now and then with coins that are hard to place",
        "and now and then it does not",
        "it keeps coins that it can pay",
        "it offers as many coins as are offered to it",
        "it trades for fewest coins",
        "or for some that might match",
        "it trades with nobody if it would get more than it gives",
        "it acts first and uses an ace as soon as it can pay",
        "and not before",
    ],
)
def test_the_bot_decides(before: str, answers: str, n: int, decision: Any) -> None:
    assert bot(after(read(before), answers), n=n) == decision


def test_the_bot_lays_any_coins_value_up() -> None:
    g = table(rows=ROWS.split(","))
    g.turn = None
    g.agenda = [Arranging((0, 1, 2))]
    assert {bot(g, n=n) for n in (0, 1)} == {Arrange(()), Arrange((0, 1))}


def test_the_bot_brings_up_a_tile_that_it_remembers_and_needs() -> None:
    # The null of crowns went from the top of stack 3 to its bottom: it lay there when the 5 came up.
    seen = (Moved(2, "bottom", face("C0")), Moved(2, "bottom", face("C5")))
    assert bot(moving(3), *seen) == Raise(2)
    # It has a short memory.
    assert bot(moving(3), *seen, *[Paid(1, 0, 5, face("M4"))] * 12) == Raise(0)
    # Two moves up, then two others: it lies right below the top again.
    assert bot(moving(2), Moved(4, "top", face("C0")), Moved(4, "top", face("S1"))) == Sink(4)


def test_the_bot_rather_tries_a_tile_that_it_does_not_know_than_one_for_others() -> None:
    tops = [Moved(n, "bottom", face(stack.split()[0])) for n, stack in enumerate(DEEP.split(",")) if n]
    known = [Moved(stack, "bottom", face("A5")) for stack in range(1, 6)]
    assert {bot(moving(3), *known, *tops, n=n) for n in range(6)} == {Raise(0)}


def test_the_bot_knows_that_a_tile_that_was_paid_for_has_no_colour() -> None:
    assert bot(moving(3), Paid(1, 0, 0, face("C0")), Moved(0, "bottom", face("S3"))) != Raise(0)


def test_the_bot_does_not_cover_a_tile_that_it_needs() -> None:
    assert {bot(moving(2, "S3 M0 C5 A2 S1, S4, S5"), n=n) for n in range(6)} == {Sink(5)}


def test_the_bot_never_offers_its_last_coins_for_more() -> None:
    assert len(bot(after(read("C0 A1 S2, S4, S5"), "offer 0 1")).coins) == 1


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_can_be_done_is_done(seats: int) -> None:
    games = [played(GAME, seats, f"everything {number}") for number in range(amount(4, 20))]
    done = Counter(type(step.move).__name__ for game in games for step in game.steps)
    assert done.keys() == {"Arrange", "TurnOver", "Offer", "NoTrade", "Trade", "Order", "Sink", "Raise", "Pay"}
    assert min(done.values()) > amount(10, 50)
