"""The rules pages: every figure is drawn, fits, stands still until it is pressed, and shows in every step what the
rules produce. Also the short rules in a room."""

from itertools import accumulate, pairwise
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from app.i18n import LANGUAGES
from app.web.rules_pages import rules_of
from games import GAMES
from games.color_gin.cards import POINTS
from tests.browser.guests import Guest, Guests
from tests.browser.longer import LongWorded
from tests.browser.measured import assert_nothing_to_complain_of
from tests.browser.tables import Tables, seen
from tests.browser.walks import by_day
from tests.games import color_dice_tables
from tests.games.examples import examples
from tests.games.tcnccc_tables import pieces
from tests.support.effort import LONG

NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
WIDTHS = (320, 520, 1440) if LONG else (320, 1440)
# The size of a stage, whether all of its content and the step's caption can be seen, and the number of captions.
MEASURE = """(stage, figure) => {
    const { width, height } = stage.getBoundingClientRect();
    const says = figure.querySelectorAll(".words span").length;
    const read = !says || figure.querySelector(".words [data-now]").checkVisibility({ visibilityProperty: true });
    const is_drawn = stage.querySelector("svg") && stage.scrollWidth <= stage.clientWidth;
    const fits = is_drawn && read && width > 200 && height > 40;
    return { fits, says, width, height, where: figure.querySelector(".where")?.textContent };
}"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) =>
    done(list.getEntries().reduce((sum, { value }) => sum + value, 0))
).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(done, 200, 0))"""


IN_EVERY_STEP = """(figure) => {
    const look = %s;
    const [back, on] = ["first", "last"].map((end) => figure.querySelector(`.controls button:${end}-of-type`));
    const seen = [look(figure.querySelector(".stage"), figure)];
    while (on && !on.ariaDisabled) {
        on.click();
        seen.push(look(figure.querySelector(".stage"), figure));
    }
    while (back && !back.ariaDisabled) back.click();
    return seen;
}"""


async def rules_page(guest: Guest, game: str, language: str = "en") -> Page:
    """The rules page with all figures drawn."""
    page = await guest.open(f"/rules/{game}?language={language}")
    await expect(page.locator("article figure[data-drawn]")).to_have_count(len(rules_of(game, language).figures))
    return page


def figure(page: Page, name: str) -> Locator:
    """The figure of this name."""
    return page.locator(f"figure[data-figure={name}]")


async def in_every_step(figure: Locator, look: str) -> list[Any]:
    """The results of `look`, a JavaScript function of a stage and its figure, in every step."""
    seen: list[Any] = await figure.evaluate(IN_EVERY_STEP % look)
    return seen


async def assert_figures_fit(page: Page, *widths: int) -> None:
    """Checks every step of every figure."""
    for width in widths:
        await page.set_viewport_size({"width": width, "height": 900})
        assert await page.evaluate(TOO_WIDE) is False
        for drawn in await page.locator("article figure").all():
            steps = await in_every_step(drawn, MEASURE)
            assert [step for step in steps if not step["fits"]] == [], await drawn.get_attribute("data-figure")
            assert steps[0]["says"] in (0, len(steps))


# --- Figures ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_fits_in_every_step_also_in_longer_words(long_worded: LongWorded, game: str) -> None:
    page = await rules_page(await long_worded(**NARROW), game, "de")
    assert await page.evaluate(SHIFTS) == 0
    named = await page.evaluate(f"async () => Object.keys((await import('#games/{game}/figures.js')).figures(String))")
    assert sorted(named) == sorted(rules_of(game, "de").figures)
    await assert_nothing_to_complain_of(page)
    await assert_figures_fit(page, *WIDTHS)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_every_figure_fits_in_every_language(guests: Guests, game: str) -> None:
    reader = await guests.stranger(**NARROW)
    for language in LANGUAGES:
        page = await rules_page(reader, game, language)
        assert await page.evaluate(SHIFTS) == 0
        await assert_figures_fit(page, *WIDTHS)


# --- Examples -----------------------------------------------------------------------------------------------

MOVING_AFTER = "(button) => { button.click(); return document.getAnimations().length; }"


async def test_an_example_stands_still_until_it_is_played_and_ends_by_itself(mia: Guest) -> None:
    """Or when its reader wants less motion."""
    await mia.set_clock()
    page = await rules_page(mia, "desfases")
    example = figure(page, "moving")
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Play").click()
    await expect(example.get_by_text("Step 2 of 3.")).to_be_visible()
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 3 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Watch again").click()
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Pause").click()
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    await example.get_by_role("button", name="Play").click()
    await page.emulate_media(reduced_motion="reduce")
    await page.clock.run_for(60_000)
    await expect(example.get_by_text("Step 2 of 3.")).to_be_visible()
    await page.emulate_media(reduced_motion="no-preference")
    assert await example.get_by_role("button", name="One step forward").evaluate(MOVING_AFTER) > 0


