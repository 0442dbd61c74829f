"""Who is present at which node, published on every change and every ten seconds. Never logged, and unknown to the
rules.

A node therefore knows which rooms are open nowhere else, and does not publish the heads of their logs, since a
notification wakes every node. When somebody opens such a room at another node, its head is published in reply: events
written before that were not announced."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.background import Service
from app.rooms.notices import Gone, Head, Here, Notice
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.storage.guests import Guest

log = logging.getLogger("tertulia.presence")

REPEAT_S: Final = 10.0
FORGET_AFTER_S: Final = 25.0
SILENT_AFTER_S: Final = 8.0
"""Silence after which a node's guests count as gone; any who are still there have reconnected elsewhere by then."""
CHECK_EVERY_S: Final = 1.0
CERTAIN_AFTER_S: Final = REPEAT_S + 2 * CHECK_EVERY_S
"""Within this time every node has repeated everything, whatever was lost before."""


class LastSeen(NamedTuple):
    """When a node last said that a guest is there, and whether their pages there are all hidden."""

    at: float
    hidden: bool


class Presence(Service):
    """Maintains `Rooms.elsewhere`."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._notices = rooms.notices
        self._published: dict[str, dict[str, Here]] = {}
        """Room -> guests of this node as published."""
        self._last_seen: dict[tuple[str, str], dict[str, LastSeen]] = {}
        """Room and guest -> the nodes where they are, and what each last said."""
        self._nodes: dict[str, float] = {}
        self._deaf_at = time.monotonic()
        self._repeated_at = 0.0
        self._doubted_at = self._deaf_at
        """When a notice may last have been lost, or a node appeared that has yet to say who is there."""
        self.lost_a_node: Callable[[], None] = lambda: None
        """Called when a node has fallen silent."""
        self._notices.subscribe(self._hear, self._doubt)
        self._notices.heads_matter = self._may_be_elsewhere

    def start(self) -> None:
        """Publish repeatedly, and forget guests of whom nothing is heard."""
        self._tasks.repeat(self.check, CHECK_EVERY_S, log, "presence could not be published", after_s=CHECK_EVERY_S)

    # --- Sending ---

    def watch(self, room: Room) -> None:
        """Publish changes after somebody came or went."""
        code = room.table.room
        if self._rooms.live_room(code) not in (None, room):
            return  # the room was reloaded, and its guests are in the new one
        published = self._published.get(code, {})
        now = _present(room) if self._rooms.is_live(room) else {}
        for guest in published.keys() - now.keys():
            self._notices.publish(Gone(code, guest))
        for guest, here in now.items():
            if published.get(guest) != here:
                self._notices.publish(here)
        if now:
            self._published[code] = now
        else:
            self._published.pop(code, None)

    def _publish_all(self) -> None:
        self._repeated_at = time.monotonic()
        for guests in self._published.values():
            for here in guests.values():
                self._notices.publish(here)

    # --- Receiving ---

    def _hear(self, node: str, notices: Sequence[Notice]) -> None:
        if node not in self._nodes:
            self._publish_all()  # a new node, which has heard nothing yet
            self._doubt()
        now = self._nodes[node] = time.monotonic()
        for notice in notices:
            match notice:
                case Here(code, guest, name, hidden):
                    nodes = self._last_seen.setdefault((code, guest), {})
                    is_new, nodes[node] = node not in nodes, LastSeen(now, hidden)
                    self._place(code, Guest(guest, b"", name))
                    self._note_unseen(code, guest)
                    if is_new and (room := self._rooms.live_room(code)) is not None:
                        self._notices.publish(Head(code, room.table.seq))
                case Gone(code, guest):
                    self._lose(code, guest, node)

    def _doubt(self) -> None:
        self._doubted_at = time.monotonic()

    def _may_be_elsewhere(self, code: str) -> bool:
        if code in self._rooms.elsewhere.guests or not self._notices.healthy:
            return True
        return time.monotonic() - max(self._doubted_at, self._deaf_at) < CERTAIN_AFTER_S

    def _place(self, code: str, guest: Guest) -> None:
        guests = self._rooms.elsewhere.guests.setdefault(code, {})
        if guests.get(guest.id) != guest:
            guests[guest.id] = guest
            self._refresh_room(code)

    def _lose(self, code: str, guest: str, node: str) -> None:
        """The node no longer has this guest; another one may."""
        nodes = self._last_seen.get((code, guest), {})
        nodes.pop(node, None)
        if not nodes and self._last_seen.pop((code, guest), None) is not None:
            del self._rooms.elsewhere.guests[code][guest]
            if not self._rooms.elsewhere.guests[code]:
                del self._rooms.elsewhere.guests[code]
            self._refresh_room(code)
        self._note_unseen(code, guest)

    def _note_unseen(self, code: str, guest: str) -> None:
        """Note whether the guest's pages are all hidden on other nodes. Nobody at the table is shown that."""
        unseen = self._rooms.elsewhere.unseen.get(code, set())
        sightings = self._last_seen.get((code, guest), {}).values()
        now = unseen | {guest} if sightings and all(sighting.hidden for sighting in sightings) else unseen - {guest}
        if now == unseen:
            return
        self._rooms.elsewhere.unseen[code] = now
        if not now:
            del self._rooms.elsewhere.unseen[code]
        if (room := self._rooms.live_room(code)) is not None:
            room.changed()

    def _refresh_room(self, code: str) -> None:
        if (room := self._rooms.live_room(code)) is not None:
            room.others_changed()

    # --- Repetition ---

    async def check(self) -> None:
        """Repeat what others may have missed, and forget guests of whom nothing is heard."""
        now = time.monotonic()
        if now - self._repeated_at > REPEAT_S:
            self._publish_all()
        if not self._notices.healthy:
            self._deaf_at = self._rooms.elsewhere.heard_since = now
        if now - self._deaf_at < SILENT_AFTER_S:
            return  # while notices are down, silence means nothing
        silent = {node for node, at in self._nodes.items() if now - at > SILENT_AFTER_S}
        for node in silent:
            del self._nodes[node]
        if silent:
            self.lost_a_node()
        for (code, guest), nodes in list(self._last_seen.items()):
            for node, sighting in list(nodes.items()):
                if node in silent or now - sighting.at > FORGET_AFTER_S:
                    self._lose(code, guest, node)


def _present(room: Room) -> dict[str, Here]:
    """The guests of this node in a room, by id."""
    audience, code = room.audience, room.table.room
    return {id: Here(code, id, guest.name, id in audience.unseen) for id, guest in audience.at_hand.items()}
