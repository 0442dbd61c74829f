"""Sin Color, following its rules sentence by sentence, from hand-written positions: the dice, the payments, the end."""

from games.sin_color.moves import Order, PayNothing, Raise, Sink
from games.sin_color.options import Options
from games.sin_color.rules import outcome, turns_left
from tests.games.cases import cases
from tests.games.conversation import result
from tests.games.sin_color_tables import asked, choices, face, pays, play, read, row, said, stack, table

SECOND = "S3, M0 A5 C1 S4, C5, A2, S1, M4"
"""The rule sheet's second stack."""
OWN = "S0, S4, S5"


@cases("""
    second_stack | answers | then | asks
A null does nothing.
    M0 A5 C1 S4 | none (0)          | M0 A5 C1 S4 | 1 trading
A 2 or a 4 moves the top tile of any stack to the bottom.
    M0 A5 C1 S4 | none (2), sink 1  | A5 C1 S4 M0 | 1 trading
    M0 A5 C1 S4 | none (4), sink 1  | A5 C1 S4 M0 | 1 trading
A 3 or a 5 moves the bottom tile of any stack to the top.
    M0 A5 C1 S4 | none (3), raise 1 | S4 M0 A5 C1 | 1 trading
    M0 A5 C1 S4 | none (5), raise 1 | S4 M0 A5 C1 | 1 trading
Tiles without colour move like others.
    - A5 C1 S4  | none (2), sink 1  | A5 C1 S4 -  | 1 trading
    A5 C1 S4 -  | none (5), raise 1 | - A5 C1 S4  | 1 trading
""")
def test_what_a_throw_does(second_stack: str, answers: str, then: str, asks: str) -> None:
    g = play(read(f"{OWN} : S3, {second_stack}, C5, A2, S1, M4"), answers)
    assert (stack(g, 1), asked(g)) == (then, asks)


def test_any_stack_may_be_chosen_also_one_with_a_tile_without_colour_on_top_and_one_has_to_be() -> None:
    g = play(read(f"{OWN} : -, M0, C5, A2, S1, M4"), "none (2)")
    assert choices(g) == [Sink(number) for number in range(6)]
    assert choices(play(read(OWN), "none (5)")) == [Raise(number) for number in range(6)]


def test_one_chooses_who_acts_first_and_in_which_order_one_uses_both_dice() -> None:
    g = play(read(OWN), "offer 0, offer 0, offer 0, trade 2 (2 3)")
    assert choices(g) == [Order(0, (2, 3)), Order(0, (3, 2)), Order(2, (2, 3)), Order(2, (3, 2))]
    assert str(choices(g)[1]) == "seat 0 first; your dice: 3, then 2"
    equal = play(read(OWN), "offer 0, offer 0, offer 0, trade 1 (4 4)")
    assert choices(equal) == [Order(0, (4, 4)), Order(1, (4, 4))]


@cases("""
    before | answers | steps | asks
One acts with both dice and the partner with one's own.
    S0, S4, S5 | trade 2 (2 3), order 0 3 2                           | 0:2 2:3 0:- | 0 raising
    S0, S4, S5 | trade 2 (2 3), order 0 3 2, raise 1, sink 1          | 0:-         | 2 raising
    S0, S4, S5 | trade 2 (2 3), order 0 3 2, raise 1, sink 1, raise 1 |             | 1 trading
Or the partner acts first.
    S0, S4, S5 | trade 1 (2 3), order 1 2 3                           | 0:2 0:3 0:- | 1 raising
There may be three payments in a turn.
    A0 S3 M0 C5, S4, S5 | trade 1 (1 1), order 1 1 1, pay S3, pay M0, pay C5 |      | 1 trading
The partner has no payment at the end of the turn.
    S0, S4 S3, S5 | trade 1 (0 0), order 0 0 0                        |             | 1 trading
""")
def test_the_steps_of_a_turn_after_a_trade(before: str, answers: str, steps: str, asks: str) -> None:
    g = play(read(f"{before} : {SECOND}"), f"offer 0, offer 0, offer 0, {answers}")
    found = " ".join(f"{step.seat}:{'-' if step.die is None else step.die}" for step in g.steps)
    assert (found, asked(g)) == (steps, asks)


