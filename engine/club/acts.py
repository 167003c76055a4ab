"""What happens to a club: it is founded, people join and leave, roles, rules and games change, nights are recorded.

An accepted act is the event, as at the table; nothing ever follows from one by itself. `NAME_OF` and `TYPE_NAMED` hold
the stored names.
"""

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec

from engine.acts import GameName
from engine.game.definition import Game
from engine.house.agreements import Currency, Denomination, HouseRules
from engine.ids import LINES, AnyPlayerId, ClubId, ClubName, NightId
from engine.money import Debt, NettedDebt

Role = Literal["banker", "co_banker", "player", "viewer"]
# Settling: the plan is frozen and something of it is unpaid. Settled: nothing of it is. Void: a settlement without a
# night whose plan was taken back, so that nothing of it is left.
NightPhase = Literal["open", "closed", "settling", "settled", "void"]
# What a club may show to everybody: who won and lost over its nights, the nights without closed cards, and their reports.
Publication = Literal["standings", "nights", "reports"]

# A SHA-256, in hexadecimal.
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Version = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
# The version that an act makes; a command may leave it out, and the rules fill it in.
NextVersion = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
# An Ed25519 public key and a signature, in hexadecimal.
PublicKey = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Signature = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{128}$")]
# Short and in small letters, because it is the name of a file too.
KeyName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
# Replaced: another key took over. Lost: nobody has it any more, or somebody who must not.
KeyEnd = Literal["replaced", "lost"]
# The key of a phone: the first half of the SHA-256 of its public half, a point of P-256 as browsers give it, in hexadecimal.
PhoneKey = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}$")]
PhonePublicKey = Annotated[str, msgspec.Meta(pattern=r"^04[0-9a-f]{128}$")]
# What somebody says of a night as its book has it. Agrees: so it was, and so it is paid.
NightAnswer = Literal["agrees", "refuses"]
# The same, or only that it has seen the night up to there: what a phone signs by itself while it is played.
PhoneAnswer = Literal["agrees", "refuses", "saw"]
AnswerReason = Annotated[str, msgspec.Meta(max_length=200, pattern=LINES)]
# The event of the night that an answer is about; 0 is the night as it is settled.
AnsweredEvent = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
# The name of a game as names are compared (`engine.library.letters`); a command may leave it out.
Compared = Annotated[str, msgspec.Meta(max_length=500)]


class ClubAct(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
    tag_field="type",
):
    """Something to be recorded of a club; once accepted and resolved, the same struct is the event."""


Act = TypeVar("Act", bound=type[ClubAct])

# The type name under which an act is stored. These names are part of the book: never change one.
NAME_OF: dict[type[ClubAct], str] = {}
TYPE_NAMED: dict[str, type[ClubAct]] = {}


def _stored_as(name: str) -> Callable[[Act], Act]:
    def register(kind: Act) -> Act:
        assert name not in TYPE_NAMED, f"{name} is stored twice"
        NAME_OF[kind], TYPE_NAMED[name] = name, kind
        return kind

    return register


@_stored_as("club_founded")
class FoundClub(ClubAct, frozen=True, kw_only=True, tag="found_club"):
    """The club begins. Its name is no personal data and stands here."""

    club: ClubId
    name: ClubName


@_stored_as("club_renamed")
class RenameClub(ClubAct, frozen=True, kw_only=True, tag="rename_club"):
    """The club has another name."""

    name: ClubName


@_stored_as("club_published")
class PublishClub(ClubAct, frozen=True, kw_only=True, tag="publish_club"):
    """What the club shows to everybody from now on; with nothing in `what`, only its members see it."""

    what: Annotated[tuple[Publication, ...], msgspec.Meta(max_length=3)] = ()


@_stored_as("member_admitted")
class AdmitMember(ClubAct, frozen=True, kw_only=True, tag="admit_member"):
    """A person joins, as a player. `name_commitment`: the SHA-256 of a salt and the name, which are kept elsewhere."""

    player: AnyPlayerId
    name_commitment: Digest


@_stored_as("member_renamed")
class RenameMember(ClubAct, frozen=True, kw_only=True, tag="rename_member"):
    """A member has another name."""

    player: AnyPlayerId
    name_commitment: Digest


@_stored_as("member_forgotten")
class ForgetMember(ClubAct, frozen=True, kw_only=True, tag="forget_member"):
    """The name of a member and its salt are deleted, so that nobody can tell any more whose id it was."""

    player: AnyPlayerId


@_stored_as("role_granted")
class GrantRole(ClubAct, frozen=True, kw_only=True, tag="grant_role"):
    """A member gets a role; a member may have several."""

    player: AnyPlayerId
    role: Role


@_stored_as("role_taken")
class TakeRole(ClubAct, frozen=True, kw_only=True, tag="take_role"):
    """A member no longer has a role."""

    player: AnyPlayerId
    role: Role


@_stored_as("member_opted_out")
class OptOut(ClubAct, frozen=True, kw_only=True, tag="opt_out"):
    """A member no longer wants to be named in standings; with `out` false, they want to be named again."""

    player: AnyPlayerId
    out: bool = True


