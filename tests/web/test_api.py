"""The HTTP API."""

import html
import json
import random
import re
from typing import Any
from unittest.mock import AsyncMock, Mock

import httpx
import jsonschema
import msgspec
import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from app.access.rate_limits import Limits
from app.rooms.links import qr_code
from app.rooms.registry import Rooms
from app.settings import Rate, Settings
from app.storage.commit import OutcomeUnknown
from app.storage.open_database import Unanswered
from app.web.openapi import STREAMED, THEIR_PARTS, meanings_of
from games import GAMES
from tests.conftest import WISH, browser, open_app, open_room
from tests.support.effort import amount
from tests.support.played_games import finished_room


async def test_the_games_are_listed_with_their_options(client: httpx.AsyncClient) -> None:
    games = (await client.get("/api/games")).json()
    assert [game["key"] for game in games] == list(GAMES)
    options = games[0].pop("options")
    version = GAMES["tcnccc"].version
    assert games[0] == {"key": "tcnccc", "title": "TCNCCC", "seats": [2, 3, 4, 5, 6], "version": version}
    jsonschema.Draft202012Validator.check_schema(options)
    jsonschema.validate({"capacity": 4, "memory": "aided"}, options)
    defaults = {name: option["default"] for name, option in options["properties"].items()}
    assert defaults == {"capacity": 6, "memory": "strict"}


# --- Opening ------------------------------------------------------------------------------------------------


async def test_who_opens_a_room_sits_on_its_first_seat_and_gets_one_cookie(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/rooms", json=WISH)
    assert (answer.status_code, bool(answer.cookies["tertulia"])) == (201, True)
    room = answer.json()["room"]
    assert (await client.get(f"/api/rooms/{room}")).json() == {
        "room": room, "game": "tcnccc", "title": "TCNCCC", "state": "gathering",
        "seats": [{"name": name, "bot": None} for name in ("Ann", None, None)],
        "options": {"capacity": 4, "memory": "strict"}, "locked": False,
    }  # fmt: skip
    del (wish := dict(WISH))["options"]
    others = [await client.post("/api/rooms", json=wish) for _ in range(20)]
    assert [other for other in others if "set-cookie" in other.headers] == []
    codes = {room, *(other.json()["room"] for other in others)}
    assert (len(codes), {len(code) for code in codes}) == (21, {16})


REFUSED: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"game": "chess"}, "bad_option", ["chess", "tcnccc"]),
    ({"seats": 1}, "bad_option", ["2", "6", "1"]),
    ({"seats": 7}, "bad_option", ["2", "6", "7"]),
    ({"options": {"capacity": 9}}, "bad_option", ["capacity", "8"]),
    ({"options": {"capacity": "6"}}, "bad_option", ["capacity", "int"]),
    ({"options": {"memory": "perfect"}}, "bad_option", ["memory", "perfect"]),
    ({"options": {"speed": 1}}, "bad_option", ["speed", "capacity", "memory"]),
    ({"name": "x" * 21}, "bad_name", ["20", "21"]),
    ({"seats": "3"}, "malformed", ["int", "str", "seats"]),
    ({"name": None}, "malformed", ["str", "null", "name"]),
    ({"options": []}, "malformed", ["object", "array", "options"]),
    ({"public": True}, "malformed", ["public"]),
]


async def test_a_room_that_cannot_be_is_refused_in_words(client: httpx.AsyncClient) -> None:
    for changed, code, words in REFUSED:
        answer = await client.post("/api/rooms", json=WISH | changed)
        said = answer.json()
        assert (answer.status_code, said.keys(), said["code"]) == (422, {"code", "text"}, code), changed
        sentence = said["text"]["text"].format(**said["text"].get("with", {}))
        assert [word for word in words if word not in sentence] == [], changed


NOT_UNDERSTOOD = [
    *(b"", b"{", b"null", b"[]", b'"tcnccc"', b"\xff\xfe"),
    b'{"game":"tcnccc","seats":NaN,"name":"Ann"}',
    b'{"game":"tcnccc","seats":' + b"9" * 5000 + b',"name":"Ann"}',
    b'{"game":"tcnccc","seats":1e400,"name":"Ann"}',
    b'{"game":"tcnccc","seats":3,"name":"\\ud800"}',
    b'{"game":"tcnccc","seats":3,"name":"Ann","options":{"\\ud800":1}}',
    b'{"game":"tcnccc","seats":3,"name":"Ann","options":' + b"[" * 4000 + b"]" * 4000 + b"}",
    b'{"game":"tcnccc","seats":3,"name":"Ann","options":{"a":' + b'{"a":' * 1000 + b"1" + b"}" * 1001 + b"}",
]


async def test_a_body_that_is_not_understood_is_refused_in_words(client: httpx.AsyncClient) -> None:
    for body in NOT_UNDERSTOOD:
        answer = await client.post("/api/rooms", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 422, body[:60]
        assert answer.json()["code"] in ("malformed", "bad_option", "bad_name")


async def test_nothing_anybody_sends_makes_a_fault(client: httpx.AsyncClient) -> None:
    chance = random.Random(7)
    good = json.dumps(WISH).encode()
    for _ in range(amount(100, 500)):
        body = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(body))
            body[place : place + chance.randint(0, 4)] = chance.randbytes(chance.randint(0, 4))
        answer = await client.post("/api/rooms", content=bytes(body), headers={"content-type": "application/json"})
        assert answer.status_code in (201, 422), bytes(body)