@cases("""
    before | answers | own_row | asks
At the end of the turn a coin that matches has to be paid.
    C5 M2, S4, S5            | none (0), pay C5         | M2        | 1 trading
Of several that match one is chosen and one is paid.
    C5 M2 A2v, S4, S5        | none (0), pay A2         | C5 M2     | 1 trading
An ace pays, and then the end of the turn pays too.
    S3 M0 C2, S4, S5         | none (1), pay S3, pay M0 | C2        | 1 trading
The suit of one tile and the value of another are not enough.
    A5, S4, S5 : S3, M0, C5, A1, S1, M4  | none (0)     | A5        | 1 trading
A tile below the top cannot be paid for until it is on top.
    A5, S4, S5 : S3, M0 A5 C1 S4, C5, A2, S1, M4 | none (0)         | A5 | 1 trading
    A5, S4, S5 : S3, M0 A5 C1 S4, C5, A2, S1, M4 | none (2), sink 1 | A5 | 0 paying
A new owner may pay with what was got.
    S0, S3v, S5              | offer 0, offer 0, offer 0, trade 1 (0 0), order 0 0 0 | S3v | 0 paying
A coin that was kept stays in the row if payments are optional, and one is asked also with nothing to pay.
    S0 M2, S4, S5 : : payments optional | none (0)           | S0 M2 | 0 may_pay
    C5 M2, S4, S5 : : payments optional | none (0), keep     | C5 M2 | 1 trading
    C5 M2, S4, S5 : : payments optional | none (0), pay C5   | M2    | 1 trading
""")
def test_what_is_paid(before: str, answers: str, own_row: str, asks: str) -> None:
    g = play(read(before), answers)
    assert (row(g, 0), asked(g)) == (own_row, asks)


def test_a_tile_that_was_turned_stays_where_it_is_and_moves_with_its_stack() -> None:
    g = play(read(f"M0 S0, S4, S5 : {SECOND}"), "none (0), pay M0")
    assert (stack(g, 1), g.paid) == ("- A5 C1 S4", [face("M0")])
    assert stack(play(g, "none (4), sink 1"), 1) == "A5 C1 S4 -"


def test_only_a_coin_that_matches_can_be_paid_and_one_has_to_be() -> None:
    assert choices(play(read("C5 M2, S4, S5"), "none (0)")) == [pays("C5")]
    assert choices(play(read("C5 M2 A2v, S4, S5"), "none (0)")) == [pays("C5"), pays("A2", 2)]


def test_whether_one_chooses_from_one_or_from_several_or_from_none_looks_the_same() -> None:
    one, several = (play(read(f"{rows}, S4, S5"), "none (0)") for rows in ("C5 M2", "C5 A2"))
    assert one.question == several.question
    some, none = (play(read(f"{rows}, S4, S5 : : payments optional"), "none (0)") for rows in ("C5 M2", "S0"))
    assert some.question == none.question
    assert (choices(some), choices(none)) == ([pays("C5"), PayNothing()], [PayNothing()])
    assert said(some, PayNothing()) == said(none, PayNothing()) == ["seat 0 paid nothing."]


@cases("""
    before | answers | winners | scores | why
Whoever has no coins left wins at once.
    S3, S4 M5, S5 | none (1), pay S3 | 0 | 0 2 1 | seat 0 has no coins left and wins.
A partner wins with an ace, and the turn is not played to its end.
    S3 C5, S4, S5 | offer 0, offer 0, offer 0, trade 1 (2 1), order 1 2 1, pay S3 | 1 | 2 0 1 | seat 1 has no coins left and wins.
After 300 turns whoever has the fewest coins wins.
    S0 S2, S4, S5 M5 : : turns_over 299, last_payment 290 | none (0) | 1 | 2 1 2 | After 300 turns, everyone still has coins. Fewest coins: seat 1.
Equal numbers share.
    S0, S4 M2, S5 : : turns_over 299, last_payment 290 | none (0) | 0 2 | 1 2 1 | After 300 turns, everyone still has coins. Fewest coins: seat 0 and seat 2.
The last turn is played to its end.
    S3 S0, S4, S5 : : turns_over 299, last_payment 290 | none (0), pay S3 | 0 1 2 | 1 1 1 | After 300 turns, everyone still has coins. Fewest coins: seat 0, seat 1 and seat 2.
After ten full rounds without a payment too.
    S0, S4, S5 : : turns_over 36, last_payment 7 | none (0) | 0 1 2 | 1 1 1 | No one paid in 10 rounds. Fewest coins: seat 0, seat 1 and seat 2.
    S0, S4, S5, M5 : : turns_over 46, last_payment 7 | none (0) | 0 1 2 3 | 1 1 1 1 | No one paid in 10 rounds. Fewest coins: seat 0, seat 1, seat 2 and seat 3.
""")  # noqa: E501
def test_who_wins(before: str, answers: str, winners: str, scores: str, why: str) -> None:
    assert outcome(read(before)) is None
    g = play(read(before), answers)
    assert asked(g) == "over"
    assert result(outcome(g)) == (winners, scores, why)


def test_a_payment_begins_the_ten_rounds_anew() -> None:
    g = table(rows=["S3 S0", "S4", "S5"], turns_over=29, last_payment=0)
    assert turns_left(g) == 1
    g = play(g, "none (0), pay S3")
    assert outcome(g) is None
    assert turns_left(g) == 30


def test_what_holds_unless_the_host_chooses_otherwise() -> None:
    assert Options() == Options("compulsory", "sealed", "open", "strict")
