"""The JSON Schema of the wire, for other clients."""

import argparse
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from app.protocol import messages
from app.protocol.commands import FromBrowser

WIRE_SCHEMA: Final = Path(__file__).resolve().parents[2] / "docs" / "wire.schema.json"


def compare_schema(asked: argparse.Namespace) -> int:
    """Compare docs/wire.schema.json with app/protocol/messages.py."""
    if asked.write:
        WIRE_SCHEMA.write_text(schema_text())
    elif not WIRE_SCHEMA.exists() or WIRE_SCHEMA.read_text() != schema_text():
        print(f"{WIRE_SCHEMA.name} differs from app/protocol/messages.py; write it anew with --write")
        return 1
    return 0


def schema_text() -> str:
    """The file's text."""
    return msgspec.json.format(msgspec.json.encode(wire_schema()), indent=2).decode() + "\n"


def wire_schema() -> dict[str, Any]:
    """The JSON Schema of all messages: one union per direction, discriminated by `type`."""
    (from_browser, to_browser), types = msgspec.json.schema_components((FromBrowser, messages.ToBrowser))
    for kind in types.values():
        if "description" in kind:  # a docstring: Python 3.13 takes its indentation away
            kind["description"] = cleandoc(kind["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the WebSocket subprotocol {messages.SUBPROTOCOL}",
        "$defs": {"FromBrowser": from_browser, "ToBrowser": to_browser, **types},
        "anyOf": [{"$ref": "#/$defs/FromBrowser"}, {"$ref": "#/$defs/ToBrowser"}],
    }
