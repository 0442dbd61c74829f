"""Tools for developers of games: python -m tools.dev."""
