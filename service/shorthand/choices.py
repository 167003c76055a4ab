"""What may be said now, in the words of the shorthand: the answer to `?` and the completion of a line."""

from collections.abc import Iterable, Mapping, Sequence

from engine.cards.deck import LETTER_DECKS
from engine.game.definition import Game
from engine.game.steps import Deal, Reveal
from engine.hand.choices import Choice, choices
from engine.hand.dealing import cards_wanted, dealt_for_all
from engine.hand.ending import is_over
from engine.ids import PlayerId
from engine.library import GAMES, letters, search
from engine.spelling import compared
from engine.state import Hand, Night
from service.shorthand.acts import VERBS
from service.shorthand.announcing import HAND_WORDS, OPTIONS
from service.shorthand.lines import DIRECTIVES, GAP_BEARERS

DEALER_LINES = {
    "lay": "lay Ks 4d 9c (or just: lay)",
    "turn": "turn Ks (or just: turn)",
    "burn": "burn",
    "new_deal": "new deal (the pack has too few cards left, folded hands shuffled in)",
    "draw_stock": "stock 7h (or just: stock)",
    "turntrump": "trump Ks (or just: trump)",
    "score": "score 44 · score 44 pagat NAME · score 30 captured (the bidder's points)",
    "name": "name the game LONGHORN STUD with hot",
    "accept": "no challenge",
    "reveal": "reveal Ks 4d 9c (or just: reveal)",
}
PLAYER_LINES = {
    "show": "shows As Kd …",
    "muck": "mucks",
    "challenge": "challenges CAT",
    "decline": "declines",
    "spit": "spit 5h",
    "pass": "passes 3h 4h … (or just: passes)",
    "expose": "opens Ks (or just: opens)",
    "arrange": "arranges As Kd … (or just: arranges)",
    "declare": "low (or 1) · both (or 2) · high (or 3)",
    "play": "plays Ks (or just: plays)",
    "take": "takes the trick",
    "meld": "melds Ks Kh Kd Kc",
    "threesome": "bids threesome",
    "solo": "bids solo",
    "pass_bid": "passes",
    "widow": "(the bidder): widow 1 · widow 2 · widow 3",
    "discard": "(the bidder): discard 7s 8s 9s (or just: discard)",
    "game": "(the bidder): goal game",
    "consolation": "(the bidder): goal consolation",
    "ultimo": "(the bidder): goal ultimo",
    "contra": "contra (an answer to ultimo)",
    "turn own": "turns 7h (or just: turns) · turns beats",
}


def what_now(night: Night, names: Mapping[PlayerId, str]) -> list[str]:
    """What the table waits for, a line for each who may act."""
    if night.phase == "new":
        return ["No night is open."]
    if night.phase == "closed":
        open_gap = night.balance.get("gap", 0) and not night.gap_resolved
        return [
            "gap banker · gap winners · gap losers · gap all · gap NAME" if open_gap else "settle bank · settle direct"
        ]
    if night.phase == "planned":
        return ["pay 1 · pay 1 AMOUNT (part of transfer 1)"]
    if night.hand is None:
        if is_over(night):
            return ["close (play ends here, as agreed) · NAME = 117 (count) · NAME +150 (loan)"]
        return ["hand NAME OF A GAME by DEALER · NAME +150 (loan) · NAME = 117 (count) · close"]
    by_player: dict[PlayerId | None, list[Choice]] = {}
    for choice in choices(night):
        by_player.setdefault(choice.player, []).append(choice)
    lines = PLAYER_LINES | _in_letters(night.hand.game)
    dealer = DEALER_LINES | _to_deal(night.hand)
    told = [_line(player, acts, names, lines, dealer) for player, acts in by_player.items()]
    return [*told, *_together(night.hand)]


def _together(hand: Hand) -> list[str]:
    """Where a round follows every card that is turned from the piles, most are checked, and one line says so."""
    after_a_reveal = hand.cursor > 0 and isinstance(hand.steps[hand.cursor - 1], Reveal)
    betting = hand.round
    may = after_a_reveal and betting is not None and not betting.price and len(betting.waiting) > 1
    return ["all check (everybody)"] if may else []


def _to_deal(hand: Hand) -> dict[str, str]:
    """How the next cards are dealt: how many of them are told, and how many each player gets."""
    step = hand.steps[hand.cursor] if hand.stage == "playing" else None
    if not isinstance(step, Deal):
        return {}
    every = cards_wanted(hand, step)
    if dealt_for_all(hand, step):
        told = "one open card for all"
    elif step.up:
        opened = len(hand.still_in) * step.up
        told = f"the {opened} open cards, {step.up} each{f', or all {every}' if step.closed else ''}"
    else:
        told = f"all {every} cards, {step.closed} each"
    return {"deal": f"deal · deal 7s Kd … ({told})"}


