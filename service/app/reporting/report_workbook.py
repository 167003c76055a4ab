"""The report of a night as a workbook."""

from __future__ import annotations

from service.app.book import Book
from service.app.reporting.report import report
from service.reports.views.reporting.report import report_view
from service.reports.views.visible_night import VisibleNight
from service.reports.workbook import render_workbook


def as_workbook(book: Book, night_id: str) -> bytes:
    """The whole report as an XLSX file, whose results and sums are formulas."""
    return render_workbook(report(book, night_id))


def workbook_for(seen: VisibleNight) -> bytes:
    """The same as this reader may see it. The chain of the night must hold."""
    return render_workbook(report_view(seen))
