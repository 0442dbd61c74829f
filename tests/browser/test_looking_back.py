"""The replay's extras: where the game turned, as a curve over the slider and in words; and playing on from any moment,
in any seat, at a new table against bots."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.measured import SCREENS, assert_fits, assert_nothing_to_complain_of, resize
from tests.browser.watching import Watch, over, watch
from tests.browser.wires import held
from tests.conftest import House

with_chances = pytest.mark.usefixtures("chances")
MOMENT = 4

# --- Chances ----------------------------------------------------------------------------------------------------


def found(seqs: list[int]) -> dict[str, Any]:
    """A possible analysis: the first seat had luck, and once a better answer."""
    better = {"seq": seqs[2], "seat": 0, "better": {"text": "Draw a piece", "with": {}}, "cost": 8}
    known = {"luck": [75, -33, -33], "turns": [1, 3], "chances": [[33] * 3, [60, 20, 20], [60, 20, 20], [100, 0, 0]]}
    exact = {"luck": [68, -30, -30], "turns": [2, 3], "chances": [[33] * 3, [50, 25, 25], [20, 40, 40], [100, 0, 0]]}
    return {"json": {"seqs": seqs, "choices": [-8, 0, 0], "missed": [better], "known": known, "exact": exact}}


@asynccontextmanager
async def answers(guest: Guest, *fulfilled: dict[str, Any]) -> AsyncIterator[None]:
    """How the server answers when a page asks for the chances, in order; the last one repeats."""
    left = [*fulfilled]

    async def answer(route: Route) -> None:
        await route.fulfill(**(left.pop(0) if len(left) > 1 else left[0]))

    await guest.context.route("**/analysis?*", answer)
    try:
        yield
    finally:
        await guest.context.unroute("**/analysis?*")


async def finished(eve: Guest, house: House) -> tuple[str, list[int]]:
    """A room with a finished game, and the game's first events."""
    room = await over(house, most=5000)
    replay = await eve.context.request.get(f"{eve.base_url}/api/rooms/{room}/replay")
    return room, [step["seq"] for step in (await replay.json())["steps"]][:4]


@with_chances
async def test_the_chances_of_a_step_are_told_in_words_and_a_turn_leads_to_it(eve: Guest, house: House) -> None:
    """Every seat has a line that differs by more than its colour."""
    room, seqs = await finished(eve, house)
    async with answers(eve, found(seqs)):
        watching = await watch(eve, room, "#step=1")
        lines = watching.curve.locator(".of-seat")
        await expect(lines).to_have_count(3)
    dashes = await lines.evaluate_all("(lines) => lines.map((line) => getComputedStyle(line).strokeDasharray)")
    assert len(set(dashes)) == 3
    await expect(watching.chances.locator("summary")).to_contain_text("Ann 60%")
    await watching.chances.locator("summary").click()
    await expect(watching.chances).to_contain_text("Luck helped Ann very much. Their own choices cost them a little.")
    await expect(watching.chances).to_contain_text("luck +75%, choices −8%")
    await watching.page.get_by_role("radio", name="As they really were").click()
    await expect(watching.chances.locator("summary")).to_contain_text("Ann 50%")
    await expect(watching.chances).to_contain_text("luck +68%, choices −8%")
    turn = watching.chances.get_by_role("listitem").filter(has_text="Step 2")
    await expect(turn).to_contain_text("The chance of Ann fell from 50% to 20%.")
    await expect(turn).to_contain_text("luck −22%, choices −8%")
    await expect(watching.chances.locator(".chart").get_by_role("link", name="Step 3")).to_have_text("2")
    await turn.get_by_role("link").click()
    await watching.is_at(2)
    await expect(watching.chances).to_contain_text("Better for Ann in this step: Draw a piece (+8%).")


@with_chances
async def test_nothing_moves_when_the_chances_arrive_in_any_window(eve: Guest, house: House) -> None:
    room, seqs = await finished(eve, house)
    async with answers(eve, found(seqs)):
        async with held(eve.context, "**/analysis?*"):
            watching = await watch(eve, room)
            await expect(watching.chances.locator("summary")).to_contain_text("Ann …")
            before = await where_things_are(watching)
        await expect(watching.curve).to_be_attached()
    assert await where_things_are(watching) == before
    for size in ((390, 844), (844, 390), (1440, 900)):
        await resize(watching.page, size)
        await expect(watching.curve).to_be_in_viewport(ratio=1)
        await expect(watching.button("To the end")).to_be_in_viewport(ratio=1)
    await assert_fits(watching.page, (390, 844), (320, 568), (844, 390), (768, 1024), (1440, 900))
    await watching.chances.locator("summary").click()
    await assert_nothing_to_complain_of(watching.page)


