"""Color Gin at the table: every decision, a hand grouped as one likes it, whole matches, and nothing told that was to
be kept."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, WebSocketRoute, expect

from tests.browser.color_gin_tables import (
    GOES_OUT,
    Position,
    may_go_out,
    reach,
)
from tests.browser.guests import Guest, Guests
from tests.browser.look import Look
from tests.browser.stillness import frozen_look, pass_time
from tests.browser.tables import Tables
from tests.client import Message

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
KEPT = "() => sessionStorage.getItem('tertulia:grouping')"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def name_of(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def hand_card(look: Look, card: str) -> Locator:
    """The button of a card in one's own hand."""
    return look.page.get_by_role("group", name="Your cards").get_by_role("button", name=re.compile(name_of(card)))


async def cards_in(look: Look, group: str) -> list[str]:
    """What lies in this group of one's own hand, in its order."""
    hand = look.page.get_by_role("group", name="Your cards")
    buttons = hand.get_by_role("list", name=group, exact=True).get_by_role("button")
    return [str(name) for name in await buttons.evaluate_all("all => all.map((one) => one.ariaLabel.split(/[,:]/)[0])")]


# --- Decisions ----------------------------------------------------------------------------------------------


async def test_the_first_discard_is_taken_or_passed_by_a_button_and_is_not_discarded_at_once(
    ann: Guest, tables: Tables
) -> None:
    position = await reach(tables, "upcard", ann)
    look = await ann.look_at(position.table.room)
    await expect(look.button("Pass")).to_be_visible()
    card = position.view()["discard"]
    await look.button(f"Take the {name_of(card)}").click()
    await expect(look.prompt("Discard a card")).to_be_visible()
    await expect(hand_card(look, card)).to_have_accessible_name(f"{name_of(card)}, just taken: move it")
    await hand_card(look, card).click()
    await expect(look.bar).to_contain_text("you can’t discard it this turn")
    await expect(look.button(f"Discard the {name_of(card)}")).to_have_count(0)


async def test_a_press_on_the_deck_draws_at_once_and_a_team_reads_what_it_is_about(ann: Guest, tables: Tables) -> None:
    look = await ann.look_at((await reach(tables, "turn", ann, mode="coop")).table.room)
    await expect(look.page.get_by_text("Together: win two suits each, with 100 points in a suit.")).to_be_visible()
    await look.button("Deck, draw a card").click()
    await expect(look.prompt("Discard a card")).to_be_visible()
    await expect(look.page.get_by_role("button", name=re.compile("just drawn"))).to_have_count(1)


async def test_a_picked_card_says_what_is_left_over_and_spoiled_without_it(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "shedding", ann)
    look = await ann.look_at(position.table.room)
    for shed in position.view()["sheds"][:3]:
        await hand_card(look, shed["card"]).click()
        await expect(look.bar).to_contain_text(f"Deadwood: {shed['points']}.")
        far = shed["points"] > 10
        await expect(look.bar).to_contain_text("To knock, 10 or less." if far else "Deadwood")
        told = [] if far else shed["spoiled"]
        for suit in told:
            await expect(look.bar).to_contain_text(SUITS[suit])
        place = look.page.get_by_role("region", name="Your place")
        await expect(place.get_by_text("spoiled")).to_have_count(len(told))
        await expect(look.button(f"Discard the {name_of(shed['card'])}")).to_be_visible()


async def test_knocking_takes_a_second_press_and_shows_the_hand_as_it_would_be_laid_open(
    ann: Guest, tables: Tables
) -> None:
    position = await reach(tables, "shedding", ann, such=may_go_out)
    look = await ann.look_at(position.table.room)
    way = next(choice["move"] for choice in position.frame(0)["choices"] if choice["move"]["do"] == "go_out")
    await hand_card(look, way["card"]).click()
    beside = look.page.get_by_role("button", name=GOES_OUT).first
    await expect(beside).to_contain_text(re.compile("^(Knock with|Go gin)"))
    await expect(beside).to_have_accessible_description(re.compile("may (not )?lay off"))
    await beside.click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_have_count(0)
    confirm = look.page.get_by_role(
        "button", name=re.compile(f"^Discard the {name_of(way['card'])} and (knock|go gin)")
    )
    await expect(confirm).to_contain_text("may score")
    await expect(confirm).to_be_enabled()
    await confirm.click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_be_visible()


