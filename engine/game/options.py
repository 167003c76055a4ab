"""Dealer's options: each edits a declaration for one hand, and knows nothing about games.

Whether the result is sound is asked of the result (`engine.game.inspect`), so that an option that does not fit is
refused with the reason.
"""

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import replace

from engine.cards.card import WILDCARD
from engine.game.awards import Best, HighestClosed, Split
from engine.game.scales import Poker, Words
from engine.game.steps import Arrange, Bet, DeclareSides, Draw, Reveal, closed_at_the_end
from engine.game.wilds import AnyWildRule, Cards

if TYPE_CHECKING:
    from engine.game.definition import Game


# Said behind wild cards that stand in the place of the game's own.
INSTEAD = "instead"


class Option(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One line of the dealer's announcement besides the game's name."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with this option."""
        raise NotImplementedError

    def objection(self, game: "Game") -> str:
        """Why the option cannot be said of this game, beyond what is unsound about the result."""
        return ""


class Psychology(Option, frozen=True):
    """After the last round everyone fixes the order of their closed cards; they are turned one by one, with betting."""

    def edit(self, game: "Game") -> "Game":
        """One round of betting after each card."""
        turns = (Reveal(), Bet()) * closed_at_the_end(game.steps)
        # Sides are declared last of all, whichever option was said first.
        declaring = game.steps[-1:] == (DeclareSides(),)
        before, last = (game.steps[:-1], game.steps[-1:]) if declaring else (game.steps, ())
        return game.but(play=(before, Arrange(), turns, last))


class HighLow(Option, frozen=True):
    """The best and the lowest hand share the pot; sides are declared at the end."""

    def edit(self, game: "Game") -> "Game":
        """A low share on the scale's low counterpart."""
        low = game.scale.low if isinstance(game.scale, Poker) else None
        award = game.award if isinstance(game.award, Best) else Best()
        return game.but(play=(game.play, DeclareSides()), award=Split(award, Best(low)))

    def objection(self, game: "Game") -> str:
        """The pot is divided once."""
        return "the pot is divided already." if isinstance(game.award, Split) else ""


class HighSpade(Option, frozen=True):
    """Half the pot goes to the highest closed spade."""

    def edit(self, game: "Game") -> "Game":
        """The second share goes to the highest closed card of spades."""
        award = game.award if isinstance(game.award, Best) else Best()
        return game.but(award=Split(award, HighestClosed("s")))

    def objection(self, game: "Game") -> str:
        """The pot is divided once."""
        return "the pot is divided already." if isinstance(game.award, Split) else ""


class Wild(Option, frozen=True):
    """One more wild rule; `instead` of the game's own ones ("Dealer bestemmer vildkort", Jumping Jacks; RULINGS D2)."""

    rule: AnyWildRule
    instead: bool = False

    def edit(self, game: "Game") -> "Game":
        """The rule stands beside the game's own, or in their place; what is wild already is not wild twice."""
        others = () if self.instead else tuple(rule for rule in game.wild_rules if rule != self.rule)
        return game.but(wild=(*others, self.rule))

    def objection(self, game: "Game") -> str:
        """What stands in the place of the game's own does not take the place of what the dealer has said besides."""
        said = self.instead and type(self).__name__ in game.with_options
        return "other wild cards are said already; name all of them in one." if said else ""


class Wildcards(Option, frozen=True):
    """So many wildcards more in the pack, all of them wild: the jokers, or the [Scrokers] that are normally left out."""

    cards: Annotated[int, msgspec.Meta(ge=1, le=8)]

    def edit(self, game: "Game") -> "Game":
        """The pack with them."""
        rule = Cards(WILDCARD)
        wild = game.wild_rules if rule in game.wild_rules else (*game.wild_rules, rule)
        deck = game.deck
        return game.but(wild=wild, deck=replace(deck, wildcards=deck.wildcards + self.cards) if deck else None)


class Exchange(Option, frozen=True):
    """Another number of cards in the one draw."""

    cards: int

    def edit(self, game: "Game") -> "Game":
        """The draw with this number."""
        steps = tuple(
            msgspec.structs.replace(step, up_to=self.cards) if isinstance(step, Draw) else step for step in game.steps
        )
        return game.but(play=steps)

    def objection(self, game: "Game") -> str:
        """There must be one exchange whose number can be another."""
        draws = sum(isinstance(step, Draw) for step in game.steps)
        return "" if draws == 1 else f"it has {draws} exchanges of cards, and there must be exactly one."


class OfSuits(Option, frozen=True):
    """An option about the suits of letters, which only clean words have."""

    def of(self, scale: Words) -> Words:
        """The scale with this option."""
        raise NotImplementedError

    def edit(self, game: "Game") -> "Game":
        """The scale as the option has it; another scale stays as it is, and the objection says why."""
        return game.but(scale=self.of(game.scale)) if isinstance(game.scale, Words) else game

    def objection(self, game: "Game") -> str:
        """Clean words must decide."""
        if isinstance(game.scale, Words) and game.scale.clean:
            return ""
        return "its hands are not compared by clean words, and only those have animals, peppers, lemons and limes."


class Hot(OfSuits, frozen=True):
    """Chili peppers count before the high card."""

    def of(self, scale: Words) -> Words:
        """Natural hands still come first (RULINGS R-S9)."""
        hot = "peppers" if scale.peppers == "hand" else "peppers-in-words"
        ties = [tie for tie in scale.ties.split() if tie != hot]
        place = ties.index("high-card") if "high-card" in ties else len(ties)
        return replace(scale, ties=" ".join([*ties[:place], hot, *ties[place:]]))


class Ruling(OfSuits, frozen=True):
    """These cards, letters or suits are above all others: "E5 E3 E1", "lemons"."""

    cards: str

    def of(self, scale: Words) -> Words:
        """They stand beside those that rule already."""
        return replace(scale, ruling=f"{scale.ruling} {self.cards}".strip())


class HotNSours(OfSuits, frozen=True):
    """At most so many peppers are borrowed by a word; 0 forbids them."""

    most: int

    def of(self, scale: Words) -> Words:
        """Another number than the scale's own."""
        return replace(scale, borrowed=self.most)


class MixingTheJuice(OfSuits, frozen=True):
    """Lemons and limes may be in one word (RULINGS R-S16)."""

    def of(self, scale: Words) -> Words:
        """Animals stay by themselves."""
        return replace(scale, mixed=True)


AnyOption = Psychology | HighLow | HighSpade | Wild | Wildcards | Exchange | Hot | Ruling | HotNSours | MixingTheJuice
