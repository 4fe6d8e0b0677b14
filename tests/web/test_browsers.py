"""Whole evenings in browsers: people tap, reload, are refused, take back; a server is killed; seats go to bots and back.

Where there is no Chromium, or no Playwright, these are skipped and say so; RULEWRIGHT_BROWSERS=1, as CI sets it, makes that a
failure.
"""

import os
from itertools import count

import pytest

from interpreter.session.transcript import read_file
from interpreter.text.diagnostic import Report
from tests.profile import DEEP
from tests.web.browsing import browser, CONTRASTS, MISSING, PHONE, SCREEN, Served, sit, tap_through

if MISSING and os.environ.get("RULEWRIGHT_BROWSERS"):
    raise RuntimeError(MISSING)
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING or "there is a browser")
NAMES = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def evening(tmp_path):
    """Servers and pages, which are put away afterwards; what went wrong in a page is told."""
    made: list[Served] = []
    troubles: list[str] = []

    class Evening:
        def serve(self, *words: str) -> Served:
            made.append(Served(tmp_path, *words).start())
            return made[-1]

        def pages(self, opened, served: Served, people: int, size=PHONE):
            """The host, and the people, seated; the play has begun."""
            host = sit(opened, served.links["host"])
            seats = [sit(opened, served.links[f"s{k}"], NAMES[k], size) for k in range(people)]
            for page in (host, *seats):
                page.on("pageerror", lambda error: troubles.append(str(error)))
                page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
            host.click("button[data-k=start]")
            for page in seats:
                page.wait_for_selector(".areas", state="attached")
            return host, seats

    with browser() as opened:
        yield Evening(), opened, troubles
    for served in made:
        served.kill()


def over(page) -> bool:
    return page.locator("a[download]").count() > 0


def played(pages, most: int, each=None) -> int:
    """Everybody answers in turn until the play is over: how many answers were given."""
    given = idle = 0
    while given < most and idle < 20 and not over(pages[0]):
        before = given
        for k, page in enumerate(pages):
            if each is not None:
                each(k, page)
            given += tap_through(page)
        idle = 0 if given > before else idle + 1
        if given == before:
            pages[0].wait_for_timeout(200)
    return given


def test_three_phones_play_a_whole_mixtape_and_one_is_reloaded_again_and_again(evening):
    laying, opened, troubles = evening
    served = laying.serve("mixtape", "--players", "3", "--port", "0", "--seed", "4")
    host, seats = laying.pages(opened, served, 3)

    asked = count()

    def reload(k: int, page) -> None:
        if k == 1 and page.locator("button[data-k=send]").count() and (DEEP or next(asked) % 4 == 0):
            page.reload()
            page.wait_for_selector("main header")

    assert played(seats, 400, reload) > 50
    assert over(seats[0]) and "The play is over." in seats[2].inner_text("main")
    seats[1].click("details[data-k=origin] summary")
    seats[1].click("details[data-k=ofAnn] > summary")
    assert ": " in seats[1].inner_text("details[data-k=ofAnn] li")
    with seats[0].expect_download() as taken:
        seats[0].click("a[download]")
    record = read_file(taken.value.path(), Report())
    assert record is not None and record.rows[-1].kind == "over" and record.heading.players == ("Ann", "Bo", "Cy")
    assert troubles == []


def test_a_server_is_killed_and_phones_come_back_by_themselves(evening, tmp_path):
    laying, opened, troubles = evening
    kept = str(tmp_path / "evening.play")
    served = laying.serve("mixtape", "--players", "2", "--port", "0", "--record", kept)
    host, seats = laying.pages(opened, served, 2)
    given = played(seats, 6)
    prompt = seats[0].inner_text("main section:last-of-type")
    served.kill()
    seats[0].wait_for_selector("text=cannot be reached", timeout=60000)
    port = served.links["host"].split(":")[2].split("/")[0]
    laying.serve("--resume", kept, "--port", port)
    seats[0].wait_for_function("() => !document.body.innerText.includes('cannot be reached')", timeout=60000)
    assert seats[0].inner_text("main section:last-of-type") == prompt
    assert played(seats, 4) >= 4 and given >= 6


