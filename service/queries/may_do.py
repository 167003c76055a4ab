"""What may each player do now? Every act that moves the hand on, with the command to send and how much it takes."""

from __future__ import annotations

import msgspec

from engine.hand.choices import Choice, choices
from engine.ids import PlayerId
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


class MayDo(msgspec.Struct, frozen=True, kw_only=True):
    """One act open to a player, or to the dealer and the table where nobody is named.

    `command` is the type of the command to send. `owed` is what it costs to stay in; `least` to `most` chips or cards
    may be said, or exactly `once`.
    """

    act: str
    command: str
    player: PlayerId | None
    owed: int
    least: int
    most: int
    once: int


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
        choices=tuple(_told(choice) for choice in choices(night)),
    )


def _told(choice: Choice) -> MayDo:
    # "win high" and "win low" are shares of what one command names.
    command = COMMANDS.get(choice.act) or COMMANDS[choice.act.split()[0]]
    return MayDo(command=command, **choice._asdict())
