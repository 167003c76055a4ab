"""The judgement as text: the hands, who takes what, and the rules."""

from collections.abc import Iterator, Sequence

from engine.cards.card import pretty
from engine.errors import SHARES
from engine.game.definition import book_title
from engine.game.option_texts import OPTIONS
from engine.grammar import counted, listed
from engine.judge.case import JudgedHand, JudgedPlayer, JudgedShare, JudgedWord, Judgement
from engine.play.spelling.rule import NO_PLURALS, NO_WORD
from engine.speech import say, say_as, say_number, to_say, to_say_each
from engine.words import name_of

# A side that a player declares, and what is told of the hand for it.
to_say_each("side", "high, low, both, spade")
# What an announcement costs of a hand that is not there.
_LOST = {
    "all": to_say("That is not there: the right to the pot is lost."),
    "high": to_say("That is not there: the right to the high half is lost."),
    "low": to_say("That is not there: the right to the low half is lost."),
    "spade": to_say("That is not there: the right to the spade half is lost."),
}
# Who wins where no pot was named, or a half of none, by whether several do.
_WON = {False: to_say("{players} wins: {because}."), True: to_say("{players} win together: {because}.")}
_WON_OF_IT = {
    False: to_say("{players} wins {share}: {because}."),
    True: to_say("{players} win {share} together: {because}."),
}

# Rules up to this length are repeated for each card.
SHORT = 40


# The names of a game's options, as they are printed; which cards are wild is said separately.
OPTION_TEXTS = {kind.__name__: name for name, kind in OPTIONS.items()} | {"Wild": to_say("wild cards")}


def text_of(judgement: Judgement) -> str:
    """The whole judgement, line by line."""
    lines = [_title(judgement)]
    for player in judgement.players:
        lines += ["", *_player(player, judgement.wild)]
    lines += ["", *(_share(share) for share in judgement.shares)]
    if not judgement.shares:
        lines.append(say("Nobody wins."))
    if judgement.carried:
        carried = say_number(
            "{number} chip is carried to the next hand.",
            "{number} chips are carried to the next hand.",
            judgement.carried,
        )
        lines[-1:] = [carried] if judgement.shares else [f"{lines[-1]} {carried}"]
    lines += ["", *(rule.says for rule in judgement.rules)]
    return "\n".join(lines)


def _title(judgement: Judgement) -> str:
    title = f"{judgement.game} · {book_title(judgement.rulebook)}"
    if judgement.options:
        named = [say(OPTION_TEXTS.get(option, option)) for option in judgement.options]
        title = say("{game} with {options}", game=title, options=", ".join(named))
    rules = judgement.wild
    if len(rules) > 1 and any(len(rule) > SHORT for rule in rules):
        rules = tuple(f"({place}) {rule}" for place, rule in enumerate(rules, start=1))
    lines = [f"{title}."]
    lines += [say("Wild: {rules}.", rules="; ".join(rules))] if rules else []
    lines += [_to_come(judgement.to_come)] if judgement.to_come else []
    return " ".join(lines)


def _to_come(number: int) -> str:
    return say_number(
        "Judged as it lies: one shared card is still to come.",
        "Judged as it lies: {number} shared cards are still to come.",
        number,
    )


def _player(player: JudgedPlayer, rules: Sequence[str]) -> Iterator[str]:
    if player.side:
        side = say_as("side", player.side)
        yield say("{player}, who declared {side}: {cards}", player=player.player, side=side, cards=_cards(player.cards))
    else:
        yield f"{player.player}: {_cards(player.cards)}"
    if player.out:
        yield "  " + say("is out: {why}.", why=player.out)
    for word in player.words:
        judged = f"{judged_as(word)} ({name_of(word.dictionary)})"
        yield "  " + say("{word} is {judged}.", word=word.word, judged=judged)
    for hand in player.hands:
        yield from _hand(hand, player.announced, rules)
    for hand in player.deal_off:
        yield "  " + say("dealt off: {hand}: {cards}", hand=hand.counts, cards=_cards(hand.cards))


def judged_as(word: JudgedWord) -> str:
    """How the dictionary judges the word: "a word", "no word", or a plural made with S."""
    return say("a word") if word.good else say(NO_PLURALS) if word.plural else say(NO_WORD)


def _hand(hand: JudgedHand, announced: str, rules: Sequence[str]) -> Iterator[str]:
    share = "" if hand.share == "all" else f"{say_as('side', hand.share)}: "
    name = hand.counts or hand.holds
    holds = f"{name}: {_cards(hand.cards)}" if name else say("nothing that qualifies")
    yield f"  {share}{holds}"
    for wild in hand.wild:
        stands_for = say("itself") if wild.stands_for == wild.card else pretty(wild.stands_for)
        because = _why_wild(wild.because, rules)
        text = say(
            "{card} is wild{because} and stands for {other}.", card=pretty(wild.card), because=because, other=stands_for
        )
        yield f"    {text}"
    if hand.claim:
        yield " ".join(("   ", say("Announced: “{hand}”.", hand=announced), claim_text(hand)))


def _why_wild(because: str, rules: Sequence[str]) -> str:
    """The rule that makes a card wild in brackets, after a space; a long one is in the title and not repeated."""
    if [because] == list(rules) and len(because) > SHORT:
        return ""
    for place, rule in enumerate(rules):
        if len(rule) > SHORT:
            because = because.replace(rule, say("wild rule {number} above", number=place + 1))
    return f" ({because})"


def claim_text(hand: JudgedHand) -> str:
    """What the announcement was worth, as a sentence."""
    match hand.claim:
        case "too low":
            return say("That is too low, but it counts instead of the {hand}.", hand=hand.holds)
        case "not there":
            return say(_LOST[hand.share])
        case "foul":
            return say("That does not count as a word, so the hand holds no words.")
        case _:
            return say("That is right.")


def _share(judged: JudgedShare) -> str:
    if not judged.chips:
        return _share_without_chips(judged)
    share, chips, because = say(SHARES[judged.share]), counted(judged.chips, "chip"), judged.because
    if judged.tied:
        return say(
            "{players} are equal for {share}, {chips}: {because}.",
            players=listed(judged.tied),
            share=share,
            chips=chips,
            because=because,
        )
    if len(judged.winners) == 1:
        return say(
            "{player} takes {share}, {chips}: {because}.",
            player=judged.winners[0].player,
            share=share,
            chips=chips,
            because=because,
        )
    return say(
        "{players} share {share}, {chips}: {because}.",
        players=listed([f"{won.player} ({won.chips})" for won in judged.winners]),
        share=share,
        chips=chips,
        because=because,
    )


def _share_without_chips(judged: JudgedShare) -> str:
    """Who wins where no pot was named; of a game that divides its pot, which half."""
    players, share, because = listed([won.player for won in judged.winners]), say(SHARES[judged.share]), judged.because
    if judged.tied:
        return say("{players} are equal: {because}.", players=listed(judged.tied), because=because)
    won = _WON if judged.share == "all" else _WON_OF_IT
    return say(won[len(judged.winners) > 1], players=players, share=share, because=because)


def _cards(cards: Sequence[str]) -> str:
    return " ".join(pretty(card) for card in cards)
