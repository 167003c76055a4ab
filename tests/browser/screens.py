"""Takes a picture of every page at four widths in both languages: `make screens`, into build/screens/.

`python -m tests.browser.screens FOLDER NAME…` takes those of some pages only.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.house import House, serving
from tests.browser.places import Place, fill, founded, unfounded, without_place

# Each width in another light, so that every page is seen in all of them.
SCREENS = ((320, 640, "dark"), (390, 844, "light"), (768, 1024, "candle"), (1440, 900, "light"))
LANGUAGES = ("en", "da")
WIDE_OPEN = (
    "ids => ids.forEach(id => document.querySelectorAll(`details[id^='${id}']`).forEach(one => { one.open = true }))"
)


def pictures(into: Path, wanted: tuple[str, ...] = ()) -> list[Path]:
    """The files written: PAGE-WIDTH-LANGUAGE.png. Fails where the program has a page of which there is no picture."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        written: list[Path] = []
        with serving(browser, Path(home)) as house:
            before = unfounded(house.book)
            written += _taken(house, into, before, wanted)
            house.found("Torsdagsklubben", "Bo")
            written += _taken(house, into, founded(), wanted)
        full = fill(Path(home) / "full")
        with serving(browser, Path(home) / "full") as house:
            assert without_place(house.app, (*before, *full)) == set()
            written += _taken(house, into, full, wanted)
        browser.close()
        return written


def _taken(house: House, into: Path, places: tuple[Place, ...], wanted: tuple[str, ...]) -> Iterator[Path]:
    places = tuple(place for place in places if not wanted or place.name in wanted)
    devices = {who: house.device(who) for who in sorted({place.who for place in places})}
    for width, height, light in SCREENS:
        for language in LANGUAGES:
            for page in devices.values():
                page.set_viewport_size({"width": width, "height": height})
                cookies = (("scheme", light), ("language", language))
                page.context.add_cookies([{"name": name, "value": said, "url": house.url} for name, said in cookies])
            for place in places:
                page = devices[place.who]
                page.goto(house.url + place.path)
                page.evaluate(WIDE_OPEN, list(place.opens))
                file = into / f"{place.name}-{width}-{language}.png"
                # What stays at the edges of a table is pictured where it is seen.
                page.screenshot(path=file, full_page=page.locator("body:is(.table, .screen)").count() == 0)
                yield file


if __name__ == "__main__":
    written = pictures(Path(sys.argv[1]), tuple(sys.argv[2:]))
    sys.stdout.write(f"{len(written)} pictures are in {sys.argv[1]}.\n")
