"""汉字 everywhere: the packaged font covers all that is said, and a page carries what it uses."""

import base64
import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import gouji_sim.i18n
from gouji_sim.i18n import read_messages, terms
from gouji_sim.report import fonts
from gouji_sim.rules import list_variants, load_variant

CATALOGUES = sorted(
    path for path in Path(gouji_sim.i18n.__file__).parent.glob("*.toml") if path.name != "terms.toml"
)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_the_font_covers_every_catalogue(path):
    texts = "".join(text for entry in read_messages(path).values() for text in entry.values())
    assert fonts.missing_characters(texts) == ""


def test_the_font_covers_terms_and_names_of_variants():
    texts = [entry.zh + entry.en for entry in terms().values()]
    for variant in map(load_variant, list_variants()):
        texts += [variant.name_zh, variant.name_en]
    assert fonts.missing_characters("".join(texts)) == ""


def test_a_subset_has_the_characters_asked_for_and_few_others():
    encoded = fonts.woff2_subset("够级 ABC 够")
    with TTFont(io.BytesIO(base64.b64decode(encoded))) as font:
        assert set(font.getBestCmap()) == set(map(ord, "够级 ABC"))
    assert encoded == fonts.woff2_subset("CBA级够 ")


def test_what_the_font_lacks_is_found_and_boxed():
    assert fonts.missing_characters("够\U0001f0cf级") == "\U0001f0cf"
    assert fonts.drawable("够\U0001f0cf") == "够□"
