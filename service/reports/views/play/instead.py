"""What could have been said at a place of a night, instead of an act or after it: a button for whatever people mostly get wrong.

The rules are asked as they stood at that place, so a new act of a game needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine import commands, errors
from engine.cards.card import UNKNOWN, pretty
from engine.cards.deck import copies_in
from engine.decider import as_stated, decide, fields_filled_in, optional_fields
from engine.events import Act, HandEnded, Recorded
from engine.folding import fold
from engine.game.betting import Ante, Forced
from engine.ids import PlayerId
from engine.library import GAMES
from engine.night.putting_right.acts import CHANGES_MOST, OtherAct
from engine.play.betting.acts import BettingAct
from engine.play.betting.offers import SET_ASIDE, offers_out_of_turn
from engine.registry import NUMBER_CALLED
from engine.reports.hand_history import acts_by_hand
from engine.reports.sentences import at_the_board, tell
from engine.speech import say, to_say
from engine.state import Night, by_seat
from engine.strikes import STAYS, acts
from engine.wording import option_called
from service.language.names import by_name
from service.reports.views.games import SWITCHED
from service.reports.views.play.controls import Controls, controls
from service.reports.views.play.controls.by_act import Moment, control_of
from service.reports.views.play.controls.form import Amount, Control, Option, Pick
from service.reports.views.play.line import so_far
from service.reports.views.play.player_sheet import Bound, PlayerSheet, player_sheet
from service.reports.views.visible_night import VisibleNight

# Who an act is of, by the field that names them.
SOMEBODY_ELSE = MappingProxyType(
    {
        "player": to_say("Somebody else did it"),
        "payer": to_say("Somebody else gave it"),
        "payee": to_say("Somebody else got it"),
        "dealer": to_say("Somebody else dealt"),
        "holder": to_say("It was said of somebody else"),
        "to": to_say("Somebody else has the bank now"),
    }
)
# The field that holds the number of such an act, if it is not chips.
NUMBER_IN: Mapping[type[commands.Command], str] = {
    commands.PayIn: "cents",
    commands.PayOut: "cents",
    commands.LeaveNight: "counted",
}
COUNTS = str(commands.CountChips.__struct_config__.tag)
NAMES_WINNERS = str(commands.NameWinners.__struct_config__.tag)
OF_A_SEAT = (commands.SeatPlayer, commands.StandUp, commands.SitBack, commands.LeaveNight)
BESIDE_THE_GAME = (commands.PayExpense, commands.GiveTip)
BETWEEN_HANDS = (commands.AnnounceHand, commands.CloseNight)
BESIDE_THE_HANDS: tuple[type[commands.Command], ...] = (*NUMBER_CALLED, *BESIDE_THE_GAME, *OF_A_SEAT)
# The antes of most tables.
ANTES = (1, 2, 3, 4, 5, 10)
# As many as a number that is typed may be.
NUMBER_MOST = 999_999_999


class Instead(msgspec.Struct, frozen=True, kw_only=True):
    """One act that may stand at the place: what its button says, and its command; None if nothing stands there.

    `strikes` are the numbers of the acts that would be void with it.
    """

    label: str
    command: dict[str, Any] | None
    strikes: tuple[int, ...] = ()


class Acts(msgspec.Struct, frozen=True, kw_only=True):
    """Acts that belong together: those with nothing to fill in, and `asks` for the others. `player`: whose they are, None for the table, and empty for whoever sits down."""

    title: str
    acts: tuple[Instead, ...]
    asks: tuple[Control, ...] = ()
    player: PlayerId | None = None


class AtPlace(msgspec.Struct, frozen=True, kw_only=True):
    """What may stand at a place.

    `likely`: what an act there is mostly mistaken for. `whole_hand`: what becomes of the hand; None where none is played.
    `everybody`: what each player could have done, by seat, and the dealer or the table. `pack`: the cards that can be named.
    `waits`: why the bank gives no chips there, empty if it does, and `before`: the act after which it could have.
    `first`: what whoever is to act in the hand could do before an act that is no longer possible; between hands it is anything
    of `everybody`. `after`: the act after which that stands, None if nothing comes first.
    """

    likely: tuple[Acts, ...] = ()
    whole_hand: Acts | None = None
    everybody: tuple[Acts, ...] = ()
    pack: tuple[Option, ...] = ()
    waits: str = ""
    before: int | None = None
    first: tuple[Acts, ...] = ()
    after: int | None = None


class _Done(NamedTuple):
    """An act as it stands in the book, and as it was stated."""

    record: Recorded
    event: commands.Command
    stated: commands.Command


def in_its_place(view: VisibleNight, version: int, night: Night | None = None) -> AtPlace:
    """What may stand instead of the act with this number; nothing where no act in force has it, and instead of the opening.

    `night` is what stands before it, where that is to be put right as well; then also what may come between.
    """
    before, act = _split(view, version)
    if act is None or not before or not isinstance(act.primary.event, commands.Command):
        return AtPlace()
    event, stated = act.primary.event, act.primary.stated
    done = _Done(act.primary, event, event if stated is None else as_stated(event, stated))
    then = _as_it_was(view, before) if night is None else replace(view, night=night)
    everybody = tuple(_everybody(then, getattr(event, "chips", None)))
    first = () if night is None else tuple(filter(_has_acts, _before_it(then, event)))
    between = night is not None and (first or night.hand is None)
    likely = (*_somebody_else(then, done), *_announced_otherwise(then, done), *_something_else(then, done, everybody))
    return AtPlace(
        likely=tuple(group for group in likely if group.acts or group.asks),
        whole_hand=_whole_hand(view, then, done),
        everybody=everybody,
        pack=_pack(then),
        first=first,
        after=_last_at_the_table(before) if between else None,
    )


def end_of_hand(view: VisibleNight, number: int) -> int | None:
    """The act that ended the hand of this number, counted from 1; None while it is played."""
    ends = (
        act.primary.version
        for act in acts_by_hand(view.records)[number - 1]
        if any(isinstance(one.event, HandEnded) for one in act.consequences)
    )
    return next(ends, None)


def of_the_end(view: VisibleNight, version: int) -> AtPlace:
    """Who else may have won, where the table named the winner, and what else becomes of the hand that this act ended."""
    place = in_its_place(view, version)
    named = isinstance(view.records[version - 1].event, commands.NameWinners)
    return AtPlace(likely=place.likely if named else (), whole_hand=place.whole_hand)


def after_it(view: VisibleNight, version: int) -> AtPlace:
    """What may have been forgotten right after the act with this number; nothing where no act in force has it."""
    before, act = _split(view, version)
    if act is None:
        return AtPlace()
    then = _as_it_was(view, [*before, act])
    waits = _why_chips_wait(then)
    return AtPlace(
        everybody=tuple(_everybody(then)),
        pack=_pack(then),
        waits=waits,
        before=_before_the_hand([*before, act]) if waits else None,
    )


def _split(view: VisibleNight, version: int) -> tuple[list[Act], Act | None]:
    """The acts in force before the one with this number, and that act."""
    in_force = acts(view.records)
    at = next((at for at, act in enumerate(in_force) if act.primary.version == version), None)
    return ([], None) if at is None else (in_force[:at], in_force[at])


def _as_it_was(view: VisibleNight, before: Iterable[Act]) -> VisibleNight:
    return replace(view, night=fold([record for act in before for record in (act.primary, *act.consequences)]))


def plain(command: commands.Command) -> dict[str, Any]:
    """The command as a page sends it, without what has not been stated."""
    kind = type(command)
    unstated = {name for name, default in optional_fields(kind) if getattr(command, name) == default}
    unstated |= fields_filled_in(kind)
    raw: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in raw.items() if name not in unstated and (name != "waived" or value)}


def _with_old_debts(then: VisibleNight, command: commands.Command) -> commands.Command:
    if not isinstance(command, commands.GiveLoan):
        return command
    return replace(command, earlier=then.owed_before.get(command.player, 0))


def _accepted(then: VisibleNight, command: commands.Command) -> tuple[commands.Command, commands.Command] | None:
    """The command, and what it comes to; None if the rules refuse it.

    It has the waivers that an act out of turn takes, and none that it does not need.
    """
    try:
        return command, decide(_with_old_debts(then, command), then.night)
    except errors.NothingToWaive as needless:
        # What was set aside for one player may not stand against another.
        left = tuple(waiver for waiver in command.waived if waiver.rule != needless.details["rule"])
        return _accepted(then, replace(command, waived=left)) if left != command.waived else None
    except errors.Refusal as refusal:
        known = {waiver.rule for waiver in command.waived}
        if refusal.code not in SET_ASIDE or refusal.code in known:
            return None
        waiver = commands.Waiver(refusal.code, say("the table agrees"))
        return _accepted(then, replace(command, waived=(*command.waived, waiver)))


def _button(then: VisibleNight, command: commands.Command, label: str = "") -> Iterator[Instead]:
    """The button for a command if the rules accept it; without a label it says what would stand in the book."""
    accepted = _accepted(then, command)
    if accepted is not None:
        offered, primary = accepted
        yield Instead(label=label or _primary_text(then, primary), command=plain(offered))


def _primary_text(then: VisibleNight, primary: commands.Command) -> str:
    at = ""
    if isinstance(primary, commands.CallSpit | commands.Lay | commands.Turn):
        record = Recorded(then.version + 1, primary)
        at = at_the_board([*then.records, record]).get(record.version, "")
    return tell(replace(primary, waived=()), then.names, currency=then.opened.currency, at=at).rstrip(".")


# What everybody could have done


def _everybody(then: VisibleNight, chips: object = None) -> Iterator[Acts]:
    """By seat, then the dealer or the table. `chips`: a number that was said there."""
    can = controls(then)
    turns = {turn.player: turn.controls for turn in can.turns}
    for player in by_seat(then.night):
        early = [_early(then, one.offer, one.breaks) for one in offers_out_of_turn(then.night, player)]
        taken = [one for one in can.takers if one.player == player]
        drawn = [one for one in (*turns.get(player, ()), *early, *taken) if not _of_bank(one.act)]
        own = _acts(then.name(player), drawn, player)
        beside, asks = _of_the_bank(then, player, chips if isinstance(chips, int) else 0)
        whole = replace(own, acts=(*own.acts, *beside), asks=(*own.asks, *asks))
        if _has_acts(whole):
            yield whole
    yield from filter(_has_acts, (_the_table(then, can), _newcomers(then)))


def _has_acts(group: Acts) -> bool:
    return bool(group.acts or group.asks)


def _newcomers(then: VisibleNight) -> Acts:
    """Everybody known who has no seat, as somebody who sat down."""
    there = then.night.people
    seats = (
        _button(then, commands.SeatPlayer(player=one), name) for one, name in then.names.items() if one not in there
    )
    return Acts(title=say("Takes a seat"), acts=tuple(tap for seat in seats for tap in seat), player="")


def _the_table(then: VisibleNight, can: Controls) -> Acts:
    """What the dealer or the table could have done; between hands, a hand."""
    group = _acts(say("The dealer, or the table"), [*can.table, *can.ending])
    if then.phase != "open" or then.night.hand is not None:
        return group
    return replace(group, asks=(*group.asks, _any_game(commands.AnnounceHand(game=""), say("A hand"))))


def _early(then: VisibleNight, offer: Any, breaks: Sequence[str]) -> Control:
    waived = tuple(commands.Waiver(rule, say("the table agrees")) for rule in breaks)
    return control_of(Moment(then, offer._replace(command=replace(offer.command, waived=waived))))


def _acts(title: str, controls: Sequence[Control], player: PlayerId | None = None) -> Acts:
    """The buttons of these controls, and the forms: of all that share a pot out, one."""
    sharing = [one for one in controls if one.parts][:1]
    asks = tuple(one for one in controls if _asks(one) and (not one.parts or one in sharing))
    return Acts(title=title, acts=tuple(tap for one in controls for tap in _taps(one)), asks=asks, player=player)


def _taps(control: Control) -> Iterator[Instead]:
    command = _shortened(control.command)
    amount = control.amount
    if not control.ready:
        return
    if amount is None:
        yield Instead(label=control.label, command=command)
        return
    for place, number in enumerate(amount.usual):
        said = amount.named[place] if amount.named else number
        label = say("{act} {number}", act=control.label, number=said)
        yield Instead(label=label, command={**command, amount.field: number})


def _asks(control: Control) -> bool:
    more = control.amount is not None and control.amount.wants_keypad
    return bool(more or control.cards or control.picks or control.parts or control.words or not control.ready)


def _shortened(command: dict[str, Any]) -> dict[str, Any]:
    return plain(msgspec.convert(command, OtherAct))


def _of_the_bank(then: VisibleNight, player: PlayerId, chips: int) -> tuple[tuple[Instead, ...], tuple[Control, ...]]:
    """What the bank could have done for this player; nothing for whoever was not there, and once play is over."""
    sheet = player_sheet(then, player) if then.phase == "open" else None
    if sheet is None:
        return (), ()
    acts: list[commands.Command] = []
    for number in dict.fromkeys(one for one in (chips, sheet.usual, *sheet.amounts) if one):
        acts += [commands.GiveLoan(player=player, chips=number), commands.BuyChips(player=player, chips=number)]
    if sheet.stack:
        acts.append(commands.CashOut(player=player, chips=sheet.stack))
    if sheet.stack is not None:
        acts += [
            commands.CountChips(player=player, chips=sheet.stack),
            commands.LeaveNight(player=player, counted=sheet.stack),
        ]
    acts += [kind(player=player) for kind in OF_A_SEAT if str(kind.__struct_config__.tag) in sheet.may]
    return tuple(tap for one in acts for tap in _button(then, one)), tuple(_asked_by_the_bank(then, sheet))


def _asked_by_the_bank(then: VisibleNight, sheet: PlayerSheet) -> Iterator[Control]:
    """The acts of the bank with a number to be filled in."""
    counted = commands.CountChips(player=sheet.id, chips=sheet.stack or 0)
    may = {**sheet.may, **({COUNTS: Bound(most=0)} if _accepted(then, counted) else {})}
    for kind, label in NUMBER_CALLED.items():
        tag = str(kind.__struct_config__.tag)
        # Whoever goes home without a count has a button.
        counted_in_vain = kind is commands.LeaveNight and not sheet.counts
        if tag in may and not counted_in_vain and (kind is not commands.TransferChips or sheet.payees):
            whose = "payer" if kind is commands.TransferChips else "player"
            options = tuple(Option(value=one.id, label=one.name) for one in sheet.payees)
            yield Control(
                id=f"{tag}-{sheet.id}",
                act=tag,
                label=say(label),
                player=sheet.id,
                name=then.name(sheet.id),
                command={"type": tag, whose: sheet.id},
                ready=False,
                amount=_any_number(NUMBER_IN.get(kind, "chips"), may[tag].most),
                picks=(Pick(field="payee", label=say("To whom"), options=options),) if whose == "payer" else (),
            )


def _any_number(field: str, most: int = 0, least: int = 1) -> Amount:
    return Amount(field=field, least=least, most=most or NUMBER_MOST, once=0, usual=())


def _pack(then: VisibleNight) -> tuple[Option, ...]:
    """The cards of the hand's pack; none between hands."""
    hand = then.night.hand
    pack = copies_in(hand.deck.name, hand.deck.wildcards, hand.deck.pack) if hand is not None else ()
    return tuple(Option(value=card, label=pretty(card)) for card in pack if card != UNKNOWN)


