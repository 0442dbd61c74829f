"""A user's view of a replay, and finished games to look at."""

from playwright.async_api import Locator, Page, expect

from tests.browser.guests import Guest
from tests.conftest import House
from tests.support.played_games import finished_room, inside

TABLES = {"tcnccc": 3, "sin_color": 3, "desfases": 4, "color_gin": 2, "color_dice": 3}
MOST_MOVES = 60


_PLAYED: dict[tuple[object, ...], str] = {}


async def over(house: House, game: str = "tcnccc", games: int = 1, most: int = MOST_MOVES) -> str:
    """The code of a room in which bots played this many games, of at most this many moves. The same arguments give the
    same room: it is only looked at."""
    wish = (house.base_url, game, games, most)
    if wish not in _PLAYED:
        played = finished_room(house.app.state.services.rooms, game, TABLES[game], games, most)
        _PLAYED[wish] = (await inside(house, played)).table.room
    return _PLAYED[wish]


class Watch:
    """The replay page of a room."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.html = page.locator("html")
        self.controls = page.get_by_role("region", name="Replay", exact=True)
        self.slider = self.controls.get_by_role("slider", name="Step")
        self.eyes = page.get_by_role("group", name="Seen by")
        self.secrets = page.locator("details", has_text="Hidden at this moment")
        self.lines = page.get_by_role("complementary").get_by_role("region").get_by_role("link")
        self.chances = page.get_by_role("complementary").locator("details", has_text="Chances to win")
        self.curve = self.controls.locator("svg.curve")
        self.voice = page.get_by_role("status")

    async def is_ready(self) -> None:
        """Wait until a step is shown."""
        await expect(self.html).to_have_attribute("data-ready", "true")

    def button(self, name: str) -> Locator:
        """A button, by its full name."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def last(self) -> int:
        """The number of the last step."""
        return int(await self.slider.get_attribute("max") or 0)

    async def is_at(self, step: int) -> None:
        """Wait until this step is shown."""
        await expect(self.html).to_have_attribute("data-step", str(step))

    async def go_to(self, step: int) -> None:
        """Go there by the slider, since pressing a key step by step is too slow."""
        await self.slider.fill(str(step))
        await self.is_at(step)

    async def look_through(self, name: str) -> None:
        """Choose through whose eyes to look."""
        choice = self.eyes.get_by_role("radio", name=name, exact=True)
        await choice.check()
        await expect(self.html).to_have_attribute("data-eyes", await choice.get_attribute("value") or "")

    async def seq(self) -> int:
        """The number of the event shown."""
        return int(await self.html.get_attribute("data-seq") or 0)


async def watch(guest: Guest, room: str, where: str = "") -> Watch:
    """The replay page, once it shows a step. `where`: the rest of its address."""
    watching = Watch(await guest.open(f"/t/{room}/replay{where}"))
    await watching.is_ready()
    return watching
