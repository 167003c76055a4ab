"""What is put right: faults at the table, what players do not agree on, and what was recorded wrongly.

What a correction quotes is a line itself, but of another moment: it can be read only in the night as it stood at its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import commands
from engine.commands import Command
from engine.grammar import counted
from engine.ids import PlayerId
from engine.night.putting_right.text import disputed
from engine.reports.disputes import DisputeReport
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN, Night
from engine.wording import Voice
from service.language.shorthand.bank import request_withdrawn
from service.language.shorthand.keywords import Form, with_spots
from service.language.shorthand.tokens import (
    REASON,
    LinePart,
    ParsedLine,
    ShorthandError,
    SpokenChange,
    SpokenCorrection,
    Tokens,
    cards,
    flag,
    in_quotes,
    keyed,
    named,
    one_word,
)
from service.language.shorthand.vocabulary import DOT, Group, GuideRow, LineReader, SpokenAct, fixed

# SpokenAct after a fault of the deal: the player who demands the correction has looked at their closed cards.
LOOKED = "looked"


def _card_and_looked(words: Tokens) -> dict[str, Any]:
    """The card, if it is known, and whether its player has looked."""
    return words.parts(looked=flag(LOOKED), card=one_word(phrase("the card"), LOOKED))


def _card(words: Tokens, player: PlayerId) -> Command:
    """`anna card missing Kd` · `bo card too many 7h looked`."""
    too = words.skip("too")
    if words.skip("few" if too else "missing"):
        return missing(words, player)
    if not too or not words.skip("many"):
        words.wrong(phrase("“missing” or “too many”, and the card if it is known"))
    return commands.TakeBackCard(player=player, **_card_and_looked(words))


def missing(words: Tokens, player: PlayerId) -> Command:
    return commands.GiveMissingCard(player=player, **_card_and_looked(words))


def _missing_card(words: Tokens, player: PlayerId) -> Command:
    """`anna missing Kd`. Refuses `anna missing`, which may be said of Anna herself."""
    if not words:
        words.wrong(phrase("the card; of one that nobody knows it is said “NAME card missing”"))
    return missing(words, player)


def _skipped(words: Tokens, player: PlayerId) -> Command:
    return commands.MoveDealtCards(player=player, fault="skipped", **_card_and_looked(words))


def _twice(words: Tokens, player: PlayerId) -> Command:
    return commands.MoveDealtCards(player=player, fault="twice", **_card_and_looked(words))


def _keeps(words: Tokens, player: PlayerId) -> Command:
    """`carl keeps 9d`, or `carl keeps card`: a card that was dealt open by mistake."""
    words.skip("card")
    return commands.SettleExposedCard(player=player, keeps=True, **_card_and_looked(words))


def takes(words: Tokens, player: PlayerId) -> Command:
    """`carl takes next 5c for 9d`: replaces a card that was dealt open by mistake."""

    def one_card(words: Tokens) -> str:
        stated = words and words.key not in ("next", "for", LOOKED)
        return words.take().text if stated else UNKNOWN

    stated = words.parts(
        instead=keyed(phrase("“next” and the card taken"), one_card, "next"),
        card=keyed(phrase("“for” and the card dealt open"), one_card, "for"),
        looked=flag(LOOKED),
    )
    if "instead" not in stated:
        words.wrong(phrase("“next”, as in: takes next 5c for 9d"))
    return commands.SettleExposedCard(player=player, keeps=False, **stated)


def buys_forgotten(words: Tokens, player: PlayerId) -> Command:
    """`dora buys original gets 5h 6h` · `dora buys next 9h`: a card that was not offered by mistake."""
    if words.skip("original"):
        stated = words.parts(
            cards=keyed(phrase("“gets” and the new cards"), cards, "gets", "getting"),
            card=one_word(phrase("the original card"), "gets", "getting"),
        )
        return commands.BuyForgottenCard(player=player, original=True, **stated)
    words.skip("next")
    return commands.BuyForgottenCard(player=player, card=words.card())


def _miscounts(words: Tokens, player: PlayerId) -> Command:
    """`anna miscounts 3`: the player called and put in 3 chips by mistake."""
    return commands.PutRight(player=player, put_in=words.chips())


def board_card_moved(words: Tokens) -> Command:
    """`board move 3 to 4`: spots by the names that the game gives them, else by number."""
    source = _place(words) or words.wrong(phrase("the spot where the card lies, such as 3"))
    words.skip("to")
    target = _place(words) or words.wrong(phrase("the spot where it should lie, such as 4"))
    return commands.MoveBoardCard(source=source, target=target)


def _place(words: Tokens) -> str:
    """The spot of a shared card; empty if none is said. Its name may have several words."""
    hand, typed = words.night.hand, [word.english for word in words.words]
    spots = (
        [with_spots(" ".join(typed[:length]), hand.game) for length in range(1, len(typed) + 1)] if hand else typed[:1]
    )
    known = [length for length, spot in enumerate(spots, 1) if hand and spot in hand.game.spots]
    length = known[-1] if known else 1
    del words.words[:length]
    return spots[length - 1] if spots else ""


FAULTS = Group(
    title="Faults",
    acts=(
        SpokenAct(("card",), _card),
        SpokenAct(("missing",), _missing_card),
        SpokenAct(("skipped",), _skipped),
        SpokenAct(("twice",), _twice),
        SpokenAct(("keeps", "kept"), _keeps),
        SpokenAct(("miscounts", "miscounted"), _miscounts),
    ),
    hints={
        commands.NewDeal: fixed("new deal", to_say("the pack has too few cards left, folded hands shuffled in")),
    },
    guide=(
        GuideRow(
            "anna card missing · bo card too many 7h", "put right; add “looked” if the player who demands it has looked"
        ),
        GuideRow("bo skipped 5c · carl twice 4h", "an open card too few or too late · too many"),
        GuideRow("carl keeps 9d · carl takes next 5c for 9d", "a closed card that was dealt open, kept or changed"),
        GuideRow(
            "board move 3 to 4 · anna miscounts 3", "a card at the wrong spot · a call with the wrong number of chips"
        ),
        GuideRow("dora buys original gets 5h 6h · dora buys next", "a card that nobody had offered"),
        GuideRow('new deal by dora "misdeal" · new deal by dora harms bo', "the hand stops, and the pot is carried"),
    ),
)


DISPUTES = Group(
    title="Disputes",
    acts=(),
    guide=(
        GuideRow('dispute 41 "that was a call" by carl', "a player disputes event 41; no chip moves"),
        GuideRow('dispute missing after 41 "bo anted" by carl', "an act is missing after event 41"),
        GuideRow('answer dispute 1 "I folded" by bo', "what another says to it"),
        GuideRow(
            "resolve dispute 1 by strike 45 agreed by carl", "it ends by a strike or a ruling, if who raised it agrees"
        ),
        GuideRow('resolve dispute 1 "it stands" agreed by anna, carl', "it ends by what the table agreed on, carl too"),
        GuideRow('resolve dispute 1 "it stands"', "the bank's word; the dispute stays open for carl"),
        GuideRow("resolve dispute 1 agreed by carl", "carl agrees to the bank's word, and it ends"),
        GuideRow("withdraw dispute 1 by carl", "who raised it takes it back"),
    ),
)


# What may resolve a dispute, as it may be said before its number.
BY_KINDS = ("strike", "correction", "ruling", "event")
# Of more open disputes than these only the number is told.
TOLD_MOST = 3


def _dispute(words: Tokens) -> Command:
    """`dispute 412 "that was a call" by carl` · `dispute missing after 412 "bo anted" by carl` · `dispute "…" by carl`."""
    stated = words.parts(
        event=LinePart(phrase("the number of an event"), lambda words: words.key.isdecimal(), event_number),
        missing=keyed(phrase("“missing after” and the number of an event"), _missing, "missing"),
        words=in_quotes(phrase("the words of the dispute")),
        by=named(phrase("“by” and who disputes it"), phrase("who disputes it"), "by"),
    )
    _must_have(
        words,
        stated,
        words=phrase('the words of the dispute in quotes, such as "that was a call"'),
        by=phrase("“by NAME”"),
    )
    if "missing" in stated:
        after = stated.pop("missing")
        stated |= {"missing": True, "event": after or stated.get("event")}
    return commands.RaiseDispute(**stated)


def _answer(words: Tokens) -> Command:
    """`answer dispute 1 "I folded" by bo`."""
    number = _number(words)
    stated = words.parts(
        words=in_quotes(phrase("the words of the answer")),
        by=named(phrase("“by” and who answers"), phrase("who answers"), "by"),
    )
    _must_have(
        words, stated, words=phrase('the words of the answer in quotes, such as "I folded"'), by=phrase("“by NAME”")
    )
    return commands.AnswerDispute(dispute=number, **stated)


def _resolve(words: Tokens) -> Command:
    """`resolve dispute 1 by strike 415 agreed by carl` · `resolve dispute 1 "the call stands" agreed by anna, carl`.

    `resolve dispute 1 agreed by carl`: who raised it agrees to the bank's word.
    """
    number = _number(words)
    stated = words.parts(
        event=keyed(phrase("“by” and the number of a strike or ruling"), _by, "by"),
        words=in_quotes(phrase("the words that end it")),
        agreed_by=keyed(phrase("“agreed by NAMES”"), _who_agreed, "agreed"),
    )
    if not stated.keys() & {"event", "words"}:
        if len(agreed := stated.get("agreed_by", ())) == 1:
            return commands.AgreeToBanksWord(dispute=number, by=agreed[0])
        words.wrong(phrase("“by strike” or “by ruling” and its number, or what the table agreed on in quotes"))
    return commands.ResolveDispute(dispute=number, **stated)


def _withdraw(words: Tokens) -> Command:
    """`withdraw dispute 1 by carl` · `withdraw dispute 1 by carl "I saw it wrong"` · `withdraw request anna`."""
    if words.key == "request":
        return request_withdrawn(words)
    number = _number(words)
    stated = words.parts(
        words=in_quotes(phrase("the reason")),
        by=named(phrase("“by” and who raised it"), phrase("who raised it"), "by"),
    )
    return commands.WithdrawDispute(dispute=number, **stated)


def _must_have(line: Tokens, stated: Mapping[str, Any], **expected: str) -> None:
    for part, what in expected.items():
        if not stated.get(part):
            line.wrong(what)


def _number(words: Tokens) -> int:
    words.skip("dispute")
    return words.number(phrase("the number of a dispute"), least=1)


def event_number(words: Tokens) -> int:
    """The number of an event, from 1."""
    return words.number(phrase("the number of an event"), least=1)


def _missing(words: Tokens) -> int | None:
    """The event after which something is missing; None if no number is said here."""
    return event_number(words) if words.skip("after", "behind") else None


def _by(words: Tokens) -> int:
    words.skip(*BY_KINDS)
    return words.number(phrase("the number of a strike, a correction or a ruling"), least=1)


def _who_agreed(words: Tokens) -> tuple[PlayerId, ...]:
    words.skip("by")
    return words.players(phrase("who agreed"))


# Of no use before there is a dispute.
OF_OPEN_DISPUTES = ("answer", "resolve", "withdraw")


def open_dispute_lines(disputes: Sequence[DisputeReport], names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each open dispute: how it may end, and what it is about; of many, the first ones."""
    still_open = [dispute for dispute in disputes if dispute.state == "open"]
    lines = [_ways(dispute, Voice(names)) for dispute in still_open[:TOLD_MOST]]
    left = len(still_open) - len(lines)
    more = counted(left, "more open dispute")
    return [*lines, f"({more})"] if left else lines


