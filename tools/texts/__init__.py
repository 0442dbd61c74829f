"""What a reviewer of the texts wants to know: see `python -m tools.texts`."""
