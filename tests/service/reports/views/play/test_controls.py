"""The buttons of the bank where a share of the pot is nobody's, and where a player has no cards at all."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from engine import commands, events
from engine.decider import accept, decide
from engine.folding import fold
from engine.game.awards import Best, Low, Split
from engine.game.betting import Ante, Blinds
from engine.game.steps import Bet, Deal
from engine.game.wilds import Personal
from engine.offer import Offer
from engine.play.sides.rule import able_to_win, sides_won
from engine.play.strength.evaluating import wild_by_now
from engine.reports.sentences import tell
from service.reports.views.play.controls import Control, controls
from service.reports.views.play.controls.by_act import Moment, control_of
from service.reports.views.play.line import outcome
from service.reports.views.visible_night import VisibleNight
from service.web.acting import command_in
from tests.engine.play.sides.test_rule import declared
from tests.engine.play.spelling.test_rule import CAT, IDS, NOTHING, at_showdown
from tests.engine.table import Table, announce, game, house, opened
from tests.engine.word_games import shows
from tests.soak import rounds


def seen_by_the_bank(table: Table) -> VisibleNight:
    return VisibleNight(
        night_id="night", head="", night=fold(table.records), records=table.records, names={}, sees_cards=True
    )


def winning(table: Table) -> list[Control]:
    """The controls that name a winner."""
    return [one for one in controls(seen_by_the_bank(table)).table if one.act == "name_winners"]


@pytest.mark.parametrize(("side", "place"), [("high", 0), ("low", 1)])
def test_only_the_side_that_was_declared_is_asked_about_and_goes_to_its_place(side, place) -> None:
    table = declared(side, side, side, hands=((), (), ()))
    first, *_ = found = winning(table)
    assert [one.label for one in found] == ["A wins", "B wins", "C wins"]
    assert [(part.share, len(part.winners)) for part in first.parts] == [(place, 3)]
    form = MultiDict({"command": json.dumps(first.command), f"won:{place}:0": "B", f"won:{place}:1": "A"})
    said = command_in(form)
    assert isinstance(said, commands.NameWinners)
    assert decide(said, table.night).rankings[place] == (("B",), ("A",))


def named(control: Control, **won: Sequence[str]) -> commands.NameWinners:
    """What the form of the control says with these players ticked, by share; each share has one pot."""
    numbers = {part.share: at for at, part in enumerate(control.parts)}
    form = MultiDict({"command": json.dumps(control.command)})
    for place, side in enumerate(("high", "low")):
        if place in numbers:
            form.setlist(f"won:{place}:{numbers[place]}", list(won.get(side, ())))
    found = command_in(form)
    assert isinstance(found, commands.NameWinners)
    return found


def test_of_several_who_declared_a_side_the_best_high_and_the_best_low_are_asked_in_a_row_each() -> None:
    table = declared("both", "high", "low", hands=((), (), ()))
    (control,) = winning(table)
    assert not control.ready
    assert [(part.label, [one.value for one in part.winners]) for part in control.parts] == [
        ("Best high: 3", ["A", "B"]),
        ("Best low: 3", ["A", "C"]),
    ]
    # Nobody is named whom the table has not named.
    assert control.command["rankings"] == [[], []]
    assert [one.label for one in winning(declared("high", "both", "high", hands=((), (), ())))] == ["Share it out"]


def test_one_who_declared_both_and_is_best_high_alone_wins_nothing_and_the_best_low_takes_all() -> None:
    """RULINGS E3, High/low 3."""
    table = declared("both", "high", "low", hands=((), (), ()))
    (control,) = winning(table)
    seen = seen_by_the_bank(table)
    told = outcome(seen, named(control, high="A", low="C"))
    assert told.says == "C wins 6."
    assert told.why == "A declared both and is not best low, and so wins nothing."
    told = outcome(seen, named(control, high="B", low="A"))
    assert (told.says, told.why) == ("B wins 6.", "A declared both and is not best high, and so wins nothing.")
    told = outcome(seen, named(control, high="A", low="A"))
    assert (told.says, told.why) == ("A wins 3 for high. A wins 3 for low.", "")
    told = outcome(seen, named(control, high="B", low="C"))
    assert (told.says, told.why) == ("B wins 3 for high. C wins 3 for low.", "")


def test_where_one_alone_can_win_each_side_a_button_says_who_gets_what() -> None:
    (control,) = winning(declared("high", "low", "low", hands=((), (), ())).do(commands.Muck(player="C")))
    assert (control.ready, control.label) == (True, "A wins 3 for high. B wins 3 for low.")


def test_of_high_and_low_that_nobody_declares_the_low_may_be_nobodys() -> None:
    split = game(Deal(down=5), Bet(), award=Split(Best(), Best(Low(most=8))))
    table = opened("ABC").do(announce(split)).checked_down()
    (control,) = winning(table)
    assert [(part.label, part.may_be_nobodys) for part in control.parts] == [
        ("Best high: 2", False),
        ("Best low: 1", True),
    ]
    assert outcome(seen_by_the_bank(table), named(control, high="B")).says == "B wins 3."


def _some(among: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of at least one of them."""
    return chain.from_iterable(combinations(among, number) for number in range(1, len(among) + 1))


