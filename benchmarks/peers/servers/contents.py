"""Messages of the sizes set in the environment."""

from __future__ import annotations

import os
from typing import Final

STATE_BYTES: Final = int(os.environ["PEERS_STATE_BYTES"])
ACK_BYTES: Final = int(os.environ["PEERS_ACK_BYTES"])

ACK: Final = '{"type":"ack","id":"'.ljust(ACK_BYTES - 2, "0") + '"}'


def state(version: int) -> str:
    """The state of this version."""
    head = f'{{"seq":{version},"view":"'
    return head.ljust(STATE_BYTES - 2, "x") + '"}'
