"""GET /clubs/{club}/verification: one head of the club vouches for all its nights and members."""

from __future__ import annotations

import pytest

from engine import adjudicate, errors
from service.store.streams import stream_of_club, stream_of_night
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, an_evening
from tests.service.proof.forging import cut_off, unguarded


def head_of(table):
    return table.banker.get(f"/clubs/{table.club}/players").json["head"]


def faults(proof):
    return [finding["sentence"] for check in proof["checks"] for finding in check["findings"]]


def test_every_night_is_proven_and_last_the_club_on_both_databases(app_on_both):
    table = an_evening(Banker(app_on_both.test_client(), TOKEN))
    an_evening(table.banker, "elsewhere")
    path = f"/clubs/{table.club}/verification"
    found = table.banker.get(path, head=head_of(table)).json
    assert (found["holds"], [proof["night"] for proof in found["proofs"]]) == (True, ["friday", ""])
    assert {proof["club"] for proof in found["proofs"]} == {table.club}
    assert found["proofs"][1]["head"] == head_of(table)
    assert not table.banker.get(path, head="0" * 63 + "1").json["holds"]


def test_a_night_that_is_missing_is_found(table, banker, sqlite_database):
    cut_off(sqlite_database, stream_of_night(table.club, table.night))
    found = banker.get(f"/clubs/{table.club}/verification").json
    assert not found["holds"]
    assert any("friday" in sentence for sentence in faults(found["proofs"][-1]))


def test_a_club_that_was_shortened_is_found_by_the_head_that_was_kept(table, banker, sqlite_database):
    kept = head_of(table)
    banker.post(f"/clubs/{table.club}/players/{table.ids['Anna']}/roles", {"role": "banker", "held": True})
    path = f"/clubs/{table.club}/verification"
    newest = head_of(table)
    assert banker.get(path, head=kept).json["holds"], "A head of earlier is still in the chain."
    version = banker.get(f"/clubs/{table.club}/players").json["version"]
    cut_off(sqlite_database, stream_of_club(table.club), version - 1)
    assert not banker.get(path, head=newest).json["holds"]


def test_two_names_that_were_swapped_are_found(table, banker, sqlite_database):
    swap = "UPDATE player SET name = ? WHERE club = ? AND id = ?"
    with unguarded(sqlite_database) as execute:
        for name, other in (("x", "Anna"), ("Anna", "Bo"), ("Bo", "Anna")):
            execute(swap, (name, table.club, table.ids[other]))
    found = banker.get(f"/clubs/{table.club}/verification").json
    assert len([one for one in faults(found["proofs"][-1]) if "Anna" in one or "Bo" in one]) == 2


def test_a_finding_of_the_rules_quotes_closed_cards_to_the_banker_only(table, banker, onlooker, monkeypatch):
    refusal = errors.CardIsAlreadyOut(card="As")
    finding = adjudicate.Finding(2, "refused", f"Event 2 would be refused: {refusal}", refusal)
    outcome = adjudicate.Adjudication(1, 1, (finding,), 1, 1)
    monkeypatch.setattr("service.proof.records.adjudicate", lambda _: outcome)
    path = f"{table.path}/verification"
    (told,) = faults(onlooker.get(path).json)
    assert "card is already out" in told
    assert "As" not in told
    assert "As is out already" in faults(banker.get(path).json)[0]
    assert "As is out already" in faults(banker.get(f"/clubs/{table.club}/verification").json["proofs"][0])[0]


@pytest.mark.parametrize(
    ("club", "head", "status", "code"),
    [("nowhere", "", 404, "club_missing"), ("", "abc", 422, "wrong_query"), ("", "G" * 64, 422, "wrong_query")],
)
def test_a_club_that_is_not_there_and_what_is_no_head(table, banker, club, head, status, code):
    query = {"head": head} if head else {}
    answer = banker.get(f"/clubs/{club or table.club}/verification", **query)
    assert (answer.status_code, answer.json["code"]) == (status, code)
