"""Moves are acted on the stage: motion begins and ends in the right places, is short, and delays nobody."""

from random import Random

from playwright.async_api import expect

from tests.browser.acting import (
    FINISH_MOTION,
    LYING,
    MOST_MS,
    Actor,
    Box,
    acted,
    is_within,
    place,
    slow_motion,
    slowed,
    staged,
)
from tests.browser.guests import Guest, hide
from tests.browser.look import Look
from tests.browser.measured import LAPTOP_SIZE, PHONE_SIZE, resize
from tests.browser.tables import Seated, Tables, asked_look
from tests.browser.walks import reaches, step
from tests.browser.watching import over, watch
from tests.client import Message
from tests.conftest import House

# --- TCNCCC -------------------------------------------------------------------------------------------------


async def at_a_table(guest: Guest, tables: Tables) -> tuple[Seated, Look]:
    """A table of TCNCCC where this guest is asked, and their page with its stage loaded."""
    table, look = await asked_look(guest, tables)
    await slowed(look)
    return table, look


async def test_a_piece_comes_out_of_the_bag_and_goes_into_its_cylinder(lively: Guest, tables: Tables) -> None:
    """The next one comes out of the bag again, not out of the cylinder just filled."""
    table, look = await at_a_table(lively, tables)
    for _ in range(2):
        (drawn,) = await acted(look, table.play(do="draw"))
        assert drawn["of"] == f"#piece-{table.in_hand}"
        assert is_within(drawn["first"], await place(look, "[data-k=bag]"))
        (placed,) = await acted(look, table.play(do="place", cylinder=2))
        assert placed["of"] == drawn["of"]
        assert is_within(placed["first"], drawn["last"])
        assert is_within(placed["last"], await place(look, "[data-k=cylinder-2] .tc-mouth"))


async def test_what_was_lifted_rolls_out_and_what_is_kept_goes_to_its_owner(lively: Guest, tables: Tables) -> None:
    """However many pieces, the motion is over in 900 ms."""
    table, look = await at_a_table(lively, tables)
    placed: list[str] = []
    while len(placed) < 5 or len({*placed} - {"joker"}) == len([piece for piece in placed if piece != "joker"]):
        await look.shows(await table.play(do="draw"))
        placed.append(table.in_hand)
        await look.shows(await table.play(do="place", cylinder=0))
    seat = table.turn
    actors = await acted(look, table.play(do="lift", cylinder=0))
    rolling, going = actors[: len(placed)], actors[len(placed) :]
    assert [actor["of"] for actor in rolling] == [f"#piece-{piece}" for piece in placed]
    starts = [actor["delay"] for actor in rolling]
    assert starts == sorted({*starts})
    zone, tray = await place(look, "[data-k=cylinder-0]"), await place(look, "[data-k=tray]")
    assert all(is_within(actor["first"], zone) and is_within(actor["last"], tray, 4) for actor in rolling)
    held = table.view["held"][seat]
    assert sorted(actor["of"] for actor in going) == sorted(f"#piece-{piece}" for piece in held)
    own = await place(look, ".place" if seat == 0 else ".opponents")
    assert all(is_within(actor["first"], tray, 4) and is_within(actor["last"], own) for actor in going)
    assert max(round(actor["endTime"]) for actor in actors) <= MOST_MS


async def test_no_trace_of_a_piece_is_left_when_its_moment_is_over(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables)
    await look.shows(await table.play(do="draw"))
    await look.shows(await table.play(do="place", cylinder=0))
    await expect(look.page.locator(".stage-actor, main .tc-aloft")).to_have_count(2)
    await look.page.evaluate(FINISH_MOTION)
    await expect(look.page.locator(".stage-actor, main .tc-aloft")).to_have_count(0)


# --- Whatever is acted --------------------------------------------------------------------------------------


