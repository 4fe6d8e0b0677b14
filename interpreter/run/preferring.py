"""What a strategy answers: its preferences worked out on the options, through the eyes of the seat that is asked.

In:  a Policy, Eyes, and `below`, which gives one of 0 .. n - 1 by chance.
Out: one of the question's options; for a free action one of its members, or nothing if it is not taken.

A preference keeps the options that it holds for, if there are any, or those that are best; what is left after the last one
is chosen among by chance. About an option that the seat does not know, or about `none`, of which nothing can be asked, a
preference does not hold. Anything else that is looked at and may not be seen stops the play.
"""

from collections.abc import Callable

from attrs import define

from interpreter.core.frame import blank
from interpreter.core.types import NONE, OrNone
from interpreter.run.evaluate import fault
from interpreter.run.eyes import Blind, Eyes
from interpreter.run.visible import Secret
from interpreter.spec.policy import HERE, MOVES_LEFT, Policy, Preference
from interpreter.text import codes
from interpreter.text.report import Fault

MOST_LOOKED_AT = 1000                     # of more options than that, so many are looked at, evenly spread
JOURNEY = {HERE: 0, MOVES_LEFT: 2}        # what stands where in a journey, see run/travelling.py


def answered(policy: Policy, eyes: Eyes, faces: bool, facts: tuple, below: Callable):
    """The option that is preferred. `faces`: can options be cards? `facts`: a Fact, and whether it can be a card."""
    options = eyes.question.options
    first = policy.preferences[0]
    if len(options) == 1 or first.how == "first":
        return options[0]
    if first.how == "random" and first.value is None:
        return options[below(len(options))]
    asked = Asked(policy, eyes, faces, _frame(policy, eyes, facts), below)
    left = asked.narrowed(_spread(options))
    return left[below(len(left))] if len(left) > 1 else left[0]


def taken(policy: Policy, eyes: Eyes, members: list, faces: bool, below: Callable):
    """The member for which a free action is taken; None if it is not taken."""
    asked = Asked(policy, eyes, faces, blank(policy.size, eyes.seat), below, must=True)
    left = asked.narrowed(members)
    return left[below(len(left)) if len(left) > 1 else 0] if left else None


def _spread(options: tuple) -> list:
    count = len(options)
    if count <= MOST_LOOKED_AT:
        return list(options)
    return [options[k * count // MOST_LOOKED_AT] for k in range(MOST_LOOKED_AT)]


def _frame(policy: Policy, eyes: Eyes, facts: tuple) -> list:
    frame = blank(policy.size, eyes.seat)
    theirs = eyes.frame if facts else None
    for fact, faces in facts:
        value = theirs[fact.theirs]
        if fact.how in JOURNEY:
            value = value[JOURNEY[fact.how]]
        frame[fact.ours] = eyes.masked(value) if faces else value
    return frame


@define(eq=False)
class Asked:
    """The options of one question while they are narrowed down. With `must` a condition that nothing meets leaves nothing."""

    policy: Policy
    eyes: Eyes
    faces: bool
    frame: list
    below: Callable
    must: bool = False

    def narrowed(self, left: list) -> list:
        """What is left after the last preference."""
        for one in self.policy.preferences:
            if len(left) < 2 and not self.must or not left:
                break
            left = NARROW[one.how](self, one, left)
        return left

    def _prefer(self, one: Preference, left: list) -> list:
        kept = [option for option in left if self._worth(one, option)]
        return kept or ([] if self.must else left)

    def _best(self, one: Preference, left: list) -> list:
        keyed = [(worth, option) for option in left if (worth := self._worth(one, option)) is not None]
        if not keyed:
            return left
        best = (max if one.how == "highest" else min)(worth for worth, _ in keyed)
        return [option for worth, option in keyed if worth == best]

    def _first(self, one: Preference, left: list) -> list:
        return left[:1]

    def _random(self, one: Preference, left: list) -> list:
        if one.value is not None and self.below(max(1, self._worth(one, None) or 1)):
            return [] if self.must else left
        return [left[self.below(len(left))]] if len(left) > 1 else left

    def _worth(self, one: Preference, option):
        """What is asked of an option; None where it cannot be asked of this one."""
        policy, frame, value = self.policy, self.frame, one.value
        shown = self.eyes.masked(option) if self.faces else option
        frame[policy.it] = shown
        if policy.parts and option is not None:
            for slot, part in zip(policy.parts, shown, strict=True):
                frame[slot] = part
        try:
            return self.eyes.sees.value(value, frame)
        except Blind:
            return None
        except Secret:
            seat = self.eyes.machine.spec.seats[self.eyes.seat]
            raise fault(codes.FAULT_NOT_SEEN, one.span, what=one.span.text, seat=seat) from None
        except Fault:
            if option == NONE and isinstance(policy.type, OrNone):
                return None
            raise


NARROW = {
    "prefer": Asked._prefer, "highest": Asked._best, "lowest": Asked._best, "first": Asked._first, "random": Asked._random,
}
