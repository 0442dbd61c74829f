"""Checks that response times reveal nothing of another hand (a timing side channel). In Color Gin, the dealer passes,
and the other player draws eleven cards, with which they can go out or not. Until that player's own page is sent its
frame, their cards must not delay anybody.

    python benchmarks/secret_timing.py [pairs]

prints, for the dealer's frame, their acknowledgement and a spectator's frame, the median time with hands that can go
out and with hands that cannot, and their ratio; and how often a longer time means that the hand can (50 %: nothing is
revealed). Nothing is written to the disk, whose times would hide any difference.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.rooms.room import Room  # noqa: E402
from app.table.decide import Entry  # noqa: E402
from app.table.event_ids import new_id  # noqa: E402
from app.table.events import Event  # noqa: E402
from app.table.seals import dated  # noqa: E402
from games.color_gin.cards import CARDS, Card, in_order  # noqa: E402
from games.color_gin.evaluator import best, melds_in  # noqa: E402
from games.color_gin.rules import HAND, State, Upcard  # noqa: E402
from tests.support.connections import DirectPage  # noqa: E402
from tests.support.tables import ANN, BEGAN, BEN, EVE, Company, company, settled, until  # noqa: E402

PAIRS: Final = 1000
HOPELESS: Final = 45
"""The deadwood of a hand far from going out."""

WATCHED: Final = ("the dealer's frame", "the acknowledgement", "a spectator's frame")


def hands(can_go_out: bool, chance: random.Random) -> Iterator[list[Card]]:
    """Ten cards each; every hand is new, since results for known hands are cached."""
    while True:
        hand = _melds(chance) if can_go_out else chance.sample(CARDS, HAND)
        points = best(hand).points
        if points <= 5 if can_go_out else points >= HOPELESS:
            yield in_order(hand)


def _melds(chance: random.Random) -> list[Card]:
    """Ten cards, nine of them in melds of three."""
    hand: list[Card] = []
    while len(hand) < HAND - 1:
        meld = chance.choice(_THREES)
        if not set(meld) & set(hand):
            hand += meld
    return hand + chance.sample([card for card in CARDS if card not in hand], 1)


_THREES: Final = [meld for meld in melds_in(CARDS) if len(meld) == 3]


class Table:
    """A game of Color Gin in which the dealer passes repeatedly, each time against another hand."""

    def __init__(self, them: Company, room: Room, pages: list[DirectPage]) -> None:
        self._them = them
        self._room = room
        self._pages = pages
        assert room.table.playing is not None
        self._start: State = room.table.playing.state.copy()  # type: ignore[assignment]

    @classmethod
    async def of(cls, them: Company) -> Table:
        room = await them.table(2, "color_gin")
        pages = [DirectPage(them, room, guest) for guest in (ANN, BEN, EVE)]
        for page in pages:
            await page.opens()
        pages[1].says(type="sit", seat=1)
        await until(lambda: room.table.seats[1].guest is not None)
        pages[0].says(type="start")
        await until(lambda: room.table.playing is not None)
        await settled()
        return cls(them, room, pages)

    async def passes(self, hand: list[Card]) -> list[float]:
        """Milliseconds until the dealer has their frame and their acknowledgement, and a spectator a frame."""
        question = self._lay_out(hand)
        dealer, onlooker = self._pages[self._start.dealing], self._pages[2]
        heard = Heard()
        dealer.note = heard.note("the dealer's frame", "the acknowledgement")
        onlooker.note = heard.note("a spectator's frame")
        heard.began = time.perf_counter()
        dealer.says(type="play", id=new_id(), question=question, move={"do": "pass"})
        await settled()
        return [heard.after[what] for what in WATCHED]

    async def ends(self) -> None:
        for page in self._pages:
            await page.leaves()

    def _lay_out(self, hand: list[Card]) -> int:
        """Ask the dealer whether to take the first discard; the number of that question."""
        playing = self._room.table.playing
        assert playing is not None
        asked = playing.state.asked_so_far
        g: State = self._start.copy()
        other = 1 - g.dealing
        free = [card for card in CARDS if card not in hand]
        g.hands[other], g.hands[g.dealing] = list(hand), in_order(random.Random(asked).sample(free, HAND))
        g.pile = [next(card for card in free if card not in g.hands[g.dealing])]
        g.deck = [card for card in free if card not in g.hands[g.dealing] and card not in g.pile]
        g.asked_so_far, g.agenda, g.turn = asked, [], g.dealing
        g.first(Upcard(g.dealing))
        playing.state = g
        self._room.table._digest = None
        return g.asked_so_far


class Heard:
    """When each message was first received."""

    def __init__(self) -> None:
        self.began = 0.0
        self.after: dict[str, float] = {}

    def note(self, frame: str, ack: str = "") -> Callable[[str], None]:
        def note(text: str) -> None:
            kind = frame if text.startswith('{"type":"frame"') else ack if text.startswith('{"type":"ack"') else ""
            if kind:
                self.after.setdefault(kind, (time.perf_counter() - self.began) * 1000)

        return note


def told_apart(longer: list[float], shorter: list[float]) -> float:
    """How often one of the first is longer than one of the second."""
    both = sorted([(value, 1) for value in longer] + [(value, 0) for value in shorter])
    below = wins = 0
    for _, is_longer in both:
        wins += below if is_longer else 0
        below += not is_longer
    return wins / (len(longer) * len(shorter))


def at_once(entry: Entry) -> asyncio.Future[Event]:
    """Acts as if it had been written."""
    place = entry.room, entry.seq, entry.id, entry.prev, entry.actor
    assert entry.seal is not None
    appended: asyncio.Future[Event] = asyncio.get_running_loop().create_future()
    appended.set_result(Event(*place, entry.body, BEGAN, entry.stored, dated(entry.seal, BEGAN)))
    return appended


async def measure(pairs: int) -> None:
    chance = random.Random(7)
    can, cannot = hands(True, chance), hands(False, chance)
    took: dict[bool, list[list[float]]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        async with company(Path(folder)) as them:
            table = await Table.of(them)
            them.store.append = at_once  # type: ignore[method-assign]
            for _ in range(pairs):
                for can_go_out in chance.sample((True, False), 2):
                    took[can_go_out].append(await table.passes(next(can if can_go_out else cannot)))
            await table.ends()
    for number, what in enumerate(WATCHED):
        with_it, without = ([times[number] for times in took[can_go_out]] for can_go_out in (True, False))
        can_ms, cannot_ms = statistics.median(with_it), statistics.median(without)
        share = 100 * told_apart(with_it, without)
        print(f"{what}: {can_ms:.3f} ms, {cannot_ms:.3f} ms, ratio {can_ms / cannot_ms:.3f}; told apart {share:.1f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", nargs="?", type=int, default=PAIRS)
    asyncio.run(measure(parser.parse_args().pairs))
