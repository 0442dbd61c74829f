"""A finished game is replayed step by step, and nothing can be pressed on its table. Through whose eyes:
tests/browser/test_replay_eyes.py."""

import json

import pytest
from playwright.async_api import Page, expect

from games.tcnccc.notation import read, written
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.measured import PHONE_SIZE, SCREENS, assert_fits, assert_nothing_to_complain_of, overlaps, resize
from tests.browser.watching import TABLES, Watch, over, watch
from tests.conftest import House
from tests.support.effort import LONG, amount

# --- Steps ------------------------------------------------------------------------------------------------------


async def test_the_game_is_gone_through_by_buttons_by_keys_and_by_the_slider(eve: Guest, house: House) -> None:
    """Keys act on the focused element, as anywhere."""
    watching = await watch(eve, await over(house))
    back, on, last = watching.button("One step back"), watching.button("One step forward"), await watching.last()
    await watching.is_at(0)
    await expect(back).to_have_attribute("aria-disabled", "true")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        await watching.page.keyboard.press(key)
        await watching.is_at(step)
    ways = (("One step forward", 1), ("To the end", last), ("One step back", last - 1), ("To the end", last))
    for name, step in ways:
        await watching.button(name).click()
        await watching.is_at(step)
        await expect(back).not_to_have_attribute("aria-disabled", "true")
        assert await watching.page.evaluate("() => document.getAnimations().length") == 0
    await expect(on).to_have_attribute("aria-disabled", "true")
    await watching.button("To the beginning").click()
    await watching.is_at(0)
    await watching.slider.focus()
    await watching.page.keyboard.press("ArrowRight")
    await watching.is_at(1)
    await on.focus()
    await watching.page.keyboard.press("Space")
    await watching.is_at(2)
    await expect(watching.html).to_have_attribute("data-playing", "false")
    await expect(on).to_be_focused()
    await watching.go_to(last)
    await watching.eyes.get_by_role("radio", name="Everything").focus()
    await watching.page.keyboard.press("ArrowRight")
    await expect(watching.html).to_have_attribute("data-eyes", "0")
    await watching.is_at(last)


async def test_space_unfolds_a_list_and_no_key_acts_behind_a_dialog(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, "color_dice"), "#step=2")
    turning = watching.page.locator("details.turning")
    await turning.locator("summary").press("Space")
    await expect(turning).to_have_attribute("open", "")
    await expect(watching.html).to_have_attribute("data-playing", "false")
    await watching.button("Play on from here").click()
    await watching.page.get_by_role("dialog").get_by_role("button", name="Cancel").press("End")
    await watching.page.keyboard.press("Escape")
    await watching.is_at(2)


async def test_dice_and_draws_are_counted_when_they_are_unfolded(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house))
    await watching.page.get_by_text("Dice and draws").click()
    counted = watching.page.get_by_role("table")
    await expect(counted.get_by_role("rowheader")).to_have_text(["red", "yellow", "green", "blue", "joker", "In all"])


async def test_a_step_says_what_happened(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, most=5000))
    await watching.button("One step forward").click()
    said = watching.controls.get_by_role("paragraph")
    await expect(said.first).to_contain_text("Step 1 of ")
    await expect(said.first).to_contain_text(" drew: ")
    await expect(said.nth(1)).to_contain_text("to put it in a cylinder")
    await expect(watching.voice).to_contain_text(" drew: ")
    await watching.button("To the end").click()
    await expect(watching.controls).to_contain_text("wins")
    await expect(watching.page.get_by_role("region", name="Players")).to_contain_text("winner")


async def test_turning_points_lead_to_theirs(eve: Guest, house: House) -> None:
    room = await over(house, "color_dice")
    watching = await watch(eve, room)
    replay = await (await eve.context.request.get(f"{eve.base_url}/api/rooms/{room}/replay")).json()
    turning = [number for number, step in enumerate(replay["steps"]) if "turning" in step]
    assert len(turning) > 1
    await expect(watching.controls.locator(".marks .diamond")).to_have_count(len(turning))
    for step in turning[:2]:
        await watching.button("To the next turning point").click()
        await watching.is_at(step)
    await watching.button("To the previous turning point").click()
    await watching.is_at(turning[0])
    told = await watching.slider.get_attribute("aria-valuetext")
    assert told is not None and len(told) > len(f"Step {turning[0]} of {len(replay['steps']) - 1}.")
    await watching.page.get_by_text(f"Turning points: {len(turning)}").click()
    links = watching.page.locator("details").get_by_role("link")
    await expect(links).to_have_count(len(turning))
    await links.last.click()
    await watching.is_at(turning[-1])


