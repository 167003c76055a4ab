"""Reads one line as one command. The first word decides what the line says, and reserved words beat names."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from engine import commands
from engine.cards.card import RANK, parse_card
from engine.errors import SHARES
from engine.game import steps
from engine.game.definition import Game
from engine.grammar import capital
from engine.house.agreements import EnteredBy
from engine.ids import PlayerId
from engine.night.closing.rule import usual_plan
from engine.play.tarok.facts import BACK
from engine.speech import phrase, say
from engine.spelling import called, compared, kept
from engine.state import UNKNOWN, Night
from service.errors import NameNotSayable
from service.language.payload_limits import check_name
from service.language.shorthand.acts import VERBS, act, all_together, is_act, may_be_a_name, of_whose_turn_it_is, whose
from service.language.shorthand.announcing import HAND_WORDS, announcement, naming
from service.language.shorthand.bank import GAP_BEARERS, REQUEST_LINES, counted, is_spent_from_kitty, spent_from_kitty
from service.language.shorthand.keywords import Form, in_english
from service.language.shorthand.putting_right import DISPUTE_LINES, LOOKED, board_card_moved, correction, insertion
from service.language.shorthand.tokens import (
    REASON,
    LinePart,
    ParsedLine,
    ShorthandError,
    SpokenAnswer,
    Tokens,
    Word,
    cards,
    flag,
    in_quotes,
    keyed,
    split,
)

WINS = ("win", "wins")
# What a name cannot hold: words and marks that stand between or after names. Only the first ones are looked for whatever the
# language, because people are called “af Ugglas”.
ENDS = (*WINS, "and")
LINKS = (*ENDS, *HAND_WORDS)
MARKS = ',;:>"'
# What a player says of the settlement, or of an event that moved money of theirs.
ANSWERS = ("agrees", "refuses")
# What the prompt handles itself, before it reads a line.
OF_THE_PROMPT = ("help", "log", "undo", "faults", "disputes", "requests", "plan", "payments", "quit", "exit")
# What chips may be moved from and to, apart from players.
ACCOUNTS = ("pot", "box", "carry")
# The number of one event, or a range.
RUN = re.compile(r"\d{1,9}(-\d{1,9})?")


def read_line(text: str, night: Night, names: Mapping[PlayerId, str], own: Sequence[Game] = ()) -> ParsedLine:
    """The commands of one line at this table; `own` are the games of the club. An empty line or a comment gives none."""
    words = Tokens(text, split(text), night, names, own, vocabulary=VOCABULARY)
    if not words:
        return ParsedLine()
    alone = spent_from_kitty(words) if is_spent_from_kitty(words) else of_whose_turn_it_is(words)
    if alone is not None:
        return ParsedLine((alone,))
    if together := all_together(words):
        return ParsedLine(together)
    # Only English words are reserved: Lukas may fold as “luk f”, though “luk” alone closes the night in Danish.
    named = words.words[0].meant and len(words.words) > 1 and may_be_a_name(words)
    directive = DIRECTIVES.get(words.key)
    if directive is not None and not named:
        words.take()
        spoken = directive(words)
    elif any(word.key in WINS for word in words.words):
        spoken = ParsedLine((_wins(words),))
    else:
        player = whose(words) or words.player()
        spoken = _answer(words, player) if words.key in ANSWERS else ParsedLine((act(words, player),))
    words.end()
    return spoken


def _answer(words: Tokens, player: PlayerId) -> ParsedLine:
    """`anna agrees` to the settlement · `anna refuses 41 "only 20"`, to event 41 alone; said at the table."""
    refuses = words.take().key == "refuses"
    event = words.number(phrase("the number of an event"), least=1) if words and not words.words[0].quoted else 0
    reason = words.parts(reason=REASON).get("reason", "") if refuses else ""
    if refuses and not reason:
        words.wrong(phrase("the reason in quotes"))
    return ParsedLine(answer=SpokenAnswer(player, event, reason))


def read_name(text: str, night: Night, names: Mapping[PlayerId, str]) -> PlayerId:
    """The player of this name, or of the name that begins so; for lines that only look something up."""
    words = Tokens(text, split(text), night, names, vocabulary=VOCABULARY, may_add=False)
    player = words.player(phrase("the name of a player"))
    words.end()
    return player


def _one(command: commands.Command) -> ParsedLine:
    return ParsedLine((command,))


def _wins(words: Tokens) -> commands.Command:
    """`anna, bo win` · `anna > bo win` (bo is next best, for a side pot) · `anna wins high, bo wins low` · `anna wins both`."""
    rankings: dict[str, tuple[tuple[PlayerId, ...], ...]] = {}
    if words.key in WINS:
        sentence = say(
            "Say who wins: “NAME wins”, “NAME, NAME win” if they share, “NAME > NAME win” for a side pot, or "
            "“NAME wins high, NAME wins low”."
        )
        raise ShorthandError("nobody_named", sentence)
    while words:
        ranking = [words.players(phrase("the winner"))]
        while words.skip(">"):
            ranking.append(words.players(phrase("the next best hand")))
        if not words.skip(*WINS):
            words.wrong(phrase("“wins”"))
        share = words.take().key if words.key in ("high", "low", "both") else "all"
        for part in ("high", "low") if share == "both" else (share,):
            if part in rankings or {part, *rankings} >= {"all", "high"}:
                sentence = say(
                    "{part} is won twice in this line; say each part of the pot once.",
                    part=capital(say(SHARES[part])),
                )
                raise ShorthandError("named_twice", sentence, column=words.column)
            rankings[part] = tuple(ranking)
        words.skip(",", "and", ";")
    hand = words.night.hand
    if hand is not None and hand.showdown.sides and "all" not in rankings:
        # Each side is won by a player who has declared it.
        return commands.NameWinners(rankings=(rankings.get("high", ()), rankings.get("low", ())))
    if "low" in rankings and "high" not in rankings and "all" not in rankings:
        rankings["high"] = rankings["low"]
    first = rankings.get("all") or rankings.get("high") or ()
    return commands.NameWinners(rankings=(first, rankings["low"]) if "low" in rankings else (first,))


def _no(words: Tokens) -> ParsedLine:
    """`no challenge`: the words shown stand."""
    if not words.skip("challenge", "challenges"):
        words.wrong(phrase("“challenge”"))
    return _one(commands.AcceptHands())


def _deal(words: Tokens) -> ParsedLine:
    """`deal 7s Kd`; in a deal-off, `deal from bo 7s Kd` if the dealer says who gets the first card."""
    first = words.player(phrase("who gets the first card")) if words.skip("from") else None
    return _one(commands.Deal(cards=cards(words) if words else (), first=first))


def _lay(words: Tokens) -> ParsedLine:
    return _one(commands.Lay(cards=cards(words) if words else ()))


def _board(words: Tokens) -> ParsedLine:
    """Shared cards that are laid now, or that already lie there and become known; `board move 3 to 4` corrects one."""
    if words.skip("move"):
        return _one(board_card_moved(words))
    words.skip("has", "is")
    shared = cards(words)
    hand = words.night.hand
    at_laying = hand is not None and hand.stage == "playing" and isinstance(hand.steps[hand.cursor], steps.Lay)
    if at_laying or not (hand is not None and any(held.card == UNKNOWN for held in hand.cards.board)):
        # If no shared card is unknown either, `board` means `lay` said too early or too late, which refuses it.
        return _one(commands.Lay(cards=shared))
    return _one(commands.NameCards(cards=shared))


def _reveal(words: Tokens) -> ParsedLine:
    return _one(commands.RevealCards(cards=cards(words) if words else ()))


def _turn(words: Tokens) -> ParsedLine:
    return _one(commands.Turn(card=words.take().text if words else "??"))


def _trump(words: Tokens) -> ParsedLine:
    return _one(commands.TurnTrump(card=words.take().text if words else "??"))


def _stock(words: Tokens) -> ParsedLine:
    return _one(commands.DrawFromStock(card=words.take().text if words else "??"))


def _widow(words: Tokens) -> ParsedLine:
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
    return _one(commands.TakeWidow(choice=choice, **stated))


def _discard(words: Tokens) -> ParsedLine:
    return _one(commands.Discard(cards=cards(words) if words else ()))


def _goal(words: Tokens) -> ParsedLine:
    """`goal game` · `goal consolation` · `goal ultimo`."""
    if not words:
        words.wrong(phrase("game, consolation or ultimo"))
    return _one(commands.AnnounceGoal(goal=words.take().english))


def _score(words: Tokens) -> ParsedLine:
    """`score 44` · `score 44 pagat anna` (she won the last trick with it) · `score 30 captured`."""
    points = words.number(phrase("the points the bidder has"))
    with_pagat = keyed(
        phrase("“pagat” and a player"), lambda words: words.player(phrase("who won the last trick with it")), "pagat"
    )
    return _one(commands.NameScore(points=points, **words.parts(pagat=with_pagat, captured=flag("captured"))))


def _burn(words: Tokens) -> ParsedLine:
    return _one(commands.Burn())


def _new(words: Tokens) -> ParsedLine:
    """`new deal` stops the hand, `new deal by anna harms bo` for a fault that harms bo; `new Carl` adds a person."""
    if words.skip("deal"):
        return _one(commands.NewDeal(**_demanded(words)))
    name = words.text().strip()
    if not name:
        words.wrong(phrase("“deal”, or the name of a new player"))
    name = kept(name)
    must_be_sayable(name)
    for taken in called(name, words.names):
        text = words.names[taken]
        here = taken in words.night.people
        sentence = (
            say("{name} is here already; give the new player another name.", name=text)
            if here
            else say(
                "{name} is in the club already; “sit {name}” seats them; a new player needs another name.", name=text
            )
        )
        raise ShorthandError("name_taken", sentence, name=name)
    return ParsedLine(players=(name,))


def _demanded(words: Tokens) -> dict[str, Any]:
    """Who demands New Deal, whom it harms, and why. Only a player can have looked, and only a player can be unharmed by a fault."""
    stated = words.parts(
        player=keyed(phrase("“by” and who demands it"), lambda words: words.player(phrase("who demands it")), "by"),
        harmed=keyed(
            phrase("“harms” and a player"), lambda words: words.player(phrase("whom the fault harms")), "harms"
        ),
        looked=flag(LOOKED),
        reason=REASON,
    )
    if "player" not in stated and stated.keys() & {"harmed", "looked"}:
        words.wrong(phrase("“by” and who demands New Deal"))
    return stated


def must_be_sayable(name: str) -> None:
    """Refuses a name that a line could not hold, because one of its words or marks means something else there."""
    if taken := taken_in(name):
        sentence = say(
            "Nobody can be called “{name}”, because “{taken}” means something else in a line; say “new” and one name, such as “new Erik”, or “new deal by NAME” to demand New Deal.",
            name=name,
            taken=taken,
        )
        raise ShorthandError("name_not_sayable", sentence, name=name, word=taken)


def must_be_a_name(name: str) -> None:
    """Refuses a text that cannot be a name. Used wherever a person is named first: in a head, in a question, over HTTP."""
    check_name(name)
    if taken := taken_in(name):
        raise NameNotSayable(name, taken)


def taken_in(name: str) -> str:
    """The word or mark in a name that means something else in a line, or an empty text."""
    words = compared(name).split() or [name]
    meant = [in_english(word) for word in kept(name).casefold().split()]
    begins = any(map(_begins_a_line, (words[0], *meant[:1])))
    taken = next((word for word, english in zip(words, meant, strict=False) if word in LINKS or english in ENDS), "")
    return taken or (words[0] if begins else "") or next((mark for mark in MARKS if mark in name), "")


def _begins_a_line(word: str) -> bool:
    known = (*DIRECTIVES, *ACCOUNTS, *GAP_BEARERS, *OF_THE_PROMPT)
    return word in known or word.lstrip("+-−=").isdecimal() or is_act(word) or _is_card(word)


def _is_card(word: str) -> bool:
    """True if the word is a card of a French suit, such as `as`. The joker's `jo` does not count, because people have that name."""
    try:
        return parse_card(word) in RANK
    except ValueError:
        return False


