"""What guards the book: triggers that refuse changes, and on PostgreSQL a login that may not drop them."""

from __future__ import annotations

from engine.speech import say, say_number
from service.app.book import Book
from service.book.store.protection import verify_protection, who_could_drop_the_protection
from service.reports.views.running.examination import Finding, good, note, wrong

# More of the same kind say nothing new.
SHOWN_MAX = 3


def of_the_protection(book: Book) -> list[Finding]:
    """A finding for each guard that is missing, for a login that could remove them, and one if all is well."""
    faults = verify_protection(book.database)
    mend = say(
        "Find out who changed the tables, then: chipbook verify --all; and restore from a backup if it finds anything."
    )
    found = [wrong("guards", fault.sentence, mend) for fault in faults[:SHOWN_MAX]]
    if len(faults) > SHOWN_MAX:
        more = say_number(
            "{number} more guard is missing or changed.",
            "{number} more guards are missing or changed.",
            len(faults) - SHOWN_MAX,
        )
        found.append(wrong("guards", more, mend))
    if not found:
        found.append(good("guards", say("Everything that refuses changes to the events is in place.")))
    if owner := who_could_drop_the_protection(book.database):
        sentence = say("The program signs in as {owner}, who owns the tables and could alter events.", owner=owner)
        found.append(
            note("rights", sentence, say("Give it a login of its own, in the role that `chipbook grant` makes."))
        )
    return found
