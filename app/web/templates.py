"""Page templates, rendered once for all readers of a language, with holes for what differs between them."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from cachetools import LRUCache
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from app.assets.files import Assets
from app.build import VERSION
from app.i18n import CORE, LANGUAGES, PAGES, Speaker, catalog_files, locale_of
from app.own_tables import OwnTable
from app.protocol.commands import MAX_NAME_UNITS
from app.protocol.places import at_path
from app.settings import Settings
from app.web.shells import Shell, hole

FOLDER: Final = Path(__file__).resolve().parents[2] / "templates"
MOST_SHELLS: Final = 256  # of some tens of KB each
MOST_LISTS: Final = 1024  # of some KB each

_COMPACT: Final[dict[str, Any]] = {"sort_keys": True, "separators": (",", ":")}

Key = tuple[Hashable, ...]


class Pages:
    """The templates, with `assets` and `games` available to all."""

    def __init__(self, assets: Assets, games: Sequence[Mapping[str, Any]], settings: Settings) -> None:
        self._templates = Environment(
            loader=_Loader(settings.public_path),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.policies["json.dumps_kwargs"] = _COMPACT
        self._templates.filters["utc"] = _in_utc
        self._assets = assets
        self._templates.globals.update(
            assets=assets,
            games=games,
            languages=LANGUAGES,
            locale_of=locale_of,
            is_guarded=settings.opening != "anyone",
            longest_name=MAX_NAME_UNITS,
            version=VERSION,
        )
        self._settings = settings
        self._shells: LRUCache[Key, Shell] = LRUCache(MOST_SHELLS)
        self._own_tables: LRUCache[tuple[str, tuple[OwnTable, ...]], Markup] = LRUCache(MOST_LISTS)
        self._languages: dict[tuple[str, ...], list[dict[str, Any]]] = {}

    def shell(
        self, key: Key, template: str, language: str, parts: Sequence[str], shared: Callable[[], Mapping[str, Any]]
    ) -> Shell:
        """A page in this language, for every reader for whom the key is the same: all that it depends on, except for
        what is put into its holes, `own.NAME`. `parts`: the catalogs that its scripts need; `shared`: its context."""
        whole_key = template, language, *parts, *key
        if whole_key not in self._shells:
            self._shells[whole_key] = Shell(self._rendered(template, language, parts, shared()))
        return self._shells[whole_key]

    def own_tables(self, language: str, tables: tuple[OwnTable, ...]) -> Markup:
        """The list of a reader's tables on the start page. Kept for the next visit: making it takes as long as all the
        rest."""
        if not tables:
            return Markup("")
        key = language, tables
        if key not in self._own_tables:
            template = self._templates.get_template("parts/own_tables.html")
            made = template.render(_=speaker(language, CORE), tables=tables, kept=self._settings)
            self._own_tables[key] = Markup(made)
        return self._own_tables[key]

    def languages(self, *parts: str) -> list[dict[str, Any]]:
        """Every language, with its catalogs of these parts, as scripts are told them."""
        if parts not in self._languages:
            self._languages[parts] = self._with_catalogs(parts)
        return self._languages[parts]

    def _with_catalogs(self, parts: Sequence[str]) -> list[dict[str, Any]]:
        return [
            {"tag": tag, "locale": locale_of(tag), "name": name, "catalogs": self._catalogs(tag, parts)}
            for tag, name in LANGUAGES.items()
        ]

    def _rendered(self, template: str, language: str, parts: Sequence[str], shared: Mapping[str, Any]) -> str:
        spoken = {
            "_": speaker(language, *parts),
            "language": language,
            "catalogs": self._catalogs(language, parts) if shared.get("scripts") else [],
            "own": _Own(),
        }
        return self._templates.get_template(template).render({**spoken, **shared})

    def _catalogs(self, language: str, parts: Sequence[str]) -> list[str]:
        return [self._assets.url(path) for path in catalog_files(language, *parts)]


def json_in_page(value: Any) -> Markup:
    """JSON that can stand in an HTML document."""
    return htmlsafe_json_dumps(value, **_COMPACT)


def _in_utc(at: int) -> str:
    """The time `at` (ms), for readers without scripts, which know the reader's zone."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d, %H:%M} UTC"


class _Loader(FileSystemLoader):
    """Loads templates for a site under this path."""

    def __init__(self, public_path: str) -> None:
        super().__init__(FOLDER)
        self._public_path = public_path

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, file, is_current = super().get_source(environment, template)
        return at_path(self._public_path, source), file, is_current


class _Own:
    """Makes a hole of every name."""

    def __getattr__(self, name: str) -> Markup:
        return hole(name)


@cache
def speaker(language: str, *parts: str) -> Speaker:
    """Speaks this language on pages, with the sentences of these parts."""
    return Speaker(language, (*parts, PAGES))
