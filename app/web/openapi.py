"""The OpenAPI description of the HTTP API, for programs and for /docs."""

import ast
import inspect
from itertools import pairwise
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct
from msgspec.structs import fields

from app.protocol.messages import GameResult, Results, Standing
from app.replay.deal_file import DealFile, DealtEvent, WhoseDeal
from app.replay.endings import Ending
from app.replay.knowledge import CouldBe
from app.replay.replays import Replay, ReplayStep
from app.replay.room_log import LoggedEvent
from app.web.models import Answer, Body, NotDone
from games.analysis import Analysis, Curve, Missed
from games.draws import Counted, Draw
from games.engine import Outcome, Pick, Text
from games.frame import Choice, Delayed, Frame, Heard, Undo
from games.knowledge import Possible
from games.lesson import Guide, Tell
from games.ranking import Place

REF: Final = "#/components/schemas/{name}"
STREAMED: Final = (LoggedEvent, Replay, CouldBe, Ending, Analysis, Counted, Results, DealFile)
"""Streamed responses, whose schemas come from msgspec."""
THEIR_PARTS: Final = (
    ReplayStep, DealtEvent, Draw, GameResult, Standing, Curve, Missed, Frame, Heard, Choice, Pick, Undo, Outcome, Place,
    Text, Guide, Tell, Delayed, Possible, WhoseDeal,
)  # fmt: skip

Answers = dict[int | str, dict[str, Any]]


def no(described: str) -> dict[str, Any]:
    """The description of a refusal."""
    return {"description": described, "model": NotDone}


def download(described: str, kind: type[msgspec.Struct], *, many: bool = False, none: bool = False) -> Answers:
    """The responses to a request for a download. `none`: null is among them."""
    return {200: streamed(described, kind, many=many, none=none), 404: NO_SUCH_ROOM, 429: TOO_MANY}


def streamed(described: str, kind: type[msgspec.Struct], *, many: bool = False, none: bool = False) -> dict[str, Any]:
    """The description of a streamed response."""
    schema: dict[str, Any] = {"$ref": REF.format(name=kind.__name__)}
    if many:
        schema = {"type": "array", "items": schema}
    if none:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {"description": described, "content": {"application/json": {"schema": schema}}}


NO_SUCH_ROOM: Final = no("No such room: unknown, closed, or not for you")
TOO_MANY: Final = no("Too many: wait as long as Retry-After says")
UNAVAILABLE: Final = no("Starting again, or storage does not answer: try again")
BODY_REFUSED: Final[Answers] = {
    403: no("Not from a page of this server: send Origin"),
    413: no("More than 8 KiB"),
    415: no("Not application/json"),
}
"""Refusals by the middleware, before a body is read."""
WISH_REFUSED: Final[Answers] = {**BODY_REFUSED, 422: no("Something does not fit; the text says what"), 429: TOO_MANY}
"""Refusals of a request with a body."""


def openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _described(app)
    return app.openapi_schema


def _described(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    if path := app.state.services.settings.public_path:
        document["servers"] = [{"url": path}]
    _, shapes = msgspec.json.schema_components(STREAMED, ref_template=REF)
    meanings = {kind.__name__: meanings_of(kind) for kind in (*STREAMED, *THEIR_PARTS)}
    for name, shape in shapes.items():
        for field, facts in shape["properties"].items():
            facts["description"] = meanings[name][field]
    schemas = document["components"]["schemas"] = {**document["components"]["schemas"], **shapes}
    for model in (*Answer.__subclasses__(), *Body.__subclasses__()):
        for field, said in docstrings_of(model).items():
            schemas[model.__name__]["properties"][field]["description"] = said
    # FastAPI declares its own validation errors; here any text is a valid path, and bodies are refused with NotDone.
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    for path, calls in document["paths"].items():
        for call in calls.values():
            if "HTTPValidationError" in str(call["responses"].get("422")):
                del call["responses"]["422"]
            call["responses"] = {**_refused_anywhere(path), **call["responses"]}
    return document


def _refused_anywhere(path: str) -> Answers:
    """Refusals that any call at this path may get."""
    about = {
        "400": path.startswith("/api/") and "The header Host names no server, or another one",
        "503": "{room}" in path and "Storage does not answer, or the room is quarantined because of a fault",
    }
    content = {"application/json": {"schema": {"$ref": REF.format(name=NotDone.__name__)}}}
    return {status: {"description": why, "content": content} for status, why in about.items() if why}


# --- The meanings of fields: docstrings, read when somebody asks for the description. Pydantic would read them at every
# start (`use_attribute_docstrings`). ---


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
