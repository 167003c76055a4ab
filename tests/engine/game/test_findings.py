"""Unsound declarations: each finding is provoked, says what would be accepted, and leaves sound games alone."""

import pytest

from engine.game.awards import (
    AnyAward,
    Badugi,
    Best,
    HighestClosed,
    LastHolding,
    Low,
    Poker,
    SingleCard,
    Spellcheck,
    Split,
    TarokScore,
    TwentyOne,
    Words,
)
from engine.game.betting import BestShowing, Blinds, FixedLimit, Openers
from engine.game.counts import seats_the_deck_allows
from engine.game.definition import Deck, Game, Kitty, Layout
from engine.game.findings import CHECKS, findings, may_hang_on
from engine.game.steps import (
    Announce,
    AnyStep,
    Arrange,
    Bet,
    Bid,
    Burn,
    Deal,
    DeclareSides,
    Double,
    Draw,
    Expose,
    Lay,
    Meld,
    NameGame,
    Pass,
    Reveal,
    TakeWidow,
    Tricks,
    Turn,
    TurnUntilBeaten,
)
from engine.game.wilds import Cards, Follower, Personal, RiskyPairs, SendsOut, SplitPairs, Spots
from tests.engine.game.played import FIVE_CARDS, declared


def tarok(*about: AnyStep, deck: str = "tarok-54", award: AnyAward | None = None) -> Game:
    """Three players, bids and tricks, and these steps about the contract."""
    score = award or TarokScore(threesome=50, solo=100, target=36)
    play = (Deal(down=16), Lay(down=6), *about, Tricks(must_trump=True))
    return declared(*play, deck=Deck(deck), award=score, active=3, seats=(3, 4))


