"""What keeps anybody from reading a page: what axe finds on it, and whether it is wider than the screen."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPEN_ALL = "() => document.querySelectorAll('details:not(.menu)').forEach(one => { one.open = true })"
WIDER_THAN_THE_SCREEN = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What is in the way of a thumb or an eye, in a few words each: something to tap that is lower than a thumb or lies under
# something else, a choice that its field cuts, a word broken in the middle, letters below 13 px. Links in a line of text are as high as the line.
OUT_OF_REACH = r"""() => {
  const found = [];
  const named = one => `${one.id ? `#${one.id}` : one.tagName} ${(one.innerText || one.ariaLabel || one.name || "").trim().slice(0, 30)}`;
  const isSeen = one => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, .skip") && one.getBoundingClientRect().width > 1;
  for (const one of [...document.querySelectorAll("a[href], button, summary, select, input, textarea")].filter(isSeen)) {
    const tapped = (one.matches("[type=checkbox], [type=radio]") && one.closest("label")) || one;
    if (getComputedStyle(tapped).display !== "inline" && tapped.getBoundingClientRect().height < 43.5) found.push(`too low: ${named(one)}`);
    one.scrollIntoView({ block: "center", inline: "center" });
    const box = one.getBoundingClientRect();
    const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (above && !tapped.contains(above) && !above.contains(one)) found.push(`under ${named(above)}: ${named(one)}`);
    if (one.matches("select") && one.selectedOptions.length) {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = getComputedStyle(one).font;
      if (pen.measureText(one.selectedOptions[0].text).width > one.clientWidth - 36) found.push(`cut: ${one.selectedOptions[0].text}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    if (text.data.trim() && isSeen(text.parentElement) && !text.parentElement.closest(".card, .spot, svg, script")) {
      if (parseFloat(getComputedStyle(text.parentElement).fontSize) < 13) found.push(`too small: ${text.data.trim().slice(0, 30)}`);
    }
    if (!isSeen(text.parentElement) || text.parentElement.closest("code, pre, script, select, textarea, .typed, .address")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) found.push(`broken: ${word}`);
    }
  }
  return [...new Set(found)];
}"""
# What opens and does not show it: no mark, no border, no line below, and no dots at its end.
OPENS_UNSEEN = """() => [...document.querySelectorAll("summary")].filter((one) => {
  const marked = ["::before", "::after"].some((at) => !["none", "normal", '""'].includes(getComputedStyle(one, at).content));
  const style = getComputedStyle(one);
  const drawn = style.borderTopWidth !== "0px" || style.textDecorationLine.includes("underline") || style.display === "list-item";
  return !(marked || drawn || /…$|☰/.test(one.textContent.trim()));
}).map((one) => one.textContent.trim())"""
# Menus that carry the mark of a fold beside their own.
MENUS_MARKED = r"""() => [...document.querySelectorAll(".menu > summary")]
  .filter((one) => !/^(none|normal)$/.test(getComputedStyle(one, "::after").content)).map((one) => one.ariaLabel)"""
# Amounts that a line may end in before their currency.
AMOUNTS_THAT_BREAK = r"""() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(...(texts.currentNode.data.match(/\d (DKK|kr\.|øre)/g) ?? []));
  return found;
}"""
# What of the rules hangs on the light in which a page is shown.
CONTRAST = "color-contrast"


def barriers(page: Page, *rules: str) -> list[tuple[str, str, str]]:
    """What axe finds on the page as it is shown, by these of its rules, all if none is named: rule, element and what to do."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = Axe().run(page, options=options).response["violations"]
    return [(one["id"], one["nodes"][0]["html"], one["nodes"][0]["failureSummary"]) for one in found]
