"""Dead connections are noticed in time, active ones are not pinged, and nobody is kept in memory for it."""

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any, Final
from unittest.mock import Mock

import pytest

from app.access.rate_limits import ConnectionLimit
from app.server.http import Config
from app.server.keepalive import TICK_S, Keepalive
from app.server.process import PING_EVERY_S, PONG_WITHIN_S
from tests.support.sockets import Served, frame

PING: Final = b"\x89\x00"
TALK: Final = frame(1, b"text")
MANY: Final = 200


class Time:
    """An event loop's clock and timers, advanced by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        """Advance in steps shorter than a tick."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + TICK_S / 5)
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    @property
    def timers(self) -> int:
        """The number of pending timers."""
        return sum(not timer.cancelled() for timer in asyncio.get_running_loop()._scheduled)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    monkeypatch.setattr(asyncio.get_running_loop(), "time", time := Time())
    return time


class Peer(Served):
    """The far end of an open socket: it reads, and does not answer by itself."""

    def loses(self) -> None:
        self.wire.closed = True
        self.socket.connection_lost(None)

    @property
    def pings(self) -> int:
        return self.wire.written.count(PING)


@pytest.fixture
def config() -> Config:
    given: Any = {"ws_ping_interval": PING_EVERY_S, "ws_ping_timeout": PONG_WITHIN_S}
    config = Config("", connection_limit=ConnectionLimit(9, []), interface="asgi3", **given)
    config.loaded, config.loaded_app = True, None
    return config


async def peers(config: Config, number: int) -> list[Peer]:
    """This many peers, connected at the same time."""
    them = [Peer(config) for _ in range(number)]
    for peer in them:
        await peer.opens()
    return them


def kept(keepalive: Keepalive) -> int:
    return len(keepalive._at) + sum(map(len, keepalive._due.values()))


async def all_answer(time: Time, seconds: float, *them: Peer) -> None:
    """Advance the time while these answer every ping within a tick."""
    answered = Counter[Peer]()
    for _ in range(round(seconds / TICK_S)):
        await time.passes(TICK_S)
        for peer in them:
            if peer.pings > answered[peer]:
                answered[peer] = peer.pings
                peer.socket.data_received(frame(10, b""))


# --- Found, and left alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("talked_for", [0.0, 0.5, 1.75, 5.0])
async def test_who_falls_silent_is_found_in_time_and_forgotten(config: Config, time: Time, talked_for: float) -> None:
    them = await peers(config, 20)
    for _ in range(round(talked_for / TICK_S)):
        await time.passes(TICK_S)
        for peer in them:
            peer.socket.data_received(TALK)
    assert not any(peer.wire.closed or peer.pings for peer in them)
    await time.passes(PING_EVERY_S + PONG_WITHIN_S + 3 * TICK_S)
    assert all(peer.wire.closed for peer in them)
    assert {peer.pings for peer in them} == {1}
    assert kept(config.keepalive) == 0


async def test_who_answers_only_at_the_end_of_the_timeout_stays(config: Config, time: Time) -> None:
    (peer,) = await peers(config, 1)
    for before in range(10):
        while peer.pings == before:
            await time.passes(TICK_S)
        await time.passes(PONG_WITHIN_S - TICK_S)
        peer.socket.data_received(frame(10, b""))
    assert not peer.wire.closed


async def test_who_needs_eight_seconds_to_answer_stays(config: Config, time: Time) -> None:
    """As on a mobile line on which packets are lost."""
    (peer,) = await peers(config, 1)
    for before in range(10):
        while peer.pings == before:
            await time.passes(TICK_S)
        await time.passes(8.0)
        peer.socket.data_received(frame(10, b""))
    assert not peer.wire.closed


async def test_who_asks_every_five_seconds_as_our_pages_do_is_soon_pinged_no_more(config: Config, time: Time) -> None:
    (peer,) = await peers(config, 1)
    for _ in range(20):
        await time.passes(5.0)
        peer.socket.data_received(TALK)
    assert not peer.wire.closed
    assert peer.pings <= 3


