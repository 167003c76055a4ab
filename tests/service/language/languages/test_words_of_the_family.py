"""The games of Enemærke are told in the words of their source: what it calls its cards, places and calls stands in the rules."""

import re

import pytest

from engine import events
from engine.game.rules_text import explain
from engine.library import GAMES, named
from engine.play.showdown.text import CARRIED, pot_carried
from engine.speech import say
from engine.wording import Voice
from service.book.own_games.shelf import as_own
from service.language.languages import DANISH, ENGLISH, in_language
from service.reports.views.games import games_view, rules_view

SPIT = ("”Spit”", "vender dealer det efterfølgende kort som et åbent fælles vildkort")
TURNS = (
    "vender et kort",
    "har den højeste melding på bordet",
    "vender kort, uden at folde imens",
    "uden at slå den forrige melding, folder automatisk ud af spillet",
    "næste spiller fortsætter spillet",
)
ROW = "i en række"
CROSS = ("i et kors", "i urets retning")
CENTRE_LAST = "centerkortet sidst"
MIDDLES, CORNERS = "midterkortene på trekantens sider", "hjørnerne i trekanten"
TRIANGLE = ("i en trekant", "en af siderne i trekanten", f"Dealer lægger {CORNERS} lukket.")
MIDDLES_FIRST = (
    f"dealer vender det næste af {MIDDLES}, og der er en byderunde.\n 4. Tre gange: dealer vender det næste af {CORNERS}",
)
FOLLOWS = ("et åbent kort, der efterfølger", "som ligger åbent", "annulleres", "de eneste vildkort")
# The source's own words, game by game.
WORDS = {
    "Straight Poker": ("5 lukkede kort",),
    "Bet on Five Open Cards": ("1 åbent kort",),
    "Jumping Jacks": ("knægte", "Dealer kan bestemme andre vildkort"),
    "Last Chance": ("Psykologi", "personligt vildkort: det sidst vendte"),
    "Last Chance Unplugged": ("der ikke må ses", "alle vender samtidigt", "personligt vildkort: det sidst vendte"),
    "Your Choise": ("personligt vildkort", "efter frit valg"),
    "Ups and Downs": ("1 lukket kort", "1 åbent kort"),
    "Downs and Ups": ("Ups and Downs",),
    "Three Card Draw": ("bytter", "op til 3 kort", "Dealer kan bestemme"),
    "Three Card Draw, Deuces Wild": ("2'ere (deuces)",),
    "Three Card Draw, Deuces and One-eyed Picture Card Wild": (
        "2'ere (deuces)",
        "en-øjede billedkort",
        "Dealer kan bestemme",
    ),
    "Risky Pairs": ("par og kun par", "3 eller 4 ens giver ingen vildkort"),
    "One-Two-Three-Four-Five Card Draw": ("op til 1 kort", "op til 5 kort"),
    "Stora Spelet": ("2'ere (deuces) og 3'ere", "en-øjede billedkort", "Psykologi"),
    "Chicago Seven": (
        "7'ere",
        "3 kort til spilleren til højre (mod uret)",
        "2 kort til spilleren til højre (mod uret)",
    ),
    "Seven Eleven": ("7'ere og knægte",),
    "Siberian Husky": (
        "2'ere",
        "2 kort til spilleren til højre (mod uret)",
        "1 kort til spilleren til venstre (med uret)",
    ),
    "Mississippi Ratfuck": (
        "Ingen vildkort.",
        "1 chip er low, 2 chips er high/low, og 3 chips er high",
        "den lavest mulige melding er 1, 2, 3, 4, 6 i forskellige farver",
        "Psykologi",
        "både high og low",
        "forskellige kort ud til de to meldinger",
        "ikke, og da heller ikke den næstbedste",
        "tager hele puljen",
        "fortsætter puljen",
    ),
    "Five Card Stud": ("1 åbent kort",),
    "Five Card Stud, Deuces Wild": ("2'ere (deuces)",),
    "Mexican Stud": ("vælger selv, hvilket", "lægges åbent på bordet"),
    "Shifting Sands": ("personligt vildkort", "holder tilbage", "vender til sidst"),
    "Seven Card Stud": ("2 lukkede kort",),
    "Seven Card Stud, Deuces Wild": ("2'ere (deuces)",),
    "CRS Surprise": ("Split pairs",),
    "Roll Them": ("personligt vildkort", "det laveste", "efter eget valg"),
    "Baseball": (
        "3'ere og 9'ere",
        "en sort 7'er",
        "sendes spilleren ud af spillet",
        "en rød 4'er",
        "for 5 chips til puljen",
    ),
    "Yankee Baseball": ("9'ere", "en 3'er", "sendes spilleren ud", "en 4'er", "for 3 chips til puljen"),
    "Midnight Baseball": (
        "der ikke må ses",
        "Vender en spiller en 3'er, betaler spilleren 3 chips til puljen",
        "gratis",
        *TURNS,
    ),
    "Nårwidjan munækklips": (*TURNS, "Vender en spiller en 9'er", "det nederste kort i bunken", "personligt vildkort"),
    "Follow the Queen": ("dronninger", *FOLLOWS),
    "Follow the Queen and One-eyed Picture Cards": (
        "dronninger; en-øjede billedkort",
        "dronninger og en-øjede billedkort de eneste vildkort",
        *FOLLOWS,
    ),
    "Seven Bright Stars": ("personligt vildkort: det sidste af de egne kort", "1 åbent kort"),
    "April Reigners": ("3'ere, 9'ere og dronninger", *FOLLOWS),
    "Eleven Bright Stars": ("3'ere og 9'ere", *FOLLOWS),
    "Spit in the Ocean": SPIT,
    "Spit 'n' Shit": (*SPIT, "”Shit”"),
    "Puke": (*SPIT, "”Shit”", "Psykologi"),
    "Farum Park": (*SPIT, "”Shit” et til, lukket", "op til 3 kort"),
    "Rubbers in the Dusk": ("2 lukkede fælles vildkort", "vender det næste fælles vildkort"),
    "Rubbers in the Dark": ("2 lukkede fælles vildkort", "gives igen 5 lukkede kort"),
    "Harakiri": ("2 åbne fælleskort", "3 lukkede"),
    "Cincinnati": ("1 lukket fælleskort", ROW),
    "Hayley's komet": ("det sidste fælleskort", ROW),
    "Lunatic": (ROW, "3'ere og 9'ere", "annulleres", "det sidste fælleskort (også 3'ere og 9'ere)"),
    "Criss-Cross": (*CROSS, CENTRE_LAST),
    "Kings Cross": (*CROSS, CENTRE_LAST, "konger"),
    "Trafalgar Square": (*CROSS, CENTRE_LAST, "4 hjørnekort", "løverne", "Vildkort: Lord Nelson."),
    "Fill the Hole": (*CROSS, "uden centerkort", "personligt vildkort"),
    "Paradise Lost": (*CROSS, "uden centerkort", "det næste fælleskort på samme tid", "Psykologi"),
    "Elevator": (
        "”H”",
        "elevatoren",
        "st.tv, 1.th, 2.tv, st.th, 1.tv, 2.th",
        "skakten",
        "en række, en søjle eller en diagonal",
    ),
    "The Pyramid": (*TRIANGLE, *MIDDLES_FIRST),
    "Gammel Skagen": (*TRIANGLE, *MIDDLES_FIRST, "Split pairs"),
    "Sømærket": (*TRIANGLE, *MIDDLES_FIRST, f"Vildkort: {CORNERS}"),
    "Bermuda Trekanten": (
        *("i en trekant", "en af siderne i trekanten", f"Vildkort: {MIDDLES}", f"Dealer lægger {MIDDLES} lukket."),
        f"vender det næste af {CORNERS}, og der er en byderunde.\n 4. Tre gange: dealer vender det næste af {MIDDLES}",
    ),
    "Karrusel": (
        *("rundkreds", "hvert andet kort", "et af kortene på hver anden plads", "kortene i rundkredsens huller lukket"),
        *("3 på hinanden følgende kort i rundkredsen", "Split pairs"),
    ),
}
# What the family does not say, and what was left in English.
NEVER = ("giveren", "indskud", "satse", "syne", "delte par", "treer", "centre", "north", "sidekort")


