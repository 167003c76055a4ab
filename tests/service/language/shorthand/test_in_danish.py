"""A line in Danish says the same act as in English, whoever reads; and every word of the shorthand has a Danish one."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import commands
from engine.decider import accept
from engine.library import GAMES
from engine.speech import ENGLISH, speaking
from engine.state import Night
from service.language import shorthand
from service.language.languages.speaking import DANISH, LANGUAGES, PARTS, in_language, speech_of
from service.language.shorthand import ShorthandError, complete, danish, fault_lines, hints, read_line
from service.language.shorthand.announcing import HAND_WORDS
from service.language.shorthand.keywords import ENGLISH as READ
from service.language.shorthand.keywords import HEADS, TABLES, in_english, in_own_words
from service.language.shorthand.lines import VOCABULARY, taken_in
from tests.messages import catalogue_of
from tests.service.language.shorthand.danish_lines import in_danish
from tests.service.language.shorthand.test_guide import LINES, OF_AN_OPEN_REQUEST, OF_THE_ROUND, PEOPLE

ROOT = Path(shorthand.__path__[0])
KNOWN = {one for english in danish.WORDS for one in english.split(", ")}
# What reads words of a line, and from which of its arguments on these are words.
READERS = {"skip": 0, "flag": 0, "keyed": 2, "named": 2, "one_word": 1}
# What is typed in every language: letters of bets, signs, chips, and “a peder”, beside which stands “one”.
EVERYWHERE = {*"abcfrsx", "", "+", "-", "=", "=till", ",", ";", ":", ">", "1000", "chip", "chips"}


def texts(node: ast.AST) -> Iterator[str]:
    return (one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str))


def read_as_words(file: Path) -> Iterator[str]:
    """The words that a file of the shorthand looks for in a line."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in READERS:
                for argument in node.args[READERS[name] :]:
                    yield from texts(argument) if isinstance(argument, ast.Constant) else ()
            case ast.Compare(left=ast.Attribute(attr="key"), comparators=others):
                for other in others:
                    yield from texts(other)


def test_every_language_has_its_words_of_lines_and_of_the_head_of_a_file() -> None:
    assert set(TABLES) == set(HEADS) == {*LANGUAGES} - {"en"}, "needs a row in TABLES and HEADS (keywords.py)"


def test_every_word_of_the_shorthand_has_a_danish_one() -> None:
    looked_for = {word for file in ROOT.rglob("*.py") for word in read_as_words(file)}
    assert len(looked_for) > 60
    assert {*looked_for, *VOCABULARY} - KNOWN - EVERYWHERE == set(), "needs a row in danish.py"


def test_no_danish_word_means_two_things() -> None:
    said = Counter(
        word for english, words in danish.WORDS.items() if english[0].islower() for word in words.split(", ")
    )
    assert [word for word, times in said.items() if times > 1] == []
    english = {one for one in KNOWN if one[0].islower()}
    assert [" ".join(danish_word) for danish_word in READ if " ".join(danish_word) in english] == []
    assert [word for word, meant in READ.items() if len(meant) > len(word)] == []


def test_what_is_shown_in_danish_is_read_as_what_it_stands_for() -> None:
    with in_language(DANISH):
        others = {one: said for one in KNOWN if one[0].islower() and in_english(said := in_own_words(one)) != one}
    # Words of one row are one word to a line.
    rows = [english.split(", ") for english in danish.WORDS]
    assert [one for one, said in others.items() if not any({one, in_english(said)} <= {*row} for row in rows)] == []


@pytest.mark.parametrize("language", [ENGLISH, speech_of("da")], ids=lambda language: language.code)
def test_every_line_of_the_guide_says_the_same_in_danish(language, night) -> None:
    alone = (*OF_THE_ROUND, *OF_AN_OPEN_REQUEST)
    with speaking(language):
        others = [line for line in LINES if line not in alone if read(line, night) != read(in_danish(line), night)]
    assert others == []