# What an act is mistaken for


def _somebody_else(then: VisibleNight, done: _Done) -> Iterator[Acts]:
    """The same act of each other player of whom the rules accept it, by the field that names them."""
    for field, title in SOMEBODY_ELSE.items():
        named = getattr(done.event, field, None)
        seats = isinstance(done.event, commands.SeatPlayer)
        if named and (seats or named in then.night.everybody):
            known = then.names if seats else by_seat(then.night)
            others = [other for other in known if other != named]
            buttons = (_button(then, replace(done.stated, **{field: other}), then.name(other)) for other in others)
            yield Acts(title=say(title), acts=tuple(tap for button in buttons for tap in button))


def _something_else(then: VisibleNight, done: _Done, everybody: Sequence[Acts]) -> Iterator[Acts]:
    """What the same player, or the table, could have done at that place; another number."""
    whose = getattr(done.event, "player", None) if not isinstance(done.event, commands.AnnounceHand) else None
    beside = isinstance(done.event, BESIDE_THE_HANDS)
    own = next((group for group in everybody if group.player == whose), None)
    others = tuple(one for one in own.acts if _is_another(then, done, one)) if own else ()
    asks = tuple(one for one in own.asks if _of_bank(one.act) == beside) if own else ()
    number = _another_number(done)
    if number is not None and number.act not in {one.act for one in asks}:
        asks = (number, *asks)
    title = say("{name} did something else", name=then.name(whose)) if whose else say("It was something else")
    if isinstance(done.event, commands.NameWinners):
        title = say("Somebody else won")
        # What the table could have done besides stands among what everybody could have done.
        others = tuple(one for one in others if (one.command or {}).get("type") == NAMES_WINNERS)
        asks = tuple(one for one in asks if one.act == NAMES_WINNERS)
    acts_of = tuple(one for one in others if _of_bank(str((one.command or {}).get("type"))) == beside)
    yield Acts(title=title, acts=acts_of, asks=asks, player=whose)


