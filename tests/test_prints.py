"""What a room and its parts print of themselves says where they stand, and nothing that a log must not hold."""

from __future__ import annotations

from pathlib import Path

from app.protocol import commands
from app.rooms.frame_order import Frames
from app.rooms.views import Showing
from app.table.state import Table
from tests.company import ANN, BEN, CLEO, EVE, company

NOBODY = "0 wait, 0 muted, 0 banned"


async def test_a_room_and_its_parts_say_where_they_stand_and_tell_nothing_else(tmp_path: Path) -> None:
    async with company(tmp_path) as party:
        room, (ann, ben) = await party.seated(ANN, BEN, seats=3, game="sin_color")
        assert repr(room.table.people) == f"<People: host on 0, on [0, 1], bots [], free [2], {NOBODY}>"
        await ann.asks(commands.SeatBot(2, "medium"))
        await ann.asks(commands.Start())
        eve = party.page(room, EVE)
        await eve.hears()
        table, playing = room.table, room.table.playing
        assert playing is not None
        asked = sorted(playing.state.question.seats)
        people = f"<People: host on 0, on [0, 1], bots [2], free [], {NOBODY}>"
        stands = f"<Table: event {table.seq}, sin_color 1, playing, question 1 to {asked}, {people}>"
        assert repr(table) == stands
        assert repr(room) == f"<Room: pages through ['0', '1', 'None'], {stands}>"
        assert repr(ben.viewer) == f"<Viewer: look None, <Outbox: sent up to event {table.seq}, 0 wait>>"
        frames = Frames(Showing(table, [], 0), table.seq)
        frames.send([(eve.viewer, None), (ben.viewer, 1)], ANN.id)
        assert repr(frames) == f"<Frames: of event {table.seq}, made for ['None'], later for ['1']>"
        printed = repr([room, playing, *room.audience.everything_for(ben.viewer, 0)])
        secrets = [table.room, table.origin, str(playing.key), *(str(guest.id) for guest in (ANN, BEN, CLEO, EVE))]
        assert [secret for secret in [*secrets, "Ann", "Ben", " of hearts", "hand"] if secret in printed] == []


def test_a_table_of_which_nothing_was_read_yet_says_so() -> None:
    assert repr(Table("k7Qm2xZ9vB3nR5wT")) == "<Table: nothing has happened>"
