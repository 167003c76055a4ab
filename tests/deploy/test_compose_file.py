"""The deployment as it is written: compose.yaml by its specification, closed by default, and the Dockerfile."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from compose_spec import PyCompose, Service

from cli.main import COMMANDS
from service.app.running.keeping import PASSWORDS, URLS
from tests.deploy.composed import ROOT, files_of, read_compose, read_env, unknown_settings, volumes_of

ENVIRON = read_env(ROOT / ".env.example")
SPEC = read_compose(ENVIRON)
SERVICES = SPEC["services"]
TEXT = (ROOT / "compose.yaml").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
# Settings of the program that other versions have; the program refuses a setting that it does not know.
NOT_YET = {"CHIPBOOK_URL", "CHIPBOOK_PROXIES"}


def test_the_example_of_env_says_all_that_the_file_asks_for_and_nothing_else():
    assert {*re.findall(r"\$\{(\w+)", TEXT)} == {*ENVIRON}


def test_web_servers_and_workers_stay_as_many_when_everything_is_started_anew():
    assert {name: service["scale"] for name, service in SERVICES.items() if "scale" in service} == {
        "web": 3,
        "worker": 2,
    }


def test_every_service_that_the_notes_name_is_there():
    notes = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    # The options with a value of their own, then the switches.
    bare = re.sub(r" (?:--(?:volume|entrypoint) \S+|-T|--[a-z-]+)(?= )", "", notes)
    services = re.findall(r"^\$ docker compose (?:run|exec|stop|rm|up) ([a-z]+)", bare, flags=re.MULTILINE)
    assert len(services) > 10
    assert {*services} <= {*SERVICES}


def test_the_file_is_what_the_specification_of_compose_allows():
    # Its reader of YAML does not merge anchors, so it is given what they come to.
    read = PyCompose.from_json(json.dumps(SPEC))
    read.validate()
    assert set(read.to_spec().services) == set(SERVICES)


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_no_key_that_the_specification_does_not_know(name):
    known = {field.alias or key for key, field in Service.model_fields.items()}
    assert set(SERVICES[name]) <= known


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_may_do_no_more_than_it_has_to(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "cpus", "pids_limit", "restart", "logging", "networks"} <= set(service)
    assert "privileged" not in service
    # The proxy alone is reached from outside, and it does not reach the database.
    assert ("ports" in service, "back" in service["networks"]) == ((True, False) if name == "proxy" else (False, True))


def test_the_network_of_the_database_leads_nowhere():
    assert SPEC["networks"]["back"] == {"internal": True}
    outside = [name for name, service in SERVICES.items() if set(service["networks"]) - {"back"}]
    assert sorted(outside) == ["proxy", "web", "worker"]


def test_every_service_that_runs_has_a_check_of_its_health():
    one_shot = {"migrate", "chipbook"}
    assert {name for name, service in SERVICES.items() if "healthcheck" not in service} == one_shot


def test_every_secret_comes_from_a_file_that_one_command_makes_and_none_has_a_default():
    assert set(SPEC["secrets"]) == {*PASSWORDS, *URLS}
    for name, secret in SPEC["secrets"].items():
        assert secret == {"file": f"./secrets/{name}"}
    used = {secret for service in SERVICES.values() for secret in service.get("secrets", ())}
    assert used == set(SPEC["secrets"])
    assert re.findall(r"(?i)^\s*\w*(?:password|token|secret)\w*:[ \t]+[^{/&*\[\s].*", TEXT, flags=re.MULTILINE) == []
    assert ":-" not in TEXT


def test_only_the_migration_signs_in_as_the_owner_of_the_tables():
    assert [name for name, service in SERVICES.items() if "owner_url" in service.get("secrets", ())] == ["migrate"]


def test_every_file_and_volume_of_a_service_is_there():
    for service in SERVICES.values():
        assert all((ROOT / source).is_file() for source, _ in files_of(service))
        assert {volume for volume, _ in volumes_of(service)} <= set(SPEC["volumes"])


def test_every_command_of_the_program_is_known_and_so_is_every_setting_but_those_to_come():
    ours = [service for service in SERVICES.values() if service["image"] == "chipbook"]
    commands = {service["command"][0] for service in ours} - {"--help"}
    assert commands <= set(COMMANDS)
    settings = {name for service in ours for name in service["environment"]}
    assert unknown_settings(settings) <= NOT_YET


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "deploy").glob("*.sh")))
def test_a_script_can_be_read_by_the_shell(script):
    told = subprocess.run(["sh", "-n", ROOT / "deploy" / script], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")


def test_the_image_copies_what_is_there_and_what_the_engine_is_shown():
    copied = [words.split() for words in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, flags=re.MULTILINE)]
    sources = {source for words in copied for source in words[:-1]}
    of_the_package = {"pyproject.toml", "README.md", "LICENSE"}
    assert {"engine", "service", "cli", "migrations", *of_the_package, "requirements/run.txt"} == sources
    assert all((ROOT / source).exists() for source in sources)
    shown = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert shown == sources


def test_the_image_installs_hashed_wheels_only_and_the_last_stage_has_no_compiler():
    *_, last = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
    installs = re.findall(r"pip install (.*)", DOCKERFILE)
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs)
    assert "--only-binary=:all:" in installs[0]
    assert re.search(r"pip install|apt-get|gcc|build-essential", last) is None


def test_the_image_runs_as_a_user_with_a_fixed_number_and_says_whether_it_is_healthy():
    *_, last = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)
    assert re.findall(r"^USER (.+)$", last, flags=re.MULTILINE) == ["10001:10001"]
    assert last.index("USER 10001") < last.index("ENTRYPOINT")
    assert "HEALTHCHECK" in last
    assert '["chipbook", "alive", "web"]' in last


def test_everything_that_the_program_needs_is_in_the_folders_that_the_image_copies():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    top = {Path(name).parts[0] for name in tracked if name.endswith(".py")}
    assert top - {"tests"} <= {"engine", "service", "cli", "migrations"}