# One row a finding: its code, a game that has it and no other, and the sentence.
UNSOUND = [
    (
        "no_such_deck",
        declared(deck=Deck("piquet-32")),
        "Five Cards is played with piquet-32; the known decks are french-52, french-36, french-32, tarok-54, scroker-52, alpha-56.",
    ),
    (
        "no_such_card",
        declared(wild=Cards("2 11")),
        (
            "Five Cards makes 11 wild, which its pack does not hold; "
            'name a rank such as "3" or "J", or a card such as "Js".'
        ),
    ),
    (
        "wildcards_stand_for_nothing",
        declared(deck=Deck(wildcards=4)),
        (
            "Five Cards deals wildcards and does not say what they are worth; "
            'say that they are wild, wild = "wildcard", or above all cards, scale = { type = "SingleCard", top = "wildcard" }.'
        ),
    ),
    (
        "seats_are_no_range",
        declared(seats=(7, 3)),
        "Five Cards is for 7 to 3 players; the lower number comes first and is 2 or more.",
    ),
    (
        "best_is_no_range",
        declared(best=(1, 3)),
        "Five Cards is best with 1 to 3 players; the lower number comes first and is 2 or more.",
    ),
    (
        "limit_cannot_be",
        declared(limit=FixedLimit(small=4, big=2)),
        "The limit of Five Cards is impossible: the big bet of 2 is below the small one of 4; it is 4 or more.",
    ),
    (
        "blinds_are_no_blinds",
        declared(forced=Blinds(4, 2)),
        "The big blind of Five Cards is 2, below the small one of 4; it must be as much or more.",
    ),
    (
        "deck_cannot_suffice",
        declared(Deal(down=9), Lay(up=5), Bet(), seats=(6, 8)),
        "Five Cards is for 6 players or more, but 52 cards are enough for only 5: 9 for each and 5 shared.",
    ),
    (
        "batch_of_none",
        declared(Deal(down=5, batch=0), Bet()),
        "Step 1 of Five Cards deals 0 cards at a time; a batch is 1 card or more.",
    ),
    (
        "step_without_cards",
        declared(Deal(down=5), Lay(), Bet()),
        "Step 2 of Five Cards, Lay, moves no card; Lay moves one or more.",
    ),
    (
        "no_own_cards",
        declared(Lay(up=5), Bet()),
        "Five Cards deals nobody a card of their own; it needs a Deal.",
    ),
    (
        "draw_exceeds_hand",
        declared(Deal(down=4), Bet(), Draw(up_to=5), Bet()),
        "Step 3 of Five Cards exchanges up to 5 cards where a player holds 4; 4 is the most.",
    ),
    (
        "more_turned_than_laid",
        declared(Deal(down=2), Lay(down=1, up=2), Turn(), Bet(), Turn(), Bet()),
        'Step 5 of Five Cards turns a shared card where none lies closed; lay it first, { type = "Lay", down = 1 }.',
    ),
    (
        "own_exceeds_hand",
        declared(Deal(down=2), Lay(up=5), Bet(), own=3),
        "3 own cards count in Five Cards, which deals 2; own is from 1 to 2.",
    ),
    (
        "no_shares_when_beaten_hands_leave",
        declared(Deal(pile=7), TurnUntilBeaten(), award=Split(Best(), Best(Low()))),
        "In Five Cards beaten hands leave until one is left, so the pot cannot be shared.",
    ),
    (
        "scale_has_no_low",
        declared(scale=Poker(), award=Split(Best(), Best())),
        (
            "The second half of the pot of Five Cards goes by poker hands, which have no low hand; "
            'name a low scale, such as { type = "Low", most = 8 }.'
        ),
    ),
    (
        "scale_does_not_fit_deck",
        declared(scale=Words("none 2")),
        "Five Cards compares words, which need cards with letters; those of french-52 have ranks.",
    ),
    (
        "scale_has_no_suits_of_letters",
        declared(deck=Deck("alpha-56"), scale=Words("none 2", clean=True)),
        "Five Cards asks for clean words, but alpha-56 has no suits; leave `clean` out.",
    ),
    (
        "no_such_words",
        declared(deck=Deck("alpha-56"), scale=Words("none 2 6")),
        "6 is no kind of hand of Five Cards, or is named twice; there are none, 2, 2+2, 3, 3+2, 4, 5, run, slush, unicorn.",
    ),
    (
        "no_such_ruling_card",
        declared(deck=Deck("scroker-52"), scale=Words("none 2", clean=True, ruling="E5 hearts")),
        "hearts cannot rule in Five Cards; name a card, a letter or a suit of scroker-52, such as Ua or Ta.",
    ),
    (
        "no_such_openers",
        declared(Deal(down=5), Bet(openers=Openers(("a pair",)))),
        "a pair opens no betting in Five Cards; there is no openers at all with cards that have no letters.",
    ),
    (
        "no_clean_pairs",
        declared(opens=BestShowing(by="clean pair")),
        "In Five Cards the best clean pair opens, but its deck has no suits of letters; say BestShowing().",
    ),
    (
        "no_words_to_check",
        declared(claims=Spellcheck(foul="out", good_pays="stake")),
        "Words are challenged in Five Cards, whose hands are not words; say CardsSpeak().",
    ),
    (
        "no_such_suit",
        declared(award=Split(Best(), HighestClosed("x"))),
        "Five Cards shares the pot by the suit x; the pack has c, d, h, s.",
    ),
    (
        "no_such_spot",
        declared(Deal(down=4), Lay(up=1), Bet(), board=Layout("spit"), wild=Spots("shit")),
        "Five Cards speaks of the spot shit; its shared cards lie at spit.",
    ),
    (
        "spots_do_not_match_cards_laid",
        declared(Deal(down=4), Lay(up=1), Bet(), board=Layout("spit shit")),
        "Five Cards lays 1 shared cards on 2 spots; the numbers must be equal.",
    ),
    (
        "picture_shows_other_spots",
        declared(Deal(down=4), Lay(up=2), Bet(), board=Layout("spit shit", picture=(". spit", "spat ."))),
        "The picture of Five Cards shows spat, spit; it must show each of shit, spit once.",
    ),
    (
        "pass_exceeds_hand",
        declared(Deal(down=4), Bet(), Pass(right=3, left=2), Bet()),
        "Five Cards passes 5 cards where a player holds 4; from 1 to 4 can be passed.",
    ),
    (
        "nothing_closed_to_arrange",
        declared(Deal(down=1, up=4), Bet(), Arrange(), Reveal(), Bet()),
        "Five Cards lays closed cards in a pile where a player holds 1; it takes two or more.",
    ),
    (
        "nothing_closed_to_expose",
        declared(Deal(up=5), Expose(), Bet()),
        (
            "Step 2 of Five Cards opens a card of the player's choice where they hold none closed; "
            'deal it first, { type = "Deal", down = 1 }.'
        ),
    ),
    (
        "no_pile_to_reveal",
        declared(Deal(down=2, up=3), Bet(), Arrange(), (Reveal(), Bet()) * 3),
        (
            "Step 8 of Five Cards turns the top card of a pile where none lies; "
            'lay one first, "Arrange" or { type = "Deal", pile = 1 }.'
        ),
    ),
    (
        "no_pile_to_turn",
        declared(Deal(down=7), TurnUntilBeaten()),
        (
            'Step 2 of Five Cards turns piles until a hand is beaten where no pile lies; lay one first, { type = "Deal", pile = 7 }.'
        ),
    ),
    (
        "pile_not_turned",
        declared(Deal(pile=5), (Reveal(), Bet()) * 3),
        "Five Cards leaves 2 cards of each player in their pile at the end; turn each of them, (Reveal(), Bet()) * 2.",
    ),
    (
        "scale_knows_no_wild_cards",
        declared(scale=SingleCard(), wild=Cards("2")),
        "Five Cards compares single cards, which know no wild cards; wild cards go with poker hands.",
    ),
    (
        "no_closed_card_at_the_end",
        declared(Deal(up=5), Bet(), award=Split(Best(), HighestClosed("s"))),
        "In Five Cards no own card is closed at the end, so none can be the highest closed one.",
    ),
    (
        "no_open_deal_to_follow",
        declared(wild=Follower("Q")),
        "In Five Cards no card is dealt open, so none can follow an open one; deal at least one card open.",
    ),
    (
        "no_last_card",
        declared(wild=Personal("last")),
        "In Five Cards no own card is ever opened, so none is the last to be opened.",
    ),
    (
        "nothing_open_to_pair_with",
        declared(wild=SplitPairs()),
        "In Five Cards no card lies open beside closed ones, own or shared, so no pair can be split.",
    ),
    (
        "cards_have_no_ranks",
        declared(deck=Deck("scroker-52"), scale=Words("none 2 3", "high-card", clean=True), wild=RiskyPairs()),
        (
            "In Five Cards cards have letters and no ranks, so none is wild by its rank; "
            "name letters or cards, or one card alone."
        ),
    ),
    (
        "no_open_card_to_take_effect",
        declared(Deal(down=5), Bet(), effects=(SendsOut("7s"),)),
        "In Five Cards no own card ever lies open, so none can take effect.",
    ),
    (
        "no_sides_to_declare",
        declared(Deal(down=5), Bet(), DeclareSides()),
        "Five Cards declares sides 1 times; it takes one high and one low share, declared once.",
    ),
    (
        "levy_takes_nothing",
        declared(Deal(down=5), Bet(), kitty=Kitty(chips=0)),
        "The Kitty of Five Cards takes 0 chips of a pot; it takes 1 or more.",
    ),
    (
        "tricks_know_no_wild_cards",
        declared(Deal(down=5), Tricks(), award=LastHolding(), wild=Cards("2")),
        "In Five Cards cards are played to tricks, where none can be wild.",
    ),
    (
        "no_award_for_tricks",
        declared(Deal(down=5), Tricks(), award=Split(Best(), HighestClosed("s"))),
        (
            "Five Cards plays tricks 1 times and awards Split; tricks are played once, and LastHolding or TarokScore says "
            "who wins by them."
        ),
    ),
    (
        "pack_has_no_suits_for_tricks",
        declared(Deal(down=5), Tricks(), award=LastHolding(), deck=Deck(wildcards=1)),
        "Five Cards plays tricks, and wildcard of french-52 has no suit to follow.",
    ),
    (
        "no_such_contract",
        tarok(Bid("small solo")),
        "small is no contract of Five Cards, or is named twice; there is threesome or solo.",
    ),
    (
        "name_the_game_first",
        declared(NameGame(("Scroker",)), Deal(down=5)),
        "Five Cards names a game, whose steps are played; it takes no other steps, and at least one game.",
    ),
    (
        "nothing_to_double",
        declared(Deal(down=5), Double(), Bet(), forced=Blinds(1, 2)),
        (
            "Step 2 of Five Cards, Double, finds nothing at stake that all have put in; "
            "it needs an ante, or a Bet before it."
        ),
    ),
    (
        "nothing_to_decide",
        declared(Deal(down=5)),
        "Five Cards leaves the players nothing to decide; it needs a Bet, Double, NameGame, Tricks or TurnUntilBeaten.",
    ),
]


