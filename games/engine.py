"""The engine that every game runs on: here it plays one.

>>> from games.bot import Seeded, careful
>>> from games.dealer import Dealer
>>> from games.tcnccc import GAME
>>> chance = Seeded("an evening")
>>> g = begin(GAME, 2, GAME.Options(), Dealer(chance))
>>> while g.question is not None:
...     seat = g.question.seats[0]
...     move = careful(GAME, g, seat, [], chance)
...     g = play(GAME, g, seat, move, Dealer(chance))
>>> print(GAME.outcome(g).why)
seat 1 has four different colours and wins.

A game is data and questions. Its state is plain data with an agenda: the questions still to be answered, the
pending one first. A question is one sentence of the rules: who is asked, what may be answered, and what the
answer does.

Two rules hold here:
* From outside, a game is a pure function: play(game, state, seat, move, dealer) returns the next state and
  leaves the old one alone. Inside, the rules change the draft they are given.
* Whether a move is legal is checked once, in play(): it is among the question's moves, fits its pick, is allowed by
  it otherwise, or is a free move.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.box import NO_BOX, Box
from games.credit import Credit
from games.dealer import Chance, Dealer, Line
from games.notation import NO_NOTATION, Notation
from games.questions import Ask, AskAll, Move, Pick, Question, State
from games.scores import points
from games.strategy import Strategy
from games.text import Argument, Chair, Seat, Text, say

__all__ = [
    "Argument",
    "Ask",
    "AskAll",
    "Box",
    "Chair",
    "Credit",
    "EndlessGame",
    "Game",
    "IllegalMove",
    "Move",
    "NotAsked",
    "Outcome",
    "Pick",
    "Question",
    "Seat",
    "State",
    "Text",
    "advance",
    "any_of",
    "begin",
    "best_of",
    "free",
    "is_answer",
    "lapsed",
    "moves",
    "pick",
    "play",
    "say",
    "withdraw",
]


class IllegalMove(ValueError):
    """A move that the rules do not allow here."""

    def __init__(self, why: Text) -> None:
        """`why`: for its player, what was wrong and what is expected. It never names the move: that may be made up."""
        super().__init__(str(why))
        self.why = why


class NotAsked(IllegalMove):
    """A move from a seat that has nothing to answer now."""


class EndlessGame(RuntimeError):
    """A bug in the game: turn after turn asks nobody anything."""


class Outcome(Struct, frozen=True):
    """How a game ended: who won, what each seat has, and why in a sentence."""

    winners: tuple[Seat, ...]
    """The winning seats; none if a team lost, or all agreed to end the game."""
    scores: tuple[int, ...]
    """Each seat's score."""
    why: Text
    """The reason, in a sentence."""
    team: int | None = None
    """The team's score; null for other games, and if the team failed."""


# Inside Game, the names Move and State are those of its fields.
Moves: TypeAlias = Callable[[Any, Seat], Sequence[Move]]
Bot: TypeAlias = Callable[[Any, Seat, Sequence[Line], Chance], Move]


def _none(*_: Any) -> tuple[()]:
    return ()


def _never(options: Any) -> bool:
    return False


def _no_free_moves(g: Any, seat: Seat, move: Any, dealer: Dealer) -> None:
    raise NotImplementedError("this game has no free moves")


@dataclass(frozen=True)
class Game:
    """One game: its names, its types, its functions."""

    key: str
    title: str
    credit: Credit
    seats: range
    Options: type[Struct]
    State: type[State]
    Move: Any
    """The union of its moves, for decoding."""
    setup: Callable[[int, Any, Dealer], Any]
    """(seats, options, dealer): the state before the first question."""
    next_turn: Callable[[Any, Dealer], None]
    """Called when the agenda is empty: puts the next turn on it."""
    outcome: Callable[[Any], Outcome | None]
    """None while the game goes on. The first outcome ends it, whatever is still on the agenda."""
    view: Callable[[Any, Seat | None], Struct]
    """What this seat, or a spectator, can see."""
    scramble: Callable[[Any, Seat | None, Chance], Any]
    """Another state that this viewer cannot tell from the given one."""
    extremes: Callable[[Any, Seat | None], Iterable[Any]] = _none
    """More such states, as extreme as possible."""
    anew: Callable[[Sequence[Any], Seat, Chance], Any] | None = None
    """(moments, seat, chance): the table after the last of these moments, with everything dealt anew that this seat
    cannot know even with a perfect memory; None: such a memory knows everything."""
    careful: Bot | None = None
    """A sensible move, from a scrambled state and what the seat has heard; None: any move."""
    strategy: Strategy | None = None
    """The strategy of strong bots; None: they play like medium ones."""
    free_moves: Moves = _none
    """Moves that a seat may make at any time; never also an answer to a question."""
    play_free: Callable[[Any, Seat, Any, Dealer], None] = _no_free_moves
    secrets: Callable[[Any], Sequence[Text]] = _none
    """Sentences that tell everything hidden from somebody at this moment. They are in no frame, only in replays of
    finished games."""
    is_team: Callable[[Any], bool] = _never
    """Whether with these options the seats are one team: it may not chat during the game, and its best scores are
    kept."""
    has: Callable[[int], Text] = points
    """The meaning of a seat's final score, in words: "Coins left: 2"."""
    fewest_first: bool = False
    """Whether lower scores are better."""
    notation: Notation = NO_NOTATION
    """How its positions are written."""
    box: Box = NO_BOX
    version: int = 1
    """Increases whenever an old log would play out differently."""

    @property
    def rules(self) -> str:
        """The name of these rules in logs: "tcnccc@1"."""
        return f"{self.key}@{self.version}"

    @property
    def players(self) -> str:
        """How many may play: "2 to 6", "2 or 4"."""
        if self.seats.step == 1:
            return f"{self.seats[0]} to {self.seats[-1]}"
        return " or ".join(map(str, self.seats))


