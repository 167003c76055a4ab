"""`chipbook judge`: the rules lawyer; a case from a file or from options, judged and not recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import click
import msgspec

from cli import commands, render
from cli.completion import known_clubs, known_games
from cli.errors import CliError
from cli.games.games import own_unless_known
from cli.options import answering, read_text
from engine.judge import Case
from engine.speech import say
from engine.spelling import called
from service.app.games import judged
from service.language.dictionaries import shipped
from service.language.shorthand.betting import SIDES
from service.language.shorthand.keywords import in_english
from service.language.validation import validation_message


@commands.command()
@commands.argument("file", default="", required=False, metavar="[FILE|-]")
@commands.word("--game NAME", "The game that was announced.", known_games)
@commands.word("--rulebook NAME", "Which rulebook, if several have a game of that name.")
@commands.option(
    "--player",
    "players",
    multiple=True,
    metavar="'NAME: CARDS'",
    help="A player's cards as dealt, 'Anna: As Kd | 7h 9c 3d 4s | 2c', or closed / open, 'Anna: As Kd 2c / 7h 9c 3d "
    "4s'. Start at the dealer's left; the dealer comes last.",
)
@commands.word(
    "--board CARDS", "Shared cards as laid, '5h 9d', or by place, 'spit 5h'; also a card dealt once for everybody."
)
@commands.word("--with OPTIONS", "The dealer's options: 'psychology, high-low'.", to="options")
@commands.word("--wild CARDS", "More wild cards: '2 Js', 'at 5', 'last card', 'split pairs'.")
@commands.word("--dictionary NAME", "The word list of the night, if it chose one: common or wide.")
@commands.option(
    "--announced", multiple=True, metavar="'NAME: HAND'", help="What a player announced: 'Anna: full house'."
)
@commands.option(
    "--side",
    "sides",
    multiple=True,
    metavar="'NAME: SIDE'",
    help="What was declared: high, low, both, or chips: 3, 1, 2.",
)
@commands.option("--folded", multiple=True, metavar="NAME", help="A player who folded.")
@commands.option(
    "--deal-off",
    "deal_offs",
    multiple=True,
    metavar="'NAME: CARDS'",
    help="New cards when equal hands are dealt off: 'Anna: As Kd Qh 9c 2s'; those of a second deal-off follow.",
)
@commands.word(
    "--tarok WORDS",
    "How a deal of Tarok was played, the bidder first: 'solo, points 44, ultimo, contra Bo, pagat Anna', or "
    "'consolation, widow 2, points 30', 'captured', 'pass'.",
)
@commands.option("--meld", "melds", multiple=True, metavar="'NAME: CARDS'", help="Tarok: a meld, 'Bo: Ks Kh Kd Kc'.")
@commands.word("--book PATH", "The book with your own games, if it is another.", to="place")
@commands.word("--club NAME", "Whose own games.  [the club of the newest night]", known_clubs)
@commands.option("--pot", type=click.IntRange(0, 10**9), default=0, metavar="CHIPS", help="The chips in the pot.")
@answering
def judge(*, file: str, game: str, place: str, club: str, **said: Any) -> Iterator[object]:
    """Who wins with these cards, by which rule, and which cards are wild and why. Nothing is recorded.

    FILE is a case in JSON, or - for the pipe. Without it, --game and --player make the case.
    """
    if bool(file) == bool(game):
        raise click.UsageError(say("Judge either a FILE (or -) or a --game with --player."))
    case = _read_case(read_text(file), file) if file else _case_stated({"game": game} | said)
    own = [one.game for one in own_unless_known(case.game, place, club)]
    assert shipped.WIDE_ENGLISH, "The shipped word lists judge words, so they must be loaded."
    judgement = judged(case, own)
    yield judgement
    render.lines(judgement.text.splitlines())


def _read_case(text: str, file: str) -> Case:
    raw: Any = None
    try:
        raw = msgspec.json.decode(text.encode())
        return msgspec.convert(raw, Case)
    except msgspec.ValidationError:
        wrong = validation_message(raw, Case, "What it holds")
    except msgspec.DecodeError as problem:
        wrong = f"{problem}."
    except RecursionError:
        wrong = say("its lists and objects are nested too deep.")
    sentence = say(
        "{file} is not a case: {wrong} A case has a game and players, and may have {may_have}.",
        file=file,
        wrong=wrong,
        may_have=_may_have(Case),
    )
    raise CliError("not_a_case", sentence, details={"file": file})


def _may_have(kind: type[Case]) -> str:
    return ", ".join(field for field in kind.__struct_fields__ if field not in ("game", "players"))


def _case_stated(stated: dict[str, Any]) -> Case:
    """The case that the options describe."""
    deal, melds = stated.pop("tarok"), stated.pop("melds")
    if melds and not deal:
        raise click.UsageError(say("--meld belongs to --tarok, which says how the deal was played."))
    # For Tarok, a player may be given by name alone.
    named = [one if ":" in one else f"{one}:??" for one in stated.pop("players")] if deal else stated.pop("players")
    players = {name: {} if cards == "??" else _cards(cards) for name, cards in _named("--player", named)}
    if deal:
        stated["tarok"] = deal_stated(deal, melds, players)
    if not players:
        raise click.UsageError(say("Give the cards to judge: --player 'Anna: As Kd Qh Js 10c'."))
    for field, option, texts in (
        ("announced", "--announced", stated.pop("announced")),
        ("side", "--side", stated.pop("sides")),
        ("deal_off", "--deal-off", stated.pop("deal_offs")),
    ):
        for name, text in _named(option, texts):
            # Declared as at the table, where chips in the hand mean the same.
            said = in_english(text).casefold()
            side = SIDES.get(said, said)
            players[_among(players, name)][field] = side if field == "side" else text
    for name in stated.pop("folded"):
        players[_among(players, name)]["folded"] = True
    stated["options"] = [in_english(option) for option in stated["options"].split(",") if option.strip()]
    stated["wild"] = in_english(stated["wild"])
    raw = stated | {"players": players}
    try:
        return msgspec.convert(raw, Case)
    except msgspec.ValidationError as problem:
        raise click.UsageError(
            say("That is not a case: {sentence}", sentence=validation_message(raw, Case, "It"))
        ) from problem


def _named(option: str, texts: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs from texts `NAME: REST`; refuses a name that comes twice."""
    results: dict[str, str] = {}
    for text in texts:
        name, colon, rest = text.partition(":")
        if not colon or not name.strip() or not rest.strip():
            raise click.UsageError(
                say("{option} takes a name, a colon and the rest, not “{text}”.", option=option, text=text)
            )
        if called(name, {known: known for known in results}):
            raise click.UsageError(say("{option} names {name} twice.", option=option, name=name.strip()))
        results[name.strip()] = rest.strip()
    return list(results.items())


