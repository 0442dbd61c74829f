"""Color Gin at the table: every decision, grouping one's own hand, whole matches, and no secrets in the page."""

import re
from random import Random
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.guests import Guest, Guests, frozen_look, pass_time
from tests.browser.look import Look
from tests.browser.measured import resize
from tests.browser.tables import Tables, seen
from tests.browser.walks import GOES_OUT, may_go_out, reach, reaches, step
from tests.browser.wires import change_messages
from tests.client import Message

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
OWN_GROUP = "A group, not yet a meld"
KEPT = "() => sessionStorage.getItem('tertulia:grouping')"
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def name_of(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def hand_card(look: Look, card: str) -> Locator:
    """The button of a card in one's own hand."""
    return look.page.get_by_role("group", name="Your cards").get_by_role("button", name=re.compile(name_of(card)))


async def cards_in(look: Look, group: str) -> list[str]:
    """The cards of this group of one's own hand, in order."""
    hand = look.page.get_by_role("group", name="Your cards")
    buttons = hand.get_by_role("list", name=group, exact=True).get_by_role("button")
    return [str(name) for name in await buttons.evaluate_all("all => all.map((one) => one.ariaLabel.split(/[,:]/)[0])")]


# --- Decisions ----------------------------------------------------------------------------------------------


async def test_the_first_discard_is_taken_and_not_discarded_at_once(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "color_gin", "upcard", ann))
    await expect(look.button("Pass")).to_be_visible()
    card = table.view["discard"]
    await look.button(f"Take the {name_of(card)}").click()
    await expect(look.prompt("Discard a card")).to_be_visible()
    await expect(hand_card(look, card)).to_have_accessible_name(f"{name_of(card)}, just taken: move it")
    await hand_card(look, card).click()
    await expect(look.bar).to_contain_text("you can’t discard it this turn")
    await expect(look.button(f"Discard the {name_of(card)}")).to_have_count(0)


async def test_a_press_on_the_deck_draws_at_once_and_a_team_reads_what_it_is_about(ann: Guest, tables: Tables) -> None:
    look = await ann.look_at((await reach(tables, "color_gin", "turn", ann, mode="coop")).room)
    await expect(look.page.get_by_text("Together: win two suits each, with 100 points in a suit.")).to_be_visible()
    await look.button("Deck, draw a card").click()
    await expect(look.prompt("Discard a card")).to_be_visible()
    await expect(look.button(re.compile("just drawn"))).to_have_count(1)


async def test_a_picked_card_says_what_is_left_over_and_spoiled_without_it(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "color_gin", "shedding", ann))
    for shed in table.view["sheds"][:3]:
        await hand_card(look, shed["card"]).click()
        await expect(look.bar).to_contain_text(f"Deadwood: {shed['points']}.")
        far = shed["points"] > 10
        await expect(look.bar).to_contain_text("To knock, 10 or less." if far else "Deadwood")
        told = [] if far else shed["spoiled"]
        for suit in told:
            await expect(look.bar).to_contain_text(SUITS[suit])
        await expect(look.own.get_by_text("spoiled")).to_have_count(len(told))
        await expect(look.button(f"Discard the {name_of(shed['card'])}")).to_be_visible()


async def test_knocking_takes_a_second_press(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, reach(tables, "color_gin", "shedding", ann, such=may_go_out))
    way = next(choice["move"] for choice in table.frame["choices"] if choice["move"]["do"] == "go_out")
    await hand_card(look, way["card"]).click()
    beside = look.page.get_by_role("button", name=GOES_OUT).first
    await expect(beside).to_contain_text(re.compile("^(Knock with|Go gin)"))
    await expect(beside).to_have_accessible_description(re.compile("may (not )?lay off"))
    await beside.click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_have_count(0)
    name = f"^Discard the {name_of(way['card'])} and (knock|go gin)"
    await expect(look.button(re.compile(name))).to_contain_text("may score")
    await confirm(look, name)


async def test_a_drawn_joker_goes_out_by_a_button_and_a_second_press(ann: Guest, tables: Tables) -> None:
    look = await ann.look_at((await reach(tables, "color_gin", "joker", ann, mode="jokers")).room)
    await look.page.get_by_role("button", name=GOES_OUT).first.click()
    await confirm(look, "^Discard the joker and")


async def confirm(look: Look, name: str) -> None:
    """Press this button once more; then the hands are shown."""
    await look.button(re.compile(name)).click()
    await expect(look.page.get_by_role("region", name="Showdown")).to_be_visible()


# --- One's own grouping -------------------------------------------------------------------------------------


