"""An act without a name is that of the player whose turn it is, unless it may be somebody else's."""

import pytest

from engine import commands
from engine.decider import accept
from engine.game import steps
from engine.game.options import Psychology
from engine.state import Night
from service.language.shorthand import ParsedLine, ShorthandError, read_line


@pytest.fixture
def carls_turn(night):
    """Bo deals straight poker; Carl is first."""
    accept(night, commands.AnnounceHand(game="Straight Poker", dealer="p2"))
    return night


@pytest.fixture
def carl_owes(carls_turn):
    """Anna has bet 3, and all have answered but Bo."""
    for act in (commands.Bet(player="p3", chips=3), commands.Call(player="p4")):
        accept(carls_turn, act)
    return carls_turn


def test_an_amount_may_stand_apart_from_its_letter(carls_turn, names):
    del names["p2"]
    assert read_line("b 2", carls_turn, names) == ParsedLine((commands.Bet(player="p3", chips=2),))
    assert read_line("bet 2", carls_turn, names) == ParsedLine((commands.Bet(player="p3", chips=2),))
    assert read_line("shadow 2", carls_turn, names) == ParsedLine((commands.PullShadow(player="p3", chips=2),))


@pytest.mark.parametrize(
    ("line", "raised"),
    [("r 2", {"by": 2}), ("raise 2", {"by": 2}), ("raise by 2", {"by": 2}), ("raise to 5", {"to": 5})],
)
def test_a_raise_without_a_name_is_said_by_or_to(carl_owes, names, line, raised):
    assert read_line(line, carl_owes, names) == ParsedLine((commands.Raise(player="p1", **raised),))


@pytest.mark.parametrize("line", ["raise 10 20", "r 1 000", "raise to 12 5", "to 1 000", "shadow 3 4"])
def test_no_number_behind_an_amount_is_overlooked(carl_owes, names, line):
    """`raise 10 20` raised by 10, and `to 1 000` to one."""
    with pytest.raises(ShorthandError, match="expected: the end of the line"):
        read_line(line, carl_owes, names)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bets the pot", commands.Bet(player="p3", chips=8)),
        ("carl byder puljen", commands.Bet(player="p3", chips=8)),
        ("carl raises the pot", commands.Raise(player="p3", by=8)),
    ],
)
def test_the_pot_is_a_bet_of_what_it_holds(carls_turn, names, line, said):
    assert read_line(line, carls_turn, names) == ParsedLine((said,))


@pytest.mark.parametrize("line", ["raises the pot", "r pot", "forhøjer med puljen"])
def test_the_pot_is_a_raise_of_what_it_holds_once_it_is_called(carl_owes, names, line):
    assert read_line(line, carl_owes, names) == ParsedLine((commands.Raise(player="p1", by=8 + 3 + 3 + 3),))


def test_what_may_be_a_bet_in_turn_or_somebodys_chips_is_asked(carls_turn, names):
    with pytest.raises(
        ShorthandError, match=r"“b 2” may be an act in turn or chips of Bo; say “carl b 2” or “bo 2”\."
    ) as no:
        read_line("b 2", carls_turn, names)
    assert no.value.code == "whose_act"
    assert read_line("b2", carls_turn, names) == ParsedLine((commands.Bet(player="p3", chips=2),))
    assert read_line("bo 2", carls_turn, names) == ParsedLine((commands.PutIn(player="p2", chips=2),))


@pytest.mark.parametrize(
    ("line", "apart"), [("to 10", "carl to 10"), ("to 2p 3", "carl to 2p 3"), ("r 2p 3", "carl r 2p 3")]
)
def test_what_may_be_a_raise_in_turn_or_somebodys_chips_is_asked(carls_turn, names, line, apart):
    names["p4"] = "Tor" if line.startswith("to") else "Ruth"
    with pytest.raises(ShorthandError, match=f"may be an act in turn or chips of {names['p4']}; say “{apart}” or"):
        read_line(line, carls_turn, names)
    assert isinstance(read_line(apart, carls_turn, names).commands[0], commands.Raise)


def test_what_may_be_said_of_everybody_or_of_somebody_called_so_is_asked(carls_turn, names):
    names["p3"] = "Allan"
    for line in ("all check", "all call 3", "all draw 0"):
        with pytest.raises(ShorthandError, match="may be said of everybody or of Allan; say “everybody .* or “allan"):
            read_line(line, carls_turn, names)
    for line in ("everybody check", "enhver passer"):
        assert len(read_line(line, carls_turn, names).commands) == 4
    names |= {"p3": "Carl", "p9": "Allan"}
    assert len(read_line("all check", carls_turn, names).commands) == 4


