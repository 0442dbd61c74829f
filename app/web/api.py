"""The HTTP API for programs, described in docs/protocol.md. Input is validated as strictly as on the WebSocket."""

import logging
import math
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response

from app.access.addresses import networks_of
from app.access.consultation import is_doctor
from app.access.guest_cookies import guest_and_cookie
from app.access.opening import pass_gate
from app.access.reach import friends_site
from app.access.security import address_of, way_of
from app.build import VERSION
from app.protocol.messages import Refusal, Unavailable
from app.protocol.names import clean_name
from app.protocol.room_codes import is_code
from app.replay.downloads import Key
from app.replay.draws import draws_of
from app.replay.endings import Ending, ending
from app.replay.knowledge import CouldBe, could_be_now, player_told
from app.replay.onward import beginning_at, beginning_of, refuse_unfinished
from app.replay.replays import Replay, chosen_viewpoint, replayed
from app.replay.room_log import LoggedEvent, logged
from app.rooms.links import QR_CODES
from app.rooms.registry import no_such_room
from app.rooms.replica import IS_QUARANTINED
from app.rooms.views import lines_for
from app.storage.guests import Guest
from app.telemetry import metrics
from app.web.downloads import download_response
from app.web.json_bodies import StrictRoute, not_understood
from app.web.models import (
    GameCard,
    Health,
    Invitation,
    OpenRoom,
    PageFault,
    PlayOn,
    PutAway,
    RoomOpened,
    RoomSummary,
    Way,
)
from app.web.openapi import NO_SUCH_ROOM, TOO_MANY, UNAVAILABLE, WISH_REFUSED, Answers, download, no, openapi, streamed
from app.web.rooms_lookup import (
    Caller,
    FinishedGame,
    RoomCode,
    chosen_past,
    find_room,
    games_for,
    open_room_for,
    summary,
    table_for,
)
from app.web.services import services
from games import GAMES, LESSONS
from games.analysis import Analysis
from games.draws import Counted
from games.frame import Heard
from games.text import say

router = APIRouter(route_class=StrictRoute)
log = logging.getLogger("tertulia.pages")
of_a_room = APIRouter(prefix="/api/rooms/{room}", route_class=StrictRoute, responses={404: NO_SUCH_ROOM})

NOT_OPENED: Final[Answers] = {**WISH_REFUSED, 503: UNAVAILABLE}


def game_cards() -> dict[str, GameCard]:
    """All games by key, in the order of the start page."""
    return {key: _card_of(key) for key in GAMES}


@cache
def _card_of(key: str) -> GameCard:
    game = GAMES[key]
    options = msgspec.json.schema_components([game.Options])[1][game.Options.__name__]
    return GameCard(key=key, title=game.title, seats=[*game.seats], options=options, version=game.version)


# --- The calls ----------------------------------------------------------------------------------------------


Excluded = Annotated[
    Literal["storage"] | None,
    Query(description="Whether to leave out storage, which all nodes behind a proxy may share."),
]
Viewpoint = Annotated[
    str | None,
    Query(description="Whose view: a seat’s number, from 0; `all`: with everything hidden; omitted: a spectator’s."),
]


OwnSeat = Annotated[
    int | None, Query(description="If the caller plays several seats on one device: which of them, from 0.")
]


@router.get("/api/games", response_description="The games")
async def list_games() -> list[GameCard]:
    """The games that can be played here."""
    return [*game_cards().values()]


@router.post("/api/rooms", status_code=201, response_description="The room is open", responses=NOT_OPENED)
async def open_room(request: Request, response: Response, guest: Caller, wish: OpenRoom) -> RoomOpened:
    """Open a room."""
    name = clean_name(wish.name)
    refuse_to_open(request, response, wish.server_password)
    host = guest or await _new_guest(request, response)
    code = await _opened(request, wish, host, name)
    if name != host.name and not (wish.bots or wish.guided):  # among bots the name is only made up
        await services(request).store.guests.rename(host.id, name)
    return RoomOpened(room=code)


def refuse_to_open(request: Request, response: Response, password: str = "", tables: int = 1) -> None:
    """Raises Refusal for those who may open no table here, or have opened too many."""
    if (cookie := pass_gate(request, password)) is not None:
        response.headers.append("set-cookie", cookie)
    waits = (services(request).limits.wait("room", address_of(request)) for _ in range(tables))
    if seconds := next((math.ceil(wait) for wait in waits if wait is not None), None):
        text = say("Too many tables have been opened from this address. Try again in {seconds} s.", seconds=seconds)
        raise Refusal("busy", text, seconds)


async def _new_guest(request: Request, response: Response) -> Guest:
    """A new guest, the host of a new table, whose cookie is put into the response."""
    guest, cookie = await guest_and_cookie(request, None)
    response.headers.append("set-cookie", cookie)
    return guest


