"""The chapter on errors of the family's rulebook, in its own language: each mistake has its rule and one button on a page."""

import itertools
import re

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from cli.demo_book import SCRIPT
from engine import commands
from service.api.context import EXTENSION
from service.app.links import invite_player
from service.app.night.lines import replay
from service.app.seeing import see
from service.app.sign_in import make_banker
from tests.service.api.signed_in import ORIGIN, path_of
from tests.service.web.browsing import Page, send

CHOSEN = re.compile(r'type="radio" name="([^"]+)" value="([^"]*)" checked')
NUMBERS = itertools.count(1)
# A night of which the lines follow.
OPENED = """night: Friday
club: Torsdagsklubben
money: 0.25 DKK a chip
rulebook: enemaerke
loan: 100
auto: all
bank: Bo
players: Anna, Bo, Carl, Dora
"""
BEGUN = "hand straight poker by dora\n"
STUD, SEVENTH = "hand five card stud by dora\n", "hand seven card stud by dora\n" + "all check\n" * 4
# The lines of the night; the mistake and the button, or whose sheet has it; what stands in the book then, and of whom.
FAULTS: tuple[tuple[str, tuple[str, ...], str, commands.Command], ...] = (
    (BEGUN, ("Et lukket kort for lidt", "Anna"), "Anna", commands.GiveMissingCard(player="")),
    (BEGUN, ("Et lukket kort for meget", "Bo"), "Bo", commands.TakeBackCard(player="")),
    (
        STUD + "deal 9s ?? Kd 4h\n",
        ("En spiller blev sprunget over", "Bo"),
        "Bo",
        commands.MoveDealtCards(player="", fault="skipped", cards=("9s", "Kd", "4h", "??")),
    ),
    (
        STUD + "deal 9s Kd 5c 2c\n",
        ("Et åbent kort for meget", "Bo"),
        "Bo",
        commands.MoveDealtCards(player="", fault="twice", cards=("9s", "Kd", "??", "5c")),
    ),
    (
        SEVENTH,
        ("Et lukket kort blev givet åbent", "Anna"),
        "Anna",
        commands.SettleExposedCard(player="", keeps=True),
    ),
    (
        "hand cincinnati by dora\n",
        ("Et fælleskort ligger forkert", "1 ⇄ 2"),
        "",
        commands.MoveBoardCard(source="1", target="2"),
    ),
    (
        "hand baseball by dora\ndeal 2s 4h 2c Kd\n",
        ("Dealer glemte at tilbyde et kort", "Bo"),
        "Bo",
        commands.BuyForgottenCard(player="", original=True, card="2c", cards=("??", "??"), price=5, offered=True),
    ),
    (
        BEGUN + "anna 5\n",
        ("En spiller følger med for få chips", "3"),
        "Bo",
        commands.PutRight(player="", put_in=3, chips=5),
    ),
    (
        BEGUN + "anna 3\n",
        ("En spiller følger med for mange chips", "5"),
        "Bo",
        commands.PutRight(player="", put_in=5, chips=5),
    ),
    (BEGUN, ("New Deal", "Anna"), "Anna", commands.NewDeal(player="", reason="fejlgivning")),
    (BEGUN, ("Uden for tur", "Carl", "4"), "Carl", commands.Bet(player="", chips=4, ahead=True)),
)
# The rule that stands beside each of them.
RULE = {
    "Et lukket kort for lidt": "kan der gives et ekstra kort efter den primære kortgivning.",
    "New Deal": "puljen fortsætter til næste spil – annonceret og givet af næste spiller.",
    "Uden for tur": "bliver i puljen",
}


@pytest.fixture(scope="module")
def danish(shared_app) -> FlaskClient:
    """Bo's browser, which speaks Danish."""
    book = shared_app.extensions[EXTENSION].book
    first = replay(book, OPENED, file=SCRIPT, night_id="fault-0")
    club, bo = first.opened.club, next(player for player, name in first.names.items() if name == "Bo")
    make_banker(book, club, bo)
    browser = shared_app.test_client()
    browser.environ_base["HTTP_ACCEPT_LANGUAGE"] = "da"
    signed = browser.post(path_of(invite_player(book, club, bo, at="http://localhost").url), headers=ORIGIN)
    assert signed.status_code == 303
    return browser


@pytest.mark.parametrize(("lines", "taps", "whose", "stands"), FAULTS, ids=[", ".join(taps) for _, taps, *_ in FAULTS])
def test_a_mistake_of_the_chapter_on_errors_is_put_right_by_one_button(shared_app, danish, lines, taps, whose, stands):
    book, night = shared_app.extensions[EXTENSION].book, f"fault-{next(NUMBERS)}"
    # Where open cards are named, the dealer deals them by a line.
    opening = OPENED.replace("auto: all", "auto: closed") if "deal " in lines else OPENED
    replay(book, opening + lines, file=SCRIPT, night_id=night)
    what, *rest = taps
    page = danish.get(f"/nights/{night}/faults").text
    (fault,) = [one for one in page.split('<details class="fault"') if f"<summary>{what}" in one]
    assert RULE.get(what, "") in fault
    if len(rest) > 1:
        player = next(player for player, name in see(book, night).names.items() if name == rest[0])
        assert f'href="/nights/{night}/players/{player}#turn">{rest[0]}</a>' in fault
        forms = Page(danish.get(f"/nights/{night}/players/{player}").text).at("turn")
    else:
        forms = Page(fault).forms
    form, at = next(
        (form, at) for form in forms for at, (_, _, label, _) in enumerate(form.buttons) if label == rest[-1]
    )
    chosen = dict(CHOSEN.findall(fault)) if "text:reason" in form.open_fields else {}
    answer = send(danish, form, at, **chosen)
    assert (answer.status_code, answer.request.path) == (200, f"/nights/{night}")
    seen = see(book, night)
    act = next(one.event for one in reversed(seen.records) if one.caused_by is None)
    assert seen.name(getattr(act, "player", None)) == whose
    assert replace(act, waived=(), **({"player": ""} if whose else {})) == stands
