"""The adviser: tells players who ask for a hint, and nobody else, their best answers, judged by what their seat
knows."""

import logging
from collections.abc import Iterator
from typing import Final
from weakref import WeakKeyDictionary, WeakSet

from app.background import Service
from app.protocol.messages import HintView, encode
from app.rooms.outbox import Message, Viewer
from app.rooms.room import Room
from app.table.moves import asked_seats, to_think_about
from app.workers.fair_queue import Requester
from app.workers.pool import Workers
from games.thinking import Hint, Thought, hint, quick_hint

log = logging.getLogger("tertulia.bots")

SOON_S: Final = 0.5
"""How long a hint waits for its turn at the workers before the player is told what a careful player would do."""
LATER_S: Final = 30.0
"""How long the best answers then still wait for theirs."""


class HintRequest:
    """A hint that a seat has asked for: the message, once it is ready, and the pages that have been told."""

    def __init__(self, question: int) -> None:
        self.question = question
        self.encoded: bytes | None = None
        self.shown_to: WeakSet[Viewer] = WeakSet()
        """Pages that change to another view forget it, and are told again later."""


class Adviser(Service):
    """Watches rooms for players who have asked for a hint. It runs on every node and tells the pages there; hints are
    the same everywhere, since they follow from the log and the game's key."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._requests: Final = WeakKeyDictionary[Room, dict[int, HintRequest]]()

    def watch(self, room: Room) -> None:
        """The room has changed, or somebody came or went."""
        for seat, question in _open(room):
            request = self._requests.setdefault(room, {}).get(seat)
            if request is None or request.question != question:
                request = self._requests[room][seat] = HintRequest(question)
                self._tasks.start(self._work_out(room, seat, request), room=room.table.room)
            else:
                _tell(room, seat, request)

    async def _work_out(self, room: Room, seat: int, request: HintRequest) -> None:
        """Tell the best answers; after a moment without them what a careful player would do, and the best ones when
        they come."""
        game = room.table.game
        try:
            thought = to_think_about(room.table, seat)
            if thought is None:
                return
            best = await self._best(room, thought, SOON_S)
            _show(room, seat, request, best or quick_hint(game, thought))
            if best is None and _is_open(room, seat, request):
                best = await self._best(room, thought, LATER_S)
                if best is not None:
                    _show(room, seat, request, best)
        except Exception:  # whatever a game raises: the player goes on without a hint
            log.exception("a hint could not be computed", extra={"room": room.table.room})

    async def _best(self, room: Room, thought: Thought, wait_s: float) -> Hint | None:
        if room.table.game.strategy is None:
            return None
        return await self._workers.think(hint, thought, Requester(room.table.room, room.audience.addresses), wait_s)


def _open(room: Room) -> Iterator[tuple[int, int]]:
    """Seat and question of every hint that was asked for and whose question is still open."""
    playing = room.table.playing
    if playing is None or not playing.hinted or room.is_broken:
        return
    for seat in asked_seats(room.table):
        if playing.hinted.get(seat) == playing.state.question.number:
            yield seat, playing.state.question.number


def _is_open(room: Room, seat: int, request: HintRequest) -> bool:
    return (seat, request.question) in _open(room)


def _show(room: Room, seat: int, request: HintRequest, best: Hint) -> None:
    """Tell this hint in place of an earlier one."""
    request.encoded = encode(HintView(seat, request.question, best.answers, best.reason, best.counted, best.about))
    request.shown_to.clear()
    if _is_open(room, seat, request):  # otherwise it comes too late
        room.show_the_rest()
        _tell(room, seat, request)


def _tell(room: Room, seat: int, request: HintRequest) -> None:
    if request.encoded is None:
        return
    for viewer in room.audience.viewers:
        if room.audience.viewpoint_of(viewer) != seat:
            request.shown_to.discard(viewer)
        elif viewer not in request.shown_to:
            request.shown_to.add(viewer)
            viewer.outbox.put(Message(request.encoded, None))
