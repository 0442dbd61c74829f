"""Somebody who presses whatever is offered."""

from __future__ import annotations

from random import Random

from tests.engines.tab import Tab

READY = """() => {
    const { conn, ready } = document.documentElement?.dataset ?? {};
    return location.pathname.startsWith("/t/") && conn === "open" && ready === "true";
}"""
# Marks what can be pressed now: of each its number, and whether it carries out what was put together.
OFFERS = """() => {
    for (const one of document.querySelectorAll("[data-offer]")) delete one.dataset.offer;
    const all = [...document.querySelectorAll("main button:is(.answer, .stand), main .prompt form button")];
    const open = all.filter(
        (one) => one.getClientRects().length && one.ariaDisabled !== "true" && !one.disabled && !one.closest("dialog"),
    );
    for (const [nth, one] of open.entries()) one.dataset.offer = nth;
    return open.map((one) => one.classList.contains("primary"));
}"""
QUESTION = "() => document.documentElement.dataset.asked"
IS_OVER = "() => document.querySelector('main').dataset.state === 'over'"


class Player:
    """At the page of a room."""

    def __init__(self, tab: Tab, seed: int) -> None:
        self._tab = tab
        self._chance = Random(seed)
        self._question = ""
        self.answered = 0

    def answer(self, questions: int) -> None:
        """So many more questions, or until the game is over."""
        goal = self.answered + questions
        while self.answered < goal and not self.is_over:
            self.go_on()

    @property
    def is_over(self) -> bool:
        return bool(self._tab.run(IS_OVER))

    def go_on(self) -> None:
        """One press, if anything can be pressed."""
        question = self._tab.run(QUESTION)
        if question != self._question:
            self.answered += self._question != ""
            self._question = question
        if question:
            self._press_something(self._tab.run(OFFERS))

    def _press_something(self, primary: list[bool]) -> None:
        """What carries out is pressed more often than not: else much would be put together and never sent."""
        if not primary:
            return
        sure = [nth for nth, carries_out in enumerate(primary) if carries_out]
        nth = sure[0] if sure and self._chance.random() < 0.65 else self._chance.randrange(len(primary))
        self._tab.press_at_once(f'[data-offer="{nth}"]')
