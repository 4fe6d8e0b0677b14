"""From a blank variant to a printed handout in a browser, and what is typed when the server goes down.

Skipped where there is no Chromium or no Playwright, as test_browsers.py is.
"""

import os
import shutil
import signal

import pytest

from interpreter.project.files import read_text
from tests.cli.running import ROOT
from tests.web.browsing import browser, Edited, MISSING

if MISSING and os.environ.get("RULEWRIGHT_BROWSERS"):
    raise RuntimeError(MISSING)
pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING or "there is a browser")
DESK = {"width": 1280, "height": 800}


def entered(opened, edited: Edited, troubles: list[str]):
    """The page, opened by its link, with its first file coloured."""
    page = opened.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(edited.link)
    page.wait_for_selector(".rw-keyword")
    return page


def test_from_a_blank_variant_to_a_printed_handout(tmp_path):
    shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    edited, troubles = Edited(tmp_path, "nim"), list[str]()
    with browser() as opened:
        page = entered(opened, edited, troubles)
        assert "#" not in page.url and edited.link.partition("#")[2] not in page.content()
        page.click("#new-variant")
        page.keyboard.type("Two at most")
        page.keyboard.press("Enter")
        page.wait_for_selector("#sheet:has-text('Two at most')")
        page.wait_for_selector(".rw-lenses")
        page.keyboard.type("  set mst = 2\n")                             # a slip of the finger, and its fix
        page.click("#problems .fix:has-text('most')")
        page.wait_for_selector("#problems:has-text('No mistakes')")
        page.wait_for_selector("#sheet .item:has-text('2')")
        path = tmp_path / "nim" / "variants" / "two_at_most.rules"
        assert "\n  set most = 2\n" in str(read_text(path))
        page.click(".cm-line:has-text('# start at')")
        page.keyboard.press("Home")
        page.keyboard.press("Shift+End")
        page.keyboard.type("given row[upper] holds stones[1], stones[2], stones[3]\nstart at turn take for Ann\n"
                           "when Ann answers from_row with upper\nthen asked stones_taken by Ann with {1, 2}\n")
        page.wait_for_selector("#status:has-text('saved')")
        page.click("#tab-scenarios")
        page.click("#run")
        page.wait_for_selector(".scenarios li.yes")
        page.click(".rw-lenses button:has-text('play from here')")
        frame = page.frame_locator("#panel iframe")
        frame.locator("section.asked").wait_for()
        assert "Two at most" in page.inner_text("#panel") and frame.locator("button[data-k=o0]").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        unnamed = page.evaluate("[...document.querySelectorAll('button, input, select, iframe')].filter((one) => "
                                "!(one.innerText || one.title || one.getAttribute('aria-label') || (one.labels || []).length)"
                                ").length")
        assert unnamed == 0
        page.click("#tab-handout")
        page.wait_for_selector("#sheet")
        assert "printed" not in page.evaluate("(window.print = () => { document.title = 'printed'; }, document.title)")
        page.click("#print")
        assert page.title() == "printed"
        page.emulate_media(media="print")
        assert page.is_visible("#sheet") and not page.is_visible("#files") and not page.is_visible("#text")
        assert len(page.pdf()) > 5_000
        assert troubles == []
    assert edited.stop() == 0


def test_nothing_typed_is_lost_when_the_server_goes_down_or_a_file_is_changed(tmp_path):
    shutil.copytree(ROOT / "rules" / "nim", tmp_path / "nim")
    edited, troubles = Edited(tmp_path, "nim"), list[str]()
    path = tmp_path / "nim" / "nim.rules"
    with browser() as opened:
        page = entered(opened, edited, troubles)
        port = edited.base.rpartition(":")[2]
        edited.stop(signal.SIGKILL)
        page.click(".cm-content")
        page.keyboard.press("Control+End")
        page.keyboard.type("# mine\n")
        page.wait_for_selector("#status:has-text('not saved')")
        assert "# mine" not in str(read_text(path))
        again = Edited(tmp_path, "nim", port)
        page.close(run_before_unload=False)
        page = page.context.new_page()
        page.goto(again.link)
        page.click("#banner button:has-text('Put it back')")
        page.wait_for_selector("#status:has-text('saved')")
        assert str(read_text(path)).endswith("# mine\n")
        page.route("**/edit/save", lambda route: route.abort())           # it cannot be saved for a while
        page.click(".cm-content")
        page.keyboard.press("Control+End")
        page.keyboard.type("# more of mine\n")
        path.write_text(str(read_text(path)) + "# theirs\n", encoding="utf-8")
        page.unroute("**/edit/save")
        page.click("#banner button:has-text('Keep what I typed')")
        page.wait_for_selector("#status:has-text('saved')")
        assert str(read_text(path)).endswith("# mine\n# more of mine\n")
        path.write_text(str(read_text(path)) + "# theirs\n", encoding="utf-8")
        page.wait_for_selector(".cm-line:has-text('# theirs')")           # nothing was typed: it is shown as it is
    assert troubles == [] and again.stop() == 0
