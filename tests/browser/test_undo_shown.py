"""Taking a move back: where it can be done it is offered, where others have to agree they are asked, and where it
cannot be done the reason is said."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.guests import Guest
from tests.browser.hosts import open_tab
from tests.browser.keyboard import Keyboard
from tests.browser.tables import Seated, Tables

NOTHING = "You can’t take back a move"


async def chosen(tables: Tables, host: Guest, other: Guest, by: int = 1) -> Seated:
    """A table of Desfases at which so many have just chosen their suits; the host was the first."""
    while True:
        table = await tables.play(host, other, game="desfases")
        if table.turn == 0:
            break
    for _ in range(by):
        await table.play(**table.lines[table.turn].frame["choices"][0]["move"])
    return table


async def test_a_move_after_which_nobody_moved_is_taken_back_at_once_by_who_made_it(
    ann: Guest, ben: Guest, eve: Guest, tables: Tables
) -> None:
    table = await chosen(tables, ann, ben)
    look, other, onlooker = [await guest.look_at(table.room) for guest in (ann, ben, eve)]
    await other.is_asked()
    await expect(onlooker.seat("Ann")).to_be_visible()
    for each in (other, onlooker):
        await expect(each.button("Take back")).to_have_count(0)
    await look.button("Take back").click()
    await look.is_asked()
    await expect(other.voice).to_contain_text("Ann took a move back.")
    await expect(look.button("Take back")).to_have_count(0)


async def test_who_has_moved_since_is_asked_and_may_agree(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await chosen(tables, ann, ben, by=2)
    look, other = await ann.look_at(table.room), await ben.look_at(table.room)
    await look.button("Ask to take back").click()
    await expect(look.bar.get_by_text("You asked to take your move back. Waiting for Ben.")).to_be_visible()
    await expect(other.bar.get_by_text("Ann would like to take a move back.")).to_be_visible()
    await expect(other.voice).to_contain_text("Ann would like to take a move back.")
    await other.button("Agree").tap()
    await look.is_asked()
    await expect(other.button("Agree")).to_have_count(0)


async def test_who_is_asked_may_rather_go_on_with_keys_alone(ben: Guest, ann: Guest, tables: Tables) -> None:
    table = await chosen(tables, ben, ann, by=2)
    look, other = await ben.look_at(table.room), await ann.look_at(table.room)
    await look.button("Ask to take back").tap()
    await expect(other.button("No, keep playing")).to_be_visible()
    await Keyboard(other).go_to("No, keep playing")
    await other.page.keyboard.press("Enter")
    await expect(look.voice).to_contain_text("Ann wanted to keep playing.")
    await expect(look.button("Ask to take back")).to_be_visible()


async def test_why_nothing_can_be_taken_back_is_said_beside_the_button(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    panel = await open_tab(look, "People")
    button = panel.get_by_role("button", name="Take my last move back")
    await expect(button).to_be_disabled()
    await expect(button).to_have_accessible_description(
        "You can’t take back a move: you haven’t made one, or something has been drawn or revealed since."
    )
    await expect(panel.get_by_text(NOTHING)).to_be_visible()
    await expect(look.bar.get_by_role("button", name="Take back")).to_have_count(0)
