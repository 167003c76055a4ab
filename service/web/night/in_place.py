"""A refusal stands where it was said; at the top of the page where that place is gone."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from service.web.acting import Trouble

# How a template marks a refusal that it tells.
_TOLD = b'role="alert"'


def in_place(trouble: Trouble | None, drawn: Callable[[str], Response]) -> Response:
    """The page with the refusal at the place that its form named in the field `at`.

    `drawn` makes the page for a place; the empty one is the top. A place may be gone because another device was quicker, as
    a count is once the night is closed.
    """
    if trouble is None:
        return drawn("")
    told = drawn(request.form.get("at", ""))
    return told if _TOLD in told.get_data() else drawn("")
