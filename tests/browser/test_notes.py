"""A player's own notes: in their browser alone, where the rules let one write."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.look import Look
from tests.browser.measured import assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Tables, seen

WRITTEN = "Bo keeps the queens."
KEPT = "() => localStorage.getItem('tertulia:notes')"
WHERE_ONE_WRITES: dict[str, list[dict[str, Any]]] = {
    "tcnccc": [{"memory": "aided"}], "sin_color": [{"memory": "aided"}], "desfases": [{"scores": "open"}],
    "color_gin": [{}], "color_dice": [{}],
}  # fmt: skip
STRICT = ("tcnccc", "sin_color", "desfases")


async def opens(look: Look) -> None:
    await (await open_tab(look, "Log")).get_by_role("button", name="Notes").click()
    await expect(look.page.locator("dialog#notes")).to_be_visible()


def paper(page: Page) -> Any:
    return page.get_by_role("textbox", name="Notes")


async def test_notes_stay_in_the_browser_until_the_next_game_and_are_never_sent(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo", game="color_gin"))
    sent: list[str] = []
    look.page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    look.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    await look.reload()
    await opens(look)
    await paper(look.page).fill(WRITTEN)
    await look.page.keyboard.press("Escape")
    await look.reload()
    await opens(look)
    await expect(paper(look.page)).to_have_value(WRITTEN)
    assert sent
    assert not [each for each in sent if "queens" in each]
    await look.page.keyboard.press("Escape")
    await table.break_off()
    await table.rematch()
    await look.page.wait_for_function("() => !localStorage.getItem('tertulia:notes')")
    await opens(look)
    await expect(paper(look.page)).to_have_value("")


async def test_notes_have_two_thousand_letters_at_most_and_none_leave_nothing(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.play(ann, "Bo", game="color_gin"))
    await opens(look)
    await paper(look.page).fill("x" * 1999)
    await paper(look.page).press_sequentially("yz")
    await expect(paper(look.page)).to_have_value("x" * 1999 + "y")
    await paper(look.page).fill("")
    assert await look.page.evaluate(KEPT) is None


@pytest.mark.parametrize("game", GAMES)
async def test_where_the_rules_have_everybody_remember_nobody_writes(ann: Guest, tables: Tables, game: str) -> None:
    others = ["Bo", "Dee", "Eva"][: GAMES[game].seats[0] - 1]
    for options in ({}, *WHERE_ONE_WRITES[game]):
        _, look = await seen(ann, tables.play(ann, *others, game=game, **options))
        await opens(look)
        may_write = bool(options) or game not in STRICT
        await expect(paper(look.page)).to_have_count(int(may_write))
        await expect(look.page.get_by_text("nobody writes anything down")).to_have_count(int(not may_write))


async def test_the_notes_fit_a_phone_and_a_laptop(finger: Guest, tables: Tables) -> None:
    _, look = await seen(finger, tables.play(finger, "Bo", game="color_gin"))
    await opens(look)
    await assert_fits(look.page, (390, 844), (360, 640), (1440, 900))
    await assert_nothing_to_complain_of(look.page)


async def test_spectators_have_none(eve: Guest, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", game="color_gin")
    look = await eve.look_at(table.room)
    await expect((await open_tab(look, "Log")).get_by_role("listitem").first).to_be_visible()
    await expect(look.button("Notes")).to_have_count(0)
