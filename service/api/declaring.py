"""Every route declares what whoever asks must be allowed to do; without that, the application does not start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, TypeVar

from flask import Flask

from service.api.http.extensions import DEED, PROOF
from service.people.access.rights import MAY, OPENED_BY, Deed

View = TypeVar("View", bound=Callable[..., Any])

# Where a view keeps it; decorators that wrap a view copy it.
_NEEDS = "needs_deed"
# Methods that Flask answers by itself, or like a GET.
_BESIDES = {"HEAD", "OPTIONS"}


def needs(deed: Deed) -> Callable[[View], View]:
    """The view is only called for somebody who may do this."""

    def decorator(view: View) -> View:
        view.__dict__[_NEEDS] = deed
        # Where flask-smorest looks for what its own decorators have left.
        view.__dict__["_apidoc"] = {
            **deepcopy(getattr(view, "_apidoc", {})),
            # A club may open it to everybody.
            PROOF: "sometimes" if "stranger" in MAY[deed] or deed in OPENED_BY else "always",
            DEED: deed.name.lower(),
        }
        return view

    return decorator


class Declared:
    """What every route of an application needs."""

    def __init__(self) -> None:
        self._deeds: dict[tuple[str, str], Deed] = {}

    def read(self, app: Flask, others: Mapping[str, Deed]) -> None:
        """Reads it off the routes. `others`: the rooms of routes that others wrote, with what they need."""
        for rule in app.url_map.iter_rules():
            view = app.view_functions[rule.endpoint]
            for method in (rule.methods or set()) - _BESIDES:
                deed = others.get(rule.endpoint.partition(".")[0]) or _declared(view, method)
                assert deed is not None, f"{method} {rule.rule} does not say what it needs: see {__name__}"
                self._deeds[rule.endpoint, method] = deed

    def of(self, endpoint: str, method: str) -> Deed | None:
        """What a request needs; None for OPTIONS, which tells only the methods."""
        return self._deeds.get((endpoint, "GET" if method == "HEAD" else method))


def _declared(view: Callable[..., Any], method: str) -> Deed | None:
    kind = getattr(view, "view_class", None)
    deed: Deed | None = getattr(view if kind is None else getattr(kind, method.lower(), None), _NEEDS, None)
    return deed
