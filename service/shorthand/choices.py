"""What may be said now, as lines of the shorthand with bounds and prices: the answer to `?`, and the bar below the prompt.

A hint is written so that it can be typed. Between two dots stands one line; in brackets, a remark; `1–5 or 50` is any
number from 1 to 5, or 50; words in capitals are filled in, and `…` says that more cards follow. Behind “NAME:” stands
what that player does: the name may be left out where nobody else is waited for. A letter before a word, as in `c call
3`, says the same alone.
"""

import re
from collections.abc import Callable, Mapping

from engine.cards.deck import LETTER_DECKS
from engine.game import steps
from engine.game.definition import Game
from engine.hand.antes import loans_offered, next_ante
from engine.hand.choices import Choice, choices, ending_early
from engine.hand.dealing import cards_wanted, dealt_for_all
from engine.hand.ending import is_over
from engine.hand.pile import top_cards
from engine.hand.spellcheck import challengers, to_challenge
from engine.hand.tricks import cards_to_play
from engine.ids import PlayerId
from engine.state import UNKNOWN, Hand, Night
from service.shorthand.gap_lines import gap_lines

# Cards in braces are written so where the pack holds them, and as others of the pack where it does not.
DEALER_LINES = {
    "burn": "burn",
    "new_deal": "new deal (the pack has too few cards left, folded hands shuffled in)",
    "turn": "turn · turn {Ks}",
    "draw_stock": "stock · stock {7h}",
    "turntrump": "trump · trump {Ks}",
    "score": "score 44 · score 44 pagat NAME · score 30 captured (the bidder's points)",
    "accept": "no challenge",
}
PLAYER_LINES = {
    "check": "x check",
    "fold": "f fold",
    "muck": "mucks",
    "decline": "declines",
    "spit": "spit {5h}",
    "pass": "passes · passes {3h 4h} …",
    "expose": "opens · opens {Ks}",
    "arrange": "arranges · arranges {As Kd} …",
    "declare": "low (or 1) · both (or 2) · high (or 3)",
    "take": "takes the trick",
    "meld": "melds {Ks Kh Kd Kc}",
    "threesome": "bids threesome",
    "solo": "bids solo",
    "pass_bid": "passes",
    "contra": "contra (an answer to ultimo)",
    "turn own": "turns · turns {7h} · turns beats",
}
# What the bidder says is a line without a name.
BIDDER_LINES = {
    "widow": "widow 1 · widow 2 · widow 3",
    "discard": "discard · discard {7s 8s 9s} · discard V (the trumps in it)",
    "game": "goal game",
    "consolation": "goal consolation",
    "ultimo": "goal ultimo",
}
# What a shadow covers stands behind the price of the call.
SAID_OTHERWISE = (*BIDDER_LINES, "shadow")
# Cards to show how a line is written, and of how many cards all are shown.
SOME_CARDS = ("Ks", "4d", "9c")
IN_BRACES = re.compile(r"\{([^{}]*)\}")
DOT = " · "
BETWEEN_HANDS = "NAME +150 (loan) · NAME = 117 (count)"