async def where_things_are(watching: Watch) -> list[Any]:
    places = "(all) => all.map((each) => Object.values(each.getBoundingClientRect().toJSON()))"
    return await watching.page.locator("#step, .rail > *, main > *").evaluate_all(places)


@with_chances
async def test_when_they_cannot_be_worked_out_one_may_ask_again(eve: Guest, house: House) -> None:
    eve.forgive("503")
    room, seqs = await finished(eve, house)
    async with answers(eve, {"status": 503}, {"body": "{"}, found(seqs)):  # the second one is cut short
        watching = await watch(eve, room)
        await watching.chances.locator("summary").click()
        for _ in range(2):
            await expect(watching.chances).to_contain_text("The chances could not be worked out.")
            await watching.button("Try again").click()
        await expect(watching.curve).to_be_attached()


@with_chances
async def test_they_come_though_the_game_is_seen_through_other_eyes_meanwhile(eve: Guest, house: House) -> None:
    room, seqs = await finished(eve, house)
    async with answers(eve, found(seqs)):
        watching = Watch(await eve.tab())
        async with held(watching.page, "**/replay/chances.js*"):
            await watching.page.goto(f"{eve.base_url}/t/{room}/replay")
            await watching.look_through("Ann")
        await expect(watching.curve).to_be_attached()


# --- Playing on -------------------------------------------------------------------------------------------------


async def asked(guest: Guest, house: House) -> Watch:
    """The dialog for playing on, at a moment of a finished game of TCNCCC."""
    watching = await watch(guest, await over(house))
    await watching.go_to(MOMENT)
    await watching.button("Play on from here").click()
    await expect(watching.page.get_by_role("dialog", name="Play on from here")).to_be_visible()
    return watching


async def test_whoever_goes_to_a_moment_plays_on_from_there_and_finds_the_table_again(eve: Guest, house: House) -> None:
    page = (await asked(eve, house)).page
    await page.get_by_role("dialog").get_by_role("radio", name="Chloé", exact=True).check()
    await page.get_by_role("dialog").get_by_role("button", name="Play on", exact=True).click()
    await page.wait_for_url(re.compile("/t/[^/]+$"))
    await expect(page.get_by_text("This game goes on from move 4 of another one").first).to_be_attached()
    await page.get_by_role("button", name="Draw a piece").first.click()
    await expect(page.locator(".prompt")).to_contain_text("Put it in a cylinder")
    await page.reload()
    await expect(page.locator(".prompt")).to_contain_text("Put it in a cylinder")
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("link", name="The game this one goes on from").click()
    await expect(page.locator("html")).to_have_attribute("data-step", str(MOMENT))


async def test_who_presses_twice_before_it_has_come_is_asked_once(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house), f"#step={MOMENT}")
    async with held(watching.page, "**/replay/onward.js*"):
        for _ in range(2):
            await watching.button("Play on from here").click()
    await watching.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(watching.page.get_by_role("dialog")).to_have_count(0)


async def test_it_is_done_by_keys_alone_and_at_the_end_there_is_nothing_left(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, most=5000))
    await watching.go_to(MOMENT)
    button, keys = watching.button("Play on from here"), watching.page.keyboard
    await button.focus()
    await keys.press("Enter")
    await expect(watching.page.get_by_role("dialog")).to_be_visible()
    await keys.press("Escape")
    await expect(watching.page.get_by_role("dialog")).to_have_count(0)
    await expect(button).to_be_focused()
    await watching.button("To the end").click()
    await expect(button).to_have_attribute("aria-disabled", "true")


async def test_what_the_server_says_no_to_is_told_in_the_dialog(guests: Guests, house: House) -> None:
    """The dialog fits every screen."""
    guest = await guests.get("Finn", **PHONE)
    watching = await asked(guest, house)
    await assert_fits(watching.page, *SCREENS)
    await assert_nothing_to_complain_of(watching.page)
    guest.forgive("429")
    answer = '{"code":"busy","text":{"text":"Too many attempts. Wait a minute."}}'
    await watching.page.route("**/onward", lambda route: route.fulfill(status=429, body=answer))
    await watching.button("Play on").click()
    await expect(watching.page.get_by_role("alert")).to_have_text("Too many attempts. Wait a minute.")
