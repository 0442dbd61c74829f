"""Writes Structs and Pydantic models as TypeScript types.

msgspec decides about a Struct: names on the wire, tags, optional fields, bounds. The source adds what msgspec does not
keep: names of aliases, order of literals, docstrings. A model's fields go by their own names, and are optional only in
what is sent to the server.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from pydantic import BaseModel

from tools.dev.mistaken import Mistaken

WIDTH: Final = 120
MOST_SPELLED: Final = 10
"""Ranges of whole numbers are spelled out up to this size; not those from 0 on, which the page counts places by."""
PLAIN: Final = {
    "int": "number",
    "float": "number",
    "str": "string",
    "bool": "boolean",
    "Any": "unknown",
    "Raw": "unknown",
    "UnsetType": "never",
}
LISTS: Final = ("list", "set", "frozenset", "Sequence")


@dataclass
class Sheet:
    """A file of types; the types defined in `modules` and in their submodules belong here."""

    path: str
    title: str
    modules: Sequence[str]
    declared: dict[str, str] = field(default_factory=dict)
    imports: dict[str, set[str]] = field(default_factory=dict)

    def text(self) -> str:
        """The file's text."""
        imports = [
            f'import type {{ {", ".join(sorted(names))} }} from "#types/{path}";\n'
            for path, names in sorted(self.imports.items())
        ]
        head = comment(f"{self.title}. Written by `python -m tools.dev types --write`.")
        return "\n".join(filter(None, [head, "".join(imports), *self.declared.values()]))


class Said(NamedTuple):
    """Types that the browser knows better than the Structs."""

    names: Mapping[str, str]
    """Type name -> its name in the browser."""
    parameters: Mapping[str, str]
    """Type name -> its type parameters, for types of a game that pass through it."""
    fields: Mapping[tuple[str, str], str]
    """(Type, field) -> the type parameter of its content."""
    bases: Sequence[type[Struct]]
    """Types that only their subclasses' tags tell apart."""


