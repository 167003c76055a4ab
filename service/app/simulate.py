"""Games tried on random nights, and an own game before it is kept."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from engine import commands
from engine.events import HandEnded, Recorded
from engine.game.counts import is_for, players_served, seats_of
from engine.game.definition import Game
from engine.library import BOOK_NAMES, GAMES, OWN
from engine.reports.sentences import at_the_board, is_quiet, tell
from engine.sample import table
from engine.sample.table import Depth, Plan, evening
from engine.speech import say, speech
from engine.state import Night
from service.app.book import Book
from service.app.games import games_called
from service.app.looking_back.verify import verify_night
from service.app.people import Company
from service.app.refusals import NoGameForPlayers, NoOwnGames, PlayersDoNotFit, PlayersNotPossible, UnknownRulebook
from service.app.seeing import has_night
from service.book.cache import Flights
from service.book.ids import letters
from service.book.own_games.adding import checked
from service.book.own_games.shelf import as_own, declared
from service.book.progress import Tick, silently
from service.book.recording.unit_of_work import IncomingCommand, LoadedNight
from service.errors import BadGameFile, GameExists
from service.reports.views.games import Fault, Simulated, TriedGame, tried_game

ALL_BOOKS = "all"
CLUB = "Simulation"
PEOPLE = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hugo", "Ida", "Jens")
USUAL_PLAYERS = 5
MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to simulate."""

    games: tuple[Game, ...]
    rulebook: str
    players: int
    hands: int
    nights: int
    seed: int
    depth: Depth
    # Own games, each as the rulebook it builds on resolves it.
    own: tuple[Game, ...] = ()

    def with_declaration(self, command: commands.Command, night: Night) -> commands.Command:
        """The command as the rules take it: they know own games only by their declarations."""
        if not isinstance(command, commands.AnnounceHand) or command.rulebook != OWN:
            return command
        return declared(command, _first_called(command.game, self.own), night)


class SeededChance:
    """Chance from a seed: the same seed gives the same night."""

    def __init__(self, seed: int) -> None:
        # These random numbers only choose cards on a screen; nobody plays for money against them.
        self._random = random.Random(seed)  # noqa: S311

    def below(self, limit: int, /) -> int:
        """A number from 0 to one less than `limit`."""
        return self._random.randrange(limit)


def games_for(
    rulebook: str, names: Sequence[str], players: int | None, own: Sequence[Game] = ()
) -> tuple[tuple[Game, ...], str, int]:
    """The games to play, the house's rulebook, and the number of players.

    Refuses a named game that is not for so many players. `own` are games that may be meant in addition to those of the
    rulebooks. The default number of players is the one that most of the games are for.
    """
    if rulebook and rulebook not in (*BOOK_NAMES, ALL_BOOKS, OWN):
        raise UnknownRulebook(
            rulebook, [*BOOK_NAMES, OWN], say(", and “{all}” means all except your own", all=ALL_BOOKS)
        )
    if players is not None and not 2 <= players <= len(PEOPLE):
        raise PlayersNotPossible(players, len(PEOPLE))
    if names:
        # A game of the named rulebook comes before another's of the same name.
        games = tuple(games_called(name, rulebook, [as_own(game) for game in own])[0] for name in names)
        players = players or _usual_for(games)
        for game in games:
            _must_be_for(game, players)
        return games, _house(rulebook, games, own), players
    of_the_book = _games_of(rulebook, own)
    players = players or _usual_for(of_the_book)
    games = tuple(game for game in of_the_book if is_for(game, players))
    if not games:
        spans = [players_served(game) for game in of_the_book]
        least, most = min(span[0] for span in spans), max(span[1] for span in spans)
        raise NoGameForPlayers(rulebook or BOOK_NAMES[0], players, least, most)
    return games, _house(rulebook, games, own), players


def _games_of(rulebook: str, own: Sequence[Game]) -> list[Game]:
    if rulebook == OWN and not own:
        raise NoOwnGames
    if rulebook == OWN:
        return [as_own(game) for game in own]
    return [game for game in GAMES if (rulebook or BOOK_NAMES[0]) in (game.rulebook, ALL_BOOKS)]


def _usual_for(games: Sequence[Game]) -> int:
    """The number of players that most of the games are best with; of several such numbers, the one nearest to the usual."""
    spans = [seats_of(game) for game in games]
    fitting = {number: sum(least <= number <= most for least, most in spans) for number in range(2, len(PEOPLE) + 1)}
    return max(fitting, key=lambda number: (fitting[number], -abs(number - USUAL_PLAYERS)))


def _house(rulebook: str, games: Sequence[Game], own: Sequence[Game]) -> str:
    """The rulebook of the house: the one that is named, else that of the first game."""
    if rulebook in BOOK_NAMES:
        return rulebook
    first = games[0]
    return _first_called(first.name, own).rulebook if first.rulebook == OWN else first.rulebook


def _first_called(name: str, own: Sequence[Game]) -> Game:
    return next(game for game in own if game.name == name)


def _must_be_for(game: Game, players: int) -> None:
    least, most = players_served(game)
    if not least <= players <= most:
        raise PlayersDoNotFit(game.name, players, least, most)


