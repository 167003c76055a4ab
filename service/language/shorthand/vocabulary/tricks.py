"""Reads lines of trick games: `anna plays Ks`, `bo takes`, `carl bids solo`, `dora melds Ks Kh Kd Kc`."""

from engine import commands
from engine.commands import Command
from engine.game import steps
from engine.ids import PlayerId
from engine.play.tricks.rule import cards_to_play
from engine.speech import phrase, to_say
from engine.state import UNKNOWN, Hand, Night
from service.language.shorthand.tokens import Tokens, cards
from service.language.shorthand.vocabulary import faults
from service.language.shorthand.vocabulary.act import Alike, Group, GuideRow, Said, each, fixed


def plays(words: Tokens, player: PlayerId) -> Command:
    return commands.PlayCard(player=player, card=words.take().text if words else "??")


def takes(words: Tokens, player: PlayerId) -> Command:
    """`bo takes the trick`; `carl takes next 5c for 9d` corrects an exposed card."""
    if words and words.key not in ("it", "the", "trick"):
        return faults.takes(words, player)
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
        Said(("plays",), plays, {commands.PlayCard: _to_play}),
        Said(("takes",), takes, {commands.TakeTrick: fixed("takes the trick")}),
        Said(("bids",), bids, {commands.MakeBid: each(lambda command: f"bids {command.contract}")}),
        Said(("melds",), melds, {commands.DeclareMeld: each(lambda command: f"melds {command.meld}")}),
        Said(("contra",), contra, {commands.AnswerGoal: fixed("contra", to_say("an answer to ultimo"))}),
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
        GuideRow(
            "bo bids solo · carl passes · widow 2 · discard 7s 8s 9s", "Tarok: the bidding · the widow · put aside"
        ),
        GuideRow("goal ultimo · anna contra · bo melds Ks Kh Kd Kc", "announced · answered · a set of cards shown"),
        GuideRow("score 44", "the bidder's points"),
    ),
)
