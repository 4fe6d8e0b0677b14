"""Which `never` somebody means: what they want and no value can say.

In:  a machine that waits at a question, and a text somebody typed.
Out: `wish_of`, the guard whose wish it is, or None. How it is refused: play/refusals.py.
"""

import re

from interpreter.core.pause import Question
from interpreter.play.answers import write_value
from interpreter.play.notation import fold
from interpreter.run.machine import Machine
from interpreter.spec import plan

LEAST_TELLING = 4
COMMON = frozenset({                     # words that begin many a sentence, or name what any game has
    "already", "another", "both", "card", "cards", "each", "from", "into", "last", "more", "neither", "none", "number",
    "only", "other", "pile", "piece", "pieces", "player", "players", "somebody", "take", "than", "that", "their", "them",
    "there", "these", "this", "those", "three", "what", "when", "where", "which", "with", "without", "your",
})


def wish_of(machine: Machine, question: Question, text: str) -> plan.Guard | None:
    """The `never` whose words these are, or the only one that begins so, or has the first word of a sentence in it."""
    wishes = [guard for guard in getattr(machine.spec.plan[question.op], "guards", ()) if guard.wish]
    wanted = fold(text.strip().strip('"'))
    words = wanted.split()
    same = [guard for guard in wishes if fold(guard.wish) == wanted]
    starts = [guard for guard in wishes if len(words) > 1 and fold(guard.wish).startswith(wanted)]
    telling = [guard for guard in wishes if len(words) > 1 and words[0] in _telling(machine, question, guard)]
    found = same or starts or telling
    return found[0] if len(found) == 1 or same else None


def _telling(machine, question, guard: plan.Guard) -> set[str]:
    """The words of a wish that a sentence may begin with to mean it: no small words, and none that begins an answer."""
    spec = machine.spec
    answers = [write_value(spec, question, one, machine.state) for one in question.options]
    taken = {word for text in (*answers, *spec.seats, *(one.kind for one in spec.components)) for word in _words(text)}
    return {word for word in _words(guard.wish) if len(word) >= LEAST_TELLING} - taken - COMMON


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", fold(text))