def test_everybody_in_danish_is_not_the_whole_stack_of_whose_turn_it_is(carls_turn, names):
    with pytest.raises(ShorthandError, match="expected: what the player does"):
        read_line("alle", carls_turn, names)
    for said in ("all", "carl all-in", "carl alle", "alle ind"):
        assert read_line(said, carls_turn, names) == ParsedLine((commands.GoAllIn(player="p3"),))


@pytest.mark.parametrize("line", ["x x", "x x x", "f f", "f f f", "carl x x"])
def test_several_letters_are_no_single_act(carls_turn, names, line):
    with pytest.raises(ShorthandError, match="expected: the end of the line"):
        read_line(line, carls_turn, names)


def test_a_bet_in_turn_and_the_chips_of_whose_turn_it_is_are_one(carls_turn, names):
    for player in ("p3", "p4", "p1"):
        accept(carls_turn, commands.Check(player=player))
    assert read_line("b 2", carls_turn, names) == ParsedLine((commands.Bet(player="p2", chips=2),))


def test_a_letter_that_is_the_beginning_of_another_name_is_that_name(carls_turn, names):
    assert read_line("a 2", carls_turn, names) == ParsedLine((commands.PutIn(player="p1", chips=2),))
    assert read_line("c 2", carls_turn, names) == ParsedLine((commands.PutIn(player="p3", chips=2),))


def three_at_the_table(auto):
    night = Night()
    rules = commands.HouseRules(initial_loan=150, auto=auto)
    accept(night, commands.OpenNight(night="n", club="c", banker="p2", rules=rules))
    for player in ("p1", "p2", "p3"):
        accept(night, commands.SeatPlayer(player=player))
    return night


@pytest.fixture
def piles():
    """Midnight Baseball: the mark lies, and Anna, left of the dealer, turns first."""
    night = three_at_the_table("closed")
    accept(night, commands.AnnounceHand(game="Midnight Baseball", dealer="p3"))
    return night


def test_a_pile_is_turned_without_a_name(piles, names):
    assert piles.hand.asked.waiting[0] == "p1"
    assert read_line("turns", piles, names) == ParsedLine((commands.TurnOwn(player="p1"),))
    assert read_line("turns 7h", piles, names) == ParsedLine((commands.TurnOwn(player="p1", card="7h"),))
    assert read_line("turns beats", piles, names) == ParsedLine((commands.TurnOwn(player="p1", beats=True),))
    assert read_line("bo turns 7h", piles, names) == ParsedLine((commands.TurnOwn(player="p2", card="7h"),))
    with pytest.raises(ShorthandError, match="comes “8h”; expected: the end of the line"):
        read_line("turns 7h 8h", piles, names)
    accept(piles, read_line("turns Ks", piles, names).commands[0])
    while piles.hand.round is not None:
        accept(piles, read_line("x", piles, names).commands[0])
    assert read_line("turns", piles, names) == ParsedLine((commands.TurnOwn(player=piles.hand.asked.waiting[0]),))


@pytest.mark.parametrize("line", ["turns", "turns 7h", "arranges", "arranges As Kd"])
def test_where_no_pile_waits_it_is_said_what_does(carls_turn, names, line):
    with pytest.raises(ShorthandError, match=r"; it is time to bet\.$") as no:
        read_line(line, carls_turn, names)
    assert no.value.code == "no_pile_now"


def test_a_pile_is_laid_without_a_name(names):
    night = three_at_the_table("none")
    accept(night, commands.AnnounceHand(game="Straight Poker", dealer="p3", options=(Psychology(),)))
    hand = night.hand
    while not isinstance(hand.steps[hand.cursor], steps.Arrange):
        accept(night, commands.Deal() if hand.round is None else commands.Check(player=hand.round.waiting[0]))
    first = hand.asked.waiting[0]
    assert read_line("arranges", night, names) == ParsedLine((commands.ArrangeCards(player=first),))
    said = ParsedLine((commands.ArrangeCards(player=first, cards=("As", "Kd")),))
    assert read_line("arranges As Kd", night, names) == said


