"""Real dice and cards at a table of phones: who is asked what fell or which cards were drawn, and from what they choose.

In:  a session played with the chance of a real table; a table (web/hosted.py); what a page sends.
Out: the question as plain data for the one page it is put to, and that it is waited for on the others.

A card is asked for on the phone of whoever sees it. What can be chosen are the cards of that kind that this seat does not
see elsewhere: what others hold is not taken out, since that would tell.
"""

from interpreter.core.question import Naming, Over, Pause, Question
from interpreter.core.types import Kind
from interpreter.display.things import table_of
from interpreter.engine.evaluate import HEAP
from interpreter.observation.view import ONLOOKER
from interpreter.session.answers import parse_value
from interpreter.session.notation import names, Trouble
from interpreter.session.physical_chance import witnesses
from interpreter.session.session import Session
from interpreter.text.diagnostic import plural

LONGEST = 2000                                   # signs of what is sent
HOST = "host"


def open_question(session: Session, stop: Pause | Over | None) -> Question | None:
    """What of chance is asked now."""
    asked = stop.questions if isinstance(stop, Pause) else ()
    return next((one for one in asked if one.of_nature), None)


def asked_of(table, question: Question) -> str:
    """The role that is asked: whoever alone can see it and is a person, else the host."""
    seats = witnesses(table.session.spec, table.session.state, question)
    roles = [table.role_of(seat) for seat in range(len(table.session.spec.seats)) if seats >> seat & 1]
    people = [role for role in roles if role and not table.roles[role].bot]
    return people[0] if len(people) == 1 else HOST


def ticket(table, question: Question) -> str:
    """What tells this question of chance from the others."""
    given = sum(1 for one in table.session.entries if one.of_nature and one.name == question.source)
    return f"{table.back}.c{given}"


def chance_data(table, question: Question, role: str) -> dict:
    """For whoever is asked the question, for the others that it is waited for."""
    whom = asked_of(table, question)
    if role != whom:
        who = "the host" if whom == HOST else table.names[int(whom[1:])]
        return {"waits": f"{who} says what came of the real dice or cards"}
    session = table.session
    spec, seat = session.spec, table.seat_of(role)
    type_ = question.type
    if isinstance(question, Naming):
        type_ = Kind(spec.components[question.things[0]].kind)
    words = list(names(spec, type_).words) if type_ is not None else []
    if question.name == "roll" and type_ is not None:
        words = [spec.words(face, type_) for face in dict.fromkeys(question.options)]
    made: dict = {"q": ticket(table, question), "prompt": _prompt(spec, question), "count": question.count}
    if isinstance(question, Naming) or question.name == "shuffle":
        made |= _cards(table, question, seat, words)
    else:
        made["words"] = words[:200]
    return made


def _prompt(spec, question: Question) -> str:
    source = question.source.replace("_", " ")
    if isinstance(question, Naming):
        kind = spec.components[question.things[0]].kind
        where = spec.zones[question.zone].label if question.zone >= 0 else "on the way"
        ordered = question.zone >= 0 and spec.zone_shape[question.zone] != HEAP and question.count > 1
        return (f"which {plural(question.count, kind)} came from {source}, now in {where}?"
                + (" from the top" if ordered else ""))
    match question.name:
        case "roll":
            return f"roll {plural(question.count, source)}: what fell?"
        case "pick":
            return f"take one at random ({source}): which is it?"
    return f"{source}, from the top: what lies there?"


def _cards(table, question: Question, seat: int, words: list[str]) -> dict:
    """The cards that it may be, as far as this seat can tell, as they are typed and as they look."""
    session, spec = table.session, table.session.spec
    seen, asked = table_of(spec, session.state, seat), set(getattr(question, "things", ()))
    kind = spec.components[question.options[0]].kind if question.options else ""
    left = [one.number for one in spec.components if one.kind == kind
            and (one.number in asked or seat == ONLOOKER or not seen.known(one.number))]
    return {"cards": [{"text": spec.components[one].id, "card": table.pictures.card(seen, one)} for one in left[:200]]}


def given(session: Session, question: Question, text) -> str:
    """Gives what was said; why it cannot be, if so."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        return "say what came of it"
    value = parse_value(session.spec, question, text.strip())
    if isinstance(value, Trouble):
        return f"that cannot be: {value}"
    session.answer(question, value)
    return ""
