"""The rules lawyer plays a case on a scratch night: nothing of the state is set by hand, and every card is dealt."""

from collections import deque
from typing import Any

import msgspec
import pytest

from engine import decider, errors, events
from engine.judge import Case, Judgement, judge, playing
from engine.judge.case import game_of
from engine.judge.playing import played
from engine.state import Night, Part
from engine.state.part import names_in


def of(game: str, players: dict[str, Any], **said: Any) -> Case:
    seen = {name: {"cards": cards} if isinstance(cards, str) else cards for name, cards in players.items()}
    return msgspec.convert({"game": game, "players": seen, **said}, Case)


def winners(judgement: Judgement) -> dict[str, dict[str, int]]:
    return {share.share: {won.player: won.chips for won in share.winners} for share in judgement.shares}


CASES = {
    "shared cards": of("Texas Hold'em", {"A": "As Ad", "B": "Ks Kd"}, board="2c 3c 7h 8h Jd", pot=9),
    "some of them": of("Cincinnati", {"A": "As Ad 2h 3h 4h", "B": "Ks Kd 5h 6h 7h"}, board="2c 3c 7d"),
    "sent out": of("Baseball", {"A": "As Ah 7s Ad Ac Kc Qd", "B": "2h 4d 5s 6s 8h 10s Js"}, pot=5),
    "alone": of("Baseball", {"A": {"closed": "As Ah Kd Ad", "open": "4h 5c 6c 8d"}}),
    "folded": of(
        "Follow the Queen",
        {"F": {"cards": "?? ?? Qs", "folded": True}, "A": "2s 3d 4h 6h 8h 10h 4c", "B": "Ks Kd 5h 7h 9h Jh 3s"},
    ),
    "opened by choice": of(
        "Shifting Sands", {"A": {"open": "As Ad 9c 4h", "closed": "2c"}, "B": {"open": "Ks Kd Kh 4d", "closed": "3c"}}
    ),
    "turned": of("Last Chance", {"A": "As Ad 4c 9h 2s", "B": "Ks Kd 2h 5c Jd"}),
    "sides": of(
        "Straight Poker",
        {"A": {"cards": "As Ah Ad 9c 8c", "side": "both"}, "B": {"cards": "7s 5d 4d 3c 2d", "side": "low"}},
        options=["high-low"],
    ),
    "piles": of("Midnight Baseball", {"A": {"open": "As 5d"}, "B": {"open": "Ks Kd"}}),
}


def state(part: Any) -> Any:
    """All of a state, part by part, so that two can be compared."""
    if isinstance(part, dict):
        return {key: state(value) for key, value in part.items()}
    if isinstance(part, list | tuple | deque):
        return [state(value) for value in part]
    if not type(part).__module__.startswith(("engine.state", "engine.trick_play")):
        return part
    fields = names_in(type(part)) if isinstance(part, Part) else getattr(part, "__struct_fields__", ()) or vars(part)
    return {field: state(getattr(part, field)) for field in fields}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_scratch_night_is_the_fold_of_its_events(case, monkeypatch) -> None:
    folded: list[tuple[Night, events.Event]] = []

    def noted(night: Night, event: events.Event) -> None:
        folded.append((night, event))
        fold(night, event)

    fold = decider.evolve
    for module in (decider, playing):
        monkeypatch.setattr(module, "evolve", noted)
    night = played(case, game_of(case)).night
    again = Night()
    for other, event in folded:
        if other is night:
            fold(again, event)
    assert state(again) == state(night)


# What the rules draw


def test_the_pot_of_the_scratch_night_is_the_one_of_the_case_whatever_cards_have_cost() -> None:
    bought = {"closed": "As Ah Kd Ad", "open": "4h 5c 6c 8d"}
    case = of("Baseball", {"A": bought, "B": "2h 4d 5s 6s 8h 10s Js"}, pot=2)
    night = played(case, game_of(case)).night
    assert night.balance["pot"] == 2
    assert winners(judge(case)) == {"all": {"A": 2}}


def test_who_was_left_alone_is_told_all_their_cards_make() -> None:
    judgement = judge(CASES["sent out"])
    assert judgement.players[0].out == "7♠ sends them out"
    assert judgement.players[1].hands[0].counts == "jack high"
    assert winners(judgement) == {"all": {"B": 5}}


def test_who_stands_alone_plays_against_nobody_whose_cards_make_others_wild() -> None:
    alone = judge(of("Follow the Queen", {"A": "2s 3d Qs 6h 8h 10h 6c"}))
    assert {card.card for card in alone.players[0].hands[0].wild} == {"Qs", "6h", "6c"}
    assert {player.player for player in alone.players} == {"A"}
    last = judge(of("Follow the Queen", {"A": "2s 3d 6h 8h 10h Qs 6c"}))
    assert {card.card for card in last.players[0].hands[0].wild} == {"Qs"}


def test_where_betting_ends_a_hand_that_nobody_opens_the_case_is_played_on() -> None:
    """Scroker asks for openers; a case does not say who opened."""
    judgement = judge(of("Scroker", {"A": "Ca Aa Ta Zl Ym", "B": "Da Oa Pl Xm Vm"}, pot=4))
    assert winners(judgement) == {"all": {"A": 4}}


def test_more_players_than_the_pack_serves_are_refused() -> None:
    pack = iter(
        f"{rank}{suit}"
        for suit in "shdc"
        for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    )
    players: dict[str, Any] = {f"P{number}": {"open": next(pack), "folded": True} for number in range(18)}
    with pytest.raises(errors.DeckIsTooSmall):
        judge(of("Seven Card Stud", players | {"A": " ".join(next(pack) for _ in range(7))}))


def test_a_card_that_the_last_one_turned_has_given_is_not_turned_yet() -> None:
    turned = "As Kd 5c 6h 7d 8s 9c 4h"
    with pytest.raises(errors.HoldsAnotherNumber, match="1 to 7"):
        judge(of("Midnight Baseball", {"A": {"open": turned}, "B": {"open": "2s"}}))


def test_a_bought_card_that_was_laid_in_a_pile_may_be_its_last_one() -> None:
    """It lies there like any other (Psychology), as the book has it."""
    bought = {"closed": "4c 8h 6d 8c", "open": "4d Ad Js As"}
    judgement = judge(
        of("Baseball", {"A": bought, "B": "2h 4s 5s 6s 8s 10s Jd"}, options=["psychology", "wild last card"])
    )
    assert {card.card for card in judgement.players[0].hands[0].wild} == {"8c"}


def test_who_has_folded_is_told_so_even_if_an_open_card_of_theirs_sends_out() -> None:
    folded = {"open": "7s", "folded": True}
    judgement = judge(of("Baseball", {"A": folded, "B": "2h 4d 5s 6s 8h 10s Js", "C": "2d 4c 5h 6h 8c 10d Jd"}))
    assert judgement.players[0].out == "they have folded"
    assert "enemaerke/sends-out" not in {rule.name for rule in judgement.rules}
