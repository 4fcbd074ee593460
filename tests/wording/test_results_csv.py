"""What is understood of a spreadsheet of results, and what is not."""

import csv
import io
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evening.record import RecordError
from companion.tables.results_csv import Misread, _evenings, plan
from companion.wording import say
from companion.wording.languages import TRANSLATIONS, _, using
from companion.wording.results_csv import HEADINGS, MOST_ROWS, read, understood

TODAY = date(2026, 11, 29)


def read_in(content, game="Cards", month_first=False):
    data = content if isinstance(content, bytes) else content.encode()
    return read(data, game, month_first, TODAY)


def faults_in(content, **chosen):
    """Return what is wrong with a file as (why, row, column)."""
    try:
        found = plan(read_in(content), {}, chosen).faults
    except RecordError as error:
        found = error.faults
    return list(dict.fromkeys(found))


def deals(sheet, people=()):
    """Return the deals as (day, evening, game, scores)."""
    found = []
    evenings = _evenings(sheet, dict(people), 0, found)
    assert (sheet.faults, found) == ([], [])
    return [
        (f"{day}", evening, deal.game, deal.scores)
        for (day, evening), played in evenings.items()
        for deal in played
    ]


ONE = [("2024-01-05", "Friday", "Skat", {"Ann": 4, "Bob": -4})]


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
    assert deals(sheet) == [("2024-01-05", "Friday", "Rämsen", {"Zoé": 4, "Jürg": -4})]


def test_every_heading_is_one_of_a_kind():
    """A heading in two lines of the table would be read as the later of them."""
    kinds = {}
    for language in TRANSLATIONS.keys() - {"xx"}:
        with using(language):
            for kind, line in HEADINGS.items():
                for word in _(line).split():
                    assert kinds.setdefault(word, kind) == kind, word
    assert kinds["betrag"] == kinds["soldi"] == "chips"
    assert kinds["fecha"] == "date" and kinds["joueuse"] == "player"


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
        ("12", "12", ""),
        ("-7", "-7", ""),
        ("-0", "0", ""),
        ("2,50", "2.50", ""),
        ("-0.5", "-0.5", ""),
        (",5", "0.5", ""),
        ("1.234,50", "1234.50", ""),
        ("1,234.50", "1234.50", ""),
        ("1'234'567", "1234567", ""),
        ("10 000", "10000", ""),
        ("0,125", "0.125", ""),
        ("1.2345", "1.2345", ""),
        ("€2.50", "2.50", "EUR"),
        ("-€2,50", "-2.50", "EUR"),
        ("€ -2,50", "-2.50", "EUR"),
        ("2,50 €", "2.50", "EUR"),
        ("CHF 3", "3", "CHF"),
        ("Fr. 3.00", "3.00", "CHF"),
        ("$5", "5", "$"),
        ("5 USD", "5", "USD"),
    ],
)
def test_numbers(written, number, currency):
    sheet = read_in(f'date;player;chips\n2024-01-05;Ann;"{written}"\n')
    assert sheet.faults == []
    assert [str(one.number) for one in sheet.results] == [number]
    assert sheet.currency == currency
    assert sheet.is_money is (bool(currency) or "." in number)


def test_the_heading_says_the_currency():
    sheet = read_in("Datum;Spieler;Chips (€)\n5.1.2024;Ann;3\n5.1.2024;Bob;-3\n")
    assert (sheet.currency, sheet.is_money) == ("EUR", True)
    assert not read_in("Datum;Spieler;Chips (alle)\n5.1.2024;Ann;3\n").is_money


def test_a_players_next_row_is_of_the_next_deal():
    sheet = read_in(
        "date;evening;game;player;chips;points\n"
        "2024-01-05;Party;Loo;Ann;3;\n2024-01-05;Party;Loo;Bob;-3;\n"
        "2024-01-05;Party;Skat;Ann;;24\n2024-01-05;Party;Skat;Cat;;-10\n"
        "2024-01-05;Party;Loo;Ann;1;\n2024-01-05;Party;Loo;Cat;-1;\n"
        "2024-01-05;;Loo;Bob;2;\n2024-01-05;;Loo;Cat;-2;\n"
    )
    assert deals(sheet) == [
        ("2024-01-05", "Friday", "Loo", {"Bob": 2, "Cat": -2}),
        ("2024-01-05", "Party", "Loo", {"Ann": 3, "Bob": -3}),
        ("2024-01-05", "Party", "Loo", {"Ann": 1, "Cat": -1}),
        ("2024-01-05", "Party", "Skat", {"Ann": 24, "Cat": -10}),
    ]
    assert [one.is_points for one in sheet.results] == [False] * 2 + [True] * 2 + [False] * 4


def test_rows_of_evenings_on_one_day_are_deals():
    sheet = read_in("date;Ann;Bob;Cat\n5.1.2024;1;-1;\n5.1.2024;;2;-2\n")
    assert [scores for *_, scores in deals(sheet)] == [
        {"Ann": 1, "Bob": -1},
        {"Bob": 2, "Cat": -2},
    ]


def test_one_person_in_several_spellings():
    content = "date;player;chips\n2024-01-05;Ann;1\n2024-01-06; ANN;2\n2024-01-07;ａｎｎ;3\n2024-01-08;A.;4\n"
    sheet = read_in(content)
    assert sheet.people == {"ann": "Ann", "a.": "A."}
    made = _evenings(sheet, {"a.": "Anna", "ann": "Anna"}, 0, [])
    assert [one.scores for [one] in made.values()] == [{"Anna": n} for n in (1, 2, 3, 4)]


