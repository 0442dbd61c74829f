"""Breaks the rules and the pure part of the server in randomly drawn places, and measures how many faults the tests
notice.

python -m tests.mutants.sampled                        five hundred operators of Cosmic Ray, two at a time
python -m tests.mutants.sampled --count 10 --seed 2    fewer, and others
python -m tests.mutants.sampled --root ../before       the same in another copy of the project, to be compared

A place is drawn by its file, its operator and the number of earlier ones: where the program is unchanged, so is the
sample. An unnoticed mutant is not always a fault, so the exit code is 1 only if the tests cannot run.
"""

import argparse
import ast
import difflib
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests.mutants.catalogue import ROOT, Mutant
from tests.mutants.judges import judged, score, scratches, tests_pass

_KEYS: Final = ("tcnccc", "sin_color", "desfases", "color_gin", "color_dice")
_GAMES: Final = ("tests/games/test_every_game.py", "tests/games/test_secrets.py")
_THOUGHT: Final = ("tests/games/test_models.py", "tests/games/test_hindsight.py", "tests/games/test_strong_bots.py",
                   "tests/games/test_analysed_games.py", "tests/games/test_fair_bots.py", "tests/games/test_onward.py",
                   "tests/games/test_search.py", "tests/games/test_analysis.py")  # fmt: skip
"""The tests of bots, hints and analyses, for all games together."""

_KIT: Final = ("tests/games/test_engine.py", "tests/games/test_dealer.py", "tests/games/test_frame.py",
               "tests/games/test_ranking.py", "tests/games/test_lapsed.py")  # fmt: skip
_TABLES: Final = tuple(f"tests/test_{subject}.py" for subject in
                       ("who_may_what", "agreeing", "people", "lost_seats", "doors", "clocks", "rooms"))  # fmt: skip
TESTED: Final[dict[str, tuple[str, ...]]] = {
    **{f"games/{key}/*.py": (f"tests/games/test_{key}*.py", *_GAMES) for key in _KEYS},
    **{f"games/{key}/{name}.py": (f"tests/games/test_{key}*.py", *_THOUGHT)
       for key in _KEYS for name in ("anew", "model", "quick", "worth", "hopes", "tally", "prospects", "rollout",
                                     "inference", "deadwood", "hindsight", "reasons", "lacks", "strategy", "memory")},
    **{f"games/{key}/lesson.py": (f"tests/games/test_{key}*.py", *_GAMES, "tests/services/test_lessons.py")
       for key in _KEYS},
    "games/*.py": (*_KIT, *_THOUGHT, *_GAMES),
    "games/__init__.py": (*_GAMES, "tests/games/test_released.py"),
    **dict.fromkeys(("app/table/state.py", "app/table/host.py", "app/table/proposals.py"), _TABLES),
    "app/table/moves.py": (*_TABLES, "tests/table/test_seats_of_one_device.py"),
    "app/table/decide.py": (*_TABLES, "tests/table/test_seals.py", "tests/table/test_bounds.py",
                            "tests/push/test_push.py"),
    "app/table/snapshots.py": (*_TABLES, "tests/table/test_seals.py", "tests/table/test_results.py"),
    "app/rooms/audience.py": ("tests/rooms/test_rooms.py", "tests/table/test_people.py",
                              "tests/rooms/test_who.py", "tests/table/test_seats_of_one_device.py",
                              "tests/rooms/test_frames.py"),
    "app/rooms/frame_order.py": ("tests/rooms/test_frames.py", "tests/rooms/test_rooms.py"),
    "app/protocol/commands.py": ("tests/protocol/test_sockets.py", "tests/project/test_tools.py",
                                 "tests/project/test_types.py"),
}  # fmt: skip
"""The modules to break, and the tests to run for each, as far as they exist. If two entries match a module, the latter
counts."""