def _sit(words: Tokens) -> ParsedLine:
    return _one(act(_then(words, "sits"), words.player(phrase("who sits down"))))


def _then(words: Tokens, verb: str) -> Tokens:
    """The same line with the verb after the name: `sit anna 3` becomes `anna sits 3`."""
    player_word = words.words[0] if words.words else None
    if player_word is not None:
        words.words.insert(1, type(player_word)(verb, player_word.column))
    return words


def _strike(words: Tokens) -> ParsedLine:
    """`strike 41 "wrong player"` · `strike 41-43, 47 "said twice"`."""
    stated = words.parts(
        versions=LinePart(
            phrase("the numbers of the events to strike"), lambda words: bool(RUN.fullmatch(words.key)), _numbers
        ),
        reason=in_quotes(phrase("the reason, such as wrong player,")),
    )
    if "versions" not in stated:
        words.wrong(phrase("the numbers of the events to strike"))
    if not stated.get("reason"):
        words.wrong(phrase('the reason in quotes, such as "wrong player"'))
    return _one(commands.StrikeEvents(**stated))


def _numbers(words: Tokens) -> tuple[int, ...]:
    versions: list[int] = []
    while RUN.fullmatch(words.key):
        first, _, last = words.take().key.partition("-")
        versions += range(int(first), min(int(last or first), int(first) + 500) + 1)
        words.skip(",", "and")
    return tuple(versions)


