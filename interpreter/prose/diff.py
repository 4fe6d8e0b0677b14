"""What variants change, edit by edit, in words: what is added, replaced, wrapped, removed; and what follows from it.

In:  the files of the game as it is without them and with them, the variants in their order, the clauses of its rulebook.
Out: Change records in the order of the game's rules, and Effects: clauses, numbers of players, tests that no longer fit.

A rule that is replaced is shown line by line in its canonical form.
"""

from collections.abc import Iterator
from difflib import unified_diff

from attrs import frozen

from interpreter.project.clauses import expand
from interpreter.project.files import read_text
from interpreter.prose.vocabulary import words
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression, print_tree
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE
from interpreter.variant.edits import Applied, Edit, edits_of, Files, GivenAfter, Wrapper
from interpreter.variant.merge import settled
from interpreter.variant.replace import target
from interpreter.variant.rules import Rules
from interpreter.variant.targets import Ground, name_of, rewritten, rewritten_one

TESTS = (ast.Scenario, ast.Strategy, ast.Variant, ast.Position, ast.Bound)
AROUND = 2                                       # so many lines are shown round a line that changes
VERBS = {"add": "new", "replace": "replaced", "set": "set", "remove": "removed", "before": "begins with more",
         "after": "ends with more", "around": "done otherwise"}


@frozen(eq=False)
class Change:
    """One edit: whose, what it does, to what, in a sentence, and the lines of rules that show it; `old` is what it is about."""

    edit: Edit
    verb: str
    what: str
    said: str
    lines: tuple[str, ...] = ()
    old: ast.Node | None = None

    @property
    def place(self) -> str:
        """Where the edit stands."""
        return f"{self.edit.span.source.name}:{self.edit.span.line}"


def changes(files: list[ast.File], stack: list[Applied]) -> list[Change]:
    """What these variants change in the files of a game, in the order of its rules; what is new comes last."""
    ground = Ground([list(file.declarations) for file in files])
    edits = settled([edit for variant in stack for edit in edits_of(variant)], stack, Report())
    return sorted((_change(edit, ground, edits) for edit in edits), key=lambda change: _position(change, files))


def applied_between(before: Rules, after: Rules) -> list[Applied]:
    """The variants that make the one of the other."""
    known = {applied.name for applied in before.stack}
    return [applied for applied in after.stack if applied.name not in known]


def changes_between(before: Rules, after: Rules) -> list[Change]:
    """What they change."""
    return changes([file for file, _ in before.parts], applied_between(before, after))


def _position(change: Change, files: list[ast.File]) -> tuple[int, int]:
    span = change.old.span if change.old is not None else NOWHERE
    number = next((k for k, file in enumerate(files) if file.span.source is span.source), len(files))
    return number, span.start if number < len(files) else 0


def _change(edit: Edit, ground: Ground, edits: list[Edit]) -> Change:
    node, old = edit.node, _old(edit, ground, edits)
    what = named(edit, old)
    lines: tuple[str, ...] = ()
    match node:
        case ast.EditSet():
            said = _setting(node, old, what)
        case ast.EditAddRows(table, file):
            said = f"more {words(table.text)}: {_row_count(edit, file.text)}"
        case ast.EditAddMember(member):
            said = f"{what} can also be {words(member.text)}"
        case ast.EditReplace() | ast.EditStep() | ast.EditRule() | ast.EditReplaceGuard():
            said, lines = f"{what} is replaced", compared(old, _new(node))
        case ast.EditRemove() | ast.EditRemoveGuard():
            said, lines = f"{what} is removed", tuple(f"- {line}" for line in canonical(old)) if old is not None else ()
        case ast.EditAroundDefine(declaration):
            said = f"{what} is worked out otherwise; `proceed` is what it was"
            lines = tuple(f"+ {line}" for line in canonical(declaration))
        case ast.EditBefore() | ast.EditAfter() | ast.EditAround():
            head = {"before": "at the start of", "after": "at the end of", "around": "in place of"}[edit.verb]
            said, lines = f"{head} {what} comes more", tuple(f"+ {line}" for part in node.body for line in canonical(part))
            if edit.verb == "around":
                said = f"{what} is done otherwise; `proceed` is what it was"
        case _:
            said, lines = f"new: {what}", tuple(f"+ {line}" for line in canonical(_new(node)))
    return Change(edit, VERBS.get(edit.verb, edit.verb), what, said, lines, old)


