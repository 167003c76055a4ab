"""What must be true after every event: small functions, each of which returns what it finds wrong.

An account of somebody is called as whoever asks calls it; the ledger has it under their id.
"""

from collections.abc import Callable

from engine.grammar import amount_text
from engine.ledger.postings import KITTY, is_money, left_in_the_box
from engine.registry import FUNDS
from engine.speech import say
from engine.state import UNKNOWN, Night

Called = Callable[[str], str]
Check = Callable[[Night, Called], list[str]]


def chips_sum_to_zero(night: Night, _: Called) -> list[str]:
    """No chip appears or vanishes: all chip accounts sum to 0."""
    total = sum(amount for account, amount in night.balance.items() if not is_money(account))
    return [say("The chip accounts sum to {total}, not to 0.", total=total)] if total else []


def money_sums_to_zero(night: Night, _: Called) -> list[str]:
    """No cent appears or vanishes: all money accounts sum to 0."""
    total = sum(amount for account, amount in night.balance.items() if is_money(account))
    if not total:
        return []
    money = night.opened.currency if night.opened else None
    text = amount_text(total, money.exponent, money.code) if money else total
    return [say("The money accounts sum to {total}, not to 0.", total=text)]


def expenses_are_shared_in_full(night: Night, _: Called) -> list[str]:
    """What was paid for others is shared to the last cent: the sum of expenses is the sum of shares."""
    left = night.balance.get("expenses", 0)
    if not left:
        return []
    text = amount_text(-left, night.terms.currency.exponent, night.terms.currency.code)
    return [say("Of what was paid for others, {money} is shared by nobody.", money=text)]


def the_kitty_spends_what_it_has(night: Night, _: Called) -> list[str]:
    """Nothing is paid out of an empty kitty."""
    left = night.balance.get(KITTY, 0)
    if left >= 0:
        return []
    text = amount_text(-left, night.terms.currency.exponent, night.terms.currency.code)
    return [say("The kitty has spent {money} more than it has got.", money=text)]


def nobody_is_below_zero(night: Night, called: Called) -> list[str]:
    """Stacks, pot, carried pot, markers and funds hold no negative chips; nor does a declared box."""
    if night.opened is None:
        return []
    results = []
    never_below = {"pot", "carry", "due", *FUNDS}
    for account, amount in night.balance.items():
        held = account in never_below or account.startswith(("chips:", "shadow:"))
        if amount < 0 and held and account.removeprefix("chips:") != night.from_box:
            results.append(say("{account} holds {chips} chips.", account=called(account), chips=amount))
    # Chips the box sells to a player who owes the pot may have left it and not have reached the pot yet.
    in_box = left_in_the_box(night) + night.balance.get("due", 0)
    if in_box < 0:
        results.append(say("The box holds {chips} chips.", chips=in_box))
    return results


def debts_are_owed_to_the_pot(night: Night, called: Called) -> list[str]:
    """All debts by shadow equal what the pot has coming, and no marker is larger than its debt."""
    owed = -sum(amount for account, amount in night.balance.items() if account.startswith("owed:"))
    due = night.balance.get("due", 0)
    results = [say("Players owe the pot {owed}, and it has {due} coming.", owed=owed, due=due)] if owed != due else []
    for account, amount in night.balance.items():
        if account.startswith("shadow:"):
            debt = -night.balance.get("owed:" + account.removeprefix("shadow:"), 0)
            if amount > debt:
                text = say(
                    "{account} lies at {chips} for a debt of {debt}.", account=called(account), chips=amount, debt=debt
                )
                results.append(text)
    return results


def nothing_lies_between_hands(night: Night, called: Called) -> list[str]:
    """Without a hand there is no pot, no marker and no debt."""
    if night.hand is not None:
        return []
    lying = {
        account: amount
        for account, amount in night.balance.items()
        if amount and (account in ("pot", "due") or account.startswith(("shadow:", "owed:")))
    }
    return [
        say("Between hands {account} holds {chips} chips.", account=called(account), chips=amount)
        for account, amount in lying.items()
    ]


def no_card_lies_twice(night: Night, _: Called) -> list[str]:
    """Every known card is in one place; folded cards may have been dealt again."""
    hand = night.hand or night.last_hand
    if hand is None:
        return []
    places = [*(hand.cards.own[player] for player in hand.still_in), hand.cards.board]
    cards = [held.card for place in places for held in place]
    copies = hand.deck.copies
    known = [card for card in cards if card != UNKNOWN]
    return [
        say("{card} lies twice.", card=card) for card in sorted(set(known)) if known.count(card) > copies.get(card, 1)
    ]


INVARIANTS: tuple[Check, ...] = (
    chips_sum_to_zero,
    money_sums_to_zero,
    expenses_are_shared_in_full,
    the_kitty_spends_what_it_has,
    nobody_is_below_zero,
    debts_are_owed_to_the_pot,
    nothing_lies_between_hands,
    no_card_lies_twice,
)


def broken(night: Night, called: Called = str) -> list[str]:
    """Everything that is wrong with the night, one sentence each; empty if all is well. `called`: an account in words."""
    return [finding for check in INVARIANTS for finding in check(night, called)]
