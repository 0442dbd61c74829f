"""Motion in each game: cards are dealt, tiles go under their stacks, pawns walk; and of hidden things only the back is
shown."""

from random import Random
from typing import Any

from playwright.async_api import expect

from tests.browser.acting import FINISH_MOTION, LYING, MOST_MS, Box, acted, acted_at, is_within, place, slowed, staged
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.measured import LAPTOP_SIZE, resize
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import asks, is_at, may_go_out, reach, reaches, step

# --- Color Gin ----------------------------------------------------------------------------------------------

# The hand's cards in every picture. They move when the prompt above them grows.
NOTE_THE_HAND = """() => {
    globalThis.hand = {};
    (function note() {
        for (const card of document.querySelectorAll(".cg-own-hand [data-k]"))
            (hand[card.dataset.k] ??= []).push(card.getBoundingClientRect().toJSON());
        requestAnimationFrame(note);
    })();
}"""


async def play_on(table: Seated, look: Look, ask: str, seat: int) -> None:
    """Play until this seat is asked this, and the page shows it."""
    assert await reaches(table, ask, seat, goes_out=False)
    await look.shows(table.frame["seq"])


async def test_a_drawn_card_turns_in_its_hand_and_anothers_shows_its_back(lively: Guest, tables: Tables) -> None:
    """Until it is shed, only its back is in the page."""
    table, look = await seen(lively, reach(tables, "color_gin", "turn", lively))
    await step(table, Random(1))  # the first news loads the module for it
    await play_on(table, look, "turn", 0)
    await slowed(look)
    await look.page.evaluate(NOTE_THE_HAND)
    (card,) = await acted(look, table.play(do="draw"))
    assert is_within(card["first"], await place(look, "[data-k=deck]"))
    slots = await look.page.evaluate("(card) => hand[card]", f"card-{table.view['drawn']}")
    assert any(is_within(card["last"], slot) for slot in slots)
    await expect(look.page.locator(".stage-face").first.locator(".back")).to_have_count(1)
    await play_on(table, look, "turn", 1)
    (card,) = await acted(look, table.play(do="draw"))
    assert is_within(card["first"], await place(look, "[data-k=deck]"))
    assert is_within(card["last"], await place(look, ".cg-backs"))
    assert f"card-{table.lines[1].frame['view']['drawn']}" not in await look.page.content()
    assert await look.page.locator(".stage .card-art").count() == await look.page.locator(".stage .back").count() == 1
    backs, shed = await place(look, ".cg-backs"), table.lines[1].frame["view"]["sheds"][0]["card"]
    *_, flying = await acted(look, table.play(do="discard", card=shed))
    assert is_within(flying["first"], backs)
    assert is_within(flying["last"], await place(look, f"[data-k=card-{shed}]"))
    assert await look.page.locator(".stage .back").count() == 0


async def test_after_a_round_hands_are_laid_down_and_dealt_card_by_card(lively: Guest, tables: Tables) -> None:
    table, look = await seen(lively, reach(tables, "color_gin", "shedding", lively, such=may_go_out))
    await step(table, Random(1), goes_out=False)
    while not is_at(table, "shedding", 0, may_go_out):
        await look.shows(await step(table, Random(1), goes_out=False))
    await slowed(look)
    own, backs = await place(look, ".cg-own-hand"), await place(look, ".cg-backs")
    actors = await acted(look, step(table, Random(1)))
    shown = await place(look, ".cg-showdown")
    assert [is_within(actor["last"], shown) for actor in actors] == [True] * 20
    for zone in (own, backs):
        assert sum(is_within(actor["first"], zone, 8) for actor in actors) == 10
    await look.shows(await step(table, Random(1)))
    *dealt, turned_up = await acted(look, step(table, Random(1)))
    assert len(dealt) == 20
    deck = await place(look, "[data-k=deck]")
    own, backs = await place(look, ".cg-own-hand"), await place(look, ".cg-backs")
    for nth, actor in enumerate(dealt):
        assert is_within(actor["first"], deck)
        assert is_within(actor["last"], own if (nth + table.view["dealer"]) % 2 else backs)
    starts = [actor["delay"] for actor in (*dealt, turned_up)]
    assert starts == sorted({*starts})
    assert round(turned_up["endTime"]) <= MOST_MS


# --- Desfases -----------------------------------------------------------------------------------------------


def mine(table: Seated) -> dict[str, Any]:
    """The host's suit."""
    suit: dict[str, Any] = next(suit for suit in table.view["suits"] if suit["seat"] == 0)
    return suit


async def square(look: Look, name: str) -> Box:
    """The box of this square."""
    return await place(look, f".de-square:has(> [data-focus=square-{name}])")


