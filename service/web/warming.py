"""Makes the first page as quick as the second: the templates of all pages are compiled before anybody asks for one."""

from __future__ import annotations

import threading

from service.web.site import TEMPLATES


def compile_templates() -> int:
    """Compiles the templates of the pages and of reports; how many there are."""
    # Loading what draws reports takes a while, which nobody has to wait for in a thread of its own.
    from service.app import report  # noqa: PLC0415

    names = TEMPLATES.list_templates(["html"])
    for name in names:
        TEMPLATES.get_template(name)
    return len(names) + report.compile_templates()


def warm_up() -> threading.Thread:
    """Begins to compile them beside whatever else is done."""
    thread = threading.Thread(target=compile_templates, name="templates", daemon=True)
    thread.start()
    return thread
