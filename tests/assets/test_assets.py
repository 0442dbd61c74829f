"""The files in static/: their addresses, the import map, and how they are served."""

import asyncio
import gzip
import hashlib
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path
from threading import Event
from unittest.mock import AsyncMock, Mock, patch

import brotli
import httpx
import pytest
from fastapi import FastAPI
from starlette.requests import Request

from app.assets.files import COMPRESS, STATIC, TYPES, Assets

Folder = Callable[..., Path]


# What the general lists of ad blockers (EasyList, EasyPrivacy) take for a tracker, on whichever site.
BLOCKED = re.compile(r"/(fingerprint|analytics?|beacon|counter|logger|metrics|pixel|stats?|telemetry|track\w*|ads?)\.")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Writes files, by path, and returns their folder."""

    def written(files: dict[str, str]) -> Path:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    return written


def test_an_address_carries_the_digest_of_its_file(folder: Folder) -> None:
    assets = Assets(folder({"css/room.css": "main {}"}))
    assert assets.url("css/room.css") == "/static/css/room.css?v=" + hashlib.sha256(b"main {}").hexdigest()[:6]
    with pytest.raises(KeyError):
        assets.url("css/other.css")


def test_an_import_map_cannot_end_its_script_element(folder: Folder) -> None:
    assets = Assets(folder({"kit/<script>.js": "", "a.js": 'import("#kit/<script>.js");'}))
    text = assets.import_map("a.js").text
    assert "<" not in text
    assert "#kit/<script>.js" in json.loads(text)["imports"]


def test_the_import_map_of_a_page_names_what_is_looked_up_there_and_no_other_game(folder: Folder) -> None:
    files = {
        "pages/room.js": "const load = (a) => import(`#games/${a}/board.js`);",
        "pages/lobby.js": 'import { html } from "lit-html";\nimport("#kit/late.js");\nhtml();',
        "pages/replay.js": 'import { html } from "lit-html";\nhtml();',
        "vendor/lit-html/lit-html.js": "const h=1;export{h as html};",
        "vendor/lit-html/directives/repeat.js": "",
        "games/tcnccc/board.js": 'import { a } from "#kit/a.js";\na();\nimport("#games/tcnccc/late.js");',
        "games/tcnccc/late.js": "",
        "games/desfases/board.js": 'import { a } from "#kit/a.js";\na();',
        "kit/a.js": 'export const a = () => import("#kit/later.js");',
        "kit/late.js": "",
        "kit/later.js": "",
    }
    assets = Assets(folder(files))

    def named(*starts: str) -> set[str]:
        return set(json.loads(assets.import_map(*starts).text)["imports"])

    of_tcnccc = {"#games/tcnccc/board.js", "#games/tcnccc/late.js", "#kit/a.js", "#kit/later.js"}
    assert named("pages/room.js", "games/tcnccc/board.js") == of_tcnccc
    assert named("pages/room.js") == of_tcnccc | {"#games/desfases/board.js"}
    assert named("pages/lobby.js") == {"#kit/late.js", "lit-html"}


def test_preloads_are_a_module_and_all_it_imports(folder: Folder) -> None:
    a_and_c = 'import { a } from "#kit/a.js";\nimport { c } from "#kit/c.js";\na(c, import("#kit/d.js"));'
    files = {
        "pages/room.js": a_and_c,
        "pages/replay.js": 'import { c } from "#kit/c.js";\nc();',
        "kit/a.js": 'import { b } from "#kit/b.js";\nexport const a = b;',
        "kit/b.js": "export const b = 1;",
        "kit/c.js": "export const c = 1;",
        "kit/d.js": "",
    }
    assets = Assets(folder(files))
    of_room, of_both = assets.preloads("pages/room.js"), assets.preloads("pages/room.js", "pages/replay.js")
    assert sorted(module.path for module in of_room) == ["kit/c.js", "pages/room.js"]
    assert sorted(module.path for module in of_both) == ["kit/c.js", "pages/replay.js", "pages/room.js"]


MISTAKES: list[tuple[dict[str, str], str]] = [
    *(
        ({"kit/a.js": f'import {{ x }} from "{other}";\nx();'}, r"static/kit/a\.js imports .*no such module")
        for other in ("#kit/missing.js", "./missing.js", "https://cdn.example/x.js", "preact")
    ),
    ({"kit/a.js": 'import { c } from "#kit/b.js";\nc();', "kit/b.js": "export const b = 1;"},
     r"static/kit/a\.js imports c, which #kit/b\.js does not export"),
    ({"a.css": '@import "b.css" print;', "b.css": ""}, r"static/a\.css may import other sheets only as a whole"),
    ({"css/a.css": 'a { background: url("../b.png") }'},
     r"static/css/a\.css names \.\./b\.png, and there is no static/b\.png"),
    ({"a.css": "@media (--phnoe) { a {} }", "b.css": "@custom-media --phone (width < 560px);"},
     r"static/a\.css names the condition --phnoe, which no @custom-media before it defines"),
    ({"a.css": "@custom-media --low (--phone);\n@custom-media --phone (width < 560px);"},
     r"static/a\.css names the condition --phone, which no"),
    ({"a.css": (twice := "@custom-media --phone (width < 560px);"), "b.css": twice},
     r"static/b\.css defines --phone a second time"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "why"), MISTAKES)
def test_to_name_what_is_not_there_is_a_mistake_at_the_start(folder: Folder, files: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Assets(folder(files))


SHEETS: dict[str, tuple[dict[str, str], str]] = {
    "names other files by their digests": (
        {"css/a.css": 'src: url("../font.woff2") format("woff2"); background: url(sun.png)',
         "font.woff2": "font", "css/sun.png": "sun"},
        'src: url("<font.woff2>") format("woff2"); background: url(<css/sun.png>)'),
    "holds small drawings": (
        {"css/a.css": "a { background: url(sun.svg) }", "css/sun.svg": '<svg id="a"/>'},
        "a { background: url(data:image/svg+xml,%3Csvg%20id=%22a%22/%3E) }"),
    "names large drawings": (
        {"a.css": "a { background: url(b.svg) }", "b.svg": "<svg>" + 3600 * " "}, "a { background: url(<b.svg>) }"),
    "holds those that it imports, with their own links": (
        {"sheets/a.css": '/* All. */\n@import "../css/a.css";\n@import "b.css";\nc {}\n', "css/font.woff2": "font",
         "css/a.css": "@layer one, two;\n@layer one { a { src: url(font.woff2) } }\n", "sheets/b.css": "b {}\n"},
        "@layer one, two;@layer one { a { src: url(<css/font.woff2>) } }b {}c {}"),
    "is sent without comments, indents and spare marks": (
        {"a.css": "/* Why,\n   and how. */\na {\n  b: c; /* so */\n\n  d: e;\n}\n"}, "a {b: c; d: e}"),
    "says what its named conditions are": (
        {"a.css": "@media (--phone) and (not (--low)) { a { b: var(--phone) } }",
         "b.css": "@custom-media --phone (width < 560px); /* its sheet is sent without it */\n"
                  "@custom-media --low (--phone) or (height < 680px);"},
        "@media (width < 560px) and (not ((width < 560px) or (height < 680px))) { a { b: var(--phone) } }"),
    "leaves a picture inside it as it is": (
        {"a.css": (same := "a { mask: url(\"data:image/svg+xml,%3Csvg/%3E\"); fill: url('#ink') }")}, same),
}  # fmt: skip


@pytest.mark.parametrize(("files", "served"), SHEETS.values(), ids=SHEETS)
def test_a_style_sheet(folder: Folder, files: dict[str, str], served: str) -> None:
    assets, sheet = Assets(folder(files)), next(iter(files))
    assert assets[sheet].body.decode() == re.sub("<(.+?)>", lambda named: assets.url(named[1]), served)


def test_a_sheet_that_is_imported_is_not_served_and_a_small_drawing_can_be_held_elsewhere(folder: Folder) -> None:
    assets = Assets(folder({"a.css": '@import "b.css";', "b.css": "b {}", "sun.svg": '<svg id="a"/>'}))
    assert "b.css" not in assets.paths
    assert assets.inline("sun.svg") == "data:image/svg+xml,%3Csvg id=%22a%22/%3E"


def test_only_files_of_known_kinds_are_served(folder: Folder) -> None:
    files = ("a.js", "notes.md", ".secret.js", ".git/a.js", "Makefile", "a.js.map")
    assert Assets(folder(dict.fromkeys(files, ""))).paths == {"a.js"}


# --- How they are served ------------------------------------------------------------------------------------


@pytest.fixture
def assets(app: FastAPI) -> Assets:
    return app.state.services.assets


async def test_every_file_comes_as_it_is_and_is_kept_by_its_digest(client: httpx.AsyncClient, assets: Assets) -> None:
    for path in assets.paths:
        asset = assets[path]
        answer = await client.get(asset.url)
        assert (answer.content, answer.headers["content-type"]) == (asset.body, TYPES[Path(path).suffix])
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for version in ("", "?v=", "?w=1"):
        answer = await client.get(f"/static/pages/room.js{version}")
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache"), version


async def test_a_page_from_before_an_upgrade_gets_no_module_of_another_version(client: httpx.AsyncClient) -> None:
    for path, status in (("room/ending.js", 404), ("sheets/room.css", 200)):
        answer = await client.get(f"/static/{path}?v=000000000000")
        assert answer.status_code == status
        assert answer.headers["cache-control"] in ("no-cache", "no-store")


UNPACKED: dict[str | None, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


@pytest.mark.parametrize(("accepted", "coding"), [
    ("gzip, deflate, br, zstd", "br"),
    ("gzip, deflate", "gzip"),
    ("br;q=0.5, gzip", "gzip"),
    ("GZIP;q=0.5, BR ; q=0.50", "br"),
    ("br;q=0, gzip", "gzip"),
    ("*", "br"),
    ("br;q=0, *;q=0.1", "gzip"),
    ("identity, br;q=0.5", None),
    ("*;q=0", None),
    ("br;q=2, gzip;q=", None),
    ("deflate, brotli", None),
    ("", None),
])  # fmt: skip
async def test_a_file_comes_in_the_smallest_way_that_the_browser_likes_best(
    client: httpx.AsyncClient, assets: Assets, accepted: str, coding: str | None
) -> None:
    for path in ("pages/room.js", "sheets/room.css", "languages/fr/core.json", "games/tcnccc/card.svg"):
        request = client.build_request("GET", assets.url(path), headers={"accept-encoding": accepted})
        answer = await client.send(request, stream=True)
        assert (answer.headers.get("content-encoding"), answer.headers["vary"]) == (coding, "Accept-Encoding")
        sent = b"".join([part async for part in answer.aiter_raw()])
        assert len(sent) == int(answer.headers["content-length"])
        assert UNPACKED[coding](sent) == assets[path].body


async def test_what_is_compressed_already_comes_as_it_is(client: httpx.AsyncClient, assets: Assets) -> None:
    for path in ("vendor/young-serif/young-serif.woff2", "icons/icon-192.png"):
        answer = await client.get(assets.url(path), headers={"accept-encoding": "br, gzip"})
        assert not {"content-encoding", "vary"} & answer.headers.keys()


async def test_a_file_is_compressed_once_and_others_get_it_though_the_first_who_asked_has_gone() -> None:
    assets, begin = Assets(STATIC), Event()
    busy = asyncio.create_task(assets._slow.do(begin.wait))
    request = Request({"type": "http", "query_string": b"", "headers": [(b"accept-encoding", b"br")]})
    with patch.dict(COMPRESS, br=(compress := Mock(wraps=brotli.compress))):
        first, *others = (asyncio.create_task(assets.serve(request, "worker.js")) for _ in range(3))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        begin.set()
        answers = [*await asyncio.gather(*others), await assets.serve(request, "worker.js")]
    assert await busy and first.cancelled()
    assert compress.call_count == 1
    assert {answer and answer.body for answer in answers} == {brotli.compress(assets["worker.js"].body)}


NOWHERE = [
    "", "pages", "pages/", "pages/missing.js", "../app/main.py", "%2e%2e/app/main.py", "..%2fapp%2fmain.py",
    "pages/../../app/main.py", "pages//room.js", "/etc/passwd", "%2fetc%2fpasswd", "pages/room.js%00",
    "pages\\room.js", "./pages/room.js",
]  # fmt: skip


async def test_nothing_but_files_found_at_the_start_is_served(app: FastAPI) -> None:
    receive = AsyncMock(return_value={"type": "http.request", "body": b"", "more_body": False})
    # Raw requests: browsers and libraries would normalize the paths.
    scope = {"type": "http", "method": "GET", "query_string": b"", "headers": [(b"host", b"tertulia.test")]}
    for path in NOWHERE:
        asked = {**scope, "path": f"/static/{path}", "scheme": "http", "server": ("tertulia.test", 80), "root_path": ""}
        send = AsyncMock()
        await app(asked, receive, send)
        assert send.call_args_list[0].args[0]["status"] == 404, path


def test_no_module_names_another_origin_and_no_file_has_a_name_that_ad_blockers_keep_from_pages(assets: Assets) -> None:
    assert not [path for path in assets.paths if BLOCKED.search(f"/{path}")]
    for path in assets.paths:
        if path.endswith((".js", ".css")) and not path.startswith("vendor/"):
            assert set(re.findall(r"https?://[\w.]+", assets[path].body.decode())) <= {"http://www.w3.org"}, path


def test_the_icons_are_as_large_as_the_manifest_says() -> None:
    icons = json.loads((STATIC / "icons" / "tertulia.webmanifest").read_bytes())["icons"]
    for icon in icons:
        head = (STATIC / "icons" / icon["src"]).read_bytes()[:24]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", head[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    found = {(icon["sizes"], icon.get("purpose", "any")) for icon in icons}
    assert found >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