def _of_bank(tag: str) -> bool:
    return tag in {str(kind.__struct_config__.tag) for kind in BESIDE_THE_HANDS}


def _is_another(then: VisibleNight, done: _Done, one: Instead) -> bool:
    """Whether it would come to anything else than what stands in the book."""
    if one.command is None or one.command.items() <= plain(done.stated).items():
        return False
    accepted = _accepted(then, msgspec.convert(one.command, OtherAct))
    return accepted is None or _bare(accepted[1]) != _bare(done.event)


def _bare(command: commands.Command) -> commands.Command:
    """The act without what was said beside it."""
    named = {"said": None} if isinstance(command, commands.Wager | commands.Check) else {}
    return replace(command, waived=(), **named)


def _another_number(done: _Done) -> Control | None:
    """The same act with another number of chips, cents or points; None for an act without one."""
    kind = type(done.stated)
    tag = str(kind.__struct_config__.tag)
    field = next(
        (name for name in ("chips", "cents", "points", "counted") if isinstance(getattr(done.event, name, None), int)),
        "",
    )
    if not field or not isinstance(
        done.stated, (*NUMBER_CALLED, *BESIDE_THE_GAME, commands.PassBank, commands.RecordPayment, commands.NameScore)
    ):
        return None
    raw = plain(done.stated)
    # A count by kinds of chips becomes one number.
    kept = {name: value for name, value in raw.items() if name not in (field, "pieces", "said")}
    least = 0 if isinstance(done.stated, commands.CountChips | commands.NameScore | commands.LeaveNight) else 1
    return Control(
        id=f"number-{tag}",
        act=tag,
        label=say("Another number"),
        player=None,
        name="",
        command=kept,
        ready=False,
        amount=_any_number(field, least=least),
    )


