"""Plays a case on a scratch night, command by command: dealt as its cards lie, checked down, and shown.

Nothing is asked for that a case does not say: antes, blinds, openers. The case says how cards lie at the end, so they
are dealt that way and nobody exchanges any; cards passed on are seen when they are shown. The script goes only as far
as its shared cards are turned.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from engine import commands, errors, events
from engine.decider import accept, decide, follow
from engine.folding import evolve
from engine.game import steps
from engine.game.awards import Spellcheck
from engine.game.betting import Ante
from engine.game.counts import turns_until_beaten
from engine.game.definition import Game
from engine.game.wilds import Follower, SendsOut
from engine.ids import PlayerId
from engine.judge.case import Case
from engine.judge.reading import Lying, Own, leaves_at, read, was_dealt_in
from engine.judge.scratch import announced, hand_of, order_of, scratch_night, strangers
from engine.play.around import dealt_to, falling
from engine.play.holdings.lying import besides_known
from engine.play.showdown.rule import contenders
from engine.play.spelling.rule import judge_all
from engine.play.strength.best_hand import known_cards
from engine.play.strength.claims import kinds_announced
from engine.state import UNKNOWN, Hand, Night


def unasked(game: Game) -> Game:
    """The game without what a case never says: numbers of players, forced bets, openers, compulsory exchanges.

    The pot of a case is what can be won, so chips that the game takes out of a pot are gone already.
    """
    return replace(game.without_levy(), seats=None, forced=Ante(0), play=tuple(map(_freely, game.steps)))


def _freely(step: steps.AnyStep) -> steps.AnyStep:
    if isinstance(step, steps.ROUNDS) and step != steps.Bet():
        return steps.Bet()
    return replace(step, compulsory=False) if isinstance(step, steps.Draw) and step.compulsory else step


def as_it_lies(game: Game, lying: Lying) -> Game | None:
    """The game as far as its shared cards are turned; None if all of them are."""
    if len(lying.board) == len(game.spots) and not any(
        isinstance(step, steps.Deal) and step.common for step in game.steps
    ):
        return None
    return replace(game, play=tuple(_turned_so_far(game.steps, lying)))


def _turned_so_far(script: Sequence[steps.AnyStep], lying: Lying) -> Iterator[steps.AnyStep]:
    """The script without the shared cards that nobody has turned, which are the last ones."""
    left, closed = len(lying.board), 0
    for step in script:
        if isinstance(step, steps.Deal):
            if step.common and lying.common:
                yield steps.Lay(up=1)
                continue
            called: list[steps.Lay] = []
            for each in step.on_call:
                lay = _laid_so_far(each, left)
                closed, left = closed + lay.down, left - lay.up - lay.down
                called += [lay] if lay.up + lay.down else []
            yield replace(step, on_call=tuple(called), common=False)
        elif isinstance(step, steps.Lay):
            lay = _laid_so_far(step, left)
            closed, left = closed + lay.down, left - lay.up - lay.down
            if lay.up + lay.down:
                yield lay
        elif isinstance(step, steps.Turn):
            if closed:
                closed -= 1
                yield step
        else:
            yield step


def _laid_so_far(lay: steps.Lay, left: int) -> steps.Lay:
    up = min(lay.up, left)
    return steps.Lay(up=up, down=min(lay.down, left - up))


# A pot that divides evenly among any number of winners.
NOT_STATED = 5040
AS_IT_LIES = "the case says how the cards lie in the end"
Kind = Literal["closed", "up", "exposed", "bought", "turned"]
"""The fields of `Own` from which cards are dealt one after another."""


class AtShowdown(NamedTuple):
    """A scratch night with its hand shown, the cards of the case, and by player the card that sent them out."""

    night: Night
    lying: Lying
    sent_out: dict[PlayerId, str]


def played(case: Case, game: Game) -> AtShowdown:
    """The case at its showdown. Refuses a case that the game would not allow."""
    for step in game.steps:
        if isinstance(step, steps.NameGame):
            raise errors.NamesNoGame(game=game.name, games=list(step.games))
    order = order_of(case)
    if all(one.folded for one in case.players.values()):
        raise errors.NobodyIsLeft()
    alone = sum(not one.folded for one in case.players.values()) == 1
    play = _begun(case, _all_stay(game) if alone else game, (next(strangers(order)), *order) if alone else order)
    play.walk()
    left = [event for event in play.happened if isinstance(event, events.SentOutByCard)]
    sent_out = {event.player: event.card for event in left if not case.players[event.player].folded}
    if play.is_over():
        # One player was left before all cards were dealt; their hand is judged as if the others had given up.
        play = _begun(case, _all_stay(game), order, gives_up=tuple(sent_out))
        play.walk()
    _show(play)
    return AtShowdown(play.night, play.lying, sent_out)


def _all_stay(game: Game) -> Game:
    """The game without cards that send players out, because the last player is never sent out."""
    return replace(game, effects=tuple(effect for effect in game.effects if not isinstance(effect, SendsOut)))


def _begun(case: Case, game: Game, seated: Sequence[PlayerId], gives_up: Sequence[PlayerId] = ()) -> "Play":
    """The announced hand, without players who were never dealt a card; a stranger joins a player who is alone."""
    night, asked = scratch_night(seated, game.rulebook), unasked(game)
    lying = read(case, game, announced(night.copy(), seated[:2], asked))
    players = [player for player in seated if player not in lying.own or _is_in(case, game, player, lying.own[player])]
    announced(night, players, asked, as_it_lies(asked, lying))
    others = [player for player in seated if player not in case.players]
    return Play(night, case, lying, _leaving(case, game, lying), (*gives_up, *others))


def _is_in(case: Case, game: Game, player: PlayerId, own: Own) -> bool:
    return not case.players[player].folded or was_dealt_in(game, own)


def _leaving(case: Case, game: Game, lying: Lying) -> dict[PlayerId, int | None]:
    """By player who has folded, the step of the script at which they do; None if they stayed to the end."""
    return {player: leaves_at(game, lying.own[player]) for player, one in case.players.items() if one.folded}


# The walk to the showdown.


@dataclass
class Play:
    """A hand on its way to its showdown: the case, the cards dealt so far, and the events that happened.

    `leaving`: by player who has folded, the step of the script at which they do. `gives_up`: players who stay to the
    end and show nothing. `dealt`: how many cards of each kind each player has got. `laid`: how many shared cards lie.
    """

    night: Night
    case: Case
    lying: Lying
    leaving: dict[PlayerId, int | None]
    gives_up: Sequence[PlayerId]
    hand: Hand = field(init=False)
    happened: list[events.Event] = field(default_factory=list)
    dealt: dict[tuple[PlayerId, Kind], int] = field(default_factory=dict)
    laid: int = 0

    def __post_init__(self) -> None:
        self.hand = hand_of(self.night)

    def is_over(self) -> bool:
        """Whether one player was left and has taken the pot."""
        return self.night.hand is not self.hand

    def walk(self) -> None:
        """Plays to the showdown, or until one player is left."""
        while not self.is_over() and (self.hand.stage == "playing" or self.hand.effects.offers):
            if self.hand.effects.offers:
                self.do(_answer(self, next(iter(self.hand.effects.offers))))
            elif self.hand.round is not None:
                self.do(_spoken(self, self.hand.round.waiting[0]))
            else:
                step = self.hand.cards.lays_due[0] if self.hand.cards.lays_due else self.hand.steps[self.hand.cursor]
                self.do(ACTS[type(step)](self, step))

    def do(self, command: commands.Command) -> None:
        """Does the command and what follows from it; stops turning piles once everybody has turned theirs."""
        primary = self._decided(command)
        evolve(self.night, primary)
        while consequences := follow(self.night):
            for event in consequences:
                evolve(self.night, event)
            self.happened += consequences
            if not self.is_over() and _all_turned(self):
                _stop_turning(self)

    def _decided(self, command: commands.Command) -> commands.Command:
        """The primary event; whether a turned pile beats another is left to the showdown."""
        try:
            return decide(command, self.night)
        except (errors.HandIsBeaten, errors.HandIsNotBeaten) as refusal:
            waiver = commands.Waiver(rule=refusal.code, reason=AS_IT_LIES)
            return decide(replace(command, waived=(waiver,)), self.night)

    def next_of(self, player: PlayerId, kind: Kind) -> str:
        """The player's next card of this kind; `??` if the case has no more."""
        place = self.dealt.get((player, kind), 0)
        self.dealt[player, kind] = place + 1
        stated: tuple[str, ...] = getattr(self.lying.own.get(player, Own()), kind)
        return stated[place] if place < len(stated) else UNKNOWN

    def left_of(self, player: PlayerId, kind: Kind) -> int:
        """How many cards of this kind the case has left for the player."""
        return len(getattr(self.lying.own.get(player, Own()), kind)) - self.dealt.get((player, kind), 0)

    def shared(self, number: int) -> tuple[str, ...]:
        """The next shared cards."""
        self.laid += number
        return self.lying.board[self.laid - number : self.laid]


