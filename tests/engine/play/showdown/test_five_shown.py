"""Five shown cards are a whole showing where a hand is five of more cards (RULINGS R-D23)."""

import pytest
from msgspec import structs

from engine import commands, errors, events
from engine.adjudicate import adjudicate, first_misfit
from engine.events import Recorded
from engine.folding import fold
from engine.game.options import AnyOption, HighLow, HighSpade, Wild
from engine.game.wilds import Personal
from engine.ledger.invariants import broken
from engine.play.script.offers import offers
from engine.play.showdown.offers import what_is_lacking
from engine.reports.sentences import reasons
from tests.engine.hands import worth
from tests.engine.table import Table, house, opened
from tests.engine.word_games import shows

NAMES = {"A": "Anna", "B": "Bo", "C": "Carl"}


def at_showdown(name: str, *options: AnyOption, rulebook: str = "enemaerke", sides: str = "") -> Table:
    """The showdown of this game between Anna and Bo, for as little as it costs; no card is known."""
    table = opened("AB", rules=house(rulebook))
    table.do(commands.AnnounceHand(game=name, rulebook=rulebook, dealer="B", options=options))
    while table.hand.stage != "showdown":
        offered = {type(offer.command): offer.command for offer in reversed(offers(table.night))}
        if commands.DeclareSide in offered:
            declared = zip("AB", sides.split(), strict=True)
            table.do(*(commands.DeclareSide(player=player, side=side) for player, side in declared))  # type: ignore[arg-type]
            continue
        cheap = next((offered[kind] for kind in (commands.Check, commands.Call) if kind in offered), None)
        table.do(cheap or next(iter(reversed(offered.values()))))
    return table


def stud() -> Table:
    """The audit's hand of Seven Card Stud: the open cards are known, nobody ever typed a closed one."""
    table = opened("ABC", rules=house(auto="closed")).do("hand seven card stud by C", "deal Kd 3c 4h")
    for cards in ("Kh 5c 6h", "2s 7c 9h", "2d 9c Jh"):
        table.do(*(commands.Check(player=player) for player in table.hand.round.waiting), f"deal {cards}")
    table.do(*(commands.Check(player=player) for player in table.hand.round.waiting))
    return table.do("A 5; B c; C f")


def lacks(table: Table) -> str:
    return what_is_lacking(table.hand, lambda player: NAMES[player])


FULL_HOUSE, FLUSH = "Kd Kh 2s 2d Ks", "3c 5c 7c 9c Ac"


def test_five_shown_cards_of_seven_are_judged() -> None:
    """A full house beats a flush, whatever lies in the two other closed cards of either."""
    table = stud().do(shows("A", FULL_HOUSE, "full house"), shows("B", FLUSH, "flush"))
    assert table.won() == {"A": 16}
    assert table.night.hand is None


def test_nobody_is_said_to_show_first_once_somebody_has_shown() -> None:
    table = stud().do(shows("A", FULL_HOUSE, "full house"))
    assert [event.before for event in table.of(commands.ShowHand)] == [None]
    table.do(shows("B", FLUSH, "flush"))
    assert [event.before for event in table.of(commands.ShowHand)] == [None]
    too_early = stud().do(shows("B", FLUSH, "flush"))
    assert [event.before for event in too_early.of(commands.ShowHand)] == ["A"]
    # Who has shown a part of a hand has begun.
    begun = stud().do(shows("A", "Ks")).do(shows("B", FLUSH))
    assert [event.before for event in begun.of(commands.ShowHand)] == [None]


def test_who_has_shown_five_is_not_asked_again_and_cannot_give_up() -> None:
    table = stud().do(shows("A", FULL_HOUSE, "full house"))
    asked = {offer.player for offer in offers(table.night) if isinstance(offer.command, commands.ShowHand)}
    assert asked == {"B"}
    table.refuses("A mucks", errors.HasShownAlready, player="A")


def test_an_announced_hand_that_the_five_do_not_hold_loses_the_right_to_the_pot() -> None:
    """RULINGS E3, Announcing: it is not there, whatever the unseen cards are."""
    table = stud().do(shows("A", "Kd Kh 2s 2d Qs", "full house"), shows("B", FLUSH, "flush"))
    assert table.won() == {"B": 16}


def test_a_hand_announced_too_low_counts_as_announced() -> None:
    """RULINGS E3, Announcing."""
    table = stud().do(shows("A", FULL_HOUSE, "two pair"), shows("B", FLUSH, "flush"))
    assert table.won() == {"B": 16}


@pytest.mark.parametrize("rulebook", ["enemaerke", "standard"])
def test_without_an_announcement_the_best_hand_of_what_was_shown_counts(rulebook) -> None:
    name = "seven card stud" if rulebook == "enemaerke" else "seven-card stud"
    table = at_showdown(name, rulebook=rulebook)
    table.do(shows("A", FULL_HOUSE), shows("B", "3c 5c 7c 9c Ac 4d"))
    (share,) = table.of(events.PotAwarded)[0].shares
    assert (share.player, share.hand) == ("A", worth("full house, kings over twos"))


