"""Parses JSON bodies as strictly as WebSocket messages, and words their errors alike."""

from collections.abc import Callable, Coroutine, Sequence
from json import JSONDecodeError
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response

from app.protocol.messages import Refusal
from games.text import say

_EXPECTED: Final = {"string": "str", "dict": "object", "model": "object", "model_attributes": "object"}
"""Pydantic's name of a type -> msgspec's."""
_GOT: Final = {"NoneType": "null", "list": "array", "dict": "object"}


class StrictRequest(Request):
    """A request whose JSON may not have NaN, lone surrogates or endless nesting."""

    async def json(self) -> Any:
        """The body as JSON. Raises JSONDecodeError, as FastAPI expects."""
        try:
            return from_json(await self.body(), allow_inf_nan=False)
        except ValueError as error:
            raise JSONDecodeError(str(error), "", 0) from None


class StrictRoute(APIRoute):
    """A route with such a request."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The route's handler."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


def not_understood(reason: str) -> Refusal:
    """The refusal of an invalid body."""
    return Refusal("malformed", say("The request is not understood: {reason}.", reason=reason))


def what_is_wrong(errors: RequestValidationError) -> str:
    """The first error, in words."""
    error = errors.errors()[0]
    kind, path = error["type"], error["loc"][1:]
    if kind == "json_invalid":
        return f"JSON is malformed: {error['ctx']['error']}"
    if kind == "missing":
        return (
            f"Object missing required field `{path[-1]}`{_at(path[:-1])}" if path else "Expected `object`, got nothing"
        )
    if kind == "extra_forbidden":
        return f"Object contains unknown field `{path[-1]}`{_at(path[:-1])}"
    if kind.endswith("_type"):
        expected, got = kind.removesuffix("_type"), type(error["input"]).__name__
        return f"Expected `{_EXPECTED.get(expected, expected)}`, got `{_GOT.get(got, got)}`{_at(path)}"
    return f"{error['msg']}{_at(path)}"


def _at(path: Sequence[str | int]) -> str:
    return f" - at `$.{'.'.join(map(str, path))}`" if path else ""