def _new(node: ast.Node) -> ast.Node:
    """What an edit puts there, as a node that stands alone."""
    match node:
        case ast.EditAdd(ast.EachPlayer((*_, line))):
            return line
        case ast.EditAdd(ast.StepInto(step, _, _, how, cites, body)) | ast.EditStep(step, _, how, cites, body):
            return ast.Step(step, how, cites, body, span=node.span)
        case ast.EditAdd(ast.RuleInto(rule, _, _, cites, body)) | ast.EditRule(rule, _, cites, body):
            return ast.Rule(rule, cites, body, span=node.span)
        case ast.EditAdd(declaration) | ast.EditReplace(declaration):
            return declaration
        case ast.EditAddTo(part):
            return part
        case ast.EditAddField(name, type_, first, _, cites):
            return ast.Field(name, type_, first, cites, span=node.span)
        case ast.EditAddToRoute(name, cites, legs):
            route = ast.Ident("", span=node.span)
            return ast.Route(name, route, route, cites, legs, span=node.span)
        case ast.EditAddGuard(guards=guards) | ast.EditReplaceGuard(guards=guards):
            return ast.File(guards, span=node.span)
    return node


def _old(edit: Edit, ground: Ground, edits: list[Edit]) -> ast.Node | None:
    """What an edit is about, as it was; something that another of the variants brings is found there."""
    family, *_, name = edit.key
    if family == "players":
        return ground.game().node
    if family in ("guard", "guards"):
        return _decision(edit, ground)
    if edit.verb == "add":
        return _beside(edit, ground)
    declared = target(edit, ground, Report()) if family != "table" else ground.find("table", edit.key[1])
    if declared is not None:
        return declared.node
    added = (other for other in edits if other.verb == "add" and (other.key[0], other.key[-1]) == (family, name))
    return next((_new(other.node) for other in added), None)


def _beside(edit: Edit, ground: Ground) -> ast.Node | None:
    """Where something new is put, if that is in something there is."""
    family, *outer = edit.key
    if family == "phase" and len(outer) > 1:
        steps = [step.node for step in ground.steps(outer[0])]
        added = edit.node.declaration if isinstance(edit.node, ast.EditAdd) else None
        placed = added.placed if isinstance(added, ast.StepInto) else None
        next_to = [step for step in steps if placed is not None and step.name.text == placed.name.text]
        return next(iter(next_to or steps[-1:]), None)
    if family == "rule":
        return next((holder.node for holder in ground.inside(ast.Step, ast.Effect) if name_of(holder.node) == outer[0]), None)
    if family in ("enum", "kind", "route") and len(outer) > 1:
        declared = ground.find(family, outer[0]) or ground.find("option", outer[0])
        return declared.node if declared is not None else None
    return None


def _decision(edit: Edit, ground: Ground) -> ast.Node | None:
    sorts = (*ast.ASKING, ast.Alternative)
    clause = edit.key[2]
    for place in ground.inside(*sorts):
        decision: ast.Node = place.node
        if (decision.parts[0].name.text if isinstance(decision, ast.Split) else name_of(decision)) != edit.key[1]:
            continue
        if edit.key[0] == "guards":
            return decision
        guards = getattr(decision, "guards", None) or getattr(decision, "body", None) or ()
        cited = tuple(guard for guard in guards if isinstance(guard, ast.GUARDS) and clause in cited_in(guard))
        return ast.File(cited, span=decision.span) if cited else decision
    return None


# ------------------------------------------------------------------ in words


def named(edit: Edit, old: ast.Node | None) -> str:
    """The target in words: `the step “pass” of “round”`."""
    family, *outer, name = edit.key
    match family:
        case "players":
            return "the number of players"
        case "setup" | "play":
            return {"setup": "set-up", "play": "the course of play"}[family]
        case "winner":
            return "who wins"
        case "phase" if outer:
            return f"the step “{words(name)}” of “{words(outer[0] or '')}”" if outer[0] else f"the step “{words(name)}”"
        case "rule":
            return f"the rule “{words(name)}”" + (f" in “{words(outer[0])}”" if outer[0] else "")
        case "guard" | "guards":
            return f"what is allowed at “{words(edit.key[1])}”" + (f" ({name})" if family == "guard" else "")
        case "table" if outer:
            return f"the table “{words(outer[0])}”, {words(name)}"
        case "route" if outer:
            return f"more on the route “{words(outer[0])}”"
        case "kind" if outer:
            return f"the field “{words(name)}” of {outer[0]}"
        case "bound":
            return f"the bound “{name}”"
        case "always" | "unencoded":
            return f"{'the check' if family == 'always' else 'the note'} “{name}”"
    return f"the {_sort(edit, old, family)} “{words(outer[0] if family == 'enum' and outer else name)}”"


def _sort(edit: Edit, old: ast.Node | None, family: str) -> str:
    declaration = old if old is not None else _new(edit.node)
    if isinstance(declaration, ast.Zone):
        return declaration.shape
    said = getattr(declaration, "sort", None) if family in ("phase", "kind") else None
    counter = "state" if isinstance(declaration, ast.State) else "counter"
    return said or {"define": "word", "counter": counter}.get(family, family)


