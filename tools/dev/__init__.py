"""Tools for those who work on the games: python -m tools.dev."""
