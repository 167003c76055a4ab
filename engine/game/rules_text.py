"""A game explained in the language spoken: numbered rules to read aloud at the table, and one line for a list."""

from collections.abc import Sequence

from engine.cards.deck import FRENCH, LETTER_DECKS, TAROK, pack_of, pack_text
from engine.game.awards import Low, TarokScore
from engine.game.betting import Blinds, BringIn, PreviousOpener
from engine.game.counts import (
    AT_A_TABLE,
    FEWEST,
    SEATS,
    betting_rounds,
    players_served,
    seats_before_betting,
    seats_the_deck_allows,
    turns_until_beaten,
)
from engine.game.definition import Decided, Deck, Game, book_title
from engine.game.pictures import Rules, Summary, cards_that_count, lying, spots_by_step
from engine.game.sentences import in_short, last_one_follows, sentence
from engine.game.sentences_of_play import OUT_OF_TURN, SHORT, dealt_again, in_its_group, tarok_facts
from engine.game.steps import ROUNDS, Announce, AnyStep, Bid, Deal, Meld, NameGame, Reveal, TakeWidow, Tricks, Turn
from engine.game.wilds import AnyWildRule, Follower
from engine.grammar import capital, listed, number_word, times_stated
from engine.resolved import resolved
from engine.speech import say, say_as, say_number, to_say

# What a source leaves to the dealer (RULINGS R-D22).
DECIDES: dict[Decided, str] = {
    "wild": to_say("The dealer may name other wild cards instead."),
    "exchange": to_say("The dealer may say how many cards are exchanged."),
}
# The same for whoever types it; a page has buttons.
ANNOUNCED: dict[Decided, str] = {
    "wild": to_say("The dealer announces other wild cards as in “with wild 7 instead”."),
    "exchange": to_say("The dealer announces another number of cards as in “with exchange 4”."),
}

# What a description says otherwise than the overview of the same source, by the number of betting rounds that were decided on.
RULED: dict[tuple[str, int], str] = {
    ("Last Chance", 6): to_say(
        "The overview of the source counts five rounds. The description has six, one before the cards are turned and one "
        "after each of the five, as in Puke; the description decides."
    ),
    ("Fill the Hole", 5): to_say(
        "The overview of the source counts six rounds. The description has five, one before the cards are turned and one "
        "after each of the four that are left without the centre card; the description decides."
    ),
}

NO_WILD_CARDS = to_say("No wild cards.")
# A paragraph ends after one of these: people think of it as the end of something.
ENDS = (*ROUNDS, Bid, TakeWidow, Announce, Meld)


def summary(game: Game) -> Summary:
    """The summary of a game that its rulebook has resolved."""
    return Summary(
        name=game.name,
        rulebook=game.rulebook,
        seats=players_served(game),
        best=_best_with(game),
        betting_rounds=betting_rounds(game),
        wild="; ".join(in_short(rule, game) for rule in _as_stated(game.wild_rules)),
        variation_of=game.variation_of,
    )


def rules_of(game: Game) -> Rules:
    """The rules of a game that its rulebook has resolved."""
    assert not game.unsaid, "Ask after Rulebook.resolve."
    return Rules(
        title=_title(game),
        steps=tuple(_phases(game)),
        picture=tuple(lying(game)),
        facts=tuple(fact for fact in _facts(game) if fact),
    )


def explain(game: Game) -> str:
    """The same as one text: a title, numbered steps, a picture, and the other facts, with how the dealer announces what is left to them."""
    rules = rules_of(game)
    numbered = [f"{number:2}. {text}" for number, text in enumerate(rules.steps, start=1)]
    facts = [*rules.facts, *(say(ANNOUNCED[what]) for what in game.decides)]
    return "\n".join([rules.title, *numbered, *rules.picture, *(f" {fact}" for fact in facts)])


def _title(game: Game) -> str:
    fields = {
        "name": game.name,
        "rulebook": book_title(game.rulebook),
        "players": capital(_players(game)),
        "stakes": sentence(game.forced, game),
    }
    if not game.variation_of:
        return say("{name} · {rulebook}. {players}. {stakes}", **fields)
    others = listed(game.variation_of)
    return say("{name} · {rulebook}. A variation of {others}. {players}. {stakes}", others=others, **fields)


def _players(game: Game) -> str:
    """How many its source recommends, which is only advice (RULINGS R-S17), and how many can play, if the game limits it."""
    best, limits = _best_with(game), _limits(game)
    if best and limits and best != limits:
        return say("best with {best} players; {limits} can play", best=_span(best), limits=_span(limits))
    if best and limits:
        return say("{players} players", players=_span(limits))
    if best:
        return say("best with {best} players", best=_span(best))
    if any(isinstance(step, NameGame) for step in game.steps):
        return say("as many players as the named game allows")
    least, most = players_served(game)
    if most > AT_A_TABLE:
        return say("{least} players or more", least=least)
    return say("{players} players", players=_span((least, most)))


