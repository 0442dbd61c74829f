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
    mode: Annotated[
        Literal["versus", "coop", "jokers"],
        Meta(
            title="Mode",
            description="Against each other, or as a team that wants two suits for each.",
            extra_json_schema={
                "labels": {
                    "versus": "Versus: three suits win",
                    "coop": "Co-op: two suits each, and many points",
                    "jokers": "Co-op with jokers: who draws one goes out",
                }
            },
        ),
    ] = "versus"
    gin_bonus: Annotated[
        int, Meta(title="Gin bonus", description="Points besides the cards left over, for going gin.", ge=0, le=50)
    ] = 20
    undercut_bonus: Annotated[
        int,
        Meta(title="Undercut bonus", description="Points besides the difference, against a knock.", ge=0, le=50),
    ] = 10
    equal_counts: Annotated[
        Literal["undercut", "nobody"],
        Meta(
            title="Equal counts on a knock",
            description="What happens when as much is left over in both hands.",
            extra_json_schema={"labels": {"undercut": "The undercut bonus is scored", "nobody": "Nobody scores"}},
        ),
    ] = "undercut"
    two_each: Annotated[
        Literal["tie", "total"],
        Meta(
            title="Two suits each",
            description="How a versus match ends when both players have won two suits.",
            extra_json_schema={"labels": {"tie": "In a tie", "total": "The higher total of four columns wins"}},
        ),
    ] = "tie"

    @property
    def is_team(self) -> bool:
        """Whether both play for the same score."""
        return self.mode != "versus"
