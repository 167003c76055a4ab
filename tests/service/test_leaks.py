"""Closed cards of others never leave the server: whole nights, every byte that is sent to everybody who may look on.

What is closed is reckoned here by itself: which card lay open, was shown or was held by whom, event by event. In the default
run a few games that hide cards in different ways; all games with `CHIPBOOK_SOAK`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from engine import commands, events
from engine.cards.tarok import TRUMPS
from engine.events import Recorded
from engine.folding import evolve
from engine.library import GAMES, named
from engine.state import UNKNOWN, Hand, Night
from engine.wording import cards_told
from service.access.who import Who
from service.api.context import EXTENSION
from service.app.audit_page import as_page
from service.app.book import Book
from service.app.seeing import see
from service.command_handler import CommandHandler, IncomingCommand, Joining
from service.config import Settings
from service.db import Database
from service.store.names import new_member
from service.wsgi import create_app
from tests.engine.mistyped import PEOPLE, Written, evening
from tests.service.api.evening import TOKEN, Banker
from tests.service.api.people import with_people

SOAK = "CHIPBOOK_SOAK" in os.environ
# A pile that nobody has looked at, cards that go from hand to hand, a talon, and a hand that is thrown and drawn again.
FEW = (
    ("Midnight Cobain Baseball", "munk"),
    ("Tapp-Tarok", "tarok"),
    ("2-7 Triple Draw", "standard"),
)
PLAYED = range(len(GAMES)) if SOAK else [GAMES.index(named(*name)[0]) for name in FEW]
NIGHT, CLUB = "n", "c"
# Two at the table, somebody who looks on, and everybody.
READERS: dict[str, Who | None] = {
    "bo": Who(club=CLUB, player="bo", roles=frozenset({"player"})),
    "carl": Who(club=CLUB, player="carl", roles=frozenset({"player"})),
    "viewer": Who(club=CLUB, player="dina", roles=frozenset({"viewer"})),
    "stranger": None,
}
ROUTES = (
    *("", "/table", "/choices", "/events?limit=500", "/nets", "/settlement", "/closing", "/payments", "/disputes"),
    *(
        "/report",
        "/report.pdf",
        "/hands.phh",
        "/hands.ohh",
        "/receipt",
        "/movements?player=anna",
        "/movements?player=bo",
    ),
)
FOR_MEMBERS = ("/adjudication", "/verification")
PHH_CARDS = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][shdc])+(?![A-Za-z0-9])")


@dataclass
class Played:
    """One night in a book, and everybody who reads it."""

    app: Flask
    book: Book
    said: Sequence[commands.Command]

    def client(self, who: str) -> Banker:
        return Banker(self.app.test_client(), "" if who == "stranger" else TOKEN if who == "keeper" else who)

    def go_on(self, commands_said: Sequence[commands.Command], *, begins: bool) -> None:
        people = tuple(new_member(CLUB, player, player.title()) for player in PEOPLE) if begins else ()
        handler = CommandHandler(self.book.database)
        incoming = [IncomingCommand(command) for command in commands_said]
        handler.handle_all(NIGHT, incoming, joining=Joining(founded="Klub" if begins else "", members=people))


@pytest.fixture
def night(request: pytest.FixtureRequest, sqlite_database: Database, tmp_path: Path) -> Iterator[Played]:
    settings = Settings(
        home=tmp_path, database_url="", zone=ZoneInfo("UTC"), token=TOKEN, requests_max=0, token_requests_max=0
    )
    app = with_people(create_app(settings, sqlite_database, stream_seconds=0))
    context = app.extensions[EXTENSION]
    context.credentials.known |= {name: who for name, who in READERS.items() if who}
    yield Played(app, context.book, evening(request.param, hands=1))
    context.hub.close()


# What everybody knows


def known_after_each(records: Sequence[Recorded], reader: str) -> list[frozenset[str]]:
    """The cards that the reader has seen by each event, by what lay on the table then."""
    table, seen, after = Night(), set[str](), list[frozenset[str]]()
    for record in records:
        evolve(table, record.event)
        if hand := table.hand or table.last_hand:
            seen |= _lies_open(hand) | {held.card for held in hand.cards.own.get(reader, ()) if not held.pile}
        seen |= _said_aloud(record.event)
        after.append(frozenset(seen))
    return after


def _lies_open(hand: Hand) -> set[str]:
    everything = [held for own in (*hand.cards.own.values(), hand.cards.board) for held in own]
    shown = [held for player in hand.showdown.shown for held in hand.cards.own.get(player, ())]
    aside = hand.contract.discarded or () if hand.contract else ()
    return {held.card for held in everything if held.up} | {held.card for held in shown} | {*aside} & {*TRUMPS}


def _said_aloud(event: object) -> set[str]:
    match event:
        case commands.ShowHand(cards=cards):
            return set(cards)
        case commands.PlayCard(card=card) | commands.SettleExposedCard(card=card):
            return {card}
        case _:
            return set()


def cards_of(records: Sequence[Recorded]) -> frozenset[str]:
    """The cards that were dealt by which a leak can be told: of each there is one, and nothing else is called the same.

    The game itself may name a card, and a wild one may stand for it.
    """
    table, dealt, also_named = Night(), set[str](), ""
    for record in records:
        evolve(table, record.event)
        if hand := table.hand or table.last_hand:
            dealt |= {held.card for own in (*hand.cards.own.values(), hand.cards.board) for held in own}
        if isinstance(record.event, events.PotAwarded):
            also_named += " ".join(card for share in record.event.shares for card in share.stands_for)
        if isinstance(record.event, commands.AnnounceHand):
            also_named += msgspec.json.encode(record.event).decode()
    hand = table.last_hand
    assert hand is not None
    return frozenset(dealt - {UNKNOWN} - hand.deck.several - {*re.findall(r"[A-Za-z0-9]+", also_named)})


def said_by(records: Sequence[Recorded], cards: frozenset[str]) -> set[str]:
    """The cards that the book names."""
    return told("".join(msgspec.json.encode(record.event).decode() for record in records), cards)


# What was told


def told(text: str, cards: frozenset[str]) -> set[str]:
    """The cards that a text names, as a value of JSON or as a sentence writes them."""
    found = set()
    for card in cards:
        spelled = cards_told((card,))
        in_a_sentence = spelled in text if set(spelled) & set("♠♥♦♣") else False
        if f'"{card}"' in text or in_a_sentence:
            found.add(card)
    return found


def told_in_phh(text: str, cards: frozenset[str]) -> set[str]:
    """The cards of a hand history, which writes them one after the other."""
    runs = [run for line in text.splitlines() if " " in line for run in PHH_CARDS.findall(line)]
    return {card for run in runs for card in re.findall(r"..", run)} & {card.replace("10", "T") for card in cards}


def leaks(answer: TestResponse, route: str, cards: frozenset[str], known: frozenset[str]) -> set[str]:
    if route.startswith(("/hands.phh", "/hands.ohh")):
        as_histories = {card.replace("10", "T") for card in known}
        return (told_in_phh(answer.text, cards) if answer.status_code == 200 else set()) - as_histories
    return told(answer.text, cards) - known


def asked(night: Played, who: str) -> Iterator[tuple[str, TestResponse]]:
    """Everything that there is to read of the night, with whatever is refused."""
    client = night.client(who)
    routes = ROUTES if who == "stranger" else (*ROUTES, *FOR_MEMBERS)
    if who in PEOPLE:
        routes += (f"/receipt?player={who}",)
    for route in routes:
        answer = client.get(f"/nights/{NIGHT}{route}")
        assert answer.status_code in (200, 409), (who, route, answer.json)
        yield route, answer
    yield "/stream", client.get(f"/nights/{NIGHT}/stream", headers={"Last-Event-ID": "0"})
    for command in (refused for refused in night.said if isinstance(refused, commands.Deal | commands.Exchange)):
        said = {"command": {**msgspec.to_builtins(command), "cards": []}} if who != "stranger" else {}
        yield "refused", client.post(f"/nights/{NIGHT}/commands", said, version=1)
        break


def event_by_event(page: Any, cards: frozenset[str], known: Sequence[frozenset[str]]) -> list[tuple[int, set[str]]]:
    """The events that tell a card before the reader has seen it."""
    found = [(one["version"], told(json.dumps(one, ensure_ascii=False), cards)) for one in page["events"]]
    return [(version, early) for version, here in found if (early := here - known[version - 1])]


@pytest.mark.parametrize("night", PLAYED, indirect=True, ids=lambda number: GAMES[number].name)
def test_nobody_is_sent_a_closed_card_of_somebody_else(night, caplog, monkeypatch):
    monkeypatch.setattr("service.app.report_print.as_pdf_apart", lambda document: repr(document).encode())
    caplog.set_level("DEBUG")
    whole = list(night.said)
    cards = cards_of(Written(whole).records)
    # Early and late in the hand, and when all is over.
    stops = [*([len(whole) // 3] if SOAK else []), 2 * len(whole) // 3, len(whole)]
    found: list[object] = []
    for begin, end in zip([0, *stops], stops, strict=False):
        night.go_on(whole[begin:end], begins=begin == 0)
        if begin == 0:
            open_to_all(night)
        records = see(night.book, NIGHT).records
        for who in READERS:
            known = known_after_each(records, who)
            for route, answer in asked(night, who):
                if leaked := leaks(answer, route, cards, known[-1]):
                    found.append((who, len(records), route, leaked))
                if route.startswith("/events"):
                    found += [(who, *early) for early in event_by_event(answer.json, cards, known)]
            if end == stops[-1]:
                found += at_each_event(night, who, cards, known)
        # What is not found here is not found above either.
        to_the_keeper = told(night.client("keeper").get(f"/nights/{NIGHT}/events", limit=500).text, cards)
        assert to_the_keeper == said_by(records, cards)
    assert found == []
    assert told(caplog.text, cards) == set()


def open_to_all(night: Played) -> None:
    keeper = night.client("keeper")
    assert keeper.post(f"/clubs/{CLUB}/keys", {"change": "new"}).status_code == 201
    published = {"published": ["nights", "reports"]}
    assert keeper.post(f"/clubs/{CLUB}/publications", published).status_code == 201


def at_each_event(
    night: Played, who: str, cards: frozenset[str], known: Sequence[frozenset[str]]
) -> Iterator[tuple[str, int, str, set[str]]]:
    """What the night and the table are told to have been, at one event after the other."""
    client = night.client(who)
    for at in range(1, len(known) + 1, 1 if SOAK else 12):
        whole = client.get(f"/nights/{NIGHT}", at=at).text
        table = client.get(f"/nights/{NIGHT}/table", at=at).json
        event = client.get(f"/nights/{NIGHT}/events/{at}").text
        for what, text in (("night", whole), ("table", json.dumps(table["table"])), ("event", event)):
            if early := told(text, cards) - known[at - 1]:
                yield who, at, what, early
    if who in PEOPLE and (leaked := told(as_page(night.book, NIGHT, who), cards) - known[-1]):
        yield who, 0, "audit page", leaked
