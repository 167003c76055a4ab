"""What is offered in the place of an act: what was meant is among it, every button leads on or says why not, a line says the same."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import commands, errors
from engine.decider import as_stated, decide
from engine.events import Act, Recorded
from engine.folding import fold
from engine.library import GAMES
from engine.night.putting_right.acts import OtherAct
from engine.reports.corrections import chips_to_move
from engine.strikes import OF_THE_BOOK, Strike, acts
from service.app.night.lines import correction_in
from service.book.recording.filling_in import NOTHING_KNOWN
from service.language.names import refusal_text
from service.language.shorthand.tokens import SpokenChange, SpokenCorrection
from service.reports.views.play.controls.form import Control
from service.reports.views.play.instead import AtPlace, Instead, after_it, end_of_hand, in_its_place, of_the_end, plain
from service.reports.views.putting_right import CorrectionView, correction_view
from service.reports.views.visible_night import VisibleNight
from tests.engine.again import correct, strike
from tests.engine.mistyped import REASON, Written, evening
from tests.engine.simulate.evening import PEOPLE
from tests.engine.table import snapshot
from tests.soak import rounds

SEEDS = range(1, rounds(4) + 1)
# So many acts of a night are looked at, and so many buttons of each are tried.
PLACES, TRIED = 8, 4
NAMES = {player: player.title() for player in PEOPLE}
# What says who asks, confirms and disputes is theirs, a ruling is words, and a bank is handed over counted.
NOT_OFFERED = (
    commands.PassBank,
    commands.OpenNight,
    *OF_THE_BOOK,
    commands.MakeRuling,
    commands.AskForChips,
    commands.ApproveRequest,
    commands.DeclineRequest,
    commands.WithdrawRequest,
    commands.SayCount,
    commands.SayPayment,
    commands.ConfirmCount,
    commands.ConfirmPayment,
    commands.RaiseDispute,
    commands.AnswerDispute,
    commands.ResolveDispute,
    commands.WithdrawDispute,
    commands.GiveBanksWord,
    commands.AgreeToBanksWord,
)


def seen(records: Sequence[Recorded]) -> VisibleNight:
    """The night as the bank sees it."""
    return VisibleNight("n", f"{id(records)}-{len(records)}", fold(records), records, NAMES, sees_cards=True)


def some_acts(records: Sequence[Recorded], chance: random.Random) -> list[Act]:
    """Some of the acts that can be wrong."""
    at_the_table = [act for act in acts(records) if not isinstance(act.primary.event, NOT_OFFERED)]
    return chance.sample(at_the_table, min(PLACES, len(at_the_table)))


def buttons(place: AtPlace) -> list[Instead]:
    whole = [place.whole_hand] if place.whole_hand else []
    return [one for group in (*place.likely, *whole, *place.everybody) for one in group.acts]


def forms(place: AtPlace) -> Iterator[Control]:
    return (one for group in (*place.likely, *place.everybody) for one in group.asks)


def fields_of(form: Control) -> set[str]:
    """The fields of the command that the form asks for; with another game, what was said of the first goes."""
    asked = [form.amount, form.words, *form.cards, *form.picks]
    result = {one.field for one in asked if one is not None} | ({"rankings"} if form.parts else set())
    return result | ({"rulebook", "options"} if "game" in result else set())


def unsaid(raw: dict[str, Any], fields: set[str]) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name not in fields}


def as_asked(event: commands.Command, stated: Sequence[str] | None) -> dict[str, Any]:
    """The act as it can be chosen: a count by kinds is a number, and closed cards are dealt unseen, in the usual order."""
    meant = event if stated is None else as_stated(event, stated)
    if isinstance(event, commands.CountChips):
        meant = commands.CountChips(player=event.player, chips=event.chips)
    return unsaid(plain(meant), {"cards", "first"} if isinstance(event, commands.Deal | commands.Lay) else set())


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_meant_can_be_chosen_at_its_place(seed) -> None:
    records = Written(evening(seed)).records
    missing = []
    for act in some_acts(records, random.Random(seed)):
        event = act.primary.event
        assert isinstance(event, commands.Command)
        raw = as_asked(event, act.primary.stated)
        night = fold([one for one in records if one.version < act.primary.version])
        place = in_its_place(seen(records), act.primary.version)
        taps = [one.command for one in buttons(place) if one.command is not None]
        said = raw in taps or any(comes_to(night, one) == event for one in taps)
        if not said and not any(
            unsaid(one.command, fields_of(one)) == unsaid(raw, fields_of(one)) for one in forms(place)
        ):
            missing.append((act.primary.version, raw))
    assert missing == []


def comes_to(night: Any, raw: dict[str, Any]) -> commands.Command | None:
    try:
        return decide(msgspec.convert(raw, OtherAct), night)
    except errors.Refusal:
        return None


def put_right(records: Sequence[Recorded], one: Instead, version: int, *, after: bool = False) -> Strike:
    """What the button does."""
    if one.command is None:
        return strike(records, commands.StrikeEvents(versions=one.strikes, reason=REASON))
    change = commands.Change(version, msgspec.convert(one.command, OtherAct), after)
    changes = (change, *map(commands.Change, one.strikes))
    return correct(records, commands.CorrectEvents(changes=changes, reason=REASON))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_button_leads_to_its_effect_or_to_a_sentence_that_says_why_not(seed) -> None:
    chance, records = random.Random(seed), Written(evening(seed)).records
    told: list[str] = []
    effects: list[CorrectionView] = []
    for act in some_acts(records, chance):
        version = act.primary.version
        for place, after in ((in_its_place(seen(records), version), False), (after_it(seen(records), version), True)):
            offered = buttons(place)
            for one in chance.sample(offered, min(TRIED, len(offered))):
                try:
                    result = put_right(records, one, version, after=after)
                except errors.Refusal as refusal:
                    told.append(refusal_text(refusal, NAMES))
                else:
                    effects.append(correction_view(seen(records).as_anybody(), result))
    assert effects
    assert all(told)


# One evening: Dora deals, Anna bets 4 and is called by Bo and Carl; the table says that Bo wins.
HAND = (
    commands.AnnounceHand(game="Straight Poker", rulebook="enemaerke", dealer="dora"),
    commands.Bet(player="anna", chips=4),
    commands.Call(player="bo"),
    commands.Call(player="carl"),
    commands.Fold(player="dora"),
    commands.NameWinners(rankings=((("bo",),),)),
)
ANNOUNCED, BET, CALLED, CALLED_TOO, FOLDED, WON = range(6)


def an_evening() -> tuple[list[Recorded], list[int]]:
    """The night, and the numbers of the acts of its hand."""
    opened = commands.OpenNight(night="n", club="c", banker="bo", rules=commands.HouseRules(initial_loan=150))
    written = Written([opened, *(commands.SeatPlayer(player=player) for player in ("anna", "bo", "carl", "dora"))])
    return written.records, [written.do(command) for command in HAND]


def tapped(place: AtPlace, title: str, label: str) -> Instead:
    """The button under this title, or of this player."""
    whole = [place.whole_hand] if place.whole_hand else []
    (one,) = (
        one
        for group in (*place.likely, *whole, *place.everybody)
        for one in group.acts
        if (group.title, one.label) == (title, label)
    )
    return one


def typed(records: Sequence[Recorded], version: int, line: str, *, after: bool = False) -> Strike:
    return correct(
        records, correction_in(records, SpokenCorrection((SpokenChange(version, line, after),)), NAMES, NOTHING_KNOWN)
    )


# An act, the title under which it is put right, the button, and the line that says the same.
MISTAKES = (
    (WON, "Somebody else won", "Anna wins", "anna wins"),
    (BET, "Anna did something else", "Bet 3", "anna 3"),
    (FOLDED, "Dora did something else", "Call 4", "dora c"),
    (CALLED_TOO, "Carl did something else", "Fold", "carl f"),
    (CALLED, "Somebody else did it", "Carl", "carl c"),
    (ANNOUNCED, "The ante was another", "An ante of 3", "hand straight poker by dora ante 3"),
    (ANNOUNCED, "The options were others", "With high spade", "hand straight poker by dora with high-spade"),
)


@pytest.mark.parametrize(("act", "title", "label", "line"), MISTAKES, ids=[f"{one[1]}: {one[2]}" for one in MISTAKES])
def test_a_button_comes_to_the_same_book_as_the_typed_correction(act, title, label, line) -> None:
    records, versions = an_evening()
    one = tapped(in_its_place(seen(records), versions[act]), title, label)
    try:
        meant: object = snapshot(typed(records, versions[act], line).night)
    except errors.Refusal as refusal:
        meant = refusal.code
    try:
        chosen: object = snapshot(put_right(records, one, versions[act]).night)
    except errors.Refusal as refusal:
        chosen = refusal.code
    assert chosen == meant


def test_what_was_forgotten_is_chosen_by_who_and_what_and_how_many() -> None:
    records, versions = an_evening()
    one = tapped(after_it(seen(records), versions[WON]), "Carl", "Carl borrows 150 chips, for 37.50 DKK")
    result = put_right(records, one, versions[WON], after=True)
    assert snapshot(result.night) == snapshot(typed(records, versions[WON], "carl +150", after=True).night)
    assert result.night.stack("carl") == 294


def test_chips_that_wait_for_the_end_of_a_hand_are_offered_before_it() -> None:
    records, versions = an_evening()
    place = after_it(seen(records), versions[BET])
    assert "over" in place.waits
    assert place.before is not None
    assert place.before < versions[ANNOUNCED]
    lent = tapped(after_it(seen(records), place.before), "Carl", "Carl borrows 150 chips, for 37.50 DKK")
    assert put_right(records, lent, place.before, after=True).night.stack("carl") == 294


def test_a_hand_was_a_misdeal_or_does_not_count() -> None:
    records, versions = an_evening()
    assert end_of_hand(seen(records), 1) == versions[WON]
    place = in_its_place(seen(records), versions[BET])
    misdeal = put_right(
        records, tapped(place, "The whole hand", "Misdeal: the pot goes to the next hand"), versions[BET]
    )
    assert misdeal.night.hand is None
    assert misdeal.night.balance["carry"] == 8
    never = tapped(
        of_the_end(seen(records), versions[WON]), "The whole hand", "It does not count: all take their chips back"
    )
    result = put_right(records, never, versions[WON])
    assert result.night.hands_played == 0
    assert [one.chips for one in chips_to_move(fold(records), result.night)] != []
    assert {result.night.stack(player) for player in ("anna", "bo", "carl", "dora")} == {150}


def test_the_way_on_from_a_conflict_is_offered_as_the_night_would_stand_there() -> None:
    records, versions = an_evening()
    checked = SpokenCorrection((SpokenChange(versions[BET], "anna x"),), stop_at=versions[CALLED])
    night = correct(records, correction_in(records, checked, NAMES, NOTHING_KNOWN)).night
    offered = in_its_place(seen(records), versions[CALLED], night)
    (own,) = (group for group in offered.likely if group.title == "Bo did something else")
    assert [one.label for one in own.acts][:2] == ["Check", "Bet 1"]


# An act of a hand beside the betting, and a game in which it occurs.
FORGOTTEN = (
    (commands.Exchange, "Three Card Draw"),
    (commands.PassCards, "Chicago Seven"),
    (commands.Discard, "Tarok"),
    (commands.DeclareSide, "Jumping Jacks"),
    (commands.ShowHand, "Straight Poker"),
    (commands.Deal, "Baseball"),
    (commands.Turn, "Cincinnati"),
)


@pytest.mark.parametrize(("kind", "game"), FORGOTTEN, ids=[one[0].__name__ for one in FORGOTTEN])
def test_what_is_missing_can_be_chosen_before_the_act_that_is_impossible_without_it(kind, game) -> None:
    first = next(at for at, one in enumerate(GAMES) if one.name == game)
    # Evenings of the game with its cards, until one has an act of which something that follows depends.
    evenings = (Written(evening(seed)).records for seed in range(first, first + 20 * len(GAMES), 2 * len(GAMES)))
    assert any(_is_offered_again(records, kind) for records in evenings)


def _is_offered_again(records: Sequence[Recorded], kind: type[commands.Command]) -> bool:
    """Whether acts of this kind are offered where the night would stand without them; False if it could do without each."""
    tried = False
    for act in (one.primary for one in acts(records) if type(one.primary.event) is kind):
        out = commands.CorrectEvents(changes=(commands.Change(act.version),), reason=REASON)
        try:
            correct(records, out)
        except errors.CorrectionConflicts as conflict:
            stop = conflict.details["version"]
        else:
            continue
        place = in_its_place(seen(records), stop, correct(records, replace(out, stop_at=stop)).night)
        whose = getattr(act.event, "player", None)
        offered = [one.command for group in place.first for one in (*group.acts, *group.asks)]
        named = [(raw["type"], raw.get("player")) for raw in offered if raw is not None]
        assert (kind.__struct_config__.tag, whose) in named, (act.version, stop)
        tried = True
    return tried
