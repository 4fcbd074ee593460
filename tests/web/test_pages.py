"""Every page in every state of a table: its status, links and print style."""

import re
import time
from pathlib import Path

import pytest

from companion.evening.history import open_log
from companion.games import GAMES
from companion.wording import say as say_
from companion.wording.games import game_title, source_of
from tests.telling import started
from tests.web import played
from tests.web.table import Page, opened

IN = ("Bob in", "Cat in", "Dan in", "Ann in")
ALL_BOB = ("won Bob Bob Bob Bob Bob", "settled")
BOB_LEADS, ANN_LEADS = ("up 6", "Bob in", "Ann in"), ("up 6", "Ann in", "Bob in")
STATES = {
    "before the turn-up": ((), {}),
    "before the turn-up, tricks": ((), {"depth": "tricks"}),
    "declaring": (("up 6-3", "Bob in"), {}),
    "the dealer declares": (("up 6-3", "Bob in", "Cat in", "Dan in"), {}),
    "the dealer may play for the pool": (("up 6-3", "Bob miss", "Cat out", "Dan out"), {}),
    "leading": (("up 6-3", *IN), {}),
    "following": (("up 6-3", *IN, "Bob 5-4"), {}),
    "a doubt": (("up 6-3", *IN, "Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4"), {}),
    "trick by trick": (("up 6", *IN, "won Bob"), {"depth": "tricks"}),
    "a whole deal": ((), {"depth": "result"}),
    "a whole deal of two": ((), {"depth": "result", "seats": "Ann Bob"}),
    "totals": (("up 6", *IN), {"depth": "result"}),
    "totals of two": (("up 6", "Bob in", "Ann in"), {"depth": "result", "seats": "Ann Bob"}),
    "a revoke recorded": (("up 6", *IN, "revoked Cat 1"), {"depth": "tricks"}),
    "settling": (played.evening(), {"dealer": "Dan"}),
    "all dropped": (("up 6-3", "Bob out", "Cat out", "Dan out"), {}),
    "one alone": (("up 6-3", "Bob in", "Cat out", "Dan out", "Ann out"), {}),
    "the second deal": ((*played.evening(), "settled"), {"dealer": "Dan"}),
    "dealt again": (("up 6-3", "misdealt"), {}),
    "one sits out": (("Bob sits-out",), {}),
    "too few": (("Bob sits-out",), {"seats": "Ann Bob"}),
    "one has left": (("Bob leaves",), {}),
    "ended": (("up 6-3", "Bob out", "Cat out", "Dan out", "settled", "ended"), {}),
    "carried": (("up 6", *IN, *ALL_BOB, "ended"), {"depth": "tricks", "ending": "carry"}),
    "closed": ((*played.evening(), "settled", "closed"), {"dealer": "Dan"}),
    "the game undone": (("undo 1",), {}),
    "closed without a game": (("undo 1", "closed"), {}),
    "Rounce": (("up 6",), {"game": "domino-rounce", "depth": "tricks"}),
    "points": (("up 6", "Bob in", "Ann miss", *ALL_BOB), {"seats": "Ann Bob", "depth": "tricks"}),
    "won": (
        (*BOB_LEADS, *ALL_BOB, *ANN_LEADS, *ALL_BOB, *BOB_LEADS, *ALL_BOB),
        {"seats": "Ann Bob", "depth": "tricks"},
    ),
}

