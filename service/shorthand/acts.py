"""Lines about one player: `anna 3`, `bo r2`, `carl s5`, `dora = 2p 17`, `eva shows As Kd`."""

import re
from collections.abc import Callable
from typing import Literal

from engine import commands
from engine.commands import Command
from engine.game import steps
from engine.ids import PlayerId
from engine.state import UNKNOWN
from service.shorthand import doubts, faults, tricks
from service.shorthand.hints import said_by
from service.shorthand.tokens import REASON, Part, Tokens, cards, keyed

Act = Callable[[Tokens, PlayerId], Command]

SHORT = re.compile(r"(?P<verb>[brs])\d{1,12}[^\W\d]*")


# Sides by name, and by the chips that declare them (RULINGS E3, High/low).
SIDES: dict[str, Literal["low", "both", "high"]] = {
    "low": "low",
    "both": "both",
    "high": "high",
    "1": "low",
    "2": "both",
    "3": "high",
}

# What a player says about the hand to beat when turning a card.
_SAYS_BEATEN = {"beats": True, "no": False}


def act(words: Tokens, player: PlayerId) -> Command:
    """The command for what this line says about the player."""
    if not words:
        words.wrong(_expected(words, player))
    text = words.words[0].text
    if text[0] in "+-" and (len(text) > 1 or len(words.words) > 1):
        return _with_the_bank(words, player)
    short = SHORT.fullmatch(words.key)
    if short:
        word = words.take()
        words.words.insert(0, type(word)(word.text[1:], word.column + 1))
        return _WAGERS[short["verb"]](player, words.chips())
    verb = VERBS.get(words.key)
    if verb is not None:
        if len(words.take().key) == 1 and VERBS.get(words.key) is verb:
            # A hint writes `c call 3`.
            words.take()
        return verb(words, player)
    if not words.is_amount():
        words.wrong(_expected(words, player))
    if words.key in SIDES and sides_are_declared(words):
        return commands.DeclareSide(player=player, side=SIDES[words.take().key])
    return commands.PutIn(player=player, chips=words.chips())


def _with_the_bank(words: Tokens, player: PlayerId) -> Command:
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


def _bet(player: PlayerId, chips: int) -> Command:
    return commands.Bet(player=player, chips=chips)


def _raise_by(player: PlayerId, chips: int) -> Command:
    return commands.Raise(player=player, by=chips)


def _shadow(player: PlayerId, chips: int) -> Command:
    return commands.PullShadow(player=player, chips=chips)


_WAGERS: dict[str, Callable[[PlayerId, int], Command]] = {"b": _bet, "r": _raise_by, "s": _shadow}


def _bets(words: Tokens, player: PlayerId) -> Command:
    return _bet(player, words.chips())


def _raises(words: Tokens, player: PlayerId) -> Command:
    if words.skip("to"):
        return commands.Raise(player=player, to=words.chips())
    words.skip("by", "med")
    return _raise_by(player, words.chips())


def _raises_to(words: Tokens, player: PlayerId) -> Command:
    return commands.Raise(player=player, to=words.chips())


def _shadows(words: Tokens, player: PlayerId) -> Command:
    return _shadow(player, words.chips())


def _calls(words: Tokens, player: PlayerId) -> Command:
    return commands.Call(player=player, chips=words.chips() if words.is_amount() else None)


def _checks(words: Tokens, player: PlayerId) -> Command:
    return commands.Check(player=player)


def _doubles(words: Tokens, player: PlayerId) -> Command:
    return commands.DoubleStakes(player=player)


def _folds(words: Tokens, player: PlayerId) -> Command:
    return commands.Fold(player=player)


def _all_in(words: Tokens, player: PlayerId) -> Command:
    words.skip("in")
    return commands.GoAllIn(player=player)


def _counts(words: Tokens, player: PlayerId) -> Command:
    """A count by denomination if the box has denominations, else a number."""
    column = words.column
    pieces = words.pieces()
    if words.night.opened is not None and words.night.opened.inventory and any(letters for _, letters in pieces):
        smallest = min(words.night.opened.inventory, key=lambda kind: kind.worth)
        named = [(smallest.name if not kind else words.denomination(kind, column)[0], count) for count, kind in pieces]
        if smallest.worth == 1:
            return commands.CountChips(
                player=player, pieces=tuple(commands.Pieces(denomination=name, pieces=count) for name, count in named)
            )
    worth = sum(count * (words.denomination(kind, column)[1] if kind else 1) for count, kind in pieces)
    return commands.CountChips(player=player, chips=worth)


