"""One-line faults that the tests have to notice, each with the tests that do: `make mutants`."""
