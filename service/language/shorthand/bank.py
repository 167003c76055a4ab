"""The bank and the table: chips for credit or money, who sits and leaves, counts and gaps, and what players ask for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from engine import commands
from engine.commands import Command
from engine.events import Recorded
from engine.game import steps
from engine.grammar import counted, listed, one_of
from engine.house.agreements import EnteredBy
from engine.ids import PlayerId
from engine.ledger.accounts import gap_in_chips
from engine.night.closing.rule import closing_offers, resolve_gap, usual_plan
from engine.reports.gap import recounts_due
from engine.reports.requests import RequestReport, asked_text
from engine.speech import phrase, say, say_as, say_number, to_say
from engine.spelling import called_or_begun, compared
from engine.state import Night
from engine.wording import Voice
from service.language.payload_limits import shows_nothing
from service.language.shorthand.keywords import Form
from service.language.shorthand.tokens import CHIPS, REASON, LinePart, ParsedLine, ShorthandError, Tokens, Word, keyed
from service.language.shorthand.vocabulary import Group, GuideRow, LineReader, SpokenAct, is_at, remarked


def with_the_bank(words: Tokens, player: PlayerId) -> Command:
    """`+` and `-` are always the bank; `cash` says that money changes hands."""
    word = words.take()
    sign, rest = word.text[0], word.text[1:]
    if rest:
        words.words.insert(0, type(word)(rest, word.column + 1))
    chips = words.chips()
    for_money = words.skip("cash", "paid")
    if sign == "-":
        return commands.CashOut(player=player, chips=chips, paid=for_money)
    return commands.BuyChips(player=player, chips=chips) if for_money else commands.GiveLoan(player=player, chips=chips)


def _borrows(words: Tokens, player: PlayerId) -> Command:
    return commands.GiveLoan(player=player, chips=words.chips())


def _gives(words: Tokens, player: PlayerId) -> Command:
    """`anna gives bo 10` · `anna gives 10 to bo`."""
    _payee_first(words)
    return commands.TransferChips(payer=player, payee=words.player(phrase("who gets the chips")), chips=words.chips())


def _payee_first(words: Tokens) -> None:
    """Puts whom it goes to before the amount: `20.00 to bo` is `bo 20.00`."""
    to = next((place for place, word in enumerate(words.words) if place and word.key == "to"), None)
    if to is not None and words.key[:1].isdecimal():
        words.words = [*words.words[to + 1 :], *words.words[:to]]


def _pays(words: Tokens, player: PlayerId) -> Command:
    """`anna pays 20.00` to the bank · as `anna paid …`: `anna pays 240 for pizza`, `anna pays bo 20.00`."""
    if [word.key for word in words.words[-2:]] == ["to", "bank"]:
        del words.words[-2:]
    elif is_expense(words) or _names_somebody(words):
        return _paid(words, player)
    else:
        _not_chips(words, player)
    return commands.PayIn(player=player, cents=words.money(phrase("the money they pay to the bank")))


def _names_somebody(words: Tokens) -> bool:
    """Whether it is said to whom money is paid: `bo 20`, or `20 to bo`."""
    said = [word.key for word in words.words]
    return "to" in said or bool(words and called_or_begun(words.words[0].text, words.names))


def _not_chips(words: Tokens, player: PlayerId) -> None:
    """Refuses `anna pays 2` while Anna may bet: at many tables whoever calls pays the pot."""
    hand = words.night.hand
    bets = hand is not None and hand.round is not None and player in hand.still_in
    if not bets or len(words.words) > 1 or not words.key.isdecimal():
        return
    name, amount = words.names.get(player, player).casefold(), words.key
    sentence = say(
        "“{line}” may be chips for the pot or money for the bank; say “{name} {amount}” or “{name} pays {amount}.00”.",
        line=words.line,
        name=name,
        amount=amount,
    )
    raise ShorthandError("chips_or_money", sentence, column=words.column)


def is_expense(words: Tokens) -> bool:
    """Whether an amount of money and what it was paid for come next: `240 for pizza`."""
    return [word.key for word in words.words[words.words_of_money() :][:1]] == ["for"]


def spent(words: Tokens, player: PlayerId) -> Command:
    """`240 for pizza` · `240 for "beer and wine" for anna 2, carl` · `240 for pizza not bo`, after who paid it and a verb.

    Refuses a line that does not say what it was for.
    """
    if not is_expense(words):
        words.wrong(phrase("an amount of money and what it was paid for, such as 240 for pizza"))
    cents = words.money(phrase("the money they paid for others"))
    words.take()
    purpose = _purpose(words, "for pizza for {name}")
    names = phrase("who shares in it")
    stated = words.parts(
        among=keyed(phrase("“for NAMES”"), _sharers, "for"),
        but=keyed(phrase("“not NAMES”"), lambda words: words.players(names), "not", "without"),
        kitty=keyed(phrase("“from kitty”"), _the_kitty, "from"),
    )
    return commands.PayExpense(player=player, cents=cents, purpose=purpose, **stated)


def _purpose(words: Tokens, example: str) -> str:
    """What was paid for; the example says it of `{name}`."""
    if not words or words.key[:1].isdecimal() or shows_nothing(words.words[0].text):
        words.wrong(phrase("what was paid for: one word, or several in quotes"))
    if not words.words[0].quoted:
        _must_not_be_a_player(words, example)
    return words.take().text


def _must_not_be_a_player(words: Tokens, example: str) -> None:
    """Refuses `anna paid 20 for bo`: Bo would be what was bought, and all would share in it."""
    said = compared(words.words[0].text)
    name = next((name for name in words.names.values() if said in (compared(name), compared(name).split()[0])), None)
    if name is not None:
        sentence = say(
            "“for {name}” does not say what was paid for; say that first, such as “{line}”, or put in quotes what is called "
            "so.",
            name=words.words[0].text,
            line=Form(example.format(name=words.words[0].text)),
        )
        raise ShorthandError("purpose_missing", sentence, column=words.column, name=name)


def _sharers(words: Tokens) -> tuple[commands.Sharer, ...]:
    """Names with commas or `and` between them, each with the number of their parts behind it if not 1."""
    sharers: list[commands.Sharer] = []
    while not sharers or words.skip(",", "and"):
        name = words.player(phrase("who shares in it"))
        parts = words.number(phrase("how many parts"), least=1) if words.key.isdecimal() else 1
        sharers.append(commands.Sharer(player=name, parts=parts))
    return tuple(sharers)


def _the_kitty(words: Tokens) -> bool:
    words.skip("the")
    if not words.skip("kitty"):
        words.wrong(phrase("“kitty”"))
    return True


def is_spent_from_kitty(words: Tokens) -> bool:
    """Whether the line begins as `240 from the kitty`, which whoever keeps the bank pays out of it."""
    length = words.words_of_money()
    keys = [word.key for word in words.words[length:][:3] if word.key != "the"]
    is_money = length > 1 or words.key[:1].isdecimal()
    return keys[:2] == ["from", "kitty"] and is_money and words.night.opened is not None


def spent_from_kitty(words: Tokens) -> Command:
    """`240 from the kitty for pizza`."""
    cents = words.money()
    words.take()
    _the_kitty(words)
    if not words.skip("for"):
        words.wrong(phrase("“for” and what was paid for: one word, or several in quotes"))
    purpose = _purpose(words, "for pizza")
    words.end()
    return commands.PayExpense(player=words.night.banker, cents=cents, purpose=purpose, kitty=True)


def _tips(words: Tokens, player: PlayerId) -> Command:
    """`anna tips carl 20` · `anna tips the kitty 20`; somebody called Kitty is meant without the article."""
    _payee_first(words)
    payee = None
    if words.key == "the" or (words.key == "kitty" and "kitty" not in map(compared, words.names.values())):
        _the_kitty(words)
    else:
        payee = words.player(phrase("who gets the tip, or “the kitty”"))
    return commands.GiveTip(player=player, payee=payee, cents=words.money(phrase("the money they get")))


def _bank(words: Tokens) -> Command:
    """`bank pays anna 20.00` · `bank to bo = 2p 30, till 45.50`."""
    if words.skip("to"):
        return _handover(words)
    if not words.skip("pays"):
        words.wrong(
            phrase(
                "“pays”, a player and an amount of money, or “to” and who keeps the bank from here; chips of the bank are "
                "“NAME +150”"
            )
        )
    player = words.player(phrase("who is paid"))
    return commands.PayOut(player=player, cents=words.money(phrase("the money they get")))


def _handover(words: Tokens) -> commands.PassBank:
    player = words.player(phrase("who keeps the bank from here"))
    # Whoever counts only the till writes the sign all the same.
    if [word.key for word in words.words[:2]] == ["=", "till"]:
        words.take()
    elif words.key == "=till":
        words.words[0] = Word("till", words.column)
    stated = words.parts(
        box=keyed(phrase("“=” and what is in the box"), count_stated, "=", "box"),
        till=keyed(
            phrase("“till” and the money in it"),
            lambda words: words.money(phrase("the money in the till"), least=0),
            "till",
        ),
    )
    return commands.PassBank(to=player, **stated.pop("box", {}), **stated)


BANK = Group(
    title="The bank",
    acts=(
        SpokenAct(("borrows", "borrowed"), _borrows, at_any_time=True),
        SpokenAct(("gives", "gave"), _gives, at_any_time=True),
        SpokenAct(("spent", "spends"), spent, at_any_time=True),
        SpokenAct(("pays",), _pays, at_any_time=True),
        SpokenAct(("tips", "tipped"), _tips, at_any_time=True),
    ),
    guide=(
        GuideRow("anna +150 · anna +40 cash · anna -80", "a loan · chips for money · chips handed back"),
        GuideRow("anna borrows 150", "the same loan in a word"),
        GuideRow("bank to bo = 2p 30, till 45.50", "Bo keeps the bank from here; box and till are counted"),
        GuideRow("bo paid 240 for pizza · bo paid 240 for pizza not carl", "for all at the table · for all but Carl"),
        GuideRow("bo spent 240 for pizza for anna 2, bo", "for those who are named, Anna for two; no chip moves"),
        GuideRow(
            "anna tips carl 20 · anna tips the kitty 20", "money for Carl · for the kitty of the house; no chip moves"
        ),
        GuideRow(
            "240 from the kitty for pizza", "whoever keeps the bank pays out of the kitty; somebody else: bo paid 240 …"
        ),
        GuideRow("anna gives bo 10 · anna pays 20.00 · bank pays bo 5.00", "chips · money to the bank · money from it"),
    ),
)


def _asks(words: Tokens, player: PlayerId) -> Command:
    """`anna asks 150` · `anna asks 40 cash` · `anna asks for 2p`."""
    words.skip("for")
    _not_cards(words, player)
    chips = words.chips()
    return commands.AskForChips(player=player, chips=chips, paid=words.skip("cash", "paid"))


def _not_cards(words: Tokens, player: PlayerId) -> None:
    """Refuses `anna asks for 3` while Anna is asked how many cards she exchanges."""
    hand = words.night.hand
    if hand is None or not is_at(hand, steps.Draw) or player not in hand.asked.waiting or len(words.words) > 1:
        return
    if words.key.isdecimal():
        sentence = say(
            "“{line}” may be cards or chips; say “{name} draws {number}” or “{name} asks {number} chips”.",
            line=words.line,
            name=words.names.get(player, player).casefold(),
            number=words.key,
        )
        raise ShorthandError("cards_or_chips", sentence, column=words.column)


def _says(words: Tokens, player: PlayerId) -> Command:
    """`anna says = 2p 17`; the sign may be left out."""
    words.skip("=", "counts")
    return commands.SayCount(player=player, **count_stated(words))


def _paid(words: Tokens, player: PlayerId) -> Command:
    """`anna paid 1` · `anna paid 1 20.00` · `anna paid bo 20.00`, `anna paid 20.00 to bo`.

    With what it was for, it was paid for several.
    """
    if is_expense(words):
        _must_not_be_of_the_bank(words, player)
    if is_expense(words) or words.night.hand is not None:
        # While a hand is played nothing is owed by a plan yet, and chips are no money.
        return spent(words, player)
    if (to := next((place for place, word in enumerate(words.words) if word.key == "to"), None)) is not None:
        before, words.words = words.words[:to], words.words[to + 1 :]
        if not words or words.key[:1].isdecimal():
            words.wrong(phrase("the name of a player"))
        words.words += before
    number = _transfer(words, player, pays=True)
    return commands.SayPayment(player=player, transfer=number, cents=_part(words))


# What is paid for at the bank, and by nobody for all.
OF_THE_BANK = (*CHIPS, "loan", "debt", "debts")


def _must_not_be_of_the_bank(words: Tokens, player: PlayerId) -> None:
    """Refuses `anna paid 20 for chips`, which are of the bank unless they are to eat."""
    length = words.words_of_money()
    (purpose,) = words.words[length + 1 :][:1] or (None,)
    if purpose is None or purpose.key not in OF_THE_BANK:
        return
    amount = " ".join(word.text for word in words.words[:length])
    sentence = say(
        "“for {what}” may be at the bank or at a shop; say “{name} +40 cash” for chips, “{name} pays {amount}” for what they "
        'owe, or, if all share in it, “{name} spent {amount} for "{what}"”.',
        what=purpose.text,
        name=words.names.get(player, player).casefold(),
        amount=amount,
    )
    raise ShorthandError("bank_or_shop", sentence, column=purpose.column)


def _confirms(words: Tokens, player: PlayerId) -> Command:
    """`anna confirms count` · `bo confirms payment 1` · `bo confirms payment`, if only one comes to Bo."""
    if words.skip("count", "="):
        return commands.ConfirmCount(player=player)
    if not words.skip("payment", "pay"):
        words.wrong(phrase("“count”, or “payment” and the number of a transfer"))
    number = _transfer(words, player, pays=False)
    return commands.ConfirmPayment(player=player, transfer=number, cents=_part(words))


def _transfer(words: Tokens, player: PlayerId, *, pays: bool) -> int:
    """The number of a transfer: said as a number, by the name of the other side, or the only one that there is."""
    is_money = _is_money(words)
    if words.key.isdecimal() and len(words.key) <= len("1000") and not is_money:
        return words.number(phrase("the number of a transfer"), least=1)
    other = (
        words.player(phrase("the number of a transfer, or who is on its other side"))
        if words and not (is_money or words.key[:1].isdecimal())
        else None
    )
    result = _transfers(words.night, player, other, pays=pays)
    if len(result) == 1:
        return result[0]
    name = words.names.get(player, player)
    # Those of the player, if there is none between both.
    result = result or _transfers(words.night, player, None, pays=pays)
    numbers = one_of([str(number) for number in result]) or say_as("of a list", "none")
    sentence = (
        say("Say the number of the transfer that {name} pays: {numbers}.", name=name, numbers=numbers)
        if pays
        else say("Say the number of the transfer that {name} receives: {numbers}.", name=name, numbers=numbers)
    )
    raise ShorthandError("which_transfer", sentence, column=words.column, transfers=result)


def _is_money(words: Tokens) -> bool:
    """Whether an amount with its currency comes next, `20 kr`; not in `1 kr 20`, nor in `mark 20` at a table with Mark."""
    numbered = any(word.key[:1].isdecimal() for word in words.words[2:3])
    return words.words_of_money() > 1 and not numbered and not called_or_begun(words.words[0].text, words.names)


def _part(words: Tokens) -> int | None:
    """The money that is paid of a transfer; None for all of it. Refuses `pay 1 2` where there is a transfer 2 as well."""
    plan = words.night.closing.plan
    count = len(plan.transfers or ()) if plan is not None else 0
    if len(words.words) == 1 and words.key.isdecimal() and 0 < int(words.key[:5]) <= count:
        sentence = say(
            "“{line}” may be two transfers or money of one; say “{line} {code}” for the money, or each transfer in a line of "
            "its own.",
            line=words.line,
            code=words.night.terms.currency.code,
        )
        raise ShorthandError("transfer_or_money", sentence, column=words.column)
    return words.money() if words else None


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


def _approve(words: Tokens) -> Command:
    """`approve anna` · `approve anna 100` · `approve 3` · `approve request 3`."""
    number = _request(words)
    if len(words.words) == 1 and words.key.isdecimal() and int(words.key) in words.night.open_requests:
        sentence = say(
            "“{line}” may be two requests or chips for one; say “{line} chips”, or each request in a line of its own.",
            line=words.line,
        )
        raise ShorthandError("request_or_chips", sentence, column=words.column)
    return commands.ApproveRequest(request=number, chips=words.chips() if words else None)


def _decline(words: Tokens) -> Command:
    """`decline anna` · `decline 3 "the box is short"`."""
    number = _request(words)
    return commands.DeclineRequest(request=number, **words.parts(reason=REASON))


def request_withdrawn(words: Tokens) -> Command:
    """`withdraw request 3` · `withdraw request anna`, after both words."""
    return commands.WithdrawRequest(request=_request(words))


def _request(words: Tokens) -> int:
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


REQUEST_LINES = {"approve": _approve, "decline": _decline}


def open_request_lines(requests: Sequence[RequestReport], refused: Mapping[int, str], voice: Voice) -> list[str]:
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
    more = counted(left, "more open request")
    return [*lines, f"({more})"] if left else lines


def request_completions(before: str, night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players with an open request behind a word that ends one; empty for any other line."""
    if before not in ("approve", "decline", "withdraw request", "approve request", "decline request"):
        return []
    asked_by = dict.fromkeys(one.asked.player for one in night.open_requests.values())
    return [names[player] for player in asked_by if player is not None and player in names]


