"""Reads a game from TOML. Reports all mistakes at once, each with its line, its key and what would be accepted.

    name = "Friday Draw"
    rulebook = "enemaerke"          # fills in what the file leaves out
    wild = "J"
    play = [{ type = "Deal", down = 5 }, "Bet", { type = "Draw", up_to = 3 }, "Bet"]

`like = "Three Card Draw"` starts from another game. `{ times = 4, steps = [...] }` repeats steps. A word without fields
may be written as its name. `down = "players"` deals as many cards as there are players. `options = ["Psychology"]` are
the dealer's options that are always played.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, NoReturn, cast

import msgspec
import tomlkit
from msgspec import inspect
from msgspec.structs import replace

from engine.cards.deck import own_pack
from engine.catalogue import RULEBOOKS
from engine.game.definition import Game, Rulebook
from engine.game.findings import findings, may_hang_on
from engine.game.findings.finding import Finding
from engine.game.option_texts import spelled
from engine.game.options import AnyOption, Option
from engine.game.steps import PLAYERS, AnyStep
from engine.game.wilds import AnyWildRule, Cards
from engine.library import close_to, letters, named
from engine.speech import phrase, say
from service.book.own_games.toml_paths import Mistake, Mistakes, Path, about, all_of, line_of, spoken
from service.book.own_games.vocabulary import ABOUT, accepted_text, can_be_stated, game_fields, meant_by, words_in
from service.errors import BadGameFile
from service.language.toml_mistakes import TOO_LARGE, no_toml, straightened, too_large
from service.language.validation import Flaw, expected, flaws, message_of, wrong_value
from service.language.validation import place as place_of

MOST_SIGNS = 20_000
MOST_STEPS = 200
MOST_TABLES = 60
MOST_DEPTH = 8
_BOOKS = {book.name: book for book in RULEBOOKS}
# The game whose rules stand in if the right ones are not known.
STANDS_IN = "Five-Card Draw"
# Keys whose texts are lists of cards or of spots, with blanks between them.
LISTS = ("wild", "effects", "board", "scale")
# What a line of a night would read as something else: an amount, a count, a time, a comment.
NOT_IN_A_NAME = re.compile(r'[+=:;>"#]|(?<!\S)-(?=\d)')


def read_game(text: str, *, kept: Game | None = None) -> Game:
    """The game that a file declares, with all defaults filled in. Refuses an unsound game, by line and key.

    `kept` is the declaration of a file that is on the shelf already: it may keep a name that no new one may have, and keeps
    the pack it was added with.
    """
    stated = stated_in(text)
    try:
        all_of(partial(_too_large, path) for path in too_large(stated))
        return _game(stated, kept=kept)
    except Mistake as wrong:
        text = straightened(text)
        sentence = dict.fromkeys((line_of(text, one.path), spoken(one.path), one.problem) for one in wrong.every)
        (line, key, problem), *others = sorted(sentence, key=lambda result: result[0])
        raise BadGameFile(line=line, key=key, problem=problem, others=tuple(others)) from None


def as_far_as_read(stated: dict[str, Any]) -> Game | None:
    """The game that these keys declare, sound or not, without what cannot be read and without its options.

    None if neither a game that it is like nor a rulebook says the rest.
    """
    mistakes = Mistakes()
    rest = {
        key: value
        for key, value in stated.items()
        if key != "options" and not any(too_large(value)) and mistakes.of(partial(_readable, key, value))
    }
    begun = {"name": "the game"} | ({} if "like" in rest else {"play": []}) | rest
    return mistakes.of(partial(_declared, begun)) if mistakes.of(partial(_based, begun)) else None


def stated_in(text: str) -> dict[str, Any]:
    """What a file states, key by key. Refuses what is no TOML, and what is too large to be read."""
    if len(text) > MOST_SIGNS:
        raise BadGameFile(
            line=1,
            key=phrase("the file"),
            problem=phrase("it has {number} characters; {most} are the most.", number=len(text), most=MOST_SIGNS),
        )
    # The parser needs minutes for a file of nothing but headers of tables.
    if len(tables := re.findall(r"^[ \t]*\[", text, re.MULTILINE)) > MOST_TABLES:
        raise BadGameFile(
            line=1,
            key=phrase("the file"),
            problem=phrase(
                "{number} lines of it begin with a bracket; {most} are the most.", number=len(tables), most=MOST_TABLES
            ),
        )
    text = straightened(text)
    try:
        stated = tomlkit.parse(text).unwrap()
    except tomlkit.exceptions.TOMLKitError as wrong:
        line, problem = no_toml(text, wrong)
        raise BadGameFile(line=line, key=phrase("the file"), problem=problem) from None
    return stated


def _too_large(path: Path) -> NoReturn:
    raise Mistake(path, f"{say(TOO_LARGE)}.")


def _game(stated: dict[str, Any], *, kept: Game | None) -> Game:
    """Collects all mistakes: the parts that can be read are checked even if another part cannot."""
    mistakes = Mistakes()
    rest = {key: value for key, value in stated.items() if mistakes.of(partial(_readable, key, value))}
    mistakes.of(partial(_named, stated, kept=kept))
    rest["name"] = stated["name"] if _is_name(stated.get("name")) else "the game"
    unread = set(stated) - set(rest)
    if not mistakes.of(partial(_based, stated)) or not {"play", "like"} & set(rest):
        # The defaults of the file are not known: the rules of this game stand in, and no finding is about them.
        for key in ("rulebook", "options"):
            rest.pop(key, None)
        rest["like"] = STANDS_IN
        for place, option in enumerate(stated["options"] if isinstance(stated.get("options"), list) else ()):
            mistakes.of(partial(_option, option, place))
        unread |= set(game_fields()) - set(stated)
    fitting = _fitting(mistakes, rest)
    rest |= {"options": [rest["options"][place] for place in fitting]} if "options" in rest else {}
    game = mistakes.of(partial(_declared, rest))
    if game is not None:
        game = _with_pack_of(kept, game, stated)
        mistakes.of(partial(_sound, game, rest, unread & set(game_fields()), fitting))
    mistakes.raised()
    assert game is not None
    return game


def _fitting(mistakes: Mistakes, stated: dict[str, Any]) -> list[int]:
    """The positions of the options that fit the game, each after those before it."""
    options = stated.get("options", [])
    game = mistakes.of(partial(_declared, stated | {"options": []})) if options else None
    fitting: list[int] = []
    for place, option in enumerate(options):
        edited = mistakes.of(partial(_with_option, game, option, place)) if game is not None else None
        if edited is not None:
            game = edited
            fitting.append(place)
    return fitting


def _readable(key: str, value: Any) -> bool:
    """True. Refuses an unknown key, and a value that it cannot have."""
    _known_key(key)
    if key in LISTS:
        all_of(partial(_without_commas, path, text) for path, text in _texts_in(value, (key,)))
    if key in game_fields():
        _field(key, value)
    if key == "options" and not isinstance(value, list):
        raise Mistake(("options",), phrase("options are an array, not {found}.", found=_match(value)))
    return True


def _texts_in(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text in the value, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict | list):
        for part, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts_in(inner, (*path, part))


def _without_commas(path: Path, text: str) -> None:
    """Refuses commas in a list of cards or spots, and says how it is written."""
    parts = re.split(r"[\s,;]+", text.strip(" ,;"))
    if not re.search("[,;]", text):
        return
    each = ", ".join(f'"{part}"' for part in parts)
    by_itself = path[0] == "wild" and not any(isinstance(part, str) for part in path[1:])
    better = (f"[{each}]" if len(path) == 1 else each) if by_itself else f'"{" ".join(parts)}"'
    raise Mistake(
        path, phrase("{found} has a comma in its quotation marks; write {better}.", found=_match(text), better=better)
    )


def _based(stated: dict[str, Any]) -> bool:
    """True. Refuses an unknown rulebook, and an unknown game in `like`."""
    base, book = all_of((partial(_base, stated), partial(_book, stated)))
    if base is None and book is None:
        problem = phrase(
            "name the rulebook that fills in what the file leaves out, rulebook = ...; the rulebooks are {known}.",
            known=", ".join(_BOOKS),
        )
        raise Mistake((), problem)
    return True


def _with_pack_of(kept: Game | None, game: Game, stated: dict[str, Any]) -> Game:
    """The game with the pack it was added with: the deck file may be gone, or changed."""
    deck, written = game.deck, stated.get("deck")
    by_name = isinstance(written, dict) and "pack" not in written
    if by_name and kept is not None and kept.deck is not None and deck is not None and kept.deck.name == deck.name:
        return replace(game, deck=replace(deck, pack=kept.deck.pack))
    return game


def _known_key(key: str) -> None:
    fields = game_fields()
    if key in fields or key in ABOUT:
        return
    meant = meant_by(key)
    problem = phrase("a game has nothing of that name")
    text = phrase("{problem}; {meant}.", problem=problem, meant=phrase(meant)) if meant else None
    raise Mistake((key,), text or _unknown(key, [*fields, *ABOUT], problem))


def _named(stated: dict[str, Any], *, kept: Game | None) -> None:
    path: Path = ("name",) if "name" in stated else ()
    if not _is_name(stated.get("name")):
        raise Mistake(
            path, phrase('a game has a name of 1 to 120 signs, with a letter or digit in it: name = "Friday Draw".')
        )
    if kept is None and (mark := NOT_IN_A_NAME.search(stated["name"])):
        problem = phrase(
            "in a line {mark} means something else, so a game of this name could not be announced; leave it out.",
            mark=mark[0],
        )
        raise Mistake(path, problem)


def _declared(stated: dict[str, Any]) -> Game:
    """What the file says, with the rest from its rulebook or from the game it is like. Does not check whether it is sound."""
    base, book = all_of((partial(_base, stated), partial(_book, stated)))
    keys = [key for key in stated if key not in (*ABOUT, "rulebook")]
    changes = dict(zip(keys, all_of(partial(_field, key, stated[key]) for key in keys), strict=True))
    if isinstance(base, Game):
        # `but` with a name makes it a variation.
        return _usual(_edited(base.but(changes.pop("name"), **changes), stated))
    assert isinstance(book, Rulebook), "A file without a base is asked for one before."
    return _usual(_edited(book.resolve(Game(**changes)), stated))


def _usual(game: Game) -> Game:
    """The game with ranks and cards spelled as the rules spell them, and with the cards of the club's own pack."""
    if game.deck is not None and not game.deck.pack:
        game = replace(game, deck=replace(game.deck, pack=own_pack(game.deck.name)))
    return spelled(game)


