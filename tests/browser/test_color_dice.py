"""Color Dice at the table: every decision, by mouse, finger and keys, and motion for those who want it."""

import re

from playwright.async_api import Locator, expect

from games.color_dice.moves import Send
from tests.browser import color_dice_scenes as scenes
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import resize
from tests.browser.tables import Tables, seen
from tests.browser.walks import reach


def areas(look: Look) -> Locator:
    """The areas in reading order, the pawns outside last."""
    return look.page.get_by_role("list", name="Areas").get_by_role("listitem")


def area(look: Look, name: str) -> Locator:
    return areas(look).filter(has_text=name).first


def offered(look: Look, name: str) -> Locator:
    """A button whose name begins like this."""
    return look.main.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


# --- What cannot be chosen ----------------------------------------------------------------------------------


async def why(look: Look, place: Locator, words: str) -> None:
    """A press there is answered with this reason."""
    await place.locator(".barred").click()
    await expect(look.bar.locator(".why")).to_have_text(words)


async def test_the_dice_say_what_they_allow_and_why_one_cannot_be_attacked(ann: Guest, tables: Tables) -> None:
    """Also to those who are attacked."""
    shown, look = await scenes.show(ann, tables, scenes.attacking())
    await why(look, look.seat("Ana Sofía"), "Its die shows 6, yours 5: you attack only lower dice.")
    await why(look, look.own, "Choose another colour to attack.")
    await expect(look.seat("Maximilian")).to_contain_text("you may attack with 3")
    await expect(look.seat("Ana Sofía")).to_contain_text("may counter with 1")
    await expect(look.page.get_by_text("Then: Ana Sofía may counterattack")).to_be_visible()
    await shown.turn_to(scenes.attacking(), 1)
    await expect(look.seat("Maximilian")).to_contain_text("Ann may attack you with 3")
    await expect(look.seat("Konstantina")).to_contain_text("may be attacked with 2")
    assert await look.offers() == []


async def test_a_die_says_so_where_the_pawns_do_not_allow_what_the_dice_do(ann: Guest, tables: Tables) -> None:
    shown, look = await scenes.show(ann, tables, scenes.blocked())
    dummy = look.page.get_by_role("region", name="Players").get_by_role("listitem").last
    await expect(look.seat("Maximilian")).to_contain_text("no way to attack with 3")
    await expect(look.seat("Ana Sofía")).to_contain_text("you may attack with 2")
    await expect(dummy).to_contain_text("cannot counter")
    await shown.turn_to(scenes.blocked(), 1)
    await expect(look.own).to_contain_text("no way to attack with 3")


async def test_locked_pawns_have_a_lock_and_words_and_cannot_be_chosen(ann: Guest, tables: Tables) -> None:
    _, look = await scenes.show(ann, tables, scenes.with_locked_pawns())
    await why(look, area(look, "Maximilian"), "These pawns are locked.")
    await expect(area(look, "Maximilian").get_by_text("7 red locked")).to_be_visible()
    await expect(area(look, "Ana Sofía").get_by_text("8 yellow locked")).to_be_visible()
    await expect(look.page.locator(".cd-locked .cd-lock")).to_have_count(2)
    dummy = look.page.get_by_role("region", name="Players").get_by_role("listitem").last
    await expect(dummy).to_contain_text("Blue dummy")
    await expect(dummy).to_contain_text("4 out")
    for nobodys in (dummy, area(look, "Blue dummy")):
        assert "repeating" in await nobodys.evaluate("node => getComputedStyle(node).backgroundImage")


# --- The table ----------------------------------------------------------------------------------------------


async def test_ones_own_area_comes_first_and_lies_on_the_left(ann: Guest, tables: Tables) -> None:
    """For a spectator, the host's comes first."""
    shown, look = await scenes.show(ann, tables, scenes.throwing(), 2)
    for seat in (2, None):
        await shown.turn_to(scenes.throwing(), seat)
        await expect(areas(look).first).to_contain_text(scenes.NAMES[seat or 0])
        for width, first_row in ((1440, max), (390, min)):
            await resize(look.page, (width, 844))
            boxes = [box for item in (await areas(look).all())[:4] if (box := await item.bounding_box())]
            assert boxes[0]["x"] == min(box["x"] for box in boxes)
            assert boxes[0]["y"] == first_row(box["y"] for box in boxes)


async def test_at_the_end_everybody_reads_how_far_they_have_come(ann: Guest, tables: Tables) -> None:
    _, look = await scenes.show(ann, tables, scenes.won())
    await expect(look.prompt("You win.")).to_contain_text("Ann has all nine pawns in Maximilian’s area.")
    await expect(look.seat("Maximilian")).to_contain_text("7 in one area, 7 away in all")


