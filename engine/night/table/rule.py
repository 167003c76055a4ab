"""The rules around the hands of a night: opening, seats, standing up and coming back, going home, rulings."""

from msgspec.structs import replace

from engine import commands, errors
from engine.house.soundness import coin_of, sound_inventory, sound_rules
from engine.ids import PlayerId
from engine.ledger.postings import COUNTED_MOST, left_in_the_box
from engine.night.bank.rule import can_be_counted
from engine.preconditions import can_count, here, in_play, present
from engine.registry import decides
from engine.state import Night

# Raised by one whenever the rules decide something differently; a night keeps the version it began under.
RULES_VERSION = 9


@decides(commands.OpenNight)
def open_night(command: commands.OpenNight, night: Night) -> commands.OpenNight:
    """Opens the night under rules that no longer change; a new night settles directly, unless its house says otherwise."""
    if night.phase != "new":
        raise errors.NightIsOpenAlready()
    rules = sound_rules(command.rules)
    if rules.settles is None and not command.rules_version:
        # An opening that is judged again has its version: what it left open stays as it was.
        rules = replace(rules, settles="direct")
    sound_inventory(command.inventory, rules.chips)
    coin_of(rules.cash, command.currency)
    _can_be_written(command)
    return replace(command, rules=rules, rules_version=command.rules_version or RULES_VERSION)


def _can_be_written(command: commands.OpenNight) -> None:
    """Refuses a box whose chips are worth more than the book writes."""
    worth = sum(kind.worth * kind.pieces for kind in command.inventory) * command.unit
    if worth > COUNTED_MOST:
        money = {"currency": command.currency.code, "exponent": command.currency.exponent}
        raise errors.TooMuchForTheBook(cents=worth, left=COUNTED_MOST, **money)


@decides(commands.ChangeEnteredBy)
def change_entered_by(command: commands.ChangeEnteredBy, night: Night) -> commands.ChangeEnteredBy:
    """From here on acts are entered so; refused if they are already."""
    in_play(night)
    if command.by == night.rules.entered_by:
        raise errors.EnteredSoAlready(by=command.by)
    return command


@decides(commands.SeatPlayer)
def seat_player(command: commands.SeatPlayer, night: Night) -> commands.SeatPlayer:
    """Seats a player, for the first time or after they had gone home."""
    in_play(night)
    person = night.people.get(command.player)
    if person is not None and not person.left:
        raise errors.AlreadySeated(player=command.player, seat=person.seat)
    return replace(command, seat=_free_seat(night, command.player, command.seat))


def _free_seat(night: Night, player: PlayerId, wanted: int) -> int:
    taken = {person.seat: other for other, person in night.people.items() if not person.left and other != player}
    if not wanted:
        return next(seat for seat in range(1, len(taken) + 2) if seat not in taken)
    if wanted in taken:
        raise errors.SeatIsTaken(seat=wanted, player=taken[wanted])
    return wanted


@decides(commands.StandUp)
def stand_up(command: commands.StandUp, night: Night) -> commands.StandUp:
    """Lets a player be away for a while."""
    in_play(night)
    person = present(night, command.player)
    _not_in_the_hand(night, command.player)
    if person.left or not person.sitting:
        raise errors.PlayerIsAway(player=command.player)
    return command


@decides(commands.SitBack)
def sit_back(command: commands.SitBack, night: Night) -> commands.SitBack:
    """Lets a player who stood up be dealt in again from the next hand."""
    in_play(night)
    person = here(night, command.player)
    if person.sitting:
        raise errors.AlreadySeated(player=command.player, seat=person.seat)
    return replace(command, seat=_free_seat(night, command.player, command.seat or person.seat))


@decides(commands.LeaveNight)
def leave_night(command: commands.LeaveNight, night: Night) -> commands.LeaveNight:
    """Lets a player go home; without a count their chips are those of the book."""
    in_play(night)
    if command.counted is not None:
        can_count(night)
    here(night, command.player)
    if command.player == night.banker:
        raise errors.BankerCannotLeave(player=command.player)
    _not_in_the_hand(night, command.player)
    can_be_counted(night, command.player, command.counted or 0)
    return command


def _not_in_the_hand(night: Night, player: PlayerId) -> None:
    if night.hand is not None and player in night.hand.still_in:
        raise errors.PlayerIsInTheHand(player=player)


@decides(commands.MakeRuling)
def make_ruling(command: commands.MakeRuling, night: Night) -> commands.MakeRuling:
    """The table decides what no rule covers; chips may move between stacks, pot, carried pot and box."""
    in_play(night)
    for player in command.agreed_by:
        present(night, player)
    change: dict[str, int] = {}
    for move in command.moves:
        for account, chips in ((move.payer, -move.chips), (move.payee, move.chips)):
            _may_move(night, account)
            change[account] = change.get(account, 0) + chips
        if move.payer == move.payee:
            raise errors.MovesNowhere(account=move.payer.removeprefix("chips:"))
    for account, chips in sorted(change.items()):
        held = _may_give(night, account)
        if held + chips < 0:
            raise errors.AccountHoldsLess(account=account, chips=-(held + chips))
    if night.hand is None and change.get("pot"):
        raise errors.NoHandIsPlayed()
    return command


def _may_move(night: Night, account: str) -> None:
    """Refuses an account that no ruling may touch, or of a player who has gone home."""
    if account in ("pot", "carry", "box"):
        return
    player = account.removeprefix("chips:")
    if player == account or player not in night.people:
        raise errors.NotAnAccountOfARuling(account=account)
    here(night, player)


def _may_give(night: Night, account: str) -> int:
    """The most chips a ruling can take from the account."""
    if account == "box" or account.removeprefix("chips:") == night.from_box:
        return left_in_the_box(night)
    return night.balance.get(account, 0)
