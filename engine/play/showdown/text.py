"""One short sentence for hands shown, winners named and pots awarded."""

from engine import commands, events
from engine.grammar import counted
from engine.registry import told
from engine.wording import Voice, cards_told, hand_told

CARRIED = {
    "enemaerke/new-deal": "as a New Deal asks",
    "enemaerke/high-low/5": "because nobody won them",
    "enemaerke/announcing": "because nobody announced the hand they held",
    "standard/odd-chip-carried": "because they do not divide evenly",
    "scroker/passed-out": "because nobody opened",
    "tarok/no-pot": "because the game has no pot",
}
SHARE_FOR = {"high": " for high", "low": " for low", "spade": " for the high spade"}


@told(commands.ShowHand)
def hand_shown(event: commands.ShowHand, voice: Voice) -> str:
    announced = f" and announces {event.announced}" if event.announced else ""
    order = f"; {voice.name(event.before)} was to show first" if event.before else ""
    return f"{voice.name(event.player)} shows {cards_told(event.cards)}{announced}{order}."


@told(commands.Muck)
def hand_mucked(event: commands.Muck, voice: Voice) -> str:
    return f"{voice.name(event.player)} gives up without showing."


@told(commands.NameWinners)
def winners_named(event: commands.NameWinners, voice: Voice) -> str:
    """The sentence of winners named: the first group of each ranking wins; the others matter only for side pots."""
    names = ("high", "low") if len(event.rankings) == 2 else tuple(f"share {n + 1}" for n in range(len(event.rankings)))
    parts = []
    for share, ranking in zip(names, event.rankings, strict=True):
        first, *rest = [voice.people(group) for group in ranking] or ["nobody"]
        then = f", then {', then '.join(rest)}" if rest else ""
        parts.append(f"{first}{then}" if len(event.rankings) == 1 else f"{first}{then} for {share}")
    return f"The table names the winner: {'; '.join(parts)}."


@told(events.PotAwarded)
def pot_awarded(event: events.PotAwarded, voice: Voice) -> str:
    which = f" of side pot {event.pot}" if event.pot else ""
    half = SHARE_FOR.get(event.share, "")
    return f"{'; '.join(_share(share, which + half, event.by, voice) for share in event.shares)}."


def _share(share: events.Share, of: str, by: str, voice: Voice) -> str:
    how = f" with {hand_told(share.hand)}" if share.hand else " unopposed" if by == "last player" else ""
    netted = f" ({share.netted} of it strikes out the shadow)" if share.netted else ""
    return f"{voice.name(share.player)} wins {share.chips}{of}{how}{netted}"


@told(events.DealOffStarted)
def deal_off_started(event: events.DealOffStarted, voice: Voice) -> str:
    chips = f"{counted(event.chips, 'chip')}{SHARE_FOR.get(event.share, '')}"
    which = f"{chips} of side pot {event.pot}" if event.pot else chips
    return f"{voice.people(event.players)} are equal: each is dealt {counted(event.up, 'new open card')} for {which}."


@told(events.PotCarried)
def pot_carried(event: events.PotCarried, voice: Voice) -> str:
    """The sentence of a pot carried to the next hand, with the reason if CARRIED has one for its rule."""
    reason = f", {CARRIED[event.rule]}" if event.rule in CARRIED else ""
    chips = f"{counted(event.chips, 'chip')} {'is' if event.chips == 1 else 'are'}"
    return f"{chips} carried to the next hand{reason} ({event.rule})."


@told(events.StakeReturned)
def stake_returned(event: events.StakeReturned, voice: Voice) -> str:
    return f"Nobody opened: {voice.name(event.player)} takes back {event.chips}."
