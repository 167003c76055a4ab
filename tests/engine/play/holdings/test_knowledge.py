"""Known cards of which some are thrown unseen: how many can have been kept, and who else cannot have them."""

from engine import commands, errors
from engine.game.awards import Best, DealOff, PlayersSpeak, TwentyOne
from engine.game.definition import Deck
from engine.game.steps import Arrange, Bet, Deal, Draw, Expose, Pass, Reveal
from engine.game.wilds import Cards
from tests.engine.play.dealing.test_drawing import drawing, exchange, own
from tests.engine.table import Table, announce, game, house, opened

FRENCH = [rank + suit for suit in "shdc" for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A")]


NO_AUTO = house("standard", auto="none")


def thrown_two() -> Table:
    """A, known to hold As Kd 5c 6h 7s, has thrown two cards, nobody knows which; the others have thrown none."""
    return drawing().do("A draws 2; B draws 0; C draws 0")


def test_of_five_known_cards_of_which_two_are_thrown_unseen_at_most_three_are_shown() -> None:
    table = thrown_two()
    refusal = table.refuses("A shows As Kd 5c 6h 7s", errors.KeptFewerOfThem, player="A", thrown=2, most=3)
    assert not refusal.waivable
    assert str(refusal) == (
        "A has thrown 2 cards unseen since they held 5c, 6h, 7s, As, Kd, and cannot have kept more than 3 of them; "
        "the others they name must be cards they have drawn since."
    )
    table.refuses("A shows As Kd 5c 6h 2c", errors.KeptFewerOfThem, cards=["5c", "6h", "As", "Kd"])
    table.do("A shows As Kd 5c 2c 2d")


def test_of_five_known_cards_of_which_two_are_thrown_unseen_at_least_three_are_held_still() -> None:
    table = thrown_two()
    refusal = table.refuses("A shows As 2c 2d 2h 2s", errors.KeptMoreOfThem, player="A", least=3, room=1)
    assert not refusal.waivable
    assert str(refusal) == (
        "A has held 5c, 6h, 7s, As, Kd and must still have at least 3 of them, but with 2c, 2d, 2h, 2s there is room "
        "for only 1; name more of the old cards in place of new ones."
    )
    table.refuses("A shows 2c 2d 2h 2s 3c", errors.KeptMoreOfThem, room=0)
    table.do("A has 2c 2d").refuses("A has 2h", errors.KeptMoreOfThem, others=["2c", "2d", "2h"], room=2)
    table.do("A has 6h", "A shows As 6h 7s 2c 2d")


def test_a_hand_that_is_announced_names_as_many_old_cards_as_were_kept() -> None:
    declared = game(Deal(down=5), Draw(up_to=3), Bet(), claims=PlayersSpeak())
    table = opened("AB").do(announce(declared, dealer="B"), "A has As Kd 5c 6h 7s; A draws 1; B draws 0")
    said = commands.ShowHand(player="A", cards=("2c", "2d", "As", "Kd", "5c"), announced="pair of twos")
    table.do("A x; B x").refuses(said, errors.KeptMoreOfThem, least=4, room=3)


def test_of_a_hand_known_in_part_the_unknown_cards_may_have_been_kept() -> None:
    declared = game(Deal(down=5), Draw(up_to=4), Bet())
    table = opened("AB").do(announce(declared, dealer="B"), "A has As Kd 5c; A draws 2; B draws 0")
    table.refuses("A shows 2c 2d 2h 2s 3c", errors.KeptMoreOfThem, cards=["5c", "As", "Kd"], least=1, room=0)
    table.do("A shows As 2c 2d 2h 2s")
    table = opened("AB").do(announce(declared, dealer="B"), "A has As Kd 5c; A draws 3; B draws 0")
    table.do("A shows 2c 2d 2h 2s 3c")


def test_a_card_known_to_be_thrown_is_one_less_that_must_be_held() -> None:
    table = three_times().do("A draws 2; B draws 0; C draws 0", "A x; B x; C x")
    table.do(exchange("As", "2c"), "B draws 0; C draws 0", "A x; B x; C x")
    table.refuses("A has 3c 3d 3h", errors.KeptMoreOfThem, cards=["5c", "6h", "7s", "Kd"], least=2, room=1)
    table.do("A has 3c 3d")


def test_of_four_cards_named_again_before_one_is_thrown_three_are_held_still() -> None:
    table = three_times().do("A draws 2; B draws 0; C draws 0", "A x; B x; C x", "A has As Kd 2c 2d")
    table.do("A draws 1; B draws 0; C draws 0", "A x; B x; C x")
    table.refuses("A has 3c 5c 6h", errors.KeptMoreOfThem, cards=["2c", "2d", "As", "Kd"], least=3, room=2)
    table.refuses("A has 3c 3d", errors.KeptMoreOfThem, least=4, room=3)
    table.do("A has As 2c 2d 3c 5c")


def test_cards_passed_on_open_eyed_need_not_be_held_any_more() -> None:
    declared = game(Deal(down=3), Draw(up_to=3), Pass(left=1), Bet())
    table = opened("AB", rules=NO_AUTO).do(
        announce(declared, dealer="B"), "deal", "A has As Kd 5c; A draws 1; B draws 0"
    )
    table.do(commands.PassCards(player="A", left=("As",)), commands.PassCards(player="B", left=("2c",)))
    assert own(table, "A") == ["??", "??", "2c"]
    table.refuses("A has 2d 2h", errors.KeptMoreOfThem, cards=["5c", "Kd"], least=1, room=0)
    table.do("A has 2d Kd")
    assert own(table, "B")[-1] == "As"


def test_who_is_dealt_off_against_has_thrown_all_his_cards() -> None:
    declared = game(
        Deal(down=2), Draw(up_to=1), Bet(), scale=TwentyOne(), award=Best(ties=DealOff(up=2, scale=TwentyOne()))
    )
    table = opened("AB", rules=NO_AUTO).do(announce(declared, dealer="B"), "deal", "A has Ks 9s; A draws 1; B draws 0")
    table.do("A x; B x", "A, B win", "deal", "A shows Kd 5c", "B shows 9h 7d")
    assert table.night.hand is None


def test_what_is_told_card_by_card_counts_together() -> None:
    table = thrown_two().do("A has As Kd", "A has 5c")
    table.refuses("A has 6h", errors.KeptFewerOfThem, cards=["5c", "6h", "As", "Kd"])
    table.do("A has 2c 2d")
    assert own(table, "A") == ["As", "Kd", "5c", "2c", "2d"]


def test_a_card_that_was_kept_or_thrown_is_with_nobody_else() -> None:
    table = thrown_two()
    table.refuses("B has As", errors.CardIsAlreadyOut, card="As")
    table.refuses("C shows 2c 7s", errors.CardIsAlreadyOut, card="7s")
    table = drawing().do("A draws 2")
    table.refuses(exchange("2c", "As", player="B"), errors.CardIsAlreadyOut, card="As")


def test_who_has_thrown_a_card_perhaps_does_not_draw_it_again() -> None:
    drawing().refuses(exchange(drawn="As Ks", number=2), errors.CardIsAlreadyOut, card="As")


def three_times() -> Table:
    table = opened("ABC")
    table.do(announce(game(Deal(down=5), (Draw(up_to=5), Bet()) * 3), dealer="C"), "A has As Kd 5c 6h 7s")
    return table


def test_several_exchanges_unseen_leave_fewer_and_fewer_of_the_old_cards() -> None:
    table = three_times().do("A draws 1; B draws 0; C draws 0", "A x; B x; C x")
    table.do(exchange(drawn="2c 2d 2h", number=3), "B draws 0; C draws 0", "A x; B x; C x")
    # Of the first five two at most, and of these and the three drawn, all of which may go now, one.
    table.refuses("A has As Kd 5c", errors.WrongNumberOfCards, wanted=2)
    table.refuses("A shows As Kd 5c 2c 2d", errors.CardsAreNotHeld)
    table.do("A draws 2; B draws 0; C draws 0", "A x; B x; C x")
    table.refuses("A shows As Kd 5c", errors.KeptFewerOfThem, cards=["5c", "As", "Kd"], thrown=6, most=2)
    table.refuses("A shows As Kd 2c 2d", errors.KeptFewerOfThem, cards=["2c", "2d", "As", "Kd"], thrown=2, most=3)
    table.do("A shows As Kd 2c 9c 9d")


def test_of_a_hand_known_in_part_as_many_may_be_kept_as_stay() -> None:
    table = opened("ABC").do(announce(game(Deal(down=5), Draw(up_to=4), Bet()), dealer="C"), "A has As Kd")
    table.do("A draws 3; B draws 0; C draws 0").do("A has As Kd")
    table = opened("ABC").do(announce(game(Deal(down=5), Draw(up_to=4), Bet()), dealer="C"), "A has As Kd")
    table.do("A draws 4; B draws 0; C draws 0").refuses("A has As Kd", errors.KeptFewerOfThem, most=1)


def test_a_card_known_to_be_thrown_later_was_one_of_those_kept() -> None:
    table = three_times().do("A draws 2; B draws 0; C draws 0", "A x; B x; C x")
    table.do(exchange("As", "2c"), "B draws 0; C draws 0", "A x; B x; C x")
    table.refuses("A has As", errors.CardIsAlreadyOut)
    table.refuses("A has Kd 5c 6h", errors.KeptFewerOfThem, most=2)
    table.do("A has Kd 5c")
    table.refuses(exchange("6h"), errors.KeptFewerOfThem)


def test_an_order_of_the_pile_names_no_more_old_cards_than_were_kept() -> None:
    table = opened("ABC", rules=NO_AUTO).do(
        announce(game(Deal(down=5), Draw(up_to=3), Bet(), Arrange(), (Reveal(), Bet()) * 5), dealer="C"),
        "deal",
        "A has As Kd 5c 6h 7s; A draws 3; B draws 0; C draws 0; A x; B x; C x",
    )
    table.refuses(
        commands.ArrangeCards(player="A", cards=("As", "Kd", "5c", "2c", "2d")), errors.KeptFewerOfThem, most=2
    )
    table.do(commands.ArrangeCards(player="A", cards=("As", "2c", "Kd", "2d", "2h")))


def test_a_card_opened_by_choice_may_be_one_that_was_kept() -> None:
    declared = game(Deal(down=3), Draw(up_to=3), Expose(), Bet())
    table = opened("AB", rules=NO_AUTO).do(
        announce(declared, dealer="B"), "deal", "A has As Kd 5c; A draws 2; B draws 0"
    )
    table.refuses(commands.ExposeCard(player="B", card="As"), errors.CardIsAlreadyOut)
    table.do(commands.ExposeCard(player="A", card="As"), commands.ExposeCard(player="B", card="2c"))
    assert own(table, "A") == ["As", "??", "??"]
    table.refuses("A has Kd", errors.KeptFewerOfThem, cards=["As", "Kd"])


def test_cards_passed_on_unseen_may_be_the_neighbours() -> None:
    declared = game(Deal(down=3), Draw(up_to=3), Pass(left=1), Bet())
    table = opened("AB", rules=NO_AUTO).do(
        announce(declared, dealer="B"), "deal", "A has As Kd 5c; A draws 1; B draws 0"
    )
    table.do(commands.PassCards(player="A", left=("??",)), commands.PassCards(player="B", left=("??",)))
    table.do("B has As")


def test_of_identical_cards_another_may_have_come() -> None:
    """Four wildcards are alike (RULINGS R-M14): a player who throws two of three may hold three again."""
    declared = game(Deal(down=3), Draw(up_to=3), Bet(), deck=Deck("french-52", wildcards=4), wild=Cards("wildcard"))
    table = opened("AB").do(announce(declared, dealer="B"), "A has w w w; A draws 2; B draws 0")
    table.do("A has w w w")


def used_up() -> Table:
    """Seven players: A's cards are known, and after the exchanges the stock is used up and shuffled again."""
    table = opened("ABCDEFG", rules=NO_AUTO)
    table.do(announce(game(Deal(down=5), Draw(up_to=5), Bet()), dealer="G"), commands.Deal(cards=tuple(FRENCH[:35])))
    return table.do("A draws 4; B draws 5; C draws 5; D draws 5; E draws 5; F draws 5; G draws 0")


def test_once_the_stock_was_shuffled_again_what_was_thrown_may_be_with_anybody() -> None:
    """RULINGS R-M13: then nobody knows any more where the old cards are."""
    mine, theirs = FRENCH[0:35:7], FRENCH[1:35:7]
    table = used_up()
    table.do("E has " + mine[0], "A has " + theirs[0])
    table.refuses("A has " + mine[0], errors.CardIsAlreadyOut)
    table.refuses("B has " + FRENCH[6], errors.CardIsAlreadyOut, card=FRENCH[6])
    table.do("A shows " + " ".join([theirs[0], *mine[1:3]]))


def test_what_was_thrown_face_up_is_shown_by_who_drew_it_unseen_after_the_shuffle() -> None:
    """RULINGS R-M13."""
    table = opened("ABCDEFG", rules=NO_AUTO)
    table.do(announce(game(Deal(down=5), Draw(up_to=5), Bet()), dealer="G"), commands.Deal())
    table.do(exchange("2c 3c 4c 5c 6c"), "B draws 5; C draws 5")
    table.refuses("D has 2c", errors.CardIsAlreadyOut)
    table.do("D draws 5; E draws 0; F draws 0; G draws 0").do("D has 2c", "D shows 2c 3c 9d 9h 9s")
