"""Completes the last word of a line: names, games, verbs, the dealer's options."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from engine import commands
from engine.game.definition import Game
from engine.game.option_texts import OPTION_NAMES
from engine.house.agreements import EnteredBy
from engine.ids import PlayerId
from engine.library import GAMES, letters, search
from engine.play.script.offers import asked, faults
from engine.spelling import called_or_begun, compared
from engine.state import UNKNOWN, Night
from service.language.shorthand.acts import VERBS
from service.language.shorthand.announcing import HAND_WORDS
from service.language.shorthand.hints import said_by
from service.language.shorthand.keywords.translated import in_english, in_own_words
from service.language.shorthand.lines import DIRECTIVES
from service.language.shorthand.vocabulary.act import DOT
from service.language.shorthand.vocabulary.bank import GAP_BEARERS
from service.language.shorthand.vocabulary.putting_right import OF_OPEN_DISPUTES
from service.language.shorthand.vocabulary.putting_right import completions as of_disputes
from service.language.shorthand.vocabulary.requests import DIRECTIVES as OF_OPEN_REQUESTS
from service.language.shorthand.vocabulary.requests import completions as of_requests

# Before the closed card that was dealt open.
KEEPS = " keeps"
FELL_OPEN = (KEEPS, " takes next for")


def complete(text: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game] = ()) -> list[str]:
    """The completions of the last word; `own` are the games of the club."""
    before, _, word = text.rpartition(" ")
    before = in_english(before).casefold()
    if before == "hand" or before.startswith("hand "):
        return _hand(f"{before} {word}"[len("hand") :].lstrip(), word, night, names, own)
    here = [names[player] for player, person in night.people.items() if not person.left and player in names]
    if not before:
        others = (name for name in names.values() if name not in here)
        useless: tuple[str, ...] = () if night.open_disputes else OF_OPEN_DISPUTES
        useless += () if night.open_requests else tuple(OF_OPEN_REQUESTS)
        directives = (word for word in DIRECTIVES if word not in useless)
        candidates = [*here, *others, *directives, *_acts_of_whoever_is_asked(night)]
    elif of_a_request := of_requests(before, night, names):
        candidates = of_a_request
    elif of_a_dispute := of_disputes(before, night):
        candidates = of_a_dispute
    elif before.endswith(FELL_OPEN) and (fell := _that_may_have_fallen(before, night, names)):
        candidates = fell
    elif before == "gap":
        candidates = [*GAP_BEARERS, *here]
    elif before == "entered by":
        candidates = [*get_args(EnteredBy)]
    elif before in DIRECTIVES or before.endswith((",", " by", " players", " without", "and")):
        candidates = here or list(names.values())
    else:
        candidates = list(VERBS)
    return _begun(word, dict.fromkeys(map(in_own_words, candidates)))


def _acts_of_whoever_is_asked(night: Night) -> list[str]:
    """The verbs that a line without a name may begin with now."""
    words = [word for player in asked(night) for form in said_by(night, player).split(DOT) for word in form.split()]
    return [word for word in words if word in VERBS and len(word) > 1]


def _that_may_have_fallen(before: str, night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The closed cards of the player of this line of which one was dealt open; empty if it need not be said which."""
    verb = next(words for words in FELL_OPEN if before.endswith(words))
    whose = called_or_begun(before.removesuffix(verb), names)
    offered = (offer for fault in faults(night) for way in fault.ways for offer in way.offers)
    return [
        offer.command.card
        for offer in offered
        if isinstance(offer.command, commands.SettleExposedCard)
        and offer.command.player in whose
        and offer.command.card != UNKNOWN
        and offer.command.keeps == (verb == KEEPS)
    ]


def _begun(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that begin with the word, compared as a line compares names."""
    return [one for one in candidates if compared(one).startswith(compared(word))]


def _hand(spoken: str, word: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game]) -> list[str]:
    """The game, then the dealer and the options, in any order."""
    stated = f" {spoken} ".casefold()
    if " with " in stated and stated.rfind(" with ") > stated.rfind(" by "):
        return _begun(word, dict.fromkeys(map(in_own_words, OPTION_NAMES)))
    if " by " in stated:
        dealer = stated.rpartition(" by ")[2]
        if dealer.strip() and (dealer.endswith("  ") or " " in dealer.strip()):
            return _begun(word, map(in_own_words, HAND_WORDS))
        return _begun(word, names.values())
    matches = search(spoken, night.rules.rulebook, own) if spoken.strip() else ()
    if not spoken.strip():
        return [game.name for game in (*own, *GAMES) if game.rulebook in ("own", night.rules.rulebook)]
    games = [rest for game in matches if (rest := _left(game.name, spoken.removesuffix(word), word))]
    return games or _begun(word, map(in_own_words, ("by", "with")))


def _left(name: str, before: str, word: str) -> str:
    """The rest of a game's name from the last typed word on; empty if the name does not match the words before it."""
    words = name.split(" ")
    for place in range(len(words)):
        rest = " ".join(words[place:])
        if letters(" ".join(words[:place])) == letters(before) and letters(rest).startswith(letters(word)):
            return rest
    return ""