async def test_too_many_rooms_from_one_address_have_to_wait(settings: Settings) -> None:
    async with open_app(settings, limits_rooms=Rate(2, 600)) as app, browser(app) as client:
        app.state.services.limits = Limits(app.state.services.settings, clock=lambda: 0.0)
        answers = [await client.post("/api/rooms", json=WISH) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert (answers[-1].json()["code"], answers[-1].headers["retry-after"]) == ("busy", "300")


async def test_without_storage_no_room_is_promised_and_who_only_reads_is_not_told_that_something_was_to_be_saved(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, store = await open_room(client), app.state.services.store
    monkeypatch.setattr(store, "append", Mock(side_effect=OutcomeUnknown))
    answers = [await client.post("/api/rooms", json=WISH)]
    monkeypatch.setattr(store, "read", AsyncMock(side_effect=Unanswered))
    answers.append(await client.get(f"/api/rooms/{room}"))
    assert [(answer.status_code, answer.headers["retry-after"]) for answer in answers] == [(503, "2")] * 2
    assert answers[0].json()["code"] == "busy"
    assert answers[1].json()["text"]["text"] == "Something went wrong here. Try again in a moment."


@pytest.mark.parametrize("wish", [{"bots": True}, {"guided": True}], ids=["bots", "guided"])
async def test_a_game_against_bots_for_which_a_house_that_closes_has_no_time_is_asked_for_again(
    app: FastAPI, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any]
) -> None:
    rooms: Rooms = app.state.services.rooms
    opens = rooms.open

    async def last(*wanted: Any) -> str:
        code = await opens(*wanted)
        rooms.closing = True
        return code

    monkeypatch.setattr(rooms, "open", last)
    answer = await client.post("/api/rooms", json=WISH | wish)
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "busy", "2")


# --- Rooms --------------------------------------------------------------------------------------------------


async def test_unknown_malformed_and_unfinished_rooms_are_one_identical_404(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    paths = [
        "/api/rooms/k7Qm2xZ9vB3nR5wT", "/api/rooms/k7Qm2xZ9vB3nR5wT/log", "/api/rooms/k7Qm2xZ9vB3nR5wT/invitation",
        f"/api/rooms/{room}/log", f"/api/rooms/{room[:-1]}", f"/api/rooms/{room}x", f"/api/rooms/{room.swapcase()}",
        "/api/rooms/%00", "/api/rooms/é", "/api/rooms/'; DROP TABLE events; --", "/api/rooms/" + "x" * 5000,
    ]  # fmt: skip
    answers = [await client.get(path) for path in paths]
    assert {answer.status_code for answer in answers} == {404}
    assert len({(answer.content, tuple(answer.headers.items())) for answer in answers}) == 1


async def test_an_invitation_is_the_link_also_as_a_qr_code(client: httpx.AsyncClient) -> None:
    room = await open_room(client)
    said = (await client.get(f"/api/rooms/{room}/invitation")).json()
    assert said["url"] == f"{client.base_url}/t/{room}"
    assert (said["qr"], said["size"]) == tuple(getattr(qr_code(said["url"]), field) for field in ("path", "size"))


async def test_reading_changes_nothing(client: httpx.AsyncClient, app: FastAPI) -> None:
    room = await open_room(client)
    for path in (f"/api/rooms/{room}", f"/t/{room}", f"/api/rooms/{room}/log", "/", "/api/games"):
        await client.get(path)
        await client.head(path)
    assert len(await app.state.services.store.load(room)) == 1


async def test_a_call_that_does_not_exist_or_by_another_method_is_refused_as_json(client: httpx.AsyncClient) -> None:
    for path in ("/api/nothing", "/api/games/"):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["text"]["text"]) == (404, "There is nothing at this address.")
    for method, path in (("DELETE", "/api/rooms"), ("GET", "/api/rooms"), ("POST", "/api/games")):
        answer = await client.request(method, path, json={} if method != "GET" else None)
        assert (answer.status_code, answer.json()["code"], bool(answer.headers["allow"])) == (405, "malformed", True)
    head = await client.head("/api/games")
    assert (head.status_code, head.content) == (200, b"")


async def test_another_method_is_refused_with_all_that_the_path_allows(client: httpx.AsyncClient, app: FastAPI) -> None:
    allowed: dict[str, set[str]] = {}
    for route in iter_route_contexts(app.routes):
        allowed.setdefault(re.sub("{.*?}", "any", route.path), set()).update(route.methods)
    assert max(map(len, allowed.values())) > 1, "some path has several"
    for path, methods in allowed.items():
        answer = await client.patch(path, json={})
        said = set(answer.headers["allow"].split(", "))
        assert (path, answer.status_code, said) == (path, 405, methods | ({"HEAD"} if "GET" in methods else set()))


