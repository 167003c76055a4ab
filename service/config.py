"""The settings of the program: one table, read once from the environment; a wrong value stops the start."""

from __future__ import annotations

import difflib
import re
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from engine.house.agreements import HouseLanguage
from engine.speech import say, to_say

PREFIX = "CHIPBOOK_"
# The test suite reads its servers from other variables, which are no settings of the program.
TEST_PREFIX = "CHIPBOOK_TEST_"
# Container platforms provide secrets as files: NAME_FILE may replace NAME if a value can hold a password.
FILE_SUFFIX = "_FILE"

SQLITE = "sqlite:///"
POSTGRESQL = "postgresql+psycopg://"
NO_REDIS = "none"
# Where the clubs' private keys lie in the home folder.
KEYS = "keys"
# Where backups lie in the home folder, if no other folder is named.
BACKUPS = "backups"
NO_OWNER = "CHIPBOOK_DATABASE_URL"
# What names the language of a terminal, the one that counts most first (POSIX).
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
# When an act on a PostgreSQL server is acknowledged, in its own words (`synchronous_commit`); `server`: as the server says.
Commit = Literal["server", "local", "remote_write", "on", "remote_apply"]
# What stands between the program and a PostgreSQL server.
Pooler = Literal["none", "transaction"]
# The default of the address under which people reach the server.
AS_ASKED = "as the browser asks"
# In the place of the name by which phones find the server: none is announced.
NO_NAME = "none"
# The default of a secret that the program makes itself.
MADE_AT_FIRST_START = "made at the first start"


class SettingError(Exception):
    """A setting that stops the start; the sentence says what was found and what would be accepted."""

    code = "wrong_setting"

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.details = {"name": name}


class ServerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How the program uses a PostgreSQL server; a file knows none of it.

    At most `connections_max` connections are open at once. Behind a `transaction` pooler nothing may outlast a transaction,
    so no statement is prepared.
    """

    connections_max: int = 20
    commit: Commit = "server"
    pooler: Pooler = "none"


PLAIN = ServerOptions()


@dataclass(frozen=True, slots=True)
class Settings:
    """The checked settings. Values that may hold a password or are secrets stay out of the repr."""

    home: Path
    database_url: str = field(repr=False)
    zone: zoneinfo.ZoneInfo
    # Filled in when the settings are made: folders in `home`, unless others are named.
    keys: Path = Path()
    backups: Path = Path()
    host: str = "127.0.0.1"
    port: int = 8421
    streams_max: int = 1000
    # Files that `chipbook serve` is told, for TLS without a proxy.
    cert: Path | None = None
    key: Path | None = None
    # Where TLS is spoken beside `port`, which then goes on without it.
    tls_port: int | None = None
    requests_max: int = 3000
    remind_after_days: int = 7
    # True if the banker of a club may have notifications sent into the house's own network.
    notify_house: bool = False
    token_requests_max: int = 12_000
    url: str = ""
    # What is announced in the network, without `.local`; empty for nothing.
    name: str = "chipbook"
    proxies: int = 0
    sign_ins_max: int = 30
    token: str = field(default="", repr=False)
    redis_url: str = field(default="", repr=False)
    # Where the owner of the tables signs in; the same as `database_url` unless another login owns them.
    migration_url: str = field(default="", repr=False)
    server: ServerOptions = PLAIN
    language: HouseLanguage = "en"

    def __post_init__(self) -> None:
        if self.keys == Path():
            object.__setattr__(self, "keys", self.home / KEYS)
        if self.backups == Path():
            object.__setattr__(self, "backups", self.home / BACKUPS)


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table. `read` turns the text into the value, or raises ValueError with what it would accept."""

    name: str
    type: str
    default: str
    sentence: str
    read: Callable[[str], Any]
    secret: bool = False


