"""Where the rules begin in a scenario, and the step before which they stand still.

In:  a Course and a `start at` line, or a `when step ... is next` line.
Out: `begin`: the frames for a step, phase, turn or effect that is started alone, or for set-up or play, and the course gone on
     to its first pause; `put`: the frames alone. `go_on_to`: the course gone on to the step. Raises Failed for names that mean
     nothing, and where the play does not come to the step. `first_values` and `arm` make the position ready before.
"""

from interpreter import ir
from interpreter.core.frame import activation, PC
from interpreter.engine.machine import Machine
from interpreter.engine.scoring import fails
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Routine, Spec
from interpreter.lower.link import called, reaches
from interpreter.scenario.course import Course, MOST_MOVES
from interpreter.scenario.terms import failed
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, suggestion


def begin(course: Course, line: ast.StartAt) -> None:
    """Puts the frames in place, and goes to the first pause. What was going on before is left."""
    put(course, line)
    course.kept = tuple(always for always in course.machine.spec.always if not fails(course.machine, always))
    course.go()


def put(course: Course, line: ast.StartAt) -> None:
    """Puts the frames in place; nothing is carried out yet."""
    machine, reading = course.machine, course.reading
    seat = -1 if line.seat is None else reading.seat(line.seat, machine)
    state = machine.state
    state.frames.clear()
    state.strands, state.before, state.serving, course.to_play = [], None, -1, False
    state.pending.clear()
    state.holding.clear()
    state.due, state.resolving = [], -1
    machine.open.clear()
    course.record.happened.clear()
    state.frames += frames(course, line.point, seat)
    course.stopped, course.begun, course.until = None, True, frozenset()


def frames(course: Course, point: ast.Node, seat: int) -> list[list]:
    """The frames for one starting point, the last of them next."""
    spec, ctx = course.machine.spec, course.reading.ctx
    match point:
        case ast.AtSetup():
            course.to_play = True
            return [rest(spec, -1)] + ([activation(spec.routines[spec.setup], -1)] if spec.setup >= 0 else [])
        case ast.AtPlay():
            arm = next(op.number for op in spec.plan if isinstance(op, ir.Arm))
            return [activation(spec.routines[0], -1, at=arm)]
        case ast.AtPhase(name=name):
            routine = _routine(ctx, name, codes.NO_SUCH_PHASE, ctx.world.phases, "phase", "turn")
            return [rest(spec, seat), activation(routine, _needed(routine, seat, point))]
        case ast.AtStep(step, phase):
            outer = _routine(ctx, phase, codes.NO_SUCH_PHASE, ctx.world.phases, "phase", "turn")
            return [rest(spec, seat), activation(outer, _needed(outer, seat, point), at=step_op(ctx, spec, outer, step))]
        case ast.AtCall():
            return _effect(course, point, seat)
    raise no_case(point)


def rest(spec: Spec, seat: int) -> list:
    """Below what is started alone: when it is done the play rests."""
    number = next(op.number for op in spec.plan if isinstance(op, ir.Rest))
    return activation(spec.routines[0], seat, at=number)


def _needed(routine: Routine, seat: int, point: ast.Node) -> int:
    if routine.sort == Sort.TURN and seat < 0:
        raise failed(codes.SCENARIO_GIVEN, point.span, why=f"say with `for` whose turn `{routine.name}` is")
    return seat


def _routine(ctx, ident: ast.Ident, code, known, *sorts: str) -> Routine:
    routine = ctx.routine(ident.text, *sorts)
    if routine is None:
        raise failed(code, ident.span, name=ident.text, help=suggestion(ident.text, known))
    return routine


def step_op(ctx, spec: Spec, outer: Routine, ident: ast.Ident) -> int:
    """The op of the phase that carries the step out."""
    step = ctx.routines.get(("step", f"{outer.name}.{ident.text}"))
    if step is None:
        names = [name.split(".")[1] for sort, name in ctx.routines if sort == "step" and name.startswith(f"{outer.name}.")]
        raise failed(codes.NO_SUCH_STEP, ident.span, name=ident.text, where=outer.name, help=suggestion(ident.text, names))
    own = [op for op in spec.plan if spec.plan_routine[op.number] == outer.number]
    return next(op.number for op in own if isinstance(op, ir.Run | ir.Together) and op.routine == step.number)


def go_on_to(course: Course, line: ast.ComesTo) -> None:
    """Goes on with what is left open until the step is next; Failed if somebody has to decide before, or it does not come."""
    ctx, spec = course.reading.ctx, course.machine.spec
    outer = _routine(ctx, line.phase, codes.NO_SUCH_PHASE, ctx.world.phases, "phase", "turn")
    wanted = frozenset({step_op(ctx, spec, outer, line.step)})
    if course.standing_still and course.until == wanted:
        return
    fresh_start = course.standing_still
    course.until = wanted
    if fresh_start:
        course.go()
    for _ in range(MOST_MOVES):
        if course.standing_still or not course.one_more(past_later=False):
            break
    if not course.standing_still:
        course.until = frozenset()
        raise course.waiting(line)


# ------------------------------------------------------------------ an effect


def _effect(course: Course, point: ast.AtCall, seat: int) -> list[list]:
    spec, ctx, reading = course.machine.spec, course.reading.ctx, course.reading
    routine = _routine(ctx, point.name, codes.NO_SUCH_EFFECT, [*ctx.world.effects, *ctx.world.events], "event", "effect")
    nodes = point.args or ()
    if len(nodes) != len(routine.types):
        raise failed(codes.ARGUMENT_COUNT, point.span, name=routine.name, wanted=len(routine.types), got=len(nodes))
    args = tuple(reading.value(node, course.machine, type_) for node, type_ in zip(nodes, routine.types, strict=True))
    if routine.sort == Sort.EFFECT:
        course.record.happens(spec, routine.number, args)      # nothing listens, so nobody would tell
    outer = _around(spec, routine)
    below = [] if outer is None else [activation(outer, seat, at=outer.exit), rest(spec, seat)]
    return [rest(spec, seat), *below, activation(routine, seat, args)]


def _around(spec: Spec, effect: Routine) -> Routine | None:
    """The turn in which the effect can come up; else the phase."""
    calls = called(spec)
    outer = [r for r in spec.routines if r.sort in (Sort.TURN, Sort.PHASE) and reaches(calls, r.number, effect.number)]
    return next((r for r in outer if r.sort == Sort.TURN), outer[0] if outer else None)


# ------------------------------------------------------------------ before the rules begin


def first_values(machine: Machine) -> None:
    """Counters and states whose first value depends on the table, as the beginning of a play would set them."""
    main = activation(machine.spec.routines[0], -1)
    machine.frames = machine.state.frames
    machine.state.frames[:] = [main]
    while isinstance(op := machine.plan[main[PC]], ir.SetCell | ir.Look):
        if isinstance(op, ir.SetCell):
            machine.carry_out[ir.SetCell](op, main, machine)
        else:
            main[PC] = op.next
    machine.state.frames.clear()


def arm(machine: Machine) -> None:
    """What is true already when the rules begin does not set off `as soon as`."""
    op = next(op for op in machine.plan if isinstance(op, ir.Arm))
    main = activation(machine.spec.routines[0], -1, at=op.number)
    machine.carry_out[ir.Arm](op, main, machine)
