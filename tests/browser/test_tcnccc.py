"""TCNCCC is about remembering: a page shows what happened to a piece for a moment, and then keeps no trace of it."""

import re
from typing import Any

from playwright.async_api import expect

from tests.browser.guests import Guest, frozen_look, pass_time
from tests.browser.hosts import open_tab
from tests.browser.look import YOUR_TURN, Look
from tests.browser.measured import resize
from tests.browser.tables import Seated, Tables, asked_look

# --- What happened ------------------------------------------------------------------------------------------


async def test_a_piece_to_remember_is_solid_on_ones_turn_too_until_the_next_action(ida: Guest, tables: Tables) -> None:
    table = await tables.play(ida, "Bo", asked=1)
    look = await frozen_look(ida, table.room)
    await look.shows(await table.draw_and_place(2))
    await expect(look.button("Cylinder 3, lift")).to_be_visible()
    for name, value in (("fill-opacity", "1"), ("stroke", "none")):
        await expect(look.cylinder(3).locator(".piece")).to_have_css(name, value)
    await expect((await open_tab(look, "Log")).get_by_text("put a piece in cylinder 3")).to_be_visible()
    await look.shows(await table.play(do="draw"))
    await expect(look.page.get_by_text("put a piece in cylinder")).to_have_count(0)


async def test_what_was_drawn_is_nowhere_on_the_page_once_it_is_placed(ida: Guest, tables: Tables) -> None:
    """Nor in what is read aloud."""
    table = await tables.play(ida, "Bo", asked=0)
    look = await frozen_look(ida, table.room)
    await look.shows(await table.play(do="draw"))
    await expect(look.voice).to_contain_text("Your turn. You drew: ")
    await look.shows(await table.play(do="place", cylinder=2))
    await expect(look.page.get_by_text("You drew")).to_have_count(0)


OUT_OF_THE_FELT = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const { left, right, bottom } = document.querySelector("[data-k=tray]").getBoundingClientRect();
    return Math.max(felt.left - left, right - felt.right, bottom - felt.bottom);
}"""


async def test_what_a_cylinder_held_lies_on_the_felt(finger: Guest, tables: Tables) -> None:
    """Also those of the outermost cylinders."""
    table = await tables.play(finger, "Bo", capacity=8)
    for _ in range(5):
        for cylinder in (0, 3):
            await table.draw_and_place(cylinder)
    look = await finger.look_at(table.room)
    for cylinder in (0, 3):
        await look.shows(await table.play(do="lift", cylinder=cylinder))
        await expect(look.page.locator("[data-k=tray] .piece")).to_have_count(5)
        for size in ((390, 844), (360, 640), (320, 568), (844, 390), (1440, 900)):
            await resize(look.page, size)
            assert await look.page.evaluate(OUT_OF_THE_FELT) <= -4, size


async def test_who_has_lifted_no_pair_is_told_in_the_bar_what_came_of_it(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    await table.draw_and_place(1)
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    before = await look.bar.inner_text()
    await look.shows(await table.play(do="lift", cylinder=1))
    assert "No pair" not in before
    taken = [f"{name} took {held[0]}" for name, held in zip(["Bo", "Dee"], table.view["held"][1:], strict=True)]
    await expect(look.bar).to_contain_text(f"No pair, and no piece to pay with: {' and '.join(taken)}.")
    await table.pass_to(0)
    await expect(look.prompt(YOUR_TURN)).to_be_visible()
    await expect(look.bar).not_to_contain_text("No pair")


async def test_who_gains_by_another_s_lift_is_told_so_when_asked(finger: Guest, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(1)
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await look.shows(await table.play(do="lift", cylinder=1))
    [piece] = table.frame["view"]["held"][0]
    await expect(look.prompt(YOUR_TURN)).to_be_visible()
    await expect(look.bar).to_contain_text(f"Bo found no pair: you get {piece}.")


async def test_who_is_out_is_told_so_each_time_the_turn_goes_past_them(ann: Guest, tables: Tables) -> None:
    table, look = await asked_look(ann, tables, "Bo", "Dee")
    await look.shows(await table.play(do="lift", cylinder=1))
    await expect(look.prompt(re.compile(r"^You are out\."))).to_be_visible()
    await expect(look.bar).to_contain_text("The cylinder was empty: you are out.")
    await look.shows(await table.draw_and_place(2))
    await expect(look.voice).not_to_contain_text("You are out.")
    await look.shows(await table.draw_and_place(2))
    assert table.turn == 1
    await expect(look.voice).to_contain_text("You are out. Waiting for Bo to draw or lift.")
    for _ in range(4):
        await look.shows(await table.draw_and_place(2))
    await expect(look.prompt(re.compile(r"^You are out\."))).to_be_visible()
    await expect(look.bar).not_to_contain_text("The cylinder was empty")


async def test_before_a_cylinder_is_lifted_its_button_says_what_no_pair_costs(ann: Guest, tables: Tables) -> None:
    _, look = await asked_look(ann, tables)
    await look.button("Cylinder 4, lift").click()
    lift = look.button("Lift cylinder 4")
    await expect(lift).to_have_attribute("data-stake", "no pair: Bo draws")
    await expect(lift).to_have_accessible_description("no pair: Bo draws")
    for told in (look.bar, look.voice):
        await expect(told).to_contain_text("If it is empty, you are out.")


# --- Shown for a moment only --------------------------------------------------------------------------------

# Everything that an extension or a curious player can read in a page: its elements with all attributes.
WHOLE_PAGE = """() => {
    const page = document.documentElement.cloneNode(true);
    const comments = document.createNodeIterator(page, NodeFilter.SHOW_COMMENT);
    for (let comment; (comment = comments.nextNode()); ) comment.remove();
    // Of parts that come later: how long a page has been open, not what it has seen.
    for (const link of page.querySelectorAll("link[href*='sheets/parts'], link[href*='/later']")) link.remove();
    return page.outerHTML;
}"""
PLACED_S, LIFTED_S, RING_S = 4, 6, 2


async def all_of(look: Look) -> list[str]:
    """The page's contents: its elements, and what a screen reader finds."""
    whole: str = await look.page.evaluate(WHOLE_PAGE)
    return [*re.split(r"(?=<)", whole), *(await look.page.locator("body").aria_snapshot()).splitlines()]


