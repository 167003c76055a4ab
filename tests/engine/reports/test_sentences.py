"""Every event is told in one short sentence that a player reads easily."""

from collections.abc import Sequence

import pytest

from engine import commands, events
from engine.commands import Currency, Waiver
from engine.events import NAME_OF, Event, Recorded
from engine.folding import effective, postings
from engine.game.options import Exchange, HighLow, Wild
from engine.game.wilds import Cards
from engine.library import named
from engine.reports.sentences import SENTENCES, at_the_board, is_quiet, tell, tell_all
from engine.wording import game_text, options_texts
from tests.engine.hands import worth
from tests.engine.reports.evening import opened, random_evening

NAMES = {"anna": "Anna", "bo": "Bo", "carl": "Carl", "eva": "Eva"}
PLAYERS = ("anna", "bo", "carl", "dan", "eva")
FULL_HOUSE = "full house, tens over fours"


def won(player: str, chips: int, **more: object) -> events.Share:
    return events.Share(player=player, chips=chips, **more)  # type: ignore[arg-type]


def test_every_type_in_the_book_has_its_sentence() -> None:
    assert set(SENTENCES) == set(NAME_OF)


TOLD: list[tuple[Event, str]] = [
    (commands.SeatPlayer(player="anna", seat=3), "Anna takes seat 3."),
    (commands.StandUp(player="anna"), "Anna stands up for a while."),
    (commands.SitBack(player="anna", seat=2), "Anna is back, on seat 2."),
    (commands.LeaveNight(player="anna"), "Anna goes home without a count."),
    (commands.LeaveNight(player="anna", counted=1), "Anna goes home with 1 chip counted."),
    (commands.GiveLoan(player="bo", chips=150, cents=3750), "Bo borrows 150 chips, for 37.50 DKK."),
    (
        commands.GiveLoan(player="bo", chips=150, cents=3750, initial=True),
        "Bo begins with 150 chips, for 37.50 DKK on account.",
    ),
    (commands.BuyChips(player="bo", chips=1, cents=25), "Bo buys 1 chip for 0.25 DKK."),
    (commands.CashOut(player="bo", chips=40, cents=1000), "Bo hands back 40 chips and is credited 10.00 DKK."),
    (commands.CashOut(player="bo", chips=40, cents=1000, paid=True), "Bo hands back 40 chips and is paid 10.00 DKK."),
    (commands.CashOut(player="eva", chips=-4, cents=-100), "Eva has lost 4 chips of the box, for 1.00 DKK."),
    (commands.TransferChips(payer="anna", payee="bo", chips=5), "Anna passes 5 chips to Bo."),
    (
        commands.CountChips(player="bo", chips=70, pieces=(commands.Pieces(denomination="peder", pieces=1),)),
        "Bo has 70 chips counted (1 peder).",
    ),
    (
        events.CountDiffers(player="bo", book=123, counted=119),
        "The book says 123 for Bo: 4 missing. It can be counted again while the night is open.",
    ),
    (
        events.GapFound(player="bo", book=73, counted=72, cents=-25),
        (
            "Bo's count is off: the book says 73, counted 72, 1 missing; Bo is credited 0.25 DKK less than the book "
            "says."
        ),
    ),
    (
        events.GapFound(player="bo", book=73, counted=75, cents=50),
        "Bo's count is off: the book says 73, counted 75, 2 over; Bo is credited 0.50 DKK more than the book says.",
    ),
    (events.DealerIsAnother(player="anna", dealer="bo"), "It was Anna's deal, but Bo dealt."),
    (
        commands.ResolveGap(by="winners", charges=(commands.Charge("anna", 13), commands.Charge("bo", 12))),
        (
            "The chips missing at the count have cost 0.25 DKK; that goes to the winners, in equal parts whatever each has "
            "won; those who sat down first take the larger parts where it does not divide evenly: Anna gets 0.13 DKK and Bo gets 0.12 DKK."
        ),
    ),
    (
        commands.ResolveGap(by="losers", charges=(commands.Charge("anna", -25), commands.Charge("bo", -25))),
        (
            "The chips over at the count have brought 0.50 DKK; that is paid by the losers, in equal parts whatever each "
            "has lost: Anna pays 0.25 DKK and Bo pays 0.25 DKK."
        ),
    ),
    (
        commands.ResolveGap(by="all", charges=(commands.Charge("anna", 25), commands.Charge("bo", 25))),
        (
            "The chips missing at the count have cost 0.50 DKK; that goes to everyone who played, in equal parts: Anna gets "
            "0.25 DKK and Bo gets 0.25 DKK."
        ),
    ),
    (
        commands.ResolveGap(by="banker", charges=(commands.Charge("anna", 25),), reason="as always"),
        (
            "The chips missing at the count have cost 0.25 DKK; that goes to the banker: Anna gets 0.25 DKK. The reason "
            "given: as always."
        ),
    ),
    (
        commands.ResolveGap(by="player", charges=(commands.Charge("bo", -25),)),
        "The chips over at the count have brought 0.25 DKK; that is paid by one player: Bo pays 0.25 DKK.",
    ),
    (commands.PayIn(player="bo", cents=2000), "Bo pays the bank 20.00 DKK."),
    (
        commands.PayExpense(
            player="bo",
            cents=10001,
            purpose="pizza",
            shares=(commands.ExpenseShare("anna", 5001), commands.ExpenseShare("bo", 5000)),
        ),
        "Bo pays 100.01 DKK for pizza: Anna bears 50.01 DKK and Bo bears 50.00 DKK.",
    ),
    (
        commands.PayExpense(player="bo", cents=2000, purpose="pizza", kitty=True),
        "Bo pays 20.00 DKK for pizza out of the kitty.",
    ),
    (
        events.FeeCharged(purpose="the room", shares=(events.FeeShare("anna", 50, 2), events.FeeShare("bo", 50))),
        "The fee for the room: Anna 2 chips and Bo 0.50 DKK.",
    ),
    (commands.GiveTip(player="bo", payee="anna", cents=2000), "Bo tips Anna 20.00 DKK."),
    (commands.GiveTip(player="bo", cents=2000), "Bo puts 20.00 DKK into the kitty."),
    (commands.PayOut(player="bo", cents=2000), "The bank pays Bo 20.00 DKK."),
    (
        commands.FreezePlan(kind="direct", transfers=(commands.Transfer("anna", "bo", 5),), proven_minimal=True),
        "Who pays whom is settled: 1 payment, from player to player, as few as can be.",
    ),
    (commands.RecordPayment(transfer=2, cents=500), "Transfer 2: 5.00 DKK paid."),
    (commands.StrikeEvents(versions=(7, 8, 9), reason="typed twice"), "The banker strikes events 7-9: typed twice."),
    (events.EventsStruck(void=(7, 8, 9, 12)), "Events 7-9 and 12 no longer count."),
    (events.EventsStruck(void=(7,)), "Event 7 no longer counts."),
    (
        commands.MakeRuling(
            text="Bo's chips fell", moves=(commands.ChipMove("pot", "chips:bo", 3),), agreed_by=("anna", "bo")
        ),
        "The table rules: Bo's chips fell. Chips move: 3 from the pot to Bo. Agreed by Anna and Bo.",
    ),
    (commands.RaiseDispute(by="bo", event=7, words="a call", number=2), "Bo disputes event 7, dispute 2: a call."),
    (
        commands.RaiseDispute(by="bo", event=7, missing=True, words="anna anted", number=2),
        "Bo disputes what is missing after event 7, dispute 2: anna anted.",
    ),
    (commands.AnswerDispute(dispute=2, by="anna", words="I folded"), "Anna answers dispute 2: I folded."),
    (commands.ResolveDispute(dispute=2, event=9), "Dispute 2 is resolved by event 9."),
    (
        commands.ResolveDispute(dispute=2, words="it stands", agreed_by=("anna", "bo")),
        "Dispute 2 is resolved: it stands. Agreed by Anna and Bo.",
    ),
    (
        commands.GiveBanksWord(dispute=2, words="it stands", agreed_by=("anna",)),
        "The bank's word on dispute 2: it stands. Agreed by Anna.",
    ),
    (commands.GiveBanksWord(dispute=2, event=9), "The bank's word on dispute 2: event 9 puts it right."),
    (commands.WithdrawDispute(dispute=2, by="bo"), "Bo withdraws dispute 2."),
    (commands.AnnounceHand(game="Seven Card Stud", dealer="eva"), "Hand 12: Seven Card Stud, dealt by Eva."),
    (commands.AnnounceHand(game="Texas Hold'em"), "Hand 12: Texas Hold'em, the button is dead."),
    (commands.Deal(cards=("As", "??")), "Cards are dealt: A♠ ??."),
    (commands.Lay(cards=("10h",)), "On the table lies 10♥."),
    (commands.Lay(cards=("10h", "Ks")), "On the table lie 10♥ K♠."),
    (commands.Turn(card="Kd"), "K♦ is turned."),
    (commands.NameCards(player="anna", cards=("2c",)), "Anna's cards are named: 2♣."),
    (commands.Bet(player="anna", chips=5), "Anna bets 5."),
    (commands.Bet(player="anna", chips=5, ahead=True), "Anna bets 5 out of turn."),
    (commands.Call(player="carl", chips=5, shadow=3), "Carl calls 5, 3 of it by shadow."),
    (commands.Call(player="carl", chips=0), "Carl calls with the chips that are in already."),
    (commands.Raise(player="anna", by=3, to=8, chips=6), "Anna raises by 3, to 8."),
    (commands.Exchange(player="anna", number=0), "Anna exchanges nothing."),
    (
        commands.Exchange(player="anna", number=1, thrown=("2c",), drawn=("Ah",)),
        "Anna exchanges 1 card (2♣ thrown, A♥ drawn).",
    ),
    (commands.ShowHand(player="bo", cards=("As",), announced="ace high"), "Bo shows A♠ and announces ace high."),
    (commands.NameWinners(rankings=((("bo",), ("anna",)),)), "The table names the winner: Bo, then Anna."),
    (
        commands.NameWinners(rankings=((("bo",),), (("anna", "carl"),))),
        "The table names the winner: Bo for high; Anna and Carl for low.",
    ),
    (commands.NewDeal(player="bo", reason="a card fell"), "Bo demands New Deal: a card fell."),
    (commands.NewDeal(), "The table demands New Deal."),
    (commands.NewDeal(player="bo", harmed="eva"), "Bo demands New Deal for Eva."),
    (commands.GiveMissingCard(player="bo", card="Kd"), "Bo was dealt a card too few and gets K♦."),
    (commands.GiveMissingCard(player="bo"), "Bo was dealt a card too few and gets a card."),
    (commands.TakeBackCard(player="bo"), "Bo was dealt a card too many; a card of theirs goes under the stock."),
    (
        commands.MoveDealtCards(player="bo", fault="skipped", card="5c", cards=("9s", "5c")),
        "Bo was skipped; moved to where they belong, the cards are 9♠ 5♣.",
    ),
    (
        commands.MoveDealtCards(player="bo", fault="twice", card="5c", cards=("9s", "5c")),
        "Bo was dealt an open card too many; moved to where they belong, the cards are 9♠ 5♣.",
    ),
    (
        commands.SettleExposedCard(player="bo", card="9d", keeps=True),
        "A closed card of Bo was dealt open: they keep 9♦.",
    ),
    (
        commands.SettleExposedCard(player="bo", card="9d", keeps=False),
        "A closed card of Bo was dealt open: 9♦ goes under the stock, and they take the next card.",
    ),
    (
        commands.MoveBoardCard(source="3", target="4"),
        "A shared card lay at the wrong place and is moved from 3 to 4.",
    ),
    (commands.PutRight(player="bo", put_in=3, chips=5), "Bo calls 5, and had put in only 3 at first."),
    (
        commands.PutRight(player="bo", put_in=5, chips=5),
        "Bo calls with 5 chips, too many; they stay in the pot and raise nothing.",
    ),
    (
        commands.BuyForgottenCard(player="bo", original=True, cards=("As", "??"), price=5),
        "Nobody had offered Bo a card: they take the card that would have been theirs for 5; dealt again: A♠ ??.",
    ),
    (
        commands.BuyForgottenCard(player="bo", price=5, shadow=2),
        "Nobody had offered Bo a card: they take the next card for 5, 2 of it by shadow.",
    ),
    (
        commands.BuyForgottenCard(player="bo", price=5, offered=True),
        "The offer of a card to Bo was not answered in time: they take the next card for 5.",
    ),
    (events.CarryAdded(chips=14), "14 carried from the last hand go into the pot."),
    (events.ForcedBetPosted(player="anna", kind="ante", chips=2), "Anna antes 2."),
    (events.ForcedBetPosted(player="anna", kind="small blind", chips=1), "Anna posts the small blind of 1."),
    (events.ShadowPulled(player="carl", debt=3, marker=3), "Carl pulls a shadow of 3."),
    (
        events.ShadowPulled(player="carl", debt=3, marker=2),
        "Carl owes the pot 3 and pulls a shadow of 2, all that the pot holds.",
    ),
    (events.UncalledReturned(player="carl", chips=9), "Carl takes back 9 that nobody called."),
    (
        events.EarlyBetStands(player="anna", to=4, by=3),
        "The bet Anna made out of turn stands: it is 4 now, 3 more than before.",
    ),
    (
        events.StepsSkipped(steps=("draw", "bet", "draw", "bet", "declare sides")),
        "The rest of the hand was not written down.",
    ),
    (
        commands.ShowHand(player="anna", cards=("As", "Kd"), before="bo"),
        "Anna shows A♠ K♦; Bo was to show first.",
    ),
    (events.EarlyBetStands(player="anna", to=4, by=0), "The chips Anna put in out of turn are a call."),
    (events.DebtPaid(player="carl", chips=3), "Carl pays the pot the 3 owed by shadow."),
    (
        events.PotAwarded(pot=0, share="all", shares=(won("bo", 27, hand=worth(FULL_HOUSE)),), by="cards"),
        "Bo wins 27 with a full house, tens over fours.",
    ),
    (events.PotAwarded(pot=0, share="all", shares=(won("bo", 8),), by="last player"), "Bo wins 8 unopposed."),
    (
        events.PotAwarded(pot=1, share="low", shares=(won("bo", 5), won("anna", 4, netted=3)), by="table"),
        "Bo wins 5 of side pot 1 for low; Anna wins 4 of side pot 1 for low (3 of it strikes out the shadow).",
    ),
    (
        events.DealOffStarted(players=("anna", "bo"), up=5, pot=0, share="all", chips=12),
        "Anna and Bo are equal: each is dealt 5 new open cards for 12 chips.",
    ),
    (
        events.DealOffStarted(players=("anna", "bo", "eva"), up=1, pot=2, share="high", chips=1),
        "Anna, Bo and Eva are equal: each is dealt 1 new open card for 1 chip for high of side pot 2.",
    ),
    (events.PaidToKitty(chips=1), "1 chip of the pot goes to the kitty."),
    (
        events.KittyShared(shares=(events.KittyShare("anna", 2, 50), events.KittyShare("bo", 1, 25))),
        "The kitty of 3 chips is shared out: Anna 2 (0.50 DKK) and Bo 1 (0.25 DKK).",
    ),
    (
        events.PotCarried(chips=14, rule="enemaerke/new-deal"),
        "14 chips are carried to the next hand, as a New Deal asks.",
    ),
    (events.HandEnded(number=12), "Hand 12 is over."),
    # Told without its hand: nobody can know which of the two words it was.
    (commands.CallSpit(player="bo", card="10h"), "Bo says “Spit” or “Shit”: 10♥ is laid."),
    (commands.CallSpit(player="bo"), "Bo says “Spit” or “Shit”, and a shared card is laid."),
    (commands.RevealCards(cards=("As", "??")), "The piles show A♠ ??."),
    (events.SidesDeclared(low=("bo",), high=("anna", "eva")), "All sides are open: Bo for low; Anna and Eva for high."),
    (events.CardOffered(player="bo", card="4h", price=5), "4♥ offers Bo one more card for 5."),
    (commands.BuyCard(player="bo", price=5, shadow=2), "Bo takes one more card for 5, 2 of it by shadow."),
    (commands.DeclineCard(player="bo"), "Bo takes no more cards."),
    (events.CardsExposed(cards=("As", "??")), "Everyone opens the chosen card: A♠ ??."),
    (events.CardsExposed(cards=("??", "??")), "Everyone opens the chosen card."),
    (events.SentOutByCard(player="bo", card="7s"), "7♠ sends Bo out of the hand."),
    (commands.SendOut(player="bo", reason="a black seven"), "Bo is sent out of the hand: a black seven."),
    (commands.PayFee(player="bo", chips=3, shadow=1), "Bo pays 3 for an open card, 1 of it by shadow."),
    (commands.PayFee(player="bo", chips=1, reason="a nine"), "Bo pays 1 for an open card: a nine."),
    (commands.PayFee(player="bo", chips=0), "Bo has no chips left to pay for an open card."),
    (events.FeePaid(player="bo", card="3s", chips=0), "3♠ costs Bo nothing, who has no chips left."),
    (events.FeePaid(player="bo", card="3s", chips=3, shadow=2), "3♠ costs Bo 3, 2 of it by shadow."),
    (events.CardGiven(player="bo", card="4h"), "4♥ gives Bo one more card."),
    (events.CardGiven(player="bo", card="4h", number=0), "4♥ gives Bo no card, because none is left."),
    (commands.TurnOwn(player="bo", card="7h"), "Bo turns 7♥ from the pile."),
    (commands.TurnOwn(player="bo", beats=True), "Bo turns a card from the pile, and says that it beats."),
    (events.HandBeaten(player="bo"), "Bo has the hand to beat."),
    (
        events.HandBeaten(player="bo", hand=worth("pair of kings"), beaten=worth("queen high")),
        "Bo beats queen high with a pair of kings.",
    ),
    (
        events.CouldNotBeat(player="bo", hand=worth("king high"), to_beat=worth("pair of twos")),
        "Bo has turned the whole pile without beating a pair of twos and is out of the hand.",
    ),
    (
        events.PotAwarded(pot=0, share="spade", shares=(won("bo", 8),), by="table"),
        "Bo wins 8 for the high spade.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[NAME_OF[type(event)] for event, _ in TOLD])
def test_an_event_is_told_as_a_player_would(event, sentence) -> None:
    assert tell(event, NAMES, currency=Currency(), hand=12) == sentence


OPENED: list[tuple[events.RoundOpened, str, bool]] = [
    (events.RoundOpened(asked=()), "Nobody has chips left to bet with.", True),
    (events.RoundOpened(asked=("bo",), opens="best showing"), "Only Bo has chips left to bet with.", True),
    (events.RoundOpened(asked=("bo", "anna")), "Betting begins with Bo, next to the dealer.", True),
    (
        events.RoundOpened(asked=("bo", "anna"), opens="behind the blinds", price=2),
        "Betting begins with Bo, behind the blinds.",
        True,
    ),
    (
        events.RoundOpened(asked=("bo", "anna"), opens="best showing"),
        "Betting begins with Bo, the best open cards.",
        False,
    ),
    (
        events.RoundOpened(asked=("bo", "anna"), opens="previous opener"),
        "Betting begins with Bo, counted from the last to open.",
        False,
    ),
    (
        events.RoundOpened(asked=("bo", "anna"), opens="best showing", anyone=True),
        "Betting begins with whoever opens, because the open cards that decide it are not known.",
        False,
    ),
]


@pytest.mark.parametrize(("event", "sentence", "quiet"), OPENED)
def test_who_opens_is_news_where_the_cards_or_the_last_round_say_it(event, sentence, quiet) -> None:
    assert tell(event, NAMES) == sentence
    assert is_quiet(event) is quiet


def test_only_what_follows_by_itself_is_quiet_and_chips_never_are() -> None:
    records = random_evening(3).records
    quiet = [record for record, told in zip(records, tell_all(records, {}), strict=True) if told.quiet]
    assert quiet
    assert all(record.caused_by is not None and not postings(record.event) for record in quiet)


SEALED: list[Event] = [
    commands.DeclareSide(player="anna", side="low"),
    commands.PassCards(player="anna", right=("As",), left=("Kd",)),
    commands.ExposeCard(player="anna", card="As"),
    commands.ArrangeCards(player="anna", cards=("As", "Kd")),
]


@pytest.mark.parametrize("event", SEALED, ids=[NAME_OF[type(event)] for event in SEALED])
def test_what_is_sealed_is_not_given_away_by_its_sentence(event) -> None:
    sentence = tell(event, NAMES)
    assert sentence.startswith("Anna has ")
    assert not {"low", "A♠", "K♦"} & set(sentence.removesuffix(".").split())


def test_the_opening_brings_its_own_money() -> None:
    event = commands.OpenNight(night="n", club="c", banker="eva", unit=5, currency=Currency(code="JPY", exponent=0))
    assert tell(event, NAMES) == "The night is open: Eva keeps the bank, a chip is worth 5 JPY."


def test_without_a_currency_the_smallest_units_are_counted() -> None:
    assert tell(commands.PayIn(player="bo", cents=2000), NAMES) == "Bo pays the bank 2,000 cents."


def test_somebody_without_a_name_is_told_by_id() -> None:
    assert tell(commands.Fold(player="p17"), NAMES) == "p17 folds."


def test_a_waiver_is_told_behind_the_act_it_was_given_for() -> None:
    event = commands.Bet(player="anna", chips=8, waived=(Waiver(rule="bet_over_limit", reason="a birthday"),))
    assert tell(event, NAMES) == "Anna bets 8. The banker waives a rule (a bet stays within the limit): a birthday."


def test_that_what_looked_like_a_slip_was_meant_is_told_to_nobody() -> None:
    event = commands.Bet(player="anna", chips=8, waived=(Waiver(rule="looks_like_a_slip", reason="it is meant"),))
    assert tell(event, NAMES) == "Anna bets 8."


@pytest.mark.parametrize("seed", range(12))
def test_every_sentence_of_a_night_is_one_that_can_be_read(seed) -> None:
    evening = random_evening(seed)
    for told in tell_all(evening.records, {}):
        assert told.sentence.startswith(PLAYERS) or told.sentence[0].isupper() or told.sentence[0].isdigit()
        assert told.sentence.endswith(".")
        assert "None" not in told.sentence
        assert "  " not in told.sentence


def test_the_book_tells_void_events_too_and_numbers_the_hands_that_count() -> None:
    evening = opened("anna", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=20))
    fold = (commands.Fold(player="bo"), commands.Fold(player="carl"))
    first = evening.do(commands.AnnounceHand(game="Straight Poker"))
    folded = [evening.do(one) for one in fold]
    second = evening.do(commands.AnnounceHand(game="Straight Poker"))
    evening.do(commands.Fold(player="carl"), commands.Fold(player="anna"))
    evening.strike(first, *folded, reason="a rehearsal")
    told = {told.version: told for told in tell_all(evening.records, NAMES)}
    assert told[first].void
    assert told[first].sentence == "Straight Poker, dealt by Anna."
    assert not told[second].void
    assert told[second].sentence == "Hand 1: Straight Poker, dealt by Bo."
    assert told[3].sentence == "Anna begins with 20 chips, for 5.00 DKK on account."


def test_a_payment_names_who_pays_whom_by_the_plan_in_force() -> None:
    to_bo, to_carl = commands.Transfer("anna", "bo", 500), commands.Transfer("anna", "carl", 500)
    said: list[Event] = [
        commands.FreezePlan(kind="bank", transfers=(to_bo,)),
        commands.FreezePlan(kind="direct", transfers=(to_carl,)),
        commands.RecordPayment(transfer=1, cents=500),
    ]
    records = [Recorded(version, event, None, "banker", "") for version, event in enumerate(said, start=1)]
    names = {"anna": "Anna", "bo": "Bo", "carl": "Carl"}
    assert tell_all(records, names)[-1].sentence == "Transfer 1, Anna to Carl: 500 cents paid."
    struck = (commands.StrikeEvents(versions=(2,), reason="undone"), events.EventsStruck(void=(2,)))
    undone = [*records[:2], Recorded(3, struck[0], None, "banker", ""), Recorded(4, struck[1], 3, "banker", "")]
    undone.append(Recorded(5, said[-1], None, "banker", ""))
    assert tell_all(undone, names)[-1].sentence == "Transfer 1, Anna to Bo: 500 cents paid."


def test_a_game_is_told_with_what_the_dealer_has_said_of_its_options() -> None:
    assert options_texts(("Psychology", "Wild", "Exchange"), (Wild(Cards("7"), instead=True), Exchange(4))) == (
        "Psychology",
        "wild 7 instead",
        "exchange 4",
    )
    told = game_text("Three Card Draw", options_texts(("Wild", "HighLow"), (Wild(Cards("2 Js")), HighLow())))
    assert told == "Three Card Draw with wild 2 J♠ and high/low"


def told_of_a_hand(game: str, *acts: Event) -> list[str]:
    announced = commands.AnnounceHand(game=game, declaration=named(game)[0])
    records = [Recorded(version, event) for version, event in enumerate((announced, *acts), start=1)]
    return [line.sentence for line in tell_all(records, {"zenia": "Zenia"})][1:]


def test_the_first_shared_card_is_called_for_with_spit_and_the_second_with_shit() -> None:
    spit, shit = commands.CallSpit(player="zenia", card="5h"), commands.CallSpit(player="zenia", card="4s")
    first, second = told_of_a_hand("Spit 'n' Shit", spit, shit)
    assert (first, second) == ("Zenia says “Spit”: 5♥ is laid.", "Zenia says “Shit”: 4♠ is laid.")
    # What the dealer laid after the deal nobody has called for.
    assert told_of_a_hand("Puke", commands.Lay(cards=("5h",)), shit)[1] == "Zenia says “Shit”: 4♠ is laid."


def test_a_call_that_was_struck_is_told_with_the_word_that_was_said() -> None:
    rules = commands.HouseRules(auto="closed", initial_loan=20)
    evening = opened("anna", "bo", "carl", rules=rules)
    evening.do(commands.AnnounceHand(game="Spit 'n' Shit", dealer="anna"))
    spit = evening.do(commands.CallSpit(player="bo", card="5h"))
    shit = evening.do(commands.CallSpit(player="carl", card="4s"))
    evening.strike(shit, reason="too late")
    evening.strike(spit, reason="not said")
    again = evening.do(commands.CallSpit(player="carl", card="6h"))
    told = {told.version: told.sentence for told in tell_all(evening.records, NAMES)}
    assert told[spit] == "Bo says “Spit”: 5♥ is laid."
    assert told[shit] == "Carl says “Shit”: 4♠ is laid."
    assert told[again] == "Carl says “Spit”: 6♥ is laid."


@pytest.mark.parametrize("reaches_back", [False, True], ids=["within the hand", "before it"])
def test_a_shared_card_that_was_struck_is_told_from_its_hand_alone_unless_a_strike_reaches_back(
    monkeypatch, reaches_back
) -> None:
    evening = opened("anna", "bo", "carl", rules=commands.HouseRules(auto="closed", initial_loan=20))
    evening.do(commands.AnnounceHand(game="Straight Poker"))
    evening.do(commands.Fold(player="bo"), commands.Fold(player="carl"))
    loan = evening.do(commands.GiveLoan(player="bo", chips=5))
    begun = evening.do(commands.AnnounceHand(game="Spit 'n' Shit", dealer="anna"))
    spit = evening.do(commands.CallSpit(player="bo", card="5h"))
    if reaches_back:
        evening.strike(loan, reason="not given")
    shit = evening.do(commands.CallSpit(player="carl", card="4s"))
    evening.strike(shit, reason="too late")
    as_it_happened = at_the_board(evening.records[:shit])[shit]
    gone_through: list[int] = []

    def counting(records: Sequence[Recorded]) -> list[Recorded]:
        gone_through.append(len(records))
        return effective(records)

    monkeypatch.setattr("engine.reports.sentences.effective", counting)
    told = {told.version: told.sentence for told in tell_all(evening.records, NAMES)}
    assert as_it_happened == at_the_board(evening.records)[shit]
    assert told[spit] == "Bo says “Spit”: 5♥ is laid."
    assert told[shit] == "Carl says “Shit”: 4♠ is laid."
    # The whole night once, for everything, and the hand for what was struck in it.
    assert gone_through[:2] == [len(evening.records), shit if reaches_back else shit - begun + 1]


def test_a_shared_card_that_is_turned_has_the_name_of_its_place() -> None:
    laid, turned = [commands.Lay()] * 5, [commands.Turn(card=card) for card in ("2c", "3c", "4c", "5c", "4s")]
    told = told_of_a_hand("Criss-Cross", *laid, *turned)
    assert (told[0], told[5], told[-1]) == (
        "Shared cards are laid (north).",
        "2♣ is turned (north).",
        "4♠ is turned (the centre card).",
    )
    assert told_of_a_hand("Cincinnati", *laid, *turned)[-1] == "4♠ is turned."
