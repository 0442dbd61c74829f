"""Guests with a browser: a context each, which keeps the cookie, and pages watched for errors."""

import re
from contextlib import suppress
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, ConsoleMessage, Error, Page, ViewportSize, expect

from tests.browser.look import Look
from tests.browser.traces import NOWHERE, Traces
from tests.client import Friend

expect.set_options(timeout=10_000)

LAPTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SMALL_LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LASTING = (LAPTOP, PHONE)
"""Screens whose browser contexts are handed on to later guests."""
ALWAYS: dict[str, Any] = {
    "locale": "en-GB",
    "timezone_id": "UTC",
    "color_scheme": "light",
    "reduced_motion": "reduce",
    "permissions": ["clipboard-read", "clipboard-write"],
}
# Logs what browsers report only to the page; and x(), which typed text must never get to call.
REPORT = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`the page's policy forbids ${event.violatedDirective}: ${event.blockedURI}`));
// Moves of others are shown at once, except in the tests of their pace.
if (location.host) localStorage["tertulia:settings"] ??= '{"pace":"off"}';
window.x = () => console.error("typed text was executed");"""
FORGET_AND_TELL_THE_WISHES = """() => {
    localStorage.removeItem("tertulia:settings");
    return ["color-scheme: dark", "reduced-motion"].map((wish) => matchMedia(`(prefers-${wish})`).matches);
}"""


class Guest:
    """A guest with a browser. The same cookie can also be used without one."""

    def __init__(
        self,
        name: str,
        context: BrowserContext,
        base_url: str,
        screen: dict[str, Any],
        traces: Traces,
        *,
        keeps_time: bool,
    ) -> None:
        self.name, self.base_url, self.screen = name, base_url, screen
        self._keeps_time = keeps_time
        """Later tests count on this guest's clock to go on: a stopped one would stop them."""
        self._context = context
        self._is_altered = False
        """A test was given the context and may have changed it for good."""
        self._traces = traces
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self._tab: Page | None = None
        self._tab_is_free = False
        self._scripts: list[CDPSession] = []
        context.set_default_timeout(10_000)
        context.on("page", self._attend)

    @property
    def context(self) -> BrowserContext:
        """The browser context of all pages of this guest."""
        self._is_altered = True
        return self._context

    async def set_clock(self, time: float | None = None) -> None:
        """The clocks of all further pages of this guest are moved by tests, for good."""
        assert not self._keeps_time, f"{self.name}'s clock has to go on, Ida's may be set"
        await self.context.clock.install(time=time)

    def forgive(self, complaint: str) -> None:
        """Ignore complaints that the test causes on purpose; a regular expression."""
        self._forgiven.append(complaint)

    async def open(self, path: str, script: str = "") -> Page:
        """A page of the site, loaded. The script runs first."""
        page = await self.tab(script)
        await page.goto(self.base_url + path)
        return page

    async def tab(self, script: str = "") -> Page:
        """A free tab; until it is put away, the script runs first in every page."""
        if self._tab is not None and not self._tab_is_free:
            page = await self._context.new_page()
        else:  # the tab kept from test to test: a new one takes half a second
            page = self._tab = self._tab or await self._context.new_page()
            self._tab_is_free = False
        if script:  # Playwright's own init scripts could not be removed
            line = await self._context.new_cdp_session(page)
            await line.send("Page.enable")
            await line.send("Page.addScriptToEvaluateOnNewDocument", {"source": script})
            self._scripts.append(line)
        return page

    async def choose(self, title: str = "TCNCCC", script: str = "") -> Page:
        """The start page with this game unfolded. The script runs first."""
        page = await self.open("/", script)
        await page.get_by_role("link", name=title, exact=True).click()
        return page

    async def look_at(self, room: str, script: str = "") -> Look:
        """The page of a room, once it shows the table. The script runs first."""
        look = Look(await self.open(f"/t/{room}", script))
        await look.is_ready()
        return look

    async def put_away(self, look: Look) -> None:
        """Close the page; its tab may be reused."""
        if look.page is self._tab:
            await self._clear(look.page)
        else:
            await look.page.close()

    async def friend(self) -> Friend:
        """The same guest without a browser."""
        friend = Friend(self.base_url)
        if not await self._context.cookies():
            await self._context.request.get(f"{self.base_url}/")
        for cookie in await self._context.cookies():
            of_page = [str(cookie[part]) for part in ("name", "value", "domain", "path")]
            friend.http.cookies.set(*of_page)  # so that the server's renewal replaces it
        return friend

    async def leave(self) -> list[str]:
        """Close all pages but one, which is sent elsewhere; returns the unforgiven complaints."""
        for page in self._context.pages:
            await self.put_away(Look(page))
        return self.unforgiven()

    def may_be_forgotten(self) -> bool:
        """Whether this context can be reused for somebody else, since only pages were changed."""
        return self.screen in LASTING and not self._is_altered and self._tab is not None and not self._tab.is_closed()

    async def is_forgotten(self) -> None:
        """Clear the context, after the last page was closed: its next guest was never here."""
        await self._context.clear_cookies()
        await self._tab.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")

    def unforgiven(self) -> list[str]:
        """The pages' complaints since the last time."""
        complaints, self.complaints = self.complaints, []
        forgiven, self._forgiven = self._forgiven, []
        return [f"{self.name}: {said}" for said in complaints if not any(re.search(each, said) for each in forgiven)]

    async def _clear(self, tab: Page) -> None:
        if not self._tab_is_free:
            await tab.unroute_all()
            while self._scripts:
                with suppress(Error):  # it was removed together with another tab's
                    await self._scripts.pop().detach()
            await tab.goto(self.base_url + NOWHERE, wait_until="commit")
            motion = self.screen.get("reduced_motion", ALWAYS["reduced_motion"])
            if await tab.evaluate(FORGET_AND_TELL_THE_WISHES) != [False, motion == "reduce"]:
                await tab.emulate_media(color_scheme="light", reduced_motion=motion)
            if tab.viewport_size != (own := ViewportSize(**self.screen["viewport"])):  # equal sizes cost a layout, too
                await tab.set_viewport_size(own)
        self._tab_is_free = True

    def _attend(self, page: Page) -> None:
        self._traces.follow(page, lambda: self.name)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


