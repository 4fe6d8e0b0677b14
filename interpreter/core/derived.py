"""What is worked out from a Spec once and kept beside it, never inside it.

In:  a function whose first argument is what the result hangs on.
Out: the same function, which works out the result for each object (and further arguments) once; it is forgotten with the object.
"""

from collections.abc import Callable
from functools import wraps
from weakref import ref


def derived(work_out: Callable) -> Callable:
    """Keeps results by the identity of the first argument, so that nothing is compared and no equal object is confused with it."""
    kept: dict[int, tuple] = {}

    @wraps(work_out)
    def found(owner, *args):
        number = id(owner)
        entry = kept.get(number)
        if entry is None or entry[0]() is not owner:
            entry = kept[number] = (ref(owner, lambda gone: kept.pop(number) if kept.get(number, (None,))[0] is gone else None), {})
        results = entry[1]
        if args not in results:
            results[args] = work_out(owner, *args)
        return results[args]

    return found
