"""The verdict as a reader takes it in at one look: a status and one sentence, then the three sentences, each with a mark."""

from typing import Literal

from engine.speech import say
from service.reports.night_report import NightReport

Status = Literal["good", "open", "bad"]

# Marks before the sentences of the verdict; they differ in shape as well as in colour.
MARKS: dict[Status, str] = {"good": "✓", "open": "○", "bad": "✗"}


def headline(report: NightReport) -> tuple[Status, str]:
    """The verdict as a status (good, open or bad) and one sentence."""
    verdict = report.verdict
    if not verdict.balanced:
        return "bad", say("The book does not balance.")
    if not verdict.agrees:
        return "bad", say("The book balances, but the rules do not agree with it.")
    still = report.voice.money(verdict.open_cents)
    match verdict.phase:
        case "open":
            return "open", say("The book balances so far; the night is still being played.")
        case "closed":
            return "open", say("The book balances; {amount} to be settled.", amount=still)
        case "settling":
            return "open", say("The book balances; {amount} still to be paid.", amount=still)
        case "void":
            return "good", say("This settlement was taken back; nothing of it is left.")
        case "settled":
            return "good", say("The book balances, and everything is paid.")


def told_by_part(report: NightReport) -> list[tuple[Status, str, str, str]]:
    """Every sentence of the verdict: its status, mark, first words and rest."""
    verdict = report.verdict
    sounds: tuple[Status, ...] = (
        "good" if verdict.balanced else "bad",
        "good" if verdict.agrees else "bad",
        "good" if verdict.phase in ("settled", "void") else "open",
    )
    parts = []
    for sound, sentence in zip(sounds, verdict.sentences, strict=True):
        word, _, rest = sentence.partition(": ")
        parts.append((sound, MARKS[sound], word.capitalize(), rest[:1].upper() + rest[1:]))
    return parts
