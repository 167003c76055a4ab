"""The page says everything the text says, belongs to nobody but itself, and leads from every number to its origin."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import commands, events
from engine.reports.sentences import tell_all
from service.reports import phrases, sections
from service.reports.forms.as_page import marked
from service.reports.html import headline, render_html
from service.reports.night_report import NightReport, build
from tests.engine.reports.evening import Evening, counted_and_closed, opened, random_evening, table, won_by
from tests.service.reports.small_night import HEAD, NAMES, small_night

VOID = {"meta", "link", "br", "hr", "img", "input", "col", "path", "line", "rect", "use"}


class Reader(HTMLParser):
    """What stands in a page: its text, its ids and links; it refuses tags that are not closed in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.parts: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.parts.append(data)

    def values(self, name: str) -> list[str]:
        return [value or "" for attribute, value in self.attributes if attribute == name]

    @property
    def text(self) -> str:
        return " ".join("".join(self.parts).split())


def report_of(evening: Evening, **names: str) -> NightReport:
    return build(evening.records, names, head=HEAD)


def page_of(evening: Evening, **names: str) -> str:
    return render_html(report_of(evening, **names), tell_all(evening.records, names))


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(small_night(), **NAMES)


def test_the_page_asks_nobody_for_anything_and_runs_no_script(page) -> None:
    reader = Reader(page)
    assert not {"script", "iframe", "object", "embed", "form", "img"} & set(reader.tags)
    assert not any(name.startswith("on") or name in ("style", "src", "srcset") for name, _ in reader.attributes)
    assert all(link.startswith("#") for link in reader.values("href") if not link.startswith("data:image/svg+xml,"))
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


def test_the_page_allows_itself_nothing_but_its_own_style(page) -> None:
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [value for value in Reader(page).values("content") if value.startswith("default-src")]
    assert policy.split("; ")[:2] == ["default-src 'none'", f"style-src 'sha256-{digest}'"]


def test_a_line_of_an_account_leads_to_its_hand_and_its_events(page) -> None:
    assert '<a href="#hand-2">Hand 2: Five Card Stud</a>' in page
    evening = small_night()
    first, last = (evening.numbers(kind)[1] for kind in (commands.AnnounceHand, events.HandEnded))
    assert f'<a href="#event-{first}">{first}-{last}</a>' in page


def test_everything_that_the_text_tells_is_on_the_page(page) -> None:
    report = report_of(small_night(), **NAMES)
    text = Reader(page).text
    told = [
        *(sentence.partition(": ")[2] for sentence in report.verdict.sentences[1:]),
        phrases.facts_text(report),
        *phrases.total_texts(report),
        phrases.plan_text(report),
        *phrases.gap_texts(report),
        *(told for one in sections.departures(report) for entry in one.entries for told in (entry.text, *entry.below)),
        *(phrases.chips_text(account) for account in report.accounts),
        *(phrases.money_text(report, account) for account in report.accounts),
        *(line.what for account in report.accounts for line in account.movements),
        *(hand.told for hand in report.hands),
        *(game.game for game in report.games),
        phrases.TABLE_NAMED,
        phrases.verify_command(report),
        *phrases.proof_texts(report),
    ]
    missing = [
        sentence for sentence in told if sentence[:1].lower() + sentence[1:] not in text and sentence not in text
    ]
    assert [sentence for sentence in missing if sentence[:1].upper() + sentence[1:] not in text] == []


def test_every_event_is_in_the_book_and_the_void_ones_are_struck_through(page) -> None:
    evening = small_night()
    ids = set(Reader(page).values("id"))
    assert {f"event-{record.version}" for record in evening.records} <= ids
    (named,) = (one for one in tell_all(evening.records, NAMES) if one.void and "names the winner" in one.sentence)
    assert f'<li id="event-{named.version}"><s>The table names the winner: Åse.</s>' in page


def test_names_are_names_and_never_html() -> None:
    names = {**NAMES, "bo": "<script>alert(1)</script>", "carl": "A & B", "eva": '"><b onclick=x>'}
    page = page_of(small_night(), **names)
    reader = Reader(page)
    assert "script" not in reader.tags
    assert "onclick" not in dict(reader.attributes)
    assert "<script>alert(1)</script>" in reader.text
    assert "A & B" in reader.text
    assert '"><b onclick=x>' in reader.text


def test_what_people_typed_is_never_html() -> None:
    evening = opened("eva", "bo", "carl", name="<i>Friday</i>", rules=commands.HouseRules(auto="all", initial_loan=40))
    move = commands.ChipMove(payer="chips:eva", payee="chips:bo", chips=1)
    evening.do(commands.MakeRuling(text="<u>event 1</u> & A♠", moves=(move,), agreed_by=("eva",)))
    reader = Reader(page_of(evening))
    assert "u" not in reader.tags
    assert "<i>Friday</i>" in reader.text
    assert "<u>event 1</u> & A♠" in reader.text


def test_cards_are_coloured_and_event_numbers_lead_to_their_events() -> None:
    assert marked("10♥ ♠", 9) == '<span class="hearts">10♥</span> <span class="spades">♠</span>'
    assert marked("Event 7: event 3 struck", 9) == (
        'Event <a href="#event-7">7</a>: event <a href="#event-3">3</a> struck'
    )
    assert marked("events 2-4, 6 and 8", 9) == (
        'events <a href="#event-2">2-4</a>, <a href="#event-6">6</a> and <a href="#event-8">8</a>'
    )


def test_an_amount_is_never_torn_from_its_currency() -> None:
    assert marked("22.50 DKK still to be paid", 9) == "22.50&nbsp;DKK still to be paid"


def test_a_number_that_is_no_event_of_this_book_is_no_link() -> None:
    assert marked("event 10, event 0, 3 chips", 9) == "event 10, event 0, 3 chips"
    assert marked("event 3 and 4 chips", 9) == 'event <a href="#event-3">3</a> and 4 chips'


def test_the_headline_gives_the_verdict_at_a_glance() -> None:
    def said(evening: Evening) -> tuple[str, tuple[str, str]]:
        report = report_of(evening)
        return report.verdict.phase, headline(report)

    evening = table()
    won_by(evening, "carl")
    assert said(evening) == ("open", ("open", "The book balances so far; the night is still being played."))
    counted_and_closed(evening)
    assert said(evening) == ("closed", ("open", "The book balances; 5.25 DKK to be settled."))
    evening.do(commands.FreezePlan(kind="direct"), commands.RecordPayment(transfer=1))
    assert said(evening) == ("settling", ("open", "The book balances; 1.75 DKK still to be paid."))
    evening.do(commands.RecordPayment(transfer=2))
    assert said(evening) == ("settled", ("good", "The book balances, and everything is paid."))


def test_a_gap_without_its_end_is_the_headline() -> None:
    evening = table()
    counted_and_closed(evening, bo=-2)
    assert headline(report_of(evening)) == ("bad", "The book does not balance.")


def test_the_same_night_is_always_the_same_page(page) -> None:
    assert page_of(small_night(), **NAMES) == page


def test_a_night_without_times_hands_or_chips_has_a_page() -> None:
    text = Reader(page_of(opened("eva", "bo"))).text
    assert "0 hands" not in text
    assert "2 players" in text
    assert "None" not in text
    assert "Stacks over the night" not in text


@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_any_night_at_any_moment_has_a_page_whose_links_lead_somewhere(seed) -> None:
    reader = Reader(page_of(random_evening(seed)))
    ids = reader.values("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in reader.values("href") if link.startswith("#")} <= set(ids)
    assert not re.search(r"\bNone\b|Undefined", reader.text)
