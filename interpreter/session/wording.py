"""How an option is told where the rules have words for it: the `written` lines below its question.

In:  a Spec, an op or question, an option, or words that somebody typed.
Out: `worded`, an option's words, empty where the rules have none; `told_apart`, those that mean this option alone; `meant`, the
     options that these words mean.

The words depend on the option alone (lower/appearance.py sees to it), so an answer in a record is read back wherever it is.
"""

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import blank, Value
from interpreter.core.question import Question
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.session.notation import fold, unquoted

MOST_TOLD = 1000                          # options of which it is seen that no two are told alike


def worded(spec: Spec, op: ir.Op, value: Value) -> str:
    """What the rules call this option; empty if they do not say."""
    told = op.told if isinstance(op, ir.Choose) else None
    if told is None or declined(op, value):
        return ""
    machine, frame = Machine(spec, start(spec)), blank(told.size)
    frame[told.slot] = value
    for line in told.lines:
        if line.test is None or evaluate(line.test, machine, frame):
            said = [word if isinstance(word, str) else _said(spec, evaluate(word, machine, frame), word.type)
                    for word in line.words]
            return " ".join(filter(None, said))
    return ""


def declined(op: ir.Op, value: Value) -> bool:
    """Is this value the one of a `may choose` that chooses nothing?"""
    return isinstance(op, ir.Choose) and op.may and value == t.NONE


def _said(spec: Spec, value: Value, type_: t.Type | None) -> str:
    """One value: a component as it is written, several with commas."""
    if isinstance(type_, t.OrNone) and value != t.NONE:
        return _said(spec, value, type_.of)
    inner = t.element(type_) if type_ is not None else None
    if inner is not None and isinstance(value, tuple):
        return ", ".join(_said(spec, one, inner) for one in value)
    if isinstance(type_, t.Kind) and type_.name not in spec.space_kinds() and isinstance(value, int):
        return spec.components[value].written or spec.components[value].id
    return spec.words(value, type_ or t.UNKNOWN).replace("_", " ")


def told_apart(spec: Spec, question: Question, value: Value) -> str:
    """The option's words, if no other option of the question has the same; else nothing."""
    said = worded(spec, spec.plan[question.op], value)
    if not said or len(question.options) > MOST_TOLD:
        return ""
    return said if all(one == value for one in meant(spec, question, said)) else ""


def meant(spec: Spec, question: Question, text: str, begun: bool = False) -> list[Value]:
    """The options that are told by these words, or by words that begin so."""
    op, wanted = spec.plan[question.op], fold(unquoted(text) or text)
    if getattr(op, "told", None) is None or not wanted:
        return []
    told = [(fold(worded(spec, op, option)), option) for option in question.options[:MOST_TOLD]]
    return [option for words, option in told if words == wanted or (begun and words.startswith(wanted))]