def _folder(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ValueError(say("a folder; its ~ stands for a home folder that is not known here")) from error


def _database_url(text: str) -> str:
    accepted = say("{sqlite}PATH of a file, or postgresql://USER:PASSWORD@HOST/DATABASE", sqlite=SQLITE)
    if text.startswith(SQLITE):
        path = text.removeprefix(SQLITE)
        if path in ("", ":memory:"):
            raise ValueError(say("{accepted}; a book in memory would be lost", accepted=accepted))
        return SQLITE + str(_folder(path))
    scheme, separator, rest = text.partition("://")
    if separator and rest and scheme in ("postgresql", "postgresql+psycopg"):
        return POSTGRESQL + rest
    raise ValueError(accepted)


def _server_url(unless: str) -> Callable[[str], str]:
    """Reads the URL of a PostgreSQL server; the word `unless` stands for none, which is empty."""

    def read(text: str) -> str:
        accepted = say("postgresql://USER:PASSWORD@HOST/DATABASE, or {unless}", unless=unless)
        if text == unless:
            return ""
        try:
            url = _database_url(text)
        except ValueError as error:
            raise ValueError(accepted) from error
        if file_of(url):
            raise ValueError(accepted)
        return url

    return read


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(say("one of {words}", words=", ".join(words)))
        return text

    return read


def _language(text: str) -> str:
    """The language of `da`, `da-DK` or `da_DK.UTF-8`."""
    code = re.split(r"[-_.@]", text, maxsplit=1)[0].lower()
    return _one_of(get_args(HouseLanguage))(code)


def file_of(database_url: str) -> Path | None:
    """The file of the book at a checked URL; None if the book is on a server."""
    return Path(database_url.removeprefix(SQLITE)) if database_url.startswith(SQLITE) else None


def _zone(text: str) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(text)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        near = difflib.get_close_matches(text, zoneinfo.available_timezones(), n=1)
        meant = to_say("the name of an IANA time zone, as Europe/Copenhagen; did you mean {near}?")
        accepted = say(meant, near=near[0]) if near else say("the name of an IANA time zone, as Europe/Copenhagen")
        raise ValueError(accepted) from error


def _own_url(text: str) -> str:
    if text == AS_ASKED:
        return ""
    if not re.fullmatch(r"https?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?/?", text):
        raise ValueError(
            say("the address that people open, as https://cards.example.org, or “{as_asked}”", as_asked=AS_ASKED)
        )
    return text.rstrip("/").lower()


def _name(text: str) -> str:
    if text == NO_NAME:
        return ""
    name = text.lower().removesuffix(".local")
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?", name):
        raise ValueError(say("letters from a to z, digits and hyphens, as torsdagsklubben, or {none}", none=NO_NAME))
    return name


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]{1,253}", text):
        raise ValueError(
            say("the name or address of this machine, as 127.0.0.1 (only itself) or 0.0.0.0 (the whole network)")
        )
    return text


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
            raise ValueError(say("a whole number from {least} to {most}", least=least, most=most))
        return int(text)

    return read


def _token(text: str) -> str:
    if text != MADE_AT_FIRST_START and not re.fullmatch(r"[!-~]{16,200}", text):
        raise ValueError(say("16 to 200 printable ASCII characters without spaces"))
    return "" if text == MADE_AT_FIRST_START else text


def _redis_url(text: str) -> str:
    scheme, _, rest = text.partition("://")
    if text == NO_REDIS or (rest and scheme in ("redis", "rediss")):
        return "" if text == NO_REDIS else text
    raise ValueError(say("redis://HOST:PORT/NUMBER, or {none}", none=NO_REDIS))


