"""Color Dice: why a hint says that a move is good, and what another one lacks."""

from collections.abc import Callable
from typing import Any

import pytest

from games.color_dice import GAME
from games.color_dice.attacks import carry_out
from games.color_dice.board import Board, area_of, die_named, pawns, who
from games.color_dice.moves import Attack, Rethrow, Send, Strike
from games.color_dice.reasons import sent
from games.color_dice.strategy import STRATEGY
from games.engine import Chair, Text
from tests.games.cases import cases
from tests.games.color_dice_tables import answer as meant
from tests.games.color_dice_tables import choices, play, read
from tests.games.hinted import Decision, claim_of, decisions, everything_said, given


@cases("""
    before | answers | move | reason
Dice are kept for a win, for an attack, or because nothing better can be hoped for.
    r1 / y3 / r8 / b5 : 6 6 5 6                   |                | keep           | With these dice you win now: 1 pawn from home to seat 2’s area.
    r1 / y2 / g3 / b3 : 6 1 1 1 : thrown 3 3 3 3  |                | keep           | No other throw promises more than what you can do now: 5 pawns from
    r1 / y2 / g3 / b3 : 6 6 6 5 : thrown 3 2 2 3  |                | keep           | These dice let you do this: 1 pawn from home against
    / y3 / r6 / b6 : 1 1 1 6                      |                | keep           | None
They are thrown again for attacks, or against counterattacks.
    r2 / y3 / g4 / b5 : 1 4 5 3                   |                | throw r        | Your die shows 1, and only lower ones can be attacked: 0 of 3.
    r2 / y3 / g4 / b5 : 3 4 5 3                   |                | throw yg       | Not lower than your 3, so that you cannot attack them: yellow 4 and green 5.
    r9 / y3 / g4 / b5 : 3 2 5 3                   |                | throw gb       | Not lower than your 3, so that you cannot attack them: green 5 and blue 3.
    r2 / y3 / g4 / b5 : 6 4 5 3                   |                | throw yg       | Against your 6, these may be better for you after another throw: yellow 4
    r2 / y3 / g4 / b5 : 6 4 5 3                   |                | throw r        | Against your 6, these may be better for you after another throw: red 6.
Who comes first.
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | attack_first   | You still have all your pawns before these may counterattack: seat 1 and seat 2.
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | counter_first  | no one can strike what you gather in this turn: seat 1 and seat 2.
What an attack brings.
    r1 / y3 / r8 / b5 : 6 6 5 6                   | keep           | attack g       | all nine of your pawns in seat 2’s area: you win
    r1 / y3 / r8 / b5 : 6 6 5 6                   | keep, attack g | move 1 r>g     | all nine of your pawns in seat 2’s area: you win
    r3 / y3 / r5 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | You then have 7 pawns in seat 2’s area. They are locked
    r3 / y3 / r2 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | you then have 4 pawns in seat 2’s area
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 out>g   | This brings 2 pawns inside: from seat 2’s area
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | This takes 2 pawns from home to seat 2’s area, where
    r4 / y1 / y6 / b9 : 4 1 4 4                   | keep, attack y | strike 3 r>g: yyy | what seat 1 has gathered in seat 2’s area: 6 pawns.
    r4 / y3 / g2 y6 / b5 : 4 4 3 4                | keep, attack g | move 1 r>g     | This takes places in seat 2’s area, where seat 1 has 6 pawns.
    r3 / y3 r2 / g3 / b5 : 6 6 4 6                | keep, attack g | strike 2 y>g: gg | seat 2 then has 8 pawns outside.
    r3 / y3 r2 / g3 / b1 : 6 6 4 6                | keep, attack g | move 2 y>b     | Fewer pawns of others are in seat 3’s area: 1, not 3.
    r3 / y1 r2 / g3 / b5 : 6 6 4 6                | keep, attack g | move 2 y>g     | None
    r3 / y4 b1 k2 / g4 / b5 / k6 : 2 1 2 2 2 : target area | keep, attack y, strike 1 r>y: ? | strike k | seat 4 then has 2 pawns outside.
What it would cost.
    / / y6 / b9 : 1 5 1 1                         | keep           | decline        | Even the best attack would not help you: 4 pawns from
    r2 / y3 / g9 / b9 : 2 2 3 2 : players 2       | keep           | decline        | Even the best attack would not help you: 1 pawn from
""")  # noqa: E501
def test_a_reason_is_given_in_words(before: str, answers: str, move: str, reason: str) -> None:
    g = play(read(before), answers)
    assert reason in str(STRATEGY.reason(g, g.question.seat, [], meant(g, move)))