class Guests:
    """All guests with a browser on this server so far."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self._browser = browser
        self.base_url = base_url
        self.traces = Traces()
        self._known: dict[str, Guest] = {}
        self._passing: list[Guest] = []
        self._forgotten: list[Guest] = []

    async def get(self, name: str, *, keeps_time: bool = True, **screen: Any) -> Guest:
        """The guest of this name; the browser stays open for later tests."""
        if name not in self._known:
            self._known[name] = await self._arrive(name, self.base_url, screen, keeps_time=keeps_time)
        return self._known[name]

    async def stranger(self, name: str = "", base_url: str = "", cold: bool = False, **screen: Any) -> Guest:
        """A new guest, until the end of the test. Their context is reused unless `cold`: opening another one takes
        longer than most tests."""
        screen = screen or LAPTOP
        fitting = [] if cold or base_url else [guest for guest in self._forgotten if guest.screen == screen]
        if fitting:
            self._forgotten.remove(fitting[0])
        guest = fitting[0] if fitting else await self._arrive(name, base_url or self.base_url, screen)
        guest.name = name
        self._passing.append(guest)
        return guest

    async def _arrive(self, name: str, base_url: str, screen: dict[str, Any], *, keeps_time: bool = False) -> Guest:
        context = await self._browser.new_context(**{**ALWAYS, **screen})
        await context.add_init_script(REPORT)
        return Guest(name, context, base_url, screen, self.traces, keeps_time=keeps_time)

    async def leave(self) -> None:
        """Close all pages. Fails if one of them has logged a complaint."""
        complaints = [said for guest in self._known.values() for said in await guest.leave()]
        for guest in self._passing:
            if guest.base_url == self.base_url and guest.may_be_forgotten():
                complaints += await guest.leave()
                await guest.is_forgotten()
                self._forgotten.append(guest)
            else:
                await guest.context.close()
                complaints += guest.unforgiven()
        self._passing.clear()
        assert not complaints, complaints

    async def close(self) -> None:
        """Close the browsers."""
        for guest in (*self._known.values(), *self._forgotten):
            await guest.context.close()


# --- Stopped clocks and hidden pages -------------------------------------------------------------------------


# While a test moves the page's clock, there is no time for an answer to come: to a page that waits for it, this is a
# dead line. So the line itself answers pings, at the same moment of that clock.
ANSWERED_AT_ONCE = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (said) {
    send.call(this, said);
    if (JSON.parse(said).type === "ping")
        queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: '{"type":"pong"}' })));
};"""


async def frozen_look(guest: Guest, room: str, script: str = "") -> Look:
    """The page of a room with a clock set by the test, like all further pages of this guest."""
    await guest.set_clock(0)
    look = await guest.look_at(room, ANSWERED_AT_ONCE + script)
    await look.page.clock.pause_at(1_000_000)
    await look.is_ready()  # after a leap of time a page connects anew
    return look


async def pass_time(look: Look, seconds: float) -> None:
    """Advance the page's clock at once."""
    await look.page.clock.run_for(int(seconds * 1000))


async def hide(page: Page, *, hidden: bool) -> None:
    """Hide the page as if another tab covered it, or show it again."""
    await page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
