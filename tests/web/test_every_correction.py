"""No page fails if a play of a golden evening is corrected to another piece."""

from itertools import islice

import pytest
from msgspec.structs import replace

from companion.errors import EntryError, RevokeProven
from companion.evening.entries import Amended, encode
from companion.evening.record import Record, dumps, loads
from companion.evening.replay import replay
from companion.rules.actions import Played
from tests.goldens import GOLDENS
from tests.web.table import HTMX

GOLDEN = ("cards-defence-plays", "nap7-misery-trumps", "points-plays", "revoke-for-the-pool")
TOLD = 0.95
"""Play this part of each evening, so that its last deal is still open."""


def proving(evening):
    """Yield every correction of a play that proves a revoke, with the error."""
    for stands in evening.entries:
        if isinstance(stands.entry, Played):
            for piece in evening.game_of(stands.number).pack.pieces:
                by = replace(stands.entry, piece=str(piece), stands=None)
                try:
                    evening.enter(Amended(stands.number, by))
                except RevokeProven as error:
                    yield Amended(stands.number, by), error
                except EntryError:
                    pass


def tells(page, error):
    return all(
        proof.player in page.text
        and f"to trick {proof.trick}" in page.text
        and any(link.endswith(f"#{proof.rule}") for link in page.links)
        for proof in error.proofs
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_a_correction_that_proves_a_revoke_shows_its_deal(phone, name):
    whole = loads(GOLDENS[name].read_bytes())
    told = whole.entries[: int(len(whole.entries) * TOLD)]
    evening, problems = replay(told)
    assert not problems and evening.state.session.deal.begun
    phone.import_record(dumps(Record(whole.name, whole.opened_at, told)))
    phone.follow()
    earlier = 0
    for correction, error in islice(proving(evening), 0, None, 7):
        number, body = correction.entry, encode(correction.by).decode()
        form = {"after": evening.length, "entry_id": "entry-000001"}
        sent = {**form, "entry": encode(correction).decode()}
        is_earlier = number < evening.current_entries[0].number
        earlier += is_earlier
        for how in ({}, HTMX):
            page = phone.post(f"/e/{phone.key}/amend/{number}", {**form, "entry": body}, **how)
            assert page.status == 422
            assert tells(page, error)
            page = phone.post(f"/e/{phone.key}/entries", sent, **how)
            assert page.status == 422
            assert not is_earlier or tells(page, error)
    assert earlier
