"""A short version of `make chaos`: no promise is broken, whatever happens to the servers. Nothing here depends on time;
durations are measured there."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from chaos.faults import Injector
from chaos.measures import measures
from chaos.party import SETTLE_WITHIN_S, Room
from chaos.run import Injection, run
from chaos.servers import Servers, cluster, single
from tests.support.effort import LONG, amount

ROOMS = (
    Room(game="tcnccc", seats=3),
    Room(game="sin_color", seats=3, watching=0),
    Room(game="color_dice", seats=3, bots=1),
    Room(game="tcnccc", seats=3, bots=1, clock=True, watching=0),
)
PLAYED_AT_LEAST = 20  # moves: fewer would show nothing


pytestmark = pytest.mark.timeout(300)  # a busy machine is slow, not wrong


async def a_little_of_everything(injector: Injector) -> None:
    await injector.kill_nodes(amount(1, 5))
    await injector.stop_the_database(1, (0.5, 1) if not LONG else (0.5, 2))
    if LONG:
        await injector.pause_nodes(1, (1, 3))
        await injector.everything(3)


async def test_a_cluster_keeps_its_promises_whatever_is_done_to_it(tmp_path: Path) -> None:
    await keeps_its_promises(cluster(tmp_path, amount(2, 3)), tmp_path, a_little_of_everything)


@pytest.mark.long
async def test_a_cluster_keeps_its_promises_without_notices(tmp_path: Path) -> None:
    opening = cluster(tmp_path, changed=["no-notices"])
    await keeps_its_promises(opening, tmp_path, lambda injector: injector.wait(4))


async def test_one_process_keeps_its_promises_when_it_is_killed(tmp_path: Path) -> None:
    await keeps_its_promises(single(tmp_path), tmp_path, lambda injector: injector.kill_the_only_one(amount(1, 5)))


async def keeps_its_promises(opening: AbstractAsyncContextManager[Servers], folder: Path, inject: Injection) -> None:
    async def while_they_play(injector: Injector) -> None:
        await inject(injector)
        while measures(injector.history.steps).acked <= PLAYED_AT_LEAST:  # a slow machine plays for longer
            await injector.wait(0.1)

    report = await run(
        opening, folder, while_they_play, seed=1, rooms=ROOMS, linger_s=1, converged_within_s=SETTLE_WITHIN_S
    )
    assert [str(violation) for violation in report.violations] == []
    assert report.measures.acked > PLAYED_AT_LEAST, "the robots hardly played: this run shows nothing"
