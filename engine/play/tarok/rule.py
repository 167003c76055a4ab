"""The rules of Tarok around its tricks: bidding, the widow, goals, melds, and naming the score (RULINGS C3, C4)."""

from collections.abc import Iterable

from msgspec.structs import replace

from engine import commands, errors, events
from engine.cards.tarok import TAROK_54 as WHOLE_PACK
from engine.cards.tarok import TRUMPS
from engine.game import steps
from engine.ids import PlayerId
from engine.play.holdings.knowledge import read_cards
from engine.play.holdings.lying import fits
from engine.play.tarok.facts import BACK, contract_of, halves_of_the_widow
from engine.play.tarok.pagat import End, against, may_hold_it, possible_ends
from engine.play.tarok.paying import NOTHING_SAID, all_points, points_in_reach
from engine.play.tricks.rule import all_melds_declared, may_hold, melds_of
from engine.preconditions import at_step, dealt_in, doing_now, insist, playing, playing_in
from engine.registry import begins, decides
from engine.speech import phrase
from engine.state import UNKNOWN, Contract, Hand, Held, Night


@decides(commands.MakeBid)
def make_bid(command: commands.MakeBid, night: Night) -> commands.MakeBid:
    """A bid; refused out of turn and unless it is higher than every bid before."""
    hand, step = _at_the_bidding(night)
    contract = _in_turn(hand, command.player)
    bid = command.contract.casefold()
    if bid not in step.contracts.split():
        raise errors.UnknownContract(contract=command.contract, contracts=step.contracts.split())
    higher = higher_bids(hand, step)
    if bid not in higher:
        raise errors.BidIsTooLow(contract=bid, bid=contract.bids[-1][1], higher=higher)
    return replace(command, contract=bid)


def higher_bids(hand: Hand, step: steps.Bid) -> list[str]:
    """The contracts that may still be bid."""
    contracts, bids = step.contracts.split(), contract_of(hand).bids
    return contracts[contracts.index(bids[-1][1]) + 1 :] if bids else contracts


@decides(commands.PassBid)
def pass_bid(command: commands.PassBid, night: Night) -> commands.PassBid:
    """Passes; refused out of turn."""
    hand, _ = _at_the_bidding(night)
    _in_turn(hand, command.player)
    return command


def _at_the_bidding(night: Night) -> tuple[Hand, steps.Bid]:
    """The hand and its bidding; refuses once a bid has won."""
    contract = playing(night).contract
    if contract is not None and contract.player is not None:
        raise errors.BiddingIsOver(player=contract.player, contract=contract.name)
    return at_step(night, steps.Bid)


def _in_turn(hand: Hand, player: PlayerId) -> Contract:
    dealt_in(hand, player)
    if hand.asked.waiting[:1] != [player]:
        raise errors.NotYourTurnToBid(player=player, turn=hand.asked.waiting[:1])
    return contract_of(hand)


@decides(commands.TakeWidow)
def take_widow(command: commands.TakeWidow, night: Night) -> commands.TakeWidow:
    """Takes the first cards of the widow, or the others, or goes back to the first."""
    hand, step = at_step(night, steps.TakeWidow)
    if contract_of(hand).choice:
        raise errors.NotTheNextStep(act="widow", wanted="discard")
    taken, _ = halves_of_the_widow(hand, step, command.choice)
    rejected_first = hand.cards.board[: step.cards] if command.choice > 1 else []
    shown = [*rejected_first, *(hand.cards.board[step.cards :] if command.choice == BACK else [])]
    cards = _lying_there(hand, command.cards, taken)
    rejected = _lying_there(hand, command.rejected, shown)
    return replace(command, cards=cards, rejected=rejected)


def _lying_there(hand: Hand, texts: Iterable[str], lying: list[Held]) -> tuple[str, ...]:
    known = [held.card for held in lying]
    cards = read_cards(hand, texts, besides=known)
    if not cards:
        return ()
    if len(cards) != len(lying):
        raise errors.WrongNumberOfCards(given=len(cards), wanted=len(lying), what=phrase("lying there"))
    for card, lies in zip(cards, known, strict=True):
        if UNKNOWN not in (card, lies) and card != lies:
            raise errors.WidowIsAnother(card=card, lying=known)
    return cards