THREE = {"game": "three-card-loo", "preset": "classic", "seats": "Ann Bob Cat Dan Eve"}
RAMS = {"game": "rams", "seats": "Ann Bob Cat Dan"}
FIVE = {"game": "five-card-loo", "preset": "classic", "seats": "Ann Bob Cat Dan"}
MODERN = {**FIVE, "preset": "modern"}
LARGE = {"game": "three-card-loo", "preset": "chits", "seats": " ".join(played.SIXTEEN)}
CARDS, DRAWN = played.THREE_CARDS.telling(), played.FIVE_CARDS.telling()
FLUSH = "Bob flush AS KS 9S 3S 2S"
FIVE_IN = ("up 7H", "Bob in", "Cat out", "Dan in", "Ann in")
CARD_STATES = {
    "cards, before the turn-up": ((), THREE),
    "cards, before the turn-up, tricks": ((), {**THREE, "depth": "tricks"}),
    "cards, declaring": (CARDS[:2], THREE),
    "cards, the miss is taken": (CARDS[:3], THREE),
    "cards, the dealer must enter": (("up 7H", *CARDS[3:5], "Bob in", "Cat out"),
        {**THREE, "dealer": "Ann", "seats": "Ann Dan Eve Bob Cat"}),
    "cards, the dealer may defend": (("up 7H", "Bob in", "Cat out"),
        {**THREE, "preset": "defence", "seats": "Ann Bob Cat"}),
    "cards, nobody may drop": (("up 7H", "Bob in"), {**THREE, "preset": "unlimited"}),
    "cards, Club Law": (("up 7C",), {"game": "irish-loo", "seats": "Ann Bob Cat"}),
    "Rams, declaring": (("up 9H",), RAMS),
    "Rams, a card is led": (("up 9H", "Cat general"), RAMS),
    "Rams, a whole deal": ((), {**RAMS, "depth": "result"}),
    "cards, leading": (CARDS[:6], THREE),
    "cards, following": (CARDS[:8], THREE),
    "cards, a doubt": ((*CARDS[:6], "Bob 9S", "Cat 4S", "Ann 5S", "Bob 8D"), THREE),
    "cards, settling": (CARDS, THREE),
    "cards, the second deal": ((*CARDS, "settled"), THREE),
    "cards, all dropped": (("up 7H", *(f"{n} out" for n in played.FIVE_SEATS[1:])), THREE),
    "cards, the miss takes the pool": (("up 7H", "Bob miss", "Cat out"),
        {**THREE, "preset": "chits", "seats": "Ann Bob Cat"}),
    "cards, a revoke recorded": ((*CARDS[:6], "Bob 9S", "Cat 4S", "Ann 5S", "revoked Cat 1"),
        THREE),
    "cards, a revoke settled": ((*CARDS[:6], "Bob 9S", "Cat 4S", "Ann 5S", "revoked Cat 1",
        "settled"), THREE),
    "cards, trick by trick": (("up H", *CARDS[1:6], "won Bob"), {**THREE, "depth": "tricks"}),
    "cards, totals": (("up H", *CARDS[1:6]), {**THREE, "depth": "result"}),
    "cards, dealt again": ((*CARDS[:9], "misdealt"), THREE),
    "cards, ended": ((*CARDS, "settled", "ended"), THREE),
    "cards, closed": ((*CARDS, "settled", "closed"), THREE),
    "sixteen, a whole deal": ((), {**LARGE, "depth": "result"}),
    "sixteen declare": (("up H", "Bob in", "Cat out"), {**LARGE, "depth": "tricks"}),
    "sixteen play": (("up 7H", "Bob in", *(f"{name} out" for name in played.SIXTEEN[2:]), "Ann in"),
        LARGE),
    "five cards, declaring": (DRAWN[:2], FIVE),
    "five cards, the ace can be led": (DRAWN[:5], FIVE),
    "five cards, called civil": (DRAWN[:6], FIVE),
    "five cards, settling": (DRAWN, FIVE),
    "exchanging": ((*FIVE_IN, "Bob draws 2"), MODERN),
    "a flush while declaring": (("up 7H", "Bob in", FLUSH), FIVE),
    "a flush while exchanging": ((*FIVE_IN, "Bob draws 2", FLUSH), MODERN),
    "a flush": ((*FIVE_IN, FLUSH), FIVE),
    "two flushes and Pam": ((*FIVE_IN, FLUSH, "Ann flush AD QD 8D 4D 3D", "Dan pam"), FIVE),
    "a flush settled": ((*FIVE_IN, FLUSH, "settled"), FIVE),
    "no Pam": (FIVE_IN, {**FIVE, "pam": "none"}),
}  # fmt: skip
"""More states, for card games."""

