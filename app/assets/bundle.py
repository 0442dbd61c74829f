"""Several modules of JavaScript as one, which does and exports what all of them did: a page makes fewer requests.

It knows modules as they are written here, where every import and export is a statement of its own that names what it
brings, and as minifiers leave them, with all exports in the end. Nothing exported is ever assigned anew. What has
another shape is refused, with its line. Each module becomes a block, where its names are its own; what it exports
lies in an object beside the block:

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

import posixpath
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct

_STATEMENT: Final = re.compile(r"(?:^|[;}])[ \t]*(import|export)\b(?!\s*\()", re.M)
_IMPORT: Final = re.compile(r"""(?:^|(?<=;))import ?\{\s*([\w$\s,]*?),?\s*\} ?from ?"([^"]+)";\n?""", re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|const|class) ([\w$]+))", re.M)
_IMPORT_ALL: Final = re.compile(r"""^import \* as ([\w$]+) from "([^"]+)";\n""", re.M)
_EXPORTS_IN_THE_END: Final = re.compile(r"(?<=[;}])export ?\{\s*([\w$\s,]*?),?\s*\};\s*\Z")
_LOAD: Final = re.compile(r"""\bimport\((?:\s*(["'`])([^"'`]+)\1\s*\))?""")
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?!\s*\*\s*@license)(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.M)
# What stands beside code: types, and reasons without quotation marks, which might begin in a string.
_ASIDE: Final = re.compile(r"""/\*\* @type \{.*?\} \*/ ?|[ \t]+// [^"'`\n]*$""", re.M)
_INDENT: Final = re.compile(r"^[ \t]*\n?", re.M)
# Behind the last of a list that has a line for each.
_LAST_COMMA: Final = re.compile(r",\n(?=[)\]}])")
# Behind what ends or opens something, unless a reason stands in the line: it would go on.
_END_OF_LINE: Final = re.compile(r"^((?:(?!//).)*[;{,([])\n", re.M)

_IS_THE_SCRIPT_OF_THE_PAGE: Final = 'document.querySelector("script[type=module]").src === import.meta.url'

Names = dict[str, str]
"""By what something is called where it is taken: what it is called where it comes from; * is all of it."""


class Module(Struct, frozen=True):
    """A module read: `body` is what it does, without import and export statements."""

    path: str
    body: str
    imports: list[tuple[str, Names]]
    """By the names of modules: what it takes from each."""
    exports: Names
    loads: list[str]
    """The names of modules that it may import later, by import(); * stands for what is only known then."""


def read(path: str, text: str) -> Module:
    """Raises ValueError when an import or export has a shape that cannot be joined."""
    _refuse_other_shapes(path, _outside_templates(_COMMENT, text, lambda comment: "\n" * comment.count("\n")))
    exports = {match[1]: match[1] for match in _EXPORT.finditer(text)}
    for match in _EXPORTS_IN_THE_END.finditer(text):
        exports |= _names(match[1])
    body = text
    for statement in (_IMPORT, _IMPORT_ALL, _EXPORT):
        body = statement.sub("", body)
    body = lean(_EXPORTS_IN_THE_END.sub("\n", body))
    imports = [(_full(match[2], path), _names(match[1])) for match in _IMPORT.finditer(text)]
    imports += [(_full(match[2], path), {match[1]: "*"}) for match in _IMPORT_ALL.finditer(text)]
    return Module(
        path=path,
        body=body,
        imports=imports,
        exports=exports,
        loads=[re.sub(r"\$\{[^}]*\}", "*", match[2]) for match in _LOAD.finditer(body)],
    )


def lean(text: str) -> str:
    """The module without what only its readers need, a quarter of what would be sent. Licences stay.

    That is comments, indents, the commas behind the last of a list, and ends of lines.
    """
    for spare in (_COMMENT, _ASIDE, _INDENT, _LAST_COMMA):
        text = _outside_templates(spare, text, lambda found: "")
    return _outside_templates(_END_OF_LINE, text, lambda found: found.removesuffix("\n"))


