"""The history of each hand: who put in how much, who won what and why, and by which events."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from engine import commands, events
from engine.cards.worth import name_of
from engine.events import Act, Recorded
from engine.folding import Places, effective, postings
from engine.ids import PlayerId
from engine.registry import LEVIED, into
from engine.reports.corrections import WaiverReport, waivers_of
from engine.strikes import OF_THE_BOOK, acts
from engine.wording import options_of


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """One player's part in a hand, in chips. `put_in` counts bets by shadow as paid; `got` counts a struck-out shadow as won.

    So `got - put_in` is the player's result. `owes` is their shadow while it is neither struck out nor paid.
    """

    player: PlayerId
    put_in: int
    by_shadow: int
    got: int
    owes: int
    scored: int = 0
    """Chips won from other players directly (negative: paid to them), in a game without a pot."""
    on_account: int = 0
    """Cents won on account because a loser had no chips left (negative: lost)."""

    @property
    def net(self) -> int:
        """Chips won or, if negative, lost."""
        return self.got - self.put_in + self.scored

    def cents(self, unit: int) -> int:
        """What the hand brought the player in cents, at this worth of a chip."""
        return self.net * unit + self.on_account


class RoundReport(msgspec.Struct, frozen=True, kw_only=True):
    """The chips put in during one betting round; round 0 is antes and blinds."""

    number: int
    chips: int


class PotShare(msgspec.Struct, frozen=True, kw_only=True):
    """One winner's chips in all, `netted` of them by striking out their shadow; `hand` and `cards` if cards decided."""

    player: PlayerId
    chips: int
    netted: int
    hand: str
    cards: tuple[str, ...]
    stands_for: tuple[str, ...]


class AwardReport(msgspec.Struct, frozen=True, kw_only=True):
    """A pot, or one share of it, and how it was won: by cards, by the table's word, or by the last player left."""

    version: int
    pot: int
    share: str
    by: str
    rule: str
    shares: tuple[PotShare, ...]

    @property
    def chips(self) -> int:
        """The chips of all winners together."""
        return sum(share.chips for share in self.shares)


class ShownReport(msgspec.Struct, frozen=True, kw_only=True):
    """Cards a player showed, and what they announced."""

    player: PlayerId
    cards: tuple[str, ...]
    announced: str


class HandHistory(msgspec.Struct, frozen=True, kw_only=True):
    """One hand. `pot` is all that could be won: put in, carried in, and moved in or out by rulings.

    It is what was won, `carried_out` and `set_aside` (taken out of it before it was shared), once the hand has ended.

    `new_deal_by` is None if the whole table demanded it. `first` to `last` are the hand's events as first recorded,
    `redrawn` those put in by a correction or drawn again after one or a strike. `outcome` are the events that say how it ended: who was put out of it
    and by what, what was won, paid and carried. `game` is the one played; if the dealer named it during the hand,
    `announced_as` is the game announced before. `options` are those the dealer named. `deal_was_of`: the player whose
    deal it was, if another dealt.
    """

    number: int
    game: str
    rulebook: str
    announced_as: str
    options: tuple[str, ...]
    dealer: PlayerId | None
    deal_was_of: PlayerId | None
    players: tuple[PlayerId, ...]
    stakes: tuple[Stake, ...]
    rounds: tuple[RoundReport, ...]
    carried_in: int
    ruled_in: int
    pot: int
    awards: tuple[AwardReport, ...]
    carried_out: int
    set_aside: int
    new_deal: bool
    new_deal_by: PlayerId | None
    new_deal_reason: str
    shown: tuple[ShownReport, ...]
    waivers: tuple[WaiverReport, ...]
    rulings: tuple[int, ...]
    ended: bool
    first: int
    last: int
    redrawn: tuple[int, ...]
    outcome: tuple[int, ...]
    started_at: str
    ended_at: str


