"""How large things may be, in one place: what is beyond is refused in words, before play where it can be seen.

In:  RULEWRIGHT_LIMIT, `NAME=NUMBER` with commas between, which `--limit` sets; so the processes of a command have it too.
Out: `limits()`, the numbers that hold.

They are far above what a game on a table needs, and low enough that whatever is read, checked or played ends within seconds and
within some hundred megabytes. docs/language.md has them as a table.
"""

import os
from functools import cache

from attrs import fields, frozen

SETTING = "RULEWRIGHT_LIMIT"


@frozen
class Limits:
    """One number each; `--limit` raises them by these names.

    people      who can play one game
    components  things in one game, copies counted
    places      zones, and counters and states, of one game, all players' counted
    values      values of one list, set or range while it is worked out
    number      a whole number, without its sign
    work        values looked at and defines used between two pauses, or for one score
    ops         statements carried out between two pauses
    depth       defines inside one another, and lists of lists
    nesting     how often `limit nesting` lets an effect be open inside itself
    plan        statements of one game, as `show plan` counts them
    routines    effects, events, triggers, offers and steps of one game, an effect counting as an event too
    file        bytes of a file that is read
    seconds     of a processor, for one command
    memory      megabytes, for one command
    """

    people: int = 64
    components: int = 10_000
    places: int = 20_000
    values: int = 100_000
    number: int = 10**15
    work: int = 500_000
    ops: int = 50_000
    depth: int = 40
    nesting: int = 1_000
    plan: int = 20_000
    routines: int = 1_000
    file: int = 1_000_000
    seconds: int = 60
    memory: int = 2_000


NAMES = tuple(one.name for one in fields(Limits))


class Misspelt(ValueError):
    """What was said of a limit cannot be read; in words."""


def limits() -> Limits:
    """The limits that hold in this process."""
    return read(os.environ.get(SETTING, ""))


def hold_memory() -> None:
    """Holds this process to its megabytes, where the system can."""
    try:
        import resource
    except ImportError:                                      # not on this system
        return
    hold(resource.RLIMIT_AS, limits().memory << 20)


def hold(what: int, most: int) -> None:
    """One limit of the system, as far as it allows."""
    import resource

    _, hard = resource.getrlimit(what)
    try:
        resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    except (ValueError, OSError):                            # a limit that this system does not keep
        pass


@cache
def read(said: str) -> Limits:
    """The usual limits with what was said otherwise; raises Misspelt."""
    numbers: dict[str, int] = {}
    for pair in filter(None, said.replace(" ", "").split(",")):
        name, _, number = pair.partition("=")
        if name not in NAMES:
            raise Misspelt(f"there is no limit `{name}`; the limits are {', '.join(NAMES)}")
        if not (number.isascii() and number.isdigit() and 0 < len(number) <= 18 and int(number)):
            raise Misspelt(f"`{pair}` is no limit: write {name}=NUMBER, a whole number above nothing")
        numbers[name] = int(number)
    return Limits(**numbers)
