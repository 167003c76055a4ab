"""`chipbook club`: the members, roles, chips, rules, games and nights of a club, and everything that happened to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shlex import quote

import click

from cli import commands, render, terminal
from cli.book import acts_on_club, answers, looks_at_club, with_book, with_new_book
from cli.club.club_access import club_devices, club_invitations, club_tokens, invite
from cli.club.club_key import club_key
from cli.completion import known_players
from cli.options import answering, club_group, club_option, json_option, key_option, yes_option
from cli.screens.night_tables import ACCOUNT, PLAN, beside_the_plan, setting_in
from engine.club.acts import Publication, Role
from engine.grammar import amount_text, listed
from engine.speech import say, say_as, say_number, to_say_as
from service.app import people
from service.app.book import Book
from service.app.night.settling import account as account_of
from service.app.night.settling import owed_besides, settle_club
from service.app.night.settling import reminders as reminders_of
from service.app.people import club_named, member_called
from service.language.local_time import day_text
from service.language.shorthand.head import chips_stated
from service.reports.forms.column import COPIED, EVENT, WORDS, Column, Table
from service.reports.forms.standing import phase_text, publication_text, role_text
from service.reports.views.club import ClubLog, ClubNight, ClubShown, DebtView, Farewell, MemberView
from service.reports.views.settling.settlement import Kind
from service.reports.views.settling.standing_account import AccountInCurrency
from service.reports.views.visible_night import Money

ROLES = ("banker", "co-banker", "player", "viewer")
PUBLICATIONS = ("standings", "nights", "reports")
NOTHING = "nothing"
# Who acted, if it was nobody with a name.
WHO = {
    "banker": to_say_as("who acted", "banker"),
    "worker": to_say_as("who acted", "worker"),
    "import": to_say_as("who acted", "import"),
}
ACTS_SHOWN = 50
NIGHTS_SHOWN = 20

role_argument = commands.argument("role", type=click.Choice(ROLES, case_sensitive=False))


@answers
def _show(book: Book, *, club: str) -> Iterator[object]:
    shown = people.show(book, club)
    yield shown
    _screen(shown)


@club_group("club", _show)
def club() -> None:
    """The club: members with their roles, chips, house rules, own games, nights, and what is unpaid. Alone, it shows them.

    The head at the end vouches for all of it. Keep it outside the book: `chipbook verify --club NAME --head HASH`.

    PERSON is the name of a member, the beginning of one, or an id.
    """


for part in (club_key, club_tokens, club_invitations, club_devices, invite):
    club.add_command(part)


@club.command()
@commands.argument("plan", default="direct", type=click.Choice(["direct", "bank"], case_sensitive=False))
@commands.word("--currency CODE", "Which one, if debts are open in several.")
@acts_on_club
def settle(book: Book, *, plan: Kind, currency: str, club: str, key: str) -> Iterator[object]:
    """Settle all that is open in the club with one plan, without a night at the table.

    The plan stands in the list of nights as “Settlement” and is paid like any other: `chipbook night pay 1`.
    """
    club_id = club_named(book, club).id
    settlement = settle_club(book, club_id, plan, currency=currency, key=key)
    yield settlement
    render.line(say("The plan is frozen, as night {night}.", night=settlement.night))
    render.table(PLAN, settlement.transfers, setting_in(settlement.currency))
    render.lines(beside_the_plan(settlement))
    if besides := owed_besides(book, club_id, settlement.currency):
        render.line(say("What is owed in {currency} needs a plan of its own; settle again.", currency=listed(besides)))


@club.command()
@commands.argument("person", shell_complete=known_players)
@looks_at_club
def account(book: Book, *, person: str, club: str) -> Iterator[object]:
    """Show a member's account over all nights: won, paid, still open, and the balance after each night."""
    listed = club_named(book, club)
    account_view = account_of(book, listed.id, member_called(book, listed, person))
    yield account_view
    if not account_view.accounts:
        render.line(say("{name} has no part in any night yet.", name=account_view.name))
    for one in account_view.accounts:
        render.table(ACCOUNT, one.nights, setting_in(one.currency))
        render.line(f"{account_view.name}, {_open_text(one)}.")


def _open_text(account: AccountInCurrency) -> str:
    cents, money = account.balance_cents, account.currency
    amount = amount_text(abs(cents), money.exponent, money.code)
    return (
        say("still to get: {amount}", amount=amount)
        if cents > 0
        else say("still to pay: {amount}", amount=amount)
        if cents
        else say("nothing is open")
    )


