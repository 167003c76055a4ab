"""What everybody may see of a night: closed by default, open where it lay open."""

import random
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import cli
from engine import commands, events
from engine.acts import Cards, CardText
from engine.decider import accept
from engine.errors import Refusal
from engine.events import NAME_OF, Recorded
from engine.folding import fold
from engine.game.options import HighLow
from engine.game.steps import DeclareSides
from engine.house.agreements import HouseRules
from engine.library import GAMES
from engine.play.script.offers import offers
from engine.reports.sentences import reasons
from engine.state import UNKNOWN, Night
from service.app.book import Book
from service.app.night.lines import replay
from service.book.closed_cards import (
    OPEN_TO_ALL,
    SHOWN_TO_ALL,
    Hiding,
    as_all_may_see,
    card_fields,
    open_hands,
    players_enter,
)
from service.book.store.event_store import EventStore
from service.reports.night_report import build
from tests.engine.hands import worth
from tests.engine.midnight_games import MIDNIGHT_BASEBALL
from tests.engine.mistyped import Written, evening
from tests.engine.reports.evening import random_evening
from tests.service.book.moving.clubs import CLUB, NIGHT, found
from tests.soak import rounds


def night_of(*said: commands.Command) -> list[Recorded]:
    night, records = Night(), []
    for command in said:
        first = len(records) + 1
        for place, event in enumerate(accept(night, command)):
            records.append(Recorded(len(records) + 1, event, first if place else None))
    return records


def opening(game: str, **announced: object) -> list[commands.Command]:
    rules = commands.HouseRules(initial_loan=150, auto="none")
    seats = [commands.SeatPlayer(player=player) for player in "abc"]
    return [
        commands.OpenNight(night="n", club="k", banker="b", rules=rules),
        *seats,
        commands.AnnounceHand(game=game, dealer="c", **announced),
    ]


def test_every_event_that_holds_cards_is_known_to_do_so():
    """A new kind of event keeps its cards to itself until somebody has decided that they are open."""
    for kind in NAME_OF:
        holding = {field.name for field in msgspec.structs.fields(kind) if field.type in (Cards, CardText)}
        assert kind in SHOWN_TO_ALL or holding - set(OPEN_TO_ALL.get(kind, ())) == holding & set(card_fields(kind))


def test_the_open_card_of_a_deal_is_told_and_the_closed_one_is_not():
    records = night_of(
        *opening("Five Card Stud"),
        commands.Deal(cards=("As", "Kd", "Qh")),
        commands.Deal(cards=("2c", "3c", "4c")),
    )
    deals = [record.event.cards for record in as_all_may_see(records) if isinstance(record.event, commands.Deal)]
    assert deals == [("??", "??", "??"), ("2c", "3c", "4c")]


def test_a_card_of_a_pile_is_told_only_once_it_is_turned():
    pile = tuple(rank + suit for rank in ("2", "5", "6", "7", "8", "10", "J") for suit in "shd")
    records = night_of(
        *opening(MIDNIGHT_BASEBALL.name, declaration=MIDNIGHT_BASEBALL),
        commands.Deal(cards=pile),
        commands.TurnOwn(player="a"),
    )
    told = {type(record.event): record.event for record in as_all_may_see(records)}
    assert set(told[commands.Deal].cards) == {"??"}
    assert told[commands.TurnOwn].card == "2s"


def test_closed_shared_cards_are_told_once_they_are_turned():
    said = [*opening("Cincinnati")]
    night = Night()
    for command in said:
        accept(night, command)
    cards = iter(f"{rank}{suit}" for suit in "shdc" for rank in "AKQJT98765432")
    while not any(isinstance(command, commands.Turn) for command in said):
        step = night.hand.steps[night.hand.cursor]
        if night.hand.round is not None:
            command = commands.Check(player=night.hand.round.waiting[0])
        elif type(step).__name__ == "Deal":
            command = commands.Deal(cards=tuple(next(cards) for _ in "abc"))
        elif type(step).__name__ == "Lay":
            command = commands.Lay(cards=(next(cards),))
        else:
            command = commands.Turn()
        accept(night, command)
        said.append(command)
    seen = as_all_may_see(night_of(*said))
    laid = [record.event.cards for record in seen if isinstance(record.event, commands.Lay)]
    turned = [record.event.card for record in seen if isinstance(record.event, commands.Turn)]
    assert laid
    assert set(laid) == {("??",)}
    assert turned != ["??"]
    assert len(turned) == 1


