"""Somebody at a keyboard who does not see the page: keys, and what a screen reader would say. Nothing else."""

from __future__ import annotations

import re

from tests.browser.look import Look

MOST_STEPS = 80


class Keyboard:
    """Presses keys, and hears what has the focus."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._keys = look.page.keyboard

    async def press(self, *keys: str) -> None:
        """One after the other."""
        for key in keys:
            await self._keys.press(key)

    async def go_to(self, name: str) -> None:
        """Walk to the control of this name: Tab from group to group, arrows within a group. Fails when it is not
        reached on one round through the page."""
        heard: list[str] = []
        while not is_named(name, here := await self._look.focused()):
            assert len(heard) < MOST_STEPS, f"{name} is nowhere on the way: {heard}"
            heard.append(here)
            if not await self._found_in_group(name):
                await self.press("Tab")

    async def _found_in_group(self, name: str) -> bool:
        start = here = await self._look.focused()
        if start.startswith("radio"):
            return False  # there the arrows would choose
        for _ in range(MOST_STEPS):
            if is_named(name, here):
                return True
            await self.press("ArrowRight")
            here = await self._look.focused()
            if here == start:
                return False
        raise AssertionError(f"the arrows do not come back to {start}")


def is_named(name: str, said: str) -> bool:
    """Whether this is how a screen reader says a control of this name."""
    return re.match(rf'\w+ "{re.escape(name)}"', said) is not None
