"""The page: one file that asks for nothing, in both languages, with a way to every part of it."""

import base64
import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from fontTools.ttLib import TTFont

from gouji_sim.report.files import folder_of, json_text, to_csv, write_file
from gouji_sim.report.fonts import missing_characters
from gouji_sim.report.model import Column, Label, Measure, Table

LANGS = ("en", "zh")
VOID = {"meta", "link", "path", "use", "br", "rect"}


class Reader(HTMLParser):
    """Collects what the tests look at and checks that tags are closed in order."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.sources, self.pictures, self.text = [], [], [], [], [], []
        self.lang = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.lang = found.get("lang", self.lang)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        self.sources += [found[name] for name in ("src", "data", "poster", "srcset") if name in found]
        if tag == "link":
            self.sources.append(found["href"])
        if found.get("role") == "img":
            self.pictures.append(found["aria-label"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        if "id" in dict(attrs):
            self.ids.append(dict(attrs)["id"])

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)


@pytest.fixture(scope="module")
def texts(pages):
    return {lang: pages[lang].page.read_text(encoding="utf-8") for lang in LANGS}


@pytest.fixture(scope="module")
def readers(texts):
    return {lang: Reader(texts[lang]) for lang in LANGS}


@pytest.mark.parametrize("lang", LANGS)
def test_it_asks_the_network_for_nothing(texts, readers, lang):
    assert all(source.startswith("data:") for source in readers[lang].sources)
    assert not [link for link in readers[lang].links if "//" in link]
    addresses = set(re.findall(r"https?://[\w./]+", texts[lang]))
    # the names of XML namespaces are no addresses to fetch
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "default-src 'none'" in texts[lang]
    assert not re.search(r"@import|url\((?!data:|#)", texts[lang])


@pytest.mark.parametrize("lang", LANGS)
def test_ids_are_unique_and_every_inner_link_leads_somewhere(readers, lang):
    reader = readers[lang]
    assert len(reader.ids) == len(set(reader.ids))
    inner = {link[1:] for link in reader.links if link.startswith("#")}
    assert inner <= set(reader.ids)
    assert len(inner) > 12


@pytest.mark.parametrize("lang", LANGS)
def test_every_section_table_and_figure_is_there(pages, readers, lang):
    document, ids = pages[lang].document, set(readers[lang].ids)
    assert {section.id for section in document.sections} <= ids
    assert {f"table-{table.id}" for table in document.tables()} <= ids
    assert {f"figure-{figure.id}" for figure in document.figures()} <= ids
    assert readers[lang].pictures == [figure.alt for figure in document.figures()]
    assert readers[lang].lang == {"en": "en", "zh": "zh-Hans"}[lang]


@pytest.mark.parametrize("lang", LANGS)
def test_the_embedded_font_has_every_character_of_the_page(texts, readers, lang):
    encoded = re.search(r"base64,([A-Za-z0-9+/=]+)", texts[lang])
    with TTFont(io.BytesIO(base64.b64decode(encoded[1]))) as font:
        covered = set(font.getBestCmap())
    shown = "".join(readers[lang].text)
    assert missing_characters(shown) == ""
    assert {c for c in shown if not c.isspace() and ord(c) not in covered} == set()


def test_each_language_speaks_it_alone(readers):
    chinese = re.compile(r"[\u4e00-\u9fff]")
    assert not chinese.search("".join(readers["en"].text))
    assert len(chinese.findall("".join(readers["zh"].text))) > 2000


@pytest.mark.parametrize("lang", LANGS)
def test_every_table_and_figure_lies_beside_the_page(pages, readers, lang):
    product = pages[lang]
    folder = folder_of(product.page)
    names = {f"{table.id}.csv" for table in product.document.tables()}
    names |= {f"{figure.id}.{kind}" for figure in product.document.figures() for kind in ("svg", "png")}
    assert {path.name for path in folder.iterdir()} == names | {"report.json"}
    files = [link for link in readers[lang].links if not link.startswith("#")]
    assert {f"{folder.name}/{name}" for name in names} == set(files)
    assert {path.name for path in product.page.parent.iterdir()} == {"report.html", "report_files"}


def test_captions_and_alternatives_say_something(document):
    for block in (*document.tables(), *document.figures()):
        assert len(block.caption) > 10, block.id
        assert block.title, block.id
    for figure in document.figures():
        assert re.search(r"\d", figure.alt), figure.id
    ids = [block.id for block in (*document.tables(), *document.figures())]
    assert len(set(ids)) >= 30


def test_files_are_the_same_in_both_languages_but_for_labels(pages):
    for one, other in zip(pages["en"].document.tables(), pages["zh"].document.tables(), strict=True):
        assert to_csv(one) == to_csv(other), one.id


def test_the_json_document_holds_every_table(pages):
    content = json.loads(json_text(pages["en"].json))
    assert content["schema_version"] == 1
    assert content["kind"] == "report"
    assert [cell["id"] for cell in content["cells"]] == [
        "qingdao.random", "qingdao.greedy", "hero.random", "hero.greedy",
    ]  # fmt: skip
    assert set(content["tables"]) == {table.id for table in pages["en"].document.tables()}
    row = next(r for r in content["tables"]["key"]["rows"] if r["statistic"]["id"] == "sweep_rate")
    figure = row["qingdao.greedy"]
    assert figure["low"] <= figure["value"] <= figure["high"]
    assert figure["n"] == 1500


def test_key_figures_are_those_of_the_catalogue(sources, document):
    from gouji_sim.stats.catalogue import estimate

    table = document.table("key")
    for row in table.rows:
        for source, measure in zip(sources, row[1 : 1 + len(sources)], strict=True):
            if measure is not None:
                options = source.cell.variant.options
                found = estimate(source.cell.totals, row[0].id, options=options)
                assert (measure.value, measure.low, measure.high) == (found.value, found.low, found.high)


SAMPLE = Table(
    "sample",
    "Title",
    "Caption",
    (Column("cell", "cell", shown=False), Column("group", "组"), Column("n", "n"), Column("rate", "率")),
    (
        ("a", Label("yes", "是", 1.0), 10, Measure(0.5, 0.25, 0.75, 10, "rate")),
        ("a", Label("no", '否, "x"', 0.0), 0, Measure(None, form="rate")),
        ("b", Label("no", "否", 0.0), 3, None),
    ),
)


def test_csv_spreads_a_measure_and_writes_ids():
    rows = list(csv.reader(io.StringIO(to_csv(SAMPLE))))
    assert rows == [
        ["cell", "group", "n", "rate", "rate_low", "rate_high", "rate_n"],
        ["a", "yes", "10", "0.5", "0.25", "0.75", "10"],
        ["a", "no", "0", "", "", "", ""],
        ["b", "no", "3", "", "", "", ""],
    ]


def test_a_hidden_column_is_not_shown():
    columns, rows = SAMPLE.shown()
    assert [column.id for column in columns] == ["group", "n", "rate"]
    assert all(len(row) == 3 for row in rows)


def test_rows_must_fit_the_columns():
    with pytest.raises(ValueError, match="2 cells under 1 columns"):
        Table("bad", "", "", (Column("a", "a"),), (("x", "y"),))


def test_files_are_replaced_whole_and_nothing_is_left_behind(tmp_path):
    target = tmp_path / "new" / "file.txt"
    write_file(target, b"one")
    write_file(target, b"two")
    assert target.read_bytes() == b"two"
    assert [path.name for path in target.parent.iterdir()] == ["file.txt"]