async def test_a_drawn_joker_goes_out_by_a_button_and_a_second_press(ann: Guest, tables: Tables) -> None:
    look = await ann.look_at((await reach(tables, "joker", ann, mode="jokers")).table.room)
    await look.page.get_by_role("button", name=GOES_OUT).first.click()
    confirm = look.page.get_by_role("button", name=re.compile("^Discard the joker and"))
    await expect(confirm).to_be_enabled()
    await confirm.click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_be_visible()


# --- One's own grouping -------------------------------------------------------------------------------------


async def test_a_hand_lies_in_its_best_groups_what_is_left_over_last(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "turn", ann, such=lambda frame: bool(frame["view"]["best"]["melds"]))
    look = await ann.look_at(position.table.room)
    best = position.view()["best"]
    groups = look.page.get_by_role("group", name="Your cards").get_by_role("list")
    await expect(groups).to_have_count(len(best["melds"]) + 1)
    assert await cards_in(look, "Deadwood") == [name_of(card) for card in best["leftovers"]]
    await expect(look.page.get_by_text(f"Deadwood: {best['points']}", exact=True)).to_be_visible()


async def test_a_card_is_put_where_another_lies_and_stays_there_over_frames_and_reloads_until_the_round_is_over(
    ann: Guest, tables: Tables
) -> None:
    position = await reach(tables, "turn", ann)
    look = await ann.look_at(position.table.room)
    first, second = position.view()["best"]["leftovers"][:2]
    await hand_card(look, second).click()
    await look.button("A new group").click()
    await hand_card(look, first).click()
    await hand_card(look, second).click()
    own = sorted([name_of(first), name_of(second)])
    assert sorted(await cards_in(look, "A group, not yet a meld")) == own
    await look.shows(await position.step())
    assert sorted(await cards_in(look, "A group, not yet a meld")) == own
    await look.reload()
    assert sorted(await cards_in(look, "A group, not yet a meld")) == own
    await look.button("Best grouping").click()
    await expect(look.page.get_by_role("list", name="A group, not yet a meld")).to_have_count(0)
    await hand_card(look, first).focus()
    await look.page.keyboard.press("Shift+ArrowLeft")
    assert await look.page.evaluate(KEPT) is not None
    while position.phase not in ("round_over", "over"):
        await position.step()
    await look.shows(position.table.frame["seq"])
    assert await look.page.evaluate(KEPT) is None


async def test_shift_and_arrows_move_the_card_that_has_the_focus_and_escape_leaves_a_lifted_one(
    ann: Guest, tables: Tables
) -> None:
    position = await reach(tables, "turn", ann)
    look = await ann.look_at(position.table.room)
    before = await cards_in(look, "Deadwood")
    await hand_card(look, position.view()["best"]["leftovers"][1]).focus()
    await look.page.keyboard.press("Shift+ArrowRight")
    assert await cards_in(look, "Deadwood") == [before[0], before[2], before[1], *before[3:]]
    for _ in range(3):
        await look.page.keyboard.press("Shift+ArrowLeft")
    assert await cards_in(look, "A group, not yet a meld") == [before[1]]
    await expect(look.voice).to_contain_text(f"A group, not yet a meld: {before[1]}")
    assert (await look.focused()).startswith(f'button "{before[1]}')
    await hand_card(look, position.view()["best"]["leftovers"][0]).click()
    await expect(look.button("A new group")).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.button("A new group")).to_have_count(0)


