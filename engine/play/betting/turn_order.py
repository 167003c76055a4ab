"""Whose turn it is: who deals, posts and opens, where button and blinds fall, and who can still bet."""

from bisect import bisect
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from engine import events
from engine.cards.card import RANK, SUIT
from engine.commands import AnnounceHand, Post
from engine.events import Opens
from engine.game.awards import Low
from engine.game.betting import Ante, BestShowing, Blinds, BringIn, PreviousOpener
from engine.game.definition import Game
from engine.game.steps import TurnUntilBeaten
from engine.ids import PlayerId
from engine.play.around import behind
from engine.play.betting.acts import LIVE
from engine.play.strength.best_hand import standing_of
from engine.play.strength.evaluating import NotKnown, value_showing
from engine.state import UNKNOWN, Before, Hand, Night, begun

# The suits, lowest first, by which card rooms rank equal open cards.
BRING_IN_SUITS: Final = "cdhs"


def after(hand: Hand, player: PlayerId, among: Collection[PlayerId]) -> list[PlayerId]:
    """The players of `among` in betting order, beginning after `player`, who comes last if among them."""
    return [other for other in (*behind(hand.betting_order, player), player) if other in among]


def can_bet(night: Night, hand: Hand, player: PlayerId) -> bool:
    """Whether the player can still bet: always in a game with shadows, otherwise with chips left and not all-in."""
    return (player not in hand.stakes.all_in and night.stack(player) > 0) or hand.game.short == "shadow"


def able_to_bet(night: Night, hand: Hand) -> list[PlayerId]:
    """The players still in who can still bet."""
    if hand.game.short == "shadow":
        return list(hand.still_in)
    able = night.with_chips(hand.still_in)
    return [player for player in able if player not in hand.stakes.all_in] if hand.stakes.all_in else able


def able_to_answer(night: Night, hand: Hand) -> list[PlayerId]:
    """The players still in who must answer a bet: in a game of tapping out also with their last chip in the pot (R-S10)."""
    if hand.game.short == "tap-out":
        return [player for player in hand.still_in if player not in hand.stakes.all_in]
    return able_to_bet(night, hand)


# Who opens a round, None if open cards decide it and are not known; and why.
Opener = tuple[PlayerId | None, Opens]


def opener(hand: Hand) -> Opener:
    """Who opens the next round.

    RULINGS E1, R-D18 (shared cards do not count) and R-D19 (equal combinations: first from the dealer's left).
    """
    if turns_piles(hand):
        first = one_to_beat(hand) or after(hand, begun(hand.piles).beaters[-1], hand.still_in)[0]
        return (first, "hand to beat")
    forced, opens = type(hand.game.forced), type(hand.game.opens)
    if hand.rounds.closed == 0 and forced is BringIn:
        return _worst_showing(hand)
    if hand.rounds.closed == 0 and forced is Blinds:
        blinds = [post.player for post in hand.stakes.posted if post.kind in ("big blind", "straddle")]
        if blinds:
            return (after(hand, blinds[-1], hand.still_in)[0], "behind the blinds")
    if opens is BestShowing:
        return _best_showing(hand)
    if opens is PreviousOpener and hand.rounds.opened_by is not None:
        # The last opener opens again; if they are out, the next player clockwise does (RULINGS R-S4).
        still_in = hand.rounds.opened_by in hand.still_in
        first = hand.rounds.opened_by if still_in else after(hand, hand.rounds.opened_by, hand.still_in)[0]
        return (first, "previous opener")
    return (next_to_dealer(hand), "next to dealer")


def next_to_dealer(hand: Hand) -> PlayerId:
    if hand.betting_order is hand.order:
        return hand.still_in[0]
    return next(player for player in hand.betting_order if player in hand.still_in)


def turns_piles(hand: Hand) -> bool:
    """Whether the hand is in the loop in which piles are turned, its betting rounds included."""
    return hand.stage == "playing" and type(hand.steps[hand.cursor]) is TurnUntilBeaten


def one_to_beat(hand: Hand) -> PlayerId | None:
    """The player whose hand is to be beaten: the last of those still in to beat one; None if none of them has."""
    beaters = hand.piles.beaters if hand.piles is not None else []
    return next((player for player in reversed(beaters) if player in hand.still_in), None)


def _open_cards(hand: Hand) -> dict[PlayerId, list[str]]:
    return {
        player: [held.card for held in hand.cards.own[player] if held.up]
        for player in hand.betting_order
        if player in hand.still_in
    }


