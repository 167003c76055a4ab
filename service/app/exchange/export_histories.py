"""Writes the hands of a night as hand histories, for a tracker or another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.speech import say
from service.app.book import Book
from service.app.looking_back.soundness import see_proven
from service.app.refusals import NoHandToWrite, NoHistoryOfHand
from service.exchange.histories.phh_writing import Setting, write_phh
from service.exchange.histories.telling import tell_hands
from service.exchange.histories.told import ToldHand
from service.reports.views.exchange.imports import HandLeftOut, HistoriesWritten
from service.reports.views.visible_night import VisibleNight

# The format of the hands, as refusals name it.
FORMAT = "PHH"


def export_histories(
    book: Book, night_id: str, *, numbers: Sequence[int] = (), is_banker: bool = True
) -> HistoriesWritten:
    """The standard hands of the night, or those of these numbers. Whoever is not the banker gets only cards that were seen.

    Refuses a night whose chain is broken, a number of no hand that the format carries, and a night without any such hand.
    """
    return histories_of(see_proven(book, night_id, is_banker=is_banker), numbers=numbers)


def histories_of(seen: VisibleNight, *, numbers: Sequence[int] = ()) -> HistoriesWritten:
    """The same of a night whose chain holds, as its reader may see it."""
    told, left_out = tell_hands(seen.told)
    known = {int(hand.number): hand for hand in told}
    for number in numbers:
        if number not in known:
            because = next((one.because for one in left_out if one.number == number), say("the night has no such hand"))
            raise NoHistoryOfHand(number, FORMAT, because)
    chosen = [known[number] for number in sorted(set(numbers))] if numbers else told
    missing = [] if numbers else left_out
    if not chosen:
        raise NoHandToWrite(
            seen.night_id,
            FORMAT,
            [
                say("hand {number}, {game}: {because}", number=one.number, game=one.game, because=one.because)
                for one in missing
            ],
        )
    named = [replace(hand, players=_names(hand, seen.names)) for hand in chosen]
    opened = seen.opened
    setting = Setting(
        night=seen.night_id,
        table=opened.name or seen.night_id,
        zone=opened.zone,
        currency=opened.currency.code,
        exponent=opened.currency.exponent,
        unit=opened.unit,
    )
    return HistoriesWritten(
        night=seen.night_id,
        form="phh",
        hands=len(named),
        left_out=tuple(HandLeftOut(number=one.number, game=one.game, because=one.because) for one in missing),
        text=write_phh(named, setting),
    )


def _names(hand: ToldHand, names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names.get(player, player) for player in hand.players)
