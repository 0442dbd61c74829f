"""Measures how much longer a game takes to begin if players add words to its deal.

    python -m benchmarks.words [--starts 20]

Two programs on one server, with its database in a file, start a game, end it by agreement, and start the next: by turns
without words, and with a word of each, which they open as soon as they are shown the commitment. Printed are the
milliseconds from the start until both have the first frame: the median and the worst.
"""

import argparse
import asyncio
import secrets
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from app.table.deal import seal_of
from tests.browser.conftest import house_in
from tests.client import Friend, Page


async def main(starts: int) -> None:
    with tempfile.TemporaryDirectory() as kept, closing(house_in(Path(kept))) as house:
        house.open()
        async with Friend(house.base_url, "Ann") as ann, Friend(house.base_url, "Ben") as ben:
            host = await ann.opens()
            other = await ben.enter(host.room)
            await other.send(type="sit", seat=1)
            await host.hear("table", lambda shown: shown["seats"][1]["name"] is not None)
            took: dict[bool, list[float]] = {False: [], True: []}
            for nth in range(2 * starts):
                has_words = nth % 2 == 1
                took[has_words].append(await begins([host, other], nth, has_words))
                await ends(host, other)
    print("| a start | median, ms | worst, ms |\n|---|---:|---:|")
    for has_words, what in ((False, "without words"), (True, "with words")):
        print(f"| {what} | {median(took[has_words]):.1f} | {max(took[has_words]):.1f} |")


async def begins(pages: list[Page], nth: int, has_words: bool) -> float:
    """How long this took (ms)."""
    words = [secrets.token_bytes(16) for _ in pages]
    for seat, (page, word) in enumerate(zip(pages, words, strict=True)) if has_words else ():
        await page.send(type="seal", seat=seat, seal=seal_of(word, page.room, nth + 1).hex())
    if has_words:
        await pages[0].hear("table", lambda shown: all("seal" in seat for seat in shown["seats"]))
    before = perf_counter()
    await pages[0].send(type="rematch" if nth else "start")
    if has_words:
        await asyncio.gather(
            *(opens(page, seat, word) for seat, (page, word) in enumerate(zip(pages, words, strict=True)))
        )
    await asyncio.gather(*(page.hear("frame", lambda frame: frame["outcome"] is None) for page in pages))
    return (perf_counter() - before) * 1000


async def opens(page: Page, seat: int, word: bytes) -> None:
    await page.hear("table", lambda shown: "starting" in shown)
    await page.send(type="word", seat=seat, word=word.hex())


async def ends(host: Page, other: Page) -> None:
    """By agreement."""
    await host.send(type="propose", matter="end")
    await other.hear("table", lambda shown: shown["proposal"] is not None)
    await other.send(type="agree", yes=True)
    for page in (host, other):
        await page.hear("frame", lambda frame: frame["outcome"] is not None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=20)
    asyncio.run(main(parser.parse_args().starts))
