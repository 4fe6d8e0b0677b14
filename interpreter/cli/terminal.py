"""Asking: one line of words at a time, from a person at a terminal or from whatever stands on the standard input.

In:  a prompt, and words that complete what is typed.
Out: the line without blanks round it; EOFError at the end of the input, KeyboardInterrupt as ever.

At a terminal prompt_toolkit asks (editing, history, completion); elsewhere the line is read plainly and shown after its
prompt, so that what comes out reads like a play at a terminal.
"""

import sys

from attrs import define, field

from interpreter.cli.screen import UNPRINTABLE, Screen


@define
class Keyboard:
    """The standard input. `session` is who sits there at the moment, made when first asked."""

    screen: Screen
    terminal: bool = False
    session: object = field(default=None)

    def ask(self, prompt: str, words=()) -> str:
        """One line."""
        if not self.terminal:
            return self._plain(prompt)
        from prompt_toolkit.completion import WordCompleter

        return self._prompt(f"{prompt} ", WordCompleter(list(words), sentence=True)).strip()

    def _prompt(self, words: str, completer=None) -> str:
        if self.session is None:
            from prompt_toolkit import PromptSession

            self.session = PromptSession(reserve_space_for_menu=4)
        return self.session.prompt(words, completer=completer)

    def _plain(self, prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            self.screen.line(prompt)
            raise EOFError
        text = UNPRINTABLE.sub(" ", line).strip()
        self.screen.line(f"{prompt} {text}")
        return text

    def hand_over(self, name: str) -> None:
        """The next to answer sits down: nobody else may see what comes, nor what stood there."""
        if self.terminal:
            self.screen.clear()
            self._prompt(f"pass the keyboard to {name}, press Enter ")
            self.screen.clear()
            self.session = None                  # the lines typed before are no business of the next


def open_keyboard(screen: Screen) -> Keyboard:
    """The keyboard of this process."""
    return Keyboard(screen, sys.stdin.isatty() and sys.stdout.isatty())
