"""The settings: what they are without an environment, what is accepted, and what stops the start."""

import re
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from service.config import SETTINGS, ServerOptions, SettingError, Settings, load_settings

ROOT = Path(__file__).parents[2]


def test_without_any_setting_the_book_lies_in_the_home_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_settings({}) == Settings(
        home=tmp_path / ".chipbook",
        database_url=f"sqlite:///{tmp_path}/.chipbook/chipbook.db",
        zone=ZoneInfo("UTC"),
    )


def test_the_book_lies_in_the_folder_that_is_named(tmp_path) -> None:
    settings = load_settings({"CHIPBOOK_HOME": str(tmp_path), "CHIPBOOK_ZONE": "Europe/Copenhagen"})
    assert settings.home == tmp_path
    assert settings.database_url == f"sqlite:///{tmp_path / 'chipbook.db'}"
    assert settings.zone == ZoneInfo("Europe/Copenhagen")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("sqlite:////srv/club.db", "sqlite:////srv/club.db"),
        ("postgresql://anna@db/club", "postgresql+psycopg://anna@db/club"),
        ("postgresql+psycopg://anna@db/club", "postgresql+psycopg://anna@db/club"),
    ],
)
def test_a_database_is_a_file_or_a_server(given, read) -> None:
    assert load_settings({"CHIPBOOK_DATABASE_URL": given}).database_url == read


def test_a_path_that_does_not_begin_at_the_root_begins_where_the_program_was_started(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings({"CHIPBOOK_HOME": "book"}).home == tmp_path / "book"
    url = load_settings({"CHIPBOOK_DATABASE_URL": "sqlite:///club.db"}).database_url
    assert url == f"sqlite:///{tmp_path / 'club.db'}"


def test_how_a_server_is_used_is_set_in_words_of_postgresql() -> None:
    settings = load_settings(
        {
            "CHIPBOOK_DATABASE_URL": "postgresql://program@a,b/club?target_session_attrs=read-write",
            "CHIPBOOK_MIGRATION_URL": "postgresql://owner@a/club",
            "CHIPBOOK_COMMIT": "remote_apply",
            "CHIPBOOK_POOLER": "transaction",
            "CHIPBOOK_CONNECTIONS_MAX": "8",
        }
    )
    assert settings.database_url == "postgresql+psycopg://program@a,b/club?target_session_attrs=read-write"
    assert settings.migration_url == "postgresql+psycopg://owner@a/club"
    assert settings.server == ServerOptions(connections_max=8, commit="remote_apply", pooler="transaction")
    assert "program" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("CHIPBOOK_ZONE", "Europe/Copenhaven", "CHIPBOOK_ZONE is 'Europe/Copenhaven'; it takes the name of an IANA"),
        ("CHIPBOOK_ZONE", "Europe/Copenhaven", "did you mean Europe/Copenhagen?"),
        ("CHIPBOOK_ZONE", "../../etc/passwd", "it takes the name of an IANA time zone"),
        ("CHIPBOOK_ZONE", "Europe", "it takes the name of an IANA time zone"),
        ("CHIPBOOK_ZONE", " ", "CHIPBOOK_ZONE is empty; leave it out (UTC) or give a time zone."),
        ("CHIPBOOK_DATABASE_URL", "mysql://a:b@h/d", "CHIPBOOK_DATABASE_URL is mysql://…; it takes sqlite:///PATH"),
        ("CHIPBOOK_DATABASE_URL", "club.db", "CHIPBOOK_DATABASE_URL is a text without ://; it takes sqlite:///PATH"),
        ("CHIPBOOK_DATABASE_URL", "postgresql://", "it takes sqlite:///PATH of a file, or postgresql://"),
        ("CHIPBOOK_DATABASE_URL", "sqlite://", "it takes sqlite:///PATH of a file"),
        ("CHIPBOOK_DATABASE_URL", "sqlite:///:memory:", "a book in memory would be lost"),
        (
            "CHIPBOOK_MIGRATION_URL",
            "mysql://a:b@h/d",
            "CHIPBOOK_MIGRATION_URL is mysql://…; it takes postgresql://USER",
        ),
        ("CHIPBOOK_COMMIT", "off", "'off'; it takes one of server, local, remote_write, on, remote_apply."),
        ("CHIPBOOK_POOLER", "session", "'session'; it takes one of none, transaction."),
        ("CHIPBOOK_CONNECTIONS_MAX", "1", "it takes a whole number from 2 to 1000."),
        ("CHIPBOOK_HOME", "~nobody-here/x", "CHIPBOOK_HOME is '~nobody-here/x'; it takes a folder"),
        ("CHIPBOOK_PORT", "0", "CHIPBOOK_PORT is '0'; it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_PORT", "80a", "it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_PORT", "٨٠", "it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_STREAMS_MAX", "5001", "it takes a whole number from 1 to 5000."),
        ("CHIPBOOK_HOST", "http://x", "it takes the name or address of this machine"),
        ("CHIPBOOK_TOKEN", "short", "CHIPBOOK_TOKEN is a text of 5 characters; it takes 16 to 200 printable"),
        ("CHIPBOOK_TOKEN", "with a space in it, sadly", "it takes 16 to 200 printable ASCII characters"),
    ],
)
def test_a_wrong_value_stops_with_what_it_got_and_what_it_takes(name, value, sentence) -> None:
    with pytest.raises(SettingError) as stop:
        load_settings({name: value})
    assert sentence in str(stop.value)
    assert stop.value.details == {"name": name}
    assert name != "CHIPBOOK_TOKEN" or value not in str(stop.value)


