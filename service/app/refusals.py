"""What a use case refuses: a refusal of the rules in words, and what cannot be done with what was said.

Refused                     a refusal of the rules or of the shorthand, with names for ids and where it happened
Declined                    a use case cannot do what was said; a row each
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
from service.language.names import refusal_text, typed_text
from service.language.shorthand.keywords import in_own_words_where_quoted

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
        " ".join(filter(None, (refusal_text(refusal, names), hint))),
        typed=in_own_words_where_quoted(typed_text(refusal, names)),
        waived_as=refusal.code if refusal.waivable else "",
        is_doubt=isinstance(refusal, Doubt),
        where=where,
    )


class Declined(BookError):
    """What a use case cannot do with what was said."""


# Which night.

NoNights = Declined.row("no_nights", "The book holds no night yet.")
NoOpenNight = Declined.row("no_open_night", "No night is open.")
AmbiguousNight = Declined.row(
    "ambiguous_night", "{given} may mean {listed}; type more of the id.", listing=Listing("nights", most=8)
)
NightNotInFile = Declined.row(
    "night_not_in_file", "The file has no night {night}; it has {listed}.", listing=Listing("nights", most=8)
)

# Who.

UnknownClub = Declined.row(
    "unknown_club", "The book has no club called {club}; it has {listed}.", listing=Listing("known")
)
ClubExists = Declined.row(
    "club_exists", "The book already has a club called {club}; names are compared without case and accents."
)
NotAMember = Declined.row(
    "not_a_member", "{club} has no member called “{name}”; it has {listed}.", listing=Listing("known")
)
NobodyCalled = Declined.row(
    "unknown_player", "Nobody called “{name}” sat down that night; there were {listed}.", listing=Listing("known")
)
AmbiguousName = Declined.row(
    "ambiguous_name", "“{name}” may mean {listed}; type more of the name.", listing=Listing("known", between=" or ")
)

# Opening a night.

PlayersMissing = Declined.row("players_missing", "A night needs players; name at least one, as Anna, Bo, Carl.")
# What was said of a night that is to be opened does not fit: `at` these keys, and `why`, a sentence about each.
OpeningRefused = Declined.row("opening_refused", "{listed}", "at why", listing=Listing("why", between=" "))
BadDate = Declined.row("bad_date", "There is no date {date}; write it as 2026-11-20 19:30.")
DateToCome = Declined.row("date_to_come", "“{date}” is in the future; give the day on which the night was played.")
EndsOutsideTheNight = Declined.row(
    "ends_outside_the_night",
    "Play cannot have ended at {said}: its last act was at {last}, and now it is {now}; write HH:MM, or a date and "
    "time such as 2026-11-21 01:30.",
    status=409,
)

# Standings.

NotADay = Declined.row("not_a_day", "“{said}” is not a day; write it as 2026-11-20.")
EndsBeforeItBegins = Declined.row(
    "ends_before_it_begins", "{since} is after {until}; the first of the two days comes first."
)
NotPlayedHere = Declined.row(
    "not_played_here",
    "Nobody played {said} in these nights; they played {listed}.",
    listing=Listing("played", most=12),
    status=404,
)

# Lines.

NotUnderstood = Declined.row(
    "not_understood",
    "“{player}” is not a player here, and “{game}” is not a game: `chipbook night show` names the players, and "
    "`chipbook games` the games.",
)
NothingToUndo = Declined.row("nothing_to_undo", "Nothing has happened yet that could be taken back.")

# Games.


class UnknownGame(Declined):
    code = "unknown_game"
    sentence = "There is no game called “{game}”."
    game: str
    close: list[str]

    def __str__(self) -> str:
        if not self.close:
            return super().__str__()
        return say("There is no game called “{game}”; did you mean {close}?", game=self.game, close=one_of(self.close))


AmbiguousGame = Declined.row(
    "ambiguous_game", "“{game}” may mean {listed}; type more of the name.", listing=Listing("games", most=8)
)


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


OwnGameMissing = Declined.row(
    "own_game_missing", "{club} has no game “{game}” of its own; it has {listed}.", listing=Listing("known"), status=404
)

# Simulating.

NoOwnGames = Declined.row("no_own_games", "Your club has no own game yet; `chipbook games add FILE` adds one.")


class PlayersNotPossible(Declined):
    code = "players_not_possible"
    sentence = "{players} players cannot be simulated; from 2 to {most} can."
    players: int
    most: int

    def __str__(self) -> str:
        if self.players != 1:
            return super().__str__()
        return say("1 player cannot be simulated; from 2 to {most} can.", most=self.most)


PlayersDoNotFit = Declined.row(
    "players_do_not_fit",
    "{game} is for {least} to {most} players, not for {players}; say so with --players.",
    "game players least most",
)
NoGameForPlayers = Declined.row(
    "players_do_not_fit", "No game of {rulebook} is for {players} players; they are for {least} to {most}."
)

# Settling.

NobodyOwes = Declined.row(
    "nobody_owes", "Nothing is unpaid in the club {club}, so there is nothing to settle.", status=409
)
CurrencyUnclear = Declined.row(
    "currency_unclear",
    "The debts of the club {club} are in {listed}; one plan settles one currency: name it.",
    listing=Listing("currencies", between=" and "),
    status=409,
)

# Importing and exporting.

UnknownCurrency = Declined.row(
    "unknown_currency", "“{currency}” is not a currency; write its three letters, such as DKK or EUR."
)
NotANight = Declined.row(
    "not_a_night",
    "The file holds {nights} nights, and one is read at a time; `chipbook import club` reads a whole club.",
)
NoReceiver = Declined.row("no_receiver", "The club has no receiver {receiver} of notifications.", status=404)
NotAnAddress = Declined.row(
    "not_an_address",
    "This is no address for notifications; write one of Apprise, such as tgram://TOKEN/CHAT, discord://ID/TOKEN, "
    "ntfy://TOPIC, mailto://USER:PASSWORD@HOST or the https:// of a webhook, in at most {most} characters.",
)
TooManyReceivers = Declined.row(
    "too_many_receivers", "A club has at most {most} receivers of notifications; remove one first.", status=409
)
NotDelivered = Declined.row("not_delivered", "{service} did not take the message: {because}.")
NoFailedJob = Declined.row("no_failed_job", "No job {key} has failed.", status=409)


class JobIsOfSeveralClubs(Declined):
    code = "job_is_of_several_clubs"
    sentence = "{count} clubs have a job {key}; name one with --club: {listed}."
    listing = Listing("clubs")
    key: str
    clubs: list[str]

    def __str__(self) -> str:
        return say(self.sentence, key=self.key, count=len(self.clubs), listed=self.listed)


NoHistoryOfHand = Declined.row("no_history_of_hand", "Hand {number} cannot be written as {form}: {because}.")


class NoHandToWrite(Declined):
    code = "no_hand_to_write"
    status = 409
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


NoFileToBring = Declined.row("no_file_to_bring", "No file came along; choose at least one.")
FilesTooLarge = Declined.row(
    "files_too_large",
    "At most {number} files of together {most:,} bytes are taken at once; bring the years one at a time.",
    status=413,
)
OneFileAtATime = Declined.row("one_file_at_a_time", "{file} is of a kind that is brought in one file at a time.")
TooManyImports = Declined.row(
    "too_many_imports",
    "{most} imports of the club are unfinished, which is as many as may be; finish one, or throw one away.",
    status=409,
)
ImportIsNotThere = Declined.row(
    "import_missing", "There is no import {given}; files that nobody recorded for a day are thrown away.", status=404
)
ImportNotAsIs = Declined.row("import_not_as_is", "That cannot be done with the import {given} now: {why}.", status=409)
GuessesAreOpen = Declined.row(
    "guesses_are_open",
    "Nobody has said who these people are: {listed}. Answer each with --map, such as --map {example}, or --map {other} "
    "if they are two people. Nothing was recorded.",
    listing=Listing("guesses", "; ", 20),
)
GapsAreOpen = Declined.row(
    "gaps_are_open",
    "The sums of {count} do not meet: {listed}. Say who bears such gaps: --gap banker, winners, losers, all or the "
    "name of a player. Nothing was recorded.",
    listing=Listing("gaps", "; ", 12),
)
HandsAreInTheBook = Declined.row(
    "hands_are_in_the_book",
    "{night} is in the book already, with hands of this file. A file that has all of its hands takes its place, as long as "
    "nobody has recorded anything there since; else bring in only what came after its last hand. Nothing was recorded.",
    status=409,
)
BearerDidNotPlay = Declined.row(
    "bearer_did_not_play",
    "{name} cannot bear the gap of the night of {night} (line {line} of {file}), because {name} did not play then; say "
    "banker, winners, losers, all or somebody who did.",
)
MappedTwice = Declined.row(
    "mapped_twice",
    "Line {line} of {file}: {said} and {other} are both {name}, and play in the night of {night}; they are two people, "
    "or the file counts one twice.",
    "file line said other name night",
)
NotInTheFile = Declined.row(
    "not_in_the_file", "“{name}” is not in the file, which has {listed}.", listing=Listing("known", most=30)
)
NameOfSeveral = Declined.row(
    "name_of_several",
    "“{name}” is what several people in the file are called; map an id instead: {listed}.",
    listing=Listing("ids"),
)

# Results.


class NoResults(Declined):
    code = "no_results"
    status = 409
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


NightsInTwoCurrencies = Declined.row(
    "nights_in_two_currencies",
    "{club} has played in {listed}; name one currency.",
    listing=Listing("currencies"),
    status=409,
)
