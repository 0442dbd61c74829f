"""Taking back moves and ending games: at once, by agreement, or not at all."""

from typing import Any

import msgspec
import pytest

from app.protocol import commands
from app.services.bots import Bots
from app.storage.guests import Guest
from app.table.events import Agreed, Moved, Objected, Proposed, Stopped, Undone
from app.table.proposals import NOTHING_TO_UNDO
from app.table.takeback import Undoing
from games.dealer import Line, Sight
from games.engine import say
from games.sin_color.moves import Offer
from games.sin_color.rules import Offering
from tests.support.beads import Put
from tests.support.decisions import Given, Tables
from tests.support.tables import ANN, BEN, CLEO, EVE, Company, until

PEOPLE = (ANN, BEN, CLEO)
UNDO, END = commands.Propose("undo"), commands.Propose("end")
YES, NO = commands.Agree(True), commands.Agree(False)


@pytest.fixture
def two(given: Tables) -> Given:
    return given(ANN, BEN).begun()


@pytest.fixture
def three(given: Tables) -> Given:
    return given(*PEOPLE).begun()


# --- Taking back ---


def test_a_move_nobody_has_answered_is_taken_back_at_once_and_its_question_has_a_new_number(two: Given) -> None:
    first = two.question
    two.puts(ANN)
    second = two.question
    assert two.undo(0).can == "now"
    assert two.when(ANN, UNDO) == Undone(0, two.table.seq - 1)
    assert (two.string, two.asked, two.said) == ([], [0], ["{seat} took a move back."])
    assert two.question > second > first
    for guest, question in ((ANN, first), (BEN, second)):
        assert "stale" in two.refuses(guest, two.answer("put", question=question, bead=0))


def test_several_moves_can_be_taken_back_one_after_the_other(two: Given) -> None:
    two.puts(ANN, BEN, ANN)
    for guest in (ANN, BEN, ANN):
        two.when(guest, UNDO)
    assert (two.string, two.undo(0).can) == ([], "no")


async def test_bots_always_agree_and_answer_again_what_they_are_asked_again(party: Company) -> None:
    party.employs(Bots(pause=0))
    room, (ann,) = await party.playing(ANN, seats=2)
    for bead in (0, 1):
        await ann.plays("put", bead=bead)
        await until(lambda bead=bead: room.table.playing.state.string == [(0, bead), (1, 1)])
        await ann.asks(UNDO)


def test_an_answer_that_is_still_secret_can_be_changed_and_leaves_those_of_the_others_alone(given: Tables) -> None:
    table = given(*PEOPLE, together=True).begun()
    table.plays(BEN, "say", bead=1)
    table.plays(ANN, "say", bead=0)
    assert table.undo(0).can == "now"
    assert table.when(ANN, UNDO) == Undone(0, 0)
    assert table.asked == [0, 2]
    for guest in (CLEO, ANN):
        table.plays(guest, "say", bead=1)
    assert (table.string, table.undo(0).can) == ([(0, 1), (1, 1), (2, 1)], "no")


def test_an_answer_that_the_rules_gave_because_time_ran_out_stands_though_it_is_secret(given: Tables) -> None:
    table = given(*PEOPLE, together=True).begun(clock=commands.Clock("question", 60))
    table.lapses(0)
    table.plays(BEN, "say", bead=1)
    assert "Your move stands" in table.refuses(ANN, UNDO)
    assert table.when(BEN, UNDO) == Undone(1, 0)
    for guest in (BEN, CLEO):
        table.plays(guest, "say", bead=1)
    table.plays(ANN, "say", bead=1)
    assert table.when(ANN, UNDO) == Undone(0, 0)


SAID: dict[str, tuple[int, list[tuple[Guest, commands.Agree, Any]], int]] = {
    "who has moved since says yes": (2, [(BEN, YES, Undone(0, 5))], 0),
    "all who have": (3, [(CLEO, YES, Agreed(2)), (BEN, YES, Undone(0, 5))], 0),
    "one who objects is enough": (3, [(CLEO, NO, Objected(2))], 3),
}


