"""A room's results as CSV and JSON, the deals of its games, and the date of its evening."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request, Response

from app.access.security import NO_HEADERS, own_site
from app.between.counting import between
from app.between.report import Between
from app.evening_file import evening_file
from app.i18n import CORE
from app.protocol.messages import GameResult, Results
from app.replay.deal_file import DealFile, deal_parts
from app.replay.downloads import Key, Parts
from app.rooms.registry import no_such_room
from app.rooms.views import results_of
from app.table.hands import Seat
from app.table.seating import Past
from app.web.downloads import download_response
from app.web.openapi import download
from app.web.reader_language import language_of
from app.web.rooms_lookup import FinishedGame, RoomCode, table_for
from app.web.services import services
from app.web.templates import speaker

router = APIRouter()

CSV: Final = "text/csv; charset=utf-8"
Encode = Callable[[list[Past]], Iterator[bytes]]

COLUMNS: Final = (
    "game", "title", "ended", "seat", "name", "bot", "score", "won", "team", "by agreement", "place", "has", "level",
    "decisions", "at medium",
)  # fmt: skip
FORMULA: Final = re.compile(r"(?:^|(?<=[;,\t\"]))(?=\s*[=+\-@\t\r])")
"""Where a spreadsheet may take text for a formula: at its beginning, or after a separator of cells, quoted or not. An
apostrophe there marks it as text."""


@router.get("/api/rooms/{room}/results", responses=download("The finished games of the room", Results))
async def results_as_json(request: Request, room: RoomCode) -> Response:
    """All finished games of a room, newest first, and everybody's wins."""
    return await _results_response(request, room, "results", _as_json)


@router.get("/t/{room}/results.csv", include_in_schema=False)
async def results_as_csv(request: Request, room: str) -> Response:
    """The same as CSV, one row per player and game."""
    attached = {"content-disposition": 'attachment; filename="tertulia-results.csv"', "content-type": CSV}
    return await _results_response(request, room, "csv", _as_csv, attached)


@router.get("/api/rooms/{room}/between", responses=download("How the people of the room have done", Between))
async def read_between(request: Request, room: RoomCode) -> Response:
    """How the people of a room have done against one another, in games that at least two of them played to the end."""
    table, guest = await table_for(request, room)
    past, seats, reader = [*table.past], [*table.seats], guest.id if guest else None

    async def parts() -> Parts:
        yield _between(past, seats, reader)

    return await download_response(request, Key("between", table.room, table.seq, reader or ""), parts())


def _between(past: list[Past], seats: list[Seat], reader: str | None) -> Iterator[bytes]:
    yield msgspec.json.encode(between(past, seats, reader))


@router.get("/api/rooms/{room}/deal", responses=download("The deal", DealFile))
async def deal_as_json(request: Request, finished: FinishedGame) -> Response:
    """The deal of a finished game, the newest or the one of this number, with its secret and every draw, for `python -m
    app verify-deal`. Not found until the game is finished."""
    table, past, _ = finished
    headers = {"content-disposition": f'attachment; filename="tertulia-deal-{past.number}.json"'}
    key, deal = Key("deal", table.room, past.ended), deal_parts(services(request).store, table.room, past)
    return await download_response(request, key, deal, headers)


@router.get("/t/{room}/evening.ics", include_in_schema=False)
async def evening_for_calendars(request: Request, room: str) -> Response:
    """The date of the room's evening. Not found while there is none."""
    table, _ = await table_for(request, room)
    site, language = own_site(request), language_of(request)
    file = evening_file(table, site and f"{site}/t/{table.room}", speaker(language, CORE))
    if file is None:
        raise no_such_room()
    attached = {"content-disposition": 'attachment; filename="tertulia.ics"'}
    return Response(file, headers=attached, media_type="text/calendar")


async def _results_response(
    request: Request, room: str, what: str, encode: Encode, headers: Mapping[str, str] = NO_HEADERS
) -> Response:
    table, _ = await table_for(request, room)
    past = [*table.past]

    async def parts() -> Parts:
        yield encode(past)

    key = Key(what, table.room, table.seq)  # not the game's end: whom a game counts for may change later
    return await download_response(request, key, parts(), headers)


def _as_json(past: list[Past]) -> Iterator[bytes]:
    yield msgspec.json.encode(results_of(past))


def _as_csv(past: list[Past]) -> Iterator[bytes]:
    # Without a byte order mark, some spreadsheets assume another encoding than UTF-8.
    yield "\ufeff".encode() + _written([COLUMNS])
    for game in reversed(results_of(past).games):
        yield _written(_lines(game))


def _written(lines: Iterable[Iterable[Any]]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(lines)
    return written.getvalue().encode()


def _lines(game: GameResult) -> list[list[Any]]:
    ended = datetime.fromtimestamp(game.at / 1000, UTC).isoformat(timespec="seconds")
    return [
        [
            game.number,
            game.title,
            ended,
            seat + 1,
            FORMULA.sub("'", name),
            _yes(game.bots[seat]),
            game.scores[seat],
            _yes(seat in game.winners),
            "" if game.team is None else game.team,
            _yes(game.stopped),
            *_place(game, seat),
            game.levels[seat] or "",
            *_decisions(game, seat),
        ]
        for seat, name in enumerate(game.names)
    ]


def _place(game: GameResult, seat: int) -> tuple[Any, ...]:
    return (game.places[seat].place, str(game.places[seat].has)) if game.places else ("", "")


def _decisions(game: GameResult, seat: int) -> tuple[Any, ...]:
    """How many a strong bot made, and how many of them at medium; empty where none was."""
    at_medium, in_all = game.at_medium.get(seat, ("", ""))
    return in_all, at_medium


def _yes(so: bool) -> str:
    return "yes" if so else "no"
