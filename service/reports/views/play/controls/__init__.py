"""What can be done now, as the buttons and small forms of a page: one control for each offer of the engine.

A page that has lost its server goes on from one player to the next with what everybody may do later in the betting round if
the acts before theirs are not recorded yet. It offers what the rules say now; what was queued is decided when it goes out,
one act after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine import commands, errors
from engine.cards.card import UNKNOWN
from engine.cards.deck import copies_in
from engine.decider import accept
from engine.game.sentences_of_play import OUT_OF_TURN
from engine.grammar import listed
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.around import beginning_with
from engine.play.betting.offers import EarlyOffer, betting_offers, offers_out_of_turn
from engine.play.betting.round import owed
from engine.play.holdings.lying import may_be_shown
from engine.play.script.offers import asked, ending_early, offers, offers_beside
from engine.play.showdown.offers import shares_open
from engine.resolved import resolved
from engine.speech import say
from engine.state import Hand, Night, Round
from service.book.guards import LooksLikeAnEarlyEnd, LooksLikeTheWrongPlayer, rounds_to_come
from service.reports.views.lending import beyond
from service.reports.views.play.controls.by_act import BUTTONS, CONTROLS, Moment, control_of
from service.reports.views.play.controls.form import (
    Amount,
    CardsAsked,
    Control,
    Keypad,
    Option,
    Part,
    Pick,
    Words,
    keypad_of,
)
from service.reports.views.visible_night import VisibleNight

__all__ = ["Control", "Controls", "OutOfTurn", "Turn", "controls", "controls_out_of_turn", "naming_of"]

CHECKS = str(commands.Check.__struct_config__.tag)
TAKES_TRICK = str(commands.TakeTrick.__struct_config__.tag)


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What one player may do now; `chips` is their stack, None without a bound."""

    player: PlayerId
    name: str
    chips: int | None
    controls: tuple[Control, ...]


