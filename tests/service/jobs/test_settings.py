"""The broker is a setting: none by default, a Redis URL that no message repeats, and two more services of the compose file."""

import pytest

from service.config import SettingError, load_settings


def test_without_a_broker_the_program_does_its_jobs_itself():
    assert load_settings({}).redis_url == ""
    assert load_settings({"CHIPBOOK_REDIS_URL": "none"}).redis_url == ""


@pytest.mark.parametrize("url", ["redis://127.0.0.1:6379/0", "rediss://chipbook:hemmeligt@broker/2"])
def test_the_broker_is_a_redis(url):
    settings = load_settings({"CHIPBOOK_REDIS_URL": url})
    assert settings.redis_url == url
    assert "redis" not in repr(settings)


def test_the_broker_may_be_named_in_a_file_for_the_sake_of_its_password(tmp_path):
    secret = tmp_path / "url"
    secret.write_text("redis://:hemmeligt@broker/0\n")
    assert load_settings({"CHIPBOOK_REDIS_URL_FILE": str(secret)}).redis_url == "redis://:hemmeligt@broker/0"


@pytest.mark.parametrize("url", ["amqp://guest:hemmeligt@broker/0", "redis://", "broker:6379"])
def test_another_broker_is_refused_and_its_password_not_repeated(url):
    with pytest.raises(SettingError, match=r"it takes redis://HOST:PORT/NUMBER, or none\.") as stop:
        load_settings({"CHIPBOOK_REDIS_URL": url})
    assert "hemmeligt" not in str(stop.value)
