"""Why rows of text are no rules, in an author's words.

In:  the rows and the Trouble reading them ran into.
Out: a Mistake: which kind, where, and the facts its sentence asks for. Never a word of the parser's own.

The order of EXPLANATIONS matters: from what explains most (a bracket never closed makes everything after it odd) to the plain
"this does not fit here".
"""

import re
from os.path import commonprefix

from attrs import evolve, frozen

from interpreter.syntax.terminals import attempt, beginnings, forms, is_word, LAYOUT, listed, reserved, spellings, Trouble
from interpreter.syntax.tokens import CLOSING, GOES_ON, indent, Line, logical_lines, open_bracket, visible, Word, words
from interpreter.text.codes import (
    BAD_INDENT,
    BLOCK_MISSING,
    BLOCK_UNWANTED,
    CITES_NOT_LAST,
    EFFECT_OF_LINE,
    FRACTION,
    KEYWORD_AS_NAME,
    QUANTIFIER_NEEDS_BRACKETS,
    STRAY_CHARACTER,
    SYNTAX,
    UNCLOSED_BRACKET,
    UNCLOSED_STRING,
    UNEXPECTED_END,
)
from interpreter.text.diagnostic import Code, suggestion

# what reaches as far right as it can, and so stands in brackets unless it is the whole value
FAR_REACHING = re.compile(
    r"(some|no|every|those|running)\s+\w+\s+(in\b|=)|(sum|highest|lowest|list|set)\s+of\b|(if|suppose)\s+\w+"
)
# signs of other languages, and what is written in their place; the longest first
FOREIGN = {
    "===": "is", "==": "is", "!=": "is not", "<>": "is not", "=<": "<=", "=>": ">=", "&&": "and", "||": "or",
    "=": "is", "&": "and", "|": "or", "!": "not", "%": "mod", "^": "*",
}  # fmt: skip
# words for a line that does nothing, in other languages
IDLE = ("nothing", "none", "pass", "skip")
NAME = re.compile(r"\w+")                            # with letters of any script
JOINING = GOES_ON - {"="} | {"-", "*", "/", "<", ">", "<=", ">=", "is", "in", "mod", "rounded"}
LETTERS = "a name has letters from a to z, digits and `_`"
CURLY = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "×": "*", "≤": "<=", "≥": ">="}


@frozen(eq=False)
class Mistake:
    """One mistake in rows of text; rows and columns from 0, `end` a column of the same row."""

    code: Code
    row: int
    column: int
    end: int
    facts: dict[str, str]
    help: str | None = None
    notes: tuple[str, ...] = ()


@frozen(eq=False)
class Scene:
    """What an explanation looks at: the rows, the trouble, the line it is in, the words of that line before it."""

    rows: list[str]
    trouble: Trouble
    line: Line
    before: list[Word]                # in the row of the trouble

    @property
    def row(self) -> str:
        return self.rows[self.trouble.row]

    @property
    def opening(self) -> str:
        """The first word of the line."""
        head = words(self.rows[self.line.first])
        return head[0].text if head else ""

    def here(self, code: Code, help: str | None = None, notes: tuple[str, ...] = (), /, **facts: str) -> Mistake:
        """A mistake that is marked where the trouble is."""
        ahead = words(self.row, self.trouble.column)
        there = ahead[0] if ahead and ahead[0].start == self.trouble.column else None
        end = there.end if there else self.trouble.column
        return Mistake(code, self.trouble.row, self.trouble.column, end, facts, help, notes)

    def at(self, word: Word, code: Code, help: str | None = None, row: int | None = None, /, **facts: str) -> Mistake:
        """A mistake that is marked at a word, in the trouble's own row unless another is named."""
        return Mistake(code, self.trouble.row if row is None else row, word.start, word.end, facts, help)


def explain(rows: list[str], trouble: Trouble) -> Mistake:
    scene = _scene(rows, trouble)
    return next(filter(None, (explanation(scene) for explanation in EXPLANATIONS)))