@pytest.mark.parametrize("sides", [*product(("high", "low", "both"), repeat=3)])
def test_every_outcome_of_best_high_and_best_low_can_be_said_and_is_told_as_it_comes(sides) -> None:
    table = declared(*sides, hands=((), (), ()))
    control, *_ = winning(table)
    seen, by_player = seen_by_the_bank(table), dict(zip("ABC", sides, strict=True))
    rows = {("high", "low")[part.share]: [one.value for one in part.winners] for part in control.parts}
    assert rows == {side: able for side in ("high", "low") if (able := able_to_win(by_player, side))}
    for high, low in product(*(list(_some(rows.get(side, ()))) or [()] for side in ("high", "low"))):
        winners = named(control, high=high, low=low)
        told = outcome(seen, winners)
        happened = accept(table.night.copy(), winners)
        awards = [event for event in happened if isinstance(event, events.PotAwarded)]
        wins_high, wins_low = sides_won(by_player, high, low)
        assert {share.player for event in awards for share in event.shares} == {*wins_high, *wins_low}
        assert told.says == " ".join(
            tell(event, {}) for event in happened if isinstance(event, (events.PotAwarded, events.PotCarried))
        )
        spoilt = [player for player in by_player if (player in high) != (player in low) and by_player[player] == "both"]
        assert told.why.count("declared both") == len(spoilt)
        if not wins_high and not wins_low:
            assert "carried" in told.says


def test_a_player_without_cards_has_no_last_one_that_could_be_wild() -> None:
    table = opened("ABC", rules=house()).do(announce(game(Deal(up=2), Bet(), wild=Personal("last"))))
    table.hand.cards.own["A"].clear()
    assert wild_by_now(table.hand, "A") == frozenset()


def test_a_challenge_says_what_it_costs_whom_before_it_is_made() -> None:
    table = at_showdown().do(shows("A", CAT, "cat"), shows("B", IDS), shows("C", NOTHING))
    (asks,) = {
        one.asks
        for turn in controls(seen_by_the_bank(table)).turns
        for one in turn.controls
        if one.player == "B" and one.asks
    }
    # Each has put 5 into the pot.
    assert asks == "If CAT is a word, B pays 5; if not, A pays 5."


def test_only_the_closed_cards_are_asked_for_where_the_open_ones_are_known() -> None:
    table = (
        opened("AB", rules=house(auto="closed"))
        .do(announce(game(Deal(down=2, up=1), Bet())), "deal Ks 7d")
        .checked_down()
    )
    shown = [one for turn in controls(seen_by_the_bank(table)).turns for one in turn.controls if one.act == "show_hand"]
    assert [(asked.least, asked.most) for one in shown for asked in one.cards] == [(1, 2), (1, 2)]


def test_after_spit_comes_shit() -> None:
    table = opened("ABC", rules=house(auto="closed")).do(commands.AnnounceHand(dealer="C", game="Spit 'n' Shit"))
    called = []
    for _ in range(2):
        turns = chain(*(turn.controls for turn in controls(seen_by_the_bank(table)).turns))
        called.append({one.label for one in turns if one.act == "call_spit"})
        table.do(commands.CallSpit(player="A"))
    assert called == [{"Calls “Spit!”"}, {"Calls “Shit!”"}]


# Amounts


def betting(table: Table) -> dict[str, Control]:
    """What the player in turn may do, by the kind of act."""
    first, *_ = controls(seen_by_the_bank(table)).turns
    return {one.act: one for one in first.controls}


def named_amounts(table: Table) -> dict[str, int]:
    """The amounts of the bet or raise of the player in turn that have a name, by that name."""
    amount = next((one.amount for one in betting(table).values() if one.amount), None)
    return {note: number for number, note in zip(amount.usual, amount.notes, strict=True) if note} if amount else {}


