"""The betting of each hand in words, street by street, at the time it was played: a later correction does not move it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from engine import commands, events
from engine.events import Act, Event, Recorded
from engine.game.steps import Lay
from engine.grammar import listed
from engine.registry import IN_BETTING
from engine.reports.hand_history import acts_by_hand
from engine.reports.sentences import SENTENCES
from engine.speech import say, to_say
from engine.state import UNKNOWN
from engine.wording import Voice, cards_text

# What several players often do one after another: for one of them, and for more.
TOGETHER: Mapping[type[Any], tuple[str, str]] = {
    commands.Check: (to_say("{players} checks"), to_say("{players} check")),
    commands.Fold: (to_say("{players} folds"), to_say("{players} fold")),
}


class StreetReport(msgspec.Struct, frozen=True, kw_only=True):
    """One betting round of a hand, with the forced bets and the draw before it. `round` counts from 1.

    `told` are its acts in one paragraph, and `cards` the shared cards that were turned before it, as far as they lay open.
    `first` to `last` are its events as first recorded; `began_at` is the time of the first of them.
    """

    round: int
    told: str
    cards: tuple[str, ...]
    first: int
    last: int
    began_at: str


def betting(records: Sequence[Recorded], voice: Voice) -> tuple[tuple[StreetReport, ...], ...]:
    """The streets of every hand in force, in the order of `hand_history`; none of a hand in which nobody could bet."""
    return tuple(_streets(hand, voice) for hand in acts_by_hand(records))


def _streets(hand: Sequence[Act], voice: Voice) -> tuple[StreetReport, ...]:
    lays_open = _lays_open(hand[0].primary.event)
    streets: list[StreetReport] = []
    records: list[Recorded] = []
    cards: tuple[str, ...] = ()
    number = 1

    def close_street() -> None:
        nonlocal records, cards
        if records:
            streets.append(_street(number, records, cards, voice))
            records, cards = [], ()

    for act in hand:
        for record in (act.primary, *act.consequences):
            if type(record.event) in IN_BETTING:
                # What follows from an act happened with it, also if a strike has drawn it again since.
                records.append(
                    msgspec.structs.replace(record, version=act.primary.version, occurred_at=act.primary.occurred_at)
                )
            elif isinstance(record.event, events.RoundClosed):
                close_street()
                number = record.event.number + 1
            else:
                cards += _turned(record.event, lays_open=lays_open)
    close_street()
    return tuple(streets)


def _street(number: int, records: Sequence[Recorded], cards: tuple[str, ...], voice: Voice) -> StreetReport:
    return StreetReport(
        round=number,
        told=" ".join(_sentences([record.event for record in records], voice)),
        cards=cards,
        first=records[0].version,
        last=records[-1].version,
        began_at=records[0].occurred_at,
    )


def _sentences(happened: Sequence[Event], voice: Voice) -> Iterator[str]:
    """The forced bets in one sentence, then what the players did in another."""
    forced = [event for event in happened if isinstance(event, events.ForcedBetPosted)]
    others = [event for event in happened if not isinstance(event, events.ForcedBetPosted)]
    if forced:
        yield f"{', '.join(_forced(forced, voice))}."
    if others:
        yield f"{', '.join(_acts(others, voice))}."


def _forced(posted: Sequence[events.ForcedBetPosted], voice: Voice) -> Iterator[str]:
    """The antes at once if all are alike: "Antes 6 × 1"; every other forced bet by itself."""
    antes = [post for post in posted if post.kind == "ante"]
    alike = len(antes) > 1 and len({(post.chips, post.shadow) for post in antes}) == 1 and not antes[0].shadow
    if alike:
        yield say("Antes {number} × {chips}", number=len(antes), chips=antes[0].chips)
    yield from (_clause(post, voice) for post in posted if not (alike and post.kind == "ante"))


def _acts(happened: Sequence[Event], voice: Voice) -> list[str]:
    """Each act as a clause; players who check or fold one after another share one."""
    clauses: list[str] = []
    for kind, run in groupby(happened, key=type):
        if kind in TOGETHER:
            players = list(dict.fromkeys(event.player for event in run))  # type: ignore[union-attr]
            one, more = TOGETHER[kind]
            names = listed([voice.name(player) for player in players])
            clauses.append(say(one if len(players) == 1 else more, players=names))
        elif kind is events.WentAllIn and clauses:
            # It stands behind the bet, call or shadow that it follows from.
            clauses[-1] = say("{does} and is all-in", does=clauses[-1])
        else:
            clauses += [_clause(event, voice) for event in run]
    return clauses


def _clause(event: Event, voice: Voice) -> str:
    """The sentence of the event without its full stop. What was drawn is not told here, because it lay closed."""
    if isinstance(event, commands.Exchange):
        if not event.number:
            return say("{player} stands pat", player=voice.name(event.player))
        return say("{player} draws {cards}", player=voice.name(event.player), cards=event.number)
    text = SENTENCES[type(event)](event, voice)
    return text.removesuffix(".")


def _turned(event: Event, *, lays_open: bool) -> tuple[str, ...]:
    """The shared cards that lie open from now on, as far as they are known."""
    if isinstance(event, commands.Turn):
        cards: tuple[str, ...] = (event.card,)
    elif isinstance(event, commands.Lay) and lays_open:
        cards = event.cards
    else:
        cards = ()
    return tuple(card for card in cards if card != UNKNOWN)


def _lays_open(announced: Event) -> bool:
    """Whether every shared card of the game is laid open."""
    declared = announced.declaration if isinstance(announced, commands.AnnounceHand) else None
    return declared is not None and not any(isinstance(step, Lay) and step.down for step in declared.steps)


def street_text(street: StreetReport) -> str:
    """The street as a paragraph: from the second round on with its number, and with the cards that were turned."""
    if street.cards:
        return say(
            "Round {number} {cards}: {told}", number=street.round, cards=cards_text(street.cards), told=street.told
        )
    if street.round > 1:
        return say("Round {number}: {told}", number=street.round, told=street.told)
    return street.told
