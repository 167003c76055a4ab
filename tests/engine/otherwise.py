"""Everything that can be read in two ways, read the other way: one house that has every switch thrown."""

from typing import Any

OTHERWISE: dict[str, Any] = {
    "rounds": "table",
    "follower_scope": "card",
    "single_wild_scope": "rank",
    "dark_mode": "replace",
    "criss_cross": "bar",
    "naturals_before_kickers": True,
    "passed_out": "refund",
    "stakes_include_ante": False,
    "hot_scope": "words",
    "toothpick_deal": "right",
    "trump_from": "stock_top",
    "jack_value": 3,
    "widow_multiplier_scope": "base",
    "never_discarded": "five_points",
    "pagat_pays": "all",
    "tarok_kept": "paper",
    "one_eyed": "Js Jh",
    "limit_raises": "any",
    "half_bet_reopens": True,
    "three_over_straight": True,
}
