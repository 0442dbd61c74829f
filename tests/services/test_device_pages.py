"""A browser that was linked or unlinked begins anew on every node, and no other one does."""

from collections.abc import Callable
from typing import Any

from app.services.device_pages import DevicePages
from app.storage.guests import Guest
from tests.support.cluster import Nodes
from tests.support.cluster import nodes as nodes
from tests.support.tables import ANN, BEN, until

PHONE = Guest(ANN.id, ANN.token_hash, ANN.name, linked_as="phone")


class Pages:
    """Open pages of these guests on one node, in place of its sessions."""

    def __init__(self, *guests: Guest) -> None:
        self.open = guests
        self.begun_anew: list[Guest] = []

    async def begin_anew(self, such: Callable[[Guest], bool]) -> None:
        self.begun_anew += [guest for guest in self.open if such(guest)]


async def test_its_pages_on_another_node_begin_anew_too(nodes: Nodes) -> None:
    here, there = Pages(ANN, PHONE), Pages(PHONE, BEN, ANN)
    pages: list[Any] = [DevicePages(each, node.notices) for each, node in zip((here, there), nodes, strict=True)]
    pages[0].begin_anew("phone")
    await until(lambda: there.begun_anew)
    assert here.begun_anew == there.begun_anew == [PHONE]
    for each in pages:
        await each.close()
