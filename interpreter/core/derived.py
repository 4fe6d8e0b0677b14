"""What is worked out from a Spec once and kept beside it, never inside it.

In:  a function whose first argument is the object that the result depends on; further arguments have to be hashable.
Out: the same function, which works each result out once and forgets it together with the object.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import ref

Owner = TypeVar("Owner")
Result = TypeVar("Result")
P = ParamSpec("P")


def derived(work_out: Callable[Concatenate[Owner, P], Result]) -> Callable[Concatenate[Owner, P], Result]:
    """Keeps results by the identity of the first argument: nothing is compared, and no equal object is taken for it."""
    kept: dict[int, tuple[ref[Owner], dict[Hashable, Result]]] = {}

    def forget(gone: ref[Owner], number: int) -> None:
        if number in kept and kept[number][0] is gone:
            del kept[number]

    @wraps(work_out)
    def looked_up(owner: Owner, *args: P.args, **kwargs: P.kwargs) -> Result:
        number = id(owner)
        entry = kept.get(number)
        if entry is None or entry[0]() is not owner:
            entry = kept[number] = (ref(owner, lambda gone: forget(gone, number)), {})
        results = entry[1]
        if args not in results:
            results[args] = work_out(owner, *args, **kwargs)
        return results[args]

    return looked_up
