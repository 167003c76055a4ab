"""The rules of the showdown: showing, giving up, and naming winners, which known cards must not contradict."""

from msgspec.structs import replace

from engine import commands, errors
from engine.cards.announcement import ACCEPTED
from engine.game.awards import AnyScale, HighestClosed, LastHolding, PlayersSpeak
from engine.game.steps import Tricks
from engine.ids import PlayerId
from engine.play.betting.limits import to_bring_in
from engine.play.betting.round import could_have_opened, openers_text, owed
from engine.play.betting.rule import may_check
from engine.play.betting.turn_order import after
from engine.play.holdings.knowledge import may_name, must_hold, read_cards
from engine.play.holdings.lying import may_be_shown, shown_of_the_board
from engine.play.showdown.pots import pots_of
from engine.play.sides.rule import SIDES, able_to_win, named_by_sides, named_for
from engine.play.strength.best_hand import (
    announced_at_most,
    at_least,
    has_shown,
    known_cards,
    shares_at_stake,
    shares_of,
    standings,
    surely_announced,
    takes_five_shown,
    whole_hand_known,
    whole_hands_known,
)
from engine.play.strength.claims import claim_for, claim_in_full, kinds_announced, must_be_seen, read_claims
from engine.preconditions import dealt_in, in_play, insist, playing, playing_in
from engine.registry import decides
from engine.speech import phrase
from engine.state import UNKNOWN, Hand, Held, Night


def contenders(hand: Hand) -> list[PlayerId]:
    """The players who can still win: in the hand, not given up, and with a right to the pot."""
    mucked, fallen = hand.showdown.mucked, hand.showdown.fallen
    if not mucked and not fallen:
        return hand.still_in.copy()
    return [player for player in hand.still_in if player not in mucked and player not in fallen]


def order_of_showing(hand: Hand) -> list[PlayerId]:
    """The players who can still win, in the order they show (RULINGS E3, Showdown order; R-E5).

    The last to open or raise shows first, or the first to act if everybody checked; the others follow clockwise. The
    source describes this order and punishes nobody, so showing out of order is not refused.
    """
    left = contenders(hand)
    first = hand.rounds.shows_first
    if first is None:
        return [player for player in hand.betting_order if player in left]
    others = [player for player in after(hand, first, left) if player != first]
    return [first, *others] if first in left else others


def decided(hand: Hand) -> bool:
    """Whether the showdown has an outcome: the table named it, one player is left, or the cards decide."""
    if hand.showdown.named is not None:
        return True
    left = contenders(hand)
    if len(left) == 1:
        return True
    # Whoever sits last most often shows last.
    return all(has_shown(hand, player) for player in reversed(left)) and whole_hands_known(hand, left)


def with_a_right(hand: Hand, left: list[PlayerId]) -> list[PlayerId]:
    """Contenders who can win a share: announcing a hand one does not hold costs the right to the pot (RULINGS E3).

    If high and low are both announced, the one that is there keeps its right (R-E6). The last player takes the pot
    unseen, unless the others gave up to an announcement that this player's known cards do not bear out.
    """
    if hand.showdown.named is not None or not hand.showdown.claimed:
        return left
    if len(left) == 1 and (left[0] not in hand.showdown.claimed or known_cards(hand, left[0]) is None):
        return left
    scales = [scale for _, scale in shares_of(hand.game) if not isinstance(scale, HighestClosed)]
    able = {player for scale in scales for player in standings(hand, left, scale)}
    return [player for player in left if player in able]


