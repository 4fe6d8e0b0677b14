"""Asking and chance: decisions with their domains and guards, rolls, picks and journeys.

In:  one statement that asks, the Scope it stands in, and the Writer of its routine.
Out: an Ask, Roll or Pick at the end of the plan, followed by the blocks that belong to it.

A decision names its answer in the scope from there on; a `may` only inside its block.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.core import types as t
from interpreter.ir import Expr
from interpreter.ir.model import Offer
from interpreter.lower import appearance, operators, values
from interpreter.lower.emitter import bind, block, hidden, Write, Writer
from interpreter.lower.scope import Bound, Scope
from interpreter.lower.symbols import documented
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import no_case, suggestion
from interpreter.text.source import Span

Must = ast.Must | ast.MustBe | ast.MustBeIn | ast.MustNotBeIn


def _by(w: Writer, node: ast.Node, by: ast.By | ast.ByAlike | None, name: str, scope: Scope) -> Expr | None:
    """Who makes the decision `name`; None: me."""
    if by is None:
        if not scope.me:
            w.ctx.report.add(codes.DECIDER_MISSING, node.span, name=name)
        return None
    return w.ctx.expect(t.SEAT, values.value(w.ctx, by.seat, scope))


def _source(w: Writer, node: ast.Node, scope: Scope, name: ast.Ident | None = None) -> Expr:
    """What is chosen or picked from; in its `where`, `name` stands for each member, as `it` does."""
    source = values.value(w.ctx, node, scope) if name is None else operators.members(w.ctx, name, node, scope)
    if t.element(source.type) is None:
        return w.ctx.wrong(codes.NOT_A_COLLECTION, node.span, got=source.type)
    return source


def _amount(w: Writer, node: ast.Node | None, scope: Scope) -> tuple[Expr | None, Expr | None]:
    """The least and the most that can be chosen; (None, None) for one of."""
    zero = ir.Const(0, type=t.Int(0, 0), span=node.span) if node is not None else None
    match node:
        case ast.Exactly(count):
            n = _count(w, count, scope)
            return n, n
        case ast.UpTo(count):
            return zero, _count(w, count, scope)
        case ast.AtLeastAmount(count):
            return _count(w, count, scope), None
        case ast.AnyNumber():
            return zero, None
        case None:
            return None, None
    raise no_case(node)


def _count(w: Writer, node: ast.Node, scope: Scope) -> Expr:
    return w.ctx.expect(t.NUMBER, values.value(w.ctx, node, scope))


def _guards(
    w: Writer, nodes: Sequence[ast.Node] | None, scope: Scope, it: int, type_: t.Type, name: str, chosen: Bound | None = None
) -> tuple[ir.Guard, ...]:
    """The guards of a decision; one that names the decision itself is about the whole answer."""
    several = chosen is not None and chosen.slot != it
    inner = scope.inner(it=Bound(it, type_, whole=name if several else ""))
    if chosen is not None:
        inner.names[name] = chosen
    guards = []
    for node in nodes or ():
        if not isinstance(node, ast.GUARDS):
            raise no_case(node)
        clauses = operators.clauses_of(w.ctx, node.cites) or scope.clauses
        inner.clauses = clauses
        span = node.span.with_clauses(clauses)
        if isinstance(node, ast.Told):
            if several or chosen is None:
                w.ctx.report.add(codes.TOLD_NOT_HERE, node.span)
            continue
        if isinstance(node, ast.Never):
            guards.append(ir.Guard(None, node.wish.text, span))
            continue
        whole = any(isinstance(n, ast.Name) and n.text == name for n in ast.walk(node))
        guards.append(_guard(w, node, inner, ir.Local(it, type=type_, span=span), whole))
    return tuple(guards)


def _guard(w: Writer, node: Must, scope: Scope, it: ir.Local, whole: bool) -> ir.Guard:
    """A `must` of the option or answer `it`."""
    span, words = it.span, node.words.text if node.words is not None else ""
    match node:
        case ast.Must(test):
            return ir.Guard(operators.condition(w.ctx, test, scope), "", span, whole, words)
        case ast.MustBe(value):
            other = w.ctx.expect(it.type, values.value(w.ctx, value, scope, it.type))
            return ir.Guard(ir.Same(it, other, False, False, type=t.BOOL, span=span), "", span, words=words)
        case ast.MustBeIn(nodes) | ast.MustNotBeIn(nodes):
            collection = _source(w, nodes, scope)
            negated = isinstance(node, ast.MustNotBeIn)
            return ir.Guard(ir.In(it, collection, negated, type=t.BOOL, span=span), "", span, words=words)
    raise no_case(node)


def _parts(body: tuple[ast.Node, ...]) -> tuple[Sequence[ast.Node], list[ast.Node]]:
    """The guards that stand first in a block, and its statements."""
    guards = [n for n in body if isinstance(n, ast.GUARDS)]
    return guards, [n for n in body if not isinstance(n, ast.GUARDS)]


def _text(prompt: ast.Text | None, name: str) -> str:
    return prompt.text if prompt is not None else name.replace("_", " ").capitalize() + "?"


def _decision(
    w: Writer, node: ast.Choose | ast.MayChoose, scope: Scope, span: Span, guards: Sequence[ast.Node] | None, may: bool
) -> ir.Choose:
    """The op of `choose` and `may choose`; its answer's slot and type."""
    source = _source(w, node.source, scope, node.name)
    inner = t.element(source.type) or t.UNKNOWN
    least, most = _amount(w, node.amount, scope)
    type_ = t.Set(inner) if node.amount is not None else inner
    name = node.name.text
    by, it, slot = _by(w, node, node.by, name, scope), scope.frame.slot(inner), scope.frame.slot(type_)
    chosen = Bound(slot, type_) if node.amount is not None else Bound(it, inner)
    musts = _guards(w, guards, scope, it, inner, name, chosen)
    told = appearance.told(w.ctx, guards, inner, name, node.span) if node.amount is None else None
    return ir.Choose(
        source, it, least, most, may, told, name=name, by=by, prompt=_text(node.prompt, name), slot=slot, guards=musts,
        type=type_, span=span,
    )


