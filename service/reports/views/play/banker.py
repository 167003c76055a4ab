"""The table as the bank sees it on one screen: the bank in a line, the hand on felt, the seats, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from engine import errors
from engine.cards.card import RANKS, SUITS
from engine.cards.worth import with_article
from engine.commands import AnnounceHand, Bet, Call, Check, Command, GiveLoan, OpenNight, Raise, ShowHand
from engine.events import (
    NAME_OF,
    DebtPaid,
    EventsStruck,
    HandEnded,
    PenaltyPaid,
    PotAwarded,
    RoundClosed,
    RoundOpened,
    WordJudged,
)
from engine.folding import only_beside_the_table
from engine.game.awards import CardsSpeak, Poker
from engine.game.counts import players_served, seats_the_deck_allows
from engine.game.definition import Game
from engine.game.option_texts import option_text
from engine.game.options import Exchange, Wild
from engine.game.steps import ROUNDS, Draw
from engine.game.wilds import SplitPairs
from engine.grammar import listed
from engine.house.agreements import EnteredBy
from engine.ids import PlayerId
from engine.library import ONLY_BANK, most_known
from engine.play.betting.turn_order import next_to_deal
from engine.play.showdown.offers import what_is_lacking
from engine.play.strength.best_hand import has_shown, shares_at_stake, standings
from engine.play.strength.evaluating import NotKnown, wild_by_now
from engine.preconditions import rules_waived
from engine.registry import ASKED_TO
from engine.reports.sentences import tell_waiver
from engine.resolved import resolved
from engine.speech import say, to_say
from engine.state import Hand, Night
from engine.strikes import OF_THE_BOOK, to_undo
from engine.wording import game_text, option_called, options_of
from service.reports.requests import WAIT_FOR_THE_END, RequestView, open_requests
from service.reports.views.events import EventView, events_text, of_the_last_hand
from service.reports.views.games import SWITCHED, GameRules, fits, rules_view, switches_for
from service.reports.views.lending import Beyond, beyond
from service.reports.views.play.controls import Control, Controls, controls
from service.reports.views.play.line import SoFar, largest_usual, so_far
from service.reports.views.table import (
    MovesOnFelt,
    Seat,
    Table,
    just_ended,
    known_below,
    moves_on_felt,
    table_of,
    wild_text,
)
from service.reports.views.visible_night import Money, PlayerNamed, VisibleNight


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """An option as it is `said` when typed, as it is `called` at the table, and what it `means`, in a sentence."""

    said: str
    called: str
    means: str


class WildCard(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that the dealer may make wild, as they are `said` when typed and `called` at the table."""

    said: str
    called: str


class GameToAnnounce(msgspec.Struct, frozen=True, kw_only=True):
    """A game with what its dealer may still say. `switches`: options that a switch is enough for; `people` by seat.

    `wilds`: cards that may be wild besides the game's own (RULINGS R-E15), or instead of them where it `has_wilds`; empty for
    a pack whose cards have no ranks of poker. `exchanges`: how many cards may be exchanged in its one exchange; empty if it
    has not exactly one. `bets`: chips are bet, so that there may be an ante and a limit.
    """

    game: GameRules
    switches: tuple[Switch, ...]
    wilds: tuple[WildCard, ...]
    has_wilds: bool
    exchanges: tuple[int, ...]
    people: tuple[PlayerNamed, ...]
    bets: bool


def game_to_announce(view: VisibleNight, game: Game) -> GameToAnnounce:
    """The game for the people of this night."""
    night = view.night
    return GameToAnnounce(
        game=rules_view(game),
        switches=tuple(
            Switch(said=option_text(option), called=option_called(type(option).__name__), means=say(SWITCHED[option]))
            for option in switches_for(game)
        ),
        wilds=_wilds_for(game),
        has_wilds=bool(game.wild_rules),
        exchanges=_exchanges_for(game),
        people=tuple(
            view.named(player) for player in sorted(night.sitting, key=lambda player: night.people[player].seat)
        ),
        bets=any(isinstance(step, ROUNDS) for step in game.steps),
    )