def read(line, night):
    return read_line(line, night, PEOPLE)


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("lars følger", "lars calls"),
        ("lars følger med 3", "lars calls 3"),
        ("lars byder 3", "lars bets 3"),
        ("lars forhøjer 2", "lars raises 2"),
        ("lars forhøjer til 12", "lars raises to 12"),
        ("lars byder med skygge 5", "lars shadow 5"),
        ("lars byder 5 med skygge", "lars shadow 5"),
        ("lars 2 op", "lars raises by 2"),
        ("lars byder 5 chips", "lars bets 5"),
        ("lars high/low", "lars both"),
        ("lars melder både high og low", "lars declares both"),
        ("lars pas", "lars check"),
        ("lars folder", "lars folds"),
        ("lars er ude", "lars folds"),
        ("lars viser Ah Kc", "lars shows Ah Kc"),
        ("lars slår min", "lars mucks"),
        ("lars vinder high, anna vinder low", "lars wins high, anna wins low"),
        ("lars +40 kontant", "lars +40 cash"),
        ("hånd elevator af anna med vild 7, high/low", "hand elevator by anna with wild 7, high-low"),
        (
            "hånd cincinnati af anna med vilde på 5 grænse 5 én gang 50",
            "hand cincinnati by anna with wild at 5 limit 5 once 50",
        ),
        ("hånd elevator af anna med 2'ere som vildkort", "hand elevator by anna with wild 2"),
        (
            "hånd elevator af anna med vilde 7'ere og en-øjede, high/low",
            "hand elevator by anna with wild 7 one-eyed, high-low",
        ),
        (
            "hånd elevator af anna med psykologi, dronninger og en-øjede billedkort vilde",
            "hand elevator by anna with psychology, wild Q one-eyed",
        ),
        ("lars viser Ah Ac As Kc Kd fuldt hus", 'lars shows Ah Ac As Kc Kd "fuldt hus"'),
        ("lars viser 9♦ J♥ K♠ K♥ 2♦ par konger", 'lars shows 9♦ J♥ K♠ K♥ 2♦ "par konger"'),
        ('stryg 41-43 og 47 "fejl"', 'strike 41-43 and 47 "fejl"'),
        ('ret 41 til "lars følger"', 'correct 41 to "lars følger"'),
        ("luk kl. 01:30", "close at 01:30"),
        ("afregn direkte med gammel gæld", "settle direct with old debts"),
        ("anna kort for meget 7h har set", "anna card too many 7h looked"),
        ("carl tager det næste 5c for 9d", "carl takes next 5c for 9d"),
        ("anna to gange 4h", "anna twice 4h"),
        ("lars sender 3h 4h 5h til højre og 6h 7h til venstre", "lars passes right 3h 4h 5h left 6h 7h"),
        ("lars sender 3h 4h 5h til højre", "lars passes right 3h 4h 5h"),
        ("new deal af carl skader anna", "new deal by carl harms anna"),
        ("NYE Erik", "new Erik"),
        ("alle", "all"),
        ("spil elevator af anna med vild 7, high/low", "hand elevator by anna with wild 7, high-low"),
        ("lars betaler 240 kr. for pizza", "lars paid 240 for pizza"),
        ("lars betaler 240 for pizza undtagen anna", "lars paid 240 for pizza not anna"),
        ("lars lagde 240 kr. ud for pizza", "lars paid 240 for pizza"),
        ("lars lægger 240 ud for pizza", "lars paid 240 for pizza"),
        ("lars har lagt 240 ud for pizza", "lars paid 240 for pizza"),
        ("lars fulgte", "lars calls"),
        ("lars bød 3", "lars bets 3"),
        ("lars bød 5 med skygge", "lars shadow 5"),
        ("lars forhøjede med 2", "lars raises by 2"),
        ("lars passede", "lars checks"),
        ("lars foldede", "lars folds"),
        ("lars viste Ah Kc", "lars shows Ah Kc"),
        ("lars vandt high, anna vandt low", "lars wins high, anna wins low"),
        ("lars slog min", "lars mucks"),
        ("lars lånte 150", "lars borrows 150"),
        ("lars gav anna 10", "lars gives anna 10"),
        ("lars byttede 3", "lars draws 3"),
        ("lars gik hjem", "lars leaves"),
        ("lars fik et kort for lidt", "lars card missing"),
        ("lars byder en peder", "lars bets 50"),
        ("lars forhøjer med en peder", "lars raises by 50"),
        ("lars siger spit 4h", "lars spit 4h"),
        ("lars vinder puljen", "lars wins"),
        ("lars beholder kortet", "lars keeps"),
        ("lars har 106", "lars = 106"),
        ("lars har talt 2p 17", "lars = 2p 17"),
        ("lars betaler anna 20 kr.", "lars paid anna 20"),
        ("lars betaler 20 kr. til anna", "lars paid anna 20"),
        ("lars betaler 20 kr. til banken", "lars pays 20"),
        ("afregn med banken", "settle bank"),
    ],
)
def test_danish_is_understood_as_danes_say_it(said, english, night) -> None:
    names = {"p1": "Anna", "p2": "Lars", "p3": "Carl"}
    assert outcome(said, night, names) == outcome(english, night, names)


PAID_AT_ONCE = (commands.GiveLoan, commands.CashOut, commands.AskForChips)
MONEY = (
    *("lars +20", "lars låner 2p 17", "lars -20", "lars = 40", "lars har 40", "lars giver anna 10", "lars beder om 40"),
    *("lars betaler 20", "lars betaler 20 til banken", "lars betaler 240 for pizza", "lars har lagt 240 ud for pizza"),
)


