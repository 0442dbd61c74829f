"""What bots of TCNCCC do at sight, what they forget, and why they say a move is good."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from games.bot import LEVELS, Seeded
from games.dealer import Line
from games.engine import Chair, Move, Seat, Text
from games.tcnccc.lapses import MEMORIES, recalled
from games.tcnccc.pieces import JOKER, Lifted, Piece, Placed
from games.tcnccc.rules import Place, Placing, State, has_a_pair, has_room
from games.tcnccc.strategy import STRATEGY, careful
from tests.games.cases import cases
from tests.games.heard import Always, heard
from tests.games.played import sample, steps
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


# --- Reasons ------------------------------------------------------------------------------------------------


def why(g: State, sights: Sequence[Any], chosen: Move) -> str | None:
    assert g.question is not None
    said = STRATEGY.reason(g, g.question.seats[0], heard(*sights), chosen)
    return None if said is None else str(said)


@cases("""
    before | moves | sights | decision | reason
It says what a lift should bring.
    b / - gg - - / ryb g |  | placed 2 g, placed 2 g | lift 2 | Cylinder 2 should bring you green, and the win.
    b / - gg - - / r g   |  | placed 2 g, placed 2 g | lift 2 | Cylinder 2 should bring you green.
It says whom a lift takes it away from.
    b / - gg - - / g ryb |  | placed 2 g, placed 2 g | lift 2 | Cylinder 2 should hold what seat 1 needs to win.
    b / - gg - - / g g r |  | placed 2 g, placed 2 g | lift 2 | Cylinder 2 should hold green for seat 2: you take that away.
A pair of no use is still no penalty; anything is better than nothing.
    b / - gg - - / g g   |  | placed 2 g, placed 2 g | lift 2 | Cylinder 2 should hold a pair: lifting it costs nothing.
    - / - g - - / g g    |  | placed 2 g             | lift 2 | Cylinder 2 should hold green: no pair, but you stay in.
It says what is to be waited for, or that nothing is there.
    b / - gg - - / g b   |  | placed 2 g, placed 2 g | draw   | Cylinder 2 should hold a pair, but you have green already.
    b / - gg - - / b g   |  | placed 2 g, placed 2 g | draw   | In cylinder 2 there should be green for you, which no one else can use now.
    br / g r b - / y y   |  | placed 1 g, placed 2 r, placed 3 b | draw | No pair should be under the lids. Pieces in the bag that can be placed without helping seat 1: 2 of 2.
It says where a piece would help others, or helps oneself.
    b / g y r - / y b    | draw (b) | placed 1 g, placed 2 y, placed 3 r | place 4 | Cylinder 4 should be empty: one piece makes no pair.
    b / b y r - / y -    | draw (b) | placed 1 b, placed 2 y, placed 3 r | place 2 | In cylinder 1 it would let seat 1 lift blue; here it does not help them.
    b / b y r - / - b    | draw (b) | placed 1 b, placed 2 y, placed 3 r | place 1 | In cylinder 1 it makes a pair that only you need.
    b / b by br b / - - -  | draw (b) | placed 1 b, placed 2 b, placed 2 y, placed 2 y, placed 3 b, placed 4 b | place 1 | None
    b / bj by br b / - - -  | draw (b) | placed 1 b, placed 1 j, placed 2 b, placed 3 b, placed 4 b | place 2 | It helps seat 1 wherever it goes, but here least.
    b / b by br b / b b b  | draw (b) | placed 1 b, placed 2 b, placed 3 b, placed 4 b | place 1 | The pair in cylinder 1 should be of no use to anyone now.
It says what is missed least.
    bbr / g - - - / yr - | lift 1 | placed 2 r | back r | red: most under the lids, so it is easiest to get back.
    b / g - - - / jr -   | lift 1 |            | back r | A joker stands for any colour.
    b / g - - - / r -    | lift 1 |            | back r | You have no other piece.
    b / g - - - / j -    | lift 1 |            | back j | You have nothing but jokers.