def _wilds_for(game: Game) -> tuple[WildCard, ...]:
    pack = set(resolved(game.deck).cards)
    ranks = [rank for rank in reversed(RANKS) if any(f"{rank}{suit}" in pack for suit in SUITS)]
    if not ranks or not isinstance(game.scale, Poker):
        return ()
    cards = [(rank, rank) for rank in ranks] + [("one-eyed", say("one-eyed"))]
    if fits(game, Wild(SplitPairs())):
        cards.append(("split pairs", say("split pairs")))
    return tuple(WildCard(said=said, called=called) for said, called in cards)


def _exchanges_for(game: Game) -> tuple[int, ...]:
    """Every other number than that of the game's own exchange."""
    own = [step.up_to for step in game.steps if isinstance(step, Draw)]
    return tuple(
        number for number in range(1, EXCHANGED_MOST + 1) if number not in own and fits(game, Exchange(number))
    )


def usual_loan(view: VisibleNight, before: SoFar | None = None) -> int:
    """The chips of a loan as it is usual tonight: those everybody began with, else those lent last; 0 if there were none.

    `before` is what `so_far` has found, if that is at hand.
    """
    return view.opened.rules.initial_loan or next(iter((before or so_far(view)).lent), 0)


def may_borrow(view: VisibleNight, player: PlayerId) -> bool:
    """Whether the bank lends to this player at all: a banker who plays from the box has its chips anyway."""
    return player != view.night.from_box


def may_borrow_now(view: VisibleNight, seat: Seat) -> bool:
    """Whether whoever sits here may be lent chips at this moment: nobody in a hand while it is played (table stakes)."""
    hand = view.night.hand
    in_hand = hand is not None and seat.place in ("in the hand", "at the showdown")
    return view.phase == "open" and may_borrow(view, seat.id) and not in_hand


def ways_on(view: VisibleNight, refusal: Exception, refused: Command | None) -> tuple[Control, ...]:
    """The ways on from a refusal, each as a button; none for what is no matter of who is dealt in.

    `refused` is the command that was refused; None if it is not known, as that of a line, which shortens the ways.
    """
    announced = refused if isinstance(refused, AnnounceHand) else None
    return (*_lending(view, refusal), *_dealing_without(view, refusal, announced))


def _lending(view: VisibleNight, refusal: Exception) -> Iterator[Control]:
    night, loan = view.night, usual_loan(view)
    for player in _short_of_chips(night, refusal) if loan else ():
        # Beyond what the house lends there is the button in the row, which asks first.
        if may_borrow(view, player) and beyond(view, player, loan) is None:
            name = view.name(player)
            yield _control(
                f"lend-{player}", say("Lend {name} {chips}", name=name, chips=loan), GiveLoan(player=player, chips=loan)
            )


def _short_of_chips(night: Night, refusal: Exception) -> Sequence[PlayerId]:
    """Whose chips do not suffice for the hand."""
    match refusal:
        case errors.AntesAreLacking():
            return tuple(refusal.details["players"])
        case errors.TooFewToPlay():
            return [player for player in night.sitting if not night.stack(player)]
        case errors.HasNoChips() | errors.DealerIsNotDealtIn():
            player = refusal.details["player"]
            return (player,) if player in night.sitting and not night.stack(player) else ()
        case _:
            return ()