def line_of(rows: list[str], row: int) -> Line:
    """The line a row belongs to; a row that belongs to none is one by itself."""
    return next((line for line in logical_lines(rows) if line.first <= row <= line.last), Line(row, row, 0))


def _scene(rows: list[str], trouble: Trouble) -> Scene:
    if trouble.sort == "$END":
        # the end borrows the place of the last word there was
        row = max((number for number, text in enumerate(rows) if words(text)), default=0)
        trouble = evolve(trouble, row=row, column=len(rows[row].rstrip()), text="")
    line = line_of(rows, trouble.row)
    before = [word for word in words(rows[trouble.row]) if word.start < trouble.column]
    if trouble.sort == "_NL":
        # a comment may stand between the last word and the end of the row
        trouble = evolve(trouble, column=before[-1].end if before else 0, text="")
    return Scene(rows, trouble, line, before)


# ------------------------------------------------------------------ explanations, the most telling first


def _misfit(scene: Scene) -> Mistake | None:
    if scene.trouble.sort != "MISFIT":
        return None
    wide = scene.trouble.column
    return _odd_one(scene, wide) or scene.here(BAD_INDENT, got=_spaces(wide))


def _odd_one(scene: Scene, wide: int) -> Mistake | None:
    """The line above that began the block with a space too many or too few, where this one has an even number of them."""
    odd: Line | None = None
    for line in reversed(logical_lines(scene.rows[: scene.trouble.row])):
        if line.indent % 2 == 0 or wide % 2:
            break
        odd = line
    if odd is None:
        return None
    return Mistake(BAD_INDENT, odd.first, odd.indent, len(scene.rows[odd.first].rstrip()), {"got": _spaces(odd.indent)},
                   f"the line below has {wide}")


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"


def _character(scene: Scene) -> Mistake | None:
    if scene.trouble.sort != "CHARACTER":
        return None
    char, column = scene.trouble.text, scene.trouble.column
    if char == '"':
        return Mistake(UNCLOSED_STRING, scene.trouble.row, column, len(scene.row.rstrip()), {})
    if char.isalpha():
        start, end = next(name.span() for name in NAME.finditer(scene.row) if name.start() <= column < name.end())
        return Mistake(STRAY_CHARACTER, scene.trouble.row, start, end, {"char": char}, LETTERS)
    sign = _foreign(scene.row, column) or char
    meant = CURLY.get(char) or FOREIGN.get(sign)
    help = f"write `{meant}`" if meant else None
    return Mistake(STRAY_CHARACTER, scene.trouble.row, column, column + len(sign), {"char": visible(sign)}, help)


def _foreign(row: str, column: int) -> str | None:
    """The sign of another language that stands there."""
    return next((sign for sign in FOREIGN if row.startswith(sign, column)), None)


def _sign(scene: Scene) -> Mistake | None:
    """`if n = 1`, `n <> 2`: a sign where the rules have a word."""
    column = scene.trouble.column - (scene.row[scene.trouble.column - 1 : scene.trouble.column + 1] in ("<>", "=<", "=>"))
    sign = _foreign(scene.row, column)
    if sign is None or scene.trouble.sort in LAYOUT or not (scene.trouble.column > column or _behind_value(scene)):
        return None
    word = Word(sign, column, column + len(sign))
    return scene.at(word, SYNTAX, f"write `{FOREIGN[sign]}`", what=f"`{sign}` does not fit here")


def _behind_value(scene: Scene) -> bool:
    """Could the line end here, or a value go on?"""
    return bool(scene.before) and (bool({"_NL", "DOT"} & scene.trouble.accepted) or scene.opening in ("given", "then"))


