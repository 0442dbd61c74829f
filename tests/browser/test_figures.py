"""The figures of TCNCCC, Color Gin and Color Dice: what is drawn in every step is what the rules make of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise

import pytest
from playwright.async_api import Locator, expect

from games.color_gin.cards import POINTS
from tests.browser.guests import Guest
from tests.browser.test_rules import rules_page
from tests.games import color_dice_tables
from tests.games.examples import examples
from tests.games.positions import pieces

DICE, GIN, PIECES = examples("color_dice"), examples("color_gin"), examples("tcnccc")

# What is drawn in a place: the names that its drawings refer to, without those that are only about to come.
NAMED = """(place) => [...place.querySelectorAll("use")]
    .filter((use) => !use.closest(".cd-ghost") && !use.closest(".cd-head"))
    .map((use) => use.getAttribute("href").replace("#slot-", "no ").replace(/^#(piece|pawn)-/, ""))"""


async def figure(guest: Guest, game: str, name: str) -> Locator:
    page = await rules_page(guest, game)
    return page.locator(f"figure[data-figure={name}]")


async def steps_of(example: Locator) -> AsyncIterator[Locator]:
    """Its stage, in every step."""
    forth = example.get_by_role("button", name="One step on")
    yield example.locator(".stage")
    while await forth.get_attribute("aria-disabled") is None:
        await forth.click()
        yield example.locator(".stage")


# --- TCNCCC -------------------------------------------------------------------------------------------------


async def lying(stage: Locator) -> list[list[str]]:
    """The pieces before everybody, and those back in the bag; places of missing colours are left out."""
    places = [await place.evaluate(NAMED) for place in await stage.locator(".fig-place").all()]
    return [sorted(name for name in place if not name.startswith("no ")) for place in places]


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("pair", [PIECES["pair"]["kept"], PIECES["pair"]["back"]]),
        ("no_pair", [PIECES["no_pair"]["kept"], f"{PIECES['no_pair']['lifted']} {PIECES['no_pair']['given']}"]),
        ("others_draw", [*PIECES["others_draw"]["kept"], "yellow red"]),
    ],
)
async def test_the_pieces_end_where_they_belong(eve: Guest, name: str, ends: list[str]) -> None:
    *_, last = [await lying(stage) async for stage in steps_of(await figure(eve, "tcnccc", name))]
    assert last == [sorted(pieces(words)) for words in ends]


async def test_no_piece_is_lost_while_it_is_lifted_and_put_back(eve: Guest) -> None:
    everything = sorted(pieces(f"{PIECES['pair']['lifted']} {PIECES['pair']['held']}"))
    _, *later = [
        sorted(name for name in await stage.evaluate(NAMED) if not name.startswith("no "))
        async for stage in steps_of(await figure(eve, "tcnccc", "pair"))
    ]
    assert later == [everything] * 2


async def test_the_lid_is_off_only_while_the_piece_is_above_its_cylinder(eve: Guest) -> None:
    example = await figure(eve, "tcnccc", "placing")
    is_open = [await stage.locator(".tc-shows-placed").count() async for stage in steps_of(example)]
    assert is_open == [0, 0, 1, 0]


# --- Color Gin ----------------------------------------------------------------------------------------------


async def test_what_is_left_over_shrinks_by_every_card_that_is_laid_off(eve: Guest) -> None:
    example = GIN["laying_off"]
    left, counts = example["before"], [example["before"]]
    for each in example["laid_off"]:
        left -= POINTS[each["card"]]
        counts.append(left)
    *before, last = [
        await stage.locator(".fig-chip").text_content()
        async for stage in steps_of(await figure(eve, "color_gin", "laying_off"))
    ]
    assert before == [f"Left over: {count}" for count in counts]
    assert last == f"{example['against']} − {example['left']} = {example['points']}"


@pytest.mark.parametrize("name", ["left_over", "laying_off", "undercut", "gin"])
async def test_the_suits_that_are_spoiled_are_struck_out(eve: Guest, name: str) -> None:
    called = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    drawn = (await figure(eve, "color_gin", name)).locator(".cg-fig-suit.cg-spoiled > span")
    await expect(drawn).to_have_text([called[suit] for suit in GIN[name]["spoiled"]])


# --- Color Dice ---------------------------------------------------------------------------------------------


async def drawn_areas(stage: Locator) -> str:
    """What stands in the areas, as tests of the rules write it."""
    areas = [
        [name[0] for name in await stage.locator(f".cd-area.{colour}").evaluate(NAMED)]
        for colour in ("red", "yellow", "green", "blue")
    ]
    words = " / ".join(" ".join(f"{each}{area.count(each)}" for each in dict.fromkeys(area)) for area in areas)
    return color_dice_tables.drawn(color_dice_tables.table(words))


def written(areas: str) -> str:
    return color_dice_tables.drawn(color_dice_tables.table(areas))


@pytest.mark.parametrize("name", ["board", "count"])
async def test_the_areas_are_drawn_as_they_are_written(eve: Guest, name: str) -> None:
    stage = (await figure(eve, "color_dice", name)).locator(".stage")
    assert await drawn_areas(stage) == written(DICE[name]["areas"])


@pytest.mark.parametrize("name", ["attack", "both", "counterattack", "locked"])
async def test_every_attack_is_drawn_before_and_after_it(eve: Guest, name: str) -> None:
    positions = [written(step["areas"]) for step in DICE[name]["steps"]]
    expected = [position for pair in pairwise(positions) for position in pair]
    drawn = [await drawn_areas(stage) async for stage in steps_of(await figure(eve, "color_dice", name))]
    assert drawn == expected


@pytest.mark.parametrize(
    ("name", "leave", "come", "struck"),
    [("attack", 2, 2, 0), ("both", 3, 1, 2), ("counterattack", 3, 0, 3), ("locked", 2, 2, 0)],
)
async def test_who_will_go_and_who_will_be_struck_is_marked_before(
    eve: Guest, name: str, leave: int, come: int, struck: int
) -> None:
    stage = (await figure(eve, "color_dice", name)).locator(".stage")
    await expect(stage.locator(".cd-leaves")).to_have_count(leave)
    await expect(stage.locator(".cd-ghost")).to_have_count(come)
    await expect(stage.locator(".cd-struck")).to_have_count(struck)
