"""Windows of every shape: nothing is cut off or overlaps; in most of them the prompt and one's own hand are visible
without scrolling, and the board stays in place whatever the prompt and the log say. The top bar keeps to one line.
Every decision on the usual screens: tests/browser/test_walks.py."""

from contextlib import aclosing
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from app.i18n import LANGUAGES
from games import GAMES
from tests.browser.color_dice_scenes import shown_in_turn
from tests.browser.device import device
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.longer import speak
from tests.browser.look import Look
from tests.browser.measured import LAPTOP_SIZE, MAGNIFIED, PHONE_SIZE, assert_fits, measures, overlaps, resize
from tests.browser.tables import Tables, asked_look, seen
from tests.browser.walks import OTHERS, TABLES, decisions, kind_of, reach, step
from tests.client import Message, is_asked

BETWEEN_BARS = (390, 664)
UNUSUAL = [BETWEEN_BARS, (667, 375), MAGNIFIED, (1366, 600), (2560, 1440)]
"""A phone between its browser's bars, a small phone in landscape, a laptop at 200 % and a low one, a large screen."""
MAGNIFIED_PHONE = (195, 422)
"""A phone at 200 %: everything is larger for the finger than the page knows."""
WITHOUT_SCROLLING = [(390, 844), (768, 1024), (844, 390), *UNUSUAL]
BROKEN_NAMES = """() => Array.from(document.querySelectorAll(".opponents .name"), (name) => {
    const words = document.createRange();
    words.selectNodeContents(name);
    const lines = new Set(Array.from(words.getClientRects(), ({ top }) => Math.round(top)));
    return lines.size > 1 ? name.textContent : "";
}).filter(Boolean)"""
OUT_OF_SIGHT = """() => [".prompt", ".place", ".felt"].filter((part) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    const bar = document.querySelector(".bar");
    const end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
    return top < 0 || bottom > end + 1;
})"""
BOARD = ".tc-table ul, .sc-stacks, .de-squares, .cg-piles, .cd-areas"
TABLET_SIZE = (768, 1024)
SIZES = (PHONE_SIZE, LAPTOP_SIZE, (844, 390), TABLET_SIZE)
MOVES = 30
"""Within this many moves every kind of decision occurs, except for the end of a round of Color Gin, which has no
board."""
RECTANGLE = """(board) => {
    const { x, y, width, height } = document.querySelector(board)?.getBoundingClientRect() ?? {};
    return width === undefined ? null : [x, y + scrollY, width, height];
}"""


SCROLLS = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".felt");
    return scrollHeight - clientHeight;
}"""


async def where_it_lies(look: Look) -> list[list[float] | None]:
    """The board's place in each window; None where there is no board now. On a tablet, all of it is in sight."""
    found = []
    for size in SIZES:
        await resize(look.page, size)
        found.append(await look.page.evaluate(RECTANGLE, BOARD))
        assert size != TABLET_SIZE or await look.page.evaluate(SCROLLS) <= 1
    return found


@pytest.mark.parametrize("game", TABLES)
async def test_a_game_fits_every_window_and_its_board_stays(finger: Guest, tables: Tables, game: str) -> None:
    seats, options = TABLES[game]
    table = await tables.play(finger, *OTHERS[: seats - 1], game=game, **options)
    look, chance, tried = await finger.look_at(table.room), Random(1), False
    first, asked = await where_it_lies(look), {kind_of(table.frame)}
    for _ in range(MOVES):
        if table.frame["outcome"]:
            break
        await look.shows(await step(table, chance))
        if not tried and is_asked(table.frame):
            tried = True
            await assert_fits_every_shape(look)
        if kind_of(table.frame) not in asked:
            asked.add(kind_of(table.frame))
            for size, one, other in zip(SIZES, first, await where_it_lies(look), strict=True):
                if one and other:
                    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 1, (size, one, other)
    assert all(first)
    assert tried
    assert len(asked) > 2


