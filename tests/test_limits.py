"""How much anybody may ask for."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from app.access import rate_limits as limits_module
from app.access.rate_limits import Bucket, Limits, Places, network_of
from app.settings import Rate, Settings
from tests.timed import Hourglass
from tests.timed import hourglass as hourglass


def test_a_bucket_gives_what_it_holds_at_once_and_then_says_how_long_to_wait(hourglass: Hourglass) -> None:
    bucket = Bucket(Rate(3, 6), hourglass)
    assert [bucket.take() for _ in range(4)] == [None, None, None, 2.0]


def test_a_bucket_fills_steadily(hourglass: Hourglass) -> None:
    bucket = Bucket(Rate(3, 6), hourglass)
    for _ in range(3):
        bucket.take()
    hourglass.now += 1.5
    assert bucket.take() == 0.5
    hourglass.now += 0.5
    assert bucket.take() is None


def test_a_bucket_holds_no_more_than_at_first(hourglass: Hourglass) -> None:
    bucket = Bucket(Rate(3, 6), hourglass)
    hourglass.now += 1_000_000
    assert [bucket.take() for _ in range(4)] == [None, None, None, 2.0]


def test_asking_in_vain_costs_nothing(hourglass: Hourglass) -> None:
    bucket = Bucket(Rate(1, 10), hourglass)
    bucket.take()
    assert [bucket.take() for _ in range(100)] == [10.0] * 100
    hourglass.now += 10
    assert bucket.take() is None


def test_each_address_has_a_bucket_of_its_own(hourglass: Hourglass) -> None:
    limits = Limits(Settings(limits_handshakes=Rate(1, 60)), hourglass)
    assert limits.wait("handshake", "192.0.2.1") is None
    assert limits.wait("handshake", "192.0.2.1") == 60.0
    assert limits.wait("handshake", "192.0.2.2") is None


def test_the_addresses_of_one_ipv6_customer_are_one_address(hourglass: Hourglass) -> None:
    limits = Limits(Settings(limits_rooms=Rate(1, 60)), hourglass)
    assert limits.wait("room", "2001:db8:0:1::1") is None
    assert limits.wait("room", "2001:db8:0:1:ffff::2") is not None
    assert limits.wait("room", "2001:db8:0:2::1") is None


@pytest.mark.parametrize(
    ("address", "network"),
    [("192.0.2.1", "192.0.2.1"), ("2001:db8::5", "2001:db8::/64"), ("unknown", "unknown")],
)
def test_an_address_counts_as_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_guest_may_say_five_things_in_ten_seconds(hourglass: Hourglass) -> None:
    limits = Limits(Settings(), hourglass)
    assert [limits.wait("chat", "ann") for _ in range(6)] == [None] * 5 + [2.0]
    assert limits.wait("chat", "ben") is None


def test_a_socket_may_send_ten_messages_a_second_and_twenty_at_once(hourglass: Hourglass) -> None:
    budget = Limits(Settings(), hourglass).message_bucket()
    assert [budget.take() for _ in range(21)] == [True] * 20 + [False]
    hourglass.now += 1
    assert [budget.take() for _ in range(11)] == [True] * 10 + [False]


def test_a_socket_may_send_so_many_bytes(hourglass: Hourglass) -> None:
    budget = Limits(Settings(limits_bytes=Rate(10_000, 10)), hourglass).message_bucket()
    assert [budget.take(4_000) for _ in range(3)] == [True, True, False]
    hourglass.now += 2
    assert budget.take(4_000)


def test_strangers_cannot_fill_the_memory(hourglass: Hourglass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 100)
    limits = Limits(Settings(limits_rooms=Rate(1, 60)), hourglass)
    for number in range(1000):
        limits.wait("room", f"10.0.{number // 256}.{number % 256}")
    assert len(limits._buckets) == 100


def test_of_many_buckets_those_in_use_are_kept(hourglass: Hourglass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 100)
    limits = Limits(Settings(limits_rooms=Rate(1, 60)), hourglass)
    limits.wait("room", "192.0.2.1")
    for number in range(1000):
        limits.wait("room", f"10.0.{number // 256}.{number % 256}")
        assert limits.wait("room", "192.0.2.1") is not None


def test_an_address_may_hold_so_many_sockets(hourglass: Hourglass) -> None:
    limits = Limits(Settings(limits_sockets_per_address=2), hourglass)
    first = limits.hold_socket("192.0.2.1", "ann", "room")
    assert first is not None
    with first:
        second = limits.hold_socket("192.0.2.1", "ben", "room")
        assert second is not None
        with second:
            assert limits.hold_socket("192.0.2.1", "cid", "room") is None
            assert limits.hold_socket("192.0.2.2", "cid", "room") is not None
        assert limits.hold_socket("192.0.2.1", "cid", "room") is not None


def test_a_guest_may_hold_so_many_sockets_in_one_room_and_in_all(hourglass: Hourglass) -> None:
    limits = Limits(Settings(limits_sockets_per_guest=2, limits_sockets_per_guest_and_room=1), hourglass)
    first = limits.hold_socket("192.0.2.1", "ann", "here")
    assert first is not None
    with first:
        assert limits.hold_socket("192.0.2.2", "ann", "here") is None
        second = limits.hold_socket("192.0.2.2", "ann", "there")
        assert second is not None
        with second:
            assert limits.hold_socket("192.0.2.3", "ann", "elsewhere") is None


def test_a_place_is_free_again_after_a_fault(hourglass: Hourglass) -> None:
    limits = Limits(Settings(limits_sockets_per_address=1), hourglass)
    place = limits.hold_socket("192.0.2.1", "ann", "room")
    assert place is not None
    with pytest.raises(RuntimeError), place:
        raise RuntimeError
    assert limits.hold_socket("192.0.2.1", "ann", "room") is not None
    assert not limits._sockets


def test_an_address_may_hold_so_many_http_connections() -> None:
    places = Places(2, [])
    first, second = places.hold("192.0.2.1"), places.hold("::ffff:192.0.2.1")
    assert first is not None and second is not None
    assert places.hold("192.0.2.1") is None
    assert places.hold("::ffff:192.0.2.2") is not None
    first.close()
    assert places.hold("192.0.2.1") is not None


def test_the_connections_of_a_trusted_proxy_are_those_of_many() -> None:
    places = Places(1, [ip_network("192.0.2.0/24")])
    assert None not in [places.hold("192.0.2.1") for _ in range(10)]
    assert [places.hold("198.51.100.1") is None for _ in range(2)] == [False, True]


def test_places_that_are_free_again_are_forgotten() -> None:
    places = Places(2, [])
    for place in [places.hold("192.0.2.1"), places.hold("2001:db8::1"), places.hold("")]:
        assert place is not None
        place.close()
    assert not places._held
