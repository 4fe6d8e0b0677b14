"""Strategies: for each question that one speaks of a function that answers it, as in session/strategies.py.

In:  Players: what strategies prefer, made ready for a Spec.
Out: functions `policy` and `takes`, found by the number of the strategy; runtime/eyes.py calls them.

The options are copied into a list and narrowed down where it lies: what is kept moves to the front. Lists that are made to look
at one option are gone when the next one is looked at, but for those that are the same for all of them (`Once`).
"""

from collections.abc import Callable, Iterable

from attrs import evolve

from interpreter import ir
from interpreter.core import types as t
from interpreter.engine.compiled import sight
from interpreter.engine.compiled.memory_layout import HANDLE, NIL
from interpreter.engine.compiled.writer import Compiler, const, Context, depth, Function, get, put, when
from interpreter.ir import Expr
from interpreter.ir.dependencies import every
from interpreter.ir.form import Op
from interpreter.ir.policy import has_faces, HERE, MOVES_LEFT, Player, Policy, Preference

MOST_LOOKED_AT = 1000                     # of more options than that, so many are looked at, evenly spread
MOST_TAKEN = 20                           # free actions in a row beside one question; then it is answered
JOURNEY = {HERE: 0, MOVES_LEFT: 2}        # what stands where in a journey, see engine/travel.py
RANDOM, FIRST = "random", "first"


def plain(policy: Policy | None) -> str:
    """The answer of a policy that looks at nothing: `random` or `first`; else empty."""
    if policy is None:
        return RANDOM
    first = policy.preferences[0]
    return first.how if first.how == FIRST or first.how == RANDOM and first.value is None else ""


def supposes(players: Iterable[Player]) -> bool:
    """Does one of them try effects out?"""
    met: set[int] = set()
    return any(_supposes(value, met) for player in players
               for policy in (*player.by_op.values(), *player.by_offer.values()) for value in _values(policy))


def _supposes(value: Expr, met: set[int]) -> bool:
    for one in every(value):
        if isinstance(one, ir.Supposed):
            return True
        if isinstance(one, ir.Use) and id(one.define) not in met:
            met.add(id(one.define))
            if one.define.value is not None and _supposes(one.define.value, met):
                return True
    return False


def _values(policy: Policy) -> list[Expr]:
    return [one.value for one in policy.preferences if one.value is not None]


def who_draws(k: Compiler, op: Op) -> int:
    """A bit for each of those who may sit at a seat: does it answer this op by drawing one of the options?"""
    bits = 1
    for n, player in enumerate(k.players):
        if plain(player.by_op.get(op.number)) == RANDOM and not player.by_offer:
            bits |= 4 << n
    return bits


# ------------------------------------------------------------------ all of them


def policy_functions(k: Compiler) -> None:
    """Writes the functions of all players."""
    asks: dict[int, int] = k.notes.get("asks", {})
    both = [("$strategy", "i32"), ("$op", "i32"), ("$seat", "i32"), ("$options", "i64")]
    text, offered = "", ""
    for n, player in enumerate(k.players):
        here = f"(i32.eq (local.get $strategy) (i32.const {n}))"
        text += when(here, f"(return (call ${_answers(k, n, player, asks)} {_given(both[1:])}))")
        offered += when(here, f"(return (call ${_takes(k, n, player)} (local.get $seat) (local.get $offers)))")
    k.functions["policy"] = Function("policy", both).text(f"{text}(call $any_of (local.get $seat) (local.get $options))")
    offers = [("$strategy", "i32"), ("$seat", "i32"), ("$offers", "i64")]
    k.functions["takes"] = Function("takes", offers).text(f"{offered}{const(-1)}")


def _given(params: list[tuple[str, str]]) -> str:
    return " ".join(f"(local.get {name})" for name, _ in params)


def _answers(k: Compiler, n: int, player: Player, asks: dict[int, int]) -> str:
    """The function of one player: from the number of what is asked to the answer."""
    params = [("$op", "i32"), ("$seat", "i32"), ("$options", "i64")]
    fn = Function(f"strategy_{n}", params, about=player.name)
    text, labels = "", ["$any"] * len(asks)
    bodies = []
    for number, ask in asks.items():
        policy = player.by_op.get(number)
        how = plain(policy)
        if policy is None or how == RANDOM:
            continue
        labels[ask] = f"$ask{ask}"
        if how == FIRST:
            bodies.append((ask, "(return (i64.load (i32.wrap_i64 (local.get $options))))"))
        else:
            name = f"policy_{n}_{ask}"
            k.functions[name] = Answering(k, name, policy, k.spec.plan[number], player.lenient).text()
            bodies.append((ask, f"(return (call ${name} (local.get $seat) (local.get $options)))"))
    text = f"(br_table {' '.join(labels)} $any (local.get $op))"
    for ask, body in bodies:
        text = f"(block $ask{ask} {text})\n{body}"
    k.functions[fn.name] = fn.text(f"(block $any {text})\n(call $any_of (local.get $seat) (local.get $options))")
    return fn.name


