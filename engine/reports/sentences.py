"""Every event as one short sentence for players: a table by event type, and the whole book in order."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from engine import commands, events
from engine.commands import Currency
from engine.events import Event, Recorded
from engine.reports import sentences_of_bank as bank
from engine.reports import sentences_of_corrections as corrections
from engine.reports import sentences_of_hands as hands
from engine.reports import sentences_of_special as special
from engine.reports import sentences_of_tricks as tricks
from engine.reports import sentences_of_words as words
from engine.reports.reasons import reasons
from engine.reports.wording import Voice, closed
from engine.strikes import effective

Sentence = Callable[[Any, Voice], str]

SENTENCES: dict[type[Any], Sentence] = {
    commands.OpenNight: bank.night_opened,
    commands.SeatPlayer: bank.player_seated,
    commands.StandUp: bank.player_stood_up,
    commands.SitBack: bank.player_sat_back,
    commands.LeaveNight: bank.player_left,
    commands.CloseNight: bank.night_closed,
    commands.FreezePlan: bank.plan_frozen,
    commands.RecordPayment: bank.payment_recorded,
    commands.StrikeEvents: bank.strike_declared,
    commands.MakeRuling: bank.ruling_made,
    commands.GiveLoan: bank.loan_given,
    commands.BuyChips: bank.chips_bought,
    commands.CashOut: bank.chips_cashed_out,
    commands.TransferChips: bank.chips_transferred,
    commands.CountChips: bank.chips_counted,
    commands.ResolveGap: bank.gap_resolved,
    commands.PayIn: bank.money_paid_in,
    commands.PayOut: bank.money_paid_out,
    commands.AnnounceHand: hands.hand_announced,
    commands.Deal: hands.cards_dealt,
    commands.Lay: hands.board_laid,
    commands.Turn: hands.board_turned,
    commands.Burn: hands.card_burned,
    commands.NameCards: hands.cards_named,
    commands.Bet: hands.bet_made,
    commands.Call: hands.bet_called,
    commands.Raise: hands.bet_raised,
    commands.Check: hands.checked,
    commands.Fold: hands.hand_folded,
    commands.Exchange: hands.cards_exchanged,
    commands.ShowHand: hands.hand_shown,
    commands.Muck: hands.hand_mucked,
    commands.ChallengeWord: words.word_challenged,
    commands.AcceptHands: words.hands_accepted,
    commands.NameTheGame: words.game_named,
    commands.NameWinners: hands.winners_named,
    commands.NewDeal: hands.new_deal_demanded,
    commands.CallSpit: special.spit_called,
    commands.PassCards: special.cards_put_aside,
    commands.ExposeCard: special.card_exposed,
    commands.ArrangeCards: special.cards_arranged,
    commands.RevealCards: special.cards_revealed,
    commands.DeclareSide: special.side_sealed,
    commands.BuyCard: special.card_bought,
    commands.DeclineCard: special.card_declined,
    commands.SendOut: special.player_sent_out,
    commands.GiveMissingCard: corrections.missing_card_given,
    commands.TakeBackCard: corrections.card_taken_back,
    commands.MoveDealtCards: corrections.dealt_cards_moved,
    commands.SettleExposedCard: corrections.exposed_card_settled,
    commands.MoveBoardCard: corrections.board_card_moved,
    commands.PutRight: corrections.call_put_right,
    commands.BuyForgottenCard: corrections.forgotten_card_bought,
    commands.PayFee: special.fee_paid_unseen,
    commands.TurnOwn: special.own_card_turned,
    events.CardsPassed: special.cards_passed,
    events.CardsExposed: special.cards_exposed,
    events.SidesDeclared: special.sides_declared,
    events.SentOutByCard: special.sent_out_by_card,
    events.CardOffered: special.card_offered,
    commands.TurnTrump: tricks.trump_turned,
    commands.PlayCard: tricks.card_played,
    commands.TakeTrick: tricks.trick_taken,
    commands.DrawFromStock: tricks.stock_drawn,
    commands.MakeBid: tricks.bid_made,
    commands.PassBid: tricks.bid_passed,
    commands.TakeWidow: tricks.widow_taken,
    commands.Discard: tricks.cards_discarded,
    commands.AnnounceGoal: tricks.goal_announced,
    commands.AnswerGoal: tricks.goal_answered,
    commands.DeclareMeld: tricks.meld_declared,
    commands.NameScore: tricks.score_named,
    events.ContractWon: tricks.contract_won,
    events.TrickWon: tricks.trick_won,
    events.RanOutOfCards: tricks.ran_out_of_cards,
    events.ScorePaid: tricks.score_paid,
    events.CardGiven: special.card_given,
    events.FeePaid: special.fee_paid,
    events.HandBeaten: special.hand_beaten,
    events.CouldNotBeat: special.could_not_beat,
    events.DealerIsAnother: hands.dealer_is_another,
    events.CarryAdded: hands.carry_added,
    events.ForcedBetPosted: hands.forced_bet_posted,
    events.ShadowPulled: hands.shadow_pulled,
    events.UncalledReturned: hands.uncalled_returned,
    events.EarlyBetStands: hands.early_bet_stands,
    events.StepsSkipped: hands.steps_skipped,
    events.RoundOpened: hands.round_opened,
    events.StepBegan: hands.step_began,
    events.WentAllIn: hands.went_all_in,
    events.BlindsMissed: hands.blinds_missed,
    events.NotAsked: hands.not_asked,
    events.StepPassedOver: hands.step_passed_over,
    events.TricksBegan: tricks.tricks_began,
    events.RoundClosed: hands.round_closed,
    events.MarkerReturned: hands.marker_returned,
    events.DebtPaid: hands.debt_paid,
    events.PotAwarded: hands.pot_awarded,
    events.DealOffStarted: hands.deal_off_started,
    events.StakeReturned: words.stake_returned,
    events.CouldNotOpen: words.could_not_open,
    events.WordJudged: words.word_judged,
    events.PenaltyPaid: words.penalty_paid,
    events.PotCarried: hands.pot_carried,
    events.HandEnded: hands.hand_ended,
    events.CountDiffers: bank.count_differs,
    events.GapFound: bank.gap_found,
    events.EventsStruck: bank.events_struck,
}


class EventSentence(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the book in words; `void` if a later strike took it out of force."""

    version: int
    caused_by: int | None
    occurred_at: str
    sentence: str
    void: bool