@club.command()
@commands.option(
    "--days", type=click.IntRange(0, 9999), help="Unpaid for at least so many days.  [as the settings say]"
)
@looks_at_club
def reminders(book: Book, *, days: int | None, club: str) -> Iterator[object]:
    """Show who has to be reminded of what, with a text for each that is ready to send. Nothing is sent."""
    due = reminders_of(book, club_named(book, club).id, after_days=days)
    yield due
    if due.reminders:
        render.lines([line for one in due.reminders for line in [*one.text.splitlines(), ""]])
    else:
        render.line(say("Nothing has been unpaid for {after_days} days or more.", after_days=due.after_days))


@club.command()
@commands.option("--most", default=ACTS_SHOWN, show_default=True, type=click.IntRange(min=1), help="How many at most.")
@commands.flag("--all", "Every one.", to="everything")
@looks_at_club
def log(book: Book, *, most: int, everything: bool, club: str) -> Iterator[object]:
    """The last acts of a club: number, time, who did it, and what happened."""
    page = people.log(book, club, most=None if everything else most)
    yield page
    _log_screen(page, book.zone)


@club.command()
@commands.argument("name")
@key_option
@with_new_book
@answering
def found(book: Book, *, name: str, key: str) -> Iterator[object]:
    """Found a club. `night open --club NAME` founds it too, with its first night."""
    made = people.found_club(book, name, key=key, alone=True)
    yield made
    render.line(say("The club {name} is founded; its id is {id}.", name=made.name, id=made.id))


@club.command()
@commands.argument("new")
@acts_on_club
def rename(book: Book, *, new: str, club: str, key: str) -> Iterator[object]:
    """Give a club another name."""
    called = club_named(book, club)
    renamed = people.rename_club(book, called.id, new, key=key, alone=True)
    yield renamed
    render.line(say("The club is called {name} from now on.", name=renamed.name))


@club.command()
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def add(book: Book, *, person: str, club: str, key: str) -> Iterator[object]:
    """Take a new person into the club, as a player. Whoever sits down at a night joins too."""
    joined = club_named(book, club)
    added = people.add_player(book, joined.id, person, key=key)
    yield added
    render.line(say("{name} joins the club as a player, with the id {id}.", name=added.name, id=added.id))


@club.command("rename-player")
@commands.argument("person", shell_complete=known_players)
@commands.argument("new")
@acts_on_club
def rename_player(book: Book, *, person: str, new: str, club: str, key: str) -> Iterator[object]:
    """Give a member another name. All nights show it, because the book has only ids."""
    listed = club_named(book, club)
    renamed = people.rename_player(book, listed.id, member_called(book, listed, person), new, key=key)
    yield renamed
    render.line(say("The member {id} is called {name} from now on.", id=renamed.id, name=renamed.name))


@club.command()
@commands.argument("person", shell_complete=known_players)
@commands.argument("other", shell_complete=known_players)
@acts_on_club
def merge(book: Book, *, person: str, other: str, club: str, key: str) -> Iterator[object]:
    """Say that PERSON is OTHER, so that two members are one; `club split` takes it back.

    Standings, accounts and debts then count both as OTHER. Every night stays as it was recorded, with the name of then.
    PERSON loses every role and can no longer sign in. OTHER keeps their roles, devices and ways to be paid. Two who
    played in the same night cannot be one person.
    """
    merged = _merged(book, person, other, club=club, key=key)
    yield merged
    render.line(say("{person} is {other} from now on.", person=person, other=merged.name))


@club.command()
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def split(book: Book, *, person: str, club: str, key: str) -> Iterator[object]:
    """Take a merge back: PERSON is a member of their own again, a player without other roles."""
    apart = _merged(book, person, "", club=club, key=key)
    yield apart
    render.line(say("{person} is a person of their own again.", person=apart.name))


def _merged(book: Book, person: str, into: str, *, club: str, key: str) -> MemberView:
    listed = club_named(book, club)
    player = member_called(book, listed, person, whole=True)
    other = member_called(book, listed, into, whole=True) if into else None
    return people.merge(book, listed.id, player, other, key=key)