def _sits(words: Tokens, player: PlayerId) -> Command:
    return commands.SeatPlayer(player=player, seat=_seat(words))


def _sit(words: Tokens) -> Command:
    """`sit anna` · `sit anna 3`."""
    return _sits(words, words.player(phrase("who sits down")))


def _seat(words: Tokens) -> int:
    """The number of a seat, `3` or `at 3`; 0 if the line says none."""
    if len(words.words) > 1:
        words.skip("at")
    return words.number(phrase("the number of a seat")) if words else 0


def _stands(words: Tokens, player: PlayerId) -> Command:
    words.skip("up")
    return commands.StandUp(player=player)


def _back(words: Tokens, player: PlayerId) -> Command:
    return commands.SitBack(player=player, seat=_seat(words))


def _leaves(words: Tokens, player: PlayerId) -> Command:
    counted = words.chips() if words.skip("=", "with") else None
    return commands.LeaveNight(player=player, counted=counted)


def _entered(words: Tokens) -> Command:
    """`entered by everyone`: who enters what a player does, from here on."""
    words.skip("by")
    by = words.take().english.casefold() if words else ""
    if by not in get_args(EnteredBy):
        words.wrong(phrase("who enters it: bank, everyone or both"))
    return commands.ChangeEnteredBy(by=by)  # type: ignore[arg-type]


