"""What players ask for and say themselves: chips, their count, a payment; what they confirm, and what the banker says to it."""

from collections.abc import Mapping, Sequence

from engine import commands
from engine.commands import Command
from engine.grammar import one_of
from engine.ids import PlayerId
from engine.reports.requests import RequestReport, asked_text
from engine.speech import phrase, say, say_as, say_number
from engine.state import Night
from engine.wording import Voice
from service.language.shorthand.tokens import REASON, ParsedLine, ShorthandError, Tokens
from service.language.shorthand.vocabulary.act import Group, GuideRow, SpokenAct
from service.language.shorthand.vocabulary.bank import counted, is_expense, spent


def _asks(words: Tokens, player: PlayerId) -> Command:
    """`anna asks 150` · `anna asks 40 cash` · `anna asks for 2p`."""
    words.skip("for")
    chips = words.chips()
    return commands.AskForChips(player=player, chips=chips, paid=words.skip("cash", "paid"))


def _says(words: Tokens, player: PlayerId) -> Command:
    """`anna says = 2p 17`; the sign may be left out."""
    words.skip("=", "counts")
    return commands.SayCount(player=player, **counted(words))


def _paid(words: Tokens, player: PlayerId) -> Command:
    """`anna paid 1` · `anna paid 1 20.00` · `anna paid bo 20.00`; with what it was for, it was paid for several."""
    if is_expense(words):
        return spent(words, player)
    number = _transfer(words, player, pays=True)
    return commands.SayPayment(player=player, transfer=number, cents=words.money() if words else None)


def _confirms(words: Tokens, player: PlayerId) -> Command:
    """`anna confirms count` · `bo confirms payment 1` · `bo confirms payment`, if only one comes to Bo."""
    if words.skip("count", "="):
        return commands.ConfirmCount(player=player)
    if not words.skip("payment", "pay"):
        words.wrong(phrase("“count”, or “payment” and the number of a transfer"))
    number = _transfer(words, player, pays=False)
    return commands.ConfirmPayment(player=player, transfer=number, cents=words.money() if words else None)


def _transfer(words: Tokens, player: PlayerId, *, pays: bool) -> int:
    """The number of a transfer: said as a number, by the name of the other side, or the only one that there is."""
    if words.key.isdecimal() and len(words.key) <= len("1000"):
        return words.number(phrase("the number of a transfer"), least=1)
    other = (
        words.player(phrase("the number of a transfer, or who is on its other side"))
        if words and not _is_money(words)
        else None
    )
    result = _transfers(words.night, player, other, pays=pays)
    if len(result) == 1:
        return result[0]
    name = words.names.get(player, player)
    numbers = one_of([str(number) for number in result]) or say_as("of a list", "none")
    sentence = (
        say("Say the number of the transfer that {name} pays: {numbers}.", name=name, numbers=numbers)
        if pays
        else say("Say the number of the transfer that {name} receives: {numbers}.", name=name, numbers=numbers)
    )
    raise ShorthandError("which_transfer", sentence, column=words.column, transfers=result)


def _is_money(words: Tokens) -> bool:
    return words.key[:1].isdecimal()


def _transfers(night: Night, player: PlayerId, other: PlayerId | None, *, pays: bool) -> list[int]:
    """The numbers of the transfers of the plan from or to this player, or between both."""
    plan = night.closing.plan
    results = []
    for number, transfer in enumerate(plan.transfers or () if plan is not None else (), start=1):
        own, opposite = (transfer.payer, transfer.payee) if pays else (transfer.payee, transfer.payer)
        if own == player and other in (None, opposite):
            results.append(number)
    return results


