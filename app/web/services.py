"""The services of an application: made in app/main.py, found by handlers through `services(request)`. This is the
lowest package that may import all of them."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app.access.services import AccessServices
from app.assets.files import Assets
from app.cluster.follower import Follower
from app.cluster.presence import Presence
from app.cluster.roll_call import RollCall
from app.glances.own_tables import OwnTables
from app.push.notifier import Push
from app.replay.analyses import Analyses
from app.replay.downloads import Downloads
from app.rooms.hints import Fanout
from app.rooms.registry import Rooms
from app.services.adviser import Adviser
from app.services.bots import Bots
from app.services.deadlines import Deadlines
from app.services.garbage import Garbage
from app.services.housekeeping import Housekeeping
from app.services.loop_lag import LoopLag
from app.services.sessions import Sessions
from app.services.snapshotter import Snapshotter
from app.web.templates import Pages
from app.workers.pool import Workers


@dataclass(kw_only=True)
class Services(AccessServices):
    """Everything that lives as long as the application. `presence` exists only where nodes share a database, `push`
    only where it is on."""

    assets: Assets
    pages: Pages
    fanout: Fanout
    rooms: Rooms
    own_tables: OwnTables
    sessions: Sessions
    follower: Follower
    roll_call: RollCall
    presence: Presence | None
    downloads: Downloads
    analyses: Analyses
    workers: Workers
    bots: Bots
    adviser: Adviser
    deadlines: Deadlines
    housekeeping: Housekeeping
    snapshotter: Snapshotter
    push: Push | None
    loop_lag: LoopLag
    garbage: Garbage
    closing: bool = False
    """The server is shutting down and admits nobody."""


def services(connection: HTTPConnection) -> Services:
    """The services of the application that serves this connection."""
    found: Services = connection.app.state.services
    return found
