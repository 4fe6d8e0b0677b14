"""Why: what speaks against an answer, which rule asks a question, which rule a line of the log came of.

In:  a Referee with its Session, a question, what was typed.
Out: lines on the screen: the reason, the rule with its place, its clauses, what would be accepted.
"""

from interpreter.cli.terminal.log_lines import show_rule
from interpreter.cli.terminal.option_letters import read_answer
from interpreter.cli.terminal.screen import columns
from interpreter.core import types as t
from interpreter.core.question import Question, Refusal
from interpreter.display.story import clause_words, place_of, rule_of
from interpreter.ir.model import Spec
from interpreter.search.player import Thinker, Thought
from interpreter.session.answers import letter, parse_offer, wish_of, write_offer, write_value
from interpreter.session.bots import Take
from interpreter.session.history import secret
from interpreter.session.notation import Trouble
from interpreter.session.refusals import attempt_offer, why_not
from interpreter.text.diagnostic import plural
from interpreter.text.source import Span

MOST_TOLD = 12                            # answers of which is told how often they were tried


def named_offer(spec: Spec, question: Question, text: str):
    """`+a`, or `+bun`; None if the line does not begin with a plus."""
    if not text.startswith("+"):
        return None
    word = text[1:].strip()
    letters = {letter(k): offer for k, offer in enumerate(question.offers)}
    return letters.get(word.lower()) or parse_offer(spec, question, word)


def show_refusal(referee, refusal: Refusal) -> None:
    """Why not, by which rule and clause, and what would have been accepted."""
    referee.screen.say(f"refused: {refusal.reason}", "no")
    referee.screen.line(f"  {place_of(refusal.span)}", "small")
    show_clauses(referee, refusal.span, 4)
    if refusal.accepted:
        referee.screen.say(f"would be accepted: {refusal.accepted}", first="  ", then="    ")


def why(referee, question: Question, word: str) -> None:
    """`why 12`, a line of the log; else `why not`. Where numbers are answers, `why #12`."""
    asked = word.split(maxsplit=1)[1].strip()
    numbers = isinstance(question.type, t.Int) and not asked.startswith("#")
    if asked.lstrip("#").isdigit() and not numbers:
        told = referee.session.log_for(question.seat)
        show_rule(referee.screen, referee.session, told, int(asked.lstrip("#")), referee.rulebook)
    else:
        _why_not(referee, question, _after_why(word))


def why_thought(referee, all_the_same: bool = False) -> bool:
    """`why` alone: what the last answers of those who think come from. What was worked out from what only one seat sees says
    something of it, so where something is secret `why!` is asked for."""
    spec, screen = referee.spec, referee.screen
    thinking = [bot for bot in referee.session.choosers.values() if isinstance(bot, Thinker) and bot.thought is not None]
    for bot in thinking:
        name = spec.seats[bot.seat]
        if secret(spec) and not all_the_same:
            screen.say(f"what {name} has thought says something of what only {name} sees; `why!` tells it all the same")
        elif bot.thought is not None:
            _tell_thought(screen, spec, name, bot.thought)
    return bool(thinking)


def _tell_thought(screen, spec: Spec, name: str, thought: Thought) -> None:
    asked = thought.question.prompt or thought.question.name.replace("_", " ")
    if thought.solved:
        screen.say(f"{name}, asked \"{asked}\", plays the solution of the game, by chance:")
        rows = [["", "how often"]]
    else:
        screen.say(f"{name}, asked \"{asked}\", has played it on {plural(thought.playouts, 'time')}:")
        rows = [["", "tried", "worth"]]
    for one in thought.considered[:MOST_TOLD]:
        taken = isinstance(one.answer, Take)
        words = write_offer(spec, one.answer.offer) if taken else write_value(spec, thought.question, one.answer)
        worth = f"{one.value:.3f}" if one.visits or thought.solved else "-"
        rows.append([words, worth] if thought.solved else [words, str(one.visits), worth])
    for line in columns(rows, screen.width):
        screen.line(line)
    if len(thought.considered) > MOST_TOLD:
        screen.line(f"  and {len(thought.considered) - MOST_TOLD} more, tried less often", "small")


def _why_not(referee, question: Question, text: str) -> None:
    if not text:
        referee.screen.line(f"why not what? For example: why not {letter(0)}", "small")
        return
    offer = named_offer(referee.spec, question, text)
    wish = wish_of(referee.session.machine, question, text)
    value = text if wish else read_answer(referee.spec, question, text, referee.session.state)
    if offer is None and isinstance(value, Trouble):
        named = parse_offer(referee.spec, question, text)
        offer = None if isinstance(named, Trouble) else named
    if isinstance(offer, tuple):
        _judged(referee, attempt_offer(referee.session.machine, question, offer), write_offer(referee.spec, offer))
    elif isinstance(offer or value, Trouble):
        referee.screen.say(f"not understood: {offer or value}", "no")
    else:
        attempt = why_not(referee.session.machine, question, value)
        _judged(referee, attempt.refusal, attempt.words)
        if attempt.refusal is None:
            for id in dict.fromkeys(id for check in attempt.checks for id in check.span.clauses):
                referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")


def _judged(referee, refusal: Refusal | None, words: str) -> None:
    if refusal is not None:
        show_refusal(referee, refusal)
    else:
        referee.screen.say(f"nothing speaks against {words}: it would be accepted", "yes")


def again(referee, question: Question) -> bool:
    """The question once more, with the rule that asks it and the clauses of that."""
    referee.ask(question)
    referee.screen.line()
    by, lines, clauses = rule_of(referee.spec, question)
    referee.screen.say(by)
    for line in lines:
        referee.screen.say(line, first="    ", then="      ")
    for id in clauses:
        referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")
    referee.screen.line("type help for all that can be typed here", "small")
    return False


def show_clauses(referee, span: Span, most: int = 2) -> None:
    """The clauses that a rule carries out, in small print."""
    for id in span.clauses[:most]:
        referee.screen.say(clause_words(referee.rulebook, id), "small", first="  ", then="    ")


def _after_why(text: str) -> str:
    """What stands behind `why` or `why not`, as typed."""
    words = text.split(maxsplit=2)
    return " ".join(words[2:] if len(words) > 1 and words[1].lower() == "not" else words[1:])
