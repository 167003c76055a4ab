"""Takes a picture of every page in every light, on a phone and on a desk: `make screens`, into build/screens/.

`python -m tests.browser.screens FOLDER NAME…` takes those of some pages only.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.house import House, serving
from tests.browser.places import Place, fill

LIGHTS = ("light", "dark", "candle")
KINDS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5},
    "desk": {"viewport": {"width": 1280, "height": 900}, "device_scale_factor": 1, "is_mobile": False},
}
WIDE_OPEN = (
    "ids => ids.forEach(id => document.querySelectorAll(`details[id^='${id}']`).forEach(one => { one.open = true }))"
)


def pictures(into: Path, wanted: tuple[str, ...] = ()) -> list[Path]:
    """The files written: LIGHT-KIND-PAGE.png, and LIGHT-KIND-PAGE-whole.png of a page that is longer than the screen."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        places = [place for place in fill(Path(home)) if not wanted or place.name in wanted]
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        with serving(browser, Path(home)) as house:
            found = [
                picture for kind, look in KINDS.items() for picture in _of_one_kind(house, into, kind, look, places)
            ]
        browser.close()
        return found


def _of_one_kind(house: House, into: Path, kind: str, look: dict[str, object], places: list[Place]) -> list[Path]:
    devices = {who: house.device(who, **look) for who in sorted({place.who for place in places})}
    found = []
    for light in LIGHTS:
        for device in devices.values():
            device.context.add_cookies([{"name": "scheme", "value": light, "url": house.url}])
        for place in places:
            page = devices[place.who]
            shown(house, page, place)
            found.append(into / f"{light}-{kind}-{place.name}.png")
            page.screenshot(path=found[-1])
            if page.evaluate("document.documentElement.scrollHeight > innerHeight + 60"):
                found.append(into / f"{light}-{kind}-{place.name}-whole.png")
                page.screenshot(path=found[-1], full_page=True)
    return found


def shown(house: House, page: Page, place: Place) -> None:
    """The page goes there and opens what is to be open."""
    page.goto(house.url + place.path)
    page.evaluate(WIDE_OPEN, list(place.opens))


if __name__ == "__main__":
    written = pictures(Path(sys.argv[1]), tuple(sys.argv[2:]))
    sys.stdout.write(f"{len(written)} pictures are in {sys.argv[1]}.\n")
