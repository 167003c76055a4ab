"""The rules of announcing and naming the game of a hand, with its options, and of New Deal."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from engine import commands, errors, events, words
from engine.game.awards import TarokScore, Words
from engine.game.betting import Forced, HouseLimit, Limit
from engine.game.counts import KEPT, players_served, seats_before_betting, seats_the_deck_allows
from engine.game.definition import Game
from engine.game.findings import findings
from engine.game.option_texts import OptionText, option_text, spelled
from engine.game.options import AnyOption
from engine.game.steps import NameGame
from engine.house.soundness import sound_limit
from engine.ids import PlayerId
from engine.ledger.postings import left_in_the_box
from engine.library import BOOK_NAMES, OF_THE_RULEBOOKS, as_switched, close_to, game_called
from engine.play.betting.shadow import lacking
from engine.play.betting.turn_order import clockwise_from, forced_bets, positions, who_misses_blinds, whose_deal
from engine.play.corrections.places import has_open_cards, later_dealt
from engine.preconditions import at_step, dealt_in, in_play, insist, is_over, playing, present
from engine.registry import decides
from engine.state import Before, Hand, Night


@decides(commands.AnnounceHand)
def announce_hand(command: commands.AnnounceHand, night: Night) -> commands.AnnounceHand:
    """Fills in everything the dealer left unsaid, and checks what they said against the table."""
    in_play(night)
    if night.terms.debts_only:
        raise errors.NobodyPlaysHere()
    if night.hand is not None:
        raise errors.HandIsBeingPlayed(number=night.hand.number, game=night.hand.game.name)
    if is_over(night):
        insist(command, errors.PlayIsOver(ends=night.rules.play_ends))
    sound_limit(command.limit)
    command, game = _declared(command, night)
    button = command.button
    if command.dealer is not None:
        button = present(night, command.dealer).seat
        if command.button not in (0, button):
            raise errors.ButtonIsElsewhere(player=command.dealer, seat=button, button=command.button)
    players = command.players
    if players is None:
        players = _dealt_in_tonight(night, game, command.dealer)
    else:
        _check_named(night, game, players)
    _check_number_of_players(command, game, players)
    game = pinned(game.for_players(len(players)))
    at = positions(night, players, game, button)
    order = clockwise_from(night, players, at.button)
    dealer = order[-1] if night.people[order[-1]].seat == at.button else None
    posts = command.posts
    if posts is None:
        posts = forced_bets(night, order, game, at, command.straddle)
    _check_posts(command, night, game, order, posts)
    return replace(
        command,
        game=game.name,
        rulebook=game.rulebook,
        dealer=dealer,
        button=at.button,
        players=order,
        posts=posts,
        declaration=game,
    )


def follow_announcement(night: Night, hand: Hand, before: Before) -> tuple[events.Event, ...]:
    """What follows an announcement: whose deal it was, who misses their blinds, the chips carried into the pot."""
    announced = hand.announced
    due = None if hand.other_dealer_recorded else whose_deal(night, announced, before)
    if due is not None and announced.dealer is not None:
        return (events.DealerIsAnother(player=due, dealer=announced.dealer),)
    if missed := who_misses_blinds(night, announced, before):
        return (events.BlindsMissed(players=missed),)
    # A game without a pot leaves the carried chips for the next one.
    carried = 0 if isinstance(hand.game.award, TarokScore) else night.balance.get("carry", 0)
    return (events.CarryAdded(chips=carried),) if carried else ()


def _declared(command: commands.AnnounceHand, night: Night) -> tuple[commands.AnnounceHand, Game]:
    """The announcement with the options said in the game's name, and the game it declares."""
    if command.declaration:
        return command, claim_in_full(command.declaration)
    games, options = game_called(command.game, command.rulebook or night.rules.rulebook)
    if not games or (command.rulebook and games[0].rulebook != command.rulebook):
        raise errors.UnknownGame(game=command.game, close=list(close_to(command.game)))
    if options:
        command = replace(command, options=(*options, *command.options))
    return command, as_announced(games[0], command, night)


def as_announced(game: Game, command: commands.AnnounceHand, night: Night) -> Game:
    """The game as it is played tonight: with the rules of the house and what the dealer adds.

    The rules agreed for the night hold for games of its rulebook. A limit on bets also holds for games of another book
    that leaves the limit to the table (Scroker: "maximum bet amounts if desired").
    """
    game = as_switched(game, night.rules.switches)
    own_book = game.rulebook == night.rules.rulebook
    forced = command.forced or (night.rules.forced if own_book else None) or game.forced
    limit = command.limit or (night.rules.limit if own_book or game.limit == HouseLimit() else None) or game.limit
    game = judged_by(_at_terms(game, forced, limit), night.rules.dictionary)
    return with_options(game, command.options)