async def test_one_may_go_out_as_one_has_grouped_the_hand(ann: Guest, tables: Tables) -> None:
    """A card that fits a meld of four is left over instead."""
    position = await reach(tables, "shedding", ann, such=lambda frame: spare_card(frame) is not None)
    way, spare = spare_card(position.frame(0)) or ({}, "")
    look = await ann.look_at(position.table.room)
    await hand_card(look, spare).click()
    await look.button("Move it").click()
    await hand_card(look, way["card"]).click()
    await hand_card(look, way["card"]).click()
    own = look.page.get_by_role("button", name=re.compile("^With my own groups"))
    await own.click()
    confirm = look.page.get_by_role("button", name=re.compile(f": Discard the {name_of(way['card'])} and knock"))
    await expect(confirm).to_be_enabled()
    await confirm.click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_be_visible()
    await position.table.catch_up(position.table.frame["seq"])
    assert spare in position.view()["showdown"]["hands"][0]["leftovers"]


def spare_card(frame: Message) -> tuple[dict[str, Any], str] | None:
    """The best way of going out with a card that lies left over, and a card of a meld of four that may be left over as
    well; None when there are no such two."""
    best = frame["view"]["best"]
    for way in (choice["move"] for choice in frame["choices"] if choice["move"]["do"] == "go_out"):
        if way["melds"] != best["melds"] or way["card"] not in best["leftovers"]:
            continue
        for spare in (card for meld in way["melds"] if len(meld) > 3 for card in (meld[0], meld[-1])):
            points = min("A23456789TJQK".index(spare[0]) + 1, 10)
            if way["points"] + points <= 10 and set(way["suits"]) - {spare[1]} - spoiled_without(spare, way):
                return way, spare
    return None


def spoiled_without(spare: str, way: dict[str, Any]) -> set[str]:
    """The suit that a set of four spoils without this card."""
    return {spare[1]} if any(spare in meld and meld[1][0] == spare[0] for meld in way["melds"]) else set()


# --- What is kept from the page -----------------------------------------------------------------------------


async def test_the_other_sees_the_card_that_was_taken_for_a_moment_and_a_covered_one_nowhere(
    ida: Guest, tables: Tables
) -> None:
    position = Position(await tables.play(ida, "Bo", game="color_gin"))
    await position.reaches(1, "turn")
    look = await frozen_look(ida, position.table.room)
    card = position.view()["discard"]
    await look.shows(await position.table.play(do="take", card=card))
    await expect(look.page.get_by_text(f"{name_of(card)}, just taken")).to_have_count(1)
    await pass_time(look, 6)
    assert_gone(await look.page.content(), card)
    await look.shows(await position.step(goes_out=False))
    await position.reaches(1, "turn")
    covered = position.view()["discard"]
    await look.shows(await position.table.play(do="draw"))
    await look.shows(await position.step(goes_out=False))
    await pass_time(look, 6)
    assert_gone(await look.page.content(), covered)


async def test_nobody_else_has_a_drawn_card_on_his_page(ida: Guest, olga: Guest, tables: Tables) -> None:
    position = Position(await tables.play(ida, "Bo", game="color_gin"))
    await position.reaches(1, "turn")
    looks = [await guest.look_at(position.table.room) for guest in (ida, olga)]
    seq = await position.table.play(do="draw")
    drawn = position.view(1)["drawn"]
    for look in looks:
        await look.shows(seq)
        assert_gone(await look.page.content(), drawn)


async def test_an_onlooker_sees_no_hand_before_the_showdown(ann: Guest, eve: Guest, tables: Tables) -> None:
    position = await reach(tables, "turn", ann)
    look = await eve.look_at(position.table.room)
    cards = look.page.locator("[data-k^=card-]")
    await expect(cards).to_have_count(1)
    await expect(look.page.get_by_role("list", name=re.compile("^Cards of")).first).to_be_visible()
    while position.view()["showdown"] is None:
        await position.step()
    await look.shows(position.table.frame["seq"])
    await expect(cards).to_have_count(20)


def assert_gone(content: str, card: str) -> None:
    """Neither its name nor its key is there."""
    assert name_of(card) not in content
    assert f"card-{card}" not in content


# --- Showdown and score sheet -------------------------------------------------------------------------------


