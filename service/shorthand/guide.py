"""The shorthand in one table: what may be typed and what it means. `help` prints it, and the README holds it."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

DOT = " · "
# The width of `help` in columns, and where its second column begins.
WIDTH = 80
SAYS_AT = 40


class GuideRow(NamedTuple):
    """Lines of one kind, and the meaning of each in the same order."""

    lines: str
    says: str


GUIDE: dict[str, tuple[GuideRow, ...]] = {
    "The bank": (
        GuideRow("anna +150 · anna +40 cash · anna -80", "a loan · chips for money · chips handed back"),
        GuideRow("anna gives bo 10 · anna pays 20.00 · bank pays bo 5.00", "chips · money to the bank · money from it"),
    ),
    "Betting": (
        GuideRow("hand straight poker by bo", "Bo deals; antes go in, and closed cards are dealt without a tap"),
        GuideRow("hand scroker by anna limit 5", "a bet or raise is at most 5 in this hand"),
        GuideRow("hand cincinnati by bo with wild at 5, high-low", "the dealer's options, with commas between them"),
        GuideRow("anna 3 · bo r2 · carl c · dora x · eva f", "puts in 3 · raises by 2 · calls · checks · folds"),
        GuideRow("anna bets 3 · bo to 12 · carl s5", "bets 3 · raises to 12 · bets 5 with a shadow"),
        GuideRow("all check · all call", "everybody who has still to speak in the round checks · calls, or checks"),
        GuideRow("bo doubles", "doubles the stakes: puts in as much again as so far"),
        GuideRow("anna all · eva taps out", "goes all-in · stays in with too few chips, as all agree"),
    ),
    "Cards": (
        GuideRow("deal 7s Kd 2c · board Ks 4d 9c · burn", "open cards · shared cards · a card put aside"),
        GuideRow(
            "lay Ks · turn Ks · reveal Ks 4d 9c", "the next shared card · the closed one turned · the tops of all piles"
        ),
        GuideRow("anna draws 2 · all draw 0 · anna has As Kd", "an exchange · everybody's · cards that become known"),
        GuideRow("anna opens Ks", "a closed card of her choice, or the open one that was dealt as ??"),
        GuideRow("bo passes 3h 4h 5h · carl arranges As Kd 5c", "passes cards on · lays their pile"),
        GuideRow("anna turns 7h · anna turns beats", "turns the next card of her pile · and it beats"),
        GuideRow("bo spit 5h", "calls a card while the dealer lays"),
        GuideRow("dora buys 9h · dora declines", "has the offered card · does not want it"),
        GuideRow("eva out · eva fee 3", "is sent out by a card that nobody knows · pays for one"),
    ),
    "The showdown": (
        GuideRow("anna high · bo low · carl both", "declares a side; 3, 1 and 2 chips say the same: anna declares 3"),
        GuideRow("anna shows As Ad 7c 7s 3d · bo mucks", "shows, and the engine names the winner · gives up"),
        GuideRow("anna wins · anna, bo win · anna wins high, bo wins low", "when the book does not know the cards"),
        GuideRow("anna > bo win", "Anna wins, and Bo is next best, for a side pot; a comma is a tie"),
        GuideRow("deal from bo As Kd Qc 9h", "a deal-off of equal hands, in which Bo gets the first card"),
    ),
    "Words": (
        GuideRow("name the game scroker · hand hot longhorn stud by bo", "the dealer's choice · hot, by its name"),
        GuideRow('anna shows Ca Aa Ta Zl Ym "cat"', "her words, said as she shows"),
        GuideRow("bo challenges cat · bo challenges cat of anna · no challenge", "doubts a word · whose · nobody does"),
    ),
    "Tricks": (
        GuideRow(
            "trump Ks · anna plays Ks · bo takes · stock 7h", "trumps · a card · the trick · a card from the stock"
        ),
        GuideRow(
            "bo bids solo · carl passes · widow 2 · discard 7s 8s 9s", "Tarok: the bidding · the widow · put aside"
        ),
        GuideRow("goal ultimo · anna contra · bo melds Ks Kh Kd Kc", "announced · answered · a set of cards shown"),
        GuideRow("score 44", "the bidder's points"),
    ),
    "Faults": (
        GuideRow(
            "anna card missing · bo card too many 7h", "put right; add “looked” if the player who demands it has looked"
        ),
        GuideRow("bo skipped 5c · carl twice 4h", "an open card too few or too late · too many"),
        GuideRow("carl keeps 9d · carl takes next 5c for 9d", "a closed card that was dealt open, kept or changed"),
        GuideRow(
            "board move 3 to 4 · anna miscounts 3", "a card at the wrong spot · a call with the wrong number of chips"
        ),
        GuideRow("dora buys original gets 5h 6h · dora buys next", "a card that nobody had offered"),
        GuideRow('new deal by dora "misdeal" · new deal by dora harms bo', "the hand stops, and the pot is carried"),
    ),
    "The table": (
        GuideRow("new Erik · sit erik · erik sits 3 · erik leaves", "somebody new · sits down · on seat 3 · goes home"),
        GuideRow("erik stands · erik back", "is away from the table · sits there again"),
        GuideRow("at 20:15", "the time of what follows"),
        GuideRow('strike 41 "wrong player"', "event 41 is void; what follows from the others is drawn again"),
        GuideRow(
            'waive bet_over_limit "all agreed": anna 12', "a rule of the house is set aside, and the report says so"
        ),
        GuideRow('ruling "split" move 4 from pot to anna agreed by anna, bo', "what no rule covers, the table decides"),
    ),
    "The end": (
        GuideRow(
            "anna = 2p 17 · close · gap losers", "count · the end of play · who gets the worth of what is missing"
        ),
        GuideRow("settle direct · pay 1 20.00", "who pays whom · a payment"),
    ),
}


def as_lines(groups: Mapping[str, Sequence[GuideRow]] = GUIDE) -> list[str]:
    """The table for the prompt, group by group, for a terminal of 80 columns."""
    told: list[str] = []
    for group, rows in groups.items():
        told.append(group)
        for row in rows:
            told += _side_by_side(row)
    return told


def _side_by_side(row: GuideRow) -> list[str]:
    """The meaning beside the line, wrapped under itself; below the line if the line is too long."""
    says = textwrap.wrap(row.says, WIDTH - SAYS_AT)
    typed = f"  {row.lines}"
    if len(typed) + 2 > SAYS_AT:
        return [typed, *(" " * SAYS_AT + line for line in says)]
    return [f"{typed:{SAYS_AT}}{says[0]}", *(" " * SAYS_AT + line for line in says[1:])]


def as_markdown() -> str:
    """The table in Markdown, as in the README."""
    rows = [f"| {_as_code(row.lines)} | {row.says} |" for rows in GUIDE.values() for row in rows]
    return "\n".join(("| line | what it says |", "|---|---|", *rows))


def _as_code(lines: str) -> str:
    return DOT.join(f"`{line}`" for line in lines.split(DOT))
