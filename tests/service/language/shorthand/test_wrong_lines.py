"""Whatever is typed wrong at the prompt is answered with a sentence of words: nothing empty, nothing spelt as in code."""

import re
from collections.abc import Sequence

import pytest

from engine import commands, errors
from engine.decider import accept
from engine.library import named
from engine.preconditions import doing_now
from engine.sample.acts import Dealer
from engine.sample.table import play_hand
from engine.state import Night
from service.language.dictionaries import shipped
from service.language.shorthand import ParsedLine, ShorthandError, read_line
from service.language.shorthand.acts import VERBS
from service.language.shorthand.lines import DIRECTIVES
from tests.engine.simulate.seeded import Seeded
from tests.soak import SOAK, in_turn

assert shipped.WIDE_ENGLISH.name

NAMES = {"p1": "Anna", "p2": "Bo", "p3": "Carl", "p4": "Dora", "p5": "Eva", "p9": "Zora"}
# What stands behind every verb and every directive.
BEHIND = ("", "3", "7s", "cat of zora", "999999", '"hm"')
BESIDES = (
    *("anna", "anna wins", "zora wins", "anna wins low", "anna wins, bo wins", "win", "c", "x", "f", "r2", "3", "all"),
    *("12p", "anna 3x", "anna +", "anna +0", "anna -99999", "anna = ", "q", "anna bo", '"', "waive foo", "ruling"),
    *('waive foo "x": anna 3', 'ruling "x"', 'ruling "x" move 5 from pot to nobody', "anna opens Ks", "anna passes up"),
    *(
        "anna challenges of anna",
        "bo challenges zz",
        "anna challenges",
        "no challenge",
        "no",
        "anna shows",
        "anna contra",
    ),
    *('anna shows Ca Aa Ta Zl Ym "catty"', 'anna shows As Kd Qd Jd 10d "lots of kings"', "anna gives anna 3"),
    *(
        "anna pays x",
        "board move 9 to 10",
        "board move 1",
        "new deal by zora",
        "new deal by anna harms bo",
        "new by anna",
    ),
    *(
        "score 99",
        "score 44 pagat zora",
        "goal ultimo",
        "widow 7",
        "anna bids nothing",
        "anna melds Ks",
        "stock",
        "trump",
    ),
    *(
        "name the game ludo",
        "hand ludo by anna",
        "hand in by anna",
        "strike",
        "strike 3",
        "settle maybe",
        "gap somebody",
    ),
    *("pay 0", "bank pays zora 3", "at noon", "anna sits 3", "anna leaves", "anna declares 4", "anna turns beats"),
)
LINES = (*(f"anna {verb} {more}".strip() for verb in VERBS for more in BEHIND), *BESIDES)
OF_THE_TABLE = tuple(f"{word} {more}".strip() for word in DIRECTIVES for more in BEHIND if word != "waive")
# An empty list or value, a type, a stored name, a Python literal, an id, a seam between two texts.
UGLY = re.compile(
    r"\bof none\b|\bis none\b|at none\b|none's|\[|\]|\(\)|\bNone\b|\{|\}|“”|[a-z][A-Z][a-z]|[a-z]_[a-z]|  | ;|: \.|\.\.$"
    r"|\bp\d\b|\b[Tt]rue\b|\b[Ff]alse\b|<|>|chips:p|the all share"
)
GAMES = (
    *(("April Reigners", 4), ("Mississippi Ratfuck", 4), ("Last Chance", 4), ("Midnight Baseball", 4)),
    *(
        ("Spit in the Ocean", 4),
        ("Mexican Stud", 4),
        ("Yankee Baseball", 4),
        ("Book'em Danno", 3),
        ("Omaha Hi/Lo 8", 3),
    ),
    *(("Scroker", 5), ("Longhorn Stud", 5), ("Dealer's Choice", 5), ("WordPoker", 4), ("Lift Smoke", 4), ("Tarok", 4)),
)


def said_wrong(night: Night, line: str) -> str:
    """The answer to a line that is refused; nothing where it is not."""
    twin = night.copy()
    try:
        for command in read_line(line, twin, NAMES).commands:
            accept(twin, command)
    except ShorthandError as refusal:
        return str(refusal)
    except errors.Refusal as refusal:
        return refusal.say(NAMES)
    return ""


