"""The control of each kind of act: its label, how likely it is, and what is to be filled in.

`CONTROLS` has a row for each act that is offered; one without a row is a button that bears the act's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from engine import commands
from engine.cards.card import UNKNOWN, pretty
from engine.game import steps
from engine.game.awards import CardsSpeak
from engine.game.betting import HouseLimit
from engine.game.definition import Game
from engine.grammar import capital, listed
from engine.ids import PlayerId
from engine.offer import AMOUNTS, Offer
from engine.play.around import dealt_to, falling
from engine.play.betting.limits import most_in_pot_limit
from engine.play.dealing.rule import cards_wanted, dealt_for_all
from engine.play.showdown.odd_chip import halves
from engine.play.showdown.offers import shares_open
from engine.play.showdown.pots import less_levy, levy_due, pots_of
from engine.play.showdown.rule import contenders
from engine.play.spelling.rule import costs
from engine.play.strength.best_hand import shares_at_stake
from engine.play.strength.claims import kinds_announced
from engine.speech import say, say_number, to_say
from engine.state import UNSAID, Hand, Round
from service.reports.views.play.controls.form import Amount, CardsAsked, Control, Option, Part, Pick, Words
from service.reports.views.play.line import outcome
from service.reports.views.visible_night import VisibleNight

SHARES = {
    "all": to_say("the pot"),
    "high": to_say("best high"),
    "low": to_say("best low"),
    "spade": to_say("highest spade"),
}
# The hands of poker as they are announced without their ranks, the best first.
HANDS = (
    to_say("five of a kind"),
    to_say("straight flush"),
    to_say("four of a kind"),
    to_say("full house"),
    to_say("flush"),
    to_say("straight"),
    to_say("three of a kind"),
    to_say("two pair"),
    to_say("one pair"),
    to_say("high card"),
)
BORNE_BY = {
    "banker": to_say("the banker"),
    "player": to_say("one player"),
    "all": to_say("all, equally"),
    "winners": to_say("the winners"),
    "losers": to_say("the losers"),
}
# Which cards of the widow the bidder plays with, by the number that says so.
WIDOW = {1: to_say("the first"), 2: to_say("the others, double"), 3: to_say("the first after all, treble")}
# What players call the melds of Tarok.
MELDS = {"joker XXI I": to_say("skus, mond and pagat"), "Ks Kh Kd Kc": to_say("four kings")}
# What is asked before chips that a player does not have go into the pot.
BY_SHADOW = to_say("{what}: the shadow is paid to the pot unless the hand is won.")
# What is dealt next where there is a flop, by the shared cards that lie already.
STREETS = {0: to_say("Deal the flop"), 3: to_say("Deal the turn"), 4: to_say("Deal the river")}
# As many amounts get a button each; of a longer range only the usual ones.
BUTTONS = 8


@dataclass(frozen=True, slots=True)
class Moment:
    """An offer and the night in which it stands."""

    view: VisibleNight
    offer: Offer

    @property
    def hand(self) -> Hand:
        """The hand being played; an act of a hand is only offered in one."""
        hand = self.view.night.hand
        assert hand is not None
        return hand

    def name(self, player: PlayerId | None) -> str:
        return self.view.name(player)

    @property
    def stack(self) -> int:
        """The chips that the player of the offer can put in."""
        return self.view.night.stack(self.offer.player or "")

    def own(self, *, closed: bool = False) -> tuple[str, ...]:
        """The player's known cards, or only those that lie closed; empty if one of them is not known."""
        held = self.hand.cards.own.get(self.offer.player or "", ())
        cards = tuple(one.card for one in held if not (closed and one.up))
        return () if UNKNOWN in cards else cards


Draw = Callable[[Moment], dict[str, Any]]


def _asks(label: str, *cards: CardsAsked, weight: str = "main") -> dict[str, Any]:
    """A button with the cards that it asks for."""
    return {"label": label, "weight": weight, "cards": cards}


def _single(own: tuple[str, ...] = ()) -> CardsAsked:
    """One card that is asked for, of the player's `own` if they are known."""
    return CardsAsked(field="card", least=1, most=1, own=own, single=True)


