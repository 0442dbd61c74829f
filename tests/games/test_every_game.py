"""Properties of every game, along whole games of careful players. A new game is tested once it is listed."""

import gzip
from statistics import median
from typing import Any, get_args

import msgspec
import pytest

from games import GAMES, engine
from games.bot import Seeded
from games.dealer import Scripted
from games.engine import Game, IllegalMove, NotAsked
from games.frame import Frame, frame
from games.playthrough import Playthrough, viewers
from tests.games import soundness
from tests.games.knowledge import OPEN_FACTS
from tests.games.played import all_steps, at_every_table, played, sample, some_states, states, steps, with_options
from tests.games.secrecy import Blindfold, Memory, as_sent
from tests.games.soundness import MOST_ANSWERS
from tests.support.effort import amount

GAMES_BLINDFOLDED = amount(2, 4)


# --- The course of a game -----------------------------------------------------------------------------------


def test_only_moves_that_show_nobody_anything_may_be_taken_back() -> None:
    moves = {key: [move for move in get_args(game.Move) if move.can_be_undone] for key, game in GAMES.items()}
    tags = {key: {str(move.__struct_config__.tag) for move in each} for key, each in moves.items() if each}
    of_color_dice = {*["keep", "attack_first", "counter_first", "attack", "stop", "send", "strike", "back", "decline"]}
    assert tags == {"desfases": {"choose", "move"}, "color_dice": of_color_dice}


@at_every_table
def test_until_the_end_everybody_who_is_asked_has_an_answer_also_when_time_runs_out(game: Game, seats: int) -> None:
    chance = Seeded("lapsed")
    for g, _ in all_steps(game, seats):
        assert game.outcome(g) is None and g.question.seats
        for seat in g.question.seats:
            assert engine.moves(game, g, seat) or engine.pick(game, g, seat)
            assert engine.is_answer(game, g, seat, engine.lapsed(game, g, seat, chance))


@at_every_table
def test_with_every_option_careful_players_reach_an_end_and_all_is_sound_until_then(game: Game, seats: int) -> None:
    for playthrough in [*sample(game.key, seats), *with_options(game.key, seats)]:
        outcome, is_team = game.outcome(playthrough.state), game.is_team(playthrough.options)
        assert set(outcome.winners) <= set(range(seats)) and (outcome.winners or is_team)
        assert len(outcome.scores) == seats and (outcome.team is None or is_team)
        assert playthrough.state.agenda == []
        for before, step in steps(playthrough):
            soundness.CHECK[game.key](before, step.after)
            asked = step.after.question.seats if step.after.question else ()
            assert all(len(engine.moves(game, step.after, seat)) <= MOST_ANSWERS[game.key] for seat in asked)


LENGTHS = [
    ("color_dice", 2, 6, 16), ("color_dice", 3, 9, 22), ("color_dice", 4, 12, 26), ("color_dice", 5, 12, 30),
    ("color_dice", 6, 14, 36), ("sin_color", 3, 20, 45), ("sin_color", 4, 20, 45),
    *(("tcnccc", n, 25, 100) for n in range(2, 7)),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("key", "seats", "shortest", "longest"), LENGTHS)
def test_careful_players_take_a_sensible_number_of_turns(key: str, seats: int, shortest: int, longest: int) -> None:
    turns = [turns_of(played(GAMES[key], seats, f"length {number}")) for number in range(40)]
    assert shortest <= median(turns) <= longest
    assert max(turns) < 3 * longest


def turns_of(playthrough: Playthrough) -> int:
    g: Any = playthrough.state
    return 100 * playthrough.seats - g.turns_left if playthrough.game.key == "tcnccc" else g.turns_over + 1


