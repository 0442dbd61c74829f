"""Sin Color: an offer, once made, stands. An arrangement may be changed until everybody has arranged."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest

from app import agreeing, judging
from app.events import Undone
from app.folding import folded
from app.ids import new_id
from app.room import Room
from app.rooms import Rooms
from app.settings import Settings
from app.store import Store
from app.wire import Refusal
from app.wishes import Play
from games.engine import Move
from games.sin_color.moves import Arrange, Offer
from games.sin_color.rules import Arranging, Offering, State
from tests.finished import begin, seated


@pytest.fixture
async def rooms(store: Store) -> AsyncIterator[Rooms]:
    yield Rooms(store, Settings())


@pytest.fixture
async def arranging(rooms: Rooms) -> Room:
    """Three players have yet to arrange their coins."""
    room = await seated(rooms, "sin_color", 3)
    await begin(room)
    return room


@pytest.fixture
async def offering(arranging: Room) -> Room:
    """Somebody wants to trade, and the two others have yet to offer."""
    for seat in range(3):
        await answer(arranging, seat, Arrange(()))
    await answer(arranging, state(arranging).question.seat, Offer((0, 1)))
    return arranging


def state(room: Room) -> State:
    assert room.table.playing is not None
    g: State = room.table.playing.state
    return g


async def answer(room: Room, seat: int, move: Move) -> None:
    wish = Play(new_id(), state(room).question.number, msgspec.Raw(msgspec.json.encode(move)))
    guest = room.table.seats[seat].guest or ""
    await room.do(guest, new_id(), lambda table: judging.answer(table, guest, wish))


async def take_back(room: Room, seat: int) -> None:
    guest = room.table.seats[seat].guest or ""
    await room.do(guest, new_id(), lambda table: agreeing.propose(table, guest, "undo", None))


async def test_a_sealed_offer_once_made_is_not_taken_back(offering: Room) -> None:
    first = state(offering).question.seats[0]
    await answer(offering, first, Offer((2,)))
    undo = agreeing.can_undo(offering.table, first)
    assert (undo.can, str(undo.why)) == ("no", "Your answer stands: by the rules it is not taken back.")
    with pytest.raises(Refusal, match="stands") as refused:
        await take_back(offering, first)
    assert refused.value.code == "not_now"
    question = state(offering).question
    assert isinstance(question, Offering)
    assert question.answers == {first: Offer((2,))}


async def test_nor_is_it_taken_back_when_all_offers_are_on_the_table(offering: Room) -> None:
    first, second = state(offering).question.seats
    await answer(offering, first, Offer((2,)))
    await answer(offering, second, Offer((3,)))
    for seat in range(3):
        assert agreeing.can_undo(offering.table, seat).can == "no"


async def test_who_has_yet_to_offer_has_nothing_to_take_back(offering: Room) -> None:
    _, second = state(offering).question.seats
    undo = agreeing.can_undo(offering.table, second)
    assert (undo.can, undo.why) == ("no", agreeing.NOTHING_TO_UNDO)


async def test_an_arrangement_is_changed_as_long_as_others_still_arrange_theirs(arranging: Room) -> None:
    await answer(arranging, 1, Arrange((0, 1)))
    assert agreeing.can_undo(arranging.table, 1).can == "now"
    await take_back(arranging, 1)
    question = state(arranging).question
    assert isinstance(question, Arranging)
    assert question.seats == (0, 1, 2)


async def test_a_log_in_which_an_offer_was_taken_back_is_read_as_it_was_written(offering: Room, rooms: Rooms) -> None:
    """Before offers stood, this could happen."""
    first = state(offering).question.seats[0]
    await answer(offering, first, Offer((2,)))
    await offering.do(offering.table.seats[first].guest or "", new_id(), lambda table: Undone(first, 0))
    assert first in state(offering).question.seats
    again = folded(offering.table.room, await rooms.store.load(offering.table.room))
    assert again.playing is not None
    assert again.playing.state == state(offering)
