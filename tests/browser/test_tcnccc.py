"""TCNCCC is about remembering: what is seen of a piece is what happened to it."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import ViewportSize, expect

from tests.browser.guests import Guest
from tests.browser.look import YOUR_TURN
from tests.browser.tables import Tables

LOOKS = """(pieces) => pieces.map((piece) => {
    const { fillOpacity, stroke } = getComputedStyle(piece);
    return [fillOpacity, stroke];
})"""


async def test_the_piece_to_remember_is_as_solid_on_ones_own_turn_as_on_any_other(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await look.shows(await table.draw_and_place(2))
    await expect(look.button("Cylinder 3, lift")).to_be_visible()
    pieces = look.cylinder(3).locator(".piece")
    assert await pieces.evaluate_all(LOOKS) == [["1", "none"]]


OUT_OF_THE_FELT = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const { left, right, bottom } = document.querySelector("[data-k=tray]").getBoundingClientRect();
    return Math.max(felt.left - left, right - felt.right, bottom - felt.bottom);
}"""


@pytest.mark.parametrize("cylinder", [0, 3])
async def test_what_a_cylinder_held_lies_on_the_felt(finger: Guest, tables: Tables, cylinder: int) -> None:
    table = await tables.play(finger, "Bo")
    for _ in range(5):
        await table.draw_and_place(cylinder)
    look = await finger.look_at(table.room)
    await look.shows(await table.play(do="lift", cylinder=cylinder))
    await expect(look.page.locator("[data-k=tray] .piece")).to_have_count(5)
    for width, height in ((390, 844), (360, 640), (320, 568), (844, 390), (1440, 900)):
        await look.page.set_viewport_size(ViewportSize(width=width, height=height))
        assert await look.page.evaluate(OUT_OF_THE_FELT) <= -8, (width, height)


async def test_who_has_lifted_no_pair_is_told_in_the_bar_what_came_of_it(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    await table.draw_and_place(1)
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    before = await look.bar.inner_text()
    await look.shows(await table.play(do="lift", cylinder=1))
    assert "No pair" not in before
    taken = [
        f"{name} took {held[0]}" for name, held in zip(["Bo", "Dee"], table.frame["view"]["held"][1:], strict=True)
    ]
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


async def test_who_is_out_is_told_so_for_the_rest_of_the_game(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await look.shows(await table.play(do="lift", cylinder=1))
    await expect(look.prompt(re.compile(r"^You are out\."))).to_be_visible()
    await expect(look.bar).to_contain_text("The cylinder was empty: you are out.")
    for _ in range(6):
        await look.shows(await table.draw_and_place(2))
    await expect(look.prompt(re.compile(r"^You are out\."))).to_be_visible()
    await expect(look.bar).not_to_contain_text("The cylinder was empty")


async def test_who_is_out_hears_it_each_time_the_turn_goes_past_them(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", "Dee")
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await look.shows(await table.play(do="lift", cylinder=1))
    await look.shows(await table.draw_and_place(2))
    await expect(look.voice).not_to_contain_text("You are out.")
    await look.shows(await table.draw_and_place(2))
    assert table.turn == 1
    await expect(look.voice).to_contain_text("You are out. Waiting for Bo to draw or lift.")


async def test_before_a_cylinder_is_lifted_its_button_says_what_no_pair_costs(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    await look.button("Cylinder 4, lift").click()
    lift = look.button("Lift cylinder 4")
    await expect(lift).to_have_attribute("data-stake", "no pair: the others draw")
    await expect(lift).to_have_accessible_description("no pair: the others draw")
    await expect(look.bar).to_contain_text("If it is empty, you are out.")
