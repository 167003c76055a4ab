"""POST /clubs/{club}/imports: files are read, asked about, recorded as the command line records them, and taken out again."""

import base64
import io
import re
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from service.app.exchange import uploads
from service.app.exchange.exports import results_of
from service.app.looking_back.verify import verify_club
from service.book.store import uploads as rows
from service.jobs.working import import_files
from tests.cli.test_histories import HISTORY
from tests.service.api.conftest import TOKEN
from tests.service.api.evening import Banker, Table, an_evening
from tests.service.api.verified import worker_of
from tests.service.exchange.imports.logs import ANN, BO, hand, log
from tests.service.exchange.imports.test_ledger import WHOLE

RESULTS = """\
date;player;in;out
3/4/2024;Anna;100;150
3/4/2024;Carl;100;50
5/4/2024;Ana;100;80
5/4/2024;Bo;100;110
"""
ANSWERS = {"dates": "dmy", "mapped": {"Ana": "Ana"}, "gap": "all"}
LOG = Path(__file__).parents[3] / "scenarios" / "pokernow" / "an_evening.csv"


def sent(*files: tuple[str, bytes]) -> dict[str, Any]:
    return {"files": [{"name": name, "content": base64.b64encode(data).decode()} for name, data in files]}


class Bringing:
    """Somebody who brings files into the club of a table, and the worker that reads them."""

    def __init__(self, app, table: Table) -> None:
        self.table, self.worker = table, worker_of(app)
        self.path = f"/clubs/{table.club}/imports"

    def begin(self, *files: tuple[str, bytes], **more: Any) -> dict[str, Any]:
        return self.done(self.table.banker.post(self.path, {**sent(*files), **more}))

    def say(self, import_id: str, what: str, body: object = None) -> dict[str, Any]:
        return self.done(self.table.banker.post(f"{self.path}/{import_id}/{what}", body))

    def done(self, answer) -> dict[str, Any]:
        """What it is once the worker has done what was asked."""
        assert answer.status_code == 202, answer.json
        self.worker.run_due()
        return self.table.banker.get(f"{self.path}/{answer.json['id']}").json

    def recorded(self, *files: tuple[str, bytes], **more: Any) -> dict[str, Any]:
        made = self.begin(*files, **more)
        assert made["state"] == "ready", made
        return self.say(made["id"], "recording")

    def results(self) -> bytes:
        return results_of(self.worker.context.book(), self.table.club).as_csv()


@pytest.fixture
def bringing(app, table) -> Bringing:
    return Bringing(app, table)


def fields(questions: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["field"], one["about"]) for one in questions]


def without_ids(results: bytes) -> bytes:
    """Results without the ids of people, which are made by chance."""
    return re.sub(rb";p[a-z0-9]{10}\r", b"\r", results)


def by_the_command_line(home: Path, monkeypatch: pytest.MonkeyPatch, *said: str) -> None:
    monkeypatch.setenv("CHIPBOOK_HOME", str(home))
    monkeypatch.delenv("CHIPBOOK_DATABASE_URL", raising=False)
    for line in (("club", "found", "Klub friday"), *(("club", "add", name) for name in ("Anna", "Bo", "Carl")), said):
        result = CliRunner().invoke(main, line)
        assert result.exit_code == 0, result.output


