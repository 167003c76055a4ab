"""A process holds as many streams as it may open files, and raises its own limit as far as it may."""

from __future__ import annotations

import resource

import pytest

from service.api.http.open_files import streams_that_fit


@pytest.fixture
def limits(monkeypatch):
    """The limits of a pretended process: soft and hard."""
    limits = [256, 256]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.__setitem__(slice(None), wanted))
    return limits


@pytest.mark.parametrize(("hard", "fit"), [(100_000, 1000), (resource.RLIM_INFINITY, 1000), (1024, 293), (300, 1)])
def test_as_many_streams_as_the_system_allows(limits, hard, fit):
    limits[1] = hard
    assert streams_that_fit(1000) == fit


def test_a_limit_that_is_high_enough_is_left_alone(limits):
    limits[:] = [50_000, 60_000]
    assert streams_that_fit(1000) == 1000
    assert limits == [50_000, 60_000]


def test_a_system_that_refuses_is_not_argued_with(limits, monkeypatch):
    def refuse(_which, _wanted):
        raise ValueError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    limits[:] = [1024, 100_000]
    assert streams_that_fit(1000) == 293
