"""Trees that are kept from one run of the program to the next, since reading a long file takes longer than all that follows.

In:  a Source, and the tree of a file without mistakes.
Out: the same tree as plain data in the user's cache folder (interpreter/cache.py), and made of it again in a later run.

A node is written as the number of its class, where it starts and ends, and its fields; a tuple begins with -1. The classes are
named in front, and are looked up among the nodes, so that nothing in the file is carried out. What is not as it was written
counts as not there (docs/decisions/0010-verdicts-are-kept-and-specs-are-not.md).
"""

from typing import Any

from interpreter import cache
from interpreter.syntax import ast
from interpreter.syntax.builder import NODES
from interpreter.text.source import Source, Span

SORT = "trees"
WORTH_IT = 200                                     # characters: a shorter file is read as quickly
TUPLE = -1


class _Unwritable(Exception):
    """Something in the tree has no form here."""


def kept_tree(source: Source) -> ast.File | None:
    """The tree of a file, if it was read without mistakes before."""
    if len(source.text) < WORTH_IT:
        return None
    data = cache.kept(SORT, cache.digest(source.text))
    if data is None:
        return None
    try:
        names, file = data
        made = _made(file, [NODES[name] for name in names], source)
    except (KeyError, TypeError, ValueError, IndexError, RecursionError):
        return None
    return made if isinstance(made, ast.File) else None


def keep_tree(source: Source, file: ast.File) -> None:
    """Keeps the tree of a file that has no mistakes."""
    if len(source.text) < WORTH_IT:
        return
    names: dict[str, int] = {}
    try:
        data = _written(file, names, set())
    except _Unwritable:
        return
    cache.keep(SORT, cache.digest(source.text), [list(names), data])


def _written(value: object, names: dict[str, int], met: set[int]) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple):
        return [TUPLE, *(_written(part, names, met) for part in value)]
    if not isinstance(value, ast.Node) or id(value) in met or value.span.clauses:
        raise _Unwritable
    met.add(id(value))
    form = names.setdefault(type(value).__name__, len(names))
    fields = [_written(getattr(value, name), names, met) for name in ast.parts_of(value)]
    return [form, value.span.start, value.span.end, *fields]


def _made(data: Any, forms: list[type[ast.Node]], source: Source) -> Any:
    if not isinstance(data, list):
        return data
    if data[0] == TUPLE:
        return tuple([_made(part, forms, source) for part in data[1:]])
    form, start, end, *fields = data
    return forms[form](*[_made(part, forms, source) for part in fields], span=Span(source, start, end))