@pytest.mark.parametrize("line", MONEY)
def test_a_word_more_behind_a_line_of_the_bank_changes_neither_its_act_nor_its_amount(line, night) -> None:
    """Any word of the shorthand, in English or Danish: the line is refused, or is what it was. Chips may be paid at once."""
    names = {"p1": "Anna", "p2": "Lars", "p3": "Carl"}
    (said,) = read_line(line, night, names).commands
    for word in sorted({*VOCABULARY, *map(" ".join, READ)}):
        try:
            commands_said = read_line(f"{line} {word}", night, names).commands
        except ShorthandError:
            continue
        paid = in_english(word) in ("cash", "paid") and isinstance(said, PAID_AT_ONCE)
        assert commands_said == (said,) or paid, f"{line} {word}"


@pytest.mark.parametrize("said", ["7s", "10h", "7k 8r", "2s 3s 4s 5s 7d", "10♥"])
def test_a_card_that_is_named_after_its_hand_is_no_count_of_chips(said, night) -> None:
    """A hand of which too little was said is told when it is over; the small chips of a house are called so too."""
    kinds = [
        commands.Denomination(name=name, worth=1 + place)
        for place, name in enumerate(("small", "hvid", "rød", "klods"))
    ]
    accept(here := Night(), replace(night.opened, inventory=tuple(kinds)))
    accept(here, commands.SeatPlayer(player="p1"))
    for line in (f"lars har {said}", f"lars havde {said}", f"lars has {said}"):
        assert read_line(line, here, {"p1": "Lars"}).commands == (
            commands.NameCards(player="p1", cards=tuple(said.split())),
        )
    (counted,) = read_line("lars har 40s 3 hvide", here, {"p1": "Lars"}).commands
    assert counted.pieces


@pytest.mark.parametrize(
    ("said", "cents"),
    [
        ("20 kr.", 2000),
        ("kr. 20", 2000),
        ("20 kroner", 2000),
        ("25 øre", 25),
        ("12,50", 1250),
        ("12,50kr.", 1250),
        ("1.234,50 kr.", 123450),
        ("1.234,50", 123450),
        ("5,-", 500),
        ("1,234.50", 123450),
    ],
)
def test_money_in_a_line_is_read_as_it_is_written(said, cents, night) -> None:
    with in_language(DANISH):
        (paid,) = read_line(f"lars betaler {said}", night, {"p1": "Lars"}).commands
        (shared,) = read_line(f"lars har betalt {said} for pizza", night, {"p1": "Lars"}).commands
        (kitty,) = read_line(f"{said} fra fælleskassen for pizza", night, {"p1": "Lars"}).commands
    assert (paid.cents, shared.cents, kitty.cents, shared.purpose) == (cents, cents, cents, "pizza")


@pytest.mark.parametrize("said", ["2p 17", "2 pedere og 17 white", "2 pedere 17", "2 peder 17 chips"])
def test_chips_are_counted_by_the_names_of_their_kinds(said, night) -> None:
    (loan,) = read_line(f"lars +{said}", night, {"p1": "Lars"}).commands
    assert loan.chips == 117


@pytest.mark.parametrize(
    "word",
    ["calls", "bets", "raises", "checks", "folds", "shadows", "draws", "shows", "mucks", "wins", "borrows", "gives", "pays",
     "paid", "asks", "says", "confirms", "agrees", "refuses", "counts", "declares", "sits", "stands", "leaves", "opens",
     "turns", "passes", "arranges", "buys", "declines", "plays", "takes", "bids", "keeps", "miscounts", "challenges",
     "harms", "doubles", "tips", "gets", "throws", "has", "is", "beats"],
)  # fmt: skip
def test_a_verb_is_understood_in_the_present_and_in_the_past(word) -> None:
    said = next(words for english, words in danish.WORDS.items() if word in english.split(", ")).split(", ")
    # What somebody pays is money for the bank, and what they paid is said of a transfer.
    assert len(said) > 1 or word == "pays"


def test_what_is_paid_for_all_is_the_same_in_the_present_and_in_the_past(night) -> None:
    names = {"p1": "Anna", "p2": "Lars"}
    lines = ("lars pays 240 for pizza", "lars betaler 240 kr. for pizza", "lars lagde 240 kr. ud for pizza")
    assert {read_line(line, night, names) for line in lines} == {read_line("lars paid 240 for pizza", night, names)}


def test_what_a_line_of_a_hand_says_is_read_as_danes_say_it(night) -> None:
    names = {"p1": "Anna", "p2": "Lars", "p3": "Carl", "p4": "Eva"}
    accept(night, *read_line("hånd mexican stud af anna", night, names).commands)
    assert read_line("carl lægger Ks", night, names) == read_line("carl opens Ks", night, names)
    assert read_line("lars bytter 3 kort", night, names) == read_line("lars draws 3", night, names)
    assert read_line("lars bytter ingen", night, names) == read_line("lars draws 0", night, names)
    accept(night, commands.Bet(player="p2", chips=5))
    # Whoever has enough chips is told so, as of any shadow.
    assert read_line("carl følger med skygge", night, names) == read_line("carl shadow 5", night, names)


