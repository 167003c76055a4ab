"""Reads the line in which the dealer names the game: which one, who deals, who plays, which options and stakes."""

from collections.abc import Callable, Mapping

from engine import commands, errors
from engine.game.betting import Ante
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.game.said import FIRST_WORDS, OPTION_NAMES, option_said
from engine.grammar import one_of
from engine.library import close_to, letters, search, without_options
from engine.speech import phrase, say
from service.shorthand.limits import ACCEPTED, blinds_of, limit_of
from service.shorthand.tokens import ParsedLine, ShorthandError, Tokens, shown

_BETWEEN = (",", "and", "og")
HAND_WORDS = ("by", "with", "players", "without", "blinds", "ante", "limit", "straddle")


def announcement(words: Tokens) -> ParsedLine:
    """`hand follow the queen by bo` · `hand texas hold'em blinds 1/2 straddle carl`."""
    column = words.column
    spoken = [words.take().text for _ in range(_own_name(words))]
    while words and words.key not in HAND_WORDS:
        spoken.append(words.take().text)
    if not spoken:
        words.wrong(phrase("the name of a game"))
    game, options = _game(" ".join(spoken), words, column, words.night.rules.rulebook)
    said: dict[str, object] = {}
    while words:
        keyword = words.key
        if keyword not in HAND_WORDS:
            words.wrong(phrase("one of: {words}", words=", ".join(HAND_WORDS)))
        words.take()
        said |= _with(words, game) if keyword == "with" else _HAND[keyword](words)
    said |= _together(options, said)
    return ParsedLine((commands.AnnounceHand(game=game.name, rulebook=game.rulebook, **said),))  # type: ignore[arg-type]


def naming(words: Tokens) -> ParsedLine:
    """`name the game longhorn stud with hot`, if the dealer may choose."""
    words.skip("the")
    words.skip("game")
    column = words.column
    spoken: list[str] = []
    while words and words.key != "with":
        spoken.append(words.take().text)
    if not spoken:
        words.wrong(phrase("the name of a game"))
    hand = words.night.hand
    rulebook = hand.game.rulebook if hand is not None else words.night.rules.rulebook
    game, options = _game(" ".join(spoken), words, column, rulebook)
    said = _with(words, game) if words.skip("with") else {}
    said |= _together(options, said)
    return ParsedLine((commands.NameTheGame(game=game.name, **said),))  # type: ignore[arg-type]


def _together(options: tuple[AnyOption, ...], said: Mapping[str, object]) -> dict[str, object]:
    """The options in the name together with those said after it."""
    behind = said.get("options", ())
    assert isinstance(behind, tuple)
    return {"options": (*options, *behind)} if options else {}


def _own_name(words: Tokens) -> int:
    """The number of words that form the full name of an own game. Such a name may hold a word that otherwise ends a name."""
    known = {letters(game.name) for game in words.own}
    texts = [word.text for word in words.words]
    lengths = range(len(texts), 0, -1) if known else ()
    return next((length for length in lengths if letters(" ".join(texts[:length])) in known), 0)


def _game(text: str, words: Tokens, column: int, rulebook: str) -> tuple[Game, tuple[AnyOption, ...]]:
    """The game, and the options said before its name: “hot longhorn stud”."""
    options: tuple[AnyOption, ...] = ()
    found = search(text, rulebook, words.own)
    if not found:
        options, rest = without_options(text)
        found = search(rest, rulebook, words.own) if options else ()
    if len(found) == 1:
        return found[0], options
    if found:
        several = [game.name for game in found[:8]]
        sentence = say("“{text}” may mean {listed}; type more of the name.", text=shown(text), listed=one_of(several))
        raise ShorthandError("ambiguous_game", sentence, column=column, games=several)
    close = one_of(close_to(text, words.own))
    sentence = (
        say("There is no game called “{text}”; did you mean {close}?", text=shown(text), close=close)
        if close
        else say("There is no game called “{game}”.", game=shown(text))
    )
    raise ShorthandError("unknown_game", sentence, column=column, game=text)


def _by(words: Tokens) -> dict[str, object]:
    return {"dealer": words.player(phrase("who deals"))}


def _with(words: Tokens, game: Game) -> dict[str, object]:
    """`with psychology, high-low, wild 2 Js, exchange 4`; `with wild 7 instead` replaces the game's own wild cards."""
    options: list[AnyOption] = []
    while True:
        if words.key not in (*OPTION_NAMES, *FIRST_WORDS):
            words.wrong(phrase("an option: {options}", options=", ".join(OPTION_NAMES)))
        options.append(_option(words, game))
        if not words.skip(*_BETWEEN):
            return {"options": tuple(options)}


def _option(words: Tokens, game: Game) -> AnyOption:
    column, said = words.column, [words.take().text]
    while words and words.key not in (*HAND_WORDS, *_BETWEEN):
        said.append(words.take().text)
    try:
        return option_said(" ".join(said), game, words.night.rules.switches)
    except errors.Refusal as refusal:
        raise ShorthandError(refusal.code, str(refusal), column=column, **refusal.details) from refusal


def _players(words: Tokens) -> dict[str, object]:
    return {"players": words.players(phrase("who is dealt in"))}


def _without(words: Tokens) -> dict[str, object]:
    away = words.players(phrase("who is not dealt in"))
    night = words.night
    sitting = night.sitting
    return {"players": tuple(player for player in sitting if player not in away)}


def _blinds(words: Tokens) -> dict[str, object]:
    forced = blinds_of(words.key)
    if forced is None:
        words.wrong(phrase("small and big blind, such as 1/2, or 1/2/1 with an ante"))
    words.take()
    return {"forced": forced}


def _ante(words: Tokens) -> dict[str, object]:
    return {"forced": Ante(words.number(phrase("the ante")))}


def _limit(words: Tokens) -> dict[str, object]:
    """`limit 5` · `limit 1-5 once 50` · `limit none`, for this hand."""
    column, said = words.column, []
    while words and words.key not in HAND_WORDS:
        said.append(words.take().text)
    if not said:
        words.wrong(ACCEPTED)
    return {"limit": limit_of(" ".join(said), column=column)}


def _straddle(words: Tokens) -> dict[str, object]:
    return {"straddle": words.players(phrase("who straddles"))}


_HAND: dict[str, Callable[[Tokens], dict[str, object]]] = {
    "by": _by,
    "players": _players,
    "without": _without,
    "blinds": _blinds,
    "ante": _ante,
    "limit": _limit,
    "straddle": _straddle,
}
