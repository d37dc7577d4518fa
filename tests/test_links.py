"""Every relative link in the documents leads somewhere, and every document has its Chinese twin."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    page for folder in (".", "docs", "analysis") for page in (ROOT / folder).glob("*.md") if page.is_file()
)
ENGLISH_ONLY = {"architecture.md"}  # for people who work on the code, which is in English


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_page_has_its_twin(page):
    if page.name in ENGLISH_ONLY:
        return
    twin = page.name.replace(".zh-CN.md", ".md") if ".zh-CN" in page.name else f"{page.stem}.zh-CN.md"
    assert (page.parent / twin).exists()
