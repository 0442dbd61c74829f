"""Page templates, rendered in the reader's language."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from app.assets.files import Assets
from app.build import VERSION
from app.i18n import LANGUAGES, PAGES, Speaker, catalog_files, locale_of
from app.protocol.names import MOST_LETTERS

FOLDER: Final = Path(__file__).resolve().parents[2] / "templates"


class Pages:
    """The templates, with `assets` and `games` available to all."""

    def __init__(self, assets: Assets, games: Sequence[Mapping[str, Any]]) -> None:
        self._templates = Environment(
            loader=FileSystemLoader(FOLDER),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
        self._assets = assets
        self._templates.globals.update(
            assets=assets,
            games=games,
            languages=LANGUAGES,
            locale_of=locale_of,
            longest_name=MOST_LETTERS,
            version=VERSION,
            once=self._once,
        )
        self._made: dict[tuple[str, str], Markup] = {}

    def html(self, template: str, language: str, parts: Sequence[str], **context: Any) -> bytes:
        """A page in this language, encoded. `parts`: the catalogs that its scripts need."""
        spoken = {
            "_": Speaker(language, (*parts, PAGES)),
            "language": language,
            "catalogs": self._catalogs(language, parts) if context.get("scripts") else [],
            "tongues": [
                {"tag": tag, "locale": locale_of(tag), "name": name, "catalogs": self._catalogs(tag, parts)}
                for tag, name in LANGUAGES.items()
            ],
        }
        return self._templates.get_template(template).render({**spoken, **context}).encode()

    @pass_context
    def _once(self, context: Context, template: str) -> Markup:
        """A part of a page that depends on nothing but the language: rendered once per language, as it takes
        milliseconds."""
        key = template, context["language"]
        if key not in self._made:
            self._made[key] = Markup(self._templates.get_template(template).render(context.get_all()))
        return self._made[key]

    def _catalogs(self, language: str, parts: Sequence[str]) -> list[str]:
        return [self._assets.url(path) for path in catalog_files(language, *parts)]