async def test_a_hand_lies_in_its_best_groups_until_a_card_is_put_elsewhere(ann: Guest, tables: Tables) -> None:
    """The grouping survives frames and reloads."""
    table = await reach(tables, "color_gin", "turn", ann, such=lambda frame: frame["view"]["best"]["melds"])
    look = await ann.look_at(table.room)
    best = table.view["best"]
    groups = look.page.get_by_role("group", name="Your cards").get_by_role("list")
    await expect(groups).to_have_count(len(best["melds"]) + 1)
    assert await cards_in(look, "Deadwood") == [name_of(card) for card in best["leftovers"]]
    await expect(look.page.get_by_text(f"Deadwood: {best['points']}", exact=True)).to_be_visible()
    first, second = best["leftovers"][:2]
    await hand_card(look, second).click()
    await look.button("A new group").click()
    await hand_card(look, first).click()
    await hand_card(look, second).click()
    own = sorted([name_of(first), name_of(second)])
    assert sorted(await cards_in(look, OWN_GROUP)) == own
    await look.shows(await step(table, Random(1)))
    assert sorted(await cards_in(look, OWN_GROUP)) == own
    await look.reload()
    assert sorted(await cards_in(look, OWN_GROUP)) == own
    await look.button("Best grouping").click()
    await expect(look.page.get_by_role("list", name=OWN_GROUP)).to_have_count(0)


async def test_shift_and_arrows_move_the_focused_card_until_the_round_ends(ann: Guest, tables: Tables) -> None:
    """Escape puts down a lifted one."""
    table, look = await seen(ann, reach(tables, "color_gin", "turn", ann, such=is_nearly_out))
    before, leftovers = await cards_in(look, "Deadwood"), table.view["best"]["leftovers"]
    await hand_card(look, leftovers[1]).focus()
    await look.page.keyboard.press("Shift+ArrowRight")
    assert await cards_in(look, "Deadwood") == [before[0], before[2], before[1], *before[3:]]
    for _ in range(3):
        await look.page.keyboard.press("Shift+ArrowLeft")
    assert await cards_in(look, OWN_GROUP) == [before[1]]
    await expect(look.voice).to_contain_text(f"{OWN_GROUP}: {before[1]}")
    assert (await look.focused()).startswith(f'button "{before[1]}')
    await hand_card(look, leftovers[0]).click()
    await expect(look.button("A new group")).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.button("A new group")).to_have_count(0)
    assert await look.page.evaluate(KEPT) is not None
    while table.view["phase"] not in ("round_over", "over"):
        await look.shows(await step(table, Random(1)))
    assert await look.page.evaluate(KEPT) is None


def is_nearly_out(frame: Message) -> bool:
    """Whether few points, but several cards, are left over."""
    best = frame["view"]["best"]
    return len(best["leftovers"]) > 3 and best["points"] < 20


async def test_one_may_go_out_as_one_has_grouped_the_hand(ann: Guest, tables: Tables) -> None:
    """A card that fits a run is left as deadwood instead."""
    table = await reach(tables, "color_gin", "shedding", ann, such=lambda frame: spare_card(frame) is not None)
    way, spare = spare_card(table.frame) or ({}, "")
    look = await ann.look_at(table.room)
    await hand_card(look, spare).click()
    await look.button("Move it").click()
    await hand_card(look, way["card"]).click()
    await hand_card(look, way["card"]).click()
    await look.button(re.compile("^With my own groups")).click()
    await confirm(look, f": Discard the {name_of(way['card'])} and knock")
    await table.catch_up(table.frame["seq"])
    assert spare in table.view["showdown"]["hands"][0]["leftovers"]


def spare_card(frame: Message) -> tuple[dict[str, Any], str] | None:
    """The best way of going out with a deadwood card, and a card of a run of four that may be deadwood as well; None if
    there is no such pair."""
    best = frame["view"]["best"]
    for way in (choice["move"] for choice in frame["choices"] if choice["move"]["do"] == "go_out"):
        if way["melds"] != best["melds"] or way["card"] not in best["leftovers"]:
            continue
        runs = [meld for meld in way["melds"] if len(meld) > 3 and meld[0][1] == meld[1][1]]
        for spare in (card for run in runs for card in (run[0], run[-1])):
            points = min("A23456789TJQK".index(spare[0]) + 1, 10)
            if way["points"] + points <= 10 and set(way["suits"]) - {spare[1]}:
                return way, spare
    return None


# --- What is kept from the page -----------------------------------------------------------------------------


async def test_the_other_sees_a_taken_card_for_a_moment_and_a_covered_one_not_at_all(
    ida: Guest, tables: Tables
) -> None:
    table = await tables.play(ida, "Bo", game="color_gin")
    assert await reaches(table, "turn", 1)
    look = await frozen_look(ida, table.room)
    card = table.view["discard"]
    await look.shows(await table.play(do="take", card=card))
    await expect(look.page.get_by_text(f"{name_of(card)}, just taken")).to_have_count(1)
    await pass_time(look, 6)
    assert_gone(await look.page.content(), card)
    assert await reaches(table, "turn", 1, goes_out=False)
    covered = table.view["discard"]
    await look.shows(await table.play(do="draw"))
    await look.shows(await step(table, Random(1), goes_out=False))
    await pass_time(look, 6)
    assert_gone(await look.page.content(), covered)