async def assert_fits_every_shape(look: Look) -> None:
    measure = await measures(look.page)
    for size in dict.fromkeys((*UNUSUAL, *WITHOUT_SCROLLING)):
        await (assert_fits(look.page, size) if size in UNUSUAL else resize(look.page, size))
        if size in (*UNUSUAL, (844, 390)):
            assert await measure.evaluate("(measure) => measure.overlaps()") == [], size
        if size in WITHOUT_SCROLLING:
            assert await look.page.evaluate(OUT_OF_SIGHT) == [], size
    await resize(look.page, MAGNIFIED_PHONE)
    assert await measure.evaluate("(measure, width) => measure.faults(width)", MAGNIFIED_PHONE[0]) == []
    assert await look.page.evaluate(BROKEN_NAMES) == []


# --- Long names ---------------------------------------------------------------------------------------------

COINS_UNDER_A_DIE = """() => [...document.querySelectorAll(".opponents .sc-coins li")].filter((coin) => {
    const die = coin.closest(".seat").querySelector(".sc-die-place")?.getBoundingClientRect();
    const { right, bottom } = coin.getBoundingClientRect();
    return die && right > die.left && bottom > die.top;
}).length"""
LONG_NAMES = ("Jean-Philippe", "Christopher B", "Konstantina", "Guillermina", "Ana Sofía")


