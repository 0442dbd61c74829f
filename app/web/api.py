"""The calls for programs, as docs/protocol.md has them. What a call may say is checked as strictly as the wire."""

from __future__ import annotations

import math
from typing import Any, Final, Literal

import msgspec
from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from msgspec import UNSET, Struct, UnsetType
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.access.guest_cookies import known_guest, welcomed
from app.access.security import address_of, own_origin, refused
from app.build import VERSION
from app.protocol.messages import Refusal, RefusalCode
from app.protocol.names import clean_name
from app.push.notifier import PushKey, Subscribe
from app.replay.deal_file import DealFile
from app.replay.downloads import Key
from app.replay.replays import Replay, chosen_eyes, chosen_game, replayed
from app.replay.room_log import LoggedEvent, logged
from app.rooms.links import QR_CODES
from app.rooms.room import Room
from app.storage.guests import Guest
from app.table.game import Past
from app.table.state import Table
from app.web.downloads import told
from app.web.services import services
from games import GAMES
from games.text import Text, say

router = APIRouter()

# --- What is said -------------------------------------------------------------------------------------------


class GameCard(Struct, frozen=True):
    """A game that can be played here. `options` is the JSON Schema of what its host may choose."""

    key: str
    title: str
    seats: list[int]
    options: dict[str, Any]
    version: int


class OpenRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """Open a room for so many seats. Whoever asks is its host, sits on seat 0 and goes by this name."""

    game: str
    seats: int
    name: str
    options: dict[str, Any] = {}
    bots: bool = False
    """Bots on all other seats, and the game begins at once."""


class RoomOpened(Struct, frozen=True):
    """The code of the new room: its page is /t/{room}, its socket /ws/{room}."""

    room: str


class Invitation(Struct, frozen=True):
    """The link to a room, also as a QR code: an SVG path in units of one module, `size` modules wide."""

    url: str
    qr: str
    size: int


class NotDone(Struct, frozen=True):
    """A definite no. `text` is a template with its arguments, for the reader’s own language."""

    code: RefusalCode
    text: Text


class Health(Struct, frozen=True):
    """Whether it is as asked. `disk`: with little room no new tables are opened; when it is full nobody can play.
    `trouble`: the server is about to stop, or storage does not answer. `version`: of the program; /livez says it."""

    ok: bool
    disk: Literal["low", "full"] | UnsetType = UNSET
    trouble: Literal["closing", "storage"] | UnsetType = UNSET
    version: str | UnsetType = UNSET


def game_cards() -> list[GameCard]:
    """Every game, in the order of the house."""
    return [
        GameCard(game.key, game.title, [*game.seats], _schema(game.Options), game.version) for game in GAMES.values()
    ]


def _schema(options: type[Struct]) -> dict[str, Any]:
    _, components = msgspec.json.schema_components([options])
    schema: dict[str, Any] = components[options.__name__]
    return schema


# --- The calls ----------------------------------------------------------------------------------------------


def says(described: str, kind: Any) -> dict[str, Any]:
    """What an answer says, for the description: a kind that is listed in openapi(), or a schema."""
    schema = {"$ref": f"#/components/schemas/{kind.__name__}"} if isinstance(kind, type) else kind
    return {"description": described, "content": {"application/json": {"schema": schema}}}


NO_SUCH_ROOM: Final = says("No such room: unknown, closed, or not for you", NotDone)
TOO_MANY: Final = says("Too many: wait as long as Retry-After says", NotDone)
_CARDS: Final = {"type": "array", "items": {"$ref": "#/components/schemas/GameCard"}}
_LOG: Final = {"type": "array", "items": {"$ref": "#/components/schemas/LoggedEvent"}}
_SUMMARY: Final = {"type": "object", "description": "Game, options, seats and state of the room"}


@router.get("/api/games", responses={200: says("The games", _CARDS)})
async def list_games(request: Request) -> Response:
    """The games that can be played here."""
    return _answer(game_cards())


