"""Whose game it is."""

from msgspec import Struct

from games.text import Text, say


class Credit(Struct, frozen=True, kw_only=True):
    """The people behind a game and the sheet its rules come from, as the sheet itself names them."""

    source: Text
    author: str = ""
    publisher: str = ""

    def sentences(self, title: str) -> list[Text]:
        """The sentences below the rules of the game of this title."""
        return [*self._whose(title), self.source, say("This is our own wording of the rules.")]

    def _whose(self, title: str) -> list[Text]:
        names = {"author": self.author, "publisher": self.publisher}
        if self.author and self.publisher:
            return [say("{game} by {author}, published by {publisher}.", game=title, **names)]
        if self.author:
            return [say("{game} by {author}.", game=title, author=self.author)]
        if self.publisher:
            return [say("{game}, published by {publisher}.", game=title, publisher=self.publisher)]
        return []