async def test_a_long_name_leaves_room_for_the_tools_of_a_hand(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Konstantina Maximili", **PHONE)
    look = await host.look_at((await tables.play(host, "Bo", game="color_gin")).room)
    cards = look.main.locator("[data-focus^=card-]")
    await cards.first.tap()
    await cards.last.tap()
    await expect(look.button("Best grouping")).to_be_visible()
    assert await overlaps(look.page) == []


def has_a_die_beside_many_coins(frame: Message) -> bool:
    """Whether another player has; true of every other game."""
    dice, rows = frame["view"].get("dice"), frame["view"].get("rows")
    return not rows or any(die is not None and len(row) > 5 for die, row in list(zip(dice, rows, strict=True))[1:])


@pytest.mark.parametrize(("game", "ask"), [("color_dice", "throwing"), ("sin_color", "open a trade")])
async def test_the_longest_name_and_a_die_leave_room(guests: Guests, tables: Tables, game: str, ask: str) -> None:
    host = await guests.stranger("Konstantina Maximili", **PHONE)
    table = await reach(tables, game, ask, host, such=has_a_die_beside_many_coins)
    look = await host.look_at(table.room)
    await look.page.wait_for_load_state("networkidle")
    measure = await measures(look.page)
    for size in (PHONE_SIZE, (360, 640)):
        await resize(look.page, size)
        found = "(measure, width) => [...measure.faults(width), ...measure.overlaps()]"
        assert await measure.evaluate(found, size[0]) == [], size
        assert await look.page.evaluate(COINS_UNDER_A_DIE) == 0, size


async def test_in_landscape_the_next_step_is_in_sight_at_the_end(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Konstantina Maximili", **PHONE)
    table = await tables.play(host, "Wilhelmina Brockmann", "Maximilian-Alexander", "Jean-Philippe Dubois")
    await table.end()
    look = await host.look_at(table.room)
    await resize(look.page, (844, 390))
    for name in ("Rematch", "Watch again", "Share picture", "Play another game"):
        await expect(look.control(name)).to_be_in_viewport(ratio=1)


async def test_six_fit_a_phone_and_what_somebody_does_never_covers_a_name(guests: Guests, tables: Tables) -> None:
    """Each is asked in turn. Between a browser's bars the page is slightly higher than the window."""
    host = await guests.stranger("Maximilian K.", **PHONE)
    table, look = await seen(host, tables.play(host, *LONG_NAMES, game="color_dice"))
    chance, asked, faults = Random(2), set[int](), []
    while len(asked) < 6:
        if table.turn not in asked:
            await look.shows(table.frame["seq"])
            faults += await overlaps(look.page)
            faults += await look.page.evaluate(OUT_OF_SIGHT)
        asked.add(table.turn)
        await step(table, chance)
    assert faults == []
    await resize(look.page, BETWEEN_BARS)
    assert await look.page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 60


# --- What can be pressed ------------------------------------------------------------------------------------

HOST = "Guglielmina von Hohe"
CROWD = ("Maximilian-Alexander", "Ana Sofía 🦊", "Bo", "🐙🐙🐙🐙🐙🐙", "Konstantina Papadopo")
FROM_SMALL_TO_LARGE = ((360, 640), (390, 844), (844, 390), (1280, 720))
KINDS_PRESSED = 3
OWN = """() => {
    const bar = document.querySelector(".bar");
    const end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
    const { top, bottom } = document.querySelector("main > .place").getBoundingClientRect();
    const page = document.scrollingElement;
    return [...(top < 0 || bottom > end + 1 ? [`own place: ${top} to ${bottom} of ${end}`] : []),
        ...(page.scrollHeight > innerHeight + 1 ? [`the page scrolls: ${page.scrollHeight}`] : [])];
}"""


async def pressing(look: Look, where: str) -> list[str]:
    """What is wrong in any of these windows, whatever a player wants to press, and with the clocks."""
    measure, faults = await measures(look.page), []
    for size in FROM_SMALL_TO_LARGE:
        await resize(look.page, size)
        found = await measure.evaluate("(measure) => [...measure.not_to_be_pressed(), ...measure.on_clocks()]")
        faults += [f"{where}, {size}: {fault}" for fault in [*found, *await look.page.evaluate(OWN)]]
    return faults


@pytest.mark.parametrize("clock", [None, {"each": "game", "seconds": 1200}], ids=["untimed", "timed"])
@pytest.mark.parametrize("game", TABLES)
async def test_everybody_presses_what_they_see(
    guests: Guests, tables: Tables, game: str, clock: Message | None
) -> None:
    """At the fullest table, with the longest names."""
    host, faults, met = await guests.stranger(HOST, **PHONE), list[str](), 0
    seats = max(GAMES[game].seats)
    async with aclosing(decisions(tables, host, game, clock, CROWD, seats)) as walk:
        async for kind, look in walk:
            if kind not in ("waits", "over"):
                faults += await pressing(look, kind)
                met += 1
            if met == KINDS_PRESSED:
                break
    assert faults == []


async def test_with_steppers_everything_is_pressed_where_it_is_seen(guests: Guests, tables: Tables) -> None:
    host, faults = await guests.stranger(HOST, **PHONE), list[str]()
    async for scene, look in shown_in_turn(host, tables, "striking", "sending of six", "countering of six"):
        await look.shows(await look.seq())
        faults += await pressing(look, scene)
    assert faults == []


TILE = (
    "() => Math.min(...Array.from(document.querySelectorAll('.sc-top'), (tile) => tile.getBoundingClientRect().width))"
)
DUSK = """() => {
    const [table, dusk] = ["main", ".dusk"].map((part) => document.querySelector(part).getBoundingClientRect());
    return ["left", "top", "right", "bottom"].filter((side) => Math.abs(table[side] - dusk[side]) > 1);
}"""


LEAST_SHARE = {"color_gin": 0.3}
SHARE = """() => {
    const board = document.querySelector(".tc-table, .sc-table, .de-board, .cg-table, .cd-table");
    const { width, height } = board.getBoundingClientRect();
    return width * height / innerWidth / innerHeight;
}"""


@pytest.mark.parametrize("game", TABLES)
async def test_on_a_computer_the_board_takes_about_half_of_the_window(
    guests: Guests, tables: Tables, game: str
) -> None:
    seats, options = TABLES[game]
    host = await guests.stranger(HOST)
    _, look = await seen(host, tables.play(host, *CROWD[: seats - 1], game=game, **options))
    for size in ((1280, 720), LAPTOP_SIZE):
        await resize(look.page, size)
        assert await look.page.evaluate(SHARE) >= LEAST_SHARE.get(game, 0.45), size


async def test_on_a_low_laptop_the_tiles_of_sin_color_are_large(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger(HOST)
    _, look = await seen(host, tables.play(host, *CROWD[:3], game="sin_color"))
    await resize(look.page, (1280, 720))
    assert await look.page.evaluate(TILE) >= 88


async def test_at_the_end_the_whole_table_darkens_and_no_caption_is_cut(guests: Guests, tables: Tables) -> None:
    """Not only the board: also the prompt's place and one's own."""
    host = await guests.stranger(HOST)
    table = await tables.play(host, *CROWD[:2])
    await table.end()
    look = await host.look_at(table.room)
    for size in ((1280, 720), LAPTOP_SIZE, PHONE_SIZE):
        await resize(look.page, size)
        assert await look.page.evaluate(DUSK) == [], size
        await expect(look.page.locator(".latest")).to_be_hidden()


# --- The bar on top -----------------------------------------------------------------------------------------

LONG_TITLE = "A game with a title that is longer than any phone is wide"
# Each part of the bar: its text, number of lines, left and right edge, and how much is cut off.
BAR = """(titles) => titles.map((title) => {
    document.querySelector(".bar h1").textContent = title;
    const boxes_of = (node) => {
        const is_text = node.nodeType === Node.TEXT_NODE;
        if (!is_text && !(node instanceof Element)) return [];
        if (!is_text && (node.classList?.contains("count") || getComputedStyle(node).clipPath !== "none")) return [];
        if (!is_text) return [...node.childNodes].flatMap(boxes_of);
        const words = document.createRange();
        words.selectNodeContents(node);
        return [...words.getClientRects()].filter(({ width }) => width);
    };
    const lines_of = (boxes) => (boxes.some((box) => boxes.some(({ bottom }) => bottom <= box.top + 2)) ? 2 : 1);
    const parts = [...document.querySelectorAll(".bar h1, .tools > *")].filter((each) => each.checkVisibility());
    return parts.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        const cut = each.scrollWidth - each.clientWidth;
        return { says: each.textContent.trim(), lines: lines_of(boxes_of(each)), left, right, cut };
    });
})"""

COUNT_ON_WORDS = """() => {
    const [words, count] = document.querySelector(".rail-toggle").children;
    return words.getBoundingClientRect().right - count.getBoundingClientRect().left;
}"""


async def test_the_table_can_be_pressed_again_once_there_is_room_for_the_log(ann: Guest, tables: Tables) -> None:
    _, look = await asked_look(ann, tables)
    await resize(look.page, (600, 900))
    await look.page.locator(".rail-toggle").click()
    await expect(look.page.locator(".felt")).to_have_attribute("inert", "")
    await resize(look.page, (1440, 900))
    await expect(look.page.locator(".felt")).not_to_have_attribute("inert", "")
    await look.button("Bag, draw a piece").click()
    await expect(look.prompt("You drew:")).to_be_visible()


async def test_the_strip_opens_what_it_names_and_remembers_it(ann: Guest, tables: Tables) -> None:
    _, look = await asked_look(ann, tables)
    await resize(look.page, (1280, 720))
    tab, panel = look.rail.get_by_role("tab", name="Log"), look.rail.get_by_role("tabpanel", name="Log")
    await expect(panel).to_be_hidden()
    await tab.click()
    await look.reload()
    await expect(panel).to_be_visible()
    await tab.click()
    await look.reload()
    await expect(panel).to_be_hidden()


async def test_the_bar_with_the_bell_keeps_to_one_line(guests: Guests, tables: Tables) -> None:
    uma = await guests.stranger("Uma", **PHONE)
    table = await tables.play(uma, "Bo")
    titles = [*(game.title for game in GAMES.values()), LONG_TITLE]
    for language in LANGUAGES:
        await speak(uma, language)
        await table.pass_to(0)
        look = await uma.look_at(table.room, device())
        await table.draw_and_place(1)
        await expect(look.page.locator("[data-focus=bell]")).to_be_visible()
        await table.say(1, f"Good evening: {language}")
        await expect(look.page.locator(".rail-toggle .count")).to_be_visible()
        for width in (390, 360):
            await resize(look.page, (width, 844))
            assert await look.page.evaluate(COUNT_ON_WORDS) <= 0
            for title, parts in zip(titles, await look.page.evaluate(BAR, titles), strict=True):
                assert_one_line(parts, width, title)
        await uma.put_away(look)


OFF_CENTRE = """() => [".felt", ".door"].map((part) => {
    const { left, right } = document.querySelector(part).getBoundingClientRect();
    return left + right;
}).reduce((one, other) => one - other)"""


async def test_what_is_read_before_the_password_is_in_the_middle_of_any_window(guests: Guests, tables: Tables) -> None:
    host, guest = await guests.stranger("Ann"), await guests.stranger()
    table = await tables.gather(host, seats=2)
    await table.lines[0].send(type="doors", password="mint tea")
    await table.lines[0].hear("table", lambda heard: heard["password"])
    page = await guest.open(f"/t/{table.room}")
    await expect(page.get_by_role("heading", name="A table with a password")).to_be_visible()
    for size in (LAPTOP_SIZE, PHONE_SIZE, (2560, 1440)):
        await resize(page, size)
        assert abs(await page.evaluate(OFF_CENTRE)) <= 1, size


async def test_in_large_letters_all_of_the_bar_is_within_reach(guests: Guests, tables: Tables) -> None:
    """Twice as large as usual."""
    uma = await guests.stranger("Uma", **PHONE)
    table = await tables.play(uma, "Bo", asked=0)
    look = await uma.look_at(table.room, device())
    await table.draw_and_place(1)
    await table.say(1, "Good evening")
    line = await uma.context.new_cdp_session(look.page)
    await line.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    bar = look.page.get_by_role("banner")
    for width in (390, 360):
        await resize(look.page, (width, 844))
        await expect(bar.locator(".count")).to_be_visible()
        for each in ("[data-focus=bell]", "[data-focus=menu]"):
            await expect(bar.locator(each)).to_be_in_viewport(ratio=1)
        assert await look.page.evaluate("() => innerWidth") == width


@pytest.mark.parametrize("game", TABLES)
async def test_in_large_letters_a_low_laptop_shows_the_table_of_a_phone(
    guests: Guests, tables: Tables, game: str
) -> None:
    """With letters twice as large as usual it has room for no more."""
    seats, options = TABLES[game]
    host = await guests.stranger("Finn")
    _, look = await seen(host, tables.play(host, *OTHERS[: seats - 1], game=game, **options))
    line = await host.context.new_cdp_session(look.page)
    await line.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    await resize(look.page, (1280, 720))
    assert await look.page.evaluate(OUT_OF_SIGHT) == []
    *_, width, height = await look.page.evaluate(RECTANGLE, BOARD)
    assert min(width, height) >= 150, (width, height)


def assert_one_line(parts: list[dict[str, Any]], width: int, title: str) -> None:
    assert len(parts) == 5
    assert [part for part in parts if part["lines"] != 1] == [], (width, title)
    assert all(one["right"] <= two["left"] for one, two in pairwise(parts)), (width, parts)
    assert parts[-1]["right"] <= width, parts
    assert title == LONG_TITLE or parts[0]["cut"] <= 0, parts


# Says this much more in the prompt, and tells the page that something is laid out anew. Whether the page is higher than
# the window, and whether the felt reaches into what is below it: the prompt itself sticks to the window.
WITH_A_LONGER_QUESTION = """(many) => {
    document.querySelector("#prompt .longer")?.remove();
    const longer = document.createElement("span");
    Object.assign(longer, { className: "longer", textContent: "ever ".repeat(many) });
    document.getElementById("prompt").append(longer);
    dispatchEvent(new Event("resize"));
    const [felt, latest] = [".felt", ".latest"].map((part) => document.querySelector(part).getBoundingClientRect());
    return [document.documentElement.scrollHeight > innerHeight, felt.bottom > latest.top + 1];
}"""


@pytest.mark.parametrize("game", GAMES)
async def test_a_page_keeps_to_the_window_until_a_question_leaves_no_room_for_the_table(
    ben: Guest, tables: Tables, game: str
) -> None:
    usual, options = TABLES[game]
    table = await tables.play(ben, *OTHERS[: usual - 1], game=game, **options)
    look = await ben.look_at(table.room)
    for many, is_higher in ((0, False), (30, False), (400, True), (0, False)):
        assert await look.page.evaluate(WITH_A_LONGER_QUESTION, many) == [is_higher, False], many
