"""What is pressed is what was meant: not too early, not twice, and on a telephone not by a slip."""

import json
import re

import pytest
from playwright.async_api import Locator, WebSocket, expect

from tests.browser import color_gin_tables
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


# --- Every move confirmed -----------------------------------------------------------------------------------


async def test_with_a_finger_also_a_button_of_the_prompt_takes_two_presses(finger: Guest, tables: Tables) -> None:
    position = await color_gin_tables.reach(tables, "upcard", finger)
    look = await finger.look_at(position.table.room)
    seq = await look.seq()
    place = await middle_of(look.button("Pass"))
    await look.button("Pass").tap()
    await expect(look.button("Cancel")).to_be_visible()
    assert await look.seq() == seq
    assert not await is_primary_at(look, place)
    await look.button("Pass").tap()
    await look.moved_on(seq)


async def test_with_a_finger_a_set_that_is_sent_as_it_lies_takes_two_presses(finger: Guest, tables: Tables) -> None:
    table = await tables.play(finger, "Bo", "Dee", game="sin_color")
    look = await finger.look_at(table.room)
    words = re.compile(r"^Show my coins: \d suit up, 0 value up")
    await look.button(words).tap()
    await expect(look.button("Cancel")).to_be_visible()
    await look.button(words).tap()
    await expect(look.prompt(re.compile("Still arranging"))).to_be_visible()


async def test_what_was_put_together_is_sent_by_one_press_more(finger: Guest, tables: Tables) -> None:
    table = await tables.play(finger, "Bo", "Dee", game="sin_color")
    look = await finger.look_at(table.room)
    await look.page.get_by_role("button", name=re.compile("^Coin 2, .+: value up")).tap()
    await look.button(re.compile("1 value up$")).tap()
    await expect(look.prompt(re.compile("Still arranging"))).to_be_visible()


async def test_without_that_wish_a_harmless_answer_is_sent_at_once(ann: Guest, tables: Tables) -> None:
    position = await color_gin_tables.reach(tables, "upcard", ann)
    look = await ann.look_at(position.table.room)
    seq = await look.seq()
    await look.button("Pass").click()
    await look.moved_on(seq)


async def test_a_key_that_is_held_down_answers_once(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    look = await ann.look_at(table.room)
    lift = look.button("Cylinder 1, lift")
    await lift.focus()
    for _ in range(4):
        await look.page.keyboard.down("Enter")
    await look.page.keyboard.up("Enter")
    await expect(lift).to_have_attribute("aria-pressed", "true")
    assert await look.seq() == table.frame["seq"]


# --- Where the primary button lies --------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["telephone", "laptop"])
async def test_the_button_that_confirms_is_not_where_another_was_pressed(
    finger: Guest, ann: Guest, tables: Tables, screen: str
) -> None:
    """Going out: the card is picked, one of the ways out is pressed, and then the button that confirms it comes."""
    guest = finger if screen == "telephone" else ann
    position = await color_gin_tables.reach(tables, "shedding", guest, such=color_gin_tables.may_go_out)
    look = await guest.look_at(position.table.room)
    await look.page.get_by_role("button", name=re.compile(", then you may")).first.click()
    way = look.page.get_by_role("button", name=re.compile("^(Knock with|Go gin)")).first
    place = await middle_of(way)
    await way.click()
    await expect(look.page.get_by_role("button", name=re.compile("^Discard the .+ and "))).to_be_visible()
    assert not await is_primary_at(look, place)


async def middle_of(button: Locator) -> tuple[float, float]:
    box = await button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def is_primary_at(look: Look, place: tuple[float, float]) -> bool:
    found: bool = await look.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.closest('.primary') != null", list(place)
    )
    return found


async def test_when_the_words_of_the_prompt_change_its_buttons_do_not_listen_at_first(
    ida: Guest, tables: Tables
) -> None:
    """Also where nobody is asked anything new: the last seat is taken while the host is about to press."""
    table = await tables.gather(ida, seats=2)
    look = await frozen_look(ida, table.room)
    await pass_time(look, 1)
    table.lines.append(await tables.sit(table.room, 1, "Bo", ida.base_url))
    await expect(look.prompt("Everybody is here.")).to_be_visible()
    await expect(look.button("Start")).to_be_disabled()
    assert "off" not in str(await look.button("Start").get_attribute("class"))
    await pass_time(look, SETTLES_S)
    await expect(look.button("Start")).to_be_enabled()


# --- What cannot be chosen ----------------------------------------------------------------------------------


async def test_what_cannot_be_pressed_says_why_and_says_it_aloud(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(0)
    await table.play(do="draw")
    look = await ann.look_at(table.room)
    await look.page.locator(".tc-bag-place .barred").click()
    words = f"Not now. You drew: {table.in_hand}. Put it in a cylinder."
    await expect(look.bar).to_contain_text(words)
    await expect(look.voice).to_contain_text(words)
    await look.page.keyboard.press("Escape")
    await expect(look.bar.get_by_text("Not now.")).to_have_count(0)


async def test_who_is_not_asked_is_told_nothing(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await expect(look.prompt("Bo draws or lifts.")).to_be_visible()
    await expect(look.page.locator(".barred")).to_have_count(0)