def _limits(game: Game) -> tuple[int, int] | None:
    """The fewest and the most players, if the game itself says fewer numbers than its pack serves; else None."""
    if game.seats is None:
        return None
    least, most = game.seats
    room = min(SEATS, max(seats_the_deck_allows(game), seats_before_betting(game)))
    return (least, max(least, min(most, room))) if least > FEWEST or most < room else None


def _best_with(game: Game) -> tuple[int, int] | None:
    """The recommended numbers of players, cut to how many can be dealt in; None if nothing is recommended."""
    if game.best is None:
        return None
    least, most = players_served(game)
    most = max(most, min(seats_before_betting(game), (game.seats or game.best)[1]))
    return min(max(game.best[0], least), most), max(least, min(game.best[1], most))


def _span(numbers: tuple[int, int]) -> str:
    least, most = numbers
    return str(least) if least == most else say("{least} to {most}", least=least, most=most)


# The script is kept flat, so repeated groups are found again here.


def _phases(game: Game) -> list[str]:
    """The script in paragraphs: each holds the steps up to a betting round, or a repeated group."""
    phases: list[str] = []
    stated: list[str] = []
    script = _script(game)
    place = 0
    while place < len(script):
        length, times = _repeated(script[place:])
        clauses = [clause for _, clause in script[place : place + length]]
        if times > 1:
            phases += [
                *_paragraph(stated),
                say("{times}: {clauses}.", times=times_stated(times), clauses=_in_order(clauses)),
            ]
            stated = []
        else:
            step = game.steps[place]
            dealt_before = any(isinstance(before, Deal) for before in game.steps[:place])
            stated.append((dealt_again(step) if dealt_before else "") or clauses[0])
            if isinstance(step, ENDS):
                phases += _paragraph(stated)
                stated = []
        place += length * times
    return [*phases, *_paragraph(stated)]


def _script(game: Game) -> list[tuple[AnyStep, str]]:
    """Each step with its clause as it reads where it stands: at the places of its cards, and together with the step before."""
    script: list[tuple[AnyStep, str]] = []
    for step, spots in zip(game.steps, spots_by_step(game), strict=True):
        clause = in_its_group(step, spots, game) or sentence(step, game)
        if isinstance(step, Turn) and script and isinstance(script[-1][0], Reveal):
            clause = say("{clause} at the same time", clause=clause)
        script.append((step, clause))
    return script


