"""What can be seen from outside, through whatever is in front of the server."""

import re
import ssl
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from http.cookies import Morsel, SimpleCookie
from typing import Any, Final
from urllib.parse import SplitResult

from app.access.addresses import host_in, is_local
from app.doctor.findings import Finding, bad, doubtful, good
from app.doctor.visit import Answer, NoAnswer, Visitor

NO_ROOM: Final = "doctordoctordoct"
"""A code that no room has."""
KEY: Final = "dGhlIHNhbXBsZSBub25jZQ=="
FEW_DAYS: Final = 14
"""Days for which a certificate should be valid: what renews it by itself does so earlier."""
MOST_OFF_S: Final = 60
"""Seconds by which two clocks may differ."""
NGINX: Final = "in nginx, beside proxy_pass:"
UPGRADE: Final = (
    f"{NGINX} proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "
    "$connection_upgrade;"
)
HTTP_TO_HTTPS: Final = "in nginx, in a server that listens at 80: return 301 https://$host$request_uri;"


class NotTertulia(Exception):
    """What answers there is not Tertulia, so that nothing more can be found out; the finding says what it is."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.what)
        self.finding = finding


def encryption(site: SplitResult) -> Iterator[Finding]:
    """Whether people come by https, and how long they can. Raises NoAnswer."""
    if site.scheme != "https":
        host = host_in(site.netloc)
        if host is None or not (is_local(host) if isinstance(host, str) else host.is_private):
            yield bad(
                "people come by http: whoever is on their way can read and change everything, and take their seats",
                'a proxy with https, as in docs/hosting.md, "Behind a proxy"',
            )
        return
    try:
        certificate = Visitor(site).ask("/livez").certificate
    except NoAnswer as why:
        if not why.certificate:
            raise
        yield bad(f"browsers refuse the certificate of {site.hostname}: {why}", "a new certificate in the proxy")
        return
    days = (ssl.cert_time_to_seconds(certificate["notAfter"]) - time.time()) / 86_400
    if days < FEW_DAYS:
        yield doubtful(f"the certificate is valid for {days:.0f} days more", "see why it has not been renewed yet")
    else:
        yield good(f"the certificate is valid for {days:.0f} days more")
    yield from _way_from_http(site)


def _way_from_http(site: SplitResult) -> Iterator[Finding]:
    """Where those are led who type no https."""
    if site.port not in (None, 443):
        return
    try:
        answer = Visitor(site._replace(scheme="http", netloc=site.hostname or "")).ask("/")
    except NoAnswer:
        yield doubtful("nothing answers at port 80: who types no https finds nothing", HTTP_TO_HTTPS)
        return
    if answer.status in (301, 302, 307, 308) and answer.headers.get("location", "").startswith("https://"):
        yield good("http leads to https")
    else:
        yield bad("who types no https stays without it", HTTP_TO_HTTPS)


def who_answers(visitor: Visitor, word: str) -> Answer:
    """What the server says of itself. `word`: shows it that this is its doctor. Raises NotTertulia, NoAnswer."""
    answer = visitor.ask("/livez", origin=visitor.origin, x_tertulia_doctor=word)
    if "version" in answer.json:
        return answer
    where = visitor.origin + visitor.site.path
    if (answer.status == 400 and answer.json.get("code")) or b"TERTULIA_PUBLIC_ORIGIN" in answer.body:
        raise NotTertulia(
            bad(
                f"Tertulia does not know that it is {visitor.site.hostname}: it answers everything with 400",
                f"TERTULIA_PUBLIC_ORIGIN={visitor.origin}",
            )
        )
    if answer.status in (502, 503, 504):
        raise NotTertulia(
            bad(
                f"a proxy answers at {where}, and nothing behind it ({answer.status})",
                "start the server, or have the proxy pass on to where TERTULIA_BIND says",
            )
        )
    if (own := visitor.site.path.rstrip("/")) and "version" in visitor.ask_above("/livez").json:
        raise NotTertulia(
            bad(
                f"Tertulia is at {visitor.origin}, and not below {own}",
                f"TERTULIA_PUBLIC_PATH={own}, or the address without {own}",
            )
        )
    raise NotTertulia(
        bad(f"what answers at {where} is not Tertulia ({answer.status})", "have the proxy pass on to where it is")
    )


def path(visitor: Visitor, start: Answer) -> Iterator[Finding]:
    """Whether pages name files where they are. `start`: the start page."""
    named = re.search(r'<link rel="manifest" href="([^"?]*)', start.body.decode(errors="replace"))
    own = visitor.site.path.rstrip("/")
    if named is None:
        what = f"the start page ({start.status}) is not as it was sent: something on the way changes it"
        yield bad(what, "switch that off in the proxy")
    elif not named[1].startswith(f"{own}/static/"):
        took = named[1].partition("/static/")[0]
        what = f"pages name their files below {took or '/'}, and are opened below {own or '/'}"
        yield bad(what, f"TERTULIA_PUBLIC_PATH={own}")
    elif visitor.ask_above(named[1]).status != 200:
        yield bad(f"{named[1]}, which the start page names, is not there", "have the proxy pass on all below the path")
    else:
        yield good("pages and their files are where they say")


def origin(visitor: Visitor) -> Iterator[Finding]:
    """Whether a page that is opened here may ask anything. Nothing is done: the request is empty."""
    answer = visitor.ask("/api/rooms", "POST", b"{}", origin=visitor.origin, content_type="application/json")
    if answer.status == 403 and answer.json.get("code") == "forbidden":
        yield bad(
            f"the server takes pages at {visitor.origin} for those of somebody else: nobody can play",
            f"TERTULIA_PUBLIC_ORIGIN={visitor.origin}",
        )
    elif answer.status in (422, 429):
        yield good(f"pages at {visitor.origin} are its own")
    else:
        yield doubtful(f"a request to the API is answered with {answer.status} instead of 422")


def socket(visitor: Visitor) -> Iterator[Finding]:
    """Whether a page gets its connection."""
    try:
        status = visitor.ask(
            f"/ws/{NO_ROOM}",
            origin=visitor.origin,
            connection="Upgrade",
            upgrade="websocket",
            sec_websocket_version="13",
            sec_websocket_key=KEY,
        ).status
    except NoAnswer as why:
        yield bad(f"a WebSocket is not answered: {why}", UPGRADE)
        return
    if status == 101:
        yield good("WebSockets are passed on")
    elif status in (403, 429, 503):
        yield doubtful(f"a WebSocket is refused with {status}, which has another reason than the proxy")
    else:
        yield bad(f"the proxy does not pass WebSockets on ({status}): pages open, and no table does", UPGRADE)


def cookie(visitor: Visitor, start: Answer) -> Iterator[Finding]:
    """Whether a browser is known again. `start`: the start page."""
    found = _cookie(start)
    own, is_secure = f"{visitor.site.path.rstrip('/')}/", visitor.site.scheme == "https"
    if found is None:
        yield bad("the start page sets no cookie: nobody is known again", "in the proxy, let Set-Cookie through")
    elif is_secure and not found.key.startswith("__"):
        yield bad(
            "the server believes that people come by http: its cookie is not for https alone",
            f"TERTULIA_PUBLIC_ORIGIN={visitor.origin}",
        )
    elif not (found["httponly"] and found["samesite"] and bool(found["secure"]) == is_secure):
        what = "the cookie has lost what protects it (HttpOnly, SameSite, Secure)"
        yield bad(what, "no proxy_cookie_flags in the proxy")
    elif found["path"] != own:
        yield bad(f"the cookie is for {found['path']} instead of {own}", "no proxy_cookie_path in the proxy")
    else:
        yield good("its cookie comes as it is sent")


def _cookie(answer: Answer) -> "Morsel[str] | None":
    for line in answer.headers.get_all("set-cookie", []):
        for name, found in SimpleCookie(line).items():
            if "tertulia" in name:
                return found
    return None


def clock(answer: Answer, now: float) -> Iterator[Finding]:
    """Whether it is the same time there. `now`: here, in seconds; `answer`: just received."""
    if (date := answer.headers.get("date")) is None:
        return
    times = {"the proxy": parsedate_to_datetime(date).timestamp()}
    if (seen := answer.json.get("way")) is not None:
        times["the server’s database"] = seen["now"] / 1000
    for whose, then in times.items():
        if abs(then - now) > MOST_OFF_S:
            ahead = "ahead of" if then > now else "behind"
            what = f"the clock of {whose} is {abs(then - now):.0f} s {ahead} the one here"
            yield bad(what, "set both by NTP: timedatectl set-ntp true")
            return
    yield good("the clocks agree")


def proxy(answer: Answer) -> Iterator[Finding]:
    """Whether the server knows who comes through a proxy. `answer`: of who_answers()."""
    way: dict[str, Any] = answer.json.get("way") or {"proxy": "not told"}
    match way["proxy"]:
        case "untrusted":
            what = f"the proxy at {way['peer']} is not trusted: all friends share its address and its limits"
            yield bad(what, f"TERTULIA_TRUSTED_PROXIES={','.join([*way['trusted'], way['peer']])}")
        case "silent":
            what = f"the proxy at {way['peer']} does not say for whom it asks: all friends share its limits"
            yield bad(what, f"{NGINX} proxy_set_header X-Forwarded-For $remote_addr;")
        case "trusted":
            yield good(f"the proxy at {way['peer']} says who comes through it, and is believed")
        case "none":
            yield good("there is no proxy in front")
        case _:
            what = "whether the proxy is trusted is told only to a doctor with the server’s database"
            yield doubtful(what, "run this on the server’s machine, too, as its user and with its settings")