@pytest.mark.parametrize(("code", "game", "sentence"), UNSOUND, ids=[row[0] for row in UNSOUND])
def test_an_unsound_declaration_has_its_finding_and_no_other(code, game, sentence) -> None:
    assert [(finding.code, finding.sentence) for finding in findings(game)] == [(code, sentence)]


def test_every_finding_is_provoked_under_the_name_of_its_check() -> None:
    assert sorted(CHECKS) == sorted(code for code, _, _ in UNSOUND)


def test_the_first_finding_is_about_the_pack_before_the_script() -> None:
    """A refusal of a game tells the first one."""
    game = declared(Deal(down=5), deck=Deck("piquet-32"))
    assert [finding.code for finding in findings(game)] == ["no_such_deck", "nothing_to_decide"]


def test_a_finding_hangs_on_the_keys_it_looks_at_and_else_on_most() -> None:
    keys = Game.__struct_fields__
    parts = {code: {key for key in keys if may_hang_on(code, (key,))} for code in ("limit_cannot_be", "no_own_cards")}
    assert parts["limit_cannot_be"] == {"limit"}
    assert parts["no_own_cards"] == set(keys) - {"limit", "forced", "best"}
    assert not may_hang_on("no_own_cards", ())


@pytest.mark.parametrize(
    "game",
    [
        declared(Deal(down=2, up=3), Draw(up_to=5), Bet()),
        declared(Deal(down=1), Lay(down=2), Turn(), Bet(), Turn(), Bet(), own=1),
        declared(Deal(down=7), Lay(up=3), Bet(), seats=(7, 7)),
        declared(award=Split(Best(), Best(Low()))),
        declared(scale=Low(), award=Split(Best(), Best())),
        declared(wild=Cards("10 As wildcard"), deck=Deck("french-52", wildcards=2)),
        declared(Deal(down=2), Expose(), Bet(), wild=Personal("last")),
        declared(Deal(down=2), Lay(up=1), Bet(), wild=SplitPairs()),
        declared(Deal(pile=1), Reveal(), Bet(), effects=(SendsOut("7s"),)),
        declared(Deal(pile=2, down=1), TurnUntilBeaten(), wild=(Personal("last"), RiskyPairs())),
        declared(Deal(down=3), Bet(), Draw(up_to=3, compulsory=True), Bet()),
    ],
)
def test_what_just_suffices_is_sound(game) -> None:
    assert findings(game) == ()