def _answer(play: Play, player: PlayerId) -> commands.Command:
    """The answer to an offered card: the player takes it if the case has one more for them."""
    if play.left_of(player, "bought") > 0:
        return commands.BuyCard(player=player, card=play.next_of(player, "bought"))
    return commands.DeclineCard(player=player)


def _spoken(play: Play, player: PlayerId) -> commands.Command:
    """The act of the player in turn: a fold if this is where they left, otherwise a check."""
    place = play.leaving.get(player)
    turned = player in play.leaving and turns_until_beaten(play.hand.game)
    if turned or (place is not None and play.hand.cursor >= place):
        return commands.Fold(player=player)
    return commands.Check(player=player)


def _deal(play: Play, step: steps.Deal) -> commands.Command:
    """The cards of the case in dealing order; cards passed on later are seen when they are shown."""
    hand = play.hand
    unseen = any(isinstance(later, steps.Pass) for later in hand.steps[hand.cursor :])
    places = [(player, place >= step.closed) for player, place in falling(step, dealt_to(hand))]
    cards = [UNKNOWN if unseen and not up else play.next_of(player, "up" if up else "closed") for player, up in places]
    triggers = " ".join(rule.of for rule in hand.game.wild_rules if isinstance(rule, Follower)).split()
    if triggers:
        cards = _none_follows_a_stranger(play, triggers, places, cards)
    return commands.Deal(cards=() if set(cards) == {UNKNOWN} else tuple(cards))


