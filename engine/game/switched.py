"""What the switches of a house change in the declarations of games."""

from typing import Literal

from msgspec.structs import replace

from engine.game.awards import AnyAward, TarokScore
from engine.game.betting import FixedLimit, Limit
from engine.game.claims import Claims, Spellcheck
from engine.game.definition import Game
from engine.game.scales import AnyScale, Poker, Words
from engine.game.steps import AnyStep, Bet, TakeWidow, TurnTrump
from engine.game.switches import USUAL, Switches
from engine.game.wilds import AnyWildRule, Cards, Follower, Personal, Spots

# The cards of Tarok that count five points each.
FIVE_POINTS = "K joker XXI I"
RAISES: dict[str, int | Literal["any"]] = {"three": 3, "four": 4, "any": "any"}


def thrown(switches: Switches) -> dict[str, object]:
    """The switches that differ from the rulings, by name, with their values."""
    if switches == USUAL:
        return {}
    return {
        field: getattr(switches, field)
        for field in Switches.__struct_fields__
        if getattr(switches, field) != getattr(USUAL, field)
    }


def as_the_house_has_it(game: Game, switches: Switches) -> Game:
    """The declaration with the changes that the switches make to every game alike."""
    if switches == USUAL:
        return game
    wild = tuple(_wild(rule, switches) for rule in game.wild_rules)
    claims = _claims(game.claims, switches)
    return replace(
        game,
        play=tuple(_step(step, switches) for step in game.steps),
        wild=wild,
        scale=_scale(game.scale, switches),
        claims=claims,
        award=_award(game.award, switches),
        limit=_limit(game.limit, switches),
    )


def _step(step: AnyStep, switches: Switches) -> AnyStep:
    match step:
        case Bet() if step.openers is not None:
            return replace(step, openers=replace(step.openers, passed_out=switches.passed_out))
        case TurnTrump():
            return replace(step, of=switches.trump_from)
        case TakeWidow() if switches.never_discarded == "five_points":
            return replace(step, keep=FIVE_POINTS)
        case _:
            return step


def _award(award: AnyAward | None, switches: Switches) -> AnyAward | None:
    if not isinstance(award, TarokScore):
        return award
    return replace(
        award,
        jack=switches.jack_value,
        multiplier=switches.widow_multiplier_scope,
        pagat_pays="all" if switches.pagat_pays == "all" else "bidder",
        kept=switches.tarok_kept,
    )


def _limit(limit: Limit | None, switches: Switches) -> Limit | None:
    """The limit with the house's switches; a switch left as it is does not change what the game itself says."""
    if not isinstance(limit, FixedLimit):
        return limit
    raises = limit.raises if switches.limit_raises == USUAL.limit_raises else RAISES[switches.limit_raises]
    return replace(limit, raises=raises, reopens="half" if switches.half_bet_reopens else limit.reopens)


def _claims(claims: Claims | None, switches: Switches) -> Claims | None:
    return replace(claims, ante=switches.stakes_include_ante) if isinstance(claims, Spellcheck) else claims


def _wild(rule: AnyWildRule, switches: Switches) -> AnyWildRule:
    match rule:
        case Follower():
            return replace(rule, scope=switches.follower_scope)
        case Personal() | Spots():
            return replace(rule, scope=switches.single_wild_scope)
        case Cards(names=USUAL.one_eyed):
            return replace(rule, names=switches.one_eyed)
        case _:
            return rule


def _scale(scale: AnyScale | None, switches: Switches) -> AnyScale | None:
    if isinstance(scale, Poker) and scale.flush_over_house and switches.three_over_straight:
        scale = replace(scale, three_over_straight=True)
    if isinstance(scale, Poker) and scale.naturals:
        return replace(scale, naturals_first=switches.naturals_before_kickers)
    if isinstance(scale, Words):
        return replace(scale, peppers=switches.hot_scope)
    return scale