@_stored_as("members_merged")
class MergeMembers(ClubAct, frozen=True, kw_only=True, tag="merge_members"):
    """A member turns out to be another one; with nobody in `into`, they are two people again.

    What was recorded of either stays as it is: what is told of `into` from now on is told of both.
    """

    player: AnyPlayerId
    into: AnyPlayerId | None = None


@_stored_as("inventory_declared")
class DeclareInventory(ClubAct, frozen=True, kw_only=True, tag="declare_inventory"):
    """The chips of the club from now on, by denomination; none if it keeps no inventory."""

    kinds: Annotated[tuple[Denomination, ...], msgspec.Meta(max_length=20)]


@_stored_as("house_rules_adopted")
class AdoptHouseRules(ClubAct, frozen=True, kw_only=True, tag="adopt_house_rules"):
    """The rules of the house from now on. The first are version 1."""

    rules: HouseRules
    version: NextVersion = 0


@_stored_as("own_game_added")
class AddOwnGame(ClubAct, frozen=True, kw_only=True, tag="add_own_game"):
    """A game of the club's own, or its next version. `source` is the TOML, `declaration` the game that it declares."""

    name: GameName
    compared: Compared = ""
    version: NextVersion = 0
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000_000)]
    declaration: Game


@_stored_as("own_game_retired")
class RetireOwnGame(ClubAct, frozen=True, kw_only=True, tag="retire_own_game"):
    """An own game is no longer offered. This is a version of the game too; adding it again makes the next one."""

    name: GameName
    compared: Compared = ""
    version: NextVersion = 0


@_stored_as("night_recorded")
class RecordNight(ClubAct, frozen=True, kw_only=True, tag="record_night"):
    """How far a night has come: its last version, the hash of that event, its phase.

    `unpaid`: what remains of its frozen plan, in the smallest unit of `currency`. A night is recorded when it opens, and
    from its close on after everything that is added to it.
    """

    night: NightId
    version: Version
    head: Digest
    phase: NightPhase
    currency: Currency
    unpaid: Annotated[tuple[Debt, ...], msgspec.Meta(max_length=1000)] = ()


@_stored_as("debts_netted")
class NetDebts(ClubAct, frozen=True, kw_only=True, tag="net_debts"):
    """Debts of earlier nights are carried into the settlement of `night`, and are no longer unpaid where they arose."""

    night: NightId
    debts: Annotated[tuple[NettedDebt, ...], msgspec.Meta(min_length=1, max_length=1000)]


@_stored_as("debts_returned")
class ReturnDebts(ClubAct, frozen=True, kw_only=True, tag="return_debts"):
    """The plan of `night` is taken back: the debts that were carried into it are unpaid again where they arose."""

    night: NightId


class Endorsement(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What an earlier key says of a new one: its signature on the new key. The signature is checked outside the rules."""

    key: KeyName
    signature: Signature


@_stored_as("key_adopted")
class AdoptKey(ClubAct, frozen=True, kw_only=True, tag="adopt_key"):
    """The club signs its receipts with this key from now on. While another key is in force, that one endorses it."""

    key: KeyName
    public: PublicKey
    endorsed: Endorsement | None = None


@_stored_as("key_retired")
class RetireKey(ClubAct, frozen=True, kw_only=True, tag="retire_key"):
    """The club no longer signs with this key. What it signed before stays signed."""

    key: KeyName
    reason: KeyEnd


@_stored_as("phone_key_adopted")
class AdoptPhoneKey(ClubAct, frozen=True, kw_only=True, tag="adopt_phone_key"):
    """A member signs by this key from now on, whose private half their phone has made and never gives away.

    `device`: the session of the browser that has it; whoever signs that browser out ends the key.
    """

    player: AnyPlayerId
    key: PhoneKey
    public: PhonePublicKey
    device: Annotated[str, msgspec.Meta(max_length=40)]


@_stored_as("phone_key_retired")
class RetirePhoneKey(ClubAct, frozen=True, kw_only=True, tag="retire_phone_key"):
    """A member no longer signs by this key: its phone is signed out, or lost. What it signed before stays signed."""

    key: PhoneKey


@_stored_as("night_signed")
class SignNight(ClubAct, frozen=True, kw_only=True, tag="sign_night"):
    """A member says by their phone whether a night that is settled is as its book has it up to this head.

    With an `event` they speak of that one alone, which moves money of theirs, also while the night goes on. The signature,
    and the head of a night that goes on, are checked outside the rules. A refusal says why.

    `saw`: the phone signed by itself how far it had seen the night. Books of earlier versions have such acts; now only the
    latest of each phone is kept, beside the stream.
    """

    night: NightId
    player: AnyPlayerId
    key: PhoneKey
    version: Version
    head: Digest
    answer: PhoneAnswer
    reason: AnswerReason = ""
    event: AnsweredEvent = 0
    signature: Signature


@_stored_as("night_answered_at_the_table")
class NoteAnswer(ClubAct, frozen=True, kw_only=True, tag="note_answer"):
    """Whoever has the bank notes what a player without a phone that signs said of a settled night, or of one `event`, in person.

    Of what the book had up to this head; a refusal says why.
    """

    night: NightId
    player: AnyPlayerId
    version: Version
    head: Digest
    answer: NightAnswer
    reason: AnswerReason = ""
    event: AnsweredEvent = 0


ALL: tuple[type[ClubAct], ...] = tuple(NAME_OF)
