"""A report, its formats, and where it is written."""

import pytest

from cli import exports, reports
from cli.options import FILE

# `chipbook report`, `chipbook export` and `chipbook import night`: a night leaves the book, and comes back.


def test_the_report_is_text_and_ends_with_its_line(done, evening) -> None:
    text = done("report", "-n", evening)
    assert text.startswith("Friday at Anna's")
    assert "ACCOUNTS" in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert done("report") == text


def test_one_player_gets_his_own_account_only(done, data, evening) -> None:
    text = done("report", "--player", "anna")
    assert "Anna" in text
    assert "Carl" not in text
    assert data("report", "--player", "a")["name"] == "Anna"


def test_a_night_moves_to_another_book_with_its_chain(done, data, evening, tmp_path, monkeypatch) -> None:
    file = tmp_path / "friday.ndjson"
    done("export", "-n", evening, "-o", file)
    here = data("night", "show", "-n", evening)
    monkeypatch.setenv("CHIPBOOK_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    brought = data("import", "night", file)
    there = data("night", "show", "-n", evening)
    assert (brought["added"], brought["new_names"]) == (here["version"], 3)
    assert (there["head"], there["club_name"]) == (here["head"], here["club_name"])
    assert there["players"] == here["players"]
    assert done("verify", "-n", evening)
    assert data("import", "night", file)["added"] == 0
    assert "are in the book already" in done("import", "night", file)


def test_a_player_is_found_in_the_report_as_in_a_line(data, done) -> None:
    """One form of a name for every face: `bank ase` and `report --player ase` mean the same person."""
    data("night", "open", "--bank", "Bo", "--player", "A\u030ase", "--player", "Søren")
    assert "borrows 10 chips" in done("bank", "ase", "+10")
    assert "Åse" in done("report", "--player", "ase")
    assert "Søren" in done("report", "--player", "SOR")


# `chipbook report --html` and `--csv`: the report as a page and as tables.


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--html", "--pdf"), "--html and --pdf write different files; give one of them."),
        (("--html", "--csv", "-o", "x"), "--html and --csv write different files; give one of them."),
        (
            ("--html", "--player", "anna"),
            "One player's account comes as text, JSON or PDF; --html is of the whole night.",
        ),
        (("--csv",), "These are several files; name a folder for them: -o FOLDER."),
    ],
)
def test_formats_that_exclude_each_other_are_refused(chipbook, evening, words, sentence) -> None:
    answer = chipbook("report", *words)
    assert answer.exit_code == 2
    assert sentence in answer.stderr


# One way to say where something goes, in every command that writes: -o FILE, - for the terminal, a folder for several.

# Each export with the file it is written to, and how that begins.
EXPORTS = [
    (("report",), "night.txt", b"Friday at Anna"),
    (("report", "--json"), "night.json", b"{"),
    (("report", "--html"), "night.html", b"<!doctype html>"),
    (("report", "--pdf"), "night.pdf", b"%PDF"),
    (("report", "--png"), "night.png", b"\x89PNG"),
    (("report", "--xlsx"), "night.xlsx", b"PK"),
    (("report", "--pdf", "--player", "anna"), "anna.pdf", b"%PDF"),
    (("standings",), "season.txt", b""),
    (("standings", "--csv"), "season.csv", b"\xef\xbb\xbf"),
    (("standings", "--html"), "season.html", b"<!doctype html>"),
    (("standings", "--pdf"), "season.pdf", b"%PDF"),
    (("export",), "night.ndjson", b"{"),
    (("export", "--club", "Home"), "club.ndjson", b"{"),
    (("export", "--beancount"), "night.beancount", b""),
    (("export", "--ledger"), "ledger.csv", b""),
    (("export", "--results"), "results.csv", b"\xef\xbb\xbf"),
    (("export", "--splitwise"), "debts.csv", b""),
    (("export", "--ihatemoney"), "bills.csv", b""),
    (("receipt",), "night.receipt.json", b"{"),
    (("audit", "--html"), "audit.html", b"<!doctype html>"),
    (("night", "invite", "--at", "2026-12-04 19:30"), "next.ics", b"BEGIN:VCALENDAR"),
    (("games", "export", "baseball"), "baseball.toml", b'name = "Baseball"'),
]
# These say when they were made.
DATED = ("next.ics", "night.receipt.json")
INTO_FOLDERS = [
    (("report", "--csv"), "standings.csv"),
    (("standings", "--publish"), "index.html"),
    (("games", "export", "--rulebook", "munk"), "munk-united-states-stud.toml"),
]


def test_every_form_is_among_the_exports_and_its_ending_is_known() -> None:
    options = {word for words, _, _ in EXPORTS for word in words}
    assert {f"--{form}" for form in (*reports.FORMS, *exports.FORMS)} - options == {"--text", "--phh"}, (
        "needs a row in EXPORTS"
    )
    unknown = [name for _, name, _ in EXPORTS if not FILE.search(name)]
    assert unknown == [], "needs its ending in FILE, and in NO_TEXT unless it is text (cli/options.py)"


def test_every_export_writes_where_o_says(done, chipbook, settled, tmp_path) -> None:
    # A receipt makes the key of its club, which the report tells from then on.
    done("receipt")
    for words, name, begins in EXPORTS:
        file = tmp_path / name
        assert done(*words, "-o", file) == "", words
        assert file.read_bytes(), words
        assert file.read_bytes().startswith(begins), words
        printed, piped = chipbook(*words), chipbook(*words, "-o", "-")
        assert (printed.exit_code, piped.exit_code) == (0, 0), words
        assert not (tmp_path / "-").exists()
        # What is no text comes through a pipe as it is, and a text without the mark that spreadsheets want.
        if name.endswith((".xlsx", ".pdf", ".png")):
            assert printed.stdout_bytes.startswith(begins), words
        elif name not in DATED:
            assert printed.stdout_bytes == piped.stdout_bytes, words
            assert printed.stdout_bytes.strip() == file.read_bytes().removeprefix(b"\xef\xbb\xbf").strip(), words


def test_what_is_several_files_goes_into_a_folder_that_is_made(done, chipbook, settled, tmp_path) -> None:
    for number, (words, name) in enumerate(INTO_FOLDERS):
        folder = tmp_path / "new" / str(number)
        done(*words, "-o", folder)
        assert (folder / name).is_file(), [path.name for path in folder.iterdir()]
        for nowhere in ((), ("-o", "-")):
            refused = chipbook(*words, *nowhere)
            assert refused.exit_code == 2
            assert "These are several files; name a folder for them: -o FOLDER." in " ".join(refused.stderr.split())


def test_a_file_named_as_it_once_was_is_told_where_it_is_named_now(chipbook, settled) -> None:
    for words in (
        ("report", "--pdf", "night.pdf"),
        ("report", "-n", settled, "--xlsx", "night.xlsx"),
        ("standings", "--pdf", "night.pdf"),
        ("export", "--results", "night.csv"),
        ("export", "-n", settled, "--phh", "night.phhs"),
        ("games", "export", "baseball", "night.toml"),
    ):
        refused = chipbook(*words)
        assert refused.exit_code == 2, words
        assert f"Where a file goes is said with -o: write -o {words[-1]}." in " ".join(refused.stderr.split()), words


def test_a_terminal_is_not_filled_with_what_is_no_text(chipbook, settled, monkeypatch) -> None:
    monkeypatch.setattr("cli.options.at_a_terminal", lambda: True)
    refused = chipbook("report", "--pdf")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "PDF is no text for a terminal; say where it goes: -o FILE.pdf" in refused.stderr
