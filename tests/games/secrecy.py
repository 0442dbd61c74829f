"""Two searches for leaks, in any game.

The blindfold: a state that a viewer cannot tell from the real one must give them the same bytes, and the same refusals
for whatever they try. The memory search: states reached in different ways with equal public knowledge must give whoever
reconnects the same bytes, and the log of how they were reached may name only public things.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from games import engine
from games.bot import Seeded, anything
from games.dealer import Chance, Dealer, Line, Scripted
from games.engine import Game, IllegalMove, Move, Seat, State
from games.frame import Moment
from games.playthrough import Playthrough, viewers
from games.text import in_english
from tests.games.knowledge import OPEN_FACTS, OPEN_WORDS, TOLD_TO_ITS_PLAYER_ALONE

# Frames list the legal moves. These few are tried for the texts of their refusals.
TRIED_OF_EACH_KIND = 6


def as_sent(game: Game, g: State, you: Seat | None, lines: Sequence[Line] = ()) -> bytes:
    """A viewer's frame as sent: the shared part was written for a spectator before."""
    moment = Moment(game, g, 0, lines)
    moment.written(None)
    return moment.written(you)


def legal(game: Game, g: State, seat: Seat) -> list[Move]:
    """All listed moves of a seat."""
    return [*engine.moves(game, g, seat), *engine.free(game, g, seat)]


