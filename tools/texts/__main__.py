"""Reports faults in the texts, and writes all of them on a page for a reviewer.

python -m tools.texts                   every language
python -m tools.texts fr                only this one
python -m tools.texts --rendered fr     all its sentences as readers get them, with every kind of argument

Prints, per language, the sentences that are missing, unused, unchanged from English, longer than their place, or
outside the glossary (glossary.toml), and writes test-results/texts.html: every sentence in every language, with the
files that say it. The exit code is 1 if any are missing, unused or outside the glossary, which tests/test_glossary.py
and tests/test_languages.py check, too; the rest is for a person to judge.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from app.i18n import LANGUAGES
from tools.dev.sentences import ROOT
from tools.texts.page import page
from tools.texts.rendered import print_rendered
from tools.texts.report import Found, matters

PAGE: Final = ROOT / "test-results" / "texts.html"
FAULTS: Final = frozenset({"missing", "unused", "outside the glossary"})


def main(arguments: Sequence[str]) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser("python -m tools.texts", description="What there is to be said of the texts.")
    parser.add_argument("language", choices=LANGUAGES, nargs="?")
    parser.add_argument("--rendered", choices=LANGUAGES, help="print all sentences of a language, filled in")
    asked = parser.parse_args(arguments)
    if asked.rendered:
        print_rendered(asked.rendered)
        return 0
    only = asked.language
    wrong = sum(report(language) for language in ([only] if only else LANGUAGES))
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), "utf-8")
    print(f"\nAll of them, in context: {PAGE.relative_to(ROOT)}")
    return int(wrong > 0)


def report(language: str) -> int:
    """Print what was found in a language; the number of faults."""
    print(f"\n{LANGUAGES[language]}")
    wrong = 0
    for kind, found in matters(language).items():
        print(f"  {kind}: {len(found)}")
        print_all(found)
        wrong += len(found) if kind in FAULTS else 0
    return wrong


def print_all(found: Sequence[Found]) -> None:
    """One line for each."""
    for part, english, matter in found:
        print(f"    {part}: {english}")
        if matter:
            print(f"      {matter}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
