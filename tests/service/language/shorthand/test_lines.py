"""Each line of the shorthand, and what it says."""

import re

import pytest

from engine import commands, errors
from engine.decider import accept
from engine.game.betting import Ante, Blinds, HouseLimit, NoLimit
from engine.game.options import Exchange, HighLow, HighSpade, Hot, HotNSours, MixingTheJuice, Psychology, Ruling, Wild
from engine.game.switches import Switches
from engine.game.wilds import Cards, Follower, Personal, SplitPairs, Spots
from engine.state import Night
from service.language.shorthand import ParsedLine, ShorthandError, read_line
from tests.service.language.shorthand.conftest import NAMES

SAYS = [
    ("anna +150", commands.GiveLoan(player="p1", chips=150)),
    ("anna borrows 150", commands.GiveLoan(player="p1", chips=150)),
    ("anna låner 2p 17", commands.GiveLoan(player="p1", chips=117)),
    ("anna +2p 17", commands.GiveLoan(player="p1", chips=117)),
    ("anna + 40 cash", commands.BuyChips(player="p1", chips=40)),
    ("anna -80", commands.CashOut(player="p1", chips=80)),
    ("anna −80", commands.CashOut(player="p1", chips=80)),
    ("anna -80 cash", commands.CashOut(player="p1", chips=80, paid=True)),
    ("anna = 117", commands.CountChips(player="p1", chips=117)),
    (
        "anna = 2p 17",
        commands.CountChips(
            player="p1",
            pieces=(
                commands.Pieces(denomination="peder", pieces=2),
                commands.Pieces(denomination="white", pieces=17),
            ),
        ),
    ),
    ("anna gives bo 20", commands.TransferChips(payer="p1", payee="p2", chips=20)),
    ("anna gives 2p 3 to bo", commands.TransferChips(payer="p1", payee="p2", chips=103)),
    ("anna tips 20 kr to bo", commands.GiveTip(player="p1", payee="p2", cents=2000)),
    ("anna tips 20 to the kitty", commands.GiveTip(player="p1", cents=2000)),
    ("anna =117", commands.CountChips(player="p1", chips=117)),
    ("anna goes home with 117", commands.LeaveNight(player="p1", counted=117)),
    ("anna tager hjem", commands.LeaveNight(player="p1")),
    ("anna is back", commands.SitBack(player="p1")),
    ("anna er tilbage", commands.SitBack(player="p1")),
    ("sit anna at 6", commands.SeatPlayer(player="p1", seat=6)),
    ("anna pays 20.50", commands.PayIn(player="p1", cents=2050)),
    ("bo paid 240 for pizza", commands.PayExpense(player="p2", cents=24000, purpose="pizza")),
    (
        'bo paid 240 for "beer and wine" not bo, anna',
        commands.PayExpense(player="p2", cents=24000, purpose="beer and wine", but=("p2", "p1")),
    ),
    (
        'bo paid 90.50 for "a taxi for two" for anna 2, bo',
        commands.PayExpense(
            player="p2",
            cents=9050,
            purpose="a taxi for two",
            among=(commands.Sharer(player="p1", parts=2), commands.Sharer(player="p2")),
        ),
    ),
    (
        "bo paid 240 for pizza from the kitty",
        commands.PayExpense(player="p2", cents=24000, purpose="pizza", kitty=True),
    ),
    (
        '240 from the kitty for "pizza and beer"',
        commands.PayExpense(player="p2", cents=24000, purpose="pizza and beer", kitty=True),
    ),
    ("anna tips carl 20", commands.GiveTip(player="p1", payee="p3", cents=2000)),
    ("anna tips the kitty 2.50", commands.GiveTip(player="p1", cents=250)),
    ("bank pays anna 20", commands.PayOut(player="p1", cents=2000)),
    ("anna 3", commands.PutIn(player="p1", chips=3)),
    ("anna 1p", commands.PutIn(player="p1", chips=50)),
    ("bo r2", commands.Raise(player="p2", by=2)),
    ("bo raises to 12", commands.Raise(player="p2", to=12)),
    ("bo b5", commands.Bet(player="p2", chips=5)),
    ("carl c", commands.Call(player="p3")),
    ("carl x", commands.Check(player="p3")),
    ("carl f", commands.Fold(player="p3")),
    ("carl is out", commands.Fold(player="p3")),
    ("carl smider kortene", commands.Fold(player="p3")),
    ("carl melder fra", commands.Fold(player="p3")),
    ("carl satser 3", commands.Bet(player="p3", chips=3)),
    ("carl har et kort for lidt", commands.GiveMissingCard(player="p3")),
    ("carl sees 3", commands.Call(player="p3", chips=3)),
    ("carl goes all in", commands.GoAllIn(player="p3")),
    ("carl går all-in", commands.GoAllIn(player="p3")),
    ("carl s5", commands.PullShadow(player="p3", chips=5)),
    ("carl all in", commands.GoAllIn(player="p3")),
    ("eve m all", commands.GoAllIn(player="p4")),
    ("eve f", commands.Fold(player="p4")),
    ("deal 7s Kd 2c", commands.Deal(cards=("7s", "Kd", "2c"))),
    ("deal", commands.Deal()),
    ("turn Ks", commands.Turn(card="Ks")),
    ("anna draws 2", commands.Exchange(player="p1", number=2)),
    (
        "anna draws 2 throws 3h 4h gets As Ks",
        commands.Exchange(player="p1", number=2, thrown=("3h", "4h"), drawn=("As", "Ks")),
    ),
    ("anna has As Kd", commands.NameCards(player="p1", cards=("As", "Kd"))),
    ("anna shows As Kd ??", commands.ShowHand(player="p1", cards=("As", "Kd", "??"))),
    ('anna shows As Ad "aces"', commands.ShowHand(player="p1", cards=("As", "Ad"), announced="aces")),
    ('anna shows Ca Aa Ta "cat"', commands.ShowHand(player="p1", cards=("Ca", "Aa", "Ta"), announced="cat")),
    ("bo challenges cat", commands.ChallengeWord(player="p2", word="cat")),
    ("bo challenges", commands.ChallengeWord(player="p2")),
    ("bo challenges cat of anna foul", commands.ChallengeWord(player="p2", word="cat", holder="p1", good=False)),
    ("no challenge", commands.AcceptHands()),
    ("name the game hot longhorn stud", commands.NameTheGame(game="Longhorn Stud", options=(Hot(),))),
    (
        "hand hot longhorn by anna with ruling lemons",
        commands.AnnounceHand(game="Longhorn Stud", rulebook="scroker", dealer="p1", options=(Hot(), Ruling("lemons"))),
    ),
    ("name the game longhorn stud with hot", commands.NameTheGame(game="Longhorn Stud", options=(Hot(),))),
    ("carl taps out", commands.Call(player="p3", agreed=True)),
    ("anna, bo win", commands.NameWinners(rankings=((("p1", "p2"),),))),
    ("anna > bo, carl win", commands.NameWinners(rankings=((("p1",), ("p2", "p3")),))),
    ("anna wins high, bo wins low", commands.NameWinners(rankings=((("p1",),), (("p2",),)))),
    ("anna spit 5h", commands.CallSpit(player="p1", card="5h")),
    ("anna passes 3h 4h 5h", commands.PassCards(player="p1", right=("3h", "4h", "5h"))),
    ("anna passes right 3h 4h left 5h", commands.PassCards(player="p1", right=("3h", "4h"), left=("5h",))),
    (
        "anna passes 3h 4h to the right and 5h to the left",
        commands.PassCards(player="p1", right=("3h", "4h"), left=("5h",)),
    ),
    ("anna passes 5h left", commands.PassCards(player="p1", left=("5h",))),
    ("anna passes", commands.PassCards(player="p1")),
    ("anna opens Ks", commands.ExposeCard(player="p1", card="Ks")),
    ("anna opens", commands.ExposeCard(player="p1")),
    ("anna arranges As Kd", commands.ArrangeCards(player="p1", cards=("As", "Kd"))),
    ("reveal As Kd 2c", commands.RevealCards(cards=("As", "Kd", "2c"))),
    ("anna high", commands.DeclareSide(player="p1", side="high")),
    ("anna both", commands.DeclareSide(player="p1", side="both")),
    ("anna buys 7h", commands.BuyCard(player="p1", card="7h")),
    ("anna declines", commands.DeclineCard(player="p1")),
    ("anna turns 7h", commands.TurnOwn(player="p1", card="7h")),
    ("anna turns", commands.TurnOwn(player="p1")),
    ("anna turns beats", commands.TurnOwn(player="p1", beats=True)),
    ("anna turns 7h no", commands.TurnOwn(player="p1", card="7h", beats=False)),
    ("anna fee", commands.PayFee(player="p1")),
    ('anna fee 3 "a three"', commands.PayFee(player="p1", chips=3, reason="a three")),
    ('anna out "black seven"', commands.SendOut(player="p1", reason="black seven")),
    (
        "hand three card draw by bo with psychology, high-low, wild 2 Js, exchange 4",
        commands.AnnounceHand(
            game="Three Card Draw",
            rulebook="enemaerke",
            dealer="p2",
            options=(Psychology(), HighLow(), Wild(Cards("2 Js")), Exchange(4)),
        ),
    ),
    ("anna card missing", commands.GiveMissingCard(player="p1")),
    ("anna missing Kd looked", commands.GiveMissingCard(player="p1", card="Kd", looked=True)),
    ("anna card too few", commands.GiveMissingCard(player="p1")),
    ("bo card too many 7h", commands.TakeBackCard(player="p2", card="7h")),
    ("bo card too many looked", commands.TakeBackCard(player="p2", looked=True)),
    ("bo skipped 5c", commands.MoveDealtCards(player="p2", fault="skipped", card="5c")),
    ("bo twice 4h looked", commands.MoveDealtCards(player="p2", fault="twice", card="4h", looked=True)),
    ("carl keeps 9d", commands.SettleExposedCard(player="p3", card="9d", keeps=True)),
    ("carl takes next", commands.SettleExposedCard(player="p3", keeps=False)),
    ("carl takes next 5c for 9d", commands.SettleExposedCard(player="p3", card="9d", keeps=False, instead="5c")),
    ("carl takes next for 9d", commands.SettleExposedCard(player="p3", card="9d", keeps=False)),
    ("board move 3 to 4", commands.MoveBoardCard(source="3", target="4")),
    ("anna miscounts 1p 2", commands.PutRight(player="p1", put_in=52)),
    ("anna buys next 9h", commands.BuyForgottenCard(player="p1", card="9h")),
    ("anna buys original", commands.BuyForgottenCard(player="p1", original=True)),
    (
        "anna buys original 2c gets 8s As",
        commands.BuyForgottenCard(player="p1", original=True, card="2c", cards=("8s", "As")),
    ),
    ("new deal by anna harms bo", commands.NewDeal(player="p1", harmed="p2")),
    ('new deal by anna looked harms bo "seen"', commands.NewDeal(player="p1", harmed="p2", looked=True, reason="seen")),
    ('new deal "looked in the box"', commands.NewDeal(reason="looked in the box")),
    (
        "hand three card draw with hot, ruling E5 lemons, hot-n-sours 1, mixing the juice",
        commands.AnnounceHand(
            game="Three Card Draw",
            rulebook="enemaerke",
            options=(Hot(), Ruling("E5 lemons"), HotNSours(1), MixingTheJuice()),
        ),
    ),
    ("new deal", commands.NewDeal()),
    ("deal from bo 7s Kd", commands.Deal(cards=("7s", "Kd"), first="p2")),
    ('new deal by anna "seen"', commands.NewDeal(player="p1", reason="seen")),
    ("hand five card stud by bo", commands.AnnounceHand(game="Five Card Stud", rulebook="enemaerke", dealer="p2")),
    (
        "hand texas holdem by bo blinds 1/2 straddle carl",
        commands.AnnounceHand(
            game="Texas Hold'em", rulebook="standard", dealer="p2", forced=Blinds(1, 2), straddle=("p3",)
        ),
    ),
    (
        "hand straight poker by bo limit 1-5 once 50",
        commands.AnnounceHand(
            game="Straight Poker", rulebook="enemaerke", dealer="p2", limit=HouseLimit(most=5, once=50)
        ),
    ),
    (
        "hand straight poker limit none ante 3",
        commands.AnnounceHand(game="Straight Poker", rulebook="enemaerke", forced=Ante(3), limit=NoLimit()),
    ),
    ('strike 41 43-45 "wrong player"', commands.StrikeEvents(versions=(41, 43, 44, 45), reason="wrong player")),
    (
        'waive bet_over_limit "all agreed": anna 12',
        commands.PutIn(player="p1", chips=12, waived=(commands.Waiver(rule="bet_over_limit", reason="all agreed"),)),
    ),
    (
        'ruling "split it" move 5 from pot to anna agreed by anna, bo',
        commands.MakeRuling(
            text="split it",
            moves=(commands.ChipMove(payer="pot", payee="chips:p1", chips=5),),
            agreed_by=("p1", "p2"),
        ),
    ),
    ('dispute 41 "that was a call" by carl', commands.RaiseDispute(by="p3", event=41, words="that was a call")),
    (
        'dispute missing after 41 "bo anted" by carl',
        commands.RaiseDispute(by="p3", event=41, missing=True, words="bo anted"),
    ),
    ('dispute "the pot was short" by carl', commands.RaiseDispute(by="p3", words="the pot was short")),
    ('answer dispute 1 "I folded" by bo', commands.AnswerDispute(dispute=1, by="p2", words="I folded")),
    ("resolve dispute 1 by strike 45", commands.ResolveDispute(dispute=1, event=45)),
    (
        'resolve 1 "the call stands" agreed by anna, bo',
        commands.ResolveDispute(dispute=1, words="the call stands", agreed_by=("p1", "p2")),
    ),
    ("withdraw dispute 1", commands.WithdrawDispute(dispute=1)),
    ("sit åse 7", commands.SeatPlayer(player="p5", seat=7)),
    ("sit eve m 2", commands.SeatPlayer(player="p4", seat=2)),
    ("anna stands up", commands.StandUp(player="p1")),
    ("anna back", commands.SitBack(player="p1")),
    ("anna leaves = 2p 3", commands.LeaveNight(player="p1", counted=103)),
    ("close", commands.CloseNight()),
    ("gap winners", commands.ResolveGap(by="winners")),
    ('gap carl "they dropped them"', commands.ResolveGap(by="player", player="p3", reason="they dropped them")),
    ("settle direct", commands.FreezePlan(kind="direct")),
    ("entered by everyone", commands.ChangeEnteredBy(by="everyone")),
    ("pay 2 12.50", commands.RecordPayment(transfer=2, cents=1250)),
    ("anna 3  # she hesitated", commands.PutIn(player="p1", chips=3)),
]


