"""A browser without a script: it reads the forms of a page and sends one of them, with the button that was pressed."""

import random
import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.service.api.signed_in import ORIGIN

UNSEEN = re.compile(r"<(script|style|head|datalist|code)\b.*?</\1>|<!--.*?-->", re.DOTALL)
SAID_TO_THE_BLIND = re.compile(r'\s(?:aria-label|title|placeholder|alt|data-say[\w-]*)="([^"]*)"')
VOID = ("input", "br", "meta", "link")


@dataclass
class Form:
    """A form with its fields; `buttons` are (name, value, label), name empty for a button that says nothing of its own.

    `empty`: a browser does not send it before something is typed. `ticks` are the names and values that can be ticked.
    """

    action: str
    method: str
    control: str
    place: tuple[str, ...]
    fields: list[tuple[str, str]] = field(default_factory=list)
    open_fields: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str, str, str]] = field(default_factory=list)
    empty: bool = False
    ticks: list[tuple[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """The forms of a page, in order; `place` holds the ids around a form."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.forms: list[Form] = []
        self._ids: list[tuple[str, str]] = []
        self._form: Form | None = None
        self._label: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._ids.append((tag, said.get("id", "")))
        if tag == "form":
            place = tuple(one for _, one in self._ids if one)
            self._form = Form(said.get("action", ""), said.get("method", "get"), said.get("data-control", ""), place)
            self.forms.append(self._form)
        elif self._form is not None and tag == "input" and "name" in said and "data-meant" not in said:
            if said.get("type") == "checkbox":
                self._form.ticks.append((said["name"], said.get("value", "")))
            if said.get("type") == "hidden":
                self._form.fields.append((said["name"], said.get("value", "")))
            elif said.get("type") not in ("checkbox", "radio") or "checked" in said:
                self._form.open_fields.append(said["name"])
                self._form.empty |= "required" in said and not said.get("value")
        elif self._form is not None and tag == "select":
            self._form.open_fields.append(said["name"])
        elif self._form is not None and tag == "button" and said.get("type") != "button":
            self._label = []
            self._form.buttons.append((said.get("name", ""), said.get("value", ""), "", said.get("class", "")))

    def handle_data(self, data: str) -> None:
        if self._label is not None:
            self._label.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._label is not None and self._form is not None:
            name, value, _, kind = self._form.buttons[-1]
            self._form.buttons[-1] = (name, value, " ".join("".join(self._label).split()), kind)
            self._label = None
        if tag == "form":
            self._form = None
        while self._ids and tag not in VOID:
            if self._ids.pop()[0] == tag:
                break

    def at(self, place: str) -> list[Form]:
        """The forms within the element of this id."""
        return [form for form in self.forms if place in form.place]


def said_on(page: str) -> set[str]:
    """Every text that a page shows or says."""
    shown = re.sub(r"\s+", " ", UNSEEN.sub("<>", page))
    return {unescape(one).strip() for one in (*re.split(r"<[^>]*>", shown), *SAID_TO_THE_BLIND.findall(page))}


def send(client: FlaskClient, form: Form, button: int = 0, **filled: str) -> TestResponse:
    """Sends the form with the button that was pressed and the fields that were filled in, and follows to the next page."""
    data = MultiDict(form.fields)
    name, value, _, _ = form.buttons[button]
    if name:
        data.add(name, value)
    for one, text in filled.items():
        data.add(one, text)
    # The script of the page wants a winner for every part of the pot.
    for one, value in form.ticks:
        if one.startswith("won:") and one not in data:
            data.add(one, value)
    return client.post(form.action, data=data, headers=ORIGIN, follow_redirects=True)


def chosen(page: Page, chance: random.Random) -> tuple[Form, int]:
    """One of the buttons at the bottom, by its form and its place there: what likely comes next more often than not."""
    sent = [form for form in page.at("acts") if form.control and not form.empty]
    pressed = [
        (form, at)
        for form in sent
        for at in range(len(form.buttons))
        if not any(one.startswith(("more-", "turn-", "ending")) for one in form.place)
    ]
    likely = [(form, at) for form, at in pressed if form.buttons[at][3] == "main"]
    if likely and chance.random() < 0.75:
        return chance.choice(likely)
    rather = [one for one in pressed if one[0].control not in ("fold", "new_deal")] or pressed
    return chance.choice(rather or [(form, at) for form in sent for at in range(len(form.buttons))])
