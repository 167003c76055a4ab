"""Reads `chipbook judge --tarok`: how a deal of Tarok was played, in words between commas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from engine.speech import say

CONTRACTS = ("threesome", "solo", "pass")
GOALS = ("game", "consolation")
FLAGS = ("ultimo", "captured")
NUMBERS = ("widow", "points")
PLAYERS = ("bidder", "contra", "pagat")
ACCEPTED = (
    "threesome, solo or pass; game or consolation; widow 1, 2 or 3; points N; ultimo; contra NAME; pagat NAME; captured; "
    "bidder NAME"
)


def deal_said(words: str, melds: Iterable[str], players: Iterable[str]) -> dict[str, Any]:
    """The deal as a case in JSON has it. Refuses, as wrong usage, a word that does not belong to the deal or is said twice."""
    names = {name: name for name in players}
    found: dict[str, Any] = {}
    for said in (part.strip() for part in words.split(",")):
        field, value = _read(said, names)
        if field in found:
            raise click.UsageError(say("--tarok says the {field} twice.", field=field))
        found[field] = value
    for said in melds:
        name, _, cards = said.partition(":")
        if not cards.strip():
            raise click.UsageError(say("--meld takes a name, a colon and the cards, and not “{said}”.", said=said))
        found.setdefault("melds", {}).setdefault(_name(name, names), []).append(" ".join(cards.split()))
    return found


def _read(said: str, names: dict[str, str]) -> tuple[str, Any]:
    word, _, rest = said.casefold().partition(" ")
    rest = rest.strip()
    if not rest:
        if word in CONTRACTS:
            return "contract", word
        if word in GOALS:
            return "goal", word
        if word in FLAGS:
            return word, True
    elif word in NUMBERS and rest.isdecimal():
        return word, int(rest)
    elif word in PLAYERS:
        return word, _name(rest, names)
    raise click.UsageError(
        say("--tarok takes {accepted}, with commas between, and not “{said}”.", accepted=ACCEPTED, said=said)
    )


def _name(said: str, names: dict[str, str]) -> str:
    from engine.spelling import called

    found = called(said, names)
    if not found:
        raise click.UsageError(
            say("{name} does not play; the players are {names}.", name=said.strip(), names=", ".join(names))
        )
    return found[0]
