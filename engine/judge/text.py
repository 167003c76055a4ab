"""The judgement as text: the hands, who takes what, and the rules."""

from collections.abc import Iterator, Sequence

from engine.cards.card import pretty
from engine.game.said import OPTIONS
from engine.grammar import counted, listed
from engine.judge.judgement import HandTold, Judgement, PlayerTold, ShareTold, WordTold
from engine.play.spelling.rule import NO_PLURALS

_SHARE = {"all": "the pot", "high": "the high half", "low": "the low half", "spade": "the half of the highest spade"}

# Rules up to this length are repeated for each card.
SHORT = 40


# The names of a game's options, as they are printed; which cards are wild is said separately.
OPTIONS_TOLD = {kind.__name__: name for name, kind in OPTIONS.items()} | {"Wild": "wild cards"}


def text_of(judgement: Judgement) -> str:
    """The whole judgement, line by line."""
    lines = [_title(judgement)]
    for player in judgement.players:
        lines += ["", *_player(player, judgement.wild)]
    lines += ["", *(_share(share) for share in judgement.shares)]
    if judgement.carried or not judgement.shares:
        nobody = "" if judgement.shares else "Nobody wins. "
        lines.append(f"{nobody}{_chips(judgement.carried)} carried to the next hand.")
    lines += ["", *(f"{rule.name}: {rule.says}" for rule in judgement.rules)]
    return "\n".join(lines)


def _title(judgement: Judgement) -> str:
    named = [OPTIONS_TOLD.get(option, option) for option in judgement.options]
    options = f" with {', '.join(named)}" if named else ""
    rules = judgement.wild
    if len(rules) > 1 and any(len(rule) > SHORT for rule in rules):
        rules = tuple(f"({place}) {rule}" for place, rule in enumerate(rules, start=1))
    wild = f" Wild: {'; '.join(rules)}." if rules else ""
    return f"{judgement.game} ({judgement.rulebook}){options}.{wild}{_to_come(judgement.to_come)}"


def _to_come(number: int) -> str:
    if not number:
        return ""
    return f" Judged as it lies: {'one shared card is' if number == 1 else f'{number} shared cards are'} still to come."


def _player(told: PlayerTold, rules: Sequence[str]) -> Iterator[str]:
    side = f", who declared {told.side}" if told.side else ""
    yield f"{told.player}{side}: {_cards(told.cards)}"
    if told.out:
        yield f"  is out: {told.out}."
    for word in told.words:
        yield f"  {word.word} is {judged_as(word)} ({word.dictionary})."
    for hand in told.hands:
        yield from _hand(hand, told.announced, rules)
    for hand in told.deal_off:
        yield f"  dealt off: {hand.counts}: {_cards(hand.cards)}"


def judged_as(word: WordTold) -> str:
    """How the dictionary judges the word: "a word", "no word", or a plural made with S."""
    return "a word" if word.good else NO_PLURALS if word.plural else "no word"


def _hand(hand: HandTold, announced: str, rules: Sequence[str]) -> Iterator[str]:
    share = "" if hand.share == "all" else f"{hand.share}: "
    name = hand.counts or hand.holds
    yield f"  {share}{name}: {_cards(hand.cards)}" if name else f"  {share}nothing that qualifies"
    for wild in hand.wild:
        stands_for = "itself" if wild.stands_for == wild.card else pretty(wild.stands_for)
        yield f"    {pretty(wild.card)} is wild{_why_wild(wild.because, rules)} and stands for {stands_for}."
    if hand.claim:
        yield f"    Announced: “{announced}”. {claim_told(hand)}"


def _why_wild(because: str, rules: Sequence[str]) -> str:
    """The rule that makes a card wild; a long one is in the title and not repeated for every card."""
    if [because] == list(rules) and len(because) > SHORT:
        return ""
    for place, rule in enumerate(rules):
        if len(rule) > SHORT:
            because = because.replace(rule, f"wild rule {place + 1} above")
    return f" ({because})"


def claim_told(hand: HandTold) -> str:
    """What the announcement was worth, as a sentence."""
    match hand.claim:
        case "too low":
            return f"That is too low, but it counts instead of the {hand.holds}."
        case "not there":
            return f"That is not there: {_lost(hand)}."
        case "foul":
            return "That does not count as a word, so the hand holds no words."
        case _:
            return "That is right."


def _lost(hand: HandTold) -> str:
    return "the right to the pot is lost" if hand.share == "all" else f"the right to the {hand.share} half is lost"


def _share(told: ShareTold) -> str:
    if told.tied:
        return f"{listed(told.tied)} are equal for {_SHARE[told.share]}, {counted(told.chips, 'chip')}: {told.because}."
    if len(told.winners) == 1:
        who = f"{told.winners[0].player} takes"
    else:
        who = f"{listed([f'{won.player} ({won.chips})' for won in told.winners])} share"
    return f"{who} {_SHARE[told.share]}, {counted(told.chips, 'chip')}: {told.because}."


def _chips(chips: int) -> str:
    return "1 chip is" if chips == 1 else f"{chips} chips are"


def _cards(cards: Sequence[str]) -> str:
    return " ".join(pretty(card) for card in cards)
