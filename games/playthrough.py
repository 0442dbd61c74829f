"""A game played step by step, by bots or from a terminal, and its printed form.

The tests, the fuzzer and the golden files all use such a record.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from games.bot import careful
from games.dealer import Chance, Dealer, Line
from games.engine import EndlessGame, Game, Move, Seat, State, begin, free, play
from games.frame import Frame, Heard, frame

MOST_STEPS: Final = 5000
"""No game among careful players is as long as this."""
ONE_FREE_MOVE_IN: Final = 8
"""How often somebody makes a free move before the question is answered."""


class Step(Struct, frozen=True):
    """One move: what was drawn and said because of it, and the state it led to."""

    seat: Seat
    move: Move
    drawn: list[Any]
    lines: list[Line]
    after: State


class Attempt(Struct, frozen=True):
    """A move that failed, with what was drawn for it until then."""

    seat: Seat
    move: Move
    drawn: list[Any]


class Playthrough:
    """One game from its beginning up to now."""

    def __init__(self, game: Game, seats: int, options: Struct, chance: Chance, position: State | None = None) -> None:
        """`position`: where the game begins, if not with a deal."""
        dealer = Dealer(chance)
        self.game = game
        self.seats = seats
        self.options = options
        self.start: State = begin(game, seats, options, dealer) if position is None else position
        self.drawn = dealer.drawn
        self.lines = dealer.lines
        self.steps: list[Step] = []
        self.failed: Attempt | None = None
        self._said = [*dealer.lines]
        self._chance = chance

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.steps[-1].after if self.steps else self.start

    def heard_by(self, you: Seat | None) -> list[Line]:
        """Everything that reached this viewer, from the beginning on."""
        return [line for line in self._said if line.reaches(you)]

    def play(self, seat: Seat, move: Move) -> Step:
        """Carries out a move. Raises NotAsked or IllegalMove, and then nothing has happened."""
        dealer = Dealer(self._chance, seq=len(self.steps) + 1)
        self.failed = Attempt(seat, move, dealer.drawn)
        after = play(self.game, self.state, seat, move, dealer)
        self.failed = None
        self.steps.append(Step(seat, move, dealer.drawn, dealer.lines, after))
        self._said += dealer.lines
        return self.steps[-1]

    def play_carefully(self) -> Step:
        """Lets one of the asked seats answer like a careful bot."""
        asked = self.state.question.seats
        seat = asked[self._chance.below(len(asked), "bot")]
        move = careful(self.game, self.state, seat, self.heard_by(seat), self._chance)
        return self.play(seat, move)

    def play_freely(self) -> Step | None:
        """Now and then lets somebody make a free move."""
        wishes = [(seat, move) for seat in range(self.seats) for move in free(self.game, self.state, seat)]
        if not wishes or self._chance.below(ONE_FREE_MOVE_IN, "free"):
            return None
        return self.play(*wishes[self._chance.below(len(wishes), "free")])

    def to_the_end(self) -> Iterator[Step]:
        """Lets careful bots play until the game is over. Raises EndlessGame if it never is."""
        while self.state.question is not None:
            if len(self.steps) == MOST_STEPS:
                raise EndlessGame(f"{self.game.key} for {self.seats} is not over after {MOST_STEPS} steps")
            yield self.play_freely() or self.play_carefully()


def variants(game: Game) -> Iterator[Any]:
    """The default options, then these with one of them changed: to each of its words, or to its minimum and maximum."""
    yield game.Options()
    for name, schema in msgspec.json.schema(game.Options)["$defs"]["Options"]["properties"].items():
        for value in schema.get("enum", [schema.get("minimum"), schema.get("maximum")]):
            yield msgspec.convert({name: value}, game.Options)


def viewers(seats: int) -> list[Seat | None]:
    """Every seat, and an onlooker."""
    return [*range(seats), None]


def printed(playthrough: Playthrough) -> Iterator[str]:
    """The whole game, line by line: each move, what it changed, and what each viewer is sent."""
    game, seats, before = playthrough.game, playthrough.seats, playthrough.start
    yield f"{game.title} for {seats}, version {game.version}, {_json(playthrough.options)}"
    yield f"drawn: {_json(playthrough.drawn)}"
    yield f"state: {_json(before)}"
    yield from shown(game, before, seats, playthrough.lines)
    for number, step in enumerate(playthrough.steps, 1):
        yield ""
        yield f"{number}. seat {step.seat}: {step.move}   {_json(step.move)}"
        if step.drawn:
            yield f"drawn: {_json(step.drawn)}"
        yield f"state: {_json(_changed(before, step.after))}"
        yield from shown(game, step.after, seats, step.lines)
        before = step.after


def _changed(before: Struct, after: Struct) -> dict[str, Any]:
    was = asdict(before)
    return {name: value for name, value in asdict(after).items() if value != was[name]}


def shown(game: Game, g: State, seats: int, lines: Sequence[Line]) -> Iterator[str]:
    """What every viewer is sent of a state, line by line; the same for all only once. What spectators see is not
    repeated for seats that see more."""
    frames = [(_name(you), frame(game, g, you, 0, lines)) for you in viewers(seats)]
    watched = frames[-1][1].view
    yield from _by_viewer("hears", [(who, in_words(sent.lines)) for who, sent in frames])
    yield from _by_viewer("sees", [(who, _json(_changed(watched, sent.view) or watched)) for who, sent in frames])
    yield from _by_viewer("asked", [(who, in_short(sent)) for who, sent in frames])


def _name(you: Seat | None) -> str:
    return "onlookers" if you is None else f"seat {you}"


def _by_viewer(what: str, texts: list[tuple[str, str]]) -> Iterator[str]:
    grouped: dict[str, list[str]] = {}
    for who, text in texts:
        grouped.setdefault(text, []).append(who)
    for text, who_all in grouped.items():
        if text:
            yield f"  {what}, {'everybody' if len(grouped) == 1 else ', '.join(who_all)}: {text}"


def in_words(lines: list[Heard]) -> str:
    """The lines as text, with ~ before those that fade."""
    return " / ".join(f"{'~' if line.fades else ''}{line.text}" for line in lines)


def in_short(sent: Frame) -> str:
    """The question of a frame, with the answers in brackets."""
    answers = [f"[{choice.label}]" for choice in sent.choices + sent.free]
    if sent.pick:
        answers.append(f"[{sent.pick.do} {sent.pick.least}-{sent.pick.most} of {sent.pick.among}]")
    if sent.outcome:
        answers.append(f"(won by {sent.outcome.winners}, scores {sent.outcome.scores})")
    return " ".join([str(sent.prompt), *answers])


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