@at_every_table
def test_a_number_is_never_given_to_two_questions(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        asked: dict[int, Any] = {}
        for g, _ in steps(playthrough):
            kind = type(g.question), getattr(g.question, "asked", g.question.seats)
            assert asked.setdefault(g.question.number, kind) == kind


@at_every_table
def test_the_choices_of_a_seat_have_different_labels(game: Game, seats: int) -> None:
    for g, _ in all_steps(game, seats):
        for seat in range(seats):
            moves = [*engine.moves(game, g, seat), *engine.free(game, g, seat)]
            assert len({str(move) for move in moves}) == len(moves)


@at_every_table
def test_everything_said_is_an_english_sentence(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
        for you in viewers(seats)[-2:]:
            sentences = [line.text for line in playthrough.heard_by(you)]
            for g in states(playthrough):
                sentences += [frame(game, g, you, 0, []).prompt, *game.secrets(g)]
            for sentence in sentences:
                assert str(sentence).endswith((".", "?")) and "{" not in str(sentence)


# --- The engine's promises ----------------------------------------------------------------------------------


@at_every_table
def test_the_recorded_draws_replay_to_an_equal_state_at_every_step(game: Game, seats: int) -> None:
    for playthrough in sample(game.key, seats):
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
    for g, step in all_steps(game, seats):
        before = msgspec.json.encode(g)
        engine.play(game, g, step.seat, step.move, Scripted(step.drawn))
        assert msgspec.json.encode(g) == before


@at_every_table
def test_states_moves_and_frames_survive_json_and_frames_are_small(game: Game, seats: int) -> None:
    for g, step in all_steps(game, seats):
        assert msgspec.json.decode(msgspec.json.encode(g), type=game.State) == g
        assert msgspec.json.decode(msgspec.json.encode(step.move), type=game.Move) == step.move
        sent = as_sent(game, g, step.seat, step.lines)
        assert len(gzip.compress(sent)) < 2048
        assert msgspec.json.encode(msgspec.json.decode(sent, type=Frame)) == sent


@at_every_table
def test_what_is_not_offered_is_refused_and_changes_nothing(game: Game, seats: int) -> None:
    every_move = {step.move for other in sample(game.key, seats) for step in other.steps}
    for g in some_states(game, seats, 1, amount(3_000, 90_000) // (len(every_move) * seats)):
        before = msgspec.json.encode(g)
        for seat in range(seats):
            expected = IllegalMove if g.agenda and seat in g.question.seats else NotAsked
            for move in every_move - set(engine.moves(game, g, seat)) - set(engine.free(game, g, seat)):
                if not engine.is_answer(game, g, seat, move):
                    with pytest.raises(expected):
                        engine.play(game, g, seat, move, Scripted([]))
        assert msgspec.json.encode(g) == before


# --- Secrets ------------------------------------------------------------------------------------------------


@at_every_table
def test_the_blindfold_nobody_can_tell_a_state_from_one_they_should_not(game: Game, seats: int) -> None:
    blindfold = Blindfold(game, Seeded("blindfold"))
    for g in some_states(game, seats, GAMES_BLINDFOLDED, amount(30, 150)):
        assert blindfold.leaks(g, seats) == []
    # Where nothing is hidden, a state can be compared only with its own copy.
    assert blindfold.compared > amount(60, 300)


@at_every_table
def test_the_blindfold_whatever_the_host_has_chosen(game: Game, seats: int) -> None:
    blindfold = Blindfold(game, Seeded("options"))
    for playthrough in with_options(game.key, seats):
        length = len(playthrough.steps)
        for step in playthrough.steps[length // amount(2, 80) :: 1 + length // amount(1, 40)]:
            assert blindfold.leaks(step.after, seats) == []


@at_every_table
def test_whoever_comes_back_is_sent_only_what_lies_open(game: Game, seats: int) -> None:
    memory = Memory(game, Seeded("memory"))
    for g in some_states(game, seats, GAMES_BLINDFOLDED, amount(15, 100)):
        assert memory.leaks(g, seats) == []
    assert memory.compared > amount(200, 1000)


@at_every_table
def test_a_redeal_leaves_everything_that_lies_open_where_it_is_and_loses_nothing(game: Game, seats: int) -> None:
    for g in [*some_states(game, seats, 2, amount(50, 400)), sample(game.key, seats)[0].state]:
        for you in viewers(seats):
            facts = OPEN_FACTS[game.key](g, you)
            for other in [game.scramble(g, you, Seeded("redeal")), *game.extremes(g, you)]:
                assert OPEN_FACTS[game.key](other, you) == facts
                soundness.CHECK[game.key](g, other)
