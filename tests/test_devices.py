"""What pages ask of the device: to keep the screen on, and to be told of turns by the service worker."""

import json
import re
import struct
from typing import Any

import pytest

from app.assets.files import STATIC
from tests.in_node import in_node

# --- The screen stays on ------------------------------------------------------------------------------------

# A browser with locks, which lets go of them when the page is hidden.
SCREEN = """const said = [];
const heard = [];
let lock = null;
globalThis.matchMedia = () => ({ matches: false });
globalThis.document = {
    hidden: false,
    addEventListener: (type, listener) => heard.push(listener),
};
function let_go() {
    if (lock && !lock.released) said.push("off");
    if (lock) lock.released = true;
}
const wakeLock = {
    async request(what) {
        if (globalThis.is_weak) throw new DOMException("battery", "NotAllowedError");
        said.push(`on: ${what}`);
        return (lock = { released: false, release: async () => let_go() });
    },
};
Object.defineProperty(globalThis, "navigator", { value: { %s }, configurable: true });
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
const tick = () => new Promise((done) => setTimeout(done));
async function show(hidden) {
    document.hidden = hidden;
    if (hidden) let_go();
    for (const listener of heard) listener();
    await tick();
}
const table = (changes) => ({ known: { table: { you: { seats: [0] }, state: "playing", paused: false, ...changes } } });
"""
DRAWN = """(async () => {
    for (const step of given) {
        if ("hidden" in step) await show(step.hidden);
        else if ("weak" in step) globalThis.is_weak = step.weak;
        else module.stay_awake(table(step));
        await tick();
        if (step.leaves) module.let_sleep();
    }
    return said;
})()"""
ON, OFF = "on: screen", "off"


def screen(*steps: dict[str, Any], able: bool = True) -> list[str]:
    return in_node("room/awake.js", DRAWN, steps, SCREEN % ("wakeLock" if able else ""))


def test_the_screen_stays_on_while_a_game_is_in_play() -> None:
    assert screen({}, {}, {}) == [ON]


@pytest.mark.parametrize(
    "end", [{"state": "over"}, {"paused": True}, {"you": {"seats": []}}, {"leaves": True}], ids=str
)
def test_it_may_sleep_when_the_game_is_not_in_play_for_its_reader(end: dict[str, Any]) -> None:
    assert screen({}, end) == [ON, OFF]
    assert screen({}, end, {}) == [ON, OFF, ON]


def test_a_page_that_is_seen_again_asks_again() -> None:
    assert screen({}, {"hidden": True}, {}, {"hidden": False}) == [ON, OFF, ON]
    assert screen({"state": "gathering"}, {"hidden": True}, {"hidden": False}) == []


def test_a_device_that_refuses_is_asked_again() -> None:
    assert screen({"weak": True}, {}, {"weak": False}, {}) == [ON]


def test_where_screens_cannot_be_kept_on_nothing_happens() -> None:
    assert screen({}, {"hidden": True}, {"hidden": False}, able=False) == []


# --- The service worker -------------------------------------------------------------------------------------

WORKER = """const heard = {};
const told = [];
globalThis.self = {
    addEventListener: (type, listener) => (heard[type] = listener),
    registration: {
        pushManager: {
            async subscribe(how) {
                told.push(["subscribe", how]);
                return { endpoint: "https://push.example/2" };
            },
        },
        showNotification: async (title, how) => told.push([title, how]),
    },
};
globalThis.caches = { match: async (key) => (ROOM && key === "/push/room" ? new Response(ROOM) : undefined) };
globalThis.fetch = async (path, how) => {
    told.push([path, how?.body ?? null]);
    return new Response('{"key":"the key"}', { status: path === "/api/push" && !IS_ON ? 404 : 200 });
};
"""
HAPPEN = """(async () => {
    const work = [];
    heard[given.type]({ ...given, data: { json: () => given.data }, waitUntil: (promise) => work.push(promise) });
    await Promise.all(work);
    return told;
})()"""


def worker(type: str, *, room: str = "", on: bool = True, data: Any = None) -> list[Any]:
    before = f"const ROOM = {json.dumps(room)}, IS_ON = {json.dumps(on)};{WORKER}"
    return in_node("worker.js", HAPPEN, {"type": type, "data": data}, before)


def test_a_subscription_that_the_browser_replaces_is_told_to_the_server() -> None:
    how = {"userVisibleOnly": True, "applicationServerKey": "the key"}
    told = {"subscription": {"endpoint": "https://push.example/2"}}
    said = worker("pushsubscriptionchange", room="k7Qm2xZ9vB3nR5wT")
    assert said[:2] == [["/api/push", None], ["subscribe", how]]
    assert [said[2][0], json.loads(said[2][1])] == ["/api/rooms/k7Qm2xZ9vB3nR5wT/push", told]


def test_without_a_table_or_a_server_that_pushes_it_waits_for_the_next_page() -> None:
    assert worker("pushsubscriptionchange") == []
    assert worker("pushsubscriptionchange", room="k7Qm2xZ9vB3nR5wT", on=False) == [["/api/push", None]]


def test_what_it_shows_has_icons_that_every_system_can_draw() -> None:
    [[title, how]] = worker("push", data={"notification": {"title": "T", "navigate": "/t/x", "tag": "x"}})
    assert (title, how["tag"], how["data"]) == ("T", "x", {"navigate": "/t/x"})
    for name, size in (("icon", 192), ("badge", 96)):
        head = (STATIC / how[name].removeprefix("/static/")).read_bytes()[:24]
        assert (head[1:4], struct.unpack(">II", head[16:24])) == (b"PNG", (size, size))


def test_a_page_shows_the_same_icons_as_the_worker() -> None:
    icons = [
        set(re.findall(r"/static/icons/[\w.-]+", (STATIC / path).read_text())) for path in ("worker.js", "room/push.js")
    ]
    assert icons[0] == icons[1] != set()