NAP = {"game": "napoleon", "seats": "Ann Bob Cat Dan"}
BUYS = {**NAP, "purchase": True}
EVERY = {**BUYS, "misery": True, "wellington": True, "blucher": True, "peep": True}
SIX_OF_SEVEN = {"game": "seven-card-napoleon", "seats": "Ann Bob Cat Dan Eve Fay", "purchase": True,
                "misery": True, "peep": True}  # fmt: skip
PASS = ("Bob says pass", "Cat says pass", "Dan says pass", "Ann says pass")
THREE_BID = ("Bob says three", *PASS[1:])
NAP_BID = ("Bob says nap buys 2", "Cat says pass buys 1", *PASS[2:])
NAP_STATES = {
    "bidding, result": ((), {**NAP, "depth": "result"}),
    "bidding": ((), NAP),
    "bidding, every contract": ((), EVERY),
    "bidding over nap": (("Bob says nap buys 2",), EVERY),
    "bidding, six at seven cards": (("Bob says three buys 7", "Cat says pass buys 2"),
        SIX_OF_SEVEN),
    "all passed": (PASS, NAP),
    "a contract, result": (THREE_BID, {**NAP, "depth": "result"}),
    "a contract, peep": (NAP_BID, {**EVERY, "depth": "result"}),
    "a contract, tricks": ((*THREE_BID, "won Bob"), {**NAP, "depth": "tricks"}),
    "a contract, leading": (NAP_BID, EVERY),
    "a contract, following": ((*NAP_BID, "Bob peeps", "Bob AS", "Cat 2S"), EVERY),
    "a contract, a doubt": ((*THREE_BID, "Bob AS", "Cat 4H", "Dan 2S", "Ann 3S", "Bob KD"), NAP),
    "a contract decided": ((*NAP_BID, "won Cat"), {**EVERY, "depth": "tricks"}),
    "a contract, a revoke": ((*THREE_BID, "revoked Cat"), {**NAP, "revoke": "contract",
        "depth": "result"}),
    "a contract, settling": ((*NAP_BID, "won Bob Bob Bob Bob Bob"), {**EVERY, "depth": "tricks"}),
    "a contract, the second deal": ((*NAP_BID, "Bob peeps", "lost", "settled", "Cat says misery"),
        {**EVERY, "depth": "result"}),
    "a contract, ended": ((*NAP_BID, "lost", "settled", "ended"), {**BUYS, "depth": "result"}),
}  # fmt: skip
"""More states, for games with contracts."""


@pytest.mark.sampled(18)
@pytest.mark.parametrize("state", [*STATES, *CARD_STATES, *NAP_STATES])
def test_every_page_of_a_table(app, phone, state):
    phrases, game = {**STATES, **CARD_STATES, **NAP_STATES}[state]
    key = opened(app, *phrases, **game)
    page = phone.at(key)
    assert page.status == 200 and (page.question or phone.url.endswith("/deals"))
    for tail in ("/more", "/deals", "/people", "/settings", "/record.json", "/game"):
        assert phone.get(f"/e/{key}{tail}").status == 200
    # Every link of a table's pages works.
    seen, todo = set(), [phone.url.rpartition("/")[0] + "/deals"]
    while todo:
        url = todo.pop()
        seen.add(url)
        if url in _rules_read or "/try-" in url:  # These pages have tests of their own.
            continue
        answer = phone.client.get(url)
        assert answer.status_code in (200, 303), url
        if answer.mimetype != "text/html" or answer.status_code == 303:
            continue
        page = Page(answer)
        assert page.soup.select_one("title").text.strip() and page.language
        assert len(page.soup.select("h1")) == 1, url
        if url.startswith(f"/e/{key}") and page.soup.select_one("title").text != "New evening":
            assert re.fullmatch(r".+ · Friday( · .+)?", page.soup.select_one("title").text), url
        if url.startswith("/rules"):
            _rules_read.add(url)
        for link in page.links:
            target, _, anchor = link.partition("#")
            if anchor and target.startswith("/rules/"):
                assert anchor in rule_ids(app, target), link
            if target.startswith("/") and target not in seen and target not in todo:
                todo.append(target)
    assert f"/e/{key}/more" in seen and f"/e/{key}/deals" in seen and "/history" in seen


