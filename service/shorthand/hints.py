"""What may be said now, as lines of the shorthand with bounds and prices: the answer to `?`, and the bar below the prompt.

A hint can be typed as it stands. Dots separate the lines. Brackets hold a remark. `1–5 or 50` is any number from 1 to 5, or
50. Words in capitals are to be filled in, and `…` says that more cards follow. After “NAME:” stands what that player may
do; the name may be left out if only that player is waited for. In `c call 3` the letter alone says the same.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine import commands
from engine.cards.deck import LETTER_DECKS
from engine.game import steps
from engine.game.definition import Game
from engine.ids import PlayerId
from engine.night.play_end import is_over
from engine.offer import Offer
from engine.play.betting.antes import next_ante
from engine.play.betting.round import owed
from engine.play.dealing.rule import cards_wanted, dealt_for_all
from engine.play.holdings.pile import top_cards
from engine.play.script.offers import ending_early, offers
from engine.play.showdown.offers import shares_open
from engine.play.tricks.rule import cards_to_play
from engine.state import BOTTOMLESS, UNKNOWN, Hand, Night
from service.shorthand.gap_lines import gap_lines

# Cards that show how a line is written, and the largest number of cards that is written out in full.
SOME_CARDS = ("Ks", "4d", "9c")
# The number of chips in the hand that declares each side.
SIDE_CHIPS = MappingProxyType({"low": 1, "both": 2, "high": 3})
IN_BRACES = re.compile(r"\{([^{}]*)\}")
DOT = " · "
BETWEEN_HANDS = "NAME +150 (loan) · NAME = 117 (count)"
# What one player, or the table, may do of one kind: one offer, or several, such as the bids that are left.
Alike = Sequence[Offer]
Telling = Callable[[Alike, Night, Hand], str]


def what_now(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """What the table waits for, one line for each player who may act. At the showdown, how the hand ends comes first."""
    if night.phase == "new":
        return ["No night is open."]
    if night.phase in ("closed", "planned"):
        return _at_the_end(night, names)
    if night.hand is None:
        if is_over(night):
            return [f"close (play ends here, as agreed) · {BETWEEN_HANDS}"]
        return [f"hand NAME OF A GAME by DEALER · {BETWEEN_HANDS} · close", *_lacks_the_ante(night, names)]
    by_player: dict[PlayerId | None, list[Offer]] = {}
    for offer in offers(night):
        by_player.setdefault(offer.player, []).append(offer)
    if night.hand.stage == "showdown" and None in by_player:
        # How the hand ends comes first, so that a narrow bar does not cut it off.
        by_player = {None: by_player.pop(None), **by_player}
    told = [line for player, own in by_player.items() for line in _lines(night, night.hand, player, own, names)]
    return [*told, *_together(night.hand), *_without_cards(night, night.hand)]


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
    payments = [f"pay {number} · pay {number} AMOUNT (part of transfer {number})" for number in unpaid[:1]]
    return [DOT.join(plans)] if plans else payments


def _lacks_the_ante(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players who cannot pay the next ante: first the line that lends enough, then how to deal without them."""
    loans = [offer for offer in offers(night) if isinstance(offer.command, commands.GiveLoan)]
    lacking = {names.get(offer.player or "", offer.player): offer for offer in loans}
    if not lacking:
        return []
    lends = DOT.join(f"{name} +{offer.most}" for name, offer in lacking.items())
    without = ", ".join(str(name) for name in lacking)
    return [
        f"{lends} (a loan first: the ante of {next_ante(night)} is lacking) · hand NAME OF A GAME by DEALER without {without}"
    ]


def _together(hand: Hand) -> list[str]:
    """One line for everybody, if a round follows a card turned from the piles: most players check then."""
    after_a_reveal = hand.cursor > 0 and isinstance(hand.steps[hand.cursor - 1], steps.Reveal)
    betting = hand.round
    may = after_a_reveal and betting is not None and not betting.price and len(betting.waiting) > 1
    return ["all check (everybody)"] if may else []


def _without_cards(night: Night, hand: Hand) -> list[str]:
    """How the hand ends if nobody writes down the rest of it; last, because most tables do."""
    ways = DOT.join(_forms(ending_early(night), night, hand))
    return [f"{ways} (the rest is not written down)"] if ways else []


