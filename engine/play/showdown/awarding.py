"""Pays out the pots at the end of a hand: debts, winners, shares, and chips carried to the next hand.

Equal hands that do not split are dealt off: new open cards decide (RULINGS R-M5).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from engine import events
from engine.cards.standing import Standing
from engine.game.awards import Spellcheck
from engine.ids import PlayerId
from engine.play.betting.round import PASSED_OUT_RULE, openers_now, uncalled
from engine.play.betting.shadow import debts, markers_back, pay_debts
from engine.play.betting.turn_order import ended
from engine.play.showdown.odd_chip import halves, odd_chips_carried, odd_chips_first
from engine.play.showdown.pots import Pot, less_levy, levied, levy_due, pots, pots_of
from engine.play.showdown.rule import contenders, with_a_right
from engine.play.sides.rule import SIDES, able_to_win, named_for, sides_won, winners_by_side
from engine.play.strength.best_hand import deal_off_for, leading, shares_at_stake, shares_of, standings
from engine.play.strength.claims import RULE as ANNOUNCING_RULE
from engine.play.strength.claims import words_stated
from engine.state import Hand, Night

CARRY_RULE = "enemaerke/new-deal"
NO_SIDE_RULE = "enemaerke/high-low/5"
ODD_CARRY_RULE = "standard/odd-chip-carried"


def award_unseen(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The pot for the last player, who need not show because everyone else is out of the hand."""
    back = uncalled(night, hand, hand.round) if hand.round else ()
    awards: list[events.PotAwarded] = []
    levy, due = 0, levy_due(hand)
    for number, whole in enumerate(_last_in_each_pot(night, hand, back)):
        pot, paid = less_levy(whole, due - levy)
        levy += paid
        shares = tuple([events.Share(player=player, chips=pot.chips) for player in pot.eligible])
        awards.append(
            events.PotAwarded(pot=number, share="all", shares=shares, by="last player", rule="all/last-player")
        )
    return back + _paid_out(night, hand, awards, levy=levy)


def _last_in_each_pot(night: Night, hand: Hand, back: Sequence[events.UncalledReturned]) -> list[Pot]:
    """Each pot, with only the last player in it as eligible.

    A player who is all-in wins what they have matched. If the others did not fold but had to leave, the last of them
    takes the side pot, because nobody else was left in it.
    """
    worth, winner = night.pot_worth() - sum(event.chips for event in back), hand.still_in[0]
    if winner not in hand.stakes.all_in or not hand.sent_away:
        return [Pot(worth, (winner,))]
    put_in = dict(hand.stakes.put_in)
    for event in back:
        put_in[event.player] -= event.chips
    ranking = [winner, *reversed(hand.sent_away)]
    layers = pots(put_in, ranking, ranking, besides=worth - sum(put_in.values()))
    return [Pot(pot.chips, (next(player for player in ranking if player in pot.eligible),)) for pot in layers]


