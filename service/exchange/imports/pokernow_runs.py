"""A hand that is run twice: the engine deals one board, so a ruling pays, and the cards of both runs are judged here."""

from collections import Counter
from collections.abc import Sequence

from engine import commands
from engine.cards.standing import Standing
from engine.game.scales import AnyScale
from engine.play.showdown.odd_chip import odd_chips_first
from engine.play.showdown.pots import pots_of
from engine.play.showdown.rule import contenders
from engine.play.strength.best_hand import standing_of
from engine.speech import say
from engine.state import UNKNOWN, Hand
from service.exchange.imports import pokernow_lines as lines
from service.exchange.imports.pokernow_awards import LoggedAward, Referee, combination_finding, scales_of
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.recorder import Recorder
from service.exchange.imports.refused import LineCannotBePlayed

_RUNS = (1, 2)
_BOARD = 5


class Runs:
    """Both boards as they are dealt, from the line on which everybody agreed."""

    def __init__(self, recorder: Recorder, referee: Referee, agreed: LogRow) -> None:
        self._recorder = recorder
        self._referee = referee
        self._agreed = agreed
        self._laid: dict[int, list[str]] = {run: [] for run in _RUNS}

    def lay(self, board: lines.BoardLaid) -> None:
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
        apart = _told_apart(claims)
        for claim in claims:
            if claim.said is None or not claim.said.claim:
                continue
            self._recorder.report.award_checks += 1
            runs = (claim.said.run,) if apart else _RUNS
            findings = [combination_finding(hand, claim.player, claim.said, boards[run]) for run in runs]
            if all(findings):
                self._referee.finds(claim.row, claim.player, findings[0])

    def _judge_amounts(self, hand: Hand, claims: Sequence[LoggedAward], boards: dict[int, list[str]]) -> None:
        """Compares what each run pays each player. An odd chip may lie in either run, so one chip a share is tolerated."""
        slack = len(pots_of(self._recorder.night, hand)) * len(scales_of(hand.game))
        apart = _told_apart(claims)
        for runs in [(run,) for run in _RUNS] if apart else [_RUNS]:
            said = Counter[str]()
            won = Counter[str]()
            for claim in claims:
                if claim.said and (claim.said.run in runs or not apart):
                    said[claim.player] += claim.chips
            for run in runs:
                won.update(self._won(hand, boards[run]))
            for player in hand.still_in:
                if abs(2 * said[player] - won[player]) > 2 * slack:
                    row = next((claim.row for claim in claims if claim.player == player), self._agreed)
                    which = f"run {runs[0]} pays" if apart else "the runs pay"
                    self._referee.finds(row, player, f"{which} {said[player]}, and the cards half of {won[player]}")

    def _won(self, hand: Hand, board: Sequence[str]) -> Counter[str]:
        """What each player would win if this board alone decided the whole pot."""
        won = Counter[str]()
        for pot in pots_of(self._recorder.night, hand):
            shares = [self._best(hand, scale, pot.eligible, board) for scale in scales_of(hand.game)]
            found = [winners for winners in shares if winners]
            for place, winners in enumerate(found):
                part = pot.chips // len(found) + (place < pot.chips % len(found))
                won.update(odd_chips_first(part, winners))
        return won

    def _best(self, hand: Hand, scale: AnyScale, people: Sequence[str], board: Sequence[str]) -> list[str]:
        standings: dict[str, Standing] = {}
        for player in people:
            own = [held.card for held in hand.cards.own[player]]
            standing = None if UNKNOWN in own else standing_of(hand.game, scale, own, board)
            if standing:
                standings[player] = standing
        return [player for player, mine in standings.items() if not any(one.beats(mine) for one in standings.values())]


def _told_apart(claims: Sequence[LoggedAward]) -> bool:
    """True if the log names the second run; older logs do not."""
    return any(claim.said is not None and claim.said.run > 1 for claim in claims)
