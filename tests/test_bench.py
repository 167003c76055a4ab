"""Every measurement of the bench runs, once and tiny, and its table says what is known and what is missing."""

import pytest

from tests.bench import of_rules
from tests.bench.__main__ import measured
from tests.bench.nights import REAL
from tests.bench.rounds import TINY


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
