"""The engine, on a small game of secret bids."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games import engine
from games.bot import Seeded, careful
from games.dealer import Dealer, Scripted
from games.engine import EndlessGame, IllegalMove, Move, NotAsked, Pick, Question, Text, say
from games.playthrough import Playthrough
from tests.games.auction import AUCTION, Bid, Bidding, Options, Pass, Show, State, Take, Taking

COINS = [1, 2, 3, 5]


def begin(seats: int = 3, asked_so_far: int = 0) -> State:
    g: State = engine.begin(AUCTION, seats, Options(), Scripted([COINS] * seats), asked_so_far)
    return g


def play(g: State, *answers: tuple[int, Move]) -> State:
    for seat, move in answers:
        g = engine.play(AUCTION, g, seat, move, Scripted([]))
    return g


# --- Questions ----------------------------------------------------------------------------------------------


def test_the_agenda_begins_with_what_setting_up_asks() -> None:
    assert begin().question == Bidding((0, 1, 2), number=1)


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="Auction is for 2 to 4 players, not 5"):
        begin(5)


def test_questions_are_put_first_in_their_order() -> None:
    g = begin()
    g.first(Taking(0, secret=""), Taking(1, secret=""))
    assert [(type(question), question.number) for question in g.agenda] == [(Taking, 2), (Taking, 3), (Bidding, 1)]


def test_numbers_go_on_in_a_rematch() -> None:
    g = begin(asked_so_far=41)
    assert g.question.number == 42
    assert play(g, (0, Pass()), (1, Pass()), (2, Pass())).question.number == 43


def test_a_question_keeps_its_number_until_the_last_answer_is_in() -> None:
    assert play(begin(), (0, Pass()), (1, Pass())).question.number == 1


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


def test_an_answer_of_all_is_carried_out_when_the_last_one_is_in() -> None:
    g = play(begin(), (2, Bid((3,))), (0, Bid((0, 1))))
    assert g.bids == {}
    g = play(g, (1, Pass()))
    assert g.bids == {0: (0, 1), 2: (3,)}
    assert g.question.seats == (2,)


def test_answers_come_in_the_order_of_the_seats_whoever_was_first() -> None:
    answers = [(seat, Bid((seat,))) for seat in range(3)]
    assert list(play(begin(), *reversed(answers)).bids) == [0, 1, 2]


def test_an_answered_seat_is_not_asked_again() -> None:
    g = play(begin(), (0, Pass()))
    with pytest.raises(NotAsked, match=r"seat 0 was not asked to: Pass; asked: \(1, 2\)"):
        play(g, (0, Pass()))


def test_a_seat_that_is_not_asked_may_not_answer() -> None:
    g = play(begin(), (0, Pass()), (1, Bid((0,))), (2, Pass()))
    with pytest.raises(NotAsked):
        play(g, (0, Take("cake")))


def test_what_is_not_among_the_answers_is_refused_with_what_was_expected() -> None:
    g = play(begin(), (0, Pass()), (1, Bid((0,))), (2, Pass()))
    with pytest.raises(IllegalMove, match="seat 1 cannot: Take the moon; expected: Take the cake, Take the tea"):
        play(g, (1, Take("moon")))


def test_an_answer_to_another_question_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"expected: Pass, bid with 1 to 2 of \(0, 1, 2, 3\)"):
        play(begin(), (0, Take("cake")))


@pytest.mark.parametrize("coins", [(), (0, 1, 2), (4,), (-1,), (1, 1)])
def test_a_pick_is_the_right_number_of_the_right_things_each_once(coins: tuple[int, ...]) -> None:
    assert not Pick("bid", "coins", (0, 1, 2, 3), 1, 2).fits(Bid(coins))
    with pytest.raises(IllegalMove):
        play(begin(), (0, Bid(coins)))


def test_a_pick_of_another_move_does_not_fit() -> None:
    assert not Pick("bid", "coins", (0,), 1, 2).fits(Pass())


def test_playing_leaves_the_old_state_alone() -> None:
    g = begin()
    before = msgspec.json.encode(g)
    play(g, (0, Bid((0,))), (1, Bid((1, 2))), (2, Show()), (2, Pass()), (1, Take("tea")))
    assert msgspec.json.encode(g) == before


def test_a_refused_move_leaves_the_state_alone() -> None:
    g = begin()
    before = msgspec.json.encode(g)
    with pytest.raises(IllegalMove):
        play(g, (0, Bid((7,))))
    assert msgspec.json.encode(g) == before


def test_advance_changes_the_state_it_is_handed() -> None:
    g = begin()
    engine.advance(AUCTION, g, 0, Pass(), Scripted([]))
    assert g == play(begin(), (0, Pass()))


def test_a_copy_shares_nothing_that_can_change() -> None:
    g = begin()
    copy = g.copy()
    assert copy == g
    copy.coins[0].append(9)
    copy.agenda.clear()
    copy.bids[0] = (1,)
    assert g == begin()


def test_a_state_in_the_middle_of_secret_answers_survives_json() -> None:
    g = play(begin(), (0, Bid((0, 3))), (1, Pass()))
    assert msgspec.json.decode(msgspec.json.encode(g), type=State) == g


# --- Free moves ---------------------------------------------------------------------------------------------


def test_a_free_move_may_be_made_by_whoever_is_not_asked() -> None:
    g = play(begin(), (0, Pass()), (0, Show()))
    assert g.shown == [True, False, False]
    assert g.question.seats == (1, 2)


def test_a_free_move_may_be_used_up() -> None:
    with pytest.raises(IllegalMove):
        play(begin(), (0, Show()), (0, Show()))


def test_after_the_end_nothing_is_free() -> None:
    g = over()
    assert engine.free(AUCTION, g, 0) == ()
    with pytest.raises(NotAsked, match="the game is over"):
        play(g, (0, Show()))


# --- The end ------------------------------------------------------------------------------------------------


def over() -> State:
    return play(begin(2), *[(0, Pass()), (1, Pass())] * 3)


def test_a_game_goes_on_until_it_has_an_outcome() -> None:
    g = over()
    assert g.question is None
    assert engine.moves(AUCTION, g, 0) == () and engine.pick(AUCTION, g, 0) is None


def test_an_outcome_ends_the_game_whatever_is_still_on_the_agenda() -> None:
    ends_now = replace(AUCTION, outcome=lambda g: over_at_once if g.shown[0] else None)
    over_at_once = AUCTION.outcome(over())
    g = engine.play(ends_now, begin(), 0, Show(), Scripted([]))
    assert g.agenda == []


# --- Sentences ----------------------------------------------------------------------------------------------


def test_a_sentence_is_a_template_and_its_arguments() -> None:
    text = say("{seat} takes {things} {number} times.", seat=engine.Chair(1), things=[say("tea"), "cake"], number=2)
    assert str(text) == "seat 1 takes tea and cake 2 times."
    assert msgspec.to_builtins(text) == {
        "text": "{seat} takes {things} {number} times.",
        "with": {"seat": {"seat": 1}, "things": [{"text": "tea"}, "cake"], "number": 2},
    }


def test_arguments_are_left_out_when_there_are_none() -> None:
    assert msgspec.json.encode(say("Pass")) == b'{"text":"Pass"}'
    assert msgspec.json.decode(b'{"text":"Pass"}', type=Text) == say("Pass")


@pytest.mark.parametrize("words", [{}, {"seat": 1, "piece": "red"}, {"chair": 1}])
def test_a_sentence_has_all_its_arguments_and_no_others(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="names"):
        say("First turn: {seat}.", **words)


def test_a_list_of_one_of_two_and_of_three_in_english() -> None:
    lists = [["red"], ["red", "joker"], ["red", "blue", "joker"], []]
    assert [str(say("{x}", x=words)) for words in lists] == ["red", "red and joker", "red, blue and joker", ""]


def test_a_question_names_those_who_still_have_to_answer() -> None:
    question: Question = play(begin(), (1, Pass())).question
    assert str(question.for_the_others()) == "Still to bid: seat 0 and seat 2."


def test_a_sentence_carries_only_what_it_names() -> None:
    asked = Taking(1, secret="the joker").for_the_others()
    assert msgspec.to_builtins(asked) == {"text": "{seats} takes a prize.", "with": {"seats": [{"seat": 1}]}}


class Crowd(engine.Ask, frozen=True, tag="crowd"):
    first: int = 1
    second: int = 2
    third: int = 3
    fourth: int = 4

    prompt = "{fourth} {second} {third} {first}"


def test_a_sentence_names_things_in_the_order_of_the_question_in_every_process() -> None:
    # The names in a template are a set, whose order depends on the hash seed.
    assert list(Crowd(0).for_the_asked().with_) == ["first", "second", "third", "fourth"]


def test_a_move_prints_as_its_button() -> None:
    assert f"{Take('tea')}" == "Take the tea"


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


def test_a_bot_is_handed_a_scramble_and_not_the_game() -> None:
    seen: list[State] = []

    def watching(g: State, *_: Any) -> Move:
        seen.append(g)
        return Pass()

    g = engine.begin(AUCTION, 2, Options(), Scripted([[1, 2, 3, 5], [5, 3, 2, 1]]))
    careful(replace(AUCTION, careful=watching), g, 0, [], Seeded(""))
    assert seen[0].coins == [[1, 2, 3, 5], [1, 2, 3, 5]]


def test_a_game_that_never_ends_is_noticed() -> None:
    endless = replace(AUCTION, outcome=lambda g: None)
    game = Playthrough(endless, 2, Options(), Seeded(""))
    with pytest.raises(EndlessGame, match="not over after 5000 steps"):
        for _ in game.to_the_end():
            game.steps[:-1] = []
            game.steps *= 5000


def test_the_next_dealer_may_be_any_chance() -> None:
    g = engine.begin(AUCTION, 2, Options(), Dealer(Seeded("coins")))
    assert [sorted(coins) for coins in g.coins] == [COINS, COINS]