def _ways(dispute: DisputeReport, voice: Voice) -> str:
    """The strike or correction that may resolve it comes first, then the word of the bank that waits for who raised it."""
    number, name, about = dispute.number, voice.name(dispute.by), disputed(dispute.event, missing=dispute.missing)
    ways = [f" by {dispute.void_by} {dispute.void_since}"] if dispute.void_since else []
    ways += [""] if dispute.words_of_bank else []
    lines = [f"resolve dispute {number}{way} agreed by {name}" for way in (*ways, ' "WORDS"')]
    remark = say("{player} disputes {what}", player=name, what=about)
    return f"{DOT.join((*lines, f'withdraw dispute {number} by {name}'))} ({remark})"


def dispute_completions(before: str, night: Night) -> list[str]:
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


# The number of one event, or a range.
RUN = re.compile(r"\d{1,9}(-\d{1,9})?")
# More changes than anybody makes in one go, and more events than are struck; a range names at most so many.
RANGE_MOST, STRUCK_MOST = 50, 500
# What chips may be moved from and to, apart from players.
ACCOUNTS = ("pot", "box", "carry")


def _run(words: Tokens, most: int) -> range:
    """The number of one event, or those of a range, of which it gives at most so many behind the first."""
    first, _, last = words.key.partition("-")
    if last and int(last) < int(first):
        words.wrong(phrase("the numbers of the events to strike"))
    words.take()
    return range(int(first), min(int(last or first), int(first) + most) + 1)


