"""What makes a declaration unsound: one small function for each finding, for the catalogue and the club's own games.

A new word brings its findings with it: write the function in `engine.game.findings` and name it in `CHECKS`.
"""

from functools import lru_cache

from engine.game.counts import KEPT, deck_cards, own_cards, players_served, seats_the_deck_allows, shared_cards
from engine.game.definition import Game, unsaid
from engine.game.findings.bets import blinds_are_no_blinds, limit_cannot_be
from engine.game.findings.board import (
    more_turned_than_laid,
    no_such_spot,
    picture_shows_other_spots,
    spots_do_not_match_cards_laid,
)
from engine.game.findings.finding import Check, Finding
from engine.game.findings.pack import (
    best_is_no_range,
    deck_cannot_suffice,
    no_such_card,
    no_such_deck,
    seats_are_no_range,
    wildcards_stand_for_nothing,
)
from engine.game.findings.piles import (
    no_pile_to_reveal,
    no_pile_to_turn,
    nothing_closed_to_arrange,
    nothing_closed_to_expose,
    pile_not_turned,
)
from engine.game.findings.pot import (
    levy_takes_nothing,
    no_closed_card_at_the_end,
    no_shares_when_beaten_hands_leave,
    no_sides_to_declare,
    no_such_suit,
    own_exceeds_hand,
    scale_has_no_low,
)
from engine.game.findings.script import (
    batch_of_none,
    draw_exceeds_hand,
    name_the_game_first,
    no_own_cards,
    nothing_to_decide,
    nothing_to_double,
    pass_exceeds_hand,
    step_without_cards,
)
from engine.game.findings.tricks import (
    no_award_for_tricks,
    no_such_contract,
    pack_has_no_suits_for_tricks,
    tricks_know_no_wild_cards,
)
from engine.game.findings.wild_cards import (
    cards_have_no_ranks,
    no_last_card,
    no_open_card_to_take_effect,
    no_open_deal_to_follow,
    nothing_open_to_pair_with,
    scale_knows_no_wild_cards,
)
from engine.game.findings.words import (
    no_clean_pairs,
    no_such_openers,
    no_such_ruling_card,
    no_such_words,
    no_words_to_check,
    scale_does_not_fit_deck,
    scale_has_no_suits_of_letters,
)

__all__ = ["CHECKS", "Finding", "deck_cards", "findings", "own_cards", "seats_the_deck_allows", "shared_cards"]


@lru_cache(maxsize=KEPT)
def findings(game: Game) -> tuple[Finding, ...]:
    """Everything unsound about a game that its rulebook has resolved; empty if the game is sound."""
    assert not unsaid(game), "Ask after Rulebook.resolve."
    game = game.for_players(players_served(game)[1])
    return tuple(finding for check in CHECKS for finding in check(game))


CHECKS: tuple[Check, ...] = (
    no_such_deck,
    no_such_card,
    wildcards_stand_for_nothing,
    seats_are_no_range,
    best_is_no_range,
    limit_cannot_be,
    blinds_are_no_blinds,
    deck_cannot_suffice,
    batch_of_none,
    step_without_cards,
    no_own_cards,
    draw_exceeds_hand,
    more_turned_than_laid,
    own_exceeds_hand,
    no_shares_when_beaten_hands_leave,
    scale_has_no_low,
    scale_does_not_fit_deck,
    scale_has_no_suits_of_letters,
    no_such_words,
    no_such_ruling_card,
    no_such_openers,
    no_clean_pairs,
    no_words_to_check,
    no_such_suit,
    no_such_spot,
    spots_do_not_match_cards_laid,
    picture_shows_other_spots,
    pass_exceeds_hand,
    nothing_closed_to_arrange,
    nothing_closed_to_expose,
    no_pile_to_reveal,
    no_pile_to_turn,
    pile_not_turned,
    scale_knows_no_wild_cards,
    no_closed_card_at_the_end,
    no_open_deal_to_follow,
    no_last_card,
    nothing_open_to_pair_with,
    cards_have_no_ranks,
    no_open_card_to_take_effect,
    no_sides_to_declare,
    levy_takes_nothing,
    tricks_know_no_wild_cards,
    no_award_for_tricks,
    pack_has_no_suits_for_tricks,
    no_such_contract,
    name_the_game_first,
    nothing_to_double,
    nothing_to_decide,
)
