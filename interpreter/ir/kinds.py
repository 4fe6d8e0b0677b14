"""What sorts there are of routines, triggers, free actions and lines of `winner`.

In:  nothing.
Out: enumerations; each member is also the word by which it is shown.
"""

from enum import StrEnum


class Sort(StrEnum):
    """What a routine is. Those of triggers are called as their moment."""

    MAIN = "main"
    SETUP = "setup"
    PLAY = "play"
    PHASE = "phase"
    TURN = "turn"
    STEP = "step"
    EFFECT = "effect"
    EVENT = "event"
    OFFER = "offer"
    BEFORE = "before"
    WHEN = "when"
    INSTEAD = "instead"
    SOON = "soon"


class Timing(StrEnum):
    """When a trigger fires: before, when or instead of an event, or as soon as a condition has become true."""

    BEFORE = "before"
    WHEN = "when"
    INSTEAD = "instead"
    SOON = "soon"


class Window(StrEnum):
    """Where a free action may be taken."""

    BESIDE = "beside"
    DURING = "during"
    DURING_STEP = "during_step"
    BETWEEN_STEPS = "between_steps"
    BEFORE = "before"
    AFTER = "after"
    INSTEAD = "instead"
    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"


class Rank(StrEnum):
    """How a line of `winner` decides."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    SHARED = "shared"
    NOBODY = "nobody"
