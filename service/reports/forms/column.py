"""A column of a table: its kind, its amounts, its width, in every form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec
from markupsafe import Markup, escape
from msgspec.structs import replace

from engine.cards.card import pretty
from engine.commands import Currency
from engine.grammar import amount_plain, amount_text, whole_text
from engine.speech import say_as, speech
from engine.wording import cards_text, signed
from service.language.local_time import Clock, clock_in
from service.language.payload_limits import is_time

Row = TypeVar("Row")
Face = Literal["text", "page", "csv"]
# What a cell of a workbook holds, which counts with amounts and times of its own.
Held = Literal["text", "number", "money", "time"]

EVERYWHERE: frozenset[Face] = frozenset({"text", "page", "csv"})
TEXT: frozenset[Face] = frozenset({"text"})
PAGE: frozenset[Face] = frozenset({"page"})
CSV: frozenset[Face] = frozenset({"csv"})
PEOPLE: frozenset[Face] = frozenset({"text", "page"})
NO_PAGE: frozenset[Face] = frozenset({"text", "csv"})
NO_TEXT: frozenset[Face] = frozenset({"page", "csv"})

# A text as wide as this shows every column.
WIDE = 92


class Setting(msgspec.Struct, frozen=True):
    """What the cells of a night need besides their values; a table without names, amounts or times needs nothing.

    `begins` is the time of the first event (empty if the book has no times). `anchors` numbers the players' accounts
    on the page, in the order of the standings.
    """

    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    currency: Currency = Currency(code="", exponent=0)
    clock: Clock = msgspec.field(default_factory=lambda: clock_in("UTC"))
    begins: str = ""
    anchors: Mapping[str, int] = msgspec.field(default_factory=dict)

    def name(self, player: str) -> str:
        """The player's name, or their id."""
        return self.names.get(player, player)


Written = Callable[[Any, Setting], str]


class Kind(msgspec.Struct, frozen=True):
    """How a value is written: as text, as HTML for the page, and as a cell that a spreadsheet counts with.

    `page` returns HTML, already escaped. Numbers are aligned right. A `whole` cell is never wrapped on a screen, so that it
    can be copied. `held` is what the value is in a workbook: a whole
    number, cents, a time of the book, or its words as a text.
    """

    text: Written
    page: Written
    csv: Callable[[Any, Setting], str | int]
    right: bool = False
    held: Held = "text"
    whole: bool = False


class Aside(msgspec.Struct, Generic[Row], frozen=True):
    """How a value is told under the head of its row where the page is too narrow for the column.

    `text` returns HTML, empty if there is nothing to tell. Asides of one `line` are joined by commas.
    """

    text: Callable[[Any, Setting], str]
    line: int = 0
    when: Callable[[Row], bool] = lambda _: True


class Column(msgspec.Struct, Generic[Row], frozen=True):
    """One column. `value` may return None for an empty cell.

    title     the heading; "{currency}" stands for the night's currency
    csv_title the heading in a spreadsheet, if it is another one; both are said in the language of the reader
    faces     where the column is shown
    heading   "shown"; "page" alone, for what a text shows without words; "unseen", for screen readers only
    of_player the heading is this player's name and leads to their account
    wraps     the column of a text that gives way if the width is too small
    spare     left out of a text narrower than WIDE
    shown     whether people see the value of this row; a spreadsheet has every value
    total     the value in the last row of a table that is summed up
    heads     the row's head, in which the last row is named and asides are told
    css       the class of the cells on the page
    aside     makes the column a wide one of the page: a narrow page tells it as an aside
    note      HTML below the value on the page; empty for none
    when      whether people see the column at all, by the rows of the table
    if_any    people see the column only if a row has a value that is not nothing
    """

    title: str
    kind: Kind
    value: Callable[[Row], Any]
    faces: frozenset[Face] = EVERYWHERE
    csv_title: str = ""
    heading: Literal["shown", "page", "unseen"] = "shown"
    of_player: str = ""
    wraps: bool = False
    spare: bool = False
    shown: Callable[[Row], Any] | None = None
    total: Callable[[Sequence[Row]], Any] | None = None
    heads: bool = False
    css: str = ""
    aside: Aside[Row] | None = None
    note: Callable[[Row, Setting], str] | None = None
    when: Callable[[Sequence[Row]], bool] | None = None
    if_any: bool = False

    def shown_value(self, row: Row) -> Any:
        """The value that people see in this row; None for an empty cell."""
        return self.value(row) if self.shown is None or self.shown(row) else None

    def has_place(self, rows: Sequence[Row]) -> bool:
        """Whether people see the column at all."""
        if self.if_any and not any(map(self.value, rows)):
            return False
        return self.when is None or self.when(rows)

    def headed(self, setting: Setting) -> str:
        """The heading in a text; empty for a column that a text shows without words."""
        if self.of_player:
            return setting.name(self.of_player)
        return self.titled(setting) if self.heading == "shown" else ""

    def titled(self, setting: Setting) -> str:
        """The heading in words, for a text and the page; empty for a column without one."""
        return say_as("column", self.title, currency=speech().currency(setting.currency.code)) if self.title else ""

    def titled_in_csv(self) -> str:
        """The heading in a spreadsheet."""
        return say_as("column", self.csv_title or self.title)

    def text(self, row: Row, setting: Setting) -> str:
        """The value as a text shows it; empty for none."""
        value = self.shown_value(row)
        return "" if value is None else self.kind.text(value, setting)

    def totalled(self, table: Table[Row], rows: Sequence[Row], setting: Setting) -> str:
        """The cell of the last row as a text shows it: its name, a sum, or nothing."""
        if self.heads:
            return table.total_titled()
        return self.kind.text(self.total(rows), setting) if self.total else ""


