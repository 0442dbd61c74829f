"""Before the game: a table with chairs, what a chair offers, and pieces to play with until everybody is there."""

import re

from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.hosts import at_chair
from tests.browser.measured import resize
from tests.browser.tables import Tables, seen
from tests.browser.wires import wired_look

LONG_NAMES = ["Maximilian Konstant.", "Guillermina B.", "👩‍🚀 Zoë 🪐🎉 👩‍🚀", "Konstantina-Maria P.", "Bo"]
TAGS = """() => [...document.querySelectorAll(".chair .tag")].map((tag) => {
    const { left, top, right, bottom } = tag.getBoundingClientRect();
    return [left, top, right, bottom];
})"""
OWN_IS_NEAREST = """() => {
    const feet = [...document.querySelectorAll(".chair")].map((chair) => chair.getBoundingClientRect().bottom);
    return feet.indexOf(Math.max(...feet));
}"""
Box = list[float]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


async def test_six_long_names_have_room_around_the_table_of_a_phone(guests: Guests, tables: Tables) -> None:
    host = await guests.stranger("Guillermo Alejandro", **PHONE)
    _, look = await seen(host, tables.gather(host, *LONG_NAMES))
    for size in ((360, 640), (390, 844)):
        await resize(look.page, size)
        tags: list[Box] = await look.page.evaluate(TAGS)
        assert len(tags) == 6
        assert all(left >= 0 and top >= 0 and right <= size[0] for left, top, right, _ in tags), (size, tags)
        assert not any(overlap(one, other) for nth, one in enumerate(tags) for other in tags[:nth]), (size, tags)


async def test_every_readers_own_chair_is_the_nearest(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, ben, seats=4)
    for seat, guest in enumerate((ann, ben)):
        look = await guest.look_at(table.room)
        assert await look.page.evaluate(OWN_IS_NEAREST) == seat


async def test_the_link_comes_first_while_seats_are_free_and_then_the_start(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.gather(ann, seats=3))
    copy, start = look.main.get_by_role("button", name="Copy link"), look.button("Start")
    await expect(look.main.get_by_text("2 seats are free. Send the link.")).to_be_visible()
    await expect(copy).to_have_class(re.compile("primary"))
    await expect(start).to_be_disabled()
    await look.button("Fill up with bots").click()
    await expect(start).to_be_enabled()
    await expect(copy).not_to_have_class(re.compile("primary"))
    await expect(look.main.get_by_text("Send the link.")).to_have_count(0)


async def test_a_host_lets_two_change_places_at_a_chair(ann: Guest, eve: Guest, tables: Tables) -> None:
    _, other = await seen(eve, tables.gather(ann, "Bo", "Dee"))
    host = await ann.look_at(other.page.url.rpartition("/")[2])
    slip = await at_chair(host, "Bo")
    await slip.get_by_role("group", name="Change places with").get_by_role("button", name="Dee").press("Enter")
    await expect(other.main.get_by_role("listitem")).to_have_text([re.compile(name) for name in ("Ann", "Dee", "Bo")])


async def test_a_friend_moves_to_a_free_seat(ann: Guest, ben: Guest, tables: Tables) -> None:
    _, look = await seen(ben, tables.gather(ann, ben, seats=3))
    await (await at_chair(look, "Free seat 3")).get_by_role("button", name="Move to this seat").click()
    await expect(look.main.get_by_role("listitem").nth(2)).to_contain_text("you")
    await expect(look.main.get_by_role("listitem").nth(1)).to_contain_text("Free seat")


async def test_a_chair_seats_whoever_presses_it_and_a_players_is_not_theirs_to_press(
    ann: Guest, guests: Guests, tables: Tables
) -> None:
    table = await tables.gather(ann, seats=2)
    look = await (await guests.stranger("Fay", **LAPTOP)).look_at(table.room)
    await expect(look.main.get_by_role("list", name="Seats").get_by_role("button")).to_have_count(1)
    await look.button("Sit here, seat 2").press("Enter")
    await look.page.get_by_role("textbox", name="Your name").fill("Fay")
    await look.page.keyboard.press("Enter")
    await expect(look.main.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")


async def test_pieces_are_played_with_by_each_alone(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, ben, seats=3, game="sin_color")
    wire, look = await wired_look(ann, table.room)
    other = await ben.look_at(table.room)
    die = "svg.die"
    await expect(look.page.locator(f".loose {die}")).to_have_count(1)
    before = [await each.page.locator(f".loose {die}").inner_html() for each in (look, other)]
    sent = len(wire.sent)
    await look.button("Roll die 2").press("Enter")
    await expect(look.button("Roll die 2")).to_be_focused()
    assert await look.page.locator(f".loose {die}").inner_html() != before[0]
    assert await other.page.locator(f".loose {die}").inner_html() == before[1]
    assert [said for said in wire.sent[sent:] if said["type"] != "ping"] == []


async def test_a_friend_who_comes_hops_onto_their_chair(lively: Guest, tables: Tables) -> None:
    table, look = await seen(lively, tables.gather(lively, seats=2))
    await tables.sit(table.room, 1, "Bo", lively.base_url)
    sitter = look.main.get_by_role("listitem").filter(has_text="Bo").locator(".sitter[data-fresh]")
    await expect(sitter.locator(".person")).to_have_css("animation-name", "sits-down")
    await expect(look.main.locator(".sitter[data-fresh]")).to_have_count(1)
