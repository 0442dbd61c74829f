"""Finished games as data: replays, logs and deal files."""
