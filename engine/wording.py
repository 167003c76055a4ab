"""Puts ids, money, cards, lists and event numbers into words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from typing import Any

from engine import events
from engine.cards.card import UNKNOWN, pretty
from engine.commands import AnnounceHand, Currency, NameTheGame
from engine.game.option_texts import OptionText, option_text
from engine.game.options import AnyOption, Exchange, HotNSours, Ruling, Wild, Wildcards
from engine.grammar import amount_text, listed, whole_text
from engine.registry import sentence_of
from engine.speech import say, speech, to_say

ACCOUNT_NAMES = {"pot": to_say("the pot"), "carry": to_say("the carried pot"), "box": to_say("the box")}


@dataclass(frozen=True, slots=True)
class Voice:
    """What a sentence needs as well as the event: names of players, the night's currency, the number of the hand.

    `nights`: what people call nights, by id: "Friday of 2026-07-03", "the night of 2026-07-03". `at`: the word called for a
    shared card, or what people call its place; of one that moves, from where to where; of a payment, who pays whom.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    currency: Currency | None = None
    hand: int | None = None
    nights: Mapping[str, str] = field(default_factory=dict)
    at: str = ""

    def say(self, template: str, event: object, **besides: object) -> str:
        """The template, filled in from `besides`, or else from the fields of those names that the event, or its part, has.

        People are said by name, nights and cards as people call them, and `money` is what stands as `cents`.
        """
        return say(
            template, **{part: besides[part] if part in besides else self._of(event, part) for part in _parts(template)}
        )

    def _of(self, event: object, part: str) -> object:
        value = getattr(event, _KEPT_IN.get(part, part))
        in_words = _IN_WORDS.get(part)
        return in_words(self, value) if in_words else value

    def name(self, player: str) -> str:
        """The player's name, or the id if no name is known."""
        return self.names.get(player, player)

    def night(self, night: str) -> str:
        """What people call the night, or the id if that is not known."""
        return self.nights.get(night, night)

    def people(self, players: Iterable[str]) -> str:
        """Several players, as in "Anna, Bo and Carl"; "nobody" for none."""
        return listed([self.name(player) for player in players]) or say("nobody")

    def account(self, account: str) -> str:
        """An account in words: "the pot", or the player whose stack it is."""
        named = ACCOUNT_NAMES.get(account)
        return say(named) if named else self.name(account.removeprefix("chips:"))

    def money(self, cents: int | None, *, signed: bool = False) -> str:
        """An amount in the night's currency, or in cents if the currency is not known; `signed`: a gain has a plus."""
        if self.currency is None:
            return say("{amount} cents", amount=amount_text(cents or 0, 0, signed=signed))
        return format_cents(cents or 0, self.currency, signed=signed)


# By what a template calls it: how a field of an event is said, and its name there if that is another one.
_IN_WORDS: Mapping[str, Callable[[Voice, Any], str]] = {
    **dict.fromkeys(("player", "payer", "payee", "holder", "banker", "dealer"), Voice.name),
    "players": Voice.people,
    "night": Voice.night,
    "money": Voice.money,
    "card": lambda _, card: pretty(card),
    "cards": lambda _, cards: cards_text(cards),
}
_KEPT_IN = {"money": "cents"}


@cache
def _parts(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for _, part, _, _ in Formatter().parse(template) if part))


def from_template(template: str) -> Callable[[Any, Voice], str]:
    """What tells an event in this template, which takes no more than the fields of the event."""
    return lambda event, voice: voice.say(template, event)


def tells(
    kind: type[Any], template: str, *, quiet: Callable[[Any], bool] | None = None, in_betting: bool = False
) -> None:
    """Such events are told in this template; `quiet` and `in_betting` as for `sentence_of`."""
    sentence_of(kind, quiet=quiet, in_betting=in_betting)(from_template(template))


def format_cents(cents: int, currency: Currency, *, signed: bool = False) -> str:
    """A whole number of the smallest unit as money: 1250 is "12.50 DKK", or "1250 JPY" without decimals."""
    return amount_text(cents, currency.exponent, currency.code, signed=signed)


