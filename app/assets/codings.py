"""Which compression of an answer a client prefers (RFC 9110, 12.5.3)."""

import re
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request

_ACCEPTED: Final = re.compile(r"\s*([\w.*+-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.ASCII)


def preferred_coding(request: Request, *offered: str) -> str | None:
    """The content coding that the client prefers, the earlier one of two that it likes equally; None if it wants the
    content as it is."""
    weights = _weights(",".join(request.headers.getlist("accept-encoding")))
    others = weights.get("*", 0)
    best = max(offered, key=lambda coding: weights.get(coding, others))
    weight = weights.get(best, others)
    return best if weight > 0 and weight >= weights.get("identity", 0) else None


def _weights(accepted: str) -> Mapping[str, float]:
    """What the header says of each coding. What cannot be read says nothing."""
    matches = filter(None, map(_ACCEPTED.fullmatch, accepted.lower().split(",")))
    return {each[1]: float(each[2] or 1) for each in matches}