@pytest.mark.parametrize("known", ["", "As Ad Ah"])
def test_what_the_bank_knows_of_unseen_cards_does_not_change_what_five_shown_ones_are_worth(known) -> None:
    """Typing more or earlier never changes money."""
    table = stud()
    if known:
        table.do(f"A has {known}")
    table.do(shows("A", "Kd Kh 2s 2d Ad"), shows("B", "3c 5c 7c 9c 9s"))
    (share,) = table.of(events.PotAwarded)[0].shares
    assert (share.player, share.hand) == ("A", worth("two pair, kings and twos"))


def test_shared_cards_may_be_among_the_five() -> None:
    """The audit's own hand of Harakiri."""
    table = at_showdown("harakiri").do("board Ks Kd 9h 2c 3c")
    table.do(shows("A", "Kh 9s Ks Kd 9h", "full house"), shows("B", "4c 5c", "flush"))
    assert table.won() == {"A": 4}


def test_a_shared_card_that_is_not_known_is_not_shown_among_the_five() -> None:
    table = at_showdown("harakiri")
    refusal = table.refuses("A shows Kh 9s Ks Kd 9h", errors.SharedCardsAreNotKnown, player="A", own=2, given=5)
    assert "board CARDS" in refusal.how_typed(NAMES)


def test_five_shared_cards_are_a_hand_too() -> None:
    table = at_showdown("harakiri").do("board Ks Kd Kh 2c 2d")
    table.do(shows("A", "Ks Kd Kh 2c 2d", "full house"), shows("B", "4c 5c", "full house"))
    assert table.won() == {"A": 2, "B": 2}


def pyramid() -> Table:
    """A triangle with 7♠ at A, 8♦ at B, 9♣ at C, and between them A♣ (AB), 3♦ (BC) and 4♥ (CA); both go low."""
    table = at_showdown("the pyramid", HighLow(), sides="low low")
    return table.do("board Ac 3d 4h 7s 8d 9c", "B has Ks Qd 9s 8c")


def test_shared_cards_of_two_sides_of_a_triangle_are_not_five_of_one_hand() -> None:
    """“Husk at en melding består af præcis 5 kort”: of 2♣ and one side only 8-7-2-A would be left, a low of four cards."""
    table = pyramid().do(shows("A", "2c Ac 3d 4h 7s"))
    assert table.night.hand is not None
    assert lacks(table) == "The shared cards that Anna has shown do not all go into one hand."
    table.do(shows("A", "Kd Qh Jh"), shows("B", "Ks Qd 9s 8c"))
    (share,) = table.of(events.PotAwarded)[0].shares
    assert (share.player, share.hand) == ("A", worth("jack-eight low"))


def test_shared_cards_of_one_side_are_shown_among_the_five() -> None:
    table = pyramid().do(shows("A", "2c Jh 7s Ac 8d"), shows("B", "Ks Qd 9s 8c"))
    (share,) = table.of(events.PotAwarded)[0].shares
    assert (share.player, share.hand) == ("A", worth("jack-eight low"))


def test_in_omaha_exactly_two_of_the_five_are_own_cards() -> None:
    table = at_showdown("omaha", rulebook="standard").do("board Ks Kd 9h 2c 3c")
    table.do(shows("A", "Kh 9s Ks Kd 9h"), shows("B", "Kc Ah Ks Kd 9h"))
    (award,) = table.of(events.PotAwarded)
    assert [(share.player, share.hand) for share in award.shares] == [("A", worth("full house, kings over nines"))]


def test_in_omaha_one_own_card_and_four_shared_ones_are_no_hand() -> None:
    table = at_showdown("omaha", rulebook="standard").do("board Ks Kd 9h 9c 3c")
    table.do(shows("A", "Kh Ks Kd 9h 9c"), shows("B", "4c 5c Ks Kd 9h"))
    (award,) = table.of(events.PotAwarded)
    assert [share.player for share in award.shares] == ["B"]


def test_in_high_low_up_to_five_cards_are_shown_for_each_side() -> None:
    """Chicago Seven, where sevens are wild: Anna goes both ways with different cards, Bo high with five."""
    table = at_showdown("chicago seven", HighLow(), sides="both high")
    table.do(shows("A", "As 2d 3c 4h 6s 6d 6c", "three sixes / six-four"), shows("B", "Ks Kd 8c 8s 3h", "two pair"))
    assert table.won() == {"A": 4}
    # The five of the low alone are judged for both sides: with the best low only, Anna gets nothing.
    table = at_showdown("chicago seven", HighLow(), sides="both high")
    table.do(shows("A", "As 2d 3c 4h 6s", "high card / six-four"), shows("B", "Ks Kd 8c 8s 3h", "two pair"))
    assert table.won() == {"B": 4}


