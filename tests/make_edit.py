"""The picture of docs/guide/in-the-browser.md: `python -m tests.make_edit`, where there is a Chromium.

In:  Tall Oaks, and the variant below, typed into the page of `edit`.
Out: docs/guide/in-the-browser.png.
"""


from tests.cli.running import ROOT
from tests.web.browsing import typed_in

OUT = ROOT / "docs" / "guide" / "in-the-browser.png"
RULE = """  before step go in survivor_turn
if me.health < health_max and (some p in others(me) where p.pawn.place is me.pawn.place)
raise me.health by 1
"""
BESIDE = "## Whoever begins a turn beside a friend and is hurt regains 1 health."
SCENARIO = """given position usual_evening
given Bob.health is 3
start at turn survivor_turn for Bob
then Bob.health is 4"""

EMPTIED = """(() => {
  const view = room.shown.view, text = view.state.doc.toString();
  const from = text.indexOf("  # One edit"), to = text.indexOf("\\n\\n") + 1;
  view.dispatch({changes: {from, to}, selection: {anchor: from}});
})()"""


def main() -> None:
    with typed_in() as page:
        written(page)
        page.screenshot(path=OUT)


def written(page) -> None:
    """A variant, from a blank file until its scenario has come out."""
    page.click("#new-variant")
    page.keyboard.type("Huddle")
    page.keyboard.press("Enter")
    page.wait_for_selector("#sheet")
    page.wait_for_selector(".rw-lenses")
    page.evaluate(EMPTIED)
    for k, line in enumerate(RULE.splitlines()):                 # each further in than the one before
        page.keyboard.type(line)
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        if k < 2:
            page.keyboard.press("Tab")
    for _ in range(3):
        page.keyboard.press("Backspace")
    for words, instead in (("## What is otherwise", BESIDE), ("given players", SCENARIO)):
        page.click(f".cm-line:has-text('{words}')")
        page.keyboard.press("Home")
        page.keyboard.press("Shift+End")
        page.keyboard.type(instead)
        page.keyboard.press("Escape")
    for words in ("# start at", "# when Ann", "then count"):
        page.click(f".cm-line:has-text('{words}')")
        page.keyboard.press("Control+Shift+k")
    page.click("#problems .fix:has-text('use usual')")
    page.wait_for_selector("#sheet:has-text('raise your health')")
    page.click(".rw-lenses button:has-text('run')")
    page.wait_for_selector(".scenarios li.yes")
    page.click("#tab-handout")
    page.wait_for_selector("#sheet .item")
    page.wait_for_selector("#problems:has-text('No mistakes')")
    page.wait_for_timeout(1500)


if __name__ == "__main__":
    main()
