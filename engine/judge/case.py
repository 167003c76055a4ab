"""What the rules lawyer is asked: a game by its name, the cards as they lie, and what was announced."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from engine import errors, words
from engine.acts import CardText, GameName
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.game.said import option_said, wild_said
from engine.ids import Name
from engine.library import BOOK_NAMES, close_to, letters, named, search, without_options
from engine.play.script.rule import judged_by, with_options

CardsSaid = Annotated[str, msgspec.Meta(max_length=200)]
OptionSaid = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Side = Literal["", "high", "low", "both"]


class _Said(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Part of a case. Refuses fields it does not know, so that a misspelt one is not passed over."""


class Seen(_Said, frozen=True, kw_only=True):
    """One player: either `cards`, all of theirs in the order dealt, or `closed` and `open` ones, each in that order.

    Where a hand is five of more cards, `cards` may be the five or more that they show, shared ones among them.
    A card is closed or open as it was dealt. If players choose closed cards to open, `open` are those opened, in that
    order. If piles are turned, closed cards stand in the order they were turned. `folded`: the player's cards are out,
    but may still make others wild; a player sent out by a card needs only the cards they were dealt. `deal_off`: the
    new open cards that decided between equal hands; a second deal-off's cards follow those of the first.
    """

    cards: CardsSaid = ""
    closed: CardsSaid = ""
    open: CardsSaid = ""
    announced: Annotated[str, msgspec.Meta(max_length=80)] = ""
    side: Side = ""
    folded: bool = False
    deal_off: CardsSaid = ""


class TarokDeal(_Said, frozen=True, kw_only=True):
    """How a deal of Tarok was played. `contract`: the one bid, or "pass" if everybody passed.

    `bidder`: the first player if left out. `widow`: the cards the bidder took, 1 (the first), 2 (the others, double) or
    3 (the first again, treble); `goal`: game or consolation. `points`: the bidder's in tricks and discard, including
    the five that ultimo moves; left out, the bidder's cards are counted. `melds`: by player, each by its cards.
    `contra`: the player who answered ultimo. `pagat`: the player who won the last trick with it; `captured`: an
    opponent took the bidder's in any trick.
    """

    contract: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = "threesome"
    bidder: Annotated[str, msgspec.Meta(max_length=80)] = ""
    widow: Annotated[int, msgspec.Meta(ge=1, le=3)] | None = None
    goal: Annotated[str, msgspec.Meta(max_length=40)] = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=200)] | None = None
    melds: Annotated[
        dict[Name, Annotated[tuple[OptionSaid, ...], msgspec.Meta(max_length=4)]], msgspec.Meta(max_length=4)
    ] = msgspec.field(default_factory=dict)
    ultimo: bool = False
    contra: Annotated[str, msgspec.Meta(max_length=80)] = ""
    pagat: Annotated[str, msgspec.Meta(max_length=80)] = ""
    captured: bool = False


class Case(_Said, frozen=True, kw_only=True):
    """One showdown. Players are in order from the dealer's left, unless `order` says otherwise; the last one deals.

    `board`: the shared cards, by spot or in the order laid; also a card that was dealt once for all (Longhorn Stud)
    instead of one for each player. `options` as the dealer says them: "psychology", "high-low", "wild 2 Js", "exchange
    4"; `wild`: what else is wild: "2 Js", "at spit", "last card", "split pairs". `dictionary`: the word list chosen for
    the night ("wide"). `tarok`: how a deal of Tarok was played, to settle all of it.
    """

    game: GameName
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""
    options: Annotated[tuple[OptionSaid | AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    wild: CardsSaid = ""
    dictionary: Annotated[str, msgspec.Meta(max_length=80)] = ""
    board: (
        Annotated[dict[str, CardText], msgspec.Meta(max_length=20)]
        | Annotated[tuple[CardText, ...], msgspec.Meta(max_length=20)]
        | CardsSaid
    ) = ()
    players: Annotated[dict[Name, Seen], msgspec.Meta(min_length=1, max_length=20)]
    order: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()
    pot: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    tarok: TarokDeal | None = None


def game_of(case: Case, own: Sequence[Game] = ()) -> Game:
    """The game the case is judged by; `own` are games in addition to those of the rulebooks."""
    game, named_before = _found(case.game, case.rulebook, own)
    options = [*named_before]
    options += [option_said(said, game) if isinstance(said, str) else said for said in case.options]
    if case.wild:
        options.append(wild_said(case.wild, game))
    dictionary = words.called(case.dictionary) if case.dictionary else ""
    return with_options(judged_by(game, dictionary), options)


def _found(name: str, rulebook: str, own: Sequence[Game]) -> tuple[Game, tuple[AnyOption, ...]]:
    """The game, and the options said before its name: "hot longhorn stud"."""
    books = list(dict.fromkeys((*BOOK_NAMES, *(game.rulebook for game in own))))
    if rulebook and rulebook not in books:
        raise errors.UnknownRulebook(rulebook=rulebook, known=books)
    meant = named(name, rulebook, own) or search(name, rulebook, own)
    options: tuple[AnyOption, ...] = ()
    if not meant:
        options, rest = without_options(name)
        meant = named(rest, rulebook, own) or search(rest, rulebook, own) if options else ()
    found = [game for game in meant if rulebook in ("", game.rulebook)]
    if not found:
        raise errors.UnknownGame(game=name, close=list(close_to(name, own)))
    if len({letters(game.name) for game in found}) > 1:
        raise errors.GameIsAmbiguous(game=name, games=[game.name for game in found[:8]])
    return found[0], options