def test_old_addresses_redirect(app, phone):
    phone.post("/groups/new", {"name": "Fridays", "entry_id": "a-group-1"})
    group, at = phone.page.headers["Location"], f"/e/{opened(app)}"
    leads = {
        f"{at}/link": f"{at}/people",
        f"{at}/me": f"{at}/settings",
        f"{at}/download": f"{at}/deals",
        f"{group}/link": f"{group}/more",
        "/join": "/j",
    }
    for old, new in leads.items():
        answer = phone.client.get(old)
        assert (answer.status_code, answer.location) == (303, new)


_ids = {}
_rules_read = set()


def rule_ids(app, url):
    if url not in _ids:
        _ids[url] = Page(app.test_client().get(url)).ids
    return _ids[url]


def test_pages_of_a_device_without_evenings(phone):
    assert phone.get("/history").status == 200
    assert "/evenings/new" in phone.page.links
    assert phone.get("/evenings/new").status == 200


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_rules(phone, game):
    assert f"/rules/{game.id}" in phone.get("/rules").links
    page = phone.get(f"/rules/{game.id}")
    assert (
        game_title(game) in page.heading
        and source_of(game.accounts.usual.account)[:10] in page.text
    )
    assert f"/rules/{game.id}/sheet" in " ".join(page.links)
    assert "Source:" in page.soup.select_one("[aria-labelledby=about]").text
    ids = [tag["id"] for tag in page.soup.select("[id]")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("query", ["", "?seat=Ann&seat=Bob&seat=Cat", "?revoke=note"])
def test_score_sheet(phone, game, query):
    page = phone.get(f"/rules/{game.id}/sheet{query}")
    assert page.status == 200
    heads = [th.text for th in page.soup.select("thead th")]
    assert ("Ann" in heads) == ("Ann" in query)
    rows = page.soup.select("tbody tr")
    assert len(rows) >= 10
    assert all(not td.words for row in rows for td in row.select("td"))
    # It shows its house rules.
    assert page.soup.select_one("dl")


def test_the_deals_at_all_depths(app, phone):
    key = opened(
        app,
        *("up 6", *IN, "taken Bob 3 Cat 2", "settled"),
        *("depth tricks", "up 5", "Cat in", "Dan miss", "Ann out", "Bob in"),
        *("won Dan Cat Dan Cat Dan", "settled"),
        *("depth plays", "Dan sits-out", "up 6-5", "Ann in", "Bob in", "Cat in"),
        *("Ann 6-4", "Bob 6-2", "Cat 6-6", "Cat 5-4", "Ann 5-3", "Bob 5-2", "Cat 4-3", "Ann 4-2"),
        *("Bob 4-1", "Cat 3-3", "Ann 3-1", "Bob 3-0", "Cat 2-2", "Ann 2-0", "Bob 2-1", "settled"),
        depth="result",
    )  # fmt: skip
    deals = phone.get(f"/e/{key}/deals")
    assert deals.status == 200
    assert [f"/e/{key}/deals/{n}" in deals.links for n in (1, 2, 3, 4)] == [True, True, True, False]
    assert len(deals.soup.select("table.deals tbody tr")) == 3
    state = (
        app.extensions["tables"]
        .evenings.evening(app.extensions["tables"].evenings.log.find(key).id)
        .state
    )
    for number, done in enumerate(state.session.deals, 1):
        page = phone.get(f"/e/{key}/deals/{number}")
        assert page.status == 200
        for line in done.lines:
            assert say_(line.fact) in page.text  # the reason of every chip
        assert done.deal.setup.dealer in page.text
        assert len(page.soup.select("details.why")) == len(done.lines)
    tiles = {tag["aria-label"] for tag in page.soup.select(".tile[aria-label]")}
    assert {"6 4", "6 6", "2 1"} <= tiles
    # A missing page says so, and links back.
    for number in (0, 4, 99):
        phone.get(f"/e/{key}/deals/{number}")
        assert phone.url == f"/e/{key}/deals" and phone.page.alert


def test_deals_are_numbered_over_all_games(app, phone):
    rounce = started("Ann Bob", "domino-rounce", "tricks")
    first = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Bob", "settled")
    second = (*first[:3], "won Ann Ann Ann Ann Bob", "settled")
    game = {"seats": "Ann Bob", "depth": "tricks", "scoring": "chips"}
    key = opened(app, *first, rounce, *second, **game)
    page = phone.get(f"/e/{key}/deals")
    assert {f"/e/{key}/deals/1", f"/e/{key}/deals/2"} <= set(page.links)
    first, second = (phone.get(f"/e/{key}/deals/{n}").text for n in (1, 2))
    assert "Loo" in first and "Rounce" in second
    # The whole evening in chips, without the scores of Rounce. Ann 10 and the loo of 15, the
    # pool of 15 divided at the end, the odd chip to Bob.
    totals = phone.get(f"/e/{key}/deals").soup.select(".totals tbody tr")
    chips = {row.select_one("th").words: row.select_one("td").text for row in totals}
    assert chips == {"Bob": "+18", "Ann": "−18"}


DROPS = {"Ann": "Bob Cat Dan", "Bob": "Cat Dan Ann", "Cat": "Dan Ann Bob", "Dan": "Ann Bob Cat"}
"""The declarations before the dealer's, by dealer."""


def test_an_evening_of_many_deals_is_shown_in_pages(app, phone):
    turns = [[f"{name} out" for name in names.split()] for name, names in DROPS.items()]
    rounds = [phrase for turn in turns for phrase in ("up H", *turn, "settled")] * 30
    key = opened(app, *rounds, game="three-card-loo", preset="defence", depth="tricks")

    def shown(query):
        rows = phone.get(f"/e/{key}/deals{query}").soup.select("table.deals th a")
        found = [link["href"].rpartition("/")[2] for link in rows]
        return [int(number) for number in found if number.isdecimal()]

    assert shown("") == shown("?page=1") == list(range(96, 121))
    assert shown("?page=2") == list(range(71, 96))
    assert shown("?page=5") == shown("?page=99") == list(range(1, 21))
    assert shown("?page=all") == list(range(1, 121))
    assert "Page 5 of 5" in phone.get(f"/e/{key}/deals?page=5").text


def test_an_evening_of_many_games_is_shown_in_pages(app, phone):
    deal = ("up 6", "Bob in", "Ann in", "won Bob Bob Bob Bob Ann", "settled")
    rounce = started("Ann Bob", "domino-rounce", "tricks")
    games = [phrase for _ in range(59) for phrase in (rounce, *deal)]
    key = opened(app, *deal, *games, rounce, seats="Ann Bob", game="domino-rounce", depth="tricks")

    def shown(query):
        tables = phone.get(f"/e/{key}/deals{query}").soup.select("table.deals")
        found = [[a["href"] for a in table.select("th a")] for table in tables]
        assert all(table.select_one("tfoot").select("td") for table in tables)
        return [[int(link.rpartition("/")[2]) for link in links] for links in found]

    assert shown("") == [*([n] for n in range(37, 61)), []]
    assert len(phone.page.soup.select(".curve")) == 7
    assert phone.page.soup.select_one(".headline").text.count("Bob was ahead") == 7
    assert shown("?page=2") == [[n] for n in range(12, 37)]
    assert shown("?page=3") == [[n] for n in range(1, 12)]
    assert shown("?page=all") == [*([n] for n in range(1, 61)), []]


def test_only_those_who_played_most_have_a_curve(app, phone):
    out = ("up 6", "{1} out", "{2} out", "settled")
    tables = [[f"P{n}", f"P{n + 1}", f"P{n + 2}"] for n in range(0, 30, 3)]
    games = [
        phrase
        for seats in tables[1:]
        for phrase in (
            started(" ".join(seats), "domino-loo", "tricks"),
            *(one.format(*seats) for one in out),
        )
    ]
    first = [one.format(*tables[0]) for one in out]
    key = opened(app, *first, *games, seats="P0 P1 P2", depth="tricks")
    page = phone.get(f"/e/{key}/deals")
    assert len(page.soup.select(".curve svg")[0].select("g.line")) == 24
    assert "those who played most" in page.soup.select_one(".curve title").text
    assert len(page.soup.select(".totals tbody tr")) >= 30  # and the chips of all players


def test_the_page_of_a_deal_lists_revokes(app, phone):
    proven = ("Bob 5-5", "Cat 1-0", "Dan 5-3", "Ann 5-0", "Bob 5-4", "Cat 5-1 revoke")
    key = opened(app, "up 6-3", *IN, *proven, "settled")
    page = phone.get(f"/e/{key}/deals/1")
    for word in ("Cat", "1-0", "5-1", "revoke"):
        assert word in page.text
    key = opened(app, "up 6", *IN, "won Bob Bob", "revoked Dan 2", "settled", depth="tricks")
    assert "Dan" in phone.get(f"/e/{key}/deals/1").text


def test_the_undo_button_names_what_it_takes_back(app, phone):
    phrases = ["up 6-3", "Bob in", "Cat miss", "Dan out", "Ann in +", "Bob 5-4 as 4", "Cat 4-0"]
    words = [("6-3",), ("Bob",), ("Cat",), ("Dan",), ("Ann",), ("Bob", "5-4"), ("Cat", "4-0")]
    key = opened(app, *phrases, dealer="Ann")
    for wanted in reversed(words):
        form, button = phone.at(key).form("undone"), None
        button = form.select_one("button").text
        assert all(word in button for word in wanted), button
        phone.press("undone")
    assert phone.page.question == phone.at(opened(app, dealer="Ann")).question


def test_print_styles(phone):
    soup = phone.get("/rules/domino-loo/sheet").soup
    urls = [tag["href"] for tag in soup.select('link[rel="stylesheet"]')]
    styles = "".join(phone.client.get(url, buffered=True).text for url in urls)
    assert re.search(r"@media\s+print\b.{20,}", styles, re.S)


def test_templates_are_all_used():
    """The code, the build of the pocket or another template names every template."""
    root = Path(__file__).parents[2]
    names = {str(f.relative_to(root / "templates")) for f in (root / "templates").rglob("*.html")}
    source = "".join(
        f.read_text()
        for folder, ending in (("companion", "py"), ("tools", "py"), ("templates", "html"))
        for f in (root / folder).rglob(f"*.{ending}")
    )
    # Game modules name templates by question.
    named = {name for name in names if Path(name).parent.name in ("inputs", "summaries", "layouts")}
    unused = {name for name in named if f'"{Path(name).stem}"' not in source}
    assert {name for name in (names - named) | unused if name not in source} == set()


@pytest.mark.parametrize(
    ("moment", "zone"), [("9999-12-31T23:59:59Z", "XST-14"), ("0001-01-01T00:00:00Z", "XST+12")]
)
def test_evenings_at_the_ends_of_the_calendar_are_listed(app, phone, monkeypatch, moment, zone):
    """Older versions accepted such times, which overflow in some time zones."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    log = app.extensions["tables"].evenings.log
    phone.get(f"/e/{log.open_evening('Friday', [started('Ann Bob')], 'x', opened_at=moment).key}")
    try:
        for address in ("/", "/history", "/evenings/new"):
            assert phone.get(address).status == 200
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_list_folds_an_evening_once(app, phone, monkeypatch):
    for _ in range(3):
        phone.get(f"/e/{opened(app, 'up 6', 'Bob in', 'Cat in', depth='tricks')}")
    evenings, folded = app.extensions["tables"].evenings, []
    evenings._cache.clear()
    monkeypatch.setattr(
        "companion.store.repository.open_log",
        lambda told: folded.append(len(told)) or open_log(told),
    )
    for address in ("/history", "/", "/history", "/evenings/new"):
        assert "Ann" in phone.get(address).html and len(folded) == 3
