"""What the host may choose."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may choose. The first value of each is the default."""

    payments: Annotated[
        Literal["compulsory", "optional"],
        Meta(
            title="Paying",
            description="Whether you have to pay a coin that matches.",
            extra_json_schema={
                "labels": {"compulsory": "Compulsory: you pay if you can", "optional": "Optional: you may pay nothing"}
            },
        ),
    ] = "compulsory"
    offers: Annotated[
        Literal["sealed", "open"],
        Meta(
            title="Offers",
            description="How the others offer coins to a player who wants to trade.",
            extra_json_schema={
                "labels": {"sealed": "Secret: revealed together", "open": "Open: made one after another"}
            },
        ),
    ] = "sealed"
    paid_coins: Annotated[
        Literal["open", "counted"],
        Meta(
            title="Paid coins",
            description="Whether coins can still be seen after they have been paid.",
            extra_json_schema={
                "labels": {
                    "open": "Visible: everyone can look at them",
                    "counted": "Hidden: only their number is known",
                }
            },
        ),
    ] = "open"
    memory: Annotated[
        Literal["strict", "aided"],
        Meta(
            title="Memory",
            description="Whether the log keeps what was seen and is now covered.",
            extra_json_schema={"labels": {"strict": "Strict: in your head", "aided": "Aided: in the log"}},
        ),
    ] = "strict"
