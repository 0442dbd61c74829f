"""Color Dice: which pawns may attack whom and from where, and what happens to struck pawns."""

from tests.games.cases import cases
from tests.games.color_dice_tables import asked, attacks, choices, drawn, outside, play, read, said


@cases("""
    before | answers | target | ways
In the first turn one pawn moves anywhere but home, from outside or from home, and strikes the colour it attacks.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep | y | move 1 out>y, move 1 out>g, move 1 out>b, move 1 r>y, move 1 r>g, move 1 r>b, strike 1 r>y: y
Three pawns can only come from outside.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep | g | move 3 out>y, move 3 out>g, move 3 out>b
    r2 / y3 / g4 y3 / b5 : 6 5 3 6 | keep | g | move 3 out>y, move 3 out>b
Two groups may go to the same third area if it has the places after the first.
    r2 / y3 / g4 / b7 : 3 1 2 3 | keep, attack g, move 1 out>b, attack y | y | move 2 out>y, move 2 out>g, move 2 r>y, move 2 r>g, strike 2 r>y: yy, 1+1 r>y
    r2 / y9 / g9 / b6 : 3 1 2 3 | keep, attack g, move 1 out>b, attack y | y | move 2 out>b, move 2 r>b, strike 2 r>y: yy
Nothing goes to a full area without pawns of the colour that is attacked.
    r2 / y9 / g4 / b9 : 2 1 2 2 | keep | y | move 1 out>g, move 1 r>g, strike 1 r>y: y
Pawns of the colour that is attacked are struck wherever they are, those of others nowhere.
    r2 / y3 g6 / g2 y2 b5 / b4 k5 / k4 w5 / w4 : 3 1 1 3 3 3 | keep, attack y | y | move 2 out>w, move 2 r>w, strike 2 r>y: yy, strike 2 r>g: yy
    r2 / y3 g6 / g2 y2 b5 / b4 k5 / k4 w5 / w4 : 3 1 1 3 3 3 | keep, attack g | g | move 2 out>w, move 2 r>w, strike 2 r>y: gg, strike 2 r>g: gg
The last pawn moves in from outside, whomever the attack is on.
    / y3 / r8 / b5 : 2 2 2 1 | keep | b | move 1 out>y, move 1 out>g, move 1 out>b
With one empty place two pawns do both only in the home that is attacked.
    r3 / y6 g2 / g4 b4 / b5 y3 : 3 1 3 3 | keep | y | strike 2 r>y: yy, strike 2 r>b: yy, 1+1 r>y
By the colour, one pawn may attack in three ways in the first turn, and three only from outside.
    r2 / y3 / g4 / b5 : 6 5 3 6 : target colour | keep | y | move 1 out>y, move 1 r>y, strike 1 r>y: y
    r2 / y3 / g4 / b5 : 6 5 3 6 : target colour | keep | g | move 3 out>g
By the colour, two more for seven win, and with one more eight are locked.
    / y3 / r7 / b5 : 3 3 1 3 : target colour | keep | g | move 2 out>g
    / y3 / r7 / b5 : 2 2 1 2 : target colour | keep | g | move 1 out>g
By the colour, a ninth place held by another is won by a strike, for which the last pawn has to be inside.
    / y3 / r8 y1 / r1 b5 : 2 1 1 2 : target colour | keep, attack y | y | move 1 b>y, strike 1 b>y: y, strike 1 b>g: y
    / y3 / r8 y1 / b5 : 2 1 1 2 : target colour | keep | y | move 1 out>y
What can be attacked is judged when the attacks begin.
    / y9 / r1 g8 / b9 : 2 1 2 3 | keep, attack_first | y | strike 1 g>y: y
Each attack begins from where the last one has led.
    r2 / y3 / g4 y2 / b5 : 6 4 4 6 : target colour | keep, attack y, move 2 out>y, attack g | g | move 2 out>g, move 2 r>g, strike 2 r>g: gg, 1+1 r>g, move 2 y>g, strike 2 y>g: gg, 1+1 y>g
A group comes from one place.
    r1 / y3 / r1 g4 / r6 b2 : 3 1 3 3 | keep | y | move 2 b>y, move 2 b>g, strike 2 b>y: yy, 1+1 b>y
Pawns from outside neither strike nor take part in a mixed attack.
    / y3 / g4 / b5 : 3 1 3 3 | keep | y | move 2 out>y, move 2 out>g, move 2 out>b
A dummy full at home can only be struck.
    r2 / y3 / g4 / b9 : 6 6 6 2 : players 3, turn g, target colour | keep | b | strike 4 g>b: bbbb
    r2 / y3 / g4 / b9 : 6 6 6 2 : players 3, turn g | keep | b | move 4 out>r, move 4 out>y, move 4 g>r, move 4 g>y, strike 4 g>b: bbbb
A group may move and strike in a home that still has pawns of its own.
    r4 / y3 b3 / g6 / b6 : 5 1 5 5 | keep | y | 3+1 r>y, 2+2 r>y, 1+3 r>y
As many move as there are empty places, and as many strike as there are pawns at home.
    r4 / y2 b5 / g4 / : 5 1 5 5 : target colour | keep | y | 2+2 r>y
In a home without pawns of its own nobody does both.
    r2 / y3 b6 / g9 / r1 : 3 1 3 1 | keep, attack b | b | move 2 out>b, move 2 r>b, strike 2 r>y: bb
A third colour is not struck by a mixed attack: one place is empty and one pawn is at home, enough for two.
    r3 / y1 b7 / g9 / b1 y8 : 3 1 3 3 | keep | y | 1+1 r>y
When somebody else holds the ninth place the one there is to be struck.
    / y3 / r8 y1 / r1 b5 : 2 1 2 2 | keep | y | move 1 b>y, strike 1 b>y: y, strike 1 b>g: y
Where the home is attacked any pawns in it may be struck and none elsewhere.
    r4 / y1 b1 / y1 g4 / b4 : 2 1 2 2 : target area | keep | y | move 1 out>y, move 1 r>y, strike 1 r>y: ?
Free, a group moves to any area and strikes anybody.
    r2 / y1 / g1 / b9 : 2 1 2 2 : target free | keep | y | move 1 out>y, move 1 out>g, move 1 r>y, move 1 r>g, strike 1 r>y: y, strike 1 r>g: g, strike 1 r>b: b
""")  # noqa: E501
def test_all_the_ways_to_attack(before: str, answers: str, target: str, ways: str) -> None:
    assert attacks(play(read(before), answers), target) == set(ways.split(", "))