@lru_cache(maxsize=KEPT)
def _at_terms(game: Game, forced: Forced | None, limit: Limit | None) -> Game:
    """The game with these antes or blinds and this limit: the same object each time, of which more is remembered."""
    return replace(game, forced=forced, limit=limit)


def judged_by(game: Game, dictionary: str) -> Game:
    """The game with its words judged by this dictionary; a game that names its own word list keeps that (R-W13)."""
    scale = game.scale
    if not dictionary or not isinstance(scale, Words) or scale.dictionary not in OF_THE_RULEBOOKS:
        return game
    return replace(game, scale=replace(scale, dictionary=dictionary))


def with_options(game: Game, options: Iterable[AnyOption]) -> Game:
    """The game as the dealer's options change it; refuses an option that does not fit, with the reason.

    Only the result of all options must be sound, so their order does not matter. The refusal names the option that made
    the game unsound.
    """
    stages: list[tuple[str, Game]] = []
    for option in options:
        name = option_text(option)
        if objection := option.objection(game):
            raise errors.OptionDoesNotFit(option=OptionText(name), game=game.name, because=objection)
        game = spelled(game + option)
        stages.append((name, game))
    for finding in findings(game) if stages else ():
        guilty = next(name for name, stage in stages if finding.code in [result.code for result in findings(stage)])
        raise errors.OptionDoesNotFit(option=OptionText(guilty), game=game.name, because=finding.sentence)
    return game


def claim_in_full(game: Game) -> Game:
    """The game, complete; refuses a declaration from outside that leaves something to a rulebook or is unsound."""
    missing = game.unsaid
    if missing:
        raise errors.GameIsIncomplete(game=game.name, missing=missing)
    for finding in findings(game):
        raise errors.GameIsUnsound(game=game.name, because=finding.sentence)
    return game


def pinned(game: Game) -> Game:
    """The game with the name and version of its dictionary, so that its words are always judged by the same one."""
    return replace(game, scale=words.pinned(game.scale)) if isinstance(game.scale, Words) else game


def is_the_same_game(wanted: Game, frozen: Game) -> bool:
    """True if a hand froze this game; any edition of a dictionary may judge its words."""
    if isinstance(wanted.scale, Words) and isinstance(frozen.scale, Words):
        wanted = replace(wanted, scale=replace(wanted.scale, dictionary=frozen.scale.dictionary))
    return wanted == frozen


def _dealt_in_tonight(night: Night, game: Game, dealer: PlayerId | None) -> tuple[PlayerId, ...]:
    """Everyone who sits at the table and has chips, if the game needs them."""
    sitting = night.sitting
    if _needs_chips(game):
        sitting = night.with_chips(sitting)
    if dealer is not None and dealer not in sitting:
        raise errors.DealerIsNotDealtIn(player=dealer)
    return tuple(sitting)


def _needs_chips(game: Game) -> bool:
    """Whether a player needs chips to take part; where nobody bets, scores go on account (RULINGS R-T10)."""
    return game.goes_all_in and not isinstance(game.award, TarokScore)


def _check_named(night: Night, game: Game, players: tuple[PlayerId, ...]) -> None:
    """Refuses players who are named but cannot be dealt in."""
    needs_chips = _needs_chips(game)
    for player in players:
        person = night.people.get(player) or present(night, player)
        if person.left or not person.sitting:
            raise errors.PlayerIsAway(player=player)
        if needs_chips and night.stack(player) == 0:
            raise errors.HasNoChips(player=player)
    if len(set(players)) != len(players):
        raise errors.NamedTwice(players=list(players))


def _check_number_of_players(command: commands.AnnounceHand, game: Game, players: tuple[PlayerId, ...]) -> None:
    if len(players) < 2:
        raise errors.TooFewToPlay(game=game.name, players=len(players), least=players_served(game)[0])
    check_number(command, game, len(players))