# --- Throwing -----------------------------------------------------------------------------------------------


async def test_dice_are_chosen_by_mouse_or_keys_and_thrown_again_together(ann: Guest, tables: Tables) -> None:
    g = scenes.throwing()
    g.dice[3].thrown = 3
    shown, look = await scenes.show(ann, tables, g)
    await why(look, look.seat("Konstantina"), "This die has been thrown three times.")
    await expect(areas(look).first).to_contain_text("Ann’s area: 3 red, 1 yellow, 1 blue and 4 empty")
    await expect(areas(look).last).to_contain_text("Outside: 3 red, 2 yellow, 5 green and 3 blue")
    await expect(areas(look).first.locator(".cd-pawn")).to_have_count(5)
    await expect(areas(look).last.locator(".cd-pawn")).to_have_count(13)
    await expect(look.own).to_contain_text("2 throws left")
    await expect(look.button("Keep the dice")).to_have_accessible_description("then Ana Sofía may counterattack")
    await offered(look, "Maximilian: die 2").focus()
    await look.page.keyboard.press("ArrowRight")
    assert (await look.focused()).startswith('button "Ana Sofía: die 6, throw again"')
    await look.page.keyboard.press("Space")
    await expect(look.button("Throw 1 die again")).to_be_enabled()
    await look.page.keyboard.press("Escape")
    await expect(look.main.locator("[aria-pressed=true]")).to_have_count(0)
    await expect(look.button("Choose at least 1 die")).to_be_disabled()
    await offered(look, "Ann: die 5").click()
    await expect(look.button("Throw 1 die again")).to_be_enabled()
    await offered(look, "Ana Sofía: die 6").click()
    await look.button("Throw 2 dice again").click()
    assert shown.answers == [{"do": "rethrow", "dice": [0, 2]}]


# --- Attacking ----------------------------------------------------------------------------------------------


async def test_one_press_chooses_whom_to_attack_even_on_a_phone_for_one_can_go_back(ben: Guest, tables: Tables) -> None:
    look = await ben.look_at((await reach(tables, "color_dice", "attacking", ben)).room)
    await look.button(re.compile("attack with [1-5]$")).first.tap()
    await expect(look.prompt("choose where from and where to")).to_be_visible()
    await look.button("Go back").tap()
    await expect(look.prompt("Choose a colour to attack")).to_be_visible()


async def test_a_group_goes_from_a_place_to_an_area_step_by_step(ann: Guest, tables: Tables) -> None:
    """Arrows go round the places; Undo and Escape take back one step."""
    g = scenes.sending_two()
    shown, look = await scenes.show(ann, tables, g)
    await why(look, area(look, "Ana Sofía"), "Not enough pawns there: 0 of 2.")
    legal = {move.origin for move in g.question.moves(g, 0) if isinstance(move, Send)}
    assert legal == {None, 0, 1}
    await expect(areas(look).get_by_role("button")).to_have_count(3)
    await offered(look, "From Ann’s area").focus()
    await look.page.keyboard.press("ArrowUp")
    assert (await look.focused()).startswith('button "From Maximilian’s area')
    await look.page.keyboard.press("ArrowRight")
    assert (await look.focused()).startswith('button "From outside')
    await look.page.keyboard.press("ArrowRight")
    assert (await look.focused()).startswith('button "From Ann’s area')
    await offered(look, "From Ann’s area: take 2.").click()
    await expect(look.button("Go back")).to_have_count(0)
    await look.button("Undo").click()
    await expect(look.button("Choose where from")).to_be_disabled()
    await offered(look, "From Ann’s area: take 2.").click()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Go back")).to_be_visible()
    assert shown.answers == []
    await offered(look, "From outside: take 2.").click()
    await expect(look.button("Choose where to")).to_be_disabled()
    await offered(look, "Konstantina’s area: move here.").click()
    await expect(look.page.locator(".cd-ghost")).to_have_count(2)
    await expect(look.page.locator(".cd-leaves")).to_have_count(2)
    await look.button("Move 2 pawns from outside to Konstantina’s area").click()
    (answer,) = shown.answers
    assert (answer["do"], answer["kind"], answer["origin"], answer["area"]) == ("send", "move", None, 3)


