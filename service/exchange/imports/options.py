"""What an imported file does not say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.commands import Currency
from engine.speech import say
from service.exchange.refused import HundredthsAreTooFine


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """How to import a night. `players` maps nicknames or PokerNow ids to players the book knows already.

    `unit` is the worth of the smallest chip in cents: 0.01 if amounts have decimals and 1 if they have none.
    `owed` is False if the chips are not money, so that nobody owes anything and no plan is made.
    """

    night: str
    club: str
    name: str = ""
    zone: str = "UTC"
    currency: Currency = field(default_factory=Currency)
    unit: int | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    owed: bool = True

    def unit_of(self, file: str, *, pointed: bool) -> int:
        """The worth of the smallest chip in cents: as given, else what a hundredth is worth, else one."""
        if self.unit is not None:
            return self.unit
        if not pointed:
            return 1
        if self.currency.exponent < 2:
            raise HundredthsAreTooFine(file, self.currency.code)
        hundredth: int = 10 ** (self.currency.exponent - 2)
        return hundredth

    def spoken(self, *, pointed: bool) -> str:
        """The unit in a sentence, and where it comes from."""
        code, chip = self.currency.code, "0.01" if pointed else "1"
        if self.unit is not None:
            return say(
                "The smallest chip, {chip}, is {unit} cents ({currency}), as given.",
                chip=chip,
                unit=self.unit,
                currency=code,
            )
        if pointed:
            return say("The smallest chip is {chip} {currency}.", chip=chip, currency=code)
        return say(
            "The smallest chip, {chip}, is taken as one cent ({currency}); give the unit if it is another.",
            chip=chip,
            currency=code,
        )
