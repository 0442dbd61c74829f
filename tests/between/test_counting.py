"""How people have done against one another: who has beaten whom, rivals, runs and evenings, whatever people are called
and wherever they sit."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from app.between.counting import FEWEST, LATEST, PAUSE_MS, between
from app.between.report import Between, Met, Pair, Person
from app.table.events import Result
from app.table.hands import Seat
from app.table.seating import Past

MINUTE_MS = 60_000


@dataclass
class Room:
    """Finished games of a room, each half an hour after the other."""

    past: list[Past] = field(default_factory=list)
    now: int = 1_800_000_000_000
    seats: list[Seat] = field(default_factory=list)

    def play(self, *came_in: str | Sequence[str], stopped: bool = False, onward: bool = False) -> None:
        """Everybody for themselves, best first; several of a list share a place. A name in capitals is a bot's;
        "ann:Ann" is the guest "ann" by the name of "Ann"."""
        shared = [[each] if isinstance(each, str) else [*each] for each in came_in]
        scores = {name: -nth for nth, names in enumerate(shared) for name in names}
        people = [*scores]
        winners = [] if stopped else [people.index(name) for name in shared[0]]
        guests, names = _guests(people)
        self._end(Result("desfases", guests, names, winners, [*scores.values()], onward=onward), stopped)

    def team(self, *people: str, score: int | None = 7) -> None:
        """Together; without a score they have lost."""
        winners = [] if score is None else [*range(len(people))]
        guests, names = _guests(people)
        self._end(Result("tcnccc", guests, names, winners, [0] * len(people), team=score))

    def _end(self, result: Result, stopped: bool = False) -> None:
        self.now += 30 * MINUTE_MS
        number = len(self.past) + 1
        self.past.append(Past(number, 10 * number, 10 * number + 9, self.now, stopped, result))

    def told(self, reader: str | None = None) -> Between:
        return between(self.past, self.seats, reader)


def _guests(people: Sequence[str]) -> tuple[list[str | None], list[str]]:
    pairs = [name.split(":") for name in people]
    return [None if each[0].isupper() else each[0] for each in pairs], [each[-1] for each in pairs]


@pytest.fixture
def room() -> Room:
    return Room()


def person(told: Between, name: str) -> Person:
    (found,) = (each for each in told.people if each.name == name)
    return found


def pair(told: Between, one: str, other: str) -> Pair:
    """The two, as seen by the first."""
    names = [each.name for each in told.people]
    for it in told.pairs:
        if (names[it.one], names[it.other]) == (one, other):
            return it
        if (names[it.one], names[it.other]) == (other, one):
            return Pair(it.other, it.one, it.behind, it.ahead, it.even, [-each for each in it.latest], -it.run)
    raise LookupError(one, other)


def names_of_pairs(told: Between) -> list[set[str]]:
    return [{told.people[each.one].name, told.people[each.other].name} for each in told.pairs]


def test_a_room_without_a_finished_game_has_nothing_to_tell(room: Room) -> None:
    assert room.told("ann") == Between([], [], [], [], [])


def test_whoever_is_placed_below_is_beaten_also_by_those_who_did_not_win(room: Room) -> None:
    for _ in range(3):
        room.play("ann", "ben", "cleo")
    told = room.told()
    assert (pair(told, "ben", "cleo").ahead, pair(told, "ben", "cleo").behind) == (3, 0)
    assert (pair(told, "ben", "ann").ahead, pair(told, "ben", "ann").behind) == (0, 3)
    assert person(told, "ben").won == 0


def test_who_shares_a_place_has_beaten_nobody_there(room: Room) -> None:
    room.play(["ann", "ben"], "cleo")
    room.play("cleo", ["ann", "ben"])
    room.play("ann", "ben", "cleo")
    told = pair(room.told(), "ann", "ben")
    assert (told.ahead, told.behind, told.even, told.latest) == (1, 0, 2, [0, 0, 1])
    assert person(room.told(), "ben").won == 1, "a shared win is a win"


@pytest.mark.parametrize("games", range(FEWEST + 1))
def test_two_are_compared_from_their_third_game_on(room: Room, games: int) -> None:
    for _ in range(games):
        room.play("ann", "ben")
    assert names_of_pairs(room.told()) == [{"ann", "ben"}] * (games >= FEWEST)


def test_games_of_other_people_are_not_counted_for_a_pair_and_numbers_of_seats_may_differ(room: Room) -> None:
    room.play("ann", "ben")
    room.play("cleo", "ann", "dee", "ben")
    room.play("ann", "cleo")
    room.play("dee", "ben", "ann")
    told = room.told()
    assert names_of_pairs(told) == [{"ann", "ben"}]
    assert pair(told, "ann", "ben").latest == [1, 1, -1]


def test_a_team_beats_nobody_and_wins_nothing_from_its_own(room: Room) -> None:
    for score in (5, None, 9):
        room.team("ann", "ben", score=score)
    told = room.told()
    assert (told.pairs, [(each.games, each.won, each.run) for each in told.people]) == ([], [(0, 0, 0)] * 2)
    assert [(game.team, game.places) for game in told.games] == [(5, None), (None, None), (9, None)]


def test_what_was_broken_off_played_on_or_played_against_bots_alone_is_left_out(room: Room) -> None:
    room.play("ann", "ben", stopped=True)
    room.play("ann", "ben", onward=True)
    room.play("ann", "DOÑA", "REX")
    assert room.told().games == []
    room.play("ann", "ben")
    assert [game.number for game in room.told().games] == [4]


def test_bots_are_named_in_a_game_but_nobody_is_compared_with_them(room: Room) -> None:
    for _ in range(3):
        room.play("REX", "ann", "ben")
    told = room.told()
    assert [each.name for each in told.people] == ["ann", "ben"]
    assert told.games[0] == Met(1, "Desfases", room.now - 60 * MINUTE_MS, ["REX", 0, 1], [0], [1, 2, 3])
    assert person(told, "ann").won == 0
    assert pair(told, "ann", "ben").ahead == 3


def test_people_stay_who_they_are_under_another_name(room: Room) -> None:
    room.play("ann:Ann", "ben:Ben")
    room.play("ben:Benedikt", "ann:Ann")
    room.play("ann:Änne", "ben:Benedikt")
    told = room.told()
    assert [each.name for each in told.people] == ["Änne", "Benedikt"]
    assert pair(told, "Änne", "Benedikt").latest == [1, -1, 1]


def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    room.play("ann1:Ann", "ben:Ben")
    room.play("ann2:ANN", "ben:Ben")
    told = room.told()
    assert {(each.name, each.namesake) for each in told.people} == {("Ann", 1), ("ANN", 2), ("Ben", 0)}


def test_people_beside_one_another_on_one_device_are_two(room: Room) -> None:
    for _ in range(3):
        room.play("home:Ann", "home:Bea")
    told = room.told("home")
    assert pair(told, "Ann", "Bea").ahead == 3
    assert told.you == [0, 1]


def test_a_guest_who_has_two_seats_under_one_name_does_not_beat_themselves(room: Room) -> None:
    for _ in range(3):
        room.play("ann:Ann", "cleo:Cleo", "ben:Ben")
        result = room.past[-1].result
        result.guests[1], result.names[1] = "ann", "Ann"
    assert names_of_pairs(room.told()) == [{"Ann", "Ben"}]


def test_the_reader_is_found_and_a_stranger_is_nobody(room: Room) -> None:
    room.play("ann", "ben")
    assert [room.told(reader).you for reader in ("ben", "eve", None)] == [[1], [], []]


def test_whoever_has_left_is_shown_as_they_last_sat_and_others_as_they_sit(room: Room) -> None:
    room.play("ann", "ben")
    room.seats = [Seat("cleo", "cleo"), Seat(None, "REX", "medium"), Seat("ann", "Annie", figure="owl")]
    told = room.told()
    assert [(each.seat, each.figure) for each in told.people] == [(2, "owl"), (1, None)]


def test_a_rival_is_with_whom_it_is_most_contested(room: Room) -> None:
    for came_in in ("ab", "ba", "ab", "ba", "ac", "ac", "ac", "ac", "ca", "ad", "da", "ad"):
        room.play(*came_in)
    told = room.told()
    names = [each.name for each in told.people]
    rivals = {each.name: None if each.rival is None else names[each.rival] for each in told.people}
    assert rivals == {"a": "b", "b": "a", "c": "a", "d": "a"}


def test_who_always_loses_is_nobodys_rival(room: Room) -> None:
    for _ in range(9):
        room.play("ann", "ben")
    assert [each.rival for each in room.told().people] == [None, None]


def test_the_longest_run_is_told_and_the_present_one_of_a_pair(room: Room) -> None:
    for winner in "aaabbabb":
        room.play(winner, "a" if winner == "b" else "b")
    told = room.told()
    assert (person(told, "a").run, person(told, "b").run) == (3, 2)
    assert (pair(told, "b", "a").run, pair(told, "a", "b").run) == (2, -2)


def test_a_pair_that_shared_the_last_place_has_no_run(room: Room) -> None:
    for came_in in (["ann", "ben"], ["ann", "ben"], [["ann", "ben"]]):
        room.play(*came_in)
    assert room.told().pairs[0].run == 0


def test_an_evening_goes_on_across_midnight_and_ends_with_a_long_pause(room: Room) -> None:
    for _ in range(20):  # ten hours, and so past a midnight or two
        room.play("ann", "ben")
    room.now += PAUSE_MS - 31 * MINUTE_MS
    room.play("ann", "ben")
    room.now += PAUSE_MS - 30 * MINUTE_MS
    room.play("ben", "ann")
    assert room.told().evenings == [21, 1]


def test_a_clock_that_was_set_back_ends_no_evening(room: Room) -> None:
    room.play("ann", "ben")
    room.now -= 2 * PAUSE_MS
    room.play("ann", "ben")
    assert room.told().evenings == [2]


def test_of_hundreds_of_games_all_are_counted_and_the_newest_are_told_for_a_pair(room: Room) -> None:
    for nth in range(999):
        room.play(*("ab" if nth % 3 else "ba"), "c", "d", "e", "f")
    told = room.told()
    assert (len(told.games), len(told.pairs), sum(told.evenings)) == (999, 15, 999)
    of_two = pair(told, "a", "b")
    assert (of_two.ahead, of_two.behind, len(of_two.latest)) == (666, 333, LATEST)