class Writer:
    """Writes types, and all types they name, into the files they belong to."""

    def __init__(self, sheets: Sequence[Sheet], said: Said) -> None:
        self._sheets, self._said = sheets, said
        self._owners: dict[tuple[str, str], str] = {}

    def write(self, *kinds: type[Struct | BaseModel]) -> list[str]:
        """Returns the types' TypeScript names."""
        return [self._reference(kind.__name__, kind.__module__, self._sheet(kind.__module__)) for kind in kinds]

    def write_alias(self, module: str, name: str) -> None:
        """Write a named type that is no Struct."""
        self._reference(name, module, self._sheet(module))

    def write_union(self, sheet: Sheet, name: str, said: str, kinds: Sequence[type[Struct]]) -> None:
        """Write a union that has no name in Python."""
        self._own(sheet, name, "all games")
        sheet.declared[name] = comment(said) + spelled(f"export type {name} =", self.write(*kinds))

    def _sheet(self, module: str) -> Sheet:
        for sheet in self._sheets:
            if any(module == root or module.startswith(f"{root}.") for root in sheet.modules):
                return sheet
        raise Mistaken(f"No file is said for the types of {module}.")

    def _reference(self, name: str, module: str, on: Sheet) -> str:
        home, called = self._sheet(module), self._said.names.get(name, name)
        if home is not on:
            on.imports.setdefault(home.path, set()).add(called)
        self._own(home, called, module)
        if called not in home.declared:
            home.declared[called] = ""  # a type may name itself
            text = self._declaration(name, called, module, home)
            del home.declared[called]  # the types it names come first
            home.declared[called] = text
        return called

    def _own(self, sheet: Sheet, called: str, definer: str) -> None:
        owner = self._owners.setdefault((sheet.path, called), definer)
        if owner != definer:
            raise Mistaken(f"types/{sheet.path}.d.ts cannot have both {called} of {owner} and that of {definer}.")

    def _declaration(self, name: str, called: str, module: str, on: Sheet) -> str:
        kind = vars(sys.modules[module])[name]
        source = read(module)
        if isinstance(kind, type) and issubclass(kind, Struct):
            return comment(paragraph(kind.__doc__)) + self._struct(kind, called, on)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return comment(paragraph(kind.__doc__)) + interface(called, self._fields_of_model(kind, on))
        alternatives = self._union(source.values[name], module, on)
        return comment(source.comments.get(name, "")) + spelled(f"export type {called} =", alternatives)

    # --- Structs --------------------------------------------------------------------------------------------

    def _struct(self, kind: type[Struct], called: str, on: Sheet) -> str:
        facts = msgspec.inspect.type_info(kind)
        assert isinstance(facts, msgspec.inspect.StructType)
        if facts.array_like:
            places = [f"{each.encode_name}: {self._field(kind, each.name, on)}" for each in facts.fields]
            return f"export type {called} = [{', '.join(places)}];\n"
        lines = [*tag_of(facts, self._said.bases), *self._members(facts, on)]
        return interface(f"{called}{self._said.parameters.get(called, '')}", lines)

    def _members(self, facts: msgspec.inspect.StructType, on: Sheet) -> Iterator[str]:
        kind = facts.cls
        # The server writes defaults unless told otherwise; the browser may omit them.
        may_lack = kind.__struct_config__.omit_defaults or facts.forbid_unknown_fields
        unset = {field.name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET}
        for each in facts.fields:
            yield from comment(comment_on(kind, each.name)).splitlines()
            mark = "?" if each.name in unset or (may_lack and not each.required) else ""
            yield f"{each.encode_name}{mark}: {self._field(kind, each.name, on)};"

    def _fields_of_model(self, kind: type[BaseModel], on: Sheet) -> Iterator[str]:
        is_body = kind.model_config.get("extra") == "forbid"
        for name, facts in kind.model_fields.items():
            yield from comment(comment_on(kind, name)).splitlines()
            mark = "?" if is_body and not facts.is_required() else ""
            yield f"{name}{mark}: {self._field(kind, name, on)};"

    def _field(self, kind: type[Struct | BaseModel], name: str, on: Sheet) -> str:
        owner = next(base for base in kind.__mro__ if name in base.__annotations__)
        if said := self._said.fields.get((kind.__name__, name)):
            return said
        annotation = read(owner.__module__).classes[owner.__name__].annotations[name]
        return self._type(annotation, owner.__module__, on)

    # --- Annotations ----------------------------------------------------------------------------------------

    def _type(self, node: ast.expr, module: str, on: Sheet) -> str:
        return " | ".join(self._union(node, module, on))

    def _union(self, node: ast.expr, module: str, on: Sheet) -> list[str]:
        match node:
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                both = [*self._union(left, module, on), *self._union(right, module, on)]
                return [each for each in dict.fromkeys(both) if each != "never"]
            case ast.Constant(value=None):
                return ["null"]
            case ast.Constant(value=str(quoted)):
                return self._union(ast.parse(quoted, mode="eval").body, module, on)
            case ast.Name(id=name):
                return [self._named(name, module, on)]
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
                return [literal(value) for value in values]
            case ast.Subscript(value=ast.Name(id="Literal"), slice=value):
                return [literal(value)]
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, *_])):
                return self._bounded(kind, bounds_of(node, module), module, on)
            case _:
                return [self._container(node, module, on)]

    def _named(self, name: str, module: str, on: Sheet) -> str:
        return PLAIN[name] if name in PLAIN else self._reference(*definition(name, module), on)

    def _bounded(self, kind: ast.expr, bounds: Any, module: str, on: Sheet) -> list[str]:
        match bounds:
            case msgspec.inspect.IntType(ge=int(least), le=int(most)) if least > 0 and most - least < MOST_SPELLED:
                return [str(number) for number in range(least, most + 1)]
            case msgspec.inspect.DictType(key_type=msgspec.inspect.LiteralType(values=keys), min_length=int(least)):
                return [self._record(kind, module, on, partial=least < len(keys))]
            case _:
                return self._union(kind, module, on)

    def _container(self, node: ast.expr, module: str, on: Sheet) -> str:
        match node:
            case ast.Subscript(value=ast.Name(id="dict")):
                keys = bounds_of(node, module).key_type
                return self._record(node, module, on, partial=isinstance(keys, msgspec.inspect.LiteralType))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[each, ast.Constant(value=value)])) if (
                value is ...
            ):
                return array(self._union(each, module, on))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=places)):
                return f"[{', '.join(self._type(place, module, on) for place in places)}]"
            case ast.Subscript(value=ast.Name(id=name), slice=each) if name in LISTS:
                return array(self._union(each, module, on))
            case _:
                raise Mistaken(f"{module}: no type of TypeScript is said for {ast.unparse(node)}.")

    def _record(self, node: ast.expr, module: str, on: Sheet, *, partial: bool) -> str:
        """A record whose keys are all required says so by the min_length in its Meta."""
        assert isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple)
        key, value = (self._type(part, module, on) for part in node.slice.elts)
        return f"Partial<Record<{key}, {value}>>" if partial else f"Record<{key}, {value}>"


