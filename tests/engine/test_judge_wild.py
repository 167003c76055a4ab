"""The rules lawyer in games whose wild cards hang on the deal, the order of opening or the line (RULINGS D3).

Each rule of the table stands above its example: the game, what each player holds (closed cards before a stroke, where
that is said), behind an arrow what the hand counts as and which of its five cards are wild; `1 of` where any one of
some may be.
"""

import re
from typing import Any

import msgspec
import pytest

from engine import errors
from engine.game.findings import findings
from engine.judge import Case, Judgement, judge
from tests.engine.declared import DECLARED

TABLE = """
# The last card to be opened

the last card turned is wild for its holder only
    Last Chance | A As Ad 4c 9h 2s -> three of a kind, aces [2s] | B Ks Kd 2h 5c Jd -> three of a kind, kings [Jd]
the last card turned is wild without a round behind it too
    Last Chance Unplugged | A As Ad 4c 9h 2s -> three of a kind, aces [2s] | B Ks Kd 2h 5c Jd -> [Jd]
the last of seven open cards is wild as that card only
    Seven Bright Stars | A 7d 7c As Kd Jh 2c 7s -> three of a kind, sevens [7s]
        | B 2d 2h 3c 5c 9s 8d Kc -> three of a kind, twos [Kc]
the card kept closed to the end is wild in Shifting Sands
    Shifting Sands | A 2c / As Ad 9c 4h -> three of a kind, aces [2c] | B 3c / Ks Kd Kh 4d -> four of a kind, kings [3c]
Mexican Stud has no wild card
    Mexican Stud | A 2c / As Ad 9c 4h -> pair of aces []

# The lowest closed card

the lowest of the three closed cards is wild
    Roll Them | A 5d 8s Kh / Ks Qd 9c 7h -> three of a kind, kings [5d]
lowest cards that tie are both wild
    Roll Them | A 5d 5s Kh / Ks Qd 9c 7h -> four of a kind, kings [5d 5s]
the ace counts low if its holder likes
    Roll Them | A As 8s 8h / 8d Qd 9c 7h -> four of a kind, eights [As]
the ace counts high if its holder likes
    Roll Them | A As 2s 5h / Ad Ac 9c 7h -> four of a kind, aces [2s]
an open card is never the lowest closed one
    Roll Them | A Jd Qs Kh / 2s 3d 2c 7h -> [Jd]

# The chosen card

the card a player names is the one that makes the best hand
    Your Choise | A Ks Kd 9c 9h 2c -> full house, kings over nines [2c]
        | B 10s Js Qs As 4d -> straight flush, ace high [4d]
a shared card cannot be chosen in Fill the Hole
    Fill the Hole | A As Ad 4c 7h 10d -> four of a kind, aces [1 of 4c 7h 10d] | B Ks Kd 5c 7s 9d | board Ac 2h 5d Jh
a shared card cannot be chosen in Paradise Lost
    Paradise Lost | A As Ad 4c 7h 10d -> four of a kind, aces [1 of 4c 7h 10d] | B Ks Kd 5c 7s 9d | board Ac 2h 5d Jh

# Follow the Queen, in the order of the deal: A 4h, B 5h, A 6h, B 7h and so on

without an open queen only queens are wild
    Follow the Queen | A 2s 3d 4h 6h 8h 10h 2c -> [] | B Ks Kd 5h 7h 9h Jh 3s -> []
the rank of the next open card is wild, whoever gets it
    Follow the Queen | A 2s 5d Qs 6h 8h 10h 2c -> [Qs 5d] | B Ks Kd 5h 7h 9h Jh 5s -> [5h 5s]
the card after the last player is the first player's next one
    Follow the Queen | A 2s 3d 4h 6h 8h 10h 2c -> [6h] | B Ks Kd Qs 7h 9h Jh 3s
a new open queen cancels the old follower
    Follow the Queen | A 2s 5d Qs 6h Qd 10h 2c -> [Qs Qd] | B Ks Kd 5h 7h 9h Jh 9s -> [9h 9s]
a queen that follows a queen is an open queen again
    Follow the Queen | A 2s 7d Qs 6h 8h 10h 2c -> [Qs 6h] | B Ks 6d Qh 7h 9h Jh 3s -> [Qh 6d]
when the last open card is a queen, only queens are wild
    Follow the Queen | A 2s 5d Qs 6h 8h 10h 2c -> [Qs] | B Ks Kd 5h 7h 9h Qh 5s -> [Qh]
a closed queen is wild and has no follower
    Follow the Queen | A Qs 3d 4h 6h 8h 10h Qd -> [Qs Qd] | B Ks Kd 5h 7h 9h Jh 3s -> []
the queen of a player who has folded still makes others wild
    Follow the Queen | F ?? ?? Qs folded | A 2s 3d 4h 6h 8h 10h 4c -> [4h 4c] | B Ks Kd 5h 7h 9h Jh 3s
a follower in a hand that was folded still makes others wild
    Follow the Queen | B Ks Kd Qh 7h 9h Jh 3s | F / 3c 4d folded | A 2s 3d 5h 6h 8h 10h 2c -> [3d]
a later open queen makes an unknown card of no account
    Follow the Queen | A 2s 3d 4h 6h 8h 10h 2c -> [8h] | B Ks Kd 5h Qs 9h Jh 3s | F / ?? 8d folded
in April Reigners threes and nines trigger nothing
    April Reigners | A Qs 5d 9h 6h 8h 10h 2c -> [Qs 9h] | B 4s Kd 5h 7h 3h Jh 4d -> [4s 4d 3h]
in Eleven Bright Stars threes and nines are followed, and nobody has a last card
    Eleven Bright Stars | A 3s 5d 9h 6h 8h 10h 2c -> [3s 9h 8h] | B 4s Kd 8d 7h Jd Jh 4d -> [8d]

# Pairs

a closed and an open card of one rank are both wild
    CRS Surprise | A 9s 2d 8c / 9h Ks Jd 6s -> three of a kind, kings [9s 9h]
        | B 8s 8d Ah Qh 7c 5c 3c -> pair of eights []
two open cards are no split pair
    CRS Surprise | A 2s 3d 4c / 9h 9s Jd 8d -> []
a third card of the rank stays natural
    CRS Surprise | A 9s 9d 2c / 9h Ks 3h 7c -> three of a kind, kings [2 of 9s 9d 9h]
whichever of three leaves the best hand stays natural
    CRS Surprise | A 9s 9h 2c / 9d Ks Js 5s -> straight flush, king high [9h 9d]
jacks make two wild cards and nines three of them in Risky Pairs (RULINGS D3, both examples)
    Risky Pairs | A Js Jh 9d 6c 3s -> three of a kind, nines [Js Jh] | B 4s 4h 4d Jd Jc -> five of a kind, fours [Jd Jc]
three or four of a rank give nothing, and two pairs four wild cards
    Risky Pairs | A Js Jh Jd Jc 3s -> four of a kind, jacks [] | B 9s 9h 4d 4c Kd -> five of a kind, kings [9s 9h 4d 4c]

# Shared cards and lines

a rank opened before the last card is cancelled, and no other
    Lunatic | A 3d 9d Ks Qc 2h -> [9d 8h] | B 3h 4s 6s 8c Jd -> [8h] | board 3s 4h 7c 10d 8h
a three or nine opened last cancels nothing and is wild
    Lunatic | A 3d 9d Ks Qc 2h -> [3d 9d 3h] | board 5s 4h 7c 10d 3h
the fifth card is wild even where its rank is cancelled
    Lunatic | A 3d 5d Ks Qc 2h -> [3h] | board 3s 4h 7c 10d 3h
lions make no card wild
    Trafalgar Square | A As Ad 2c 5h 8d -> four of a kind, aces [] | board Ac Ah 9s 9c Kd
without lions Nelson is wild
    Trafalgar Square | A As Ad 2c 5h 8d -> three of a kind, aces [Kd] | board 6c Jh 9s 10c Kd
a column of the elevator has no wild card
    Elevator | A Ah Kd 4s 6h -> four of a kind, aces []
        | board st.tv=As 1.tv=Ad 2.tv=Ac st.th=7d 1.th=9c 2.th=Jd elevator=2c
a row with the elevator has one
    Elevator | A 9s 9h 4s 6h -> four of a kind, nines [2c]
        | board st.tv=As 1.tv=Ad 2.tv=Ac st.th=7d 1.th=9c 2.th=Jd elevator=2c
a pair of an own and a shared card is split only on the side used: the king is on A-B and C-A, the jack on B-C
    Gammel Skagen | A Kd Jd 6h 2c -> straight, nine high [Kd Ks] | board A=Ks B=8d C=3h AB=5c BC=Jh CA=10s
two own cards are no split pair where cards are shared
    Gammel Skagen | A Qd Qc 6h 2c -> pair of queens [] | board A=Ks B=8d C=3h AB=5c BC=Jh CA=10s
the ring wraps round: only 4 5 0 holds the jack and the five
    Karrusel | A Jd 5d Ac 9s -> five of a kind, aces [Jd Js 5d 5h] | board 0=5h 1=8d 2=10c 3=2h 4=Js 5=6c
both corners of the side are wild in Sømærket
    Sømærket | A Qd Qc 6h 2c -> four of a kind, queens [2 of Ks 8d 3h] | board A=Ks B=8d C=3h AB=5c BC=Jh CA=10s
the middle of the side is wild in Bermuda Trekanten
    Bermuda Trekanten | A Qd Qc 6h 2c -> three of a kind, queens [1 of 5c Jh 10s]
        | board A=Ks B=8d C=3h AB=5c BC=Jh CA=10s
"""
RULES = dict(re.findall(r"^(\S.*)\n((?:    .*\n)+)", re.sub(r"^#.*\n", "", TABLE, flags=re.MULTILINE), re.MULTILINE))
EXPECTED = re.compile(r"(?P<hand>[^\[]*?) ?\[(?:(?P<number>\d) of )?(?P<wild>.*)\]")


