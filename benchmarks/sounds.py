"""Measures the sounds of the table, as tests/page/sounds.test.js holds them: rendered in Node, without a browser.

    python -m benchmarks.sounds

Printed are, of each sound, the seconds until it has died away; its peak in dB of the full scale; how loud an ear hears
it (the A-weighted energy, 0 dB being a second at full scale); and how many dB of its energy a phone's speaker
swallows, which gives nothing below 500 Hz.
"""

from pathlib import Path

from tests.support.node_js import in_node

LOUDNESS = Path(__file__).resolve().parent.parent / "tests/page/loudness.js"
MEASURE = """module.SOUNDS.map((name) => {
    const { s, peak, heard, lost } = measured(module.rendered(name, 48000), 48000);
    return [name, s, peak, heard, lost];
})"""


def main() -> None:
    print(f"{'':8}{'length':>8}{'peak':>8}{'heard':>8}{'lost':>7}")
    imported = f'const {{ measured }} = await import("{LOUDNESS.as_uri()}")'
    for name, s, peak, heard, lost in in_node("room/sound_synth.js", MEASURE, before=imported):
        print(f"{name:8}{s:7.2f}s{peak:8.1f}{heard:8.1f}{lost:7.1f}")


if __name__ == "__main__":
    main()
