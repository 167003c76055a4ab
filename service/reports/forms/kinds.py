"""How each kind of value is written in a text, on the page and in a spreadsheet.

People read a minus sign that is as wide as the plus; programs get the one of the keyboard. A spreadsheet gets whole numbers of chips, amounts with a decimal comma (the currency has a column of its own) and
times as dates. It takes a cell that begins like a formula for one, so texts that people typed get an apostrophe in
front; numbers that the book has counted do not.
"""

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup, escape

from engine.cards.card import pretty
from engine.grammar import amount_plain, amount_told, whole_told
from engine.speech import say_as
from engine.wording import cards_told, signed
from service.reports.forms.column import CSV, Column, Held, Kind, Setting

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


def _coloured(number: int, told: str) -> Markup:
    return html(f'<span class="{gain(number)}">{escape(told)}</span>')


def _amount(cents: int, setting: Setting) -> str:
    return amount_told(cents, setting.currency.exponent)


def _decimal(cents: int, setting: Setting) -> str:
    return amount_plain(cents, setting.currency.exponent).replace(".", DECIMAL)


def _amount_if_any(cents: int, setting: Setting) -> str:
    return _amount(cents, setting) if cents else ""


def _result(cents: int, setting: Setting) -> str:
    return amount_told(cents, setting.currency.exponent, signed=True)


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
    told = _still_open(cents, setting)
    return html(f"<b>{told}</b>" if cents else f'<span class="gain">{told}</span>')


def _time(time: str, setting: Setting) -> str:
    return setting.clock.time_or_day(time, setting.begins)


def _stamp(time: str, setting: Setting) -> str:
    return setting.clock.stamp(time)


def _plain(value: object, setting: Setting) -> str:
    return f"{value}"


def _number(number: int, setting: Setting) -> str:
    return whole_told(number)


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

    def told(cents: int, setting: Setting) -> str:
        template = positive if cents > 0 else negative
        return say_as("column", template, amount=_amount(abs(cents), setting)) if cents else ""

    return worded(told, csv=_decimal, right=True, held="money")


def phrased(phrase: str, kind: Kind) -> Callable[[Any, Setting], str]:
    """The value in a phrase of HTML, such as "{value} won", for an aside; empty for a value that is blank."""

    def told(value: Any, setting: Setting) -> str:
        written = kind.page(value, setting)
        return html(say_as("column", phrase, value=written)) if written else ""

    return told


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
WORDS = Kind(_itself, lambda text, _: escape(text), _typed)
CARDS = worded(lambda cards, _: cards_told(cards), page=_cards_on_page)
CURRENCY = worded(lambda _, setting: setting.currency.code)

# Amounts in a spreadsheet are numbers; their currency stands beside them.
CURRENCY_BESIDE: Column[Any] = Column("currency", CURRENCY, lambda _: "", CSV)
