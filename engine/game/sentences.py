"""One sentence a word of the language, in a table by type; a new word adds its own to `SENTENCES`."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.cards.card import RANK, RANKS, SUIT
from engine.cards.deck import LETTER_DECKS
from engine.game.awards import Best, DealOff, HighestClosed, Split
from engine.game.betting import (
    Ante,
    BestShowing,
    Blinds,
    BringIn,
    FixedLimit,
    HouseLimit,
    NextToDealer,
    NoLimit,
    PotLimit,
)
from engine.game.claims import CardsSpeak, PlayersSpeak
from engine.game.definition import Game, OutOfTurn, Short
from engine.game.effects import Costs, OffersCard, SendsOut
from engine.game.inspect import WILDCARD, own_cards, shared_cards
from engine.game.scales import AnyScale, Badugi, Low, Poker, SingleCard, TwentyOne, Words
from engine.game.steps import (
    Arrange,
    Bet,
    Burn,
    Deal,
    DeclareSides,
    Draw,
    Expose,
    Lay,
    Pass,
    Reveal,
    Turn,
    TurnUntilBeaten,
)
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SplitPairs, Spots
from engine.game.words_said import KINDS_OF_WORDS, TIES_OF_WORDS, called, clean_said

HAND_SIZE = 5
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_WORDS = dict(
    zip(
        RANKS,
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
SUIT_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

OUT_OF_TURN: dict[OutOfTurn, str] = {
    "refused": "An act out of turn does not count.",
    "stays": "Chips bet out of turn stay in the pot, and who bet them may not raise in that round.",
}
SHORT: dict[Short, str] = {
    "shadow": "Who runs out of chips bets with a shadow: he draws chips out of the pot as a marker of what he owes it, "
    "and pays after the hand what he does not win.",
    "tap-out": "Who runs out of chips taps out: he stays in for the pot as it is, and later bets are a side pot of "
    "the others.",
    "all-in": "Who has too few chips goes all-in with what he has: he can win what he has matched, and what the others "
    "bet above that is a side pot.",
}


def _deal(step: Deal, game: Game) -> str:
    dealt = f"each player is dealt {_faces(('closed', step.down), ('open', step.up), of='card')}"
    if step.pile:
        dealt = f"each player is dealt a pile of {counted(step.pile, 'card')}, which nobody looks at"
    if not step.on_call:
        return dealt
    laid = _listed(["one open" if lay.up else "one closed" for lay in step.on_call])
    return f"{dealt}; whenever a player calls, the dealer lays a shared card ({laid}), after the deal at the latest"


def _lay(step: Lay, game: Game) -> str:
    return f"the dealer lays {_faces(('open', step.up), ('closed', step.down), of='shared card')}"


def _turn(step: Turn, game: Game) -> str:
    return "the dealer turns the next shared card"


def _burn(step: Burn, game: Game) -> str:
    return "the top card is burned"


def _bet(step: Bet, game: Game) -> str:
    return "a betting round" if step.check else "a betting round in which nobody may check before the first bet"


def _draw(step: Draw, game: Game) -> str:
    return f"each in turn exchanges up to {counted(step.up_to, 'card')}"


def _pass(step: Pass, game: Game) -> str:
    passed = [
        f"{counted(cards, 'card')} to the {side}"
        for cards, side in ((step.right, "right"), (step.left, "left"))
        if cards
    ]
    return f"each player chooses {' and '.join(passed)}, and all pass at once"


def _expose(step: Expose, game: Game) -> str:
    return "each player chooses one of his closed cards, and all open theirs at once"


def _turn_until_beaten(step: TurnUntilBeaten, game: Game) -> str:
    return (
        "one player after another turns cards of his pile until he beats the best hand turned so far, then a betting "
        "round, which he opens; who cannot beat it is out, and it goes round until one player is left"
    )


def _arrange(step: Arrange, game: Game) -> str:
    return "each player lays his closed cards in a pile, in the order of his choice"


def _reveal(step: Reveal, game: Game) -> str:
    return "all turn the top card of their piles"


def _declare_sides(step: DeclareSides, game: Game) -> str:
    return "all declare at once: low, both or high"


def _spots_wild(rule: Spots, game: Game) -> str:
    spots = rule.names.split()
    return "the shared card" + ("s" if len(spots) > 1 else "") + " at " + _listed(spots)


def _sends_out(effect: SendsOut, game: Game) -> str:
    return f"An open card of these sends its holder out: {_listed([_card(name) for name in effect.cards.split()])}."


def _offers_card(effect: OffersCard, game: Game) -> str:
    price = f"for {counted(effect.price, 'chip')} to the pot" if effect.price else "for nothing"
    return f"Open, {_listed([_card(name) for name in effect.cards.split()])} offer one more closed card {price}."


def _highest_closed(award: HighestClosed, game: Game) -> str:
    return f"the highest closed card of {SUIT_WORDS[award.suit]}"


def _costs(effect: Costs, game: Game) -> str:
    cards = _listed([_card(name) for name in effect.cards.split()])
    return f"Open, {cards} cost {counted(effect.chips, 'chip')}, to the pot."


def _cards_wild(rule: Cards, game: Game) -> str:
    names = _listed([_card_of(name, game) for name in rule.names.split()])
    if not rule.unless_at:
        return names
    return f"{names}, but not the rank of a card opened at {_listed(rule.unless_at.split())}"


def _personal(rule: Personal, game: Game) -> str:
    which = {
        "last": "the last card of his own to be opened",
        "lowest closed": "the lowest of his closed cards",
        "chosen": "one of his own cards, which he names at the showdown",
    }
    rest = ", with every card of its rank" if rule.scope == "rank" else ""
    return f"for each player {which[rule.which]}{rest}"


def _follower(rule: Follower, game: Game) -> str:
    called = _listed([_card(name) for name in rule.of.split()])
    what = "the rank of the card" if rule.scope == "rank" else "the card"
    return f"{what} dealt open next after the latest of the open {called}"


def _split_pairs(rule: SplitPairs, game: Game) -> str:
    other = "is shared and counts" if shared_cards(game) else "was dealt open"
    return f"both cards of a pair of which one was dealt closed and the other {other}"


def _risky_pairs(rule: RiskyPairs, game: Game) -> str:
    return "both cards of every rank a player holds exactly twice"


def _poker(scale: Poker, game: Game) -> str:
    fine = ["five of a kind is the best of all"] if game.wild_rules else []
    if scale.suits:
        fine.append("hands without a pair compare by suit too: spades, hearts, clubs, diamonds")
    return f"the highest poker hand of {_hand_size(game)}{_in_brackets(fine)}"


def _low(scale: Low, game: Game) -> str:
    hand = _hand_size(game)
    if scale.most is not None:
        hand = f"{number_word(HAND_SIZE)} different ranks, none above {_rank(scale.most)}"
    runs = "straights and flushes " + ("count against it" if scale.runs else "do not count")
    return f"the lowest hand of {hand}{_in_brackets([f'aces are {scale.ace}', runs])}"


def _badugi(scale: Badugi, game: Game) -> str:
    return "the most cards of different suit and rank, of equally many the lowest (aces are low),"


def _single_card(scale: SingleCard, game: Game) -> str:
    top = f", with {_listed([_card(name) for name in scale.top.split()])} above all and equal" if scale.top else ""
    return f"the best single card (by rank, then spades, hearts, clubs, diamonds{top}; then the next card)"


def _twenty_one(scale: TwentyOne, game: Game) -> str:
    fine = ["aces count 1 or 11, kings, queens and jacks 10"]
    if scale.top:
        fine.append(f"who holds {_listed([_card(name) for name in scale.top.split()])} is above all")
    return f"the hand nearest to 21 with all its cards and not over{_in_brackets(fine)}"


def _words(scale: Words, game: Game) -> str:
    kinds = _listed([KINDS_OF_WORDS.get(kind, kind) for kind in scale.kinds.split()])
    fine = [f"from the lowest: {kinds}"]
    if scale.clean:
        fine.append(clean_said(scale))
    if scale.ruling:
        fine.append(f"{_listed([_card_of(name, game) for name in scale.ruling.split()])} above all other cards")
    if not scale.plurals:
        fine.append("plurals made with S are no words")
    if scale.ties:
        fine.append(f"ties are broken by {then([TIES_OF_WORDS.get(tie, tie) for tie in scale.ties.split()])}")
    return f"the best words{_in_brackets(fine, '; ')}"


def _deal_off(ties: DealOff, game: Game) -> str:
    return f"equal hands are each dealt {counted(ties.up, 'new open card')}, and the best of those takes the pot"


def _best(award: Best, game: Game) -> str:
    scale = award.scale or game.scale
    if isinstance(award.ties, DealOff):
        return f"{capital(sentence(scale, game))} takes the pot; {sentence(award.ties, game)}."
    return f"{capital(sentence(scale, game))} takes the pot; {_ties(scale, game)} split it."


def _split(award: Split, game: Game) -> str:
    first = award.first.scale or game.scale
    second = award.second if isinstance(award.second, HighestClosed) else award.second.scale or game.scale
    halves = f"{sentence(first, game)} takes half the pot, {sentence(second, game)} the other half"
    rest = "A half that nobody can win goes to the other; an odd chip goes with the first half."
    return f"{capital(halves)}; {_ties(first, game)} split their half. {rest}"


def _ties(scale: AnyScale | None, game: Game) -> str:
    if isinstance(scale, Poker) and scale.naturals and game.wild_rules:
        return "of equal hands the one with the better natural cards wins, and hands equal in these too"
    return "equal hands"


def _cards_speak(claims: CardsSpeak, game: Game) -> str:
    return "Cards shown count as what they are."


def _players_speak(claims: PlayersSpeak, game: Game) -> str:
    return "What a player announces counts: too low counts as announced, and what is not there loses the pot."


def _ante(forced: Ante, game: Game) -> str:
    return f"Ante {forced.chips}." if forced.chips else "No ante."


def _blinds(forced: Blinds, game: Game) -> str:
    blinds = f"Blinds {forced.small} and {forced.big}" if forced.small else f"Big blind {forced.big}"
    return f"{blinds}, ante {forced.ante}." if forced.ante else f"{blinds}."


def _bring_in(forced: BringIn, game: Game) -> str:
    ante = f"Ante {forced.ante}, bring-in" if forced.ante else "Bring-in"
    return f"{ante} {forced.chips}."


def _next_to_dealer(opens: NextToDealer, game: Game) -> str:
    return f"the first player {game.direction} of the dealer"


def _best_showing(opens: BestShowing, game: Game) -> str:
    """Who shows the best cards; the first round of a hand may come before any card lies open, or none ever does."""
    first = f"the first player {game.direction} of the dealer"
    showing = _open_cards_at_each_round(game)
    if not any(showing):
        return first
    nobody = "" if all(showing) else " and while nobody shows any"
    return f"whoever shows the best open cards, of equal ones{nobody} {first},"


def _open_cards_at_each_round(game: Game) -> list[bool]:
    showing: list[bool] = []
    lies_open = False
    for step in game.steps:
        if isinstance(step, Deal) and step.up:
            lies_open = True
        elif isinstance(step, Bet):
            showing.append(lies_open)
    return showing


def _house_limit(limit: HouseLimit, game: Game) -> str:
    most = "A bet or raise is as high as agreed when the night opens"
    if limit.most is not None:
        most = f"A bet or raise is at most {counted(limit.most, 'chip')}"
    once = f", and once a hand a player may bet or raise exactly {limit.once}" if limit.once is not None else ""
    return f"{most}{once}."


def _fixed_limit(limit: FixedLimit, game: Game) -> str:
    small = f"A bet or raise is exactly {counted(limit.small, 'chip')}"
    if limit.big == limit.small:
        return f"{small}."
    return f"{small}, from the {_ordinal(limit.big_from)} betting round on {limit.big}."


def _pot_limit(limit: PotLimit, game: Game) -> str:
    return f"A bet is at most the pot, a raise at most what the pot holds after the call. {_least(game)}"


def _no_limit(limit: NoLimit, game: Game) -> str:
    return f"A bet or raise is at most what the player has in front of him. {_least(game)}"


def _least(game: Game) -> str:
    raised = "A raise is at least the largest bet or raise of the round"
    if isinstance(game.forced, Blinds):
        return f"{raised}, a bet at least {game.forced.big}."
    return f"{raised}."


# By type, because a word is data; the type of each function says which word it is for.
SENTENCES: dict[type[Any], Callable[[Any, Game], str]] = {
    Deal: _deal,
    Lay: _lay,
    Turn: _turn,
    Burn: _burn,
    Bet: _bet,
    Draw: _draw,
    Pass: _pass,
    Expose: _expose,
    Arrange: _arrange,
    TurnUntilBeaten: _turn_until_beaten,
    Reveal: _reveal,
    DeclareSides: _declare_sides,
    Cards: _cards_wild,
    Personal: _personal,
    Follower: _follower,
    SplitPairs: _split_pairs,
    RiskyPairs: _risky_pairs,
    Spots: _spots_wild,
    SendsOut: _sends_out,
    OffersCard: _offers_card,
    Costs: _costs,
    HighestClosed: _highest_closed,
    Poker: _poker,
    Low: _low,
    Badugi: _badugi,
    SingleCard: _single_card,
    TwentyOne: _twenty_one,
    Words: _words,
    DealOff: _deal_off,
    Best: _best,
    Split: _split,
    CardsSpeak: _cards_speak,
    PlayersSpeak: _players_speak,
    Ante: _ante,
    Blinds: _blinds,
    BringIn: _bring_in,
    NextToDealer: _next_to_dealer,
    BestShowing: _best_showing,
    HouseLimit: _house_limit,
    FixedLimit: _fixed_limit,
    PotLimit: _pot_limit,
    NoLimit: _no_limit,
}


def sentence(word: object, game: Game) -> str:
    return SENTENCES[type(word)](word, game)


# Grammar: how numbers, cards and lists are put into words.


def _faces(*faces: tuple[str, int], of: str) -> str:
    """So many cards of each face: "2 cards closed and 1 open"."""
    dealt = [(face, cards) for face, cards in faces if cards]
    if not dealt:
        return f"no {of}s"
    (face, cards), *others = dealt
    return " and ".join([f"{counted(cards, of)} {face}", *(f"{cards} {face}" for face, cards in others)])


def _card(name: str) -> str:
    """A rank is all its cards, "twos"; a card is one, "the jack of spades"; other names are kinds of card."""
    if name in RANK:
        return f"the {RANK_WORDS[name.removesuffix(SUIT[name])]} of {SUIT_WORDS[SUIT[name]]}"
    rank = RANK_WORDS.get(name, name)
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"


def _card_of(name: str, game: Game) -> str:
    """A card of the game's deck."""
    deck = LETTER_DECKS.get(game.deck.name) if game.deck is not None else None
    return called(name, deck) if deck is not None and name != WILDCARD else _card(name)


def _rank(number: int) -> str:
    return RANK_WORDS[RANKS[number - 2]] if 2 <= number <= 14 else number_word(number)


def _hand_size(game: Game) -> str:
    cards = min(HAND_SIZE, own_cards(game) + shared_cards(game))
    return f"{number_word(cards)} {'card' if cards == 1 else 'cards'}"


def number_word(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number}"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")


def times_said(times: int) -> str:
    return "Twice" if times == 2 else f"{capital(number_word(times))} times"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing if number == 1 else thing + 's'}"


def _in_brackets(parts: Sequence[str], between: str = ", ") -> str:
    return f" ({between.join(parts)})" if parts else ""


def _listed(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def then(clauses: Sequence[str]) -> str:
    """What happens in this order: "a, b, then c"."""
    return f"{', '.join(clauses[:-1])}, then {clauses[-1]}" if len(clauses) > 1 else "".join(clauses)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
