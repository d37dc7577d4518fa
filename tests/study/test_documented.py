"""What the documents of this room say is so."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant
from gouji_sim.study.codec import encode_part, open_part
from gouji_sim.study.config import read_config
from gouji_sim.study.grid import build_plan
from gouji_sim.study.machine import MACHINE_ENVIRONMENT
from gouji_sim.study.model import StudyFile
from gouji_sim.study.places import ENVIRONMENT

DOCS = Path(__file__).parents[2] / "docs"
LANGUAGES = ["", ".zh-CN"]


def text_of(name: str, language: str) -> str:
    return (DOCS / f"{name}{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_study_in_the_text_is_one(tmp_path: Path, language: str) -> None:
    text = text_of("studies", language)
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "study.toml").write_text(example, encoding="utf-8")
    plan = build_plan(read_config(tmp_path / "study.toml"))
    assert len(plan.cells) == 6
    assert len(plan.contrasts) == 6
    assert {contrast.margin for contrast in plan.contrasts} == {0.005, None}
    assert plan.stop is not None
    for key in StudyFile.model_fields:
        assert f"`{key}`" in text
    for variable in (*ENVIRONMENT, *MACHINE_ENVIRONMENT):
        assert variable in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_a_part(language: str) -> None:
    options = load_variant("qingdao").options
    records = play_deals(CompiledRules(options), ("random",) * 6, 1, 0, 10)
    schema = open_part(io.BytesIO(encode_part([(records, options)], {})), "part").schema_arrow
    described: dict[str, str] = {}
    for names, kind in re.findall(
        r"^\| (`[^|]*) \| (u?int\d+) \|", text_of("run-format", language), re.MULTILINE
    ):
        for name in re.findall(r"`(\w+)`", names):
            stem = name.removesuffix("_0")
            each = [f"{stem}_{i}" for i in range(6)] if name.endswith("_0") else [name]
            described |= dict.fromkeys(each, kind)
    assert described == {field.name: str(field.type) for field in schema}