def test_a_winner_is_told_with_his_cards_only_if_he_has_shown_them():
    share = events.Share(player="a", chips=9, cards=("As",) * 5, stands_for=(), hand=worth("five of a kind, aces"))
    award = events.PotAwarded(pot=0, share="all", shares=(share,), by="cards")
    records = night_of(*opening("Straight Poker"))
    seen = as_all_may_see([*records, Recorded(len(records) + 1, award, len(records))])
    assert seen[-1].event.shares == (events.Share(player="a", chips=9),)


def test_of_a_hand_of_which_five_cards_were_shown_the_others_stay_closed():
    """RULINGS R-D23: the bank knows all seven, the table five of them, which win."""
    # Named cards are the open ones first.
    seven, five = ("Kd", "Kh", "2s", "2d", "Ks", "Qc", "8h"), ("Kd", "Kh", "2s", "2d", "Ks")
    night, records = Night(), []

    def do(command):
        first = len(records) + 1
        for place, event in enumerate(accept(night, command)):
            records.append(Recorded(len(records) + 1, event, first if place else None))

    for command in opening("seven card stud"):
        do(command)
    while night.hand.stage != "showdown":
        do(offers(night)[0].command)
    do(commands.NameCards(player="a", cards=seven))
    do(commands.Muck(player="b"))
    do(commands.ShowHand(player="a", cards=five))
    assert sorted(open_hands(night.hand)["a"]) == sorted((*five, UNKNOWN, UNKNOWN))
    do(commands.ShowHand(player="c", cards=("3c", "5c", "7c", "9c", "Ac")))
    told = as_all_may_see(records)
    (award,) = [record.event for record in told if isinstance(record.event, events.PotAwarded)]
    assert sorted(award.shares[0].cards) == sorted(five)
    assert not any({"Qc", "8h"}.intersection(getattr(record.event, "cards", ())) for record in told)


def test_a_sealed_side_is_told_when_all_have_declared():
    said = opening("Straight Poker", options=(HighLow(),))
    night = Night()
    for command in said:
        accept(night, command)
    while night.hand.round is not None or not isinstance(night.hand.steps[night.hand.cursor], DeclareSides):
        dealing = night.hand.round is None
        command = commands.Deal() if dealing else commands.Check(player=night.hand.round.waiting[0])
        accept(night, command)
        said.append(command)
    for number, player in enumerate("abc", start=1):
        said.append(commands.DeclareSide(player=player, side="high"))
        seen = [record.event for record in as_all_may_see(night_of(*said))]
        sides = [event.side for event in seen if isinstance(event, commands.DeclareSide)]
        assert sides == ["high" if number == 3 else "??"] * number