@decides(commands.ShowHand)
def show_hand(command: commands.ShowHand, night: Night) -> commands.ShowHand:
    """Shows cards: at the showdown a player still in, after the hand anyone who was dealt in."""
    in_play(night)
    hand = night.hand or night.last_hand
    if hand is None:
        raise errors.NoHandIsPlayed()
    player = command.player
    if player not in hand.order:
        raise errors.PlayerIsNotInTheHand(player=player, players=list(hand.order))
    if night.hand is not None:
        dealt_in(hand, player)
    lying = may_be_shown(hand, hand.cards.own[player])
    cards = command.cards
    known = tuple([held.card for held in lying])
    if cards != known or not cards or UNKNOWN in known or hand.cards.kept:
        # What is known to lie here, and was never in doubt, needs no reading.
        cards = _cards_that_lie_here(command, hand, lying)
    if command.announced and night.hand is not None:
        if hand.showdown.claimed.get(player, command.announced) != command.announced:
            raise errors.HasAnnounced(player=player, announced=hand.showdown.claimed[player])
        if hand.stage != "showdown":
            # An announcement counts, so it is made only when all bets are in.
            insist(command, errors.AnnouncedTooSoon(player=player, waiting=waited_for(hand)))
        _must_be_read(hand, player, command.announced)
        whole = len(cards) == len(lying) == len(hand.cards.own[player])
        must_be_seen(hand, command.announced, cards if whole else (UNKNOWN,))
    before = _passed_over(night, hand, player)
    return (
        command if (command.cards, command.before) == (cards, before) else replace(command, cards=cards, before=before)
    )


def _cards_that_lie_here(command: commands.ShowHand, hand: Hand, lying: list[Held]) -> tuple[str, ...]:
    player = command.player
    mixed = hand.stage == "showdown" and takes_five_shown(hand.game)
    board = {held.card for held in hand.cards.board if held.up} if mixed else set()
    several = hand.deck.several
    cards = read_cards(hand, command.cards, besides=(*may_name(hand, player, lying), *(board - several)))
    if UNKNOWN in cards:
        raise errors.FaceIsMissing()
    shared = shown_of_the_board(hand, lying, cards) if mixed else frozenset()
    if shared and (twins := several.intersection(board, cards)):
        # One lies on the board, and nobody could tell whether it is meant.
        raise errors.CardIsAlreadyOut(card=min(twins))
    own = [card for card in cards if card not in shared]
    if len(own) > len(lying) and UNKNOWN in board:
        raise errors.SharedCardsAreNotKnown(player=player, given=len(own), own=len(lying))
    if not cards or len(own) > len(lying):
        raise errors.WrongNumberOfCards(given=len(own), wanted=len(lying), what=phrase("shown"))
    must_hold(hand, player, lying, own)
    return cards


def _passed_over(night: Night, hand: Hand, player: PlayerId) -> PlayerId | None:
    """The player who should have shown first, if another begins; None if this player is right or the game has no order.

    Nothing is refused, because the source punishes nobody for it.
    """
    at_showdown = night.hand is hand and hand.stage == "showdown" and not hand.showdown.deal_offs
    if not at_showdown or not isinstance(hand.game.claims, PlayersSpeak) or somebody_has_shown(hand):
        return None
    first = order_of_showing(hand)[0]
    return first if first != player else None


def somebody_has_shown(hand: Hand) -> bool:
    """Whether a card has been shown at this showdown, or a whole hand before it."""
    own = hand.cards.own.values()
    return bool(hand.showdown.shown or hand.showdown.of_the_board) or any(held.shown for cards in own for held in cards)


def _must_be_read(hand: Hand, player: PlayerId, announced: str) -> None:
    kinds = kinds_announced(hand.game)
    stated = claim_in_full(hand, player, announced)
    if kinds and read_claims(stated, kinds, hand.showdown.sides.get(player, "")) is None:
        raise errors.AnnouncementIsUnclear(player=player, announced=announced, accepted=ACCEPTED)


@decides(commands.Muck)
def muck(command: commands.Muck, night: Night) -> commands.Muck:
    """Gives up at the showdown; refuses the last player, because somebody must win."""
    hand = _at_showdown(night, command.player)
    if contenders(hand) == [command.player]:
        raise errors.SomebodyMustWin(player=command.player)
    if command.player in hand.showdown.mucked:
        raise errors.PlayerHasFolded(player=command.player)
    if has_shown(hand, command.player) and whole_hand_known(hand, command.player):
        raise errors.HasShownAlready(player=command.player)
    return command


