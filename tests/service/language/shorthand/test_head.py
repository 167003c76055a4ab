"""The head of a `.night` file."""

import re

import pytest

from engine import commands
from engine.commands import Currency, Fee
from engine.game.betting import FixedLimit, HouseLimit, NoLimit, PotLimit
from engine.game.switches import Switches
from service.errors import NameNotSayable
from service.language.languages import DANISH, in_language
from service.language.shorthand import ShorthandError, read_file, read_head
from service.language.shorthand.announcing import limit_of, limit_stated
from service.language.shorthand.danish import HEAD as DANISH_HEAD
from service.language.shorthand.head import KEYS, Head, rules_stated, spoken, switches_stated

HEAD = """\
# A Friday.
night: Friday at Anna's
date: 2026-11-20 19:30
zone: Europe/Copenhagen
money: 0.25 DKK a chip
rulebook: enemaerke
loan: 150
auto: closed
bank: bo, box
chips: white 1 x 200, peder 50 x 20
players: Anna, Bo, Carl

anna +150
  # a comment between acts
at 20:15
"""


def test_a_head_says_what_the_night_is_played_under():
    head, _ = read_file(HEAD)
    opening = head.opening("n1", "c1", {"Anna": "a", "Bo": "b", "Carl": "c"})
    assert opening == commands.OpenNight(
        night="n1",
        club="c1",
        banker="b",
        name="Friday at Anna's",
        zone="Europe/Copenhagen",
        currency=commands.Currency(code="DKK", exponent=2),
        unit=25,
        rules=commands.HouseRules(initial_loan=150, auto="closed", banker_stack="box"),
        inventory=(
            commands.Denomination(name="white", worth=1, pieces=200),
            commands.Denomination(name="peder", worth=50, pieces=20),
        ),
    )
    assert head.players == ("Anna", "Bo", "Carl")


@pytest.mark.parametrize(
    ("line", "switches"),
    [
        ("rounds: table", Switches(rounds="table")),
        ("follower scope: card", Switches(follower_scope="card")),
        ("Single Wild Scope: rank", Switches(single_wild_scope="rank")),
        ("dark mode: replace", Switches(dark_mode="replace")),
        ("Criss-Cross: bar", Switches(criss_cross="bar")),
        ("criss_cross: bar", Switches(criss_cross="bar")),
        ("jack value: 3", Switches(jack_value=3)),
        ("toothpick deal: right", Switches(toothpick_deal="right")),
        ("naturals before kickers: yes", Switches(naturals_before_kickers=True)),
        ("naturals before kickers: nej", Switches()),
        ("one-eyed: Js Jh", Switches(one_eyed="Js Jh")),
        ("rounds: description", Switches()),
    ],
)
def test_a_head_says_how_this_house_reads_a_rule(line, switches):
    text = f"players: Anna, Bo\n{line}\n\nanna +150\n"
    head, acts = read_file(text)
    assert head.rules.switches == switches
    assert [act for _, act in acts] == ["anna +150"]
    again = [f"{key}: {value}" for key, value in switches_stated(switches).items()]
    assert read_head(["players: Anna, Bo", *again]).rules == head.rules


@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ("1-5", HouseLimit(most=5)),
        ("5", HouseLimit(most=5)),
        ("1-5 once 50", HouseLimit(most=5, once=50)),
        ("2/4", FixedLimit(small=2, big=4)),
        ("2/4 from 2", FixedLimit(small=2, big=4, big_from=2)),
        ("pot", PotLimit()),
        ("none", NoLimit()),
    ],
)
def test_a_head_says_the_most_a_bet_may_be_tonight(said, limit):
    head = read_head(["players: Anna, Bo", f"limit: {said}"])
    assert head.rules.limit == limit
    assert limit_of(limit_stated(limit)) == limit


def test_a_head_names_the_dictionary_of_the_night():
    assert read_head(["players: Anna, Bo", "dictionary: wide"]).rules.dictionary == "wide-english"
    with pytest.raises(ShorthandError, match=r"there are .*common-english, .*wide-english") as caught:
        read_head(["players: Anna, Bo", "dictionary: websters"])
    assert caught.value.code == "dictionary_is_missing"