@cases("""
    before | target | like | ways
A group moves to any area.
    r4 / y3 / r2 g4 / b5 : 2 1 2 2        | y | move   | move 1 out>y, move 1 out>g, move 1 out>b, move 1 r>y, move 1 r>g, move 1 r>b, move 1 g>y, move 1 g>b
By the colour, a group moves only to the home of the colour it attacks.
    r4 / y3 / r2 g4 / b5 : 2 1 2 2 : target colour | y | move | move 1 out>y, move 1 r>y, move 1 g>y
A place for each pawn has to be empty.
    r4 / y3 b3 g1 / g4 / b5 : 3 1 3 3 : target colour | y | move 2 | move 2 out>y, move 2 r>y
    r4 / y3 b3 g2 / g4 / b5 : 3 1 3 3 : target colour | y | move 2 |
    r4 / y3 / g4 y3 / b5 y3 : 3 1 3 3     | y | move 2 | move 2 out>y, move 2 out>g, move 2 r>y, move 2 r>g
Nobody moves home nor strikes there.
    r1 y1 / y3 / r5 g3 / b5 : 2 1 2 2     | y | >r     |
    y2 / r1 y1 / g1 / b9 : 2 1 2 2 : target free | y | >r |
Pawns are struck wherever they are, but for the attacker's home.
    r2 y1 / y3 / g4 y1 / b5 y1 : 2 1 2 2  | y | strike | strike 1 r>y: y, strike 1 r>g: y, strike 1 r>b: y
No group strikes in the area where it stands.
    / y3 / r2 y2 g4 / b5 : 2 1 2 2        | y | strike | strike 1 g>y: y
Seven or eight abroad neither leave nor are struck.
    r1 / y3 / r7 / b5 : 2 1 2 2           | y | g>     |
    r1 / y3 / r8 / b5 : 2 1 2 2           | y | g>     |
    r1 / y3 / r7 / b5 : 1 2 1 1 : turn y  | r | strike | strike 1 y>r: r
    r1 / y3 / r8 / b5 : 1 2 1 1 : turn y  | r | strike | strike 1 y>r: r
Six abroad may leave and may be struck.
    r1 / y3 / r6 / b5 : 2 1 2 2           | y | move 1 g   | move 1 g>y, move 1 g>b
    r1 / y3 / r6 / b5 : 1 2 1 1 : turn y  | r | strike 1 y>g | strike 1 y>g: r
Seven at home are not locked.
    r7 / y3 / g4 / b5 : 2 1 2 2           | y | move 1 r   | move 1 r>y, move 1 r>g, move 1 r>b
    r7 / y3 / g4 / b5 : 1 2 1 1 : turn y  | r | strike 1 y>r | strike 1 y>r: r
The places beside locked pawns stay open.
    r2 / y3 / r7 y1 / b5 : 1 1 1 2 : turn b | y | b>g  | move 1 b>g, strike 1 b>g: y
    r2 / y3 / r7 y1 / b5 : 1 1 1 2 : turn b, target colour | g | move | move 1 out>g, move 1 b>g
Whom to strike is not asked when all there are struck, and locked pawns are not struck.
    r4 / y1 b1 / g4 / b4 : 3 1 3 3 : target area | y | strike | strike 2 r>y: yb
    r4 / y1 b7 / g4 / : 2 1 2 2 : target area    | y | strike | strike 1 r>y: y
Free, a mixed attack goes to any home with pawns of its own.
    r2 / y1 / g1 / y2 : 3 1 3 3 : target free    | y | +   | 1+1 r>y, 1+1 r>g
""")  # noqa: E501
def test_the_ways_to_attack_that_are_like_this(before: str, target: str, like: str, ways: str) -> None:
    found = attacks(play(read(before), "keep"), target)
    assert found
    assert {way for way in found if like in way} == set(filter(None, ways.split(", ")))


