"""Sin Color in the browser: choosing, turning over, paying and ordering."""

import re
from typing import Any

from playwright.async_api import Locator, expect

from tests.browser.guests import Guest
from tests.browser.look import Keyboard, Look
from tests.browser.tables import Tables, seen
from tests.browser.walks import reach
from tests.browser.wires import change_messages, changed_look

# --- Choosing a set ---


async def test_arranging_turns_coins_and_one_button_says_what_comes_of_it(ann: Guest, tables: Tables) -> None:
    """An arrangement that was taken back is made again."""
    table, look = await seen(ann, tables.play(ann, "Bo", "Dee", game="sin_color"))
    await coin(look, 2).click()
    await coin(look, 5).click()
    await coin(look, 2).click()
    await expect(coin(look, 5)).to_have_attribute("aria-pressed", "true")
    show = look.button("Show my coins: 7 suit up, 1 value up")
    await expect(show).to_have_accessible_description("later you may turn any of them")
    await show.click()
    await expect(look.prompt(re.compile("to arrange their coins"))).to_be_visible()
    await table.catch_up(0)
    assert table.view["value_up"] == [4]
    await look.button("Take back").click()
    await look.is_asked()
    await look.button(re.compile("^Show my coins: ")).click()
    await look.button("Take back").click()
    await look.is_asked()


async def test_an_answer_is_waited_for_whatever_becomes_of_a_free_move(ann: Guest, tables: Tables) -> None:
    refused = {"type": "refused", "id": "0" * 32, "code": "stale", "text": {"text": "Too late.", "with": {}}}
    is_shown, late = False, ("frame", "ack")
    table = await tables.play(ann, "Bo", "Dee", game="sin_color")
    look = await changed_look(ann, table.room, lambda said: refused if is_shown and said["type"] in late else said)
    show = look.button("Show my coins: 8 suit up, 0 value up")
    is_shown = True
    await show.click()
    await expect(look.bar.get_by_text("Too late.")).to_be_visible()
    await expect(show).to_be_disabled()
    is_shown = False  # Ann comes again


async def test_arrows_go_along_the_coins_and_tab_to_what_turns_them(ann: Guest, tables: Tables) -> None:
    """Shift with an arrow moves a coin."""
    look = await ann.look_at((await reach(tables, "sin_color", "offer", ann)).room)
    keyboard = Keyboard(look)
    await coin(look, 1).focus()
    await keyboard.press("ArrowRight")
    assert re.match(r'button "Coin 2: ', await look.focused())
    await keyboard.press("Tab")
    assert re.match(r'button "Turn over coin \d"', await look.focused())
    await expect(look.button("Choose at least 1 coin")).to_have_attribute("aria-disabled", "true")
    await coin(look, 1).click()
    await expect(look.button(re.compile("^Offer .*1 coin$"))).to_be_visible()
    await keyboard.press("Escape")
    await expect(look.button("Choose at least 1 coin")).to_be_visible()
    before = await shown_order(look)
    await coin(look, before[0] + 1).focus()
    await keyboard.press("Shift+ArrowRight")
    assert (await shown_order(look))[:2] == [before[1], before[0]]
    assert re.match(rf'button "Coin {before[0] + 1}: ', await look.focused())


def coin(look: Look, number: int) -> Locator:
    """The guest's own coin of this number, as a button."""
    return look.button(re.compile(rf"^Coin {number}[:,] "))


# --- Turning over ---


async def test_of_a_coin_turned_over_the_side_turned_down_is_gone(ann: Guest, eve: Guest, tables: Tables) -> None:
    """It can be turned while others are asked."""
    table = await reach(tables, "sin_color", "offer", ann, "Bo", "Dee")
    look, onlooker = await ann.look_at(table.room), await eve.look_at(table.room)
    await coin(look, 2).click()
    await look.button(re.compile("^Offer .*1 coin$")).click()
    row = table.view["rows"][0]
    place = next(place for place, shown in enumerate(row) if isinstance(shown, str) and place != 1)
    own = look.page.get_by_role("region", name="Your place").get_by_role("listitem").nth(place)
    others = onlooker.seat("Ann").get_by_role("listitem").nth(place)
    await expect(others).to_contain_text(row[place])
    await expect(own).to_contain_text(" down")  # before the offer has been acknowledged, it is a button's label
    up, down = re.findall(r"(\w+) up, (\w+) down", await own.inner_text())[0]
    await look.button(f"Turn over coin {place + 1}").click()
    await expect(own).to_contain_text(f"{down} up, {up} down")
    await onlooker.shows(await look.seq())
    assert row[place] not in await others.inner_html()
    await expect(look.button("Turn over coin 2")).to_have_count(0)  # it has been offered


async def test_the_last_turns_of_all_do_not_depend_on_payments(ann: Guest, tables: Tables) -> None:
    stops_anyway = False

    def near_the_end(said: dict[str, Any]) -> dict[str, Any]:
        end = {"turns_left": 5, "stops_anyway": stops_anyway}
        return said | {"view": said["view"] | end} if said["type"] == "frame" else said

    table, page = await reach(tables, "sin_color", "offer", ann), await ann.context.new_page()
    await change_messages(page, near_the_end)
    await page.goto(f"{ann.base_url}/t/{table.room}")
    await expect(page.get_by_text("Turns left before the game ends, unless someone pays: 5")).to_be_visible()
    stops_anyway = True
    await page.reload()
    await expect(page.get_by_text("Turns left before the game ends: 5")).to_be_visible()


