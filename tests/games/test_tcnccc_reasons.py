"""TCNCCC: why a hint says that a move is good, and what another one lacks."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from games.engine import Chair, Move, Seat, Text
from games.tcnccc.pieces import JOKER, Piece
from games.tcnccc.rules import Placing, State, has_a_pair, has_room
from games.tcnccc.strategy import STRATEGY
from tests.games.cases import cases
from tests.games.heard import heard
from tests.games.hinted import Decision, decisions
from tests.games.tcnccc_tables import move, play, seen, table


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
    b / b by br b / - - -  | draw (b) | placed 1 b, placed 2 b, placed 2 y, placed 2 y, placed 3 b, placed 4 b | place 1 | Cylinder 1 should then hold blue for you.
    b / b by br b / b - b  | draw (b) | placed 1 b, placed 2 b, placed 2 y, placed 2 y, placed 3 b, placed 4 b | place 1 | None
    b / b by br b / b b -  | draw (b) | placed 1 b, placed 2 b, placed 2 y, placed 2 y, placed 3 b, placed 4 b | place 1 | seat 1 comes next, and cannot use the pair in cylinder 1.
    b / bj by br b / - - -  | draw (b) | placed 1 b, placed 1 j, placed 2 b, placed 3 b, placed 4 b | place 2 | It helps seat 1 wherever it goes, but here least.
    b / b by br b / b b b  | draw (b) | placed 1 b, placed 2 b, placed 3 b, placed 4 b | place 1 | The pair in cylinder 1 should be of no use to anyone now.
It says what is missed least.
    bbr / g - - - / yr - | lift 1 | placed 2 r | back r | red: most under the lids, 1, so it is easiest to get back.
    bb / g - - - / yr -  | lift 1 |            | back r | Each of your colours should stand under the lids equally often: 0.
    b / g - - - / jr -   | lift 1 |            | back r | A joker stands for any colour.
    b / g - - - / r -    | lift 1 |            | back r | You have no other piece.
    b / g - - - / j -    | lift 1 |            | back j | You have nothing but jokers.
""")  # noqa: E501
def test_it_says_why(before: str, moves: str, sights: str, decision: str, reason: str) -> None:
    assert str(why(play(table(before), moves), seen(sights), move(decision))) == reason


@cases("""
    before | moves | sights | best | other | lacks
It says whom another place would help.
    b / b y r - / y -    | draw (b) | placed 1 b, placed 2 y, placed 3 r | place 2 | place 1 | Cylinder 1 would then hold blue for seat 1.
It says what is left to the next player, and what another lift brings.
    b / - gg - - / r g r |  | placed 2 g, placed 2 g | lift 2 | draw | If you draw, seat 2 may take green from cylinder 2.
    b / - gg - - / r g g |  | placed 2 g, placed 2 g | lift 2 | draw | If you draw, what you need stays in cylinder 2: green.
    b / - gg - - / g g g |  | placed 2 g, placed 2 g | lift 2 | draw | None
    b / - gg - - / g r   |  | placed 2 g, placed 2 g | lift 2 | draw | If you draw, seat 1 may take green from cylinder 2.
    b / - gg - - / g r   |  | placed 2 g, placed 2 g | draw | lift 2 | Cylinder 2 should bring you nothing.
    b / - gg - - / r r   |  | placed 2 g, placed 2 g | draw | lift 2 | Cylinder 2 should bring you green.
Of places that help no one it says what stands there.
    b / b y r - / r -    | draw (b) | placed 1 b, placed 2 y, placed 3 r | place 1 | place 2 | In cylinder 2 it should bring you nothing.
    b / g yj r - / y -   | draw (b) | placed 1 g, placed 2 y, placed 2 j, placed 3 r | place 1 | place 2 | In cylinder 2 there should be a joker, which comes with any pair.
    b / g yr r - / y -   | draw (b) | placed 1 g, placed 2 y, placed 2 r, placed 3 r | place 1 | place 2 | Cylinder 2 should hold more pieces already: 2, not 1.
    b / g yr r - / y -   | draw (b) | placed 1 g, placed 2 y, placed 2 r, placed 3 r | place 1 | place 4 | Cylinder 4 should hold fewer pieces: 0, not 1.
    b / g y r - / y -    | draw (b) | placed 1 g, placed 2 y, placed 3 r | place 1 | place 3 | None
Of pieces to give back it says which is missed more.
    bbr / g - - - / yr - | lift 1 | placed 2 r | back r | back y | yellow: fewer under the lids, 0 and not 1, so it is harder to get back.
    b / g - - - / jr -   | lift 1 |            | back r | back j | A joker stands for any colour.
    bb / g - - - / yr -  | lift 1 |            | back r | back y | None
""")  # noqa: E501
def test_it_says_what_another_move_lacks(
    before: str, moves: str, sights: str, best: str, other: str, lacks: str
) -> None:
    g = play(table(before), moves)
    said = STRATEGY.lacks(g, 0, heard(*seen(sights)), move(best), move(other))
    assert str(None if said is None else str(said)) == lacks