@pytest.mark.parametrize(("line", "command"), SAYS)
def test_a_line_says_one_command(night, names, line, command):
    assert read_line(line, night, names) == ParsedLine((command,))


def test_a_line_of_time_or_a_new_name_says_no_command(night, names):
    assert read_line("at 20:15", night, names) == ParsedLine(at="20:15")
    assert read_line("at 9.05", night, names) == ParsedLine(at="09:05")
    assert read_line("new Dora", night, names) == ParsedLine(players=("Dora",))


@pytest.mark.parametrize("line", ["", "   ", "# only a comment"])
def test_an_empty_line_says_nothing(night, names, line):
    assert read_line(line, night, names) == ParsedLine()


def test_board_lays_the_cards_when_it_is_time_and_names_them_later(night, names):
    accept(night, commands.AnnounceHand(game="Texas Hold'em", players=("p1", "p2")))
    assert read_line("board As Kd 2c", night, names) == ParsedLine((commands.Lay(cards=("As", "Kd", "2c")),))
    with pytest.raises(errors.NotTheNextStep, match="It is not time to lay shared cards; now it is time to bet"):
        accept(night, read_line("board As Kd 2c", night, names).commands[0])
    for line in ("c", "x"):
        accept(night, read_line(line, night, names).commands[0])
    assert [held.card for held in night.hand.cards.board] == ["??"] * 3
    assert read_line("board As Kd 2c", night, names) == ParsedLine((commands.NameCards(cards=("As", "Kd", "2c")),))
    accept(night, read_line("board As Kd 2c", night, names).commands[0])
    assert [held.card for held in night.hand.cards.board] == ["As", "Kd", "2c"]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Åse", ("ase", "ås", "as", "ASE", "åse")),
        ("Søren", ("soren", "sor", "søren")),
        ("Jørgen Æbelø", ("jorgen aebelo", "jorg", "jørgen æbelø")),
        ("Zoë", ("zoe", "zo")),
        ("Łukasz", ("lukasz", "luk")),
    ],
)
def test_a_name_is_found_without_its_danish_letters_and_accents(night, typed, name):
    names = {"p1": "Anna", "p2": "Bo", "p4": name}
    for spoken in typed:
        assert read_line(f"{spoken} f", night, names) == ParsedLine((commands.Fold(player="p4"),)), spoken


