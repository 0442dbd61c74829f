"""The road of a move through the server is short, and there is one."""

import pytest

from tools.dev.road import Road, documented, road_of_a_move


@pytest.fixture(scope="module")
def road() -> Road:
    """Of two players and an onlooker, from the bytes on the socket until the last page has its frame."""
    return road_of_a_move()


def test_the_files_in_the_documents_are_those_of_the_road(road: Road) -> None:
    assert sorted(documented()) == sorted(road.stays)


def test_a_move_passes_through_few_files(road: Road) -> None:
    assert len(road.files("app")) <= 36, road
    assert road.stays.total() <= 127, road
    assert 0 < road.stays["app/rooms/room.py"] <= 3, road
