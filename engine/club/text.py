"""One sentence for each act of a club. A name that is not known is told as its id."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.club import acts
from engine.game.definition import book_title
from engine.grammar import counted, listed
from engine.house.agreements import Denomination
from engine.money import Debt
from engine.registry import into
from engine.speech import say, say_as, say_number, to_say, to_say_each
from engine.wording import Voice, closed, from_template

Sentence = Callable[[Any, Voice], str]

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
# What a club shows, and the phases of a night.
to_say_each("published", "standings, nights, reports")
to_say_each("night", "open, closed, settling, settled, void")
RETIRED_KEY = {
    "replaced": to_say("The club no longer signs with the key {key}: another takes its place."),
    "lost": to_say("The club no longer signs with the key {key}: it is lost, or somebody else may have it."),
}
# By the type of an act; each has one.
SENTENCES: dict[type[acts.ClubAct], Sentence] = {
    acts.AdmitMember: from_template(to_say("{player} joins the club as a player.")),
    # The earlier name is kept nowhere.
    acts.RenameMember: from_template(to_say("{player} gets another name.")),
    acts.ForgetMember: from_template(
        to_say("The name of {player} is deleted; nobody can tell any more whose id it was.")
    ),
    acts.ReturnDebts: from_template(
        to_say("The plan of {night} is taken back; the debts that it took over are unpaid again where they arose.")
    ),
    acts.AdoptPhoneKey: from_template(to_say("{player} signs by phone with the key {key} from now on.")),
    acts.RetirePhoneKey: from_template(to_say("No phone signs with the key {key} any more.")),
}


def tell(act: acts.ClubAct, voice: Voice) -> str:
    """The act in one sentence.

    The names of the voice are those of now, because the book keeps no earlier ones. Its currency is that of debts that
    are carried on; without it they are told in cents.
    """
    return SENTENCES[type(act)](act, voice)


@into(SENTENCES, acts.FoundClub)
def founded(act: acts.FoundClub, _: Voice) -> str:
    return say("The club {club} is founded.", club=act.name)


@into(SENTENCES, acts.RenameClub)
def renamed(act: acts.RenameClub, _: Voice) -> str:
    return say("The club is called {club} from now on.", club=act.name)


@into(SENTENCES, acts.PublishClub)
def published(act: acts.PublishClub, _: Voice) -> str:
    if not act.what:
        return say("Only its members see anything of the club from now on.")
    what = listed([say_as("published", one) for one in act.what])
    return say("Everybody may see the {what} of the club from now on, without closed cards.", what=what)


@into(SENTENCES, acts.GrantRole)
def role_granted(act: acts.GrantRole, voice: Voice) -> str:
    return voice.say(GRANTED[act.role], act)


@into(SENTENCES, acts.TakeRole)
def role_taken(act: acts.TakeRole, voice: Voice) -> str:
    return voice.say(TAKEN[act.role], act)


@into(SENTENCES, acts.OptOut)
def opted_out(act: acts.OptOut, voice: Voice) -> str:
    if act.out:
        return voice.say("{player} is no longer named in standings.", act)
    return voice.say("{player} is named again in standings.", act)


@into(SENTENCES, acts.MergeMembers)
def merged(act: acts.MergeMembers, voice: Voice) -> str:
    if act.into is None:
        return voice.say("{player} is a person of their own again.", act)
    return voice.say("{player} is the same person as {other}.", act, other=voice.name(act.into))


@into(SENTENCES, acts.DeclareInventory)
def inventory_declared(act: acts.DeclareInventory, _: Voice) -> str:
    if not act.kinds:
        return say("The club no longer keeps an inventory of its chips.")
    return say("The chips of the club are {chips}.", chips=listed([_kind_text(kind) for kind in act.kinds]))


def _kind_text(kind: Denomination) -> str:
    pieces = f"{kind.pieces} {kind.name}" if kind.pieces else kind.name
    return say("{pieces} worth {worth}", pieces=pieces, worth=kind.worth)


@into(SENTENCES, acts.AdoptHouseRules)
def rules_adopted(act: acts.AdoptHouseRules, voice: Voice) -> str:
    if not act.rules.initial_loan:
        return voice.say(
            "The club adopts version {version} of its house rules, with the rulebook {rulebook}.",
            act,
            rulebook=book_title(act.rules.rulebook),
        )
    return voice.say(
        "The club adopts version {version} of its house rules, with the rulebook {rulebook} and a loan of {chips}.",
        act,
        rulebook=book_title(act.rules.rulebook),
        chips=counted(act.rules.initial_loan, "chip"),
    )


@into(SENTENCES, acts.AddOwnGame)
def game_added(act: acts.AddOwnGame, voice: Voice) -> str:
    return voice.say("Version {version} of {game} is added to the club's own games.", act, game=act.name)


@into(SENTENCES, acts.RetireOwnGame)
def game_retired(act: acts.RetireOwnGame, voice: Voice) -> str:
    return voice.say("{game} is retired from the club's own games, as version {version}.", act, game=act.name)


@into(SENTENCES, acts.RecordNight)
def night_recorded(act: acts.RecordNight, voice: Voice) -> str:
    phase, called = say_as("night", act.phase), voice.nights.get(act.night, "")
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


@into(SENTENCES, acts.NetDebts)
def debts_netted(act: acts.NetDebts, voice: Voice) -> str:
    carried = [
        say("{owed} from {night}", owed=_debt_text(debt, voice), night=voice.night(debt.night)) for debt in act.debts
    ]
    return voice.say("Carried into the settlement of {night}: {debts}.", act, debts=listed(carried))


def debts_text(debts: Iterable[Debt], voice: Voice) -> str:
    """Who owes whom how much, without a full stop: "Anna owes Bo 12.50 DKK and Carl owes Bo 3.00 DKK"."""
    return listed([_debt_text(debt, voice) for debt in debts])


def _debt_text(debt: Debt, voice: Voice) -> str:
    return voice.say("{payer} owes {payee} {money}", debt)


@into(SENTENCES, acts.AdoptKey)
def key_adopted(act: acts.AdoptKey, voice: Voice) -> str:
    if act.endorsed:
        return voice.say(
            "The club signs with the key {key} from now on, endorsed by its key {earlier}.",
            act,
            earlier=act.endorsed.key,
        )
    return voice.say("The club signs with the key {key} from now on, which no earlier key endorses.", act)


@into(SENTENCES, acts.RetireKey)
def key_retired(act: acts.RetireKey, voice: Voice) -> str:
    return voice.say(RETIRED_KEY[act.reason], act)


@into(SENTENCES, acts.SignNight)
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
    return voice.say((texts | of_event if act.event else texts)[act.answer], act)


@into(SENTENCES, acts.NoteAnswer)
def answer_noted(act: acts.NoteAnswer, voice: Voice) -> str:
    texts = {
        "agrees": to_say("{player} says at the table: {night} up to event {version} is agreed."),
        "refuses": to_say("{player} refuses {night} up to event {version}, at the table: “{reason}”"),
    }
    of_event = {
        "agrees": to_say("{player} says at the table: event {event} of {night} is agreed."),
        "refuses": to_say("{player} refuses event {event} of {night}, at the table: “{reason}”"),
    }
    return voice.say((texts | of_event if act.event else texts)[act.answer], act)
