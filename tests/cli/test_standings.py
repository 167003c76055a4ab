"""`chipbook standings` and `chipbook players opt-out`: who won over many nights, told, sent and published."""

import pypdfium2
import pytest

from tests.cli.conftest import END, EVENING


@pytest.fixture
def two_nights(done, tmp_path) -> None:
    for number, played in enumerate((EVENING, EVENING.replace("11-20", "11-27").replace("anna wins", "carl wins"))):
        file = tmp_path / f"{number}.night"
        said = played
        counts = {"anna = 197": "anna = 190", "carl = 145": "carl = 152"} if number else {}
        for old, new in counts.items():
            said = said.replace(old, new)
        file.write_text(said + END, encoding="utf-8")
        done("replay", str(file))


def test_standings_tell_every_player_their_nights_hours_hands_and_result(two_nights, done) -> None:
    told = done("standings")
    assert "2 nights, 20 Nov 2026 to 27 Nov 2026, in DKK" in told
    assert "Who wins from whom" in told
    assert "First win" in told
    own = done("standings", "anna")
    assert "Anna in Home" in own
    assert "27 Nov 2026 Friday at Anna's" in own


def test_days_and_games_choose_what_counts(two_nights, done, chipbook) -> None:
    for day in ("2026-11-21", "21. november 2026", "21.11.2026"):
        assert "1 night, 27 Nov 2026" in done("standings", "--from", day)
    assert "Straight Poker" in done("standings", "--game", "straight")
    wrong = chipbook("standings", "--from", "2026-13-01")
    assert (wrong.exit_code, wrong.stderr.strip()) == (1, "“2026-13-01” is not a day; write it as 2026-11-20.")


def test_a_player_who_opted_out_is_in_nothing_that_is_published(two_nights, done, tmp_path) -> None:
    assert "Carl is no longer named in standings." in done("players", "opt-out", "carl")
    done("standings", "--publish", "-o", str(tmp_path / "site"))
    files = {file.name: file.read_text(encoding="utf-8-sig") for file in (tmp_path / "site").iterdir()}
    assert set(files) == {"index.html", "standings.csv"}
    assert not any("Carl" in text for text in files.values())
    assert all("others" in text for text in files.values())
    assert "Carl opted out" in done("standings", "carl")
    assert "Carl is named again in standings." in done("players", "opt-in", "carl")
    assert "Carl" in done("standings")


def test_options_that_do_not_fit_together_are_refused(two_nights, chipbook) -> None:
    for words, sentence in (
        (["--csv", "--html"], "--html and --csv write different files; give one of them."),
        (["anna", "--html"], "One player's season comes as text or JSON"),
        (["--publish"], "These are several files; name a folder for them: -o FOLDER."),
    ):
        refused = chipbook("standings", *words)
        assert refused.exit_code == 2
        assert sentence in " ".join(refused.stderr.split())


def test_the_days_are_those_of_the_nights_clock_and_a_settlement_of_debts_is_no_night(done, tmp_path) -> None:
    file = tmp_path / "results.csv"
    file.write_text("date,player,in,out\n2024-01-05,Anna,100,150\n2024-01-05,Bo,100,50\n", encoding="utf-8")
    done("import", "results", file, "--club", "Home", "--zone", "Europe/Copenhagen", "--open")
    before = done("standings")
    assert "1 night, 5 Jan 2024, in DKK" in before
    done("club", "settle")
    assert done("standings") == before
    assert "✗" not in done("verify", "--all")


def test_a_season_is_printed_with_table_and_chart_on_one_page(two_nights, done, tmp_path) -> None:
    file = tmp_path / "season.pdf"
    done("standings", "--pdf", "-o", str(file))
    pages = pypdfium2.PdfDocument(file)
    first = pages[0].get_textpage().get_text_range()
    for said in ("Standings", "Anna", "Totals over the nights", "27 Nov 2026"):
        assert said in first
    lines = [one for one in pages[0].get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH]
    assert len(lines) > len(("Anna", "Bo", "Carl"))
    assert "Who wins from whom" in pages[1].get_textpage().get_text_range()
