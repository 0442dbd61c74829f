"""Descriptions of the fields of streamed responses: the docstrings of the fields."""

import ast
import inspect
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import fields


def meanings_of(kind: type[Struct]) -> dict[str, str]:
    """What is sent of this Struct, by name -> the docstring below the field in its source; for a tag, its value."""
    (struct,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(struct, ast.ClassDef)
    sent_as, tag = {field.name: field.encode_name for field in fields(kind)}, kind.__struct_config__.tag
    meanings = {} if tag is None else {str(kind.__struct_config__.tag_field): f"Always `{tag}`."}
    return meanings | {
        sent_as[field.target.id]: " ".join(said.split())
        for field, below in pairwise(struct.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(said := ast.literal_eval(below.value), str)
    }