@pytest.mark.parametrize("line", ["mucks", "muck"])
def test_who_mucks_is_asked(carls_turn, names, line):
    for player in ("p3", "p4", "p1", "p2"):
        accept(carls_turn, commands.Check(player=player))
    while carls_turn.hand.stage != "showdown":
        _to_the_showdown(carls_turn)
    with pytest.raises(ShorthandError, match=rf"has to say who: “anna {line}”") as no:
        read_line(line, carls_turn, names)
    assert (no.value.code, no.value.details["players"]) == ("say_who", ["Anna", "Bo", "Carl", "Eve M"])
    assert read_line("bo mucks", carls_turn, names) == ParsedLine((commands.Muck(player="p2"),))


def test_the_last_who_may_give_up_needs_no_name(carls_turn, names):
    for player in ("p3", "p4", "p1", "p2"):
        accept(carls_turn, commands.Check(player=player))
    for player in ("p3", "p4", "p1"):
        accept(carls_turn, commands.Muck(player=player))
        if carls_turn.hand is None:
            return
    assert read_line("mucks", carls_turn, names) == ParsedLine((commands.Muck(player="p2"),))


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("calls", commands.Call(player="p1")),
        ("call 3", commands.Call(player="p1", chips=3)),
        ("raises 2", commands.Raise(player="p1", by=2)),
        ("raises to 5", commands.Raise(player="p1", to=5)),
        ("r raise by 2", commands.Raise(player="p1", by=2)),
        ("folds", commands.Fold(player="p1")),
        ("checks", commands.Check(player="p1")),
        ("all in", commands.GoAllIn(player="p1")),
    ],
)
def test_every_word_of_an_act_needs_no_name_while_one_player_is_asked(carl_owes, names, line, act):
    assert read_line(line, carl_owes, names) == ParsedLine((act,))


def test_a_drawing_player_needs_no_name(night, names):
    accept(night, commands.AnnounceHand(game="Three Card Draw", dealer="p2"))
    for player in ("p3", "p4", "p1", "p2"):
        accept(night, commands.Check(player=player))
    drawn = ParsedLine((commands.Exchange(player="p3", number=3),))
    assert read_line("draws 3", night, names) == read_line("draw 3", night, names) == drawn


def test_the_beginning_of_a_name_stays_a_name(carl_owes, names):
    """Calla is somebody; “call 3” is hers, and “calls” is nobody's beginning."""
    people = {**names, "p6": "Calla"}
    accept(carl_owes, commands.SeatPlayer(player="p6"))
    assert read_line("call 3", carl_owes, people) == ParsedLine((commands.PutIn(player="p6", chips=3),))
    assert read_line("calls", carl_owes, people) == ParsedLine((commands.Call(player="p1"),))


def test_a_letter_before_its_word_that_may_be_a_name_is_asked(carl_owes, names):
    with pytest.raises(ShorthandError, match="may be an act in turn or an act of Carl; say “call 3” or “carl call 3”"):
        read_line("c call 3", carl_owes, names)


def test_a_letter_before_its_word_is_no_question_for_the_player_of_that_name(carls_turn, names):
    assert read_line("x check", carls_turn, names) == ParsedLine((commands.Check(player="p3"),))
    assert read_line("c calls", carls_turn, names) == ParsedLine((commands.Call(player="p3"),))


def _to_the_showdown(night):
    """All draw nothing and check."""
    hand = night.hand
    if hand.round is not None:
        accept(night, commands.Check(player=hand.round.waiting[0]))
    else:
        accept(night, commands.Exchange(player=hand.asked.waiting[0], number=0))


def test_while_the_open_cards_are_not_known_it_must_be_said_who(night, names):
    accept(night, commands.AnnounceHand(game="Five Card Stud", dealer="p2"))
    with pytest.raises(ShorthandError, match="Whose turn it is depends on open cards .* say who: “anna x”") as no:
        read_line("x", night, names)
    assert (no.value.code, no.value.details["players"]) == ("say_who", ["Anna", "Bo", "Carl", "Eve M"])


def test_the_next_card_is_the_one_offered_while_it_is_offered(names):
    night = Night()
    rules = commands.HouseRules(initial_loan=150, auto="closed")
    accept(night, commands.OpenNight(night="n", club="c", banker="p2", rules=rules))
    for player in ("p1", "p2", "p3", "p4"):
        accept(night, commands.SeatPlayer(player=player))
    accept(night, commands.AnnounceHand(game="Baseball", dealer="p2"))
    accept(night, commands.Deal(cards=("2s", "9c", "4h", "Kd")))
    assert night.hand.effects.offers == {"p1": 5}
    assert read_line("anna buys next 9h", night, names) == ParsedLine((commands.BuyCard(player="p1", card="9h"),))
    assert read_line("bo buys next", night, names) == ParsedLine((commands.BuyForgottenCard(player="p2"),))


