"""Journeys: a piece goes along a route, space by space, as engine/travel.py has it.

In:  a Travel op, or a route.
Out: its text; the functions of a route's tests, and of its search.
"""

from collections.abc import Callable
from typing import Any

from interpreter import ir
from interpreter.engine.compiled.statements import Way
from interpreter.engine.compiled.writer import Compiler
from interpreter.ir.form import Op
from interpreter.text.diagnostic import InternalError


def search_function(k: Compiler, route: int) -> str:
    """The beginning of the names of the functions that search a route."""
    return f"route_{route}"


def travel(w: Way, op: ir.Travel) -> str:
    return "(unreachable)"


def travel_done(a: Any, op: ir.Travel) -> str:
    raise InternalError("not yet")


def areas(k: Compiler) -> None:
    """Memory for searches."""


OPS: dict[type[Op], Callable[[Way, Any], str]] = {ir.Travel: travel}
