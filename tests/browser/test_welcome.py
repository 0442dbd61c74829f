"""A friend opens the link: what the game is comes first, to sit down is one press, and a film shows how it goes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.look import Look
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables

LIVELY: dict[str, Any] = {**PHONE, "reduced_motion": "no-preference"}
A_WHILE_MS = 3_000
HEADINGS = "() => [...document.querySelectorAll('.invitation h2')].map(({ textContent }) => textContent)"
STICKS_OUT = """() => {
    const whole = document.querySelector(".film .stage").getBoundingClientRect();
    const scene = document.querySelector(".film .scene").getBoundingClientRect();
    const words = document.querySelector(".film .words");
    const sizes = [scene.height, whole.height, scene.width, whole.width, words.scrollHeight, words.clientHeight];
    return sizes.some((size, nth) => nth % 2 === 0 && size > sizes[nth + 1] + 1) && sizes.map(Math.round).join(" ");
}"""


async def test_a_friend_is_told_what_the_game_is_and_the_host_whom_to_invite(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, seats=3)
    friend, host = await (await guests.stranger(**PHONE)).look_at(table.room), await ann.look_at(table.room)
    assert await friend.page.evaluate(HEADINGS) == ["Ann invites you to TCNCCC", "Seats", "Invite your friends"]
    assert await host.page.evaluate(HEADINGS) == ["Invite your friends", "Seats"]
    box = friend.page.get_by_role("region", name="Ann invites you to TCNCCC")
    for words in ("Hide pieces under four lids", "2 to 6 players", "20 minutes", "ages 7 and up"):
        await expect(box).to_contain_text(words)
    await expect(friend.button("Sit down")).to_be_in_viewport(ratio=1)
    await assert_nothing_to_complain_of(friend.page)


async def test_the_film_goes_on_by_itself_until_it_is_stopped(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=3)
    friend = await guests.stranger(**LIVELY)
    await friend.context.clock.install()
    look = await friend.look_at(table.room)
    words = look.page.locator(".film .words")
    await expect(words).to_have_text("All four lids are closed; no one sees what is below them.")
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You draw a green piece.")
    await look.button("Pause").tap()
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You draw a green piece.")
    await look.button("Play").tap()
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("You choose cylinder 2: its lid comes off.")


async def test_who_wants_no_motion_goes_on_by_hand_from_still_to_still(
    guests: Guests, ann: Guest, tables: Tables
) -> None:
    table = await tables.gather(ann, seats=3)
    friend = await guests.stranger(**PHONE)
    await friend.context.clock.install()
    look = await friend.look_at(table.room)
    words = look.page.locator(".film .words")
    await expect(words).to_have_text("All four lids are closed; no one sees what is below them.")
    await look.page.clock.run_for(A_WHILE_MS)
    await expect(words).to_have_text("All four lids are closed; no one sees what is below them.")
    await expect(look.button("Pause")).to_have_count(0)
    await look.button("One step forward").tap()
    await expect(words).to_have_text("You draw a green piece.")


@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_and_sentence_fits_the_screen(guests: Guests, ann: Guest, tables: Tables, game: str) -> None:
    table = await tables.gather(ann, game=game, seats=GAMES[game].seats[0])
    friend = await guests.stranger(**LIVELY)
    await friend.context.clock.install()
    look = await friend.look_at(table.room)
    words = look.page.locator(".film .words")
    await expect(words).not_to_be_empty()
    first, wrong = await words.inner_text(), list[str]()
    for _ in range(40):
        if sizes := await look.page.evaluate(STICKS_OUT):
            wrong.append(f"{sizes}: {await words.inner_text()}")
        await look.page.clock.run_for(A_WHILE_MS)
        if await words.inner_text() == first:
            break
    assert wrong == []


async def test_without_the_film_a_friend_sits_down_all_the_same(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.gather(ann, seats=3)
    friend = await guests.stranger(**LAPTOP)
    friend.forgive("ERR_FAILED")
    await friend.context.route("**/figures.js*", lambda route: route.abort())
    look = Look(await friend.open(f"/t/{table.room}"))
    await look.is_ready()
    await expect(look.page.locator(".film")).to_have_count(0)
    await look.page.get_by_role("textbox", name="Your name").fill("Fay")
    await look.button("Sit down").click()
    await expect(look.page.get_by_role("listitem").filter(has_text="Fay")).to_contain_text("you")