def _amount(moment: Moment) -> Amount | None:
    offer = moment.offer
    field = AMOUNTS.get(type(offer.command))
    if field is None or not (offer.most or offer.once):
        return None
    usual = _usual(moment)
    notes = _notes_on(moment)
    named = tuple(say(WIDOW[number]) for number in usual) if isinstance(offer.command, commands.TakeWidow) else ()
    return Amount(
        field=field,
        least=offer.least,
        most=offer.most,
        once=offer.once,
        usual=usual,
        notes=tuple(notes.get(number, "") for number in usual),
        own=_paid_without_shadow(moment),
        named=named,
    )


def _notes_on(moment: Moment) -> dict[int, str]:
    """What the amounts of a bet are called: the pot and half of it, all of the player's chips, the one that goes once a hand."""
    offer, hand = moment.offer, moment.view.night.hand
    if hand is None or hand.round is None or not isinstance(offer.command, commands.Bet | commands.Raise):
        return {}
    named: dict[int, str] = {}
    if offer.most - offer.least >= BUTTONS:
        named |= _of_the_pot(moment)
    if offer.once > offer.most:
        # Whoever has to bring it in may make the whole bet of a fixed limit at once.
        is_house = isinstance(hand.game.limit, HouseLimit)
        named[offer.once] = say("once a hand") if is_house else say("the whole bet")
    if hand.game.goes_all_in:
        named[_whole_stack(moment, hand.round)] = say("all-in")
    return named


def _whole_stack(moment: Moment, betting: Round) -> int:
    """The bet or raise that takes all of the player's chips."""
    return moment.stack + betting.paid.get(moment.offer.player or "", 0) - betting.price


def _paid_without_shadow(moment: Moment) -> int | None:
    """The largest bet or raise that the player's own chips pay for, where shadows are played; None for anything else."""
    hand = moment.view.night.hand
    betting = hand.round if hand else None
    bets = isinstance(moment.offer.command, commands.Bet | commands.Raise)
    if hand is None or betting is None or hand.game.goes_all_in or not bets:
        return None
    return _whole_stack(moment, betting)


