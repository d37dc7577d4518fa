"""What every test starts from: no setting of the shell or the runner that changes what people are shown."""

import os

import pytest


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    for name in list(os.environ):
        if name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR") or name.startswith("GOUJI_"):
            monkeypatch.delenv(name)
