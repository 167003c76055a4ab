"""What holds for every answer that is read: it is spared whoever has it, and leads to its next page."""

import re

import pytest
from werkzeug.http import parse_options_header

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
        if "304" not in operation.get("responses", {}) or not set(re.findall(r"{(\w+)}", path)) <= set(values):
            continue
        asked = {name: values[name] for name, one in parameters.items() if one["in"] == "query" and one.get("required")}
        answer = banker.get(path.removeprefix(V1).format(**values), **asked)
        # A night without a hand or a plan refuses some questions.
        if answer.status_code == 200:
            found[path] = (path.removeprefix(V1).format(**values), asked, answer)
    assert len(found) > 15
    return found


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
    page = banker.get(f"{table.path}/events", limit=2)
    seen = []
    while True:
        seen += [one["version"] for one in page.json["events"]]
        if not page.json["next"]:
            assert "Link" not in page.headers
            break
        address, how = parse_options_header(page.headers["Link"])
        assert how == {"rel": "next"}
        page = banker.get(address.strip("<>").removeprefix(V1))
    assert seen == list(range(1, table.version + 1))