def test_a_name_that_is_typed_as_it_is_spelt_is_stronger(night, names):
    names |= {"p5": "Åse", "p6": "Ase"}
    assert read_line("ase f", night, names) == ParsedLine((commands.Fold(player="p6"),))
    assert read_line("as f", night, names) == ParsedLine((commands.Fold(player="p6"),))
    assert read_line("a f", night, {"p1": "Anna", "p5": "Åse"}) == ParsedLine((commands.Fold(player="p1"),))


def test_names_that_are_one_without_accents_are_asked_back(night):
    with pytest.raises(ShorthandError, match="“soren” may mean Sören or Søren; type more of the name") as no:
        read_line("soren f", night, {"p1": "Søren", "p2": "Sören"})
    assert no.value.code == "ambiguous_name"


TAKEN = ("c", "x", "f", "b", "r", "s", "C", "call", "Check", "fold", "all", "all-in", "bet", "raise", "shadow", "5")


@pytest.mark.parametrize(
    "name", [*TAKEN, "r2", "12p", "99999999999999", "pot", "Box", "carry", "banker", "turns", "mucks"]
)
def test_a_name_that_a_line_takes_for_something_else_is_refused(night, names, name):
    with pytest.raises(ShorthandError, match=f"Nobody can be called “{name}”") as no:
        read_line(f"new {name}", night, names)
    assert no.value.code == "name_not_sayable"