@decides(commands.NameWinners)
def name_winners(command: commands.NameWinners, night: Night) -> commands.NameWinners:
    """The table names the winners; refuses if known cards say otherwise in any pot."""
    hand = playing(night)
    if hand.stage != "showdown" and not may_end_now(hand):
        raise _not_yet(hand)
    shares = shares_at_stake(hand)
    if len(command.rankings) > len(shares):
        raise errors.TooManyShares(given=len(command.rankings), shares=[name for name, _ in shares])
    left = contenders(hand)
    _only_contenders(command, left)
    if hand.showdown.sides:
        command = named_by_sides(command, hand, left)
    for pot in pots_of(night, hand):
        rivals = [player for player in pot.eligible if player in left]
        if len(rivals) < 2:
            continue
        if hand.showdown.sides:
            _sides_must_agree(command, hand, rivals)
            continue
        if not any(player in group for group in command.rankings[0] for player in rivals):
            order = _as_could_be_named(command, night, hand, left)
            raise errors.PotWithoutWinner(chips=pot.chips, players=rivals, order=order)
        for place, (share, scale) in enumerate(shares):
            ranking = command.rankings[place] if place < len(command.rankings) else ()
            first = next((group for group in ranking if any(player in group for player in rivals)), ())
            _must_agree_with_cards(
                command, share, [player for player in rivals if player in first], hand, scale, rivals
            )
    return command


def _as_could_be_named(
    command: commands.NameWinners, night: Night, hand: Hand, left: list[PlayerId]
) -> list[list[PlayerId]]:
    """The players the table named, then all who can win a side pot, those who put in least first."""
    groups = [list(group) for group in command.rankings[0] if group]
    named = {player for group in groups for player in group}
    contested = [pot for pot in pots_of(night, hand)[1:] if len(set(pot.eligible) & set(left)) > 1]
    able = {player for pot in contested for player in pot.eligible if player in left and player not in named}
    return [
        *groups,
        *([player] for player in sorted(able, key=lambda player: (hand.stakes.put_in[player], left.index(player)))),
    ]


def _sides_must_agree(command: commands.NameWinners, hand: Hand, rivals: list[PlayerId]) -> None:
    """Refuses a winner of a side who is beaten by another player who declared it; other hands do not matter."""
    sides = {player: hand.showdown.sides[player] for player in rivals}
    for place, (share, scale) in enumerate(shares_of(hand.game)):
        able = able_to_win(sides, SIDES[place])
        winners = named_for(command, place, able)
        if able and not winners:
            raise errors.SideWithoutWinner(share=share, players=able)
        _must_agree_with_cards(command, share, winners, hand, scale, able)


def may_end_now(hand: Hand) -> bool:
    """Whether the table may name the winner before the showdown and leave the rest of the hand unwritten.

    It may while tricks decide, and otherwise outside betting rounds after the first, if cards that matter are unknown.
    """
    if hand.stage != "playing" or hand.contract is not None:
        return False
    if isinstance(hand.steps[hand.cursor], Tricks):
        return isinstance(hand.game.award, LastHolding)
    unknown = any(held.card == UNKNOWN for player in contenders(hand) for held in hand.cards.own[player])
    return unknown and hand.round is None and hand.rounds.closed > 0


def _only_contenders(command: commands.NameWinners, left: list[PlayerId]) -> None:
    for ranking in command.rankings:
        placed = [player for group in ranking for player in group]
        for player in placed:
            if player not in left:
                raise errors.CannotWin(player=player, players=left)
        if len(set(placed)) != len(placed):
            raise errors.NamedTwice(players=placed)
    if not any(command.rankings):
        raise errors.NobodyNamed(players=left)


