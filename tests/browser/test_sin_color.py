"""Sin Color in the browser: what is chosen, turned over, paid and ordered, and what a page may not know."""

import asyncio
import json
import re
from random import Random

from playwright.async_api import Locator, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.keyboard import Keyboard
from tests.browser.look import Look
from tests.browser.tables import Tables
from tests.browser.traders import kind_of, play_until, sit_down, some_answer

# --- Choosing a set ---


async def test_arranging_turns_coins_and_one_button_says_what_comes_of_it(ann: Guest, tables: Tables) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    look = await ann.look_at(table.room)
    await coin(look, 2).click()
    await coin(look, 5).click()
    await coin(look, 2).click()
    await expect(coin(look, 5)).to_have_attribute("aria-pressed", "true")
    show = look.button("Show my coins: 7 suit up, 1 value up")
    await expect(show).to_have_accessible_description("later you may turn any of them")
    await show.click()
    await expect(look.prompt(re.compile("to arrange their coins"))).to_be_visible()
    await table.catch_up(0)
    assert table.frame["view"]["value_up"] == [4]


async def test_arrows_go_along_the_coins_tab_to_what_turns_them_and_an_empty_offer_cannot_be_made(
    ann: Guest, tables: Tables
) -> None:
    look = await somebody_offers(ann, tables)
    keyboard = Keyboard(look)
    await coin(look, 1).focus()
    await keyboard.press("ArrowRight")
    assert re.match(r'button "Coin 2: ', await look.focused())
    await keyboard.press("Tab")
    assert re.match(r'button "Turn over coin \d"', await look.focused())
    await expect(look.button("Choose at least 1 coin")).to_have_attribute("aria-disabled", "true")
    await coin(look, 1).click()
    await expect(look.button(re.compile("^Offer .*1 coin$"))).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Choose at least 1 coin")).to_be_visible()


async def somebody_offers(guest: Guest, tables: Tables) -> Look:
    """The guest is asked for an offer."""
    table = await sit_down(tables, guest, "Bo", "Dee")
    await play_until(table, "offer")
    return await guest.look_at(table.room)


def coin(look: Look, number: int) -> Locator:
    """The guest's own coin of this number, as a button."""
    return look.page.get_by_role("button", name=re.compile(rf"^Coin {number}[:,] "))


# --- Turning over ---


async def test_a_coin_is_turned_over_while_others_are_asked(ann: Guest, tables: Tables) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    await play_until(table, "offer")
    await table.lines[0].play({"do": "offer", "coins": [1]})
    look = await ann.look_at(table.room)
    first = look.page.get_by_role("region", name="Your place").get_by_role("listitem").first
    up, down = re.findall(r"(\w+) up, (\w+) down", await first.inner_text())[0]
    await look.button("Turn over coin 1").click()
    await expect(first).to_contain_text(f"{down} up, {up} down")
    await expect(look.button("Turn over coin 2")).to_have_count(0)  # it is under offer


async def test_with_a_finger_it_takes_a_second_press(guests: Guests, tables: Tables) -> None:
    finger = await guests.get("Finn", **PHONE)
    look = await somebody_offers(finger, tables)
    await coin(look, 2).tap()
    await look.button("Turn over coin 1").tap()
    await look.button("Cancel").tap()
    await expect(coin(look, 2)).to_have_attribute("aria-pressed", "true")