def test_a_draw_counts_only_the_cards_dealt_before_it() -> None:
    game = declared(Deal(down=2), Draw(up_to=3), Bet(), Deal(down=3), Draw(up_to=5), Bet())
    assert [finding.sentence[:6] for finding in findings(game)] == ["Step 2"]


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (declared(Deal(up=5), Bet(), effects=(SendsOut("1h"),)), "Five Cards has an effect for 1h, which"),
        (declared(Deal(up=5), Bet(), wild=Follower("D")), "Five Cards makes the follower of D wild, which"),
        (declared(scale=SingleCard(top="Jx")), "Five Cards puts Jx above all, which"),
        (declared(scale=TwentyOne(top="As 1s")), "Five Cards puts 1s above all, which"),
    ],
)
def test_every_card_that_is_spoken_of_must_be_in_the_pack(game, says) -> None:
    assert [(finding.code, finding.sentence.startswith(says)) for finding in findings(game)] == [("no_such_card", True)]


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (tarok(), "Five Cards bids 0 times and awards TarokScore"),
        (tarok(Bid("solo"), Bid("solo")), "Five Cards bids 2 times"),
        (tarok(Meld(("Ks",)), Bid("solo")), "one Bid comes before every step"),
        (tarok(Bid("")), "Step 3 of Five Cards names no contract"),
        (tarok(Bid("solo solo")), "solo is no contract of Five Cards, or is named twice"),
        (tarok(Bid("solo"), Announce("slam")), "slam is no goal of Five Cards"),
        (tarok(Bid("solo"), Announce("ultimo", answer="no")), "no is no answer of Five Cards"),
        (tarok(Bid("solo"), TakeWidow(cards=3, under="duo")), "duo is no contract to take the widow under"),
        (tarok(Bid("solo"), deck="french-52"), "awards TarokScore, which counts the cards of tarok-54"),
        (tarok(Bid("solo"), award=LastHolding()), "Five Cards bids 1 times and awards LastHolding"),
    ],
)
def test_what_no_award_values_cannot_be_bid_for_or_announced(game, says) -> None:
    told = [finding.sentence for finding in findings(game) if finding.code == "no_such_contract"]
    assert any(says in sentence for sentence in told)


