"""Are the jobs that follow from the nights being done? What `/readyz` says of them."""

from __future__ import annotations

import msgspec


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """`stuck`: a job is overdue or has failed, or the clock was set back; `sentences` say which."""

    stuck: bool
    due: int
    claimed: int
    failed: int
    overdue: int
    sentences: tuple[str, ...]
