"""Holds what the engine paid, and the cards it paid for, against the "collected" lines of a log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine import commands, events
from engine.hand.strength import shares_of, standing_of
from engine.state import UNKNOWN, Hand
from service.imports import pokernow_lines as lines
from service.imports.pokernow_file import Row
from service.imports.recorder import Recorder
from service.imports.report import AwardMismatch

Claims = Sequence[tuple[Row, str, lines.Collected]]


class Payments:
    """What the engine said in one hand: chips put in, returned and won, by player."""

    def __init__(self) -> None:
        self.put_in: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.won: Counter[str] = Counter()

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
                case _:
                    pass

    def at_stake(self) -> dict[str, int]:
        """What each has put in and not got back."""
        return {player: chips - self.returned[player] for player, chips in self.put_in.items()}


class Referee:
    """Writes down where the log and the engine part, each time with the line that says otherwise."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def finds(self, row: Row, player: str, hand: int, finding: str) -> None:
        """One disagreement."""
        self._recorder.report.award_mismatches.append(
            AwardMismatch(row.file, row.line, hand, player, finding, row.text)
        )

    def uncalled(
        self, returned: Mapping[str, int], said: Sequence[tuple[Row, str, int]], hand: int, ending: Row
    ) -> None:
        """The bets that nobody called."""
        by_log = Counter[str]()
        for row, player, chips in said:
            by_log[player] += chips
            if by_log[player] > returned.get(player, 0):
                finding = f"uncalled: the log returns {by_log[player]}, the engine {returned.get(player, 0)}"
                self.finds(row, player, hand, finding)
        for player, chips in returned.items():
            if chips > by_log[player]:
                self.finds(ending, player, hand, f"uncalled: the engine returns {chips}, the log {by_log[player]}")

    def amounts(self, won: Mapping[str, int], claims: Claims, hand: int, ending: Row) -> None:
        """Every player's chips from the pots, in all: a log has one line a pot and share, the engine says it by pot."""
        by_log = Counter[str]()
        for _, player, claim in claims:
            by_log[player] += claim.chips
        for row, player, _ in claims:
            if by_log[player] != won.get(player, 0):
                self.finds(row, player, hand, f"the log pays {by_log[player]}, the engine {won.get(player, 0)}")
        for player, chips in won.items():
            if player not in by_log:
                self.finds(ending, player, hand, f"the engine pays {chips}, the log nothing")

    def cards(self, hand: Hand, claims: Claims) -> None:
        """The combination of each line that names one: it follows from the cards, and it is worth what they are."""
        board = [held.card for held in hand.board]
        for row, player, claim in claims:
            if not claim.claim:
                continue
            self._recorder.report.award_checks += 1
            finding = combination_finding(hand, player, claim, board)
            if finding:
                self.finds(row, player, hand.number, finding)


def combination_finding(hand: Hand, player: str, claim: lines.Collected, board: Sequence[str]) -> str:
    """What is wrong with a named combination; nothing, if the player's own and the shared cards make it.

    Whoever won without a rival still in had no cards to beat; what he shows must be what he says it is all the same.
    """
    own = [held.card for held in hand.own.get(player, ())]
    if not own or UNKNOWN in own:
        return "the cards of the winner were never shown"
    if not claim.cards:
        return ""
    strange = [card for card in claim.cards if card not in own and card not in board]
    if strange:
        return f"{', '.join(strange)} in the combination is neither his nor on the board"
    shares = shares_of(hand.game)
    scale = shares[-1 if claim.claim.startswith("low hand") else 0][1]
    best = standing_of(hand.game, scale, own, board)
    mine = [card for card in claim.cards if card in own]
    if hand.game.own is not None and len(mine) != hand.game.own:
        return f"{len(mine)} own cards in the combination, and the game counts exactly {hand.game.own}"
    named = standing_of(hand.game, scale, mine, [card for card in claim.cards if card not in own])
    if best is None or named is None:
        return "the combination does not qualify"
    if best.value != named.value:
        return f"the combination is {named.name}, and his cards make {best.name}"
    return ""


def best_of_the_shown(hand: Hand, players: Iterable[str], board: Sequence[str], place: int) -> dict[str, object]:
    """Unused."""
    return {}
