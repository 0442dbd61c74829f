"""The whole examination, in the order in which one thing rests on the other."""

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from app.access.consultation import doctors_word
from app.admin import CommandFailed
from app.admin.health import address_of, health_of, listens_at, site_of
from app.admin.installation import room_key
from app.build import COMMAND
from app.doctor import outside
from app.doctor.findings import Finding, bad, report
from app.doctor.inside import inside
from app.doctor.visit import NoAnswer, Visitor
from app.settings import Settings


def examine(settings: Settings, site: SplitResult | None, backups: Path | None) -> int:
    """Prints what is found; the exit code is 1 if anything is wrong. `site`: the URL that people open; None: that of
    the settings. Raises BadSetting."""
    site = site or urlsplit(site_of(settings))
    print(f"{site.geturl()}, as people find it:")
    found = list(_seen_from_outside(settings, site))
    print(*report(found), "On this machine:", sep="\n")
    found += (here := list(inside(settings, backups)))
    print(*report(here), sep="\n")
    wrong = sum(finding.grade == "bad" for finding in found)
    print(f"{wrong} to be put right." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0


def _seen_from_outside(settings: Settings, site: SplitResult) -> Iterator[Finding]:
    try:
        yield from outside.encryption(site)
        # Whatever the certificate is: what else is wrong can be found out all the same.
        visitor = Visitor(site, trusting=True)
        answer = outside.who_answers(visitor, _word(settings))
        yield from outside.clock(answer, time.time())
        yield from outside.proxy(answer)
        yield from outside.origin(visitor)
        yield from outside.socket(visitor)
        start = visitor.ask("/")
        yield from (placed := list(outside.path(visitor, start)))
        if placed[0].grade == "good":  # a wrong path is also that of the cookie
            yield from outside.cookie(visitor, start)
    except outside.NotTertulia as other:
        yield other.finding
    except NoAnswer as why:
        yield _nobody(settings, site, str(why))


def _word(settings: Settings) -> str:
    """What shows the server that this command has its database; empty elsewhere."""
    try:
        return doctors_word(room_key(settings.database_url))
    except CommandFailed:
        return ""


def _nobody(settings: Settings, site: SplitResult, why: str) -> Finding:
    """Nothing answers there: is it the server, or what is in front of it?"""
    what, here = f"nothing answers at {site.geturl()}: {why}", address_of(listens_at(settings))
    try:
        health_of(here)
    except CommandFailed as reason:
        return bad(f"{what}. {reason}", f"start the server: {COMMAND} serve, or systemctl start tertulia")
    return bad(
        f"{what}. The server itself is ready at {here.geturl()}: the fault is in front of it",
        f"see whether the proxy runs, whether {site.hostname} leads to this machine, and whether its port is open",
    )
