"""From a small part of Python to WebAssembly text: what all games have in common is written in it (runtime/).

In:  the source of a module whose functions have the types i32 and i64; the signatures of all functions that they may call, and
     the numbers that `at.NAME` stands for.
Out: for each function its text; InternalError for a line that is not of this part of Python.

The part: assignments, `if`, `while`, `for k in range(a, b)`, `break`, `continue`, `return`, calls, and arithmetic. A name has
the type of what is first assigned to it; a literal has that of what it stands beside. `//`, `%` and `>>` are those of numbers
without a sign; comparisons are signed. `g.name` is a global of the module, `at.NAME` a number known when a game is compiled.
The words of wasm.py are single instructions.
"""

import ast
from copy import deepcopy

from attrs import define, field

from interpreter.text.diagnostic import InternalError

I32, I64, VOID = "i32", "i64", ""

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_u", ast.Mod: "rem_u", ast.BitAnd: "and",
    ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_u",
}
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s",
}
# word -> instruction, types taken, type given; "?" is that of the argument
WORDS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "load8": ("i32.load8_u", (I32,), I32), "load16": ("i32.load16_u", (I32,), I32), "load16s": ("i32.load16_s", (I32,), I32),
    "load32": ("i32.load", (I32,), I32), "load64": ("i64.load", (I32,), I64),
    "store8": ("i32.store8", (I32, I32), VOID), "store16": ("i32.store16", (I32, I32), VOID),
    "store32": ("i32.store", (I32, I32), VOID), "store64": ("i64.store", (I32, I64), VOID),
    "wide": ("i64.extend_i32_s", (I32,), I64), "unsigned": ("i64.extend_i32_u", (I32,), I64),
    "narrow": ("i32.wrap_i64", (I64,), I32), "ctz": ("?.ctz", ("?",), "?"), "popcnt": ("?.popcnt", ("?",), "?"),
    "below_unsigned": ("?.lt_u", ("?", "?"), I32), "rotr": ("?.rotr", ("?", "?"), "?"),
    "copy": ("memory.copy", (I32, I32, I32), VOID), "fill": ("memory.fill", (I32, I32, I32), VOID),
    "trap": ("unreachable", (), VOID), "pages": ("memory.size", (), I32), "grow": ("memory.grow", (I32,), I32),
}


@define
class Signature:
    """What a function takes and gives."""

    params: tuple[str, ...]
    result: str


@define
class Known:
    """What a function may name: other functions, globals with their types, numbers."""

    functions: dict[str, Signature]
    globals: dict[str, str]
    numbers: dict[str, int]
    short: dict[str, ast.FunctionDef] = field(factory=dict)        # those that are one `return`: written where they are called


def signatures(tree: ast.Module) -> dict[str, Signature]:
    """Those of the functions of a module."""
    return {one.name: Signature(tuple(_type(arg.annotation) for arg in one.args.args), _type(one.returns))
            for one in tree.body if isinstance(one, ast.FunctionDef)}


def short_functions(tree: ast.Module, numbers: dict[str, int]) -> dict[str, ast.FunctionDef]:
    """Those that are written where they are called: few lines, one way through them, and none of it done again and again."""
    found = {}
    for one in tree.body:
        if isinstance(one, ast.FunctionDef):
            made = ast.FunctionDef(one.name, one.args, _settled(one.body[1:], numbers), [], one.returns, lineno=one.lineno)
            inside = [node for line in made.body for node in ast.walk(line)]
            returns = sum(isinstance(node, ast.Return) for node in inside)
            at_end = returns == 0 if one.returns is None or isinstance(one.returns,
                                                    ast.Constant) else returns == 1 and isinstance(
                made.body[-1], ast.Return)
            loops = any(isinstance(node, ast.While | ast.For) for node in inside)
            calls_itself = any(isinstance(node, ast.Name) and node.id == one.name for node in inside)
            if at_end and not loops and not calls_itself and len(inside) <= SHORT:
                found[one.name] = made
    return found


def _settled(body: list[ast.stmt], numbers: dict[str, int]) -> list[ast.stmt]:
    """Without what the numbers rule out, and what stands behind a `return`."""
    found: list[ast.stmt] = []
    for one in body:
        if isinstance(one, ast.If) and (known := _known(one.test, numbers)) is not None:
            found += _settled(one.body if known else one.orelse, numbers)
        else:
            found.append(one)
        if found and isinstance(found[-1], ast.Return):
            break
    return found


def _known(test: ast.expr, numbers: dict[str, int]) -> bool | None:
    """What a test of the numbers comes to; None of any other test."""
    match test:
        case ast.Compare(left=ast.Attribute(value=ast.Name(id="at"), attr=name), ops=[ast.Eq()],
                         comparators=[ast.Constant(value=int() as value)]):
            return numbers[name] == value
    return None


def functions(tree: ast.Module, known: Known) -> dict[str, str]:
    """The text of each function of a module."""
    return {one.name: Translation(one, known).text() for one in tree.body if isinstance(one, ast.FunctionDef)}


