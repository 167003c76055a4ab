"""The overview tables of the sources, row by row: what a declaration is held against."""

from typing import NamedTuple


class Row(NamedTuple):
    """One game of the Enemærke overview: own and shared cards, the wild column, and the rounds it counts."""

    name: str
    own: int
    shared: int
    wild: str
    rounds: int | None


# In the order of the source (RULINGS D2); no number stands with the two midnight games.
ENEMAERKE = (
    Row("Straight Poker", 5, 0, "", 1),
    Row("Bet on Five Open Cards", 5, 0, "", 5),
    Row("Jumping Jacks", 5, 0, "Knægte", 5),
    Row("Last Chance", 5, 0, "Personligt slutkort", 5),
    Row("Last Chance Unplugged", 5, 0, "Personligt slutkort", 5),
    Row("Your Choise", 5, 0, "Frit valg (personligt)", 5),
    Row("Ups and Downs", 5, 0, "", 5),
    Row("Downs and Ups", 5, 0, "", 5),
    Row("Three Card Draw", 5, 0, "", 2),
    Row("Three Card Draw, Deuces Wild", 5, 0, "2'ere", 2),
    Row("Three Card Draw, Deuces and One-eyed Picture Card Wild", 5, 0, "2'ere, en-øjede", 2),
    Row("Risky Pairs", 5, 0, "par (kun par)", 2),
    Row("One-Two-Three-Four-Five Card Draw", 5, 0, "", 6),
    Row("Stora Spelet", 5, 0, "2'ere, 3'ere, en-øjede", 11),
    Row("Chicago Seven", 7, 0, "7'ere", 4),
    Row("Seven Eleven", 7, 0, "7'ere, knægte", 4),
    Row("Siberian Husky", 7, 0, "2'ere", 4),
    Row("Mississippi Ratfuck", 7, 0, "", 9),
    Row("Five Card Stud", 5, 0, "", 4),
    Row("Five Card Stud, Deuces Wild", 5, 0, "2'ere", 4),
    Row("Mexican Stud", 5, 0, "", 4),
    Row("Shifting Sands", 5, 0, "Frit valg (personligt)", 4),
    Row("Seven Card Stud", 7, 0, "", 5),
    Row("Seven Card Stud, Deuces Wild", 7, 0, "2'ere", 5),
    Row("CRS Surprise", 7, 0, "Split pairs", 5),
    Row("Roll Them", 7, 0, "Laveste personlige lukket kort", 5),
    Row("Baseball", 7, 0, "3'ere, 9'ere", 5),
    Row("Yankee Baseball", 7, 0, "9'ere", 5),
    Row("Midnight Baseball", 7, 0, "3'ere, 9'ere", None),
    Row("Nårwidjan munækklips", 7, 0, "3'ere, 9'ere, personligt slutkort", None),
    Row("Follow the Queen", 7, 0, "Dronninger", 5),
    Row("Follow the Queen and One-eyed Picture Cards", 7, 0, "Dronninger, en-øjede", 5),
    Row("Seven Bright Stars", 7, 0, "Personligt slutkort", 7),
    Row("April Reigners", 7, 0, "3'ere, 9'ere, dronninger", 7),
    Row("Eleven Bright Stars", 7, 0, "3'ere, 9'ere", 7),
    Row("Spit in the Ocean", 4, 1, "åbent fælleskort", 1),
    Row("Spit 'n' Shit", 5, 2, "2 åbne fælleskort", 1),
    Row("Puke", 5, 2, "2 åbne fælleskort", 6),
    Row("Farum Park", 5, 2, "1 åbent og 1 lukket fælleskort", 3),
    Row("Rubbers in the Dusk", 5, 2, "2 fælleskort", 3),
    Row("Rubbers in the Dark", 10, 2, "2 fælleskort", 4),
    Row("Harakiri", 2, 5, "", 4),
    Row("Cincinnati", 5, 5, "", 6),
    Row("Hayley's komet", 5, 5, "Sidste fælleskort", 6),
    Row("Lunatic", 5, 5, "3'ere, 9'ere, sidste fælleskort", 6),
    Row("Criss-Cross", 5, 5, "Centerkortet", 6),
    Row("Kings Cross", 5, 5, "Centerkortet, konger", 6),
    Row("Trafalgar Square", 5, 5, "Evt. centerkortet", 6),
    Row("Fill the Hole", 5, 4, "Frit valg (personligt)", 6),
    Row("Paradise Lost", 5, 4, "Frit valg (personligt)", 6),
    Row("Elevator", 4, 7, "Elevatoren", 8),
    Row("The Pyramid", 4, 6, "", 7),
    Row("Gammel Skagen", 4, 6, "Split pairs", 7),
    Row("Sømærket", 4, 6, "Trekantens hjørner", 7),
    Row("Bermuda Trekanten", 4, 6, "Trekantens sidens midterkort", 7),
    Row("Karrusel", 4, 6, "Split pairs", 7),
)

# The description of these counts otherwise, and it wins (RULINGS R-G2, R-D6, R-D7): overview, description.
COUNTED_OTHERWISE = {"Last Chance": (5, 6), "Fill the Hole": (6, 5)}

# Behind each title of Munk's: one $ a round, and ??? where nobody knows how many more; own and shared cards (RULINGS D1).
MUNK = {
    "Midnight Cobain Baseball": ("$$$$$???", 7, 1),
    "Courtney Love Baseball": ("$$$$$???", 7, 1),
    "Three Dog Night": ("$$$$", 1, 0),
    "Five-Card 21": ("$$$$", 5, 0),
    "Rudy's Jewels": ("$$$$$$", 2, 0),
    "United States Stud": ("$$$$$", 3, 0),
    "Texas Toothpick Toast": ("$$$$", 2, 5),
    "Book'em Danno": ("$$$$", 5, 0),
}

# Rounds of the card rooms: before and after each street, before and after each draw.
CARD_ROOMS = {
    "2-7 Single Draw": 2,
    "2-7 Triple Draw": 4,
    "Badugi": 4,
    "Five-Card Draw": 2,
    "Fixed-Limit Hold'em": 4,
    "Fixed-Limit Omaha Hi/Lo 8": 4,
    "Omaha": 4,
    "Omaha Hi/Lo 8": 4,
    "Razz": 5,
    "Seven-Card Stud": 5,
    "Short-Deck Hold'em": 4,
    "Stud Hi/Lo 8": 5,
    "Texas Hold'em": 4,
}
