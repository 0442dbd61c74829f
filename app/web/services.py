"""The services of an application, found by handlers through `services(request)`. This is the lowest package that may
import all of them; app/main.py starts and closes them."""

import socket
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.access.rate_limits import Limits
from app.access.services import AccessServices
from app.assets.files import own_assets
from app.cluster.follower import Follower
from app.cluster.presence import Presence
from app.keeper.backups import open_backups
from app.own_tables import OwnTables
from app.push.notifier import open_push
from app.replay.analyses import Analyses, analysis_workers
from app.replay.downloads import Downloads
from app.rooms.notices import Notices
from app.rooms.registry import Rooms
from app.services.absent_hosts import AbsentHosts
from app.services.adviser import Adviser
from app.services.beforehand import Beforehand
from app.services.bots import Bots
from app.services.database_check import DatabaseCheck
from app.services.deadlines import Deadlines
from app.services.device_pages import DevicePages
from app.services.evenings import Evenings
from app.services.housekeeping import Housekeeping
from app.services.keepers_words import KeepersWords
from app.services.loop_lag import LoopLag
from app.services.open_hands import OpenHands
from app.services.seat_requests import SeatRequests
from app.services.sessions import TO_ITSELF, TO_OTHERS, Sessions
from app.services.shared_deals import SharedDeals
from app.services.snapshotter import Snapshotter
from app.settings import Settings
from app.storage.disk import Marks
from app.storage.store import Store
from app.web.templates import Pages
from app.workers.pool import Workers


class Services(AccessServices):
    """Everything that lives as long as the application. `presence`: only if nodes share a database; `push`
    and `backups`: only if they are on."""

    def __init__(self, settings: Settings, games: Sequence[Mapping[str, Any]]) -> None:
        """Create the services without starting them. `games`: as pages list them. Raises BadSetting."""
        marks = Marks(settings.disk_free_for_rooms_mb, settings.disk_free_for_moves_mb)
        store = Store(settings.database_url, marks=marks)
        super().__init__(settings=settings, limits=Limits(settings), store=store)
        self.assets = own_assets(settings.public_path)
        self.pages = Pages(self.assets, games, settings)
        self.notices = notices_at(settings.database_url, settings.node or socket.gethostname())
        self.rooms = Rooms(store, settings, self.notices)
        self.own_tables = OwnTables(self.rooms)
        self.sessions = Sessions(TO_OTHERS if store.shared else TO_ITSELF)
        self.device_pages = DevicePages(self.sessions, self.notices)
        self.keepers_words = KeepersWords(self.rooms, self.sessions)
        self.follower = Follower(self.rooms)
        self.presence = Presence(self.rooms) if store.shared else None
        self.downloads = Downloads()
        self.analyses = Analyses(store, analysis_workers(settings.bot_workers))
        self.workers = Workers(settings.bot_workers)
        self.bots = Bots(settings.bot_delay_ms / 1000, self.workers)
        self.adviser = Adviser(self.workers)
        self.deadlines = Deadlines(self.rooms)
        self.beforehand = Beforehand(self.rooms)
        self.absent_hosts = AbsentHosts()
        self.shared_deals = SharedDeals(self.rooms)
        self.seat_requests = SeatRequests(self.rooms)
        self.evenings = Evenings(self.rooms)
        self.open_hands = OpenHands(self.rooms)
        self.housekeeping = Housekeeping(self.rooms, settings)
        self.snapshotter = Snapshotter(store)
        self.push = open_push(settings, self.rooms)
        self.loop_lag = LoopLag()
        self.database_check = DatabaseCheck(store)
        self.backups = open_backups(settings)
        if self.presence is not None:
            self.presence.lost_a_node = self.housekeeping.wake_soon
            self.rooms.stood_still = self.loop_lag.stood_still
        watching = (
            self.bots, self.adviser, self.deadlines, self.absent_hosts, self.shared_deals, self.seat_requests,
            self.open_hands, self.housekeeping, self.snapshotter, self.presence, self.push, self.beforehand,
        )  # fmt: skip
        self.rooms.watchers += [service.watch for service in watching if service is not None]


services: Final = Services.of


def notices_at(url: str, name: str) -> Notices:
    """The channel for notices that belongs to the database at this URL."""
    if not url.startswith("postgresql"):
        return Notices(name)
    from app.cluster.postgres_notices import PostgresNotices  # its driver is installed only where it is used

    return PostgresNotices(url, name)
