"""Announcements: what everybody sees happen, and how much of it is written down.

What is seen fades. The log of a strict table says only that it happened; at an aided table it says everything, even
what is covered from now on.
"""

from games import piecepack
from games.dealer import Sight
from games.engine import Argument, Chair, Seat, Text, say
from games.sin_color.lines import Dealer, LineKind
from games.sin_color.options import Options
from games.sin_color.pieces import Coin, Face, Moved, Paid, Tile, Traded, TurnedOver, named, upper_named


def tell_turned_over(dealer: Dealer, options: Options, seat: Seat, place: int, before: Coin, after: Coin) -> None:
    """A coin shows its other side."""
    words: dict[str, Argument] = {"seat": Chair(seat), "coin": place + 1, "up": upper_named(after)}
    shown = say("{seat} turned over coin {coin}: {up}.", **words)
    written = say("{seat} turned over a coin.", seat=Chair(seat))
    if options.memory == "aided":
        written = say("{seat} turned over coin {coin}: {up} up, {down} down.", **words, down=upper_named(before))
    _tell(dealer, "turned_over", seat, TurnedOver(seat, place, after.upper), shown, written)


def tell_traded(dealer: Dealer, seat: Seat, partner: Seat, given: tuple[int, ...], taken: tuple[int, ...]) -> None:
    """Coins changed hands. Their number is no secret; which they were only their owners knew."""
    words: dict[str, Argument] = {
        "seat": Chair(seat),
        "partner": Chair(partner),
        "given": len(given),
        "taken": len(taken),
    }
    shown = say("{seat} and {partner} traded: {given} coins for {taken}.", **words)
    written = say("{seat} traded with {partner}: {given} coins for {taken}.", **words)
    _tell(dealer, "traded", seat, Traded(seat, partner, given, taken), shown, written)


def remind(dealer: Dealer, options: Options, giver: Seat, receiver: Seat, coins: list[Coin]) -> None:
    """An aided table tells those who gave coins away, and only them, which coins these were."""
    if options.memory == "aided":
        given = [named(coin.face) for coin in coins]
        dealer.tell(giver, "gave", say("You gave {receiver}: {coins}.", receiver=Chair(receiver), coins=given))


def tell_sunk(dealer: Dealer, options: Options, seat: Seat, stack: int, tiles: list[Tile]) -> None:
    """The tile at the bottom lay on top before."""
    words: dict[str, Argument] = {"seat": Chair(seat), "stack": stack + 1}
    top, down = named(tiles[0]), named(tiles[-1])
    shown = say("{seat} moved the top tile of stack {stack} to the bottom. On top now: {top}.", **words, top=top)
    written = say("{seat} moved the top tile of stack {stack} to the bottom.", **words)
    if options.memory == "aided":
        written = say("{seat} moved the top tile of stack {stack} to the bottom: {down}.", **words, down=down)
    _tell(dealer, "sunk", seat, Moved(stack, "bottom", tiles[0]), shown, written)


def tell_raised(dealer: Dealer, options: Options, seat: Seat, stack: int, tiles: list[Tile]) -> None:
    """The second tile lay on top before."""
    words: dict[str, Argument] = {"seat": Chair(seat), "stack": stack + 1}
    top, down = named(tiles[0]), named(tiles[1])
    shown = say("{seat} moved the bottom tile of stack {stack} to the top: {top}.", **words, top=top)
    written = say("{seat} moved the bottom tile of stack {stack} to the top.", **words)
    if options.memory == "aided":
        written = say("{seat} moved the bottom tile of stack {stack} to the top, covering: {down}.", **words, down=down)
    _tell(dealer, "raised", seat, Moved(stack, "top", tiles[0]), shown, written)


def tell_paid(dealer: Dealer, options: Options, seat: Seat, place: int, stack: int, face: Face) -> None:
    """A coin was paid, and the top tile of a stack turned. Which stack that was is not for a strict log."""
    words: dict[str, Argument] = {"seat": Chair(seat), "coin": piecepack.named(face.suit, face.value)}
    shown = say("{seat} paid for the tile on stack {stack}: {coin}.", **words, stack=stack + 1)
    written = say("{seat} paid a coin.", seat=Chair(seat))
    if options.memory == "aided":
        written = say("{seat} paid for stack {stack}: {coin}.", **words, stack=stack + 1)
    elif options.paid_coins == "open":
        written = say("{seat} paid: {coin}.", **words)
    _tell(dealer, "paid", seat, Paid(seat, place, stack, face), shown, written)


def _tell(dealer: Dealer, kind: LineKind, seat: Seat, sight: Sight, shown: Text, written: Text) -> None:
    dealer.say(kind, shown, seat=seat, fades=True, sight=sight)
    dealer.say(kind, written, seat=seat)