@cases("""
    before | answers | may
An equal die may not be attacked.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep                                        | attack y, attack g
A difference for which no place has the pawns allows no attack.
    r3 / r3 y3 / g4 / r3 b5 : 5 1 4 5 | keep                                  | attack g
After one attack the player may stop, and every opponent may be attacked once.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack y, move 1 out>y                | attack g, stop
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack g, move 3 out>g                | attack y, stop
One may go back to choose another opponent, but only after an attack stop.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack g, back                        | attack y, attack g
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack y, move 1 out>y, attack g, back | attack g, stop
Every mixture of colours may be struck.
    r4 / y1 b1 / y1 g4 / b4 : 2 1 2 2 : target area | keep, attack y, strike 1 r>y: ? | strike y, strike b, back
    r4 / y2 g1 b1 / g3 / b4 : 3 1 3 3 : target area | keep, attack y, strike 2 r>y: ? | strike yy, strike yg, strike yb, strike gb, back
""")  # noqa: E501
def test_what_may_be_chosen(before: str, answers: str, may: str) -> None:
    assert choices(play(read(before), answers)) == may.split(", ")


@cases("""
    before | answers | line
Without a legal attack there is none to make: five pawns are in no one place, or there is nobody to strike.
    r3 / y3 r3 / g4 / r3 b5 : 6 1 6 6 | keep            | seat 0 could not attack.
    r2 / g4 b5 / r2 / r1 : 2 1 2 2 : target colour | keep | seat 0 could not attack.
    r3 / y1 b7 / g4 / : 4 1 4 4 : target colour    | keep | seat 0 could not attack.
    / y3 / r8 y1 / r1 b5 : 2 2 1 2 : target colour | keep | seat 0 could not attack.
    r2 / g4 b5 / g5 b4 / k8 w1 / k1 w8 / r1 y8 : 2 1 2 2 2 2 | keep | seat 0 could not attack.
    r2 / y9 / g9 / b9 : 6 3 6 6       | keep            | seat 0 could not attack.
What can be attacked is judged after the counterattacks if they come first.
    / y9 / r1 g4 / b5 : 2 1 2 3 : target colour | keep, counter_first, strike 1 b>g: r | seat 0 could not attack.
Nobody has to counterattack.
    r2 / y3 / g4 / b5 : 2 5 2 2       | keep, decline   | No counterattack by seat 1.
An automatic dummy that cannot counterattack is not spoken of.
    r2 / y3 / g2 / b9 : 1 1 6 1 : players 2, gone g7, dummies automatic | keep | seat 0 could not attack.
The words of the dice are their colours.
    r2 / y3 / g4 / b5 : 5 1 4 6       | throw ryb       | seat 0 threw again: red 1, yellow 1 and blue 1.
That pawns are locked now is said.
    / y3 / r5 / b5 : 3 3 1 3 | keep, attack g, move 2 out>g | Locked: 7 pawns of seat 0 in seat 2’s area.
""")
def test_what_is_said(before: str, answers: str, line: str) -> None:
    assert line in said(read(before), answers)