def _waive(words: Tokens) -> ParsedLine:
    """`waive bet_over_limit "all agreed": anna 12` plays the act in spite of the rule, and the report says so."""
    reason = words.quoted(phrase("the reason")) if words and words.words[0].quoted else ""
    rule = words.take().text if words else ""
    if not re.fullmatch(r"[a-z_]{3,60}", rule):
        words.wrong(phrase("the code of a rule, as the refusal named it"))
    reason = reason or (words.quoted(phrase("the reason")) if words else "")
    if not reason or not words.skip(":"):
        words.wrong(phrase('the reason in quotes and a colon: waive RULE "REASON": what is done'))
    rest = read_line(words.line[words.column - 1 :], words.night, words.names, words.own)
    words.words.clear()
    if len(rest.commands) != 1:
        words.wrong(phrase("one command that breaks the rule"))
    command = rest.commands[0]
    waiver = commands.Waiver(rule=rule, reason=reason)
    return _one(replace(command, waived=(waiver, *command.waived)))


def _ruling(words: Tokens) -> ParsedLine:
    """`ruling "the pot is split" move 5 from pot to anna agreed by anna, bo`."""
    stated = words.parts(
        text=in_quotes(phrase("the words of the ruling")),
        moves=keyed(phrase("“move CHIPS from ACCOUNT to ACCOUNT”"), _moves, "move"),
        agreed_by=keyed(phrase("“agreed by NAMES”"), _who_agreed, "agreed"),
    )
    if not stated.get("text"):
        words.wrong(phrase("the words of the ruling in quotes"))
    if "agreed_by" not in stated:
        words.wrong(phrase("“move CHIPS from ACCOUNT to ACCOUNT” or “agreed by NAMES”"))
    return _one(commands.MakeRuling(**stated))


