"""The rules of tricks: trump, cards played, who takes the trick, drawing (RULINGS C1, C3; R-L1 to R-L6), melds (R-T8, R-T19).

Every card may be `??`. The rules refuse what they know to be wrong; if the winner of a trick cannot be seen, the table
names them. A revoke that later plays prove (R-L7) moves nothing that was scored: the table is told at once, and may
correct the play or make a ruling.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.tricks import TRUMP, Pack, may_be_played, pack_for, winning_place
from engine.game import steps
from engine.ids import PlayerId
from engine.offer import of_the_table
from engine.play.holdings.knowledge import may_name, must_hold, read_cards
from engine.play.holdings.lying import fits
from engine.play.tricks.facts import to_play
from engine.preconditions import Follows, at_step, dealt_in, insist
from engine.registry import begins, decides, follows, offered_at
from engine.state import UNKNOWN, Hand, Night, TrickPlay, begun


def revokes_proved(hand: Hand, pack: Pack, step: steps.Tricks) -> Iterator[events.RevokeProved]:
    """Each revoke that the cards played since prove and that the table has neither waived nor been told of."""
    play = begun(hand.tricks)
    for number, trick in enumerate(play.gone, start=1):
        led = pack.suit.get(trick.cards[0][1])
        for player, card in trick.cards[1:]:
            if led is None or card == UNKNOWN or pack.suit[card] == led or _is_known(play, number, player):
                continue
            since, drawn = _played_since(play, player, number)
            held = [other for other in since if pack.suit[other] == led]
            rule = "tarok/follow-suit"
            if len(held) <= drawn and step.must_trump and pack.suit[card] != play.trump:
                held += [other for other in since if pack.suit[other] == play.trump]
                rule = "tarok/must-trump"
            if len(held) > drawn:
                # Without a draw in between the first of them is enough.
                shown = tuple(held if drawn else held[:1])
                yield events.RevokeProved(player=player, trick=number, card=card, led=led, held=shown, rule=rule)


def _is_known(play: TrickPlay, number: int, player: PlayerId) -> bool:
    rules = (errors.MustFollowSuit.code, errors.MustTrump.code)
    return (number, player) in play.revokes_told or any((number, player, rule) in play.waived for rule in rules)


def _played_since(play: TrickPlay, player: PlayerId, number: int) -> tuple[list[str], int]:
    """The known cards the player has played after this trick and was not seen to draw, and how many unseen ones they drew."""
    later = [*(trick.cards for trick in play.gone[number:]), play.lying]
    drawn = [card for trick, who, card in play.drawn if who == player and trick >= number]
    played = [card for cards in later for who, card in cards if who == player and card != UNKNOWN]
    return [card for card in played if card not in drawn], drawn.count(UNKNOWN)


@decides(commands.TurnTrump)
def turn_trump(command: commands.TurnTrump, night: Night) -> commands.TurnTrump:
    """Shows the last card the dealer was dealt, or the top card of the stock (RULINGS R-L5)."""
    hand, step = at_step(night, steps.TurnTrump)
    if step.of == "stock_top":
        (card,) = read_cards(hand, (command.card,))
        return replace(command, card=card, trump=_suit_of(hand, card))
    last = hand.cards.own[hand.still_in[-1]][-1]
    (card,) = read_cards(hand, (command.card,), besides=(last.card,))
    if UNKNOWN not in (card, last.card) and card != last.card:
        raise errors.CardLiesThere(card=card, lies=last.card)
    card = last.card if card == UNKNOWN else card
    return replace(command, card=card, trump=_suit_of(hand, card))


def _suit_of(hand: Hand, card: str) -> str:
    """The suit of a card of this pack; empty if the card is not known."""
    return "" if card == UNKNOWN else pack_of(hand).suit[card]


@decides(commands.PlayCard)
def play_card(command: commands.PlayCard, night: Night) -> commands.PlayCard:
    """Plays a card in turn: of the suit led if the player has one, or else a trump if the game says so, or else any."""
    hand, step = at_step(night, steps.Tricks)
    player, play = command.player, begun(hand.tricks)
    dealt_in(hand, player)
    if to_play(hand)[:1] != [player]:
        raise errors.NotYourTurnToPlay(player=player, turn=to_play(hand)[:1])
    all_melds_declared(command, hand)
    own = hand.cards.own[player]
    (card,) = read_cards(hand, (command.card,), besides=may_name(hand, player, own))
    if card == UNKNOWN:
        return replace(command, card=card)
    must_hold(hand, player, own, (card,))
    if play.lying and play.lying[0][1] != UNKNOWN:
        _must_follow(command, hand, step, play, card)
    return replace(command, card=card)


def _must_follow(command: commands.PlayCard, hand: Hand, step: steps.Tricks, play: TrickPlay, card: str) -> None:
    """Refuses a revoke, as far as the player's known cards prove it."""
    pack, led = pack_of(hand), play.lying[0][1]
    able = cards_to_play(hand, step, command.player)
    if not able or card in able or all(held.card != card for held in hand.cards.own[command.player]):
        return
    suit, trick = pack.suit[led], play.number + 1
    if pack.suit[able[0]] == suit:
        insist(command, errors.MustFollowSuit(player=command.player, able=list(able), led=suit, card=card, trick=trick))
    else:
        insist(command, errors.MustTrump(player=command.player, able=list(able), led=suit, card=card, trick=trick))


