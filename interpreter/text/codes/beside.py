"""Mistakes in what stands beside the rules: clauses (06xx), data (07xx), scenarios and plays (08xx), variants (10xx).

In:  nothing.
Out: one Code a row.
"""

from interpreter.text.report import Code

# ------------------------------------------------------------------------------- 06xx clauses and rulings

NO_SUCH_CLAUSE = Code("E0601", "the rulebook has no clause `{name}`",
    "Clause ids are those of `clauses.tsv` beside the file with the `rulebook` line.")
CLAUSE_UNCITED = Code("E0602", "no rule carries out {name}",
    "The clause binds and nothing cites it. Cite it where it is carried out, or say with `unencoded` why no rule "
    "is needed.", "warning")
TOO_MANY_CITED = Code("E0603", "{got} clauses are cited here, and {limit} are the most",
    "A citation of many clauses tells a refused player nothing. Cite each at the innermost line that carries it out.")
NO_SUCH_RULING = Code("E0604", "there is no ruling `{name}`",
    "Rulings are the entries of `rulings.md` beside the file with the `rulebook` line.")
RULEBOOK_MISSING = Code("E0605", "there is no `{name}` beside this file, and its heading names a rulebook",
    "A game that follows a rulebook brings the list of its clauses. Without a `rulebook` line nothing need be cited.")
OPTION_WITHOUT_RULING = Code("E0606", "the option `{name}` cites no ruling",
    "An option that cites the rulebook is a reading of its text, and a ruling says which readings there are. A setting "
    "that is in no rulebook cites nothing; a change of the text is a variant.", "warning")
RULING_WITHOUT_OPTION = Code("E0607", "the ruling {name} names the option `{option}`, and there is none",
    "A ruling that offers several readings is carried out by an option named by its key.", "warning")
RULING_VALUES = Code("E0608", "the ruling {name} offers {wanted}, and the option `{option}` offers {got}",
    "The values of an option are named by the words of its ruling, the recommended one first.")
CLAUSE_RANGE = Code("E0609", "`{low}..{high}` is not a range of clauses: {why}",
    "A range runs upward between two ids of the same rulebook.")
NOTHING_TO_CITE = Code("E0610", "`{name}` is cited, and this game names no rulebook",
    "Citations are looked up in the rulebook of the heading. Add a `rulebook` line, or leave the citation out.")
UNENCODED_CITED = Code("E0611", "{name} is said to need no rule, and a rule cites it, in {where}",
    "One of the two is out of date. Take away the `unencoded` line or the citation.", "warning")
CLAUSE_ROW = Code("E0612", "row {row}: {what}",
    "A row of `clauses.tsv` or an entry of `rulings.md` cannot be read. Compare it with its neighbours.")

CLAUSES_CHANGED = Code("E0613", "with this variant no rule carries out {names} any more",
    "A variant changes rules, so clauses of the rulebook may no longer hold. Cite in the variant those that its own rules "
    "carry out; for the others nothing need be done.", "note")

# ---------------------------------------------------------------------------------------- 07xx data files

DATA_FILE = Code("E0701", "`{file}` cannot be used: {what}",
    "The file of a component set, board or table is missing, empty or not a table of comma-separated values.")
DATA_COLUMN = Code("E0702", "`{file}` column `{column}`: {what}",
    "The columns are the fields of the declaration, and besides `id`, `copies` and `source`.")
DATA_VALUE = Code("E0703", "`{file}` row {row}, column `{column}`: `{value}` is not {wanted}",
    "Every value fits the type and range of its field. Rows are counted as a spreadsheet does, the heading being 1.")
DATA_ROW = Code("E0704", "`{file}` row {row}: {what}",
    "The row has more or fewer values than the heading, or says something no row may say.")
DATA_DUPLICATE = Code("E0705", "`{file}` row {row}: `{value}` stands in row {other} already",
    "An `id` and the key of a table name one row. For several alike cards, give the number in `copies`.")
DATA_LINK = Code("E0706", "`{file}` row {row}: `{value}` is no space of this board",
    "A link names another space by its `id`.")
DATA_ALONE = Code("E0708", "`{file}` row {row}: no link leads to `{value}`",
    "A space without links can never be reached by a route. That may be meant.", "warning")
DATA_UNMET = Code("E0709", "`{file}` row {row}, column `{column}`: {what}",
    "A `require` line of the rules asks this of every row, and here it does not hold. The line is named below.")
DATA_UNMET_ALL = Code("E0710", "the data do not fit: {what}",
    "A `require` line of the rules asks this of the tables together, and it does not hold.")

