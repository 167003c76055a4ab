"""The report as one self-contained page of HTML: no scripts, no requests.

`render_html` takes the book's events in words along with the report, so that every number of an event leads to it. A reader
who may not see closed cards gets a page made from records in which they are hidden.
"""

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.grammar import counted
from engine.reports.sentences import EventSentence
from engine.speech import say, speech
from engine.wording import numbered
from service.book.receipts.making import as_svg
from service.language.languages import language_spoken
from service.reports import phrases, sections
from service.reports.charts import game_panels, stack_chart
from service.reports.forms.as_page import marked, page_table
from service.reports.forms.as_print import Ticket, Tickets, WayToPay
from service.reports.forms.column import CHANGE, EVENT, PLAYER, RESULT, SPAN, Kind, Setting, gain, html
from service.reports.night_report import NightReport, headline, verdict_parts
from service.reports.tables.accounts import ACCOUNT, account_rows
from service.reports.tables.hands import STAKES, stack_table, those_who_took_part
from service.reports.tables.standings import owing_rows, standing_rows

TEMPLATES = Path(__file__).with_name("templates")
# How the sentences between the tables write a value, by the name that templates use.
KINDS = {"player": PLAYER, "event": EVENT, "span": SPAN, "result": RESULT, "chips": CHANGE}
# What stands above the way to pay: the first is what nobody should miss.
RESULT_PARTS = (sections.disputed, sections.standings, sections.on_paper, sections.transfers)

# The parts of a report within other pages, by the blocks of its template.
Parts = Mapping[str, Markup]


def render_html(
    report: NightReport, sentences: Sequence[EventSentence], *, payments: Tickets | None = None, signed_head: str = ""
) -> str:
    """The whole report; `sentences` are the events of the same book, from the first to the last.

    `payments` are the codes and links for open transfers, if somebody may see them. `signed_head` stands in it as a QR
    code; without one, there is none.
    """
    return ENVIRONMENT.get_template("report.html").render(_named(report, sentences, payments, signed_head))


def report_parts(
    report: NightReport, sentences: Sequence[EventSentence], *, payments: Tickets | None = None, signed_head: str = ""
) -> Parts:
    """The same for a page that has a frame of its own."""
    return parts_of("report.html", _named(report, sentences, payments, signed_head))


def parts_of(template: str, text: Mapping[str, Any]) -> Parts:
    """The blocks of a page made from this template, with all that it names."""
    page = ENVIRONMENT.get_template(template)
    context = page.new_context(dict(text))
    # The template has escaped what people typed.
    return {name: Markup("".join(block(context))) for name, block in page.blocks.items()}  # noqa: S704


def _named(
    report: NightReport, sentences: Sequence[EventSentence], payments: Tickets | None, signed_head: str
) -> dict[str, Any]:
    """Everything that the template of the report names."""
    setting = report.setting
    chart = stack_chart(report, setting.clock.time)
    return {
        "report": report,
        "told": sentences,
        "clock": setting.clock,
        "style": _STYLE,
        "style_hash": _STYLE_HASH,
        "headline": headline(report),
        "verdicts": verdict_parts(report),
        "owing": owing_rows(report),
        "standings": standing_rows(report),
        "result": [part(report) for part in RESULT_PARTS],
        "spent": sections.spent(report),
        "gap": sections.gap(report),
        "departures": sections.departures(report),
        "chart": chart,
        "panels": game_panels(report),
        "name": report.name,
        "number": setting.anchors,
        "money": report.voice.money,
        "marked": lambda text: marked(text, report.version),
        "phrases": phrases,
        "signed_head": signed_head,
        # Drawn here from modules alone, and holds nothing that anybody typed.
        "qr": Markup(as_svg(signed_head)) if signed_head else "",  # noqa: S704
        "payments": _payments(payments),
        "write": {name: partial(_written, kind, setting) for name, kind in KINDS.items()},
        "tabled": lambda table, rows: page_table(table, rows, setting),
        "stacks_table": page_table(stack_table(report, chart), report.stacks.rows, setting) if chart else "",
        "account_table": lambda account: page_table(ACCOUNT, account_rows(account), setting),
        "stakes_table": lambda hand: page_table(STAKES, those_who_took_part(hand), setting),
    }


def _payments(payments: Tickets | None) -> list[tuple[Ticket, list[tuple[WayToPay, Markup]]]]:
    """Every payment, and each way to make it with its code, which was drawn here and holds no text of anybody's."""
    return [(one, [(way, html(way.code)) for way in one.ways]) for one in payments.tickets] if payments else []


def _written(kind: Kind, setting: Setting, value: object) -> str:
    return kind.page(value, setting)


class _Ended(Template):
    """A page in which no sentence ends with two full stops."""

    def render(self, *args: Any, **named: Any) -> str:
        return speech().ended(super().render(*args, **named))


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        extensions=["jinja2.ext.i18n"],
    )
    environment.template_class = _Ended
    # Bound late, so that a page is written in the language that is spoken while it is rendered.
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: speech().gettext(message),
        lambda one, many, number: speech().ngettext(one, many, number),
        newstyle=True,
        pgettext=lambda context, message: speech().pgettext(context, message),
    )
    environment.globals["language"] = lambda: language_spoken().code
    filters: dict[str, Callable[..., Any]] = {
        "hands_told": lambda number: counted(number, "hand"),
        "chips_told": lambda number: counted(number, "chip"),
        "nights_told": lambda number: counted(number, "night"),
        "events_told": lambda number: counted(number, "event"),
        "said": say,
        "numbered": numbered,
        "gain": gain,
    }
    environment.filters.update(filters)
    return environment


ENVIRONMENT = _environment()


def part_of_the_page(*files: str) -> tuple[Markup, str]:
    """These files as one style or script of a page, and its hash, by which the page's own policy allows it and nothing else."""
    text = "".join((TEMPLATES / file).read_text(encoding="utf-8") for file in files)
    return Markup(text), base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()  # noqa: S704


_STYLE, _STYLE_HASH = part_of_the_page("report.css")
