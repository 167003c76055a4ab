"""Cards: dealt, drawn, laid and played to tricks, and words spelled with them."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from engine import commands
from engine.commands import Command
from engine.game import steps
from engine.ids import PlayerId
from engine.play.dealing.rule import cards_wanted, dealt_for_all
from engine.play.holdings.lying import top_cards
from engine.play.tarok.facts import BACK
from engine.play.tricks.rule import cards_to_play
from engine.speech import phrase, say, to_say
from engine.state import UNKNOWN, Hand, Night
from service.language.shorthand import putting_right
from service.language.shorthand.bank import count_stated, is_expense, spent
from service.language.shorthand.tokens import (
    REASON,
    LinePart,
    ShorthandError,
    Tokens,
    cards,
    flag,
    is_card,
    keyed,
    named,
    one_word,
)
from service.language.shorthand.vocabulary import (
    DOT,
    Alike,
    Group,
    GuideRow,
    LineReader,
    SpokenAct,
    alone,
    bounded,
    each,
    fixed,
    is_at,
    remarked,
)

# Cards that show how a line is written, and the largest number of cards that is written out in full.
SOME_CARDS = ("Ks", "4d", "9c")


# What a player says about the hand to beat when turning a card.
_SAYS_BEATEN = {"beats": True, "no": False}


def _draws(words: Tokens, player: PlayerId) -> Command:
    """`anna draws 2` · `anna draws 2 cards throws 7s 8d gets Kh Kd` · `anna draws none`."""
    number = 0 if words.skip("none") else words.number(phrase("how many cards are exchanged, 0 for none"))
    words.skip("cards", "card")
    stated = words.parts(
        thrown=keyed(phrase("“throws” and cards"), cards, "throws", "throwing"),
        drawn=keyed(phrase("“gets” and cards"), cards, "gets", "getting"),
    )
    return commands.Exchange(player=player, number=number, **stated)


def _has(words: Tokens, player: PlayerId) -> Command:
    """`anna has 7s Kd`; between two hands `anna has 117` is a count, but `7s` is a card and not seven small chips."""
    if words.night.hand is None and words.key[:1].isdecimal() and not is_card(words.words[0].text):
        return commands.CountChips(player=player, **count_stated(words))
    return commands.NameCards(player=player, cards=cards(words))


def _spits(words: Tokens, player: PlayerId) -> Command:
    return commands.CallSpit(player=player, card=words.card())


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
    """`anna opens Ks` opens a closed card of the player's choice, which she lays on the table.

    If no card is opened now, it names an open card of theirs that was dealt `??`. In Danish, money that is laid out is paid:
    `lotte lagde 240 kr. ud for pizza`.
    """
    if is_expense(words):
        return spent(words, player)
    if not words:
        return commands.ExposeCard(player=player, card=UNKNOWN)
    card = words.take().text
    if not is_at(words.night.hand, steps.Expose) and _lies_unknown(words, player):
        return commands.NameCards(player=player, cards=(card,))
    return commands.ExposeCard(player=player, card=card)


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
    return commands.BuyCard(player=player, card=words.card())


def _not_chips(words: Tokens, player: PlayerId) -> NoReturn:
    """Refuses `anna buys 100`: cards are bought, and chips are lent or paid at once."""
    name, amount = words.names.get(player, player).casefold(), words.key
    sentence = say(
        "Chips come on credit or for money; say “{name} +{amount}” or “{name} +{amount} cash”.",
        name=name,
        amount=amount,
    )
    raise ShorthandError("credit_or_cash", sentence, column=words.column)


def _turns(words: Tokens, player: PlayerId) -> Command:
    """`anna turns 7h`, `anna turns` if the card is not known, and `anna turns beats` if the player says that the card beats
    the hand.
    """
    card = UNKNOWN if not words or words.key in _SAYS_BEATEN else words.take().text
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
        SpokenAct(("opens", "lays", "opened", "laid"), _opens, {commands.ExposeCard: fixed("opens · opens {Ks}")}),
        SpokenAct(("arranges", "arranged"), _arranges, {commands.ArrangeCards: fixed("arranges · arranges {As Kd} …")}),
        SpokenAct(("buys", "bought"), _buys, {commands.BuyCard: _to_buy}),
        SpokenAct(("declines", "declined"), alone(commands.DeclineCard), {commands.DeclineCard: fixed("declines")}),
        SpokenAct(("turns", "turned"), _turns, {commands.TurnOwn: fixed("turns · turns {7h} · turns beats")}),
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


def _plays(words: Tokens, player: PlayerId) -> Command:
    return commands.PlayCard(player=player, card=words.card())


def _takes(words: Tokens, player: PlayerId) -> Command:
    """`bo takes the trick`; `bo takes 3` cards; `carl takes next 5c for 9d` corrects an exposed card."""
    hand = words.night.hand
    if hand is not None and is_at(hand, steps.Draw) and words.key.isdecimal():
        return _draws(words, player)
    if words and words.key not in ("it", "the", "trick"):
        return putting_right.takes(words, player)
    words.skip("it", "the")
    words.skip("trick")
    return commands.TakeTrick(player=player)


def _bids(words: Tokens, player: PlayerId) -> Command:
    if not words:
        words.wrong(phrase("a contract, such as threesome or solo"))
    return commands.MakeBid(player=player, contract=words.take().text)


def _melds(words: Tokens, player: PlayerId) -> Command:
    return commands.DeclareMeld(player=player, meld=" ".join(cards(words)))


def _to_play(alike: Alike, _: Night, hand: Hand) -> str:
    """A card that the player may play: a known one of theirs, or one from the pack that is not out."""
    step, player = hand.steps[hand.cursor], alike[0].player
    known = cards_to_play(hand, step, player) if isinstance(step, steps.Tricks) and player is not None else ()
    card = next((card for card in (*known, *hand.deck.cards) if card in known or card not in hand.cards.out), UNKNOWN)
    return f"plays · plays {card}"


TRICKS = Group(
    title="Tricks",
    acts=(
        SpokenAct(("plays", "played"), _plays, {commands.PlayCard: _to_play}),
        SpokenAct(("takes", "took"), _takes, {commands.TakeTrick: fixed("takes the trick")}),
        SpokenAct(("bids",), _bids, {commands.MakeBid: each(lambda command: f"bids {command.contract}")}),
        SpokenAct(("melds", "melded"), _melds, {commands.DeclareMeld: each(lambda command: f"melds {command.meld}")}),
        SpokenAct(
            ("contra",),
            alone(commands.AnswerGoal),
            {commands.AnswerGoal: fixed("contra", to_say("an answer to ultimo"))},
        ),
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


def _challenges(words: Tokens, player: PlayerId) -> commands.Command:
    """`bo challenges cat` · `bo challenges cat of anna` · `bo challenges cat of anna good` if the table decides."""
    stated = words.parts(
        holder=named(phrase("“of” and whose word it is"), phrase("whose word it is"), "of", "by"),
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
            _challenges,
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


def _no(words: Tokens) -> Command:
    """`no challenge`: the words shown stand."""
    if not words.skip("challenge", "challenges"):
        words.wrong(phrase("“challenge”"))
    return commands.AcceptHands()


def _deal(words: Tokens) -> Command:
    """`deal 7s Kd`; in a deal-off, `deal from bo 7s Kd` if the dealer says who gets the first card."""
    first = words.player(phrase("who gets the first card")) if words.skip("from") else None
    return commands.Deal(cards=cards(words) if words else (), first=first)


def _board(words: Tokens) -> Command:
    """Shared cards that are laid now, or that already lie there and become known; `board move 3 to 4` corrects one."""
    if words.skip("move"):
        return putting_right.board_card_moved(words)
    words.skip("has", "is")
    shared = cards(words)
    hand = words.night.hand
    if is_at(hand, steps.Lay) or not (hand is not None and any(held.card == UNKNOWN for held in hand.cards.board)):
        # If no shared card is unknown either, `board` means `lay` said too early or too late, which refuses it.
        return commands.Lay(cards=shared)
    return commands.NameCards(cards=shared)


def _widow(words: Tokens) -> Command:
    """`widow 1` takes the first cards, `widow 2 shows 7s 8s 9s gets Kh 2h I` the others, `widow 3` the first ones again."""
    choice = words.number(phrase("1 (the first cards), 2 (the others) or 3 (back to the first)"))
    if not 1 <= choice <= BACK:
        raise ShorthandError(
            "not_understood",
            say(
                "The widow takes 1 (the first cards), 2 (the others) or 3 (the first again), not {choice}.",
                choice=choice,
            ),
            expected="1 to 3",
        )
    stated = words.parts(
        rejected=keyed(phrase("“shows” and cards"), cards, "shows", "showing"),
        cards=keyed(phrase("“gets” and cards"), cards, "gets", "getting"),
    )
    return commands.TakeWidow(choice=choice, **stated)


def _goal(words: Tokens) -> Command:
    """`goal game` · `goal consolation` · `goal ultimo`."""
    if not words:
        words.wrong(phrase("game, consolation or ultimo"))
    return commands.AnnounceGoal(goal=words.take().english)


def _score(words: Tokens) -> Command:
    """`score 44` · `score 44 pagat anna` (she won the last trick with it) · `score 30 captured`."""
    points = words.number(phrase("the points the bidder has"))
    with_pagat = named(phrase("“pagat” and a player"), phrase("who won the last trick with it"), "pagat")
    return commands.NameScore(points=points, **words.parts(pagat=with_pagat, captured=flag("captured")))


def _with_cards(kind: Callable[..., Command]) -> LineReader:
    """Reads the cards of the act, which may be left out."""
    return lambda words: kind(cards=cards(words) if words else ())


def _with_a_card(kind: Callable[..., Command]) -> LineReader:
    """Reads the card of the act, which may be left out."""
    return lambda words: kind(card=words.card())


def _turn(words: Tokens) -> Command:
    """`turn 7h`: the next shared card. With psychology `turn Ks 4d` is what all turn at once, as `reveal` is."""
    if is_at(words.night.hand, steps.Reveal):
        return commands.RevealCards(cards=cards(words) if words else ())
    return commands.Turn(card=words.card())


# Lines that say what the dealer or the bidder does, by their first word.
CARD_LINES: Mapping[str, LineReader] = {
    "no": _no,
    "deal": _deal,
    "lay": _with_cards(commands.Lay),
    "board": _board,
    "turn": _turn,
    "reveal": _with_cards(commands.RevealCards),
    "burn": lambda _: commands.Burn(),
    "trump": _with_a_card(commands.TurnTrump),
    "stock": _with_a_card(commands.DrawFromStock),
    "widow": _widow,
    "discard": _with_cards(commands.Discard),
    "goal": _goal,
    "score": _score,
}
