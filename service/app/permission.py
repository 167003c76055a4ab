"""Whether whoever asks may do what they ask for, with this club or this night."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from engine import commands
from engine.club.acts import Publication
from engine.club.nights import people_of
from engine.ids import ClubId, NightId, PlayerId
from engine.play.betting.turn_order import next_to_deal
from engine.play.script.offers import offers
from engine.registry import DEALERS_ACT, OWN_ACT, OWN_WORD
from engine.state import Night
from service.app.book import Book
from service.book.closed_cards import card_fields
from service.book.club_handler import BANKER
from service.book.recording.unit_of_work import IncomingCommand
from service.book.store.chain import stream_of_night
from service.book.store.event_store import EventStore
from service.errors import ClubMissing, NightMissing
from service.errors.problems import (
    ClosedToTheBank,
    MayNotWaive,
    NotForAnother,
    NotYourDeal,
    OnlyTheTableSays,
    marking_refusals,
)
from service.people.rights import STRANGER, Deed, Who, deed_of, is_without_role, may, may_on_their_night, refusal
from service.reports.views.visible_night import VisibleNight

# What players may enter where the house has agreed on it: their own acts in a hand, and those of the dealer when they deal.
ENTERED = frozenset({*OWN_ACT, *DEALERS_ACT})
# What makes somebody know that a night is there.
_KNOWING_OF_NIGHTS = (Deed.SEE_NIGHTS, Deed.SEE_REPORTS)


def insist(who: Who, deed: Deed) -> None:
    """Refuses whoever may not do this with the book or, if it is done in a club, in their own."""
    if not may(who, deed, who.club):
        raise refusal(who, deed, who.club)


def insist_in_club(book: Book, who: Who, deed: Deed, club: ClubId) -> None:
    """Refuses whoever may not do this in the club.

    A stranger is told to sign in (TokenMissing), whether there is such a club or not. To members of other clubs, one that
    publishes nothing is not there (ClubMissing).
    """
    if who.keeper:
        return
    published = _published(book, club)
    if may(who, deed, club, published=published):
        return
    knows = who == STRANGER or is_without_role(who, club) or may(who, Deed.FIND_CLUB, club, published=published)
    if not knows:
        raise ClubMissing(club)
    raise refusal(who, deed, club)


def insist_at_night(book: Book, who: Who, deed: Deed, night: NightId) -> None:
    """The same for a night, as in its club (NightMissing). Whoever has its bank may do more."""
    if who.keeper:
        return
    try:
        club = book.club_of(night)
    except NightMissing:
        raise _refusal_at_night(who, deed, None, night, ()) from None
    published = _published(book, club)
    if may(who, deed, club, published=published) or _on_their_night(book, who, deed, club, night):
        return
    raise _refusal_at_night(who, deed, club, night, published)


def may_at_night(book: Book, who: Who, deed: Deed, club: ClubId, night: NightId) -> bool:
    """Whether somebody may do this at a night of the club, by their role or because they have its bank."""
    return may(who, deed, club) or _on_their_night(book, who, deed, club, night)


def _refusal_at_night(
    who: Who, deed: Deed, club: ClubId | None, night: NightId, published: Collection[Publication]
) -> Exception:
    knows = club is not None and any(may(who, one, club, published=published) for one in _KNOWING_OF_NIGHTS)
    return refusal(who, deed, club) if knows or who == STRANGER or is_without_role(who, club) else NightMissing(night)


def visible_to(view: VisibleNight, who: Who) -> VisibleNight:
    """The night as this person may see it: whoever may run its bank sees every card but those that players entered for
    themselves, a player their own.
    """
    club = view.opened.club
    if may(who, Deed.SEE_ALL_CARDS, club):
        return view.for_the_bank()
    if view.night.banker in who.ids and may_on_their_night(who, Deed.SEE_ALL_CARDS, club):
        return view.for_the_bank()
    return visible_as(view, who.known_in(view.night) if may(who, Deed.SEE_OWN_HAND, club) else None)


def visible_as(view: VisibleNight, viewer: PlayerId | None) -> VisibleNight:
    """The night as this player sees it; for nobody (None), as everybody may."""
    return replace(view.whole or view, sees_cards=False, viewer=viewer, before_hand=None)


def role_sees_cards(book: Book, who: Who, night: NightId) -> bool:
    """Whether somebody's role lets them see the cards of this night, but for those closed to the bank. The night itself is not read."""
    return may(who, Deed.SEE_ALL_CARDS, book.club_of(night))


