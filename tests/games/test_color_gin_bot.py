"""Color Gin: how the bot decides, and what is offered to whoever may go out."""

from collections import Counter
from typing import Any, Final

import pytest

from games import engine
from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.bot import careful, suits_of
from games.color_gin.cards import CARDS, JOKERS, SUITS
from games.color_gin.going_out import MOST_OFFERED
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import JokerDrawn, Shedding, State
from tests.amounts import amount
from tests.games import brute_force
from tests.games.color_gin_tables import HIGH, LOW, after, cards, options, shedding, table
from tests.games.played import played

MODES: Final = ("versus", "coop", "jokers")


def test_every_way_out_that_is_offered_is_one_by_the_other_search() -> None:
    for mode in MODES[:: amount(2, 1)]:
        for step in played(GAME, 2, "checked", GAME.Options(target=25, mode=mode)).steps:  # type: ignore[arg-type]
            g: Any = step.after
            if isinstance(g.question, Shedding | JokerDrawn):
                for move in engine.moves(GAME, g, g.turn):
                    check_move(g, move)


def check_move(g: State, move: Any) -> None:
    if isinstance(move, Discard):
        assert move.card != g.taken
        return
    melded = {card for meld in move.melds for card in meld}
    left = tuple(card for card in g.hand if card not in melded and card != move.card)
    assert all(map(brute_force.is_meld, move.melds)) and len(melded) + len(left) == 10
    assert move.points == brute_force.count(left)
    assert set(move.suits) == set(SUITS) - brute_force.spoiled(move.melds, left) - set(g.closed)
    assert move.card in JOKERS or (move.points <= 10 and move.suits)


@pytest.mark.parametrize(
    "hand",
    [
        "AS 2S 3S 4S AH 2H 3H 4H AD 2D 3D",
        "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C",
        "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
        "2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D",
        "AS 2S 3S AH 2H 3H AD 2D 3D AC 2C",
    ],
)
def test_not_even_a_hand_full_of_melds_has_more_ways_out_than_are_offered(hand: str) -> None:
    others = " ".join([card for card in CARDS if card not in hand.split()][-11:-1])
    ways = [move for move in engine.moves(GAME, shedding(hand, others, pile="9C"), 0) if isinstance(move, GoOut)]
    assert 0 < len(ways) <= MOST_OFFERED
    assert any(way.points == 0 for way in ways)


def test_rounds_go_as_they_do_among_people() -> None:
    matches = [played(GAME, 2, f"usual {number}") for number in range(4)]
    lines: list[Any] = [line for match in matches for line in match.state.sheet]  # type: ignore[attr-defined]
    ends = Counter(line.how if line.winner in (line.out, None) else "undercut" for line in lines)
    assert 20 <= len(lines) / len(matches) <= 45
    assert ends["knock"] > 0.7 * len(lines)
    assert 0 < ends["gin"] < 0.15 * len(lines)
    assert 0 < ends["undercut"] < 0.25 * len(lines)


@pytest.mark.parametrize("mode", ["coop", pytest.param("jokers", marks=pytest.mark.long)])
def test_a_team_of_bots_often_reaches_two_suits_each(mode: Any) -> None:
    outcomes = [GAME.outcome(played(GAME, 2, f"team {n}", GAME.Options(target=30, mode=mode)).state) for n in range(8)]
    teams = [outcome.team for outcome in outcomes if outcome is not None and outcome.team is not None]
    assert len(teams) >= 3
    assert all(team >= 120 for team in teams)


# --- The bot ------------------------------------------------------------------------------------------------

KINGS = "KH KD 3S 5S 7S 9S 2H 4H 6C 8C"
ALMOST = "4S 5S 6S 7S 4H 5H 6H 2D 7D KD", "3D 4D 6D 8D 3C 5C 8C JC QC KC"
GIN = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
TEN = "4H 5H 6H 7D 8D 9D AS AH AD TC KS", "2D 4D 6D JD TD 3C 5C 7C 9C QC"


def decides(g: State) -> Any:
    """What the bot does, whatever its luck."""
    moves = {careful(g, g.question.seats[0], [], Seeded(str(number))) for number in range(5)}
    assert len(moves) == 1
    return moves.pop()


