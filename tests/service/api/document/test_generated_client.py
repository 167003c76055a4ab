"""A client that openapi-python-client makes of the document leaves nothing out, and plays a whole evening with it alone."""

import importlib
import itertools
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic, sleep
from types import ModuleType
from typing import Any

import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType
from openapi_python_client.parser.errors import GeneratorError

from service.api import whole_document
from tests.service.api.conftest import TOKEN

# Only a test that fails waits so long.
PATIENCE_SECONDS = 60
PACKAGE = "client_of_the_document"
# It knows no PDF, which is bytes to it, and what it writes is not made pretty, for nobody reads it.
SETTINGS = ConfigFile(
    package_name_override=PACKAGE,
    project_name_override=PACKAGE,
    content_type_overrides={"application/pdf": "application/octet-stream", "image/png": "application/octet-stream"},
    post_hooks=[],
)


class Generated:
    """The package that was made: its models, and its operations by the name of the document."""

    def __init__(self, folder: str, warnings: Sequence[GeneratorError]) -> None:
        self.warnings = warnings
        sys.path.insert(0, folder)
        try:
            api = importlib.import_module(f"{PACKAGE}.api")
            names = [one.name for one in pkgutil.walk_packages(api.__path__, f"{api.__name__}.") if not one.ispkg]
            self.operations = {name.rpartition(".")[2]: importlib.import_module(name) for name in names}
            self.models: ModuleType = importlib.import_module(f"{PACKAGE}.models")
            self.client: ModuleType = importlib.import_module(f"{PACKAGE}.client")
        finally:
            sys.path.remove(folder)


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    return whole_document("1")


@pytest.fixture(scope="session")
def generated(document, tmp_path_factory) -> Generated:
    folder = tmp_path_factory.mktemp("client")
    source = folder / "openapi.json"
    source.write_text(json.dumps(document), encoding="utf-8")
    place = folder / PACKAGE
    warnings = generate(
        config=Config.from_sources(SETTINGS, MetaType.NONE, source, "utf-8", overwrite=False, output_path=place)
    )
    return Generated(str(folder), warnings)


@pytest.fixture
def ask(generated, address) -> Iterator[Callable[..., Any]]:
    """Calls an operation by its name, with a new key where it takes one; its answer must be the good one."""
    client = generated.client.AuthenticatedClient(base_url=address, token=TOKEN)
    keys = itertools.count(1)

    def call(name: str, *where: str, status: int = 0, **given: Any) -> Any:
        operation = generated.operations[name]
        if "idempotency_key" in operation._get_kwargs.__annotations__:
            given["idempotency_key"] = f"key-{next(keys)}"
        answer = operation.sync_detailed(*where, client=client, **given)
        assert (answer.status_code == status) if status else (answer.status_code < 300), answer.parsed
        return answer

    with client:
        yield call


def test_a_generated_client_has_every_operation_and_nothing_is_warned_of(generated, document) -> None:
    operations = {
        operation["operationId"]
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    }
    assert [warning.header + str(warning.detail) for warning in generated.warnings] == []
    assert set(generated.operations) == operations
    assert len(operations) > 100


class Evening:
    """A night that is played by the generated functions and models alone."""

    def __init__(self, ask: Callable[..., Any], models: ModuleType, night: str) -> None:
        self.ask = ask
        self.models = models
        self.night = night

    def read(self, what: str) -> Any:
        return self.ask(f"get_night{what}", self.night).parsed

    def record(self, noun: str, body: Any, **more: Any) -> Any:
        return self.ask(f"post_night_{noun}", self.night, body=body, **more).parsed

    def record_on_this(self, noun: str, body: Any) -> None:
        """Records an act of a hand, which is decided on the latest version."""
        self.record(noun, body, if_match=self.ask("get_night", self.night).headers["ETag"])

    def act(self, command: Any) -> None:
        self.record_on_this("commands", self.models.CommandBody(command=command))

    def choices(self, command: str) -> list[Any]:
        return [choice for choice in self.read("_choices").choices if choice.command == command]

    def ready(self, choice: Any) -> Any:
        """The command of a choice, to be sent as it is or with another amount."""
        return self.models.CommandBody.from_dict({"command": choice.ready.to_dict()}).command

    def act_while_there_are(self, command: str) -> None:
        """Does whatever of this type is ready, until there is none."""
        while choices := self.choices(command):
            self.act(self.ready(choices[0]))


def test_a_generated_client_plays_an_evening_from_the_club_to_the_report(ask, generated) -> None:
    models = generated.models
    evening = Evening(ask, models, "friday")

    # Founding and opening.
    club = ask("post_clubs", body=models.Name(name="Friday")).parsed.id
    anna, bo, carl = (
        ask("post_club_players", club, body=models.Name(name=one)).parsed.id for one in ("Anna", "Bo", "Carl")
    )
    rules = models.HouseRules(initial_loan=150, auto=models.HouseRulesAuto.ALL)
    ask("post_nights", body=models.OpenNightBody(night=evening.night, club=club, banker=bo, rules=rules))
    for player in (anna, bo, carl):
        evening.record("seats", models.SeatPlayerBody(player=player))
    evening.record("loans", models.GiveLoanBody(player=carl, chips=50))

    # A hand that is bet, raised, called and shown.
    evening.record_on_this("hands", models.AnnounceHandBody(game="Straight Poker", dealer=carl))
    (choice,) = evening.choices("bet")
    bet = evening.ready(choice)
    bet.chips = choice.most
    evening.act(bet)
    evening.act(evening.ready(evening.choices("raise")[0]))
    evening.act_while_there_are("call")
    shows, cards = evening.choices("show_hand")[0].player, ["Ks", "Kh", "Kd", "4c", "4s"]
    evening.act(models.ShowHand(type_=models.ShowHandType.SHOW_HAND, player=shows, cards=cards))
    evening.act_while_there_are("muck")

    # A hand whose cards nobody wrote down.
    evening.record_on_this("hands", models.AnnounceHandBody(game="Straight Poker", dealer=anna))
    evening.act_while_there_are("check")
    assert evening.choices("name_winners")
    evening.act(models.NameWinners(type_=models.NameWinnersType.NAME_WINNERS, rankings=[[[anna]]]))

    # Counts, the close, and the gap.
    for player in evening.read("").players:
        counted = player.stack - (3 if player.id == anna else 0)
        evening.record("counts", models.CountChipsBody(player=player.id, chips=counted))
    evening.act(evening.ready(evening.choices("close_night")[0]))
    assert evening.read("").gap == 3
    evening.act(evening.ready(evening.choices("resolve_gap")[0]))

    # The server freezes the plan of the house by itself, which takes it a moment.
    until = monotonic() + PATIENCE_SECONDS
    while not (plan := evening.read("_settlement")).frozen:
        assert monotonic() < until
        sleep(0.05)
    late = evening.record("settlement", models.FreezePlanBody(kind=models.FreezePlanKind.DIRECT), status=409)
    assert late.code == "plan_is_frozen"
    assert plan.transfers
    for transfer in plan.transfers:
        evening.record("payments", models.RecordPaymentBody(transfer=transfer.number))

    assert evening.read("_report").verdict.phase == "settled"
    assert evening.read("_report_pdf").payload.read().startswith(b"%PDF")
    assert evening.read("_adjudication").agrees