class _Tally:
    """A hand under construction while its events are read."""

    def __init__(self, number: int, record: Recorded, announced: commands.AnnounceHand) -> None:
        players = announced.players or ()
        self.number = number
        self.announced = announced
        self.named: commands.NameTheGame | None = None
        self.record = record
        self.put_in = dict.fromkeys(players, 0)
        self.by_shadow = dict.fromkeys(players, 0)
        self.got = dict.fromkeys(players, 0)
        self.settled = dict.fromkeys(players, 0)
        self.scored = dict.fromkeys(players, 0)
        self.on_account = dict.fromkeys(players, 0)
        self.rounds = [0]
        self.round = 1
        self.carried_in = self.ruled_in = 0
        self.awards: list[AwardReport] = []
        self.outcome: list[int] = []
        self.carried_out = self.set_aside = 0
        self.new_deal: commands.NewDeal | None = None
        self.shown: dict[PlayerId, ShownReport] = {}
        self.waivers: list[WaiverReport] = []
        self.rulings: list[int] = []
        self.ended = False
        self.records: list[Recorded] = []

    def read(self, record: Recorded) -> None:
        self.records.append(record)
        if isinstance(record.event, commands.MakeRuling):
            self.rulings.append(record.version)
        self.ended = self.ended or isinstance(record.event, events.HandEnded)
        if isinstance(record.event, events.PotAwarded):
            self.awards.append(_award(record.version, record.event))
        if type(record.event) in LEVIED.values():
            self.set_aside += _chips_out_of_the_pot(record.event)
            self.outcome.append(record.version)
        if isinstance(record.event, OUTCOME) and not (
            isinstance(record.event, events.WordJudged) and record.event.good
        ):
            self.outcome.append(record.version)
        note = NOTES.get(type(record.event))
        if note is not None:
            note(self, record.event)

    def finished(self, anew: Collection[int], places: Places) -> HandHistory:
        """The finished history; `anew` are the numbers of the events that strikes drew again or corrections put in."""
        redrawn = tuple(record.version for record in self.records if record.version in anew)
        # An act that a correction put in the place of another stands for that one; what was drawn again, for nothing.
        numbered = [(places.first_recorded(record.version), record) for record in self.records]
        numbered = [one for one in numbered if one[1].caused_by is None or one[0] not in anew]
        last_number, last = max(numbered, key=_number)
        stakes = tuple(self._stake(player) for player in self.announced.players or ())
        remarks = (one.event.player for one in self.records if isinstance(one.event, events.DealerIsAnother))
        stated = self.named or self.announced
        played = stated.declaration
        return HandHistory(
            number=self.number,
            game=stated.game,
            rulebook=played.rulebook if played else self.announced.rulebook,
            announced_as=self.announced.game if self.named else "",
            options=options_of(stated),
            dealer=self.announced.dealer,
            deal_was_of=next(remarks, None),
            players=self.announced.players or (),
            stakes=stakes,
            rounds=tuple(RoundReport(number=number, chips=chips) for number, chips in enumerate(self.rounds)),
            carried_in=self.carried_in,
            ruled_in=self.ruled_in,
            pot=sum(stake.put_in for stake in stakes) + self.carried_in + self.ruled_in,
            awards=tuple(self.awards),
            carried_out=self.carried_out,
            set_aside=self.set_aside,
            new_deal=self.new_deal is not None,
            new_deal_by=self.new_deal.player if self.new_deal else None,
            new_deal_reason=self.new_deal.reason if self.new_deal else "",
            shown=tuple(self.shown.values()),
            waivers=tuple(self.waivers),
            rulings=tuple(self.rulings),
            ended=self.ended,
            first=places.first_recorded(self.record.version),
            last=last_number,
            redrawn=redrawn,
            outcome=tuple(self.outcome),
            started_at=self.record.occurred_at,
            ended_at=last.occurred_at if self.ended else "",
        )

    def _stake(self, player: PlayerId) -> Stake:
        return Stake(
            player=player,
            put_in=self.put_in[player],
            by_shadow=self.by_shadow[player],
            got=self.got[player],
            owes=self.by_shadow[player] - self.settled[player],
            scored=self.scored[player],
            on_account=self.on_account[player],
        )


