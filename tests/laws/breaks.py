"""Broken positions, broken games and broken engines, each with the law that has to catch it and words of what it says.

In:  nothing.
Out: CASES, which tests/laws/test_catching.py tries and for which it takes the comparisons of the laws out. One long list,
     since a case is of use only beside the others: together they need every comparison.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

from attrs import evolve, field, frozen

from interpreter.core.question import Over
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.laws import confluence, laws, lookalike, script, search, state_machine
from interpreter.laws.script import Broken, Script
from interpreter.session.log import Logbook
from interpreter.testing import machine_of
from interpreter.text.diagnostic import Fault
from tests.engine.scripted import spec_of

OVER = Over("finished", (0,), ((0,), (0,), (0,)), (0, 0, 0))

GAME = """game stall "Stall" for 3..3 players
use seats
enum Mood = calm | cross
card Card
  rank: 1..8
token Bean
components cards: Card from "cards.csv"
components beans: Bean, 2
zone deck: pile of Card, face down
zone bowl: heap of Bean, face up
zone shelf: heap of Bean, face up, up to 1
state mood: Mood = calm
each player has
  zone hand: heap of Card, seen by owner
  zone offered: heap of Card, seen by owner
  counter purse: 0..9 = 3, seen by owner
  counter gained: 0..9 = 0
event paid(p: Player)

setup
  move cards to deck
  shuffle deck
  move beans to bowl
  for each p in players
    draw 2 from deck to p.hand
play
  run round
phase round
  step pass, everyone at once
    choose passed from me.hand  "Which card do you pass?"
    move passed to left_of(me).offered
  step pay
    for each p in players
      choose sum from 0..p.purse by p  "What do you pay?"
      set p.purse to sum
      announce paid(p)
{more}
always "nobody is rich": every p in players has p.gained < 9
score points = me.gained
winner highest total, then shared
"""


WOLF = """game wolf "Wolf" for 3..3 players
counter bites: 0..9 = 0
each player has
  state wolf: yes/no = no, seen by owner
setup
  set last(players).wolf to yes
play
  repeat 3 times
    choose tipped from players by the_wolf()
    raise bites by 1
