"""Limits, blinds and the line in which the dealer names the game."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from msgspec.structs import replace

from engine import commands, errors
from engine.game.betting import Ante, Blinds, FixedLimit, Forced, HouseLimit, Limit, NoLimit, PotLimit
from engine.game.definition import Game
from engine.game.option_texts import FIRST_WORDS, OPTION_NAMES, OptionText, option_stated, options_for
from engine.game.options import AnyOption
from engine.grammar import one_of
from engine.ids import PlayerId
from engine.library import close_to, game_called, letters, search, without_options
from engine.speech import phrase, say
from engine.spelling import called
from engine.state import Night
from service.language.shorthand.keywords import Form, in_english, with_spots
from service.language.shorthand.tokens import (
    SAID_HERE,
    ShorthandError,
    Tokens,
    Word,
    is_card,
    keyed,
    named,
    shown,
    split,
)

ACCEPTED = phrase(
    "the most a bet or raise may be, such as 1-5 or 25, followed by “once 50” for one large bet a hand; or 2/4 (exactly "
    "2, later 4), pot or none"
)

# The betting round in which the larger bet of a fixed limit begins, if it is not said.
_BIG_FROM = FixedLimit(small=1, big=1).big_from
_BLINDS = re.compile(r"(\d{1,9})/(\d{1,9})(?:/(\d{1,9}))?", re.ASCII)
_MOST = re.compile(r"(?:1 ?[-–] ?)?(?P<most>[1-9]\d{0,8})(?: once (?P<once>[1-9]\d{0,8}))?")
_FIXED = re.compile(r"(?P<small>[1-9]\d{0,8})/(?P<big>[1-9]\d{0,8})(?: from (?P<round>[1-9]\d?))?")


def limit_of(text: str, *, column: int = 1) -> Limit:
    """The limit that the text says; refuses a text that says none."""
    sentence = in_english(text.casefold())
    if sentence in _WORDS:
        return _WORDS[sentence]
    if match := _MOST.fullmatch(sentence):
        return HouseLimit(most=int(match["most"]), once=int(match["once"]) if match["once"] else None)
    if match := _FIXED.fullmatch(sentence):
        begins = int(match["round"] or _BIG_FROM)
        return FixedLimit(small=int(match["small"]), big=int(match["big"]), big_from=begins)
    raise ShorthandError(
        "bad_limit",
        say("“{text}” is not a limit; say {accepted}.", text=text, accepted=ACCEPTED),
        column=column,
        text=text,
    )


def blinds_of(text: str) -> Blinds | None:
    """The blinds that the text says, `1/2`, or with an ante `1/2/1`; None if it says none."""
    match = _BLINDS.fullmatch(text)
    return Blinds(small=int(match[1]), big=int(match[2]), ante=int(match[3] or 0)) if match else None


def forced_of(text: str) -> Forced:
    """What is put in before the first card: `2` is an ante, `1/2` are blinds. Refuses a text that says neither."""
    sentence = text.replace(" ", "")
    if blinds := blinds_of(sentence):
        return blinds
    if re.fullmatch(r"\d{1,9}", sentence, re.ASCII):
        return Ante(int(sentence))
    raise ShorthandError(
        "bad_ante",
        say("“{text}” is neither an ante, such as 2, nor blinds, such as 1/2.", text=text),
        column=1,
        text=text,
    )


def limit_stated(limit: Limit | None) -> str:
    """The text for this limit; empty if the night has no limit of its own."""
    match limit:
        case HouseLimit(most=most, once=once) if most is not None:
            return f"1-{most}" + (f" once {once}" if once else "")
        case FixedLimit(small=small, big=big, big_from=begins):
            return f"{small}/{big} from {begins}"
        case _:
            return next((word for word, meant in _WORDS.items() if meant == limit), "")


_WORDS: dict[str, Limit] = {"none": NoLimit(), "pot": PotLimit()}


_BETWEEN = (",", "and")
HAND_WORDS = ("by", "with", "players", "without", "blinds", "ante", "limit", "straddle")


# Letters of the beginning of a game that announces it without `hand`.
BEGINNING_LEAST = 4
# No name of a game has so many words, with the options said before it; each beginning of a line may be one.
NAME_WORDS_MOST = 32


def begins_with_a_game(words: Tokens) -> bool:
    """Whether the line begins with a game, which is then announced without `hand`: `baseball`, or `texas by bo`.

    Alone it is the name in full; with who deals, as much of it as `hand` asks for, or a slip in it, but no word as short as
    `bet` or `pot`.
    """
    spoken, rulebook = _spoken(words), words.night.rules.rulebook
    name = " ".join(spoken)
    says_who_deals = len(name) >= BEGINNING_LEAST and [word.key for word in words.words[len(spoken) :][:1]] == ["by"]
    if says_who_deals and search(name, rulebook, words.own):
        return True
    if says_who_deals and words.night.hand is None and words.key not in SAID_HERE and close_to(name, words.own):
        return True
    lengths = range(min(len(spoken), NAME_WORDS_MOST), 0, -1)
    return any(game_called(" ".join(spoken[:length]), rulebook, words.own)[0] for length in lengths)


def _spoken(words: Tokens) -> list[str]:
    """The first words of the line up to one that follows the name of a game."""
    own = _own_name(words)
    texts = [word.text for word in words.words]
    end = next((place for place, word in enumerate(words.words) if place >= own and word.key in HAND_WORDS), len(texts))
    return texts[:end]


def announcement(words: Tokens) -> commands.AnnounceHand:
    """`hand follow the queen by bo` · `hand texas hold'em blinds 1/2 straddle carl`."""
    column, spoken = words.column, _spoken(words)
    if not spoken:
        words.wrong(phrase("the name of a game"))
    del words.words[: len(spoken)]
    game, options = _game(" ".join(spoken), words, column, words.night.rules.rulebook)
    stated = words.parts(
        dealer=named(phrase("“by” and who deals"), phrase("who deals"), "by"),
        options=keyed(phrase("“with” and options"), lambda words: _with(words, game), "with"),
        players=keyed(phrase("“players” and who is dealt in"), _who_plays, "players"),
        without=keyed(phrase("“without” and who is not dealt in"), _who_sits_out, "without"),
        blinds=keyed(phrase("“blinds” and both blinds"), _blinds, "blinds"),
        ante=keyed(phrase("“ante” and a number"), lambda words: words.number(phrase("the ante")), "ante"),
        limit=keyed(phrase("“limit” and the most a bet may be"), _limit, "limit"),
        straddle=keyed(
            phrase("“straddle” and who straddles"), lambda words: words.players(phrase("who straddles")), "straddle"
        ),
    )
    stated |= _together(options, stated) | _dealt_in(words, stated) | _forced(words, stated)
    return commands.AnnounceHand(game=game.name, rulebook=game.rulebook, **stated)


def naming(words: Tokens) -> commands.NameTheGame:
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
    stated: dict[str, object] = {"options": _with(words, game)} if words.skip("with") else {}
    stated |= _together(options, stated)
    return commands.NameTheGame(game=game.name, **stated)  # type: ignore[arg-type]


def _together(options: tuple[AnyOption, ...], stated: Mapping[str, object]) -> dict[str, object]:
    """The options in the name together with those said after it."""
    behind = stated.get("options", ())
    assert isinstance(behind, tuple)
    return {"options": (*options, *behind)} if options else {}


def _own_name(words: Tokens) -> int:
    """The number of words that form the full name of an own game. Such a name may hold a word that otherwise ends a name."""
    known = {letters(game.name) for game in words.own}
    texts = [word.text for word in words.words]
    lengths = range(min(len(texts), NAME_WORDS_MOST), 0, -1) if known else ()
    return next((length for length in lengths if letters(" ".join(texts[:length])) in known), 0)


def _game(text: str, words: Tokens, column: int, rulebook: str) -> tuple[Game, tuple[AnyOption, ...]]:
    """The game, and the options said before its name: “hot longhorn stud”."""
    options: tuple[AnyOption, ...] = ()
    if called(text, words.names) and not game_called(text, rulebook, words.own)[0]:
        # “hand bo” is no beginning of Book'em Danno.
        line = Form(f"hand GAME by {text}")
        sentence = say("“{name}” is a player; say the game before who deals: “{line}”.", name=text, line=line)
        raise ShorthandError("unknown_game", sentence, column=column, game=text)
    games = search(text, rulebook, words.own)
    if not games:
        options, rest = without_options(text)
        games = search(rest, rulebook, words.own) if options else ()
    if len(games) == 1:
        return games[0], options
    if games:
        several = [game.name for game in games[:8]]
        sentence = say("“{text}” may mean {listed}; type more of the name.", text=shown(text), listed=one_of(several))
        raise ShorthandError("ambiguous_game", sentence, column=column, games=several)
    close = one_of(close_to(text, words.own))
    sentence = (
        say("There is no game called “{text}”; did you mean {close}?", text=shown(text), close=close)
        if close
        else say("There is no game called “{game}”.", game=shown(text))
    )
    raise ShorthandError("unknown_game", sentence, column=column, game=text)


def _dealt_in(words: Tokens, stated: dict[str, Any]) -> dict[str, object]:
    """Who is dealt in: those named, or all who sit here without those named. Takes `without` out of what was said."""
    away = stated.pop("without", None)
    if away is None:
        return {}
    if "players" in stated:
        _both_say(words, "players", "without", phrase("who is dealt in"))
    return {"players": tuple(player for player in words.night.sitting if player not in away)}


def _forced(words: Tokens, stated: dict[str, Any]) -> dict[str, object]:
    """What is put in before the deal: an ante, blinds, or both. Takes `blinds` and `ante` out of what was said."""
    blinds, ante = stated.pop("blinds", None), stated.pop("ante", None)
    if blinds is None:
        return {} if ante is None else {"forced": Ante(ante)}
    if ante is not None and blinds.ante:
        _both_say(words, f"blinds {blinds.small}/{blinds.big}/{blinds.ante}", f"ante {ante}", phrase("the ante"))
    return {"forced": blinds if ante is None else replace(blinds, ante=ante)}


def _both_say(words: Tokens, one: str, other: str, what: str) -> NoReturn:
    sentence = say(
        "“{one}” and “{other}” both say {what}; say one of them.", one=Form(one), other=Form(other), what=what
    )
    raise ShorthandError("said_twice", sentence, column=words.column)


def _with(words: Tokens, game: Game) -> tuple[AnyOption, ...]:
    """`with psychology, high-low, wild 2 Js, exchange 4`; `with wild 7 instead` replaces the game's own wild cards."""
    options: list[AnyOption] = []
    while True:
        options.append(_option(words, game))
        if not words.skip(*_BETWEEN):
            return tuple(options)