def _who_agreed(words: Tokens) -> tuple[PlayerId, ...]:
    words.skip("by")
    return words.players(phrase("who agreed"))


def _moves(words: Tokens) -> tuple[commands.ChipMove, ...]:
    """`5 from pot to anna`; further moves follow a comma, `and` or `move`."""
    moves = [_move(words)]
    while words.skip("move", ",", "and"):
        if words.key in ("agreed", "") and words:
            break
        if words.key != "move":
            moves.append(_move(words))
    return tuple(moves)


def _move(words: Tokens) -> commands.ChipMove:
    """Who the chips go from and to. If no word says which is which, the giver comes first."""
    chips = words.chips()
    ends: dict[str, str] = {}
    while len(ends) < 2:
        end = "payer" if words.key == "from" else "payee" if words.key == "to" else ""
        if end in ends:
            sentence = say(
                "“{word}” is said twice; say where the chips come from and where they go.", word=Form(words.key)
            )
            raise ShorthandError("said_twice", sentence, column=words.column)
        words.skip("from", "to")
        end = end or next(end for end in ("payer", "payee") if end not in ends)
        ends[end] = _account(words)
    return commands.ChipMove(chips=chips, **ends)


def _account(words: Tokens) -> str:
    if words.key in ACCOUNTS:
        return words.take().key
    return "chips:" + words.player(phrase("pot, box, carry or a player"))


def _close(words: Tokens) -> ParsedLine:
    """`close` · `close at 01:30`, when play ended."""
    ended = _at(words).at if words.skip("at") else ""
    return ParsedLine(commands=(commands.CloseNight(),), at=ended)