def _several(scene: Scene) -> Mistake | None:
    """`then Ann.hand is a, b`: what is compared is one value."""
    compared = any(word.text in ("is", "in") for word in scene.before)
    if scene.trouble.text.strip() != "," or not compared or not _behind_value(scene):
        return None
    help = "several things are one value in brackets: `[a, b]`"
    holds = " or `then ... holds a, b`" if scene.opening == "then" else ""
    return scene.here(SYNTAX, help + holds, what="`,` does not fit here")


def _goes_back(scene: Scene) -> Mistake | None:
    """A line that begins with what joins two parts of a value."""
    first = words(scene.row)[:1]
    if not first or first[0].text not in JOINING:
        return None
    sign, layout = first[0].text, scene.trouble.sort in ("_INDENT", "_DEDENT")
    if scene.before and not layout and not (sign in ("and", "or") and len(scene.before) == 1):
        return None
    help = f"end the line above with `{sign}`, and it goes on here" if sign in GOES_ON else \
        "put the whole value in brackets: within them lines go on"
    return scene.at(first[0], SYNTAX, help, what=f"no line begins with `{sign}`")


def _bracket(scene: Scene) -> Mistake | None:
    """Inside brackets lines go on, so it is only in a later row that a missing one is felt."""
    if not scene.trouble.brackets:
        return None
    for line in logical_lines(scene.rows[: scene.trouble.row + 1]):
        bracket = open_bracket(scene.rows, line)
        if bracket and (bracket[0] < scene.trouble.row or scene.trouble.sort == "$END"):
            return scene.at(bracket[1], UNCLOSED_BRACKET, None, bracket[0], bracket=bracket[1].text)
    return None


def _closing(scene: Scene) -> Mistake | None:
    if not scene.trouble.text or scene.trouble.text not in CLOSING:
        return None
    opened = any(word.text == "([{"[CLOSING.index(scene.trouble.text)] for word in scene.before)
    if opened or scene.line.first < scene.trouble.row:
        return None
    return scene.here(SYNTAX, what=f"`{scene.trouble.text}` closes a bracket that was never opened")


def _ran_on(scene: Scene) -> Mistake | None:
    """A comma or the like at the end of a line, by mistake: what follows is not indented and begins a line of its own."""
    for row in range(scene.line.first + 1, scene.trouble.row + 1):
        above, here = words(scene.rows[row - 1]), words(scene.rows[row])
        if above and here and indent(scene.rows[row]) <= scene.line.indent and here[0].text in beginnings():
            what = f"the line ends with `{above[-1].text}`, so it goes on in the next, which begins with `{here[0].text}`"
            return scene.at(above[-1], SYNTAX, None, row - 1, what=what)
    return None


def _block(scene: Scene) -> Mistake | None:
    sort = scene.trouble.sort
    if sort == "_INDENT":
        if (odd := _odd_one(scene, indent(scene.row))) is not None:
            return odd
        above = scene.trouble.row - 1
        while above > 0 and not words(scene.rows[above]):
            above -= 1
        word = words(scene.rows[line_of(scene.rows, above).first])[:1] if above >= 0 else []
        if not word:
            return scene.here(SYNTAX, what="the first line of a file is not indented")
        return scene.here(BLOCK_UNWANTED, word=word[0].text)
    if scene.trouble.accepted - {"_NL"} != {"_INDENT"}:
        return None
    row = scene.trouble.row if sort in ("_NL", "$END") else scene.trouble.row - 1
    while row > 0 and not words(scene.rows[row]):
        row -= 1
    head = words(scene.rows[line_of(scene.rows, row).first])
    if not head:
        return None
    return scene.at(head[0], BLOCK_MISSING, None, line_of(scene.rows, row).first, word=head[0].text)


def _quantifier(scene: Scene) -> Mistake | None:
    """`a and some c in S ...`: the word is read as a name, and what follows it as nonsense."""
    word = scene.before[-1] if len(scene.before) > 2 else None
    begins = FAR_REACHING.match(scene.row, word.start) if word else None
    if word is None or begins is None or "DOT" not in scene.trouble.accepted:
        return None
    return scene.at(word, QUANTIFIER_NEEDS_BRACKETS, f"write `({begins.group()} ...)`", word=word.text)


