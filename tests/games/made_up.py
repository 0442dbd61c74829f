"""Moves that nobody is offered: every kind of a game's moves, with anything in their fields that JSON can hold."""

from typing import Any, Final

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from games.engine import Game, Move

MOST_ITEMS: Final = 14
WHOLE: Final = st.one_of(st.integers(-2, 12), st.sampled_from([23, 99, 2**31, 2**63, -(2**63)]), st.integers())


def kinds(game: Game) -> list[type[Move]]:
    """The kinds of its moves."""
    found = inspect.type_info(game.Move)
    return [each.cls for each in (found.types if isinstance(found, inspect.UnionType) else (found,))]


def moves(kind: type[Move]) -> st.SearchStrategy[Move]:
    """Moves of this kind that no decoder has looked at."""
    return st.builds(kind, **{field.name: values(field.type) for field in fields(kind)})


def fields(kind: type[Move]) -> tuple[inspect.Field, ...]:
    facts = inspect.type_info(kind)
    assert isinstance(facts, inspect.StructType)
    return facts.fields


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a field: of its type in JSON, whatever its bounds and its choice of words."""
    match kind:
        case inspect.IntType():
            return WHOLE
        case inspect.LiteralType(values=words):
            return st.sampled_from(words) | (st.text(max_size=3) if isinstance(words[0], str) else WHOLE)
        case inspect.VarTupleType(item_type=item):
            return st.lists(values(item), max_size=MOST_ITEMS).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(values, items))
        case inspect.UnionType(types=types):
            return st.one_of(*map(values, types))
        case inspect.NoneType():
            return st.none()
    raise NotImplementedError(f"no values are known for {kind}")


def as_json(move: Move) -> bytes:
    return msgspec.json.encode(move)
