"""The setting in which the tables of a night's report are written."""

from service.language.local_time import Clock, clock_in
from service.reports.forms.column import Setting
from service.reports.night_report import NightReport


def setting_of(report: NightReport, clock: Clock | None = None) -> Setting:
    """Names, currency and times of the night; the night's own clock unless another is given."""
    return Setting(
        names=report.names,
        currency=report.currency,
        clock=clock or clock_in(report.night.zone),
        begins=report.first_at,
        anchors={standing.player: place for place, standing in enumerate(report.standings, start=1)},
    )
