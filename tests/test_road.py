"""The road of a move through the server is short, and there is one."""

from tools.dev.road import road_of_a_move


def test_a_move_passes_through_few_files() -> None:
    """Two players and an onlooker, from the bytes on the socket until the last page has its frame."""
    road = road_of_a_move()
    assert len(road.files("app")) <= 36, road
    assert road.stays.total() <= 132, road
    assert 0 < road.stays["app/rooms/room.py"] <= 3, road