@pytest.mark.parametrize("said", ["2-5", "0", "five", "1-5 twice 50", "5/"])
def test_a_limit_that_is_none_is_refused_with_what_would_be_one(said):
    with pytest.raises(ShorthandError, match="such as 1-5 or 25") as caught:
        read_head(["players: Anna, Bo", f"limit: {said}"])
    assert caught.value.code == "bad_limit"


def test_every_switch_can_be_said_in_a_head():
    assert {spoken(name) for name in Switches.__struct_fields__} <= set(KEYS)


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("2026-11-20", "2026-11-20"),
        ("2026-11-20 19.30", "2026-11-20 19:30"),
        ("20.11.2026 kl. 19.30", "2026-11-20 19:30"),
        ("1. november 2026", "2026-11-01"),
        ("20 November 2026, 19:30", "2026-11-20 19:30"),
    ],
)
def test_a_date_is_read_as_people_write_it(said, date) -> None:
    assert read_head([f"date: {said}", "players: Anna, Bo"]).date == date


def test_acts_keep_the_line_numbers_of_the_file():
    assert read_file(HEAD)[1] == [(13, "anna +150"), (15, "at 20:15")]


def test_the_first_player_keeps_the_bank_when_nobody_is_named():
    assert read_head(["players: Anna, Bo"]).banker == "Anna"


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ("colour: red", "unknown_key", "the keys are night, date"),
        ("zone: Europe/Copenhagn", "unknown_zone", "Europe/Copenhagen or UTC"),
        ("money: much", "bad_money", "write it as 0.25 DKK"),
        ("money: 0.001 DKK a chip", "bad_money", "a part of 0.01 DKK"),
        ("money: 0 DKK a chip", "bad_money", "0.01 DKK at least"),
        ("date: friday", "bad_date", "2026-11-20"),
        ("date: 20.13.2026", "bad_date", "2026-11-20"),
        ("date: 20. brumaire 2026", "bad_date", "2026-11-20"),
        ("loan: many", "bad_amount", "number of chips"),
        ("auto: sometimes", "unknown_choice", "none, closed, all"),
        ("rulebook: hoyle", "unknown_choice", "enemaerke"),
        ("rounds: many", "unknown_choice", "description, table"),
        ("naturals before kickers: maybe", "unknown_choice", "yes, no"),
        ("jack value: 4", "unknown_choice", "2, 3"),
        ("one-eyed: 11x", "unknown_choice", "such as Js Jh Kd"),
        ("chips: gold", "bad_chips", "peder 50 x 20"),
        ("chips: gold x 200", "bad_chips", "peder 50 x 20"),
        ("bank: Zoe", "banker_unknown", "Anna, Bo"),
        ("bank: Bo, sofa", "unknown_choice", "own"),
        ("players: Anna, anna", "named_twice", "twice"),
        ("night:", "value_missing", "night"),
        ("night: " + "x" * 81, "too_long", "The name of the night has 81 characters; at most 80"),
        ("night: a\x07b", "unseen_characters", "The name of the night holds U+0007 (a control character)"),
    ],
)
def test_a_bad_head_is_refused_by_code_and_sentence(line, code, part):
    lines = [line] if line.startswith("players") else ["players: Anna, Bo", line]
    with pytest.raises(ShorthandError) as refusal:
        read_head(lines)
    assert refusal.value.code == code
    assert part in str(refusal.value)


def test_money_may_be_said_in_oere_or_in_a_currency_without_cents():
    assert read_head(["players: Anna", "money: 25 øre a chip"]).unit == 25
    for crowns in ("0.25 kr", "0.25 kr.", "0.25 Kr a chip"):
        assert (read_head(["players: Anna", f"money: {crowns}"]).unit) == 25
    yen = read_head(["players: Anna", "money: 10 JPY a chip"])
    assert (yen.unit, yen.currency) == (10, commands.Currency(code="JPY", exponent=0))


# Behind such signs are chips.
SIGNED = ("+Anna", "-Bo", "−Bo", "=5", "Anna = 5", "Anna +5", "Bo “Kid” Ericsson", "everybody")


