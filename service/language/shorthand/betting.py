"""Betting and the showdown: what each puts into the pot, what is declared and shown, and who wins."""

from collections.abc import Callable, Collection
from types import MappingProxyType
from typing import Literal, NoReturn

from engine import commands
from engine.cards.announcement import read_high
from engine.cards.deck import LETTER_DECKS
from engine.cards.ranking import Category
from engine.commands import Command
from engine.errors import SHARES
from engine.game import steps
from engine.grammar import capital
from engine.ids import PlayerId
from engine.play.betting.limits import most_in_pot_limit
from engine.play.betting.round import owed
from engine.play.showdown.offers import shares_open
from engine.speech import phrase, say
from engine.state import Hand, Night
from service.language.shorthand.keywords import Form
from service.language.shorthand.tokens import ShorthandError, Tokens, cards, is_card
from service.language.shorthand.vocabulary import (
    Alike,
    Group,
    GuideRow,
    SpokenAct,
    alone,
    bounded,
    each,
    fixed,
    is_at,
    remarked,
)


def _bet(player: PlayerId, chips: int) -> Command:
    return commands.Bet(player=player, chips=chips)


def _raise_by(player: PlayerId, chips: int) -> Command:
    return commands.Raise(player=player, by=chips)


def _shadow(player: PlayerId, chips: int) -> Command:
    return commands.PullShadow(player=player, chips=chips)


WAGERS: dict[str, Callable[[PlayerId, int], Command]] = {"b": _bet, "r": _raise_by, "s": _shadow}
CHECKS = ("x", "check", "checks", "checked")
CALLS = ("c", "call", "calls", "called", "sees")


def _bets(words: Tokens, player: PlayerId) -> Command:
    """`anna bets 5` · `anna bets the pot` · `anna bets 5 with shadow`."""
    chips = _chips_or_pot(words, player)
    if not words.skip("with"):
        return _bet(player, chips)
    if not words.skip("shadow"):
        words.wrong(phrase("“shadow”"))
    return _shadow(player, chips)


def _raises(words: Tokens, player: PlayerId) -> Command:
    if words.skip("to"):
        return _raises_to(words, player)
    words.skip("by", "with")
    return _raise_by(player, _chips_or_pot(words, player))


def _chips_or_pot(words: Tokens, player: PlayerId) -> int:
    """A number of chips, or `the pot`: what it holds, for a raise once the player has called."""
    betting = words.night.hand.round if words.night.hand else None
    length = 1 + (words.key == "the")
    if betting is None or [word.key for word in words.words[:length]][-1:] != ["pot"]:
        return words.chips()
    del words.words[:length]
    return most_in_pot_limit(words.night, betting, player)


def _raises_to(words: Tokens, player: PlayerId) -> Command:
    return commands.Raise(player=player, to=words.chips())


def _shadows(words: Tokens, player: PlayerId) -> Command:
    return _shadow(player, words.chips())


def _calls(words: Tokens, player: PlayerId) -> Command:
    """`anna calls` · `anna calls 5` · `anna calls by shadow`, where the shadow covers what she lacks."""
    chips = words.chips() if words.is_amount() else None
    behind = [word.key for word in words.words[:2]]
    if behind[:1] == ["shadow"] or (behind in (["by", "shadow"], ["with", "shadow"])):
        del words.words[: behind.index("shadow") + 1]
        betting = words.night.hand.round if words.night.hand else None
        owing = owed(betting, player) if betting else 0
        if owing <= words.night.stack(player):
            # Nobody with enough chips bets by shadow.
            return _shadow(player, chips or owing)
    return commands.Call(player=player, chips=chips)


def _all_in(words: Tokens, player: PlayerId) -> Command:
    words.skip("in")
    return commands.GoAllIn(player=player)


def antes() -> NoReturn:
    """Refuses `anna antes` and `carl posts 1`, because the announcement of a hand puts in what is forced."""
    sentence = say("Antes and blinds go in by themselves when a hand is announced, so nobody says them.")
    raise ShorthandError("goes_in_by_itself", sentence)


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


