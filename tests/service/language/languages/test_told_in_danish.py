"""What the book tells is told in Danish: every event, every name of a hand, and nothing past the translators."""

import ast
import random
import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from engine import commands
from engine.cards.announcement import read_high
from engine.cards.deck import LETTER_DECKS
from engine.cards.ranking import RUNS, Category, pack, run_from, runs_down, worth_of_high, worth_of_low
from engine.cards.worth import Worth, name_of, with_article
from engine.catalogue import RULEBOOKS
from engine.club.text import tell as tell_of_a_club
from engine.events import NAME_OF, Event, Recorded
from engine.game.definition import BOOKS
from engine.grammar import capital
from engine.judge import Judgement, judge
from engine.library import GAMES
from engine.reports.betting import betting, street_text
from engine.reports.disputes import answer_texts, disputes, end_text, raised_text
from engine.reports.movements import movements
from engine.reports.requests import asked_text, requests
from engine.reports.requests import end_text as request_end_told
from engine.reports.sentences import tell, tell_all
from engine.speech import speaking
from engine.wording import Voice
from service.book.store.earlier_schemas import worth_of_name
from service.language.languages import DANISH, in_language
from tests.engine.club.test_text import TOLD as TOLD_OF_A_CLUB
from tests.engine.hands import worth
from tests.engine.reports.test_sentences import NAMES, OPENED, SEALED, TOLD
from tests.engine.test_judge import judged
from tests.engine.test_judge_scratch import CASES
from tests.engine.walker import PLAYERS, Walk
from tests.golden_copies import assert_golden
from tests.messages import KEYWORDS, ROOT
from tests.service.language.languages.masked import Masked
from tests.service.reports.small_night import NAMES as SMALL_NAMES
from tests.service.reports.small_night import small_night
from tests.soak import rounds

ROUNDS = 1 + rounds(0) // 500
OF_A_BOOK = [tuple(game for game in GAMES if game.rulebook == book.name) for book in RULEBOOKS]
VOICE = Voice({player: player.capitalize() for player in PLAYERS})

# What stands in a sentence as it is in every language, and no id of a rule or rulebook is: names of dictionaries, currencies, words of
# cards, trumps, options as they are typed; then places on the table, cards that show letters, and what hands of words are called at a pond.
CODES = re.compile(
    r"\b[a-z]+-english\b|\b(?:joker|wildcard|[A-Z]{2,})\b"
    r"|\b(?:hot-n-sours) [\w -]+|\b(?:10|[2-9TJQKA])[shdc]\b"
)
AS_THEY_ARE = (
    {spot for game in GAMES for spot in game.spots}
    | {card for deck in LETTER_DECKS.values() for card in deck.face}
    | {"Scum", "Duck", "Two", "Ducks", "Tadpole", "Frog", "Bullfrog", "Slush", "Scroker", "Flying"}
)
# The titles of the source texts.
TITLES = {BOOKS[book.name] for book in RULEBOOKS if book.name != "standard"}
WORD = re.compile(r"[^\W\d_]{2,}")


def all_told(records: Sequence[Recorded]) -> Iterator[str]:
    """Every sentence about these events."""
    yield from (line.sentence for line in tell_all(records, VOICE.names))
    for move in movements(records).moves:
        yield f"{move.why.name}. {move.why.says}"
    yield from (street_text(street) for hand in betting(records, VOICE) for street in hand)
    for request in requests(records):
        yield from (asked_text(request, VOICE), request_end_told(request, VOICE))
    for dispute in disputes(records):
        yield from (raised_text(dispute, "", VOICE), *answer_texts(dispute, VOICE), end_text(dispute, VOICE))


def said_by_people(records: Sequence[Recorded]) -> set[str]:
    """What people typed and the book quotes, and the names of games, players and source texts."""
    typed: set[str] = {*VOICE.names.values(), *TITLES}
    for record in records:
        event = record.event
        for name in ("reason", "words", "text", "announced", "game", "purpose"):
            typed.add(getattr(event, name, None) or "")
        typed |= {waiver.reason for waiver in getattr(event, "waived", ())}
    return {text for said in typed - {""} for text in (said, capital(said))}