def cards_to_play(hand: Hand, step: steps.Tricks, player: PlayerId) -> tuple[str, ...]:
    """The player's known cards that they may play now; empty if none of their cards is known."""
    play = begun(hand.tricks)
    known = [held.card for held in hand.cards.own[player] if held.card != UNKNOWN]
    led = play.lying[0][1] if play.lying else UNKNOWN
    if led == UNKNOWN:
        return tuple(known)
    return may_be_played(pack_of(hand), known, led, play.trump, must_trump=step.must_trump)


@decides(commands.TakeTrick)
def take_trick(command: commands.TakeTrick, night: Night) -> commands.TakeTrick:
    """Gives the trick to the player named; refuses if a higher card was seen."""
    hand, _ = at_step(night, steps.Tricks)
    play = begun(hand.tricks)
    dealt_in(hand, command.player)
    if play.draws_due:
        raise errors.DrawsFirst(player=play.leader)
    all_melds_declared(command, hand)
    known = [(player, card) for player, card in play.lying if card != UNKNOWN]
    if play.trump and known and known[0] == play.lying[0]:
        best, card = known[winning_place(pack_of(hand), [card for _, card in known], play.trump)]
        if any(player == command.player for player, _ in known) and best != command.player:
            insist(command, errors.CardsWinOtherwise(winner=best, card=card, player=command.player))
    return replace(command, draws=_draws(hand), last=_is_last(hand))


@decides(commands.DrawFromStock)
def draw_from_stock(command: commands.DrawFromStock, night: Night) -> commands.DrawFromStock:
    """Draws the top card for the winner of the last trick."""
    hand, _ = at_step(night, steps.Tricks)
    if not begun(hand.tricks).draws_due:
        raise errors.NothingToDrawNow(game=hand.game.name)
    (card,) = read_cards(hand, (command.card,))
    return replace(command, card=card)


def pack_of(hand: Hand) -> Pack:
    """How the cards of this hand's pack stand in a trick."""
    return pack_for(hand.deck.name)


@follows(steps.Tricks)
def follow_tricks(hand: Hand, step: steps.Tricks, auto: str) -> tuple[events.Event, ...]:
    """What follows by itself: a trick whose winner can be seen, a card drawn, players without cards."""
    play = begun(hand.tricks)
    if proved := tuple(revokes_proved(hand, pack_of(hand), step)):
        return proved
    if play.draws_due:
        return (commands.DrawFromStock(),) if auto != "none" else ()
    if not play.lying and step.winner_draws and play.number:
        return tuple(events.RanOutOfCards(player=player) for player in _without_cards(hand, play))
    if not play.lying or to_play(hand) or not _winner_is_known(play):
        return ()
    winner = play.lying[winning_place(pack_of(hand), [card for _, card in play.lying], play.trump)][0]
    won = events.TrickWon(player=winner, number=play.number + 1, draws=_draws(hand), last=_is_last(hand))
    return (won,)


def tricks_begin(hand: Hand) -> events.TricksBegan:
    """The beginning of the first trick: the player after the dealer leads, unless the state has a leader already."""
    trump = TRUMP if TRUMP in pack_of(hand).suit.values() else ""
    if hand.tricks is not None:
        return events.TricksBegan(leader=hand.tricks.leader, trump=hand.tricks.trump)
    return events.TricksBegan(leader=hand.still_in[0], trump=trump)


def _draws(hand: Hand) -> int:
    """How many cards the winner of the trick draws; 0 once the stock is used up (RULINGS R-L3)."""
    step = hand.steps[hand.cursor]
    return step.winner_draws if isinstance(step, steps.Tricks) and not _stock_is_empty(hand) else 0