@cases("""
    before | answers | best | other | lacks
Kept dice allow only what they allow.
    r2 / y3 / g4 / b5 : 3 4 5 3                   |                | throw r        | keep           | With these dice no attack would help you.
    r1 / y3 / r8 / b5 : 6 6 5 6                   |                | throw y        | keep           | These dice let you do this: 1 pawn from home
Thrown dice may be worse.
    r1 / y3 / r8 / b5 : 6 6 5 6                   |                | keep           | throw g        | You would give up what you can do now: 1 pawn from home
    r1 / y3 / r8 / b5 : 6 6 5 6                   |                | keep           | throw r        | You would give up what you can do now: 1 pawn from home
    r1 / y3 / r8 / b5 : 6 5 5 6                   |                | keep           | throw y        | You can attack these as they are: yellow 5.
    r1 / y3 / r8 / b5 : 5 5 4 6                   |                | keep           | throw y        | These may become higher than your 5: yellow 5.
    r1 / y3 / r8 / b5 : 5 5 4 6                   |                | throw b        | throw yb       | These may become higher than your 5: yellow 5.
    r1 / y3 / r8 / b5 : 5 5 4 6                   |                | throw yb       | throw b        | These would stay as they are: yellow 5.
    r1 / y3 / r8 / b5 : 5 5 4 6                   |                | keep           | throw b        | None
It says who could be first.
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | attack_first   | counter_first  | These may counterattack before you attack: seat 1 and seat 2.
    r2 / y3 / g4 / b5 : 3 4 5 1                   | keep           | counter_first  | attack_first   | These may then strike what you gather: seat 1 and seat 2.
Attacks are compared by what they bring.
    r1 / y3 / r8 / b5 : 6 5 5 6                   | keep           | attack g       | attack y       | At best it brings this:
    r3 / y3 / r2 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>g     | move 2 r>y     | Most of your pawns in one area after it: 2, not 4.
    r4 / y1 / y6 / b5 : 4 1 4 4                   | keep, attack y | strike 3 r>g: yyy | move 3 r>g  | seat 1 has 6 pawns in seat 2’s area after it.
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 r>b     | move 2 out>b   | None
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 out>b   | move 2 r>b     | Your pawns outside after it: 6, not 4.
    r3 / y3 r2 / g3 / b5 : 6 6 4 6                | keep, attack g | strike 2 y>g: gg | move 2 y>g   | Pawns of seat 2 outside after it: 6, not 8.
    r3 / y3 / g3 / b5 : 6 6 4 6                   | keep, attack g | move 2 out>y   | move 2 out>b   | Pawns of others in seat 3’s area: 5, not 3.
""")  # noqa: E501
def test_it_says_what_another_move_lacks(before: str, answers: str, best: str, other: str, lacks: str) -> None:
    g = play(read(before), answers)
    assert lacks in str(STRATEGY.lacks(g, g.question.seat, [], meant(g, best), meant(g, other)))


def test_to_attack_no_further_leaves_an_attack_undone() -> None:
    g = play(read("r1 / y3 / r5 / b5 : 6 5 5 6"), "keep, attack g, move 1 r>g")
    assert "stop" in choices(g)
    said = STRATEGY.lacks(g, 0, [], meant(g, "attack y"), meant(g, "stop"))
    assert str(said).startswith("You would leave this undone: 1 pawn from outside")
    assert STRATEGY.reason(g, 0, [], meant(g, "stop")) is None


@pytest.mark.parametrize(("answers", "move", "about"), [
    ("", "throw yg", ["die-1-1-0-1", "die-2-1-0-1"]),
    ("keep, attack_first, attack b", "move 1 out>g", ["area-2"]),
    ("", "keep", ["area-2"]),
])  # fmt: skip
def test_the_dice_and_areas_that_are_named_are_shown(answers: str, move: str, about: list[str]) -> None:
    g = play(read("r1 / y3 / r4 g2 / b5 : 3 4 5 2"), answers)
    said = STRATEGY.reason(g, 0, [], meant(g, move))
    assert said is not None and STRATEGY.about(g, 0, said) == about


