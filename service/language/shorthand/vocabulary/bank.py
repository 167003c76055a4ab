"""The bank: chips for money, chips to somebody else, and money to and from the bank."""

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from engine.speech import phrase
from service.language.shorthand.tokens import Tokens
from service.language.shorthand.vocabulary.act import Group, GuideRow, Said


def with_the_bank(words: Tokens, player: PlayerId) -> Command:
    """`+` and `-` are always the bank; `cash` says that money changes hands."""
    word = words.take()
    sign, rest = word.text[0], word.text[1:]
    if rest:
        words.words.insert(0, type(word)(rest, word.column + 1))
    chips = words.chips()
    for_money = words.skip("cash", "kontant", "paid")
    if sign == "-":
        return commands.CashOut(player=player, chips=chips, paid=for_money)
    return commands.BuyChips(player=player, chips=chips) if for_money else commands.GiveLoan(player=player, chips=chips)


def _gives(words: Tokens, player: PlayerId) -> Command:
    return commands.TransferChips(payer=player, payee=words.player(phrase("who gets the chips")), chips=words.chips())


def _pays(words: Tokens, player: PlayerId) -> Command:
    return commands.PayIn(player=player, cents=words.money(phrase("the money they pay to the bank")))


BANK = Group(
    title="The bank",
    acts=(
        Said(("gives",), _gives, at_any_time=True),
        Said(("pays",), _pays, at_any_time=True),
    ),
    guide=(
        GuideRow("anna +150 · anna +40 cash · anna -80", "a loan · chips for money · chips handed back"),
        GuideRow("bank to bo = 2p 30, till 45.50", "Bo keeps the bank from here; box and till are counted"),
        GuideRow("anna gives bo 10 · anna pays 20.00 · bank pays bo 5.00", "chips · money to the bank · money from it"),
    ),
)
