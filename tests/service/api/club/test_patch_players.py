"""PATCH /clubs/{club} and /clubs/{club}/players/{player}: names may change, events may not."""

from service.book.store.event_store import EventStore


def test_a_new_name_stands_in_sentences_and_not_in_events(table, banker):
    before = banker.get(f"{table.path}/events").json["events"]
    answer = banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Anna K."})
    assert (answer.status_code, answer.json["name"]) == (200, "Anna K.")
    after = banker.get(f"{table.path}/events").json["events"]
    assert [event["data"] for event in after] == [event["data"] for event in before]
    assert "Anna K." in after[1]["sentence"]


def test_a_club_is_renamed(table, banker):
    assert banker.patch(f"/clubs/{table.club}", {"name": "Fredagsklubben"}).json["name"] == "Fredagsklubben"


def test_a_player_of_another_club_is_not_found_here(table, banker):
    other = banker.post("/clubs", {"name": "Other"}).json["id"]
    path = f"/clubs/{other}/players/{table.ids['Anna']}"
    assert banker.get(path).json["code"] == "player_missing"
    assert banker.patch(path, {"name": "Mallory"}).json["code"] == "player_missing"
    assert banker.delete(path).json["code"] == "player_missing"
    assert banker.patch("/clubs/nowhere", {"name": "X"}).json["code"] == "club_missing"


def test_a_name_that_is_taken_stays_with_who_has_it(table, banker):
    answer = banker.patch(f"/clubs/{table.club}/players/{table.ids['Anna']}", {"name": "Bo"})
    assert (answer.status_code, answer.json["code"]) == (409, "name_taken")


def test_what_has_changed_since_it_was_seen_is_changed_only_by_who_looks_again(table, banker):
    for path, another in (
        (f"/clubs/{table.club}", "Another"),
        (f"/clubs/{table.club}/players/{table.ids['Anna']}", "Eva"),
    ):
        seen = {"If-Match": banker.get(path).headers["ETag"]}
        assert banker.patch(path, {"name": another}, headers=seen).status_code == 200
        late = banker.patch(path, {"name": "Too late"}, headers=seen)
        assert (late.status_code, late.json["code"]) == (412, "changed_since")
        assert banker.get(path).json["name"] == another
        # The name that it has already is no change, but what was seen is another one.
        assert banker.patch(path, {"name": another}, headers=seen).status_code == 412
        for known in (f'"x", {banker.get(path).headers["ETag"]}', "*"):
            assert banker.patch(path, {"name": another}, headers={"If-Match": known}).status_code == 200
        assert banker.patch(path, {"name": f"{another} 2"}).status_code == 200
        wrong = banker.patch(path, {"name": "X"}, headers={"If-Match": "41"})
        assert (wrong.status_code, wrong.json["code"]) == (400, "wrong_header")


def test_whoever_is_faster_is_noticed_before_anything_is_recorded(table, banker, monkeypatch):
    """Between the look at what was seen and the act, another one comes."""
    path = f"/clubs/{table.club}"
    seen = {"If-Match": banker.get(path).headers["ETag"]}
    append, came = EventStore.append, []

    def another_first(self, stream, **said):
        if not came:
            came.append(stream)
            assert banker.patch(path, {"name": "Faster"}).status_code == 200
        return append(self, stream, **said)

    monkeypatch.setattr(EventStore, "append", another_first)
    assert banker.patch(path, {"name": "Slower"}, headers=seen).status_code == 412
    assert banker.get(path).json["name"] == "Faster"