@pytest.mark.parametrize(("moved", "answers", "left"), SAID.values(), ids=SAID)
def test_who_has_moved_since_is_asked_and_nobody_else(three: Given, moved: int, answers: list[Any], left: int) -> None:
    assert three.table.seq == 4
    three.puts(*PEOPLE[:moved])
    assert (three.undo(0).can, str(three.undo(0).why)) == ("ask", "Others have moved since: they have to agree.")
    assert three.when(ANN, UNDO) == Proposed(0, "undo")
    assert three.waiting == [*range(1, moved)]
    for guest in PEOPLE[moved:]:
        assert "You do not need to answer that" in three.refuses(guest, YES)
    for guest, answer, event in answers:
        assert three.when(guest, answer) == event
    assert (len(three.string), three.waiting) == (left, None)


def test_a_move_meanwhile_ends_the_asking(two: Given) -> None:
    two.puts(ANN, BEN)
    two.when(ANN, UNDO)
    two.puts(ANN)
    assert len(two.string) == 3
    assert "There is no proposal" in two.refuses(BEN, YES)


def test_a_slow_answer_to_one_proposal_does_not_answer_the_next(two: Given) -> None:
    slow = commands.Agree(True, matter="undo")
    two.puts(ANN, BEN)
    two.when(ANN, UNDO, NO, END)
    assert "There is no proposal to answer" in two.refuses(BEN, slow)
    two.when(ANN, NO, UNDO)
    assert isinstance(two.when(BEN, slow), Undone)


@pytest.mark.parametrize("move", ["draw", "show"])
def test_nothing_is_taken_back_across_a_draw_or_a_reveal(two: Given, move: str) -> None:
    two.puts(ANN)
    two.plays(BEN, move)
    for seat, guest in enumerate((ANN, BEN)):
        assert two.undo(seat).can == "no"
        assert "or something has been drawn or revealed since" in two.refuses(guest, UNDO)


@pytest.mark.parametrize(("drawn", "sight", "left"), [([], None, 2), ([3], None, 0), ([], Sight(), 0)])
def test_what_draws_or_shows_ends_all_taking_back(two: Given, drawn: list[int], sight: Sight | None, left: int) -> None:
    undoing, playing = Undoing(), two.table.playing
    for seq, (draws, seen) in enumerate([([], None), (drawn, sight)]):
        undoing.note(seq, Moved(seq, seq, msgspec.Raw(b"{}"), draws), Put(1), playing.state, playing.timing)
        undoing.note_lines([Line("said", say("Look!"), sight=seen)])
    assert len(undoing.moves) == left


def test_a_lapsed_move_is_not_ones_own_to_take_back(two: Given) -> None:
    two.lapses(0)
    assert two.undo(0).can == "no"


# --- The end by agreement ---


def test_a_game_ends_when_all_agree(three: Given) -> None:
    three.puts(ANN)
    three.when(ANN, END)
    three.puts(BEN)  # this does not invalidate the request
    assert three.when(BEN, YES) == Agreed(1)
    assert three.table.phase == "playing"
    ended = three.when(CLEO, YES)
    assert isinstance(ended, Stopped)
    assert (ended.result.winners, ended.result.scores) == ([], [0, 0, 0])
    assert (three.table.phase, three.asked) == ("over", [])


def test_nobody_waits_for_somebody_who_has_gone_and_among_bots_a_game_ends_at_once(two: Given) -> None:
    two.when(ANN, END)
    two.leaves(BEN)
    two.when(ANN, commands.SeatBot(1, "medium"))
    assert two.waiting is None
    assert isinstance(two.when(ANN, END), Stopped)


