"""People gather for an evening: the host sets its date and names where they talk, everybody says that they are ready,
and whoever is waited for is nudged."""

import re
import time

from playwright.async_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.hosts import Setting, at_chair, open_tab
from tests.browser.measured import assert_fits, assert_nothing_to_complain_of
from tests.browser.tables import Tables, seen

WALL = "%Y-%m-%dT%H:%M"
TWO_HOURS_S = 7200
INDIA_AHEAD_S = 19_800
MEET = "https://meet.example.org/friends"


async def test_a_date_is_set_in_the_hosts_zone_and_read_in_that_of_a_friend(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    table, host = await seen(ann, tables.gather(ann, "Bo", seats=3))
    setting = await Setting(host).open()
    begins_s = int(time.time()) // 60 * 60 + TWO_HOURS_S
    begins = time.strftime(WALL, time.gmtime(begins_s))  # the host's zone is UTC
    await setting.dialog.get_by_label("The evening begins").fill(begins)
    await setting.dialog.get_by_label("We talk here").fill("http://meet.example.org/friends")
    await setting.done("The link has to begin with “https”.")
    await setting.dialog.get_by_label("We talk here").fill(MEET)
    await setting.dialog.get_by_label("We talk here").press("Enter")
    await expect(setting.dialog).to_have_count(0)
    await expect(host.main.get_by_text(re.compile(r"^(2 hrs|1 hr 59 mins) to go$"))).to_be_visible()

    fay = await guests.stranger("Fay", **{**PHONE, "timezone_id": "Asia/Kolkata"})
    look = await fay.look_at(table.room)
    there = time.gmtime(begins_s + INDIA_AHEAD_S)
    await expect(look.main.locator("time")).to_contain_text(f"{there.tm_hour}:{there.tm_min:02}")
    talk = look.main.get_by_role("link", name="We talk here: meet.example.org")
    for name, value in (("href", MEET), ("target", "_blank"), ("rel", "noopener noreferrer")):
        await expect(talk).to_have_attribute(name, value)
    await expect(look.main.get_by_role("link", name="Add to calendar")).to_have_attribute(
        "href", f"/t/{table.room}/evening.ics"
    )
    await assert_nothing_to_complain_of(look.page)
    await assert_fits(look.page, (390, 844), (360, 640))


async def test_who_is_ready_is_told_in_words_and_whoever_is_not_is_nudged(
    ann: Guest, ben: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, ben, seats=2)
    host, friend = await ann.look_at(table.room), await ben.look_at(table.room)
    await (await at_chair(host, "Ben")).get_by_role("button", name="Nudge Ben").press("Enter")
    await expect(friend.voice).to_contain_text("Ann nudges you.")
    await expect(friend.page.locator(".chair.nudged")).to_contain_text("Ben")
    await friend.page.keyboard.press("1")
    await expect(friend.button("Ready")).to_be_focused()
    await friend.page.keyboard.press("Enter")
    await expect(friend.button("Not ready yet")).to_be_focused()
    await expect(host.main.get_by_text("1 of 2 ready")).to_be_visible()
    await expect(host.voice).to_contain_text("Ben is ready.")
    people = await open_tab(host, "People")
    await expect(people.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("ready")
    await host.button("Start").click()
    await expect(friend.page.locator("main")).to_have_attribute("data-state", "playing")
