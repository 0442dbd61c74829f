"""A player loses the cookie in mid-game and gets the seat back with a friend's consent; and a seat moves to another
device by a link that works once."""

import re
from random import Random

import pytest
from playwright.async_api import Page, expect

from tests.browser.beside import share
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.hosts import open_tab
from tests.browser.look import Keyboard, Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables, seen
from tests.browser.walks import step
from tests.browser.wires import Wire

# --- Lost ---------------------------------------------------------------------------------------------------

ASKS = "Someone says they are Ben and asks for Ben’s seat."
BACK = "I am Ben: ask for my seat back"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is kept for no time."""
    monkeypatch.setattr("app.table.clock.GRACE_S", 0)


async def test_ben_may_ask_again_after_a_no_and_has_the_seat_from_the_next_game_on_after_a_yes(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    ben = await guests.stranger("Ben", **PHONE)
    table = await tables.play(ann, ben, game="color_gin")
    await table.lines[1].close()
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await expect(guest.own).to_be_visible()
    await guest.page.context.clear_cookies()
    await guest.reload()
    await expect(guest.own).to_have_count(0)
    await expect(guest.button(BACK)).to_be_enabled()
    await Keyboard(guest).go_to(BACK)
    await guest.page.keyboard.press("Enter")
    await host.button("No, it is not Ben").click()
    await expect(guest.voice).to_contain_text("You were not given the seat.")
    await guest.button(BACK).tap()
    await guest.button("Withdraw").tap()
    await expect(host.button("Yes, it is Ben")).to_have_count(0)
    await guest.button(BACK).tap()
    await expect(guest.prompt("You asked for Ben’s seat. The host decides.")).to_be_visible()
    await expect(host.voice).to_contain_text(ASKS)
    await expect(host.main.get_by_role("group", name=ASKS)).to_be_visible()
    await expect(host.button("Yes, it is Ben")).to_be_enabled()
    await Keyboard(host).go_to("Yes, it is Ben")
    await host.page.keyboard.press("Enter")
    await expect(guest.voice).to_contain_text("the host said yes.")
    await expect(guest.prompt("A bot plays this game to its end. Then the seat is yours.")).to_be_visible()
    await expect(guest.own).to_have_count(0)
    await expect(host.button("Yes, it is Ben")).to_have_count(0)
    for look in (host, guest):
        said = (await open_tab(look, "Log")).get_by_text("Someone else says they are Ben, and the host said yes.")
        await expect(said).to_be_visible()
    await table.lines[0].send(type="propose", matter="end")
    await table.lines[0].send(type="rematch")
    await expect(guest.own).to_contain_text("Ben")


async def test_with_the_word_of_another_player_the_hand_is_shown_until_the_owner_is_back(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    ben, cleo = await guests.stranger("Ben", **LAPTOP), await guests.stranger("Cleo", **PHONE)
    table = await tables.play(ann, ben, cleo, game="sin_color")
    await table.lines[1].close()
    other = await (await guests.stranger(**LAPTOP)).look_at(table.room)
    host, third = await ann.look_at(table.room), await cleo.look_at(table.room)
    await other.button(BACK).click()
    await host.button("Yes, it is Ben").click()
    await expect(other.prompt("The seat is yours when this game is over, or at once if two players")).to_be_visible()
    words = "Is it Ben who asks for Ben’s seat? If you say yes, too, they are shown the hand."
    await expect(third.voice).to_contain_text(words)
    await expect(third.main.get_by_role("group", name=words)).to_be_visible()
    await expect((await open_tab(host, "People")).get_by_text("next game: from another device")).to_be_visible()
    await third.button("Yes, it is Ben").tap()
    await expect(other.own).to_contain_text("Ben")
    await expect((await open_tab(host, "People")).get_by_text("taken over")).to_be_visible()
    own = await ben.look_at(table.room)
    await expect(own.own).to_contain_text("Ben")
    log = await open_tab(own, "Log")
    await expect(log.get_by_text("Someone else had it and has seen the hand.")).to_be_visible()
    await expect(other.own).to_have_count(0)


async def test_while_people_gather_who_says_a_lost_name_is_asked(ann: Guest, guests: Guests, tables: Tables) -> None:
    table, host = await seen(ann, tables.gather(ann, "Ben", seats=3))
    await table.lines[1].close()
    guest = await (await guests.stranger(**LAPTOP)).look_at(table.room)
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("away")
    await expect(guest.button(BACK)).to_have_count(0)
    await guest.page.get_by_role("textbox", name="Your name").fill("ben")
    await guest.page.keyboard.press("Enter")
    await guest.button(BACK).click()
    await host.button("Yes, it is Ben").click()
    await expect(guest.main.get_by_role("listitem").filter(has_text="Ben")).to_contain_text("you")


async def test_only_a_player_is_asked_about_a_host(
    ann: Guest, guests: Guests, tables: Tables, eve: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.table.clock.GRACE_S", 30)
    fay = await guests.stranger("Fay", **PHONE)
    table = await tables.play(fay, ann, game="color_gin")
    await table.lines[0].close()
    player, onlooker = await ann.look_at(table.room), await eve.look_at(table.room)
    lost = await (await guests.stranger(**PHONE)).look_at(table.room)
    await lost.button("I am Fay: ask for my seat back").tap()
    await expect(player.voice).to_contain_text("Someone says they are Fay")
    await player.button("Yes, it is Fay").click()
    await expect(player.bar.get_by_text("Fay was here a moment ago.")).to_be_visible()
    await expect(onlooker.button("Yes, it is Fay")).to_have_count(0)


# --- On another device --------------------------------------------------------------------------------------


async def offered(look: Look, button: str = "Continue on another device") -> str:
    """The link that the page offers on request."""
    await look.button("Menu").click()
    await look.page.get_by_role("dialog", name="Menu").get_by_role("button", name=button).click()
    field = look.page.get_by_role("textbox", name="Link to this seat")
    await expect(field).to_have_value(re.compile(r"/t/\w{16}#seat=[\w-]{32}$"))
    return await field.input_value()


async def opened(guest: Guest, link: str) -> Page:
    """The page at this address."""
    return await guest.open(link.removeprefix(guest.base_url))


async def test_a_seat_moves_to_another_device_once(guests: Guests, ann: Guest, tables: Tables) -> None:
    table, at_home = await seen(ann, tables.play(ann, "Bo"))
    link = await offered(at_home)
    on_the_way = Look(await opened(await guests.stranger(**PHONE), link))
    await expect(on_the_way.own).to_contain_text("Ann")
    await expect(on_the_way.page).to_have_url(f"{ann.base_url}/t/{table.room}")
    await expect(at_home.page.get_by_text("Ann is now playing on the other device.")).to_be_visible()
    await at_home.button("Close").click()
    await expect(at_home.own).to_have_count(0)
    log = await open_tab(at_home, "Log")
    await expect(log.get_by_text("Ann has moved to another device.")).to_be_visible()
    late = Look(await opened(await guests.stranger(), link))
    dialog = late.page.get_by_role("dialog", name="The seat could not be moved here")
    await expect(dialog).to_contain_text("This link has been used, or a newer one was made.")
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_have_count(0)
    await expect(late.own).to_have_count(0)


async def test_what_a_seat_alone_was_told_leaves_the_device_with_it(guests: Guests, ann: Guest, tables: Tables) -> None:
    table, chance = await tables.play(ann, "Bo", "Cleo", game="sin_color", memory="aided"), Random(1)
    at_home = await ann.look_at(table.room)
    link, told = await offered(at_home), at_home.rail.get_by_text("You gave")
    await at_home.button("Close").click()
    await open_tab(at_home, "Log")
    while not any(line.get("yours") and not line.get("fades") for line in table.frame["lines"]):
        await step(table, chance)
    await at_home.reload()
    await expect(told).to_be_visible()
    await opened(await guests.stranger(**PHONE), link)
    await expect(at_home.rail.get_by_text("Ann has moved to another device.")).to_be_visible()
    await expect(told).to_have_count(0)


async def test_a_link_to_a_seat_that_is_taken_away_tells_of_no_device(ann: Guest, ben: Guest, tables: Tables) -> None:
    table, look = await seen(ben, tables.play(ann, ben))
    await offered(look)
    host = table.lines[0]
    await host.send(type="kick", person=host.person("Ben"), out=False)
    await expect(look.seat("Doña Remedios")).to_be_visible()
    await expect(look.page.get_by_role("dialog")).to_have_count(0)


async def test_a_link_to_a_seat_may_be_opened_by_an_onlooker(guests: Guests, ann: Guest, tables: Tables) -> None:
    """Then only the address's fragment changes, and the browser loads nothing."""
    table = await tables.play(ann, "Bo")
    link = await offered(await ann.look_at(table.room))
    watching = await (await guests.stranger()).look_at(table.room)
    await watching.page.evaluate("(link) => { location.href = link; }", link)
    await expect(watching.own).to_contain_text("Ann")
    await expect(watching.page).to_have_url(f"{ann.base_url}/t/{table.room}")


