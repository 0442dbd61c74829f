"""Every dialog and every panel beside the table fit a phone and a laptop, in every game: a game's style sheets affect
only its table."""

import re

from playwright.async_api import expect

from app.assets.files import STATIC
from games import GAMES
from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.look import CHOOSES_A_FIGURE, Look
from tests.browser.measured import assert_fits, resize
from tests.browser.tables import Tables, seen
from tests.browser.walks import OTHERS, TABLES, by_day

SCREENS = [(390, 844), (1440, 900)]


OPENED_BY = {
    "setting": "Table settings…",
    "invitation": "QR code",
    "menu": "Menu",
    "in-short": "Rules in short",
    "chair-menu": "you host",
    "figures": "Choose your figure",
    "onward": "Continue on another device",
    "several-tables": "Several tables, one deal…",
}
"""By the id in the room's modules: the button by which a host opens each dialog before the game."""
SLIP = "dialog#chair-menu"
"""What a chair offers; one's own offers other figures, too."""
IN_A_GAME = "figure-menu"
"""The one that a figure at the table opens."""
IN_PRACTICE = "could-be"
"""The one that the log of a game against bots opens: tests/browser/test_practice.py."""
AFTER_GAMES = "between"
"""The one that the results open: tests/browser/test_between.py."""
IN_A_WAIT = "beforehand"
"""The one that a player opens who waits for others: tests/browser/test_beforehand.py."""
NOTES = "notes"
"""The one that a player opens from the log of a game: tests/browser/test_notes.py."""


async def unfold(look: Look, name: str) -> None:
    """Open this dialog, and wait for what it has to fetch."""
    if name == "figures":
        await unfold(look, "chair-menu")
    place = await open_tab(look, "People") if name == "onward" else look.page.locator(f"main, .bar, {SLIP}")
    await place.get_by_role("button", name=OPENED_BY[name], exact=name != "chair-menu").click()
    dialog = look.page.locator(f"dialog#{name}")
    await expect(dialog).to_be_visible()
    if name == "setting":
        await dialog.get_by_text("Options", exact=True).click()
    if name in ("invitation", "onward"):
        await expect(dialog.get_by_role("img", name="The link as a QR code")).to_be_visible()


async def test_every_dialog_of_the_room_is_opened_here() -> None:
    texts = "".join(path.read_text("utf-8") for path in STATIC.glob("room/*.js"))
    assert {name for _, name in re.findall(r'<dialog\b( id="([\w-]+)")?', texts)} == {
        *OPENED_BY,
        IN_A_GAME,
        IN_PRACTICE,
        IN_A_WAIT,
        AFTER_GAMES,
        NOTES,
    }


@by_day("tcnccc", GAMES)
async def test_every_dialog_and_every_panel_fits(finger: Guest, tables: Tables, game: str) -> None:
    seats, options = TABLES[game]
    table, look = await seen(finger, tables.gather(finger, *OTHERS[: seats - 1], game=game, **options))
    for name in OPENED_BY:
        await unfold(look, name)
        await assert_fits(look.page, *SCREENS)
        await look.page.keyboard.press("Escape")
        await expect(look.page.locator("dialog[open]")).to_have_count(0)
    await table.start()
    await look.button(CHOOSES_A_FIGURE).click()
    await expect(look.page.locator(f"dialog#{IN_A_GAME}")).to_be_visible()
    await assert_fits(look.page, *SCREENS)
    await look.page.keyboard.press("Escape")
    await table.break_off()
    for tab in ("Results", "Log", "Chat", "People"):
        await open_tab(look, tab)
        await assert_fits(look.page, *SCREENS)


# Whether the middle of what has the focus, or of its label, is in sight.
IN_SIGHT = """() => {
    const { activeElement: had } = document;
    const { x, y, width, height } = (had.closest("label") ?? had).getBoundingClientRect();
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return seen !== null && (had.contains(seen) || had.closest("label")?.contains(seen) === true);
}"""


async def test_at_four_hundred_percent_no_button_of_a_dialog_covers_what_has_the_focus(
    finger: Guest, tables: Tables
) -> None:
    _, look = await seen(finger, tables.gather(finger, "Bo"))
    await resize(look.page, (320, 256))
    for name in OPENED_BY:
        await unfold(look, name)
        focused = look.page.locator(f"dialog#{name} :focus")
        await expect(focused).to_have_count(1)
        for key in ("Tab", "Shift+Tab"):
            for _ in range(30):
                await look.page.keyboard.press(key)
                if await focused.count():  # the browser's own controls have their turn, too
                    assert await look.page.evaluate(IN_SIGHT), (name, key, await look.focused())
        await look.page.keyboard.press("Escape")
        await expect(look.page.locator("dialog[open]")).to_have_count(0)
        await look.page.keyboard.press("Escape")  # the rail, from which it may have been opened
    await resize(look.page, SCREENS[0])


async def test_the_table_is_made_of_what_its_reader_has_chosen(ann: Guest, tables: Tables) -> None:
    """The colours are fetched when they are chosen, and kept."""
    look = await ann.look_at((await tables.play(ann, "Bo")).room)
    fetched: list[str] = []
    look.page.on("request", lambda request: fetched.append(request.url))
    ground = "() => getComputedStyle(document.querySelector('main'), '::before').backgroundColor"
    await look.reload()
    assert not any("table_themes" in url for url in fetched)
    usual = await look.page.evaluate(ground)
    await look.button("Menu").click()
    await look.page.get_by_role("radio", name="Azulejo").check()
    await look.page.wait_for_function(f"(usual) => ({ground})() !== usual", arg=usual)
    chosen = await look.page.evaluate(ground)
    await look.page.get_by_role("radio", name="Night").check()
    await expect(look.html).to_have_css("color-scheme", "dark")
    await look.page.get_by_role("radio", name="Azulejo").check()
    await expect(look.html).to_have_css("color-scheme", "light")
    await look.reload()
    assert await look.page.evaluate(ground) == chosen