def _correct(words: Tokens) -> ParsedLine:
    """`correct 160 to "tove r4"` · `correct 160 to "tove r4" and 163 to "bo 4" "mistyped"`."""
    return ParsedLine(correction=_Clauses(words).read(_instead))


def _insert(words: Tokens) -> ParsedLine:
    """`insert after 160 "bo c"`."""
    return ParsedLine(correction=_Clauses(words).read(_after))


class _Clauses:
    """The clauses of a correction, with `and` between them."""

    def __init__(self, words: Tokens) -> None:
        self.words = words
        self.changes: list[SpokenChange] = []
        self.stop_at: int | None = None

    def read(self, first: Callable[[_Clauses], None]) -> SpokenCorrection:
        """All clauses and the reason, to the end of the line."""
        words = self.words
        first(self)
        while words.skip("and", ","):
            next_clause = CLAUSES.get(words.key, _instead)
            next_clause(self)
        reason = words.take().text if words and words.words[0].quoted else ""
        words.end()
        return SpokenCorrection(tuple(self.changes), self.stop_at, reason)

    def line(self) -> str:
        """The line in quotes, or the rest of this one."""
        if not self.words:
            self.words.wrong(phrase("what happened, as it is typed at the table, in quotes"))
        return self.words.text()


def _instead(clauses: _Clauses) -> None:
    clauses.words.skip("correct")
    version = event_number(clauses.words)
    if not clauses.words.skip("to"):
        clauses.words.wrong(phrase("“to” and what happened instead, in quotes"))
    clauses.changes.append(SpokenChange(version, clauses.line()))


