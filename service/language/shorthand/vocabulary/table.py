"""The table: who sits down, stands up and goes home."""

from engine import commands
from engine.commands import Command
from engine.ids import PlayerId
from engine.speech import phrase
from service.language.shorthand.tokens import Tokens
from service.language.shorthand.vocabulary.act import Group, GuideRow, Said


def _sits(words: Tokens, player: PlayerId) -> Command:
    seat = words.number(phrase("the number of a seat")) if words else 0
    return commands.SeatPlayer(player=player, seat=seat)


def _stands(words: Tokens, player: PlayerId) -> Command:
    words.skip("up")
    return commands.StandUp(player=player)


def _back(words: Tokens, player: PlayerId) -> Command:
    return commands.SitBack(player=player, seat=words.number(phrase("the number of a seat")) if words else 0)


def _leaves(words: Tokens, player: PlayerId) -> Command:
    counted = words.chips() if words.skip("=", "with") else None
    return commands.LeaveNight(player=player, counted=counted)


TABLE = Group(
    title="The table",
    acts=(
        Said(("sits",), _sits, at_any_time=True),
        Said(("stands",), _stands, at_any_time=True),
        Said(("back",), _back, at_any_time=True),
        Said(("leaves",), _leaves, at_any_time=True),
    ),
    guide=(
        GuideRow("new Erik · sit erik · erik sits 3 · erik leaves", "somebody new · sits down · on seat 3 · goes home"),
        GuideRow("erik stands · erik back", "is away from the table · sits there again"),
        GuideRow("at 20:15", "the time of what follows"),
        GuideRow('strike 41 "wrong player"', "event 41 is void; what follows from the others is drawn again"),
        GuideRow('strike 42 "it was right"', "42 is that strike, which is taken back: event 41 is in force again"),
        GuideRow('correct 41 to "bo r4"', "Bo raised by 4 instead; what followed from event 41 is resolved anew"),
        GuideRow('insert after 41 "carl c"', "Carl called right after event 41, which was forgotten"),
        GuideRow(
            'correct 41 to "bo r4" and 43 to "carl 4" and after 45 "eva f"',
            "several corrections, shown and made as one",
        ),
        GuideRow(
            'waive bet_over_limit "all agreed": anna 12', "a rule of the house is set aside, and the report says so"
        ),
        GuideRow('ruling "split" move 4 from pot to anna agreed by anna, bo', "what no rule covers, the table decides"),
    ),
)
