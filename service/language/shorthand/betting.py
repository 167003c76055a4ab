"""Betting: bets, raises, calls, folds, and stakes that are doubled."""

from collections.abc import Callable

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from engine.speech import phrase, say
from engine.state import Hand, Night
from service.language.shorthand.tokens import Tokens
from service.language.shorthand.vocabulary import Alike, Group, GuideRow, SpokenAct, bounded, fixed, remarked


def _bet(player: PlayerId, chips: int) -> Command:
    return commands.Bet(player=player, chips=chips)


def _raise_by(player: PlayerId, chips: int) -> Command:
    return commands.Raise(player=player, by=chips)


def _shadow(player: PlayerId, chips: int) -> Command:
    return commands.PullShadow(player=player, chips=chips)


WAGERS: dict[str, Callable[[PlayerId, int], Command]] = {"b": _bet, "r": _raise_by, "s": _shadow}


def _bets(words: Tokens, player: PlayerId) -> Command:
    """`anna bets 5` · `anna bets 5 with shadow`."""
    chips = words.chips()
    if not words.skip("with"):
        return _bet(player, chips)
    if not words.skip("shadow"):
        words.wrong(phrase("“shadow”"))
    return _shadow(player, chips)


def _raises(words: Tokens, player: PlayerId) -> Command:
    if words.skip("to"):
        return commands.Raise(player=player, to=words.chips())
    words.skip("by", "with")
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


def _taps_out(words: Tokens, player: PlayerId) -> commands.Command:
    """`anna taps out`: the player has too few chips to call, and all agree that they stay in for the pot as it is."""
    words.skip("out")
    return commands.Call(player=player, agreed=True)


def _to_call(alike: Alike, night: Night, hand: Hand) -> str:
    """What a call costs this player. A player with too few chips goes all-in, taps out, or owes the rest."""
    (offer,) = alike
    assert isinstance(offer.command, commands.Call)
    stack = night.stack(offer.command.player)
    if offer.command.agreed:
        return remarked("taps out", say("with {chips}", chips=offer.owed))
    if not offer.owed:
        return remarked("c call", say("with what is in already"))
    if offer.owed <= stack:
        return f"c call {offer.owed}"
    if hand.game.short == "shadow":
        return remarked(f"c call {offer.owed}", say("{chips} of it by shadow", chips=offer.owed - stack))
    return remarked(f"c call {stack}", say("all; {chips} is asked", chips=offer.owed))


def _to_double(alike: Alike, night: Night, hand: Hand) -> str:
    """With how many chips the stakes are doubled."""
    (offer,) = alike
    short = max(0, offer.owed - night.stack(offer.player or ""))
    text = [say("with {chips}", chips=offer.owed)] + ([say("{chips} of it by shadow", chips=short)] if short else [])
    return remarked("doubles", ", ".join(text))


BETTING = Group(
    title="Betting",
    acts=(
        SpokenAct(("b", "bets", "bet"), _bets, {commands.Bet: bounded("b bet")}),
        SpokenAct(("r", "raises", "raise"), _raises, {commands.Raise: bounded("r raise by")}),
        SpokenAct(("to",), _raises_to),
        SpokenAct(("s", "shadow", "shadows"), _shadows),
        SpokenAct(("c", "call", "calls"), _calls, {commands.Call: _to_call}),
        SpokenAct(("x", "check", "checks"), _checks, {commands.Check: fixed("x check")}),
        SpokenAct(("double", "doubles"), _doubles, {commands.DoubleStakes: _to_double}),
        SpokenAct(("f", "fold", "folds"), _folds, {commands.Fold: fixed("f fold")}),
        SpokenAct(("all", "all-in", "allin"), _all_in),
        SpokenAct(("taps",), _taps_out),
    ),
    guide=(
        GuideRow("hand straight poker by bo", "Bo deals; antes go in, and closed cards are dealt without a tap"),
        GuideRow("hand scroker by anna limit 5", "a bet or raise is at most 5 in this hand"),
        GuideRow("hand cincinnati by bo with wild at 5, high-low", "the dealer's options, with commas between them"),
        GuideRow("anna 3 · bo r2 · carl c · dora x · eva f", "puts in 3 · raises by 2 · calls · checks · folds"),
        GuideRow("anna bets 3 · bo to 12 · carl s5", "bets 3 · raises to 12 · bets 5 with a shadow"),
        GuideRow("all check · all call", "everybody who has still to speak in the round checks · calls, or checks"),
        GuideRow("bo doubles", "doubles the stakes: puts in as much again as so far"),
        GuideRow("anna all-in · eva taps out", "goes all-in · stays in with too few chips, as all agree"),
    ),
)
