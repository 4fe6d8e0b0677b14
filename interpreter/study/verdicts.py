"""Verdicts of a comparison in sentences, for people who do not program.

In:  Lines and Seats, how a side is called.
Out: sentences: how much more or less, between which limits, and whether that is a real difference.
"""

from collections.abc import Sequence

from interpreter.study.comparison import DIFFERENT, Line, OPEN, SAME, Seat
from interpreter.study.figures import SHARE
from interpreter.text.diagnostic import listed, plural

FEW = 3                                   # seats that can be told one by one


def sentence(line: Line, other: str) -> str:
    """What one line says of the change called `other`."""
    said, words = line.figure.said, line.figure.subject
    if line.base is None:
        return f"{words}: {said(line.other)} with {other}; the game as it stands has no such thing"
    if line.other is None:
        return f"{words}: {said(line.base)} as it stands; {other} has no such thing"
    if line.difference is None or line.low is None or line.high is None:
        return f"{words}: too few plays to say anything"
    if line.verdict == SAME:
        return f"{words}: the same in every play"
    if line.verdict == OPEN:
        most = said(max(abs(line.low), abs(line.high)))
        return f"{words}: no difference shown; if there is one it is not above {most}"
    more = "more" if line.difference > 0 else "fewer" if _counted(line) else "less"
    least, most = [said(end) for end in sorted(map(abs, (line.low, line.high)))]
    much = f"{words}: {said(abs(line.difference))} {more}"
    was = f"{said(line.other)} where it was {said(line.base)}"
    if least == most:
        return f"{much} in every play, {was}"
    return f"{much}, {was} (between {least} and {most} {more}): a real difference"


def news(lines: Sequence[Line]) -> list[Line]:
    """The lines that really differ; of one that does for all seats together the seats one by one are no news."""
    real = [line for line in lines if line.verdict == DIFFERENT]
    whole = {line.figure.key for line in real}
    return [line for line in real if not (line.figure.seat and line.figure.key.removesuffix(f":{line.figure.seat}") in whole)]


def _counted(line: Line) -> bool:
    return line.figure.unit == SHARE or line.figure.key in ("decisions", "turns", "rounds", "options", "lead_changes")


def summary(lines: Sequence[Line], plays: int) -> str:
    """How many of the figures differ."""
    judged = [line for line in lines if line.low is not None]
    real = [line for line in judged if line.verdict == DIFFERENT]
    same = sum(line.verdict == SAME for line in judged)
    if not real:
        return f"After {plural(plays, 'play')} of each, none of {plural(len(judged), 'figure')} is shown to differ."
    also = f", {same} the same in every play" if same else ""
    return f"Of {plural(len(judged), 'figure')} {len(real)} really {'differs' if len(real) == 1 else 'differ'}{also}; " \
           f"of the others no difference is shown after {plural(plays, 'play')} of each."


def fairness(seats: Sequence[Seat]) -> str:
    """Is anybody better off by the seat?"""
    if not seats:
        return "there is one seat only"
    off = [seat for seat in seats if seat.verdict]
    most = max(max(abs(seat.low), abs(seat.high)) for seat in seats)
    if not off:
        return "no seat is shown to be better off than another; whatever there is, is not above " \
               f"{100 * most:.1f} wins in a hundred"
    told = [f"{seat.name} wins {seat.verdict} than its part: {100 * seat.share:.1f} in a hundred instead of "
            f"{100 * seat.even:.1f} ({_ends(seat)} {seat.verdict})" for seat in off[:FEW]]
    rest = f"; so do {listed(seat.name for seat in off[FEW:])}" if off[FEW:] else ""
    return "; ".join(told) + rest


def _ends(seat: Seat) -> str:
    low, high = sorted(100 * abs(end) for end in (seat.low, seat.high))
    return f"between {low:.1f} and {high:.1f}"


def about_errors(sides: int) -> str:
    """What the 95 % means; of no sides: in a sweep."""
    of = "this sweep" if not sides else "this comparison" if sides == 2 else f"these {sides - 1} comparisons together"
    return (f"95 %: all lines of {of} hold at once in 95 of a hundred such runs, whenever it is stopped (confidence "
            "sequences, shared out by Bonferroni; docs/guide/figures.md)")
