"""Settings with a few fields changed."""

from typing import Any

from app.settings import Settings


def altered(settings: Settings, **changed: Any) -> Settings:
    """A copy with these fields changed, validated as if all had been given anew."""
    return Settings(**{**dict(settings), **changed})
