"""Taking back and putting right at a table of phones: who asks for it, who has to agree, and what comes of it.

In:  a table (web/hosted.py), the role that asks, what it asks for; a yes or no of those who are asked.
Out: replies for the page; a Proposal on the table until everybody who has to has said yes, or one has said no.

Who has to agree is worked out in session/correction.py, as for the terminal. A seat that a bot plays is not asked.
"""

from typing import Any

from attrs import define, field

from interpreter.display.story import sentence
from interpreter.session.correction import entry_at, fix, places_of, who_must_agree, who_must_let_go
from interpreter.session.notation import Trouble
from interpreter.session.recorder import begin_fix, CannotRecord, end_fix, path_of
from interpreter.session.session import Session
from interpreter.text.diagnostic import Fault, listed

LONGEST = 200                                    # signs of a value that is typed


@define(eq=False)
class Proposal:
    """Something that waits for a yes: who asks, in words what, the roles that have yet to agree, and what is then done."""

    by: str
    words: str
    needed: list[str]
    further: bool = False
    fix: tuple[int, str] | None = None

    def data(self, role: str, table) -> dict:
        """What a page shows of it; what is to be put right is told to those who may decide."""
        waits = [table.names[int(one[1:])] for one in self.needed]
        mine = role in self.needed
        words = self.words if mine or role == self.by or self.fix is None else "somebody wants to put an answer right"
        return {"words": words, "mine": mine, "waits": waits}


@define(eq=False)
class Taking:
    """What can be asked for."""

    table: Any
    session: Session = field(init=False)

    def __attrs_post_init__(self):
        self.session = self.table.session

    def _who(self, role: str) -> str:
        return self.table.names[int(role[1:])] if role.startswith("s") else "the host"

    def undo(self, role: str, further: bool) -> tuple[int, dict]:
        """`undo`, or `undo!`."""
        table, session = self.table, self.session
        given, news = session.to_take_back(), session.undoable()
        if news is not None and not (further and session.last_moment is not None):
            return 409, {"error": f"not taken back: {news}", "further": session.last_moment is not None}
        whose = list(dict.fromkeys(session.spec.seats[entry.seat] for entry in given))
        words = f"{self._who(role)} wants to take back what {listed(whose) or 'a bot'} answered last"
        needed = self._roles(who_must_let_go(session, table.seat_of(role)), role)
        return self._proposed(Proposal(role, words, needed, further))

    def fix(self, role: str, number, value) -> tuple[int, dict]:
        """Line so and so of the log as this role sees it should say this."""
        session, seat = self.session, self.table.seat_of(role)
        if not isinstance(number, int) or not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
            return 422, {"error": "say which line of the log, and what it should say"}
        at = entry_at(session, number, seat)
        agreeing = at if isinstance(at, Trouble) else who_must_agree(session, at, seat)
        if isinstance(agreeing, Trouble):
            return 409, {"error": f"not put right: {agreeing}"}
        told = next(sentence(session, one) for one in session.log_for(seat) if one.number == number)
        words = f"{self._who(role)} wants `{value.strip()}` in place of: {told}"
        return self._proposed(Proposal(role, words, self._roles(agreeing, role), fix=(number, value.strip())))

    def _roles(self, seats, asking: str) -> list[str]:
        """People who have to agree, by role."""
        table = self.table
        roles = [table.role_of(seat) for seat in seats]
        return [role for role in roles if role and role != asking and not table.roles[role].bot]

    def _proposed(self, proposal: Proposal) -> tuple[int, dict]:
        table = self.table
        if proposal.needed:
            table.proposal = proposal
            table._news()
            return 200, {"fine": f"{listed(self._who(one) for one in proposal.needed)} has to agree"}
        return self._done(proposal)

    def agree(self, role: str, yes: bool) -> tuple[int, dict]:
        """A yes or no of somebody who is asked."""
        table, proposal = self.table, self.table.proposal
        if proposal is None or role not in proposal.needed:
            return 200, {"late": "nothing is asked any more"}
        if not yes:
            table.proposal, table.notice = None, f"not done: {self._who(role)} does not agree"
            table._news()
            return 200, {"fine": "not done"}
        proposal.needed.remove(role)
        if proposal.needed:
            table._news()
            return 200, {"fine": "said"}
        return self._done(proposal)

    def _done(self, proposal: Proposal) -> tuple[int, dict]:
        table = self.table
        table.proposal, table.notice = None, ""
        try:
            trouble = self._fixed(proposal) if proposal.fix is not None else self._undone(proposal)
            if trouble:
                table._news()
                return 409, {"error": trouble}
            table._onward()
        except CannotRecord as error:
            return table._unwritten(error)
        table._news()
        return 200, {"fine": "done"}

    def _undone(self, proposal: Proposal) -> str:
        table = self.table
        table.keeper = self.session.corrector = None
        count = self.session.undo(proposal.further)
        table.notice = proposal.words.replace("wants to take back", "has taken back")
        return f"not taken back: {count}" if isinstance(count, Trouble) else ""

    def _fixed(self, proposal: Proposal) -> str:
        table, session = self.table, self.session
        number, value = proposal.fix or (0, "")
        at = entry_at(session, number, table.seat_of(proposal.by))
        if isinstance(at, Trouble):
            return f"not put right: {at}"
        places = [place + 1 for place in places_of(session)]
        begun: list = []
        try:
            found = fix(session, at, value, places, lambda: begun.append(begin_fix(session, path_of(session))), number)
        except Fault as fault:
            if begun:
                raise
            return f"not put right: then {fault.diagnostic.message}"
        if isinstance(found, Trouble):
            return f"not put right: {found}"
        end_fix(session)
        table.keeper, table.notice = found, "an earlier answer or roll has been put right"
        return ""