def choose(w: Writer, node: ast.Choose, scope: Scope, span: Span) -> None:
    if isinstance(node.by, ast.ByAlike):
        _choose_alike(w, node, node.by, scope, span)
        return
    op = w.emit(_decision(w, node, scope, span, node.guards, False))
    _blind(w, op, span)
    _name(w, node.name, op, scope)


def _choose_alike(w: Writer, node: ast.Choose, by: ast.ByAlike, scope: Scope, span: Span) -> None:
    """Everybody chooses, and the choice of one goes into the name."""
    with_all = _Everybody(w, by, scope, span)
    op = _decision(w, node, scope, span, node.guards, False)
    type_ = op.type or t.UNKNOWN
    slot = scope.frame.slot(type_)
    with_all.ask(op)
    _blind(w, op, span)
    with_all.take(op, slot)
    hidden(w.ctx, node.name, scope)
    scope.names[node.name.text] = Bound(slot, type_, "as", node.name.span)
    scope.frame.bound[node.name.text] = node.name.span


class _Everybody:
    """A question that is put to everybody, one after the other, and of which the answer of one counts."""

    def __init__(self, w: Writer, by: ast.ByAlike, scope: Scope, span: Span) -> None:
        self.w, self.span = w, span
        asker = w.ctx.expect(t.SEAT, values.value(w.ctx, by.seat, scope))
        self.asker, rest, self.seat = (scope.frame.slot(type_) for type_ in (t.SEAT, t.List(t.SEAT), t.SEAT))
        people = w.ctx.spec.people
        w.emit(ir.Let(self.asker, asker, span=span))
        w.emit(ir.Begin(ir.Const(people, type=t.List(t.SEAT), span=span), rest, span=span))
        self.head = w.emit(ir.Each(rest, self.seat, span=span))

    def ask(self, op: ir.Choose | ir.May) -> None:
        """Puts the question to the next."""
        op.by, op.alike = self._of(self.seat), True
        self.w.emit(op)

    def take(self, op: ir.Choose | ir.May, slot: int) -> None:
        """Keeps the answer of the one that counts."""
        test = ir.Same(self._of(self.seat), self._of(self.asker), False, False, type=t.BOOL, span=self.span)
        way = self.w.emit(ir.Branch(test, span=self.span))
        self.w.emit(ir.Let(slot, ir.Local(op.slot, type=op.type or t.UNKNOWN, span=self.span), span=self.span))
        way.otherwise = self.w.goto(self.span, self.head.number).number
        self.head.otherwise = self.w.here()

    def _of(self, slot: int) -> ir.Local:
        return ir.Local(slot, type=t.SEAT, span=self.span)