def with_blinds() -> Table:
    """Four players with 98 to 100 chips without limit, A to act: the two after the dealer D have put in 1 and 2."""
    blinds = game(Deal(down=2), Bet(), forced=Blinds(1, 2))
    return opened("BCDA").do(announce(blinds, dealer="D"))


def test_a_raise_by_the_pot_calls_first() -> None:
    table = with_blinds()
    # The pot holds 3, and 5 after the call of 2: a raise by 5, to 7.
    assert named_amounts(table) == {"½ pot": 2, "pot": 5, "all-in": 98}
    table.do(commands.Raise(player=table.turn, by=5))
    assert table.hand.round.price == 7


def test_a_first_bet_of_the_pot_is_what_the_pot_holds() -> None:
    table = opened("ABC").do(announce(game(Deal(down=2), Bet(), forced=Ante(10))))
    assert named_amounts(table) == {"½ pot": 15, "pot": 30, "all-in": 90}


@settings(max_examples=rounds(12, 400))
@given(st.data())
def test_the_pot_and_half_of_it_are_those_parts_of_the_pot_that_a_call_leaves(data) -> None:
    table = with_blinds()
    while table.night.hand is not None and table.hand.round is not None:
        can, price = betting(table), table.hand.round.price - table.hand.round.paid.get(table.turn, 0)
        for note, number in named_amounts(table).items():
            if note != "all-in":
                assert number == (table.night.pot_worth() + price) // (2 if note == "½ pot" else 1)
        chosen = data.draw(st.sampled_from(sorted(can)))
        said = command_in(MultiDict({"command": json.dumps(can[chosen].command)}))
        amount = can[chosen].amount
        if amount:
            said = replace(said, **{amount.field: data.draw(st.integers(amount.least, amount.most))})
        table.do(said)


# While acts wait to be sent


def names_of(found: Sequence[Control]) -> dict[str, tuple[int, ...]]:
    """What may be done, with the amounts that have a button."""
    return {one.label: one.amount.usual if one.amount else () for one in found}


def test_everybody_in_the_round_is_offered_what_they_may_do_before_and_after_a_raise() -> None:
    table = opened("ABC", rules=house()).do(commands.AnnounceHand(game="Straight Poker", dealer="C"), "A x")
    later = controls(seen_by_the_bank(table)).later
    assert [(one.player, one.waits) for one in later] == [("B", True), ("C", True), ("A", False)]
    bets = (1, 2, 3, 4, 5, 50)
    assert [names_of(one.now) for one in later] == [*[{"Check": (), "Bet": bets, "Fold": ()}] * 2, {}]
    # Nobody knows yet how many chips a call will take, nor whether B's raise was the one of 50 that B has in a hand.
    raises = [bets[:-1], bets, bets]
    assert [names_of(one.raised) for one in later] == [{"Call": (), "Raise by": one, "Fold": ()} for one in raises]


def test_an_amount_that_hangs_on_the_raise_before_it_is_typed() -> None:
    told = commands.AnnounceHand(game="Seven-Card Stud", rulebook="standard", dealer="C")
    table = opened("ABC", rules=house("standard")).do(told)
    # The bring-in is 2, or the whole bet of 4; it is raised by 2, or by 4.
    raised = [one.amount for later in controls(seen_by_the_bank(table)).later for one in later.raised if one.amount]
    assert {(amount.least, amount.most, amount.usual, amount.wants_keypad) for amount in raised} == {(2, 4, (), True)}


def test_an_act_without_a_row_of_its_own_is_a_button_with_its_name() -> None:
    table = opened("ABC", rules=house()).do(commands.AnnounceHand(game="Straight Poker", dealer="C"))
    named = Offer(commands.NameCards(player="A", cards=("As",)), "A")
    assert control_of(Moment(seen_by_the_bank(table), named)).label == "Name cards"


def test_a_banker_whose_chips_are_those_of_the_box_is_offered_no_all_in() -> None:
    table = opened("AB", {"B": 100}, banker="A", rules=house("standard", banker_stack="box"))
    table.do(commands.AnnounceHand(game="Texas Hold'em", dealer="A"))
    turn = controls(seen_by_the_bank(table)).turns[0]
    assert turn.player == "A"
    (amount,) = (one.amount for one in turn.controls if one.act == "raise")
    assert amount is not None
    assert amount.span == "2 or more"
    assert "all-in" not in amount.notes
    assert max(amount.usual) < 100
