"""From where seats are asked for: one address has only a share of the requests that a room keeps, so that it cannot
keep everybody else from asking."""

from typing import Final

from app.access.rate_limits import shares
from app.protocol.messages import Refusal
from app.table.decide import TOO_MANY_WAIT
from app.table.events import Wished
from app.table.state import Table

MOST_OF_ONE: Final = 10
"""Requests of one address for free seats, and as many for seats of players who are away."""


class Askers:
    """The addresses of those who ask for seats in one room, as far as this process has heard them."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def refuse_crowd(self, table: Table, guest: str, address: str, wish: Wished) -> None:
        """Note where this request comes from. Raises not_now when others of the same kind come from there already."""
        wishes = table.people.wishes
        self._addresses = {other: at for other, at in self._addresses.items() if other in wishes}
        alike = [at for other, at in self._addresses.items() if other != guest and wishes[other].back == wish.back]
        for network, most in shares(address, MOST_OF_ONE).items():
            if sum(network in shares(at, MOST_OF_ONE) for at in alike) >= most:
                raise Refusal("not_now", TOO_MANY_WAIT)
        self._addresses[guest] = address