def _in_letters(game: Game) -> dict[str, str]:
    """How cards are shown where they bear letters: by cards of that deck, with the words they make."""
    if game.deck is None or game.deck.name not in LETTER_DECKS:
        return {}
    first, second, *_ = game.deck.cards
    return {"show": f'shows {first} {second} … "WORD" (or the cards alone)'}


def _line(
    player: PlayerId | None,
    acts: list[Choice],
    names: Mapping[PlayerId, str],
    lines: Mapping[str, str],
    dealer: Mapping[str, str],
) -> str:
    if player is None:
        return " · ".join(_of_the_table(choice, dealer) for choice in acts)
    return f"{names.get(player, player)}: " + " · ".join(_of_a_player(choice, lines) for choice in acts)


def _of_the_table(choice: Choice, lines: Mapping[str, str]) -> str:
    if choice.act.startswith("win"):
        return f"NAME, NAME {choice.act}" if choice.act != "win" else "NAME wins · NAME, NAME win"
    return lines.get(choice.act, choice.act)


def _of_a_player(choice: Choice, lines: Mapping[str, str]) -> str:
    if choice.act == "check":
        return "x check"
    if choice.act == "call":
        return f"c call {choice.owed}" if choice.owed else "c call with what is in already"
    if choice.act == "tap out":
        return f"taps out {choice.owed}"
    if choice.act == "fold":
        return "f fold"
    if choice.act == "shadow":
        return f"{choice.owed} of it by shadow"
    if choice.act == "exchange":
        return f"draws {choice.least}–{choice.most}" if choice.least < choice.most else f"draws {choice.most}"
    if choice.act in ("bet", "raise"):
        span = f"{choice.least}–{choice.most}" if choice.most > choice.least else str(choice.most)
        once = f" or {choice.once}" if choice.once else ""
        return f"b bet {span}{once}" if choice.act == "bet" else f"r raise by {span}{once}"
    if choice.act == "buy":
        return f"buys a card for {choice.owed}"
    return lines[choice.act]


def complete(text: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game] = ()) -> list[str]:
    """What the last word of the line may become; `own` are the games of the club."""
    before, _, word = text.rpartition(" ")
    before = before.strip().casefold()
    if before == "hand" or before.startswith("hand "):
        return _hand(text.lstrip()[len("hand") :].lstrip(), word, night, names, own)
    here = [names[player] for player, person in night.people.items() if not person.left and player in names]
    if not before:
        candidates = [*here, *(name for name in names.values() if name not in here), *DIRECTIVES]
    elif before == "gap":
        candidates = [*GAP_BEARERS, *here]
    elif before in DIRECTIVES or before.endswith((",", " by", " players", " without", "and")):
        candidates = here or list(names.values())
    else:
        candidates = list(VERBS)
    return _begun(word, dict.fromkeys(candidates))


def _begun(word: str, candidates: Iterable[str]) -> list[str]:
    """What begins so, compared as a line compares names."""
    return [one for one in candidates if compared(one).startswith(compared(word))]


def _hand(spoken: str, word: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game]) -> list[str]:
    """The game, then who deals and the dealer's options, in any order."""
    said = f" {spoken} ".casefold()
    if " with " in said and said.rfind(" with ") > said.rfind(" by "):
        return [option for option in OPTIONS if option.startswith(word.casefold())]
    if " by " in said:
        dealer = said.rpartition(" by ")[2]
        if dealer.strip() and (dealer.endswith("  ") or " " in dealer.strip()):
            return [keyword for keyword in HAND_WORDS if keyword.startswith(word.casefold())]
        return _begun(word, names.values())
    found = search(spoken, night.rules.rulebook, own) if spoken.strip() else ()
    if not spoken.strip():
        return [game.name for game in (*own, *GAMES) if game.rulebook in ("own", night.rules.rulebook)]
    games = [rest for game in found if (rest := _left(game.name, spoken.removesuffix(word), word))]
    return games or [keyword for keyword in ("by", "with") if keyword.startswith(word.casefold())]


def _left(name: str, before: str, word: str) -> str:
    """The words of a game's name from the last word typed on; nothing where the name does not go on so."""
    words = name.split(" ")
    for place in range(len(words)):
        rest = " ".join(words[place:])
        if letters(" ".join(words[:place])) == letters(before) and letters(rest).startswith(letters(word)):
            return rest
    return ""
