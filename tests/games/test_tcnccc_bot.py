"""What bots of TCNCCC do at sight, and what they forget."""

from itertools import pairwise
from typing import Any

import pytest

from games.bot import LEVELS
from games.dealer import Line
from games.engine import Text
from games.tcnccc.lapses import MEMORIES, recalled
from games.tcnccc.pieces import Lifted, Placed
from games.tcnccc.rules import Place
from games.tcnccc.strategy import careful
from tests.games.cases import cases
from tests.games.heard import Always, heard
from tests.games.tcnccc_tables import move, play, seen, table

# --- At sight -----------------------------------------------------------------------------------------------


@cases("""
    before | moves | sights | decision
It lifts the pair it needs.
    rrg / - - - - / b - |        | placed 3 r, placed 2 g, placed 3 r            | lift 3
It draws when the pair is of a colour that everybody has.
    rr / - - - - / r r  |        | placed 3 r, placed 3 r                        | draw
It forgets what was lifted away.
    rr / - - - - / - -  |        | placed 3 r, placed 3 r, lifted 3 rr           | draw
It takes a pair away that only the next player needs.
    rrb / - - - - / r b |        | placed 3 r, placed 3 r                        | lift 3
It would rather stop the next player from winning than take a piece.
    rrgg / - - - - / - ybr |       | placed 3 r, placed 3 r, placed 1 g, placed 1 g | lift 1
It lets a pair stand that only others need who come later.
    rr / - - - - / r r b |       | placed 3 r, placed 3 r                        | draw
It makes a pair that the next player has and it lacks.
    rrgby / - - - - / - r | draw (r) | placed 1 g, placed 2 b, placed 3 y, placed 4 r | place 4
It makes no pair for the player after next.
    rrrrg / - - - - / r r b | draw (r) | placed 1 r, placed 2 r, placed 3 r, placed 4 g | place 4
It puts pieces where the fewest stand.
    rgby / - - - - / r r | draw (r) | placed 1 g, placed 2 b, placed 3 y           | place 4
It lifts what it believes empty only if all else is empty too.
    - / - - - r / r -   |        | lifted 1 -, placed 4 r                        | lift 4
It gives back a colour rather than a joker, and what it may find again.
    b / g - - - / jr -  | lift 1 |                                               | back r
    bbr / g - - - / yr -  | lift 1 | placed 2 r                                    | back r
""")
def test_a_good_player_decides(before: str, moves: str, sights: str, decision: str) -> None:
    assert careful(play(table(before), moves), 0, heard(*seen(sights)), Always(0)) == move(decision)


def test_a_player_who_remembers_amiss_tries_no_cylinder_twice_that_was_found_full() -> None:
    g = play(table("rb / rygbjr rygbjg - - / - -"), "draw (r), place 1, place 2")
    thinks_all_full = heard(*(Placed(cylinder, piece) for cylinder in range(4) for piece in ("red", "blue") * 3))
    assert {careful(g, 0, thinks_all_full, Always(n)) for n in range(4)} <= {Place(2), Place(3)}
    assert {careful(g, 0, [], Always(n)) for n in range(4)} <= {Place(2), Place(3)}


# --- What they forget ---------------------------------------------------------------------------------------

LONG = heard(*(Placed(number % 4, "red") for number in range(90)), Lifted(1, []))


def at(lot: int) -> Any:
    return lambda line, purpose: lot


@pytest.mark.parametrize("level", MEMORIES)
def test_they_forget_the_oldest(level: str) -> None:
    assert recalled(level, 0, LONG, at(99)) == LONG[-MEMORIES[level].sights :]
    assert recalled("strong", 0, LONG, at(0)) == LONG


@pytest.mark.parametrize("level", MEMORIES)
def test_a_piece_may_be_remembered_in_the_cylinder_next_to_its_own(level: str) -> None:
    found = recalled(level, 0, heard(Placed(0, "red"), Placed(2, "blue")), at(0))
    assert [line.sight for line in found] == [Placed(1, "red"), Placed(1, "blue")]


def test_easy_bots_overlook_lifts_but_never_their_own() -> None:
    lifts = [Line("lifted", Text(""), seat=seat, sight=Lifted(0, [])) for seat in (0, 1)]
    assert recalled("easy", 0, lifts, at(0)) == lifts[:1]
    assert recalled("medium", 0, lifts, at(0)) == lifts


def test_every_level_remembers_more_than_the_one_below() -> None:
    for less, more in pairwise(MEMORIES[level] for level in LEVELS if level in MEMORIES):
        assert more.sights > less.sights and (more.mixed_up, more.overlooked) < (less.mixed_up, less.overlooked)
