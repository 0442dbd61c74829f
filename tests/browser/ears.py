"""A player who uses the page by ear alone: roles, names and states of the accessibility tree, and keys. They know
neither the rules nor how the page is built, so whatever they stumble over is a defect of the page."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from playwright.async_api import CDPSession, Page

from tests.browser.look import MAKES_NO_MOVE, RESULT, YOUR_TURN

ASKED = 'region "Prompt"'
BACK = ("Cancel", "Undo", "Take back", "Ask to take back")
CONTROLS = ("button", "link", "checkbox", "radio", "textbox", "spinbutton", "combobox", "tab")
NAMED = (*CONTROLS, "list", "group", "region", "toolbar", "tablist", "radiogroup", "dialog")
PATIENCE_S = 30
AGAIN_S = 0.1
MOST_STEPS = 80
FOCUSED = "document.activeElement === document.body ? null : document.activeElement"


@dataclass(frozen=True)
class Thing:
    """A stop of a screen reader. `around`: the landmarks, groups and lists that contain it, outermost first."""

    node: int
    role: str
    name: str
    states: frozenset[str]
    around: tuple[str, ...]

    def __str__(self) -> str:
        return f'{self.role} "{self.name}"' + "".join(f", {state}" for state in sorted(self.states))

    @property
    def is_off(self) -> bool:
        """Whether it is announced as disabled."""
        return "disabled" in self.states


class Heard:
    """A snapshot of the page, in reading order."""

    def __init__(self, nodes: list[dict[str, Any]]) -> None:
        self._nodes = {node["nodeId"]: node for node in nodes}
        self.things = list(self._read(nodes[0], ()))

    def _read(self, node: dict[str, Any], around: tuple[str, ...]) -> Iterator[Thing]:
        role, name = (node.get(part, {}).get("value", "") for part in ("role", "name"))
        if not node.get("ignored") and role not in ("generic", "none", "InlineTextBox", "RootWebArea"):
            said = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
            states = {state for state in ("disabled", "pressed", "selected") if said.get(state) in (True, "true")}
            number = node.get("backendDOMNodeId", 0)  # generated content has none
            yield Thing(number, role, name, frozenset(states), around)
            around = (*around, f'{role} "{name}"')
        for child in node.get("childIds", ()):
            if child in self._nodes:
                yield from self._read(self._nodes[child], around)

    def within(self, place: str) -> list[Thing]:
        """The stops inside this landmark, group or list."""
        return [thing for thing in self.things if place in thing.around]

    @property
    def prompt(self) -> str:
        """The prompt's sentence."""
        lines = [thing for thing in self.within(ASKED) if thing.role == "StaticText"]
        first = next((line.around for line in lines if line.around[-1].startswith("paragraph")), None)
        return " ".join(line.name.strip() for line in lines if line.around == first)

    @property
    def answers(self) -> list[Thing]:
        """The prompt's buttons that answer it; not that for a hint."""
        return [thing for thing in self.within(ASKED) if thing.role == "button" and thing.name != "Hint"]

    @property
    def pieces(self) -> list[Thing]:
        """Buttons on the table and at the seats around it."""
        buttons = [one for one in self.within('main ""') if one.role == "button" and one.name not in MAKES_NO_MOVE]
        return [one for one in buttons if ASKED not in one.around]

    @property
    def position(self) -> list[tuple[str, frozenset[str]]]:
        """Names and states of the pieces on the table."""
        return [(f"{thing.role} {thing.name}", thing.states) for thing in self.within('main ""')]

    def unclear(self) -> Iterator[str]:
        """Controls and groups without a name, list items without text, and buttons that cannot be told apart."""
        around: list[Thing] = []
        for thing, after in zip(self.things, [*self.things[1:], None], strict=True):
            around[len(thing.around) :] = [thing]
            if thing.role in CONTROLS:
                yield from (f"no name: {one} around {thing}" for one in around if one.role in NAMED and not one.name)
            elif thing.role == "listitem" and not (after and len(after.around) > len(thing.around)):
                yield f"nothing is said of {thing} in {thing.around}"
        twice = Counter((one.name, one.around[:-1]) for one in self.pieces + self.answers)
        yield from (f"twice: {name} in {place}" for (name, place), number in twice.items() if number > 1)


