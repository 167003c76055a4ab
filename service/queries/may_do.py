"""What may each player do now? Every act that moves the hand on, with the command to send and how much it takes."""

from __future__ import annotations

import msgspec

from engine.game.steps import Deal, Lay
from engine.hand.choices import Choice, choices
from engine.hand.dealing import cards_wanted, dealt_for_all, dealt_to
from engine.ids import PlayerId
from engine.state import Hand
from service.queries.seen import Seen

# What a choice is called at the table, and the command that says it.
COMMANDS = {
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "shadow": "pull_shadow",
    "buy": "buy_card",
    "decline": "decline_card",
    "fold": "fold",
    "exchange": "exchange",
    "pass": "pass_cards",
    "arrange": "arrange_cards",
    "declare": "declare_side",
    "spit": "call_spit",
    "lend": "give_loan",
    "deal": "deal",
    "new_deal": "new_deal",
    "lay": "lay",
    "turn": "turn",
    "turn own": "turn_own",
    "burn": "burn",
    "reveal": "reveal_cards",
    "show": "show_hand",
    "muck": "muck",
    "win": "name_winners",
    "expose": "expose_card",
    "tap": "call",
    "name": "name_the_game",
    "challenge": "challenge_word",
    "accept": "accept_hands",
    "turntrump": "turn_trump",
    "play": "play_card",
    "take": "take_trick",
    "draw_stock": "draw_from_stock",
    "threesome": "make_bid",
    "solo": "make_bid",
    "pass_bid": "pass_bid",
    "widow": "take_widow",
    "discard": "discard",
    "game": "announce_goal",
    "consolation": "announce_goal",
    "ultimo": "announce_goal",
    "contra": "answer_goal",
    "meld": "declare_meld",
    "score": "name_score",
}


class CardsDue(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that an act of the dealer brings, `cards` in all, or the `open_cards` alone; none need be told.

    Each player in `to`, in that order, gets `closed_each` and `open_each`; where nobody is named they are shared.
    """

    cards: int
    open_cards: int
    to: tuple[PlayerId, ...]
    closed_each: int
    open_each: int


class MayDo(msgspec.Struct, frozen=True, kw_only=True):
    """One act open to a player, or to the dealer and the table where nobody is named.

    `command` is the type of the command to send. `owed` is what it costs to stay in; `least` to `most` chips or cards
    may be said, or exactly `once`. `deals`: how many cards are dealt or laid, and to whom; nothing for other acts.
    """

    act: str
    command: str
    player: PlayerId | None
    owed: int
    least: int
    most: int
    once: int
    deals: CardsDue | None


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that moves the hand on from where it stands; between hands, when one may be announced,
    a loan for everybody who lacks the next ante."""

    night: str
    version: int
    phase: str
    hand: int | None
    choices: tuple[MayDo, ...]


def may_do(seen: Seen) -> Choices:
    """What can be done now."""
    night = seen.night
    return Choices(
        night=seen.night_id,
        version=seen.version,
        phase=night.phase,
        hand=night.hand.number if night.hand else None,
        choices=tuple(_told(choice, night.hand) for choice in choices(night)),
    )


def _told(choice: Choice, hand: Hand | None) -> MayDo:
    # "win high" and "win low" are shares of what one command names.
    command = COMMANDS.get(choice.act) or COMMANDS[choice.act.split()[0]]
    deals = _due(hand) if hand is not None and choice.act in ("deal", "lay") else None
    return MayDo(command=command, deals=deals, **choice._asdict())


def _due(hand: Hand) -> CardsDue | None:
    """What the next step of the dealer deals or lays."""
    step = hand.lays_due[0] if hand.lays_due else hand.steps[hand.cursor]
    match step:
        case Lay():
            return CardsDue(cards=step.up + step.down, open_cards=step.up, to=(), closed_each=0, open_each=0)
        case Deal() if dealt_for_all(hand, step):
            return CardsDue(cards=1, open_cards=1, to=(), closed_each=0, open_each=0)
        case Deal():
            people = tuple(dealt_to(hand))
            return CardsDue(
                cards=cards_wanted(hand, step),
                open_cards=len(people) * step.up,
                to=people,
                closed_each=step.closed,
                open_each=step.up,
            )
        case _:
            return None