@pytest.mark.parametrize("arrives", [False, True], ids=["the wish is lost", "the answer is lost"])
async def test_a_seat_comes_though_the_line_is_lost(guests: Guests, ann: Guest, tables: Tables, arrives: bool) -> None:
    link = await offered(await ann.look_at((await tables.play(ann, "Bo")).room))
    stranger = await guests.stranger(cold=True, **PHONE)
    wire = await Wire.of(stranger.context)
    wire.cut_after('"take_seat"', arrives=arrives)
    look = Look(await opened(stranger, link))
    await expect(look.own).to_contain_text("Ann")
    await expect(look.page.get_by_role("dialog")).to_have_count(0)
    assert wire.cuts == 1


async def test_of_two_seats_on_one_device_either_can_move(guests: Guests, ann: Guest, tables: Tables) -> None:
    screen = await share(tables, ann, game="color_gin")
    link = await offered(screen, "Continue as Ben on another device")
    page = await opened(await guests.stranger(**PHONE), link)
    await expect(page.get_by_role("region", name="Your place")).to_contain_text("Ben")
    await screen.button("Close").click()
    await expect(screen.own).to_contain_text("Ann")


async def test_the_people_tab_offers_it_too_with_a_button_that_copies_the_link(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.play(ann, "Bo"))
    await look.rail.get_by_role("tab", name="People").click()
    await look.rail.get_by_role("button", name="Continue on another device").click()
    await expect(look.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    dialog = look.page.get_by_role("dialog")
    await dialog.get_by_role("button", name="Copy link").click()
    await expect(look.button("Copied")).to_be_visible()
    await expect(look.voice).to_contain_text("The link is copied.")
    link = await dialog.get_by_role("textbox", name="Link to this seat").input_value()
    assert await look.page.evaluate("() => navigator.clipboard.readText()") == link
    await assert_nothing_to_complain_of(look.page)
    # Where the browser allows no copying, the link is selected, to be copied by hand.
    await look.page.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false; }"
    )
    await look.button("Copied").click()
    await expect(dialog.get_by_role("textbox", name="Link to this seat")).to_be_focused()
