"""Color Gin: whole matches among careful bots, and how the bot decides.

PLAYTHROUGHS=2000 python -m pytest tests/games/test_color_gin_played.py looks at so many matches, step by step; without
it at a few dozen.
"""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from games import engine
from games.bot import Seeded
from games.color_gin import GAME
from games.color_gin.bot import careful, suits_of
from games.color_gin.cards import CARDS, JOKERS, SUITS, in_order
from games.color_gin.going_out import MOST_OFFERED
from games.color_gin.moves import Discard, Draw, GoOut, Pass, Take
from games.color_gin.rules import TAKES_IN_A_ROW, JokerDrawn, RoundOver, Shedding, State
from games.playthrough import Playthrough
from tests.games import brute_force
from tests.games.color_gin_tables import HIGH, LOW, cards, go_out, shedding, table
from tests.games.played import played

MATCHES_WATCHED: Final = int(os.environ.get("PLAYTHROUGHS", "30"))
MODES: Final = ("versus", "coop", "jokers")


# --- Whole matches ------------------------------------------------------------------------------------------


def watched() -> Iterator[Playthrough]:
    """Short matches, and now and then one of the usual length, in all modes."""
    for number in range(MATCHES_WATCHED):
        target = 100 if number % 10 == 0 else 25
        yield played(GAME, 2, f"watched {number}", GAME.Options(target=target, mode=MODES[number % 3]))


def test_no_card_and_no_point_is_ever_lost_or_made() -> None:
    for match in watched():
        check_state(match.start)
        for step in match.steps:
            check_state(step.after)
        check_sheet(match.state)


def check_state(g: Any) -> None:
    assert sorted([*g.hands[0], *g.hands[1], *g.deck, *g.pile]) == sorted(
        [*CARDS, *JOKERS] if g.options.mode == "jokers" else CARDS
    )
    holding = isinstance(g.question, Shedding | JokerDrawn)
    assert [len(hand) for hand in g.hands] == [10 + (holding and seat == g.turn) for seat in range(2)]
    assert all(hand == in_order(hand) for hand in g.hands) and g.deck == in_order(g.deck)
    assert g.takes <= TAKES_IN_A_ROW and (g.taken is None or g.drawn is None)
    assert ((g.taken or g.drawn) in g.hand) == holding
    assert len(g.sheet) == g.round - (g.showdown is None and g.question is not None)
    if not holding:
        assert not set(JOKERS) & {*g.hands[0], *g.hands[1]}


def check_sheet(g: Any) -> None:
    """The four columns of each player are what the rounds on the sheet add up to, until a suit is closed."""
    columns = [dict.fromkeys(SUITS, 0) for _ in range(2)]
    closed: dict[str, int] = {}
    for line in g.sheet:
        assert not set(line.suits) & set(closed)
        for suit in line.suits:
            columns[line.winner][suit] += line.points
            if columns[line.winner][suit] >= g.options.target:
                closed[suit] = line.winner
    assert (columns, closed) == (g.scores, g.closed)


def test_every_way_out_that_is_taken_or_offered_is_one_by_the_other_search() -> None:
    for mode in MODES:
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


def test_rounds_go_as_they_do_among_people() -> None:
    matches = [played(GAME, 2, f"usual {number}") for number in range(4)]
    lines: list[Any] = [line for match in matches for line in match.state.sheet]  # type: ignore[attr-defined]
    ends = Counter(line.how if line.winner in (line.out, None) else "undercut" for line in lines)
    assert 20 <= len(lines) / len(matches) <= 45
    assert ends["knock"] > 0.7 * len(lines)
    assert 0 < ends["gin"] < 0.15 * len(lines)
    assert 0 < ends["undercut"] < 0.25 * len(lines)


def test_no_more_is_offered_than_fits_on_a_page() -> None:
    most: Counter[str] = Counter()
    for number in range(9):
        mode = MODES[number % 3]
        for step in played(GAME, 2, f"offered {number}", GAME.Options(target=25, mode=mode)).steps:  # type: ignore[arg-type]
            for seat in step.after.question.seats if step.after.question else ():
                name = type(step.after.question).__name__
                most[name] = max(most[name], len(engine.moves(GAME, step.after, seat)))
    assert most["Upcard"] == most["Turn"] == 2 and most[RoundOver.__name__] == 1
    assert most["JokerDrawn"] <= 16
    assert 11 < most["Shedding"] <= 11 + 30


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


@pytest.mark.parametrize("mode", ["coop", "jokers"])
def test_a_team_of_bots_often_reaches_two_suits_each(mode: Any) -> None:
    outcomes = [GAME.outcome(played(GAME, 2, f"team {n}", GAME.Options(target=30, mode=mode)).state) for n in range(8)]
    teams = [outcome.team for outcome in outcomes if outcome is not None and outcome.team is not None]
    assert len(teams) >= 3
    assert all(team >= 120 for team in teams)


# --- The bot ------------------------------------------------------------------------------------------------


def decides(g: State) -> Any:
    """What the bot does, whatever its luck."""
    moves = {careful(g, g.question.seats[0], [], Seeded(str(number))) for number in range(5)}
    assert len(moves) == 1
    return moves.pop()


def test_the_bot_takes_a_discard_that_makes_a_meld() -> None:
    assert decides(table(hands=("KH KD 3S 5S 7S 9S 2H 4H 6C 8C", "2D 4D 6D 8D TD 3C 5C 7C 9C JC"))) == Take("KS")


def test_the_bot_leaves_a_discard_that_makes_none() -> None:
    assert decides(table()) == Draw()
    assert decides(table(ask="upcard")) == Pass()


