"""Does every option, and every value of it, make a difference? (language.md 2.16)

In:  the Rules as written, and the Context for what the options are.
Out: reports; nothing else.

An option is folded away when a game is lowered, so this looks at what is written: where its name stands, which of its values
are told from one another there, and under which other options. A value is told apart by `is`, `is not`, `in {...}` and by
the branches of a `depending on`; an option used as a number or handed on as a value tells all its values apart.
"""

from attrs import define, field

from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.render import listed
from interpreter.text.report import Report

TESTS = ast.Position | ast.Scenario | ast.Strategy | ast.Variant


def check_options(rules, ctx, report: Report) -> None:
    """Everything that is written, then what is left over."""
    names = {name: _values(one) for name, one in ctx.world.options.items()}
    if not names:
        return
    reader = Reader(names)
    for file, _ in rules.parts:
        for one in file.declarations:
            if not isinstance(one, TESTS):
                reader.declaration(one)
    for name, one in ctx.world.options.items():
        _tell(reader, name, one, report)


def _values(one: ast.Option) -> tuple[str, ...]:
    match one.type:
        case ast.OneOfType(values):
            return tuple(value.text for value in values)
        case ast.YesNoType():
            return "yes", "no"
    return ()


def _tell(reader: "Reader", name: str, one: ast.Option, report: Report) -> None:
    under = reader.under.get(name)
    if under is None:
        report.add(codes.OPTION_UNREAD, one.name.span, name=name)
        return
    for block in reader.blocks[name]:
        if len(block) > 1:
            value, *others = sorted(block, key=reader.names[name].index)
            report.add(codes.VALUE_UNDISTINGUISHED, one.span, value=value, name=name, others=listed(others))
    always = frozenset.intersection(*under)
    for other, value in sorted(always):
        report.add(codes.OPTION_DEPENDS, one.name.span, name=name, other=other, value=value)
        return


@define(eq=False)
class Reader:
    """`blocks`: the values of each option that nothing tells apart so far; `under`: for each place that reads an option, the
    (option, value) pairs that hold there."""

    names: dict
    blocks: dict = field(init=False)
    under: dict = field(factory=dict)

    def __attrs_post_init__(self):
        self.blocks = {name: [frozenset(values)] if values else [] for name, values in self.names.items()}

    def declaration(self, one: ast.Node) -> None:
        """A declaration with all that is in it."""
        self._read(one, frozenset())

    # ---------------------------------------------------------------- where an option's name stands

    def _read(self, node: ast.Node, under: frozenset) -> None:
        match node:
            case ast.Same(ast.Name(name), value) | ast.Differs(ast.Name(name), value) if name in self.names:
                self._compared(name, [value], under)
            case ast.Member(ast.Name(name), ast.SetValue(items)) | ast.Outside(ast.Name(name), ast.SetValue(items)) \
                    if name in self.names:
                self._compared(name, list(items or ()), under)
            case ast.Depending(ast.Name(name), branches) if name in self.names:
                self._depending(node, name, branches, under)
            case ast.If(branches, otherwise):
                self._if(branches, otherwise, under)
            case ast.Conditional(test, then, otherwise):
                self._all((test, otherwise), under)
                self._read(then, under | self._holding(test))
            case ast.Both(left, right):
                self._read(left, under)
                self._read(right, under | self._holding(left))
            case ast.CaseIf(value, test):
                self._read(test, under)
                self._read(value, under | self._holding(test))
            case ast.Name(name) if name in self.names:
                self._used(name, under)
            case _:
                self._all(ast.children(node), under)

    def _all(self, nodes, under: frozenset) -> None:
        for one in nodes or ():
            self._read(one, under)

    def _if(self, branches, otherwise, under: frozenset) -> None:
        for test, body in branches:
            self._read(test, under)
            self._all(body, under | self._holding(test))
        self._all(otherwise, under)

    def _depending(self, node, name: str, branches, under: frozenset) -> None:
        self._mark(name, under)
        parts = [frozenset(v.text for v in branch.values if isinstance(v, ast.Name)) for branch in branches]
        yes_no = [frozenset({"yes": "yes"}.get(type(v).__name__.lower(), "no") for v in branch.values
                            if isinstance(v, ast.Yes | ast.No)) for branch in branches]
        for branch, part in zip(branches, (a | b for a, b in zip(parts, yes_no, strict=True)), strict=True):
            self._split(name, part)
            pair = {(name, next(iter(part)))} if len(part) == 1 else set()
            self._all(branch.body, under | pair)
        self._all(node.otherwise, under)

    def _compared(self, name: str, values: list, under: frozenset) -> None:
        self._mark(name, under)
        words = [_word(value) for value in values]
        if None in words:
            self._all(values, under)
            self.blocks[name] = []
            return
        self._split(name, frozenset(words))

    def _used(self, name: str, under: frozenset) -> None:
        """Read as a value: whoever gets it may tell everything apart."""
        self._mark(name, under)
        self.blocks[name] = []

    def _mark(self, name: str, under: frozenset) -> None:
        self.under.setdefault(name, []).append(frozenset(pair for pair in under if pair[0] != name))

    def _split(self, name: str, part: frozenset) -> None:
        both = [half for block in self.blocks[name] for half in (block & part, block - part)]
        self.blocks[name] = [block for block in both if block]

    def _holding(self, test: ast.Node) -> frozenset:
        """What a condition says of options, where it holds."""
        match test:
            case ast.Bracketed(inner):
                return self._holding(inner)
            case ast.Both(left, right):
                return self._holding(left) | self._holding(right)
            case ast.Same(ast.Name(name), value) if name in self.names and _word(value):
                return frozenset({(name, _word(value))})
        return frozenset()


def _word(value: ast.Node) -> str | None:
    match value:
        case ast.Name(text):
            return text
        case ast.Yes():
            return "yes"
        case ast.No():
            return "no"
    return None