@pytest.mark.parametrize("name", ["Allan", "Cecilie", "Potter", "Boxer", "Rasmus", "Betty", "Sara 2"])
def test_a_name_that_only_begins_so_is_taken(night, names, name):
    assert read_line(f"new {name}", night, names) == ParsedLine(players=(name,))


def test_a_beginning_that_fits_several_prefers_the_one_at_the_table(night, names):
    names["p9"] = "Annette"
    assert read_line("ann f", night, names) == ParsedLine((commands.Fold(player="p1"),))


REFUSED = [
    ("zoe 3", "unknown_player", "Nobody here is called “zoe”"),
    ("ana 3", "unknown_player", "Did you mean Anna?"),
    ("anna 3 4 x", "not_understood", "expected: the end of the line"),
    ("anna", "not_understood", "the end of the line"),
    ("anna flies", "not_understood", "expected: what the player does"),
    ("anna +", "not_understood", "expected: what the player does"),
    ("anna + x", "not_understood", "a number of chips"),
    ("anna -8.5", "not_understood", "a number of chips"),
    ("anna +3z", "unknown_denomination", "the start of a kind: white, peder"),
    ("anna pays 20.505", "bad_amount", "may be 20505 or 20.505"),
    ("anna pays 20.5055", "bad_amount", "finer than 0.01 DKK"),
    ("anna pays ten", "bad_amount", "not an amount of money"),
    ("anna pays 0", "bad_amount", "“0” is too little; the least amount is 0.01."),
    ("entered by carl", "not_understood", "who enters it: bank, everyone or both"),
    ("pay 0", "not_understood", "expected: the number of a transfer"),
    ("pay 1 0.00", "bad_amount", "“0.00” is too little; the least amount is 0.01."),
    ("hand", "not_understood", "the name of a game"),
    ("hand xyzzy", "unknown_game", "There is no game"),
    ("hand omaha by", "not_understood", "who deals"),
    ("hand omaha blinds 1-2", "not_understood", "such as 1/2"),
    ("hand omaha limit", "not_understood", "the most a bet or raise may be"),
    ("hand omaha limit much", "bad_limit", "such as 1-5 or 25"),
    ("hand three card", "ambiguous_game", "may mean"),
    ("strike", "not_understood", "the numbers of the events"),
    ("strike 41", "not_understood", "the reason"),
    ("waive bet_over_limit", "not_understood", "the reason in quotes"),
    ('waive bet_over_limit "yes": anna', "not_understood", "the end of the line"),
    ('anna shows As "two', "quote_not_closed", "column 15"),
    ("settle somehow", "unknown_plan", "bank (everyone with the banker)"),
    ("at noon", "not_understood", "20:15"),
    ("anna wins, anna wins", "named_twice", "won twice"),
    ('ruling "x"', "not_understood", "agreed by NAMES"),
    ("anna gives bo", "not_understood", "a number of chips"),
    ("anna card", "not_understood", "“missing” or “too many”"),
    ("anna card too long", "not_understood", "“missing” or “too many”"),
    ("anna card missing Kd 7h", "not_understood", "expected: “looked”"),
    ("new deal by anna by bo", "said_twice", "says “by” and who demands it twice"),
    ("new deal harms bo", "not_understood", "“by” and who demands New Deal"),
    ("new deal misdeal", "not_understood", "the reason in quotes"),
    ("strike 41 wrong player", "not_understood", "the reason, such as wrong player, in quotes"),
    ("gap carl they dropped them", "not_understood", "the reason in quotes"),
    ("anna fee 3 a three", "not_understood", "the reason in quotes"),
    ("carl takes 5c", "not_understood", "“next”"),
    ("board move", "not_understood", "the spot where the card lies"),
    ("board move 3 to", "not_understood", "the spot where it should lie"),
    ("anna miscounts", "not_understood", "a number of chips"),
    ("new deal by anna harms", "not_understood", "whom the fault harms"),
    ("anna 99999999999999999999", "not_understood", "expected: "),
    ("😀 3", "unknown_player", "Nobody here"),
]