def _after(clauses: _Clauses) -> None:
    clauses.words.skip("insert")
    if not clauses.words.skip("after"):
        clauses.words.wrong(phrase("“after” and the number of an event"))
    version = event_number(clauses.words)
    clauses.changes.append(SpokenChange(version, clauses.line(), after=True))


def _struck(clauses: _Clauses) -> None:
    words = clauses.words
    words.skip("strike")
    if not RUN.fullmatch(words.key):
        words.wrong(phrase("the numbers of the events to strike"))
    clauses.changes += map(SpokenChange, _run(words, RANGE_MOST))


def _stopped(clauses: _Clauses) -> None:
    words = clauses.words
    words.skip("stop")
    if not words.skip("at"):
        words.wrong(phrase("“at” and the number of the event from which on nothing counts"))
    clauses.stop_at = event_number(clauses.words)


CLAUSES = {"after": _after, "insert": _after, "strike": _struck, "stop": _stopped}


def _strike(words: Tokens) -> Command:
    """`strike 41 "wrong player"` · `strike 41-43, 47 "said twice"`."""
    stated = words.parts(
        versions=LinePart(
            phrase("the numbers of the events to strike"), lambda words: bool(RUN.fullmatch(words.key)), _numbers
        ),
        reason=in_quotes(phrase("the reason, such as wrong player,")),
    )
    if "versions" not in stated:
        words.wrong(phrase("the numbers of the events to strike"))
    if not stated.get("reason"):
        words.wrong(phrase('the reason in quotes, such as "wrong player"'))
    return commands.StrikeEvents(**stated)


