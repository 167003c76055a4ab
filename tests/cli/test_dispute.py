"""Requests and disputes are said at the command line."""

import pytest

from cli.lines import quoted_reason, quoted_words

# Disputes from the command line: said in a line, shown with the night, and in every report.


@pytest.fixture(autouse=True)
def night(data) -> str:
    said = ("--bank", "Bo", "--player", "Anna", "--player", "Bo", "--loan", "150", "--settles", "ask")
    return str(data("night", "open", *said)["night"])


def test_a_dispute_is_raised_answered_and_withdrawn(done, data) -> None:
    assert "Anna disputes event 3" in done("dispute", "3", "never lent", "by", "anna")
    assert "Bo answers dispute 1: I saw it." in done("dispute", "answer", "1", "I saw it", "by", "bo")
    assert "1 dispute is open; that does not stop the close:" in done("night", "show")
    assert "Anna withdraws dispute 1." in done("dispute", "withdraw", "1", "by", "anna")
    assert data("night", "disputes")["open"] == 0
    assert "Withdrawn by Anna" in done("night", "disputes")


def test_a_text_of_one_word_needs_no_second_pair_of_quotation_marks(data) -> None:
    assert data("dispute", "3", "misdeal", "by", "anna")["events"][0]["data"]["words"] == "misdeal"


def test_the_text_is_the_first_word_that_means_nothing_else() -> None:
    for words, line in (
        ("3 misdeal by anna", '3 "misdeal" by anna'),
        ("missing after 3 ante by anna", 'missing after 3 "ante" by anna'),
        ("resolve 1 by strike 9", "resolve 1 by strike 9"),
        ("by anna 3", "by anna 3"),
        ("answer dispute 1 no by bo", 'answer dispute 1 "no" by bo'),
    ):
        assert quoted_words(words.split()) == line.split()


def test_open_disputes_stop_neither_the_close_nor_the_plan_and_are_named_there(done) -> None:
    done("dispute", "3", "never lent", "by", "anna")
    done("bank", "anna", "=", "150")
    done("bank", "bo", "=", "150")
    for said, told_there in (
        (("night", "close"), "1 dispute is open; that does not stop the plan:"),
        (("night", "settle", "direct"), "1 dispute is open:"),
    ):
        told = done(*said)
        assert told_there in told
        assert 'resolve dispute 1 "WORDS" agreed by Anna' in told
    assert "Anna disputes what is missing tonight" in done("dispute", "missing", "my loan", "by", "anna")


def test_every_report_has_the_dispute_until_it_ends_and_afterwards_its_end(done, tmp_path) -> None:
    done("dispute", "3", "never lent", "by", "anna")
    text = done("report")
    assert "OPEN DISPUTES" in text
    assert "Still open." in text
    page = done("report", "--html")
    assert 'id="open-disputes"' in page
    assert 'href="#open-disputes"' in page
    done("dispute", "resolve", "1", "it stands", "agreed", "by", "anna,", "bo")
    text = done("report")
    assert "OPEN DISPUTES" not in text
    assert "it stands. Agreed by Anna and Bo." in text.partition("DISPUTES THAT ENDED")[2]
    assert 'id="ended-disputes"' in done("report", "--html")
    done("report", "--csv", "-o", str(tmp_path))
    assert "it stands" in (tmp_path / "disputes.csv").read_text(encoding="utf-8-sig")


def test_what_is_missing_or_wrong_is_said(chipbook, subtests) -> None:
    for said, sentence in (
        (("999", "x", "by", "anna"), "This night has no event 999"),
        (("0", "it was mine", "by", "anna"), "After “dispute” comes “0”; expected: the number of an event."),
        (("9" * 23, "it was mine", "by", "anna"), "expected: the number of an event."),
        (("other-night/5", "it was mine", "by", "anna"), "After “dispute” comes “other-night/5”; expected: the number"),
        (("resolve", "0", "it stands"), "After “resolve” comes “0”; expected: the number of a dispute."),
        (("3", "by", "anna"), "the words of the dispute in quotes"),
        (("3", "x"), "“by NAME”"),
        (("resolve", "1"), "what the table agreed on in quotes"),
        (("resolve", "1", "by", "strike", "9"), "There is no dispute 1 tonight; raised so far: 0."),
        (("withdraw", "1"), "There is no dispute 1 tonight"),
        (("withdraw", "x"), "the number of a dispute"),
    ):
        with subtests.test(" ".join(said)):
            answer = chipbook("dispute", *said)
            assert answer.exit_code == 1
            assert sentence in answer.stderr


def test_the_prompt_shows_the_disputes_and_every_next_line_can_be_typed(done, chipbook) -> None:
    assert "Nobody has disputed anything." in done("table", typed="disputes\n")
    raised = done("dispute", "3", "never lent", "by", "anna")
    assert "Next, after `chipbook bank`:" in raised
    assert "Anna disputes event 3" in done("table", typed="disputes\n")
    assert chipbook("bank", 'resolve dispute 1 "agreed"').exit_code == 0


# Requests from the command line: asked in a line, answered in a line, shown with the night; and the bank passed on.


def test_a_request_is_asked_shown_and_approved(done, data) -> None:
    told = done("request", "anna", "asks", "50")
    assert "Anna asks for 50 chips on credit (request 1)." in told
    assert "approve anna · decline anna" in told
    assert "1 request waits for an answer:" in done("night", "show")
    assert data("night", "requests")["open"] == 1
    assert "Anna borrows 50 chips" in done("request", "approve", "anna")
    assert "Approved in event" in done("night", "requests")
    assert "request waits" not in done("night", "show")


def test_a_declined_request_has_its_reason_without_a_second_pair_of_quotation_marks(done) -> None:
    done("request", "anna", "asks", "40", "cash")
    assert "The banker declines request 1: later." in done("request", "decline", "anna", "later")
    assert "Nobody has asked" not in done("night", "requests")


def test_only_the_reason_is_quoted() -> None:
    for words, line in (
        ("decline anna later", 'decline anna "later"'),
        ("decline request 3 later", 'decline request 3 "later"'),
        ("decline request 3", "decline request 3"),
        ("decline anna", "decline anna"),
        ("approve anna 100", "approve anna 100"),
    ):
        assert quoted_reason(words.split()) == line.split()
