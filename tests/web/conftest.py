"""An app on a fresh instance, and its phones."""

import os
import shutil

import flask
import jinja2
import pytest
from werkzeug.routing import Rule

from companion.store import open_store
from companion.tables import estimating
from companion.web import create_app
from tests.postgres import database_of
from tests.web.table import Phone


class Compiled(jinja2.BytecodeCache):
    """Compile templates once for all apps; it takes most of the start time."""

    def __init__(self):
        self.codes = {}

    def load_bytecode(self, bucket):
        bucket.code = self.codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.codes[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def compiled():
    compiled = Compiled()

    class Environment(flask.templating.Environment):
        def __init__(self, app, **options):
            super().__init__(app, **options, bytecode_cache=compiled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flask.Flask, "jinja_environment", Environment)
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses():
    """Compile once for all apps how addresses are built; it takes half of what is left of the start."""
    compile_builder, compiled = Rule._compile_builder, {}

    def compile_once(rule, append_unknown=True):
        key = rule.rule, str(rule.defaults), append_unknown
        if key not in compiled:
            compiled[key] = compile_builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compile_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def in_the_database_that_is_tried():
    """Use PostgreSQL if the environment asks for it."""

    def open_there(folder, database="", prepared=False):
        return open_store(folder, database or database_of(folder))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.tables.open_store", open_there)
        yield


@pytest.fixture(scope="session")
def built(tmp_path_factory, compiled):
    """Build static files once; each instance links to them."""
    folder = tmp_path_factory.mktemp("built")
    create_app(folder).extensions["tables"].evenings.log.close()
    return folder / "static"


@pytest.fixture
def instance(tmp_path, built):
    folder = tmp_path / "instance"
    shutil.copytree(built, folder / "static", copy_function=os.link)
    return folder


@pytest.fixture
def fresh(instance):
    app = create_app(instance)
    yield app
    app.extensions["tables"].evenings.log.close()


@pytest.fixture(scope="module")
def app(tmp_path_factory, built):
    """One app for each module, because most tests open their own evenings."""
    folder = tmp_path_factory.mktemp("app")
    shutil.copytree(built, folder / "static", copy_function=os.link)
    app = create_app(folder)
    yield app
    app.extensions["tables"].evenings.log.close()


@pytest.fixture
def phone(app):
    return Phone(app)


@pytest.fixture
def other(app):
    return Phone(app)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch):
    """Make estimates quick: most tests only open their pages."""
    monkeypatch.setattr(estimating, "WORLDS", 10)
