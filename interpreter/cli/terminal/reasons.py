"""Why: what speaks against an answer, which rule asks a question, which rule a line of the log came of.

In:  a Referee with its Session, a question, what was typed.
Out: lines on the screen: the reason, the rule with its place, its clauses, what would be accepted.
"""

from interpreter.cli.terminal.log_lines import clause_words, show_rule
from interpreter.cli.terminal.options import read_answer
from interpreter.core import types as t
from interpreter.core.question import Question, Refusal
from interpreter.ir.model import Spec
from interpreter.session.answers import letter, parse_offer, wish_of, write_offer
from interpreter.session.notation import Trouble
from interpreter.session.refusals import attempt_offer, why_not
from interpreter.text.source import Span


def named_offer(spec: Spec, question: Question, text: str):
    """`+a`, or `+bun`; None if the line does not begin with a plus."""
    if not text.startswith("+"):
        return None
    word = text[1:].strip()
    letters = {letter(k): offer for k, offer in enumerate(question.offers)}
    return letters.get(word.lower()) or parse_offer(spec, question, word)


def show_refusal(referee, refusal: Refusal) -> None:
    """Why not, by which rule and clause, and what would have been accepted."""
    referee.screen.say(f"refused: {refusal.reason}", "no")
    referee.screen.line(f"  {_at(refusal.span)}", "small")
    show_clauses(referee, refusal.span, 4)
    if refusal.accepted:
        referee.screen.say(f"would be accepted: {refusal.accepted}", first="  ", then="    ")


def why(referee, question: Question, word: str) -> None:
    """`why 12`, a line of the log; else `why not`. Where numbers are answers, `why #12`."""
    asked = word.split(maxsplit=1)[1].strip()
    numbers = isinstance(question.type, t.Int) and not asked.startswith("#")
    if asked.lstrip("#").isdigit() and not numbers:
        told = referee.session.log_for(question.seat)
        show_rule(referee.screen, referee.session, told, int(asked.lstrip("#")), referee.rulebook)
    else:
        _why_not(referee, question, _after_why(word))


def _why_not(referee, question: Question, text: str) -> None:
    if not text:
        referee.screen.line(f"why not what? For example: why not {letter(0)}", "small")
        return
    offer = named_offer(referee.spec, question, text)
    wish = wish_of(referee.session.machine, question, text)
    value = text if wish else read_answer(referee.spec, question, text, referee.session.state)
    if offer is None and isinstance(value, Trouble):
        named = parse_offer(referee.spec, question, text)
        offer = None if isinstance(named, Trouble) else named
    if isinstance(offer, tuple):
        _judged(referee, attempt_offer(referee.session.machine, question, offer), write_offer(referee.spec, offer))
    elif isinstance(offer or value, Trouble):
        referee.screen.say(f"not understood: {offer or value}", "no")
    else:
        attempt = why_not(referee.session.machine, question, value)
        _judged(referee, attempt.refusal, attempt.words)
        if attempt.refusal is None:
            for id in dict.fromkeys(id for check in attempt.checks for id in check.span.clauses):
                referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")


def _judged(referee, refusal: Refusal | None, words: str) -> None:
    if refusal is not None:
        show_refusal(referee, refusal)
    else:
        referee.screen.say(f"nothing speaks against {words}: it would be accepted", "yes")


def again(referee, question: Question) -> bool:
    """The question once more, with the rule that asks it and the clauses of that."""
    referee.ask(question)
    referee.screen.line()
    op = referee.spec.plan[question.op]
    routine = referee.spec.routine_at(question.op)
    parent = f" of {routine.parent}" if routine.parent else ""
    referee.screen.say(f"asked by {routine.sort} {routine.name}{parent}, {_at(op.span)}")
    first = op.span.source.lines[op.span.line - 1].strip()
    lines = [first.split("  cites ")[0], *(guard.span.text for guard in getattr(op, "guards", ()))]
    for line in dict.fromkeys(lines):
        referee.screen.say(" ".join(line.split()), first="    ", then="      ")
    spans = [op.span, *(guard.span for guard in getattr(op, "guards", ()))]
    for id in dict.fromkeys(id for span in spans for id in span.clauses):
        referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")
    referee.screen.line("type help for all that can be typed here", "small")
    return False


def show_clauses(referee, span: Span, most: int = 2) -> None:
    """The clauses that a rule carries out, in small print."""
    for id in span.clauses[:most]:
        referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")


def _after_why(text: str) -> str:
    """What stands behind `why` or `why not`, as typed."""
    words = text.split(maxsplit=2)
    return " ".join(words[2:] if len(words) > 1 and words[1].lower() == "not" else words[1:])


def _at(span: Span) -> str:
    cited = f" [{', '.join(span.clauses)}]" if span.clauses else ""
    return f"{span.source.name}:{span.line}{cited}"