class Table(msgspec.Struct, Generic[Row], frozen=True):
    """The columns of a table. `css` is its class on the page; `totalled` names its last row, if there is one.

    `aside_joint` stands between the lines of asides on a narrow page.
    """

    columns: tuple[Column[Row], ...]
    css: str = ""
    totalled: str = ""
    aside_joint: str = "<br>"

    def only(self, *titles: str) -> Table[Row]:
        """The same table with these columns alone, by their titles, for where there is less room."""
        return replace(self, columns=tuple(column for column in self.columns if column.title in titles))

    def total_titled(self) -> str:
        """The name of the last row; empty if nothing is summed up."""
        return say_as("column", self.totalled) if self.totalled else ""

    def of(self, face: Face, rows: Sequence[Row]) -> tuple[Column[Row], ...]:
        """The columns shown there; a spreadsheet has the same columns every night."""
        return tuple(
            column for column in self.columns if face in column.faces and (face == "csv" or column.has_place(rows))
        )


DECIMAL = ","
# Signs with which spreadsheets begin a formula, their full-width forms, and blanks that some of them skip before it.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # noqa: RUF001

# The style class of each suit.
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


def spanned(first: int, last: int) -> str:
    """A run of event numbers: "36-65", or "13" alone."""
    return f"{first}-{last}" if first != last else f"{first}"