def _blind(w: Writer, op: ir.Choose | ir.Split | ir.Arrange, span: Span) -> None:
    """Where the options may be cards that the decider cannot tell apart, chance has the last word."""
    kind = op.type or t.UNKNOWN
    while (inner := t.element(kind)) is not None and inner is not kind:
        kind = inner
    if isinstance(kind, t.Kind) and not _own(w, op) and _has_blind_heap(w, kind.name):
        w.emit(ir.Blind(op.slot, op.source, op.by, op.number, span=span))


def blind_offer(w: Writer, offer: Offer, span: Span) -> None:
    """The same for a free action that is taken for one of several cards."""
    kind = t.element(offer.each.type) if offer.each is not None else None
    if offer.each is not None and isinstance(kind, t.Kind) and _has_blind_heap(w, kind.name):
        w.emit(ir.Blind(offer.slot, offer.each, offer.by, w.here(), offer.number, span=span))


def _own(w: Writer, op: ir.Choose | ir.Split | ir.Arrange) -> bool:
    """Does the decider choose from a zone of their own that they look into?"""
    zone = op.source.zone if isinstance(op.source, ir.Contents) else None
    if not isinstance(zone, ir.ZoneAt) or not _same_seat(zone.owner, op.by):
        return False
    return bool(w.ctx.spec.zones[zone.base].sees & 1)         # the first of the family is the first seat's


def _same_seat(owner: Expr | None, by: Expr | None) -> bool:
    """Are these written as the same seat: both me, or both the same name?"""
    if by is None or isinstance(by, ir.Me):
        return isinstance(owner, ir.Me)
    return isinstance(by, ir.Local) and isinstance(owner, ir.Local) and by.slot == owner.slot


def _has_blind_heap(w: Writer, kind: str) -> bool:
    everyone = w.ctx.spec.everyone
    return any(z.kind == kind and not z.ordered and not z.out and z.sees & everyone != everyone for z in w.ctx.spec.zones)


def _name(w: Writer, name: ast.Ident, op: ir.Ask, scope: Scope) -> None:
    hidden(w.ctx, name, scope)
    scope.names[name.text] = Bound(op.slot, op.type or t.UNKNOWN, "as", name.span)
    scope.frame.bound[name.text] = name.span


def may_choose(w: Writer, node: ast.MayChoose, scope: Scope, span: Span) -> None:
    guards, body = _parts(node.body)
    op = w.emit(_decision(w, node, scope, span, guards, True))
    _blind(w, op, span)
    inner = scope.inner()
    _name(w, node.name, op, inner)
    _may_block(w, op, body, node, inner, scope, span)


def _may_block(
    w: Writer, op: ir.Ask | ir.Branch, body: Sequence[ast.Node], node: ast.May | ast.MayChoose, inner: Scope, scope: Scope,
    span: Span,
) -> None:
    """What is done if it is not declined, in `inner`; and what is done otherwise."""
    block(w, body, inner)
    end = w.goto(span)
    op.otherwise = w.here()
    block(w, node.otherwise, scope)
    end.next = w.here()
    scope.closed.add(node.name.text)


def may(w: Writer, node: ast.May, scope: Scope, span: Span) -> None:
    if isinstance(node.by, ast.ByAlike):
        _may_alike(w, node, node.by, scope, span)
        return
    by = _by(w, node, node.by, node.name.text, scope)
    slot = scope.frame.slot(t.BOOL)
    op = w.emit(ir.May(name=node.name.text, by=by, prompt=node.prompt.text, slot=slot, type=t.BOOL, span=span))
    _may_block(w, op, node.body, node, scope.inner(), scope, span)


def _may_alike(w: Writer, node: ast.May, by: ast.ByAlike, scope: Scope, span: Span) -> None:
    """Everybody says yes or no, and the block is carried out on the yes of one."""
    with_all = _Everybody(w, by, scope, span)
    slot = scope.frame.slot(t.BOOL)
    op = ir.May(name=node.name.text, by=None, prompt=node.prompt.text, slot=scope.frame.slot(t.BOOL), type=t.BOOL, span=span)
    with_all.ask(op)
    op.otherwise = w.here()
    with_all.take(op, slot)
    way = w.emit(ir.Branch(ir.Local(slot, type=t.BOOL, span=span), span=span))
    _may_block(w, way, node.body, node, scope.inner(), scope, span)