def test_the_cylinder_that_is_named_is_shown() -> None:
    g, sights = table("b / - gg - - / r g"), heard(*seen("placed 2 g, placed 2 g"))
    said = STRATEGY.reason(g, 0, sights, move("lift 2"))
    assert said is not None and STRATEGY.about(g, 0, said) == ["cylinder-1"]
    nothing = STRATEGY.reason(g, 0, [], move("draw"))
    assert nothing is not None and STRATEGY.about(g, 0, nothing) == []


# --- Whether it is true -------------------------------------------------------------------------------------


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
        case _, "No pair should be under the lids.":
            return not any(map(has_a_pair, there))
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
        case _, text if "then hold {pieces} for you" in text:
            return Counter(pieces) == Counter(kept(g, seat, after)) != Counter()
        case _, text if "comes next" in text:
            return other == others_from(g, seat)[0] and not kept(g, other, after)
        case _, text if "equally often" in text:
            standing = {sum(each.count(piece) for each in there) for piece in g.held[seat] if piece != JOKER}
            return standing == {with_["number"]}
        case _, text if "makes no pair" in text:
            return not has_a_pair(after) and Counter(at) == Counter(pieces)
        case _, text if "no use to anyone" in text:
            return has_a_pair(after) and not any(kept(g, each, after) for each in g.playing)
        case _, text if "most under" in text:
            count = Counter(piece for each in there for piece in each)
            most = max(count[p] for p in g.held[seat] if p != JOKER)
            return count[chosen.piece] == most == with_["number"]
        case _, text if "stands for any" in text:
            return JOKER in g.held[seat]
        case _, text if "no other piece" in text:
            return len(g.held[seat]) == 1
        case _, text if "nothing but" in text:
            return set(g.held[seat]) == {JOKER}
    return False


def others_from(g: State, seat: Seat) -> list[Seat]:
    """The others in the game, clockwise."""
    return sorted((other for other in g.playing if other != seat), key=lambda other: (other - seat) % len(g.held))


def is_lacking(g: State, seat: Seat, best: Any, chosen: Any, said: Text) -> bool:
    """Whether what is said of another move is true of the table as it is."""
    with_ = said.with_
    there = [[*g.cylinders.get(cylinder, [])] for cylinder in range(4)]
    at = there[with_["cylinder"] - 1] if "cylinder" in with_ else []
    pieces, other = Counter(map(str, with_.get("pieces", []))), with_["seat"].seat if "seat" in with_ else seat
    match said.text:
        case text if "would then hold" in text:
            return pieces == Counter(kept(g, other, [*at, g.question.piece])) != Counter()
        case text if "it should bring you nothing" in text:
            return not kept(g, seat, [*at, g.question.piece])
        case text if "should be a joker" in text:
            return at.count(JOKER) > there[best.cylinder].count(JOKER)
        case text if "more pieces" in text:
            return len(at) == with_["number"] > with_["fewer"] == len(there[best.cylinder])
        case text if "fewer pieces" in text:
            return len(at) == with_["number"] < with_["more"] == len(there[best.cylinder])
        case text if "If you draw" in text or "should bring you {pieces}" in text:
            return pieces == Counter(kept(g, other, at)) != Counter()
        case text if "should bring you nothing" in text:
            return not kept(g, seat, at)
        case text if "stands for any" in text:
            return chosen.piece == JOKER
        case text if "harder to get back" in text:
            count = Counter(piece for each in there for piece in each)
            return count[chosen.piece] == with_["number"] < with_["more"] == count[best.piece]
    return False


def told(decision: Decision) -> bool:
    """Whether the best move has a reason; fails if anything that is said is not true."""
    g, seat, best = decision.g, decision.seat, decision.answers[0]
    for chosen in decision.answers:
        reason, lacks = decision.reason(chosen), decision.lacks(best, chosen)
        assert reason is None or is_true(g, seat, chosen, reason), (str(reason), g)
        assert chosen == best or lacks is None or is_lacking(g, seat, best, chosen, lacks), (str(lacks), g)
    return decision.reason(best) is not None


def test_all_that_is_said_is_true_and_a_good_move_hardly_ever_lacks_a_reason() -> None:
    spoken = [told(decision) for decision in decisions("tcnccc")]
    assert spoken.count(True) > 100 and spoken.count(False) < 0.05 * len(spoken)