@pytest.mark.parametrize("name", WORDS)
def test_a_game_of_the_family_is_told_in_the_words_of_its_source(name) -> None:
    with in_language(DANISH, "enemaerke"):
        told = explain(named(name, "enemaerke")[0])
    assert [words for words in WORDS[name] if words not in told] == []
    assert [words for words in NEVER if words in told.casefold()] == []
    assert "Bedst med 3 til 7 spillere. Ante 2." in told
    assert "må en spiller byde eller forhøje med en peder (50) og må derudover følge med på de andres" in told
    assert "antallet af forhøjelser er ikke begrænset" in told
    # RULINGS R-E18.
    goes_on = (
        "En melding skal annonceres korrekt" in told
        and "Har ingen ret til den, fortsætter puljen i næste spil." in told
    )
    assert goes_on != (name in ("Midnight Baseball", "Nårwidjan munækklips"))
    assert "får vinderen både ”skygge”-chipsene og lige så mange chips, som spilleren køber i banken" in told


@pytest.mark.parametrize("game", [game for game in GAMES if game.rulebook != "enemaerke"], ids=lambda game: game.name)
def test_every_other_game_is_told_in_the_usual_words(game) -> None:
    with in_language(DANISH):
        told = rules_view(game).rules.casefold()
    assert re.findall(r"\b(?:byder?|bydes|budt|bød|følger|fulgt|peder|deuces)\b", told) == []