def _edited(game: Game, stated: dict[str, Any]) -> Game:
    """The game with the options that are always played; they become its rules, and a dealer cannot choose them."""
    for place, option in enumerate(stated.get("options", [])):
        game = _with_option(game, option, place)
    return replace(game, with_options=())


def _option(option: Any, place: int) -> Option:
    problem = phrase("{found} is not an option", found=_match(option))
    return cast("Option", _word(option, AnyOption, ("options", place), problem))


def _word(value: Any, kind: Any, path: Path, problem: str) -> Any:
    """A word, written with its fields or as its name alone."""
    if isinstance(value, str) and value not in words_in(kind):
        raise Mistake(path, _unknown(value, list(words_in(kind)), problem))
    return _value({"type": value} if isinstance(value, str) else value, kind, path)


def _with_option(game: Game, option: Any, place: int) -> Game:
    edit = _option(option, place)
    if objection := edit.objection(game):
        raise Mistake(
            ("options", place),
            phrase("{option} does not fit: {objection}", option=type(edit).__name__, objection=objection),
        )
    return game + edit


def _is_name(name: Any) -> bool:
    return (
        isinstance(name, str)
        and name == name.strip()
        and name.isprintable()
        and len(name) <= 120
        and letters(name) != ""
    )


def _base(stated: dict[str, Any]) -> Game | None:
    if "like" not in stated:
        if "play" not in stated:
            raise Mistake((), phrase('a game has steps, play = [...], or is like another: like = "Three Card Draw".'))
        return None
    like = stated["like"]
    result = named(like, str(stated.get("rulebook", ""))) if isinstance(like, str) else ()
    if not result:
        close = ", ".join(close_to(str(like), always=True))
        problem = phrase(
            "like takes a game of a rulebook, and no rulebook has {found}; the nearest are {close}. Your own games cannot be used here.",
            found=_match(like),
            close=close,
        )
        raise Mistake(("like",), problem)
    return result[0]


