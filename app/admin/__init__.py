"""Operators' commands beside a running server: backup, restore, verification, rooms, configuration, health."""


class Undone(Exception):
    """A command failed and changed nothing; the message says why."""
