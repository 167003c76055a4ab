"""Acts of one player, named (`anna 3`, `bo r2`, `dora = 2p 17`) or in turn (`c`, `f`, `r2`, `draws 3`); their forms on offer."""

import re
from collections.abc import Sequence
from types import MappingProxyType
from typing import NoReturn

from engine import commands
from engine.commands import Command
from engine.decider import accept
from engine.errors import DOING
from engine.game import steps
from engine.game.definition import Game
from engine.ids import PlayerId
from engine.offer import Offer
from engine.play.betting.round import owed
from engine.play.betting.rule import calls_with_what_is_in
from engine.play.betting.turn_order import turns_piles
from engine.play.script.offers import asked, offers
from engine.preconditions import doing_now, playing
from engine.speech import phrase, say, to_say
from engine.spelling import compared
from engine.state import Hand, Night
from service.language.names import by_name
from service.language.shorthand.bank import BANK, END, REQUESTS, TABLE, with_the_bank
from service.language.shorthand.betting import (
    ANTES,
    BETTING,
    CALLS,
    CHECKS,
    SHOWDOWN,
    SIDES,
    WAGERS,
    antes,
    sides_are_declared,
)
from service.language.shorthand.cards import CARDS, TRICKS, WORDS
from service.language.shorthand.keywords import Form
from service.language.shorthand.putting_right import DISPUTES, FAULTS
from service.language.shorthand.tokens import ShorthandError, Tokens
from service.language.shorthand.vocabulary import DOT, Alike, Hints, Reader, is_at

# Everything that a line can say a player does, group by group in the order of `help`.
GROUPS = (BANK, REQUESTS, BETTING, CARDS, SHOWDOWN, WORDS, TRICKS, FAULTS, TABLE, DISPUTES, END)
SHORT = re.compile(r"(?P<verb>[brs])\d{1,12}[^\W\d]*")
_ACTS = tuple(said for group in GROUPS for said in group.acts)
VERBS: dict[str, Reader] = {verb: said.read for said in _ACTS for verb in said.verbs}
# What anybody may do, with or without a hand being played.
AT_ANY_TIME = frozenset(verb for said in _ACTS if said.at_any_time for verb in said.verbs)
IN_BRACES = re.compile(r"\{([^{}]*)\}")
# The bidder's lines have no name.
BIDDER_FORMS: Hints = MappingProxyType({kind: told for group in GROUPS for kind, told in group.bidder_hints.items()})
# What a shadow covers follows the price of the call.
NOT_BEHIND_NAME = (*BIDDER_FORMS, commands.PullShadow)
# The words for every act on offer. Cards in braces stay if the pack holds them, and become other cards of the pack if it
# does not.
FORMS: Hints = MappingProxyType(
    {
        kind: told
        for group in GROUPS
        for hints in (group.hints, *(said.hints for said in group.acts), group.bidder_hints)
        for kind, told in hints.items()
    }
)


def act(words: Tokens, player: PlayerId) -> Command:
    """The command for what this line says about the player."""
    if not words:
        words.wrong(_expected(words, player))
    if words.key in ANTES:
        antes()
    text = words.words[0].text
    if text[0] in "+-" and (len(text) > 1 or len(words.words) > 1):
        return with_the_bank(words, player)
    short = SHORT.fullmatch(words.key)
    if short:
        word = words.take()
        words.words.insert(0, type(word)(word.text[1:], word.column + 1))
        return WAGERS[short["verb"]](player, words.chips())
    verb = VERBS.get(words.key)
    if verb is not None:
        if _is_its_word(words.take().key, words.key):
            # A hint writes `c call 3`.
            words.take()
        return verb(words, player)
    if not words.is_amount():
        words.wrong(_expected(words, player))
    if words.key in SIDES and sides_are_declared(words):
        return commands.DeclareSide(player=player, side=SIDES[words.take().key])
    chips = words.chips()
    # As the dealer hears it: “2 up”.
    return commands.Raise(player=player, by=chips) if words.skip("up") else commands.PutIn(player=player, chips=chips)


