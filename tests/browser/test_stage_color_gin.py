"""Color Gin is acted: cards are dealt from the deck and laid down, and of another's only the back is on its way."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.acting import MOST_MS, acted, is_within, place, slowed
from tests.browser.color_gin_tables import Position, Such, anyhow, may_go_out, reach
from tests.browser.guests import Guest
from tests.browser.look import Look
from tests.browser.tables import Tables

# Of every picture: where the cards of the hand lie. They move on when the prompt above them grows.
NOTE_THE_HAND = """() => {
    globalThis.hand = {};
    (function note() {
        for (const card of document.querySelectorAll(".cg-own-hand [data-k]"))
            (hand[card.dataset.k] ??= []).push(card.getBoundingClientRect().toJSON());
        requestAnimationFrame(note);
    })();
}"""


async def at_a_table(guest: Guest, tables: Tables, seat: int, phase: str, such: Such = anyhow) -> tuple[Position, Look]:
    """This seat is asked this, and the guest's page has brought all that comes later."""
    position = await reach(tables, phase, guest, such=such)
    look = await guest.look_at(position.table.room)
    await position.step(goes_out=False)
    while not position.is_at(seat, phase, such):
        await position.step(goes_out=False)
    await look.shows(position.table.frame["seq"])
    await look.page.wait_for_load_state("networkidle")
    await expect(look.page.locator(".stage-actor")).to_have_count(0)
    await slowed(look)
    return position, look


async def test_a_drawn_card_comes_from_the_deck_with_its_back_up_and_turns_in_the_hand(
    lively: Guest, tables: Tables
) -> None:
    position, look = await at_a_table(lively, tables, 0, "turn")
    deck = await place(look, "[data-k=deck]")
    await look.page.evaluate(NOTE_THE_HAND)
    (card,) = await acted(look, position.table.play(do="draw"))
    assert is_within(card["first"], deck)
    slots = await look.page.evaluate("(card) => hand[card]", f"card-{position.view()['drawn']}")
    assert any(is_within(card["last"], slot) for slot in slots)
    await expect(look.page.locator(".stage-face").first.locator(".back")).to_have_count(1)


async def test_of_a_card_that_another_draws_only_its_back_is_in_the_page(lively: Guest, tables: Tables) -> None:
    position, look = await at_a_table(lively, tables, 1, "turn")
    (card,) = await acted(look, position.table.play(do="draw"))
    assert is_within(card["first"], await place(look, "[data-k=deck]"))
    assert is_within(card["last"], await place(look, ".cg-backs"))
    drawn = position.view(1)["drawn"]
    assert f"card-{drawn}" not in await look.page.content()
    assert await look.page.locator(".stage .card-art").count() == 1
    assert await look.page.locator(".stage .back").count() == 1


async def test_a_discard_flies_face_up_onto_the_one_before_it(lively: Guest, tables: Tables) -> None:
    position, look = await at_a_table(lively, tables, 1, "shedding")
    backs, shed = await place(look, ".cg-backs"), position.answer(goes_out=False)
    *_, flying = await acted(look, position.table.play(**shed))
    assert is_within(flying["first"], backs)
    assert is_within(flying["last"], await place(look, f"[data-k=card-{shed['card']}]"))
    assert await look.page.locator(".stage .back").count() == 0


async def test_at_the_end_of_a_round_both_hands_are_laid_down_and_the_next_is_dealt_one_after_the_other(
    lively: Guest, tables: Tables
) -> None:
    position, look = await at_a_table(lively, tables, 0, "shedding", may_go_out)
    own, backs = await place(look, ".cg-own-hand"), await place(look, ".cg-backs")
    actors = await acted(look, position.step())
    shown = await place(look, ".cg-showdown")
    assert len(actors) == 20
    assert all(is_within(actor["last"], shown) for actor in actors)
    for zone in (own, backs):
        assert sum(is_within(actor["first"], zone, 8) for actor in actors) == 10
    await look.shows(await position.step())
    *dealt, turned_up = await acted(look, position.step())
    assert len(dealt) == 20
    deck = await place(look, "[data-k=deck]")
    own, backs = await place(look, ".cg-own-hand"), await place(look, ".cg-backs")
    for nth, actor in enumerate(dealt):
        assert is_within(actor["first"], deck)
        assert is_within(actor["last"], own if (nth + position.view()["dealer"]) % 2 else backs)
    starts = [actor["delay"] for actor in (*dealt, turned_up)]
    assert starts == sorted({*starts})
    assert round(turned_up["endTime"]) <= MOST_MS
