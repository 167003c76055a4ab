"""Words of people and payments are nobody else's: random nights in which everything is corrected, struck and taken back."""

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.commands import Change
from engine.decider import as_stated
from engine.events import Event, Recorded
from engine.folding import Places, effective, fold
from engine.night.closing.taking_back import OF_A_TRANSFER, transfers_of
from engine.state import Night
from engine.strikes import OF_THE_BOOK, WORDS_AND_PAYMENTS, Strike, acts
from tests.engine.again import correct, strike
from tests.engine.mistyped import slips
from tests.engine.table import house, snapshot
from tests.engine.walker import (
    PLAYERS,
    Maker,
    Walk,
    check,
    close,
    count,
    dispute,
    freeze,
    hand_over,
    issue,
    pass_on,
    pay,
    pay_early,
    request,
    resolve,
)
from tests.soak import FIRST, rounds

NIGHTS = rounds(40)
ACTS = 60
# Short hands: a walk of many acts sees several of them.
HANDS = ("Straight Poker", "Three Card Draw", "Texas Hold'em")

OPEN: tuple[tuple[Maker, int], ...] = (
    *((issue, 4), (pass_on, 4), (request, 5), (count, 4), (pay_early, 1), (dispute, 2), (close, 5), (hand_over, 1)),
)
CLOSED: tuple[tuple[Maker, int], ...] = ((resolve, 4), (freeze, 5), (request, 2), (dispute, 1), (pay_early, 1))
PLANNED: tuple[tuple[Maker, int], ...] = ((pay, 5), (request, 6), (freeze, 1), (dispute, 1))
BY_PHASE = {"open": OPEN, "closed": CLOSED, "planned": PLANNED, "new": OPEN, "closing": OPEN}


def is_word_or_payment(event: Event) -> bool:
    return type(event) in WORDS_AND_PAYMENTS