async def _opened(request: Request, wish: OpenRoom, guest: Guest, name: str) -> str:
    rooms = services(request).rooms
    if wish.guided and wish.game in LESSONS:
        return await rooms.open_onward(*beginning_of(LESSONS[wish.game]), guest, name, wish.level)
    if wish.bots or wish.guided:
        return await rooms.open_with_bots(wish.game, wish.seats, wish.options, guest, name, wish.level)
    return await rooms.open(wish.game, wish.seats, wish.options, guest, name)


@of_a_room.get("", response_description="The room")
async def describe_room(request: Request, room: RoomCode, guest: Caller) -> RoomSummary:
    """A room as seen by anyone with the link."""
    return summary(await find_room(request, room, guest), guest)


@of_a_room.get("/invitation", response_description="The invitation", responses={429: TOO_MANY})
async def invite(request: Request, room: RoomCode, guest: Caller) -> Invitation:
    """The link to a room, and its QR code."""
    await find_room(request, room, guest)
    url = f"{friends_site(request)}/t/{room}"
    if url not in QR_CODES:
        services(request).limits.admit("invitation", address_of(request))
    code = await QR_CODES.of(url)
    return Invitation(url=url, qr=code.path, size=code.size)


@of_a_room.post("/put-away", status_code=204, response_description="It is noted", responses=WISH_REFUSED)
async def put_away(request: Request, room: RoomCode, guest: Caller, wish: PutAway) -> None:
    """Take a room off this browser’s list of tables on the start page, or put it back. Nothing else changes."""
    if guest is None or not is_code(room):
        raise no_such_room()
    services(request).limits.admit("command", guest.id)  # not by room: any code might be one
    if not await services(request).store.guests.put_away(guest.id, room, wish.away):
        raise no_such_room()


@of_a_room.get(
    "/lines",
    responses={200: streamed("The lines, oldest first", Heard, many=True), 422: no("`seat` is not a whole number")},
)
async def read_lines(request: Request, room: RoomCode, seat: OwnSeat = None) -> Response:
    """The newest 200 lasting lines of the game on the table: as many as a page gets when it reconnects, and more than
    it gets when it opens."""
    table, guest = await table_for(request, room)
    lines = lines_for(table, guest.id if guest else None, seat)
    return Response(msgspec.json.encode(lines), media_type="application/json")


@of_a_room.get(
    "/could-be",
    responses={
        **download("What it could be", CouldBe),
        422: no("The caller does not play"),
        409: no("The game is not practice, is played from memory, hides nothing, or did not begin with a deal"),
    },
)
async def read_could_be(request: Request, room: RoomCode) -> Response:
    """What the hidden places of the game on the table could hold, as far as its only player could know with a perfect
    memory, from what was sent to them: in games against bots alone."""
    table, guest = await table_for(request, room)
    seat = player_told(table, guest.id if guest else "")
    key = Key("could be", table.room, table.seq, str(seat))
    return await download_response(request, key, could_be_now(services(request).store, table, seat))


@of_a_room.get("/log", responses=download("The log", LoggedEvent, many=True))
async def read_log(request: Request, room: RoomCode) -> Response:
    """The log of a room up to the end of its last finished game, without games that the reader may not see, and without
    chat that not everybody could read. Not found until a game is finished."""
    table, guest = await table_for(request, room)
    allowed = games_for(table, guest)
    if not allowed:
        raise no_such_room()
    code, ended = table.room, table.past[-1].ended
    hidden = [range(past.began, past.ended + 1) for past in table.past if past not in allowed]
    log = logged(services(request).store, code, ended, hidden)
    return await download_response(request, Key("log", code, ended, str(hidden)), log)


@of_a_room.get("/replay", responses=download("The replay", Replay))
async def read_replay(request: Request, finished: FinishedGame, seat: Viewpoint = None) -> Response:
    """A finished game of a room, step by step: the newest or the one of this number, as seen by a spectator, by this
    seat (0 is the first), or with everything hidden (`all`). Not found until the game is finished."""
    table, past, _ = finished
    try:
        viewpoint = chosen_viewpoint(past, seat)
    except ValueError:
        raise no_such_room() from None
    key = Key("replay", table.room, past.ended, str(viewpoint))
    steps = replayed(services(request).store, table.room, past, viewpoint)
    return await download_response(request, key, steps)


@of_a_room.get("/ending", responses=download("The ending", Ending))
async def read_ending(request: Request, finished: FinishedGame) -> Response:
    """What the table shows when a game is over: what lay hidden at its end, and up to three remarkable facts. For the
    newest game or the one of this number; not found until it is finished."""
    table, past, _ = finished
    key = Key("ending", table.room, past.ended)
    parts = ending(services(request).store, table.room, past)
    return await download_response(request, key, parts)