def carried(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The end by New Deal: markers go back, debts are bought and paid in, and the pot is carried (RULINGS R-E11)."""
    carry = (events.PotCarried(chips=night.pot_worth(), rule=CARRY_RULE),) if night.pot_worth() else ()
    return (*markers_back(night, hand), *pay_debts(night, hand, {}), *carry, ended(hand))


def nobody_opened(night: Night, hand: Hand, returned: Sequence[events.UncalledReturned]) -> tuple[events.Event, ...]:
    """The end when nobody opened: the chips in the pot are carried or go back (RULINGS R-S3).

    `returned` has gone back already: of unequal blinds, the part that nobody matched.
    """
    asked, left = openers_now(hand), night.pot_worth() - sum(event.chips for event in returned)
    stakes = dict(hand.stakes.put_in)
    for event in returned:
        stakes[event.player] -= event.chips
    back: list[events.StakeReturned] = []
    for player, put_in in stakes.items() if asked is not None and asked.passed_out == "refund" else ():
        # A ruling may have taken chips out of the pot since.
        chips = min(put_in, left)
        left -= chips
        back += [events.StakeReturned(player=player, chips=chips)] if chips else []
    carry = (events.PotCarried(chips=left, rule=PASSED_OUT_RULE),) if left else ()
    return (*markers_back(night, hand), *pay_debts(night, hand, {}), *back, *carry, ended(hand))


def award_seen(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The end after a decided showdown: every pot goes to the winners of each of its shares.

    If everybody announced a hand they did not hold (RULINGS R-E18), or won no side they declared, nobody wins and the pot
    is carried.
    """
    rivals = contenders(hand)
    left = with_a_right(hand, rivals)
    awards: list[events.PotAwarded] = []
    ties: list[events.DealOffStarted] = []
    odd_left = unclaimed = levy = 0
    due = levy_due(hand)
    for number, whole in enumerate(pots_of(night, hand)):
        pot, paid = less_levy(whole, due)
        awarded, tied, odd = _award(night, hand, number, pot, rivals, left)
        if not awarded and not tied:
            unclaimed += whole.chips
            continue
        due -= paid
        if awarded:
            levy += paid
        elif paid:
            tied[0] = replace(tied[0], levy=paid)
        awards += awarded
        ties += tied
        odd_left += odd
    if not awards and not ties:
        carry = events.PotCarried(chips=night.pot_worth(), rule=NO_SIDE_RULE if left else ANNOUNCING_RULE)
        return (*markers_back(night, hand), *pay_debts(night, hand, {}), carry, ended(hand))
    return _paid_out(night, hand, awards, odd=odd_left, unclaimed=unclaimed, levy=levy, ties=ties)


def _award(
    night: Night, hand: Hand, number: int, pot: Pot, rivals: Sequence[PlayerId], left: Sequence[PlayerId]
) -> tuple[list[events.PotAwarded], list[events.DealOffStarted], int]:
    """The awards of this pot by share, the deal-offs of equal hands, and the odd chips left over.

    A share nobody can win goes to the other. `left` are the rivals who have not lost their right to the pot.
    """
    people = [player for player in pot.eligible if player in rivals] or list(rivals)
    alone = len(people) == 1 and people[0] in left
    spoiled = not alone and len(left) < len(rivals)
    if spoiled:
        people = [player for player in people if player in left] or list(left)
    won: list[tuple[str, list[PlayerId], dict[PlayerId, Standing]]] = []
    by_sides = _by_sides(hand, people) if hand.showdown.sides and not alone else {}
    for place, (share, scale) in enumerate(shares_of(hand.game)):
        ranked = standings if hand.showdown.named else leading
        known = {} if alone else ranked(hand, people, scale)
        winners = by_sides[share] if by_sides else winners_of(hand, place, people, known, alone=alone)
        if winners:
            won.append((share, winners, known))
    awards: list[events.PotAwarded] = []
    tied: list[events.DealOffStarted] = []
    odd_left = 0
    fees, odd_of_fees = _fees_besides(night, hand, won, rivals) if number == 0 else ({}, 0)
    pot = pot._replace(chips=pot.chips - sum(fees.values()) - odd_of_fees)
    for (share, winners, known), chips in zip(won, halves(pot.chips, len(won)) if won else (), strict=True):
        ties = deal_off_for(hand.game, share) if chips and len(winners) > 1 else None
        if ties is not None:
            players = tuple(player for player in hand.order if player in winners)
            start = events.DealOffStarted(players=players, up=ties.up, pot=number, share=share, chips=chips)  # type: ignore[arg-type]
            tied.append(start)
            continue
        amounts, odd = _divided(night, hand, chips, winners)
        odd_left += odd
        shares = tuple(share_of(player, amount, known.get(player)) for player, amount in amounts.items())
        by = "table" if hand.showdown.named else "last player" if alone else "cards"
        name = share if len(won) > 1 or share == "all" else "all"
        award = events.PotAwarded(pot=number, share=name, shares=shares, by=by)  # type: ignore[arg-type]
        awards.append(replace(award, rule=ANNOUNCING_RULE) if spoiled else award)
    if fees:
        shares = tuple(events.Share(player=player, chips=chips) for player, chips in fees.items())
        by = "table" if hand.showdown.named else "cards"
        awards.append(events.PotAwarded(pot=number, share="all", shares=shares, by=by, rule=spellcheck_rule(hand)))  # type: ignore[arg-type]
    return awards, tied, odd_left + odd_of_fees


def _fees_besides(
    night: Night, hand: Hand, won: Iterable[tuple[str, list[PlayerId], Any]], rivals: Sequence[PlayerId]
) -> tuple[dict[PlayerId, int], int]:
    """The fees of challengers who win a share of this pot themselves, by who gets them, and the odd chips left over.

    Such a fee goes to the winner who was challenged, to several who show the same word equally (RULINGS R-W15). All
    other fees stay in the pot (R-W14).
    """
    fees: dict[PlayerId, int] = {}
    odd_left = 0
    claims = hand.game.claims
    if not hand.stakes.penalties or hand.showdown.deal_offs:
        return fees, odd_left
    if not isinstance(claims, Spellcheck) or claims.good_pays != "half pot":
        return fees, odd_left
    winners = {player for _, players, _ in won for player in players}
    for payer, holder, word, chips in hand.stakes.penalties:
        others = [player for player in rivals if player in winners and player != payer]
        challenged = [player for player in others if player == holder or _has_stated(hand, player, word)]
        # The challenged hand may have won a side pot only.
        to = challenged or others or [player for player in rivals if player == holder]
        if payer in winners and to:
            amounts, odd = _divided(night, hand, chips, to)
            odd_left += odd
            for player, amount in amounts.items():
                fees[player] = fees.get(player, 0) + amount
    return fees, odd_left


def _has_stated(hand: Hand, player: PlayerId, word: str) -> bool:
    stated = words_stated(hand, player)
    return stated is not None and word in stated.words


def spellcheck_rule(hand: Hand) -> str:
    """The name of the rule by which words are challenged in this game."""
    return f"{hand.game.rulebook or 'scroker'}/spellcheck"


def _by_sides(hand: Hand, people: Sequence[PlayerId]) -> dict[str, list[PlayerId]]:
    """The winners of each side among the players who declared it, by cards or the table's word (RULINGS R-E8)."""
    (high, high_scale), (low, low_scale) = shares_of(hand.game)
    sides = {player: side for player, side in hand.showdown.sides.items() if player in people}
    if hand.showdown.named is not None:
        high_named, low_named = (
            named_for(hand.showdown.named, place, able_to_win(sides, side)) for place, side in enumerate(SIDES)
        )
        won_high, won_low = sides_won(sides, high_named, low_named)
        return {high: won_high, low: won_low}
    best_high, best_low = winners_by_side(
        sides, standings(hand, people, high_scale), standings(hand, people, low_scale)
    )
    return {high: best_high, low: best_low}


def winners_of(
    hand: Hand, place: int, people: Sequence[PlayerId], known: dict[PlayerId, Standing], *, alone: bool
) -> list[PlayerId]:
    """The winners of one share among `people`: named by the table, or judged from the known cards."""
    if hand.showdown.named is not None:
        rankings = hand.showdown.named.rankings
        ranking = rankings[place] if place < len(rankings) else ()
        for group in ranking:
            among = [player for player in people if player in group]
            if among:
                return among
        return list(people) if place == 0 and len(people) == 1 else []
    if alone:
        return list(people) if place == 0 else []
    if not known:
        return []
    best = max(standing.value for standing in known.values())
    return [player for player, standing in known.items() if standing.value == best]


def _divided(night: Night, hand: Hand, chips: int, winners: Sequence[PlayerId]) -> tuple[dict[PlayerId, int], int]:
    """Equal shares in betting order, and the odd chips left for the next pot if the house rule says so (R-G1)."""
    if len(winners) == 1:
        return {winners[0]: chips}, 0
    in_order = [player for player in hand.betting_order if player in winners]
    if night.rules.odd_chip == "carry_to_next_pot":
        return odd_chips_carried(chips, in_order)
    return odd_chips_first(chips, in_order), 0


def share_of(player: PlayerId, chips: int, standing: Standing | None) -> events.Share:
    if standing is None:
        return events.Share(player=player, chips=chips)
    stands_for = standing.stands_for if standing.stands_for != standing.cards else ()
    return events.Share(player=player, chips=chips, cards=standing.cards, stands_for=stands_for, hand=standing.worth)


def _paid_out(
    night: Night,
    hand: Hand,
    awards: list[events.PotAwarded],
    *,
    odd: int = 0,
    unclaimed: int = 0,
    levy: int = 0,
    ties: Sequence[events.DealOffStarted] = (),
) -> tuple[events.Event, ...]:
    """Markers back, debts paid, the levy, awards less the winners' own debts, and the end if nothing is dealt off.

    Odd chips and side pots that nobody won are carried. Chips that are dealt off stay in the pot.
    """
    paid: tuple[events.Event, ...] = ()
    if owed := debts(night, hand):
        won: dict[PlayerId, int] = {}
        for award in awards:
            for share in award.shares:
                won[share.player] = won.get(share.player, 0) + share.chips
        open_debts = {player: min(debt, won.get(player, 0)) for player, debt in owed.items()}
        awards = [_net(award, open_debts) for award in awards]
        paid = pay_debts(night, hand, won)
    carries = ((odd, ODD_CARRY_RULE), (unclaimed, NO_SIDE_RULE))
    carry = [events.PotCarried(chips=chips, rule=rule) for chips, rule in carries if chips]
    after = ties or (ended(hand),)
    return (*markers_back(night, hand), *paid, *levied(hand, levy), *awards, *carry, *after)


def _net(award: events.PotAwarded, open_debts: dict[PlayerId, int]) -> events.PotAwarded:
    """The award with each winner's debt struck out of their shares; `open_debts` loses what is struck out."""
    shares = []
    for share in award.shares:
        netted = min(share.chips, open_debts.get(share.player, 0))
        if netted:
            open_debts[share.player] -= netted
        shares.append(
            events.Share(
                player=share.player,
                chips=share.chips,
                netted=netted,
                cards=share.cards,
                stands_for=share.stands_for,
                hand=share.hand,
            )
        )
    return events.PotAwarded(pot=award.pot, share=award.share, shares=tuple(shares), by=award.by, rule=award.rule)


RULE = "munk/deal-off"


def settled(night: Night, hand: Hand) -> tuple[events.Event, ...]:
    """The award of the share that waits to the best new cards; if they are equal too, another deal-off."""
    current = hand.showdown.deal_offs[0]
    people = contenders(hand)
    alone = len(people) == 1
    ((_, scale),) = shares_at_stake(hand)
    known = {} if alone else standings(hand, people, scale)
    # If nobody has a hand that qualifies, all are equal.
    winners = winners_of(hand, 0, people, known, alone=alone) or people
    if len(winners) > 1:
        tied = tuple(player for player in hand.still_in if player in winners)
        again = events.DealOffStarted(
            players=tied, up=current.up, pot=current.pot, share=current.share, chips=current.chips, levy=current.levy
        )
        return (again,)
    levy = min(current.levy, night.pot_worth())
    last, worth = len(hand.showdown.deal_offs) == 1, night.pot_worth() - levy
    # A ruling may have moved chips since: the last share is all that is left.
    chips = worth if last else min(current.chips, worth)
    award = events.PotAwarded(
        pot=current.pot,
        share=current.share,
        shares=(share_of(winners[0], chips, known.get(winners[0])),),
        by="table" if hand.showdown.named else "last player" if alone else "cards",
        rule=RULE,
    )
    return (*levied(hand, levy), award, *((ended(hand),) if last else ()))