def test_results_are_read_asked_about_and_recorded_as_the_command_line_does_on_both_databases(
    app_on_both, tmp_path, monkeypatch
):
    table = an_evening(Banker(app_on_both.test_client(), TOKEN))
    bringing = Bringing(app_on_both, table)
    made = bringing.begin(("years.csv", RESULTS.encode()))
    assert (made["state"], fields(made["preview"]["questions"])) == ("asks", [("dates", "")])
    made = bringing.say(made["id"], "answers", {"dates": "dmy"})
    assert (made["state"], len(made["preview"]["nights"])) == ("asks", 2)
    assert fields(made["preview"]["questions"]) == [("mapped", "Ana"), ("gap", "")]
    assert [one["value"] for one in made["preview"]["questions"][1]["choices"]][-2:] == ["Anna", "Bo"]
    refused = table.banker.post(f"{bringing.path}/{made['id']}/recording", None)
    assert (refused.status_code, refused.json["code"]) == (409, "import_not_as_is")
    made = bringing.say(made["id"], "answers", {"mapped": {"Ana": "Ana"}, "gap": "all"})
    assert (made["state"], made["preview"].get("questions", [])) == ("ready", [])
    made = bringing.say(made["id"], "recording")
    assert (made["state"], len(made["nights"]), made["answers"]) == ("recorded", 2, {})
    assert uploads.uploads.files_of(bringing.worker.context.database, table.club, made["id"]) is None
    (tmp_path / "years.csv").write_text(RESULTS)
    home = tmp_path / "other"
    by_the_command_line(
        home,
        monkeypatch,
        *("import", "results", str(tmp_path / "years.csv"), "--dates", "dmy", "--map", "Ana=Ana", "--gap", "all"),
    )
    result = CliRunner().invoke(main, ["export", "--results", "-o", str(tmp_path / "there.csv")])
    assert result.exit_code == 0, result.output
    assert without_ids(bringing.results()) == without_ids((tmp_path / "there.csv").read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "kind", "hands"),
    [
        ("an_evening.csv", LOG.read_bytes(), "pokernow", 2),
        ("night.phhs", HISTORY.encode(), "phh", 2),
    ],
)
def test_a_log_and_hand_histories_are_known_by_how_they_begin(bringing, name, data, kind, hands):
    made = bringing.begin((name, data))
    preview = made["preview"]
    assert (made["kind"], made["state"], len(preview["nights"])) == (kind, "ready", 1), made
    assert preview["hands"] >= hands
    night = bringing.say(made["id"], "recording")["nights"][0]
    assert bringing.table.banker.get(f"/nights/{night}").json["hands_played"] == preview["hands"]
    again = bringing.begin((name, data))
    assert [one["already"] for one in again["preview"]["nights"]] == [True]


def test_a_ledger_is_known_by_its_header_and_asks_what_it_does_not_say(bringing):
    made = bringing.begin(("ledger.csv", WHOLE.encode()))
    assert (made["kind"], made["state"]) == ("ledger", "asks")


def test_what_was_imported_is_taken_out_again_and_comes_back_by_the_same_file(bringing):
    before = bringing.worker.context.book()
    made = bringing.recorded(("years.csv", RESULTS.encode()), answers=ANSWERS)
    log = bringing.recorded(("log.csv", LOG.read_bytes()))
    results = bringing.results()
    for one in (made, log):
        undone = bringing.say(one["id"], "undoing")
        assert (undone["state"], undone["taken_out"]) == ("undone", one["nights"])
    listed = bringing.table.banker.get("/nights").json["nights"]
    assert [one["night"] for one in listed] == ["friday"]
    standings = bringing.table.banker.get(f"/clubs/{bringing.table.club}/standings").json
    assert [one["nights"] for one in standings["seasons"]] in ([], [0])
    # Nothing is erased: the acts stand there, and the one that says that they do not count.
    events = bringing.table.banker.get(f"/nights/{made['nights'][0]}/events").json["events"]
    assert {"night_opened", "loan_given", "events_corrected", "night_closed"} <= {one["type"] for one in events}
    assert [one.faults for one in verify_club(before, bringing.table.club).proofs if one.faults] == []
    bringing.recorded(("years.csv", RESULTS.encode()), answers=ANSWERS)
    bringing.recorded(("log.csv", LOG.read_bytes()))
    assert bringing.results() == results