def _numbers(words: Tokens) -> tuple[int, ...]:
    versions: list[int] = []
    while RUN.fullmatch(words.key):
        versions += _run(words, STRUCK_MOST)
        words.skip(",", "and")
    return tuple(versions)


def _ruling(words: Tokens) -> Command:
    """`ruling "the pot is split" move 5 from pot to anna agreed by anna, bo`."""
    stated = words.parts(
        text=in_quotes(phrase("the words of the ruling")),
        moves=keyed(phrase("“move CHIPS from ACCOUNT to ACCOUNT”"), _moves, "move"),
        agreed_by=keyed(phrase("“agreed by NAMES”"), _who_agreed, "agreed"),
    )
    if not stated.get("text"):
        words.wrong(phrase("the words of the ruling in quotes"))
    if "agreed_by" not in stated:
        words.wrong(phrase("“move CHIPS from ACCOUNT to ACCOUNT” or “agreed by NAMES”"))
    return commands.MakeRuling(**stated)


def _moves(words: Tokens) -> tuple[commands.ChipMove, ...]:
    """`5 from pot to anna`; further moves follow a comma, `and` or `move`."""
    moves = [_move(words)]
    while words.skip("move", ",", "and"):
        if words.key in ("agreed", "") and words:
            break
        if words.key != "move":
            moves.append(_move(words))
    return tuple(moves)


def _move(words: Tokens) -> commands.ChipMove:
    """Who the chips go from and to. If no word says which is which, the giver comes first."""
    chips = words.chips()
    ends: dict[str, str] = {}
    while len(ends) < 2:
        end = "payer" if words.key == "from" else "payee" if words.key == "to" else ""
        if end in ends:
            sentence = say(
                "“{word}” is said twice; say where the chips come from and where they go.", word=Form(words.key)
            )
            raise ShorthandError("said_twice", sentence, column=words.column)
        words.skip("from", "to")
        end = end or next(end for end in ("payer", "payee") if end not in ends)
        ends[end] = _account(words)
    return commands.ChipMove(chips=chips, **ends)


def _account(words: Tokens) -> str:
    if words.key in ACCOUNTS:
        return words.take().key
    return "chips:" + words.player(phrase("pot, box, carry or a player"))


def new_deal(words: Tokens) -> Command:
    """Who demands New Deal, whom it harms, and why. Only a player can have looked, and only a player can be unharmed by a fault."""
    stated = words.parts(
        player=named(phrase("“by” and who demands it"), phrase("who demands it"), "by"),
        harmed=named(phrase("“harms” and a player"), phrase("whom the fault harms"), "harms"),
        looked=flag(LOOKED),
        reason=REASON,
    )
    if "player" not in stated and stated.keys() & {"harmed", "looked"}:
        words.wrong(phrase("“by” and who demands New Deal"))
    return commands.NewDeal(**stated)


# Lines of what was recorded wrongly or is not agreed on, by their first word.
PUTTING_RIGHT_LINES: Mapping[str, LineReader] = {
    "strike": _strike,
    "correct": _correct,
    "insert": _insert,
    "ruling": _ruling,
    "dispute": _dispute,
    "answer": _answer,
    "resolve": _resolve,
    "withdraw": _withdraw,
}
