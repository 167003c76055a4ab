"""A game is played on the banker's page by the buttons that stand there, and typed as lines it comes to the same money."""

import random
import re

import pytest
from msgspec.structs import replace

from engine import commands
from engine.decider import accept
from engine.game.counts import seats_of
from engine.game.definition import Game
from engine.library import GAMES
from service.api.context import EXTENSION
from service.app.seeing import see
from service.language.shorthand.lines import read_line
from tests.engine.kinds import fewest
from tests.service.language.shorthand.test_every_game import line_for
from tests.service.web.browsing import Page, chosen, send
from tests.service.web.conftest import beside
from tests.soak import SOAK

NAMES = ("Anna", "Bo", "Carl", "Dora", "Eva", "Finn", "Gerda", "Hans", "Ida", "Jens")
TAPS_MAX = 400
REFUSED = re.compile(r'role="alert">\s*<p>(.*?)</p>', re.DOTALL)


def kinds(game: Game) -> set[object]:
    """What asks for buttons of its own: the steps of the game, how betting begins, and how it ends."""
    said = (*game.steps, *game.effects, game.forced, game.opens, game.claims, game.award, game.board)
    return {type(one) for one in said}


def _meant(browser, answer):
    """The page that answers; what it asks once more is meant."""
    page = Page(answer.text)
    asked = [form for form in page.forms if ("reason", "it is meant") in form.fields]
    if not asked:
        return answer, page
    answer = send(browser, asked[0])
    return answer, Page(answer.text)


# The shorthand plays them all.
@pytest.mark.parametrize("game", GAMES if SOAK else fewest(kinds), ids=lambda game: f"{game.rulebook}-{game.name}")
def test_a_hand_is_played_to_its_end_by_the_buttons_of_the_page(game, shared_app, shared_table, bo):
    least, most = seats_of(game)
    table = beside(shared_table, *NAMES[: max(least, min(4, most))], rules={"initial_loan": 400})
    chance = random.Random(game.name)
    before = see(shared_app.extensions[EXTENSION].book, table.night)
    page = Page(bo.get(table.path).text)
    (line,) = [form for form in page.forms if "type" in form.place]
    answer, page = _meant(bo, send(bo, line, line=f"hand {game.name}"))
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
        answer, page = _meant(bo, send(bo, form, at))
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
