"""The mutants fit the current program; `make mutants` runs them."""

from collections import Counter

from tests.mutants.catalogue import ROOT, areas, mutants_of

MUTANTS = mutants_of(areas())


def test_every_mutant_changes_one_place_of_its_file() -> None:
    for mutant in MUTANTS:
        text = (ROOT / mutant.file).read_text()
        assert mutant.applied_to(text) != text, mutant


def test_every_mutant_names_tests_that_are_there() -> None:
    named = {test for mutant in MUTANTS for test in mutant.tests}
    missing = {test for test in named if not _is_there(test)}
    assert not missing


def _is_there(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    return (
        path.exists() and f"def {name.partition('[')[0].rpartition('::')[2]}(" in path.read_text()
        if name
        else path.exists()
    )


def test_every_mutant_has_a_description_of_its_own() -> None:
    count = Counter((mutant.area, mutant.breaks) for mutant in MUTANTS)
    assert {name for name in count if count[name] > 1} == set()
