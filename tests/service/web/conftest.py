"""The applications and tables of the tests of the API."""

from __future__ import annotations

from tests.service.api.conftest import clock, settings, shared_app, shared_table

__all__ = ["clock", "settings", "shared_app", "shared_table"]