@pytest.mark.parametrize("name", ["all", "undo", "7", "As", "10h", "bank", "Anna and Bo", "Anna > Bo", *SIGNED])
def test_a_head_takes_no_name_that_a_line_could_not_say(name):
    with pytest.raises(NameNotSayable, match=re.escape(f"Nobody can be called “{name}”, because")):
        read_head([f"players: Anna, {name}"])


def test_people_may_be_called_as_people_are():
    assert read_head(["players: Jo, Ace, King Bo, Åse, Al"]).players == ("Jo", "Ace", "King Bo", "Åse", "Al")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("banker: Bo", "“banker” is not a key of a night; the nearest"),
        ("unit: 0.25 DKK", "“unit” is not a key of a night; "),
        ("limitt: 5", "the nearest is limit"),
    ],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_key_that_a_head_does_not_know_is_told_as_one_with_the_nearest(line, sentence, place):
    lines = ["players: Anna, Bo", "", "anna +150"]
    lines.insert(place, line)
    with pytest.raises(ShorthandError, match=sentence) as no:
        read_file("\n".join(lines))
    assert no.value.code == "unknown_key"


def test_a_key_of_the_head_behind_the_first_act_is_told_as_one():
    with pytest.raises(ShorthandError, match="“loan:” belongs in the head, before the first act in line 2") as no:
        read_file("players: Anna, Bo\nanna +150\nloan: 200\n")
    assert (no.value.code, no.value.details["line"]) == ("key_after_acts", 3)


def test_a_head_is_read_in_danish_too():
    danish = """\
aften: Sankt Hans
dato: 2026-06-23 19:30
tidszone: Europe/Copenhagen
penge: 25 øre
regelbog: enemærke
lån: 150
grænse: 1-5 én gang 50
af sig selv: lukkede
kontant: 0,50
afregnes: spørg
indtastes af: enhver
sprog: da
banken: Åse, spiller ikke
spillere: Anna, Bo
"""
    english = """\
night: Sankt Hans
date: 2026-06-23 19:30
zone: Europe/Copenhagen
money: 0.25 DKK
rulebook: enemaerke
loan: 150
limit: 1-5 once 50
auto: closed
cash: 0.50
settles: ask
entered by: everyone
language: da
bank: Åse, not playing
players: Anna, Bo
"""
    assert read_head(danish.splitlines()) == read_head(english.splitlines())
    assert len(danish.splitlines()) == len(english.splitlines())
    head, acts = read_file(danish + "\nanna +150\n")
    assert (head.players, acts) == (("Anna", "Bo"), [(16, "anna +150")])


def test_every_key_but_a_switch_has_a_danish_word_and_no_word_means_two_things():
    assert {key for key in KEYS if key not in map(spoken, Switches.__struct_fields__)} <= set(DANISH_HEAD)
    for words in (set(KEYS), set(DANISH_HEAD) - set(KEYS)):
        said = [one for english in DANISH_HEAD if english in words for one in DANISH_HEAD[english].split(", ")]
        assert len(said) == len({*said})


def test_a_wrong_key_is_answered_in_the_words_of_the_reader():
    with in_language(DANISH), pytest.raises(ShorthandError, match="nærmest er spillere og spillet slutter|spillere"):
        read_head(["spilere: Anna, Bo"])
    with in_language(DANISH), pytest.raises(ShorthandError, match="vælg mellem direkte, bank, spørg"):
        read_head(["spillere: Anna, Bo", "afregnes: senere"])
    with in_language(DANISH), pytest.raises(ShorthandError, match="vælg mellem nøjagtig, 0,25, 0,50, 1,00"):
        read_head(["spillere: Anna, Bo", "kontant: 3"])


def test_a_head_says_that_the_chips_are_in_the_book_alone():
    people = ["players: Anna, Bo"]
    english, danish = read_head([*people, "chips: none"]), read_head(["spillere: Anna, Bo", "jetoner: ingen"])
    assert english.rules == danish.rules
    assert (english.rules.chips, english.inventory) == ("none", ())
    assert rules_stated(english.rules, Currency())["chips"] == "none"
    assert "chips" not in rules_stated(read_head(people).rules, Currency())