OPERATORS: Final = [
    f"core/{name}"
    for name in (
        "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceTrueWithFalse",
        "ReplaceFalseWithTrue", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop",
        "RemoveDecorator", "ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Not",
        *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Mul",
                                                       "BitOr_BitAnd", "BitAnd_BitOr")),
        *(f"ReplaceComparisonOperator_{pair}" for pair in ("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE",
                                                           "GtE_Gt", "Lt_GtE", "Is_IsNot", "IsNot_Is")),
    )
]  # fmt: skip
"""One or two operators for each kind of place: the rest of Cosmic Ray's would only give arithmetic more weight."""


class Place(NamedTuple):
    """A place where an operator can be applied."""

    file: str
    operator: str
    occurrence: int

    def lot(self, seed: int) -> bytes:
        return sha256(f"{seed} {self.file} {self.operator} {self.occurrence}".encode()).digest()


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    asked = _parser().parse_args(arguments)
    mutants = list(islice(_drawn(asked.root, asked.seed), asked.count))
    with scratches(asked.jobs, asked.root) as free:
        if not tests_pass(free, mutants):
            return 1
        verdicts = list(judged(free, mutants, asked.jobs))
    survivors = sorted(mutant.breaks for mutant, verdict in verdicts if verdict == "survived")
    told = "\n".join(["", score(verdicts), "", "Survived:", *survivors, ""])
    print(told)
    asked.write.parent.mkdir(parents=True, exist_ok=True)
    asked.write.write_text(told.lstrip())
    return any(verdict == "broken" for _, verdict in verdicts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tests.mutants.sampled", description="How much do the tests notice?")
    parser.add_argument("--count", type=int, default=500, help="so many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project, at any commit")
    parser.add_argument("--write", type=Path, default=ROOT / "test-results" / "sampled.txt", help="score and survivors")
    return parser


def _drawn(root: Path, seed: int) -> Iterator[Mutant]:
    """All mutants, in the order drawn."""
    tested = {
        path.relative_to(root).as_posix(): tests
        for modules, globs in TESTED.items()
        if (tests := tuple(test.relative_to(root).as_posix() for glob in globs for test in sorted(root.glob(glob))))
        for path in root.glob(modules)
    }
    places = [place for file in tested for place in _places(root, file)]
    for place in sorted(places, key=lambda place: place.lot(seed)):
        sound = (root / place.file).read_text()
        faulty = mutate_code(sound, get_operator(place.operator)(), place.occurrence)
        if faulty is not None and _runs_differently(sound, faulty):
            yield Mutant(_told(place, sound, faulty), place.file, sound, faulty, tested[place.file], _area(place.file))


def _places(root: Path, file: str) -> Iterator[Place]:
    nodes = list(ast_nodes(get_ast((root / file).read_text())))
    for name in OPERATORS:
        operator = get_operator(name)()
        for occurrence in range(sum(len(list(operator.mutation_positions(node))) for node in nodes)):
            yield Place(file, name, occurrence)


def _runs_differently(sound: str, faulty: str) -> bool:
    """Whether the mutant differs in more than types; invalid syntax (`not found := find()`) does not run at all."""
    try:
        return _without_types(sound) != _without_types(faulty)
    except SyntaxError:
        return False


def _without_types(text: str) -> str:
    module = ast.parse(text)
    for node in ast.walk(module):
        vars(node).update(annotation=None, returns=None)
    return ast.dump(module)


def _told(place: Place, sound: str, faulty: str) -> str:
    """The line before and after."""
    lines = list(difflib.unified_diff(sound.splitlines(), faulty.splitlines(), n=0, lineterm=""))[2:]
    at = lines[0].split()[1].lstrip("-").partition(",")[0]
    before, after = (" ".join(line[1:].split()) for line in (lines[1], lines[-1]))
    return f"{place.file}:{at}: {before}  →  {after}"


def _area(file: str) -> str:
    parts = Path(file).with_suffix("").parts
    return parts[1] if parts[0] == "app" or len(parts) > 2 else "games"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
