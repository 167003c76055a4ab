"""The dealer names the game in one line: which one, who deals, who plays, with which options and stakes."""

import re
from collections.abc import Callable

from engine import commands
from engine.game.betting import Ante, Blinds, Forced
from engine.game.options import (
    INSTEAD,
    AnyOption,
    Exchange,
    HighLow,
    HighSpade,
    Hot,
    HotNSours,
    MixingTheJuice,
    Psychology,
    Ruling,
    Wild,
)
from engine.game.wilds import Cards
from engine.library import close_to, letters, search
from service.shorthand.limits import ACCEPTED, limit_of
from service.shorthand.words import ShorthandError, Spoken, Words, shown

HAND_WORDS = ("by", "with", "players", "without", "blinds", "ante", "limit", "straddle")


def announcement(words: Words) -> Spoken:
    """`hand follow the queen by bo` · `hand texas hold'em blinds 1/2 straddle carl`."""
    column = words.column
    spoken = [words.take().text for _ in range(_own_name(words))]
    while words and words.key not in HAND_WORDS:
        spoken.append(words.take().text)
    if not spoken:
        words.wrong("the name of a game")
    game = _game(" ".join(spoken), words, column, words.night.rules.rulebook)
    said: dict[str, object] = {}
    while words:
        keyword = words.key
        if keyword not in HAND_WORDS:
            words.wrong("one of: " + ", ".join(HAND_WORDS))
        words.take()
        said |= _HAND[keyword](words)
    return Spoken((commands.AnnounceHand(game=game[0], rulebook=game[1], **said),))  # type: ignore[arg-type]


def naming(words: Words) -> Spoken:
    """`name the game longhorn stud with hot` where the dealer has the choice."""
    words.skip("the")
    words.skip("game")
    column = words.column
    spoken: list[str] = []
    while words and words.key != "with":
        spoken.append(words.take().text)
    if not spoken:
        words.wrong("the name of a game")
    hand = words.night.hand
    rulebook = hand.game.rulebook if hand is not None else words.night.rules.rulebook
    game, _ = _game(" ".join(spoken), words, column, rulebook)
    said = _with(words) if words.skip("with") else {}
    return Spoken((commands.NameTheGame(game=game, **said),))  # type: ignore[arg-type]


def _own_name(words: Words) -> int:
    """How many words are the name of an own game in full, which may hold a word that else would end it."""
    known = {letters(game.name) for game in words.own}
    texts = [word.text for word in words.words]
    lengths = range(len(texts), 0, -1) if known else ()
    return next((length for length in lengths if letters(" ".join(texts[:length])) in known), 0)


def _game(text: str, words: Words, column: int, rulebook: str) -> tuple[str, str]:
    found = search(text, rulebook, words.own)
    if len(found) == 1:
        return found[0].name, found[0].rulebook
    if found:
        several = [game.name for game in found[:8]]
        sentence = f"“{shown(text)}” may be {' or '.join(several)}; type more of the name."
        raise ShorthandError("ambiguous_game", sentence, column=column, games=several)
    close = " or ".join(close_to(text, words.own))
    hint = f"did you mean {close}?" if close else "`chipbook games` lists them."
    raise ShorthandError("unknown_game", f"There is no game “{shown(text)}”; {hint}", column=column, game=text)


def _by(words: Words) -> dict[str, object]:
    return {"dealer": words.player("who deals")}


def _with(words: Words) -> dict[str, object]:
    """`with psychology, high-low, wild 2 Js, exchange 4`; `with wild 7 instead` of the game's own wild cards."""
    options: list[object] = []
    while True:
        keyword = words.key
        if keyword not in OPTIONS:
            words.wrong("an option: " + ", ".join(OPTIONS))
        words.take()
        options.append(OPTIONS[keyword](words))
        if not words.skip(",", "and", "og"):
            return {"options": tuple(options)}


def _cards_named(words: Words, wanted: str) -> str:
    names: list[str] = []
    while words and words.key not in (*HAND_WORDS, INSTEAD, ",", "and", "og"):
        one_eyed = words.key in ("one-eyed", "en-øjede")
        word = words.take().text
        names.append(words.night.rules.switches.one_eyed if one_eyed else word)
    if not names:
        words.wrong(wanted)
    return " ".join(names)


def _wild_option(words: Words) -> AnyOption:
    names = _cards_named(words, "the ranks or cards that are wild, such as 2 or Js, or one-eyed")
    return Wild(Cards(names), instead=words.skip(INSTEAD))


def _ruling_option(words: Words) -> AnyOption:
    return Ruling(_cards_named(words, "the cards, letters or suits that rule, such as E5, E or lemons"))


def _hot_n_sours_option(words: Words) -> AnyOption:
    return HotNSours(words.number("how many peppers a word may borrow"))


def _exchange_option(words: Words) -> AnyOption:
    return Exchange(words.number("how many cards may be exchanged"))


OPTIONS: dict[str, Callable[[Words], AnyOption]] = {
    "psychology": lambda _: Psychology(),
    "psykologi": lambda _: Psychology(),
    "high-low": lambda _: HighLow(),
    "high/low": lambda _: HighLow(),
    "high-spade": lambda _: HighSpade(),
    "wild": _wild_option,
    "exchange": _exchange_option,
    "hot": lambda _: Hot(),
    "ruling": _ruling_option,
    "hot-n-sours": _hot_n_sours_option,
    "mixing-the-juice": lambda _: MixingTheJuice(),
}


def _players(words: Words) -> dict[str, object]:
    return {"players": words.players("who is dealt in")}


def _without(words: Words) -> dict[str, object]:
    away = words.players("who is not dealt in")
    night = words.night
    sitting = [player for player, person in night.people.items() if person.sitting and not person.left]
    return {"players": tuple(player for player in sitting if player not in away)}


def _blinds(words: Words) -> dict[str, object]:
    match = re.fullmatch(r"(\d{1,9})/(\d{1,9})(?:/(\d{1,9}))?", words.key)
    if match is None:
        words.wrong("small and big blind, such as 1/2, or 1/2/1 with an ante")
    words.take()
    forced: Forced = Blinds(small=int(match[1]), big=int(match[2]), ante=int(match[3] or 0))
    return {"forced": forced}


def _ante(words: Words) -> dict[str, object]:
    return {"forced": Ante(words.number("the ante"))}


def _limit(words: Words) -> dict[str, object]:
    """`limit 5` · `limit 1-5 once 50` · `limit none`, for this hand."""
    column, said = words.column, []
    while words and words.key not in HAND_WORDS:
        said.append(words.take().text)
    if not said:
        words.wrong(ACCEPTED)
    return {"limit": limit_of(" ".join(said), column=column)}


def _straddle(words: Words) -> dict[str, object]:
    return {"straddle": words.players("who straddles")}


_HAND: dict[str, Callable[[Words], dict[str, object]]] = {
    "by": _by,
    "with": _with,
    "players": _players,
    "without": _without,
    "blinds": _blinds,
    "ante": _ante,
    "limit": _limit,
    "straddle": _straddle,
}