def harmless(text: str) -> str:
    """The text, with an apostrophe in front if a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def html(made: str) -> Markup:
    """HTML that was put together from numbers and from texts that are escaped."""
    return Markup(made)  # noqa: S704


def gain(number: int) -> str:
    """The style class for a gain or a loss."""
    return "gain" if number > 0 else "loss" if number < 0 else "even"


def _cards_on_page(cards: Sequence[str], setting: Setting) -> str:
    return html(
        " ".join(f'<span class="card {SUITS.get(one[-1:], "")}">{escape(one)}</span>' for one in map(pretty, cards))
    )


def _coloured(number: int, text: str) -> Markup:
    return html(f'<span class="{gain(number)}">{escape(text)}</span>')


def _amount(cents: int, setting: Setting) -> str:
    return amount_text(cents, setting.currency.exponent)


def _decimal(cents: int, setting: Setting) -> str:
    return amount_plain(cents, setting.currency.exponent).replace(".", DECIMAL)


def _amount_if_any(cents: int, setting: Setting) -> str:
    return _amount(cents, setting) if cents else ""


def _result(cents: int, setting: Setting) -> str:
    return amount_text(cents, setting.currency.exponent, signed=True)


def _change_on_page(chips: int, setting: Setting) -> str:
    return _coloured(chips, signed(chips))


def _result_on_page(cents: int, setting: Setting) -> str:
    return _coloured(cents, _result(cents, setting))


def _link_to_player(player: str, setting: Setting) -> str:
    name, place = escape(setting.name(player)), setting.anchors.get(player)
    # Whoever only takes over an old debt has no account of this night.
    return html(f'<a class="player" href="#account-{place}">{name}</a>' if place else f"{name}")


def _link_to_event(version: int, setting: Setting) -> str:
    return html(f'<a href="#event-{version}">{version}</a>')


def _link_to_events(versions: Sequence[int], setting: Setting) -> str:
    return html(", ".join(_link_to_event(version, setting) for version in versions))


def _events(versions: Sequence[int], setting: Setting) -> str:
    return ", ".join(map(str, versions))


def _link_to_span(span: tuple[int, int], setting: Setting) -> str:
    return html(f'<a href="#event-{span[0]}">{spanned(*span)}</a>')


def _still_open(cents: int, setting: Setting) -> str:
    return _amount(cents, setting) if cents else say_as("nothing of it is open", "paid")


def _still_open_on_page(cents: int, setting: Setting) -> str:
    text = _still_open(cents, setting)
    return html(f"<b>{text}</b>" if cents else f'<span class="gain">{text}</span>')


def _time(time: str, setting: Setting) -> str:
    return setting.clock.time_or_day(time, setting.begins)


def _minute(time: str, setting: Setting) -> str:
    """A text that is not a time is shown as it stands."""
    return setting.clock.minute(time) if is_time(time) else time


def _stamp(time: str, setting: Setting) -> str:
    return setting.clock.stamp(time)


def _plain(value: object, setting: Setting) -> str:
    return f"{value}"


def _number(number: int, setting: Setting) -> str:
    return whole_text(number)


def _itself(value: Any, setting: Setting) -> Any:
    return value


def _typed(text: str, setting: Setting) -> str:
    return harmless(text)


def worded(
    text: Callable[[Any, Setting], str],
    *,
    page: Callable[[Any, Setting], str] | None = None,
    csv: Callable[[Any, Setting], str | int] | None = None,
    right: bool = False,
    held: Held = "text",
) -> Kind:
    """A kind that is told in words; the page and the spreadsheet have the same words unless others are given."""
    return Kind(
        text,
        page or (lambda value, setting: escape(text(value, setting))),
        csv or (lambda value, setting: harmless(text(value, setting))),
        right=right,
        held=held,
    )


def owed(positive: str, negative: str) -> Kind:
    """Money told by its sign: `owed("gets {amount}", "pays {amount}")`; blank for none."""

    def text(cents: int, setting: Setting) -> str:
        template = positive if cents > 0 else negative
        return say_as("column", template, amount=_amount(abs(cents), setting)) if cents else ""

    return worded(text, csv=_decimal, right=True, held="money")


def phrased(phrase: str, kind: Kind) -> Callable[[Any, Setting], str]:
    """The value in a phrase of HTML, such as "{value} won", for an aside; empty for a value that is blank."""

    def text(value: Any, setting: Setting) -> str:
        written = kind.page(value, setting)
        return html(say_as("column", phrase, value=written)) if written else ""

    return text


NUMBER = Kind(_number, _number, _itself, right=True, held="number")
PLACE = worded(lambda place, _: f"{place}.", csv=_itself, right=True, held="number")
CHANGE = Kind(lambda chips, _: signed(chips), _change_on_page, _itself, right=True, held="number")
MONEY = worded(_amount, csv=_decimal, right=True, held="money")
MONEY_IF_ANY = worded(_amount_if_any, csv=_decimal, right=True, held="money")
RESULT = Kind(_result, _result_on_page, _decimal, right=True, held="money")
STILL_OPEN = Kind(_still_open, _still_open_on_page, _decimal, right=True, held="money")
PLAYER = worded(lambda player, setting: setting.name(player), page=_link_to_player)
EVENT = Kind(_plain, _link_to_event, _itself, right=True, held="number")
EVENTS = Kind(_events, _link_to_events, _events)
# The first and the last of a run of events.
SPAN = worded(lambda span, _: spanned(*span), page=_link_to_span)
TIME = worded(_time, csv=_stamp, held="time")
MINUTE = worded(_minute, csv=_stamp, held="time")
WORDS = Kind(_itself, lambda text, _: escape(text), _typed)
# What is typed again in another command.
COPIED = Kind(_itself, lambda text, _: escape(text), _typed, whole=True)
CARDS = worded(lambda cards, _: cards_text(cards), page=_cards_on_page)
CURRENCY = worded(lambda _, setting: setting.currency.code)

# Amounts in a spreadsheet are numbers; their currency stands beside them.
CURRENCY_BESIDE: Column[Any] = Column("currency", CURRENCY, lambda _: "", CSV)
