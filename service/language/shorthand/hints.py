"""What may be typed now: the lines that `?` and the bar below the prompt show, completions of a word, and the guide of `help`.

A hint can be typed as it stands. Dots separate the lines. Brackets hold a remark. `1–5 or 50` is any number from 1 to 5, or
50. Words in capitals are to be filled in, and `…` says that more cards follow. After “NAME:” stands what that player may
do; the name may be left out if only that player is waited for. In `c call 3` the letter alone says the same.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from engine import commands
from engine.game import steps
from engine.game.definition import Game
from engine.game.option_texts import OPTION_NAMES
from engine.game.places import label
from engine.house.agreements import EnteredBy
from engine.ids import PlayerId
from engine.library import GAMES, letters, search
from engine.offer import Offer
from engine.play.betting.shadow import next_ante
from engine.play.corrections.offers import Fault
from engine.play.script.offers import asked, ending_early, faults, offers
from engine.play.showdown.offers import what_is_lacking
from engine.preconditions import is_over
from engine.speech import say, say_as
from engine.spelling import called_or_begun, compared
from engine.state import UNKNOWN, Hand, Night
from service.language.shorthand.acts import BIDDER_FORMS, GROUPS, VERBS, forms_behind_name, forms_due, forms_of
from service.language.shorthand.announcing import HAND_WORDS
from service.language.shorthand.bank import GAP_BEARERS, REQUEST_LINES, gap_lines, request_completions
from service.language.shorthand.keywords import in_english, in_own_words
from service.language.shorthand.lines import DIRECTIVES
from service.language.shorthand.putting_right import OF_OPEN_DISPUTES, dispute_completions
from service.language.shorthand.vocabulary import DOT, Alike, GuideRow, remarked

# So many lines are told for one fault, and this stands for the others.
WAYS_MOST, MORE = 6, "…"
# The fewest players of any hand.
FEWEST = 2


def what_now(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """What the table waits for, one line for each player who may act. At the showdown, how the hand ends comes first."""
    if night.phase == "new":
        return [say("No night is open.")]
    if night.phase in ("closed", "planned"):
        return _at_the_end(night, names)
    if night.hand is None:
        counted = any(isinstance(offer.command, commands.CloseNight) for offer in offers(night))
        if is_over(night):
            ends = (
                say("play ends here, as agreed") if counted else say("play ends here, as agreed, once all are counted")
            )
            return [DOT.join((remarked("close", ends), *_between_hands()))]
        close = "close" if counted else remarked("close", say("once all are counted"))
        return [DOT.join(("hand NAME OF A GAME by DEALER", *_between_hands(), close)), *_lacks_the_ante(night, names)]
    by_player: dict[PlayerId | None, list[Offer]] = {}
    for offer in offers(night):
        by_player.setdefault(offer.player, []).append(offer)
    if night.hand.stage == "showdown" and None in by_player:
        # How the hand ends comes first, so that a narrow bar does not cut it off.
        by_player = {None: by_player.pop(None), **by_player}
    texts = [line for player, own in by_player.items() for line in _lines(night, night.hand, player, own, names)]
    return [*texts, *_together(night.hand), *_without_cards(night, night.hand)]


def _between_hands() -> tuple[str, str]:
    return remarked("NAME +150", say("loan")), remarked("NAME = 117", say_as("of chips", "count"))


def _at_the_end(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """How to resolve the gap; else the plans to choose from; else the first transfer that is not paid in full."""
    offered = [offer.command for offer in offers(night)]
    if any(isinstance(command, commands.ResolveGap) for command in offered):
        return gap_lines(night, names)
    plans = [f"settle {command.kind}" for command in offered if isinstance(command, commands.FreezePlan)]
    unpaid = [command.transfer for command in offered if isinstance(command, commands.RecordPayment)]
    payments = [
        remarked(f"pay {number} · pay {number} AMOUNT", say("part of transfer {number}", number=number))
        for number in unpaid[:1]
    ]
    if night.closing.plan is not None:
        instead = [remarked(plan, say("instead, as long as nothing is paid")) for plan in plans]
        return [DOT.join((*payments, *instead))] if payments else [say("The night is settled and paid.")]
    return [DOT.join(plans)]


def _lacks_the_ante(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The players who cannot pay the next ante: first the line that lends enough, then how to deal without them."""
    loans = [offer for offer in offers(night) if isinstance(offer.command, commands.GiveLoan)]
    lacking = {names.get(offer.player or "", offer.player): offer for offer in loans}
    if not lacking:
        return []
    lends = DOT.join(f"{name} +{offer.most}" for name, offer in lacking.items())
    lends = remarked(lends, say("a loan first: the ante of {chips} is lacking", chips=next_ante(night)))
    sitting = len(night.sitting)
    if sitting - len(lacking) < FEWEST:
        return [lends]
    without = ", ".join(str(name) for name in lacking)
    return [f"{lends} · hand NAME OF A GAME by DEALER without {without}"]


