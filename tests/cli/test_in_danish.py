"""The command line in Danish: screens, tables, the prompt and its hints, of a night from opening to settlement."""

import re

import pytest

from service.language.languages import DANISH, in_language
from tests.cli.conftest import END, EVENING
from tests.danish import english_words
from tests.messages import every_command

PLAYERS = ("--player", "Anna", "--player", "Bo", "--player", "Carl")
OPEN = ("night", "open", "--bank", "Bo", *PLAYERS, "--loan", "60", "--unit", "0.25 DKK")


def test_what_does_not_hold_is_told_in_danish(chipbook, data, home, tmp_path, monkeypatch):
    (tmp_path / "friday.night").write_text(EVENING + END, encoding="utf-8")
    data("replay", tmp_path / "friday.night")
    (home / "chipbook.db").chmod(0o644)
    home.chmod(0o755)
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    told = chipbook("doctor").stdout
    assert f"FEJL  mappe     Andre på denne maskine må læse {home}" in told
    assert "En kæde kan ikke vise, at dens ende er klippet af" in chipbook("verify").stdout
    assert chipbook("verify", "--head", "0" * 63 + "1").stdout.count("strømmens slutning er skåret af") == 1
    (tmp_path / "r.json").write_text("{", encoding="utf-8")
    assert "den er skåret af eller er ikke JSON i UTF-8." in chipbook("verify", "--receipt", "r.json").stdout


def test_why_a_file_cannot_be_read_is_told_in_danish(chipbook, tmp_path, monkeypatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    for path, told in (
        ("no/such", "no/such kan ikke læses: filen eller mappen findes ikke."),
        (".", ". kan ikke læses: det er en mappe."),
        ("file/r", "file/r kan ikke læses: en del af stien er ikke en mappe."),
    ):
        assert told in chipbook("verify", "--receipt", path).stderr


def test_at_the_prompt_chips_are_lent_in_a_word_and_who_buys_is_told_how(chipbook, data, monkeypatch) -> None:
    data(*OPEN)
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    assert "Anna låner 150 chips for 37,50 kr." in chipbook("table", typed="anna låner 150\n").stdout
    told = chipbook("table", typed="hånd straight poker af carl\nanna køber 1,5\n").output
    assert "Anna tilbydes intet kort" in told
    assert "Chips købes sådan: ”Anna +150”, eller ”Anna +150 kontant” mod penge." in told


def test_a_report_comes_in_the_language_that_is_asked_for(chipbook, data, monkeypatch) -> None:
    data(*OPEN)
    english = chipbook("report").stdout
    danish = chipbook("report", "--language", "da-DK").stdout
    assert "STANDINGS" in english
    assert "STILLING" in danish
    # A report is kept for the next reader, who may read another language.
    assert chipbook("report").stdout == english
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    assert chipbook("report").stdout == danish
    assert chipbook("report", "--language", "en").stdout == english


def test_a_house_chooses_the_language_of_its_files_whoever_is_at_the_keyboard(chipbook, data, home) -> None:
    night = data(*OPEN, "--language", "da")["night"]
    for line in ("anna = 60", "bo = 60", "carl = 60", "close"):
        chipbook("bank", *line.split())
    assert "STANDINGS" in chipbook("report", "-n", night).stdout
    (written,) = (home / "reports" / night).glob("*.txt")
    assert "STILLING" in written.read_text(encoding="utf-8")


WORD = re.compile(r"[^\W\d_]{2,}")
# What is typed as it is in every language: the words of choices, formats and columns.
CHOICES = WORD.findall("""
    all any ask banker both cash cards captured common consolation contra direct enemaerke high-low in last losers none once
    own pagat pairs play pot psychology read report reconcile remind settle solo ultimo verify wide widow winners book split
    bearer authorization text ledger night hash hex after build anna carl
""")


def test_a_dane_reads_the_help_of_every_command_in_danish(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    english: dict[str, list[str]] = {}
    typed = {*CHOICES, *(context.info_name for context in every_command())}
    with in_language(DANISH):
        for context in every_command():
            context.help_option_names, context.max_content_width = ["-h", "--help"], 110
            # In an example, what is typed stands before what is said of it; what is quoted is typed too.
            text = re.sub(
                r"^  chipbook .*?(?=  \S|$)|\"[^\"]*\"|'[^']*'|[\[{][a-z|-]+[\]}]",
                " ",
                re.sub(r"-\n +", "-", context.get_help()),
                flags=re.MULTILINE,
            )
            if found := english_words(text, besides=typed):
                english[context.command_path] = found
    assert english == {}, "make messages, and translate da/commands.po"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nigth"], "Kommandoen 'nigth' findes ikke. Mente du 'night'?"),
        (["night", "list", "--nosuch"], "Valget '--nosuch' findes ikke."),
        (["night", "list", "--most", "x"], "Forkert værdi for '--most': 'x' er ikke et tal."),
        (["replay"], "Der mangler et argument: 'FIL'."),
        (["alive"], "Der mangler et argument: '{web|worker|beat}'. Vælg mellem:"),
        (
            ["club", "grant", "x", "bo"],
            "Forkert værdi for '{banker|co-banker|player|viewer}': 'x' er ikke en af 'banker'",
        ),
    ],
)
def test_wrong_usage_is_told_in_danish(words, told, chipbook, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    answer = chipbook(*words)
    assert answer.stderr.startswith(told)
    assert "Brug: chipbook " in answer.stderr


def test_a_question_is_answered_with_j_or_n_and_asked_again_if_it_is_neither(chipbook, typing, done, monkeypatch):
    monkeypatch.setenv("CHIPBOOK_LANGUAGE", "da")
    done("club", "found", "Torsdagsklubben")
    done("club", "add", "Anna")
    kept = typing("club", "forget", "Anna", typed="måske\nn\n")
    assert "[j/N]: " in kept.stderr
    assert "Fejl: Svar j/N." in kept.stderr
    assert "Anna" in done("players")
    typing("club", "forget", "Anna", typed="j\n")
    assert "Anna" not in done("players")


def test_english_words_in_a_danish_text_are_found_and_names_are_not():
    assert english_words("Skriv NAVN wins, eller “hand SPIL by GIVER”.") == ["wins", "hand", "by"]
    assert english_words("Mississippi Ratfuck: New Deal, all-in og high/low; `undo` tager det tilbage.") == []