def _expected(words: Tokens, player: PlayerId) -> str:
    """What this player may do now: first what the hand waits for, else how chips are put in, and what the bank does."""
    night = words.night
    betting = phrase("a number of chips, c (call), x (check), f (fold), r2 (raise by 2)")
    hand = Form(forms_due(night, player)) or (
        betting if night.hand is not None and night.hand.round is not None else ""
    )
    bank = phrase("+150 (loan), +40 cash, -80, = 117 (count), gives, pays, sits, stands, back or leaves")
    if not hand:
        return phrase("what the player does: {bank}", bank=bank)
    return phrase("what the player does: {hand}; or with the bank {bank}", hand=hand, bank=bank)


def forms_due(night: Night, player: PlayerId) -> str:
    """What the table waits for from this player; empty if it waits for somebody else."""
    if night.hand is None:
        return ""
    own = [offer for offer in offers(night) if offer.player == player]
    return forms_behind_name(own, night, night.hand)


def forms_behind_name(own: Alike, night: Night, hand: Hand) -> str:
    """What stands behind the name of the player to whom this is offered; empty if nothing does."""
    return DOT.join(forms_of([offer for offer in own if type(offer.command) not in NOT_BEHIND_NAME], night, hand))


def forms_of(offered: Alike, night: Night, hand: Hand) -> list[str]:
    """One form for each kind of act on offer, in the order of the offers."""
    kinds: dict[type[Command], list[Offer]] = {}
    for offer in offered:
        kinds.setdefault(type(offer.command), []).append(offer)
    return [_in_pack(FORMS[kind](alike, night, hand), hand.game) for kind, alike in kinds.items()]


def _in_pack(line: str, game: Game) -> str:
    """The line, with cards from the pack of the game."""
    pack = game.deck.cards if game.deck else ()

    def held(braces: re.Match[str]) -> str:
        cards = braces[1].split()
        return " ".join(cards if set(cards) <= {*pack} or not pack else pack[: len(cards)])

    return IN_BRACES.sub(held, line)


# What it is time to do while no hand is played.
ANNOUNCING = to_say("announce a hand")
# A line of one word.
ALONE = re.compile(r"[cxf]|[brs]?\d{1,12}p?|call|check|fold|all|all-in|allin")
EVERYBODY = ("all", "everybody", "everyone")
DRAWS = ("draw", "draws")
NUMBER = re.compile(r"\d{1,9}")
# Words before an amount, and words that may stand between the two.
WAGER_WORDS = ("b", "bet", "r", "raise", "s", "shadow", "to")
LINKS = ("to", "by", "with")
# Verbs that need more words, such as `turns 7h`.
OF_PILES = ("turns", "arranges")


def is_act(word: str) -> bool:
    """True if the word, in small letters, is or begins an act without a name. Nobody can have it as a name."""
    return bool(ALONE.fullmatch(word)) or word in VERBS


def verbs_like(word: str) -> frozenset[str]:
    """The word and every other verb that says the same act: `fold` is also said `f` and `folds`."""
    reader = VERBS.get(word)
    return frozenset({word, *(verb for verb in VERBS if reader is not None and VERBS[verb] is reader)})


def of_whose_turn_it_is(words: Tokens) -> commands.Command | None:
    """The act that the line says, or None if the line does not begin with one."""
    hand = words.night.hand
    if words.key in ANTES and not may_be_a_name(words):
        antes()
    _pass_over_its_letter(words)
    wager = _is_wager(words)
    if hand is None and len(words.words) == 1 and ALONE.fullmatch(words.key):
        _no_hand(words)
    if hand is not None and words.key in OF_PILES:
        stated = act(words, _at_the_pile(words, hand))
        words.end()
        return stated
    if hand is None or not (wager or len(words.words) == 1):
        return None
    if hand.round is not None and hand.round.waiting and (wager or ALONE.fullmatch(words.key)):
        if hand.round.anyone:
            _say_who(words, hand.round.waiting)
        if wager:
            _not_somebodys(words, hand.round.waiting[0])
        if words.key == "all" and words.words[0].meant:
            # In Danish it begins what everybody does: “alle passer”.
            words.wrong(_expected(words, hand.round.waiting[0]))
        return act(words, hand.round.waiting[0])
    if is_at(hand, steps.Draw) and hand.asked.waiting and words.key.isdecimal():
        return commands.Exchange(player=hand.asked.waiting[0], number=words.number(phrase("how many cards")))
    if hand.round is None and ALONE.fullmatch(words.key) and not (words.key in SIDES and sides_are_declared(words)):
        _no_betting_now(words, hand)
    return None