def _together(hand: Hand) -> list[str]:
    """One line for everybody, if a round follows a card turned from the piles: most players check then."""
    after_a_reveal = hand.cursor > 0 and isinstance(hand.steps[hand.cursor - 1], steps.Reveal)
    betting = hand.round
    may = after_a_reveal and betting is not None and not betting.price and len(betting.waiting) > 1
    return [remarked("all check", say("everybody"))] if may else []


def _without_cards(night: Night, hand: Hand) -> list[str]:
    """How the hand ends if nobody writes down the rest of it; last, because most tables do."""
    ways = DOT.join(forms_of(ending_early(night), night, hand))
    return [remarked(ways, say("the rest is not written down"))] if ways else []


def _lines(night: Night, hand: Hand, player: PlayerId | None, own: Alike, names: Mapping[PlayerId, str]) -> list[str]:
    """What one player, or the table, may do, on one line. The bidder's lines stand apart, without a name."""
    if player is None:
        forms = DOT.join(forms_of(own, night, hand))
        lacking = what_is_lacking(hand, lambda other: names.get(other, other))
        return [remarked(forms, lacking.rstrip(".")) if lacking else forms]
    name = names.get(player, player)
    forms = forms_behind_name(own, night, hand)
    bidding = DOT.join(forms_of([offer for offer in own if type(offer.command) in BIDDER_FORMS], night, hand))
    texts = [f"{name}: {forms}"] if forms else []
    return [*texts, remarked(bidding, say("{player}, the bidder", player=name))] if bidding else texts


def fault_lines(night: Night, names: Mapping[PlayerId, str]) -> list[tuple[str, str]]:
    """What may have gone wrong, each with what to type, as the reader types it; and the rule of it."""
    return [
        (f"{say(fault.what)}: {_that_put_right(fault, names, night.hand)}", say(fault.rule)) for fault in faults(night)
    ]


def _that_put_right(fault: Fault, names: Mapping[PlayerId, str], hand: Hand | None) -> str:
    offered = (offer for way in fault.ways for offer in way.offers)
    lines = [*dict.fromkeys(_puts_right(offer, names.get(offer.player or "", ""), hand) for offer in offered)]
    more = [MORE] if len(lines) > WAYS_MOST else []
    return DOT.join((*map(in_own_words, lines[:WAYS_MOST]), *more))


def _puts_right(offer: Offer, name: str, hand: Hand | None) -> str:
    """The line for anybody whose fault it may be, and by name where it says something that is true of one player only."""
    match offer.command:
        case commands.GiveMissingCard():
            return "NAME card missing"
        case commands.TakeBackCard():
            return "NAME card too many"
        case commands.MoveDealtCards(fault=fault):
            return f"NAME {fault}"
        case commands.SettleExposedCard(card=card, keeps=keeps) if card == UNKNOWN:
            return "NAME keeps" if keeps else "NAME takes next"
        case commands.SettleExposedCard(card=card, keeps=keeps):
            return f"{name} {'keeps' if keeps else 'takes next for'} {card}"
        case commands.MoveBoardCard(source=source, target=target):
            board = hand.game.board if hand else None
            source, target = (label(spot, board) if board else spot for spot in (source, target))
            return f"board move {source} to {target}"
        case commands.BuyForgottenCard(original=original):
            return f"NAME buys {'original' if original else 'next'}"
        case commands.PutRight():
            return f"{name} miscounts {offer.least}"
        case _:
            return 'new deal · new deal by NAME harms NAME "misdeal"'


# What one line may say for everybody.
FOR_ALL = ("all check", "all call", "all draw")
# Before the closed card that was dealt open.
KEEPS = " keeps"
FELL_OPEN = (KEEPS, " takes next for")


def complete(text: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game] = ()) -> list[str]:
    """The completions of the last word; `own` are the games of the club."""
    before, _, word = text.rpartition(" ")
    before = in_english(before).casefold()
    if before.partition(" ")[0] in ("hand", "game"):
        return _hand(f"{before} {word}".partition(" ")[2].lstrip(), word, night, names, own)
    here = [names[player] for player, person in night.people.items() if not person.left and player in names]
    if not before:
        others = (name for name in names.values() if name not in here)
        useless: tuple[str, ...] = () if night.open_disputes else OF_OPEN_DISPUTES
        useless += () if night.open_requests else tuple(REQUEST_LINES)
        directives = (word for word in DIRECTIVES if word not in useless)
        candidates = [*here, *others, *directives, *_acts_of(asked(night), night)]
    elif of_a_request := request_completions(before, night, names):
        candidates = of_a_request
    elif of_a_dispute := dispute_completions(before, night):
        candidates = of_a_dispute
    elif before.endswith(FELL_OPEN) and (fell := _that_may_have_fallen(before, night, names)):
        candidates = fell
    elif before == "gap":
        candidates = [*GAP_BEARERS, *here]
    elif before == "entered by":
        candidates = [*get_args(EnteredBy)]
    elif before in DIRECTIVES or before.endswith((",", " by", " players", " without", "and")):
        candidates = here or list(names.values())
    elif before == "all":
        candidates = [in_own_words(form).partition(" ")[2] for form in FOR_ALL]
    else:
        candidates = [*_acts_of(called_or_begun(before, names), night), *VERBS]
    return _begun(word, dict.fromkeys(map(in_own_words, candidates)))


