"""Two games of tricks, in the order of their source; names are spelt as there."""

from engine.game.awards import CardsSpeak, LastHolding, TarokScore
from engine.game.betting import Ante, NextToDealer
from engine.game.definition import Deck, Game, Rulebook
from engine.game.steps import PLAYERS, Announce, Bid, Deal, Lay, Meld, TakeWidow, Tricks, TurnTrump

# Required, because each is dealt as many cards as there are players (RULINGS R-L3); Tarok is dealt to three.
LIFT_SMOKE = Game(
    "Lift Smoke",
    deck=Deck("french-52"),
    seats=(4, 6),
    forced=Ante(1),
    next_dealer="winner",
    play=(Deal(down=PLAYERS), TurnTrump(), Tricks(winner_draws=1)),
    award=LastHolding(),
)
TAROK = Game(
    "Tarok",
    deck=Deck("tarok-54"),
    seats=(3, 4),
    active=3,
    play=(
        *(Deal(down=8, batch=8), Lay(down=6), Deal(down=8, batch=8)),
        Bid("threesome solo"),
        TakeWidow(cards=3, keep="K", under="threesome"),
        Announce("game consolation", under="threesome"),
        Meld(("joker XXI I", "Ks Kh Kd Kc")),
        Announce("ultimo", answer="contra-ultimo"),
        Tricks(must_trump=True),
    ),
    award=TarokScore(threesome=50, solo=100, target=36),
)
# What changes is only what happens when all pass (RULINGS 0.1).
TAPP_TAROK = TAROK.but("Tapp-Tarok", award=TarokScore(threesome=50, solo=100, target=36, passed_out=25))

TAROK_BOOK = Rulebook(
    name="tarok",
    opens=NextToDealer(),
    claims=CardsSpeak(),
    games=(LIFT_SMOKE, TAPP_TAROK, TAROK),
)