@cases("""
    before | answers | areas | pawns_outside | asks
After an attack one may stop.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack y, move 1 out>y, stop | r2 / r1 y3 / g4 / b5 | r6 y6 g5 b4 | y throwing
When all are attacked the turn is over.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack g, move 3 out>g, attack y, move 1 out>y | r2 / r1 y3 / r3 g4 / b5 | r3 y6 g5 b4 | y throwing
Going back changes nothing.
    r4 / y1 b1 / y1 g4 / b4 : 2 1 2 2 : target area | keep, attack y, strike 1 r>y: ?, back | r4 / y1 b1 / y1 g4 / b4 | r5 y7 g5 b4 | r sending
A struck pawn goes outside, and its place is taken.
    r2 / y3 / g4 / b5 : 6 5 3 6 | keep, attack y, strike 1 r>y: y | r1 / r1 y2 / g4 / b5 | r7 y7 g5 b4 | r going_on
Struck pawns of a dummy leave the game.
    r2 / y3 / g4 / b9 : 6 6 6 2 : players 3, turn g | keep, attack b, strike 4 g>b: bbbb | r2 / y3 /  / g4 b5 | r7 y6 g5 | r throwing
Some move and some strike.
    r4 / y3 b3 / g4 / b5 : 5 1 5 5 | keep, attack y, 2+2 r>y | / r4 y1 b3 / g4 / b5 | r5 y8 g5 b1 | y throwing
Where the home is attacked one of those there is struck.
    r4 / y1 b1 / y1 g4 / b4 : 2 1 2 2 : target area | keep, attack y, strike 1 r>y: ?, strike b | r3 / r1 y1 / y1 g4 / b4 | r5 y7 g5 b5 | y throwing
A mixed attack strikes only pawns that are at home.
    r2 / y1 b2 / g4 / b4 : 3 1 3 3 : target area | keep, attack y, 1+1 r>y | / r2 b2 / g4 / b4 | r7 y9 g5 b3 | y throwing
A ninth place is won by striking whoever holds it.
    / y3 / r8 y1 / r1 b5 : 2 1 2 2 | keep, attack y, strike 1 b>g: y | / y3 / r9 / b5 | y6 g9 b4 | over
Free, equal dice still allow nothing.
    r2 / y3 / g4 / b5 : 2 2 2 2 : target free | keep | r2 / y3 / g4 / b5 | r7 y6 g5 b4 | y throwing
""")  # noqa: E501
def test_what_comes_of_it(before: str, answers: str, areas: str, pawns_outside: str, asks: str) -> None:
    g = play(read(before), answers)
    assert (drawn(g).strip(), outside(g), asked(g)) == (areas, pawns_outside, asks)
