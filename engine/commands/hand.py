"""One deal of one game: announcing, dealing, betting, drawing, showing, winning, and New Deal."""

from typing import Annotated, Literal

import msgspec

from engine.commands.base import Cards, CardText, Command, GameName
from engine.game.betting import Forced, Limit
from engine.game.definition import Game
from engine.game.options import AnyOption
from engine.ids import AnyPlayerId, PlayerId, Text
from engine.money import Chips, SomeChips

PostKind = Literal["ante", "small blind", "big blind", "straddle", "missed small blind", "missed big blind"]
Players = Annotated[tuple[PlayerId, ...], msgspec.Meta(max_length=60)]


class Post(msgspec.Struct, frozen=True, gc=False):
    """What one player puts in before the deal. A missed small blind is dead, the other blinds are live."""

    player: PlayerId
    kind: PostKind
    chips: SomeChips


class AnnounceHand(Command, frozen=True, kw_only=True, tag="announce_hand"):
    """The dealer names the game. Everything but the name may be left out and is filled in by the rules.

    `players` are in the hand, in order from the dealer's left; `dealer` is nobody when the button is dead;
    `posts` are the antes and blinds; `declaration` is the game, frozen.
    """

    game: GameName
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""
    dealer: PlayerId | None = None
    button: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    players: Players | None = None
    posts: Annotated[tuple[Post, ...], msgspec.Meta(max_length=200)] | None = None
    straddle: Annotated[tuple[AnyPlayerId, ...], msgspec.Meta(max_length=60)] = ()
    options: Annotated[tuple[AnyOption, ...], msgspec.Meta(max_length=8)] = ()
    forced: Forced | None = None
    limit: Limit | None = None
    declaration: Game | None = None


class Deal(Command, frozen=True, kw_only=True, tag="deal"):
    """The dealer deals the step at the cursor. `cards`: all of them in dealing order, or the open ones only.

    `first`: who gets the first card where equal hands are dealt off, because there the dealer says so (RULINGS R-M5);
    left out, it goes to the first of them after the dealer.
    """

    cards: Cards = ()
    first: PlayerId | None = None


class Lay(Command, frozen=True, kw_only=True, tag="lay"):
    """The dealer lays the next shared cards; without cards they are not known."""

    cards: Cards = ()


class Turn(Command, frozen=True, kw_only=True, tag="turn"):
    """The dealer turns the next closed shared card."""

    card: CardText = "??"


class Burn(Command, frozen=True, kw_only=True, tag="burn"):
    """The dealer puts the top card aside."""


class NameCards(Command, frozen=True, kw_only=True, tag="name_cards"):
    """Cards that lie unknown become known: a player's, or without a player the shared ones."""

    player: PlayerId | None = None
    cards: Cards


class PutIn(Command, frozen=True, kw_only=True, tag="put_in"):
    """A player puts in chips: recorded as the bet, call or raise that it is."""

    player: PlayerId
    chips: SomeChips


class GoAllIn(Command, frozen=True, kw_only=True, tag="go_all_in"):
    """A player puts in all they have: recorded as the bet, call or raise that it is. `agreed`: all let them tap out."""

    player: PlayerId
    agreed: bool = False


class PullShadow(Command, frozen=True, kw_only=True, tag="pull_shadow"):
    """A player puts in chips they are short of, by shadow as far as they are; recorded as the bet, call or raise it is."""

    player: PlayerId
    chips: SomeChips


# What a player said, where it is not what it came to: "all-in" that came to a call of 41, 5 chips that came to a raise.
Said = Literal["put_in", "all_in", "shadow", "raise_by", "raise_to", "call", "check"]


class Wager(Command, frozen=True, kw_only=True):
    """Chips a player puts in: `chips` in all, `shadow` of them owed (RULINGS E4); both are filled in.

    Always filled in: `once`, it was the one large bet of the hand; `freed`, an early bet of theirs binds them no more;
    `least`, the least raise from now on, where it changes. `said`: what the player said, where it was something else.
    """

    player: PlayerId
    chips: Chips | None = None
    shadow: Chips = 0
    once: bool = False
    freed: bool = False
    least: Chips | None = None
    said: Said | None = None


class Bet(Wager, frozen=True, kw_only=True, tag="bet"):
    """The first bet of a round. `ahead`: put in out of turn, filled in by the rules (RULINGS E3, R-E3)."""

    ahead: bool = False


class Call(Wager, frozen=True, kw_only=True, tag="call"):
    """Pays what the others have paid, or all they have. `agreed`: they tap out, and all agree to it (RULINGS R-S10)."""

    agreed: bool = False


class Raise(Wager, frozen=True, kw_only=True, tag="raise"):
    """Raises by `by` chips, to `to` in this round; one of them is said, both are filled in."""

    by: Chips | None = None
    to: Chips | None = None


class Check(Command, frozen=True, kw_only=True, tag="check"):
    """Stays in without paying, as long as nobody has bet. `said`: what the player said, where it was something else."""

    player: PlayerId
    said: Said | None = None


class Fold(Command, frozen=True, kw_only=True, tag="fold"):
    """Leaves the hand; what they put in stays."""

    player: PlayerId


class Exchange(Command, frozen=True, kw_only=True, tag="exchange"):
    """A player exchanges so many cards; which ones may be known or not."""

    player: PlayerId
    number: Annotated[int, msgspec.Meta(ge=0, le=20)]
    thrown: Cards = ()
    drawn: Cards = ()


class ShowHand(Command, frozen=True, kw_only=True, tag="show_hand"):
    """A player shows cards: all of them at the showdown, or what the table saw of a finished hand.

    `before`: who was to show first and has not yet, filled in by the rules (RULINGS E3, Showdown order).
    """

    player: PlayerId
    cards: Cards
    announced: Annotated[str, msgspec.Meta(max_length=80)] = ""
    before: PlayerId | None = None


class Muck(Command, frozen=True, kw_only=True, tag="muck"):
    """A player gives up at the showdown without showing ("beats mine")."""

    player: PlayerId


class NameWinners(Command, frozen=True, kw_only=True, tag="name_winners"):
    """The table says who wins where cards are not known.

    One ranking for each share of the award (high, then low): groups of equal hands, best first; later groups take
    the side pots the earlier ones have no part in.
    """

    rankings: Annotated[tuple[tuple[Players, ...], ...], msgspec.Meta(min_length=1, max_length=4)]


class NewDeal(Command, frozen=True, kw_only=True, tag="new_deal"):
    """A harmed player, or the whole table, demands New Deal: the hand stops and the pot is carried to the next.

    `harmed`: whom the fault harms, where it is not the one who demands it. `looked`: they have looked at their closed cards.
    """

    player: PlayerId | None = None
    reason: Text = ""
    harmed: PlayerId | None = None
    looked: bool = False
