"""TCNCCC: whole games among careful bots, and how the bot decides."""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.bot import Seeded
from games.dealer import Line
from games.playthrough import Playthrough
from games.tcnccc import GAME
from games.tcnccc.bot import careful
from games.tcnccc.pieces import ALL_PIECES, COLOURS, Drawn, Full, Lifted, Piece, Placed, Returned
from games.tcnccc.rules import Draw, GiveBack, Lift, Options, Place, Placing
from tests.games.played import played
from tests.games.positions import pieces, play, table


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_piece_is_ever_lost_or_made(seats: int) -> None:
    for capacity in range(4, 9):
        for step in played(GAME, seats, "27", Options(capacity=capacity)).steps:
            assert Counter(every_piece(step.after)) == Counter(ALL_PIECES)


def every_piece(g: Any) -> list[Piece]:
    in_hand = [g.question.piece] if isinstance(g.question, Placing) else []
    return in_hand + sum([*g.cylinders.values(), *g.held], list(g.bag))


@pytest.mark.parametrize("seats", GAME.seats)
def test_nobody_ever_has_two_of_a_colour_or_a_cylinder_too_much(seats: int) -> None:
    for step in played(GAME, seats, "limits", Options(capacity=5)).steps:
        g: Any = step.after
        assert all(held.count(colour) <= 1 for held in g.held for colour in COLOURS)
        assert all(len(under_lid) <= 5 for under_lid in g.cylinders.values())
        assert g.bag == sorted(g.bag)


@pytest.mark.parametrize("seats", GAME.seats)
def test_careful_players_take_neither_too_few_turns_nor_too_many(seats: int) -> None:
    turns = sorted(turns_of(played(GAME, seats, f"length {n}")) for n in range(60))
    assert 25 <= turns[30] <= 100
    assert turns[-1] < 100 * seats


def turns_of(game: Playthrough) -> int:
    return sum(isinstance(step.move, Draw | Lift) for step in game.steps)


def heard(*sights: Drawn | Full | Lifted | Placed | Returned) -> list[Line]:
    return [Line(engine.say("something"), fades=True, sight=sight) for sight in sights]


def always(n: int = 0) -> Any:
    class Always:
        def below(self, limit: int, label: str) -> int:
            return min(n, limit - 1)

    return Always()


def test_the_bot_lifts_where_it_remembers_a_pair_it_needs() -> None:
    g = table(bag="red", held=["blue", ""])
    assert careful(g, 0, heard(Placed(2, "red"), Placed(1, "green"), Placed(2, "red")), always()) == Lift(2)


def test_the_bot_draws_when_the_pair_is_of_a_colour_it_has() -> None:
    g = table(bag="red", held=["red", ""])
    assert careful(g, 0, heard(Placed(2, "red"), Placed(2, "red")), always(1)) == Draw()


def test_the_bot_forgets_what_was_lifted_away() -> None:
    g = table(bag="red", held=["", ""])
    since_lifted = heard(Placed(2, "red"), Placed(2, "red"), Lifted(2, pieces("red red")))
    assert careful(g, 0, since_lifted, always(1)) == Draw()


def test_the_bot_has_a_short_memory() -> None:
    g = table(bag="red", held=["", ""])
    long_ago = heard(Placed(2, "red"), Placed(2, "red"), *[Lifted(0, [])] * 8)
    assert careful(g, 0, long_ago, always(1)) == Draw()


def test_the_bot_lifts_what_it_believes_empty_only_if_all_else_is_empty_too() -> None:
    g = table(bag="", held=["red", ""])
    assert careful(g, 0, heard(Lifted(0, []), Placed(3, "red")), always()) == Lift(3)


def test_the_bot_does_not_try_a_full_cylinder_twice_in_a_turn() -> None:
    g = play(table(bag="red blue"), Draw(), drawn=["red"])
    tried = heard(Full(3), Drawn("red"), Full(0), Full(2))
    assert {careful(g, 0, tried, always(n)) for n in range(4)} == {Place(1), Place(3)}


def test_the_bot_gives_back_a_colour_rather_than_a_joker() -> None:
    g = play(table(bag="blue", cylinders=["green", "", "", ""], held=["joker red", ""]), Lift(0))
    assert careful(g, 0, [], always()) == GiveBack("red")


def test_the_bot_gives_back_what_it_may_find_again() -> None:
    g = play(table(bag="blue", cylinders=["green", "", "", ""], held=["yellow red", ""]), Lift(0))
    assert careful(g, 0, heard(Placed(1, "red")), always()) == GiveBack("red")


def test_the_bot_goes_by_what_it_remembers_not_by_what_is_there() -> None:
    game = played(GAME, 3, "fair")
    for step in game.steps:
        if not step.after.agenda:
            break
        seat, g = step.after.question.seats[0], step.after
        once, again = (GAME.scramble(g, seat, Seeded(seed)) for seed in ("once", "again"))
        assert careful(once, seat, game.heard_by(seat), Seeded("bot")) == careful(
            again, seat, game.heard_by(seat), Seeded("bot")
        )
