"""What a use case refuses: a refusal of the rules in words, and what cannot be done with what was said.

Refused                     a refusal of the rules or of the shorthand, with names for ids and where it happened
Declined
├── which night             NoNights, NoOpenNight, AmbiguousNight, NightNotInFile
├── who                     UnknownClub, ClubExists, NotAMember, NobodyCalled, AmbiguousName
├── opening a night         PlayersMissing, BadDate, DateToCome, OpeningRefused
├── standings               NotADay, EndsBeforeItBegins, NotPlayedHere
├── lines                   NotUnderstood, NothingToUndo
├── games                   UnknownGame, AmbiguousGame, UnknownRulebook, NoGameFound, OwnGameMissing
├── simulating              NoOwnGames, PlayersNotPossible, PlayersDoNotFit, NoGameForPlayers
├── settling                NobodyOwes, CurrencyUnclear
├── importing               UnknownCurrency, NotANight
└── the book                NoFailedJob, JobIsOfSeveralClubs
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import Refusal
from engine.grammar import one_of
from engine.ids import PlayerId
from engine.speech import say, to_say
from service.book.guards import Doubt
from service.errors import BookError, Listing
from service.language.naming import refusal_told, typed_told

# What follows the refusal of a file.
NOTHING_RECORDED = to_say("Nothing was recorded.")


class Refused(Exception):
    """A refusal in words: with names for ids, where it happened, how to go on and the rule that may be waived.

    `typed`: what to type instead, for faces where lines are typed. `is_doubt`: no rule forbids the act; the interface asks
    whether it is meant (`service.book.guards`).
    """

    def __init__(
        self,
        refusal: Exception,
        sentence: str,
        *,
        typed: str = "",
        waived_as: str = "",
        is_doubt: bool = False,
        where: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.refusal = refusal
        self.sentence = sentence
        self.typed = typed
        self.waived_as = waived_as
        self.is_doubt = is_doubt
        self.where = dict(where or {})

    @property
    def whole(self) -> str:
        """The sentence and what to type instead."""
        return " ".join(filter(None, (self.sentence, self.typed)))


def refused(
    refusal: Refusal, names: Mapping[PlayerId, str], *, hint: str = "", where: Mapping[str, Any] | None = None
) -> Refused:
    """The refusal of the rules with names for ids, and how it may be waived; the hint follows its sentence."""
    return Refused(
        refusal,
        " ".join(filter(None, (refusal_told(refusal, names), hint))),
        typed=typed_told(refusal, names),
        waived_as=refusal.code if refusal.waivable else "",
        is_doubt=isinstance(refusal, Doubt),
        where=where,
    )


class Declined(BookError):
    """What a use case cannot do with what was said."""


class NoNights(Declined):
    code = "no_nights"
    sentence = "The book holds no night yet."


class NoOpenNight(Declined):
    code = "no_open_night"
    sentence = "No night is open."


class AmbiguousNight(Declined):
    code = "ambiguous_night"
    sentence = "{given} may mean {listed}; type more of the id."
    listing = Listing("nights", most=8)
    given: str
    nights: list[str]


class NightNotInFile(Declined):
    code = "night_not_in_file"
    sentence = "The file has no night {night}; it has {listed}."
    listing = Listing("nights", most=8)
    night: str
    nights: list[str]


class UnknownClub(Declined):
    code = "unknown_club"
    sentence = "The book has no club called {club}; it has {listed}."
    listing = Listing("known")
    club: str
    known: list[str]


class ClubExists(Declined):
    code = "club_exists"
    sentence = "The book already has a club called {club}; names are compared without case and accents."
    club: str


class NotAMember(Declined):
    code = "not_a_member"
    sentence = "{club} has no member called “{name}”; it has {listed}."
    listing = Listing("known")
    club: str
    name: str
    known: list[str]


class NobodyCalled(Declined):
    code = "unknown_player"
    sentence = "Nobody called “{name}” sat down that night; there were {listed}."
    listing = Listing("known")
    name: str
    known: list[str]


class AmbiguousName(Declined):
    code = "ambiguous_name"
    sentence = "“{name}” may mean {listed}; type more of the name."
    listing = Listing("known", between=" or ")
    name: str
    known: list[str]


class PlayersMissing(Declined):
    code = "players_missing"
    sentence = "A night needs players; name at least one, as Anna, Bo, Carl."


class OpeningRefused(Declined):
    """What was said of a night that is to be opened does not fit: `at` these keys, and `why`, a sentence about each."""

    code = "opening_refused"
    sentence = "{listed}"
    listing = Listing("why", between=" ")
    at: list[str]
    why: list[str]


class BadDate(Declined):
    code = "bad_date"
    sentence = "There is no date {date}; write it as 2026-11-20 19:30."
    date: str


class DateToCome(Declined):
    code = "date_to_come"
    sentence = "“{date}” is in the future; give the day on which the night was played."
    date: str


class EndsOutsideTheNight(Declined):
    code = "ends_outside_the_night"
    sentence = (
        "Play cannot have ended at {said}: its last act was at {last}, and now it is {now}; write HH:MM, or a date and "
        "time such as 2026-11-21 01:30."
    )
    said: str
    last: str
    now: str


class NotADay(Declined):
    code = "not_a_day"
    sentence = "“{said}” is not a day; write it as 2026-11-20."
    said: str


class EndsBeforeItBegins(Declined):
    code = "ends_before_it_begins"
    sentence = "{since} is after {until}; the first of the two days comes first."
    since: str
    until: str


class NotPlayedHere(Declined):
    code = "not_played_here"
    sentence = "Nobody played {said} in these nights; they played {listed}."
    listing = Listing("played", most=12)
    said: str
    played: list[str]


class NotUnderstood(Declined):
    code = "not_understood"
    sentence = (
        "“{player}” is not a player here, and “{game}” is not a game: `chipbook night show` names the players, and "
        "`chipbook games` the games."
    )
    player: str
    game: str


class NothingToUndo(Declined):
    code = "nothing_to_undo"
    sentence = "Nothing has happened yet that could be taken back."


class UnknownGame(Declined):
    code = "unknown_game"
    sentence = "There is no game called “{game}”."
    game: str
    close: list[str]

    def __str__(self) -> str:
        if not self.close:
            return super().__str__()
        return say("There is no game called “{game}”; did you mean {close}?", game=self.game, close=one_of(self.close))


class AmbiguousGame(Declined):
    code = "ambiguous_game"
    sentence = "“{game}” may mean {listed}; type more of the name."
    listing = Listing("games", most=8)
    game: str
    games: list[str]


class UnknownRulebook(Declined):
    """`besides` is what may be said in place of a rulebook, empty if nothing may."""

    code = "unknown_rulebook"
    sentence = "There is no rulebook “{rulebook}”; the rulebooks are {listed}{besides}."
    listing = Listing("known")
    rulebook: str
    known: list[str]
    besides: str = ""


class NoGameFound(Declined):
    code = "no_game_found"
    sentence = "The rulebook {rulebook} has no game “{game}”; `chipbook games` lists them all."
    rulebook: str
    game: str = ""

    def __str__(self) -> str:
        if self.game:
            return super().__str__()
        return say("The rulebook {rulebook} has no game; `chipbook games` lists them all.", rulebook=self.rulebook)


class OwnGameMissing(Declined):
    code = "own_game_missing"
    sentence = "{club} has no game “{game}” of its own; it has {listed}."
    listing = Listing("known")
    club: str
    game: str
    known: list[str]


class NoOwnGames(Declined):
    code = "no_own_games"
    sentence = "Your club has no own game yet; `chipbook games add FILE` adds one."


class PlayersNotPossible(Declined):
    code = "players_not_possible"
    sentence = "{players} players cannot be simulated; from 2 to {most} can."
    players: int
    most: int

    def __str__(self) -> str:
        if self.players != 1:
            return super().__str__()
        return say("1 player cannot be simulated; from 2 to {most} can.", most=self.most)


class PlayersDoNotFit(Declined):
    code = "players_do_not_fit"
    sentence = "{game} is for {least} to {most} players, not for {players}; say so with --players."
    game: str
    players: int
    least: int
    most: int


class NoGameForPlayers(Declined):
    code = "players_do_not_fit"
    sentence = "No game of {rulebook} is for {players} players; they are for {least} to {most}."
    rulebook: str
    players: int
    least: int
    most: int


class NobodyOwes(Declined):
    code = "nobody_owes"
    sentence = "Nothing is unpaid in the club {club}, so there is nothing to settle."
    club: str


class CurrencyUnclear(Declined):
    code = "currency_unclear"
    sentence = "The debts of the club {club} are in {listed}; one plan settles one currency: name it."
    listing = Listing("currencies", between=" and ")
    club: str
    currencies: list[str]


class UnknownCurrency(Declined):
    code = "unknown_currency"
    sentence = "“{currency}” is not a currency; write its three letters, such as DKK or EUR."
    currency: str


class NotANight(Declined):
    code = "not_a_night"
    sentence = "The file holds {nights} nights, and one is read at a time; `chipbook import club` reads a whole club."
    nights: int


class NoFailedJob(Declined):
    code = "no_failed_job"
    sentence = "No job {key} has failed."
    key: str


class JobIsOfSeveralClubs(Declined):
    code = "job_is_of_several_clubs"
    sentence = "{count} clubs have a job {key}; name one with --club: {listed}."
    listing = Listing("clubs")
    key: str
    clubs: list[str]

    def __str__(self) -> str:
        return say(self.sentence, key=self.key, count=len(self.clubs), listed=self.listed)


class NoHistoryOfHand(Declined):
    code = "no_history_of_hand"
    sentence = "Hand {number} cannot be written as {form}: {because}."
    number: int
    form: str
    because: str


class NoHandToWrite(Declined):
    code = "no_hand_to_write"
    sentence = "The night {night} has no hand that {form} can hold; no hand was played to its end."
    night: str
    form: str
    left_out: Sequence[str]

    def __str__(self) -> str:
        if not self.left_out:
            return super().__str__()
        return say(
            "The night {night} has no hand that {form} can hold: {reasons}.",
            night=self.night,
            form=self.form,
            reasons="; ".join(self.left_out),
        )


class GuessesAreOpen(Declined):
    code = "guesses_are_open"
    sentence = (
        "Nobody has said who these people are: {listed}. Answer each with --map, such as --map {example}, or "
        "--map {other} if they are two people. Nothing was recorded."
    )
    listing = Listing("guesses", "; ", 20)
    guesses: list[str]
    example: str
    other: str


class GapsAreOpen(Declined):
    code = "gaps_are_open"
    sentence = (
        "The sums of {count} do not meet: {listed}. Say who bears such gaps: --gap banker, winners, losers, all or the "
        "name of a player. Nothing was recorded."
    )
    listing = Listing("gaps", "; ", 12)
    count: str
    gaps: list[str]


class BearerDidNotPlay(Declined):
    code = "bearer_did_not_play"
    sentence = (
        "{name} cannot bear the gap of the night of {night} (line {line} of {file}), because {name} did not play then; "
        "say banker, winners, losers, all or somebody who did."
    )
    name: str
    night: str
    line: int
    file: str


class MappedTwice(Declined):
    code = "mapped_twice"
    sentence = (
        "Line {line} of {file}: {said} and {other} are both {name}, and play in the night of {night}; they are two people, "
        "or the file counts one twice."
    )
    file: str
    line: int
    said: str
    other: str
    name: str
    night: str


class NotInTheFile(Declined):
    code = "not_in_the_file"
    sentence = "--map names “{name}”, who is not in the file; it has {listed}."
    listing = Listing("known", most=30)
    name: str
    known: list[str]


class NameOfSeveral(Declined):
    code = "name_of_several"
    sentence = "“{name}” is what several people in the file are called; say --map with an id instead: {listed}."
    listing = Listing("ids")
    name: str
    ids: list[str]


class NoResults(Declined):
    code = "no_results"
    sentence = "{what} has no closed night; only closed nights have results."
    what: str
    currency: str

    def __str__(self) -> str:
        if not self.currency:
            return super().__str__()
        return say(
            "{what} has no closed night in {currency}; only closed nights have results.",
            what=self.what,
            currency=self.currency.upper(),
        )


class NightsInTwoCurrencies(Declined):
    code = "nights_in_two_currencies"
    sentence = "{club} has played in {listed}; say one with --currency."
    listing = Listing("currencies")
    club: str
    currencies: list[str]