@pytest.mark.parametrize("line", ["all check", "all checks", "all x", "ALL CHECK"])
def test_everybody_who_has_still_to_speak_checks_in_one_line(carls_turn, names, line):
    accept(carls_turn, commands.Check(player="p3"))
    said = read_line(line, carls_turn, names)
    assert said == ParsedLine(tuple(commands.Check(player=player) for player in ("p4", "p1", "p2")))
    for command in said.commands:
        accept(carls_turn, command)
    assert carls_turn.hand.round is None


def test_who_owes_something_does_not_check_with_all(carl_owes, names):
    with pytest.raises(
        ShorthandError, match=r"^Not all can check: Anna owes 3 and has to call, raise or fold\.$"
    ) as no:
        read_line("all check", carl_owes, names)
    assert (no.value.code, no.value.details["players"]) == ("not_all_can_check", ["Anna", "Bo"])


def test_all_check_is_said_in_a_betting_round_only(night, names):
    with pytest.raises(ShorthandError, match=r"nobody can say “all check”; it is time to announce a hand\.$") as no:
        read_line("all check", night, names)
    assert no.value.code == "no_betting_now"


@pytest.mark.parametrize("line", ["all call", "all calls", "all c"])
def test_everybody_who_has_still_to_speak_calls_in_one_line(carl_owes, names, line):
    said = read_line(line, carl_owes, names)
    assert said == ParsedLine(tuple(commands.Call(player=player) for player in ("p1", "p2")))
    for command in said.commands:
        accept(carl_owes, command)
    assert (carl_owes.hand.round, carl_owes.hand.rounds.closed) == (None, 1)


def test_where_nobody_has_bet_all_check_and_do_not_call(carls_turn, names):
    with pytest.raises(ShorthandError, match=r"^Nobody has bet, so nobody can call; say “all check”\.$") as no:
        read_line("all call", carls_turn, names)
    assert no.value.code == "nobody_has_bet"


def test_whoever_owes_nothing_checks_when_all_call(night, names):
    accept(night, commands.AnnounceHand(game="Texas Hold'em", rulebook="standard", dealer="p1"))
    said = read_line("all call", night, names).commands
    assert [type(command) for command in said[-2:]] == [commands.Call, commands.Check]
    for command in said:
        accept(night, command)
    assert night.hand.rounds.closed == 1


def test_everybodys_exchange_is_said_in_one_line(night, names):
    accept(night, commands.AnnounceHand(game="Three Card Draw", dealer="p1"))
    with pytest.raises(ShorthandError, match=r"^Nobody exchanges cards now; it is time to bet\.$"):
        read_line("all draw 0", night, names)
    for command in read_line("all check", night, names).commands:
        accept(night, command)
    accept(night, commands.Exchange(player=night.hand.asked.waiting[0], number=3))
    left = list(night.hand.asked.waiting)
    said = read_line("all draw 0", night, names)
    assert said == ParsedLine(tuple(commands.Exchange(player=player, number=0) for player in left))
    for command in said.commands:
        accept(night, command)
    assert night.hand.round is not None


def test_how_many_cards_everybody_exchanges_has_to_be_said(night, names):
    with pytest.raises(ShorthandError, match="Nobody exchanges cards now"):
        read_line("all draw", night, names)
    accept(night, commands.AnnounceHand(game="Three Card Draw", dealer="p2"))
    for command in read_line("all check", night, names).commands:
        accept(night, command)
    with pytest.raises(ShorthandError, match="“all draw 0” if nobody exchanges any"):
        read_line("all draw", night, names)


def test_all_alone_and_all_in_stay_the_act_of_whoever_is_asked(carls_turn, names):
    for line in ("all", "all in"):
        assert read_line(line, carls_turn, names) == ParsedLine((commands.GoAllIn(player="p3"),))


@pytest.mark.parametrize(
    "line",
    ["all ante", "everybody antes", "anna antes 2", "carl posts 1", "alle sætter ante", "anna sætter ante", "ante"],
)
def test_it_is_said_that_an_ante_goes_in_by_itself(carls_turn, names, line):
    with pytest.raises(ShorthandError, match="Antes and blinds go in by themselves when a hand is announced") as no:
        read_line(line, carls_turn, names)
    assert no.value.code == "goes_in_by_itself"
