"""Packages have Babel's data of five languages only, and say all that they said with everybody's."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import babel
import pytest

from app.i18n import LANGUAGES, locale_of
from tests.conftest import ROOT
from tools.locales import KEPT, cut_locales

SAY = """
import json, sys
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal
def said(tag):
    locale = Locale.parse(tag, sep="-")
    plurals = [locale.plural_form(count) for count in (0, 1, 2, 5, 1_000_000)]
    lists = [format_list(names[:count], locale=locale) for names in ("ABC",) for count in (1, 2, 3)]
    return [plurals, lists, format_decimal(12345.5, locale=locale)]
print(json.dumps([said(tag) for tag in sys.argv[1:]]))
"""


def said_with(library: Path) -> list[object]:
    """What Babel in this folder says, of all languages."""
    tags = [locale_of(language) for language in LANGUAGES]
    given = {**os.environ, "PYTHONPATH": str(library)}
    told = subprocess.run([sys.executable, "-c", SAY, *tags], env=given, check=True, capture_output=True, text=True)
    return list(json.loads(told.stdout))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Babel, as it is installed."""
    shutil.copytree(Path(babel.__file__).parent, tmp_path / "babel")
    return tmp_path


def test_what_is_cut_is_nearly_all_of_it_and_missed_nowhere(library: Path) -> None:
    before = said_with(library)
    assert cut_locales(library) > 25_000_000
    assert said_with(library) == before
    names = {path.stem.partition("_")[0] for path in (library / "babel" / "locale-data").glob("*.dat")}
    assert names == {*LANGUAGES, "root"}


def test_where_there_is_nothing_to_cut_that_is_said(library: Path) -> None:
    cut_locales(library)
    with pytest.raises(FileNotFoundError, match="elsewhere now"):
        cut_locales(library)


def test_the_image_keeps_the_same_files() -> None:
    (pattern,) = re.findall(r"-regex '\.\*/(.+?)'", (ROOT / "Dockerfile").read_text())
    assert pattern == KEPT