def test_the_rules_of_a_game_are_read_in_the_words_of_its_rulebook_wherever_they_are_asked_for() -> None:
    puke, holdem, draw = (named(name)[0] for name in ("Puke", "Texas Hold'em", "Three Card Draw, Deuces Wild"))
    with in_language(DANISH):
        assert "byde eller forhøje med en peder (50)" in rules_view(puke).rules
        assert [game.wild for game in games_view([draw], None).games] == ["2'ere (deuces)"]
        assert say("{player} bets {chips}.", player="Bo", chips=4) == "Bo satser 4."
    with in_language(DANISH):
        usual = explain(holdem)
    assert "satser" in usual
    # The sentences of a family's night are the family's whatever is played; rules are read as their own rulebook has them.
    with in_language(DANISH, "enemaerke"):
        assert rules_view(holdem).rules == usual
        assert say("{player} bets {chips}.", player="Bo", chips=4) == "Bo byder 4."
        own = as_own(puke)
        assert rules_view(own).rules == explain(own)
    with in_language(ENGLISH, "enemaerke"):
        assert rules_view(puke).rules == explain(puke)


def test_every_game_of_the_family_is_read() -> None:
    assert set(WORDS) == {game.name for game in GAMES if game.rulebook == "enemaerke"}


@pytest.mark.parametrize("rule", [*CARRIED, ""])
def test_a_pot_that_nobody_wins_goes_on_to_the_next_game(rule) -> None:
    """The source: “puljen fortsætter til næste spil”."""
    carried = events.PotCarried(chips=8, rule=rule)
    with in_language(DANISH, "enemaerke"):
        assert re.fullmatch(r"8 chips fortsætter til næste spil(?:, \w.*)?\.", pot_carried(carried, Voice()))
    with in_language(DANISH):
        assert re.fullmatch(r"8 chips går videre til næste hånd(?:, \w.*)?\.", pot_carried(carried, Voice()))
