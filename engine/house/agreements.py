"""What a house agrees on before the first hand: its currency, its chips, its rules."""

from typing import Annotated, Literal

import msgspec

from engine.game.betting import Forced, Limit
from engine.game.switches import Switches
from engine.ids import Name
from engine.money import Chips


class Currency(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An ISO 4217 code and the number of decimals of its smallest unit (2: cents, øre).

    The code is always written. Events in which it is not, of old, were in crowns.
    """

    # A default would be left out or written by whether the text is the same object in memory; a factory's never is left out.
    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")] = msgspec.field(default_factory=lambda: "DKK")
    exponent: Annotated[int, msgspec.Meta(ge=0, le=4)] = 2


class Denomination(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of chip: its name at the table, its value in smallest chips, and how many the box holds."""

    name: Name
    worth: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
    pieces: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0


Cash = Literal["exact", "0.25", "0.50", "1.00"]
# The languages in which something can be written for a house, by their ISO 639 codes.
HouseLanguage = Literal["en", "da"]


BankerStack = Literal["own", "box"]
# Who enters what a player does in a hand: the bank alone, everybody their own, or both.
EnteredBy = Literal["bank", "everyone", "both"]
# Where players enter their own acts.
PLAYERS_ENTER: tuple[EnteredBy, ...] = ("everyone", "both")
# What stands for the chips of the book: real ones on the table, or none, because the book alone keeps them.
ChipsOnTable = Literal["real", "none"]


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """What the source of a rulebook says of its bank; a house that takes the book begins so, and may agree on anything else.

    `initial_loan` and `banker_stack` are those of `HouseRules`; `chips` are the kinds of chip, of which nobody knows the number.
    """

    initial_loan: Chips = 0
    banker_stack: BankerStack = "own"
    chips: tuple[Denomination, ...] = ()


# By rulebook; the others say nothing of a bank.
CUSTOMS = {
    # “Banken” and “Bankør”: the banker begins with all chips, and everybody else is lent 50 small ones and 2 pedere.
    "enemaerke": Customs(
        initial_loan=150,
        banker_stack="box",
        chips=(Denomination(name="små", worth=1), Denomination(name="peder", worth=50)),
    ),
}


class Fee(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """What the house takes for a `purpose` into its kitty, apart from every result: one amount, `per` what it says.

    Per hand each who is dealt in pays `cents` or `chips`; per hour each who is there pays `cents`; of each pot its takers pay
    `chips`, or `permille` of it rounded down, `most` chips at most (0: no bound).
    """

    purpose: Name
    per: Literal["hand", "hour", "pot"]
    cents: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    chips: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    permille: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    most: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """The rules a table agreed on; a club adopts them by version, and the opening of a night fixes them.

    `rulebook`: one of those in `engine.library`, or `bank` for a night at which only the bank is kept, without hands.
    `initial_loan`: chips lent to everyone who sits down. `auto`: the steps that need no tap: none, those whose cards
    nobody sees, or all. `banker_stack`: the banker plays from a stack of their own or straight from the box.
    `play_ends`: when the table agrees, when one player or all but one are bankrupt, or when everyone has dealt three
    times (RULINGS R-W12). `forced` and `limit` replace the antes, blinds and bet limit of the rulebook; `limit` also
    holds in other books' games that leave it to the table. `switches`: how this house reads rules that can be read in
    two ways. `dictionary`: the word list that judges words tonight, instead of the one a rulebook names (R-W13).
    `settles`: which plan is frozen by itself once the night is closed and has no open gap; `ask` leaves it to somebody
    at the table. Where nobody says it, the opening fills in `direct`; None stands for `ask`, in a night that was opened
    before there was a choice.
    `cash`: the coin in which transfers are paid, as a part of the currency; plans are rounded to it.
    `language`: the language of what is written for the house and no reader has asked for, such as the files of a report.
    `entered_by`: whether players enter their own acts in a hand, as the night begins; with `everyone` the bank is offered
    the acts of others behind their names, with `both` at the thumb.
    `chips`: with `none` the chips of the night are in the book alone, so that nothing is counted and no gap can arise.
    What the bank lends to one player, 0 for as much as they ask for. `loans_most`: how often in a night, after the chips to
    begin with. `lent_most`: the chips on credit at once; `owed_most`: the same together with what is unpaid of earlier
    nights, at the price of tonight. `old_debts_first`: nothing is lent to whoever still owes from earlier nights. The chips
    to begin with, and those that a lost shadow or challenge draws, are lent in any case; the latter count as loans.
    `fee`: what the house takes for its kitty, None for nothing.
    """

    rulebook: Name = "enemaerke"
    initial_loan: Chips = 0
    auto: Literal["none", "closed", "all"] = "closed"
    banker_stack: BankerStack = "own"
    odd_chip: Literal["first_in_order", "carry_to_next_pot"] = "first_in_order"
    forced: Forced | None = None
    limit: Limit | None = None
    dead_button: bool = True
    play_ends: Literal["agreed", "one_bankrupt", "one_left", "three_deals"] = "agreed"
    switches: Switches = Switches()
    dictionary: Annotated[str, msgspec.Meta(max_length=80)] = ""
    settles: Literal["direct", "bank", "ask"] | None = None
    cash: Cash = "exact"
    language: HouseLanguage = "en"
    entered_by: EnteredBy = "bank"
    chips: ChipsOnTable = "real"
    loans_most: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    lent_most: Chips = 0
    owed_most: Chips = 0
    old_debts_first: bool = False
    fee: Fee | None = None
