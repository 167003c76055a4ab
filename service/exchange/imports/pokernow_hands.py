"""Plays one hand of a log through the engine: announcement, bets, board, showdown, and what the log says it paid."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine import commands, events
from engine.play.betting.acts import PostKind
from engine.play.showdown.pots import Pot, pots_of
from engine.play.showdown.rule import contenders
from engine.speech import phrase, say, to_say
from engine.state import Hand
from service.exchange.imports import pokernow_lines as lines
from service.exchange.imports.pokernow_awards import ChipsMoved, LoggedAward, Referee
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.pokernow_games import RULEBOOK, Level, bomb_pot, game_named
from service.exchange.imports.pokernow_people import People
from service.exchange.imports.pokernow_runs import Runs
from service.exchange.imports.pokernow_table import Table
from service.exchange.imports.recorder import Recorder
from service.exchange.imports.refused import FeatureIsNotPlayed, LineCannotBePlayed

_LAST_SEAT = 10
# Everybody pays the same into a bomb pot, before the deal and without a bet: it is an ante.
_KINDS: dict[lines.PostWord, PostKind] = {
    "ante": "ante",
    "bomb pot": "ante",
    "small blind": "small blind",
    "big blind": "big blind",
    "straddle": "straddle",
    "missed small blind": "missed small blind",
    "missed big blind": "missed big blind",
}


class HandPlay:
    """One hand. Lines that seat or unseat people wait until the hand is over."""

    def __init__(
        self, recorder: Recorder, people: People, table: Table, level: Level, start: LogRow, said: lines.HandStarts
    ) -> None:
        self._recorder = recorder
        self._people = people
        self._table = table
        self._level = level
        self._here = replace(level)
        self._start = start
        self._said = said
        self._referee = Referee(recorder, said.number)
        self._players: tuple[str, ...] = ()
        self._posts: list[tuple[LogRow, lines.Posted]] = []
        self._announced = False
        self._payments = ChipsMoved()
        self._claims: list[LoggedAward] = []
        self._uncalled: list[LoggedAward] = []
        self._runs: Runs | None = None
        self._pots: tuple[Pot, ...] = ()
        self._showdown_asked = False
        self._later: list[lines.Line] = []

    def play(self, said: Sequence[lines.Line]) -> None:
        """Plays every line of the hand, from the one after its start to its end. If it has no end, the chips are given back."""
        ended = False
        for place, line in enumerate(said):
            if isinstance(line.said, lines.HandEnds):
                self._end(line.row)
                ended = True
            else:
                self._hear(line, said[place + 1 :])
        if not ended:
            self._break_off()
        for line in self._later:
            self._afterwards(line)

    def _hear(self, line: lines.Line, ahead: Sequence[lines.Line]) -> None:
        row = line.row
        match line.said:
            case lines.StacksStated() as stated:
                self._players = self._table.seat(row, stated, self._said.number)
            case lines.Posted() as post:
                self._post(row, post)
            case lines.BlindChanged() as change:
                self._level.change(change.which, change.chips)
                if not self._posts:
                    self._here.change(change.which, change.chips)
            case (
                lines.Acted()
                | lines.BoardLaid()
                | lines.Shown()
                | lines.UncalledBack()
                | lines.Collected()
                | lines.RunTwiceAgreed()
            ):
                self._announce(row)
                self._play_on(line, ahead)
            case lines.NotPlayed(feature):
                raise FeatureIsNotPlayed(row.file, row.line, row.quoted(), feature)
            case _ if self._players:
                self._later.append(line)
            case other:
                self._table.hear(row, other)

    def _play_on(self, line: lines.Line, ahead: Sequence[lines.Line]) -> None:
        """Plays one line of a hand that has been announced."""
        row = line.row
        match line.said:
            case lines.Acted() as acted:
                self._act(row, acted)
            case lines.BoardLaid() as board:
                self._lay(row, board)
            case lines.Shown() as shown:
                self.show(line, shown)
            case lines.UncalledBack() as back:
                self._uncalled.append(LoggedAward(row, self._people.player_of[back.who], back.chips))
            case lines.Collected() as collected:
                self._ask_for_showdown(row, collected, ahead)
                self._claims.append(LoggedAward(row, self._people.player_of[collected.who], collected.chips, collected))
            case lines.RunTwiceAgreed():
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

    def _post(self, row: LogRow, post: lines.Posted) -> None:
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
        game = game_named(self._start, self._said.game, self._here)
        bombs = [post.chips for _, post in self._posts if post.kind == "bomb pot"]
        antes = [post.chips for _, post in self._posts if post.kind == "ante"]
        forced = replace(self._here, ante=max(bombs or antes, default=0)).blinds()
        self._recorder.report.hands += 1
        command = commands.AnnounceHand(
            game=game.game,
            rulebook=RULEBOOK,
            button=self._button(),
            players=self._players,
            posts=tuple(self._posted()),
            forced=forced,
            limit=game.limit,
            declaration=bomb_pot(game, forced) if bombs else None,
        )
        self._do(self._start, command)

    def _posted(self) -> Iterator[commands.Post]:
        """The forced bets. Live ones are totals, so a player who has posted before adds the rest."""
        live: dict[str, int] = {}
        for _, post in self._posts:
            player, chips, kind = self._people.player_of[post.who], post.chips, _KINDS[post.kind]
            if kind not in ("ante", "missed small blind"):
                chips = max(0, chips - live.get(player, 0))
                live[player] = live.get(player, 0) + chips
            if chips:
                yield commands.Post(player=player, kind=kind, chips=chips)

    def _button(self) -> int:
        """The dealer's seat; a dead button lies before the player who posts the first blind."""
        everyone = self._recorder.night.people
        if self._said.dealer is not None:
            dealer = everyone.get(self._people.player_of[self._said.dealer])
            if dealer is not None:
                return dealer.seat
        posted = {post.kind: self._people.player_of[post.who] for _, post in reversed(self._posts)}
        first = posted.get("small blind") or posted.get("big blind") or self._players[0]
        seats = [everyone[player].seat for player in self._players]
        return everyone[first].seat - 1 or max(_LAST_SEAT, *seats)

    def _act(self, row: LogRow, acted: lines.Acted) -> None:
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

    def _lay(self, row: LogRow, board: lines.BoardLaid) -> None:
        if self._runs:
            self._runs.lay(board)
            return
        if board.run > 1:
            raise FeatureIsNotPlayed(row.file, row.line, row.quoted(), phrase("a second run nobody agreed to"))
        self._hand(row)
        self._do(row, commands.Lay(cards=board.cards))

    def show(self, line: lines.Line, shown: lines.Shown) -> None:
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

    def _ask_for_showdown(self, row: LogRow, first: lines.Collected, ahead: Sequence[lines.Line]) -> None:
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
            if isinstance(line.said, lines.HandEnds) or night.hand is None:
                break
            if isinstance(line.said, lines.Shown):
                self.show(line, line.said)
            if isinstance(line.said, lines.Collected):
                collectors.add(self._people.player_of[line.said.who])
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
                hand=self._said.number,
            )
        )
        winners = tuple(player for player in contenders(night.hand) if player in collectors)
        self._do(row, commands.NameWinners(rankings=((winners,),)))

    def _end(self, row: LogRow) -> None:
        if self._players:
            self._announce(row)
        night = self._recorder.night
        if self._runs:
            self._referee.uncalled(self._payments.returned, self._uncalled, row)
            self._runs.settle(self._hand(row), self._claims)
        elif night.hand is not None:
            self._give_back(row, to_say("the log ends the hand without paying the pot"))
        elif night.last_hand is not None:
            self._referee.uncalled(self._payments.returned, self._uncalled, row)
            self._referee.amounts(self._payments.won, self._claims, row)
            self._referee.cards(night.last_hand, self._claims)

    def _break_off(self) -> None:
        """Ends a hand in which the log stops: what was put in goes back, and what the rules have paid stays."""
        if self._announced and self._recorder.night.hand is not None:
            self._give_back(self._start, to_say("the log does not say how it ends"))
        self._recorder.note(
            say(
                "Line {line}: the log ends within hand {hand}: {text}",
                line=self._start.line,
                hand=self._said.number,
                text=self._start.text,
            )
        )

    def _give_back(self, row: LogRow, why: str) -> None:
        """Gives back what everybody has put in, by a ruling, because the hand has no end."""
        hand = self._hand(row)
        stakes = {player: chips for player, chips in self._payments.at_stake().items() if chips}
        moves = tuple(commands.ChipMove("pot", "chips:" + player, chips) for player, chips in stakes.items())
        text = f"Hand {self._said.number} is void, and the chips go back: {why}. Line {row.line}: {row.quoted()}"
        self._do(row, commands.MakeRuling(text=text, moves=moves, agreed_by=hand.order))
        self._do(row, commands.NewDeal(player=hand.order[0], reason="The ruling before empties the pot."))
        what = say(
            "hand {hand} is void, and {chips} chips go back: {why}",
            hand=self._said.number,
            chips=sum(stakes.values()),
            why=say(why),
        )
        self._recorder.adjust(row, what)

    def _afterwards(self, line: lines.Line) -> None:
        if isinstance(line.said, lines.Shown):
            self.show(line, line.said)
        else:
            self._table.hear(line.row, line.said)