def whose(words: Tokens) -> PlayerId | None:
    """The player whose act a line without a name means, or None if the line may begin with a name.

    An act that only one player may do now is that player's. If several may do it, the line has to name one.
    """
    verb = VERBS.get(words.key)
    if not (verb or words.key[:1] in ("+", "-") or words.key in SIDES) or may_be_a_name(words):
        return None
    here = [player for player, person in words.night.people.items() if not person.left]
    if (verb is None and words.key not in SIDES) or words.key in AT_ANY_TIME:
        _name_one(words, here)
    hand = words.night.hand
    if hand is None:
        _no_hand(words)
    waited_for = asked(words.night)
    able = [player for player in waited_for if verb in _verbs_offered(words, player)] or list(waited_for)
    if not able:
        _nobody_is_asked(hand)
    if len(able) > 1:
        _name_one(words, able)
    return able[0]


def _pass_over_its_letter(words: Tokens) -> None:
    """Reads `c call 3`, as a hint writes it, as `call 3`; refuses it if the letter may also be somebody's name."""
    first, *others = words.words
    if len(first.key) != 1 or first.key not in VERBS or not others or not _is_its_word(first.key, others[0].key):
        return
    betting = words.night.hand.round if words.night.hand else None
    turn = betting.waiting[:1] if betting and not betting.anyone else []
    called_so = [player for player in words.night.people if _begins(words, player) and player not in turn]
    others_called_so = [words.names.get(player, player) for player in called_so]
    if others_called_so:
        rest = words.line[others[0].column - 1 :]
        name = others_called_so[0]
        sentence = say(
            "“{line}” may be an act in turn or an act of {name}; say “{rest}” or “{prefix} {rest}”.",
            line=words.line,
            name=name,
            rest=rest,
            prefix=name.casefold(),
        )
        raise ShorthandError("whose_act", sentence, names=others_called_so)
    words.take()


def _is_its_word(letter: str, word: str) -> bool:
    """Whether a letter and a word say the same act, as in `c call`; `x x` is two acts."""
    return len(letter) == 1 < len(word) and letter in VERBS and VERBS.get(word) is VERBS[letter]


def may_be_a_name(words: Tokens) -> bool:
    """True if a name begins as the line does."""
    return words.key[:1].isalpha() and any(_begins(words, player) for player in words.names)


def _verbs_offered(words: Tokens, player: PlayerId) -> list[Reader | None]:
    """What the hand waits for from this player."""
    forms = [form.split() for form in forms_due(words.night, player).split(DOT)]
    return [VERBS.get(form[0]) for form in forms if form]


def _name_one(words: Tokens, players: Sequence[PlayerId]) -> NoReturn:
    """Refuses a line without a name if more than one player may say it."""
    who = _in_words(words, players)
    sentence = (
        say("A line such as “{line}” has to say who: “{name} {line}”.", line=words.line, name=who[0].casefold())
        if who
        else say("A line such as “{line}” has to say who.", line=words.line)
    )
    raise ShorthandError("say_who", sentence, players=who)


def _no_hand(words: Tokens) -> NoReturn:
    """Refuses an act of a hand if no hand is played."""
    sentence = (
        say(
            "No hand is being played, so nobody can say “{line}”; announce one first: hand GAME by DEALER.",
            line=words.line,
        )
        if words.night.phase == "open"
        else say("No hand is being played, so nobody can say “{line}”; play is over.", line=words.line)
    )
    raise ShorthandError("no_hand_now", sentence)


def _nobody_is_asked(hand: Hand) -> NoReturn:
    wanted = doing_now(hand)
    sentence = say(
        "No player is asked now, so a line has to say who; it is time to {doing}.", doing=say(DOING.get(wanted, wanted))
    )
    raise ShorthandError("nobody_is_asked", sentence, doing=wanted)


