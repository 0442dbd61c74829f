"""History of a run: a line per step of each robot, with this machine's monotonic clock."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct


class Step(Struct, frozen=True, kw_only=True, tag_field="step", omit_defaults=True):
    """`at`: seconds; `robot`: one open page, over all its connections; `node`: the node it spoke with."""

    at: float = 0.0
    room: str = ""
    robot: str = ""
    node: str = ""


class Invoked(Step, frozen=True, kw_only=True, tag="invoke", omit_defaults=True):
    """A move was sent, for the first time or again."""

    id: str


class Acked(Step, frozen=True, kw_only=True, tag="ok", omit_defaults=True):
    """The move is committed as this event."""

    id: str
    seq: int


class Refused(Step, frozen=True, kw_only=True, tag="refused", omit_defaults=True):
    """The move was refused."""

    id: str
    code: str


class Unknown(Step, frozen=True, kw_only=True, tag="unknown", omit_defaults=True):
    """The outcome is unknown: "retry", "silence", or "gone" with the connection."""

    id: str
    why: str


class Entered(Step, frozen=True, kw_only=True, tag="entered", omit_defaults=True):
    """Connection number `visit` of this robot was opened; it has seen the room up to that event."""

    visit: int
    seen: int


class Lost(Step, frozen=True, kw_only=True, tag="lost", omit_defaults=True):
    """A connection ended, or was given up. `own`: the robot left of its own accord."""

    visit: int
    own: bool = False


class Saw(Step, frozen=True, kw_only=True, tag="saw", omit_defaults=True):
    """A frame. `digest` covers its bytes except for the clocks."""

    visit: int
    seq: int
    you: int | None
    digest: str


class Spoke(Step, frozen=True, kw_only=True, tag="spoke", omit_defaults=True):
    """A chat line was sent, once."""

    text: str


class Heard(Step, frozen=True, kw_only=True, tag="heard", omit_defaults=True):
    """A chat line was received. `player`: the seat the robot heard it as."""

    visit: int
    seq: int
    text: str
    player: bool


class Fault(Step, frozen=True, kw_only=True, tag="fault", omit_defaults=True):
    """A fault was injected into a node or the database; `over`: it was undone."""

    kind: str
    over: bool = False


class Healed(Step, frozen=True, kw_only=True, tag="healed", omit_defaults=True):
    """All faults are over, and the robots start nothing new. `heads`: the last event of every room that makes a
    frame."""

    heads: dict[str, int]


class Ended(Step, frozen=True, kw_only=True, tag="ended", omit_defaults=True):
    """The robots have left. `now`: the database clock in milliseconds."""

    now: int


AnyStep = Invoked | Acked | Refused | Unknown | Entered | Lost | Saw | Spoke | Heard | Fault | Healed | Ended

S = TypeVar("S", bound=Step)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyStep).decode


class History:
    """Written line by line into a file, so that it survives its writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.steps: list[AnyStep] = []
        self._file = path.open("wb", buffering=1 << 16)

    def note(self, kind: type[S], /, **told: Any) -> S:
        """Record a step that happens now."""
        step = kind(at=time.monotonic(), **told)
        self.steps.append(step)  # type: ignore[arg-type]
        self._file.write(_encode(step) + b"\n")
        return step

    def close(self) -> None:
        """Flush and close the file."""
        self._file.close()


def read(path: Path) -> Iterator[AnyStep]:
    """The steps of a recorded history."""
    with path.open("rb") as lines:
        for line in lines:
            yield _decode(line)
