"""What a perfect memory could know: never wrong, never more than was sent, and never less than follows from that."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice, permutations
from typing import Any, Final, TypeAlias

import pytest

from games import GAMES, HINDSIGHT
from games.bot import Seeded
from games.dealer import Line, Scripted
from games.engine import Game, State, advance, begin
from games.knowledge import Lens, Possible
from games.playthrough import Playthrough, Step, viewers
from games.sin_color.pieces import FACES, Face
from games.sin_color.rules import Paying
from tests.games.played import TABLES, played, sample, usual, with_options
from tests.games.really import REALLY, code, color_gin, is_inside, sin_color
from tests.games.secrecy import as_sent
from tests.support.effort import LONG, amount

pytestmark = pytest.mark.timeout(amount(120, 4 * 3600))  # seconds

WITH_SECRETS: Final = [table for table in TABLES if HINDSIGHT[table.values[0].key].knowledge is not None]
at_every_table = pytest.mark.parametrize(("game", "seats"), WITH_SECRETS)
MORE_GAMES: Final = amount(0, 10_000 // len(WITH_SECRETS))
"""Beyond the samples, at each table."""
WORLDS: Final = amount(60, 2000)
"""The most worlds to try for one moment."""
TRIED: Final = amount(20, 200)
"""Moments for which all worlds are tried, of each kind."""


Renamed: TypeAlias = Callable[[Any], Any]
"""What is drawn in another world in place of something."""


def lens_of(playthrough: Playthrough, you: int | None, *undone: int) -> Lens:
    game, knowledge = playthrough.game, HINDSIGHT[playthrough.game.key].knowledge
    assert knowledge is not None
    return Lens(game, knowledge.follower(playthrough.options, playthrough.seats, you), you, undone)


def told(playthrough: Playthrough) -> Iterator[tuple[int, Any, list[Line]]]:
    """Each state, with its number and the lines since the one before."""
    yield 0, playthrough.start, playthrough.lines
    for number, step in enumerate(playthrough.steps, 1):
        yield number, step.after, step.lines


def known(playthrough: Playthrough, you: int | None) -> Iterator[tuple[int, Any, list[Possible]]]:
    """Each state, with its number and what this viewer could know then."""
    lens = lens_of(playthrough, you)
    for number, g, lines in told(playthrough):
        yield number, g, lens.after(number, g, lines)


def games_at(game: Game, seats: int) -> Iterator[Playthrough]:
    more = (played(game, seats, f"known {number}", usual(game)) for number in range(MORE_GAMES))
    return chain(sample(game.key, seats), with_options(game.key, seats), more)


EXACT: Final = {"desfases", "tcnccc"}
"""Games in which everything is shown once, so that a perfect memory knows all of it."""


def name(game: Game, place: Possible) -> str:
    where = str(place.where)
    return where.partition(",")[0] if where.startswith("On ") and game.key == "desfases" else where


@at_every_table
def test_the_truth_is_inside_and_no_hidden_place_is_forgotten(game: Game, seats: int) -> None:
    for nth, playthrough in enumerate(games_at(game, seats)):
        for you in viewers(seats) if LONG else (nth % seats, None):
            for number, g, places in known(playthrough, you):
                truth = REALLY[game.key](g, you)
                assert {name(game, place) for place in places} == truth.keys(), number
                for place in places:
                    assert is_inside(place, truth[name(game, place)]), (number, you, place)
                    assert (None in place.holds) == bool(place.could), (number, you, place)
                    assert not (place.could and game.key in EXACT)
                    assert len(place.could) != 1, (number, you, place)
                    is_unordered = isinstance(truth[name(game, place)], Counter)
                    assert not is_unordered or not place.could or place.holds.count(None) < len(place.could)


@at_every_table
def test_the_same_is_known_of_two_worlds_that_were_sent_the_same(game: Game, seats: int) -> None:
    chance = Seeded("another")
    for playthrough in sample(game.key, seats)[:1]:
        for you in viewers(seats):
            lens = lens_of(playthrough, you)
            for number, g, places in known(playthrough, you):
                _, _, lines = next(islice(told(playthrough), number, None))
                assert lens.after(number, game.scramble(g, you, chance), lines) == places


@at_every_table
def test_a_spectator_never_knows_more_than_a_seat(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        of_spectator = [places for _, _, places in known(playthrough, None)]
        for you in range(seats):
            for number, _, places in known(playthrough, you):
                wider = {str(place.where): place for place in of_spectator[number]}
                assert {str(place.where) for place in places} <= wider.keys()
                assert all(is_narrower(place, wider[str(place.where)]) for place in places), (number, you)


def is_narrower(place: Possible, other: Possible) -> bool:
    certain, less = (Counter(thing for thing in each.holds if thing is not None) for each in (place, other))
    return {*place.could} <= {*other.could} and less <= certain and (certain - less).keys() <= {*other.could}


@at_every_table
def test_what_was_taken_back_was_never_seen(game: Game, seats: int) -> None:
    playthrough = sample(game.key, seats)[0]
    for since in range(1, min(60, len(playthrough.steps)), 7):
        lens, before = lens_of(playthrough, 0, since), list[Possible]()
        past = [*islice(told(playthrough), since + 4)]
        for number, g, lines in past:
            before = lens.after(number, g, lines) if number < since else (lens.after(number, g, lines), before)[1]
        state = past[since - 1][1]
        assert lens.after(since + 10, state, [], taken_back=since) == before


# --- Every world --------------------------------------------------------------------------------------------


def is_sent_the_same(
    playthrough: Playthrough, renamed: Renamed, until: int, you: int | None, since: int = 0
) -> State | None:
    """The state after so many steps of the same game with other draws `since` a step; None if this viewer was sent
    anything else."""

    def draws(number: int, drawn: list[Any]) -> Scripted:
        return Scripted(map(renamed, drawn) if number >= since else drawn, number)

    game, dealer = playthrough.game, draws(0, playthrough.drawn)
    g, lines = begin(game, playthrough.seats, playthrough.options, dealer), dealer.lines
    for number, real, sent in islice(told(playthrough), until + 1):
        if number:
            step, g = playthrough.steps[number - 1], g.copy()
            dealer = draws(number, step.drawn)
            advance(game, g, step.seat, step.move, dealer)
            lines = dealer.lines
        if as_sent(game, g, you, lines) != as_sent(game, real, you, sent):
            return None
    return g


def coins_by_what_lies_open(g: Any, you: int) -> Iterator[dict[Face, Face]]:
    """Every way in which the coins of the others may be exchanged for each other so that the table looks the same."""
    hidden = [coin for owner, row in enumerate(g.rows) if owner != you for coin in row]
    faces = [coin.face for coin in hidden]

    def ways(place: int, left: list[Face]) -> Iterator[list[Face]]:
        if place == len(hidden):
            yield []
        for face in left:
            if place < len(hidden) and hidden[place].upper in (face.suit, face.value):
                yield from ([face, *rest] for rest in ways(place + 1, [each for each in left if each != face]))

    for way in ways(0, faces):
        yield dict(zip(faces, way, strict=True))


def in_place_of(order: Any, other: dict[Face, Face]) -> Renamed:
    """Other faces in this order of tiles or coins."""
    instead = [code(other.get(FACES[word], FACES[word])) for word in order]
    return lambda drawn: instead if drawn is order else drawn


def few(worlds: Iterator[Any]) -> list[Any] | None:
    """All worlds; None if they are too many, or if there is only one."""
    found = [*islice(worlds, WORLDS + 1)]
    return found if 1 < len(found) <= WORLDS else None


def is_asked_to_pay(step: Step, g: Any) -> bool:
    return isinstance(g.question, Paying) and g.question.seat != 0


def could_not_pay(step: Step, g: Any) -> bool:
    return any(line.kind == "no_match" and line.seat != 0 for line in step.lines)


def did_anything_else(step: Step, g: Any) -> bool:
    return not is_asked_to_pay(step, g) and not could_not_pay(step, g)


@pytest.mark.parametrize("happened", [is_asked_to_pay, could_not_pay, did_anything_else])
@pytest.mark.parametrize("seats", GAMES["sin_color"].seats)
def test_a_coin_of_sin_color_may_be_what_it_is_in_some_world(
    seats: int, happened: Callable[[Step, State], bool]
) -> None:
    tried = 0
    for playthrough in chain.from_iterable(games_for_worlds("sin_color", seats)):
        for number, g, places in islice(known(playthrough, 0), 1, None):
            is_wanted = g.question is not None and g.turn is not None and happened(playthrough.steps[number - 1], g)
            if not is_wanted or (others := few(coins_by_what_lies_open(g, 0))) is None:
                continue
            found: dict[str, set[str]] = {str(place.where): set() for place in places if "Coin" in place.where.text}
            for other in others:
                world: Any = is_sent_the_same(playthrough, in_place_of(playthrough.drawn[1], other), number, 0)
                for where, truth in sin_color(world, 0).items() if world is not None else ():
                    if where in found:
                        found[where].add(*truth)
            assert found == {where: possible(places, where) for where in found}, number
            tried += 1
            if tried >= TRIED:
                return
    assert tried


def games_for_worlds(key: str, seats: int) -> Iterator[list[Playthrough]]:
    yield sample(key, seats)
    for number in range(20):
        yield [played(GAMES[key], seats, f"worlds {number}", usual(GAMES[key]))]


def possible(places: list[Possible], where: str) -> set[str]:
    place = next(place for place in places if str(place.where) == where)
    return {*place.could} or {str(thing) for thing in place.holds}


def test_a_tile_of_sin_color_may_be_what_it_is_in_some_world() -> None:
    tried = 0
    for playthrough in chain.from_iterable(games_for_worlds("sin_color", 3)):
        for number, g, places in known(playthrough, 0):
            stacks = [place for place in places if "Stack" in place.where.text and place.could]
            unseen = [FACES[word] for word in stacks[0].could] if stacks else []
            if not 1 < len(unseen) <= 4 or number % 10:
                continue
            worlds = [dict(zip(unseen, way, strict=True)) for way in permutations(unseen)]
            for world in worlds:
                g_there: Any = is_sent_the_same(playthrough, in_place_of(playthrough.drawn[0], world), number, 0)
                assert g_there is not None, number
                truth = sin_color(g_there, 0)
                assert all(is_inside(place, truth[str(place.where)]) for place in stacks)
            # By symmetry each of them lies in each of these places in some world; there are no others anywhere.
            assert {code(face) for face in unseen} == {
                code(tile)
                for stack, place in zip(g.stacks, [p for p in places if "Stack" in p.where.text], strict=True)
                for tile, thing in zip(stack, place.holds, strict=True)
                if thing is None
            }
            tried += 1
        if tried >= TRIED // 5:
            return
    assert tried


def test_a_card_of_color_gin_may_lie_where_it_lies_in_some_world() -> None:
    game = GAMES["color_gin"]
    mode = game.Options(mode="jokers", target=25)
    for playthrough in [sample("color_gin", 2)[0], played(game, 2, "with jokers", mode)]:
        for you in (0, None):
            for number, g, places in islice(known(playthrough, you), 5, 60, amount(18, 3)):
                for place in places:
                    dealt = max(at for at, _, lines in told(playthrough) if at <= number and is_dealt(lines))
                    lying = [*color_gin(g, you)[str(place.where)] & Counter(place.could)] if place.could else []
                    for card in place.could[:: amount(5, 1)]:
                        world = is_sent_the_same(playthrough, exchanging(card, lying[0]), number, you, dealt)
                        assert world is not None, (number, you, card)
                        assert card in lying or card in color_gin(world, you)[str(place.where)]


def is_dealt(lines: list[Line]) -> bool:
    return any(line.kind == "turned_up" for line in lines)


def exchanging(card: str, other: str) -> Renamed:
    cards: dict[Any, str] = {card: other, other: card}
    return lambda drawn: cards.get(drawn, drawn)
