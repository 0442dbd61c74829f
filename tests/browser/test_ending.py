"""The end of a game: an animated moment, the revealed table, facts, a shareable picture; and the results beside the
table."""

import re
import struct

from playwright.async_api import expect

from games import GAMES
from tests.browser.guests import LAPTOP, PHONE, Guest, Guests
from tests.browser.hosts import Setting, open_tab
from tests.browser.listening import Listener, listen
from tests.browser.longer import speak
from tests.browser.look import RESULT
from tests.browser.measured import NARROW_AND_WIDE, assert_fits
from tests.browser.tables import Seated, Tables, seen
from tests.browser.walks import by_day
from tests.browser.watching import TABLES, over
from tests.conftest import House
from tests.support.played_games import inside, next_game

MOST_BYTES = 300_000


async def ends(guest: Guest, table: Seated) -> Listener:
    """The page of somebody who sees the game end, with the modules for its end loaded."""
    look = await listen(guest, table.room)
    await look.page.evaluate(NOTE_THE_STEPS)
    await look.shows(await table.draw_and_place(1))
    await expect(look.page.locator("link[href*='parts.css']")).to_have_count(1)
    await table.end()
    return look


# --- The scene --------------------------------------------------------------------------------------------------


# At each step: how many drums are lifted, and what is said in large letters.
NOTE_THE_STEPS = """() => {
    globalThis.steps = [];
    new MutationObserver(() => {
        const step = document.querySelector(".ending")?.dataset.step;
        if (!step || steps.at(-1)?.[0] === step) return;
        const open = document.querySelectorAll(".tc-shows-opened").length;
        steps.push([step, open, document.querySelector(".won-by")?.innerText ?? ""]);
    }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-step"] });
}"""


async def test_the_secret_opens_then_the_winner_rises_then_the_result_comes(lively: Guest, tables: Tables) -> None:
    look = await ends(lively, await tables.play(lively, "Bo"))
    await look.page.wait_for_function("() => steps.at(-1)?.[0] === 'result'")
    steps, drums, words = zip(*await look.page.evaluate("() => steps"), strict=True)
    assert steps == ("before", "dusk", "secret", "winner", "result")
    assert drums[:2] == (0, 0), "first the table darkens"
    assert drums[2] >= 3, "then the drums are lifted"
    assert words[3] in ("You win.", "Bo\nwins")
    await expect(look.page.locator(".ending[data-step]")).to_have_count(0)
    await expect(look.page.locator(".result > .sunrise")).to_be_visible()


async def test_a_key_ends_the_scene_and_does_nothing_else(lively: Guest, tables: Tables) -> None:
    look = await ends(lively, await tables.play(lively, "Bo"))
    await expect(look.page.locator(".ending[data-step=dusk]")).to_have_count(1)
    await expect(look.button("Rematch")).to_be_focused()
    await look.page.keyboard.press("Enter")
    await expect(look.page.locator(".ending[data-step]")).to_have_count(0)
    await expect(look.prompt(RESULT)).to_be_visible()


async def test_with_less_motion_the_end_is_there_at_once_and_said_once(ann: Guest, ben: Guest, tables: Tables) -> None:
    """It has the focus unless somebody writes."""
    table, writing = await seen(ben, tables.play(ann, ben))
    await writing.page.keyboard.press("/")
    await writing.chat.press_sequentially("wait")
    look = await ends(ann, table)
    await expect(look.prompt(RESULT)).to_be_visible()
    await expect(look.page.locator(".result > .sunrise")).to_be_visible()
    assert await look.page.evaluate("() => steps") == []
    assert await look.page.evaluate("() => document.getAnimations().length") == 0
    await expect(look.bar.get_by_role("list", name="About this game").get_by_role("listitem")).not_to_have_count(0)
    await expect(look.button("Rematch")).to_be_focused()
    assert sum("wins." in said and "last one at the table" in said for said in await look.said()) == 1
    await expect(writing.prompt(RESULT)).to_be_visible()
    await expect(writing.button("Rematch")).to_be_enabled()
    await expect(writing.button("Play another game")).to_have_count(0)  # that is the host's choice
    await expect(writing.chat).to_be_focused()