@club.command()
@commands.argument("person", shell_complete=known_players)
@yes_option
@club_option
@key_option
@json_option
@with_book
def forget(book: Book, *, person: str, yes: bool, club: str, key: str, as_json: bool) -> None:
    """Delete the name of a member for good. It says first what stays, and asks; without a terminal, it needs --yes.

    PERSON is the whole name, or the id.
    """
    listed = club_named(book, club)
    leaving = people.parting(book, listed.id, member_called(book, listed, person, whole=True))
    if not as_json:
        render.lines(_what_stays(leaving))
    nothing = say("Nothing was deleted.")
    if not yes and not terminal.confirmed(say("Delete the name {name} for good?", name=leaving.name), nothing=nothing):
        render.aside(nothing)
        return
    people.forget_player(book, listed.id, leaving.id, key=key)
    if as_json:
        render.as_json(leaving)
    else:
        render.line(say("The name is deleted; the book knows {id} only.", id=leaving.id))


@club.command()
@role_argument
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def grant(book: Book, *, role: str, person: str, club: str, key: str) -> Iterator[object]:
    """Give a member a role: banker, co-banker, player or viewer. A member may have several."""
    yield from _change_role(book, role, person, held=True, club=club, key=key)


@club.command()
@role_argument
@commands.argument("person", shell_complete=known_players)
@acts_on_club
def take(book: Book, *, role: str, person: str, club: str, key: str) -> Iterator[object]:
    """Take a role from a member. A club that has a banker keeps one."""
    yield from _change_role(book, role, person, held=False, club=club, key=key)


def _change_role(book: Book, role: str, person: str, *, held: bool, club: str, key: str) -> Iterator[object]:
    wanted: Role = role.replace("-", "_")  # type: ignore[assignment]
    listed = club_named(book, club)
    player = member_called(book, listed, person)
    member = people.change_role(book, listed.id, player, wanted, held=held, key=key)
    yield member
    render.line(say("{member} is {roles} from now on.", member=member.name, roles=_roles_text(member.roles)))


@club.command()
@commands.argument("kinds")
@acts_on_club
def chips(book: Book, *, kinds: str, club: str, key: str) -> Iterator[object]:
    """Declare the chips of the club: "white 1 x 200, peder 50 x 20", or none.

    Name, worth in smallest chips, and number of each kind. A night that is opened without --chips has these.
    """
    shown = people.declare_chips(book, kinds, club_name=club, key=key)
    yield shown
    render.line(say("The chips of {club} from now on: {chips}.", club=shown.name, chips=_chips_text(shown)))


@club.command()
@commands.option("--like", required=True, metavar="NIGHT", help="The night whose rules the club adopts.")
@acts_on_club
def rules(book: Book, *, like: str, club: str, key: str) -> Iterator[object]:
    """Adopt the house rules of a night as those of its club. A night that is opened later has them, unless it says others."""
    shown = people.adopt_rules(book, like, club_name=club, key=key)
    yield shown
    _rules_screen(shown)


@club.command()
@commands.argument("what", nargs=-1, required=True, type=click.Choice((*PUBLICATIONS, NOTHING), case_sensitive=False))
@acts_on_club
def publish(book: Book, *, what: tuple[Publication, ...], club: str, key: str) -> Iterator[object]:
    """Let everybody see the standings, the nights, the reports, or nothing of the club.

    What is named takes the place of what was published before. Closed cards stay closed.
    """
    if NOTHING in what and len(set(what)) > 1:
        raise click.UsageError(say("Either name what everybody may see, or write nothing."))
    listed = club_named(book, club)
    shown = people.publish(book, listed.id, [] if NOTHING in what else what, key=key)
    yield shown
    render.line(_published_text(shown.name, shown.published))


# Screens


MEMBERS: Table[tuple[str, str, str]] = Table(
    columns=(
        Column("member", WORDS, lambda member: member[0]),
        Column("roles", WORDS, lambda member: member[1]),
        Column("id", COPIED, lambda member: member[2]),
    )
)
NIGHTS: Table[ClubNight] = Table(
    columns=(
        Column("night", WORDS, lambda night: night.night),
        Column("state", WORDS, lambda night: phase_text(night.phase)),
        Column("up to event", EVENT, lambda night: night.version),
        Column("unpaid", WORDS, lambda night: "; ".join(_debt_texts(night.unpaid, night.currency))),
    )
)


