"""Writes what other programs keep into the book: logs and ledgers, hand histories, and whole nights."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from engine import commands
from engine.commands import Command, Currency
from engine.events import Event, Recorded
from engine.ids import ClubId, NightId, PlayerId
from engine.speech import phrase, say, say_number, to_say
from engine.spelling import compared
from engine.state import Night
from service.app.book import Book
from service.app.exchange.matching import stated_of_ids, who_plays
from service.app.night.known_nights import KnownNights, day_of, holds
from service.app.night.open_night import short_digest
from service.app.night.settling import WORKER
from service.app.people import Company, usual_club
from service.app.refusals import Declined, GuessesAreOpen, HandsAreInTheBook, NotANight, Refused, UnknownCurrency
from service.app.seeing import has_night, see, where_it_stands
from service.app.take import take
from service.book.guards import check_zone
from service.book.ids import fresh_id
from service.book.moving.lines import Export, import_club, parse_export
from service.book.proof.club import read_acts
from service.book.proof.stream import insist_it_could_be_recorded, insist_phones_signed_it
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight, UnitOfWork
from service.book.store.chain import stream_of_club
from service.book.store.names import PokerNowId, pokernow_ids_of
from service.errors import ClubDoesNotHold, VersionConflict
from service.exchange.histories.hands import HistoryFile
from service.exchange.histories.phh import BYTES_AT_MOST, read_phh
from service.exchange.histories.playing import play_history
from service.exchange.imports.ledger import import_ledger, people_of_ledger, read_ledger
from service.exchange.imports.pokernow import import_log, read_log
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.pokernow_people import LogPerson, people_of
from service.exchange.imports.recording import ImportOptions, ImportReport, Submit
from service.exchange.refused import (
    AmountsAreTooFine,
    FilesCountDifferently,
    HistoryIsTooLarge,
    NoFile,
    TournamentIsNotMoney,
)
from service.language.money import currency_of_code
from service.language.shorthand.lines import must_be_a_name
from service.reports.views.exchange import ClubImported, ImportAnswers, LogImported, NightImported, PersonMatch
from service.reports.views.night import NightView, night_view
from service.reports.views.visible_night import VisibleNight

__all__ = ["BYTES_AT_MOST"]

Texts = Sequence[tuple[str, str]]
# The actor of everything that an import records.
ACTOR = "import"
# The code of ISO 4217 for what is no currency: such a night counts chips.
NO_MONEY = Currency(code="XXX", exponent=0)
# Why nothing counts any more of a night that has only the beginning of another, as its book says it.
REPLACED = to_say("A file in which it goes on was imported.")
# The report of a file that was left out.
NOTHING = ImportReport().as_data({})


@dataclass(frozen=True, slots=True)
class LogDraft:
    """The night that a log or a ledger would become, and who is who in it.

    `tournament`: a line that only a tournament writes, as long as nobody has said what to do with it. `left_out`: it was
    said to leave it out. `timed`: its file says to the moment when everything happened.
    """

    company: Company
    night: str
    people: tuple[PersonMatch, ...]
    play: Callable[[Submit], ImportReport]
    tournament: LogRow | None = None
    left_out: bool = False
    timed: bool = True

    @property
    def guesses(self) -> tuple[PersonMatch, ...]:
        """The people whom nobody has confirmed."""
        return tuple(one for one in self.people if one.how == "guessed")


def look_at_pokernow(book: Book, club: str, texts: Texts, answers: ImportAnswers) -> LogDraft:
    """What the log of a PokerNow night would become; nothing is recorded."""
    log = read_log(texts)
    lines = log.lines
    company = Company(book, club or usual_club(book))
    row = next(iter(log.tournaments.values()), None)
    # Chips with a worth are money, whatever was played for.
    owed = row is None or bool(answers.currency or answers.unit)
    people, players = _who_is_who(book, company, lambda given: people_of(lines, given).found, answers.mapped)
    options = _options(book, company, answers, "PokerNow", texts, day=lines[0].row.at[:10], players=players, owed=owed)
    return LogDraft(
        company,
        options.night,
        people,
        lambda submit: import_log(log, options=options, submit=submit),
        tournament=None if answers.tournament else row,
        left_out=row is not None and answers.tournament == "ignore",
    )


def look_at_ledger(book: Book, club: str, file: str, text: str, answers: ImportAnswers) -> LogDraft:
    """What a PokerNow ledger would become, a night of the bank alone; nothing is recorded."""
    company = Company(book, club or usual_club(book))
    ledger = read_ledger(file, text, currency_stated(answers.currency), answers.unit or None)
    people, players = _who_is_who(book, company, lambda given: people_of_ledger(ledger, given).found, answers.mapped)
    day = ledger.stays[0].begins[:10]
    options = _options(book, company, answers, "PokerNow", [(file, text)], day=day, players=players)
    return LogDraft(
        company, options.night, people, lambda submit: import_ledger(ledger, options=options, submit=submit)
    )


def bring_log(book: Book, draft: LogDraft, *, dry_run: bool = False) -> LogImported:
    """Plays the night in memory, then records all of it, or nothing, as with `dry_run`. One that the book has is only reported,
    whatever file it came in; one of which the book has only the beginning takes its place.

    Refuses while a question is open, and a night of which the book has hands beside others (HandsAreInTheBook).
    """
    assert not draft.left_out, "A log that is left out is not played."
    if row := draft.tournament:
        raise TournamentIsNotMoney(row.file, row.line, row.quoted())
    if draft.guesses and not dry_run:
        raise guesses_are_open(draft.guesses)
    company, work = draft.company, UnitOfWork(LoadedNight(draft.night), book.now())

    def submit(command: Command, at: str) -> tuple[Event, ...]:
        return tuple(record.event for record in work.take(IncomingCommand(command, actor=ACTOR, occurred_at=at)))

    report = draft.play(submit)
    with book.handler() as handler:
        nights = KnownNights(handler, company, {day_of(work.loaded)})
        of_its_table = nights.of_its_table(work.loaded) if draft.timed else []
        whole = next((one.night_id for one in of_its_table if holds(one, work.loaded)), "")
        # Where hands are known, results that happen to be the same say nothing.
        same = whole if of_its_table else nights.same_as(work.loaded)
        known = draft.night if has_night(book, draft.night) else same
        before: dict[NightId, str] = {}
        for one in [] if known else of_its_table:
            before[one.night_id] = called = handler.lists.night(company.club_id, one.night_id).called
            if not (holds(work.loaded, one) and is_as_imported(one)):
                raise HandsAreInTheBook(called)
        report.notes += [
            say("{night} has the beginning of this; it is taken out, and this takes its place.", night=called)
            for called in before.values()
        ]
        beside = [] if known else [one for one in nights.beside(work.loaded) if one not in before]
        report.notes += nights.may_be_one(beside)
    for player, nickname in report.names.items():
        if player not in company.names:
            company.admit(player, nickname)
    if not (known or dry_run):
        for other, called in before.items():
            # If this is cut off behind it, the same file brings in the rest.
            if not take_out(book, company.club_id, other, say(REPLACED), actor=ACTOR, key=draft.night):
                raise HandsAreInTheBook(called)
        company.record(work)
    night = known or draft.night
    return LogImported(
        night=night,
        already=bool(known),
        holds=report.holds,
        only_unread=report.agrees and not report.holds,
        report=report.as_data(company.names),
        notes=tuple(report.notes),
        now=_as_played(work, company) if dry_run else where_it_stands(book, see(book, night, sees_cards=False)),
        people=draft.people,
    )


def _who_is_who(
    book: Book,
    company: Company,
    people_for: Callable[[Mapping[str, str]], Sequence[LogPerson]],
    mapped: Mapping[str, str],
) -> tuple[tuple[PersonMatch, ...], dict[str, PlayerId]]:
    """Who is who, and the player of each PokerNow id. Who is new joins the company, which remembers all ids.

    `people_for` has the people of the file, if those are one who were given the same name.
    """
    persons = people_for({})
    meant = stated_of_ids(persons, mapped)
    if meant:
        persons = people_for({one: compared(target) for one, target in meant.items()})
    ids = pokernow_ids_of(book.database, company.club_id)
    remembered = [one._replace(player=company.person(one.player)) for one in ids]
    matches = [match.as_one(company) for match in who_plays(persons, dict(company.names), remembered, meant)]
    people: list[PersonMatch] = []
    given: dict[str, PlayerId] = {}
    for person, match in zip(persons, matches, strict=True):
        player = match.player or company.admit(fresh_id("p"), match.name)
        given |= dict.fromkeys(person.ids, player)
        company.pokernow_ids += [PokerNowId(one, player, person.nickname) for one in person.ids]
        name = company.names[player]
        people.append(PersonMatch(said=match.said, name=name, how=match.how, nights=1, line=person.line))
    return tuple(people), given


def guesses_are_open(guesses: Sequence[PersonMatch]) -> Declined:
    """The refusal to record anything before somebody has said who these people are."""
    one = guesses[0]
    listed = [
        say("{said} (line {line}) may be {name}", said=guess.said, line=guess.line, name=guess.name)
        for guess in guesses
    ]
    return GuessesAreOpen(listed, f'"{one.said}={one.name}"', f'"{one.said}={one.said}"')


def _options(
    book: Book,
    company: Company,
    answers: ImportAnswers,
    name: str,
    texts: Texts,
    *,
    day: str,
    players: Mapping[str, PlayerId],
    currency: str = "",
    owed: bool = True,
) -> ImportOptions:
    """How to import the night of these texts; `name` and `currency` are for what nobody says."""
    zone = answers.zone or book.zone
    check_zone(zone)
    return ImportOptions(
        night=id_to_record(book, company, f"{day or 'night'}-{short_digest([text for _, text in texts])}"),
        club=company.club_id,
        name=answers.name or name,
        zone=zone,
        currency=currency_stated(answers.currency or currency) if owed else NO_MONEY,
        unit=(answers.unit or None) if owed else 1,
        players=players,
        owed=owed,
    )


def id_to_record(book: Book, company: Company, night_id: str) -> str:
    """The id, or with a number behind it if the night that had it was taken out again: what is in the book stays there."""
    wanted, number = night_id, 1
    with book.handler() as handler:
        while not company.club_is_new and handler.lists.is_empty(company.club_id, wanted):
            number += 1
            wanted = f"{night_id}-{number}"
    return wanted


def currency_stated(spoken: str) -> Currency:
    """The currency of this code, of crowns if none is said. Refuses a text that is no code (UnknownCurrency)."""
    code = spoken.upper() or Currency().code
    if not re.fullmatch("[A-Z]{3}", code):
        raise UnknownCurrency(spoken)
    return currency_of_code(code)


def _as_played(work: UnitOfWork, company: Company) -> NightView:
    """Where a night would stand that is not recorded."""
    loaded = work.loaded
    view = VisibleNight(
        night_id=loaded.night_id,
        head="",
        night=loaded.night,
        records=tuple(loaded.records),
        names=company.names,
        sees_cards=True,
    )
    return night_view(view, club_name=company.club_name)


_PEOPLE_AT_MOST = 50


def look_at_phh(book: Book, club: str, texts: Texts, answers: ImportAnswers) -> LogDraft:
    """What the hands of PHH files would become, one night; nothing is recorded."""
    if not texts:
        raise NoFile("")
    file, others = texts[0][0], len(texts) - 1
    if others:
        file = phrase("{file} and {number} more", file=file, number=others)
    result = _together([read_phh(name, text) for name, text in texts])
    nicknames = list(dict.fromkeys(nickname for hand in result.hands for nickname in hand.players))
    if len(nicknames) > _PEOPLE_AT_MOST:
        raise HistoryIsTooLarge(file, len(nicknames), "players", _PEOPLE_AT_MOST)
    for nickname in nicknames:
        must_be_a_name(nickname)
    company = Company(book, club or usual_club(book))
    players = {nickname: company.add(nickname) for nickname in nicknames}
    day = next((hand.at[:10] for hand in result.hands if hand.at), "")
    options = _options(book, company, answers, "PHH", texts, day=day, players=players, currency=result.currency)
    currency = options.currency
    unit = options.unit or _unit(file, result, currency, spoken=bool(answers.currency))

    def play(submit: Submit) -> ImportReport:
        report = play_history(result, options=replace(options, unit=unit), submit=submit)
        if not (answers.currency or result.currency):
            report.notes.append(
                say(
                    "No currency is named: the smallest chip is taken as {unit} cents ({currency}); name the "
                    "currency, or what a chip is worth, if it is another.",
                    unit=unit,
                    currency=currency.code,
                )
            )
        if roughly := sum(not hand.on_a_day for hand in result.hands):
            report.notes.append(
                say_number(
                    "{number} hand has no day; it is dated on the first that it may have been.",
                    "{number} hands have no day; they are dated on the first that it may have been.",
                    roughly,
                )
            )
        return report

    return LogDraft(company, options.night, (), play, timed=False)


def _together(files: Sequence[HistoryFile]) -> HistoryFile:
    """The hands of several files as one night. Refuses files that count in different chips."""
    first = files[0]
    for other in files[1:]:
        if (other.places, other.currency, other.unit) != (first.places, first.currency, first.unit):
            raise FilesCountDifferently(other.file, first.file)
    return replace(first, hands=tuple(hand for result in files for hand in result.hands))


def _unit(file: str, result: HistoryFile, currency: Currency, *, spoken: bool) -> int:
    """The worth of the smallest chip in cents: as the file says it, else from its currency and its decimals, else one."""
    if result.unit is not None:
        return result.unit
    if not (result.currency or spoken or result.places):
        return 1
    if result.places > currency.exponent:
        raise AmountsAreTooFine(file, result.places, currency.code, currency.exponent)
    unit: int = 10 ** (currency.exponent - result.places)
    return unit


def import_night(book: Book, text: str) -> NightImported:
    """Records a night from its export, or the missing part of it, with its club if this book does not know it.

    Refuses a night that could not have been recorded here.
    """
    export = parse_export(text.splitlines())
    nights = [stream for stream in export.streams if stream.night]
    if len(nights) != 1:
        raise NotANight(len(nights))
    brought = _recorded(book, export)
    with book.handler() as handler:
        not_here = tuple(night for night in export.history.club.nights if not handler.lists.has_night(night))
    return msgspec.structs.replace(brought.nights[0], not_here=not_here)


def import_whole_club(book: Book, text: str) -> ClubImported:
    """Records a club with all its nights from its export, or the missing part of it: all of it, or nothing."""
    return _recorded(book, parse_export(text.splitlines()))


def _recorded(book: Book, export: Export) -> ClubImported:
    club, own = export.club, stream_of_club(export.club)
    _, faults, _ = read_acts(own, export.streams[own])
    for fault in faults:
        raise ClubDoesNotHold(club, fault.version, fault.sentence)
    nights = {stream: events for stream, events in export.streams.items() if stream.night}
    for stream, events in nights.items():
        insist_it_could_be_recorded(stream, events, export.history.club.members)
        insist_phones_signed_it(stream, events, export.history.club, export.countersignatures)
    done = import_club(book.database, export)
    return ClubImported(
        club=club,
        name=export.history.club.name,
        nights=tuple(
            NightImported(
                night=stream.night,
                club=club,
                already=done.already[stream],
                added=done.added[stream],
                new_names=done.names,
                head=events[-1].hash,
            )
            for stream, events in nights.items()
        ),
        new_names=done.names,
        head=export.streams[own][-1].hash,
    )


# Taking out what was imported


def take_out(book: Book, club: ClubId, night: NightId, reason: str, *, actor: str, key: str) -> bool:
    """Says that nothing of an imported night counts, and closes it; leaves alone one in which somebody has recorded something
    since. Returns whether nothing of it counts.

    Nothing is erased: the chain goes on, and the acts can be read there as before.
    """
    with book.handler() as handler:
        if handler.lists.is_empty(club, night):
            return True
        loaded = handler.load(night)
    if not is_as_imported(loaded):
        return False
    acts = _as_if_nothing_was(loaded.night, loaded.records, reason)
    # What was carried into a later night stands in the way: it stays until that plan is taken back.
    try:
        take(
            book,
            night,
            [IncomingCommand(act, actor=actor) for act in acts],
            key=f"{key}:{night}",
            expected=loaded.version,
        )
    except (Refused, VersionConflict):
        return False
    return True


def is_as_imported(loaded: LoadedNight) -> bool:
    """Whether nobody has recorded anything in an imported night since."""
    return all(record.actor in (ACTOR, WORKER) for record in loaded.records)


def _as_if_nothing_was(night: Night, records: Sequence[Recorded], reason: str) -> list[commands.Command]:
    """The acts after which nothing of the night counts and it is closed."""
    if night.terms.debts_only:
        # One in which nobody plays is never open, so its close stands.
        stays = (commands.OpenNight, commands.CloseNight)
        struck = [one.version for one in records if one.caused_by is None and not isinstance(one.event, stays)]
        return [commands.StrikeEvents(versions=tuple(struck), reason=reason)]
    first = records[1].version
    change = commands.Change(version=first)
    return [
        commands.CorrectEvents(changes=(change,), stop_at=first, reason=reason),
        commands.CloseNight(),
    ]