def test_a_log_that_went_on_takes_the_place_of_its_beginning_and_is_taken_out_again(bringing):
    joined = [f"The player {who} joined the game with a stack of 1000." for who in (ANN, BO)]
    once = [*joined, *hand(1, {ANN: 1000, BO: 1000})]
    first = bringing.recorded(("log.csv", log(once).encode()))
    on = bringing.recorded(("log.csv", log([*once, *hand(2, {ANN: 980, BO: 1020})]).encode()))
    listed = [one["night"] for one in bringing.table.banker.get("/nights").json["nights"]]
    assert sorted(listed) == sorted(["friday", *on["nights"]])
    assert bringing.table.banker.get(f"{bringing.path}/{first['id']}").json["taken_out"] == first["nights"]
    assert bringing.say(on["id"], "undoing")["state"] == "undone"


def test_debts_are_known_by_their_headings_in_the_unicode_text_of_a_spreadsheet(bringing):
    text = "Date\tDescription\tCategory\tCost\tCurrency\tAnna\tBo\r\n2024-03-02\tPizza\tFood\t100\tDKK\t50\t-50\r\n"
    made = bringing.begin(("debts.txt", text.encode("utf-16")))
    assert (made["kind"], made["state"], made["preview"]["sums"]) == ("debts", "ready", {"Anna": 5000, "Bo": -5000})


def test_debts_are_taken_out_again_too(bringing):
    splitwise = (
        "Date,Description,Category,Cost,Currency,Anna,Bo\n\n2024-01-05,Poker,General,50.00,DKK,50.00,-50.00\n\n"
        "2024-01-06,Total balance, , ,DKK,50.00,-50.00\n"
    )
    made = bringing.recorded(("debts.csv", splitwise.encode()))
    assert made["kind"] == "debts"
    assert bringing.say(made["id"], "undoing")["state"] == "undone"
    assert bringing.recorded(("debts.csv", splitwise.encode()))["nights"] != made["nights"]


def test_a_night_in_which_something_was_recorded_since_stays_when_an_import_is_undone(bringing):
    made = bringing.recorded(("years.csv", RESULTS.encode()), answers=ANSWERS)
    touched = made["nights"][0]
    raised = bringing.table.banker.post(
        f"/nights/{touched}/disputes", {"by": bringing.table.ids["Anna"], "words": "That was not so."}
    )
    assert raised.status_code == 201, raised.json
    undone = bringing.say(made["id"], "undoing")
    assert (undone["state"], undone["taken_out"]) == ("recorded", made["nights"][1:])


def test_an_import_goes_on_after_its_worker_was_cut_off_at_any_place(bringing, app, monkeypatch):
    made = bringing.begin(("years.csv", RESULTS.encode()), answers=ANSWERS)
    bringing.table.banker.post(f"{bringing.path}/{made['id']}/recording", None)
    job = bringing.worker.jobs.claim(
        bringing.table.club, f"import:{made['id']}:2", by="dead", now="2026-11-20T19:30:00Z"
    )
    assert job is not None
    # It has recorded everything, and is cut off before it can say so.
    with monkeypatch.context() as patch:
        kept = rows.change
        patch.setattr(rows, "change", lambda database, before, **to: "nights" in to and kept(database, before, **to))
        import_files(bringing.worker.context, job)
    assert bringing.table.banker.get(f"{bringing.path}/{made['id']}").json["state"] == "recording"
    results = bringing.results()
    import_files(bringing.worker.context, job)
    done = bringing.table.banker.get(f"{bringing.path}/{made['id']}").json
    assert (done["state"], len(done["nights"]), bringing.results()) == ("recorded", 2, results)


def test_files_that_nobody_recorded_for_a_day_are_gone(bringing, clock):
    made = bringing.begin(("years.csv", RESULTS.encode()))
    clock.pass_seconds(24 * 60 * 60 + 60)
    bringing.worker.run_due()
    answer = bringing.table.banker.get(f"{bringing.path}/{made['id']}")
    assert (answer.status_code, answer.json["code"]) == (404, "import_missing")


