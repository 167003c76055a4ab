"""The betting round: who opens it and what that takes, what a player owes, when it is over, and what comes back."""

from engine import commands, errors, events, words
from engine.game.betting import Blinds, HouseLimit, Openers
from engine.game.steps import Bet
from engine.ids import PlayerId
from engine.play.around import beginning_with
from engine.play.betting.facts import live_bets
from engine.play.betting.turn_order import able_to_answer, able_to_bet, next_to_dealer, opener
from engine.play.strength.claims import scale_of_words
from engine.play.strength.wild import hangs_on_the_deal, wild_cards
from engine.preconditions import doing_now, insist, playing_in
from engine.state import Hand, Night, Round

PASSED_OUT_RULE = "scroker/passed-out"


def openers_now(hand: Hand) -> Openers | None:
    """The hand that opening the betting round at the cursor takes; None if any hand may open."""
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    return step.openers if type(step) is Bet else None


def openers_text(hand: Hand) -> str:
    """The hand the opener had to hold, as "two Animals or three-letter word"; empty if any hand could open."""
    return " or ".join(asked.any_of) if (asked := _asked(hand)) else ""


def _asked(hand: Hand) -> Openers | None:
    return next((step.openers for step in hand.steps if isinstance(step, Bet) and step.openers is not None), None)


def passed_out(hand: Hand, betting: Round) -> bool:
    """Whether everybody declined to open a round that needs an opener (RULINGS R-S3); False if nobody was asked."""
    return openers_now(hand) is not None and betting.bettor is None and bool(betting.answered_at)


def could_have_opened(hand: Hand, player: PlayerId) -> bool:
    """Whether the player held what opening the first round takes; unknown cards count as if they did (RULINGS R-S2).

    Always True for a player who did not open that round.
    """
    asked, scale = _asked(hand), scale_of_words(hand.game)
    if player != hand.rounds.opener or asked is None or scale is None or hangs_on_the_deal(hand.game):
        return True
    cards = [held.card for held in hand.rounds.opener_held]
    wild = wild_cards(hand.game, [held.card for held in hand.cards.board]).intersection(cards)
    return words.could_open(words.reading_of(scale, hand.deck.name), asked.any_of, cards, wild) is not False


def fall(hand: Hand, player: PlayerId) -> events.CouldNotOpen:
    """The event that the opener could not open: they were about to win, and the second-best hand wins instead."""
    return events.CouldNotOpen(player=player, cards=tuple(held.card for held in hand.rounds.opener_held))


def betting_round(night: Night, player: PlayerId) -> tuple[Hand, Round]:
    """The hand and its open betting round; refuses when there is none or the player is not in the hand."""
    hand = playing_in(night, player)
    if hand.round is None:
        raise errors.NoBettingNow(doing=doing_now(hand))
    return hand, hand.round


def is_turn(betting: Round, player: PlayerId) -> bool:
    """Whether the player may act now; while nobody knows who opens, anyone may."""
    return bool(betting.waiting) and (betting.anyone or betting.waiting[0] == player)


def counts_out_of_turn(hand: Hand, betting: Round, player: PlayerId) -> bool:
    """Whether the player is out of turn in a game whose rulebook says what becomes of chips put in out of turn."""
    return hand.game.out_of_turn != "refused" and not is_turn(betting, player)


def owed(betting: Round, player: PlayerId) -> int:
    """The chips the player must put in to stay in the hand."""
    price, paid = betting.price, betting.paid.get(player, 0)
    return price - paid if price > paid else 0


def in_turn(command: commands.Wager | commands.Check | commands.Fold, betting: Round) -> None:
    """Refuses an act out of turn, unless that is waived."""
    waiting = betting.waiting
    if waiting and waiting[0] == command.player:
        return
    if not is_turn(betting, command.player):
        insist(command, errors.NotYourTurn(player=command.player, turn=betting.waiting[:1]))


def is_covered(betting: Round, player: PlayerId) -> bool:
    return player in betting.ahead and betting.paid.get(player, 0) >= betting.price


