"""May this server be sent requests? What `/readyz` answers."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.reports.views.running.work import Work


class Readiness(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`ready`; `stuck`: acts are recorded, but the jobs that follow are not done; `reads_only`: nothing can be recorded.

    `sentences` say why, and what will be a trouble soon; `work` is there if it is stuck.
    """

    status: Literal["ready", "stuck", "reads_only"]
    sentences: tuple[str, ...] = ()
    work: Work | None = None