async def test_with_less_motion_nothing_ever_moves_and_each_step_is_said(eve: Guest) -> None:
    page = await rules_page(eve, "desfases")
    example = figure(page, "moving")
    await expect(example.get_by_role("button", name="Play")).to_have_count(0)
    forth = example.get_by_role("button", name="One step forward")
    await forth.press("Enter")
    await expect(page.get_by_role("status")).to_contain_text("Step 2 of 3.")
    await expect(page.get_by_role("status")).to_contain_text("any tile with a ring")
    await expect(forth).to_be_focused()
    assert await forth.evaluate(MOVING_AFTER) == 0
    await example.get_by_role("button", name="Watch again").click()
    await expect(example.get_by_text("Step 1 of 3.")).to_be_visible()
    assert await forth.evaluate(MOVING_AFTER) == 0


# --- What is drawn in every step ----------------------------------------------------------------------------

# The drawings in a place: the ids they refer to, except missing ones and those about to come.
NAMED = """(place) => [...place.querySelectorAll("use")]
    .filter((use) => !use.closest(".cd-ghost") && !use.closest(".cd-head"))
    .map((use) => use.getAttribute("href")).filter((name) => !name.startsWith("#slot-"))
    .map((name) => name.replace(/^#(piece|pawn)-/, ""))"""
# The objects that move from step to step, as named in examples.js.
KEYS = """(place) => [...place.querySelectorAll("[data-k]")].map(({ dataset }) => dataset.k.replace("coin-", ""))"""


def in_each(place: str, look: str) -> str:
    """The results for each such place of a stage."""
    return f"(stage) => [...stage.querySelectorAll('{place}')].map({look})"


# --- TCNCCC -------------------------------------------------------------------------------------------------


async def test_pieces_end_where_they_belong_and_the_lid_is_off_only_while_one_is_above_its_cylinder(eve: Guest) -> None:
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
    example = figure(page, "placing")
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


async def test_what_is_left_over_shrinks_by_every_card_laid_off_and_spoiled_suits_are_struck_out(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "color_gin"), examples("color_gin")
    example = drawn["laying_off"]
    laid_off = [-POINTS[each["card"]] for each in example["laid_off"]]
    counts = [*accumulate(laid_off, initial=example["before"])]
    chip = "(stage) => stage.querySelector('.fig-chip').textContent"
    *before, last = await in_every_step(figure(page, "laying_off"), chip)
    assert before == [f"Deadwood: {count}" for count in counts]
    assert last == f"{example['against']} − {example['left']} = {example['points']}"
    for name in ("left_over", "laying_off", "undercut", "gin"):
        struck_out = figure(page, name).locator(".cg-fig-suit.cg-spoiled > span")
        await expect(struck_out).to_have_text([CALLED[suit] for suit in drawn[name]["spoiled"]])


# --- Color Dice ---------------------------------------------------------------------------------------------

AREAS = f"""(stage) => ["red", "yellow", "green", "blue"]
    .map((colour) => stage.querySelector(`.cd-area.${{colour}}`)).map({NAMED})"""
MARKED = """(stage) => [".cd-leaves", ".cd-ghost", ".cd-struck"].map((mark) => stage.querySelectorAll(mark).length)"""


def as_written(areas: list[list[str]]) -> str:
    """The areas as the tests of the rules write them."""
    letters = ["".join(name[0] for name in area) for area in areas]
    words = " / ".join(" ".join(f"{each}{area.count(each)}" for each in dict.fromkeys(area)) for area in letters)
    return written(words)


def written(areas: str) -> str:
    return color_dice_tables.drawn(color_dice_tables.read(areas))


async def test_pawns_stand_in_the_areas_before_and_after_every_attack_and_who_will_go_is_marked(eve: Guest) -> None:
    page, drawn = await rules_page(eve, "color_dice"), examples("color_dice")
    for name in ("board", "count"):
        (areas,) = await in_every_step(figure(page, name), AREAS)
        assert as_written(areas) == written(drawn[name]["areas"]), name
    marks = {"attack": [2, 2, 0], "both": [3, 1, 2], "counterattack": [3, 0, 3], "locked": [2, 2, 0]}
    for name, marked in marks.items():
        positions = [written(step["areas"]) for step in drawn[name]["steps"]]
        steps = await in_every_step(figure(page, name), AREAS)
        assert [as_written(areas) for areas in steps] == [each for pair in pairwise(positions) for each in pair], name
        assert (await in_every_step(figure(page, name), MARKED))[0] == marked, name


# --- In short -----------------------------------------------------------------------------------------------


@by_day("color_dice", GAMES)
async def test_the_rules_in_short_are_one_screen_of_a_phone(ben: Guest, tables: Tables, game: str) -> None:
    _, look = await seen(ben, tables.gather(ben, seats=GAMES[game].seats[0], game=game))
    await look.button("Rules in short").tap()
    dialog = look.page.get_by_role("dialog", name=f"{GAMES[game].title} in short")
    await expect(dialog.get_by_role("heading", name="Remember")).to_be_visible()
    assert await dialog.evaluate("(node) => node.scrollHeight <= node.clientHeight")
    link = dialog.get_by_role("link", name="All the rules")
    assert await link.get_attribute("href") == f"/rules/{game}"
    assert await link.get_attribute("target") == "_blank"
    await dialog.get_by_text("Keys", exact=True).dispatch_event("click")
    await assert_nothing_to_complain_of(look.page)
    await dialog.get_by_role("button", name="Close").tap()
    await expect(dialog).to_have_count(0)
    await expect(look.button("Rules in short")).to_be_focused()
