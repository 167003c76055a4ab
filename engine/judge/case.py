"""What the rules lawyer is asked, a game by its name, the cards as they lie and what was announced; and what they answer."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from engine import errors, words
from engine.acts import CardText, GameName
from engine.game.definition import Game
from engine.game.option_texts import option_stated, wild_stated
from engine.game.options import AnyOption
from engine.ids import Name
from engine.library import BOOK_NAMES, close_to, letters, named, search, without_options
from engine.play.script.rule import judged_by, with_options

Claimed = Literal["", "as announced", "too low", "not there", "foul"]


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A part of the answer; empty fields are left out of the JSON."""


class JudgedWild(Answer, frozen=True, kw_only=True):
    """A wild card of a hand, what it stands for, and what makes it wild."""

    card: str
    stands_for: str
    because: str


class JudgedWord(Answer, frozen=True, kw_only=True):
    """A word a player showed, and whether the dictionary has it; `plural`: it is bad only as a plural made with S."""

    word: str
    good: bool
    plural: bool = False
    dictionary: str


class JudgedHand(Answer, frozen=True, kw_only=True):
    """A player's hand for one share: `counts` is the hand that counts, `holds` the best their cards make.

    They differ if the player announced less. If they announced a hand they do not hold, `counts` is empty.
    """

    share: str
    holds: str = ""
    counts: str = ""
    cards: tuple[str, ...] = ()
    stands_for: tuple[str, ...] = ()
    wild: tuple[JudgedWild, ...] = ()
    claim: Claimed = ""


class JudgedPlayer(Answer, frozen=True, kw_only=True):
    """One player; `out`: why they cannot win, or empty; `deal_off`: the hand their new cards made in each deal-off."""

    player: str
    cards: tuple[str, ...]
    announced: str = ""
    side: str = ""
    out: str = ""
    words: tuple[JudgedWord, ...] = ()
    hands: tuple[JudgedHand, ...] = ()
    deal_off: tuple[JudgedHand, ...] = ()


class Won(Answer, frozen=True, kw_only=True):
    """The chips one winner takes."""

    player: str
    chips: int


class JudgedShare(Answer, frozen=True, kw_only=True):
    """One share of the pot, its winners, and why; it has no winners while the `tied` still have to deal it off.

    If the new cards are known, the share is dealt off and has winners.
    """

    share: str
    chips: int
    winners: tuple[Won, ...]
    tied: tuple[str, ...] = ()
    because: str
    rule: str


class JudgedPayment(Answer, frozen=True, kw_only=True):
    """The chips one player pays another in the end, in a game settled without a pot."""

    payer: str
    payee: str
    chips: int


class JudgedRule(Answer, frozen=True, kw_only=True):
    """A rule that was applied, by its name, and what it says."""

    name: str
    says: str


class Judgement(Answer, frozen=True, kw_only=True):
    """The whole answer; `text` is all of it for people. `to_come`: how many shared cards nobody has turned yet."""

    game: str
    rulebook: str
    options: tuple[str, ...] = ()
    wild: tuple[str, ...] = ()
    to_come: int = 0
    players: tuple[JudgedPlayer, ...]
    shares: tuple[JudgedShare, ...]
    payments: tuple[JudgedPayment, ...] = ()
    carried: int = 0
    rules: tuple[JudgedRule, ...]
    text: str


StatedCards = Annotated[str, msgspec.Meta(max_length=200)]
StatedOption = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Side = Literal["", "high", "low", "both"]


