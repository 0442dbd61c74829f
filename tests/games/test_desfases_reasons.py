"""Desfases: why a hint says that a move is good, and what another one lacks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.desfases.board import Square
from games.desfases.moves import Choose, Feed, MoveTo, Score
from games.desfases.rules import Choosing, Feeding, State, reachable, squares_with_pawns, tiles_facing, turn_tiles
from games.desfases.strategy import STRATEGY
from games.engine import Text
from games.piecepack import NULL, named
from tests.games.cases import cases
from tests.games.desfases_tables import asked, play, read
from tests.games.hinted import Decision, decisions

LONGEST = 2
"""With more moves left than this, a promise is not held to all ways of the pawn."""
FACING = "board A5W=S5W C3S=C3W S2N=A2S S1N=S1W"
HIGHEST = "As the other pawns stand, no tile can face yours"


def meant(g: State, words: str) -> Any:
    kinds: dict[str, Callable[[], Any]] = {
        "choosing": lambda: Choose(words), "moving": lambda: MoveTo(words), "scoring": lambda: Score(words),
        "feeding": lambda: Feed(int(words)),
    }  # fmt: skip
    return kinds[g.question.__struct_config__.tag]()


@cases(f"""
    before | move | reason
It says which tile can be scored, and where.
    : 1 3 1 3                                  | a3 | When you score, the 5 of suns on a4 can face your pawn on a3.
    : 4 3 1 3                                  | a3 | When the timer has run down, the 5 of arms on b2 can face your pawn on a2. Moves left: 3.
A tile under another pawn turns as soon as that pawn has left it, unless it stays to score.
    a1 a4 e2 b5 : 1 3 1 3 : board S5N=S5S      | a3 | None
    a1 a4 e2 b5 : 1 0 1 3 : board S5N=S5S      | a3 | When you score, the 5 of suns on a4 can face your pawn on a3.
It says what the tile is worth.
    b2 e3 e2 b5 : 0 3 1 3 : {FACING}           | a2 | The 4 of moons is worth 4; no other tile that faces your pawn is worth more than 3.
""")  # noqa: E501
def test_a_reason_is_given_in_words(before: str, move: str, reason: str) -> None:
    g = asked(read(before))
    assert str(STRATEGY.reason(g, g.question.seat, [], meant(g, move))) == reason


LOADING = "b2 e3 e2 b5 : 0 3 1 3 : board C3S=C3W"
"""The 3 of crowns is scored, and then the timer of suns is loaded."""


def test_where_a_coin_is_loaded_it_says_what_it_can_score() -> None:
    g = play(asked(read(LOADING)), "c2")
    assert isinstance(g.question, Feeding)
    for coin in g.pieces["suns"].reserve:
        said = STRATEGY.reason(g, g.question.seat, [], Feed(coin))
        assert said is not None and said.text.startswith("With this coin") == (coin != 0), coin


@cases(f"""
    before | best | other | lacks
It says what another move leaves to score.
    : 1 3 1 3                        | a3 | a4 | Instead, the 4 of arms on a3 can face your pawn.
    : 1 3 1 3                        | a3 | c1 | {HIGHEST} then.
    : 1 3 1 3                        | a3 | a5 | Only tiles under other pawns can face yours then.
    : 2 3 1 3                        | a5 | e1 | Tiles that can face your pawn then: 3, not 4.
    : 1 3 1 3                        | a4 | a3 | None
    : 2 3 1 3                        | a3 | a2 | None
    b2 e3 e2 b5 : 0 3 1 3 : {FACING} | a2 | b1 | The ace of suns is worth less by 3.
