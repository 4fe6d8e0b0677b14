"""What of the rules is still used: from set-up, play, triggers, offers and scores on, by name.

In:  declarations.
Out: the names that are used. A name counts wherever it is written, so nothing that is used is ever left out.
"""

from interpreter.syntax import ast

ROOTS = (ast.Setup, ast.Play, ast.Score, ast.Winner, ast.Offer)
NAMED = (ast.Effect, ast.Define, ast.DefineCases, ast.Phase, ast.Table, ast.TableFile, ast.Route, ast.Event)


def used_names(declarations: list[ast.Node]) -> set[str]:
    """Everything that is named from where play begins."""
    by_name = {one.name.text: one for one in declarations if isinstance(one, NAMED)}
    triggers = [one for one in declarations if isinstance(one, ast.Trigger)]
    found: set[str] = set()
    waiting = [one for one in declarations if isinstance(one, ROOTS)]
    while waiting:
        for name in _names(waiting.pop()) - found:
            found.add(name)
            if name in by_name:
                waiting.append(by_name[name])
        if not waiting:
            waiting = [one for one in triggers if set_off(one, found)]
            triggers = [one for one in triggers if one not in waiting]
    return found


def set_off(trigger: ast.Trigger, used: set[str]) -> bool:
    """Can it ever come to this trigger: does anything do what it waits for?"""
    event = getattr(trigger.moment, "event", None)
    return event is None or event.name.text in used or event.name.text in ("turn_ended", "turn_begins", "moved")


def _names(one: ast.Node) -> set[str]:
    own = one.name if isinstance(getattr(one, "name", None), ast.Ident) else None
    return {node.text for node in ast.walk(one) if isinstance(node, ast.Name | ast.Ident) and node is not own}