# By the type of an event: notes it in the tally of its hand.
NOTES: dict[type[Any], Callable[[_Tally, Any], None]] = {}


@into(NOTES, commands.Bet, commands.Call, commands.Raise, commands.PutRight)
def _wagered(tally: _Tally, event: commands.Wager) -> None:
    _reach(tally, tally.round)
    _put_in(tally, event)


@into(NOTES, commands.BuyCard, commands.BuyForgottenCard)
def _card_bought(tally: _Tally, event: commands.BuyCard | commands.BuyForgottenCard) -> None:
    _pay(tally, event.player, event.price or 0, event.shadow)


@into(NOTES, commands.PayFee, events.FeePaid, events.ForcedBetPosted)
def _put_in(tally: _Tally, event: commands.Wager | commands.PayFee | events.FeePaid | events.ForcedBetPosted) -> None:
    _pay(tally, event.player, event.chips or 0, event.shadow)


@into(NOTES, commands.NewDeal)
def _new_deal(tally: _Tally, event: commands.NewDeal) -> None:
    tally.new_deal = event


@into(NOTES, commands.NameTheGame)
def _named(tally: _Tally, event: commands.NameTheGame) -> None:
    tally.named = event


@into(NOTES, commands.ShowHand)
def _shown(tally: _Tally, event: commands.ShowHand) -> None:
    """The last showing counts, because it has all the cards; the first announcement stands."""
    before = tally.shown.get(event.player)
    announced = before.announced if before and before.announced else event.announced
    tally.shown[event.player] = ShownReport(player=event.player, cards=event.cards, announced=announced)


@into(NOTES, commands.MakeRuling)
def _ruled(tally: _Tally, event: commands.MakeRuling) -> None:
    tally.ruled_in += sum(move.chips * ((move.payee == "pot") - (move.payer == "pot")) for move in event.moves)


@into(NOTES, events.UncalledReturned)
def _returned(tally: _Tally, event: events.UncalledReturned) -> None:
    tally.put_in[event.player] -= event.chips
    tally.rounds[-1] -= event.chips


@into(NOTES, events.RoundClosed)
def _round_closed(tally: _Tally, event: events.RoundClosed) -> None:
    """Notes every betting round, also one in which everyone checked."""
    _reach(tally, event.number)
    tally.round = event.number + 1


@into(NOTES, events.DebtPaid)
def _paid(tally: _Tally, event: events.DebtPaid) -> None:
    tally.settled[event.player] += event.chips


@into(NOTES, events.PotAwarded)
def _awarded(tally: _Tally, event: events.PotAwarded) -> None:
    for share in event.shares:
        tally.got[share.player] += share.chips
        tally.settled[share.player] += share.netted


@into(NOTES, events.ScorePaid)
def _scored(tally: _Tally, event: events.ScorePaid) -> None:
    for move in event.moves:
        tally.scored[move.payer] -= move.chips
        tally.scored[move.payee] += move.chips
        tally.on_account[move.payer] -= move.cents
        tally.on_account[move.payee] += move.cents


@into(NOTES, events.PenaltyPaid)
def _penalty(tally: _Tally, event: events.PenaltyPaid) -> None:
    """A penalty or fee counts as put in, like any chip."""
    _pay(tally, event.player, event.chips, 0)


@into(NOTES, events.StakeReturned)
def _stake_returned(tally: _Tally, event: events.StakeReturned) -> None:
    tally.got[event.player] += event.chips


@into(NOTES, events.CarryAdded)
def _carried_in(tally: _Tally, event: events.CarryAdded) -> None:
    tally.carried_in += event.chips


@into(NOTES, events.PotCarried)
def _carried_out(tally: _Tally, event: events.PotCarried) -> None:
    tally.carried_out += event.chips