G = TypeVar("G", bound=State)
T = TypeVar("T")

# A game that goes through this many turns without asking anything will never ask again.
TURNS_WITHOUT_A_QUESTION = 1000


def begin(game: Game, seats: int, options: Struct, dealer: Dealer, asked_so_far: int = 0) -> Any:
    """The first state, with its first question. `asked_so_far`: the number of the room's last question."""
    if seats not in game.seats:
        raise ValueError(f"{game.title} is for {game.players} players, not {seats}")
    g = game.setup(seats, options, dealer)
    g.agenda = [replace(question, number=question.number + asked_so_far) for question in g.agenda]
    g.asked_so_far += asked_so_far
    _settle(game, g, dealer)
    return g


def play(game: Game, g: G, seat: Seat, move: Move, dealer: Dealer) -> G:
    """The state after a seat's move: the only way a move enters a game. Raises NotAsked or IllegalMove."""
    _check(game, g, seat, move)
    after = g.copy()
    advance(game, after, seat, move, dealer)
    return after


def advance(game: Game, g: State, seat: Seat, move: Move, dealer: Dealer) -> None:
    """play() without its check and its copy: changes g, trusts its caller."""
    if move in game.free_moves(g, seat):
        game.play_free(g, seat, move, dealer)
    else:
        _answer(g, seat, move, dealer)
    _settle(game, g, dealer)


def withdraw(g: State, seat: Seat) -> None:
    """Takes back the seat's answer to the pending question, which others have yet to answer: changes g."""
    question = g.question
    answers = {other: move for other, move in question.answers.items() if other != seat}
    g.agenda[0] = replace(question, answers=answers)


def moves(game: Game, g: State, seat: Seat) -> Sequence[Move]:
    """The listed answers of a seat; none when it is not asked."""
    question = _asked(g, seat)
    return () if question is None else question.moves(g, seat)


def pick(game: Game, g: State, seat: Seat) -> Pick | None:
    """The described answers of a seat; None when it is not asked."""
    question = _asked(g, seat)
    return None if question is None else question.pick(g, seat)


def is_answer(game: Game, g: State, seat: Seat, move: Move) -> bool:
    """Whether this is an answer of the seat: listed, described, or allowed otherwise; False when it is not asked."""
    question = _asked(g, seat)
    if question is None:
        return False
    described = question.pick(g, seat)
    listed = move in question.moves(g, seat) or (described is not None and described.fits(move))
    return listed or question.allows(g, seat, move)


def lapsed(game: Game, g: State, seat: Seat, chance: Chance) -> Move:
    """The answer of an asked seat whose time has run out."""
    answer: Move = g.question.lapsed(g, seat, chance)
    return answer


def any_of(answers: Sequence[T], chance: Chance) -> T:
    """A random one of them, for a seat whose time has run out."""
    return answers[chance.below(len(answers), "lapsed")]


def best_of(answers: Sequence[T], worth: Callable[[T], Any], chance: Chance) -> T:
    """One of the best, for a bot: among equals by luck, so that it does not play the same game for the same deal."""
    worths = [worth(answer) for answer in answers]
    most = max(worths)
    best = [answer for answer, its_worth in zip(answers, worths, strict=True) if its_worth == most]
    return best[chance.below(len(best), "bot")]


def free(game: Game, g: State, seat: Seat) -> Sequence[Move]:
    """The free moves of a seat; none once the game is over."""
    return game.free_moves(g, seat) if g.agenda else ()


def _asked(g: State, seat: Seat) -> Question | None:
    """The question this seat is asked, if any."""
    question: Question | None = g.question
    return question if question is not None and seat in question.seats else None


def _check(game: Game, g: State, seat: Seat, move: Move) -> None:
    if is_answer(game, g, seat, move) or move in free(game, g, seat):
        return
    if not g.agenda:
        raise NotAsked(say("The game is over."))
    if _asked(g, seat) is None:
        raise NotAsked(say("It is not your turn."))
    raise IllegalMove(
        say("That is not one of your choices now. The question is: {question}", question=_expected(g, seat))
    )


def _expected(g: State, seat: Seat) -> Text:
    expected: Text = g.question.for_the_asked()
    return expected


def _answer(g: State, seat: Seat, move: Move, dealer: Dealer) -> None:
    question = g.agenda[0]
    if isinstance(question, AskAll):
        g.agenda[0] = replace(question, answers={**question.answers, seat: move})
    else:
        g.agenda.pop(0)
        question.play(g, move, dealer)


def _settle(game: Game, g: State, dealer: Dealer) -> None:
    for _ in range(TURNS_WITHOUT_A_QUESTION):
        _find_a_question(g, dealer)
        if game.outcome(g) is not None:
            g.agenda.clear()
            return
        if g.agenda:
            return
        game.next_turn(g, dealer)
    raise EndlessGame(f"{game.key}: {TURNS_WITHOUT_A_QUESTION} turns without a question")


def _find_a_question(g: State, dealer: Dealer) -> None:
    while g.agenda:
        question = g.agenda[0]
        able = [seat for seat in question.seats if question.can_be_answered(g, seat)]
        if able:
            g.agenda[0] = _asking_only(question, able)
            return
        g.agenda.pop(0)
        if isinstance(question, AskAll) and question.answers:
            question.play_all(g, {seat: question.answers[seat] for seat in sorted(question.answers)}, dealer)


def _asking_only(question: Any, able: list[Seat]) -> Any:
    if len(able) == len(question.seats):
        return question
    return replace(question, asked=tuple(s for s in question.asked if s in able or s in question.answers))