def _among(players: dict[str, dict[str, Any]], name: str) -> str:
    for player in called(name, {player: player for player in players}):
        return player
    raise click.UsageError(
        say("You gave no cards for {name}, only for {players}.", name=name, players=", ".join(players))
    )


def _cards(text: str) -> dict[str, Any]:
    """Closed / open cards, or all cards as dealt. Bars only help the eye; a card of two letters, A/O, is one card."""
    text = re.sub(r"(?<!\S)([A-Za-z])/([A-Za-z])(?!\S)", r"\1\2", text)
    closed, slash, opened = text.partition("/")
    if slash:
        return {"closed": closed.strip(), "open": opened.strip()}
    return {"cards": " ".join(text.replace("|", " ").split())}


CONTRACTS = ("threesome", "solo", "pass")
GOALS = ("game", "consolation")
FLAGS = ("ultimo", "captured")
NUMBERS = ("widow", "points")
PLAYERS = ("bidder", "contra", "pagat")
ACCEPTED = (
    "threesome, solo or pass; game or consolation; widow 1, 2 or 3; points N; ultimo; contra NAME; pagat NAME; captured; "
    "bidder NAME"
)


def deal_stated(words: str, melds: Iterable[str], players: Iterable[str]) -> dict[str, Any]:
    """The deal as a case in JSON has it. Refuses, as wrong usage, a word that does not belong to the deal or is said twice."""
    names = {name: name for name in players}
    results: dict[str, Any] = {}
    for stated in (part.strip() for part in words.split(",")):
        field, value = _read(stated, names)
        if field in results:
            raise click.UsageError(say("--tarok says the {field} twice.", field=field))
        results[field] = value
    for stated in melds:
        name, _, cards = stated.partition(":")
        if not cards.strip():
            raise click.UsageError(say("--meld takes a name, a colon and the cards, and not “{said}”.", said=stated))
        results.setdefault("melds", {}).setdefault(_name(name, names), []).append(" ".join(cards.split()))
    return results


def _read(text: str, names: dict[str, str]) -> tuple[str, Any]:
    word, _, rest = text.casefold().partition(" ")
    rest = rest.strip()
    if not rest:
        if word in CONTRACTS:
            return "contract", word
        if word in GOALS:
            return "goal", word
        if word in FLAGS:
            return word, True
    elif word in NUMBERS and rest.isdecimal():
        return word, int(rest)
    elif word in PLAYERS:
        return word, _name(rest, names)
    raise click.UsageError(
        say("--tarok takes {accepted}, with commas between, and not “{said}”.", accepted=ACCEPTED, said=text)
    )


def _name(text: str, names: dict[str, str]) -> str:
    result = called(text, names)
    if not result:
        raise click.UsageError(
            say("{name} does not play; the players are {names}.", name=text.strip(), names=", ".join(names))
        )
    return result[0]
