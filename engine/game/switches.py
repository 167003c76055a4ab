"""House switches: if a source can be read in more than one way, the table chooses.

What a switch changes in every game stands here; what it does to one game alone is data of the catalogue
(`engine.catalogue.SWITCHED`).
"""

from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from engine.game.awards import AnyAward, AnyScale, Claims, Poker, Spellcheck, TarokScore, Words
from engine.game.betting import FixedLimit, Limit
from engine.game.definition import Game
from engine.game.steps import AnyStep, Bet, TakeWidow, TurnTrump
from engine.game.wilds import ONE_EYED, AnyWildRule, Cards, Follower, Personal, Scope, Spots

CARD_PATTERN = "(10|[2-9JQKA])[shdc]"


class Switches(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """How this house reads the rules; the defaults are those of the rulings.

    `rounds`: betting rounds as a game's description has them, or as the overview counts them (R-D6, R-D7).
    `follower_scope`: after an open queen the next card is wild with its rank, or only that card is (R-D1).
    `single_wild_scope`: a single wild card, a player's own or one at a spot, is wild alone, or with its rank (R-D1).
    `dark_mode`: the last five cards of Rubbers in the Dark are added, or replace the first five (R-D9). `criss_cross`:
    a hand may use the whole cross, or one bar of it (R-D10). `naturals_before_kickers`: natural cards break ties before
    the side cards do (R-E7). `passed_out`: if nobody opens, the antes wait for the next hand, or go back (R-S3).
    `stakes_include_ante`: a player who loses a challenge pays all they have put in, or all but the ante (R-S5).
    `hot_scope`: a hot game counts the peppers of the whole hand, or of its words (R-S9). `toothpick_deal`: the cards of
    Texas Toothpick Toast go round to the left as usual, or to the right (R-M12). `trump_from`: the trump suit in Lift
    Smoke is that of the dealer's last card, or of the top card of the stock, which is set aside (R-L5). `jack_value`:
    how many points a jack counts in Tarok (R-T1). `widow_multiplier_scope`: whether the later choices of the widow
    double and treble the whole game or only its base (R-T5). `never_discarded`: kings only, or all cards that count
    five (R-T8). `pagat_pays`: who pays an opponent who wins the last trick with the pagat (R-T11). `tarok_kept`: a
    score is paid in chips, or kept on paper (R-T10). `one_eyed`: which picture cards of this house's pack show one eye
    (RULINGS D3). `limit_raises`: how many raises may follow the bet of a round at a fixed limit while more than two are
    in the hand. `half_bet_reopens`: at a fixed limit an all-in of half a bet lets players who have acted raise again.
    `three_over_straight`: if a flush beats a full house, three of a kind also beats a straight.
    """

    rounds: Literal["description", "table"] = "description"
    follower_scope: Scope = "rank"
    single_wild_scope: Scope = "card"
    dark_mode: Literal["add", "replace"] = "add"
    criss_cross: Literal["cross", "bar"] = "cross"
    naturals_before_kickers: bool = False
    passed_out: Literal["carry", "refund"] = "carry"
    stakes_include_ante: bool = True
    hot_scope: Literal["hand", "words"] = "hand"
    toothpick_deal: Literal["left", "right"] = "left"
    trump_from: Literal["dealer_last", "stock_top"] = "dealer_last"
    jack_value: Literal[2, 3] = 2
    widow_multiplier_scope: Literal["game", "base"] = "game"
    never_discarded: Literal["kings", "five_points"] = "kings"
    pagat_pays: Literal["bidder_only", "all"] = "bidder_only"
    tarok_kept: Literal["chips", "paper"] = "chips"
    one_eyed: Annotated[str, msgspec.Meta(pattern=f"^{CARD_PATTERN}( {CARD_PATTERN})*$", max_length=40)] = ONE_EYED
    limit_raises: Literal["three", "four", "any"] = "three"
    half_bet_reopens: bool = False
    three_over_straight: bool = False


USUAL = Switches()


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