async def test_the_result_is_put_away_to_see_the_table_and_brought_back(ann: Guest, house: House) -> None:
    look = await ann.look_at(await over(house))
    places = look.bar.get_by_role("list", name="Places")
    await look.button("See the table").click()
    await expect(places).to_have_count(0)
    await expect(look.prompt(RESULT)).to_be_visible()
    await look.button("Show the result").click()
    await expect(places).to_be_visible()
    await look.page.keyboard.press("Escape")
    await expect(look.button("Show the result")).to_be_focused()


# --- What it shows ----------------------------------------------------------------------------------------------


async def test_all_drums_are_opened_in_the_end(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    for cylinder in (1, 1, 2):
        await table.draw_and_place(cylinder)
    await table.end()
    opened = look.page.locator(".tc-shows-opened, .tc-shows-lifted")
    await expect(opened).to_have_count(4)
    ending = await (await ann.context.request.get(f"{ann.base_url}/api/rooms/{table.room}/ending")).json()
    for number, pieces in enumerate(ending["beneath"]["cylinders"]):
        await expect(look.cylinder(number + 1).locator(".tc-tray .piece")).to_have_count(len(pieces))
    assert sum(map(len, ending["beneath"]["cylinders"])) == 3


async def test_a_hand_of_a_match_that_was_broken_off_is_laid_open(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo", game="color_gin"))
    faces = look.page.locator(".cg-backs .card-art:not(.back)")
    await expect(faces).to_have_count(0)
    await table.break_off()
    await expect(faces).to_have_count(10)
    await expect(look.page.locator(".sunrise")).to_have_count(0)


@by_day("tcnccc", GAMES)
async def test_every_end_has_places_facts_and_what_comes_next(guests: Guests, house: House, game: str) -> None:
    room = await over(house, game, most=5000)
    finger = await guests.get("Finn", **PHONE)
    look = await finger.look_at(room)
    places = look.bar.get_by_role("list", name="Places")
    await expect(places.get_by_role("listitem")).to_have_count(TABLES[game])
    facts = (await (await finger.context.request.get(f"{finger.base_url}/api/rooms/{room}/ending")).json())["facts"]
    assert 2 <= len(facts) <= 3, "a tie names nobody"
    told = look.bar.get_by_role("list", name="About this game").get_by_role("listitem")
    await expect(told).to_have_count(len(facts))
    for told in (places, look.button("Share picture")):
        await expect(told).to_be_in_viewport(ratio=1)
    await expect(look.control("Watch again")).to_have_attribute("href", f"/t/{room}/replay?game=1")
    await assert_fits(look.page, *NARROW_AND_WIDE)


# --- The picture ------------------------------------------------------------------------------------------------


async def test_the_result_is_kept_as_a_picture_in_ones_own_language(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await tables.play(ann, "Bo")
    await table.draw_and_place(1)
    await table.end()
    pictures = set()
    stranger = await guests.stranger(**LAPTOP)
    for language in ("en", "de"):
        await speak(stranger, language)
        look = await stranger.look_at(table.room)
        async with look.page.expect_download() as download:
            await look.page.locator("[data-focus=share]").click()
        picture = (await (await download.value).path()).read_bytes()
        assert len(picture) <= MOST_BYTES
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack(">II", picture[16:24]) == (1200, 630)
        pictures.add(picture)
        await stranger.put_away(look)
    assert len(pictures) == 2


SHARES = """navigator.canShare = () => true;
    navigator.share = async ({ files, title }) => { globalThis.shared = [title, files[0].type, files[0].size]; };"""


async def test_a_phone_offers_its_share_sheet(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await after(tables, 1, ann, "Bo")
    stranger = await guests.stranger(**PHONE)
    look = await stranger.look_at(table.room, SHARES)
    await look.button("Share picture").tap()
    await look.page.wait_for_function("() => globalThis.shared")
    title, kind, size = await look.page.evaluate("() => shared")
    assert (title, kind) == ("TCNCCC", "image/png")
    assert 20_000 < size <= MOST_BYTES


async def test_a_picture_that_cannot_be_drawn_is_told_to_be_so(guests: Guests, ann: Guest, tables: Tables) -> None:
    table = await after(tables, 1, ann, "Bo")
    stranger = await guests.stranger(**LAPTOP)
    stranger.forgive("ERR_FAILED")
    look = await stranger.look_at(table.room)
    await look.page.route("**/ending_picture.js*", lambda route: route.abort())
    await look.button("Share picture").click()
    await expect(look.voice).to_contain_text("The server does not answer.")


# --- Results ------------------------------------------------------------------------------------------------


async def after(tables: Tables, games: int, host: Guest, *others: Guest | str) -> Seated:
    """A table at which this many games are over."""
    table = await tables.play(host, *others)
    await table.end()
    for _ in range(games - 1):
        await table.rematch()
        await table.end()
    return table


async def test_the_board_tells_every_game_and_who_won_how_often(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await after(tables, 3, ann, ben)
    panel = await open_tab(await ben.look_at(table.room), "Results")
    games = panel.locator(".games > li")
    await expect(games).to_have_count(3)
    await expect(games.first).to_contain_text("3. TCNCCC")
    rows = panel.get_by_role("table", name="Standings").get_by_role("row")
    won = [int(await rows.nth(nth).get_by_role("cell").first.inner_text()) for nth in (1, 2)]
    assert sum(won) == 3
    assert won == sorted(won, reverse=True)
    csv, json = (panel.get_by_role("link", name=f"Download as {kind}") for kind in ("CSV", "JSON"))
    await expect(csv).to_have_attribute("href", f"/t/{table.room}/results.csv")
    await expect(json).to_have_attribute("href", f"/api/rooms/{table.room}/results")
    again = panel.get_by_role("link", name="Watch again: game 2")
    await expect(again).to_have_attribute("href", f"/t/{table.room}/replay?game=2")
    await expect(rows.nth(1)).to_contain_text("in the lead")
    await expect(rows.nth(2)).not_to_contain_text("in the lead")
    ranked = games.nth(1).get_by_role("list", name="Places").get_by_role("listitem")
    await expect(ranked).to_have_text([re.compile(r"1st\s+\w+ winner"), re.compile(r"2nd\s+\w+\s+(?!winner)")])
    await expect(panel.get_by_role("button", name="Share picture")).to_have_count(1)  # of the game on the table


async def test_games_before_the_newest_are_brought_when_somebody_asks_for_them(ann: Guest, tables: Tables) -> None:
    table = await after(tables, 7, ann, "Bo")
    panel = await open_tab(await ann.look_at(table.room), "Results")
    games = panel.locator(".games > li")
    await expect(games).to_have_count(6)
    await panel.get_by_role("button", name="Earlier").click()
    await expect(games).to_have_count(7)
    await expect(games.last).to_contain_text("1. TCNCCC")
    await expect(panel.get_by_role("button", name="Earlier")).to_have_count(0)


async def test_after_the_first_game_it_is_told_who_came_in_where_and_why(ann: Guest, tables: Tables) -> None:
    table, look = await seen(ann, tables.play(ann, "Bo"))
    await expect(look.rail.get_by_role("tab")).to_have_count(3)
    await table.end()
    (winner,) = table.frame["outcome"]["winners"]
    names = ["Ann", "Bo"]
    places = look.bar.get_by_role("list", name="Places").get_by_role("listitem")
    await expect(places).to_have_text(
        [re.compile(f"^\\s*1st {names[winner]} Pieces: \\d$"), f"2nd {names[1 - winner]} Out of the game"]
    )
    places = (await open_tab(look, "Results")).get_by_role("list", name="Places").get_by_role("listitem")
    words = [rf"1st\s+{names[winner]} winner\s+Pieces: \d", rf"2nd\s+{names[1 - winner]}\s+Out of the game"]
    await expect(places).to_have_text([re.compile(each) for each in words])


async def test_a_streak_is_told_when_it_grows(ann: Guest, tables: Tables) -> None:
    table = await after(tables, 1, ann, "Bo")
    (champion,) = table.frame["outcome"]["winners"]
    look = await ann.look_at(table.room)
    await expect(look.bar.get_by_text("in a row.")).to_have_count(0)
    await look.button("Rematch").click()
    await table.catch_up(table.frame["seq"])
    if table.turn == champion:
        await table.draw_and_place(3)
    await table.end()
    assert table.frame["outcome"]["winners"] == [champion]
    await expect(look.bar.get_by_text("has won 2 in a row.")).to_be_visible()


async def test_the_winner_has_won_whoever_sits_on_their_seat_now(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await after(tables, 1, ann, "Bo")
    (winner,) = table.frame["outcome"]["winners"]
    name = ["Ann", "Bo"][winner]
    await table.lines[winner].send(type="stand")
    await tables.sit(table.room, winner, ben, ann.base_url)
    look = await ben.look_at(table.room)
    await expect(look.prompt(f"{name} wins.")).to_be_visible()
    await expect(look.prompt(f"{name} is the last one at the table and wins.")).to_be_visible()
    places = look.bar.get_by_role("list", name="Places").get_by_role("listitem")
    await expect(places.first).to_contain_text(name)
    await expect(look.own).to_contain_text("Ben")
    await expect(look.own).not_to_contain_text("winner")


async def test_only_who_played_may_watch_again_behind_closed_doors(
    ann: Guest, ben: Guest, cleo: Guest, eve: Guest, tables: Tables
) -> None:
    """Not an onlooker, and not who has a player's seat now."""
    table = await after(tables, 1, ann, ben)
    await table.lines[0].send(type="doors", onlookers=False)
    await table.lines[1].send(type="stand")
    await tables.sit(table.room, 1, cleo, ann.base_url)
    for guest, links in ((cleo, 0), (ben, 1), (eve, 0)):
        look = await guest.look_at(table.room)
        panel = await open_tab(look, "Results")
        await expect(panel.locator(".games > li")).to_have_count(1)
        await expect(look.page.get_by_role("link", name="Watch again")).to_have_count(2 * links)


async def test_who_sits_down_later_need_not_wait_for_what_was_hidden(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await after(tables, 1, ann, "Bo")
    await table.lines[0].send(type="doors", onlookers=False)
    await table.lines[1].send(type="stand")
    await tables.sit(table.room, 1, ben, ann.base_url)
    look = await ben.look_at(table.room)
    await expect(look.own).to_have_count(0)
    await look.button("Rematch").click()
    await expect(look.own).to_be_visible()


async def test_a_team_sees_its_score_beside_the_best_one(ann: Guest, house: House, tables: Tables) -> None:
    """After the game and before the next."""
    table = await tables.gather(ann, "Bo", game="color_gin", mode="coop", target=25)
    for line in table.lines:
        await line.close()
    room = await inside(house, house.app.state.services.rooms.find(table.room))
    while not room.table.past or room.table.past[-1].result.team is None:
        await inside(house, next_game(room))
    score = room.table.past[-1].result.team
    look = await ann.look_at(table.room)
    await expect(look.bar.get_by_text(f"Together: {score}. The best team so far with these options: ")).to_be_visible()
    best = look.bar.get_by_role("list", name="Best teams with these options").get_by_role("listitem")
    await expect(best.filter(has_text="Ann")).to_contain_text(str(score))
    panel = await open_tab(look, "Results")
    await expect(panel.get_by_role("listitem").filter(has_text="at this table")).to_contain_text(str(score))
    await expect(panel.get_by_text("Ann and Bo made it together.")).to_be_visible()
    setting = await Setting(look).open("Play another game")
    await setting.done()
    await expect(look.prompt("Every seat is taken. Start when you like.")).to_be_visible()
    await expect(look.prompt(RESULT)).to_have_count(0)
    await look.main.get_by_text("Options", exact=True).click()
    await expect(look.main.get_by_text("Best team with these options")).to_be_visible()