def _screen(shown: ClubShown) -> None:
    """Everything about a club, its head last."""
    render.title(
        shown.name, say("club {id}, founded {founded_at}", id=shown.id, founded_at=day_text(shown.founded_at[:10]))
    )
    render.line()
    forgotten = ((say("(forgotten)"), "", player) for player in shown.forgotten)
    also = (
        (say("{name} (is {other})", name=one.name, other=member.name), "", one.id)
        for member in shown.members
        for one in member.also
    )
    members = ((one.name, _roles_text(one.roles), one.id) for one in shown.members)
    render.table(MEMBERS, [*members, *also, *forgotten])
    render.line()
    published = ", ".join(map(publication_text, shown.published)) or say_as("everybody may see", "nothing")
    render.facts(
        {
            "chips": _chips_text(shown),
            "own games": _games_text(shown) or say_as("own games", "none"),
            "everybody may see": published,
        }
    )
    _rules_screen(shown)
    _nights_screen(shown.nights)
    render.line()
    render.facts({"version": str(shown.version), "head": shown.head})
    render.line(
        say(
            "Keep the head outside the book: with it, `chipbook verify --club {club} --head HASH` "
            "finds whatever is changed, cut off or missing later.",
            club=quote(shown.name),
        ),
        "dim",
    )


def _rules_screen(shown: ClubShown) -> None:
    """The house rules, as the head of a `.night` file says them."""
    if shown.house_rules is None:
        render.facts({"house rules": say("none; `chipbook club rules --like NIGHT` adopts those of a night")})
        return
    render.line(say("House rules, version {version}:", version=shown.house_rules.version))
    render.lines(f"  {key}: {value}" for key, value in shown.house_rules.said.items())
    render.lines(f"  {sentence}" for sentence in shown.house_rules.besides)


def _nights_screen(nights: Sequence[ClubNight]) -> None:
    """The newest nights, and all in which something is unpaid."""
    if not nights:
        return
    listed = [night for number, night in enumerate(nights) if number < NIGHTS_SHOWN or night.unpaid]
    render.line()
    render.table(NIGHTS, listed)
    if len(listed) < len(nights):
        left_out = len(nights) - len(listed)
        render.aside(
            say_number(
                "{number} older night with nothing unpaid is left out; `chipbook night list` has every night.",
                "{number} older nights with nothing unpaid are left out; `chipbook night list` has every night.",
                left_out,
            )
        )


def _log_screen(log: ClubLog, zone: str) -> None:
    """Acts with number, time, actor and sentence."""
    for act in log.acts:
        who = say_as("who acted", WHO[act.actor]) if act.actor in WHO else act.actor
        render.indented(f"{render.when(act.recorded_at, zone)}  {who}  {act.sentence}", number=str(act.version))
    if len(log.acts) < log.version:
        render.aside(
            say(
                "The last {number} of {version} acts; --all shows all of them.",
                number=len(log.acts),
                version=log.version,
            )
        )


def _what_stays(leaving: Farewell) -> list[str]:
    """What becomes of a member whose name is deleted, in sentences."""
    debts = [
        say("Unpaid from {night}: {told}.", night=night.night, told=text)
        for night in leaving.unpaid
        for text in _debt_texts(night.unpaid, night.currency)
    ]
    stays = say(
        "The name {name} would be deleted, and with it every way to prove whose id {id} is. What was recorded of them would "
        "stay, under the id. Backups and exports made earlier still have the name. Lines typed at the prompt, which the file "
        "`history` in CHIPBOOK_HOME keeps, may have it too.",
        name=leaving.name,
        id=leaving.id,
    )
    return [stays, *debts]


def _debt_texts(debts: Sequence[DebtView], currency: Money) -> list[str]:
    return [
        say(
            "{payer_name} owes {payee_name} {amount}",
            payer_name=debt.payer_name,
            payee_name=debt.payee_name,
            amount=amount_text(debt.cents, currency.exponent, currency.code),
        )
        for debt in debts
    ]


def _roles_text(roles: Sequence[str]) -> str:
    return listed([role_text(role) for role in roles]) or say("without a role")


def _chips_text(shown: ClubShown) -> str:
    return chips_stated(shown.chips) or say("no inventory")


def _published_text(name: str, published: Sequence[str]) -> str:
    if not published:
        return say("Only members see anything of {name} from now on.", name=name)
    return say(
        "Everybody may see the {published} of {name} from now on, without closed cards.",
        published=listed([publication_text(part) for part in published]),
        name=name,
    )


def _games_text(shown: ClubShown) -> str:
    return ", ".join(say("{game} (version {number})", game=game.name, number=game.version) for game in shown.own_games)