@pytest.mark.parametrize("scenario", ["demo", *sorted(path.stem for path in Path("tests/scenarios").glob("*.night"))])
def test_whole_evenings_can_be_told_to_everybody(sqlite_database, tmp_path, scenario):
    """And what they are told of chips is what the banker is told."""
    path = (
        Path(cli.__file__).parent / "data" / "demo.night"
        if scenario == "demo"
        else Path("tests/scenarios") / f"{scenario}.night"
    )
    loaded = replay(Book.on(sqlite_database, home=tmp_path), path.read_text(encoding="utf-8"), file=path.name)
    seen = as_all_may_see(loaded.records)
    assert [record.version for record in seen] == [record.version for record in loaded.records]
    assert fold(seen).balance == loaded.night.balance
    seated = [one.event.player for one in loaded.records if isinstance(one.event, commands.SeatPlayer)]
    for viewer in (None, seated[0]):
        going_on = Hiding(viewer)
        # A look back at an earlier event disturbs nothing.
        for until in (len(seen) // 3, len(seen) // 2, 1, len(seen) - 1, len(seen)):
            records = loaded.records[:until]
            assert going_on.visible(records) == Hiding(viewer).visible(records)
    full, told = (build(records, {}, head=loaded.head) for records in (loaded.records, seen))
    assert told.standings == full.standings
    assert [replace(hand, told="") for hand in told.hands] == [replace(hand, told="") for hand in full.hands]
    # With what cards somebody could not have opened he has not shown.
    differ = [hand.told for hand, whole in zip(told.hands, full.hands, strict=True) if hand.told != whole.told]
    assert all("could not have opened and has no right to the pot." in said for said in differ)
    assert all("??" not in hand.told for hand in told.hands)


def test_why_a_hand_did_not_win_tells_nothing_of_cards_that_were_not_shown():
    """B gives up four aces that the banker knows; A announces what is not there, and C wins."""
    hands = {
        "a": ("Ks", "Kh", "Kd", "9s", "9d"),
        "b": ("As", "Ah", "Ad", "Ac", "2d"),
        "c": ("Qs", "Qh", "8d", "7c", "3s"),
    }
    dealt = tuple(hands[player][place] for place in range(5) for player in "abc")
    records = night_of(
        *opening("Straight Poker"),
        commands.Deal(cards=dealt),
        *(commands.Check(player=player) for player in "abc"),
        commands.ShowHand(player="a", cards=hands["a"], announced="four kings"),
        commands.Muck(player="b"),
        commands.ShowHand(player="c", cards=hands["c"], announced="queens"),
    )
    seen = reasons(as_all_may_see(records), {})
    assert list(seen.values()) == ["a announced “four kings”. That is not there: the right to the pot is lost."]
    assert seen == reasons(records, {})


@pytest.mark.parametrize("name", ["Mexican Stud", "Roll Them", "Shifting Sands"])
def test_a_choice_that_was_sealed_is_told_with_the_card_that_it_opened(name) -> None:
    """The choice stays hidden in what is told, so that the card is first named when it lies open."""
    records = Written(evening(next(place for place, one in enumerate(GAMES) if one.name == name), hands=1)).records
    opened = [record.version for record in records if isinstance(record.event, events.CardsExposed)]
    assert opened
    for last in opened:
        whole, told = fold(records[:last]).hand, fold(as_all_may_see(records[:last])).hand
        assert told is not None
        for player, own in whole.cards.own.items():
            assert {held.card for held in told.cards.own[player] if held.up} == {held.card for held in own if held.up}


def test_a_corrected_side_stays_sealed_with_what_it_was_before() -> None:
    game = next(place for place, one in enumerate(GAMES) if any(isinstance(step, DeclareSides) for step in one.play))
    said = evening(game, hands=1)
    first = next(place for place, command in enumerate(said) if isinstance(command, commands.DeclareSide))
    written = Written(said[:first])
    declared = said[first]
    assert isinstance(declared, commands.DeclareSide)
    number = written.do(declared)
    other = "low" if declared.side == "high" else "high"
    written.corrects(commands.Change(number, replace(declared, side=other)))
    told = [one.event for one in as_all_may_see(written.records) if isinstance(one.event, commands.DeclareSide)]
    assert [event.side for event in told] == ["??", "??"]


@pytest.mark.parametrize("seed", range(rounds(6)))
def test_a_night_that_goes_on_is_told_as_if_it_were_told_for_the_first_time(seed) -> None:
    records, chance = random_evening(seed).records, random.Random(seed)
    # What follows from an act, or from a strike, is recorded with it.
    ends = [one.version - 1 for one in records[1:] if one.caused_by is None] + [len(records)]
    cuts = sorted(chance.sample(ends, min(8, len(ends))))
    for viewer in (None, "anna", "carl"):
        going_on = Hiding(viewer)
        for cut in cuts:
            assert going_on.visible(records[:cut]) == Hiding(viewer).visible(records[:cut])


@pytest.mark.parametrize(
    ("first", "changes"),
    [
        ("bank", ()),
        ("bank", ("both",)),
        ("bank", ("everyone", "bank")),
        ("everyone", ()),
        ("everyone", ("bank",)),
        ("both", ("bank",)),
    ],
)
def test_the_stored_events_and_the_night_say_the_same_of_who_enters_acts(sqlite_database, first, changes) -> None:
    """Rights ask the rows, also of a damaged night; what is hidden is read from the events."""
    handler = found(sqlite_database)
    opening = commands.OpenNight(night="n1", club=CLUB, banker="p-anna", rules=HouseRules(entered_by=first))
    handler.handle("n1", opening, key="open")
    for by in changes:
        # What is so already is no change.
        with suppress(Refusal):
            handler.handle("n1", commands.ChangeEnteredBy(by=by))
    enter = players_enter((loaded := handler.load("n1")).records, loaded.kinds)
    store = EventStore(sqlite_database)
    assert store.players_enter(CLUB, NIGHT) == enter == store.players_enter(CLUB)
    assert enter or first == "bank"
