"""Games of the Loo family, Napoleon and rummy: rules, records, and the companion at the table.

This is the library (docs/library.md has examples): read a record, replay it, list the possible
entries, enter one, and read the result. Everything here is pure, and every value is immutable.
Errors and payments carry facts; `say` returns the sentence of a fact.
"""

from typing import TYPE_CHECKING

from companion.errors import (
    AmbiguousMeld,
    EntryError,
    MalformedEntry,
    Proof,
    RevokeProven,
    RuleViolation,
    StaleEntry,
)
from companion.evening.entries import (
    Amended,
    AnyEntry,
    DealerSet,
    DepthChanged,
    EveningClosed,
    GameEnded,
    GameStarted,
    Inserted,
    Joined,
    Left,
    Noted,
    Paid,
    Penalized,
    PlayerRenamed,
    SatIn,
    SatOut,
    Undone,
    WorthSet,
    decode,
    encode,
)
from companion.evening.figures import Curves, EveningFigures, figures
from companion.evening.game_facts import NoLongerHolds
from companion.evening.game_session import DealDone, GameSession
from companion.evening.history import Evening
from companion.evening.record import Record, RecordError, dumps, loads
from companion.evening.replay import Problem, replay, report
from companion.evening.settling_up import Plan, Transfer, settle
from companion.evening.starting import new_game
from companion.evening.state import State
from companion.facts import Fact, PlainFact
from companion.games import GAMES
from companion.ids import Rule
from companion.rules.actions import (
    Declared,
    Discarded,
    Drew,
    Exchanged,
    FlushShown,
    HandsLeft,
    JokerMoved,
    LaidOff,
    Melded,
    Misdealt,
    PamShown,
    Peeped,
    Played,
    RestDeclared,
    Revoked,
    Scored,
    Settled,
    TricksTaken,
    TrickWon,
    TurnedUp,
)
from companion.rules.deal import Deal
from companion.rules.facts import Revoke, Settlement
from companion.rules.game import Game
from companion.rules.tricks.review import LegalPlays
from companion.study.deal import DealStudy, Lost, NotStudied, Verdict
from companion.study.deal import study as study_deal
from companion.study.position import Move
from companion.study.report import report as study_report
from companion.version import __version__

if TYPE_CHECKING:
    from companion.wording import say
else:  # a checker would take any name for one of the module

    def __getattr__(name: str) -> object:
        # The words need more packages than the rules, so they are loaded when they are asked for.
        if name == "say":
            from companion.wording import say

            return say
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "GAMES",
    "AmbiguousMeld",
    "Amended",
    "AnyEntry",
    "Curves",
    "Deal",
    "DealDone",
    "DealStudy",
    "DealerSet",
    "Declared",
    "DepthChanged",
    "Discarded",
    "Drew",
    "EntryError",
    "Evening",
    "EveningClosed",
    "EveningFigures",
    "Exchanged",
    "Fact",
    "FlushShown",
    "Game",
    "GameEnded",
    "GameSession",
    "GameStarted",
    "HandsLeft",
    "Inserted",
    "Joined",
    "JokerMoved",
    "LaidOff",
    "Left",
    "LegalPlays",
    "Lost",
    "MalformedEntry",
    "Melded",
    "Misdealt",
    "Move",
    "NoLongerHolds",
    "NotStudied",
    "Noted",
    "Paid",
    "PamShown",
    "Peeped",
    "Penalized",
    "PlainFact",
    "Plan",
    "Played",
    "PlayerRenamed",
    "Problem",
    "Proof",
    "Record",
    "RecordError",
    "RestDeclared",
    "Revoke",
    "RevokeProven",
    "Revoked",
    "Rule",
    "RuleViolation",
    "SatIn",
    "SatOut",
    "Scored",
    "Settled",
    "Settlement",
    "StaleEntry",
    "State",
    "Transfer",
    "TrickWon",
    "TricksTaken",
    "TurnedUp",
    "Undone",
    "Verdict",
    "WorthSet",
    "__version__",
    "decode",
    "dumps",
    "encode",
    "figures",
    "loads",
    "new_game",
    "replay",
    "report",
    "say",
    "settle",
    "study_deal",
    "study_report",
]
