"""Answers that may be given before the question: whatever is offered is an answer when the question comes, as long as
nothing has changed on which it depends; and what is offered follows from what its seat sees."""

from collections import Counter
from itertools import chain

from games import BEFOREHAND, GAMES, offers_in
from games.bot import Seeded
from games.engine import Game, State, is_answer
from tests.games.played import at_every_table, of_every_game, sample, states, with_options
from tests.support.effort import amount

MOST_STATES = amount(150, 2_000)


def tables(game: Game, seats: int) -> list[list[State]]:
    """The states of some games with all kinds of options."""
    return [[*states(each)] for each in chain(sample(game.key, seats), with_options(game.key, seats))]


def offered(game: Game, g: State, seat: int) -> dict[str, str]:
    return {offer.key: offer.fingerprint for offer in offers_in(game, g, seat)}


def asked(g: State) -> tuple[int, ...]:
    return g.question.seats if g.question else ()


@at_every_table
def test_what_is_offered_can_be_answered_when_the_question_comes_unless_its_basis_changes(
    game: Game, seats: int
) -> None:
    answered = Counter[str]()
    for course in tables(game, seats):
        kept: dict[tuple[int, str], str] = {}
        for g in course:
            for seat in range(seats):
                now = {offer.key: offer for offer in offers_in(game, g, seat)}
                for key, offer in now.items():
                    if not offer.answers(g.question) or seat not in asked(g):
                        kept[seat, key] = offer.fingerprint
                    elif kept.pop((seat, key), None) == offer.fingerprint:
                        assert is_answer(game, g, seat, offer.move), (key, g.question)
                        answered[key.partition("/")[0]] += 1
    assert answered.keys() == {offer.partition("/")[0] for offer in keys_of(game, seats)}


def keys_of(game: Game, seats: int) -> set[str]:
    """All kinds of offers that were ever made."""
    every = (g for course in tables(game, seats) for g in course)
    return {key.partition("/")[0] for g in every for seat in range(seats) for key in offered(game, g, seat)}


@at_every_table
def test_what_is_offered_and_on_what_it_depends_is_the_same_in_every_state_that_a_seat_cannot_tell_apart(
    game: Game, seats: int
) -> None:
    every = [g for course in tables(game, seats) for g in course]
    for nth, g in enumerate(every[:: 1 + len(every) // MOST_STATES]):
        for seat in range(seats):
            scrambled = game.scramble(g, seat, Seeded(f"beforehand/{nth}"))
            for other in (scrambled, *game.extremes(g, seat)):
                assert offered(game, other, seat) == offered(game, g, seat)


@of_every_game
def test_every_offer_has_a_name_of_its_own_that_fits_where_it_is_kept(game: Game) -> None:
    for course in tables(game, game.seats[-1])[:2]:
        for g in course:
            for seat in range(game.seats[-1]):
                keys = [offer.key for offer in offers_in(game, g, seat)]
                assert len(set(keys)) == len(keys)
                assert all(0 < len(key) <= 64 for key in keys)


def test_every_game_has_something_that_can_be_answered_beforehand() -> None:
    assert BEFOREHAND.keys() == GAMES.keys()


@of_every_game
def test_nothing_is_offered_when_the_game_is_over(game: Game) -> None:
    over = tables(game, game.seats[0])[0][-1]
    assert [offers_in(game, over, seat) for seat in range(game.seats[0])] == [[]] * game.seats[0]