def test_what_is_wrong_with_a_line_repeats_what_was_typed(night) -> None:
    with in_language(DANISH), pytest.raises(ShorthandError, match="”uden”"):
        read_line("afregn uden", night, PEOPLE)


def outcome(line, night, names):
    try:
        return read_line(line, night, names)
    except Exception as refusal:  # noqa: BLE001 - no hand is played: the same refusal is the same reading.
        return getattr(refusal, "code", refusal)


def test_names_are_names_in_every_language(night) -> None:
    """The beginning of a name is no verb, and a name that only holds a Danish word is a name."""
    (command,) = read_line("til 3", night, {"p1": "Tilde", "p2": "Bo"}).commands
    assert command.player == "p1"
    (command,) = read_line("carl af u +3", night, {"p1": "Carl af U"}).commands
    assert command.player == "p1"
    assert taken_in("Carl af Ugglas") == ""
    assert (taken_in("Pas"), taken_in("Bo Vinder"), taken_in("Hånd")) == ("pas", "vinder", "hånd")


def test_no_game_has_a_danish_word_in_its_name_that_ends_a_name() -> None:
    words = {one for one, meant in READ.items() if meant[0] in HAND_WORDS}
    assert [game.name for game in GAMES if {(word,) for word in game.name.casefold().split()} & words] == []


def test_completion_and_help_offer_the_words_of_the_reader(night) -> None:
    with in_language(DANISH):
        assert complete("anna følg", night, PEOPLE) == ["følg", "følger"]
        assert complete("anna cal", night, PEOPLE) == []
        assert {"hånd", "stryg", "new", "ny"} & {*complete("", night, PEOPLE)} == {"hånd", "stryg", "ny"}
        assert complete("hånd straight poker a", night, PEOPLE) == ["af"]
        assert complete("hand straight poker af b", night, PEOPLE) == ["Bo"]
        assert complete("difference t", night, PEOPLE) == ["tabere"]
        assert complete("spil straight poker af b", night, PEOPLE) == ["Bo"]
        assert complete("alle ", night, PEOPLE) == ["passer", "følger", "bytter"]
        table = "\n".join(hints.as_lines())
    assert "anna viser As Ad 7c 7s 3d · bo giver op" in table
    assert 'stryg 41 "forkert spiller"' in table
    assert complete("anna cal", night, PEOPLE) == ["call", "calls", "called"]


# What stands in quotation marks and is no line: keys of a head and of an answer, words that are spelled, a shell's words.
NO_LINES = (
    "players: Anna",
    "cat and ox",
    "no word",
    "”none”",
    "”deal”",
    "log all",
    "settle bank",
    "next",
    "chipbook",
    "`none`",
)


def test_refusals_and_hints_in_danish_say_what_to_type_in_danish() -> None:
    # What `--help` of a command names is typed in a shell.
    told = [part for part in PARTS if part != "commands"]
    messages = [message for part in told for message in catalogue_of("da", part) if message.id]
    texts = [said for one in messages for said in ([one.string] if isinstance(one.string, str) else one.string)]
    with in_language(DANISH):
        others = {
            said
            for said in texts
            for form in re.findall("[“”][^“”]*”|`[^`]*`", said)
            if in_own_words(form) != form and not any(one in form for one in NO_LINES)
        }
    assert others == set()


def test_a_place_of_a_shared_card_is_read_and_shown_by_what_the_family_calls_it(night) -> None:
    accept(night, *read("hånd trafalgar square af bo", night).commands)
    typed = ("bord flyt lord nelson til løven øverst", "bord flyt centerkortet til øverst")
    with in_language(DANISH):
        moved = [read(line, night).commands for line in typed]
        shown = [line for line, _ in fault_lines(night, PEOPLE) if "bord flyt" in line]
    assert moved == [(commands.MoveBoardCard(source="centre", target="north"),)] * 2
    assert "bord flyt løven øverst til Lord Nelson" in shown[0]


def test_a_form_is_shown_in_danish_without_its_remark() -> None:
    with in_language(DANISH):
        assert in_own_words("Anna: c call 3 (to win) · r raise by 1–5 or 50 · shows {As Kd} …") == (
            "Anna: c følg 3 (to win) · r forhøj med 1–5 or 50 · viser {As Kd} …"
        )
        assert in_own_words("NAME, NAME win high · hand NAME OF A GAME by DEALER") == (
            "NAVN, NAVN vinder high · hånd SPILLETS NAVN af DEALER"
        )
    assert in_own_words("c call 3") == "c call 3"