def tell(
    event: Event, names: Mapping[str, str], *, currency: Currency | None = None, hand: int | None = None, why: str = ""
) -> str:
    """The event as a sentence, followed by one for every rule that the banker waived for it.

    An event does not know the night's currency, nor an announcement the number of its hand, nor an award why other
    hands did not win it (`reasons`): give all three where known.
    """
    sentence = SENTENCES[type(event)](event, Voice(names, currency, hand))
    waived = event.waived if isinstance(event, commands.Command) else ()
    return " ".join((sentence, *filter(None, [why]), *(tell_waiver(waiver) for waiver in waived)))


def tell_waiver(waiver: commands.Waiver) -> str:
    """The waived rule and the reason."""
    reason = f": {closed(waiver.reason)}" if waiver.reason.strip() else "."
    return f"The banker waives {waiver.rule}{reason}"


def tell_all(
    records: Sequence[Recorded], names: Mapping[str, str], *, explained: Collection[int] | None = None
) -> tuple[EventSentence, ...]:
    """The whole book in the order of writing, void events included; only hands in force are numbered.

    Awards say why, which is judged from the cards: of those events alone whose numbers are `explained`, if given.
    """
    why = reasons(records, names, explained)
    in_force = effective(records)
    hand_of: dict[int, int] = {}
    currency: Currency | None = None
    for record in in_force:
        if isinstance(record.event, commands.AnnounceHand):
            hand_of[record.version] = len(hand_of) + 1
        if isinstance(record.event, commands.OpenNight):
            currency = record.event.currency
    stands = {record.version for record in in_force}
    return tuple(
        EventSentence(
            version=record.version,
            caused_by=record.caused_by,
            occurred_at=record.occurred_at,
            sentence=tell(
                record.event,
                names,
                currency=currency,
                hand=hand_of.get(record.version),
                why=why.get(record.version, ""),
            ),
            void=record.version not in stands,
        )
        for record in records
    )
