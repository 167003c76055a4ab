"""An evening of ten games of Enemærke at the prompt, typed in Danish: no English but names and the family's own.

The errors of the source's chapter are walked through, and what is read afterwards: report, page, PDF, picture, workbook, tables,
calendar, receipt, standings and audit.
"""

import re
from collections.abc import Iterator
from html import unescape

import msgspec
import openpyxl
import pypdfium2
import pytest

from cli.prompt.night_prompt import NightPrompt
from service.app.book import Book
from service.app.looking_back.report import report
from service.language.languages import DANISH, in_language
from service.reports.printed import standings_picture
from tests.danish import english_words

PLAYERS = ("Åse", "Ærling", "Zenia", "Lars", "Søren", "Bodil", "Jens")
# What stands in every language: people and the product, examples of names and words, options and rules as they are typed.
AS_IT_IS = (
    *PLAYERS,
    *(
        "Erik",
        "Anna",
        "Carl",
        "Dora",
        "Eva",
        "Sankt Hans",
        "Familien Enemærke",
        "chipbook",
        "cat",
        "scroker",
        "straight poker",
    ),
    *(
        "bet_over_limit",
        "high-spade",
        "hot-n-sours",
        "mixing-the-juice",
        "tap-out",
        "chmod go",
        "solo",
        "Ta",
        "read",
        "cards",
    ),
)
# Lines as they are typed; those after a ! are refused. {last} is the number of the last event, {loan} that of a loan.
EVENING = """\
# Før første spil
?
hjælp
hjælp alle
hjælp fejl
hjælp banken
vis
log 5
log alle
log søren
fejl
ja
nej
!lars er enig
!alle låner 50
!lars køber 100
!afregn uden
!anna +50
!hånd
!hånd xyz
!hånd cincinatti
!hånd stud
!hånd elevator af bodil med vrøvl
!hånd elevator af bodil med vild
!hånd elevator af bodil med jokere 30
!hånd elevator af bodil med bytte 4
!hånd elevator af bodil med vild på 3
!hånd elevator af bodil med psykologi meget
!hånd elevator grænse x
!hånd rubbers in the dark af åge
# 1. Baseball: sort 7'er, rød 4'er, bud uden for tur, glemt rød 4
hånd baseball af åse
?
!bodil byder 3
giv 7s Kd 4h 2c 9d 3h 5c
?
fejl
!zenia byder 9
lars afslår
bodil byder 3
zenia byder 3
!zenia byder 6
jens følger
!lars vinder
søren 2 op
?
åse folder
zenia følger
lars følger
søren følger
!alle følger
giv 8s 4d 9c Jh 6c
søren kort for meget
!søren beholder 9c
lars køber det oprindelige
alle passer
giv
alle passer
giv
alle passer
!hånd elevator
alle passer
?
bodil viser Kh Ks Kc 2h 2d
bodil vinder
# 2. Follow the Queen: sprunget over, New Deal med hvem er skadet
hånd follow the queen af ærling med vild 7
giv qs 7h 2c 3d 5s 9h 8c
!zenia sprunget over 4h
jens to gange
new deal af jens skader zenia "kortene blev set"
# 3. Elevator med jokere: kort for lidt, lukket kort delt åbent, flyttet fælleskort
hånd elevator af zenia med jokere 2
lars kort mangler
bodil for mange kort 7h
jens beholder 9d
åse tager det næste 5c for Qd
!jens beholder 9d
bord flyt st.tv til 1.th
bord flyt elevatoren til 2.th
!bord flyt øverst til nederst
fortryd
alle passer
vend
alle passer
bodil vinder
# 4. Criss-Cross: forkert antal chips, skygge
hånd criss-cross af lars med vild på centerkortet
?
søren byder 50
bodil følger
jens tæller forkert 40
åse følger
ærling forhøjer med 3
zenia folder
lars følger
alle følger
vend
!søren s5
!alle følger
!alle vinder
!ærling vinder
!søren +100
alle passer
ærling vinder
søren +100
# 5. Karrusel: skygge
hånd karrusel af søren
bord flyt plads 0 til plads 1
alle passer
vend 5h
bodil byder 1p
!zenia byder 200
jens følger
åse folder
ærling følger
zenia folder
!lars s200
lars forhøj 5
alle følger
vend
alle passer
jens vinder
# 6. Spit in the Ocean
hånd spit in the ocean af bodil
jens spit 5h
!jens spit
alle passer
søren viser 5s 5d Kh Kd
søren vinder
# 7. Mississippi Ratfuck: high/low og psykologi
hånd mississippi ratfuck af jens
alle passer
alle passer
?
!lars low
!søren low
afslør
alle passer
afslør
alle passer
afslør
alle passer
afslør
alle passer
afslør
alle passer
afslør
alle passer
?
lars low
zenia high
søren high/low
åse high
ærling high
bodil low
jens high
?
zenia vinder high, bodil vinder low
# 8. Rubbers in the Dark: en indsigelse
hånd rubbers in the dark af åse uden ærling og søren
alle passer
vend Kd
alle passer
indsigelse 1 "jeg er for sent ude" af lars
svar på indsigelse 1 "det er du ikke" af åse
indsigelser
afgør indsigelse 1 "det gælder" aftalt af lars
lars vinder
# 9. Last Chance: et ønske
!hånd last chance af ærling med psykologi
hånd last chance af ærling
alle passer
zenia beder om 150
ønsker
!godkend zenia
zenia vinder
godkend zenia
# 10. Sømærket: en regel, der ses bort fra
hånd sømærket af zenia med 2'ere og en-øjede som vildkort
!fravig
!lars byder 12
fravig alle var enige
alle følger
søren vinder
# Rettelser
lars betaler 25 øre
lars har betalt 240 kr. for pizza
lars +20
ret {last} til "lars +30"
fortryd
stryg {loan} "forkert spiller"
!stryg 3
!annuller 9999
!fejl 3
ny Erik
sæt erik
erik går
# Slutningen
!luk
luk?
"""
END = """\
luk
difference?
difference tabere
plan
betal 1
betalinger
?
vis
log alle
"""

