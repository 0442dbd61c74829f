"""What those who keep a house ask of it: copies of its log, whether it is sound, and how it is set."""


class Undone(Exception):
    """What was asked for was not done, and nothing was changed; the text says why."""