def tag_of(facts: msgspec.inspect.StructType, bases: Sequence[type[Struct]]) -> Iterator[str]:
    if facts.tag_field is not None:
        yield f"{facts.tag_field}: {'string' if facts.cls in bases else msgspec.json.encode(facts.tag).decode()};"


def literal(node: ast.expr) -> str:
    return msgspec.json.encode(ast.literal_eval(node)).decode()


def array(alternatives: list[str]) -> str:
    return f"{alternatives[0]}[]" if len(alternatives) == 1 else f"({' | '.join(alternatives)})[]"


def bounds_of(node: ast.expr, module: str) -> Any:
    """The bounds that msgspec derives from an annotation."""
    facts = msgspec.inspect.type_info(eval(ast.unparse(node), vars(sys.modules[module])))
    return facts.type if isinstance(facts, msgspec.inspect.Metadata) else facts


# --- Layout -------------------------------------------------------------------------------------------------


def interface(head: str, lines: Iterable[str]) -> str:
    return "\n".join([f"export interface {head} {{", *(f"  {line}" for line in lines), "}\n"])


def spelled(head: str, alternatives: list[str]) -> str:
    """A union on as many lines as needed."""
    line = f"{head} {' | '.join(alternatives)};"
    if len(line) <= WIDTH:
        return line + "\n"
    # Text without a space is never broken.
    parts = wrap(" ".join(f"|\0{each}" for each in alternatives), WIDTH - 3)
    return "\n".join([head, *(f"  {part}".replace("\0", " ") for part in parts)]) + ";\n"


def comment(said: str) -> str:
    if not said:
        return ""
    if len(said) + len("/**  */") <= WIDTH:
        return f"/** {said} */\n"
    return "\n".join(["/**", *(f" * {line}" for line in wrap(said, WIDTH - 3)), " */\n"])


# --- Reading the source -------------------------------------------------------------------------------------


class Body(NamedTuple):
    """The definitions of a module or class, by name."""

    values: dict[str, ast.expr]
    annotations: dict[str, ast.expr]
    comments: dict[str, str]
    classes: dict[str, Body]
    imported: dict[str, tuple[str, str]]
    """Local name -> original name and module."""


@cache
def read(module: str) -> Body:
    """Parse the source of an imported module."""
    path = sys.modules[module].__file__
    assert path is not None
    return body_of(ast.parse(Path(path).read_text()).body)


def body_of(statements: list[ast.stmt]) -> Body:
    body = Body({}, {}, comments_in(statements), {}, {})
    for statement in statements:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                body.values[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                body.annotations[name] = annotation
                if value is not None:
                    body.values[name] = value
            case ast.ClassDef(name=name, body=inner):
                body.classes[name] = body_of(inner)
            case ast.ImportFrom(module=str(where), names=names):
                body.imported.update({each.asname or each.name: (each.name, where) for each in names})
    return body


def comments_in(statements: list[ast.stmt]) -> dict[str, str]:
    """Docstrings below the definitions they describe."""
    return {
        target.id: paragraph(text)
        for statement, after in pairwise(statements)
        for target in defined(statement)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(text := after.value.value, str)
    }


def defined(statement: ast.stmt) -> list[ast.Name]:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [target for target in targets if isinstance(target, ast.Name)]


def paragraph(docstring: str | None) -> str:
    """The first paragraph on one line, escaped for JSON."""
    return " ".join((docstring or "").strip().split("\n\n")[0].split()).replace("None", "null")


def comment_on(kind: type[Struct | BaseModel], name: str) -> str:
    return read(kind.__module__).classes[kind.__name__].comments.get(name, "")


def definition(name: str, module: str) -> tuple[str, str]:
    """The original name and module of a type that a module refers to."""
    source = read(module)
    if name in source.values or name in source.classes:
        return name, module
    if name not in source.imported:
        raise Mistaken(f"{module}: no type of TypeScript is said for {name}.")
    return definition(*source.imported[name])
