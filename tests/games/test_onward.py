"""Playing on from a moment of a finished game: it preserves what a seat knew then, and uses nothing else."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec
import pytest
from msgspec import Raw
from msgspec.structs import replace

from games import GAMES
from games.bot import Seeded, careful
from games.color_gin.evaluator import cards_in
from games.color_gin.inference import known
from games.dealer import Dealer
from games.engine import AskAll, Game, State, play
from games.onward import dealt_anew
from games.playthrough import Playthrough
from games.record import Made, Moment, Record, TakenBack, moments
from tests.games.played import TABLES, at_every_table, sample, with_options
from tests.games.secrecy import as_sent
from tests.support.effort import amount

EVERY = amount(80, 5)
"""The interval between tested moments of each game."""
MOST: Final = 40
"""Moments of a long game: later ones take longer."""


def past_of(playthrough: Playthrough) -> list[Moment]:
    """All moments of the game."""
    numbered = enumerate(playthrough.steps, 2)
    made = [Made(number, step.seat, Raw(msgspec.json.encode(step.move)), step.drawn) for number, step in numbered]
    options, game = Raw(msgspec.json.encode(playthrough.options)), playthrough.game
    record = Record(game.rules, options, playthrough.seats, 1, 0, playthrough.drawn, made)
    return [*moments(game, record)]


def counting(compare: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    def compared(one: int, other: int) -> bool:
        Compared.times += 1
        return compare(one, other)

    return compared


class Compared(int):
    """An event's number that counts how often it was compared."""

    times = 0
    __lt__, __le__, __gt__, __ge__ = map(counting, (int.__lt__, int.__le__, int.__gt__, int.__ge__))


def test_moves_taken_back_over_and_over_are_found_in_one_pass() -> None:
    steps: list[Made | TakenBack] = []
    for seq in range(2, 1_602, 4):
        steps += [Made(Compared(each), 0, Raw(b"{}"), []) for each in (seq, seq + 1)]
        steps += [TakenBack(Compared(seq + 2), 0, Compared(seq + 1)), Made(Compared(seq + 3), 1, Raw(b"{}"), [])]
    steps.append(TakenBack(Compared(1_602), 1, Compared(1_598)))
    Compared.times = 0
    undone = Record("beads@1", Raw(b"{}"), 2, 1, 0, [], steps).undone()
    assert undone == {*range(3, 1_602, 4), 1_598, 1_601}
    assert Compared.times < 4 * len(steps)


@cache
def whole_pasts(key: str, seats: int) -> list[list[Moment]]:
    """The moments of games with every option, made once."""
    return [past_of(playthrough) for playthrough in [sample(key, seats)[0], *with_options(key, seats)]]


def pasts(game: Game, seats: int) -> Iterator[list[Moment]]:
    """Those games, up to some of their moments."""
    for number, past in enumerate(whole_pasts(game.key, seats)):
        every = max(EVERY, len(past) // MOST)
        for last in range(1 + number % every, len(past) - 1, every):
            yield past[:last]


def known_to(game: Game, past: Sequence[Moment], seat: int) -> list[Moment]:
    """The same moments as far as the seat sees and hears; everything else is different."""
    chance, lines = Seeded("another"), past[-1].heard_by(seat)
    return [Moment(at.seq, game.scramble(at.state, seat, chance), lines, len(at.heard_by(seat))) for at in past]


def without_answers(g: State, seat: int) -> State:
    """The state without others' secret answers."""
    other = g.copy()
    if isinstance(other.question, AskAll):
        own = {who: move for who, move in other.question.answers.items() if who == seat}
        other.agenda[0] = replace(other.question, answers=own)
    return other


WITH_MORE_THAN_MEMORY = [table for table in TABLES if table.values[0].anew is not None]


@at_every_table
def test_the_seat_sees_what_it_saw(game: Game, seats: int) -> None:
    for past in pasts(game, seats):
        for seat in range(seats):
            g = dealt_anew(game, past, seat, Seeded("new"))
            assert as_sent(game, g, seat) == as_sent(game, without_answers(past[-1].state, seat), seat)


@pytest.mark.parametrize(("game", "seats"), WITH_MORE_THAN_MEMORY)
def test_what_the_seat_could_not_know_is_never_looked_at(game: Game, seats: int) -> None:
    for past in pasts(game, seats):
        for seat in range(seats):
            dealt = dealt_anew(game, past, seat, Seeded("new"))
            assert dealt_anew(game, known_to(game, past, seat), seat, Seeded("new")) == dealt


@pytest.mark.parametrize(("game", "seats"), WITH_MORE_THAN_MEMORY)
def test_what_the_seat_could_not_know_is_dealt_anew(game: Game, seats: int) -> None:
    past = next(pasts(game, seats))
    assert len({msgspec.json.encode(dealt_anew(game, past, 0, Seeded(str(n)))) for n in range(5)}) > 1


@at_every_table
def test_it_can_be_played_to_the_end(game: Game, seats: int) -> None:
    for number, past in islice(enumerate(pasts(game, seats)), 0, None, 5):
        g, chance = dealt_anew(game, past, number % seats, Seeded("new")), Seeded("on")
        heard = past[-1].lines[: past[-1].said]
        while g.question is not None:
            seat, dealer = g.question.seats[0], Dealer(chance)
            reached = [line for line in heard if line.only_for is None]
            g = play(game, g, seat, careful(game, g, seat, reached, chance), dealer)
            heard = heard + dealer.lines
        assert game.outcome(g) is not None


def test_whoever_has_held_a_coin_of_sin_color_knows_it_wherever_it_goes() -> None:
    for past in pasts(GAMES["sin_color"], 3):
        states: list[Any] = [at.state for at in past]
        held = {coin.face for g in states for coin in g.rows[0]}
        dealt: Any = dealt_anew(GAMES["sin_color"], past, 0, Seeded("new"))
        for row, now in zip(states[-1].rows, dealt.rows, strict=True):
            assert all(coin.face not in held or other.face == coin.face for coin, other in zip(row, now, strict=True))


def test_a_tile_of_sin_color_that_lay_on_top_at_first_is_known_wherever_it_goes() -> None:
    buried = 0
    for past in pasts(GAMES["sin_color"], 3):
        first: Any = past[0].state
        g: Any = past[-1].state
        dealt: Any = dealt_anew(GAMES["sin_color"], past, 0, Seeded("new"))
        for (top, *_), now, new in zip(first.stacks, g.stacks, dealt.stacks, strict=True):
            if top in now:
                assert new.index(top) == now.index(top)
                buried += now[0] != top
    assert buried


def test_what_somebody_took_from_the_pile_of_color_gin_stays_in_their_hand() -> None:
    for past in pasts(GAMES["color_gin"], 2):
        g: Any = past[-1].state
        for seat in range(2):
            taken = known(g, seat, past[-1].heard_by(seat)).held
            dealt: Any = dealt_anew(GAMES["color_gin"], past, seat, Seeded("new"))
            assert set(cards_in(taken)) <= set(dealt.hands[1 - seat])
