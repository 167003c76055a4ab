"""Other names of games: spellings of the sources, names in other circles, and translations."""

ENEMAERKE_ALIASES = {
    "Bermuda Trekanten": ("Bermuda Triangle",),
    "Bet on Five Open Cards": ("Five Open Cards",),
    "CRS Surprise": ("Split Pairs",),
    "Criss-Cross": ("Crisscross", "The Cross", "Korset"),
    "Elevator": ("The Elevator", "Elevatoren"),
    "Fill the Hole": ("Fyld hullet",),
    "Five Card Stud, Deuces Wild": ("Five Card Stud with Deuces",),
    # The source itself: "…Picture Card" in the description, "…Picture Cards" in the overview.
    "Follow the Queen and One-eyed Picture Cards": ("Follow the Queen and One-eyed Picture Card",),
    "Follow the Queen": ("Follow the Bitch", "Følg dronningen"),
    "Gammel Skagen": ("Old Skagen",),
    # The source itself: "Hayleys komet".
    "Hayley's komet": ("Hayleys komet", "Hayley's comet", "Halley's comet", "Halleys komet"),
    "Karrusel": ("Karussel", "Carousel"),
    "Kings Cross": ("King's Cross",),
    "Last Chance Unplugged": ("Last Chance, Unplugged",),
    # The source itself: "munæklips" in the description, "munækklips" in the overview.
    "Nårwidjan munækklips": (
        "Nårwidjan munæklips",
        "Naarwidjan munaekklips",
        "Naarwidjan munaeklips",
        "Norwegian Moon Eclipse",
    ),
    # The source itself: "-Five-Card Draw" in the description.
    "One-Two-Three-Four-Five Card Draw": ("One-Two-Three-Four-Five-Card Draw", "1-2-3-4-5 Card Draw"),
    "Puke": ("Spit 'n' Shit with psychology",),
    "Seven Card Stud, Deuces Wild": ("Seven Card Stud with Deuces",),
    "Spit 'n' Shit": ("Spit and Shit",),
    "Stora Spelet": ("Det store spil", "The Big Game"),
    # The source itself: "Straight poker" in the description.
    "Straight Poker": ("Straight poker", "Five Cards Closed"),
    "Sømærket": ("Soemaerket", "Sea Mark", "The Sea Mark"),
    "The Pyramid": ("Pyramiden",),
    # The source itself: "…Picture Cards Wild" in the description.
    "Three Card Draw, Deuces and One-eyed Picture Card Wild": (
        "Three Card Draw, Deuces and One-eyed Picture Cards Wild",
    ),
    "Three Card Draw, Deuces Wild": ("Three Card Draw with Deuces",),
    "Your Choise": ("Your Choice", "Dit valg"),
}

MUNK_ALIASES = {
    "Book'em Danno": ("Book 'em Danno", "Book them Danno"),
    "Courtney Love Baseball": ("Courtney Love",),
    "Five-Card 21": ("Five Card Twenty-One",),
    "Midnight Cobain Baseball": ("Midnight Cobain", "Kurt Cobain Baseball"),
    "Rudy's Jewels": ("Rudys Jewels",),
    "Texas Toothpick Toast": ("TTT",),
}

SCROKER_ALIASES = {
    "Longhorn Stud": ("Longhorn",),
    "Scroker": ("Scroker Draw",),
}

STANDARD_ALIASES = {
    "2-7 Single Draw": ("Deuce to Seven Single Draw", "Kansas City Lowball"),
    "2-7 Triple Draw": ("Deuce to Seven Triple Draw", "Deuce to Seven"),
    "Five-Card Draw": ("Draw Poker",),
    "Fixed-Limit Hold'em": ("Limit Hold'em", "LHE"),
    "Fixed-Limit Omaha Hi/Lo 8": ("Limit Omaha Hi/Lo 8", "Limit Omaha Eight or Better", "FLO8", "LO8"),
    "Omaha": ("PLO", "Pot-Limit Omaha"),
    "Omaha Hi/Lo 8": ("Omaha Eight or Better", "O8", "PLO8"),
    "Razz": ("Seven-Card Razz",),
    "Short-Deck Hold'em": ("Short Deck", "Six Plus Hold'em", "6+ Hold'em"),
    "Stud Hi/Lo 8": ("Stud Eight or Better", "Stud 8"),
    "Texas Hold'em": ("NLHE", "No-Limit Hold'em"),
}

TAROK_ALIASES = {
    "Lift Smoke": ("Sift Smoke", "Linger Longer"),
    "Tapp-Tarok": ("Tapp Tarock", "Tapptarok"),
    "Tarok": ("Tarock", "Taroky", "Tarocchini", "Traplpola"),
}

WORDPOKER_ALIASES = {
    "Seven-Card WordPoker": ("WordPoker Seven-Card",),
    "Texas WordPoker": ("WordPoker Hold'em", "WordPoker Texas Hold'em"),
    "WordPoker": ("Word Poker", "WordPoker Five-Card Draw"),
}
