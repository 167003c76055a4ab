"""Why pots were won or carried and scores paid, found from the state of the hand at that moment."""

from collections.abc import Collection, Mapping, Sequence

from engine import commands, events
from engine.events import Act, Recorded
from engine.folding import evolve
from engine.judge.of_tricks import why_scored
from engine.judge.why import Name, why_awarded, why_carried
from engine.registry import LEVIED
from engine.state import Checkpoint, Night
from engine.strikes import acts
from engine.wording import Voice

# The first of these among an act's consequences begins the division of the pots.
DIVIDING = (
    events.MarkerReturned,
    events.DebtPaid,
    *LEVIED.values(),
    events.PotAwarded,
    events.DealOffStarted,
    events.PotCarried,
)
EXPLAINED = (events.PotAwarded, events.PotCarried, events.ScorePaid)


def reasons(
    records: Sequence[Recorded],
    names: Mapping[str, str],
    among: Collection[int] | None = None,
    *,
    since: Checkpoint | None = None,
) -> dict[int, str]:
    """The reasons for each award, carry and score in force, by event number; `among` limits them to these numbers.

    `since` saves reading the events before it. No later event may correct those, and no event asked about may be among
    them.
    """
    told: dict[int, str] = {}
    if since is not None:
        records = records[since.records :]
    if not any(_is_asked(record, among) for record in records):
        return told
    night, name = Night() if since is None else since.night.copy(), Voice(names).name
    for act in acts(records):
        asked = any(_is_asked(record, among) for record in act.consequences)
        divided = False
        for record in (act.primary, *act.consequences):
            if asked and not divided and isinstance(record.event, DIVIDING):
                divided = True
                told |= _of_act(night, act, name)
            if asked and isinstance(record.event, events.ScorePaid) and night.hand is not None:
                told[record.version] = why_scored(night.hand, record.event, name)
            evolve(night, record.event)
    return {version: why for version, why in told.items() if why and (among is None or version in among)}


def _is_asked(record: Recorded, among: Collection[int] | None) -> bool:
    # Comparing numbers is fast, and most events are not asked about.
    return (among is None or record.version in among) and isinstance(record.event, EXPLAINED)


def _of_act(night: Night, act: Act, name: Name) -> dict[int, str]:
    """The reasons for the consequences of one act, judged on the night just before the pots were divided."""
    hand = night.hand
    if hand is None or isinstance(act.primary.event, commands.NewDeal):
        return {}
    awards = {
        record.version: record.event for record in act.consequences if isinstance(record.event, events.PotAwarded)
    }
    told = {
        version: why_awarded(night, hand, tuple(awards.values()), place, name) for place, version in enumerate(awards)
    }
    if not awards:
        told = {
            record.version: why_carried(hand, name)
            for record in act.consequences
            if isinstance(record.event, events.PotCarried)
        }
    return {version: why for version, why in told.items() if why}
