"""Reports to send round: PDF, PNG, XLSX, a ledger, an invitation; and how people want to be paid."""

from pathlib import Path

import pypdfium2

from cli.club.players import KINDS
from service.people import payment_handles


def text_of(file: Path) -> str:
    return " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file.read_bytes()))


def test_a_ledger_is_written_for_one_night(chipbook, done, data, settled, tmp_path) -> None:
    file = tmp_path / "night.beancount"
    done("export", "--beancount", "-o", file)
    assert done("export", "-n", settled, "--beancount") == file.read_text(encoding="utf-8")
    assert data("export", "--beancount")["beancount"] == file.read_text(encoding="utf-8")
    refused = chipbook("export", "--beancount", "--club", "Home")
    assert (refused.exit_code, "give no club with it" in refused.stderr) == (2, True)


def test_a_handle_stands_beside_what_is_owed_and_goes_with_the_name(done, data, settled, tmp_path) -> None:
    assert (
        done("players", "handles", "anna", "mobilepay", "12", "34", "56", "78")
        == "Anna is paid by mobilepay 12345678.\n"
    )
    assert data("players", "handles", "anna")["handles"][0]["handle"] == "12345678"
    assert "Anna: MobilePay 12 34 56 78" in done("night", "plan")
    done("report", "--pdf", "-o", tmp_path / "night.pdf")
    assert "12 34 56 78" in text_of(tmp_path / "night.pdf")
    assert "MobilePay 12 34 56 78" in done("report", "--html")
    others = done("report", "--json") + done("report") + done("export") + done("log") + done("export", "--beancount")
    assert "12345678" not in others
    assert "12 34 56 78" not in others
    assert done("verify")
    done("club", "forget", "anna", "--yes")
    assert "Nobody has said" in done("players", "handles")


def test_a_handle_is_removed_and_a_wrong_one_refused(chipbook, done, settled) -> None:
    done("players", "handles", "anna", "paypal.me/anna")
    assert "https://paypal.me/anna/10.50DKK" in done("night", "plan")
    assert (
        done("players", "handles", "anna", "--remove", "paypal") == "Anna has no handle of the kind paypal any more.\n"
    )
    again = chipbook("players", "handles", "anna", "--remove", "paypal")
    assert (again.exit_code, "Anna has no payment handle" in again.stderr) == (1, True)
    wrong = chipbook("players", "handles", "anna", "iban", "DK5100400440116243", "--json")
    assert (wrong.exit_code, '"code":"handle_refused"' in wrong.stdout) == (1, True)
    assert "DK51" not in wrong.output
    assert chipbook("players", "handles", "zoe", "text", "cash").exit_code == 1


def test_the_command_line_knows_every_kind_of_handle() -> None:
    assert payment_handles.KINDS == KINDS


def test_the_next_night_is_a_calendar_entry_that_moves(chipbook, done, data, evening, tmp_path) -> None:
    file = tmp_path / "next.ics"
    done("night", "invite", "--at", "2026-12-04 19:30", "--place", "Bo's", "-o", file)
    first = file.read_text(encoding="utf-8")
    assert "DTSTART;TZID=Europe/Copenhagen:20261204T193000" in first
    assert not data("night", "invite", "--at", "2026-12-04 19:30", "--place", "Bo's", "-o", file)["changed"]
    assert file.read_text(encoding="utf-8") == first
    done("night", "invite", "--at", "2026-12-05 19:30", "-o", file)
    assert "SEQUENCE:1" in file.read_text(encoding="utf-8")
    assert "BEGIN:VEVENT" in done("night", "invite", "--at", "2026-12-04 19:30")
    for at in ("2026-12-04", "2026-02-30 19:30", "soon"):
        assert chipbook("night", "invite", "--at", at).exit_code == 1
    assert chipbook("night", "invite", "--at", "2026-12-04 19:30", "--place", "x" * 300).exit_code == 1
