"""What a club shows of its stream: rules, games and debts as they are now, and every act in words."""

import pytest

from engine.club import acts
from engine.game.betting import Blinds
from engine.house.agreements import Currency, HouseRules
from engine.library import named
from service.app import people
from service.app.book import Book
from service.app.night import settling
from service.app.refusals import ClubExists

(GAME,) = named("straight poker", "enemaerke")
EUROS = Currency("EUR", 2)


@pytest.fixture
def friday(book) -> str:
    """The id of a club with Anna and Bo, whose names stand for the ids `anna` and `bo`."""
    found = people.found_club(book, "Friday", alone=True).id
    with book.handler() as handler:
        for name in ("Anna", "Bo"):
            handler.clubs.admit(found, name, player=name.casefold())
    return found


def take(book: Book, club_id: str, *new: acts.ClubAct) -> None:
    with book.handler() as handler:
        handler.clubs.take(club_id, *new)


def recorded(night: str, version: int, phase: acts.NightPhase, *unpaid: acts.Debt) -> acts.RecordNight:
    return acts.RecordNight(
        night=night, version=version, head=f"{version:064x}", phase=phase, currency=EUROS, unpaid=unpaid
    )


def test_rules_that_a_head_has_no_key_for_are_told_in_sentences(book, friday) -> None:
    rules = HouseRules(banker_stack="box", forced=Blinds(small=1, big=2), dead_button=False)
    take(book, friday, acts.AdoptHouseRules(rules=HouseRules(initial_loan=5)), acts.AdoptHouseRules(rules=rules))
    shown = people.show(book).house_rules
    assert (shown.version, shown.said["loan"]) == (2, "0")
    assert shown.besides == (
        "The banker plays straight from the box.",
        "Blinds 1 and 2.",
        "There is no dead button.",
    )


def test_a_retired_game_is_no_longer_shown(book, friday) -> None:
    for source in ("one", "two"):
        take(book, friday, acts.AddOwnGame(name="Ours", source=source, declaration=GAME))
    assert [(game.name, game.version) for game in people.show(book).own_games] == [("Ours", 2)]
    take(book, friday, acts.RetireOwnGame(name="ours"))
    assert people.show(book).own_games == ()


def test_a_debt_that_was_carried_on_is_no_longer_unpaid_where_it_arose(book, friday) -> None:
    owed = acts.Debt("anna", "bo", 1250)
    take(book, friday, recorded("n1", 1, "open"), recorded("n1", 9, "settling", owed), recorded("n2", 1, "open"))
    second, first = people.show(book).nights
    (debt,) = first.unpaid
    assert (first.night, debt.payer_name, debt.payee_name, debt.cents) == ("n1", "Anna", "Bo", 1250)
    assert (second.night, second.unpaid) == ("n2", ())
    take(book, friday, acts.NetDebts(night="n2", debts=(acts.NettedDebt("anna", "bo", 1000, night="n1"),)))
    assert [debt.cents for debt in people.show(book).nights[1].unpaid] == [250]
    told = people.log(book).acts[-1]
    assert told.sentence == "Carried into the settlement of n2: Anna owes Bo 10.00 EUR from n1."
    assert told.type == "debts_netted"


def test_whoever_leaves_is_told_their_own_debts_only(book, friday) -> None:
    with book.handler() as handler:
        handler.clubs.admit(friday, "Carl", player="carl")
    debts = (acts.Debt("anna", "bo", 5), acts.Debt("carl", "bo", 7))
    take(book, friday, recorded("n1", 1, "open"), recorded("n1", 9, "settling", *debts))
    (night,) = people.parting(book, friday, "carl").unpaid
    assert [(debt.payer, debt.cents) for debt in night.unpaid] == [("carl", 7)]
    assert [len(night.unpaid) for night in people.parting(book, friday, "bo").unpaid] == [2]


def test_a_founding_that_is_repeated_under_its_key_is_no_second_club_of_that_name(book) -> None:
    first = people.found_club(book, "Friday", key="k", alone=True)
    assert people.found_club(book, "Friday", key="k", alone=True) == first
    for key in ("", "another"):
        with pytest.raises(ClubExists, match="already has a club called Friday"):
            people.found_club(book, "FRIDAY", key=key, alone=True)
    assert people.clubs(book).clubs == (first,)


def test_a_club_may_be_called_the_same_in_other_letters(book, friday) -> None:
    assert people.rename_club(book, friday, "FRIDAY", alone=True).name == "FRIDAY"
    assert people.show(book, "friday").name == "FRIDAY"


def test_what_is_open_to_another_name_is_paid_by_the_ways_of_the_one_who_stays(book, friday) -> None:
    with book.handler() as handler:
        handler.clubs.admit(friday, "Robert", player="robert")
    settling.give_handle(book, "Robert", ["mobilepay", "11111111"])
    people.merge(book, friday, "robert", "bo")
    first = {"mobilepay": "11111111"}
    assert settling.ways_to_pay(book, friday) == {"robert": first, "bo": first}
    settling.give_handle(book, "Bo", ["mobilepay", "22222222"])
    assert {player: ways["mobilepay"] for player, ways in settling.ways_to_pay(book, friday).items()} == {
        "robert": "22222222",
        "bo": "22222222",
    }
    people.merge(book, friday, "robert", None)
    assert settling.ways_to_pay(book, friday)["robert"] == {"mobilepay": "11111111"}
