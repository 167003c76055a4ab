"""GET /clubs/{club}/standings and /players/{player}/season; POST /players/{player}/opt-outs."""

import pypdfium2

from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, an_evening


def over(table):
    """Anna wins ten chips from Bo, and the night is closed."""
    ids = table.ids
    table.play(
        {"type": "transfer_chips", "payer": ids["Bo"], "payee": ids["Anna"], "chips": 10},
        {"type": "close_night", "waived": [{"rule": "count_is_missing", "reason": "the book stands"}]},
    )
    return table


def standings(table, client=None, **asked):
    return (client or table.banker).get(f"/clubs/{table.club}/standings", **asked)


def opting(table, name, *, out=True, **more):
    return table.banker.post(f"/clubs/{table.club}/players/{table.ids[name]}/opt-outs", {"out": out}, **more)


def test_the_standings_of_a_club_are_for_everybody_to_read_on_both_databases(app_on_both):
    table = over(an_evening(Banker(app_on_both.test_client(), TOKEN)))
    told = standings(table).json
    (season,) = told["seasons"]
    assert [(line["name"], line["result"] > 0, line["nights"]) for line in season["standings"]] == [
        ("Anna", True, 1),
        ("Carl", False, 1),
        ("Bo", False, 1),
    ]
    assert (told["since"], season["nights"], season["left_out"]) == ("", 1, 0)


def test_an_open_night_does_not_count(table):
    assert standings(table).json["seasons"] == []


def test_a_night_counts_once_somebody_bears_its_gap(table):
    counts = zip(table.ids.values(), (150, 150, 140), strict=True)
    table.play(*({"type": "count_chips", "player": player, "chips": chips} for player, chips in counts))
    table.play({"type": "close_night"})
    assert standings(table).json["seasons"] == []
    table.play({"type": "resolve_gap", "by": "all"})
    (season,) = standings(table).json["seasons"]
    assert sum(line["result"] for line in season["standings"]) == 0


def test_who_opts_out_is_not_named_and_their_own_season_needs_the_banker(table, onlooker):
    over(table)
    season = f"/clubs/{table.club}/players/{table.ids['Anna']}/season"
    assert onlooker.get(season).json["seasons"][0]["standing"]["name"] == "Anna"
    answer = opting(table, "Anna", key="tap")
    assert (answer.status_code, answer.json["name"]) == (201, "Anna")
    assert opting(table, "Anna", key="tap").status_code == 201
    told = standings(table, onlooker).data.decode()
    assert "Anna" not in told
    assert table.ids["Anna"] not in told
    assert (onlooker.get(season).status_code, table.banker.get(season).json["opted_out"]) == (403, True)
    again = opting(table, "Anna")
    assert (again.status_code, again.json["code"], again.json["detail"]) == (
        409,
        "is_opted_out_already",
        "Anna opted out of standings already.",
    )
    assert opting(table, "Anna", out=False).status_code == 201
    assert "Anna" in standings(table, onlooker).data.decode()


def test_what_cannot_be_meant_is_refused(table):
    over(table)
    for asked, status, code in (
        ({"from": "2026-02-31"}, 422, "not_a_day"),
        ({"from": "soon"}, 422, "wrong_query"),
        ({"from": "2026-02-02", "to": "2026-02-01"}, 422, "ends_before_it_begins"),
        ({"game": "Tiddlywinks"}, 404, "not_played_here"),
        ({"limit": "501"}, 422, "wrong_query"),
    ):
        answer = standings(table, **asked)
        assert (answer.status_code, answer.json["code"]) == (status, code), asked


def test_nobody_has_a_season_who_never_was_a_member(table):
    answer = table.banker.get(f"/clubs/{table.club}/players/p-nobody/season")
    assert (answer.status_code, answer.json["code"]) == (404, "player_missing")
    assert table.banker.get("/clubs/nowhere/standings").status_code == 404


def test_the_standings_are_printed_with_the_same_results(table, onlooker):
    club = over(table).club
    answer = onlooker.get(f"/clubs/{club}/standings.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    (page, *_) = pypdfium2.PdfDocument(answer.data)
    text = page.get_textpage().get_text_range()
    assert "Anna leads with +2.50" in text.replace("\u00a0", " ")
    assert onlooker.get(f"/clubs/{club}/standings.pdf?from=never").status_code == 422


def test_the_standings_are_a_picture_for_the_chat_too(table, onlooker):
    club = over(table).club
    answer = onlooker.get(f"/clubs/{club}/standings.png")
    assert (answer.status_code, answer.mimetype, answer.data[:4]) == (200, "image/png", b"\x89PNG")
    assert answer.data != onlooker.get(f"/clubs/{club}/standings.png?game=Anaconda").data
    assert onlooker.get(f"/clubs/{club}/standings.png?from=never").status_code == 422
