"""Lark trees in, our nodes out.

In:  the tree of one parse and the Source it came from.
Out: an ast.File (or the nodes of another start rule). Nobody outside this folder ever sees a Lark tree.

A rule becomes the node that bears its name, its children in the order of the node's fields. Rules in TUPLES become tuples
of their children. The few rules whose children have to be gathered first have a method of their own. A rule that is none of
these is an InternalError, and tests/syntax holds the grammar and this file together.
"""

import re

from lark import Transformer, v_args

from interpreter.syntax import ast
from interpreter.text.diagnostic import InternalError
from interpreter.text.source import Source, Span

TUPLES = frozenset(
    "cites game_lines members kind_lines items rows keys zone_words params names block alternatives parts guards args"
    " settings first_then position_lines scenario_lines strategy_lines preferences edits values given_answer header legs"
    " guarded_block told_words".split()
)


def class_name(rule: str) -> str:
    """The node a grammar rule is named after: `case_if` → `CaseIf`."""
    return "".join(part.capitalize() for part in rule.split("_"))


NODES = {name: value for name, value in vars(ast).items() if isinstance(value, type) and issubclass(value, ast.Node)}


CODE = re.compile(r'(?:[^"#\n]|"[^"\n]*")*')            # a row up to its comment; it always fits, if only nothing


def _without_comments(text: str, start: int, end: int) -> int:
    """The end of the last words between two places, a documentation comment counting as words if it is all there is."""
    while end > start:
        row = max(text.rfind("\n", start, end) + 1, start)
        code = "".join(CODE.findall(text, row, end)[:1]).rstrip()
        if code:
            return row + len(code)
        if row == start:
            return start + len(text[start:end].rstrip())
        end = row - 1
    return start


