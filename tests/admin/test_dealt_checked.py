"""The file of a finished game proves that its deal was kept to: changes are found."""

import asyncio
import json
import re
from collections.abc import Callable
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from app.duplicates.again import deal_again
from app.protocol.commands import Play
from app.rooms.registry import Rooms
from app.rooms.room import Room
from app.settings import Settings
from app.storage.store import Store
from app.table import gathering, moves, proposals
from app.table.deal import (
    Bound,
    BySeat,
    SameDeal,
    Sealed,
    canonical,
    commitment_to,
    dealer_of_setup,
    draw,
    key_of,
    seal_of,
)
from app.table.event_ids import new_id
from app.table.events import Began, move_in
from games import GAMES, engine
from games.dealer import Dealer, DealerBySeat
from tests.admin.test_verify_log import execute
from tests.conftest import open_store, sqlite_in
from tests.support.command_line import Terminal
from tests.support.node_js import in_node
from tests.support.played_games import NOWHERE, begin_with_words, deal_of, play_to_the_end, seated
from tests.table.test_dealt import begin, played

DOCS: Final = Path(__file__).parents[2] / "docs"
File = dict[str, Any]
Verified = Callable[..., tuple[int, str]]

# --- After the game -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, File]:
    """Files of every game with the maximum number of players; of two games of a room, the first with chat; of one with
    moves taken back, and of those to which players have added words."""
    return asyncio.run(_made(sqlite_in(tmp_path_factory.mktemp("deals"), "log.sqlite3")))


async def _made(url: str) -> dict[str, File]:
    async with open_store(url) as store:
        rooms = Rooms(store, Settings())
        made = {name: await file_of(store, await played(rooms, name, game.seats[-1])) for name, game in GAMES.items()}
        two = await seated(rooms, "tcnccc", 2)
        for name in ("first", "second"):
            await begin(two)
            await two.do("ann", new_id(), lambda table: gathering.speak(table, "ann", "Ann", "canary in a mine", None))
            await play_to_the_end(two)
            made[name] = await file_of(store, two)
        made["gin"] = await file_of(store, await played(rooms, "color_gin"))
        made["undone"] = await file_of(store, await with_undone(rooms, 2))
        made["twice"] = await file_of(store, await with_a_move_that_says_something_twice(rooms))
        made["with words"] = await file_of(store, await with_words(rooms, ["ann", "benedikt"]))
        made["with one word"] = await file_of(store, await with_words(rooms, ["benedikt"]))
        made |= await again_and_again(store, await with_words(rooms, ["ann", "benedikt"]))
        made |= {f"{name} by seat": await file_of(store, await by_seat(rooms, name)) for name in GAMES}
        return made


async def again_and_again(store: Store, room: Room) -> dict[str, File]:
    """Games with the deal of the one that is over: one, and one more after a rematch of its own deal."""
    made = dict[str, File]()
    for name in ("again", "once more"):
        (event,) = await store.load(room.table.room, room.table.began - 1, room.table.began)
        await room.do("ann", new_id(), lambda table, dealt=event.body: deal_again(table, "ann", dealt))
        await play_to_the_end(room)
        made[name] = await file_of(store, room)
    await begin(room)
    await play_to_the_end(room)
    (event,) = await store.load(room.table.room, room.table.began - 1, room.table.began)
    await room.do("ann", new_id(), lambda table: deal_again(table, "ann", event.body))
    await play_to_the_end(room)
    return made | {"the second again": await file_of(store, room)}


