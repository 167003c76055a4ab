"""The hands of a PokerNow log, with their awards and runs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from engine import commands, events
from engine.cards.standing import Standing
from engine.game.awards import AnyScale, HighestClosed
from engine.game.betting import Blinds
from engine.game.definition import Game
from engine.play.betting.acts import PostKind
from engine.play.showdown.odd_chip import odd_chips_first
from engine.play.showdown.pots import Pot, pots_of
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import shares_of, standing_of
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN, Hand
from service.exchange.imports import pokernow_grammar as grammar
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.pokernow_grammar import Level, bomb_pot, game_named
from service.exchange.imports.pokernow_people import People
from service.exchange.imports.pokernow_table import LogTable
from service.exchange.imports.recording import RULEBOOK, AwardMismatch, ChipsMoved, Recorder
from service.exchange.refused import FeatureIsNotPlayed, LineCannotBePlayed

_LAST_SEAT = 10


class HandPlay:
    """One hand. Lines that seat or unseat people wait until the hand is over."""

    def __init__(
        self,
        recorder: Recorder,
        people: People,
        table: LogTable,
        level: Level,
        start: LogRow,
        starts: grammar.HandStarts,
    ) -> None:
        self._recorder = recorder
        self._people = people
        self._table = table
        self._level = level
        self._here = replace(level)
        self._start = start
        self._begins = starts
        self._referee = Referee(recorder, starts.number)
        self._players: tuple[str, ...] = ()
        self._posts: list[tuple[LogRow, grammar.Posted]] = []
        self._announced = False
        self._payments = ChipsMoved()
        self._claims: list[LoggedAward] = []
        self._uncalled: list[LoggedAward] = []
        self._runs: Runs | None = None
        self._pots: tuple[Pot, ...] = ()
        self._showdown_asked = False
        self._later: list[grammar.Line] = []

    def play(self, lines: Sequence[grammar.Line]) -> None:
        """Plays every line of the hand, from the one after its start to its end. If it has no end, the chips are given back."""
        ended = False
        for place, line in enumerate(lines):
            if isinstance(line.meaning, grammar.HandEnds):
                self._end(line.row)
                ended = True
            else:
                self._hear(line, lines[place + 1 :])
        if not ended:
            self._break_off()
        for line in self._later:
            if isinstance(line.meaning, grammar.Shown):
                self.show(line, line.meaning)
            else:
                self._table.hear(line.row, line.meaning)

    def _hear(self, line: grammar.Line, ahead: Sequence[grammar.Line]) -> None:
        row = line.row
        match line.meaning:
            case grammar.StacksStated() as stated:
                self._players = self._table.seat(row, stated, self._begins.number)
            case grammar.Posted() as post:
                self._post(row, post)
            case grammar.BlindChanged() as change:
                self._level.change(change.which, change.chips)
                if not self._posts:
                    self._here.change(change.which, change.chips)
            case played if isinstance(played, grammar.PLAYED):
                self._announce(row)
                self._play_on(line, ahead)
            case grammar.NotPlayed(feature):
                raise FeatureIsNotPlayed(row.file, row.line, row.quoted(), feature)
            case _ if self._players:
                self._later.append(line)
            case other:
                self._table.hear(row, other)

    def _play_on(self, line: grammar.Line, ahead: Sequence[grammar.Line]) -> None:
        """Plays one line of a hand that has been announced."""
        row = line.row
        match line.meaning:
            case grammar.Acted() as acted:
                self._act(row, acted)
            case grammar.BoardLaid() as board:
                self._lay(row, board)
            case grammar.Shown() as shown:
                self.show(line, shown)
            case grammar.UncalledBack() as back:
                self._uncalled.append(LoggedAward(row, self._people.player_of[back.who], back.chips))
            case grammar.Collected() as collected:
                self._ask_for_showdown(row, collected, ahead)
                self._claims.append(LoggedAward(row, self._people.player_of[collected.who], collected.chips, collected))
            case grammar.RunTwiceAgreed():
                self._runs = Runs(self._recorder, self._referee, row)
            case other:
                raise AssertionError(f"{other} is not played in a hand.")

    def _do(self, row: LogRow, command: commands.Command) -> tuple[events.Event, ...]:
        happened = self._recorder.record_from(row, command)
        self._payments.hear(happened)
        return happened

    def _hand(self, row: LogRow) -> Hand:
        hand = self._recorder.night.hand
        if hand is None:
            raise LineCannotBePlayed(row.file, row.line, row.quoted(), phrase("By the rules the hand is over here."))
        return hand

    def _post(self, row: LogRow, post: grammar.Posted) -> None:
        if self._people.player_of[post.who] not in self._players:
            because = "The player who posts is not among the stacks of the hand."
            raise LineCannotBePlayed(row.file, row.line, row.quoted(), because)
        self._posts.append((row, post))
        if not post.all_in and post.kind in ("small blind", "big blind", "ante"):
            self._here.change(post.kind, post.chips)
            self._level.change(post.kind, post.chips)

    def _announce(self, row: LogRow) -> None:
        """Announces the hand when the first thing happens in it: by then seats, dealer and blinds are known."""
        if self._announced:
            return
        self._announced = True
        if not self._players:
            raise LineCannotBePlayed(row.file, row.line, row.quoted(), phrase("No line says who is in the hand."))
        game, limit = game_named(self._start, self._begins.game, self._here)
        bombs = [post.chips for _, post in self._posts if post.kind == "bomb pot"]
        antes = [post.chips for _, post in self._posts if post.kind == "ante"]
        forced = Blinds(self._here.small, self._here.big, max(bombs or antes, default=0))
        self._recorder.report.hands += 1
        command = commands.AnnounceHand(
            game=game,
            rulebook=RULEBOOK,
            button=self._button(),
            players=self._players,
            posts=tuple(self._posted()),
            forced=forced,
            limit=limit,
            declaration=bomb_pot(game, limit, forced) if bombs else None,
        )
        self._do(self._start, command)

    def _posted(self) -> Iterator[commands.Post]:
        """The forced bets. Live ones are totals, so a player who has posted before adds the rest."""
        live: dict[str, int] = {}
        for _, post in self._posts:
            player, chips = self._people.player_of[post.who], post.chips
            # Everybody pays the same into a bomb pot, before the deal and without a bet: it is an ante.
            word = "ante" if post.kind == "bomb pot" else post.kind.replace("missing", "missed")
            kind = cast("PostKind", word)
            if kind not in ("ante", "missed small blind"):
                chips = max(0, chips - live.get(player, 0))
                live[player] = live.get(player, 0) + chips
            if chips:
                yield commands.Post(player=player, kind=kind, chips=chips)

    def _button(self) -> int:
        """The dealer's seat; a dead button lies before the player who posts the first blind."""
        everyone = self._recorder.night.people
        if self._begins.dealer is not None:
            dealer = everyone.get(self._people.player_of[self._begins.dealer])
            if dealer is not None:
                return dealer.seat
        posted = {post.kind: self._people.player_of[post.who] for _, post in reversed(self._posts)}
        first = posted.get("small blind") or posted.get("big blind") or self._players[0]
        seats = [everyone[player].seat for player in self._players]
        return everyone[first].seat - 1 or max(_LAST_SEAT, *seats)

    def _act(self, row: LogRow, acted: grammar.Acted) -> None:
        betting = self._hand(row).round
        player = self._people.player_of[acted.who]
        price = betting.price if betting else 0
        before = betting.paid.get(player, 0) if betting else 0
        match acted.act:
            case "folds":
                self._do(row, commands.Fold(player=player))
            case "checks":
                self._do(row, commands.Check(player=player))
            case "calls":
                self._do(row, commands.Call(player=player, chips=acted.chips - before))
            case "bets" if not price:
                self._do(row, commands.Bet(player=player, chips=acted.chips))
            case "bets" | "raises" if acted.chips <= price:
                # All-in for the price or less, or a call that the log words as a raise to the price.
                owed = acted.chips - before
                answer = commands.Call(player=player, chips=owed) if owed else commands.Check(player=player)
                self._do(row, answer)
            case "bets" | "raises":
                self._do(row, commands.Raise(player=player, to=acted.chips))

    def _lay(self, row: LogRow, board: grammar.BoardLaid) -> None:
        if self._runs:
            self._runs.lay(board)
            return
        if board.run > 1:
            raise FeatureIsNotPlayed(row.file, row.line, row.quoted(), phrase("a second run nobody agreed to"))
        self._hand(row)
        self._do(row, commands.Lay(cards=board.cards))

    def show(self, line: grammar.Line, shown: grammar.Shown) -> None:
        """Shows cards: during the hand for players still in, and afterwards for anyone who was dealt in."""
        night, player = self._recorder.night, self._people.player_of[shown.who]
        hand = night.hand or night.last_hand
        if hand is None or player not in hand.order:
            self._recorder.note(
                say(
                    "Line {line}: the player who shows these cards was not in the hand: {text}",
                    line=line.row.line,
                    text=line.row.text,
                )
            )
            return
        if night.hand is not None and player not in hand.still_in:
            self._later.append(line)
            return
        known = {held.card for held in hand.cards.own[player]}
        if not known.issuperset(shown.cards):
            self._do(line.row, commands.ShowHand(player=player, cards=shown.cards))
            if player in hand.showdown.mucked:
                self._referee.shown_after_all(line.row, hand, player, self._pots, self._payments.awards)

    def _ask_for_showdown(self, row: LogRow, first: grammar.Collected, ahead: Sequence[grammar.Line]) -> None:
        """Asks for the showdown at the first line that pays: players who will not show give up, and the engine judges.

        The log shows a losing or sharing hand after the line that pays another, so the rest of the hand is read first.
        """
        night = self._recorder.night
        if self._runs or self._showdown_asked or night.hand is None:
            return
        self._showdown_asked = True
        self._pots = pots_of(night, night.hand)
        collectors = {self._people.player_of[first.who]}
        for line in ahead:
            if isinstance(line.meaning, grammar.HandEnds) or night.hand is None:
                break
            if isinstance(line.meaning, grammar.Shown):
                self.show(line, line.meaning)
            if isinstance(line.meaning, grammar.Collected):
                collectors.add(self._people.player_of[line.meaning.who])
        self._give_up(row, collectors)

    def _give_up(self, row: LogRow, collectors: set[str]) -> None:
        """Players who neither show nor are paid give up. For players paid without known cards, the log says who wins."""
        night = self._recorder.night
        for player in contenders(night.hand) if night.hand is not None else []:
            if night.hand is not None and player not in night.hand.showdown.shown and player not in collectors:
                self._do(row, commands.Muck(player=player))
        if night.hand is None:
            return
        self._recorder.note(
            say(
                "Line {line}: hand {hand} is paid by the word of the log, because its cards are not known.",
                line=row.line,
                hand=self._begins.number,
            )
        )
        winners = tuple(player for player in contenders(night.hand) if player in collectors)
        self._do(row, commands.NameWinners(rankings=((winners,),)))

    def _end(self, row: LogRow) -> None:
        if self._players:
            self._announce(row)
        night = self._recorder.night
        if self._runs:
            self._referee.compare(RETURNS, self._payments.returned, self._uncalled, row)
            self._runs.settle(self._hand(row), self._claims)
        elif night.hand is not None:
            self._give_back(row, to_say("the log ends the hand without paying the pot"))
        elif night.last_hand is not None:
            self._referee.compare(RETURNS, self._payments.returned, self._uncalled, row)
            self._referee.compare(PAYS, self._payments.won, self._claims, row)
            self._referee.cards(night.last_hand, self._claims)

    def _break_off(self) -> None:
        """Ends a hand in which the log stops: what was put in goes back, and what the rules have paid stays."""
        if self._announced and self._recorder.night.hand is not None:
            self._give_back(self._start, to_say("the log does not say how it ends"))
        self._recorder.note(
            say(
                "Line {line}: the log ends within hand {hand}: {text}",
                line=self._start.line,
                hand=self._begins.number,
                text=self._start.text,
            )
        )

    def _give_back(self, row: LogRow, why: str) -> None:
        """Gives back what everybody has put in, by a ruling, because the hand has no end."""
        hand = self._hand(row)
        stakes = {player: chips for player, chips in self._payments.at_stake().items() if chips}
        moves = tuple(commands.ChipMove("pot", "chips:" + player, chips) for player, chips in stakes.items())
        text = f"Hand {self._begins.number} is void, and the chips go back: {why}. Line {row.line}: {row.quoted()}"
        self._do(row, commands.MakeRuling(text=text, moves=moves, agreed_by=hand.order))
        self._do(row, commands.NewDeal(player=hand.order[0], reason="The ruling before empties the pot."))
        what = say(
            "hand {hand} is void, and {chips} chips go back: {why}",
            hand=self._begins.number,
            chips=sum(stakes.values()),
            why=say(why),
        )
        self._recorder.adjust(row, what)


