"""Nights for the tests of reports: commands go through the engine, and the events are kept as in a book."""

import random
from collections.abc import Iterable

from engine import commands, errors
from engine.decider import accept, in_the_book, to_record
from engine.events import Event, Recorded, Unrecorded
from engine.game.steps import Draw
from engine.play.betting.shadow import loans_offered
from engine.state import Hand, Night
from tests.engine.again import strike

MINUTES_A_DAY = 24 * 60


class Evening:
    """A night and its records as in the book; with a clock, acts are one minute apart."""

    def __init__(self, *, starts_at: str = "") -> None:
        self.night = Night()
        self.records: list[Recorded] = []
        self.minute = _minutes(starts_at) if starts_at else None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.records)

    def numbers(self, kind: type[Event]) -> list[int]:
        """The numbers of all events of a type, void ones too."""
        return [record.version for record in self.records if type(record.event) is kind]

    def do(self, *said: commands.Command) -> int:
        """Records the commands; returns the number of the last primary event."""
        first = 0
        for command in said:
            at = self._tick()
            first = self.last + 1
            happened = accept(self.night, in_the_book(self.records, command))
            self._record(to_record(command, happened, after=self.last), at)
        return first

    def strike(self, *versions: int, reason: str) -> int:
        """Strikes events, as the command handler does."""
        at, own = self._tick(), self.last + 1
        struck = strike(self.records, commands.StrikeEvents(versions=versions, reason=reason))
        self._record(struck.drafts, at)
        self.night = struck.night
        return own

    def _record(self, drafts: Iterable[Unrecorded], at: str) -> None:
        for event, cause, stated in drafts:
            self.records.append(Recorded(self.last + 1, event, cause, "banker", at, stated=stated))

    def wait(self, minutes: int) -> None:
        """Lets time pass without an act."""
        if self.minute is not None:
            self.minute += minutes

    def _tick(self) -> str:
        if self.minute is None:
            return ""
        self.minute += 1
        day, minute = divmod(self.minute, MINUTES_A_DAY)
        return f"2026-05-{8 + day:02}T{minute // 60:02}:{minute % 60:02}:00Z"


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes) - 1


def opened(*players: str, banker: str = "", starts_at: str = "", **said: object) -> Evening:
    """An open night with these players at the table; the first one keeps the bank."""
    evening = Evening(starts_at=starts_at)
    evening.do(commands.OpenNight(night="night-1", club="club", banker=banker or players[0], **said))  # type: ignore[arg-type]
    evening.do(*(commands.SeatPlayer(player=player) for player in players))
    return evening


def table(*, loan: int = 40) -> Evening:
    """Eva, who keeps the bank, Bo and Carl, each with an initial loan."""
    return opened("eva", "bo", "carl", rules=commands.HouseRules(auto="all", initial_loan=loan))


def won_by(evening: Evening, winner: str, *, game: str = "Straight Poker", bet: int = 5) -> None:
    """A hand in which everyone pays the ante and one bet of Bo's."""
    evening.do(commands.AnnounceHand(game=game, dealer="eva"), commands.Bet(player="bo", chips=bet))
    evening.do(commands.Call(player="carl"), commands.Call(player="eva"))
    if game == "Three Card Draw":
        evening.do(*(commands.Exchange(player=player, number=0) for player in ("bo", "carl", "eva")))
        evening.do(*(commands.Check(player=player) for player in ("bo", "carl", "eva")))
    evening.do(commands.NameWinners(rankings=(((winner,),),)))


def counted_and_closed(evening: Evening, **off: int) -> None:
    """Counts everybody's chips, off from the book by this much, and closes the night."""
    for player, person in evening.night.people.items():
        if not person.left:
            chips = evening.night.balance.get("chips:" + player, 0) + off.get(player, 0)
            evening.do(commands.CountChips(player=player, chips=chips))
    evening.do(commands.CloseNight())


