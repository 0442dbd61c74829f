"""Finished games retold: replays, logs and deals, as data."""
