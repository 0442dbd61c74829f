"""Operators' commands beside a running server: backup, restore, verification, rooms, configuration, health."""


class CommandFailed(Exception):
    """A command failed and changed nothing; the message says why."""