async def test_the_showdown_writes_out_the_sum(ann: Guest, eve: Guest, tables: Tables) -> None:
    position = await reach(tables, "round_over", ann, such=lambda frame: frame["view"]["showdown"] is not None)
    shown = position.view()["showdown"]
    look = await eve.look_at(position.table.room)
    region = look.page.get_by_role("region", name="Showdown")
    for hand in shown["hands"]:
        await expect(region.get_by_text(re.compile(rf"^Deadwood: .*\b{hand['count']}\b")).first).to_be_visible()
    await expect(region.get_by_text(re.compile(r"laid off by"))).to_have_count(
        len(shown["hands"][1 - shown["out"]]["laid_off"])
    )
    for suit in shown["spoiled"]:
        await expect(region.get_by_role("list", name="Spoiled").get_by_text(SUITS[suit])).to_be_visible()


async def test_past_rounds_can_be_read(ann: Guest, tables: Tables) -> None:
    position = await reach(tables, "turn", ann, such=lambda frame: any(row["points"] for row in frame["view"]["sheet"]))
    look = await ann.look_at(position.table.room)
    rows = look.page.get_by_role("region", name="Past rounds").get_by_role("row")
    sheet = position.view()["sheet"]
    await expect(rows).to_have_count(2 + len(sheet))
    for row, past in zip((await rows.all())[2:], reversed(sheet), strict=True):
        await expect(row.get_by_role("rowheader")).to_contain_text(str(past["round"]))
        scored = row.get_by_role("cell", name=f"+{past['points']}", exact=True)
        await expect(scored).to_have_count(len(past["suits"]) if past["winner"] is not None else 0)


ROUNDS: list[Message] = [
    {"round": 1, "out": 1, "how": "knock", "winner": 0, "points": 19, "suits": ["S", "H"]},
    {"round": 2, "out": None, "how": "void", "winner": None, "points": 0, "suits": []},
    {"round": 3, "out": 0, "how": "gin", "winner": 0, "points": 100, "suits": ["S", "H", "D"]},
    {"round": 4, "out": 1, "how": "knock", "winner": None, "points": 0, "suits": []},
    {"round": 5, "out": 1, "how": "knock", "winner": 1, "points": 7, "suits": ["D", "C"]},
]


READ = [
    "5 knock already won already won already won +7",
    "4 knock already won already won already won spoiled",
    "3 gin +100 +100 +100 spoiled",
    "2 void",
    "1 undercut +19 +19 spoiled spoiled",
]


@pytest.mark.parametrize(
    ("before", "rounds"), [("", ROUNDS), ("k1019SH v g00100SHD k1-0", ROUNDS[4:])], ids=["in full", "in short"]
)
async def test_rounds_are_read_alike_whether_they_are_told_in_full_or_in_short(
    ann: Guest, tables: Tables, before: str, rounds: list[Message]
) -> None:
    table = await tables.play(ann, "Ben", game="color_gin")
    page = await ann.context.new_page()

    def come_between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: line.send(json.dumps(with_rounds(json.loads(said)))))

    def with_rounds(said: Message) -> Message:
        if said["type"] != "frame":
            return said
        return {**said, "view": {**said["view"], "target": 100, "sheet": rounds, "before": before}}

    await page.route_web_socket("**/ws/**", come_between)
    await page.goto(f"{ann.base_url}/t/{table.room}")
    rows = page.get_by_role("region", name="Past rounds").get_by_role("row")
    await expect(rows).to_have_count(2 + len(ROUNDS))
    assert [re.sub(r"\s+", " ", row).strip() for row in await rows.all_inner_texts()][2:] == READ


async def test_suits_may_have_two_colours(guests: Guests, tables: Tables) -> None:
    uma = await guests.stranger("Uma")
    position = await reach(tables, "upcard", uma)
    look = await uma.look_at(position.table.room)
    marks = look.page.get_by_role("region", name="Your place").locator(".suit-mark")
    colours = "marks => new Set(marks.map((mark) => getComputedStyle(mark).fill)).size"
    assert await marks.evaluate_all(colours) == 4
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name="Suits in two colours").check()
    assert await marks.evaluate_all(colours) == 2
