"""What the host may choose in Color Gin."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose."""

    target: Annotated[
        int,
        Meta(
            title="Points to win a suit",
            description="A match to 100 takes about 33 rounds, an hour or more; to 50, half of that.",
            ge=25,
            le=500,
            examples=[50, 100],
        ),
    ] = 100
    two_each: Annotated[
        Literal["tie", "total"],
        Meta(
            title="When both have won two suits",
            description="How a versus match ends when no third suit can be won.",
            extra_json_schema={
                "labels": {"tie": "The match is a tie", "total": "The higher total of four columns wins"}
            },
        ),
    ] = "tie"
    mode: Annotated[
        Literal["versus", "coop", "jokers"],
        Meta(
            title="Mode",
            description="Play against each other, or as a team in which both win two suits.",
            extra_json_schema={
                "labels": {
                    "versus": "Versus: three suits win",
                    "coop": "Co-op: two suits each, and many points",
                    "jokers": "Co-op with jokers: draw one and go out",
                }
            },
        ),
    ] = "versus"
    gin_bonus: Annotated[
        int,
        Meta(title="Gin bonus", description="Points for going gin, on top of the opponent’s deadwood.", ge=0, le=50),
    ] = 20
    undercut_bonus: Annotated[
        int,
        Meta(title="Undercut bonus", description="Points for an undercut, on top of the difference.", ge=0, le=50),
    ] = 10
    equal_counts: Annotated[
        Literal["undercut", "nobody"],
        Meta(
            title="Equal deadwood after a knock",
            description="What happens when both hands have the same deadwood.",
            extra_json_schema={"labels": {"undercut": "The undercut bonus is scored", "nobody": "No one scores"}},
        ),
    ] = "undercut"

    @property
    def is_team(self) -> bool:
        """Whether both play for the same score."""
        return self.mode != "versus"