# By what was done with the chips: the sentence if both say something else, and if only the engine says anything.
RETURNS = (
    to_say("the log returns {log}, the engine {engine}"),
    to_say("the engine returns {engine}, the log nothing"),
)
PAYS = (to_say("the log pays {log}, the engine {engine}"), to_say("the engine pays {engine}, the log nothing"))


@dataclass(frozen=True, slots=True)
class LoggedAward:
    """A line that gives a player chips; `collected` if it pays a pot."""

    row: LogRow
    player: str
    chips: int
    collected: grammar.Collected | None = None


class Referee:
    """Records every disagreement of the log and the engine in one hand, with the line of the log."""

    def __init__(self, recorder: Recorder, hand: int) -> None:
        self._recorder = recorder
        self._hand = hand

    def finds(self, row: LogRow, player: str, finding: str) -> None:
        """Records one disagreement."""
        self._recorder.report.award_mismatches.append(
            AwardMismatch(row.file, row.line, self._hand, player, finding, row.text)
        )

    def compare(
        self, texts: tuple[str, str], by_engine: Mapping[str, int], awards: Sequence[LoggedAward], ending: LogRow
    ) -> None:
        """Compares each player's total: the log has a line for each pot and share."""
        both, engine_alone = texts
        by_log = Counter[str]()
        for claim in awards:
            by_log[claim.player] += claim.chips
        for claim in awards:
            engine = by_engine.get(claim.player, 0)
            if by_log[claim.player] != engine:
                self.finds(claim.row, claim.player, say(both, log=by_log[claim.player], engine=engine))
        for player, chips in by_engine.items():
            if player not in by_log and chips:
                self.finds(ending, player, say(engine_alone, engine=chips))

    def cards(self, hand: Hand, claims: Sequence[LoggedAward]) -> None:
        """Checks every line that names a combination: it must follow from the cards and be the best that they make."""
        board = [held.card for held in hand.cards.board]
        for claim in claims:
            if claim.collected is None or not claim.collected.claim:
                continue
            self._recorder.report.award_checks += 1
            finding = combination_finding(hand, claim.player, claim.collected, board)
            if finding:
                self.finds(claim.row, claim.player, finding)

    def shown_after_all(
        self, row: LogRow, hand: Hand, player: str, pots: Sequence[Pot], awards: Iterable[events.PotAwarded]
    ) -> None:
        """Checks a hand that was given up and shown later: nobody may have won a pot it played for with less."""
        board = [held.card for held in hand.cards.board]
        scales = scales_of(hand.game)
        for award in awards:
            if player not in pots[award.pot].eligible:
                continue
            scale = scales[-1 if award.share == "low" else 0]
            mine = _standing(hand, player, scale, board)
            for share in award.shares:
                best = _standing(hand, share.player, scale, board)
                if mine and best and mine.beats(best):
                    self.finds(
                        row,
                        player,
                        say(
                            "{hand} was given up, and {player} won with {better}",
                            hand=mine.name,
                            player=share.player,
                            better=best.name,
                        ),
                    )