""")  # noqa: E501
def test_it_says_why(before: str, moves: str, sights: str, decision: str, reason: str) -> None:
    assert str(why(play(table(before), moves), seen(sights), move(decision))) == reason


def moments() -> list[tuple[State, Seat, list[Line]]]:
    """Decisions of careful games, with everything heard until then."""
    found = []
    for seats in (2, 4):
        for playthrough in sample("tcnccc", seats):
            said = list(playthrough.lines)
            for g, step in steps(playthrough):
                found.append((g, step.seat, list(said)))
                said += step.lines
    return found


def kept(g: State, seat: Seat, pieces: Sequence[Piece]) -> list[Piece]:
    """What a lift of these pieces brings a seat, by the rules."""
    if not has_a_pair([*pieces]):
        return []
    count = Counter(pieces)
    return [p for p in count if p != JOKER and count[p] > 1 and p not in g.held[seat]] + [JOKER] * count[JOKER]


def is_true(g: State, seat: Seat, chosen: Any, said: Text) -> bool:
    """Whether the sentence is true of the table as it is."""
    with_ = said.with_
    there = [[*g.cylinders.get(cylinder, [])] for cylinder in range(4)]
    others = [other for other in g.playing if other != seat]
    at = there[with_["cylinder"] - 1] if "cylinder" in with_ else []
    pieces = [str(piece) for piece in with_.get("pieces", [])]
    other = with_["seat"].seat if isinstance(with_.get("seat"), Chair) else None
    after = [*at, g.question.piece] if isinstance(g.question, Placing) else []
    match said.text.partition("{")[0], said.text:
        case _, text if "the win" in text:
            return Counter(pieces) == Counter(kept(g, seat, at)) and len(pieces) + len(g.held[seat]) >= 4
        case _, text if "needs to win" in text:
            return len(kept(g, other, at)) + len(g.held[other]) >= 4
        case _, text if "bring you" in text:
            return Counter(pieces) == Counter(kept(g, seat, at)) != Counter()
        case _, text if "take that away" in text:
            return Counter(pieces) == Counter(kept(g, other, at)) != Counter()
        case _, text if "costs nothing" in text:
            return has_a_pair(at)
        case _, text if "you stay in" in text:
            return bool(at) and not has_a_pair(at) and Counter(at) == Counter(pieces)
        case _, text if "have {pieces} already" in text:
            return has_a_pair(at) and all(at.count(p) > 1 and p in g.held[seat] for p in pieces)
        case _, text if "no one else can use" in text:
            return Counter(pieces) == Counter(kept(g, seat, at)) and not any(kept(g, each, at) for each in others)
        case _, text if "No pair should" in text:
            harmless = [
                p for p in g.bag if any(has_room(g, c) and not kept(g, other, [*there[c], p]) for c in g.cylinders)
            ]
            return not any(map(has_a_pair, there)) and (len(harmless), len(g.bag)) == (with_["number"], with_["all"])
        case _, text if "All but" in text:
            return [c for c in g.cylinders if has_room(g, c)] == [with_["cylinder"] - 1]
        case _, text if "only you need" in text:
            return bool(kept(g, seat, after)) and not any(kept(g, each, after) for each in others)
        case _, text if "here it does not help" in text:
            here = [*there[chosen.cylinder], g.question.piece]
            best = max(len(kept(g, other, each)) for each in there)
            return Counter(pieces) == Counter(kept(g, other, after)) and len(kept(g, other, here)) <= best
        case _, text if "here least" in text:
            each = {c: len(kept(g, other, [*there[c], g.question.piece])) for c in g.cylinders if has_room(g, c)}
            return each[chosen.cylinder] == min(each.values()) > 0
        case _, text if "should be empty" in text:
            return not at
        case _, text if "makes no pair" in text:
            return not has_a_pair(after) and Counter(at) == Counter(pieces)
        case _, text if "no use to anyone" in text:
            return has_a_pair(after) and not any(kept(g, each, after) for each in g.playing)
        case _, text if "most under" in text:
            count = Counter(piece for each in there for piece in each)
            return all(count[chosen.piece] >= count[p] for p in g.held[seat] if p != JOKER)
        case _, text if "stands for any" in text:
            return JOKER in g.held[seat]
        case _, text if "no other piece" in text:
            return len(g.held[seat]) == 1
        case _, text if "nothing but" in text:
            return set(g.held[seat]) == {JOKER}
    return False


def test_every_reason_is_true_and_a_good_move_hardly_ever_lacks_one() -> None:
    silent = spoken = 0
    for g, seat, said in moments():
        for chosen in STRATEGY.candidates(g, seat, said, Always(0)):
            reason = STRATEGY.reason(g, seat, said, chosen)
            assert reason is None or is_true(g, seat, chosen, reason), (reason, g)
        good = STRATEGY.reason(g, seat, said, careful(g, seat, said, Seeded("reasons")))
        silent, spoken = silent + (good is None), spoken + (good is not None)
    assert spoken > 100 and silent < 0.05 * spoken


@cases("""
    before | moves | sights | best | other | lacks
It says whom another place would help.
    b / b y r - / y -    | draw (b) | placed 1 b, placed 2 y, placed 3 r | place 2 | place 1 | Cylinder 1 would then hold blue for seat 1.
It says what is left to the next player, and what another lift brings.
    b / - gg - - / r g r |  | placed 2 g, placed 2 g | lift 2 | draw | None
    b / - gg - - / g r   |  | placed 2 g, placed 2 g | lift 2 | draw | If you draw, seat 1 may take green from cylinder 2.
    b / - gg - - / g r   |  | placed 2 g, placed 2 g | draw | lift 2 | Cylinder 2 should bring you nothing.
    b / - gg - - / r r   |  | placed 2 g, placed 2 g | draw | lift 2 | Cylinder 2 should bring you green.
""")  # noqa: E501
def test_it_says_what_another_move_lacks(
    before: str, moves: str, sights: str, best: str, other: str, lacks: str
) -> None:
    g = play(table(before), moves)
    said = STRATEGY.lacks(g, 0, heard(*seen(sights)), move(best), move(other))
    assert str(None if said is None else str(said)) == lacks
