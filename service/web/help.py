"""The reference in the browser: the texts of `service/language/help` as pages."""

from __future__ import annotations

from flask import Response
from markdown_it import MarkdownIt
from markupsafe import Markup

from service.api.routes import needs
from service.language.help import every_topic, topic
from service.people.access.rights import Deed
from service.web.site import page, room

blueprint = room("help")
# The texts are ours, and HTML in them would be shown as it is written.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@blueprint.get("/help")
@needs(Deed.ASK)
def contents() -> Response:
    """Every topic."""
    return page("help/contents.html", topics=every_topic())


@blueprint.get("/help/<name>")
@needs(Deed.ASK)
def one(name: str) -> Response:
    """One text."""
    found = topic(name)
    # A long line is scrolled to with a keyboard too. What was rendered from our own text is safe.
    text = MARKDOWN.render(found.text).replace("<pre>", '<pre tabindex="0">')
    return page("help/topic.html", topic=found, text=Markup(text), topics=every_topic())  # noqa: S704
