"""What the server tells the `doctor` command about a request: by which way it came, and what time it is here.

It is told to that command alone, which shows that it has this server's database: strangers learn nothing of proxies.
"""

import hmac
from typing import Final

from starlette.requests import HTTPConnection

HEADER: Final = "x-tertulia-doctor"


def doctors_word(room_key: bytes) -> str:
    """What the command says in the header. `room_key`: that of the database, from which nobody can go back to it."""
    return hmac.new(room_key, b"doctor", "sha256").hexdigest()


def is_doctor(connection: HTTPConnection, room_key: bytes) -> bool:
    """Whether this comes from the command."""
    said = connection.headers.get(HEADER, "")
    return bool(room_key) and hmac.compare_digest(said.encode(), doctors_word(room_key).encode())
