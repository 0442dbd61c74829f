"""Sin Color: why a hint says that a move is good, and what another one lacks."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine import Chair, Text
from games.piecepack import ACE
from games.sin_color.moves import NoTrade, Offer, Pay, Sink
from games.sin_color.pieces import FACES, Face, Moved, named
from games.sin_color.rules import State
from games.sin_color.strategy import STRATEGY
from tests.games.cases import cases
from tests.games.heard import heard
from tests.games.hinted import Decision, claim_of, decisions, everything_said, given
from tests.games.sin_color_tables import face, meant, play, read

STACKS = "S3 C0 C1 C2, M0 C3 A0 A1, C5 A3 A4 A5, A2 M1 M2 M3, S1 M5 S2 C4, M4 S0 S4 S5"


@cases("""
    before | answers | move | reason
It is said whose few coins are worth a trade, or else which coins are kept or hard to pay.
    C0 A1 S2, S4, S5 M3 |                          | offer 0 1   | seat 1 has fewer coins than you offer
    C0 A1 S2, S4, S5 M3 |                          | offer 0     | No move has brought up the tiles of what you offer: null of crowns.
    C0 S3, S4 A1, S5 M3 |                          | offer 0     | You keep what you can pay: 3 of suns.
    C0 S3, S4, S5 M3    |                          | offer 1     | None
    S3, S4, S5 M3       |                          | offer 0     | You have nothing else to offer.
Why not to trade.
    C5 A1, S4, S0 M3    |                          | none        | a partner could cover the tile: 5 of crowns.
    C0, S4, S0 M3       |                          | none        | No one has fewer coins than your 1,
    C0 A1, A3, A4 M3    |                          | none        | None
    C0 A1, S4v, C3v M3v |                          | none        | None
    C0 A1, C3, A4 : S3, - |                        | none        | No coin that the others show has a side of a tile on top.
    C5, S4 M3, S0 M2    | offer 0, offer 0 1, offer 0 1 | none   | Every offer would leave you with more coins: 2 or more for your 1.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 1 | none     | No offer leaves you with fewer coins: 1 or more for your 1.
What to answer to an offer.
    C0, S4 C5, S0 M3    | offer 0                  | offer 0 1   | seat 0 offers 1 and you 2: a trade with seat 0 leaves you
    C0, S4 C5, S0 M3    | offer 0                  | offer 0     | You keep what you can pay: 5 of crowns.
    C0, S4 C1, S0 M3    | offer 0                  | offer 0     | No move has brought up the tiles of what you offer: 4 of suns.
Whom to trade with.
    C0 A1, S4, S0 M3    | offer 0 1, offer 0, offer 0 1 | trade 1 | You give more coins than you take: 2 for 1.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 1 | trade 2  | You take 2 coins for 1, but you use a second die.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 | trade 2    | seat 2 offers a coin that shows suns, as does the tile on stack 1.
    C0 A1, C4v, S0 M3   | offer 0, offer 0, offer 0 | trade 1    | seat 1 offers a coin that shows 4, as does the tile on stack 6.
Who goes first.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 1 4 | With the ace first you can pay at once: 5 of crowns.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 4 1 | before seat 1 can cover a tile that you can pay: 5
    C0 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (3 4) | order 0 4 3 | You act before seat 1, who can cover a tile with 4.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 1 4 1 | seat 1 acts first, and cannot cover
    C0 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 1 1 4 | seat 1 acts first, and cannot cover
Nobody covers anything with a null or an ace.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (4 0) | order 0 4 0 | seat 1 threw null, and moves no tile.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (4 1) | order 1 4 1 | Your 4 may bring up a tile that the ace then pays.
Which stack.
    C5 M4, S1, S3 M3    | none (2)                 | sink 0      | This leaves tiles on top that you can pay: 5 of crowns
    C5 M4, S1, S3 M3    | none (2)                 | sink 2      | None
    C1 M1, S4, S3 M3    | none (2)                 | sink 0      | This covers the 3 of suns, whose coin someone else has.
    C1 M1, S4, S3 M3 : - M1 C0 M5, S3 M3 S0 A0 | none (2) | sink 0 | No move has brought up yet what comes. Of such tiles, these match your coins: 2 of 6.