REQUESTS = Group(
    title="Requests",
    acts=(
        SpokenAct(("asks",), _asks, at_any_time=True),
        SpokenAct(("says",), _says, at_any_time=True),
        SpokenAct(("paid",), _paid, at_any_time=True),
        SpokenAct(("confirms",), _confirms, at_any_time=True),
    ),
    guide=(
        GuideRow("anna asks 150 · anna asks 40 cash", "a player asks for chips, on credit or for money; no chip moves"),
        GuideRow("anna says = 2p 17 · anna paid 1 20.00", "their own count · their own word that they paid"),
        GuideRow("approve anna · approve 3", "the banker does what was asked, by name or by number"),
        GuideRow('approve anna 100 · decline anna "later"', "fewer chips than were asked for · none"),
        GuideRow("withdraw request anna", "the player takes it back"),
        GuideRow("anna agrees · anna agrees 41", "says at the table that the settlement is right · that event 41 is"),
        GuideRow(
            'anna refuses "I had 30 more"', "says that it is not, and why; one event alone: its number before the why"
        ),
        GuideRow("anna confirms count · bo confirms payment 1", "agrees with the count · has received the money"),
    ),
)


# Of more open requests than these only the number is told.
TOLD_MOST = 3


def read_approval(words: Tokens) -> ParsedLine:
    """`approve anna` · `approve anna 100` · `approve 3` · `approve request 3`."""
    number = request_named(words)
    return ParsedLine((commands.ApproveRequest(request=number, chips=words.chips() if words else None),))


def read_decline(words: Tokens) -> ParsedLine:
    """`decline anna` · `decline 3 "the box is short"`."""
    number = request_named(words)
    return ParsedLine((commands.DeclineRequest(request=number, **words.parts(reason=REASON)),))


def read_withdrawal(words: Tokens) -> ParsedLine:
    """`withdraw request 3` · `withdraw request anna`, after both words."""
    return ParsedLine((commands.WithdrawRequest(request=request_named(words)),))


def request_named(words: Tokens) -> int:
    """The number of a request: said as a number, or by the name of a player who has one open."""
    words.skip("request")
    if words.key.isdecimal():
        return words.number(phrase("the number of a request"), least=1)
    column = words.column
    player = words.player(phrase("the number of a request, or the name of a player who has made one"))
    results = [number for number, one in words.night.open_requests.items() if one.asked.player == player]
    if len(results) == 1:
        return results[0]
    name = words.names.get(player, player)
    if not results:
        raise ShorthandError("no_open_request", say("{name} has no open request.", name=name), column=column, name=name)
    numbers = one_of([str(number) for number in results])
    sentence = say(
        "{name} has {found} open requests; say which by its number: {numbers}.",
        name=name,
        found=len(results),
        numbers=numbers,
    )
    raise ShorthandError("which_request", sentence, column=column, name=name, requests=results)


DIRECTIVES = {"approve": read_approval, "decline": read_decline}


def open_lines(requests: Sequence[RequestReport], refused: Mapping[int, str], voice: Voice) -> list[str]:
    """One line for each open request: how it may end, and what it is about; of many, the first ones.

    `refused` says by number why a request cannot be approved now.
    """
    still_open = [one for one in requests if one.state == "open"]
    several = {one.player for one in still_open if sum(other.player == one.player for other in still_open) > 1}
    lines = []
    for one in still_open[:TOLD_MOST]:
        which = str(one.number) if one.player in several else voice.name(one.player).casefold()
        about = say("request {number}: {told}", number=one.number, told=asked_text(one, voice))
        if why := refused.get(one.number):
            not_now = say("{request}; not now: {refusal}", request=about, refusal=why.rstrip("."))
            lines.append(f"decline {which} ({not_now})")
        else:
            lines.append(f"approve {which} · decline {which} ({about})")
    left = len(still_open) - len(lines)
    more = say_number("{number} more open request", "{number} more open requests", left)
    return [*lines, f"({more})"] if left else lines


def completions(before: str, night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players with an open request behind a word that ends one; empty for any other line."""
    if before not in ("approve", "decline", "withdraw request", "approve request", "decline request"):
        return []
    asked_by = dict.fromkeys(one.asked.player for one in night.open_requests.values())
    return [names[player] for player in asked_by if player is not None and player in names]
