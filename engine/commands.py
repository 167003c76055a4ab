"""Every command by name. Each is defined in the room whose rule it obeys, with the name it is stored under."""

from engine.acts import Command, Waiver
from engine.house.agreements import Currency, Denomination, Fee, HouseRules
from engine.night.bank.acts import (
    BuyChips,
    CashOut,
    CountChips,
    GiveLoan,
    PassBank,
    PayIn,
    PayOut,
    Pieces,
    TransferChips,
)
from engine.night.closing.acts import Charge, CloseNight, FreezePlan, RecordPayment, ResolveGap, TimeThere, Transfer
from engine.night.expenses.acts import ExpenseShare, GiveTip, PayExpense, Sharer
from engine.night.putting_right.acts import (
    AgreeToBanksWord,
    AnswerDispute,
    Change,
    CorrectEvents,
    GiveBanksWord,
    RaiseDispute,
    ResolveDispute,
    StrikeEvents,
    WithdrawDispute,
)
from engine.night.requests.acts import (
    ApproveRequest,
    AskForChips,
    ConfirmCount,
    ConfirmPayment,
    DeclineRequest,
    SayCount,
    SayPayment,
    WithdrawRequest,
)
from engine.night.table.acts import (
    ChangeEnteredBy,
    ChipMove,
    LeaveNight,
    MakeRuling,
    OpenNight,
    SeatPlayer,
    SitBack,
    StandUp,
)
from engine.play.betting.acts import (
    Bet,
    BettingAct,
    Call,
    Check,
    DoubleStakes,
    Fold,
    GoAllIn,
    Post,
    PullShadow,
    PutIn,
    Raise,
    StatedAs,
    Wager,
)
from engine.play.corrections.acts import (
    BuyForgottenCard,
    GiveMissingCard,
    MoveBoardCard,
    MoveDealtCards,
    PutRight,
    SettleExposedCard,
    TakeBackCard,
)
from engine.play.dealing.acts import Burn, CallSpit, Deal, Exchange, ExposeCard, Lay, NameCards, PassCards, Turn
from engine.play.effects.acts import BuyCard, DeclineCard, PayFee, SendOut
from engine.play.piles.acts import ArrangeCards, RevealCards, TurnOwn
from engine.play.script.acts import AnnounceHand, NameTheGame, NewDeal
from engine.play.showdown.acts import Muck, NameWinners, ShowHand
from engine.play.sides.acts import DeclareSide
from engine.play.spelling.acts import AcceptHands, ChallengeWord
from engine.play.tarok.acts import (
    AnnounceGoal,
    AnswerGoal,
    DeclareMeld,
    Discard,
    MakeBid,
    NameScore,
    PassBid,
    TakeWidow,
)
from engine.play.tricks.acts import DrawFromStock, PlayCard, TakeTrick, TurnTrump
from engine.registry import SHORTHAND, STORED_AS

ALL: tuple[type[Command], ...] = (*STORED_AS, *SHORTHAND)
