"""Every answer about the book: one struct for each question, the same for terminal, JSON and HTTP.

Ids stand for people; the name of a person stands once beside the id, where the people are listed. Amounts end in `_cents`,
a phase is one of `engine.club.acts.NightPhase`, and an answer that has the `version` of a night is about that version.
"""
