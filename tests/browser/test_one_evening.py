"""One evening, as friends spend it: the host on a laptop, a friend with a phone and a laptop, two in a room with a big
screen and a hand each, and an onlooker. They gather for a date, are nudged and ready, play, somebody's phone goes out,
and afterwards they look back together and play again."""

import re
from datetime import UTC, datetime, timedelta

from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import RESULT, Look
from tests.browser.players import Player, play_together
from tests.browser.tables import Tables
from tests.browser.test_devices import link_of
from tests.browser.watching import Watch

TV = {"viewport": {"width": 1920, "height": 1080}}
LIFTS = {"at_first": "[Ll]ift", "times": 99}
"""Lids are lifted whenever that is possible: whoever lifts an empty one is out, and the game is short."""
ROLES = {
    "Anke": LAPTOP,
    "Bert": PHONE,
    "Berts Laptop": LAPTOP,
    "Carla": PHONE,
    "Dirk": PHONE,
    "Salon": TV,
    "Edda": LAPTOP,
}


async def test_friends_spend_an_evening(guests: Guests, tables: Tables) -> None:
    anke, bert, laptop, carla, dirk, salon, edda = [
        await guests.stranger(name, **screen) for name, screen in ROLES.items()
    ]
    room = (await tables.gather(anke, seats=4)).room
    host = await anke.look_at(room)
    await sets_a_date(host)
    berts = await sits_down(bert, room)
    berts_laptop = await goes_on_at(laptop, bert)
    hands = [await sits_down(guest, f"{room}?hand") for guest in (carla, dirk)]
    tv, onlooker = Look(await salon.open(f"/t/{room}?tv")), await edda.look_at(room)
    await are_ready(host, berts, *hands)
    await expect(tv.page.get_by_text("4 of 4 ready")).to_be_visible()
    await host.button("Start").click()
    await bert.put_away(berts)  # the phone is empty
    await berts_laptop.page.goto(f"{bert.base_url}/t/{room}")
    players = [host, berts_laptop, *hands]
    await play_together(*(Player(look, seed=nth, **LIFTS) for nth, look in enumerate(players)))
    for look in (*players, onlooker, tv):
        await expect(look.page.get_by_text(RESULT).first).to_be_visible()
    await look_back_together(host, berts_laptop)
    await play_again(host, f"{anke.base_url}/t/{room}", onlooker, *hands)


async def sets_a_date(host: Look) -> None:
    """Tomorrow: everybody sees how long that is."""
    await host.button("Table settings…").click()
    tomorrow = datetime.now(UTC) + timedelta(days=1, minutes=1)
    await host.page.get_by_label("The evening begins").fill(tomorrow.strftime("%Y-%m-%dT%H:%M"))
    await host.button("Apply").click()
    await expect(host.main.get_by_text("1 day to go")).to_be_visible()


async def sits_down(guest: Guest, where: str) -> Look:
    """By the link."""
    look = await guest.look_at(where)
    await expect(look.main.get_by_text("1 day to go")).to_be_visible()
    await look.page.get_by_role("textbox", name="Your name").fill(guest.name)
    await look.button("Sit down").click()
    await expect(look.main.get_by_text(guest.name).first).to_be_visible()
    return look


async def goes_on_at(other: Guest, owner: Guest) -> Look:
    """Another browser becomes the same guest."""
    page = await owner.open("/devices")
    link = await link_of(page)
    await page.close()
    linked = await other.open(link)
    await linked.get_by_role("button", name="Link this device").click()
    await expect(linked.get_by_role("link", name="To your tables")).to_be_visible()
    return Look(linked)


async def are_ready(host: Look, *others: Look) -> None:
    """The last one is nudged."""
    for look in (host, *others[:-1]):
        await look.button("Ready").click()
    await host.button(re.compile("^Dirk")).click()
    await host.button("Nudge Dirk").click()
    await expect(others[-1].voice.filter(has_text="Anke nudges you")).to_be_attached()
    await others[-1].button("Ready").click()
    await expect(host.page.get_by_text("4 of 4 ready")).to_be_visible()


async def look_back_together(leader: Look, follower: Look) -> None:
    """Both are at the same step, and see the same finger."""
    await leader.page.get_by_role("link", name="Look back together").click()
    one = Watch(leader.page)
    await one.is_ready()
    await expect(one.page.get_by_text(re.compile("^You lead"))).to_be_visible()
    await follower.page.get_by_role("link", name="Anke looks back: join").click()
    two = Watch(follower.page)
    await two.is_ready()
    await one.go_to(2)
    await two.is_at(2)
    await one.page.locator("main [data-k=bag]").click()
    await expect(two.page.locator(".pointed")).to_have_text("Anke")


async def play_again(host: Look, room: str, *others: Look) -> None:
    await host.page.goto(room)
    await host.button("Rematch").click()
    for look in (host, *others):
        await expect(look.page.get_by_text(RESULT)).to_have_count(0)
        await expect(look.page.locator("main[data-state=playing]")).to_be_visible()
