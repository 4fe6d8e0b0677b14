"""Going on with a play that was saved as plain data.

In:  a Spec, what `Session.save` gave, choosers and a journal of one's own.
Out: `resume`, a Session that goes on from there to the same end.

Next door: session.py plays, replay.py goes on from a `.play` file.
"""

from interpreter.core.state import State
from interpreter.play.chance import from_data
from interpreter.play.choosers import CHOOSERS
from interpreter.play.log import tuples
from interpreter.play.session import FORMAT, Entry, Journal, Session
from interpreter.spec.model import Spec


class CannotResume(Exception):
    """Saved data that is not of this game, or is no saved play at all."""


def resume(spec: Spec, data: dict, seats: dict | None = None, journal: Journal | None = None, digest: str = "") -> Session:
    """A session that goes on from saved data. Choosers of one's own are given in `seats`; the others come back by name.

    Raises CannotResume where the data is no play of this game.
    """
    try:
        _of_this_game(spec, data, digest)
        names = {seat: name for seat, name in enumerate(data["seats"]) if name in CHOOSERS}
        made = Session(spec, data["seed"], {}, journal, digest, from_data(spec, data.get("chance")))
        made.streams.restore(data["streams"])
        made._seat(names | (seats or {}))
        for seat, at in data["scripts"].items():
            made.choosers[int(seat)].at = at
        made.entries = [
            Entry(kind, seat, name, text, tuple(clauses), *rest) for kind, seat, name, text, clauses, *rest in data["entries"]
        ]
        made.log.read_data(data["log"])
        made._sit(State.from_data(data["state"]))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise CannotResume(f"this is no saved play: {type(error).__name__} in its data") from None
    return made


def _of_this_game(spec: Spec, data: dict, digest: str) -> None:
    if data["format"] != FORMAT:
        raise CannotResume(f"the play was saved in format {data['format']}, and this version reads {FORMAT}")
    for what, got, wanted in (("game", data["game"], spec.name), ("players", tuples(data["players"]), spec.seats),
                              ("options", data["options"], spec.option_words)):
        if got != wanted:
            raise CannotResume(f"the play was saved with other {what}: {got}")
    if digest and data["digest"] and digest != data["digest"]:
        raise CannotResume("the play was saved under other rules or data")
