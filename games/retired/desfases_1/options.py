"""What the host may choose in Desfases."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose."""

    scores: Annotated[
        Literal["hidden", "open"],
        Meta(
            title="Scores",
            description="Whether everybody sees the values of used coins and the points so far.",
            extra_json_schema={"labels": {"hidden": "Hidden until the end", "open": "Open"}},
        ),
    ] = "hidden"
    suits: Annotated[
        Literal["chosen", "random"],
        Meta(
            title="Suits",
            description="How the players come by their suits.",
            extra_json_schema={"labels": {"chosen": "Chosen in turn", "random": "Drawn by lot"}},
        ),
    ] = "chosen"
    sides: Annotated[
        Literal["own", "four"],
        Meta(
            title="Sides, with two players",
            description="Where the tiles of a player’s two suits face.",
            extra_json_schema={"labels": {"own": "Both to the player", "four": "Each suit to a side of its own"}},
        ),
    ] = "own"
