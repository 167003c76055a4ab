"""Cards: dealt, drawn, laid, shown, played to tricks, and words spelled with them."""

from types import MappingProxyType
from typing import Any, Literal, NoReturn

from engine import commands
from engine.cards.announcement import read_high
from engine.cards.card import parse_card
from engine.cards.deck import LETTER_DECKS
from engine.cards.ranking import Category
from engine.commands import Command
from engine.game import steps
from engine.ids import PlayerId
from engine.play.dealing.rule import cards_wanted, dealt_for_all
from engine.play.holdings.lying import top_cards
from engine.play.showdown.offers import shares_open
from engine.play.tricks.rule import cards_to_play
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN, Hand, Night
from service.language.shorthand import putting_right
from service.language.shorthand.tokens import REASON, LinePart, ShorthandError, Tokens, cards, keyed, one_word
from service.language.shorthand.vocabulary import (
    DOT,
    Alike,
    Group,
    GuideRow,
    SpokenAct,
    bounded,
    each,
    fixed,
    remarked,
)

# Cards that show how a line is written, and the largest number of cards that is written out in full.
SOME_CARDS = ("Ks", "4d", "9c")


# What a player says about the hand to beat when turning a card.
_SAYS_BEATEN = {"beats": True, "no": False}


def _draws(words: Tokens, player: PlayerId) -> Command:
    number = words.number(phrase("how many cards are exchanged, 0 for none"))
    stated = words.parts(
        thrown=keyed(phrase("“throws” and cards"), cards, "throws", "throwing"),
        drawn=keyed(phrase("“gets” and cards"), cards, "gets", "getting"),
    )
    return commands.Exchange(player=player, number=number, **stated)


def _has(words: Tokens, player: PlayerId) -> Command:
    return commands.NameCards(player=player, cards=cards(words))


def _spits(words: Tokens, player: PlayerId) -> Command:
    return commands.CallSpit(player=player, card=words.take().text if words else "??")


def _to_call(_: Alike, __: Night, hand: Hand) -> str:
    """The word that is called now: what follows “Spit” is “Shit”."""
    return f"{'shit' if hand.cards.board else 'spit'} {{5h}}"


def _passes(words: Tokens, player: PlayerId) -> Command:
    """In a game with bidding, `pass` means no bid.

    Otherwise `anna passes 3h 4h 5h` passes to the right, or to the left where the game passes only there, `anna passes right
    3h 4h left 5h` to both sides, and no cards are given if they are not known. The side may also follow its cards:
    `anna passes 3h 4h to the right and 5h to the left`.
    """
    if any(isinstance(step, steps.Bid) for step in (words.night.hand.steps if words.night.hand else ())):
        return commands.PassBid(player=player)
    to_the_right = keyed(phrase("right and cards"), cards, "right")
    to_the_left = keyed(phrase("left and cards"), cards, "left")
    if words and words.key not in ("right", "left"):
        if words.words[-1].key in ("right", "left"):
            return commands.PassCards(player=player, **_before_their_sides(words))
        stated, step = cards(words), _passing(words.night.hand)
        if step is not None and not step.right:
            return commands.PassCards(player=player, left=stated, **words.parts(right=to_the_right))
        return commands.PassCards(player=player, right=stated, **words.parts(left=to_the_left))
    return commands.PassCards(player=player, **words.parts(right=to_the_right, left=to_the_left))


def _before_their_sides(words: Tokens) -> dict[str, Any]:
    words.words = [word for word in words.words if word.key not in ("to", "the", "and")]
    passed: dict[str, Any] = {}
    while words:
        stated = cards(words)
        if words.key not in ("right", "left") or words.key in passed:
            words.wrong(phrase("right or left"))
        passed[words.take().key] = stated
    return passed


def _passing(hand: Hand | None) -> steps.Pass | None:
    """The step at which cards are passed now; None at any other."""
    step = hand.steps[hand.cursor] if hand is not None and hand.stage == "playing" else None
    return step if isinstance(step, steps.Pass) else None


