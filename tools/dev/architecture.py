"""The sections of docs/architecture.md that tools write, each between two comments."""

from pathlib import Path
from typing import Final, NamedTuple

ARCHITECTURE: Final = Path(__file__).parents[2] / "docs" / "architecture.md"


class Section(NamedTuple):
    """The section that the tool of this name writes."""

    tool: str

    @property
    def text(self) -> str:
        """As it stands in the document."""
        return self._around()[1]

    def write(self, text: str) -> None:
        """Replace it in the document."""
        before, _, after = self._around()
        ARCHITECTURE.write_text(f"{before}{text}{after}")

    def compare(self, text: str, *, write: bool) -> int:
        """Replace it by this text, or say that it differs; the exit code of the tool: 1 if it does."""
        if write:
            self.write(text)
        elif self.text != text:
            print(f"docs/architecture.md shows other {self.tool}; write them anew with --write")
            return 1
        return 0

    def _around(self) -> tuple[str, str, str]:
        """What stands before it, itself, and what comes after it; the comments are not part of it."""
        begin = f"<!-- {self.tool}: written by python -m tools.dev {self.tool} --write -->\n"
        end = f"<!-- end of {self.tool} -->\n"
        before, _, rest = ARCHITECTURE.read_text().partition(begin)
        text, _, after = rest.partition(end)
        return before + begin, text, end + after