def play_at_random(evening: Evening, chance: random.Random, *, hands: int, games: tuple[str, ...]) -> None:
    """Plays this many hands in one of the games, each to its end or to a New Deal."""
    for _ in range(hands):
        _between_hands(evening, chance)
        evening.do(*(commands.GiveLoan(player=one.player, chips=one.chips) for one in loans_offered(evening.night)))
        game, _, rulebook = chance.choice(games).partition("@")
        try:
            evening.do(commands.AnnounceHand(game=game, rulebook=rulebook))
        except errors.Refusal:
            return
        while evening.night.hand is not None:
            _one_act(evening, chance, evening.night.hand)


def _between_hands(evening: Evening, chance: random.Random) -> None:
    player = chance.choice(list(evening.night.people))
    other = chance.choice(list(evening.night.people))
    maybe: list[commands.Command] = [
        commands.BuyChips(player=player, chips=chance.randint(1, 80)),
        commands.GiveLoan(player=player, chips=chance.randint(1, 80)),
        commands.CashOut(player=player, chips=chance.randint(1, 40), paid=chance.random() < 0.5),
        commands.TransferChips(payer=player, payee=other, chips=chance.randint(1, 20)),
        commands.PayIn(player=player, cents=chance.randint(1, 500)),
        commands.PayExpense(player=player, cents=chance.randint(1, 500), purpose="pizza"),
        commands.GiveTip(player=player, payee=chance.choice((None, other)), cents=chance.randint(1, 500)),
        commands.PayExpense(player=player, cents=chance.randint(1, 200), purpose="beer", kitty=True),
        commands.MakeRuling(
            text="a coin decides",
            moves=(
                commands.ChipMove(
                    payer=chance.choice((f"chips:{player}", f"chips:{player}", "box")),
                    payee=chance.choice(("carry", "box", f"chips:{other}")),
                    chips=chance.randint(1, 3),
                ),
            ),
            agreed_by=(player,),
        ),
    ]
    _try(evening, chance.choice(maybe))


def _ask_and_hand_over(evening: Evening, chance: random.Random) -> None:
    """Somebody asks for chips, the latest request is approved, or the bank passes on."""
    player = chance.choice(list(evening.night.people))
    asked = commands.AskForChips(player=player, chips=chance.randint(1, 80), paid=chance.random() < 0.5)
    approved = commands.ApproveRequest(request=len(evening.night.requests) or 1)
    _try(evening, chance.choice((asked, approved, _handover(evening.night, player, chance))))


def _handover(night: Night, to: str, chance: random.Random) -> commands.PassBank:
    """The bank passes on; box and till are counted, now and then with a slip."""
    box = night.balance.get("box", 0) + (night.balance.get(f"chips:{night.from_box}", 0) if night.from_box else 0)
    till = night.balance.get("till", 0)
    return commands.PassBank(
        to=to,
        chips=max(0, box + chance.choice((0, 0, -4, 3))) if night.inventory else None,
        till=max(0, till + chance.choice((0, 0, -20, 30))),
    )


def _try(evening: Evening, command: commands.Command) -> bool:
    try:
        evening.do(command)
    except errors.Refusal:
        return False
    return True


def _one_act(evening: Evening, chance: random.Random, hand: Hand) -> None:
    """Something that the hand allows: sometimes New Deal, else an answer of the player in turn."""
    if chance.random() < 0.01:
        evening.do(commands.NewDeal(player=hand.order[0], reason="a card fell"))
    elif hand.stage == "showdown":
        _show(evening, chance, hand)
    elif isinstance(hand.steps[hand.cursor], Draw):
        evening.do(commands.Exchange(player=hand.asked.waiting[0], number=chance.randint(0, 2)))
    else:
        _answer(evening, chance, chance.choice(hand.round.waiting) if hand.round.anyone else hand.round.waiting[0])


def _answer(evening: Evening, chance: random.Random, player: str) -> None:
    wishes: list[commands.Command] = [
        commands.PutIn(player=player, chips=chance.choice((1, 2, 3, 5, 5, 10, 50))),
        commands.Call(player=player),
        commands.Call(player=player),
        commands.Check(player=player),
    ]
    if chance.random() < 0.2:
        wishes.append(commands.Fold(player=player))
    if chance.random() < 0.03:
        wishes.append(commands.GoAllIn(player=player))
    chance.shuffle(wishes)
    answered = any(_try(evening, wish) for wish in wishes)
    assert answered or _try(evening, commands.Fold(player=player))


