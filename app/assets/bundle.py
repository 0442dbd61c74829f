"""Joins JavaScript modules into one with the same effects and exports, to save requests.

It reads modules as they are written in static/ (each import and export is a statement of its own and names its
bindings) and as minifiers leave them (all exports at the end). Exports are never reassigned. Anything else is rejected
with its line. Each module becomes a block with its own scope; its exports are an object declared before the block:

    const $kit_share={};
    {
    const{language}=$kit_text;
    function copy(text){…}
    Object.assign($kit_share,{copy});
    }
    export const{copy}=$kit_share;

One difference remains: blocks run one after the other, so a module with a top-level await delays the next. What it
awaits must not import from the same bundle, or both wait for ever.
"""

import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from typing import Final

from msgspec import Struct

_WORD: Final = re.compile(r"\b(?:im|ex)port\b")
_IMPORT: Final = re.compile(r"""(?:^|(?<=;))import ?\{\s*([\w$\s,]*?),?\s*\} ?from ?"([^"]+)";\n?""", re.M)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|const|class) ([\w$]+))", re.M)
_IMPORT_ALL: Final = re.compile(r"""^import \* as ([\w$]+) from "([^"]+)";\n""", re.M)
_EXPORTS_IN_THE_END: Final = re.compile(r"(?<=[;}])export ?\{\s*([\w$\s,]*?),?\s*\};(?=\s*\Z)")
_LOAD: Final = re.compile(r"""import\((?:\s*(["'`])([^"'`]+)\1\s*\))?""")
_SHAPES: Final = (_IMPORT, _EXPORT, _LOAD, _IMPORT_ALL, _EXPORTS_IN_THE_END)
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*\*(?!\s*\*\s*@license)(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.M)
# Comments beside code: types, and remarks without quotation marks, which might be inside a string.
_ASIDE: Final = re.compile(r"""/\*\* @type \{.*?\} \*/ ?|[ \t]+// [^"'`\n]*$""", re.M)
_INDENT: Final = re.compile(r"^[ \t]*\n?", re.M)
_WRITTEN_OUT: Final = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/(?![ */])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/"""
"""String and regular-expression literals; a division sign is followed by a space."""
# Literals come first: their spaces are not redundant. Nor are those of a + +b.
_ROUND_AN_OPERATOR: Final = re.compile(
    rf"{_WRITTEN_OUT}| ?(?:=>|[!=]==|&&|\|\||\?\?|[<>]=?|[=?:;,{{}}*]) ?|[)\]] (?=\w)"
    r"| \+ (?!\+)| - (?!-)|\b(?:if|for|while|return) (?=\()"
)
_IN_CODE: Final = re.compile(rf"{_WRITTEN_OUT}|`")
_IN_AN_EXPRESSION: Final = re.compile(rf"{_WRITTEN_OUT}|[`{{}}]")
_IN_A_TEMPLATE: Final = re.compile(r"\\.|\$\{|`", re.S)
_MARK: Final = re.compile("\0(\\d+)\0")
# After the last item of a multi-line list.
_LAST_COMMA: Final = re.compile(r",\n(?=[)\]}])")
# After anything that ends or opens a construct, unless the line has a comment, which would swallow the next line.
_END_OF_LINE: Final = re.compile(r"^((?:(?!//).)*[;{,([])\n", re.M)

_IS_THE_SCRIPT_OF_THE_PAGE: Final = 'document.querySelector("script[type=module]").src === import.meta.url'

Names = dict[str, str]
"""Local name -> exported name; * is the whole module."""
Match = re.Match[str]


class Module(Struct, frozen=True):
    """A parsed module; `body` is its code without import and export statements."""

    path: str
    body: str
    imports: list[tuple[str, Names]]
    """Module name -> what it takes from it."""
    exports: Names
    loads: list[str]
    """Modules that it may import() later; * stands for a part of the name known only at run time."""


def read(path: str, text: str) -> Module:
    """Parse a module. Raises ValueError when an import or export cannot be joined."""
    code = _without_comments(text)
    words = (_statement(path, code, word.start()) for word in _WORD.finditer(code))
    statements = [statement for statement in words if statement is not None]

    def all_of(shape: re.Pattern[str]) -> list[Match]:
        return [statement for statement in statements if statement.re is shape]

    imports = [(_full(match[2], path), _names(match[1])) for match in all_of(_IMPORT)]
    imports += [(_full(match[2], path), {match[1]: "*"}) for match in all_of(_IMPORT_ALL)]
    exports = {match[1]: match[1] for match in all_of(_EXPORT)}
    for match in all_of(_EXPORTS_IN_THE_END):
        exports |= _names(match[1])
    loads = [re.sub(r"\$\{[^}]*\}", "*", match[2]) for match in all_of(_LOAD)]
    body = _without(code, [statement for statement in statements if statement.re is not _LOAD])
    return Module(path, body, imports, exports, loads)


def lean(text: str) -> str:
    """The module without comments, indentation, and redundant spaces, commas and line ends: a quarter smaller. Licences
    stay; templates lose only their indentation, since HTML collapses a line end to one space with or without it."""
    code, templates = _apart(_INDENT.sub("", _without_comments(text)))
    code = _ROUND_AN_OPERATOR.sub(lambda match: match[0].strip(), code)
    code = _END_OF_LINE.sub(r"\1", _LAST_COMMA.sub("", code))
    return _together(code, templates)


def joined(
    modules: Sequence[Module], exported: Mapping[str, Collection[str]], starts: Collection[str] = frozenset()
) -> str:
    """The text of these modules joined; each follows those it imports. `exported`: the names to export, by path.
    `starts`: modules that start a page; they do nothing when another script started it. Raises ValueError when two
    modules export the same name."""
    _refuse_equal_names(exported)
    here = {name_of(module.path) for module in modules}
    others = sorted({name for module in modules for name, _ in module.imports} - here)
    heads = [f'import * as {_object(name)} from "{name}";\n' for name in others]
    return "".join([*heads, *(_block(module, exported[module.path], starts) for module in modules)])


def name_of(path: str) -> str:
    """The name by which a module is imported: #kit/text.js; for vendored ones lit-html or lit-html/directive.js."""
    folder, _, inside = path.partition("/")
    if folder != "vendor":
        return f"#{path}"
    package, _, file = inside.partition("/")
    return package if file == f"{package}.js" else inside