class OutOfTurn(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do although `turn` is asked; `rule` is what the rulebook says of it.

    The commands hold the waivers that they need, because whoever looks here has said already that it is meant.
    """

    turn: str
    rule: str
    controls: tuple[Control, ...]


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that may be done now. `turns`: by player, who is asked first comes first. `table`: what the dealer or the table does.

    `betting`: a betting round is on; `who_opens`: any of the `turns` may begin it, because the open cards that decide it are not
    known. `all_check`: several are still asked, none of them owes anything, and one act lets all of them check.
    `ending`: how the hand ends if nobody writes down the rest of it. `beside`: what players asked for and what waits for
    somebody's word. `takers`: who takes the trick, one of whom the table names. `keypad` is None between hands, and in a
    hand whose pack is not known. `later`: who is asked after acts that are not recorded yet, as far as that can be said now.
    """

    turns: tuple[Turn, ...]
    betting: bool
    who_opens: bool
    all_check: bool
    table: tuple[Control, ...]
    ending: tuple[Control, ...]
    beside: tuple[Control, ...]
    takers: tuple[Control, ...]
    keypad: Keypad | None
    later: tuple[Later, ...]


def controls(view: VisibleNight) -> Controls:
    """The controls of the bank: they hold whole commands, which may name closed cards."""
    night = view.night
    betting = night.hand.round if night.hand else None
    by_player: dict[PlayerId, list[Control]] = {}
    of_table: list[Control] = []
    takers: list[Control] = []
    for control in _controls(view, offers(night)):
        if control.act == TAKES_TRICK:
            takers.append(control)
        elif control.player is None:
            of_table.append(control)
        else:
            by_player.setdefault(control.player, []).append(control)
    return Controls(
        turns=tuple(
            Turn(player=player, name=view.name(player), chips=view.stack(player), controls=tuple(own))
            for player, own in by_player.items()
        ),
        betting=betting is not None,
        who_opens=betting is not None and betting.anyone,
        all_check=betting is not None and _may_all_check(betting, by_player),
        table=tuple(of_table),
        ending=tuple(_ending(view)),
        beside=tuple(_controls(view, offers_beside(night))),
        takers=tuple(takers),
        keypad=keypad(night.hand) if night.hand else None,
        later=tuple(_later(view, by_player)),
    )


def _may_all_check(betting: Round, by_player: Mapping[PlayerId, Sequence[Control]]) -> bool:
    waiting = betting.waiting
    checks = any(one.act == CHECKS for player in waiting for one in by_player.get(player, ()))
    return len(waiting) > 1 and checks and not any(owed(betting, player) for player in waiting)


def _later(view: VisibleNight, by_player: Mapping[PlayerId, Sequence[Control]]) -> Iterator[Later]:
    """In a betting round everybody in turn; in any other step of the hand those who may all act now, one as the other."""
    hand = view.night.hand
    if hand is not None and hand.round is not None:
        yield from later_in_the_round(view)
    elif hand is not None and hand.stage == "playing" and len(by_player) > 1:
        for player, own in by_player.items():
            now = tuple(msgspec.structs.replace(one, id=f"now-{one.id}") for one in own)
            yield Later(player=player, name=view.name(player), waits=True, now=now, raised=())


def _ending(view: VisibleNight) -> Iterator[Control]:
    """The winners named early. Whoever looks here has been told that it skips the rest of the hand, and is not asked again."""
    meant = [commands.Waiver(LooksLikeAnEarlyEnd.code, say("it is meant"))] if rounds_to_come(view.night) else []
    waived = msgspec.to_builtins(meant)
    for control in _controls(view, ending_early(view.night)):
        yield msgspec.structs.replace(control, command={**control.command, "waived": waived})


def controls_out_of_turn(view: VisibleNight, player: PlayerId) -> OutOfTurn | None:
    """What a player may do out of turn; None if it is their turn, or there is nothing that they could do."""
    results = tuple(_early_controls(view, player))
    hand = view.night.hand
    if not results or hand is None:
        return None
    turn = listed([view.name(other) for other in asked(view.night)])
    return OutOfTurn(turn=turn, rule=say(OUT_OF_TURN[resolved(hand.game.out_of_turn)]), controls=results)


def _early_controls(view: VisibleNight, player: PlayerId) -> Iterator[Control]:
    for early in offers_out_of_turn(view.night, player):
        control = control_of(Moment(view, early.offer))
        waived = msgspec.to_builtins(_waivers(early))
        note = say("if the table agrees") if early.breaks else ""
        yield msgspec.structs.replace(control, command={**control.command, "waived": waived}, note=note)


def _waivers(early: EarlyOffer) -> tuple[commands.Waiver, ...]:
    """Those of the rules that the act breaks; and where it is the only question left, that this player is meant."""
    broken = [commands.Waiver(rule, say("the table agrees")) for rule in early.breaks]
    if errors.NotYourTurn.code not in early.breaks:
        broken.append(commands.Waiver(LooksLikeTheWrongPlayer.code, say("it is meant")))
    return tuple(broken)


def _controls(view: VisibleNight, offered: Sequence[Offer]) -> Iterator[Control]:
    """The controls in the order of the offers, each with an id of its own."""
    known: dict[str, int] = {}
    calls = {offer.player for offer in offered if isinstance(offer.command, commands.Call)}
    # Which of several players is best high and which best low is said for each: together they have many outcomes.
    wins = [offer for offer in offered if isinstance(offer.command, commands.NameWinners)]
    by_share = len(wins) > 1 and view.night.hand is not None and len(shares_open(view.night.hand)) > 1
    for offer in offered:
        # Whoever calls with too few chips pulls the shadow by that: one button is enough.
        if isinstance(offer.command, commands.PullShadow) and offer.player in calls:
            continue
        if by_share and offer in wins[1:]:
            continue
        # The book knows more than the rules of a night: what the player owes from earlier ones.
        if isinstance(offer.command, commands.GiveLoan) and beyond(view, offer.command.player, offer.most):
            continue
        control = control_of(Moment(view, offer))
        if by_share and offer is wins[0]:
            control = _share_by_share(control)
        number = known[control.id] = known.get(control.id, 0) + 1
        yield control if number == 1 else msgspec.structs.replace(control, id=f"{control.id}-{number}")


def _share_by_share(control: Control) -> Control:
    """The control that names the winners of each share, and nobody whom the table has not named."""
    command = {**control.command, "rankings": [[] for _ in control.command["rankings"]]}
    return msgspec.structs.replace(control, command=command, label=say("Share it out"), note="", ready=False)


def naming_of(view: VisibleNight, player: PlayerId) -> Control | None:
    """The control by which a player names their cards that the reader does not know; None if there are none to be named."""
    hand = view.night.hand
    unknown = cards_to_name(hand, player) if hand is not None else 0
    if not unknown:
        return None
    command = commands.NameCards(player=player, cards=())
    return Control(
        id=f"name_cards-{player}",
        act=str(command.__struct_config__.tag),
        label=say("My cards"),
        player=player,
        name=view.name(player),
        command={**msgspec.to_builtins(command), "cards": []},
        ready=False,
        note=say("Nobody else sees them before you show them."),
        cards=(CardsAsked(field="cards", least=1, most=unknown),),
    )


def cards_to_name(hand: Hand, player: PlayerId) -> int:
    """The player's cards that can be named: not those of a pile that nobody may look at yet."""
    return sum(held.card == UNKNOWN for held in may_be_shown(hand, hand.cards.own.get(player, [])))


def keypad(hand: Hand) -> Keypad:
    pack = copies_in(hand.deck.name, hand.deck.wildcards, hand.deck.pack)
    lying = [held.card for cards in (*hand.cards.own.values(), hand.cards.board) for held in cards]
    gone = tuple(card for card, copies in pack.items() if card != UNKNOWN and lying.count(card) >= copies)
    return keypad_of(hand.deck.name, tuple(pack), gone)


# The acts after which everybody else has to answer anew.
RAISES = (commands.Bet, commands.Raise, commands.DoubleStakes)


class Later(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may do when the turn comes to them: `now` as long as nobody raises meanwhile, `raised` once somebody has.

    `waits`: they owe an answer as it is; else they are asked only after a raise.
    """

    player: PlayerId
    name: str
    waits: bool
    now: tuple[Control, ...]
    raised: tuple[Control, ...]


def later_in_the_round(view: VisibleNight) -> Iterator[Later]:
    """Everybody who can still be asked in the betting round, in their order; nobody outside one."""
    night, hand = view.night, view.night.hand
    if hand is None or hand.round is None or not hand.round.waiting:
        return
    waiting, raised = hand.round.waiting, [*_raised(night, hand.round)]
    for player in beginning_with(hand.betting_order, waiting[0]):
        after = [result for result in raised if player in _asked(result)]
        if player in waiting or after:
            yield Later(
                player=player,
                name=view.name(player),
                waits=player in waiting,
                now=tuple(_controls_then(view, night, player, "now")) if player in waiting else (),
                raised=tuple(_after_any_raise(view, after, player)) if after else (),
            )


def _raised(night: Night, betting: Round) -> Iterator[Night]:
    """The night after the next raise, and after the one that follows it: by little and by much, and by whoever may open."""
    for begins in betting.waiting[:2] if betting.anyone else betting.waiting[:1]:
        for most in (False, True):
            first = _after_a_raise(night, begins, most=most)
            second = _after_a_raise(first, _asked(first)[0], most=most) if first and _asked(first) else None
            yield from filter(None, (first, second))


def _after_a_raise(night: Night, begins: PlayerId, *, most: bool) -> Night | None:
    """The night once the first who can has raised, and all before have stayed in; None if nobody can.

    They raise by the least, or by the largest of the few amounts that have a button.
    """
    later, number, player = night.copy(), _rounds(night), begins
    while _asked(later) and _rounds(later) == number:
        can = _offered(later, player)
        wager = next((offer for offer in can if isinstance(offer.command, RAISES)), None)
        if wager is not None:
            few = max(wager.once, wager.most if wager.most - wager.least < BUTTONS else 0)
            accept(later, wager.of(few) if most and few else wager.command)
            return later
        accept(later, can[0].command)
        player = next(iter(_asked(later)), "")
    return None


def _after_any_raise(view: VisibleNight, nights: Sequence[Night], player: PlayerId) -> Iterator[Control]:
    """What the player may do whichever of these raises it was; an amount that hangs on it is typed."""
    results = [list(_controls_then(view, night, player, "raised")) for night in nights]
    for control in results[0]:
        others = [one.amount for same in results[1:] for one in same if one.id == control.id and one.amount]
        if control.amount is None or not others:
            yield control
            continue
        amounts = [control.amount, *others]
        usual = tuple(number for number in control.amount.usual if all(number in one.usual for one in amounts))
        notes = dict(zip(control.amount.usual, control.amount.notes, strict=True)) if control.amount.notes else {}
        amount = msgspec.structs.replace(
            control.amount,
            least=min(one.least for one in amounts),
            most=max(one.most for one in amounts),
            usual=usual,
            notes=tuple(notes.get(number, "") for number in usual),
        )
        yield msgspec.structs.replace(control, amount=amount)


def _rounds(night: Night) -> int:
    return night.hand.rounds.closed if night.hand else 0


def _betting(night: Night) -> tuple[Hand, Round] | None:
    hand = night.hand
    return (hand, hand.round) if hand is not None and hand.round is not None else None


def _asked(night: Night) -> Sequence[PlayerId]:
    result = _betting(night)
    return result[1].waiting if result else ()


def _offered(night: Night, player: PlayerId) -> list[Offer]:
    result = _betting(night)
    return [*betting_offers(night, *result, player)] if result else []


def _controls_then(view: VisibleNight, night: Night, player: PlayerId, when: str) -> Iterator[Control]:
    """The controls for that moment, without what hangs on chips that are not in the pot yet."""
    calls = any(isinstance(offer.command, commands.Call) for offer in _offered(night, player))
    for offer in _offered(night, player):
        if isinstance(offer.command, commands.PullShadow) and calls:
            continue
        control = control_of(Moment(msgspec.structs.replace(view, night=night), offer))
        amount = control.amount
        if amount is not None and amount.most - amount.least >= BUTTONS:
            amount = msgspec.structs.replace(amount, usual=(), notes=())
        if amount is not None and when == "raised":
            amount = msgspec.structs.replace(amount, own=None)
        control = msgspec.structs.replace(control, id=f"{when}-{control.id}", amount=amount)
        if when == "raised" and isinstance(offer.command, commands.Call) and not offer.command.agreed:
            control = msgspec.structs.replace(control, label=say("Call"), asks="")
        yield control
