"""Hands by their English names."""

import msgspec

from engine.cards.worth import Worth
from service.book.store.earlier_schemas import worth_of_name


def worth(name: str) -> Worth:
    return msgspec.convert(worth_of_name(name), Worth)