# --- The description ----------------------------------------------------------------------------------------


@pytest.fixture
async def document(client: httpx.AsyncClient) -> dict[str, Any]:
    """The description."""
    return (await client.get("/openapi.json")).json()


def fits(document: dict[str, Any], path: str, method: str, answer: httpx.Response) -> None:
    """Fail unless the answer has the shape described for it."""
    described = document["paths"][path][method]["responses"][str(answer.status_code)]
    schema = described["content"]["application/json"]["schema"]
    jsonschema.validate(answer.json(), schema | {"components": document["components"]})


async def test_the_description_names_its_version_and_every_call(client: httpx.AsyncClient, document: Any) -> None:
    assert document["info"]["version"] == (await client.get("/livez")).json()["version"]
    room = "/api/rooms/{room}"
    assert {f"{method} {path}" for path, calls in document["paths"].items() for method in calls} == {
        "get /livez", "get /readyz", "get /api/games", "get /api/push", "post /api/rooms", f"get {room}",
        f"get {room}/analysis", f"get {room}/between", f"get {room}/could-be", f"get {room}/deal", f"get {room}/draws",
        f"get {room}/ending", f"get {room}/invitation", f"get {room}/lines", f"get {room}/log",
        f"get {room}/replay", f"get {room}/results", f"post {room}/onward", f"post {room}/put-away",
        f"post {room}/push", f"delete {room}/push",
        "post /api/faults", "get /api/devices", "post /api/devices", "delete /api/devices/{device}",
        "post /api/device-links", "get /api/calls", "post /api/webhook", "delete /api/webhook", "post /api/webhook/try",
        "post /api/quiet-hours", "delete /api/quiet-hours", "delete /api/guest", f"get {room}/tables",
        f"post {room}/tables", f"post {room}/tables/end",
    }  # fmt: skip


async def test_every_call_says_that_hosts_are_refused_and_rooms_rest(client: httpx.AsyncClient, document: Any) -> None:
    calls = [(path, call) for path, of_path in document["paths"].items() for call in of_path.values()]
    assert [path for path, call in calls if path.startswith("/api/") and "400" not in call["responses"]] == []
    assert [path for path, call in calls if "{room}" in path and "503" not in call["responses"]] == []
    fits(document, "/api/games", "get", await client.get("/api/games", headers={"host": "evil.example"}))


async def test_what_is_asked_for_wrongly_and_an_analysis_that_nobody_made_are_described(document: Any) -> None:
    for path in ("/readyz", "/api/rooms/{room}/lines"):
        assert "422" in document["paths"][path]["get"]["responses"], path
    fits(document, "/api/rooms/{room}/analysis", "get", httpx.Response(200, content=b"null"))


def test_every_field_and_every_parameter_is_described(document: Any) -> None:
    shapes, calls = document["components"]["schemas"], document["paths"].values()
    fields = [(name, field) for name, shape in shapes.items() for field in shape.get("properties", {}).items()]
    parameters = [each for path in calls for call in path.values() for each in call.get("parameters", [])]
    assert len(fields) > 100 and len(parameters) > 10
    assert [(name, field) for name, (field, facts) in fields if not facts.get("description")] == []
    assert [each["name"] for each in parameters if not each.get("description")] == []


def test_no_meaning_is_given_to_what_does_not_exist() -> None:
    _, shapes = msgspec.json.schema_components(STREAMED)
    there = {name: [*shape["properties"]] for name, shape in shapes.items()}
    assert {kind.__name__: [*meanings_of(kind)] for kind in (*STREAMED, *THEIR_PARTS)} == there


async def test_the_page_of_calls_shows_every_call_and_field_in_words(client: httpx.AsyncClient, document: Any) -> None:
    page = html.unescape((await client.get("/docs")).raise_for_status().text)
    calls = [f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods]
    assert [call for call in calls if call not in page] == []
    for shape in document["components"]["schemas"].values():
        for field, facts in shape.get("properties", {}).items():
            assert f"<code>{field}</code>" in page and facts["description"] in page
    assert "Too many: wait as long as Retry-After says" in page


async def test_what_is_said_has_the_described_shape(client: httpx.AsyncClient, rooms: Rooms, document: Any) -> None:
    opened, finished = await open_room(client), (await finished_room(rooms, "tcnccc", 2)).table.room
    for headers, sent in (({}, WISH), ({}, {}), ({"origin": "null"}, {})):
        fits(document, "/api/rooms", "post", await client.post("/api/rooms", json=sent, headers=headers))
    for path, room in (("/api/rooms/{room}", opened), ("/api/rooms/{room}", "unknown"), ("/api/games", ""),
                       ("/livez", ""), ("/readyz", ""), *((f"/api/rooms/{{room}}/{what}", finished)
                       for what in ("log", "deal", "replay", "ending", "results", "invitation"))):  # fmt: skip
        fits(document, path, "get", await client.get(path.format(room=room)))
    wish = document["paths"]["/api/rooms"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.validate(WISH, wish | {"components": document["components"]})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(WISH | {"public": True}, wish | {"components": document["components"]})
