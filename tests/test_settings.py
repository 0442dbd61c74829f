"""What the environment may say."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import BadSetting, Bind, Rate, Settings


def test_without_variables_everything_has_a_default_for_one_machine() -> None:
    settings = Settings.from_environ({"PATH": "/bin"})
    assert settings.bind == Bind("127.0.0.1", 8000)
    assert settings.database_url == "sqlite:///data/tertulia.sqlite3"
    assert settings.public_origin == ()
    assert settings.trusted_proxies == ()


@pytest.mark.parametrize(
    ("name", "value", "field", "read"),
    [
        ("TERTULIA_BIND", "0.0.0.0:80", "bind", Bind("0.0.0.0", 80)),
        ("TERTULIA_BIND", "[::]:8000", "bind", Bind("::", 8000)),
        ("TERTULIA_BIND", "localhost:0", "bind", Bind("localhost", 0)),
        ("TERTULIA_DATABASE_URL", "sqlite:////data/t.sqlite3", "database_url", "sqlite:////data/t.sqlite3"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://a.example", "public_origin", ("https://a.example",)),
        (
            "TERTULIA_PUBLIC_ORIGIN",
            " https://a.example:444 , http://10.0.0.5:8000",
            "public_origin",
            ("https://a.example:444", "http://10.0.0.5:8000"),
        ),
        ("TERTULIA_PUBLIC_ORIGIN", "", "public_origin", ()),
        ("TERTULIA_PUBLIC_ORIGIN", "https://games.example/", "public_origin", ("https://games.example",)),
        ("TERTULIA_PUBLIC_ORIGIN", "HTTPS://Games.Example", "public_origin", ("https://games.example",)),
        ("TERTULIA_PUBLIC_ORIGIN", "https://games.example:443/", "public_origin", ("https://games.example",)),
        ("TERTULIA_PUBLIC_ORIGIN", "http://games.example:80", "public_origin", ("http://games.example",)),
        ("TERTULIA_PUBLIC_ORIGIN", "http://games.example:443", "public_origin", ("http://games.example:443",)),
        ("TERTULIA_PUBLIC_ORIGIN", "http://[FD00::7]:8000/", "public_origin", ("http://[fd00::7]:8000",)),
        ("TERTULIA_TRUSTED_PROXIES", "127.0.0.1", "trusted_proxies", (ip_network("127.0.0.1"),)),
        (
            "TERTULIA_TRUSTED_PROXIES",
            "172.16.0.0/12,fd00::/8",
            "trusted_proxies",
            (ip_network("172.16.0.0/12"), ip_network("fd00::/8")),
        ),
        ("TERTULIA_CELL", "b7", "cell", "b7"),
        ("TERTULIA_BOT_DELAY_MS", "0", "bot_delay_ms", 0),
        ("TERTULIA_LOG_LEVEL", "debug", "log_level", "debug"),
        ("TERTULIA_PUSH_CONTACT", "", "push_contact", ""),
        ("TERTULIA_PUSH_CONTACT", "mailto:ann@games.example", "push_contact", "mailto:ann@games.example"),
        ("TERTULIA_PUSH_CONTACT", "https://games.example/contact", "push_contact", "https://games.example/contact"),
        ("TERTULIA_LIMITS_ROOMS", "3/60s", "limits_rooms", Rate(3, 60)),
        ("TERTULIA_LIMITS_CHAT", "5/10", "limits_chat", Rate(5, 10)),
        ("TERTULIA_LIMITS_SOCKETS_PER_ADDRESS", "500", "limits_sockets_per_address", 500),
    ],
)
def test_a_variable_sets_its_field(name: str, value: str, field: str, read: object) -> None:
    assert getattr(Settings.from_environ({name: value}), field) == read


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("TERTULIA_BIND", "8000", "an address and a port"),
        ("TERTULIA_BIND", "127.0.0.1:http", "an address and a port"),
        ("TERTULIA_BIND", "127.0.0.1:65536", "an address and a port"),
        ("TERTULIA_BIND", "127.0.0.1:٨٠", "an address and a port"),
        ("TERTULIA_PUBLIC_ORIGIN", "games.example", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://games.example:70000", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://games.example:0", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://*.example", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "https://ann@games.example", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "ftp://games.example", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "null", "origins"),
        ("TERTULIA_PUBLIC_ORIGIN", "*", "origins"),
        ("TERTULIA_TRUSTED_PROXIES", "proxy", "networks"),
        ("TERTULIA_TRUSTED_PROXIES", "10.0.0.1/8", "networks"),
        ("TERTULIA_CELL", "B7", "two small letters or digits"),
        ("TERTULIA_CELL", "b", "two small letters or digits"),
        ("TERTULIA_BOT_DELAY_MS", "-1", "a whole number"),
        ("TERTULIA_BOT_DELAY_MS", "1.5", "a whole number"),
        ("TERTULIA_LOG_LEVEL", "loud", "debug, info, warning or error"),
        ("TERTULIA_PUSH_CONTACT", "ann@games.example", "mailto: with an address"),
        ("TERTULIA_PUSH_CONTACT", "mailto:ann", "mailto: with an address"),
        ("TERTULIA_PUSH_CONTACT", "http://games.example", "mailto: with an address"),
        ("TERTULIA_LIMITS_ROOMS", "30", "how many in how many seconds"),
        ("TERTULIA_LIMITS_ROOMS", "0/60s", "how many in how many seconds"),
        ("TERTULIA_LIMITS_ROOMS", "30/0s", "how many in how many seconds"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_was_expected(name: str, value: str, expected: str) -> None:
    with pytest.raises(BadSetting) as error:
        Settings.from_environ({name: value})
    assert str(error.value).startswith(f"{name}: expected {expected}")
    assert str(error.value).endswith(f"got {value!r}.")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("games.example", "with http:// or https:// before 'games.example'"),
        ("games.example:8000", "with http:// or https:// before 'games.example:8000'"),
        ("https://games.example/play", "with nothing behind games.example: Tertulia is at the top of its host"),
        ("https://games.example/?a=b", "with nothing behind games.example: Tertulia is at the top of its host"),
        ("https://games.example#top", "with nothing behind games.example: Tertulia is at the top of its host"),
        ("https://ann@games.example", "without a name or a password before the host"),
        ("https://bücher.example", "with the host as browsers send it, xn--bcher-kva.example"),
    ],
)
def test_an_origin_that_does_not_fit_is_refused_for_what_it_is(value: str, why: str) -> None:
    with pytest.raises(BadSetting) as error:
        Settings.from_environ({"TERTULIA_PUBLIC_ORIGIN": f"https://a.example,{value}"})
    assert str(error.value) == (
        f"TERTULIA_PUBLIC_ORIGIN: expected origins, such as https://a.example,http://10.0.0.5:8000, {why}; "
        f"got 'https://a.example,{value}'."
    )


def test_of_several_origins_that_do_not_fit_the_first_is_named() -> None:
    with pytest.raises(BadSetting, match=r"before 'a\.example'; got"):
        Settings.from_environ({"TERTULIA_PUBLIC_ORIGIN": "a.example,b.example"})


def test_a_variable_that_is_misspelt_is_named_with_the_one_that_is_like_it() -> None:
    with pytest.raises(BadSetting, match=r"^TERTULIA_BINT: no such setting\. Is it TERTULIA_BIND\?$"):
        Settings.from_environ({"TERTULIA_BINT": "127.0.0.1:8000"})


def test_a_variable_that_is_like_none_is_named_with_those_there_are() -> None:
    with pytest.raises(BadSetting, match=r"^TERTULIA_WALLPAPER: no such setting\. There are: TERTULIA_BIND, "):
        Settings.from_environ({"TERTULIA_WALLPAPER": "blue"})


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(BadSetting) as error:
        Settings.from_environ({"TERTULIA_BINT": "", "TERTULIA_LOG_LEVEL": "loud"})
    assert [line.partition(":")[0] for line in str(error.value).splitlines()] == ["TERTULIA_BINT", "TERTULIA_LOG_LEVEL"]


@pytest.mark.parametrize("value", ["[::]:8000", "127.0.0.1:0"])
def test_where_to_listen_is_shown_as_it_is_written(value: str) -> None:
    assert str(Settings.from_environ({"TERTULIA_BIND": value}).bind) == value


def test_a_rate_is_shown_as_it_is_written() -> None:
    assert str(Settings.from_environ({"TERTULIA_LIMITS_ROOMS": "3/60s"}).limits_rooms) == "3/60s"


# --- Settings that a program makes ---


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().bot_delay_ms = 0


def test_settings_that_a_program_makes_know_of_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERTULIA_BOT_DELAY_MS", "7")
    assert Settings().bot_delay_ms == 1500


def test_a_program_cannot_set_what_does_not_exist() -> None:
    with pytest.raises(ValidationError, match="wallpaper"):
        Settings(**{"wallpaper": "blue"})


# --- What stands in a file ---

ADDRESS = "postgresql://tertulia:secret@db.example/tertulia"


def test_the_address_of_the_database_can_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "url").write_text(f"{ADDRESS}\n")
    assert Settings.from_environ({"TERTULIA_DATABASE_URL_FILE": str(tmp_path / "url")}).database_url == ADDRESS


def test_it_stands_in_one_place_only(tmp_path: Path) -> None:
    (tmp_path / "url").write_text(ADDRESS)
    with pytest.raises(BadSetting, match=r"^TERTULIA_DATABASE_URL_FILE: TERTULIA_DATABASE_URL is set, too"):
        Settings.from_environ({"TERTULIA_DATABASE_URL": ADDRESS, "TERTULIA_DATABASE_URL_FILE": str(tmp_path / "url")})


def test_a_file_that_cannot_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(
        BadSetting, match=r"^TERTULIA_DATABASE_URL_FILE: expected a file .* \(No such file or directory\)"
    ):
        Settings.from_environ({"TERTULIA_DATABASE_URL_FILE": str(tmp_path / "url")})


@pytest.mark.parametrize("held", [b"", b"\n", b"\xff\xfe"])
def test_a_file_that_holds_no_text_is_refused(held: bytes, tmp_path: Path) -> None:
    (tmp_path / "url").write_bytes(held)
    with pytest.raises(BadSetting, match=r"^TERTULIA_DATABASE_URL_FILE: expected "):
        Settings.from_environ({"TERTULIA_DATABASE_URL_FILE": str(tmp_path / "url")})


def test_an_address_that_does_not_fit_is_not_printed() -> None:
    with pytest.raises(BadSetting, match=r"^TERTULIA_DATABASE_URL: expected some text\.$"):
        Settings.from_environ({"TERTULIA_DATABASE_URL": " "})


def test_the_address_of_the_database_is_in_no_print_of_the_settings() -> None:
    assert "secret" not in repr(Settings.from_environ({"TERTULIA_DATABASE_URL": ADDRESS}))


def test_other_settings_have_no_files() -> None:
    with pytest.raises(BadSetting, match=r"^TERTULIA_BIND_FILE: no such setting"):
        Settings.from_environ({"TERTULIA_BIND_FILE": "bind"})