def simulate(wanted: Wanted, book: Book | None = None, *, tick: Tick = silently) -> Simulated:
    """Plays every night with its own seed, the first with the seed that is given; without a book, in memory.

    Ends with the first night in which something does not hold. `tick` is called after each night with how many are
    played and how many are wanted.
    """
    tally, findings, nights, seconds = table.Tally(), [], [], 0.0
    number = 0
    for number in range(1, wanted.nights + 1):
        seed = wanted.seed + number - 1
        paper = IntoTheBook(book, wanted, seed) if book else OnScratchPaper(wanted)
        begun = perf_counter()
        try:
            result = table.play(evening(paper.plan, SeededChance(seed), paper.night), paper)
        except Exception as problem:
            problem.add_note(_again(seed))
            raise
        seconds += perf_counter() - begun
        tally.add(table.tally_of(paper.records()))
        nights += [paper.plan.night] if book else []
        result = result or paper.checked()
        findings += [f"{sentence} {_again(seed)}" for sentence in result]
        tick(number, wanted.nights)
        if findings:
            break
    return Simulated(
        seed=wanted.seed,
        depth=wanted.depth,
        players=wanted.players,
        played_nights=number,
        nights=tuple(nights),
        hands=tally.hands,
        acts=tally.acts,
        events=tally.events,
        games=dict(sorted(tally.games.items())),
        showdowns=tally.showdowns,
        folded_out=tally.folded_out,
        carried=tally.carried,
        microseconds=round(seconds * MICROSECONDS),
        findings=tuple(findings),
    )


def _again(seed: int) -> str:
    return say("It happens again with --seed {seed} --nights 1.", seed=seed)


class OnScratchPaper(table.ScratchPaper):
    """A night in the engine alone."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self._wanted = wanted
        people = tuple(name.casefold() for name in PEOPLE[: wanted.players])
        self.plan = _plan(wanted, "simulated", CLUB.casefold(), people)

    def take(self, command: commands.Command) -> None:
        """Decides the command."""
        super().take(self._wanted.with_declaration(command, self.night()))

    def checked(self) -> tuple[str, ...]:
        """The findings of the rules about the record."""
        return table.differences(self.records())


class IntoTheBook:
    """A night recorded through the command handler, command by command."""

    def __init__(self, book: Book, wanted: Wanted, seed: int) -> None:
        self._book = book.of_a_script()
        self._wanted = wanted
        self._company = Company(self._book, CLUB)
        people = tuple(self._company.add(name) for name in PEOPLE[: wanted.players])
        night_id = f"simulated-{seed}"
        while has_night(self._book, night_id):
            night_id = f"simulated-{seed}-{letters(4)}"
        self.plan = _plan(wanted, night_id, self._company.club_id, people, zone=book.zone)
        self._page = LoadedNight(night_id)

    def take(self, command: commands.Command) -> None:
        """Records the command; the first command opens the night."""
        if isinstance(command, commands.OpenNight):
            with self._book.handler() as handler:
                work = handler.new_unit_of_work(self.plan.night)
            work.take(IncomingCommand(command))
            self._page = self._company.record(work)
            return
        with self._book.handler() as handler:
            handler.handle(self.plan.night, self._wanted.with_declaration(command, self.night()))

    def night(self) -> Night:
        return self._page.night

    def records(self) -> Sequence[Recorded]:
        return self._page.records

    def checked(self) -> tuple[str, ...]:
        """Findings about chain, postings, invariants and rules, after the night is read from the book again."""
        proof = verify_night(self._book, self.plan.night)
        return tuple(fault.sentence for fault in proof.faults)


def _plan(wanted: Wanted, night: str, club: str, people: tuple[str, ...], *, zone: str = "UTC") -> Plan:
    return Plan(
        night=night,
        club=club,
        people=people,
        games=wanted.games,
        hands=wanted.hands,
        depth=wanted.depth,
        rulebook=wanted.rulebook,
        zone=zone,
    )


# So many players make a hand that one can follow.
PLAYERS = 4


_TRIED: Flights[tuple[str, str, int], TriedGame] = Flights()


def try_game(toml: str, *, seed: int = 1) -> TriedGame:
    """The faults of the text; without any, its rules and one hand of it. The same seed gives the same hand.

    Tried once for all who ask for the same at the same time.
    """
    return _TRIED.get((speech().code, toml, seed), lambda: _tried(toml, seed))


def _tried(toml: str, seed: int) -> TriedGame:
    try:
        game = checked(toml)
    except BadGameFile as problem:
        faults = ((problem.line, problem.key, problem.problem), *problem.others)
        return TriedGame(
            faults=tuple(Fault(line=line, key=f"{key}", problem=f"{stated}") for line, key, stated in faults)
        )
    except GameExists as problem:
        return TriedGame(faults=(Fault(line=1, key="name", problem=str(problem)),))
    return tried_game(game, _one_hand(game, seed))


def _one_hand(game: Game, seed: int) -> tuple[str, ...]:
    """The sentences of a hand in which every card is known."""
    least, most = seats_of(game)
    games, house, players = games_for("", (game.name,), max(least, min(PLAYERS, most)), (game,))
    wanted = Wanted(
        games=games,
        rulebook=house,
        players=players,
        hands=1,
        nights=1,
        seed=seed,
        depth="cards",
        own=(game,),
    )
    paper = OnScratchPaper(wanted)
    faults = table.play(evening(paper.plan, SeededChance(seed), paper.night), paper)
    records = paper.records()
    at = at_the_board(records)
    events = [record.event for record in records]
    kinds = [type(event) for event in events]
    begins = kinds.index(commands.AnnounceHand) if commands.AnnounceHand in kinds else len(kinds)
    names = {name.casefold(): name for name in PEOPLE}
    # What follows its end is the close of the scratch night, and no part of the game.
    ends = kinds.index(HandEnded, begins) if HandEnded in kinds[begins:] else len(kinds)
    story = (
        tell(record.event, names, at=at.get(record.version, ""))
        for record in records[begins:ends]
        if not is_quiet(record.event)
    )
    return (*story, *faults)