def sees_everything(book: Book, who: Who, night: NightId) -> bool:
    """Whether nothing of the night is closed to somebody, not even what players entered for themselves. The night may be damaged."""
    return role_sees_cards(book, who, night) and (who.keeper or not _players_enter(book, night))


def insist_nothing_is_closed(book: Book, who: Who, club: ClubId, night: NightId | None = None) -> None:
    """Refuses whole events, of a night or of the club, to whoever runs the bank where players entered some for themselves.

    Whoever keeps the book has the file anyway.
    """
    if not who.keeper and (_players_enter(book, night) if night else EventStore(book.database).players_enter(club)):
        raise ClosedToTheBank


def _players_enter(book: Book, night: NightId) -> bool:
    club = book.club_of(night)
    return EventStore(book.database).players_enter(club, stream_of_night(club, night))


def insist_on_own_events(book: Book, who: Who, night: NightId, player: PlayerId) -> None:
    """Refuses the events of a player in full to everybody but them and whoever sees all cards of the night."""
    try:
        club = book.club_of(night)
    except NightMissing:
        # Only whoever may know of nights is told that there is none.
        insist_at_night(book, who, Deed.SEE_ALL_CARDS, night)
        return
    if player not in who.ids and may_at_night(book, who, Deed.SEE_ALL_CARDS, club, night):
        insist_nothing_is_closed(book, who, club, night)
    if not is_theirs(who, Deed.SEE_ALL_CARDS, club, player, oneself=Deed.SEE_OWN_HAND):
        insist_at_night(book, who, Deed.SEE_ALL_CARDS, night)


def is_theirs(who: Who, deed: Deed, club: ClubId, player: PlayerId, *, oneself: Deed) -> bool:
    """Whether somebody may do this with any member of the club, or is that member and may do so much for themself."""
    return may(who, deed, club) or (who.club == club and player in who.ids and may(who, oneself, club))


def insist_it_is_theirs(who: Who, deed: Deed, club: ClubId, player: PlayerId) -> None:
    """Refuses whoever may not do this with any member, and may not say it for themself as that member."""
    if not is_theirs(who, deed, club, player, oneself=Deed.SAY_FOR_ONESELF):
        raise refusal(who, deed, club)


def permitted(book: Book, who: Who, night: NightId, incoming: Sequence[IncomingCommand]) -> list[IncomingCommand]:
    """The commands, said by whoever asks. Refuses all of them if one is not theirs to say.

    A player may raise, answer and withdraw a dispute for themself, agree to how it ends, say that a payment has not
    arrived, and enter their own acts in a hand, and those of the dealer, where the house has agreed on it; what is done for others, and what sets a
    rule aside, is for those who run the bank.
    """
    if who.keeper:
        return list(incoming)
    who = _known_there(book, who, night)
    allowed = []
    for one in incoming:
        with marking_refusals(one.index):
            allowed.append(replace(one, command=_permitted(book, who, night, one.command), actor=actor_of(who)))
    return allowed


def _known_there(book: Book, who: Who, night: NightId) -> Who:
    """Whoever asks, under the id that they have in this night: a member who turned out to be them may have been there."""
    if not who.also:
        return who
    try:
        return _called(who, who.known_in(_state(book, night)))
    except NightMissing:
        # It is about to be opened, or the act says so.
        return who


def _called(who: Who, player: PlayerId | None) -> Who:
    return dataclasses.replace(who, player=player, also=tuple(one for one in who.ids if one != player))


def actor_of(who: Who) -> str:
    """Who says it, as the book keeps it; the keeper and programs speak as the banker."""
    return f"player:{who.player}" if who.player is not None else BANKER


def _permitted(book: Book, who: Who, night: NightId, command: commands.Command) -> commands.Command:
    if isinstance(command, commands.OpenNight):
        insist_in_club(book, who, Deed.RUN_BANK, command.club)
        return command
    club = book.club_of(night)
    deed, field = deed_of(type(command)), OWN_WORD.get(type(command))
    if may_at_night(book, who, deed, club, night):
        if field is None or getattr(command, field) not in who.ids:
            return command
        # Whoever runs the bank says it for anybody, and for themself by any of their ids.
        return replace(command, **{field: _spoken_of(book, who, night, command, field).player})
    if isinstance(command, commands.DeclineRequest) and may(who, Deed.SAY_FOR_ONESELF, club):
        if command.waived:
            raise MayNotWaive
        if _is_to_get_it(book, who, night, command.request):
            return command
    if field is not None:
        if may(who, Deed.SAY_FOR_ONESELF, club):
            return _for_oneself(_spoken_of(book, who, night, command, field), command, field)
        deed = Deed.SAY_FOR_ONESELF
    elif type(command) in ENTERED and may(who, Deed.SAY_FOR_ONESELF, club):
        state = _state(book, night)
        if state.rules.entered_by != "bank":
            return (_own_act if type(command) in OWN_ACT else _dealers_act)(who, command, state)
    raise _refusal_at_night(who, deed, club, night, _published(book, club))