async def test_it_plays_by_itself_until_it_is_stopped_or_over_and_then_again(ida: Guest, house: House) -> None:
    await ida.set_clock(0)
    watching = await watch(ida, await over(house))
    page, last = watching.page, await watching.last()
    await page.clock.pause_at(1_000_000)
    await page.keyboard.press("Space")
    await expect(watching.button("Pause")).to_be_visible()
    await page.clock.run_for(10_000)
    at = int(await watching.html.get_attribute("data-step") or 0)
    assert 2 < at < 8
    await watching.button("Pause").click()
    await page.clock.run_for(10_000)
    await watching.is_at(at)
    await watching.go_to(last - 1)
    await watching.button("Play").click()
    await page.clock.run_for(10_000)
    await watching.is_at(last)
    await watching.button("Play").click()
    await watching.is_at(0)
    await expect(watching.button("Pause")).to_be_visible()


# --- A link to a moment -----------------------------------------------------------------------------------------


async def test_a_copied_link_leads_somebody_else_to_the_same_moment(ann: Guest, eve: Guest, house: House) -> None:
    room = await over(house, games=2)
    watching = await watch(ann, room, "?game=1")
    await watching.look_through("Benedikt")
    await watching.go_to(5)
    await watching.button("Copy link to here").click()
    await expect(watching.voice).to_contain_text("The link is copied.")
    link = await watching.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{ann.base_url}/t/{room}/replay?game=1#seat=1&step=5"
    other = Watch(await eve.open(link.removeprefix(ann.base_url)))
    await other.is_at(5)
    await expect(other.html).to_have_attribute("data-eyes", "1")
    assert await other.seq() == await watching.seq()


NOT_THERE = {
    "seat=x&step=99999": -1,
    "step=-3": 0,
    "seat=-1&step=2.0": 2,
    "step=1.5": 0,
    "step=%2B1": 1,
    "step=3&to=3": 3,
    "step=3&to=x": 3,
}
"""Addresses that lead to the nearest moment or the first, with everything visible; -1: the last one."""


async def test_the_address_says_where_one_is_and_is_followed(eve: Guest, house: House) -> None:
    """Also an address of an earlier moment."""
    watching = await watch(eve, await over(house), "#seat=9&step=2")
    await watching.is_at(2)
    await expect(watching.eyes.get_by_role("radio", name="Everything")).to_be_checked()
    await watching.go_to(3)
    await watching.page.wait_for_url("**/replay#seat=all&step=3")
    await watching.page.evaluate("() => { location.hash = '#seat=none&step=7' }")
    await watching.is_at(7)
    await expect(watching.eyes.get_by_role("radio", name="Spectator")).to_be_checked()
    for wrong, at in NOT_THERE.items():
        await watching.page.evaluate("(hash) => { location.hash = hash }", wrong)
        await watching.is_at(await watching.last() if at < 0 else at)
        await expect(watching.html).to_have_attribute("data-eyes", "all")
    at_once = await watching.page.evaluate("""() => {
        location.hash = "#seat=none&step=7";
        history.replaceState(null, "", "#seat=all&step=0");
        return new Promise((heard) => addEventListener("hashchange", () => heard(location.hash), { once: true }));
    }""")
    assert at_once == "#seat=none&step=7"
    await watching.is_at(7)
    await expect(watching.html).to_have_attribute("data-eyes", "none")


# --- Positions --------------------------------------------------------------------------------------------------


async def test_who_sees_everything_may_copy_the_position_by_a_key_and_hears_of_it(ann: Guest, house: House) -> None:
    watching = await watch(ann, await over(house))
    await watching.go_to(3)
    copying = watching.button("Copy this position")
    await copying.press("Enter")
    await expect(watching.voice).to_contain_text("The position is copied.")
    await expect(watching.button("Position copied")).to_be_focused()
    copied = await watching.page.evaluate("() => navigator.clipboard.readText()")
    assert written(read(copied)) == copied
    await watching.eyes.get_by_role("radio", name="Everything").focus()
    await watching.page.keyboard.press("ArrowRight")
    await expect(watching.html).to_have_attribute("data-eyes", "0")
    await expect(watching.page.get_by_role("button", name="osition")).to_have_count(0)


# --- Clips ------------------------------------------------------------------------------------------------------


async def test_the_link_of_a_clip_shows_that_stretch_over_and_over(ann: Guest, mia: Guest, house: House) -> None:
    room = await over(house)
    watching = await watch(ann, room)
    await watching.go_to(6)
    await watching.button("Begin a clip here").click()
    await watching.go_to(4)
    await watching.button("End the clip here: copy link").click()
    await expect(watching.voice).to_contain_text("The link is copied.")
    link = await watching.page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{ann.base_url}/t/{room}/replay?game=1#seat=all&step=4&to=6"
    await mia.set_clock(0)
    playing = Watch(await mia.open(link.removeprefix(ann.base_url)))
    await playing.is_ready()
    await playing.page.clock.pause_at(1_000_000)
    seen = set()
    for _ in range(12):
        seen.add(await playing.html.get_attribute("data-step"))
        await playing.page.clock.run_for(1_500)
    assert seen == {"4", "5", "6"}
    await expect(playing.html).to_have_attribute("data-playing", "true")
    await expect(playing.controls).to_contain_text("Clip: steps 4 to 6.")
    await playing.button("The whole game").click()
    await expect(playing.controls).not_to_contain_text("Clip")


