"""The mutants fit the current program; `make mutants` runs them."""

from collections import Counter

from tests.mutants.catalogue import ROOT, areas, mutants_of

MUTANTS = mutants_of(areas())


def test_every_mutant_changes_one_place_of_its_file() -> None:
    for mutant in MUTANTS:
        text = (ROOT / mutant.file).read_text()
        assert mutant.applied_to(text) != text, mutant


def test_every_mutant_names_tests_that_are_there() -> None:
    for file, _, name in {test.partition("::") for mutant in MUTANTS for test in mutant.tests}:
        assert not name or f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(), (file, name)
        assert (ROOT / file).exists(), file


def test_every_mutant_has_a_description_of_its_own() -> None:
    count = Counter((mutant.area, mutant.breaks) for mutant in MUTANTS)
    assert {name for name in count if count[name] > 1} == set()
