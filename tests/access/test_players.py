"""Guests, their cookies, and valid names."""

import re
from hashlib import sha256
from pathlib import Path

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from app.assets.files import STATIC
from app.protocol.commands import MAX_CHAT_CHARACTERS, MAX_NAME_UNITS, Hello
from app.protocol.lookalikes import look_alike, skeleton
from app.protocol.messages import Refusal, decode
from app.protocol.names import MOST_LETTERS, MOST_TYPED, clean_name
from app.settings import Rate, Settings
from tests.client import Friend
from tests.conftest import HERE, browser, open_app, open_room


async def test_the_first_visit_makes_a_guest_with_a_cookie_that_scripts_cannot_read(client: httpx.AsyncClient) -> None:
    said = (await client.get("/")).headers["set-cookie"]
    assert re.fullmatch(r"tertulia=[\w-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax", said)


async def test_a_guest_who_comes_again_keeps_the_cookie_for_its_full_lifetime(client: httpx.AsyncClient) -> None:
    first = (await client.get("/")).headers["set-cookie"]
    for page in ("/", f"/t/{await open_room(client)}"):
        assert (await client.get(page)).headers["set-cookie"] == first


async def test_the_device_to_which_a_seat_moves_keeps_it_for_the_full_lifetime(app: FastAPI) -> None:
    """The link is opened by a browser that was here long ago, and by a page that has been open since."""
    ann = Friend(app, "Ann")
    room = await ann.open_room(game="tcnccc", seats=2)
    here = await ann.enter(room)
    await here.send(type="link")
    link = (await here.see("link"))["link"]
    other = await Friend(app, "Telephone").visit()
    token = other.http.cookies["tertulia"]
    assert f"tertulia={token}; Path=/; Max-Age=34560000;" in (await other.get(f"/t/{room}")).headers["set-cookie"]
    there = await other.enter(room)
    await there.catch_up()
    assert f"tertulia={token}; Path=/; Max-Age=34560000;" in there.headers["set-cookie"]
    await there.asks(type="take_seat", link=link)
    assert there.table["you"]["seats"] == [0]


async def test_every_guest_gets_another_token_of_which_only_the_hash_is_kept(app: FastAPI, tmp_path: Path) -> None:
    tokens = set()
    for _ in range(50):
        async with browser(app) as client:
            tokens.add((await client.get("/")).cookies["tertulia"])
    assert len(tokens) == 50
    stored = everything_in(tmp_path)
    for token in tokens:
        assert sha256(token.encode()).digest() in stored
        assert token.encode() not in stored


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_a_token_the_server_never_gave_is_ignored_and_replaced(app: FastAPI) -> None:
    for cookie in ("attacker", "", "é", "x" * 4000, "a" * 43):
        async with browser(app) as client:
            answer = await client.get("/", headers={b"cookie": f"tertulia={cookie}".encode()})
        assert (answer.status_code, answer.cookies["tertulia"] == cookie) == (200, False)
        assert await app.state.services.store.guests.by_token(sha256(cookie.encode()).digest()) is None


async def test_over_https_the_cookie_belongs_to_this_host_and_to_https(settings: Settings) -> None:
    async with open_app(settings, public_origin=("https://a.test",)) as app, browser(app, host="a.test") as client:
        said = (await client.get("/")).headers["set-cookie"]
    assert re.fullmatch(r"__Host-tertulia=[\w-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure", said)


async def test_too_many_new_guests_from_one_address_have_to_wait(settings: Settings) -> None:
    async with open_app(settings, limits_guests=Rate(2, 60)) as app:
        for expected in (200, 200, 429):
            async with browser(app) as client:
                answer = await client.get("/")
            assert answer.status_code == expected
        assert answer.headers["retry-after"] == "60"
        async with browser(app, "192.0.2.8") as client:
            assert (await client.get("/")).status_code == 200


async def test_the_name_is_known_at_the_next_visit(client: httpx.AsyncClient) -> None:
    room = await open_room(client, name=" Ann  Lee ")
    assert "Ann Lee" in (await client.get(f"{HERE}/t/{room}")).text
    assert "Ann Lee" in (await client.get("/")).text


AS_IT_IS = ["Ann", "<b>Ann</b>", "Nguyễn Thị Ánh", "שָׁלוֹם", "张伟", "7", "🦊", "👩🏽", "Jean-Luc d’Arc", "x" * 20,
            "ệ" * 20, "Hosteler", "Botticelli", "Adminah", "Yourk", "Seatbelt", "Otto", "Lol", "Bo"]  # fmt: skip
