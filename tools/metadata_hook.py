"""The dependencies of the distribution, for its build: requirements.in, and extras for what is optional."""

from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS: Final = ("postgres", "push")


class RequirementsHook(MetadataHookInterface):
    """Found by hatchling, as pyproject.toml names this file."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        metadata["dependencies"] = self._wanted("requirements.in")
        metadata["optional-dependencies"] = {extra: self._wanted(f"requirements-{extra}.in") for extra in EXTRAS}

    def _wanted(self, name: str) -> list[str]:
        lines = (Path(self.root) / name).read_text().splitlines()
        return [line for line in lines if line and not line.startswith(("#", "-"))]
