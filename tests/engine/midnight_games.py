"""Games with piles that are turned one after another, and with a bring-in."""

from engine.library import named

MIDNIGHT_COBAIN_BASEBALL = named("Midnight Cobain Baseball", "munk")[0]
COURTNEY_LOVE_BASEBALL = named("Courtney Love Baseball", "munk")[0]
MIDNIGHT_BASEBALL = named("Midnight Baseball", "enemaerke")[0]
NARWIDJAN_MUNAEKKLIPS = named("Nårwidjan munækklips", "enemaerke")[0]
LAST_CHANCE_UNPLUGGED = named("Last Chance Unplugged", "enemaerke")[0]
SEVEN_CARD_STUD = named("Seven-Card Stud", "standard")[0]
RAZZ = named("Razz", "standard")[0]

MIDNIGHT_GAMES = (
    MIDNIGHT_COBAIN_BASEBALL,
    COURTNEY_LOVE_BASEBALL,
    MIDNIGHT_BASEBALL,
    NARWIDJAN_MUNAEKKLIPS,
    LAST_CHANCE_UNPLUGGED,
    SEVEN_CARD_STUD,
    RAZZ,
)
