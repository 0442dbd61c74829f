"""The gallery: one page with every piece of every game in every state, for designers."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.i18n import CORE
from app.web.pages import page
from app.web.services import services
from games import GAMES

# Simulates missing cone types in linear RGB. Machado, Oliveira and Fernandes: A Physiologically-based Model for
# Simulation of Color Vision Deficiency, 2009, at severity 1.
EYES: Final = {
    "protan": ("0.152286 1.052583 -0.204868", "0.114503 0.786281 0.099216", "-0.003882 -0.048116 1.051998"),
    "deutan": ("0.367322 0.860646 -0.227968", "0.280085 0.672501 0.047413", "-0.01182 0.04294 0.968881"),
    "tritan": ("1.255528 -0.076749 -0.178779", "-0.078411 0.930809 0.147602", "0.004733 0.691367 0.3039"),
}

router = APIRouter(include_in_schema=False)


@router.get("/specimen")
async def specimen_page(request: Request) -> Response:
    """Every piece in every state, in both themes and for all kinds of colour vision."""
    assets = services(request).assets
    sheets = {key: [assets.url(path) for path in _sheets(key)] for key in GAMES}
    # Rows of an feColorMatrix, where alpha and constants are unused.
    filters = {name: " 0 0 ".join((*rows, "0 0 0 1 0")) for name, rows in EYES.items()}
    return page(
        request, "gallery.html", parts=(CORE, *GAMES), scripts=("gallery/gallery.js",), sheets=sheets, eyes=filters
    )


def _sheets(game: str) -> list[str]:
    return ["sheets/room.css", f"games/{game}/sheet.css", "sheets/parts.css", "sheets/gallery.css"]
