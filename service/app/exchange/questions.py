"""What files leave open, as questions with their answers to choose from: the same for every face."""

from __future__ import annotations

from engine.grammar import counted
from engine.speech import say
from service.app.exchange.imports import LogDraft
from service.app.exchange.results import Draft
from service.exchange.refused import CellIsOpen, DebtsInTwoCurrencies, ImportRefused, UnitIsNeeded
from service.language.local_time import day_text
from service.reports.views.exchange import Choice, PersonMatch, Question

# Of so many nights whose sums do not meet, a question says which they are.
NIGHTS_LISTED = 20
# What a reader of files refuses until it is answered.
Open = (CellIsOpen, UnitIsNeeded, DebtsInTwoCurrencies)


def questions_of(draft: Draft | LogDraft) -> tuple[Question, ...]:
    """What has to be answered before the draft can be recorded, the first question first."""
    return _of_results(draft) if isinstance(draft, Draft) else _of_log(draft)


def question_of(refusal: ImportRefused) -> Question:
    """What would have to be said so that files can be read that were refused by one of `Open`."""
    match refusal.details:
        case {"option": "dates", "column": column, "text": text, "line": line, "file": file}:
            return Question(
                field="dates",
                sentence=say(
                    "Does “{text}” (line {line}, column {column} of {file}) begin with the day or with the month? So do "
                    "all its dates.",
                    text=text,
                    line=line,
                    column=column,
                    file=file,
                ),
                choices=_choices(("dmy", say("With the day")), ("mdy", say("With the month"))),
            )
        case {"option": "decimals", "column": column, "text": text, "line": line, "file": file}:
            return Question(
                field="decimals",
                sentence=say(
                    "What stands before the decimals of all amounts? “{text}” (line {line}, column {column} of {file}) does "
                    "not show it.",
                    text=text,
                    line=line,
                    column=column,
                    file=file,
                ),
                choices=_choices(("comma", say("A comma, as in 7,50")), ("point", say("A point, as in 7.50"))),
            )
        case {"whole": whole, "currency": currency, "file": file}:
            return Question(
                field="unit",
                sentence=say("{file} counts in whole numbers. What is 1 worth?", file=file),
                choices=_choices(
                    (f"{whole}", say("1 {currency}", currency=currency)), ("1", say("A hundredth of that"))
                ),
            )
        case {"currencies": currencies, "file": file}:
            return Question(
                field="currency",
                sentence=say("{file} has debts in several currencies. Which come in now?", file=file),
                choices=_choices(*((one, one) for one in currencies)),
            )
        case _:
            raise refusal


def _choices(*pairs: tuple[str, str]) -> tuple[Choice, ...]:
    """Each answer with its label."""
    return tuple(Choice(value=value, label=label) for value, label in pairs)


def _of_results(draft: Draft) -> tuple[Question, ...]:
    view = draft.view
    people = tuple(
        _who(
            one,
            say(
                "Is “{said}” (line {line}, {nights}) {name}?",
                said=one.said,
                line=one.line,
                nights=counted(one.nights, "night"),
                name=one.name,
            ),
        )
        for one in view.guesses
    )
    if not view.gaps:
        return people
    gaps_text = ", ".join(
        f"{day_text(one.date)} {view.money(one.gap, signed=True)}" for one in view.gaps[:NIGHTS_LISTED]
    )
    choices = _choices(
        ("banker", say("The banker")),
        ("winners", say("The winners")),
        ("losers", say("The losers")),
        ("all", say("All")),
        *((name, name) for name in _at_all_gaps(draft)),
    )
    gap = Question(
        field="gap",
        sentence=say(
            "The sums of {number} do not meet: {told}. Who bears such gaps?",
            number=counted(len(view.gaps), "night"),
            told=gaps_text,
        ),
        choices=choices,
    )
    return (*people, gap)


def _at_all_gaps(draft: Draft) -> list[str]:
    """Who played every night with a gap that nobody bears yet."""
    open_nights = {one.night for one in draft.view.gaps}
    there = [
        [draft.matches[name].name for name in night.entries]
        for night, result in zip(draft.nights, draft.view.nights, strict=True)
        if result.night in open_nights
    ]
    return [name for name in dict.fromkeys(there[0]) if all(name in others for others in there)]


def _of_log(draft: LogDraft) -> tuple[Question, ...]:
    if row := draft.tournament:
        return (
            Question(
                field="tournament",
                sentence=say(
                    "Line {line} of {file} belongs to a tournament, and its chips are not money. What becomes of it?",
                    line=row.line,
                    file=row.file,
                ),
                choices=_choices(("ignore", say("Leave it out")), ("as-chips", say("Record its hands in chips"))),
            ),
        )
    if draft.left_out:
        return ()
    return tuple(
        _who(
            one,
            say(
                "“{said}” (line {line}) has the PokerNow id of {name}. Is it {name}?",
                said=one.said,
                line=one.line,
                name=one.name,
            ),
        )
        for one in draft.guesses
    )


def _who(one: PersonMatch, sentence: str) -> Question:
    """Whether a name stands for the person that it looks like, or for somebody of their own."""
    return Question(
        field="mapped",
        about=one.said,
        sentence=sentence,
        choices=_choices((one.name, say("Yes, {name}", name=one.name)), (one.said, say("No, somebody else"))),
    )