def _dealing_without(view: VisibleNight, refusal: Exception, announced: AnnounceHand | None) -> Iterator[Control]:
    """The same announcement without those who lack chips, or without one of them where they are one too many."""
    if announced is None:
        return
    playing = list(announced.players or view.night.sitting)
    match refusal:
        case errors.AntesAreLacking():
            groups: list[tuple[PlayerId, ...]] = [tuple(refusal.details["players"])]
        case errors.MoreThanTheGameIsFor() | errors.DeckIsTooSmall():
            if announced.players is None and refusal.details["players"] != len(playing):
                # Who has no chips is not dealt in anyway.
                playing = view.night.with_chips(playing)
            room = refusal.details["most" if isinstance(refusal, errors.MoreThanTheGameIsFor) else "room"]
            # Whoever has played most hands is the first to sit one out.
            in_turn = sorted(playing, key=lambda player: -view.night.people[player].hands)
            groups = [(player,) for player in in_turn] if len(playing) == room + 1 else []
        case _:
            return
    for group in groups:
        rest = tuple(player for player in playing if player not in group)
        if len(rest) < 2:
            continue
        dealer = None if announced.dealer in group else announced.dealer
        names = listed([view.name(player) for player in group])
        yield _control(
            f"without-{'-'.join(group)}",
            say("Deal without {names}", names=names),
            msgspec.structs.replace(announced, dealer=dealer, players=rest),
        )


def _control(name: str, label: str, command: Command) -> Control:
    return Control(
        id=name,
        act=str(command.__struct_config__.tag),
        label=label,
        player=None,
        name="",
        command=msgspec.to_builtins(command),
    )


LAST_GAMES = 10
# Of how many exchanged cards there is a button; a hand has no more.
EXCHANGED_MOST = 5
ROUND_OVER = (NAME_OF[RoundOpened], NAME_OF[RoundClosed], NAME_OF[HandEnded])
POT_AWARDED, DEBT_PAID = NAME_OF[PotAwarded], NAME_OF[DebtPaid]
LOAN, CHALLENGED = NAME_OF[GiveLoan], (NAME_OF[WordJudged], NAME_OF[PenaltyPaid])
BETS = frozenset(NAME_OF[kind] for kind in (Bet, Raise, Call, Check))
# What whoever is asked has to do, by the act that is offered first; in a betting round, and else, simply to act.
TO_ACT = to_say("to act")
ASKED = {str(kind.__struct_config__.tag): words for kind, words in ASKED_TO.items()}
DECLARED = {"high": to_say("declared high"), "low": to_say("declared low"), "both": to_say("declared both")}
SHOWS = str(ShowHand.__struct_config__.tag)
WAIT_FOR_THE_END_AS = frozenset(rule.code for rule in WAIT_FOR_THE_END)


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as a row, with its cards as they lie for everybody. `did` is the last thing the player did in this hand, in words;
    `wild` their open wild cards. `known`: the same cards as the bank knows them, empty where it knows none that lies closed.

    `asked` says what they are asked for, if they are. `in_round` are the chips put into the betting round. `to_show`:
    others have shown, and the player has not yet. `all_in`: their last chip is in the pot, and they cannot owe.
    `may_borrow`: the usual loan can be given now; `beyond`: the limits of the house that it passes. `holds` is the hand of whoever has shown, in words; empty for all others.
    """

    seat: Seat
    known: tuple[str, ...]
    did: str
    asked: str
    wild: tuple[str, ...]
    in_round: int
    to_show: bool
    all_in: bool
    may_borrow: bool
    beyond: Beyond | None
    holds: str


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it was announced before, with its options and stakes, and the command that announces it again."""

    name: str
    command: dict[str, Any]