def _to_pass(_: Alike, __: Night, hand: Hand) -> str:
    """The cards by the side to which they go."""
    step = _passing(hand)
    if step is None:
        return f"passes · passes {_cards(1)}"
    right = [f"right {_cards(step.right)}"] if step.right else []
    left = [f"left {_cards(step.left, behind=step.right)}"] if step.left else []
    return f"passes · passes {' '.join((*right, *left))}"


def _opens(words: Tokens, player: PlayerId) -> Command:
    """`anna opens Ks` opens a closed card of the player's choice.

    If no card is opened now, it names an open card of theirs that was dealt `??`.
    """
    if not words:
        return commands.ExposeCard(player=player, card="??")
    card = words.take().text
    if not _is_at(words, steps.Expose) and _lies_unknown(words, player):
        return commands.NameCards(player=player, cards=(card,))
    return commands.ExposeCard(player=player, card=card)


def _is_at(words: Tokens, kind: type[steps.Step]) -> bool:
    hand = words.night.hand
    return hand is not None and hand.stage == "playing" and isinstance(hand.steps[hand.cursor], kind)


def _lies_unknown(words: Tokens, player: PlayerId) -> bool:
    """True if an open card of the player is not known to the book."""
    hand = words.night.hand
    return hand is not None and any(held.up and held.card == UNKNOWN for held in hand.cards.own.get(player, ()))


def _arranges(words: Tokens, player: PlayerId) -> Command:
    return commands.ArrangeCards(player=player, cards=cards(words) if words else ())


def _buys(words: Tokens, player: PlayerId) -> Command:
    """`buys 7h` buys the card on offer.

    `buys original gets 5h 6h` and `buys next 7h` record a purchase that was never offered. `buys next 7h` means the card on
    offer if there is one.
    """
    hand = words.night.hand
    if words.key.isdecimal():
        _not_chips(words, player)
    offered = hand is not None and player in hand.effects.offers
    if words.key == "original" or (words.key == "next" and not offered):
        return putting_right.buys_forgotten(words, player)
    words.skip("next")
    return commands.BuyCard(player=player, card=words.take().text if words else "??")


def _not_chips(words: Tokens, player: PlayerId) -> NoReturn:
    """Refuses `anna buys 100`: cards are bought, and chips are lent or paid at once."""
    name, amount = words.names.get(player, player).casefold(), words.key
    sentence = say(
        "Chips come on credit or for money; say “{name} +{amount}” or “{name} +{amount} cash”.",
        name=name,
        amount=amount,
    )
    raise ShorthandError("credit_or_cash", sentence, column=words.column)


