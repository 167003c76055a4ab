"""The reasons of a judgement: why a card is wild, how one hand beats another, and which rules applied."""

from collections.abc import Iterator, Mapping, Sequence

from engine import events
from engine.cards.card import RANK, pretty
from engine.cards.standing import Standing
from engine.game.awards import AnyScale, HighestClosed, Poker, SingleCard, Spellcheck, Words
from engine.game.definition import Game
from engine.game.sentences import ANNOUNCED_COUNTS, sentence
from engine.game.words_stated import TIES_OF_WORDS
from engine.grammar import then
from engine.ids import PlayerId
from engine.judge.case import JudgedRule, JudgedWild
from engine.play.effects.rule import rule_of_sending_out
from engine.play.showdown.awarding import NO_SIDE_RULE
from engine.play.strength.best_hand import Made, shares_of, shows_five, standings, unseen
from engine.play.strength.claims import RULE as ANNOUNCING
from engine.play.strength.claims import claim_for
from engine.speech import say, to_say
from engine.state import Hand

Scale = AnyScale | HighestClosed | None

NATURALS = "enemaerke/naturals"
SUITS = "munk/suits"
TIES = "all/equal-hands"
HALVES = "all/odd-chip-of-halves"
LAST_PLAYER = "all/last-player"
FIVE_SHOWN = "all/five-shown"
DEAL_OFF = "munk/deal-off"
ODD_CHIP = "standard/odd-chip-first-after-dealer"
SAYS = {
    ANNOUNCING: ANNOUNCED_COUNTS,
    NATURALS: to_say(
        "Of hands equal in all five cards, the one with better natural cards wins: the higher ones in straights "
        "and flushes, otherwise more of them."
    ),
    SUITS: to_say(
        "Hands without a pair compare by their highest card, suit included (spades, hearts, clubs, diamonds), and "
        "only then by the next card."
    ),
    TIES: to_say("Equal hands split."),
    DEAL_OFF: to_say("Equal hands do not split: each is dealt new open cards, without betting, until one is better."),
    **dict.fromkeys(
        map(rule_of_sending_out, ("enemaerke", "munk", "own")),
        to_say("A player who is dealt such a card open is out of the hand at once."),
    ),
    HALVES: to_say("The odd chip of a divided pot goes to the first half."),
    LAST_PLAYER: to_say("The last player in the hand takes the pot."),
    FIVE_SHOWN: to_say("Five shown cards are a whole hand: cards that nobody has seen do not count."),
    "enemaerke/high-low/1": to_say("A side that nobody declared goes to the other side."),
    "enemaerke/high-low/2": to_say(
        "A player who declared both must win or tie each side, and then takes their part of each."
    ),
    "enemaerke/high-low/3": to_say(
        "A player who declared both and wins only one side gets nothing, nor does the second best "
        "there: that side goes to the other."
    ),
    "enemaerke/high-low/4": to_say("A player who declared both and is best on neither side has simply lost."),
    NO_SIDE_RULE: to_say("If nobody wins either side, the pot is carried to the next hand."),
}
# By the direction in which betting runs.
ODD_CHIPS = {
    "left": to_say("Odd chips go one at a time to the winners, beginning left of the dealer."),
    "right": to_say("Odd chips go one at a time to the winners, beginning right of the dealer."),
}
# The same rules as the second half of a sentence: "Bo declared both and is best for neither side: …".
LOST_BY = {
    "enemaerke/high-low/1": to_say(
        "Nobody at the showdown declared {side}: a side that nobody declared goes to the other side."
    ),
    "enemaerke/high-low/2": to_say(
        "{player} declared both and {was}: a player who declared both must win or tie each side, and then takes their "
        "part of each."
    ),
    "enemaerke/high-low/3": to_say(
        "{player} declared both and {was}: a player who declared both and wins only one side gets nothing, nor does the "
        "second best there: that side goes to the other."
    ),
    "enemaerke/high-low/4": to_say(
        "{player} declared both and {was}: a player who declared both and is best on neither side has simply lost."
    ),
}


