"""Which names lead anywhere: what is named from where play begins, and the words that something still uses.

In:  declarations as they were parsed.
Out: `used_names`, all that is named from set-up, play, offers and scores on; `live_names`, all that is named outside of words,
     and by the words of these; `set_off`, can it come to a trigger?

Only names are looked at, so two things of one name both count as used.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from interpreter.lower.signatures import CORE_EVENTS
from interpreter.syntax import ast

ROOTS = (ast.Setup, ast.Play, ast.Score, ast.Winner, ast.Offer)
Named = ast.Effect | ast.Define | ast.DefineCases | ast.Phase | ast.Table | ast.TableFile | ast.Route | ast.Event
Word = ast.Define | ast.DefineCases | ast.Table | ast.TableFile


def used_names(declarations: Iterable[ast.Node]) -> set[str]:
    """Everything that is named from where play begins."""
    rules = tuple(declarations)
    triggers = [rule for rule in rules if isinstance(rule, ast.Trigger)]
    by_name = {rule.name.text: rule for rule in rules if isinstance(rule, Named)}
    used: set[str] = set()
    waiting: list[ast.Node] = [rule for rule in rules if isinstance(rule, ROOTS)]
    while waiting:
        _follow(waiting, by_name, used)
        waiting = [trigger for trigger in triggers if set_off(trigger, used)]
        triggers = [trigger for trigger in triggers if trigger not in waiting]
    return used


def live_names(declarations: Iterable[ast.Node], spoken: Iterable[str] = ()) -> set[str]:
    """Everything that is named in something other than a word (a `define` or a table), and in the words that are so named."""
    rules = tuple(declarations)
    by_name = {rule.name.text: rule for rule in rules if isinstance(rule, Word)}
    used = set(spoken)
    _follow([rule for rule in rules if not isinstance(rule, Word)] + [by_name[name] for name in used if name in by_name],
            by_name, used)
    return used


def set_off(trigger: ast.Trigger, used: set[str]) -> bool:
    """Can it ever come to this trigger: does anything do what it waits for?"""
    event = getattr(trigger.moment, "event", None)
    return event is None or event.name.text in used or event.name.text in CORE_EVENTS


TESTS = ast.Position | ast.Scenario | ast.Strategy | ast.Variant | ast.Bound
Files = tuple[ast.File, ...]


@lru_cache(maxsize=4)
def spoken_of(files: Files) -> set[str]:
    """Every name in a scenario, position, strategy or variant of these files."""
    return {name.text for file in files for one in file.declarations if isinstance(one, TESTS)
            for name in ast.walk(one) if isinstance(name, ast.Ident | ast.Name)}


@lru_cache(maxsize=4)
def named_at_all(files: Files) -> set[str]:
    """The live names of these files; what only their scenarios, strategies and variants speak of is alive, too."""
    rules = [one for file in files for one in file.declarations if not isinstance(one, TESTS)]
    return live_names(rules, spoken_of(files))


def _follow(waiting: list[ast.Node], by_name: Mapping[str, ast.Node], used: set[str]) -> None:
    while waiting:
        for name in _names(waiting.pop()) - used:
            used.add(name)
            if name in by_name:
                waiting.append(by_name[name])


def _names(one: ast.Node) -> set[str]:
    own = getattr(one, "name", None)
    return {node.text for node in ast.walk(one) if isinstance(node, ast.Name | ast.Ident) and node is not own}
