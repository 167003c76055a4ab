"""The lines of disputes: raised, answered, resolved, withdrawn; and what may be said of those that are open."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine import commands
from engine.ids import PlayerId
from engine.night.disputes.text import disputed
from engine.reports.disputes import DisputeTold
from engine.speech import phrase, say, say_number
from engine.state import Night
from engine.wording import Voice
from service.language.shorthand.request_lines import read_withdrawal as request_withdrawn
from service.language.shorthand.tokens import ParsedLine, Part, Tokens, in_quotes, keyed
from service.language.shorthand.vocabulary.act import DOT

# What may resolve a dispute, as it may be said before its number.
BY_KINDS = ("strike", "correction", "ruling", "event")
# Of more open disputes than these only the number is told.
TOLD_MOST = 3


def read_dispute(words: Tokens) -> ParsedLine:
    """`dispute 412 "that was a call" by carl` · `dispute missing after 412 "bo anted" by carl` · `dispute "…" by carl`."""
    said = words.parts(
        event=Part(phrase("the number of an event"), lambda words: words.key.isdecimal(), _event),
        missing=keyed(phrase("“missing after” and the number of an event"), _missing, "missing"),
        words=in_quotes(phrase("the words of the dispute")),
        by=keyed(phrase("“by” and who disputes it"), lambda words: words.player(phrase("who disputes it")), "by"),
    )
    _must_have(
        words,
        said,
        words=phrase('the words of the dispute in quotes, such as "that was a call"'),
        by=phrase("“by NAME”"),
    )
    if "missing" in said:
        after = said.pop("missing")
        said |= {"missing": True, "event": after or said.get("event")}
    return ParsedLine((commands.RaiseDispute(**said),))


def read_answer(words: Tokens) -> ParsedLine:
    """`answer dispute 1 "I folded" by bo`."""
    number = _number(words)
    said = words.parts(
        words=in_quotes(phrase("the words of the answer")),
        by=keyed(phrase("“by” and who answers"), lambda words: words.player(phrase("who answers")), "by"),
    )
    _must_have(
        words, said, words=phrase('the words of the answer in quotes, such as "I folded"'), by=phrase("“by NAME”")
    )
    return ParsedLine((commands.AnswerDispute(dispute=number, **said),))


def read_resolution(words: Tokens) -> ParsedLine:
    """`resolve dispute 1 by strike 415 agreed by carl` · `resolve dispute 1 "the call stands" agreed by anna, carl`.

    `resolve dispute 1 agreed by carl`: who raised it agrees to the bank's word.
    """
    number = _number(words)
    said = words.parts(
        event=keyed(phrase("“by” and the number of a strike or ruling"), _by, "by"),
        words=in_quotes(phrase("the words that end it")),
        agreed_by=keyed(phrase("“agreed by NAMES”"), _who_agreed, "agreed"),
    )
    if not said.keys() & {"event", "words"}:
        if len(agreed := said.get("agreed_by", ())) == 1:
            return ParsedLine((commands.AgreeToBanksWord(dispute=number, by=agreed[0]),))
        words.wrong(phrase("“by strike” or “by ruling” and its number, or what the table agreed on in quotes"))
    return ParsedLine((commands.ResolveDispute(dispute=number, **said),))


def read_withdrawal(words: Tokens) -> ParsedLine:
    """`withdraw dispute 1 by carl` · `withdraw dispute 1 by carl "I saw it wrong"` · `withdraw request anna`."""
    if words.key == "request":
        return request_withdrawn(words)
    number = _number(words)
    said = words.parts(
        words=in_quotes(phrase("the reason")),
        by=keyed(phrase("“by” and who raised it"), lambda words: words.player(phrase("who raised it")), "by"),
    )
    return ParsedLine((commands.WithdrawDispute(dispute=number, **said),))


def _must_have(line: Tokens, said: Mapping[str, Any], **expected: str) -> None:
    for part, what in expected.items():
        if not said.get(part):
            line.wrong(what)


def _number(words: Tokens) -> int:
    words.skip("dispute")
    return words.number(phrase("the number of a dispute"), least=1)


def _event(words: Tokens) -> int:
    return words.number(phrase("the number of an event"), least=1)


def _missing(words: Tokens) -> int | None:
    """The event after which something is missing; None if no number is said here."""
    return _event(words) if words.skip("after", "behind") else None


def _by(words: Tokens) -> int:
    words.skip(*BY_KINDS)
    return words.number(phrase("the number of a strike, a correction or a ruling"), least=1)


def _who_agreed(words: Tokens) -> tuple[PlayerId, ...]:
    words.skip("by")
    return words.players(phrase("who agreed"))


DIRECTIVES = {
    "dispute": read_dispute,
    "answer": read_answer,
    "resolve": read_resolution,
    "withdraw": read_withdrawal,
}
# Of no use before there is a dispute.
OF_OPEN_DISPUTES = ("answer", "resolve", "withdraw")


def open_lines(told: Sequence[DisputeTold], names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each open dispute: how it may end, and what it is about; of many, the first ones."""
    still_open = [dispute for dispute in told if dispute.state == "open"]
    lines = [_ways(dispute, Voice(names)) for dispute in still_open[:TOLD_MOST]]
    left = len(still_open) - len(lines)
    more = say_number("{number} more open dispute", "{number} more open disputes", left)
    return [*lines, f"({more})"] if left else lines


def _ways(dispute: DisputeTold, voice: Voice) -> str:
    """The strike or correction that may resolve it comes first, then the word of the bank that waits for who raised it."""
    number, name, about = dispute.number, voice.name(dispute.by), disputed(dispute.event, missing=dispute.missing)
    ways = [f" by {dispute.void_by} {dispute.void_since}"] if dispute.void_since else []
    ways += [""] if dispute.words_of_bank else []
    lines = [f"resolve dispute {number}{way} agreed by {name}" for way in (*ways, ' "WORDS"')]
    remark = say("{player} disputes {what}", player=name, what=about)
    return f"{DOT.join((*lines, f'withdraw dispute {number} by {name}'))} ({remark})"


def completions(before: str, night: Night) -> list[str]:
    """The words that may come next in a line about a dispute; empty for any other line."""
    first, _, rest = before.partition(" ")
    if before == "dispute":
        return ["missing"]
    if before.endswith("missing"):
        return ["after"]
    if first not in OF_OPEN_DISPUTES:
        return []
    if not rest:
        return ["dispute"]
    return [str(number) for number in night.open_disputes] if rest == "dispute" else []
