"""Settings from the environment."""

import re
from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.admin.configuration import check_config, unread
from app.protocol.places import PLACES
from app.settings import BadSetting, Bind, Rate, Settings


def test_without_variables_everything_has_a_default_for_one_machine() -> None:
    settings = Settings.from_environ({"PATH": "/bin"})
    assert settings.bind == Bind("127.0.0.1", 8000)
    assert (settings.database_url, settings.public_origin) == ("sqlite:///data/tertulia.sqlite3", ())
    assert settings.trusted_proxies == ()


READ: dict[str, dict[str, object]] = {
    "BIND": {"0.0.0.0:80": Bind("0.0.0.0", 80), "[0::0]:8000": Bind("::", 8000), "localhost:0": Bind("localhost", 0)},
    "METRICS_BIND": {"": None, "9000": Bind("127.0.0.1", 9000), "[::1]:9000": Bind("::1", 9000)},
    "DATABASE_URL": {"sqlite:////data/t.sqlite3": "sqlite:////data/t.sqlite3"},
    "PUBLIC_ORIGIN": {
        "https://a.example": ("https://a.example",),
        " https://a.example:444 , http://10.0.0.5:8000": ("https://a.example:444", "http://10.0.0.5:8000"),
        "": (),
        "https://games.example/": ("https://games.example",),
        "HTTPS://Games.Example": ("https://games.example",),
        "https://games.example:443/": ("https://games.example",),
        "http://games.example:80": ("http://games.example",),
        "http://games.example:443": ("http://games.example:443",),
        "http://[FD00::7]:8000/": ("http://[fd00::7]:8000",),
    },
    "PUBLIC_PATH": {"/games": "/games", "games/": "/games", "/club/games/": "/club/games", "": "", "/": ""},
    "TRUSTED_PROXIES": {
        "127.0.0.1": (ip_network("127.0.0.1"),),
        "172.16.0.0/12,fd00::/8": (ip_network("172.16.0.0/12"), ip_network("fd00::/8")),
    },
    "CELL": {"b7": "b7"},
    "BOT_DELAY_MS": {"0": 0},
    "BOT_WORKERS": {"0": 0, "64": 64},
    "KEEP_FINISHED_DAYS": {"9999999999": 9_999_999_999},
    "LOG_LEVEL": {"debug": "debug"},
    "PUSH_CONTACT": {text: text for text in ("", "mailto:ann@games.example", "https://games.example/contact")},
    "LIMITS_ROOMS": {"3/60s": Rate(3, 60)},
    "LIMITS_CHAT": {"5/10": Rate(5, 10)},
    "LIMITS_SOCKETS_PER_ADDRESS": {"500": 500},
}
REFUSED: dict[str, tuple[str, list[str]]] = {
    "BIND": ("an address and a port", ["8000", "127.0.0.1:http", "127.0.0.1:65536", "127.0.0.1:٨٠", "a..b:80"]),
    "METRICS_BIND": ("a port of this machine, such as 9000, an address and a port", ["nine", "65536"]),
    "PUBLIC_ORIGIN": (
        "origins",
        ["games.example", "https://games.example:70000", "https://games.example:0", "https://", "https://*.example",
         "https://ann@games.example", "ftp://games.example", "null", "*"],
    ),
    "PUBLIC_PATH": ("a path such as /games", ["https://a.example/games", "/a b", "/a/../b", "/a//b", "/a?b", "/%61"]),
    "TRUSTED_PROXIES": ("networks", ["proxy", "10.0.0.1/8"]),
    "CELL": ("two lower-case letters or digits", ["B7", "b"]),
    "BOT_DELAY_MS": ("a whole number", ["-1", "1.5"]),
    "BOT_WORKERS": ("a whole number from 0 to 64", ["65", "1000000", "-1", "x"]),
    "KEEP_FINISHED_DAYS": ("a whole number of at most ten digits", ["99999999999"]),
    "LOG_LEVEL": ("debug, info, warning or error", ["loud"]),
    "PUSH_CONTACT": ("mailto: with an address", ["ann@games.example", "mailto:ann", "http://games.example"]),
    "LIMITS_ROOMS": ("how many in how many seconds", ["30", "0/60s", "30/0s"]),
    "LIMITS_SOCKETS_PER_ADDRESS": ("a whole number of at least 1", ["0", "-1", "x"]),
}  # fmt: skip


def refused(environ: dict[str, str]) -> str:
    with pytest.raises(BadSetting) as error:
        Settings.from_environ(environ)
    return str(error.value)