def all_together(words: Tokens) -> tuple[commands.Command, ...]:
    """The commands of one line for everybody who is still to act; empty if the line says something else.

    `all check`, `all call` (a player who owes nothing checks), `all draw 0`.
    """
    stated = [word.key for word in words.words]
    if stated[0] not in EVERYBODY or len(stated) == 1:
        return ()
    _not_one_called_so(words, stated[1])
    hand, alone = words.night.hand, len(stated) == 2
    if stated[1] in DRAWS and len(stated) == 3 and NUMBER.fullmatch(stated[2]):
        return _all_draw(hand, stated[2])
    if alone and stated[1] in CHECKS:
        return _all_check(words, hand)
    if alone and stated[1] in CALLS:
        return _all_call(words, hand)
    if stated[1] in ANTES:
        antes()
    if stated[1] != "in" and (stated[1] in VERBS or stated[1] in SIDES or stated[1][:1] in ("+", "-", "=")):
        _not_all_at_once(words, stated[1])
    return ()


def _not_one_called_so(words: Tokens, verb: str) -> None:
    """Refuses `all call` at a table with Allan."""
    here = [player for player, person in words.night.people.items() if not person.left and _begins(words, player)]
    if here and verb in (*CHECKS, *CALLS, *DRAWS):
        name, rest = words.names[here[0]], words.line[words.words[1].column - 1 :]
        sentence = say(
            "“{line}” may be said of everybody or of {name}; say “everybody {rest}” or “{called} {rest}”.",
            line=words.line,
            name=name,
            rest=rest,
            called=name.casefold(),
        )
        raise ShorthandError("whose_act", sentence, names=[name])


def _not_all_at_once(words: Tokens, verb: str) -> NoReturn:
    """Refuses an act that one line cannot say for everybody."""
    if verb in DRAWS and len(words.words) == 2:
        _must_be_drawing(words.night.hand)
        sentence = say("Say how many cards everybody exchanges: “{line} 0” if nobody exchanges any.", line=words.line)
        raise ShorthandError("number_missing", sentence)
    here = [player for player, person in words.night.people.items() if not person.left]
    name = next(iter(_in_words(words, here)), "NAME").casefold()
    sentence = say(
        "Only “all check”, “all call” and “all draw 0” are for everybody; say other acts one by one, such as “{name} {verb}”.",
        name=name,
        verb=words.line[words.words[1].column - 1 :],
    )
    raise ShorthandError("say_who", sentence, players=_in_words(words, here))


def _all_check(words: Tokens, hand: Hand | None) -> tuple[commands.Command, ...]:
    if hand is None or hand.round is None:
        _no_betting_now(words, hand)
    waiting = hand.round.waiting
    owing = [player for player in waiting if owed(hand.round, player)]
    if owing:
        who = words.names.get(owing[0], owing[0])
        sentence = say(
            "Not all can check: {who} owes {owed} and has to call, raise or fold.",
            who=who,
            owed=owed(hand.round, owing[0]),
        )
        raise ShorthandError("not_all_can_check", sentence, players=_in_words(words, owing))
    return tuple(commands.Check(player=player) for player in waiting)


def _all_call(words: Tokens, hand: Hand | None) -> tuple[commands.Command, ...]:
    """The calls and checks of everybody still to act. Nobody raises, so each is asked once and owes what is owed now."""
    if hand is None or hand.round is None:
        _no_betting_now(words, hand)
    betting = hand.round
    paying = [player for player in betting.waiting if owed(betting, player) or calls_with_what_is_in(betting, player)]
    if not paying:
        sentence = say("Nobody has bet, so nobody can call; say “all check”.")
        raise ShorthandError("nobody_has_bet", sentence, line=words.line)
    if betting.anyone and betting.waiting:
        _say_who(words, betting.waiting)
    return _played_through(words.night.copy())