def _worst_showing(hand: Hand) -> Opener:
    """The player who brings it in: the lowest open card, then the lowest suit; the highest of both in a low game.

    The player next to the dealer if no card lies open; nobody if an open card is not known.
    """
    open_cards = {player: cards for player, cards in _open_cards(hand).items() if cards}
    if not open_cards:
        return (next_to_dealer(hand), "next to dealer")
    if any(UNKNOWN in cards for cards in open_cards.values()):
        return (None, "lowest showing")
    low_wins = isinstance(hand.game.scale, Low)

    def worth(player: PlayerId) -> tuple[Any, list[int]]:
        cards = sorted(open_cards[player], key=lambda card: RANK.get(card, 0), reverse=True)
        suits = [BRING_IN_SUITS.find(SUIT.get(card, "")) for card in cards]
        standing = standing_of(hand.game, hand.game.compared_by, cards, [])
        return (standing.value if standing else 0, [-suit for suit in suits] if low_wins else suits)

    return (min(open_cards, key=worth), "lowest showing")


def _best_showing(hand: Hand) -> Opener:
    """Who has the best open cards, or the player next to the dealer if no card lies open."""
    # Open cards compare by rank and number alone; a tie goes to the first player from the dealer's left.
    best: PlayerId | None = None
    best_value: Any = None
    try:
        for player in hand.betting_order:
            value = value_showing(hand, player) if player in hand.still_in else None
            if value is not None and (best is None or value > best_value):
                best, best_value = player, value
    except NotKnown:
        return (None, "best showing")
    return (best, "best showing") if best is not None else (next_to_dealer(hand), "next to dealer")


class Positions(NamedTuple):
    """The seats of the button and of the blinds (0: no blinds); a seat whose player is not dealt in is dead."""

    button: int
    small: int = 0
    big: int = 0


def next_seat(seats: Sequence[int], seat: int) -> int:
    """The next of these seats clockwise."""
    return min([other for other in seats if other > seat] or seats)


def next_to_last(seats: Sequence[int], seat: int) -> int:
    """The next of these seats counter-clockwise."""
    return max([other for other in seats if other < seat] or seats)


def clockwise_from(night: Night, players: Sequence[PlayerId], seat: int) -> tuple[PlayerId, ...]:
    """The players by seat, beginning to the left of the given one."""
    player_at = {night.people[player].seat: player for player in players}
    seats = sorted(player_at)
    behind = bisect(seats, seat)
    return tuple([player_at[each] for each in seats[behind:] + seats[:behind]])


def positions(night: Night, players: Sequence[PlayerId], game: Game, button: int) -> Positions:
    """The next button, and in a game with blinds the seats that post them.

    The big blind moves on by one player each hand; the small blind and the button follow it, onto an empty chair if
    necessary (the dead-button rule). With two players the button posts the small blind.
    """
    seats = sorted([night.people[player].seat for player in players])
    if not isinstance(game.forced, Blinds):
        if not button and night.positions.next_button in seats:
            return Positions(night.positions.next_button)
        return Positions(
            button or (next_seat(seats, night.positions.last_button) if night.positions.last_button else seats[0])
        )
    moved_on = _moved_on(night, seats) if night.positions.last_big and night.rules.dead_button else None
    if moved_on is not None and button in (0, moved_on.button):
        return moved_on
    button = button or (next_seat(seats, night.positions.last_button) if night.positions.last_button else seats[0])
    small = button if len(seats) == 2 and button in seats else next_seat(seats, button)
    return Positions(button, small, next_seat(seats, small))


def whose_deal(night: Night, announced: AnnounceHand, before: Before) -> PlayerId | None:
    """The player whose deal it was, if another is announced as the dealer (RULINGS R-E13: the deal passes to the left).

    None if the right player deals, before anybody has dealt, and in a game with blinds, which moves the button by its
    own rule.
    """
    players, game = announced.players or (), announced.declaration
    if not before.button or announced.dealer is None or game is None or isinstance(game.forced, Blinds):
        return None
    seat_of = {night.people[player].seat: player for player in players}
    due = seat_of[before.winner if before.winner in seat_of else next_seat([*seat_of], before.button)]
    return due if due != announced.dealer else None


def next_to_deal(night: Night) -> PlayerId | None:
    """Who deals the next hand, if its game is like the last one: before the first whoever has the first seat.

    None during a hand, with a dead button, and where fewer than two could play.
    """
    last = night.last_hand
    players = night.with_chips(night.sitting) if last is not None and last.game.goes_all_in else night.sitting
    if night.phase != "open" or night.hand is not None or len(players) < 2:
        return None
    seat_of = {night.people[player].seat: player for player in players}
    return seat_of.get(positions(night, players, last.game, 0).button if last is not None else min(seat_of))


