"""The result of a verification: questions with their answers, remarks, and what it cannot vouch for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from engine.adjudicate import Finding
from engine.errors import AgainstTheRules, Refusal
from engine.grammar import counted
from engine.ids import PlayerId
from engine.speech import say, to_say
from service.book.own_games.shelf import Checked, Flaw
from service.book.store.chain import ChainDefect
from service.language.names import refusal_text

# Said about every night and every book, because no check inside the book can show it.
NAMES_OF_THE_FORGOTTEN = to_say(
    "Who an id stands for whose name was forgotten, or is not here: only the club's commitment to the name is left."
)
COMPUTABLE = to_say(
    "That the closed cards or sealed sides of {events}, event {first} first, stay closed: they were recorded before each event "
    "got random bits of its own. Whoever has heads or a receipt of the night can find them by trying all cards."
)
ITS_END = to_say(
    "That its end was not cut off and that it was not rewritten as a whole: a head kept outside the book can show that."
)
OPEN_NIGHTS = to_say(
    "How far a night has come that is still open ({nights}): the club records it when it opens, and from "
    "its close on after everything that is added to it. A head of the night shows it until then."
)
ITS_CLUB = to_say(
    "That the club's own history is whole: its head, kept outside the book, shows that no night and no "
    "member is missing."
)
CREDENTIALS = to_say(
    "The tokens, devices, passkeys and links: one that was added by hand, or given to another person, opens the book like "
    "any other. `chipbook club devices`, `club tokens` and `club invitations` list them."
)
UPLOADS = to_say("The files that wait to be brought in: look what they say before you record it.")
RECEIVERS = to_say(
    "Where notifications are sent: an address that was added by hand reads what happens in the club. The page *Notifications* "
    "lists them for the banker."
)
COUNTERSIGNATURES = to_say(
    "That no signature which a phone gave by itself was taken away: the phone still knows what it saw, and so does a receipt."
)
HANDLES = to_say("The payment handles: compare the account or the number with its owner before you pay.")
JOBS = to_say(
    "Which jobs were ever asked for and how they were tried, whether a due job was done before, what earlier verifications "
    "found, and what the reports and reminders of jobs said then (a job done again makes them as of now)."
)


# For readers who may not see closed cards, which a broken invariant may name.
HIDDEN = to_say("After event {version} something does not add up; only the banker may see what.")


class Phrasing(NamedTuple):
    """How what is wrong is told: with whose names, and whether of closed cards.

    Without names, people are called by their ids, as what is kept must: it never changes, and names may.
    """

    names: Mapping[PlayerId, str] | None = None
    sees_everything: bool = True

    def person(self, player: PlayerId) -> str:
        """Somebody in a sentence: their name with the id behind it."""
        name = (self.names or {}).get(player)
        return f"{name} ({player})" if name else player

    def account(self, account: str) -> str:
        """An account in a sentence, as the ledger has it, with the name of whose it is."""
        kind, colon, player = account.partition(":")
        return f"{kind}:{self.person(player)}" if colon else account

    def finding(self, finding: Finding) -> str:
        """What the rules find. A refusal may quote closed cards, so readers who may not see them get only which rule it is."""
        if finding.kind == "invariant":
            return self.invariant(finding.version, finding.sentence)
        if finding.refusal is None or self.names is None:
            return finding.sentence
        if self.sees_everything:
            return f"{finding.opening}: {self.refusal(finding.refusal)}"
        rule = AgainstTheRules.title_of(finding.refusal.code)
        return say("{opening} ({rule}); only the banker may see why.", opening=finding.opening, rule=rule)

    def invariant(self, version: int, sentence: str) -> str:
        """What does not add up after an event."""
        return sentence if self.sees_everything else say(HIDDEN, version=version)

    def refusal(self, refusal: Refusal) -> str:
        """What the rules refuse, in a sentence of its own."""
        return str(refusal) if self.names is None else refusal_text(refusal, self.names)


WITH_IDS = Phrasing()


class BrokenEvent(NamedTuple):
    """The number of an event, and what is wrong with it."""

    version: int
    sentence: str


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """A fault: its stream (empty if it is in no stream), the version or 0, and what is wrong there."""

    stream: str = ""
    version: int = 0
    sentence: str


def of_chain(findings: Iterable[ChainDefect]) -> Iterator[Defect]:
    """What is wrong with chains, each in the stream of which it says so."""
    return (Defect(stream=one.stream, version=one.version, sentence=one.sentence) for one in findings)


def in_stream(stream: str, wrong: Iterable[BrokenEvent | Flaw]) -> Iterator[Defect]:
    """What is wrong with events of a stream."""
    return (Defect(stream=stream, version=one.version, sentence=one.sentence) for one in wrong)


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One question and its answer; `sentence` says what was checked if it holds, `findings` what is wrong."""

    name: str
    holds: bool
    sentence: str
    findings: tuple[Defect, ...] = ()


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The checks of one night; if `night` is empty, of its club; if both are empty, of the book around its clubs.

    `remarks` are for an auditor and fail no check; `not_vouched` is what no check can show. `only_newer_rules`: the
    failures may come from rules that have changed since the night was played.
    """

    club: str
    club_name: str
    night: str
    events: int
    head: str
    holds: bool
    checks: tuple[CheckResult, ...]
    remarks: tuple[str, ...] = ()
    not_vouched: tuple[str, ...] = ()
    only_newer_rules: bool = False

    @property
    def faults(self) -> tuple[Defect, ...]:
        """Everything that is wrong, in the order of the checks."""
        return tuple(fault for check in self.checks for fault in check.findings)


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a club when a worker checked it; `findings` are the first of `findings_in_all`.

    `remarks` are for an auditor and fail no check. `not_vouched` holds what no check can show.
    """

    checked_at: str
    nights: int
    holds: bool
    findings_in_all: int
    findings: tuple[Defect, ...]
    remarks: tuple[Defect, ...] = ()
    not_vouched: tuple[str, ...] = ()


def faults_of(checks: Iterable[CheckResult]) -> list[str]:
    """Everything that is wrong, in sentences."""
    return [fault.sentence for check in checks for fault in check.findings]


def own_games_checked(
    shelf: Checked, hands: tuple[int, int] = (0, 0), flaws_of_hands: Iterable[Flaw] = (), stream: str = ""
) -> CheckResult:
    """Checks the club's own games, and of a night's stream the hands played by them.

    `hands`: the number of those played by a game that is kept here, and by one that is not.
    """
    versions, (here, elsewhere) = counted(len(shelf.sound), "version"), hands
    texts = [say("{versions}, each the game that its text declares", versions=versions)]
    if here:
        texts.append(say("{hands} played by them match", hands=counted(here, "hand")))
    if elsewhere:
        texts.append(
            say(
                "{hands} by games that are not kept here, so only the hands hold their rules",
                hands=counted(elsewhere, "hand"),
            )
        )
    return checked(
        "own games", f"{'; '.join(texts)}.", (*in_stream("", shelf.flaws), *in_stream(stream, flaws_of_hands))
    )


def checked(name: str, sentence: str, faults: Iterable[Defect]) -> CheckResult:
    """The answer to one question: the sentence, or the faults if there are any."""
    results = tuple(faults)
    return CheckResult(name=name, holds=not results, sentence="" if results else sentence, findings=results)