async def by_seat(rooms: Rooms, name: str) -> Room:
    """A finished game of an evening at several tables, in which each seat had draws of its own."""
    room, rules, secret = await seated(rooms, name, GAMES[name].seats[0]), GAMES[name].rules, b"5e" * 16
    bound = Bound(NOWHERE, 1, rules, canonical(room.table.options))
    key, same = key_of(secret, bound, [b""] * len(room.table.seats)), SameDeal(NOWHERE, 1, by_seat=True)
    dealer = dealer_of_setup(key, same, None)
    engine.begin(GAMES[name], len(room.table.seats), room.table.options, dealer)
    told = secret.hex(), commitment_to(secret, bound).hex()
    await room.do("ann", new_id(), lambda table: Began(rules, key.hex(), dealer.drawn, 0, None, *told, same=same))
    await play_to_the_end(room, 40 if name != "tcnccc" else 5000)
    return room


async def file_of(store: Store, room: Room) -> File:
    """The file of this room's newest finished game."""
    return json.loads(await deal_of(store, room))


async def with_undone(rooms: Rooms, most: int) -> Room:
    """A finished game in which this many moves were taken back."""
    room = await seated(rooms, "desfases", 2)
    await begin(room)
    for _ in range(60):
        question = room.table.playing.state.question
        seat = question.seats[0]
        moved = move_in(moves.bots_answer(room.table, seat, question.number).body)
        await answers(room, Play(new_id(), question.number, moved.move, seat))
        if most and proposals.can_undo(room.table, seat).can == "now":
            guest = room.table.seats[seat].guest or ""
            await room.do(guest, new_id(), lambda table, g=guest: proposals.propose(table, g, "undo", None))
            most -= 1
    await play_to_the_end(room, 0)
    return room


async def with_a_move_that_says_something_twice(rooms: Rooms) -> Room:
    room = await seated(rooms, "tcnccc", 2)
    await begin(room)
    question = room.table.playing.state.question
    twice = msgspec.Raw(b'{"do":"lift","cylinder":1,"cylinder":0}')
    await answers(room, Play(new_id(), question.number, twice, question.seats[0]))
    await play_to_the_end(room)
    return room


async def with_words(rooms: Rooms, opening: list[str]) -> Room:
    """A finished game for which both players had sealed a word, and these opened theirs in time."""
    room = await seated(rooms, "tcnccc", 2)
    await begin_with_words(room, opening)
    await play_to_the_end(room)
    return room


async def answers(room: Room, wish: Play) -> None:
    guest = room.table.seats[wish.seat or 0].guest or ""
    await room.do(guest, new_id(), lambda table: moves.answer(table, guest, wish))


@pytest.fixture
def verified(terminal: Terminal, tmp_path: Path) -> Verified:
    """The exit code and output of verify-deal for this file, which needs no settings."""
    terminal.sets(DATABASE_URL="sqlite:////nowhere/tertulia.sqlite3")

    def verify(file: str | File, *noted: str) -> tuple[int, str]:
        path = tmp_path / "deal.json"
        path.write_text(file if isinstance(file, str) else json.dumps(file))
        code, out, err = terminal("verify-deal", path, *noted)
        return code, out + err

    return verify


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_of_every_game_holds(files: dict[str, File], verified: Verified, game: str) -> None:
    code, told = verified(files[game], files[game]["commitment"])
    assert (code, told.count("NOT")) == (0, 0), told
    assert f"by {GAMES[game].rules}, {GAMES[game].seats[-1]} seats" in told
    assert "The fingerprint holds" in told and "It is the one you noted." in told
    assert "Every draw holds: all " in told and "The game holds" in told


def test_every_game_has_its_file_and_tells_what_no_file_proves(files: dict[str, File], verified: Verified) -> None:
    first, second = [verified(files[name]) for name in ("first", "second")]
    assert (files["first"]["game"], files["second"]["game"]) == (1, 2)
    assert (first[0], second[0]) == (0, 0)
    assert "by tcnccc@1, 2 seats." in first[1] and "Who starts was drawn" in first[1]
    assert "Compare with what you remember how many seats there were and who started" in first[1]
    assert re.search(r"Seat [12] starts: that passes on from game to game, and was not drawn\.", second[1])
    assert 'there sat "Ann" on seat 1, "Benedikt" on seat 2: compare this, too.' in second[1]