"""The last ones only begin like the server's own name."""
CLEANED = {
    "  Ann \t Lee\n": "Ann Lee", "Ａｎｎ": "Ann", "𝕬𝖓𝖓": "Ann", "ﬁona": "fiona", "A\u0301nn": "Ánn", "A\u202enn": "Ann",
    "\u2066Ann\u2069": "Ann", "A\u200bn\u200cn\u200d": "Ann", "A\u00adnn\ufeff": "Ann",
    "Ann\x00\x07\x1b[31m": "Ann[31m", "Ann\ud800": "Ann", "Ann\ue000\ufffe": "Ann", "A\u3164\u115f\u2800nn": "Ann",
    "A\ufffcnn\U0001d159": "Ann", "Ann\u034f\ufe0f\U000e0041": "Ann", "Ann\u2028Lee": "Ann Lee",
}  # fmt: skip
UNREADABLE = [
    "", "   ", "...", "-", "\u200b\u200d", "\u3164", "\u2800", "\u0301", "\u0301Ann", "🏽", "x" * 21, "ﷺ" * 2,
    "Z" + "\u0301" * 5, "Z" + "\u0336" * 10_000, "a" + "\U0001f3fd" * 5, "x" * 8000, "\ufffc", "\U0001d159",
]  # fmt: skip
THE_SERVERS = [
    "Server", "SERVER", "Ser\u200bver", "S e r v e r", "Ѕеrvеr", "ѕΕRVEr", "Šérvėr", "s.e.r.v.e.r", "Tertulia",
    "TertuIia", "Tertu1ia", "Admin", "Adm1n", "аdmin", "Moderator", "Bot", "Bot 1", "b0t", "Host", "Player 3", "Seat 2",
    "You", "System",
]  # fmt: skip


def test_a_name_is_shown_without_what_cannot_be_seen() -> None:
    expected = {**{name: name for name in AS_IT_IS}, **CLEANED}
    assert {raw: clean_name(raw) for raw in expected} == expected


@pytest.mark.parametrize(("names", "words"), [
    (UNREADABLE, ("A name has", "A name needs", "A letter of a name has")),
    (THE_SERVERS, ("This name could be taken",)),
], ids=["nobody could read it", "it could be the server's"])  # fmt: skip
def test_a_name_that_will_not_do_is_refused_in_words(names: list[str], words: tuple[str, ...]) -> None:
    for raw in names:
        with pytest.raises(Refusal) as refusal:
            clean_name(raw)
        assert (raw, refusal.value.code, str(refusal.value.text).startswith(words)) == (raw, "bad_name", True)


ALIKE = (
    "Ann:ANN, Ann:Ánn, Ann:Аnn, Ann:Α\u03bdn, Ann:A n.n, Ann:ａｎｎ, Bob:Вob, Bob:B0b, Ilya:llya, Ilya:1lya, "
    "Ilya:|lya, Ilya:ILYA, Marn:Mam, Wim:VVim, Straße:STRASSE, Łukasz:łukasz, Peter:Рeтеr, Peter:ᏢᎬᎢᎬᎡ, "
    "Sara:ꓢꓮꓣꓮ, Eva:E\u03bda, Nina:ηіηа, Rudy:гυԁγ, Hans:Ηаոѕ, Sara:5ara, Ben:8en, Zoe:🅩🅞🅔, Zoe:🇿🇴🇪, "
    "Brigitte:Ƀɍɨǥɨŧŧɇ, Kaja:Ҡаја, Wim:Шiм, Michael:Mіⲥհаеӏ, Ida:اda, Otto:০tt๐, 3 Ann:З Ann, Ægir:Aegir"
)
DIFFERENT = (
    "Ann:Anna, Ben:Bea, 🦊:🐻, 张伟:王伟, 7:8, Ann 2:Ann 3, Nina:Vina, Ann 6:Ann 8, Мария:Марта, יוסי:דוד, Νίκος:Νίνος"
)


@pytest.mark.parametrize(("pairs", "alike"), [(ALIKE, True), (DIFFERENT, False)], ids=["alike", "different"])
def test_names_that_look_alike_are_found_out_and_those_that_differ_to_the_eye_are_two(pairs: str, alike: bool) -> None:
    for one, other in (pair.split(":") for pair in pairs.split(", ")):
        assert look_alike(one, other) is alike, (one, other)


def test_accents_and_skin_tones_do_not_make_another_name() -> None:
    assert skeleton("Ánn") == skeleton("ANN") == "ann"
    assert skeleton("👋🏽") == skeleton("👋")


FAMILY = "👨‍👩‍👧‍👦"


def test_a_field_for_a_name_or_a_message_holds_every_one_that_the_server_takes() -> None:
    """Browsers count units of UTF-16: a family has eleven, and takes four places in a name."""
    fullest = FAMILY * (MOST_LETTERS // 4)
    assert clean_name(fullest) == fullest
    for longest in (fullest, "🦊" * MOST_TYPED):
        assert len(longest.encode("utf-16-le")) // 2 <= MAX_NAME_UNITS
    (chat,) = re.findall(r"const LONGEST = (\d+);", (STATIC / "room" / "chat.js").read_text())
    assert int(chat) >= 2 * MAX_CHAT_CHARACTERS


def test_whatever_a_field_for_a_name_holds_is_answered_in_words() -> None:
    for typed in ("Bartholomew Montgomery", "x" * MAX_NAME_UNITS):
        hello = decode(msgspec.json.encode({"type": "hello", "name": typed}).decode())
        assert isinstance(hello, Hello)
        assert hello.name is not None
        with pytest.raises(Refusal, match=f"A name has 1 to 20 letters, not {len(typed)}"):
            clean_name(hello.name)


def test_a_name_far_too_long_is_refused_before_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.protocol.names._visible", None)
    with pytest.raises(Refusal, match="not 2700"):
        clean_name("\ufdfa" * 2700)