def test_refusals_say_why_an_answer_is_taken_back_and_a_seat_goes_to_a_bot(evening):
    laying, opened, troubles = evening
    served = laying.serve("nim", "--players", "2", "--port", "0", "--seed", "1")
    host, (ann, bo) = laying.pages(opened, served, 2)
    ann.click("button[data-k=rule]")
    assert "asked by step" in ann.inner_text("[role=alert]")
    ann.click("text=Close")
    ann.click("button[data-k=o0]")
    assert ann.get_attribute("button[data-k=o0]", "aria-pressed") == "true" and ann.is_enabled("button[data-k=send]")
    ann.click("button[data-k=back]")
    assert not ann.is_enabled("button[data-k=send]")
    assert tap_through(ann)
    ann.wait_for_selector("text=How many stones?")
    ann.click("button[data-k=undo]")
    ann.wait_for_selector("text=From which row")
    assert tap_through(ann)
    ann.wait_for_selector("text=How many stones?")
    host.select_option("select[data-k=bs1]", "random")
    host.wait_for_selector("text=bot: random")
    assert tap_through(ann)
    ann.wait_for_selector("section.asked")
    host.select_option("select[data-k=bs1]", "")
    host.wait_for_function("() => !document.body.innerText.includes('bot: random')")


def test_closed_options_can_be_touched(evening):
    laying, opened, troubles = evening
    served = laying.serve("nim", "--players", "2", "--port", "0", "--seed", "1")
    host, (ann, bo) = laying.pages(opened, served, 2)
    for _ in range(12):                                     # until a row is empty
        for page in (ann, bo):
            if page.locator("details[data-k=shut]").count():
                page.click("details[data-k=shut] summary")
                page.click("button[data-k=c0]")
                said = page.inner_text("[role=alert]")
                assert "Not allowed:" in said and "is not empty" in said
                return
            tap_through(page)
    raise AssertionError("nothing was closed")


def test_an_order_is_tapped_or_dragged(evening):
    laying, opened, troubles = evening
    served = laying.serve("tests/session/fair/fair.rules", "--players", "2", "--port", "0", "--seed", "1")
    host, seats = laying.pages(opened, served, 2)
    for _ in range(30):
        asked = next((page for page in seats if page.locator("[data-order]").count() > 1), None)
        if asked is not None:
            break
        for page in seats:
            tap_through(page)
    places = "[...document.querySelectorAll('[data-order]')].map((one) => +one.dataset.order)"
    before = asked.evaluate(places)
    assert not asked.is_enabled("button[data-k=send]")
    start, end = (asked.locator("[data-order]").nth(k).bounding_box() for k in (len(before) - 1, 0))
    asked.mouse.move(start["x"] + 20, start["y"] + 15)
    asked.mouse.down()
    asked.mouse.move(end["x"] + 20, end["y"] + 12, steps=4)
    asked.mouse.up()
    asked.wait_for_function(f"() => JSON.stringify({places}) === JSON.stringify({[before[-1], *before[:-1]]})")
    assert asked.is_enabled("button[data-k=send]") and "1. " in asked.inner_text("#chosen")
    asked.click("button[data-k=back]")
    for k in before:
        asked.click(f"button[data-k=o{k}]")
    assert asked.evaluate(places) == before and asked.is_enabled("button[data-k=send]")
    assert troubles == []


def test_a_grid_is_drawn_as_one_and_its_cells_are_tapped(evening):
    laying, opened, troubles = evening
    served = laying.serve("tests/games/tic_tac_toe.rules", "--players", "2", "--port", "0")
    host, (ann, bo) = laying.pages(opened, served, 2)
    assert ann.locator("table.grid tr").count() == 4 and ann.locator("section.asked table.grid button.open").count() == 9
    assert bo.locator("table.grid button").count() == 0
    ann.click("[aria-label^='choose grid[2, 3]']")
    assert "You choose: grid[2, 3]" in ann.inner_text("#chosen")
    ann.focus("[aria-label^='choose grid[1, 1]']")
    ann.keyboard.press("Enter")
    assert ann.get_attribute("*:focus", "aria-label").startswith("choose grid[1, 1]")
    ann.click("button[data-k=send]")
    bo.wait_for_selector("section.asked table.grid button.open")
    assert bo.locator("table.grid button.open").count() == 8 and bo.locator(".man").inner_text() == "A"
    assert bo.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert troubles == []


