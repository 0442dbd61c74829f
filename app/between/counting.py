"""Counts who has beaten whom. Only games in which everybody played for themselves are counted: a team wins or loses
together. Bots are nobody's rivals, since one name may stand for several levels and none of them comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, pairwise, takewhile
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from app.between.players import Player, games_together, on_shared_devices, player_of
from app.between.report import Between, Met, Pair, Person
from app.protocol.commands import Figure
from app.protocol.lookalikes import look_alike
from app.table.hands import Seat
from app.table.seating import Past
from games import GAMES
from games.ranking import places

FEWEST: Final = 3
"""Games after which two people are compared: before that, it says nothing."""
LATEST: Final = 10
PAUSE_MS: Final = 6 * 3_600_000
"""An evening is over when no game ends for this long, whatever midnight is in anybody's time zone."""

Meetings: TypeAlias = dict[tuple[int, int], list[int]]
"""Two people, the one who came first in front -> what came of each game: 1, 0 or -1, as in Pair."""


class _Tally(Struct):
    """What is known of a person while the games are gone through, oldest first."""

    name: str
    seat: int
    figure: Figure | None = None
    won: list[bool] = []
    """Of each game that they played for themselves."""


def between(past: Sequence[Past], seats: Sequence[Seat], reader: str | None) -> Between:
    """What these games say of the room's people. `seats`: as they are now; `reader`: the guest who asks."""
    shared = on_shared_devices(past)
    played = games_together(past, shared)
    indices: dict[Player, int] = {}
    games = [_met(each, [_who(each, seat, shared, indices) for seat in _seats(each)]) for each in played]
    tallies = _tallies(played, games)
    for number, seat in enumerate(seats):
        if (of_seat := indices.get((seat.guest, seat.name or "" if seat.guest in shared else ""))) is not None:
            tallies[of_seat] = replace(tallies[of_seat], seat=number, figure=seat.figure)
    you = [index for (guest, _), index in indices.items() if guest == reader]
    return _told(tallies, _meetings(games), games, you)


def _seats(past: Past) -> range:
    return range(len(past.result.names))


def _who(past: Past, seat: int, shared: set[str | None], indices: dict[Player, int]) -> int | str:
    """A person, numbered as they come, or the name of a bot."""
    player = player_of(past.result, seat, shared)
    return past.result.names[seat] if player[0] is None else indices.setdefault(player, len(indices))


def _met(past: Past, who: list[int | str]) -> Met:
    game, result = GAMES[past.result.game], past.result
    placed = places(game, result)
    by_seat = None if placed is None else [each.place for each in placed]
    return Met(past.number, game.title, past.at, who, result.winners, by_seat, result.team)


def _tallies(played: Sequence[Past], games: Sequence[Met]) -> list[_Tally]:
    found: dict[int, _Tally] = {}
    for past, game in zip(played, games, strict=True):
        for seat, person in _people(game):
            tally = found.setdefault(person, _Tally("", 0))
            tally.name, tally.seat = past.result.names[seat], seat
            if game.places is not None:
                tally.won.append(game.places[seat] == 1)
    return [found[person] for person in sorted(found)]


def _people(game: Met) -> list[tuple[int, int]]:
    """Seats that people played, each with the person."""
    return [(seat, person) for seat, person in enumerate(game.who) if isinstance(person, int)]


def _meetings(games: Iterable[Met]) -> Meetings:
    meetings: Meetings = {}
    for placed, people in ((game.places, _people(game)) for game in games if game.places is not None):
        for (at, one), (beside, other) in combinations(sorted(people, key=lambda each: each[1]), 2):
            if one != other:
                ahead = (placed[at] < placed[beside]) - (placed[at] > placed[beside])
                meetings.setdefault((one, other), []).append(ahead)
    return meetings


# --- What is told -------------------------------------------------------------------------------------------


def _told(tallies: list[_Tally], meetings: Meetings, games: list[Met], you: list[int]) -> Between:
    """All of it, with the people in the order in which they are told."""
    order = sorted(range(len(tallies)), key=lambda each: _rank(tallies[each]))
    new = {old: index for index, old in enumerate(order)}
    pairs = [*_pairs(meetings, new)]
    people = [_person(tallies, old, _rival(pairs, index)) for index, old in enumerate(order)]
    told = [replace(game, who=[new[who] if isinstance(who, int) else who for who in game.who]) for game in games]
    return Between(people, sorted(new[old] for old in you), pairs, told, _evenings(games))


def _rank(tally: _Tally) -> tuple[int, int, str]:
    return -sum(tally.won), len(tally.won), tally.name


def _person(tallies: list[_Tally], index: int, rival: int | None) -> Person:
    tally = tallies[index]
    alike = [other for other, each in enumerate(tallies) if look_alike(each.name, tally.name)]
    namesake = alike.index(index) + 1 if len(alike) > 1 else 0
    won = tally.won
    return Person(tally.name, len(won), sum(won), _longest(won), tally.seat, tally.figure, namesake, rival)


def _longest(won: Iterable[bool]) -> int:
    return max((sum(run) for has_won, run in groupby(won) if has_won), default=0)


def _pairs(meetings: Meetings, new: dict[int, int]) -> Iterator[Pair]:
    turned = sorted(
        (new[one], new[other], met) if new[one] < new[other] else (new[other], new[one], [-each for each in met])
        for (one, other), met in meetings.items()
        if len(met) >= FEWEST
    )
    for one, other, met in turned:
        yield Pair(one, other, met.count(1), met.count(-1), met.count(0), met[-LATEST:], _run(met))


def _run(met: Sequence[int]) -> int:
    last = met[-1]
    return last * sum(1 for _ in takewhile(lambda each: each == last, reversed(met)))


def _rival(pairs: Iterable[Pair], person: int) -> int | None:
    """With whom it is most contested: both have beaten the other often; of several, with whom it is closest."""
    contested = [pair for pair in pairs if person in (pair.one, pair.other) and pair.ahead and pair.behind]
    if not contested:
        return None
    most = max(contested, key=lambda pair: (min(pair.ahead, pair.behind), -abs(pair.ahead - pair.behind)))
    return most.other if most.one == person else most.one


def _evenings(games: Sequence[Met]) -> list[int]:
    if not games:
        return []
    pauses = [later for later, (one, next) in enumerate(pairwise(games), 1) if next.at - one.at >= PAUSE_MS]
    return [end - begin for begin, end in pairwise([0, *pauses, len(games)])]