class Blindfold:
    """Compares a state with others that a viewer cannot tell from it; counts the comparisons."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game = game
        self.compared = 0
        self._chance = chance
        self._tried: list[Move] = []

    def leaks(self, g: State, seats: int) -> list[str]:
        """Everything that anyone can tell but should not."""
        self._remember_moves(g, seats)
        return [leak for you in viewers(seats) for leak in self._leaks_to(g, you)]

    def _leaks_to(self, g: State, you: Seat | None) -> Iterator[str]:
        sent, refused = as_sent(self.game, g, you), self._refusals(g, you)
        heard = self._heard_of_moves(g, you)
        for other in self._redeals(g, you):
            self.compared += 1
            if as_sent(self.game, other, you) != sent:
                yield f"{you} is sent {sent!r}, from {other}: {as_sent(self.game, other, you)!r}"
            if self._refusals(other, you) != refused:
                yield f"{you} is refused {refused}, from {other}: {self._refusals(other, you)}"
            if self._heard_of_moves(other, you) != heard:
                yield f"{you} hears {heard}, from {other}: {self._heard_of_moves(other, you)}"

    def _redeals(self, g: State, you: Seat | None) -> Iterator[State]:
        yield self.game.scramble(g, you, self._chance)
        yield from self.game.extremes(g, you)

    def _remember_moves(self, g: State, seats: int) -> None:
        for seat in range(seats):
            for move in legal(self.game, g, seat):
                alike = [tried for tried in self._tried if type(tried) is type(move)]
                if move not in alike and len(alike) < TRIED_OF_EACH_KIND:
                    self._tried.append(move)

    def _refusals(self, g: State, you: Seat | None) -> list[str]:
        if you is None:
            return []
        listed = legal(self.game, g, you)
        return ["legal" if move in listed else self._answer_to(g, you, move) for move in self._tried]

    def _heard_of_moves(self, g: State, you: Seat | None) -> list[bytes]:
        """The lines that this viewer gets of any possible move, except those for them alone; at the end everything is
        revealed."""
        if self.game.key not in TOLD_TO_ITS_PLAYER_ALONE or g.question is None:
            return []
        seat = g.question.seats[0]
        return [self._heard(g, seat, move, you) for move in legal(self.game, g, seat)]

    def _heard(self, g: State, seat: Seat, move: Move, you: Seat | None) -> bytes:
        dealer = Dealer(Seeded("heard"))
        after = engine.play(self.game, g, seat, move, dealer)
        if after.question is None:
            return b""
        is_their_own = TOLD_TO_ITS_PLAYER_ALONE[self.game.key]
        heard = [line for line in dealer.lines if line.reaches(you) and not is_their_own(after, line, you)]
        return msgspec.json.encode(heard)

    def _answer_to(self, g: State, you: Seat, move: Move) -> str:
        try:
            engine.play(self.game, g, you, move, Scripted([]))
        except IllegalMove as refusal:
            return f"{type(refusal).__name__}: {refusal}"
        return "accepted"


class Way:
    """A few moves from some state: their kinds, and the log lines of the last one."""

    def __init__(self, after: State) -> None:
        self.after = after
        self.moves: tuple[str, ...] = ()
        self.written: list[Line] = []


class Memory:
    """Plays on from a state in many ways and compares resulting states with equal public knowledge."""

    def __init__(self, game: Game, chance: Chance, ways: int = 8, steps: int = 3) -> None:
        self.game = game
        self.compared = 0
        self._chance = chance
        self._ways = ways
        self._steps = steps

    def leaks(self, g: State, seats: int) -> list[str]:
        """Everything that depends on more than public knowledge."""
        known: dict[Any, bytes] = {}
        found: list[str] = []
        for way in self._ways_on(g, seats):
            moment = Moment(self.game, way.after, 0, [])
            for you in [None, *range(seats)]:  # a spectator's frame first
                sent = moment.written(you)
                facts = you, OPEN_FACTS[self.game.key](way.after, you)
                log = msgspec.json.encode([line for line in way.written if line.reaches(you)])
                # A frame also has the number of its question, which may tell how much was asked, but nothing else.
                found += self._same(known, (facts, way.after.asked_so_far), sent)
                found += self._same(known, (facts, way.moves), sent)
                found += self._same(known, (facts, *self._what_happened(way, you)), log)
        return found

    def _ways_on(self, g: State, seats: int) -> Iterator[Way]:
        for number in range(self._ways):
            # From here, and from states with equal public knowledge, so that more of them meet.
            way = Way(self.game.scramble(g, None, self._chance) if number % 2 else g.copy())
            while way.after.question is not None and len(way.moves) < self._steps:
                self._go_on(way, seats)
                yield way

    def _go_on(self, way: Way, seats: int) -> None:
        dealer = Dealer(self._chance)
        seat, move = self._something(way.after, seats)
        engine.advance(self.game, way.after, seat, move, dealer)
        way.moves += (type(move).__name__,)
        way.written = [line for line in dealer.lines if not line.fades]

    def _something(self, g: State, seats: int) -> tuple[Seat, Move]:
        """A move of somebody, asked or not."""
        free = [(seat, move) for seat in range(seats) for move in engine.free(self.game, g, seat)]
        if free and self._chance.below(3, "free") == 0:
            return free[self._chance.below(len(free), "free")]
        seat: Seat = g.question.seats[0]
        return seat, anything(self.game, g, seat, self._chance)

    def _what_happened(self, way: Way, you: Seat | None) -> tuple[Any, ...]:
        # The log may say that something happened; details only if public at the time.
        return way.moves, tuple(self._said(line) for line in way.written if line.reaches(you))

    def _said(self, line: Line) -> tuple[Any, ...]:
        words = OPEN_WORDS.get(self.game.key, set()) & line.text.with_.keys()
        return line.text.text, *(in_english(line.text.with_[word]) for word in sorted(words))

    def _same(self, known: dict[Any, bytes], key: Any, now: bytes) -> Iterator[str]:
        before = known.setdefault(key, now)
        self.compared += before is not now
        if before != now:
            yield f"with the same lying open: {before!r} and {now!r}"


def first_leak(game: Game, seats: int, games: int, every: int = 1) -> str | None:
    """The first leak found along careful games; `every`: the number of steps between inspected states."""
    for number in range(games):
        chance = Seeded(f"hunt/{seats}/{number}")
        playthrough = Playthrough(game, seats, game.Options(), chance)
        blindfold, memory = Blindfold(game, chance), Memory(game, chance)
        for step in playthrough.to_the_end():
            if len(playthrough.steps) % every == 0:
                for leak in blindfold.leaks(step.after, seats) + memory.leaks(step.after, seats):
                    return f"game {number + 1}, step {len(playthrough.steps)}: {leak}"
    return None
