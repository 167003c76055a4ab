"""Guards against slips: acts that the rules allow but that somebody may have mistyped or misheard are asked back first.

A doubt is not a rule of the game. People who type and tap are asked; scripts, imported logs and nights that are judged
again are not: as a rule of the engine, a new doubt would change how old books are judged. The
banker answers “yes, it is meant” by waiving the doubt's code; the waiver stands in the event. No rule was broken, so
the report does not list it among the rules that were waived.

A new doubt is one file here (the refusal, and a function that finds it) and one line in GUARDS.
"""

from collections.abc import Callable, Mapping

from engine import commands, errors
from engine.decider import decide
from engine.night.requests.matching import act_asked_for
from engine.night.requests.rule import meant_by_approval
from engine.waiving import ASKED_BACK
from service.book.guards import challenges, counts, dealers, handovers, repeats, scores, turns, typos, winners
from service.book.guards.doubt import Asked, Doubt

# In the order in which they are asked.
GUARDS: dict[type[Doubt], Callable[[commands.Command, Asked], Doubt | None]] = {
    repeats.LooksLikeARepeat: repeats.repeat_of,
    typos.LooksLikeASlip: typos.slip_of,
    turns.LooksLikeTheWrongPlayer: turns.wrong_player,
    dealers.LooksLikeAnotherDealer: dealers.another_dealer,
    counts.LooksLikeAMiscount: counts.miscount_of,
    handovers.LooksLikeAMiscountedBox: handovers.miscounted_box,
    challenges.LooksLikeAChallengeOutOfOrder: challenges.out_of_order,
    scores.LooksLikeAnEarlyScore: scores.early_score,
    winners.LooksLikeAnEarlyEnd: winners.early_end,
    winners.LooksLikeATieOfMany: winners.tie_of_many,
    winners.LooksLikeAnUnshownWinner: winners.unshown_winner,
}

# Doubts that used to arise more often: what was written down then still says its waiver, which is not refused.
ONCE_ASKED: Mapping[type[Doubt], Callable[[commands.Command, Asked], Doubt | None]] = {
    winners.LooksLikeAnUnshownWinner: winners.winner_of_unknown_cards,
}


def _meant(command: commands.Command, asked: Asked) -> commands.Command:
    """The act that a request or its approval comes to, so that both are asked about as the act itself is."""
    if isinstance(command, commands.ApproveRequest):
        return meant_by_approval(command, asked.night)
    return act_asked_for(command, None) if isinstance(command, commands.AskForChips) else command


def ask_back(command: commands.Command, asked: Asked, *, wary: bool) -> None:
    """Raises the first doubt that is not waived; refuses a waiver of a doubt that does not arise (NothingToWaive).

    Without `wary` no doubt is raised, but a needless waiver is refused all the same. An act that a rule refuses is refused
    by the rule, before any doubt.
    """
    waived = [waiver.rule for waiver in command.waived if waiver.rule.startswith(ASKED_BACK)]
    if not (wary or waived):
        return
    meant = _meant(command, asked)
    for kind, doubt_of in GUARDS.items():
        waivers = waived.count(kind.code)
        if not (wary or waivers):
            continue
        doubt = doubt_of(meant, asked)
        if waivers > (1 if doubt or (kind in ONCE_ASKED and ONCE_ASKED[kind](meant, asked)) else 0):
            raise errors.NothingToWaive(rule=kind.code)
        if doubt and not waivers:
            decide(command, asked.night)
            raise doubt
    for rule in set(waived) - {kind.code for kind in GUARDS}:
        raise errors.NothingToWaive(rule=rule)