@of_a_room.get(
    "/analysis", responses={**download("The analysis; null where there is none", Analysis, none=True), 503: UNAVAILABLE}
)
async def read_analysis(request: Request, finished: FinishedGame) -> Response:
    """Where a finished game turned: after each step every seat’s chance to win, as it could know it and as it was, and
    how much luck and its own choices contributed. For the newest game or the one of this number; not found until it is
    finished. Null for games that were broken off, or whose rules are too old."""
    address = address_of(request)
    services(request).limits.admit("download", address)
    analysis = await services(request).analyses.of(finished.table.room, finished.past, networks_of(address)[-1])
    return Response(analysis, media_type="application/json")


@of_a_room.get("/draws", responses=download("What was drawn; null where nothing is", Counted, none=True))
async def read_draws(request: Request, finished: FinishedGame) -> Response:
    """What chance gave to each seat in a finished game, beside what was to be expected: how often each face of a die,
    each colour or suit came. For the newest game or the one of this number; not found until it is finished."""
    table, past, _ = finished
    key = Key("draws", table.room, past.ended)
    return await download_response(request, key, draws_of(services(request).store, table.room, past))


@of_a_room.post(
    "/onward",
    status_code=201,
    response_description="The new room is open, and the game continues there",
    responses={**NOT_OPENED, 409: no("The game is still being played, or was over at that moment")},
)
async def play_on(request: Request, response: Response, room: RoomCode, guest: Caller, wish: PlayOn) -> RoomOpened:
    """Play on from a moment of a finished game, as any of its seats with what it knew then: at a new table, with bots
    on all other seats or with friends. Whatever that seat could not know is dealt anew, and so is everything that
    follows."""
    store, name = services(request).store, clean_name(wish.name)
    source_room = await open_room_for(request, room, guest)
    if source_room.is_broken:
        raise Unavailable(IS_QUARANTINED)
    table = source_room.table
    refuse_unfinished(table, wish.game)
    past = chosen_past(table, guest, str(wish.game))
    refuse_to_open(request, response)
    record, onward = await beginning_at(store, table.room, past, wish.seq, wish.seat, address_of(request))
    host = guest or await _new_guest(request, response)
    level, name = None if wish.friends else wish.level, host.name or name
    code = await services(request).rooms.open_onward(record, onward, host, name, level)
    if wish.friends:
        source_room.audience.together.tell_of_table(table, past.number, host.id, name, code)
    return RoomOpened(room=code)


router.include_router(of_a_room)


@router.post("/api/faults", status_code=204, response_description="It is counted", responses=WISH_REFUSED)
async def report_fault(request: Request, fault: PageFault) -> None:
    """Report that something went wrong in a script of a page."""
    used = services(request)
    used.limits.admit("page fault", address_of(request))
    if fault.module not in used.assets:
        raise not_understood(f"there is no module {fault.module}")
    metrics.PAGE_FAULTS.inc()
    log.warning("a page failed", extra={"script": fault.module, "line": fault.line, "build": fault.build})


def _probe(well: str, otherwise: str, unfit: Answers | None = None) -> dict[str, Any]:
    """What is said of a call that tells how the server is."""
    responses = {503: {"description": otherwise, "model": Health}, **(unfit or {})}
    return {"response_description": well, "responses": responses, "response_model_exclude_none": True}


@router.get("/livez", **_probe("The process answers", "It is stuck"))
async def livez(request: Request, response: Response) -> Health:
    """Whether the process answers within a second. If it does not for a while, restart it."""
    steady = services(request).loop_lag.is_steady
    response.status_code = 200 if steady else 503
    return Health(ok=steady, version=VERSION, way=_way_of(request))


def _way_of(request: Request) -> Way | None:
    """By which way this came, if the doctor of this server asks."""
    store = services(request).store
    if not is_doctor(request, store.room_key):
        return None
    (peer, proxy), trusted = way_of(request), services(request).settings.trusted_proxies
    return Way(peer=peer, proxy=proxy, trusted=[*map(str, trusted)], now=store.now())


@router.get("/readyz", **_probe("Ready", "Not ready", {422: {"description": "`exclude` is not `storage`"}}))
async def readyz(request: Request, response: Response, exclude: Excluded = None) -> Health:
    """Whether people can play: storage answers and has space, and the server is not shutting down."""
    store = services(request).store
    trouble: Literal["closing", "storage", "damaged"] | None = None
    if services(request).closing:
        trouble = "closing"
    elif exclude is None and store.integrity.damage is not None:
        trouble = "damaged"
    elif exclude is None and not await store.ready():
        trouble = "storage"
    disk = store.disk.state if exclude is None else "ok"
    ready = trouble is None and disk != "full"
    response.status_code = 200 if ready else 503
    backups = services(request).backups
    age = None if backups is None else int(backups.age_s)
    return Health(ok=ready, disk=None if disk == "ok" else disk, trouble=trouble, backup_age_s=age)


@router.get("/openapi.json", include_in_schema=False)
async def describe_calls(request: Request) -> dict[str, Any]:
    """The OpenAPI description of these calls."""
    return openapi(request.app)