def _announced_otherwise(then: VisibleNight, done: _Done) -> Iterator[Acts]:
    """A hand that was announced wrongly: with others, another ante, another option, or as another game."""
    event, stated = done.event, done.stated
    if not isinstance(event, commands.AnnounceHand) or not isinstance(stated, commands.AnnounceHand):
        return
    game, playing = event.declaration, event.players or ()

    def group(title: str, announced: Iterable[tuple[str, commands.AnnounceHand]], *asks: Control) -> Acts:
        buttons = (_button(then, command, label) for label, command in announced)
        return Acts(title=title, acts=tuple(tap for button in buttons for tap in button), asks=asks)

    yield group(say("Others were in the hand"), _with_others(then, stated, playing))
    if game is not None and stated.declaration is None:
        antes = [
            (say("An ante of {chips}", chips=chips), replace(stated, forced=_with_ante(game.forced, chips)))
            for chips in ANTES
        ]
        yield group(say("The ante was another"), [one for one in antes if one[1].forced != game.forced])
        yield group(say("The options were others"), _with_options(stated))
    others = [one for one in so_far(then).games if (one.game, one.rulebook) != (event.game, event.rulebook)]
    games = [
        (one.game, replace(stated, game=one.game, rulebook=one.rulebook, options=(), declaration=one.declaration))
        for one in others
    ]
    yield group(say("It was another game"), games, _any_game(stated, say("Any other game")))