def _at(words: Tokens) -> ParsedLine:
    match = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)", words.key)
    if match is None:
        words.wrong(phrase("a time of day, such as 20:15"))
    words.take()
    return ParsedLine(at=f"{int(match[1]):02}:{match[2]}")


TABLE = Group(
    title="The table",
    acts=(
        SpokenAct(("sits", "sat"), _sits, at_any_time=True),
        SpokenAct(("stands", "stood"), _stands, at_any_time=True),
        SpokenAct(("back",), _back, at_any_time=True),
        SpokenAct(("leaves",), _leaves, at_any_time=True),
    ),
    guide=(
        GuideRow("new Erik · sit erik · erik sits 3 · erik leaves", "somebody new · sits down · on seat 3 · goes home"),
        GuideRow("erik stands · erik back", "is away from the table · sits there again"),
        GuideRow("at 20:15", "the time of what follows"),
        GuideRow(
            "entered by everyone · entered by bank", "everybody enters their own acts from here on · the bank does"
        ),
        GuideRow('strike 41 "wrong player"', "event 41 is void; what follows from the others is drawn again"),
        GuideRow('strike 42 "it was right"', "42 is that strike, which is taken back: event 41 is in force again"),
        GuideRow('correct 41 to "bo r4"', "Bo raised by 4 instead; what followed from event 41 is resolved anew"),
        GuideRow('insert after 41 "carl c"', "Carl called right after event 41, which was forgotten"),
        GuideRow(
            'correct 41 to "bo r4" and 43 to "carl 4" and after 45 "eva f"',
            "several corrections, shown and made as one",
        ),
        GuideRow(
            'waive bet_over_limit "all agreed": anna 12', "a rule of the house is set aside, and the report says so"
        ),
        GuideRow('ruling "split" move 4 from pot to anna agreed by anna, bo', "what no rule covers, the table decides"),
    ),
)


