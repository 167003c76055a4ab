"""The applications and tables of the tests of the API."""

from __future__ import annotations

from tests.service.api.conftest import app, banker, clock, settings, shared_app, shared_table, table

__all__ = ["app", "banker", "clock", "settings", "shared_app", "shared_table", "table"]
