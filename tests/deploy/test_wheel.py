"""The wheel: built, installed into an empty environment in another folder, and used there without a look at the checkout.

The environment gets what the wheel asks for, in the locked versions, from the cache of uv or from an index. Where neither is
to be had, it borrows the packages of this one, and a warning says so: then nothing shows whether the wheel declares what it
needs, and what is said where an extra is missing.
"""

import http.client
import json
import os
import shutil
import subprocess
import sys
import time
import warnings
import zipfile
from pathlib import Path

import pytest

from tests.deploy.composed import BIN, ROOT
from tests.servers import free_port
from tests.soak import SOAK

SECONDS = 60
# What goes into the wheel, and what builds it.
PACKAGES = ("engine", "service", "cli", "migrations")
SOURCES = (*PACKAGES, "pyproject.toml", "README.md", "LICENSE")
# What somebody gets who asks for no extra, without what Python makes of it, on Linux.
BASE_MB_MAX = 150
# With the bytecode that pip makes of them.
ON_DISK_MB_MAX = 200
BASE_DISTRIBUTIONS_MAX = 60
# Ends the program as soon as it opens a file of the checkout.
WATCH = """
import os, sys
def watch(event, given):
    if event in ("open", "os.listdir") and isinstance(given[0], str) and os.path.abspath(given[0]).startswith({root!r}):
        os.write(2, b"The checkout is read: " + given[0].encode() + b"\\n")
        os._exit(99)
sys.addaudithook(watch)
"""


