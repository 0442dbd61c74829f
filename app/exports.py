"""What was won in a room, to take along: as CSV for a spreadsheet and as JSON for programs."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api import NO_SUCH_ROOM, no_such_room, open_room_of, says
from app.dealt import DealFile, dealt
from app.replays import chosen_game
from app.showing import every_result
from app.store import Store
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


@router.get("/api/rooms/{room}/deal", responses={200: says("The deal", DealFile), 404: NO_SUCH_ROOM})
async def deal_as_json(request: Request, room: str, game: str | None = None) -> Response:
    """The deal of a finished game, the newest one or the one of this number, with its secret and every drawn value:
    `python -m app verify-deal` checks it. As unknown as no room while the game is not finished, and of games that
    began before there were commitments."""
    table = (await open_room_of(request, room)).table
    past = chosen_game(table, game)
    if past is None or not past.deal:
        raise no_such_room()
    store: Store = request.app.state.store
    log = await store.load(table.room, until=past.ended)
    headers = {"content-disposition": f'attachment; filename="tertulia-deal-{past.number}.json"'}
    return Response(dealt(log, past), headers=headers, media_type="application/json")


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