AFTERWARDS = """\
report
report --player lars
standings
standings lars
audit --event 60
audit --why lars
audit --html -o audit.html
night list
night plan
club
club key
club log
club tokens make skærm --scope read
club tokens
players
jobs --all
jobs show render:{night}:{last}
verify
verify --all
verify --receipt r.phh
receipt -o r.json
verify --receipt r.json --with-book
receipt --player lars -o own.json
verify --receipt own.json --after r.json
export --phh -o x.phh
doctor
simulate --dry --hands 2 --nights 1 --seed 3
undo --yes
""".splitlines()
UNSEEN = re.compile(r"<(script|style|head|code)\b.*?</\1>|<!--.*?-->", re.DOTALL)
# How a part of a document looks, and of what kind it is.
NO_TEXT = ("type", "tone", "style")
# What a calendar shows of an event.
SHOWN = re.compile(r"^(?:SUMMARY|DESCRIPTION|LOCATION)[^:]*:(.*)", re.MULTILINE)


def texts_in(value: object) -> Iterator[str]:
    """Every text in a document that is set as a picture."""
    match value:
        case str():
            yield value
        case dict():
            for name, one in value.items():
                if name not in NO_TEXT:
                    yield from texts_in(one)
        case list() | tuple():
            for one in value:
                yield from texts_in(one)


class Reader:
    """Reads what is said, and keeps what is English."""

    def __init__(self) -> None:
        self.read = 0
        self.english: dict[str, list[str]] = {}

    def hear(self, text: str) -> None:
        for line in text.splitlines():
            self.read += 1
            if found := english_words(line, besides=AS_IT_IS):
                self.english[line] = found


class Dane:
    """Somebody at the keyboard who types lines, says yes to every question, and reads everything."""

    def __init__(self, book: Book, night: str, reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
        self.prompt = NightPrompt(book, night, ask=self._yes)
        self.reader, self.capsys, self.loan = reader, capsys, 0

    def _yes(self, question: str, *, enter: bool) -> bool:
        self.reader.hear(question)
        return True

    def types(self, typed: str) -> None:
        refused = typed.startswith("!")
        line = typed.removeprefix("!").format(last=self.prompt.view.version, loan=self.loan)
        outcome = self.prompt.take(line)
        said = self.capsys.readouterr()
        self.reader.hear(said.out + said.err)
        assert (outcome.exit_code != 0) == refused, f"{line}: {said.err}"
        if line == "lars +20":
            self.loan = self.prompt.view.version


def test_an_evening_at_the_prompt_shows_a_dane_no_english(chipbook, data, capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("LANG", "da_DK.UTF-8")
    seats = [word for name in PLAYERS for word in ("--player", name)]
    how = ("--club", "Familien Enemærke", "--name", "Sankt Hans", "--bank", "Åse", "--loan", "150", "--unit", "25 øre")
    night = data("night", "open", *how, *seats, "--chips", "små 1 x 1000, peder 50 x 40", "--language", "da")["night"]
    reader = Reader()
    with Book.open() as book, in_language(DANISH):
        dane = Dane(book, night, reader, capsys)
        for line in EVENING.splitlines():
            if not line.startswith("#"):
                dane.types(line)
        table = dane.prompt.view
        for player in table.night.sitting:
            # One chip is not found again.
            missing = 1 if table.name(player) == "Bodil" else 0
            dane.types(f"{table.name(player)} = {table.night.stack(player) - missing}")
        for line in END.splitlines():
            dane.types(line)
        assert table.night.hands_played == 10
    (tmp_path / "r.phh").write_text("{", encoding="utf-8")
    last = data("night", "show")["version"]
    for words in AFTERWARDS:
        reader.hear(chipbook(*words.format(night=night, last=last).split()).output)
    for form in ("html", "pdf", "xlsx"):
        answer = chipbook("report", f"--{form}", "-o", tmp_path / f"r.{form}")
        assert answer.exit_code == 0, answer.output
    assert chipbook("report", "--csv", "-o", tmp_path / "tables").exit_code == 0
    for page in ("r.html", "audit.html"):
        seen = UNSEEN.sub(" ", (tmp_path / page).read_text(encoding="utf-8"))
        reader.hear("\n".join(unescape(text) for text in re.split(r"<[^>]*>", seen)))
    for sheet in pypdfium2.PdfDocument((tmp_path / "r.pdf").read_bytes()):
        reader.hear(sheet.get_textpage().get_text_range())
    for one in openpyxl.load_workbook(tmp_path / "r.xlsx"):
        reader.hear(f"{one.title}\n" + "\n".join(str(cell) for row in one.values for cell in row if cell is not None))
    for file in (tmp_path / "tables").glob("**/*.csv"):
        reader.hear(file.read_text(encoding="utf-8-sig"))
    calendar = chipbook("night", "invite", "--at", "2030-12-04 19:30", "--place", "Hos Åse").stdout
    shown = SHOWN.findall(calendar)
    assert len(shown) > 1
    reader.hear("\n".join(shown))
    with Book.open() as book, in_language(DANISH):
        # No library reads the picture, so what is set in it is read.
        reader.hear("\n".join(texts_in(msgspec.to_builtins(standings_picture(report(book, night))))))
    assert reader.read > 900
    assert reader.english == {}
