"""What was won in a room, to take along: as CSV for a spreadsheet and as JSON for programs."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api import open_room_of
from app.showing import every_result
from app.wire import GameResult

router = APIRouter()

COLUMNS: Final = ("game", "title", "ended", "seat", "name", "bot", "score", "won", "team", "by agreement")
# What a spreadsheet would take for a formula is told apart by an apostrophe, as spreadsheets themselves write it.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@router.get("/api/rooms/{room}/results", responses={200: {"description": "The finished games of the room"}})
async def results_as_json(request: Request, room: str) -> Response:
    """Every finished game of a room, newest first, and what everybody has won."""
    results = every_result((await open_room_of(request, room)).table)
    return Response(msgspec.json.encode(results), media_type="application/json")


@router.get("/t/{room}/results.csv", include_in_schema=False)
async def results_as_csv(request: Request, room: str) -> Response:
    """The same, a line for every player of every game."""
    results = every_result((await open_room_of(request, room)).table)
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(COLUMNS)
    for game in reversed(results.games):
        lines.writerows(_lines(game))
    # With a byte order mark, or some spreadsheets take UTF-8 for another encoding.
    headers = {"content-disposition": 'attachment; filename="tertulia-results.csv"'}
    return Response("\ufeff" + written.getvalue(), headers=headers, media_type="text/csv")


def _lines(game: GameResult) -> list[list[Any]]:
    ended = datetime.fromtimestamp(game.at / 1000, UTC).isoformat(timespec="seconds")
    return [
        [
            game.number,
            game.title,
            ended,
            seat + 1,
            _harmless(name),
            _yes(game.bots[seat]),
            game.scores[seat],
            _yes(seat in game.winners),
            "" if game.team is None else game.team,
            _yes(game.stopped),
        ]
        for seat, name in enumerate(game.names)
    ]


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name


def _yes(so: bool) -> str:
    return "yes" if so else "no"
