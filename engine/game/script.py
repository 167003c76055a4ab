"""A script as it is played: its steps without groups, and what lies closed after the last of them."""

from typing import cast

from engine.game.steps import AnyStep, Deal, Expose, Reveal, Script, TurnUntilBeaten


def flat(script: Script) -> tuple[AnyStep, ...]:
    """The steps of a script in the order they are played, without groups."""
    if tuple not in map(type, script):
        return cast("tuple[AnyStep, ...]", script)
    steps: list[AnyStep] = []
    for part in script:
        if isinstance(part, tuple):
            steps.extend(flat(part))
        else:
            steps.append(part)
    return tuple(steps)


def closed_at_the_end(steps: tuple[AnyStep, ...]) -> int:
    """How many own cards of each player still lie closed after the last step; 0 if that cannot be known beforehand."""
    if any(isinstance(step, TurnUntilBeaten) for step in steps):
        # The last player may have closed cards or none; nobody can say beforehand.
        return 0
    dealt = sum(step.closed for step in steps if isinstance(step, Deal))
    return max(0, dealt - sum(isinstance(step, Reveal | Expose) for step in steps))