def test_five_are_not_enough_while_an_unseen_card_decides_what_is_wild() -> None:
    table = at_showdown("roll them").do(shows("A", "As Ad 7c 7s 3d"), shows("B", "Ks Kd 8c 8s 3h"))
    assert lacks(table) == (
        "2 unseen cards of Anna may decide what is wild; 2 unseen cards of Bo may decide what is wild."
    )
    table.do("A win")


def test_what_was_announced_contradicts_a_winner_even_where_a_wild_card_is_unseen() -> None:
    """The audit's hand in CRS Surprise: whatever is wild, a flush does not beat a full house."""
    table = at_showdown("crs surprise").do(shows("A", FULL_HOUSE, "full house"), shows("B", FLUSH, "flush"))
    refusal = table.refuses("B win", errors.CardsSayOtherwise, player="B", other="A", hand="flush")
    assert refusal.waivable
    table.waives("B win", errors.CardsSayOtherwise)
    low = at_showdown("crs surprise").do(shows("A", "Kd Kh 2s 3d Ks", "full house"), shows("B", FLUSH, "flush"))
    # Whether the full house is there hangs on what is wild.
    low.do("B win")


def test_five_shown_cards_contradict_a_winner_as_known_cards_do() -> None:
    """Where the high spade leaves the pot open, the high half is as sure."""
    table = at_showdown("seven card stud", HighSpade())
    table.do(shows("A", FULL_HOUSE, "full house"), shows("B", FLUSH, "flush"))
    assert "may be the highest that takes half the pot" in lacks(table)
    table.refuses("B / A win", errors.CardsSayOtherwise, share="high", player="B", other="A")
    table.do("A / B win")


def test_the_book_says_that_it_lacks_the_order_of_piles_that_nobody_typed() -> None:
    table = at_showdown("last chance").do("A shows As Ad 7c 7s 3d")
    assert lacks(table) == "It is not known how the cards of Anna lay, which decides what is wild."
    table.do("B shows Ks Kd 8c 8s 3h")
    assert "the cards of Bo" in lacks(table)


def test_the_book_says_how_many_cards_were_shown_of_the_five() -> None:
    table = at_showdown("seven card stud").do(shows("A", "As Ad 7c 7s"))
    assert lacks(table) == "Anna has shown 4 cards, and a hand is five."
    table.do(shows("A", "3d"))
    assert lacks(table) == ""
    table.do("B shows Ks Kd 8c 8s 3h")
    assert table.won() == {"A": 4}


def test_a_table_that_names_winners_without_cards_is_told_nothing_more() -> None:
    assert lacks(at_showdown("seven card stud")) == ""


def test_five_wait_for_the_others_where_the_last_card_is_wild_by_an_option() -> None:
    table = at_showdown("seven card stud", Wild(Personal("last")))
    table.do(shows("A", FULL_HOUSE), shows("B", FLUSH))
    assert "may decide what is wild" in lacks(table)


def test_what_unseen_cards_of_a_loser_could_have_changed_is_told_with_the_award() -> None:
    """Where only the cards speak; whoever announces a hand cannot hold a better one."""
    unseen = "2 cards that Bo has not shown could make a better hand, but what was shown counts."
    silent = at_showdown("seven card stud").do(shows("A", FULL_HOUSE), shows("B", "Qc Qd 7c 9d Ah"))
    assert [unseen in why for why in reasons(silent.records, NAMES).values()] == [True]
    announced = at_showdown("seven card stud").do(shows("A", FULL_HOUSE), shows("B", "Qc Qd 7c 9d Ah", "a pair"))
    assert not any("has not shown" in why for why in reasons(announced.records, NAMES).values())
    hopeless = at_showdown("seven card stud").do(shows("A", "Ks Kh Kd Kc 2d"), shows("B", "3c 5d 7c 9d Ah"))
    assert not any("has not shown" in why for why in reasons(hopeless.records, NAMES).values())


def test_an_old_night_on_which_the_flush_was_taken_still_folds_and_is_found_out() -> None:
    """The table named the flush, and older rules did not ask back: a finding, and no broken book."""
    table = stud().do(shows("A", FULL_HOUSE, "full house"))
    opening = table.records[0].event
    assert isinstance(opening, commands.OpenNight)
    played = structs.replace(opening, rules_version=opening.rules_version - 1)
    table.records[0] = Recorded(1, played)
    last = len(table.records)
    share = events.Share(player="B", chips=16)
    added = (
        (shows("B", FLUSH, "flush"), None),
        (commands.NameWinners(rankings=((("B",),),)), None),
        (events.PotAwarded(pot=0, share="all", shares=(share,), by="table"), last + 2),
        (events.HandEnded(number=1, next_dealer=None), last + 2),
    )
    records = [
        *table.records,
        *(Recorded(last + place, event, cause) for place, (event, cause) in enumerate(added, start=1)),
    ]
    assert first_misfit(records) == 0
    night = fold(records)
    assert night.hand is None
    assert broken(night) == []
    judged = adjudicate(records)
    assert judged.only_newer_rules
    assert [(finding.version - last, finding.kind) for finding in judged.findings] == [
        (1, "other consequences"),
        (2, "refused"),
    ]
