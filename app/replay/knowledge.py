"""What the player of a seat could know of everything hidden, in a replay and in practice."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from app.protocol.messages import Refusal
from app.replay.downloads import Parts
from app.replay.endings import undone_in
from app.storage.store import Store
from app.table.events import Began, Body, Event, Undone
from app.table.moves import is_practice, only_players
from app.table.snapshots import apply_next
from app.table.state import Table
from games import hindsight_of
from games.dealer import Line
from games.engine import Game, Seat, Text
from games.knowledge import Lens, Possible
from games.text import say


class CouldBe(Struct, frozen=True):
    """What a player could know now, in a game that is being played."""

    seq: int
    """The number of the event up to which the game was followed."""
    places: list[Possible]
    """Every hidden place, and what it may hold as far as this player could know with a perfect memory."""
    things: dict[str, Text]
    """The things that `places` names, in words."""


class Eyes:
    """The eyes of a seat, which follow a game from its beginning."""

    def __init__(self, seat: Seat, undone: set[int]) -> None:
        """`undone`: the events of moves that are taken back later."""
        self._seat, self._undone = seat, undone
        self._lens: Lens | None = None
        self.latest: list[Possible] | None = None
        """What this seat could know after the latest event; None where nothing is said of it."""

    def could_know(self, table: Table, body: Body, lines: Sequence[Line]) -> list[Possible] | None:
        """What this seat could know after the event; None if that is as before, or nothing is said of it."""
        if isinstance(body, Began) and body.onward is None:
            self._lens = self._lens_for(table)
        if self._lens is None or table.playing is None:
            return None
        since = body.since if isinstance(body, Undone) else 0
        before, self.latest = self.latest, self._lens.after(table.seq, table.playing.state, lines, since)
        return self.latest if self.latest != before else None

    def _lens_for(self, table: Table) -> Lens | None:
        knowledge = hindsight_of(table.game).knowledge
        if knowledge is None:
            return None
        follower = knowledge.follower(table.options, len(table.seats), self._seat)
        return Lens(table.game, follower, self._seat, self._undone)


def things_of(game: Game) -> dict[str, Text]:
    """The things that a game's hidden places hold, in words; empty where nothing is said of them."""
    knowledge = hindsight_of(game).knowledge
    return {} if knowledge is None else dict(knowledge.things)


# --- While a game is played ---------------------------------------------------------------------------------


def is_told(table: Table) -> bool:
    """Whether a player may be told now: in practice, if the game was dealt here and nobody has to remember it."""
    playing, knowledge = table.playing, hindsight_of(table.game).knowledge
    if playing is None or knowledge is None or table.phase != "playing" or not is_practice(table):
        return False
    return playing.was_dealt and knowledge.tells_in_play(table.options)


def player_told(table: Table, guest: str) -> Seat:
    """The seat of a guest who may be told. Raises not_seated, not_now."""
    seat = table.people.viewpoint_of(guest, None)
    if seat is None:
        raise only_players()
    if not is_told(table):
        raise Refusal("not_now", say("This is told only in games against bots, and never when you play from memory."))
    return seat


async def could_be_now(store: Store, table: Table, seat: Seat) -> Parts:
    """The CouldBe of this seat as JSON. Raises DamagedEvent, RoomGone."""
    log, began = await store.load_game(table.room, table.began, table.seq), table.began
    yield _encoded(log, began, seat)


def _encoded(log: Sequence[Event], began: int, seat: Seat) -> Iterator[bytes]:
    table = Table(log[0].room, bygone=began)
    eyes = Eyes(seat, undone_in(event for event in log if event.seq >= began))
    for event in log:
        lines = apply_next(table, event)
        if event.seq >= began:
            eyes.could_know(table, event.body, lines)
            yield b""  # others may have their turn: following a long game takes time
    yield msgspec.json.encode(CouldBe(table.seq, eyes.latest or [], things_of(table.game)))
