"""The dealer: draws, their record, and announcements."""

import re
from typing import Any

import pytest
from msgspec import Struct

from games.bot import Seeded
from games.dealer import Dealer, Line, Scripted, WrongDraw
from games.engine import say

SAID = say("Something happened.")


class Asked:
    """A chance that draws these numbers and remembers their labels."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[tuple[int, str]] = []

    def below(self, n: int, label: str) -> int:
        self.asked.append((n, label))
        return self.numbers.pop(0)


class Flash(Struct, frozen=True):
    piece: str


def test_a_draw_does_not_depend_on_the_order_in_which_things_are_kept() -> None:
    assert Dealer(Asked(1)).pick(["red", "blue", "green"], "bag") == "green"
    assert Dealer(Asked(1)).pick(["green", "red", "blue"], "bag") == "green"


def test_a_die_has_faces_from_one_on() -> None:
    dealer = Dealer(chance := Asked(0, 7))
    assert (dealer.die(), dealer.die(8)) == (1, 8)
    assert chance.asked == [(6, "die"), (8, "die")]


def test_a_shuffle_draws_place_by_place_from_the_last_one_down_and_is_one_record() -> None:
    dealer = Dealer(chance := Asked(0, 1, 0))
    deck = dealer.shuffle(["d", "c", "b", "a"], "deck")
    assert deck == ["c", "d", "b", "a"]
    assert chance.asked == [(4, "deck/3"), (3, "deck/2"), (2, "deck/1")]
    deck.pop()
    assert dealer.drawn == [["c", "d", "b", "a"]], "it does not change with the deck"


def test_a_scripted_dealer_draws_what_is_written_down() -> None:
    dealer = Scripted(["red", "joker", 3, ["b", "a"]])
    assert dealer.pick(["joker", "red"], "bag") == "red"
    assert dealer.pick(["joker", "red"], "bag") == "joker"
    with pytest.raises(WrongDraw, match=r"never drawn: \[3, \['b', 'a'\]\]"):
        dealer.finish()
    assert (dealer.die(), dealer.shuffle(["a", "b"], "deck")) == (3, ["b", "a"])
    assert dealer.drawn == ["red", "joker", 3, ["b", "a"]]
    dealer.finish()


@pytest.mark.parametrize(("script", "draw", "words"), [
    (["b"], lambda d: d.pick(["red", "blue"], "bag"), "bag: expected one of ['blue', 'red'], the script has 'b'"),
    ([], lambda d: d.pick(["red"], "bag"), "bag: expected one of ['red'], the script is at its end"),
    *(([order], lambda d: d.shuffle(["a", "b"], "deck"), "deck: expected an order of ['a', 'b'], the script has")
      for order in (["a"], ["a", "a"], "ab", ["a", "c"])),
], ids=["another piece", "no draw left", "too few", "one twice", "no order", "another card"])  # fmt: skip
def test_a_draw_that_is_not_in_the_script_is_an_error_that_names_both(script: list[Any], draw: Any, words: str) -> None:
    with pytest.raises(WrongDraw, match=re.escape(words)):
        draw(Scripted(script))


def test_what_is_said_reaches_everybody_and_what_is_told_one_seat() -> None:
    dealer = Dealer(Asked(), seq=7)
    dealer.say("said", SAID, seat=1)
    dealer.tell(1, "said", SAID)
    assert dealer.lines[0] == Line("said", SAID, seat=1, seq=7)
    assert [[line.reaches(you) for you in (0, 1, None)] for line in dealer.lines] == [[True] * 3, [False, True, False]]


def test_a_line_that_fades_may_show_something_for_a_moment_and_one_that_lasts_nothing() -> None:
    dealer = Dealer(Asked())
    dealer.say("said", SAID, fades=True, sight=Flash("red"))
    assert dealer.lines[0].fades and dealer.lines[0].sight == Flash("red")
    with pytest.raises(ValueError, match="only a line that fades"):
        Dealer(Asked()).say("said", SAID, sight=Flash("red"))


def test_who_starts_need_not_be_left_to_chance_but_uses_up_its_draw() -> None:
    given, drawn = Dealer(Seeded("start"), starts=2), Dealer(Seeded("start"))
    assert [given.pick(range(4), "start"), given.started] == [2, 2]
    drawn.pick(range(4), "start")
    assert [given.die() for _ in range(9)] == [drawn.die() for _ in range(9)]


def test_a_replay_learns_who_started_from_the_log() -> None:
    dealer = Scripted([3])
    dealer.pick(range(4), "start")
    assert dealer.started == 3


def test_what_is_written_comes_first_if_it_is_among_the_things_and_chance_is_asked_all_the_same() -> None:
    dealer = Dealer(chance := Asked(0, 0, 0, 0), written=["green", "black"])
    assert [dealer.pick(["blue", "green", "red"], "bag") for _ in range(3)] == ["green", "blue", "blue"]
    assert len(chance.asked) == 3
    assert dealer.drawn == ["green", "blue", "blue"]
