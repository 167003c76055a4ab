"""One sentence for each act of a club. A name that is not known is told as its id."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.club import acts
from engine.club.state import Answered
from engine.game.definition import book_title
from engine.grammar import counted, listed
from engine.house.agreements import Denomination
from engine.money import Debt
from engine.speech import say, say_as, say_number, to_say, to_say_as
from engine.wording import Voice, closed

Sentence = Callable[[Any, Voice], str]
SomeSentence = TypeVar("SomeSentence", bound=Sentence)

GRANTED = {
    "banker": to_say("{player} is a banker from now on."),
    "co_banker": to_say("{player} is a co-banker from now on."),
    "player": to_say("{player} is a player from now on."),
    "viewer": to_say("{player} is a viewer from now on."),
}
TAKEN = {
    "banker": to_say("{player} is no longer a banker."),
    "co_banker": to_say("{player} is no longer a co-banker."),
    "player": to_say("{player} is no longer a player."),
    "viewer": to_say("{player} is no longer a viewer."),
}
PUBLISHED = {
    "standings": to_say_as("published", "standings"),
    "nights": to_say_as("published", "nights"),
    "reports": to_say_as("published", "reports"),
}
PHASES = {
    "open": to_say_as("night", "open"),
    "closed": to_say_as("night", "closed"),
    "settling": to_say_as("night", "settling"),
    "settled": to_say_as("night", "settled"),
    "void": to_say_as("night", "void"),
}
RETIRED_KEY = {
    "replaced": to_say("The club no longer signs with the key {key}: another takes its place."),
    "lost": to_say("The club no longer signs with the key {key}: it is lost, or somebody else may have it."),
}
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
    return say("The club {club} is founded.", club=act.name)


@_tells(acts.RenameClub)
def renamed(act: acts.RenameClub, _: Voice) -> str:
    return say("The club is called {club} from now on.", club=act.name)


@_tells(acts.PublishClub)
def published(act: acts.PublishClub, _: Voice) -> str:
    if not act.what:
        return say("Only its members see anything of the club from now on.")
    what = listed([say_as("published", PUBLISHED[one]) for one in act.what])
    return say("Everybody may see the {what} of the club from now on, without closed cards.", what=what)


@_tells(acts.AdmitMember)
def admitted(act: acts.AdmitMember, voice: Voice) -> str:
    return say("{player} joins the club as a player.", player=voice.name(act.player))


@_tells(acts.RenameMember)
def member_renamed(act: acts.RenameMember, voice: Voice) -> str:
    """The sentence does not say the earlier name, which is kept nowhere."""
    return say("{player} gets another name.", player=voice.name(act.player))


@_tells(acts.ForgetMember)
def forgotten(act: acts.ForgetMember, voice: Voice) -> str:
    return say(
        "The name of {player} is deleted; nobody can tell any more whose id it was.", player=voice.name(act.player)
    )


@_tells(acts.GrantRole)
def role_granted(act: acts.GrantRole, voice: Voice) -> str:
    return say(GRANTED[act.role], player=voice.name(act.player))


@_tells(acts.TakeRole)
def role_taken(act: acts.TakeRole, voice: Voice) -> str:
    return say(TAKEN[act.role], player=voice.name(act.player))


@_tells(acts.OptOut)
def opted_out(act: acts.OptOut, voice: Voice) -> str:
    if act.out:
        return say("{player} is no longer named in standings.", player=voice.name(act.player))
    return say("{player} is named again in standings.", player=voice.name(act.player))


@_tells(acts.MergeMembers)
def merged(act: acts.MergeMembers, voice: Voice) -> str:
    if act.into is None:
        return say("{player} is a person of their own again.", player=voice.name(act.player))
    return say("{player} is the same person as {other}.", player=voice.name(act.player), other=voice.name(act.into))


@_tells(acts.DeclareInventory)
def inventory_declared(act: acts.DeclareInventory, _: Voice) -> str:
    if not act.kinds:
        return say("The club no longer keeps an inventory of its chips.")
    return say("The chips of the club are {chips}.", chips=listed([_kind_text(kind) for kind in act.kinds]))


def _kind_text(kind: Denomination) -> str:
    pieces = f"{kind.pieces} {kind.name}" if kind.pieces else kind.name
    return say("{pieces} worth {worth}", pieces=pieces, worth=kind.worth)


@_tells(acts.AdoptHouseRules)
def rules_adopted(act: acts.AdoptHouseRules, _: Voice) -> str:
    if not act.rules.initial_loan:
        return say(
            "The club adopts version {version} of its house rules, with the rulebook {rulebook}.",
            version=act.version,
            rulebook=book_title(act.rules.rulebook),
        )
    return say(
        "The club adopts version {version} of its house rules, with the rulebook {rulebook} and a loan of {chips}.",
        version=act.version,
        rulebook=book_title(act.rules.rulebook),
        chips=counted(act.rules.initial_loan, "chip"),
    )


@_tells(acts.AddOwnGame)
def game_added(act: acts.AddOwnGame, _: Voice) -> str:
    return say("Version {version} of {game} is added to the club's own games.", version=act.version, game=act.name)


@_tells(acts.RetireOwnGame)
def game_retired(act: acts.RetireOwnGame, _: Voice) -> str:
    return say("{game} is retired from the club's own games, as version {version}.", game=act.name, version=act.version)


@_tells(acts.RecordNight)
def night_recorded(act: acts.RecordNight, voice: Voice) -> str:
    phase, called = say_as("night", PHASES[act.phase]), voice.nights.get(act.night, "")
    if called:
        text = say_number(
            "{night} is {phase} after {number} event",
            "{night} is {phase} after {number} events",
            act.version,
            night=called[0].upper() + called[1:],
            phase=phase,
        )
    else:
        text = say_number(
            "The night {night} is {phase} after {number} event",
            "The night {night} is {phase} after {number} events",
            act.version,
            night=act.night,
            phase=phase,
        )
    return closed(f"{text}: {debts_text(act.unpaid, Voice(voice.names, act.currency))}" if act.unpaid else text)


@_tells(acts.NetDebts)
def debts_netted(act: acts.NetDebts, voice: Voice) -> str:
    carried = [
        say("{owed} from {night}", owed=_debt_text(debt, voice), night=voice.night(debt.night)) for debt in act.debts
    ]
    return say("Carried into the settlement of {night}: {debts}.", night=voice.night(act.night), debts=listed(carried))


@_tells(acts.ReturnDebts)
def debts_returned(act: acts.ReturnDebts, voice: Voice) -> str:
    return say(
        "The plan of {night} is taken back; the debts that it took over are unpaid again where they arose.",
        night=voice.night(act.night),
    )


def debts_text(debts: Iterable[Debt], voice: Voice) -> str:
    """Who owes whom how much, without a full stop: "Anna owes Bo 12.50 DKK and Carl owes Bo 3.00 DKK"."""
    return listed([_debt_text(debt, voice) for debt in debts])


def _debt_text(debt: Debt, voice: Voice) -> str:
    return say(
        "{payer} owes {payee} {money}",
        payer=voice.name(debt.payer),
        payee=voice.name(debt.payee),
        money=voice.money(debt.cents),
    )


@_tells(acts.AdoptKey)
def key_adopted(act: acts.AdoptKey, _: Voice) -> str:
    if act.endorsed:
        return say(
            "The club signs with the key {key} from now on, endorsed by its key {earlier}.",
            key=act.key,
            earlier=act.endorsed.key,
        )
    return say("The club signs with the key {key} from now on, which no earlier key endorses.", key=act.key)


@_tells(acts.RetireKey)
def key_retired(act: acts.RetireKey, _: Voice) -> str:
    return say(RETIRED_KEY[act.reason], key=act.key)


@_tells(acts.AdoptPhoneKey)
def phone_key_adopted(act: acts.AdoptPhoneKey, voice: Voice) -> str:
    return say("{player} signs by phone with the key {key} from now on.", player=voice.name(act.player), key=act.key)


@_tells(acts.RetirePhoneKey)
def phone_key_retired(act: acts.RetirePhoneKey, _: Voice) -> str:
    return say("No phone signs with the key {key} any more.", key=act.key)


@_tells(acts.SignNight)
def night_signed(act: acts.SignNight, voice: Voice) -> str:
    texts = {
        "agrees": to_say("{player} signs {night} up to event {version}: agreed."),
        "refuses": to_say("{player} refuses {night} up to event {version}: “{reason}”"),
        "saw": to_say("The phone of {player} has seen {night} up to event {version}."),
    }
    of_event = {
        "agrees": to_say("{player} signs event {event} of {night}: agreed."),
        "refuses": to_say("{player} refuses event {event} of {night}: “{reason}”"),
    }
    return _answered((texts | of_event if act.event else texts)[act.answer], act, voice)


@_tells(acts.NoteAnswer)
def answer_noted(act: acts.NoteAnswer, voice: Voice) -> str:
    texts = {
        "agrees": to_say("{player} says at the table: {night} up to event {version} is agreed."),
        "refuses": to_say("{player} refuses {night} up to event {version}, at the table: “{reason}”"),
    }
    of_event = {
        "agrees": to_say("{player} says at the table: event {event} of {night} is agreed."),
        "refuses": to_say("{player} refuses event {event} of {night}, at the table: “{reason}”"),
    }
    return _answered((texts | of_event if act.event else texts)[act.answer], act, voice)


def _answered(told: str, act: Answered, voice: Voice) -> str:
    player, night = voice.name(act.player), voice.night(act.night)
    return say(told, player=player, night=night, version=act.version, reason=act.reason, event=act.event)