@pytest.mark.parametrize(("line", "code", "part"), REFUSED)
def test_a_line_that_says_nothing_is_refused_by_code_and_sentence(night, names, line, code, part):
    with pytest.raises(ShorthandError) as refusal:
        read_line(line, night, names)
    assert refusal.value.code == code
    assert part in str(refusal.value)


def test_a_beginning_that_fits_two_at_the_table_is_refused_with_both(night, names):
    names["p3"] = "Annabel"
    with pytest.raises(ShorthandError, match="Anna or Annabel"):
        read_line("ann 3", night, names)
    assert read_line("anna 3", night, names) == ParsedLine((commands.PutIn(player="p1", chips=3),))


def test_a_lone_act_is_that_of_the_player_whose_turn_it_is(night, names):
    accept(night, commands.AnnounceHand(game="Three Card Draw", dealer="p2"))
    assert read_line("3", night, names) == ParsedLine((commands.PutIn(player="p3", chips=3),))
    accept(night, commands.PutIn(player="p3", chips=3))
    assert read_line("r2", night, names) == ParsedLine((commands.Raise(player="p4", by=2),))
    assert read_line("c", night, names) == ParsedLine((commands.Call(player="p4"),))
    assert read_line("f", night, names) == ParsedLine((commands.Fold(player="p4"),))
    for player in ("p4", "p1", "p2"):
        accept(night, commands.Call(player=player))
    assert read_line("2", night, names) == ParsedLine((commands.Exchange(player="p3", number=2),))