def _takes(k: Compiler, n: int, player: Player) -> str:
    """The function that gives the free action which a player takes."""
    fn = Function(f"taking_{n}", [("$seat", "i32"), ("$offers", "i64")], about=player.name)
    members, found, text = fn.local(), fn.local(), ""
    for number, policy in player.by_offer.items():
        name = f"taking_{n}_{number}"
        k.functions[name] = Answering(k, name, policy, None).text()
        packed = f"(i64.or {const(number << 32)} (i64.and {get(found)} {const(0xFFFFFFFF)}))"
        look = put(found, f"(call ${name} (local.get $seat) {get(members)})")
        look += when(f"(i64.ne {get(found)} {const(NIL)})", f"(return {packed})")
        text += put(members, f"(call $members_for (local.get $offers) (i32.const {number}))")
        text += when(f"(i64.ne (i64.shr_u {get(members)} {const(HANDLE)}) {const(0)})", look)
    k.functions[fn.name] = fn.text(f"{text}{const(-1)}")
    return fn.name


# ------------------------------------------------------------------ one of them


class Answering:
    """The function of one policy on its way: for the question of an op, or without one for a free action, of which a condition
    that nothing meets leaves nothing."""

    def __init__(self, k: Compiler, name: str, policy: Policy, op: Op | None, lenient: bool = False):
        self.k, self.policy, self.op, self.lenient = k, policy, op, lenient
        self.must = op is None
        about = f"{policy.name}, {policy.span.source.name}:{policy.span.line}"
        self.fn = fn = Function(name, [("$seat", "i32"), ("$options", "i64")], about=about)
        fn.locals += [("$me", "i64"), ("$fp", "i32"), ("$kept", "i32"), ("$mark", "i32"), ("$list", "i32"), ("$n", "i32")]
        self.type = policy.type
        while isinstance(self.type, t.OrNone):
            self.type = self.type.of
        self.it, self.parts = fn.local(), {slot: fn.local() for slot in policy.parts}
        self.facts = {fact.ours: fn.local() for fact in policy.facts}
        self.once = {one.slot: fn.local() for value in _values(policy) for one in every(value) if isinstance(one, ir.Once)}
        slots = {policy.it: self.it} | self.parts | self.facts | self.once
        c = Context(k, fn, slots, {}, "(local.get $me)", sight.OWN)
        self.faces = has_faces(k.spec, policy.type) and sight.holds_unknown(c, policy.type)
        self.mild = isinstance(policy.type, t.OrNone)
        hidden_facts = any(self._hides(c, fact.type) for fact in policy.facts)
        self.c = evolve(c, tags=self.faces or hidden_facts)

    def _hides(self, c: Context, type_: t.Type) -> bool:
        return has_faces(self.k.spec, type_) and sight.holds_unknown(c, type_)

    def text(self) -> str:
        """The whole function."""
        count = f"(i32.wrap_i64 (i64.shr_u (local.get $options) {const(HANDLE)}))"
        first = "(i64.load (i32.wrap_i64 (local.get $options)))"
        text = "" if self.must else when(f"(i32.eq {count} (i32.const 1))", f"(return {first})")
        text += "(local.set $me (i64.extend_i32_u (local.get $seat)))(local.set $fp (global.get $top))"
        text += "(call $eyes_on (local.get $seat))"
        text += "(global.set $shy (i32.const 1))" if self.lenient else ""
        text += self._begin()
        listed = self.fn.local()
        text += put(listed, f"(call $spread (local.get $options) (i32.const {1 << 30 if self.must else MOST_LOOKED_AT}))")
        text += f"(local.set $list (i32.wrap_i64 {get(listed)}))"
        text += f"(local.set $n (i32.wrap_i64 (i64.shr_u {get(listed)} {const(HANDLE)})))"
        text += "(local.set $mark (global.get $arena))"
        for preference in self.policy.preferences:
            least = 1 if self.must else 2
            text += when(f"(i32.ge_u (local.get $n) (i32.const {least}))", NARROW[preference.how](self, preference)) + "\n"
        text += "(call $eyes_off)"
        if self.must:
            text += when("(i32.eqz (local.get $n))", f"(return {const(NIL)})")
        drawn = "(i32.shl (call $below (local.get $seat) (local.get $n)) (i32.const 3))"
        text += when("(i32.gt_u (local.get $n) (i32.const 1))",
                     f"(return (i64.load (i32.add (local.get $list) {drawn})))")
        return self.fn.text(f"{text}(i64.load (local.get $list))")

    def _begin(self) -> str:
        """The names of the rule that asks, as the seat may use them."""
        text = "".join(put(local, const(NIL)) for local in self.once.values())
        if self.op is None:
            return text
        offsets = self.k.layout.slots[self.k.spec.plan_routine[self.op.number]]
        for fact in self.policy.facts:
            value = f"(i64.load offset={offsets[fact.theirs]} (local.get $fp))" if fact.theirs in offsets else const(NIL)
            if fact.how in JOURNEY:
                value = f"(i64.load offset={8 * JOURNEY[fact.how]} (i32.wrap_i64 {value}))"
            if self._hides(self.c, fact.type):
                value = f"(call $masked {value} (i32.const {depth(fact.type)}))"
            text += put(self.facts[fact.ours], value)
        return text

    # ---------------------------------------------------------------- one preference

    def _prefer(self, preference: Preference) -> str:
        """Those for which it holds go to the front."""
        assert preference.value is not None
        holds = self.fn.local("i32", "holds")
        look = put(holds, self.c.truth(preference.value)) + self._after(put(holds, "(i32.const 0)"))
        kept = self.fn.local("i32", "k")
        loop = self._each(lambda option: look + when(get(holds), _front(kept, option)))
        left = f"(local.set $n {get(kept)})"
        return put(kept, "(i32.const 0)") + loop + (left if self.must else when(get(kept), left))

    def _best(self, preference: Preference) -> str:
        """Those that are best go to the front: from the beginning where a better one is found."""
        assert preference.value is not None
        key, best, kept, known = self.fn.local(), self.fn.local(), self.fn.local("i32", "k"), self.fn.local("i32", "known")
        sign = "gt_s" if preference.how == "highest" else "lt_s"
        look = put(key, self.c.value(preference.value)) + put(known, "(i32.const 1)") + self._after(put(known, "(i32.const 0)"))

        def body(option: str) -> str:
            better = f"(i32.or (i32.eqz {get(kept)}) (i64.{sign} {get(key)} {get(best)}))"
            anew = put(kept, "(i32.const 0)") + put(best, get(key)) + _front(kept, option)
            again = when(f"(i64.eq {get(key)} {get(best)})", _front(kept, option))
            return look + when(get(known), when(better, anew, again))

        return put(kept, "(i32.const 0)") + self._each(body) + when(get(kept), f"(local.set $n {get(kept)})")

    def _first(self, preference: Preference) -> str:
        return "(local.set $n (i32.const 1))"

    def _random(self, preference: Preference) -> str:
        at = "(i32.add (local.get $list) (i32.shl (call $below (local.get $seat) (local.get $n)) (i32.const 3)))"
        one = when("(i32.gt_u (local.get $n) (i32.const 1))",
                   f"(i64.store (local.get $list) (i64.load {at}))(local.set $n (i32.const 1))")
        if preference.value is None:
            return one
        times = self.fn.local()
        text = put(self.it, const(NIL)) + put(times, self.c.value(preference.value)) + self._after(put(times, const(1)))
        not_now = "(local.set $n (i32.const 0))" if self.must else ""
        return text + when(f"(call $once_in (local.get $seat) {get(times)})", not_now, one)

    def _each(self, body: Callable[[str], str]) -> str:
        """Does something with each option that is left, which is `it` meanwhile."""
        k, option = self.fn.local("i32", "k"), self.fn.local()
        on, out = self.fn.label("next"), self.fn.label("done")
        take = put(option, f"(i64.load (i32.add (local.get $list) (i32.shl {get(k)} (i32.const 3))))")
        shown = f"(call $masked {get(option)} (i32.const {depth(self.policy.type)}))" if self.faces else get(option)
        take += put(self.it, shown)
        for n, local in enumerate(self.parts.values()):
            take += put(local, f"(i64.load offset={8 * n} (i32.wrap_i64 {get(self.it)}))")
        if self.mild:
            take += f"(global.set $mild (i64.eq {get(option)} {const(-1)}))"
        freed = when("(local.get $kept)", "(local.set $mark (global.get $arena))", "(global.set $arena (local.get $mark))")
        end = "(global.set $mild (i32.const 0))" if self.mild else ""
        return (f"{put(k, '(i32.const 0)')}(block {out} (loop {on} (br_if {out} (i32.ge_u {get(k)} (local.get $n)))\n"
                f"(local.set $kept (i32.const 0)){take}\n{body(option)}\n{freed}{put(k, f'(i32.add {get(k)} (i32.const 1))')}"
                f"(br {on}))){end}")

    def _after(self, none: str) -> str:
        """Where something could not be asked of an option: as if it did not hold, and nothing that was worked out is kept."""
        if not (self.c.tags or self.mild or self.lenient):
            return ""
        forgotten = "".join(put(local, const(NIL)) for local in self.once.values())
        wall = ""
        if self.lenient:
            away = ("(global.set $unsettled (i32.const 0))(call $eyes_off)"
                    "(return (call $any_of (local.get $seat) (local.get $options)))")
            wall = when("(i32.eq (global.get $unsettled) (i32.const -3))", away)
        return when("(global.get $unsettled)", f"{wall}(global.set $unsettled (i32.const 0))(local.set $kept (i32.const 0))"
                                               f"{forgotten}{none}")


def _front(kept: str, option: str) -> str:
    """Puts an option behind those that are kept."""
    return (f"(i64.store (i32.add (local.get $list) (i32.shl {get(kept)} (i32.const 3))) {get(option)})"
            + put(kept, f"(i32.add {get(kept)} (i32.const 1))"))


NARROW: dict[str, Callable[[Answering, Preference], str]] = {
    "prefer": Answering._prefer, "highest": Answering._best, "lowest": Answering._best, "first": Answering._first,
    "random": Answering._random,
}