def _setting(node: ast.EditSet, old: ast.Node | None, what: str) -> str:
    new = expression(node.value)
    match old:
        case ast.Game(players=players):
            return f"{what} is {_many(node.value)}; it was {_many(players)}"
        case ast.Option(first=first, about=about):
            told = f"{about.text} ({what})" if about is not None else what
            return f"{told}: {words(new)}; it was {words(expression(first))}"
        case ast.Table(rows=rows):
            keys = [expression(key) for key in node.keys or ()]
            was = next((expression(entry.value) for row in rows if isinstance(row, ast.Row) for entry in row.entries
                        if [expression(key) for key in entry.keys] in (keys, [])), "")
            return f"{what} is {words(new)}" + (f"; it was {words(was)}" if was else "")
    return f"{what} is {words(new)}"


def _many(players: ast.Node) -> str:
    """`2 to 4`, or one number."""
    ends = [expression(players.low), expression(players.high)] if isinstance(players, ast.SpanOf) else [expression(players)]
    return " to ".join(dict.fromkeys(ends))


def _row_count(edit: Edit, file: str) -> str:
    path = edit.by.path.parent / file
    text = read_text(path)
    rows = len([line for line in text.splitlines() if line.strip()]) - 1 if isinstance(text, str) else 0
    return f"{rows} row{'' if rows == 1 else 's'} of {file}"


# ------------------------------------------------------------------ rules as lines


def canonical(node: ast.Node) -> list[str]:
    """The canonical form of a rule, line by line; what variants before this put round it is shown as a rule of its own."""
    plain = rewritten_one(node, _unwrapped)
    return print_tree(plain if isinstance(plain, ast.File) else ast.File((plain,), span=node.span)).splitlines()


def _unwrapped(node: ast.Node) -> ast.Node | None:
    if isinstance(node, Wrapper):
        body = (*node.body, *(node.inner or ()))
        return ast.Rule(ast.Ident("of_a_variant", span=node.span), node.cites, rewritten(body, _unwrapped), span=node.span)
    if isinstance(node, GivenAfter):
        body = (*node.inner, ast.Rule(ast.Ident("of_a_variant", span=node.span), node.cites, node.body, span=node.span))
        return ast.Rule(ast.Ident("the_effect", span=node.span), None, rewritten(body, _unwrapped), span=node.span)
    return node.first if isinstance(node, Files) else None


def compared(old: ast.Node | None, new: ast.Node) -> tuple[str, ...]:
    """The lines that go and come, with a few that stay round them."""
    before, after = (canonical(old) if old is not None else []), canonical(new)
    lines = list(unified_diff(before, after, lineterm="", n=AROUND))[3:]
    return tuple("  ..." if line.startswith("@@") else f"{line[0]} {line[1:]}" for line in lines)


# ------------------------------------------------------------------ what follows


@frozen
class Follows:
    """What comes of the changes: clauses that are no longer carried out, and those that are now; tests that no longer fit."""

    lost: tuple[str, ...]
    gained: tuple[str, ...]
    tests: tuple[tuple[str, tuple[str, ...]], ...]


def follows(before: list[ast.File], after: list[ast.File], binding: list[str]) -> Follows:
    """`binding` are the clauses and rulings there are, in their order."""
    old, new = _carried(before), _carried(after)
    lost = tuple(id for id in binding if id in old and id not in new)
    gained = tuple(id for id in binding if id in new and id not in old)
    return Follows(lost, gained, tuple(_unfit(before, after)))


def _carried(files: list[ast.File]) -> set[str]:
    rules = (line for file in files for line in file.declarations if not isinstance(line, TESTS))
    return {id for line in rules for id in cited_in(line)}


def cited_by(node: ast.Node) -> list[str]:
    """The clauses that a node itself cites."""
    ids: list[str] = []
    for cite in getattr(node, "cites", None) or ():
        ids += [cite.first.text] if cite.last is None else expand(cite.first.text, cite.last.text)
    return ids


def cited_in(node: ast.Node) -> list[str]:
    """The clauses that a node and all inside it cite."""
    return [id for part in ast.walk(node) for id in cited_by(part)]


def _unfit(before: list[ast.File], after: list[ast.File]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Strategies and scenarios of the base that name something which is gone."""
    gone = _declared(before) - _declared(after)
    for test in (line for file in before for line in file.declarations if isinstance(line, ast.Scenario | ast.Strategy)):
        named_ = {node.text for node in ast.walk(test) if isinstance(node, ast.Name | ast.Ident)}
        own = {node.name.text for node in ast.walk(test) if isinstance(node, ast.GivenNew)}
        if missing := sorted((named_ & gone) - own):
            yield f"{'scenario' if isinstance(test, ast.Scenario) else 'strategy'} “{test.title.text}”", tuple(missing)


def _declared(files: list[ast.File]) -> set[str]:
    """Every name that rules give to something: declarations, steps, decisions and their answers, members."""
    rules = [line for file in files for line in file.declarations if not isinstance(line, TESTS)]
    members = {member.text for line in rules if isinstance(line, ast.Enum) for member in line.members}
    parts = (part for line in rules for part in ast.walk(line) if not isinstance(part, ast.Param | ast.NamedType))
    checks = ast.Always | ast.Bound | ast.Order
    return members | {name for part in parts if not isinstance(part, checks) and (name := name_of(part))}