def _book(stated: dict[str, Any]) -> Rulebook | None:
    """The rulebook that is named, or None if none is."""
    if "rulebook" not in stated:
        return None
    name = stated["rulebook"]
    if not isinstance(name, str) or name not in _BOOKS:
        raise Mistake(
            ("rulebook",),
            phrase(
                "there is no rulebook {found}; the rulebooks are {known}.", found=_match(name), known=", ".join(_BOOKS)
            ),
        )
    return _BOOKS[name]


def _sound(game: Game, stated: dict[str, Any], unread: Collection[str], fitting: Sequence[int]) -> None:
    """Refuses an unsound game. Leaves out findings that an unreadable part may cause.

    `fitting` has the positions in the file of the options that `stated` still holds.
    """
    missing = [field for field in game.unsaid if field not in unread]
    if missing:
        path: Path = ("rulebook",) if "rulebook" in stated else ()
        raise Mistake(path, phrase("neither the file nor its rulebook says {missing}.", missing=", ".join(missing)))
    if game.unsaid:
        return
    results = [finding for finding in findings(game) if not may_hang_on(finding.code, unread)]
    all_of(partial(_tell, finding, game, stated, fitting) for finding in results)
    if unread:
        return
    if (flaw := next(flaws(msgspec.to_builtins(game), Game), None)) is not None:
        field = flaw.path[:1]
        raise Mistake(field if set(field) <= set(stated) else (), message_of(flaw, say("The game")))