def scales_of(game: Game) -> list[AnyScale]:
    """The scales that decide the shares of a pot, the high one first; PokerNow has no share for a single card."""
    return [scale for _, scale in shares_of(game) if scale is not None and not isinstance(scale, HighestClosed)]


def _standing(hand: Hand, player: str, scale: AnyScale, board: Sequence[str]) -> Standing | None:
    own = [held.card for held in hand.cards.own[player]]
    return None if UNKNOWN in (*own, *board) or not own else standing_of(hand.game, scale, own, board)


def combination_finding(hand: Hand, player: str, claim: grammar.Collected, board: Sequence[str]) -> str:
    """The error in a named combination, or an empty text if the player's own and the shared cards make it.

    A player who won without a rival had no cards to beat; cards they show must still be what they are called.
    """
    own = [held.card for held in hand.cards.own.get(player, ())]
    if not own or UNKNOWN in own:
        return say("the cards of the winner were never shown")
    if not claim.cards:
        return ""
    if len(set(claim.cards)) < len(claim.cards):
        return say("the combination names a card twice")
    strange = [card for card in claim.cards if card not in own and card not in board]
    if strange:
        return say("{cards} in the combination is neither theirs nor on the board", cards=", ".join(strange))
    scale = scales_of(hand.game)[-1 if claim.claim.startswith("low hand") else 0]
    best = standing_of(hand.game, scale, own, board)
    mine = [card for card in claim.cards if card in own]
    if hand.game.own is not None and len(mine) != hand.game.own:
        return say(
            "{number} own cards in the combination, and the game counts exactly {own}",
            number=len(mine),
            own=hand.game.own,
        )
    named = standing_of(hand.game, scale, mine, [card for card in claim.cards if card not in own])
    if best is None or named is None:
        return say("the combination does not qualify")
    if best.value != named.value:
        return say(
            "the combination is {hand}, and their cards make {better}",
            hand=named.name,
            better=best.name,
        )
    return ""