async def assert_nothing_is_left(look: Look) -> None:
    """Once no ring is left, the page equals, to the last attribute, that of somebody who has just come."""
    await pass_time(look, RING_S)
    remembering = await all_of(look)
    await look.reload()
    await pass_time(look, LIFTED_S)
    assert remembering == await all_of(look)


async def objects_that_show(look: Look) -> list[Any]:
    """The objects with a field `shows` that the page's scripts still hold, after a garbage collection."""
    devtools = await look.page.context.new_cdp_session(look.page)
    prototype = await devtools.send("Runtime.evaluate", {"expression": "Object.prototype"})
    objects = await devtools.send("Runtime.queryObjects", {"prototypeObjectId": prototype["result"]["objectId"]})
    those = {"functionDeclaration": "function () { return this.filter((one) => Object.hasOwn(one, 'shows')); }"}
    asked = {"objectId": objects["objects"]["objectId"], "returnByValue": True, **those}
    found = await devtools.send("Runtime.callFunctionOn", asked)
    await devtools.detach()  # which releases them
    return list(found["result"]["value"])


# --- A piece that is placed ---


async def test_of_a_placed_piece_nothing_is_left_after_four_seconds(ida: Guest, olga: Guest, tables: Tables) -> None:
    """Neither for who has placed it nor for others."""
    table = await tables.play(ida, "Bo", asked=0)
    looks = await frozen_look(ida, table.room), await frozen_look(olga, table.room)
    await table.play(do="draw")
    piece = table.in_hand
    seq = await table.play(do="place", cylinder=1)
    for look in looks:
        line = (await open_tab(look, "Log")).get_by_text(f"put a piece in cylinder 2: {piece}.")
        await look.shows(seq)
        await expect(line).to_be_visible()
        await expect(look.cylinder(2)).to_contain_text(re.compile(piece, re.IGNORECASE))
        assert await objects_that_show(look) != []
        await pass_time(look, PLACED_S - 0.1)
        await expect(line).to_be_visible()
        await pass_time(look, 0.2)
        await expect(line).to_have_count(0)
        assert await objects_that_show(look) == []
        await assert_nothing_is_left(look)


# --- A cylinder that is lifted ---


async def about_to_lift(ida: Guest, tables: Tables) -> tuple[Seated, Look]:
    """Ida has confirmed lifting cylinder 1, which holds at least two pieces."""
    table = await tables.play(ida, "Bo")
    for _ in range(2):
        await table.draw_and_place(0)
    await table.pass_to(0)
    look = await frozen_look(ida, table.room)
    await look.button("Cylinder 1, lift").click()
    await pass_time(look, 1)
    await look.button("Lift cylinder 1").click()
    await table.catch_up(table.frame["seq"])
    await look.shows(table.frame["seq"])
    return table, look


async def test_what_stood_in_a_lifted_cylinder_is_shown_for_six_seconds(ida: Guest, tables: Tables) -> None:
    _, look = await about_to_lift(ida, tables)
    await expect(look.cylinder(1)).to_contain_text(re.compile("piece|Joker"))
    await pass_time(look, LIFTED_S - 0.1)
    await expect((await open_tab(look, "Log")).get_by_text("Ida lifted cylinder 1:")).to_be_visible()
    await pass_time(look, 0.2)
    await expect(look.page.get_by_text("Ida lifted cylinder 1")).to_have_count(0)


async def test_continue_ends_it_for_the_one_who_lifted(ida: Guest, tables: Tables) -> None:
    _, look = await about_to_lift(ida, tables)
    await pass_time(look, 1)
    await look.button("Continue").click()
    await expect(look.page.get_by_text("Ida lifted cylinder 1")).to_have_count(0)
    await look.page.evaluate("() => document.activeElement.blur()")
    await assert_nothing_is_left(look)


# --- What is never shown ---


async def test_a_full_cylinder_looks_like_an_empty_one(ida: Guest, olga: Guest, tables: Tables) -> None:
    """That it is full is told and forgotten."""
    table = await tables.play(ida, "Bo", capacity=4, asked=0)
    looks = await frozen_look(ida, table.room), await frozen_look(olga, table.room)
    before = [await look.middle.inner_html() for look in looks]
    for _ in range(4):
        await table.draw_and_place(1)
    for look in looks:
        await look.shows(table.frame["seq"])
        await pass_time(look, LIFTED_S)
    assert [await look.middle.inner_html() for look in looks] == before
    await table.play(do="draw")
    seq = await table.play(do="place", cylinder=1)
    for look in looks:
        await look.shows(seq)
        await expect((await open_tab(look, "Log")).get_by_text("Cylinder 2 was full.")).to_be_visible()
        await pass_time(look, PLACED_S + 0.1)
        await expect(look.page.get_by_text("full", exact=False)).to_have_count(0)
        await assert_nothing_is_left(look)
