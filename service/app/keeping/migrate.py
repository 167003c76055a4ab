"""Brings the schema of the book of the settings to what this program needs, as the owner of its tables."""

from __future__ import annotations

import os
from contextlib import closing

from service.book.db import Database
from service.book.store import roles
from service.book.store.schema import HEAD, prepare, revision
from service.config import load_settings
from service.language.dictionaries.club import learn
from service.reports.views.exchange.moving import Migrated


def migrate() -> Migrated:
    """Migrates the book and gives the program's role its rights on every table; both may be done again.

    Signs in by CHIPBOOK_MIGRATION_URL, or by CHIPBOOK_DATABASE_URL where that login owns the tables.
    """
    settings = load_settings(os.environ)
    learn(settings.home)
    with closing(Database.open(settings.migration_url or settings.database_url, settings.server)) as database:
        before = revision(database)
        prepare(database)
        skipped = roles.grant_application_role(database)
        return Migrated(place=database.place, before=before or "", after=HEAD, role=roles.ROLE, skipped=skipped or "")
