"""A question on a page: what can be tapped, what is not allowed, and what comes back as an answer.

In:  a session that waits, a question, the pictures; what a page sends: numbers of options, things, parts or free actions.
Out: the question as plain data for its own seat; the value that is meant, or a Trouble; why something is not allowed.

A page names options by their place in the list it was shown, so nothing that was not shown can be named. Refusals come
from session/refusals.py, with the clause.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import Question, Refusal
from interpreter.display.options import innermost, moves_left, option_words, together, value_words
from interpreter.display.story import clause_words, place_of, rule_of
from interpreter.display.things import table_of
from interpreter.engine.travel import under_way
from interpreter.ir.model import Spec
from interpreter.observation.view import Table
from interpreter.project.clauses import Rulebook
from interpreter.session.answers import answer_type, settled, write_offer
from interpreter.session.notation import Trouble
from interpreter.session.refusals import attempt, attempt_offer, closed, why_not
from interpreter.session.session import Session
from interpreter.web.picture import Pictures

MOST_CLOSED = 60                                 # things that are not allowed and shown all the same
NOT_UNDERSTOOD = Trouble("the page has sent what is no answer here")


def question_data(session: Session, question: Question, pictures: Pictures, rulebook: Rulebook | None, ticket: str) -> dict:
    """The question for the page of its seat."""
    spec, op = session.spec, session.spec.plan[question.op]
    table = table_of(spec, session.state, question.seat)
    made: dict = {
        "id": ticket, "prompt": question.prompt or question.name.replace("_", " "), "name": question.name,
        "clauses": [clause_words(rulebook, id) for id in question.span.clauses[:2]],
        "offers": [_offer_words(spec, one) for one in question.offers],
        "closed_offers": [_offer_words(spec, one) for one in closed_offers(spec, question)],
    }
    left = moves_left(session, question)
    if left is not None:
        here, ends = under_way(session.machine, question)
        made |= {"left": left, "here": here, "ends": list(ends)}
    things = together(spec, question)
    if things is None:
        show = [_item(session, question, table, pictures, one, True) for one in question.options]
        shut = [_item(session, question, table, pictures, one, True) for one in closed_values(session, question)]
        return made | {"sort": "one", "items": show, "closed": shut}
    inner = innermost(answer_type(question))
    items = [_item(session, question, table, pictures, one, False, inner) for one in things]
    shut = [_item(session, question, table, pictures, one, False, inner) for one, in closed_values(session, question)]
    return made | {"items": items, "closed": shut} | _shape(op, question)


def _shape(op: ir.Op, question: Question) -> dict:
    """How items are put together to an answer."""
    match op:
        case ir.Split():
            sizes = [sorted({len(value[k]) for value in question.options}) for k in range(len(op.parts))]
            parts = [{"name": name.replace("_", " "), "least": size[0], "most": size[-1]}
                     for (name, *_), size in zip(op.parts, sizes, strict=True)]
            return {"sort": "parts", "parts": parts}
        case ir.Arrange():
            return {"sort": "order"}
    many = sorted({len(option) for option in question.options})
    return {"sort": "some", "least": many[0], "most": many[-1]}


def _item(session, question, table: Table, pictures: Pictures, value, whole: bool, type_: t.Type | None = None) -> dict:
    """One thing to tap: its words, and the card or space that it is, if it is one."""
    spec = session.spec
    if whole:
        words = option_words(spec, session.state, question, value)
        type_ = answer_type(question)
    else:
        words = value_words(spec, session.state, question.seat, value, type_ or t.UNKNOWN)
    made: dict = {"words": words.replace("_", " ")}
    type_ = type_.of if isinstance(type_, t.OrNone) else type_
    if isinstance(type_, t.Kind) and isinstance(value, int) and value >= 0:
        if type_.name in spec.space_kinds():
            made["space"] = value
        elif table.known(value):
            made["card"] = pictures.card(table, value)
    elif isinstance(spec.plan[question.op], ir.Travel):
        made |= {"space": value} if isinstance(value, int) and value >= 0 else {}
    return made


def _offer_words(spec: Spec, offer: tuple) -> str:
    made, words = spec.offers[offer[0]], write_offer(spec, offer).replace("_", " ")
    return f"{made.prompt} ({words})" if made.prompt else words


def closed_offers(spec: Spec, question: Question) -> list[tuple]:
    """Free actions that can be open beside this question, and are not."""
    open_now = {number for number, _ in question.offers}
    return [(one.number, t.NONE) for one in spec.beside.get(question.name, ())
            if one.number not in open_now and one.each is None and question.name in one.target]


def closed_values(session: Session, question: Question) -> list:
    """What could be named and is not allowed; where an answer has several, each thing that can be in none, on its own."""
    return closed(session.machine, question)[:MOST_CLOSED]


# ------------------------------------------------------------------ what a page sends


def meant(session: Session, question: Question, sent: dict):
    """The value that a page means, or ("takes", offer), or a Trouble. It need not be allowed."""
    spec, things = session.spec, together(session.spec, question)
    if "offer" in sent:
        return _offer(question.offers, sent["offer"])
    if "closed_offer" in sent:
        return _offer(closed_offers(spec, question), sent["closed_offer"])
    if things is None or "closed" in sent:
        shown = closed_values(session, question) if "closed" in sent else question.options
        found = _picked(shown, [sent.get("closed", sent.get("option"))])
        return found if isinstance(found, Trouble) else found[0]
    if "parts" in sent and isinstance(sent["parts"], list):
        parts = [_picked(things, part) for part in sent["parts"]]
        if any(isinstance(part, Trouble) for part in parts):
            return NOT_UNDERSTOOD
        return settled(question, tuple(parts))
    found = _picked(things, sent.get("items"))
    return found if isinstance(found, Trouble) else settled(question, found)


def _offer(shown: Sequence, number):
    found = _picked(shown, [number])
    return found if isinstance(found, Trouble) else ("takes", found[0])


def _picked(shown: Sequence, numbers) -> tuple | Trouble:
    """Those at these places of a list that was shown, each once."""
    if not isinstance(numbers, list) or len(numbers) > len(shown):
        return NOT_UNDERSTOOD
    fine = all(isinstance(k, int) and not isinstance(k, bool) and 0 <= k < len(shown) for k in numbers)
    if not fine or len(set(numbers)) < len(numbers):
        return NOT_UNDERSTOOD
    return tuple(shown[k] for k in numbers)


def give(session: Session, question: Question, value) -> Refusal | None:
    """Gives an answer, or takes a free action."""
    if isinstance(value, tuple) and value[:1] == ("takes",):
        return session.take(question, value[1])
    return session.answer(question, value)


# ------------------------------------------------------------------ why


def why_data(session: Session, question: Question, value, rulebook: Rulebook | None) -> dict:
    """What speaks against an answer, or that nothing does."""
    if isinstance(value, tuple) and value[:1] == ("takes",):
        refusal = attempt_offer(session.machine, question, value[1])
        words, checks = write_offer(session.spec, value[1]), []
    else:
        found = why_not(session.machine, question, value)
        refusal, words, checks = found.refusal, found.words, [one.said for one in found.checks if one.holds]
        refusal = attempt(session.machine, question, value) if refusal is None else refusal
    if refusal is None:
        return {"fine": f"nothing speaks against {words}", "checks": checks}
    return refusal_data(refusal, rulebook)


def refusal_data(refusal: Refusal, rulebook: Rulebook | None) -> dict:
    """Why not, by which rule and clause, and what would have been accepted."""
    clauses = [clause_words(rulebook, id) for id in refusal.span.clauses[:4]]
    return {"refused": refusal.reason, "rule": place_of(refusal.span), "clauses": clauses, "accepted": refusal.accepted}


def rule_data(session: Session, question: Question, rulebook: Rulebook | None) -> dict:
    """The rule that asks, with its clauses."""
    by, lines, clauses = rule_of(session.spec, question)
    return {"by": by, "lines": lines, "clauses": [clause_words(rulebook, id) for id in clauses]}
