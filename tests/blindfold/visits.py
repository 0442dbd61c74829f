"""Every route of the application, and how somebody asks for it while a game is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.blindfold.worlds import SUBSCRIPTION

if TYPE_CHECKING:
    from tests.blindfold.scripts import Author

Call = tuple[str, str, Any, dict[str, str]]
"""Method, path, body, headers."""
Route = tuple[str, str]
"""Path, as a template, and method."""
CRAWLER: Final = {"user-agent": "Twitterbot/1.0"}
PLAIN: Final = {"accept-encoding": "identity"}
STRANGER: Final = {"cookie": "tertulia=unknown"}
"""Whoever is forgotten cannot play on."""
SELDOM: Final = ("/docs", "/specimen", "/openapi.json")
"""Pages that are the same for everybody and take long to make the first time."""


def visits(author: Author, browser: str) -> dict[Route, list[Call]]:
    """How each route is asked."""
    code, game, seat = author.world.room_code, author.wish.game, author.dice.randrange(author.wish.seats)
    room, table = f"/api/rooms/{code}", f"/t/{code}"
    hidden = ["?game=2", "?game=2&seat=all", f"?game=2&seat={seat}"]
    quiet = {"begins": "02:00", "ends": "03:00", "zone": "UTC"}
    onward = {"seq": author.dice.randrange(60), "seat": seat, "name": "Ann"}
    hook = {"kind": "other", "address": f"https://hooks.example.org/{browser}"}
    unknown = {"game": "chess", "seats": 2, "name": "Ann"}

    def get(*paths: str, **headers: str) -> list[Call]:
        return [
            ("GET", path, None, PLAIN | {name.replace("_", "-"): it for name, it in headers.items()}) for path in paths
        ]

    def send(method: str, path: str, *bodies: Any) -> list[Call]:
        return [(method, path, body, PLAIN) for body in bodies]

    return {
        ("/", "GET"): get("/"),
        ("/t/{room}", "GET"): [
            *get(table, f"{table}?tv", f"{table}?hand"), ("GET", table, None, CRAWLER), ("HEAD", table, None, PLAIN)
        ],
        ("/t/{room}/replay", "GET"): [
            *get(f"{table}/replay", f"{table}/replay?game=1", f"{table}/replay?game=2"),
            ("GET", f"{table}/replay?game=2", None, CRAWLER),
        ],
        ("/t/{room}/tables", "GET"): [*get(f"{table}/tables"), ("GET", f"{table}/tables", None, CRAWLER)],
        ("/t/{room}/beside", "GET"): get(f"{table}/beside", f"{table}/beside?game=2"),
        ("/rules/{game}", "GET"): get(f"/rules/{game}"),
        ("/devices", "GET"): get("/devices"),
        ("/privacy", "GET"): get("/privacy"),
        ("/docs", "GET"): get("/docs"),
        ("/specimen", "GET"): get("/specimen"),
        ("/static/{path:path}", "GET"): get("/static/pages/room.js", f"/static/{code}.js"),
        ("/worker.js", "GET"): get("/worker.js"),
        ("/favicon.ico", "GET"): get("/favicon.ico"),
        ("/api/games", "GET"): get("/api/games"),
        ("/api/rooms", "POST"): send("POST", "/api/rooms", unknown),
        ("/api/rooms/{room}", "GET"): get(room, f"{room}?x=1"),
        ("/api/rooms/{room}/invitation", "GET"): get(f"{room}/invitation"),
        ("/api/rooms/{room}/put-away", "POST"): send("POST", f"{room}/put-away", {"away": True}, {"away": False}),
        ("/api/rooms/{room}/lines", "GET"): get(f"{room}/lines", f"{room}/lines?seat={seat}"),
        ("/api/rooms/{room}/could-be", "GET"): get(f"{room}/could-be"),
        ("/api/rooms/{room}/log", "GET"): [*get(f"{room}/log"), ("GET", f"{room}/log", None, {})],
        ("/api/rooms/{room}/replay", "GET"): get(*(f"{room}/replay{query}" for query in ("", *hidden))),
        ("/api/rooms/{room}/ending", "GET"): get(f"{room}/ending", f"{room}/ending?game=2"),
        ("/api/rooms/{room}/analysis", "GET"): get(f"{room}/analysis", f"{room}/analysis?game=2"),
        ("/api/rooms/{room}/draws", "GET"): get(f"{room}/draws", f"{room}/draws?game=2"),
        ("/api/rooms/{room}/onward", "POST"): send("POST", f"{room}/onward", onward | {"game": 2}),
        ("/api/rooms/{room}/tables", "GET"): get(f"{room}/tables"),
        ("/api/rooms/{room}/tables", "POST"): send("POST", f"{room}/tables", {"tables": 9}, {"tables": 2}),
        ("/api/rooms/{room}/tables/end", "POST"): send("POST", f"{room}/tables/end", {}),
        ("/api/faults", "POST"): send("POST", "/api/faults", {"module": "pages/room.js", "line": 1, "build": "0"}),
        ("/livez", "GET"): get("/livez"),
        ("/readyz", "GET"): get("/readyz"),
        ("/openapi.json", "GET"): get("/openapi.json"),
        ("/api/devices", "GET"): get("/api/devices"),
        ("/api/device-links", "POST"): send("POST", "/api/device-links", {}),
        ("/api/devices", "POST"): send("POST", "/api/devices", {"code": "none", "called": "Phone"}),
        ("/api/devices/{device}", "DELETE"): send("DELETE", "/api/devices/none", {}),
        ("/api/rooms/{room}/results", "GET"): get(f"{room}/results"),
        ("/api/rooms/{room}/between", "GET"): get(f"{room}/between"),
        ("/t/{room}/results.csv", "GET"): get(f"{table}/results.csv"),
        ("/api/rooms/{room}/deal", "GET"): get(f"{room}/deal", f"{room}/deal?game=2"),
        ("/t/{room}/evening.ics", "GET"): get(f"{table}/evening.ics"),
        ("/api/push", "GET"): get("/api/push"),
        ("/api/rooms/{room}/push", "POST"): send("POST", f"{room}/push", {"subscription": SUBSCRIPTION}),
        ("/api/rooms/{room}/push", "DELETE"): send("DELETE", f"{room}/push", {}),
        ("/api/calls", "GET"): get("/api/calls"),
        ("/api/webhook", "POST"): send("POST", "/api/webhook", hook),
        ("/api/webhook", "DELETE"): send("DELETE", "/api/webhook", {}),
        ("/api/webhook/try", "POST"): send("POST", "/api/webhook/try", {}),
        ("/api/quiet-hours", "POST"): send("POST", "/api/quiet-hours", quiet),
        ("/api/quiet-hours", "DELETE"): send("DELETE", "/api/quiet-hours", {}),
        ("/api/guest", "DELETE"): [("DELETE", "/api/guest", {}, PLAIN | STRANGER)],
        ("/ws/{room}", "GET"): get(f"/ws/{code}"),
    }  # fmt: skip
