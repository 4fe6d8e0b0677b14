"""What a scenario line answers: its values as an answer to a question, of a seat or of nature.

In:  a Reading, the machine, a question, and the values that are left of the line.
Out: the answer, and how many of the values it took. Several values answer one question where it asks for several things, and
     else one question after the other (a journey, a number asked for each of several things).
"""

from interpreter.core import types as t
from interpreter.core.pause import Question
from interpreter.play.answers import settled
from interpreter.play.reading import Reading, failed
from interpreter.spec import plan
from interpreter.syntax import ast
from interpreter.text import codes

COLLECTED = (ast.ListValue, ast.SetValue)


def reply(reading: Reading, machine, question: Question, nodes: list) -> tuple[object, int]:
    """The answer of a seat, and how many nodes it took."""
    op = machine.plan[question.op]
    single = isinstance(op, plan.Choose) and op.least is None and op.most is None and t.element(question.type) is None
    if isinstance(nodes[0], ast.Text):
        why = "words in quotes are a wish, and can only be asked for"
        raise failed(codes.SCENARIO_ANSWER, nodes[0].span, answer=nodes[0].span.text, name=question.name, why=why)
    if isinstance(op, plan.Split):
        return _split(reading, machine, question, nodes), len(nodes)
    if isinstance(op, plan.Moment):
        return question.options[0], 1
    if single or isinstance(op, plan.Travel | plan.May | plan.Menu):
        return _one(reading, machine, question, op, nodes[0]), 1
    return settled(question, _several(reading, machine, question, op, nodes)), len(nodes)


def _nothing(node: ast.Node) -> bool:
    """no, or none"""
    return isinstance(node, ast.No) or (isinstance(node, ast.Name) and node.text in ("none", "nothing", "stop"))


def _one(reading, machine, question, op, node):
    if _nothing(node) and not isinstance(op, plan.May | plan.Menu) and (
            t.NONE in question.options or isinstance(op, plan.Travel)):          # to stop can be asked for anywhere
        return t.NONE
    value = reading.value(node, machine, question.type)
    if isinstance(value, tuple) and t.element(question.type) is None:
        why = "it asks for one thing"
        raise failed(codes.SCENARIO_ANSWER, node.span, answer=node.span.text, name=question.name, why=why)
    return value


def _several(reading, machine, question, op, nodes) -> tuple:
    """Some of, or an order: written one by one, or as one list."""
    inner = t.element(question.type) or t.UNKNOWN
    if len(nodes) == 1:
        if _nothing(nodes[0]):
            return ()
        wanted = question.type if isinstance(nodes[0], COLLECTED) else None
        if wanted is not None or t.element(reading.expr(nodes[0], inner)[0].type) is not None:
            return reading.value(nodes[0], machine, wanted)
    return tuple(reading.value(node, machine, inner) for node in nodes)


def _split(reading, machine, question, nodes) -> tuple:
    """Its parts, one by one or as one list of lists."""
    nodes = list(nodes[0].items or ()) if len(nodes) == 1 and _lists(nodes[0]) else nodes
    part = t.element(question.type)
    made = []
    for node in nodes:
        value = reading.value(node, machine, part if isinstance(node, COLLECTED) else None)
        made.append(value if isinstance(value, tuple) else (value,))
    return settled(question, tuple(made))


def _lists(node) -> bool:
    return isinstance(node, COLLECTED) and bool(node.items) and all(isinstance(one, COLLECTED) for one in node.items)


# ------------------------------------------------------------------ nature


def listed_order(machine, question: Question) -> tuple:
    """A shuffle that leaves the order as it lies: the cards from the top."""
    z = next(k for k, one in enumerate(machine.spec.zones) if one.label == question.source and one.loose >= 0)
    things = machine.state.zones[z][: machine.state.cells[machine.loose[z]]]
    return tuple(things[::-1] if machine.shape[z] == 0 else things)


def chance_value(reading: Reading, machine, question: Question, nodes: list) -> tuple[object, int]:
    """What chance gives, and how many nodes it took; None for a shuffle that the next node does not speak of."""
    if question.name == "roll":
        return _roll(reading, machine, question, nodes)
    if question.name == "shuffle":
        return _shuffle(reading, machine, question, nodes[0])
    several = t.element(question.type) is not None and isinstance(question.options[0], tuple)
    value = reading.value(nodes[0], machine, question.type if several or not isinstance(nodes[0], COLLECTED) else None)
    value = settled(question, value)
    if value not in question.options:
        shown = ", ".join(machine.spec.words(one, question.type) for one in question.options[:12])
        raise _cannot_come(nodes[0], question, f"there are {shown}")
    return value, 1


def _roll(reading, machine, question, nodes) -> tuple[tuple, int]:
    """One node a die, or a list of them."""
    if isinstance(nodes[0], COLLECTED):
        faces, used = list(nodes[0].items or ()), 1
    else:
        faces, used = nodes[: question.count], min(question.count, len(nodes))
    if len(faces) != question.count:
        raise _cannot_come(nodes[0], question, f"{question.count} dice are rolled, and {len(faces)} faces are given")
    made = tuple(reading.value(face, machine, question.type) for face in faces)
    for face, node in zip(made, faces, strict=True):
        if face not in question.options:
            shown = ", ".join(dict.fromkeys(machine.spec.words(f, question.type) for f in question.options))
            raise _cannot_come(node, question, f"its faces are {shown}")
    return made, used


def _shuffle(reading, machine, question, node) -> tuple[tuple | None, int]:
    """A list of cards that lie in this pile, from the top; what it does not name lies below as it lay."""
    if not isinstance(node, COLLECTED) or not isinstance(reading.expr(node)[0].type, t.List | t.Set):
        return None, 0
    cards = reading.value(node, machine)
    if not set(cards) <= set(question.options):
        return None, 0
    if len(cards) < question.count:
        cards += tuple(c for c in listed_order(machine, question) if c not in cards)
    return cards, 1


def _cannot_come(node, question, why):
    return failed(codes.SCENARIO_CHANCE, node.span, value=node.span.text, name=question.source, why=why)
