"""What the host may choose."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The first value of each is the usual one."""

    payments: Annotated[
        Literal["compulsory", "optional"],
        Meta(
            title="Paying",
            description="Whether a coin that matches has to be paid.",
            extra_json_schema={
                "labels": {"compulsory": "Compulsory: who can pay pays", "optional": "Optional: nobody has to"}
            },
        ),
    ] = "compulsory"
    offers: Annotated[
        Literal["sealed", "open"],
        Meta(
            title="Offers",
            description="How the others offer coins to whoever wants to trade.",
            extra_json_schema={"labels": {"sealed": "Sealed: shown together", "open": "Open: one after another"}},
        ),
    ] = "sealed"
    paid_coins: Annotated[
        Literal["open", "counted"],
        Meta(
            title="Paid coins",
            description="Whether coins that were paid can be looked at afterwards.",
            extra_json_schema={"labels": {"open": "Open: they can", "counted": "Counted: only how many"}},
        ),
    ] = "open"
    memory: Annotated[
        Literal["strict", "aided"],
        Meta(
            title="Memory",
            description="Whether the log writes down what has been seen and is covered now.",
            extra_json_schema={"labels": {"strict": "Strict: in your head", "aided": "Aided: in the log"}},
        ),
    ] = "strict"
