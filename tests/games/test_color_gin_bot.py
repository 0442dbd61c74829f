"""Color Gin: how bots decide, what they know of hidden cards, and the offered ways to go out."""

from collections import Counter
from typing import Any

import pytest

from games import engine
from games.bot import Seeded, answer
from games.color_gin import GAME
from games.color_gin.bot import careful, suits_of
from games.color_gin.cards import CARDS
from games.color_gin.deadwood import deadwood
from games.color_gin.evaluator import MOST_TO_KNOCK, bits
from games.color_gin.going_out import MOST_OFFERED
from games.color_gin.inference import guessed, known
from games.color_gin.moves import Discard, GoOut
from games.color_gin.rules import State
from games.color_gin.strategy import candidates
from games.engine import Move
from games.search import FastRandom
from tests.games.cases import cases
from tests.games.color_gin_tables import LOW, options, shedding, table
from tests.games.played import played, steps


@pytest.mark.parametrize("hand", [
    "AS 2S 3S 4S AH 2H 3H 4H AD 2D 3D", "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
    "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D", "AS 2S 3S AH 2H 3H AD 2D 3D AC 2C",
])  # fmt: skip
def test_not_even_a_hand_full_of_melds_has_more_ways_out_than_are_offered(hand: str) -> None:
    others = " ".join([card for card in CARDS if card not in hand.split()][-11:-1])
    ways = [move for move in engine.moves(GAME, shedding(hand, others), 0) if isinstance(move, GoOut)]
    assert len(ways) <= MOST_OFFERED and any(way.points == 0 for way in ways)


@pytest.mark.long
def test_rounds_go_as_they_do_among_people() -> None:
    matches = [played(GAME, 2, f"usual {number}") for number in range(4)]
    lines: list[Any] = [line for match in matches for line in match.state.sheet]
    ends = Counter(line.how if line.winner in (line.out, None) else "undercut" for line in lines)
    assert 20 <= len(lines) / len(matches) <= 45
    assert ends["knock"] > 0.7 * len(lines)
    assert 0 < ends["gin"] < 0.15 * len(lines)
    assert 0 < ends["undercut"] < 0.25 * len(lines)


@pytest.mark.long
@pytest.mark.parametrize("mode", ["coop", "jokers"])
def test_a_team_of_bots_often_reaches_two_suits_each(mode: Any) -> None:
    outcomes = [GAME.outcome(played(GAME, 2, f"team {n}", GAME.Options(target=30, mode=mode)).state) for n in range(8)]
    teams = [outcome.team for outcome in outcomes if outcome is not None and outcome.team is not None]
    assert len(teams) >= 3
    assert all(team >= 120 for team in teams)


# --- The bot ------------------------------------------------------------------------------------------------

KINGS = "KH KD 3S 5S 7S 9S 2H 4H 6C 8C"
ALMOST = "4S 5S 6S 7S 4H 5H 6H 2D 7D KD"
GIN = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
TEN = "4H 5H 6H 7D 8D 9D AS AH AD TC KS"
SCORES = "3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH"


def decides(g: State) -> set[Any]:
    """The bot's moves, by its luck."""
    return {careful(g, g.question.seats[0], [], Seeded(str(number))) for number in range(20)}


@cases(f"""
    hand | more | decision
The bot takes a discard that makes a meld, but not what may not be taken.
    {KINGS}  |                    | Take the king of spades
    {KINGS}  | takes 20           | Draw from the deck
It leaves a discard that makes none, also the first.
    {LOW}    |                    | Draw from the deck
    {LOW}    | turns 0            | Pass
With the ace in the place of the king it can go out; but that of clubs would spoil all four suits.
    {ALMOST} | pile AS            | Take the ace of spades
    {ALMOST} | pile AC            | Draw from the deck
It discards what is high and stands alone: two kings may become a set.
    3S KS KH 4H 5H 6H 7D 8D 9D 2C QC | | Discard the queen of clubs
It goes gin, and chooses the arrangement that scores.
    {GIN}    |                    | Discard the king of spades and go gin: spades, hearts and clubs may score
    {SCORES} |                    | Discard the king of hearts and knock with 1: diamonds may score
That is where it matters: in spades it needs but a few points more.
    {SCORES} | scores 90 0 0 0 - 0 0 0 0 | Discard the king of hearts and knock with 7: spades may score
It knocks early with ten, and not late.
    {TEN}    | turns 4            | Discard the king of spades and knock with 10: spades may score
    {TEN}    | turns 24           | Discard the king of spades or Discard the 10 of clubs
In a team it does not win a third suit, but against the other it does.
    {GIN}    | scores 120 110 0 95 - 0 0 60 80, closed S0 H0, mode coop | Discard the king of spades
    {GIN}    | scores 120 110 0 95 - 0 0 60 80, closed S0 H0 | Discard the king of spades and go gin: clubs may score
With a joker it goes out as it must.
    {LOW} *1 | mode jokers | Discard the joker and knock with 55: diamonds and clubs may score
""")
def test_the_bot_decides(hand: str, more: str, decision: str) -> None:
    other = " ".join([card for card in CARDS if card not in (*hand.split(), "KS", "AS", "AC")][-10:])
    has_drawn, more = len(hand.split()) > 10, options(more)
    g = shedding(hand, other, **more) if has_drawn else table(hands=(hand, other), **more)
    assert {str(move) for move in decides(g)} == set(decision.split(" or "))