SETTINGS = (
    Setting(
        name="CHIPBOOK_HOME",
        type="folder",
        default="~/.chipbook",
        sentence="The folder for everything that chipbook keeps on this machine.",
        read=_folder,
    ),
    Setting(
        name="CHIPBOOK_DATABASE_URL",
        type="database URL",
        default="sqlite:///HOME/chipbook.db",
        sentence="Where the book is: an SQLite file or a PostgreSQL database.",
        read=_database_url,
        secret=True,
    ),
    Setting(
        name="CHIPBOOK_MIGRATION_URL",
        type="database URL",
        default=NO_OWNER,
        sentence="Where `chipbook migrate` signs in as the owner of the tables, if the program itself may only use them.",
        read=_server_url(NO_OWNER),
        secret=True,
    ),
    Setting(
        name="CHIPBOOK_CONNECTIONS_MAX",
        type="whole number",
        default="20",
        sentence="How many connections one process opens to a PostgreSQL server at most.",
        # A thread may need a second one while it holds the first.
        read=_number(2, 1000),
    ),
    Setting(
        name="CHIPBOOK_COMMIT",
        type="word",
        default="server",
        sentence="When an act is acknowledged on PostgreSQL: as the server is set up (server), once this server has it on "
        "its disk (local), or once the standby that the server names has received it (remote_write), has it on its disk (on) "
        "or shows it (remote_apply).",
        read=_one_of(get_args(Commit)),
    ),
    Setting(
        name="CHIPBOOK_POOLER",
        type="word",
        default="none",
        sentence="What stands before PostgreSQL: nothing (none), or PgBouncer in transaction mode (transaction).",
        read=_one_of(get_args(Pooler)),
    ),
    Setting(
        name="CHIPBOOK_ZONE",
        type="time zone",
        default="UTC",
        sentence="The time zone for times of nights that do not name their own.",
        read=_zone,
    ),
    Setting(
        name="CHIPBOOK_KEYS",
        type="folder",
        default="HOME/keys",
        sentence="The folder of the private keys with which clubs sign receipts; processes that share a book share it.",
        read=_folder,
    ),
    Setting(
        name="CHIPBOOK_BACKUPS",
        type="folder",
        default="HOME/backups",
        sentence="The folder in which `chipbook doctor` looks for backups: files of `chipbook backup`, or those of a server.",
        read=_folder,
    ),
    Setting(
        name="CHIPBOOK_HOST",
        type="host",
        default="127.0.0.1",
        sentence="Where `chipbook serve` listens: 127.0.0.1 for this machine alone, 0.0.0.0 for phones at the table.",
        read=_host,
    ),
    Setting(
        name="CHIPBOOK_PORT",
        type="port",
        default="8421",
        sentence="The port on which `chipbook serve` listens.",
        read=_number(1, 65535),
    ),
    Setting(
        name="CHIPBOOK_URL",
        type="address",
        default=AS_ASKED,
        sentence="The address under which people reach the server, as https://cards.example.org: it stands in sign-in links, "
        "and passkeys belong to it. Needed behind a proxy: links lead to no other host than this or the machine's own.",
        read=_own_url,
    ),
    Setting(
        name="CHIPBOOK_NAME",
        type="name",
        default="chipbook",
        sentence="The name by which phones on the same Wi-Fi find `chipbook serve --host 0.0.0.0` wherever it stands, as "
        "chipbook.local; the next free one is taken if another machine has it, and `none` announces nothing.",
        read=_name,
    ),
    Setting(
        name="CHIPBOOK_PROXIES",
        type="whole number",
        default="0",
        sentence="How many proxies stand before the server, each of which adds the address it was asked from "
        "(X-Forwarded-For, -Proto, -Host). With 0 these headers are not believed.",
        read=_number(0, 9),
    ),
    Setting(
        name="CHIPBOOK_SIGN_INS_MAX",
        type="whole number",
        default="30",
        sentence="How many times in a minute one address may fail to sign in; 0 is any number.",
        read=_number(0, 999_999_999),
    ),
    Setting(
        name="CHIPBOOK_STREAMS_MAX",
        type="whole number",
        default="1000",
        sentence="How many live streams one server holds open, as far as the system lets it open files, a quarter of them "
        "reserved for the banker's token; later ones are told to read from time to time.",
        read=_number(1, 5000),
    ),
    Setting(
        name="CHIPBOOK_REQUESTS_MAX",
        type="whole number",
        default="3000",
        sentence="How many requests one address may send in a minute without a good token or cookie; 0 is any number. "
        "Behind a proxy all are one address, unless CHIPBOOK_PROXIES is set.",
        read=_number(0, 999_999_999),
    ),
    Setting(
        name="CHIPBOOK_TOKEN_REQUESTS_MAX",
        type="whole number",
        default="12000",
        sentence="How many requests may come with one token in a minute; 0 is any number.",
        read=_number(0, 999_999_999),
    ),
    Setting(
        name="CHIPBOOK_REMIND_AFTER_DAYS",
        type="whole number",
        default="7",
        sentence="After how many days an unpaid transfer stands in the reminders that are written each day; 0 is never.",
        read=_number(0, 9999),
    ),
    Setting(
        name="CHIPBOOK_NOTIFY",
        type="word",
        default="public",
        sentence="Where bankers may have notifications of their clubs sent: to addresses on the public internet (`public`), or "
        "also to those of the house's own network (`house`).",
        read=_one_of(("public", "house")),
    ),
    Setting(
        name="CHIPBOOK_TOKEN",
        type="secret text",
        default=MADE_AT_FIRST_START,
        sentence="The banker's token, instead of the one that the first start makes and shows.",
        read=_token,
        secret=True,
    ),
    Setting(
        name="CHIPBOOK_REDIS_URL",
        type="Redis URL",
        default=NO_REDIS,
        sentence="The Redis or Valkey server that brings jobs to workers, counts requests for all servers and tells live "
        "streams of what another server has recorded; without it the program does the jobs itself, and each server counts "
        "alone and looks into the book.",
        read=_redis_url,
        secret=True,
    ),
    Setting(
        name="CHIPBOOK_LANGUAGE",
        type="language",
        default="en",
        sentence="The language of the command line, instead of that of the terminal, and of the server for browsers that "
        "ask for none it speaks: English (en) or Danish (da).",
        read=_language,
    ),
)