def _tell(finding: Finding, game: Game, stated: dict[str, Any], fitting: Sequence[int]) -> None:
    path = about(finding, game, stated, _declared)
    if path[:1] == ("options",) and len(path) > 1:
        path = ("options", fitting[cast("int", path[1])])
    raise Mistake(path, finding.sentence)


def _field(key: str, value: Any) -> Any:
    if key == "play":
        return tuple(_steps(value, ("play",)))
    if key == "wild":
        return tuple(_wild(value))
    return _value(value, game_fields()[key], (key,))


def _wild(value: Any) -> list[Any]:
    """An array of rules, one rule, or the ranks and cards that are wild as a text."""
    if not isinstance(value, list):
        return [_wild_rule(value, ("wild",))]
    return all_of(partial(_wild_rule, rule, ("wild", place)) for place, rule in enumerate(value))


def _wild_rule(rule: Any, path: Path) -> Any:
    if isinstance(rule, int):
        raise Mistake(path, phrase('a rank stands in quotation marks; write "{rank}".', rank=str(rule)))
    return Cards(rule) if isinstance(rule, str) else _value(rule, AnyWildRule, path)


def _steps(value: Any, path: Path) -> list[Any]:
    """The script as a flat list: groups repeated, and words without fields as tables with their type."""
    if not isinstance(value, list):
        raise Mistake(path, phrase("a script is an array of steps, not {found}.", found=_match(value)))
    if len(path) > MOST_DEPTH:
        raise Mistake(path, phrase("groups are nested more than {most} deep.", most=MOST_DEPTH // 2))
    groups = all_of(partial(_step, stated, (*path, place)) for place, stated in enumerate(value))
    steps = [step for group in groups for step in group]
    if len(steps) > MOST_STEPS:
        raise Mistake(path, phrase("the script has more than {most} steps.", most=MOST_STEPS))
    return steps


def _step(stated: Any, path: Path) -> list[Any]:
    """One step, or the steps of a group as often as it is repeated."""
    if isinstance(stated, dict) and "times" in stated:
        return _repeated(stated, path)
    return [_word(stated, AnyStep, path, phrase("{found} is not a step", found=_match(stated)))]


def _repeated(stated: dict[str, Any], path: Path) -> list[Any]:
    times = stated["times"]
    if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= MOST_STEPS:
        raise Mistake(
            (*path, "times"),
            phrase("a group is repeated 1 to {most} times, not {found}.", most=MOST_STEPS, found=_match(times)),
        )
    for key in stated:
        if key not in ("times", "steps"):
            raise Mistake((*path, key), phrase("a repeated group has times and steps, but no {key}.", key=key))
    group = _steps(stated.get("steps"), (*path, "steps") if "steps" in stated else path)
    if len(group) * times > MOST_STEPS:
        raise Mistake((*path, "times"), phrase("the script has more than {most} steps.", most=MOST_STEPS))
    return group * times


def _value(value: Any, kind: Any, path: Path) -> Any:
    """A value of the file, as the declaration holds it. Refuses every flaw of it at once."""
    if isinstance(value, dict) and value.get("down") == "players":
        value = value | {"down": PLAYERS}
    all_of(partial(_refuse, flaw, path) for flaw in flaws(value, kind, closed=True))
    return msgspec.convert(value, kind)


def _refuse(flaw: Flaw, path: Path) -> NoReturn:
    """Raises the mistake for a flaw in the value at `path`."""
    here, name = (*path, *flaw.path), flaw.path[-1] if flaw.path else ""
    match flaw.kind:
        case "tag":
            raise _mistaken_tag(flaw, here)
        case "missing":
            assert flaw.within is not None
            raise Mistake(
                here[:-1],
                phrase(
                    "{word} needs {name} ({takes}).",
                    word=flaw.within.cls.__name__,
                    name=name,
                    takes=accepted_text(flaw.takes),
                ),
            )
        case "unknown":
            assert flaw.within is not None
            accepted = flaw.fields or [phrase("no field at all")]
            problem = phrase("{word} has no field {name}", word=flaw.within.cls.__name__, name=name)
            raise Mistake(here, _unknown(str(name), accepted, problem))
        case "beyond":
            raise _mistaken_limit(flaw, path)
        case "key":
            raise Mistake(
                here[:-1],
                phrase(
                    "{found} cannot be a name here; expected: {takes}.",
                    found=_match(name),
                    takes=accepted_text(flaw.takes),
                ),
            )
        case _:
            raise Mistake(
                here,
                phrase(
                    "{found} cannot stand here; expected: {takes}.",
                    found=_match(flaw.value),
                    takes=accepted_text(flaw.takes),
                ),
            )


def _mistaken_tag(flaw: Flaw, here: Path) -> Mistake:
    assert isinstance(flaw.takes, inspect.LiteralType)
    tags = [str(tag) for tag in flaw.takes.values]
    if flaw.value is msgspec.UNSET:
        return Mistake(here[:-1], _unknown("", tags, phrase("a word is named by its type")))
    problem = phrase("{found} cannot stand here", found=_match(flaw.value))
    return Mistake(here, _unknown(str(flaw.value), tags, problem))


def _mistaken_limit(flaw: Flaw, path: Path) -> Mistake:
    """A value of the right kind beyond its limits. The sentence names it, the place is that of its word."""
    field = max((place for place, part in enumerate(flaw.path) if isinstance(part, str)), default=0)
    name = place_of(flaw.path[field:]) or spoken(path)
    takes = inspect.UnionType(tuple(can_be_stated(flaw.takes)))
    return Mistake((*path, *flaw.path[:field]), wrong_value(name, expected(takes, flaw.value), flaw.value))


def _unknown(text: str, accepted: list[str], problem: str) -> str:
    close = get_close_matches(text, accepted, n=1)
    # Only what stands alone there is a phrase.
    possible = accepted[0] if len(accepted) == 1 else ", ".join(accepted)
    if close:
        return phrase(
            "{problem}; possible are {possible}. Did you mean {close}?",
            problem=problem,
            possible=possible,
            close=close[0],
        )
    return phrase("{problem}; possible are {possible}.", problem=problem, possible=possible)


def _match(value: Any) -> str:
    if isinstance(value, str):
        return f'"{value[:60]}"'
    if isinstance(value, dict):
        return phrase("a table")
    return phrase("an array") if isinstance(value, list) else str(value)[:60]
