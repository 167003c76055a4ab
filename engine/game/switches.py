"""House switches: if a source can be read in more than one way, the table chooses.

What a switch changes in every game stands in `switched.py`; what it does to one game alone is data of the catalogue
(`engine.catalogue.SWITCHED`).
"""

from typing import Annotated, Literal

import msgspec

from engine.game.wilds import Scope

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
    one_eyed: Annotated[str, msgspec.Meta(pattern=f"^{CARD_PATTERN}( {CARD_PATTERN})*$", max_length=40)] = "Js Jh Kd"
    limit_raises: Literal["three", "four", "any"] = "three"
    half_bet_reopens: bool = False
    three_over_straight: bool = False


USUAL = Switches()