def test_the_same_key_brings_the_files_once_and_only_a_few_may_lie_there(bringing):
    banker, body = bringing.table.banker, sent(("years.csv", RESULTS.encode()))
    first, again = (banker.post(bringing.path, body, key="once").json["id"] for _ in range(2))
    assert first == again
    for _ in range(4):
        assert banker.post(bringing.path, body).status_code == 202
    answer = banker.post(bringing.path, body)
    assert (answer.status_code, answer.json["code"]) == (409, "too_many_imports")
    assert banker.delete(f"{bringing.path}/{first}").status_code == 204
    assert banker.post(bringing.path, body).status_code == 202


def bomb() -> bytes:
    """A workbook of a few kilobytes that unpacks to sixty megabytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<sheetData>" + b" " * 60_000_000)
    return packed.getvalue()


HOSTILE = {
    "bomb.xlsx": bomb,
    "half.xlsx": lambda: b"PK\x03\x04" + b"x" * 1000,
    "picture.png": lambda: b"\x89PNG\r\n\x1a\n\0\0" * 100,
    "open.csv": lambda: b'date,player,in,out\n"' + b"a,\n" * 300_000,
    "quotes.csv": lambda: b'"",' * 300_000,
    "wide.csv": lambda: b"," * 1_000_000,
    "log.csv": lambda: b"entry,at,order\n" + b'"' * 1_000_000,
    "deep.json": lambda: b"[" * 1_000_000,
    "deep.phh": lambda: b"variant = " + b"[" * 1_000_000,
    "nothing.csv": lambda: b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence_and_in_bounded_time(bringing, name):
    begun = time.process_time()
    made = bringing.begin((name, HOSTILE[name]()))
    assert made["state"] == "refused", made
    assert name in made["preview"]["refused"]
    # Seconds of this process, whatever else runs beside it: a reader that goes through the text again and again takes hours.
    assert time.process_time() - begun < 60


def test_what_is_too_large_or_no_file_is_refused_before_it_is_kept(bringing):
    banker = bringing.table.banker
    for body, status, code in (
        (sent(("a.csv", b"x" * (uploads.BYTES_MAX + 1))), 413, "files_too_large"),
        (sent(("a.csv", b"x" * (uploads.BYTES_MAX + 1_000_000))), 413, "body_too_large"),
        ({"files": []}, 422, "wrong_body"),
        ({"files": [{"name": "a.csv", "content": "???"}]}, 422, "wrong_body"),
        ({**sent(("a.csv", b"x")), "kind": "photo"}, 422, "wrong_body"),
    ):
        answer = banker.post(bringing.path, body)
        assert (answer.status_code, answer.json["code"]) == (status, code), answer.json
    assert banker.get(bringing.path).json == {"imports": []}


def test_when_a_person_is_forgotten_files_that_may_name_them_go_too(bringing):
    made = bringing.begin(("years.csv", RESULTS.encode()))
    # Carl plays at no table that is not settled.
    gone = bringing.table.banker.post(f"/clubs/{bringing.table.club}/players", {"name": "Dora"}).json["id"]
    assert bringing.table.banker.delete(f"/clubs/{bringing.table.club}/players/{gone}").status_code == 204
    assert bringing.table.banker.get(f"{bringing.path}/{made['id']}").status_code == 404


def test_the_questions_are_told_in_the_language_of_whoever_reads_them(bringing):
    made, banker = bringing.begin(("years.csv", RESULTS.encode())), bringing.table.banker
    for language, labels in (("da", ["Med dagen", "Med måneden"]), ("en", ["With the day", "With the month"])):
        answer = banker.http.get(
            f"/api/v1{bringing.path}/{made['id']}", headers=banker.headers | {"Accept-Language": language}
        )
        (question,) = answer.json["preview"]["questions"]
        assert [one["label"] for one in question["choices"]] == labels