What is paid, and what is left.
    C5, S4, M1 : : payments optional | none (1)        | pay C5      | This is your last coin: you win.
    C5 A2, S4, M1 : : payments optional | none (1)     | pay C5      | The tiles of other coins stay on top for now: 2 of arms.
    C5 S4, A2, M1 : : payments optional | none (1)     | pay C5      | Coins that you have left then: 1.
    C0, S4, M1 : : payments optional | none (1)        | keep        | No tile on top matches a coin of yours.
    C5, S4, M1 : : payments optional | none (1)        | keep        | None
""")  # noqa: E501
def test_a_reason_is_given_in_words(before: str, answers: str, move: str, reason: str) -> None:
    g = play(read(before), answers)
    assert reason in str(STRATEGY.reason(g, g.question.seats[0], [], meant(g, move)))


def moving(die: int, rows: str) -> State:
    return play(read(f"{rows} : {STACKS}"), f"none ({die})")


SEEN = heard(Moved(0, "bottom", face("C0")), Moved(0, "top", face("S3")))
"""The null of crowns is the second tile of stack 1."""


def test_a_tile_that_was_seen_is_a_reason_to_bring_it_up() -> None:
    g = moving(2, "C0, S3, M5")
    assert "whose coin someone else has" in str(STRATEGY.reason(g, 0, [], Sink(0)))
    assert "brings up the null of crowns, and you have" in str(STRATEGY.reason(g, 0, SEEN, Sink(0)))


@cases("""
    before | answers | best | other | lacks
Without a trade one keeps what is hard to pay.
    C0 A1 S2, S4, S5 M3 |                          | offer 0 1 | none      | You would keep coins whose tiles no move has brought up: null of crowns and ace of arms.
    S3 A1 S2, S4, S5 M3 |                          | offer 0   | none      | Without a trade you use one die in this turn, not two.
In a trade one may lose what can be paid.
    C5 A1, S4, S0 M3    |                          | none      | offer 0   | You would offer what you can pay: 5 of crowns.
    C5 A1, S4, S0 M3    |                          | none      | offer 1   | A partner could cover a tile that you can pay: 5 of crowns.
    C0 A1, S4, S0 M3    |                          | none      | offer 1   | None
Another offer gives the wrong coins, or too few.
    C5 A1, S4, S0 M3    |                          | offer 1   | offer 0   | You would offer coins whose tiles you have seen: 5 of crowns.
    C0 A1, S4, S0 M3    |                          | offer 0 1 | offer 0   | You would keep coins whose tiles no move has brought up: ace of arms.
    S3 C5, S4, S0 M3    |                          | offer 0 1 | offer 0   | You would offer fewer coins: 1, not 2.
    C0 A1, S4, S0 M3    |                          | offer 0   | offer 0 1 | A partner would have to take more coins: 2, not 1.
Trades are compared by what is given and taken.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 1 | trade 1 | trade 2 | Coins that you would give and take: 1 and 2.
    C0 A1, S4, S0 M3    | offer 0, offer 0, offer 0 1 | trade 1 | none    | You would keep the coins that you offer: null of crowns.
Orders by what a partner can do in between.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 1 4 | order 1 1 4 | seat 1 could first cover a tile that you can pay: 5 of crowns.
    C0 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 0 1 4 | order 1 1 4 | seat 1 would act before you, with 4.
    C0 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (1 4) | order 1 1 4 | order 0 1 4 | seat 1 could cover the tiles that you bring up.
    C0 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (4 1) | order 0 4 1 | order 0 1 4 | With the ace first there is nothing yet that you can pay.
    C5 A1, S4, S0 M3    | offer 1, offer 0, offer 0, trade 1 (4 1) | order 0 1 4 | order 0 4 1 | With 4 first you pay later.