_RUNS = (1, 2)
_BOARD = 5


class Runs:
    """Both boards as they are dealt, from the line on which everybody agreed."""

    def __init__(self, recorder: Recorder, referee: Referee, agreed: LogRow) -> None:
        self._recorder = recorder
        self._referee = referee
        self._agreed = agreed
        self._laid: dict[int, list[str]] = {run: [] for run in _RUNS}

    def lay(self, board: grammar.BoardLaid) -> None:
        """Adds cards to one of the runs."""
        self._laid[board.run] += board.cards

    def settle(self, hand: Hand, claims: Sequence[LoggedAward]) -> None:
        """Judges each paying line by the cards of its run, and pays what the log says, by a ruling that quotes it."""
        night, row = self._recorder.night, self._agreed
        boards = {run: [held.card for held in hand.cards.board] + self._laid[run] for run in _RUNS}
        self._check_boards(hand, boards)
        paid = Counter[str]()
        for claim in claims:
            paid[claim.player] += claim.chips
        worth = night.pot_worth()
        if sum(paid.values()) != worth:
            because = f"The two runs pay {sum(paid.values())} chips, and the pot holds {worth}."
            raise LineCannotBePlayed(row.file, row.line, row.quoted(), because)
        self._judge_cards(hand, claims, boards)
        self._judge_amounts(hand, claims, boards)
        shown = " / ".join(" ".join(board) for board in boards.values())
        text = f"The hand is run twice ({shown}), and each run pays half. Line {row.line}: {row.quoted()}"
        moves = tuple(commands.ChipMove("pot", "chips:" + player, chips) for player, chips in paid.items() if chips)
        self._recorder.record_from(row, commands.MakeRuling(text=text, moves=moves, agreed_by=tuple(contenders(hand))))
        reason = "The ruling before pays the pot."
        self._recorder.record_from(row, commands.NewDeal(player=hand.order[0], reason=reason))
        what = say("hand {hand} is run twice: a ruling pays {chips} chips", hand=hand.number, chips=worth)
        self._recorder.adjust(row, what, chips=worth)

    def _check_boards(self, hand: Hand, boards: dict[int, list[str]]) -> None:
        """Refuses a board that is not whole and a card that lies twice: the engine, which deals one board, cannot see it."""
        row = self._agreed
        for run, board in boards.items():
            if len(board) != _BOARD:
                because = f"Run {run} has {len(board)} shared cards, and a whole board has {_BOARD}."
                raise LineCannotBePlayed(row.file, row.line, row.quoted(), because)
        own = [held.card for cards in hand.cards.own.values() for held in cards if held.card != UNKNOWN]
        lying = Counter([*own, *(held.card for held in hand.cards.board), *self._laid[1], *self._laid[2]])
        for card, times in lying.items():
            if times > 1:
                because = f"{card} is out already and cannot be there twice."
                raise LineCannotBePlayed(row.file, row.line, row.quoted(), because)

    def _judge_cards(self, hand: Hand, claims: Sequence[LoggedAward], boards: dict[int, list[str]]) -> None:
        """Judges each combination on the board of its run, or on either if the log does not tell the runs apart."""
        apart = _names_runs(claims)
        for claim in claims:
            if claim.collected is None or not claim.collected.claim:
                continue
            self._recorder.report.award_checks += 1
            runs = (claim.collected.run,) if apart else _RUNS
            findings = [combination_finding(hand, claim.player, claim.collected, boards[run]) for run in runs]
            if all(findings):
                self._referee.finds(claim.row, claim.player, findings[0])

    def _judge_amounts(self, hand: Hand, claims: Sequence[LoggedAward], boards: dict[int, list[str]]) -> None:
        """Compares what each run pays each player. An odd chip may lie in either run, so one chip a share is tolerated."""
        slack = len(pots_of(self._recorder.night, hand)) * len(scales_of(hand.game))
        apart = _names_runs(claims)
        for runs in [(run,) for run in _RUNS] if apart else [_RUNS]:
            stated = Counter[str]()
            won = Counter[str]()
            for claim in claims:
                if claim.collected and (claim.collected.run in runs or not apart):
                    stated[claim.player] += claim.chips
            for run in runs:
                won.update(self._won(hand, boards[run]))
            for player in hand.still_in:
                if abs(2 * stated[player] - won[player]) > 2 * slack:
                    row = next((claim.row for claim in claims if claim.player == player), self._agreed)
                    which = f"run {runs[0]} pays" if apart else "the runs pay"
                    self._referee.finds(row, player, f"{which} {stated[player]}, and the cards half of {won[player]}")

    def _won(self, hand: Hand, board: Sequence[str]) -> Counter[str]:
        """What each player would win if this board alone decided the whole pot."""
        won = Counter[str]()
        for pot in pots_of(self._recorder.night, hand):
            shares = [self._best(hand, scale, pot.eligible, board) for scale in scales_of(hand.game)]
            results = [winners for winners in shares if winners]
            for place, winners in enumerate(results):
                part = pot.chips // len(results) + (place < pot.chips % len(results))
                won.update(odd_chips_first(part, winners))
        return won

    def _best(self, hand: Hand, scale: AnyScale, people: Sequence[str], board: Sequence[str]) -> list[str]:
        standings = {
            player: standing for player in people if (standing := _standing(hand, player, scale, board)) is not None
        }
        return [player for player, mine in standings.items() if not any(one.beats(mine) for one in standings.values())]


def _names_runs(claims: Sequence[LoggedAward]) -> bool:
    """True if the log names the second run; older logs do not."""
    return any(claim.collected is not None and claim.collected.run > 1 for claim in claims)
