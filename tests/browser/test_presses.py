"""Presses do what was meant: not too early, not twice, and on a phone not by a slip."""

import re

from playwright.async_api import expect

from tests.browser.guests import LAPTOP, PHONE, Guest, frozen_look, pass_time
from tests.browser.hosts import SETTLED, open_tab
from tests.browser.tables import Tables
from tests.browser.walks import GOES_OUT, may_go_out, reach
from tests.browser.wires import wired_look

SETTLES_S = 0.3
NOTE_WHERE_IS_PRESSED = """() => {
    addEventListener("click", ({ clientX, clientY }) => { globalThis.pressed = [clientX, clientY]; }, { once: true });
}"""
ENDING_HAS_COME = """() => Promise.all([import("#room/ending.js"), import("#games/tcnccc/hindsight.js")])"""
IS_PRIMARY_THERE = "() => document.elementFromPoint(...pressed)?.closest('.primary') != null"


async def test_the_buttons_of_a_new_question_do_not_listen_at_first_and_do_nothing(ida: Guest, tables: Tables) -> None:
    table = await tables.play(ida, "Bo", asked=1)
    look = await frozen_look(ida, table.room)
    await table.pass_to(0)
    await look.is_asked()
    await look.button("Cylinder 1, lift").click()
    await expect(look.button("Lift cylinder 1")).to_be_disabled()
    await look.button("Lift cylinder 1").click(force=True)
    await pass_time(look, SETTLES_S)
    await expect(look.button("Lift cylinder 1")).to_be_enabled()
    assert await look.seq() == table.frame["seq"]


async def test_a_press_that_began_before_a_question_does_not_answer_it(ida: Guest, tables: Tables) -> None:
    """Ida draws in another tab while her finger is on a cylinder."""
    table = await tables.play(ida, "Bo", asked=1)
    look = await frozen_look(ida, table.room)
    await table.pass_to(0)
    await look.is_asked()
    await look.page.evaluate(ENDING_HAS_COME)  # which notes when presses begin
    await pass_time(look, 1)
    await look.button("Cylinder 1, lift").hover()
    await look.page.mouse.down()
    await look.shows(await table.play(do="draw"))
    await pass_time(look, 1)
    await look.page.mouse.up()
    await table.say(0, "Not yet")
    await open_tab(look, "Chat")
    await expect(look.rail.get_by_text("Not yet")).to_be_visible()
    await expect(look.prompt("You drew:")).to_be_visible()
    await look.button("Cylinder 1, place the piece").click()
    await expect(look.prompt("Waiting for Bo")).to_be_visible()


async def test_a_key_that_is_held_down_and_a_double_click_answer_once(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=0)
    wire, look = await wired_look(ann, table.room)
    lift = look.button("Cylinder 1, lift")
    await lift.focus()
    for _ in range(4):
        await look.page.keyboard.down("Enter")
    await look.page.keyboard.up("Enter")
    await expect(lift).to_have_attribute("aria-pressed", "true")
    assert await look.seq() == table.frame["seq"]
    await look.button("Bag, draw a piece").dblclick()
    await expect(look.prompt("You drew:")).to_be_visible()
    assert [message["type"] for message in wire.sent].count("play") == 1


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


async def test_who_is_not_asked_can_press_nothing_and_is_not_told_why(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=1)
    for guest in (ann, eve):
        look = await guest.look_at(table.room)
        assert [offer for offer in await look.offers() if "Cylinder" in offer or "Bag" in offer] == []
        await expect(look.page.locator(".barred")).to_have_count(0)


# --- What asks for confirmation -----------------------------------------------------------------------------


async def test_without_a_line_nothing_is_confirmed_and_the_question_stays(ann: Guest, tables: Tables) -> None:
    wire, look = await wired_look(ann, (await tables.play(ann, "Bo")).room)
    end = (await open_tab(look, "People")).get_by_role("button", name="End this game")
    await end.click()
    await wire.break_down()
    await expect(look.html).to_have_attribute("data-conn", "lost")
    await look.page.evaluate(SETTLED)
    await expect(end).to_be_disabled()
    await end.click(force=True)
    await expect(look.page.get_by_text("as soon as all players agree")).to_be_visible()


# --- Every move confirmed -----------------------------------------------------------------------------------


