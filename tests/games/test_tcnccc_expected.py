"""What a player of TCNCCC does who goes through what may be drawn in the next turns."""

import pytest

from games.bot import Seeded
from games.tcnccc.ahead import World
from games.tcnccc.expected import best_place, best_to_give_back, best_turn
from games.tcnccc.memory import remembered
from games.tcnccc.model import GONE, KINDS, ONE, SHIFTS
from games.tcnccc.strategy import careful, policy
from tests.games.cases import cases
from tests.games.heard import Always, heard
from tests.games.tcnccc_tables import move, play, seen, table

EVERY_DRAW_LOSES = "placed 1 g, placed 2 g, placed 3 g, placed 4 r, placed 4 r, placed 4 g"
LUCK = Seeded("what others draw")


def known(before: str, sights: str = "") -> World:
    return remembered(table(before), heard(*seen(sights)))


@cases("""
    before | moves | sights | decision
It wins when it can.
    rrbb / - - - - / gyj - |      | placed 1 r, placed 3 b, placed 3 b            | lift 3
It lifts a pair of no use when every draw would let the next player win.
    rrggggg / - - - - / ry ryb |  | placed 1 g, placed 2 g, placed 3 g, placed 4 r, placed 4 r, placed 4 g | lift 4
It leaves a pair to be lifted later that no one else needs when another is about to be lost.
    rrggb / - - - - / yj g |      | placed 1 r, placed 1 r, placed 2 g, placed 2 g | lift 1
It makes no pair with which the next player would win.
    rrrrgbyyj / - - - - / - ybj | draw (r) | placed 1 r, placed 2 r, placed 3 r    | place 4
It gives back what others will not gain from.
    b / g - - - / jr -  | lift 1 |                                                | back r
It lifts what it believes empty only if all else is empty too.
    - / - - - r / r -   |        | lifted 1 -, placed 4 r                         | lift 4
""")
def test_a_player_who_looks_ahead_decides(before: str, moves: str, sights: str, decision: str) -> None:
    assert policy(play(table(before), moves), 0, heard(*seen(sights)), Always(0)) == move(decision)


def test_a_player_at_sight_would_draw_though_every_draw_loses() -> None:
    g = table("rrggggg / - - - - / ry ryb")
    assert careful(g, 0, heard(*seen(EVERY_DRAW_LOSES)), Always(0)) == move("draw")


def test_what_drawing_promises_is_the_mean_over_the_pieces_in_the_bag() -> None:
    before = known("rrrrrrgj / - - - - / b y", "placed 1 r, placed 2 r, placed 3 r, placed 4 r")
    chosen, promised = best_turn(before, LUCK, turns=1)
    assert chosen == GONE
    drawn = {kind: before.clone() for kind in KINDS if before.bag >> SHIFTS[KINDS.index(kind)] & 7}
    for kind, after in drawn.items():
        after.bag, after.drawn = before.bag - ONE[KINDS.index(kind)], KINDS.index(kind)
    shares = {kind: best_place(after, LUCK, turns=1)[1][0] for kind, after in drawn.items()}
    assert shares["red"] != shares["green"]
    assert promised[0] == pytest.approx((2 * shares["red"] + shares["green"] + shares["joker"]) / 4)


def test_a_promise_is_shared_among_all_seats() -> None:
    for seats in ("b y", "b y -", "b y - r"):
        assert sum(best_turn(known(f"rrrrgj / - - - - / {seats}"), LUCK)[1]) == pytest.approx(1)


def test_a_drawn_piece_has_no_place_when_all_are_thought_full() -> None:
    g = play(table("rb / rygbjr rygbjg - - / - -"), "draw (r), place 1, place 2")
    thinks_all_full = heard(*seen(", ".join(f"placed {n} {p}" for n in range(1, 5) for p in "rbrbrb")))
    full = remembered(g, thinks_all_full)
    full.full = 0b1111
    assert best_place(full, LUCK)[0] == GONE
    assert policy(g, 0, thinks_all_full, Always(0)) in {move("place 3"), move("place 4")}


def test_who_believes_amiss_that_there_is_a_piece_to_draw_lifts_nevertheless() -> None:
    nothing_to_draw = table("- / rygbjr rygbjg ry gb / b y")
    assert policy(nothing_to_draw, 0, [], Always(0)) in {move(f"lift {n}") for n in range(1, 5)}


def test_who_believes_amiss_that_there_is_no_piece_to_draw_draws() -> None:
    every_piece_twice = heard(*seen(", ".join(f"placed {n} {p}" for n in range(1, 5) for p in "rygb")))
    assert policy(table("rygb / - - - - / b y"), 0, every_piece_twice, Always(0)) == move("draw")


def test_a_joker_may_be_the_only_piece_to_give_back() -> None:
    table_of_one = known("rg / - - - - / j -")
    table_of_one.pays = True
    assert KINDS[best_to_give_back(table_of_one, LUCK)[0]] == "joker"
