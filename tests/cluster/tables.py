"""Tables that play at once, each with a banker who types; what was acknowledged is remembered."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.cluster.client import Answer, Client
from tests.cluster.scripts import CLUB, NIGHT, PEOPLE, Act, Script, with_ids

REASON = "so it was played"


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The service said that a night has come to this version, with this head."""

    version: int
    head: str


class Refused(Exception):
    """An act that the rules take was refused, or brought other events than on paper."""


@dataclass(slots=True)
class Table:
    """One table: a club of its own, and one night."""

    number: int
    script: Script
    client: Client
    club: str = ""
    night: str = ""
    acknowledged: list[Acknowledged] = field(default_factory=list)
    # Seconds of each act that was answered at the first try.
    seconds: list[float] = field(default_factory=list)
    # How often an act had to be sent again.
    again: int = 0

    def open(self, run: str) -> None:
        """Founds the club, takes its people in, and opens the night; `run` makes the names of this run its own."""
        name = f"{run}-{self.number}"
        self.club = self._made("/clubs", {"name": f"Klub {name}"}, f"{name}-club")["id"]
        people = f"/clubs/{self.club}/players"
        ids = {
            person: self._made(people, {"name": person.replace("-", " ")}, f"{name}-{person}")["id"]
            for person in PEOPLE
        }
        self.night = f"{name}-night"
        ids |= {NIGHT: self.night, CLUB: self.club}
        opening = {field: value for field, value in with_ids(self.script.opening, ids).items() if field != "type"}
        self._keep(self._made("/nights", opening, f"{name}-opening"))
        said = with_ids([act.said for act in self.script.acts], ids)
        self.script = Script(opening, tuple(_with(act, one) for act, one in zip(self.script.acts, said, strict=True)))

    def play(self, until: threading.Event | None = None) -> int:
        """Plays to the end of the script, or until told to stop. Returns how many acts were recorded."""
        version = self.acknowledged[-1].version
        for number, act in enumerate(self.script.acts):
            if until is not None and until.is_set():
                return number
            answer = self._say(act, version, f"{self.night}-{number}")
            if answer.body["version"] != act.version:
                raise Refused(f"{self.night}: {act.said} brought version {answer.body['version']}, not {act.version}.")
            version = act.version
            self._keep(answer.body)
        return len(self.script.acts)

    def _say(self, act: Act, version: int, key: str) -> Answer:
        command = act.said
        while True:
            sent = self.client.post(
                f"/nights/{self.night}/commands",
                {"command": command},
                key=key,
                version=version if act.of_a_hand else None,
            )
            self.again += sent.tries - 1
            if sent.tries == 1:
                self.seconds.append(sent.seconds)
            if sent.status == 201:
                return sent
            if sent.status != 409 or not sent.body.get("waivable"):
                raise Refused(f"{self.night}: {command} was refused: {sent.body}")
            # What looks like a mistake is asked back about; here it is meant.
            waived = [*command.get("waived", ()), {"rule": sent.body["code"], "reason": REASON}]
            command, key = {**command, "waived": waived}, f"{key}-{sent.body['code']}"

    def _made(self, path: str, body: dict[str, Any], key: str) -> Any:
        answer = self.client.post(path, body, key=key)
        if answer.status != 201:
            raise Refused(f"{path} was refused: {answer.body}")
        return answer.body

    def _keep(self, recording: Any) -> None:
        self.acknowledged.append(Acknowledged(recording["version"], recording["head"]))


def _with(act: Act, said: dict[str, Any]) -> Act:
    return Act(said, act.version, act.of_a_hand)


def all_at_once(tables: Sequence[Table], until: threading.Event | None = None) -> int:
    """Plays all tables at once. Returns how many acts were recorded; raises what stopped a table."""
    acts: list[int] = []
    stopped: list[BaseException] = []

    def play(table: Table) -> None:
        try:
            acts.append(table.play(until))
        except BaseException as problem:  # noqa: BLE001 - raised again below, in the thread that waits.
            stopped.append(problem)
        finally:
            table.client.close()

    threads = [threading.Thread(target=play, args=(table,), name=f"table {table.number}") for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if stopped:
        raise stopped[0]
    return sum(acts)
