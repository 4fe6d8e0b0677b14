"""Asking people whether something may be done that concerns them, each at the keyboard.

In:  a Referee, the seats that have to agree, and what is asked, in words.
Out: None if all of them said yes, else the name of the first who did not. Whoever asked sits at the keyboard again.
"""

from collections.abc import Iterable

from interpreter.session.notation import fold, NO, YES


def first_against(referee, seats: Iterable[int], what: str) -> str | None:
    """Seats that nobody at this screen sits on are not asked."""
    asker, names = referee.at, referee.spec.seats
    for seat in [other for other in seats if other in referee.people and other != asker]:
        referee.sit(seat)
        if not _says_yes(referee, names[seat], what):
            referee.sit(asker)
            return names[seat]
    referee.sit(asker)
    return None


def _says_yes(referee, name: str, what: str) -> bool:
    referee.screen.say(f"{name}: {what}", "ask")
    while True:
        word = fold(referee.keyboard.ask(f"{name}, yes or no>", ("yes", "no")))
        if word in (*YES, *NO):
            return word in YES
        referee.screen.line("type yes or no", "small")