async def test_an_onlooker_sees_no_card_of_either_hand_before_showdown(ann: Guest, eve: Guest, tables: Tables) -> None:
    """The showdown writes out the sum."""
    table, look = await seen(eve, reach(tables, "color_gin", "turn", ann))
    cards = look.page.locator("[data-k^=card-]")
    await expect(cards).to_have_count(1)
    while table.view["showdown"] is None:
        await look.shows(await step(table, Random(1)))
    await expect(cards).to_have_count(20)
    region, shown = look.page.get_by_role("region", name="Showdown"), table.view["showdown"]
    for hand in shown["hands"]:
        await expect(region.get_by_text(re.compile(rf"^Deadwood: .*\b{hand['count']}\b")).first).to_be_visible()
    laid_off = shown["hands"][1 - shown["out"]]["laid_off"]
    await expect(region.get_by_text(re.compile(r"laid off by"))).to_have_count(len(laid_off))
    for suit in shown["spoiled"]:
        await expect(region.get_by_role("list", name="Spoiled").get_by_text(SUITS[suit])).to_be_visible()


def assert_gone(content: str, card: str) -> None:
    """Neither its name nor its key is in the page."""
    assert name_of(card) not in content
    assert f"card-{card}" not in content


# --- Score sheet, suits -------------------------------------------------------------------------------------

ROUNDS: list[Message] = [
    {"round": 1, "out": 1, "how": "knock", "winner": 0, "points": 19, "suits": ["S", "H"]},
    {"round": 2, "out": None, "how": "void", "winner": None, "points": 0, "suits": []},
    {"round": 3, "out": 0, "how": "gin", "winner": 0, "points": 100, "suits": ["S", "H", "D"]},
    {"round": 4, "out": 1, "how": "knock", "winner": None, "points": 0, "suits": []},
    {"round": 5, "out": 1, "how": "knock", "winner": 1, "points": 7, "suits": ["D", "C"]},
]
READ = [
    "5 knock already won already won already won +7",
    "4 knock already won already won already won 0",
    "3 gin +100 +100 +100 spoiled",
    "2 void",
    "1 undercut +19 +19 spoiled spoiled",
]


async def test_the_score_sheet_lies_open_as_long_as_the_window_has_room_for_it(ann: Guest, tables: Tables) -> None:
    look = await ann.look_at((await tables.play(ann, "Bo", game="color_gin")).room)
    sheet = look.page.locator(".cg-sheet")
    await expect(sheet).to_have_attribute("open", "")
    await resize(look.page, (1366, 600))
    await expect(sheet).not_to_have_attribute("open", "")
    await sheet.locator("summary").click()
    await look.page.keyboard.press("?")
    await expect(look.page.get_by_role("dialog")).to_be_visible()  # the page has been rendered by now
    await expect(sheet).to_have_attribute("open", "")


@pytest.mark.parametrize(
    ("before", "rounds"), [("", ROUNDS), ("k1019SH v g00100SHD k1-0", ROUNDS[4:])], ids=["in full", "in short"]
)
async def test_rounds_are_read_alike_whether_they_are_told_in_full_or_in_short(
    ann: Guest, tables: Tables, before: str, rounds: list[Message]
) -> None:
    table = await tables.play(ann, "Ben", game="color_gin")
    page = await ann.context.new_page()

    def with_rounds(said: Message) -> Message:
        if said["type"] != "frame":
            return said
        told = {"closed_in": {"S": 3, "H": 3, "D": 3}, "sheet": rounds, "before": before}
        return {**said, "view": {**said["view"], **told}}

    await change_messages(page, with_rounds)
    await page.goto(f"{ann.base_url}/t/{table.room}")
    rows = page.get_by_role("region", name="Past rounds").get_by_role("row")
    await expect(rows).to_have_count(2 + len(ROUNDS))
    assert [re.sub(r"\s+", " ", row).strip() for row in await rows.all_inner_texts()][2:] == READ


async def test_suits_may_have_two_colours(guests: Guests, tables: Tables) -> None:
    uma = await guests.stranger("Uma")
    _, look = await seen(uma, reach(tables, "color_gin", "upcard", uma))
    marks = look.own.locator(".suit-mark")
    colours = "marks => new Set(marks.map((mark) => getComputedStyle(mark).fill)).size"
    assert await marks.evaluate_all(colours) == 4
    await look.button("Menu").click()
    await look.page.get_by_role("checkbox", name="Suits in two colours").check()
    assert await marks.evaluate_all(colours) == 2
