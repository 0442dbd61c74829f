"""Processes that think for strong bots and hints, beside the event loop: they know the games and nothing of a room."""