def options_of(text: str, game: Game, night: Night) -> tuple[AnyOption, ...]:
    """The options that the text says, with commas between them, as they stand in a line behind `with`."""
    return _with(words, game) if (words := Tokens(text, split(text), night, {})) else ()


def _option(words: Tokens, game: Game) -> AnyOption:
    """One option; what is wild may be listed, and “wild” may stand behind it: `2 and one-eyed wild`."""
    column, count = words.column, _words_of_option(words)
    option = [word for word in words.words[:count] if word.key not in _BETWEEN]
    if not _begins_option(words.key):
        if "wild" not in [word.key for word in option]:
            words.wrong(phrase("an option: {options}", options=OptionText(", ".join(options_for(game)))))
        _must_not_be_a_plural(option, column)
        _must_not_be_an_article(option, column)
        # “2h wild” is “wild 2h”.
        option.sort(key=lambda word: word.key != "wild")
    stated = [word.english for word in option]
    del words.words[:count]
    try:
        return option_stated(with_spots(" ".join(stated), game), game, words.night.rules.switches)
    except errors.Refusal as refusal:
        raise ShorthandError(refusal.code, str(refusal), column=column, **refusal.details) from refusal


def _must_not_be_a_plural(option: Sequence[Word], column: int) -> None:
    """Refuses `3s and 9s wild`, which is every three and nine as people speak, and two cards of spades as they are written."""
    listed = [word.text for word in option if word.key != "wild"]
    spades = {text for text in listed if is_card(text) and text[-1:].casefold() == "s"}
    if spades and not any(is_card(text) for text in listed if text not in spades):
        ranks = " ".join(text[:-1] if text in spades else text for text in listed)
        sentence = say(
            "“{said}” may be every card of a rank or a card of spades; say “{ranks}” or “{cards}”.",
            said=Form(" ".join(word.english for word in option)),
            ranks=Form(f"wild {ranks}"),
            cards=Form(f"wild {' '.join(listed)}"),
        )
        raise ShorthandError("rank_or_card", sentence, column=column)


