"""The view of a deal, by its family of games."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.deal import Deal
from companion.rules.loo.deal import LooDeal
from companion.rules.napoleon.deal import NapDeal
from companion.rules.other.deal import ScoreDeal
from companion.rules.rummy.deal import RummyDeal
from companion.web.views.deal_view import DealView, PieceSelection, RemainingHands, Row
from companion.web.views.loo import LooView
from companion.web.views.napoleon import NapView
from companion.web.views.other import OtherView
from companion.web.views.rummy import RummyView

__all__ = ["DealView", "PieceSelection", "RemainingHands", "Row", "view"]

_VIEWS: Mapping[type, Callable[[Any], DealView]] = {
    LooDeal: LooView,
    NapDeal: NapView,
    RummyDeal: RummyView,
    ScoreDeal: OtherView,
}


def view(deal: Deal) -> DealView:
    return _VIEWS[type(deal)](deal)
