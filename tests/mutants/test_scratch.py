"""In a scratch copy the tests run as they do in the project."""

from pathlib import Path

from tests.mutants.catalogue import ROOT
from tests.mutants.scratch import Scratch, tracked


def test_git_lists_the_same_files_in_a_scratch_copy(tmp_path: Path) -> None:
    Scratch(tmp_path)
    assert {*tracked(tmp_path)} == {*tracked(ROOT)}
