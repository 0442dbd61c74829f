"""Settings that differ in a few places."""

from typing import Any

from app.settings import Settings


def altered(settings: Settings, **changed: Any) -> Settings:
    """The same but for these fields, checked as if all had been given anew."""
    return Settings(**{**dict(settings), **changed})