ANTES = ("ante", "antes", "anted", "posts", "posted")
BETTING = Group(
    title="Betting",
    acts=(
        SpokenAct(("b", "bets", "bet"), _bets, {commands.Bet: bounded("b bet")}),
        SpokenAct(("r", "raises", "raise", "raised"), _raises, {commands.Raise: bounded("r raise by")}),
        SpokenAct(("to",), _raises_to),
        SpokenAct(("s", "shadow", "shadows", "shadowed"), _shadows),
        SpokenAct(CALLS, _calls, {commands.Call: _to_call}),
        SpokenAct(CHECKS, alone(commands.Check), {commands.Check: fixed("x check")}),
        SpokenAct(("double", "doubles", "doubled"), alone(commands.DoubleStakes), {commands.DoubleStakes: _to_double}),
        SpokenAct(("f", "fold", "folds", "folded", "drops"), alone(commands.Fold), {commands.Fold: fixed("f fold")}),
        SpokenAct(("all", "all-in", "allin", "shoves"), _all_in),
        SpokenAct(("taps", "tapped"), _taps_out),
    ),
    guide=(
        GuideRow("hand straight poker by bo", "Bo deals; antes go in, and closed cards are dealt without a tap"),
        GuideRow("hand scroker by anna limit 5", "a bet or raise is at most 5 in this hand"),
        GuideRow("hand cincinnati by bo with wild at 5, high-low", "the dealer's options, with commas between them"),
        GuideRow("anna 3 · bo r2 · carl c · dora x · eva f", "puts in 3 · raises by 2 · calls · checks · folds"),
        GuideRow("anna bets 3 · bo to 12 · carl s5", "bets 3 · raises to 12 · bets 5 with a shadow"),
        GuideRow("anna bets the pot · bo raises the pot", "as much as it holds · the most that a pot limit allows"),
        GuideRow("all check · all call", "everybody who has still to speak in the round checks · calls, or checks"),
        GuideRow("bo doubles", "doubles the stakes: puts in as much again as so far"),
        GuideRow("anna all-in · eva taps out", "goes all-in · stays in with too few chips, as all agree"),
    ),
)


# Sides by name, and by the chips that declare them (RULINGS E3, High/low).
SIDES: dict[str, Literal["low", "both", "high"]] = {
    "low": "low",
    "both": "both",
    "high-low": "both",
    "high": "high",
    "1": "low",
    "2": "both",
    "3": "high",
}
# The number of chips in the hand that declares each side.
SIDE_CHIPS = MappingProxyType({SIDES[chips]: chips for chips in ("1", "2", "3")})


def _shows(words: Tokens, player: PlayerId) -> Command:
    """`anna shows As Ad Ac 7c 7d` · `anna shows As Ad Ac 7c 7d full house`, with what she announces, in quotes or not."""
    announced = _announced_behind(words)
    shown = cards(words)
    if words and words.words[0].quoted:
        announced = words.take().text
    return commands.ShowHand(player=player, cards=shown, announced=announced)


def _announced_behind(words: Tokens) -> str:
    """The kind of hand that is named behind the cards; takes it out of the line. Empty if none is."""
    texts = [word.text for word in words.words]
    behind = next((place for place, text in enumerate(texts) if place and not is_card(text)), len(texts))
    claim = read_high(" ".join(texts[behind:]))
    if claim is None or claim.category is Category.HIGH_CARD:
        return ""
    del words.words[behind:]
    return " ".join(texts[behind:])


def _declares(words: Tokens, player: PlayerId) -> Command:
    """`anna declares both`, or `anna declares 2` with the chips in the hand."""
    if words.key not in SIDES:
        words.wrong(phrase("low, both or high, or the chips: 1, 2 or 3"))
    return commands.DeclareSide(player=player, side=SIDES[words.take().key])


def sides_are_declared(words: Tokens) -> bool:
    """True if chips shown now are a declaration and not a bet."""
    hand = words.night.hand
    return hand is not None and hand.round is None and is_at(hand, steps.DeclareSides)


def _to_win(_: Alike, __: Night, hand: Hand) -> str:
    """Who has won; if the pot is divided, who has won each share, which is one line."""
    shares = shares_open(hand)
    return "NAME wins · NAME, NAME win" if shares == ("all",) else ", ".join(f"NAME wins {share}" for share in shares)


def _to_show(_: Alike, __: Night, hand: Hand) -> str:
    """All cards of the player; if they bear letters, the words they make."""
    shows = "shows {As Kd} …"
    return remarked(f'{shows} "WORD"', say("or the cards alone")) if hand.deck.name in LETTER_DECKS else shows


