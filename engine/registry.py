"""The tables in which rooms register what belongs to an act: its rule, fold, postings, sentence and stored name.

A decorator on the struct or function fills them, and nothing else does: `@decides(commands.Bet)` above the rule.
They are complete once `load` has imported the files of the rooms. A room is a folder with as many of these files as it
needs: `acts.py` (commands and consequences), `rule.py` (whether a command may be done, and what it comes to), `facts.py`
(how events are copied into the state and the ledger), `offers.py` (what may be done now; a short one stands in
`rule.py`), `text.py` (the sentence of each event), `fund.py` (who has a part in chips set aside).
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal, NamedTuple, TypeVar, get_args

Function = TypeVar("Function", bound=Callable[..., Any])
Struct = TypeVar("Struct", bound=type[Any])
Table = dict[type[Any], Any]

# By the type of a command: (command, night) -> the same act with everything filled in, or a refusal.
RULES: Table = {}
# By the type of an event: (night, event) -> None; copies the event into the state.
FOLDS: Table = {}
# The same for events that only happen while a hand is played: (night, hand, event) -> None.
HAND_FOLDS: Table = {}
# By the type of an event: (event) -> its moves between accounts.
MOVED: Table = {}
# By the type of an event: (event, voice) -> one sentence.
SENTENCE_OF: Table = {}
# By the type of an event: (event) -> whether its sentence says nothing that a player would miss; not in here: it says more.
QUIET: Table = {}
# By the type of a step: (night, hand, step) -> the event that begins it, or None.
BEGINS: Table = {}
# By the type of a step: (hand, step, auto) -> the events that follow at it by themselves.
FOLLOWS: Table = {}
# By the type of a step: (night, hand, step) -> the offers at it.
OFFERED: Table = {}
# By the name of a step: what is done at it, after "it is time to". Complete once the steps are imported.
DOING: dict[str, str] = {}


# By the type of a step: (night, hand, player) -> the one bet that may be made in its round.
SIZED: Table = {}
# The type name under which an act is stored. These names are part of the book: never change one.
STORED_AS: dict[type[Any], str] = {}
# The same for events that only ever follow by a rule.
CONSEQUENCES: dict[type[Any], str] = {}
# The field of a command that holds the amount for which an offer gives bounds.
BOUNDED: dict[type[Any], str] = {}
# Commands that a person may say and the rules record as another one.
SHORTHAND: list[type[Any]] = []
# By what a player said, as it stands in `said` beside the act it came to: the command that says it. Never change a name.
SAID: dict[str, type[Any]] = {}
# By a name under which a command is said: the sentence of the bet that it came to; not in here: "{player} bets {chips}."
DOES: dict[str, str] = {}
# Acts beside the table: they move no chips and no cards, and whoever decided an act before them may still send it after them.
BESIDE_THE_TABLE: set[type[Any]] = set()
# Acts that are still recorded when play has long ended, so that the time of one says nothing of when that was.
AFTER_PLAY: set[type[Any]] = set()
# Acts that a player may say, with the field that says whose they are. Everything else a player asks the banker for.
OWN_WORD: dict[type[Any], str] = {}


class OwnAct(NamedTuple):
    """An act of a hand that is its player's own. `whose` is the field that says who that is; empty where the hand does.

    `of_the_table`: fields that only the table can say. `at_once`: all choose at the same time, so that what others have
    chosen meanwhile changes nothing.
    """

    whose: str
    of_the_table: tuple[str, ...] = ()
    at_once: bool = False


# Acts that a player may enter for themself where the house has agreed on it: those of a hand, and what they paid for others.
OWN_ACT: dict[type[Any], OwnAct] = {}
# Acts of whoever deals, who may enter them where the house has agreed on it.
DEALERS_ACT: set[type[Any]] = set()
# The word for a command where what may be done is listed; not in here: its type.
LISTED_AS: dict[type[Any], str] = {}
# By the type of a command: what whoever is asked for it has to do, after their name; not in here: to act.
ASKED_TO: dict[type[Any], str] = {}
# By the type of an act of the bank beside the hands: what its number is called where another one may be typed.
NUMBER_CALLED: dict[type[Any], str] = {}
# By the type of an event that moves chips or money and quotes no rule in a field: the code of the rule that it rests on.
# `game/…` is what the game being played says for that key.
RESTS_ON: dict[type[Any], str] = {}
# Events of which the account of a hand's betting tells the sentence.
IN_BETTING: set[type[Any]] = set()
# By the type of a levy: the event that says how many chips of the pots it took.
LEVIED: Table = {}
# By the account of a fund: (night) -> its chips by player, as if the night ended now.
FUNDS: dict[str, Callable[[Any], dict[Any, int]]] = {}
# (night) -> the events due once the night is closed and the stacks are back in the box.
AT_CLOSE: list[Callable[[Any], tuple[Any, ...]]] = []


def into(table: dict[Any, Any], *kinds: type[Any]) -> Callable[[Function], Function]:
    """The function stands in this table for each of these types, and is the only one."""

    def register(function: Function) -> Function:
        for kind in kinds:
            assert kind not in table, f"{kind.__name__} is registered twice"
            table[kind] = function
        return function

    return register


def decides(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function is the rule of these commands."""
    return into(RULES, *kinds)