def _block(module: Module, exported: Collection[str], starts: Collection[str]) -> str:
    own = _object(name_of(module.path))
    condition = f"if ({_IS_THE_SCRIPT_OF_THE_PAGE}) " if module.path in starts else ""
    lines = [f"const {own}={{}};\n" if module.exports else "", condition + "{\n"]
    lines += [_import_line(name, names) for name, names in module.imports]
    lines += [
        lean(module.body),
        f"Object.assign({own},{{{_pairs(module.exports)}}});\n" if module.exports else "",
        "}\n",
    ]
    lines += [f"export const{{{','.join(sorted(exported))}}}={own};\n"] if exported else []
    return "".join(lines)


def _import_line(name: str, names: Names) -> str:
    whole = [here for here, there in names.items() if there == "*"]
    pattern = f" {whole[0]}" if whole else f"{{{_pairs({there: here for here, there in names.items()})}}}"
    return f"const{pattern}={_object(name)};\n"


def _pairs(names: Names) -> str:
    return ",".join(key if key == value else f"{key}:{value}" for key, value in names.items())


def _object(name: str) -> str:
    """The variable that holds the module's exports."""
    return "$" + re.sub(r"\W", "_", name.removeprefix("#").removesuffix(".js"))


def _without_comments(text: str) -> str:
    """The module without comments; every line keeps its number."""
    code, templates = _apart(text)
    code = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), code)
    return _together(_ASIDE.sub("", code), templates)


def _apart(text: str) -> tuple[str, list[str]]:
    """The code with a mark in place of each template literal, and those templates."""
    bounds = [0, *_templates(text), len(text)]
    pieces = [text[start:end] for start, end in pairwise(bounds)]
    marks = [f"\0{number}\0" for number in range(len(pieces) // 2)]
    return "".join(chain.from_iterable(zip_longest(pieces[::2], marks, fillvalue=""))), pieces[1::2]


def _together(code: str, templates: Sequence[str]) -> str:
    return _MARK.sub(lambda mark: templates[int(mark[1])], code)


def _templates(text: str) -> list[int]:
    """Start and end offsets of the outermost template literals, including the expressions inside them."""
    bounds: list[int] = []
    around: list[str] = []  # the stack of open templates, ${ and braces
    at = 0
    while found := _next_sign(around).search(text, at):
        at, sign = found.end(), found[0]
        was_outside = "`" not in around
        if sign == "}" or (sign == "`" and around[-1:] == ["`"]):
            around = around[:-1]
        elif sign in ("`", "{", "${"):
            around.append(sign)
        if was_outside != ("`" not in around):
            bounds.append(found.start() if was_outside else at)
    return bounds


def _next_sign(around: Sequence[str]) -> re.Pattern[str]:
    if not around:
        return _IN_CODE
    return _IN_A_TEMPLATE if around[-1] == "`" else _IN_AN_EXPRESSION


def _names(listed: str) -> Names:
    pairs = [name.split(" as ") for name in re.split(r"\s*,\s*", listed)]
    return {pair[-1]: pair[0] for pair in pairs}


def _full(specifier: str, importer: str) -> str:
    """The module name for a specifier, which may be relative."""
    if not specifier.startswith("."):
        return specifier
    return name_of(posixpath.normpath(posixpath.join(posixpath.dirname(importer), specifier)))


def _statement(path: str, text: str, at: int) -> Match | None:
    """The import, export or import() here, if it is one. Raises ValueError when it cannot be joined."""
    match = next(filter(None, (shape.match(text, at) for shape in _SHAPES)), None)
    is_vague = match is not None and match.re is _LOAD and match[2] is None
    if is_vague or (match is None and _begins_a_statement(text, at)):
        number = text.count("\n", 0, at)
        raise ValueError(f"static/{path}:{number + 1} cannot be joined: {text.splitlines()[number].strip()}")
    return match


def _begins_a_statement(text: str, at: int) -> bool:
    before = text[text.rfind("\n", 0, at) + 1 : at].rstrip(" \t")
    return before == "" or before[-1] in ";}"


def _without(text: str, statements: Sequence[Match]) -> str:
    bounds = [0, *chain.from_iterable(statement.span() for statement in statements), len(text)]
    return "".join(text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))


def _refuse_equal_names(exported: Mapping[str, Collection[str]]) -> None:
    known: dict[str, str] = {}
    for path, names in exported.items():
        for name in names:
            if name in known:
                raise ValueError(f"static/{known[name]} and static/{path} are joined, and both export {name}")
            known[name] = path
