"""What the host may choose in Desfases."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose."""

    scores: Annotated[
        Literal["hidden", "open"],
        Meta(
            title="Scores",
            description="Whether everyone sees the values of used coins and the points so far.",
            extra_json_schema={"labels": {"hidden": "Hidden until the end", "open": "Visible to all"}},
        ),
    ] = "hidden"
    suits: Annotated[
        Literal["chosen", "random"],
        Meta(
            title="Suits",
            description="How the players get their suits.",
            extra_json_schema={"labels": {"chosen": "Chosen in turn", "random": "Drawn by lot"}},
        ),
    ] = "chosen"
    sides: Annotated[
        Literal["own", "four"],
        Meta(
            title="Sides with two players",
            description="Which way the tiles of a player’s two suits face.",
            extra_json_schema={
                "labels": {"own": "Both face their player", "four": "Each suit faces a side of its own"}
            },
        ),
    ] = "own"