async def test_the_side_that_was_turned_down_is_gone_from_the_row(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    await play_until(table, "offer")
    look = await eve.look_at(table.room)
    row = table.frame["view"]["rows"][0]
    place = next(place for place, shown in enumerate(row) if isinstance(shown, str))
    lies = look.seat("Ann").get_by_role("listitem").nth(place)
    await expect(lies).to_contain_text(row[place])
    before = table.frame["seq"]
    await table.lines[0].play({"do": "turn_over", "coin": place})
    await look.shows(await table.catch_up(before))
    assert row[place] not in await lies.inner_html()


# --- The turn ---


async def test_the_table_tells_what_a_die_brings_about_and_marks_what_is_asked(guests: Guests, tables: Tables) -> None:
    finger = await guests.get("Finn", **PHONE)
    table = await sit_down(tables, finger, "Bo", "Dee")
    await play_until(table, "sink")
    look = await finger.look_at(table.room)
    effects = look.page.get_by_role("list", name="What the die does").get_by_role("listitem")
    assert [" ".join(each.split()) for each in await effects.all_inner_texts()] == [
        "null: nothing",
        "ace: pay a coin",
        "2, 4: top tile to the bottom",
        "3, 5: bottom tile to the top",
    ]
    await expect(effects.nth(2)).to_have_attribute("aria-current", "true")
    steps = look.page.get_by_role("list", name="Steps of this turn")
    await expect(steps.locator("[aria-current]")).to_have_text(re.compile(r"^\s*[24]\s*$"))
    await expect(steps.get_by_role("listitem").first).to_contain_text("Trade")
    await expect(steps.get_by_role("listitem").last).to_contain_text("Pay")


STAND_OUT = """(answers) => answers.flatMap((answer) => {
    const { left, right } = answer.getBoundingClientRect();
    return Array.from(answer.querySelectorAll(".sc-by, .die"), (part) => part.getBoundingClientRect())
        .filter((part) => part.left < left || part.right > right || part.height > 34);
}).length"""
"""How many dice and names of orders reach over the edge of their button, or are broken into two lines."""


async def test_on_a_phone_four_orders_of_dice_have_room_for_a_name(guests: Guests, tables: Tables) -> None:
    finger, chance = await guests.get("Finn", **PHONE), Random(1)
    table = await sit_down(tables, finger, "Antonio", "Antonia")
    while kind_of(table.frame) != "order" or len(table.frame["choices"]) < 4:
        if table.frame["outcome"]:
            table = await sit_down(tables, finger, "Antonio", "Antonia")
        await table.play(**some_answer(table.lines[table.turn].frame, chance))
    look = await finger.look_at(table.room)
    orders = look.bar.locator(".answer:has(.sc-order)")
    await expect(orders).to_have_count(4)
    assert await orders.evaluate_all(STAND_OUT) == 0


# --- Paying ---


async def test_a_coin_that_matches_and_its_tile_are_marked_for_its_owner_alone(
    ann: Guest, eve: Guest, tables: Tables
) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    await play_until(table, "pay")
    anns, eves = await asyncio.gather(ann.look_at(table.room), eve.look_at(table.room))
    moves = [choice["move"] for choice in table.frame["choices"]]
    await expect(anns.page.get_by_role("button", name=re.compile("pay it$"))).to_have_count(len(moves))
    await expect(anns.page.locator(".sc-stack.sc-matches")).to_have_count(len(moves))
    await expect(eves.page.locator(".sc-stack.sc-matches")).to_have_count(0)
    await coin(anns, moves[0]["coin"] + 1).click()
    await expect(anns.button(re.compile("^Pay the "))).to_be_visible()
    await anns.page.keyboard.press("Escape")
    payable = {move.get("coin") for move in moves}
    faces = table.frame["view"]["coins"][0]
    place = next(place for place in range(len(faces)) if place not in payable)
    suit, value = faces[place]
    name = f"{('null', 'ace')[value] if value < 2 else value} of {suit}"
    await anns.page.locator(f"[data-k='coin-0-{place}'] .sc-upper .barred").click()
    await expect(anns.bar).to_contain_text(f"No stack shows the {name} on top.")


# --- An order of one's own ---


async def shown_order(look: Look) -> list[int]:
    """The places of the reader's own coins, from left to right."""
    keys = await look.page.locator(".sc-own-coin").evaluate_all("coins => coins.map(({ dataset }) => dataset.k)")
    return [int(key.rpartition("-")[2]) for key in keys]


async def test_own_coins_lie_in_an_order_of_ones_own_and_stay_so(ann: Guest, tables: Tables) -> None:
    table = await sit_down(tables, ann, "Bo", "Dee")
    await play_until(table, "opens a trade")
    look = await ann.look_at(table.room)
    await look.button("Order").click()
    before = await shown_order(look)
    await look.page.get_by_role("button", name=re.compile("^Coin 1: .+: move it$")).click()
    await look.page.get_by_role("button", name=re.compile("^Coin 3: .+: put it here$")).click()
    wanted = [before[1], before[2], before[0], *before[3:]]
    assert await shown_order(look) == wanted
    await look.button("Done").click()
    await coin(look, 2).click()
    await expect(coin(look, 2)).to_have_attribute("aria-pressed", "true")
    await look.reload()
    assert await shown_order(look) == wanted
    before_seq = table.frame["seq"]
    await table.lines[0].play({"do": "turn_over", "coin": 0})
    await look.shows(await table.catch_up(before_seq))
    assert await shown_order(look) == wanted


async def test_shift_and_an_arrow_move_a_coin(ann: Guest, tables: Tables) -> None:
    look = await somebody_offers(ann, tables)
    before = await shown_order(look)
    await coin(look, before[0] + 1).focus()
    await look.page.keyboard.press("Shift+ArrowRight")
    assert (await shown_order(look))[:2] == [before[1], before[0]]
    assert re.match(rf'button "Coin {before[0] + 1}: ', await look.focused())


# --- What nobody may see ---


async def test_a_page_knows_nothing_of_what_lies_under_the_tops(ann: Guest, eve: Guest, tables: Tables) -> None:
    """Neither how many tiles are still in colour, nor what they are."""
    table = await sit_down(tables, ann, "Bo", "Dee")
    heard: list[str] = []
    page = await eve.context.new_page()
    page.on("websocket", lambda socket: socket.on("framereceived", lambda payload: heard.append(str(payload))))
    await page.goto(f"{eve.base_url}/t/{table.room}")
    await expect(page.locator(".sc-stack")).to_have_count(6)
    frame = json.loads(next(said for said in heard if '"frame"' in said))
    assert frame["view"]["stacks"] is None
    assert await page.locator(".sc-stack").first.locator(".tile").count() == 1