def who_misses_blinds(night: Night, announced: AnnounceHand, before: Before) -> tuple[PlayerId, ...]:
    """The players away while the big blind passes them, who owe both blinds from now on; not those who already do."""
    if announced.declaration is None or not isinstance(announced.declaration.forced, Blinds) or not before.big:
        return ()
    if len(announced.players or ()) == len(night.people):
        # Nobody is away, as most often.
        return ()
    big = next((night.people[post.player].seat for post in announced.posts or () if post.kind == "big blind"), 0)
    if not big:
        return ()
    return tuple(
        player
        for player, person in night.people.items()
        if not (person.left or player in (announced.players or ()) or (person.missed_big and person.missed_small))
        and _passes(before.big, person.seat, big)
    )


def _passes(before: int, seat: int, after: int) -> bool:
    """Whether the seat lies between the two others, going clockwise."""
    return before < seat < after if before < after else seat > before or seat < after


def ended(hand: Hand) -> events.HandEnded:
    """The end of the hand; it names the next dealer if the game lets a single winner deal."""
    winners = _winners(hand) if hand.game.next_dealer == "winner" else ()
    return events.HandEnded(number=hand.number, next_dealer=winners[0] if len(winners) == 1 else None)


def _winners(hand: Hand) -> tuple[PlayerId, ...]:
    if hand.showdown.named is None:
        return tuple(hand.still_in)
    return next(best for best, *_ in filter(None, hand.showdown.named.rankings))


def _moved_on(night: Night, seats: Sequence[int]) -> Positions:
    big = next_seat(seats, night.positions.last_big)
    if len(seats) == 2:
        other = next_seat(seats, big)
        return Positions(other, other, big)
    small = (
        night.positions.last_big if night.positions.last_big != big else next_seat(seats, night.positions.last_button)
    )
    button = night.positions.last_small or next_seat(seats, night.positions.last_button)
    # When a third player joins two, the button would fall on the big blind.
    return Positions(next_to_last(seats, small) if button == big else button, small, big)


def forced_bets(
    night: Night, order: Sequence[PlayerId], game: Game, at: Positions, straddle: Sequence[PlayerId]
) -> tuple[Post, ...]:
    """The antes and blinds in the order they are asked; nobody who plays all-in posts more than they have."""
    asked: list[Post] = []
    ante = game.forced.chips if isinstance(game.forced, Ante) else 0
    if isinstance(game.forced, Blinds | BringIn):
        ante = game.forced.ante
    if ante:
        asked += [Post(player=player, kind="ante", chips=ante) for player in order]
    if isinstance(game.forced, Blinds):
        asked += _blinds(night, order, game.forced, at, straddle)
    return _affordable(night, game, asked)


def _blinds(
    night: Night, order: Sequence[PlayerId], blinds: Blinds, at: Positions, straddle: Sequence[PlayerId]
) -> list[Post]:
    seat = {night.people[player].seat: player for player in order}
    asked: list[Post] = []
    if blinds.small and at.small in seat:
        asked.append(Post(player=seat[at.small], kind="small blind", chips=blinds.small))
    asked.append(Post(player=seat[at.big], kind="big blind", chips=blinds.big))
    for player in order:
        person = night.people[player]
        # A player who comes back as the big or small blind pays that blind and nothing else.
        if person.seat in (at.small, at.big):
            continue
        if person.missed_big:
            asked.append(Post(player=player, kind="missed big blind", chips=blinds.big))
        if person.missed_small and blinds.small:
            asked.append(Post(player=player, kind="missed small blind", chips=blinds.small))
    stake = blinds.big
    for player in straddle:
        stake *= 2
        posted = sum(post.chips for post in asked if post.player == player and post.kind in LIVE)
        asked.append(Post(player=player, kind="straddle", chips=stake - posted))
    return asked


def _affordable(night: Night, game: Game, asked: Sequence[Post]) -> tuple[Post, ...]:
    """The posts, cut down to what each player has in a game played all-in; a player without chips posts nothing."""
    if game.short == "shadow":
        return tuple(asked)
    left = {post.player: night.stack(post.player) for post in asked}
    posts: list[Post] = []
    for post in asked:
        chips = min(post.chips, left[post.player])
        left[post.player] -= chips
        if chips:
            posts.append(post if chips == post.chips else Post(player=post.player, kind=post.kind, chips=chips))
    return tuple(posts)
