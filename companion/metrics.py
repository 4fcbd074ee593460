"""What the server does, as Prometheus reads it.

Whoever imports this has set PROMETHEUS_MULTIPROC_DIR to a folder: in it the client library adds up
the numbers of several processes, if it is set when that is imported.
"""

from contextlib import AbstractContextManager
from wsgiref.types import WSGIApplication

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    make_wsgi_app,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from companion.rules.ids import Fact
from companion.store import Measures
from companion.tables import Groups

SECONDS = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
"""The bounds of what is timed."""


class Metrics(Measures):
    """Counts and times what a process does. All processes of a server count together."""

    def __init__(self) -> None:
        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(name, text, labels, namespace="companion")

        def seconds(name: str, text: str) -> Histogram:
            return Histogram(name, text, namespace="companion", unit="seconds", buckets=SECONDS)

        def gauge(name: str, text: str, *labels: str) -> Gauge:
            return Gauge(name, text, labels, namespace="companion", multiprocess_mode="livesum")

        disable_created_metrics()
        self._entries = counter("entries", "Entries accepted, by kind.", "kind")
        self._refusals = counter("refusals", "Entries refused, by the id of the rule.", "rule")
        self._denials = counter("denials", "Entries from devices that may not make them.", "reason")
        self._conflicts = counter("conflicts", "Entries made from a state that was not the newest.")
        self._errors = counter("database_errors", "Failures of the database.", "reason")
        self._fold = seconds("fold", "Folding new entries into an evening or a group.")
        self._append = seconds("append", "Appending an entry, the commit included.")
        self._streams = gauge("streams", "Phones and displays that are kept up to date.")
        self._kept = gauge("kept_entries", "Entries kept folded in memory.", "sort")

    def folding(self) -> AbstractContextManager[object]:
        """Return what times a fold."""
        return self._fold.time()

    def appending(self) -> AbstractContextManager[object]:
        """Return what times an append."""
        return self._append.time()

    def entered(self, kind: str) -> None:
        """Count an entry."""
        self._entries.labels(kind).inc()

    def refused(self, rule: str) -> None:
        """Count a refusal."""
        self._refusals.labels(rule).inc()

    def denied(self, why: str) -> None:
        """Count an entry that its device may not make."""
        self._denials.labels(why).inc()

    def overtaken(self) -> None:
        """Count a conflict."""
        self._conflicts.inc()

    def failed(self, why: Fact) -> None:
        """Count a failure of the database."""
        self._errors.labels(getattr(why, "kind", type(why).__name__)).inc()

    def look(self, groups: Groups) -> None:
        """Note what stands now. To be called every second or so."""
        tables = groups.tables
        self._streams.set(tables.bell.listening)
        self._kept.labels("evenings").set(tables.evenings.weight)
        self._kept.labels("groups").set(groups.groups.weight)


def page() -> WSGIApplication:
    """Return the WSGI app that shows the numbers of all processes."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    app: WSGIApplication = make_wsgi_app(registry)
    return app


def forget(process: int) -> None:
    """Leave out what stood in a process that has ended; what it counted stays."""
    mark_process_dead(process)