@pytest.mark.parametrize(
    ("g", "move"),
    [
        (table(hands=(KINGS, HIGH)), Take("KS")),
        (table(), Draw()),
        (table(ask="upcard"), Pass()),
        # With the ace in the place of the king 10 are left over; but that of clubs would spoil all four suits.
        (table(hands=ALMOST, pile="AS"), Take("AS")),
        (table(hands=ALMOST, pile="AC"), Draw()),
        (table(hands=(KINGS, HIGH.replace("2D", "2C")), takes=20), Draw()),
        # The king of hearts counts most together with the king of spades, but these two may become a set.
        (shedding("3S KS KH 4H 5H 6H 7D 8D 9D 2C QC"), Discard("QC")),
    ],
    ids=[
        "it takes a discard that makes a meld",
        "it leaves a discard that makes none",
        "also the first",
        "it takes a discard that makes no meld if it can go out with it",
        "and not if it cannot",
        "it cannot take what may not be taken",
        "it discards what is high and stands alone",
    ],
)
def test_the_bot_decides(g: State, move: Any) -> None:
    assert decides(g) == move


@pytest.mark.parametrize(
    ("hand", "other", "more", "points", "suits"),
    [
        (GIN, LOW, "", 0, "SHC"),
        ("3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH", "5D 7D 9D JD 6C 8C TC QC 6S 8S", "", 1, "D"),
        ("3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH", "5D 7D 9D JD 6C 8C TC QC 6S 8S", "scores 90 0 0 0 - 0 0 0 0", 7, "S"),
        (*TEN, "turns 4", 10, "S"),
        (*TEN, "turns 24", None, ""),
        (GIN, LOW, "mode coop, scores 120 110 0 95 - 0 0 60 80, closed S0 H0", None, ""),
        (GIN, LOW, "scores 120 110 0 95 - 0 0 60 80, closed S0 H0", 0, "C"),
    ],
    ids=[
        "it goes gin",
        "it chooses the arrangement that scores",
        "where it matters: in spades it needs but a few points more",
        "it knocks early with ten",
        "it does not knock late with ten",
        "in a team it does not win a third suit",
        "but against the other it does",
    ],
)
def test_how_the_bot_goes_out(hand: str, other: str, more: str, points: int | None, suits: str) -> None:
    decision = decides(shedding(hand, other, **options(more)))
    assert isinstance(decision, GoOut) == (points is not None)
    assert points is None or (decision.points, "".join(decision.suits)) == (points, suits)


def test_the_bot_keeps_its_melds() -> None:
    assert decides(shedding("3S 5S JS KH KD KC 4H 5H 6H 9D 7C")).card in cards("3S 5S JS 9D 7C")


def test_a_team_shares_out_the_suits_as_the_scores_are_and_none_twice() -> None:
    for closed, shares in (({}, ("SH", "DC")), ({"D": 0, "S": 1}, ("HD", "SC"))):
        g = table(scores=("60 90 30 0", "0 0 40 90"), closed=closed, mode="coop")
        assert tuple("".join(suits_of(g, seat)) for seat in range(2)) == shares


def test_in_a_team_the_bot_spoils_a_suit_on_purpose_where_that_would_be_a_third() -> None:
    # Gin would score in hearts, which it is to win, and in diamonds, which it is not. It sheds a spade instead, and
    # keeps the 2 of diamonds.
    hands = "4S 5S 6S 7S 4C 5C 6C TC JC QC 2D", "3S 9S AH 3H 5H 7H 9H JH KH 8C"
    scores: dict[str, Any] = {"scores": ("120 60 95 0", "0 0 90 80"), "closed": {"S": 0}}
    team, alone = decides(shedding(*hands, **scores, mode="coop")), decides(shedding(*hands, **scores))
    assert (team.points, team.suits) == (2, ("H",))
    assert (alone.points, alone.suits) == (0, ("H", "D"))


def test_with_a_joker_the_bot_goes_out_as_it_must() -> None:
    g = after(table(mode="jokers"), "draw (*1)")
    assert decides(g) == engine.moves(GAME, g, 0)[0] == GoOut("*1", (), 55, ("D", "C"))