def judged(line: str) -> tuple[Judgement, dict[str, str]]:
    """The judgement of a case as the table has it, and what is expected of each player of whom something is."""
    game, *parts = (part.strip() for part in " ".join(line.split()).split("|"))
    players: dict[str, Any] = {}
    expected, board = dict[str, str](), dict[str, Any]()
    for part in parts:
        name, _, rest = part.partition(" ")
        said, _, told = rest.partition("-> ")
        cards = said.removesuffix("folded").strip()
        if name == "board":
            board = {"board": dict(one.split("=") for one in cards.split()) if "=" in cards else cards}
            continue
        closed, divided, opened = cards.partition("/")
        players[name] = {"closed": closed, "open": opened} if divided else {"cards": cards}
        players[name]["folded"] = said.endswith("folded")
        if told:
            expected[name] = told
    return judge(msgspec.convert({"game": game, "players": players, **board}, Case)), expected


@pytest.mark.parametrize("rule", RULES)
def test_of_wild_cards(rule) -> None:
    judgement, expected = judged(RULES[rule])
    assert expected
    for player, told in expected.items():
        (shown, *_) = next(one.hands for one in judgement.players if one.player == player)
        wanted = EXPECTED.fullmatch(told)
        assert wanted, told
        cards = set(wanted["wild"].split())
        wild = {card.card for card in shown.wild}
        assert not wanted["hand"] or shown.counts == wanted["hand"]
        assert (wild < cards and len(wild) == int(wanted["number"])) if wanted["number"] else wild == cards


