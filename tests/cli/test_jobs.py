"""`chipbook jobs` at the terminal: what is there, how it was tried, its files, and trying it again."""

from __future__ import annotations

import pytest

from cli.jobs import KINDS
from cli.running import QUEUES
from service.book import job_kinds
from tests.cli.conftest import END, EVENING


@pytest.fixture
def over(done, tmp_path) -> str:
    """The key of the report of a night that is over."""
    night = tmp_path / "friday.night"
    night.write_text(EVENING + END, encoding="utf-8")
    done("replay", night)
    return next(line.split()[0] for line in done("jobs", "--all", "--kind", "report").splitlines() if "render:" in line)


def test_the_words_of_the_command_line_are_the_kinds_and_queues_of_the_book():
    assert {job_kinds.kind_of(name).queue: name for name in KINDS.values()} == KINDS
    assert job_kinds.QUEUES == QUEUES


def test_a_job_is_shown_with_its_tries_and_its_files_can_be_written_anywhere(done, data, over, tmp_path):
    told = done("jobs", "show", over)
    assert "render_report, done" in told
    assert "tried 1 of 5 times" in told
    found = data("jobs", "show", over)
    assert [one["result"] for one in found["tries"]] == ["done"]
    done("jobs", "show", over, "-o", tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == found["files"]


def test_what_has_not_failed_is_not_tried_again(chipbook, done, over):
    assert done("jobs", "retry", "--all") == "No job has failed.\n"
    assert "has failed" in chipbook("jobs", "retry", over).stderr
    assert "There is no job render:nowhere:1" in chipbook("jobs", "show", "render:nowhere:1").stderr
    for words in (("retry",), ("retry", over, "--all"), ("retry", over, "--kind", "report")):
        assert chipbook("jobs", *words).exit_code == 2


def test_a_list_that_is_asked_for_by_name_takes_the_same_options(done, over):
    assert done("jobs", "list", "--all", "--kind", "report") == done("jobs", "--all", "--kind", "report")
    assert done("jobs", "list") == "No job is due, and none has failed.\n"


def test_options_before_the_word_are_refused_rather_than_forgotten(chipbook, over):
    answer = chipbook("jobs", "--failed", "show", over)
    assert (answer.exit_code, "at the end" in answer.stderr) == (2, True)


def test_a_worker_of_no_queue_is_refused_with_the_queues_there_are(chipbook):
    answer = chipbook("worker", "--queues", "settle,dance")
    assert answer.exit_code == 2
    assert "dance is no queue; choose from settle, reconcile, report, remind, import, verify." in answer.stderr


def test_a_beat_without_a_broker_says_that_none_is_needed(chipbook):
    answer = chipbook("beat")
    assert answer.exit_code != 0
    assert "without it, a server or a worker does it" in answer.stderr
