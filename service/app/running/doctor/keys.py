"""Whether the private half of each key in force, with which clubs sign receipts, is here."""

from __future__ import annotations

from engine.speech import say
from service.app.book import Book
from service.app.looking_back.keys import keys_of
from service.book.store.lists import Lists
from service.reports.views.running.examination import Finding, good, note, wrong

# A book of many clubs is looked at as far as a doctor can wait.
CLUBS_MAX = 100


def of_the_keys(book: Book) -> list[Finding]:
    """A finding for each club whose key was lost, or one that none was."""
    clubs = Lists(book.database).clubs()
    told = [keys_of(book, club.club) for club in clubs[:CLUBS_MAX]]
    signing = [club for club in told if club.in_force is not None]
    lost = [club for club in signing if not next(key for key in club.keys if key.key == club.in_force).private_here]
    found = [
        wrong(
            "keys",
            say(
                "The private key {key} of {club} is not in {folder}.",
                key=club.in_force,
                club=club.name,
                folder=book.key_folder,
            ),
            say(
                'Bring the folder back; if it is lost for good: chipbook club key lost --club "{club}"', club=club.name
            ),
        )
        for club in lost
    ]
    if not found:
        found.append(good("keys", say("The key of every club that signs is here: {number}.", number=len(signing))))
    if len(clubs) > CLUBS_MAX:
        sentence = say("The first {most} of {number} clubs were looked at.", most=CLUBS_MAX, number=len(clubs))
        found.append(note("keys", sentence))
    return found