@router.post(
    "/api/rooms",
    status_code=201,
    responses={
        201: says("The room is open", RoomOpened),
        403: says("Not from a page of this server: send Origin", NotDone),
        413: says("More than 8 KiB", NotDone),
        415: says("Not application/json", NotDone),
        422: says("Something does not fit; the text says what", NotDone),
        429: TOO_MANY,
        503: says("Starting again, or storage does not answer: try again", NotDone),
    },
    openapi_extra={"requestBody": {"required": True, **says("The room", OpenRoom)}},
)
async def open_room(request: Request) -> Response:
    """Open a room."""
    wish = _decoded(await request.body())
    name = clean_name(wish.name)
    limits = services(request).limits
    if (wait := limits.room(address_of(request))) is not None:
        text = say("Too many rooms were opened from here. Try again in {seconds} s.", seconds=math.ceil(wait))
        return refused(429, "busy", text, {"retry-after": str(math.ceil(wait))})
    rooms = services(request).rooms
    store = services(request).store
    known = await known_guest(request, store)
    guest, set_cookie = (known, None) if known is not None else await welcomed(request, store, None)
    open_one = rooms.open_with_bots if wish.bots else rooms.open
    code = await open_one(wish.game, wish.seats, wish.options, guest, name)
    if name != guest.name and not wish.bots:  # among bots nobody is introduced
        await store.guests.rename(guest.id, name)
    return _answer(RoomOpened(code), 201, set_cookie)


@router.get("/api/rooms/{room}", responses={200: says("The room", _SUMMARY), 404: NO_SUCH_ROOM})
async def describe_room(request: Request, room: str) -> Response:
    """What anyone who has the link may know of a room."""
    store = services(request).store
    guest = await known_guest(request, store)
    return _answer((await find_room(request, room, guest)).summary(guest))


@router.get(
    "/api/rooms/{room}/invitation",
    responses={200: says("The invitation", Invitation), 404: NO_SUCH_ROOM, 429: TOO_MANY},
)
async def invite(request: Request, room: str) -> Response:
    """The link to a room, to be shown to a camera."""
    store = services(request).store
    await find_room(request, room, await known_guest(request, store))
    url = f"{own_origin(request)}/t/{room}"
    limits = services(request).limits
    if not QR_CODES.kept(url) and limits.invitation(address_of(request)) is not None:
        raise Refusal("busy", say("Too many tries. Wait a minute."))
    code = await QR_CODES.of(url)
    return _answer(Invitation(url, code.path, code.size))


@router.get("/api/rooms/{room}/log", responses={200: says("The log", _LOG), 404: NO_SUCH_ROOM})
async def read_log(request: Request, room: str) -> Response:
    """The log of a room, to the end of its last finished game, without what some said apart from others. As unknown as
    no room while none is finished."""
    store = services(request).store
    table, guest = await table_for(request, room)
    if not games_for(table, guest):
        raise no_such_room()
    code, ended = table.room, table.past[-1].ended
    return await told(request, Key("log", code, ended), logged(store, code, ended), "application/json")


@router.get("/api/rooms/{room}/replay", responses={200: says("The replay", Replay), 404: NO_SUCH_ROOM})
async def read_replay(request: Request, room: str, game: str | None = None, seat: str | None = None) -> Response:
    """A finished game of a room step by step, the newest one or the one of this number: as an onlooker saw it, as this
    seat did (0 is the first), or with all that was hidden (`all`). As unknown as no room while it is not finished."""
    store = services(request).store
    table, guest = await table_for(request, room)
    past = chosen_past(table, guest, game)
    try:
        eyes = chosen_eyes(past, seat)
    except ValueError:
        raise no_such_room() from None
    key = Key("replay", table.room, past.ended, str(eyes))
    return await told(request, key, replayed(store, table.room, past, eyes), "application/json")


