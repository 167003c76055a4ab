"""The lines that end a request: approved, declined, withdrawn; and what may be said of those that are open."""

from collections.abc import Mapping, Sequence

from engine import commands
from engine.grammar import one_of
from engine.ids import PlayerId
from engine.reports.requests import RequestTold, asked_told
from engine.speech import phrase, say, say_number
from engine.state import Night
from engine.wording import Voice
from service.language.shorthand.tokens import REASON, ParsedLine, ShorthandError, Tokens

# Of more open requests than these only the number is told.
TOLD_MOST = 3


def read_approval(words: Tokens) -> ParsedLine:
    """`approve anna` · `approve anna 100` · `approve 3` · `approve request 3`."""
    number = request_named(words)
    return ParsedLine((commands.ApproveRequest(request=number, chips=words.chips() if words else None),))


def read_decline(words: Tokens) -> ParsedLine:
    """`decline anna` · `decline 3 "the box is short"`."""
    number = request_named(words)
    return ParsedLine((commands.DeclineRequest(request=number, **words.parts(reason=REASON)),))


def read_withdrawal(words: Tokens) -> ParsedLine:
    """`withdraw request 3` · `withdraw request anna`, after both words."""
    return ParsedLine((commands.WithdrawRequest(request=request_named(words)),))


def request_named(words: Tokens) -> int:
    """The number of a request: said as a number, or by the name of a player who has one open."""
    words.skip("request")
    if words.key.isdecimal():
        return words.number(phrase("the number of a request"), least=1)
    column = words.column
    player = words.player(phrase("the number of a request, or the name of a player who has made one"))
    found = [number for number, one in words.night.open_requests.items() if one.asked.player == player]
    if len(found) == 1:
        return found[0]
    name = words.names.get(player, player)
    if not found:
        raise ShorthandError("no_open_request", say("{name} has no open request.", name=name), column=column, name=name)
    numbers = one_of([str(number) for number in found])
    sentence = say(
        "{name} has {found} open requests; say which by its number: {numbers}.",
        name=name,
        found=len(found),
        numbers=numbers,
    )
    raise ShorthandError("which_request", sentence, column=column, name=name, requests=found)


DIRECTIVES = {"approve": read_approval, "decline": read_decline}


def open_lines(told: Sequence[RequestTold], refused: Mapping[int, str], voice: Voice) -> list[str]:
    """One line for each open request: how it may end, and what it is about; of many, the first ones.

    `refused` says by number why a request cannot be approved now.
    """
    still_open = [one for one in told if one.state == "open"]
    several = {one.player for one in still_open if sum(other.player == one.player for other in still_open) > 1}
    lines = []
    for one in still_open[:TOLD_MOST]:
        which = str(one.number) if one.player in several else voice.name(one.player).casefold()
        about = say("request {number}: {told}", number=one.number, told=asked_told(one, voice))
        if why := refused.get(one.number):
            not_now = say("{request}; not now: {refusal}", request=about, refusal=why.rstrip("."))
            lines.append(f"decline {which} ({not_now})")
        else:
            lines.append(f"approve {which} · decline {which} ({about})")
    left = len(still_open) - len(lines)
    more = say_number("{number} more open request", "{number} more open requests", left)
    return [*lines, f"({more})"] if left else lines


def completions(before: str, night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players with an open request behind a word that ends one; empty for any other line."""
    if before not in ("approve", "decline", "withdraw request", "approve request", "decline request"):
        return []
    asked_by = dict.fromkeys(one.asked.player for one in night.open_requests.values())
    return [names[player] for player in asked_by if player is not None and player in names]
