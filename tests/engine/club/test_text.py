"""Every act of a club is one sentence, with names for ids and money in the currency of its night."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.club import acts
from engine.club.text import SENTENCES, tell
from engine.house.agreements import Currency, Denomination, HouseRules
from engine.library import named
from engine.wording import Voice
from tests.engine.club.stream import EUROS, KRONER, digest

NAMES = {"anna": "Anna", "bo": "Bo", "carl": "Carl"}
(GAME,) = named("straight poker", "enemaerke")

SIGNED = acts.SignNight(
    night="n1", player="anna", key="a" * 32, version=9, head=digest(9), answer="agrees", signature="0" * 128
)
TOLD: tuple[tuple[acts.ClubAct, str], ...] = (
    (acts.FoundClub(club="club", name="Friday"), "The club Friday is founded."),
    (acts.RenameClub(name="Saturday"), "The club is called Saturday from now on."),
    (
        acts.PublishClub(what=("nights", "standings")),
        "Everybody may see the nights and standings of the club from now on, without closed cards.",
    ),
    (acts.PublishClub(), "Only its members see anything of the club from now on."),
    (acts.AdmitMember(player="anna", name_commitment=digest(1)), "Anna joins the club as a player."),
    (acts.RenameMember(player="anna", name_commitment=digest(2)), "Anna gets another name."),
    (acts.ForgetMember(player="p1"), "The name of p1 is deleted; nobody can tell any more whose id it was."),
    (acts.MergeMembers(player="bo", into="anna"), "Bo is the same person as Anna."),
    (acts.MergeMembers(player="anna"), "Anna is a person of their own again."),
    (acts.OptOut(player="anna"), "Anna is no longer named in standings."),
    (acts.OptOut(player="anna", out=False), "Anna is named again in standings."),
    (acts.GrantRole(player="anna", role="co_banker"), "Anna is a co-banker from now on."),
    (
        acts.AdoptKey(key="key-1", public=digest(1)),
        "The club signs with the key key-1 from now on, which no earlier key endorses.",
    ),
    (
        acts.AdoptKey(key="key-2", public=digest(2), endorsed=acts.Endorsement("key-1", "0" * 128)),
        "The club signs with the key key-2 from now on, endorsed by its key key-1.",
    ),
    (
        acts.RetireKey(key="key-1", reason="replaced"),
        "The club no longer signs with the key key-1: another takes its place.",
    ),
    (
        acts.RetireKey(key="key-1", reason="lost"),
        "The club no longer signs with the key key-1: it is lost, or somebody else may have it.",
    ),
    (
        acts.AdoptPhoneKey(player="anna", key="a" * 32, public="04" + "1" * 128, device="d1"),
        f"Anna signs by phone with the key {'a' * 32} from now on.",
    ),
    (acts.RetirePhoneKey(key="a" * 32), f"No phone signs with the key {'a' * 32} any more."),
    (SIGNED, "Anna signs n1 up to event 9: agreed."),
    (msgspec.structs.replace(SIGNED, answer="saw"), "The phone of Anna has seen n1 up to event 9."),
    (
        msgspec.structs.replace(SIGNED, answer="refuses", reason="I had 30 more."),
        "Anna refuses n1 up to event 9: “I had 30 more.”",
    ),
    (
        acts.NoteAnswer(night="n1", player="bo", version=9, head=digest(9), answer="agrees"),
        "Bo says at the table: n1 up to event 9 is agreed.",
    ),
    (
        acts.NoteAnswer(night="n1", player="bo", version=9, head=digest(9), answer="refuses", reason="No."),
        "Bo refuses n1 up to event 9, at the table: “No.”",
    ),
    (replace(SIGNED, event=7), "Anna signs event 7 of n1: agreed."),
    (replace(SIGNED, event=7, answer="refuses", reason="Only 20."), "Anna refuses event 7 of n1: “Only 20.”"),
    (
        acts.NoteAnswer(night="n1", player="bo", version=9, head=digest(9), answer="agrees", event=7),
        "Bo says at the table: event 7 of n1 is agreed.",
    ),
    (
        acts.NoteAnswer(night="n1", player="bo", version=9, head=digest(9), answer="refuses", reason="No.", event=7),
        "Bo refuses event 7 of n1, at the table: “No.”",
    ),
    (acts.TakeRole(player="bo", role="viewer"), "Bo is no longer a viewer."),
    (
        acts.DeclareInventory(kinds=(Denomination("white", 1, 200), Denomination("peder", 50, 20))),
        "The chips of the club are 200 white worth 1 and 20 peder worth 50.",
    ),
    (acts.DeclareInventory(kinds=(Denomination("red", 5),)), "The chips of the club are red worth 5."),
    (acts.DeclareInventory(kinds=()), "The club no longer keeps an inventory of its chips."),
    (
        acts.AdoptHouseRules(rules=HouseRules(initial_loan=150), version=1),
        "The club adopts version 1 of its house rules, with the rulebook Pokerregler (Enemærke) and a loan of 150 chips.",
    ),
    (
        acts.AdoptHouseRules(rules=HouseRules(rulebook="standard"), version=2),
        "The club adopts version 2 of its house rules, with the rulebook Poker as it is usually played.",
    ),
    (
        acts.AddOwnGame(name="Our poker", version=2, source="x", declaration=GAME),
        "Version 2 of Our poker is added to the club's own games.",
    ),
    (
        acts.RetireOwnGame(name="Our poker", version=3),
        "Our poker is retired from the club's own games, as version 3.",
    ),
    (
        acts.RecordNight(night="n1", version=1, head=digest(1), phase="open", currency=KRONER),
        "The night n1 is open after 1 event.",
    ),
    (
        acts.RecordNight(
            night="n1",
            version=41,
            head=digest(1),
            phase="settling",
            currency=EUROS,
            unpaid=(acts.Debt("anna", "bo", 1250), acts.Debt("p1", "bo", 5)),
        ),
        "The night n1 is settling after 41 events: Anna owes Bo 12.50 EUR and p1 owes Bo 0.05 EUR.",
    ),
    (
        acts.NetDebts(night="n2", debts=(acts.NettedDebt("anna", "bo", 500, night="n1"),)),
        "Carried into the settlement of n2: Anna owes Bo 5.00 DKK from n1.",
    ),
    (
        acts.ReturnDebts(night="n2"),
        "The plan of n2 is taken back; the debts that it took over are unpaid again where they arose.",
    ),
)


@pytest.mark.parametrize(("act", "sentence"), TOLD, ids=lambda value: value if isinstance(value, str) else "")
def test_an_act_is_told_in_one_sentence(act, sentence) -> None:
    assert tell(act, Voice(NAMES, KRONER)) == sentence


def test_every_act_of_a_club_has_a_sentence_and_is_tried_here() -> None:
    assert set(SENTENCES) == set(acts.ALL) == {type(act) for act, _ in TOLD}


def test_a_debt_whose_currency_is_not_known_is_told_in_cents() -> None:
    act = acts.NetDebts(night="n2", debts=(acts.NettedDebt("anna", "bo", 500, night="n1"),))
    assert tell(act, Voice()) == "Carried into the settlement of n2: anna owes bo 500 cents from n1."


def test_money_without_decimals_is_told_without_them() -> None:
    act = acts.RecordNight(
        night="n1",
        version=9,
        head=digest(1),
        phase="settling",
        currency=Currency("JPY", 0),
        unpaid=(acts.Debt("anna", "bo", 900),),
    )
    assert tell(act, Voice(NAMES)).endswith("Anna owes Bo 900 JPY.")


def test_nights_are_called_by_name_and_day_where_those_are_known() -> None:
    voice = Voice(NAMES, KRONER, nights={"n1": "the night of 3 Jul 2026", "n2": "Friday of 10 Jul 2026"})
    opened = acts.RecordNight(night="n1", version=2, head=digest(1), phase="open", currency=KRONER)
    assert tell(opened, voice) == "The night of 3 Jul 2026 is open after 2 events."
    carried = acts.NetDebts(night="n2", debts=(acts.NettedDebt("anna", "bo", 500, night="n1"),))
    assert tell(carried, voice) == (
        "Carried into the settlement of Friday of 10 Jul 2026: Anna owes Bo 5.00 DKK from the night of 3 Jul 2026."
    )
    assert tell(acts.ReturnDebts(night="n2"), voice).startswith("The plan of Friday of 10 Jul 2026 is taken back;")
