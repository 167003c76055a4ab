"""What may be said now, as lines of the shorthand with bounds and prices: the answer to `?`, and the bar below the prompt.

A hint can be typed as it stands. Dots separate the lines. Brackets hold a remark. `1–5 or 50` is any number from 1 to 5, or
50. Words in capitals are to be filled in, and `…` says that more cards follow. After “NAME:” stands what that player may
do; the name may be left out if only that player is waited for. In `c call 3` the letter alone says the same.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import commands
from engine.game import steps
from engine.game.definition import Game
from engine.game.places import label
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.betting.shadow import next_ante
from engine.play.corrections.offers import Fault
from engine.play.script.offers import ending_early, faults, offers
from engine.play.showdown.offers import what_is_lacking
from engine.preconditions import is_over
from engine.speech import say, say_as
from engine.state import UNKNOWN, Hand, Night
from service.language.shorthand.keywords.translated import in_own_words
from service.language.shorthand.vocabulary import GROUPS
from service.language.shorthand.vocabulary.act import DOT, Alike, GuideRow, Hints, remarked
from service.language.shorthand.vocabulary.bank import gap_lines

IN_BRACES = re.compile(r"\{([^{}]*)\}")
# The bidder's lines have no name.
BIDDER_LINES: Hints = MappingProxyType({kind: told for group in GROUPS for kind, told in group.bidder_hints.items()})
# What a shadow covers follows the price of the call.
SAID_OTHERWISE = (commands.PullShadow,)
# The words for every act on offer. Cards in braces stay if the pack holds them, and become other cards of the pack if it
# does not.
LINES: Hints = MappingProxyType(
    {
        kind: told
        for group in GROUPS
        for hints in (group.hints, *(said.hints for said in group.acts), group.bidder_hints)
        for kind, told in hints.items()
    }
)
# So many lines are told for one fault, and this stands for the others.
WAYS_MOST, MORE = 6, "…"
# The fewest players of any hand.
FEWEST = 2


def what_now(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """What the table waits for, one line for each player who may act. At the showdown, how the hand ends comes first."""
    if night.phase == "new":
        return [say("No night is open.")]
    if night.phase in ("closed", "planned"):
        return _at_the_end(night, names)
    if night.hand is None:
        counted = any(isinstance(offer.command, commands.CloseNight) for offer in offers(night))
        if is_over(night):
            ends = (
                say("play ends here, as agreed") if counted else say("play ends here, as agreed, once all are counted")
            )
            return [DOT.join((remarked("close", ends), *_between_hands()))]
        close = "close" if counted else remarked("close", say("once all are counted"))
        return [DOT.join(("hand NAME OF A GAME by DEALER", *_between_hands(), close)), *_lacks_the_ante(night, names)]
    by_player: dict[PlayerId | None, list[Offer]] = {}
    for offer in offers(night):
        by_player.setdefault(offer.player, []).append(offer)
    if night.hand.stage == "showdown" and None in by_player:
        # How the hand ends comes first, so that a narrow bar does not cut it off.
        by_player = {None: by_player.pop(None), **by_player}
    texts = [line for player, own in by_player.items() for line in _lines(night, night.hand, player, own, names)]
    return [*texts, *_together(night.hand), *_without_cards(night, night.hand)]


def _between_hands() -> tuple[str, str]:
    return remarked("NAME +150", say("loan")), remarked("NAME = 117", say_as("of chips", "count"))


def said_by(night: Night, player: PlayerId) -> str:
    """What the table waits for from this player; empty if it waits for somebody else."""
    if night.hand is None:
        return ""
    own = [offer for offer in offers(night) if offer.player == player]
    return DOT.join(_forms(own, night, night.hand, but=(*BIDDER_LINES, *SAID_OTHERWISE)))


def _at_the_end(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """How to resolve the gap; else the plans to choose from; else the first transfer that is not paid in full."""
    offered = [offer.command for offer in offers(night)]
    if any(isinstance(command, commands.ResolveGap) for command in offered):
        return gap_lines(night, names)
    plans = [f"settle {command.kind}" for command in offered if isinstance(command, commands.FreezePlan)]
    unpaid = [command.transfer for command in offered if isinstance(command, commands.RecordPayment)]
    payments = [
        remarked(f"pay {number} · pay {number} AMOUNT", say("part of transfer {number}", number=number))
        for number in unpaid[:1]
    ]
    if night.closing.plan is not None:
        instead = [remarked(plan, say("instead, as long as nothing is paid")) for plan in plans]
        return [DOT.join((*payments, *instead))] if payments else [say("The night is settled and paid.")]
    return [DOT.join(plans)]


def _lacks_the_ante(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players who cannot pay the next ante: first the line that lends enough, then how to deal without them."""
    loans = [offer for offer in offers(night) if isinstance(offer.command, commands.GiveLoan)]
    lacking = {names.get(offer.player or "", offer.player): offer for offer in loans}
    if not lacking:
        return []
    lends = DOT.join(f"{name} +{offer.most}" for name, offer in lacking.items())
    lends = remarked(lends, say("a loan first: the ante of {chips} is lacking", chips=next_ante(night)))
    sitting = len(night.sitting)
    if sitting - len(lacking) < FEWEST:
        return [lends]
    without = ", ".join(str(name) for name in lacking)
    return [f"{lends} · hand NAME OF A GAME by DEALER without {without}"]


def _together(hand: Hand) -> list[str]:
    """One line for everybody, if a round follows a card turned from the piles: most players check then."""
    after_a_reveal = hand.cursor > 0 and isinstance(hand.steps[hand.cursor - 1], steps.Reveal)
    betting = hand.round
    may = after_a_reveal and betting is not None and not betting.price and len(betting.waiting) > 1
    return [remarked("all check", say("everybody"))] if may else []


