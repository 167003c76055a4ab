"""Dealer's options: each edits a declaration for one hand and knows nothing about single games.

Whether the result is sound is checked on the result (`engine.game.findings`), so an option that does not fit is refused
with the reason.
"""

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import replace

from engine.cards.card import WILDCARD
from engine.game.awards import Best, HighestClosed, Low, Poker, Split, Words
from engine.game.steps import Arrange, Bet, DeclareSides, Draw, Reveal, closed_at_the_end
from engine.game.wilds import AnyWildRule, Cards
from engine.speech import phrase

if TYPE_CHECKING:
    from engine.game.definition import Game


# Said after wild cards that replace the game's own.
INSTEAD = "instead"


class Option(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """One thing the dealer announces with the game's name."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with this option applied."""
        raise NotImplementedError

    def objection(self, game: "Game") -> str:
        """Why the option does not go with this game, apart from an unsound result; empty if it does."""
        return ""


class Psychology(Option, frozen=True):
    """After the last round everyone fixes the order of their closed cards; they are turned one by one, with betting."""

    def edit(self, game: "Game") -> "Game":
        """The script with the piles, and one betting round after each card turned."""
        turns = (Reveal(), Bet()) * closed_at_the_end(game.steps)
        # Sides are declared last of all, whichever option was said first (RULINGS R-D25).
        declaring = game.steps[-1:] == (DeclareSides(),)
        before, last = (game.steps[:-1], game.steps[-1:]) if declaring else (game.steps, ())
        return game.but(play=(before, Arrange(), turns, last))


class HighLow(Option, frozen=True):
    """The best and the lowest hand share the pot; sides are declared at the end."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with a low share on the scale's low counterpart, and sides declared after the last round (RULINGS R-D25)."""
        low = game.scale.low if isinstance(game.scale, Poker) else None
        award = game.award if isinstance(game.award, Best) else Best()
        return game.but(play=(game.play, DeclareSides()), award=Split(award, Best(low)))

    def objection(self, game: "Game") -> str:
        """The pot is divided once, and not where the lowest hand wins all of it."""
        if isinstance(game.award, Split):
            return phrase("the pot is divided already.")
        return (
            phrase("the lowest hand wins all of it, so nobody plays for high.") if isinstance(game.scale, Low) else ""
        )


class HighSpade(Option, frozen=True):
    """Half the pot goes to the highest closed spade."""

    def edit(self, game: "Game") -> "Game":
        """The declaration with a second share for the highest closed spade."""
        award = game.award if isinstance(game.award, Best) else Best()
        return game.but(award=Split(award, HighestClosed("s")))

    def objection(self, game: "Game") -> str:
        """The pot is divided once."""
        return phrase("the pot is divided already.") if isinstance(game.award, Split) else ""


class Wild(Option, frozen=True):
    """One more wild rule, or `instead` of the game's own ("Dealer bestemmer vildkort", Jumping Jacks; RULINGS D2)."""

    rule: AnyWildRule
    instead: bool = False

    def edit(self, game: "Game") -> "Game":
        """The declaration with the rule beside the game's own, or in their place; no rule stands there twice."""
        others = () if self.instead else tuple(rule for rule in game.wild_rules if rule != self.rule)
        return game.but(wild=(*others, self.rule))

    def objection(self, game: "Game") -> str:
        """`instead` may be said once and alone: it replaces the game's own rules, not another option of the dealer."""
        stated = self.instead and type(self).__name__ in game.with_options
        return phrase("other wild cards have been said already; name all of them at once.") if stated else ""


class Wildcards(Option, frozen=True):
    """More wildcards in the pack, all of them wild: the jokers, or the [Scrokers] that are normally left out."""

    cards: Annotated[int, msgspec.Meta(ge=1, le=8)]

    def edit(self, game: "Game") -> "Game":
        """The declaration with the wildcards in its pack and wild."""
        rule = Cards(WILDCARD)
        wild = game.wild_rules if rule in game.wild_rules else (*game.wild_rules, rule)
        deck = game.deck
        return game.but(wild=wild, deck=replace(deck, wildcards=deck.wildcards + self.cards) if deck else None)


class Exchange(Option, frozen=True):
    """A different number of cards for the one exchange of the game."""

    cards: int

    def edit(self, game: "Game") -> "Game":
        """The declaration with this number in its exchange."""
        steps = tuple(
            msgspec.structs.replace(step, up_to=self.cards) if isinstance(step, Draw) else step for step in game.steps
        )
        return game.but(play=steps)

    def objection(self, game: "Game") -> str:
        """The game must have exactly one exchange."""
        draws = sum(isinstance(step, Draw) for step in game.steps)
        if draws == 1:
            return ""
        if not draws:
            return phrase("no cards are exchanged in it, and there must be exactly one exchange.")
        return phrase("it has {draws} exchanges of cards, and there must be exactly one.", draws=draws)


class OfSuits(Option, frozen=True):
    """An option about the suits of letters, which only clean words have."""

    def of(self, scale: Words) -> Words:
        """The scale with this option applied."""
        raise NotImplementedError

    def edit(self, game: "Game") -> "Game":
        """The declaration with the option's scale; a game without words stays as it is, and the objection says why."""
        return game.but(scale=self.of(game.scale)) if isinstance(game.scale, Words) else game

    def objection(self, game: "Game") -> str:
        """The game must be decided by clean words."""
        if isinstance(game.scale, Words) and game.scale.clean:
            return ""
        return phrase(
            "its hands are not compared by clean words, and only those have animals, peppers, lemons and limes."
        )


class Hot(OfSuits, frozen=True):
    """Chili peppers count before the high card."""

    def of(self, scale: Words) -> Words:
        """The scale with peppers before the high card; natural hands still come first (RULINGS R-S9)."""
        hot = "peppers" if scale.peppers == "hand" else "peppers-in-words"
        ties = [tie for tie in scale.ties.split() if tie != hot]
        place = ties.index("high-card") if "high-card" in ties else len(ties)
        return replace(scale, ties=" ".join([*ties[:place], hot, *ties[place:]]))


class Ruling(OfSuits, frozen=True):
    """These cards, letters or suits are above all others: "E5 E3 E1", "lemons"."""

    cards: str

    def of(self, scale: Words) -> Words:
        """The scale with these added to the cards that rule already."""
        return replace(scale, ruling=f"{scale.ruling} {self.cards}".strip())


class HotNSours(OfSuits, frozen=True):
    """A word may borrow at most this many peppers; 0 forbids borrowing."""

    most: int

    def of(self, scale: Words) -> Words:
        """The scale with this limit in place of its own."""
        return replace(scale, borrowed=self.most)


class MixingTheJuice(OfSuits, frozen=True):
    """Lemons and limes may be in one word (RULINGS R-S16)."""

    def of(self, scale: Words) -> Words:
        """The scale with lemons and limes mixed; animals stay by themselves."""
        return replace(scale, mixed=True)


AnyOption = Psychology | HighLow | HighSpade | Wild | Wildcards | Exchange | Hot | Ruling | HotNSours | MixingTheJuice