def _draws(words: Tokens, player: PlayerId) -> Command:
    number = words.number("how many cards are exchanged, 0 for none")
    said = words.parts(
        thrown=keyed("“throws” and cards", cards, "throws", "throwing"),
        drawn=keyed("“gets” and cards", cards, "gets", "getting"),
    )
    return commands.Exchange(player=player, number=number, **said)


def _has(words: Tokens, player: PlayerId) -> Command:
    return commands.NameCards(player=player, cards=cards(words))


def _shows(words: Tokens, player: PlayerId) -> Command:
    shown = cards(words)
    announced = words.take().text if words and words.words[0].quoted else ""
    return commands.ShowHand(player=player, cards=shown, announced=announced)


def _mucks(words: Tokens, player: PlayerId) -> Command:
    return commands.Muck(player=player)


def _gives(words: Tokens, player: PlayerId) -> Command:
    return commands.TransferChips(payer=player, payee=words.player("who gets the chips"), chips=words.chips())


def _pays(words: Tokens, player: PlayerId) -> Command:
    return commands.PayIn(player=player, cents=words.money("the money they pay to the bank"))


def _sits(words: Tokens, player: PlayerId) -> Command:
    seat = words.number("the number of a seat") if words else 0
    return commands.SeatPlayer(player=player, seat=seat)


def _stands(words: Tokens, player: PlayerId) -> Command:
    words.skip("up")
    return commands.StandUp(player=player)


def _back(words: Tokens, player: PlayerId) -> Command:
    return commands.SitBack(player=player, seat=words.number("the number of a seat") if words else 0)


def _leaves(words: Tokens, player: PlayerId) -> Command:
    counted = words.chips() if words.skip("=", "with") else None
    return commands.LeaveNight(player=player, counted=counted)


def _spits(words: Tokens, player: PlayerId) -> Command:
    return commands.CallSpit(player=player, card=words.take().text if words else "??")


def _passes(words: Tokens, player: PlayerId) -> Command:
    """In a game with bidding, `passes` means no bid.

    Otherwise `anna passes 3h 4h 5h` passes to the right, `anna passes right 3h 4h left 5h` to both sides, and no cards are
    given if they are not known.
    """
    if any(isinstance(step, steps.Bid) for step in (words.night.hand.steps if words.night.hand else ())):
        return commands.PassBid(player=player)
    right: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    if words and words.key not in ("right", "left"):
        right = cards(words)
    while words:
        if words.skip("right"):
            right = cards(words)
        elif words.skip("left"):
            left = cards(words)
        else:
            words.wrong("right or left, and cards")
    return commands.PassCards(player=player, right=right, left=left)


def _opens(words: Tokens, player: PlayerId) -> Command:
    """`anna opens Ks` opens a closed card of the player's choice.

    If no card is opened now, it names an open card of theirs that was dealt `??`.
    """
    if not words:
        return commands.ExposeCard(player=player, card="??")
    card = words.take().text
    if not _is_at(words, steps.Expose) and _lies_unknown(words, player):
        return commands.NameCards(player=player, cards=(card,))
    return commands.ExposeCard(player=player, card=card)


def _is_at(words: Tokens, kind: type[steps.Step]) -> bool:
    hand = words.night.hand
    return hand is not None and hand.stage == "playing" and isinstance(hand.steps[hand.cursor], kind)


def _lies_unknown(words: Tokens, player: PlayerId) -> bool:
    """True if an open card of the player is not known to the book."""
    hand = words.night.hand
    return hand is not None and any(held.up and held.card == UNKNOWN for held in hand.cards.own.get(player, ()))


def _arranges(words: Tokens, player: PlayerId) -> Command:
    return commands.ArrangeCards(player=player, cards=cards(words) if words else ())


def _high(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="high")


def _low(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="low")


def _both(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="both")


def _declares(words: Tokens, player: PlayerId) -> Command:
    """`anna declares both`, or `anna declares 2` with the chips in the hand."""
    if words.key not in SIDES:
        words.wrong("low, both or high, or the chips: 1, 2 or 3")
    return commands.DeclareSide(player=player, side=SIDES[words.take().key])