async def test_what_is_on_its_way_can_be_pressed_and_goes_on_from_there(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables)
    await look.button("Bag, draw a piece").click()
    await look.button("Cylinder 1, place the piece").click()
    await look.shows(await table.catch_up(await table.catch_up(table.frame["seq"])))
    assert await look.page.locator(".stage-actor").count() == 1


async def test_whoever_looks_away_misses_it_and_comes_back_to_what_lies_there(lively: Guest, tables: Tables) -> None:
    table, look = await at_a_table(lively, tables)
    await look.shows(await table.play(do="draw"))
    await expect(look.page.locator(".stage-actor")).to_have_count(1)
    await hide(look.page, hidden=True)
    assert await look.page.locator(".stage-actor, [data-on-stage]").count() == 0
    await look.shows(await table.play(do="place", cylinder=1))
    assert await look.page.locator(".stage-actor").count() == 0


STAGE_HAS_COME = """() => performance.getEntriesByType("resource").some(
    ({ name, responseEnd }) => name.includes("/room/stage.js") && responseEnd > 0)"""


async def test_a_step_forward_in_a_replay_is_acted_and_a_jump_is_not(lively: Guest, house: House) -> None:
    watching = await watch(lively, await over(house, "sin_color"))
    await watching.page.wait_for_function(STAGE_HAS_COME)  # chances may still be computed
    await slow_motion(watching.page)
    actors, step = watching.page.locator(".stage-actor"), 0
    while not await actors.count():
        step += 1
        await watching.go_to(step)
    await watching.go_to(step - 1)
    assert await actors.count() == 0
    await watching.go_to(step)
    assert await actors.count() > 0
    await watching.go_to(0)
    assert await actors.count() == 0


# --- Color Dice ---------------------------------------------------------------------------------------------


async def test_dice_are_thrown_into_the_tray_and_an_attack_is_compared_there(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "color_dice", "throwing")
    await resize(look.page, LAPTOP_SIZE)
    hand, tray = await place(look, "[data-k^=die-0-]"), await place(look, ".cd-tray")
    dice = await acted(look, table.play(do="rethrow", dice=[0, 2]))
    assert [die["of"] for die in dice] == ["#badge-red", "#badge-green"]
    for colour, die in zip((0, 2), dice, strict=True):
        assert is_within(die["first"], hand, by=die["first"]["width"])
        assert is_within(die["last"], await place(look, f"[data-k^=die-{colour}-]"))
    assert await look.page.evaluate(LYING) == [True, True]
    shown = [colour["die"] for colour in table.view["colours"]]
    fronts = look.page.locator(".stage-cube .stage-face:first-child")
    assert [await front.locator(".cd-pip").count() for front in await fronts.all()] == [shown[0], shown[2]]
    assert await reaches(table, "attacking")
    await look.shows(table.frame["seq"])
    target = next(choice["move"] for choice in table.frame["choices"] if choice["move"]["do"] == "attack")
    dice = await acted(look, table.play(**target))
    assert len(dice) == 2
    assert all(is_within(die["last"], tray) for die in dice)
    mine, other = (table.view["colours"][colour]["die"] for colour in (0, target["target"]))
    await expect(look.page.locator(".cd-sum")).to_have_text(f"{mine} − {other} = {mine - other}")


async def test_where_there_is_no_tray_an_arrow_points_from_die_to_die(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "color_dice", "attacking")
    await resize(look.page, PHONE_SIZE)
    target = next(choice["move"] for choice in table.frame["choices"] if choice["move"]["do"] == "attack")
    await look.shows(await table.play(**target))
    dice = [f"[data-k^=die-{colour}-]" for colour in (0, target["target"])]
    assert max(await look.page.evaluate(FAR, dice)) <= 60


# How far the two ends of the arrow are from the centres of these two.
FAR = """(selectors) => {
    const path = document.querySelector(".stage-arrow path");
    return [0, path.getTotalLength()].map((at, nth) => {
        const { x, y, width, height } = document.querySelector(selectors[nth]).getBoundingClientRect();
        const end = path.getPointAtLength(at).matrixTransform(path.getScreenCTM());
        return Math.max(Math.abs(end.x - x - width / 2), Math.abs(end.y - y - height / 2));
    });
}"""