class _CasePart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Part of a case. Refuses fields it does not know, so that a misspelt one is not passed over."""


class CasePlayer(_CasePart, frozen=True, kw_only=True):
    """One player: either `cards`, all of theirs in the order dealt, or `closed` and `open` ones, each in that order.

    Where a hand is five of more cards, `cards` may be the five or more that they show, shared ones among them.
    A card is closed or open as it was dealt. If players choose closed cards to open, `open` are those opened, in that
    order. If piles are turned, closed cards stand in the order they were turned. `folded`: the player's cards are out,
    but may still make others wild; a player sent out by a card needs only the cards they were dealt. `deal_off`: the
    new open cards that decided between equal hands; a second deal-off's cards follow those of the first.
    """

    cards: StatedCards = ""
    closed: StatedCards = ""
    open: StatedCards = ""
    announced: Annotated[str, msgspec.Meta(max_length=80)] = ""
    side: Side = ""
    folded: bool = False
    deal_off: StatedCards = ""


class TarokDeal(_CasePart, frozen=True, kw_only=True):
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
        dict[Name, Annotated[tuple[StatedOption, ...], msgspec.Meta(max_length=4)]], msgspec.Meta(max_length=4)
    ] = msgspec.field(default_factory=dict)
    ultimo: bool = False
    contra: Annotated[str, msgspec.Meta(max_length=80)] = ""
    pagat: Annotated[str, msgspec.Meta(max_length=80)] = ""
    captured: bool = False


class Case(_CasePart, frozen=True, kw_only=True):
    """One showdown. Players are in order from the dealer's left, unless `order` says otherwise; the last one deals.

    `board`: the shared cards, by spot or in the order laid; also a card that was dealt once for all (Longhorn Stud)
    instead of one for each player. `options` as the dealer says them: "psychology", "high-low", "wild 2 Js", "exchange
    4"; `wild`: what else is wild: "2 Js", "at spit", "last card", "split pairs". `dictionary`: the word list chosen for
    the night ("wide"). `tarok`: how a deal of Tarok was played, to settle all of it.
    """

    game: GameName
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""
    options: Annotated[tuple[StatedOption | AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    wild: StatedCards = ""
    dictionary: Annotated[str, msgspec.Meta(max_length=80)] = ""
    board: (
        Annotated[dict[str, CardText], msgspec.Meta(max_length=20)]
        | Annotated[tuple[CardText, ...], msgspec.Meta(max_length=20)]
        | StatedCards
    ) = ()
    players: Annotated[dict[Name, CasePlayer], msgspec.Meta(min_length=1, max_length=20)]
    order: Annotated[tuple[Name, ...], msgspec.Meta(max_length=20)] = ()
    pot: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    tarok: TarokDeal | None = None

    def board_texts(self) -> tuple[str, ...]:
        """The shared cards as they are said, without the spots that may name them."""
        if isinstance(self.board, str):
            return tuple(words_of(self.board))
        return tuple(self.board.values() if isinstance(self.board, dict) else self.board)


def words_of(text: str) -> list[str]:
    """The cards that a text names; commas only help the eye."""
    return text.replace(",", " ").split()


def game_of(case: Case, own: Sequence[Game] = ()) -> Game:
    """The game the case is judged by; `own` are games in addition to those of the rulebooks."""
    game, named_before = _games(case.game, case.rulebook, own)
    options = [*named_before]
    options += [option_stated(stated, game) if isinstance(stated, str) else stated for stated in case.options]
    if case.wild:
        options.append(wild_stated(case.wild, game))
    dictionary = words.called(case.dictionary) if case.dictionary else ""
    return with_options(judged_by(game, dictionary), options)


def _games(name: str, rulebook: str, own: Sequence[Game]) -> tuple[Game, tuple[AnyOption, ...]]:
    """The game, and the options said before its name: "hot longhorn stud"."""
    books = list(dict.fromkeys((*BOOK_NAMES, *(game.rulebook for game in own))))
    if rulebook and rulebook not in books:
        raise errors.UnknownRulebook(rulebook=rulebook, known=books)
    meant = named(name, rulebook, own) or search(name, rulebook, own)
    options: tuple[AnyOption, ...] = ()
    if not meant:
        options, rest = without_options(name)
        meant = named(rest, rulebook, own) or search(rest, rulebook, own) if options else ()
    results = [game for game in meant if rulebook in ("", game.rulebook)]
    if not results:
        raise errors.UnknownGame(game=name, close=list(close_to(name, own)))
    if len({letters(game.name) for game in results}) > 1:
        raise errors.GameIsAmbiguous(game=name, games=[game.name for game in results[:8]])
    return results[0], options
