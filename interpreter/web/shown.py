"""Who sits where and what they do, and what has happened, as a page shows it.

In:  a table (web/hosted.py), an audience.
Out: plain data. What of a step for everyone at once may be told is decided in secrecy.py.
"""

from typing import Any

from interpreter.core.question import Pause
from interpreter.display.story import cited, story
from interpreter.session.session import Session
from interpreter.web.secrecy import asks_once


def seats_data(table: Any) -> list[dict]:
    """Who sits where, and what they are doing; never what they have answered."""
    if table.begun is None:
        return [{"name": name, "role": f"s{k}", "status": _presence(table, f"s{k}"), "bot": table.roles[f"s{k}"].bot}
                for k, name in enumerate(table.names)]
    asked = {one.seat for one in table.stop.questions} if isinstance(table.stop, Pause) else set()
    together, tells = bool(table.session.state.strands), _tells_who_has_answered(table)
    made = []
    for seat, name in enumerate(table.session.spec.seats):
        role = table.role_of(seat)
        bot = table.roles[role].bot if role else "rules"
        doing = "thinks" if seat in asked else "has answered" if together and not bot else "waits"
        doing = "chooses in secret" if together and not tells and not bot else doing
        made.append({"name": name, "role": role, "bot": bot, "status": _presence(table, role) if role else "here",
                     "doing": doing})
    return made


def _tells_who_has_answered(table: Any) -> bool:
    """In a step for everyone at once: is everybody asked once, whatever they hold? Else that somebody is asked no more, or
    not at all, would tell of their cards."""
    asked = table.stop.questions if isinstance(table.stop, Pause) else ()
    return all(asks_once(table.session.spec, one) for one in asked)


def _presence(table: Any, role: str) -> str:
    if table.roles[role].bot:
        return "bot"
    return "here" if table.here.get(role) else "away" if table.roles[role].taken else "free"


def story_data(session: Session, seat: int, whole: bool = False, since: int = 0) -> list[dict]:
    """What has happened, as an audience may know it."""
    lines = []
    for one, words in story(session, session.log_for(seat, since), whole):
        made: dict = {"n": one.number, "text": words, "what": one.what}
        by = cited(session, one, whole)
        if by:
            made["by"] = list(by)
        if one.undone:
            made["undone"] = True
        lines.append(made)
    return lines