def ugly(night: Night, lines: Sequence[str]) -> list[str]:
    answers = {line: said_wrong(night, line) for line in lines}
    assert sum(bool(answer) for answer in answers.values()) > len(lines) // 4
    return [
        f"{line}: {answer}"
        for line, answer in answers.items()
        # What is quoted is what was typed.
        if answer and (not answer.endswith((".", "?")) or UGLY.search(re.sub(r"“[^“”]+”|\bWordPoker\b", "“…”", answer)))
    ]


def opened(players: int, rulebook: str = "enemaerke") -> Night:
    night = Night()
    rules = commands.HouseRules(initial_loan=150, rulebook=rulebook, auto="none")
    accept(night, commands.OpenNight(night="n", club="c", banker="p2", rules=rules))
    for number in range(1, players + 1):
        accept(night, commands.SeatPlayer(player=f"p{number}"))
    return night


@pytest.mark.parametrize(("name", "players"), GAMES, ids=[name for name, _ in GAMES])
def test_in_every_kind_of_game_a_wrong_line_is_answered_in_words(name, players) -> None:
    game = named(name)[0]
    night = opened(players, game.rulebook)
    accept(night, commands.AnnounceHand(game=game.name, rulebook=game.rulebook, dealer=f"p{players}"))
    hand, seen, found = night.hand, set(), []
    assert hand is not None
    dealer = Dealer(hand, Seeded(1), tells=True)
    for command in play_hand(night, hand, dealer, Seeded(1)):
        if (now := doing_now(hand)) not in seen:
            seen.add(now)
            # In a quick run every sixth line; which of them differs from moment to moment.
            found += ugly(night, in_turn((*LINES, *OF_THE_TABLE), len(seen), of=6))
        accept(night, command)
    assert found == []


def test_before_between_and_behind_hands_a_wrong_line_is_answered_in_words() -> None:
    found = ugly(Night(), in_turn((*LINES, *OF_THE_TABLE), 0, of=3))
    night = opened(4)
    found += ugly(night, in_turn((*LINES, *OF_THE_TABLE), 1, of=3))
    for number in range(1, 5):
        accept(night, commands.CountChips(player=f"p{number}", chips=150 if number > 1 else 148))
    ending = (commands.CloseNight(), commands.ResolveGap(by="banker"), commands.FreezePlan(kind="bank"))
    for begin, command in enumerate(ending):
        accept(night, command)
        found += ugly(night, in_turn((*LINES, *OF_THE_TABLE), begin, of=3))
    assert found == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "anna challenges",
            "Nobody challenges words in April Reigners; only games of words have challenges.",
        ),
        ("anna x", "There is no betting now; it is time to deal cards."),
        ("c", "There is no betting now, so nobody can say “c”; it is time to deal cards."),
        ("anna bids solo", "It is not time to bid; now it is time to deal cards."),
        ("anna contra", "Anna has nothing to answer; an opponent answers what the bidder has announced, once."),
        (
            "anna has 7s",
            "Anna has no card left to name; only an unknown card that somebody may have seen can be named.",
        ),
        ("anna wins, bo wins", "The pot is won twice in this line; say each part of the pot once."),
        (
            "board move 9 to 10",
            "9 is not a place in April Reigners; its shared cards lie at no place, because it has none.",
        ),
        (
            'settle "hm"',
            "There is no plan “hm”; the plans are bank (everyone with the banker) and direct (fewest transfers).",
        ),
        (
            "anna gives fritz 3",
            "Nobody here is called “fritz”. The players are Anna, Bo, Carl, Dora, Eva, Zora; “new fritz” adds one.",
        ),
        (
            "dro 3",
            "Nobody here is called “dro”. The players are Anna, Bo, Carl, Dora, Eva, Zora; “new dro” adds one.",
        ),
        (
            "report",
            (
                "“report” is neither a name here nor a line; it is a command of the shell: `chipbook report`. "
                "The players are Anna, Bo, Carl, Dora, Eva, Zora."
            ),
        ),
        ("nobody 3", "Nobody here is called “nobody”. The players are Anna, Bo, Carl, Dora, Eva, Zora."),
        (
            "wins",
            (
                "Say who wins: “NAME wins”, “NAME, NAME win” if they share, “NAME > NAME win” for a side pot, or "
                "“NAME wins high, NAME wins low”."
            ),
        ),
        (
            "all low",
            (
                "Only “all check”, “all call” and “all draw 0” are for everybody; say other acts one by one, such as "
                "“anna low”."
            ),
        ),
        (
            "all +150",
            (
                "Only “all check”, “all call” and “all draw 0” are for everybody; say other acts one by one, such as "
                "“anna +150”."
            ),
        ),
        ("anna buys 100", "Chips come on credit or for money; say “anna +100” or “anna +100 cash”."),
        (
            "acrl +10",
            "Nobody here is called “acrl”. Did you mean Carl? The players are Anna, Bo, Carl, Dora, Eva, Zora.",
        ),
        (
            "anna+10",
            "Nobody here is called “anna+10”. Did you mean “anna +10”? The players are Anna, Bo, Carl, Dora, Eva, Zora.",
        ),
        (
            "darws 3",
            "Nobody here is called “darws”. Did you mean “draws”? The players are Anna, Bo, Carl, Dora, Eva, Zora.",
        ),
        (
            "Lars",
            (
                "Nobody here is called “Lars”. Did you mean “lays”? The players are Anna, Bo, Carl, Dora, Eva, Zora; "
                "“new Lars” adds one."
            ),
        ),
        (
            "hand baseball by draws",
            "“draws” is not a name here; it is a verb. The players are Anna, Bo, Carl, Dora, Eva, Zora.",
        ),
        ("77", "There is no betting now, so nobody can say “77”; it is time to deal cards."),
        ("draws 3", "No player is asked now, so a line has to say who; it is time to deal cards."),
        ("+10", "A line such as “+10” has to say who: “anna +10”."),
        (
            "anna flies",
            (
                "After “anna” comes “flies”; expected: what the player does: +150 (loan), +40 cash, -80, = 117 (count), "
                "gives, pays, sits, stands, back or leaves."
            ),
        ),
    ],
)
def test_what_would_be_accepted_is_said(line, answer) -> None:
    night = opened(4)
    accept(night, commands.AnnounceHand(game="April Reigners", dealer="p4"))
    assert said_wrong(night, line) == answer