def _gap(words: Tokens) -> ParsedLine:
    """`gap losers` · `gap bo "miscounted"`."""
    who = phrase("who bears the gap: banker, winners, losers, all or a player")
    bearer = LinePart(who, lambda words: bool(words.key), lambda words: _bearer(words, who), keyed=False)
    stated = words.parts(bearer=bearer, reason=REASON)
    if "bearer" not in stated:
        words.wrong(who)
    return _one(commands.ResolveGap(**stated.pop("bearer"), **stated))


def _bearer(words: Tokens, who: str) -> dict[str, str]:
    if words.key in GAP_BEARERS:
        return {"by": words.take().key}
    return {"by": "player", "player": words.player(who)}


def _settle(words: Tokens) -> ParsedLine:
    kind = words.take().english.casefold() if words else usual_plan(words.night)
    if kind not in ("bank", "direct"):
        sentence = say(
            "There is no plan “{kind}”; the plans are bank (everyone with the banker) and direct (fewest transfers).",
            kind=kind,
        )
        raise ShorthandError("unknown_plan", sentence, plan=kind)
    with_old_debts = bool(words)
    for word in ("with", "old", "debts") if with_old_debts else ():
        if not words.skip(word):
            words.wrong(phrase("“with old debts”, or the end of the line"))
    return _one(commands.FreezePlan(kind=kind, with_old_debts=with_old_debts))  # type: ignore[arg-type]


def _pay(words: Tokens) -> ParsedLine:
    number = words.number(phrase("the number of a transfer"), least=1)
    return _one(commands.RecordPayment(transfer=number, cents=words.money() if words else None))


def _bank(words: Tokens) -> ParsedLine:
    """`bank pays anna 20.00` · `bank to bo = 2p 30, till 45.50`."""
    if words.skip("to"):
        return _one(_handover(words))
    if not words.skip("pays"):
        words.wrong(phrase("“pays”, a player and an amount of money, or “to” and who keeps the bank from here"))
    player = words.player(phrase("who is paid"))
    return _one(commands.PayOut(player=player, cents=words.money(phrase("the money they get"))))


def _handover(words: Tokens) -> commands.PassBank:
    player = words.player(phrase("who keeps the bank from here"))
    # Whoever counts only the till writes the sign all the same.
    if [word.key for word in words.words[:2]] == ["=", "till"]:
        words.take()
    elif words.key == "=till":
        words.words[0] = Word("till", words.column)
    stated = words.parts(
        box=keyed(phrase("“=” and what is in the box"), counted, "=", "box"),
        till=keyed(
            phrase("“till” and the money in it"),
            lambda words: words.money(phrase("the money in the till"), least=0),
            "till",
        ),
    )
    return commands.PassBank(to=player, **stated.pop("box", {}), **stated)


def _entered(words: Tokens) -> ParsedLine:
    """`entered by everyone`: who enters what a player does, from here on."""
    words.skip("by")
    by = words.take().english.casefold() if words else ""
    if by not in get_args(EnteredBy):
        words.wrong(phrase("who enters it: bank, everyone or both"))
    return _one(commands.ChangeEnteredBy(by=by))  # type: ignore[arg-type]


def _at(words: Tokens) -> ParsedLine:
    match = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)", words.key)
    if match is None:
        words.wrong(phrase("a time of day, such as 20:15"))
    words.take()
    return ParsedLine(at=f"{int(match[1]):02}:{match[2]}")


DIRECTIVES: dict[str, Callable[[Tokens], ParsedLine]] = {
    "hand": announcement,
    "name": naming,
    "no": _no,
    "deal": _deal,
    "lay": _lay,
    "board": _board,
    "turn": _turn,
    "reveal": _reveal,
    "burn": _burn,
    "trump": _trump,
    "stock": _stock,
    "widow": _widow,
    "discard": _discard,
    "goal": _goal,
    "score": _score,
    "new": _new,
    "sit": _sit,
    "strike": _strike,
    "correct": correction,
    "insert": insertion,
    "waive": _waive,
    "ruling": _ruling,
    "close": _close,
    "gap": _gap,
    "settle": _settle,
    "pay": _pay,
    "bank": _bank,
    "entered": _entered,
    "at": _at,
    **DISPUTE_LINES,
    **REQUEST_LINES,
}
# Every word that means something in a line and can be nobody's name.
VOCABULARY = frozenset({*DIRECTIVES, *VERBS, *ANSWERS, *LINKS, *ACCOUNTS, *GAP_BEARERS, *OF_THE_PROMPT})