# --- Whether it is true -------------------------------------------------------------------------------------


class Claim:
    """A sentence about a move, and the table as it is."""

    def __init__(self, decision: Decision, move: Any, better: Any, said: Text) -> None:
        self.g, self.seat, self.move, self.better, self.words = decision.g, decision.seat, move, better, said.with_
        self.board: Board = self.g.board
        self.dice = [die.value for die in self.g.dice]
        self.mine = self.dice[self.g.turn]
        names = {str(area_of(area, self.board.players)): area for area in self.board.colours}
        self.area = names.get(str(self.words.get("area")), -1)
        self.rival = self.words["rival"].seat if isinstance(self.words.get("rival"), Chair) else -1
        self.send = self.sent(move) if isinstance(move, Attack | Send | Strike) else None

    def sent(self, move: Any) -> Any:
        return sent(self.g, self.seat, move)

    def told_dice(self) -> list[int]:
        """The colours of the dice that are named with what they show."""
        return [
            colour for colour in self.board.colours
            if str(die_named(colour, self.dice[colour])) in given(self.words["dice"])
        ]  # fmt: skip

    def whom(self) -> bool:
        """Whether those are named whose dice are higher."""
        quiet = self.g.options.dummies == "none"
        higher = [
            colour for colour in self.board.colours
            if self.dice[colour] > self.mine and not (quiet and self.board.is_dummy(colour))
        ]  # fmt: skip
        return given(self.words["whom"]) == [str(who(colour, self.board.players)) for colour in higher] != []

    def there(self, board: Board | None = None) -> int:
        """Own pawns in the area that is named."""
        return (board or self.board).areas[self.area][self.seat]

    def after(self, move: Any) -> Board:
        board: Board = self.g.copy().board
        if isinstance(move, Send | Strike):
            carry_out(board, self.sent(move))
        return board

    def after_sent(self) -> Board:
        """The board after the group has gone that a move leads to."""
        board: Board = self.g.copy().board
        carry_out(board, self.send)
        return board

    def both(self, number: Callable[[Board], int]) -> tuple[int, int]:
        """A number on the board after the move, and after the better one."""
        return number(self.after(self.move)), number(self.after(self.better))

    def is_sent_there(self, pawns_there: int) -> bool:
        return self.send.area == self.area and str(self.words["pawns"]) == str(pawns(pawns_there))

    def others(self, board: Board, area: int) -> int:
        return sum(board.areas[area]) - board.areas[area][self.seat]

    def may_do(self, deed: Any) -> bool:
        """Whether an attack with these words is allowed by the dice as they are."""
        g = self.g
        if g.question.__struct_config__.tag == "throwing":
            g = play(g, "keep")
            g = play(g, "attack_first") if "attack_first" in choices(g) else g
        targets = [choice for choice in choices(g) if choice.startswith("attack")] if g.question else []
        attacks = [move for each in targets for move in play(g, each).question.moves(play(g, each), self.seat)]
        sends = [sent(g, self.seat, move) for move in [*attacks, *g.question.moves(g, self.seat)]
                 if isinstance(move, Send)]  # fmt: skip
        return str(deed) in {str(send.deed()) for send in sends}


