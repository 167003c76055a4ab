"""What holds for every answer that is read: it may be had in part, is spared whoever has it, and leads to its next page."""

from __future__ import annotations

import re

import pytest
from werkzeug.http import parse_options_header

from service.http.sparse import TEXT_MAX
from tests.service.api.evening import V1


@pytest.fixture
def told(app, table, banker):
    """Every operation that reads structs and needs nothing but this night and its club, with its answer."""
    document = app.test_client().get(f"{V1}/openapi.json").json
    values = {"night": table.night, "club": table.club, "player": table.ids["Anna"], "version": 1}
    found = {}
    for path, item in document["paths"].items():
        operation = item.get("get", {})
        parameters = {one["name"]: one for one in [*item.get("parameters", []), *operation.get("parameters", [])]}
        if "fields" not in parameters or not set(re.findall(r"{(\w+)}", path)) <= set(values):
            continue
        asked = {name: values[name] for name, one in parameters.items() if one["in"] == "query" and one.get("required")}
        answer = banker.get(path.removeprefix(V1).format(**values), **asked)
        # A night without a hand or a plan refuses some questions.
        if answer.status_code == 200:
            found[path] = (path.removeprefix(V1).format(**values), asked, answer)
    assert len(found) > 15
    return found


def test_a_part_of_an_answer_is_what_stands_there_in_the_whole(told, banker):
    for path, asked, answer in told.values():
        for name, value in answer.json.items():
            part = banker.get(path, fields=name, **asked)
            assert part.json == {name: value}, path
        both = sorted(answer.json)[:2]
        part = banker.get(path, fields=",".join(both), **asked)
        assert part.json == {name: answer.json[name] for name in both}, path


def test_a_field_within_a_list_is_had_of_each_entry(table, banker):
    whole = banker.get(table.path).json
    part = banker.get(table.path, fields="night,players.name,players.stack").json
    assert part == {
        "night": whole["night"],
        "players": [{"name": one["name"], "stack": one["stack"]} for one in whole["players"]],
    }
    assert banker.get(table.path, fields="players,players.name").json == {"players": whole["players"]}
    assert banker.get(table.path, fields="players.name,players").json == {"players": whole["players"]}


def test_the_data_of_an_event_may_be_named_field_by_field(table, banker):
    part = banker.get(f"{table.path}/events", fields="events.data.player", limit=3).json
    assert part["events"][1] == {"data": {"player": table.ids["Anna"]}}
    assert part["events"][0] == {"data": {}}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ("players.colour", "There is no field 'colour' here; there are: "),
        ("colour", "There is no field 'colour' here; there are: "),
        ("night,", "There is no field '' here; there are: "),
        ("night.of", "There is no field 'of' here; there are: no fields."),
        ("n" * (TEXT_MAX + 1), f"It has {TEXT_MAX + 1} characters; {TEXT_MAX} is the most."),
    ],
)
def test_a_field_that_the_answer_does_not_have_is_refused_with_those_it_has(table, banker, fields, sentence):
    refused = banker.get(table.path, fields=fields)
    assert (refused.status_code, refused.json["code"]) == (422, "wrong_query")
    assert sentence in refused.json["detail"]


def test_whoever_has_an_answer_is_not_sent_it_again(told, banker):
    for path, asked, answer in told.values():
        etag = answer.headers["ETag"]
        again = banker.get(path, headers={"If-None-Match": etag}, **asked)
        assert (again.status_code, again.data) == (304, b""), path
        assert again.headers["ETag"] == etag
        assert banker.get(path, headers={"If-None-Match": '"nothing"'}, **asked).status_code == 200


def test_an_answer_without_a_version_has_another_tag_once_it_says_something_else(table, banker):
    before = banker.get("/clubs")
    banker.post("/clubs", {"name": "Another"})
    after = banker.get("/clubs", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]


def test_a_page_links_to_the_next_one_with_all_that_was_asked(table, banker):
    page = banker.get(f"{table.path}/events", limit=2, fields="next,events.version")
    seen = []
    while True:
        seen += [one["version"] for one in page.json["events"]]
        if not page.json["next"]:
            assert "Link" not in page.headers
            break
        address, how = parse_options_header(page.headers["Link"])
        assert how == {"rel": "next"}
        page = banker.get(address.strip("<>").removeprefix(V1))
        assert set(page.json) == {"next", "events"}
    assert seen == list(range(1, table.version + 1))
