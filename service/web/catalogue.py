"""The games in the browser, the club's own to write, and the reference of `service/language/help` as pages."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from flask import Response, request
from markdown_it import MarkdownIt
from markupsafe import Markup

from engine.game.counts import AT_A_TABLE
from engine.speech import say, to_say
from service.api.context import context
from service.app import games, own_games
from service.app.simulate import try_game
from service.language.help import every_topic, topic
from service.people.credentials import FORM_TOKEN
from service.people.rights import Deed
from service.web.acting import Trouble, go_on, key_given, new_key, whole
from service.web.club import club_of_reader
from service.web.site import Room, page
from service.web.table import WORDS_MAX

blueprint = Room("catalogue")
NOT_OF_THE_GAME = ("toml", "seed", "key", FORM_TOKEN)
# To begin with, in place of an empty page.
BEGUN = to_say("Our Friday game")
LIKE = "Three Card Draw"


@blueprint.get("/games", needs=Deed.ASK)
def all_games() -> Response:
    """The games, by rulebook; those that contain every word of `q`."""
    words = request.args.get("q", "").strip()[:WORDS_MAX]
    matches = games.games_about(words)
    books = [(book, tuple(some)) for book, some in groupby(matches.games, key=lambda game: game.rulebook)]
    club = context.who.club
    own = own_games.listed(context.book, club).games if club and context.who.player else ()
    return page(
        "catalogue/games.html", books=books, words=words, own=own, number=len(matches.games), at_a_table=AT_A_TABLE
    )


@blueprint.get("/games/<rulebook>/<path:name>", needs=Deed.ASK)
def one_game(rulebook: str, name: str) -> Response:
    """The rules of one game, with its layout drawn."""
    return page("catalogue/game.html", game=games.one_game(rulebook, name), own=None)


@blueprint.get("/own-games", needs=Deed.SIGN_ONESELF_IN)
def writing() -> Response:
    """Where the club writes a game of its own; with `name`, the game of that name to go on with."""
    name = request.args.get("name", "")
    begun = f'name = "{say(BEGUN)}"\nlike = "{LIKE}"\n'
    return _written(own_games.one(context.book, club_of_reader(), name).toml if name else begun)


@blueprint.post("/own-games/trial", needs=Deed.SIGN_ONESELF_IN)
def trial() -> Response:
    """What is wrong with the game, or how it plays; nothing is kept."""
    return _written(request.form.get("toml", ""))


@blueprint.post("/own-games", needs=Deed.SIGN_ONESELF_IN)
def keep() -> Response:
    """Keeps the game, or its next version."""
    toml, club = request.form.get("toml", ""), club_of_reader()
    text, _ = own_games.written(toml, _form_fields())

    def add() -> str:
        context.insist_in_club(Deed.RUN_BANK, club)
        return own_games.add(context.book, club, text, key=key_given()).name

    return go_on(add, lambda name: f"/own-games/{name}", partial(_written, toml))


@blueprint.get("/own-games/<path:name>", needs=Deed.SIGN_ONESELF_IN)
def own_game(name: str) -> Response:
    """One own game with its rules and its versions."""
    game = own_games.one(context.book, club_of_reader(), name)
    return page("catalogue/game.html", game=game, own=game)


def _form_fields() -> dict[str, list[str]]:
    """What the form says of the game, by the names of its fields."""
    return {name: values for name, values in request.form.lists() if name not in NOT_OF_THE_GAME}


def _written(toml: str, trouble: Trouble | None = None) -> Response:
    text, form = own_games.written(toml, _form_fields())
    seed = whole(request.form.get("seed", "")[:6]) or 1
    return page(
        "catalogue/own_game.html",
        toml=text,
        form=form,
        tried=try_game(text, seed=seed),
        seed=seed,
        trouble=trouble,
        key=new_key(),
    )


# The texts are ours, and HTML in them would be shown as it is written.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@blueprint.get("/help", needs=Deed.ASK)
def contents() -> Response:
    """Every topic."""
    return page("help/contents.html", topics=every_topic())


@blueprint.get("/help/<name>", needs=Deed.ASK)
def one(name: str) -> Response:
    """One text."""
    shown_topic = topic(name)
    # A long line is scrolled to with a keyboard too. What was rendered from our own text is safe.
    text = MARKDOWN.render(shown_topic.on_page()).replace("<pre>", '<pre tabindex="0">')
    return page("help/topic.html", topic=shown_topic, text=Markup(text), topics=every_topic())  # noqa: S704