def language_of(environ: Mapping[str, str]) -> str:
    """The language of the command line: of the settings, else of the terminal, else English. Refuses as settings do."""
    if "CHIPBOOK_LANGUAGE" in environ:
        return str(_value("CHIPBOOK_LANGUAGE", environ))
    of_terminal = next(filter(None, map(environ.get, LOCALE)), "")
    try:
        return _language(of_terminal)
    except ValueError:
        return "en"


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Reads every setting. Raises SettingError for the first wrong one."""
    _refuse_unknown(environ)
    home = _value("CHIPBOOK_HOME", environ)
    return Settings(
        home=home,
        database_url=_value("CHIPBOOK_DATABASE_URL", environ, default=f"{SQLITE}{home / 'chipbook.db'}"),
        zone=_value("CHIPBOOK_ZONE", environ),
        keys=_value("CHIPBOOK_KEYS", environ, default=str(home / KEYS)),
        backups=_value("CHIPBOOK_BACKUPS", environ, default=str(home / BACKUPS)),
        host=_value("CHIPBOOK_HOST", environ),
        port=_value("CHIPBOOK_PORT", environ),
        url=_value("CHIPBOOK_URL", environ),
        name=_value("CHIPBOOK_NAME", environ),
        proxies=_value("CHIPBOOK_PROXIES", environ),
        sign_ins_max=_value("CHIPBOOK_SIGN_INS_MAX", environ),
        streams_max=_value("CHIPBOOK_STREAMS_MAX", environ),
        requests_max=_value("CHIPBOOK_REQUESTS_MAX", environ),
        remind_after_days=_value("CHIPBOOK_REMIND_AFTER_DAYS", environ),
        notify_house=_value("CHIPBOOK_NOTIFY", environ) == "house",
        token_requests_max=_value("CHIPBOOK_TOKEN_REQUESTS_MAX", environ),
        token=_value("CHIPBOOK_TOKEN", environ),
        redis_url=_value("CHIPBOOK_REDIS_URL", environ),
        migration_url=_value("CHIPBOOK_MIGRATION_URL", environ),
        server=ServerOptions(
            connections_max=_value("CHIPBOOK_CONNECTIONS_MAX", environ),
            commit=_value("CHIPBOOK_COMMIT", environ),
            pooler=_value("CHIPBOOK_POOLER", environ),
        ),
        language=_value("CHIPBOOK_LANGUAGE", environ),
    )


# Read by tests and measurements, and ignored by the program, because people may have them set for both.
OF_THE_CHECKS = frozenset(
    {"CHIPBOOK_ALL_HANDS", "CHIPBOOK_REAL_NIGHTS", "CHIPBOOK_SEED", "CHIPBOOK_SOAK", "CHIPBOOK_WRITE_GOLDEN"}
)


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    known = [setting.name for setting in SETTINGS]
    known += [setting.name + FILE_SUFFIX for setting in SETTINGS if setting.secret]
    for name in sorted(environ):
        of_the_checks = name.startswith(TEST_PREFIX) or name in OF_THE_CHECKS
        if name.startswith(PREFIX) and not of_the_checks and name not in known:
            nearest = max(known, key=lambda candidate: _likeness(name, candidate))
            raise SettingError(
                name, say("There is no setting {name}; did you mean {nearest}?", name=name, nearest=nearest)
            )


def _likeness(name: str, other: str) -> float:
    """How similar two names are after their common prefix, from 0 to 1."""
    return difflib.SequenceMatcher(None, name.removeprefix(PREFIX), other.removeprefix(PREFIX)).ratio()


def _value(name: str, environ: Mapping[str, str], default: str | None = None) -> Any:
    setting = next(setting for setting in SETTINGS if setting.name == name)
    text = _text(setting, environ)
    if text is None:
        text = setting.default if default is None else default
    try:
        return setting.read(text)
    except ValueError as error:
        raise SettingError(
            name, say("{name} is {said}; it takes {accepted}.", name=name, said=_shown(setting, text), accepted=error)
        ) from error


def _shown(setting: Setting, text: str) -> str:
    """The text as a message may show it: if the value can hold a password, only the scheme."""
    if not setting.secret:
        return repr(text)
    if setting.type != "database URL":
        return say("a text of {number} characters", number=len(text))
    scheme, separator, _ = text.partition("://")
    return f"{scheme}://…" if separator else say("a text without ://")


def _text(setting: Setting, environ: Mapping[str, str]) -> str | None:
    file_name = setting.name + FILE_SUFFIX
    text = environ.get(setting.name)
    if setting.secret and file_name in environ:
        if text is not None:
            raise SettingError(
                setting.name,
                say("{name} and {other} are both set; set one of them.", name=setting.name, other=file_name),
            )
        text = _from_file(file_name, environ[file_name])
    if text is not None and not text.strip():
        raise SettingError(
            setting.name,
            say(
                "{name} is empty; leave it out ({default}) or give a {type}.",
                name=setting.name,
                default=setting.default,
                type=setting.type,
            ),
        )
    return text


def _from_file(name: str, path: str) -> str:
    try:
        return Path(path).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError, RuntimeError) as error:
        raise SettingError(
            name,
            say(
                "{name} is {path!r}, which cannot be read ({error}); it takes a text file.",
                name=name,
                path=path,
                error=error,
            ),
        ) from error
