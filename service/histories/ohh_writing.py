"""Writes hands as Open Hand History (JSON, version 1.4.6 of hh-specs.handhistory.org), with an empty line between two.

Amounts are in the currency of the night, as exact decimals. The hands are told as nobody's own: without a hero.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import msgspec

from engine.game.betting import FixedLimit, NoLimit, PotLimit
from engine.speech import say
from engine.state import UNKNOWN
from service.histories.phh_writing import Setting
from service.histories.told import Act, ToldHand, ToldPot

VERSION = "1.4.6"
_LIMITS = {NoLimit: "NL", PotLimit: "PL", FixedLimit: "FL"}
_STREETS = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}
_POSTS = {"small blind": "Post SB", "big blind": "Post BB", "straddle": "Straddle"}
_ENCODER = msgspec.json.Encoder(decimal_format="number")


def why_not(hand: ToldHand) -> str:
    """Why the format does not carry the hand, as the end of a sentence; empty if it does."""
    if not hand.variant.has_board:
        return say("Open Hand History has only the streets of a game with a board")
    if not hand.variant.ohh:
        return say("Open Hand History has no name for the game")
    if hand.variant.is_fixed and (hand.small_bet, hand.big_bet) != (hand.big_blind, 2 * hand.big_blind):
        return say("Open Hand History has no field for bets that are not one and two big blinds")
    return ""


def write_ohh(hands: Sequence[ToldHand], setting: Setting) -> str:
    """The hands in the storage format: each an object of its own, indented, with an empty line after it."""
    return "".join(
        f"{msgspec.json.format(_ENCODER.encode(_Writer(hand, setting).ohh()), indent=2).decode()}\n\n" for hand in hands
    )


class _Writer:
    """One hand. Chips become amounts, and acts become rounds."""

    def __init__(self, hand: ToldHand, setting: Setting) -> None:
        self._hand = hand
        self._setting = setting
        self._left = list(hand.stacks)
        self._paid = [0] * len(hand.players)
        self._price = 0
        self._rounds: list[dict[str, Any]] = []
        self._shared = 0

    def _amount(self, chips: int) -> Decimal:
        amount = Decimal(chips * self._setting.unit).scaleb(-self._setting.exponent)
        return amount if amount != amount.to_integral_value() else Decimal(int(amount))

    def ohh(self) -> dict[str, Any]:
        """The hand under its key."""
        hand = self._hand
        self._begin(_STREETS[0])
        self._post()
        for act in hand.acts:
            self._act(act)
        return {
            "ohh": {
                "spec_version": VERSION,
                "site_name": "chipbook",
                "network_name": "chipbook",
                "internal_version": "1.0.0",
                "tournament": False,
                "game_number": f"{self._setting.night}-{hand.number}",
                "start_date_utc": hand.at,
                "table_name": self._setting.table,
                "game_type": hand.variant.ohh,
                "bet_limit": {"bet_type": _LIMITS[hand.variant.limit], "bet_cap": 0},
                "table_size": max(2, *hand.seats, len(hand.players)),
                "currency": self._setting.currency,
                "dealer_seat": hand.seats[-1],
                "small_blind_amount": self._amount(hand.small_blind),
                "big_blind_amount": self._amount(hand.big_blind),
                "ante_amount": self._amount(max(hand.antes)),
                "hero_player_id": None,
                "flags": ["Observed"],
                "players": [
                    {"id": place, "seat": seat, "name": name, "display": name, "starting_stack": self._amount(stack)}
                    for place, (seat, name, stack) in enumerate(zip(hand.seats, hand.players, hand.stacks, strict=True))
                ],
                "rounds": self._rounds,
                "pots": [self._pot(number, pot) for number, pot in enumerate(hand.pots)],
            }
        }

    def _pot(self, number: int, pot: ToldPot) -> dict[str, Any]:
        return {
            "number": number,
            "amount": self._amount(pot.chips),
            "rake": 0,
            "jackpot": 0,
            "player_wins": [{"player_id": place, "win_amount": self._amount(chips)} for place, chips in pot.wins],
        }

    # Rounds

    def _begin(self, street: str, cards: Sequence[str] = ()) -> None:
        """Begins a round, in which nobody has paid anything yet."""
        self._rounds.append({"id": len(self._rounds), "street": street, "cards": _in_ascii(cards), "actions": []})
        self._paid = [0] * len(self._paid)
        self._price = 0

    def _say(self, place: int, action: str, chips: int = 0, cards: Sequence[str] = ()) -> None:
        """Adds an action to the round. The numbers of the actions begin anew in each."""
        actions = self._rounds[-1]["actions"]
        self._left[place] -= chips
        said: dict[str, Any] = {
            "action_number": len(actions) + 1,
            "player_id": place,
            "action": action,
            "amount": self._amount(chips),
            "is_allin": bool(chips) and not self._left[place],
        }
        if known := _in_ascii(cards):
            said["cards"] = known
        actions.append(said)

    def _post(self) -> None:
        """The antes, then the blinds from the smallest on; nobody posts more than they have."""
        hand = self._hand
        for place, chips in enumerate(hand.antes):
            if paid := min(chips, self._left[place]):
                self._say(place, "Post Ante", paid)
        for chips, place in sorted((chips, place) for place, chips in enumerate(hand.blinds) if chips):
            paid = min(chips, self._left[place])
            if paid:
                self._say(place, _POSTS[hand.blind_of(place)], paid)
            self._paid[place] += paid
            self._price = max(self._price, chips)

    def _act(self, act: Act) -> None:
        place = act.player
        match act.kind:
            case "deals":
                if _in_ascii(act.cards):
                    self._say(place, "Dealt Cards", cards=act.cards)
            case "lays":
                self._shared += len(act.cards)
                self._begin(_STREETS[self._shared], act.cards)
            case "folds":
                self._say(place, "Fold")
            case "stays":
                owed = max(0, min(self._price - self._paid[place], self._left[place]))
                self._paid[place] += owed
                self._say(place, "Call" if owed else "Check", owed)
            case "raises":
                # Before the flop the format knows no bet, even where nobody posted a blind.
                name = "Raise" if self._price or not self._shared else "Bet"
                by, self._paid[place], self._price = act.chips - self._paid[place], act.chips, act.chips
                self._say(place, name, by)
            case "shows" | "mucks":
                if self._rounds[-1]["street"] != "Showdown":
                    self._begin("Showdown")
                self._say(place, "Shows Cards" if act.kind == "shows" else "Mucks Cards", cards=act.cards)
            case "draws" | "brings in":
                raise AssertionError(f"{act} is in no game with a board.")


def _in_ascii(cards: Sequence[str]) -> list[str]:
    """The cards without the unknown ones, which the format has no word for."""
    return [card.replace("10", "T") for card in cards if card != UNKNOWN]
