"""Nothing in motion flies over the card of a player whom it does not concern, in any game, in a window of any size."""

from itertools import cycle
from random import Random

from tests.browser.acting import FINISH_MOTION, slowed
from tests.browser.guests import Guest
from tests.browser.tables import Tables
from tests.browser.walks import OTHERS, TABLES, by_day, step
from tests.support.effort import amount

# What each actor crosses on its way: the seats whose cards it touches neither at its beginning nor at its end, and how
# far above the higher end it rises. The layer is cleared afterwards, as by any scrolling.
CROSSED = """() => {
    const seats = Array.from(document.querySelectorAll(".seat"))
        .map((seat) => [seat.innerText, seat.getBoundingClientRect()]);
    const touch = (one, other) => one.x < other.right - 1 && other.x < one.right - 1
        && one.y < other.bottom - 1 && other.y < one.bottom - 1;
    const found = Array.from(document.querySelectorAll(".stage-actor:not(.stage-arrow)"), (actor) => {
        const animations = actor.getAnimations();
        for (const animation of animations) animation.pause();
        const flight = animations.find(({ effect }) => effect.getTiming().fill === "both");
        const { delay, endTime } = flight.effect.getComputedTiming();
        const way = Array.from({ length: 25 }, (_, nth) => {
            for (const animation of animations) animation.currentTime = delay + (endTime - delay - 0.01) * nth / 24;
            return actor.getBoundingClientRect();
        });
        const ends = [way[0], way.at(-1)];
        const others = seats.filter(([, seat]) => !ends.some((end) => touch(end, seat)));
        const over = others.filter(([, seat]) => way.some((here) => touch(here, seat))).map(([text]) => text);
        return { over, up: Math.min(ends[0].y, ends[1].y) - Math.min(...way.map(({ y }) => y)) };
    });
    dispatchEvent(new Event("resize"));
    return found;
}"""
SIZES = {"laptop": (1280, 720), "phone": (390, 844), "small phone": (360, 640), "on its side": (844, 390)}


@by_day("tcnccc", TABLES)
async def test_nothing_flies_over_somebody_elses_card(lively: Guest, tables: Tables, game: str) -> None:
    """As if they got it."""
    seats, options = TABLES[game]
    table = await tables.play(lively, *OTHERS[: seats - 1], game=game, **options)
    look, chance, acted = await lively.look_at(table.room), Random(1), 0
    await slowed(look)
    sizes = cycle(SIZES.values())
    for _ in range(amount(by_day=24, long=200)):
        if table.frame["outcome"]:
            break
        width, height = next(sizes)
        await look.page.set_viewport_size({"width": width, "height": height})
        await look.page.evaluate(FINISH_MOTION)
        await look.shows(await step(table, chance))
        for actor in await look.page.evaluate(CROSSED):
            acted += 1
            assert actor["over"] == []
            assert actor["up"] <= 62
    assert acted
