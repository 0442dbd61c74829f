"""What a bot has heard, and its luck."""

from games.dealer import Line, Sight
from games.engine import say


def heard(*sights: Sight) -> list[Line]:
    return [Line("shown", say("something"), fades=True, sight=sight) for sight in sights]


class Always:
    """A chance that always draws this number, or the highest possible."""

    def __init__(self, n: int = 0) -> None:
        self._n = n

    def below(self, limit: int, label: str) -> int:
        return min(self._n, limit - 1)