def put_in_now(records: Sequence[Recorded]) -> Mapping[PlayerId, int]:
    """By player, all the chips put into the pot of the last announced hand; empty before the first."""
    in_force = effective(records)
    announced = [place for place, record in enumerate(in_force) if isinstance(record.event, commands.AnnounceHand)]
    hands = hand_history(in_force[announced[-1] :]) if announced else ()
    return {stake.player: stake.put_in for hand in hands for stake in hand.stakes}


# The events that say how a hand ended, and who could no longer win it.
OUTCOME = (
    events.SidesDeclared,
    events.ContractWon,
    commands.SendOut,
    events.SentOutByCard,
    events.CouldNotBeat,
    events.CouldNotOpen,
    events.WordJudged,
    events.DealOffStarted,
    events.ScorePaid,
    events.StakeReturned,
    events.PotAwarded,
    events.PotCarried,
)


def _number(numbered: tuple[int, Recorded]) -> int:
    return numbered[0]


def _award(version: int, award: events.PotAwarded) -> AwardReport:
    shares = tuple(
        PotShare(
            player=share.player,
            chips=share.chips,
            netted=share.netted,
            hand=str(name_of(share.hand)) if share.hand else "",
            cards=share.cards,
            stands_for=share.stands_for,
        )
        for share in award.shares
    )
    return AwardReport(version=version, pot=award.pot, share=award.share, by=award.by, rule=award.rule, shares=shares)


def _pay(tally: _Tally, player: PlayerId, chips: int, shadow: int) -> None:
    tally.put_in[player] += chips
    tally.by_shadow[player] += shadow
    tally.rounds[-1] += chips


def _chips_out_of_the_pot(event: events.Event) -> int:
    return -sum(amount for account, amount in postings(event) if account == "pot")


def _reach(tally: _Tally, number: int) -> None:
    tally.rounds += [0] * (number + 1 - len(tally.rounds))


def hand_history(records: Sequence[Recorded]) -> tuple[HandHistory, ...]:
    """The history of every hand in force, in order; the last one may still be in play."""
    tallies: list[_Tally] = []
    for number, (announced, *others) in enumerate(acts_by_hand(records), start=1):
        assert isinstance(announced.primary.event, commands.AnnounceHand)
        tally = _Tally(number, announced.primary, announced.primary.event)
        for act in (announced, *others):
            tally.waivers += waivers_of(act.primary)
            for record in (act.primary, *act.consequences):
                tally.read(record)
        tallies.append(tally)
    anew, places = decided_again(records), Places(records)
    return tuple(tally.finished(anew, places) for tally in tallies)


def acts_by_hand(records: Sequence[Recorded]) -> list[list[Act]]:
    """The acts in force of every hand; each hand begins with its announcement."""
    hands: list[list[Act]] = []
    ended = False
    for act in acts(records):
        if isinstance(act.primary.event, commands.AnnounceHand):
            hands.append([])
            ended = False
        elif not (hands and _belongs(act.primary.event, ended=ended)):
            continue
        hands[-1].append(act)
        ended = ended or any(isinstance(record.event, events.HandEnded) for record in act.consequences)
    return hands


def _belongs(event: events.Event, *, ended: bool) -> bool:
    """Whether the event belongs to the hand: any before its end, and later only cards shown late."""
    if isinstance(event, OF_THE_BOOK):
        return False
    return not ended or isinstance(event, commands.ShowHand)


def decided_again(records: Sequence[Recorded]) -> frozenset[int]:
    """The numbers of the acts that corrections put in, and of the consequences that strikes and corrections drew again.

    Consequences drawn again stand apart from the act they follow from.
    """
    places = Places(records)
    anew = set()
    latest: int | None = None
    for record in records:
        if record.caused_by is None:
            latest = record.version
        elif record.caused_by != latest or places.is_placed(record.version):
            anew.add(record.version)
    return frozenset(anew)