TRUE: dict[str, Callable[[Claim], bool]] = {
    "With these dice you win now": lambda c: c.may_do(c.words["deed"]),
    "These dice let you do this: ": lambda c: c.may_do(c.words["deed"]),
    "No other throw promises more": lambda c: c.may_do(c.words["deed"]),
    "Against your {value}, no die": lambda c: c.mine == c.words["value"],
    "Your die shows": lambda c: c.mine == c.words["value"] and c.seat in c.move.dice
    and sum(value < c.mine for value in c.dice) == c.words["number"] and len(c.dice) - 1 == c.words["all"],
    "Not lower than": lambda c: c.mine == c.words["value"] and {*c.told_dice()} == {*c.move.dice} - {c.seat}
    and all(c.dice[colour] >= c.mine for colour in c.told_dice()),
    "With your {value} you cannot": lambda c: not c.may_do("") and c.mine == c.words["value"],
    "Against your {value}, these": lambda c: c.mine == c.words["value"] and {*c.told_dice()} <= {*c.move.dice},
    "You still have all": lambda c: c.whom(),
    "After these counterattacks": lambda c: c.whom(),
    "This gathers all nine": lambda c: c.send.area == c.area and c.there() + c.send.pawns == 9,
    "You then have {pawns}": lambda c: c.is_sent_there(c.there() + c.send.pawns) and c.area != c.seat
    and c.there() + c.send.pawns in (7, 8),
    "This breaks up": lambda c: c.is_sent_there(c.board.areas[c.area][c.rival]) and c.rival in c.send.struck,
    "This takes places": lambda c: c.is_sent_there(c.board.areas[c.area][c.rival]) and c.send.moves > 0,
    "This gathers your pawns": lambda c: c.is_sent_there(c.there() + c.send.pawns) and c.there() > 0,
    "This brings {pawns} inside": lambda c: c.is_sent_there(c.send.pawns) and c.send.origin is None,
    "This takes pawns out of the game": lambda c: min(c.send.struck) >= c.board.players,
    "{rival} then has": lambda c: str(pawns(c.after_sent().outside[c.rival])) == str(c.words["pawns"]),
    "This takes {pawns} from home": lambda c: c.is_sent_there(c.send.pawns) and c.send.origin == c.seat,
    "Fewer pawns of others": lambda c: c.send.area == c.area
    and c.others(c.board, c.area) - c.send.strikes == c.words["number"] < c.words["more"]
    == c.others(c.board, c.send.origin),
    "Even the best attack": lambda c: c.move.__struct_config__.tag in ("stop", "decline"),
    # What another move lacks.
    "With these dice no attack": lambda c: c.move.__struct_config__.tag == "keep",
    "You would give up": lambda c: isinstance(c.move, Rethrow) and c.may_do(c.words["deed"]),
    "You can attack these": lambda c: {*c.told_dice()} <= {*c.move.dice}
    and all(c.dice[colour] < c.mine for colour in c.told_dice()),
    "These may become higher": lambda c: c.mine == c.words["value"] < 6 and {*c.told_dice()} <= {*c.move.dice}
    and all(c.dice[colour] <= c.mine for colour in c.told_dice()),
    "These would stay": lambda c: {*c.told_dice()} == {*c.better.dice} - {*c.move.dice},
    "These may counterattack before": lambda c: c.whom(),
    "These may then strike": lambda c: c.whom(),
    "At best it brings this": lambda c: c.may_do(c.words["deed"]),
    "You would leave this undone": lambda c: c.may_do(c.words["deed"]),
    "Most of your pawns": lambda c: c.both(lambda board: max(board.abroad(c.seat)))
    == (c.words["number"], c.words["more"]) and c.words["number"] < c.words["more"],
    "{rival} has {pawns}": lambda c: str(pawns(c.after(c.move).areas[c.area][c.rival])) == str(c.words["pawns"]),
    "Your pawns away from home": lambda c: c.both(lambda board: sum(board.abroad(c.seat)))
    == (c.words["number"], c.words["more"]) and c.words["number"] < c.words["more"],
    "Your pawns outside": lambda c: c.both(lambda board: board.outside[c.seat])
    == (c.words["number"], c.words["fewer"]) and c.words["number"] > c.words["fewer"],
    "Pawns of {rival} outside": lambda c: c.both(lambda board: board.outside[c.rival])
    == (c.words["number"], c.words["more"]) and c.words["number"] < c.words["more"],
    "Pawns of others in": lambda c: c.move.area == c.area and c.words["fewer"] < c.words["number"]
    == c.others(c.after(c.move), c.area),
}  # fmt: skip


def is_true(decision: Decision, move: Any, better: Any, said: Text) -> bool:
    """Whether the sentence is true of the table as it is."""
    return bool(claim_of(said, TRUE)(Claim(decision, move, better, said)))


@pytest.mark.parametrize("what", ["reason", "lacks"])
def test_what_is_said_is_true(what: str) -> None:
    told = 0
    for decision, move, better, said in everything_said(GAME.key, what):
        assert is_true(decision, move, better, said), (str(said), better, move, decision.g)
        told += 1
    assert told > 100


def test_a_good_move_hardly_ever_lacks_a_reason() -> None:
    said = [each.reason(each.answers[0]) for each in decisions(GAME.key) if len(each.answers) > 1]
    assert len(said) > 100 and said.count(None) < 0.05 * len(said)