@decides(commands.Discard)
def discard(command: commands.Discard, night: Night) -> commands.Discard:
    """Puts as many cards aside as were taken; kings never go, and a trump must be named (RULINGS R-T8).

    If nobody has seen the other cards, it is enough to name the trumps; naming none says that no trump is among them.
    """
    hand, step = at_step(night, steps.TakeWidow, act="discard")
    contract = contract_of(hand)
    if not contract.choice or contract.player is None:
        raise errors.NotTheNextStep(act="discard", wanted="widow")
    own = hand.cards.own[contract.bidder]
    cards = read_cards(hand, command.cards, besides=(held.card for held in own))
    if cards and all(card in TRUMPS for card in cards):
        cards += (UNKNOWN,) * (step.cards - len(cards))
    if cards and len(cards) != step.cards:
        raise errors.WrongNumberOfCards(given=len(cards), wanted=step.cards, what=phrase("discarded"))
    if not fits(own, [card for card in cards if card != UNKNOWN]):
        raise errors.CardsAreNotHeld(player=contract.player, cards=list(cards))
    for card in cards:
        if _is_kept(step, card):
            insist(command, errors.MayNotBeDiscarded(card=card, keep=step.keep.split()))
    _trumps_are_named(command, step, own, cards)
    return replace(command, cards=cards)


def _is_kept(step: steps.TakeWidow, card: str) -> bool:
    return card in step.keep.split() or card[:-1] in step.keep.split()


def _trumps_are_named(
    command: commands.Discard, step: steps.TakeWidow, own: list[Held], cards: tuple[str, ...]
) -> None:
    """Refuses unseen cards if the hand has too few that are neither trumps nor kept, so that one must be a trump."""
    unseen = cards.count(UNKNOWN) if cards else step.cards
    not_these = {*TRUMPS, *cards} - {UNKNOWN}
    plain = sum(held.card not in not_these and not _is_kept(step, held.card) for held in own)
    if plain < unseen:
        insist(command, errors.TrumpIsNotNamed(plain=plain, wanted=unseen))


def discard_of_trumps(hand: Hand, step: steps.TakeWidow) -> commands.Discard:
    """The discard with only the cards that must be named: the trumps that make up for too few other cards."""
    loose = [held.card for held in hand.cards.own[contract_of(hand).bidder] if not _is_kept(step, held.card)]
    trumps = [card for card in loose if card in TRUMPS]
    plain = len(loose) - len(trumps)
    return commands.Discard(cards=tuple(trumps[: max(0, step.cards - plain)]))


@decides(commands.AnnounceGoal)
def announce_goal(command: commands.AnnounceGoal, night: Night) -> commands.AnnounceGoal:
    """Announces game or consolation when asked, and ultimo until the first lead."""
    hand = playing(night)
    goal = command.goal.casefold()
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    if isinstance(step, steps.Announce):
        if goal not in step.goals.split():
            raise errors.UnknownGoal(goal=command.goal, goals=step.goals.split())
        return replace(command, goal=goal)
    _before_the_first_lead(hand, "announce")
    contract, extra = contract_of(hand), _extra_goals(hand)
    if goal in _goals_of_others(hand, contract.name):
        raise errors.GoalNeedsTheWidow(goal=goal, contract=contract.name)
    if goal not in extra or contract.ultimo:
        raise errors.UnknownGoal(goal=command.goal, goals=[] if contract.ultimo else extra)
    if not may_hold_it(hand, contract, contract.bidder):
        insist(command, errors.UltimoWithoutPagat(player=contract.bidder))
    return replace(command, goal=goal)


@decides(commands.AnswerGoal)
def answer_goal(command: commands.AnswerGoal, night: Night) -> commands.AnswerGoal:
    """Says contra-ultimo, once and by an opponent."""
    hand = playing_in(night, command.player)
    contract = hand.contract
    if contract is None or not contract.ultimo or contract.answered or command.player == contract.player:
        raise errors.NothingToAnswer(player=command.player)
    _before_the_first_lead(hand, "announce")
    return command


@decides(commands.DeclareMeld)
def declare_meld(command: commands.DeclareMeld, night: Night) -> commands.DeclareMeld:
    """Shows a set of cards before the first lead."""
    hand = playing_in(night, command.player)
    _before_the_first_lead(hand, "meld")
    melds = melds_of(hand)
    wanted = set(read_cards(hand, command.meld.replace(",", " ").split(), besides=WHOLE_PACK))
    declared = next((meld for meld in melds if set(meld.split()) == wanted), None)
    if declared is None:
        raise errors.UnknownMeld(meld=command.meld, melds=[phrase("“{word}”", word=meld) for meld in melds])
    if declared in contract_of(hand).melds:
        raise errors.MeldIsDeclared(meld=declared, player=contract_of(hand).melds[declared])
    if not may_hold(hand, command.player, declared):
        raise errors.CardsAreNotHeld(player=command.player, cards=declared.split())
    return replace(command, meld=declared)


def _before_the_first_lead(hand: Hand, act: str) -> None:
    """Refuses once a card is played, and before the contract and what belongs to it are settled (RULINGS R-T7)."""
    must_be_won(hand)
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    if step is not None and not isinstance(step, steps.Tricks):
        raise errors.NotTheNextStep(act=act, wanted=doing_now(hand))
    if step is None or hand.tricks is None or hand.tricks.number or hand.tricks.lying:
        raise errors.TooLateToAnnounce()


