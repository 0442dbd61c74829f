"""The list of a browser's own tables on the start page, each in one line, with what somebody sitting there would see.
Their rooms are not woken for it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from app.i18n import Speaker, isolated, parts_for
from app.protocol.messages import Refusal
from app.rooms.registry import Rooms
from app.rooms.views import chats_for, lines_for
from app.storage.commit import OutcomeUnknown
from app.table.evening import SHOWN_MS
from app.table.moves import asked_seats
from app.table.state import Table
from games.engine import Text, say

MOST: Final = 12
MOST_LOOKED_AT: Final = 48
"""Tables of which those are chosen: whoever practises every day has many newer ones than that of their friends."""
MOST_KEPT: Final = 2_000  # entries in memory, of a few hundred bytes each


class OwnTable(Struct, frozen=True):
    """A table where a guest sits or is the host, in the guest's language."""

    room: str
    title: str
    people: str
    state: str
    is_asked: bool
    has_company: bool
    """Whether other people sit there, who may be waiting for this guest."""
    evening: int | None
    """When its evening begins, in milliseconds since 1970."""
    last: str
    """The last thing said or done that everybody at the table may know."""


class OwnTables:
    """Looks up guests' tables without waking their rooms. An entry is cached until the room's log grows or the epoch
    changes."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._kept: LRUCache[tuple[str, str, str, str], tuple[int, OwnTable | None]] = LRUCache(MOST_KEPT)

    async def of(self, guest: str, language: str) -> list[OwnTable]:
        """This guest's newest tables, those with other people first, and of both kinds those that wait for this guest.
        Empty while storage does not answer."""
        try:
            codes = await self._rooms.store.guests.rooms_of(guest, MOST_LOOKED_AT)
            heads = await self._rooms.store.heads(codes) if codes else {}
            entries = [await self._table(guest, language, code, heads[code]) for code in codes if code in heads]
        except OutcomeUnknown:
            return []
        now = self._rooms.store.now()
        tables = [_without_past_evening(table, now) for table in entries if table is not None]
        return sorted(tables, key=lambda table: (not table.has_company, not table.is_asked))[:MOST]

    async def _table(self, guest: str, language: str, code: str, seq: int) -> OwnTable | None:
        place = guest, language, code, self._rooms.store.epoch
        kept = self._kept.get(place)
        if kept is None or kept[0] != seq:
            kept = self._kept[place] = await self._seen(guest, language, code, seq)
        return kept[1]

    async def _seen(self, guest: str, language: str, code: str, seq: int) -> tuple[int, OwnTable | None]:
        """The table, and up to which event it is valid: a live room may be behind its log for a moment."""
        table = None
        with suppress(Refusal):
            table = await self._rooms.glance(code)
        if table is None:
            return seq, None
        return min(seq, table.seq) if self._rooms.live_room(code) else seq, own_table(table, guest, language)


def own_table(table: Table, guest: str, language: str) -> OwnTable | None:
    """The table as this guest may see it; None when they no longer have a part in it."""
    people = table.people
    if guest in people.banned or not people.belongs(guest):
        return None
    last = _last_word(table, guest)
    speak = Speaker(language, parts_for(table.game.key), _players(table))
    return OwnTable(
        room=table.room,
        title=table.game.title,
        people=", ".join(isolated(seat.name) for seat in table.seats if seat.name is not None),
        state=speak(_state(table, guest)),
        is_asked=_is_asked(table, guest),
        has_company=any(seat.guest not in (None, guest) for seat in table.seats),
        evening=table.settings.evening.at,
        last=speak(last) if last is not None else "",
    )


def _without_past_evening(table: OwnTable, now: int) -> OwnTable:
    return table if table.evening is None or now < table.evening + SHOWN_MS else replace(table, evening=None)


def _players(table: Table) -> Sequence[str | None]:
    """The names by seat; once a game is over, of those who have played it, wherever they sit now."""
    return table.past[-1].result.names if table.phase == "over" else [seat.name for seat in table.seats]


def _is_asked(table: Table, guest: str) -> bool:
    seats = [table.seats[seat] for seat in asked_seats(table)]
    return any(seat.guest == guest and seat.bot is None for seat in seats)


def _state(table: Table, guest: str) -> Text:
    names = [name or "…" for name in _players(table)]
    if table.playing is None:
        free = sum(seat.free for seat in table.seats)
        return say("{free} of {seats} seats free", free=free, seats=len(names)) if free else say("Ready to start")
    if table.playing.outcome is not None:
        winners = [names[seat] for seat in table.playing.outcome.winners]
        return say("Over · won by {players}", players=winners) if winners else say("Over")
    if table.paused:
        return say("Paused")
    if _is_asked(table, guest):
        return say("Your turn")
    return say("Waiting for {players}", players=[names[seat] for seat in asked_seats(table)])


def _last_word(table: Table, guest: str) -> Text | None:
    """Without lines that only this guest has heard: others may glance at the start page."""
    lines = [line for line in lines_for(table, guest, None) if not line.yours]
    chats = chats_for(table, guest, table.seq + 1, 0, 1)
    spoken = [(chat.seq, say("{name}: {text}", name=chat.from_.name, text=chat.text)) for chat in chats]
    words = [*spoken, *((line.seq, line.text) for line in lines[-1:])]
    return max(words, key=lambda word: word[0])[1] if words else None
