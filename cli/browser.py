"""Opens a page in the browser of this machine, if whoever started the command sits at a screen that has one."""

from __future__ import annotations

import os
import sys
import webbrowser

# What the desktops of Linux say of themselves; those of the other systems are always there.
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")


def may_open() -> bool:
    """True if a person at a terminal would see a page that is opened. A browser that draws in the terminal itself would take it away."""
    has_screen = sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in SCREENS)
    if not (sys.stdout.isatty() and has_screen):
        return False
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return False
    return type(found) is not webbrowser.GenericBrowser


def open_page(url: str) -> None:
    """Opens the page, where `may_open` says that somebody sees it."""
    webbrowser.open(url)