HEAD = "date;game;player;chips\n"


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        ("", [("csv", 0, "")]),
        ("hello", [("csv", 0, "")]),
        (b"%PDF-1.7\n1;2", [("csv", 0, "")]),
        (b"PK\x03\x04\x14\x00;", [("csv", 0, "")]),
        (b"\xd0\xcf\x11\xe0\x00\x00;", [("csv", 0, "")]),
        ('{"format":"companion-group", "a":1}', [("titles", 0, "")]),
        ("date;a\x00b;c\n", [("csv", 0, "")]),
        (HEAD + "2024-01-05;Loo;Ann;" + "x" * 200_000, [("quotes", 2, "")]),
        (HEAD + '2024-01-05;Loo;"Ann;3\n2024-01-05;Loo;Bob;-3\n', [("quotes", 2, "")]),
        ("date;Ann;Bob\n".encode("utf-16-le"), [("csv", 0, "")]),
        (";;\n;;", [("titles", 0, "")]),
        ("2024-01-05;Loo;Ann;4\n", [("titles", 0, "")]),
        (HEAD, [("titles", 0, "")]),
        ("date;game;player\n2024-01-05;Loo;Ann\n", [("titles", 0, "")]),
        ("game;player;chips\nLoo;Ann;3\n", [("titles", 0, "")]),
        (HEAD + "2024-01-05;Loo;Ann;3\n" * (MOST_ROWS + 1), [("size", 0, "")]),
        ("a;b" + "\n" * 2_000_000, [("size", 0, "")]),
        ("date;" + ";".join(f"P{n}" for n in range(201)) + "\n5.1.2024;1\n", [("size", 0, "")]),
        (HEAD + "".join(f"2024-01-05;Loo;P{n};0\n" for n in range(201)), [("size", 0, "")]),
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
        (HEAD + f"2024-01-05;Loo;Ann;{'9' * 5000}\n", [("number", 2, "chips")]),
        (HEAD + "2024-01-05;Loo;Ann;1.234\n2024-01-05;Loo;Bob;-1,234\n", [("thousands", n, "chips") for n in (2, 3)]),
        (HEAD + "2024-01-05;Loo;Ann;1.234.56\n", [("thousands", 2, "chips")]),
        ("date,player,chips\n2024-01-05,Ann,2,50\n", [("cells", 2, "")]),
    ],
)  # fmt: skip
def test_bad_input_is_named_with_row_and_column(content, faults):
    # A deal of one player is another fault.
    found = [one for one in faults_in(content) if one.why != "players"]
    assert [(one.why, one.row, one.column) for one in found] == faults
    for fault in found:
        assert not fault.row or f"Row {fault.row}" in say(fault)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("Loo;;3", "Row 2: A name cannot be empty."),
        (f"Loo;{'x' * 41};3", "Row 2: A name can have at most 40 characters; 'xxxxxxxxxxxxxxxxxxxx'… has 41."),
        (f"{'x' * 41};Ann;3", "Row 2: A name can have at most 40 characters; 'xxxxxxxxxxxxxxxxxxxx'… has 41."),
        ("Loo;pool;3", "Row 2: Nobody can be called “pool”: that is the name of the pool itself."),
    ],
)  # fmt: skip
def test_names_that_cannot_be_used(row, says):
    assert say(faults_in(f"{HEAD}2024-01-05;{row}\n")[0]) == says


def test_marks_of_direction_are_no_part_of_a_name():
    sheet = read_in("date;player;chips\n5.1.2024;\u200fAnn\u200e;3\n5.1.2024;Bob;-3\n")
    assert deals(sheet)[0][3] == {"Ann": 3, "Bob": -3}


def test_days_of_both_orders_in_a_column():
    content = "date;Ann;Bob\n12/31/24;1;-1\n31/12/24;1;-1\n"
    assert read_in(content).asks_order
    assert faults_in(content) == [Misread("day", 2, "date", "12/31/24")]


def test_two_people_of_a_row_who_are_one():
    sheet = read_in("date;Ann;Anne\n5.1.2024;1;-1\n")
    assert set(plan(sheet, {"anne": "Ann"}, {}).faults) == {Misread("players", 2)}


def test_what_is_understood_of_a_file_with_faults():
    sheet = read_in("date;game;Ann;Bob\n5.1.2024;Loo;1;-1\n6.1.2024;Skat;x;0\n32.1.2024;Loo;1;-1\n")
    made = plan(sheet, {}, {})
    assert understood(sheet, made) == [
        "2 evenings, 2 deals",
        "5 January 2024 – 6 January 2024",
        "People: Ann and Bob",
        "Games: Loo and Skat",
    ]
    assert [say(one) for one in made.faults] == [
        "Row 3, “Ann”: “x” is not a number. If it is a formula, save the values only.",
        "Row 4, “date”: “32.1.2024” is not a day from 1970 until tomorrow.",
    ]


NAMES = st.sampled_from(["Ann", "Bob", "Cat", 'D"E', "É;F", "Jo, Jr", "李"])
DAYS = st.dates(date(1970, 1, 1), TODAY + timedelta(days=1))
SCORES = st.dictionaries(NAMES, st.integers(-(10**6), 10**6), min_size=2)
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
    found = {date.fromisoformat(day): deal for day, _evening, *deal in deals(sheet)}
    assert found == {day: list(deal) for day, deal in played.items()}


@settings(max_examples=60)
@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_are_read_or_refused(data):
    for content in (data, b"date;Ann;Bob\n" + data, b"date;player;chips\n2024-01-05;" + data):
        try:
            sheet = read_in(content)
        except RecordError as error:
            assert error.faults
        else:
            assert sheet.faults or sheet.results
            plan(sheet, {}, {})
