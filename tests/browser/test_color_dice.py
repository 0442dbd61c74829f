"""Color Dice at the table: every decision, by mouse, finger and keys, and whole games."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Locator, expect

from games.color_dice.moves import Send
from tests.browser.color_dice_scenes import (
    attacking,
    countering,
    sending_two,
    striking_three,
    throwing,
    with_locked_pawns,
    won,
)
from tests.browser.color_dice_tables import (
    NAMES,
    SEND,
    Player,
    TouchPlayer,
    play_together,
    reach,
    show,
)
from tests.browser.guests import Guest
from tests.browser.look import RESULT, Look
from tests.browser.tables import Tables


def areas(look: Look) -> Locator:
    """The areas in reading order, the pawns outside last."""
    return look.page.get_by_role("list", name="Areas").get_by_role("listitem")


def area(look: Look, name: str) -> Locator:
    return areas(look).filter(has_text=name).first


def own_place(look: Look) -> Locator:
    return look.page.get_by_role("region", name="Your place")


def offered(look: Look, name: str) -> Locator:
    """A button whose name begins so."""
    return look.main.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


# --- Whole games --------------------------------------------------------------------------------------------


@pytest.mark.timeout(300)
async def test_two_friends_and_two_bots_play_to_the_end_and_one_watches(
    ann: Guest, ben: Guest, eve: Guest, tables: Tables
) -> None:
    """Ann has a mouse, Ben a finger."""
    table = await tables.gather(ann, ben, seats=4, game="color_dice", target="free")
    for seat in (2, 3):
        await table.lines[0].send(type="seat_bot", seat=seat, level="careful")
    await table.start()
    looks = await asyncio.gather(*(guest.look_at(table.room) for guest in (ann, ben, eve)))
    players = [Player(looks[0], 1), TouchPlayer(looks[1], 2)]
    await play_together(*players)
    for look in looks:
        await expect(look.prompt(RESULT)).to_be_visible()
    assert any(SEND.fullmatch(answer) for player in players for answer in player.answers)


# --- What cannot be chosen ----------------------------------------------------------------------------------


async def why(look: Look, place: Locator, words: str) -> None:
    """A press there is answered with these words."""
    await place.locator(".barred").click()
    await expect(look.bar.locator(".why")).to_have_text(words)


async def test_a_die_that_cannot_be_attacked_says_why(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, attacking())).look
    await why(look, look.seat("Ana Sofía"), "Its die shows 6, yours 5: you attack only lower dice.")
    await why(look, own_place(look), "Attack somebody else.")


async def test_a_die_that_cannot_be_thrown_again_says_why(ann: Guest, tables: Tables) -> None:
    g = throwing()
    g.dice[2].thrown = 3
    look = (await show(ann, tables, g)).look
    await why(look, look.seat("Ana Sofía"), "This die has been thrown three times.")


async def test_an_area_that_cannot_be_chosen_says_why(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, with_locked_pawns())).look
    await why(look, area(look, "Maximilian"), "These pawns are locked.")
    look = (await show(ann, tables, sending_two())).look
    await why(look, area(look, "Ana Sofía"), "Only 0 of them stand there: 2 are needed.")


# --- The table ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2, None])
async def test_ones_own_area_comes_first_and_lies_at_the_bottom_left(
    ann: Guest, tables: Tables, seat: int | None
) -> None:
    look = (await show(ann, tables, throwing(), seat)).look
    first = areas(look).first
    await expect(first).to_contain_text(NAMES[seat or 0])
    boxes = [box for item in (await areas(look).all())[:4] if (box := await item.bounding_box())]
    assert boxes[0]["x"] == min(box["x"] for box in boxes)
    assert boxes[0]["y"] == max(box["y"] for box in boxes)


async def test_on_a_phone_ones_own_area_lies_at_the_top_left(finger: Guest, tables: Tables) -> None:
    look = (await show(finger, tables, throwing(), 2)).look
    boxes = [box for item in await areas(look).all() if (box := await item.bounding_box())]
    assert (boxes[0]["x"], boxes[0]["y"]) == (min(box["x"] for box in boxes), min(box["y"] for box in boxes))
    await expect(areas(look).first).to_contain_text("Ana Sofía")


async def test_what_stands_in_an_area_is_said(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, throwing())).look
    await expect(areas(look).first).to_contain_text("Ann’s area: 3 red, 1 yellow, 1 blue, and 4 empty")
    await expect(areas(look).last).to_contain_text("Outside: 3 red, 2 yellow, 5 green, and 3 blue")
    await expect(areas(look).first.locator(".cd-pawn")).to_have_count(5)
    await expect(areas(look).last.locator(".cd-pawn")).to_have_count(13)


async def test_dummies_are_named_and_drawn_beside_the_players(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, with_locked_pawns())).look
    dummy = look.page.get_by_role("region", name="Players").get_by_role("listitem").last
    await expect(dummy).to_contain_text("Blue dummy")
    await expect(dummy).to_contain_text("4 out")
    assert await dummy.evaluate("dummy => getComputedStyle(dummy).borderStyle") == "dashed"
    await expect(area(look, "Blue dummy")).to_be_visible()


async def test_locked_pawns_are_shown_with_a_lock_and_in_words(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, with_locked_pawns())).look
    await expect(area(look, "Maximilian").get_by_text("7 red locked")).to_be_visible()
    await expect(area(look, "Ana Sofía").get_by_text("8 yellow locked")).to_be_visible()
    await expect(look.page.locator(".cd-locked .cd-lock")).to_have_count(2)


async def test_the_dice_say_what_they_allow(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, attacking())).look
    await expect(look.seat("Maximilian")).to_contain_text("you may attack with 3")
    await expect(look.seat("Ana Sofía")).to_contain_text("may counter with 1")
    await expect(look.page.get_by_text("Then: counterattack of Ana Sofía")).to_be_visible()


async def test_the_dice_say_it_to_those_who_are_attacked_too(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, attacking(), 1)).look
    await expect(look.seat("Maximilian")).to_contain_text("Ann may attack you with 3")
    await expect(look.seat("Konstantina")).to_contain_text("may be attacked with 2")
    await expect(look.main.get_by_role("button")).to_have_count(0)


async def test_at_the_end_everybody_reads_how_far_he_has_come(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, won())).look
    await expect(look.prompt("You win.")).to_contain_text("Ann has all nine pawns in Maximilian’s area.")
    await expect(look.seat("Maximilian")).to_contain_text("7 in one area, 7 abroad")


# --- Throwing -----------------------------------------------------------------------------------------------


async def test_dice_are_chosen_and_thrown_again_together(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, throwing())
    look = shown.look
    await expect(own_place(look)).to_contain_text("2 throws left")
    await offered(look, "Ann: die 5").click()
    await expect(look.button("Throw 1 die again")).to_be_enabled()
    await offered(look, "Ana Sofía: die 6").click()
    await look.button("Throw 2 dice again").click()
    assert shown.answers == [{"do": "rethrow", "dice": [0, 2]}]


async def test_escape_leaves_all_dice_as_they_are(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, throwing())
    await offered(shown.look, "Ann: die 5").click()
    await shown.look.page.keyboard.press("Escape")
    await expect(shown.look.main.locator("[aria-pressed=true]")).to_have_count(0)
    await expect(shown.look.button("Choose at least 1 die")).to_be_disabled()
    assert shown.answers == []


async def test_arrows_go_through_the_dice_of_the_others(cleo: Guest, tables: Tables) -> None:
    look = (await show(cleo, tables, throwing())).look
    await offered(look, "Maximilian: die 2").focus()
    await look.page.keyboard.press("ArrowRight")
    assert (await look.focused()).startswith('button "Ana Sofía: die 6, throw again"')
    await look.page.keyboard.press("Space")
    await expect(look.button("Throw 1 die again")).to_be_enabled()


async def test_a_die_that_was_thrown_three_times_stays(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "throwing", ann)
    look = await ann.look_at(position.table.room)
    dice = [0, 1]
    await look.shows(await position.table.play(do="rethrow", dice=dice))
    await look.shows(await position.table.play(do="rethrow", dice=dice))
    await expect(look.page.get_by_role("button", name=re.compile("throw again"))).to_have_count(2)
    await expect(own_place(look).get_by_text("0 throws left")).to_be_visible()


# --- Attacking ----------------------------------------------------------------------------------------------


async def test_one_press_chooses_whom_to_attack_even_on_a_phone_for_one_can_go_back(ben: Guest, tables: Tables) -> None:
    position = await reach(tables, "attacking", ben)
    look = await ben.look_at(position.table.room)
    await look.page.get_by_role("button", name=re.compile("attack with [1-5]$")).first.tap()
    await expect(look.prompt("choose where from and where to")).to_be_visible()
    await look.button("Go back").tap()
    await expect(look.prompt("Choose whom to attack")).to_be_visible()


async def test_a_group_goes_from_a_place_to_an_area_and_the_button_says_so(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, sending_two())
    look = shown.look
    await expect(look.button("Choose where from")).to_be_disabled()
    await offered(look, "From outside: 2.").click()
    await expect(look.page.locator(".cd-ghost")).to_have_count(2)
    await expect(look.page.locator(".cd-leaves")).to_have_count(2)
    await look.button("Move 2 pawns from outside to Maximilian’s area").click()
    (answer,) = shown.answers
    assert (answer["do"], answer["kind"], answer["origin"], answer["area"]) == ("send", "move", None, 1)


async def test_only_places_from_which_a_legal_group_comes_can_be_pressed(ann: Guest, tables: Tables) -> None:
    g = sending_two()
    look = (await show(ann, tables, g)).look
    legal = {move.origin for move in g.question.moves(g, 0) if isinstance(move, Send)}
    assert legal == {None, 0, 1}
    await expect(areas(look).get_by_role("button")).to_have_count(3)


async def test_undo_and_escape_take_back_one_step_and_send_nothing(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, sending_two())
    look = shown.look
    await offered(look, "From Ann’s area: 2.").click()
    await expect(look.button("Go back")).to_have_count(0)
    await look.button("Undo").click()
    await expect(look.button("Choose where from")).to_be_disabled()
    await offered(look, "From Ann’s area: 2.").click()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Go back")).to_be_visible()
    assert shown.answers == []


async def test_pawns_that_would_be_struck_are_crossed_out(ann: Guest, tables: Tables) -> None:
    look = (await show(ann, tables, sending_two())).look
    await offered(look, "From Ann’s area: 2.").click()
    await offered(look, "Ana Sofía’s area: strike here").click()
    await expect(look.button(re.compile("^Strike 2 pawns of Maximilian in Ana Sofía’s area"))).to_be_enabled()
    await expect(area(look, "Ana Sofía").locator(".cd-struck .cd-cross")).to_have_count(2)
    await expect(look.page.locator(".cd-struck")).to_have_count(2)


async def test_how_many_strike_is_counted_with_plus_and_minus(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, sending_two())
    look = shown.look
    await offered(look, "From Ann’s area: 2.").click()
    await offered(look, "Maximilian’s area: ").click()
    await look.button("Strike 1, move 1").click()
    await expect(look.page.locator(".cd-struck")).to_have_count(1)
    await expect(look.page.locator(".cd-ghost")).to_have_count(1)
    await look.page.get_by_role(
        "button", name=re.compile("^In Maximilian’s area, move 1 pawn and strike 1 pawn")
    ).click()
    (answer,) = shown.answers
    assert (answer["kind"], answer["moves"], answer["strikes"]) == ("mixed", 1, 1)


async def test_pawns_of_several_colours_are_counted_until_the_group_is_full(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, striking_three())
    look = shown.look
    await look.button("One more of Maximilian: 1").click()
    await look.button("One more of Konstantina: 1").click()
    await expect(look.button("Chosen: 2 of 3")).to_be_disabled()
    await look.button("One more of Konstantina: 2").click()
    await expect(look.page.get_by_role("button", name=re.compile("^One more"))).to_have_count(0)
    await expect(look.page.locator(".cd-struck")).to_have_count(3)
    await look.page.get_by_role("button", name=re.compile("^Strike 1 pawn of Maximilian and 2 pawns of Kon")).click()
    assert [answer["struck"] for answer in shown.answers] == [[1, 3, 3]]


async def test_whoever_may_counterattack_is_asked_out_of_turn(ann: Guest, tables: Tables) -> None:
    shown = await show(ann, tables, countering())
    await expect(shown.look.prompt("You may counterattack Maximilian with 1 pawn")).to_be_visible()
    await expect(own_place(shown.look)).to_contain_text("you may counter with 1")
    await shown.look.button("Do not counterattack").click()
    assert shown.answers == [{"do": "decline"}]


async def test_arrows_go_up_and_down_the_areas(cleo: Guest, tables: Tables) -> None:
    look = (await show(cleo, tables, sending_two())).look
    await offered(look, "From Ann’s area").focus()
    await look.page.keyboard.press("ArrowUp")
    assert (await look.focused()).startswith('button "From outside')
    await look.page.keyboard.press("ArrowRight")
    assert (await look.focused()).startswith('button "From Ann’s area')