def signed(number: int) -> str:
    """A gain or a loss: "+14", "−7" and, for neither, "0"."""
    return whole_text(number, signed=True)


def numbered(versions: Iterable[int]) -> str:
    """Event numbers in words, with runs joined: "event 7", "events 3-5 and 9"."""
    runs: list[list[int]] = []
    for version in sorted(set(versions)):
        if runs and version == runs[-1][-1] + 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    if not runs:
        return say("no event")
    parts = [part for run in runs for part in _run(run)]
    one = parts == [f"{runs[0][0]}"]
    return say("event {events}", events=parts[0]) if one else say("events {events}", events=listed(parts))


def _run(run: Sequence[int]) -> list[str]:
    return [f"{run[0]}-{run[-1]}"] if len(run) > 2 else [f"{version}" for version in run]


def cards_text(cards: Iterable[str]) -> str:
    """Cards for people to read, as in "A♠ 10♥ ??"."""
    return " ".join(pretty(card) for card in cards)


def card_text(card: str) -> str:
    """A card for people to read; “a card” if nobody has seen it."""
    return say("a card") if card == UNKNOWN else pretty(card)


def owed(chips: int | str, shadow: int) -> int | str:
    """Chips that were put in, as a sentence about them ends: "5" or, if some are owed, "5, 2 of it by shadow"."""
    return say("{chips}, {shadow} of it by shadow", chips=chips, shadow=shadow) if shadow else chips


# Options whose name at the table is not that of their type.
OPTIONS = {
    "HighLow": to_say("high/low"),
    "HighSpade": to_say("high spade"),
    "HotNSours": to_say("hot-'n'-sours"),
    "MixingTheJuice": to_say("mixing the juice"),
    "Psychology": to_say("psychology"),
}


def options_texts(names: Sequence[str], options: Sequence[AnyOption]) -> tuple[str, ...]:
    """The options of a declaration by name, with what the dealer said of them: "wild 7 instead"."""
    own = len(names) - len(options)
    if tuple(names[own:]) != tuple(type(option).__name__ for option in options) or own < 0:
        # A declaration given in full does not contain the options said with it.
        return tuple(names)
    return (*names[:own], *map(_in_its_words, options))


def options_of(event: AnnounceHand | NameTheGame) -> tuple[str, ...]:
    """The options by name with which an announced game is played."""
    return options_texts(event.declaration.with_options if event.declaration else (), event.options)


def _in_its_words(option: AnyOption) -> str:
    return (
        option_text(option)
        if isinstance(option, Wild | Wildcards | Exchange | Ruling | HotNSours)
        else type(option).__name__
    )


def option_called(name: str) -> str:
    """An option by its name, or the words that a dealer said of one."""
    return say(OPTIONS.get(name, name.lower())) if name.isalpha() else f"{OptionText(name)}"


def game_text(game: str, options: Sequence[str] = (), announced_as: str = "") -> str:
    """A game with the dealer's options and, if the dealer named it later, what the hand was announced as."""
    named = [option_called(option) for option in options]
    text = say("{game} with {options}", game=game, options=listed(named)) if named else game
    return say("{game} (named in {announced})", game=text, announced=announced_as) if announced_as else text


def clause(sentence: str) -> str:
    """A sentence as a part of another: without its full stop, but with that of an abbreviation in which it ends."""
    return sentence if speech().ended(f"{sentence}.") == sentence else sentence.removesuffix(".")


def closed(text: str) -> str:
    """The text a person typed, as a sentence with a full stop."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def because(text: str, reason: str) -> str:
    """The sentence, handed over without its full stop, with the reason that somebody typed if there is one."""
    return f"{text}: {closed(reason)}" if reason.strip() else closed(text)


def off_by(event: events.CountDiffers | events.GapFound) -> str:
    gap = event.counted - event.book
    return say("{chips} missing", chips=-gap) if gap < 0 else say("{chips} over", chips=gap)