async def test_a_pawn_walks_from_its_square_to_the_next_and_its_die_turns(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "desfases", "move")
    suit, goal = mine(table)["suit"], table.frame["choices"][0]["move"]["to"]
    standing, target = await place(look, f"[data-k=pawn-{suit}]"), await square(look, goal)
    walking, turning = await acted(look, table.play(do="move", to=goal))
    assert standing != target
    assert is_within(walking["first"], standing)
    assert is_within(walking["last"], target, 8)
    assert is_within(turning["last"], await place(look, f"[data-k=die-{suit}]"))


async def test_a_coin_goes_to_the_tile_it_scores_and_the_next_under_the_die(lively: Guest, tables: Tables) -> None:
    """Then the die turns."""
    table, look = await staged(lively, tables, "desfases", "score")
    tile = table.frame["choices"][0]["move"]["tile"]
    under, target = await place(look, ".place .de-under"), await square(look, tile)
    (coin,) = await acted(look, table.play(do="score", tile=tile))
    assert is_within(coin["first"], under)
    assert is_within(coin["last"], target)
    value = mine(table)["reserve"][-1]
    kept = await place(look, f"[data-k=reserve-{mine(table)['suit']}-{value}]")
    turning, coin, *_ = await acted(look, table.play(do="feed", coin=value))
    assert is_within(coin["first"], kept)
    assert is_within(coin["last"], await place(look, ".place .de-under"))
    assert turning["delay"] >= coin["endTime"]


# --- Sin Color ----------------------------------------------------------------------------------------------


async def turn_over(table: Seated, look: Look) -> None:
    move = next(choice["move"] for choice in table.frame["free"] if choice["move"]["coin"] == 3)
    upper, lower = await acted(look, table.answer(0, move))
    assert is_within(upper["last"], await place(look, "[data-k=coin-0-3] .sc-upper"))
    assert is_within(lower["last"], await place(look, "[data-k=coin-0-3] .sc-lower"))
    assert all(is_within(half["first"], half["last"]) for half in (upper, lower))  # they stay where they are


async def sink(table: Seated, look: Look) -> None:
    await look.page.evaluate(FINISH_MOTION)
    top = await place(look, "[data-k=top-2]")
    (sunk,) = await acted(look, table.play(do="sink", stack=2))
    assert is_within(sunk["first"], top)
    assert is_within(sunk["last"], await place(look, ".sc-stack:nth-child(3)"), 8)
    await expect(look.page.locator("[data-k=top-2] .tile")).to_be_visible()


async def raise_one(table: Seated, look: Look) -> None:
    covered, raised = await acted(look, table.play(do="raise", stack=4))
    assert is_within(covered["first"], covered["last"])
    assert is_within(raised["first"], await place(look, ".sc-stack:nth-child(5)"))
    assert is_within(raised["last"], await place(look, "[data-k=top-4]"), 8)


async def pay(table: Seated, look: Look) -> None:
    payment = table.frame["choices"][0]["move"]
    own = await place(look, f"[data-k=coin-0-{payment['coin']}]")
    ends = (".sc-paid .sc-came", ".sc-just-paid .sc-top")
    (paid, turned, *_), (came, top) = await acted_at(look, table.play(**payment), *ends)
    assert is_within(paid["first"], own, 8)
    assert is_within(paid["last"], came)
    assert is_within(turned["last"], top)


async def test_coins_turn_and_are_paid_and_tiles_sink_and_rise(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "sin_color", "open a trade")
    await turn_over(table, look)
    left, chance = {"sink": sink, "raise": raise_one, "pay": pay}, Random(1)
    while left:
        if check := left.pop(asks(table.frame), None):
            await check(table, look)
        else:
            assert not table.frame["outcome"]
            await look.shows(await step(table, chance))


async def test_who_trades_with_nobody_throws_a_die_into_the_tray(lively: Guest, tables: Tables) -> None:
    table, look = await staged(lively, tables, "sin_color", "open a trade")
    await resize(look.page, LAPTOP_SIZE)
    (die,) = await acted(look, table.play(do="no_trade"))
    assert await look.page.evaluate(LYING) == [True]
    assert is_within(die["last"], await place(look, ".place .sc-die-place"))


async def test_an_onlooker_sees_traded_coins_go_to_their_new_owners(ann: Guest, lively: Guest, tables: Tables) -> None:
    table, look = await seen(lively, reach(tables, "sin_color", "open a trade", ann))
    await look.shows(await table.play(do="offer", coins=[0, 1]))
    while not table.frame["choices"]:
        await look.shows(await table.play(do="offer", coins=[2]))
    await slowed(look)
    trade = next(choice["move"] for choice in table.frame["choices"] if choice["move"]["do"] == "trade")
    seats = (0, trade["partner"])
    own, other = [await place(look, f".opponents .seat:nth-child({1 + seat})") for seat in seats]
    actors = await acted(look, table.play(**trade))
    for actor, (start, end) in zip(actors, [(own, other), (own, other), (other, own)], strict=False):
        assert is_within(actor["first"], start) and is_within(actor["last"], end)
