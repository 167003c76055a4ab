"""The four games of Scroker, in the order of their source (RULINGS A6)."""

from engine.game.awards import Best, Spellcheck, Words
from engine.game.betting import Ante, BestShowing, HouseLimit, Openers, PreviousOpener
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import Bet, Deal, Draw, Lay, NameGame

ANIMALS_OR_TADPOLE = Openers(("two Animals", "three-letter word"))

SCROKER = Game("Scroker", play=(Deal(down=5), Bet(openers=ANIMALS_OR_TADPOLE), Draw(up_to=3), Bet()))
SPIT_IN_THE_CAN = Game(
    "Spit in the Can",
    variation_of=("Scroker",),
    play=(Deal(down=4), Lay(up=1), Bet(openers=ANIMALS_OR_TADPOLE), Draw(up_to=4), Bet()),
)
LONGHORN_STUD = Game(
    "Longhorn Stud",
    opens=BestShowing(by="clean pair"),
    best=(5, 8),
    play=(Deal(down=2, up=3), Bet(check=False), Deal(up=1), Bet(), Deal(down=1, common=True), Bet()),
)
DEALERS_CHOICE = Game("Dealer's Choice", best=(5, 8), play=(NameGame(("Scroker", "Spit in the Can", "Longhorn Stud")),))

SCROKER_BOOK = Rulebook(
    name="scroker",
    deck=Deck("scroker-52"),
    best=(5, 7),
    forced=Ante(1),
    limit=HouseLimit(),
    opens=PreviousOpener(),
    short="tap-out",
    scale=Words("none 2 2+2 3 4 3+2 slush 5 unicorn", ties="naturals high-card", clean=True),
    claims=Spellcheck(foul="no words", foul_pays="stake", good_pays="stake"),
    award=Best(),
    out_of_turn="binds",
    games=(DEALERS_CHOICE, LONGHORN_STUD, SCROKER, SPIT_IN_THE_CAN),
)