# The most that is kept of a count as it was said.
SAID_MOST = 120


def _counts(words: Tokens, player: PlayerId) -> Command:
    return commands.CountChips(player=player, **count_stated(words))


def count_stated(words: Tokens) -> dict[str, Any]:
    """The fields of a count: by denomination if the box has denominations, else a number."""
    column = words.column
    pieces = words.pieces()
    letters = any(kind for _, kind in pieces)
    if words.night.opened is not None and words.night.opened.inventory and letters:
        smallest = min(words.night.opened.inventory, key=lambda kind: kind.worth)
        named = [(smallest.name if not kind else words.denomination(kind, column)[0], count) for count, kind in pieces]
        if smallest.worth == 1:
            return {"pieces": tuple(commands.Pieces(denomination=name, pieces=count) for name, count in named)}
    worth = sum(count * (words.denomination(kind, column)[1] if kind else 1) for count, kind in pieces)
    text = " ".join(f"{count}{kind}" for count, kind in pieces) if letters else ""
    return {"chips": worth, "said": text[:SAID_MOST]}


def _close(words: Tokens) -> ParsedLine:
    """`close` · `close at 01:30`, when play ended."""
    ended = _at(words).at if words.skip("at") else ""
    return ParsedLine((commands.CloseNight(),), at=ended)