def test_a_file_tells_no_talk_and_no_guest(files: dict[str, File]) -> None:
    told = json.dumps(files["first"])
    assert '"said"' in told
    assert "canary" not in told and '"ann"' not in told


def test_what_was_undone_is_followed_and_a_move_twice_said_is_one(files: dict[str, File], verified: Verified) -> None:
    assert sum(event["body"]["kind"] == "undone" for event in files["undone"]["events"]) == 2
    written = [(body.get("moved") or body).get("move") for body in bodies(files["twice"]["events"])]
    assert {"do": "lift", "cylinder": 0} in written
    assert [verified(files[name])[0] for name in ("undone", "twice")] == [0, 0]


@pytest.mark.parametrize("name", ["again", "once more", "the second again", *(f"{game} by seat" for game in GAMES)])
def test_a_deal_that_a_game_has_not_for_itself_holds(files: dict[str, File], verified: Verified, name: str) -> None:
    code, told = verified(files[name], files[name]["commitment"])
    assert (code, told.count("NOT")) == (0, 0), told
    assert "Its deal is that of game " in told
    assert ("Each seat had draws of its own" in told) == ("by seat" in name)


def test_the_file_of_a_game_with_an_earlier_deal_says_whose_that_was(files: dict[str, File]) -> None:
    first = {name: files["again"][name] for name in ("room", "secret", "commitment", "entropy", "seals")}
    assert first == {name: files["once more"][name] for name in first}
    whose = [(files[name]["game"], files[name]["same"]) for name in ("again", "once more", "the second again")]
    room = first["room"]
    assert whose == [
        (2, {"room": room, "game": 1, "again": 1}),
        (3, {"room": room, "game": 1, "again": 2}),
        (5, {"room": room, "game": 4, "again": 4}),
    ]
    assert "same" not in files["first"]


def test_a_commitment_that_was_noted_is_known_by_its_beginning(files: dict[str, File], verified: Verified) -> None:
    commitment = files["first"]["commitment"]
    assert verified(files["first"], " ".join(commitment[at : at + 8].upper() for at in (0, 8, 16, 24)))[0] == 0
    code, told = verified(files["first"], "0" * 64)
    assert (code, "It is NOT the one you noted." in told) == (1, True)
    assert verified(files["first"], commitment[:31])[0] == 2


# --- What does not hold is found ------------------------------------------------------------------------------


def bodies(events: list[Any]) -> list[dict[str, Any]]:
    return [event["body"] for event in events]


def first_of(file: File, kind: str) -> dict[str, Any]:
    return next(body for body in bodies(file["events"]) if body["kind"] == kind)


def result(file: File) -> dict[str, Any]:
    return file["events"][-1]["body"]["result"]


def drawn_otherwise(file: File, label: str) -> None:
    """Something else is written for the first move for which anything was drawn."""
    body = next(body for body in bodies(file["events"]) if body.get("drawn"))
    was = body["drawn"][0]
    other = next(item for draw in file["draws"] if draw["label"] == label for item in draw["among"] if item != was)
    body["drawn"][0] = other


def closed_up(file: File) -> None:
    """Renumber its events without a gap."""
    for seq, event in enumerate(file["events"], file["began"] + 1):
        event["seq"] = seq


def put_in(file: File, **body: Any) -> None:
    """Insert an event that no server writes."""
    file["events"].insert(1, {"seq": 0, "body": body})
    closed_up(file)


def leave_out(file: File, place: int) -> None:
    del file["events"][place]
    closed_up(file)


def turn(body: dict[str, Any]) -> None:
    """Attribute this to the other seat."""
    body["seat"] = 1 - body["seat"]


def swap_in_the_deck(file: File) -> None:
    deck = next(value for value in file["drawn"] if isinstance(value, list))
    deck[0], deck[1] = deck[1], deck[0]