async def test_with_less_motion_a_clip_stands_still_until_one_goes_beyond_it(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house), "#step=4&to=6")
    await watching.is_at(4)
    await expect(watching.html).to_have_attribute("data-playing", "false")
    await watching.go_to(6)
    await expect(watching.controls).to_contain_text("Clip: steps 4 to 6.")
    await watching.button("One step forward").click()
    await expect(watching.controls).not_to_contain_text("Clip")
    await watching.page.wait_for_url("**/replay#seat=all&step=7")


# --- Every game -------------------------------------------------------------------------------------------------

PRESSABLE = """() => [...document.querySelectorAll(".felt, .place")]
    .flatMap((part) => [...part.querySelectorAll("button, a, input")]).map(({ outerHTML }) => outerHTML)"""


@pytest.mark.parametrize("game", TABLES)
async def test_no_table_can_be_pressed_and_each_fits_a_phone(guests: Guests, house: House, game: str) -> None:
    watching = await watch(await guests.get("Finn", **PHONE), await over(house, game))
    last = await watching.last()
    for name in ("Spectator", "Everything", "Ann"):
        await watching.look_through(name)
        for step in range(last, 0, -last // amount(2, 8)):
            await watching.go_to(step)
            assert await watching.page.evaluate(PRESSABLE) == []
        if name == "Everything":
            await watching.go_to(30)
            assert await overlaps(watching.page) == []
            await resize(watching.page, PHONE_SIZE)
    await assert_fits(watching.page, *(SCREENS if LONG else SCREENS[1:3]))
    if LONG:
        await assert_nothing_to_complain_of(watching.page)


async def test_it_fits_every_screen_and_the_controls_stay_in_sight(finger: Guest, house: House) -> None:
    watching = await watch(finger, await over(house, games=2), "#step=20")
    await watching.page.get_by_role("link", name="Download").scroll_into_view_if_needed()
    await expect(watching.button("One step forward")).to_be_in_viewport(ratio=1)
    await watching.button("One step forward").tap()
    await watching.is_at(21)
    await assert_fits(watching.page, *SCREENS)
    await watching.page.get_by_label("Also show what comes later").check()
    await assert_nothing_to_complain_of(watching.page)


# --- Around it --------------------------------------------------------------------------------------------------


async def test_it_can_be_kept_and_another_game_is_one_press_away(eve: Guest, house: House) -> None:
    room = await over(house, games=2)
    watching = await watch(eve, room, "#seat=1")
    async with watching.page.expect_download() as download:
        await watching.page.get_by_role("link", name="Download").click()
    kept = await download.value
    assert kept.suggested_filename == "tertulia-tcnccc-2-1.json"
    told = json.loads((await kept.path()).read_bytes())
    assert (told["number"], told["eyes"], len(told["steps"])) == (2, 1, await watching.last() + 1)
    await expect(watching.page).to_have_title("Replay of game 2 · TCNCCC · Tertulia")
    await watching.page.get_by_role("navigation", name="Other games").get_by_role("link").click()
    await expect(watching.page).to_have_title("Replay of game 1 · TCNCCC · Tertulia")
    await watching.is_ready()
    await watching.page.get_by_role("link", name="To the table", exact=True).click()
    await expect(watching.page).to_have_url(f"{eve.base_url}/t/{room}")


async def test_a_replay_that_does_not_come_can_be_asked_for_again(eve: Guest, house: House) -> None:
    """Eyes that do not open leave everything as it is."""
    eve.forgive("net::ERR")
    watching = Watch(await eve.open("/livez"))
    await out_of_reach(watching.page)
    await watching.page.goto(f"{eve.base_url}/t/{await over(house)}/replay#step=4")
    await watching.page.get_by_text("The replay could not be fetched.").first.wait_for()
    async with watching.page.expect_event("requestfailed"):
        await watching.button("Try again").press("Enter")
    await expect(watching.button("Try again")).to_be_focused()
    await watching.page.unroute("**/api/**")
    await watching.page.keyboard.press("Enter")
    await watching.is_ready()
    await expect(watching.page.locator("#prompt")).to_be_focused()
    await out_of_reach(watching.page)
    await watching.eyes.get_by_role("radio", name="Ann").click()
    await expect(watching.voice).to_contain_text("The replay could not be fetched.")
    await expect(watching.eyes.get_by_role("radio", name="Everything")).to_be_checked()
    await watching.is_at(4)


async def out_of_reach(page: Page) -> None:
    await page.route("**/api/**", lambda route: route.abort())