def wild_text(game: Game, made: Made) -> tuple[JudgedWild, ...]:
    """The wild cards of the hand, each with the words of the rule that makes it wild."""
    wilds: list[JudgedWild] = []
    for card, stands_for in zip(made.standing.cards, made.standing.stands_for, strict=True):
        made_wild = zip(game.wild_rules, made.wild, strict=True)
        rules = [sentence(rule, game) for rule, cards in made_wild if card in cards]
        if rules:
            wilds.append(JudgedWild(card=card, stands_for=stands_for, because="; ".join(rules)))
    return tuple(wilds)


def advantage(best: Standing, other: Standing, scale: Scale) -> tuple[str, str]:
    """How the better hand beats the other, and the name of a special rule this rests on (empty if none)."""
    hand = best.name
    if best.name != other.name:
        return say("{hand} beats {other}", hand=hand, other=other.name), ""
    if isinstance(scale, Words):
        ways = then([say(TIES_OF_WORDS[tie]) for tie in scale.ties.split()])
        return say("both have {hand}, and the winner is ahead by what breaks ties: {ways}", hand=hand, ways=ways), ""
    by_naturals = isinstance(scale, Poker) and scale.naturals and scale.naturals_first
    if by_naturals and _ranks(best) < _ranks(other):
        text = say(
            "both have {hand}, and the winner's has more natural cards, which count before side cards", hand=hand
        )
        return text, NATURALS
    if isinstance(scale, Poker) and scale.suits and (by_suit := _by_suit(best, other)):
        return by_suit, SUITS
    if _ranks(best) != _ranks(other):
        return (
            say("both have {hand}, and {cards} beats {others}", hand=hand, cards=_text(best), others=_text(other)),
            "",
        )
    if isinstance(scale, SingleCard):
        return say("both have {hand}, and the winner's next card is better", hand=hand), ""
    text = say("both have {hand} of the same ranks, and the winner's natural cards are better", hand=hand)
    return text, NATURALS


def _by_suit(best: Standing, other: Standing) -> str:
    """How the suit of a card decided before the side cards; empty if ranks did (RULINGS R-M1)."""
    places = enumerate(zip(best.stands_for, other.stands_for, strict=True))
    place, (mine, theirs) = next(((place, cards) for place, cards in places if cards[0] != cards[1]), (0, ("", "")))
    # Only hands without a pair compare by suit; straights and flushes among them have a comma in their names.
    if not mine or RANK.get(mine) != RANK.get(theirs) or "," in best.name or len(set(_ranks(best))) < len(best.cards):
        return ""
    hand, card, lower = best.name, pretty(mine), pretty(theirs)
    if not place:
        return say(
            "both have {hand}, and by Munk's rule the highest card's suit comes before the side cards: {card} beats "
            "{lower}",
            hand=hand,
            card=card,
            lower=lower,
        )
    return say(
        "both have {hand} with {cards}, and by Munk's rule the next card's suit comes before the others: {card} beats "
        "{lower}",
        hand=hand,
        cards=" ".join(pretty(card) for card in best.stands_for[:place]),
        card=card,
        lower=lower,
    )


def _ranks(standing: Standing) -> list[int]:
    """The ranks of the five cards; 0 for a wildcard that stands for none."""
    return [RANK.get(card, 0) for card in standing.stands_for]


def _text(standing: Standing) -> str:
    return " ".join(pretty(card) for card in standing.stands_for)


def why_they_win(
    hand: Hand, scale: Scale, winners: Sequence[PlayerId], rivals: Sequence[PlayerId]
) -> tuple[str, tuple[str, ...]]:
    """How a share was decided among these rivals, as a clause, and the names of the rules it rests on."""
    known = standings(hand, rivals, scale)
    best = known[winners[0]]
    others = [standing for player, standing in known.items() if player not in winners]
    if len(winners) > 1:
        return say("{hand}: equal hands", hand=best.name), (TIES,)
    if not others:
        return say("{hand}: nobody else can win it", hand=best.name), ()
    second = max(others, key=lambda standing: standing.value)
    if not best.beats(second):
        text = say("{hand}; others with as good a hand lost the other side, which they also needed", hand=best.name)
        return text, ()
    because, rule = advantage(best, second, scale)
    return because, (rule,) if rule else ()


def award_rule(game: Game) -> str:
    """The name of the rule by which the game's pot is divided."""
    return f"{game.rulebook}/award"


