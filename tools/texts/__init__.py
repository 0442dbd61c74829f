"""Reports on the texts for reviewers: see `python -m tools.texts`."""
