"""A player who presses whatever is offered."""

from random import Random

from tests.browser.players import OFFERS, SURE
from tests.engines.tab import Tab

READY = """() => {
    const { conn, ready } = document.documentElement?.dataset ?? {};
    return location.pathname.startsWith("/t/") && conn === "open" && ready === "true";
}"""
QUESTION = "() => document.documentElement.dataset.asked"
IS_OVER = "() => document.querySelector('main').dataset.state === 'over'"


class Player:
    """A player at the page of a room."""

    def __init__(self, tab: Tab, seed: int) -> None:
        self._tab = tab
        self._chance = Random(seed)
        self._question = ""
        self.answered = 0

    def answer(self, questions: int) -> None:
        """Answer this many more questions, or until the game is over."""
        goal = self.answered + questions
        while self.answered < goal and not self.is_over:
            self.go_on()

    @property
    def is_over(self) -> bool:
        return bool(self._tab.run(IS_OVER))

    def go_on(self) -> None:
        """Press once, if anything can be pressed."""
        question = self._tab.run(QUESTION)
        if question != self._question:
            self.answered += self._question != ""
            self._question = question
        if question:
            self._press_something(self._tab.run(OFFERS, question))

    def _press_something(self, offers: list[tuple[str, bool]] | str | bool) -> None:
        if isinstance(offers, list):
            sure = [nth for nth, (_, carries_out) in enumerate(offers) if carries_out]
            nth = sure[0] if sure and self._chance.random() < SURE else self._chance.randrange(len(offers))
            self._tab.press_at_once(f'[data-offer="{nth}"]')