def _declines(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclineCard(player=player)


def _turns(words: Tokens, player: PlayerId) -> Command:
    """`anna turns 7h`, `anna turns` if the card is not known, and `anna turns beats` if the player says that the card beats
    the hand.
    """
    card = "??" if not words or words.key in _SAYS_BEATEN else words.take().text
    beats = _SAYS_BEATEN[words.take().key] if words.key in _SAYS_BEATEN else None
    return commands.TurnOwn(player=player, card=card, beats=beats)


def _fee(words: Tokens, player: PlayerId) -> Command:
    """`anna fee`, `anna fee 3`, `anna fee 3 "a three"`: the fee for an open card that the book does not know."""
    amount = LinePart(phrase("the chips"), Tokens.is_amount, Tokens.chips)
    return commands.PayFee(player=player, **words.parts(chips=amount, reason=REASON))


def _out(words: Tokens, player: PlayerId) -> Command:
    return commands.SendOut(player=player, **words.parts(reason=REASON))


def _to_deal(_: Alike, __: Night, hand: Hand) -> str:
    """How the next cards are dealt: how many of them are named, and how many each player gets."""
    step = hand.steps[hand.cursor]
    assert isinstance(step, steps.Deal)
    every = cards_wanted(hand, step)
    if dealt_for_all(hand, step):
        text = say("one open card for all")
    elif step.up:
        opened = len(hand.still_in) * step.up
        text = say("the {cards} open cards, {each} each", cards=opened, each=step.up)
        if step.closed:
            text = say("{open_cards}, or all {cards}", open_cards=text, cards=every)
    elif step.batch > 1:
        text = say("all {cards} cards, {each} to each in turn", cards=every, each=step.closed)
    else:
        text = say("all {cards} cards, {each} each", cards=every, each=step.closed)
    cards = "{Ks}" if every == 1 else "{7s Kd}" if every == 2 else "{7s Kd} …"
    forms = remarked(f"deal · deal {cards}", text)
    if not hand.showdown.deal_offs:
        return forms
    return DOT.join((forms, remarked(f"deal from NAME {cards}", say("NAME gets the first"))))


def _to_lay(_: Alike, __: Night, hand: Hand) -> str:
    """The next shared cards; closed ones are not named."""
    step = hand.cards.lays_due[0] if hand.cards.lays_due else hand.steps[hand.cursor]
    assert isinstance(step, steps.Lay)
    return f"lay · lay {_cards(step.up)}" if step.up else "lay"


def _to_reveal(_: Alike, __: Night, hand: Hand) -> str:
    return f"reveal · reveal {_cards(len(top_cards(hand)))}"


def _to_buy(alike: Alike, _: Night, __: Hand) -> str:
    return DOT.join((remarked("buys", say("for {chips}", chips=alike[0].owed)), f"buys {_cards(1)}"))


def _cards(number: int, *, behind: int = 0) -> str:
    """Sample cards of this number behind so many others; of a large number, only the first ones."""
    some = SOME_CARDS[min(behind, len(SOME_CARDS) - 1) :][:number]
    return "{" + " ".join(some) + "}" + (" …" if number > len(some) else "")


CARDS = Group(
    title="Cards",
    acts=(
        SpokenAct(("draws", "draw"), _draws, {commands.Exchange: bounded("draws")}),
        SpokenAct(("has",), _has),
        SpokenAct(("spit", "shit"), _spits, {commands.CallSpit: _to_call}),
        SpokenAct(
            ("passes", "pass"),
            _passes,
            {commands.PassCards: _to_pass, commands.PassBid: fixed("pass")},
        ),
        SpokenAct(("opens",), _opens, {commands.ExposeCard: fixed("opens · opens {Ks}")}),
        SpokenAct(("arranges",), _arranges, {commands.ArrangeCards: fixed("arranges · arranges {As Kd} …")}),
        SpokenAct(("buys",), _buys, {commands.BuyCard: _to_buy}),
        SpokenAct(("declines",), _declines, {commands.DeclineCard: fixed("declines")}),
        SpokenAct(("turns",), _turns, {commands.TurnOwn: fixed("turns · turns {7h} · turns beats")}),
        SpokenAct(("fee",), _fee),
        SpokenAct(("out",), _out),
    ),
    hints={
        commands.Deal: _to_deal,
        commands.Lay: _to_lay,
        commands.Burn: fixed("burn"),
        commands.Turn: fixed("turn · turn {Ks}"),
        commands.RevealCards: _to_reveal,
    },
    guide=(
        GuideRow("deal 7s Kd 2c · board Ks 4d 9c · burn", "open cards · shared cards · a card put aside"),
        GuideRow(
            "lay Ks · turn Ks · reveal Ks 4d 9c", "the next shared card · the closed one turned · the tops of all piles"
        ),
        GuideRow("anna draws 2 · all draw 0 · anna has As Kd", "an exchange · everybody's · cards that become known"),
        GuideRow("anna opens Ks", "a closed card of her choice, or the open one that was dealt as ??"),
        GuideRow("bo passes 3h 4h 5h · carl arranges As Kd 5c", "passes cards on · lays their pile"),
        GuideRow("anna turns 7h · anna turns beats", "turns the next card of her pile · and it beats"),
        GuideRow("bo spit 5h", "calls a card while the dealer lays"),
        GuideRow("dora buys 9h · dora declines", "has the offered card · does not want it"),
        GuideRow("eva out · eva fee 3", "is sent out by a card that nobody knows · pays for one"),
    ),
)


# Sides by name, and by the chips that declare them (RULINGS E3, High/low).
SIDES: dict[str, Literal["low", "both", "high"]] = {
    "low": "low",
    "both": "both",
    "high-low": "both",
    "high": "high",
    "1": "low",
    "2": "both",
    "3": "high",
}


# The number of chips in the hand that declares each side.
SIDE_CHIPS = MappingProxyType({"low": 1, "both": 2, "high": 3})


def _shows(words: Tokens, player: PlayerId) -> Command:
    """`anna shows As Ad Ac 7c 7d` · `anna shows As Ad Ac 7c 7d full house`, with what she announces, in quotes or not."""
    announced = _announced_behind(words)
    shown = cards(words)
    if words and words.words[0].quoted:
        announced = words.take().text
    return commands.ShowHand(player=player, cards=shown, announced=announced)


def _announced_behind(words: Tokens) -> str:
    """The kind of hand that is named behind the cards; takes it out of the line. Empty if none is."""
    texts = [word.text for word in words.words]
    behind = next((place for place, text in enumerate(texts) if place and not _is_card(text)), len(texts))
    claim = read_high(" ".join(texts[behind:]))
    if claim is None or claim.category is Category.HIGH_CARD:
        return ""
    del words.words[behind:]
    return " ".join(texts[behind:])


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except ValueError:
        return False
    return True


def _mucks(words: Tokens, player: PlayerId) -> Command:
    return commands.Muck(player=player)


def _high(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="high")


def _low(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="low")


def _both(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareSide(player=player, side="both")


def _declares(words: Tokens, player: PlayerId) -> Command:
    """`anna declares both`, or `anna declares 2` with the chips in the hand."""
    if words.key not in SIDES:
        words.wrong(phrase("low, both or high, or the chips: 1, 2 or 3"))
    return commands.DeclareSide(player=player, side=SIDES[words.take().key])


def sides_are_declared(words: Tokens) -> bool:
    """True if chips shown now are a declaration and not a bet."""
    hand = words.night.hand
    playing = hand is not None and hand.stage == "playing" and hand.round is None
    return hand is not None and playing and isinstance(hand.steps[hand.cursor], steps.DeclareSides)


def _to_win(_: Alike, __: Night, hand: Hand) -> str:
    """Who has won; if the pot is divided, who has won each share."""
    shares = shares_open(hand)
    return (
        "NAME wins · NAME, NAME win" if shares == ("all",) else DOT.join(f"NAME, NAME win {share}" for share in shares)
    )


def _to_show(_: Alike, __: Night, hand: Hand) -> str:
    """All cards of the player; if they bear letters, the words they make."""
    shows = "shows {As Kd} …"
    return remarked(f'{shows} "WORD"', say("or the cards alone")) if hand.deck.name in LETTER_DECKS else shows


SHOWDOWN = Group(
    title="The showdown",
    acts=(
        SpokenAct(("shows", "show"), _shows, {commands.ShowHand: _to_show}),
        SpokenAct(("mucks", "muck"), _mucks, {commands.Muck: fixed("mucks")}),
        SpokenAct(("high",), _high),
        SpokenAct(("low",), _low),
        SpokenAct(("both", "high-low"), _both),
        SpokenAct(
            ("declares",),
            _declares,
            {
                commands.DeclareSide: each(
                    lambda command: remarked(command.side, say("or {chips}", chips=SIDE_CHIPS[command.side]))
                )
            },
        ),
    ),
    hints={
        commands.NameWinners: _to_win,
    },
    guide=(
        GuideRow("anna high · bo low · carl both", "declares a side; 3, 1 and 2 chips say the same: anna declares 3"),
        GuideRow("anna shows As Ad 7c 7s 3d · bo mucks", "shows, and the engine names the winner · gives up"),
        GuideRow("anna wins · anna, bo win · anna wins high, bo wins low", "when the book does not know the cards"),
        GuideRow("anna > bo win", "Anna wins, and Bo is next best, for a side pot; a comma is a tie"),
        GuideRow("deal from bo As Kd Qc 9h", "a deal-off of equal hands, in which Bo gets the first card"),
    ),
)


def plays(words: Tokens, player: PlayerId) -> Command:
    return commands.PlayCard(player=player, card=words.take().text if words else "??")


def takes(words: Tokens, player: PlayerId) -> Command:
    """`bo takes the trick`; `carl takes next 5c for 9d` corrects an exposed card."""
    if words and words.key not in ("it", "the", "trick"):
        return putting_right.takes(words, player)
    words.skip("it", "the")
    words.skip("trick")
    return commands.TakeTrick(player=player)


def bids(words: Tokens, player: PlayerId) -> Command:
    if not words:
        words.wrong(phrase("a contract, such as threesome or solo"))
    return commands.MakeBid(player=player, contract=words.take().text)


def melds(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareMeld(player=player, meld=" ".join(cards(words)))


def contra(words: Tokens, player: PlayerId) -> Command:
    return commands.AnswerGoal(player=player)


def _to_play(alike: Alike, _: Night, hand: Hand) -> str:
    """A card that the player may play: a known one of theirs, or one from the pack that is not out."""
    step, player = hand.steps[hand.cursor], alike[0].player
    known = cards_to_play(hand, step, player) if isinstance(step, steps.Tricks) and player is not None else ()
    card = next((card for card in (*known, *hand.deck.cards) if card in known or card not in hand.cards.out), UNKNOWN)
    return f"plays · plays {card}"


TRICKS = Group(
    title="Tricks",
    acts=(
        SpokenAct(("plays",), plays, {commands.PlayCard: _to_play}),
        SpokenAct(("takes",), takes, {commands.TakeTrick: fixed("takes the trick")}),
        SpokenAct(("bids",), bids, {commands.MakeBid: each(lambda command: f"bids {command.contract}")}),
        SpokenAct(("melds",), melds, {commands.DeclareMeld: each(lambda command: f"melds {command.meld}")}),
        SpokenAct(("contra",), contra, {commands.AnswerGoal: fixed("contra", to_say("an answer to ultimo"))}),
    ),
    hints={
        commands.TurnTrump: fixed("trump · trump {Ks}"),
        commands.DrawFromStock: fixed("stock · stock {7h}"),
        commands.NameScore: fixed("score 44 · score 44 pagat NAME · score 30 captured", to_say("the bidder's points")),
    },
    bidder_hints={
        commands.TakeWidow: fixed("widow 1 · widow 2 · widow 3"),
        commands.Discard: fixed("discard · discard {7s 8s 9s} · discard V", to_say("the trumps in it")),
        commands.AnnounceGoal: each(lambda command: f"goal {command.goal}"),
    },
    guide=(
        GuideRow(
            "trump Ks · anna plays Ks · bo takes · stock 7h", "trumps · a card · the trick · a card from the stock"
        ),
        GuideRow("bo bids solo · carl pass · widow 2 · discard 7s 8s 9s", "Tarok: the bidding · the widow · put aside"),
        GuideRow("goal ultimo · anna contra · bo melds Ks Kh Kd Kc", "announced · answered · a set of cards shown"),
        GuideRow("score 44", "the bidder's points"),
    ),
)


# What the table says about a word if the table decides.
SAYS = {"good": True, "foul": False}


def challenges(words: Tokens, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` if the table decides."""
    stated = words.parts(
        holder=keyed(
            phrase("“of” and whose word it is"), lambda words: words.player(phrase("whose word it is")), "of", "by"
        ),
        good=LinePart(phrase("good or foul"), lambda words: words.key in SAYS, lambda words: SAYS[words.take().key]),
        word=one_word(phrase("the word"), "of", "by", *SAYS),
    )
    return commands.ChallengeWord(player=player, **stated)


def _to_name(alike: Alike, _: Night, __: Hand) -> str:
    first, *others = (_game_named(offer.command) for offer in alike)
    line = f"name the game {first}"
    return remarked(line, say("or {games}", games=", ".join(others))) if others else line


def _game_named(command: commands.Command) -> str:
    assert isinstance(command, commands.NameTheGame)
    return command.game


WORDS = Group(
    title="Words",
    acts=(
        SpokenAct(
            ("challenges", "challenge"),
            challenges,
            {commands.ChallengeWord: each(lambda command: f"challenges {command.word.casefold()}")},
        ),
    ),
    hints={
        commands.NameTheGame: _to_name,
        commands.AcceptHands: fixed("no challenge"),
    },
    guide=(
        GuideRow("name the game scroker · hand hot longhorn stud by bo", "the dealer's choice · hot, by its name"),
        GuideRow('anna shows Ca Aa Ta Zl Ym "cat"', "her words, said as she shows"),
        GuideRow("bo challenges cat · bo challenges cat of anna · no challenge", "doubts a word · whose · nobody does"),
    ),
)