def test_a_team_shares_out_the_suits_as_the_scores_are_and_none_twice() -> None:
    for closed, shares in (("", ("SH", "DC")), ("D0 S1", ("HD", "SC"))):
        g = table(scores="60 90 30 0 - 0 0 40 90", closed=closed, mode="coop")
        assert tuple("".join(suits_of(g, seat)) for seat in range(2)) == shares


def test_in_a_team_the_bot_spoils_a_suit_on_purpose_where_that_would_be_a_third() -> None:
    # Gin would score in hearts, which the bot is to win, and in diamonds, which it is not. It sheds a spade instead,
    # and keeps the 2 of diamonds.
    hands = "4S 5S 6S 7S 4C 5C 6C TC JC QC 2D", "3S 9S AH 3H 5H 7H 9H JH KH 8C"
    scores: dict[str, Any] = {"scores": "120 60 95 0 - 0 0 90 80", "closed": "S0"}
    team, alone = decides(shedding(*hands, **scores, mode="coop")), decides(shedding(*hands, **scores))
    assert {(move.points, move.suits) for move in team} == {(2, ("H",))}
    assert {(move.points, move.suits) for move in alone} == {(0, ("H", "D"))}


# --- Strong bots ---------------------------------------------------------------------------------------------

SHORT_OF_GIN = TEN, "2D 4D 6D JD TD 3C 5C 7C 9C QC"
"""One card short of gin: knocking with the 10 of clubs could score in spades only."""


def answers(g: State, level: Any) -> set[Move]:
    return {answer(GAME, g, 0, [], Seeded(str(seed)), level) for seed in range(5)}


def test_where_a_careful_bot_knocks_in_one_suit_a_strong_one_waits_for_gin() -> None:
    g = shedding(*SHORT_OF_GIN, turns=4)
    assert {type(move) for move in answers(g, "medium")} == {GoOut}
    assert answers(g, "strong") == {Discard("KS")}


def test_in_the_last_suit_that_decides_a_strong_bot_knocks_with_the_same_hand() -> None:
    g = shedding(*SHORT_OF_GIN, turns=4, **options("scores 95 100 100 10 - 0 20 20 100, closed H0 D0 C1"))
    assert {(move.points, move.suits) for move in answers(g, "strong") if isinstance(move, GoOut)} == {(10, ("S",))}


def test_in_a_team_a_strong_bot_leaves_the_third_suit_to_its_partner() -> None:
    scores = "mode coop, scores 120 110 0 95 - 0 0 60 80, closed S0 H0"
    assert not any(isinstance(move, GoOut) for move in answers(shedding(GIN, LOW, **options(scores)), "strong"))


@pytest.mark.parametrize("mode", ["versus", "coop", "jokers"])
def test_a_dozen_answers_at_most_are_looked_at_and_all_of_them_are_legal(mode: Any) -> None:
    for g, step in [*steps(played(GAME, 2, "strategy", GAME.Options(target=25, mode=mode)))][::3]:
        moves = candidates(g, step.seat, [], FastRandom(0))
        assert 0 < len(moves) <= 12
        assert all(engine.is_answer(GAME, g, step.seat, move) for move in moves)


def test_what_was_seen_is_known_and_the_rest_is_dealt_as_it_may_lie() -> None:
    playthrough = played(GAME, 2, "known", GAME.Options(target=25, mode="jokers"))
    heard, seen = list(playthrough.lines), 0
    for g, step in steps(playthrough):
        if len(g.question.seats) == 1:
            seat, other = step.seat, g.hands[1 - step.seat]
            knows = known(g, seat, [line for line in heard if line.reaches(seat)])
            seen += (knows.held | knows.gone).bit_count()
            assert knows.held & ~bits(other) == 0
            assert knows.gone == bits(g.pile[:-1])
            hidden = guessed(g, seat, knows, FastRandom(seen))
            assert hidden.hand & knows.held == knows.held
            assert sorted([hidden.hand.bit_count(), len(hidden.deck)]) == sorted([len(other), len(g.deck)])
            assert hidden.hand | sum(hidden.deck) == bits(other) | bits(g.deck)
        heard += step.lines
    assert seen > 1000


def test_without_a_memory_anything_may_lie_anywhere() -> None:
    g = table(pile="2S 4S KS")
    assert (knows := known(g, 0, [])) == (0, 0)
    assert {guessed(g, 0, knows, FastRandom(seed)).hand & bits(["2S"]) > 0 for seed in range(50)} == {True, False}


def test_whoever_could_have_gone_out_is_not_thought_to_wait() -> None:
    g = table(turns=24)
    hands = [guessed(g, 0, known(g, 0, []), FastRandom(seed)).hand for seed in range(50)]
    assert sum(deadwood(hand) <= MOST_TO_KNOCK for hand in hands) <= 2
