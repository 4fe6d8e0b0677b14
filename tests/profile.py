"""How far a run of the tests looks: each change passes the quick profile, RULEWRIGHT_PROFILE=deep looks at everything.

Nothing is asserted in the deep one alone: in the quick one it is asserted of fewer numbers of players, plays
and mistakes.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
DEEP = os.environ.get("RULEWRIGHT_PROFILE") == "deep"


def one_in(many: int, all_: Iterable[T]) -> list[T]:
    """The first, and then one in so many; in a deep run all."""
    return list(all_)[::1 if DEEP else many]


def both_ends(all_: Sequence[T]) -> list[T]:
    """The first and the last; in a deep run all."""
    return list(all_) if DEEP else list(dict.fromkeys((all_[0], all_[-1])))