def _with_ante(forced: Forced | None, chips: int) -> Forced:
    """The ante beside the blinds or the bring-in of the game, else alone."""
    return Ante(chips) if forced is None or isinstance(forced, Ante) else replace(forced, ante=chips)


def _with_others(
    then: VisibleNight, stated: commands.AnnounceHand, playing: Sequence[PlayerId]
) -> Iterator[tuple[str, commands.AnnounceHand]]:
    for player in by_seat(then.night):
        if player in playing:
            rest = tuple(other for other in playing if other != player)
            yield say("Without {name}", name=then.name(player)), replace(stated, players=rest)
        else:
            yield say("{name} too", name=then.name(player)), replace(stated, players=(*playing, player))


def _with_options(stated: commands.AnnounceHand) -> Iterator[tuple[str, commands.AnnounceHand]]:
    for option in SWITCHED:
        name = option_called(type(option).__name__)
        if option in stated.options:
            rest = tuple(other for other in stated.options if other != option)
            yield say("Without {name}", name=name), replace(stated, options=rest)
        else:
            yield say("With {name}", name=name), replace(stated, options=(*stated.options, option))


def _any_game(stated: commands.AnnounceHand, label: str) -> Control:
    raw = plain(replace(stated, rulebook="", options=(), declaration=None))
    names = sorted({game.name for game in GAMES} - {stated.game}, key=by_name)
    return Control(
        id="any-game",
        act=str(raw["type"]),
        label=label,
        player=None,
        name="",
        command=raw,
        ready=False,
        picks=(Pick(field="game", label=say("Game"), options=tuple(Option(value=one, label=one) for one in names)),),
    )