def _lines(night: Night, hand: Hand, player: PlayerId | None, own: Alike, names: Mapping[PlayerId, str]) -> list[str]:
    """What one player, or the table, may do, on one line. The bidder's lines stand apart, without a name."""
    if player is None:
        return [DOT.join(_forms(own, night, hand))]
    name = names.get(player, player)
    forms = DOT.join(_forms(own, night, hand, but=(*BIDDER_LINES, *SAID_OTHERWISE)))
    bidding = DOT.join(_forms([offer for offer in own if type(offer.command) in BIDDER_LINES], night, hand))
    told = [f"{name}: {forms}"] if forms else []
    return [*told, f"{bidding} ({name}, the bidder)"] if bidding else told


def _forms(offered: Alike, night: Night, hand: Hand, *, but: Sequence[type[commands.Command]] = ()) -> list[str]:
    """One form for each kind of act, in the order of the offers."""
    kinds: dict[type[commands.Command], list[Offer]] = {}
    for offer in offered:
        if type(offer.command) not in but:
            kinds.setdefault(type(offer.command), []).append(offer)
    return [_in_pack(LINES[kind](alike, night, hand), hand.game) for kind, alike in kinds.items()]


def _said(line: str) -> Telling:
    """A form with fixed words."""
    return lambda _, __, ___: line


def _each(told: Callable[[Any], str]) -> Telling:
    """One form for each different command."""
    return lambda alike, _, __: DOT.join(dict.fromkeys(told(offer.command) for offer in alike))


def _to_deal(_: Alike, __: Night, hand: Hand) -> str:
    """How the next cards are dealt: how many of them are named, and how many each player gets."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    every = cards_wanted(hand, step)
    if dealt_for_all(hand, step):
        told = "one open card for all"
    elif step.up:
        opened = len(hand.still_in) * step.up
        told = f"the {opened} open cards, {step.up} each{f', or all {every}' if step.closed else ''}"
    else:
        told = f"all {every} cards, {step.closed} {'to each in turn' if step.batch > 1 else 'each'}"
    cards = "{Ks}" if every == 1 else "{7s Kd}" if every == 2 else "{7s Kd} …"
    begins = f" · deal from NAME {cards} (NAME gets the first)" if hand.showdown.deal_offs else ""
    return f"deal · deal {cards} ({told}){begins}"


def _to_lay(_: Alike, __: Night, hand: Hand) -> str:
    """The next shared cards; closed ones are not named."""
    step = hand.cards.lays_due[0] if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    return f"lay · lay {_cards(step.up)}" if step.up else "lay"


def _to_reveal(_: Alike, __: Night, hand: Hand) -> str:
    return f"reveal · reveal {_cards(len(top_cards(hand)))}"


def _to_name(alike: Alike, _: Night, __: Hand) -> str:
    first, *others = (_game_named(offer.command) for offer in alike)
    return f"name the game {first}" + (f" (or {', '.join(others)})" if others else "")


def _game_named(command: commands.Command) -> str:
    assert isinstance(command, commands.NameTheGame)
    return command.game


def _to_win(_: Alike, __: Night, hand: Hand) -> str:
    """Who has won; if the pot is divided, who has won each share."""
    shares = shares_open(hand)
    return (
        "NAME wins · NAME, NAME win" if shares == ("all",) else DOT.join(f"NAME, NAME win {share}" for share in shares)
    )


def _cards(number: int) -> str:
    """Sample cards of this number; of a large number, only the first ones."""
    return "{" + " ".join(SOME_CARDS[:number]) + "}" + (" …" if number > len(SOME_CARDS) else "")


def _in_pack(line: str, game: Game) -> str:
    """The line, with cards from the pack of the game."""
    pack = game.deck.cards if game.deck else ()

    def held(braces: re.Match[str]) -> str:
        cards = braces[1].split()
        return " ".join(cards if set(cards) <= {*pack} or not pack else pack[: len(cards)])

    return IN_BRACES.sub(held, line)


def _to_show(_: Alike, __: Night, hand: Hand) -> str:
    """All cards of the player; if they bear letters, the words they make."""
    shows = "shows {As Kd} …"
    return f'{shows} "WORD" (or the cards alone)' if hand.deck.name in LETTER_DECKS else shows


def _to_play(alike: Alike, _: Night, hand: Hand) -> str:
    """A card that the player may play: a known one of theirs, or one from the pack that is not out."""
    step, player = hand.steps[hand.cursor], alike[0].player
    known = cards_to_play(hand, step, player) if isinstance(step, steps.Tricks) and player is not None else ()
    card = next((card for card in (*known, *hand.deck.cards) if card in known or card not in hand.cards.out), UNKNOWN)
    return f"plays · plays {card}"


def _to_buy(alike: Alike, _: Night, __: Hand) -> str:
    return f"buys (for {alike[0].owed}) · buys {_cards(1)}"


def _to_call(alike: Alike, night: Night, hand: Hand) -> str:
    """What a call costs this player. A player with too few chips goes all-in, taps out, or owes the rest."""
    (offer,) = alike
    assert isinstance(offer.command, commands.Call)
    stack = night.stack(offer.command.player)
    if offer.command.agreed:
        return f"taps out (with {offer.owed})"
    if not offer.owed:
        return "c call (with what is in already)"
    if offer.owed <= stack:
        return f"c call {offer.owed}"
    if hand.game.short == "shadow":
        return f"c call {offer.owed} ({offer.owed - stack} of it by shadow)"
    return f"c call {stack} (all; {offer.owed} is asked)"


def _to_double(alike: Alike, night: Night, hand: Hand) -> str:
    """With how many chips the stakes are doubled."""
    (offer,) = alike
    short = max(0, offer.owed - night.stack(offer.player or ""))
    return f"doubles (with {offer.owed}{f', {short} of it by shadow' if short else ''})"


def _bounded(verb: str) -> Telling:
    """A form with the verb and its bounds."""
    return lambda alike, night, hand: f"{verb} {_span(alike[0], night, hand)}"


def _span(offer: Offer, night: Night, hand: Hand) -> str:
    """The bounds of the offer; the player's own chips are the upper bound if a shadow lets them bet without limit."""
    most = offer.most
    if most >= BOTTOMLESS and hand.round is not None and offer.player is not None:
        most = max(offer.least, night.stack(offer.player) - owed(hand.round, offer.player))
    span = f"{offer.least}–{most}" if most > offer.least else str(most)
    return f"{span} or {offer.once}" if offer.once else span