def _none_follows_a_stranger(
    play: Play, triggers: Sequence[str], places: Sequence[tuple[PlayerId, bool]], cards: Sequence[str]
) -> list[str]:
    """The cards, with known open ones for a stranger, who must not make cards wild in a game with followers.

    After a card that is followed, the stranger's is of the rank that falls open next; otherwise of one not followed.
    """
    deck, faces = play.hand.deck, list(cards)
    taken = play.hand.cards.out.union(*(own.stated for own in play.lying.own.values()))
    before = play.hand.cards.turned_up[-1].card if play.hand.cards.turned_up else UNKNOWN
    for place, (player, up) in enumerate(places):
        if up and player not in play.case.players:
            behind = zip(cards[place + 1 :], places[place + 1 :], strict=True)
            follows = next((card[:-1] for card, (_, is_up) in behind if is_up), "")
            fits = [
                card
                for card in deck.cards
                if card not in taken
                and (card[:-1] == follows if before[:-1] in triggers else card[:-1] not in triggers)
            ]
            faces[place] = fits[0] if fits else UNKNOWN
        before = faces[place] if up else before
    return faces


def _lay(play: Play, step: steps.Lay) -> commands.Command:
    return commands.Lay(cards=play.shared(step.up + step.down))


def _exchange(play: Play, _: steps.Draw) -> commands.Command:
    return commands.Exchange(player=play.hand.asked.waiting[0], number=0)


def _pass(play: Play, _: steps.Pass) -> commands.Command:
    return commands.PassCards(player=play.hand.asked.waiting[0])


def _expose(play: Play, _: steps.Expose) -> commands.Command:
    player = play.hand.asked.waiting[0]
    return commands.ExposeCard(player=player, card=play.next_of(player, "exposed"))


def _arrange(play: Play, _: steps.Arrange) -> commands.Command:
    """The pile in the order of the case's cards."""
    player = play.hand.asked.waiting[0]
    own = play.lying.own.get(player, Own())
    lying = [held.card for held in play.hand.cards.own[player] if not held.up and not held.pile]
    known = [card for card in (*own.closed, *own.bought) if card != UNKNOWN and card in lying]
    cards = own.closed if set(lying) == {UNKNOWN} else known
    return commands.ArrangeCards(player=player, cards=tuple(cards) if len(cards) == len(lying) else ())


def _declare(play: Play, _: steps.DeclareSides) -> commands.Command:
    """The side the case says. Refuses a missing one, except for a player who gives up later."""
    player, gone = play.hand.asked.waiting[0], (*play.gives_up, *play.leaving)
    silent = [each for each in play.hand.still_in if each not in gone and not play.case.players[each].side]
    if silent:
        raise errors.SidesAreMissing(game=play.hand.game.name, players=silent)
    stated = play.case.players[player].side if player not in gone else ""
    return commands.DeclareSide(player=player, side=stated or "high")


def _turn_own(play: Play, _: steps.TurnUntilBeaten) -> commands.Command:
    """Turns the case's next card; a player who has turned all of theirs is the one to beat until all are compared."""
    player = play.hand.asked.waiting[0]
    card = play.next_of(player, "turned")
    return commands.TurnOwn(player=player, card=card, beats=play.left_of(player, "turned") <= 0)