def test_the_bot_takes_a_discard_that_makes_no_meld_if_it_can_go_out_with_it() -> None:
    # With the ace in the place of the king, 10 are left over.
    hands = "4S 5S 6S 7S 4H 5H 6H 2D 7D KD", "3D 4D 6D 8D 3C 5C 8C JC QC KC"
    assert decides(table(hands=hands, pile="AS")) == Take("AS")
    assert decides(table(hands=hands, pile="AC")) == Draw()  # then it would spoil all four suits


def test_the_bot_cannot_take_what_may_not_be_taken() -> None:
    assert decides(table(hands=("KH KD 3S 5S 7S 9S 2H 4H 6C 8C", HIGH.replace("2D", "2C")), takes=20)) == Draw()


def test_the_bot_discards_what_is_high_and_stands_alone() -> None:
    # The king of hearts counts most together with the king of spades, but these two may become a set.
    assert decides(shedding("3S KS KH 4H 5H 6H 7D 8D 9D 2C QC")) == Discard("QC")


def test_the_bot_keeps_its_melds() -> None:
    assert decides(shedding("3S 5S JS KH KD KC 4H 5H 6H 9D 7C")).card in cards("3S 5S JS 9D 7C")


def test_the_bot_goes_gin() -> None:
    g = shedding("QS QH QC TD JD QD 3D 4D 5D 6D KS", LOW)
    assert (decides(g).points, decides(g).suits) == (0, ("S", "H", "C"))


def test_the_bot_knocks_early_with_ten() -> None:
    g = shedding("4H 5H 6H 7D 8D 9D AS AH AD TC KS", "2D 4D 6D JD TD 3C 5C 7C 9C QC", turns=4)
    assert isinstance(decides(g), GoOut)


def test_the_bot_does_not_knock_late_with_ten() -> None:
    g = shedding("4H 5H 6H 7D 8D 9D AS AH AD TC KS", "2D 4D 6D JD TD 3C 5C 7C 9C QC", turns=24)
    assert isinstance(decides(g), Discard)


def test_the_bot_chooses_the_arrangement_that_scores_where_it_matters() -> None:
    hand, other = "3S 4S AC 2C 3C 2D 3D 4D 2H 4H KH", "5D 7D 9D JD 6C 8C TC QC 6S 8S"
    assert decides(shedding(hand, other)).suits == ("D",)
    # In spades it needs but a few points more.
    assert decides(shedding(hand, other, scores=("90 0 0 0", "0 0 0 0"))).suits == ("S",)


def test_a_team_shares_out_the_suits_as_the_scores_are() -> None:
    g = table(scores=("60 90 30 0", "0 0 40 90"), mode="coop")
    assert (suits_of(g, 0), suits_of(g, 1)) == (("S", "H"), ("D", "C"))


def test_a_suit_that_is_won_is_not_shared_out_again() -> None:
    g = table(scores=("60 90 30 0", "0 0 40 90"), closed={"D": 0, "S": 1}, mode="coop")
    assert (suits_of(g, 0), suits_of(g, 1)) == (("H", "D"), ("S", "C"))


def test_in_a_team_the_bot_does_not_win_a_third_suit() -> None:
    won = {"scores": ("120 110 0 95", "0 0 60 80"), "closed": {"S": 0, "H": 0}}
    hand = "QS QH QC TD JD QD 3D 4D 5D 6D KS"
    assert isinstance(decides(shedding(hand, LOW, mode="coop", **won)), Discard)
    assert isinstance(decides(shedding(hand, LOW, **won)), GoOut)


def test_in_a_team_the_bot_spoils_a_suit_on_purpose_where_that_would_be_a_third() -> None:
    # Gin would score in hearts, which it is to win, and in diamonds, which it is not. It sheds a spade instead, and
    # keeps the 2 of diamonds.
    scores = {"scores": ("120 60 95 0", "0 0 90 80"), "closed": {"S": 0}}
    g = shedding("4S 5S 6S 7S 4C 5C 6C TC JC QC 2D", "3S 9S AH 3H 5H 7H 9H JH KH 8C", **scores, mode="coop")
    assert (decides(g).points, decides(g).suits) == (2, ("H",))
    g = shedding("4S 5S 6S 7S 4C 5C 6C TC JC QC 2D", "3S 9S AH 3H 5H 7H 9H JH KH 8C", **scores)
    assert (decides(g).points, decides(g).suits) == (0, ("H", "D"))


def test_with_a_joker_the_bot_goes_out_as_it_must() -> None:
    g = table(hands=(LOW, HIGH), mode="jokers", ask="turn")
    g.hands[0] = in_order([*g.hands[0], "*1"])
    g.deck.remove("*1")
    g.agenda.clear()
    g.first(JokerDrawn(0))
    assert decides(g) == go_out_as_offered(g)


def go_out_as_offered(g: State) -> Any:
    (only,) = engine.moves(GAME, g, 0)
    assert only == GoOut("*1", (), 55, ("D", "C")) and engine.is_answer(GAME, g, 0, go_out("*1"))
    return only


def test_the_bot_goes_by_what_it_knows() -> None:
    for step in played(GAME, 2, "fair", GAME.Options(target=25)).steps[:-1]:
        g: Any = step.after
        seat = g.question.seats[0]
        once, again = (GAME.scramble(g, seat, Seeded(seed)) for seed in ("once", "again"))
        assert careful(once, seat, [], Seeded("bot")) == careful(again, seat, [], Seeded("bot"))