def test_a_club_with_kinds_of_chip_may_play_a_night_without_them_and_the_other_way_round():
    kinds, people = (commands.Denomination("peder", 50, 20),), ["players: Anna, Bo", "bank: Anna"]
    ids = {"Anna": "a", "Bo": "b"}

    def opening(chips: str, agreed: str) -> commands.OpenNight:
        usual = Head(rules=commands.HouseRules(chips=agreed), inventory=kinds)
        return read_head([*people, *([f"chips: {chips}"] if chips else [])], usual).opening("n", "c", ids)

    for chips, agreed, expected in (
        ("none", "real", ("none", ())),
        ("", "none", ("none", ())),
        ("real", "none", ("real", kinds)),
        ("peder 50 x 20", "none", ("real", kinds)),
    ):
        opened = opening(chips, agreed)
        assert (opened.rules.chips, opened.inventory) == expected


def test_a_house_says_what_its_bank_lends_in_english_and_in_danish():
    people = ["players: Anna, Bo"]
    english = read_head([*people, "loans at most: 3", "lent at most: 300", "owes at most: 600", "old debts first: yes"])
    danish = read_head([*people, "lån højst: 3", "lånt højst: 300", "skylder højst: 600", "gammel gæld først: ja"])
    rules = english.rules
    assert rules == danish.rules
    assert (rules.loans_most, rules.lent_most, rules.owed_most, rules.old_debts_first) == (3, 300, 600, True)
    stated = rules_stated(rules, Currency())
    assert read_head([*people, *(f"{key}: {value}" for key, value in stated.items())]).rules == rules
    assert "loans at most" not in rules_stated(read_head(people).rules, Currency())
    for wrong in ("loans at most: 101", "lent at most: many", "owes at most: -1", "old debts first: perhaps"):
        with pytest.raises(ShorthandError):
            read_head([*people, wrong])


@pytest.mark.parametrize(
    ("english", "danish", "fee"),
    [
        ("5.00 per hand for room", "5 pr. hånd til room", Fee(purpose="room", per="hand", cents=500)),
        ("2 chips per hand for room", "2 jetoner pr. hånd til room", Fee(purpose="room", per="hand", chips=2)),
        ("20.50 per hour for room", "20,50 pr. time til room", Fee(purpose="room", per="hour", cents=2050)),
        ("1 chip per pot for beer", "1 chip pr. pulje til beer", Fee(purpose="beer", per="pot", chips=1)),
        (
            "2.5 % per pot at most 10 for beer and wine",
            "2,5 % pr. pulje højst 10 til beer and wine",
            Fee(purpose="beer and wine", per="pot", permille=25, most=10),
        ),
    ],
)
def test_a_house_says_its_fee_in_english_and_in_danish(english, danish, fee):
    people = ["players: Anna, Bo"]
    head = read_head([*people, f"fee: {english}"])
    assert head.rules.fee == fee == read_head(["spillere: Anna, Bo", f"afgift: {danish}"]).rules.fee
    assert rules_stated(head.rules, Currency())["fee"] == english
    assert read_head([*people, "fee: none"], Head(rules=commands.HouseRules(fee=fee))).rules.fee is None


def test_the_fee_of_a_house_is_stated_in_the_money_of_its_nights():
    crowns = Currency(code="ISK", exponent=0)
    lines = ["players: Anna, Bo", "money: 100 ISK a chip"]
    rules = read_head([*lines, "fee: 500 per hand for room"]).rules
    assert rules.fee == Fee(purpose="room", per="hand", cents=500)
    assert rules_stated(rules, crowns)["fee"] == "500 per hand for room"


@pytest.mark.parametrize(
    "wrong",
    [
        "5",
        "5 per hand",
        "5 per week for room",
        "5 beers per hand for room",
        "2 chips per hour for room",
        "5 % per hand for room",
        "5 per pot for room",
        "101 % per pot for beer",
        "0 per hand for room",
        "0.001 per hand for room",
        "1.5 chips per pot for beer",
    ],
)
def test_what_is_no_fee_is_refused_with_the_ways_to_say_one(wrong):
    with pytest.raises(ShorthandError) as caught:
        read_head(["players: Anna, Bo", f"fee: {wrong}"])
    assert caught.value.code == "bad_fee"