@pytest.mark.parametrize("name", DECLARED)
def test_every_game_declared_here_is_sound(name) -> None:
    assert findings(DECLARED[name]) == ()


@pytest.mark.parametrize(
    ("line", "card", "because"),
    [
        (
            "Last Chance | A As Ad 4c 9h 2s",
            "2s",
            "for each player a personal wild card: the last of their own cards to be turned",
        ),
        (
            "Your Choise | A Ks Kd 9c 9h 2c",
            "2c",
            "for each player a personal wild card: one of their own cards, which they name at the showdown",
        ),
        (
            "Follow the Queen | A 2s 5d Qs 6h 8h 10h 2c | B Ks Kd 5h 7h 9h Jh 5s",
            "5d",
            "an open card that follows an open queen, with every card of its rank, until another queen is opened",
        ),
        ("Follow the Queen | A 2s 5d Qs 6h 8h 10h 2c | B Ks Kd 5h 7h 9h Jh 5s", "Qs", "queens"),
        (
            "Risky Pairs | A Js Jh 9d 6c 3s",
            "Js",
            "pairs and only pairs (for each player both cards of every rank that they hold exactly twice)",
        ),
    ],
)
def test_it_is_said_why_a_card_is_wild(line, card, because) -> None:
    judgement, _ = judged(line)
    wild = [each for player in judgement.players for shown in player.hands for each in shown.wild]
    assert next(each.because for each in wild if each.card == card) == because
    assert because in judgement.text


@pytest.mark.parametrize(
    ("line", "reason", "details"),
    [
        ("Shifting Sands | A As Ad 9c 4h 2c", errors.OpenedCardsAreNotSaid, {"player": "A"}),
        (
            "Mexican Stud | A 4h 2c / As Ad 9c",
            errors.HoldsAnotherNumber,
            {"down": 1, "up": 4, "closed": 2, "open": 3},
        ),
        (
            "Follow the Queen | A 2s 3d 4h 6h 8h 10h 2c | B Ks Kd 5h 7h 9h Jh 3s | F / ?? 2d folded",
            errors.OpenCardDecides,
            {"player": "F"},
        ),
    ],
    ids=["which cards a player has opened", "how many lie open", "an open card that decides"],
)
def test_what_decides_which_cards_are_wild_must_be_known(line, reason, details) -> None:
    with pytest.raises(reason) as caught:
        judged(line)
    assert {key: caught.value.details.get(key) for key in details} == details


def test_what_was_announced_names_the_card_with_it() -> None:
    said = {"cards": "Ks Kd 9c 9h 2c", "announced": "three kings"}
    (shown,) = judge(msgspec.convert({"game": "Your Choise", "players": {"A": said}}, Case)).players[0].hands
    assert (shown.counts, shown.claim) == ("three of a kind, kings", "too low")