async def test_pawns_walk_to_where_they_stand_and_struck_ones_hop_outside(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "color_dice", "sending")
    struck, chance = list[Actor](), Random(1)
    while not struck:
        before = await places_of_pawns(look)
        pawns = [actor for actor in await acted(look, step(table, chance)) if actor["of"].startswith("#pawn-")]
        after = await places_of_pawns(look)
        for pawn in pawns:
            assert any(is_within(pawn["first"], box) for box in before), pawn
            assert any(is_within(pawn["last"], box) for box in after) or table.frame["outcome"], pawn
        outside = await place(look, ".cd-outside")
        struck = [pawn for pawn in pawns if is_within(pawn["last"], outside) and pawn["delay"] > 0]
    assert all(not is_within(pawn["first"], outside) for pawn in struck)


async def places_of_pawns(look: Look) -> list[Box]:
    """The boxes of the pawns, and of the dummies' dice, where eliminated dummies' pawns go."""
    boxes = "(nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON())"
    return list(await look.page.locator("[data-k^=pawn-], .cd-dummy").evaluate_all(boxes))


async def test_who_may_counterattack_is_told_when_the_last_pawn_has_landed(lively: Guest, tables: Tables) -> None:
    """In a look of its own: a red arrow while pawns strike would be part of that attack."""
    table, look = await staged(lively, tables, "color_dice", "sending", such=is_the_last_attack)
    await resize(look.page, PHONE_SIZE)
    pawns, arrows = list[Actor](), list[Actor]()
    while not (pawns and arrows):
        assert not table.view["attack"]["counter"]
        actors = await acted(look, step(table, Random(1)))
        arrows = [actor for actor in actors if "arrow" in actor["of"]]
        pawns = [actor for actor in actors if actor not in arrows]
    assert table.view["attack"]["counter"]
    (arrow,) = arrows
    assert arrow["delay"] >= max(pawn["endTime"] for pawn in pawns) - 1
    assert "stage-possible" in arrow["of"]


def is_the_last_attack(frame: Message) -> bool:
    """Whether a counterattack follows this attack, with any pawns."""
    view = frame["view"]
    others = [colour for number, colour in enumerate(view["colours"]) if number != view["attack"]["target"]]
    return bool(
        view["to_come"] and view["to_come"][0]["does"] == "counter"
        and all(colour["may"] != "attack" or colour["attacked"] for colour in others)
    )  # fmt: skip


# --- Words --------------------------------------------------------------------------------------------------

# The opacity of these elements.
OPACITY = "(nodes) => nodes.map((node) => Number(getComputedStyle(node).opacity))"


async def test_words_are_read_aloud_at_once_and_appear_when_the_piece_has_landed(lively: Guest, tables: Tables) -> None:
    """What can be pressed waits for nothing, and the next move shows what was still waiting."""
    table, look = await at_a_table(lively, tables)
    caption, sentence = look.page.locator(".latest span"), look.page.locator(".prompt .sentence")
    await look.shows(await table.play(do="draw"))
    assert "drew" in await caption.inner_text()
    assert await caption.evaluate_all(OPACITY) == await sentence.evaluate_all(OPACITY) == [0]
    assert set(await look.page.locator(".prompt button, .tc-cylinder button").evaluate_all(OPACITY)) == {1}
    assert any("drew" in said for said in await look.page.locator("#announcer p").all_inner_texts())
    await look.page.evaluate(FINISH_MOTION)
    assert await caption.evaluate_all(OPACITY) == await sentence.evaluate_all(OPACITY) == [1]
    await look.shows(await table.play(do="place", cylinder=0))
    assert await caption.evaluate_all(OPACITY) == [0]
    await look.page.evaluate("() => dispatchEvent(new Event('resize'))")
    assert await caption.evaluate_all(OPACITY) == [1]