NO_POKER = (SingleCard(), TwentyOne(), Badugi())
UNEVEN = Layout("spit shit", picture=("spit", ". shit"))


@pytest.mark.parametrize(
    ("code", "game", "says"),
    [
        ("wildcards_stand_for_nothing", declared(deck=Deck("tarok-54")), "trumps of tarok-54 have none"),
        *(("scale_knows_no_wild_cards", declared(scale=scale, wild=Cards("2")), "") for scale in NO_POKER),
        (
            "no_closed_card_at_the_end",
            declared(Deal(up=5), Bet(), wild=Personal("lowest closed")),
            "the lowest closed one",
        ),
        ("picture_shows_other_spots", declared(Deal(down=4), Lay(up=2), Bet(), board=UNEVEN), "have different lengths"),
        ("no_such_spot", declared(Deal(down=4), Lay(up=1), Bet(), wild=Cards("3", unless_at="7")), ""),
        ("no_such_card", declared(wild=Cards("wildcard")), ""),
        ("step_without_cards", declared(Deal(down=6), Deal(down=-1, up=1), Bet()), ""),
    ],
    ids=[
        "jokers of a pack must be worth something",
        *(f"only poker hands know wild cards: {type(scale).__name__}" for scale in NO_POKER),
        "the lowest closed card cannot be wild where none is closed",
        "the rows of a picture have as many places",
        "a spot that cancels must be one of the layout",
        "a wildcard in the rules needs one in the pack",
        "cards cannot be dealt backwards",
    ],
)
def test_what_else_has_this_finding_and_no_other(code, game, says) -> None:
    (finding,) = findings(game)
    assert finding.code == code
    assert says in finding.sentence


def test_a_card_turned_too_early_does_not_excuse_one_turned_too_often() -> None:
    game = declared(Deal(down=5), Turn(), Lay(down=1), Turn(), Turn(), Bet())
    assert [finding.sentence[:6] for finding in findings(game)] == ["Step 2", "Step 5"]


def test_a_game_may_have_several_findings_at_once() -> None:
    assert {finding.code for finding in findings(declared(Draw(up_to=1)))} == {
        "no_own_cards",
        "draw_exceeds_hand",
        "nothing_to_decide",
    }


def test_only_a_game_that_its_rulebook_has_resolved_is_judged() -> None:
    with pytest.raises(AssertionError, match=r"Rulebook\.resolve"):
        findings(FIVE_CARDS)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (declared(Deal(down=7), Bet()), 7),
        (declared(Deal(down=2), Burn(), Lay(up=3), Bet(), Burn(), Lay(up=1), Burn(), Lay(up=1), Bet()), 22),
        (declared(Deal(down=5), Lay(down=2), Deal(down=5), Bet()), 5),
        (declared(Deal(down=7), Bet(), deck=Deck("french-52", wildcards=4)), 8),
        (declared(Deal(down=2), Lay(up=60), Bet()), 0),
    ],
)
def test_the_pack_allows_as_many_seats_as_it_has_cards_for(game, seats) -> None:
    assert seats_the_deck_allows(game) == seats
