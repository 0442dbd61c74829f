"""Whose turn it is, the time left for it, and the moves in it: announced while nobody looks, counted down at every
seat, and taken back where possible; nobody waits for a player who has left."""

import re

from playwright.async_api import Locator, expect

from tests.browser.guests import Guest, Guests, frozen_look, pass_time
from tests.browser.hosts import manage, open_tab, twice
from tests.browser.look import Look
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import reach

# --- Turns --------------------------------------------------------------------------------------------------

DOT = re.compile("/icons/asked")


async def test_title_and_icon_show_a_dot_while_their_reader_is_asked(ann: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo", asked=0)
    look, onlooker = await ann.look_at(table.room), await eve.look_at(table.room)
    icon = look.page.locator("link[rel=icon]")
    await expect(look.page).to_have_title("● TCNCCC · Tertulia")
    await expect(icon).to_have_attribute("href", DOT)
    await expect(onlooker.page).to_have_title("TCNCCC · Tertulia")
    seq = await table.draw_and_place(0)
    for each in (look, onlooker):
        await each.shows(seq)
        await expect(each.page).to_have_title("TCNCCC · Tertulia")
    await expect(icon).not_to_have_attribute("href", DOT)


async def test_nobody_is_called_who_was_made_an_onlooker_meanwhile(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, uma := await guests.stranger("Uma"), asked=1)
    look, host = await uma.look_at(table.room), await ann.look_at(table.room)
    await expect(look.page).to_have_title("● TCNCCC · Tertulia")
    await twice(await manage(host, "Uma"), "Move to the audience")
    await expect(look.prompt("Watching.")).to_be_visible()
    await expect(look.page).to_have_title("TCNCCC · Tertulia")
    await expect(look.page.locator("link[rel=icon]")).not_to_have_attribute("href", DOT)


async def test_a_bot_plays_for_who_is_away_until_they_come_back(ann: Guest, ben: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, ben, asked=1))
    await table.lines[1].close()
    await expect(look.seat("Ben").get_by_text("away", exact=True)).to_be_visible()
    await expect(look.bar.get_by_text("Away: Ben.")).to_be_visible()
    await look.button("Let a bot play for Ben").click()
    await expect(look.seat("Ben").get_by_text("bot", exact=True)).to_be_visible()
    await look.is_asked()  # the bot has played for Ben
    back = await ben.look_at(table.room)
    await expect(look.seat("Ben").get_by_text("bot", exact=True)).to_have_count(0)
    await expect(back.page.get_by_role("region", name="Your place")).to_contain_text("Ben")
    await look.button("Bag, draw a piece").click()
    await expect(back.prompt("Waiting for Ann to put it in a cylinder")).to_be_visible()


async def test_nobody_else_can_give_a_seat_to_a_bot(ann: Guest, ben: Guest, eve: Guest, tables: Tables) -> None:
    table = await tables.play(ann, ben, "Dee", asked=2)
    bens, eves = await ben.look_at(table.room), await eve.look_at(table.room)
    await table.lines[2].close()
    for look in (bens, eves):
        await expect(look.bar.get_by_text("Away: Dee.")).to_be_visible()
        await expect(look.button(re.compile("bot"))).to_have_count(0)