def test_with_psychology_turning_is_what_all_do_at_once() -> None:
    night = opened(4)
    accept(night, commands.AnnounceHand(game="Last Chance", dealer="p4"))
    accept(night, commands.Deal())
    for player in ("p1", "p2", "p3", "p4"):
        accept(night, commands.Check(player=player))
    for player in ("p1", "p2", "p3", "p4"):
        accept(night, commands.ArrangeCards(player=player))
    assert read_line("turn 7s Kd 2c 9h", night, NAMES) == read_line("reveal 7s Kd 2c 9h", night, NAMES)
    accept(night, commands.RevealCards())
    # Nobody knows who opens, and nobody has bet.
    assert said_wrong(night, "all call") == "Nobody has bet, so nobody can call; say “all check”."


def test_money_is_paid_for_something_while_a_hand_is_played() -> None:
    night = opened(4)
    accept(night, commands.AnnounceHand(game="Last Chance", dealer="p4"))
    assert said_wrong(night, "anna paid 3") == (
        "After “anna paid” comes “3”; expected: an amount of money and what it was paid for, such as 240 for pizza."
    )


def test_whoever_may_bet_is_asked_back_whether_chips_or_money_are_paid() -> None:
    """Whoever calls pays the pot, at many tables: a bare number may be either, and money is said as money."""
    night = opened(4)
    accept(night, commands.AnnounceHand(game="Straight Poker", dealer="p4"))
    accept(night, commands.Deal())
    sentence = "“anna pays 2” may be chips for the pot or money for the bank; say “anna 2” or “anna pays 2.00”."
    assert said_wrong(night, "anna pays 2") == sentence
    assert "say “bo 2” or “bo pays 2.00”" in said_wrong(night, "bo pays 2")
    accept(night, commands.Fold(player="p1"))
    assert read_line("anna pays 2", night, NAMES) == ParsedLine((commands.PayIn(player="p1", cents=200),))
    for line in ("anna pays 2.00", "anna pays 2 to bank", "anna betaler 2 til banken"):
        assert read_line(line, night, NAMES) == ParsedLine((commands.PayIn(player="p1", cents=200),))


