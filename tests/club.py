"""A made-up club: twelve people, evenings over four years, several games and worths of a chip.

The evenings are drawn at random, as lists of entries that the rules accept. Nothing here adds up anything.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

from companion.evening import Evening
from companion.evening.entries import (
    Amended,
    DealerSet,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    Joined,
    Left,
    Paid,
    WorthSet,
)
from companion.evening.replay import replay
from companion.rules.actions import DealEntry, HandsLeft, Scored, Settled, TricksTaken
from companion.web.views import view
from tests.dealing import random_hands, random_penalty, random_scores, refused
from tests.whole_deals import one_by_one, random_whole_deal

ZONE = "Pacific/Auckland"
PEOPLE = (
    "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Leo",
)  # fmt: skip
SPELLINGS = {"Ann": ("Anne", "ann"), "Gus": ("GUS",), "Kay": ("Kathryn",)}
"""Other spellings at the table. Those that do not look alike are merged in the group."""
MERGED = {"Anne": "Ann", "Kathryn": "Kay"}
GAMES = (
    ("domino-loo", "result", {"loo": "fixed", "loo_chips": 20}),
    ("three-card-loo", "result", {}),
    ("irish-loo", "tricks", {}),
    ("bestia", "result", {}),
    ("napoleon", "result", {}),
    ("coon-can", "result", {}),
    ("domino-rounce", "result", {}),
    ("other", "result", {"name": "Skat", "counts": "chips"}),
    ("other", "result", {"name": "Tarock", "counts": "points"}),
    ("other", "result", {"name": "domino loo", "counts": "chips"}),
)
WORTHS = (WorthSet(5, "EUR"), WorthSet(10, "EUR"), WorthSet(20, "CHF"), None)
NUMBERS = (Scored, HandsLeft, TricksTaken)
"""Entries with the result of a deal."""
SELDOM = ("misdealt", "revoked", "flush-shown", "pam-shown", "peeped")


def person_of(spelling):
    """Return who is spelt like this at a table."""
    return next((one for one, others in SPELLINGS.items() if spelling in others), spelling)


@dataclass
class ClubEvening:
    name: str
    day: date
    entries: list
    worth: WorthSet | None
    paid: list

    @property
    def opened_at(self):
        """Eleven in the morning in Auckland, when it is still the day before in UTC."""
        local = datetime.combine(self.day, time(11), ZoneInfo(ZONE))
        return f"{local.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def club(number, seed=39, first=date(2025, 1, 3), years=2):
    """Yield the evenings of a club, the oldest first."""
    rng = Random(seed)
    apart = 365.25 * years / number
    for place in range(number):
        day = first + timedelta(days=int(place * apart))
        # The worth of a chip changes over the years, and some evenings are for nothing.
        worth = WORTHS[min(place * 3 // number, 2)] if rng.random() < 0.85 else None
        yield evening(rng, f"{day:%A}", day, worth)


def evening(rng, name, day, worth):
    """Return an evening of one to three games."""
    entries, state = [], Evening()

    def say(entry):
        nonlocal state
        state = state.enter(entry)
        entries.append(entry)

    if worth:
        say(worth)
    people = rng.sample(PEOPLE, rng.randint(3, 5))
    seats = tuple(spelt(rng, one) for one in people)
    for game, depth, rules in rng.sample(GAMES, rng.randint(1, 3)):
        preset = "classic" if game == "three-card-loo" else None
        table = seats[: rng.randint(3, min(4, len(seats)))]
        say(GameStarted(game, table, rng.choice(table), depth, preset, rules))
        for _ in range(rng.randint(2, 8)):
            if state.state.session.winner is None:
                for entry in between_deals(rng, state, seats):
                    if not refused(state, entry):
                        say(entry)
            if state.state.session.deal:
                play(rng, lambda: state.state, say)
        say(GameEnded())
    left = state.state.options()
    closings = [one for one in left if isinstance(one, EveningClosed)] or [EveningClosed()]
    say(rng.choice(closings))
    paid = []
    if rng.random() < 0.3:
        for one in [one for one in state.state.options() if isinstance(one, Paid)][:2]:
            if not refused(state, one):
                say(one)
                paid.append(one)
    return ClubEvening(name, day, entries, worth, paid)


def between_deals(rng, state, seats):
    """Draw what may happen before a deal: a penalty, and that someone joins or leaves."""
    if rng.random() < 0.1:
        yield random_penalty(rng, state.state.session)
    if rng.random() < 0.05:
        yield Joined(rng.choice(seats))
    if state.state.session.deals and rng.random() < 0.05:
        yield Left(rng.choice(seats))


def spelt(rng, person):
    others = SPELLINGS.get(person, ())
    return rng.choice(others) if others and rng.random() < 0.3 else person


def play(rng, now, say):
    """Play a deal until it is settled."""
    done = len(now().session.deals)
    while len(now().session.deals) == done:
        say(drawn(rng, now()))


def drawn(rng, state):
    deal = state.session.deal
    asks = deal.question().asks
    if asks == "whole-deal":
        for _ in range(50):
            told = random_whole_deal(rng, deal)
            if one_by_one(deal, told) and not refused(state, told):
                return told
    if asks == "scores":
        return random_scores(rng, deal)
    if view(deal).hands:
        return random_hands(rng, deal)
    options = [one for one in deal.options() if one.__struct_config__.tag not in SELDOM]
    settled = [one for one in options if isinstance(one, Settled)]
    return settled[0] if settled else rng.choice(options)


@dataclass
class Mistaken:
    """An evening that was recorded wrong, and the entries that put it right."""

    recorded: list
    corrections: list


def mistaken(rng, true):
    """Return a record of an evening in which a deal is wrong and another was forgotten.

    Returns None if the deals do not lend themselves to it.
    """
    forgotten = _forgotten(rng, true)
    recorded, insertion = forgotten or (true, None)
    wrong = _wrong(rng, recorded)
    recorded, amendment = wrong or (recorded, None)
    corrections = [one for one in (amendment, insertion) if one]
    return Mistaken(recorded, corrections) if len(corrections) == 2 else None


def _forgotten(rng, true):
    """Leave out a deal after which another follows, whose dealer the table then said."""
    state, starts = Evening(), []
    for place, entry in enumerate(true):
        session = state.state.session
        begins = session and not session.ended and session.between_deals
        if begins and isinstance(entry, DealEntry):
            starts.append((place, session.deal.setup.dealer, len(state.state.sessions)))
        state = state.enter(entry)
    pairs = [(one, after) for one, after in pairwise(starts) if one[2] == after[2]]
    for (first, dealer, _), (after, next_dealer, _) in rng.sample(pairs, len(pairs)):
        recorded = [*true[:first], DealerSet(next_dealer), *true[after:]]
        if isinstance(true[after - 1], Settled) and not replay(recorded)[1]:
            return recorded, Inserted(first + 2, tuple(true[first:after]), dealer)
    return None


def _wrong(rng, true):
    """Enter a result of another deal instead of the right one."""
    places = [n for n, one in enumerate(true) if isinstance(one, NUMBERS)]
    for place in rng.sample(places, len(places)):
        for other in (true[one] for one in places if type(true[one]) is type(true[place])):
            recorded = [*true[:place], other, *true[place + 1 :]]
            if other != true[place] and not replay(recorded)[1]:
                return recorded, Amended(place + 1, true[place])
    return None


GERMAN = ("Skat", "Rommé", "Domino Loo")


@dataclass
class Sheet:
    """A spreadsheet of the years before, and what is in it."""

    content: bytes
    results: list
    """Each deal: its day, game, and what each person won, in cents."""


def sheet(number, seed=5, first=date(2023, 1, 6), years=2):
    """Return a German spreadsheet with a row a result, in euros; some names in capitals."""
    rng, results, lines = Random(seed), [], ["\ufeffDatum;Spiel;Name;Betrag"]
    for place in range(number):
        day = first + timedelta(days=int(place * 365.25 * years / number))
        people = rng.sample(PEOPLE, rng.randint(3, 5))
        for game in rng.sample(GERMAN, rng.randint(1, 2)):
            for _ in range(rng.randint(1, 4)):
                cents = [rng.randint(-2_000, 2_000) for _ in people[1:]]
                won = dict(zip(people, (-sum(cents), *cents), strict=True))
                results.append((day, game, won))
                lines += [
                    f"{day:%d.%m.%Y};{game};{rng.choice((one, one.upper()))};{euros(n)}"
                    for one, n in won.items()
                ]
    return Sheet("\r\n".join(lines).encode(), results)


def euros(cents):
    """Write an amount as a German spreadsheet does: -1.234,50."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}".replace(",", ".") + f",{rest:02}"
