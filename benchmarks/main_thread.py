"""What a browser's main thread does for things that happen in a page: read from a trace, in thread time.

A page marks each thing with `console.timeStamp(name)` in the task in which it happens. Its cost is that task's, and
that of the next rendering of the page: whatever is not computed in the task, is computed then.
"""

import json
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from statistics import median, quantiles
from typing import Any, Final

from msgspec import Struct
from playwright.async_api import Browser

CATEGORIES: Final = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
TASK, MARK, RENDERED = "RunTask", "TimeStamp", "Commit"
KINDS: Final = {"UpdateLayoutTree": "style", "Layout": "layout"}
SCRIPT: Final = {"EventDispatch", "FunctionCall", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "EvaluateScript"}

Event = dict[str, Any]


class Cost(Struct, frozen=True):
    """Milliseconds of the main thread. `whole` also has what is neither of the others: painting, for the most part."""

    script: float = 0.0
    layout: float = 0.0
    style: float = 0.0
    whole: float = 0.0

    @property
    def computed(self) -> float:
        """Script, layout and style."""
        return self.script + self.layout + self.style


class Costs(dict[str, list[Cost]]):
    """The costs of whatever was marked, by its mark."""

    def median(self, mark: str, part: str) -> float:
        return median(getattr(cost, part) for cost in self[mark])

    def slow(self, mark: str, part: str) -> float:
        """The 90th percentile."""
        return quantiles([getattr(cost, part) for cost in self[mark]], n=10, method="inclusive")[-1]


@asynccontextmanager
async def traced(browser: Browser) -> AsyncIterator[Costs]:
    """Fills in what is marked in this browser's pages during the block."""
    costs = Costs()
    await browser.start_tracing(categories=CATEGORIES)
    try:
        yield costs
    finally:
        trace = await browser.stop_tracing()
    for mark, cost in costs_in(json.loads(trace)["traceEvents"]):
        costs.setdefault(mark, []).append(cost)


def costs_in(events: list[Event]) -> Iterator[tuple[str, Cost]]:
    """Each mark in a trace and its cost, in the order in which they happened."""
    events = sorted((event for event in events if "ts" in event), key=lambda event: event["ts"])
    for thread in {(event["pid"], event["tid"]) for event in events if event["name"] == MARK}:
        yield from _of_thread([event for event in events if (event["pid"], event["tid"]) == thread])


def _of_thread(events: list[Event]) -> Iterator[tuple[str, Cost]]:
    tasks = [event for event in events if event["name"] == TASK]
    begins = [task["ts"] for task in tasks]
    inside: list[list[Event]] = [[] for _ in tasks]
    for event in events:
        nth = bisect_right(begins, event["ts"]) - 1
        if nth >= 0 and event is not tasks[nth] and event["ts"] < _end(tasks[nth]):
            inside[nth].append(event)
    for nth, happened in enumerate(inside):
        for mark in (event["args"]["data"]["message"] for event in happened if event["name"] == MARK):
            rendered = next((later for later in range(nth, len(tasks)) if _renders(inside[later])), nth)
            yield mark, _cost([(tasks[each], inside[each]) for each in sorted({nth, rendered})])


def _renders(happened: list[Event]) -> bool:
    return any(event["name"] == RENDERED for event in happened)


def _cost(tasks: list[tuple[Event, list[Event]]]) -> Cost:
    parts = {"script": 0.0, "layout": 0.0, "style": 0.0}
    for _, happened in tasks:
        for kind, ms in _own_times(happened):
            parts[kind] += ms
    return Cost(**parts, whole=sum(_ms(task) for task, _ in tasks))


def _own_times(happened: list[Event]) -> Iterator[tuple[str, float]]:
    """What scripts, layouts and recalculations of style took, without one another, which they may contain."""
    around: list[tuple[str, float]] = []  # the kinds of what has not ended, and when it ends
    for event in happened:
        kind = KINDS.get(event["name"]) or ("script" if event["name"] in SCRIPT else None)
        if kind is None or event["ph"] != "X":
            continue
        while around and around[-1][1] <= event["ts"]:
            around.pop()
        yield kind, _ms(event)
        if around:
            yield around[-1][0], -_ms(event)
        around.append((kind, _end(event)))


def _ms(event: Event) -> float:
    return event.get("tdur", 0) / 1000


def _end(event: Event) -> float:
    return float(event["ts"] + event.get("dur", 0))
