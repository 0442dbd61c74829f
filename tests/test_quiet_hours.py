"""Quiet hours: when they begin and end by the clock of a guest's own time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.quiet_hours import QuietHours, zone_of

BERLIN = "Europe/Berlin"
NIGHT = QuietHours(22 * 60, 8 * 60, BERLIN)
NOON = QuietHours(12 * 60, 13 * 60 + 30, BERLIN)


def at(shown: str, zone: str = BERLIN, *, again: bool = False) -> int:
    """When clocks show this (ms); `again`: for the second time."""
    return round(datetime.fromisoformat(shown).replace(tzinfo=ZoneInfo(zone), fold=int(again)).timestamp() * 1000)


def test_they_begin_with_their_first_minute_and_end_before_their_last() -> None:
    end = at("2026-11-30 13:30")
    moments = ("2026-11-30 11:59:59", "2026-11-30 12:00", "2026-11-30 13:29:59", "2026-11-30 13:30")
    assert [NOON.end(at(moment)) for moment in moments] == [None, end, end, None]


def test_they_last_over_midnight() -> None:
    end = at("2026-12-01 08:00")
    moments = ("2026-11-30 21:59", "2026-11-30 22:00", "2026-12-01 00:00", "2026-12-01 07:59", "2026-12-01 08:00")
    assert [NIGHT.end(at(moment)) for moment in moments] == [None, end, end, end, None]


def test_they_go_by_the_clock_of_their_own_zone() -> None:
    tokyo = QuietHours(NIGHT.begins, NIGHT.ends, "Asia/Tokyo")
    assert tokyo.end(at("2026-11-30 14:00")) == at("2026-12-01 08:00", "Asia/Tokyo")
    assert NIGHT.end(at("2026-11-30 14:00")) is None


@pytest.mark.parametrize(
    ("evening", "hours"), [("2026-03-28 22:00", 9), ("2026-10-24 22:00", 11), ("2026-11-30 22:00", 10)]
)
def test_a_night_in_which_clocks_change_ends_in_the_morning_all_the_same(evening: str, hours: int) -> None:
    began = at(evening)
    end = NIGHT.end(began)
    assert end is not None and (end - began) / 3_600_000 == hours
    assert (NIGHT.end(end - 1), NIGHT.end(end)) == (end, None)


def test_a_time_that_clocks_skip_is_as_long_after_the_change_and_one_shown_twice_is_the_first() -> None:
    short = QuietHours(60, 2 * 60 + 30, BERLIN)
    assert short.end(at("2026-03-29 01:30")) == at("2026-03-29 03:30")
    assert short.end(at("2026-10-25 01:30")) == at("2026-10-25 02:30")
    assert short.end(at("2026-10-25 02:15", again=True)) is None


def test_every_minute_of_a_year_is_quiet_or_not_and_what_is_quiet_ends_when_it_is_not() -> None:
    for minute in range(at("2026-01-01 00:00"), at("2027-01-01 00:00"), 7 * 60_000):
        end = NIGHT.end(minute)
        if end is not None:
            assert minute < end <= minute + 11 * 3_600_000
            assert NIGHT.end(end) is None


@pytest.mark.parametrize(
    "name",
    ["", "Mars/Olympus", "Europe", "../etc/passwd", "/etc/localtime", "Europe/Berlin\0", "é", "a" * 300, "a/"],
)
def test_what_is_no_zone_is_none_and_calls_nobody_to_silence(name: str) -> None:
    assert zone_of(name) is None
    assert QuietHours(0, 23 * 60, name).end(at("2026-11-30 12:00")) is None


@pytest.mark.parametrize(
    "name", ["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3", "UTC", "Asia/Calcutta"]
)
def test_zones_are_known_by_the_names_that_browsers_give_them(name: str) -> None:
    assert zone_of(name) is not None
