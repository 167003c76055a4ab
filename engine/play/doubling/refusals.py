"""Refusals of doubling the stakes."""

from engine.errors import AgainstTheRules, Impossible


class HasNothingToDouble(Impossible):
    code = "has_nothing_to_double"
    sentence = "{player} has put nothing into this pot and cannot double it; they check or fold."


class IsNotTheDoubling(AgainstTheRules):
    code = "is_not_the_doubling"
    title = "the stakes are doubled or left as they are"
    sentence = "{player} bets {by}, but in this round a player doubles the stakes, with {stake}, or checks."


class StakesAreDoubledOnce(AgainstTheRules):
    code = "stakes_are_doubled_once"
    title = "the stakes are doubled once"
    sentence = "{player} cannot raise: the stakes are doubled, and nobody raises that. {player} calls or folds."