def test_a_lone_act_between_hands_says_nothing(night, names):
    with pytest.raises(ShorthandError):
        read_line("3", night, names)


def test_money_may_have_a_decimal_comma(night, names):
    assert read_line("pay 2 1,50", night, names) == ParsedLine((commands.RecordPayment(transfer=2, cents=150),))


def test_a_name_counts_however_its_letters_were_pasted(night, names):
    assert read_line("A\u030ase +1", night, names) == ParsedLine((commands.GiveLoan(player="p5", chips=1),))


def test_a_name_that_is_taken_is_not_given_again(night, names):
    with pytest.raises(ShorthandError, match="here already"):
        read_line("new anna", night, names)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("new by", "by"),
        ("new by anna", "by"),
        ('new by anna "misdeal"', "by"),
        ("new players erik", "players"),
        ("new hand", "hand"),
        ("new Bank Bo", "bank"),
        ("new Erik wins", "wins"),
        ("new Erik and Frida", "and"),
        ("new Erik, Frida", ","),
    ],
)
def test_nobody_is_called_what_a_line_takes_for_something_else(line, word, night, names):
    with pytest.raises(
        ShorthandError, match=f"because “{word}” means something else in a line; say “new” and one name"
    ):
        read_line(line, night, names)
    with pytest.raises(ShorthandError, match="expected: “deal”, or the name of a new player"):
        read_line('new " "', night, names)
    for name in ("Bybjerg", "Bo Hand", "Deal", "Erik d'Or", "Åse-Marie"):
        assert read_line(f"new {name}", night, names).players == ((name,) if name != "Deal" else ())


@pytest.mark.parametrize("line", ["new Erik +150", "new Erik 150", "new Erik sits", "ny Erik med 150", "new Erik at 6"])
def test_what_somebody_new_gets_or_does_is_no_part_of_the_name(line, night, names):
    with pytest.raises(ShorthandError, match="is a name and what they do; say “new Erik” first"):
        read_line(line, night, names)
    for said in ("new player Erik", "ny spiller Erik", "ny deltager Erik"):
        assert read_line(said, night, names).players == ("Erik",)
    assert read_line('new "Erik 150"', night, names).players == ("Erik 150",)


def test_two_bare_numbers_are_no_count(night, names):
    with pytest.raises(ShorthandError):
        read_line("anna = 3 3", night, names)


@pytest.mark.parametrize(
    "line",
    [
        "baseball",
        "baseball by bo",
        "hot longhorn stud by bo",
        "follow the queen, by bo",
        "midnight by bo",
        "Five Card Stud with wild 2",
    ],
)
def test_a_line_that_begins_with_a_game_announces_it(line, night, names):
    assert read_line(line, night, names) == read_line(f"hand {line}", night, names)


@pytest.mark.parametrize("line", ["basebull by bo", "Baseball bo", "baseball, bo"])
def test_a_slip_in_a_game_is_no_name_of_a_new_player(line, night, names):
    with pytest.raises(ShorthandError, match="did you mean Baseball") as no:
        read_line(line, night, names)
    assert no.value.code == "unknown_game"


def test_what_a_table_calls_by_a_word_of_its_own_is_no_slip_in_a_game(night, names):
    with pytest.raises(ShorthandError, match="Did you mean “new deal”"):
        read_line("misdeal by bo", night, names)


@pytest.mark.parametrize("line", ["anna wins the trick", "anna vinder stikket", "anna fik stikket"])
def test_a_trick_is_won_as_people_say_it(line, night, names):
    assert read_line(line, night, names) == ParsedLine((commands.TakeTrick(player="p1"),))