def _is_last(hand: Hand) -> bool:
    """Whether this trick is the last, in a game in which nobody is out for lack of cards."""
    step = hand.steps[hand.cursor]
    if not isinstance(step, steps.Tricks) or step.winner_draws:
        return False
    waits = to_play(hand)
    return all(len(hand.cards.own[player]) == (player in waits) for player in hand.still_in)


def _without_cards(hand: Hand, play: TrickPlay) -> list[PlayerId]:
    """The players without cards, who are out; if nobody has any, the winner of the last trick stays (RULINGS R-L2)."""
    empty = [player for player in hand.still_in if not hand.cards.own[player]]
    return [player for player in empty if player != play.leader] if empty == hand.still_in else empty


def _winner_is_known(play: TrickPlay) -> bool:
    return bool(play.trump) and all(card != UNKNOWN for _, card in play.lying)


def all_played(hand: Hand) -> bool:
    """Whether nobody holds a card any more."""
    play = hand.tricks
    return play is not None and not play.lying and not any(hand.cards.own[player] for player in hand.still_in)


def _stock_is_empty(hand: Hand) -> bool:
    """Whether every card of the pack is out, so that nobody draws (RULINGS R-L3)."""
    play = begun(hand.tricks)
    held = sum(len(cards) for cards in hand.cards.own.values()) + sum(len(trick.cards) for trick in play.gone)
    return held + len(play.lying) + len(hand.cards.board) + hand.cards.gone >= len(hand.deck.cards)


@begins(steps.Tricks)
def tricks_begin_step(_: Night, hand: Hand, __: steps.Tricks) -> events.Event | None:
    return None if hand.asked.begun else tricks_begin(hand)


@follows(steps.TurnTrump)
def turn_trump_by_itself(_: Hand, __: steps.TurnTrump, auto: str) -> Follows:
    return (commands.TurnTrump(),) if auto == "all" else ()


offered_at(steps.TurnTrump)(of_the_table(commands.TurnTrump()))


def melds_of(hand: Hand) -> list[str]:
    """The sets of cards that can be melded in this game."""
    return [meld for step in hand.steps if isinstance(step, steps.Meld) for meld in step.sets]


def melds_open(hand: Hand, player: PlayerId) -> list[str]:
    """The undeclared melds that the player may hold, by the known cards."""
    return [meld for meld in melds_of(hand) if meld not in _declared(hand) and may_hold(hand, player, meld)]


def may_hold(hand: Hand, player: PlayerId, meld: str) -> bool:
    """Whether the player may hold all cards of the meld, by the known cards."""
    cards, own = meld.split(), hand.cards.own[player]
    return fits(own, cards) and not hand.cards.out.intersection(cards).difference(may_name(hand, player, own))


def meld_due(hand: Hand) -> tuple[PlayerId, str] | None:
    """A meld that a player is known to hold and must still declare before the first lead; None if there is none."""
    play = hand.tricks
    if hand.contract is None or play is None or play.gone or play.lying:
        return None
    return next(
        iter(melds_in(hand, {player: {held.card for held in hand.cards.own[player]} for player in hand.still_in})), None
    )


def melds_in(hand: Hand, known: dict[PlayerId, set[str]]) -> list[tuple[PlayerId, str]]:
    """The undeclared melds among these cards, each with its holder."""
    return [
        (player, meld)
        for player, cards in known.items()
        for meld in melds_of(hand)
        if meld not in _declared(hand) and cards.issuperset(meld.split())
    ]


def melds_come_to_light(hand: Hand) -> list[tuple[PlayerId, str]]:
    """The undeclared melds that cards named or played since have shown, each with its holder (RULINGS R-T19)."""
    play = hand.tricks
    if hand.contract is None or play is None:
        return []
    known = {player: {held.card for held in hand.cards.own[player]} for player in hand.still_in}
    for trick in play.gone:
        for player, card in trick.cards:
            known[player].add(card)
    for lost in play.lost_sight:
        known[lost.player] |= lost.cards
    return melds_in(hand, known)


def all_melds_declared(command: commands.Command, hand: Hand) -> None:
    """Refuses the first lead while a player is known to hold an undeclared meld (RULINGS R-T19)."""
    if (due := meld_due(hand)) is not None:
        player, meld = due
        insist(command, errors.MustMeld(player=player, meld=meld))


def _declared(hand: Hand) -> dict[str, PlayerId]:
    return hand.contract.melds if hand.contract else {}
