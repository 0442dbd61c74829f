"""What is pressed is what was meant: not too early, not twice, and on a telephone not by a slip."""

import json

from playwright.async_api import WebSocket, expect

from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.stillness import frozen_look, pass_time
from tests.browser.tables import Tables

SETTLES_S = 0.3


async def test_the_buttons_of_a_new_question_do_not_listen_at_first(ida: Guest, tables: Tables) -> None:
    table = await tables.play(ida, "Bo")
    await table.pass_to(1)
    look = await frozen_look(ida, table.room)
    await table.pass_to(0)
    await look.is_asked()
    await look.button("Cylinder 1, lift").click()
    await expect(look.button("Lift cylinder 1")).to_be_disabled()
    await pass_time(look, SETTLES_S)
    await expect(look.button("Lift cylinder 1")).to_be_enabled()


async def test_a_button_that_does_not_listen_yet_does_nothing(ida: Guest, tables: Tables) -> None:
    table = await tables.play(ida, "Bo")
    await table.pass_to(1)
    look = await frozen_look(ida, table.room)
    await table.pass_to(0)
    await look.button("Cylinder 1, lift").click()
    await look.button("Lift cylinder 1").click(force=True)
    await pass_time(look, SETTLES_S)
    await expect(look.button("Lift cylinder 1")).to_be_enabled()
    assert await look.seq() == table.frame["seq"]


async def test_pressing_twice_draws_once(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    sent: list[str] = []
    page = await ann.context.new_page()
    page.on("websocket", lambda socket: note_plays(socket, sent))
    await page.goto(f"{ann.base_url}/t/{table.room}")
    look = Look(page)
    await look.is_ready()
    await look.button("Bag, draw a piece").dblclick()
    await expect(look.prompt("You drew:")).to_be_visible()
    assert len(sent) == 1


def note_plays(socket: WebSocket, sent: list[str]) -> None:
    socket.on("framesent", lambda payload: sent.append(payload) if json.loads(payload)["type"] == "play" else None)


async def test_on_a_telephone_every_answer_takes_two_presses(ben: Guest, tables: Tables) -> None:
    table = await tables.play(ben, "Bo")
    await table.pass_to(0)
    look = await ben.look_at(table.room)
    await look.button("Bag, draw a piece").tap()
    await expect(look.button("Draw a piece")).to_be_visible()
    assert await look.seq() == table.frame["seq"]
    await look.button("Draw a piece").tap()
    await look.shows(await table.catch_up(table.frame["seq"]))


async def test_a_piece_is_given_back_with_a_second_press_that_names_it(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    colour = await table.come_to_pay()
    look = await ann.look_at(table.room)
    await look.button(f"{colour.capitalize()} piece, put back").click()
    await expect(look.button(f"Put back: {colour}")).to_be_visible()
    assert await look.seq() == table.frame["seq"]
    await look.button(f"Put back: {colour}").click()
    await look.shows(await table.catch_up(table.frame["seq"]))
    await expect(look.seat("Ann").get_by_text(f"No {colour} piece")).to_be_attached()


async def test_a_cylinder_can_be_lifted_by_nobody_who_is_not_asked(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(1)
    for guest in (ann, eve):
        look = await guest.look_at(table.room)
        assert [offer for offer in await look.offers() if "Cylinder" in offer or "Bag" in offer] == []
