"""Whatever is sent as files of any kind is read, asked about or refused with a sentence: never a fault, here or of the worker."""

import base64
from typing import get_args

import pytest
from hypothesis import given, settings, strategies

from service.exchange.imports.ledger import HEADERS
from service.exchange.imports.pokernow_file import LOG_HEADER
from service.exchange.imports.results.debts import HEADINGS
from service.reports.views.exchange import ImportKind
from tests.service.api.verified import worker_of
from tests.soak import rounds

# What JSON can bring: every character there is, alone and in pairs.
ANY = strategies.text(max_size=40)
WORDS = strategies.sampled_from(
    [
        *"\0\t\n\v\f\r\x1c\x85\u2028\u200f\ufeff\"',;-=[{٣²½",
        *("\r\n", "0", "-1", "1e9", "7,50", "NaN", "9" * 5_000, "Anna", "anna", "A @ b"),
        *("3/4/2024", "31/02/2024", "0000-00-00", "2024-01-31T20:15:00.000Z", "2024-13-31T25:61:61.000Z"),
    ]
)
CELLS = strategies.one_of(ANY, WORDS, strategies.lists(WORDS, max_size=3).map("".join))
HEADS = {
    "results": [("date", "player", "in", "out"), ("date", "Anna", "Bo", "Carl"), ("date", "player", "result")],
    "pokernow": [LOG_HEADER],
    "ledger": list(HEADERS),
    "phh": [("variant", "antes", "actions")],
    "debts": [tuple(one) for one in HEADINGS],
}


def written(heads: list[tuple[str, ...]]) -> strategies.SearchStrategy[str]:
    """A file that begins as one of its kind and goes on with anything."""

    def rows(head: tuple[str, ...]) -> strategies.SearchStrategy[str]:
        row = strategies.lists(CELLS, min_size=1, max_size=len(head) + 1).map(",".join)
        whole = strategies.tuples(*[CELLS] * len(head)).map(",".join)
        return strategies.lists(row | whole, max_size=4).map(lambda found: "\n".join([",".join(head), *found]))

    return strategies.sampled_from(heads).flatmap(rows)


def files(kind: str) -> strategies.SearchStrategy[list[dict[str, str]]]:
    """Files as they are sent: in base64, or as something that is none."""
    texts = (ANY | written(HEADS[kind])).map(lambda text: text.encode())
    content = (texts | strategies.binary(max_size=40)).map(lambda data: base64.b64encode(data).decode()) | ANY
    one = strategies.fixed_dictionaries({"name": strategies.text(min_size=1, max_size=40), "content": content})
    return strategies.lists(one, min_size=1, max_size=2)


ANSWERS = strategies.fixed_dictionaries(
    {},
    optional={
        "mapped": strategies.dictionaries(
            ANY | WORDS.filter(lambda one: len(one) < 40), ANY | strategies.just("Anna"), max_size=2
        ),
        **dict.fromkeys(("gap", "sheet", "name", "banker"), ANY),
        "zone": ANY | strategies.sampled_from(["..", "/", "\0", "Europe", "x" * 79, "Europe/Copenhagen"]),
        "dates": strategies.sampled_from(["dmy", "mdy"]),
        "unit": strategies.integers(0, 1_000_000),
        "currency": strategies.from_regex("[A-Za-z]{3}", fullmatch=True),
        "tournament": strategies.sampled_from(["ignore", "as-chips"]),
    },
)


@pytest.mark.parametrize("kind", get_args(ImportKind))
def test_whatever_is_sent_as_a_file_is_read_or_refused_and_never_a_fault(kind, shared_app, shared_table):
    banker, path, worker = shared_table.banker, f"/clubs/{shared_table.club}/imports", worker_of(shared_app)

    @settings(max_examples=rounds(8, 400))
    @given(files(kind), ANSWERS, strategies.booleans())
    def whatever(sent, said, told):
        answer = banker.post(path, {"files": sent, "answers": said, **({"kind": kind} if told else {})})
        assert answer.status_code in (202, 422), answer.json
        if answer.status_code == 422:
            assert answer.json["code"] == "wrong_body", answer.json
            return
        worker.run_due()
        made = banker.get(f"{path}/{answer.json['id']}").json
        assert made["state"] in ("asks", "ready", "refused"), made
        assert made["state"] != "refused" or made["preview"]["refused"], made
        assert banker.delete(f"{path}/{made['id']}").status_code == 204

    whatever()
