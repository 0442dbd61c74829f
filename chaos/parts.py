"""The parts of the full run that break the machine below the servers."""

from collections.abc import Mapping
from typing import Final

from chaos.disks import DISK, POSTGRES_DISK, REFUSED_WRITES
from chaos.machine import Part
from chaos.networks import PARTITION, STALLS
from chaos.wrong_clocks import WRONG_CLOCKS

OF_THE_MACHINE: Final[Mapping[str, Part]] = {
    "partition": PARTITION,
    "stall": STALLS,
    "disk": DISK,
    "disk-refused": REFUSED_WRITES,
    "disk-postgres": POSTGRES_DISK,
    "clock": WRONG_CLOCKS,
}