def _extra_goals(hand: Hand) -> list[str]:
    """The extra goals the bidder may announce or leave unsaid, such as ultimo."""
    stated = [step.goals.split() for step in hand.steps if isinstance(step, steps.Announce)]
    return [goal for goals in stated if len(goals) == 1 for goal in goals]


def _goals_of_others(hand: Hand, contract: str) -> list[str]:
    """The goals announced only in other contracts (RULINGS R-T6)."""
    announced = [step for step in hand.steps if isinstance(step, steps.Announce)]
    return [goal for step in announced if step.under not in ("", contract) for goal in step.goals.split()]


def goals_open(hand: Hand) -> list[tuple[str, PlayerId]]:
    """The goals that may still be said before the first lead, each with its player: ultimo, or the answer to it."""
    contract = contract_of(hand)
    if contract.player is None or contract.answered:
        return []
    if not contract.ultimo:
        goals = _extra_goals(hand) if may_hold_it(hand, contract, contract.player) else []
        return [(goal, contract.player) for goal in goals]
    return [("contra", player) for player in hand.still_in if player != contract.player]


def passed_over(hand: Hand, step: steps.AnyStep) -> bool:
    """Whether nobody is asked at this step: it belongs to another contract, or may be said until the first lead."""
    if isinstance(step, steps.Meld):
        return True
    if isinstance(step, steps.TakeWidow | steps.Announce) and step.under:
        return hand.contract is None or hand.contract.name != step.under
    return isinstance(step, steps.Announce) and len(step.goals.split()) == 1


@decides(commands.NameScore)
def name_score(command: commands.NameScore, night: Night) -> commands.NameScore:
    """Names the result of the deal; refuses one that the known cards contradict."""
    hand = playing(night)
    must_be_won(hand)
    at_tricks = hand.stage == "playing" and isinstance(hand.steps[hand.cursor], steps.Tricks)
    if not at_tricks and hand.stage != "showdown":
        at_step(night, steps.Tricks)
    most = all_points(hand)
    if command.points > most:
        raise errors.PointsAreImpossible(points=command.points, all=most)
    if command.pagat is not None and command.pagat not in hand.still_in:
        raise errors.PagatCannotBe(player=command.pagat, players=list(hand.still_in))
    if command.pagat is not None and command.captured:
        raise errors.PagatWasCaptured(player=command.pagat)
    all_melds_declared(command, hand)
    return _as_the_cards_tell(command, hand)


def _as_the_cards_tell(command: commands.NameScore, hand: Hand) -> commands.NameScore:
    """The score, with the end of the pagat that the known cards tell if none is said.

    Refuses points and an end of the pagat that the known cards forbid (RULINGS R-T18).
    """
    least, most = points_in_reach(hand)
    if least == most != command.points:
        insist(command, errors.CardsCountOtherwise(counted=least, points=command.points))
    elif not least <= command.points <= most:
        insist(command, errors.PointsAreOutOfReach(points=command.points, least=least, most=most))
    if hand.tricks is None:
        return command
    contract = contract_of(hand)
    named, ends = End(command.pagat, command.captured), possible_ends(hand, contract)
    waived = any(waiver.rule == errors.PagatEndedOtherwise.code for waiver in command.waived)
    if named == NOTHING_SAID and len(ends) == 1 and not waived:
        return replace(command, pagat=ends[0].won_by, captured=ends[0].captured)
    alike = {named, named if contract.answered or command.pagat else End(None, not command.captured)}
    if alike.isdisjoint(ends):
        insist(command, errors.PagatEndedOtherwise(because=against(hand, contract, named)))
    return command


def _step_passed_over(hand: Hand, step: steps.AnyStep) -> events.Event | None:
    """The step as passed over if it belongs to another contract, or may be answered until the first lead; else None."""
    if not passed_over(hand, step):
        return None
    return events.StepPassedOver(step=step.called(), rule="tarok/contracts")


@begins(steps.Meld)
def melding_begins(_: Night, hand: Hand, step: steps.Meld) -> events.Event | None:
    return _step_passed_over(hand, step)


@begins(steps.TakeWidow, steps.Announce)
def bidder_is_asked(_: Night, hand: Hand, step: steps.TakeWidow | steps.Announce) -> events.Event | None:
    if hand.asked.begun:
        return None
    bidder = hand.contract.player if hand.contract is not None else None
    return _step_passed_over(hand, step) or events.StepBegan(asked=(bidder,) if bidder is not None else ())


def must_be_won(hand: Hand) -> None:
    """Refuses if nobody has won the bidding yet."""
    if hand.stage == "playing" and hand.asked.waiting and isinstance(hand.steps[hand.cursor], steps.Bid):
        raise errors.BiddingIsNotOver(player=hand.asked.waiting[0])
    if hand.contract is None or hand.contract.player is None:
        raise errors.NobodyPlaysAContract()
