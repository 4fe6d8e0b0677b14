"""The words of the runtime that are one instruction each; translate.py knows which. None of them is ever carried out by Python.

In:  nothing.
Out: names for readers, ruff and mypy: the two types, loads and stores of 8, 16, 32 and 64 bits, and a few more; `g` with the
     globals of a module, and `at` with the numbers that are known when a game is compiled (layout.py).
"""

i32 = int
i64 = int


class Numbers:
    """Names that stand for numbers."""

    def __getattr__(self, name: str) -> int:
        raise NotImplementedError(name)

    def __setattr__(self, name: str, value: int) -> None:
        raise NotImplementedError(name)


g = Numbers()
at = Numbers()


def load8(address: i32) -> i32:
    """One byte, without a sign."""
    raise NotImplementedError


def load16(address: i32) -> i32:
    """Two bytes, without a sign."""
    raise NotImplementedError


def load16s(address: i32) -> i32:
    """Two bytes, with a sign."""
    raise NotImplementedError


def load32(address: i32) -> i32:
    """A number of 32 bits."""
    raise NotImplementedError


def load64(address: i32) -> i64:
    """A value of 64 bits."""
    raise NotImplementedError


def store8(address: i32, value: i32) -> None:
    """Writes one byte."""
    raise NotImplementedError


def store16(address: i32, value: i32) -> None:
    """Writes two bytes."""
    raise NotImplementedError


def store32(address: i32, value: i32) -> None:
    """Writes a number of 32 bits."""
    raise NotImplementedError


def store64(address: i32, value: i64) -> None:
    """Writes a value of 64 bits."""
    raise NotImplementedError


def wide(value: i32) -> i64:
    """To 64 bits, with its sign."""
    raise NotImplementedError


def unsigned(value: i32) -> i64:
    """To 64 bits, without a sign."""
    raise NotImplementedError


def narrow(value: i64) -> i32:
    """The lower 32 bits."""
    raise NotImplementedError


def ctz(value: int) -> int:
    """How many of the lowest bits are 0."""
    raise NotImplementedError


def popcnt(value: int) -> int:
    """How many bits are 1."""
    raise NotImplementedError


def below_unsigned(one: int, other: int) -> i32:
    """Is one below the other, without signs?"""
    raise NotImplementedError


def rotr(value: int, by: int) -> int:
    """Turned to the right by so many bits."""
    raise NotImplementedError


def copy(to: i32, source: i32, length: i32) -> None:
    """Copies memory; the two may overlap."""
    raise NotImplementedError


def fill(to: i32, value: i32, length: i32) -> None:
    """Fills memory with one byte."""
    raise NotImplementedError


def trap() -> None:
    """Stops the module."""
    raise NotImplementedError


def pages() -> i32:
    """How much memory there is."""
    raise NotImplementedError


def grow(by: i32) -> i32:
    """More memory; -1 if there is none."""
    raise NotImplementedError
