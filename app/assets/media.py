"""Named media conditions, `@custom-media --phone (width < 560px);`, as the draft of Media Queries 5 spells them.

No browser knows them yet: sheets are served with the conditions themselves, `@media (--phone)` as
`@media (width < 560px)`.
"""

import re
from collections.abc import Mapping
from typing import Final

_DEFINITION: Final = re.compile(r"@custom-media\s+(--[\w-]+)\s+([^;]+);\n?")
_QUERY: Final = re.compile(r"@media\b[^{]*")
_NAME: Final = re.compile(r"\((--[\w-]+)\)")


def with_conditions(sheets: Mapping[str, str]) -> dict[str, str]:
    """Style sheets without comments, their names of conditions resolved. A name holds in all of them. Raises ValueError
    when one is defined twice, or is used and not defined; a definition may use those before it."""
    known: dict[str, str] = {}
    for path, text in sheets.items():
        for name, condition in _DEFINITION.findall(text):
            if name in known:
                raise ValueError(f"static/{path} defines {name} a second time")
            known[name] = _resolved(path, condition, known)
    return {path: _of_sheet(path, text, known) for path, text in sheets.items()}


def _of_sheet(path: str, text: str, known: Mapping[str, str]) -> str:
    return _QUERY.sub(lambda query: _resolved(path, query[0], known), _DEFINITION.sub("", text))


def _resolved(path: str, condition: str, known: Mapping[str, str]) -> str:
    def named(name: re.Match[str]) -> str:
        if name[1] not in known:
            raise ValueError(f"static/{path} names the condition {name[1]}, which no @custom-media before it defines")
        return known[name[1]] if _is_single(known[name[1]]) else f"({known[name[1]]})"

    return _NAME.sub(named, condition)


def _is_single(condition: str) -> bool:
    """Whether it is one feature in parentheses, which needs no others around it."""
    return re.fullmatch(r"\([^()]*\)", condition) is not None
