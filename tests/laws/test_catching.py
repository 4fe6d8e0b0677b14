"""Each comparison in the laws is needed: something broken is caught by it, and is not caught once it is taken out.

In:  the CASES of tests/laws/breaks.py.
Out: each case is caught; each place in the laws that can say "broken" is one that some case needs.

A place is a condition with a `raise Broken` (or a `yield` of a difference) below it, or a call of something with such a place
in it. To take one out, its module is compiled anew without it, and the code of its functions is exchanged.
"""

import ast
import re
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from types import CodeType, FunctionType, ModuleType

import pytest
from attrs import frozen

from interpreter.laws import confluence, laws, lookalike, script, search, state_machine
from interpreter.laws.script import Broken
from interpreter.text.diagnostic import Fault
from tests.engine.scripted import spec_of
from tests.laws.breaks import Case, CASES, GAME
from tests.laws.test_ordering import GAME as BELLS

MODULES = (script, laws, lookalike, confluence, search, state_machine)


@pytest.fixture(scope="module")
def specs(tmp_path_factory):
    """The stall as it is, or with more in it."""

    @cache
    def made(more: str = "", old: str = "", new: str = ""):
        text = GAME.replace("{more}", more)
        assert old in text
        return spec_of(tmp_path_factory.mktemp("stall"), text.replace(old, new) if old else text, 3, checked=False)

    return made


@pytest.fixture(scope="module")
def bells(tmp_path_factory):
    """Bells with triggers."""
    return cache(lambda triggers: spec_of(tmp_path_factory.mktemp("bells"), BELLS.format(triggers=triggers), 2, checked=False))


# ------------------------------------------------------------------ the places


@frozen
class Place:
    """A place in a module of the laws that can say "broken": its number among them, its words, and the lines it is about."""

    module: str
    number: int
    text: str
    line: int
    last: int

    def __str__(self) -> str:
        return f"{self.module.rsplit('.', 1)[-1]}:{self.line} {self.text}"


class Without(ast.NodeTransformer):
    """Goes through a module and numbers its places; the one that is `gone` is taken out."""

    def __init__(self, checking: set[str], gone: int | None = None):
        self.checking, self.gone, self.found = checking, gone, []

    def _place(self, node: ast.AST, statement: ast.AST) -> bool:
        self.found.append((node, statement))
        return len(self.found) - 1 == self.gone

    def visit_If(self, node):
        if _says(node.body[0]):
            both = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or)
            operands = node.test.values if both else [node.test]
            kept = [one for one in operands if not self._place(one, node)]
            if kept != operands:
                node.test = ast.BoolOp(ast.Or(), [ast.Constant(False), ast.Constant(False), *kept])
        return self.generic_visit(node)

    def visit_For(self, node):
        if _says(node.body[0]) and self._place(node.iter, node):
            node.iter = ast.Tuple([], ast.Load())
        return self.generic_visit(node)

    def visit_ExceptHandler(self, node):
        if _says(node.body[0]) and isinstance(node.body[0], ast.Raise) and self._place(node.body[0], node):
            node.body = [ast.Raise()]
        return self.generic_visit(node)

    def visit_Expr(self, node):
        called = node.value.func if isinstance(node.value, ast.Call) else None
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        gone = name in self.checking and self._place(node, node)
        return ast.Pass() if gone else self.generic_visit(node)


def _says(statement: ast.stmt) -> bool:
    """Is it `raise Broken(...)`, `raise Fault(...)` of an `always` line, or the yield of a difference?"""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Yield) and isinstance(statement.value.value, ast.Tuple)
    raised = statement.exc if isinstance(statement, ast.Raise) else None
    return isinstance(raised, ast.Call) and getattr(raised.func, "id", "") in ("Broken", "Fault")


@cache
def checking() -> frozenset[str]:
    """The names of the functions that have a place in them, or call one that has."""
    trees = [ast.parse(getsource(module)) for module in MODULES]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    names = {one.name for one in functions for node in ast.walk(one) if isinstance(node, ast.stmt) and _says(node)}
    callers = {"in_order", "look", "compare", "_in_all_orders", "holds"}
    return frozenset(names - {"_cells", "_zones", "_differences"} | callers)


def places() -> Iterator[Place]:
    for module in MODULES:
        walk = Without(checking())
        walk.visit(ast.parse(getsource(module)))
        for number, (node, statement) in enumerate(walk.found):
            yield Place(module.__name__, number, ast.unparse(node), node.lineno, statement.end_lineno)


def functions_in(module: ModuleType) -> Iterator[FunctionType]:
    for one in vars(module).values():
        if isinstance(one, FunctionType) and one.__module__ == module.__name__:
            yield one
        elif isinstance(one, type) and one.__module__ == module.__name__:
            yield from (inner for v in vars(one).values() for inner in _wrapped(v))


def _wrapped(value) -> Iterator[FunctionType]:
    """A function, and those that it calls as what a decorator was put before."""
    if isinstance(value, FunctionType):
        yield value
        for cell in value.__closure__ or ():
            yield from _wrapped(cell.cell_contents)


def taken_out(patch, place: Place) -> None:
    """Runs the module without the place, from here on."""
    module = import_module(place.module)
    tree = ast.fix_missing_locations(Without(checking(), place.number).visit(ast.parse(getsource(module))))
    codes = {one.co_qualname: one for one in _codes(compile(tree, module.__file__, "exec"))}
    for function in functions_in(module):
        if function.__code__.co_qualname in codes:
            patch.setattr(function, "__code__", codes[function.__code__.co_qualname])


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def caught(one: Case, **fixtures) -> list[tuple[str, int]]:
    """Where in the laws the case is caught, and the calls that led there, as file and line; nothing, if nobody notices."""
    patch = pytest.MonkeyPatch()
    try:
        one.tried(patch=patch, **fixtures)
    except (Broken, Fault) as broken:
        calls = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(broken.__traceback__)]
        return calls if re.search(one.says, str(broken), re.DOTALL) else []
    except (AttributeError, IndexError, KeyError, ValueError):
        return []                                            # the engine is so broken that it stumbles
    finally:
        patch.undo()
    return []


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.name)
def test_it_is_caught(one, specs, bells):
    assert caught(one, specs=specs, bells=bells)


def test_each_place_is_needed_to_catch_something(specs, bells):
    needless, patch = [], pytest.MonkeyPatch()
    calls = [(one, caught(one, specs=specs, bells=bells)) for one in CASES]
    for place in places():
        file, lines = import_module(place.module).__file__, range(place.line, place.last + 1)
        likely = sorted(calls, key=lambda tried: not any(name == file and line in lines for name, line in tried[1]))
        taken_out(patch, place)
        try:
            if all(caught(one, specs=specs, bells=bells) for one, _ in likely):
                needless.append(str(place))
        finally:
            patch.undo()
    assert "\n".join(needless) == ""


def test_no_law_is_emptied_by_python_without_asserts():
    for module in MODULES:
        assert not [node.lineno for node in ast.walk(ast.parse(getsource(module))) if isinstance(node, ast.Assert)]