async def test_with_a_finger_it_takes_a_second_press(finger: Guest, tables: Tables) -> None:
    look = await finger.look_at((await reach(tables, "sin_color", "offer", finger)).room)
    await coin(look, 2).tap()
    await look.button("Turn over coin 1").tap()
    await look.button("Cancel").tap()
    await expect(coin(look, 2)).to_have_attribute("aria-pressed", "true")


# --- The turn ---


EDGES = """(parts) => parts.map((part) => {
    const { borderTopStyle, outlineStyle } = getComputedStyle(part);
    return borderTopStyle !== "none" || outlineStyle !== "none";
})"""
"""Whether each has an edge where colours are forced, which shows also what is transparent."""


async def test_the_table_tells_what_a_die_brings_about_and_marks_what_is_asked(finger: Guest, tables: Tables) -> None:
    """Also in forced colours."""
    look = await finger.look_at((await reach(tables, "sin_color", "sink", finger)).room)
    effects = look.page.get_by_role("list", name="What the die does").get_by_role("listitem")
    told = [" ".join(each.split()) for each in await effects.all_inner_texts()]
    assert told[:2] == ["null: nothing", "ace: pay a coin"]
    assert told[2:] == ["2, 4: top tile to the bottom", "3, 5: bottom tile to the top"]
    await expect(effects.nth(2)).to_have_attribute("aria-current", "true")
    assert await effects.evaluate_all(EDGES) == [False, False, True, False]
    steps = look.page.get_by_role("list", name="Steps of this turn")
    await expect(steps.locator("[aria-current]")).to_have_text(re.compile(r"^\s*[24]\s*$"))
    await expect(steps.get_by_role("listitem").first).to_contain_text("Trade")
    await expect(steps.get_by_role("listitem").last).to_contain_text("Pay")


STAND_OUT = """(answers) => answers.flatMap((answer) => {
    const { left, right } = answer.getBoundingClientRect();
    return Array.from(answer.querySelectorAll(".sc-by, .die"), (part) => part.getBoundingClientRect())
        .filter((part) => part.left < left || part.right > right || part.height > 34);
}).length"""
"""The number of dice and order names that overflow their button or wrap."""


async def test_on_a_phone_four_orders_of_dice_have_room_for_a_name(finger: Guest, tables: Tables) -> None:
    others, such = ("Antonio", "Antonia"), lambda frame: len(frame["choices"]) > 3
    table = await reach(tables, "sin_color", "order", finger, *others, such=such)
    orders = (await finger.look_at(table.room)).bar.locator(".answer:has(.sc-order)")
    await expect(orders).to_have_count(4)
    assert await orders.evaluate_all(STAND_OUT) == 0


# --- Paying ---


async def test_a_matching_coin_and_its_tile_are_marked_for_its_owner(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await reach(tables, "sin_color", "pay", ann)
    anns, eves = await ann.look_at(table.room), await eve.look_at(table.room)
    moves = [choice["move"] for choice in table.frame["choices"]]
    await expect(anns.page.get_by_role("button", name=re.compile("pay it$"))).to_have_count(len(moves))
    await expect(anns.page.locator(".sc-stack.sc-matches")).to_have_count(len(moves))
    await expect(eves.page.locator(".sc-stack.sc-matches")).to_have_count(0)
    await coin(anns, moves[0]["coin"] + 1).click()
    await expect(anns.button(re.compile("^Pay the "))).to_be_visible()
    await anns.page.keyboard.press("Escape")
    payable = {move.get("coin") for move in moves}
    faces = table.view["coins"][0]
    place = next(place for place in range(len(faces)) if place not in payable)
    suit, value = faces[place]
    name = f"{('null', 'ace')[value] if value < 2 else value} of {suit}"
    await anns.page.locator(f"[data-k='coin-0-{place}'] .sc-upper .barred").click()
    await expect(anns.bar).to_contain_text(f"No stack shows the {name} on top.")


# --- An order of one's own ---


async def shown_order(look: Look) -> list[int]:
    """The positions of one's own coins, from left to right."""
    keys = await look.page.locator(".sc-own-coin").evaluate_all("coins => coins.map(({ dataset }) => dataset.k)")
    return [int(key.rpartition("-")[2]) for key in keys]


async def test_own_coins_lie_in_an_order_of_ones_own_and_stay_so(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "sin_color", "open a trade", ann))
    await look.button("Order").click()
    before = await shown_order(look)
    await look.button(re.compile("^Coin 1: .+: move it$")).click()
    await look.button(re.compile("^Coin 3: .+: put it here$")).click()
    wanted = [before[1], before[2], before[0], *before[3:]]
    assert await shown_order(look) == wanted
    await look.button("Done").click()
    await coin(look, 2).click()
    await expect(coin(look, 2)).to_have_attribute("aria-pressed", "true")
    await look.reload()
    assert await shown_order(look) == wanted
    await look.shows(await table.answer(0, {"do": "turn_over", "coin": 0}))
    assert await shown_order(look) == wanted