@pytest.mark.parametrize("said", [[TALK], [frame(9, b"ping")], [frame(10, b"")], [TALK[:3], TALK[3:]]])
async def test_who_talks_is_never_pinged(config: Config, time: Time, said: list[bytes]) -> None:
    (peer,) = await peers(config, 1)
    for number in range(40):
        await time.passes(PING_EVERY_S / 2 - TICK_S)
        peer.socket.data_received(said[number % len(said)])
        await asyncio.sleep(0)
    assert not peer.wire.closed
    assert peer.pings == 0


async def test_who_answers_stays_and_is_checked_once_for_each_ping(
    config: Config, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    (peer,) = await peers(config, 1)
    checks, check = [], peer.socket.check
    monkeypatch.setattr(peer.socket, "check", lambda: checks.append(time.now) or check())
    await all_answer(time, 210, peer)
    assert not peer.wire.closed
    assert 32 <= peer.pings <= 35
    assert len(checks) <= peer.pings + 1


async def test_those_that_came_together_are_not_pinged_together(config: Config, time: Time) -> None:
    them = await peers(config, MANY)
    pinged_at = Counter[int]()
    for tick in range(round((PING_EVERY_S + 1) / TICK_S)):
        before = sum(peer.pings for peer in them)
        await time.passes(TICK_S)
        pinged_at[tick] += sum(peer.pings for peer in them) - before
    assert sum(pinged_at.values()) == MANY
    assert max(pinged_at.values()) < MANY / 3


# --- Forgotten ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("after_s", [0.0, TICK_S, PING_EVERY_S, PING_EVERY_S + PONG_WITHIN_S / 2])
async def test_a_socket_that_is_lost_is_forgotten_at_once(config: Config, time: Time, after_s: float) -> None:
    (peer,) = await peers(config, 1)
    await time.passes(after_s)
    peer.loses()
    await asyncio.sleep(0)
    written, socket = peer.wire.written, weakref.ref(peer.socket)
    assert kept(config.keepalive) == 0
    await time.passes(3 * PING_EVERY_S)
    assert peer.wire.written == written
    del peer
    gc.collect()
    assert socket() is None


async def test_the_timer_stops_with_the_last_socket_and_begins_anew_with_the_next(config: Config, time: Time) -> None:
    before = time.timers
    for _ in range(3):
        them = await peers(config, 5)
        await time.passes(PING_EVERY_S)
        assert config.keepalive._timer is not None
        for peer in them:
            peer.loses()
        await time.passes(2 * TICK_S)
        assert (config.keepalive._timer, kept(config.keepalive)) == (None, 0)
    await time.passes(20)
    assert time.timers <= before + 1


def watched(check: Callable[[], float | None]) -> Mock:
    """A watched object with this check, which says when to check again."""
    return Mock(check=Mock(side_effect=check))


async def test_one_that_cannot_be_checked_does_not_keep_the_others_from_it(time: Time) -> None:
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context["exception"]))
    keepalive = Keepalive()
    first, bad, last = them = [watched(check) for check in (lambda: TICK_S, lambda: 1 / 0, lambda: TICK_S)]
    for each in them:
        keepalive.watch(each, TICK_S)
    await time.passes(4 * TICK_S)
    assert bad.check.call_count == len(faults) == 1
    assert first.check.call_count >= 2 and last.check.call_count >= 2


async def test_one_that_ends_another_while_it_is_checked_is_the_last_to_check_it(time: Time) -> None:
    keepalive = Keepalive()
    them = [watched(lambda: [keepalive.forget(each) for each in them] and None) for _ in range(2)]
    for each in them:
        keepalive.watch(each, TICK_S)
    await time.passes(3 * TICK_S)
    assert sum(each.check.call_count for each in them) == 1
    assert kept(keepalive) == 0