def test_a_card_is_no_new_player() -> None:
    assert "adds one" not in said_wrong(opened(4), "Ks Qh 3d")


@pytest.mark.parametrize("word", ["next", "knock", "peder", "stilling"])
def test_a_word_alone_is_no_new_player_unless_it_is_written_as_a_name(word) -> None:
    assert "adds one" not in said_wrong(opened(4), word)
    for line in (word.capitalize(), f"{word} +50"):
        assert said_wrong(opened(4), line).endswith("adds one.")


@pytest.mark.parametrize("line", ["anna pays 2 to", "anna paid 2 to", "anna betaler 2 til", "anna pays to 2"])
def test_money_is_paid_to_somebody_who_is_named(line) -> None:
    """What lacks a name is no payment of transfer 2."""
    assert said_wrong(opened(4), line).endswith("; expected: the name of a player.")


@pytest.mark.parametrize("line", ["c", "f", "all", "3", "r2", "draws 2", "shows As Kd"])
def test_between_hands_an_act_of_a_hand_hears_that_none_is_played(line) -> None:
    answer = f"No hand is being played, so nobody can say “{line}”; announce one first: hand GAME by DEALER."
    assert said_wrong(opened(4), line) == answer


def test_nobody_is_offered_as_new_who_is_one_slip_from_a_name_or_a_word() -> None:
    """One letter wrong, missing, too many, or exchanged with its neighbour, in any name or word of the shorthand."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    night = opened(4)
    wrong = []
    step = 1 if SOAK else 10
    for word in (*NAMES.values(), *VERBS, *DIRECTIVES):
        if len(word) < 4 or not word.isalpha():
            continue
        # In a quick run every tenth letter; which of them differs from word to word.
        for cut in range(sum(map(ord, word)) % step, len(word), step):
            middle = letters[(cut * 7 + len(word)) % len(letters)]
            slips = [
                word[:cut] + word[cut + 1 :],
                word[:cut] + middle + word[cut:],
                word[:cut] + middle + word[cut + 1 :],
            ]
            slips += [word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]] if cut + 1 < len(word) else []
            wrong += [slip for slip in slips if "adds one" in said_wrong(night, f"{slip} 3")]
    assert wrong == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("anna paid 20 for bo", "“for bo” does not say what was paid for; say that first, such as “for pizza for bo”"),
        ("anna lagde 20 kr. ud for eve", "“for eve” does not say what was paid for"),
        ("anna spent 20 for carl for pizza", "“for carl” does not say what was paid for"),
        ("anna pays 20 for 2p", "comes “2p”; expected: what was paid for"),
        ("240 from the kitty for bo", "say that first, such as “for pizza”, or put in quotes"),
        ('240 from the kitty for "  "', "comes “  ”; expected: what was paid for"),
        ('anna spent 20 for "  "', "comes “  ”; expected: what was paid for"),
        ('strike 4 "  "', "comes “  ”; expected: the reason, such as wrong player, in quotes"),
        ("anna paid 20 for chips", "say “anna +40 cash” for chips, “anna pays 20” for what they owe"),
        ("anna betaler 20 kr for gæld", "“anna pays 20 kr” for what they owe"),
    ],
)
def test_who_or_what_is_of_the_bank_is_nothing_that_was_bought_for_all(line, sentence, night, names):
    with pytest.raises(ShorthandError, match=re.escape(sentence)):
        read_line(line, night, names)


@pytest.mark.parametrize("line", ['anna paid 20 for "bo"', "anna spent 20 for chips", "anna lagde 20 ud for mad"])
def test_what_was_bought_may_be_called_as_somebody_is(line, night, names):
    (expense,) = read_line(line, night, {**names, "p6": "Mads"}).commands
    assert isinstance(expense, commands.PayExpense)


@pytest.mark.parametrize("line", ["new Lars +150", "new Lars sits 3", "ny Lars låner 50", "new Lars = 50"])
def test_what_a_new_player_does_is_no_part_of_their_name(line, night, names):
    with pytest.raises(ShorthandError, match="say “new Lars” first and the rest in a line of its own"):
        read_line(line, night, names)
    assert read_line('new "Lars back"', night, names) == ParsedLine(players=("Lars back",))


def test_cards_that_are_asked_for_in_an_exchange_are_no_chips(night, names):
    for line in ("hand three card draw by bo", "all check"):
        for command in read_line(line, night, names).commands:
            accept(night, command)
    for line in ("carl asks 3", "carl beder om 3"):
        with pytest.raises(ShorthandError, match="may be cards or chips; say “carl draws 3” or “carl asks 3 chips”"):
            read_line(line, night, names)
    assert read_line("carl asks 3 chips", night, names).commands == (commands.AskForChips(player="p3", chips=3),)


@pytest.mark.parametrize("line", ['strike 6-5 "no"', 'correct 4 to "bo +50" and strike 6-5'])
def test_events_to_strike_are_said_from_the_first_to_the_last(line, night, names):
    with pytest.raises(ShorthandError, match="comes “6-5”; expected: the numbers of the events to strike"):
        read_line(line, night, names)


@pytest.mark.parametrize(
    ("option", "ranks", "cards"),
    [
        ("2s wild", "wild 2", "wild 2s"),
        ("3s and 9s wild", "wild 3 9", "wild 3s 9s"),
        ("one-eyed and 10s wild, high-low", "wild one-eyed 10", "wild one-eyed 10s"),
    ],
)
def test_every_card_of_a_rank_and_a_card_of_spades_are_told_apart(option, ranks, cards, night, names):
    with pytest.raises(
        ShorthandError, match=f"may be every card of a rank or a card of spades; say “{ranks}” or “{cards}”"
    ):
        read_line(f"hand straight poker by bo with {option}", night, names)
    for said in (ranks, cards, "2s and Jh wild", "7 wild"):
        assert read_line(f"hand straight poker by bo with {said}", night, names).commands


@pytest.mark.parametrize("option", ["a wild 2", "a 2 wild"])
def test_an_article_is_no_ace(option, night, names):
    """`with a wild 2` made every ace wild as well."""
    with pytest.raises(ShorthandError, match=f"“{option}” may speak of aces or not; say “wild A 2” or “wild 2”"):
        read_line(f"hand straight poker by bo with {option}", night, names)
    for said in ("wild a 2", "A 2 wild", "a wild"):
        assert read_line(f"hand straight poker by bo with {said}", night, names).commands


@pytest.mark.parametrize("line", ["anna wins", "anna vandt"])
def test_the_winner_of_a_trick_on_the_table_does_not_win_the_hand(line, night, names):
    for said in ("hand lift smoke by bo", "carl plays Ks"):
        for command in read_line(said, night, names).commands:
            accept(night, command)
    with pytest.raises(
        ShorthandError, match="may be the trick on the table or the hand; say “anna takes the trick” or"
    ):
        read_line(line, night, names)
    won = commands.NameWinners(rankings=((("p1",),),))
    assert read_line(f"{line} the pot", night, names).commands == (won,)


@pytest.mark.parametrize("line", ["anna missing", "anna mangler"])
def test_a_player_who_is_missing_is_dealt_no_card(line, night, names):
    with pytest.raises(
        ShorthandError, match="expected: the card; of one that nobody knows it is said “NAME card missing”"
    ):
        read_line(line, night, names)
    for said in ("anna card missing", "anna mangler et kort"):
        assert read_line(said, night, names).commands == (commands.GiveMissingCard(player="p1"),)


@pytest.mark.parametrize("line", ["hand bo", "spil bo", "hand anna by bo"])
def test_who_deals_is_not_the_beginning_of_a_game(line, night, names):
    with pytest.raises(ShorthandError, match="is a player; say the game before who deals: “hand GAME by"):
        read_line(line, night, names)


@pytest.mark.parametrize("line", ["anna lægger ud 3", "anna spent 3", "anna har lagt ud 3 til bo"])
def test_money_spent_for_others_without_what_it_was_for_is_no_payment(line, night, names):
    with pytest.raises(ShorthandError, match="what it was paid for, such as 240 for pizza"):
        read_line(line, night, names)