# A call that says a literal, right behind a brace: within a text, or first in a set or a mapping.
WITHIN = re.compile(rf"\{{(?:{'|'.join(KEYWORDS)})\([\"']")


@pytest.mark.parametrize("games", OF_A_BOOK, ids=[book.name for book in RULEBOOKS])
def test_nothing_is_told_past_the_translators_and_no_id_of_a_rule_or_rulebook(games) -> None:
    for seed in range(ROUNDS):
        walk = Walk(random.Random(seed), games)
        walk.run(100)
        typed = sorted(said_by_people(walk.records), key=len, reverse=True)
        quoted = re.compile("|".join(map(re.escape, typed)))
        with speaking(Masked()):
            told = list(all_told(walk.records))
        for sentence in told:
            left = set(WORD.findall(CODES.sub("", quoted.sub("", sentence)))) - AS_THEY_ARE
            assert not left, sentence


EVENTS: list[Event] = [event for event, _ in TOLD] + [event for event, _, _ in OPENED] + SEALED


@pytest.mark.parametrize("event", EVENTS, ids=[NAME_OF[type(event)] for event in EVENTS])
def test_an_event_is_told_in_danish_with_its_names_and_numbers(event) -> None:
    english = tell(event, NAMES)
    with in_language(DANISH):
        danish = tell(event, NAMES)
    assert danish != english
    # Ranks are digits in Danish alone: 2'ere are twos.
    assert set(re.findall(r"\d+(?!\d|'er)", danish)) == set(re.findall(r"\d+", english))
    assert _named(danish) == _named(english)


def _named(sentence: str) -> set[str]:
    return {name for name in NAMES.values() if re.search(rf"\b{name}\b", sentence)}


ACTS = [act for act, _ in TOLD_OF_A_CLUB]


@pytest.mark.parametrize("act", ACTS, ids=[type(act).__name__ for act in ACTS])
def test_an_act_of_a_club_is_told_in_danish(act) -> None:
    english = tell_of_a_club(act, Voice(NAMES))
    with in_language(DANISH):
        danish = tell_of_a_club(act, Voice(NAMES))
    assert danish != english
    assert sorted(set(re.findall(r"\d+", danish))) == sorted(set(re.findall(r"\d+", english)))


def _without_names(judgement: Judgement, text: str) -> str:
    return text.replace(judgement.game, "").replace(BOOKS.get(judgement.rulebook, ""), "")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_lawyer_says_nothing_past_the_translators(case) -> None:
    with speaking(Masked()):
        text = judge(case).text
    left = set(WORD.findall(CODES.sub("", _without_names(judge(case), text)))) - AS_THEY_ARE
    assert left <= {"high", "low"}, text


def test_the_lawyer_speaks_danish() -> None:
    players = {"Anna": "As Kd 7h 9c 3d 4s Jc", "Bo": "Ks Kh 5d 5h 8s Js 5c"}
    with in_language(DANISH):
        judgement = judged("Baseball", players, pot=47)
    assert judgement.shares[0].because == "fuldt hus, 5'ere over konger slår straight op til es"
    assert judgement.text.splitlines()[2:9] == [
        "Anna: A♠ K♦ 7♥ 9♣ 3♦ 4♠ J♣",
        "  straight op til es: A♠ K♦ 9♣ J♣ 3♦",
        "    9♣ er vildkort (3'ere og 9'ere) og gælder for Q♠.",
        "    3♦ er vildkort (3'ere og 9'ere) og gælder for 10♠.",
        "",
        "Bo: K♠ K♥ 5♦ 5♥ 8♠ J♠ 5♣",
        "  fuldt hus, 5'ere over konger: 5♥ 5♣ 5♦ K♠ K♥",
    ]
    # Programs compare the names of hands, so those are the same in every language.
    assert judgement.players[1].hands[0].counts == "full house, fives over kings"


