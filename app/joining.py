"""Several modules of JavaScript as one, which does and exports what all of them did: a page makes fewer requests.

It knows modules as they are written here: every import and export is a statement of its own that names what it
brings, and nothing exported is ever assigned anew. Whatever has another shape is refused, with its line. Each module
becomes a block, where its names are its own; what it exports lies in an object beside the block:

    // kit/share.js
    const $kit_share = {};
    {
    const { language } = $kit_text;
    function copy(text) { … }
    Object.assign($kit_share, { copy });
    }
    export const { copy } = $kit_share;

One difference remains: blocks run one after the other, so a module that awaits keeps the next one waiting. What it
awaits must not import from the same joined module: both would wait for ever.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

_STATEMENT: Final = re.compile(r"(?:^|[;}])[ \t]*(import|export)\b(?!\s*\()", re.M)
_IMPORT: Final = re.compile(r"""^import \{\s*([\w$\s,]*?),?\s*\} from "([^"]+)";\n""", re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|const|class) ([\w$]+))", re.M)
_DYNAMIC: Final = re.compile(r"""\bimport\((?:\s*(["'`])([^"'`]+)\1\s*\))?""")
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.M)


class Import(Struct, frozen=True):
    """What a module takes from another: `names` as they are there, by what they are called here."""

    specifier: str
    names: dict[str, str]


class Module(Struct, frozen=True):
    """A module read: what is left of it without its imports, and without the word export."""

    path: str
    body: str
    imports: list[Import]
    exports: list[str]
    loads: list[str]
    """What it may import later, by import(): specifiers, where * stands for what is only known then."""


def read(path: str, text: str) -> Module:
    """Raises ValueError when an import or export has a shape that cannot be joined."""
    understood = {match.start() for shape in (_IMPORT, _EXPORT) for match in shape.finditer(text)}
    for statement in _STATEMENT.finditer(text):
        if statement.start(1) not in understood:
            raise _refused(path, text, statement.start(1))
    return Module(
        path=path,
        body=without_comments(_EXPORT.sub("", _IMPORT.sub("", text))),
        imports=[Import(match[2], _names(match[1])) for match in _IMPORT.finditer(text)],
        exports=[match[1] for match in _EXPORT.finditer(text)],
        loads=[_loaded(path, text, match) for match in _DYNAMIC.finditer(text)],
    )


def without_comments(text: str) -> str:
    """The module without the comments that have lines of their own: a fifth of what would be sent, compressed."""

    def kept(comment: re.Match[str]) -> str:
        in_template = text.count("`", 0, comment.start()) % 2
        return comment[0] if in_template else ""

    return _COMMENT.sub(kept, text)


def joined(modules: Sequence[Module], resolve: Callable[[str], str]) -> str:
    """The text of these modules as one; each stands behind those it imports.

    `resolve` leads a specifier to its path. Raises ValueError when two of them export the same name.
    """
    _exports_differ(modules)
    here = {module.path for module in modules}
    others = {each.specifier for module in modules for each in module.imports if resolve(each.specifier) not in here}
    heads = [f'import * as {_object(resolve(specifier))} from "{specifier}";\n' for specifier in sorted(others)]
    return "".join([*heads, *(_block(module, resolve) for module in modules)])


def _block(module: Module, resolve: Callable[[str], str]) -> str:
    own = _object(module.path)
    taken = [f"const {{ {_taken(each)} }} = {_object(resolve(each.specifier))};\n" for each in module.imports]
    lines = ["{\n", *taken, module.body, "}\n"]
    if module.exports:
        names = ", ".join(module.exports)
        lines[-1:] = [f"Object.assign({own}, {{ {names} }});\n", "}\n", f"export const {{ {names} }} = {own};\n"]
        lines.insert(0, f"const {own} = {{}};\n")
    return "".join([f"// {module.path}\n", *lines])


def _taken(each: Import) -> str:
    return ", ".join(there if there == here else f"{there}: {here}" for here, there in each.names.items())


def _object(path: str) -> str:
    """What a module's exports are called where several are joined."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _names(listed: str) -> dict[str, str]:
    pairs = [name.split(" as ") for name in re.split(r"\s*,\s*", listed)]
    return {pair[-1]: pair[0] for pair in pairs}


def _loaded(path: str, text: str, match: re.Match[str]) -> str:
    if match[2] is None:
        raise _refused(path, text, match.start())
    return re.sub(r"\$\{[^}]*\}", "*", match[2])


def _exports_differ(modules: Sequence[Module]) -> None:
    known: dict[str, str] = {}
    for module in modules:
        for name in module.exports:
            if name in known:
                raise ValueError(f"static/{known[name]} and static/{module.path} are joined, and both export {name}")
            known[name] = module.path


def _refused(path: str, text: str, at: int) -> ValueError:
    line = text.count("\n", 0, at)
    return ValueError(f"static/{path}:{line + 1} has a shape that cannot be joined: {text.splitlines()[line].strip()}")
