"""What must be true of every game, along whole games among careful players. A new game is tested by being listed."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games import GAMES, engine
from games.bot import Seeded
from games.dealer import Scripted
from games.engine import Game, IllegalMove, NotAsked, State
from games.frame import Frame, frame
from games.playthrough import Playthrough, Step, variants, viewers
from tests.games.knowledge import NOTHING_HIDDEN, OPEN_FACTS
from tests.games.played import played, sample
from tests.games.secrecy import Blindfold, Memory, as_sent

TABLES = [pytest.param(game, seats, id=f"{game.key}-{seats}") for game in GAMES.values() for seats in game.seats]
at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES)

GAMES_PLAYED = 12
GAMES_BLINDFOLDED = 4
STATES_BLINDFOLDED = 150
GAMES_REMEMBERED = 3
STATES_REMEMBERED = 100
MOVES_REFUSED = 90_000
STATES_REDEALT = 400


def states(playthrough: Playthrough) -> Iterator[State]:
    yield playthrough.start
    yield from (step.after for step in playthrough.steps)


def some_states(game: Game, seats: int, games: int, most: int) -> list[State]:
    """About so many states at most, spread evenly over these games."""
    every = [g for playthrough in sample(game.key, seats, GAMES_PLAYED)[:games] for g in states(playthrough)]
    return every[:: 1 + len(every) // most]


def steps(playthrough: Playthrough) -> Iterator[tuple[State, Step]]:
    """Each step with the state before it."""
    return zip(states(playthrough), playthrough.steps, strict=False)


# --- The course of a game -----------------------------------------------------------------------------------


@at_every_table
def test_careful_players_reach_an_end(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        outcome = game.outcome(playthrough.state)
        assert outcome is not None
        assert outcome.winners and set(outcome.winners) <= set(range(seats))
        assert outcome.team is None or game.is_team(playthrough.options)
        assert len(outcome.scores) == seats
        assert playthrough.state.agenda == []


@at_every_table
def test_until_the_end_everybody_who_is_asked_has_an_answer(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for g, _ in steps(playthrough):
            assert game.outcome(g) is None
            assert g.question.seats
            for seat in g.question.seats:
                assert engine.moves(game, g, seat) or engine.pick(game, g, seat)


@at_every_table
def test_careful_players_reach_an_end_with_every_option(game: Game, seats: int) -> None:
    for number, options in enumerate(variants(game)):
        assert game.outcome(played(game, seats, f"options {number}", options).state) is not None


@at_every_table
def test_a_number_is_never_given_to_two_questions(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        asked: dict[int, Any] = {}
        for g, _ in steps(playthrough):
            kind = type(g.question), getattr(g.question, "asked", g.question.seats)
            assert asked.setdefault(g.question.number, kind) == kind


@at_every_table
def test_the_choices_of_a_seat_have_different_labels(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for g, _ in steps(playthrough):
            for seat in range(seats):
                moves = [*engine.moves(game, g, seat), *engine.free(game, g, seat)]
                assert len({str(move) for move in moves}) == len(moves)


@at_every_table
def test_everything_said_is_an_english_sentence(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for you in viewers(seats):
            sentences = [line.text for line in playthrough.heard_by(you)]
            sentences += [frame(game, g, you, 0, []).prompt for g in states(playthrough)]
            for sentence in sentences:
                assert str(sentence).endswith((".", "?")) and "{" not in str(sentence)


# --- The engine's promises ----------------------------------------------------------------------------------


@at_every_table
def test_the_recorded_draws_replay_to_an_equal_state_at_every_step(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        dealer = Scripted(playthrough.drawn)
        g = engine.begin(game, seats, playthrough.options, dealer)
        dealer.finish()
        assert g == playthrough.start
        for number, step in enumerate(playthrough.steps, 1):
            dealer = Scripted(step.drawn, seq=number)
            engine.advance(game, g, step.seat, step.move, dealer)
            dealer.finish()
            assert g == step.after
            assert dealer.lines == step.lines


@at_every_table
def test_a_move_leaves_the_old_state_alone(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for g, step in steps(playthrough):
            before = msgspec.json.encode(g)
            engine.play(game, g, step.seat, step.move, Scripted(step.drawn))
            assert msgspec.json.encode(g) == before


@at_every_table
def test_states_moves_and_frames_survive_json(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for g, step in steps(playthrough):
            assert msgspec.json.decode(msgspec.json.encode(g), type=game.State) == g
            assert msgspec.json.decode(msgspec.json.encode(step.move), type=game.Move) == step.move
            sent = as_sent(game, g, step.seat, step.lines)
            assert msgspec.json.encode(msgspec.json.decode(sent, type=Frame)) == sent


@at_every_table
def test_what_is_not_offered_is_refused_and_changes_nothing(game: Game, seats: int) -> None:
    every_move = {step.move for other in sample(game.key, seats, GAMES_PLAYED) for step in other.steps}
    for g in some_states(game, seats, 1, MOVES_REFUSED // (len(every_move) * seats)):
        before = msgspec.json.encode(g)
        for seat in range(seats):
            expected = IllegalMove if g.agenda and seat in g.question.seats else NotAsked
            for move in every_move - set(engine.moves(game, g, seat)) - set(engine.free(game, g, seat)):
                if not engine.is_answer(game, g, seat, move):
                    with pytest.raises(expected):
                        engine.play(game, g, seat, move, Scripted([]))
        assert msgspec.json.encode(g) == before


@at_every_table
def test_when_time_runs_out_every_question_has_its_answer(game: Game, seats: int) -> None:
    chance = Seeded("lapsed")
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        for g, _ in steps(playthrough):
            for seat in g.question.seats:
                assert engine.is_answer(game, g, seat, engine.lapsed(game, g, seat, chance))


# --- Secrets ------------------------------------------------------------------------------------------------


@at_every_table
def test_the_blindfold_nobody_can_tell_a_state_from_one_he_should_not(game: Game, seats: int) -> None:
    blindfold = Blindfold(game, Seeded("blindfold"))
    for g in some_states(game, seats, GAMES_BLINDFOLDED, STATES_BLINDFOLDED):
        assert blindfold.leaks(g, seats) == []
    # Where nothing is hidden, a state has no other to be compared with but its copy.
    assert blindfold.compared > (300 if game.key in NOTHING_HIDDEN else 1000)


@at_every_table
def test_whoever_comes_back_is_sent_only_what_lies_open(game: Game, seats: int) -> None:
    memory = Memory(game, Seeded("memory"))
    for g in some_states(game, seats, GAMES_REMEMBERED, STATES_REMEMBERED):
        assert memory.leaks(g, seats) == []
    assert memory.compared > 1000


@at_every_table
def test_a_redeal_leaves_everything_that_lies_open_where_it_is(game: Game, seats: int) -> None:
    for g in some_states(game, seats, 2, STATES_REDEALT):
        for you in viewers(seats):
            facts = OPEN_FACTS[game.key](g, you)
            for other in [game.scramble(g, you, Seeded("redeal")), *game.extremes(g, you)]:
                assert OPEN_FACTS[game.key](other, you) == facts


@at_every_table
def test_a_redeal_does_change_what_is_hidden(game: Game, seats: int) -> None:
    playthrough = sample(game.key, seats, GAMES_PLAYED)[0]
    middle = playthrough.steps[len(playthrough.steps) // 2].after
    redeals = [game.scramble(middle, None, Seeded(str(number))) for number in range(10)]
    assert any(other != middle for other in redeals) == (game.key not in NOTHING_HIDDEN)


@at_every_table
def test_what_is_shown_for_a_moment_is_in_no_line_that_lasts(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats, GAMES_PLAYED):
        assert all(line.fades for line in playthrough.heard_by(None) if line.sight is not None)
