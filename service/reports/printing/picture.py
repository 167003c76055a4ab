"""The standings as a picture for the group chat: who won, and who pays whom."""

from engine.speech import say
from service.reports import phrases
from service.reports.forms.as_files import printed_table
from service.reports.headline import headline
from service.reports.night_report import NightReport
from service.reports.printing.document import Document, Heading
from service.reports.printing.night import foot_of, notes
from service.reports.tables.hands import setting_of
from service.reports.tables.standings import RESULTS, standing_rows
from service.reports.tables.transfers import OWING, owing_rows


def standings_picture(report: NightReport) -> Document:
    """The results, and what is still to be paid; all else is in the report."""
    setting = setting_of(report)
    tone, said = headline(report)
    owing = owing_rows(report)
    when = setting.clock.day(report.first_at)
    return Document(
        kind="chipbook",
        title=report.title,
        facts=tuple(filter(None, (when, phrases.size_told(report)))),
        tone=tone,
        headline=said,
        first=(
            printed_table(RESULTS, standing_rows(report), setting),
            *notes(phrases.nobodys_told(report)),
            *((Heading(text=say("To be paid")), printed_table(OWING, owing, setting)) if owing else ()),
        ),
        foot=foot_of(report),
    )