def test_a_host_sets_another_table_from_the_page(evening):
    laying, opened, troubles = evening
    served = laying.serve("nim", "--players", "2", "--port", "0")
    host, seats = laying.pages(opened, served, 2)
    host.click("button[data-k=another]")
    host.wait_for_selector("text=Table 2 is set")
    with host.context.expect_page() as made:
        host.click("text=its host's page")
    other = made.value
    other.click("button.send")
    other.wait_for_selector("button[data-k=start]")
    assert "/t/2/host/" in other.url and "#" not in other.url
    assert troubles == []


def test_a_seat_taken_up_elsewhere_and_a_key_that_leaves_the_address_bar(evening):
    laying, opened, troubles = evening
    served = laying.serve("nim", "--players", "2", "--port", "0")
    host, (ann, bo) = laying.pages(opened, served, 2)
    assert "#" not in ann.url and served.links["s0"].partition("#")[2] not in ann.content()
    other = sit(opened, served.links["s0"])
    ann.wait_for_selector("text=taken up on another phone")
    assert other.locator("section.asked").count() == 1
    stranger = opened.new_context().new_page()
    stranger.goto(served.links["s1"].partition("#")[0])
    assert "Open this page by the link" in stranger.inner_text("main")


def test_solo_against_a_seat_of_the_rules(evening):
    laying, opened, troubles = evening
    served = laying.serve("mixtape", "--players", "1", "--port", "0", "--seed", "2")
    host = sit(opened, served.links["host"])
    alone = sit(opened, served.links["s0"])
    host.click("button[data-k=start]")
    alone.wait_for_selector(".areas", state="attached")
    assert played([alone], 300) > 10 and over(alone)


def test_four_phones_play_rounds_of_a_game_with_a_map(evening):
    laying, opened, troubles = evening
    served = laying.serve("tall_oaks", "--players", "4", "--port", "0", "--seed", "3")
    host, seats = laying.pages(opened, served, 4)
    screen = sit(opened, served.links["table"], size=SCREEN)
    assert screen.locator(".map svg .named").count() > 5
    rounds = int(os.environ.get("RULEWRIGHT_ROUNDS", "1"))
    assert played(seats, 12 + 30 * rounds) >= min(12 + 30 * rounds, 40)
    assert troubles == []


@pytest.mark.parametrize("size", [PHONE, SCREEN])
def test_pages_fit_and_can_be_gone_through_by_keyboard(evening, size):
    laying, opened, troubles = evening
    served = laying.serve("mixtape", "--players", "2", "--port", "0", "--seed", "4")
    host, (ann, bo) = laying.pages(opened, served, 2, size)
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    readable({"ann": ann, "host": host})
    for page in (ann, host):
        unnamed = page.evaluate("[...document.querySelectorAll('button, input, select, [role=button]')].filter("
                                "(one) => !(one.innerText || one.getAttribute('aria-label') || '').trim()).length")
        assert unnamed == 0
    for _ in range(3):
        ann.focus("button[data-k=o0]" if _ == 0 else "button[data-k=o1]")
        ann.keyboard.press("Enter")
    assert ann.evaluate("document.activeElement.dataset.k") == "o1"      # focus stays where it was when the page is drawn anew
    assert "You are asked" in ann.inner_text("[aria-live]")


def readable(pages: dict, schemes=("light", "dark")) -> None:
    """Every word on these pages has a contrast of AA."""
    for scheme in schemes:
        for name, page in pages.items():
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate(CONTRASTS)
            assert found["poor"] == [] and found["seen"] >= (3 if name == "sit" else 12), (scheme, name)


def test_every_word_on_every_page_can_be_read_in_light_and_in_dark(evening):
    laying, opened, troubles = evening
    served = laying.serve("tall_oaks", "--players", "2", "--port", "0", "--seed", "4")
    free = opened.new_context().new_page()
    free.goto(served.links["s0"])
    host, (ann, bo) = laying.pages(opened, served, 2)
    table = sit(opened, served.links["table"], size=SCREEN)
    for page in (ann, bo, ann):
        tap_through(page)
    asked = ann if ann.locator("[data-k=o0]").count() else bo
    asked.locator("[data-k=o0]").first.click()
    for button in ("rule", "all", "score"):
        asked.click(f"button[data-k={button}]")
    host.click("button[data-k=links]")
    readable({"sit": free, "host": host, "table": table, "asked": asked})
    free.evaluate("document.querySelector('h1').style.color = '#333'")
    assert free.evaluate(CONTRASTS)["poor"]                  # what cannot be read would be found
