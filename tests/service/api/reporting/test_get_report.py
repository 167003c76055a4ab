"""`GET /nights/{night}/report`: everybody reads it in their language, however it was kept for others."""

from msgspec.structs import replace

from engine.money import Debt
from service.api.context import EXTENSION
from service.app.seeing import see
from service.reports.night_report import report_view
from tests.service.api.evening import settled


def test_the_report_and_its_pages_are_in_the_language_that_is_asked_for(table, onlooker):
    path, danish = f"{table.path}/report", {"Accept-Language": "da"}
    english = onlooker.get(path)
    in_danish = onlooker.get(path, headers=danish)
    assert english.json["verdict"]["sentences"][0].startswith("BALANCED: ")
    assert in_danish.json["verdict"]["sentences"][0].startswith("STEMMER: ")
    assert onlooker.get(path).data == english.data
    # What programs count with is the same.
    assert in_danish.json["standings"] == english.json["standings"]


def test_a_report_tells_how_much_went_into_a_later_plan_as_it_is_now(table, app):
    table.play({"type": "transfer_chips", "payer": table.ids["Anna"], "payee": table.ids["Carl"], "chips": 40})
    view = see(app.extensions[EXTENSION].book, settled(table).night)
    one = view.night.closing.plan.transfers[0]
    for cents in (100, 200):
        carried_on = {"later": (Debt(payer=one.payer, payee=one.payee, cents=cents),)}
        assert report_view(replace(view, carried_on=carried_on)).transfers.transfers[0].netted == cents
