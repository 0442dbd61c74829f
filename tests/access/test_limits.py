"""Rate limits."""

from contextlib import ExitStack
from ipaddress import ip_network

import pytest

from app.access import rate_limits as limits_module
from app.access.addresses import networks_of
from app.access.rate_limits import Bucket, ConnectionLimit, Limits
from app.protocol.messages import Refusal
from app.rooms.page_limits import SocketLimits
from app.settings import Rate, Settings
from tests.support.clocks import Hourglass
from tests.support.clocks import hourglass as hourglass
from tests.support.metrics import Rise


def test_a_bucket_gives_what_it_holds_then_says_how_long_to_wait_and_fills_steadily(hourglass: Hourglass) -> None:
    bucket = Bucket(Rate(3, 6), hourglass)
    assert [bucket.take() for _ in range(4)] == [None, None, None, 2.0]
    hourglass.now += 1.5
    assert bucket.take() == 0.5
    hourglass.now += 0.5
    assert bucket.take() is None
    hourglass.now += 1_000_000
    assert [bucket.take() for _ in range(4)] == [None, None, None, 2.0], "no more than at first"


def test_each_address_has_a_bucket_of_its_own_and_an_ipv6_customer_one_for_all_of_theirs(hourglass: Hourglass) -> None:
    limits, rise = Limits(Settings(limits_rooms=Rate(1, 60)), hourglass), Rise()
    asked = ("192.0.2.1", "192.0.2.1", "192.0.2.2", "2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1")
    assert [limits.wait("room", address) for address in asked] == [None, 60.0, None, None, 60.0, None]
    assert rise("rate_limited_total", what="room") == 2
    assert [networks_of(address) for address in ("192.0.2.1", "::ffff:192.0.2.1", "unknown", "2001:db8::5")] == [
        ("192.0.2.1",), ("192.0.2.1",), ("unknown",), ("2001:db8::/64", "2001:db8::/56")
    ]  # fmt: skip


def test_a_customer_with_many_ipv6_networks_has_a_few_times_as_much(hourglass: Hourglass) -> None:
    settings = Settings(limits_rooms=Rate(1, 60), limits_sockets_per_address=1, limits_downloads_per_address=1)
    limits, limit = Limits(settings, hourglass), ConnectionLimit(1, [])
    networks = [f"2001:db8:0:{number:x}::1" for number in range(6)] + ["2001:db8:0:100::1"]
    expected = [True] * 4 + [False, False, True]
    assert [limits.wait("room", address) is None for address in networks] == expected
    assert [limit.hold(address) is not None for address in networks] == expected
    assert [limits.hold_socket(address, address, "room") is not None for address in networks] == expected
    assert limits.sockets == 5
    for address in networks[:4]:
        limits.hold_download(address)
    with pytest.raises(Refusal, match="Too many downloads"):
        limits.hold_download(networks[4])
    limits.hold_download(networks[6])


def test_a_socket_may_send_so_many_messages_a_second_and_at_once_and_so_many_bytes(hourglass: Hourglass) -> None:
    socket = SocketLimits(Limits(Settings(), hourglass).message_bucket())
    assert [socket.allows("") for _ in range(21)] == [True] * 20 + [False]
    hourglass.now += 1
    assert [socket.allows("") for _ in range(11)] == [True] * 10 + [False]
    socket = SocketLimits(Limits(Settings(limits_bytes=Rate(10_000, 10)), hourglass).message_bucket())
    assert [socket.allows("é" * 2_000) for _ in range(3)] == [True, True, False]
    hourglass.now += 2
    assert socket.allows("é" * 2_000)


def test_strangers_fill_no_memory_and_used_buckets_stay(hourglass: Hourglass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 100)
    limits = Limits(Settings(limits_rooms=Rate(1, 60)), hourglass)
    limits.wait("room", "192.0.2.1")
    for number in range(1000):
        limits.wait("room", f"10.0.{number // 256}.{number % 256}")
        assert limits.wait("room", "192.0.2.1") is not None
    assert len(limits._buckets) == 100


HOLDS = {
    "limits_sockets_per_address": "1 ann here, 1 ben here, 1 cid here, 2 cid here",
    "limits_sockets_per_guest": "1 ann here, 2 ann there, 3 ann elsewhere, 3 ben elsewhere",
    "limits_sockets_per_guest_and_room": "1 ann here, 2 ann here, 3 ann here, 3 ann there",
}
"""By address, guest and room: two that fill a limit, a third one that is refused, and one that is not."""


@pytest.mark.parametrize("limit", HOLDS)
def test_an_address_and_a_guest_hold_so_many_sockets_and_more_after_a_fault(hourglass: Hourglass, limit: str) -> None:
    limits, rise = Limits(Settings(**{limit: 2}), hourglass), Rise()

    def hold(where: str, who: str, room: str) -> ExitStack | None:
        return limits.hold_socket(f"192.0.2.{where}", who, room)

    *filling, too_many, another = [each.split() for each in HOLDS[limit].split(", ")]
    with pytest.raises(RuntimeError), ExitStack() as places:
        for each in filling:
            places.enter_context(hold(*each))
        assert (hold(*too_many), rise("rate_limited_total", what="sockets")) == (None, 1)
        places.enter_context(hold(*another))
        raise RuntimeError
    assert not limits._sockets
    assert hold(*too_many) is not None


def test_an_address_may_hold_so_many_http_connections() -> None:
    limit = ConnectionLimit(2, [])
    first, second = limit.hold("192.0.2.1"), limit.hold("::ffff:192.0.2.1")
    assert first is not None and second is not None
    assert limit.hold("192.0.2.1") is None
    assert limit.hold("::ffff:192.0.2.2") is not None
    first.close()
    assert limit.hold("192.0.2.1") is not None


def test_the_connections_of_a_trusted_proxy_are_those_of_many() -> None:
    limit = ConnectionLimit(1, [ip_network("192.0.2.0/24")])
    assert None not in [limit.hold("192.0.2.1") for _ in range(10)]
    assert [limit.hold("198.51.100.1") is None for _ in range(2)] == [False, True]