# ----------------------------------------------------------------------------- 08xx scenarios and plays

SCENARIO_FAILED = Code("E0801", "{what}",
    "The scenario came out otherwise than its `then` says. Either the rules or the expectation are mistaken; the "
    "clause cited decides.")
PLAY_DEPARTS = Code("E0802", "the play departs from the rules at line {line}: {what}",
    "The recorded play no longer follows from the rules. If the rules were changed on purpose, record it anew.")
PLAY_LINE = Code("E0803", "line {line} of the play cannot be read: {what}",
    "A play is written by the referee, one answer or chance result a line. The line does not have that form.")
PLAY_RULES = Code("E0804", "the play was recorded with {got}, and these rules are {wanted}",
    "The game, variants, options or seats of the play's heading differ from the rules it is replayed with.")
SCENARIO_NAME = Code("E0805", "`{name}` cannot be used in this scenario: {why}",
    "Players, things and decisions of a scenario are those of the game and those the scenario gives itself.")
SCENARIO_ANSWER = Code("E0806", "`{answer}` cannot be an answer to `{name}`: {why}",
    "The answer has another form than the decision wants, so it is not even an attempt that could be refused.")
SCENARIO_GIVEN = Code("E0807", "this position cannot be given: {why}",
    "A position given by hand need not be reachable, but it satisfies types and ranges, and a component lies in one "
    "zone.")
SCENARIO_OPEN = Code("E0808", "`{name}` is waiting for an answer that no line gives",
    "A question or a roll came up that the lines below depend on. Add `when ... answers` or `chance gives` before "
    "them.")
SCENARIO_CHANCE = Code("E0809", "`{value}` cannot come of `{name}`: {why}",
    "What `chance gives` is a face of the die or a thing that can be drawn then.")
STRATEGY_OPEN = Code("E0810", "the strategy `{name}` says nothing of `{decision}`",
    "A strategy answers every decision it may be asked. Add an `at` for it or an `otherwise`.", "warning")
SCENARIO_UNKNOWABLE = Code("E0811", "there are more than {limit} ways chance can fall here",
    "`equally likely` and `with probability` go through every way, never a sample. Settle some of it with "
    "`chance gives`.")
NO_SUCH_POSITION = Code("E0812", "there is no position named `{name}`",
    "A position is declared in the file of the scenario, in the file of its game, or in a library that one of the two "
    "names with `use`.")

# --------------------------------------------------------------------------------------------- 10xx variants

EDIT_NO_TARGET = Code("E1001", "`{base}` has no {kind} `{name}` to {edit}",
    "An edit names something its base has. The nearest name is offered.")
EDIT_CONFLICT = Code("E1002", "`{variant}` and `{other}` both {edit} `{name}`",
    "Two variants want different things of the same rule. Say whose edit stands with `rank ... over ...`.")
EDIT_NOTHING = Code("E1003", "this edit of `{name}` changes nothing",
    "The base already says the same. Take the edit away.", "warning")
RANK_OPPOSED = Code("E1004", "`{variant}` and `{other}` each claim to stand over the other",
    "Two `rank` lines contradict one another. Take one away.")
EDIT_PARAMETERS = Code("E1005", "`{name}` has the parameters {wanted}, and this edit gives {got}",
    "A replaced or wrapped effect keeps its parameters, since others call it.")
EDIT_KIND = Code("E1006", "`{name}` is {what}, which cannot be edited with `{edit}`",
    "Each sort of edit fits some sorts of rule: wrappers fit what happens, `set` fits options and tables.")
NO_SUCH_VARIANT = Code("E1007", "there is no variant named `{name}` of `{base}`",
    "A variant is found by its name, in the game's own files or in the folder `variants` beside them, or by the path of its file.")
WRONG_BASE = Code("E1008", "`{variant}` is a variant of `{wanted}`, and is used with `{got}`",
    "The things a variant edits are those of its base, so it fits that game and games based on it.")
NO_SUCH_GUARD = Code("E1009", "no guard of `{name}` cites {clause}",
    "Guards are named by a clause they cite and the decision they stand below.")
PLACED_TWICE = Code("E1010", "`{name}` is removed by `{variant}`, and named here",
    "What a variant removes is gone for every rule after merging. Replace what still speaks of it.")
STRATEGY_LEFT = Code("E1011", "the strategy `{name}` does not fit the changed rules: {why}",
    "A strategy of the base speaks of something that the variant has changed. Nothing need be done: it cannot be given a "
    "seat, and the tests play without it.", "note")
