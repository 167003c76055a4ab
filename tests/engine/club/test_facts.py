"""A club folds where no rule can be imported, and a copy of it is its own."""

import subprocess
import sys
from pathlib import Path

from engine.club import acts
from engine.club.facts import evolve, fold
from tests.engine.club.stream import admits, digest, founded, nets, night
from tests.engine.club.test_rule import ADDED, MUNK, RETIRED

ROOT = Path(__file__).resolve().parents[3]
WITHOUT_RULES = "import sys; from tests.engine.folding_alone import NoRules; sys.meta_path.insert(0, NoRules()); "
EVERYTHING = (
    acts.RenameClub(name="Monday"),
    acts.PublishClub(what=("standings",)),
    acts.DeclareInventory(kinds=()),
    acts.AdoptHouseRules(rules=MUNK),
    ADDED,
    RETIRED,
    acts.RenameMember(player="bo", name_commitment=digest(2)),
    acts.TakeRole(player="bo", role="player"),
    acts.OptOut(player="bo"),
    acts.MergeMembers(player="bo", into="anna"),
    acts.ForgetMember(player="bo"),
    night("n1"),
    night("n1", 2, "settling", ("anna", "bo", 5)),
    acts.NoteAnswer(night="n1", player="anna", version=2, head=digest(2), answer="refuses", reason="No."),
    acts.AdoptPhoneKey(player="anna", key="a" * 32, public="04" + "1" * 128, device="d1"),
    acts.SignNight(
        night="n1", player="anna", key="a" * 32, version=2, head=digest(2), answer="agrees", signature="0" * 128
    ),
    acts.RetirePhoneKey(key="a" * 32),
    night("n2"),
    nets("n2", ("n1", "anna", "bo", 3)),
    acts.ReturnDebts(night="n2"),
    acts.AdoptKey(key="key-1", public=digest(7)),
    acts.RetireKey(key="key-1", reason="lost"),
)


def test_the_version_of_a_club_is_the_number_of_its_events() -> None:
    stream = founded().do(*EVERYTHING)
    assert {type(event) for event in stream.events} == set(acts.ALL)
    assert stream.club.version == len(stream.events)
    assert fold([]).version == 0


def test_a_copy_changes_without_touching_the_club() -> None:
    club = founded().club
    before, twin = repr(club), club.copy()
    for event in founded().do(*EVERYTHING).events[len(founded().events) :]:
        evolve(twin, event)
    assert repr(club) == before
    assert twin != club


def run(module: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_RULES}import {module}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_club_folds_where_no_rule_can_be_imported() -> None:
    assert run("engine.club.facts").returncode == 0
    for module in ("engine.club.rule", "engine.house.soundness"):
        assert "decides something, and folding must not need it." in run(module).stderr


def test_a_member_is_found_by_id_alone() -> None:
    club = founded().do(*admits("carl")).club
    assert club.member("carl") is club.members["carl"]
    assert club.member("Carl") is None