# The bidder's lines have no name.
BIDDER_LINES: Mapping[type[commands.Command], Telling] = MappingProxyType(
    {
        commands.TakeWidow: _said("widow 1 · widow 2 · widow 3"),
        commands.Discard: _said("discard · discard {7s 8s 9s} · discard V (the trumps in it)"),
        commands.AnnounceGoal: _each(lambda command: f"goal {command.goal}"),
    }
)
# What a shadow covers follows the price of the call.
SAID_OTHERWISE = (commands.PullShadow,)
# The words for every act on offer. Cards in braces stay if the pack holds them, and become other cards of the pack if it
# does not.
LINES: Mapping[type[commands.Command], Telling] = MappingProxyType(
    {
        commands.Deal: _to_deal,
        commands.Lay: _to_lay,
        commands.Burn: _said("burn"),
        commands.Turn: _said("turn · turn {Ks}"),
        commands.NewDeal: _said("new deal (the pack has too few cards left, folded hands shuffled in)"),
        commands.RevealCards: _to_reveal,
        commands.NameTheGame: _to_name,
        commands.TurnTrump: _said("trump · trump {Ks}"),
        commands.DrawFromStock: _said("stock · stock {7h}"),
        commands.NameScore: _said("score 44 · score 44 pagat NAME · score 30 captured (the bidder's points)"),
        commands.AcceptHands: _said("no challenge"),
        commands.NameWinners: _to_win,
        commands.Check: _said("x check"),
        commands.Call: _to_call,
        commands.Bet: _bounded("b bet"),
        commands.Raise: _bounded("r raise by"),
        commands.DoubleStakes: _to_double,
        commands.Fold: _said("f fold"),
        commands.Exchange: _bounded("draws"),
        commands.BuyCard: _to_buy,
        commands.DeclineCard: _said("declines"),
        commands.CallSpit: _said("spit {5h}"),
        commands.PassCards: _said("passes · passes {3h 4h} …"),
        commands.ExposeCard: _said("opens · opens {Ks}"),
        commands.ArrangeCards: _said("arranges · arranges {As Kd} …"),
        commands.TurnOwn: _said("turns · turns {7h} · turns beats"),
        commands.DeclareSide: _each(lambda command: f"{command.side} (or {SIDE_CHIPS[command.side]})"),
        commands.ShowHand: _to_show,
        commands.Muck: _said("mucks"),
        commands.ChallengeWord: _each(lambda command: f"challenges {command.word.casefold()}"),
        commands.PlayCard: _to_play,
        commands.TakeTrick: _said("takes the trick"),
        commands.MakeBid: _each(lambda command: f"bids {command.contract}"),
        commands.PassBid: _said("passes"),
        commands.DeclareMeld: _each(lambda command: f"melds {command.meld}"),
        commands.AnswerGoal: _said("contra (an answer to ultimo)"),
        **BIDDER_LINES,
    }
)
