"""What can be said to the debugger, in words, and what it says.

In:  a Viewer and a line of words.
Out: lines of words; None to leave.
"""

from collections.abc import Callable

from interpreter.debugger.viewer import Misread, Viewer
from interpreter.text.diagnostic import nearest

HELP = """step              to the next line, into what it calls            (s)
over              to the next line of the same block              (o)
out               to where this was called                        (u)
run               to the next breakpoint, or the end              (r)
back WORD         the same backwards: back step, over, out, run   (b; alone: step)
stop WHERE        a breakpoint: line 105, town.rules:12, a clause, a trigger or effect by its name,
                  zone NAME and counter NAME (when they change), if CONDITION
stops, unstop N   the breakpoints, and one taken away
watch VALUE       show this at every place; unwatch takes all away
show VALUE        a value in the language, here
frames            what is being carried out, the innermost first  (f)
knows NAME        the cards whose faces a player knows
why THING         the lines that put a card where it is, or made a counter what it is, back to the deal
where             the line again                                  (w)
quit              (q)""".split("\n")
SHORT = {"s": "step", "o": "over", "u": "out", "r": "run", "b": "back", "f": "frames", "w": "where", "q": "quit", "?": "help",
         "break": "stop", "continue": "run", "c": "run", "n": "over", "next": "over", "p": "show", "print": "show"}
EDGE = {False: "this is the end", True: "this is the beginning"}


def say(viewer: Viewer, words: str) -> list[str] | None:
    """Carries one line of words out."""
    word, _, rest = words.strip().partition(" ")
    word, rest = SHORT.get(word, word), rest.strip()
    if word == "quit":
        return None
    try:
        if word in MOVES:
            return _moved(viewer, word, False)
        if word == "back":
            which = SHORT.get(rest, rest) or "step"
            return _moved(viewer, which, True) if which in MOVES else [f"back {', back '.join(MOVES)}"]
        if word in ASKED:
            return ASKED[word](viewer, rest)
    except Misread as no:
        return [str(no)]
    if not word:
        return here(viewer)
    near = nearest(word, [*MOVES, *ASKED, "back", "quit"])
    return [f"`{word}` means nothing here" + (f"; did you mean `{near}`?" if near else "; `help` lists what does")]


def here(viewer: Viewer) -> list[str]:
    """Where one stands, and what is watched."""
    count = f"{viewer.at + 1}/{len(viewer.film.stills)}"
    branch = f" ({viewer.film.spec.seats[viewer.still.branch]}'s branch)" if viewer.still.branch >= 0 else ""
    return [f"{count}{branch}  {viewer.where()}", *(f"    {one}" for one in viewer.watched())]


MOVES: dict[str, Callable[[Viewer, bool], bool]] = {
    "step": Viewer.step, "over": Viewer.over, "out": Viewer.out, "run": Viewer.run,
}


def _moved(viewer: Viewer, word: str, back: bool) -> list[str]:
    arrived = MOVES[word](viewer, back)
    return [*([] if arrived else [EDGE[back]]), *here(viewer)]


def _stop(viewer: Viewer, rest: str) -> list[str]:
    if not rest:
        return _stops(viewer, rest)
    viewer.stop_at(rest)
    return [f"stops at {rest}"]


def _stops(viewer: Viewer, rest: str) -> list[str]:
    return [f"{k}  {one.words}" for k, one in enumerate(viewer.breakpoints, 1)] or ["there is no breakpoint"]


def _unstop(viewer: Viewer, rest: str) -> list[str]:
    if rest.isdigit() and 0 < int(rest) <= len(viewer.breakpoints):
        viewer.breakpoints.pop(int(rest) - 1)
    return _stops(viewer, rest)


def _watch(viewer: Viewer, rest: str) -> list[str]:
    if rest:
        viewer.value(rest)
        viewer.watches.append(rest)
    return viewer.watched() or ["nothing is watched"]


def _unwatch(viewer: Viewer, rest: str) -> list[str]:
    viewer.watches.clear()
    return ["nothing is watched"]


def _show(viewer: Viewer, rest: str) -> list[str]:
    return [viewer.value(rest)] if rest else ["show what?"]


def _knows(viewer: Viewer, rest: str) -> list[str]:
    seats = viewer.film.spec.seats
    if rest not in seats:
        raise Misread(f"nobody is called `{rest}`; there are {', '.join(seats)}")
    return viewer.knows(seats.index(rest)) or [f"{rest} knows no face"]


def _why(viewer: Viewer, rest: str) -> list[str]:
    return viewer.why(rest) if rest else ["why is what here?"]


ASKED: dict[str, Callable[[Viewer, str], list[str]]] = {
    "stop": _stop, "stops": _stops, "unstop": _unstop, "watch": _watch, "unwatch": _unwatch, "show": _show, "knows": _knows,
    "why": _why, "frames": lambda viewer, rest: viewer.frames(), "where": lambda viewer, rest: here(viewer),
    "help": lambda viewer, rest: HELP,
}