def _of_the_pot(moment: Moment) -> dict[int, str]:
    """Half the pot and the pot as a bet or raise: whoever raises calls first, and the pot then holds that call too."""
    night = moment.view.night
    if night.hand is None or night.hand.round is None:
        return {}
    pot = most_in_pot_limit(night, night.hand.round, moment.offer.player or "")
    return {pot // 2: say("½ pot"), pot: say("pot")}


def _usual(moment: Moment) -> tuple[int, ...]:
    """All amounts of a short range; of a long one the least, half the pot, the pot, and the most; what was asked for."""
    offer = moment.offer
    if isinstance(offer.command, commands.ApproveRequest):
        return (offer.most,)
    if isinstance(offer.command, commands.NameScore):
        return ()
    if isinstance(offer.command, commands.PutRight):
        # Who counts wrongly is rarely far off.
        return tuple(range(max(offer.least, offer.owed - BUTTONS), min(offer.most, offer.owed + BUTTONS) + 1))
    if offer.most - offer.least < BUTTONS:
        results = [*range(offer.least, offer.most + 1)] if offer.most else []
    else:
        hand = moment.view.night.hand
        has_most = offer.most < UNSAID and (hand is None or hand.game.goes_all_in)
        wanted = (offer.least, *([offer.most] if has_most else []), *_of_the_pot(moment))
        results = sorted({number for number in wanted if offer.least <= number <= offer.most})
    return (*results, offer.once) if offer.once and offer.once not in results else tuple(results)


def _call(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.Call)
    if command.agreed:
        return {"label": say("Tap out, if all agree"), "weight": "aside"}
    if not moment.offer.owed:
        return {"label": say("Call"), "weight": "main"}
    if moment.hand.game.goes_all_in and moment.stack <= moment.offer.owed:
        return {"label": say("Call {chips}, all-in", chips=moment.stack), "weight": "main"}
    owed, lacking = moment.offer.owed, max(0, moment.offer.owed - moment.stack)
    if lacking:
        label = say("Call {chips}, {shadow} by shadow", chips=owed, shadow=lacking)
        return {"label": label, "weight": "main", "asks": say(BY_SHADOW, what=label)}
    return {"label": say("Call {chips}", chips=owed), "weight": "main"}


def _all_in(moment: Moment) -> dict[str, Any]:
    chips = moment.offer.owed or moment.stack
    return {"label": say("All-in, {chips}", chips=chips), "weight": "aside"}


def _dealt(moment: Moment) -> dict[str, Any]:
    """Dealing, with the open cards to be named if the table likes to."""
    hand, step = moment.hand, moment.hand.steps[moment.hand.cursor]
    if not isinstance(step, steps.Deal):
        return {"label": say("Deal"), "weight": "main"}
    people = tuple(dealt_to(hand))
    if dealt_for_all(hand, step):
        return _asks(say("Deal one card for all"), CardsAsked(field="cards", least=1, most=1))
    open_cards, closed = step.up, step.closed
    label = say("Deal")
    if len(people) > 1 and open_cards and closed:
        label = say("Deal {closed} closed and {open} open", closed=closed, open=open_cards)
    elif open_cards:
        label = say_number("Deal one open card", "Deal {number} open cards", open_cards)
    elif closed:
        label = say_number("Deal one card", "Deal {number} cards", closed)
    texts: dict[str, Any] = {"label": label, "weight": "main"}
    if open_cards:
        fall = tuple(moment.name(player) for player, place in falling(step, people) if place >= closed)
        texts |= {"cards": (CardsAsked(field="cards", least=len(fall), most=len(fall), whose=fall),)}
    elif len(people) == 1:
        wanted = cards_wanted(hand, step)
        texts |= {"cards": (CardsAsked(field="cards", least=wanted, most=wanted),)}
    return texts


def _has_a_flop(game: Game) -> bool:
    """Whether the shared cards come as a flop, a turn and a river."""
    return [(step.up, step.down) for step in game.steps if isinstance(step, steps.Lay)] == [(3, 0), (1, 0), (1, 0)]


def _laid(moment: Moment) -> dict[str, Any]:
    hand = moment.hand
    step = hand.cards.lays_due[0] if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    number = step.up + step.down
    street = STREETS.get(len(hand.cards.board)) if _has_a_flop(hand.game) else None
    if street:
        label = say(street)
    elif step.up:
        label = say_number("Lay a shared card", "Lay {number} shared cards", number)
    else:
        label = say_number("Lay a closed card", "Lay {number} closed cards", number)
    texts: dict[str, Any] = {"label": label, "weight": "main"}
    return texts | ({"cards": (CardsAsked(field="cards", least=step.up, most=number),)} if step.up else {})


def _one_card(label: str, weight: str = "main") -> Draw:
    """A button, and the card that it shows if the table names it."""
    return lambda _: _asks(say(label), _single(), weight=weight)


def _called(moment: Moment) -> dict[str, Any]:
    """A button with the word that is called now; a spot is named after the word that brings its card."""
    layout, lying = moment.hand.game.board, len(moment.hand.cards.board)
    is_shit = layout is not None and layout.names[lying : lying + 1] == ("shit",)
    return _one_card(to_say("Calls “Shit!”") if is_shit else to_say("Calls “Spit!”"), "plain")(moment)


def _own_card(label: str, *, closed: bool = False) -> Draw:
    """One of the player's own cards, or none where nobody knows them."""
    return lambda moment: _asks(say(label), _single(moment.own(closed=closed)))


def _own_cards(label: str, field: str, number: Callable[[Moment], int]) -> Draw:
    def control(moment: Moment) -> dict[str, Any]:
        wanted = number(moment)
        return _asks(say(label), CardsAsked(field=field, least=wanted, most=wanted, own=moment.own()))

    return control


def _exchanged(moment: Moment) -> dict[str, Any]:
    most = moment.offer.most
    return {
        "label": say("Exchanges"),
        "cards": (
            CardsAsked(field="thrown", least=0, most=most, own=moment.own(), label=say("thrown")),
            CardsAsked(field="drawn", least=0, most=most, label=say("drawn")),
        ),
    }


def _passed(moment: Moment) -> dict[str, Any]:
    step = moment.hand.steps[moment.hand.cursor]
    assert isinstance(step, steps.Pass)
    own = moment.own()
    asked = (
        CardsAsked(field=field, least=number, most=number, own=own, label=label)
        for field, number, label in (
            ("right", step.right, say("to the right")),
            ("left", step.left, say("to the left")),
        )
        if number
    )
    return _asks(say("Has put cards aside"), *asked)


def _arranged(moment: Moment) -> dict[str, Any]:
    own = moment.own(closed=True)
    number = sum(not held.up for held in moment.hand.cards.own.get(moment.offer.player or "", ()))
    order = say("in the order they are turned")
    return _asks(
        say("Has arranged the pile"), CardsAsked(field="cards", least=number, most=number, own=own, label=order)
    )


def _revealed(moment: Moment) -> dict[str, Any]:
    names = [moment.name(one) for one in moment.hand.still_in]
    return {
        **_asks(say("All turn a card"), CardsAsked(field="cards", least=1, most=len(names))),
        "note": say("in order: {names}", names=listed(names)),
    }


def _turned_own(moment: Moment) -> dict[str, Any]:
    answers = {"": say("the cards tell"), "yes": say("it beats"), "no": say("not yet")}
    beats = _pick("beats", say("Is it better now?"), answers, truth=True)
    return {**_asks(say("Turns a card"), _single()), "picks": (beats,)}


def _pick(field: str, label: str, options: Mapping[str, str], *, truth: bool = False) -> Pick:
    """A question, with its answers by what is sent for them."""
    kind: Literal["text", "truth"] = "truth" if truth else "text"
    return Pick(
        field=field,
        label=label,
        kind=kind,
        options=tuple(Option(value=value, label=text) for value, text in options.items()),
    )


def _bought(moment: Moment) -> dict[str, Any]:
    label = say("Buys for {chips}", chips=moment.offer.owed) if moment.offer.owed else say("Takes the card")
    return _asks(label, _single(), weight="plain")


def _shown(moment: Moment) -> dict[str, Any]:
    held = moment.hand.cards.own.get(moment.offer.player or "", ())
    closed = sum(one.card == UNKNOWN for one in held)
    known = bool(held) and not closed
    texts: dict[str, Any] = {
        "label": say("{name} shows", name=moment.name(moment.offer.player)),
        "weight": "main" if known else "plain",
    }
    if not isinstance(moment.hand.game.claims, CardsSpeak):
        is_low = moment.hand.showdown.sides.get(moment.offer.player or "") == "low"
        usual = () if is_low or "high" not in kinds_announced(moment.hand.game) else tuple(map(say, HANDS))
        texts["words"] = Words(field="announced", label=say("What the player calls the hand"), longest=80, usual=usual)
    if known:
        return {**texts, "note": " ".join(pretty(one.card) for one in held)}
    return {
        **texts,
        "ready": False,
        "cards": (
            CardsAsked(
                field="cards",
                least=1,
                most=max(1, closed),
                label=say("The cards that lie closed; the open ones are known") if closed < len(held) else say("Cards"),
            ),
        ),
    }


def _won(moment: Moment) -> dict[str, Any]:
    """Who wins. One tap says it if one group of players wins all there is; else it is said share by share, and pot by pot.

    Where a share or a side pot may go to somebody else, and no cards say to whom, the table has to: an order made up here would give
    it away.
    """
    command = moment.offer.command
    assert isinstance(command, commands.NameWinners)
    # A share for which nobody has declared is not asked about; its place stays empty.
    open_to_all = shares_open(moment.hand)
    places = [(at, name) for at, (name, _) in enumerate(shares_at_stake(moment.hand)) if name in open_to_all]
    parts = tuple(_parts(moment, places))
    if len(places) > 1:
        known = outcome(moment.view, command)
        return {"label": known.says, "note": known.why, "parts": parts}
    (at, _) = places[0]
    best = next(iter(command.rankings[at]), ())
    names = listed([moment.name(one) for one in best]) or "–"
    return {
        "label": say("{name} wins", name=names) if len(best) < 2 else say("{names} share", names=names),
        "ready": all(len(ranking) <= 1 for ranking in command.rankings),
        "parts": parts,
    }


def _parts(moment: Moment, shares: Sequence[tuple[int, str]]) -> Iterator[Part]:
    """What is to be won by whom: of each share all pots that more than one player can win, main pot first."""
    hand = moment.hand
    left, due = contenders(hand), levy_due(hand)
    pots: list[tuple[int, list[PlayerId]]] = []
    for whole in pots_of(moment.view.night, hand):
        pot, paid = less_levy(whole, due)
        due -= paid
        pots.append((pot.chips, [player for player in left if player in pot.eligible]))
    contested = [(number, chips, rivals) for number, (chips, rivals) in enumerate(pots) if len(rivals) > 1]
    for place, share in shares:
        for number, chips, rivals in contested or [(0, pots[0][0], left)]:
            # A share that nobody in this pot has declared goes to the other.
            shared = [name for _, name in shares if _able(hand, name, rivals)]
            if share not in shared:
                continue
            name = say("side pot {number}", number=number) if number else say("main pot") if len(pots) > 1 else ""
            words = [say(SHARES[share]) if share != "all" or not name else "", name]
            part = halves(chips, len(shared))[shared.index(share)]
            yield Part(
                share=place,
                label=capital(say("{what}: {chips}", what=", ".join(filter(None, words)), chips=part)),
                winners=tuple(Option(value=player, label=moment.name(player)) for player in _able(hand, share, rivals)),
                may_be_nobodys=place > 0 and not hand.showdown.sides,
            )


def _able(hand: Hand, share: str, rivals: Sequence[PlayerId]) -> Sequence[PlayerId]:
    """Those who can win the share: everybody, or whoever has declared it."""
    return [player for player in rivals if hand.showdown.sides.get(player, share) in (share, "both")]


def _challenged(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.ChallengeWord)
    word = command.word or "…"
    label = say(
        "{player} challenges {word} of {name}",
        player=moment.name(moment.offer.player),
        word=word,
        name=moment.name(command.holder),
    )
    good, foul = costs(moment.view.night, moment.hand, command)
    asks = say(
        "If {word} is a word, {player} pays {good}; if not, {name} pays {foul}.",
        word=word,
        player=moment.name(moment.offer.player),
        good=good,
        name=moment.name(command.holder),
        foul=foul,
    )
    answers = {"": say("the dictionary decides"), "yes": say("good"), "no": say("not a word")}
    return {"label": label, "asks": asks, "picks": (_pick("good", say("Is it a word?"), answers, truth=True),)}


def _scored(moment: Moment) -> dict[str, Any]:
    people = {"": say("nobody")} | {player: moment.name(player) for player in moment.hand.still_in}
    taken = {"no": say("no"), "yes": say("yes")}
    return {
        "label": say("The bidder's points"),
        "picks": (
            _pick("pagat", say("Who won the last trick with the pagat?"), people),
            _pick("captured", say("Was the bidder's pagat taken?"), taken, truth=True),
        ),
    }


def _widow(moment: Moment) -> dict[str, Any]:
    taken = CardsAsked(field="cards", least=1, most=12, label=say("taken"))
    return _asks(say("Takes from the widow"), taken, weight="plain")


def _lent(moment: Moment) -> dict[str, Any]:
    return {"label": say("Lend {name} chips", name=moment.name(moment.offer.player)), "weight": "main"}


def _gap_borne(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.ResolveGap)
    return {
        "label": say(
            "The gap is borne by: {who}", who=moment.name(command.player) or say(BORNE_BY.get(command.by, command.by))
        )
    }


def _approved(moment: Moment) -> dict[str, Any]:
    """What was asked for is done: chips are given, a count is taken over, a payment noted."""
    command = moment.offer.command
    assert isinstance(command, commands.ApproveRequest)
    asked = moment.view.night.open_requests[command.request].asked
    if isinstance(asked, commands.AskForChips):
        return {"label": say("Give {name} what was asked for:", name=moment.name(asked.player))}
    if isinstance(asked, commands.SayCount):
        return {"label": say("Take the count of {name} over", name=moment.name(asked.player))}
    return {"label": say("{name} has paid", name=moment.name(asked.player))}


def _declined(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.DeclineRequest)
    asked = moment.view.night.open_requests[command.request].asked
    return {"label": say("No to {name}", name=moment.name(asked.player))}


def _asked_for(verb: str) -> Draw:
    return lambda moment: {"label": say(verb, name=moment.name(moment.offer.player))}


def _button(label: str, weight: str = "plain") -> Draw:
    return lambda _: {"label": say(label), "weight": weight}


def _named(template: str, field: str) -> Draw:
    """A button with the word that the command holds."""
    return lambda moment: {"label": say(template, word=say(getattr(moment.offer.command, field)))}


def _melded(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.DeclareMeld)
    known = MELDS.get(command.meld)
    meld = say(known) if known else " ".join(pretty(card) for card in command.meld.split())
    return {"label": say("Declares {meld}", meld=meld)}


def _step_cards(moment: Moment) -> int:
    step = moment.hand.steps[moment.hand.cursor]
    return step.cards if isinstance(step, steps.TakeWidow) else 1


def _side(moment: Moment) -> dict[str, Any]:
    command = moment.offer.command
    assert isinstance(command, commands.DeclareSide)
    return {"label": {"low": say("Low"), "both": say("Both"), "high": say("High")}[command.side]}


CONTROLS: Mapping[type[commands.Command], Draw] = MappingProxyType(
    {
        commands.Bet: _button(to_say("Bet")),
        commands.Raise: _button(to_say("Raise by")),
        commands.Call: _call,
        commands.Check: _button(to_say("Check"), "main"),
        commands.Fold: _button(to_say("Fold")),
        commands.PullShadow: _button(to_say("Shadow"), "aside"),
        commands.GoAllIn: _all_in,
        commands.DoubleStakes: _button(to_say("Double the stakes"), "aside"),
        commands.Deal: _dealt,
        commands.Lay: _laid,
        commands.Turn: _one_card(to_say("Turn the next card")),
        commands.Burn: _button(to_say("Burn a card"), "main"),
        commands.CallSpit: _called,
        commands.Exchange: _exchanged,
        commands.BuyCard: _bought,
        commands.DeclineCard: _button(to_say("Declines the card")),
        commands.ExposeCard: _own_card(to_say("Has chosen a card to open"), closed=True),
        commands.PassCards: _passed,
        commands.ArrangeCards: _arranged,
        commands.RevealCards: _revealed,
        commands.TurnOwn: _turned_own,
        commands.NameTheGame: lambda moment: {"label": str(getattr(moment.offer.command, "game", ""))},
        commands.NewDeal: _button(to_say("New deal"), "main"),
        commands.ShowHand: _shown,
        commands.Muck: lambda moment: {
            "label": say("{name} gives up", name=moment.name(moment.offer.player)),
            "weight": "aside",
        },
        commands.NameWinners: _won,
        commands.DeclareSide: _side,
        commands.ChallengeWord: _challenged,
        commands.AcceptHands: _button(to_say("Nobody challenges a word"), "main"),
        commands.MakeBid: _named(to_say("Bids {word}"), "contract"),
        commands.PassBid: _button(to_say("Passes"), "main"),
        commands.TakeWidow: _widow,
        commands.Discard: _own_cards(to_say("Has put cards aside"), "cards", _step_cards),
        commands.AnnounceGoal: _named(to_say("Announces {word}"), "goal"),
        commands.AnswerGoal: _button(to_say("Says contra-ultimo")),
        commands.DeclareMeld: _melded,
        commands.NameScore: _scored,
        commands.TurnTrump: _one_card(to_say("Turn up the trump")),
        commands.PlayCard: _own_card(to_say("Plays a card")),
        commands.TakeTrick: lambda moment: {
            "label": say("{name} takes the trick", name=moment.name(moment.offer.player)),
            "weight": "main",
        },
        commands.DrawFromStock: _one_card(to_say("Draws from the stock")),
        commands.GiveLoan: _lent,
        commands.CloseNight: _button(to_say("Close the night")),
        commands.ResolveGap: _gap_borne,
        commands.FreezePlan: lambda moment: {
            "label": say("Settle directly, in the fewest transfers")
            if getattr(moment.offer.command, "kind", "") == "direct"
            else say("Settle with the bank")
        },
        commands.RecordPayment: _button(to_say("Paid")),
        commands.PutRight: _asked_for(to_say("{name} has put in")),
        commands.ApproveRequest: _approved,
        commands.DeclineRequest: _declined,
        commands.WithdrawRequest: _asked_for(to_say("{name} takes it back")),
        commands.ConfirmPayment: _asked_for(to_say("{name} has got it")),
        commands.ConfirmCount: _asked_for(to_say("{name}: the count is right")),
    }
)


def _by_its_name(moment: Moment) -> dict[str, Any]:
    return {"label": capital(str(moment.offer.command.__struct_config__.tag).replace("_", " "))}


def control_of(moment: Moment) -> Control:
    """The control for an offer."""
    offer = moment.offer
    kind = str(offer.command.__struct_config__.tag)
    texts = {"amount": _amount(moment), **CONTROLS.get(type(offer.command), _by_its_name)(moment)}
    return Control(
        id=f"{kind}-{offer.player or 'table'}",
        act=kind,
        player=offer.player,
        name=moment.name(offer.player),
        command=msgspec.to_builtins(offer.command),
        **texts,
    )
