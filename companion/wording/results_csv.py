"""Words of a spreadsheet of results: those that are read, in all languages, and those for its faults."""

from collections.abc import Sequence
from datetime import date
from functools import cache

from babel.dates import format_date

from companion.evening.names import likeness
from companion.groups.results_csv import Misread, Words
from companion.wording.languages import N_, PSEUDO, TRANSLATIONS, _, locale, using
from companion.wording.saying import By, messages

HEADINGS = {
    "date": "date day datum tag fecha día dia jour data giorno",
    "evening": "evening abend velada noche soirée soiree serata",
    "game": "game spiel juego jeu gioco",
    "player": "player name person spieler spielerin jugador jugadora nombre joueur joueuse nom "
    "giocatore giocatrice nome persona personne",
    "chips": "chips amount result money betrag ergebnis geld fichas resultado importe dinero jetons "
    "résultat resultat montant argent fiche risultato importo soldi",
    "points": "points punkte puntos punti score",
    "": "total sum note notes place currency summe gesamt notiz ort währung suma nota notas lugar "
    "moneda somme lieu devise somma totale luogo valuta",
}
"""What a column holds, and the headings for it."""
BESIDE = "st nd rd th er o º ª de del di le la il el den der of"
"""Words and endings in a date that say nothing."""

messages(
    {
        Misread: By(
            "why",
            {
                "csv": N_(
                    "This is not a CSV file. Open it in a spreadsheet program, and save it as CSV."
                ),
                "titles": N_(
                    "No results were found. The first row must name the columns: date, game, player, and "
                    "chips or points; or date, and a column for each player."
                ),
                "rows": N_("A file can have at most 5,000 rows, and 200 columns of players."),
                "twice": N_("Row {row}: there are two columns “{column}”."),
                "cells": N_(
                    "Row {row} has more cells than the first row. If numbers have a decimal comma, separate "
                    "the cells with semicolons."
                ),
                "number": N_(
                    "Row {row}, “{column}”: “{found}” is not a number. If it is a formula, save the values only."
                ),
                "day": N_(
                    "Row {row}, “{column}”: “{found}” is not a day from 1970 until tomorrow."
                ),
                "unit": N_("Row {row}, “{column}”: “{found}” is in another currency."),
                "name": N_(
                    "Row {row}: a name of a player, a game or an evening is missing, longer than 40 letters, or cannot be shown."
                ),
                "table": N_("Row {row}: a deal needs 2 to 16 different players."),
            },
        )
    }
)


@cache
def words() -> Words:
    """Return the words of all languages."""
    headings = {likeness(one): kind for kind, line in HEADINGS.items() for one in line.split()}
    days, months = dict.fromkeys(BESIDE.split(), 0), dict[str, int]()
    for language in TRANSLATIONS.keys() - {PSEUDO}:
        with using(language):
            for forms in (*locale().days.values(), *locale().months.values()):
                ours = days if 0 in forms["wide"] else months
                for number, name in (*forms["wide"].items(), *forms["abbreviated"].items()):
                    ours[likeness(name.strip("."))] = number if ours is months else 0
    return Words(headings, days | months)


def span(days: Sequence[date]) -> str:
    """Return the first and the last of some days: 5 January 2024 – 31 December 2025."""
    return " – ".join(
        dict.fromkeys(format_date(one, "long", locale()) for one in (days[0], days[-1]))
    )


def imported_on(day: date) -> str:
    return _("You imported this file on {day}. Nothing was added.", day=span([day]))
