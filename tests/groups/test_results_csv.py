"""What is understood of a spreadsheet of results, and what is not."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.groups.results_csv import MOST_ROWS, Misread, _read
from companion.wording import say
from companion.wording.results_csv import HEADINGS, words

TODAY = date(2026, 11, 29)


def read_in(content, people=None, game="Cards", month_first=False):
    data = content if isinstance(content, bytes) else content.encode()
    return _read(data, words(), people or {}, game, month_first, TODAY)


def deals(sheet):
    """Return the deals as (day, evening, game, scores in whole numbers or decimals)."""
    assert sheet.faults == []
    return [
        (f"{day}", evening, deal.game, {name: f"{n}" for name, n in deal.scores.items()})
        for (day, evening), played in sheet.evenings.items()
        for deal in played
    ]


ONE = [("2024-01-05", "", "Skat", {"Ann": "4", "Bob": "-4"})]


@pytest.mark.parametrize(
    "content",
    [
        "date,game,player,chips\n2024-01-05,Skat,Ann,4\n2024-01-05,Skat,Bob,-4\n",
        "Datum;Spiel;Spieler;Chips\r\n5.1.2024;Skat;Ann;4\r\n5.1.2024;Skat;Bob;-4\r\n",
        "FECHA\tJUEGO\tJUGADOR\tFICHAS\r2024/01/05\tSkat\tAnn\t+4\r2024/01/05\tSkat\tBob\t−4\r",
        '"date","jeu","joueur","résultat"\n"5 janvier 2024","Skat","Ann","4"\n"5 janv. 2024","Skat","Bob","-4"',
        "Data;Gioco;Giocatore;Importo (chips)\n\n5 gennaio 2024;Skat;Ann;4\nven 5 gen 2024;Skat;Bob;-4\n\n",
        "date;game;Ann;Bob;Cat;Total\n5-Jan-24;Skat;4;-4;;0\n",
        "Date;Game;Ann;Bob;Cat\nFriday, January 5th, 2024;Skat;4;-4;–\n;;;;\n",
        "day;game;name;chips;note\n2024-01-05 20:15;Skat;Ann;4;=SUM(A1)\n2024-01-05T21:00:00;Skat;Bob;-4;\n",
        "5,5\n".replace("5,5", "date;game;Ann;Bob") + "5.1.2024;Skat;4;-4;;\n",
    ],
)
def test_the_same_evening_in_many_spellings(content):
    assert deals(read_in(content)) == ONE


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_codings(coding):
    sheet = read_in("date;game;Zoé;Jürg\n5.1.2024;Rämsen;4;-4\n".encode(coding))
    assert deals(sheet) == [("2024-01-05", "", "Rämsen", {"Zoé": "4", "Jürg": "-4"})]


def test_every_heading_is_one_of_a_kind():
    """A heading in two lines of the table would be read as the later of them."""
    told = [word for line in HEADINGS.values() for word in set(line.split())]
    assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("days", "read_as"),
    [
        (["3/4/2024", "13/4/2024"], ["2024-04-03", "2024-04-13"]),
        (["3/4/2024", "4/13/2024"], ["2024-03-04", "2024-04-13"]),
        (["31.12.99", "1.1.00"], ["1999-12-31", "2000-01-01"]),
        (["1er janvier 2024", "31 de diciembre de 2024"], ["2024-01-01", "2024-12-31"]),
        (["1. März 2024", "2 Sept 2024"], ["2024-03-01", "2024-09-02"]),
        (["29.11.2026", "30.11.2026"], ["2026-11-29", "2026-11-30"]),
        (["1970-01-01", "2024-02-29"], ["1970-01-01", "2024-02-29"]),
        (["3.4.2024", "5.6.2024"], ["2024-04-03", "2024-06-05"]),
        # With the day first, one of them would be in the future.
        (["10/9/2026", "1/12/2026"], ["2026-01-12", "2026-10-09"]),
    ],
)
def test_days(days, read_as):
    rows = "".join(f"{day};4;-4\n" for day in days)
    sheet = read_in(f"date;Ann;Bob\n{rows}")
    assert sheet.asks_order is False
    assert [day for day, *_ in deals(sheet)] == sorted(read_as)


def test_the_importer_is_asked_where_both_orders_fit():
    content = "date;Ann;Bob\n3/4/2024;4;-4\n5/6/2024;1;-1\n"
    first, other = read_in(content), read_in(content, month_first=True)
    assert first.asks_order and other.asks_order
    assert [day for day, *_ in deals(first)] == ["2024-04-03", "2024-06-05"]
    assert [day for day, *_ in deals(other)] == ["2024-03-04", "2024-05-06"]
    assert not read_in("date;Ann;Bob\n3/3/2024;4;-4\n").asks_order


@pytest.mark.parametrize(
    ("written", "number", "currency"),
    [
        ("12", "12", []),
        ("-7", "-7", []),
        ("2,50", "2.50", []),
        ("-0.5", "-0.5", []),
        (",5", "0.5", []),
        ("1.234,50", "1234.50", []),
        ("1,234.50", "1234.50", []),
        ("1'234'567", "1234567", []),
        ("10 000", "10000", []),
        ("0,125", "0.125", []),
        ("€2.50", "2.50", ["EUR"]),
        ("-€2,50", "-2.50", ["EUR"]),
        ("€ -2,50", "-2.50", ["EUR"]),
        ("2,50 €", "2.50", ["EUR"]),
        ("CHF 3", "3", ["CHF"]),
        ("Fr. 3.00", "3.00", ["CHF"]),
        ("$5", "5", ["$"]),
        ("5 USD", "5", ["USD"]),
    ],
)
def test_numbers(written, number, currency):
    sheet = read_in(f'date;player;chips\n2024-01-05;Ann;"{written}"\n')
    assert deals(sheet)[0][3] == {"Ann": number}
    assert sheet.currencies == currency


def test_a_players_next_row_is_of_the_next_deal():
    sheet = read_in(
        "date;evening;game;player;chips;points\n"
        "2024-01-05;Party;Loo;Ann;3;\n2024-01-05;Party;Loo;Bob;-3;\n"
        "2024-01-05;Party;Skat;Ann;;24\n2024-01-05;Party;Skat;Cat;;-10\n"
        "2024-01-05;Party;Loo;Ann;1;\n2024-01-05;Party;Loo;Cat;-1;\n"
        "2024-01-05;;Loo;Bob;2;\n2024-01-05;;Loo;Cat;-2;\n"
    )
    assert deals(sheet) == [
        ("2024-01-05", "", "Loo", {"Bob": "2", "Cat": "-2"}),
        ("2024-01-05", "Party", "Loo", {"Ann": "3", "Bob": "-3"}),
        ("2024-01-05", "Party", "Loo", {"Ann": "1", "Cat": "-1"}),
        ("2024-01-05", "Party", "Skat", {"Ann": "24", "Cat": "-10"}),
    ]
    assert [deal.is_points for deal in sheet.evenings[date(2024, 1, 5), "Party"]] == [
        False,
        False,
        True,
    ]


def test_rows_of_evenings_on_one_day_are_deals():
    sheet = read_in("date;Ann;Bob;Cat\n5.1.2024;1;-1;\n5.1.2024;;2;-2\n")
    assert [scores for *_, scores in deals(sheet)] == [
        {"Ann": "1", "Bob": "-1"},
        {"Bob": "2", "Cat": "-2"},
    ]


def test_one_person_in_several_spellings():
    content = "date;player;chips\n2024-01-05;Ann;1\n2024-01-06; ANN;2\n2024-01-07;ａｎｎ;3\n2024-01-08;A.;4\n"
    assert read_in(content).people == {"ann": "Ann", "a.": "A."}
    sheet = read_in(content, people={"a.": "Anna", "ann": "Anna"})
    assert [scores for *_, scores in deals(sheet)] == [{"Anna": str(n)} for n in (1, 2, 3, 4)]


HEAD = "date;game;player;chips\n"


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ("", [("csv", 0, "")]),
        ("hello", [("csv", 0, "")]),
        (b"%PDF-1.7\n1;2", [("csv", 0, "")]),
        (b"PK\x03\x04\x14\x00;", [("csv", 0, "")]),
        (b"\xd0\xcf\x11\xe0\x00\x00;", [("csv", 0, "")]),
        ('{"format":"companion-group", "a":1}', [("csv", 0, "")]),
        ("date;a\x00b;c\n", [("csv", 0, "")]),
        (HEAD + "2024-01-05;Loo;Ann;" + "x" * 200_000, [("csv", 0, "")]),
        ("2024-01-05;Loo;Ann;4\n", [("titles", 0, "")]),
        (HEAD, [("titles", 0, "")]),
        ("date;game;player\n2024-01-05;Loo;Ann\n", [("titles", 0, "")]),
        ("game;player;chips\nLoo;Ann;3\n", [("titles", 0, "")]),
        (HEAD + "2024-01-05;Loo;Ann;3\n" * (MOST_ROWS + 1), [("rows", 0, "")]),
        ("a;b" + "\n" * 2_000_000, [("rows", 0, "")]),
        ("date;" + ";".join(f"P{n}" for n in range(201)) + "\n5.1.2024;1\n", [("rows", 0, "")]),
        ("date;Ann;Bob;ANN\n2024-01-05;1;-1;\n", [("twice", 1, "ANN")]),
        ("date;day;Ann;Bob\n2024-01-05;;1;-1\n", [("twice", 1, "day")]),
        (HEAD + "31.2.2024;Loo;Ann;3\n", [("day", 2, "date")]),
        (HEAD + "1.1.1899;Loo;Ann;3\n", [("day", 2, "date")]),
        (HEAD + "2026-12-01;Loo;Ann;3\n", [("day", 2, "date")]),
        (HEAD + ";Loo;Ann;3\nlast week;Loo;Ann;3\n45296;Loo;Ann;3\n", [("day", n, "date") for n in (2, 3, 4)]),
        (HEAD + "5 mars avril 2024;Loo;Ann;3\n1/2/3/2024;Loo;Ann;3\n", [("day", n, "date") for n in (2, 3)]),
        (HEAD + f"{'9' * 5000}-01-01;Loo;Ann;3\n", [("day", 2, "date")]),
        (HEAD + "2024-01-05;Loo;Ann;=2+2\n2024-01-05;Loo;Bob;@x\n", [("number", n, "chips") for n in (2, 3)]),
        (HEAD + "2024-01-05;Loo;Ann;many\n\n2024-01-05;Loo;Bob;1e5\n", [("number", n, "chips") for n in (2, 4)]),
        (HEAD + "2024-01-05;Loo;Ann;€3\n2024-01-05;Loo;Bob;-$3\n", [("unit", 3, "chips")]),
        (HEAD + "2024-01-05;Loo;;3\n", [("name", 2, "chips")]),
        (HEAD + f"2024-01-05;Loo;{'x' * 41};3\n", [("name", 2, "chips")]),
        (HEAD + f"2024-01-05;{'x' * 41};Ann;3\n", [("name", 2, "chips")]),
        (HEAD + "2024-01-05;Loo;An\x07n;3\n", [("name", 2, "chips")]),
        ("date,player,chips\n2024-01-05,Ann,2,50\n", [("cells", 2, "")]),
    ],
)  # fmt: skip
def test_bad_input_is_named_with_row_and_column(content, faults):
    sheet = read_in(content)
    assert [(one.why, one.row, one.column) for one in sheet.faults] == faults
    for fault in sheet.faults:
        assert not fault.row or f"Row {fault.row}" in say(fault)


def test_two_people_of_a_row_who_are_one():
    sheet = read_in("date;Ann;Anne\n5.1.2024;1;-1\n", people={"anne": "Ann"})
    assert sheet.faults == [Misread("table", 2, "Anne", "-1")]


NAMES = st.sampled_from(["Ann", "Bob", "Cat", 'D"E', "É;F", "Jo, Jr", "李"])
DAYS = st.dates(date(1970, 1, 1), TODAY + timedelta(days=1))
SCORES = st.dictionaries(NAMES, st.integers(-(10**6), 10**6), min_size=1)
EVENINGS = st.dictionaries(
    DAYS, st.tuples(st.sampled_from(["Loo", 'Sk"at', "Ré; mi"]), SCORES), min_size=1
)


@settings(max_examples=60)
@given(
    EVENINGS,
    st.sampled_from(";,\t"),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.booleans(),
)
def test_what_a_program_writes_is_read_the_same(played, delimiter, end, is_wide, is_german):
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end)
    people = sorted({name for _, scores in played.values() for name in scores})
    writer.writerow(["date", "game", *(people if is_wide else ["player", "chips"])])
    for day, (game, scores) in played.items():
        when = f"{day.day}.{day.month}.{day.year}" if is_german else day.isoformat()
        if is_wide:
            writer.writerow([when, game, *(scores.get(name, "") for name in people)])
        else:
            writer.writerows([when, game, name, number] for name, number in scores.items())
    # Where all days fit with the month first too, the day first is the default.
    sheet = read_in(file.getvalue())
    assert sheet.faults == []
    assert {day: (deal.game, deal.scores) for (day, _), [deal] in sheet.evenings.items()} == {
        day: (game, {name: Decimal(n) for name, n in scores.items()})
        for day, (game, scores) in played.items()
    }


@settings(max_examples=60)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused(data):
    for content in (data, b"date;Ann;Bob\n" + data, b"date;player;chips\n2024-01-05;" + data):
        sheet = read_in(content)
        assert sheet.faults or sheet.games
