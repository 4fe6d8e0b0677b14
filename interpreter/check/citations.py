"""Is every citation real, every clause carried out, and every option named as its ruling says? (language.md 2.16 and 2.22)

In:  the Rules: what is written, and the rulebook beside it.
Out: reports; nothing else.

Only what is written counts, so it is looked at as it is written. What another game of the same folder cites counts as
carried out there: a rulebook may hold two games. Scenarios exercise clauses, they do not carry them out.
"""

import re
from functools import lru_cache

from attrs import define, field

from interpreter.lower.scope import Context
from interpreter.project.clauses import expand, Rulebook
from interpreter.project.files import read_text
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import listed, Report
from interpreter.variant.rules import Rules

MOST_CITED = 4
CITED = re.compile(r"([A-Z]+(?:-[A-Z]+)?-?\d+)(?:\s*\.\.\s*([A-Z]+(?:-[A-Z]+)?-?\d+))?")
TESTS = ast.Scenario | ast.Strategy | ast.Variant | ast.Bound


def check_clauses(rules: Rules, ctx: Context, report: Report) -> None:
    """Citations first, then what they leave open."""
    if rules.rulebook is None:
        if not any(isinstance(node, ast.Rulebook) for _, node in _written(rules)):
            _nothing_to_cite(rules, report)
        return
    ledger = Ledger(rules.rulebook, report)
    for test, node in _written(rules):
        cites = getattr(node, "cites", None)
        if cites:
            ledger.cited(node, cites, test)
    ledger.uncited(_elsewhere(rules), _before(rules))
    _say_changed(rules, ledger, report)
    for option in ctx.world.options.values():
        ledger.option(option, ctx)


def _before(rules: Rules) -> set[str]:
    """The ids that the game's own files cite, if a variant is applied: it may leave some of them out."""
    return set().union(*(_ids(source.text) for source in rules.sources)) if rules.stack else set()


def _say_changed(rules: Rules, ledger: "Ledger", report: Report) -> None:
    if ledger.changed:
        report.add(codes.CLAUSES_CHANGED, rules.stack[-1].variant.name.span, names=listed(ledger.changed))


def _written(rules: Rules) -> list[tuple[bool, ast.Node]]:
    """Every node of the game's files, and whether it belongs to a test."""
    return [pair for file, _ in rules.parts for pair in _of_file(file)]


@lru_cache(maxsize=64)
def _of_file(file: ast.File) -> list[tuple[bool, ast.Node]]:
    """Those of one file that cite something or name a rulebook: nothing else is looked at here."""
    return [(isinstance(declaration, TESTS), node) for declaration in file.declarations for node in ast.walk(declaration)
            if isinstance(node, ast.Rulebook) or getattr(node, "cites", None)]


def _nothing_to_cite(rules: Rules, report: Report) -> None:
    for _, node in _written(rules):
        for cite in getattr(node, "cites", None) or ():
            report.add(codes.NOTHING_TO_CITE, cite.span, name=cite.first.text)


def _elsewhere(rules: Rules) -> set[str]:
    """The ids that other rules files of the same folder speak of behind a `cites`."""
    ids: set[str] = set()
    own = {path.resolve() for path in rules.paths}
    folders = {path.parent for path, source in zip(rules.paths, rules.sources, strict=True) if "rulebook" in source.text}
    for folder in sorted(folders):
        for path in sorted(folder.glob("*.rules")):
            text = read_text(path) if path.resolve() not in own else ""
            if isinstance(text, str) and re.search(r"^game ", text, re.MULTILINE):
                ids |= _ids(text)
    return ids


def _ids(text: str) -> set[str]:
    cited: set[str] = set()
    for line in text.split("\n"):
        _, cites, ids = line.partition(" cites ")
        for first, last in CITED.findall(ids if cites else ""):
            cited |= set(expand(first, last)) if last else {first}
    return cited