def folds(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function copies these events into the state of the night."""
    return into(FOLDS, *kinds)


def folds_in_hand(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function copies these events, which only happen while a hand is played, into its state."""
    return into(HAND_FOLDS, *kinds)


def moves(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function says what these events move between accounts."""
    return into(MOVED, *kinds)


def sentence_of(
    *kinds: type[Any], quiet: Callable[[Any], bool] | None = None, in_betting: bool = False
) -> Callable[[Function], Function]:
    """The function tells these events as a sentence. Where `quiet` is true of one, only the whole book tells it.

    `in_betting`: the account of a hand's betting tells it too.
    """
    if quiet is not None:
        into(QUIET, *kinds)(quiet)
    if in_betting:
        IN_BETTING.update(kinds)
    return into(SENTENCE_OF, *kinds)


def always(_: Any) -> bool:
    """Every such event is quiet."""
    return True


def begins(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function says how these steps of a script begin: who is asked, who opens."""
    return into(BEGINS, *kinds)


def follows(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function says what follows by itself at these steps of a script."""
    return into(FOLLOWS, *kinds)


def offered_at(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function says what may be done at these steps of a script."""
    return into(OFFERED, *kinds)


def sized(*kinds: type[Any]) -> Callable[[Function], Function]:
    """The function says what the one bet is that may be made in the round of these steps; nobody raises it."""
    return into(SIZED, *kinds)


def levies(kind: type[Any]) -> Callable[[Struct], Struct]:
    """The event says how many `chips` this levy took out of the pots of a hand."""
    return into(LEVIED, kind)


def fund(account: str) -> Callable[[Function], Function]:
    """The function says who would get the chips of this account if the night ended now; results count their worth."""

    def register(function: Function) -> Function:
        assert account not in FUNDS, f"{account} is registered twice"
        FUNDS[account] = function
        return function

    return register


def at_close(function: Function) -> Function:
    """The function returns the events due once the night is closed and the stacks are back; empty once done."""
    AT_CLOSE.append(function)
    return function


def stored_as(name: str) -> Callable[[Struct], Struct]:
    """The accepted command is stored under this name."""
    return _named(STORED_AS, name)


def consequence(kind: Struct) -> Struct:
    """The consequence is stored under its tag; no person can say it."""
    return _named(CONSEQUENCES, str(kind.__struct_config__.tag))(kind)


def beside_the_table(kind: Struct) -> Struct:
    """The act moves no chips and no cards: what people decide meanwhile at the table stays as it is."""
    BESIDE_THE_TABLE.add(kind)
    return kind


def after_play(kind: Struct) -> Struct:
    """The act is still recorded when play has long ended: a count, a strike, a dispute."""
    AFTER_PLAY.add(kind)
    return kind


def own_word(field: str) -> Callable[[Struct], Struct]:
    """A player says the act themself; this field says whose it is."""
    return _noting(OWN_WORD, field)


def own_act(
    whose: str = "", *, of_the_table: tuple[str, ...] = (), at_once: bool = False
) -> Callable[[Struct], Struct]:
    """The act of a hand is its player's own (`OwnAct`); kinds of an abstract one are registered one by one."""

    def register(kind: Struct) -> Struct:
        assert kind not in OWN_ACT, f"{kind.__name__} is registered twice"
        OWN_ACT[kind] = OwnAct(whose, of_the_table, at_once)
        return kind

    return register


def dealers_act(kind: Struct) -> Struct:
    """The act is the dealer's: the announcement of a hand, and every card that they lay down."""
    DEALERS_ACT.add(kind)
    return kind


def listed_as(word: str) -> Callable[[Struct], Struct]:
    """The command has this word where what may be done is listed."""
    return _noting(LISTED_AS, word)


def asked_to(words: str) -> Callable[[Struct], Struct]:
    """What whoever is asked for the command has to do: "to bid"."""
    return _noting(ASKED_TO, words)


def number_called(words: str) -> Callable[[Struct], Struct]:
    """What the number in this act of the bank beside the hands is called: "Chips on credit"."""
    return _noting(NUMBER_CALLED, words)


def rests_on(rule: str) -> Callable[[Struct], Struct]:
    """The event moves chips or money by the rule with this code; `game/limit` is what the game says of its limit."""
    return _noting(RESTS_ON, rule)


def bounded(field: str) -> Callable[[Struct], Struct]:
    """An offer of the command gives bounds for the amount in this field."""
    return _noting(BOUNDED, field)


def shorthand(kind: Struct) -> Struct:
    """The command is recorded as another one."""
    assert kind not in SHORTHAND
    SHORTHAND.append(kind)
    return kind


def says(*names: str, does: str = "") -> Callable[[Struct], Struct]:
    """The command is said by these names, which stand beside the act that it came to if that is another one.

    `does`: the sentence of the bet that it came to, with `player` and `chips`, if not "{player} bets {chips}."
    """

    def register(kind: Struct) -> Struct:
        for name in names:
            assert name not in SAID, f"{name} is said twice"
            SAID[name] = kind
            if does:
                DOES[name] = does
        return kind

    return register


def copies_nothing(_: Any, __: Any) -> None:
    """The event changes nothing but the ledger."""


def _noting(table: dict[type[Any], str], text: str) -> Callable[[Struct], Struct]:
    def register(kind: Struct) -> Struct:
        assert kind not in table, f"{kind.__name__} is registered twice"
        table[kind] = text
        return kind

    return register


def _named(table: dict[type[Any], str], name: str) -> Callable[[Struct], Struct]:
    assert name not in {*STORED_AS.values(), *CONSEQUENCES.values()}, f"{name} is stored twice"
    return _noting(table, name)


Aspect = Literal["acts", "rule", "facts", "offers", "text", "fund"]


def _rooms(floor: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Each package on the floor with those aspects that it has a file for; none of them is imported to see that."""
    paths = list(import_module(floor).__path__)
    for module in iter_modules(paths):
        if module.ispkg:
            files = frozenset(file.name for file in iter_modules(f"{path}/{module.name}" for path in paths))
            yield f"{floor}.{module.name}", files.intersection(get_args(Aspect))


_ROOMS = {room: aspects for floor in ("engine.night", "engine.play") for room, aspects in _rooms(floor) if aspects}
ROOMS = tuple(_ROOMS)


def load(aspect: Aspect) -> None:
    """Imports the file of this name of every room that has one, so that it registers its acts."""
    for room, aspects in _ROOMS.items():
        if aspect in aspects:
            import_module(f"{room}.{aspect}")