def hands() -> Iterator[Worth]:
    """Hands of every kind."""
    for category, first, last in product(Category, range(14, 1, -1), range(14, 1, -1)):
        if first == last:
            continue
        places = run_from(first) if category in RUNS and first in runs_down() else (first, first, last, last, last)
        yield worth_of_high(pack(category, places))
        yield worth_of_low(pack(category, (first, last, 4, 3, 2)))
    yield from (
        Worth(kind="badugi", ranks=ranks) for ranks in (("8", "5", "3", "A"), ("9", "4", "2"), ("5", "A"), ("A",))
    )
    yield from (Worth(kind="cards", cards=(f"{rank}{suit}",)) for rank in ("A", "10", "2") for suit in "shdc")
    yield from (Worth(kind="sum", number=number) for number in range(22))
    yield from map(worth, ("wildcard, wildcard, king of clubs", "busted at 23", "the highest closed card, K♠"))
    yield from map(
        worth, ("ace of spades and king of hearts", "ace of spades, king of hearts", "Slush, limes, 1 pepper")
    )
    yield from map(worth, ("full house, CAT and OX, 15 points", "no word, 2 peppers, moose high"))
    yield from map(
        worth, ("Frog, MOAN, wild, lemon L high", "Scum, four-pepper O high", "straight, ABCDE, hot-'n'-sour")
    )


def test_a_hand_has_a_name_of_its_own_in_danish() -> None:
    worths = set(hands())
    assert len({name_of(one) for one in worths}) == len(worths)
    with in_language(DANISH):
        danish = {f"{name_of(one)}" for one in worths}
        assert len(danish) == len(worths)
        assert with_article(worth("full house, tens over fours")) == "fuldt hus, 10'ere over 4'ere"
        assert with_article(worth("pair of kings")) == "et par konger"
        assert with_article(worth("seven-six low")) == "en low på syv-seks"
        assert with_article(worth("eight-six low")) == "en low på otte-seks"
        assert with_article(worth("ace of spades")) == "spar es"
        assert with_article(worth("wildcard, king of clubs")) == "wildcard, klør konge"
        assert f"{name_of(worth('Bullfrog, CAT and OX, moose high'))}" == "Bullfrog, CAT og OX, elg som højeste kort"


def test_a_hand_is_announced_as_it_is_called_in_danish() -> None:
    """Who reads “fire dronninger” in the report may announce just that."""
    high = {
        worth_of_high(pack(category, run_from(first) if category in RUNS and first in runs_down() else (first, *rest)))
        for category in Category
        for first, *rest in ((12, 12, 5, 5, 5), (14, 14, 9, 9, 9), (2, 2, 3, 3, 3), (11, 11, 10, 10, 10))
    }
    with in_language(DANISH):
        called = [with_article(worth) for worth in high]
    assert [one for one in called if read_high(one) is None] == []


def test_what_was_a_name_in_old_books_is_read_as_what_it_says() -> None:
    assert all(worth(name_of(one)) == one for one in hands())
    assert worth_of_name("Grandmother's best hand") == "Grandmother's best hand"


def test_the_book_of_a_small_night_is_the_golden_one_in_danish() -> None:
    with in_language(DANISH):
        told = "".join(f"{line.sentence}\n" for line in tell_all(small_night().records, SMALL_NAMES))
    assert_golden("book_small_night_da.txt", told)


def test_a_night_is_told_in_each_language_as_if_no_other_had_been_spoken() -> None:
    event = commands.Fold(player="anna")
    english = tell(event, NAMES)
    with in_language(DANISH):
        assert tell(event, NAMES) == "Anna folder."
    assert tell(event, NAMES) == english == "Anna folds."


def test_no_message_stands_within_another_text_where_it_is_not_collected() -> None:
    """The collector reads f-strings as texts and not as code."""
    hidden = []
    for folder in ("engine", "service", "cli"):
        for file in (ROOT / folder).rglob("*.py"):
            source = file.read_text(encoding="utf-8")
            if not WITHIN.search(source):
                continue
            for text in ast.walk(ast.parse(source)):
                if isinstance(text, ast.JoinedStr):
                    hidden += [f"{file}:{text.lineno}" for call in ast.walk(text) if _says(call)]
    assert hidden == []


def _says(call: ast.AST) -> bool:
    """Whether this is a call that says a literal."""
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in KEYWORDS
        and any(isinstance(argument, ast.Constant) for argument in call.args[call.func.id in ("say_as", "pgettext") :])
    )
