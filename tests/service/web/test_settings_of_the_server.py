"""The settings of the server: where it listens, how many streams it holds, whose token it takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.config import SettingError, load_settings


def test_without_any_setting_the_server_listens_on_this_machine_alone():
    settings = load_settings({})
    assert (settings.host, settings.port, settings.streams_max, settings.token) == ("127.0.0.1", 8421, 1000, "")


def test_everything_can_be_said():
    settings = load_settings(
        {"CHIPBOOK_HOST": "0.0.0.0", "CHIPBOOK_PORT": "80", "CHIPBOOK_STREAMS_MAX": "5", "CHIPBOOK_TOKEN": "x" * 16}
    )
    assert (settings.host, settings.port, settings.streams_max, settings.token) == ("0.0.0.0", 80, 5, "x" * 16)


def test_the_token_may_come_from_a_file_and_is_never_repeated(tmp_path: Path):
    secret = tmp_path / "token"
    secret.write_text("a-token-from-a-file\n")
    settings = load_settings({"CHIPBOOK_TOKEN_FILE": str(secret)})
    assert settings.token == "a-token-from-a-file"
    assert "a-token-from-a-file" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("CHIPBOOK_PORT", "0", "CHIPBOOK_PORT is '0'; it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_PORT", "80a", "it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_PORT", "٨٠", "it takes a whole number from 1 to 65535."),
        ("CHIPBOOK_STREAMS_MAX", "5001", "it takes a whole number from 1 to 5000."),
        ("CHIPBOOK_HOST", "http://x", "it takes the name or address of this machine"),
        ("CHIPBOOK_TOKEN", "short", "CHIPBOOK_TOKEN is a text of 5 characters; it takes 16 to 200 printable"),
        ("CHIPBOOK_TOKEN", "with a space in it, sadly", "it takes 16 to 200 printable ASCII characters"),
    ],
)
def test_a_wrong_value_stops_with_what_it_takes(name: str, value: str, sentence: str):
    with pytest.raises(SettingError) as stop:
        load_settings({name: value})
    assert sentence in str(stop.value)
    assert name != "CHIPBOOK_TOKEN" or value not in str(stop.value)