class Installed:
    """An environment that holds the wheel, in a folder with a space in its name."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self._run("uv", "venv", "-q", "--python", sys.executable, folder)
        lock = ROOT / "requirements" / "run.txt"
        asked = ("uv", "pip", "install", "-q", "--python", self.python, "-c", lock, wheel)
        self.is_its_own = any(self._tries(*asked, *how) for how in (("--offline",), ()))
        packages = self.packages = next((folder / "lib").glob("python*/site-packages"))
        if not self.is_its_own:
            warnings.warn(
                "No index and no cache: the wheel is tried with borrowed packages.", UserWarning, stacklevel=1
            )
            (packages / "borrowed.pth").write_text(
                "\n".join(path for path in sys.path if path.endswith("site-packages"))
            )
            self._run("uv", "pip", "install", "-q", "--python", self.python, "--no-deps", "--offline", wheel)
        (packages / "watch_for_the_checkout.py").write_text(WATCH.format(root=f"{ROOT}{os.sep}"))
        (packages / "watch_for_the_checkout.pth").write_text("import watch_for_the_checkout\n")

    def environ(self, **more: str) -> dict[str, str]:
        return {"PATH": f"{self.folder / 'bin'}:/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8", **more}

    def chipbook(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.folder / "bin" / "chipbook", *words],
            cwd=self.folder,
            env=self.environ(**more),
            check=False,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )

    def _run(self, *words: str | Path) -> None:
        done = subprocess.run([BIN / words[0], *words[1:]], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def _tries(self, *words: str | Path) -> bool:
        return subprocess.run([BIN / words[0], *words[1:]], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built from the source archive, as by `make dist`; from a copy, because the builder leaves its files beside the sources."""
    if not (BIN / "uv").exists():
        pytest.skip("uv could not be installed, so nothing is built.")
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "source"
    copy.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    words = [BIN / "uv", "build", "-q", "--offline", "--no-build-isolation", "--python", sys.executable]
    built = subprocess.run([*words, "-o", folder, copy], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert [*folder.glob("chipbook-*.tar.gz")]
    (found,) = folder.glob("chipbook-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Installed:
    return Installed(tmp_path_factory.mktemp("somewhere") / "an environment", wheel)


def test_the_wheel_holds_every_file_of_its_packages_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", *PACKAGES], cwd=ROOT, capture_output=True, text=True, check=False)
    # The texts for people who read the source, and a picture of the README.
    wanted = {name for name in tracked.stdout.split() if not name.endswith((".md", ".svg"))}
    assert names >= wanted
    assert {name for name in names - wanted if name.endswith(".py")} <= _new_files()


def test_the_wheel_says_whose_it_is_and_on_which_terms(wheel):
    with zipfile.ZipFile(wheel) as packed:
        (place,) = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        said = packed.read(place).decode()
        licence = packed.read(place.replace("METADATA", "licenses/LICENSE")).decode()
    assert {"Author: The chipbook developers", "License-Expression: MIT"} <= set(said.splitlines())
    assert "\n# chipbook\n" in said
    assert licence == (ROOT / "LICENSE").read_text()


def test_the_base_is_small(installed, capsys):
    if not installed.is_its_own:
        pytest.skip("The packages are borrowed.")
    sizes = [file.stat().st_size for file in installed.packages.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    megabytes, distributions = sum(sizes) / 1_000_000, len([*installed.packages.glob("*.dist-info")])
    with capsys.disabled():
        sys.stdout.write(f"\nThe base: {megabytes:.0f} MB, {distributions} distributions.\n")
    assert megabytes <= BASE_MB_MAX
    assert distributions <= BASE_DISTRIBUTIONS_MAX


@pytest.mark.skipif(
    not SOAK, reason="To make the bytecode of all packages takes seconds, and their sizes are weighed always."
)
def test_with_the_bytecode_that_pip_makes_the_base_takes_no_more_than_the_readme_says(installed, capsys):
    if not installed.is_its_own:
        pytest.skip("The packages are borrowed.")
    # Some packages bring files for other Pythons, which cannot be compiled; pip passes over them too.
    subprocess.run([installed.python, "-m", "compileall", "-qq", installed.packages], check=False)
    megabytes = sum(file.stat().st_size for file in installed.packages.rglob("*") if file.is_file()) / 1_000_000
    with capsys.disabled():
        sys.stdout.write(f"\nWith bytecode: {megabytes:.0f} MB.\n")
    assert BASE_MB_MAX < megabytes <= ON_DISK_MB_MAX


def test_one_wheel_is_for_every_machine(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")


def _new_files() -> set[str]:
    new = ["git", "ls-files", "--others", "--exclude-standard", *PACKAGES]
    return set(subprocess.run(new, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split())


def test_the_demo_plays_from_the_wheel_and_says_what_an_extra_would_bring(installed):
    told = installed.chipbook("demo", "--into", "a demo", "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["verdict"]["holds"]
    assert "<html" in (installed.folder / "a demo" / "report.html").read_text()
    if not installed.is_its_own:
        return
    for words, book, extra in (
        (("report", "--pdf"), "sqlite:///a demo/demo.db", "print"),
        (("night", "list"), "postgresql://me:word@nowhere/book", "postgres"),
    ):
        told = installed.chipbook(*words, CHIPBOOK_DATABASE_URL=book)
        assert told.returncode in (1, 3, 4), told
        assert f"`pip install 'chipbook[{extra}]'` brings it" in told.stdout + told.stderr
        assert "Traceback" not in told.stderr


def test_the_server_serves_from_the_wheel_and_says_what_an_extra_would_bring(installed):
    home, port = str(installed.folder / "a home"), free_port()
    environ = installed.environ(CHIPBOOK_HOME=home, CHIPBOOK_PORT=str(port), CHIPBOOK_TOKEN="t" * 16)
    server = subprocess.Popen(
        [installed.folder / "bin" / "chipbook", "serve"],
        cwd=installed.folder,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        assert ready(port, server)["status"] == "ready"
        if installed.is_its_own:
            assert "`pip install 'chipbook[docs]'` brings it" in page(port, "/docs/")
        server.terminate()
        _, said = server.communicate(timeout=SECONDS)
        assert (server.returncode, b"The checkout is read" in said) == (0, False)
    finally:
        server.kill()
        server.communicate()


def ready(port: int, server: subprocess.Popen[bytes]) -> dict[str, str]:
    give_up_at = time.monotonic() + SECONDS
    while True:
        assert server.poll() is None, server.communicate()[1]
        assert time.monotonic() < give_up_at
        try:
            found: dict[str, str] = json.loads(page(port, "/readyz"))
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return found


def page(port: int, path: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    connection.request("GET", path)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def test_the_watch_over_the_checkout_finds_a_file_that_is_read(installed):
    read = subprocess.run(
        [installed.python, "-c", f"open({str(ROOT / 'pyproject.toml')!r})"], env=installed.environ(), check=False
    )
    assert read.returncode == 99
