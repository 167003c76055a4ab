"""A night as one reader may see it, at one version: the basis of every question about a night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import msgspec

from engine.club.acts import NightPhase
from engine.club.nights import phase_of
from engine.club.state import Answered
from engine.commands import Currency, OpenNight
from engine.events import Event, Recorded, kinds_of
from engine.ids import NightId, PlayerId
from engine.reports.transfers import CarriedOn, transfers
from engine.state import BOTTOMLESS, UNKNOWN, Checkpoint, Hand, Night
from service.book.cache import Cache
from service.book.closed_cards import Hiding, open_hands, players_enter
from service.language.local_time import name_or_day

EVENTS_MAX = 20_000
# The chain vouches for everything before a head, so a head identifies these events.
# Everybody at a table may be a reader of their own.
_VISIBLE: Cache[tuple[str, int, PlayerId | None], tuple[Recorded, ...]] = Cache(EVENTS_MAX, size_of=len)
# How nights that go on are told.
_HIDING: Cache[tuple[str, PlayerId | None], Hiding] = Cache(64)
# The nights as readers know them, as of a head.
_KNOWN: Cache[tuple[str, int, PlayerId | None], Night] = Cache(64)
# In place of a player: whoever runs the bank, to whom what players enter for themselves is closed.
_BANK = "*"


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The currency of a night: its ISO code, and how many decimals its smallest unit has."""

    code: str
    exponent: int

    @classmethod
    def of(cls, currency: Currency) -> Money:
        """The same as an answer."""
        return cls(code=currency.code, exponent=currency.exponent)

    @property
    def currency(self) -> Currency:
        """The same as the rules know it."""
        return Currency(code=self.code, exponent=self.exponent)


class PlayerNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A player by id and name."""

    id: PlayerId
    name: str


class PlayerCents(PlayerNamed, frozen=True, kw_only=True):
    """What a player gains, bears or gets (negative: loses or pays)."""

    cents: int


class VisibleNight(msgspec.Struct, frozen=True):
    """`records` is everything recorded, `visible` what this reader may see of it; both are the same for the banker.

    `sees_cards`: the reader may see every card, as those do who run the bank. `viewer` is the player as whom the reader
    looks, None for the bank and for people who hold no cards.
    """

    night_id: str
    head: str
    night: Night
    records: Sequence[Recorded]
    names: Mapping[PlayerId, str]
    sees_cards: bool
    # The kinds of its events, in force or not, and maybe some more; empty if nobody has looked.
    kinds: Set[type[Event]] = frozenset()
    # Lets a night be told without starting at its beginning; only for everything recorded.
    before_hand: Checkpoint | None = None
    # By later night, what its plan took over from this one; the night's own events do not know it.
    carried_on: CarriedOn = msgspec.field(default_factory=dict)
    viewer: PlayerId | None = None
    # What people call the other nights that its plan speaks of, by id.
    nights: Mapping[NightId, str] = msgspec.field(default_factory=dict)
    # What players said of the plan that stands, which only the club's own stream knows; the first first.
    answers: tuple[Answered, ...] = ()
    # By player the cents that they owe from earlier nights, where the house asks for that before it lends.
    owed_before: Mapping[PlayerId, int] = msgspec.field(default_factory=dict)
    # The night with nothing closed, where some of it is closed to whoever runs the bank; else None.
    whole: VisibleNight | None = None

    def as_anybody(self) -> VisibleNight:
        """The same without closed cards, as anybody at the table may see it."""
        return msgspec.structs.replace(self.whole or self, sees_cards=False)

    def for_the_bank(self) -> VisibleNight:
        """The same as whoever runs the bank may see it: what players entered for themselves is closed to them as well.

        `whole` keeps what the rules need to decide anything again; nothing is told from it.
        """
        if not self.sees_cards or self.whole:
            return self
        if not players_enter(self.records, self.kinds or kinds_of(self.records)):
            return self
        hiding = _HIDING.get((self.night_id, _BANK), lambda: Hiding(None, bank=True))
        key = (self.head, self.version, _BANK)
        return msgspec.structs.replace(
            self,
            records=_VISIBLE.get(key, lambda: hiding.visible(self.records)),
            night=_KNOWN.get(key, lambda: hiding.known(self.records)).copy(),
            before_hand=None,
            whole=self,
        )

    @property
    def sees_everything(self) -> bool:
        """Whether nothing at all is closed to this reader."""
        return self.sees_cards and self.whole is None

    @property
    def as_recorded(self) -> Sequence[Recorded]:
        """The records as they stand in the book, for the rules alone: some may be closed to the reader."""
        return (self.whole or self).records

    def night_called(self, night: NightId) -> str:
        """What people call another night: its name and day, or its id."""
        return self.nights.get(night, night)

    @property
    def title(self) -> str:
        """What stands above the night: its name, its day, or its id if the book has no times."""
        return name_or_day(self.opened.name, self.records[0].occurred_at, self.opened.zone) or self.night_id

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.records)

    @property
    def visible(self) -> Sequence[Recorded]:
        """The records without what is closed to this reader; made when first needed, once for all such readers."""
        if self.sees_cards:
            return self.records
        hiding = _HIDING.get((self.night_id, self.viewer), lambda: Hiding(self.viewer))
        return _VISIBLE.get((self.head, self.version, self.viewer), lambda: hiding.visible(self.records))

    @property
    def known(self) -> Night:
        """The night as this reader knows it: folded from what they are told, so that nothing else can be told by it."""
        if self.sees_cards:
            return self.night
        hiding = _HIDING.get((self.night_id, self.viewer), lambda: Hiding(self.viewer))
        return _KNOWN.get((self.head, self.version, self.viewer), lambda: hiding.known(self.records))

    @property
    def opened(self) -> OpenNight:
        """The command that opened the night."""
        return self.night.terms

    @property
    def phase(self) -> NightPhase:
        """How far the night has come."""
        phase = phase_of(self.night)
        if phase == "settling" and self.carried_on and not transfers(self.records, self.night, self.carried_on).open:
            return "settled"
        return phase

    @property
    def money(self) -> Money:
        """The currency with its decimals."""
        return Money.of(self.opened.currency)

    def cards_in(self, hand: Hand) -> dict[PlayerId, tuple[str, ...]]:
        """Everybody's own cards in the hand as this reader may see them; `??` for one that is closed to them."""
        if self.sees_cards:
            return {player: tuple(held.card for held in cards) for player, cards in hand.cards.own.items()}
        return open_hands(hand, self.viewer)

    def board_in(self, hand: Hand) -> tuple[str, ...]:
        """The shared cards of the hand, likewise."""
        return tuple(held.card if held.up or self.sees_cards else UNKNOWN for held in hand.cards.board)

    def stack(self, player: PlayerId) -> int | None:
        """The chips in front of the player; None for a banker who plays from a box without an inventory."""
        stack = self.night.stack(player)
        return None if stack >= BOTTOMLESS else stack

    def named(self, player: PlayerId) -> PlayerNamed:
        """The player by id and name."""
        return PlayerNamed(id=player, name=self.name(player))

    def cents_of(self, player: PlayerId, cents: int) -> PlayerCents:
        """So much for that player."""
        return PlayerCents(id=player, name=self.name(player), cents=cents)

    def name(self, player: PlayerId | None) -> str:
        """The player's name, or the id if there is no name; empty for nobody."""
        return self.names.get(player, player) if player else ""
