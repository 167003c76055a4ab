"""Every measurement of the bench runs, once and tiny, and its table says what is known and what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import of_rules
from tests.bench.__main__ import measured
from tests.bench.nights import REAL
from tests.bench.rounds import TINY, percentile, rates
from tests.bench.rows import HEADINGS, Row, as_markdown, file_system


@pytest.fixture(autouse=True)
def measured_beside_other_tests(monkeypatch) -> None:
    """Without the real nights; and what other tests hold is neither looked through nor let go of here."""
    monkeypatch.delenv(REAL, raising=False)
    for name in ("collect", "freeze", "unfreeze"):
        monkeypatch.setattr(f"tests.bench.rounds.gc.{name}", lambda: None)


def test_everything_is_measured_once(tmp_path) -> None:
    rows = list(measured(tmp_path, tmp_path, TINY))
    assert all(row.ours > 0 for row in rows)
    assert len({row.what for row in rows}) == 23
    assert [row.what for row in rows if row.peer and not row.peer_rate] == []


def test_a_peer_that_is_not_installed_is_named_as_missing(monkeypatch) -> None:
    monkeypatch.setattr(of_rules, "peer", lambda _: None)
    rows = of_rules.shown_down(TINY) + of_rules.evaluated(TINY)
    assert {row.cells()[2] for row in rows} == {
        f"{name} (not installed)" for name in ("PokerKit", "clubs", "treys", "eval7 (in C)")
    }
    assert {row.ratio for row in rows} == {None}


def test_an_aim_is_a_ratio_or_a_most_and_without_either_nothing_is_met_or_missed() -> None:
    assert Row(what="w", ours=10, peer="p", peer_rate=8, aim_ratio=1.2).met is True
    assert Row(what="w", ours=10, peer="p", peer_rate=8, aim_ratio=1.3).met is False
    assert Row(what="w", ours=10, peer="p", aim_ratio=1.3).met is None
    assert Row(what="w", ours=10).met is None
    assert [Row(what="w", ours=10, aim_most=most).met for most in (9, 10)] == [False, True]


def test_the_table_reads_as_markdown() -> None:
    row = Row(what="hands", ours=1234.4, peer="p", peer_rate=617.2, aim_ratio=1)
    assert as_markdown(row.cells()) == "| hands | 1,234/s | p 617/s | 2.00 × | ≥ 1 × | yes |"
    assert as_markdown(HEADINGS).splitlines()[1] == "| --- | ---: | --- | ---: | ---: | --- |"


def test_rates_are_medians_of_rounds_in_which_everyone_runs() -> None:
    runs: list[str] = []
    found = rates({name: lambda name=name: len(runs.append(name) or runs) for name in "ab"}, rounds=3)
    assert sorted(runs) == list("aaaabbbb")
    assert set(found) == {"a", "b"}
    assert percentile([5.0, 1.0, 3.0, 2.0, 4.0], 50) == 3.0
    assert percentile([float(number) for number in range(1, 101)], 99) == 99.0


def test_the_file_system_under_a_folder_has_a_name() -> None:
    assert file_system(Path("/proc")) == "proc"