# What comes before an act that is no longer possible


def _before_it(then: VisibleNight, event: commands.Command) -> Iterator[Acts]:
    """What those who are to act could do first, and then the dealer or the table."""
    hand, whose = then.night.hand, getattr(event, "player", None)
    # Whoever is out of the hand cannot act in it, whatever comes first.
    if hand is None or (isinstance(event, BettingAct) and whose not in hand.still_in):
        return
    can = controls(then)
    for turn in can.turns:
        yield _acts(turn.name, [one for one in turn.controls if not _is_instead(one, event)], turn.player)
    # How a hand ends early is no question before another act of it.
    ending = can.ending if isinstance(event, (*BETWEEN_HANDS, *BESIDE_THE_HANDS)) else ()
    table = [one for one in (*can.table, *can.takers, *ending) if not _is_instead(one, event)]
    yield _acts(say("The dealer, or the table"), table)


def _last_at_the_table(before: Sequence[Act]) -> int | None:
    at_the_table = (act.primary.version for act in reversed(before) if not isinstance(act.primary.event, STAYS))
    return next(at_the_table, None)


def _is_instead(control: Control, event: commands.Command) -> bool:
    """Whether it would stand in the place of this act rather than before it: as one bet in the place of another."""
    act = msgspec.convert(control.command, OtherAct)
    whose = getattr(act, "player", None)
    if whose != getattr(event, "player", None) or (whose is None and not isinstance(act, commands.NameWinners)):
        return False
    return isinstance(event, BettingAct if isinstance(act, BettingAct) else type(act))


# What becomes of the whole hand


def _whole_hand(view: VisibleNight, then: VisibleNight, done: _Done) -> Acts | None:
    """The hand of this act stopped there by a misdeal, or never played."""
    for of_hand in acts_by_hand(view.records):
        played = [act.primary.version for act in of_hand if not isinstance(act.primary.event, BESIDE_THE_HANDS)]
        if done.record.version in played:
            never = Instead(
                label=say("It does not count: all take their chips back"), command=None, strikes=tuple(played)
            )
            later = tuple(played[played.index(done.record.version) + 1 :])
            return Acts(title=say("The whole hand"), acts=(*_misdeal(then, done, later), never))
    return None


def _misdeal(then: VisibleNight, done: _Done, later: tuple[int, ...]) -> Iterator[Instead]:
    """A new deal in the place of the act, and without what came later in the hand, if one correction can say that."""
    if len(later) < CHANGES_MOST and not isinstance(done.event, commands.AnnounceHand | commands.NewDeal):
        label = say("Misdeal: the pot goes to the next hand")
        for one in _button(then, commands.NewDeal(reason=say("misdeal")), label):
            yield replace(one, strikes=later)


def _before_the_hand(before: Sequence[Act]) -> int | None:
    """The act before the last announcement."""
    announced = [at for at, act in enumerate(before) if isinstance(act.primary.event, commands.AnnounceHand)]
    return before[announced[-1] - 1].primary.version if announced and announced[-1] else None


def _why_chips_wait(then: VisibleNight) -> str:
    """Why the bank gives no chips at this place; empty if it does for somebody."""
    sheets = [player_sheet(then, player) for player in by_seat(then.night)] if then.night.hand is not None else []
    waits = [sheet.loan_waits for sheet in sheets if sheet is not None]
    return next(filter(None, waits), "")