def _without_cards(night: Night, hand: Hand) -> list[str]:
    """How the hand ends if nobody writes down the rest of it; last, because most tables do."""
    ways = DOT.join(_forms(ending_early(night), night, hand))
    return [remarked(ways, say("the rest is not written down"))] if ways else []


def _lines(night: Night, hand: Hand, player: PlayerId | None, own: Alike, names: Mapping[PlayerId, str]) -> list[str]:
    """What one player, or the table, may do, on one line. The bidder's lines stand apart, without a name."""
    if player is None:
        forms = DOT.join(_forms(own, night, hand))
        lacking = what_is_lacking(hand, lambda other: names.get(other, other))
        return [remarked(forms, lacking.rstrip(".")) if lacking else forms]
    name = names.get(player, player)
    forms = DOT.join(_forms(own, night, hand, but=(*BIDDER_LINES, *SAID_OTHERWISE)))
    bidding = DOT.join(_forms([offer for offer in own if type(offer.command) in BIDDER_LINES], night, hand))
    texts = [f"{name}: {forms}"] if forms else []
    return [*texts, remarked(bidding, say("{player}, the bidder", player=name))] if bidding else texts


def _forms(offered: Alike, night: Night, hand: Hand, *, but: Sequence[type[commands.Command]] = ()) -> list[str]:
    """One form for each kind of act, in the order of the offers."""
    kinds: dict[type[commands.Command], list[Offer]] = {}
    for offer in offered:
        if type(offer.command) not in but:
            kinds.setdefault(type(offer.command), []).append(offer)
    return [_in_pack(LINES[kind](alike, night, hand), hand.game) for kind, alike in kinds.items()]


def _in_pack(line: str, game: Game) -> str:
    """The line, with cards from the pack of the game."""
    pack = game.deck.cards if game.deck else ()

    def held(braces: re.Match[str]) -> str:
        cards = braces[1].split()
        return " ".join(cards if set(cards) <= {*pack} or not pack else pack[: len(cards)])

    return IN_BRACES.sub(held, line)


def fault_lines(night: Night, names: Mapping[PlayerId, str]) -> list[tuple[str, str]]:
    """What may have gone wrong, each with what to type, as the reader types it; and the rule of it."""
    return [
        (f"{say(fault.what)}: {_that_put_right(fault, names, night.hand)}", say(fault.rule)) for fault in faults(night)
    ]


def _that_put_right(fault: Fault, names: Mapping[PlayerId, str], hand: Hand | None) -> str:
    offered = (offer for way in fault.ways for offer in way.offers)
    lines = [*dict.fromkeys(_puts_right(offer, names.get(offer.player or "", ""), hand) for offer in offered)]
    more = [MORE] if len(lines) > WAYS_MOST else []
    return DOT.join((*map(in_own_words, lines[:WAYS_MOST]), *more))


def _puts_right(offer: Offer, name: str, hand: Hand | None) -> str:
    """The line for anybody whose fault it may be, and by name where it says something that is true of one player only."""
    match offer.command:
        case commands.GiveMissingCard():
            return "NAME card missing"
        case commands.TakeBackCard():
            return "NAME card too many"
        case commands.MoveDealtCards(fault=fault):
            return f"NAME {fault}"
        case commands.SettleExposedCard(card=card, keeps=keeps) if card == UNKNOWN:
            return "NAME keeps" if keeps else "NAME takes next"
        case commands.SettleExposedCard(card=card, keeps=keeps):
            return f"{name} {'keeps' if keeps else 'takes next for'} {card}"
        case commands.MoveBoardCard(source=source, target=target):
            board = hand.game.board if hand else None
            source, target = (label(spot, board) if board else spot for spot in (source, target))
            return f"board move {source} to {target}"
        case commands.BuyForgottenCard(original=original):
            return f"NAME buys {'original' if original else 'next'}"
        case commands.PutRight():
            return f"{name} miscounts {offer.least}"
        case _:
            return 'new deal · new deal by NAME harms NAME "misdeal"'


# The width of `help` in columns, and where its second column begins.
WIDTH = 80
SAYS_AT = 40


GUIDE: dict[str, tuple[GuideRow, ...]] = {group.title: group.guide for group in GROUPS}


def as_lines(groups: Mapping[str, Sequence[GuideRow]] = GUIDE) -> list[str]:
    """The table for the prompt, group by group, for a terminal of 80 columns."""
    texts: list[str] = []
    for group, rows in groups.items():
        texts.append(say_as("help", group))
        for row in rows:
            texts += _side_by_side(row)
    return texts


def _side_by_side(row: GuideRow) -> list[str]:
    """The meaning beside the line, wrapped under itself; below the line if the line is too long."""
    says = textwrap.wrap(say_as("help", row.says), WIDTH - SAYS_AT)
    typed = f"  {in_own_words(row.lines)}"
    if len(typed) + 2 > SAYS_AT:
        return [typed, *(" " * SAYS_AT + line for line in says)]
    return [f"{typed:{SAYS_AT}}{says[0]}", *(" " * SAYS_AT + line for line in says[1:])]


def as_markdown() -> str:
    """The table in Markdown, group by group, as `chipbook help lines` shows it."""
    head = say("| line | what it says |")
    return "\n\n".join(
        "\n".join(
            (
                f"### {say_as('help', title)}\n",
                head,
                "|---|---|",
                *(f"| {_as_code(in_own_words(row.lines))} | {say_as('help', row.says)} |" for row in rows),
            )
        )
        for title, rows in GUIDE.items()
    )


def _as_code(lines: str) -> str:
    return DOT.join(f"`{line}`" for line in lines.split(DOT))