def menu(w: Writer, node: ast.Menu, scope: Scope, span: Span) -> None:
    alternatives = [alternative for _, alternative in documented(node.alternatives, ast.Alternative)]
    name = node.name.text
    for k, alternative in enumerate(alternatives):
        if any(alternative.name.text == earlier.name.text for earlier in alternatives[:k]):
            w.ctx.report.add(codes.DECLARED_TWICE, alternative.name.span, name=alternative.name.text, where=f"`{name}`")
    type_ = t.Enum(name, tuple(a.name.text for a in alternatives))
    w.ctx.words_of[name] = type_
    by, slot = _by(w, node, node.by, name, scope), scope.frame.slot(type_)
    op = w.emit(ir.Menu([], name=name, by=by, prompt=node.prompt.text, slot=slot, type=type_, span=span))
    ends = [_alternative(w, op, alternative, scope) for alternative in alternatives]
    if node.otherwise is not None:
        op.otherwise = w.here()
        block(w, node.otherwise, scope)
    for end in ends:
        end.next = w.here()


def _alternative(w: Writer, op: ir.Menu, node: ast.Alternative, scope: Scope) -> ir.Goto:
    clauses = operators.clauses_of(w.ctx, node.cites) or scope.clauses
    inner = scope.inner(clauses=clauses)
    guards, body = _parts(node.body)
    test = operators.condition(w.ctx, node.test, inner) if node.test is not None else None
    musts = _guards(w, guards, inner, op.slot, op.type or t.UNKNOWN, op.name)
    op.guards += musts
    span, asking = node.span.with_clauses(clauses), tuple(g for g in musts if g.test is not None)
    op.alternatives.append(ir.Alternative(node.name.text, node.words.text, test, span, w.here(), asking))
    block(w, body, inner)
    return w.goto(span)


def split(w: Writer, node: ast.Split, scope: Scope, span: Span) -> None:
    source = _source(w, node.source, scope)
    inner = t.element(source.type) or t.UNKNOWN
    parts = tuple(_part(w, part, inner, scope) for part in node.parts)
    name = node.parts[0].name.text
    by, it = _by(w, node, node.by, name, scope), scope.frame.slot(inner)
    musts = _guards(w, node.guards, scope, it, inner, "")
    type_ = t.List(t.Set(inner))
    slot, prompt = scope.frame.slot(type_), _text(node.prompt, "how do you split")
    op = w.emit(ir.Split(source, parts, it, name=name, by=by, prompt=prompt, slot=slot, guards=musts, type=type_, span=span))
    _blind(w, op, span)


def _part(w: Writer, part: ast.Part, inner: t.Type, scope: Scope) -> tuple[str, int, Expr, Expr]:
    low, high = (part.size.low, part.size.high) if isinstance(part.size, ast.SpanOf) else (part.size, part.size)
    least, most = _count(w, low, scope), _count(w, high, scope)
    return part.name.text, bind(w, part.name, t.Set(inner), scope), least, most


def arrange(w: Writer, node: ast.Arrange, scope: Scope, span: Span) -> None:
    source = _source(w, node.source, scope)
    inner = t.element(source.type) or t.UNKNOWN
    name = node.name.text
    by, it, slot = _by(w, node, node.by, name, scope), scope.frame.slot(t.List(inner)), scope.frame.slot(t.List(inner))
    musts = _guards(w, node.guards, scope, it, t.List(inner), name, Bound(it, t.List(inner)))
    op = w.emit(ir.Arrange(source, it, name=name, by=by, prompt=_text(node.prompt, "in which order"), slot=slot, guards=musts,
                             type=t.List(inner), span=span))
    _blind(w, op, span)
    _name(w, node.name, op, scope)


# ------------------------------------------------------------------ chance


def roll(w: Writer, node: ast.Roll, scope: Scope, span: Span) -> None:
    die = next((d for d in w.ctx.spec.dice if d.name == node.die.text), None)
    if die is None:
        help_ = suggestion(node.die.text, w.ctx.world.dice)
        w.ctx.report.add(codes.NO_SUCH_DIE, node.die.span, name=node.die.text, help=help_)
    else:
        w.ctx.used.add(w.ctx.world.dice[die.name])
    die_type, number = (die.type, die.number) if die is not None else (t.UNKNOWN, -1)
    count = _count(w, node.count, scope) if node.count is not None else None
    slot = _rolled_name(w, node.name, t.List(die_type) if count is not None else die_type, scope)
    seen = _seen_by(w, node.seen_by, scope)
    moment(w, "before_roll", scope, span)
    w.emit(ir.Roll(number, count, slot, seen, span=span))
    _rolled(w, number, slot, count, die_type, span)
    moment(w, "after_roll", scope, span)


