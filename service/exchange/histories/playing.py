"""Plays parsed hands through the engine as one night: every act becomes a command, and stacks and winners are compared.

Chips are lent, so that a net is a result. Where the stacks of two hands do not follow from each other, the bank gives or
takes the difference, and the report says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Never

from msgspec.structs import replace

from engine import commands
from engine.game.betting import Blinds, BringIn, FixedLimit, Limit
from engine.game.steps import Burn, Deal, Draw, Lay
from engine.ids import PlayerId
from engine.play.around import dealt_to, falling
from engine.play.betting.acts import PostKind
from engine.play.betting.limits import to_bring_in
from engine.play.dealing.rule import cards_wanted
from engine.play.showdown.pots import Pot, pots_of
from engine.play.showdown.rule import contenders
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN, Hand
from service.exchange.histories.hands import BETTING, RULEBOOK, Act, HistoryFile, ParsedHand, declared
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.recording import AwardMismatch, ChipsMoved, ImportOptions, ImportReport, Recorder, Submit
from service.exchange.refused import ActCannotBePlayed, HandIsNotFinished, LineCannotBePlayed, WinnerIsNotKnown

# The orders of six winners are thousands, and no hand at a table has so many pots.
_WINNERS_AT_MOST = 5

Ranking = tuple[tuple[str, ...], ...]


def ranking_of(pots: Sequence[Pot], won: Mapping[str, int]) -> Ranking:
    """The winners in groups of equal hands, best first, so that the pots pay them what they `won`.

    If no order pays exactly that (a site may have kept a fee), all of them are equal.
    """
    winners = tuple(player for player, chips in won.items() if chips)
    if len(winners) <= _WINNERS_AT_MOST:
        for ranking in _rankings(winners):
            if _pays(pots, ranking, won):
                return ranking
    return (winners,)


def _rankings(players: tuple[str, ...]) -> Iterator[Ranking]:
    """Every order of these players in groups of equals, the largest first group first."""
    if not players:
        yield ()
    for size in range(len(players), 0, -1):
        for best in combinations(players, size):
            others = tuple(player for player in players if player not in best)
            for behind in _rankings(others):
                yield (best, *behind)


def _pays(pots: Sequence[Pot], ranking: Ranking, won: Mapping[str, int]) -> bool:
    """Whether each winner gets what they won, but for the odd chips of the pots that they share."""
    paid: Counter[str] = Counter()
    odd: Counter[str] = Counter()
    for pot in pots:
        best = _best(ranking, pot.eligible)
        for player in best:
            paid[player] += pot.chips // len(best)
            odd[player] += bool(pot.chips % len(best))
    return all(paid[player] <= chips <= paid[player] + odd[player] for player, chips in won.items())


def _best(ranking: Ranking, eligible: Collection[str]) -> tuple[str, ...]:
    groups = (tuple(player for player in group if player in eligible) for group in ranking)
    return next((group for group in groups if group), ())


class HandPlay:
    """One hand: what the file says is dealt, bet, drawn and shown is taken as the engine asks for it.

    Afterwards, `payments` has what each player got from the pots, and what nobody called.
    """

    def __init__(self, recorder: Recorder, row: LogRow, hand: ParsedHand, players: tuple[str, ...]) -> None:
        self._file = hand.file
        self._recorder = recorder
        self._row = row
        self._hand = hand
        self._players = players
        self.payments = ChipsMoved()
        self._dealt: dict[str, deque[str]] = defaultdict(deque)
        self._board: deque[str] = deque()
        self._bets: deque[Act] = deque()
        self._draws: deque[Act] = deque()
        self._shows: dict[str, Act] = {}
        # The betting rounds are counted as the file has them, by the cards that come between.
        self._round_of: dict[str, int] = {}
        self._round = 0
        for act in hand.acts:
            self._sort(act)
        self._round = -1

    def _sort(self, act: Act) -> None:
        """The engine asks for each kind of act by itself, so each waits in a row of its own."""
        if act.kind in ("deals", "lays", "draws"):
            self._round = len(self._bets)
        match act.kind:
            case "deals":
                self._dealt[self._players[act.player]] += act.cards
            case "lays":
                self._board += act.cards
            case "draws":
                self._draws.append(act)
            case "shows" | "mucks":
                # Who is all-in may show twice: the later act has the whole hand.
                self._shows[self._players[act.player]] = act
            case _:
                assert act.kind in BETTING
                self._round_of[act.where] = self._round
                self._bets.append(act)

    def play(self) -> None:
        """To the end of the hand."""
        self._announce()
        night = self._recorder.night
        while (hand := night.hand) is not None:
            if hand.stage == "showdown":
                self._showdown(hand)
            elif hand.round is not None:
                self._bet(hand, hand.round.waiting[0])
            else:
                self._step(hand)
        self._drop_idle_acts()
        for act in (*self._bets, *self._draws):
            self._refuse(act, phrase("By the rules the hand is over before."))
        left = next((player for player, cards in self._dealt.items() if cards), None)
        if left is not None or self._board:
            whose = self._named(left) if left else phrase("the board")
            because = phrase("The game deals fewer cards to {whose} than the file does.", whose=whose)
            raise ActCannotBePlayed(self._file, self._hand.where, "actions", because)

    def _do(self, command: commands.Command, act: Act | None = None) -> None:
        row = self._row
        if act is not None:
            row = LogRow(row.file, row.line, row.at, row.order, act.text, str(act.where))
        try:
            happened = self._recorder.record_from(row, command)
        except LineCannotBePlayed as refusal:
            if act is None:
                raise
            self._refuse(act, refusal.details["because"])
        self.payments.hear(happened)

    def _refuse(self, act: Act, because: str) -> Never:
        raise ActCannotBePlayed(self._file, act.where, act.text[:200], because)

    def _stops(self, missing: str) -> Never:
        raise HandIsNotFinished(self._file, self._hand.where, missing)

    def _named(self, player: str) -> str:
        return self._recorder.report.names[player]

    # Before the first card

    def _announce(self) -> None:
        result = self._hand
        posts = tuple(self._posts())
        forced: Blinds | BringIn
        ante = max(result.antes)
        if result.variant.bring_in:
            forced = BringIn(result.bring_in, ante=ante)
        else:
            small = next((post.chips for post in posts if post.kind == "small blind"), 0)
            big = max(
                (stated for place, stated in enumerate(result.blinds) if result.blind_of(place) == "big blind"),
                default=0,
            )
            forced = Blinds(small, big or result.small_bet, ante)
        self._do(
            commands.AnnounceHand(
                game=result.variant.game,
                rulebook=RULEBOOK,
                dealer=self._players[-1],
                players=self._players,
                posts=posts,
                forced=forced,
                limit=self._limit(),
            )
        )

    def _limit(self) -> Limit:
        limit = declared(self._hand.variant).limit
        if isinstance(limit, FixedLimit):
            return replace(limit, small=self._hand.small_bet, big=self._hand.big_bet)
        assert limit is not None
        return limit

    def _posts(self) -> Iterator[commands.Post]:
        """Antes, then blinds from the smallest on; nobody posts more than they have."""
        left = dict(zip(self._players, self._hand.stacks, strict=True))
        blinds = sorted((stated, place) for place, stated in enumerate(self._hand.blinds))
        asked: list[tuple[int, PostKind, int]] = [
            (place, "ante", stated) for place, stated in enumerate(self._hand.antes)
        ]
        asked += [(place, self._hand.blind_of(place), stated) for stated, place in blinds]
        for place, kind, stated in asked:
            player = self._players[place]
            chips = min(stated, left[player])
            left[player] -= chips
            if chips:
                yield commands.Post(player=player, kind=kind, chips=chips)

    # Cards

    def _step(self, hand: Hand) -> None:
        self._drop_idle_acts()
        match hand.steps[hand.cursor]:
            case Deal() as step:
                self._deal(hand, step)
            case Burn():
                self._do(commands.Burn())
            case Lay() as step:
                self._do(commands.Lay(cards=self._next_of_board(hand, step.up)))
            case Draw():
                self._draw(hand.asked.waiting[0])
            case step:
                raise AssertionError(f"{step} is in none of the variants.")

    def _deal(self, hand: Hand, step: Deal) -> None:
        people = dealt_to(hand)
        if cards_wanted(hand, step) == 1 and len(people) > 1:
            self._do(commands.Deal(cards=(self._board.popleft() if self._board else UNKNOWN,)))
            return
        each = {player: [self._next_card(player) for _ in range(step.closed + step.up)] for player in people}
        self._do(commands.Deal(cards=tuple(each[player][place] for player, place in falling(step, people))))

    def _next_card(self, player: str) -> str:
        waiting = self._dealt[player]
        return waiting.popleft() if waiting else UNKNOWN

    def _next_of_board(self, hand: Hand, number: int) -> tuple[str, ...]:
        """The next cards of the board; unknown ones if all others have given up, so that nobody laid any."""
        if len(self._board) >= number:
            return tuple(self._board.popleft() for _ in range(number))
        rivals = [player for player in hand.still_in if not self._gives_up(player)]
        if self._board or len(rivals) > 1:
            self._stops(phrase("the cards of the board are missing (d db …)"))
        return (UNKNOWN,) * number

    def _gives_up(self, player: str) -> bool:
        shows = self._shows.get(player)
        return shows is not None and shows.kind == "mucks"

    def _draw(self, player: str) -> None:
        if self._gives_up(player) and not any(self._players[act.player] == player for act in self._draws):
            self._do(commands.Exchange(player=player, number=0))
            return
        if not self._draws:
            self._stops(phrase("the draw of {player} is missing (sd)", player=self._named(player)))
        act = self._draws.popleft()
        if self._players[act.player] != player:
            self._refuse(act, phrase("It is {player}'s turn to draw.", player=self._named(player)))
        drawn = tuple(self._next_card(player) for _ in act.cards)
        thrown = () if set(act.cards) <= {UNKNOWN} else act.cards
        number = len(act.cards)
        self._do(commands.Exchange(player=player, number=number, thrown=thrown, drawn=drawn), act)

    # Bets

    def _bet(self, hand: Hand, player: str) -> None:
        if not self._bets:
            self._stops(phrase("it is {player}'s turn, and no action is left", player=self._named(player)))
        act = self._bets.popleft()
        if self._players[act.player] != player:
            self._refuse(act, phrase("It is {player}'s turn.", player=self._named(player)))
        self._round = self._round_of[act.where]
        self._do(self._command(hand, player, act), act)

    def _drop_idle_acts(self) -> None:
        """Passes over acts of a round that is over by the rules: some histories ask a player whom nobody left can call.

        Whoever folds there gives up at the showdown.
        """
        while self._bets and self._round_of[self._bets[0].where] == self._round:
            act = self._bets[0]
            if act.kind == "folds":
                self._shows[self._players[act.player]] = Act("mucks", act.player, (), 0, act.where, act.text)
            elif act.kind != "stays":
                return
            self._bets.popleft()

    def _command(self, hand: Hand, player: str, act: Act) -> commands.Command:
        assert hand.round is not None
        price, stack = hand.round.price, self._recorder.stack(player)
        paid = hand.round.paid.get(player, 0)
        bring_in = to_bring_in(hand)
        match act.kind:
            case "folds":
                return commands.Fold(player=player)
            case "brings in":
                if bring_in is None:
                    self._refuse(act, phrase("The hand has been brought in already."))
                return commands.Bet(player=player, chips=min(bring_in.chips, stack))
            case "raises" if act.chips > price:
                if price:
                    return commands.Raise(player=player, to=act.chips)
                return commands.Bet(player=player, chips=act.chips)
            case _ if price > paid:
                return commands.Call(player=player)
            case _:
                return commands.Check(player=player)

    # The showdown

    def _showdown(self, hand: Hand) -> None:
        """Plays what the file shows and mucks, then what is known; for the rest the file must say who won."""
        night = self._recorder.night
        for player, act in self._shows.items():
            if night.hand is None:
                return
            if player in contenders(hand) and player not in hand.showdown.shown:
                cards = act.cards or tuple(held.card for held in hand.cards.own[player])
                if act.kind == "mucks":
                    self._do(commands.Muck(player=player), act)
                elif UNKNOWN not in cards:
                    self._do(commands.ShowHand(player=player, cards=cards), act)
        unknown = []
        for player in contenders(hand) if night.hand is not None else ():
            cards = tuple(held.card for held in hand.cards.own[player])
            if player in hand.showdown.shown:
                continue
            if UNKNOWN in cards:
                unknown.append(player)
            elif night.hand is not None:
                self._do(commands.ShowHand(player=player, cards=cards))
        if night.hand is not None:
            self._by_the_word_of_the_file(hand, unknown)

    def _by_the_word_of_the_file(self, hand: Hand, unknown: Sequence[str]) -> None:
        night = self._recorder.night
        won = self._won_by_the_file(hand)
        winners = sum(map(bool, won.values()))
        if not winners or (winners > 1 and "/8" in self._hand.variant.code):
            people = ", ".join(map(self._named, unknown))
            raise WinnerIsNotKnown(self._file, self._hand.where, people, phrase("winnings or finishing_stacks"))
        for player in unknown:
            if not won.get(player) and night.hand is not None:
                self._do(commands.Muck(player=player))
        if night.hand is not None:
            self._do(commands.NameWinners(rankings=(ranking_of(pots_of(night, hand), won),)))

    def _won_by_the_file(self, hand: Hand) -> dict[str, int]:
        """What the file says that each player of the showdown got from the pots."""
        result = self._hand
        if result.winnings:
            won = dict(zip(self._players, result.winnings, strict=True))
        else:
            finishing = zip(self._players, result.finishing, strict=False)
            won = {player: max(0, stated - self._recorder.stack(player)) for player, stated in finishing}
        return {player: won.get(player, 0) for player in contenders(hand)}


_CARRIED = to_say("The book carried every stack from hand to hand.")
_TOPS_UP = to_say("{player} tops up {chips} before {hand}")
_HANDS_BACK = to_say("{player} hands back {chips} before {hand}")


def play_history(result: HistoryFile, *, options: ImportOptions, submit: Submit) -> ImportReport:
    """Plays the night of these hands and settles it.

    If an act is refused, the caller must discard the commands already submitted.
    """
    names = {options.players[name]: name for hand in result.hands for name in hand.players}
    evening = _Evening(Recorder(submit, options, unit=options.unit or 1, names=names), options.players)
    for number, hand in enumerate(result.hands, 1):
        evening.play(number, hand)
    return evening.close()


class _Evening:
    """The night from the first hand to the plan."""

    def __init__(self, recorder: Recorder, players: Mapping[str, PlayerId]) -> None:
        self._recorder = recorder
        self._players = players
        self._last = LogRow("", 0, "", 0, "")
        self._supplied: set[str] = set()

    def _row(self, number: int, hand: ParsedHand) -> LogRow:
        # A history has no lines to count, and its hands are numbered as they come.
        return LogRow(hand.file, 0, hand.at or self._last.at, number, str(hand.where), str(hand.where))

    def play(self, number: int, hand: ParsedHand) -> None:
        """Seats the players, gives them their stacks, and plays the hand."""
        row = self._last = self._row(number, hand)
        players = tuple(self._players[name] for name in hand.players)
        if self._recorder.night.opened is None:
            # The first player of the first hand keeps the bank. A history says every card: nothing is dealt before it is read.
            self._recorder.open(row, players[0], auto="none")
        try:
            self._seat(row, hand, players)
            self._supply(row, hand, players)
            played = HandPlay(self._recorder, row, hand, players)
            played.play()
        except LineCannotBePlayed as refusal:
            raise ActCannotBePlayed(hand.file, hand.where, refusal.text, refusal.details["because"]) from refusal
        self._recorder.report.hands += 1
        self._compare_stacks(row, hand, players)
        self._compare_winnings(row, hand, played)

    # Seats

    def _seat(self, row: LogRow, hand: ParsedHand, players: Sequence[str]) -> None:
        """Seats the players clockwise as the hand has them; everybody else stands up."""
        everyone = self._recorder.night.people
        for other, person in list(everyone.items()):
            if person.sitting and other not in players:
                self._recorder.record_from(row, commands.StandUp(player=other))
        seats = hand.seats or tuple(range(1, len(players) + 1))
        if not hand.seats and self._sit_so(players):
            seats = tuple(everyone[player].seat for player in players)
        for player, seat in zip(players, seats, strict=True):
            self._recorder.seat(row, player, seat)

    def _sit_so(self, players: Sequence[str]) -> bool:
        """Whether all of them have chairs already, in this order clockwise."""
        everyone = self._recorder.night.people
        if any(player not in everyone for player in players):
            return False
        seats = [everyone[player].seat for player in players]
        return sum(before > after for before, after in zip(seats, (*seats[1:], seats[0]), strict=True)) == 1

    # Chips

    def _supply(self, row: LogRow, hand: ParsedHand, players: Sequence[str]) -> None:
        """Lends newcomers their stack, and lets the bank make up every other difference by name."""
        for player, wanted in zip(players, hand.stacks, strict=True):
            more = wanted - self._recorder.stack(player)
            self._recorder.supply(row, player, more)
            if more and player in self._supplied:
                name = self._recorder.report.names[player]
                what = say(_TOPS_UP if more > 0 else _HANDS_BACK, player=name, chips=abs(more), hand=hand.where)
                self._recorder.adjust(row, what, player=player, chips=more)
            self._supplied.add(player)

    def _compare_stacks(self, row: LogRow, hand: ParsedHand, players: Sequence[str]) -> None:
        """Compares the stacks after the hand with those that the file gives."""
        for player, stated in zip(players, hand.finishing, strict=False):
            self._recorder.report.stack_checks += 1
            text = f"{hand.where!s}: finishing_stacks"
            self._recorder.compare(row, player, stated, hand=row.order, text=text)

    def _compare_winnings(self, row: LogRow, hand: ParsedHand, played: HandPlay) -> None:
        """Compares what each player got from the pots with what the file says.

        Some files count a bet that came back uncalled as won, and some do not; both are right.
        """
        report = self._recorder.report
        for name, stated in zip(hand.players, hand.winnings, strict=False):
            player = self._players[name]
            won, back = played.payments.won[player], played.payments.returned[player]
            if not (stated or won):
                continue
            report.award_checks += 1
            if stated not in (won, won + back):
                finding = say("the book pays {book}, the log {log}", book=won, log=stated)
                report.award_mismatches.append(
                    AwardMismatch(row.file, row.line, row.order, player, finding, f"{hand.where!s}: winnings")
                )

    def close(self) -> ImportReport:
        """Counts what the book says, and closes."""
        row, recorder = self._last, self._recorder
        for player in recorder.night.people:
            recorder.record_from(row, commands.CountChips(player=player, chips=recorder.stack(player)))
        if not any(one.chips for one in recorder.report.adjustments):
            recorder.note(say(_CARRIED))
        return recorder.close(row)