def _acts_of(players: Iterable[PlayerId], night: Night) -> list[str]:
    """The verbs of what the hand waits for from these players."""
    words = [word for player in players for form in forms_due(night, player).split(DOT) for word in form.split()]
    return [word for word in words if word in VERBS and len(word) > 1]


def _that_may_have_fallen(before: str, night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """The closed cards of the player of this line of which one was dealt open; empty if it need not be said which."""
    verb = next(words for words in FELL_OPEN if before.endswith(words))
    whose = called_or_begun(before.removesuffix(verb), names)
    offered = (offer for fault in faults(night) for way in fault.ways for offer in way.offers)
    return [
        offer.command.card
        for offer in offered
        if isinstance(offer.command, commands.SettleExposedCard)
        and offer.command.player in whose
        and offer.command.card != UNKNOWN
        and offer.command.keeps == (verb == KEEPS)
    ]


def _begun(word: str, candidates: Iterable[str]) -> list[str]:
    """The candidates that begin with the word, compared as a line compares names."""
    return [one for one in candidates if compared(one).startswith(compared(word))]


def _hand(spoken: str, word: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game]) -> list[str]:
    """The game, then the dealer and the options, in any order."""
    stated = f" {spoken} ".casefold()
    if " with " in stated and stated.rfind(" with ") > stated.rfind(" by "):
        return _begun(word, dict.fromkeys(map(in_own_words, OPTION_NAMES)))
    if " by " in stated:
        dealer = stated.rpartition(" by ")[2]
        if dealer.strip() and (dealer.endswith("  ") or " " in dealer.strip()):
            return _begun(word, map(in_own_words, HAND_WORDS))
        return _begun(word, names.values())
    matches = search(spoken, night.rules.rulebook, own) if spoken.strip() else ()
    if not spoken.strip():
        return [game.name for game in (*own, *GAMES) if game.rulebook in ("own", night.rules.rulebook)]
    games = [rest for game in matches if (rest := _left(game.name, spoken.removesuffix(word), word))]
    return games or _begun(word, map(in_own_words, ("by", "with")))


def _left(name: str, before: str, word: str) -> str:
    """The rest of a game's name from the last typed word on; empty if the name does not match the words before it."""
    words = name.split(" ")
    for place in range(len(words)):
        rest = " ".join(words[place:])
        if letters(" ".join(words[:place])) == letters(before) and letters(rest).startswith(letters(word)):
            return rest
    return ""


# The width of `help` in columns, and where its second column begins.
WIDTH = 80
SAYS_AT = 40


GUIDE: dict[str, tuple[GuideRow, ...]] = {group.title: group.guide for group in GROUPS}


def as_lines(groups: Mapping[str, Sequence[GuideRow]] = GUIDE) -> list[str]:
    """The table for the prompt, group by group, for a terminal of 80 columns."""
    texts: list[str] = []
    for group, rows in groups.items():
        texts.append(say_as("help", group))
        for row in rows:
            texts += _side_by_side(row)
    return texts


def _side_by_side(row: GuideRow) -> list[str]:
    """The meaning beside the line, wrapped under itself; below the line if the line is too long."""
    says = textwrap.wrap(say_as("help", row.says), WIDTH - SAYS_AT)
    typed = f"  {in_own_words(row.lines)}"
    if len(typed) + 2 > SAYS_AT:
        return [typed, *(" " * SAYS_AT + line for line in says)]
    return [f"{typed:{SAYS_AT}}{says[0]}", *(" " * SAYS_AT + line for line in says[1:])]


def as_markdown() -> str:
    """The table in Markdown, group by group, as `chipbook help lines` shows it."""
    head = say("| line | what it says |")
    return "\n\n".join(
        "\n".join(
            (
                f"### {say_as('help', title)}\n",
                head,
                "|---|---|",
                *(f"| {_as_code(in_own_words(row.lines))} | {say_as('help', row.says)} |" for row in rows),
            )
        )
        for title, rows in GUIDE.items()
    )


def _as_code(lines: str) -> str:
    return DOT.join(f"`{line}`" for line in lines.split(DOT))
