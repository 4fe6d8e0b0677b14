"""The colours of rules files for editors that have no server at hand: `python -m interpreter.editor.textmate` writes them.

In:  the words of the parser's own tables.
Out: a TextMate grammar, as JSON; and the snippets, one for each form of declaration and statement, from the docstrings of the
     nodes.
"""

import json
import re
from pathlib import Path
from typing import Any

from interpreter.editor.outline import all_keywords
from interpreter.syntax.terminals import first, forms, is_word, keywords, spellings

VSCODE = Path(__file__).with_name("vscode")
FILES = {"syntaxes/rulewright.tmLanguage.json": "grammar", "snippets/rulewright.json": "snippets"}
OPEN = re.compile(r'"[^"]*"|\.\.\.|\b[A-Z]\b')
NAMED = (
    "effect", "event", "define", "trigger", "phase", "turn", "step", "zone", "counter", "state", "option", "score", "table",
    "offer", "route", "enum", "card", "piece", "token", "space", "die", "components", "board", "game", "library", "variant",
    "rule", "limit", "strategy", "position",
)


def grammar() -> dict[str, Any]:
    """What is a word, a name, a clause, a comment."""
    words = sorted(all_keywords())
    begins = sorted({one.split()[0] for one in keywords()})
    rest = [one for one in words if one not in begins]
    patterns = [
        {"name": "comment.line.documentation.rulewright", "match": "##.*$"},
        {"name": "comment.line.rulewright", "match": "#.*$"},
        {"name": "string.quoted.double.rulewright", "match": '"[^"\\n]*"'},
        {"name": "constant.other.clause.rulewright", "match": r"\b[A-Z]+(-[A-Z]+)?-[A-Z]*[0-9]+\b"},
        {"match": rf"\b({'|'.join(NAMED)})\s+([A-Za-z_]\w*)",
         "captures": {"1": {"name": "keyword.declaration.rulewright"}, "2": {"name": "entity.name.function.rulewright"}}},
        {"match": r"\.([A-Za-z_]\w*)", "captures": {"1": {"name": "variable.other.property.rulewright"}}},
        {"match": r"\b([A-Za-z_]\w*)(?=\()", "name": "support.function.rulewright"},
        {"name": "constant.numeric.rulewright", "match": r"\b[0-9]+\b"},
        {"name": "keyword.control.rulewright", "match": rf"\b({'|'.join(begins)})\b"},
        {"name": "keyword.other.rulewright", "match": rf"\b({'|'.join(rest)})\b"},
        {"name": "keyword.operator.rulewright", "match": r"\.\.|->|<=|>=|[<>=+\-*/|]"},
    ]
    return {"$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
            "name": "Rulewright", "scopeName": "source.rulewright", "fileTypes": ["rules"], "patterns": patterns}


def snippets() -> dict[str, Any]:
    """The form of each line, its names to be filled in."""
    begins = first("_decl") | first("_stmt") | first("_scenario_line")
    words = {one.split()[0] for terminal in begins if is_word(terminal) for one in spellings(terminal)}
    made: dict[str, Any] = {}
    for word in sorted(words):
        for k, form in enumerate(forms(word)):
            count = iter(range(1, 99))
            body = OPEN.sub(lambda found, count=count: _hole(found, next(count)), form)      # type: ignore[misc]
            made[f"{word}{f' {k + 1}' if k else ''}"] = {"prefix": word, "body": body, "description": form}
    return made


def _hole(found: "re.Match[str]", number: int) -> str:
    """A place that the author fills in; the quotes around it stay."""
    words = found.group()
    return f'"${{{number}:{words[1:-1]}}}"' if words.startswith('"') else f"${{{number}:{words}}}"


def written() -> dict[str, str]:
    """The files, by name."""
    made = {"grammar": grammar, "snippets": snippets}
    return {name: json.dumps(made[which](), indent=2, ensure_ascii=False) + "\n" for name, which in FILES.items()}


if __name__ == "__main__":
    for name, text in written().items():
        (VSCODE / name).write_text(text, encoding="utf-8")