def joined(
    modules: Sequence[Module], given: Mapping[str, Collection[str]], starts: Collection[str] = frozenset()
) -> str:
    """The text of these modules as one; each has to stand behind those it imports.

    `given` are, by path, the names to be exported; `starts` the modules that start a page: they do nothing where the
    page has begun with another script. Raises ValueError when two modules give the same name.
    """
    _refuse_equal_names(given)
    here = {name_of(module.path) for module in modules}
    others = sorted({name for module in modules for name, _ in module.imports} - here)
    heads = [f'import * as {_object(name)} from "{name}";\n' for name in others]
    return "".join([*heads, *(_block(module, given[module.path], starts) for module in modules)])


def name_of(path: str) -> str:
    """What a module is called where it is imported: #kit/text.js; a vendored one lit-html, lit-html/directive.js."""
    folder, _, inside = path.partition("/")
    if folder != "vendor":
        return f"#{path}"
    package, _, file = inside.partition("/")
    return package if file == f"{package}.js" else inside


def _block(module: Module, given: Collection[str], starts: Collection[str]) -> str:
    own = _object(name_of(module.path))
    condition = f"if ({_IS_THE_SCRIPT_OF_THE_PAGE}) " if module.path in starts else ""
    lines = [f"// {module.path}\n", f"const {own} = {{}};\n" if module.exports else "", condition + "{\n"]
    lines += [_taken(name, names) for name, names in module.imports]
    lines += [module.body, f"Object.assign({own}, {{ {_pairs(module.exports)} }});\n" if module.exports else "", "}\n"]
    lines += [f"export const {{ {', '.join(sorted(given))} }} = {own};\n"] if given else []
    return "".join(lines)


def _taken(name: str, names: Names) -> str:
    whole = [here for here, there in names.items() if there == "*"]
    pattern = whole[0] if whole else f"{{ {_pairs({there: here for here, there in names.items()})} }}"
    return f"const {pattern} = {_object(name)};\n"


def _pairs(names: Names) -> str:
    return ", ".join(key if key == value else f"{key}: {value}" for key, value in names.items())


def _object(name: str) -> str:
    """What holds the exports of a module of this name."""
    return "$" + re.sub(r"\W", "_", name.removeprefix("#").removesuffix(".js"))


def _outside_templates(what: re.Pattern[str], text: str, replaced: Callable[[str], str]) -> str:
    ticks = counted = 0

    def new(match: re.Match[str]) -> str:
        nonlocal ticks, counted
        ticks += text.count("`", counted, match.start())
        counted = match.start()
        return match[0] if ticks % 2 else replaced(match[0])

    return what.sub(new, text)


def _names(listed: str) -> Names:
    pairs = [name.split(" as ") for name in re.split(r"\s*,\s*", listed)]
    return {pair[-1]: pair[0] for pair in pairs}


def _full(specifier: str, importer: str) -> str:
    """The name that a relative address stands for."""
    if not specifier.startswith("."):
        return specifier
    return name_of(posixpath.normpath(posixpath.join(posixpath.dirname(importer), specifier)))


def _refuse_other_shapes(path: str, text: str) -> None:
    shapes = (_IMPORT, _IMPORT_ALL, _EXPORT, _EXPORTS_IN_THE_END)
    understood = {match.start() for shape in shapes for match in shape.finditer(text)}
    statements = {match.start(1) for match in _STATEMENT.finditer(text)}
    vague = {match.start() for match in _LOAD.finditer(text) if match[2] is None}
    for at in sorted(statements - understood | vague):
        number = text.count("\n", 0, at)
        line = text.splitlines()[number].strip()
        raise ValueError(f"static/{path}:{number + 1} has a shape that cannot be joined: {line}")


def _refuse_equal_names(given: Mapping[str, Collection[str]]) -> None:
    known: dict[str, str] = {}
    for path, names in given.items():
        for name in names:
            if name in known:
                raise ValueError(f"static/{known[name]} and static/{path} are joined, and both export {name}")
            known[name] = path