def what_now(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """What the table waits for, a line for each who may act; at the showdown, first how the hand ends."""
    if night.phase == "new":
        return ["No night is open."]
    if night.phase == "closed":
        open_gap = night.balance.get("gap", 0) and not night.gap_resolved
        return gap_lines(night, names) if open_gap else ["settle bank · settle direct"]
    if night.phase == "planned":
        number = _first_unpaid(night)
        return [f"pay {number} · pay {number} AMOUNT (part of transfer {number})"] if number else []
    if night.hand is None:
        if is_over(night):
            return [f"close (play ends here, as agreed) · {BETWEEN_HANDS}"]
        return [f"hand NAME OF A GAME by DEALER · {BETWEEN_HANDS} · close", *_lacks_the_ante(night, names)]
    by_player: dict[PlayerId | None, list[Choice]] = {}
    for choice in choices(night):
        by_player.setdefault(choice.player, []).append(choice)
    if night.hand.stage == "showdown" and None in by_player:
        # How the hand ends is said first, so that a narrow bar does not cut it off.
        by_player = {None: by_player.pop(None), **by_player}
    told = [line for player, acts in by_player.items() for line in _lines(night, night.hand, player, acts, names)]
    return [*told, *_together(night.hand), *_without_cards(night.hand)]


def said_by(night: Night, player: PlayerId) -> str:
    """What the table waits for from this player; empty where it waits for somebody else."""
    acts = [choice for choice in choices(night) if choice.player == player and choice.act not in SAID_OTHERWISE]
    return DOT.join(_of_a_player(choice, night) for choice in acts)


def _first_unpaid(night: Night) -> int:
    """The number of the first transfer that is not paid in full; 0 when all are."""
    planned = night.plan.transfers if night.plan and night.plan.transfers else ()
    pairs = zip(planned, night.paid, strict=True)
    return next((number for number, (one, paid) in enumerate(pairs, start=1) if paid < one.cents), 0)


def _lacks_the_ante(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """Who lacks the next ante: the line that lends enough first, and how the hand is dealt without them."""
    offered = loans_offered(night)
    if not offered:
        return []
    lends = DOT.join(f"{names.get(loan.player, loan.player)} +{loan.chips}" for loan in offered)
    without = ", ".join(names.get(loan.player, loan.player) for loan in offered)
    return [
        f"{lends} (a loan first: the ante of {next_ante(night)} is lacking) · hand NAME OF A GAME by DEALER without {without}"
    ]


def _together(hand: Hand) -> list[str]:
    """Where a round follows every card that is turned from the piles, most are checked, and one line says so."""
    after_a_reveal = hand.cursor > 0 and isinstance(hand.steps[hand.cursor - 1], steps.Reveal)
    betting = hand.round
    may = after_a_reveal and betting is not None and not betting.price and len(betting.waiting) > 1
    return ["all check (everybody)"] if may else []


def _without_cards(hand: Hand) -> list[str]:
    """How the hand ends where nobody writes down what is left of it; last, because most tables do."""
    ways = DOT.join(_of_the_table(choice, hand) for choice in ending_early(hand))
    return [f"{ways} (the rest is not written down)"] if ways else []


def _lines(
    night: Night, hand: Hand, player: PlayerId | None, acts: list[Choice], names: Mapping[PlayerId, str]
) -> list[str]:
    """The acts of one player, or of the table, on a line; what the bidder says has one of its own."""
    if player is None:
        return [DOT.join(_of_the_table(choice, hand) for choice in acts)]
    name = names.get(player, player)
    own = [_of_a_player(choice, night) for choice in acts if choice.act not in SAID_OTHERWISE]
    bidding = [_in_pack(BIDDER_LINES[choice.act], hand.game) for choice in acts if choice.act in BIDDER_LINES]
    told = [f"{name}: {DOT.join(own)}"] if own else []
    return [*told, f"{DOT.join(bidding)} ({name}, the bidder)"] if bidding else told


def _of_the_table(choice: Choice, hand: Hand) -> str:
    if choice.act.startswith("win"):
        return f"NAME, NAME {choice.act}" if choice.act != "win" else "NAME wins · NAME, NAME win"
    if choice.act in _OF_THE_STEP:
        return _OF_THE_STEP[choice.act](hand)
    return _in_pack(DEALER_LINES[choice.act], hand.game)


def _to_deal(hand: Hand) -> str:
    """How the next cards are dealt: how many of them are told, and how many each player gets."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    every = cards_wanted(hand, step)
    if dealt_for_all(hand, step):
        told = "one open card for all"
    elif step.up:
        opened = len(hand.still_in) * step.up
        told = f"the {opened} open cards, {step.up} each{f', or all {every}' if step.closed else ''}"
    else:
        told = f"all {every} cards, {step.closed} {'to each in turn' if step.batch > 1 else 'each'}"
    cards = "{Ks}" if every == 1 else "{7s Kd}" if every == 2 else "{7s Kd} …"
    begins = f" · deal from NAME {cards} (NAME gets the first)" if hand.deal_offs else ""
    return _in_pack(f"deal · deal {cards} ({told}){begins}", hand.game)


def _to_lay(hand: Hand) -> str:
    """The next shared cards; those that lie closed are told by nobody."""
    step = hand.lays_due[0] if hand.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    return f"lay · lay {_cards(hand.game, step.up)}" if step.up else "lay"


def _to_reveal(hand: Hand) -> str:
    return f"reveal · reveal {_cards(hand.game, len(top_cards(hand)))}"


def _to_name(hand: Hand) -> str:
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.NameGame)
    first, *others = step.games
    return f"name the game {first}" + (f" (or {', '.join(others)})" if others else "")


_OF_THE_STEP: dict[str, Callable[[Hand], str]] = {
    "deal": _to_deal,
    "lay": _to_lay,
    "reveal": _to_reveal,
    "name": _to_name,
}


def _cards(game: Game, number: int) -> str:
    """So many cards of the pack the game is played with; of many, the first ones."""
    shown = "{" + " ".join(SOME_CARDS[:number]) + "}"
    return _in_pack(shown, game) + (" …" if number > len(SOME_CARDS) else "")


def _in_pack(line: str, game: Game) -> str:
    """The line with cards that the pack of the game holds."""
    pack = game.deck.cards if game.deck else ()

    def held(braces: re.Match[str]) -> str:
        cards = braces[1].split()
        return " ".join(cards if set(cards) <= {*pack} or not pack else pack[: len(cards)])

    return IN_BRACES.sub(held, line)


def _to_show(game: Game) -> str:
    """All cards of the player, and where they bear letters the words they make."""
    shows = _in_pack("shows {As Kd} …", game)
    letters = game.deck is not None and game.deck.name in LETTER_DECKS
    return f'{shows} "WORD" (or the cards alone)' if letters else shows


def _of_a_player(choice: Choice, night: Night) -> str:
    hand, player = night.hand, choice.player
    assert hand is not None
    assert player is not None
    if choice.act == "call":
        return _to_call(choice, night.stack(player), hand.game)
    if choice.act == "tap out":
        return f"taps out (with {choice.owed})"
    if choice.act == "exchange":
        return f"draws {_span(choice)}"
    if choice.act == "bet":
        return f"b bet {_span(choice)}"
    if choice.act == "raise":
        return f"r raise by {_span(choice)}"
    if choice.act == "buy":
        return f"buys (for {choice.owed}) · buys {_cards(hand.game, 1)}"
    if choice.act == "show":
        return _to_show(hand.game)
    if choice.act == "play":
        return f"plays · plays {_to_play(hand, player)}"
    if choice.act == "challenge":
        return DOT.join(f"challenges {word.casefold()}" for word in _to_doubt(night, hand, player))
    return _in_pack(PLAYER_LINES[choice.act], hand.game)


def _to_play(hand: Hand, player: PlayerId) -> str:
    """A card that the player may play: a known one of theirs, or one of the pack that is not out."""
    step = hand.steps[hand.cursor]
    known = cards_to_play(hand, step, player) if isinstance(step, steps.Tricks) else ()
    pack = hand.game.deck.cards if hand.game.deck else ()
    return next((card for card in (*known, *pack) if card in known or card not in hand.out_cards), UNKNOWN)


def _to_doubt(night: Night, hand: Hand, player: PlayerId) -> list[str]:
    """The words of the winning hands that the player may challenge, each once."""
    holders = [holder for who, holder in challengers(night, hand) if who == player]
    return list(dict.fromkeys(word for holder in holders for word in to_challenge(hand, holder)))


def _to_call(choice: Choice, stack: int, game: Game) -> str:
    """What a call costs this player; a player who has less than is asked goes all-in, or owes the rest by shadow."""
    if not choice.owed:
        return "c call (with what is in already)"
    if choice.owed <= stack:
        return f"c call {choice.owed}"
    if game.short == "shadow":
        return f"c call {choice.owed} ({choice.owed - stack} of it by shadow)"
    return f"c call {stack} (all; {choice.owed} is asked)"


def _span(choice: Choice) -> str:
    span = f"{choice.least}–{choice.most}" if choice.most > choice.least else str(choice.most)
    return f"{span} or {choice.once}" if choice.once else span