@pytest.mark.parametrize(
    ("line", "code"), [("midnight", "unknown_player"), ("bet by bo", "no_hand_now"), ("to by bo", "no_hand_now")]
)
def test_too_short_a_beginning_of_a_game_announces_none(line, code, night, names):
    with pytest.raises(ShorthandError) as no:
        read_line(line, night, names)
    assert no.value.code == code


@pytest.mark.parametrize(
    ("line", "meant"),
    [("flop Ah Kd 3c", "board"), ("misdeal", "new deal"), ("status", "?"), ("who's turn", "?"), ("hvem", "?")],
)
def test_what_is_said_elsewhere_is_no_new_player_but_the_line_that_says_it_here(line, meant, night, names):
    with pytest.raises(ShorthandError, match=f"Did you mean “{re.escape(meant)}”") as no:
        read_line(line, night, names)
    assert "adds one" not in str(no.value)


@pytest.mark.parametrize(
    ("done", "does"),
    [
        ("anna borrowed 50", "anna borrows 50"),
        ("anna gave bo 3", "anna gives bo 3"),
        ("anna showed As Kd", "anna shows As Kd"),
        ("anna mucked", "anna mucks"),
        ("anna sat", "anna sits"),
        ("anna stood up", "anna stands up"),
        ("anna took the trick", "anna takes the trick"),
        ("anna opened Ks", "anna opens Ks"),
        ("anna counted 117", "anna counts 117"),
    ],
)
def test_the_past_of_a_verb_says_the_same_act(done, does, night, names):
    assert read_line(done, night, names) == read_line(does, night, names)


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("hand follow the queen with psychology by bo", (Psychology(),)),
        ("hand follow the queen by bo with high/low", (HighLow(),)),
        ("hand three card draw with exchange 4, wild one-eyed by bo", (Exchange(4), Wild(Cards("Js Jh Kd")))),
        ("hand straight poker with wild 2 one-eyed and high-spade", (Wild(Cards("2 Js Jh Kd")), HighSpade())),
        ("hand straight poker with psykologi", (Psychology(),)),
        ("hand cincinnati with wild at 3 5 by bo", (Wild(Spots("3 5")),)),
        ("hand criss-cross with wild split pairs instead, high-low", (Wild(SplitPairs(), instead=True), HighLow())),
        ("hand seven card stud with wild lowest closed", (Wild(Personal("lowest closed")),)),
        ("hand seven card stud with wild 2, wild follower of Q", (Wild(Cards("2")), Wild(Follower("Q")))),
        ("hand jumping jacks with wild 7 instead by bo", (Wild(Cards("7"), instead=True),)),
        ("hand jumping jacks with wild 7 8 instead, high-low", (Wild(Cards("7 8"), instead=True), HighLow())),
    ],
)
def test_the_dealers_options_are_said_with_the_game(line, options, night, names):
    (said,) = read_line(line, night, names).commands
    assert said.options == options


def test_one_eyed_cards_are_those_of_the_house(night, names):
    night.rules = commands.HouseRules(auto="all", switches=Switches(one_eyed="Js Jh"))
    (said,) = read_line("hand straight poker with wild one-eyed", night, names).commands
    assert said.options == (Wild(Cards("Js Jh")),)


def test_a_wild_option_needs_a_card(night, names):
    with pytest.raises(ShorthandError, match="one-eyed"):
        read_line("hand straight poker with wild by bo", night, names)


@pytest.mark.parametrize(
    ("said", "side"), [("1", "low"), ("2", "both"), ("3", "high"), ("declares 1", "low"), ("declares high", "high")]
)
def test_sides_are_declared_with_chips(said, side, night, names):
    """RULINGS E3, High/low: one chip is low, two both, three high."""
    (hand,) = read_line("hand straight poker with high-low by bo", night, names).commands
    accept(night, hand)
    for player in ("p3", "p4", "p1", "p2"):
        assert read_line("anna 1", night, names).commands == (commands.PutIn(player="p1", chips=1),)
        accept(night, commands.Check(player=player))
    assert read_line(f"anna {said}", night, names).commands == (commands.DeclareSide(player="p1", side=side),)


def test_only_one_two_or_three_chips_declare_a_side(night, names):
    with pytest.raises(ShorthandError, match="low, both or high"):
        read_line("anna declares 4", night, names)


