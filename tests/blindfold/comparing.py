"""Compares what one viewer is sent by two copies of the application."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from app.table.events import Began
from tests.blindfold.forks import Fork
from tests.blindfold.scripts import Author, Step, Wish
from tests.blindfold.worlds import Sent, World, world


class Compared(NamedTuple):
    """What came of one script."""

    author: Author
    counts: Counter[str]
    """What was compared: messages, answers, calls."""
    differing: int
    """After how many events the hidden state of the other copies was another one."""
    differences: list[str]


async def first_copy(folder: Path, wish: Wish, url: str | None = None) -> tuple[Author, list[Sent]]:
    """The script, and what everybody was sent by the copy for which it was written."""
    async with world(folder, wish.seed, url=url) as one:
        author = Author(one, wish)
        await author.write()
        assert not await keys_told(one)
        return author, one.sent


async def keys_told(one: World) -> list[Sent]:
    """What somebody was sent with the secret or the key of the game that is played, or a word that its players added:
    they are the same in all copies, since the draws are."""
    began = [event.body for event in await one.app.state.services.store.load(one.room_code)]
    *_, newest = (body for body in began if isinstance(body, Began))
    if one.room is None or one.room.table.phase != "playing":
        return []
    keys = [key.encode() for key in (newest.secret, newest.key, *(newest.words or ())) if key]
    return [sent for sent in one.sent if any(key in sent.content for key in keys)]


async def other_copy(
    folder: Path, seed: str, script: Sequence[Step], fork: Fork | None, url: str | None = None
) -> list[Sent]:
    """What everybody was sent by another copy."""
    async with world(folder, seed, fork, url) as other:
        for step in script:
            await other.carry_out(step)
        return other.sent


async def first_difference(
    folder: Path, seed: str, script: Sequence[Step], fork: Fork, one: Sequence[Sent]
) -> str | None:
    """The same, compared after each step: up to the first difference."""
    async with world(folder, seed, fork) as other:
        for step in script:
            other.sent.clear()
            await other.carry_out(step)
            ours = [sent for sent in one if sent.step == other.step]
            if (found := difference(fork.viewer, ours, other.sent)) is not None:
                return found
    return None


def seen_by(viewer: int | None, sent: Sequence[Sent]) -> Iterator[Sent]:
    """What was sent to whoever sees what this viewer sees, or an onlooker."""
    return (one for one in sent if one.seats <= {None, viewer})


def difference(viewer: int | None, one: Sequence[Sent], other: Sequence[Sent]) -> str | None:
    """The first thing that this viewer was sent in one copy and not in the other."""
    ours, theirs = [*seen_by(viewer, one)], [*seen_by(viewer, other)]
    for first, second in zip_longest(ours, theirs):
        if first != second:
            return f"viewer {viewer}:\n{first}\n{second}"
    return None


async def compared(
    folder: Path, wish: Wish, viewers: Iterable[int | None], url: Callable[[], str | None] = lambda: None
) -> Compared:
    """One script in a first copy, and in one other for each of these viewers. `url`: of a new database; None: a
    file."""
    author, sent = await first_copy(folder / "first", wish, url())
    counts, differing, found = Counter[str](), 0, list[str]()
    for viewer in viewers:
        fork = Fork(viewer)
        other = await other_copy(folder / f"other-{viewer}", wish.seed, author.script, fork, url())
        counts.update(one.what for one in seen_by(viewer, sent))
        differing += fork.differing
        found += [what] if (what := difference(viewer, sent, other)) else []
    return Compared(author, counts, differing, found)
