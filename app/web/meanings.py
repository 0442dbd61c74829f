"""Descriptions of the fields of requests and responses: the docstrings of the fields. They are read when somebody asks
for the description of the API, since Pydantic would read them at every start (`use_attribute_docstrings`)."""

import ast
import inspect
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import fields


def meanings_of(kind: type[Struct]) -> dict[str, str]:
    """What is sent of this Struct, by name -> the docstring below the field in its source; for a tag, its value."""
    said, tag = docstrings_of(kind), kind.__struct_config__.tag
    meanings = {} if tag is None else {str(kind.__struct_config__.tag_field): f"Always `{tag}`."}
    return meanings | {field.encode_name: said[field.name] for field in fields(kind) if field.name in said}


def docstrings_of(kind: type) -> dict[str, str]:
    """The fields of this class -> the docstrings below them in its source."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    return {
        field.target.id: " ".join(said.split())
        for field, below in pairwise(body.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(said := ast.literal_eval(below.value), str)
    }