# Who may bear a gap, apart from one player by name.
GAP_BEARERS = ("banker", "winners", "losers", "all")


def _gap(words: Tokens) -> Command:
    """`gap losers` · `gap bo "miscounted"`."""
    who = phrase("who bears the gap: banker, winners, losers, all or a player")
    bearer = LinePart(who, lambda words: bool(words.key), lambda words: _bearer(words, who), keyed=False)
    stated = words.parts(bearer=bearer, reason=REASON)
    if "bearer" not in stated:
        words.wrong(who)
    return commands.ResolveGap(**stated.pop("bearer"), **stated)


def _bearer(words: Tokens, who: str) -> dict[str, str]:
    if words.skip("bank"):
        return {"by": "banker"}
    if words.key in GAP_BEARERS:
        return {"by": words.take().key}
    return {"by": "player", "player": words.player(who)}


def _settle(words: Tokens) -> Command:
    if [word.key for word in words.words[:2]] in (["with", "bank"], ["with", "the"]):
        words.take()
        words.skip("the")
    stated = words.take() if words and words.key != "with" else None
    kind = stated.english.casefold() if stated else usual_plan(words.night)
    if kind not in ("bank", "direct"):
        sentence = say(
            "There is no plan “{kind}”; the plans are bank (everyone with the banker) and direct (fewest transfers).",
            kind=stated.text if stated else kind,
        )
        raise ShorthandError("unknown_plan", sentence, plan=kind)
    with_old_debts = bool(words)
    for word in ("with", "old", "debts") if with_old_debts else ():
        if not words.skip(word):
            words.wrong(phrase("“with old debts”, or the end of the line"))
    return commands.FreezePlan(kind=kind, with_old_debts=with_old_debts)  # type: ignore[arg-type]


