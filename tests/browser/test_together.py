"""Looking back at a finished game together: two browsers are at the same step, and each sees where the other points."""

import re

from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.watching import Watch, over
from tests.conftest import House

IS_AT = "step => document.documentElement.dataset.step === step"


async def joined(guest: Guest, room: str) -> Watch:
    """A page that looks back together with others, as the button at the end of a game opens it."""
    named = f"localStorage['tertulia:name'] = '{guest.name}'"
    watching = Watch(await guest.open(f"/t/{room}/replay#together", named))
    await watching.is_ready()
    await expect(watching.page.get_by_text(re.compile("^You lead|you follow"))).to_be_visible()
    return watching


async def two(guests: Guests, house: House, leads: str, game: str = "desfases") -> tuple[Watch, Watch]:
    """Somebody of this name leads on a laptop, and somebody follows on a phone. They still count as here in later
    tests, where nobody else may have their names."""
    room = await over(house, game)
    leader = await joined(await guests.stranger(leads, **LAPTOP), room)
    return leader, await joined(await guests.stranger(f"{leads}’s friend", **PHONE), room)


async def test_who_follows_is_at_every_step_of_the_leader(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Olga")
    for step in range(1, 11):
        await leader.page.keyboard.press("ArrowRight")
        await follower.is_at(step)
    await leader.look_through("Spectator")
    await expect(follower.html).to_have_attribute("data-eyes", "none")
    await leader.look_through("Benedikt")
    await follower.page.locator("details.could-be summary").click()
    await expect(follower.page.get_by_text("What Benedikt could know here")).to_be_visible()


async def test_who_moves_on_their_own_is_left_alone_until_they_follow_again(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Paul")
    await follower.button("One step forward").click()
    await expect(follower.page.get_by_text("Paul leads. You look on your own.")).to_be_visible()
    await leader.go_to(5)
    await follower.is_at(1)
    await follower.button("Follow Paul").click()
    await follower.is_at(5)


async def test_a_pressed_piece_is_ringed_on_both_pages(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Quinn", "color_gin")
    await leader.page.locator("main [data-k=deck]").click()
    for watching in (leader, follower):
        await expect(watching.page.locator(".pointed")).to_have_text("Quinn")


async def test_keys_alone_point_at_a_piece_in_words_too(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Tim")
    await leader.button("Point at a piece").click()
    await expect(leader.page.locator(".pointing")).to_be_focused()
    for key in ("ArrowRight", "Enter"):
        await leader.page.keyboard.press(key)
    await expect(follower.page.locator(".pointed")).to_have_text("Tim")
    await expect(follower.voice).to_contain_text(re.compile("Tim points at: .+"))
    await leader.page.keyboard.press("Escape")
    await expect(leader.button("Point at a piece")).to_be_focused()
    await leader.is_at(0)


async def test_a_friend_is_led_to_the_table_where_the_leader_plays_on(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Sofia", "tcnccc")
    await leader.go_to(4)
    await leader.button("Play on from here").click()
    dialog = leader.page.get_by_role("dialog")
    await expect(dialog.get_by_role("radio", name="Friends")).to_be_checked()
    await dialog.get_by_role("button", name="Play on", exact=True).click()
    await leader.page.wait_for_url(re.compile("/t/[^/]+$"))
    await expect(leader.page.get_by_text("This game goes on from move 4 of another one")).to_be_visible()
    await follower.page.get_by_role("link", name="To the new table").click()
    await follower.page.get_by_role("button", name="Sit here").first.click()
    await expect(leader.page.get_by_text("Sofia’s friend").first).to_be_visible()


async def test_a_leader_who_closes_the_page_hands_over(guests: Guests, house: House) -> None:
    leader, follower = await two(guests, house, "Rosa")
    await leader.go_to(1)
    await follower.is_at(1)  # the server knows by now that they follow
    await leader.page.close()
    await expect(follower.page.get_by_text(re.compile("^You lead"))).to_be_visible()
    await expect(follower.button("Lead")).to_have_count(0)
