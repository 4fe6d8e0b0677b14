"""Faults in play (09xx): a rule met a position it cannot deal with.

In:  nothing.
Out: one Code a row.

The game stops with the line, the clause it cites and a log that reproduces it; nothing is clamped or
skipped silently. The rules file is at fault, not the player.
"""

from interpreter.text.report import Code

FAULT_RANGE = Code("E0901", "`{thing}` goes from {low} to {high}; this would make it {got}",
    "A counter, state or argument was driven out of its range. If the rulebook stops at the end, say `at most` or "
    "`at least`; otherwise widen the range.")
FAULT_EMPTY_PILE = Code("E0902", "{wanted} is to be drawn from `{zone}`, and it holds {got}",
    "A draw needs what it asks for. Say `, if possible` to draw what there is, or declare what the pile is "
    "`refilled from`.")
FAULT_NO_OPTIONS = Code("E0903", "`{name}` has no options",
    "Somebody is asked and cannot answer. `may` passes the question over, `otherwise` says what happens instead.")
FAULT_FIRST_OF_NOTHING = Code("E0904", "`{word}` of nothing",
    "There is no first, last, top or highest of an empty collection. Ask `is empty` before, or use `those ... with`.")
FAULT_NO_ROW = Code("E0905", "`{table}` has no row for {key}",
    "A key came up that the table does not cover. Add the row, or an `otherwise`.")
FAULT_NONE = Code("E0906", "`{name}` is none, and something is needed",
    "A state or `let` without a value was used as if it had one. Ask `is none` before.")
FAULT_DIVISION = Code("E0907", "{left} divided by {right} is no whole number",
    "Division is exact unless it says `rounded up` or `rounded down`; and nothing can be divided by 0.")
FAULT_ZONE_FULL = Code("E0908", "`{zone}` holds up to {limit}, and this would make {got}",
    "More was moved to a zone than it takes. Say what happens to the rest before the move.")
FAULT_NESTING = Code("E0909", "`{name}` is open {limit} times inside itself already",
    "An effect came back to itself more often than `limit nesting` allows. The chain of rules is listed; raise the "
    "limit if the game really goes so deep.")
FAULT_TIE = Code("E0910", "{who} are still level after the last criterion of `winner`",
    "End the list of criteria with `shared` or `nobody`, or add the one that settles it.")
FAULT_ALWAYS = Code("E0911", "this no longer holds: {what}",
    "An `always` of the rules failed after a statement. Some rule before it broke what the game relies on.")
FAULT_SUPPOSE = Code("E0912", "`suppose` met {what}",
    "Supposing can neither ask, nor leave to chance, nor end what lies outside it, nor look at what the seat may "
    "not see.")
FAULT_NOT_THERE = Code("E0913", "{thing} is not in `{zone}`",
    "A rule takes something from a zone where it does not lie. Perhaps an earlier line or a trigger has moved it.")
FAULT_GUARD = Code("E0914", "no value of `{name}` passes its guards",
    "Everything in the domain is refused by some guard, so the question has no answer. Use `may`, or say `otherwise`.")
FAULT_NO_GIVE = Code("E0915", "`{name}` came to its end without giving {wanted}",
    "An effect that `gives` a type ended on a path without `give`.")
FAULT_ARGUMENT = Code("E0916", "`{name}` of `{effect}` goes from {low} to {high}; it is given {got}",
    "An argument left the range of its parameter, in a call or by a `before` trigger that set it.")
FAULT_TOO_MANY = Code("E0917", "{got} are to be taken, and there are {limit}",
    "`exactly`, `of` or a split asks for more than there is. Say `up to`, or ask for less.")
FAULT_ENDLESS = Code("E0918", "this has gone on for {limit} rounds without an end",
    "A loop or a trigger that sets itself off does not come to rest. What it waits for does not happen.")
FAULT_REQUIRE = Code("E0919", "{what}",
    "A `require` of the rules does not hold in this position. Its words say what it needs.")
FAULT_INDEX = Code("E0920", "there is no number {got} in {thing}: it has {limit}",
    "A place in a list or row was asked for that it does not have.")
FAULT_NO_ME = Code("E0921", "there is no `me` at this moment",
    "The rule speaks of the player whose turn it is, and was set off while it is nobody's.")
FAULT_TOO_MANY_TO_ORDER = Code("E0922", "`{name}` works on at most {limit} things, and is given {got}",
    "All orders, or all groups, of many things are more than anybody can weigh. Narrow the collection first.")
FAULT_AUTOMATIC = Code("E0923", "`{name}` asks {seat}, an automatic seat",
    "An automatic seat has no decisions; what it does is rules.")
FAULT_ROUTE = Code("E0925", "{thing} stands on no space from which `{route}` could begin",
    "Only what stands on a space of the board can travel.")
FAULT_SPLIT = Code("E0926", "{got} cannot be split into parts of {low} to {high}",
    "The sizes of the parts do not add up to what there is to split.")
FAULT_NOTHING_TO_END = Code("E0928", "there is no {what} to end here",
    "`end` names what it ends: a turn, phase or step that is being carried out at this moment.")
FAULT_NOT_SEEN = Code("E0929", "{seat} may not see all that `{what}` looks at",
    "A strategy decides by what its seat knows. Ask of what lies open, or of the seat's own things.")