def check_number(command: commands.AnnounceHand | commands.NameTheGame, game: Game, players: int) -> None:
    """Refuses more or fewer players than the game allows, and more than the pack has cards for.

    A number that a source only recommends refuses nobody (RULINGS R-S17). The pack must have enough cards for the deals
    before the first betting. When it runs out later, folded and thrown cards are shuffled, and only a deal for which
    they are too few is refused (RULINGS R-D21).
    """
    least, most = game.seats or (players, players)
    if players < least:
        insist(command, errors.FewerThanTheGameIsFor(game=game.name, players=players, least=least))
    if players > most:
        insist(command, errors.MoreThanTheGameIsFor(game=game.name, players=players, most=most))
    room = max(seats_the_deck_allows(game), seats_before_betting(game))
    if players > room:
        raise errors.DeckIsTooSmall(game=game.name, players=players, room=room)


def _check_posts(
    command: commands.AnnounceHand,
    night: Night,
    game: Game,
    order: tuple[PlayerId, ...],
    posts: tuple[commands.Post, ...],
) -> None:
    """Refuses posts that a player cannot pay: nobody antes by shadow unless the table waives that (R-E12)."""
    if game.short == "shadow" and (short := lacking(night, posts)):
        insist(command, errors.AntesAreLacking(players=short))
    left = {post.player: night.stack(post.player) for post in posts}
    lent = 0
    for post in posts:
        player, chips = post.player, post.chips
        if player not in order:
            raise errors.PlayerIsNotInTheHand(player=player, players=list(order))
        debt = max(0, chips - left[player])
        left[player] -= chips - debt
        if debt and game.short != "shadow":
            raise errors.BetExceedsStack(player=player, chips=chips, stack=night.stack(player))
        from_box = chips if player == night.from_box else debt
        if from_box and from_box > (in_box := left_in_the_box(night) - lent):
            raise errors.BoxCannotCoverShadow(player=player, debt=debt, left=in_box)
        lent += from_box


@decides(commands.NewDeal)
def new_deal(command: commands.NewDeal, night: Night) -> commands.NewDeal:
    """Stops the hand at a player's demand: the pot is carried and everybody antes again (RULINGS E3, Misdeal).

    Only the harmed player may demand it; for a fault of the first deal with open cards, anybody may. The table knows
    whom a fault harms and may say so. A player who has looked at their cards may not demand it for the first deal.
    """
    hand = playing(night)
    player, harmed = command.player, command.harmed
    for named_player in (player, harmed):
        if named_player is not None and named_player not in hand.order:
            dealt_in(hand, named_player)
    first = not later_dealt(hand, None)
    if player is not None and harmed not in (None, player) and not (first and has_open_cards(hand)):
        insist(command, errors.HarmsSomebodyElse(player=player, harmed=harmed))
    if player is not None and command.looked and first:
        insist(command, errors.HasLookedAtClosedCards(player=player))
    return command


@decides(commands.NameTheGame)
def name_the_game(command: commands.NameTheGame, night: Night) -> commands.NameTheGame:
    """Names one of the games the step offers, with the dealer's options, for this hand only."""
    hand, step = at_step(night, NameGame)
    command, game = _declared_by_name(command, night, hand)
    if any(isinstance(each, NameGame) for each in game.steps):
        raise errors.NamesNoGame(game=game.name, games=list(step.games))
    if game.rulebook in BOOK_NAMES and not _is_offered(hand, step, game):
        # A club may have invented the game (source text 000: "even a game of pure invention").
        insist(command, errors.GameIsNotOffered(game=game.name, games=list(step.games)))
    players = len(hand.order)
    game = pinned(game.for_players(players))
    check_number(command, game, players)
    return replace(command, game=game.name, declaration=game)


def _is_offered(hand: Hand, step: NameGame, game: Game) -> bool:
    """Whether the step offers the game; a game of the club's own may offer games of any rulebook."""
    of_the_book = hand.game.rulebook in BOOK_NAMES
    return game.name in step.games and not (of_the_book and game.rulebook != hand.game.rulebook)


def _declared_by_name(command: commands.NameTheGame, night: Night, hand: Hand) -> tuple[commands.NameTheGame, Game]:
    """The command with the options said in the game's name, and the game it declares."""
    if command.declaration:
        return command, claim_in_full(command.declaration)
    games, options = game_called(command.game, hand.game.rulebook)
    if not games:
        raise errors.UnknownGame(game=command.game, close=list(close_to(command.game)))
    command = replace(command, options=(*options, *command.options))
    return command, as_named(games[0], command, night)


def as_named(game: Game, command: commands.NameTheGame, night: Night) -> Game:
    """The game as it is played in this hand: its antes, blinds and limit stay those of the announcement."""
    hand = playing(night)
    game = as_switched(game, night.rules.switches)
    game = judged_by(replace(game, forced=hand.game.forced, limit=hand.game.limit), night.rules.dictionary)
    return with_options(game, command.options)