@define(eq=False)
class Ledger:
    """What is cited where: `rules` by clause, and `unencoded` what is said to need none."""

    rulebook: Rulebook
    report: Report
    rules: dict = field(factory=dict)
    unencoded: dict = field(factory=dict)
    changed: list = field(factory=list)                  # what only the game without its variants carries out

    def cited(self, node: ast.Node, cites, test: bool) -> None:
        """The citation of one line."""
        ids: list[str] = []
        for cite in cites:
            ids += self._ids(cite)
        if len(ids) > MOST_CITED and not test and not isinstance(node, ast.Unencoded):
            self.report.add(codes.TOO_MANY_CITED, _span(cites), got=len(ids), limit=MOST_CITED)
        if not test:
            into = self.unencoded if isinstance(node, ast.Unencoded) else self.rules
            for name in ids:
                into.setdefault(name, cites[0].span)

    def _ids(self, cite: ast.Cite) -> list[str]:
        if cite.last is None:
            return [cite.first.text] if self._exists(cite.first) else []
        both = [self._exists(end) for end in (cite.first, cite.last)]
        if not all(both):
            return []
        ids = expand(cite.first.text, cite.last.text)
        missing = [name for name in ids if not self.rulebook.has(name)]
        why = f"there is no {listed(missing)}" if ids else "the ids are of two sorts, or it runs downward"
        if missing or not ids:
            self.report.add(codes.CLAUSE_RANGE, cite.span, low=cite.first.text, high=cite.last.text, why=why)
        return [name for name in ids if self.rulebook.has(name)]

    def _exists(self, ident: ast.Ident) -> bool:
        if self.rulebook.has(ident.text):
            return True
        stem = ident.text.rstrip("0123456789")
        ruling = stem in {name.rstrip("0123456789") for name in self.rulebook.rulings} or stem.startswith("R-")
        near = self.rulebook.nearest(ident.text)
        help_ = f"did you mean `{near}`?" if near else None
        self.report.add(codes.NO_SUCH_RULING if ruling else codes.NO_SUCH_CLAUSE, ident.span, name=ident.text, help=help_)
        return False

    def uncited(self, elsewhere: set[str], before: set[str]) -> None:
        """Clauses that bind and that nothing carries out; and those that are both encoded and said not to be."""
        for clause in self.rulebook.binding():
            if clause.id in self.rules or clause.id in self.unencoded or clause.id in elsewhere:
                continue
            if clause.id in before:
                self.changed.append(clause.id)
            else:
                self.report.add(codes.CLAUSE_UNCITED, clause.span, name=clause.id, notes=(clause.text,))
        for name, span in self.unencoded.items():
            if name in self.rules:
                where = f"line {self.rules[name].line}"
                self.report.add(codes.UNENCODED_CITED, span, name=name, where=where)

    # ---------------------------------------------------------------- options and their rulings

    def option(self, option: ast.Option, ctx: Context) -> None:
        """An option is named by the key of the ruling it cites, its values by that ruling's words."""
        cited = [name for cite in option.cites or () for name in ([cite.first.text] if cite.last is None else
                                                              expand(cite.first.text, cite.last.text))]
        rulings = [self.rulebook.rulings[name] for name in cited if name in self.rulebook.rulings]
        name = option.name.text
        if not cited and self.rulebook.ruling_for(name) is None:
            return                                      # a setting of our own, which reads nothing in the rulebook
        if not rulings:
            self.report.add(codes.OPTION_WITHOUT_RULING, option.name.span, name=name)
            return
        for ruling in rulings:
            for key in ruling.options:
                if key.name == name:
                    self._values(option, ruling, key, ctx)
                    return
        keys = [key.name for ruling in rulings for key in ruling.options]
        if keys:
            self.report.add(codes.RULING_WITHOUT_OPTION, option.name.span, name=rulings[0].id, option=listed(keys, "or"),
                            help=f"`{name}` cites it")

    def _values(self, option: ast.Option, ruling, key, ctx: Context) -> None:
        words = key.words
        if not words:
            return
        got = [value.text for value in option.type.values] if isinstance(option.type, ast.OneOfType) else \
            ["yes", "no"] if isinstance(option.type, ast.YesNoType) else None
        if got is None:
            return
        first = option.first.span.text
        set_otherwise = option.first.span.source is not option.span.source    # by a variant, which may
        if not set(got) <= set(words) or (first != words[0] and not set_otherwise):
            got = [first, *(word for word in got if word != first)]
            self.report.add(codes.RULING_VALUES, option.span, name=ruling.id, option=option.name.text, wanted=", ".join(words),
                            got=", ".join(got))


def _span(cites):
    first, last = cites[0].span, cites[-1].span
    return first.source.span(first.start, last.end)
