"""Attacks and counterattacks: the questions that lead to them, and their announcements."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.color_dice import attacks
from games.color_dice.board import Colour, area_of, pawns, who
from games.color_dice.lines import Dealer
from games.color_dice.moves import Attack, Back, Decline, Send, Stop, Strike, Struck
from games.color_dice.table import Table, ahead, allowed_by_dice, left_of
from games.dealer import Chance
from games.engine import Argument, Ask, Chair, Move, Seat, any_of, say

# --- Attacking ----------------------------------------------------------------------------------------------


def begin_attacks(g: Table, dealer: Dealer) -> None:
    if targets(g):
        g.first(Attacking(seat=g.turn))
    else:
        dealer.say("no_attack", say("{seat} could not attack.", seat=Chair(g.turn)), seat=g.turn)


def targets(g: Table) -> list[Colour]:
    """Opponents yet to be attacked: "once for each opponent", dummies too. RULES.md, decisions 6 and 8."""
    return [
        colour
        for colour in left_of(g, g.turn)
        if allowed_by_dice(g, colour) == "attack" and colour not in g.attacked and any(attacks_on(g, colour))
    ]


def attacks_on(g: Table, target: Colour) -> Iterator[Send]:
    # "The number of pawns in the group must equal the difference."
    return attacks.attacks(g.board, g.options, g.turn, target, -ahead(g, target))


class Attacking(Ask, frozen=True, kw_only=True, tag="attacking"):
    """Whom to attack? "You must attack at least once, if you have legal moves." """

    prompt = "Choose a colour to attack."
    waiting = "Waiting for {seats} to attack."

    def moves(self, g: Table, seat: Seat) -> list[Move]:
        return [Attack(target, -ahead(g, target), g.board.players) for target in targets(g)]

    def lapsed(self, g: Table, seat: Seat, chance: Chance) -> Move:
        return any_of(self.moves(g, seat), chance)

    def play(self, g: Table, move: Attack | Stop, dealer: Dealer) -> None:
        if isinstance(move, Attack):
            g.first(sending(g, move.target))


class GoingOn(Attacking, frozen=True, kw_only=True, tag="going_on"):
    """Whom else?"""

    prompt = "Attack someone else, or end your attacks."

    def moves(self, g: Table, seat: Seat) -> list[Move]:
        on = super().moves(g, seat)
        return [*on, Stop()] if on else []

    def lapsed(self, g: Table, seat: Seat, chance: Chance) -> Move:
        return Stop()


def ask_for_attack(g: Table) -> None:
    g.first(GoingOn(seat=g.turn) if g.attacked else Attacking(seat=g.turn))


def sending(g: Table, target: Colour) -> "Sending":
    return Sending(seat=g.turn, target=target, pawns=-ahead(g, target), players=g.board.players)


class Against(Ask, frozen=True, kw_only=True):
    """A question about an attack on a colour with a number of pawns."""

    target: Colour
    pawns: int
    players: int

    def words(self) -> dict[str, Argument]:
        return {"target": who(self.target, self.players), "pawns": pawns(self.pawns)}


class Sending(Against, frozen=True, kw_only=True, tag="sending"):
    """Which pawns go where?"""

    prompt = "Attack {target} with {pawns}: choose where from and where to."
    waiting = "Waiting for {seats} to attack {target} with {pawns}."

    def moves(self, g: Table, seat: Seat) -> list[Move]:
        return [*attacks_on(g, self.target), Back()]

    def lapsed(self, g: Table, seat: Seat, chance: Chance) -> Move:
        return Back() if g.attacked else any_of([*attacks_on(g, self.target)], chance)

    def play(self, g: Table, move: Send | Back, dealer: Dealer) -> None:
        match move:
            case Send(struck=None):
                g.first(Striking(seat=self.seat, send=move, target=self.target))
            case Send():
                attack(g, self.target, move, dealer)
            case Back():
                ask_for_attack(g)


def attack(g: Table, target: Colour, send: Send, dealer: Dealer) -> None:
    words: dict[str, Argument] = {"seat": Chair(g.turn), "target": who(target, send.players), "deed": send.deed()}
    dealer.say("attack", say("{seat} attacked {target}: {deed}.", **words), seat=g.turn)
    g.attacked.append(target)
    carry_out(g, send, dealer)
    ask_for_attack(g)


def carry_out(g: Table, send: Send, dealer: Dealer) -> None:
    attacks.carry_out(g.board, send)
    if g.board.is_locked(send.colour, send.area):
        players, now = send.players, g.board.areas[send.area][send.colour]
        words = {"pawns": pawns(now), "who": who(send.colour, players), "area": area_of(send.area, players)}
        dealer.say("locked", say("Locked: {pawns} of {who} in {area}.", **words))


# --- Counterattacks -----------------------------------------------------------------------------------------


def ask_for_counterattack(g: Table, colour: Colour, dealer: Dealer) -> None:
    """ "As if it was their own turn", out of turn. RULES.md, decisions 13 to 15."""
    if g.board.is_dummy(colour) and g.options.dummies == "automatic":
        counterattack_by_lot(g, colour, dealer)
    else:
        g.first(countering(g, colour))


def countering(g: Table, colour: Colour) -> "Countering":
    # A dummy's is decided by the next player.
    kind, seat = (Deciding, left_of(g, g.turn)[0]) if g.board.is_dummy(colour) else (Countering, colour)
    return kind(seat=seat, colour=colour, target=g.turn, pawns=ahead(g, colour), players=g.board.players)


def counterattacks_of(g: Table, colour: Colour) -> list[Send]:
    return [*attacks.attacks(g.board, g.options, colour, g.turn, ahead(g, colour))]


class Countering(Against, frozen=True, kw_only=True, tag="countering"):
    """Does this colour counterattack, and how?"""

    colour: Colour

    prompt = "You may counterattack {target} with {pawns}."
    waiting = "Waiting for {seats} to counterattack {target} with {pawns}, or not."

    def moves(self, g: Table, seat: Seat) -> list[Move]:
        counterattacks = counterattacks_of(g, self.colour)
        return [*counterattacks, Decline()] if counterattacks else []

    def lapsed(self, g: Table, seat: Seat, chance: Chance) -> Move:
        return Decline()

    def play(self, g: Table, move: Send | Decline, dealer: Dealer) -> None:
        match move:
            case Send(struck=None):
                g.first(Striking(seat=self.seat, send=move, target=self.target))
            case Send():
                counterattack(g, move, dealer, self.seat)
            case Decline():
                declined = say("No counterattack by {who}.", who=who(self.colour, self.players))
                dealer.say("no_counter", declined, seat=self.seat)


class Deciding(Countering, frozen=True, kw_only=True, tag="deciding"):
    """Does a dummy counterattack, and how?"""

    prompt = "Decide for {who}: counterattack {target} with {pawns}?"
    waiting = "Waiting for {seats} to decide for {who}: counterattack {target} with {pawns}?"

    def words(self) -> dict[str, Argument]:
        return {**super().words(), "who": who(self.colour, self.players)}


def counterattack(g: Table, send: Send, dealer: Dealer, seat: Seat | None = None) -> None:
    words: dict[str, Argument] = {
        "who": who(send.colour, send.players),
        "target": Chair(g.turn),
        "deed": send.deed(),
    }
    dealer.say("counter", say("Counterattack by {who} on {target}: {deed}.", **words), seat=seat)
    carry_out(g, send, dealer)


def counterattack_by_lot(g: Table, colour: Colour, dealer: Dealer) -> None:
    """Carry out a random legal counterattack, striking random pawns."""
    possible = counterattacks_of(g, colour)
    if possible:
        send = possible[dealer.pick(range(len(possible)), "counterattack")]
        if send.struck is None:
            ways = ways_to_strike(g, send, g.turn)
            send = replace(send, struck=ways[dealer.pick(range(len(ways)), "strike")])
        counterattack(g, send, dealer)


# --- Striking one or another --------------------------------------------------------------------------------


def ways_to_strike(g: Table, send: Send, target: Colour) -> list[Struck]:
    available = attacks.strikeable(g.board, g.options, send.colour, target, send.area)
    return attacks.ways_to_strike(available, send.strikes)


class Striking(Ask, frozen=True, kw_only=True, tag="striking"):
    """Which pawns are struck? RULES.md, decision 5."""

    send: Send
    target: Colour

    prompt = "Choose the pawns to strike in {area}."
    waiting = "Waiting for {seats} to choose the pawns to strike in {area}."

    def words(self) -> dict[str, Argument]:
        return {"area": area_of(self.send.area, self.send.players)}

    def moves(self, g: Table, seat: Seat) -> list[Move]:
        return [*self._strikes(g), Back()]

    def lapsed(self, g: Table, seat: Seat, chance: Chance) -> Move:
        may_stop = self._is_counterattack(g) or g.attacked
        return Back() if may_stop else any_of(self._strikes(g), chance)

    def play(self, g: Table, move: Strike | Back, dealer: Dealer) -> None:
        match move:
            case Strike(struck=struck) if self._is_counterattack(g):
                counterattack(g, replace(self.send, struck=struck), dealer, self.seat)
            case Strike(struck=struck):
                attack(g, self.target, replace(self.send, struck=struck), dealer)
            case Back() if self._is_counterattack(g):
                g.first(countering(g, self.send.colour))
            case Back():
                g.first(sending(g, self.target))

    def _strikes(self, g: Table) -> list[Strike]:
        return [Strike(struck, g.board.players) for struck in ways_to_strike(g, self.send, self.target)]

    def _is_counterattack(self, g: Table) -> bool:
        return self.send.colour != g.turn
