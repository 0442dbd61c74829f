"""The frame: what a viewer is sent of a small game of secret bids, and the bytes sent of any game."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import msgspec

from games.dealer import Line
from games.engine import Game, Move, Outcome, State, say
from games.frame import Moment, Undo, frame
from games.playthrough import viewers
from games.views import seen_by_all
from tests.games.auction import AUCTION, Bid, Pass, Show, Take, begin, play
from tests.games.played import at_every_table, sample, steps, with_options
from tests.support.effort import amount

VIEWERS = [0, 1, 2, None]


def table(*answers: tuple[int, Move]) -> State:
    return play(begin(), *answers)


def sent(g: State, you: int | None, *lines: Line) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(frame(AUCTION, g, you, 42, lines)))


def test_everybody_learns_which_question_is_open_and_who_is_waited_for_and_only_the_asked_may_pick() -> None:
    g = table((1, Pass()))
    assert all((sent(g, you)["question"], sent(g, you)["asked"]) == (1, [0, 2]) for you in VIEWERS)
    assert [sent(g, you)["pick"] is not None for you in VIEWERS] == [True, False, True, False]
    assert sent(g, 0)["pick"] == {"do": "bid", "field": "coins", "among": [0, 1, 2, 3], "least": 1, "most": 2}
    assert sent(g, 0)["prompt"]["text"] == "Bid some of your coins, or pass."
    waiting = {"text": "Still to bid: {seats}.", "with": {"seats": [{"seat": 0}, {"seat": 2}]}}
    assert sent(g, 1)["prompt"] == sent(g, None)["prompt"] == waiting


def test_only_the_asked_are_sent_the_answers() -> None:
    g = table((0, Pass()), (1, Bid((0,))), (2, Pass()))
    assert [len(sent(g, you)["choices"]) for you in VIEWERS] == [0, 2, 0, 0]
    label = {"text": "Take the {prize}", "with": {"prize": {"text": "cake"}}}
    assert sent(g, 1)["choices"][0] == {"move": {"do": "take", "prize": "cake"}, "label": label}


def test_free_moves_go_to_every_seat_that_has_them_but_to_no_onlooker() -> None:
    g = table((0, Show()), (1, Pass()))
    assert [len(sent(g, you)["free"]) for you in VIEWERS] == [0, 1, 1, 0]


def test_secret_answers_are_in_nobodys_frame() -> None:
    for you in VIEWERS:
        assert sent(table((1, Bid((3,)))), you) == sent(table((1, Pass())), you)


def test_what_is_still_on_the_agenda_is_in_nobodys_frame() -> None:
    g = table()
    before = [sent(g, you) for you in VIEWERS]
    g.agenda.append(g.question)
    assert [sent(g, you) for you in VIEWERS] == before


def test_a_line_has_the_event_it_was_said_in() -> None:
    line = Line("said", say("Hear!"), seat=2, fades=True, sight=say("tea"), seq=41)
    told = {"seq": 41, "seat": 2, "text": {"text": "Hear!"}, "fades": True, "sight": {"text": "tea"}, "kind": "said"}
    assert sent(table(), 0, line)["lines"] == [told]


def test_a_line_for_one_seat_reaches_that_seat_only_and_says_so() -> None:
    whisper, cry = Line("said", say("Hear!"), only_for=1, seq=3), Line("said", say("Hear!"), seq=3)
    assert [len(sent(table(), you, whisper)["lines"]) for you in VIEWERS] == [0, 1, 0, 0]
    (heard,) = sent(table(), 1, cry)["lines"]
    assert sent(table(), 1, whisper)["lines"] == [{**heard, "yours": True}]


def test_at_the_end_nothing_is_asked_and_the_prompt_says_why_it_is_over() -> None:
    g = table(*[(0, Bid((0,))), (1, Pass()), (2, Pass()), (0, Take("tea"))] * 3)
    shown = sent(g, 1)
    assert (shown["question"], shown["asked"], shown["choices"], shown["free"]) == (None, [], [], [])
    assert shown["outcome"] == {"winners": [0], "scores": [3, 0, 0], "why": shown["prompt"], "team": None}
    assert shown["prompt"]["text"] == "Most prizes: {seats}."


UNDO = [None, None, Undo("now"), Undo("ask"), Undo("no"), Undo("no", say("It is too late."))]


def whispers(chance: Random, seats: int, seq: int) -> list[Line]:
    """Lines for one seat each, many of them equal."""
    return [Line("said", say("Hear!"), only_for=chance.randrange(seats), seq=seq) for _ in range(chance.randrange(3))]


def assert_written(game: Game, g: State, seats: int, lines: Sequence[Line], chance: Random) -> int:
    """Checks the bytes for every viewer, in any order and some of them twice; how many were written before."""
    order = [*viewers(seats), *viewers(seats)]
    chance.shuffle(order)
    undo = {you: None if you is None else chance.choice(UNDO) for you in viewers(seats)}
    clocks = chance.choice([None, [chance.choice([None, 1000]) for _ in range(seats)]])
    stopped = None if g.question else chance.choice([None, Outcome([0], [0] * seats, say("It was stopped."))])
    together = Moment(game, g, 42, lines, stopped, clocks)
    for you in order:
        alone = Moment(game, g, 42, lines, stopped, clocks)
        assert together.written(you, undo[you]) == msgspec.json.encode(alone.frame(you, undo[you]))
    return len(order) - len(together._waiting)


@at_every_table
def test_along_careful_games_with_every_option(game: Game, seats: int) -> None:
    chance = Random(f"{game.key}/{seats}")
    for playthrough in [*sample(game.key, seats), *with_options(game.key, seats)]:
        for number, (_, step) in islice(enumerate(steps(playthrough), 1), 0, None, amount(7, 2)):
            lines = [*step.lines, *whispers(chance, seats, number)]
            assert assert_written(game, step.after, seats, lines, chance)


def test_what_all_see_is_computed_once_for_all_viewers_of_a_moment() -> None:
    looks: list[State] = []

    def view(g: State) -> Line:
        looks.append(g)
        return Line("seen", say("The table."))

    moment = Moment(replace(AUCTION, view=seen_by_all(view)), g := table((1, Pass())), 42, [])
    sent = [msgspec.json.decode(moment.written(you)) for you in VIEWERS]
    assert looks == [g]
    assert {frame["view"]["kind"] for frame in sent} == {"seen"}


def test_where_many_are_asked_in_secret_and_some_may_move_freely() -> None:
    chance = Random("auction")
    for answers in ([], [(0, Show())], [(0, Show()), (1, Pass())], [(1, Bid((3,)))], [(0, Pass()), (1, Bid((0,)))]):
        for _ in range(20):
            assert_written(AUCTION, table(*answers), 3, whispers(chance, 3, 1), chance)
