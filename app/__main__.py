"""python -m app: serve. python -m app health: whether the server here is ready, as the exit code says."""

from __future__ import annotations

import http.client
import os
import sys
from functools import partial

from app.settings import BadSetting, Settings


def main(arguments: list[str]) -> int:
    """The exit code: 0 is good, 1 is not ready, 2 is not understood."""
    try:
        settings = Settings.from_environ(os.environ)
    except BadSetting as error:
        print(error, file=sys.stderr)
        return 2
    match arguments:
        case []:
            return _serve(settings)
        case ["health"]:
            return _health(settings)
    print("python -m app          serve\npython -m app health   is the server here ready?", file=sys.stderr)
    return 2


def _serve(settings: Settings) -> int:
    # Imported here, for the check of health needs none of it.
    from app.main import create_app, drain
    from app.server import serve

    try:
        app = create_app(settings)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    serve(app, settings, partial(drain, app))
    return 0


def _health(settings: Settings) -> int:
    """Asks over the loopback when the server listens on every address."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.bind.host, settings.bind.host)
    connection = http.client.HTTPConnection(host, settings.bind.port, timeout=3)
    try:
        connection.request("GET", "/readyz")
        return 0 if connection.getresponse().status == 200 else 1
    except OSError:
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
