"""When other players' moves are shown, and which are skipped: tests/browser/test_pace.py has it on a page."""

from typing import Any

import pytest

from tests.in_node import in_node

APART, GLIDE, BEHIND = 400, 260, 2000


def came(*at: float, asks: bool = False) -> list[dict[str, Any]]:
    """Frames that came at these milliseconds; `asks`: the last of them asks the reader."""
    return [{"at": each, "asks": asks and each == at[-1]} for each in at]


def next_at(queue: list[dict[str, Any]], pace: str = "normal", at: float = 0, late: float = 0, lands: float = 0) -> int:
    shown = {"at": at, "late": late, "lands": lands}
    due: int = in_node("state/pacing.js", "module.next_at(...given)", [queue, shown, pace])
    return due


@pytest.mark.parametrize(("due", "shown"), [
    (APART, {}), (900, {"lands": 900}), (700, {"late": 600}), (1200, {"pace": "slow"}),
], ids=["seen", "at rest", "as late as the last one", "slowly"])  # fmt: skip
def test_the_next_move_is_shown_when_the_last_was_seen_and_has_come_to_rest(due: int, shown: dict[str, Any]) -> None:
    assert next_at(came(100, 150), **shown) == due


def test_no_act_delays_a_move_for_more_than_two_seconds_or_a_question_for_longer_than_a_piece_glides() -> None:
    assert next_at(came(100), lands=9000) == 100 + BEHIND
    assert next_at(came(100, 150, asks=True), lands=9000) == 150 + GLIDE


@pytest.mark.parametrize(("skipped", "now", "queue"), [
    (0, 0, came(0, 10)), (2, 0, came(*range(8))), (2, 10, came(0, 5, 10, asks=True)), (1, BEHIND, came(0, 100)),
], ids=["there is time", "too many", "the reader is asked", "too late"])  # fmt: skip
def test_only_as_many_moves_are_skipped_as_there_is_no_time_for(skipped: int, now: int, queue: list[Any]) -> None:
    assert in_node("state/pacing.js", "module.skipped(...given)", [queue, now, "normal"]) == skipped


def test_words_are_new_where_they_did_not_stand_before() -> None:
    """A line that moves down the log, or a word that moves within a player's card, is not."""
    before = [("log", "Ana drew."), ("Ana", "choosing"), ("Bo", "5 pieces"), ("prompt", "Your turn.")]
    after = [("log", "Bo drew."), ("log", "Ana drew."), ("Ana", "choosing"), ("Bo", "choosing"), ("prompt", "Wait.")]
    given = [[{"place": place, "text": text} for place, text in words] for words in (before, after)]
    new = in_node("kit/words.js", "module.new_words(...given)", given)
    assert [(word["place"], word["text"]) for word in new] == [
        ("log", "Bo drew."), ("Bo", "choosing"), ("prompt", "Wait."),
    ]  # fmt: skip


@pytest.mark.parametrize(("is_seen", "move"), [
    (False, {}), (True, {"asks": True}), (True, {"ends": True}), (True, {"fades": True}),
], ids=["a bot's", "a person is asked", "the end", "it is in no log"])  # fmt: skip
def test_of_skipped_moves_only_the_last_and_what_is_in_no_log_is_shown(is_seen: bool, move: dict[str, bool]) -> None:
    given = {"asks": False, "ends": False, "fades": False, **move}
    assert in_node("state/pacing.js", "module.is_seen_in_passing(given)", given) == is_seen