def opening_of(night: Night, hand: Hand) -> events.RoundOpened:
    """How the betting round at the cursor begins: who is asked, in order, the price and the least bet after blinds."""
    first, opens = opener(hand)
    lead = first if first is not None else next_to_dealer(hand)
    forced, house = hand.game.forced, type(hand.game.limit) is HouseLimit
    blinds = forced if type(forced) is Blinds else None
    least, price = blinds.big if blinds and not house else 1, 0
    if blinds and hand.rounds.closed == 0 and (paid := live_bets(hand)):
        price = max(blinds.big, *paid.values())
        least = least if house else max(price, least)
    able = able_to_answer(night, hand) if price else able_to_bet(night, hand)
    in_order = beginning_with(hand.betting_order, lead)
    return events.RoundOpened(
        asked=tuple([player for player in in_order if player in able] if len(able) < len(in_order) else in_order),
        opens=opens,
        price=price,
        least=least,
        anyone=first is None,
        openers=openers_now(hand) is not None,
    )


def round_is_over(night: Night, hand: Hand, betting: Round) -> bool:
    """Whether nobody owes an answer, or the only player with chips left has already paid as much as anybody."""
    if not betting.waiting:
        return True
    # Usually the first two players have chips left, and the others need no look.
    able: list[PlayerId] = []
    all_in, by_shadow, taps_out = hand.stakes.all_in, hand.game.short == "shadow", hand.game.short == "tap-out"
    for player in hand.still_in:
        asked = by_shadow or night.stack(player) > 0 or (taps_out and owed(betting, player) > 0)
        if asked and player not in all_in:
            if able:
                return False
            able.append(player)
    most = max((betting.paid.get(player, 0) for player in hand.still_in if player not in able), default=0)
    return all(betting.paid.get(player, 0) >= most for player in able)


def not_asked(night: Night, hand: Hand, betting: Round) -> events.NotAsked | None:
    """The players who need not answer a new price; None if everybody asked must answer.

    They cannot bet, or they may not raise and have already paid the price (RULINGS E3, R-E4). A player who bet their
    last chip early, in a game where that binds, is still asked: their bet has to count, or they tap out with it.
    """
    mode, able = hand.game.out_of_turn, able_to_answer(night, hand)
    if len(able) == len(hand.still_in) and not betting.ahead:
        return None
    unable = [player for player in betting.waiting if player not in able]
    if betting.ahead and mode == "binds":
        unable = [player for player in unable if player not in betting.ahead]
    skipped = unable
    if betting.ahead and mode == "stays":
        skipped = [player for player in betting.waiting if player in unable or is_covered(betting, player)]
    return events.NotAsked(players=tuple(skipped), contested=betting.contested - len(unable)) if skipped else None


def new_least(hand: Hand, betting: Round, by: int) -> int | None:
    """The least raise after the price has gone up by `by` chips; None if it stays.

    A house limit has no least raise: after a peder, one chip is a raise again.
    """
    return by if by > betting.raise_least and type(hand.game.limit) is not HouseLimit else None


def uncalled(night: Night, hand: Hand, betting: Round) -> tuple[events.UncalledReturned, ...]:
    """The return of what the highest payer put in above everyone else; empty in a game with shadows, where it stays."""
    paid = betting.paid
    if hand.game.short == "shadow" or not paid:
        return ()
    player = max(paid, key=paid.__getitem__)
    matched = max([chips for other, chips in paid.items() if other != player], default=0)
    # A ruling may have taken chips out of the pot since.
    surplus = min(paid[player] - matched, night.balance.get("pot", 0))
    if surplus == 0 or player not in hand.still_in:
        return ()
    return (events.UncalledReturned(player=player, chips=surplus),)


def early_bet_stands(hand: Hand, betting: Round) -> tuple[events.EarlyBetStands, ...]:
    """The early bet that now binds the player in turn; empty if there is none or it no longer covers the price."""
    if hand.game.out_of_turn != "binds" or betting.anyone:
        return ()
    player = betting.waiting[0]
    if player not in betting.ahead or betting.paid[player] < betting.price:
        return ()
    to = betting.paid[player]
    by = to - betting.price
    return (events.EarlyBetStands(player=player, to=to, by=by, least=new_least(hand, betting, by)),)