def _cites(scene: Scene) -> Mistake | None:
    earlier = [word for word in scene.before if word.text == "cites"]
    if not earlier or not {"_NL", "_COMMA"} <= scene.trouble.accepted or scene.trouble.sort in ("_NL", "CLAUSE"):
        return None
    return scene.at(earlier[-1], CITES_NOT_LAST, "after everything the line says")


def _comment(scene: Scene) -> Mistake | None:
    if scene.trouble.sort != "DOC":
        return None
    what = "`##` stands on a line of its own, above the thing it is about"
    return Mistake(SYNTAX, scene.trouble.row, scene.trouble.column, scene.trouble.column + 2, {"what": what},
                   "a comment behind a line begins with one `#`")


def _fraction(scene: Scene) -> Mistake | None:
    whole = re.search(r"(\d+)\s*\.\s*$", scene.row[: scene.trouble.column])
    rest = re.match(r"\d+", scene.row[scene.trouble.column :])
    if not whole or not rest:
        return None
    word = Word(whole.group() + rest.group(), whole.start(), scene.trouble.column + rest.end())
    return scene.at(word, FRACTION, text=word.text)


def _keyword(scene: Scene) -> Mistake | None:
    """Whether another word in its place would have been read: then it is the word that is wrong, not its place."""
    trouble = scene.trouble
    there = [word for word in words(scene.row, trouble.column)[:1] if word.start == trouble.column]
    for word in [*there, *reversed(scene.before[-1:])]:
        if word.text not in reserved():
            continue
        row = scene.row[: word.start] + "z" * len(word.text) + scene.row[word.end :]
        rows = [*scene.rows[: trouble.row], row, *scene.rows[trouble.row + 1 :]]
        after = attempt(rows)
        if after is None or after.row > scene.line.last:
            return scene.at(word, KEYWORD_AS_NAME, f"try another name, such as `my_{word.text}`", **taken(word.text))
    return None


def taken(word: str) -> dict[str, str]:
    """What KEYWORD_AS_NAME says of a word: the word, and how a line begins with it."""
    form = (forms(word) or (word,))[0].split()
    return {"word": word, "use": " ".join(form[:4]) + (" ..." if len(form) > 4 else "")}


def _end(scene: Scene) -> Mistake | None:
    """Only a line that goes on, or an open bracket, can reach the end: a declaration's last row ends it otherwise."""
    if scene.trouble.sort != "$END":
        return None
    goes_on = scene.before[-1].text if scene.before else ""
    help = f"the line ends with `{goes_on}`, so it goes on" if goes_on in GOES_ON else None
    return scene.here(UNEXPECTED_END, help, what=scene.opening)


def _beginning(scene: Scene) -> Mistake | None:
    """A first word that is no verb: misspelt, in the wrong block, or a value that nothing is done with."""
    head = words(scene.rows[scene.line.first])[:1]
    alone = scene.trouble.row == scene.line.first and len(scene.before) <= 1
    if not alone or not head or not head[0].text[0].isalpha():
        return None
    word, begins = head[0], _could_begin(scene)
    known = sorted({spelling.split()[0] for terminal in begins if is_word(terminal) for spelling in spellings(terminal)})
    as_name = scene.trouble.column > word.start
    if word.text in known or as_name and not scene.trouble.accepted <= {"LPAR", "COLON"}:
        return None
    help = suggestion(word.text, known)
    if word.text in beginnings():
        what = f"a line with `{word.text}` does not stand here"
        return scene.at(word, SYNTAX, f"here stands {listed(begins)}", what=what)
    if as_name and not re.match(r'[A-Za-z0-9"]', scene.row[scene.trouble.column :]):
        value = scene.row.split("#")[0].strip()
        help = _what_is_done(value) if "raise" in known else None
        return scene.at(word, EFFECT_OF_LINE, help, text=value) if scene.trouble.accepted == {"LPAR"} else None
    if help is None and "COLON" in scene.trouble.accepted:
        return None
    help = help or _forgotten_set(scene, known) or f"here stands {listed(begins)}"
    return scene.at(word, SYNTAX, help, what=f"no line here begins with `{word.text}`")


