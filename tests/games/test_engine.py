"""The engine, tested with a small game of secret bids."""

import doctest
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games import engine
from games.bot import Seeded, careful
from games.dealer import Scripted
from games.engine import EndlessGame, IllegalMove, NotAsked, Pick, Text, say
from games.playthrough import Playthrough
from tests.games.auction import AUCTION, Bid, Bidding, Options, Pass, Show, Take, Taking, begin, play


def test_the_example_at_the_head_of_the_engine_plays_as_it_says() -> None:
    assert doctest.testmod(engine) == (0, 7)


# --- Questions ----------------------------------------------------------------------------------------------


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="Auction is for 2 to 4 players, not 5"):
        begin(5)


def test_the_agenda_begins_with_what_setting_up_asks_and_questions_are_put_first_in_their_order() -> None:
    assert begin(asked_so_far=41).question.number == 42
    g = begin()
    assert g.question == Bidding((0, 1, 2), number=1)
    g.first(Taking(0), Taking(1))
    assert [(type(question), question.number) for question in g.agenda] == [(Taking, 2), (Taking, 3), (Bidding, 1)]
    assert [question.number for question in play(g, (0, Take("tea"))).agenda] == [3, 1]


def test_a_seat_with_nothing_to_answer_is_not_asked() -> None:
    g = begin()
    g.awake[1] = False
    assert play(play(g, (0, Show())), (0, Pass())).question.seats == (2,)


def test_a_question_that_nobody_can_answer_is_dropped() -> None:
    g = begin()
    g.awake = [False, False, False]
    with pytest.raises(EndlessGame, match="1000 turns without a question"):
        engine.advance(replace(AUCTION, outcome=lambda g: None), g, 0, Show(), Scripted([]))


def test_the_answers_that_are_in_count_even_if_nobody_else_can_answer_any_more() -> None:
    g = play(begin(), (0, Bid((0,))))
    g.awake = [False, False, False]
    assert isinstance(play(g, (0, Show())).question, Taking)


# --- Answers ------------------------------------------------------------------------------------------------


def test_an_answer_of_all_is_carried_out_when_the_last_one_is_in_in_the_order_of_the_seats() -> None:
    g = play(begin(), (2, Bid((3,))), (0, Bid((0, 1))))
    assert g.bids == {}
    g = play(g, (1, Pass()))
    assert ([*g.bids.items()], g.question.seats) == ([(0, (0, 1)), (2, (3,))], (2,))


def test_what_is_not_among_the_answers_is_refused_with_what_was_expected() -> None:
    g = play(begin(), (0, Pass()), (1, Bid((0,))), (2, Pass()))
    with pytest.raises(
        IllegalMove, match=f"not one of your choices now. The question is: {g.question.for_the_asked()}"
    ):
        play(g, (1, Take("moon")))
    with pytest.raises(IllegalMove, match="The question is"):
        play(begin(), (0, Take("cake")))


def test_whoever_is_not_asked_or_has_answered_may_not_answer() -> None:
    with pytest.raises(NotAsked, match="It is not your turn"):
        play(begin(), (0, Pass()), (0, Pass()))
    with pytest.raises(NotAsked):
        play(begin(), (0, Pass()), (1, Bid((0,))), (2, Pass()), (0, Take("cake")))


@pytest.mark.parametrize("coins", [(), (0, 1, 2), (4,), (-1,), (1, 1)])
def test_a_pick_is_the_right_number_of_the_right_things_each_once(coins: tuple[int, ...]) -> None:
    assert not Pick("bid", "coins", (0, 1, 2, 3), 1, 2).fits(Bid(coins))
    with pytest.raises(IllegalMove):
        play(begin(), (0, Bid(coins)))


def test_a_free_move_may_be_made_by_whoever_is_not_asked() -> None:
    g = play(begin(), (0, Pass()), (0, Show()))
    assert (g.shown, g.question.seats) == ([True, False, False], (1, 2))


def test_an_outcome_ends_the_game_whatever_is_still_on_the_agenda_and_then_nothing_is_free() -> None:
    over = AUCTION.outcome(play(begin(2), *[(0, Pass()), (1, Pass())] * 3))
    ends_now = replace(AUCTION, outcome=lambda g: over if g.shown[0] else None)
    g = engine.play(ends_now, begin(), 0, Show(), Scripted([]))
    assert (g.agenda, engine.free(AUCTION, g, 1)) == ([], ())
    with pytest.raises(NotAsked, match="The game is over"):
        play(g, (1, Show()))


# --- Sentences ----------------------------------------------------------------------------------------------


def test_a_sentence_is_a_template_and_its_arguments() -> None:
    template = "{seat} takes {things} {number} times."
    text = say(template, seat=engine.Chair(1), things=[say("tea"), "cake"], number=2)
    assert str(text) == "seat 1 takes tea and cake 2 times."
    words = {"seat": {"seat": 1}, "things": [{"text": "tea"}, "cake"], "number": 2}
    assert msgspec.to_builtins(text) == {"text": template, "with": words}
    # Arguments are left out when there are none.
    assert msgspec.json.encode(say("Pass")) == b'{"text":"Pass"}'
    assert msgspec.json.decode(b'{"text":"Pass"}', type=Text) == say("Pass")


@pytest.mark.parametrize("words", [{}, {"seat": 1, "piece": "red"}, {"chair": 1}])
def test_a_sentence_has_all_its_arguments_and_no_others(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="names"):
        say("First turn: {seat}.", **words)


def test_a_list_of_one_of_two_and_of_three_in_english() -> None:
    lists = [["red"], ["red", "joker"], ["red", "blue", "joker"], []]
    assert [str(say("{x}", x=words)) for words in lists] == ["red", "red and joker", "red, blue and joker", ""]


class Crowd(engine.Ask, frozen=True, tag="crowd"):
    first: int = 1
    second: int = 2
    third: int = 3
    fourth: int = 4

    prompt = "{fourth} {second} {third} {first}"


def test_a_sentence_names_things_in_the_order_of_the_question_in_every_process() -> None:
    # Placeholders in a template are a set, whose order depends on the hash seed.
    assert list(Crowd(0).for_the_asked().with_) == ["first", "second", "third", "fourth"]


# --- Bots ---------------------------------------------------------------------------------------------------


def test_a_game_without_a_bot_of_its_own_is_played_by_any_legal_moves() -> None:
    for seed in range(20):
        game = Playthrough(AUCTION, 3, Options(), Seeded(str(seed)))
        for _ in game.to_the_end():
            pass
        assert AUCTION.outcome(game.state) is not None


def test_a_bot_picks_every_number_that_fits() -> None:
    moves = [careful(AUCTION, begin(), 0, [], Seeded(str(seed))) for seed in range(50)]
    assert {len(move.coins) for move in moves if isinstance(move, Bid)} == {1, 2}


def test_a_game_that_never_ends_is_noticed() -> None:
    game = Playthrough(replace(AUCTION, outcome=lambda g: None), 2, Options(), Seeded(""))
    with pytest.raises(EndlessGame, match="not over after 5000 steps"):
        for _ in game.to_the_end():
            game.steps[:-1] = []
            game.steps *= 5000