def _rolled_name(w: Writer, name: ast.Ident, type_: t.Type, scope: Scope) -> int:
    """The slot of what is rolled: a name that a roll of the same sort gave before is rolled again."""
    earlier = scope.names.get(name.text)
    if earlier is not None and earlier.how == "roll" and earlier.type == type_:
        return earlier.slot
    return bind(w, name, type_, scope, "roll")


def _rolled(w: Writer, die: int, slot: int, count: Expr | None, die_type: t.Type, span: Span) -> None:
    """The core event `rolled(die, faces)`, where something listens to it."""
    event = w.ctx.routine("rolled", "event")
    if event is None:
        return
    faces: Expr = ir.Local(slot, type=t.List(die_type), span=span)
    if count is None:
        faces = ir.Items((faces,), False, type=t.List(die_type), span=span)
    which = ir.Const(die, type=event.types[0], span=span)
    w.emit(ir.Call(event.number, (which, faces), (None, None), -1, span=span))


def moment(w: Writer, window: str, scope: Scope, span: Span, target: str = "") -> None:
    """A place where free actions of this window are offered, if there are any."""
    offers = tuple(o.number for o in w.ctx.spec.offers if o.window == window and (not target or target in o.target))
    if offers:
        slot = scope.frame.slot(t.SEAT)
        w.emit(ir.Moment(name=window, by=None, prompt="Go on?", slot=slot, offers=offers, type=t.BOOL, span=span))


def pick(w: Writer, node: ast.Pick, scope: Scope, span: Span) -> None:
    source = _source(w, node.source, scope, node.name)
    inner = t.element(source.type) or t.UNKNOWN
    least, most = _amount(w, node.amount, scope)
    slot = bind(w, node.name, inner if node.amount is None else t.Set(inner), scope)
    seen = _seen_by(w, node.seen_by, scope)
    w.emit(ir.Pick(node.name.text, source, least, most, slot, seen, span=span))


def _seen_by(w: Writer, node: ast.Node | None, scope: Scope) -> Expr | None:
    """Who sees what chance gives: a player, or several, the one who was picked included. None: everybody."""
    if node is None:
        return None
    who = values.value(w.ctx, node, scope)
    if not t.fits(t.element(who.type) or who.type, t.SEAT):
        return w.ctx.wrong(codes.WRONG_TYPE, node.span, wanted="a player or several", got=who.type)
    return who


def travel(w: Writer, node: ast.Travel, scope: Scope, span: Span) -> None:
    route = next((r for r in w.ctx.spec.routes if r.name == node.route.text), None)
    if route is None:
        help_ = suggestion(node.route.text, w.ctx.world.routes)
        w.ctx.report.add(codes.NO_SUCH_ROUTE, node.route.span, name=node.route.text, help=help_)
        return
    piece = values.value(w.ctx, node.piece, scope)
    if not isinstance(piece.type, t.Kind | t.OrNone | t.Unknown):
        w.ctx.report.add(codes.WRONG_TYPE, node.piece.span, wanted="a piece on the board", got=piece.type)
    amount = node.amount
    if not isinstance(amount, ast.Exactly | ast.UpTo):
        raise no_case(amount)
    count = _count(w, amount.count, scope)
    board = w.ctx.spec.boards.get(route.board)
    space = t.Kind(board.kind) if board else t.UNKNOWN
    left = scope.frame.slot(t.JOURNEY)
    way = bind(w, node.name, t.List(space), scope) if node.name else scope.frame.slot(t.List(space))
    event = w.ctx.routine("moved", "event")
    w.emit(ir.Travel(piece, route.number, count, isinstance(amount, ast.UpTo), left, name=route.name,
                       by=_by(w, node, None, route.name, scope), prompt="Where to?", slot=way, type=t.OrNone(space), span=span))
    if event:
        w.emit(ir.EachMoved(left, event.number, span=span))


WRITE: dict[type, Write] = {
    ast.Choose: choose, ast.MayChoose: may_choose, ast.May: may, ast.Menu: menu, ast.Split: split, ast.Arrange: arrange,
    ast.Roll: roll, ast.Pick: pick, ast.Travel: travel,
}