def best_of(known: Mapping[PlayerId, Standing]) -> list[PlayerId]:
    """The players whose hands no other beats."""
    return [player for player, own in known.items() if not any(other.beats(own) for other in known.values())]


def rules_stated(
    game: Game, hand: Hand, consequences: Sequence[events.Event], besides: Sequence[str]
) -> tuple[JudgedRule, ...]:
    """Every rule that was applied, the game's own rules first."""
    own = [JudgedRule(name=award_rule(game), says=sentence(game.award, game))]
    if game.levy is not None:
        says = " ".join((sentence(game.levy, game), say("The pot of a case is what is left of it.")))
        own.append(JudgedRule(name=f"{game.rulebook}/levy", says=says))
    names = dict.fromkeys(
        [*_of_claims(hand), *_of_five_shown(hand), *_of_sides(hand), *besides, *_of_events(consequences)]
    )
    return (*own, *(JudgedRule(name=name, says=_says(name, game)) for name in names))


def _says(rule: str, game: Game) -> str:
    if rule == ODD_CHIP:
        return odd_chips_text(game)
    return say(SAYS[rule]) if rule in SAYS else sentence(game.claims, game)


def odd_chips_text(game: Game) -> str:
    """Which winners of a pot get its odd chips (RULINGS R-G1)."""
    return say(ODD_CHIPS[game.direction])


def _of_claims(hand: Hand) -> Iterator[str]:
    """The rule of announcements or of challenges, if one applied."""
    if isinstance(hand.game.claims, Spellcheck):
        announced = bool(hand.showdown.claimed)
    else:
        shares = shares_of(hand.game)
        announced = any(claim_for(hand, player, scale) for player in hand.still_in for _, scale in shares)
    if announced:
        yield claims_rule(hand.game)


def _of_five_shown(hand: Hand) -> Iterator[str]:
    """The rule of five shown cards, if somebody has more that nobody has seen."""
    if any(shows_five(hand, player) and unseen(hand, player) for player in hand.still_in):
        yield FIVE_SHOWN


def claims_rule(game: Game) -> str:
    """The name of the rule by which an announcement counts."""
    return f"{game.rulebook}/spellcheck" if isinstance(game.claims, Spellcheck) else ANNOUNCING


def _of_sides(hand: Hand) -> Iterator[str]:
    """Those of the five rules of high/low with declaration that applied in this hand (RULINGS E3 High/low)."""
    sides = {
        player: side
        for player, side in hand.showdown.sides.items()
        if player in hand.still_in and player not in hand.showdown.mucked
    }
    if not sides:
        return
    if undeclared(sides):
        yield "enemaerke/high-low/1"
    yield from (rule for _, _, rule in both_declared(hand, sides))


def rivals_for(hand: Hand, share: str, left: Sequence[PlayerId]) -> list[PlayerId]:
    """Those who can win this share, by what they declared."""
    return [player for player in left if hand.showdown.sides.get(player, "both") in (share, "both")]


def undeclared(sides: Mapping[PlayerId, str]) -> list[str]:
    """The sides that nobody declared."""
    return [side for side in ("high", "low") if not {side, "both"} & set(sides.values())]


def both_declared(hand: Hand, sides: Mapping[PlayerId, str]) -> Iterator[tuple[PlayerId, list[str], str]]:
    """Each player who declared both, the sides they are best for, and the name of the rule that follows."""
    best = {
        name: best_of(standings(hand, [player for player, side in sides.items() if side in (name, "both")], scale))
        for name, scale in shares_of(hand.game)
    }
    for player, side in sides.items():
        if side == "both":
            best_for = [name for name, winners in best.items() if player in winners]
            yield player, best_for, f"enemaerke/high-low/{(4, 3, 2)[len(best_for)]}"


def _of_events(consequences: Sequence[events.Event]) -> Iterator[str]:
    awards = [event for event in consequences if isinstance(event, events.PotAwarded)]
    sums = [sum(share.chips for share in award.shares) for award in awards]
    for award, chips in zip(awards, sums, strict=True):
        if award.rule in SAYS:
            yield award.rule
        if chips % len(award.shares):
            yield ODD_CHIP
    if len(sums) > 1 and sum(sums) % 2:
        yield HALVES
    yield from (event.rule for event in consequences if isinstance(event, events.PotCarried))