def _all_turned(play: Play) -> bool:
    """Whether piles are turned, everybody has turned the case's cards, and those who folded have left."""
    hand = play.hand
    if hand.stage != "playing" or not turns_until_beaten(hand.game):
        return False
    return all(play.left_of(player, "turned") <= 0 and player not in play.leaving for player in hand.still_in)


def _stop_turning(play: Play) -> None:
    """Ends the turning, so that the piles are compared as they lie and nobody looks at the rest before announcing."""
    for player in play.hand.still_in:
        stated = play.case.players[player].announced if player in play.case.players else ""
        if stated and _counts(play.hand.game):
            waiver = commands.Waiver(rule=errors.AnnouncedTooSoon.code, reason=AS_IT_LIES)
            shown = commands.ShowHand(player=player, cards=play.lying.own[player].turned, announced=stated)
            evolve(play.night, decide(replace(shown, waived=(waiver,)), play.night))
    evolve(play.night, events.StepsSkipped(steps=()))


def _counts(game: Game) -> bool:
    """Whether announcements count in this game."""
    return bool(kinds_announced(game)) or isinstance(game.claims, Spellcheck)


# The command at each step of the script except betting.
ACTS: dict[type[steps.AnyStep], Callable[[Play, Any], commands.Command]] = {
    steps.Deal: _deal,
    steps.Lay: _lay,
    steps.Turn: lambda _, __: commands.Turn(),
    steps.Burn: lambda _, __: commands.Burn(),
    steps.Draw: _exchange,
    steps.Pass: _pass,
    steps.Expose: _expose,
    steps.Arrange: _arrange,
    steps.Reveal: lambda _, __: commands.RevealCards(),
    steps.DeclareSides: _declare,
    steps.TurnUntilBeaten: _turn_own,
    # Without tricks a suit of trumps decides nothing, so the card need not be known.
    steps.TurnTrump: lambda _, __: commands.TurnTrump(),
}


# The showdown.


def _show(play: Play) -> None:
    """Fills the pot as the case says, lets those who lost give up, and all others show and announce."""
    night, hand = play.night, play.hand
    _fill_the_pot(night, play.case.pot or NOT_STATED)
    gone = (*play.gives_up, *play.leaving)
    for player in [each for each in hand.still_in if each in gone]:
        evolve(night, decide(commands.Muck(player=player), night))
    declares = any(isinstance(step, steps.DeclareSides) for step in hand.steps)
    for player in contenders(hand):
        stated = play.case.players[player]
        if stated.side and not declares:
            raise errors.NoSidesHere(player=player, side=stated.side, game=hand.game.name)
        if turns_until_beaten(hand.game):
            continue
        cards = _shown(hand, player, play.lying.own[player])
        announced = stated.announced if _counts(hand.game) else ""
        evolve(night, decide(commands.ShowHand(player=player, cards=cards, announced=announced), night))
    _must_know_what_is_wild(hand, play.case)
    for event in judge_all(hand):
        evolve(night, event)


def _fill_the_pot(night: Night, chips: int) -> None:
    """Brings the pot to the chips of the case by a ruling; cards may already have cost some."""
    lacking = chips - night.balance.get("pot", 0)
    if not lacking:
        return
    payer, payee = ("box", "pot") if lacking > 0 else ("pot", "box")
    move = commands.ChipMove(payer=payer, payee=payee, chips=abs(lacking))
    accept(night, commands.MakeRuling(text=AS_IT_LIES, moves=(move,), agreed_by=(night.banker,)))


def _shown(hand: Hand, player: PlayerId, own: Own) -> tuple[str, ...]:
    """The player's cards: known ones as they lie, and for unknown ones those of the case that lie nowhere yet."""
    if own.five:
        return own.stated
    known = [held.card for held in hand.cards.own[player] if held.card != UNKNOWN]
    fresh = besides_known(hand.cards.own[player], own.stated)
    return (*known, *fresh[: len(hand.cards.own[player]) - len(known)])


def _must_know_what_is_wild(hand: Hand, case: Case) -> None:
    """Refuses a case in which an unknown card of a player who folded may have made others wild."""
    if all(known_cards(hand, player) is not None for player in contenders(hand)):
        return
    for player in sorted(hand.order, key=lambda player: player not in case.players):
        if any(held.up and held.card == UNKNOWN for held in hand.cards.own[player]):
            raise errors.OpenCardDecides(player=player, game=hand.game.name)
