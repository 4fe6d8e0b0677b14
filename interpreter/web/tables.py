"""All tables of one process: those it was begun with, and those that are set while it runs. Knows nothing of HTTP.

In:  tables by number; `lay`, which lays one more, of the same game, for so many people.
Out: the tables; a reply to whoever asks for one more, with its number and the key of its host's link.
"""

from collections.abc import Callable
from threading import Lock

from attrs import define, field

from interpreter.web.hosted import CannotBegin, HOST, Hosted, Reply

MOST = 99                                        # tables of one process


@define(eq=False)
class Tables:
    """`changed` is told the number of a table whenever something happens at it."""

    laid: dict[int, Hosted]
    lay: Callable[[int, int], Hosted] | None = None
    people: tuple[int, ...] = ()                 # for how many one more can be laid
    changed: Callable[[int], None] = lambda number: None
    lock: Lock = field(factory=Lock)

    def __attrs_post_init__(self):
        for table in self.laid.values():
            self._greet(table)

    def _greet(self, table: Hosted) -> None:
        table.changed = lambda: self.changed(table.number)
        table.for_another = self.people if self.lay is not None else ()

    def add(self, table: Hosted, most: int) -> list[Hosted]:
        """One more table; of the oldest only so many are kept, and the others are given back."""
        with self.lock:
            self._greet(table)
            all_of_them = {**self.laid, table.number: table}
            kept = sorted(all_of_them)[-most:]
            self.laid = {number: all_of_them[number] for number in kept}
        return [one for number, one in all_of_them.items() if number not in kept]

    def another(self, people) -> Reply:
        """One more table, of the same game; the reply says which, and by which key its host's page opens."""
        if self.lay is None or isinstance(people, bool) or people not in self.people:
            return 422, {"error": "no table can be set for so many"}
        with self.lock:
            number = max(self.laid, default=0) + 1
            if len(self.laid) >= MOST:
                return 409, {"error": f"{MOST} tables are as many as one server holds; begin another"}
            try:
                table = self.lay(number, people)
            except CannotBegin as error:
                return 409, {"error": str(error)}
            self._greet(table)
            self.laid = {**self.laid, number: table}     # whoever goes through the tables meanwhile goes through the old ones
        return 200, {"fine": f"table {number} is set", "table": number, "key": table.roles[HOST].link}
