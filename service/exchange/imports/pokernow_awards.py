"""Compares what the engine paid, and the cards it paid for, with the "collected" lines of a log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine import commands, events
from engine.cards.standing import Standing
from engine.cards.told import hand_said
from engine.game.awards import HighestClosed
from engine.game.definition import Game
from engine.game.scales import AnyScale
from engine.play.showdown.pots import Pot
from engine.play.strength.best_hand import shares_of, standing_of
from engine.speech import say, to_say
from engine.state import UNKNOWN, Hand
from service.exchange.imports import pokernow_lines as lines
from service.exchange.imports.pokernow_file import LogRow
from service.exchange.imports.recorder import Recorder
from service.exchange.imports.report import AwardMismatch

# By what was done with the chips: the sentence if both say something else, and if only the engine says anything.
_RETURNS = (
    to_say("the log returns {log}, the engine {engine}"),
    to_say("the engine returns {engine}, the log nothing"),
)
_PAYS = (to_say("the log pays {log}, the engine {engine}"), to_say("the engine pays {engine}, the log nothing"))


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
        self._compare(_RETURNS, returned, said, ending)

    def amounts(self, won: Mapping[str, int], claims: Sequence[LoggedAward], ending: LogRow) -> None:
        """Compares each player's total from all pots: the log has a line for each pot and share."""
        self._compare(_PAYS, won, claims, ending)

    def _compare(
        self, told: tuple[str, str], by_engine: Mapping[str, int], said: Sequence[LoggedAward], ending: LogRow
    ) -> None:
        both, engine_alone = told
        by_log = Counter[str]()
        for claim in said:
            by_log[claim.player] += claim.chips
        for claim in said:
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
                    self.finds(
                        row,
                        player,
                        say(
                            "{hand} was given up, and {player} won with {better}",
                            hand=hand_said(mine.name),
                            player=share.player,
                            better=hand_said(best.name),
                        ),
                    )


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
            hand=hand_said(named.name),
            better=hand_said(best.name),
        )
    return ""
