"""The frame: what a viewer is sent of a small game of secret bids."""

from typing import Any

import msgspec
import pytest

from games import engine
from games.dealer import Line, Scripted
from games.engine import Move, say
from games.frame import Frame, frame
from tests.games.auction import AUCTION, Bid, Options, Pass, Show, State, Take

VIEWERS = [0, 1, 2, None]


def table(*answers: tuple[int, Move]) -> State:
    g: State = engine.begin(AUCTION, 3, Options(), Scripted([[1, 2, 3, 5]] * 3))
    for seat, move in answers:
        g = engine.play(AUCTION, g, seat, move, Scripted([]))
    return g


def sent(g: State, you: int | None, *lines: Line) -> dict[str, Any]:
    message: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(frame(AUCTION, g, you, 42, lines)))
    return message


def test_a_frame_is_a_message_of_its_own_kind() -> None:
    shown = sent(table(), 1)
    assert list(shown)[:3] == ["type", "seq", "you"]
    assert (shown["type"], shown["seq"], shown["you"]) == ("frame", 42, 1)


def test_everybody_learns_which_question_is_open_and_who_still_has_to_answer() -> None:
    g = table((1, Pass()))
    assert all((sent(g, you)["question"], sent(g, you)["asked"]) == (1, [0, 2]) for you in VIEWERS)


def test_only_the_asked_are_sent_the_answers() -> None:
    g = table((0, Pass()), (1, Bid((0,))), (2, Pass()))
    assert [len(sent(g, you)["choices"]) for you in VIEWERS] == [0, 2, 0, 0]
    assert sent(g, 1)["choices"][0] == {
        "move": {"do": "take", "prize": "cake"},
        "label": {"text": "Take the {prize}", "with": {"prize": {"text": "cake"}}},
    }


def test_a_pick_goes_to_the_asked_only() -> None:
    g = table((1, Pass()))
    assert [sent(g, you)["pick"] is not None for you in VIEWERS] == [True, False, True, False]
    assert sent(g, 0)["pick"] == {"do": "bid", "field": "coins", "among": [0, 1, 2, 3], "least": 1, "most": 2}


def test_the_asked_read_the_prompt_and_the_others_whom_they_wait_for() -> None:
    g = table((1, Pass()))
    assert sent(g, 0)["prompt"]["text"] == "Bid some of your coins, or pass."
    waiting = {"text": "Still to bid: {seats}.", "with": {"seats": [{"seat": 0}, {"seat": 2}]}}
    assert sent(g, 1)["prompt"] == sent(g, None)["prompt"] == waiting


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
    line = Line(say("Hear!"), seat=2, fades=True, sight=say("tea"), seq=41)
    assert sent(table(), 0, line)["lines"] == [
        {"seq": 41, "seat": 2, "text": {"text": "Hear!"}, "fades": True, "sight": {"text": "tea"}}
    ]


def test_a_line_for_one_seat_reaches_that_seat_only_and_says_so() -> None:
    whisper, cry = Line(say("Hear!"), only_for=1, seq=3), Line(say("Hear!"), seq=3)
    assert [len(sent(table(), you, whisper)["lines"]) for you in VIEWERS] == [0, 1, 0, 0]
    (heard,) = sent(table(), 1, cry)["lines"]
    assert sent(table(), 1, whisper)["lines"] == [{**heard, "yours": True}]


def test_at_the_end_nothing_is_asked_and_the_prompt_says_why_it_is_over() -> None:
    g = table(*[(0, Bid((0,))), (1, Pass()), (2, Pass()), (0, Take("tea"))] * 3)
    shown = sent(g, 1)
    assert (shown["question"], shown["asked"], shown["choices"], shown["free"]) == (None, [], [], [])
    assert shown["outcome"] == {"winners": [0], "scores": [3, 0, 0], "why": shown["prompt"], "team": None}
    assert shown["prompt"]["text"] == "Most prizes: {seats}."


@pytest.mark.parametrize("you", VIEWERS)
def test_a_frame_survives_json(you: int | None) -> None:
    encoded = msgspec.json.encode(frame(AUCTION, table((1, Pass())), you, 1, [Line(say("Hear!"))]))
    assert msgspec.json.encode(msgspec.json.decode(encoded, type=Frame)) == encoded