@router.get("/livez", responses={200: says("The process answers", Health), 503: says("It is stuck", Health)})
async def livez(request: Request) -> Response:
    """Whether the process answers, and within a second. When it does not for a while, start it again."""
    steady = services(request).loop_lag.is_steady
    return _answer(Health(steady, version=VERSION), 200 if steady else 503)


@router.get("/readyz", responses={200: says("Ready", Health), 503: says("Not ready", Health)})
async def readyz(request: Request) -> Response:
    """Whether people can play: storage answers and has room, and the server is not about to stop."""
    store = services(request).store
    trouble: Literal["closing", "storage"] | UnsetType = UNSET
    if services(request).closing:
        trouble = "closing"
    elif not await store.ready():
        trouble = "storage"
    disk = store.disk.state
    ready = trouble is UNSET and disk != "full"
    return _answer(Health(ready, UNSET if disk == "ok" else disk, trouble), 200 if ready else 503)


@router.get("/openapi.json", include_in_schema=False)
async def describe_calls(request: Request) -> Response:
    """These calls, for programs."""
    return _answer(openapi(request.app))


async def find_room(request: Request, code: str, guest: Guest | None) -> Room:
    """The room of this code. Raises Refusal, the same for every code without a room, and for who was shown the door."""
    if services(request).closing:
        raise HTTPException(503)
    rooms = services(request).rooms
    room = await rooms.find(code)
    if room is None or (guest is not None and guest.id in room.table.people.banned):
        raise no_such_room()
    return room


async def open_room_of(request: Request, code: str) -> Room:
    """The same, for what is told only to whom the password is no question."""
    store = services(request).store
    return await open_room_for(request, code, await known_guest(request, store))


async def table_for(request: Request, code: str) -> tuple[Table, Guest | None]:
    """The table in the room of this code, and who asks; as open_room_of."""
    store = services(request).store
    guest = await known_guest(request, store)
    return (await open_room_for(request, code, guest)).table, guest


def chosen_past(table: Table, guest: Guest | None, number: str | None) -> Past:
    """The finished game of this number, or the newest one. Raises unknown_room where it is not for this guest."""
    past = chosen_game(table, number)
    if past is None or past not in games_for(table, guest):
        raise no_such_room()
    return past


def games_for(table: Table, guest: Guest | None) -> list[Past]:
    """The finished games that this guest may look back at."""
    return [past for past in table.past if table.may_look_back(guest.id if guest else None, past)]


async def open_room_for(request: Request, code: str, guest: Guest | None) -> Room:
    """The same for a guest who has been looked up."""
    room = await find_room(request, code, guest)
    if room.is_locked_for(guest):
        raise no_such_room()
    return room


def no_such_room() -> Refusal:
    """The one answer for what is not there, and for what is not for whoever asks."""
    return Refusal("unknown_room", say("There is no such table. Ask your host for the link again."))


def _decoded(body: bytes) -> OpenRoom:
    try:
        return msgspec.json.decode(body, type=OpenRoom)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", say("The request is not understood: {reason}.", reason=str(error))) from None


def _answer(said: Any, status: int = 200, set_cookie: str | None = None) -> Response:
    headers = {} if set_cookie is None else {"set-cookie": set_cookie}
    return Response(msgspec.json.encode(said), status, headers, media_type="application/json")


# --- What the calls are, for programs -----------------------------------------------------------------------


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _described(app)
    return app.openapi_schema


def _described(app: FastAPI) -> dict[str, Any]:
    """FastAPI knows the calls, msgspec the shapes of what is said."""
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    kinds = [
        GameCard,
        OpenRoom,
        RoomOpened,
        Invitation,
        NotDone,
        LoggedEvent,
        Replay,
        DealFile,
        Health,
        PushKey,
        Subscribe,
    ]
    _, shapes = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    document["components"] = {"schemas": shapes}
    for calls in document["paths"].values():
        # FastAPI announces its own validation of paths, but any text is a path here.
        calls.get("get", {}).get("responses", {}).pop("422", None)
    return document
