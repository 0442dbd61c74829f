"""What tables with one deal made of it, side by side, as in duplicate bridge: each seat is compared with the same seat
at the other tables, which had the same chances, and not with its neighbours."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from app.table.seating import Past
from games import by_rules
from games.engine import Game
from games.text import Text, say


class SeatResult(Struct, frozen=True):
    """What a seat made of the deal."""

    seat: int
    """The seat, from 0."""
    name: str
    """Who played it there."""
    bot: str | None
    """The level of its bot; null: a person."""
    score: int
    """What it scored; of a team, the team."""
    has: Text
    """The score, in words."""
    won: bool
    """Whether it won at its table; with a team: all of it."""
    points: int
    """Two for each other table where this seat did worse, one for each where it did as well."""
    share: float
    """These of the most that there could be, 0 to 1; half where there is no other table."""


class TableResult(Struct, frozen=True):
    """What one of the tables made of the deal."""

    table: int
    """Its number, from 1."""
    room: str
    """The code of its room."""
    game: int
    """The number of the game there, for its replay."""
    seats: list[SeatResult] | None
    """By seat; null: the game did not end by its rules, and is not compared."""


def compared(rooms: Sequence[str], games: Sequence[Past | None]) -> list[TableResult]:
    """The results of these rooms' games with one deal, in their order. None: there was none."""
    ended = [past for past in games if past is not None and not past.stopped]
    return [
        TableResult(number, room, past.number, None if past.stopped else _seats(past, ended))
        for number, (room, past) in enumerate(zip(rooms, games, strict=True), 1)
        if past is not None
    ]


def _seats(past: Past, ended: Sequence[Past]) -> list[SeatResult]:
    result, others, game = past.result, [other for other in ended if other is not past], by_rules(past.rules)
    return [
        SeatResult(
            seat,
            name,
            bot,
            score := _score(past, seat),
            game.has(score) if result.team is None else say("Together: {score}", score=score),
            seat in result.winners,
            points := sum(_points(game, past, other, seat) for other in others),
            float(Fraction(points, 2 * len(others))) if others else 0.5,
        )
        for seat, (name, bot) in enumerate(zip(result.names, result.bots(), strict=True))
    ]


def _score(past: Past, seat: int) -> int:
    return past.result.scores[seat] if past.result.team is None else past.result.team


def _points(game: Game, past: Past, other: Past, seat: int) -> int:
    own, theirs = _standing(game, past, seat), _standing(game, other, seat)
    return 2 * (own > theirs) + (own == theirs)


def _standing(game: Game, past: Past, seat: int) -> tuple[bool, int]:
    """More is better: a winner stands above all who did not win, whatever they have, and so does a team."""
    if past.result.team is not None:
        return True, past.result.team
    score = past.result.scores[seat]
    return seat in past.result.winners, -score if game.fewest_first else score
