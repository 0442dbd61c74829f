"""An evening of several tables with one deal, played and compared from outside.

    python -m benchmarks.several_tables [--tables 4] [--games 1] [--seed S]

People, each with a cookie and a WebSocket, and bots play every game at four tables of a listening server. Checked are
that all were shown one fingerprint, that the table of comparison says what a count from each room's own results says,
and, while a table still plays, that nothing of the others can be had: every call about them is answered as before.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.frames import some_answer
from games import GAMES
from tests.browser.conftest import house_in
from tests.client import Friend, Message, Page, is_asked

PEOPLE: Final = 2
"""At each table; bots have the other seats."""
ENDS_SOON: Final = ("lift", "go_out")
PAUSE_S: Final = 0.03
WHILE_SEALED: Final = ("", "/log", "/deal", "/ending", "/replay", "/results", "/lines", "/tables")
Told = dict[str, Any]


async def main(tables: int, games: int, seed: str) -> None:
    failed = 0
    with tempfile.TemporaryDirectory() as kept, closing(house_in(Path(kept))) as house:
        house.open()
        print(
            "| game | tables | moves | wrong cells | told too early | one fingerprint |\n|---|---:|---:|---:|---:|---|"
        )
        for game in GAMES:
            for nth in range(games):
                failed += await evening(house.base_url, game, tables, Random(f"{seed}/{game}/{nth}"))
    sys.exit(failed > 0)


async def evening(url: str, game: str, tables: int, chance: Random) -> int:
    """Plays one evening, and prints what came of it; how much was wrong."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Friend(url, f"P{nth}")) for nth in range(PEOPLE * tables)]
        seats = max(PEOPLE, GAMES[game].seats[0])
        first = await people[0].open_room(game=game, seats=seats)
        shared = await asked(people[0], "POST", f"/api/rooms/{first}/tables", {"tables": tables})
        rooms = [table["room"] for table in shared["tables"]]
        pages = [await seated(people[at * PEOPLE : (at + 1) * PEOPLE], room) for at, room in enumerate(rooms)]
        moves = early = 0
        marks = {page.table["deal"] for table in pages for page in table}
        stranger = await stack.enter_async_context(Friend(url, "Eve"))
        before = await seen_of(stranger, rooms)
        for table in pages:
            moves += await played(table, chance)
            if table is not pages[-1]:
                early += before != await seen_of(stranger, rooms)
        await pages[-1][0].see_table(lambda told: told["sharing"]["over"])
        wrong = await wrong_cells(stranger, rooms, seats)
    one = "yes" if len(marks) == 1 else "NO"
    print(f"| {game} | {tables} | {moves} | {wrong} | {early} | {one} |", flush=True)
    return wrong + early + (len(marks) != 1)


async def asked(friend: Friend, method: str, path: str, body: Told | None = None) -> Any:
    answer = await friend.http.request(method, path, json=body)
    answer.raise_for_status()
    return answer.json()


async def seated(people: Sequence[Friend], room: str) -> list[Page]:
    """Their pages, once they sit and the game has begun."""
    pages = [await person.enter(room) for person in people]
    for seat, page in enumerate(pages):
        told = await page.see("table")
        if told["seats"][seat]["name"] != people[seat].name:
            await page.asks(type="sit", seat=seat)
    host = await host_among(pages)
    for seat in range(len(pages), len(host.table["seats"])):
        await host.asks(type="seat_bot", seat=seat, level="easy")
    await host.asks(type="start")
    for page in pages:
        await page.see_table(lambda told: told["state"] != "gathering" and told["deal"])
    return pages


async def host_among(pages: Sequence[Page]) -> Page:
    """Where whoever set the tables does not sit, somebody who does is host after a moment."""
    while True:
        for page in pages:
            await page.catch_up()
            if page.table["you"]["host"]:
                return page


async def played(pages: Sequence[Page], chance: Random) -> int:
    """Plays to the end; how many answers that took."""
    counts = await asyncio.gather(*(answers_of(page, Random(chance.random())) for page in pages))
    return sum(counts)


async def answers_of(page: Page, chance: Random) -> int:
    """Answers whatever this page is asked, at a pace that a server allows; how often that was."""
    answered = set[Any]()
    while not page.frame or not page.frame["outcome"]:
        question = page.frame.get("question")
        if page.frame and is_asked(page.frame) and question not in answered:
            answered.add(question)
            await page.play(at_once(page.frame) or some_answer(page.frame, chance))
            await asyncio.sleep(PAUSE_S)
        else:
            await page.next()
    return len(answered)


def at_once(frame: Message) -> Message | None:
    """An answer that brings the end nearer, if there is one: games of random players would take all night."""
    return next((choice["move"] for choice in frame["choices"] if choice["move"]["do"] in ENDS_SOON), None)


async def seen_of(stranger: Friend, rooms: Sequence[str]) -> list[tuple[int, str]]:
    """What somebody without a seat is told of every table."""
    answers = [await stranger.get(f"/api/rooms/{room}{path}") for room in rooms for path in WHILE_SEALED]
    return [(answer.status_code, answer.text) for answer in answers]


async def wrong_cells(friend: Friend, rooms: Sequence[str], seats: int) -> int:
    """How many cells of the comparison are other than counted from the results of each room."""
    told = await asked(friend, "GET", f"/api/rooms/{rooms[0]}/tables")
    games = [(await asked(friend, "GET", f"/api/rooms/{room}/results"))["games"][-1] for room in rooms]
    wrong = 0
    for seat in range(seats):
        standing = [standing_of(game, seat) for game in games]
        for at, result in enumerate(told["results"]):
            others = [standing[other] for other in range(len(games)) if other != at]
            points = sum(2 * (standing[at] > other) + (standing[at] == other) for other in others)
            cell = result["seats"][seat]
            wrong += (cell["name"], cell["points"]) != (games[at]["names"][seat], points)
            wrong += abs(cell["share"] - points / (2 * len(others))) > 1e-9
    return wrong


def standing_of(result: Told, seat: int) -> tuple[bool, int]:
    """More is better."""
    if result["team"] is not None:
        return True, result["team"]
    score = result["scores"][seat]
    return seat in result["winners"], -score if result["game"] == "sin_color" else score


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--games", type=int, default=1, help="evenings of each game")
    parser.add_argument("--seed", default="an evening")
    wish = parser.parse_args()
    asyncio.run(main(wish.tables, wish.games, wish.seed))
