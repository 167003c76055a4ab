"""Compares what the engine paid, and the cards it paid for, with the "collected" lines of a log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine import commands, events
from engine.cards.standing import Standing
from engine.game.awards import HighestClosed
from engine.game.definition import Game
from engine.game.scales import AnyScale
from engine.play.showdown.pots import Pot
from engine.play.strength.best_hand import shares_of, standing_of
from engine.state import UNKNOWN, Hand
from service.imports import pokernow_lines as lines
from service.imports.pokernow_file import LogRow
from service.imports.recorder import Recorder
from service.imports.report import AwardMismatch


@dataclass(frozen=True, slots=True)
class LoggedAward:
    """A line that gives a player chips; `said` if it pays a pot."""

    row: LogRow
    player: str
    chips: int
    said: lines.Collected | None = None


class ChipsMoved:
    """The chips of one hand according to the engine: put in, returned and won, by player."""

    def __init__(self) -> None:
        self.put_in: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        self.awards: list[events.PotAwarded] = []

    def hear(self, happened: Iterable[events.Event]) -> None:
        """Adds up the events of the hand."""
        for event in happened:
            match event:
                case events.ForcedBetPosted() | commands.Wager():
                    self.put_in[event.player] += event.chips or 0
                case events.UncalledReturned():
                    self.returned[event.player] += event.chips
                case events.PotAwarded():
                    for share in event.shares:
                        self.won[share.player] += share.chips
                    self.awards.append(event)
                case _:
                    pass

    def at_stake(self) -> dict[str, int]:
        """What each player has put in and not got back."""
        return {player: chips - self.returned[player] for player, chips in self.put_in.items()}


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

    def uncalled(self, returned: Mapping[str, int], said: Sequence[LoggedAward], ending: LogRow) -> None:
        """Compares the bets that nobody called."""
        self._compare("returns", returned, said, ending)

    def amounts(self, won: Mapping[str, int], claims: Sequence[LoggedAward], ending: LogRow) -> None:
        """Compares each player's total from all pots: the log has a line for each pot and share."""
        self._compare("pays", won, claims, ending)

    def _compare(self, verb: str, by_engine: Mapping[str, int], said: Sequence[LoggedAward], ending: LogRow) -> None:
        by_log = Counter[str]()
        for claim in said:
            by_log[claim.player] += claim.chips
        for claim in said:
            engine = by_engine.get(claim.player, 0)
            if by_log[claim.player] != engine:
                self.finds(claim.row, claim.player, f"the log {verb} {by_log[claim.player]}, the engine {engine}")
        for player, chips in by_engine.items():
            if player not in by_log and chips:
                self.finds(ending, player, f"the engine {verb} {chips}, the log nothing")

    def cards(self, hand: Hand, claims: Sequence[LoggedAward]) -> None:
        """Checks every line that names a combination: it must follow from the cards and be the best that they make."""
        board = [held.card for held in hand.cards.board]
        for claim in claims:
            if claim.said is None or not claim.said.claim:
                continue
            self._recorder.report.award_checks += 1
            finding = combination_finding(hand, claim.player, claim.said, board)
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
                    self.finds(row, player, f"{mine.name} was given up, and {share.player} won with {best.name}")


def scales_of(game: Game) -> list[AnyScale]:
    """The scales that decide the shares of a pot, the high one first; PokerNow has no share for a single card."""
    return [scale for _, scale in shares_of(game) if scale is not None and not isinstance(scale, HighestClosed)]


def _standing(hand: Hand, player: str, scale: AnyScale, board: Sequence[str]) -> Standing | None:
    own = [held.card for held in hand.cards.own[player]]
    return None if UNKNOWN in (*own, *board) or not own else standing_of(hand.game, scale, own, board)


def combination_finding(hand: Hand, player: str, claim: lines.Collected, board: Sequence[str]) -> str:
    """The error in a named combination, or an empty text if the player's own and the shared cards make it.

    A player who won without a rival had no cards to beat; cards they show must still be what they are called.
    """
    own = [held.card for held in hand.cards.own.get(player, ())]
    if not own or UNKNOWN in own:
        return "the cards of the winner were never shown"
    if not claim.cards:
        return ""
    if len(set(claim.cards)) < len(claim.cards):
        return "the combination names a card twice"
    strange = [card for card in claim.cards if card not in own and card not in board]
    if strange:
        return f"{', '.join(strange)} in the combination is neither theirs nor on the board"
    scale = scales_of(hand.game)[-1 if claim.claim.startswith("low hand") else 0]
    best = standing_of(hand.game, scale, own, board)
    mine = [card for card in claim.cards if card in own]
    if hand.game.own is not None and len(mine) != hand.game.own:
        return f"{len(mine)} own cards in the combination, and the game counts exactly {hand.game.own}"
    named = standing_of(hand.game, scale, mine, [card for card in claim.cards if card not in own])
    if best is None or named is None:
        return "the combination does not qualify"
    if best.value != named.value:
        return f"the combination is {named.name}, and their cards make {best.name}"
    return ""