FINGERPRINT, OF_SEATS = "The fingerprint does NOT hold", "The words do NOT hold: expected an entropy for each of 2"
ANOTHER_DRAW = "does NOT hold: the key gives"
OF_ANN = "The word of seat 1 does NOT hold: its seal is another one."
UNKNOWN, NAMES = "is not the file of a deal: ", "for each of 2 seats at its end"
FIRST = "in the first game of a room."
WHOSE = "Whose deal it is does NOT hold"

CHANGED: dict[str, tuple[str, Callable[[File], object], str]] = {
    **{
        f"{next(iter(other))} {number}": ("first", lambda file, other=other: file.update(other), words)
        for number, (other, words) in enumerate([
            *((other, FINGERPRINT) for other in ({"room": NOWHERE}, {"game": 2}, {"secret": "00" * 32},
                                                 {"commitment": "00" * 32}, {"options": {"capacity": 5}})),
            *(({"entropy": parts}, OF_SEATS) for parts in ([], [""], ["", "", ""])),
            *(({"entropy": parts}, UNKNOWN) for parts in (["", "zz"], [" ", ""], ["", "00"], ["AB" * 16, ""])),
            ({"entropy": ["00" * 16, ""]}, OF_ANN),
            ({"seals": [""]}, OF_SEATS),
            *(({"seals": seals}, UNKNOWN) for seals in (None, ["", "00"], ["AB" * 32, ""])),
            ({"starts": 0}, f"Who starts does NOT hold: it is 0, expected null {FIRST}"),
            ({"asked": 3}, f"asked before does NOT hold: it is 3, expected 0 {FIRST}"),
            ({"asked": -3}, "asked before does NOT hold"),
            ({"began": 1}, "by which the game began does NOT hold: it is 1, expected 2 or more."),
            ({"rules": "tcnccc@99"}, "The game does NOT hold: it could not begin so"),
            *((other, UNKNOWN) for other in (
                {"secret": "no hex"}, {"secret": "00" * 33}, {"commitment": "AB" * 32}, {"format": "vdeal/2"},
                {"seats": None}, {"seats": 2**40}, {"game": -1}, {"game": 0}, {"key": "00" * 32},
                {"room": "nowhere\nThe fingerprint holds"}, {"rules": "tcnccc@1\nThe game holds"},
            )),
        ])
    },
    "nobody sits there": ("second", lambda file: file.update(starts=2), "it is 2, expected null or 0 to 1."),
    "more after the end": (
        "first", lambda file: file["events"].append({"seq": file["events"][-1]["seq"] + 1, "body": {"kind": "said"}}),
        "comes after its end"),
    "what cannot happen": ("first", lambda file: put_in(file, kind="shuffled"), 'in a game, got "shuffled"'),
    "talk": ("first", lambda file: put_in(file, kind="said", text="hm"), "expected only what is understood of it"),
    "nothing to undo": ("first", lambda file: put_in(file, kind="undone", seat=0, since=0), "had no such move"),
    **{
        f"the same {number}": (name, lambda file, other=other: file["same"].update(other), words)
        for number, (name, other, words) in enumerate([
            *(("again", other, FINGERPRINT) for other in ({"room": NOWHERE}, {"game": 9}, {"game": 2})),
            *(("again", other, WHOSE) for other in ({"again": 2}, {"again": -1})),
            *(("the second again", other, WHOSE) for other in ({"again": 5}, {"again": 3})),
            *(("again", other, UNKNOWN) for other in (
                {"by_seat": "yes"}, {"by_seat": None}, {"again": "1"}, {"seat": 0}, {"room": 5}, {"game": None},
            )),
            ("again", {"by_seat": True}, ANOTHER_DRAW),
            ("color_dice by seat", {"by_seat": False}, ANOTHER_DRAW),
            ("color_gin by seat", {"room": "k7Qm2xZ9vB3nR5wU"}, FINGERPRINT),
        ])
    },
    "the deal of no game": ("again", lambda file: file.update(same={}), UNKNOWN),
    "the deal of a room": ("again", lambda file: file.update(same=file["room"]), UNKNOWN),
    "its own deal after all": ("again", lambda file: file.pop("same"), FINGERPRINT),
    "the first game's as its own": ("first", lambda file: file.update(same={"room": NOWHERE, "game": 1}), FINGERPRINT),
    "its own again": ("second", lambda file: file.update(same={"room": file["room"], "game": 2, "again": 2}), WHOSE),
    "a seat's draw": ("color_dice by seat", lambda file: drawn_otherwise(file, "die"), ANOTHER_DRAW),
    "the table's draw": ("desfases by seat", lambda file: file["drawn"][0].reverse(), ANOTHER_DRAW),
    "a word in a deal that was known": (
        "again", lambda file: file["entropy"].__setitem__(0, "00" * 16), OF_ANN),
    "written draws without a position": (
        "first", lambda file: file.update(written=[*file["drawn"]]), "only a first lesson has any"),
    "an empty result": ("first", lambda file: put_in(file, kind="stopped", result={}), "is not understood"),
    "a word in a move": ("first", lambda file: first_of(file, "moved").update(redrawn=True), "what is understood"),
    "who undid": ("undone", lambda file: turn(first_of(file, "undone")), "had no such move to take back"),
    "scores by agreement": ("gin", lambda file: result(file).update(scores=[100, 0]), "it ended with [[], [0, 0]"),
    "one name": ("first", lambda file: result(file).update(names=["Ann"]), NAMES),
    "seats the other way": ("first", lambda file: result(file).update(guests=["seat 1", "seat 0"]), NAMES),
    "a guest's name": ("first", lambda file: result(file).update(guests=["Ann", None]), NAMES),
    "a word is swapped": ("with words", lambda file: file["entropy"].__setitem__(0, "00" * 16), OF_ANN),
    "a word is dropped": ("with words", lambda file: file["entropy"].__setitem__(0, ""), ANOTHER_DRAW),
    "words the other way": ("with words", lambda file: file["entropy"].reverse(), OF_ANN),
    "a seal is dropped": ("with words", lambda file: file["seals"].__setitem__(0, ""), OF_ANN),
    "seals the other way": ("with words", lambda file: file["seals"].reverse(), OF_ANN),
    "no seals": ("with words", lambda file: file.pop("seals"), OF_ANN),
    "words and seals the other way": (
        "with words", lambda file: (file["entropy"].reverse(), file["seals"].reverse()), ANOTHER_DRAW),
    "the deck": ("undone", swap_in_the_deck, ANOTHER_DRAW),
    "no first event": ("first", lambda file: file["events"].pop(0), " is missing"),
    "no last but one": ("first", lambda file: file["events"].pop(-2), " is missing"),
    "a closed gap": ("first", lambda file: leave_out(file, 3), "NOT"),
    "no end": ("first", lambda file: file["events"].pop(), "its end is missing"),
    "a score": ("first", lambda file: result(file).update(scores=[9, 9]), "by the rules it ended with"),
    "who moved": ("first", lambda file: turn(first_of(file, "moved")), "could not answer question"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "change", "words"), CHANGED.values(), ids=CHANGED)