""")
def test_it_says_what_another_move_lacks(before: str, best: str, other: str, lacks: str) -> None:
    g = asked(read(before))
    assert str(STRATEGY.lacks(g, g.question.seat, [], meant(g, best), meant(g, other))) == lacks


def test_of_suits_it_says_nothing_but_that_they_are_alike() -> None:
    decision = next(each for each in decisions("desfases") if isinstance(each.g.question, Choosing))
    said = {str(decision.reason(move)) for move in decision.answers}
    assert said == {"All tiles lie at random: no suit is better than another."}
    assert {decision.lacks(decision.answers[0], move) for move in decision.answers} == {None}


def test_the_squares_that_are_named_are_shown() -> None:
    g = asked(read(": 1 3 1 3"))
    said = STRATEGY.reason(g, 0, [], MoveTo("a3"))
    assert said is not None and STRATEGY.about(g, 0, said) == ["square-a4", "square-a3"]


# --- Whether it is true -------------------------------------------------------------------------------------


def ways(g: State, at: Square, moves: int) -> Iterator[State]:
    """The tables when the timer of this suit has run down, by the rules, if the other pawns stay: by every way of its
    own pawn."""
    then, suit = g.copy(), g.suit
    then.pieces[suit].pawn = at
    for turn in range(g.turns_over + 1, g.turns_over + 5):
        then.turns_over = turn
        turn_tiles(then)
    then.turns_over = g.turns_over
    if moves == 0:
        yield then
        return
    others = squares_with_pawns(then) - {at}
    for there in reachable(at, others) or [at]:
        yield from ways(then, there, moves - 1)


def scored(g: State, at: Square, moves: int) -> dict[Square, set[Square]]:
    """The tiles that can be scored, each with the squares from which."""
    found: dict[Square, set[Square]] = {}
    for then in ways(g, at, moves):
        pawn = then.pieces[then.suit].pawn
        for tile in tiles_facing(then, pawn):
            found.setdefault(tile, set()).add(pawn)
    return found


def after(g: State, move: Any) -> tuple[Square, int]:
    """Where the pawn is after the move, and how many moves its timer then has left."""
    pieces = g.pieces[g.suit]
    return (move.to, pieces.die - 1) if isinstance(move, MoveTo) else (pieces.pawn, move.coin)


def is_true(decision: Decision, move: Any, said: Text, best: Any = None) -> bool:
    """Whether the sentence is true of the table as it is; None of what is said where all ways are too many."""
    g, words = decision.g, said.with_
    if isinstance(move, Score):
        return is_true_of_score(g, move, said, best)
    at, moves = after(g, move)
    found, tile = scored(g, at, moves), words.get("place")
    held = {pieces.pawn for suit, pieces in g.pieces.items() if suit != g.suit and (pieces.die != NULL or moves)}
    sure = {square: ends for square, ends in found.items() if square not in held}
    if tile is not None and str(named(g.tiles[tile].suit, g.tiles[tile].value)) != str(words["tile"]):
        return False
    match said.text:
        case text if "can face your pawn on {square}" in text:
            return words["square"] in sure.get(tile, ()) and words.get("number", moves) == moves
        case text if "With this coin" in text:
            return words["square"] in sure.get(tile, ()) and words["points"] == g.tiles[tile].value + move.coin
        case text if "Instead" in text:
            return tile in sure
        case text if "no move brings you" in text:
            return not any(scored(g, there.to, moves) for there in g.question.moves(g, decision.seat))
        case text if "no tile can face" in text:
            return not found
        case text if "Only tiles under" in text:
            return bool(found) and not sure
        case text if "Tiles worth" in text:
            return sum(g.tiles[square].value == words["value"] for square in sure) == words["number"] < words["more"]
        case text if "Tiles that can" in text:
            return len(found) == words["number"] < words["more"]
        case text if "Points that it" in text:
            return max(g.tiles[square].value for square in sure) + move.coin == words["points"] < words["more"]
    return False


def is_true_of_score(g: State, move: Score, said: Text, best: Any) -> bool:
    values = {square: g.tiles[square].value for square in tiles_facing(g, g.pieces[g.suit].pawn)}
    mine = values.pop(move.tile)
    match said.text:
        case text if "Only the" in text:
            return not values
        case text if "no other tile" in text:
            return mine == said.with_["value"] >= max(values.values()) == said.with_["other"]
        case text if "worth less" in text:
            return values[best.tile] - mine == said.with_["number"] > 0
    return False


def is_short(g: State, move: Any) -> bool:
    """Whether all ways of the pawn can be gone through."""
    return isinstance(move, Score) or after(g, move)[1] < LONGEST


@pytest.mark.parametrize("what", ["reason", "lacks"])
def test_what_is_said_is_true(what: str) -> None:
    told = 0
    for decision in decisions("desfases"):
        g, (best, *others) = decision.g, decision.answers
        for move in [] if isinstance(g.question, Choosing) else others:
            said = decision.reason(move) if what == "reason" else decision.lacks(best, move)
            if said is not None and is_short(g, move):
                assert is_true(decision, move, said, best), (str(said), best, move, g)
                told += 1
    assert told > 100


def test_a_good_move_hardly_ever_lacks_a_reason() -> None:
    said = [decision.reason(decision.answers[0]) for decision in decisions("desfases")]
    assert len(said) > 100 and said.count(None) < 0.05 * len(said)