async def test_with_a_finger_also_a_button_of_the_prompt_takes_two_presses(finger: Guest, tables: Tables) -> None:
    look = await finger.look_at((await reach(tables, "color_gin", "upcard", finger)).room)
    seq = await look.seq()
    await look.page.evaluate(NOTE_WHERE_IS_PRESSED)
    await look.button("Pass").tap()
    await expect(look.button("Cancel")).to_be_visible()
    assert await look.seq() == seq
    assert not await look.page.evaluate(IS_PRIMARY_THERE)
    await look.button("Pass").tap()
    await look.moved_on(seq)


async def test_with_a_finger_what_was_put_together_takes_one_more(finger: Guest, ben: Guest, tables: Tables) -> None:
    table = await tables.play(finger, ben, "Dee", game="sin_color")
    first, second = await finger.look_at(table.room), await ben.look_at(table.room)
    words = re.compile(r"^Show my coins: \d suit up, 0 value up")
    await first.button(words).tap()
    await expect(first.button("Cancel")).to_be_visible()
    await first.button(words).tap()
    await second.page.get_by_role("button", name=re.compile("^Coin 2, .+: value up")).tap()
    await second.button(re.compile("1 value up$")).tap()
    for look in (first, second):
        await expect(look.prompt(re.compile("to arrange their coins"))).to_be_visible()


async def test_the_button_that_confirms_is_not_where_another_was_pressed(finger: Guest, tables: Tables) -> None:
    """Going out: the card is picked, one of the ways out is pressed, and then the confirming button appears. A finger
    that slides down does not load the page again."""
    look = await finger.look_at((await reach(tables, "color_gin", "shedding", finger, such=may_go_out)).room)
    await expect(look.html).to_have_css("overscroll-behavior-y", "contain")
    for screen in (PHONE, LAPTOP):
        await look.page.set_viewport_size(screen["viewport"])
        await look.reload()
        await look.button(re.compile(", then you may")).first.click()
        await look.page.evaluate(NOTE_WHERE_IS_PRESSED)  # the page may have been scrolled for it
        await look.page.get_by_role("button", name=GOES_OUT).first.click()
        await expect(look.button(re.compile("^Discard the .+ and "))).to_be_visible()
        assert not await look.page.evaluate(IS_PRIMARY_THERE)


async def test_when_its_words_change_the_prompt_does_not_listen_at_first(ida: Guest, tables: Tables) -> None:
    """Also without a new question: the last seat is taken while the host is about to press."""
    table = await tables.gather(ida, seats=2)
    look = await frozen_look(ida, table.room)
    await pass_time(look, 1)
    table.lines.append(await tables.sit(table.room, 1, "Bo", ida.base_url))
    await expect(look.prompt("Everyone is here.")).to_be_visible()
    await expect(look.button("Start")).to_be_disabled()
    assert "off" not in str(await look.button("Start").get_attribute("class"))
    await pass_time(look, SETTLES_S)
    await expect(look.button("Start")).to_be_enabled()


async def test_a_request_that_comes_under_a_finger_does_not_listen_at_first(ida: Guest, tables: Tables) -> None:
    """It pushes the intended button aside."""
    table = await tables.play(ida, "Bo")
    look = await frozen_look(ida, table.room)
    await pass_time(look, 1)
    await table.lines[1].send(type="propose", matter="end")
    await look.button("Agree").click(force=True)
    await table.say(0, "Wait!")
    await open_tab(look, "Chat")
    await expect(look.rail.get_by_text("Wait!")).to_be_visible()
    await expect(look.main).to_have_attribute("data-state", "playing")
    await pass_time(look, 1)
    await look.button("Agree").click()
    await expect(look.main).to_have_attribute("data-state", "over")


# --- What cannot be chosen ----------------------------------------------------------------------------------


async def test_what_cannot_be_pressed_says_why_and_says_it_aloud(ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=0)
    await table.play(do="draw")
    look = await ann.look_at(table.room)
    await look.page.locator(".tc-bag-place .barred").click()
    words = f"Not now. You drew: {table.in_hand}. Put it in a cylinder."
    await expect(look.bar).to_contain_text(words)
    await expect(look.voice).to_contain_text(words)
    await look.page.keyboard.press("Escape")
    await expect(look.bar.get_by_text("Not now.")).to_have_count(0)