def _repeated(script: Sequence[tuple[AnyStep, str]]) -> tuple[int, int]:
    """The length of the group of steps that repeats from here and reaches farthest, and its times; else (1, 1).

    A group that holds betting rounds ends with one, because people think of a round as the end of something.
    """
    best = (1, 1)
    for length in range(1, len(script) // 2 + 1):
        group = script[:length]
        if any(isinstance(step, ROUNDS) for step, _ in group) and not isinstance(group[-1][0], ROUNDS):
            continue
        times = 1
        while script[times * length : (times + 1) * length] == group:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = (length, times)
    return best


def _paragraph(clauses: Sequence[str]) -> list[str]:
    return [" ".join(f"{capital(clause)}." for clause in clauses)] if clauses else []


def _in_order(clauses: Sequence[str]) -> str:
    """The clauses one after another: "a, b, then c"."""
    if len(clauses) < 2:
        return "".join(clauses)
    return say_as("clauses", "{clauses}, then {last}", clauses=", ".join(clauses[:-1]), last=clauses[-1])


# The facts beside the script.


def _facts(game: Game) -> list[str]:
    """What is true of the whole hand: first the cards and the pot, then the betting."""
    cards = [
        _extra_cards(game.deck),
        "" if game.dealing == "left" else say("Cards are dealt to the right."),
        _short_of_cards(game),
        _wild(game),
        *(say(DECIDES[what]) for what in game.decides),
        *(sentence(effect, game) for effect in game.effects),
    ]
    next_deal = say("The winner deals the next hand.") if game.next_dealer == "winner" else ""
    levy = sentence(game.levy, game) if game.levy is not None else ""
    if any(isinstance(step, Tricks) for step in game.steps) and not any(
        isinstance(step, ROUNDS) for step in game.steps
    ):
        award = tarok_facts(game.award) if isinstance(game.award, TarokScore) else (sentence(game.award, game),)
        return [*cards, _who_sits_out(game), *award, levy, next_deal]
    return [
        _how_many_rounds(game),
        *cards,
        cards_that_count(game),
        sentence(game.award, game),
        levy,
        sentence(game.claims, game),
        _who_opens(game),
        sentence(game.limit, game),
        say(OUT_OF_TURN[resolved(game.out_of_turn)]),
        say(SHORT[resolved(game.short)]),
        next_deal,
    ]


def _who_sits_out(game: Game) -> str:
    if game.active is None:
        return ""
    return say(
        "With more than {players} at the table the dealer is dealt nothing and is paid as an opponent.",
        players=number_word(game.active),
    )


def _extra_cards(deck: Deck | None) -> str:
    if deck is None or deck == Deck():
        return ""
    cards = deck.name
    if deck.name not in (FRENCH, TAROK, *LETTER_DECKS):
        cards = f"{cards} ({pack_text(pack_of(deck.name, 0, deck.pack))})"
    if deck.wildcards:
        return say_number(
            "Deck: {cards} and {number} wildcard.", "Deck: {cards} and {number} wildcards.", deck.wildcards, cards=cards
        )
    return say("Deck: {cards}.", cards=cards)


def _how_many_rounds(game: Game) -> str:
    if turns_until_beaten(game):
        return say("Nobody knows beforehand how many betting rounds there are.")
    if any(isinstance(step, NameGame) for step in game.steps):
        return say(
            "The named game decides how often there is betting; what follows holds unless that game says otherwise."
        )
    rounds = betting_rounds(game)
    rounds_text = say_number(
        "There is one betting round in all.",
        "There are {rounds} betting rounds in all.",
        rounds,
        rounds=number_word(rounds),
    )
    ruled = RULED.get((game.name, rounds)) if game.rulebook == "enemaerke" else None
    return f"{rounds_text} {say(ruled)}" if ruled else rounds_text


def _short_of_cards(game: Game) -> str:
    wanted = max(numbers[1] for numbers in (game.seats, game.best, (FEWEST, 0)) if numbers)
    room = seats_the_deck_allows(game)
    if room >= wanted:
        return ""
    if seats_before_betting(game) > room:
        return say(
            "With more than {players} players the cards only suffice if some fold: folded cards are shuffled in.",
            players=number_word(room),
        )
    return say("The pack has cards for {players} players at most.", players=number_word(room))


def _wild(game: Game) -> str:
    if not game.wild_rules:
        # Where natural cards break ties, games are played with wild cards, so those without say so.
        return say(NO_WILD_CARDS) if game.by_naturals(game.scale) else ""
    wild_text = say("Wild: {cards}.", cards="; ".join(sentence(rule, game) for rule in _as_stated(game.wild_rules)))
    return " ".join(
        (wild_text, *(last_one_follows(rule, game) for rule in game.wild_rules if isinstance(rule, Follower)))
    )


def _as_stated(rules: Sequence[AnyWildRule]) -> list[AnyWildRule]:
    """The cards that are wild by name first, then those that others make wild: what ends their wildness follows them."""
    return sorted(rules, key=lambda rule: isinstance(rule, Follower))


def _who_opens(game: Game) -> str:
    if not betting_rounds(game):
        return ""
    opens = capital(_opening(game))
    right = say("Betting runs to the right.")
    return opens if game.direction == "left" else f"{opens} {right}"


def _opening(game: Game) -> str:
    opener = sentence(game.opens, game)
    several = betting_rounds(game) > 1
    if isinstance(game.opens, PreviousOpener) and several:
        return say(
            "{opener} opens the first betting round; every later one is opened by whoever opened the one before or, if they "
            "have folded, by the next player still in.",
            opener=opener,
        )
    if isinstance(game.forced, Blinds):
        if several:
            return say(
                "The player after the last blind opens the first betting round, {opener} every later one.",
                opener=opener,
            )
        return say("The player after the last blind opens the first betting round.")
    if isinstance(game.forced, BringIn):
        return _bringing_in(game, opener if several else "")
    if several:
        return say("{opener} opens every betting round.", opener=opener)
    return say("{opener} opens the betting round.", opener=opener)


def _bringing_in(game: Game, later: str) -> str:
    """Who brings it in, and who opens the `later` rounds; empty if there are none."""
    if isinstance(game.scale, Low):
        first = say("The highest open card brings it in (of equal ones the first of spades, hearts, diamonds, clubs)")
    else:
        first = say("The lowest open card brings it in (of equal ones the first of clubs, diamonds, hearts, spades)")
    if not later:
        return f"{first}."
    return say("{bring_in}; {opener} opens every later round.", bring_in=first, opener=later)