def test_an_open_card_that_was_dealt_unknown_is_named_by_opening_it_once_the_opening_is_over() -> None:
    night = Night()
    accept(
        night,
        commands.OpenNight(night="n", club="c", banker="p2", rules=commands.HouseRules(auto="all", initial_loan=150)),
    )
    for player in ("p1", "p2", "p3"):
        accept(night, commands.SeatPlayer(player=player))
    for command in read_line("hand mexican stud by carl", night, NAMES).commands:
        accept(night, command)
    hand = night.hand
    assert hand.round is not None, "Nobody knows a closed card, so that all open one without a tap."
    (named,) = read_line("anna opens 9s", night, NAMES).commands
    assert named == commands.NameCards(player="p1", cards=("9s",))
    accept(night, named)
    assert [held.card for held in hand.cards.own["p1"] if held.up] == ["9s"]
    # Now it is known, and what else she opens she must choose when it is asked.
    assert read_line("anna opens 8s", night, NAMES).commands == (commands.ExposeCard(player="p1", card="8s"),)
    with pytest.raises(errors.NotTheNextStep, match="It is not time to open a closed card; now it is time to bet."):
        accept(night, commands.ExposeCard(player="p1", card="8s"))


@pytest.mark.parametrize("said", ["T", "t", "10"])
def test_t_is_a_rank_in_what_the_dealer_makes_wild(night, names, said):
    for command in read_line(f"hand straight poker by bo with wild {said}", night, names).commands:
        accept(night, command)
    assert night.hand.game.wild_rules == (Cards("10"),)


def test_who_wins_both_parts_of_the_pot_is_named_once(night, names):
    for line in ("hand straight poker by bo with high-low", "all check"):
        for command in read_line(line, night, names).commands:
            accept(night, command)
    assert read_line("anna wins both", night, names) == read_line("anna wins high, anna wins low", night, names)
    with pytest.raises(ShorthandError, match="won twice"):
        read_line("anna wins both, bo wins low", night, names)


def _said(night: Night, names: dict[str, str], *lines: str) -> None:
    for line in lines:
        for command in read_line(line, night, names).commands:
            accept(night, command)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("straight poker with high-low", "anna wins low"),
        ("straight poker with high-low", "anna vinder high"),
        ("straight poker with high-spade", "anna wins high"),
        ("straight poker with high-spade", "anna wins high, bo wins low"),
    ],
)
def test_who_wins_one_half_of_the_pot_is_named_together_with_who_wins_the_other(night, names, game, line):
    _said(night, names, f"hand {game} by bo", "all check")
    with pytest.raises(
        ShorthandError, match=r"Say who wins each half: “NAME wins high, .*; or, if one wins all, “NAME"
    ):
        read_line(line, night, names)


@pytest.mark.parametrize("line", ["anna wins high", "anna wins low", "anna wins both", "anna wins high, bo wins low"])
def test_nobody_wins_a_half_of_a_pot_that_nothing_divides(night, names, line):
    """`anna wins low` was recorded as all of it."""
    _said(night, names, "hand straight poker by bo", "all check")
    with pytest.raises(ShorthandError, match="Nothing divides the pot of this hand"):
        read_line(line, night, names)
    for said in ("anna wins", "anna takes the pot", "anna tager puljen"):
        assert read_line(said, night, names) == ParsedLine((commands.NameWinners(rankings=((("p1",),),)),))


def test_the_half_of_the_highest_spade_is_won_by_name(night, names):
    _said(night, names, "hand straight poker by bo with high-spade", "all check", "anna wins high, bo vinder spar")
    assert (night.stack("p1"), night.stack("p2")) == (152, 152)


@pytest.mark.parametrize(
    "line",
    [
        'strike 4 "wrong player"',
        'new "Erik"',
        'bo paid 240 for "beer and wine"',
        'correct 4 to "bo +50" and 5 to "anna +20"',
        'dispute 4 "he said nothing" by carl',
    ],
)
@pytest.mark.parametrize("marks", ["“”", "””", "„“"])
def test_quotation_marks_may_be_those_of_a_phone(night, names, line, marks):
    curly = re.sub('"([^"]*)"', rf"{marks[0]}\1{marks[1]}", line)
    assert read_line(curly, night, names) == read_line(line, night, names)
    (said,) = read_line('dispute 4 "it is “all in”" by carl', night, names).commands
    assert said.words == "it is “all in”"


@pytest.mark.parametrize(
    ("past", "present"),
    [
        ("carl folded", "carl folds"),
        ("carl called", "carl calls"),
        ("carl checked", "carl checks"),
        ("carl raised by 4", "carl raises by 4"),
        ("carl won", "carl wins"),
    ],
)
def test_what_was_done_may_be_said_in_the_past(night, names, past, present):
    for command in read_line("hand straight poker by bo", night, names).commands:
        accept(night, command)
    assert read_line(past, night, names).commands == read_line(present, night, names).commands