SHOWDOWN = Group(
    title="The showdown",
    acts=(
        SpokenAct(("shows", "show", "showed"), _shows, {commands.ShowHand: _to_show}),
        SpokenAct(("mucks", "muck", "mucked"), alone(commands.Muck), {commands.Muck: fixed("mucks")}),
        SpokenAct(("high",), alone(commands.DeclareSide, side="high")),
        SpokenAct(("low",), alone(commands.DeclareSide, side="low")),
        SpokenAct(("both", "high-low"), alone(commands.DeclareSide, side="both")),
        SpokenAct(
            ("declares",),
            _declares,
            {
                commands.DeclareSide: each(
                    lambda command: remarked(command.side, say("or {chips}", chips=SIDE_CHIPS[command.side]))
                )
            },
        ),
    ),
    hints={
        commands.NameWinners: _to_win,
    },
    guide=(
        GuideRow("anna high · bo low · carl both", "declares a side; 3, 1 and 2 chips say the same: anna declares 3"),
        GuideRow("anna shows As Ad 7c 7s 3d · bo mucks", "shows, and the engine names the winner · gives up"),
        GuideRow("anna wins · anna, bo win · anna wins high, bo wins low", "when the book does not know the cards"),
        GuideRow("anna > bo win", "Anna wins, and Bo is next best, for a side pot; a comma is a tie"),
        GuideRow("deal from bo As Kd Qc 9h", "a deal-off of equal hands, in which Bo gets the first card"),
    ),
)


WINS = ("win", "wins", "won")
# What is won by name where the pot is divided; the second half of it is the low one or that of the highest spade.
HALVES = ("high", "low", "spade")


def winners(words: Tokens) -> Command:
    """`anna, bo win` · `anna > bo win` (bo is next best, for a side pot) · `anna wins high, bo wins low` · `anna wins both`.

    Refuses a line that names one half of a divided pot and not the other.
    """
    rankings: dict[str, tuple[tuple[PlayerId, ...], ...]] = {}
    if words.key in WINS:
        sentence = say(
            "Say who wins: “NAME wins”, “NAME, NAME win” if they share, “NAME > NAME win” for a side pot, or "
            "“NAME wins high, NAME wins low”."
        )
        raise ShorthandError("nobody_named", sentence)
    hand = words.night.hand
    shares = shares_open(hand) if hand is not None else ()
    both = shares if len(shares) == 2 else ("high", "low")
    if hand is not None:
        _must_say_what(words, hand)
    while words:
        ranking = [words.players(phrase("the winner"))]
        while words.skip(">"):
            ranking.append(words.players(phrase("the next best hand")))
        if not words.skip(*WINS):
            words.wrong(phrase("“wins”"))
        words.skip("the")
        words.skip("pot")
        share = words.take().key if words.key in (*HALVES, "both") else "all"
        for part in both if share == "both" else (share,):
            if part in rankings or {part, *rankings} >= {"all", "high"}:
                sentence = say(
                    "{part} is won twice in this line; say each part of the pot once.",
                    part=capital(say(SHARES[part])),
                )
                raise ShorthandError("named_twice", sentence, column=words.column)
            rankings[part] = tuple(ranking)
        words.skip(",", "and", ";")
    if hand is not None and hand.showdown.sides and "all" not in rankings:
        # Each side is won by a player who has declared it.
        return commands.NameWinners(rankings=(rankings.get("high", ()), rankings.get("low", ())))
    if "all" not in rankings and len(shares) == 2:
        _must_name_both(rankings, shares)
    if "all" not in rankings and shares == ("all",):
        sentence = say(
            "Nothing divides the pot of this hand, so nobody wins one half of it; say “NAME wins”, or “NAME, NAME win” if they "
            "share."
        )
        raise ShorthandError("not_divided", sentence)
    first = rankings.get("all") or rankings.get("high")
    second = rankings.get("low") or rankings.get("spade")
    return commands.NameWinners(rankings=tuple(ranking for ranking in (first or second, second) if ranking))


def _must_say_what(words: Tokens, hand: Hand) -> None:
    """Refuses `bo wins` while cards of a trick lie on the table, because that would end the hand."""
    if hand.tricks is not None and hand.tricks.lying and words.words[-1].key in WINS:
        sentence = say(
            "“{line}” may be the trick on the table or the hand; say “{name} takes the trick” or “{line} the pot”.",
            line=words.line,
            name=words.words[0].text,
        )
        raise ShorthandError("trick_or_hand", sentence, line=words.line)


def _must_name_both(named: Collection[str], shares: Collection[str]) -> None:
    """Refuses `anna wins low` alone: who wins the other half is in no book, and Anna does not win it by this word."""
    if {*named} != {*shares}:
        halves = Form(", ".join(f"NAME wins {share}" for share in shares))
        sentence = say("Say who wins each half: “{halves}”; or, if one wins all, “NAME wins”.", halves=halves)
        raise ShorthandError("half_missing", sentence, shares=list(shares))
