"""The report in the system's Chromium: it fits a phone and a screen, light and dark, and its tables are sorted by a click."""

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.cli.test_compare import STUDY
from tests.web import browsing
from tests.web.browsing import MISSING, PHONE, SCREEN

pytestmark = [STUDY, pytest.mark.skipif(bool(MISSING), reason=MISSING)]
TOTALS = "() => [...document.querySelectorAll('table')[0].tBodies[0].rows].map(row => Number(row.cells[1].dataset.value))"


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    found = run("compare", "pig", "--set", "goal=50", "--games", "100", "--course", "20", "--report", str(folder),
                env={"RULEWRIGHT_CACHE": "off"})
    assert found.exit_code == 0, found.output
    return folder / "report.html"


@pytest.fixture(scope="module")
def browser():
    with browsing.browser() as made:
        yield made


def opened(browser, path: Path, size: dict, scheme: str = "light"):
    page = browser.new_page(viewport=size, color_scheme=scheme)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    page.goto(path.as_uri())
    assert not wrong
    return page


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_its_pictures_have_the_ink_of_the_page(browser, page_file, size, scheme):
    page = opened(browser, page_file, size, scheme)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the window"
    ink = page.evaluate("() => getComputedStyle(document.body).color")
    text = page.evaluate("() => getComputedStyle(document.querySelector('svg text')).fill")
    assert text == ink == {"light": "rgb(28, 27, 25)", "dark": "rgb(243, 239, 230)"}[scheme]
    wide = page.evaluate("() => [...document.querySelectorAll('svg')].map(one => one.getBoundingClientRect().width)")
    assert all(200 < one <= size["width"] for one in wide)


def test_a_click_sorts_a_table_and_another_turns_it_round(browser, page_file):
    page = opened(browser, page_file, SCREEN)
    head = page.locator("table").first.locator("th button").nth(1)
    head.click()
    rising = page.evaluate(TOTALS)
    assert rising == sorted(rising) and len(set(rising)) > 3
    head.click()
    assert page.evaluate(TOTALS) == sorted(rising, reverse=True)
    assert page.locator("table").first.locator("th").nth(1).get_attribute("aria-sort") == "descending"
