"""One link: it is opened, sent, sat down at, watched, and works for as long as the room does."""

import re

from playwright.async_api import expect

from app.protocol.names import MOST_LETTERS
from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.look import RESULT, Look
from tests.browser.tables import Tables

ROOM = re.compile(r"/t/[A-Za-z0-9]{16}$")


async def opened_by(host: Guest, name: str) -> Look:
    """The room's page of a host who types a name and presses a second time."""
    page = await host.choose()
    await page.get_by_role("textbox", name="Your name").fill(name)
    await page.get_by_role("button", name="Open the table").click()
    await expect(page).to_have_url(ROOM)
    look = Look(page)
    await look.is_ready()
    return look


async def test_a_host_opens_a_table_with_two_presses_and_a_name_and_its_link_is_copied(guests: Guests) -> None:
    host = await guests.stranger()
    look = await opened_by(host, "Hugo")
    await expect(look.page.get_by_role("listitem").filter(has_text="Hugo")).to_contain_text("host")
    await expect(look.main.get_by_text("The link is copied")).to_be_visible()
    assert await look.page.evaluate("() => navigator.clipboard.readText()") == look.page.url
    page = await host.choose()
    await expect(page.get_by_role("textbox", name="Your name")).to_have_value("Hugo")


async def test_seats_and_options_are_chosen_before_the_name(guests: Guests) -> None:
    page = await (await guests.stranger()).choose()
    await page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="5").check(force=True)
    await page.get_by_text("Options", exact=True).locator("visible=true").click()
    await page.get_by_role("radio", name="Aided").check(force=True)
    await page.get_by_role("textbox", name="Your name").fill("Hugo")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name=re.compile("Give to a bot, seat"))).to_have_count(4)
    await expect(page.get_by_text("Aided: in the log")).to_be_visible()


async def test_a_table_without_a_name_is_not_opened_and_the_name_is_asked_for(guests: Guests) -> None:
    page = await (await guests.stranger()).choose()
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_role("alert").filter(has_text="Type your name first")).to_be_visible()
    await expect(page.get_by_role("textbox", name="Your name")).to_be_focused()


async def test_a_friend_types_a_name_that_is_free_and_sits_down_and_next_time_with_one_press(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    friend = await guests.stranger(**PHONE)
    first, second = await tables.gather(ann, seats=2), await tables.gather(ann, seats=2)
    look = await friend.look_at(first.room)
    await look.page.get_by_role("textbox", name="Your name").fill("ann")
    await look.button("Sit down").tap()
    await expect(look.bar.get_by_text("Someone at this table is already called ann.")).to_be_visible()
    await look.page.get_by_role("textbox", name="Your name").fill("Fay")
    await look.button("Sit down").tap()
    await expect(look.page.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")
    look = await friend.look_at(second.room)
    await expect(look.page.get_by_role("textbox", name="Your name")).to_have_count(0)
    await look.button("Sit down as Fay").tap()
    await expect(look.page.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")


async def test_an_onlooker_presses_nothing(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    look = await (await guests.stranger()).look_at(table.room)
    await expect(look.prompt("Watching. Waiting for Ann to draw or lift.")).to_be_visible()
    assert await look.offers() == []


async def test_one_link_works_before_during_and_after_the_game_and_for_the_next(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, "Bo")
    early = await (await guests.stranger()).look_at(table.room)
    await expect(early.prompt("Every seat is taken.")).to_be_visible()
    await table.start()
    await expect(early.prompt("to draw or lift.")).to_be_visible()
    during = await (await guests.stranger()).look_at(table.room)
    await expect(during.prompt("to draw or lift.")).to_be_visible()
    await table.end()
    host = await ann.look_at(table.room)
    for look in (early, during, host):
        await expect(look.prompt(RESULT)).to_be_visible()
    await host.button("Rematch").click()
    await expect(host.prompt("to draw or lift.").or_(host.prompt("Your turn."))).to_be_visible()
    await expect(early.prompt("to draw or lift.")).to_be_visible()
    await expect(early.page.get_by_role("tabpanel").get_by_role("listitem")).to_have_count(1)


async def test_the_host_starts_with_bots_on_the_empty_seats(ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=3)
    look = await ann.look_at(table.room)
    await expect(look.button("Start")).to_be_disabled()
    for seat in ("2", "3"):
        await look.button(f"Give to a bot, seat {seat}").click()
    await look.button("Start").click()
    await expect(look.page.get_by_role("region", name="Players").get_by_text("medium", exact=True)).to_have_count(2)


async def test_a_table_that_is_not_there_is_a_page_in_words(guests: Guests) -> None:
    lost = await guests.stranger()
    lost.forgive("404")
    page = await lost.open("/t/k7Qm2xZ9vB3nR5wT")
    await expect(page.get_by_role("heading", level=1)).to_have_text(
        "There is no such table. Ask your host for the link again."
    )
    await page.get_by_role("link", name="To the start page").click()
    await expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()


async def test_wherever_a_name_is_asked_for_it_may_be_as_long_as_the_server_takes(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    lobby = (await (await guests.stranger()).choose()).get_by_role("textbox", name="Your name")
    table = await tables.gather(ann, seats=3)
    anns = await ann.look_at(table.room)
    await anns.button("Add a player on this device").click()
    beside = anns.page.get_by_role("textbox", name="Who plays beside you")
    strangers = await (await guests.stranger()).look_at(table.room)
    name = strangers.page.get_by_role("textbox", name="Your name")
    for field in (lobby, beside, name):
        await field.press_sequentially("Bartholomew Montgomery")
        assert len(await field.input_value()) == MOST_LETTERS
    await name.press("Enter")
    await expect(strangers.main.get_by_role("listitem").filter(has_text="Bartholomew Montgome")).to_be_visible()