async def test_struck_pawns_are_crossed_out_and_counted_with_plus_and_minus(ann: Guest, tables: Tables) -> None:
    shown, look = await scenes.show(ann, tables, scenes.sending_two())
    await offered(look, "From Ann’s area: take 2.").click()
    await offered(look, "Ana Sofía’s area: move or strike").click()
    strike = look.button(re.compile("^Strike 2 pawns of Maximilian in Ana Sofía’s area"))
    await expect(strike).to_be_enabled()
    await expect(strike).to_have_text(re.compile("^Strike 2 pawns of Maximilian(?! in)"))
    await expect(area(look, "Ana Sofía").locator(".cd-struck .cd-cross")).to_have_count(2)
    await expect(look.page.locator(".cd-struck")).to_have_count(2)
    await look.button("Strike 0, move 2").click()
    await expect(look.button("Move 2 pawns from home to Ana Sofía’s area")).to_be_enabled()
    await expect(look.page.locator(".cd-struck")).to_have_count(0)
    await look.page.keyboard.press("Escape")
    await offered(look, "Maximilian’s area: ").click()
    await look.button("Strike 1, move 1").click()
    await expect(look.page.locator(".cd-struck")).to_have_count(1)
    await expect(look.page.locator(".cd-ghost")).to_have_count(1)
    await look.button(re.compile("^In Maximilian’s area, move 1 pawn and strike 1 pawn")).click()
    (answer,) = shown.answers
    assert (answer["kind"], answer["moves"], answer["strikes"]) == ("mixed", 1, 1)


async def test_pawns_of_several_colours_are_counted_until_the_group_is_full(ann: Guest, tables: Tables) -> None:
    shown, look = await scenes.show(ann, tables, scenes.striking_three())
    await look.button("One more of Maximilian: 1").click()
    await look.button("One more of Konstantina: 1").click()
    await expect(look.button("Chosen: 2 of 3")).to_be_disabled()
    await look.button("One more of Konstantina: 2").click()
    await expect(look.button(re.compile("^One more"))).to_have_count(0)
    await expect(look.page.locator(".cd-struck")).to_have_count(3)
    await look.button(re.compile("^Strike 1 pawn of Maximilian and 2 pawns of Kon")).click()
    assert [answer["struck"] for answer in shown.answers] == [[1, 3, 3]]


async def test_whoever_may_counterattack_or_decides_for_a_dummy_is_told_why(ann: Guest, tables: Tables) -> None:
    shown, look = await scenes.show(ann, tables, scenes.countering())
    await expect(look.prompt("You may counterattack Maximilian with 1 pawn")).to_be_visible()
    await expect(look.own).to_contain_text("you may counter with 1")
    await look.button("Do not counterattack").click()
    assert shown.answers == [{"do": "decline"}]

    await shown.turn_to(scenes.deciding())
    await expect(look.prompt("Decide for the blue dummy")).to_be_visible()
    await expect(look.bar).to_contain_text("You decide, as the next turn is yours.")


# --- Motion -------------------------------------------------------------------------------------------------

KEYS = "() => [...document.querySelectorAll('.cd-pawn[data-k]')].map(({ dataset }) => dataset.k).sort()"
# Counted as they begin: they may be over before a slow machine has looked.
COUNT_GLIDES = """() => {
  const { animate } = Element.prototype;
  globalThis.glides = 0;
  Element.prototype.animate = function (frames, how) {
    if (this.matches(".cd-pawn") && JSON.stringify(frames).includes("translate")) glides += 1;
    return animate.call(this, frames, how);
  };
}"""


async def test_as_many_pawns_glide_as_have_moved(lively: Guest, ann: Guest, tables: Tables) -> None:
    """Each keeps its key."""
    table, look = await seen(lively, reach(tables, "color_dice", "sending", ann, "Bo", "Dee", "Eli"))
    before = await look.page.evaluate(KEYS)
    await look.page.evaluate(COUNT_GLIDES)
    move = next(choice["move"] for choice in table.frame["choices"] if choice["move"].get("kind") == "move")
    await look.shows(await table.play(**move))
    await expect(look.page.locator(".cd-moved")).to_have_count(move["moves"])
    assert await look.page.evaluate("() => glides") >= move["moves"]
    assert await look.page.evaluate(KEYS) == before
    assert len(set(before)) == len(before) == 36


async def test_no_pawn_has_moved_when_another_game_begins(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "color_dice", "sending", ann))
    await look.shows(await table.play(**table.frame["choices"][0]["move"]))
    await expect(look.page.locator(".cd-moved")).not_to_have_count(0)
    await table.break_off()
    await look.button("Rematch").click()
    await expect(look.page.get_by_text(re.compile("^Round 1 of "))).to_be_visible()
    await expect(look.page.locator(".cd-moved")).to_have_count(0)
