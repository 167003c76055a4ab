"""`GET /nights/{night}/report.pdf`: the pages, with how to pay for the banker alone; and `report.png`, the result as a picture."""

import pypdfium2
import pytest

from service.book.store.names import Handle, keep_handle


@pytest.fixture
def settled(table):
    """Carl owes Anna, who gave a number."""
    anna, _, carl = table.ids.values()
    table.play({"type": "transfer_chips", "payer": carl, "payee": anna, "chips": 30})
    for player in table.banker.get(table.path).json["players"]:
        table.play({"type": "count_chips", "player": player["id"], "chips": player["stack"]})
    table.play({"type": "close_night"})
    table.banker.post(f"{table.path}/settlement", {"kind": "direct"})
    return table


def text_of(answer) -> str:
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(answer.data))


def test_the_pages_say_who_pays_whom(settled, onlooker):
    text = text_of(onlooker.get(f"{settled.path}/report.pdf"))
    assert "Standings" in text
    assert "7.50" in text


def test_only_the_banker_sees_how_to_pay(settled, onlooker, sqlite_database):
    keep_handle(sqlite_database, Handle(settled.club, settled.ids["Anna"], "mobilepay", "12345678"))
    assert "12 34 56 78" in text_of(settled.banker.get(f"{settled.path}/report.pdf"))
    assert "12 34 56 78" not in text_of(onlooker.get(f"{settled.path}/report.pdf"))


def test_the_result_is_a_picture_for_the_chat_too(settled, onlooker):
    answer = onlooker.get(f"{settled.path}/report.png")
    assert (answer.mimetype, answer.data[:4]) == ("image/png", b"\x89PNG")


def test_there_are_no_pages_of_a_night_that_is_not_there(onlooker):
    assert onlooker.get("/nights/nowhere/report.pdf").status_code == 404
