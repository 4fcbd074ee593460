"""An app on a fresh instance, and phones that ask it."""

import os
import shutil

import pytest

from companion.web import create_app
from tests.web.table import Phone


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Static files built once: each instance gets them as links, which saves most of a start."""
    folder = tmp_path_factory.mktemp("built")
    create_app(folder).extensions["keeper"].log.close()
    return folder / "static"


@pytest.fixture
def instance(tmp_path, built):
    folder = tmp_path / "instance"
    shutil.copytree(built, folder / "static", copy_function=os.link)
    return folder


@pytest.fixture
def app(instance):
    app = create_app(instance)
    yield app
    app.extensions["keeper"].log.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory, built):
    """One app for a whole module, where evenings cannot disturb each other."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copytree(built, folder / "static", copy_function=os.link)
    app = create_app(folder)
    yield app
    app.extensions["keeper"].log.close()


@pytest.fixture
def phone(app):
    return Phone(app)


@pytest.fixture
def other(app):
    """Another device."""
    return Phone(app)