def _forgotten_set(scene: Scene, known: list[str]) -> str | None:
    """`goal = 50` where `set goal = 50` can stand."""
    line = scene.rows[scene.line.first].split("#")[0].strip()
    return f"did you mean `set {line}`?" if "set" in known and re.match(r"\w+(\([^)]*\))? = \S", line) else None


def _what_is_done(value: str) -> str | None:
    """The statement that was meant by a line of another language."""
    if value in IDLE:
        return "leave it out; a block in which nothing is done holds a comment: `## nothing`"
    for pattern, statement in ((r"(.+?)\s*\+=\s*(.+)", r"raise \1 by \2"), (r"(.+?)\s*-=\s*(.+)", r"lower \1 by \2"),
                               (r"(.+?)\s*\+\+", r"raise \1 by 1"), (r"(.+?)\s*--", r"lower \1 by 1"),
                               (r"([^=]+?)\s*:?=\s*([^=].*)", r"set \1 to \2")):
        if parts := re.fullmatch(pattern, value):
            return f"did you mean `{parts.expand(statement)}`?"
    return None


def _could_begin(scene: Scene) -> frozenset[str]:
    """What could begin the line, asked of the parser with a sign that nothing begins with."""
    trouble = attempt([*scene.rows[: scene.line.first], " " * scene.line.indent + "%"])
    return trouble.accepted - {"_NL"} if trouble else frozenset()


def _plain(scene: Scene) -> Mistake | None:
    """What fits nowhere else: the word, what could stand there, and what such a line looks like."""
    word = (words(scene.row, scene.trouble.column) or [Word(scene.trouble.text.strip(), 0, 0)])[0].text
    accepted = scene.trouble.accepted
    could = listed(accepted, word)
    match scene.trouble.sort:
        case "_NL":
            what, missing = "the line ends too early", f"; {could} is missing"
        case "_DEDENT":
            what, missing = "the block ends too early", f"; {could} is missing"
        case _:
            what, missing = f"{_quoted(word)} does not fit here", f"; {could} would"
    known = [spelling for terminal in accepted if is_word(terminal) for spelling in spellings(terminal)]
    help = suggestion(word, known) if word[:1].isalpha() else None
    return scene.here(SYNTAX, help, (*_goes_on(scene), *_looks(scene)), what=what + (missing if could else ""))


def _quoted(text: str) -> str:
    return f"`{text}`" if "`" not in text else text


def _goes_on(scene: Scene) -> tuple[str, ...]:
    if scene.trouble.row == scene.line.first:
        return ()
    above = words(scene.rows[scene.trouble.row - 1])
    return (f"the line above ends with `{above[-1].text}`, so it goes on here",) if above else ()


def _looks(scene: Scene) -> tuple[str, ...]:
    """The forms that have most words in common with the line, if it begins like any."""
    if scene.opening not in beginnings():
        return ()
    line = [word.text for word in words(scene.rows[scene.line.first])]
    shared = {form: len(commonprefix([line, form.split()])) for form in forms(scene.opening)}
    closest = [f"`{form}`" for form in shared if shared[form] == max(shared.values())]
    return (f"such a line reads {' or '.join(closest[:2])}",) if closest else ()


EXPLANATIONS = (
    _misfit, _character, _bracket, _closing, _ran_on, _goes_back, _block, _comment, _fraction, _cites, _quantifier, _keyword,
    _end, _beginning, _several, _sign, _plain,
)  # fmt: skip