class Build(Transformer):
    """One parse into nodes; `source` is where every span points."""

    def __init__(self, source: Source):
        super().__init__(visit_tokens=True)
        self.source = source

    def __default__(self, rule, children, meta):
        if rule in TUPLES:
            return tuple(children)
        cls = NODES.get(class_name(rule))
        if cls is None:
            raise InternalError(f"grammar rule {rule!r} has no node and no builder method")
        return cls(*children, span=self._span(meta))

    def _span(self, meta) -> Span:
        if getattr(meta, "empty", True):
            return Span(self.source, 0, 0)
        start, end, text = meta.start_pos, min(meta.end_pos, len(self.source.text)), self.source.text
        # a rule that ends with the line takes the comments and blank lines behind it along, which are none of its own
        if meta.end_pos > end or text[end - 1] in " \t\r\n":
            end = _without_comments(text, start, end)
        return Span(self.source, start, end)

    # -------------------------------------------------------------- tokens

    def __default_token__(self, token):
        if token.type in ("NAME", "FIELD_NAME", "CLAUSE"):
            return ast.Ident(str(token), span=self._at(token))
        if token.type == "STRING":
            return ast.Text(str(token)[1:-1], span=self._at(token))
        if token.type == "DOC":
            return str(token)[2:].strip()
        return re.sub(r"\s+", " ", str(token).strip())

    def _at(self, token) -> Span:
        return Span(self.source, token.start_pos, token.end_pos)

    def NUMBER(self, token):
        return ast.Number(int(token), span=self._at(token))

    # -------------------------------------------------------------- children that pass through

    @v_args(inline=True)
    def number(self, value):
        return value

    @v_args(inline=True)
    def so_often(self, number):
        return number

    @v_args(inline=True)
    def played_by(self, player):
        return player

    def index(self, children):
        return tuple(children)

    @v_args(inline=True)
    def on_table(self, name):
        return name

    @v_args(inline=True)
    def seen_by(self, who):
        return who

    # what an edit adds to a kind: whatever it cites stands behind the kind
    @v_args(meta=True)
    def counter_of(self, meta, children):
        return ast.Counter(*children, None, span=self._span(meta))

    @v_args(meta=True)
    def state_of(self, meta, children):
        return ast.State(*children, None, span=self._span(meta))

    @v_args(meta=True)
    def zone_of(self, meta, children):
        return ast.Zone(*children, None, span=self._span(meta))

    @v_args(inline=True)
    def at_most(self, value):
        return value

    @v_args(inline=True)
    def at_least(self, value):
        return value

    @v_args(inline=True)
    def otherwise(self, block):
        return block

    @v_args(inline=True)
    def parens(self, params):
        return params or ()

    def _ranged(self, meta, children):
        return ast.SpanOf(*children, span=self._span(meta))

    @v_args(meta=True)
    def range(self, meta, children):
        return self._ranged(meta, children)

    @v_args(meta=True)
    def name(self, meta, children):
        return ast.Name(children[0].text, span=self._span(meta))

    # -------------------------------------------------------------- children that are gathered

    @v_args(meta=True)
    def start(self, meta, children):
        return ast.File(tuple(children), span=Span(self.source, 0, len(self.source.text)))

    @v_args(inline=True)
    def answer(self, values):
        return values

    def _gathered(self, meta, cls, children, head):
        return cls(*children[:head], tuple(children[head:]), span=self._span(meta))

    @v_args(meta=True)
    def each_player(self, meta, children):
        return self._gathered(meta, ast.EachPlayer, children, 0)

    @v_args(meta=True)
    def phase(self, meta, children):
        return self._gathered(meta, ast.Phase, children, 3)

    @v_args(meta=True, inline=True)
    def define_cases(self, meta, name, params, cites, lines):
        return ast.DefineCases(name, params, cites, lines.lines, span=self._span(meta))

    @v_args(meta=True)
    def case_lines(self, meta, children):
        return self._gathered(meta, ast.CaseLines, children, 0)

    @v_args(meta=True, inline=True)
    def score_cases(self, meta, name, cites, lines):
        return ast.Score(name, lines, cites, span=self._span(meta))

    @v_args(meta=True)
    def at(self, meta, children):
        return self._gathered(meta, ast.At, children, 1)

    @v_args(meta=True, inline=True)
    def components_counted(self, meta, name, kind, count, cites, rows):
        if rows is not None:
            below = self.source.span(count.span.start, rows.span.end)
            count = ast.InPlace(count, rows.header, rows.rows, span=below)
        return ast.Components(name, kind, count, cites, span=self._span(meta))

    @v_args(meta=True, inline=True)
    def components_listed(self, meta, name, kind, cites, rows):
        return ast.Components(name, kind, rows, cites, span=self._span(meta))

    @v_args(meta=True)
    def in_place(self, meta, children):
        header, *rows = children
        return ast.InPlace(None, header, tuple(rows), span=self._span(meta))

    @v_args(meta=True, inline=True)
    def grid(self, meta, name, kind, columns, rows, marks, cites):
        span = self._span(meta)
        size = ast.Grid(columns, rows, marks, span=self.source.span(columns.span.start, (marks or (rows,))[-1].span.end))
        return ast.Board(name, kind, size, None, None, cites, span=span)

    @v_args(meta=True)
    def route(self, meta, children):
        return self._gathered(meta, ast.Route, children, 4)

    @v_args(meta=True)
    def row(self, meta, children):
        *entries, cites = children
        return ast.Row(tuple(entries), cites, span=self._span(meta))

    @v_args(meta=True)
    def cells(self, meta, children):
        return self._gathered(meta, ast.Cells, children, 0)

    @v_args(meta=True)
    def one_of_type(self, meta, children):
        return self._gathered(meta, ast.OneOfType, children, 0)

    @v_args(meta=True)
    def beside(self, meta, children):
        return self._gathered(meta, ast.Beside, children, 0)

    @v_args(meta=True)
    def winner(self, meta, children):
        *criteria, cites = children
        return ast.Winner(tuple(criteria), cites, span=self._span(meta))

    @v_args(meta=True)
    def otherwise_if(self, meta, children):
        return tuple(children)

    @v_args(meta=True, inline=True)
    def if_(self, meta, test, block, *rest):
        *others, last = rest
        return ast.If(((test, block), *others), last, span=self._span(meta))

    @v_args(meta=True, inline=True)
    def depending(self, meta, value, *rest):
        *branches, last = rest
        return ast.Depending(value, tuple(branches), last, span=self._span(meta))

    @v_args(meta=True)
    def scenario_rows(self, meta, children):
        header, *rows, lines = children
        return ast.ScenarioRows(header, tuple(rows), lines, span=self._span(meta))

    @v_args(meta=True)
    def given_rows(self, meta, children):
        name, header, *rows = children
        return ast.GivenRows(name, header, tuple(rows), span=self._span(meta))


setattr(Build, "if", Build.if_)          # the rule's name is a word of Python
