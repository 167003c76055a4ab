"""Judges a night again by its rules, act by act."""

from __future__ import annotations

from service.app.book import Book
from service.app.seeing import see
from service.reports.views.looking_back.adjudication import AdjudicationView, adjudication_view


def adjudicate(book: Book, night_id: str, *, is_banker: bool = True) -> AdjudicationView:
    """Whether every act in force would be accepted again and have the same consequences."""
    return adjudication_view(see(book, night_id, is_banker=is_banker))
