"""One short sentence for hands shown, winners named and pots awarded."""

from collections.abc import Sequence

from engine import commands, events
from engine.cards.worth import with_article
from engine.grammar import counted
from engine.registry import sentence_of
from engine.speech import say, say_as, say_number, to_say, to_say_as
from engine.wording import Voice, tells

CARRIED = {
    "enemaerke/new-deal": to_say("{chips} carried to the next hand, as a New Deal asks."),
    "enemaerke/high-low/5": to_say("{chips} carried to the next hand, because nobody won them."),
    "enemaerke/announcing": to_say("{chips} carried to the next hand, because nobody announced the hand they held."),
    "standard/odd-chip-carried": to_say("{chips} carried to the next hand, because they do not divide evenly."),
    "scroker/passed-out": to_say("{chips} carried to the next hand, because nobody opened."),
    "tarok/no-pot": to_say("{chips} carried to the next hand, because the game has no pot."),
}
CARRIED_ANYWAY = to_say("{chips} carried to the next hand.")
# What is won of a pot: its chips, by the share.
OF_SHARE = {
    "high": to_say("{chips} for high"),
    "low": to_say("{chips} for low"),
    "spade": to_say("{chips} for the high spade"),
}
# The places of a ranking, where each share has one.
FOR_SHARE = {"high": to_say_as("winner", "{players} for high"), "low": to_say_as("winner", "{players} for low")}


tells(commands.Muck, "{player} gives up without showing.")
tells(events.StakeReturned, "Nobody opened: {player} takes back {chips}.")


@sentence_of(commands.ShowHand)
def hand_shown(event: commands.ShowHand, voice: Voice) -> str:
    if event.announced:
        text = voice.say("{player} shows {cards} and announces {hand}", event, hand=event.announced)
    else:
        text = voice.say("{player} shows {cards}", event)
    if event.before:
        return say("{shown}; {player} was to show first.", shown=text, player=voice.name(event.before))
    return f"{text}."


@sentence_of(commands.NameWinners)
def winners_named(event: commands.NameWinners, voice: Voice) -> str:
    """The sentence of winners named: the first group of each ranking wins; the others matter only for side pots."""
    texts = [_ranking(ranking, voice) for ranking in event.rankings]
    if len(texts) == 2:
        texts = [
            say_as("winner", FOR_SHARE[share], players=players) for share, players in zip(FOR_SHARE, texts, strict=True)
        ]
    elif len(texts) > 2:
        texts = [
            say("{players} for share {number}", players=players, number=number)
            for number, players in enumerate(texts, start=1)
        ]
    return say("The table names the winner: {winners}.", winners="; ".join(texts))


def _ranking(ranking: Sequence[Sequence[str]], voice: Voice) -> str:
    """ "Anna and Bo, then Carl": the first group wins."""
    text, *rest = [voice.people(group) for group in ranking] or [say("nobody")]
    for players in rest:
        text = say("{first}, then {players}", first=text, players=players)
    return text


@sentence_of(events.PotAwarded)
def pot_awarded(event: events.PotAwarded, voice: Voice) -> str:
    return f"{'; '.join([_share(share, event, voice) for share in event.shares])}."


def _share(share: events.Share, event: events.PotAwarded, voice: Voice) -> str:
    chips = _chips(share.chips, event.pot, event.share)
    if event.rule.endswith("/spellcheck"):
        text = voice.say("{player} wins {chips} of the lost challenge", share, chips=chips)
    elif share.hand:
        text = voice.say("{player} wins {chips} with {hand}", share, chips=chips, hand=with_article(share.hand))
    elif event.by == "last player":
        text = voice.say("{player} wins {chips} unopposed", share, chips=chips)
    else:
        text = voice.say("{player} wins {chips}", share, chips=chips)
    if share.netted:
        return say("{won} ({chips} of it strikes out the shadow)", won=text, chips=share.netted)
    return text


def _chips(chips: int | str, pot: int, share: str) -> int | str:
    """ "7", "7 of side pot 2", "7 of side pot 2 for high"."""
    text = say("{chips} of side pot {pot}", chips=chips, pot=pot) if pot else chips
    return say(OF_SHARE[share], chips=text) if share in OF_SHARE else text


@sentence_of(events.DealOffStarted)
def deal_off_started(event: events.DealOffStarted, voice: Voice) -> str:
    chips = _chips(counted(event.chips, "chip"), 0, event.share)
    if event.pot:
        chips = voice.say("{chips} of side pot {pot}", event, chips=chips)
    return say_number(
        "{players} are equal: each is dealt {number} new open card for {chips}.",
        "{players} are equal: each is dealt {number} new open cards for {chips}.",
        event.up,
        players=voice.people(event.players),
        chips=chips,
    )


@sentence_of(events.PotCarried)
def pot_carried(event: events.PotCarried, voice: Voice) -> str:
    """The sentence of a pot carried to the next hand, with the reason if CARRIED has one for its rule."""
    chips = say_number("{number} chip is", "{number} chips are", event.chips)
    return say(CARRIED.get(event.rule, CARRIED_ANYWAY), chips=chips)