def test_what_was_changed_is_found(
    files: dict[str, File], verified: Verified, name: str, change: Any, words: str
) -> None:
    file = deepcopy(files[name])
    change(file)
    code, told = verified(file)
    assert (code, words in told) == (1, True), told


def test_a_draw_that_was_changed_is_named(files: dict[str, File], verified: Verified) -> None:
    file = deepcopy(files["first"])
    drawing = [event for event in file["events"] if event["body"].get("drawn")]
    drawn, moved = [value for event in drawing for value in event["body"]["drawn"]], drawing[-1]
    # A piece that the bag still had then: the one drawn before is put back in its place.
    was, other = drawn[-1], next(value for value in reversed(drawn) if value != drawn[-1])
    moved["body"]["drawn"][-1] = other
    code, told = verified(file)
    where = f"Draw {len(file['drawn']) + len(drawn)} (event {moved['seq']})"
    assert (code, f'{where} does NOT hold: the key gives "{was}", written is "{other}".' in told) == (1, True), told


def test_words_go_into_every_draw_and_the_file_says_whose_they_are(files: dict[str, File], verified: Verified) -> None:
    both, one, none = [verified(files[name]) for name in ("with words", "with one word", "first")]
    assert [code for code, _ in (both, one, none)] == [0, 0, 0]
    assert "Seats that added a word to the secret: 1, 2; sealed, but not opened: none." in both[1]
    assert "Seats that added a word to the secret: 2; sealed, but not opened: 1." in one[1]
    assert "Seats that added a word to the secret: none; sealed, but not opened: none." in none[1]
    code, told = verified(files["with words"] | {"entropy": ["", ""]})
    assert (code, "The fingerprint holds" in told) == (1, True)
    assert re.search(r"Draw \d+ \(event \d+\) does NOT hold", told)