class BankersTable(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the banker's screen, which lies on the table: nothing but `known` and what is asked tells closed cards.

    `acts` is where its controls are sent, `entered_by` who enters what players do. `counts` is false if the chips are in
    the book alone. `out` are the chips the bank has handed out, `on_table` those in front of the players. `loan` is the
    usual loan in chips. `beside`: what can be done about requests and payments now; `waits`: by the number of the request,
    who gets chips when the hand is over. `disputes` says how many are open. `undo` is the last act, None if nothing can be
    taken back; `largest` what a bet may be without being asked about. `wild` says in a few words what is wild. `last` is what
    happened last: who has won what, if that ended a hand. `lacks`: why the cards shown do not name the winner, or empty.
    `next_dealer` is who deals the next hand, empty during one. `last_games` are those announced before, `usual_games` those that most tables know, as long as few were.
    `only_bank`: the night was opened to keep the bank alone, so that a hand is the exception. `story`: the last things that
    happened, the newest first.
    """

    night: str
    acts: str
    name: str
    club: str
    version: int
    currency: Money
    unit_cents: int
    zone: str
    table: Table
    rows: tuple[Row, ...]
    entered_by: EnteredBy
    counts: bool
    out: int
    on_table: int
    loan: int
    wild: str
    last: str
    lacks: str
    controls: Controls
    beside: tuple[Control, ...]
    requests: tuple[RequestView, ...]
    waits: dict[int, str]
    disputes: int
    undo: EventView | None
    largest: int
    last_games: tuple[Played, ...]
    usual_games: tuple[Played, ...]
    only_bank: bool
    story: tuple[EventView, ...]
    dealer: str
    next_dealer: str
    to_move: MovesOnFelt
    hands_played: int


def bankers_table(view: VisibleNight, *, played_before: Sequence[AnnounceHand] = (), moved: int = 0) -> BankersTable:
    """The table now. For the bank only: it tells closed cards.

    `played_before` are the games of another night, to be announced again as long as this one has none. `moved`: somebody said
    on this device that the chips lie right as of this event.
    """
    night, opened = view.night, view.opened
    fresh = just_ended(view.records)
    anybody = view.as_anybody()
    table = table_of(anybody, night, is_fresh=fresh)
    hand = night.hand
    shown = hand or (night.last_hand if fresh else None)
    text = events_text(anybody, of_the_last_hand(anybody.visible))
    story = tuple(one for one in text if not one.quiet)
    # What is said beside the table waits in a line of its own.
    played = tuple(one for one in text if not only_beside_the_table([view.records[one.version - 1]]))
    did = _last_done(view, played)
    before = so_far(view)
    loan = usual_loan(view, before)
    dealer = next((seat.name for seat in table.seats if seat.dealer), "")
    from_box = sum(seat.chips for seat in table.seats if seat.id == night.from_box)
    can, requests = controls(view), open_requests(view)
    refused = {one.number for one in requests if one.refused}
    to_show = _to_show(hand, can)
    asked = {turn.player: say(ASKED.get(turn.controls[0].act, TO_ACT)) for turn in can.turns if turn.controls}
    return BankersTable(
        night=view.night_id,
        acts=f"/nights/{view.night_id}/acts",
        name=opened.name,
        club=opened.club,
        version=view.version,
        currency=view.money,
        unit_cents=opened.unit,
        zone=opened.zone,
        table=table,
        rows=tuple(
            Row(
                seat=seat,
                known=known_below(shown, seat),
                did=_declared(shown, seat.id) or did.get(seat.id, ""),
                asked=asked.get(seat.id, ""),
                wild=_wild(shown, seat.id) if shown else (),
                in_round=hand.round.paid.get(seat.id, 0) if hand and hand.round else 0,
                to_show=seat.id in to_show,
                all_in=hand is not None and seat.place == "in the hand" and seat.id in hand.stakes.all_in,
                may_borrow=may_borrow_now(view, seat),
                beyond=beyond(view, seat.id, loan),
                holds=_held(shown, seat.id) if shown else "",
            )
            for seat in table.seats
            if seat.place != "gone home"
        ),
        entered_by=night.rules.entered_by,
        counts=night.rules.chips == "real",
        # A banker who plays from the box has won or lost what its seat says; no chips lie in front of it.
        out=table.given_out - from_box,
        on_table=sum(seat.chips for seat in table.seats) - from_box,
        loan=loan,
        wild=wild_text(shown) if shown else "",
        last=_last_text(
            anybody, tuple(one for one in played if not one.quiet), ended=table.hand is not None and table.hand.over
        ),
        lacks=what_is_lacking(hand, view.name) if hand else "",
        controls=can,
        beside=tuple(one for one in can.beside if one.command.get("request") not in refused),
        requests=requests,
        waits={one.number: view.name(one.player) for one in requests if one.refused_as in WAIT_FOR_THE_END_AS},
        disputes=len(night.open_disputes),
        undo=_undone_by(anybody),
        largest=largest_usual(view, before),
        only_bank=opened.rules.rulebook == ONLY_BANK,
        last_games=tuple(last_games(view, before.games or played_before)),
        usual_games=usual_games(view, before.games or played_before),
        story=story[::-1],
        dealer=dealer,
        next_dealer=view.name(next_to_deal(night)),
        to_move=moves_on_felt(view, moved),
        hands_played=night.hands_played,
    )


def _to_show(hand: Hand | None, can: Controls) -> frozenset[PlayerId]:
    """Who is still to show. Nobody as long as no hand lies open: most tables only say who wins."""
    if hand is None or not any(has_shown(hand, player) for player in hand.still_in):
        return frozenset()
    return frozenset(turn.player for turn in can.turns if any(control.act == SHOWS for control in turn.controls))


def _held(hand: Hand, player: PlayerId) -> str:
    """What a player has shown: the hand as the cards tell, for each share of the pot, or as it was announced."""
    if player not in hand.cards.own or not has_shown(hand, player):
        return ""
    if announced := hand.showdown.claimed.get(player):
        return say("announces {hand}", hand=announced)
    if not isinstance(hand.game.claims, CardsSpeak) or hand.showdown.deal_offs:
        return say("has shown")
    result = (standings(hand, (player,), scale).get(player) for _, scale in shares_at_stake(hand))
    return "; ".join(dict.fromkeys(with_article(standing.worth) for standing in result if standing)) or say("has shown")


def _declared(hand: Hand | None, player: PlayerId) -> str:
    """The side that the player has declared, once all sides lie open; else empty."""
    side = hand.showdown.sides.get(player) if hand is not None and hand.stage != "playing" else None
    return say(DECLARED[side]) if side else ""


def _last_done(view: VisibleNight, events: tuple[EventView, ...]) -> dict[PlayerId, str]:
    """By player what they did last in the hand: the sentence without the name at its beginning."""
    done: dict[PlayerId, str] = {}
    bets: set[PlayerId] = set()
    for one in events:
        if one.type in ROUND_OVER and one.void_since is None:
            # Who called in the round before has yet to speak in the next one, and what was bet is told once it is won.
            done = {player: did for player, did in done.items() if player not in bets}
            bets.clear()
        player = one.data.get("player") if one.caused_by is None else None
        name = view.names.get(player, "") if isinstance(player, str) else ""
        if isinstance(player, str) and name and one.void_since is None and one.sentence.startswith(f"{name} "):
            done[player] = one.sentence[len(name) + 1 :].partition(". ")[0].rstrip(".")
            (bets.add if one.type in BETS else bets.discard)(player)
    return done


def _last_text(view: VisibleNight, story: tuple[EventView, ...], *, ended: bool) -> str:
    """What happened last, in words: if a hand has ended, what challenges came to, who won, and who paid for a shadow;
    what a strike took back, and what a correction put in its place."""
    # Nor has anything happened since if only an earlier hand was put right.
    if ended or (view.night.hand is None and _ends_a_hand(story)):
        in_force = [one for one in story if one.void_since is None]
        won = [one.sentence for one in in_force if one.type == POT_AWARDED]
        judged = [one.sentence for one in in_force if one.type in CHALLENGED]
        paid = [one.sentence for one in in_force if one.type == DEBT_PAID or (one.type == LOAN and one.caused_by)]
        if won:
            return " ".join((*judged, *won, *paid))
    if not story:
        return ""
    struck = _struck_last(view, story[-1])
    if struck is None:
        return _plain(view, story[-1])
    if instead := next((one for one in story if one.version in {placed.version for placed in struck.placed}), None):
        return _plain(view, instead)
    here = {one.version for one in story}
    void = [view.visible[version - 1] for version in struck.void]
    # A strike or correction that is taken back is of this hand as well, because what it had changed is.
    text = events_text(
        view,
        [
            record
            for record in void
            if record.caused_by is None and (record.version in here or isinstance(record.event, OF_THE_BOOK))
        ],
    )
    return say("Taken back: {what}", what=" ".join(_plain(view, one) for one in text)) if text else ""


def _ends_a_hand(story: tuple[EventView, ...]) -> bool:
    """Whether the last thing that somebody stated has ended a hand, and with it who won what."""
    followed = takewhile(lambda one: one.caused_by is not None, reversed(story))
    return any(one.type == POT_AWARDED for one in followed)


def _struck_last(view: VisibleNight, last: EventView) -> EventsStruck | None:
    """What a strike or correction took back, if the last thing that happened is one; else None."""
    if not isinstance(view.records[last.version - 1].event, OF_THE_BOOK):
        return None
    struck = view.records[last.version].event
    assert isinstance(struck, EventsStruck)
    return struck


def _plain(view: VisibleNight, told: EventView) -> str:
    """The sentence of an event without what the banker has waived for it, which the story tells."""
    event = view.records[told.version - 1].event
    sentence = told.sentence
    for waiver in rules_waived(event):
        sentence = sentence.replace(f" {tell_waiver(waiver)}", "")
    return sentence


def _wild(hand: Hand, player: PlayerId) -> tuple[str, ...]:
    """The player's cards that everybody sees are wild; empty as long as that is not known."""
    if player not in hand.cards.own or not hand.game.wild_rules:
        return ()
    try:
        wild = wild_by_now(hand, player)
    except NotKnown:
        return ()
    return tuple(sorted(wild))


def _undone_by(view: VisibleNight) -> EventView | None:
    """The last act in force at the table, which one tap takes back. What a player asked for or disputes is theirs to take back."""
    last = to_undo(view.records, lambda one: not only_beside_the_table([one]))
    if last is None or isinstance(last.event, OpenNight):
        return None
    return next(iter(events_text(view, [view.visible[last.version - 1]])), None)


def usual_games(view: VisibleNight, played: Sequence[AnnounceHand]) -> tuple[Played, ...]:
    """The games that most tables know, beside those that were played: as many in all as there are before the first hand."""
    known = most_known(view.opened.rules.rulebook)
    before = {one.game for one in played}
    left = [game for game in known if game.name not in before][: max(0, len(known) - len(before))]
    announced = [AnnounceHand(game=game.name, rulebook=game.rulebook, declaration=game) for game in left]
    return tuple(last_games(view, announced))


def last_games(view: VisibleNight, games: Sequence[AnnounceHand]) -> Iterator[Played]:
    """The last game, and those before it that are for so many as sit at the table now, or for one fewer, the newest first.

    Of one player too many the table says who sits out once the game is named. A game for fewer is for those who played it.
    """
    sitting = view.night.sitting
    for announced in games[:LAST_GAMES]:
        if announced.declaration is None:
            continue
        fewest, most = players_served(announced.declaration)
        most = min(most, seats_the_deck_allows(announced.declaration))
        again = {*(announced.players or ())} if len(sitting) > most + 1 else set()
        if announced is not games[0] and not fewest <= len(sitting) <= most + 1 and not (again and again <= {*sitting}):
            continue
        command = AnnounceHand(
            game=announced.game,
            rulebook=announced.declaration.rulebook,
            players=announced.players if again and again <= {*sitting} else None,
            options=announced.options,
            forced=announced.forced,
            limit=announced.limit,
        )
        yield Played(name=game_text(announced.game, options_of(announced)), command=msgspec.to_builtins(command))
