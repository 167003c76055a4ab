"""What is asked of an act before the rules see it: whether it can be one at all, and whether it may be a slip.

A command from outside names a game and a time zone that exist, and a time that has come. The rules know only one night; the
service knows the built-in games and the time zones. Whether everybody is a member of the club is checked with the append, for
every face. Some checks are also made for a night from another book (`proof/events.py`).

Acts that the rules allow but that somebody may have mistyped or misheard are asked back first: that is a doubt.

A doubt is not a rule of the game. People who type and tap are asked; scripts, imported logs and nights that are judged
again are not: as a rule of the engine, a new doubt would change how old books are judged. The
banker answers “yes, it is meant” by waiving the doubt's code; the waiver stands in the event. No rule was broken, so
the report does not list it among the rules that were waived.

A new doubt is a refusal and a function that finds it, here, and one line in GUARDS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Unpack

import msgspec

from engine import commands, errors, events
from engine.cards.card import RANK, rank_or_card
from engine.decider import decide
from engine.events import Event, EventsStruck, Recorded
from engine.folding import effective
from engine.game.options import Wild
from engine.game.steps import ROUNDS
from engine.game.wilds import Cards
from engine.ids import PlayerId
from engine.ledger.postings import in_the_box, to_be_counted
from engine.library import GAMES
from engine.night.requests.matching import act_asked_for
from engine.night.requests.rule import meant_by_approval
from engine.night.table.rule import RULES_VERSION
from engine.play.betting.round import is_turn
from engine.play.betting.turn_order import able_to_bet, after, whose_deal
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import has_shown, whole_hand_known
from engine.play.tricks.rule import all_played
from engine.preconditions import ASKED_BACK
from engine.resolved import resolved
from engine.speech import to_say
from engine.state import UNKNOWN, Before, Hand, Night
from service.language.local_time import NO_ZONE, is_zone, seconds_between

# Clocks of machines go wrong, and a year is easily mistyped: so far ahead is neither a table nor a clock. What is a year
# before the event before it, no book would import.
AHEAD_AT_MOST = timedelta(days=270)

TimeToCome = errors.impossible("time_to_come", "The time {said} is in the future; give the time at which it happened.")
DeclarationIsNotBuiltIn = errors.impossible(
    "declaration_is_not_built_in",
    "The declaration of {game} is not that of a built-in game; leave it out and name the game.",
)
AnotherNight = errors.impossible(
    "another_night", "The command opens the night {other}, but it was sent to the night {night}."
)
UnknownZone = errors.impossible("unknown_zone", NO_ZONE)
RulesVersionIsUnknown = errors.impossible(
    "rules_version_is_unknown",
    "The night says it was played under rules version {said}; this program knows 1 to {known}.",
)
RulesVersionIsAnother = errors.impossible(
    "rules_version_is_another", "A new night is played under rules version {known}, not {said}; leave the version out."
)


def check_preconditions(night_id: str, command: commands.Command) -> None:
    """Refuses an unknown time zone, another night or rules version, and a game that is not built in."""
    match command:
        case commands.OpenNight():
            _opening(night_id, command)
        case commands.AnnounceHand(declaration=game) | commands.NameTheGame(declaration=game) if (
            game is not None and game not in GAMES
        ):
            raise DeclarationIsNotBuiltIn(game=game.name)
        case commands.CorrectEvents():
            for change in command.changes:
                if change.act is not None:
                    check_preconditions(night_id, change.act)
        case _:
            pass


def is_to_come(moment: str, now: str) -> bool:
    """True if a time of the book is far in the future, more than nine months after `now`. An empty one is now."""
    # Nearly every time is refuted by its text alone, which costs nothing.
    return moment > now and datetime.fromisoformat(moment) - datetime.fromisoformat(now) > AHEAD_AT_MOST


def check_time(moment: str, now: str) -> None:
    """Refuses a time of the book that is to come: nobody records what has not happened, and no book would import it."""
    if is_to_come(moment, now):
        raise TimeToCome(said=moment)


def _opening(night_id: str, command: commands.OpenNight) -> None:
    if command.night != night_id:
        raise AnotherNight(night=night_id, other=command.night)
    if command.rules_version not in (0, RULES_VERSION):
        raise RulesVersionIsAnother(said=command.rules_version, known=RULES_VERSION)
    check_zone(command.zone)


def check_zone(zone: str) -> None:
    """Refuses a name that is not an IANA time zone."""
    if not is_zone(zone):
        raise UnknownZone(zone=zone[:80])


def check_opening(opened: commands.OpenNight) -> None:
    """Refuses a recorded opening with an unknown time zone or rules version: this program cannot have written it."""
    check_zone(opened.zone)
    if not 1 <= opened.rules_version <= RULES_VERSION:
        raise RulesVersionIsUnknown(said=opened.rules_version, known=RULES_VERSION)


class Doubt(errors.AgainstTheRules):
    """An act that may be a slip; the code begins with `looks_like_` (`engine.preconditions.ASKED_BACK`)."""


def doubt(code: str, sentence: str, **options: Unpack[errors.Options]) -> type[Doubt]:
    """The row of a doubt."""
    return errors.row(Doubt, code, sentence=sentence, **options)


class BeforeAct(msgspec.Struct, frozen=True):
    """The night as it stands before the act, all of its events, and the service's clock."""

    night: Night
    records: Sequence[Recorded]
    # How many of the records are in the book already; the rest are acts of the same batch.
    booked: int
    now: str
    # When an event of the book was recorded, by its version.
    recorded_at: Callable[[int], str]

    def in_force(self, kinds: Sequence[type[Event]], *, last: int | None = None) -> Iterator[Recorded]:
        """The events of these kinds that are in force, the latest first, among all or the `last` so many."""
        wanted, void = {*kinds}, set[int]()
        for record in islice(reversed(self.records), last):
            event = record.event
            if type(event) in wanted:
                if record.version not in void:
                    yield record
            elif type(event) is EventsStruck and record.version not in void:
                # A strike comes after what it makes void.
                void.update(event.void)