Stacks by what they cover and bring up.
    C5 C0, S3, M5       | none (2)                 | sink 0    | sink 2    | It would cover the 5 of crowns, and you have its coin.
    C0 M1, S3, A2 : -, S3 M1, C5 S0 | none (2)     | sink 1    | sink 0    | It would leave the 3 of suns on top, whose coin someone else has.
A payment is a coin fewer.
    C5 A2, S4, M1 : : payments optional | none (1) | pay C5    | keep      | You would still have the 5 of crowns.
""")  # noqa: E501
def test_it_says_what_another_move_lacks(before: str, answers: str, best: str, other: str, lacks: str) -> None:
    g = play(read(before), answers)
    said = STRATEGY.lacks(g, g.question.seats[0], [], meant(g, best), meant(g, other))
    assert str(said) == lacks


def test_a_tile_that_was_seen_is_missed_on_another_stack() -> None:
    g = moving(2, "C0, S3, M5")
    assert str(STRATEGY.lacks(g, 0, SEEN, Sink(0), Sink(1))) == "No move has brought up yet what would come."
    others = heard(Moved(1, "bottom", face("C3")), Moved(1, "top", face("M0")))
    brings = "It would bring up the 3 of crowns, whose coin someone else has."
    assert str(STRATEGY.lacks(g, 0, [*SEEN, *others], Sink(0), Sink(1))) == brings


@pytest.mark.parametrize(("before", "answers", "move", "about"), [
    ("C0 S3, S4, S5 M3", "", "offer 0", ["coin-0-1", "top-0"]),
    ("C1 M1, S4, S3 M3", "none (2)", "sink 0", ["top-0"]),
    ("C0 A1, S4, S0 M3", "offer 0, offer 0, offer 0", "trade 2", ["top-0"]),
    ("C0, S4, S0 M3", "", "none", []),
])  # fmt: skip
def test_the_coins_and_tiles_that_are_named_are_shown(before: str, answers: str, move: str, about: list[str]) -> None:
    g = play(read(before), answers)
    said = STRATEGY.reason(g, 0, [], meant(g, move))
    assert said is not None and STRATEGY.about(g, 0, said) == about


# --- Whether it is true -------------------------------------------------------------------------------------


class Claim:
    """A sentence about a move, and the table as it is."""

    def __init__(self, decision: Decision, move: Any, said: Text) -> None:
        self.g, self.seat, self.move, self.words = decision.g, decision.seat, move, said.with_
        self.mine = [coin.face for coin in self.g.rows[self.seat]]
        self.tops = [tiles[0] for tiles in self.g.stacks]
        by_name = {str(named(each)): each for each in FACES.values()}
        self.coins = [by_name[name] for name in given(self.words.get("coins", []))]
        self.tile = by_name.get(str(self.words.get("tile", self.words.get("coin"))))
        brought = {line.sight.top for line in decision.heard if isinstance(line.sight, Moved)}
        self.never_brought = [each for each in FACES.values() if each not in brought and each not in self.tops]

    def offered(self) -> list[Face]:
        coins = self.move.coins if isinstance(self.move, Offer) else self.g.offers[self.seat]
        return [self.mine[place] for place in coins]

    def others(self, key: str) -> int:
        return self.words[key].seat if isinstance(self.words[key], Chair) else -1

    def depth(self, tile: Face) -> int:
        return min(min(tiles.index(tile), 4 - tiles.index(tile)) for tiles in self.g.stacks if tile in tiles)

    def digs(self) -> tuple[Any, Any]:
        """The tile that is covered, and the one that comes up."""
        tiles = self.g.stacks[self.move.stack]
        return tiles[0], tiles[1] if isinstance(self.move, Sink) else tiles[-1]

    def pays(self) -> bool:
        return bool(self.coins) and all(coin in self.mine and coin in self.tops for coin in self.coins)

    def someone_else_has_it(self) -> bool:
        rows = [row for seat, row in enumerate(self.g.rows) if seat != self.seat]
        return any(coin.face == self.tile for row in rows for coin in row)

    def partner_moves_a_tile(self) -> bool:
        return self.g.dice[self.g.question.partner] > ACE

    def takes(self, partner: int) -> tuple[int, int]:
        return len(self.g.offers[self.seat]), len(self.g.offers[partner])


TRUE: dict[str, Callable[[Claim], bool]] = {
    "You can turn any of your coins over later": lambda c: c.g.turn is None,
    "{opener} offers {theirs} and you {yours}": lambda c: len(c.g.offers[c.others("opener")]) == c.words["theirs"]
    < len(c.move.coins) == c.words["yours"],
    "{other} has fewer coins than you offer": lambda c: len(c.g.rows[c.others("other")]) < len(c.move.coins),
    "You keep what you can pay": lambda c: c.pays() and not {*c.coins} & {*c.offered()},
    "No move has brought up the tiles of what": lambda c: {*c.coins} <= {*c.offered()} & {*c.never_brought},
    "You keep coins whose tiles are fewer moves": lambda c: not {*c.coins} & {*c.offered()}
    and max(map(c.depth, c.coins)) < min(map(c.depth, c.offered())),
    "Moves that bring up the tile": lambda c: c.depth(c.tile) == c.words["number"],
    "You have nothing else to offer": lambda c: len(c.offered()) == len(c.mine),
    "Every offer would leave you with more": lambda c: len(c.g.offers[c.seat]) == c.words["given"]
    < c.words["fewest"] == min(len(coins) for seat, coins in c.g.offers.items() if seat != c.seat),
    "No offer leaves you with fewer": lambda c: len(c.g.offers[c.seat]) == c.words["given"]
    == min(len(coins) for seat, coins in c.g.offers.items() if seat != c.seat),
    "You can pay in this turn": lambda c: c.pays(),
    "No one has fewer coins than your": lambda c: len(c.mine) == min(map(len, c.g.rows)) == c.words["number"],
    "You keep coins whose tiles are one move": lambda c: all(c.depth(coin) == 1 for coin in c.coins),
    "No coin that the others show": lambda c: not any(
        coin.upper in (top.suit, top.value)
        for seat, row in enumerate(c.g.rows) for coin in row for top in c.tops if seat != c.seat and top is not None
    ),
    "You give more coins than you take": lambda c: c.takes(c.move.partner) == (c.words["given"], c.words["taken"])
    and c.words["given"] > c.words["taken"],
    "You take {taken} coins": lambda c: c.takes(c.move.partner) == (c.words["given"], c.words["taken"]),
    "You give as many coins": lambda c: c.takes(c.move.partner) == (c.words["number"],) * 2,
    "{partner} offers a coin that shows": lambda c: (top := c.tops[c.words["stack"] - 1]) is not None and any(
        c.g.rows[c.others("partner")][place].upper in (top.suit, top.value)
        for place in c.g.offers[c.others("partner")]
    ),
    "With the ace first you can pay": lambda c: c.pays() and c.move.dice[0] == ACE and c.move.first == c.seat,
    "You act before {partner}": lambda c: c.move.first == c.seat and c.partner_moves_a_tile()
    and (not c.coins or c.pays()),
    "{partner} acts first": lambda c: c.move.first == c.others("partner") and c.partner_moves_a_tile(),
    "Your {die} may bring up": lambda c: c.move.dice[0] > ACE == c.move.dice[1],
    "{partner} threw {die}": lambda c: not c.partner_moves_a_tile(),
    "This brings up the {tile}": lambda c: c.digs()[1] == c.tile and c.tile in c.mine,
    "This leaves tiles on top": lambda c: c.pays() and c.digs()[0] not in c.coins,
    "This covers the {tile}": lambda c: c.digs()[0] == c.tile and c.someone_else_has_it(),
    "This brings up a tile without colour": lambda c: c.digs()[1] is None,
    "This covers a tile without colour": lambda c: c.digs()[0] is None,
    "No move has brought up yet what comes": lambda c: (c.digs()[1] is None or c.digs()[1] in c.never_brought)
    and c.words["number"] == len({*c.mine} & {*c.never_brought}),
    "This is your last coin": lambda c: len(c.mine) == 1,
    "The tiles of other coins stay": lambda c: c.pays() and Face(c.move.suit, c.move.value) not in c.coins,
    "Coins that you have left": lambda c: len(c.mine) - 1 == c.words["number"],
    "No tile on top matches": lambda c: not {*c.mine} & {*c.tops},
    # What another move lacks.
    "You would keep coins whose tiles no move": lambda c: {*c.coins} <= {*c.mine} & {*c.never_brought},
    "Without a trade you use one die": lambda c: isinstance(c.move, NoTrade),
    "You would offer what you can pay": lambda c: c.pays() and {*c.coins} <= {*c.offered()},
    "A partner could cover a tile": lambda c: c.pays(),
    "You would offer coins whose tiles you have seen": lambda c: {*c.coins} <= {*c.offered()}
    and not {*c.coins} & {*c.never_brought},
    "You would offer fewer coins": lambda c: len(c.offered()) == c.words["number"] < c.words["more"],
    "A partner would have to take more": lambda c: len(c.offered()) == c.words["number"] > c.words["fewer"],
    "You would keep the coins that you offer": lambda c: c.coins == c.offered(),
    "Coins that you would give and take": lambda c: c.takes(c.move.partner) == (c.words["given"], c.words["taken"]),
    "{partner} could first cover": lambda c: c.pays() and c.partner_moves_a_tile() and c.move.first != c.seat,
    "{partner} would act before": lambda c: c.partner_moves_a_tile() and c.move.first != c.seat,
    "{partner} could cover the tiles": lambda c: c.partner_moves_a_tile() and c.move.first == c.seat,
    "With the ace first there is nothing": lambda c: c.move.dice[0] == ACE and not {*c.mine} & {*c.tops},
    "With {die} first you pay later": lambda c: c.move.dice[0] != ACE and bool({*c.mine} & {*c.tops}),
    "It would cover the {tile}": lambda c: c.digs()[0] == c.tile and c.tile in c.mine,
    "It would bring up the {tile}": lambda c: c.digs()[1] == c.tile and c.someone_else_has_it(),
    "It would bring up a tile without colour": lambda c: c.digs()[1] is None,
    "No move has brought up yet what would": lambda c: c.digs()[1] is None or c.digs()[1] in c.never_brought,
    "It would leave the {tile} on top": lambda c: c.tile in c.tops and c.digs()[0] != c.tile
    and c.someone_else_has_it(),
    "You would still have the {coin}": lambda c: c.tile in c.mine
    and not (isinstance(c.move, Pay) and Face(c.move.suit, c.move.value) == c.tile),
}  # fmt: skip


def is_true(decision: Decision, move: Any, said: Text) -> bool:
    """Whether the sentence is true of the table as it is."""
    return bool(claim_of(said, TRUE)(Claim(decision, move, said)))


def test_every_reason_is_true_and_a_good_move_hardly_ever_lacks_one() -> None:
    silent = spoken = 0
    for decision in decisions("sin_color"):
        for move in decision.answers:
            said = decision.reason(move)
            assert said is None or is_true(decision, move, said), (str(said), move, decision.g)
        silent, spoken = silent + (decision.reason(decision.answers[0]) is None), spoken + 1
    assert spoken > 100 and silent < 0.05 * spoken


def test_what_another_move_lacks_is_true() -> None:
    told = 0
    for decision, other, best, said in everything_said("sin_color", "lacks"):
        assert is_true(decision, other, said), (str(said), best, other, decision.g)
        told += 1
    assert told > 100
