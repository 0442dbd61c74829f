"""After a game: who won what is on a board beside the table, and can be taken along."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.color_gin_tables import reach
from tests.browser.guests import Guest
from tests.browser.hosts import Setting, open_tab
from tests.browser.look import RESULT
from tests.browser.tables import Seated, Tables


async def after(tables: Tables, games: int, host: Guest, *others: Guest | str) -> Seated:
    """So many games of a table are over."""
    table = await tables.play(host, *others)
    await table.end()
    for _ in range(games - 1):
        before = table.frame["seq"]
        await table.lines[0].send(type="rematch")
        await table.catch_up(before)
        await table.end()
    return table


async def test_the_board_tells_every_game_and_who_won_how_often(ann: Guest, ben: Guest, tables: Tables) -> None:
    table = await after(tables, 3, ann, ben)
    panel = await open_tab(await ben.look_at(table.room), "Results")
    await expect(panel.get_by_role("listitem")).to_have_count(3)
    await expect(panel.get_by_role("listitem").first).to_contain_text("3. TCNCCC")
    rows = panel.get_by_role("table", name="Standings").get_by_role("row")
    won = [int(await rows.nth(nth).get_by_role("cell").first.inner_text()) for nth in (1, 2)]
    assert sum(won) == 3
    assert won == sorted(won, reverse=True)
    csv, json = (panel.get_by_role("link", name=f"Download as {kind}") for kind in ("CSV", "JSON"))
    await expect(csv).to_have_attribute("href", f"/t/{table.room}/results.csv")
    await expect(json).to_have_attribute("href", f"/api/rooms/{table.room}/results")
    again = panel.get_by_role("link", name="Watch again: game 2")
    await expect(again).to_have_attribute("href", f"/t/{table.room}/replay?game=2")


async def test_games_before_the_newest_are_brought_when_somebody_asks_for_them(ann: Guest, tables: Tables) -> None:
    table = await after(tables, 7, ann, "Bo")
    panel = await open_tab(await ann.look_at(table.room), "Results")
    await expect(panel.get_by_role("listitem")).to_have_count(6)
    await panel.get_by_role("button", name="Earlier").click()
    await expect(panel.get_by_role("listitem")).to_have_count(7)
    await expect(panel.get_by_role("listitem").last).to_contain_text("1. TCNCCC")
    await expect(panel.get_by_role("button", name="Earlier")).to_have_count(0)


async def test_after_the_first_game_it_is_told_who_came_in_where_and_what_that_means(
    ann: Guest, tables: Tables
) -> None:
    table = await tables.play(ann, "Bo")
    look = await ann.look_at(table.room)
    await expect(look.rail.get_by_role("tab")).to_have_count(3)
    await table.end()
    (winner,) = table.frame["outcome"]["winners"]
    names = ["Ann", "Bo"]
    places = look.bar.get_by_role("list", name="Places").get_by_role("listitem")
    await expect(places).to_have_text(
        [re.compile(f"^\\s*1st {names[winner]} Pieces: \\d$"), f"2nd {names[1 - winner]} Out of the game"]
    )
    line = rf"1st {names[winner]} \(Pieces: \d\) · 2nd {names[1 - winner]} \(Out of the game\)"
    await expect((await open_tab(look, "Results")).get_by_text(re.compile(line))).to_be_visible()


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


async def test_where_onlookers_see_nothing_of_a_game_they_are_not_offered_to_watch_it_again(
    ann: Guest, ben: Guest, tables: Tables
) -> None:
    table = await after(tables, 1, ann, "Bo")
    await table.lines[0].send(type="doors", onlookers=False)
    for guest, links in ((ann, 1), (ben, 0)):
        panel = await open_tab(await guest.look_at(table.room), "Results")
        await expect(panel.get_by_role("listitem")).to_have_count(1)
        await expect(panel.get_by_role("link", name="Watch again")).to_have_count(links)


async def test_the_host_sets_something_else_after_a_game_and_nobody_needs_another_link(
    ann: Guest, ben: Guest, tables: Tables
) -> None:
    table = await after(tables, 1, ann, ben)
    host, guest = await ann.look_at(table.room), await ben.look_at(table.room)
    await expect(guest.bar.get_by_role("button", name="Play another game")).to_have_count(0)
    setting = await Setting(host).open("Play another game")
    await setting.choose("Game", "Desfases")
    await setting.done()
    for look in (host, guest):
        await expect(look.page.get_by_role("heading", name="Desfases", level=1)).to_be_visible()
        await look.is_ready()
    await host.button("Start").click()
    await expect(guest.page.get_by_role("region", name="Your place")).to_be_visible()


async def test_a_team_sees_its_score_beside_the_best_one_after_the_game_and_before_the_next(
    ann: Guest, tables: Tables
) -> None:
    table = await team_that_made_it(tables, ann)
    score = table.frame["outcome"]["team"]
    look = await ann.look_at(table.room)
    await expect(look.bar.get_by_text(f"Together: {score}. The best team so far with these options: ")).to_be_visible()
    panel = await open_tab(look, "Results")
    await expect(panel.get_by_role("listitem").filter(has_text="at this table")).to_contain_text(str(score))
    await expect(panel.get_by_text("Ann and Bo made it together.")).to_be_visible()
    setting = await Setting(look).open("Play another game")
    await setting.done()
    await setting.is_closed()
    await expect(look.prompt("Everyone is here. Start when you like.")).to_be_visible()
    await expect(look.prompt(RESULT)).to_have_count(0)
    await expect(look.main.get_by_text("Best team with these options")).to_be_visible()


async def team_that_made_it(tables: Tables, host: Guest) -> Seated:
    """A match of Color Gin as a team that was won."""
    while True:
        position = await reach(tables, "over", host, "Bo", mode="coop", target=25)
        if position.table.frame["outcome"]["team"] is not None:
            return position.table