def _must_agree_with_cards(
    command: commands.NameWinners,
    share: str,
    winners: list[PlayerId],
    hand: Hand,
    scale: AnyScale | HighestClosed | None,
    rivals: list[PlayerId],
) -> None:
    """Refuses winners whom known cards contradict; unknown cards contradict nothing, nor do any before the showdown."""
    if hand.stage != "showdown":
        return
    able = [player for player in rivals if not _has_lost_the_right(hand, player)]
    known = standings(hand, able, scale)
    partly = at_least(hand, able, scale)
    for winner in winners:
        if not could_have_opened(hand, winner):
            cards = [held.card for held in hand.rounds.opener_held]
            insist(command, errors.CouldNotHaveOpened(player=winner, cards=cards, openers=openers_text(hand)))
        if winner not in known:
            if winner not in able or _is_sure(hand, winner, scale):
                insist(command, _why_not(hand, winner, share, scale))
            else:
                _must_agree_with_what_was_announced(command, share, winner, hand, scale, able)
            continue
        if not _is_sure(hand, winner, scale):
            continue
        own = known[winner]
        for other, standing in (*known.items(), *partly.items()):
            tied = other in known and not own.beats(standing) and not standing.beats(own)
            if standing.beats(own) or (tied and other not in winners):
                refusal = errors.CardsSayOtherwise(
                    share=share,
                    player=winner,
                    hand=own.name,
                    other=other,
                    other_hand=standing.name,
                )
                insist(command, refusal)
    if not winners and known:
        player, standing = next(iter(known.items()))
        insist(command, errors.ShareHasAWinner(player=player, share=share, hand=standing.name))


def _must_agree_with_what_was_announced(
    command: commands.NameWinners,
    share: str,
    winner: PlayerId,
    hand: Hand,
    scale: AnyScale | HighestClosed | None,
    rivals: list[PlayerId],
) -> None:
    """Refuses a winner whose announced hand is lower than one that a rival announced and showed (RULINGS E3, R-D23).

    Which hand was announced is known even where a card that nobody has seen decides what is wild.
    """
    most = announced_at_most(hand, winner, scale)
    if most is None:
        return
    for other in rivals:
        standing = surely_announced(hand, other, scale) if other != winner else None
        if standing is not None and standing.beats(most):
            refusal = errors.CardsSayOtherwise(
                share=share,
                player=winner,
                hand=hand.showdown.claimed[winner],
                other=other,
                other_hand=standing.name,
            )
            insist(command, refusal)


def _is_sure(hand: Hand, player: PlayerId, scale: AnyScale | HighestClosed | None) -> bool:
    """Whether known cards say everything about this share for the player; an unknown one may be a higher spade."""
    if isinstance(scale, HighestClosed):
        return whole_hand_known(hand, player)
    return known_cards(hand, player) is not None


def _has_lost_the_right(hand: Hand, player: PlayerId) -> bool:
    """Whether the player announced a hand that their known cards do not make."""
    return (
        player in hand.showdown.claimed and known_cards(hand, player) is not None and not with_a_right(hand, [player])
    )


def _why_not(
    hand: Hand, player: PlayerId, share: str, scale: AnyScale | HighestClosed | None
) -> errors.AgainstTheRules:
    if claim_for(hand, player, scale) or _has_lost_the_right(hand, player):
        return errors.AnnouncedIsNotThere(player=player, share=share, announced=hand.showdown.claimed[player])
    return errors.HandDoesNotQualify(player=player, share=share)


def _at_showdown(night: Night, player: PlayerId) -> Hand:
    hand = playing_in(night, player)
    if hand.stage != "showdown":
        raise _not_yet(hand)
    return hand


def _not_yet(hand: Hand) -> errors.Impossible:
    """The refusal of an act before the showdown; if only betting is not over, it says the line that ends it."""
    betting = hand.round
    owing = betting is not None and any(owed(betting, player) for player in betting.waiting)
    if betting is None or not (owing or (may_check(hand) and not to_bring_in(hand))):
        return errors.NotAtTheShowdown(waiting=waited_for(hand))
    return errors.BettingIsNotOver(waiting=waited_for(hand), line="all call" if owing else "all check")


def waited_for(hand: Hand) -> list[str]:
    """The players the hand waits for before the showdown, or "the dealer"."""
    waiting = hand.round.waiting if hand.round else hand.asked.waiting
    return list(waiting[:1]) or [phrase("the dealer")]
