"""One sentence for each act of a club. A name that is not known is told as its id."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.club import acts
from engine.club.refusals import ROLES
from engine.debts import Debt
from engine.grammar import counted, listed
from engine.house.agreements import Denomination
from engine.wording import Voice

Sentence = Callable[[Any, Voice], str]
SomeSentence = TypeVar("SomeSentence", bound=Sentence)

# By the type of an act; each has one.
SENTENCES: dict[type[acts.ClubAct], Sentence] = {}


def tell(act: acts.ClubAct, voice: Voice) -> str:
    """The act in one sentence.

    The names of the voice are those of now, because the book keeps no earlier ones. Its currency is that of debts that
    are carried on; without it they are told in cents.
    """
    return SENTENCES[type(act)](act, voice)


def _tells(kind: type[acts.ClubAct]) -> Callable[[SomeSentence], SomeSentence]:
    def register(function: SomeSentence) -> SomeSentence:
        assert kind not in SENTENCES, f"{kind.__name__} is told twice"
        SENTENCES[kind] = function
        return function

    return register


@_tells(acts.FoundClub)
def founded(act: acts.FoundClub, _: Voice) -> str:
    return f"The club {act.name} is founded."


@_tells(acts.RenameClub)
def renamed(act: acts.RenameClub, _: Voice) -> str:
    return f"The club is called {act.name} from now on."


@_tells(acts.PublishClub)
def published(act: acts.PublishClub, _: Voice) -> str:
    if not act.what:
        return "Only its members see anything of the club from now on."
    return f"Everybody may see the {listed(act.what)} of the club from now on, without closed cards."


@_tells(acts.AdmitMember)
def admitted(act: acts.AdmitMember, voice: Voice) -> str:
    return f"{voice.name(act.player)} joins the club as a player."


@_tells(acts.RenameMember)
def member_renamed(act: acts.RenameMember, voice: Voice) -> str:
    """The sentence does not say the earlier name, which is kept nowhere."""
    return f"{voice.name(act.player)} gets another name."


@_tells(acts.ForgetMember)
def forgotten(act: acts.ForgetMember, voice: Voice) -> str:
    return f"The name of {voice.name(act.player)} is deleted; nobody can tell any more whose id it was."


@_tells(acts.GrantRole)
def role_granted(act: acts.GrantRole, voice: Voice) -> str:
    return f"{voice.name(act.player)} is {ROLES['role'][act.role]} from now on."


@_tells(acts.TakeRole)
def role_taken(act: acts.TakeRole, voice: Voice) -> str:
    return f"{voice.name(act.player)} is no longer {ROLES['role'][act.role]}."


@_tells(acts.OptOut)
def opted_out(act: acts.OptOut, voice: Voice) -> str:
    named = "no longer named" if act.out else "named again"
    return f"{voice.name(act.player)} is {named} in standings."


@_tells(acts.DeclareInventory)
def inventory_declared(act: acts.DeclareInventory, _: Voice) -> str:
    if not act.kinds:
        return "The club no longer keeps an inventory of its chips."
    return f"The chips of the club are {listed([_chips_told(kind) for kind in act.kinds])}."


def _chips_told(kind: Denomination) -> str:
    pieces = f"{kind.pieces} {kind.name}" if kind.pieces else kind.name
    return f"{pieces} worth {kind.worth}"


@_tells(acts.AdoptHouseRules)
def rules_adopted(act: acts.AdoptHouseRules, _: Voice) -> str:
    loan = f" and a loan of {counted(act.rules.initial_loan, 'chip')}" if act.rules.initial_loan else ""
    return f"The club adopts version {act.version} of its house rules, with the rulebook {act.rules.rulebook}{loan}."


@_tells(acts.AddOwnGame)
def game_added(act: acts.AddOwnGame, _: Voice) -> str:
    return f"Version {act.version} of {act.name} is added to the club's own games."


@_tells(acts.RetireOwnGame)
def game_retired(act: acts.RetireOwnGame, _: Voice) -> str:
    return f"{act.name} is retired from the club's own games, as version {act.version}."


@_tells(acts.RecordNight)
def night_recorded(act: acts.RecordNight, voice: Voice) -> str:
    unpaid = f": {debts_told(act.unpaid, Voice(voice.names, act.currency))}" if act.unpaid else ""
    return f"The night {act.night} is {act.phase} after {counted(act.version, 'event')}{unpaid}."


@_tells(acts.NetDebts)
def debts_netted(act: acts.NetDebts, voice: Voice) -> str:
    carried = [f"{_debt_told(debt, voice)} from {debt.night}" for debt in act.debts]
    return f"Carried into the settlement of {act.night}: {listed(carried)}."


@_tells(acts.ReturnDebts)
def debts_returned(act: acts.ReturnDebts, _: Voice) -> str:
    return f"The plan of {act.night} is taken back; the debts that it took over are unpaid again where they arose."


def debts_told(debts: Iterable[Debt], voice: Voice) -> str:
    """Who owes whom how much, without a full stop: "Anna owes Bo 12.50 DKK and Carl owes Bo 3.00 DKK"."""
    return listed([_debt_told(debt, voice) for debt in debts])


def _debt_told(debt: Debt, voice: Voice) -> str:
    return f"{voice.name(debt.payer)} owes {voice.name(debt.payee)} {voice.money(debt.cents)}"


@_tells(acts.AdoptKey)
def key_adopted(act: acts.AdoptKey, _: Voice) -> str:
    vouched = f"endorsed by its key {act.endorsed.key}" if act.endorsed else "which no earlier key endorses"
    return f"The club signs with the key {act.key} from now on, {vouched}."


@_tells(acts.RetireKey)
def key_retired(act: acts.RetireKey, _: Voice) -> str:
    why = {"replaced": "another takes its place", "lost": "it is lost, or somebody else may have it"}[act.reason]
    return f"The club no longer signs with the key {act.key}: {why}."
