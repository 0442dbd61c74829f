"""Metrics as Prometheus reads them, for tests."""

import asyncio
from typing import Any

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from app.server.live_metrics import registry
from app.telemetry import metrics


class Figures:
    """One reading."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.samples: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}
        self.metrics: dict[str, set[str]] = {}
        """The labels of each metric, except those that every histogram has."""
        for family in text_string_to_metric_families(text):
            metric = family.name + "_total" * (family.type == "counter")
            for sample in family.samples:
                self.samples[sample.name, frozenset(sample.labels.items())] = sample.value
                self.metrics.setdefault(metric, set()).update(sample.labels.keys() - {"le"})

    def __call__(self, name: str, **labels: str) -> float:
        """The value of one series, such as `figures("tertulia_rooms", state="playing")`. Raises KeyError."""
        return self.samples[f"tertulia_{name}", frozenset(labels.items())]

    @property
    def names(self) -> set[str]:
        """The names of all series, without labels."""
        return {name for name, _ in self.samples}

    @property
    def labels(self) -> dict[str, set[str]]:
        """All values of each label."""
        found: dict[str, set[str]] = {}
        for _, labels in self.samples:
            for label, value in labels:
                found.setdefault(label, set()).add(value)
        return found


def counted() -> Figures:
    """This process's counters, without the state of the server."""
    return Figures(generate_latest(metrics.REGISTRY).decode())


class Rise:
    """The increase of a series since this was made: other tests in this process count, too."""

    def __init__(self) -> None:
        self._before = counted()

    def __call__(self, name: str, **labels: str) -> float:
        return counted()(name, **labels) - self._before(name, **labels)


async def scrape(state: Any) -> Figures:
    """All of a server's metrics, collected in another thread, as when they are served."""
    return Figures(
        (await asyncio.to_thread(generate_latest, registry(state.rooms, state.limits, state.backups))).decode()
    )