# A loan is asked back if it is more than this many times the largest so far.
TIMES = 20
# If the house lends nothing at the start: what the bank rules of RULINGS lend everyone, 50 and two peders.
USUAL_STACK = 150
ISSUED = (commands.GiveLoan, commands.BuyChips)

LooksLikeASlip = doubt(
    "looks_like_a_slip",
    "{chips} chips for {player} is more than {times} times {largest}, the largest loan or buy-in of this night.",
)


def slip_of(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt; None if no chips were issued yet, or for no more than the house's usual stack."""
    # Most loans are no larger than what everyone begins with, and need no look at the others.
    if not isinstance(command, ISSUED) or command.chips <= (asked.night.terms.rules.initial_loan or USUAL_STACK):
        return None
    largest = 0
    for record in asked.in_force(ISSUED):
        if isinstance(record.event, ISSUED):
            largest = max(largest, record.event.chips)
        if command.chips <= TIMES * largest:
            # The others would make no difference, however long the night.
            return None
    if not largest:
        return None
    return LooksLikeASlip(chips=command.chips, player=command.player, times=TIMES, largest=largest)


SECONDS = 60
# More events than a table records in a minute, so that a long night costs no more than a short one.
EVENTS = 500
WATCHED = (commands.GiveLoan, commands.BuyChips, commands.CashOut)
WORDS = {commands.GiveLoan: "loan", commands.BuyChips: "buy-in", commands.CashOut: "cash-out"}

LooksLikeARepeat = doubt(
    "looks_like_a_repeat",
    "Event {version}, recorded {seconds} s ago, is the same {act} of {chips} chips for {player}.",
    in_words={"act": {"loan": to_say("loan"), "buy-in": to_say("buy-in"), "cash-out": to_say("cash-out")}},
)


def repeat_of(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if the same act was recorded less than a minute ago; None within one batch, which may repeat an act."""
    if not isinstance(command, WATCHED):
        return None
    player, chips, paid = command.player, command.chips, _is_paid(command)
    for record in asked.in_force([type(command)], last=EVENTS):
        event: Any = record.event
        # In an evening of many loans, most differ in these already.
        if event.chips != chips or event.player != player or _is_paid(event) != paid:
            continue
        if record.caused_by is not None or record.version > asked.booked:
            continue
        seconds = seconds_between(asked.recorded_at(record.version), asked.now)
        if abs(seconds) < SECONDS:
            act = WORDS[type(command)]
            return LooksLikeARepeat(
                act=act, player=command.player, chips=command.chips, version=record.version, seconds=abs(seconds)
            )
        return None
    return None


def _is_paid(act: Any) -> bool | None:
    """Whether chips are handed back for money; None for other acts, of which the kind says so."""
    return getattr(act, "paid", None)


# A count is far from the book if it is off by more than this and by more than half of what the book says.
CHIPS = 20

LooksLikeAMiscount = doubt(
    "looks_like_a_miscount",
    "The book says {book} for {player}, and the count says {chips}, of {in_play} chips in play.",
)


def miscount_of(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if a count is far from the book, or more than all chips in play; None for a small difference."""
    if not isinstance(command, commands.CountChips | commands.LeaveNight):
        return None
    stated = decide(command, asked.night)
    assert isinstance(stated, commands.CountChips | commands.LeaveNight)
    chips = stated.chips if isinstance(stated, commands.CountChips) else stated.counted
    if chips is None:
        return None
    book, in_play = to_be_counted(asked.night, stated.player), _in_play(asked.night, stated.player)
    if chips <= in_play and not is_far(chips, book):
        return None
    return LooksLikeAMiscount(player=stated.player, chips=chips, book=book, in_play=in_play)


def is_far(counted: int, book: int) -> bool:
    """Whether a count is so far from the book that it may be a slip."""
    off = abs(counted - book)
    return off > CHIPS and 2 * off > book


def _in_play(night: Night, player: PlayerId) -> int:
    """All chips that can lie in front of the player: those handed out, or the whole box if the player plays from it."""
    if player == night.from_box:
        return night.inventory
    return sum(chips for account, chips in night.balance.items() if account.startswith("chips:"))


LooksLikeAMiscountedBox = doubt(
    "looks_like_a_miscounted_box",
    "The book says {book} in the box, and the count says {chips}, of {all_chips} chips in all.",
)


def miscounted_box(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if the box is handed over with a count far from the book, by the measure of a player's count."""
    if not isinstance(command, commands.PassBank):
        return None
    stated = decide(command, asked.night)
    assert isinstance(stated, commands.PassBank)
    book = in_the_box(asked.night)
    if stated.chips is None or not is_far(stated.chips, book):
        return None
    return LooksLikeAMiscountedBox(chips=stated.chips, book=book, all_chips=asked.night.inventory)


LooksLikeTheWrongPlayer = doubt(
    "looks_like_the_wrong_player", "It is {turn}'s turn, not {player}'s; {player}'s chips would stay in the pot."
)


def wrong_player(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if it is another player's turn to bet; None if the command waives `not_your_turn` already."""
    if not isinstance(command, commands.BettingAct) or any(w.rule == errors.NotYourTurn.code for w in command.waived):
        return None
    hand = asked.night.hand
    betting = hand.round if hand is not None else None
    if betting is None or not betting.waiting or is_turn(betting, command.player):
        return None
    return LooksLikeTheWrongPlayer(player=command.player, turn=betting.waiting[0])


LooksLikeAnotherDealer = doubt(
    "looks_like_another_dealer", "The deal passes to the left: it is {due}'s turn to deal, not {player}'s."
)


def another_dealer(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if the named dealer is not the next one; None if nobody is named, or nobody has dealt yet."""
    if not isinstance(command, commands.AnnounceHand) or command.dealer is None:
        return None
    announced = decide(command, asked.night)
    assert isinstance(announced, commands.AnnounceHand)
    night = asked.night
    due = whose_deal(
        night, announced, Before(night.positions.last_button, night.positions.next_button, night.positions.last_big)
    )
    return LooksLikeAnotherDealer(player=announced.dealer, due=due) if due else None


LooksLikeOneCardOfARank = doubt(
    "looks_like_one_card_of_a_rank",
    "That makes only a card of spades wild, and no other card of its rank: {cards}.",
    typed="Every card of a rank is “wild {ranks}”.",
)


def one_card_of_a_rank(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if only cards of spades are to be wild: `wild 2s` is the two of spades, and as people speak every two."""
    if not isinstance(command, commands.AnnounceHand | commands.NameTheGame):
        return None
    for option in command.options:
        names = option.rule.names.split() if isinstance(option, Wild) and isinstance(option.rule, Cards) else []
        cards = [rank_or_card(name) for name in names]
        if cards and all(card in RANK and card.endswith("s") for card in cards):
            return LooksLikeOneCardOfARank(cards=cards, ranks=" ".join(card[:-1] for card in cards))
    return None


LooksLikeAChallengeOutOfOrder = doubt(
    "looks_like_a_challenge_out_of_order",
    "The right to challenge {holder} goes clockwise; before {player} it belongs to {before}, and none of them has "
    "challenged.",
)


def out_of_order(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if somebody between holder and challenger still has the right to challenge first; else None."""
    hand = asked.night.hand
    if not isinstance(command, commands.ChallengeWord) or hand is None:
        return None
    # The rule fills in whose word is meant.
    stated = decide(command, asked.night)
    assert isinstance(stated, commands.ChallengeWord)
    holder = resolved(stated.holder)
    in_order = [player for player in after(hand, holder, hand.still_in) if player != holder]
    earlier = [in_order.index(player) for player in _have_challenged(asked, holder) if player in in_order]
    first = max(earlier, default=-1) + 1
    before = in_order[first : in_order.index(stated.player)]
    return LooksLikeAChallengeOutOfOrder(holder=holder, before=before, player=stated.player) if before else None


def _have_challenged(asked: BeforeAct, holder: PlayerId) -> list[PlayerId]:
    """The challengers of this player's words in this hand, the last first."""
    players: list[PlayerId] = []
    for record in reversed(effective(asked.records)):
        if isinstance(record.event, commands.AnnounceHand):
            break
        if isinstance(record.event, events.WordJudged) and record.event.player == holder:
            players.append(record.event.challenger)
    return players


LooksLikeAnEarlyScore = doubt(
    "looks_like_an_early_score", "There are tricks left to play (cards played so far: {played}); a score ends the deal."
)


def early_score(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt while tricks are left and played cards are known; None if no known card was played."""
    hand = asked.night.hand
    if not isinstance(command, commands.NameScore) or hand is None or hand.tricks is None or all_played(hand):
        return None
    cards = [card for trick in hand.tricks.gone for _, card in trick.cards] + [card for _, card in hand.tricks.lying]
    played = sum(card != UNKNOWN for card in cards)
    return LooksLikeAnEarlyScore(played=played) if played else None


# Two equal hands are common; more are rare, and a comma typed by mistake then costs the most.
MANY = 3

LooksLikeAnUnshownWinner = doubt(
    "looks_like_an_unshown_winner",
    "A winner has to show, and the whole hand of {players} is not known.",
    typed="Say “{first} shows CARDS”.",
)
LooksLikeAnEarlyEnd = doubt(
    "looks_like_an_early_end",
    "Betting rounds still to come: {rounds}. Naming the winner now skips them, as if nobody bet any more.",
)
LooksLikeATieOfMany = doubt(
    "looks_like_a_tie_of_many",
    "That way {players} have equal hands and share the pot, and no cards show it.",
    typed="The comma says that they are equal; if one hand is better than another, say “{order} win”.",
    in_order=("order",),
)


def early_end(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if a winner is named while betting rounds are still to come in which two or more players could bet; else None."""
    if not isinstance(command, commands.NameWinners):
        return None
    rounds = rounds_to_come(asked.night)
    return LooksLikeAnEarlyEnd(rounds=rounds) if rounds else None


def rounds_to_come(night: Night) -> int:
    """The betting rounds that a winner named now would skip; 0 if at most one player could bet in them."""
    hand = night.hand
    if hand is None or hand.stage != "playing" or len(able_to_bet(night, hand)) < 2:
        return 0
    return sum(isinstance(step, ROUNDS) for step in hand.steps[hand.cursor :])


def unshown_winner(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if others have shown, or closed cards of theirs are known, and the winner's are not; else None.

    Where nobody's cards are written down, the table has seen who wins, and says so.
    """
    hand = asked.night.hand
    doubt = winner_of_unknown_cards(command, asked)
    if doubt is None or hand is None or not any(_something_is_known(hand, player) for player in contenders(hand)):
        return None
    return doubt


def winner_of_unknown_cards(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt, whatever is known of the others' cards; None if one player was alone.

    Lines and books written when it arose here too may waive it.
    """
    hand = asked.night.hand
    if not isinstance(command, commands.NameWinners) or hand is None or hand.stage != "showdown":
        return None
    if len(contenders(hand)) < 2:
        return None
    first = dict.fromkeys(player for ranking in command.rankings for group in ranking[:1] for player in group)
    hidden = [player for player in first if player in hand.cards.own and _nothing_is_known(hand, player)]
    return LooksLikeAnUnshownWinner(players=hidden, first=hidden[0]) if hidden else None


def _nothing_is_known(hand: Hand, player: PlayerId) -> bool:
    closed = _closed(hand, player)
    return not has_shown(hand, player) and bool(closed) and set(closed) == {UNKNOWN}


def _something_is_known(hand: Hand, player: PlayerId) -> bool:
    return has_shown(hand, player) or any(card != UNKNOWN for card in _closed(hand, player))


def _closed(hand: Hand, player: PlayerId) -> list[str]:
    return [held.card for held in hand.cards.own.get(player, ()) if not held.up]


def tie_of_many(command: commands.Command, asked: BeforeAct) -> Doubt | None:
    """The doubt if three or more hands are said to be equal and not all of their cards are known; else None."""
    hand = asked.night.hand
    if not isinstance(command, commands.NameWinners) or hand is None:
        return None
    for ranking in command.rankings:
        for group in ranking:
            unknown = any(player in hand.cards.own and not whole_hand_known(hand, player) for player in group)
            if len(group) >= MANY and unknown:
                return LooksLikeATieOfMany(players=list(group), order=list(group))
    return None


# In the order in which they are asked.
GUARDS: dict[type[Doubt], Callable[[commands.Command, BeforeAct], Doubt | None]] = {
    LooksLikeARepeat: repeat_of,
    LooksLikeASlip: slip_of,
    LooksLikeTheWrongPlayer: wrong_player,
    LooksLikeAnotherDealer: another_dealer,
    LooksLikeOneCardOfARank: one_card_of_a_rank,
    LooksLikeAMiscount: miscount_of,
    LooksLikeAMiscountedBox: miscounted_box,
    LooksLikeAChallengeOutOfOrder: out_of_order,
    LooksLikeAnEarlyScore: early_score,
    LooksLikeAnEarlyEnd: early_end,
    LooksLikeATieOfMany: tie_of_many,
    LooksLikeAnUnshownWinner: unshown_winner,
}

# Doubts that used to arise more often: what was written down then still says its waiver, which is not refused.
ONCE_ASKED: Mapping[type[Doubt], Callable[[commands.Command, BeforeAct], Doubt | None]] = {
    LooksLikeAnUnshownWinner: winner_of_unknown_cards,
}


def _meant(command: commands.Command, asked: BeforeAct) -> commands.Command:
    """The act that a request or its approval comes to, so that both are asked about as the act itself is."""
    if isinstance(command, commands.ApproveRequest):
        return meant_by_approval(command, asked.night)
    return act_asked_for(command, None) if isinstance(command, commands.AskForChips) else command


def ask_back(command: commands.Command, asked: BeforeAct, *, wary: bool) -> None:
    """Raises the first doubt that is not waived; refuses a waiver of a doubt that does not arise (NothingToWaive).

    Without `wary` no doubt is raised, but a needless waiver is refused all the same. An act that a rule refuses is refused
    by the rule, before any doubt.
    """
    waived = [waiver.rule for waiver in command.waived if waiver.rule.startswith(ASKED_BACK)]
    if not (wary or waived):
        return
    meant = _meant(command, asked)
    for kind, doubt_of in GUARDS.items():
        waivers = waived.count(kind.code)
        if not (wary or waivers):
            continue
        doubt = doubt_of(meant, asked)
        if waivers > (1 if doubt or (kind in ONCE_ASKED and ONCE_ASKED[kind](meant, asked)) else 0):
            raise errors.NothingToWaive(rule=kind.code)
        if doubt and not waivers:
            decide(command, asked.night)
            raise doubt
    for rule in set(waived) - {kind.code for kind in GUARDS}:
        raise errors.NothingToWaive(rule=rule)
