"""The figures of the rules: what is drawn in every step is what the rules make of it."""

from __future__ import annotations

from itertools import pairwise

from playwright.async_api import expect

from games.color_gin.cards import POINTS
from tests.browser.figures import figure, in_every_step, rules_page
from tests.browser.guests import Guest
from tests.games import color_dice_tables
from tests.games.examples import examples
from tests.games.tcnccc_tables import pieces

# What is drawn in a place: the names that drawings refer to, without those that are missing or only about to come.
NAMED = """(place) => [...place.querySelectorAll("use")]
    .filter((use) => !use.closest(".cd-ghost") && !use.closest(".cd-head"))
    .map((use) => use.getAttribute("href")).filter((name) => !name.startsWith("#slot-"))
    .map((name) => name.replace(/^#(piece|pawn)-/, ""))"""
# What glides from step to step, as examples.js calls it.
KEYS = """(place) => [...place.querySelectorAll("[data-k]")].map(({ dataset }) => dataset.k.replace("coin-", ""))"""


def in_each(place: str, look: str) -> str:
    """What is seen in each such place of a stage."""
    return f"(stage) => [...stage.querySelectorAll('{place}')].map({look})"


# --- TCNCCC -------------------------------------------------------------------------------------------------


async def test_pieces_end_where_they_belong_and_none_is_lost_on_the_way(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "tcnccc"), examples("tcnccc")
    pair, no_pair, others = drawn["pair"], drawn["no_pair"], drawn["others_draw"]
    for name, ends in (
        ("pair", [pair["kept"], pair["back"]]),
        ("no_pair", [no_pair["kept"], f"{no_pair['lifted']} {no_pair['given']}"]),
        ("others_draw", [*others["kept"], "yellow red"]),
    ):
        *_, last = await in_every_step(figure(page, name), in_each(".fig-place", NAMED))
        assert [sorted(place) for place in last] == [sorted(pieces(words)) for words in ends], name
    _, *later = await in_every_step(figure(page, "pair"), NAMED)
    assert [sorted(step) for step in later] == [sorted(pieces(f"{pair['lifted']} {pair['held']}"))] * 2


async def test_the_lid_is_off_only_while_the_piece_is_above_its_cylinder(eve: Guest) -> None:
    example = figure(await rules_page(eve, "tcnccc"), "placing")
    assert await in_every_step(example, in_each(".tc-shows-placed", "() => 'off'")) == [[], [], ["off"], []]


# --- Sin Color ----------------------------------------------------------------------------------------------


async def test_coins_and_tiles_lie_in_every_step_as_the_rules_move_them(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "sin_color"), examples("sin_color")
    trade, stack = drawn["trade"], drawn["stack"]
    rows = await in_every_step(figure(page, "trade"), in_each(".fig-place", KEYS))
    assert rows == [trade["rows"]] * 3 + [trade["after"]]
    tiles = await in_every_step(figure(page, "sink_and_raise"), in_each(".sc-fig-spread", KEYS))
    assert tiles == [[lies] for lies in (stack["lies"], *stack["after"])]


# --- Color Gin ----------------------------------------------------------------------------------------------

CALLED = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


async def test_what_is_left_over_shrinks_by_every_card_that_is_laid_off(eve: Guest) -> None:
    page, example = await rules_page(eve, "color_gin"), examples("color_gin")["laying_off"]
    left, counts = example["before"], [example["before"]]
    for each in example["laid_off"]:
        left -= POINTS[each["card"]]
        counts.append(left)
    *before, last = await in_every_step(
        figure(page, "laying_off"), "(stage) => stage.querySelector('.fig-chip').textContent"
    )
    assert before == [f"Deadwood: {count}" for count in counts]
    assert last == f"{example['against']} − {example['left']} = {example['points']}"


async def test_the_suits_that_are_spoiled_are_struck_out(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "color_gin"), examples("color_gin")
    for name in ("left_over", "laying_off", "undercut", "gin"):
        struck_out = figure(page, name).locator(".cg-fig-suit.cg-spoiled > span")
        await expect(struck_out).to_have_text([CALLED[suit] for suit in drawn[name]["spoiled"]])


# --- Color Dice ---------------------------------------------------------------------------------------------

AREAS = f"""(stage) => ["red", "yellow", "green", "blue"]
    .map((colour) => stage.querySelector(`.cd-area.${{colour}}`)).map({NAMED})"""
MARKED = """(stage) => [".cd-leaves", ".cd-ghost", ".cd-struck"].map((mark) => stage.querySelectorAll(mark).length)"""


def as_written(areas: list[list[str]]) -> str:
    """What stands in the areas, as tests of the rules write it."""
    letters = ["".join(name[0] for name in area) for area in areas]
    words = " / ".join(" ".join(f"{each}{area.count(each)}" for each in dict.fromkeys(area)) for area in letters)
    return written(words)


def written(areas: str) -> str:
    return color_dice_tables.drawn(color_dice_tables.table(areas))


async def test_pawns_stand_in_the_areas_before_and_after_every_attack(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "color_dice"), examples("color_dice")
    for name in ("board", "count"):
        (areas,) = await in_every_step(figure(page, name), AREAS)
        assert as_written(areas) == written(drawn[name]["areas"]), name
    for name in ("attack", "both", "counterattack", "locked"):
        positions = [written(step["areas"]) for step in drawn[name]["steps"]]
        steps = await in_every_step(figure(page, name), AREAS)
        assert [as_written(areas) for areas in steps] == [each for pair in pairwise(positions) for each in pair], name


async def test_who_will_go_come_and_be_struck_is_marked_before(eve: Guest) -> None:
    page = await rules_page(eve, "color_dice")
    for name, marked in {
        "attack": [2, 2, 0],
        "both": [3, 1, 2],
        "counterattack": [3, 0, 3],
        "locked": [2, 2, 0],
    }.items():
        assert (await in_every_step(figure(page, name), MARKED))[0] == marked, name
