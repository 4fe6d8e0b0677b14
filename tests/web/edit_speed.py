"""How long one waits while typing in Tall Oaks on the page of `edit`: `python -m tests.web.edit_speed [KEYSTROKES]`.

In:  how many keystrokes; Chromium, and the page as `rulewright edit` serves it, of a copy of the game.
Out: milliseconds, median and longest, from a keystroke until what it changes is on the page: a misspelt name is underlined, or
     the list of what can stand there is open. The page looks for it at every frame.
"""

import sys
from statistics import median

from tests.web.browsing import typed_in

FILE, LINE = "slashers.rules", "set fought to yes"
WAIT = """(wanted) => new Promise((go) => { const began = performance.now(), look = () => document.querySelector(wanted)
  ? go(performance.now() - began) : requestAnimationFrame(look); look(); })"""
GO = """([file, line, behind]) => { const view = room.docs.get(file).view;
  const at = view.state.doc.toString().indexOf(line) + behind.length;
  view.dispatch({selection: {anchor: at}, scrollIntoView: true}); view.focus(); }"""


def main(count: int) -> None:
    with typed_in() as page:
        page.click(f"[data-file='{FILE}']")
        page.click("#tab-table")                                  # beside it nothing is told anew
        page.wait_for_selector(".rw-keyword")
        page.wait_for_timeout(6000)
        _typed(page, count)
        _completed(page, count)


def _typed(page, count: int) -> None:
    page.evaluate(GO, [FILE, LINE, "set fought"])
    waits = []
    for _ in range(count):
        page.keyboard.press("x")
        waits.append(page.evaluate(WAIT, ".cm-lintRange-error"))
        page.keyboard.press("Backspace")
        page.wait_for_selector(".cm-lintRange-error", state="detached")
    print(f"a misspelt name is underlined after a keystroke: {median(waits):.0f} ms, longest {max(waits):.0f} ms")


def _completed(page, count: int) -> None:
    page.keyboard.press("End")
    page.keyboard.type("\nraise me")
    page.keyboard.press("Escape")
    waits = []
    for _ in range(count):
        page.keyboard.press(".")
        waits.append(page.evaluate(WAIT, ".cm-tooltip-autocomplete li"))
        page.keyboard.press("Escape")
        page.wait_for_selector(".cm-tooltip-autocomplete", state="detached")
        page.keyboard.press("Backspace")
        page.wait_for_timeout(150)
    print(f"what can stand there is listed after a keystroke: {median(waits):.0f} ms, longest {max(waits):.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