def test_no_game_ends_without_somebody_who_only_reloads_the_page(three: Given) -> None:
    three.leaves(CLEO, ago=5)
    three.when(ANN, commands.SeatBot(2, "medium"), END)
    assert "Cleo was here a moment ago. Wait 25 s." in three.refuses(BEN, YES)
    three.when(BEN, NO)
    three.leaves(BEN, ago=30)
    three.when(ANN, commands.SeatBot(1, "medium"))
    assert "Cleo was here" in three.refuses(ANN, END)
    three.enters(CLEO)
    three.leaves(CLEO, ago=30)
    assert isinstance(three.when(ANN, END), Stopped)


def test_what_was_proposed_by_somebody_who_has_to_go_is_off(three: Given) -> None:
    three.when(BEN, END)
    three.when(ANN, commands.Kick(person="Ben"))
    for guest in (ANN, CLEO):
        assert "There is no proposal" in three.refuses(guest, YES)
    three.when(CLEO, END)
    assert isinstance(three.when(ANN, YES), Stopped)


def test_a_game_that_ends_in_a_pause_is_not_paused_any_more_and_the_same_people_play_again(two: Given) -> None:
    last = two.question
    two.when(ANN, commands.Pause(), END)
    two.when(BEN, YES)
    assert (two.table.phase, two.table.paused) == ("over", False)
    two.when(BEN, commands.Rematch())
    assert two.question > last
    (past,) = two.table.past
    assert isinstance(two.log[past.ended - 1].body, Stopped)
    assert two.table.may_look_back(EVE.id, past)


async def test_pages_are_told_what_can_be_taken_back_what_is_proposed_and_how_it_ended(party: Company) -> None:
    room, (ann, ben) = await party.playing(ANN, BEN)
    eve = party.page(room, EVE)
    await ann.plays("put", bead=1)
    assert (await ann.sees("frame"))["undo"] == {"can": "now", "why": None}
    assert (await eve.sees("frame"))["undo"] is None
    await ann.asks(UNDO)
    assert (await party.page(room, EVE).sees("frame"))["lines"][-1]["text"]["text"] == "{seat} took a move back."
    await ann.asks(END)
    assert (await ben.sees("table"))["proposal"] == {"matter": "end", "seat": 0, "waiting": [1], "agreed": []}
    await ben.asks(YES)
    frame = await ben.sees("frame")
    assert (frame["outcome"]["winners"], frame["asked"], frame["question"]) == ([], [], None)
    assert (await ben.sees("table"))["proposal"] is None
    (game,) = (await ben.sees("results"))["games"]
    assert (game["stopped"], game["winners"], game["scores"]) == (True, [], [0, 0])


# --- Sealed offers ---


@pytest.fixture
def offering(given: Tables) -> Given:
    """One player wants to trade, and the two others have yet to offer."""
    table = given(*PEOPLE, game="sin_color").begun()
    for guest in PEOPLE:
        table.plays(guest, "arrange", value_up=[])
    table.plays(PEOPLE[table.asked[0]], "offer", coins=[0, 1])
    return table


def test_a_sealed_offer_once_made_is_not_taken_back_nor_when_all_are_on_the_table(offering: Given) -> None:
    first, second = offering.asked
    offering.plays(PEOPLE[first], "offer", coins=[2])
    stands = "Your move stands: the rules do not let you take it back."
    assert (offering.undo(first).can, str(offering.undo(first).why)) == ("no", stands)
    assert offering.refuses(PEOPLE[first], UNDO) == f"not_now: {stands}"
    assert (offering.undo(second).can, offering.undo(second).why) == ("no", NOTHING_TO_UNDO)
    pending = offering.table.playing.state.question
    assert isinstance(pending, Offering)
    assert pending.answers == {first: Offer((2,))}
    offering.plays(PEOPLE[second], "offer", coins=[3])
    assert {offering.undo(seat).can for seat in range(3)} == {"no"}


def test_a_log_of_before_offers_stood_in_which_one_was_taken_back_is_read_as_it_was_written(offering: Given) -> None:
    first = offering.asked[0]
    offering.plays(PEOPLE[first], "offer", coins=[2])
    offering.writes(PEOPLE[first].id, Undone(first, 0))
    assert first in offering.asked