@pytest.mark.parametrize(
    ("unknown", "nearest"),
    [
        ("CHIPBOOK_DATABSE_URL", "CHIPBOOK_DATABASE_URL"),
        ("CHIPBOOK_DB_URL", "CHIPBOOK_DATABASE_URL"),
        ("CHIPBOOK_TIMEZONE", "CHIPBOOK_ZONE"),
        ("CHIPBOOK_HOUSE", "CHIPBOOK_HOME"),
    ],
)
def test_an_unknown_setting_is_refused_with_the_nearest_known_one(unknown, nearest) -> None:
    with pytest.raises(SettingError, match=f"There is no setting {unknown}; did you mean {nearest}."):
        load_settings({unknown: "x"})


def test_variables_of_others_and_of_the_tests_are_left_alone(tmp_path) -> None:
    others = {"CHIPBOOK_TEST_DATABASE_URL": "postgresql://x/y", "PATH": "/bin", "CHIPBOOKS": "x"}
    assert load_settings({"CHIPBOOK_HOME": str(tmp_path), **others}).home == tmp_path


def test_without_any_setting_the_server_listens_on_this_machine_alone() -> None:
    settings = load_settings({})
    assert (settings.host, settings.port, settings.streams_max, settings.token) == ("127.0.0.1", 8421, 1000, "")


def test_where_the_server_listens_and_whose_token_it_takes_can_be_said() -> None:
    settings = load_settings(
        {"CHIPBOOK_HOST": "0.0.0.0", "CHIPBOOK_PORT": "80", "CHIPBOOK_STREAMS_MAX": "5", "CHIPBOOK_TOKEN": "x" * 16}
    )
    assert (settings.host, settings.port, settings.streams_max, settings.token) == ("0.0.0.0", 80, 5, "x" * 16)


def test_the_token_may_come_from_a_file_and_is_never_repeated(tmp_path) -> None:
    secret = tmp_path / "token"
    secret.write_text("a-token-from-a-file\n")
    settings = load_settings({"CHIPBOOK_TOKEN_FILE": str(secret)})
    assert settings.token == "a-token-from-a-file"
    assert "a-token-from-a-file" not in repr(settings)


def test_the_database_may_be_named_in_a_file_for_the_sake_of_its_password(tmp_path) -> None:
    secret = tmp_path / "url"
    secret.write_text("postgresql://anna:hemmeligt@db/club\n")
    settings = load_settings({"CHIPBOOK_DATABASE_URL_FILE": str(secret)})
    assert settings.database_url == "postgresql+psycopg://anna:hemmeligt@db/club"
    assert "hemmeligt" not in repr(settings)
    with pytest.raises(SettingError, match="are both set; set one of them"):
        load_settings({"CHIPBOOK_DATABASE_URL_FILE": str(secret), "CHIPBOOK_DATABASE_URL": "sqlite:///x"})
    with pytest.raises(SettingError, match="cannot be read"):
        load_settings({"CHIPBOOK_DATABASE_URL_FILE": str(tmp_path / "missing")})


def test_every_setting_says_what_it_is() -> None:
    for setting in SETTINGS:
        assert setting.name.startswith("CHIPBOOK_")
        assert setting.type
        assert setting.default
        assert setting.sentence.endswith(".")


def test_reading_the_settings_does_not_load_the_database_libraries() -> None:
    program = "import sys, service.config; print(sorted({'sqlmodel', 'sqlalchemy', 'psycopg'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_what_the_checks_read_from_the_environment_is_no_unknown_setting() -> None:
    asked = re.compile(r"""environ(?:\.get\(|\[)["'](CHIPBOOK_[A-Z_]+)["']""")
    read = {name for path in (ROOT / "tests").rglob("*.py") for name in asked.findall(path.read_text(encoding="utf-8"))}
    assert "CHIPBOOK_REAL_NIGHTS" in read
    load_settings(dict.fromkeys(read - {setting.name for setting in SETTINGS}, "x"))