def test_a_file_that_says_anything_twice_is_refused_and_one_that_is_not_there_is_said_so(
    files: dict[str, File], verified: Verified, terminal: Terminal, tmp_path: Path
) -> None:
    """Another parser might use the other value."""
    for twice in ('"secret": "', '"seats": ', '"kind": "', '"drawn": ['):
        name = twice.split('"')[1]
        code, told = verified(json.dumps(files["first"]).replace(twice, f'"{name}": 1, {twice}', 1))
        assert (code, f'expected each field once, got "{name}" twice' in told) == (1, True), told
    other = tmp_path / "results.csv"
    other.write_text("game,title\n")
    for file, why in (
        (tmp_path / "none.json", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
        (other, "is not the file of a deal: it is not JSON"),
    ):
        assert terminal("verify-deal", file) == (1, "", f"{file} {why}.\n")


# --- Without the rules --------------------------------------------------------------------------------------------


def relabel(file: File) -> None:
    for each in file["draws"]:
        each["label"] += "!"


BY_SEAT: Final = "color_dice by seat"
STREAMS: Final[dict[str, Callable[[File], object]]] = {
    "a draw of another seat": lambda file: _last_die(file).update(stream="1/die" if _seat(file) == "0" else "0/die"),
    "a draw of no seat": lambda file: _last_die(file).update(stream="9/die"),
    "a draw of a seat in other words": lambda file: _last_die(file).update(stream=f"0{_seat(file)}/die"),
    "a draw of another label": lambda file: _last_die(file).update(stream=f"{_seat(file)}/coin"),
    "a draw of nobody": lambda file: _last_die(file).pop("stream"),
}
"""Changes to the list of draws in a game in which each seat had draws of its own."""


def _last_die(file: File) -> dict[str, Any]:
    return [draw for draw in file["draws"] if draw["label"] == "die"][-1]


def _seat(file: File) -> str:
    return str(_last_die(file)["stream"].partition("/")[0])


LISTED: dict[str, Callable[[File], object]] = {
    "a stream where there are none": lambda file: file["draws"][-1].update(stream="0/bag"),
    "another thing in the list": lambda file: file["draws"][-1].update(item="joker!"),
    "other labels": relabel,
    "a draw that is not listed": lambda file: file["draws"].pop(),
    "a draw listed twice": lambda file: file["draws"].append(file["draws"][-1]),
    "another order": lambda file: file["draws"].reverse(),
    "drawn from nothing": lambda file: file["draws"][-1].update(among=[]),
    "no list of a new file": lambda file: file.update(draws=[]),
    "a draw that nothing was drawn for": lambda file: first_of(file, "moved").update(drawn=["blue", "blue"]),
}
NOT_COVERED: Final = {
    "asked 18", "asked 19", "began 20", "more after the end", "what cannot happen", "talk", "nothing to undo",
    "an empty result", "a word in a move", "who undid", "scores by agreement", "one name", "seats the other way",
    "a guest's name", "no end", "a score", "who moved",
}  # fmt: skip
"""Changes that concern the rules, the result or what the events say of themselves."""
BY_CHANCE: Final = {"no first event", "no last but one", "a closed gap"}
"""Whether something had been drawn for the event that is left out, and so is missed, is chance."""
BY_PAGE = """given.map((file) => {
    try { const { holds, wrong } = module.check_deal(file); return holds && !wrong; } catch { return false; }
})"""


def altered(files: dict[str, File]) -> dict[str, File]:
    """All of those files, and some in which the list of draws was changed."""
    made = {each: deepcopy(files[name]) for each, (name, _, _) in CHANGED.items()}
    made |= {each: deepcopy(files["first"]) for each in LISTED}
    made |= {each: deepcopy(files[BY_SEAT]) for each in STREAMS}
    for each, file in made.items():
        (STREAMS.get(each) or LISTED.get(each) or CHANGED[each][1])(file)
    return made


def script() -> Any:
    """docs/verify.py, as somebody else runs it."""
    found = spec_from_file_location("verify", DOCS / "verify.py")
    assert found is not None and found.loader is not None
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def holds_by_script(folder: Path, made: dict[str, File]) -> dict[str, bool]:
    verify, file, holds = script(), folder / "deal.json", {}
    for each, deal in made.items():
        file.write_text(json.dumps(deal))
        holds[each] = verify.main(file) == 0
    return holds


def test_page_and_script_find_what_verify_deal_finds_or_do_not_cover_it(
    files: dict[str, File], verified: Verified, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = altered(files)
    assert len(made) >= 40
    by_page = dict(zip(made, in_node("kit/deal_check.js", BY_PAGE, [*made.values()]), strict=True))
    assert by_page == holds_by_script(tmp_path, made)
    assert capsys.readouterr().out.count("Not covered here") > len(NOT_COVERED)
    assert {each for each, holds in by_page.items() if holds} - BY_CHANCE == NOT_COVERED
    assert [each for each, file in made.items() if verified(file)[0] == 0] == ["no list of a new file"]


def test_page_and_script_find_nothing_in_files_as_they_were_written(files: dict[str, File], tmp_path: Path) -> None:
    by_page = in_node("kit/deal_check.js", BY_PAGE, [*files.values()])
    assert {*holds_by_script(tmp_path, files).values(), *by_page} == {True}


async def _damaged(url: str) -> File:
    """The file of a game into whose log somebody wrote what cannot be drawn."""
    async with open_store(url) as store:
        room = await played(Rooms(store, Settings()), "tcnccc")
        body = """replace(CAST(body AS TEXT), '"drawn":["', '"drawn":["un')"""
        execute(url, f"UPDATE events SET body = CAST({body} AS BLOB) WHERE kind = 'moved'")
        return await file_of(store, room)


def test_a_log_that_cannot_be_followed_gives_a_file_without_a_list_of_draws_of_which_nothing_is_said_to_hold(
    tmp_path: Path, verified: Verified, caplog: pytest.LogCaptureFixture
) -> None:
    file = asyncio.run(_damaged(sqlite_in(tmp_path / "new", "log.sqlite3")))
    assert "draws" not in file
    assert [each.message for each in caplog.records] == ["the draws of a game cannot be listed"]
    code, told = verified(file, file["commitment"])
    assert (code, "It is the one you noted." in told) == (1, True)
    assert re.search(r'Draw 2 \(event \d+\) does NOT hold: the key gives "(\w+)", written is "un\1"', told), told
    assert in_node("kit/deal_check.js", BY_PAGE, [file]) == [False]
    assert holds_by_script(tmp_path, {"damaged": file}) == {"damaged": False}


# --- Published examples -------------------------------------------------------------------------------------------

VECTORS: Final[dict[str, Any]] = json.loads((DOCS / "vdeal-vectors.json").read_text())
BY_HAND = """((bytes) => ({
    keys: given.keys.map((each) => Buffer.from(module.key_of(each, bytes(each.secret))).toString("hex")),
    draws: given.draws.map(({ key, nth, n, label }) => module.drawn(bytes(key), nth, n, label)),
    shuffles: given.shuffles.map(({ key, nth, label, items }) => module.shuffled(bytes(key), items, label, nth)),
    by_weight: given.by_weight.map(({ key, stream, nth, items }) => module.by_weight(bytes(key), stream, nth, items)),
}))((hex) => new Uint8Array(Buffer.from(hex, "hex")))"""
EXPECTED: Final = {
    "keys": [each["key"] for each in VECTORS["keys"]],
    "draws": [each["value"] for each in VECTORS["draws"]],
    "shuffles": [each["order"] for each in VECTORS["shuffles"]],
    "by_weight": [each["order"] for each in VECTORS["by_weight"]],
}


def test_the_server_makes_the_published_examples() -> None:
    for each in VECTORS["keys"]:
        secret, bound = bytes.fromhex(each["secret"]), Bound(*(each[name] for name in ("room", "game", "rules")), b"")
        bound = bound._replace(options=canonical(each["options"]))
        assert commitment_to(secret, bound).hex() == each["commitment"]
        assert key_of(secret, bound, [bytes.fromhex(word) for word in each["entropy"]]).hex() == each["key"]
    for each in VECTORS["seals"]:
        assert seal_of(bytes.fromhex(each["word"]), each["room"], each["game"]).hex() == each["seal"]
    for each in VECTORS["draws"]:
        assert draw(bytes.fromhex(each["key"]), each["nth"], each["n"], each["label"]) == each["value"]
    for each in VECTORS["shuffles"]:
        chance = Sealed(bytes.fromhex(each["key"]), each["nth"])
        assert Dealer(chance).shuffle(each["items"], each["label"]) == each["order"]
    for each in VECTORS["by_weight"]:
        (whose, _, label), weigh = each["stream"].partition("/"), BySeat(bytes.fromhex(each["key"])).weight
        dealer = DealerBySeat(weigh, {each["stream"]: each["nth"]}, "table" if whose == "table" else int(whose))
        came = dealer.shuffle(each["items"], label) if whose == "table" else [dealer.pick(each["items"], label)]
        assert came == each["order"][: len(came)]


def test_the_page_makes_the_published_examples() -> None:
    assert in_node("kit/deal_check.js", BY_HAND, VECTORS) == EXPECTED
    by_page = "given.map(({ word, room, game }) => module.seal_of(word, room, game))"
    assert in_node("kit/deal_bytes.js", by_page, VECTORS["seals"]) == [each["seal"] for each in VECTORS["seals"]]


def test_the_script_makes_the_published_examples() -> None:
    verify = script()
    assert [verify.key_of(each, bytes.fromhex(each["secret"])).hex() for each in VECTORS["keys"]] == EXPECTED["keys"]
    assert [verify.seal_of(each["word"], each) for each in VECTORS["seals"]] == [
        each["seal"] for each in VECTORS["seals"]
    ]
    draws = [(bytes.fromhex(each["key"]), each["nth"], each["n"], each["label"]) for each in VECTORS["draws"]]
    assert [verify.drawn(*each) for each in draws] == EXPECTED["draws"]
    for each in VECTORS["shuffles"]:
        key = bytes.fromhex(each["key"])
        assert verify.shuffled(key, [*each["items"]], each["label"], each["nth"]) == each["order"]
    for each in VECTORS["by_weight"]:
        key = bytes.fromhex(each["key"])
        assert verify.by_weight(key, each["stream"], each["nth"], each["items"]) == each["order"]