def _must_not_be_an_article(option: Sequence[Word], column: int) -> None:
    """Refuses `a wild 2`, which is every two as people speak, and every ace and two as ranks are listed."""
    listed = [word.text for word in option if word.key != "wild"]
    if option[0].text == "a" and len(listed) > 1:
        sentence = say(
            "“{said}” may speak of aces or not; say “{with_aces}” or “{without}”.",
            said=Form(" ".join(word.english for word in option)),
            with_aces=Form(f"wild A {' '.join(listed[1:])}"),
            without=Form(f"wild {' '.join(listed[1:])}"),
        )
        raise ShorthandError("ace_or_article", sentence, column=column)


def _words_of_option(words: Tokens) -> int:
    """How many words the next option takes; cards that are wild are listed with the same words as options are."""
    keys = [word.key for word in words.words]
    between = [place for place, key in enumerate(keys) if key in _BETWEEN]
    others = [place for place in between if _begins_option("".join(keys[place + 1 : place + 2]))]
    whole = next((place for place, key in enumerate(keys) if key in HAND_WORDS or place in others), len(keys))
    lists = "wild" in keys[:whole] and (keys[0] == "wild" or not _begins_option(keys[0]))
    return whole if lists else min([*between, whole])


def _begins_option(key: str) -> bool:
    return key in OPTION_NAMES or key in FIRST_WORDS


def _who_plays(words: Tokens) -> tuple[PlayerId, ...]:
    return words.players(phrase("who is dealt in"))


def _who_sits_out(words: Tokens) -> tuple[PlayerId, ...]:
    return words.players(phrase("who is not dealt in"))


def _blinds(words: Tokens) -> Blinds:
    forced = blinds_of(words.key)
    if forced is None:
        words.wrong(phrase("small and big blind, such as 1/2, or 1/2/1 with an ante"))
    words.take()
    return forced


def _limit(words: Tokens) -> Limit:
    """`limit 5` · `limit 1-5 once 50` · `limit none`, for this hand."""
    column, stated = words.column, []
    while words and words.key not in HAND_WORDS:
        stated.append(words.take().text)
    if not stated:
        words.wrong(ACCEPTED)
    return limit_of(" ".join(stated), column=column)