class Ears:
    """The page of a room, used by ear. Answers are chosen by a seed."""

    def __init__(self, page: Page, line: CDPSession, seed: int) -> None:
        self._keys, self._line = page.keyboard, line
        self._chance = Random(seed)
        self.pressed: Counter[str] = Counter()
        self._last_answers: set[str] = set()
        self._presses_for_this = 0
        self.unclear: set[str] = set()

    # --- Hearing ---

    async def hear(self) -> Heard:
        """Take a snapshot of the page."""
        heard = Heard((await self._line.send("Accessibility.getFullAXTree"))["nodes"])
        self.unclear |= set(heard.unclear())
        return heard

    async def hear_until(self, such: Callable[[Heard], bool], what: str) -> Heard:
        """Listen until the condition holds; the snapshot then. Fails if it never does."""
        late = monotonic() + PATIENCE_S
        while not such(heard := await self.hear()):
            assert monotonic() < late, f"waited in vain for {what}. Heard: " + "; ".join(map(str, heard.things))
            await asyncio.sleep(AGAIN_S)
        return heard

    # --- Playing ---

    async def play(self, presses: int) -> None:
        """Answer questions with this many presses, or until the result is announced; then wait to be asked again."""
        heard = await self.hear()
        while not is_over(heard):
            if can_be_answered(heard):
                heard = await self._settled(heard)
            if not can_be_answered(heard):
                heard = await self.hear_until(lambda now: is_over(now) or can_be_answered(now), "a turn, or a result")
            elif self.pressed.total() < presses:
                heard = await self._press(self._choice(heard), heard)
            else:
                return

    async def _settled(self, heard: Heard) -> Heard:
        """The snapshot once all of the prompt accepts presses: buttons of a new one are announced as disabled at first.
        It may not because the answer is still incomplete."""
        late = monotonic() + 0.4
        while monotonic() < late and any(answer.is_off for answer in heard.answers):
            await asyncio.sleep(AGAIN_S)
            heard = await self.hear()
        return heard

    def _choice(self, heard: Heard) -> Thing:
        """What the last press has made available; otherwise something on the table or in the prompt, preferably not
        pressed yet."""
        answers = [one for one in heard.answers if not one.is_off and one.name not in BACK]
        pieces = [one for one in heard.pieces if not one.is_off and "pressed" not in one.states]
        led_to = [one for one in answers if one.name not in self._last_answers]
        if self._presses_for_this and led_to and self._chance.random() < 0.9:
            return led_to[0]
        if self._presses_for_this > 12 or not answers + pieces:  # it is time to undo
            pieces = [one for one in [*heard.pieces, *heard.answers] if not one.is_off]
        kind = self._chance.choice([kind for kind in (answers, answers, pieces) if kind])
        least = min(self.pressed[one.name] for one in kind)
        return self._chance.choice([one for one in kind if self.pressed[one.name] == least])

    async def _press(self, thing: Thing, heard: Heard) -> Heard:
        """Move the focus there, press it, and listen for the result."""
        self._last_answers = {one.name for one in heard.answers if not one.is_off}
        self.pressed[thing.name] += 1
        if not await self._walk_to(thing, heard):
            return await self.hear()
        await self._keys.press("Enter")
        after = await self.hear_until(lambda now: now.position != heard.position, f"what {thing} does")
        self._presses_for_this = self._presses_for_this + 1 if after.prompt == heard.prompt else 0
        return after

    async def _walk_to(self, thing: Thing, heard: Heard) -> bool:
        """Tab towards it in reading order; within its group, which may have several tab stops, press arrows as long as
        they lead closer. False if something has disappeared meanwhile."""
        order, way = {one.node: place for place, one in enumerate(heard.things)}, list[int | None]()
        nearest, ahead = 0, True
        while (here := await self._focused()) != thing.node:
            if here is not None and here not in order:
                return False
            way.append(here)
            if len(way) == MOST_STEPS:
                assert thing.node not in {one.node for one in (await self.hear()).things}, f"{thing} not reached: {way}"
                return False
            distance = order[thing.node] - order.get(here, -1)
            is_near = here is not None and shares_group(heard.things[order[here]], thing)
            if is_near and not 0 < nearest <= abs(distance):
                nearest = abs(distance)
                await self._keys.press("ArrowRight" if distance > 0 else "ArrowLeft")
            else:
                nearest, ahead = 0, ahead if is_near else distance > 0
                await self._keys.press("Tab" if ahead else "Shift+Tab")
        return True

    async def _focused(self) -> int | None:
        """The node that has the focus."""
        found = (await self._line.send("Runtime.evaluate", {"expression": FOCUSED}))["result"]
        if "objectId" not in found:
            return None
        return (await self._line.send("DOM.describeNode", {"objectId": found["objectId"]}))["node"]["backendNodeId"]


def shares_group(one: Thing, other: Thing) -> bool:
    """Whether they are in the same list or group."""
    shared = [place for place, same in zip(one.around, other.around, strict=False) if place == same]
    return any(place.startswith(("list ", "group ", "toolbar ")) for place in shared)


def is_over(heard: Heard) -> bool:
    return RESULT.match(heard.prompt) is not None


def can_be_answered(heard: Heard) -> bool:
    """Whether this player is asked and something accepts presses."""
    return YOUR_TURN.match(heard.prompt) is not None and not all(one.is_off for one in heard.answers + heard.pieces)