def sides_are_declared(words: Tokens) -> bool:
    """True if chips shown now are a declaration and not a bet."""
    hand = words.night.hand
    playing = hand is not None and hand.stage == "playing" and hand.round is None
    return hand is not None and playing and isinstance(hand.steps[hand.cursor], steps.DeclareSides)


def _buys(words: Tokens, player: PlayerId) -> Command:
    """`buys 7h` buys the card on offer.

    `buys original gets 5h 6h` and `buys next 7h` record a purchase that was never offered. `buys next 7h` means the card on
    offer if there is one.
    """
    hand = words.night.hand
    offered = hand is not None and player in hand.effects.offers
    if words.key == "original" or (words.key == "next" and not offered):
        return faults.buys_forgotten(words, player)
    words.skip("next")
    return commands.BuyCard(player=player, card=words.take().text if words else "??")


def _declines(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclineCard(player=player)


def _turns(words: Tokens, player: PlayerId) -> Command:
    """`anna turns 7h`, `anna turns` if the card is not known, and `anna turns beats` if the player says that the card beats
    the hand.
    """
    card = "??" if not words or words.key in _SAYS_BEATEN else words.take().text
    beats = _SAYS_BEATEN[words.take().key] if words.key in _SAYS_BEATEN else None
    return commands.TurnOwn(player=player, card=card, beats=beats)


def _fee(words: Tokens, player: PlayerId) -> Command:
    """`anna fee`, `anna fee 3`, `anna fee 3 "a three"`: the fee for an open card that the book does not know."""
    amount = Part("the chips", Tokens.is_amount, Tokens.chips)
    return commands.PayFee(player=player, **words.parts(chips=amount, reason=REASON))


def _out(words: Tokens, player: PlayerId) -> Command:
    return commands.SendOut(player=player, **words.parts(reason=REASON))


VERBS: dict[str, Act] = {
    "=": _counts,
    "counts": _counts,
    "b": _bets,
    "bets": _bets,
    "bet": _bets,
    "r": _raises,
    "raises": _raises,
    "raise": _raises,
    "to": _raises_to,
    "s": _shadows,
    "shadow": _shadows,
    "shadows": _shadows,
    "c": _calls,
    "call": _calls,
    "calls": _calls,
    "x": _checks,
    "check": _checks,
    "checks": _checks,
    "double": _doubles,
    "doubles": _doubles,
    "f": _folds,
    "fold": _folds,
    "folds": _folds,
    "all": _all_in,
    "all-in": _all_in,
    "allin": _all_in,
    "draws": _draws,
    "draw": _draws,
    "has": _has,
    "shows": _shows,
    "show": _shows,
    "taps": doubts.taps_out,
    "challenges": doubts.challenges,
    "challenge": doubts.challenges,
    "mucks": _mucks,
    "muck": _mucks,
    "spit": _spits,
    "shit": _spits,
    "passes": _passes,
    "opens": _opens,
    "arranges": _arranges,
    "high": _high,
    "low": _low,
    "both": _both,
    "declares": _declares,
    "buys": _buys,
    "declines": _declines,
    "turns": _turns,
    "fee": _fee,
    "out": _out,
    "card": faults.card_missing_or_too_many,
    "missing": faults.missing,
    "skipped": faults.skipped,
    "twice": faults.dealt_twice,
    "keeps": faults.keeps,
    "miscounts": faults.miscounts,
    "plays": tricks.plays,
    "takes": tricks.takes,
    "bids": tricks.bids,
    "melds": tricks.melds,
    "contra": tricks.contra,
    "gives": _gives,
    "pays": _pays,
    "sits": _sits,
    "stands": _stands,
    "back": _back,
    "leaves": _leaves,
}


# What anybody may do, with or without a hand being played.
AT_ANY_TIME = ("=", "counts", "gives", "pays", "sits", "stands", "back", "leaves")


def _expected(words: Tokens, player: PlayerId) -> str:
    """What this player may do now: first what the hand waits for, else how chips are put in, and what the bank does."""
    night = words.night
    betting = "a number of chips, c (call), x (check), f (fold), r2 (raise by 2)"
    hand = said_by(night, player) or (betting if night.hand is not None and night.hand.round is not None else "")
    bank = "+150 (loan), +40 cash, -80, = 117 (count), gives, pays, sits, stands, back or leaves"
    return "what the player does: " + (f"{hand}; or with the bank {bank}" if hand else bank)
