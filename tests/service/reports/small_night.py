"""A small night in which nearly everything happens, as a story; its report is kept as golden text."""

from engine import commands
from engine.commands import HouseRules, Waiver
from tests.engine.reports.evening import Evening, counted_and_closed, opened

NAMES = {"eva": "Eva", "bo": "Bo", "aase": "Åse", "carl": "Carl"}
HEAD = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"


def small_night() -> Evening:
    """Six hands of four players, the close with a gap, and a plan that is paid in part."""
    evening = opened(
        "eva",
        "bo",
        "aase",
        "carl",
        starts_at="17:00",
        name="Friday at Åse's",
        zone="Europe/Copenhagen",
        rules=HouseRules(auto="all", initial_loan=40),
    )
    play(evening)
    evening.wait(60)
    counted_and_closed(evening, bo=-1, carl=-2)
    evening.do(
        commands.ResolveGap(by="losers", reason="As always at this table."),
        commands.FreezePlan(kind="direct"),
        commands.RecordPayment(transfer=1),
    )
    evening.wait(24 * 60)
    evening.do(commands.RecordPayment(transfer=2, cents=300))
    return evening


def the_bank_alone() -> Evening:
    """No hand in the book: chips went out and came back, as in a night whose results were imported."""
    evening = opened("eva", "bo", "carl", starts_at="17:00", rules=HouseRules(initial_loan=40))
    evening.do(
        commands.BuyChips(player="bo", chips=20),
        commands.CountChips(player="eva", chips=75),
        commands.CountChips(player="bo", chips=0),
        commands.CountChips(player="carl", chips=65),
        commands.CloseNight(),
    )
    return evening


def play(evening: Evening) -> None:
    """Everything before the counts."""
    a_hand_with_a_waiver(evening)
    a_hand_with_a_shadow(evening)
    evening.do(commands.BuyChips(player="aase", chips=40))
    a_hand_that_is_carried(evening)
    ruling = evening.do(
        commands.MakeRuling(
            text="A chip found under the table goes into the carried pot.",
            moves=(commands.ChipMove(payer="chips:eva", payee="carry", chips=1),),
            agreed_by=("eva", "bo"),
        )
    )
    a_hand_with_the_carried_pot(evening)
    evening.strike(ruling, reason="It was no chip but a button.")
    a_hand_with_a_side_pot(evening)
    a_hand_whose_winner_was_mistaken(evening)
    evening.do(
        commands.MakeRuling(
            text="Åse paid for the pizza: two chips from Carl.",
            moves=(commands.ChipMove(payer="chips:carl", payee="chips:aase", chips=2),),
            agreed_by=("eva", "bo", "aase", "carl"),
        )
    )


def a_hand_with_a_waiver(evening: Evening) -> None:
    evening.do(
        commands.AnnounceHand(game="Straight Poker"),
        commands.Bet(player="bo", chips=8, waived=(Waiver(rule="bet_over_limit", reason="It is their birthday."),)),
        commands.Call(player="aase"),
        commands.Raise(player="carl", by=5),
        commands.Fold(player="eva"),
        commands.Call(player="bo"),
        commands.Fold(player="aase"),
        commands.ShowHand(player="carl", cards=("10s", "10h", "10d", "4c", "4s"), announced="full house"),
        commands.ShowHand(player="bo", cards=("Ks", "Kh", "9d", "9c", "2s")),
    )


def a_hand_with_a_shadow(evening: Evening) -> None:
    """Carl bets the peder, and Åse has too few chips to call it."""
    evening.do(
        commands.AnnounceHand(game="Five Card Stud"),
        commands.Bet(player="carl", chips=50),
        commands.Fold(player="eva"),
        commands.Fold(player="bo"),
        commands.Call(player="aase"),
    )
    for _ in range(3):
        evening.do(commands.Check(player="aase"), commands.Check(player="carl"))
    evening.do(commands.NameWinners(rankings=((("carl",), ("aase",)),)))


def a_hand_that_is_carried(evening: Evening) -> None:
    evening.do(
        commands.AnnounceHand(game="Three Card Draw"),
        commands.Bet(player="carl", chips=3),
        commands.Call(player="eva"),
        commands.NewDeal(player="bo", reason="two cards fell on the floor"),
    )


def a_hand_with_the_carried_pot(evening: Evening) -> None:
    evening.do(
        commands.AnnounceHand(game="Straight Poker"),
        commands.Check(player="eva"),
        commands.Check(player="bo"),
        commands.Check(player="aase"),
        commands.Bet(player="carl", chips=2),
        commands.Fold(player="eva"),
        commands.Fold(player="bo"),
        commands.Call(player="aase"),
        commands.NameWinners(rankings=((("aase", "carl"),),)),
    )


def a_hand_with_a_side_pot(evening: Evening) -> None:
    """Bo is all-in with the least and wins the main pot, Eva the side pot; Carl takes back what nobody called."""
    evening.do(
        commands.AnnounceHand(game="Texas Hold'em"),
        commands.GoAllIn(player="carl"),
        commands.GoAllIn(player="eva"),
        commands.GoAllIn(player="bo"),
        commands.Fold(player="aase"),
        commands.NameWinners(rankings=((("bo",), ("eva",), ("carl",)),)),
    )


def a_hand_whose_winner_was_mistaken(evening: Evening) -> None:
    evening.do(
        commands.AnnounceHand(game="Straight Poker"),
        commands.Bet(player="aase", chips=4),
        commands.Call(player="carl"),
        commands.Fold(player="eva"),
        commands.Call(player="bo"),
    )
    named = evening.do(commands.NameWinners(rankings=((("aase",),),)))
    evening.strike(named, reason="It was Bo's straight.")
    evening.do(commands.NameWinners(rankings=((("bo",),),)))
