"""Every game is played on the banker's page by the buttons that stand there, and typed as lines it comes to the same money."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from msgspec.structs import replace

from engine import commands
from engine.decider import accept
from engine.game.counts import seats_of
from engine.library import GAMES
from service.api.context import EXTENSION
from service.app.seeing import see
from service.language.shorthand.lines import read_line
from tests.service.api.signed_in import signed_in
from tests.service.language.shorthand.test_every_game import line_for
from tests.service.web.browsing import Page, chosen, send
from tests.soak import SOAK

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hans", "Ida", "Jens")
# Every fourth game, and these: one of each rulebook, and some of each kind; with many rounds all of them.
CHOSEN = (
    "Seven Card Stud",
    "Follow the Queen",
    "Baseball",
    "Criss-Cross",
    "Scroker",
    "WordPoker",
    "Tarok",
    "Lift Smoke",
    "Texas Hold'em",
    "Three Dog Night",
)
USUAL = tuple(game for place, game in enumerate(GAMES) if SOAK or place % 4 == 0 or game.name in CHOSEN)
TAPS_MAX = 400
# No loan is like the one before, which would look like a mistake.
LOANS = itertools.count()
REFUSED = re.compile(r'role="alert">\s*<p>(.*?)</p>', re.DOTALL)


@pytest.fixture(scope="module")
def at_bos(shared_app, shared_table):
    """Bo's browser, and the night at which everybody sits."""
    bo = signed_in(shared_app, shared_table, "Bo")
    return bo, shared_table


def _seat(table, count):
    """So many people at the table, and nobody else."""
    people = table.banker.get(table.path).json["players"]
    sitting = {one["name"]: one for one in people if one["place"] not in ("away", "gone home")}
    for name in NAMES[:count]:
        if name not in table.ids:
            table.ids[name] = table.banker.post(f"/clubs/{table.club}/players", {"name": name}).json["id"]
        if name in sitting:
            continue
        known = any(one["name"] == name for one in people)
        kind = "sit_back" if known else "seat_player"
        assert (
            table.banker.post(
                f"{table.path}/commands", {"command": {"type": kind, "player": table.ids[name]}}
            ).status_code
            == 201
        )
    for name, one in sitting.items():
        if name not in NAMES[:count]:
            said = {"command": {"type": "stand_up", "player": one["id"]}}
            assert table.banker.post(f"{table.path}/commands", said).status_code == 201
    for name in NAMES[:count]:
        loan = {"command": {"type": "give_loan", "player": table.ids[name], "chips": 200 + next(LOANS)}}
        assert table.banker.post(f"{table.path}/commands", loan).status_code == 201


def _meant(browser, answer):
    """The page that answers; what it asks once more is meant."""
    page = Page(answer.text)
    asked = [form for form in page.forms if ("reason", "it is meant") in form.fields]
    if not asked:
        return answer, page
    answer = send(browser, asked[0])
    return answer, Page(answer.text)


@pytest.mark.parametrize("game", USUAL, ids=lambda game: f"{game.rulebook}-{game.name}")
def test_a_hand_is_played_to_its_end_by_the_buttons_of_the_page(game, shared_app, at_bos):
    browser, table = at_bos
    least, most = seats_of(game)
    _seat(table, max(least, min(4, most)))
    chance = random.Random(game.name)
    path = f"/nights/{table.night}"
    before = see(shared_app.extensions[EXTENSION].book, table.night)
    page = Page(browser.get(path).text)
    (line,) = [form for form in page.forms if "type" in form.place]
    answer, page = _meant(browser, send(browser, line, line=f"hand {game.name}"))
    assert answer.status_code == 200, REFUSED.findall(answer.text)
    book, tapped = shared_app.extensions[EXTENSION].book, []
    for _ in range(TAPS_MAX):
        night = see(book, table.night).night
        if night.hand is None:
            break
        if night.hand.round is not None and night.hand.round.anyone:
            # Nothing can be tapped for somebody whom nobody has named as the one who opens.
            assert all(any(one.startswith("turn-") for one in form.place) for form in page.at("acts") if form.control)
        form, at = chosen(page, chance)
        tapped.append((form.control, form.buttons[at]))
        answer, page = _meant(browser, send(browser, form, at))
        assert answer.status_code == 200, (tapped[-3:], REFUSED.findall(answer.text), form.fields)
    after = see(book, table.night)
    assert after.night.hand is None, tapped[-8:]
    assert _typed(before, after) == _chips(after.night)


def _typed(before, after):
    """Where the chips lie once the same hand is typed line by line at the table as it was."""
    night, names = before.night.copy(), after.names
    for record in after.records[before.version :]:
        said = record.event
        if record.caused_by is not None:
            continue
        if isinstance(said, commands.AnnounceHand):
            line = f"hand {said.game} by {names[said.dealer]}"
        else:
            line = line_for(said, names)
        (command,) = read_line(line, night, names).commands
        # What the banker was asked about once more was meant.
        accept(night, replace(command, waived=said.waived))
    return _chips(night)


def _chips(night):
    """The chips of every account that holds any."""
    return {account: chips for account, chips in night.balance.items() if chips}
