"""Every event of the book, as a spreadsheet reads it."""

from engine.reports.sentences import EventSentence
from engine.speech import say_as
from service.reports.forms.column import CSV, Column, Table
from service.reports.forms.kinds import NUMBER, TIME, WORDS

EVENTS_TOLD: Table[EventSentence] = Table(
    columns=(
        Column("event", NUMBER, lambda event: event.version, CSV),
        Column("follows from", NUMBER, lambda event: event.caused_by, CSV),
        Column("time", TIME, lambda event: event.occurred_at, CSV),
        Column("what", WORDS, lambda event: event.sentence, CSV),
        Column("void", WORDS, lambda event: say_as("an event", "void") if event.void else "", CSV),
    )
)
