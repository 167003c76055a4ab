"""Clubs at random over many nights: every cent is accounted for, and no plan could be shorter.

What each player has coming is kept here by plain sums, and the fewest transfers are found by a search of its own.
`CHIPBOOK_SOAK=1000` plays that many clubs instead of the usual few; `CHIPBOOK_SEED` says with which the first begins.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.adjudicate import adjudicate
from engine.club import acts
from engine.club.facts import evolve, fold
from engine.club.nights import netting, record_of, taking_over
from engine.club.rule import decide
from engine.club.state import Club
from engine.house.agreements import HouseRules
from engine.money import NettedDebt
from tests.engine.club.stream import Stream, admits, digest
from tests.engine.table import Table
from tests.soak import FIRST, rounds

CLUBS = rounds(6)
BANKER = "Z"
PEOPLE = "ABCDEFGHIJKLMNOPQRS"
COINS = {"exact": 1, "0.25": 25, "0.50": 50, "1.00": 100}


def fewest_transfers(nets: Sequence[int]) -> int:
    """People less the most groups that settle among themselves, found over all collections that sum to zero."""
    nets = [net for net in nets if net]
    half = len(nets) // 2
    sums: defaultdict[int, list[int]] = defaultdict(list)
    for mask, total in _collections(nets[:half]):
        sums[-total].append(mask)
    by_lowest: defaultdict[int, list[int]] = defaultdict(list)
    for high, total in _collections(nets[half:]):
        for low in sums.get(total, ()):
            if mask := low | high << half:
                by_lowest[mask & -mask].append(mask)
    known = {0: 0}

    def most(mask: int) -> int:
        if mask not in known:
            inside = (group for group in by_lowest[mask & -mask] if group & mask == group)
            known[mask] = 1 + max(most(mask ^ group) for group in inside)
        return known[mask]

    return len(nets) - most((1 << len(nets)) - 1)


def _collections(nets: Sequence[int]) -> list[tuple[int, int]]:
    """Every collection of these nets as a mask, with its sum."""
    found = [(0, 0)]
    for place, net in enumerate(nets):
        found += [(mask | 1 << place, total + net) for mask, total in found]
    return found


class Evening:
    """A night without hands. What the players have coming is summed up here as it is said, not read from the night."""

    def __init__(self, name: str, chance: random.Random, people: Sequence[str], cash: str) -> None:
        self.chance, self.name, self.table = chance, name, Table()
        self.coming: Counter[str] = Counter()
        self.unit = chance.choice((1, 5, 25, 25))
        rules = HouseRules(rulebook="standard", cash=cash)  # type: ignore[arg-type]
        self.do(commands.OpenNight(night=name, club="club", banker=BANKER, unit=self.unit, rules=rules))
        self.stacks: Counter[str] = Counter()
        for player in people:
            self.do(commands.SeatPlayer(player=player))
            self._buys(player)
        self.people = list(people)

    def do(self, *said: commands.Command) -> None:
        for command in said:
            self.table._accept(command)

    def _buys(self, player: str) -> None:
        chips = self.chance.choice((40, 100, 100, 150))
        self.coming[player] -= chips * self.unit
        self.stacks[player] += chips
        if self.chance.random() < 0.2:
            self.do(commands.BuyChips(player=player, chips=chips))
            self._pays_at_the_table(player, chips * self.unit)
        else:
            self.do(commands.GiveLoan(player=player, chips=chips))

    def _pays_at_the_table(self, player: str, cents: int) -> None:
        self.coming[player] += cents
        self.coming[BANKER] -= cents

    def play(self) -> None:
        """Chips change hands, somebody goes home early, some count wrong, and somebody bears the gap."""
        at_table = list(self.people)
        for _ in range(self.chance.randint(0, 3 * len(at_table))):
            payer, payee = self.chance.sample(at_table, 2)
            if self.stacks[payer]:
                chips = self.chance.randint(1, self.stacks[payer])
                self.do(commands.TransferChips(payer=payer, payee=payee, chips=chips))
                self.stacks[payer] -= chips
                self.stacks[payee] += chips
            if len(at_table) > 2 and self.chance.random() < 0.03:
                early = at_table.pop(self.chance.randrange(len(at_table)))
                self.do(commands.LeaveNight(player=early))
                self.coming[early] += self.stacks.pop(early, 0) * self.unit
        missing = 0
        for player in at_table:
            off = self.chance.choice((-3, -1, 2)) if self.chance.random() < 0.08 else 0
            counted = max(0, self.stacks[player] + off)
            missing += self.stacks[player] - counted
            self.coming[player] += counted * self.unit
            if self.stacks[player] or off:
                self.do(commands.CountChips(player=player, chips=counted))
        self.do(commands.CloseNight())
        if missing:
            self._somebody_bears(missing * self.unit)

    def _somebody_bears(self, cents: int) -> None:
        if self.chance.random() < 0.5:
            self.do(commands.ResolveGap(by="all"))
            share, odd = divmod(abs(cents), len(self.people))
            for place, player in enumerate(self.people):
                self.coming[player] += (share + (place < odd)) * (1 if cents > 0 else -1)
        else:
            self.do(commands.ResolveGap(by="banker"))
            self.coming[BANKER] += cents


class OverNights:
    """A club whose stream says what the service would say of its nights, and sums of its own beside it."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.pool = [*PEOPLE[: self.chance.randint(3, 19)]]
        self.stream = Stream()
        self._take(acts.FoundClub(club="club", name="Friday"), *admits(BANKER, *self.pool))
        self.coming: Counter[str] = Counter()
        self.evenings: list[Evening] = []
        self.cash = self.chance.choice(("exact", "exact", "0.25", "0.50", "1.00"))

    @property
    def club(self) -> Club:
        return self.stream.club

    def _take(self, *said: acts.ClubAct) -> None:
        for act in said:
            self.stream.events.append(event := decide(act, self.club))
            evolve(self.club, event)

    def _record(self, evening: Evening) -> None:
        version = len(evening.table.records)
        noted = record_of(evening.table.night, version=version, head=digest(version))
        self._take(*netting(self.club, evening.table.night), noted)

    def play_a_night(self) -> None:
        size = self.chance.randint(min(3, len(self.pool)), len(self.pool))
        evening = Evening(f"n{len(self.evenings)}", self.chance, self.chance.sample(self.pool, size), self.cash)
        self.evenings.append(evening)
        self._record(evening)
        evening.play()
        self._record(evening)
        for player, cents in evening.coming.items():
            self.coming[player] += cents
        for again in (self.chance.random() < 0.2, False):
            self._settle(evening)
            if not again or not evening.table.night.closing.plan:
                break
            self._take_back(evening)

    def _settle(self, evening: Evening) -> None:
        with_old = self.chance.random() < 0.6
        kind = self.chance.choice(("direct", "direct", "direct", "bank"))
        freeze = commands.FreezePlan(kind=kind, with_old_debts=with_old)
        night, open_before = evening.table.night, self.open_by_person()
        try:
            freeze = taking_over(freeze, night, self.club)
            evening.do(freeze)
        except errors.NoOldDebts:
            assert not self.club.unpaid()
            evening.do(freeze := replace(freeze, with_old_debts=False))
        self._record(evening)
        plan = night.closing.plan
        taken = open_before if freeze.with_old_debts else Counter[str]()
        exact = Counter(evening.coming)
        for player, cents in taken.items():
            exact[player] += cents
        self._is_right(plan, exact, COINS[self.cash])
        for charge in plan.rounded:
            self.coming[charge.player] += charge.cents

    def _is_right(self, plan: commands.FreezePlan, exact: Mapping[str, int], coin: int) -> None:
        moved = {charge.player: charge.cents for charge in plan.rounded}
        whole = {player: cents + moved.get(player, 0) for player, cents in exact.items()}
        assert sum(moved.values()) == 0
        assert all(0 < abs(cents) < coin for cents in moved.values())
        assert all(cents % coin == 0 for cents in whole.values())
        up = [exact[player] % coin for player, cents in moved.items() if cents > 0]
        down = [exact[player] % coin for player, cents in moved.items() if cents < 0]
        assert min(up, default=0) >= max(down, default=0)
        transfers = plan.transfers or ()
        received = Counter[str]()
        for transfer in transfers:
            received[transfer.payer] -= transfer.cents
            received[transfer.payee] += transfer.cents
        assert all(received[player] == cents for player, cents in whole.items())
        assert set(received) <= {*whole, BANKER}
        fewest = fewest_transfers([*whole.values()])
        if plan.kind == "direct":
            assert len(transfers) == fewest
            assert plan.proven_minimal
        else:
            assert len(transfers) == sum(1 for player, cents in whole.items() if cents and player != BANKER)
            assert not plan.proven_minimal or len(transfers) == fewest

    def _take_back(self, evening: Evening) -> None:
        """Strikes the plan before anything is paid: what it took over is unpaid again where it arose."""
        plan = evening.table.night.closing.plan
        (version,) = [record.version for record in evening.table.records if record.event is plan]
        before = self.open_by_person()
        evening.table.strikes(version)
        self._record(evening)
        for charge in plan.rounded:
            self.coming[charge.player] -= charge.cents
        assert not self.club.nights[evening.name].carried
        back = Counter(self.open_by_person())
        for debt in plan.old_debts:
            assert debt in _unpaid_with_nights(self.club)
        for transfer in plan.transfers or ():
            before[transfer.payer] += transfer.cents
            before[transfer.payee] -= transfer.cents
        for debt in plan.old_debts:
            before[debt.payer] -= debt.cents
            before[debt.payee] += debt.cents
        assert {player: cents for player, cents in before.items() if cents} == {
            player: cents for player, cents in back.items() if cents
        }

    def pay_some(self) -> None:
        """Somebody pays, in parts or in full, on any night; what a later night took over is refused."""
        for evening in self.evenings:
            plan = evening.table.night.closing.plan
            for number, transfer in enumerate((plan.transfers or ()) if plan else (), start=1):
                if self.chance.random() < 0.4:
                    self._pay(evening, number, transfer)

    def _pay(self, evening: Evening, number: int, transfer: commands.Transfer) -> None:
        left = transfer.cents - evening.table.night.closing.paid[number - 1]
        if not left:
            evening.table.refuses(commands.RecordPayment(transfer=number), errors.TransferIsPaid)
            return
        evening.table.refuses(commands.RecordPayment(transfer=number, cents=left + 1), errors.PaysTooMuch)
        cents = left if self.chance.random() < 0.5 else self.chance.randint(1, left)
        if (transfer.payer, transfer.payee) not in self.club.nights[evening.name].remaining():
            self._refuses_what_went_on(evening, number, cents)
            return
        evening.do(commands.RecordPayment(transfer=number, cents=cents))
        self._record(evening)
        self.coming[transfer.payer] += cents
        self.coming[transfer.payee] -= cents

    def _refuses_what_went_on(self, evening: Evening, number: int, cents: int) -> None:
        """As the service, which decides the payment first and then asks the club, and keeps nothing if it refuses."""
        what_if = evening.table.night.copy()
        what_if.closing.paid[number - 1] += cents
        noted = record_of(what_if, version=len(evening.table.records) + 1, head=digest(1))
        with pytest.raises(errors.DebtWasCarriedOn) as refused:
            decide(noted, self.club)
        assert refused.value.details["into"] in self.club.carried_from(evening.name)

    def open_by_person(self) -> Counter[str]:
        """What each person gets (negative: owes) by what the club has unpaid."""
        coming: Counter[str] = Counter()
        for debts in self.club.unpaid().values():
            for debt in debts:
                coming[debt.payee] += debt.cents
                coming[debt.payer] -= debt.cents
        return coming

    def adds_up(self) -> None:
        """What is unpaid is what is still coming, to the cent, and the stream and the nights fold to the same."""
        have = self.open_by_person()
        assert {player: cents for player, cents in self.coming.items() if cents} == {
            player: cents for player, cents in have.items() if cents
        }
        assert fold(self.stream.events) == self.club
        for evening in self.evenings:
            assert adjudicate(evening.table.records).findings == ()


def _unpaid_with_nights(club: Club) -> set[NettedDebt]:
    return {
        NettedDebt(debt.payer, debt.payee, debt.cents, night=night)
        for night, debts in club.unpaid().items()
        for debt in debts
    }


@pytest.mark.parametrize("number", range(FIRST, FIRST + CLUBS))
def test_over_all_nights_of_a_club_every_cent_is_accounted_for_and_no_plan_is_too_long(number) -> None:
    club = OverNights(number)
    for _ in range(club.chance.randint(1, 12)):
        club.play_a_night()
        club.pay_some()
    club.adds_up()