@dataclass
class Mended(Walk):
    """A walk in which every fourth act puts something right; it looks at the words and payments before and after."""

    mended: int = 0
    there_and_back: int = 0

    def run(self, length: int) -> None:
        self.asks = self.quarrels = self.mends = self.chance
        rules = house("standard", settles="ask")
        self.try_to(commands.OpenNight(night="n", club="c", banker=self.chance.choice(PLAYERS[:3]), rules=rules))
        for player in PLAYERS[: self.chance.randint(2, 4)]:
            self.try_to(commands.SeatPlayer(player=player))
            self.try_to(commands.GiveLoan(player=player, chips=self.chance.choice((20, 50, 100))))
        for _ in range(length):
            chance = self.chance.random()
            if chance < 0.2:
                self.mend()
            elif chance < 0.27:
                self.goes_there_and_back()
            elif self.night.hand is not None:
                self.act()
            else:
                makers, odds = zip(*BY_PHASE[self.night.phase], strict=True)
                (maker,) = self.chance.choices(makers, odds)
                command = maker(self)
                if command is not None:
                    self.try_to(command)
            if self.night.hand is None and self.night.phase == "open" and self.chance.random() < 0.03:
                self.try_to(commands.AnnounceHand(game=self.chance.choice(HANDS)))
        check(snapshot(fold(self.records)) == snapshot(self.night), "the book folds to another night")
        check(adjudicate(self.records).findings == (), adjudicate(self.records).findings)

    # What is put right

    def mend(self) -> None:
        """Takes back what was said last, strikes any act, or puts another in its place or behind it."""
        in_force = [act.primary for act in acts(self.records)]
        one = self.chance.choice(in_force)
        kind = self.chance.random()
        if kind < 0.25:
            self.puts_right(commands.StrikeEvents(versions=(in_force[-1].version,), reason="undo"))
        elif kind < 0.5:
            self.puts_right(commands.StrikeEvents(versions=(one.version,), reason="wrong"))
        elif (instead := self.otherwise(one.event)) is not None:
            change = Change(one.version, instead, after=self.chance.random() < 0.2)
            self.puts_right(commands.CorrectEvents(changes=(change,), reason="mistyped"))

    def otherwise(self, event: Event) -> commands.Command | None:
        """What somebody may have typed instead; None if nothing else can be."""
        if not isinstance(event, commands.Command) or isinstance(event, (commands.OpenNight, *OF_THE_BOOK)):
            return None
        found = list(slips(event, self.night, self.chance))
        if isinstance(cents := getattr(event, "cents", None), int) and not isinstance(event, commands.GiveLoan):
            fields = {name: getattr(event, name) for name in event.__struct_fields__}
            found += [type(event)(**(fields | {"cents": cents + more})) for more in (-100, 1, 100) if cents + more > 0]
        return self.chance.choice(found) if found else None

    def puts_right(self, command: commands.StrikeEvents | commands.CorrectEvents) -> bool:
        """Does it, and where acts stand in the way half the time without them; whether it was done."""
        try:
            outcome = self.decided(command)
        except errors.StrikeConflicts as conflict:
            check(str(conflict).endswith("."), conflict)
            self.refusals[conflict.code] += 1
            others = [conflict.details["version"], *(other["version"] for other in conflict.details["others"])]
            if self.chance.random() < 0.5:
                return self.puts_right(without(command, others))
            return False
        except errors.Refusal as refusal:
            self.refusals[refusal.code] += 1
            return False
        self.takes(command, outcome)
        return True

    def decided(self, command: commands.StrikeEvents | commands.CorrectEvents) -> Strike:
        if isinstance(command, commands.StrikeEvents):
            return strike(self.records, command)
        return correct(self.records, command)

    def takes(self, command: commands.StrikeEvents | commands.CorrectEvents, outcome: Strike) -> None:
        """Records it. Asserts that it changed nobody's words and payments but those that it names."""
        before, last = effective(self.records), len(self.records)
        self.records += outcome.recorded(last)
        self.night = outcome.night
        self.mended += 1
        after, places = effective(self.records), Places(self.records)
        # Where a correction comes back to a place at which the act itself stands again, what was corrected last stands.
        taken = {places.of_act(one.version) for one in after}
        gone = {one for one in words_of(before) - words_of(after) if places.of_act(one) not in taken}
        named = set(self.named_by(command))
        check(gone <= named, f"{command} makes void {gone - named}, which it does not name")
        put_in = [one.event for one in self.records[last:] if is_word_or_payment(one.event)]
        said = [change.act for change in getattr(command, "changes", ()) if is_word_or_payment(change.act)]
        check(len(put_in) <= len(said), f"{command} says {put_in} for somebody")
        self.pays_whom_it_paid()

    def named_by(self, command: commands.StrikeEvents | commands.CorrectEvents) -> Iterator[int]:
        """The acts that this names, with those that came in with a correction or went with a strike that it takes back."""
        if isinstance(command, commands.StrikeEvents):
            for version in command.versions:
                yield version
                yield from self.brought_and_struck(version)
        else:
            yield from (change.version for change in command.changes)

    def brought_and_struck(self, version: int) -> Iterator[int]:
        if isinstance(self.records[version - 1].event, OF_THE_BOOK):
            struck = self.records[version].event
            yield from (placed.version for placed in getattr(struck, "placed", ()))
            for one in getattr(struck, "void", ()):
                yield from self.brought_and_struck(one)
                yield one

    def pays_whom_it_paid(self) -> None:
        """Asserts that every payment in force, and what is said of it, is between those between whom it was recorded."""
        in_force = effective(self.records)
        for place, one in enumerate(in_force):
            if isinstance(one.event, OF_A_TRANSFER):
                number = one.event.transfer
                now, then = transfers_of(in_force[:place]), transfers_of(effective(self.records[: one.version - 1]))
                parties = [(plan[number - 1].payer, plan[number - 1].payee) for plan in (now, then)]
                check(parties[0] == parties[1], f"{one} was of {parties[1]} and is of {parties[0]}")

    # There and back

    def goes_there_and_back(self) -> None:
        """Corrects an act and puts the first one back in its place."""
        one = self.chance.choice([act.primary for act in acts(self.records)])
        instead = self.otherwise(one.event)
        if instead is None or one.stated is None:
            return
        first = one.event if is_word_or_payment(one.event) else as_stated(one.event, one.stated)
        was = self.looks()
        if not self.stays_as_it_is(one, first):
            return
        there = commands.CorrectEvents(changes=(Change(one.version, instead),), reason="there")
        try:
            outcome = correct(self.records, there)
        except errors.Refusal:
            return
        self.takes(there, outcome)
        back: commands.StrikeEvents | commands.CorrectEvents = commands.CorrectEvents(
            changes=(Change(outcome.struck.placed[0].version, first),), reason="back"
        )
        try:
            returned = self.decided(back)
        except errors.CorrectionConflicts:
            # A waiver that was not needed any more, or who bore the gap, is needed again: the correction is struck.
            back = commands.StrikeEvents(versions=(len(self.records) - len(outcome.drafts) + 1,), reason="back")
            returned = self.decided(back)
        self.takes(back, returned)
        check(self.looks() == was, f"{one}, {instead} and back: {was} became {self.looks()}")
        self.there_and_back += 1

    def stays_as_it_is(self, one: Recorded, said: commands.Command) -> bool:
        """Whether the act in its own place changes nothing. It may, where an earlier strike left what a player did as it was,
        such as an all-in of chips that are fewer by then.
        """
        try:
            outcome = correct(self.records, commands.CorrectEvents(changes=(Change(one.version, said),)))
        except errors.Refusal:
            return False
        return stacks_of(outcome.night) == stacks_of(self.night)

    def looks(self) -> tuple[list[Event], dict[str, int], list[int]]:
        """Every word and payment in force, all stacks, and what is paid of each transfer, if anything is."""
        words = [one.event for one in effective(self.records) if is_word_or_payment(one.event)]
        paid = self.night.closing.paid
        return words, stacks_of(self.night), list(paid) if any(paid) else []


def stacks_of(night: Night) -> dict[str, int]:
    return {account: held for account, held in night.balance.items() if account.startswith("chips:") and held}


def words_of(in_force: Collection[Recorded]) -> set[int]:
    return {one.version for one in in_force if is_word_or_payment(one.event)}


def without(
    command: commands.StrikeEvents | commands.CorrectEvents, others: list[int]
) -> commands.StrikeEvents | commands.CorrectEvents:
    """The same, with these acts out of the way."""
    if isinstance(command, commands.StrikeEvents):
        return replace(command, versions=(*command.versions, *others))
    return replace(command, changes=(*command.changes, *(Change(version) for version in others)))


def test_no_act_of_anybody_changes_the_words_of_another_and_no_sequence_ends_in_an_assertion() -> None:
    mended = there_and_back = 0
    for seed in range(FIRST, FIRST + NIGHTS):
        walk = Mended(random.Random(seed))
        try:
            walk.run(ACTS)
        except Exception as problem:
            raise AssertionError(f"Seed {seed} went wrong: {problem!r}") from problem
        mended += walk.mended
        there_and_back += walk.there_and_back
    assert mended > NIGHTS
    assert there_and_back > NIGHTS / 4
