"""What the host may choose."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose. The first value of each is the default."""

    target: Annotated[
        Literal["sheet", "colour", "area", "free"],
        Meta(
            title="What a higher die lets you attack",
            description="Where your pawns may move, and which they may strike, when your die beats an opponent’s.",
            extra_json_schema={
                "labels": {
                    "sheet": "By the sheet: move anywhere, strike only that colour",
                    "colour": "The colour: move to its home, strike its pawns anywhere",
                    "area": "The home: move there, strike any pawns in it",
                    "free": "Free: move anywhere, strike anyone",
                }
            },
        ),
    ] = "sheet"
    dummies: Annotated[
        Literal["controlled", "automatic", "none"],
        Meta(
            title="Counterattacks by dummies, with two or three players",
            description="Who decides how a dummy counterattacks.",
            extra_json_schema={
                "labels": {
                    "controlled": "The next player decides",
                    "automatic": "Always, in a way drawn by lot",
                    "none": "Dummies never counterattack",
                }
            },
        ),
    ] = "controlled"