def _played_through(night: Night) -> tuple[commands.Command, ...]:
    """The calls and checks that end the round.

    Plays on the given night, which has to be a copy, because a player who goes all-in may end the round sooner.
    """
    hand = playing(night)
    closed, stated = hand.rounds.closed, list[commands.Command]()
    while night.hand is hand and hand.rounds.closed == closed and hand.round is not None and hand.round.waiting:
        player = hand.round.waiting[0]
        pays = owed(hand.round, player) or calls_with_what_is_in(hand.round, player)
        stated.append(commands.Call(player=player) if pays else commands.Check(player=player))
        accept(night, stated[-1])
    return tuple(stated)


def _all_draw(hand: Hand | None, number: str) -> tuple[commands.Command, ...]:
    """The draws of everybody who still has to exchange cards, all of the same number."""
    drawing = _must_be_drawing(hand)
    return tuple(commands.Exchange(player=player, number=int(number)) for player in drawing.asked.waiting)


def _must_be_drawing(hand: Hand | None) -> Hand:
    if hand is None or not is_at(hand, steps.Draw):
        wanted = doing_now(hand) if hand is not None else ANNOUNCING
        sentence = say("Nobody exchanges cards now; it is time to {doing}.", doing=say(DOING.get(wanted, wanted)))
        raise ShorthandError("no_exchange_now", sentence, doing=wanted)
    return hand


def _no_betting_now(words: Tokens, hand: Hand | None) -> NoReturn:
    wanted = doing_now(hand) if hand is not None else ANNOUNCING
    sentence = say(
        "There is no betting now, so nobody can say “{line}”; it is time to {doing}.",
        line=words.line,
        doing=say(DOING.get(wanted, wanted)),
    )
    raise ShorthandError("no_betting_now", sentence, doing=wanted)


def _at_the_pile(words: Tokens, hand: Hand) -> PlayerId:
    """The player whose pile is to be turned or laid."""
    if hand.stage == "playing" and hand.round is None and hand.asked.waiting:
        arranging = isinstance(hand.steps[hand.cursor], steps.Arrange)
        if turns_piles(hand) if words.key == "turns" else arranging:
            return hand.asked.waiting[0]
    doing = DOING.get(doing_now(hand), doing_now(hand)) if hand.round is None else DOING["bet"]
    sentence = say(
        "Nobody has a pile to “{key}” now; it is time to {doing}.", key=words.words[0].text, doing=say(doing)
    )
    raise ShorthandError("no_pile_now", sentence, doing=doing)


def _in_words(words: Tokens, players: Sequence[PlayerId]) -> list[str]:
    return sorted((words.names.get(player, player) for player in players), key=by_name)


def _is_wager(words: Tokens) -> bool:
    """True for `b 2`, `raise to 10` and `to 2p 10`."""
    rest = words.words[1:]
    if rest and rest[0].key in LINKS:
        rest = rest[1:]
    return words.key in WAGER_WORDS and bool(rest) and all(word.key[:1].isdecimal() for word in rest)


def _say_who(words: Tokens, waiting: list[PlayerId]) -> None:
    """Refuses an act without a name if the open cards that decide whose turn it is are not known."""
    who = _in_words(words, waiting)
    sentence = say(
        "Whose turn it is depends on open cards that are not known; say who: “{who} {line}”.",
        who=who[0].casefold(),
        line=words.line,
    )
    raise ShorthandError("say_who", sentence, players=who)


def _not_somebodys(words: Tokens, turn: PlayerId) -> None:
    """Refuses `s 5` if it may also mean what Sara puts in. For the player in turn, a bet and chips put in are the same."""
    amount = " ".join(word.text for word in words.words if word.key[:1].isdecimal())
    mine = [player for player in words.night.people if _begins(words, player) and not words.night.people[player].left]
    others = [words.names[player] for player in mine if player != turn or words.key not in ("b", "bet")]
    if others:
        name = others[0].casefold()
        sentence = say(
            "“{line}” may be an act in turn or chips of {others}; say “{turn} {line}” or “{name} {amount}”.",
            line=words.line,
            others=others[0],
            turn=words.names.get(turn, turn).casefold(),
            amount=amount,
            name=name,
        )
        raise ShorthandError("whose_act", sentence, names=others)


def _begins(words: Tokens, player: PlayerId) -> bool:
    return compared(words.names.get(player, player)).startswith(compared(words.words[0].text))
