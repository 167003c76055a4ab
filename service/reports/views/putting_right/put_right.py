"""What would change if acts were put right? Hand by hand, for strikes and corrections alike; nothing is recorded."""

from __future__ import annotations

import msgspec

from engine.strikes import Strike
from service.reports.views.events import EventView, one_event
from service.reports.views.putting_right.correction import CorrectionView, correction_view
from service.reports.views.putting_right.strike import PaymentChange, strike_view
from service.reports.views.settling.settlement import Kind
from service.reports.views.visible_night import VisibleNight


class PutRightView(msgspec.Struct, frozen=True, kw_only=True):
    """The effect, hand by hand.

    `payments` are the transfers of which a different part would be paid. `settles_anew`: the plan that would then be frozen
    by itself, because the house settles so; None if none would. Both are of a strike only.
    """

    changed: CorrectionView
    payments: tuple[PaymentChange, ...] = ()
    settles_anew: Kind | None = None


class ConflictView(msgspec.Struct, frozen=True, kw_only=True):
    """The first event that would no longer be possible, why, and the others."""

    because: str
    first: EventView
    others: tuple[EventView, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """The numbers of all of them."""
        return (self.first.version, *(one.version for one in self.others))


def struck_view(seen: VisibleNight, strike: Strike, versions: tuple[int, ...]) -> PutRightView:
    """The effect of a strike."""
    told = strike_view(seen, strike, versions)
    changed = correction_view(seen, strike)
    return PutRightView(changed=changed, payments=told.payments, settles_anew=told.settles_anew)


def corrected_view(seen: VisibleNight, corrected: Strike) -> PutRightView:
    """The effect of a correction."""
    return PutRightView(changed=correction_view(seen, corrected))


def conflict_view(seen: VisibleNight, because: str, versions: tuple[int, ...]) -> ConflictView:
    """The conflict of these events, the first of them first."""
    first, *others = (one_event(seen, version) for version in versions)
    return ConflictView(because=because, first=first, others=tuple(others))