SHORT = 90                                # nodes of a function that is written where it is called


def _type(annotation: ast.expr | None) -> str:
    if annotation is None or isinstance(annotation, ast.Constant):
        return VOID
    if isinstance(annotation, ast.Name) and annotation.id in (I32, I64):
        return annotation.id
    raise InternalError(f"no type of WebAssembly: {ast.unparse(annotation)}")


@define
class Translation:
    """One function on its way."""

    node: ast.FunctionDef
    known: Known
    locals: dict[str, str] = field(factory=dict)
    params: set[str] = field(factory=set)
    loops: list[int] = field(factory=list)
    counted: int = 0

    def text(self) -> str:
        """The whole function."""
        for arg in self.node.args.args:
            self.locals[arg.arg] = _type(arg.annotation)
            self.params.add(arg.arg)
        lines = _settled(self.node.body, self.known.numbers)
        body = self._block(lines)
        signature = self.known.functions[self.node.name]
        params = "".join(f" (param ${name} {self.locals[name]})" for name in self.locals if name in self.params)
        result = f" (result {signature.result})" if signature.result else ""
        own = "".join(f" (local ${name} {type_})" for name, type_ in self.locals.items() if name not in self.params)
        end = "\n  (unreachable)" if signature.result and not isinstance(lines[-1], ast.Return) else ""
        return f"(func ${self.node.name}{params}{result}{own}\n{body}{end})"

    # ---------------------------------------------------------------- statements

    def _block(self, body: list[ast.stmt]) -> str:
        return "\n".join(text for one in body if (text := self._statement(one)))

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return ""
            case ast.Expr(value=value):
                text, type_ = self._value(value, "")
                return f"(drop {text})" if type_ else text
            case ast.Assign(targets=[target], value=value):
                return self._assign(target, value, None)
            case ast.AnnAssign(target=target, value=ast.expr() as value, annotation=annotation):
                return self._assign(target, value, _type(annotation))
            case ast.AugAssign(target=target, op=op, value=value):
                assert isinstance(target, ast.Name | ast.Attribute)
                return self._assign(target, ast.BinOp(_read(target), op, value), None)
            case ast.If(test=test, body=body, orelse=orelse) if (known := _known(test, self.known.numbers)) is not None:
                return self._block(body if known else orelse)
            case ast.If(test=test, body=body, orelse=orelse):
                other = f"\n(else\n{self._block(orelse)})" if orelse else ""
                return f"(if {self._test(test)} (then\n{self._block(body)}){other})"
            case ast.While(test=test, body=body):
                return self._loop(self._test(test), body, "")
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[low, high]), body=body):
                self.counted += 1
                end = f"to{self.counted}"
                self.locals.setdefault(name, I32)
                self.locals[end] = I32
                start = f"(local.set ${name} {self._as(low, I32)})\n(local.set ${end} {self._as(high, I32)})\n"
                step = f"(local.set ${name} (i32.add (local.get ${name}) (i32.const 1)))"
                return start + self._loop(f"(i32.lt_s (local.get ${name}) (local.get ${end}))", body, step)
            case ast.Break():
                return f"(br $out{self.loops[-1]})"
            case ast.Continue():
                return f"(br $on{self.loops[-1]})"
            case ast.Return(value=None):
                return "(return)"
            case ast.Return(value=ast.expr() as value):
                return f"(return {self._as(value, self.known.functions[self.node.name].result)})"
        raise InternalError(f"runtime, line {node.lineno}: {ast.unparse(node)}")

    def _loop(self, test: str, body: list[ast.stmt], step: str) -> str:
        self.counted += 1
        number = self.counted
        self.loops.append(number)
        inside = self._block(body)
        self.loops.pop()
        return (f"(block $out{number} (loop $again{number}\n(br_if $out{number} (i32.eqz {test}))\n(block "
                f"$on{number}\n{inside})\n"
                f"{step}(br $again{number})))")

    def _assign(self, target: ast.expr, value: ast.expr, said: str | None) -> str:
        if isinstance(target, ast.Attribute):
            return f"(global.set ${target.attr} {self._as(value, self.known.globals[target.attr])})"
        if not isinstance(target, ast.Name):
            raise InternalError(f"runtime, line {target.lineno}: {ast.unparse(target)}")
        name = target.id
        wanted = said or self.locals.get(name, "")
        text, type_ = self._value(value, wanted)
        self.locals.setdefault(name, type_)
        if self.locals[name] != type_:
            raise InternalError(f"runtime, {self.node.name}: {name} is {self.locals[name]}, and {ast.unparse(value)} "
                                f"is {type_}")
        return f"(local.set ${name} {text})"

    # ---------------------------------------------------------------- values

    def _as(self, node: ast.expr, type_: str) -> str:
        text, got = self._value(node, type_)
        if got != type_:
            raise InternalError(f"runtime, {self.node.name}: {ast.unparse(node)} is {got or 'nothing'}, not {type_}")
        return text

    def _test(self, node: ast.expr) -> str:
        return self._as(node, I32)

    def _value(self, node: ast.expr, wanted: str) -> tuple[str, str]:
        """Text and type; `wanted` is for literals."""
        match node:
            case ast.Constant(value=int() as number):
                return f"({wanted or I32}.const {int(number)})", wanted or I32
            case ast.Name(id=name):
                if name not in self.locals:
                    raise InternalError(f"runtime, {self.node.name}: `{name}` has no value yet")
                return f"(local.get ${name})", self.locals[name]
            case ast.Attribute(value=ast.Name(id="g"), attr=name):
                return f"(global.get ${name})", self.known.globals[name]
            case ast.Attribute(value=ast.Name(id="at"), attr=name):
                return f"({wanted or I32}.const {self.known.numbers[name]})", wanted or I32
            case ast.BinOp(left=left, op=op, right=right):
                one, other, type_ = self._pair(left, right, wanted)
                return f"({type_}.{BINARY[type(op)]} {one} {other})", type_
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                text, type_ = self._value(operand, I32)
                return f"({type_}.eqz {text})", I32
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
                return f"({wanted or I32}.const {-number})", wanted or I32
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                text, type_ = self._value(operand, wanted)
                return f"({type_}.sub ({type_}.const 0) {text})", type_
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                text, type_ = self._value(operand, wanted)
                return f"({type_}.xor {text} ({type_}.const -1))", type_
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                one, other, type_ = self._pair(left, right, "")
                return f"({type_}.{COMPARE[type(sign)]} {one} {other})", I32
            case ast.BoolOp(op=op, values=values):
                text = self._test(values[-1])
                both = isinstance(op, ast.And)
                for part in reversed(values[:-1]):
                    ways = f"(then {text}) (else (i32.const 0))" if both else f"(then (i32.const 1)) (else {text})"
                    text = f"(if (result i32) {self._test(part)} {ways})"
                return text, I32
            case ast.IfExp(test=test, body=body, orelse=orelse):
                one, other, type_ = self._pair(body, orelse, wanted)
                return f"(if (result {type_}) {self._test(test)} (then {one}) (else {other}))", type_
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._call(name, args, wanted)
        raise InternalError(f"runtime, {self.node.name}: {ast.unparse(node)}")

    def _pair(self, left: ast.expr, right: ast.expr, wanted: str) -> tuple[str, str, str]:
        """Two values of one type, which a literal has from the other."""
        if _literal(left) and not _literal(right):
            other, type_ = self._value(right, wanted)
            return self._as(left, type_), other, type_
        one, type_ = self._value(left, wanted)
        return one, self._as(right, type_), type_

    def _call(self, name: str, args: list[ast.expr], wanted: str) -> tuple[str, str]:
        if name in WORDS:
            instruction, takes, gives = WORDS[name]
            first = self._value(args[0], wanted)[1] if "?" in takes else ""
            texts = " ".join(self._as(arg, first if type_ == "?" else type_) for arg, type_ in zip(args, takes, strict=True))
            return f"({instruction.replace('?', first)} {texts})", first if gives == "?" else gives
        signature = self.known.functions.get(name)
        if signature is None:
            raise InternalError(f"runtime, {self.node.name}: there is no function `{name}`")
        if name in self.known.short and name != self.node.name:
            return self._inline(self.known.short[name], args, signature)
        texts = " ".join(self._as(arg, type_) for arg, type_ in zip(args, signature.params, strict=True))
        return f"(call ${name} {texts})", signature.result


    def _inline(self, node: ast.FunctionDef, args: list[ast.expr], signature: Signature) -> tuple[str, str]:
        """A short function, written here: its names are locals of this one."""
        self.counted += 1
        names = {arg.arg for arg in node.args.args} | {
            name.id for line in node.body for name in ast.walk(line) if isinstance(name, ast.Name)
            and isinstance(name.ctx, ast.Store)}
        renamed = {name: f"{name}_{self.counted}" for name in names}
        given = ""
        for arg, value, type_ in zip(node.args.args, args, signature.params, strict=True):
            given += f"(local.set ${renamed[arg.arg]} {self._as(value, type_)})"
            self.locals[renamed[arg.arg]] = type_
        body = [_Renamed(renamed).visit(deepcopy(line)) for line in node.body]
        last = body[-1] if body else None
        if not signature.result:
            return f"(block {given} {self._block(body)})", ""
        assert isinstance(last, ast.Return) and last.value is not None
        return (f"(block (result {signature.result}) {given} {self._block(body[:-1])} "
                f"{self._as(last.value, signature.result)})", signature.result)


class _Renamed(ast.NodeTransformer):
    """Gives names others."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _literal(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.UnaryOp(operand=ast.Constant()) | ast.Attribute(value=ast.Name(id="at")):
            return True
    return False


def _read(target: ast.Name | ast.Attribute) -> ast.expr:
    return ast.Name(target.id) if isinstance(target, ast.Name) else ast.Attribute(target.value, target.attr)