def _pay(words: Tokens) -> Command:
    number = words.number(phrase("the number of a transfer"), least=1)
    return commands.RecordPayment(transfer=number, cents=_part(words))


END = Group(
    title="The end",
    acts=(SpokenAct(("=", "counts", "counted"), _counts, at_any_time=True),),
    guide=(
        GuideRow(
            "anna = 2p 17 · close · gap losers", "count · the end of play · who gets the worth of what is missing"
        ),
        GuideRow("settle direct · pay 1 20.00", "who pays whom · a payment"),
        GuideRow("settle direct with old debts", "the same, with what is unpaid of earlier nights"),
    ),
)


# If there are more people than this, they are counted and not named.
NAMED_MOST = 3


def gap_lines(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each way to resolve the gap; then what is missing or over at the count, and who has lost or gained so far."""
    voice = Voice(names, night.terms.currency)
    chips = gap_in_chips(night)
    worth = voice.money(abs(chips) * night.unit)
    if chips > 0:
        text = say_number(
            "{number} chip missing: those who counted too few lose {amount}; say who gets the money",
            "{number} chips missing: those who counted too few lose {amount}; say who gets the money",
            chips,
            amount=worth,
        )
        of_one = say("that player gets {amount}", amount=worth)
    else:
        text = say_number(
            "{number} chip over: those who counted too many gain {amount}; say who pays it",
            "{number} chips over: those who counted too many gain {amount}; say who pays it",
            -chips,
            amount=worth,
        )
        of_one = say("that player pays {amount}", amount=worth)
    offered = [offer.command for offer in closing_offers(night)]
    ways = [_text(way, night, voice) for way in offered if isinstance(way, commands.ResolveGap) and way.by != "player"]
    # The ways come first, so that a narrow bar does not cut them off.
    return [*ways, remarked("gap NAME", of_one), f"({text})"]


def _text(way: commands.ResolveGap, night: Night, voice: Voice) -> str:
    """The line and its effect."""
    by, charges = way.by, resolve_gap(way, night).charges or ()
    gets = gap_in_chips(night) > 0
    if len(charges) > NAMED_MOST:
        amounts = dict.fromkeys(voice.money(abs(charge.cents)) for charge in charges)
        each = to_say("each of {number} gets {amounts}") if gets else to_say("each of {number} pays {amounts}")
        return remarked(f"gap {by}", say(each, number=len(charges), amounts=listed(list(amounts), "or")))
    one = to_say("{player} gets {amount}") if gets else to_say("{player} pays {amount}")
    parts = [say(one, player=voice.name(charge.player), amount=voice.money(abs(charge.cents))) for charge in charges]
    return remarked(f"gap {by}", ", ".join(parts))


def recount_lines(records: Sequence[Recorded], names: Mapping[PlayerId, str]) -> list[str]:
    """One line for each count that a correction put beside the book after the close."""
    voice = Voice(names)
    return [
        remarked(
            f'correct {one.count} to "{voice.name(one.player)} = {one.book}"',
            say("if counted again so; {chips} were counted", chips=one.counted),
        )
        for one in recounts_due(records)
    ]


# Lines of whoever keeps the bank, by their first word.
BANK_LINES: Mapping[str, LineReader] = {
    "sit": _sit,
    "close": _close,
    "gap": _gap,
    "settle": _settle,
    "pay": _pay,
    "bank": _bank,
    "entered": _entered,
    "at": _at,
    **REQUEST_LINES,
}
