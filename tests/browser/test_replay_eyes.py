"""A replay through somebody's eyes: what they could see, and what had been said by then."""

import pytest
from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, assert_nothing_to_complain_of, faint, resize
from tests.browser.watching import TABLES, Watch, over, watch
from tests.browser.wires import held
from tests.conftest import House


async def test_lines_tell_what_was_said_by_then_or_later_and_each_leads_to_its_moment(eve: Guest, house: House) -> None:
    """The focus stays on the line that was followed. With everything visible it is told what was hidden."""
    watching = await watch(eve, await over(house))
    later = watching.page.get_by_label("Also show what comes later")
    await expect(watching.lines).to_have_count(1)
    await later.check()
    assert await watching.lines.count() > await watching.last()
    await expect(watching.page.locator("[aria-current=step]")).to_have_count(1)
    await later.uncheck()
    await expect(watching.lines).to_have_count(1)
    await watching.button("To the end").click()
    followed = watching.lines.filter(has_text="drew:").last
    words, where = await followed.inner_text(), await followed.get_attribute("href") or ""
    await followed.press("Enter")
    await watching.is_at(1)
    focused = watching.page.locator(":focus")  # though everything later disappears from the list
    await expect(focused).to_have_attribute("href", where)
    await expect(focused).to_have_text(words)
    await watching.go_to(0)
    await watching.secrets.get_by_text("Hidden at this moment").click()
    await expect(watching.secrets.get_by_role("listitem").first).to_have_text("Cylinder 1: empty.")
    await expect(watching.secrets).to_contain_text("6 × red")
    await watching.look_through("Spectator")
    await expect(watching.secrets).to_have_count(0)


# For each game: the drawings of that, and how many there are.
SEEN_THROUGH = {
    "tcnccc": (".tc-shows-within .tc-tray .piece", lambda beneath: sum(len(pieces) for pieces in beneath["cylinders"])),
    "sin_color": (".sc-beneath .coin, .sc-below .tile", lambda beneath: sum(map(len, beneath["coins"])) + 6 * 3),
    "desfases": ("[data-through] .de-coin-on .coin use + *", lambda beneath: len(beneath["tiles"])),
    "color_gin": (".cg-backs .card-art:not(.back)", lambda beneath: sum(map(len, beneath["hands"]))),
}


@pytest.mark.parametrize("game", SEEN_THROUGH)
async def test_whoever_sees_all_sees_through_lids_and_backs(eve: Guest, house: House, game: str) -> None:
    room = await over(house, game)
    drawn, count = SEEN_THROUGH[game]
    replay = await (await eve.context.request.get(f"{eve.base_url}/api/rooms/{room}/replay?seat=all")).json()
    lines = [step["frame"]["lines"] for step in replay["steps"]]
    # While a cylinder is shown opened, its contents are drawn there instead.
    step = next(n for n in range(20, 60) if not any("cylinder" in (line["sight"] or {}) for line in lines[n]))
    number = count(replay["steps"][step]["beneath"])
    watching = await watch(eve, room, f"#step={step}")
    assert number > 0
    await expect(watching.page.locator(drawn)).to_have_count(number)
    await watching.page.emulate_media(color_scheme="dark")
    assert await faint(watching.page, "pieces") == []
    await watching.look_through("Spectator")
    await expect(watching.page.locator(drawn)).to_have_count(0)


# For each game: the things in front of the players.
FRONT = {"desfases": ".de-timers", "color_gin": ".cg-own-hand, .cg-backs", "color_dice": ".place, .opponents .seat"}


@pytest.mark.parametrize("game", FRONT)
async def test_what_lies_before_the_players_is_seen_on_every_screen(finger: Guest, house: House, game: str) -> None:
    watching = await watch(finger, await over(house, game), "#step=20")
    await watching.look_through("Ann")
    for size in (LAPTOP_SIZE, PHONE_SIZE, (844, 390)):
        await resize(watching.page, size)
        before_them = await watching.page.locator(FRONT[game]).all()
        assert len(before_them) >= TABLES[game]
        for each in before_them:
            await expect(each).to_be_visible()


# --- Addresses --------------------------------------------------------------------------------------------------


async def test_an_address_opened_in_a_replay_leads_there_even_before_it_comes(eve: Guest, house: House) -> None:
    """By the number of a step, or of an event, as in links from tables that were played on."""
    room = await over(house)
    watching = Watch(await eve.tab())
    async with held(watching.page, "**/api/rooms/*/replay*"):
        await watching.page.goto(f"{eve.base_url}/t/{room}/replay#step=4")
        await watching.page.evaluate(GO_TO, "#step=6")
    await watching.is_at(6)
    seq = await watching.seq()
    await watching.go_to(2)
    await watching.page.evaluate(GO_TO, f"#seat=1&seq={seq}")
    await expect(watching.html).to_have_attribute("data-eyes", "1")
    await watching.is_at(6)


async def test_a_clip_that_is_opened_in_a_replay_plays_also_through_other_eyes(lively: Guest, house: House) -> None:
    watching = await watch(lively, await over(house), "#step=2")
    await watching.page.evaluate(GO_TO, "#seat=1&step=3&to=6")
    await expect(watching.html).to_have_attribute("data-eyes", "1")
    await expect(watching.html).to_have_attribute("data-playing", "true")


# Returns once the page has handled it.
GO_TO = """(hash) => new Promise((heard) => {
    addEventListener("hashchange", heard, { once: true });
    location.hash = hash;
})"""


async def test_a_player_is_asked_what_it_could_be_and_it_changes_with_the_step(eve: Guest, house: House) -> None:
    watching = await watch(eve, await over(house, "sin_color"), "#seat=1&step=45")
    asked = watching.page.locator("details.could-be")
    await resize(watching.page, PHONE_SIZE)
    await asked.locator("summary").press("Enter")
    await expect(asked.get_by_text("What Benedikt could know here")).to_be_visible()
    places = asked.locator(".places > li")
    await expect(places.filter(has_text="Stack 5, from the top")).to_contain_text("ace of suns")
    assert ((await asked.locator("summary").bounding_box()) or {})["height"] >= 44
    await assert_nothing_to_complain_of(watching.page)
    before = await places.count()
    await watching.go_to(1)
    await expect(places).not_to_have_count(before)
    for eyes in ("Spectator", "Everything"):
        await watching.look_through(eyes)
        await expect(asked).to_have_count(0)