@pytest.mark.parametrize("name", READ)
def test_a_variable_sets_its_field_or_is_refused_with_what_was_expected(name: str) -> None:
    for value, read in READ[name].items():
        assert getattr(Settings.from_environ({f"TERTULIA_{name}": value}), name.lower()) == read, value
    expected, values = REFUSED.get(name, ("", []))
    for value in values:
        said = refused({f"TERTULIA_{name}": value})
        assert said.startswith(f"TERTULIA_{name}: expected {expected}") and said.endswith(f"got {value!r}."), said


ORIGINS = {
    "games.example": "with http:// or https:// before 'games.example'",
    "games.example:8000": "with http:// or https:// before 'games.example:8000'",
    "https://games.example/play": "with nothing behind games.example: a path is set in TERTULIA_PUBLIC_PATH",
    "https://games.example/?a=b": "with nothing behind games.example: a path is set in TERTULIA_PUBLIC_PATH",
    "https://games.example#top": "with nothing behind games.example: a path is set in TERTULIA_PUBLIC_PATH",
    "https://ann@games.example": "without a name or a password before the host",
    "https://bücher.example": "with the host as browsers send it, xn--bcher-kva.example",
}


def test_an_origin_that_does_not_fit_is_refused_for_what_it_is_and_of_several_the_first_is_named() -> None:
    for value, why in ORIGINS.items():
        said = refused({"TERTULIA_PUBLIC_ORIGIN": f"https://a.example,{value}"})
        assert said.startswith(
            "TERTULIA_PUBLIC_ORIGIN: expected origins, such as https://a.example,http://10.0.0.5:8000, "
        )
        assert said.endswith(f", {why}; got 'https://a.example,{value}'.")
    assert "before 'a.example'; got" in refused({"TERTULIA_PUBLIC_ORIGIN": "a.example,b.example"})


def test_no_path_begins_like_one_of_the_servers_own() -> None:
    for place in PLACES:
        said = refused({"TERTULIA_PUBLIC_PATH": f"/{place}/games"})
        assert f"with another beginning than /{place}/, which Tertulia has itself" in said


GUARDED: dict[str, dict[str, str]] = {
    "OPENING_PASSWORD: expected a password of at least six characters, since TERTULIA_OPENING is password.": {
        "OPENING": "password"
    },
    "OPENING_PASSWORD: expected a password of at least six characters.": {
        "OPENING": "password", "OPENING_PASSWORD": "short"
    },
    "OPENING_PASSWORD: expected a password of at least six characters, and TERTULIA_OPENING=password, without which "
    "nobody is asked for it.": {"OPENING_PASSWORD": "swordfish"},
    "OPENING: expected anyone, password or nobody; got 'all'.": {"OPENING": "all"},
    "OPENING_HEADER: expected the name of a header, such as Remote-User, or nothing, with TERTULIA_TRUSTED_PROXIES, "
    "from which alone it is believed; got 'Remote-User'.": {"OPENING": "nobody", "OPENING_HEADER": "Remote-User"},
    "OPENING_HEADER: expected the name of a header, such as Remote-User, or nothing, and TERTULIA_OPENING=nobody or "
    "password, without which anyone is let in; got 'Remote-User'.": {
        "TRUSTED_PROXIES": "10.0.0.1", "OPENING_HEADER": "Remote-User"
    },
}  # fmt: skip


@pytest.mark.parametrize("said", GUARDED)
def test_a_guard_at_the_door_that_guards_nothing_is_refused(said: str) -> None:
    assert refused({f"TERTULIA_{name}": value for name, value in GUARDED[said].items()}) == f"TERTULIA_{said}"


def test_the_password_may_be_in_a_file_and_is_shown_nowhere(tmp_path: Path) -> None:
    (file := tmp_path / "password").write_text("swordfish\n")
    environ = {"TERTULIA_OPENING": "password", "TERTULIA_OPENING_PASSWORD_FILE": str(file)}
    settings = Settings.from_environ(environ)
    assert settings.opening_password == "swordfish"
    assert "swordfish" not in repr(settings) + "".join(check_config(environ))
    assert "TERTULIA_OPENING_PASSWORD=***  (file)" in [*check_config(environ)]