def _show(evening: Evening, chance: random.Random, hand: Hand) -> None:
    """The table names the winners: everyone ranked, sometimes two equal, the same for high and low."""
    left = [player for player in hand.still_in if player not in hand.showdown.mucked]
    chance.shuffle(left)
    groups = [(player,) for player in left]
    if len(left) > 2 and chance.random() < 0.3:
        groups = [(left[0], left[1]), *((player,) for player in left[2:])]
    evening.do(commands.NameWinners(rankings=(tuple(groups),)))


GAMES = ("Five Card Stud@enemaerke", "Three Card Draw@enemaerke", "Texas Hold'em@standard", "Omaha Hi/Lo 8@standard")


FEES = (
    commands.Fee(purpose="room", per="hand", chips=1),
    commands.Fee(purpose="beer", per="hand", cents=7),
    commands.Fee(purpose="beer", per="pot", permille=100, most=5),
    commands.Fee(purpose="room", per="hour", cents=2000),
)


def random_evening(seed: int) -> Evening:
    """A random night at a random moment: some hands, some strikes, perhaps closed, planned and partly paid."""
    chance = random.Random(seed)
    rules = commands.HouseRules(
        auto="all",
        initial_loan=chance.choice((0, 20, 100)),
        banker_stack=chance.choice(("own", "own", "box")),
        fee=chance.choice((None, None, *FEES)),
    )
    inventory = (commands.Denomination(name="chip", worth=1, pieces=100_000),) if chance.random() < 0.5 else ()
    players = ("anna", "bo", "carl", "dan", "eva")[: chance.randint(3, 5)]
    evening = opened(*players, unit=chance.choice((1, 25, 33)), rules=rules, inventory=inventory, starts_at="18:00")
    games = chance.sample(GAMES, chance.randint(1, 3))
    for _ in range(chance.randint(1, 3)):
        play_at_random(evening, chance, hands=chance.randint(0, 4), games=tuple(games))
        for _ in range(chance.randint(0, 4)):
            _ask_and_hand_over(evening, chance)
        _strike_something(evening, chance)
    if chance.random() < 0.2:
        _try(evening, commands.AnnounceHand(game="Five Card Stud"))
    if chance.random() < 0.7:
        _end(evening, chance)
    return evening


def _strike_something(evening: Evening, chance: random.Random) -> None:
    for _ in range(3):
        primaries = [record.version for record in evening.records if record.caused_by is None]
        try:
            evening.strike(chance.choice(primaries[len(primaries) // 2 :]), reason="a slip of the pen")
        except errors.Refusal:
            continue


def _end(evening: Evening, chance: random.Random) -> None:
    night = evening.night
    if night.balance.get("carry", 0):
        anyone = next(iter(night.people))
        move = commands.ChipMove(payer="carry", payee=f"chips:{anyone}", chips=night.balance["carry"])
        _try(evening, commands.MakeRuling(text="no more hands", moves=(move,), agreed_by=(anyone,)))
    for player in night.people:
        chips = night.balance.get("chips:" + player, 0)
        if night.rules.banker_stack == "box" and player == night.banker:
            chips += night.balance.get("box", 0)
        _try(evening, commands.CountChips(player=player, chips=max(0, chips + chance.choice((0, 0, 0, 1, -2)))))
    waived = (commands.Waiver(rule="count_is_missing", reason="late"),)
    if not (_try(evening, commands.CloseNight()) or _try(evening, commands.CloseNight(waived=waived))):
        return
    _try(evening, commands.ResolveGap(by=chance.choice(("banker", "winners", "losers", "all"))))
    if chance.random() < 0.8 and _try(evening, commands.FreezePlan(kind=chance.choice(("bank", "direct")))):
        for number in range(1, 4):
            _try(evening, commands.RecordPayment(transfer=number, cents=chance.choice((0, 1, 50))))