async def test_older_lines_are_brought_when_somebody_asks_for_them(ann: Guest, eve: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    for turn in range(16):
        await table.draw_and_place(turn % 4)
    await look.shows(table.frame["seq"])
    late = await eve.look_at(table.room)
    heard, newest = [(await open_tab(each, "Log")).locator(".log li:not(.fades)") for each in (look, late)]
    lines = await heard.all_inner_texts()
    await expect(newest).to_have_text(lines[:12])
    eve.forgive("Failed to load resource: net::ERR_FAILED")
    await late.page.route("**/lines", lambda route: route.abort(), times=1)
    await late.rail.get_by_role("button", name="Earlier").click()
    await expect(late.page.get_by_text("The server does not answer.")).to_be_visible()
    await late.rail.get_by_role("button", name="Earlier").click()
    await expect(newest).to_have_text(lines)
    await expect(late.rail.get_by_role("button", name="Earlier")).to_have_count(0)
    await expect(look.rail.get_by_role("button", name="Earlier")).to_have_count(0)


# --- Clocks -------------------------------------------------------------------------------------------------


async def timed(tables: Tables, host: Guest, seconds: int = 120) -> Seated:
    """A game with Bo and clocks; the host is asked."""
    table = await tables.gather(host, "Bo")
    await table.lines[0].send(type="doors", clock={"each": "question", "seconds": seconds})
    await table.start()
    await table.pass_to(0)
    return table


def clock_of(look: Look, name: str) -> Locator:
    return look.seat(name).get_by_role("timer")


async def test_it_counts_down_and_only_the_last_half_minute_is_urgent_and_said_once(ida: Guest, tables: Tables) -> None:
    table = await timed(tables, ida)
    look = await frozen_look(ida, table.room)
    await table.pass_to(1)
    await table.pass_to(0)
    await look.shows(int(table.frame["seq"]))
    await expect(clock_of(look, "Ida")).to_contain_text("running: 2:00")
    alert = look.bar.get_by_role("alert")
    await pass_time(look, 89.5)  # between two whole seconds, however fast the server was
    await expect(clock_of(look, "Ida")).to_have_text(re.compile(r"0:3[01]"))
    await expect(clock_of(look, "Ida")).not_to_contain_text("left")
    await expect(clock_of(look, "Bo")).to_contain_text("2:00")
    await expect(alert).to_have_text("")
    await look.page.evaluate("""() => {
        window.said = 0;
        new MutationObserver(() => window.said++).observe(document.querySelector("main [role=alert]"),
            { subtree: true, childList: true, characterData: true });
    }""")
    await pass_time(look, 2)
    await expect(clock_of(look, "Ida")).to_contain_text(re.compile(r"0:29\s+left"))
    await expect(alert).to_have_text("You have less than 30 seconds left.")
    await pass_time(look, 10)
    assert await look.page.evaluate("() => window.said") == 1


async def test_a_player_who_is_away_gets_a_minute_more_and_that_is_said(ann: Guest, tables: Tables) -> None:
    table = await timed(tables, ann)
    await table.pass_to(1)
    look = await ann.look_at(table.room)
    await table.lines.pop().close()
    await expect(look.bar.get_by_text("Away: Bo. They get one more minute.")).to_be_visible()


# --- Taking back --------------------------------------------------------------------------------------------


async def chosen(tables: Tables, *people: Guest, by: int = 1) -> tuple[Seated, list[Guest]]:
    """A table of Desfases at which this many have just chosen their suits; and the people, in that order."""
    host, *others = people
    table = await tables.play(host, *others, game="desfases")
    in_turn = [people[(table.turn + nth) % len(people)] for nth in range(len(people))]
    for _ in range(by):
        await table.play(**table.lines[table.turn].frame["choices"][0]["move"])
    return table, in_turn


async def test_the_last_move_is_taken_back_at_once(ann: Guest, ben: Guest, eve: Guest, tables: Tables) -> None:
    table, (first, second) = await chosen(tables, ann, ben)
    look, other, onlooker = [await guest.look_at(table.room) for guest in (first, second, eve)]
    await other.is_asked()
    await expect(onlooker.seat(first.name)).to_be_visible()
    for each in (other, onlooker):
        await expect(each.button("Take back")).to_have_count(0)
    await look.button("Take back").click()
    await look.is_asked()
    await expect(other.voice).to_contain_text(f"{first.name} took a move back.")
    await expect(look.button("Take back")).to_have_count(0)


async def test_who_presses_twice_takes_one_move_back(ida: Guest, tables: Tables) -> None:
    """Pressed at once or a moment later."""
    table = await reach(tables, "color_dice", "attacking", ida, such=lambda frame: frame["undo"]["can"] == "now")
    await table.play(**table.frame["choices"][0]["move"])
    look = await frozen_look(ida, table.room)
    await pass_time(look, 1)
    await look.button("Take back").evaluate("(button) => { button.click(); button.click(); }")
    await look.shows(await table.catch_up(table.frame["seq"]))
    await look.button("Take back").click(force=True)
    await table.say(1, "How often?")
    await open_tab(look, "Chat")
    await expect(look.rail.get_by_text("How often?")).to_be_visible()
    await open_tab(look, "Log")
    await expect(look.rail.get_by_text("Ida took a move back.")).to_have_count(1)
    await pass_time(look, 1)
    await look.button("Take back").click()
    await look.shows(await table.catch_up(table.frame["seq"]))


async def test_who_has_moved_since_is_asked_and_may_agree(ann: Guest, cleo: Guest, tables: Tables) -> None:
    table, (first, second) = await chosen(tables, ann, cleo, by=2)
    look, other = await first.look_at(table.room), await second.look_at(table.room)
    await look.button("Ask to take back").click()
    slip = look.main.get_by_role("group", name="You asked to take your move back.")
    await expect(slip.get_by_text(f"Still to answer: {second.name}.")).to_be_visible()
    asks = other.main.get_by_role("group", name=f"{first.name} would like to take a move back.")
    await expect(asks).to_be_visible()
    await expect(other.voice).to_contain_text(f"{first.name} would like to take a move back.")
    await other.button("Agree").click()
    await look.is_asked()
    await expect(other.button("Agree")).to_have_count(0)


async def test_why_nothing_can_be_taken_back_is_said_beside_the_button(ann: Guest, tables: Tables) -> None:
    _, look = await seen(ann, tables.play(ann, "Bo"))
    panel = await open_tab(look, "People")
    button = panel.get_by_role("button", name="Take my last move back")
    await expect(button).to_be_disabled()
    why = "You can’t take back a move: you haven’t made one, or something has been drawn or revealed since."
    await expect(button).to_have_accessible_description(why)
    await expect(panel.get_by_text(why)).to_be_visible()
    await expect(look.bar.get_by_role("button", name="Take back")).to_have_count(0)