def _is_to_get_it(book: Book, who: Who, night: NightId, number: int) -> bool:
    """Whether the request of this number says that somebody has paid whoever asks."""
    state = _state(book, night)
    request, plan = state.requests.get(number), state.closing.plan
    if request is None or plan is None or not isinstance(request.asked, commands.SayPayment):
        return False
    return (plan.transfers or ())[request.asked.transfer - 1].payee in who.ids


def _spoken_of(book: Book, who: Who, night: NightId, command: commands.Command, field: str) -> Who:
    """Whoever asks, under that one of their ids of which the act speaks: a plan may name somebody under two."""
    if not who.also:
        return who
    state = _state(book, night)
    transfers = (state.closing.plan.transfers or ()) if state.closing.plan else ()
    whose: PlayerId | None = getattr(command, field)
    match command:
        case commands.SayPayment(transfer=number) if number <= len(transfers):
            whose = transfers[number - 1].payer
        case commands.ConfirmPayment(transfer=number) if number <= len(transfers):
            whose = transfers[number - 1].payee
        case commands.WithdrawRequest(request=number) if number in state.requests:
            whose = state.requests[number].asked.player
        case commands.AgreeToBanksWord(dispute=number) | commands.WithdrawDispute(dispute=number) if (
            number in state.disputes
        ):
            whose = state.disputes[number].by
        case _:
            pass
    return _called(who, whose) if whose in who.ids and whose in people_of(state) else who


def _for_oneself(who: Who, command: commands.Command, field: str) -> commands.Command:
    """The act of the player who asks. One that may leave out whose it is gets theirs."""
    if getattr(command, field) not in (None, *who.ids):
        raise NotForAnother(field=field, own=who.player)
    if command.waived:
        raise MayNotWaive
    return replace(command, **{field: who.player})


def names_own_cards(book: Book, who: Who, night: NightId, incoming: Sequence[IncomingCommand]) -> bool:
    """Whether a player who does not have the bank names cards of theirs."""
    named = any(type(one.command) in ENTERED and card_fields(type(one.command)) for one in incoming)
    if who.runs_the_bank or who.club is None or not named:
        return False
    return not _on_their_night(book, who, Deed.RECORD, who.club, night)


def _own_act(who: Who, command: commands.Command, night: Night) -> commands.Command:
    """The act in a hand of the player who asks. What only the table can say of it is not theirs to say."""
    kind = type(command)
    act = OWN_ACT[kind]
    for field in act.of_the_table:
        if getattr(command, field):
            raise OnlyTheTableSays(field=field)
    if act.whose:
        return _for_oneself(who, command, act.whose)
    if command.waived:
        raise MayNotWaive
    asked = [offer.player for offer in offers(night) if type(offer.command) is kind]
    if asked and who.player not in asked:
        raise NotForAnother(field="type", own=who.player)
    # Nobody is asked for it now: the rules say so.
    return command


def _dealers_act(who: Who, command: commands.Command, night: Night) -> commands.Command:
    """The announcement or the deal of the player who asks. Refuses whoever does not deal (NotYourDeal)."""
    if command.waived:
        raise MayNotWaive
    if isinstance(command, commands.AnnounceHand) and command.dealer not in (None, who.player):
        raise NotForAnother(field="dealer", own=who.player)
    # What cannot be now, as a deal between two hands, the rules say.
    dealer = night.hand.announced.dealer if night.hand is not None else next_to_deal(night)
    if dealer != who.player:
        raise NotYourDeal
    return command


def _state(book: Book, night: NightId) -> Night:
    with book.handler(night) as handler:
        return handler.load(night).night


def _on_their_night(book: Book, who: Who, deed: Deed, club: ClubId, night: NightId) -> bool:
    """Whether somebody may do this because they have the bank of this night. Reads the night only if that decides it."""
    return may_on_their_night(who, deed, club) and _state(book, night).banker in who.ids


def _published(book: Book, club: ClubId) -> tuple[Publication, ...]:
    """What everybody may see of the club; nothing of one that is not there."""
    with book.handler() as handler:
        return handler.clubs.look(club).club.published