define the_wolf() = first((those p in players where p.wolf) + [last(players)])
score points = bites
winner highest total, then shared
"""


@frozen(eq=False)
class Case:
    """What is broken, what has to be said of it (a pattern), and how it is tried: a function of the fixtures."""

    name: str
    says: str
    tried: Callable = field(repr=False)


CASES: list[Case] = []


def case(name: str, says: str):
    """Puts a function into the list."""

    def listed(tried):
        CASES.append(Case(name, says, tried))
        return tried

    return listed


# ------------------------------------------------------------------ broken positions


def number_of(spec, label: str) -> int:
    return next(k for k, info in enumerate(spec.zones) if info.label == label)


def cell_of(spec, label: str) -> int:
    return next(k for k, info in enumerate(spec.cells) if info.label == label)


def position(spec) -> State:
    """After set-up, the cards dealt as they lie in the file."""
    machine = Machine(spec, start(spec))
    cast = script.Cast(spec, Script(tape=()))
    while (stop := machine.advance()).questions[0].of_nature:
        script.answer(machine, stop, cast)
    return machine.state


def spoilt(name: str, says: str):
    """A case in which a position that was in order is spoilt by the function."""

    def listed(spoil):
        @case(name, says)
        def tried(specs, since: bool = False, **rest):
            spec = specs()
            state = position(spec)
            laws.in_order(spec, state)
            before = state.copy() if since else None
            spoil(spec, state)
            laws.in_order(spec, state, before)

        case(f"{name}, where only what changed is looked at", says)(partial(tried, since=True))
        return tried

    return listed


@spoilt("a card is lost", "things lost or doubled: lost \\['h'\\]")
def lost(spec, state):
    state.zones[state.places[7]].remove(7)


@spoilt("a card lies in two zones", "things lost or doubled: lost \\[\\], doubled")
def doubled(spec, state):
    state.zones[number_of(spec, "deck")].insert(0, state.zones[number_of(spec, "Seat1.hand")][0])


@spoilt("a card on its way has a place", "on its way and in a zone")
def on_its_way(spec, state):
    thing = state.zones[number_of(spec, "deck")].pop()
    state.pending.append((0, thing, 0, None, None))
    state.cells[spec.zones[number_of(spec, "deck")].loose] = 0


@spoilt("a card is said to lie elsewhere", "said to lie elsewhere")
def elsewhere(spec, state):
    state.places[0] = (state.places[0] + 1) % len(state.zones)


@spoilt("a bean lies among cards", "a zone of Card")
def of_another_kind(spec, state):
    bean = state.zones[number_of(spec, "bowl")].pop()
    state.places[bean] = number_of(spec, "Seat1.hand")
    state.zones[state.places[bean]].append(bean)


@spoilt("a zone holds more than it takes", "holds 2, and takes 1")
def too_many(spec, state):
    bowl, shelf = number_of(spec, "bowl"), number_of(spec, "shelf")
    state.zones[bowl], state.zones[shelf] = [], state.zones[bowl]
    for bean in state.zones[shelf]:
        state.places[bean] = shelf


@spoilt("a heap has an order", "not in the order of the files")
def heaped(spec, state):
    state.zones[number_of(spec, "bowl")].reverse()


@spoilt("fewer than no cards lie without an order", "more without an order")
def loose_below(spec, state):
    state.cells[spec.zones[number_of(spec, "deck")].loose] = -1


@spoilt("more cards lie without an order than there are", "more without an order")
def loose_above(spec, state):
    state.cells[spec.zones[number_of(spec, "deck")].loose] = 9


@spoilt("a counter is below its range", "purse is -1, and goes from 0 to 9")
def below(spec, state):
    state.cells[cell_of(spec, "Seat1.purse")] = -1


@spoilt("a counter is above its range", "purse is 10, and goes from 0 to 9")
def above(spec, state):
    state.cells[cell_of(spec, "Seat1.purse")] = 10


@spoilt("a state has a value that is none", "which is no")
def no_value(spec, state):
    state.cells[cell_of(spec, "mood")] = 7


@spoilt("a card is known to a seat that is none", "seats that do not exist")
def known_to_nobody(spec, state):
    state.known[0] |= 1 << 10


# ------------------------------------------------------------------ broken engines, seen at pauses and at the end


def ending(patch, spoil):
    """An engine that does something to the state when a play is over."""
    advance = Machine.advance

    def spoiling(machine):
        stop = advance(machine)
        if isinstance(stop, Over):
            spoil(machine)
        return stop

    patch.setattr(Machine, "advance", spoiling)


def pausing(patch, spoil, mend):
    """An engine that does something to the state while it waits, and puts it right when it goes on."""
    advance, was = Machine.advance, []

    def spoiling(machine):
        if was:
            mend(machine, was.pop())
        stop = advance(machine)
        if not isinstance(stop, Over):
            was.append(spoil(machine))
        return stop

    patch.setattr(Machine, "advance", spoiling)


def lose(machine):
    return machine.state.zones[number_of(machine.spec, "bowl")].pop()


def found_again(machine, bean):
    machine.state.zones[number_of(machine.spec, "bowl")].append(bean)


def enrich(machine):
    machine.state.cells[cell_of(machine.spec, "Seat1.gained")] = 9
    return 0


def make_poor(machine, gained):
    machine.state.cells[cell_of(machine.spec, "Seat1.gained")] = gained


def searched(spec, script: Script, law: search.Law = search.LAWS[0]) -> None:
    """Tries a law as `test` does."""
    wrong = search.wrong_with(spec, law, script)
    if wrong is not None:
        raise Broken(wrong.words)


for law, what in ((laws.plays_in_order, "laws"), (searched, "search")):

    @case(f"a bean is lost at a pause ({what})", "lost or doubled")
    def lost_at_a_pause(specs, patch, law=law, **rest):
        pausing(patch, lose, found_again)
        law(specs(), Script(1))

    @case(f"a bean is lost at the end ({what})", "lost or doubled")
    def lost_at_the_end(specs, patch, law=law, **rest):
        ending(patch, lose)
        law(specs(), Script(1))

    @case(f"what always holds does not at a pause ({what})", "nobody is rich")
    def rich_at_a_pause(specs, patch, law=law, **rest):
        pausing(patch, enrich, make_poor)
        law(specs(), Script(1))

    @case(f"what always holds does not at the end ({what})", "nobody is rich")
    def rich_at_the_end(specs, patch, law=law, **rest):
        ending(patch, enrich)
        law(specs(), Script(1))


@case("a bean is lost and found between two ops", "lost or doubled")
def lost_between_ops(specs, patch, **rest):
    spec, announce = specs(), Machine.told

    def told(machine, what, op, *facts):
        announce(machine, what, op, *facts)
        bowl = machine.state.zones[number_of(spec, "bowl")]
        if what == "set" and len(bowl) == 2:
            bowl.pop()
        elif what == "happens" and len(bowl) == 1:
            bowl.append(9)

    patch.setattr(Machine, "told", told)
    laws.plays_in_order(spec, Script(1), deep=True)


@case("a play without an end", "has not ended")
def endless(specs, patch, **rest):
    patch.setattr(script, "MOST_PAUSES", 3)
    laws.plays_in_order(specs(), Script(1))


# ------------------------------------------------------------------ the same again; copies; saved


def second_time(patch, change):
    """The second play of two is changed when it is over."""
    drive, plays = script.drive, []

    def driven(*words, **more):
        plays.append(drive(*words, **more))
        if len(plays) == 2:
            change(plays[1])
        return plays[-1]

    patch.setattr(laws, "drive", driven)


@case("the second time something else is told", "plays part at event 3")
def told_otherwise(specs, patch, **rest):
    second_time(patch, lambda played: played.told.__setitem__(3, "set 1 2 3"))
    laws.same_again(specs(), Script(1))


@case("the second time the table is another", "other ends")
def another_table(specs, patch, **rest):
    second_time(patch, lambda played: enrich(played.machine))
    laws.same_again(specs(), Script(1))


@case("the second time another wins", "other ends")
def another_wins(specs, patch, **rest):
    second_time(patch, lambda played: setattr(played, "over", evolve(played.over, winners=(0,))))
    laws.same_again(specs(), Script(1))


@case("with other names another event is told", "with the names .* plays part at event 3")
def named_told(specs, patch, **rest):
    second_time(patch, lambda played: played.told.__setitem__(3, "set 1 2 3"))
    laws.named_otherwise(specs(), specs(), Script(1))


@case("with other names the table is another", "with the names .* ends otherwise")
def named_table(specs, patch, **rest):
    second_time(patch, lambda played: enrich(played.machine))
    laws.named_otherwise(specs(), specs(), Script(1))


@case("with other names another wins", "with the names .* ends otherwise")
def named_winner(specs, patch, **rest):
    second_time(patch, lambda played: setattr(played, "over", evolve(played.over, winners=(0,))))
    laws.named_otherwise(specs(), specs(), Script(1))


def shallow(state):
    """A copy that shares its counters."""
    return evolve(deepcopy(state), cells=state.cells)


@case("the second time something else is told, as `test` looks for it", "plays part at event 3")
def told_otherwise_in_test(specs, patch, **rest):
    second_time(patch, lambda played: played.told.__setitem__(3, "set 1 2 3"))
    searched(specs(), Script(1), search.LAWS[1])


@case("a copy shares its counters", "a copy reached back")
def shared_counters(specs, patch, **rest):
    patch.setattr(State, "copy", shallow)
    for seed in range(20):
        laws.copies_apart(specs(), Script(seed))


@case("a copy does not know what is asked", "a copy is over")
def copy_over(specs, patch, **rest):
    copy = State.copy
    patch.setattr(State, "copy", lambda state: evolve(copy(state), frames=[], strands=[]))
    laws.copies_apart(specs(), Script(1))


@case("JSON loses a counter", "comes back from JSON changed")
def json_loses(specs, patch, **rest):
    to_data = State.to_data
    patch.setattr(State, "to_data", lambda state: to_data(state) | {"cells": [0] * len(state.cells)})
    laws.saved(specs(), Script(1))


@case("a play that was saved ends otherwise", "the saved play ends otherwise")
def saved_end(specs, patch, **rest):
    drive = laws.drive

    def driven(*words):
        played = drive(*words)
        played.over = evolve(played.over, how="forgotten")
        return played

    patch.setattr(laws, "drive", driven)
    laws.saved(specs(), Script(1))


@case("a play that was saved is told otherwise", "plays part at event")
def saved_log(specs, patch, **rest):
    drive = laws.drive

    def driven(*words):
        played = drive(*words)
        played.told.pop()
        return played

    patch.setattr(laws, "drive", driven)
    laws.saved(specs(), Script(1))


# ------------------------------------------------------------------ any order


def by_order(patch, change):
    """What one step comes to, changed unless the first seat answers first."""
    step = laws._step

    def stepped(spec, state, cast, order):
        found = list(step(spec, state, cast, order))
        if order[0] != 0:
            change(found)
        return tuple(found)

    patch.setattr(laws, "_step", stepped)


for part, words in enumerate(("the table", "what seats hear", "what seats are asked")):

    @case(f"{words} depends on the order", f"{words} depends on the order of answers")
    def ordered(specs, patch, part=part, **rest):
        by_order(patch, lambda found: found.__setitem__(part, None))
        laws.any_order(specs(), Script(1))


# ------------------------------------------------------------------ what is hidden


def leaking(specs, *changes):
    """The view law on a stall in which something hidden shows."""
    for seed in range(40):
        laws.nothing_hidden(specs(*changes), Script(seed))


@case("options of another's hand", "from the question best .*with other hidden things it (is\n|is not asked)")
def seen_options(specs, **rest):
    leaking(specs, '      choose best from 0..count(left_of(p).hand where it.rank > 4) by p  "How many?"\n')


@case("who is asked depends on a hidden counter", "from who is asked for tipped")
def secret_asker(**rest):
    spec = spec_of(Path(mkdtemp()), WOLF, 3)
    for seed in range(200):
        laws.nothing_hidden(spec, Script(seed))


@case("a question that faults with other hidden things", "with other hidden things it faults")
def faulting(specs, patch, **rest):
    spec = specs()

    def ask_again(machine, seat):
        raise Fault(search.codes.FAULT_ALWAYS, spec.always[0].span, "no such thing")

    patch.setattr(Machine, "ask_again", ask_again)
    laws.nothing_hidden(spec, Script(1))


@case("a question that is not asked with other hidden things", "it is not asked")
def not_asked(specs, patch, **rest):
    patch.setattr(Machine, "ask_again", lambda machine, seat: None)
    laws.nothing_hidden(specs(), Script(1))


@case("another question with other hidden things", "it is not asked")
def another_asked(specs, patch, **rest):
    ask_again = Machine.ask_again
    patch.setattr(Machine, "ask_again", lambda machine, seat: evolve(ask_again(machine, seat), op=-1))
    laws.nothing_hidden(specs(), Script(1))


@case("a view that shows faces", "sees what it may not know")
def faces_shown(specs, patch, **rest):
    view = laws.view
    patch.setattr(laws, "view", lambda spec, state, *more: evolve(view(spec, state, *more), cells=tuple(state.cells)))
    laws.nothing_hidden(specs(), Script(1))


@case("a log that tells faces at once", "is told what it may not know \\(")
def faces_told(specs, patch, **rest):
    patch.setattr(lookalike, "_told_now", lambda book, seat, since: [str(book.machine.state.zones)])
    laws.nothing_hidden(specs(), Script(1))


@case("a log that tells faces later", "is told what it may not know: ")
def faces_told_later(specs, patch, **rest):
    told_to = Logbook.told_to

    def loud(book, seat, since=0):
        return [evolve(line, text=f"{line.text} {book.machine.state.zones}") for line in told_to(book, seat, since)]

    patch.setattr(Logbook, "told_to", loud)
    laws.nothing_hidden(specs(), Script(1))


@case("a number that a rule has worked out before it asks", "had hidden things been others when it was prepared")
def recalled(specs, **rest):
    leaking(specs, '      choose first_sum from 0..1 by p  "First?"\n'
                   '      let most = sum of c.rank for c in left_of(p).hand\n'
                   '      choose best from 0..most by p  "How many?"\n')


# ------------------------------------------------------------------ order of triggers

PAIRS = {
    "echo is": "trigger one, when ring(p)\n  set echo to strokes * 2\ntrigger two, when ring(p)\n  set echo to strokes\n",
    "holds": "trigger one, when ring(p)\n  move tower to p.own\ntrigger two, when ring(p)\n  move tower to yard\n",
    "the end is": "trigger one, when ring(p)\n  end game, won by first(players)\n"
                  "trigger two, when ring(p)\n  end game, won by last(players)\n",
    "the rules go on": "trigger one, when ring(p)\n  set echo to 0\ntrigger two, when ring(p)\n  raise echo by 60\n"
                       "  raise echo by 60, at most 99\n",
}


@case("two triggers set the same counter", "which of `one` and `two` comes first.*echo is")
def pair_of_cells(bells, **rest):
    rung(bells, PAIRS["echo is"])


@case("two triggers move the same things", "which of `one` and `two` comes first.*holds")
def pair_of_zones(bells, **rest):
    rung(bells, PAIRS["holds"])


@case("two triggers end the game", "which of `one` and `two` comes first.*the end is")
def pair_of_ends(bells, **rest):
    rung(bells, PAIRS["the end is"])


@case("the members of a trigger end the game", "`one` is due for several at once.*the end is")
def members(bells, **rest):
    rung(bells, "trigger one, as soon as strokes > 3, for each q in players\n  end game, won by q\n")


def rung(bells, triggers: str) -> None:
    for seed in range(8):
        confluence.either_order(bells(triggers), Script(seed))


def compared(bells, patch, change):
    """The other order comes to the same, but for a change of where it came to."""
    again = confluence._replayed

    def replayed(*words):
        other = again(*words)
        change(other)
        return other

    patch.setattr(confluence, "_replayed", replayed)
    rung(bells, "trigger one, when ring(p)\n  set echo to strokes + echo - echo\n"
                "trigger two, when ring(p)\n  set echo to strokes\n")


@case("the other order faults", "the rules go on; .*they do not")
def other_fault(bells, patch, **rest):
    span = bells(PAIRS["echo is"]).triggers[0].span
    fault = Fault(search.codes.FAULT_ALWAYS, span, "no such thing")
    compared(bells, patch, lambda other: setattr(other, "stop", fault))


@case("after the other order something else is asked", "what comes next is")
def other_question(bells, patch, **rest):
    def change(other):
        if not isinstance(other.stop, Over):
            other.stop = evolve(other.stop, questions=(evolve(other.stop.questions[0], seat=1 - other.stop.questions[0].seat),))

    compared(bells, patch, change)


@case("after the other order a thing is known to others", "is known to")
def other_known(bells, patch, **rest):
    compared(bells, patch, lambda other: other.machine.state.known.__setitem__(0, 0))


# ------------------------------------------------------------------ the machine of Hypothesis


def table(specs):
    made = machine_of(specs())()
    made.begin(seed=1)
    return made


@case("the machine: a seat sees something else after loading", "after saving and loading")
def loaded_otherwise(specs, patch, **rest):
    made = table(specs)
    patch.setattr(state_machine, "loaded", lambda state: evolve(state, cells=[0] * len(state.cells)))
    made.save_and_load()


@case("the machine: a copy reaches back", "done to a copy")
def table_copy(specs, patch, **rest):
    made = table(specs)
    advance = Machine.advance

    def reaching(machine):
        if machine is not made.machine:
            enrich(made.machine)
        return advance(machine)

    patch.setattr(Machine, "advance", reaching)
    made.play_on_with_a_copy(what=0)


@case("the machine: a copy is over", "a copy is over")
def table_copy_over(specs, patch, **rest):
    made = table(specs)
    patch.setattr(Machine, "advance", lambda machine: OVER)
    made.play_on_with_a_copy(what=0)


@case("the machine: a play that was over goes on", "goes on, or is over otherwise")
def table_goes_on(specs, patch, **rest):
    made = table(specs)
    made.stop = OVER
    made.once_more()


@case("the machine: something is lost", "lost or doubled")
def table_lost(specs, patch, **rest):
    made = table(specs)
    lose(made.machine)
    made.everything_in_order()


@case("the machine: what always holds does not", "nobody is rich")
def table_rich(specs, patch, **rest):
    made = table(specs)
    enrich(made.machine)
    made.everything_in_order()