def test_a_variable_that_does_not_exist_is_named_with_those_that_it_may_be() -> None:
    assert refused({"TERTULIA_BINT": "here"}) == "TERTULIA_BINT: no such setting. Did you mean TERTULIA_BIND?"
    for other in ("TERTULIA_PORT", "TERTULIA_HOST", "TERTULIA_ADDRESS", "TERTULIA_LISTEN", "tertulia_bind"):
        assert refused({other: "here"}) == f"{other}: no such setting. Did you mean TERTULIA_BIND?"
    like_none = refused({"TERTULIA_WALLPAPER": "blue"})
    assert like_none.startswith("TERTULIA_WALLPAPER: no such setting. The settings are TERTULIA_BIND, ")


def test_all_that_is_wrong_is_said_at_once() -> None:
    said = refused({"TERTULIA_BINT": "", "TERTULIA_LOG_LEVEL": "loud"})
    assert [line.partition(":")[0] for line in said.splitlines()] == ["TERTULIA_BINT", "TERTULIA_LOG_LEVEL"]


def test_the_metrics_are_not_where_the_pages_are() -> None:
    for pages, metrics in (("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "0.0.0.0")):
        said = refused({"TERTULIA_BIND": f"{pages}:8000", "TERTULIA_METRICS_BIND": f"{metrics}:8000"})
        assert said.startswith("TERTULIA_METRICS_BIND: expected a port of this machine, such as ")
        assert said.endswith(f", on another port than TERTULIA_BIND; got '{metrics}:8000'.")
    for pages, metrics in (("127.0.0.1:8000", "10.0.0.1:8000"), ("127.0.0.1:0", "127.0.0.1:0")):
        Settings.from_environ({"TERTULIA_BIND": pages, "TERTULIA_METRICS_BIND": metrics})


def test_settings_cannot_be_changed_nor_what_does_not_exist_be_set() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().bot_delay_ms = 0
    with pytest.raises(ValidationError, match="wallpaper"):
        Settings(**{"wallpaper": "blue"})


def test_settings_that_a_program_makes_know_of_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTULIA_BOT_DELAY_MS", "7")
    assert Settings().bot_delay_ms == 800


ADDRESS = "postgresql://tertulia:secret@db.example/tertulia"


def test_a_file_is_refused_that_is_not_there_or_holds_no_text_and_counts_instead_of_the_variable(
    tmp_path: Path,
) -> None:
    file = {"TERTULIA_DATABASE_URL_FILE": str(tmp_path / "url")}
    assert re.match(r"TERTULIA_DATABASE_URL_FILE: expected a file .* \(No such file or directory\)", refused(file))
    for held in (b"", b"\n", b"\xff\xfe"):
        (tmp_path / "url").write_bytes(held)
        assert refused(file).startswith("TERTULIA_DATABASE_URL_FILE: expected "), held
    (tmp_path / "url").write_text(ADDRESS)
    both = {"TERTULIA_DATABASE_URL": "sqlite:////data/tertulia.sqlite3", **file}  # the first by the unit or the image
    assert Settings.from_environ(both).database_url == ADDRESS
    assert "TERTULIA_DATABASE_URL=postgresql://" in (shown := "\n".join(check_config(both))) and "(file)" in shown
    assert refused({"TERTULIA_BIND_FILE": "bind"}).startswith("TERTULIA_BIND_FILE: no such setting"), "has no _FILE"


def test_the_address_of_the_database_is_printed_nowhere() -> None:
    assert refused({"TERTULIA_DATABASE_URL": " "}) == "TERTULIA_DATABASE_URL: expected some text."
    assert "secret" not in refused({"TERTULIA_DATABASE_URL_FILE": ADDRESS}), "not even as a file name"
    assert "secret" not in repr(Settings.from_environ({"TERTULIA_DATABASE_URL": ADDRESS}))


def test_the_address_of_postgresql_may_be_written_shorter(tmp_path: Path) -> None:
    given = "postgres://tertulia:secret@db/tertulia"
    file = tmp_path / "address"
    file.write_text(f"{given}\n")
    for variables in ({"TERTULIA_DATABASE_URL": given}, {"TERTULIA_DATABASE_URL_FILE": str(file)}):
        assert Settings.from_environ(variables).database_url == "postgresql://tertulia:secret@db/tertulia"


def test_a_port_that_hosting_services_set_is_mentioned_and_not_read() -> None:
    assert unread({"PORT": "5000"}) == "PORT=5000 is not read: to listen there, set TERTULIA_BIND=0.0.0.0:5000."
    assert unread({"PORT": "5000", "TERTULIA_BIND": "0.0.0.0:80"}) == unread({}) == unread({"PORT": "all"}) == ""
