"""Mistakes in types and ranges (03xx): a value that does not fit where it stands.

In:  nothing.
Out: one Code a row.
"""

from interpreter.text.report import Code

WRONG_TYPE = Code("E0301", "expected {wanted}, this is {got}",
    "The value is of another type than the place needs. The types are worked out before play, from the declarations.")
ARGUMENT_COUNT = Code("E0302", "`{name}` takes {wanted}, and is given {got}",
    "The call has more or fewer arguments than the declaration has parameters.")
OUT_OF_RANGE = Code("E0303", "`{thing}` goes from {low} to {high}; this is {got}",
    "The value can be shown to leave the declared range whatever happens. Widen the range, or say what the rulebook "
    "says happens at its end: `at most`, `at least`.")
NOT_A_ZONE = Code("E0304", "this is {got}, and `{verb}` needs a zone",
    "Only zones hold things. Name the zone itself, not what lies in it.")
NOT_A_NUMBER = Code("E0305", "expected a number, this is {got}",
    "Counting and comparing with `<` need whole numbers.")
NOT_A_COLLECTION = Code("E0306", "expected several things, this is {got}",
    "A filter, `for each`, `count` and their like work on a zone, a list, a set, an enum or a range.")
NOT_COMPARABLE = Code("E0307", "{left} and {right} cannot be compared",
    "Things of different types are never the same, so the comparison would always give the same answer. One side is "
    "probably not what was meant.")
NOT_CHANGEABLE = Code("E0308", "`{name}` cannot be changed: it is {what}",
    "`set`, `raise` and `lower` change a counter, a state or a `let` of the same effect, and nothing else.")
NO_RANGE = Code("E0309", "`{name}` runs downward, and nothing lies between {low} and {high}",
    "Counters, options and number fields say how far they go, the lower end first: `0..20`.")
TABLE_NOT_COVERED = Code("E0310", "`{name}` has no row for {missing}",
    "A table without `otherwise` has a row for every key. Add the rows, or an `otherwise` if the rest is all the same.")
DEPENDING_NOT_COVERED = Code("E0311", "nothing is said for {missing}",
    "`depending on` covers every value, or ends with `otherwise`.")
NOT_A_MEMBER = Code("E0312", "`{name}` is not something a {thing} has",
    "After the dot stands a field, zone, counter, state or score of the thing before it. What it has is listed below.")
DEFINE_CIRCLE = Code("E0313", "these come back to themselves: {chain}",
    "What a `define`, a table or a score calls may not call it back. A walk along a list is written with `running`; an "
    "effect may come back to itself.")
DEFINE_NO_OTHERWISE = Code("E0314", "`{name}` says nothing when none of its conditions holds",
    "A `define` of lines `value if condition` is read from the top, and its last line has no condition.")
BAD_WRITTEN = Code("E0315", "`{text}` is not how a {thing} is written: {wanted}",
    "The kind declares a `written` form, and the text does not follow it.")
DIVISION = Code("E0317", "this divides by {by}",
    "Division by nothing has no result, and division that leaves a remainder says `rounded up` or `rounded down`.")
GIVES_NOTHING = Code("E0318", "`{name}` gives nothing back",
    "`as` takes what an effect gives. This one has no `gives` in its heading.")
GIVE_MISSING = Code("E0319", "`{name}` gives {wanted}, and not every way through it ends with `give`",
    "An effect that `gives` a type does so on every path that does not end the turn, phase or game.")
WRONG_AMOUNT = Code("E0320", "{got} of {thing} is asked for, and there can be {low} to {high}",
    "The number after `exactly`, `up to`, `at least`, `draw` or `of` can never be met.")
EMPTY_RANGE = Code("E0321", "`{low}..{high}` runs downward and holds nothing",
    "A range whose end lies before its beginning is empty. That can be meant where the ends are worked out, not where "
    "both are written.", "warning")
RANGE_NOT_CONSTANT = Code("E0322", "a range may name numbers and options; `{name}` is {what}",
    "Ranges are fixed before play, so only what is fixed by then can stand in them.")
TOO_MANY_TO_ORDER = Code("E0323", "`{name}` works on at most {limit} things, and here there can be {got}",
    "All orders, or all groups, of many things are more than anybody can weigh. Narrow the collection first.")
TABLE_KEYS = Code("E0324", "`{name}` has {wanted}, and this row has {got}",
    "Every row of a table has as many keys and values as its heading.")
TABLE_ROW_TWICE = Code("E0325", "`{name}` has two rows for {key}",
    "Only one of them can count. Take the other away.")
ALWAYS_THE_SAME = Code("E0326", "this is always {value}",
    "The condition cannot come out otherwise, so the question is not one. A name or a number is probably mistaken.",
    "warning")
UNKNOWN_TYPE = Code("E0327", "what `{name}` is cannot be worked out here",
    "An empty list, `none` or a parameter without use says nothing about its type. Give the type after a colon.")
WRONG_ORDER = Code("E0329", "{what} has no order",
    "`top`, `bottom`, `first` and `last` need a pile, a column, a stack or a list; a heap has no order.")
ZONE_UNSEEN = Code("E0330", "`{name}` does not say who sees the faces in it",
    "Every zone says `face up`, `face down` or `seen by owner`, unless it is `out of play`.")
INDEX_MISSING = Code("E0331", "`{name}` is one for each of {wanted}: say which",
    "A zone or counter declared with an index is always written with one, as in `me.row[A]`.")
OPTION_VALUE = Code("E0332", "option `{name}` cannot be {value}: {why}",
    "An option takes a value of its range or list.")
DRAWN_BY_MORE = Code("E0333", "`{name}` looks at more than it is given",
    "Whoever sees two cards that lie one below the other is shown whether they join, and whoever sees a counter, what its "
    "square is worth. So the define behind `joined by` or `on` may look only at what is printed, and at options.")
