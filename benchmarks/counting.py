"""Measures the processor time of metrics per move, relative to a move in 100 rooms as fast as they can.

    python benchmarks/counting.py

All counting and timing for one move is repeated alone, many times. A commit may carry several moves; here each has its
own. The bar is 2 %.
"""

import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.telemetry import metrics  # noqa: E402
from benchmarks.peers.contenders import tertulia  # noqa: E402
from benchmarks.peers.runs import play  # noqa: E402

TIMES = 20_000
ROUNDS = 3
BAR = 0.02


def count_a_move() -> None:
    arrived = time.perf_counter()
    began = time.perf_counter()
    metrics.BATCH_SIZE.observe(1)
    metrics.APPEND_SECONDS.observe(time.perf_counter() - began)
    metrics.note_answer("tcnccc", "acked", time.perf_counter() - arrived)


def counting_us() -> float:
    began = time.process_time()
    for _ in range(TIMES):
        count_a_move()
    return (time.process_time() - began) / TIMES * 1e6


def main() -> None:
    ratios = []
    for _ in range(ROUNDS):
        played = play(tertulia(), {})
        counting = counting_us()
        ratios.append(counting / 1000 / played.cpu_ms)
        print(
            f"a move {played.cpu_ms:.3f} ms at {played.moves_per_s:.0f} moves/s   its counting {counting:.1f} µs   "
            f"{100 * ratios[-1]:.2f} %"
        )
    print(f"median {100 * statistics.median(ratios):.2f} % (bar {100 * BAR:.0f} %)")


if __name__ == "__main__":
    main()
